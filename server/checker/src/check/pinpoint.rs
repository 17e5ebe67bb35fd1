//! The expression that failed, where the instruction tells it; else the whole line is shown.

use proviso_classfile::{BinaryOp, Code, Insn};
use proviso_engine::bounds::Site;
use proviso_report::Place;
use proviso_syntax::pinpoint::{Wanted, expressions_on};

use crate::prepare::unit::Unit;

/// Several expressions of one kind on a line are told apart by their order, if the compiler kept it.
pub fn pinpoint(unit: &Unit, site: &Site) -> Option<Place> {
    let (line, at) = (site.line?, site.insn?);
    let file = &unit.files[unit.file_of(&site.class)?];
    let class = unit.class_path.as_ref()?.class(&site.class).ok()?;
    let code = class
        .method(&site.method, &site.descriptor)?
        .code()
        .ok()??;
    let insn = wanted(code.insns.get(at as usize)?)?;
    let spans = expressions_on(&file.tree.text, u32::from(line), &insn);
    let span = match spans.as_slice() {
        [only] => only,
        several => {
            let like_it = like_it(code, line, &insn);
            if like_it.len() != several.len() {
                return None;
            }
            &several[like_it.iter().position(|&other| other == at)?]
        }
    };
    Some(file.place(*span))
}

/// The instructions of a line that stem from expressions of one kind.
fn like_it(code: &Code, line: u16, kind: &Wanted) -> Vec<u32> {
    (0..code.insns.len() as u32)
        .filter(|&at| code.line(at) == Some(line))
        .filter(|&at| wanted(&code.insns[at as usize]).as_ref() == Some(kind))
        .collect()
}

fn wanted(insn: &Insn) -> Option<Wanted<'_>> {
    Some(match insn {
        Insn::GetField(field) => Wanted::Field(&field.name),
        Insn::PutField(field) => Wanted::FieldWrite(&field.name),
        Insn::ArrayLength => Wanted::Field("length"),
        Insn::InvokeSpecial(method) if &*method.name == "<init>" => Wanted::Creation,
        Insn::InvokeVirtual(method)
        | Insn::InvokeSpecial(method)
        | Insn::InvokeStatic(method)
        | Insn::InvokeInterface(method) => Wanted::Call(&method.name),
        Insn::ArrayLoad(_) => Wanted::Element,
        Insn::ArrayStore(_) => Wanted::ElementWrite,
        Insn::CheckCast(_) => Wanted::Cast,
        Insn::NewArray(_) | Insn::ANewArray(_) | Insn::MultiANewArray(..) => Wanted::NewArray,
        Insn::AThrow => Wanted::Throw,
        Insn::IInc(..) => Wanted::Operator(&["++", "--", "+=", "-="]),
        Insn::Neg(_) => Wanted::Operator(&["-"]),
        Insn::Arith(_, operation) => Wanted::Operator(match operation {
            BinaryOp::Add => &["+", "+=", "++"],
            BinaryOp::Sub => &["-", "-=", "--"],
            BinaryOp::Mul => &["*", "*="],
            BinaryOp::Div => &["/", "/="],
            BinaryOp::Rem => &["%", "%="],
        }),
        _ => return None,
    })
}
