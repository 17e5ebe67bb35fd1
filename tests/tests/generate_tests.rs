//! Generated tests, end to end: written for the examples, compiled by javac and run by JUnit outside of Proviso.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use proviso_tests::program;
use serde_json::Value;

const LAUNCHER: &str = "/usr/share/java/junit-platform-console-standalone.jar";

fn generate(output: &Path) -> Vec<Value> {
    generate_for(&program::root().join("examples"), output, &[])
}

fn generate_for(subject: &Path, output: &Path, more: &[&str]) -> Vec<Value> {
    let mut arguments = vec![
        "generate-tests",
        "--no-cache",
        "--format",
        "json",
        "--output",
    ];
    arguments.extend([
        output.to_str().expect("UTF-8"),
        subject.to_str().expect("UTF-8"),
    ]);
    arguments.extend(more);
    let result = program::run(&arguments);
    assert_eq!(
        result.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&result.stderr)
    );
    String::from_utf8_lossy(&result.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// The subject in a folder of its own, and its covering tests.
fn cover(text: &str, more: &[&str]) -> (tempfile::TempDir, Vec<Value>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src");
    std::fs::create_dir(&source).expect("a folder");
    std::fs::write(source.join("Subject.java"), text).expect("written");
    let output = folder.path().join("tests");
    let mut arguments = vec!["--select", "cover"];
    arguments.extend(more);
    let offers = generate_for(&source, &output, &arguments);
    let written = std::fs::read_to_string(output.join("SubjectProvisoTest.java"));
    (folder, offers, written.unwrap_or_default())
}

/// Why the method has no test, or `None` if it has.
fn refusal(offers: &[Value], method: &str) -> Option<String> {
    let own: Vec<&Value> = offers
        .iter()
        .filter(|o| o["method"].as_str().expect("a method").contains(method))
        .collect();
    assert!(!own.is_empty(), "{method} is not spoken of: {offers:#?}");
    if own.iter().any(|o| o["test"].is_string()) {
        return None;
    }
    let why = own.iter().find_map(|o| o["refused"].as_str());
    Some(why.unwrap_or("").to_owned())
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .collect();
    files.sort();
    files
}

/// What JUnit says of all tests in a folder of classes.
fn under_junit(classes: &Path) -> String {
    let mut junit = Command::new("java");
    junit
        .arg("-cp")
        .arg(format!("{LAUNCHER}:{}", classes.display()))
        .args([
            "org.junit.platform.console.ConsoleLauncher",
            "--disable-ansi-colors",
        ])
        .arg(format!("--scan-class-path={}", classes.display()));
    let run = program::run_command(junit, Duration::from_secs(120));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn violations_of_the_examples_become_tests_that_fail_under_junit() {
    assert!(
        Path::new(LAUNCHER).is_file(),
        "JUnit is missing: ./x test installs Debian's junit5"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let offers = generate(folder.path());
    let written: Vec<&Value> = offers.iter().filter(|o| o["test"].is_string()).collect();
    // abs, transfer, moveAll and findWrong can all be shown from outside.
    assert_eq!(written.len(), 4, "{offers:#?}");
    let files = java_files(folder.path());
    let texts: Vec<String> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("readable"))
        .collect();

    let classes = folder.path().join("classes");
    let mut javac = Command::new("javac");
    javac
        .args(["-Xlint:all", "-d"])
        .arg(&classes)
        .args(["-cp", LAUNCHER])
        .args(&files)
        .args(java_files(&program::root().join("examples")));
    let compiled = program::run_command(javac, Duration::from_secs(120));
    assert!(
        compiled.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&compiled.stderr),
        texts.join("\n")
    );
    let said = under_junit(&classes);
    assert!(said.contains("4 tests failed"), "{said}");
    assert!(said.contains("0 tests successful"), "{said}");

    // Once more: nothing changes.
    generate(folder.path());
    for (file, text) in files.iter().zip(&texts) {
        assert_eq!(&std::fs::read_to_string(file).expect("readable"), text);
    }
}

/// The folder with the classes of the tests in this folder and of their subject.
fn compiled_without_warnings(tests: &Path, subject: &Path) -> PathBuf {
    let classes = tests.join("classes");
    let mut javac = Command::new("javac");
    javac
        .args(["-Xlint:all", "-Werror", "-d"])
        .arg(&classes)
        .args(["-cp", LAUNCHER])
        .args(java_files(tests))
        .arg(subject);
    let compiled = program::run_command(javac, Duration::from_secs(120));
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    classes
}

#[test]
fn a_clause_does_not_cast_a_variable_to_its_own_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = folder.path().join("Box.java");
    let text = "class Box {
    int value;

    //@ requires o instanceof Box;
    //@ ensures ((Box) o).value == 5;
    void put(Object o) {
        ((Box) o).value = 5;
    }
}
";
    std::fs::write(&subject, text).expect("written");
    let tests = folder.path().join("tests");
    generate_for(&subject, &tests, &["--select", "cover"]);
    let said = under_junit(&compiled_without_warnings(&tests, &subject));
    assert!(said.contains("0 tests failed"), "{said}");
    let written = std::fs::read_to_string(&java_files(&tests)[0]).expect("readable");
    assert!(written.contains("assertTrue(o.value == 5"), "{written}");
}

#[test]
fn the_checks_of_a_loop_are_no_branches_of_the_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = folder.path().join("Count.java");
    let text = "class Count {
    //@ requires 0 <= n && n <= 3;
    //@ ensures \\result == n;
    static int up(int n) {
        int i = 0;
        //@ maintaining 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }
}
";
    std::fs::write(&subject, text).expect("written");
    let offers = generate_for(
        &subject,
        &folder.path().join("tests"),
        &["--select", "cover"],
    );
    let line = offers.iter().find(|o| o["coverage"].is_object());
    let coverage = &line.expect("a line about the branches")["coverage"];
    for figure in ["covered", "coverable", "total"] {
        assert_eq!(coverage[figure], 2, "{figure} in {coverage}");
    }
}

#[test]
fn covering_tests_take_every_branch_with_fewer_tests_than_paths() {
    let subject = program::root().join("tests/subjects/papers/BinarySearchTree.java");
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["--select", "cover", "-k", "2"];
    let offers = generate_for(&subject, folder.path(), &arguments);
    let lines = offers.iter().filter(|o| o["kind"] == "coverage");
    let (refused, lines): (Vec<&Value>, Vec<&Value>) =
        lines.partition(|o| o["refused"].is_string());
    for line in refused {
        // A private method cannot be called.
        let why = line["refused"].as_str().expect("a reason");
        assert!(why.contains("private"), "{line}");
    }
    assert!(lines.len() > 5, "{lines:?}");
    for line in lines {
        let coverage = &line["coverage"];
        assert_eq!(coverage["covered"], coverage["coverable"], "{line}");
    }
    let remove = "BinarySearchTree.remove(I)Ljava/lang/Object;";
    let of_remove = |o: &&Value| o["method"] == remove;
    let coverage = offers
        .iter()
        .filter(of_remove)
        .find(|o| o["kind"] == "coverage");
    assert_eq!(coverage.expect("a line")["coverage"]["paths"], 21);
    let tests: Vec<&Value> = offers.iter().filter(|o| o["test"].is_string()).collect();
    let removing = tests.iter().filter(|o| o["method"] == remove).count();
    assert!((2..=6).contains(&removing), "{removing} tests for 21 paths");
    for test in &tests {
        assert_eq!(test["built_without_reflection"], true, "{test}");
    }

    // Outside of Proviso, with all warnings as errors.
    let files = java_files(folder.path());
    let said = under_junit(&compiled_without_warnings(folder.path(), &subject));
    assert!(
        said.contains(&format!("{} tests successful", tests.len())),
        "{said}"
    );
    assert!(said.contains("0 tests failed"), "{said}");

    let before = std::fs::read_to_string(&files[0]).expect("readable");
    generate_for(&subject, folder.path(), &arguments);
    assert_eq!(
        std::fs::read_to_string(&files[0]).expect("readable"),
        before
    );
}

#[test]
fn paths_that_differ_in_numbers_share_a_test_and_allowed_exceptions_are_expected() {
    let subject = "class Subject {
    //@ ensures x > 0 ==> \\result == 1;
    static int sign(int x) {
        return x > 0 ? 1 : x < 0 ? -1 : 0;
    }

    //@ requires true;
    //@ signals (IllegalStateException e) x < 0;
    static int root(int x) {
        if (x < 0) {
            throw new IllegalStateException(\"negative\");
        }
        return x;
    }

    //@ ensures (\\forall int i; 0 <= i && i < a.length; a[i] == 7);
    static int[] fill(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 7;
        }
        return a;
    }
}
";
    let (_folder, _, text) = cover(subject, &[]);
    for part in [
        "@ParameterizedTest",
        "@CsvSource",
        "assertEquals(expected, result);",
        "assertThrows(IllegalStateException.class, () -> Subject.root(x));",
        "assertSame(a, result)",
        "IntStream.range(0, a.length).allMatch(i -> a[i] == 7)",
        "// Observed when this test was made, not promised by the contract:",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

/// A tree whose nodes nobody outside can name.
const TREE: &str = "public class Subject {
    private static class Node {
        private int key;
        private /*@ nullable */ Node left, right;

        Node(int key) { this.key = key; }
    }

    private /*@ nullable */ Node root;

    public void insert(int key) {
        if (root == null) {
            root = new Node(key);
            return;
        }
        Node at = root;
        while (at.key != key) {
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                if (key < at.key) { at.left = new Node(key); } else { at.right = new Node(key); }
                return;
            }
            at = next;
        }
    }

    public boolean contains(int key) {
        for (Node at = root; at != null; at = key < at.key ? at.left : at.right) {
            if (at.key == key) { return true; }
        }
        return false;
    }
}
";

#[test]
fn private_state_is_built_by_public_calls_found_by_search() {
    let (_folder, offers, text) = cover(TREE, &["-k", "2"]);
    for method in ["insert", "contains"] {
        assert_eq!(refusal(&offers, method), None, "{offers:#?}");
    }
    for offer in offers.iter().filter(|o| o["test"].is_string()) {
        assert_eq!(offer["built_without_reflection"], true, "{offer}\n{text}");
    }
    assert!(!text.contains("State."), "{text}");
    let contains = text.split("void contains_").nth(1).expect("a test");
    assert!(contains.contains("subject.insert("), "{text}");

    // A state that no call leads to is built as before: there is no way to get a negative size. (An array of another length than the
    // initialiser gives is no input any more.)
    let unreachable = "class Subject {
    private int size;
    private int[] data = new int[8];
    void add(int x) { data[size] = x; size++; }
    boolean odd() { return size == -1 && data[0] == 0; }
}
";
    let (_folder, offers, text) = cover(unreachable, &[]);
    assert_eq!(refusal(&offers, "odd"), None, "{offers:#?}");
    assert!(text.contains("State.set("), "{text}");
}

#[test]
fn all_paths_are_bounded_and_say_when_they_are_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = program::root().join("tests/subjects/papers/BinarySearchTree.java");
    let method = "BinarySearchTree.find(I)Ljava/lang/Object;";
    let mut arguments = vec!["--select", "all-paths", "-k", "2", "--method", method];
    let offers = generate_for(&subject, &folder.path().join("all"), &arguments);
    assert_eq!(offers.iter().filter(|o| o["kind"] == "path").count(), 21);
    arguments.extend(["--max-tests", "5"]);
    let offers = generate_for(&subject, &folder.path().join("five"), &arguments);
    assert_eq!(offers.iter().filter(|o| o["kind"] == "path").count(), 5);
    let note = offers[0]["coverage"]["notes"][0].as_str().expect("a note");
    assert!(note.contains("the first 5"), "{note}");
}

#[test]
fn other_frameworks_run_their_own_tests() {
    let subject = "class Subject {
    private int size;

    //@ requires by >= 0 && size >= 0 && size < 1000 && by < 1000;
    //@ ensures size == \\old(size) + by;
    void grow(int by) {
        if (by > 3) {
            size = size + by;
        } else {
            size += by;
        }
    }
}
";
    for (framework, annotation) in [
        ("junit4", "import org.junit.Test;"),
        ("testng", "import org.testng.annotations.Test;"),
    ] {
        let (_folder, offers, text) = cover(subject, &["--framework", framework]);
        assert_eq!(refusal(&offers, "grow"), None, "{framework}: {offers:#?}");
        assert!(text.contains(annotation), "{text}");
    }
}

#[test]
fn odd_classes_get_a_sensible_test_or_a_clear_refusal() {
    let subject = "import java.util.List;

abstract class Shape {
    int sides;
    //@ ensures \\result == sides;
    int count() { return sides; }
}

class Hidden {
    private int x;
    private Hidden(int x) { this.x = x; }
    static Hidden of(int x) { return new Hidden(x); }
    int twice() { if (x > 100) { return 0; } return x + 1; }
}

record Point(int x, int y) {
    boolean isOrigin() { return x == 0 && y == 0; }
}

enum Light {
    RED, GREEN;
    boolean stops() { return this == RED; }
}

class Cell<T> {
    T value;
    boolean isFull() { return value != null; }
}

class Subject {
    private static class Secret {
        int open() { return 1; }
    }

    private int mine() { return 1; }

    static boolean same(Light a, Light b) { return a == b; }

    int subject(int result) { return result > 0 ? 1 : 2; }
}
";
    let (_folder, offers, text) = cover(subject, &[]);
    for made in ["twice", "isOrigin", "isFull", "same", ".subject("] {
        assert_eq!(refusal(&offers, made), None, "{made}: {offers:#?}");
    }
    assert!(
        text.contains("Hidden.of("),
        "the static factory is used:\n{text}"
    );
    assert!(
        text.contains("new Point("),
        "the record's constructor is used:\n{text}"
    );
    for (method, reason) in [("Secret.open", "cannot name"), ("mine", "private")] {
        let why = refusal(&offers, method).expect("a refusal");
        assert!(why.contains(reason), "{method}: {why}");
    }
}

#[test]
fn places_that_cannot_be_written_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let examples = program::root().join("examples/Abs.java");
    let torn = "class AbsProvisoTest {\n<<<<<<< ours\n}\n";
    let file = folder.path().join("AbsProvisoTest.java");
    std::fs::write(&file, torn).expect("written");
    let run = |output: &Path| {
        let output = output.to_str().expect("UTF-8");
        let subject = examples.to_str().expect("UTF-8");
        program::run(&["generate-tests", "--no-cache", "--output", output, subject])
    };
    let result = run(folder.path());
    assert_eq!(result.status.code(), Some(2));
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    assert!(said.contains("merge conflicts"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), torn);

    // A file where a folder is wanted cannot be written into by anybody, root included.
    let blocked = folder.path().join("AbsProvisoTest.java/tests");
    let result = run(&blocked);
    assert_eq!(result.status.code(), Some(2));
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    assert!(said.contains("AbsProvisoTest.java/tests"), "{said}");
}
