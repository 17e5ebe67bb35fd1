//! `proviso report`: the results as one HTML page; the exit code is that of `check`.

use proviso_present::html::html;

use super::{Failure, run};
use crate::args::ReportArgs;
use crate::{options, output};

pub fn run(args: &ReportArgs) -> Result<u8, Failure> {
    let outcome = run::check(options::options(&args.subject)?)?;
    let page = html(&outcome.report, &outcome.sources);
    output::write_atomically(&args.output, &page)
        .map_err(|error| Failure(format!("{}: {error}", args.output.display())))?;
    Ok(run::exit_code(&outcome.report))
}
