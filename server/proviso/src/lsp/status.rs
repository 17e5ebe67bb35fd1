//! What the server is doing, for `proviso/status` and `proviso/statusChanged`.

use proviso_ide::Tally;
use serde::Serialize;
use tower_lsp::ls_types::notification::Notification;

use super::running::Counts;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    #[default]
    Idle,
    Preparing,
    Checking,
    /// Nothing can be checked: no JDK, no side-car.
    Down,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    pub state: State,
    pub done: usize,
    pub total: usize,
    pub message: String,
    pub jdk: Option<String>,
    pub version: String,
    pub sidecar: &'static str,
    pub workspace: Workspace,
    pub checks: Counts,
}

impl Status {
    pub fn new() -> Status {
        Status {
            message: "starting".to_owned(),
            version: proviso_report::VERSION.to_owned(),
            sidecar: "down",
            ..Status::default()
        }
    }
}

/// How many methods have which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    violated: usize,
    holds: usize,
    holds_to_bound: usize,
    unknown: usize,
    spec_error: usize,
}

impl From<Tally> for Workspace {
    fn from(tally: Tally) -> Workspace {
        Workspace {
            violated: tally.violated,
            holds: tally.holds,
            holds_to_bound: tally.holds_to_bound,
            unknown: tally.unknown,
            spec_error: tally.spec_error,
        }
    }
}

pub enum StatusChanged {}

impl Notification for StatusChanged {
    type Params = serde_json::Value;
    const METHOD: &'static str = "proviso/statusChanged";
}
