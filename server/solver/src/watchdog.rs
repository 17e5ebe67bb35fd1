//! Stops a Z3 query from outside: at its time limit, or when another thread says so.
//!
//! One sleeping thread per solver, started with Z3 itself. It repeats the interrupt until the query has ended, because
//! Z3 ignores one that arrives before its search has begun.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often an unheeded interrupt is repeated.
const REPEAT: Duration = Duration::from_millis(2);

/// Stops the solver's running query and all later ones until [`InterruptHandle::clear`]. May be used from any thread.
#[derive(Clone)]
pub struct InterruptHandle {
    shared: Arc<Shared>,
}

struct Shared {
    interrupted: AtomicBool,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    deadline: Option<Instant>,
    /// Until when the thread sleeps; `None` is until it is woken.
    asleep_until: Option<Instant>,
    quit: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InterruptHandle {
    pub(crate) fn new() -> InterruptHandle {
        InterruptHandle {
            shared: Arc::new(Shared {
                interrupted: AtomicBool::new(false),
                state: Mutex::default(),
                wake: Condvar::new(),
            }),
        }
    }

    /// Says whether a query was under way.
    pub fn interrupt(&self) -> bool {
        self.shared.interrupted.store(true, Ordering::SeqCst);
        let state = self.shared.lock();
        self.shared.wake.notify_all();
        state.deadline.is_some()
    }

    /// Lets the solver work again.
    pub fn clear(&self) {
        self.shared.interrupted.store(false, Ordering::SeqCst);
    }

    pub fn is_interrupted(&self) -> bool {
        self.shared.interrupted.load(Ordering::SeqCst)
    }

    /// A query begins; it will be stopped at the deadline.
    pub(crate) fn begin(&self, deadline: Instant) {
        let mut state = self.shared.lock();
        state.deadline = Some(deadline);
        // Waking a thread costs more than many queries; it is needed only if it would sleep too long.
        if state.asleep_until.is_none_or(|until| until > deadline) {
            self.shared.wake.notify_all();
        }
    }

    pub(crate) fn end(&self) {
        self.shared.lock().deadline = None;
    }
}

/// The thread; dropping it ends and joins it.
pub(crate) struct Watchdog {
    handle: InterruptHandle,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    /// `stop` interrupts the running query; it is only called while a query runs.
    pub(crate) fn start(
        handle: InterruptHandle,
        stop: impl Fn() + Send + 'static,
    ) -> std::io::Result<Watchdog> {
        handle.shared.lock().quit = false;
        let shared = handle.shared.clone();
        let thread = std::thread::Builder::new()
            .name("z3-watchdog".to_owned())
            .spawn(move || watch(&shared, stop))?;
        Ok(Watchdog {
            handle,
            thread: Some(thread),
        })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.handle.shared.lock().quit = true;
        self.handle.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed; there is nothing left to do about it.
            let _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, stop: impl Fn()) {
    let mut state = shared.lock();
    while !state.quit {
        let Some(deadline) = state.deadline else {
            state.asleep_until = None;
            state = shared
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let now = Instant::now();
        let sleep = if now >= deadline || shared.interrupted.load(Ordering::SeqCst) {
            stop();
            REPEAT
        } else {
            deadline - now
        };
        state.asleep_until = Some(now + sleep);
        state = shared
            .wake
            .wait_timeout(state, sleep)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
    }
}
