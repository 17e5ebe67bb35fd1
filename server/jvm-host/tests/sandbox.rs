//! What code of a project tries inside the replay JVM, with the sandbox and without. Without it everything succeeds, so
//! that a test that cannot fail is noticed; the harm is to files of a temporary folder, a loopback port and a `sleep`.

#![cfg(target_os = "linux")]

mod support;

use std::net::TcpListener;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use proviso_jvm_host::{
    Body, Call, Cancel, HeapObject, Host, HostOptions, Jdk, ObjectId, ReplayOutcome, ReplayRequest,
    Sandbox, Value, sandbox_parts,
};
use support::classes;

/// Each method says what it got hold of, or throws.
const ESCAPE: &str = r#"
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
public class Escape {
    static String delete(String path) { if (!new File(path).delete()) throw new RuntimeException("kept"); return "deleted"; }
    static String write(String path) throws Exception { Files.writeString(Path.of(path), "harm"); return "written"; }
    static String truncate(String path) throws Exception { new RandomAccessFile(path, "rw").setLength(0); return "cut"; }
    static String create(String path) throws Exception { Files.writeString(Path.of(path), "new"); return "made"; }
    static String folder(String path) throws Exception { Files.createDirectory(Path.of(path)); return "made"; }
    static String rename(String path) throws Exception { Files.move(Path.of(path), Path.of(path + ".moved")); return "moved"; }
    static String link(String path) throws Exception { Files.createSymbolicLink(Path.of(path + ".link"), Path.of(path)); return "linked"; }
    static String lock(String path) { if (!new File(path).setReadOnly()) throw new RuntimeException("kept"); return "locked"; }
    static String touch(String path) { if (!new File(path).setLastModified(1000)) throw new RuntimeException("kept"); return "touched"; }
    static String read(String path) throws Exception { return Files.readString(Path.of(path)); }
    static String list(String path) throws Exception { return Arrays.toString(Objects.requireNonNull(new File(path).list())); }
    static String exec(String program) throws Exception { return "" + new ProcessBuilder(program).start().waitFor(); }
    static String connect(String port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), Integer.parseInt(port))) { return "connected"; }
    }
    static String bind(String any) throws Exception { try (ServerSocket socket = new ServerSocket(0)) { return "bound"; } }
    static String udp(String port) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) { return "bound"; }
    }
    static String environment(String name) { return Objects.requireNonNull(System.getenv(name)); }
    static String kill(String pid) {
        ProcessHandle victim = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        if (!victim.destroyForcibly()) throw new RuntimeException("lives");
        return "killed";
    }
    static String descriptor(String number) throws Exception {
        FileDescriptor open = new FileDescriptor();
        java.lang.reflect.Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        sun.misc.Unsafe memory = (sun.misc.Unsafe) unsafe.get(null);
        memory.putInt(open, memory.objectFieldOffset(Mirror.class.getDeclaredField("fd")), Integer.parseInt(number));
        return new BufferedReader(new InputStreamReader(new FileInputStream(open))).readLine();
    }
    /** Laid out as FileDescriptor is, whose own field may not be asked for. */
    static class Mirror { int fd; long handle; Object parent, others, cleanup; boolean closed, append; }
    static String threads(String any) {
        List<Thread> all = new ArrayList<>();
        try {
            for (int i = 0; i < 100_000; i++) {
                Thread thread = new Thread(null, () -> { try { Thread.sleep(60_000); } catch (InterruptedException e) { } }, "bomb", 1 << 20);
                thread.setDaemon(true);
                thread.start();
                all.add(thread);
            }
            return "100000";
        } catch (OutOfMemoryError full) {
            throw new RuntimeException("stopped at " + all.size());
        }
    }
    static String memory(String any) throws Exception {
        java.lang.reflect.Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        sun.misc.Unsafe memory = (sun.misc.Unsafe) unsafe.get(null);
        long got = 0;
        try {
            for (; got < 64; got++) memory.allocateMemory(1L << 30);
            return "64 GiB";
        } catch (OutOfMemoryError full) {
            throw new RuntimeException("stopped at " + got);
        }
    }
}
"#;

struct Attempt {
    outcome: Result<String, String>,
}

fn attempt(host: &Host, folder: &Path, method: &str, argument: &str) -> Attempt {
    let text = |id, text: &str| HeapObject {
        id: ObjectId(id),
        class: "java.lang.String".into(),
        body: Body::Str {
            text: text.encode_utf16().collect(),
            interned: false,
        },
    };
    let mut request = ReplayRequest::new(Call {
        class: "Escape".into(),
        name: method.into(),
        descriptor: "(Ljava/lang/String;)Ljava/lang/String;".into(),
        receiver: None,
        arguments: vec![Value::Ref(ObjectId(1))],
    });
    request.classes = classes(host, &[("Escape.java", ESCAPE)]);
    request.class_path = vec![folder.join("classes")];
    request.objects = vec![text(1, argument)];
    let result = host
        .replay(&request, &Cancel::default())
        .expect("an answer");
    let outcome = match result.outcome {
        ReplayOutcome::Returned(Some(Value::Ref(id))) => {
            let object = result.heap.iter().find(|object| object.id == id);
            match object.map(|object| &object.body) {
                Some(Body::Str { text, .. }) => Ok(String::from_utf16_lossy(text)),
                other => panic!("{method}: {other:?}"),
            }
        }
        ReplayOutcome::Threw(thrown) => Err(format!(
            "{}: {}",
            thrown.class,
            thrown.message.unwrap_or_default()
        )),
        other => panic!("{method}: {other:?}"),
    };
    Attempt { outcome }
}

fn host(sandbox: Sandbox) -> Host {
    let jdk = Jdk::find(None).expect("a JDK");
    let options = HostOptions {
        sandbox,
        ..HostOptions::default()
    };
    Host::with_options(&jdk, options).expect("a host")
}

struct Sleeper(Child);

impl Drop for Sleeper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Victims, and what to try on each.
struct Ground {
    folder: tempfile::TempDir,
    listener: TcpListener,
    sleeper: Sleeper,
    /// Left open for whoever we start.
    inherited: OwnedFd,
}

/// Descriptors are the whole process's: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

impl Ground {
    fn new() -> Ground {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("classes")).expect("a folder");
        for victim in [
            "delete", "write", "truncate", "rename", "lock", "touch", "read", "link",
        ] {
            std::fs::write(folder.path().join(victim), format!("secret {victim}\n"))
                .expect("a victim");
        }
        let secret = folder.path().join("read");
        let out = folder.path().join("classes/out");
        std::os::unix::fs::symlink(&secret, out).expect("a link");
        let inherited = std::fs::File::open(&secret).expect("the secret").into();
        let sleeper = Command::new("sleep")
            .arg("600")
            .stdin(Stdio::null())
            .spawn()
            .expect("sleep starts");
        Ground {
            folder,
            listener: TcpListener::bind("127.0.0.1:0").expect("a loopback port"),
            sleeper: Sleeper(sleeper),
            inherited: not_closed_at_exec(&inherited),
        }
    }

    fn attempts(&self) -> Vec<(&'static str, String)> {
        let victim = |name: &str| self.folder.path().join(name).display().to_string();
        vec![
            ("delete", victim("delete")),
            ("write", victim("write")),
            ("truncate", victim("truncate")),
            ("create", victim("created")),
            ("folder", victim("made")),
            ("rename", victim("rename")),
            ("link", victim("link")),
            ("lock", victim("lock")),
            ("touch", victim("touch")),
            ("read", victim("read")),
            // Through a link in a folder that may be read.
            ("read", victim("classes/out")),
            ("read", format!("/proc/{}/environ", std::process::id())),
            ("read", "/proc/self/environ".to_owned()),
            ("read", "/etc/passwd".to_owned()),
            ("list", victim("")),
            ("list", "/proc/self/fd".to_owned()),
            ("exec", "/bin/true".to_owned()),
            (
                "connect",
                self.listener
                    .local_addr()
                    .expect("a port")
                    .port()
                    .to_string(),
            ),
            ("bind", String::new()),
            ("udp", String::new()),
            ("environment", "PROVISO_CANARY".to_owned()),
            ("descriptor", self.inherited.as_raw_fd().to_string()),
            ("kill", self.sleeper.0.id().to_string()),
        ]
    }
}

fn not_closed_at_exec(file: &OwnedFd) -> OwnedFd {
    // Such a duplicate has no close-on-exec flag; a JVM has no file of its own with so high a number.
    use std::os::fd::FromRawFd;
    // SAFETY: duplicates an open descriptor and owns the new one.
    unsafe { OwnedFd::from_raw_fd(libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, 900)) }
}

#[test]
fn nothing_gets_out_of_the_sandbox() {
    let _alone = ALONE.lock();
    assert!(
        sandbox_parts()
            .iter()
            .all(|part| part.enforced || !part.needed),
        "this system cannot confine: {:?}",
        sandbox_parts()
    );
    let ground = Ground::new();
    let host = host(Sandbox::Required);
    let mut escaped = Vec::new();
    for (method, argument) in ground.attempts() {
        if let Ok(got) = attempt(&host, ground.folder.path(), method, &argument).outcome {
            escaped.push(format!("{method} {argument}: {got}"));
        }
    }
    assert!(escaped.is_empty(), "{escaped:#?}");
    for victim in [
        "delete", "write", "truncate", "rename", "lock", "touch", "read",
    ] {
        let path = ground.folder.path().join(victim);
        let text = std::fs::read_to_string(&path).expect("the victim is there");
        assert_eq!(text, format!("secret {victim}\n"));
        assert!(!path.metadata().expect("metadata").permissions().readonly());
    }
    ground.listener.set_nonblocking(true).expect("a setting");
    assert!(ground.listener.accept().is_err(), "somebody connected");
    let mut sleeper = ground.sleeper;
    assert!(matches!(sleeper.0.try_wait(), Ok(None)), "killed");
}

/// The same attempts do harm without it: so the test above can fail.
#[test]
fn without_the_sandbox_they_succeed() {
    let _alone = ALONE.lock();
    let ground = Ground::new();
    let host = host(Sandbox::Off);
    for (method, argument) in ground.attempts() {
        let outcome = attempt(&host, ground.folder.path(), method, &argument).outcome;
        // These two hold in any case: the environment is always scrubbed, descriptors are never handed on.
        let always_safe = ["environment", "descriptor"].contains(&method);
        assert_eq!(
            outcome.is_err(),
            always_safe,
            "{method} {argument}: {outcome:?}"
        );
    }
}

#[test]
fn memory_and_threads_have_an_end() {
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let host = host(Sandbox::Required);
    for bomb in ["memory", "threads"] {
        let outcome = attempt(&host, folder.path(), bomb, "").outcome;
        let why = outcome.expect_err(bomb);
        assert!(why.contains("stopped at"), "{bomb}: {why}");
        // And the next request is served.
        assert!(
            attempt(&host, folder.path(), "environment", "LANG")
                .outcome
                .is_ok()
                || std::env::var_os("LANG").is_none()
        );
    }
}

/// A rule is about a file, not about a name: what was replaced may be read all the same.
#[test]
fn a_class_folder_that_was_made_anew_is_readable_again() {
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let classes = folder.path().join("classes");
    let host = host(Sandbox::Required);
    for text in ["first", "second"] {
        let _ = std::fs::remove_dir_all(&classes);
        std::fs::create_dir(&classes).expect("a folder");
        std::fs::write(classes.join("resource"), text).expect("a file");
        let path = classes.join("resource").display().to_string();
        let read = attempt(&host, folder.path(), "read", &path).outcome;
        assert_eq!(read.as_deref(), Ok(text));
    }
}
