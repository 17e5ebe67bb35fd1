//! An edit costs what it changed, and the result is that of starting from nothing.

mod support;

use std::path::Path;

use proviso_checker::{Cancel, Effort, Prepared, Session};
use proviso_project::Calls;
use proviso_report::{MethodReport, Verdict};

const SHAPE: &str = r#"package p;

public abstract class Shape {
    public static final int LIMIT = 100;
    protected int size;
    //@ public invariant size >= 0;

    //@ requires 0 <= x && x <= LIMIT;
    //@ ensures \result >= x;
    public abstract int grow(int x);

    //@ ensures \result == size;
    public /*@ pure @*/ int size() { return size; }
}
"#;

const SQUARE: &str = r#"package p;

public class Square extends Shape {
    @Override
    public int grow(int x) {
        int step = 1;
        return x + step;
    }

    //@ requires 0 <= n && n < 10;
    //@ ensures \result == (\exists int i; 0 <= i && i < n; i == 7);
    public static boolean reaches(int n) {
        return n > 7;
    }
}
"#;

const USER: &str = r#"package p;

public class User {
    //@ requires 0 <= x && x <= Shape.LIMIT;
    //@ ensures \result > x;
    public static int use(/*@ non_null @*/ Square square, int x) {
        return square.grow(x);
    }

    public static int limit() {
        return Helper.twice(Shape.LIMIT);
    }
}
"#;

const HELPER: &str = r#"package p;

class Helper {
    //@ requires -1000 < x && x < 1000;
    //@ ensures \result == 2 * x;
    static int twice(int x) {
        Runnable nothing = () -> { };
        return x + x;
    }
}
"#;

const ALONE: &str = r#"package q;

public class Alone {
    //@ ensures \result != 0;
    public int zero() { return p.User.limit() - p.User.limit(); }
}
"#;

const FILES: [(&str, &str); 5] = [
    ("p/Shape.java", SHAPE),
    ("p/Square.java", SQUARE),
    ("p/User.java", USER),
    ("p/Helper.java", HELPER),
    ("q/Alone.java", ALONE),
];

/// What people do to files: (file, old, new). Some break the text, some what others see of it.
const EDITS: [(usize, &str, &str); 22] = [
    (1, "int step = 1;", "int step = 2;"),
    (1, "return x + step;", "return x - step;"),
    (1, "return x + step;", "return x + ;"),
    (1, "return x + step;", "return x + nowhere;"),
    (
        1,
        "return n > 7;",
        "return n > 7 && !hidden(n);\n    }\n\n    private static boolean hidden(int n) {\n        return n == 9;",
    ),
    (1, "public int grow(int x) {", "public long grow(int x) {"),
    (1, "i == 7)", "i == nowhere)"),
    (1, "i == 7)", "i == 7"),
    (0, "LIMIT = 100", "LIMIT = 2"),
    (0, "\\result >= x;", "\\result > x + 1;"),
    (
        0,
        "//@ public invariant size >= 0;",
        "//@ public invariant size >= 0 && size < LIMIT;",
    ),
    (0, "//@ ensures \\result == size;", ""),
    (0, "int size() {", "int length() {"),
    (
        0,
        "protected int size;",
        "protected int size;\n    //@ public model int weight;\n    //@ represents weight = size;",
    ),
    (
        2,
        "return square.grow(x);",
        "Square other = square;\n        return other.grow(x) + 0;",
    ),
    (2, "\\result > x;", "\\result > x && square.weight >= 0;"),
    (2, "public class User {", "public class User "),
    (3, "() -> { }", "new Runnable() { public void run() { } }"),
    (3, "static int twice(int x)", "static int twice(long x)"),
    (
        3,
        "return x + x;",
        "class Local { int v = x; }\n        return new Local().v + x;",
    ),
    (3, "2 * x;", "3 * x;"),
    (4, "!= 0", "== 0"),
];

/// Everything the user gets to see, but for times.
fn shown(session: &Session, prepared: &Prepared, with_verdicts: bool) -> String {
    let mut text = format!("{:#?}\n{:#?}\n", prepared.problems, prepared.methods);
    if with_verdicts {
        let mut report = session.check_all(prepared, &Cancel::new(), &mut |_| {});
        for method in &mut report.methods {
            method.stats.total_ms = 0;
            method.stats.solver_ms = 0;
        }
        text += &serde_json::to_string_pretty(&report.methods).expect("JSON");
    }
    text
}

fn project(folder: &Path) {
    for (name, text) in FILES {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("written");
    }
}

#[test]
fn random_edits_give_what_starting_from_nothing_gives() {
    random_edits(Calls::Auto, 6);
}

#[test]
fn random_edits_give_the_same_where_contracts_answer() {
    random_edits(Calls::Contract, 3);
}

/// Verdicts are compared every `period` steps.
fn random_edits(calls: Calls, period: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    project(folder.path());
    let open = || {
        let mut options = support::options(folder.path());
        options.calls = calls;
        Session::open(options).expect("a session")
    };
    let (edited, fresh) = (open(), open());
    let mut on = [false; EDITS.len()];
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut less, mut rounds) = (0, 0);
    edited.prepare();
    for step in 0..44 {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // Each edit is made once and taken back once, among others that are made or not.
        let which = if step < EDITS.len() {
            step
        } else {
            (seed % EDITS.len() as u64) as usize
        };
        on[which] = !on[which];
        if step % 3 == 2 {
            on = on.map(|_| false);
        }
        for (number, (name, text)) in FILES.iter().enumerate() {
            let mut text = (*text).to_owned();
            for (edit, (file, old, new)) in EDITS.iter().enumerate() {
                if *file == number && on[edit] {
                    text = text.replacen(old, new, 1);
                }
            }
            let path = folder.path().join(name);
            edited.update_file(&path, Some(text.clone()));
            fresh.update_file(&path, Some(text));
        }
        let after = edited.prepare();
        fresh.forget();
        let anew = fresh.prepare();
        let with_verdicts = step % period == 1;
        let edits: Vec<_> = (0..EDITS.len())
            .filter(|edit| on[*edit])
            .map(|edit| EDITS[edit])
            .collect();
        let (one, other) = (
            shown(&edited, &after, with_verdicts),
            shown(&fresh, &anew, with_verdicts),
        );
        if one != other {
            let different = one.lines().zip(other.lines()).find(|(a, b)| a != b);
            panic!(
                "step {step}, edits {edits:?}: {different:#?}\n--- after the edit\n{one}\n--- from nothing\n{other}"
            );
        }
        rounds += 1;
        less += usize::from(after.javac_files < anew.javac_files);
    }
    // Otherwise nothing was compared.
    assert!(
        less * 2 > rounds,
        "{less} of {rounds} compilations were less than everything"
    );
}

/// Edits that change nothing but the inside of a method.
const INSIDE_METHODS: [usize; 3] = [1, 3, 14];

#[test]
fn a_change_of_a_body_or_a_clause_compiles_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    project(folder.path());
    let session = Session::open(support::options(folder.path())).expect("a session");
    assert_eq!(session.prepare().javac_files, FILES.len());
    let edit = |edit: usize| {
        let (file, old, new) = EDITS[edit];
        let (name, text) = FILES[file];
        let path = folder.path().join(name);
        session.update_file(&path, Some(text.replacen(old, new, 1)));
        let after = session.prepare();
        session.update_file(&path, None);
        session.prepare();
        (after.lowered_files, after.javac_files)
    };
    for one in [0, 1, 2, 3, 6, 17, 20, 21] {
        assert_eq!(edit(one).1, 1, "{:?}", EDITS[one]);
    }
    // An edit inside a method is nobody else's business, and nothing else is lowered.
    for body in INSIDE_METHODS {
        assert_eq!(edit(body), (1, 1), "{:?}", EDITS[body]);
    }
    // A constant is part of the code of those who name it.
    assert_eq!(edit(8).1, FILES.len(), "{:?}", EDITS[8]);
    // Nothing changed: nothing is lowered or compiled.
    let same = session.prepare();
    assert_eq!((same.lowered_files, same.javac_files), (0, 0));
}

const SHOP: &str = r#"package p;

public class Shop {
    //@ ensures \result > 0;
    //@ signals_only \nothing;
    /*@ pure @*/ public static int price() { return 7; }

    //@ ensures \result >= 0;
    public static int of(int n) { return n < 0 ? 0 : 1; }
}
"#;

const BUYER: &str = r#"package p;

public class Buyer {
    //@ ensures \result > 1;
    public static int pay() { return Shop.price() / 2 + 2; }

    //@ requires Shop.price() > 5;
    //@ ensures \result == 1;
    public static int asks() { return 1; }

    public static int alone() { return 3; }
}
"#;

#[test]
fn a_violation_is_told_before_the_parts_of_its_clause_are_known_and_recalled_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = BUYER.replace("/ 2 + 2", "/ 8");
    std::fs::create_dir_all(folder.path().join("p")).expect("folders");
    std::fs::write(folder.path().join("p/Shop.java"), SHOP).expect("written");
    std::fs::write(folder.path().join("p/Buyer.java"), broken).expect("written");
    let session = Session::open(support::options(folder.path())).expect("a session");
    let prepared = session.prepare();
    let effort = Effort {
        bounds: session.options().bounds,
        time: session.options().timeout,
        anew: false,
        close: false,
    };
    let pay = "p.Buyer.pay()I";
    assert!(session.recall(&prepared, pay, &effort).is_none());
    let told = std::cell::RefCell::new(Vec::new());
    let early = |report: &MethodReport| told.borrow_mut().push(report.clone());
    let answer = session.check_telling(&prepared, pay, &effort, &Cancel::new(), &early);
    let report = answer.expect("the method is there").report;
    let told = told.into_inner();
    assert_eq!(told.len(), 1, "once");
    assert_eq!(told[0].verdict, Verdict::Violated);
    assert!(told[0].violations[0].clause_values.is_empty());
    assert!(!report.violations[0].clause_values.is_empty());
    let recalled = session.recall(&prepared, pay, &effort).expect("known now");
    assert!(recalled.remembered);
    assert_eq!(recalled.report.violations, report.violations);
    // A method that keeps its contract has nothing to explain.
    let nothing = |_: &MethodReport| panic!("nothing to tell early");
    let alone = "p.Buyer.alone()I";
    session.check_telling(&prepared, alone, &effort, &Cancel::new(), &nothing);
}

/// Which methods are checked and not remembered, by their names.
fn checked(session: &Session) -> Vec<String> {
    let prepared = session.prepare();
    let effort = Effort {
        bounds: session.options().bounds,
        time: session.options().timeout,
        anew: false,
        close: false,
    };
    let answers = prepared.methods.iter().filter_map(|method| {
        let answer = session.check_with(&prepared, &method.id, &effort, &Cancel::new());
        let answer = answer.expect("the method is there");
        let name = method.id.split(['.', '(']).nth(2).expect("a name");
        (!answer.remembered).then(|| name.to_owned())
    });
    answers.collect()
}

/// A shop and its buyer, checked once; what an edit of the shop makes to be checked again.
fn after_edits(calls: Calls, edits: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = folder.path().join("p/Shop.java");
    std::fs::create_dir_all(folder.path().join("p")).expect("folders");
    std::fs::write(&shop, SHOP).expect("written");
    std::fs::write(folder.path().join("p/Buyer.java"), BUYER).expect("written");
    let mut options = support::options(folder.path());
    options.calls = calls;
    let session = Session::open(options).expect("a session");
    assert_eq!(checked(&session).len(), 5, "all at first");
    assert_eq!(checked(&session), Vec::<String>::new(), "nothing changed");
    let after = edits.iter().map(|(old, new)| {
        assert!(SHOP.contains(old), "{old}");
        session.update_file(&shop, Some(SHOP.replacen(old, new, 1)));
        checked(&session)
    });
    after.collect()
}

#[test]
fn a_caller_that_believed_the_contract_is_not_checked_again_when_only_the_body_changed() {
    let edits = [
        ("return 7;", "return 8;"),
        ("\\result > 0;", "\\result > 2;"),
        ("n < 0 ? 0 : 1", "n < 0 ? 2 : 1"),
    ];
    let after = after_edits(Calls::Contract, &edits);
    // A clause that calls a method runs its body, whatever answers calls.
    assert_eq!(after[0], ["asks", "price"]);
    assert_eq!(after[1], ["pay", "asks", "price"], "another contract");
    assert_eq!(
        after[2],
        ["of"],
        "a method nobody calls; the first edit is taken back"
    );
}

#[test]
fn a_caller_that_ran_the_body_is_checked_again() {
    let after = after_edits(Calls::Inline, &[("return 7;", "return 8;")]);
    assert_eq!(after[0], ["pay", "asks", "price"]);
    let after = after_edits(Calls::Auto, &[("return 7;", "return 8;")]);
    assert_eq!(after[0], ["pay", "asks", "price"]);
}

#[test]
fn the_cache_on_disk_knows_whose_body_counts_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("Shop.java", SHOP);
    write("Buyer.java", BUYER);
    let open = || {
        let mut options = support::options(folder.path());
        options.calls = Calls::Contract;
        options.cache = true;
        options.cache_dir = Some(cache.path().to_owned());
        Session::open(options).expect("a session")
    };
    assert_eq!(checked(&open()).len(), 5);
    write("Shop.java", &SHOP.replace("return 7;", "return 8;"));
    assert_eq!(checked(&open()), ["asks", "price"]);
}
