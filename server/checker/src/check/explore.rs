//! The engine's run on a driver: in one piece where it is short, shared with idle threads where it is long.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use proviso_classfile::ClassPath;
use proviso_engine::classes::Method;
use proviso_engine::machine::Doubt;
use proviso_engine::split::{self, Helpers, PIECE, Piece, Sharing};
use proviso_engine::{Machine, RunSummary};

use super::Run;
use super::cases::{Collected, Select};
use super::watch::{Find, Finds, KEPT, Key, Notes, Size, Subject, Watch};
use crate::Cancel;

/// So many inputs of a merged path are run by themselves.
const TOLD: usize = 3;

/// Time to run the path of a find again.
const AGAIN: Duration = Duration::from_secs(5);

/// What it takes to make machines for one driver, on any thread.
pub struct Explorer<'a> {
    pub subject: &'a Arc<Subject>,
    pub cancel: &'a Cancel,
    pub options: proviso_engine::Options,
    pub path: Arc<ClassPath>,
    /// Internal name.
    pub class: String,
    pub driver: &'a str,
}

/// A machine ready to run, and what its hooks note.
struct Ready {
    machine: Machine,
    method: Rc<Method>,
    notes: Rc<RefCell<Notes>>,
}

/// A violating state of a piece: the way to it, by which any machine gets there.
struct Sighting {
    size: Size,
    choices: Vec<u32>,
}

#[derive(Default)]
struct Sightings {
    list: Vec<Sighting>,
    more: bool,
}

/// What exploring a piece came to.
struct Part {
    summary: RunSummary,
    seen: BTreeMap<Key, Sightings>,
}

impl Explorer<'_> {
    fn ready(&self) -> Result<Ready, String> {
        let notes = Rc::new(RefCell::new(Notes::default()));
        let watch = Watch {
            subject: self.subject.clone(),
            notes: notes.clone(),
        };
        let mut machine = Machine::new(self.path.clone(), self.options.clone(), Box::new(watch))
            .map_err(|error| error.to_string())?;
        machine.cancel = self.cancel.flag();
        let interrupt = machine.solver.interrupt_handle();
        let in_query = self.cancel.query_flag();
        self.cancel.on_cancel(move || {
            if interrupt.interrupt() {
                in_query.store(true, Ordering::SeqCst);
            }
        });
        let method = machine
            .find_method(&self.class, self.driver, &self.subject.driver)
            .map_err(|_| "its driver cannot be loaded".to_owned())?;
        Ok(Ready {
            machine,
            method,
            notes,
        })
    }

    /// Explores on this thread only, and keeps the states at the ends of paths.
    pub fn collect(&self, select: Select) -> Result<(Run, Option<Collected>), String> {
        let mut ready = self.ready()?;
        ready.notes.borrow_mut().paths = Some(Collected::new(select));
        let summary = ready.machine.explore(&ready.method);
        let collected = ready.notes.borrow_mut().paths.take();
        Ok((self.close(ready, summary), collected))
    }

    /// Explores everything; where it takes long, threads that have nothing to do help.
    pub fn explore(&self, helpers: &Helpers) -> Result<Run, String> {
        let mut ready = self.ready()?;
        let deadline = self.options.bounds.time.map(|time| Instant::now() + time);
        let root = |sharing: &mut Sharing| ready.machine.explore_sharing(&ready.method, sharing);
        let work = |piece: &Piece, sharing: &mut Sharing| self.part(piece, deadline, sharing);
        let (mut summary, parts) = split::share(helpers, PIECE, root, work);
        let mut seen = Vec::new();
        for part in parts {
            let part = part?;
            summary.absorb(part.summary);
            seen.push(part.seen);
        }
        for (key, sightings) in joined(seen) {
            self.take_in(&mut ready, &mut summary, key, sightings);
        }
        if self.options.strategy.is_guarded() {
            self.tell_apart(&mut ready, &mut summary);
            ready.machine.stop_guarding();
        }
        Ok(self.close(ready, summary))
    }

    fn part(
        &self,
        piece: &Piece,
        deadline: Option<Instant>,
        sharing: &mut Sharing,
    ) -> Result<Part, String> {
        let mut ready = self.ready()?;
        let summary = ready
            .machine
            .explore_piece(&ready.method, piece, deadline, sharing);
        let finds = std::mem::take(&mut ready.notes.borrow_mut().finds);
        let sightings = |finds: Finds| Sightings {
            list: finds.kept.iter().map(Sighting::of).collect(),
            more: finds.more,
        };
        let seen = finds
            .into_iter()
            .map(|(key, finds)| (key, sightings(finds)))
            .collect();
        Ok(Part { summary, seen })
    }

    /// Joins what pieces saw with the finds of the machine that stays: the smallest of all are kept, and the machine
    /// runs the paths of those that others saw.
    fn take_in(&self, ready: &mut Ready, summary: &mut RunSummary, key: Key, sightings: Sightings) {
        let own = ready.notes.borrow_mut().finds.remove(&key);
        let own = own.unwrap_or_default();
        let mut more = own.more || sightings.more;
        let mut all: Vec<Result<Find, Sighting>> = own.kept.into_iter().map(Ok).collect();
        all.extend(sightings.list.into_iter().map(Err));
        // Stable: of two equally small ones the first on the way depth first.
        all.sort_by_key(|found| found.as_ref().map_or_else(|seen| seen.size, |f| f.size));
        more |= all.len() > KEPT;
        all.truncate(KEPT);
        let mut kept = Vec::new();
        for found in all {
            match found.or_else(|seen| self.see_again(ready, &key, seen)) {
                Ok(find) => kept.push(find),
                Err(()) => {
                    let why = "a possible violation was not found again by another thread";
                    let place = (Doubt::Internal, Arc::from(why), Some(key.site.clone()));
                    *summary.unknowns.entry(place).or_default() += 1;
                }
            }
        }
        let finds = &mut ready.notes.borrow_mut().finds;
        if !kept.is_empty() {
            finds.insert(key, Finds { kept, more });
        }
    }

    /// A state that stands for several paths knows no lines and no values on them: the path of one input is run by itself.
    fn tell_apart(&self, ready: &mut Ready, summary: &mut RunSummary) {
        let all = std::mem::take(&mut ready.notes.borrow_mut().finds);
        let mut told: BTreeMap<Key, Finds> = BTreeMap::new();
        for (key, finds) in all {
            let mut kept: Vec<Find> = Vec::new();
            for find in finds.kept {
                if !find.state.merged {
                    kept.push(find);
                } else if kept.len() < TOLD {
                    let (machine, method) = (&mut ready.machine, &ready.method);
                    machine.run_under(method, &find.state, AGAIN);
                    let seen = std::mem::take(&mut ready.notes.borrow_mut().finds);
                    kept.extend(
                        seen.into_iter()
                            .filter(|(k, _)| *k == key)
                            .flat_map(|(_, f)| f.kept),
                    );
                }
            }
            kept.sort_by_key(|find| find.size);
            let warning = key.kind == proviso_report::ViolationKind::Overflow;
            if kept.is_empty() && warning {
                // A warning that cannot be shown is none.
            } else if kept.is_empty() {
                let why = "a possible violation of a merged path was not found on a path by itself";
                let place = (Doubt::Internal, Arc::from(why), Some(key.site.clone()));
                *summary.unknowns.entry(place).or_default() += 1;
            } else {
                let more = finds.more;
                told.insert(key, Finds { kept, more });
            }
        }
        ready.notes.borrow_mut().finds = told;
    }

    fn see_again(&self, ready: &mut Ready, key: &Key, seen: Sighting) -> Result<Find, ()> {
        let known = std::mem::take(&mut ready.notes.borrow_mut().finds);
        ready.notes.borrow_mut().wanted = Some(seen.choices.clone());
        ready.machine.retell(&ready.method, &seen.choices, AGAIN);
        let notes = &mut *ready.notes.borrow_mut();
        notes.wanted = None;
        let told = std::mem::replace(&mut notes.finds, known).remove(key);
        let mut told = told.into_iter().flat_map(|finds| finds.kept);
        told.find(|find| find.size == seen.size).ok_or(())
    }

    /// From here on the engine only answers questions about what it found.
    fn close(&self, ready: Ready, summary: RunSummary) -> Run {
        let mut notes = ready.notes.borrow_mut();
        notes.closed = true;
        Run {
            machine: ready.machine,
            finds: std::mem::take(&mut notes.finds),
            subject: self.subject.clone(),
            summary,
        }
    }
}

impl Sighting {
    fn of(find: &Find) -> Sighting {
        Sighting {
            size: find.size,
            choices: find.state.choices.iter().copied().collect(),
        }
    }
}

fn joined(parts: Vec<BTreeMap<Key, Sightings>>) -> BTreeMap<Key, Sightings> {
    let mut all: BTreeMap<Key, Sightings> = BTreeMap::new();
    for (key, sightings) in parts.into_iter().flatten() {
        let known = all.entry(key).or_default();
        known.list.extend(sightings.list);
        known.more |= sightings.more;
    }
    all
}
