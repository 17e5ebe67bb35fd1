//! `proviso check`: verdicts in the form asked for.

use std::io::IsTerminal;

use proviso_present::github::annotations;
use proviso_present::junit_xml::junit_xml;
use proviso_present::sarif::sarif;
use proviso_present::style::Style;
use proviso_present::text::report_text;

use super::baseline::Baseline;
use super::part::Part;
use super::{Failure, run};
use crate::args::{CheckArgs, ColorArg, Format};
use crate::{options, output};

pub fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let part = Part {
        changed_since: args.changed_since.clone(),
        shard: args.shard,
    };
    let outcome = run::check(options::options(&args.subject)?, &part)?;
    let report = &outcome.report;
    let known = match &args.baseline {
        Some(path) => Baseline::read(path)?,
        None => Baseline::default(),
    };
    let code = run::exit_code(&known.without_known(report));
    let text = match args.format {
        Format::Text => {
            let mut text = report_text(report, &outcome.sources, style(args), args.stats);
            text.push_str(&known.note(report));
            text
        }
        Format::Json => json(report)?,
        Format::Sarif => json(&sarif(report))?,
        Format::JunitXml => junit_xml(report),
        Format::Github => annotations(report),
    };
    if let Some(path) = &args.write_baseline {
        Baseline::of(report).write(path)?;
    }
    match &args.output {
        Some(path) => output::write_atomically(path, &text)
            .map_err(|error| Failure(format!("{}: {error}", path.display())))?,
        None => output::print(&text)?,
    }
    Ok(code)
}

fn json(report: &impl serde::Serialize) -> Result<String, Failure> {
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
