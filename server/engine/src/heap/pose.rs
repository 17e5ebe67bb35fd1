//! Path-optimal execution (POSE, `algorithms.md` §5 and §10): every unknown reference has an object of its own, and nothing forks over which
//! of them are the same. Two are the same object where their locations are equal; that lives inside the values of fields.
//!
//! What holds for any two objects of the input that may be the same, once a field of both has been looked at: where their locations are equal,
//! the field holds the same, at entry and now. So the first look at a field takes over what its possible aliases hold, and a write
//! reaches all of them.

use crate::bounds::Bound;
use crate::heap::ids::Key;
use crate::heap::object::{Body, Fields, Object, Origin};
use crate::heap::strategy::HeapStrategy;
use crate::machine::{Machine, R, Stop, unknown};
use crate::state::{Place, State};
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_solver::Extended;
use proviso_terms::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub struct Pose;

impl HeapStrategy for Pose {
    fn name(&self) -> &'static str {
        "pose"
    }

    fn read(&self, _: &mut Machine, st: &mut State, symbol: SymbolId) -> R<Ref> {
        Ok(st.deref(Ref::Symbol(symbol)))
    }
}

/// Objects, each with the condition that it is meant.
pub(crate) type Guarded = Vec<(Term, ObjectId)>;

impl Machine {
    pub(crate) fn guards(&self) -> bool {
        self.options.strategy.is_guarded()
    }

    /// Whether all that a symbol may be is an object of its own: an ordinary object of the project's classes.
    pub(crate) fn is_plain(&mut self, st: &State, s: SymbolId) -> bool {
        let symbol = st.symbol(s);
        if symbol.forgotten.is_some() || self.options.bounds.n.is_some() {
            return false;
        }
        let types = symbol.types.clone();
        let bound = types.bound(&self.classes);
        let class = self.classes.get(bound);
        class.project
            && !self.classes.is_array(bound)
            && !self.is_enum_type(&types)
            && self.stand_in(&types).is_none()
            && matches!(self.split_enums(&types), Ok((enums, Some(_))) if enums.is_empty())
    }

    /// The object that a symbol has of its own, if this state has it.
    pub(crate) fn own(&mut self, st: &State, s: SymbolId) -> Option<ObjectId> {
        let id = self.id_of_input(st, Key::Own(s));
        st.has_object(id).then_some(id)
    }

    /// An object whose aliases are a matter of locations.
    pub(crate) fn is_posed(&mut self, st: &State, o: ObjectId) -> bool {
        let Origin::Input { symbol, .. } = st.object(o).origin else {
            return false;
        };
        self.guards() && matches!(st.object(o).body, Body::Fields(_)) && self.is_plain(st, symbol)
    }

    /// The objects a reference that is not null may point to. Forks only where something other than ordinary objects is among them.
    pub(crate) fn objects_of(&mut self, st: &mut State, r: Ref) -> R<Option<Guarded>> {
        if self.is_null(st, r)? {
            return Ok(None);
        }
        let mut objects: Guarded = Vec::new();
        let targets = self.targets(st, r);
        let several = targets.len() > 1;
        for (guard, target) in targets {
            let object = match target {
                Ref::Null => continue,
                Ref::Object(o) => o,
                Ref::Symbol(s) if self.is_plain(st, s) => {
                    // Somebody else's null.
                    let null = self.null_term(st, target);
                    let there = self.terms.not(null);
                    let used = self.terms.and2(guard, there);
                    if self.summarises() {
                        for (guard, object) in self.summary_of(st, s, used)? {
                            self.add_guarded(&mut objects, guard, object);
                        }
                        continue;
                    }
                    self.use_own(st, s, used)?
                }
                Ref::Symbol(_) if several => {
                    if self.branch(st, guard)? {
                        let object = self.object_of(st, target)?;
                        return Ok(object.map(|o| vec![(self.terms.tru(), o)]));
                    }
                    continue;
                }
                other => return Ok(self.one_object(st, other)?.map(|o| vec![(guard, o)])),
            };
            self.add_guarded(&mut objects, guard, object);
        }
        if objects.is_empty() {
            return Err(Stop::Cut(Bound::K));
        }
        Ok(Some(objects))
    }

    fn add_guarded(&mut self, objects: &mut Guarded, guard: Term, object: ObjectId) {
        match objects.iter_mut().find(|(_, o)| *o == object) {
            Some((known, _)) => *known = self.terms.or2(*known, guard),
            None => objects.push((guard, object)),
        }
    }

    /// Makes sure that a plain symbol has its object. Beyond the chain budget it can only be one that is there already.
    pub(crate) fn use_own(&mut self, st: &mut State, s: SymbolId, used: Term) -> R<ObjectId> {
        if st.symbol(s).budget < 0 {
            let mut same = Vec::new();
            for (condition, other) in self.possible_aliases(st, s) {
                if matches!(st.object(other).origin, Origin::Input { budget, .. } if budget >= 0) {
                    same.push(condition);
                }
            }
            let known = self.terms.or(&same);
            let beyond = self.terms.not(known);
            let beyond = self.terms.and2(used, beyond);
            match self.solver_says(st, beyond)? {
                Extended::Infeasible => {}
                _ => {
                    self.cut(st, Bound::K);
                    self.note_endless(st, s);
                    let within = self.terms.not(beyond);
                    match self.assume(st, within) {
                        Err(Stop::Infeasible) => return Err(Stop::Cut(Bound::K)),
                        other => other?,
                    }
                }
            }
        }
        if let Some(own) = self.own(st, s) {
            return Ok(own);
        }
        let id = self.add_own(st, s);
        self.keep_types_apart(st, s)?;
        Ok(id)
    }

    /// The object of a plain symbol, with nothing known of its fields.
    pub(crate) fn add_own(&mut self, st: &mut State, s: SymbolId) -> ObjectId {
        let symbol = st.symbol(s);
        let object = Object {
            types: symbol.types.clone(),
            origin: Origin::Input {
                budget: symbol.budget,
                symbol: s,
            },
            body: Body::Fields(Fields::default()),
            native: Default::default(),
            rank: symbol.rank,
        };
        let id = self.id_of_input(st, Key::Own(s));
        st.put_object(id, object);
        Rc::make_mut(&mut st.inputs).push(id);
        st.materialised += 1;
        id
    }

    /// Two objects of types that exclude each other are not both this one.
    fn keep_types_apart(&mut self, st: &mut State, s: SymbolId) -> R<()> {
        let others = self.possible_aliases(st, s);
        let types_of = |st: &State, o: ObjectId| st.object(o).types.clone();
        let mut apart = Vec::new();
        for (i, &(first, a)) in others.iter().enumerate() {
            for &(second, b) in &others[i + 1..] {
                let (x, y) = (types_of(st, a), types_of(st, b));
                if self.classes.meet(&x, &y).is_none() {
                    let both = self.terms.and2(first, second);
                    apart.push(self.terms.not(both));
                }
            }
        }
        for condition in apart {
            self.assume(st, condition)?;
        }
        Ok(())
    }

    /// The objects of the input that a symbol may be besides its own, with the conditions.
    pub(crate) fn possible_aliases(&mut self, st: &State, s: SymbolId) -> Guarded {
        let types = st.symbol(s).types.clone();
        let mine = self.location(s);
        let own = self.own(st, s);
        let mut aliases = Vec::new();
        for &candidate in st.inputs.clone().iter() {
            let Origin::Input { symbol, .. } = st.object(candidate).origin else {
                continue;
            };
            let is_own = self.own(st, symbol) == Some(candidate);
            let other_types = st.object(candidate).types.clone();
            if Some(candidate) == own
                || !is_own
                || self.classes.meet(&types, &other_types).is_none()
                || !self.types_agree(st, s, candidate)
            {
                continue;
            }
            let theirs = self.location(symbol);
            let same = self.terms.eq(mine, theirs);
            if self.terms.as_bool(same) != Some(false) {
                aliases.push((same, candidate));
            }
        }
        aliases
    }

    pub(crate) fn solver_says(&mut self, st: &State, condition: Term) -> R<Extended> {
        if self.terms.as_bool(condition) == Some(false) {
            return Ok(Extended::Infeasible);
        }
        self.extend(st, condition)
    }

    /// Of the objects that this one may be the same as, those that it can be on this path.
    fn aliases(&mut self, st: &mut State, o: ObjectId, guard: Term, slot: usize) -> R<Guarded> {
        let Origin::Input { symbol, .. } = st.object(o).origin else {
            return Ok(Vec::new());
        };
        if self.summarises() {
            return Ok(Vec::new());
        }
        let mut open = self.possible_aliases(st, symbol);
        open.retain(|&(_, other)| initial(st, other, slot).is_some());
        let mut found = Vec::new();
        // Most are excluded by what is known of order alone, seen one by one.
        let mut refuted = Vec::new();
        open.retain(|&(same, other)| {
            let condition = self.terms.and2(guard, same);
            let excluded = self.solver.refutes(&mut self.terms, &st.path, condition);
            if excluded {
                refuted.push((same, other));
            }
            !excluded
        });
        // All others at once. A model says which there are.
        while !open.is_empty() {
            let conditions: Vec<Term> = open.iter().map(|(c, _)| *c).collect();
            let any = self.terms.or(&conditions);
            let any = self.terms.and2(guard, any);
            let model = match self.solver_says(st, any)? {
                Extended::Infeasible => break,
                Extended::Feasible(path) => path.model().cloned(),
                Extended::Unknown(..) => None,
            };
            let shown = |m: &Machine, condition: Term| match &model {
                Some(model) => m.terms.holds(condition, model),
                None => true,
            };
            let (yes, no): (Guarded, Guarded) = open
                .iter()
                .partition(|(condition, _)| shown(self, *condition));
            if yes.is_empty() {
                found.append(&mut open);
                break;
            }
            found.extend(yes);
            open = no;
        }
        if self.terms.as_bool(guard) == Some(true) {
            open.extend(refuted);
            self.keep_apart(st, o, &open);
        }
        Ok(found)
    }

    /// What was refuted need not be asked again, nor stand in values.
    fn keep_apart(&mut self, st: &mut State, o: ObjectId, refuted: &[(Term, ObjectId)]) {
        let mut new = Vec::new();
        for &(condition, _) in refuted {
            let apart = self.terms.not(condition);
            if !st.path.conjuncts().contains(&apart) {
                new.push(condition);
            }
        }
        if new.is_empty() {
            return;
        }
        st.path = st.path.apart(&mut self.terms, &new);
        let no = self.terms.fls();
        let replacement: FxHashMap<Term, Term> = new.into_iter().map(|c| (c, no)).collect();
        let Body::Fields(fields) = &st.object(o).body else {
            return;
        };
        let mut fields = fields.clone();
        for value in fields.init.iter_mut().chain(&mut fields.now).flatten() {
            *value = self.substitute(*value, &replacement);
        }
        if let Body::Fields(known) = &mut st.object_mut(o).body {
            *known = fields;
        }
    }

    fn substitute(&mut self, value: Value, replacement: &FxHashMap<Term, Term>) -> Value {
        let terms = &mut self.terms;
        match value {
            Value::Int(t) => Value::Int(terms.substitute(t, replacement)),
            Value::Long(t) => Value::Long(terms.substitute(t, replacement)),
            Value::Float(t) => Value::Float(terms.substitute(t, replacement)),
            Value::Double(t) => Value::Double(terms.substitute(t, replacement)),
            Value::Ref(Ref::Choice(id)) => {
                let targets = self.choices.get(id);
                let mut left = Vec::with_capacity(targets.len());
                for &(guard, target) in targets.iter() {
                    let guard = self.terms.substitute(guard, replacement);
                    if self.terms.as_bool(guard) != Some(false) {
                        left.push((guard, target));
                    }
                }
                Value::Ref(self.choice_of(left))
            }
            other => other,
        }
    }

    /// The first look at a field of an object of the input: where it is one that was looked at before, it holds what that one holds.
    pub(crate) fn learn_field(&mut self, st: &mut State, o: ObjectId, slot: usize) -> R<()> {
        if initial(st, o, slot).is_some() {
            return Ok(());
        }
        if st.jml.forgot_all > 0 {
            return unknown("guarded references beside a callee that may have changed everything");
        }
        if self.holds_number(st, o, slot) {
            // One more condition in a value costs less than finding out that it is never true.
            return self.learn_field_blindly(st, o, slot);
        }
        let always = self.terms.tru();
        let aliases = self.aliases(st, o, always, slot)?;
        self.take_over_field(st, o, slot, &aliases)
    }

    fn holds_number(&mut self, st: &State, o: ObjectId, slot: usize) -> bool {
        let class = st.object(o).types.bound(&self.classes);
        let field = self.classes.get(class).fields.get(slot);
        field.is_some_and(|field| !field.ty.is_reference())
    }

    /// As [`Machine::learn_field`], without asking who can be the same on this path.
    pub(crate) fn learn_field_blindly(
        &mut self,
        st: &mut State,
        o: ObjectId,
        slot: usize,
    ) -> R<()> {
        let Origin::Input { symbol, .. } = st.object(o).origin else {
            return Ok(());
        };
        if initial(st, o, slot).is_some() {
            return Ok(());
        }
        let mut aliases = Vec::new();
        // What is not there holds anything.
        let null = self.null_term(st, Ref::Symbol(symbol));
        let there = self.terms.not(null);
        if !self.summarises() && !st.path.refutes(&mut self.terms, there) {
            aliases = self.possible_aliases(st, symbol);
            aliases.retain(|&(same, other)| {
                initial(st, other, slot).is_some() && !st.path.refutes(&mut self.terms, same)
            });
        }
        self.take_over_field(st, o, slot, &aliases)
    }

    fn take_over_field(
        &mut self,
        st: &mut State,
        o: ObjectId,
        slot: usize,
        aliases: &[(Term, ObjectId)],
    ) -> R<()> {
        let mut init = self.unknown_field(st, o, slot)?;
        let mut now = None;
        for &(same, other) in aliases.iter().rev() {
            let Some(held) = initial(st, other, slot) else {
                continue;
            };
            let before = now.unwrap_or(init);
            if let Some(written) = written(st, other, slot) {
                now = Some(self.either_value(st, same, written, before));
            } else if now.is_some() {
                now = Some(self.either_value(st, same, held, before));
            }
            init = self.either_value(st, same, held, init);
        }
        if let Body::Fields(fields) = &mut st.object_mut(o).body {
            fields.set_init(slot, init);
            if let Some(now) = now {
                fields.set_now(slot, now);
            }
        }
        Ok(())
    }

    /// The symbol that stands for what a field holds at entry.
    fn unknown_field(&mut self, st: &mut State, object: ObjectId, slot: usize) -> R<Value> {
        let class = st.object(object).types.bound(&self.classes);
        let info = self.classes.get(class).clone();
        let (Some(field), Origin::Input { budget, .. }) =
            (info.fields.get(slot), &st.object(object).origin)
        else {
            return unknown("a field of an object whose class is not known");
        };
        let budget = *budget;
        let non_null = field.ty.is_reference() && self.is_non_null(class, slot, false);
        let place = Place::Field {
            object,
            slot: slot as u16,
        };
        let what = format!("o{}.{}.{slot}@", object.0, field.name);
        self.fresh_value(st, &what, &field.ty, place, budget - 1, non_null)
    }

    /// The value of a field of an object of the input, now or at a mark.
    pub(crate) fn read_posed(
        &mut self,
        st: &mut State,
        o: ObjectId,
        slot: usize,
        past: Option<u16>,
    ) -> R<Value> {
        self.learn_field(st, o, slot)?;
        let Some(init) = initial(st, o, slot) else {
            return unknown("a field of an object whose class is not known");
        };
        let Some(number) = past else {
            return Ok(written(st, o, slot).unwrap_or(init));
        };
        let at_mark = |st: &State, other: ObjectId| -> Option<Value> {
            let then = st.jml.mark(number)?.objects.get(other.0 as usize)?;
            match &then.body {
                Body::Fields(fields) => fields.now.get(slot).copied().flatten(),
                Body::Array(_) => None,
            }
        };
        let known_then = |st: &State, other: ObjectId| -> bool {
            let then = st.jml.mark(number);
            let then = then.and_then(|m| m.objects.get(other.0 as usize));
            then.is_some_and(|object| match &object.body {
                Body::Fields(fields) => fields.initial(slot).is_some(),
                Body::Array(_) => false,
            })
        };
        if known_then(st, o) {
            return Ok(at_mark(st, o).unwrap_or(init));
        }
        // Nobody had looked at it then: what was written up to then was written to others.
        let always = self.terms.tru();
        let mut value = init;
        for (same, other) in self.aliases(st, o, always, slot)? {
            if let Some(then) = at_mark(st, other) {
                value = self.either_value(st, same, then, value);
            }
        }
        Ok(value)
    }

    /// Writes a field of whichever of the objects is meant, and of all that may be the same.
    pub(crate) fn write_guarded(
        &mut self,
        st: &mut State,
        objects: &[(Term, ObjectId)],
        slot: usize,
        value: Value,
    ) -> R<()> {
        let mut reached = Vec::new();
        for &(guard, o) in objects {
            if self.is_posed(st, o) {
                self.learn_field(st, o, slot)?;
                for (same, other) in self.aliases(st, o, guard, slot)? {
                    let condition = self.terms.and2(guard, same);
                    reached.push((condition, other, false));
                }
            }
            reached.push((guard, o, true));
        }
        st.writes += 1;
        for (condition, o, itself) in reached {
            let old = match &st.object(o).body {
                Body::Fields(fields) => fields.current(slot),
                Body::Array(_) => None,
            };
            let new = match old {
                Some(old) => self.either_value(st, condition, value, old),
                None => value,
            };
            if let Body::Fields(fields) = &mut st.object_mut(o).body {
                fields.set_now(slot, new);
                if itself {
                    fields.written = Some(match fields.written {
                        Some(before) => self.terms.or2(before, condition),
                        None => condition,
                    });
                }
            }
        }
        Ok(())
    }

    /// Decides which others an object is, before something is learnt of it that values cannot say (its class).
    pub(crate) fn settle_aliases(&mut self, st: &mut State, r: Ref) -> R<Vec<ObjectId>> {
        let Some(symbol) = st.input_symbol(r) else {
            return Ok(Vec::new());
        };
        let mut same = Vec::new();
        for (condition, other) in self.possible_aliases(st, symbol) {
            if self.branch(st, condition)? {
                same.push(other);
            }
        }
        Ok(same)
    }

    /// The condition that two references are the same; `None` where that has to be found out by resolving them.
    pub(crate) fn same_term(&mut self, st: &mut State, a: Ref, b: Ref) -> Option<Term> {
        let (left, right) = (self.targets(st, a), self.targets(st, b));
        let mut ways = Vec::new();
        for &(g, x) in &left {
            for &(h, y) in &right {
                let both = self.terms.and2(g, h);
                if self.terms.as_bool(both) == Some(false) {
                    continue;
                }
                let same = self.same_targets(st, x, y)?;
                ways.push(self.terms.and2(both, same));
            }
        }
        Some(self.terms.or(&ways))
    }

    fn same_targets(&mut self, st: &mut State, x: Ref, y: Ref) -> Option<Term> {
        if x == y {
            return Some(self.terms.tru());
        }
        match (x, y) {
            (Ref::Null, other) | (other, Ref::Null) => Some(self.null_term(st, other)),
            (Ref::Object(a), Ref::Object(b)) => {
                if self.is_posed(st, a) && self.is_posed(st, b) {
                    return self.same_places(st, x, y);
                }
                let boxes = [a, b]
                    .iter()
                    .any(|&o| crate::intrinsics::is_symbolic_box(st, o));
                (!boxes).then(|| self.terms.fls())
            }
            (Ref::Symbol(s), Ref::Object(o)) | (Ref::Object(o), Ref::Symbol(s)) => {
                if !self.may_alias(st, s, o) {
                    return Some(self.terms.fls());
                }
                let located = st.object(o).is_input() && self.has_location(st, s);
                let posed = located && self.is_own_object(st, o);
                if posed {
                    self.same_places(st, x, y)
                } else {
                    None
                }
            }
            (Ref::Symbol(a), Ref::Symbol(b)) => {
                if self.has_location(st, a) && self.has_location(st, b) {
                    self.same_places(st, x, y)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Objects of the input that are no constants of enums and no answers of callees are where their location says.
    fn has_location(&mut self, st: &State, s: SymbolId) -> bool {
        let types = st.symbol(s).types.clone();
        st.symbol(s).forgotten.is_none() && !self.is_enum_type(&types)
    }

    fn is_own_object(&mut self, st: &State, o: ObjectId) -> bool {
        let Origin::Input { symbol, .. } = st.object(o).origin else {
            return false;
        };
        self.own(st, symbol) == Some(o)
    }

    /// By their locations; of types that exclude each other only null is both.
    fn same_places(&mut self, st: &State, x: Ref, y: Ref) -> Option<Term> {
        let (a, b) = (st.input_symbol(x)?, st.input_symbol(y)?);
        let (left, right) = (self.types_of(st, x)?, self.types_of(st, y)?);
        if self.classes.meet(&left, &right).is_none() {
            let (m, n) = (self.null_term(st, x), self.null_term(st, y));
            return Some(self.terms.and2(m, n));
        }
        let (m, n) = (self.location(a), self.location(b));
        Some(self.terms.eq(m, n))
    }
}

fn initial(st: &State, o: ObjectId, slot: usize) -> Option<Value> {
    match &st.object(o).body {
        Body::Fields(fields) => fields.initial(slot),
        Body::Array(_) => None,
    }
}

fn written(st: &State, o: ObjectId, slot: usize) -> Option<Value> {
    match &st.object(o).body {
        Body::Fields(fields) => fields.now.get(slot).copied().flatten(),
        Body::Array(_) => None,
    }
}
