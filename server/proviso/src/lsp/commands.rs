//! Commands a client may ask us to execute.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::documents::path_of;
use super::generate_test;
use super::scheduler::{Message, What};
use super::shared::Shared;

pub const NAMES: &[&str] = &[
    "proviso.checkFile",
    "proviso.checkMethod",
    "proviso.checkDeeper",
    "proviso.cancel",
    "proviso.restartSidecar",
    generate_test::NAME,
];

pub fn execute(shared: &Shared, command: &str, arguments: &[Value]) -> Result<Option<Value>> {
    match command {
        "proviso.checkFile" => recheck(shared, arguments, false, false)?,
        "proviso.checkMethod" => recheck(shared, arguments, true, false)?,
        "proviso.checkDeeper" => recheck(shared, arguments, true, true)?,
        "proviso.cancel" => cancel(shared),
        "proviso.restartSidecar" => shared.send(Message::Restart),
        generate_test::NAME => return generate_test::execute(shared, arguments),
        other => {
            return Err(Error::invalid_params(format!(
                "there is no command {other}"
            )));
        }
    }
    Ok(None)
}

pub fn cancel(shared: &Shared) {
    shared.running.cancel_all();
    shared.send(Message::Cancelled);
}

fn recheck(shared: &Shared, arguments: &[Value], one_method: bool, deeper: bool) -> Result<()> {
    let text = |index: usize, what: &str| {
        arguments
            .get(index)
            .and_then(Value::as_str)
            .ok_or_else(|| Error::invalid_params(format!("argument {} must be {what}", index + 1)))
    };
    let uri: Uri = text(0, "a URI")?
        .parse()
        .map_err(|_| Error::invalid_params("argument 1 must be a URI"))?;
    let path = path_of(&uri).ok_or_else(|| Error::invalid_params("the URI must name a file"))?;
    let method = if one_method {
        Some(text(1, "a method id")?.to_owned())
    } else {
        None
    };
    if shared.board.file(&path).is_none() {
        // Never prepared (a file that is not open): look at the whole project again.
        shared.send(Message::Changed(What::Files));
    }
    shared.send(Message::Recheck {
        path,
        method,
        deeper,
    });
    Ok(())
}
