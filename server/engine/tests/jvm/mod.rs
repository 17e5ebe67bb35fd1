//! The JDKs on this machine, and running their tools with a time-out.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Jdk {
    pub home: PathBuf,
    pub release: u32,
}

/// Every JDK found: `JAVA_HOME`, the one on the path, and the usual Linux folder.
pub fn jdks() -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path)
        .map(|d| d.join("javac"))
        .find(|p| p.exists());
    homes.extend(
        javac
            .and_then(|j| j.canonicalize().ok())
            .and_then(|j| Some(j.parent()?.parent()?.to_owned())),
    );
    if let Ok(entries) = std::fs::read_dir("/usr/lib/jvm") {
        homes.extend(entries.flatten().map(|e| e.path()));
    }
    let mut homes: Vec<PathBuf> = homes
        .iter()
        .filter(|h| h.join("bin/javac").exists() && h.join("lib/modules").exists())
        .filter_map(|h| h.canonicalize().ok())
        .collect();
    homes.sort();
    homes.dedup();
    assert!(!homes.is_empty(), "these tests need a JDK");
    let release = |home: &PathBuf| {
        let path = proviso_classfile::ClassPath::new(home, &[]).ok()?;
        path.jdk_release()
    };
    homes
        .into_iter()
        .filter_map(|home| {
            Some(Jdk {
                release: release(&home)?,
                home,
            })
        })
        .collect()
}

#[allow(dead_code)] // not every program here compiles
impl Jdk {
    pub fn compile(&self, sources: &[&Path], into: &Path) {
        let mut command = Command::new(self.home.join("bin/javac"));
        command
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(into)
            .args(sources);
        run_limited(command, 600);
    }
}

/// What a program prints. It must succeed, and end within so many seconds.
#[allow(dead_code)] // not every program here runs one
pub fn run_limited(mut command: Command, seconds: u64) -> String {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (mut out, mut err) = (
        child.stdout.take().expect("piped"),
        child.stderr.take().expect("piped"),
    );
    let read_out = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).map(|_| bytes)
    });
    let read_err = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        err.read_to_end(&mut bytes).map(|_| bytes)
    });
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break Some(status);
        }
        if Instant::now() > deadline {
            child.kill().expect("the program can be stopped");
            child.wait().expect("the program ends");
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = |bytes: std::io::Result<Vec<u8>>| {
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    let output = text(read_out.join().expect("the reader ends"));
    let errors = text(read_err.join().expect("the reader ends"));
    match status {
        Some(status) if status.success() => output,
        Some(status) => panic!("{command:?} failed with {status}: {errors}"),
        None => panic!("{command:?} took longer than {seconds} s"),
    }
}
