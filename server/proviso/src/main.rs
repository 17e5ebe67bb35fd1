//! The `proviso` binary: reads the command line and runs one command.
//!
//! Its business is the edge to people and tools: flags, settings, exit codes, files, the language server. It holds no
//! logic of checking (that is `checker`) and no drawing (that is `present`).

mod args;
mod commands;
mod flags;
mod lsp;
mod options;
mod output;
mod versions;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use commands::Failure;

/// Exit codes of DESIGN; scripts rely on them.
const VIOLATED: u8 = 1;
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if cli.version {
        return finish(
            output::print(&versions::text())
                .map(|()| 0)
                .map_err(Failure::from),
        );
    }
    let Some(command) = cli.command else {
        return finish(Err(Failure(
            "no command given; see proviso --help".to_owned(),
        )));
    };
    finish(match command {
        Command::Check(args) => commands::check::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::GenerateTests(args) => commands::generate_tests::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args),
    })
}

/// Help is printed as asked for; a mistake is one line that says where to look.
fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand};
    let text = error.render().to_string();
    match error.kind() {
        DisplayHelp => finish(output::print(&text).map(|()| 0).map_err(Failure::from)),
        DisplayHelpOnMissingArgumentOrSubcommand => {
            eprint!("{text}");
            ExitCode::from(TROUBLE)
        }
        _ => {
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim)
                .take_while(|line| {
                    !line.starts_with("Usage:") && !line.starts_with("For more information")
                })
                .filter(|line| !line.is_empty())
                .collect();
            let message = lines.join("; ");
            let message = message.strip_prefix("error: ").unwrap_or(&message);
            finish(Err(Failure(format!("{message}; see proviso --help"))))
        }
    }
}

fn finish(result: Result<u8, Failure>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Failure(message)) => {
            eprintln!("proviso: {message}");
            ExitCode::from(TROUBLE)
        }
    }
}
