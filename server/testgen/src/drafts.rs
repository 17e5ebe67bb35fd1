//! Tests before they are tried out: which violation or which paths each answers, in the forms it may take. The command
//! line and the language server draft alike.

use std::collections::BTreeSet;

use proviso_report::{PathCase, Shapes, Subject, Violation};

use crate::bench::{Bench, Forms};
use crate::junit::{self, Framework, Making, Style, Test};

/// The tests of one subject class before they are written.
#[derive(Default)]
pub struct Draft {
    pub package: Option<String>,
    /// Each with what it answers, by the caller's numbers.
    pub tests: Vec<(Forms, Vec<usize>)>,
}

/// The forms of the test for a violation, or why there is none. On a bench, calls that lead to its input are looked for.
pub fn violation(
    subject: &Subject,
    violation: &Violation,
    shapes: &Shapes,
    framework: Framework,
    bench: Option<&Bench>,
) -> Result<Forms, String> {
    let (heap, inputs) = (&violation.heap_before, &violation.inputs);
    let called = bench
        .and_then(|bench| bench.by_calls(subject, shapes, heap, inputs))
        .map(|heap_before| Violation {
            heap_before,
            ..violation.clone()
        });
    let same: Vec<&Violation> = called.iter().chain([violation]).collect();
    forms(framework, &same, |violation, making| {
        junit::violation_test(subject, violation, shapes, making)
    })
}

impl Draft {
    pub fn add(&mut self, mut forms: Forms, answers: Vec<usize>) {
        self.rename_twin(&mut forms);
        self.tests.push((forms, answers));
    }

    /// Cases that differ in numbers only share a test; every other has its own. The first case answers `first`, the
    /// next one the next number. Returned are the cases without a test, and why.
    pub fn add_cases(
        &mut self,
        subject: &Subject,
        shapes: &Shapes,
        cases: &[PathCase],
        framework: Framework,
        bench: Option<&Bench>,
        first: usize,
    ) -> Vec<(usize, String)> {
        let called: Vec<Option<PathCase>> = cases
            .iter()
            .map(|case| {
                let (heap, inputs) = (&case.heap_before, &case.inputs);
                let heap_before = bench?.by_calls(subject, shapes, heap, inputs)?;
                Some(PathCase {
                    heap_before,
                    ..case.clone()
                })
            })
            .collect();
        let readable = cases.iter().zip(&called);
        let all: Vec<&PathCase> = readable
            .map(|(case, called)| called.as_ref().unwrap_or(case))
            .collect();
        let names = junit::case_names(subject, &all);
        let making = Making {
            framework,
            ..Making::default()
        };
        let without = Making {
            promises: false,
            ..making
        };
        let bare = junit::parameterised(subject, &all, shapes, &without);
        let mut shared = BTreeSet::new();
        for (members, test) in junit::parameterised(subject, &all, shapes, &making) {
            shared.extend(members.iter().copied());
            let answers = members.iter().map(|member| first + member).collect();
            let mut forms = vec![test];
            let same = bare.iter().find(|(others, _)| *others == members);
            forms.extend(same.map(|(_, test)| test.clone()));
            self.add(forms, answers);
        }
        let mut refused = Vec::new();
        for (index, case) in cases.iter().enumerate() {
            if shared.contains(&index) {
                continue;
            }
            let same: Vec<&PathCase> = called[index].iter().chain([case]).collect();
            let forms = forms(framework, &same, |case, making| {
                junit::case_test(subject, case, &names[index], shapes, making)
            });
            match forms {
                Ok(forms) => self.add(forms, vec![first + index]),
                Err(why) => refused.push((index, why)),
            }
        }
        refused
    }

    /// Two tests may deserve the same name; the second gets a number.
    fn rename_twin(&self, forms: &mut Forms) {
        let taken: BTreeSet<&str> = self
            .tests
            .iter()
            .filter_map(|(forms, _)| Some(forms.first()?.name.as_str()))
            .collect();
        for test in forms {
            let free = (1..)
                .map(|number| numbered(&test.name, number))
                .find(|name| !taken.contains(name.as_str()));
            if let Some(name) = free {
                test.source = test
                    .source
                    .replace(&format!("void {}(", test.name), &format!("void {name}("));
                test.name = name;
            }
        }
    }
}

/// The forms of a test: with the contract's clauses and without, from each of the inputs (the same, built in different
/// ways), at last with the helper. Only if there is none, why.
fn forms<I>(
    framework: Framework,
    same: &[&I],
    test: impl Fn(&I, &Making) -> Result<Test, String>,
) -> Result<Forms, String> {
    let mut forms = Vec::new();
    let mut why = None;
    let plain = same.iter().map(|input| (*input, Style::Plain));
    let reflective = same.last().map(|input| (*input, Style::Reflective));
    for (input, style) in plain.chain(reflective) {
        for promises in [true, false] {
            let making = Making {
                framework,
                style,
                promises,
            };
            match test(input, &making) {
                Ok(test) if !forms.contains(&test) => forms.push(test),
                Ok(_) => {}
                Err(reason) => {
                    why.get_or_insert(reason);
                }
            }
        }
    }
    match (forms.is_empty(), why) {
        (true, Some(why)) => Err(why),
        _ => Ok(forms),
    }
}

fn numbered(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        _ => format!("{name}_{number}"),
    }
}
