//! The command line as people and scripts use it: verdicts in JSON, exit codes, and clear words on bad input.

use std::process::Command;
use std::time::Duration;

use proviso_report::{Replay, Value, Verdict, ViolationKind};
use proviso_tests::program;

const ABS: &str = "public class Abs {
    //@ ensures \\result >= 0;
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }
}
";

#[test]
fn abs_is_violated_by_the_least_int_and_the_jvm_confirms_it() {
    let report = program::check_text("Abs.java", ABS, &[]);
    let method = &report.methods[0];
    assert_eq!(method.id, "Abs.abs(I)I");
    assert_eq!(method.verdict, Verdict::Violated);
    let violation = method
        .violations
        .iter()
        .find(|v| v.kind == ViolationKind::Ensures)
        .expect("the postcondition is violated");
    assert_eq!(violation.replay, Replay::Confirmed, "{violation:?}");
    assert_eq!(violation.inputs[0].value, Value::Int(i32::MIN));
    let clause = violation.clause.as_ref().expect("a clause");
    assert_eq!(clause.place.range.start.line, 2);
    assert_eq!(violation.at.range.start.line, 4);
}

#[test]
fn abs_holds_for_all_inputs_when_the_least_int_is_excluded() {
    let text = ABS.replace(
        "//@ ensures",
        "//@ requires x != Integer.MIN_VALUE;\n    //@ ensures",
    );
    let report = program::check_text("Abs.java", &text, &[]);
    assert_eq!(report.methods[0].verdict, Verdict::Holds, "{report:?}");
    assert!(report.methods[0].cuts.is_empty());
}

/// Runs the program and says how it ended and what it said, for the exit-code tests.
fn ended(arguments: &[&str]) -> (Option<i32>, String) {
    let output = program::run(arguments);
    let words = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    (output.status.code(), words)
}

#[test]
fn exit_codes_tell_violated_from_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Abs.java");
    std::fs::write(&file, ABS).expect("written");
    let path = file.to_str().expect("UTF-8");
    assert_eq!(ended(&["check", path]).0, Some(1));
    std::fs::write(&file, ABS.replace(">= 0", ">= 0 || x == Integer.MIN_VALUE")).expect("written");
    assert_eq!(ended(&["check", path]).0, Some(0));
}

#[test]
fn bad_usage_is_one_clear_line_and_exit_code_two() {
    let empty = tempfile::tempdir().expect("a folder");
    let empty = empty.path().to_str().expect("UTF-8");
    for (arguments, word) in [
        (vec!["check", "--no-such-flag"], "--no-such-flag"),
        (vec!["check", "no/such/File.java"], "no/such/File.java"),
        (vec!["check", empty], "Java"),
        (
            vec!["check", "--jdk", "/no/such/jdk", empty],
            "/no/such/jdk",
        ),
    ] {
        let (code, words) = ended(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {words}");
        assert!(words.contains(word), "{arguments:?}: {words}");
        assert!(!words.contains("panicked"), "{words}");
    }
}

#[test]
fn without_a_jdk_the_program_says_what_it_looked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Abs.java");
    std::fs::write(&file, ABS).expect("written");
    let mut command = Command::new(program::proviso());
    command
        .args(["check"])
        .arg(&file)
        .env_remove("JAVA_HOME")
        .env("PATH", folder.path());
    let output = program::run_command(command, Duration::from_secs(60));
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("JAVA_HOME"), "{words}");
}

#[test]
fn a_file_that_does_not_compile_costs_only_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Abs.java"), ABS).expect("written");
    std::fs::write(
        folder.path().join("Broken.java"),
        "class Broken { int f() { return \"x\"; } }",
    )
    .expect("written");
    std::fs::write(folder.path().join("Torn.java"), "class Torn { void f( { ").expect("written");
    let report = program::check(&[folder.path().to_str().expect("UTF-8")]);
    let abs = report.methods.iter().find(|m| m.id == "Abs.abs(I)I");
    assert_eq!(abs.expect("Abs is checked").verdict, Verdict::Violated);
    for file in ["Broken.java", "Torn.java"] {
        assert!(
            report
                .problems
                .iter()
                .any(|p| p.place.as_ref().is_some_and(|at| at.file.ends_with(file))),
            "no problem in {file}: {:?}",
            report.problems
        );
    }
}

#[test]
fn a_clause_that_does_not_compile_is_a_spec_error_and_the_others_are_checked() {
    let text = ABS.replace("//@ ensures", "//@ ensures nobody > 3;\n    //@ ensures");
    let report = program::check_text("Abs.java", &text, &[]);
    let method = &report.methods[0];
    assert!(
        matches!(method.verdict, Verdict::Violated | Verdict::SpecError),
        "{method:?}"
    );
    assert!(
        method
            .violations
            .iter()
            .any(|v| v.kind == ViolationKind::Ensures && v.replay == Replay::Confirmed),
        "{method:?}"
    );
    assert!(
        report
            .problems
            .iter()
            .any(|p| p.place.as_ref().is_some_and(|at| at.range.start.line == 2)),
        "{:?}",
        report.problems
    );
}

#[test]
fn the_version_names_z3_and_the_jdk() {
    let (code, words) = ended(&["--version"]);
    assert_eq!(code, Some(0));
    for part in ["proviso", "Z3", "JDK"] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn the_number_of_jobs_does_not_change_the_report() {
    let examples = program::root().join("examples");
    let path = examples.to_str().expect("UTF-8");
    let [one, two] = ["1", "2"].map(|jobs| {
        // Which facts a proof finds depends on the clock.
        let mut report = program::check(&["--jobs", jobs, "--close", "off", path]);
        for method in &mut report.methods {
            method.stats.total_ms = 0;
            method.stats.solver_ms = 0;
        }
        serde_json::to_string_pretty(&report).expect("JSON")
    });
    assert!(one == two, "jobs 1 and 2 differ:\n{one}\n---\n{two}");
}

#[test]
fn overflow_is_what_the_arithmetic_setting_says() {
    let text = "class A { int next(int x) { return x + 1; } }";
    let verdict_and_findings = |mode: &str| {
        let report = program::check_text("A.java", text, &["--arithmetic", mode]);
        let method = &report.methods[0];
        (method.verdict, method.violations.len())
    };
    assert_eq!(verdict_and_findings("java"), (Verdict::Holds, 0));
    assert_eq!(verdict_and_findings("safe"), (Verdict::Holds, 1));
    assert_eq!(verdict_and_findings("safe-error"), (Verdict::Violated, 1));
}

#[test]
fn keys_switch_conditional_annotations_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("A.java");
    std::fs::write(
        &file,
        "class A {\n //+KEY@ ensures false;\n int m() { return 1; }\n //-KEY@ ensures false;\n int n() { return 1; }\n}",
    )
    .expect("written");
    let path = file.to_str().expect("a UTF-8 path");
    let violated = |arguments: &[&str]| -> Vec<bool> {
        let report = program::check(arguments);
        let methods = report.methods.iter();
        methods.map(|m| m.verdict == Verdict::Violated).collect()
    };
    assert_eq!(violated(&[path]), [false, true]);
    assert_eq!(violated(&["--key", "KEY", path]), [true, false]);
    let config = folder.path().join("proviso.toml");
    std::fs::write(&config, "keys = [\"KEY\"]\n").expect("written");
    assert_eq!(violated(&[path]), [true, false]);
    std::fs::write(&config, "keys = [\"not a key\"]\n").expect("written");
    let (code, words) = ended(&["check", path]);
    assert_eq!(code, Some(2));
    assert!(words.contains("is no identifier"), "{words}");
}

#[test]
fn resources_of_a_project_are_found_where_a_jvm_finds_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, text).expect("the file");
    };
    write(
        "pom.xml",
        "<project><modelVersion>4.0.0</modelVersion></project>",
    );
    write("src/main/resources/p/t.txt", "hello");
    write(
        "src/main/java/p/Rs.java",
        r#"package p;
public class Rs {
    static final Object R;
    static {
        R = Rs.class.getResourceAsStream("/p/t.txt");
        if (R == null) throw new IllegalStateException("no resource");
    }

    //@ ensures \result == x;
    public int id(int x) { return x; }

    //@ ensures \result == 'h';
    static int first() throws java.io.IOException { return Rs.class.getResourceAsStream("t.txt").read(); }

    //@ ensures \result == 'H';
    static int wrong() throws java.io.IOException { return Rs.class.getResourceAsStream("t.txt").read(); }

    //@ ensures \result;
    static boolean none() { return Rs.class.getResourceAsStream("none.txt") == null; }
}
"#,
    );
    let report = program::check(&[folder.path().to_str().expect("a UTF-8 path")]);
    let verdict = |name: &str| {
        let method = report.methods.iter().find(|m| m.id.contains(name));
        method.expect("it is checked").verdict
    };
    assert_eq!(verdict(".id("), Verdict::Holds, "{:?}", report.methods);
    assert_eq!(verdict(".first("), Verdict::Holds);
    assert_eq!(verdict(".wrong("), Verdict::Violated);
    assert_eq!(verdict(".none("), Verdict::Holds);
}
