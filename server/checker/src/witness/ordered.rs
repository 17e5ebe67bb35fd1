//! Objects of an unknown class that were only compared: numbers in the same order stand for them, so that a JVM can
//! compare them, too.

use proviso_engine::machine::Machine;
use proviso_engine::types::TypeSet;

/// The class whose objects have the order of their numbers.
pub const NUMBER: &str = "java.lang.Integer";

/// Whether such an object can be a number: something comparable that need not be anything else.
pub fn can_be_number(machine: &mut Machine, types: &TypeSet) -> bool {
    let loaded = |machine: &mut Machine, name: &str| machine.classes.load(name).ok();
    let Some(comparable) = loaded(machine, "java/lang/Comparable") else {
        return false;
    };
    let Some(number) = loaded(machine, "java/lang/Integer") else {
        return false;
    };
    types.exact.is_none()
        && machine.classes.subtype_of(types, comparable) == Some(true)
        && machine.classes.contains(types, number)
}
