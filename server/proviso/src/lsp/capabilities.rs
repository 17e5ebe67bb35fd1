//! What the client can do, and what we offer it.

use serde_json::Value;
use tower_lsp::ls_types::*;

use super::position::Encoding;
use super::settings::Settings;
use super::shared::ClientFeatures;
use super::{commands, translate};

pub fn features(params: &InitializeParams) -> ClientFeatures {
    let capabilities = &params.capabilities;
    let workspace = capabilities.workspace.as_ref();
    let text_document = capabilities.text_document.as_ref();
    let encodings = capabilities
        .general
        .as_ref()
        .and_then(|general| general.position_encodings.as_deref())
        .unwrap_or_default();
    // UTF-8 saves us counting; the client lists what it likes best first.
    let encoding = encodings.iter().find_map(|kind| match kind.as_str() {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        _ => None,
    });
    let experimental = |key: &str| {
        capabilities
            .experimental
            .as_ref()
            .and_then(|value| value.get(key))
            .and_then(Value::as_bool)
            .unwrap_or(false)
    };
    ClientFeatures {
        encoding: encoding.unwrap_or_default(),
        name: params
            .client_info
            .as_ref()
            .map(|info| info.name.clone())
            .unwrap_or_default(),
        configuration: workspace
            .and_then(|workspace| workspace.configuration)
            .unwrap_or(false),
        watched_files: workspace
            .and_then(|workspace| workspace.did_change_watched_files.as_ref())
            .and_then(|watched| watched.dynamic_registration)
            .unwrap_or(false),
        progress: capabilities
            .window
            .as_ref()
            .and_then(|window| window.work_done_progress)
            .unwrap_or(false),
        lens_refresh: workspace
            .and_then(|workspace| workspace.code_lens.as_ref())
            .and_then(|lens| lens.refresh_support)
            .unwrap_or(false),
        diagnostic_refresh: workspace
            .and_then(|workspace| workspace.diagnostics.as_ref())
            .and_then(|diagnostics| diagnostics.refresh_support)
            .unwrap_or(false),
        pull_diagnostics: text_document
            .is_some_and(|text_document| text_document.diagnostic.is_some()),
        show_counterexample: experimental("showCounterexample"),
    }
}

pub fn offered(features: &ClientFeatures, settings: &Settings) -> ServerCapabilities {
    let alone = settings.editor.javac_diagnostics;
    let pull = settings.editor.pull_diagnostics && features.pull_diagnostics;
    ServerCapabilities {
        position_encoding: Some(match features.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        // Beside another Java extension a second formatter would make the editor ask which one is meant, and a second one
        // that renames would stand in its way.
        document_formatting_provider: Some(OneOf::Left(alone)),
        rename_provider: alone.then(|| {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ";".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["\\".to_owned(), "@".to_owned(), ".".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR]),
            ..CodeActionOptions::default()
        })),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: translate::LEGEND.map(|(_, kind)| kind).to_vec(),
                    token_modifiers: Vec::new(),
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::NAMES
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            work_done_progress_options: WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
        }),
        diagnostic_provider: pull.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("proviso".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}
