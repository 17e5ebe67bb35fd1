//! Makes a unit: lowers its files, has them compiled, leaves out the clauses that do not compile, and says what is wrong
//! with the texts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use proviso_contracts::{
    DiagnosticKind as JmlKind, InputFile, LowerOptions, Lowered, is_assumption, is_of_type,
    lower_again,
};
use proviso_project::{Arithmetic, Options, UnitFile, Workspace};
use proviso_report::{Problem, ProblemKind, Range, Severity};
use proviso_syntax::ast::{SourceFile, Span};

use super::compiled::{self, Compiled, Request};
use super::unit::{Recipe, Toolchain, Unit};

/// javac may find errors in one clause only after those in another are gone; more rounds than this help nobody.
const ROUNDS: usize = 6;

/// A unit that is lowered and not compiled yet.
pub struct Draft {
    unit: Unit,
    lowered: Lowered,
}

impl Draft {
    pub fn new(
        files: Vec<UnitFile>,
        options: &Options,
        workspace: &Workspace,
        tools: &Toolchain,
        before: Option<&Unit>,
    ) -> Draft {
        let lowering = LowerOptions {
            no_contracts: !options.contracts,
            nullable_by_default: options.nullable_by_default,
            java_math: options.arithmetic == Arithmetic::Java,
            reading: options.reading(),
            ..LowerOptions::default()
        };
        // A level the JDK cannot produce any more (or yet) is javac's to complain about, once, and ours to ignore.
        let levels = 8..=tools.host.jdk().feature;
        let recipe = Recipe {
            lowering,
            source_roots: workspace.source_roots.clone(),
            release: workspace.release.filter(|level| levels.contains(level)),
        };
        let mut unit = Unit::new(files, recipe);
        report_syntax(&mut unit);
        unit.lowering = before.and_then(|unit| unit.lowering.clone());
        let lowered = lower_unit(&unit, &unit.recipe.lowering);
        unit.lowered_files = lowered.fresh_files;
        unit.lowering = lowered.memo.clone().or(unit.lowering);
        report_lowering(&mut unit, &lowered);
        // The first table knows all clauses, also those that are left out later.
        unit.table = lowered.table.clone();
        Draft { unit, lowered }
    }

    /// What javac is asked first.
    pub fn request(&self) -> Request<'_> {
        request(&self.unit, &self.lowered)
    }

    /// Compiles until no clause is to blame for an error. `earlier` are compilations of these files, in whatever
    /// version: they make the work less, never the result different.
    pub fn complete(self, mut earlier: Vec<Arc<Compiled>>, tools: &Toolchain) -> Unit {
        let Draft {
            mut unit,
            mut lowered,
        } = self;
        for round in 0..ROUNDS {
            if round > 0 {
                lowered = lower_unit(&unit, &unit.recipe.lowering);
            }
            let result = compiled::compile(&request(&unit, &lowered), &earlier, tools);
            let result = match result {
                Ok(result) => result,
                Err(message) => {
                    unit.problems.push(internal(message.clone()));
                    unit.failure = Some(message);
                    return unit;
                }
            };
            earlier.push(result.clone());
            unit.compiled.push(result.clone());
            let bad = bad_clauses(&unit, &lowered, &result);
            let mut excluded = unit.recipe.lowering.excluded.clone();
            let news: Vec<_> = bad
                .into_iter()
                .filter(|((file, span), _)| excluded.insert((path_text(&unit.files[*file]), *span)))
                .collect();
            if news.is_empty() || round + 1 == ROUNDS {
                blame(&mut unit);
                finish(&mut unit, lowered, &result, tools);
                return unit;
            }
            unit.recipe.lowering.excluded = excluded;
            for ((file, span), (at, message)) in news {
                spec_error(&mut unit, file, span, at, message);
            }
        }
        unit
    }
}

fn path_text(file: &UnitFile) -> String {
    file.path.to_string_lossy().into_owned()
}

pub(super) fn lower_unit(unit: &Unit, options: &LowerOptions) -> Lowered {
    let paths: Vec<String> = unit.files.iter().map(path_text).collect();
    let inputs: Vec<InputFile> = unit
        .files
        .iter()
        .zip(&paths)
        .map(|(file, path)| InputFile {
            path,
            file: &file.tree,
        })
        .collect();
    let _stage = tracing::debug_span!("lower", files = inputs.len()).entered();
    lower_again(&inputs, options, unit.lowering.as_deref())
}

/// Which methods the bad JML belongs to. Uses the first table, which knows all clauses, also those left out later.
fn blame(unit: &mut Unit) {
    for contract in &unit.table.methods {
        let mut reasons = Vec::new();
        let mut unassumed = contract.lost.iter().any(|lost| lost.assumed);
        for (file, span, why) in &unit.bad_jml {
            let governs = contract.clauses.iter().any(|governing| {
                let clause = unit.table.clauses.get(&governing.clause);
                clause.is_some_and(|clause| clause.file == *file && span.covers(clause.span))
            });
            let tree = &unit.files[*file].tree;
            let of_type = is_of_type(tree, *span);
            let inside = contract.file == *file
                && if of_type {
                    innermost_body(tree, *span).is_some_and(|body| body.covers(contract.span))
                } else {
                    contract.extent.covers(*span)
                };
            if governs || inside {
                unassumed |= is_assumption(tree, *span);
                reasons.push(why.clone());
            }
        }
        for lost in contract.lost.iter().filter(|lost| lost.illegal) {
            if !reasons.contains(&lost.why) {
                reasons.push(lost.why.clone());
            }
        }
        let key = (contract.file, contract.name_span.start);
        if unassumed {
            unit.unassumed.insert(key);
        }
        if !reasons.is_empty() {
            unit.spec_errors.insert(key, reasons);
        }
    }
}

/// The body of the innermost type around a place.
fn innermost_body(tree: &SourceFile, span: Span) -> Option<Span> {
    tree.all_types()
        .into_iter()
        .map(|ty| ty.body)
        .filter(|body| body.covers(span))
        .min_by_key(|body| body.end - body.start)
}

/// JML that does not parse.
fn report_syntax(unit: &mut Unit) {
    for (index, file) in unit.files.iter().enumerate() {
        for problem in &file.tree.problems {
            let error = problem.severity == proviso_syntax::ast::Severity::Error;
            if error {
                unit.bad_jml
                    .push((index, problem.span, problem.message.clone()));
            }
            if file.checked {
                unit.problems.push(Problem {
                    kind: ProblemKind::Jml,
                    severity: if error {
                        Severity::Error
                    } else {
                        Severity::Warning
                    },
                    message: problem.message.clone(),
                    place: Some(file.place(problem.span)),
                });
            }
        }
    }
}

/// JML that parses but is illegal or not supported.
fn report_lowering(unit: &mut Unit, lowered: &Lowered) {
    for diagnostic in &lowered.diagnostics {
        let Some(file) = unit.files.get(diagnostic.file) else {
            continue;
        };
        let severity = match diagnostic.kind {
            JmlKind::Illegal => Severity::Error,
            JmlKind::Unsupported => Severity::Warning,
            JmlKind::Ignored | JmlKind::Note => Severity::Information,
        };
        if diagnostic.kind == JmlKind::Illegal {
            unit.bad_jml
                .push((diagnostic.file, diagnostic.span, diagnostic.message.clone()));
        }
        if file.checked {
            unit.problems.push(Problem {
                kind: ProblemKind::Jml,
                severity,
                message: diagnostic.message.clone(),
                place: Some(file.place(diagnostic.span)),
            });
        }
    }
}

/// What javac is asked for a version of the unit's shadows.
pub(super) fn request<'u>(unit: &'u Unit, lowered: &Lowered) -> Request<'u> {
    // Companions are no Java: the places of the other files move up.
    let mut places = HashMap::new();
    let mut sources = Vec::new();
    for (index, (file, shadow)) in unit.files.iter().zip(&lowered.files).enumerate() {
        if !file.is_companion() {
            places.insert(index, sources.len());
            sources.push((path_text(file), shadow.text.as_str().into()));
        }
    }
    Request {
        sources,
        file_of: Box::new(move |class| places.get(&unit.file_of(class)?).copied()),
        types: unit.types(),
        source_roots: &unit.recipe.source_roots,
        release: unit.recipe.release,
    }
}

/// Clauses (file, span) with an error inside: where, and javac's words.
fn bad_clauses(
    unit: &Unit,
    lowered: &Lowered,
    result: &Compiled,
) -> BTreeMap<(usize, Span), (Span, String)> {
    let mut bad = BTreeMap::new();
    for diagnostic in result.errors() {
        if let Some(index) = file_named(unit, &diagnostic.source)
            && let Some(shadow) = lowered.files.get(index)
            && let mapped = shadow.map.to_source(diagnostic.start, diagnostic.end)
            && let Some(id) = mapped.clause
            && let Some(clause) = lowered.table.clauses.get(&id)
            && !clause.is_default
        {
            // At the very name, where the text is the user's.
            let exact = mapped.copied && !mapped.span.is_empty() && clause.span.covers(mapped.span);
            let at = if exact { mapped.span } else { clause.span };
            bad.entry((clause.file, clause.span))
                .or_insert_with(|| (at, first_line(&diagnostic.message)));
        }
    }
    bad
}

fn file_named(unit: &Unit, name: &str) -> Option<usize> {
    unit.files
        .iter()
        .position(|file| file.path == Path::new(name))
}

fn spec_error(unit: &mut Unit, index: usize, span: Span, at: Span, message: String) {
    let file = &unit.files[index];
    if file.checked {
        unit.problems.push(Problem {
            kind: ProblemKind::Jml,
            severity: Severity::Error,
            message: message.clone(),
            place: Some(file.place(at)),
        });
    }
    let text = file.tree.jml_text(span).split_whitespace();
    let text = text.collect::<Vec<_>>().join(" ");
    unit.bad_jml
        .push((index, span, format!("`{text}`: {message}")));
}

fn finish(unit: &mut Unit, lowered: Lowered, result: &Compiled, tools: &Toolchain) {
    let mut problems: Vec<Problem> = result
        .errors()
        .filter_map(|diagnostic| java_problem(unit, &lowered, diagnostic))
        .collect();
    // What is wrong with the user's Java is wrong again wherever our text repeats it.
    let said: HashSet<String> = problems
        .iter()
        .filter(|p| p.kind == ProblemKind::Java)
        .map(|p| p.message.clone())
        .collect();
    problems.retain(|p| p.kind != ProblemKind::Internal || !said.contains(&p.message));
    unit.problems.extend(problems);
    for blanked in result.blanked() {
        if let Some(index) = file_named(unit, &blanked.source)
            && let Some(shadow) = lowered.files.get(index)
        {
            let mapped = shadow.map.to_source(blanked.start, blanked.end);
            unit.blanked.push((index, mapped.span));
        }
    }
    // Whatever round a message comes from: the reader goes from top to bottom.
    unit.problems
        .sort_by(|a, b| place_order(a).cmp(&place_order(b)));
    unit.table = lowered.table;
    let made = result.classes().map(|made| &made.parsed);
    unit.table.name_local_types(made.flat_map(|class| {
        let methods = class.methods.iter();
        methods.map(|method| (&*class.name, &*method.name))
    }));
    if result.classes().next().is_none() {
        unit.failure = Some("the file does not compile".to_owned());
        return;
    }
    unit.made = tools
        .runtime
        .iter()
        .chain(result.classes())
        .cloned()
        .collect();
    unit.classes = unit.made.iter().map(|made| made.class.clone()).collect();
    let parsed = result.classes().map(|made| made.parsed.clone());
    unit.class_path = Some(Arc::new(tools.base.with_more(parsed)));
}

fn place_order(problem: &Problem) -> Option<(&str, Range)> {
    let place = problem.place.as_ref()?;
    Some((&place.file, place.range))
}

fn java_problem(
    unit: &Unit,
    lowered: &Lowered,
    diagnostic: &proviso_jvm_host::Diagnostic,
) -> Option<Problem> {
    let message = first_line(&diagnostic.message);
    let Some(index) = file_named(unit, &diagnostic.source) else {
        return Some(Problem {
            kind: ProblemKind::Java,
            severity: Severity::Error,
            message,
            place: None,
        });
    };
    let file = &unit.files[index];
    let mapped = lowered
        .files
        .get(index)?
        .map
        .to_source(diagnostic.start, diagnostic.end);
    if !file.checked {
        return None;
    }
    Some(Problem {
        kind: if mapped.copied {
            ProblemKind::Java
        } else {
            // Text that we wrote does not compile: not the user's fault, but the user must know.
            ProblemKind::Internal
        },
        severity: Severity::Error,
        message,
        place: Some(file.place(mapped.span)),
    })
}

/// javac's details repeat the source; its first line says it. `cannot find symbol` needs the next one too.
fn first_line(message: &str) -> String {
    let mut lines = message.lines().map(str::trim);
    let first = lines.next().unwrap_or("").to_owned();
    match lines.find(|line| line.starts_with("symbol:")) {
        Some(symbol) => {
            let symbol: Vec<&str> = symbol["symbol:".len()..].split_whitespace().collect();
            format!("{first}: {}", symbol.join(" "))
        }
        None => first,
    }
}

fn internal(message: String) -> Problem {
    Problem {
        kind: ProblemKind::Internal,
        severity: Severity::Error,
        message,
        place: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javacs_message_is_one_line_with_the_symbol() {
        let message = "cannot find symbol\n  symbol:   variable y\n  location: class A";
        assert_eq!(first_line(message), "cannot find symbol: variable y");
        assert_eq!(first_line("incompatible types"), "incompatible types");
    }
}
