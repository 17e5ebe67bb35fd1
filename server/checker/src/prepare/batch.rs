//! Compiles several units in one go: what javac does once for each request is more than what it does for a small file.
//!
//! Units know nothing of each other (`units.rs`), so javac makes of each what it would make of it alone, as long as no two
//! declare the same type. Only what is beyond doubt is taken: a unit with an error, or with a class that cannot be told
//! to belong to it, is left to be compiled alone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use proviso_jvm_host::{CompileResult, CompiledClass, DiagnosticKind};

use super::compiled::{self, Compiled, Request};
use super::unit::Toolchain;

/// What javac made of each request, where that is beyond doubt.
pub fn compile(requests: &[Request], tools: &Toolchain) -> Vec<Option<Arc<Compiled>>> {
    let mut answers = vec![None; requests.len()];
    let mut declared = HashSet::new();
    let mut together: Vec<usize> = Vec::new();
    for (place, request) in requests.iter().enumerate() {
        // Classes of the JDK itself are compiled as a part of their module, which is another way to call javac.
        let apart = |name: &&str| name.starts_with("java.") || declared.contains(name);
        if !request.types.iter().any(apart) {
            declared.extend(request.types.iter().copied());
            together.push(place);
        }
    }
    compile_these(requests, &together, tools, &mut answers);
    answers
}

fn compile_these(
    requests: &[Request],
    places: &[usize],
    tools: &Toolchain,
    answers: &mut [Option<Arc<Compiled>>],
) {
    let [first, _, ..] = places else {
        return;
    };
    let sources = places.iter().map(|place| &requests[*place].sources);
    let sources: Vec<_> = sources.flatten().collect();
    // Without an answer it is not known who is to blame: each alone.
    let Ok(result) = compiled::ask(&sources, Vec::new(), &requests[*first], tools) else {
        return;
    };
    let errors = result.diagnostics.iter();
    let errors = errors.filter(|diagnostic| diagnostic.kind == DiagnosticKind::Error);
    let mut spoiled: HashSet<&str> = errors.map(|error| error.source.as_str()).collect();
    // Where nothing could be made, all are dropped: that says nothing about any.
    let made = !result.classes.is_empty();
    if made {
        spoiled.extend(result.blanked.iter().map(|body| body.source.as_str()));
        spoiled.extend(result.dropped.iter().map(String::as_str));
    }
    let is_good = |place: &usize| {
        let mut sources = requests[*place].sources.iter();
        !sources.any(|(path, _)| spoiled.contains(path.as_str()))
    };
    let good: Vec<usize> = places.iter().copied().filter(is_good).collect();
    if !made && good.len() < places.len() {
        compile_these(requests, &good, tools, answers);
        return;
    }
    let parts = made.then(|| split(requests, places, &result)).flatten();
    let Some(mut parts) = parts else {
        halves(requests, places, tools, answers);
        return;
    };
    for place in good {
        let sources: Vec<_> = requests[place].sources.iter().collect();
        let result = CompileResult {
            classes: parts.remove(&place).unwrap_or_default(),
            ..CompileResult::default()
        };
        let compiled = compiled::sorted(&sources, result, &requests[place]);
        answers[place] = compiled.ok().map(Arc::new);
    }
}

/// The classes of each request; none when there is one that belongs to no request.
fn split(
    requests: &[Request],
    places: &[usize],
    result: &CompileResult,
) -> Option<HashMap<usize, Vec<CompiledClass>>> {
    let mut owner: HashMap<&str, usize> = HashMap::new();
    for place in places {
        owner.extend(requests[*place].types.iter().map(|name| (*name, *place)));
    }
    let mut parts: HashMap<usize, Vec<CompiledClass>> = HashMap::new();
    for class in &result.classes {
        // Local and anonymous classes belong to the class around them.
        let mut name = class.name.as_str();
        let place = loop {
            match owner.get(name) {
                Some(place) => break place,
                None => name = &name[..name.rfind('$')?],
            }
        };
        parts.entry(*place).or_default().push(class.clone());
    }
    Some(parts)
}

/// Something that belongs to none of them: to whom it is due shows when they are fewer.
fn halves(
    requests: &[Request],
    places: &[usize],
    tools: &Toolchain,
    answers: &mut [Option<Arc<Compiled>>],
) {
    let (one, other) = places.split_at(places.len() / 2);
    compile_these(requests, one, tools, answers);
    compile_these(requests, other, tools, answers);
}
