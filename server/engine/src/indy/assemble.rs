//! A small assembler: the code of linked call sites is made of ordinary instructions, so that it runs like all other code.

use proviso_classfile::{
    ClassRef, Code, Cond, Constant, Conversion, FieldRef, FieldType, Insn, JavaStr, Kind,
    MethodDescriptor, MethodRef, Name, Primitive, intern,
};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(usize);

#[derive(Default)]
pub(super) struct Assembler {
    insns: Vec<Insn>,
    /// Where each label is; branch operands hold label numbers until `finish`.
    labels: Vec<u32>,
}

pub(super) fn kind_of(ty: &FieldType) -> Kind {
    match ty {
        FieldType::Primitive(Primitive::Long) => Kind::Long,
        FieldType::Primitive(Primitive::Float) => Kind::Float,
        FieldType::Primitive(Primitive::Double) => Kind::Double,
        FieldType::Primitive(_) => Kind::Int,
        _ => Kind::Ref,
    }
}

/// The box class of a primitive type.
pub(super) fn wrapper(p: Primitive) -> &'static str {
    match p {
        Primitive::Boolean => "java/lang/Boolean",
        Primitive::Byte => "java/lang/Byte",
        Primitive::Char => "java/lang/Character",
        Primitive::Short => "java/lang/Short",
        Primitive::Int => "java/lang/Integer",
        Primitive::Long => "java/lang/Long",
        Primitive::Float => "java/lang/Float",
        Primitive::Double => "java/lang/Double",
    }
}

const PRIMITIVES: [Primitive; 8] = [
    Primitive::Boolean,
    Primitive::Byte,
    Primitive::Char,
    Primitive::Short,
    Primitive::Int,
    Primitive::Long,
    Primitive::Float,
    Primitive::Double,
];

fn wrapped(ty: &FieldType) -> Option<Primitive> {
    match ty {
        FieldType::Object(name) => PRIMITIVES.into_iter().find(|&p| wrapper(p) == &**name),
        _ => None,
    }
}

impl Assembler {
    pub fn emit(&mut self, insn: Insn) {
        self.insns.push(insn);
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() - 1)
    }

    pub fn place(&mut self, label: Label) {
        self.labels[label.0] = self.insns.len() as u32;
    }

    pub fn if_int(&mut self, cond: Cond, to: Label) {
        self.emit(Insn::If(cond, to.0 as u32));
    }

    pub fn if_compare(&mut self, cond: Cond, to: Label) {
        self.emit(Insn::IfICmp(cond, to.0 as u32));
    }

    pub fn if_null(&mut self, to: Label) {
        self.emit(Insn::IfNull(to.0 as u32));
    }

    pub fn if_not_same(&mut self, to: Label) {
        self.emit(Insn::IfACmpNe(to.0 as u32));
    }

    pub fn load(&mut self, ty: &FieldType, slot: u16) {
        self.emit(Insn::Load(kind_of(ty), slot));
    }

    pub fn string(&mut self, text: &[u16]) {
        self.emit(Insn::Ldc(Arc::new(Constant::String(Arc::new(JavaStr(
            text.to_vec(),
        ))))));
    }

    pub fn new_object(&mut self, class: &Name) {
        self.emit(Insn::New(ClassRef::new(FieldType::Object(class.clone()))));
    }

    pub fn get_field(&mut self, class: &Name, name: &Name, ty: &FieldType) {
        self.emit(Insn::GetField(FieldRef::new(
            class.clone(),
            name.clone(),
            ty.clone(),
        )));
    }

    pub fn put_field(&mut self, class: &Name, name: &Name, ty: &FieldType) {
        self.emit(Insn::PutField(FieldRef::new(
            class.clone(),
            name.clone(),
            ty.clone(),
        )));
    }

    pub fn cast(&mut self, ty: &FieldType) {
        if !matches!(ty, FieldType::Object(name) if &**name == "java/lang/Object") {
            self.emit(Insn::CheckCast(ClassRef::new(ty.clone())));
        }
    }

    pub fn instance_of(&mut self, ty: &FieldType) {
        self.emit(Insn::InstanceOf(ClassRef::new(ty.clone())));
    }

    pub fn invoke_static(&mut self, class: &str, name: &str, descriptor: &str) {
        self.emit(Insn::InvokeStatic(reference(class, name, descriptor)));
    }

    pub fn invoke_virtual(&mut self, class: &str, name: &str, descriptor: &str) {
        self.emit(Insn::InvokeVirtual(reference(class, name, descriptor)));
    }

    pub fn invoke_special(&mut self, class: &str, name: &str, descriptor: &str) {
        self.emit(Insn::InvokeSpecial(reference(class, name, descriptor)));
    }

    pub fn box_value(&mut self, p: Primitive) {
        let class = wrapper(p);
        self.invoke_static(
            class,
            "valueOf",
            &format!("({})L{class};", p.descriptor_char()),
        );
    }

    fn unbox(&mut self, p: Primitive) {
        let class = wrapper(p);
        self.invoke_virtual(
            class,
            &format!("{}Value", p.keyword()),
            &format!("(){}", p.descriptor_char()),
        );
    }

    /// Turns a value of one type into another as a lambda's linkage does: boxing, unboxing, widening, casting.
    pub fn adapt(&mut self, from: &FieldType, to: &FieldType) {
        match (from, to) {
            _ if from == to => {}
            (FieldType::Primitive(a), FieldType::Primitive(b)) => self.widen(*a, *b),
            (FieldType::Primitive(a), _) => self.box_value(*a),
            (_, FieldType::Primitive(b)) => match wrapped(from) {
                Some(a) => {
                    self.unbox(a);
                    self.widen(a, *b);
                }
                None => {
                    self.cast(&FieldType::object(wrapper(*b)));
                    self.unbox(*b);
                }
            },
            _ => self.cast(to),
        }
    }

    fn widen(&mut self, from: Primitive, to: Primitive) {
        use Conversion::*;
        let conversion = match (
            kind_of(&FieldType::Primitive(from)),
            kind_of(&FieldType::Primitive(to)),
        ) {
            (Kind::Int, Kind::Long) => I2l,
            (Kind::Int, Kind::Float) => I2f,
            (Kind::Int, Kind::Double) => I2d,
            (Kind::Long, Kind::Float) => L2f,
            (Kind::Long, Kind::Double) => L2d,
            (Kind::Float, Kind::Double) => F2d,
            _ => return,
        };
        self.emit(Insn::Convert(conversion));
    }

    pub fn return_value(&mut self, ty: Option<&FieldType>) {
        self.emit(Insn::Return(ty.map(kind_of)));
    }

    /// Resolves labels. There is no exception table and there are no lines: made code belongs to nobody's source.
    pub fn finish(self, max_locals: u16) -> Arc<Code> {
        let at = |label: u32| self.labels[label as usize];
        let insns: Vec<Insn> = self
            .insns
            .iter()
            .map(|insn| match insn {
                Insn::If(c, l) => Insn::If(*c, at(*l)),
                Insn::IfICmp(c, l) => Insn::IfICmp(*c, at(*l)),
                Insn::IfNull(l) => Insn::IfNull(at(*l)),
                Insn::IfACmpNe(l) => Insn::IfACmpNe(at(*l)),
                other => other.clone(),
            })
            .collect();
        let pcs = (0..insns.len() as u32).collect();
        let (handlers, lines, locals) = (Vec::new(), Vec::new(), Vec::new());
        Arc::new(Code {
            max_stack: u16::MAX,
            max_locals,
            insns,
            pcs,
            handlers,
            lines,
            locals,
        })
    }
}

fn reference(class: &str, name: &str, descriptor: &str) -> Arc<MethodRef> {
    // The texts are this module's own, or were parsed when the class was read.
    let descriptor = MethodDescriptor::parse(descriptor).unwrap_or_else(|_| MethodDescriptor {
        text: intern(descriptor),
        params: Vec::new(),
        ret: None,
    });
    MethodRef::new(intern(class), intern(name), Arc::new(descriptor), false)
}
