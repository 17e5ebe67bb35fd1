//! Where in the user's text something happened that the engine saw in bytecode.

use proviso_classfile::{MethodDescriptor, java_name};
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
    if let Some(place) = model_method(unit, site) {
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

/// Where a method stands that is written in JML.
fn model_method(unit: &Unit, site: &Site) -> Option<(String, u32)> {
    let file = &unit.files[unit.file_of(&site.class)?];
    let class = java_name(&site.class);
    let class = class.rsplit('.').next()?;
    let parameters = MethodDescriptor::parse(&site.descriptor).ok()?.params.len();
    let types = file.tree.all_types().into_iter();
    let mut methods = types
        .filter(|ty| ty.name.text == class)
        .flat_map(|ty| ty.methods());
    let method = methods.find(|method| {
        method.in_jml && method.name.text == *site.method && method.params.len() == parameters
    })?;
    let place = file.place(method.name.span);
    Some((place.file, place.range.start.line))
}
