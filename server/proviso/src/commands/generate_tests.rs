//! `proviso generate-tests`: tests for the violations found, or for the paths of a method. Each test is compiled and run
//! before it is written: one that does not do what it promises is not offered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proviso_checker::{self as checker, Cancel, Prepared, Session};
use proviso_report::{Branch, Severity, Subject};
use proviso_testgen::junit::{self, Framework};
use proviso_testgen::{Bench, COVER, Draft, Forms, drafts, shapes_for};
use serde::Serialize;

use super::Failure;
use super::run::Progress;
use crate::args::{self, GenerateArgs, TestFormat};
use crate::{options, output};

/// What became of one violation or path, or of a method's branches; printed as a line of JSON or of text.
#[derive(Debug, Default, Serialize)]
struct Offer {
    method: String,
    /// The violation's kind, `path`, or `coverage` for the line about all paths of a method.
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    /// Why there is no test.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    built_without_reflection: Option<bool>,
    /// Lines of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<usize>,
    /// Inputs of a parameterised test.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    /// The branches that the test takes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<Branch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
    /// The branches that the test's call was seen to take.
    #[serde(skip)]
    taken: Vec<Branch>,
}

#[derive(Debug, Clone, Serialize)]
struct Coverage {
    /// By the tests that are written, as measured when they ran.
    covered: u32,
    coverable: u32,
    total: u32,
    paths: u64,
    complete: bool,
    notes: Vec<String>,
}

type Drafts = BTreeMap<String, Draft>;

pub fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let framework = match args.framework {
        args::Framework::Junit5 => Framework::Junit5,
        args::Framework::Junit4 => Framework::Junit4,
        args::Framework::Testng => Framework::Testng,
    };
    let session = Session::open(options::options(&args.subject)?)
        .map_err(|error| Failure(error.to_string()))?;
    // Before the work: a missing framework or a folder that cannot be written is worth saying at once.
    let bench = Bench::new(&session, framework, &Cancel::new()).map_err(Failure)?;
    writable(&args.output)?;
    let prepared = session.prepare();
    let writer = Writer {
        session: &session,
        prepared: &prepared,
        bench: &bench,
        framework,
    };
    let mut offers = Vec::new();
    let mut drafts = Drafts::new();
    let select = match args.select {
        args::Select::Violations => None,
        args::Select::Cover => Some(COVER),
        args::Select::AllPaths => Some(checker::Select::AllPaths {
            limit: args.max_tests as usize,
        }),
    };
    match select {
        None => writer.violations(&mut drafts, &mut offers),
        Some(select) => writer.paths(select, &mut drafts, &mut offers),
    }
    for (class_name, draft) in &drafts {
        finish(&bench, args, framework, class_name, draft, &mut offers)?;
    }
    measure(&mut offers);
    for offer in &offers {
        output::print(&match args.format {
            TestFormat::Json => {
                serde_json::to_string(offer).map_err(|error| Failure(error.to_string()))? + "\n"
            }
            TestFormat::Text => line(offer),
        })?;
    }
    Ok(0)
}

/// What the paths promise gives way to what the written tests did, whichever method they were made for.
fn measure(offers: &mut [Offer]) {
    let taken: BTreeSet<Branch> = offers.iter().flat_map(|o| o.taken.clone()).collect();
    let mut covered: BTreeMap<String, BTreeSet<&Branch>> = BTreeMap::new();
    for offer in offers.iter() {
        let own = covered.entry(offer.method.clone()).or_default();
        own.extend(offer.branches.iter().filter_map(|branch| taken.get(branch)));
    }
    for offer in offers {
        if let Some(coverage) = &mut offer.coverage {
            coverage.covered = covered.get(&offer.method).map_or(0, BTreeSet::len) as u32;
        }
    }
}

/// A read-only folder is refused before anything is computed.
fn writable(folder: &Path) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| Failure(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    tempfile::tempfile_in(folder).map(drop).map_err(refuse)
}

fn line(offer: &Offer) -> String {
    let method = proviso_present::sentence::method_name(&offer.method);
    if let Some(coverage) = &offer.coverage {
        let mut text = format!(
            "{method}: {} of {} branches that can be covered are covered ({} there are), {} paths\n",
            coverage.covered, coverage.coverable, coverage.total, coverage.paths
        );
        for note in &coverage.notes {
            text.push_str(&format!("  {note}\n"));
        }
        return text;
    }
    match (&offer.file, &offer.test, &offer.refused) {
        (Some(file), Some(test), _) => format!("{method} ({}): {test} in {file}\n", offer.kind),
        (.., Some(why)) => format!("{method} ({}): no test: {why}\n", offer.kind),
        _ => format!("{method} ({}): no test\n", offer.kind),
    }
}

struct Writer<'s> {
    session: &'s Session,
    prepared: &'s Prepared,
    bench: &'s Bench<'s>,
    framework: Framework,
}

impl Writer<'_> {
    fn violations(&self, drafts: &mut Drafts, offers: &mut Vec<Offer>) {
        let mut progress = Progress::new(self.prepared.methods.len());
        let report = self
            .session
            .check_all(self.prepared, &Cancel::new(), &mut |event| {
                progress.event(&event)
            });
        progress.clear();
        for method in &report.methods {
            let known = shapes_for(self.prepared, &method.id);
            let errors = method.violations.iter();
            for violation in errors.filter(|v| v.severity == Severity::Error) {
                let mut offer = Offer {
                    method: method.id.clone(),
                    kind: violation.kind.name(),
                    ..Offer::default()
                };
                let forms = match &known {
                    None => Err("its class was not compiled".to_owned()),
                    Some((subject, shapes)) => {
                        let bench = Some(self.bench);
                        drafts::violation(subject, violation, shapes, self.framework, bench)
                    }
                };
                match (forms, &known) {
                    (Ok(forms), Some((subject, _))) => {
                        let draft = draft_of(drafts, &method.file, subject);
                        draft.add(forms, vec![offers.len()]);
                    }
                    (Err(why), _) => offer.refused = Some(why),
                    (Ok(_), None) => {}
                }
                offers.push(offer);
            }
        }
    }

    fn paths(&self, select: checker::Select, drafts: &mut Drafts, offers: &mut Vec<Offer>) {
        let mut progress = Progress::new(self.prepared.methods.len());
        for method in &self.prepared.methods {
            progress.started(&method.id);
            let known = shapes_for(self.prepared, &method.id);
            let mut offer = Offer {
                method: method.id.clone(),
                kind: "coverage",
                ..Offer::default()
            };
            // Its paths are of no use: those of its callers go through it.
            if known
                .as_ref()
                .is_some_and(|(subject, _)| !subject.accessible)
            {
                progress.finished(&method.id);
                let why = "the method is private; the tests of its callers go through it";
                offer.refused = Some(why.to_owned());
                offers.push(offer);
                continue;
            }
            let cases = self
                .session
                .path_cases(self.prepared, &method.id, select, &Cancel::new());
            progress.finished(&method.id);
            let cases = match cases {
                Some(Ok(cases)) => cases,
                Some(Err(why)) => {
                    offer.refused = Some(why);
                    offers.push(offer);
                    continue;
                }
                None => continue,
            };
            offer.coverage = Some(Coverage {
                covered: cases.covered,
                coverable: cases.coverable,
                total: cases.total,
                paths: cases.paths,
                complete: cases.complete,
                notes: cases.notes.clone(),
            });
            offers.push(offer);
            let first = offers.len();
            offers.extend(cases.cases.iter().map(|case| Offer {
                method: method.id.clone(),
                kind: "path",
                branches: case.branches.clone(),
                ..Offer::default()
            }));
            let Some((subject, shapes)) = &known else {
                for offer in &mut offers[first..] {
                    offer.refused = Some("its class was not compiled".to_owned());
                }
                continue;
            };
            let draft = draft_of(drafts, &method.file, subject);
            let (framework, bench) = (self.framework, Some(self.bench));
            let refused = draft.add_cases(subject, shapes, &cases.cases, framework, bench, first);
            for (case, why) in refused {
                offers[first + case].refused = Some(why);
            }
        }
        progress.clear();
    }
}

fn draft_of<'d>(drafts: &'d mut Drafts, file: &str, subject: &Subject) -> &'d mut Draft {
    let outer = class_of_file(file);
    let draft = drafts.entry(format!("{outer}ProvisoTest")).or_default();
    draft.package.clone_from(&subject.package);
    draft
}

pub(super) fn class_of_file(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".java").unwrap_or(name)
}

/// Runs the tests of one class, keeps those that do what they promise, and writes the class.
fn finish(
    bench: &Bench,
    args: &GenerateArgs,
    framework: Framework,
    class_name: &str,
    draft: &Draft,
    offers: &mut [Offer],
) -> Result<(), Failure> {
    let package = draft.package.as_deref();
    let forms: Vec<Forms> = draft.tests.iter().map(|(forms, _)| forms.clone()).collect();
    let tried = bench
        .try_out(package, class_name, &forms)
        .map_err(Failure)?;
    let folder = package.map_or(args.output.clone(), |package| {
        args.output.join(package.replace('.', "/"))
    });
    let path = folder.join(format!("{class_name}.java"));
    let mut kept = Vec::new();
    for ((_, answers), result) in draft.tests.iter().zip(tried) {
        for answer in answers {
            match &result {
                Err(why) => offers[*answer].refused = Some(why.clone()),
                Ok(test) => {
                    let offer = &mut offers[*answer];
                    offer.file = Some(path.display().to_string());
                    offer.test = Some(test.name.clone());
                    offer.built_without_reflection = Some(test.plainly_built);
                    offer.lines = Some(test.source.lines().count());
                    offer.taken.clone_from(&test.takes);
                    offer.rows = (test.rows > 1).then_some(test.rows);
                }
            }
        }
        kept.extend(result);
    }
    let existing = std::fs::read_to_string(&path).ok();
    let text = junit::merge::extend(existing.as_deref(), package, class_name, framework, &kept)
        .map_err(|why| Failure(format!("{}: {why}", path.display())))?;
    let Some(text) = text else {
        return Ok(());
    };
    if existing.as_deref() == Some(&text) {
        return Ok(());
    }
    std::fs::create_dir_all(&folder)
        .and_then(|()| output::write_atomically(&path, &text))
        .map_err(|error| Failure(format!("{}: {error}", path.display())))
}
