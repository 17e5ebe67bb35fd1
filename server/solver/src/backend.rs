//! Z3 itself: one context, an incremental solver for bit-vectors, a one-shot solver for floats and hard arithmetic.
//!
//! Each constraint is asserted once as `proxy => constraint`; a query assumes the proxies of its constraints. So going
//! back along the depth-first search costs nothing, and what Z3 learnt stays. Measured: with assumptions Z3's plain
//! SMT core answers small questions 5 to 10 times faster than its SAT-based solvers; those are better at products
//! and divisions, so they get what the core has not solved in a short time.

use crate::answer::Limits;
use crate::translate::{Translator, Untranslatable};
use crate::watchdog::{InterruptHandle, Watchdog};
use num_bigint::BigInt;
use proviso_terms::{Bv, Const, Model, Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CStr;
use std::time::{Duration, Instant};
use z3_sys::*;

/// After this many asserted constraints the solver starts afresh: inactive ones are not free.
const MAX_ASSERTED: usize = 1500;

/// How long the incremental solver may try before the one-shot solver gets the rest of the time.
pub(crate) const FIRST_TRY: Duration = Duration::from_millis(750);

/// The same for numbers of few bits, whose questions are large: Z3's core finds most models at once, a contradiction is found sooner by
/// the other (measured on trees: 15 ms beside 40 ms each).
pub(crate) const NARROW_TRY: Duration = Duration::from_millis(20);

pub(crate) enum Z3Answer {
    Sat(Model),
    /// The constraints that are enough for the contradiction.
    Unsat(Vec<Term>),
    Unknown(String),
}

pub(crate) struct Backend {
    // First, so that the thread has ended before the context goes.
    watchdog: Option<Watchdog>,
    interrupt: InterruptHandle,
    context: Z3_context,
    incremental: Z3_solver,
    one_shot: Z3_solver,
    translator: Translator,
    /// The literal that switches a constraint on.
    switches: FxHashMap<Term, Z3_ast>,
    /// Which constraint a switch stands for, to read cores.
    constraints: FxHashMap<usize, Term>,
    uses_floats: FxHashMap<Term, bool>,
    /// The incremental solver has to be emptied before its next query.
    burdened: bool,
    limits: Limits,
}

#[derive(Clone, Copy)]
struct Shareable(Z3_context, Z3_solver, Z3_solver);
// SAFETY: `Z3_solver_interrupt` is the one Z3 function that may be called from another thread; the watchdog calls
// nothing else and is joined before the context is deleted.
unsafe impl Send for Shareable {}

impl Shareable {
    fn stop(self) {
        // SAFETY: see above.
        unsafe {
            Z3_solver_interrupt(self.0, self.1);
            Z3_solver_interrupt(self.0, self.2);
        }
    }
}

impl Backend {
    pub(crate) fn new(limits: Limits, interrupt: InterruptHandle) -> Result<Backend, String> {
        let lost = || "Z3 could not be started".to_owned();
        // SAFETY: objects are made on a fresh context, each solver is given its reference at once.
        let (context, incremental, one_shot) = unsafe {
            let config = Z3_mk_config().ok_or_else(lost)?;
            let context = Z3_mk_context(config).ok_or_else(lost)?;
            Z3_del_config(config);
            // Without this an error would end the process.
            Z3_set_error_handler(context, None);
            let incremental = Z3_mk_simple_solver(context).ok_or_else(lost)?;
            Z3_solver_inc_ref(context, incremental);
            let tactic = Z3_mk_tactic(context, c"qffpbv".as_ptr()).ok_or_else(lost)?;
            Z3_tactic_inc_ref(context, tactic);
            let one_shot = Z3_mk_solver_from_tactic(context, tactic).ok_or_else(lost)?;
            Z3_solver_inc_ref(context, one_shot);
            Z3_tactic_dec_ref(context, tactic);
            for solver in [incremental, one_shot] {
                set_resources(context, solver, limits.resources).ok_or_else(lost)?;
            }
            (context, incremental, one_shot)
        };
        let shared = Shareable(context, incremental, one_shot);
        let watchdog = Watchdog::start(interrupt.clone(), move || {
            let shared = shared;
            shared.stop();
        })
        .map_err(|error| format!("no thread to guard Z3: {error}"))?;
        Ok(Backend {
            watchdog: Some(watchdog),
            interrupt,
            context,
            incremental,
            one_shot,
            translator: Translator::new(context),
            switches: FxHashMap::default(),
            constraints: FxHashMap::default(),
            uses_floats: FxHashMap::default(),
            burdened: false,
            limits,
        })
    }

    /// Are all `constraints` satisfiable together? `symbols` are those the model shall have values for. The incremental solver has
    /// `first_try`, [`FIRST_TRY`] or [`NARROW_TRY`], before the one-shot solver gets the rest.
    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        symbols: &[Term],
        deadline: Option<Instant>,
        first_try: Duration,
    ) -> Z3Answer {
        let start = Instant::now();
        let until = self.until(start, deadline);
        let floats = constraints
            .iter()
            .any(|&constraint| self.has_floats(terms, constraint));
        if !floats {
            // Where work is counted, the clock must not decide who does it.
            let first = match self.limits.resources {
                0 => until.min(start + first_try),
                _ => until,
            };
            match self.check_incrementally(terms, constraints, first) {
                Err(reason) => return Z3Answer::Unknown(reason),
                Ok(Z3_L_TRUE) => return self.sat(terms, self.incremental, symbols),
                Ok(Z3_L_FALSE) => return Z3Answer::Unsat(self.core(constraints)),
                Ok(_) => {}
            }
            let reason = self.reason(self.incremental);
            // What was too hard would burden every later query. Emptying takes time that somebody who stops us has not.
            self.burdened |= first_try == FIRST_TRY;
            let whole = first == until && first_try == FIRST_TRY;
            if self.interrupt.is_interrupted() || whole || Instant::now() >= until {
                return Z3Answer::Unknown(reason);
            }
        }
        self.check_until(terms, constraints, symbols, until)
    }

    /// When a question that begins now has to be answered.
    fn until(&self, start: Instant, deadline: Option<Instant>) -> Instant {
        let until = start + self.limits.query_time;
        deadline.map_or(until, |deadline| until.min(deadline))
    }

    fn check_until(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        symbols: &[Term],
        until: Instant,
    ) -> Z3Answer {
        match self.check_once(terms, constraints, until) {
            Err(reason) => Z3Answer::Unknown(reason),
            Ok(Z3_L_TRUE) => self.sat(terms, self.one_shot, symbols),
            Ok(Z3_L_FALSE) => Z3Answer::Unsat(constraints.to_vec()),
            Ok(_) => Z3Answer::Unknown(self.reason(self.one_shot)),
        }
    }

    fn sat(&mut self, terms: &Terms, solver: Z3_solver, symbols: &[Term]) -> Z3Answer {
        match self.model(terms, solver, symbols) {
            Some(model) => Z3Answer::Sat(model),
            None => Z3Answer::Unknown("Z3 gave no model".to_owned()),
        }
    }

    /// Empties the incremental solver; translated expressions stay.
    fn forget(&mut self) {
        self.burdened = false;
        self.switches.clear();
        self.constraints.clear();
        // SAFETY: a live solver.
        unsafe { Z3_solver_reset(self.context, self.incremental) };
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        for solver in [self.incremental, self.one_shot] {
            // SAFETY: live objects. Without memory for a parameter set the old limit stays, which is harmless.
            let _ = unsafe { set_resources(self.context, solver, limits.resources) };
        }
    }

    fn check_incrementally(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        deadline: Instant,
    ) -> Result<Z3_lbool, Untranslatable> {
        if self.burdened || self.switches.len() > MAX_ASSERTED {
            self.forget();
        }
        let mut assumptions = Vec::with_capacity(constraints.len());
        // Asserting is work too: simplifying a large constraint can take longer than deciding it.
        self.interrupt.begin(deadline);
        for &constraint in constraints {
            match self.switch(terms, constraint) {
                Ok(switch) => assumptions.push(switch),
                Err(reason) => {
                    self.interrupt.end();
                    return Err(reason);
                }
            }
        }
        let (context, solver) = (self.context, self.incremental);
        // SAFETY: the assumptions are literals of this context.
        let outcome = unsafe {
            Z3_solver_check_assumptions(
                context,
                solver,
                assumptions.len() as u32,
                assumptions.as_ptr(),
            )
        };
        self.interrupt.end();
        Ok(outcome)
    }

    /// Through a tactic that turns everything, floats too, into one SAT problem; it has no incremental mode.
    fn check_once(
        &mut self,
        terms: &Terms,
        constraints: &[Term],
        deadline: Instant,
    ) -> Result<Z3_lbool, Untranslatable> {
        let (context, solver) = (self.context, self.one_shot);
        let mut expressions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            expressions.push(self.translator.expression(terms, constraint)?);
        }
        self.interrupt.begin(deadline);
        // SAFETY: boolean expressions of this context.
        unsafe {
            Z3_solver_reset(context, solver);
            for expression in expressions {
                Z3_solver_assert(context, solver, expression);
            }
        }
        // SAFETY: a live solver.
        let outcome = unsafe { Z3_solver_check(context, solver) };
        self.interrupt.end();
        Ok(outcome)
    }

    /// The literal for a constraint; asserts `literal => constraint` the first time.
    fn switch(&mut self, terms: &Terms, constraint: Term) -> Result<Z3_ast, Untranslatable> {
        if let Some(&switch) = self.switches.get(&constraint) {
            return Ok(switch);
        }
        let expression = self.translator.expression(terms, constraint)?;
        let (atom, _) = terms.literal(constraint);
        let switch = if terms.is_symbol(atom) {
            expression
        } else {
            let c = self.context;
            let lost = || "Z3 could not assert a constraint".to_owned();
            // SAFETY: live expressions; a symbol term never has this index, so the name is not taken.
            unsafe {
                let name = Z3_mk_int_symbol(c, constraint.index() as i32).ok_or_else(lost)?;
                let boolean = Z3_mk_bool_sort(c).ok_or_else(lost)?;
                let switch = Z3_mk_const(c, name, boolean).ok_or_else(lost)?;
                let implication = Z3_mk_implies(c, switch, expression).ok_or_else(lost)?;
                Z3_solver_assert(c, self.incremental, implication);
                switch
            }
        };
        self.switches.insert(constraint, switch);
        self.constraints
            .insert(switch.as_ptr() as usize, constraint);
        Ok(switch)
    }

    fn has_floats(&mut self, terms: &Terms, constraint: Term) -> bool {
        if let Some(&known) = self.uses_floats.get(&constraint) {
            return known;
        }
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![constraint];
        let mut found = false;
        while let Some(term) = stack.pop() {
            if terms.sort(term).is_float() {
                found = true;
                break;
            }
            for &arg in terms.args(term) {
                if seen.insert(arg) {
                    stack.push(arg);
                }
            }
        }
        self.uses_floats.insert(constraint, found);
        found
    }

    fn core(&self, constraints: &[Term]) -> Vec<Term> {
        let c = self.context;
        // SAFETY: the vector is referenced while it is read.
        unsafe {
            let Some(vector) = Z3_solver_get_unsat_core(c, self.incremental) else {
                return constraints.to_vec();
            };
            Z3_ast_vector_inc_ref(c, vector);
            let core: Option<Vec<Term>> = (0..Z3_ast_vector_size(c, vector))
                .map(|index| {
                    let switch = Z3_ast_vector_get(c, vector, index)?;
                    self.constraints.get(&(switch.as_ptr() as usize)).copied()
                })
                .collect();
            Z3_ast_vector_dec_ref(c, vector);
            match core {
                Some(core) if !core.is_empty() => core,
                _ => constraints.to_vec(),
            }
        }
    }

    fn model(&mut self, terms: &Terms, solver: Z3_solver, symbols: &[Term]) -> Option<Model> {
        let c = self.context;
        // SAFETY: the model is referenced while it is read.
        unsafe {
            let z3_model = Z3_solver_get_model(c, solver)?;
            Z3_model_inc_ref(c, z3_model);
            let mut model = Model::new();
            let mut complete = true;
            for &symbol in symbols {
                match self.value(terms, z3_model, symbol) {
                    Some(value) => model.set(symbol, value),
                    None => complete = false,
                }
            }
            Z3_model_dec_ref(c, z3_model);
            complete.then_some(model)
        }
    }

    /// # Safety
    /// `model` is a live model of this context.
    unsafe fn value(&mut self, terms: &Terms, model: Z3_model, symbol: Term) -> Option<Const> {
        let c = self.context;
        debug_assert!(matches!(terms.op(symbol), Op::Symbol(_)));
        let mut expression = self.translator.expression(terms, symbol).ok()?;
        let sort = terms.sort(symbol);
        // SAFETY: live expressions of this context throughout.
        unsafe {
            let mut value = expression;
            if sort.is_float() {
                // The bits of NaN are anything in Z3, so it is asked for first.
                let is_nan = Z3_mk_fpa_is_nan(c, expression)?;
                if !Z3_model_eval(c, model, is_nan, true, &mut value) {
                    return None;
                }
                if Z3_get_bool_value(c, value) == Z3_L_TRUE {
                    return Some(match sort {
                        Sort::F32 => Const::f32(f32::NAN),
                        _ => Const::f64(f64::NAN),
                    });
                }
                expression = Z3_mk_fpa_to_ieee_bv(c, expression)?;
            }
            if !Z3_model_eval(c, model, expression, true, &mut value) {
                return None;
            }
            Some(match sort {
                Sort::Bool => Const::Bool(Z3_get_bool_value(c, value) == Z3_L_TRUE),
                Sort::F32 => Const::f32(f32::from_bits(self.small_numeral(value)? as u32)),
                Sort::F64 => Const::f64(f64::from_bits(self.small_numeral(value)?)),
                Sort::Bv(width) if width <= 64 => Const::Bv(Bv::from_unsigned(
                    width,
                    u128::from(self.small_numeral(value)?),
                )),
                Sort::Bv(width) => {
                    let text = CStr::from_ptr(Z3_get_numeral_string(c, value))
                        .to_str()
                        .ok()?;
                    Const::Bv(Bv::from_big(width, &text.parse::<BigInt>().ok()?))
                }
            })
        }
    }

    /// # Safety
    /// `value` is a live expression of this context.
    unsafe fn small_numeral(&self, value: Z3_ast) -> Option<u64> {
        let mut bits = 0u64;
        // SAFETY: as above; a value that is no numeral makes Z3 answer false.
        unsafe {
            let numeral = Z3_is_numeral_ast(self.context, value)
                && Z3_get_numeral_uint64(self.context, value, &mut bits);
            numeral.then_some(bits)
        }
    }

    fn reason(&self, solver: Z3_solver) -> String {
        if self.interrupt.is_interrupted() {
            return "interrupted".to_owned();
        }
        // SAFETY: Z3 returns a string that lives until the next call.
        let text = unsafe { CStr::from_ptr(Z3_solver_get_reason_unknown(self.context, solver)) };
        let text = text.to_string_lossy();
        match text.as_ref() {
            "timeout" | "canceled" | "interrupted from keyboard" | "interrupted" => {
                format!("Z3 gave up after {} ms", self.limits.query_time.as_millis())
            }
            other => format!("Z3: {other}"),
        }
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        self.watchdog = None;
        // SAFETY: nothing uses the solvers or the context any more; the thread has been joined.
        unsafe {
            Z3_solver_dec_ref(self.context, self.incremental);
            Z3_solver_dec_ref(self.context, self.one_shot);
            Z3_del_context(self.context);
        }
    }
}

/// # Safety
/// `context` and `solver` are live.
unsafe fn set_resources(context: Z3_context, solver: Z3_solver, resources: u32) -> Option<()> {
    // SAFETY: the parameter set is referenced while it is used.
    unsafe {
        let parameters = Z3_mk_params(context)?;
        Z3_params_inc_ref(context, parameters);
        let key = Z3_mk_string_symbol(context, c"rlimit".as_ptr())?;
        // Z3 takes 0 as "no limit" too.
        Z3_params_set_uint(context, parameters, key, resources);
        Z3_solver_set_params(context, solver, parameters);
        Z3_params_dec_ref(context, parameters);
    }
    Some(())
}

/// The version of the Z3 that is linked.
pub fn z3_version() -> String {
    // SAFETY: a static string.
    unsafe { CStr::from_ptr(Z3_get_full_version()) }
        .to_string_lossy()
        .into_owned()
}
