//! Giving unknown fields, elements and objects a value, and allocating new objects.

use crate::classes::{ClassId, ClassKind};
use crate::heap::ids::Key;
use crate::heap::object::{Array, Body, Cells, Fields, Forgotten, Native, Object, Origin};
use crate::machine::{Machine, R, Stop};
use crate::state::{Binding, Place, State, Symbol};
use crate::types::TypeSet;
use crate::value::{ObjectId, Ref, SymbolId, Value};
use proviso_classfile::{FieldType, Primitive};
use proviso_terms::Sort;

impl Machine {
    /// The value all fields and cells of a type start with.
    pub fn default_value(&mut self, ty: &FieldType) -> Value {
        match ty {
            FieldType::Primitive(Primitive::Long) => Value::Long(self.terms.long(0)),
            FieldType::Primitive(Primitive::Float) => Value::Float(self.terms.f32(0.0)),
            FieldType::Primitive(Primitive::Double) => Value::Double(self.terms.f64(0.0)),
            FieldType::Primitive(_) => Value::Int(self.terms.int(0)),
            _ => Value::NULL,
        }
    }

    /// An unknown primitive value. Narrow types are narrow symbols, extended: their range needs no constraint.
    pub fn fresh_primitive(&mut self, st: &mut State, what: &str, p: Primitive) -> Value {
        match p {
            Primitive::Boolean => {
                let b = self.fresh(st, what, Sort::Bool);
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                Value::Int(self.terms.ite(b, one, zero))
            }
            Primitive::Byte => {
                let b = self.fresh(st, what, Sort::Bv(8));
                Value::Int(self.terms.sext(b, 32))
            }
            Primitive::Short => {
                let s = self.fresh(st, what, Sort::Bv(16));
                Value::Int(self.terms.sext(s, 32))
            }
            Primitive::Char => {
                let c = self.fresh(st, what, Sort::Bv(16));
                Value::Int(self.terms.zext(c, 32))
            }
            Primitive::Int => Value::Int(self.fresh(st, what, Sort::Bv(32))),
            Primitive::Long => Value::Long(self.fresh(st, what, Sort::Bv(64))),
            Primitive::Float => Value::Float(self.fresh(st, what, Sort::F32)),
            Primitive::Double => Value::Double(self.fresh(st, what, Sort::F64)),
        }
    }

    /// An unknown value of any type. References are symbols; the strategy is asked when they are read.
    pub fn fresh_value(
        &mut self,
        st: &mut State,
        what: &str,
        ty: &FieldType,
        place: Place,
        budget: i32,
        non_null: bool,
    ) -> R<Value> {
        if let FieldType::Primitive(p) = ty {
            let value = self.fresh_primitive(st, what, *p);
            self.tell_oracle(st, &place, value);
            return Ok(value);
        }
        let class = self.classes.load_type(ty)?;
        let types = self.types_below(class);
        let binding = if non_null {
            Binding::NonNull
        } else {
            Binding::Unknown
        };
        let symbol = Symbol {
            binding,
            types,
            budget,
            place,
            rank: None,
            generic: None,
            forgotten: None,
            distinct: std::rc::Rc::default(),
        };
        let place = symbol.place.clone();
        let symbol = self.add_symbol(st, symbol);
        self.learn_declared_type(st, symbol);
        let value = Value::Ref(Ref::Symbol(symbol));
        self.tell_oracle(st, &place, value);
        Ok(value)
    }

    /// What a callee that is known by its contract only left in a place or answered: objects that were there before the
    /// method under check, that it made since, or that the callee made.
    pub fn forgotten_value(
        &mut self,
        st: &mut State,
        what: &str,
        ty: &FieldType,
        forgotten: Forgotten,
        non_null: bool,
    ) -> R<Value> {
        let k = self.options.bounds.k as i32;
        let place = Place::Result(what.into());
        let value = self.fresh_value(st, what, ty, place, k, non_null)?;
        if let Value::Ref(Ref::Symbol(s)) = value
            && let Some(symbol) = st.symbol_mut(s)
        {
            symbol.forgotten = Some(forgotten);
        }
        Ok(value)
    }

    /// An object that a callee made: of its content nothing is known.
    pub(crate) fn materialise_made(
        &mut self,
        st: &mut State,
        s: SymbolId,
        forgotten: Forgotten,
    ) -> R<ObjectId> {
        let types = st.symbol(s).types.clone();
        let bound = types.bound(&self.classes);
        let object = self.new_object_id(st);
        let body = match self.classes.get(bound).kind {
            ClassKind::Array(_) => match self.unknown_array(st, object)? {
                Body::Array(mut array) => {
                    array.forgotten.push((None, forgotten));
                    Body::Array(array)
                }
                other => other,
            },
            _ => Body::Fields(Fields {
                forgotten: Some(forgotten),
                ..Fields::default()
            }),
        };
        let epoch = st.epoch;
        let made = Object {
            types,
            origin: Origin::Allocated { epoch },
            body,
            native: Native::None,
            rank: None,
        };
        st.put_object(object, made);
        st.materialised += 1;
        Ok(object)
    }

    /// A fresh input object for a symbolic location.
    pub(crate) fn materialise_object(&mut self, st: &mut State, s: SymbolId) -> R<ObjectId> {
        let symbol = st.symbol(s);
        let (types, budget) = (symbol.types.clone(), symbol.budget);
        let bound = types.bound(&self.classes);
        let object = self.id_of_input(st, Key::Own(s));
        let body = match self.classes.get(bound).kind {
            ClassKind::Array(_) => self.unknown_array(st, object)?,
            _ => Body::Fields(Fields::default()),
        };
        let mut body = body;
        if st.jml.forgot_all > 0 {
            // It was there when everything was forgotten, though nobody had looked at it.
            let forgotten = Forgotten(st.objects.len() as u32);
            match &mut body {
                Body::Fields(fields) if self.classes.get(bound).project => {
                    fields.forgotten = Some(forgotten);
                }
                Body::Array(array) => array.forgotten.push((None, forgotten)),
                Body::Fields(_) => self.forgot_library_object(st, bound),
            }
        }
        let origin = Origin::Input { budget, symbol: s };
        let made = Object {
            types,
            origin,
            body,
            native: Native::None,
            rank: None,
        };
        st.put_object(object, made);
        std::rc::Rc::make_mut(&mut st.inputs).push(object);
        st.materialised += 1;
        crate::intrinsics::materialised(self, st, object)?;
        Ok(object)
    }

    /// The content of the array that is or will be this object.
    fn unknown_array(&mut self, st: &mut State, array: ObjectId) -> R<Body> {
        let name = format!("o{}.length@", array.0);
        let length = if self.ids.shared {
            // Never negative, and no fact has to say so: states that have met the array and others can be merged.
            let length = self.fresh(st, &name, Sort::Bv(31));
            self.terms.zext(length, 32)
        } else {
            let length = self.fresh(st, &name, Sort::Bv(32));
            let zero = self.terms.int(0);
            let sensible = self.terms.sle(zero, length);
            self.assume(st, sensible)?;
            length
        };
        Ok(Body::Array(Array {
            length,
            cells: Cells::Seen(Vec::new()),
            forgotten: Vec::new(),
        }))
    }

    /// An object whose declared type was `Object` or an interface has turned out to be an array.
    pub(crate) fn ensure_array(&mut self, st: &mut State, object: ObjectId) -> R<()> {
        if st.object(object).array().is_none() {
            let bound = st.object(object).types.bound(&self.classes);
            if !self.classes.is_array(bound) {
                return Err(Stop::Unknown(
                    "array access to an object that is no array".into(),
                ));
            }
            let body = self.unknown_array(st, object)?;
            st.object_mut(object).body = body;
        }
        Ok(())
    }

    /// `new`: all fields have their default values.
    pub fn allocate(&mut self, st: &mut State, class: ClassId) -> ObjectId {
        let fields = self.classes.get(class).fields.clone();
        let now = fields
            .iter()
            .map(|f| Some(self.default_value(&f.ty)))
            .collect();
        let body = Body::Fields(Fields {
            now,
            ..Fields::default()
        });
        self.add_allocated(st, class, body)
    }

    /// An array of a known length, filled with the default or with the given values.
    pub fn allocate_array(
        &mut self,
        st: &mut State,
        class: ClassId,
        cells: Vec<Value>,
    ) -> ObjectId {
        let length = self.terms.int(cells.len() as i32);
        self.add_allocated(
            st,
            class,
            Body::Array(Array {
                length,
                cells: Cells::Dense(cells),
                forgotten: Vec::new(),
            }),
        )
    }

    pub(crate) fn add_allocated(&mut self, st: &mut State, class: ClassId, body: Body) -> ObjectId {
        // What a class initializer creates belongs to the state before the method under check.
        let initializing = st
            .frames
            .iter()
            .any(|f| matches!(f.then, crate::state::Then::ClassInit(_)));
        let epoch = if initializing { 0 } else { st.epoch };
        let origin = Origin::Allocated { epoch };
        let made = Object {
            types: TypeSet::exactly(class),
            origin,
            body,
            native: Native::None,
            rank: None,
        };
        self.add_object(st, made)
    }
}
