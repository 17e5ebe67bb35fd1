//! `Host`: the two side-cars of one JDK, started on demand and restarted when they die.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::cache::{self, CacheError, EXPORTS};
use crate::compile::{self, CompileRequest, CompileResult};
use crate::confine::{self, Limits, Needs, Sandbox};
use crate::jdk::Jdk;
use crate::process::{Cancel, Process, RequestError};
use crate::replay::{self, ReplayRequest, ReplayResult};
use crate::scratch::Scratch;
use crate::search::{self, FoundCall, SearchRequest};
use crate::tests_run::{self, TestRunRequest, TestRunResult};
use crate::wire::{Decoder, WireError};

#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(transparent)]
    Cache(#[from] CacheError),
    #[error("cannot start {}: {error}", .java.display())]
    Start {
        java: PathBuf,
        error: std::io::Error,
    },
    #[error(
        "the JVM that {task} is not started, because this system cannot confine it (missing: {missing}); see `proviso doctor` and the setting `sandbox`"
    )]
    Unconfined { task: &'static str, missing: String },
    #[error("the JVM that {task} ended unexpectedly{}", quoted(.last_words))]
    Died {
        task: &'static str,
        last_words: String,
    },
    #[error("the JVM that {task} did not answer within {} s", .limit.as_secs_f32())]
    TimedOut { task: &'static str, limit: Duration },
    #[error("cancelled")]
    Cancelled,
    #[error("the JVM that {task} failed: {message}")]
    Failed { task: &'static str, message: String },
    #[error(transparent)]
    Wire(#[from] WireError),
}

fn quoted(words: &str) -> String {
    if words.is_empty() {
        String::new()
    } else {
        format!("; its last words: {words}")
    }
}

/// Memory and confinement of the JVMs; the defaults suit a developer's machine.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// What runs code of the project; the compiler, which runs none, starts anyway with the parts the system has.
    pub sandbox: Sandbox,
    /// Files and folders that requests will name. Others may be named too, and then cost a new JVM.
    pub readable: Vec<PathBuf>,
    pub compile_heap_mb: u32,
    pub replay_heap_mb: u32,
    pub replay_stack_kb: u32,
}

impl Default for HostOptions {
    fn default() -> Self {
        HostOptions {
            sandbox: Sandbox::default(),
            readable: Vec::new(),
            compile_heap_mb: 1024,
            replay_heap_mb: 256,
            replay_stack_kb: 2048,
        }
    }
}

/// Compiles and replays. Share it between threads; compilations run side by side, replays one after another.
pub struct Host {
    jdk: Jdk,
    options: HostOptions,
    classes: PathBuf,
    /// Keeps the classes when there is no cache folder to hold them.
    _temporary: Option<Scratch>,
    compiler: SideCar,
    /// Replays change process-wide things (`System.out`), so one at a time.
    replayer: Mutex<SideCar>,
    searcher: Mutex<SideCar>,
}

#[derive(Default)]
struct SideCar {
    running: Mutex<Option<Running>>,
}

struct Running {
    process: Arc<Process>,
    readable: Readable,
}

/// What a JVM may read besides the JDK, and which files these were when it started.
type Readable = BTreeMap<PathBuf, Option<(u64, u64)>>;

#[derive(Clone, Copy)]
enum Role {
    Compile,
    Replay,
    Search,
}

impl Role {
    fn task(self) -> &'static str {
        match self {
            Role::Compile => "compiles",
            Role::Replay => "replays",
            Role::Search => "looks for calls",
        }
    }
}

impl Host {
    /// Prepares the side-cars' classes; the JVMs start with the first request (see [`Host::warm_up`]).
    pub fn start(jdk: &Jdk) -> Result<Host, HostError> {
        Host::with_options(jdk, HostOptions::default())
    }

    pub fn with_options(jdk: &Jdk, options: HostOptions) -> Result<Host, HostError> {
        let (classes, temporary) = cache::classes_for(jdk)?;
        Ok(Host {
            jdk: jdk.clone(),
            options,
            classes,
            _temporary: temporary,
            compiler: SideCar::default(),
            replayer: Mutex::default(),
            searcher: Mutex::default(),
        })
    }

    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// Compiles a trivial class so that the next compilation finds a warm javac.
    pub fn warm_up(&self) -> Result<(), HostError> {
        let source = compile::Source {
            name: "Warm.java".into(),
            text: "class Warm { int x = 1; }".into(),
        };
        self.compile(
            &CompileRequest {
                sources: vec![source],
                ..CompileRequest::default()
            },
            &Cancel::default(),
        )?;
        Ok(())
    }

    pub fn compile(
        &self,
        request: &CompileRequest,
        cancel: &Cancel,
    ) -> Result<CompileResult, HostError> {
        let payload = compile::encode(request);
        let paths = request.class_path.iter().chain(&request.source_path);
        let limit = request.time_limit;
        let reply = self.ask(
            &self.compiler,
            Role::Compile,
            paths,
            &payload,
            limit,
            cancel,
        )?;
        decode(Role::Compile, &reply, compile::decode)
    }

    /// Runs user code, in a process of its own with limits on memory and time.
    pub fn replay(
        &self,
        request: &ReplayRequest,
        cancel: &Cancel,
    ) -> Result<ReplayResult, HostError> {
        let payload = replay::encode(request);
        let side_car = self.replayer.lock().unwrap_or_else(PoisonError::into_inner);
        if cancel.is_cancelled() {
            return Err(HostError::Cancelled);
        }
        let (paths, limit) = (request.class_path.iter(), request.time_limit);
        let reply = self.ask(&side_car, Role::Replay, paths, &payload, limit, cancel)?;
        decode(Role::Replay, &reply, replay::decode)
    }

    /// Looks for calls after which an object is as wanted. Runs user code, as [`Host::replay`] does.
    pub fn search(
        &self,
        request: &SearchRequest,
        cancel: &Cancel,
    ) -> Result<Option<Vec<FoundCall>>, HostError> {
        let payload = search::encode(request);
        let side_car = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        let (paths, limit) = (request.class_path.iter(), request.time_limit);
        let reply = self.ask(&side_car, Role::Search, paths, &payload, limit, cancel)?;
        decode(Role::Search, &reply, search::decode)
    }

    /// Runs JUnit 5 tests with the console launcher found on the given class path.
    pub fn run_tests(
        &self,
        request: &TestRunRequest,
        cancel: &Cancel,
    ) -> Result<TestRunResult, HostError> {
        tests_run::run(
            &self.jdk,
            &self.classes,
            self.options.sandbox,
            request,
            cancel,
        )
    }

    /// Process ids of the side-cars that are alive: for diagnosis and for tests of robustness.
    pub fn process_ids(&self) -> Vec<u32> {
        let replayer = self.replayer.lock().unwrap_or_else(PoisonError::into_inner);
        let searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        [&self.compiler, &*replayer, &*searcher]
            .into_iter()
            .filter_map(SideCar::process_id)
            .collect()
    }

    fn ask<'p>(
        &'p self,
        side_car: &SideCar,
        role: Role,
        paths: impl Iterator<Item = &'p PathBuf>,
        payload: &[u8],
        limit: Duration,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, HostError> {
        let task = role.task();
        let mut repeated = false;
        let paths: Vec<&PathBuf> = paths.chain(&self.options.readable).collect();
        loop {
            let process = side_car.running(&paths, |readable| self.spawn(role, readable))?;
            match process.request(payload, limit, cancel) {
                Ok(reply) => return Ok(reply),
                // It may have died of something else than this request: once more.
                Err(RequestError::Died(_)) if !repeated => repeated = true,
                Err(RequestError::Died(last_words)) => {
                    return Err(HostError::Died { task, last_words });
                }
                Err(RequestError::TimedOut) => {
                    process.kill();
                    return Err(HostError::TimedOut { task, limit });
                }
                Err(RequestError::Cancelled) => {
                    // A compilation ends by itself and its answer is dropped; user code may run for ever.
                    if !matches!(role, Role::Compile) {
                        process.kill();
                    }
                    return Err(HostError::Cancelled);
                }
            }
        }
    }

    fn spawn(&self, role: Role, readable: &Readable) -> Result<Process, HostError> {
        let java = self.jdk.java();
        let mut command = Command::new(&java);
        command.args([
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+DisableAttachMechanism",
            "-Xshare:auto",
            // Warnings of the JVM would come between the frames on stdout.
            "-Xlog:disable",
            "-XX:+DisplayVMOutputToStderr",
        ]);
        let name = match role {
            Role::Compile => {
                command
                    .arg(format!("-Xmx{}m", self.options.compile_heap_mb))
                    .arg("-Xss8m");
                "compile"
            }
            Role::Replay | Role::Search => {
                command.arg(format!("-Xmx{}m", self.options.replay_heap_mb));
                command.arg(format!("-Xss{}k", self.options.replay_stack_kb));
                command.args(["--add-exports", EXPORTS]);
                if self.jdk.feature >= 23 {
                    // Otherwise the JVM's warning would be taken for output of the user's (JEP 498).
                    command.arg("--sun-misc-unsafe-memory-access=allow");
                }
                if matches!(role, Role::Search) {
                    "search"
                } else {
                    "replay"
                }
            }
        };
        command
            .arg("-cp")
            .arg(&self.classes)
            .args(["proviso.host.Main", name]);
        match role {
            Role::Compile => command.arg(self.classes.join(cache::EMPTY)),
            Role::Replay | Role::Search => command.arg(self.options.replay_stack_kb.to_string()),
        };
        self.confine(&mut command, role, readable)?;
        Process::start(command).map_err(|error| HostError::Start { java, error })
    }

    /// A side-car writes nothing; it reads the JDK, our classes, and what the project compiles against.
    fn confine(
        &self,
        command: &mut Command,
        role: Role,
        readable: &Readable,
    ) -> Result<(), HostError> {
        let mut read: Vec<PathBuf> = readable.keys().cloned().collect();
        read.extend(confine::jars::named_by(readable.keys()));
        read.push(self.classes.clone());
        let limits = match role {
            Role::Compile => limits(self.options.compile_heap_mb, 7200),
            Role::Replay | Role::Search => limits(self.options.replay_heap_mb, 600),
        };
        let sandbox = match (role, self.options.sandbox) {
            // It runs no code of the project: without it there would be nothing at all.
            (Role::Compile, Sandbox::Required) => Sandbox::BestEffort,
            // It calls methods that nobody has followed: never without confinement.
            (Role::Search, _) => Sandbox::Required,
            (_, wanted) => wanted,
        };
        let needs = Needs {
            java: self.jdk.java(),
            jdk: self.jdk.home.clone(),
            read,
            write: Vec::new(),
            limits,
            with_thread: false,
        };
        let task = role.task();
        confine::confine(command, &needs, sandbox)
            .map_err(|missing| HostError::Unconfined { task, missing })
    }
}

/// Beside its heap a JVM reserves address space for classes, code, stacks and what it maps.
pub(crate) fn limits(heap_mb: u32, cpu_seconds: u64) -> Limits {
    Limits {
        memory_mb: 4096 + 2 * u64::from(heap_mb),
        cpu_seconds,
        file_mb: 16,
    }
}

impl SideCar {
    /// The process, if it may read these paths as they are now; else a new one that may.
    fn running(
        &self,
        paths: &[&PathBuf],
        spawn: impl FnOnce(&Readable) -> Result<Process, HostError>,
    ) -> Result<Arc<Process>, HostError> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let now: Readable = paths
            .iter()
            .map(|path| (path.to_path_buf(), confine::identity(path)))
            .collect();
        let mut readable = Readable::new();
        if let Some(running) = running.as_ref() {
            let allows = |(path, file)| running.readable.get(path) == Some(file);
            if running.process.is_alive() && now.iter().all(allows) {
                return Ok(Arc::clone(&running.process));
            }
            // What was needed before will be needed again.
            let again = |path: &Path| (path.to_owned(), confine::identity(path));
            readable.extend(running.readable.keys().map(|path| again(path)));
        }
        readable.extend(now);
        let process = Arc::new(spawn(&readable)?);
        *running = Some(Running {
            process: Arc::clone(&process),
            readable,
        });
        Ok(process)
    }

    fn process_id(&self) -> Option<u32> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running
            .as_ref()
            .map(|running| &running.process)
            .filter(|process| process.is_alive())
            .map(|process| process.id())
    }
}

/// A reply starts with 1 and the result, or with 0 and why the side-car could not serve the request.
fn decode<T>(
    role: Role,
    reply: &[u8],
    result: impl FnOnce(&mut Decoder<'_>) -> Result<T, WireError>,
) -> Result<T, HostError> {
    let mut input = Decoder::new(reply);
    if input.bool()? {
        Ok(result(&mut input)?)
    } else {
        Err(HostError::Failed {
            task: role.task(),
            message: input.string()?,
        })
    }
}
