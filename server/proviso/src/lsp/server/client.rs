//! What the client tells of itself and its settings, and what we ask it for.

use std::path::PathBuf;
use std::sync::PoisonError;

use serde_json::Value;
use tower_lsp::ls_types::*;

use super::Backend;
use crate::lsp::documents::{canonical, path_of};
use crate::lsp::scheduler::{Message, What};
use crate::lsp::settings::Settings;
use crate::lsp::shared::Shared;

impl Backend {
    /// Asks for what we can only ask for once the client is ready; its answers come later.
    pub(super) fn ask_client(&self) {
        let shared = self.shared.clone();
        let features = shared.features();
        self.runtime.spawn(async move {
            if features.watched_files
                && let Err(error) = shared
                    .client
                    .register_capability(vec![watched_files()])
                    .await
            {
                tracing::warn!("the client does not watch files for us: {error}");
            }
            if features.configuration {
                pull_configuration(&shared).await;
            }
        });
    }
}

pub fn note_complaints(complaints: &[String]) {
    for complaint in complaints {
        tracing::warn!("{complaint}");
    }
}

/// Settings that came after the start.
pub fn take_settings(shared: &Shared, value: &Value) {
    let (mut settings, complaints) = Settings::read(value);
    note_complaints(&complaints);
    let mut current = shared
        .settings
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    settings.keep_of_the_start(&current);
    if *current != settings {
        *current = settings;
        drop(current);
        shared.running.cancel_all();
        shared.send(Message::Changed(What::Project));
    }
}

pub async fn pull_configuration(shared: &Shared) {
    let item = ConfigurationItem {
        scope_uri: None,
        section: Some("proviso".to_owned()),
    };
    match shared.client.configuration(vec![item]).await {
        Ok(values) => {
            if let Some(value) = values.first().filter(|value| value.is_object()) {
                take_settings(shared, value);
            }
        }
        Err(error) => tracing::warn!("the client gives no configuration: {error}"),
    }
}

fn watched_files() -> Registration {
    let watcher = |glob: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::String(glob.to_owned()),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![
            watcher("**/*.java"),
            watcher("**/*.jml"),
            watcher("**/{pom.xml,proviso.toml,build.gradle,build.gradle.kts}"),
        ],
    };
    Registration {
        id: "proviso-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

/// The workspace folders, or the root that older clients send.
#[allow(deprecated)]
pub fn folders_of(params: &InitializeParams) -> Vec<PathBuf> {
    if let Some(folders) = params
        .workspace_folders
        .as_ref()
        .filter(|folders| !folders.is_empty())
    {
        return folders
            .iter()
            .filter_map(|folder| path_of(&folder.uri))
            .collect();
    }
    match (&params.root_uri, &params.root_path) {
        (Some(uri), _) => path_of(uri).into_iter().collect(),
        (None, Some(path)) => vec![canonical(path.as_ref())],
        (None, None) => Vec::new(),
    }
}
