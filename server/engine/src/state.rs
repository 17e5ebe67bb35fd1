//! One symbolic state: frames, heap, symbols, statics and path condition. Cheap to clone, because forking clones it.

use crate::bounds::Site;
use crate::classes::{ClassId, Method};
use crate::coverage::BranchTaken;
use crate::heap::object::{Object, Origin};
use crate::machine::{Machine, R};
use crate::persistent::SharedVec;
use crate::step::lasso::Visit;
use crate::trace::Trace;
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_classfile::Code;
use proviso_solver::Path;
use proviso_terms::Term;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What a symbol stands for, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// r̂: may be null.
    Unknown,
    /// l̂: not null, object not chosen.
    NonNull,
    Null,
    Object(ObjectId),
}

/// Where an unknown reference came from: its place in the input heap.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    This,
    Param(u16),
    Field {
        object: ObjectId,
        slot: u16,
    },
    Cell {
        array: ObjectId,
        index: Term,
    },
    Static {
        class: ClassId,
        slot: u16,
    },
    /// The result of a call that has no body (an abstract method, a nondeterministic one).
    Result(Rc<str>),
    /// A symbol of other states of the search.
    Absent,
}

#[derive(Debug, Clone)]
pub struct Symbol {
    pub binding: Binding,
    pub types: Rc<TypeSet>,
    /// Remaining chain budget m: below zero no fresh object may be chosen.
    pub budget: i32,
    pub place: Place,
    /// Its place in the order that unknown comparisons follow.
    pub rank: Option<Term>,
    /// Its declared type, where that is generic.
    pub generic: Option<Rc<crate::heap::generics::Generic>>,
    /// A callee known by its contract only put it there: it may also be an object made on the path up to then.
    pub forgotten: Option<crate::heap::object::Forgotten>,
    /// Objects made by class initialisers that it was compared with and is not.
    pub distinct: Rc<Vec<ObjectId>>,
}

impl Symbol {
    /// Holds the place of a symbol that only other states have.
    fn absent() -> Symbol {
        Symbol {
            binding: Binding::Unknown,
            types: Rc::default(),
            budget: 0,
            place: Place::Absent,
            rank: None,
            generic: None,
            forgotten: None,
            distinct: Rc::default(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InitStatus {
    #[default]
    NotStarted,
    Running,
    Done,
    /// Its initializer threw; further uses throw `NoClassDefFoundError` (JVMS 5.5).
    Failed,
}

/// A static field: its value at entry (`init`) and what was written since (`now`).
#[derive(Debug, Clone, Copy, Default)]
pub struct StaticSlot {
    pub init: Option<Value>,
    pub now: Option<Value>,
}

#[derive(Debug, Clone, Default)]
pub struct ClassState {
    pub status: InitStatus,
    pub slots: Rc<Vec<StaticSlot>>,
    pub mirror: Option<ObjectId>,
}

/// What happens with a frame's result.
#[derive(Clone)]
pub enum Then {
    /// An ordinary call: push the result on the caller's stack and go on behind the call.
    Return,
    /// The frame ran a class initializer; the caller repeats its instruction.
    ClassInit(ClassId),
    /// The frame ran the constructor of an implicit exception; now throw it.
    Throw(ObjectId),
    /// A `requires` clause evaluated before a call: check the result, then make the call.
    CheckedCall(u32),
    /// Rust code goes on, with the caller's frame on top. It sees the values it left itself.
    Native(NativeThen),
    /// The bottom frame: the run ends.
    End,
}

/// What Rust code does with the exception a frame ended by.
pub type Caught = fn(&mut Machine, &mut State, &[Value], ObjectId) -> R<()>;

/// A continuation in Rust: called with its own data and the frame's result.
#[derive(Clone)]
pub struct NativeThen {
    pub run: fn(&mut Machine, &mut State, &[Value], Option<Value>) -> R<()>,
    pub data: Rc<[Value]>,
    /// Called instead of `run` when the frame ends by an exception; `None` lets it propagate.
    pub caught: Option<Caught>,
}

/// How often a loop head was reached again by an iteration that took a symbolic decision and materialised nothing.
#[derive(Debug, Clone)]
pub struct LoopCount {
    pub head: u32,
    pub count: u32,
    pub materialised: u32,
    pub decisions: u32,
    /// All iterations, counted or not.
    pub iterations: u32,
    /// As it was at a round that is a power of two (Brent's way to find a cycle), and at the last one.
    pub kept: Option<Rc<Visit>>,
    pub last: Option<Rc<Visit>>,
    pub snapshot: Option<Rc<LoopSnapshot>>,
}

/// All that the next iterations of a loop depend on, at one of its heads.
#[derive(Debug, PartialEq, Eq)]
pub struct LoopSnapshot {
    pub locals: Vec<Value>,
    pub stack: Vec<Value>,
    pub writes: u32,
    pub objects: usize,
    pub decisions: u32,
    pub materialised: u32,
}

#[derive(Clone)]
pub struct Frame {
    pub method: Rc<Method>,
    pub code: Arc<Code>,
    /// Index of the current instruction. During a call it stays at the call.
    pub at: u32,
    pub locals: Vec<Value>,
    pub stack: Vec<Value>,
    pub then: Then,
    /// Reads see an earlier state: 0 is the pre-state, others are `JmlState::marks`.
    pub past: Option<u16>,
    /// The state that clauses call the pre-state here: that of a call its contract answers, else that of the method.
    pub pre: u16,
    /// Runs on behalf of the checker (clauses, class initializers): no frame, overflow or call checks.
    pub aside: bool,
    /// A stub whose answers depend on arguments and heap only.
    pub pure_stub: bool,
    /// The checks before the call at `at` have been made.
    pub call_checked: bool,
    pub loops: Vec<LoopCount>,
    /// How it was entered, where a recursion that never ends is looked for.
    pub entry: Option<Rc<Visit>>,
}

impl Frame {
    pub fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    /// The value `depth` below the top. Code is verified by javac, so an empty stack cannot be; `Unset` is harmless.
    pub fn peek(&self, depth: usize) -> Value {
        let len = self.stack.len();
        if depth < len {
            self.stack[len - 1 - depth]
        } else {
            Value::Unset
        }
    }

    pub fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Unset)
    }

    pub fn drop(&mut self, count: usize) {
        let keep = self.stack.len().saturating_sub(count);
        self.stack.truncate(keep);
    }

    pub fn line(&self) -> Option<u16> {
        self.code.line(self.at)
    }
}

/// A call that nothing known answers, and the answer that was made up for it.
#[derive(Clone)]
pub struct MadeUpCall {
    pub method: Rc<Method>,
    /// The receiver first.
    pub arguments: Vec<Value>,
    pub answer: Option<Value>,
}

/// Where a throwable was first thrown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThrowSite {
    /// The line of the user's code that led to it.
    pub site: Site,
    /// Raised by the JVM itself (null dereference, division by zero, …), not by an `athrow`.
    pub implicit: bool,
    /// Thrown inside library code that `site` called.
    pub in_library: bool,
}

#[derive(Clone)]
pub struct State {
    pub frames: Vec<Rc<Frame>>,
    pub path: Path,
    pub objects: SharedVec<Rc<Object>>,
    /// The input objects in the order they were chosen: the alias candidates.
    pub inputs: Rc<Vec<ObjectId>>,
    pub symbols: SharedVec<Symbol>,
    pub classes: SharedVec<ClassState>,
    pub strings: Rc<HashMap<Rc<str>, ObjectId>>,
    /// An exception on its way to a handler.
    pub unwinding: Option<ObjectId>,
    /// Names of fresh primitive symbols are numbered per state, so that a run is deterministic.
    pub fresh: u32,
    /// How many there were before the current instruction.
    pub fresh_before: u32,
    /// 0 before `enter`, 1 in the body, 2 after `leave`.
    pub epoch: u32,
    pub materialised: u32,
    pub decisions: u32,
    /// Fields, statics and array cells written so far.
    pub writes: u32,
    /// How often something was asked that another thread may answer differently the next time.
    pub outside: u32,
    pub steps: u64,
    pub trace: Trace,
    /// The branches of project code that the body took, in order, when `Options::record_branches` asks for them.
    pub branches: SharedVec<BranchTaken>,
    /// Which way was taken at each fork: with these the path can be found again, by another machine too.
    pub choices: SharedVec<u32>,
    /// Which path of the body this is, counted at `leave`; what the clauses fork afterwards shares the number.
    pub path_number: u64,
    /// What type variables `T extends B<T>` stand for, as far as it is known.
    pub variables: Rc<Vec<(Rc<str>, ClassId)>>,
    /// Two things that are declared to be of one type are not: no such input.
    pub impossible: bool,
    /// It stands for several paths: its trace and its choices are those of one of them.
    pub merged: bool,
    /// It was joined from others: what it has looked at none of its paths may have looked at alone.
    pub joined: bool,
    /// Set when the solver could not decide something this path depends on.
    pub uncertain: Option<Rc<str>>,
    /// Behaviour that was assumed rather than executed (an abstract callee without contract, …).
    pub assumptions: Rc<Vec<Rc<str>>>,
    /// Calls of the body whose answers were made up.
    pub made_up: Rc<Vec<MadeUpCall>>,
    /// Inputs that were left out (strings that are not Latin-1, …): what was found is real, but there may be more.
    pub restrictions: Rc<Vec<Rc<str>>>,
    pub jml: crate::jml::JmlState,
    /// What the run was given: `this` first for instance methods.
    pub arguments: Rc<Vec<Value>>,
    /// What the bottom frame returned.
    pub result: Option<Value>,
    /// Data of intrinsics that belongs to a path (identity hash codes, printed output, …).
    pub natives: crate::intrinsics::NativeState,
}

impl State {
    pub fn new() -> State {
        State {
            frames: Vec::new(),
            path: Path::new(),
            objects: SharedVec::default(),
            inputs: Rc::default(),
            symbols: SharedVec::default(),
            classes: SharedVec::default(),
            strings: Rc::default(),
            unwinding: None,
            fresh: 0,
            fresh_before: 0,
            epoch: 0,
            materialised: 0,
            decisions: 0,
            writes: 0,
            outside: 0,
            steps: 0,
            trace: Trace::default(),
            branches: SharedVec::default(),
            choices: SharedVec::default(),
            path_number: 0,
            variables: Rc::default(),
            impossible: false,
            merged: false,
            joined: false,
            uncertain: None,
            assumptions: Rc::default(),
            made_up: Rc::default(),
            restrictions: Rc::default(),
            jml: Default::default(),
            arguments: Rc::default(),
            result: None,
            natives: Default::default(),
        }
    }

    /// Notes behaviour that was made up.
    pub fn note_assumption(&mut self, what: &str) {
        note(&mut self.assumptions, what);
    }

    /// Notes that some inputs are left out.
    pub fn note_restriction(&mut self, what: &str) {
        note(&mut self.restrictions, what);
    }

    /// The frame being executed. There is one whenever an instruction runs.
    pub fn top(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }

    pub fn peek(&self, depth: usize) -> Value {
        self.top().peek(depth)
    }

    /// Follows a symbol to what it is bound to. The result is `Null`, an object, or a symbol still unbound.
    pub fn deref(&self, r: Ref) -> Ref {
        match r {
            Ref::Symbol(s) => match self.symbols[s.0 as usize].binding {
                Binding::Null => Ref::Null,
                Binding::Object(o) => Ref::Object(o),
                Binding::Unknown | Binding::NonNull => r,
            },
            other => other,
        }
    }

    /// The symbol of the input that a reference is, or that its object was chosen for.
    pub fn input_symbol(&self, r: Ref) -> Option<SymbolId> {
        match self.deref(r) {
            Ref::Symbol(s) => Some(s),
            Ref::Object(o) => match self.object(o).origin {
                Origin::Input { symbol, .. } => Some(symbol),
                Origin::Allocated { .. } | Origin::Absent => None,
            },
            Ref::Null | Ref::Choice(_) => None,
        }
    }

    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub fn symbol_mut(&mut self, id: SymbolId) -> Option<&mut Symbol> {
        self.symbols.get_mut(id.0 as usize)
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// Ids come from this state, so the object is always there.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        match self.objects.get_mut(id.0 as usize) {
            Some(object) => Rc::make_mut(object),
            None => unreachable!("object ids are only made by Machine::add_object"),
        }
    }

    /// Puts an object where its id says; ids that this state has nothing for stay empty.
    pub(crate) fn put_object(&mut self, id: ObjectId, object: Object) {
        let at = id.0 as usize;
        if self.objects.len() <= at {
            let nothing = Rc::new(Object::absent());
            while self.objects.len() < at {
                self.objects.push(nothing.clone());
            }
            self.objects.push(Rc::new(object));
        } else if let Some(seat) = self.objects.get_mut(at) {
            *seat = Rc::new(object);
        }
    }

    pub(crate) fn put_symbol(&mut self, id: SymbolId, symbol: Symbol) {
        let at = id.0 as usize;
        while self.symbols.len() < at {
            self.symbols.push(Symbol::absent());
        }
        match self.symbols.get_mut(at) {
            Some(seat) => *seat = symbol,
            None => self.symbols.push(symbol),
        }
    }

    /// Whether the state has this object: ids are those of a whole search where states are merged.
    pub fn has_object(&self, id: ObjectId) -> bool {
        let object = self.objects.get(id.0 as usize);
        object.is_some_and(|object| !matches!(object.origin, Origin::Absent))
    }

    pub fn has_symbol(&self, id: SymbolId) -> bool {
        let symbol = self.symbols.get(id.0 as usize);
        symbol.is_some_and(|symbol| symbol.place != Place::Absent)
    }

    /// The state's view of a class, made when first asked for.
    pub fn class_mut(&mut self, id: ClassId) -> &mut ClassState {
        while self.classes.len() <= id.0 as usize {
            self.classes.push(ClassState::default());
        }
        match self.classes.get_mut(id.0 as usize) {
            Some(class) => class,
            None => unreachable!("just made"),
        }
    }

    pub fn class(&self, id: ClassId) -> Option<&ClassState> {
        self.classes.get(id.0 as usize)
    }

    pub fn init_status(&self, id: ClassId) -> InitStatus {
        self.class(id).map_or(InitStatus::NotStarted, |c| c.status)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

fn note(notes: &mut Rc<Vec<Rc<str>>>, what: &str) {
    if !notes.iter().any(|n| **n == *what) {
        Rc::make_mut(notes).push(what.into());
    }
}
