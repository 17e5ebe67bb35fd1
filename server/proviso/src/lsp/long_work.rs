//! Work of a command that takes long: it runs on a thread of its own, is shown as `$/progress`, and ends when the client
//! cancels the request or the progress, or when nobody waits for it any more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use proviso_checker::Cancel;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::ls_types::ProgressToken;

use super::progress::{self, WORTH_SHOWING};
use super::shared::Shared;

/// The worker's end: a wish to stop, and what to show meanwhile.
pub struct LongWork {
    pub cancel: Cancel,
    pub runtime: Handle,
    notes: UnboundedSender<String>,
}

impl LongWork {
    pub fn say(&self, note: &str) {
        // Nobody listens once the progress was closed.
        let _ = self.notes.send(note.to_owned());
    }
}

/// The asker's end: when it goes, the work is not wanted any more.
pub struct Asker(Cancel);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// What is under way, by the token of its progress.
#[derive(Default)]
pub struct LongWorks(Mutex<HashMap<ProgressToken, Cancel>>);

impl LongWorks {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ProgressToken, Cancel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the token was one of these.
    pub fn cancel(&self, token: &ProgressToken) -> bool {
        let found = self.lock().get(token).cloned();
        if let Some(cancel) = &found {
            cancel.cancel();
        }
        found.is_some()
    }
}

/// Begins work; a client that brought its own token has the progress shown there.
pub fn begin(
    shared: &Arc<Shared>,
    runtime: &Handle,
    title: &'static str,
    token: Option<ProgressToken>,
) -> (LongWork, Asker) {
    let (notes, received) = unbounded_channel();
    let work = LongWork {
        cancel: Cancel::new(),
        runtime: runtime.clone(),
        notes,
    };
    let asker = Asker(work.cancel.clone());
    let bar = show(shared.clone(), title, token, work.cancel.clone(), received);
    runtime.spawn(bar);
    (work, asker)
}

async fn show(
    shared: Arc<Shared>,
    title: &'static str,
    token: Option<ProgressToken>,
    cancel: Cancel,
    mut notes: UnboundedReceiver<String>,
) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let own = token.is_none();
    if own && !shared.features().progress {
        return;
    }
    let token = token.unwrap_or_else(|| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        ProgressToken::String(format!("proviso-work-{number}"))
    });
    shared.long_works.lock().insert(token.clone(), cancel);
    let forget = || shared.long_works.lock().remove(&token);
    let started = tokio::time::Instant::now();
    let mut latest = String::new();
    let ended = loop {
        match tokio::time::timeout_at(started + WORTH_SHOWING, notes.recv()).await {
            Ok(Some(note)) => latest = note,
            Ok(None) => break true,
            Err(_) => break false,
        }
    };
    // A token that the client brought has to be used, however short the work was.
    if own && (ended || !progress::create(&shared, &token).await) {
        forget();
        return;
    }
    let bar = shared
        .client
        .progress(token.clone(), title)
        .with_message(latest)
        .with_cancel_button()
        .begin()
        .await;
    while let Some(note) = notes.recv().await {
        bar.report_with_message(note, None).await;
    }
    bar.finish().await;
    forget();
}
