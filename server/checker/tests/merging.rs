//! Merging: what enumeration cannot finish is decided, and where both finish they agree.

mod support;

use proviso_project::{Options, Strategy};
use proviso_report::{MethodReport, Replay};
use support::check_with;

fn merge(options: &mut Options) {
    options.strategy = Strategy::Merge;
    options.bounds.array = Some(4);
}

const ROUNDS: &str = r#"
    //? even holds
    //? oddWrong violated ensures
    //? clamp holds
    //? found holds
    //? sorted holds
    class Rounds {
        /*@ pure */ static int fold(int x) {
            int y = x ^ x >>> 16;
            y ^= y >>> 8;
            y ^= y >>> 4;
            y ^= y >>> 2;
            return (y ^ y >>> 1) & 1;
        }

        //@ ensures \result == (fold(x) == 0);
        static boolean even(int x) {
            boolean even = true;
            for (int i = 0; i < 32; i++) {
                if ((x & 1 << i) != 0) {
                    even = !even;
                }
            }
            return even;
        }

        //@ ensures \result <= 24;
        static int oddWrong(int x) {
            int n = 0;
            for (int i = 0; i < 25; i++) {
                if ((x & 1 << i) != 0) {
                    n++;
                }
            }
            return n;
        }

        int low;
        int high;

        //@ requires low <= high;
        //@ ensures low <= \result && \result <= high;
        //@ ensures low == \old(low) && high == \old(high);
        int clamp(int x) {
            int r = x;
            if (r < low) {
                r = low;
            }
            if (r > high) {
                r = high;
            }
            return r;
        }

        //@ requires a.length <= 4;
        //@ ensures \result == (\exists int i; 0 <= i && i < a.length; a[i] == x);
        static boolean found(int[] a, int x) {
            boolean found = false;
            for (int i = 0; i < a.length; i++) {
                if (a[i] == x) {
                    found = true;
                }
            }
            return found;
        }

        //@ requires a.length <= 4;
        //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
        static void sorted(int[] a) {
            for (int i = 1; i < a.length; i++) {
                int v = a[i];
                int j = i - 1;
                while (j >= 0 && a[j] > v) {
                    a[j + 1] = a[j];
                    j--;
                }
                a[j + 1] = v;
            }
        }
    }
"#;

#[test]
fn what_forks_in_every_round_is_decided() {
    let checked = check_with(ROUNDS, merge);
    for method in ["even", "oddWrong", "clamp", "found", "sorted"] {
        let report = checked.method(method);
        assert!(report.stats.merged > 0, "{method}: {:?}", report.stats);
        assert_eq!(report.stats.strategy, "merge");
    }
    assert_eq!(
        checked.method("oddWrong").violations[0].replay,
        Replay::Confirmed
    );
}

#[test]
fn auto_merges_only_where_enumeration_does_not_end() {
    let checked = check_with(ROUNDS, |options| options.bounds.array = Some(4));
    let strategy = |method: &str| checked.method(method).stats.strategy.clone();
    assert_eq!(strategy("clamp"), "enumerate");
    assert_eq!(strategy("found"), "enumerate");
    assert_eq!(strategy("oddWrong"), "merge");
    assert_eq!(strategy("even"), "merge");
}

/// A violation of a merged path is told with the lines and values of one path.
#[test]
fn the_witness_of_a_merged_path_has_a_trace() {
    let checked = check_with(
        r#"
        //? sum violated ensures
        class Trace {
            //@ ensures \result != 3;
            static int sum(boolean a, boolean b, boolean c) {
                int n = 0;
                if (a) {
                    n += 1;
                }
                if (b) {
                    n += 1;
                }
                if (c) {
                    n += 1;
                }
                return n;
            }
        }
        "#,
        merge,
    );
    let report = checked.method("sum");
    assert_eq!(report.stats.paths, 1);
    let lines: Vec<u32> = report.violations[0].trace.iter().map(|s| s.line).collect();
    assert_eq!(lines, [6, 7, 8, 10, 11, 13, 14, 16]);
    assert_eq!(report.violations[0].replay, Replay::Confirmed);
}

/// Two states that differ in what a reference points to stay apart.
#[test]
fn shapes_are_not_mixed_up() {
    let text = r#"
        //? pick holds
        //? pickWrong violated ensures
        //? write holds
        //? writeWrong violated ensures
        class Shapes {
            int v;

            //@ requires a != b && a.v == 1 && b.v == 2;
            //@ ensures \result == (first ? 1 : 2);
            static int pick(boolean first, Shapes a, Shapes b) {
                Shapes s = a;
                if (!first) {
                    s = b;
                }
                return s.v;
            }

            //@ requires a.v == 1 && b.v == 2;
            //@ ensures \result == 1;
            static int pickWrong(boolean first, Shapes a, Shapes b) {
                Shapes s = a;
                if (!first) {
                    s = b;
                }
                return s.v;
            }

            //@ requires a != b;
            //@ ensures a.v == (c ? 7 : \old(a.v)) && b.v == (c ? \old(b.v) : 8);
            static void write(boolean c, Shapes a, Shapes b) {
                if (c) {
                    a.v = 7;
                } else {
                    b.v = 8;
                }
            }

            //@ ensures a.v == (c ? 7 : \old(a.v));
            static void writeWrong(boolean c, Shapes a, Shapes b) {
                if (c) {
                    a.v = 7;
                } else {
                    b.v = 8;
                }
            }
        }
        "#;
    let merged = check_with(text, merge);
    let apart = check_with(text, |options| options.strategy = Strategy::LazierSharp);
    let verdicts = |methods: &[MethodReport]| -> Vec<_> {
        methods.iter().map(|m| (m.id.clone(), m.verdict)).collect()
    };
    assert_eq!(
        verdicts(&merged.report.methods),
        verdicts(&apart.report.methods)
    );
}

/// A merged state has looked at elements that none of its paths alone has: the bound must not hide short arrays.
#[test]
fn a_bound_that_cuts_paths_together_promises_nothing() {
    check_with(
        r#"
        //? m4 unknown
        class M {
            //@ requires !(\forall int q; 1 <= q && q < a.length; a[q] > x);
            //@ requires a[0] <= 5 <=!=> a[1] == x;
            //@ signals (Exception e) x >= 0;
            //@ also
            //@ requires a.length == 2;
            //@ signals (RuntimeException e) true;
            static int m4(byte x, int[] a) {
                int[] none = new int[0];
                return none[1];
            }
        }
        "#,
        |options| {
            options.strategy = Strategy::Merge;
            options.bounds.array = Some(3);
        },
    );
}
