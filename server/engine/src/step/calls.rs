//! Calls and returns: selection over symbolic receivers, the checks before a call, frames.

use crate::bounds::Bound;
use crate::classes::{ClassId, Method, MethodBody};
use crate::hooks::{CallCheck, CallStub, Outcome, ViolationKind};
use crate::intrinsics::Intrinsic;
use crate::machine::{Calls, Machine, R, Stop, unknown};
use crate::state::{Frame, MadeUpCall, Place, State, Then};
use crate::step::ref_at;
use crate::trace::Target;
use crate::types::TypeSet;
use crate::value::{Ref, Value};
use proviso_classfile::{FieldType, MethodRef};
use proviso_names::Numbered;
use proviso_terms::Term;
use std::rc::Rc;

/// Frames that clauses may need beyond the bound on calls.
const ROOM: usize = 40;

/// The method that answers for another, by its contract.
pub struct StubTarget {
    pub callee: Rc<str>,
    pub method: Rc<Method>,
    pub pure: bool,
    pub promises: bool,
    /// What must hold at the call, of a callee outside of the project.
    pub requires: Option<CallCheck>,
}

/// Whether the topmost frame is code under check, not a clause or what a clause calls.
pub(crate) fn under_check(st: &State) -> bool {
    let frame = st.top();
    st.epoch == 1 && !frame.aside && frame.past.is_none() && !frame.method.is_spec()
}

/// What a call on a symbolic receiver may run.
enum Selected {
    Method(Rc<Method>),
    /// An implementation nobody knows.
    Unknown,
}

impl Machine {
    pub(crate) fn invoke_static(&mut self, st: &mut State, r: &MethodRef) -> R<()> {
        if crate::indy::is_polymorphic(r) {
            return crate::indy::invoke_polymorphic(self, st, r);
        }
        let method = self.method_ref(r)?;
        self.initialise(st, method.class)?;
        self.call(st, &method, &method.clone())
    }

    /// `<init>`, private methods, and `super.m()`, which is selected from the superclass of the current class.
    pub(crate) fn invoke_special(&mut self, st: &mut State, r: &MethodRef) -> R<()> {
        let method = self.method_ref(r)?;
        let receiver = ref_at(st, method.descriptor.params.len())?;
        if self.is_null(st, receiver)? {
            return self.throw_null(st);
        }
        let target = self.special_target(st, &method)?;
        self.call(st, &method, &target)
    }

    fn special_target(&mut self, st: &State, method: &Rc<Method>) -> R<Rc<Method>> {
        let current = st.top().method.class;
        let is_super_call = !method.name.starts_with('<')
            && !method.access.is_private()
            && method.class != current
            && !self.classes.get(method.class).access.is_interface()
            && self.classes.is_subtype(current, method.class);
        match self.classes.get(current).superclass {
            Some(superclass) if is_super_call => match self.classes.select(superclass, method) {
                Some(target) => Ok(target),
                None => Ok(method.clone()),
            },
            _ => Ok(method.clone()),
        }
    }

    pub(crate) fn invoke_virtual(&mut self, st: &mut State, r: &MethodRef) -> R<()> {
        if crate::indy::is_polymorphic(r) {
            return crate::indy::invoke_polymorphic(self, st, r);
        }
        let method = self.method_ref(r)?;
        self.invoke_selected(st, &method)
    }

    /// Null test, selection and call, with receiver and arguments on the stack.
    pub fn invoke_selected(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        let receiver = ref_at(st, method.descriptor.params.len())?;
        if self.is_null(st, receiver)? {
            return self.throw_null(st);
        }
        let mut receiver = st.deref(receiver);
        if let Ref::Choice(_) = receiver {
            receiver = self.one_receiver(st, receiver, method)?;
        }
        // Which class stands for a library type is decided with the object.
        if let Some(types) = self.types_of(st, receiver)
            && self.stand_in(&types).is_some()
            && let Some(object) = self.object_of(st, receiver)?
        {
            receiver = Ref::Object(object);
        }
        if let Some(stub) = self.modular_stub(st, method) {
            return self.answer_by_contract(st, method, &stub);
        }
        match self.select(st, receiver, method)? {
            Selected::Method(target) => self.call(st, method, &target),
            Selected::Unknown => self.call_unknown(st, method),
        }
    }

    /// Of a guarded receiver all that run the same code stay together: forks once per implementation. Where that is not known of each,
    /// one object is asked for. What is returned decides the code; the receiver stays as it is.
    fn one_receiver(&mut self, st: &mut State, choice: Ref, method: &Rc<Method>) -> R<Ref> {
        let mut groups: Vec<(Rc<Method>, Vec<Term>, Ref)> = Vec::new();
        for (guard, target) in self.targets(st, choice) {
            let Some(types) = self.types_of(st, target) else {
                continue;
            };
            let known = if self.stand_in(&types).is_some() || types.foreign {
                None
            } else {
                self.only_implementation(&types, method)
            };
            let Some(code) = known else {
                let object = self.object_of(st, choice)?;
                return object.map_or(Err(Stop::Infeasible), |o| Ok(Ref::Object(o)));
            };
            match groups
                .iter_mut()
                .find(|(known, ..)| Rc::ptr_eq(known, &code))
            {
                Some((_, guards, _)) => guards.push(guard),
                None => groups.push((code, vec![guard], target)),
            }
        }
        let last = groups.pop();
        for (_, guards, target) in groups {
            let here = self.terms.or(&guards);
            if self.branch(st, here)? {
                return Ok(target);
            }
        }
        last.map_or(Err(Stop::Infeasible), |(_, _, target)| Ok(target))
    }

    /// What objects of these types run, where that is the same for all of them.
    fn only_implementation(&mut self, types: &TypeSet, method: &Rc<Method>) -> Option<Rc<Method>> {
        if method.access.is_private() || method.access.is_final() {
            return Some(method.clone());
        }
        if let Some(exact) = types.exact {
            let target = self.classes.select(exact, method)?;
            return (!target.access.is_abstract()).then_some(target);
        }
        if self.options.open_world && !method.is_spec() {
            return None;
        }
        match self.implementations(types, method).as_slice() {
            [(Some(target), _)] => Some(target.clone()),
            _ => None,
        }
    }

    /// The implementation a receiver selects. Forks once per implementation.
    fn select(&mut self, st: &mut State, receiver: Ref, method: &Rc<Method>) -> R<Selected> {
        if method.access.is_private() || method.access.is_final() {
            return Ok(Selected::Method(method.clone()));
        }
        let Some(types) = self.types_of(st, receiver) else {
            return Err(Stop::Infeasible);
        };
        if let Some(exact) = types.exact {
            return match self.classes.select(exact, method) {
                Some(target) if target.access.is_abstract() => {
                    self.throw_new(st, "java/lang/AbstractMethodError", Some(&method.display()))
                }
                Some(target) => Ok(Selected::Method(target)),
                None => {
                    self.throw_new(st, "java/lang/AbstractMethodError", Some(&method.display()))
                }
            };
        }
        if types.foreign {
            return Ok(self.foreign_target(&types, method));
        }
        let groups = self.implementations(&types, method);
        // Which constant it is says which class: constants with bodies have classes of their own.
        if groups.len() > 1 && self.is_enum_type(&types) {
            self.object_of(st, receiver)?;
            return self.select(st, receiver, method);
        }
        // Nobody overrides what lowering made.
        let foreign = if self.options.open_world && !method.is_spec() {
            self.classes.foreign(&types)
        } else {
            None
        };
        if groups.len() == 1 && foreign.is_none() {
            let (target, _) = &groups[0];
            return Ok(match target {
                Some(target) => Selected::Method(target.clone()),
                None => Selected::Unknown,
            });
        }
        let mut successors = Vec::new();
        for (target, classes) in &groups {
            let narrowed = match target {
                Some(_) => self.classes.restrict(&types, classes),
                // In an open world this is the last alternative.
                None if foreign.is_some() => None,
                None => self.exclude_all(&types, classes),
            };
            if let Some(narrowed) = narrowed {
                let mut next = st.clone();
                self.set_types(&mut next, receiver, narrowed);
                successors.push(next);
            }
        }
        if let Some(foreign) = foreign {
            let mut next = st.clone();
            self.set_types(&mut next, receiver, foreign);
            successors.push(next);
        }
        // The successors know their types (or that they are none of the known ones) and ask again.
        self.fork(st, successors)?;
        Err(Stop::Again)
    }

    /// What a class nobody knows runs: its own, and of that only the contract is known.
    fn foreign_target(&mut self, types: &TypeSet, method: &Rc<Method>) -> Selected {
        let bound = types.bound(&self.classes);
        let inherited = self.classes.select(bound, method);
        match inherited.filter(|m| !m.access.is_abstract()) {
            Some(target) if method.is_spec() || target.access.is_final() => {
                Selected::Method(target)
            }
            _ => Selected::Unknown,
        }
    }

    fn exclude_all(&mut self, types: &TypeSet, classes: &[ClassId]) -> Option<Rc<TypeSet>> {
        let mut types = Rc::new(types.clone());
        for &class in classes {
            types = self.classes.exclude(&types, class)?;
        }
        Some(types)
    }

    /// Implementations a type set can select, with the classes that select each. A class the project does not know
    /// behaves as the class it extends; only where that is abstract there is nothing to run (`None`).
    fn implementations(
        &mut self,
        types: &TypeSet,
        method: &Rc<Method>,
    ) -> Vec<(Option<Rc<Method>>, Vec<ClassId>)> {
        let bound = types.bound(&self.classes);
        let candidates: Vec<ClassId> = match &types.within {
            Some(within) => within.to_vec(),
            None => {
                let below = self.classes.subclasses(bound);
                let project = below.into_iter().filter(|&c| self.classes.get(c).project);
                std::iter::once(bound).chain(project).collect()
            }
        };
        let mut groups: Vec<(Option<Rc<Method>>, Vec<ClassId>)> = Vec::new();
        let mut known = Vec::new();
        for class in candidates {
            if !self.classes.is_instantiable(class) || !self.classes.contains(types, class) {
                continue;
            }
            known.push(class);
            let target = self
                .classes
                .select(class, method)
                .filter(|m| !m.access.is_abstract());
            match groups
                .iter_mut()
                .find(|(t, _)| same_method(t.as_ref(), target.as_ref()))
            {
                Some((_, classes)) => classes.push(class),
                None => groups.push((target, vec![class])),
            }
        }
        let open = types.within.is_none() && !self.classes.is_instantiable(bound);
        if open && (known.is_empty() || !self.classes.get(bound).project) {
            // An unknown subclass of an abstract class runs what the abstract class implements.
            let inherited = self
                .classes
                .select(bound, method)
                .filter(|m| !m.access.is_abstract());
            let covered = inherited.is_some()
                && groups
                    .iter()
                    .any(|(t, _)| same_method(t.as_ref(), inherited.as_ref()));
            if groups.is_empty() {
                groups.push((inherited, vec![bound]));
            } else if !covered {
                // None of the known classes: the successor that excludes them asks again.
                groups.push((None, known));
            }
        }
        groups
    }

    /// A call of something without body: any result, no effect, and the verdict says so.
    pub(crate) fn call_unknown(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        if crate::heap::order::is_comparison(method) {
            return self.compare_by_order(st, method);
        }
        if let Some(stub) = self.stub_of(method) {
            return self.answer_by_contract(st, method, &stub);
        }
        let name = method.display();
        st.note_assumption(&format!(
            "{name} has no known implementation: any result, no effect"
        ));
        let count = method.argument_count();
        let stack = &st.top().stack;
        let arguments = stack[stack.len().saturating_sub(count)..].to_vec();
        let seen = under_check(st);
        self.call_for_anything(st, method)?;
        if seen {
            let answer = method.descriptor.ret.as_ref().map(|_| st.peek(0));
            Rc::make_mut(&mut st.made_up).push(MadeUpCall {
                method: method.clone(),
                arguments,
                answer,
            });
        }
        Ok(())
    }

    /// Completes a call with an unknown result.
    pub(crate) fn call_for_anything(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        self.call_for_fresh(st, method, false)
    }

    fn call_for_fresh(&mut self, st: &mut State, method: &Rc<Method>, non_null: bool) -> R<()> {
        let result = match &method.descriptor.ret {
            None => None,
            Some(ty) => {
                let k = self.options.bounds.k as i32;
                let name: Rc<str> = method.display().into();
                let answer =
                    self.fresh_value(st, &method.name, ty, Place::Result(name), k, non_null)?;
                if let Value::Ref(Ref::Symbol(s)) = answer
                    && let Value::Ref(receiver) = st.peek(method.argument_count() - 1)
                    && !method.is_static()
                {
                    self.learn_returned_type(st, s, method, receiver);
                }
                st.note_change(Target::Answer(method.id), answer);
                Some(answer)
            }
        };
        self.finish_call(st, method, result)
    }

    /// Makes a call whose target is known. `named` is the method the instruction names, `target` the one to run.
    pub fn call(&mut self, st: &mut State, named: &Rc<Method>, target: &Rc<Method>) -> R<()> {
        if !self.options.passed_over.is_empty() && self.options.passed_over.contains(&*target.name)
        {
            let answer = match target.descriptor.ret {
                Some(FieldType::Primitive(_)) => Value::Int(self.terms.int(1)),
                _ => Value::NULL,
            };
            return self.finish_call(st, target, Some(answer));
        }
        if let Some(stub) = self.modular_stub(st, target) {
            return self.answer_by_contract(st, target, &stub);
        }
        if st.frames.len() >= self.options.bounds.call_depth as usize
            && self.options.calls == Calls::Auto
            && under_check(st)
            && let Some(stub) = self.stub_of(target).or_else(|| self.library_stub(target))
            && stub.promises
        {
            st.jml.too_deep = self.site(st);
            return self.answer_by_contract(st, target, &stub);
        }
        if let Some(check) = self.call_check(st, named) {
            return self.start_call_check(st, named, check);
        }
        if self.is_nondeterministic(target) {
            st.jml.met_nondet = true;
            // Sources of test inputs give objects, never null.
            return self.call_for_fresh(st, target, true);
        }
        let intrinsic = *target.intrinsic.get_or_init(|| {
            crate::intrinsics::lookup(&target.class_name, &target.name, &target.descriptor.text)
                .or_else(|| {
                    crate::jml::lookup(&target.class_name, &target.name, &target.descriptor.text)
                })
        });
        if let Some(intrinsic) = intrinsic {
            return self.call_intrinsic(st, target, intrinsic);
        }
        if let Some(stub) = self.modular_library_stub(st, target) {
            return self.answer_by_contract(st, target, &stub);
        }
        if let MethodBody::Rust(body) = &target.body {
            return body.clone()(self, st, target);
        }
        if target.access.is_abstract() {
            return self.call_unknown(st, target);
        }
        if target.access.is_native() {
            let library = under_check(st).then(|| self.library_stub(target));
            if let Some(stub) = self.stub_of(target).or_else(|| library.flatten()) {
                return self.answer_by_contract(st, target, &stub);
            }
            return unknown(format!("native {}", target.display()));
        }
        let count = target.argument_count();
        let stack = &st.top().stack;
        let arguments = stack[stack.len().saturating_sub(count)..].to_vec();
        self.enter_method(st, target, arguments, Then::Return, count)?;
        self.recursion(st, target)
    }

    /// The stub that answers a call because the user wants contracts to answer.
    fn modular_stub(&mut self, st: &State, method: &Rc<Method>) -> Option<Rc<StubTarget>> {
        if self.options.calls != Calls::Contract || !under_check(st) {
            return None;
        }
        self.stub_of(method)
    }

    /// The same for what the project's own code calls in the JDK. Code of the project that it may select is executed.
    fn modular_library_stub(&mut self, st: &State, target: &Rc<Method>) -> Option<Rc<StubTarget>> {
        if self.options.calls != Calls::Contract || !under_check(st) || !st.top().method.project {
            return None;
        }
        self.library_stub(target).filter(|stub| stub.promises)
    }

    /// Runs what stands for a method in Rust; where that does not know, a contract of the library may.
    fn call_intrinsic(&mut self, st: &mut State, target: &Rc<Method>, run: Intrinsic) -> R<()> {
        let stub = under_check(st).then(|| self.library_stub(target));
        let Some(stub) = stub.flatten() else {
            return run(self, st, target);
        };
        let before = st.clone();
        match run(self, st, target) {
            Err(Stop::Unknown(_)) => {
                *st = before;
                self.answer_by_contract(st, target, &stub)
            }
            other => other,
        }
    }

    pub(crate) fn stub_of(&mut self, method: &Rc<Method>) -> Option<Rc<StubTarget>> {
        if let Some(known) = self.stubs.get(&method.id) {
            return known.clone();
        }
        let stub = self.with_hooks(|_, hooks| hooks.stub(method));
        let found = stub.and_then(|stub| self.stub_target(stub));
        self.stubs.insert(method.id, found.clone());
        found
    }

    /// The contract that a method outside of the project has or inherits.
    fn library_stub(&mut self, method: &Rc<Method>) -> Option<Rc<StubTarget>> {
        if method.project || method.is_spec() {
            return None;
        }
        if let Some(known) = self.library_stubs.get(&method.id) {
            return known.clone();
        }
        let classes = self.classes.nearest_first(method.class);
        let stub = self.with_hooks(|machine, hooks| {
            let mut names = classes.iter().map(|&class| machine.classes.name(class));
            names.find_map(|name| hooks.library_stub(name, method))
        });
        let found = stub.and_then(|stub| self.stub_target(stub));
        self.library_stubs.insert(method.id, found.clone());
        found
    }

    fn stub_target(&mut self, stub: CallStub) -> Option<Rc<StubTarget>> {
        let class = self.classes.load(&stub.class).ok()?;
        let method = self
            .classes
            .declared(class, &stub.method, &stub.descriptor)?;
        Some(Rc::new(StubTarget {
            callee: stub.callee,
            method: method.clone(),
            pure: stub.pure,
            promises: stub.promises,
            requires: stub.requires,
        }))
    }

    /// Runs the stub of a callee in place of its body, once the callee's precondition is known to hold.
    fn answer_by_contract(
        &mut self,
        st: &mut State,
        callee: &Rc<Method>,
        stub: &Rc<StubTarget>,
    ) -> R<()> {
        let check = self.call_check(st, callee);
        if let Some(check) = check.or_else(|| self.library_check(st, stub)) {
            return self.start_call_check(st, callee, check);
        }
        let count = callee.argument_count();
        let stack = &st.top().stack;
        let arguments = stack[stack.len().saturating_sub(count)..].to_vec();
        let name = stub.callee.clone();
        self.answered.entry(name.clone()).or_default();
        self.stub_names.insert(stub.method.id, name);
        self.enter_method(st, &stub.method, arguments, Then::Return, count)?;
        let frame = st.top_mut();
        frame.aside = true;
        frame.pure_stub = stub.pure;
        Ok(())
    }

    fn is_nondeterministic(&mut self, method: &Rc<Method>) -> bool {
        if let Some(&known) = self.nondeterministic.get(&method.id) {
            return known;
        }
        let answer = self.with_hooks(|_, hooks| hooks.nondeterministic(method));
        self.nondeterministic.insert(method.id, answer);
        answer
    }

    /// Pushes a frame, after taking `operands` values from the caller's stack.
    pub fn enter_method(
        &mut self,
        st: &mut State,
        method: &Rc<Method>,
        arguments: Vec<Value>,
        then: Then,
        operands: usize,
    ) -> R<()> {
        // Clauses that are evaluated at the deepest calls need some room.
        let room = if st.jml.too_deep.is_some() { ROOM } else { 0 };
        if st.frames.len() > self.options.bounds.call_depth as usize + room {
            return self.cut_path(st, Bound::CallDepth);
        }
        let Some(code) = method.code()? else {
            return unknown(format!("{} has no body", method.display()));
        };
        self.entered.insert(method.id);
        let (past, pre, aside) = match (&then, st.frames.last()) {
            (Then::ClassInit(_), _) => (None, 0, true),
            (_, Some(caller)) => (caller.past, caller.pre, caller.aside),
            (_, None) => (None, 0, false),
        };
        if let Some(at) = st.frames.len().checked_sub(1) {
            Rc::make_mut(&mut st.frames[at]).drop(operands);
        }
        let mut locals = Vec::with_capacity(usize::from(code.max_locals));
        for value in arguments {
            locals.push(value);
            if value.is_wide() {
                locals.push(Value::Unset);
            }
        }
        locals.resize(usize::from(code.max_locals).max(locals.len()), Value::Unset);
        st.frames.push(Rc::new(Frame {
            method: method.clone(),
            stack: Vec::with_capacity(usize::from(code.max_stack)),
            code,
            at: 0,
            locals,
            then,
            past,
            pre,
            aside,
            pure_stub: false,
            call_checked: false,
            loops: Vec::new(),
            entry: None,
        }));
        Ok(())
    }

    /// Completes a call that ran in Rust: takes the arguments, pushes the result, goes on behind the call.
    pub fn finish_call(&mut self, st: &mut State, method: &Method, result: Option<Value>) -> R<()> {
        let frame = st.top_mut();
        frame.drop(method.argument_count());
        frame.stack.extend(result);
        frame.at += 1;
        frame.call_checked = false;
        Ok(())
    }

    pub(crate) fn return_value(&mut self, st: &mut State, has_value: bool) -> R<()> {
        let result = has_value.then(|| st.peek(0));
        let Some(frame) = st.frames.pop() else {
            return Err(Stop::Infeasible);
        };
        if crate::jml::is_stub(&frame.method) {
            self.note_answered(&frame);
        }
        match frame.then.clone() {
            Then::Return => {
                let caller = st.top_mut();
                caller.stack.extend(result);
                caller.at += 1;
                caller.call_checked = false;
                Ok(())
            }
            Then::ClassInit(class) => {
                self.initialised(st, class);
                self.end_if_last(st, None)
            }
            Then::Throw(exception) => {
                st.unwinding = Some(exception);
                Ok(())
            }
            Then::CheckedCall(clause) => self.finish_call_check(st, clause, result),
            Then::Native(then) => (then.run)(self, st, &then.data, result),
            Then::End => self.end_if_last(st, result),
        }
    }

    /// Some answer satisfied the contract.
    pub(crate) fn note_answered(&mut self, stub: &Frame) {
        if let Some(callee) = self.stub_names.get(&stub.method.id) {
            self.answered.insert(callee.clone(), true);
        }
    }

    fn end_if_last(&mut self, st: &mut State, result: Option<Value>) -> R<()> {
        if st.frames.is_empty() {
            st.result = result;
            return Err(Stop::Ended(Outcome::Returned));
        }
        Ok(())
    }

    // ---- the precondition of a callee ---------------------------------------------------------------------------

    fn call_check(&mut self, st: &State, method: &Rc<Method>) -> Option<CallCheck> {
        let frame = st.top();
        let in_body = frame.method.project && !frame.method.is_spec() && st.epoch == 1;
        if !method.project
            || method.is_spec()
            || frame.aside
            || frame.past.is_some()
            || frame.call_checked
            || !(in_body || self.judges(st))
        {
            return None;
        }
        if let Some(known) = self.call_checks.get(&method.id) {
            return known.clone();
        }
        let check = self.with_hooks(|_, hooks| hooks.requires_at_call(method));
        self.call_checks.insert(method.id, check.clone());
        check
    }

    /// Whether a clause that has to have a value is being evaluated: what it calls has preconditions, too. Invariants that
    /// are only assumed are not asked: others of them may be what makes the call a good one.
    fn judges(&mut self, st: &State) -> bool {
        let is_clause_code = |frame: &Frame| frame.method.is_spec() || !frame.method.project;
        let top = st.frames.len().saturating_sub(1);
        if !st.frames.last().is_some_and(|f| f.method.is_spec()) {
            return false;
        }
        let mut base = top;
        while base > 1 && is_clause_code(&st.frames[base - 1]) {
            base -= 1;
        }
        if base == 0 || st.frames[1..=base].iter().any(|f| f.aside) {
            return false;
        }
        let Some(Numbered::Clause(clause)) = Numbered::of(&st.frames[base].method.name) else {
            return false;
        };
        match st.epoch {
            0 => base == 1 && self.with_hooks(|_, hooks| hooks.must_have_value(clause)),
            // A clause of the body under check, or of the driver once the body has ended.
            1 => base > 1,
            _ => base == 1,
        }
    }

    /// Who wants contracts to answer wants them kept. Where one answers for want of a body, a call that it says nothing
    /// about may end in any way.
    fn library_check(&self, st: &State, stub: &StubTarget) -> Option<CallCheck> {
        let asked = self.options.calls == Calls::Contract && st.top().method.project;
        stub.requires
            .clone()
            .filter(|_| asked && !st.top().call_checked)
    }

    /// Evaluates the clause aside; the call instruction is executed again when it is known to hold.
    fn start_call_check(&mut self, st: &mut State, method: &Rc<Method>, check: CallCheck) -> R<()> {
        let class = self.classes.load(&check.class)?;
        let Some(clause) = self
            .classes
            .resolve_method(class, &check.method, &check.descriptor)
        else {
            return unknown(format!("no clause method {}.{}", check.class, check.method));
        };
        let count = method.argument_count();
        let stack = &st.top().stack;
        let arguments = &stack[stack.len().saturating_sub(count)..];
        // A clause method of a constructor is static: there is no object yet.
        let skip = count.saturating_sub(clause.argument_count());
        let arguments = arguments[skip..].to_vec();
        let target = if clause.is_static() || clause.access.is_private() {
            clause
        } else {
            let exact = arguments
                .first()
                .and_then(|v| v.reference())
                .and_then(|r| self.types_of(st, r));
            let bound = exact.map_or(clause.class, |t| t.bound(&self.classes));
            self.classes
                .select(bound, &clause)
                .filter(|m| !m.access.is_abstract())
                .unwrap_or(clause)
        };
        self.enter_method(st, &target, arguments, Then::CheckedCall(check.clause), 0)?;
        st.top_mut().aside = true;
        Ok(())
    }

    fn finish_call_check(&mut self, st: &mut State, clause: u32, result: Option<Value>) -> R<()> {
        st.top_mut().call_checked = true;
        let Some(Value::Int(holds)) = result else {
            return unknown("a clause method must be boolean");
        };
        let zero = self.terms.int(0);
        let holds = self.terms.ne(holds, zero);
        self.obligation(st, holds, ViolationKind::RequiresAtCall, Some(clause))
    }
}

fn same_method(a: Option<&Rc<Method>>, b: Option<&Rc<Method>>) -> bool {
    a.map(|m| m.id) == b.map(|m| m.id)
}
