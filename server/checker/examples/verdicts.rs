//! Prints the verdict of every method of the given files or folders in one line each: a quick look while working on the
//! checker. `cargo run -p proviso-checker --example verdicts -- PATH… [--method NAME]`

use proviso_checker::{Cancel, Event, Session};
use proviso_project::Options;

fn main() {
    let mut options = Options {
        cache: false,
        ..Options::default()
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--method" {
            options.methods.extend(arguments.next());
        } else {
            options.paths.push(argument.into());
        }
    }
    let session = match Session::open(options) {
        Ok(session) => session,
        Err(error) => return eprintln!("{error}"),
    };
    let prepared = session.prepare();
    for problem in &prepared.problems {
        println!(
            "{:?} {:?} {}",
            problem.kind, problem.severity, problem.message
        );
        if let Some(place) = &problem.place {
            println!("    {}:{}", place.file, place.range.start.line);
        }
    }
    session.check_all(&prepared, &Cancel::new(), &mut |event| {
        let Event::Finished { report } = event else {
            return;
        };
        println!(
            "{:<15} {} paths={} {}ms",
            report.verdict.name(),
            report.id,
            report.stats.paths,
            report.stats.total_ms
        );
        for violation in &report.violations {
            println!(
                "    {} {}:{} {:?} {} {}",
                violation.kind.name(),
                violation.at.file,
                violation.at.range.start.line,
                violation.replay,
                violation.message,
                violation.replay_note.as_deref().unwrap_or("")
            );
        }
        for unknown in &report.unknowns {
            println!("    unknown at {}: {}", unknown.line, unknown.why);
        }
        for cut in &report.cuts {
            println!("    cut {} at {} x{}", cut.bound, cut.line, cut.count);
        }
        for warning in &report.warnings {
            println!("    {}: {}", warning.kind, warning.message);
        }
    });
}
