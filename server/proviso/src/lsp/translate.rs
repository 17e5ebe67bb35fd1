//! From the plain answers of `proviso-ide` to the types of the protocol.

use std::collections::HashMap;

use proviso_ide::actions::{Action, Effect, Mends};
use proviso_ide::completion::{Completion, CompletionKind};
use proviso_ide::diagnostics::{Diagnostic, Level, Mark};
use proviso_ide::hover::Hover;
use proviso_ide::inlay::Hint;
use proviso_ide::lens::Lens;
use proviso_ide::signature::Signature;
use proviso_ide::symbols::{Symbol, SymbolKind};
use proviso_ide::tokens::Token;
use proviso_ide::{Act, Edit, Lined, Snapshot};
use proviso_syntax::ast::Span;
use serde_json::{Value, json};
use tower_lsp::ls_types as lsp;
use tower_lsp::ls_types::Uri;

use super::position::{Encoding, to_position, to_range};
use super::{covering_tests, documentation, explain, generate_test};

/// The text that spans are of, and how its positions are counted.
pub struct Translator<'a, T: Lined + ?Sized> {
    pub text: &'a T,
    pub encoding: Encoding,
}

/// The order is the legend's: the protocol sends indices.
pub const LEGEND: [(Token, lsp::SemanticTokenType); 9] = [
    (Token::Keyword, lsp::SemanticTokenType::KEYWORD),
    (Token::Macro, lsp::SemanticTokenType::MACRO),
    (Token::Variable, lsp::SemanticTokenType::VARIABLE),
    (Token::Parameter, lsp::SemanticTokenType::PARAMETER),
    (Token::Property, lsp::SemanticTokenType::PROPERTY),
    (Token::Type, lsp::SemanticTokenType::TYPE),
    (Token::Method, lsp::SemanticTokenType::METHOD),
    (Token::Number, lsp::SemanticTokenType::NUMBER),
    (Token::String, lsp::SemanticTokenType::STRING),
];

/// What the client sends back when it asks for actions on a diagnostic.
pub fn mark(diagnostic: &lsp::Diagnostic) -> Option<Mark> {
    let data = diagnostic.data.as_ref()?;
    let violation = data.get("violation").and_then(Value::as_u64);
    Some(Mark {
        method: data.get("method")?.as_str()?.to_owned(),
        violation: violation.map(|index| index as usize),
    })
}

/// The command that does something with a method of a file.
pub fn command(title: &str, act: Act, uri: &str) -> lsp::Command {
    let (name, method, more) = match act {
        Act::ShowCounterexample { method, violation } => {
            ("proviso.showCounterexample", method, Some(json!(violation)))
        }
        Act::Check { method, seconds } => {
            let seconds = seconds.map(|seconds| json!(seconds));
            ("proviso.checkMethod", method, seconds)
        }
        Act::CheckDeeper { method } => ("proviso.checkDeeper", method, None),
        Act::GenerateTest { method, violation } => {
            let violation = violation.map(|index| json!(index));
            (generate_test::NAME, method, violation)
        }
        Act::GenerateTests { method } => (covering_tests::NAME, method, None),
        Act::Explain { method } => (explain::NAME, method, None),
    };
    let arguments = [json!(uri), json!(method)].into_iter().chain(more);
    lsp::Command {
        title: title.to_owned(),
        command: name.to_owned(),
        arguments: Some(arguments.collect()),
    }
}

impl<T: Lined + ?Sized> Translator<'_, T> {
    pub fn range(&self, span: Span) -> lsp::Range {
        to_range(self.text, span, self.encoding)
    }

    fn position(&self, offset: usize) -> lsp::Position {
        to_position(self.text, offset, self.encoding)
    }

    pub fn edits(&self, edits: Vec<Edit>) -> Vec<lsp::TextEdit> {
        let edit = |edit: Edit| lsp::TextEdit {
            range: self.range(edit.span),
            new_text: edit.text,
        };
        edits.into_iter().map(edit).collect()
    }

    pub fn hover(&self, hover: Hover) -> lsp::Hover {
        lsp::Hover {
            contents: lsp::HoverContents::Markup(lsp::MarkupContent {
                kind: lsp::MarkupKind::Markdown,
                value: hover.markdown,
            }),
            range: hover.span.map(|span| self.range(span)),
        }
    }

    pub fn lens(&self, lens: Lens, uri: &Uri) -> lsp::CodeLens {
        lsp::CodeLens {
            range: self.range(lens.span),
            command: Some(command(&lens.title, lens.act, uri.as_str())),
            data: None,
        }
    }

    pub fn hint(&self, hint: Hint) -> lsp::InlayHint {
        lsp::InlayHint {
            position: self.position(hint.offset),
            label: lsp::InlayHintLabel::String(hint.label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        }
    }

    /// `version` is that of the text it speaks of; `snapshot` has the texts of related places.
    pub fn diagnostic(
        &self,
        item: Diagnostic,
        version: Option<i32>,
        snapshot: &Snapshot,
    ) -> lsp::Diagnostic {
        let (severity, tags) = match item.level {
            Level::Error => (lsp::DiagnosticSeverity::ERROR, None),
            Level::Warning => (lsp::DiagnosticSeverity::WARNING, None),
            Level::Information => (lsp::DiagnosticSeverity::INFORMATION, None),
            Level::Unnecessary => {
                let pale = vec![lsp::DiagnosticTag::UNNECESSARY];
                (lsp::DiagnosticSeverity::HINT, Some(pale))
            }
        };
        let related = item.related.into_iter().filter_map(|related| {
            let text = snapshot.text(&related.path)?;
            let location = lsp::Location {
                uri: uri_of(snapshot, &related.path)?,
                range: to_range(&text, related.span, self.encoding),
            };
            let message = related.message;
            Some(lsp::DiagnosticRelatedInformation { location, message })
        });
        let related: Vec<_> = related.collect();
        let href = documentation::href(&item.code);
        lsp::Diagnostic {
            range: self.range(item.span),
            severity: Some(severity),
            code_description: href.map(|href| lsp::CodeDescription { href }),
            code: Some(lsp::NumberOrString::String(item.code)),
            source: Some("proviso".to_owned()),
            message: item.message,
            related_information: (!related.is_empty()).then_some(related),
            tags,
            data: item.mark.map(|mark| {
                json!({"method": mark.method, "violation": mark.violation, "version": version})
            }),
        }
    }

    /// `diagnostics` are those that the client asked about.
    pub fn action(
        &self,
        action: Action,
        uri: &Uri,
        diagnostics: &[lsp::Diagnostic],
    ) -> lsp::CodeActionOrCommand {
        let (kind, mended) = match action.mends {
            Mends::Nothing => (lsp::CodeActionKind::REFACTOR, None),
            Mends::Syntax => (lsp::CodeActionKind::QUICKFIX, None),
            Mends::Diagnostic(index) => {
                let mended = diagnostics.get(index).map(|one| vec![one.clone()]);
                (lsp::CodeActionKind::QUICKFIX, mended)
            }
        };
        let (edit, command) = match action.effect {
            Effect::Edits(edits) => (Some(workspace_edit(uri.clone(), self.edits(edits))), None),
            Effect::Act(act) => (None, Some(command(&action.title, act, uri.as_str()))),
        };
        lsp::CodeAction {
            title: action.title,
            kind: Some(kind),
            diagnostics: mended,
            edit,
            command,
            is_preferred: action.preferred.then_some(true),
            ..lsp::CodeAction::default()
        }
        .into()
    }

    pub fn completion(&self, item: Completion) -> lsp::CompletionItem {
        let kind = match item.kind {
            CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
            CompletionKind::Variable => lsp::CompletionItemKind::VARIABLE,
            CompletionKind::Field => lsp::CompletionItemKind::FIELD,
            CompletionKind::Method => lsp::CompletionItemKind::METHOD,
        };
        let format = match item.snippet {
            true => lsp::InsertTextFormat::SNIPPET,
            false => lsp::InsertTextFormat::PLAIN_TEXT,
        };
        let edit = lsp::TextEdit {
            range: self.range(item.span),
            new_text: item.text,
        };
        lsp::CompletionItem {
            label: item.label,
            kind: Some(kind),
            detail: Some(item.detail),
            insert_text_format: Some(format),
            text_edit: Some(lsp::CompletionTextEdit::Edit(edit)),
            ..lsp::CompletionItem::default()
        }
    }

    #[allow(deprecated)] // the struct still has the field `deprecated`
    pub fn symbol(&self, symbol: Symbol) -> lsp::DocumentSymbol {
        let kind = match symbol.kind {
            SymbolKind::Type => lsp::SymbolKind::CLASS,
            SymbolKind::Method => lsp::SymbolKind::METHOD,
            SymbolKind::Field => lsp::SymbolKind::FIELD,
            SymbolKind::Clause => lsp::SymbolKind::EVENT,
        };
        let children = symbol.children.into_iter();
        let children: Vec<_> = children.map(|child| self.symbol(child)).collect();
        lsp::DocumentSymbol {
            name: symbol.name,
            detail: None,
            kind,
            tags: None,
            deprecated: None,
            range: self.range(symbol.span),
            selection_range: self.range(symbol.selection),
            children: (!children.is_empty()).then_some(children),
        }
    }

    /// Each relative to the one before, lengths in units of the encoding.
    pub fn tokens(&self, found: &[(Span, Token)]) -> Vec<lsp::SemanticToken> {
        let mut last = lsp::Position::default();
        let relative = |(span, token): &(Span, Token)| {
            let range = self.range(*span);
            let delta_line = range.start.line - last.line;
            let before = if delta_line == 0 { last.character } else { 0 };
            last = range.start;
            let kind = LEGEND.iter().position(|(known, _)| known == token);
            lsp::SemanticToken {
                delta_line,
                delta_start: range.start.character - before,
                // A token is on one line.
                length: range.end.character - range.start.character,
                token_type: kind.unwrap_or(0) as u32,
                token_modifiers_bitset: 0,
            }
        };
        found.iter().map(relative).collect()
    }
}

pub fn folding((first, last): (u32, u32)) -> lsp::FoldingRange {
    lsp::FoldingRange {
        start_line: first,
        start_character: None,
        end_line: last,
        end_character: None,
        kind: Some(lsp::FoldingRangeKind::Comment),
        collapsed_text: None,
    }
}

pub fn signature(signature: Signature) -> lsp::SignatureHelp {
    let parameter = |part: String| lsp::ParameterInformation {
        label: lsp::ParameterLabel::Simple(part),
        documentation: None,
    };
    let help = lsp::Documentation::String(signature.help.to_owned());
    lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label: signature.label,
            documentation: Some(help),
            parameters: Some(signature.parts.into_iter().map(parameter).collect()),
            active_parameter: Some(signature.active),
        }],
        active_signature: Some(0),
        active_parameter: Some(signature.active),
    }
}

pub fn workspace_edit(uri: Uri, edits: Vec<lsp::TextEdit>) -> lsp::WorkspaceEdit {
    lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(uri, edits)])),
        ..lsp::WorkspaceEdit::default()
    }
}

/// The URI of a file, as the client calls it if it has or had it open.
pub fn uri_of(snapshot: &Snapshot, path: &std::path::Path) -> Option<Uri> {
    let known = snapshot.address(path).and_then(|it| it.parse().ok());
    known.or_else(|| Uri::from_file_path(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_relative_and_counted_in_units_of_the_encoding() {
        let translator = Translator {
            text: "a\n  ü😀 b",
            encoding: Encoding::Utf16,
        };
        let tokens = translator.tokens(&[
            (Span::new(4, 10), Token::Keyword),
            (Span::new(11, 12), Token::String),
        ]);
        let plain = tokens
            .iter()
            .map(|token| (token.delta_line, token.delta_start, token.length));
        assert_eq!(plain.collect::<Vec<_>>(), [(1, 2, 3), (0, 4, 1)]);
        assert_eq!(tokens[1].token_type, 8);
    }

    #[test]
    fn a_mark_comes_back_as_it_was_sent() {
        let translator = Translator {
            text: "x",
            encoding: Encoding::Utf8,
        };
        let wanted = Mark {
            method: "A.f()V".to_owned(),
            violation: Some(2),
        };
        let item = Diagnostic {
            span: Span::new(0, 1),
            level: Level::Error,
            code: "ensures".to_owned(),
            message: String::new(),
            related: Vec::new(),
            mark: Some(wanted.clone()),
        };
        let sent = translator.diagnostic(item, Some(7), &Snapshot::default());
        assert_eq!(mark(&sent), Some(wanted));
        assert_eq!(sent.data.expect("data")["version"], 7);
    }
}
