//! `proviso.toml`: the same names as the flags, found at or above the first path; flags override it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use proviso_jvm_host::Sandbox;
use serde::Deserialize;

use crate::options::{Arithmetic, Calls, Close, Loops, Options, Strategy, World};
use crate::trust::{Origin, may_read, sandbox_of_file};

/// What a `proviso.toml` may say; everything is optional.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Config {
    pub k: Option<u32>,
    pub n_bound: Option<u32>,
    pub array_bound: Option<u32>,
    pub loop_bound: Option<u32>,
    pub call_depth: Option<u32>,
    pub strategy: Option<String>,
    pub calls: Option<String>,
    pub loops: Option<String>,
    pub close: Option<String>,
    pub world: Option<String>,
    pub classpath: Vec<PathBuf>,
    pub source_path: Vec<PathBuf>,
    pub spec_path: Vec<PathBuf>,
    pub jdk: Option<PathBuf>,
    pub entry: Option<String>,
    pub nondet: Vec<String>,
    pub contracts: Option<bool>,
    pub arithmetic: Option<String>,
    pub keys: Vec<String>,
    pub timeout: Option<f64>,
    pub jobs: Option<usize>,
    pub replay: Option<bool>,
    pub sandbox: Option<String>,
    pub cache: Option<bool>,
    /// Where the file lies.
    #[serde(skip)]
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
    let mut config = parse(&text).map_err(|message| ConfigError::Bad(file.clone(), message))?;
    // Paths in the file are relative to it, wherever the tool is started.
    for path in config
        .classpath
        .iter_mut()
        .chain(&mut config.source_path)
        .chain(&mut config.spec_path)
        .chain(&mut config.jdk)
    {
        *path = folder.join(&*path);
    }
    config.folder = folder;
    Ok(Some(config))
}

/// Reads the text of a configuration and refuses unknown names and values.
pub fn parse(text: &str) -> Result<Config, String> {
    let config: Config = toml::from_str(text).map_err(|error| error.to_string())?;
    let expect = |key, value: &Option<String>, known: &[&str]| match value {
        Some(name) if !known.contains(&name.as_str()) => Err(format!(
            "{key} = \"{name}\": expected one of {}",
            names(known)
        )),
        _ => Ok(()),
    };
    expect(
        "strategy",
        &config.strategy,
        &Strategy::ALL.map(Strategy::name),
    )?;
    expect("calls", &config.calls, &Calls::ALL.map(Calls::name))?;
    expect("loops", &config.loops, &Loops::ALL.map(Loops::name))?;
    expect("close", &config.close, &Close::ALL.map(Close::name))?;
    expect("world", &config.world, &World::ALL.map(World::name))?;
    expect(
        "arithmetic",
        &config.arithmetic,
        &Arithmetic::ALL.map(Arithmetic::name),
    )?;
    expect("sandbox", &config.sandbox, &Sandbox::ALL.map(Sandbox::name))?;
    if let Some(key) = config.keys.iter().find(|key| !is_identifier(key)) {
        return Err(format!("keys: \"{key}\" is no identifier"));
    }
    if config
        .timeout
        .is_some_and(|seconds| !(seconds > 0.0 && seconds < 1e6))
    {
        return Err("timeout: expected a positive number of seconds".to_owned());
    }
    if config.jobs == Some(0) {
        return Err("jobs: expected at least 1".to_owned());
    }
    Ok(config)
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

fn names(names: &[&str]) -> String {
    names.join(", ")
}

impl Config {
    /// Puts what the file says over `options`, as far as `options.trust` allows a file to say it.
    pub fn apply(self, options: &mut Options) {
        let (folder, trust) = ([self.folder], options.trust);
        let mut refused = Vec::new();
        let mut readable = |name: &str, paths: Vec<PathBuf>| {
            let (taken, left): (Vec<_>, Vec<_>) = paths
                .into_iter()
                .partition(|path| !path.exists() || may_read(path, trust, &folder));
            refused.extend(left.iter().map(|path| {
                format!(
                    "proviso.toml: {name}: {} lies outside of the project, which is not trusted (see --trust): left out",
                    path.display()
                )
            }));
            taken
        };
        let bounds = &mut options.bounds;
        bounds.k = self.k.unwrap_or(bounds.k);
        bounds.n = self.n_bound.or(bounds.n);
        bounds.array = self.array_bound.or(bounds.array);
        bounds.loop_iterations = self.loop_bound.unwrap_or(bounds.loop_iterations);
        bounds.call_depth = self.call_depth.unwrap_or(bounds.call_depth);
        let strategy = self.strategy.as_deref().and_then(Strategy::from_name);
        options.strategy = strategy.unwrap_or(options.strategy);
        let calls = self.calls.as_deref().and_then(Calls::from_name);
        options.calls = calls.unwrap_or(options.calls);
        let loops = self.loops.as_deref().and_then(Loops::from_name);
        options.loops = loops.unwrap_or(options.loops);
        let close = self.close.as_deref().and_then(Close::from_name);
        options.close = close.unwrap_or(options.close);
        let world = self.world.as_deref().and_then(World::from_name);
        options.world = world.unwrap_or(options.world);
        options
            .class_path
            .extend(readable("classpath", self.classpath));
        options
            .source_path
            .extend(readable("source-path", self.source_path));
        options
            .spec_path
            .extend(readable("spec-path", self.spec_path));
        options.refused.extend(refused);
        if self.jdk.is_some() {
            options.jdk = self.jdk;
            options.jdk_origin = Origin::File;
        }
        if let Some(wanted) = self.sandbox.as_deref().and_then(Sandbox::from_name) {
            options.sandbox = Some(sandbox_of_file(wanted, trust));
        }
        options.entry = self.entry.or(options.entry.take());
        options.nondet.extend(self.nondet);
        options.contracts = self.contracts.unwrap_or(options.contracts);
        let arithmetic = self.arithmetic.as_deref().and_then(Arithmetic::from_name);
        options.arithmetic = arithmetic.unwrap_or(options.arithmetic);
        options.keys.extend(self.keys);
        options.timeout = self
            .timeout
            .map(Duration::from_secs_f64)
            .unwrap_or(options.timeout);
        options.jobs = self.jobs.unwrap_or(options.jobs);
        options.replay = self.replay.unwrap_or(options.replay);
        options.cache = self.cache.unwrap_or(options.cache);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let config = load(&below).unwrap().unwrap();
        assert_eq!(
            config.classpath,
            [dir.path().canonicalize().unwrap().join("lib/x.jar")]
        );
    }
}
