//! Lowers Java texts, compiles the shadows with the real javac and runs drivers on the real JVM.

#![allow(dead_code)] // each test program uses its part

use proviso_contracts::{InputFile, LowerOptions, Lowered, lower, runtime_sources};
use proviso_syntax::Document;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub fn lower_texts(files: &[(&str, &str)], options: &LowerOptions) -> Lowered {
    let documents: Vec<Document> = files.iter().map(|(_, text)| Document::new(text)).collect();
    let inputs: Vec<InputFile> = files
        .iter()
        .zip(&documents)
        .map(|((path, _), d)| InputFile {
            path,
            file: d.file(),
        })
        .collect();
    lower(&inputs, options)
}

pub fn lower_one(text: &str) -> Lowered {
    lower_texts(&[("T.java", text)], &LowerOptions::default())
}

/// What a program printed; it is killed when it takes far too long.
pub fn run(command: &mut Command) -> (bool, String) {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("cannot start {command:?}: {e}"));
    let out = child.stdout.take().map(reader);
    let err = child.stderr.take().map(reader);
    let deadline = Instant::now() + Duration::from_secs(240);
    let status = loop {
        if let Some(status) = child.try_wait().expect("wait for child") {
            break status;
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{command:?} did not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let join = |t: Option<std::thread::JoinHandle<String>>| {
        t.map_or(String::new(), |t| t.join().unwrap_or_default())
    };
    (status.success(), join(out) + &join(err))
}

fn reader(mut from: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = from.read_to_string(&mut text);
        text
    })
}

/// Compiles shadows (and more sources) together with the runtime; javac's words if it refuses.
pub fn compile(lowered: &Lowered, more: &[(&str, String)], into: &Path) -> Result<(), String> {
    let src = into.join("src");
    let mut args = Vec::new();
    let mut put = |path: &str, text: &str| {
        let file = src.join(path);
        std::fs::create_dir_all(file.parent().expect("has a parent")).expect("make folder");
        std::fs::write(&file, text).expect("write source");
        args.push(file);
    };
    for (path, text) in runtime_sources() {
        put(path, text);
    }
    for (i, file) in lowered.files.iter().enumerate() {
        // Public classes want their own file name; the folder keeps equal names apart.
        put(&format!("f{i}/{}", file.path), &file.text);
    }
    for (path, text) in more {
        put(path, text);
    }
    let (ok, output) = run(Command::new("javac")
        .args(["-g", "-proc:none", "-Xlint:none", "-nowarn", "-d"])
        .arg(into.join("classes"))
        .args(&args));
    if ok { Ok(()) } else { Err(output) }
}

/// Panics with javac's message and the line it speaks of if a text does not lower to compiling Java.
pub fn must_compile(files: &[(&str, &str)]) -> Lowered {
    let lowered = lower_texts(files, &LowerOptions::default());
    let dir = tempfile::tempdir().expect("temp folder");
    if let Err(message) = compile(&lowered, &[], dir.path()) {
        panic!("{}", trimmed(&message));
    }
    lowered
}

/// javac repeats whole generated lines; keep what one can read.
pub fn trimmed(message: &str) -> String {
    message
        .lines()
        .map(|l| if l.len() > 1500 { &l[..1500] } else { l })
        .take(40)
        .collect::<Vec<_>>()
        .join("\n")
}

/// One call of a driver: `receiver` is a Java expression ("" for static methods and constructors).
pub struct Run<'t> {
    pub method: &'t str,
    pub receiver: &'t str,
    pub args: &'t str,
}

/// Runs drivers on the JVM and gives the events of each, clause numbers replaced by `kind`.
pub fn events(files: &[(&str, &str)], runs: &[Run]) -> Vec<Vec<String>> {
    let lowered = lower_texts(files, &LowerOptions::default());
    let mut main = String::from(
        "public class ProvisoMain { public static void main(String[] a) throws Throwable {",
    );
    for run in runs {
        let (class, name) = run.method.rsplit_once('.').expect("Class.method");
        let name = if name == "new" { "<init>" } else { name };
        let contract = lowered
            .table
            .methods
            .iter()
            .find(|m| m.class == class && m.name == name)
            .unwrap_or_else(|| panic!("no method {}", run.method));
        let driver = contract
            .driver
            .as_ref()
            .unwrap_or_else(|why| panic!("{} has no driver: {why}", run.method));
        let target = if driver.is_static {
            driver.class.replace('$', ".")
        } else {
            run.receiver.to_string()
        };
        let _ = write!(
            main,
            "\n System.out.println(\"==\"); try {{ {target}.{}({}); }} catch (Throwable t) {{ if (!(t instanceof proviso.runtime.Jml.Stop)) {{ System.out.println(\"escaped \" + t); t.printStackTrace(System.out); }} }} for (String e : proviso.runtime.Jml.events()) System.out.println(e);",
            driver.name, run.args
        );
    }
    main.push_str("\n}}");
    let dir = tempfile::tempdir().expect("temp folder");
    if let Err(message) = compile(&lowered, &[("ProvisoMain.java", main)], dir.path()) {
        panic!("{}", trimmed(&message));
    }
    let (_, output) = run(Command::new("java")
        .arg("-ea")
        .arg("-cp")
        .arg(dir.path().join("classes"))
        .arg("ProvisoMain"));
    let mut all: Vec<Vec<String>> = Vec::new();
    for line in output.lines() {
        if line == "==" {
            all.push(Vec::new());
        } else if let Some(last) = all.last_mut() {
            last.push(readable(line, &lowered));
        }
    }
    assert_eq!(all.len(), runs.len(), "{}", trimmed(&output));
    all
}

/// `check 65541 false` → `check ensures false`.
fn readable(line: &str, lowered: &Lowered) -> String {
    let mut words: Vec<String> = line.split(' ').map(String::from).collect();
    if let Some(id) = words.get(1).and_then(|w| w.parse::<u32>().ok())
        && words[0] != "begin"
    {
        words[1] = lowered
            .table
            .clause(id)
            .map_or("?".to_string(), |c| c.kind.name().to_string());
    }
    words.join(" ")
}
