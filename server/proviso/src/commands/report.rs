//! `proviso report`: the results as one HTML page, with the paths of each method; the exit code is that of `check`.

use proviso_checker::{Cancel, Select};
use proviso_present::html::{Paths, html};

use super::part::Part;
use super::{Failure, run};
use crate::args::ReportArgs;
use crate::{options, output};

pub fn run(args: &ReportArgs) -> Result<u8, Failure> {
    let outcome = run::check(options::options(&args.subject)?, &Part::default())?;
    let mut paths = Paths::new();
    // An input is only shown if a JVM has gone the same way.
    if outcome.session.options().replay {
        for method in &outcome.report.methods {
            let cases = outcome.session.path_cases(
                &outcome.prepared,
                &method.id,
                Select::Cover,
                &Cancel::new(),
            );
            if let Some(Ok(cases)) = cases {
                paths.insert(method.id.clone(), cases);
            }
        }
    }
    let page = html(&outcome.report, &outcome.sources, &paths);
    output::write_atomically(&args.output, &page)
        .map_err(|error| Failure(format!("{}: {error}", args.output.display())))?;
    Ok(run::exit_code(&outcome.report))
}
