//! The arena: nodes, handles, hash-consing, symbols and constants.

use crate::range::Range;
use crate::semantics::{Rounding, apply};
use crate::value::{Bv, Const, Sort};
use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A handle to a term of one [`Terms`] arena. Equal handles are equal terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// A dense number, for tables indexed by term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node does with its arguments. Widths of results are in the node's sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Index into the table of constants; see [`Terms::as_const`].
    Const(u32),
    /// Index into the table of symbols; see [`Terms::symbol_name`].
    Symbol(u32),
    Not,
    /// Two or more arguments, sorted, without duplicates or complements.
    And,
    /// On any sort; on floats it is identity (all NaNs equal, +0 and -0 different).
    Eq,
    Ite,
    /// Two or more arguments in linear normal form, a constant last.
    Add,
    /// Two arguments; a constant factor first.
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    BvAnd,
    BvOr,
    BvXor,
    BvNot,
    Shl,
    Lshr,
    Ashr,
    Slt,
    Ult,
    Extract {
        high: u32,
        low: u32,
    },
    Concat,
    Sext,
    Zext,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    /// Java's `%`: the sign of the dividend, truncated quotient.
    FpRem,
    FpNeg,
    FpAbs,
    FpSqrt,
    FpRound(Rounding),
    FpLt,
    FpLe,
    /// IEEE equality.
    FpEq,
    FpIsNan,
    /// `floatToIntBits`: NaN becomes the canonical one.
    FpToBits,
    FpFromBits,
    /// Between F32 and F64, to the node's sort.
    FpToFp,
    /// A signed integer, rounded to nearest even.
    FpFromSbv,
    /// Java's narrowing: truncates, saturates, NaN gives 0.
    FpToSbv,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub op: Op,
    pub sort: Sort,
    pub args: SmallVec<[Term; 4]>,
}

#[derive(Clone)]
struct Symbol {
    name: Rc<str>,
}

/// The arena of terms.
pub struct Terms {
    id: u64,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    constants: Vec<Const>,
    constant_table: FxHashMap<Const, Term>,
    symbols: Vec<Symbol>,
    symbol_table: FxHashMap<(Rc<str>, Sort), Term>,
    fresh_counter: u64,
    pub(crate) ranges: Vec<Range>,
    /// Index into `ranges` per term; 0 is "nothing known beyond the width".
    pub(crate) range_of: Vec<u32>,
    /// Per term: whether a signed division or remainder is in it.
    has_division: Vec<bool>,
    pub(crate) symbols_of: FxHashMap<Term, Rc<[Term]>>,
    no_symbols: Rc<[Term]>,
    true_term: Term,
    false_term: Term,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

fn hash_node(op: Op, sort: Sort, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    (op, sort, args).hash(&mut hasher);
    hasher.finish()
}

impl Terms {
    pub fn new() -> Terms {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let mut terms = Terms {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            table: HashTable::new(),
            constants: Vec::new(),
            constant_table: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_table: FxHashMap::default(),
            fresh_counter: 0,
            ranges: vec![Range::UNKNOWN],
            range_of: Vec::new(),
            has_division: Vec::new(),
            symbols_of: FxHashMap::default(),
            no_symbols: Rc::from([]),
            true_term: Term(0),
            false_term: Term(0),
        };
        terms.true_term = terms.constant(Const::Bool(true));
        terms.false_term = terms.constant(Const::Bool(false));
        terms
    }

    /// Different for every arena of this process: tables keyed by handles check it.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// How many terms there are; handles are below this.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    pub fn args(&self, term: Term) -> &[Term] {
        &self.nodes[term.index()].args
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The width of a bit-vector term (0 for the other sorts, which never reach bit-vector constructors).
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width().unwrap_or(0)
    }

    // --- constants ---

    pub fn constant(&mut self, value: Const) -> Term {
        if let Some(&term) = self.constant_table.get(&value) {
            return term;
        }
        let sort = value.sort();
        let index = self.constants.len() as u32;
        self.constants.push(value.clone());
        let term = self.push(Node {
            op: Op::Const(index),
            sort,
            args: SmallVec::new(),
        });
        self.constant_table.insert(value, term);
        term
    }

    pub fn bool(&self, value: bool) -> Term {
        if value {
            self.true_term
        } else {
            self.false_term
        }
    }

    pub fn tru(&self) -> Term {
        self.true_term
    }

    pub fn fls(&self) -> Term {
        self.false_term
    }

    /// `value` modulo 2^width.
    pub fn bv_const(&mut self, width: u32, value: impl Into<i128>) -> Term {
        self.constant(Const::Bv(Bv::new(width, value.into())))
    }

    /// `value` modulo 2^width.
    pub fn bv_big(&mut self, width: u32, value: &BigInt) -> Term {
        self.constant(Const::Bv(Bv::from_big(width, value)))
    }

    pub(crate) fn bv_value(&mut self, value: Bv) -> Term {
        self.constant(Const::Bv(value))
    }

    /// A Java `int` constant.
    pub fn int(&mut self, value: i32) -> Term {
        self.bv_const(32, value)
    }

    /// A Java `long` constant.
    pub fn long(&mut self, value: i64) -> Term {
        self.bv_const(64, value)
    }

    pub fn f32(&mut self, value: f32) -> Term {
        self.constant(Const::f32(value))
    }

    pub fn f64(&mut self, value: f64) -> Term {
        self.constant(Const::f64(value))
    }

    pub fn as_const(&self, term: Term) -> Option<&Const> {
        match self.op(term) {
            Op::Const(index) => Some(&self.constants[index as usize]),
            _ => None,
        }
    }

    pub fn is_const(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Const(_))
    }

    pub fn as_bv(&self, term: Term) -> Option<&Bv> {
        self.as_const(term).and_then(Const::as_bv)
    }

    pub fn as_bool(&self, term: Term) -> Option<bool> {
        self.as_const(term).and_then(Const::as_bool)
    }

    /// The two's complement value of a constant bit-vector.
    pub fn as_signed(&self, term: Term) -> Option<i128> {
        self.as_const(term).and_then(Const::as_signed)
    }

    /// The value of a constant Java `int` (also boolean, byte, short, char on the operand stack).
    pub fn as_int(&self, term: Term) -> Option<i32> {
        match self.as_bv(term) {
            Some(value) if value.width() == 32 => value.signed().map(|v| v as i32),
            _ => None,
        }
    }

    /// The value of a constant Java `long`.
    pub fn as_long(&self, term: Term) -> Option<i64> {
        match self.as_bv(term) {
            Some(value) if value.width() == 64 => value.signed().map(|v| v as i64),
            _ => None,
        }
    }

    // --- symbols ---

    /// The symbol with this name and sort; the same name and sort give the same term.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        let name: Rc<str> = Rc::from(name);
        if let Some(&term) = self.symbol_table.get(&(name.clone(), sort)) {
            return term;
        }
        let index = self.symbols.len() as u32;
        self.symbols.push(Symbol { name: name.clone() });
        let term = self.push(Node {
            op: Op::Symbol(index),
            sort,
            args: SmallVec::new(),
        });
        self.symbol_table.insert((name, sort), term);
        term
    }

    /// A new symbol whose name starts with `prefix`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}#{}", self.fresh_counter);
            self.fresh_counter += 1;
            if !self
                .symbol_table
                .contains_key(&(Rc::from(name.as_str()), sort))
            {
                return self.symbol(&name, sort);
            }
        }
    }

    pub fn is_symbol(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Symbol(_))
    }

    pub fn symbol_name(&self, term: Term) -> Option<&str> {
        match self.op(term) {
            Op::Symbol(index) => Some(&self.symbols[index as usize].name),
            _ => None,
        }
    }

    /// Whether a signed division or remainder is in the term.
    pub fn has_division(&self, term: Term) -> bool {
        self.has_division[term.index()]
    }

    /// The symbols a term mentions, sorted by handle; kept after the first time.
    pub fn symbols_of(&mut self, term: Term) -> Rc<[Term]> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.symbols_of.contains_key(&top) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            for &arg in &self.nodes[top.index()].args {
                if !self.symbols_of.contains_key(&arg) {
                    stack.push(arg);
                }
            }
            if stack.len() == pending {
                stack.pop();
                let set = self.join_symbols(top);
                self.symbols_of.insert(top, set);
            }
        }
        self.symbols_of[&term].clone()
    }

    /// The union over the arguments, whose sets are known; shares a set where one argument has them all.
    fn join_symbols(&self, term: Term) -> Rc<[Term]> {
        let node = self.node(term);
        match node.op {
            Op::Const(_) => return self.no_symbols.clone(),
            Op::Symbol(_) => return Rc::from([term]),
            _ => {}
        }
        let sets: SmallVec<[&Rc<[Term]>; 4]> =
            node.args.iter().map(|arg| &self.symbols_of[arg]).collect();
        let mut all: Vec<Term> = sets.iter().flat_map(|set| set.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        match sets.iter().find(|set| set.len() == all.len()) {
            Some(set) => Rc::clone(set),
            None => Rc::from(all),
        }
    }

    // --- interning ---

    fn push(&mut self, node: Node) -> Term {
        let term = Term(self.nodes.len() as u32);
        let divides = matches!(node.op, Op::Sdiv | Op::Srem)
            || node.args.iter().any(|&arg| self.has_division(arg));
        self.has_division.push(divides);
        self.nodes.push(node);
        self.range_of.push(0);
        self.note_range(term);
        term
    }

    /// The node itself, without any simplification.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let hash = hash_node(op, sort, args);
        let nodes = &self.nodes;
        let same = |&index: &u32| {
            let node = &nodes[index as usize];
            node.op == op && node.sort == sort && node.args[..] == *args
        };
        if let Some(&index) = self.table.find(hash, same) {
            return Term(index);
        }
        let term = self.push(Node {
            op,
            sort,
            args: SmallVec::from_slice(args),
        });
        let nodes = &self.nodes;
        self.table.insert_unique(hash, term.0, |&index| {
            let node = &nodes[index as usize];
            hash_node(node.op, node.sort, &node.args)
        });
        term
    }

    /// The constant an operation gives when all its arguments are constants.
    pub(crate) fn fold(&mut self, op: Op, sort: Sort, args: &[Term]) -> Option<Term> {
        let mut values: SmallVec<[&Const; 4]> = SmallVec::new();
        for &arg in args {
            values.push(self.as_const(arg)?);
        }
        let value = apply(op, sort, &values)?;
        drop(values);
        Some(self.constant(value))
    }
}
