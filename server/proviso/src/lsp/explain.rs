//! The command that says how a method was explored, in any client: a message, and the text as its result.

use proviso_ide::explain::explanation;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, Uri};

use super::documents::path_of;
use super::shared::Shared;

pub const NAME: &str = "proviso.explain";

/// Arguments: URI and method id.
pub fn execute(shared: &Shared, arguments: &[Value]) -> Result<Option<Value>> {
    let wrong = || Error::invalid_params("the arguments are a URI and a method id");
    let text = |index: usize| arguments.get(index).and_then(Value::as_str);
    let uri: Uri = text(0).and_then(|uri| uri.parse().ok()).ok_or_else(wrong)?;
    let method = text(1).ok_or_else(wrong)?;
    let gone = || Error::invalid_params("this method has no verdict now");
    let path = path_of(&uri).ok_or_else(wrong)?;
    let file = shared.snapshot().file(&path).cloned().ok_or_else(gone)?;
    let report = file.method(method).and_then(|state| state.report.clone());
    let report = report.ok_or_else(gone)?;
    let explained = explanation(&report);
    let (client, message) = (shared.client.clone(), explained.clone());
    // The client may be slow to take it, and nobody waits for that.
    tokio::spawn(async move { client.show_message(MessageType::INFO, message).await });
    Ok(Some(json!({"text": explained})))
}
