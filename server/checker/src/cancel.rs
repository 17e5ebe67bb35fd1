//! A wish to stop that reaches a running check from another thread, into the solver too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

type OnCancel = Box<dyn Fn() + Send>;

/// Cheap to clone; all clones are one wish.
#[derive(Clone, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    wake: Arc<Mutex<Vec<OnCancel>>>,
    in_query: Arc<AtomicBool>,
}

impl Cancel {
    pub fn new() -> Cancel {
        Cancel::default()
    }

    pub fn cancel(&self) {
        self.flag.store(true, Ordering::SeqCst);
        if let Ok(wake) = self.wake.lock() {
            wake.iter().for_each(|wake| wake());
        }
    }

    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// To be set by what finds a query of the solver under way when it is woken.
    pub fn query_flag(&self) -> Arc<AtomicBool> {
        self.in_query.clone()
    }

    /// Whether the wish to stop met the solver inside a query.
    pub fn met_query(&self) -> bool {
        self.in_query.load(Ordering::SeqCst)
    }

    /// The flag itself, for the engine's loop.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// The same wish in the words of the side-car.
    pub fn of_host(&self) -> proviso_jvm_host::Cancel {
        let stop = proviso_jvm_host::Cancel::default();
        let wake = stop.clone();
        self.on_cancel(move || wake.cancel());
        stop
    }

    /// Registers what else to stop (a solver call that is under way); called at once when already cancelled.
    pub fn on_cancel(&self, wake: impl Fn() + Send + 'static) {
        // Under the lock, so that a cancel either finds it in the list or is seen here.
        if let Ok(mut list) = self.wake.lock() {
            if self.is_cancelled() {
                wake();
            }
            list.push(Box::new(wake));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_one_clone_wakes_what_was_registered_on_another() {
        let cancel = Cancel::new();
        let woken = Arc::new(AtomicBool::new(false));
        let seen = woken.clone();
        cancel
            .clone()
            .on_cancel(move || seen.store(true, Ordering::SeqCst));
        assert!(!cancel.is_cancelled());
        cancel.cancel();
        assert!(cancel.is_cancelled() && woken.load(Ordering::SeqCst));
    }
}
