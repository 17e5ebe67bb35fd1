//! `proviso.toml`: the same names as the flags, found at or above the first path; flags override it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use crate::options::Options;
use crate::schema::{Said, settings};
use crate::trust::Origin;

/// What a `proviso.toml` says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    said: Said,
    /// Where the file lies.
    folder: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    #[error("{}: {}", .0.display(), .1)]
    Bad(PathBuf, String),
}

/// Finds and reads the configuration that governs `start`; none when there is no such file.
pub fn load(start: &Path) -> Result<Option<Config>, ConfigError> {
    let start = start.canonicalize().unwrap_or_else(|_| start.to_owned());
    let Some(file) = start
        .ancestors()
        .map(|folder| folder.join("proviso.toml"))
        .find(|file| file.is_file())
    else {
        return Ok(None);
    };
    let text = crate::read::text(&file).map_err(|error| ConfigError::Io(file.clone(), error))?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let config = parse(&text).map_err(|message| ConfigError::Bad(file.clone(), message))?;
    // Paths in the file are relative to it, wherever the tool is started.
    let said = config.said.below(&folder);
    Ok(Some(Config { said, folder }))
}

/// Reads the text of a configuration and refuses unknown names and values.
pub fn parse(text: &str) -> Result<Config, String> {
    let lines: BTreeMap<Spanned<String>, toml::Value> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    let mut said = Said::default();
    for (name, value) in lines {
        let line = text[..name.span().start].matches('\n').count() + 1;
        let name = name.into_inner();
        let Some(setting) = settings().find(|setting| setting.file && setting.name == name) else {
            let known: Vec<&str> = settings()
                .filter(|setting| setting.file)
                .map(|setting| setting.name)
                .collect();
            return Err(format!(
                "line {line}: there is no setting {name}; there are {}",
                known.join(", ")
            ));
        };
        let value = setting.kind.read(&value);
        let taken = value.and_then(|value| said.say(setting, value));
        taken.map_err(|why| format!("line {line}: {name}: {why}"))?;
    }
    Ok(Config {
        said,
        folder: PathBuf::new(),
    })
}

impl Config {
    /// Puts what the file says over `options`, as far as `options.trust` allows a file to say it.
    pub fn apply(self, options: &mut Options) {
        let said = self.said.readable(options, &self.folder);
        said.apply(options, Origin::File);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Strategy;
    use std::time::Duration;

    #[test]
    fn settings_override_defaults_and_leave_the_rest() {
        let config =
            parse("k = 5\nstrategy = \"lazy\"\ntimeout = 1.5\nclasspath = [\"a.jar\"]").unwrap();
        let mut options = Options::default();
        config.apply(&mut options);
        assert_eq!(options.bounds.k, 5);
        assert_eq!(options.strategy, Strategy::Lazy);
        assert_eq!(options.timeout, Duration::from_millis(1500));
        assert_eq!(options.class_path, [PathBuf::from("a.jar")]);
        assert_eq!(
            options.bounds.call_depth,
            Options::default().bounds.call_depth
        );
    }

    #[test]
    fn misspelt_names_and_bad_values_are_refused_with_their_name() {
        assert!(parse("kk = 3").unwrap_err().contains("kk"));
        assert!(
            parse("strategy = \"best\"")
                .unwrap_err()
                .contains("lazier-sharp")
        );
        assert!(parse("timeout = -1").unwrap_err().contains("timeout"));
        assert!(parse("jobs = 0").unwrap_err().contains("jobs"));
        assert!(parse("k = \"3\"").unwrap_err().contains("whole number"));
        assert!(parse("keys = [\"1x\"]").unwrap_err().contains("1x"));
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let message = parse("k = 2\n\njobs = 0\n").unwrap_err();
        assert!(message.starts_with("line 3: jobs"), "{message}");
    }

    #[test]
    fn what_only_a_user_may_say_is_no_name_of_the_file() {
        for name in ["shared-cache", "trusted", "user-jdk", "debounce"] {
            let message = parse(&format!("{name} = \"x\"")).unwrap_err();
            assert!(message.contains("no setting"), "{name}: {message}");
        }
    }

    #[test]
    fn the_file_is_found_above_and_its_paths_are_relative_to_it() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(
            dir.path().join("proviso.toml"),
            "classpath = [\"lib/x.jar\"]",
        )
        .unwrap();
        let below = dir.path().join("src/p");
        std::fs::create_dir_all(&below).unwrap();
        let mut options = Options::default();
        load(&below).unwrap().unwrap().apply(&mut options);
        assert_eq!(
            options.class_path,
            [dir.path().canonicalize().unwrap().join("lib/x.jar")]
        );
    }
}
