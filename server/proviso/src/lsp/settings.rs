//! Editor settings: the names of `docs/lsp.md`, read leniently, because a typing error in a setting must not stop the server.

use std::path::PathBuf;

use proviso_project::schema::{Editor, EditorOptions, Said, settings};
use proviso_project::{Options, Origin, Trust, load_config};
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    said: Said,
    pub editor: EditorOptions,
}

impl Settings {
    /// Reads settings key by key; what cannot be read is left out and named in the second part.
    pub fn read(value: &Value) -> (Settings, Vec<String>) {
        let mut said = Said::default();
        let mut complaints = Vec::new();
        for setting in settings().filter(|setting| setting.editor != Editor::None) {
            let key = setting.editor_name();
            // Editors send every setting, unset ones as null or as an empty text.
            let written = value.get(&key);
            let Some(written) = written.filter(|it| !it.is_null() && it.as_str() != Some(""))
            else {
                continue;
            };
            let taken = setting.kind.read(written);
            if let Err(why) = taken.and_then(|value| said.say(setting, value)) {
                complaints.push(format!("setting proviso.{key} is ignored: {why}"));
            }
        }
        let mut editor = EditorOptions::default();
        said.apply_to_editor(&mut editor);
        (Settings { said, editor }, complaints)
    }

    /// Keeps what only the start may say: a workspace's settings cannot grant trust.
    pub fn keep_of_the_start(&mut self, before: &Settings) {
        let (now, before) = (&mut self.editor, &before.editor);
        now.trust = before.trust;
        now.user_jdk.clone_from(&before.user_jdk);
        now.pull_diagnostics = before.pull_diagnostics;
    }

    /// The checker's options for these roots: defaults, then `proviso.toml`, then these settings.
    pub fn options(&self, paths: Vec<PathBuf>) -> (Options, Option<String>) {
        let trust = self.editor.trust;
        let mut options = Options {
            trust,
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
        self.said.apply(&mut options, Origin::Editor);
        let editors = options
            .jdk
            .as_ref()
            .filter(|_| options.jdk_origin == Origin::Editor);
        let own = self.editor.user_jdk.as_ref();
        if own.is_some() && (editors == own || trust != Trust::Trusted) {
            options.jdk = own.cloned();
            options.jdk_origin = Origin::User;
        }
        // Nothing runs in a workspace that is said to be untrusted.
        options.replay &= trust != Trust::Untrusted;
        (options, complaint)
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
        let (options, _) = settings.options(Vec::new());
        let usual = Options::default();
        assert_eq!(options.bounds.k, 2);
        assert_eq!(
            (options.jobs, options.jdk, options.strategy),
            (usual.jobs, usual.jdk, usual.strategy)
        );
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints.iter().any(|text| text.contains("proviso.jobs")));
    }

    #[test]
    fn an_untrusted_workspace_never_replays() {
        let (settings, _) = Settings::read(&json!({"trusted": false, "replay": true}));
        assert!(!settings.options(Vec::new()).0.replay);
    }

    #[test]
    fn what_no_editor_may_say_is_not_taken() {
        let (settings, _) = Settings::read(&json!({"sharedCache": "/tmp/x", "shared-cache": "y"}));
        assert_eq!(settings.options(Vec::new()).0.shared_cache, None);
    }
}
