//! Trying out generated tests before they are offered: compiled with the user's code as it is, and run by JUnit.

use std::path::{Path, PathBuf};
use std::time::Duration;

use proviso_checker::Session;
use proviso_jvm_host::{
    Cancel, CompileRequest, CompiledClass, DiagnosticKind, Source, TestRunRequest,
};
use proviso_present::junit::{self, Test};

/// What JUnit's launcher exits with when it ran tests and some failed.
const TESTS_FAILED: i32 = 1;

/// Where tests are tried out: the user's code, compiled once as it is, and JUnit.
pub struct Bench<'s> {
    session: &'s Session,
    class_path: Vec<PathBuf>,
    project: Vec<CompiledClass>,
}

impl<'s> Bench<'s> {
    pub fn new(session: &'s Session, launcher: PathBuf) -> Result<Bench<'s>, String> {
        let workspace = session.workspace();
        let mut class_path = session.options().class_path.clone();
        class_path.extend(workspace.class_path.iter().cloned());
        class_path.push(launcher);
        let sources = workspace
            .files
            .iter()
            .filter_map(|path| {
                Some(Source {
                    name: path.display().to_string(),
                    text: std::fs::read_to_string(path).ok()?.into(),
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
                &Cancel::default(),
            )
            .map_err(|error| error.to_string())?;
        Ok(Bench {
            session,
            class_path,
            project: compiled.classes,
        })
    }

    /// A violation test is worth having when it compiles and fails on the code as it is.
    pub fn fails_on_the_code(
        &self,
        package: Option<&str>,
        class_name: &str,
        test: &Test,
    ) -> Result<(), String> {
        let text = junit::test_class(package, class_name, std::slice::from_ref(test))
            .ok_or("there is no test")?;
        let host = self.session.host();
        let compiled = host
            .compile(
                &CompileRequest {
                    sources: vec![Source {
                        name: format!("{class_name}.java"),
                        text: text.into(),
                    }],
                    classes: self.project.clone(),
                    class_path: self.class_path.clone(),
                    ..CompileRequest::default()
                },
                &Cancel::default(),
            )
            .map_err(|error| error.to_string())?;
        if let Some(error) = compiled
            .diagnostics
            .iter()
            .find(|diagnostic| diagnostic.kind == DiagnosticKind::Error)
        {
            return Err(format!("the test does not compile: {}", error.message));
        }
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        for class in self.project.iter().chain(&compiled.classes) {
            write_class(folder.path(), class).map_err(|error| error.to_string())?;
        }
        let mut class_path = self.class_path.clone();
        class_path.push(folder.path().to_owned());
        let class = package.map_or(class_name.to_owned(), |package| {
            format!("{package}.{class_name}")
        });
        let request = TestRunRequest {
            class_path,
            classes: vec![class],
            heap_mb: 256,
            time_limit: Duration::from_secs(60),
        };
        let result = host
            .run_tests(&request, &Cancel::default())
            .map_err(|error| error.to_string())?;
        if result.passed {
            Err("as plain Java the test passes on the code as it is".to_owned())
        } else if result.exit_code == Some(TESTS_FAILED) {
            Ok(())
        } else {
            let last = result.output.trim_end().lines().last().unwrap_or("");
            Err(format!("the test could not be run: {last}"))
        }
    }
}

fn write_class(folder: &Path, class: &CompiledClass) -> std::io::Result<()> {
    let path = folder.join(format!("{}.class", class.name.replace('.', "/")));
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(&path, &class.bytes)
}

/// JUnit's console launcher with everything in it: from the class path, the project's own set-up, or Debian's package.
pub fn launcher(session: &Session) -> Result<PathBuf, String> {
    let standalone = |path: &PathBuf| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with("junit-platform-console-standalone"))
    };
    let mut candidates: Vec<PathBuf> = session
        .options()
        .class_path
        .iter()
        .filter(|path| standalone(path))
        .cloned()
        .collect();
    candidates.extend(std::env::var_os("PROVISO_JUNIT").map(PathBuf::from));
    candidates.push(PathBuf::from(
        "/usr/share/java/junit-platform-console-standalone.jar",
    ));
    candidates
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| {
            "every test is run before it is offered, and JUnit was not found: put junit-platform-console-standalone.jar \
                 on --classpath, name it in PROVISO_JUNIT, or install Debian's junit5"
                    .to_owned()
        })
}
