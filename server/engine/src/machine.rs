//! The machine that runs states: its tables, and how it decides, forks, stops and reports.
//!
//! The rule all instructions and intrinsics follow: **decide first, change afterwards**. A decision that forks clones
//! the state, and the clone executes the same instruction again. So until the last decision of an instruction only
//! *knowledge* may change (path condition, bindings, types, `init` values), never frames, written fields or statics.

use crate::bounds::{Bound, Bounds, Cuts, Site};
use crate::classes::{ClassId, ClassTable, Method, MethodId, ResolvedField};
use crate::coverage::Coverage;
use crate::heap::strategy::Strategy;
use crate::hooks::{Hooks, NoHooks, Outcome, Violation, ViolationKind};
use crate::split::Guide;
use crate::state::State;
use crate::types::TypeSet;
use crate::value::ObjectId;
use proviso_classfile::{ClassError, ClassPath, ClassRef, FieldRef, Made, MethodRef, Name, RefId};
use proviso_solver::{Extended, Solver};
use proviso_terms::{Sort, Term, Terms};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why the current instruction of a state does not complete.
#[derive(Debug, Clone)]
pub enum Stop {
    /// The state changed (a frame was pushed, an exception is on its way): execution goes on with the state as it is.
    Again,
    /// No input takes this path.
    Infeasible,
    Cut(Bound),
    /// Not modelled; the reason is shown to the user.
    Unknown(Rc<str>),
    Ended(Outcome),
    Cancelled,
    /// The path goes on in a state that was put aside; only while a piece is being found again.
    PutAside,
    /// It has come to where ways join, and others are still behind.
    Joining,
}

const SHORTEST_QUERY: Duration = Duration::from_millis(20);
/// Milliseconds for a question that only a warning depends on.
const WARNING_QUERY: u32 = 150;

pub type R<T> = Result<T, Stop>;

impl From<ClassError> for Stop {
    fn from(e: ClassError) -> Stop {
        Stop::Unknown(e.to_string().into())
    }
}

pub fn unknown<T>(why: impl Into<Rc<str>>) -> R<T> {
    Err(Stop::Unknown(why.into()))
}

#[derive(Debug, Clone)]
pub struct Options {
    pub strategy: Strategy,
    pub bounds: Bounds,
    /// Statics of project classes are part of the unknown input (false when a program is run from its entry).
    pub symbolic_statics: bool,
    /// No symbols are made; printed output is kept.
    pub concrete: bool,
    /// Java `assert` statements are executed.
    pub assertions: bool,
    /// Milliseconds per solver query.
    pub solver_ms: u32,
    /// What Z3 may spend on a query, in its own count, which is the same on every machine; 0 is no limit.
    pub solver_resources: u32,
    /// Every state remembers the branches it took (`State::branches`).
    pub record_branches: bool,
    /// For tests: ask Z3 whether the guards of every reference exclude each other and leave nothing out, and stop where they do not.
    pub check_guards: bool,
    pub calls: Calls,
    /// Loops that have invariants are followed for one round, from any state the invariants allow.
    pub cut_loops: bool,
    /// A proof is wanted, no witness: quantifiers are decided by one unknown index, and loops are cut.
    pub closing: bool,
    /// Methods of clauses that are not to be looked at: they answer true, or null.
    pub passed_over: Arc<BTreeSet<String>>,
    /// An unknown object may be of a class that the project does not know, with methods of its own.
    pub open_world: bool,
    /// States that meet are merged.
    pub merging: bool,
    /// When everything has to be over, what is done with the findings included.
    pub end: Option<Instant>,
}

/// Whose word counts at a call of a method that has a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calls {
    /// The body's, where there is one that is not too deep; else the contract's.
    #[default]
    Auto,
    /// The body's wherever there is one.
    Inline,
    /// The contract's.
    Contract,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            strategy: Strategy::LazierSharp,
            bounds: Bounds::default(),
            symbolic_statics: true,
            concrete: false,
            assertions: true,
            solver_ms: 8_000,
            solver_resources: 0,
            record_branches: false,
            check_guards: false,
            calls: Calls::default(),
            cut_loops: false,
            closing: false,
            passed_over: Arc::default(),
            open_world: false,
            merging: false,
            end: None,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Stats {
    /// `Jml.leave` events, or completed runs when there is no driver.
    pub paths: u64,
    pub states: u64,
    pub instructions: u64,
    pub forks: u64,
    pub completed: u64,
    /// Runs that went through the whole contract, or ended the program: what a ✓ rests on.
    pub through: u64,
    pub dropped: u64,
    /// States that were joined with others.
    pub merged: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.paths += other.paths;
        self.states += other.states;
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.completed += other.completed;
        self.through += other.through;
        self.dropped += other.dropped;
        self.merged += other.merged;
    }
}

/// What kind of thing could not be decided. Decisions are made on this, never on the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doubt {
    /// The solver gave no answer: another run, or more time, may.
    Solver,
    /// Something the engine does not model.
    Unmodelled,
    /// Something that should not be.
    Internal,
}

/// What could not be decided: the kind, in words, and where.
pub type Doubts<Text> = BTreeMap<(Doubt, Text, Option<Site>), u64>;

/// Can a condition hold on a path?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feasible {
    Yes,
    No,
    Unknown(Rc<str>),
}

pub struct Machine {
    pub terms: Terms,
    pub solver: Solver,
    pub classes: ClassTable,
    pub options: Options,
    pub stats: Stats,
    pub cuts: Cuts,
    pub unknowns: Doubts<Rc<str>>,
    /// What was assumed rather than executed, over all paths.
    pub assumptions: BTreeSet<Rc<str>>,
    /// Inputs that were left out, over all paths.
    pub restrictions: BTreeSet<Rc<str>>,
    pub coverage: Coverage,
    /// Methods whose code was run, for whatever reason, since the machine was made.
    pub entered: HashSet<MethodId>,
    /// What constructors leave in fields, per class that declares some; asked for once.
    pub(crate) made: HashMap<ClassId, Rc<Vec<(Name, Made)>>>,
    /// Left out of the struct while one of them runs, so that hooks can use the machine.
    hooks: Option<Box<dyn Hooks>>,
    pub(crate) pending: Vec<State>,
    /// The path that is being found again.
    pub(crate) guide: Option<Guide>,
    pub cancel: Arc<AtomicBool>,
    pub(crate) deadline: Option<Instant>,
    /// The deadline from the first violation on: making its witness takes time too.
    pub(crate) deadline_when_found: Option<Instant>,
    query_time: Duration,
    pub(crate) field_refs: HashMap<RefId, Rc<ResolvedField>>,
    pub(crate) method_refs: HashMap<RefId, Rc<Method>>,
    pub(crate) class_refs: HashMap<RefId, ClassId>,
    /// Type variables `T extends B<T>` of the method that is run and of its class, with `B`.
    pub(crate) self_bounded: HashMap<Rc<str>, ClassId>,
    pub(crate) below: HashMap<ClassId, Rc<TypeSet>>,
    pub(crate) non_null: HashMap<(ClassId, u32, bool), bool>,
    pub(crate) known_loops: crate::step::lasso::KnownLoops,
    pub(crate) overflow_checked: HashMap<MethodId, bool>,
    pub(crate) overflow_reported: HashSet<(MethodId, u32)>,
    pub(crate) call_checks: HashMap<MethodId, Option<crate::hooks::CallCheck>>,
    pub(crate) nondeterministic: HashMap<MethodId, bool>,
    pub(crate) stubs: HashMap<MethodId, Option<Rc<crate::step::calls::StubTarget>>>,
    pub(crate) library_stubs: HashMap<MethodId, Option<Rc<crate::step::calls::StubTarget>>>,
    /// Spec cases that applied on some path, by their first clause.
    pub applied: BTreeSet<u32>,
    /// Clauses that were evaluated to their end on some path.
    pub evaluated: BTreeSet<u32>,
    /// Clauses that had to be passed over on some path.
    pub given_up: BTreeSet<u32>,
    /// Assumptions that were looked at, and whether some path kept them.
    pub assumed: BTreeMap<u32, bool>,
    /// Non-null fields (class, name) for which no further object was allowed.
    pub endless: BTreeSet<(Name, Name)>,
    /// Some loop was cut at its invariants.
    pub cut_a_loop: bool,
    /// Whom a stub stands for.
    pub stub_names: HashMap<MethodId, Rc<str>>,
    /// Callees that contracts answered, and whether some answer satisfied the contract.
    pub answered: BTreeMap<Rc<str>, bool>,
    /// Data of intrinsics that belongs to the run, not to a path.
    pub natives: crate::intrinsics::NativeTables,
    pub indy: crate::indy::IndyTables,
    pub(crate) merging: crate::merge::Merging,
    pub(crate) ids: crate::heap::ids::Ids,
    pub(crate) choices: crate::heap::choice::Choices,
}

impl Machine {
    pub fn new(
        path: Arc<ClassPath>,
        options: Options,
        hooks: Box<dyn Hooks>,
    ) -> Result<Machine, ClassError> {
        let query_time = Duration::from_millis(options.solver_ms.into());
        let limits = proviso_solver::Limits {
            query_time,
            resources: options.solver_resources,
        };
        let shared_ids = options.strategy.is_guarded();
        let mut solver = Solver::new(limits);
        solver.set_deadline(options.end);
        Ok(Machine {
            terms: Terms::new(),
            solver,
            classes: ClassTable::new(path)?,
            options,
            stats: Stats::default(),
            cuts: Cuts::default(),
            unknowns: BTreeMap::new(),
            assumptions: BTreeSet::new(),
            restrictions: BTreeSet::new(),
            coverage: Coverage::default(),
            entered: HashSet::new(),
            made: HashMap::new(),
            hooks: Some(hooks),
            pending: Vec::new(),
            guide: None,
            cancel: Arc::default(),
            deadline: None,
            deadline_when_found: None,
            query_time,
            field_refs: HashMap::new(),
            method_refs: HashMap::new(),
            class_refs: HashMap::new(),
            self_bounded: HashMap::new(),
            below: HashMap::new(),
            non_null: HashMap::new(),
            known_loops: HashMap::new(),
            overflow_checked: HashMap::new(),
            overflow_reported: HashSet::new(),
            call_checks: HashMap::new(),
            nondeterministic: HashMap::new(),
            stubs: HashMap::new(),
            applied: BTreeSet::new(),
            evaluated: BTreeSet::new(),
            given_up: BTreeSet::new(),
            assumed: BTreeMap::new(),
            endless: BTreeSet::new(),
            cut_a_loop: false,
            library_stubs: HashMap::new(),
            stub_names: HashMap::new(),
            answered: BTreeMap::new(),
            natives: Default::default(),
            indy: Default::default(),
            merging: Default::default(),
            ids: crate::heap::ids::Ids::new(shared_ids),
            choices: Default::default(),
        })
    }

    pub fn with_hooks<T>(&mut self, f: impl FnOnce(&mut Machine, &mut dyn Hooks) -> T) -> T {
        let mut hooks = self.hooks.take().unwrap_or_else(|| Box::new(NoHooks));
        let result = f(self, &mut *hooks);
        self.hooks = Some(hooks);
        result
    }

    pub fn into_hooks(self) -> Option<Box<dyn Hooks>> {
        self.hooks
    }

    // ---- deciding ---------------------------------------------------------------------------------------------

    /// Can the condition hold on this path? Nothing is assumed.
    pub fn feasible(&mut self, st: &State, condition: Term) -> R<Feasible> {
        Ok(match self.extend(st, condition)? {
            Extended::Feasible(_) => Feasible::Yes,
            Extended::Infeasible => Feasible::No,
            Extended::Unknown(_, why) => Feasible::Unknown(why.into()),
        })
    }

    pub(crate) fn extend(&mut self, st: &State, condition: Term) -> R<Extended> {
        self.check_cancelled()?;
        self.limit_query();
        let extended = self.solver.assume(&mut self.terms, &st.path, condition);
        // An interrupted query says `Unknown`: that is no finding.
        self.check_cancelled()?;
        Ok(extended)
    }

    /// No query may take longer than the run has left (but a little, so that quick ones still get their answer).
    fn limit_query(&mut self) {
        let most = Duration::from_millis(self.options.solver_ms.into());
        let wanted = match self.deadline {
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                left.max(SHORTEST_QUERY).min(most)
            }
            None => most,
        };
        // Telling Z3 costs a little: not for every millisecond.
        if wanted < self.query_time || wanted > 2 * self.query_time {
            self.set_query_time(wanted);
        }
    }

    /// As [`Machine::feasible`], for something that is only worth a warning: it must not use up the time of a verdict.
    pub(crate) fn feasible_in_passing(&mut self, st: &State, condition: Term) -> R<Feasible> {
        let usual = self.options.solver_ms;
        self.options.solver_ms = usual.min(WARNING_QUERY);
        self.set_query_time(Duration::from_millis(self.options.solver_ms.into()));
        let answer = self.feasible(st, condition);
        self.options.solver_ms = usual;
        self.set_query_time(Duration::from_millis(usual.into()));
        answer
    }

    pub(crate) fn set_query_time(&mut self, query_time: Duration) {
        self.query_time = query_time;
        self.solver.set_limits(proviso_solver::Limits {
            query_time,
            resources: self.options.solver_resources,
        });
    }

    /// Everything has to be over by then, from now on.
    pub fn set_end(&mut self, end: Instant) {
        self.options.end = Some(end);
        self.solver.set_deadline(Some(end));
    }

    pub fn check_cancelled(&self) -> R<()> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(Stop::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Which way a condition goes. Forks when both are possible: the other way is put aside for later.
    pub fn branch(&mut self, st: &mut State, condition: Term) -> R<bool> {
        if let Some(b) = self.terms.as_bool(condition) {
            return Ok(b);
        }
        if let Some(way) = self.told_by_oracle(condition) {
            let told = if way {
                condition
            } else {
                self.terms.not(condition)
            };
            self.assume(st, told)?;
            return Ok(way);
        }
        self.check_cancelled()?;
        self.limit_query();
        let sides = self.solver.branch(&mut self.terms, &st.path, condition);
        self.check_cancelled()?;
        match (sides.yes, sides.no) {
            (Extended::Infeasible, Extended::Infeasible) => Err(Stop::Infeasible),
            (yes, Extended::Infeasible) => {
                take(st, yes);
                Ok(true)
            }
            (Extended::Infeasible, no) => {
                take(st, no);
                Ok(false)
            }
            (yes, no) => {
                let fork = self.options.merging.then(|| Rc::new(st.path.clone()));
                let mut other = st.clone();
                take(&mut other, no);
                take(st, yes);
                if let Some(fork) = fork {
                    st.path.parted_from(&fork);
                    other.path.parted_from(&fork);
                }
                self.part(st, vec![other])?;
                Ok(true)
            }
        }
    }

    /// Goes on with the first successor; the others are put aside, to be taken in their order.
    pub fn fork(&mut self, st: &mut State, successors: Vec<State>) -> R<()> {
        let mut successors = successors.into_iter().filter(|next| !next.impossible);
        let Some(first) = successors.next() else {
            return Err(Stop::Infeasible);
        };
        *st = first;
        let others: Vec<State> = successors.collect();
        if others.is_empty() {
            return Ok(());
        }
        self.part(st, others)
    }

    /// Where paths part: `st` is the first way, the others are put aside. Each remembers which way it is.
    fn part(&mut self, st: &mut State, mut others: Vec<State>) -> R<()> {
        let all: Vec<&State> = std::iter::once(&*st).chain(&others).collect();
        if let Some(chosen) = self.chosen_by_oracle(&all) {
            let chosen = chosen?;
            if chosen > 0 {
                *st = others.swap_remove(chosen - 1);
                // Its instruction is not done yet: it knows now, and asks again.
                return Err(Stop::Again);
            }
            return Ok(());
        }
        for (way, state) in std::iter::once(&mut *st).chain(&mut others).enumerate() {
            state.decisions += 1;
            state.choices.push(way as u32);
        }
        if self.guide.is_some() {
            return self.follow_guide(others);
        }
        self.stats.forks += others.len() as u64;
        self.pending.extend(others.into_iter().rev());
        Ok(())
    }

    /// Keeps the path only where the condition holds.
    pub fn assume(&mut self, st: &mut State, condition: Term) -> R<()> {
        match self.extend(st, condition)? {
            Extended::Infeasible => Err(Stop::Infeasible),
            extended => {
                take(st, extended);
                Ok(())
            }
        }
    }

    /// A fresh primitive symbol; the name tells the user where it came from. A name that ends in `@` says by itself which place of the
    /// input it is, so that all states of a search, and a run under a model, mean the same by it.
    pub fn fresh(&mut self, st: &mut State, what: &str, sort: Sort) -> Term {
        if what.ends_with('@') {
            return self.terms.symbol(what, sort);
        }
        let name = if self.ids.shared {
            self.dynamic_name(st, what)
        } else {
            format!("{what}#{}", st.fresh)
        };
        st.fresh += 1;
        self.terms.symbol(&name, sort)
    }

    /// The number that a term is on this path, where the path condition fixes it.
    pub(crate) fn fixed_int(&mut self, st: &State, term: Term) -> Option<i32> {
        let fixed = st.path.fixed(&mut self.terms, term);
        self.terms.as_int(fixed)
    }

    // ---- reporting --------------------------------------------------------------------------------------------

    /// Where the state is, as the user should see it: the topmost frame of project code, else the topmost frame.
    pub fn site(&self, st: &State) -> Option<Site> {
        let project = || st.frames.iter().rev().filter(|f| f.method.project);
        let user = project().find(|f| !f.method.is_spec());
        let frame = user.or_else(|| project().next()).or(st.frames.last())?;
        Some(Site {
            class: frame.method.class_name.clone(),
            method: frame.method.name.clone(),
            descriptor: frame.method.descriptor.text.clone(),
            source_file: frame.method.source_file.clone(),
            line: frame.line(),
            insn: Some(frame.at),
        })
    }

    pub fn cut(&mut self, st: &State, bound: Bound) {
        if let Some(site) = self.site(st) {
            self.cuts.add(bound, site);
        }
    }

    /// Where a bound on how much of the input is looked at is met by several paths together, some of them may lie within it: what is cut
    /// is more than the bound says.
    pub(crate) fn bound_together(&mut self, st: &State, bound: Bound) {
        if st.joined {
            let why = format!(
                "the {} bound cuts several paths together, some of which may lie within it",
                bound.name()
            );
            self.note_unknown(st, Doubt::Unmodelled, &why);
        }
    }

    /// Records a cut alternative and, as there is no other, ends the path.
    pub fn cut_path<T>(&mut self, st: &State, bound: Bound) -> R<T> {
        self.cut(st, bound);
        Err(Stop::Cut(bound))
    }

    /// Where `condition` can be false, reports a violation; goes on where it is true.
    pub fn obligation(
        &mut self,
        st: &mut State,
        condition: Term,
        kind: ViolationKind,
        clause: Option<u32>,
    ) -> R<()> {
        let negated = self.terms.not(condition);
        match self.feasible(st, negated)? {
            Feasible::No => return Ok(()),
            Feasible::Yes => {
                let mut failed = st.clone();
                self.assume(&mut failed, negated)?;
                self.report(&failed, kind, clause, None);
            }
            // What is not shown is not shown, for whatever reason; in a proof that is all there is to say.
            Feasible::Unknown(_) if self.options.closing => self.report(st, kind, clause, None),
            Feasible::Unknown(why) => self.note_unknown(st, Doubt::Solver, &why),
        }
        self.assume(st, condition)
    }

    pub fn report(
        &mut self,
        st: &State,
        kind: ViolationKind,
        clause: Option<u32>,
        exception: Option<ObjectId>,
    ) {
        let thrown = exception.and_then(|e| crate::exceptions::site_of(st, e));
        let Some(mut site) = thrown.or_else(|| self.site(st)) else {
            return;
        };
        if let ViolationKind::Diverges {
            lines: Some((first, _)),
            ..
        } = kind
        {
            // The loop, wherever in it the round ended.
            (site.line, site.insn) = (Some(first), None);
        }
        if self.is_known_ground() {
            return;
        }
        if let Some(why) = st.uncertain.clone() {
            // Nobody has shown that this path exists: not an alarm, but not silence either.
            let reason = format!("a possible violation could not be decided: {why}");
            let doubt = (Doubt::Solver, reason.into(), Some(site.line_only()));
            *self.unknowns.entry(doubt).or_default() += 1;
            return;
        }
        if !matches!(kind, ViolationKind::Overflow { .. }) {
            self.deadline = earlier(self.deadline, self.deadline_when_found);
        }
        let violation = Violation {
            kind,
            clause,
            site,
            exception,
        };
        self.with_hooks(|machine, hooks| hooks.violation(machine, st, &violation));
    }

    pub fn note_unknown(&mut self, st: &State, doubt: Doubt, why: &str) {
        let site = self.site(st).map(Site::line_only);
        let doubt = (doubt, why.into(), site);
        *self.unknowns.entry(doubt).or_default() += 1;
    }

    // ---- resolving names of the constant pool -------------------------------------------------------------------

    pub fn class_ref(&mut self, r: &ClassRef) -> R<ClassId> {
        if let Some(&id) = self.class_refs.get(&r.id) {
            return Ok(id);
        }
        let id = self.classes.load_type(&r.ty)?;
        self.class_refs.insert(r.id, id);
        Ok(id)
    }

    pub fn field_ref(&mut self, r: &FieldRef) -> R<Rc<ResolvedField>> {
        if let Some(f) = self.field_refs.get(&r.id) {
            return Ok(f.clone());
        }
        let class = self.classes.load(&r.class)?;
        let Some(field) = self.classes.resolve_field(class, &r.name, &r.ty) else {
            return unknown(format!("no field {}.{}", r.class, r.name));
        };
        let field = Rc::new(field);
        self.field_refs.insert(r.id, field.clone());
        Ok(field)
    }

    pub fn method_ref(&mut self, r: &MethodRef) -> R<Rc<Method>> {
        if let Some(m) = self.method_refs.get(&r.id) {
            return Ok(m.clone());
        }
        let class = self.classes.load(&r.class)?;
        let Some(method) = self
            .classes
            .resolve_method(class, &r.name, &r.descriptor.text)
        else {
            return unknown(format!(
                "no method {}.{}{}",
                r.class, r.name, r.descriptor.text
            ));
        };
        self.method_refs.insert(r.id, method.clone());
        Ok(method)
    }

    /// Everything at or below a class, kept for the next time.
    pub fn types_below(&mut self, class: ClassId) -> Rc<TypeSet> {
        if let Some(types) = self.below.get(&class) {
            return types.clone();
        }
        let types = self.classes.types_below(class);
        self.below.insert(class, types.clone());
        types
    }

    pub fn is_non_null(&mut self, class: ClassId, slot: usize, is_static: bool) -> bool {
        if let Some(&known) = self.non_null.get(&(class, slot as u32, is_static)) {
            return known;
        }
        let c = self.classes.get(class).clone();
        let field = if is_static {
            &c.statics[slot]
        } else {
            &c.fields[slot]
        };
        let declaring = self.classes.name(field.class).clone();
        let name = field.name.clone();
        let answer = self.with_hooks(|_, hooks| hooks.field_non_null(&declaring, &name));
        self.non_null
            .insert((class, slot as u32, is_static), answer);
        answer
    }
}

/// The earlier of two moments, where there are two.
pub(crate) fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Goes on with an extended path. Without a model the path is uncertain, and says why.
fn take(st: &mut State, extended: Extended) {
    match extended {
        Extended::Feasible(path) => {
            // A model of the whole path: what was doubtful before is not any more.
            st.path = path;
            st.uncertain = None;
        }
        Extended::Unknown(path, why) => {
            st.path = path;
            st.uncertain = Some(why.into());
        }
        Extended::Infeasible => {}
    }
}
