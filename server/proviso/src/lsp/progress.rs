//! Long work as `$/progress` with a cancel button; short work is not worth a flash of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::ls_types::ProgressToken;

use super::shared::Shared;
use super::status::State;

/// Work shorter than this is not shown.
pub const WORTH_SHOWING: Duration = Duration::from_millis(600);

enum Step {
    Working { done: usize, total: usize },
    Rest,
}

/// The scheduler's end: it only drops notes into a channel and never waits for the client.
pub struct ProgressBar {
    steps: UnboundedSender<Step>,
    working: bool,
}

/// The token of the bar being shown; `window/workDoneProgress/cancel` names it.
pub const TOKEN_PREFIX: &str = "proviso-checking-";

impl ProgressBar {
    pub fn new(shared: Arc<Shared>, runtime: Handle) -> ProgressBar {
        let (steps, receiver) = unbounded_channel();
        runtime.spawn(show(shared, receiver));
        ProgressBar {
            steps,
            working: false,
        }
    }

    pub fn show(&mut self, state: State, done: usize, total: usize) {
        let working = matches!(state, State::Preparing | State::Checking);
        if working || self.working {
            let step = if working {
                Step::Working { done, total }
            } else {
                Step::Rest
            };
            // The receiver is gone only when the runtime ends.
            let _ = self.steps.send(step);
        }
        self.working = working;
    }

    pub fn end(&mut self) {
        let _ = self.steps.send(Step::Rest);
    }
}

async fn show(shared: Arc<Shared>, mut steps: UnboundedReceiver<Step>) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    while let Some(step) = steps.recv().await {
        let Step::Working { .. } = step else {
            continue;
        };
        if !shared.features().progress {
            continue;
        }
        // Wait whether the work ends by itself soon.
        let started = tokio::time::Instant::now();
        let mut latest = step;
        let ended = loop {
            match tokio::time::timeout_at(started + WORTH_SHOWING, steps.recv()).await {
                Ok(Some(Step::Rest)) | Ok(None) => break true,
                Ok(Some(step)) => latest = step,
                Err(_) => break false,
            }
        };
        if ended {
            continue;
        }
        let token = ProgressToken::String(format!(
            "{TOKEN_PREFIX}{}",
            NEXT.fetch_add(1, Ordering::Relaxed)
        ));
        if !create(&shared, &token).await {
            continue;
        }
        let bar = shared
            .client
            .progress(token, "Proviso")
            .with_message(words(&latest))
            .with_percentage(percentage(&latest))
            .with_cancel_button()
            .begin()
            .await;
        while let Some(step @ Step::Working { .. }) = steps.recv().await {
            bar.report_with_message(words(&step), percentage(&step), None)
                .await;
        }
        bar.finish().await;
    }
}

/// Whether the client agrees to show something under this token; one that does not answer is not waited for.
pub async fn create(shared: &Shared, token: &ProgressToken) -> bool {
    let asked = shared.client.create_work_done_progress(token.clone());
    let created = tokio::time::timeout(Duration::from_secs(5), asked).await;
    matches!(created, Ok(Ok(())))
}

fn words(step: &Step) -> String {
    match step {
        Step::Working { total: 0, .. } => "reading the project".to_owned(),
        Step::Working { done, total } => format!("checking {done} of {total}"),
        Step::Rest => String::new(),
    }
}

fn percentage(step: &Step) -> u32 {
    match step {
        Step::Working { done, total } if *total > 0 => (100 * done / total) as u32,
        _ => 0,
    }
}
