//! Code that nobody wrote contracts for: with `check = "contracts"` only what is certain is an error there.

mod support;

use proviso_project::Check;
use proviso_report::{MethodReport, Severity, Verdict};
use support::check_with;

const LEGACY: &str = r#"
    class L {
        Object o;
        int[] table = new int[4];
        int at(int i) { return table[i]; }
        static int always(String s) { Object none = null; return none.hashCode(); }
        static Object find(boolean b) { if (b) return "x"; return null; }
        //@ requires i >= 0;
        static int half(int i) { return i / 2; }
        static int caller(int i) { return half(i); }
        //@ requires true;
        static int use(L l) { return l.at(9); }
        /*@ nullable */ static Object said(boolean b) { Object none = null; return b ? none.toString() : none; }
        static int asserted(int i) {
            //@ assert i != 7;
            return i;
        }
    }
"#;

fn of<'m>(methods: &'m [MethodReport], name: &str) -> &'m MethodReport {
    let named = |method: &&MethodReport| method.id.contains(name);
    methods.iter().find(named).expect("it is checked")
}

#[test]
fn without_a_contract_only_what_is_certain_is_an_error() {
    let checked = check_with(LEGACY, |options| options.check = Check::Contracts);
    let methods = &checked.report.methods;
    for name in [".always(", ".caller(", ".use(", ".said(", ".asserted("] {
        let method = of(methods, name);
        assert_eq!(method.verdict, Verdict::Violated, "{name} {method:?}");
    }
    for name in [".at(", ".find("] {
        let method = of(methods, name);
        assert_eq!(method.verdict, Verdict::Holds, "{name}");
        assert_eq!(method.violations.len(), 1, "{name}");
        assert_eq!(method.violations[0].severity, Severity::Information);
    }
    // A field that nobody assigns, of which nobody wrote that it is not null.
    let made = of(methods, "<init>");
    assert_eq!(made.violations[0].severity, Severity::Information);
    assert_ne!(made.verdict, Verdict::Violated);
    assert!(made.unknowns.is_empty(), "{:?}", made.unknowns);
}

#[test]
fn what_nobody_wrote_says_so() {
    let checked = check_with(LEGACY, |_| {});
    let methods = &checked.report.methods;
    let implied = |name: &str| of(methods, name).violations[0].implied;
    assert!(implied(".find("), "the default of a result");
    assert!(implied("<init>"), "the default of a field");
    for name in [".at(", ".always(", ".caller(", ".said("] {
        assert!(!implied(name), "{name}");
    }
}

#[test]
fn a_project_can_say_that_references_are_nullable() {
    let checked = check_with(LEGACY, |options| options.nullable_by_default = true);
    let methods = &checked.report.methods;
    assert_eq!(of(methods, ".find(").verdict, Verdict::Holds);
    assert_eq!(of(methods, "<init>").verdict, Verdict::Holds);
}
