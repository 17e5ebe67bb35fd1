//! From flags and `proviso.toml` to the checker's options. The file comes first, flags override it.

use std::path::{Path, PathBuf};

use proviso_project::{Options, Origin, Trust, load_config};

use crate::args::SubjectArgs;
use crate::commands::Failure;

pub fn options(args: &SubjectArgs) -> Result<Options, Failure> {
    let mut options = Options {
        paths: if args.paths.is_empty() {
            vec![PathBuf::from(".")]
        } else {
            args.paths.clone()
        },
        methods: args.methods.clone(),
        trust: if args.trust {
            Trust::Trusted
        } else {
            Trust::Unsaid
        },
        ..Options::default()
    };
    let start = options
        .paths
        .first()
        .map_or(Path::new("."), PathBuf::as_path);
    if let Some(config) = load_config(start).map_err(|error| Failure(error.to_string()))? {
        config.apply(&mut options);
    }
    let variable = std::env::var("PROVISO_SHARED_CACHE");
    options.shared_cache = variable.ok().filter(|place| !place.is_empty());
    // A flag replaces what the file says, as a user who types it expects.
    args.settings.0.apply(&mut options, Origin::User);
    for (what, paths) in [
        ("--classpath", &options.class_path),
        ("--source-path", &options.source_path),
        ("--spec-path", &options.spec_path),
    ] {
        if let Some(missing) = paths.iter().find(|path| !path.exists()) {
            return Err(Failure(format!(
                "{what}: {}: no such file or folder",
                missing.display()
            )));
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    /// The options of a check with these arguments.
    fn of(arguments: &[&str]) -> Result<Options, Failure> {
        let line = ["proviso", "check"].iter().chain(arguments);
        let cli = Cli::try_parse_from(line).expect("parses");
        let Some(Command::Check(check)) = cli.command else {
            panic!("not a check");
        };
        options(&check.subject)
    }

    #[test]
    fn flags_override_the_file_and_the_file_overrides_defaults() {
        let folder = tempfile::tempdir().expect("temporary folder");
        std::fs::write(
            folder.path().join("proviso.toml"),
            "k = 5\nloop-bound = 7\nreplay = false\nnondet = [\"A.a\"]\n",
        )
        .expect("writes");
        let path = folder.path().to_str().expect("UTF-8");
        let options = of(&[path, "-k", "2", "--nondet", "B.b"]).expect("options");
        assert_eq!((options.bounds.k, options.bounds.loop_iterations), (2, 7));
        assert!(!options.replay);
        assert_eq!(options.nondet, ["A.a", "B.b"]);
    }

    #[test]
    fn a_class_path_entry_that_is_not_there_is_refused() {
        let Failure(message) = of(&["--classpath", "no-such-thing.jar"]).expect_err("refused");
        assert_eq!(
            message,
            "--classpath: no-such-thing.jar: no such file or folder"
        );
    }
}
