//! Editor settings: the names of `docs/lsp.md`, read leniently, because a typing error in a setting must not stop the server.

use std::path::PathBuf;
use std::time::Duration;

use proviso_project::{
    Arithmetic, Calls, Close, Loops, Options, Origin, Sandbox, Strategy, Trust, World, load_config,
    sandbox_of_file,
};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    pub trusted: Option<bool>,
    pub jdk: Option<PathBuf>,
    /// What the user's own settings say, where the editor can tell them from the workspace's.
    pub user_jdk: Option<PathBuf>,
    pub classpath: Option<Vec<PathBuf>>,
    pub source_path: Option<Vec<PathBuf>>,
    pub spec_path: Option<Vec<PathBuf>>,
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
    pub entry: Option<String>,
    pub nondet: Option<Vec<String>>,
    pub contracts: Option<bool>,
    pub arithmetic: Option<String>,
    pub keys: Option<Vec<String>>,
    pub timeout: Option<f64>,
    pub jobs: Option<usize>,
    /// Megabytes.
    pub memory: Option<u64>,
    pub replay: Option<bool>,
    pub sandbox: Option<String>,
    pub cache: Option<bool>,
    pub javac_diagnostics: Option<bool>,
    pub check_on: Option<CheckOn>,
    pub scope: Option<Scope>,
    pub debounce: Option<u64>,
    pub diagram: Option<DiagramSetting>,
    pub code_lens: Option<bool>,
    pub inlay_hints: Option<bool>,
    pub pull_diagnostics: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckOn {
    Change,
    Save,
}

/// Which files are checked without being asked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    Open,
    Workspace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiagramSetting {
    Auto,
    Svg,
    Unicode,
    None,
}

impl Settings {
    /// Reads settings key by key; what cannot be read is left out and named in the second part.
    pub fn read(value: &Value) -> (Settings, Vec<String>) {
        let Some(object) = value.as_object() else {
            return (Settings::default(), Vec::new());
        };
        // Editors send every setting, unset ones as null or as an empty text.
        let mut good = serde_json::Map::new();
        let mut complaints = Vec::new();
        for (key, value) in object {
            if value.is_null() || value.as_str() == Some("") {
                continue;
            }
            let mut single = serde_json::Map::new();
            single.insert(key.clone(), value.clone());
            match serde_json::from_value::<Settings>(Value::Object(single)) {
                Ok(_) => {
                    good.insert(key.clone(), value.clone());
                }
                Err(error) => complaints.push(format!("setting proviso.{key} is ignored: {error}")),
            }
        }
        let mut settings: Settings =
            serde_json::from_value(Value::Object(good)).unwrap_or_default();
        let mut refuse_unknown = |key, what, value: &mut Option<String>, names: &[&str]| {
            if let Some(name) = value.take_if(|name| !names.contains(&name.as_str())) {
                complaints.push(format!(
                    "setting proviso.{key} is ignored: there is no {what} {name}"
                ));
            }
        };
        let strategies = Strategy::ALL.map(Strategy::name);
        refuse_unknown("strategy", "strategy", &mut settings.strategy, &strategies);
        let calls = Calls::ALL.map(Calls::name);
        refuse_unknown("calls", "mode", &mut settings.calls, &calls);
        let loops = Loops::ALL.map(Loops::name);
        refuse_unknown("loops", "mode", &mut settings.loops, &loops);
        let close = Close::ALL.map(Close::name);
        refuse_unknown("close", "mode", &mut settings.close, &close);
        let worlds = World::ALL.map(World::name);
        refuse_unknown("world", "world", &mut settings.world, &worlds);
        let arithmetic = Arithmetic::ALL.map(Arithmetic::name);
        refuse_unknown("arithmetic", "mode", &mut settings.arithmetic, &arithmetic);
        let sandboxes = Sandbox::ALL.map(Sandbox::name);
        refuse_unknown("sandbox", "mode", &mut settings.sandbox, &sandboxes);
        (settings, complaints)
    }

    /// The checker's options for these roots: defaults, then `proviso.toml`, then these settings.
    pub fn options(&self, paths: Vec<PathBuf>) -> (Options, Option<String>) {
        let mut options = Options {
            trust: self.trust(),
            ..Options::default()
        };
        let mut complaint = None;
        if let Some(first) = paths.first() {
            match load_config(first) {
                Ok(Some(config)) => config.apply(&mut options),
                Ok(None) => {}
                Err(error) => complaint = Some(error.to_string()),
            }
        }
        options.paths = paths;
        let bounds = &mut options.bounds;
        bounds.k = self.k.unwrap_or(bounds.k);
        bounds.n = self.n_bound.or(bounds.n);
        bounds.array = self.array_bound.or(bounds.array);
        bounds.loop_iterations = self.loop_bound.unwrap_or(bounds.loop_iterations);
        bounds.call_depth = self.call_depth.unwrap_or(bounds.call_depth);
        if let Some(strategy) = self.strategy.as_deref().and_then(Strategy::from_name) {
            options.strategy = strategy;
        }
        if let Some(calls) = self.calls.as_deref().and_then(Calls::from_name) {
            options.calls = calls;
        }
        if let Some(loops) = self.loops.as_deref().and_then(Loops::from_name) {
            options.loops = loops;
        }
        if let Some(close) = self.close.as_deref().and_then(Close::from_name) {
            options.close = close;
        }
        if let Some(world) = self.world.as_deref().and_then(World::from_name) {
            options.world = world;
        }
        if let Some(arithmetic) = self.arithmetic.as_deref().and_then(Arithmetic::from_name) {
            options.arithmetic = arithmetic;
        }
        if let Some(keys) = &self.keys {
            options.keys = keys.clone();
        }
        if let Some(paths) = &self.classpath {
            options.class_path = paths.clone();
        }
        if let Some(paths) = &self.source_path {
            options.source_path = paths.clone();
        }
        if let Some(paths) = &self.spec_path {
            options.spec_path = paths.clone();
        }
        if self.entry.is_some() {
            options.entry = self.entry.clone();
        }
        if let Some(patterns) = &self.nondet {
            options.nondet = patterns.clone();
        }
        options.contracts = self.contracts.unwrap_or(options.contracts);
        if self.jdk.is_some() {
            options.jdk = self.jdk.clone();
            options.jdk_origin = Origin::Editor;
        }
        if self.user_jdk.is_some() && (self.jdk == self.user_jdk || options.trust != Trust::Trusted)
        {
            options.jdk = self.user_jdk.clone();
            options.jdk_origin = Origin::User;
        }
        if let Some(wanted) = self.sandbox.as_deref().and_then(Sandbox::from_name) {
            // Editors may have it from the workspace, so it weighs no more than the file.
            options.sandbox = Some(sandbox_of_file(wanted, options.trust));
        }
        if let Some(seconds) = self.timeout.filter(|seconds| *seconds > 0.0) {
            options.timeout = Duration::try_from_secs_f64(seconds).unwrap_or(options.timeout);
        }
        if let Some(jobs) = self.jobs.filter(|jobs| *jobs > 0) {
            options.jobs = jobs;
        }
        options.replay = self.replay.unwrap_or(options.replay) && self.trusted();
        options.cache = self.cache.unwrap_or(options.cache);
        (options, complaint)
    }

    /// Nothing runs in a workspace that is said to be untrusted.
    fn trusted(&self) -> bool {
        self.trust() != Trust::Untrusted
    }

    fn trust(&self) -> Trust {
        match self.trusted {
            None => Trust::Unsaid,
            Some(true) => Trust::Trusted,
            Some(false) => Trust::Untrusted,
        }
    }

    pub fn debounce(&self) -> Duration {
        Duration::from_millis(self.debounce.unwrap_or(150).min(10_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_bad_setting_is_named_and_the_others_count() {
        let (settings, complaints) =
            Settings::read(&json!({"k": 2, "jobs": "many", "jdk": "", "strategy": "best"}));
        assert_eq!(
            (settings.k, settings.jobs, settings.jdk, settings.strategy),
            (Some(2), None, None, None)
        );
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints.iter().any(|text| text.contains("proviso.jobs")));
    }

    #[test]
    fn an_untrusted_workspace_never_replays() {
        let (settings, _) = Settings::read(&json!({"trusted": false, "replay": true}));
        assert!(!settings.options(Vec::new()).0.replay);
    }
}
