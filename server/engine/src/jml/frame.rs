//! Frames: what the body under check may write. Several open frames intersect; new objects are always writable.

use crate::classes::{ClassId, Method, ResolvedField};
use crate::heap::object::{Native, Origin};
use crate::hooks::ViolationKind;
use crate::intrinsics::Intrinsic;
use crate::jml::literal;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::{ref_at, term_at};
use crate::value::{ObjectId, Ref};
use proviso_terms::Term;
use std::rc::Rc;

/// One location set of an `assignable` clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Permission {
    /// A field by name, or all.
    Field(Ref, Option<Rc<str>>),
    Elements {
        array: Ref,
        range: Option<(Term, Term)>,
    },
    Static(ClassId, Option<Rc<str>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenFrame {
    clause: u32,
    /// What is named may *not* be written; everything else may.
    except: bool,
    /// Opened by a loop or block: objects from this number on are new to it.
    since: Option<ObjectId>,
    permissions: Vec<Permission>,
}

impl OpenFrame {
    /// It names what may not be written.
    pub(super) fn is_exception(&self) -> bool {
        self.except
    }

    pub(super) fn permissions(&self) -> &[Permission] {
        &self.permissions
    }
}

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<Intrinsic> {
    Some(match name {
        "frame" => |m, st, method| open(m, st, method, false),
        "frameExcept" => |m, st, method| open(m, st, method, true),
        "openFrame" => open_inner,
        "closeFrame" => close_inner,
        "mayField" => may_field,
        "mayFields" => may_fields,
        "mayElements" if descriptor.ends_with("II)V") => may_range,
        "mayElements" => may_elements,
        "mayStatic" => may_static,
        "mayStatics" => may_statics,
        _ => return None,
    })
}

fn open(m: &mut Machine, st: &mut State, method: &Rc<Method>, except: bool) -> R<()> {
    let clause = literal(m, st, 0)? as u32;
    if st.jml.collecting.is_some() {
        return m.finish_call(st, method, None);
    }
    if !st.jml.frames.iter().any(|f| f.clause == clause) {
        Rc::make_mut(&mut st.jml.frames).push(OpenFrame {
            clause,
            except,
            since: None,
            permissions: Vec::new(),
        });
    }
    m.finish_call(st, method, None)
}

/// A recursive call may open the same frame again: the innermost one counts.
fn open_inner(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 0)? as u32;
    let since = Some(ObjectId(st.objects.len() as u32));
    Rc::make_mut(&mut st.jml.frames).push(OpenFrame {
        clause,
        except: false,
        since,
        permissions: Vec::new(),
    });
    m.finish_call(st, method, None)
}

fn close_inner(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 0)? as u32;
    let frames = Rc::make_mut(&mut st.jml.frames);
    if let Some(at) = frames.iter().rposition(|f| f.clause == clause) {
        frames.remove(at);
    }
    m.finish_call(st, method, None)
}

fn permit(m: &mut Machine, st: &mut State, method: &Rc<Method>, permission: Permission) -> R<()> {
    if let Some(collecting) = &mut st.jml.collecting {
        Rc::make_mut(collecting).permissions.push(permission);
        return m.finish_call(st, method, None);
    }
    let clause = literal(m, st, method.argument_count() - 1)? as u32;
    if let Some(frame) = Rc::make_mut(&mut st.jml.frames)
        .iter_mut()
        .rfind(|f| f.clause == clause)
    {
        frame.permissions.push(permission);
    }
    m.finish_call(st, method, None)
}

fn target(m: &mut Machine, st: &mut State, depth: usize) -> R<Ref> {
    let r = ref_at(st, depth)?;
    if m.is_null(st, r)? {
        m.throw_null(st)
    } else {
        Ok(r)
    }
}

fn name(m: &mut Machine, st: &mut State, depth: usize) -> R<Rc<str>> {
    let text = match ref_at(st, depth)? {
        Ref::Object(o) => crate::intrinsics::string_text(m, st, o),
        _ => None,
    };
    match text {
        Some(text) => Ok(text.into()),
        None => unknown("a field name that is not a constant"),
    }
}

fn class(st: &State, depth: usize) -> R<ClassId> {
    if let Ref::Object(o) = ref_at(st, depth)?
        && let Native::Class(class) = st.object(o).native
    {
        return Ok(class);
    }
    unknown("a class that is not a constant")
}

fn may_field(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let r = target(m, st, 1)?;
    let field = name(m, st, 0)?;
    permit(m, st, method, Permission::Field(r, Some(field)))
}

fn may_fields(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let r = target(m, st, 0)?;
    permit(m, st, method, Permission::Field(r, None))
}

fn may_range(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let array = target(m, st, 2)?;
    let range = Some((term_at(st, 1)?, term_at(st, 0)?));
    permit(m, st, method, Permission::Elements { array, range })
}

fn may_elements(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let array = target(m, st, 0)?;
    permit(m, st, method, Permission::Elements { array, range: None })
}

fn may_static(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class(st, 1)?;
    let field = name(m, st, 0)?;
    permit(m, st, method, Permission::Static(class, Some(field)))
}

fn may_statics(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class(st, 0)?;
    permit(m, st, method, Permission::Static(class, None))
}

impl Machine {
    /// Whether a frame has a say in what is written now.
    pub(crate) fn is_framed(&self, st: &State) -> bool {
        let frame = match st.frames.len().checked_sub(2) {
            // What a stub forgets is written on behalf of its caller.
            Some(caller) if super::answer::is_stub(&st.top().method) => &st.frames[caller],
            _ => st.top(),
        };
        st.epoch == 1 && !st.jml.frames.is_empty() && !frame.aside && frame.past.is_none()
    }

    /// Everything may be written by a callee: no frame allows that.
    pub(super) fn check_write_of_everything(&mut self, st: &mut State) {
        if self.is_framed(st) {
            for frame in st.jml.frames.clone().iter() {
                let target = "whatever a callee without `assignable` may change".to_owned();
                self.report(
                    st,
                    ViolationKind::Frame { target },
                    Some(frame.clause),
                    None,
                );
            }
        }
    }

    /// Objects the body created itself are nobody's business.
    fn is_new(&self, st: &State, object: ObjectId) -> bool {
        matches!(st.object(object).origin, Origin::Allocated { epoch } if epoch > 0)
    }

    pub(super) fn is_new_to(&self, st: &State, object: ObjectId, frame: &OpenFrame) -> bool {
        self.is_new(st, object) && frame.since.is_none_or(|first| object >= first)
    }

    pub(crate) fn check_field_write(
        &mut self,
        st: &mut State,
        object: ObjectId,
        field: &ResolvedField,
    ) -> R<()> {
        // A string's cached hash code is not part of its state.
        if !self.is_framed(st)
            || (self.is_new(st, object) && !has_inner(st))
            || &**self.classes.name(field.class) == "java/lang/String"
        {
            return Ok(());
        }
        for frame in st.jml.frames.clone().iter() {
            if self.is_new_to(st, object, frame) {
                continue;
            }
            let mut allowed = false;
            for permission in &frame.permissions {
                if let Permission::Field(r, name) = permission
                    && name.as_ref().is_none_or(|n| **n == *field.name)
                    && self.same_ref(st, *r, Ref::Object(object))?
                {
                    allowed = true;
                    break;
                }
            }
            if allowed == frame.except {
                let class = self.classes.name(field.class).replace('/', ".");
                let target = format!("field {} of a {class}", field.name);
                self.report(
                    st,
                    ViolationKind::Frame { target },
                    Some(frame.clause),
                    None,
                );
            }
        }
        Ok(())
    }

    pub(crate) fn check_static_write(&mut self, st: &mut State, field: &ResolvedField) -> R<()> {
        let runtime = self
            .classes
            .name(field.class)
            .starts_with("proviso/runtime/");
        if !self.is_framed(st)
            || runtime
            || st.init_status(field.class) == crate::state::InitStatus::Running
        {
            return Ok(());
        }
        for frame in st.jml.frames.clone().iter() {
            let allowed = frame.permissions.iter().any(|p| match p {
                Permission::Static(class, None) => *class == field.class,
                Permission::Static(class, Some(name)) => {
                    **name == *field.name && self.classes.is_subtype(*class, field.class)
                }
                _ => false,
            });
            if allowed == frame.except {
                let class = self.classes.name(field.class).replace('/', ".");
                let target = format!("static field {class}.{}", field.name);
                self.report(
                    st,
                    ViolationKind::Frame { target },
                    Some(frame.clause),
                    None,
                );
            }
        }
        Ok(())
    }

    /// A callee may write a range of elements (all without one): the first and the last must be allowed.
    pub(super) fn check_range_write(
        &mut self,
        st: &mut State,
        array: ObjectId,
        range: Option<(Term, Term)>,
    ) -> R<()> {
        if !self.is_framed(st) || self.is_new(st, array) {
            return Ok(());
        }
        let length = self.array_length(st, array)?;
        let zero = self.terms.int(0);
        let (from, to) = range.unwrap_or((zero, length));
        let some = self.terms.slt(from, to);
        if !self.branch(st, some)? {
            return Ok(());
        }
        let one = self.terms.int(1);
        let last = self.terms.bv_sub(to, one);
        self.check_element_write(st, array, from)?;
        self.check_element_write(st, array, last)
    }

    pub(crate) fn check_element_write(
        &mut self,
        st: &mut State,
        array: ObjectId,
        index: Term,
    ) -> R<()> {
        if !self.is_framed(st) || (self.is_new(st, array) && !has_inner(st)) {
            return Ok(());
        }
        // All forks come first: which permissions are about this array.
        let mut ways = Vec::new();
        for frame in st.jml.frames.clone().iter() {
            if self.is_new_to(st, array, frame) {
                continue;
            }
            let mut conditions = Vec::new();
            for permission in &frame.permissions {
                if let Permission::Elements { array: r, range } = permission
                    && self.same_ref(st, *r, Ref::Object(array))?
                {
                    conditions.push(match range {
                        None => self.terms.tru(),
                        Some((from, to)) => {
                            let low = self.terms.sle(*from, index);
                            let high = self.terms.slt(index, *to);
                            self.terms.and2(low, high)
                        }
                    });
                }
            }
            let named = self.terms.or(&conditions);
            let allowed = if frame.except {
                self.terms.not(named)
            } else {
                named
            };
            ways.push((frame.clause, allowed));
        }
        for (clause, allowed) in ways {
            let target = "an array element".to_owned();
            if self.terms.as_bool(allowed) == Some(false) {
                self.report(st, ViolationKind::Frame { target }, Some(clause), None);
            } else {
                self.obligation(st, allowed, ViolationKind::Frame { target }, Some(clause))?;
            }
        }
        Ok(())
    }
}

fn has_inner(st: &State) -> bool {
    st.jml.frames.iter().any(|f| f.since.is_some())
}
