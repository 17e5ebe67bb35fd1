//! What is checked when: deals methods to the workers bound by bound and takes their results.

use super::*;

/// A method at the cursor that was checked this quickly is looked at more deeply before others have their turn.
const QUICK_MS: u64 = 50;

impl Scheduler {
    /// Orders the methods: at the cursor, red before, in the edited files, those that execute what was edited, other
    /// open files, then the rest.
    pub(super) fn deal(
        &mut self,
        session: &Arc<Session>,
        prepared: &Arc<Prepared>,
        documents: &[Arc<Document>],
        kept: &HashSet<String>,
    ) {
        let is_edited = |d: &&Arc<Document>| self.versions.get(&d.path) != Some(&d.version);
        let edited: Vec<&Arc<Document>> = documents.iter().filter(is_edited).collect();
        let whole_workspace = self.shared.settings().editor.scope == Scope::Workspace;
        let mut wanted: Vec<(u32, &PreparedMethod)> = Vec::new();
        for method in &prepared.methods {
            let document = documents
                .iter()
                .find(|document| document.path == method.path);
            let rank = match document {
                Some(document) => {
                    let start = method.extent.start.to_byte(document.text());
                    let end = method.extent.end.to_byte(document.text());
                    let is_edited = edited.iter().any(|edited| edited.path == document.path);
                    let depends = || {
                        edited.iter().any(|edited| {
                            prepared.executes(&method.id, &edited.path, edited.edited_at)
                        })
                    };
                    if is_edited && document.edited_at >= start && document.edited_at <= end {
                        0
                    } else if self.publisher.was_red(&method.id) {
                        // The file is not shown anew before it is known whether they still are.
                        1
                    } else if is_edited {
                        2
                    } else if depends() {
                        3
                    } else {
                        4
                    }
                }
                None if whole_workspace => 5,
                None => continue,
            };
            wanted.push((rank, method));
        }
        wanted.sort_by_key(|(rank, _)| *rank);
        let at_cursor = wanted.iter().take_while(|(rank, _)| *rank == 0);
        self.at_cursor = at_cursor.map(|(_, method)| method.id.clone()).collect();
        let tasks: Vec<Task> = wanted
            .iter()
            .filter(|(_, method)| !kept.contains(&method.id))
            .map(|(_, method)| self.task(session, prepared, method, 1))
            .collect();
        let ids: HashSet<String> = wanted
            .iter()
            .map(|(_, method)| method.id.clone())
            .chain(kept.iter().cloned())
            .collect();
        let count = tasks.len() + self.carried.len();
        self.publisher.only_these_run(&ids);
        self.open_tasks = count;
        self.total_tasks = count;
        let (known, unknown) = self.recall(tasks);
        self.workers.push(unknown);
        for (path, report) in known {
            self.shared.running.note_remembered();
            self.finished(&path, report);
        }
        self.publish_progress();
    }

    /// A file with squiggles is not shown anew before it is known which of them stay: what can be told without a check
    /// is told before the workers are busy with others.
    fn recall(&self, tasks: Vec<Task>) -> (Vec<(PathBuf, MethodReport)>, Vec<Task>) {
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        for task in tasks {
            let id = &task.method.id;
            let answer = self
                .publisher
                .was_red(id)
                .then(|| task.session.recall(&task.prepared, id, &task.effort));
            match answer.flatten() {
                Some(answer) => known.push((task.method.path, answer.report)),
                None => unknown.push(task),
            }
        }
        (known, unknown)
    }

    pub(super) fn task(
        &self,
        session: &Arc<Session>,
        prepared: &Arc<Prepared>,
        method: &PreparedMethod,
        k: u32,
    ) -> Task {
        Task {
            generation: self.generation,
            session: session.clone(),
            prepared: prepared.clone(),
            method: method.clone(),
            effort: Effort {
                bounds: Bounds {
                    k: k.min(self.largest_k(&method.id)),
                    ..session.options().bounds
                },
                time: self.time_for(session, &method.id),
                anew: false,
                close: k >= self.largest_k(&method.id),
            },
            slice: SLICE,
        }
    }

    pub(super) fn largest_k(&self, method: &str) -> u32 {
        let usual = self
            .session
            .as_ref()
            .map_or(Bounds::default().k, |session| session.options().bounds.k);
        self.deeper.get(method).copied().unwrap_or(usual)
    }

    fn time_for(&self, session: &Session, method: &str) -> Duration {
        let usual = session.options().timeout;
        self.longer.get(method).copied().unwrap_or(usual)
    }

    /// A check that others had to wait for: after them, and then it may keep them waiting for longer.
    pub(super) fn again_later(&mut self, id: &str, effort: Effort, slice: Duration) {
        if let (Some(session), Some(prepared)) = (self.session.clone(), self.prepared.clone())
            && let Some(method) = prepared.method(id)
        {
            let mut task = self.task(&session, &prepared, method, effort.bounds.k);
            task.effort.anew = effort.anew;
            task.slice = slice * 2;
            self.workers.push([task]);
        } else {
            self.open_tasks = self.open_tasks.saturating_sub(1);
            self.publish_progress();
        }
    }

    /// A violation that is sure: its clause is still being explained.
    pub(super) fn known_early(&mut self, path: &Path, report: MethodReport) {
        let id = report.id.clone();
        self.shared.change(|snapshot| {
            if let Some(state) = snapshot.method_mut(path, &id) {
                state.report = Some(Arc::new(report));
            }
        });
        self.publisher.result(path, &id);
    }

    pub(super) fn finished(&mut self, path: &Path, report: MethodReport) {
        let next = report.bounds.k + 1;
        let id = report.id.clone();
        let first = self.at_cursor.contains(&id) && report.stats.total_ms < QUICK_MS;
        // Only a verdict that a bound limits can change with a larger bound; what ran out of time would again.
        let ran_out = report
            .unknowns
            .iter()
            .any(|u| u.reason == proviso_report::Reason::Time);
        let grows = !report.cuts.is_empty()
            && !ran_out
            && report.verdict != Verdict::SpecError
            && next <= self.largest_k(&id);
        let is_there = self.shared.change(|snapshot| {
            let Some(state) = snapshot.method_mut(path, &id) else {
                return false;
            };
            // A larger bound that ran out of time does not take back what the smaller one showed.
            let keeps = report.verdict == Verdict::Unknown
                && state
                    .report
                    .as_ref()
                    .is_some_and(|old| old.verdict != Verdict::Unknown);
            let report = Arc::new(report);
            if keeps {
                state.beyond = Some(report);
            } else {
                state.report = Some(report);
                state.beyond = None;
            }
            state.progress = if grows {
                Progress::Checking { k: next }
            } else {
                Progress::Done
            };
            true
        });
        if !is_there {
            return;
        }
        if grows
            && self.dirty.is_none()
            && let (Some(session), Some(prepared)) = (self.session.clone(), self.prepared.clone())
            && let Some(method) = prepared.method(&id)
        {
            let task = self.task(&session, &prepared, method, next);
            if first {
                self.workers.push_first(task);
            } else {
                self.workers.push([task]);
            }
        } else {
            self.open_tasks = self.open_tasks.saturating_sub(1);
        }
        self.publisher.result(path, &id);
        self.publish_progress();
    }

    pub(super) fn publish_progress(&mut self) {
        let done = self.total_tasks - self.open_tasks.min(self.total_tasks);
        if self.open_tasks == 0 && self.unread > 0 {
            let message = format!("reading the project: {} more files", self.unread);
            self.publisher
                .status(State::Preparing, done, self.total_tasks, &message);
            self.publisher.all_done();
        } else if self.open_tasks == 0 {
            self.publisher
                .status(State::Idle, done, self.total_tasks, "");
            self.publisher.all_done();
        } else {
            self.publisher
                .status(State::Checking, done, self.total_tasks, "");
        }
    }

    pub(super) fn set_progress(&self, path: &Path, method: &str, progress: Progress) {
        self.shared.change(|snapshot| {
            if let Some(state) = snapshot.method_mut(path, method) {
                state.progress = progress;
            }
        });
    }

    /// After a cancel nothing is being checked any more.
    pub(super) fn finish_waiting(&self) {
        self.shared.change(|snapshot| {
            let states = snapshot.methods_mut();
            states.for_each(|state| state.progress = Progress::Done);
        });
    }

    pub(super) fn recheck(&mut self, path: &Path, method: Option<String>, wish: Wish) {
        let (Some(session), Some(prepared)) = (self.session.clone(), self.prepared.clone()) else {
            self.note_change(What::Project);
            return;
        };
        let chosen = |candidate: &&PreparedMethod| {
            candidate.path == path && method.as_ref().is_none_or(|id| candidate.id == *id)
        };
        let methods: Vec<PreparedMethod> =
            prepared.methods.iter().filter(chosen).cloned().collect();
        for method in &methods {
            match wish {
                Wish::Again => {}
                Wish::Deeper => {
                    let largest = self.largest_k(&method.id);
                    self.deeper.insert(method.id.clone(), largest + 1);
                }
                Wish::Longer(time) => {
                    self.longer.insert(method.id.clone(), time);
                }
            }
        }
        if self.dirty.is_some() {
            return; // everything is about to be checked anyway
        }
        self.stopped = false;
        let mut tasks = Vec::new();
        for method in &methods {
            let k = match wish {
                Wish::Deeper => self.largest_k(&method.id),
                Wish::Again | Wish::Longer(_) => 1,
            };
            self.set_progress(path, &method.id, Progress::Checking { k });
            let mut task = self.task(&session, &prepared, method, k);
            task.effort.anew = true;
            tasks.push(task);
        }
        self.open_tasks += tasks.len();
        self.total_tasks = self.open_tasks;
        self.workers.push(tasks);
        self.publisher.refresh_lenses();
        self.publish_progress();
    }
}
