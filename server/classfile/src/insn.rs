//! Decoded instructions. Operands are resolved as far as one class file can tell: constants are values, members are
//! shared references, branch targets are indices into the instruction list. Sixteen bytes each.

use crate::constant::{CallSite, ClassRef, Constant, FieldRef, MethodRef};
use crate::descriptor::Primitive;
use std::sync::Arc;

/// The computational types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumKind {
    Int,
    Long,
    Float,
    Double,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntKind {
    Int,
    Long,
}

/// Which array instruction. `Byte` serves `boolean[]` too, as in the JVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayKind {
    Int,
    Long,
    Float,
    Double,
    Ref,
    Byte,
    Char,
    Short,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShiftOp {
    Left,
    /// Arithmetic: `>>`.
    Right,
    /// Logical: `>>>`.
    UnsignedRight,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LogicOp {
    And,
    Or,
    Xor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cond {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    I2l,
    I2f,
    I2d,
    L2i,
    L2f,
    L2d,
    F2i,
    F2l,
    F2d,
    D2i,
    D2l,
    D2f,
    I2b,
    I2c,
    I2s,
}

/// `targets[i]` is taken for `low + i`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSwitch {
    pub low: i32,
    pub targets: Vec<u32>,
    pub default: u32,
}

/// Pairs sorted by key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupSwitch {
    pub pairs: Vec<(i32, u32)>,
    pub default: u32,
}

/// One instruction; `u32` targets are instruction indices.
#[derive(Debug, Clone)]
pub enum Insn {
    Nop,
    AConstNull,
    /// `iconst_*`, `bipush`, `sipush` and `ldc` of an int.
    IConst(i32),
    LConst(i64),
    FConst(f32),
    DConst(f64),
    /// What is not a number: a string, class, method type, method handle or dynamic constant.
    Ldc(Arc<Constant>),
    Load(Kind, u16),
    Store(Kind, u16),
    ArrayLoad(ArrayKind),
    ArrayStore(ArrayKind),
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Arith(NumKind, BinaryOp),
    Neg(NumKind),
    Shift(IntKind, ShiftOp),
    Logic(IntKind, LogicOp),
    IInc(u16, i32),
    Convert(Conversion),
    LCmp,
    /// `nan_is` is what an unordered comparison pushes: -1 (`fcmpl`) or 1 (`fcmpg`).
    FCmp {
        nan_is: i8,
    },
    DCmp {
        nan_is: i8,
    },
    /// Compares an int with zero.
    If(Cond, u32),
    IfICmp(Cond, u32),
    IfACmpEq(u32),
    IfACmpNe(u32),
    IfNull(u32),
    IfNonNull(u32),
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    TableSwitch(Arc<TableSwitch>),
    LookupSwitch(Arc<LookupSwitch>),
    /// `None` is `return`.
    Return(Option<Kind>),
    GetStatic(Arc<FieldRef>),
    PutStatic(Arc<FieldRef>),
    GetField(Arc<FieldRef>),
    PutField(Arc<FieldRef>),
    InvokeVirtual(Arc<MethodRef>),
    InvokeSpecial(Arc<MethodRef>),
    InvokeStatic(Arc<MethodRef>),
    InvokeInterface(Arc<MethodRef>),
    InvokeDynamic(Arc<CallSite>),
    New(Arc<ClassRef>),
    NewArray(Primitive),
    /// The operand is the *element* type.
    ANewArray(Arc<ClassRef>),
    /// The operand is the type of the whole array; the count is the number of lengths on the stack.
    MultiANewArray(Arc<ClassRef>, u8),
    ArrayLength,
    AThrow,
    CheckCast(Arc<ClassRef>),
    InstanceOf(Arc<ClassRef>),
    MonitorEnter,
    MonitorExit,
}

impl Insn {
    /// Control never falls through to the next instruction.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Insn::Goto(_)
                | Insn::Jsr(_)
                | Insn::Ret(_)
                | Insn::TableSwitch(_)
                | Insn::LookupSwitch(_)
                | Insn::Return(_)
                | Insn::AThrow
        )
    }

    /// Calls `f` with every branch target.
    pub fn for_each_target(&self, mut f: impl FnMut(u32)) {
        match self {
            Insn::If(_, t)
            | Insn::IfICmp(_, t)
            | Insn::IfACmpEq(t)
            | Insn::IfACmpNe(t)
            | Insn::IfNull(t)
            | Insn::IfNonNull(t)
            | Insn::Goto(t)
            | Insn::Jsr(t) => f(*t),
            Insn::TableSwitch(s) => {
                s.targets.iter().copied().for_each(&mut f);
                f(s.default);
            }
            Insn::LookupSwitch(s) => {
                s.pairs.iter().for_each(|(_, t)| f(*t));
                f(s.default);
            }
            _ => {}
        }
    }
}
