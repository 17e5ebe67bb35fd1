//! Confinement of the JVMs we start, by the operating system: what they may read and write, that they start no program,
//! open no socket and signal nobody, and how much of the machine they may use. `docs/security.md` says why.
//!
//! What holds everywhere, also with the sandbox off: an environment without the user's variables, a session (and so a
//! process group) of its own, and none of our open files.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod filter;
pub(crate) mod jars;
#[cfg(target_os = "linux")]
mod linux;

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;

/// What is done where the system cannot confine a JVM (fully).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Sandbox {
    /// Code of the project is not run.
    #[default]
    Required,
    /// It runs with the parts the system has.
    BestEffort,
    /// Nothing is confined, whatever the system has.
    Off,
}

impl Sandbox {
    /// The strictest first.
    pub const ALL: [Sandbox; 3] = [Sandbox::Required, Sandbox::BestEffort, Sandbox::Off];

    pub fn name(self) -> &'static str {
        match self {
            Sandbox::Required => "required",
            Sandbox::BestEffort => "best-effort",
            Sandbox::Off => "off",
        }
    }

    pub fn from_name(name: &str) -> Option<Sandbox> {
        Sandbox::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// One thing the system can or cannot enforce.
#[derive(Debug, Clone)]
pub struct SandboxPart {
    pub what: &'static str,
    pub enforced: bool,
    /// Without it nothing of the project runs when the sandbox is required.
    pub needed: bool,
}

/// What this system enforces, for `proviso doctor` and for refusals.
pub fn sandbox_parts() -> Vec<SandboxPart> {
    system::parts()
}

/// What one JVM needs; everything else is denied.
#[derive(Debug, Clone)]
pub(crate) struct Needs {
    pub java: PathBuf,
    pub jdk: PathBuf,
    pub read: Vec<PathBuf>,
    pub write: Vec<PathBuf>,
    pub limits: Limits,
    /// Dies with the thread that starts it: for one that thread waits for.
    pub with_thread: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Of address space, which for a JVM is several times its heap.
    pub memory_mb: u64,
    pub cpu_seconds: u64,
    pub file_mb: u64,
}

/// Makes `command` start confined; says what is missing when that is required and impossible.
pub(crate) fn confine(
    command: &mut Command,
    needs: &Needs,
    sandbox: Sandbox,
) -> Result<(), String> {
    scrub_environment(command);
    if sandbox == Sandbox::Required {
        let missing: Vec<&str> = sandbox_parts()
            .iter()
            .filter(|part| part.needed && !part.enforced)
            .map(|part| part.what)
            .collect();
        if !missing.is_empty() {
            return Err(missing.join(", "));
        }
    }
    system::confine(command, needs, sandbox)
}

/// Ends the process and whatever it may have started.
pub(crate) fn kill(child: &mut Child) {
    // Once it was waited for, its number may be another's.
    if matches!(child.try_wait(), Ok(None)) {
        system::kill_group(child);
    }
    let _ = child.kill();
    // After SIGKILL this returns at once, and the process table entry is gone.
    let _ = child.wait();
}

/// How texts and times are written is the user's choice and no secret; nothing else is handed on.
const KEPT: [&str; 4] = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

fn scrub_environment(command: &mut Command) {
    command.env_clear();
    for name in KEPT {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    // Without these a process does not start on Windows.
    if cfg!(windows) {
        for name in ["SystemRoot", "TEMP", "TMP"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
    }
}

/// Which file a path named when a JVM was allowed to read it: a rule of the sandbox is about the file, so one that was
/// replaced since needs a new JVM.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    path.exists().then_some((0, 0))
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests;
