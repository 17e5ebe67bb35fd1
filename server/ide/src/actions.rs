//! Code actions: mend what the parser found, check deeper, longer or again, insert a contract.

use proviso_report::{MethodReport, Reason, Unknown, Verdict};
use proviso_syntax::ast::{JmlModifierKind, Method, SourceFile, Span};

use crate::act::{Act, Edit};
use crate::diagnostics::Mark;
use crate::remedies::{self, About, Remedy};
use crate::snapshot::{FileState, MethodState};

/// What somebody may do about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    pub title: String,
    pub effect: Effect,
    /// Which of the diagnostics it helps with; the others change code that nothing is wrong with.
    pub mends: Mends,
    /// The editor may do it without asking further.
    pub preferred: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Changes of the file.
    Edits(Vec<Edit>),
    Act(Act),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mends {
    Nothing,
    /// Something that the parser said.
    Syntax,
    /// One of the diagnostics of the question, by its index.
    Diagnostic(usize),
}

pub struct Question<'a> {
    pub span: Span,
    /// What the diagnostics there are about, as far as they are ours.
    pub marks: &'a [Option<Mark>],
    /// The editor has a view for counterexamples.
    pub pictures: bool,
}

impl Question<'_> {
    fn marks(&self) -> impl Iterator<Item = (usize, &Mark)> {
        let marks = self.marks.iter().enumerate();
        marks.filter_map(|(index, mark)| Some((index, mark.as_ref()?)))
    }
}

/// `known` is what was found of exactly this version of the text.
pub fn actions(file: &SourceFile, known: Option<&FileState>, question: &Question) -> Vec<Action> {
    let mut list = fixes(file, question.span);
    if let Some(known) = known {
        let of_diagnostics = for_diagnostics(known, question);
        if of_diagnostics.is_empty() {
            list.extend(for_head(known, file, question.span.start));
        }
        list.extend(of_diagnostics);
    }
    list.extend(for_method(file, question.span.start));
    list
}

/// Edits that the parser itself suggests, e.g. for JML that a formatter has switched off.
fn fixes(file: &SourceFile, at: Span) -> Vec<Action> {
    let touches = |span: Span| span.start <= at.end && at.start <= span.end;
    let problems = file.problems.iter().filter(|problem| touches(problem.span));
    let fixes = problems.filter_map(|problem| problem.fix.as_ref());
    let action = fixes.map(|fix| Action {
        mends: Mends::Syntax,
        preferred: true,
        ..edit_action(&fix.title, fix.span, &fix.replacement)
    });
    action.collect()
}

/// What the question is about that a change of the contract may help: diagnostic, method, and what is wrong.
pub fn remediable(
    file: &SourceFile,
    known: &FileState,
    question: &Question,
) -> Vec<(Option<usize>, String, About)> {
    let violations = question.marks().filter_map(|(index, mark)| {
        let about = About::Violation(mark.violation?);
        Some((Some(index), mark.method.clone(), about))
    });
    let mut list: Vec<_> = violations.collect();
    let method = method_at(file, question.span.start);
    if let Some(method) = method.filter(|m| remedies::has_no_frame(file, m))
        && let Some(state) = state_of(known, file, method)
    {
        list.push((None, state.id.clone(), About::Frame));
    }
    list
}

/// A remedy that a check has shown to help.
pub fn remedy(remedy: &Remedy, diagnostic: Option<usize>) -> Action {
    Action {
        mends: diagnostic.map_or(Mends::Nothing, Mends::Diagnostic),
        ..edit_action(&remedy.title, remedy.span, &remedy.text)
    }
}

fn for_diagnostics(known: &FileState, question: &Question) -> Vec<Action> {
    let mut list = Vec::new();
    let mut seen = Vec::new();
    for (index, mark) in question.marks() {
        let Some(report) = known.method(&mark.method).and_then(|s| s.report.as_ref()) else {
            continue;
        };
        let method = || mark.method.clone();
        let mut add = |title: &str, act: Act| {
            list.push(Action {
                mends: Mends::Diagnostic(index),
                ..act_action(title, act)
            });
        };
        if let Some(violation) = mark.violation {
            if question.pictures {
                let method = method();
                let act = Act::ShowCounterexample { method, violation };
                add("Show the counterexample", act);
            }
            let (method, violation) = (method(), Some(violation));
            let act = Act::GenerateTest { method, violation };
            add("Generate a test for this violation", act);
        }
        if seen.contains(&&mark.method) {
            continue;
        }
        seen.push(&mark.method);
        if let Some((title, act)) = covering(report) {
            add(title, act);
        }
        // Only a verdict that a bound limited can change with a larger bound.
        if let Some((title, act)) = deeper(report) {
            add(&title, act);
        }
        if let Some(seconds) = more_time(report) {
            let title = format!("Check this method again, for up to {seconds} s");
            let (method, seconds) = (method(), Some(seconds));
            add(&title, Act::Check { method, seconds });
        }
        let (method, seconds) = (method(), None);
        add("Check this method again", Act::Check { method, seconds });
    }
    list
}

fn deeper(report: &MethodReport) -> Option<(String, Act)> {
    let title = format!("Check this method with k={}", report.bounds.k + 1);
    let method = report.id.clone();
    (!report.cuts.is_empty()).then_some((title, Act::CheckDeeper { method }))
}

/// Twice the time that was not enough.
pub fn more_time(report: &MethodReport) -> Option<u64> {
    let ran_out = |unknown: &Unknown| unknown.reason == Reason::Time;
    let took = report.stats.total_ms.div_ceil(1000).max(1);
    report.unknowns.iter().any(ran_out).then_some(2 * took)
}

/// The method whose head the cursor is in.
fn method_at(file: &SourceFile, offset: usize) -> Option<&Method> {
    let mut methods = file
        .all_types()
        .into_iter()
        .flat_map(|class| class.methods());
    let method = methods.find(|method| {
        method.span.start <= offset && offset <= method.params_span.end.max(method.name.span.end)
    });
    method.filter(|method| !method.in_jml)
}

/// What is known of a method of the text.
fn state_of<'k>(
    known: &'k FileState,
    file: &SourceFile,
    method: &Method,
) -> Option<&'k MethodState> {
    known.methods.iter().find(|state| {
        let name = state.range.start.to_byte(&file.text);
        method.name.span.start == name
    })
}

/// Tests, and a deeper look, for a method that may have no squiggle.
fn for_head(known: &FileState, file: &SourceFile, offset: usize) -> Vec<Action> {
    let state = method_at(file, offset).and_then(|method| state_of(known, file, method));
    let Some(report) = state.and_then(|state| state.report.as_ref()) else {
        return Vec::new();
    };
    let covering = covering(report).map(|(title, act)| act_action(title, act));
    let deeper = deeper(report).map(|(title, act)| act_action(&title, act));
    let facts = write_facts(file, report);
    [covering, deeper, facts].into_iter().flatten().collect()
}

/// The facts that were found for loops, as clauses before them.
fn write_facts(file: &SourceFile, report: &MethodReport) -> Option<Action> {
    let facts = &report.closing.as_ref()?.facts;
    let mut edits: Vec<Edit> = Vec::new();
    for fact in facts {
        let line = fact.line.saturating_sub(1) as usize;
        let lines = file.text.split_inclusive('\n').take(line);
        let start: usize = lines.map(str::len).sum();
        let indent = indentation(file.text.get(start..)?);
        edits.push(Edit {
            span: Span::new(start, start),
            text: format!("{indent}//@ {}\n", fact.clause),
        });
    }
    let title = match edits.len() {
        0 => return None,
        1 => "Write the fact that proves it before its loop".to_owned(),
        count => format!("Write the {count} facts that prove it before their loops"),
    };
    Some(plain_action(&title, Effect::Edits(edits)))
}

fn indentation(line: &str) -> String {
    let blank = |c: &char| *c == ' ' || *c == '\t';
    line.chars().take_while(blank).collect()
}

/// Tests for the paths that keep the contract; a contract that is not understood has none.
fn covering(report: &MethodReport) -> Option<(&'static str, Act)> {
    let method = report.id.clone();
    let title = "Generate covering tests for this method";
    (report.verdict != Verdict::SpecError).then_some((title, Act::GenerateTests { method }))
}

/// What can be added to the method whose head the cursor is in: a contract, `pure`, a reason not to check it.
fn for_method(file: &SourceFile, offset: usize) -> Vec<Action> {
    let Some(method) = method_at(file, offset) else {
        return Vec::new();
    };
    let has = |kind| method.modifiers.has(kind);
    let mut list = Vec::new();
    if method.spec.is_none() {
        list.push(skeleton(file, method));
    }
    if returns(method) && !has(JmlModifierKind::Pure) {
        list.push(modifier("Declare it pure", "/*@ pure @*/ ", method));
    }
    if !has(JmlModifierKind::SkipEsc) {
        let text = "/*@ skip_esc @*/ /* because: say why */ ";
        list.push(modifier("Do not check this method (say why)", text, method));
    }
    list
}

fn returns(method: &Method) -> bool {
    let result = method.result.as_ref();
    result.is_some_and(|result| result.text != "void")
}

/// Inserts a JML modifier before the method's own; annotations stay in front.
fn modifier(title: &str, text: &str, method: &Method) -> Action {
    let result = method.result.as_ref().map_or(method.name.span, |r| r.span);
    let at = result.start.min(method.name.span.start);
    edit_action(title, Span::new(at, at), text)
}

/// A contract to fill in, for a method that has none.
fn skeleton(file: &SourceFile, method: &Method) -> Action {
    let before = &file.text[..method.span.start];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let indent = indentation(&file.text[line..]);
    let ensures = if returns(method) {
        "ensures (* what is returned *);"
    } else {
        "ensures (* what has changed *);"
    };
    let text =
        format!("{indent}//@ requires (* what callers must see to *);\n{indent}//@ {ensures}\n");
    edit_action("Insert a contract", Span::new(line, line), &text)
}

fn edit_action(title: &str, span: Span, text: &str) -> Action {
    let text = text.to_owned();
    plain_action(title, Effect::Edits(vec![Edit { span, text }]))
}

fn act_action(title: &str, act: Act) -> Action {
    plain_action(title, Effect::Act(act))
}

fn plain_action(title: &str, effect: Effect) -> Action {
    Action {
        title: title.to_owned(),
        effect,
        mends: Mends::Nothing,
        preferred: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    /// Titles of what is offered at the bar when nothing was checked.
    fn offered(text: &str) -> Vec<String> {
        let offset = text.find('|').expect("a bar marks the cursor");
        let file = parse(&text.replacen('|', "", 1), &Options::default());
        let question = Question {
            span: Span::new(offset, offset),
            marks: &[],
            pictures: false,
        };
        let actions = actions(&file, None, &question).into_iter();
        actions.map(|action| action.title).collect()
    }

    #[test]
    fn a_method_without_contract_is_offered_one() {
        let titles = offered("class A {\n  int f|(int x) { return x; }\n}");
        assert_eq!(
            titles,
            [
                "Insert a contract",
                "Declare it pure",
                "Do not check this method (say why)"
            ]
        );
    }

    #[test]
    fn nothing_is_offered_inside_a_body() {
        assert!(offered("class A {\n  int f(int x) { ret|urn x; }\n}").is_empty());
    }

    #[test]
    fn a_contract_that_a_formatter_switched_off_can_be_switched_on() {
        let titles = offered("class A {\n  // @ requ|ires x > 0;\n  int f(int x) { return x; }\n}");
        assert_eq!(titles.len(), 1, "{titles:?}");
    }
}
