//! Whole programs from their entry, with nondeterministic calls and without contracts: as competitions of verifiers pose them.

use proviso_report::{Verdict, ViolationKind};
use proviso_tests::program;

/// Where unknown values come from, as benchmark suites have it.
const VERIFIER: &str = "
final class Verifier {
    static void assume(boolean condition) { if (!condition) Runtime.getRuntime().halt(1); }
    static int nondetInt() { return new java.util.Random().nextInt(); }
    static boolean nondetBoolean() { return new java.util.Random().nextBoolean(); }
    static String nondetString() { return new String(new char[new java.util.Random().nextInt(9)]); }
}
";

/// What is violated in `public static void main(String[] args) { body }`, and the verdict.
fn judge(members: &str, body: &str) -> (Verdict, Vec<ViolationKind>) {
    let text = format!(
        "public class Main {{\n    {members}\n    public static void main(String[] args) {{\n        {body}\n    }}\n}}\n{VERIFIER}"
    );
    let flags = [
        "--entry",
        "Main.main",
        "--nondet",
        "Verifier.nondet*",
        "--no-contracts",
    ];
    let report = program::check_text("Main.java", &text, &flags);
    assert_eq!(report.methods.len(), 1, "only the entry is checked");
    let method = &report.methods[0];
    (
        method.verdict,
        method.violations.iter().map(|v| v.kind).collect(),
    )
}

fn holds(members: &str, body: &str) {
    let (verdict, kinds) = judge(members, body);
    assert!(
        matches!(verdict, Verdict::Holds | Verdict::HoldsToBound),
        "{body}: {verdict:?} {kinds:?}"
    );
}

fn violates(kind: ViolationKind, members: &str, body: &str) {
    let (verdict, kinds) = judge(members, body);
    assert_eq!(verdict, Verdict::Violated, "{body}");
    assert_eq!(kinds, [kind], "{body}");
}

#[test]
fn assertions_over_unknown_numbers() {
    let add = "static int add(int m, int n) { return n == 0 ? m : n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1); }";
    let ask = "int m = Verifier.nondetInt(), n = Verifier.nondetInt(); if (m < 0 || m > 5 || n < 0 || n > 5) return;";
    holds(add, &format!("{ask} assert add(m, n) == m + n;"));
    violates(
        ViolationKind::Assert,
        add,
        &format!("{ask} assert add(m, n) < 10;"),
    );
}

#[test]
fn what_is_assumed_by_ending_the_program() {
    holds(
        "",
        "int x = Verifier.nondetInt(); Verifier.assume(x > 3); assert x != 3;",
    );
    holds(
        "",
        "int x = Verifier.nondetInt(); try { if (x < 0) System.exit(2); } finally { x++; } assert x > 0 || x == Integer.MIN_VALUE;",
    );
    violates(
        ViolationKind::Assert,
        "",
        "int x = Verifier.nondetInt(); Verifier.assume(x > 3); assert x != 4;",
    );
}

#[test]
fn the_launcher_passes_no_null() {
    holds(
        "",
        "int n = 0; for (String s : args) n += s.length(); assert n >= 0;",
    );
    violates(
        ViolationKind::Bounds,
        "",
        "if (args.length < 2) args[1] = args[0];",
    );
}

#[test]
fn strings_that_are_unknown() {
    holds(
        "",
        "String s = Verifier.nondetString(); if (s.length() != 3) return; String t = s.substring(0, 2) + 'x'; assert t.length() == 3 && t.charAt(2) == 'x';",
    );
    violates(
        ViolationKind::Assert,
        "",
        "String s = Verifier.nondetString(); assert !new StringBuilder(s).append('Z').toString().equals(\"abZ\");",
    );
}

#[test]
fn exceptions_and_late_binding() {
    let types = "static class A extends RuntimeException {} static class B extends A {} static void f(int x) { if (x > 100) throw new B(); if (x < 0) throw new A(); }";
    holds(
        types,
        "try { f(Verifier.nondetInt()); } catch (A e) { assert e instanceof A; }",
    );
    violates(
        ViolationKind::Assert,
        types,
        "try { f(Verifier.nondetInt()); } catch (B e) { assert false; } catch (A e) { }",
    );
    let shapes = "interface Shape { int area(); } record Sq(int w) implements Shape { public int area() { return w * w; } } record Line() implements Shape { public int area() { return 0; } }";
    holds(
        shapes,
        "Shape s = Verifier.nondetBoolean() ? new Sq(3) : new Line(); assert s.area() == 9 || s instanceof Line;",
    );
}
