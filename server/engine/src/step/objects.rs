//! Creation, casts, type tests, throwing and monitors.

use crate::classes::ClassId;
use crate::heap::generics::Generic;
use crate::machine::{Machine, R, Stop};
use crate::state::{Place, State};
use crate::step::{next, push, ref_at, replace};
use crate::value::{Ref, Value};
use proviso_classfile::ClassRef;

impl Machine {
    pub(crate) fn new_object(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        self.initialise(st, class)?;
        let object = self.allocate(st, class);
        push(st, Value::Ref(Ref::Object(object)))
    }

    pub(crate) fn checkcast(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        let r = ref_at(st, 0)?;
        if let choice @ Ref::Choice(_) = r
            && !self.all_are(st, choice, class)
        {
            let passes = self.is_null(st, r)? || self.is_instance(st, r, class)?;
            return if passes {
                next(st)
            } else {
                self.throw_new(st, "java/lang/ClassCastException", None)
            };
        }
        let passes = match self.types_of(st, r) {
            Some(_) if matches!(r, Ref::Choice(_)) => true,
            None => true,
            Some(types) if self.classes.subtype_of(&types, class) == Some(true) => true,
            Some(types) if self.promised_by_generics(st, r, class) => {
                match self.classes.narrow(&types, class) {
                    Some(narrowed) => {
                        self.set_types(st, r, narrowed);
                        true
                    }
                    // Another class was settled on before: no such input.
                    None if self.is_null(st, r)? => true,
                    None => return Err(Stop::Infeasible),
                }
            }
            // Null passes every cast, so an unknown reference has to say first whether it is null.
            Some(_) => self.is_null(st, r)? || self.is_instance(st, r, class)?,
        };
        if passes {
            next(st)
        } else {
            self.throw_new(st, "java/lang/ClassCastException", None)
        }
    }

    /// Whether every target of a choice is known to be of the class, or null.
    fn all_are(&mut self, st: &State, choice: Ref, class: ClassId) -> bool {
        let targets = self.targets(st, choice);
        targets.iter().all(|(_, target)| {
            let types = self.types_of(st, *target);
            types.is_none_or(|types| self.classes.subtype_of(&types, class) == Some(true))
        })
    }

    /// Whether a cast that javac added meets something whose generic type promises that it passes: a program without
    /// unchecked warnings puts only what the generic type promises there (JLS 4.12.2).
    fn promised_by_generics(&mut self, st: &State, r: Ref, class: ClassId) -> bool {
        let Some(symbol) = st.input_symbol(r) else {
            return false;
        };
        let generic = match &st.symbol(symbol).place {
            Place::Field { .. } | Place::Cell { .. } => true,
            // A parameter whose type is a variable of the method.
            Place::Param(_) => matches!(
                st.symbol(symbol).generic.as_deref(),
                Some(Generic::Variable(_))
            ),
            _ => false,
        };
        if !generic {
            return false;
        }
        let frame = st.top();
        let (method, line) = (frame.method.clone(), frame.line());
        // `T extends Comparable<T>`: what is compared is of one type, whoever wrote the cast in `compareTo`.
        let comparing = matches!(&*method.name, "compareTo" | "compare");
        if comparing && is_of_variable(st, r) {
            return true;
        }
        let name = self.classes.name(class).clone();
        let simple = name.rsplit(['/', '$']).next().unwrap_or(&name);
        let simple = simple.trim_end_matches(';').to_owned();
        !self.with_hooks(|_, hooks| hooks.written_cast(&method, line, &simple))
    }

    pub(crate) fn instanceof(&mut self, st: &mut State, class: &ClassRef) -> R<()> {
        let class = self.class_ref(class)?;
        let r = ref_at(st, 0)?;
        // `null instanceof T` is false (JLS 15.20.2).
        let answer = !self.is_null(st, r)? && self.is_instance(st, r, class)?;
        let answer = self.terms.int(i32::from(answer));
        replace(st, 1, Value::Int(answer))
    }

    pub(crate) fn athrow(&mut self, st: &mut State) -> R<()> {
        let r = ref_at(st, 0)?;
        let Some(object) = self.object_of(st, r)? else {
            return self.throw_null(st);
        };
        if compares_enums_of_one_variable(st) {
            return Err(Stop::Infeasible);
        }
        self.throw_object(st, object, false);
        Ok(())
    }

    /// One thread runs, so a monitor only has to exist.
    pub(crate) fn monitor(&mut self, st: &mut State) -> R<()> {
        let r = ref_at(st, 0)?;
        if self.is_null(st, r)? {
            return self.throw_null(st);
        }
        st.outside += 1;
        st.top_mut().drop(1);
        next(st)
    }
}

/// Whether it lies in the input where a type variable is declared.
fn is_of_variable(st: &State, r: Ref) -> bool {
    // An enum constant is none of the input's objects, but may be what a symbol of the input stands for.
    let symbol = match r {
        Ref::Symbol(s) => Some(s),
        _ => st.input_symbol(r),
    };
    symbol.is_some_and(|symbol| {
        matches!(
            st.symbol(symbol).generic.as_deref(),
            Some(Generic::Variable(_))
        )
    })
}

/// `Enum.compareTo` tests by hand what a cast cannot, that both are of one enum; values of a type variable are.
fn compares_enums_of_one_variable(st: &State) -> bool {
    let frame = st.top();
    let other = frame.locals.get(1).and_then(|value| value.reference());
    &*frame.method.class_name == "java/lang/Enum"
        && &*frame.method.name == "compareTo"
        && other.is_some_and(|other| is_of_variable(st, other))
}
