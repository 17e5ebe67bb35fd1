//! A session: the project as it is now (with unsaved editor texts), ready to be checked again and again.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use proviso_classfile::ClassPath;
use proviso_engine::split::Helpers;
use proviso_jvm_host::{Host, HostOptions, Jdk};
use proviso_project::{Close, Options, Workspace, WorkspaceError, may_run_jdk, read_text};
use proviso_report::{
    Bounds, MethodReport, PathCases, Problem, ProblemKind, Report, Severity, Verdict,
};
use proviso_syntax::ast::SourceFile;
use proviso_verdicts::{Cache, Key, Question, cache_folder, is_lasting, trace_key, traced_key};

use crate::Cancel;
use crate::check::cases::Select;
use crate::check::{self, Context, Target};
use crate::closing::{self, may_close};
use crate::pool;
use crate::prepare::compiled::MadeClass;
use crate::prepare::unit::{Toolchain, Unit};
use crate::prepare::{self, Haste, Memory, Overlay, Overlays, Setting};
use crate::prepared::{Prepared, PreparedMethod, describe};
use crate::runtime;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// No JDK, or one that does not start: says what was looked for.
    #[error("{0}")]
    Jvm(String),
}

/// How much is done for one verdict.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub bounds: Bounds,
    /// Longer than this, and the method is `unknown`.
    pub time: Duration,
    /// Not to be answered from memory.
    pub anew: bool,
    /// What the bounds cut is closed by induction where that succeeds.
    pub close: bool,
}

pub struct Answer {
    pub report: MethodReport,
    /// Nothing was checked: the verdict was known.
    pub remembered: bool,
}

/// What a verdict is kept under.
struct Keys<'a> {
    unit: &'a Unit,
    /// By everything the check may execute.
    exact: Option<Key>,
    /// By the contracts: leads to verdicts whose checks have executed only what is still the same.
    trace: Option<Key>,
}

/// What `check_all` says while it works.
#[derive(Debug, Clone)]
pub enum Event {
    Started { method: String },
    Finished { report: Arc<MethodReport> },
}

/// `Send + Sync`: the language server shares one between its threads.
pub struct Session {
    options: Options,
    workspace: RwLock<Arc<Workspace>>,
    overlays: RwLock<Overlays>,
    tools: Toolchain,
    memory: Mutex<Memory>,
    cache: Cache,
}

impl Session {
    /// Finds the project and a JDK, and prepares the JVM side-car.
    pub fn open(options: Options) -> Result<Session, OpenError> {
        let mut options = options;
        if let Some(home) = &options.jdk {
            let project: Vec<PathBuf> = options.paths.iter().map(|path| folder_of(path)).collect();
            if let Err(why) = may_run_jdk(home, options.jdk_origin, options.trust, &project) {
                options.refused.push(why);
                options.jdk = None;
            }
        }
        // Before the files: a wrong --jdk is worth saying even when the folder is wrong too.
        let jdk = Jdk::find(options.jdk.as_deref()).map_err(|e| OpenError::Jvm(e.to_string()))?;
        let workspace = discover(&options)?;
        let tools = toolchain(&jdk, &options, &workspace).map_err(OpenError::Jvm)?;
        let folder = options.cache_dir.clone().or_else(cache_folder);
        let cache = match folder {
            Some(folder) if options.cache => Cache::open(&folder),
            _ => Cache::in_memory(),
        };
        let cache = match &options.shared_cache {
            Some(place) if options.cache => cache.shared_through(place),
            _ => cache,
        };
        Ok(Session {
            options,
            workspace: RwLock::new(Arc::new(workspace)),
            overlays: RwLock::default(),
            tools,
            memory: Mutex::default(),
            cache,
        })
    }

    /// Why verdicts are not shared with other machines although that was asked for, or not kept.
    pub fn cache_trouble(&self) -> Option<String> {
        self.cache.trouble()
    }

    pub(crate) fn tools(&self) -> &Toolchain {
        &self.tools
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn workspace(&self) -> Arc<Workspace> {
        self.workspace
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Looks again which files there are. False when the project is built differently now (or is gone), so that a new
    /// session has to be opened.
    pub fn rescan(&self) -> bool {
        let Ok(now) = discover(&self.options) else {
            return false;
        };
        let before = self.workspace();
        let build = |w: &Workspace| (w.class_path.clone(), w.release, w.source_roots.clone());
        if build(&now) != build(&before) {
            return false;
        }
        *self
            .workspace
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        true
    }

    /// The side-car, for test runs.
    pub fn host(&self) -> &Arc<Host> {
        &self.tools.host
    }

    /// The JDK in use, as reports name it.
    pub fn jdk(&self) -> String {
        self.tools.host.jdk().version.clone()
    }

    /// Sets (or with `None` drops) an unsaved text that stands for the file's content. A new path joins the project.
    pub fn update_file(&self, path: &Path, text: Option<String>) {
        // Files are known by where they really are; one that is not saved yet has no such place.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut overlays = self
            .overlays
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => overlays.insert(path, Overlay::Text(text.into())),
            None => overlays.remove(&path),
        };
    }

    /// The same for a text that was read already, in the way of [`Options::reading`]: it is not read again.
    pub fn update_tree(&self, path: &Path, tree: Arc<SourceFile>) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut overlays = self
            .overlays
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        overlays.insert(path, Overlay::Tree(tree));
    }

    /// A file's text as the project has it now: an unsaved one comes before that on disk.
    pub fn text(&self, path: &Path) -> Option<String> {
        let overlays = self.overlays.read().unwrap_or_else(PoisonError::into_inner);
        let open = overlays.get(path).map(|open| open.text().to_string());
        open.or_else(|| read_text(path).ok())
    }

    /// Parses, lowers and compiles what changed since the last call.
    pub fn prepare(&self) -> Arc<Prepared> {
        self.prepare_in(Haste::Everything)
    }

    /// The same, but where much is to be compiled, only the files with unsaved texts and what belongs to them. Then
    /// `waiting` of the answer is not zero, and [`Session::read_more`] does the rest.
    pub fn prepare_open(&self) -> Arc<Prepared> {
        self.prepare_in(Haste::OpenFirst)
    }

    /// Compiles some of the files that [`Session::prepare_open`] left for later; says how many are still left. With none
    /// left, the next call to prepare has little to do.
    pub fn read_more(&self) -> usize {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let workspace = self.workspace();
        prepare::make_more(self.setting(&workspace), &mut memory)
    }

    fn setting<'a>(&'a self, workspace: &'a Workspace) -> Setting<'a> {
        Setting {
            options: &self.options,
            workspace,
            tools: &self.tools,
        }
    }

    fn prepare_in(&self, haste: Haste) -> Arc<Prepared> {
        let overlays = self
            .overlays
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        self.prepare_texts(&overlays, haste, &mut memory)
    }

    /// The project as it would be with another text of one file; the session itself stays as it is.
    pub fn prepare_with(&self, path: &Path, text: String) -> Arc<Prepared> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut overlays = self
            .overlays
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        overlays.insert(path, Overlay::Text(text.into()));
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = memory.clone();
        self.prepare_texts(&overlays, Haste::OpenFirst, &mut memory)
    }

    fn prepare_texts(
        &self,
        overlays: &Overlays,
        haste: Haste,
        memory: &mut Memory,
    ) -> Arc<Prepared> {
        let workspace = self.workspace();
        let outcome = prepare::prepare(self.setting(&workspace), overlays, haste, memory);
        let mut sources = Vec::new();
        let mut all: Vec<(PreparedMethod, Arc<Unit>, Target)> = Vec::new();
        for unit in outcome.units {
            let files = unit.files.iter();
            let files = files.map(|file| (file.path.clone(), file.tree.clone()));
            sources.extend(files);
            for target in check::targets(&unit) {
                if self.is_wanted(&target.id) {
                    all.push((describe(&unit, &target), unit.clone(), target));
                }
            }
        }
        all.sort_by(|(a, ..), (b, ..)| (&a.path, a.range, &a.id).cmp(&(&b.path, b.range, &b.id)));
        let mut methods = Vec::new();
        let mut targets = Vec::new();
        for (method, unit, target) in all {
            methods.push(method);
            targets.push((unit, target));
        }
        let mut places = HashMap::new();
        for (place, method) in methods.iter().enumerate() {
            places.entry(method.id.clone()).or_insert(place);
        }
        Arc::new(Prepared {
            methods,
            problems: outcome.problems,
            javac_files: outcome.javac_files,
            lowered_files: outcome.lowered_files,
            waiting: outcome.waiting,
            sources,
            targets,
            places,
        })
    }

    /// Makes the next `prepare` start from nothing, and checks too, unless the cache is on disk.
    pub fn forget(&self) {
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = Memory::default();
        self.cache.forget();
    }

    fn is_wanted(&self, id: &str) -> bool {
        if let Some(entry) = &self.options.entry {
            return selects(entry, id);
        }
        let wanted = &self.options.methods;
        wanted.is_empty() || wanted.iter().any(|pattern| selects(pattern, id))
    }

    /// Checks one method at one bound. Never panics on user input; a cancelled check is `unknown: cancelled`.
    /// None when the project has no such method.
    pub fn check(
        &self,
        prepared: &Prepared,
        method: &str,
        bounds: Bounds,
        cancel: &Cancel,
    ) -> Option<MethodReport> {
        let effort = self.usual(bounds);
        let answer = self.check_with(prepared, method, &effort, cancel)?;
        Some(answer.report)
    }

    /// Paths of the method that keep their contract, each with an input that a JVM has confirmed. None when the
    /// project has no such method; an error says why it cannot be run.
    pub fn path_cases(
        &self,
        prepared: &Prepared,
        method: &str,
        select: Select,
        cancel: &Cancel,
    ) -> Option<Result<PathCases, String>> {
        let (unit, target) = &prepared.targets[prepared.position(method)?];
        let context = Context {
            unit,
            options: &self.options,
            tools: &self.tools,
            bounds: self.options.bounds,
            time: self.options.timeout,
            // Every path is made concrete and run afterwards.
            end: Instant::now() + 10 * self.options.timeout,
            cancel,
            early: &|_| {},
            helpers: &Helpers::default(),
            closing: None,
            calls: self.options.calls,
        };
        Some(check::path_cases(&context, target, select))
    }

    /// As [`Session::check`], with an effort of its own.
    pub fn check_with(
        &self,
        prepared: &Prepared,
        method: &str,
        effort: &Effort,
        cancel: &Cancel,
    ) -> Option<Answer> {
        self.check_telling(prepared, method, effort, cancel, &|_| {})
    }

    /// As [`Session::check_with`]; `early` is told of a violation while the parts of the broken clause are still being
    /// evaluated.
    pub fn check_telling(
        &self,
        prepared: &Prepared,
        method: &str,
        effort: &Effort,
        cancel: &Cancel,
        early: &dyn Fn(&MethodReport),
    ) -> Option<Answer> {
        let position = prepared.position(method)?;
        let nobody = Helpers::default();
        Some(self.check_at(prepared, position, effort, cancel, early, &nobody))
    }

    fn usual(&self, bounds: Bounds) -> Effort {
        Effort {
            bounds,
            time: self.options.timeout,
            anew: false,
            close: true,
        }
    }

    /// Whether two versions of the project give a method the same verdict, because all it depends on is the same.
    pub fn is_unchanged(
        &self,
        before: &Prepared,
        after: &Prepared,
        method: &str,
        bounds: Bounds,
    ) -> bool {
        let key = |prepared: &Prepared| self.key(prepared, prepared.position(method)?, bounds);
        key(before).is_some_and(|before| key(after) == Some(before))
    }

    fn key(&self, prepared: &Prepared, position: usize, bounds: Bounds) -> Option<Key> {
        proviso_verdicts::key(&self.question(prepared, position, bounds)?)
    }

    /// None for a unit that did not compile: what its verdicts depend on is not known.
    fn question<'a>(
        &'a self,
        prepared: &'a Prepared,
        position: usize,
        bounds: Bounds,
    ) -> Option<Question<'a>> {
        let (unit, target) = &prepared.targets[position];
        let jdk = self.tools.host.jdk();
        Some(Question {
            ground: unit.ground()?,
            id: &target.id,
            contract: target.contract,
            options: &self.options,
            bounds,
            jdk_version: &jdk.version,
            jdk_home: &jdk.home,
            class_path: &self.tools.class_path,
        })
    }

    /// The verdict, if it is known without a check.
    pub fn recall(&self, prepared: &Prepared, method: &str, effort: &Effort) -> Option<Answer> {
        let keys = self.keys(prepared, prepared.position(method)?, effort.bounds);
        self.known(&keys, effort)
    }

    fn known(&self, keys: &Keys, effort: &Effort) -> Option<Answer> {
        if effort.anew {
            return None;
        }
        let exact = keys.exact.and_then(|key| self.cache.get(&key));
        let report = exact.or_else(|| self.remembered(keys.unit, keys.trace.as_ref()?))?;
        Some(Answer {
            report,
            remembered: true,
        })
    }

    fn keys<'a>(&self, prepared: &'a Prepared, position: usize, bounds: Bounds) -> Keys<'a> {
        Keys {
            unit: &prepared.targets[position].0,
            exact: self.key(prepared, position, bounds),
            trace: self
                .question(prepared, position, bounds)
                .and_then(|question| trace_key(&question)),
        }
    }

    fn check_at(
        &self,
        prepared: &Prepared,
        position: usize,
        effort: &Effort,
        cancel: &Cancel,
        early: &dyn Fn(&MethodReport),
        helpers: &Helpers,
    ) -> Answer {
        let stage = tracing::debug_span!("recall", place = position, k = effort.bounds.k).entered();
        let keys = self.keys(prepared, position, effort.bounds);
        let known = self.known(&keys, effort);
        drop(stage);
        if let Some(answer) = known {
            return answer;
        }
        let (unit, target) = &prepared.targets[position];
        // A proof may need what is left.
        let closes = effort.close && self.options.close == Close::Auto && may_close(unit, target);
        let kept = if closes { closing::SHARE } else { 0.0 };
        let time = effort.time.mul_f64(1.0 - kept);
        let end = Instant::now() + effort.time;
        let context = Context {
            unit,
            options: &self.options,
            tools: &self.tools,
            bounds: effort.bounds,
            time,
            end: Instant::now() + time,
            cancel,
            early,
            helpers,
            closing: None,
            calls: self.options.calls,
        };
        let (mut report, trace) = check::check(&context, target);
        if closes {
            let budget = end.saturating_duration_since(Instant::now());
            self.close(prepared, position, &mut report, budget, early, cancel);
        }
        if is_lasting(&report) && !cancel.is_cancelled() {
            let holds = matches!(report.verdict, Verdict::Holds | Verdict::HoldsToBound);
            let traced = keys.trace.zip(trace.filter(|_| holds));
            let under = traced.and_then(|(trace_key, trace)| {
                let under = traced_key(&unit.ground()?, &trace_key, &trace)?;
                self.cache.put_trace(trace_key, trace);
                Some(under)
            });
            if let Some(key) = under.or(keys.exact) {
                self.cache.put(key, &report);
            }
        }
        Answer {
            report,
            remembered: false,
        }
    }

    /// A verdict whose check has run only code that is still the same; the contracts it has met are the same too.
    fn remembered(&self, unit: &Unit, trace_key: &Key) -> Option<MethodReport> {
        let ground = unit.ground()?;
        let traces = self.cache.traces(trace_key);
        let mut keys = traces
            .iter()
            .filter_map(|trace| traced_key(&ground, trace_key, trace));
        keys.find_map(|key| self.cache.get(&key))
    }

    /// Checks all methods, `options.jobs` at a time; events come in method order.
    pub fn check_all(
        &self,
        prepared: &Prepared,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Report {
        let all: Vec<usize> = (0..prepared.methods.len()).collect();
        self.check_these(prepared, &all, cancel, sink)
    }

    /// Checks the methods at these places of `prepared.methods`.
    pub fn check_these(
        &self,
        prepared: &Prepared,
        places: &[usize],
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Report {
        let mut report = Report {
            proviso: proviso_report::VERSION.to_owned(),
            jdk: self.jdk(),
            problems: prepared.problems.clone(),
            methods: Vec::new(),
        };
        let started = |index: usize| {
            let place = places.get(index)?;
            let method = prepared.methods[*place].id.clone();
            Some(Event::Started { method })
        };
        started(0).into_iter().for_each(&mut *sink);
        let effort = self.usual(self.options.bounds);
        // Threads without a method of their own help with the long ones of others.
        let helpers = Helpers::default();
        let work = |index: usize| {
            self.check_at(prepared, places[index], &effort, cancel, &|_| {}, &helpers)
                .report
        };
        let (count, jobs) = (places.len(), self.options.jobs);
        let idle = || helpers.add();
        pool::run_in_order(count, jobs, work, idle, |index, result| {
            match result {
                Some(method) => {
                    sink(Event::Finished {
                        report: Arc::new(method.clone()),
                    });
                    report.methods.push(method);
                }
                None => report
                    .problems
                    .push(panicked(&prepared.methods[places[index]])),
            }
            started(index + 1).into_iter().for_each(&mut *sink);
        });
        report
    }
}

/// The project, with what was not taken from its settings among the notes.
fn discover(options: &Options) -> Result<Workspace, WorkspaceError> {
    let mut workspace = proviso_project::discover(&options.paths)?;
    workspace.notes.extend(options.refused.iter().cloned());
    Ok(workspace)
}

/// What a path stands for as a project: a file stands for its folder.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if path.is_file() => folder.to_owned(),
        _ => path.to_owned(),
    }
}

fn panicked(method: &PreparedMethod) -> Problem {
    Problem {
        kind: ProblemKind::Internal,
        severity: Severity::Error,
        message: format!(
            "internal error while checking {}; please report this",
            method.id
        ),
        place: Some(proviso_report::Place {
            file: method.file.clone(),
            range: method.range,
        }),
    }
}

/// `Class.method`, with or without package and descriptor; `Class` alone means all its methods.
fn selects(pattern: &str, id: &str) -> bool {
    let (pattern, descriptor) = match pattern.find('(') {
        Some(at) => (&pattern[..at], Some(&pattern[at..])),
        None => (pattern, None),
    };
    let (name, real) = id.split_at(id.find('(').unwrap_or(id.len()));
    // A descriptor may be given without its result type.
    if descriptor.is_some_and(|descriptor| !real.starts_with(descriptor)) {
        return false;
    }
    let ends = |name: &str| {
        name == pattern
            || name
                .strip_suffix(pattern)
                .is_some_and(|rest| rest.ends_with(['.', '$']))
    };
    let java = name.replace('$', ".");
    let class = name.rsplit_once('.').map_or("", |(class, _)| class);
    ends(name) || ends(&java) || (descriptor.is_none() && ends(class))
}

fn toolchain(jdk: &Jdk, options: &Options, workspace: &Workspace) -> Result<Toolchain, String> {
    let mut class_path = options.class_path.clone();
    class_path.extend(workspace.class_path.iter().cloned());
    // Lowering our specifications takes less time than a JVM takes to start. Without a thread it is done when needed.
    let _ = std::thread::Builder::new().spawn(proviso_contracts::library::Library::get);
    let mut readable = class_path.clone();
    readable.extend(workspace.source_roots.iter().cloned());
    let host_options = HostOptions {
        sandbox: options.sandbox(),
        readable,
        ..HostOptions::default()
    };
    let host = Host::with_options(jdk, host_options).map_err(|error| error.to_string())?;
    let runtime = runtime::classes(&host)?;
    let made: Vec<Arc<MadeClass>> = runtime
        .iter()
        .map(|class| MadeClass::new(class.clone()))
        .collect::<Result<_, _>>()?;
    // Specifications of the JDK are for the engine alone.
    let (runtime, library): (Vec<_>, Vec<_>) = made
        .into_iter()
        .partition(|made| made.class.name.starts_with("proviso.runtime."));
    let base = ClassPath::new(&jdk.home, &class_path).map_err(|error| error.to_string())?;
    let base = base
        .with_support(library.iter().map(|made| made.parsed.clone()))
        .with_more(runtime.iter().map(|made| made.parsed.clone()));
    Ok(Toolchain {
        host: Arc::new(host),
        base: Arc::new(base),
        class_path,
        runtime,
    })
}

#[cfg(test)]
mod tests {
    use super::selects;

    #[test]
    fn methods_are_selected_by_as_much_of_their_name_as_is_given() {
        let id = "p.Outer$Inner.put(ILjava/lang/String;)V";
        for pattern in [
            "put",
            "Inner.put",
            "Outer.Inner.put",
            "Outer$Inner.put",
            "p.Outer.Inner.put",
            "Inner.put(ILjava/lang/String;)V",
            "Inner.put(ILjava/lang/String;)",
            "Inner",
        ] {
            assert!(selects(pattern, id), "{pattern}");
        }
        for pattern in ["ut", "Inner.pu", "Inner.put(I)V", "Outer", "Other.put"] {
            assert!(!selects(pattern, id), "{pattern}");
        }
    }
}
