//! What native code could try: a Python program in the place of the JVM makes the system calls itself.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{Limits, Needs, Sandbox, confine};

const PYTHON: &str = "/usr/bin/python3";

/// Prints the names of the calls that were not refused.
const ATTEMPTS: &str = r#"
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
victim, pid = sys.argv[1].encode(), int(sys.argv[2])
def call(number, *arguments): return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
def tried(name, answer):
    if answer >= 0: print(name, flush=True)
limit = (ctypes.c_ulong * 2)(1 << 40, 1 << 40)
tried("socket", call(41, 2, 1, 0))
tried("socket by the second numbering", call(0x40000000 + 41, 2, 1, 0))
tried("io_uring_setup", call(425, 8, ctypes.create_string_buffer(256)))
tried("ptrace", call(101, 16, pid, 0, 0))
tried("kill", call(62, pid, 0))
tried("pidfd_open", call(434, pid, 0))
tried("tgkill", call(234, pid, pid, 0))
tried("chmod", call(90, victim, 0o600))
tried("setrlimit", call(160, 1, limit))
tried("prlimit64", call(302, 0, 1, limit, 0))
tried("unshare", call(272, 0x10000000))
tried("mount", call(165, b"none", b"/tmp", b"tmpfs", 0, 0))
tried("memfd and execveat", call(322, call(319, b"x", 0), b"", 0, 0, 0x1000))
tried("open for reading, emptied", call(2, victim, os.O_RDONLY | os.O_TRUNC, 0))
tried("open for writing", call(2, victim, os.O_WRONLY, 0))
tried("exec", libc.execv(b"/bin/true", (ctypes.c_char_p * 2)(b"true", None)))
for name, number in [("fork", 57), ("vfork", 58), ("clone", 56), ("clone3", 435)]:
    structure = (ctypes.c_ulong * 11)(0, 0, 0, 0, 17)
    child = call(number, structure, 88) if name == "clone3" else call(number, 17, 0, 0, 0, 0)
    if child == 0: os._exit(0)
    tried(name, child)
print("done")
"#;

fn attempts(sandbox: Sandbox) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "secret").expect("a victim");
    let mut sleeper = Command::new("sleep")
        .arg("60")
        .spawn()
        .expect("sleep starts");
    let mut command = Command::new(PYTHON);
    command.args(["-S", "-c", ATTEMPTS]).arg(&victim);
    command.arg(sleeper.id().to_string());
    let needs = Needs {
        java: PathBuf::from(PYTHON),
        jdk: PathBuf::from("/usr/lib/python3"),
        read: vec![folder.path().to_owned()],
        write: Vec::new(),
        limits: Limits {
            memory_mb: 2048,
            cpu_seconds: 60,
            file_mb: 1,
        },
        with_thread: true,
    };
    confine(&mut command, &needs, sandbox).expect("this system can confine");
    let output = command
        .stdin(Stdio::null())
        .output()
        .expect("python starts");
    sleeper.kill().expect("a victim to end");
    sleeper.wait().expect("its end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.lines().map(str::to_owned).collect();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        sandbox == Sandbox::Off || text.ends_with("done\n"),
        "it did not come to its end: {text} {errors}"
    );
    names
}

#[test]
fn native_code_is_confined_too() {
    assert_eq!(attempts(Sandbox::Required), ["done"]);
}

#[test]
fn without_the_sandbox_native_code_is_free() {
    let free = attempts(Sandbox::Off);
    for name in ["socket", "kill", "chmod", "setrlimit", "open for writing"] {
        assert!(free.iter().any(|it| it == name), "{name}: {free:?}");
    }
    // The program was replaced by another, so it never came to its end.
    assert!(!free.contains(&"done".to_owned()));
}

#[test]
fn parts_are_known_by_name() {
    for mode in Sandbox::ALL {
        assert_eq!(Sandbox::from_name(mode.name()), Some(mode));
    }
    assert!(!super::sandbox_parts().is_empty());
}
