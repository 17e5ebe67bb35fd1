//! Projects rather than methods: bad texts, overlays, several files, workers, the cache.

mod support;

use proviso_checker::{Cancel, Session};
use proviso_project::Options;
use proviso_report::{ProblemKind, Report, Severity, Verdict};
use support::check_files;

#[test]
fn an_error_in_a_clause_is_a_spec_error_there_and_the_rest_is_checked() {
    let text = r#"
class Clauses {
    //@ ensures \result == nowhere;
    static int bad(int x) { return x; }

    //@ ensures \result == x + 1;
    static int wrong(int x) { return x; }
}
"#;
    let checked = check_files(&[("Clauses.java", text)], |_| {});
    let bad = checked.method("bad");
    assert_eq!(bad.verdict, Verdict::SpecError, "{}", support::summary(bad));
    assert!(
        bad.unknowns[0].why.contains("nowhere"),
        "{:?}",
        bad.unknowns
    );
    let problem = &checked.report.problems[0];
    assert_eq!(problem.kind, ProblemKind::Jml);
    let place = problem.place.as_ref().expect("a place");
    assert_eq!(place.range.start.line, 3);
    assert_eq!(checked.method("wrong").verdict, Verdict::Violated);
}

#[test]
fn an_error_in_a_body_is_javacs_word_and_the_rest_is_checked() {
    let text = r#"
class Bodies {
    static int broken(int x) { return y; }

    //@ ensures \result == x;
    static int fine(int x) { return x; }
}
"#;
    let checked = check_files(&[("Bodies.java", text)], |_| {});
    let problem = &checked.report.problems[0];
    assert_eq!(problem.kind, ProblemKind::Java, "{problem:?}");
    assert_eq!(problem.severity, Severity::Error);
    assert!(problem.message.contains("variable y"), "{problem:?}");
    let place = problem.place.as_ref().expect("a place");
    assert_eq!(place.range.start.line, 3);
    let broken = checked.method("broken");
    assert_eq!(broken.verdict, Verdict::Unknown);
    assert!(broken.unknowns[0].why.contains("does not compile"));
    let fine = checked.method("fine");
    assert_eq!(fine.verdict, Verdict::Holds, "{}", support::summary(fine));
}

#[test]
fn a_file_that_is_no_java_does_not_hide_the_others() {
    let files = [
        (
            "Good.java",
            "class Good { //@ ensures \\result == 1;\n static int one() { return 1; } }",
        ),
        ("Bad.java", "class Bad { int f( { }"),
    ];
    let checked = check_files(&files, |_| {});
    assert_eq!(checked.method("one").verdict, Verdict::Holds);
    assert!(
        checked
            .report
            .problems
            .iter()
            .any(|p| p.kind == ProblemKind::Java)
    );
}

#[test]
fn programs_that_use_the_same_names_are_checked_side_by_side() {
    let one = "class One { //@ ensures \\result == 1;\n static int f() { return Helper.g(); } }
               class Helper { static int g() { return 1; } }";
    let two = one
        .replace("One", "Two")
        .replace("return 1; }", "return 2; }");
    let checked = check_files(&[("One.java", one), ("Two.java", &two)], |_| {});
    assert!(
        checked.report.problems.is_empty(),
        "{:?}",
        checked.report.problems
    );
    assert_eq!(checked.method("One.f").verdict, Verdict::Holds);
    assert_eq!(checked.method("Two.f").verdict, Verdict::Violated);
}

#[test]
fn contracts_of_other_files_count() {
    let files = [
        (
            "p/Base.java",
            "package p; public class Base { //@ ensures \\result > 0;\n public int size() { return 1; } }",
        ),
        (
            "q/Sub.java",
            "package q; import p.Base; public class Sub extends Base { public int size() { return 0; } }",
        ),
    ];
    let checked = check_files(&files, |_| {});
    let method = checked.method("q.Sub.size");
    assert_eq!(
        method.verdict,
        Verdict::Violated,
        "{}",
        support::summary(method)
    );
    let clause = method.violations[0].clause.as_ref().expect("a clause");
    assert!(clause.place.file.ends_with("Base.java"), "{clause:?}");
}

const MANY: &str = r#"
class Many {
    int value;
    /*@ nullable */ Many next;

    //@ ensures \result >= 0;
    int first(int x) { return x / 2; }

    //@ requires other != null;
    //@ ensures \old(value) == value;
    void second(Many other) { other.value = 1; }

    //@ ensures \result != null;
    //@ nullable
    Many third() { return next; }

    int fourth(int[] a, int i) { return a[i]; }
}
"#;

/// Without what differs from run to run.
fn stable(mut report: Report) -> String {
    for method in &mut report.methods {
        method.stats.total_ms = 0;
        method.stats.solver_ms = 0;
    }
    serde_json::to_string_pretty(&report).expect("JSON")
}

#[test]
fn two_workers_give_the_same_report_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Many.java"), MANY).expect("written");
    let run = |jobs| {
        let options = Options {
            jobs,
            ..support::options(folder.path())
        };
        let session = Session::open(options).expect("a session");
        let prepared = session.prepare();
        stable(session.check_all(&prepared, &Cancel::new(), &mut |_| {}))
    };
    let one = run(1);
    assert!(one.contains("violated"), "{one}");
    assert_eq!(one, run(2));
}

#[test]
fn unsaved_text_stands_for_the_file_and_unchanged_units_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Edit.java");
    let text = "class Edit { //@ ensures \\result == 1;\n static int f() { return 2; } }";
    std::fs::write(&file, text).expect("written");
    let session = Session::open(support::options(folder.path())).expect("a session");
    let verdict = || {
        let prepared = session.prepare();
        let method = prepared.methods.iter().find(|m| m.id.starts_with("Edit.f"));
        let id = &method.expect("the method").id;
        let bounds = session.options().bounds;
        let report = session.check(&prepared, id, bounds, &Cancel::new());
        report.expect("a known method").verdict
    };
    assert_eq!(verdict(), Verdict::Violated);
    session.update_file(&file, Some(text.replace("return 2", "return 1")));
    assert_eq!(verdict(), Verdict::Holds);
    session.update_file(&file, None);
    assert_eq!(verdict(), Verdict::Violated);
}

#[test]
fn a_companion_file_specifies_the_class_beside_it() {
    let files = [
        ("Plain.java", "class Plain { int one() { return 1; } }"),
        (
            "Plain.jml",
            "class Plain {\n  //@ ensures \\result == 2;\n  int one();\n}",
        ),
    ];
    let checked = check_files(&files, |_| {});
    let method = checked.method("one");
    assert_eq!(
        method.verdict,
        Verdict::Violated,
        "{}",
        support::summary(method)
    );
    let clause = method.violations[0].clause.as_ref().expect("a clause");
    assert!(clause.place.file.ends_with("Plain.jml"), "{clause:?}");
    assert_eq!(clause.place.range.start.line, 2);
}

#[test]
fn an_edit_elsewhere_keeps_a_verdict_and_an_edit_of_what_is_called_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Parts.java");
    let text = "class Parts {
        //@ ensures \\result == 3;
        static int sum() { return one() + 2; }
        static int one() { return 1; }
        static int other() { return 7; }
    }";
    let run = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let options = Options {
            cache: true,
            cache_dir: Some(cache.path().to_owned()),
            methods: vec!["sum".to_owned()],
            ..support::options(folder.path())
        };
        let session = Session::open(options).expect("a session");
        let prepared = session.prepare();
        let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
        report.methods.into_iter().next().expect("sum")
    };
    let first = run(text);
    assert_eq!(first.verdict, Verdict::Holds);
    // Timings too: it was not computed again.
    assert_eq!(run(&text.replace("return 7", "return 8")), first);
    assert_eq!(
        run(&text.replace("return 1", "return 9")).verdict,
        Verdict::Violated
    );
}

#[test]
fn a_cached_verdict_is_the_same_and_an_edit_forgets_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Many.java");
    let run = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let options = Options {
            cache: true,
            cache_dir: Some(cache.path().to_owned()),
            ..support::options(folder.path())
        };
        let session = Session::open(options).expect("a session");
        let prepared = session.prepare();
        session.check_all(&prepared, &Cancel::new(), &mut |_| {})
    };
    let first = run(MANY);
    let again = run(MANY);
    // Timings and all: nothing was computed again.
    assert_eq!(first.methods, again.methods);
    let edited = run(&MANY.replace("x / 2", "x & 1"));
    assert_eq!(
        edited.methods[0].verdict,
        Verdict::Holds,
        "{:?}",
        edited.methods[0]
    );
}

#[test]
fn a_cancelled_check_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Many.java"), MANY).expect("written");
    let session = Session::open(support::options(folder.path())).expect("a session");
    let prepared = session.prepare();
    let cancel = Cancel::new();
    cancel.cancel();
    let report = session.check(
        &prepared,
        &prepared.methods[0].id,
        session.options().bounds,
        &cancel,
    );
    let report = report.expect("a known method");
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(
        report.unknowns.iter().any(|u| u.why == "cancelled"),
        "{report:?}"
    );
}

#[test]
fn without_replay_violations_are_not_replayable_and_nothing_runs() {
    let checked = check_files(&[("Many.java", MANY)], |options| options.replay = false);
    let violation = checked.violation("first");
    assert_eq!(violation.replay, proviso_report::Replay::NotReplayable);
    let note = violation.replay_note.as_deref();
    assert_eq!(note, Some("replay is switched off"));
}

/// Files that know nothing of each other are compiled in one go: that must not show.
#[test]
fn files_compiled_together_have_the_verdicts_each_has_alone() {
    let files = [
        (
            "Wrong.java",
            "class Wrong { //@ ensures \\result == x;\n static int f(int x) { return 1; } }",
        ),
        (
            "Body.java",
            "class Body { static int f(int x) { return y; }\n //@ ensures \\result == x;\n static int g(int x) { return x; } }",
        ),
        (
            "Clause.java",
            "class Clause { //@ ensures \\result == nowhere;\n static int f(int x) { return x; } }",
        ),
        ("Text.java", "class Text { static int f(int x) { return x; "),
        (
            "One.java",
            "class One { static int f(Both b) { return b.n; } } class Both { int n = 1; }",
        ),
        (
            "Two.java",
            "class Two { static int f(Both b) { return b.m; } } class Both { int m; Runnable r = () -> { new Object() {}; }; }",
        ),
        (
            "Lang.java",
            "package java.util; class Lang { static int f(int x) { return x; } }",
        ),
        (
            "Fine.java",
            "class Fine { //@ ensures \\result == x;\n static int f(int x) { return x; } }",
        ),
    ];
    let seen = |report: &Report| {
        let mut methods: Vec<String> = report.methods.iter().map(support::summary).collect();
        methods.sort();
        let mut problems: Vec<String> = report.problems.iter().map(|p| p.message.clone()).collect();
        problems.sort();
        (methods, problems)
    };
    let mut apart = (Vec::new(), Vec::new());
    for file in files {
        let checked = check_files(&[file], |_| {});
        let (methods, problems) = seen(&checked.report);
        apart.0.extend(methods);
        apart.1.extend(problems);
    }
    apart.0.sort();
    apart.1.sort();
    let together = check_files(&files, |_| {});
    assert_eq!(seen(&together.report), apart);
    assert_eq!(apart.0.len(), 10, "{:?}", apart.0);
}
