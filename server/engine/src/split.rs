//! One search, shared among threads. A long search gives its shallowest states away from time to time, as the lists of ways
//! that lead there: a [`Piece`]. Another machine finds those states again and goes on below them.
//!
//! When a piece is given away depends on the work done so far and on nothing else, and each piece gets a machine of its
//! own. So the pieces of a search, and what each of them finds, are the same whoever runs them, and when.

use crate::bounds::{Bound, Site};
use crate::classes::Method;
use crate::machine::{Doubt, Machine, R, Stop};
use crate::search::RunSummary;
use crate::state::State;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// The work after which a search gives a piece away: less than a tenth of a second, against some milliseconds
/// that a new machine takes to find the state again.
pub const PIECE: u64 = 1_500_000;

/// A question to the solver is worth so many instructions. Which of them reach Z3 may depend on the models it gave before,
/// and these on the clock: so all count alike.
const QUESTION: u64 = 50;

/// A part of a search: everything below some states. The last of them comes first, as in a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece(Vec<Lead>);

/// How to find a state.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lead {
    choices: Vec<u32>,
    site: Option<Site>,
}

/// To whom a search gives pieces, and how often.
pub struct Sharing<'a> {
    pub(crate) size: u64,
    given_at: u64,
    give: Box<dyn FnMut(Piece) + 'a>,
}

impl<'a> Sharing<'a> {
    /// `size`: the work between two pieces, usually [`PIECE`].
    pub fn new(size: u64, give: impl FnMut(Piece) + 'a) -> Sharing<'a> {
        Sharing {
            size,
            given_at: 0,
            give: Box::new(give),
        }
    }

    /// The search is done in one piece.
    pub fn nothing() -> Sharing<'static> {
        Sharing::new(u64::MAX, |_| {})
    }

    pub(crate) fn is_due(&mut self, work: u64) -> bool {
        let due = work.saturating_sub(self.given_at) >= self.size;
        if due {
            self.given_at = work;
        }
        due
    }

    pub(crate) fn give(&mut self, piece: Piece) {
        (self.give)(piece);
    }
}

/// A path that is being found again.
pub(crate) struct Guide {
    choices: Vec<u32>,
    next: usize,
    /// What happens on the way is told to the hooks, and the path ends at the fork behind the last choice.
    retold: bool,
}

impl Machine {
    /// Explores everything below the state that a piece stands for. The machine must be new.
    pub fn explore_piece(
        &mut self,
        method: &Rc<Method>,
        piece: &Piece,
        deadline: Option<Instant>,
        sharing: &mut Sharing,
    ) -> RunSummary {
        let leads = piece.0.iter();
        let found: Vec<_> = leads
            .map(|lead| (lead, self.find_again(method, lead, deadline)))
            .collect();
        // What happened on the way there has been counted by those who gave the piece away.
        self.stats = Default::default();
        self.cuts = Default::default();
        self.unknowns.clear();
        let mut cancelled = false;
        for (lead, found) in found {
            match found {
                Ok(state) => self.pending.push(state),
                Err(Stop::Cancelled) => cancelled = true,
                Err(stop) => self.note_lost(lead, stop),
            }
        }
        let summary = self.search(method.is_spec(), sharing);
        let cancelled = cancelled || summary.cancelled;
        RunSummary {
            cancelled,
            ..summary
        }
    }

    fn note_lost(&mut self, lead: &Lead, stop: Stop) {
        let site = lead.site.clone();
        match (stop, site) {
            (Stop::Cut(Bound::Time), Some(site)) => self.cuts.add(Bound::Time, site),
            (_, site) => {
                let why = "internal error: a part of the search was not found again";
                let place = (Doubt::Internal, why.into(), site.map(Site::line_only));
                *self.unknowns.entry(place).or_default() += 1;
            }
        }
    }

    /// Follows the choices to the state they lead to.
    fn find_again(
        &mut self,
        method: &Rc<Method>,
        lead: &Lead,
        deadline: Option<Instant>,
    ) -> R<State> {
        self.guide = Some(Guide {
            choices: lead.choices.clone(),
            next: 0,
            retold: false,
        });
        let followed = self.follow(method, deadline);
        self.guide = None;
        let found = self.pending.pop();
        self.pending.clear();
        followed?;
        found.ok_or(Stop::Infeasible)
    }

    /// Half of the states put aside, the shallowest: below them there is most to do. Fewer, where finding them again would
    /// take long.
    pub(crate) fn give_away(&mut self, size: u64) -> Piece {
        let (mut count, mut steps) = (0, 0);
        for st in &self.pending[..self.pending.len() / 2] {
            steps += st.steps;
            if count > 0 && steps > size / 8 {
                break;
            }
            count += 1;
        }
        let given: Vec<State> = self.pending.drain(..count).collect();
        let lead = |st: &State| Lead {
            choices: st.choices.iter().copied().collect(),
            site: self.site(st),
        };
        Piece(given.iter().map(lead).collect())
    }

    fn follow(&mut self, method: &Rc<Method>, deadline: Option<Instant>) -> R<()> {
        let mut st = State::new();
        let mut stop = match self.set_up(&mut st, method) {
            Ok(()) | Err(Stop::Again) => {
                self.pending.push(st);
                Stop::PutAside
            }
            Err(stop) => stop,
        };
        self.deadline = deadline;
        while self.guide.is_some() {
            let (Stop::PutAside, Some(mut st)) = (stop.clone(), self.pending.pop()) else {
                return Err(stop);
            };
            if deadline.is_some_and(|d| Instant::now() > d) {
                return Err(Stop::Cut(Bound::Time));
            }
            stop = self.run_state(&mut st);
            let retold = self.guide.as_ref().is_some_and(|guide| guide.retold);
            if retold && !matches!(stop, Stop::PutAside) {
                self.finish_state(&st, stop.clone(), method.is_spec());
            }
        }
        Ok(())
    }

    /// Runs a path once more, up to the fork behind the last of these choices, and tells the hooks what happens on it.
    /// Figures, cuts and coverage of the run stay as they are.
    pub fn retell(&mut self, method: &Rc<Method>, choices: &[u32], limit: Duration) {
        // What was reported on other paths is to be reported again.
        let reported = std::mem::take(&mut self.overflow_reported);
        self.aside(limit, |machine| {
            machine.guide = Some(Guide {
                choices: choices.to_vec(),
                next: 0,
                retold: true,
            });
            let deadline = machine.deadline;
            // It ends one way or another; what the hooks were told is what counts.
            let _ = machine.follow(method, deadline);
            machine.guide = None;
        });
        self.overflow_reported = reported;
    }

    /// The way the guide wants: on with the current state, or with one of the others.
    pub(crate) fn follow_guide(&mut self, others: Vec<State>) -> R<()> {
        let Some(guide) = &mut self.guide else {
            return Ok(());
        };
        let Some(&way) = guide.choices.get(guide.next) else {
            return Err(Stop::Infeasible);
        };
        guide.next += 1;
        let arrived = guide.next == guide.choices.len() && !guide.retold;
        if way == 0 {
            // A piece never ends by the first way: that one is never put aside.
            return Ok(());
        }
        let Some(state) = others.into_iter().nth(way as usize - 1) else {
            return Err(Stop::Infeasible);
        };
        self.pending.push(state);
        if arrived {
            self.guide = None;
        }
        Err(Stop::PutAside)
    }

    /// Another machine has told of what happens here.
    pub(crate) fn is_known_ground(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| !guide.retold)
    }

    /// Counts only, no times: it must not depend on the machine we run on.
    pub(crate) fn work_done(&self) -> u64 {
        self.stats.instructions + self.solver.stats().queries * QUESTION
    }
}

/// How many more threads may be started for pieces.
#[derive(Debug, Default)]
pub struct Helpers(AtomicUsize);

impl Helpers {
    pub fn new(count: usize) -> Helpers {
        Helpers(AtomicUsize::new(count))
    }

    /// A thread has nothing else to do.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn take(&self) -> bool {
        let less = |count: usize| count.checked_sub(1);
        self.0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less)
            .is_ok()
    }
}

/// Runs `root` on this thread and the pieces it gives away, and those given away by these, on this thread and the helpers.
/// The results of the pieces come in the order in which one thread would have met them, depth first.
pub fn share<R, T: Send>(
    helpers: &Helpers,
    size: u64,
    root: impl FnOnce(&mut Sharing) -> R,
    work: impl Fn(&Piece, &mut Sharing) -> T + Sync,
) -> (R, Vec<T>) {
    let crew = Crew {
        helpers,
        size,
        work,
        queue: Mutex::new(Queue {
            waiting: VecDeque::new(),
            running: 0,
            done: Vec::new(),
        }),
        changed: Condvar::new(),
    };
    let result = std::thread::scope(|scope| {
        let result = root(&mut crew.sharing(scope, Vec::new()));
        while let Some((place, piece)) = crew.next_or_none_left() {
            crew.run(scope, place, &piece);
        }
        result
    });
    let queue = crew.queue.into_inner();
    let mut done = queue.unwrap_or_else(PoisonError::into_inner).done;
    done.sort_by(|(a, _), (b, _)| a.cmp(b));
    (result, done.into_iter().map(|(_, found)| found).collect())
}

/// Where a piece is in the whole search: that of its giver, and how many that one gave later. What is given away first is
/// met last.
type Order = Vec<std::cmp::Reverse<usize>>;

struct Queue<T> {
    waiting: VecDeque<(Order, Piece)>,
    running: usize,
    done: Vec<(Order, T)>,
}

impl<T> Queue<T> {
    fn start_next(&mut self) -> Option<(Order, Piece)> {
        let next = self.waiting.pop_front()?;
        self.running += 1;
        Some(next)
    }
}

struct Crew<'a, T, W> {
    helpers: &'a Helpers,
    size: u64,
    work: W,
    queue: Mutex<Queue<T>>,
    changed: Condvar,
}

impl<T: Send, W: Fn(&Piece, &mut Sharing) -> T + Sync> Crew<'_, T, W> {
    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For the search at this place.
    fn sharing<'s, 'e>(&'e self, scope: &'s Scope<'s, 'e>, place: Order) -> Sharing<'s>
    where
        'e: 's,
    {
        let mut given = 0;
        Sharing::new(self.size, move |piece| {
            let mut order = place.clone();
            order.push(std::cmp::Reverse(given));
            given += 1;
            self.lock().waiting.push_back((order, piece));
            self.changed.notify_all();
            self.recruit(scope);
        })
    }

    fn recruit<'s, 'e>(&'e self, scope: &'s Scope<'s, 'e>) {
        if !self.helpers.take() {
            return;
        }
        let body = move || {
            let _free = WhenDropped(|| self.helpers.add());
            while let Some((place, piece)) = self.next() {
                self.run(scope, place, &piece);
            }
        };
        // As deep as the threads that check methods.
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        if thread.spawn_scoped(scope, body).is_err() {
            self.helpers.add();
        }
    }

    fn run<'s, 'e>(&'e self, scope: &'s Scope<'s, 'e>, place: Order, piece: &Piece) {
        // A panic must not leave the others waiting; the scope passes it on.
        let _ended = WhenDropped(|| {
            self.lock().running -= 1;
            self.changed.notify_all();
        });
        let found = (self.work)(piece, &mut self.sharing(scope, place.clone()));
        self.lock().done.push((place, found));
    }

    fn next(&self) -> Option<(Order, Piece)> {
        self.lock().start_next()
    }

    /// Waits while others run: they may still give pieces away.
    fn next_or_none_left(&self) -> Option<(Order, Piece)> {
        let mut queue = self.lock();
        while queue.waiting.is_empty() && queue.running > 0 {
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        queue.start_next()
    }
}

struct WhenDropped<F: FnMut()>(F);

impl<F: FnMut()> Drop for WhenDropped<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
