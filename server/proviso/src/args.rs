//! The command line: commands and what belongs to one of them. Flags that are settings come from the schema (`flags.rs`).

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::flags::SettingFlags;

#[derive(Debug, Parser)]
#[command(
    name = "proviso",
    about = "Checks Java against its JML contracts over all inputs up to a bound, and shows an input that breaks them.",
    disable_version_flag = true,
    subcommand_required = false,
    arg_required_else_help = true
)]
pub struct Cli {
    /// Print the versions of Proviso, Z3 and the JDK found
    #[arg(short = 'V', long)]
    pub version: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check methods against their contracts
    #[command(after_help = EXIT_CODES)]
    Check(CheckArgs),
    /// Check, and write one self-contained HTML page with all results
    Report(ReportArgs),
    /// Speak the Language Server Protocol over standard input and output
    Lsp(LspArgs),
    /// Measure: check the same methods several times and print the figures as JSON
    Bench(BenchArgs),
    /// Write tests for the violations found or for the paths of a method, each compiled and run first
    GenerateTests(GenerateArgs),
    /// Say what Proviso found on this machine: JDK, Z3, side-car, cache
    Doctor(DoctorArgs),
}

const EXIT_CODES: &str = "Exit codes: 0 nothing violated, 1 something violated, 2 bad usage, specification errors or an internal error.";

/// What is to be checked and within which bounds; shared by all commands that check.
#[derive(Debug, Clone, Default, Args)]
pub struct SubjectArgs {
    /// Files, folders, or a Maven/Gradle project root [default: the current folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only this method: Class.method or Class.method(descriptor) (repeatable)
    #[arg(long = "method", value_name = "METHOD")]
    pub methods: Vec<String>,
    /// The project is trusted: its proviso.toml may name a JDK and files outside of it, and its code may run where the
    /// system cannot confine it fully
    #[arg(long)]
    pub trust: bool,
    #[command(flatten)]
    pub settings: SettingFlags,
}

/// One part of a check that is spread over several machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    pub index: u32,
    pub of: u32,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(index, of)| {
        let (index, of) = (index.parse().ok()?, of.parse().ok()?);
        Some(Shard { index, of })
    });
    match parsed {
        Some(shard) if (1..=shard.of).contains(&shard.index) => Ok(shard),
        _ => Err("expected I/N with 1 ≤ I ≤ N, such as 2/5".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    #[default]
    Text,
    Json,
    Sarif,
    JunitXml,
    Github,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ColorArg {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Form of the results
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Write the results to this file instead of standard output
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say how much work each method was
    #[arg(long)]
    pub stats: bool,
    /// Colours in text output
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorArg,
    /// Violations listed in this file do not fail the run (made with --write-baseline)
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Only methods that may execute code changed since this git revision
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
    /// Only the I-th of N parts; the parts of all N runs together are everything
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write today's violations to this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Select {
    #[default]
    Violations,
    Cover,
    AllPaths,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Framework {
    #[default]
    Junit5,
    Junit4,
    Testng,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TestFormat {
    #[default]
    Text,
    Json,
}

#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The root of the test sources
    #[arg(long, short = 'o', value_name = "DIR")]
    pub output: PathBuf,
    /// What to write tests for
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub select: Select,
    /// With --select all-paths: at most so many tests per method
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_tests: u32,
    #[arg(long, value_enum, default_value_t, value_name = "FRAMEWORK")]
    pub framework: Framework,
    /// One line per violation, as text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: TestFormat,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The HTML file to write
    #[arg(long, short = 'o', value_name = "FILE.html")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// How often everything is checked; the least and the median time of a method are printed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// Compare the strategies instead: every one of them once, for every k up to the bound, with counts, times and memory
    #[arg(long)]
    pub strategies: bool,
}

#[derive(Debug, Args)]
pub struct LspArgs {
    /// Accepted because some clients pass it; standard input and output are the only transport
    #[arg(long)]
    pub stdio: bool,
    /// Write the log to this file too, not only to standard error
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Home of the JDK to use
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use proviso_project::schema::Value;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn all_stable_check_flags_are_accepted() {
        let line = "proviso check a B.java --method A.b(I)I --method C.d -k 2 --n-bound 3 --array-bound 4 --loop-bound 5 \
            --call-depth 6 --strategy lazier --calls contract --loops invariant --world open --classpath x:y --source-path s --spec-path d --jdk /j \
            --entry A.main --nondet Verifier.* --no-contracts --timeout 3 --jobs 2 --no-replay --no-cache --format sarif \
            --output f --stats";
        let cli = Cli::try_parse_from(line.split_whitespace()).expect("parses");
        let Some(Command::Check(check)) = cli.command else {
            panic!("not a check");
        };
        assert_eq!(check.subject.paths.len(), 2);
        assert_eq!(check.subject.methods, ["A.b(I)I", "C.d"]);
        let said = &check.subject.settings.0;
        assert_eq!(said.get("k"), Some(&Value::Number(2)));
        assert_eq!(said.get("replay"), Some(&Value::Switch(false)));
        assert_eq!(check.format, Format::Sarif);
    }
}
