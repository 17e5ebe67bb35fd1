//! Trying out generated tests before they are offered: compiled with the user's code as it is, and run by the framework
//! they are written for. All tests of a class share one run.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use proviso_checker::Session;
use proviso_jvm_host::{
    Cancel, CompileRequest, CompiledClass, DiagnosticKind, Runner, Scratch, Source, TestOutcome,
    TestRunRequest,
};
use proviso_report::{Heap, Input, Shapes, Subject};

use crate::calls;
use crate::junit::{self, Failing, Framework, Test};
use crate::measure::{PROBE_SOURCE, Probes};
use crate::tame::tame_methods;

/// Where tests are tried out: the user's code, compiled once as it is, and the framework.
pub struct Bench<'s> {
    session: &'s Session,
    framework: Framework,
    class_path: Vec<PathBuf>,
    runner_jars: Vec<PathBuf>,
    project: Vec<CompiledClass>,
    cancel: Cancel,
    /// The same classes, which tell the branches they take.
    probes: Probes,
    /// Classes whose methods did not end when calls were looked for.
    endless: RefCell<BTreeSet<String>>,
    /// What may be called to reach a state; found out when first needed.
    tame: OnceCell<Vec<String>>,
}

/// A test in the forms it may take, the most readable first.
pub type Forms = Vec<Test>;

impl<'s> Bench<'s> {
    pub fn new(
        session: &'s Session,
        framework: Framework,
        cancel: &proviso_checker::Cancel,
    ) -> Result<Bench<'s>, String> {
        let cancel = cancel.of_host();
        let workspace = session.workspace();
        let mut class_path = session.options().class_path.clone();
        class_path.extend(workspace.class_path.iter().cloned());
        let runner_jars = runner_jars(session, framework)?;
        class_path.extend(runner_jars.iter().cloned());
        let sources = workspace
            .files
            .iter()
            .filter(|path| !path.ends_with("module-info.java"))
            .filter_map(|path| {
                Some(Source {
                    name: path.display().to_string(),
                    text: session.text(path)?.into(),
                })
            })
            .collect();
        let compiled = session
            .host()
            .compile(
                &CompileRequest {
                    sources,
                    class_path: class_path.clone(),
                    source_path: workspace.source_roots.clone(),
                    ..CompileRequest::default()
                },
                &cancel,
            )
            .map_err(|error| error.to_string())?;
        Ok(Bench {
            session,
            framework,
            class_path,
            runner_jars,
            probes: Probes::in_classes(&compiled.classes),
            project: compiled.classes,
            cancel,
            endless: RefCell::default(),
            tame: OnceCell::new(),
        })
    }

    /// The input made by calls alone, where a test would otherwise have to set state from outside.
    pub fn by_calls(
        &self,
        subject: &Subject,
        shapes: &Shapes,
        heap: &Heap,
        inputs: &[Input],
    ) -> Option<Heap> {
        let endless = self.endless.borrow().contains(&subject.class);
        if endless || !junit::reaches_in(subject, heap, inputs, shapes) {
            return None;
        }
        let ground = calls::Ground {
            host: self.session.host(),
            classes: &self.project,
            class_path: &self.class_path,
            shapes,
            tame: self.tame.get_or_init(|| tame_methods(&self.project)),
            cancel: &self.cancel,
        };
        let mut heap = heap.clone();
        match calls::find(&ground, &mut heap) {
            Ok(all) => (all && !junit::reaches_in(subject, &heap, inputs, shapes)).then_some(heap),
            Err(_) => {
                self.endless.borrow_mut().insert(subject.class.clone());
                None
            }
        }
    }

    /// For each test the first of its forms that does what it promises, or why none does.
    pub fn try_out(
        &self,
        package: Option<&str>,
        class_name: &str,
        tests: &[Forms],
    ) -> Result<Vec<Result<Test, String>>, String> {
        let mut results: Vec<Result<Test, String>> = tests
            .iter()
            .map(|_| Err("it has no form".to_owned()))
            .collect();
        let longest = tests.iter().map(Vec::len).max().unwrap_or(0);
        for form in 0..longest {
            let mut open: BTreeMap<usize, &Test> = BTreeMap::new();
            for (index, forms) in tests.iter().enumerate() {
                if let (Err(_), Some(test)) = (&results[index], forms.get(form)) {
                    open.insert(index, test);
                }
            }
            let compiled = self.compile_all(package, class_name, &mut open, &mut results)?;
            if open.is_empty() {
                continue;
            }
            let (outcomes, taken) = self.run(package, class_name, &compiled)?;
            for (index, test) in open {
                results[index] = judge(test, &outcomes).and_then(|()| self.measured(test, &taken));
            }
        }
        self.declare_no_more_than_needed(package, class_name, &mut results)?;
        Ok(results)
    }

    /// A test says `throws Exception` only if it does not compile without.
    fn declare_no_more_than_needed(
        &self,
        package: Option<&str>,
        class_name: &str,
        results: &mut [Result<Test, String>],
    ) -> Result<(), String> {
        let mut shorter: BTreeMap<usize, Test> = BTreeMap::new();
        for (index, result) in results.iter().enumerate() {
            if let Ok(test) = result {
                let source = test.source.replacen(") throws Exception {\n", ") {\n", 1);
                let test = test.clone();
                shorter.insert(index, Test { source, ..test });
            }
        }
        let mut open: BTreeMap<usize, &Test> = shorter.iter().map(|(i, test)| (*i, test)).collect();
        let mut refused = results.to_vec();
        self.compile_all(package, class_name, &mut open, &mut refused)?;
        for (index, test) in open {
            results[index] = Ok(test.clone());
        }
        Ok(())
    }

    /// The test with the branches that its call was seen to take: all it was made for, as far as they can be measured.
    fn measured(&self, test: &Test, taken: &Taken) -> Result<Test, String> {
        let none = BTreeSet::new();
        let taken = taken.get(&test.name).unwrap_or(&none);
        let mut measured = test.clone();
        measured.takes.clear();
        for branch in &test.takes {
            match self.probes.number(branch) {
                Some(number) if taken.contains(&number) => measured.takes.push(branch.clone()),
                Some(_) => {
                    let method = branch.method.split('(').next().unwrap_or(&branch.method);
                    return Err(format!(
                        "the test passes but does not take the branch of {method} in line {} that it was made for",
                        branch.line
                    ));
                }
                None => {}
            }
        }
        Ok(measured)
    }

    /// Compiles the tests in one class; those that do not compile are taken out.
    fn compile_all(
        &self,
        package: Option<&str>,
        class_name: &str,
        open: &mut BTreeMap<usize, &Test>,
        results: &mut [Result<Test, String>],
    ) -> Result<Vec<CompiledClass>, String> {
        loop {
            let marked: BTreeMap<usize, Test> = open
                .iter()
                .map(|(index, test)| (*index, marked(test)))
                .collect();
            let tests: Vec<Test> = marked.values().cloned().collect();
            let Some(text) = junit::test_class(package, class_name, self.framework, &tests) else {
                return Ok(Vec::new());
            };
            let compiled = self
                .session
                .host()
                .compile(
                    &CompileRequest {
                        sources: vec![
                            Source {
                                name: format!("{class_name}.java"),
                                text: text.clone().into(),
                            },
                            Source {
                                name: "proviso/probe/Branches.java".to_owned(),
                                text: PROBE_SOURCE.into(),
                            },
                        ],
                        classes: self.project.clone(),
                        class_path: self.class_path.clone(),
                        ..CompileRequest::default()
                    },
                    &self.cancel,
                )
                .map_err(|error| error.to_string())?;
            let errors: Vec<_> = compiled
                .diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.kind == DiagnosticKind::Error)
                .collect();
            if errors.is_empty() {
                return Ok(compiled.classes);
            }
            let before = open.len();
            for error in &errors {
                let guilty = marked
                    .iter()
                    .filter(|(index, _)| open.contains_key(index))
                    .find(|(_, test)| encloses(&text, &test.source, error.start))
                    .map(|(index, _)| *index);
                if let Some(index) = guilty {
                    open.remove(&index);
                    results[index] = Err(format!("the test does not compile: {}", error.message));
                }
            }
            if open.len() == before {
                // An error outside of all tests, such as a missing framework, is everybody's.
                let why = format!("the test class does not compile: {}", errors[0].message);
                for index in open.keys() {
                    results[*index] = Err(why.clone());
                }
                open.clear();
                return Ok(Vec::new());
            }
        }
    }

    fn run(
        &self,
        package: Option<&str>,
        class_name: &str,
        compiled: &[CompiledClass],
    ) -> Result<(Vec<TestOutcome>, Taken), String> {
        let folder = Scratch::new().map_err(|error| error.to_string())?;
        for class in self.probes.classes.iter().chain(compiled) {
            write_class(&folder.path(), class).map_err(|error| error.to_string())?;
        }
        // What the editor shows comes before what a build left behind.
        let mut class_path = vec![folder.path()];
        class_path.extend(self.class_path.iter().cloned());
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        let told = scratch.path().join("branches");
        let class = package.map_or(class_name.to_owned(), |package| {
            format!("{package}.{class_name}")
        });
        let request = TestRunRequest {
            runner: match self.framework {
                Framework::Junit5 | Framework::Junit4 => Runner::JunitPlatform,
                Framework::Testng => Runner::Testng,
            },
            class_path,
            runner_jars: self.runner_jars.clone(),
            scratch: scratch.path(),
            classes: vec![class],
            heap_mb: 512,
            jvm: vec![
                // Probes leave the stack maps behind; what is checked here is what tests do.
                "-XX:+UnlockDiagnosticVMOptions".to_owned(),
                "-XX:-BytecodeVerificationRemote".to_owned(),
                format!("-Dproviso.branches={}", told.display()),
            ],
            time_limit: Duration::from_secs(120),
        };
        let result = self
            .session
            .host()
            .run_tests(&request, &self.cancel)
            .map_err(|error| error.to_string())?;
        if result.tests.is_empty() {
            let last = result.output.trim_end().lines().last().unwrap_or("");
            return Err(format!("the tests could not be run: {last}"));
        }
        let told = std::fs::read_to_string(&told).unwrap_or_default();
        Ok((result.tests, read_taken(&told)))
    }
}

/// The branches that the call of each test took, by their numbers.
type Taken = BTreeMap<String, BTreeSet<usize>>;

fn read_taken(text: &str) -> Taken {
    let mut taken = Taken::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let test = words.next().unwrap_or_default().to_owned();
        let numbers = words.filter_map(|word| word.parse::<usize>().ok());
        taken.entry(test).or_default().extend(numbers);
    }
    taken
}

/// The test as it is tried out: it says when its call begins and ends, so that only the call's branches are its own.
fn marked(test: &Test) -> Test {
    let Some(act) = &test.act else {
        return test.clone();
    };
    let mut source = String::new();
    let mut done = false;
    for line in test.source.lines() {
        let is_act = !done && line.trim() == act;
        done |= is_act;
        if is_act {
            let name = &test.name;
            source.push_str(&format!("proviso.probe.Branches.begin(\"{name}\");\n"));
        }
        source.push_str(line);
        source.push('\n');
        if is_act {
            source.push_str("proviso.probe.Branches.end();\n");
        }
    }
    Test {
        source,
        ..test.clone()
    }
}

fn encloses(text: &str, part: &str, at: usize) -> bool {
    text.find(part)
        .is_some_and(|start| (start..start + part.len()).contains(&at))
}

/// A covering test passes on all its rows; a violation test fails for exactly the reported reason.
fn judge(test: &Test, outcomes: &[TestOutcome]) -> Result<(), String> {
    let own: Vec<&TestOutcome> = outcomes.iter().filter(|o| o.name == test.name).collect();
    if own.len() != test.rows {
        return Err(format!("{} of {} runs were seen", own.len(), test.rows));
    }
    for outcome in own {
        match (&test.fails, &outcome.failure) {
            (None, None) => {}
            (None, Some(failure)) => {
                return Err(format!(
                    "the test fails: {} {}",
                    failure.class,
                    first_line(&failure.message)
                ));
            }
            (Some(_), None) => {
                return Err("as plain Java the test passes on the code as it is".to_owned());
            }
            (Some(expected), Some(failure)) => {
                let class = failure.class.replace('$', ".");
                let assertion = ["org.opentest4j.", "java.lang.AssertionError", "org.junit."]
                    .iter()
                    .any(|start| class.starts_with(start));
                let as_reported = match expected {
                    Failing::Throws(wanted) => class == wanted.replace('$', "."),
                    Failing::Assertion(text) => assertion && failure.message.contains(text),
                    Failing::Timeout => {
                        let text = format!("{class} {}", failure.message).to_lowercase();
                        ["timed out", "time-out", "timeout"]
                            .iter()
                            .any(|word| text.contains(word))
                            || class == "java.lang.StackOverflowError"
                    }
                };
                if !as_reported {
                    return Err(format!(
                        "the test fails for another reason: {} {}",
                        failure.class,
                        first_line(&failure.message)
                    ));
                }
            }
        }
    }
    Ok(())
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

fn write_class(folder: &Path, class: &CompiledClass) -> std::io::Result<()> {
    let path = folder.join(format!("{}.class", class.name.replace('.', "/")));
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(&path, &class.bytes)
}

/// What runs the framework's tests: from the class path, the environment, or where Debian's packages put it.
fn runner_jars(session: &Session, framework: Framework) -> Result<Vec<PathBuf>, String> {
    let named = |start: &str| {
        let workspace = session.workspace();
        let all = session
            .options()
            .class_path
            .iter()
            .chain(&workspace.class_path);
        let name = |path: &PathBuf| path.file_name()?.to_str().map(str::to_owned);
        all.filter(|path| name(path).is_some_and(|name| name.starts_with(start)))
            .cloned()
            .collect::<Vec<PathBuf>>()
    };
    let find = |start: &str, variable: &str, package: &str| {
        let mut candidates = named(start);
        candidates.extend(std::env::var_os(variable).map(PathBuf::from));
        candidates.push(PathBuf::from(format!("/usr/share/java/{start}.jar")));
        candidates.into_iter().find(|path| path.is_file()).ok_or_else(|| {
            format!(
                "every test is run before it is offered, and {start}.jar was not found: put it on --classpath, \
                 name it in {variable}, or install Debian's {package}"
            )
        })
    };
    let launcher = || {
        find(
            "junit-platform-console-standalone",
            "PROVISO_JUNIT",
            "junit5",
        )
    };
    match framework {
        Framework::Junit5 => Ok(vec![launcher()?]),
        Framework::Junit4 => {
            let own = find("junit4", "PROVISO_JUNIT4", "junit4").or_else(|why| {
                // Maven calls the same jar junit-4.13.2.jar.
                named("junit-4").into_iter().next().ok_or(why)
            })?;
            let mut jars = vec![own, launcher()?];
            jars.extend(find("hamcrest", "PROVISO_HAMCREST", "libhamcrest-java").ok());
            Ok(jars)
        }
        Framework::Testng => {
            let mut jars = vec![find("testng", "PROVISO_TESTNG", "testng")?];
            // What TestNG itself needs to run from a command line.
            for start in ["jcommander", "bsh", "slf4j-api"] {
                jars.extend(find(start, "PROVISO_TESTNG_LIBRARY", "testng").ok());
            }
            Ok(jars)
        }
    }
}
