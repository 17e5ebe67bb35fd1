//! Generated tests in odd places: modules, folders nobody may write, methods that do not end, interfaces without a class,
//! names that clash. A sensible test, or a refusal that says why.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use proviso_tests::program;
use serde_json::Value;

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }
}

/// The offers and the written test classes.
fn generate(files: &[(&str, &str)], more: &[&str]) -> (Vec<Value>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src");
    write(&source, files);
    let output = folder.path().join("tests");
    let (source, tests) = (source.display().to_string(), output.display().to_string());
    let mut arguments = vec!["generate-tests", "--no-cache", "--format", "json"];
    arguments.extend(["--output", &tests, &source]);
    arguments.extend(more);
    let result = program::run(&arguments);
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!(result.status.code(), Some(0), "{said}");
    let offers = String::from_utf8_lossy(&result.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    (offers, texts(&output))
}

fn texts(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            text.push_str(&texts(&path));
        } else {
            text.push_str(&std::fs::read_to_string(path).expect("readable"));
        }
    }
    text
}

fn has_test(offers: &[Value], method: &str) -> bool {
    let mut own = offers
        .iter()
        .filter(|o| o["method"].as_str().is_some_and(|id| id.contains(method)));
    own.any(|o| o["test"].is_string())
}

#[test]
fn an_interface_without_a_class_is_stubbed_by_its_arguments() {
    let subject = "public class Subject {
    public interface Ages { int of(int id); }

    public interface Names { String name(int id); boolean known(String name); }

    static int compare(Ages ages) {
        if (ages.of(1) > 17 && ages.of(2) < 3) { return 1; }
        return 2;
    }

    static int greet(Names names) {
        String name = names.name(7);
        return names.known(name) ? 1 : 2;
    }
}
";
    let (offers, text) = generate(&[("Subject.java", subject)], &["--select", "cover"]);
    for line in offers.iter().filter(|o| o["kind"] == "coverage") {
        let coverage = &line["coverage"];
        assert_eq!(coverage["covered"], coverage["coverable"], "{line}\n{text}");
    }
    assert!(has_test(&offers, "compare"), "{offers:#?}");
    assert!(has_test(&offers, "greet"), "{offers:#?}");
    assert!(text.contains("Subject.Ages ages = argument -> "), "{text}");
    assert!(text.contains("argument == "), "by its arguments:\n{text}");
    assert!(text.contains("new Subject.Names() {"), "{text}");
    assert!(!text.contains("State."), "{text}");
}

#[test]
fn a_project_with_a_module_gets_tests() {
    let files = [
        ("module-info.java", "module m { exports p; }\n"),
        (
            "p/Subject.java",
            "package p;\n\npublic class Subject {\n    public static int sign(int x) { return x > 0 ? 1 : 0; }\n}\n",
        ),
    ];
    let (offers, text) = generate(&files, &["--select", "cover"]);
    assert!(has_test(&offers, "sign"), "{offers:#?}");
    assert!(text.starts_with("package p;"), "{text}");
}

#[test]
fn a_method_that_does_not_end_becomes_a_test_that_times_out() {
    let subject = "public class Subject {
    static int down(int n) {
        //@ decreases n;
        while (n > 0) {
            n = n - 0;
        }
        return n;
    }
}
";
    let (offers, text) = generate(&[("Subject.java", subject)], &[]);
    assert!(has_test(&offers, "down"), "{offers:#?}");
    assert!(text.contains("assertTimeoutPreemptively("), "{text}");
}

#[test]
fn classes_that_share_names_with_the_tests_own_do_not_get_in_its_way() {
    let subject = "public class Subject {
    static class State { int value; }

    static class Test { int value; }

    static int read(State state, Test test) { return state.value > test.value ? 1 : 2; }

    int act(int subject, int result, int expected) { return subject > result ? expected : 0; }
}
";
    let (offers, text) = generate(&[("Subject.java", subject)], &["--select", "cover"]);
    for method in ["read", "act"] {
        assert!(has_test(&offers, method), "{method}: {offers:#?}\n{text}");
    }
}

#[test]
fn an_abstract_class_has_no_object_and_a_generic_method_has_a_test() {
    let subject = "abstract class Subject {
    int sides;

    abstract int area();

    int count() { return sides > 3 ? 1 : 2; }

    static <T extends Comparable<T>> boolean any(java.util.List<T> list) { return list.isEmpty(); }
}
";
    let (offers, text) = generate(&[("Subject.java", subject)], &["--select", "cover"]);
    assert!(!has_test(&offers, "count"), "{text}");
    let line = offers
        .iter()
        .find(|o| o["method"].as_str().is_some_and(|id| id.contains("count")));
    let notes = line.expect("a line")["coverage"]["notes"].to_string();
    assert!(
        notes.contains("no class is known that implements Subject"),
        "{notes}"
    );
    assert!(has_test(&offers, "any"), "{offers:#?}\n{text}");
}

/// As somebody without rights: root may write anywhere.
#[test]
fn a_folder_that_may_not_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), all.clone()).expect("permitted");
    write(
        folder.path(),
        &[("src/A.java", "class A { int x() { return 1; } }\n")],
    );
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).expect("permitted");
    let is_root = Command::new("id").arg("-u").output().expect("runs").stdout == b"0\n";
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        command.arg(program::proviso());
        command
    } else {
        Command::new(program::proviso())
    };
    command
        .env("HOME", folder.path())
        .args(["generate-tests", "--no-cache", "--output"])
        .arg(closed.join("tests"))
        .arg(folder.path().join("src"));
    let result = program::run_command(command, Duration::from_secs(120));
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!(result.status.code(), Some(2), "{said}");
    assert!(said.contains("closed/tests"), "{said}");
    assert!(said.to_lowercase().contains("permission denied"), "{said}");
}
