//! Finding out what a symbolic reference is: null or not, which object, of which class. Each question forks over the
//! answers that are possible and is asked again by the successors, which then know.

use crate::bounds::Bound;
use crate::classes::ClassId;
use crate::heap::object::{Body, Forgotten, Origin};
use crate::machine::{Machine, R, Stop, unknown};
use crate::state::{Binding, Place, State};
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId};
use std::rc::Rc;

/// Where references are followed one by one there are no guarded ones.
const UNGUARDED: &str = "internal error: a guarded reference on a path by itself";

/// The enums of a type set, and the rest.
type Split = (Vec<Rc<TypeSet>>, Option<Rc<TypeSet>>);

impl Machine {
    /// Null test: r̂ becomes null or l̂; no object is chosen.
    pub fn is_null(&mut self, st: &mut State, r: Ref) -> R<bool> {
        if self.guards() {
            let null = self.null_term(st, r);
            return self.branch(st, null);
        }
        match st.deref(r) {
            Ref::Null => Ok(true),
            Ref::Object(_) => Ok(false),
            Ref::Symbol(s) if st.symbol(s).binding == Binding::NonNull => Ok(false),
            Ref::Symbol(s) => {
                let mut null = st.clone();
                bind(&mut null, s, Binding::Null);
                bind(st, s, Binding::NonNull);
                let non_null = st.clone();
                self.fork(st, vec![non_null, null])?;
                Ok(false)
            }
            Ref::Choice(_) => unknown(UNGUARDED),
        }
    }

    /// A null test whose answer is wanted without a fork, if it is known.
    pub fn known_null(&self, st: &State, r: Ref) -> Option<bool> {
        match st.deref(r) {
            Ref::Null => Some(true),
            Ref::Object(_) => Some(false),
            Ref::Symbol(s) => (st.symbol(s).binding == Binding::NonNull).then_some(false),
            Ref::Choice(_) => None,
        }
    }

    /// The object a reference points to; `None` is null. Of guarded references this asks for one: the other objects are put aside.
    pub fn object_of(&mut self, st: &mut State, r: Ref) -> R<Option<ObjectId>> {
        if !self.guards() {
            return self.one_object(st, r);
        }
        let Some(mut objects) = self.objects_of(st, r)? else {
            return Ok(None);
        };
        let last = objects.pop();
        for (guard, object) in objects {
            if self.branch(st, guard)? {
                return Ok(Some(object));
            }
        }
        Ok(last.map(|(_, object)| object))
    }

    /// As [`Machine::object_of`], for a reference that is no choice: one fork over all it may be.
    pub(crate) fn one_object(&mut self, st: &mut State, r: Ref) -> R<Option<ObjectId>> {
        if self.is_null(st, r)? {
            return Ok(None);
        }
        // More than once only where the first choice was which enum it is.
        loop {
            match st.deref(r) {
                Ref::Object(o) => return Ok(Some(o)),
                Ref::Null => return Ok(None),
                Ref::Symbol(s) => {
                    if self.guards()
                        && let Some(own) = self.own(st, s)
                    {
                        return Ok(Some(own));
                    }
                    self.choose_object(st, s)?;
                }
                Ref::Choice(_) => return unknown(UNGUARDED),
            }
        }
    }

    /// l̂ → each compatible input object ∣ a fresh object. Objects allocated on the path are no candidates.
    fn choose_object(&mut self, st: &mut State, s: SymbolId) -> R<()> {
        let types = st.symbol(s).types.clone();
        if let Some(constants) = self.enum_constants(st, &types)? {
            return self.choose_constant(st, s, &constants);
        }
        let mut aliases = Vec::new();
        for &candidate in st.inputs.clone().iter() {
            let candidate_types = st.object(candidate).types.clone();
            if let Some(met) = self.classes.meet(&candidate_types, &types)
                && self.types_agree(st, s, candidate)
            {
                aliases.push((candidate, met));
            }
        }
        let forgotten = st.symbol(s).forgotten;
        if let Some(forgotten) = forgotten {
            for candidate in self.made_up_to(st, forgotten) {
                let candidate_types = st.object(candidate).types.clone();
                if let Some(met) = self.classes.meet(&candidate_types, &types) {
                    aliases.push((candidate, met));
                }
            }
        }
        let (enums, others) = self.split_enums(&types)?;
        let mut successors = Vec::new();
        for narrowed in enums {
            // The constants are chosen when the successor asks again.
            let mut next = st.clone();
            self.set_types(&mut next, Ref::Symbol(s), narrowed);
            successors.push(next);
        }
        let unknown_enum = others.is_none();
        let fresh = match others {
            Some(others) => {
                self.set_types(st, Ref::Symbol(s), others);
                self.may_be_fresh(st, s)
            }
            None => false,
        };
        for (candidate, met) in aliases {
            let mut next = st.clone();
            if !self.bind_object(&mut next, s, candidate)? {
                continue;
            }
            if *next.object(candidate).types != *met {
                next.object_mut(candidate).types = met;
            }
            successors.push(next);
        }
        if fresh && let Some(forgotten) = forgotten {
            let bound = st.symbol(s).types.bound(&self.classes);
            if self.classes.get(bound).project || self.classes.is_array(bound) {
                let mut next = st.clone();
                let object = self.materialise_made(&mut next, s, forgotten)?;
                self.bind_object(&mut next, s, object)?;
                successors.push(next);
            }
        }
        if fresh {
            self.take_stand_in(st, s);
            if successors.is_empty() {
                let object = self.materialise_object(st, s)?;
                self.bind_own(st, s, object)?;
                return Ok(());
            }
            let mut next = st.clone();
            if !self.guards() || self.is_apart(&mut next, s)? {
                let object = self.materialise_object(&mut next, s)?;
                self.bind_own(&mut next, s, object)?;
                successors.insert(0, next);
            }
        }
        if successors.is_empty() {
            // Only what a bound forbids is left (the cut has been recorded), or an enum nobody knows.
            return Err(if unknown_enum {
                Stop::Infeasible
            } else {
                Stop::Cut(Bound::K)
            });
        }
        self.fork(st, successors)
    }

    /// Whether something forgotten may hold an object made on the path: those there were, and what callees made since.
    fn is_made_up_to(&self, st: &State, o: ObjectId, forgotten: Forgotten) -> bool {
        let made = |f: &Forgotten| f.0 <= forgotten.0;
        o.0 < forgotten.0
            || match &st.object(o).body {
                Body::Fields(fields) => fields.forgotten.as_ref().is_some_and(made),
                Body::Array(array) => array.forgotten.first().is_some_and(|(_, f)| made(f)),
            }
    }

    /// Objects made on the path that something forgotten may hold.
    fn made_up_to(&self, st: &State, forgotten: Forgotten) -> Vec<ObjectId> {
        (0..st.objects.len() as u32)
            .map(ObjectId)
            .filter(|&o| !st.object(o).is_input() && self.is_made_up_to(st, o, forgotten))
            .collect()
    }

    /// Whether an object of this class may also be chosen as made by a callee.
    pub(crate) fn may_be_made(&self, st: &State, object: ObjectId) -> bool {
        let bound = st.object(object).types.bound(&self.classes);
        self.classes.get(bound).project || self.classes.is_array(bound)
    }

    /// A type set without enum classes, and for each enum of the project in it the part that is this enum: an enum has
    /// no other objects than its constants, so a fresh object is never one. Enums nobody knows are left out.
    pub(crate) fn split_enums(&mut self, types: &TypeSet) -> R<Split> {
        if types.exact.is_some() {
            return Ok((Vec::new(), Some(Rc::new(types.clone()))));
        }
        let enum_class = self.classes.load("java/lang/Enum")?;
        if self.classes.subtype_of(types, enum_class) == Some(false) {
            return Ok((Vec::new(), Some(Rc::new(types.clone()))));
        }
        let mut parts = Vec::new();
        // A plain `Object` is looked at (cast, tested) before it matters that it is an enum; enumerating the constants
        // of every enum for it would only multiply paths.
        let plain = types.bound(&self.classes) == self.classes.object;
        for class in if plain {
            Vec::new()
        } else {
            self.classes.subclasses(enum_class)
        } {
            let info = self.classes.get(class);
            if info.project && info.superclass == Some(enum_class) {
                parts.extend(self.classes.narrow(types, class));
            }
        }
        // Without enums in the project there is nothing to keep apart.
        if !plain && parts.is_empty() && self.classes.subtype_of(types, enum_class).is_none() {
            return Ok((parts, Some(Rc::new(types.clone()))));
        }
        let others = self.classes.exclude(types, enum_class);
        Ok((parts, others))
    }

    /// Binds a symbol to the object that was made for it. Where references are guarded that needs no binding.
    fn bind_own(&mut self, st: &mut State, s: SymbolId, object: ObjectId) -> R<bool> {
        if self.guards() {
            self.settle(st, s);
            return self.has_made_length(st, s, object);
        }
        self.bind_object(st, s, object)
    }

    /// It is none of the objects that are there.
    fn is_apart(&mut self, st: &mut State, s: SymbolId) -> R<bool> {
        for (same, _) in self.possible_aliases(st, s) {
            let apart = self.terms.not(same);
            match self.assume(st, apart) {
                Ok(()) => {}
                Err(Stop::Infeasible) => return Ok(false),
                Err(stop) => return Err(stop),
            }
        }
        Ok(true)
    }

    /// Binds a symbol to an object; false if the places they have in the order, or in the heap, do not agree, or a
    /// constructor put an array of another length there.
    fn bind_object(&mut self, st: &mut State, s: SymbolId, object: ObjectId) -> R<bool> {
        if self.guards()
            && let Origin::Input { symbol, .. } = st.object(object).origin
        {
            let (mine, theirs) = (self.location(s), self.location(symbol));
            let same = self.terms.eq(mine, theirs);
            match self.assume(st, same) {
                Ok(()) => {}
                Err(Stop::Infeasible) => return Ok(false),
                Err(stop) => return Err(stop),
            }
        }
        bind(st, s, Binding::Object(object));
        self.settle(st, s);
        if !self.has_made_length(st, s, object)? {
            return Ok(false);
        }
        match (st.symbol(s).rank, st.object(object).rank) {
            (Some(a), Some(b)) => {
                let same = self.terms.eq(a, b);
                match self.assume(st, same) {
                    Ok(()) => Ok(true),
                    Err(Stop::Infeasible) => Ok(false),
                    Err(stop) => Err(stop),
                }
            }
            (Some(a), None) => {
                st.object_mut(object).rank = Some(a);
                Ok(true)
            }
            _ => Ok(true),
        }
    }

    /// Whether the bounds allow one more input object; a refusal is recorded.
    fn may_be_fresh(&mut self, st: &State, s: SymbolId) -> bool {
        let symbol = st.symbol(s);
        if symbol.budget < 0 {
            self.cut(st, Bound::K);
            self.note_endless(st, s);
            return false;
        }
        if let Some(n) = self.options.bounds.n {
            let class = symbol.types.bound(&self.classes);
            let same = st
                .inputs
                .iter()
                .filter(|&&o| st.object(o).types.bound(&self.classes) == class)
                .count();
            if same >= n as usize {
                self.bound_together(st, Bound::N);
                self.cut(st, Bound::N);
                return false;
            }
        }
        true
    }

    /// The bound refused an object to a field that is never null: with few objects there may be no way out.
    pub(crate) fn note_endless(&mut self, st: &State, s: SymbolId) {
        let Place::Field { object, slot } = st.symbol(s).place else {
            return;
        };
        let class = st.object(object).types.bound(&self.classes);
        let slot = usize::from(slot);
        if self.is_non_null(class, slot, false)
            && let Some(field) = self.classes.get(class).fields.get(slot)
        {
            let owner = self.classes.name(field.class).clone();
            self.endless.insert((owner, field.name.clone()));
        }
    }

    fn enum_class(&self, types: &TypeSet) -> Option<ClassId> {
        let bound = types.bound(&self.classes);
        self.classes.chain(bound).into_iter().find(|&c| {
            let class = self.classes.get(c);
            class.access.is_enum()
                && class
                    .superclass
                    .is_some_and(|s| &**self.classes.name(s) == "java/lang/Enum")
        })
    }

    pub(crate) fn is_enum_type(&self, types: &TypeSet) -> bool {
        self.enum_class(types).is_some()
    }

    /// The constants of an enum type, initialising it if need be: an enum has no other objects.
    fn enum_constants(&mut self, st: &mut State, types: &TypeSet) -> R<Option<Vec<ObjectId>>> {
        let Some(class) = self.enum_class(types) else {
            return Ok(None);
        };
        self.initialise(st, class)?;
        let statics = self.classes.get(class).statics.clone();
        let mut constants = Vec::new();
        for (slot, field) in statics.iter().enumerate() {
            let value = st
                .class(class)
                .and_then(|c| c.slots.get(slot))
                .and_then(|s| s.now.or(s.init));
            if field.access.is_enum()
                && let Some(Ref::Object(o)) = value.and_then(|v| v.reference()).map(|r| st.deref(r))
                && self
                    .classes
                    .meet(&st.object(o).types.clone(), types)
                    .is_some()
            {
                constants.push(o);
            }
        }
        Ok(Some(constants))
    }

    fn choose_constant(&mut self, st: &mut State, s: SymbolId, constants: &[ObjectId]) -> R<()> {
        let known = st.symbol(s).distinct.clone();
        let successors = constants
            .iter()
            .filter(|o| !known.contains(o))
            .map(|&o| {
                let mut next = st.clone();
                bind(&mut next, s, Binding::Object(o));
                self.settle(&mut next, s);
                next
            })
            .collect();
        self.fork(st, successors)
    }

    /// Reference comparison. Symbols are resolved only when they are not the same one; an input reference never
    /// equals an object created on the path.
    pub fn same_ref(&mut self, st: &mut State, a: Ref, b: Ref) -> R<bool> {
        let (a, b) = (st.deref(a), st.deref(b));
        if self.guards()
            && let Some(same) = self.same_term(st, a, b)
        {
            return self.branch(st, same);
        }
        match (a, b) {
            (Ref::Choice(_), _) | (_, Ref::Choice(_)) => {
                let left = self.object_of(st, a)?;
                let right = self.object_of(st, b)?;
                let as_ref = |o: Option<ObjectId>| o.map_or(Ref::Null, Ref::Object);
                match (left, right) {
                    (Some(x), Some(y)) => self.same_ref(st, Ref::Object(x), Ref::Object(y)),
                    _ => Ok(as_ref(left) == as_ref(right)),
                }
            }
            _ if a == b => Ok(true),
            // Boxes of unknown numbers may come from the cache of their class.
            (Ref::Object(x), Ref::Object(y)) => {
                Ok(crate::intrinsics::same_box(self, st, x, y)?.unwrap_or(false))
            }
            (Ref::Null, other) | (other, Ref::Null) => self.is_null(st, other),
            (Ref::Symbol(s), Ref::Object(o)) | (Ref::Object(o), Ref::Symbol(s)) => {
                if !self.may_alias(st, s, o) {
                    return Ok(false);
                }
                if self.is_initial(st, o) {
                    return self.is_initial_object(st, s, o);
                }
                Ok(self.object_of(st, Ref::Symbol(s))? == Some(o))
            }
            (Ref::Symbol(x), Ref::Symbol(y)) => {
                let (tx, ty) = (st.symbol(x).types.clone(), st.symbol(y).types.clone());
                let non_null = [x, y]
                    .iter()
                    .any(|&s| st.symbol(s).binding == Binding::NonNull);
                if non_null && self.classes.meet(&tx, &ty).is_none() {
                    return Ok(false);
                }
                let left = self.object_of(st, a)?;
                let right = self.object_of(st, b)?;
                Ok(left == right)
            }
        }
    }

    /// Made by a class initialiser, so that the input may know it: enum constants, and what static fields hold.
    fn is_initial(&self, st: &State, o: ObjectId) -> bool {
        let object = st.object(o);
        let Origin::Allocated { epoch: 0 } = object.origin else {
            return false;
        };
        let bound = object.types.bound(&self.classes);
        self.is_enum_object(st, o)
            || self.classes.get(bound).project
            || self.classes.is_array(bound)
    }

    /// The symbol is this object, or one that is chosen when it has to be.
    fn is_initial_object(&mut self, st: &mut State, s: SymbolId, o: ObjectId) -> R<bool> {
        let mut same = st.clone();
        bind(&mut same, s, Binding::Object(o));
        self.settle(&mut same, s);
        let types = st.symbol(s).types.clone();
        let only = self.enum_constants(st, &types)?.is_some_and(|constants| {
            let known = &st.symbol(s).distinct;
            constants.iter().all(|c| *c == o || known.contains(c))
        });
        if only && st.symbol(s).binding == Binding::NonNull {
            *st = same;
            return Ok(true);
        }
        if let Some(symbol) = st.symbol_mut(s) {
            std::rc::Rc::make_mut(&mut symbol.distinct).push(o);
        }
        let other = st.clone();
        self.fork(st, vec![other, same])?;
        Ok(st.deref(Ref::Symbol(s)) == Ref::Object(o))
    }

    pub(crate) fn may_alias(&mut self, st: &State, s: SymbolId, o: ObjectId) -> bool {
        let object = st.object(o);
        if st.symbol(s).distinct.contains(&o) {
            return false;
        }
        if let Some(forgotten) = st.symbol(s).forgotten
            && !object.is_input()
        {
            let types = st.symbol(s).types.clone();
            let object_types = object.types.clone();
            return self.is_made_up_to(st, o, forgotten)
                && self.classes.meet(&types, &object_types).is_some();
        }
        if !object.is_input() && !self.is_initial(st, o) {
            return false;
        }
        let types = st.symbol(s).types.clone();
        let object_types = object.types.clone();
        self.classes.meet(&types, &object_types).is_some()
    }

    fn is_enum_object(&self, st: &State, o: ObjectId) -> bool {
        st.object(o)
            .class()
            .is_some_and(|class| self.is_enum_class(class))
    }

    /// An enum, or the class of a constant with a body.
    pub(crate) fn is_enum_class(&self, class: ClassId) -> bool {
        let chain = self.classes.chain(class);
        chain
            .iter()
            .any(|&c| &**self.classes.name(c) == "java/lang/Enum")
    }

    /// `instanceof` for a reference that is not null: constrains the type without choosing an object.
    pub fn is_instance(&mut self, st: &mut State, r: Ref, class: ClassId) -> R<bool> {
        if let choice @ Ref::Choice(_) = st.deref(r) {
            return self.is_choice_instance(st, choice, class);
        }
        let Some(types) = self.types_of(st, r) else {
            return Ok(false);
        };
        if let Some(known) = self.classes.subtype_of(&types, class) {
            return Ok(known);
        }
        let yes = self.classes.narrow(&types, class);
        let no = self.classes.exclude(&types, class);
        match (yes, no) {
            (Some(yes), Some(no)) => {
                let same = if self.guards() {
                    self.settle_aliases(st, r)?
                } else {
                    Vec::new()
                };
                let mut other = st.clone();
                self.set_types(&mut other, r, no);
                self.set_types(st, r, yes);
                for object in same {
                    let object = Ref::Object(object);
                    self.narrow_alias(&mut other, object, class, false);
                    self.narrow_alias(st, object, class, true);
                }
                let this = st.clone();
                self.fork(st, vec![this, other])?;
                self.settle_constant(st, r)?;
                Ok(true)
            }
            (Some(_), None) => Ok(true),
            _ => Ok(false),
        }
    }

    /// As [`Machine::is_instance`], for one of several: without a fork where each of them knows.
    fn is_choice_instance(&mut self, st: &mut State, choice: Ref, class: ClassId) -> R<bool> {
        let mut ways = Vec::new();
        for (guard, target) in self.targets(st, choice) {
            let known = match self.types_of(st, target) {
                None => Some(false),
                Some(types) => self.classes.subtype_of(&types, class),
            };
            match known {
                Some(true) => ways.push(guard),
                Some(false) => {}
                None => {
                    let Some(object) = self.object_of(st, choice)? else {
                        return Ok(false);
                    };
                    return self.is_instance(st, Ref::Object(object), class);
                }
            }
        }
        let instance = self.terms.or(&ways);
        self.branch(st, instance)
    }

    /// What is learnt of the class of an object holds for all that are the same.
    fn narrow_alias(&mut self, st: &mut State, r: Ref, class: ClassId, instance: bool) {
        let Some(types) = self.types_of(st, r) else {
            return;
        };
        let narrowed = if instance {
            self.classes.narrow(&types, class)
        } else {
            self.classes.exclude(&types, class)
        };
        match narrowed {
            Some(narrowed) => self.set_types(st, r, narrowed),
            None => st.impossible = true,
        }
    }

    /// What was compared with constants before it was known to be of their enum must be one of the others.
    fn settle_constant(&mut self, st: &mut State, r: Ref) -> R<()> {
        if let Ref::Symbol(s) = st.deref(r)
            && !st.symbol(s).distinct.is_empty()
            && self.is_enum_type(&st.symbol(s).types.clone())
        {
            self.object_of(st, r)?;
        }
        Ok(())
    }

    /// What is known of the class of the object a reference points to; `None` for null.
    pub fn types_of(&self, st: &State, r: Ref) -> Option<Rc<TypeSet>> {
        match st.deref(r) {
            Ref::Null => None,
            Ref::Object(o) => Some(st.object(o).types.clone()),
            Ref::Symbol(s) => Some(st.symbol(s).types.clone()),
            // Where they differ, nothing is said: who needs more looks at the targets.
            Ref::Choice(id) => {
                let targets = self.choices.get(id);
                let mut all = targets
                    .iter()
                    .filter_map(|(_, target)| self.types_of(st, *target));
                let first = all.next()?;
                let same = all.all(|types| types == first);
                Some(if same { first } else { Rc::default() })
            }
        }
    }

    /// Narrows what a reference may be; that may say what a type variable is.
    pub fn set_types(&mut self, st: &mut State, r: Ref, types: Rc<TypeSet>) {
        self.put_types(st, r, types);
        if let Some(symbol) = st.input_symbol(r) {
            self.settle(st, symbol);
        }
    }

    pub(crate) fn put_types(&mut self, st: &mut State, r: Ref, types: Rc<TypeSet>) {
        match st.deref(r) {
            Ref::Null | Ref::Choice(_) => {}
            Ref::Object(o) => {
                // Where references are guarded a symbol and its own object are both asked.
                if self.guards()
                    && let Origin::Input { symbol, .. } = st.object(o).origin
                    && self.own(st, symbol) == Some(o)
                    && let Some(symbol) = st.symbol_mut(symbol)
                {
                    symbol.types = types.clone();
                }
                st.object_mut(o).types = types;
            }
            Ref::Symbol(s) => {
                if self.guards()
                    && let Some(own) = self.own(st, s)
                {
                    st.object_mut(own).types = types.clone();
                }
                if let Some(symbol) = st.symbol_mut(s) {
                    symbol.types = types;
                }
            }
        }
    }
}

fn bind(st: &mut State, s: SymbolId, binding: Binding) {
    if let Some(symbol) = st.symbol_mut(s) {
        symbol.binding = binding;
    }
}
