//! Commands a client may ask us to execute.

use std::time::Duration;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::documents::path_of;
use super::long_work::LongWork;
use super::scheduler::{Message, What, Wish};
use super::shared::Shared;
use super::{covering_tests, explain, generate_test};

pub const NAMES: &[&str] = &[
    "proviso.checkFile",
    "proviso.checkMethod",
    "proviso.checkDeeper",
    "proviso.cancel",
    "proviso.restartSidecar",
    generate_test::NAME,
    covering_tests::NAME,
    explain::NAME,
];

/// What a command is called while it works, if it starts JVMs and so must have a thread of its own.
pub fn long_title(command: &str) -> Option<&'static str> {
    match command {
        generate_test::NAME => Some("Proviso: a test"),
        covering_tests::NAME => Some("Proviso: covering tests"),
        _ => None,
    }
}

/// Commands with a [`long_title`].
pub fn execute_long(
    shared: &Shared,
    command: &str,
    arguments: &[Value],
    work: &LongWork,
) -> Result<Option<Value>> {
    match command {
        covering_tests::NAME => covering_tests::execute(shared, arguments, work),
        _ => generate_test::execute(shared, arguments, work),
    }
}

pub fn execute(shared: &Shared, command: &str, arguments: &[Value]) -> Result<Option<Value>> {
    match command {
        "proviso.checkFile" => recheck(shared, arguments, false, Wish::Again)?,
        "proviso.checkMethod" => recheck(shared, arguments, true, longer(arguments)?)?,
        "proviso.checkDeeper" => recheck(shared, arguments, true, Wish::Deeper)?,
        "proviso.cancel" => cancel(shared),
        "proviso.restartSidecar" => shared.send(Message::Restart),
        explain::NAME => return explain::execute(shared, arguments),
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

/// The third argument: seconds the check may take.
fn longer(arguments: &[Value]) -> Result<Wish> {
    let Some(value) = arguments.get(2).filter(|value| !value.is_null()) else {
        return Ok(Wish::Again);
    };
    let seconds = value.as_f64().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Wish::Longer)
        .ok_or_else(|| Error::invalid_params("argument 3 must be a number of seconds"))
}

fn recheck(shared: &Shared, arguments: &[Value], one_method: bool, wish: Wish) -> Result<()> {
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
    if shared.snapshot().file(&path).is_none() {
        // Never prepared (a file that is not open): look at the whole project again.
        shared.send(Message::Changed(What::Files));
    }
    shared.send(Message::Recheck { path, method, wish });
    Ok(())
}
