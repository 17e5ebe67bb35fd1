//! Throwing and unwinding. Exceptions raised by instructions are real objects made by their own constructor; where a
//! throwable was first thrown is kept beside it.

use crate::bounds::Site;
use crate::heap::object::Native;
use crate::hooks::{Outcome, ViolationKind};
use crate::machine::{Machine, R, Stop, unknown};
use crate::state::{InitStatus, State, Then, ThrowSite};
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::intern;
use std::rc::Rc;

impl Machine {
    pub(crate) fn throw_null<T>(&mut self, st: &mut State) -> R<T> {
        self.throw_new(st, "java/lang/NullPointerException", None)
    }

    /// Raises an exception on behalf of the current instruction: runs its constructor, then throws it.
    pub fn throw_new<T>(&mut self, st: &mut State, class: &str, message: Option<&str>) -> R<T> {
        let class = self.classes.load(class)?;
        self.initialise(st, class)?;
        let init = intern("<init>");
        let with_message = self
            .classes
            .declared(class, &init, &intern("(Ljava/lang/String;)V"))
            .cloned();
        let plain = self.classes.declared(class, &init, &intern("()V")).cloned();
        let text = match (message, &with_message) {
            (Some(m), Some(_)) => Some(crate::intrinsics::new_string(self, st, m)?),
            _ => None,
        };
        let object = self.allocate(st, class);
        let this = Value::Ref(Ref::Object(object));
        let (constructor, arguments) = match (text, with_message, plain) {
            (Some(text), Some(c), _) => (c, vec![this, Value::Ref(Ref::Object(text))]),
            (None, _, Some(c)) => (c, vec![this]),
            (None, Some(c), None) => (c, vec![this, Value::NULL]),
            _ => {
                return unknown(format!(
                    "{} has no usual constructor",
                    self.classes.name(class)
                ));
            }
        };
        self.note_throw(st, object, true);
        self.enter_method(st, &constructor, arguments, Then::Throw(object), 0)?;
        st.top_mut().aside = true;
        st.top_mut().past = None;
        Err(Stop::Again)
    }

    /// Throws an existing object from the current instruction.
    pub fn throw_object(&mut self, st: &mut State, object: ObjectId, implicit: bool) {
        self.note_throw(st, object, implicit);
        st.unwinding = Some(object);
    }

    /// The first throw counts: rethrowing (finally, catch and throw) does not change where it came from.
    fn note_throw(&mut self, st: &mut State, object: ObjectId, implicit: bool) {
        if !matches!(st.object(object).native, Native::None) {
            return;
        }
        // `Objects.requireNonNull` and its like, called by the user, throw because the user asked them to.
        let caller = st
            .frames
            .len()
            .checked_sub(2)
            .map(|below| &st.frames[below]);
        let thrower = self.classes.name(st.top().method.class);
        let asked_for = caller.is_some_and(|frame| frame.method.project)
            && ["java/util/Objects", "proviso/library/java_util_Objects"].contains(&&**thrower);
        let in_library = !st.top().method.project && !asked_for;
        let Some(site) = self.site(st) else { return };
        let site = ThrowSite {
            site,
            implicit,
            in_library,
        };
        st.object_mut(object).native = Native::Thrown(Rc::new(site));
    }

    /// Looks for a handler in the topmost frame; without one the frame is gone and its caller is next.
    pub(crate) fn unwind(&mut self, st: &mut State) -> R<()> {
        let Some(exception) = st.unwinding else {
            return Ok(());
        };
        let (code, at) = (st.top().code.clone(), st.top().at);
        for handler in code.handlers_at(at) {
            let catches = match &handler.catch {
                None => true,
                Some(class) => {
                    let class = self.class_ref(class)?;
                    self.is_instance(st, Ref::Object(exception), class)?
                }
            };
            if catches {
                st.unwinding = None;
                let target = handler.target;
                let frame = st.top_mut();
                frame.stack.clear();
                frame.push(Value::Ref(Ref::Object(exception)));
                frame.at = target;
                frame.call_checked = false;
                return Ok(());
            }
        }
        self.leave_by_exception(st, exception)
    }

    fn leave_by_exception(&mut self, st: &mut State, exception: ObjectId) -> R<()> {
        let Some(frame) = st.frames.pop() else {
            return Err(Stop::Infeasible);
        };
        if crate::jml::is_stub(&frame.method) {
            self.note_answered(&frame);
        }
        match frame.then.clone() {
            Then::ClassInit(class) => {
                // The library's own initialisers do not fail on a JVM: something here is not as it is there.
                let failed = self.classes.get(class);
                if !failed.project && !st.frames.is_empty() {
                    let name = failed.name.replace('/', ".");
                    return unknown(format!("the static initialiser of {name} fails here"));
                }
                st.class_mut(class).status = InitStatus::Failed;
                if st.frames.is_empty() {
                    return Err(Stop::Ended(Outcome::Threw(exception)));
                }
                self.wrap_initializer_exception(st, exception)
            }
            Then::CheckedCall(clause) => {
                // An undefined precondition is not met.
                st.unwinding = None;
                st.top_mut().call_checked = true;
                self.report(
                    st,
                    ViolationKind::RequiresAtCall,
                    Some(clause),
                    Some(exception),
                );
                Err(Stop::Infeasible)
            }
            Then::Native(then) => match then.caught {
                Some(caught) => {
                    st.unwinding = None;
                    caught(self, st, &then.data, exception)
                }
                None => Ok(()),
            },
            Then::End => Err(Stop::Ended(Outcome::Threw(exception))),
            // A constructor of an implicit exception that throws: that exception goes on instead.
            Then::Return | Then::Throw(_) if st.frames.is_empty() => {
                Err(Stop::Ended(Outcome::Threw(exception)))
            }
            Then::Return | Then::Throw(_) => Ok(()),
        }
    }

    /// JVMS 5.5 step 10: what is no `Error` becomes an `ExceptionInInitializerError`.
    fn wrap_initializer_exception(&mut self, st: &mut State, exception: ObjectId) -> R<()> {
        let error = self.classes.load("java/lang/Error")?;
        if self.is_instance(st, Ref::Object(exception), error)? {
            return Ok(());
        }
        let class = self.classes.load("java/lang/ExceptionInInitializerError")?;
        let descriptor = intern("(Ljava/lang/Throwable;)V");
        let Some(constructor) = self
            .classes
            .declared(class, &intern("<init>"), &descriptor)
            .cloned()
        else {
            return unknown("ExceptionInInitializerError without its constructor");
        };
        st.unwinding = None;
        let object = self.allocate(st, class);
        self.note_throw(st, object, true);
        let arguments = vec![
            Value::Ref(Ref::Object(object)),
            Value::Ref(Ref::Object(exception)),
        ];
        self.enter_method(st, &constructor, arguments, Then::Throw(object), 0)?;
        st.top_mut().aside = true;
        Ok(())
    }
}

/// Where a throwable was first thrown.
pub fn throw_site(st: &State, exception: ObjectId) -> Option<Rc<ThrowSite>> {
    match &st.object(exception).native {
        Native::Thrown(site) => Some(site.clone()),
        _ => None,
    }
}

pub(crate) fn site_of(st: &State, exception: ObjectId) -> Option<Site> {
    throw_site(st, exception).map(|s| s.site.clone())
}
