//! `proviso report`: the results as one HTML page, with the paths and tests of each method; the exit code is that of
//! `check`.

use std::collections::BTreeMap;

use proviso_checker::Cancel;
use proviso_present::html::{Paths, Tests, html};
use proviso_report::Severity;
use proviso_testgen::junit::Framework;
use proviso_testgen::{Bench, COVER, Draft, Forms, drafts, shapes_for};

use super::generate_tests::class_of_file;
use super::part::Part;
use super::{Failure, run};
use crate::args::ReportArgs;
use crate::{options, output};

pub fn run(args: &ReportArgs) -> Result<u8, Failure> {
    let outcome = run::check(options::options(&args.subject)?, &Part::default())?;
    let mut paths = Paths::new();
    let mut made = Tests::new();
    // An input is only shown if a JVM has gone the same way, a test only if it does what it promises.
    if outcome.session.options().replay {
        for method in &outcome.report.methods {
            let cases =
                outcome
                    .session
                    .path_cases(&outcome.prepared, &method.id, COVER, &Cancel::new());
            if let Some(Ok(cases)) = cases {
                paths.insert(method.id.clone(), cases);
            }
        }
        made = tests(&outcome, &paths);
    }
    let page = html(&outcome.report, &outcome.sources, &paths, &made);
    output::write_atomically(&args.output, &page)
        .map_err(|error| Failure(format!("{}: {error}", args.output.display())))?;
    Ok(run::exit_code(&outcome.report))
}

/// The tests for violations and paths that do what they promise; none where there is no JUnit to run them.
fn tests(outcome: &run::Outcome, paths: &Paths) -> Tests {
    let mut made = Tests::new();
    let framework = Framework::Junit5;
    let Ok(bench) = Bench::new(&outcome.session, framework, &Cancel::new()) else {
        return made;
    };
    let mut files: BTreeMap<&str, Draft> = BTreeMap::new();
    // Whose test it is, by what it answers.
    let mut owners: Vec<&str> = Vec::new();
    for method in &outcome.report.methods {
        let Some((subject, shapes)) = shapes_for(&outcome.prepared, &method.id) else {
            continue;
        };
        let draft = files.entry(&method.file).or_default();
        draft.package.clone_from(&subject.package);
        let errors = method.violations.iter();
        for violation in errors.filter(|v| v.severity == Severity::Error) {
            let forms = drafts::violation(&subject, violation, &shapes, framework, Some(&bench));
            if let Ok(forms) = forms {
                draft.add(forms, vec![owners.len()]);
                owners.push(&method.id);
            }
        }
        if let Some(cases) = paths.get(&method.id) {
            let (first, cases) = (owners.len(), &cases.cases);
            owners.extend(cases.iter().map(|_| method.id.as_str()));
            draft.add_cases(&subject, &shapes, cases, framework, Some(&bench), first);
        }
    }
    for (file, draft) in files {
        let name = format!("{}ProvisoTest", class_of_file(file));
        let forms: Vec<Forms> = draft.tests.iter().map(|(forms, _)| forms.clone()).collect();
        let Ok(tried) = bench.try_out(draft.package.as_deref(), &name, &forms) else {
            continue;
        };
        for ((_, answers), test) in draft.tests.iter().zip(tried) {
            let owner = answers.first().and_then(|answer| owners.get(*answer));
            if let (Some(owner), Ok(test)) = (owner, test) {
                made.entry((*owner).to_owned())
                    .or_default()
                    .push(test.source);
            }
        }
    }
    made
}
