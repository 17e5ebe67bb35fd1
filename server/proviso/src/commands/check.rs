//! `proviso check`: verdicts in the form asked for.

use std::io::IsTerminal;

use proviso_present::style::Style;
use proviso_present::text::report_text;

use super::{Failure, run};
use crate::args::{CheckArgs, ColorArg, Format};
use crate::{options, output};

pub fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let outcome = run::check(options::options(&args.subject)?)?;
    let report = &outcome.report;
    let code = run::exit_code(report);
    let text = match args.format {
        Format::Text => report_text(report, &outcome.sources, style(args), args.stats),
        Format::Json => json(report)?,
    };
    match &args.output {
        Some(path) => output::write_atomically(path, &text)
            .map_err(|error| Failure(format!("{}: {error}", path.display())))?,
        None => output::print(&text)?,
    }
    Ok(code)
}

fn json(report: &proviso_report::Report) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(report)
        .map_err(|error| Failure(format!("cannot write JSON: {error}")))?;
    text.push('\n');
    Ok(text)
}

/// Colours only where a person looks at them, and never against NO_COLOR.
fn style(args: &CheckArgs) -> Style {
    let coloured = match args.color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => {
            args.output.is_none()
                && std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    if coloured { Style::Ansi } else { Style::Plain }
}
