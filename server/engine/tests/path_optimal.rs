//! Path optimality: where references are guarded, there are as many paths as sequences of branches. Lazy initialisation, which follows every shape
//! of the heap by itself, says which sequences there are. A dereference of null is a branch.

mod common;

use proviso_engine::heap::object::Native;
use proviso_engine::heap::strategy::Strategy;
use proviso_engine::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const SOURCE: &str = r#"
public class Optimal {
    static class Node { int value; Node next; Node other; }
    static class Box { Node held; int count; static Node last; }

    static int swap(Node n) {
        if (n.next != null && n.value > n.next.value) {
            Node t = n.next; n.next = t.next; t.next = n; return 1;
        }
        return 0;
    }
    static int sum(Node a, Node b, Node c) { return a.value + b.value + c.value; }
    static int sameTwo(Node a, Node b) { return a == b ? 1 : 0; }
    static int sameThree(Node a, Node b, Node c) { if (a == b) { return b == c ? 3 : 2; } return a == c ? 1 : 0; }
    static int writeThenRead(Node a, Node b) { a.value = 1; b.value = 2; return a.value == 1 ? 1 : 0; }
    static int writeReference(Node a, Node b) { a.next = b; b.next = a; return a.next == a ? 1 : 0; }
    static int writeNull(Node a, Node b) { a.next = null; return b.next == null ? 1 : 0; }
    static int second(Node n) { return n.next.next == null ? 1 : 0; }
    static int cross(Node a, Node b) { return a.next == b.next ? 1 : a.other == b.other ? 2 : 3; }
    static int ring(Node n) { return n.next == n ? 1 : n.next.next == n ? 2 : 3; }
    static int fresh(Node a) { Node f = new Node(); f.next = a; a.next = f; return f.next.next == f ? 1 : 0; }
    static int inABox(Box b, Node n) { b.held = n; n.value = 7; return b.held.value == 7 ? 1 : 0; }
    static int twoBoxes(Box a, Box b) { a.held = b.held; return a.held == null ? 0 : a.held.value > 0 ? 1 : 2; }
    static int statics(Node n) { Box.last = n; return Box.last.next == n ? 1 : 0; }
    static int oldStatic(Node n) { return Box.last == n ? 1 : Box.last == null ? 2 : 3; }
    static int chosen(Node a, Node b, boolean first) { Node c = first ? a : b; c.value = 5; return a.value == 5 ? 1 : 0; }
    static int counted(Box a, Box b) { a.count++; b.count++; return a.count == b.count ? 1 : 0; }
    static int length(Node n) { int i = 0; while (n != null && i < 2) { n = n.next; i++; } return i; }
    static int largest(Node n) { if (n == null) return 0; if (n.next == null) return n.value; return n.value > n.next.value ? 1 : 2; }
    static int swapFields(Node n) { Node t = n.next; n.next = n.other; n.other = t; return n.next == n.other ? 1 : 0; }
    static int compare(Node a, Node b) { return a.value < b.value ? -1 : a.value > b.value ? 1 : 0; }
    static int rotate(Node a, Node b, Node c) { Node t = a.next; a.next = b.next; b.next = c.next; c.next = t; return a.next == c.next ? 1 : 0; }
    static int clear(Node a, Node b) { a.next = null; a.other = null; return b.next == b.other ? 1 : 0; }
    static int setBoth(Node a, Node b) { a.next = a; b.next = null; return a.next == null ? 1 : 0; }
    static int thirdIs(Node n, Node x) { return n.next.next == x ? 1 : 0; }
    static int valueAfter(Node a, Node b) { int old = b.value; a.value = old + 1; return b.value == old ? 1 : 0; }
    static int chain(Node a, Node b) { a.next = b; return a.next.next == a ? 1 : 0; }
    static int max(Node a, Node b, Node c) { Node m = a; if (b.value > m.value) m = b; if (c.value > m.value) m = c; return m.value; }
    static int pickAndWrite(Node a, Node b, int i) { Node m = i > 0 ? a : b; m.next = a; return b.next == a ? 1 : 0; }
    static int insertAfter(Node n) { Node f = new Node(); f.next = n.next; n.next = f; return n.next.next == n ? 1 : 0; }
    static int remove(Node n) { if (n.next != null) { n.next = n.next.next; return n.next == null ? 1 : 2; } return 0; }
    static int boxed(Box a, Node n) { if (a.held == n) { a.count = 1; } else { a.held = n; } return a.held == n ? a.count > 0 ? 1 : 2 : 3; }
    static int shareHeld(Box a, Box b) { b.held = a.held; a.held.value = 3; return b.held.value == 3 ? 1 : 0; }
    static int lastAndParam(Box b) { Box.last = b.held; b.held = null; return Box.last == null ? 1 : 0; }
    static int twice(Node n) { n.value++; n.next.value++; return n.value == n.next.value ? 1 : 0; }
    static int sameNext(Node a, Node b) { if (a.next == b) { return b.next == a ? 1 : 2; } return a == b ? 3 : 4; }
    static int nullOrSame(Node a, Node b) { return a == null ? b == null ? 0 : 1 : a == b ? 2 : 3; }
    static int skip(Node n) { Node s = n; int i = 0; while (s != null && i < 2) { s = s.other; i++; } return s == n ? 1 : 0; }
    static int exchange(Box a, Box b) { Node t = a.held; a.held = b.held; b.held = t; return a.held == t ? 1 : 0; }
    static int caught(Node a, Node b) { try { return a.value; } catch (NullPointerException e) { return b == null ? 1 : 2; } }
    static int freshChain(Node a) { Node f = new Node(); Node g = new Node(); f.next = g; g.next = a; a.other = f; return a.other.next.next == a ? 1 : 0; }
}
"#;

const METHODS: [&str; 41] = [
    "swap",
    "sum",
    "sameTwo",
    "sameThree",
    "writeThenRead",
    "writeReference",
    "writeNull",
    "second",
    "cross",
    "ring",
    "fresh",
    "inABox",
    "twoBoxes",
    "statics",
    "oldStatic",
    "chosen",
    "counted",
    "length",
    "largest",
    "swapFields",
    "compare",
    "rotate",
    "clear",
    "setBoth",
    "thirdIs",
    "valueAfter",
    "chain",
    "max",
    "pickAndWrite",
    "insertAfter",
    "remove",
    "boxed",
    "shareHeld",
    "lastAndParam",
    "twice",
    "sameNext",
    "nullOrSame",
    "skip",
    "exchange",
    "caught",
    "freshChain",
];

/// How often each sequence of branches was seen: its branches, and how and where it ended.
type Ways = BTreeMap<String, u64>;

#[derive(Clone, Default)]
struct Recorder(Rc<RefCell<Ways>>);

impl Hooks for Recorder {
    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {
        let end = match outcome {
            Outcome::Returned => "returned".to_owned(),
            Outcome::Threw(e) => {
                let thrown = state.object(*e);
                let class = thrown.types.bound(&machine.classes);
                let at = match &thrown.native {
                    Native::Thrown(site) => site.site.insn,
                    _ => None,
                };
                format!("{} at {at:?}", machine.classes.name(class))
            }
            _ => return,
        };
        let branches: Vec<_> = state.branches.iter().map(|b| (b.at, b.to)).collect();
        let way = format!("{branches:?} {end}");
        *self.0.borrow_mut().entry(way).or_default() += 1;
    }
}

fn ways(
    strategy: Strategy,
    name: &str,
    path: &std::sync::Arc<proviso_classfile::ClassPath>,
) -> Ways {
    let mut options = common::options(2);
    options.strategy = strategy;
    options.check_guards = true;
    options.record_branches = true;
    let recorder = Recorder::default();
    let seen = recorder.0.clone();
    let mut machine = Machine::new(path.clone(), options, Box::new(recorder)).expect("a machine");
    let class = machine.classes.load("Optimal").expect("the class");
    let methods = machine.classes.get(class).methods.clone();
    let method = methods
        .iter()
        .find(|m| &*m.name == name)
        .expect("the method");
    let summary = machine.explore(method);
    assert!(
        summary.unknowns.is_empty(),
        "{name}: {:?}",
        summary.unknowns
    );
    drop(machine);
    seen.take()
}

#[test]
fn guarded_paths_are_the_sequences_of_branches() {
    let (_folder, path) = common::class_folder_with("Optimal", SOURCE);
    let (mut lazy_paths, mut guarded_paths) = (0, 0);
    for name in METHODS {
        let lazy = ways(Strategy::Lazy, name, &path);
        let sequences: Vec<_> = lazy.keys().collect();
        lazy_paths += lazy.values().sum::<u64>();
        guarded_paths += sequences.len() as u64;
        for strategy in [Strategy::Pose, Strategy::Summary] {
            let guarded = ways(strategy, name, &path);
            let which = strategy.name();
            assert_eq!(
                sequences,
                guarded.keys().collect::<Vec<_>>(),
                "{name}, {which}"
            );
            assert!(
                guarded.values().all(|&count| count == 1),
                "{name}, {which}: {guarded:?}"
            );
        }
    }
    assert!(
        guarded_paths * 2 < lazy_paths,
        "{guarded_paths} of {lazy_paths}"
    );
}

/// `contains(head, d0) && … && contains(head, d4)` on lists of at most so many nodes: after each count of nodes and of calls, how many
/// traces a path-optimal execution has, a null dereference and those that the bound cuts included (`tests/papers/contains-chain.csv`).
const CHAIN: &str = r#"
public class Chain {
    static class Item { }
    static class Node { Item elem; Node next; }

    static int contains(Node head, Item data, int most) {
        Node node = head;
        for (int i = 0; i < most; i++) {
            if (node.elem == data) { return 1; }
            if (node.next == null) { return 0; }
            node = node.next;
        }
        return 2;
    }

    static int one(Node head, Item a, int most) { return contains(head, a, most); }
    static int five(Node head, Item a, Item b, Item c, Item d, Item e, int most) {
        int r = contains(head, a, most);
        if (r == 1) { r = contains(head, b, most); } else { return r; }
        if (r == 1) { r = contains(head, c, most); } else { return r; }
        if (r == 1) { r = contains(head, d, most); } else { return r; }
        if (r == 1) { r = contains(head, e, most); }
        return r;
    }
    static int one2(Node h, Item a) { return one(h, a, 2); }
    static int one3(Node h, Item a) { return one(h, a, 3); }
    static int one4(Node h, Item a) { return one(h, a, 4); }
    static int five2(Node h, Item a, Item b, Item c, Item d, Item e) { return five(h, a, b, c, d, e, 2); }
    static int five3(Node h, Item a, Item b, Item c, Item d, Item e) { return five(h, a, b, c, d, e, 3); }
    static int five4(Node h, Item a, Item b, Item c, Item d, Item e) { return five(h, a, b, c, d, e, 4); }
}
"#;

#[test]
fn chains_of_contains_have_the_published_counts() {
    let (_folder, path) = common::class_folder_with("Chain", CHAIN);
    let table = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/papers/contains-chain.csv"
    ))
    .expect("the published table");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let row: Vec<u64> = row.split(',').filter_map(|n| n.parse().ok()).collect();
        let &[nodes, calls, _, optimal] = row.as_slice() else {
            panic!("a row of four numbers: {row:?}");
        };
        // 5 nodes and 5 calls take longer than the rest together.
        if nodes > 4 {
            continue;
        }
        let method = format!("{}{nodes}", if calls == 1 { "one" } else { "five" });
        for strategy in [Strategy::Pose, Strategy::Summary] {
            let mut options = common::options(5);
            options.strategy = strategy;
            let mut machine =
                Machine::new(path.clone(), options, Box::new(NoHooks)).expect("a machine");
            let class = machine.classes.load("Chain").expect("the class");
            let methods = machine.classes.get(class).methods.clone();
            let found = methods.iter().find(|m| *m.name == *method);
            let summary = machine.explore(found.expect("the method"));
            assert!(
                summary.unknowns.is_empty(),
                "{method}: {:?}",
                summary.unknowns
            );
            assert_eq!(
                summary.stats.paths,
                optimal,
                "{method}, {}",
                strategy.name()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}
