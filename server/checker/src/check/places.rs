//! Where in the user's text something happened that the engine saw in bytecode.

use proviso_classfile::java_name;
use proviso_contracts::{ClauseId, MethodNo};
use proviso_engine::bounds::Site;
use proviso_names::Numbered;

use crate::prepare::unit::Unit;

/// The user's file and line of an engine site. Generated members all stand on the last line of their class: what they
/// were generated for is the place to name.
pub fn line_of(unit: &Unit, site: &Site) -> (String, u32) {
    if let Some(place) = generated_for(unit, &site.method) {
        return place;
    }
    let line = site.line.map_or(0, u32::from);
    match unit.file_of(&site.class) {
        Some(index) => (unit.files[index].shown.clone(), line),
        None => (java_name(&site.class), line),
    }
}

/// Where the clause or the method stands that a generated method, or a lambda in it, is for.
fn generated_for(unit: &Unit, name: &str) -> Option<(String, u32)> {
    let (file, span) = match Numbered::around(name)? {
        Numbered::Clause(number) | Numbered::Requires(number) => {
            let clause = unit.table.clauses.get(&ClauseId(number))?;
            (clause.file, clause.span)
        }
        Numbered::Driver(number) | Numbered::Stub(number) => {
            let wanted = |m: &&proviso_contracts::MethodContract| m.no == MethodNo(number);
            let method = unit.table.methods.iter().find(wanted)?;
            (method.file, method.name_span)
        }
        Numbered::Here(_) | Numbered::Initial(_) => return None,
    };
    let place = unit.files.get(file)?.place(span);
    Some((place.file, place.range.start.line))
}
