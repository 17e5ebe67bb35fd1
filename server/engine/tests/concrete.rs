//! Programs run by a real JVM and by the engine's concrete mode must print the same and end the same, on every JDK found.

mod jvm;

use jvm::{Jdk, jdks, run_limited};
use proviso_classfile::ClassPath;
use proviso_engine::concrete::{Ending, Run, run_main};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

const STEPS: u64 = 50_000_000;

struct Program {
    name: String,
    path: PathBuf,
    /// From a first line `// jdk 21`.
    needs: u32,
    /// From a first line `// unknown: reason`: what concrete mode must say instead of running it.
    unknown: Option<String>,
}

fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/concrete");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("tests/concrete") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "java") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let first = text.lines().next().unwrap_or_default();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let needs = first
            .strip_prefix("// jdk ")
            .map_or(0, |n| n.trim().parse().expect("a release"));
        let unknown = first.strip_prefix("// unknown: ").map(str::to_owned);
        found.push(Program {
            name,
            path,
            needs,
            unknown,
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(found.len() >= 30, "only {} programs", found.len());
    found
}

/// Name → (printed, ending), as the JVM had it.
fn real_runs(
    jdk: &Jdk,
    programs: &[&Program],
    classes: &Path,
) -> BTreeMap<String, (String, String)> {
    let mut command = Command::new(jdk.home.join("bin/java"));
    // The same small world the engine shows to programs.
    command.args([
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-Duser.language=en",
        "-Duser.country=US",
        "-cp",
    ]);
    command
        .arg(classes)
        .arg("RunAll")
        .args(programs.iter().map(|p| &p.name));
    let output = run_limited(command, 120);
    let parts: Vec<&str> = output.split('\u{1}').skip(1).collect();
    parts
        .chunks_exact(3)
        .map(|c| (c[0].to_owned(), (c[1].to_owned(), c[2].to_owned())))
        .collect()
}

fn ending(run: &Run) -> String {
    match &run.ending {
        Ending::Returned => "returned".to_owned(),
        Ending::Threw { class, .. } => format!("threw {class}"),
        Ending::Unknown(why) => format!("unknown: {why}"),
    }
}

#[test]
fn programs_print_what_the_jvm_prints() {
    let all = programs();
    for jdk in jdks() {
        let fitting: Vec<&Program> = all.iter().filter(|p| p.needs <= jdk.release).collect();
        let folder = tempfile::tempdir().expect("a folder for classes");
        let harness = all[0].path.with_file_name("harness").join("RunAll.java");
        let sources: Vec<&Path> = fitting
            .iter()
            .map(|p| &*p.path)
            .chain([&*harness])
            .collect();
        jdk.compile(&sources, folder.path());
        let real = real_runs(&jdk, &fitting, folder.path());
        let path = ClassPath::new(&jdk.home, &[folder.path().to_owned()]).expect("a class path");
        let path = Arc::new(path);
        let mut wrong = Vec::new();
        for program in &fitting {
            let run = run_main(&path, &program.name, STEPS).expect("the JDK can be read");
            let ending = ending(&run);
            let (output, real_ending) = &real[&program.name];
            let same = match &program.unknown {
                Some(why) => {
                    ending.starts_with(&format!("unknown: {why}"))
                        && output.starts_with(&run.output)
                }
                None => run.output == *output && ending == *real_ending,
            };
            if !same {
                let line = run
                    .output
                    .lines()
                    .zip(output.lines())
                    .take_while(|(a, b)| a == b)
                    .count();
                wrong.push(format!(
                    "{} on JDK {}: differs from line {}: {:?} instead of {:?}; {ending} instead of {real_ending}\n{}",
                    program.name,
                    jdk.release,
                    line + 1,
                    run.output.lines().nth(line),
                    output.lines().nth(line),
                    run.errors
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
