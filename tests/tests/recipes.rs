//! The recipes of docs/ci.md as they stand there: the hook and the commands of the services are run, not read.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use proviso_tests::program;

const GOOD: &str = "class A {
    //@ ensures \\result >= x;
    static int f(int x) { return x; }
}
";
const BAD: &str = "class A {
    //@ ensures \\result > x;
    static int f(int x) { return x; }
}
";

/// The fenced block of the page that holds this text.
fn block(holds: &str) -> String {
    let page = std::fs::read_to_string(program::root().join("docs/ci.md")).expect("the page");
    let blocks = page.split("```").skip(1).step_by(2);
    let found = blocks.filter(|block| block.contains(holds)).last();
    let block = found.unwrap_or_else(|| panic!("no block of docs/ci.md holds {holds}"));
    block.split_once('\n').expect("a language").1.to_owned()
}

/// A shell in the folder that finds the program, and nothing of this machine's cache.
fn shell(folder: &Path, script: &str, environment: &[(&str, &str)]) -> Output {
    let program = program::proviso();
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new("bash");
    command.args(["-e", "-c", script]).current_dir(folder);
    command.env(
        "PATH",
        format!("{}:{path}", program.parent().expect("a folder").display()),
    );
    for variable in ["NAME", "EMAIL"] {
        command.env(format!("GIT_AUTHOR_{variable}"), "t@example.org");
        command.env(format!("GIT_COMMITTER_{variable}"), "t@example.org");
    }
    command.env("PROVISO_CACHE_DIR", folder.join(".git/proviso"));
    command.envs(environment.iter().copied());
    program::run_command(command, Duration::from_secs(300))
}

fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("A.java"), GOOD).expect("written");
    let made = shell(
        folder.path(),
        "git init -q -b main && git add . && git commit -q -m first",
        &[],
    );
    assert!(made.status.success(), "{}", said(&made));
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn the_hook_lets_good_commits_through_and_stops_bad_ones() {
    let folder = repository();
    let hook = folder.path().join(".git/hooks/pre-commit");
    std::fs::write(&hook, block("#!/bin/sh")).expect("written");
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).expect("permitted");
    let commit = |text: &str| {
        std::fs::write(folder.path().join("A.java"), text).expect("written");
        shell(folder.path(), "git commit -q -a -m next", &[])
    };
    let good = commit(&GOOD.replace("return x;", "return x + 0;"));
    assert!(good.status.success(), "{}", said(&good));
    let bad = commit(BAD);
    assert!(!bad.status.success(), "{}", said(&bad));
    assert!(said(&bad).contains("breaks its contract"), "{}", said(&bad));
}

#[test]
fn the_github_commands_write_sarif_for_the_change() {
    let origin = repository();
    let folder = tempfile::tempdir().expect("a folder");
    let clone = format!("git clone -q {} work", origin.path().display());
    let cloned = shell(folder.path(), &clone, &[("PROVISO_CACHE_DIR", "")]);
    assert!(cloned.status.success(), "{}", said(&cloned));
    let work = folder.path().join("work");
    let recipe = block("runs-on: ubuntu-latest");
    // The lines of the `run:` step, as the service would fill them in.
    let step = recipe.split("- run: |\n").nth(1).expect("a run step");
    let script: String = step
        .lines()
        .take_while(|line| !line.trim_start().starts_with("env:"))
        .map(|line| format!("{}\n", line.trim()))
        .collect();
    let script = script
        .replace("${{ github.base_ref }}", "main")
        .replace("${{ matrix.shard }}", "1/1");
    assert!(!script.contains("${{"), "{script}");
    let baseline = shell(
        &work,
        "proviso check --write-baseline proviso-baseline.json",
        &[],
    );
    assert!(baseline.status.success(), "{}", said(&baseline));
    std::fs::write(work.join("A.java"), BAD).expect("written");
    let run = shell(&work, &script, &[("PROVISO_CACHE_DIR", ".proviso-cache")]);
    assert_eq!(run.status.code(), Some(1), "{}", said(&run));
    let sarif = std::fs::read_to_string(work.join("proviso.sarif")).expect("written");
    assert!(sarif.contains("\"2.1.0\""), "{sarif}");
    assert!(sarif.contains("A.java"), "{sarif}");
}

#[test]
fn the_gitlab_commands_write_junit_xml() {
    let folder = repository();
    let recipe = block("CI_NODE_TOTAL");
    let step = recipe.split("script:\n").nth(1).expect("a script");
    let script: String = step
        .lines()
        .take_while(|line| !line.trim_start().starts_with("artifacts:"))
        .map(|line| line.trim().trim_start_matches("- ").to_owned() + " ")
        .collect();
    let shards = [("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "1")];
    let baseline = shell(
        folder.path(),
        "proviso check --write-baseline proviso-baseline.json",
        &[],
    );
    assert!(baseline.status.success(), "{}", said(&baseline));
    let run = shell(folder.path(), &script, &shards);
    assert!(run.status.success(), "{}", said(&run));
    let xml = std::fs::read_to_string(folder.path().join("proviso.xml")).expect("written");
    assert!(xml.contains("<testcase"), "{xml}");
}

/// Verdicts of one machine are used by another, through a folder and through Redis; a store that is gone is a warning.
#[test]
fn machines_share_verdicts_through_a_store() {
    let folder = repository();
    let store = folder.path().join(".git/store");
    let tree = program::root().join("tests/subjects/papers/BinarySearchTree.java");
    std::fs::copy(tree, folder.path().join("BinarySearchTree.java")).expect("copied");
    let check = |machine: &str, store: &str| {
        // Long enough for its time to differ from run to run.
        let script = "proviso check --format json -k 2 --method 'BinarySearchTree.find(I)Ljava/lang/Object;' .";
        let environment = [
            ("PROVISO_CACHE_DIR", machine),
            ("PROVISO_SHARED_CACHE", store),
        ];
        let output = shell(folder.path(), script, &environment);
        assert!(output.status.success(), "{}", said(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        let stats = report["methods"][0]["stats"].clone();
        assert!(stats["total_ms"].is_u64(), "{report}");
        (stats, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let machine = |name: &str| folder.path().join(".git").join(name).display().to_string();
    let mut stores = vec![store.display().to_string()];
    let redis = Redis::start(folder.path());
    stores.extend(redis.as_ref().map(Redis::url));
    for (number, store) in stores.iter().enumerate() {
        let (first, _) = check(&machine(&format!("a{number}")), store);
        // It takes the first machine's word even if that machine was slow.
        let (second, warned) = check(&machine(&format!("b{number}")), store);
        assert_eq!(first, second, "{store}");
        assert_eq!(warned, "", "{store}");
    }
    let kept = walk(&store);
    assert!(!kept.is_empty(), "nothing is in the store");
    for file in &kept {
        std::fs::write(file, "rubbish").expect("written");
    }
    let (_, warned) = check(&machine("c"), &stores[0]);
    assert_eq!(warned, "", "rubbish is passed over");

    let (_, warned) = check(&machine("d"), "redis://127.0.0.1:1/");
    assert!(
        warned.contains("warning: the shared cache redis://127.0.0.1:1/"),
        "{warned}"
    );
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(walk(&path)),
            path => found.push(path),
        }
    }
    found
}

/// A Redis server of our own, where the machine has one.
struct Redis {
    server: std::process::Child,
    port: u16,
}

impl Redis {
    fn start(folder: &Path) -> Option<Redis> {
        let free = std::net::TcpListener::bind("127.0.0.1:0").ok()?;
        let port = free.local_addr().ok()?.port();
        drop(free);
        let mut command = Command::new("redis-server");
        command.args([
            "--port",
            &port.to_string(),
            "--save",
            "",
            "--bind",
            "127.0.0.1",
        ]);
        let server = command
            .current_dir(folder)
            .stdout(std::process::Stdio::null())
            .spawn()
            .ok()?;
        let redis = Redis { server, port };
        for _ in 0..100 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(redis);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("redis-server does not answer");
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
