//! Which project it is: opens the session for today's roots and settings, and fills the board from what was prepared.

use super::*;

impl Scheduler {
    /// The session and the open documents, read as the session reads files.
    pub(super) fn session_and_documents(
        &mut self,
        what: Option<What>,
    ) -> Option<(Arc<Session>, Vec<Arc<Document>>)> {
        let open = |snapshot: &Snapshot| -> Vec<Arc<Document>> {
            snapshot.documents.values().cloned().collect()
        };
        let documents = open(&self.shared.snapshot());
        let session = self.session(&documents, what)?;
        let reading = session.options().reading();
        if self.shared.snapshot().reading == reading {
            return Some((session, documents));
        }
        // Which keys are on is known only now.
        let documents = self.shared.change(|snapshot| {
            for document in snapshot.documents.values_mut() {
                *document = Arc::new(document.read_as(&reading));
            }
            snapshot.reading = reading;
            open(snapshot)
        });
        Some((session, documents))
    }

    /// The session for today's roots and settings.
    fn session(&mut self, documents: &[Arc<Document>], what: Option<What>) -> Option<Arc<Session>> {
        let folders = self
            .shared
            .folders
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let paths = roots::session_paths(&folders, documents);
        if self.session_paths == paths
            && let Some(session) = &self.session
            && match what {
                Some(What::Project) => false,
                Some(What::Listing) => session.rescan(),
                _ => true,
            }
        {
            return Some(session.clone());
        }
        let settings = self.shared.settings();
        let (options, complaint) = settings.options(paths.clone());
        if let Some(text) = complaint {
            self.publisher.message(MessageType::WARNING, &text);
        }
        self.session = None;
        self.overlays.clear();
        let count = worker_count(&self.shared);
        if count != self.worker_count {
            self.workers = start_workers(count, &self.shared, &self.sender);
            self.worker_count = count;
        }
        match Session::open(options) {
            Ok(session) => {
                self.last_error.clear();
                let session = Arc::new(session);
                if let Some(what) = session.cache_trouble() {
                    self.publisher
                        .message(MessageType::WARNING, &format!("Proviso: {what}"));
                }
                self.shared.change(|snapshot| {
                    snapshot.root.clone_from(&session.workspace().root);
                });
                self.publisher.jdk(Some(session.jdk()), true);
                self.session = Some(session.clone());
                self.session_paths = paths;
                Some(session)
            }
            Err(error) => {
                self.publisher.jdk(None, false);
                self.down(&error.to_string());
                None
            }
        }
    }

    /// The server lives on; the user hears once why nothing is checked.
    pub(super) fn down(&mut self, why: &str) {
        self.say_once(why);
        self.publisher.status(State::Down, 0, 0, why);
    }

    fn say_once(&mut self, why: &str) {
        if self.last_error != why {
            self.last_error = why.to_owned();
            self.publisher
                .message(MessageType::ERROR, &format!("Proviso: {why}"));
        }
    }

    pub(super) fn fill_board(
        &mut self,
        session: &Session,
        prepared: &Prepared,
        documents: &[Arc<Document>],
        kept: &HashSet<String>,
    ) {
        let known = self.last_known(|state| {
            let goes_on = kept.contains(&state.id);
            state.report.as_ref().filter(|_| goes_on)
        });
        let shown = self.last_known(|state| {
            let shown = state.report.as_ref().or(state.shown.as_ref());
            shown.filter(|report| self.publisher.was_red(&report.id))
        });
        let root = session.workspace().root.clone();
        let mut files: HashMap<PathBuf, FileState> = HashMap::new();
        for document in documents {
            files.insert(
                document.path.clone(),
                FileState {
                    address: document.address.clone(),
                    version: Some(document.version),
                    text: document.tree().text.clone().into(),
                    problems: Vec::new(),
                    methods: Vec::new(),
                },
            );
        }
        let read = prepared.texts();
        let text_of = |path: &Path| match read.get(path) {
            Some(text) => Some(text.clone()),
            None => proviso_project::read_text(path).ok().map(Arc::from),
        };
        let mut entry = |path: &Path, add: &mut dyn FnMut(&mut FileState)| {
            if let Some(file) = files.get_mut(path) {
                add(file);
            } else if let (Some(text), Some(uri)) = (text_of(path), Uri::from_file_path(path)) {
                let mut file = FileState {
                    address: uri.as_str().to_owned(),
                    version: None,
                    text: text.into(),
                    problems: Vec::new(),
                    methods: Vec::new(),
                };
                add(&mut file);
                files.insert(path.to_owned(), file);
            }
        };
        for method in &prepared.methods {
            entry(&method.path, &mut |file| {
                file.methods.push(MethodState {
                    id: method.id.clone(),
                    range: method.range,
                    extent: method.extent,
                    has_contract: method.has_contract,
                    progress: Progress::Waiting,
                    report: known.get(&method.id).cloned(),
                    beyond: None,
                    shown: shown.get(&method.id).cloned(),
                });
            });
        }
        let mut failures = Vec::new();
        for problem in &prepared.problems {
            match &problem.place {
                Some(place) => entry(&root.join(&place.file), &mut |file| {
                    file.problems.push(problem.clone())
                }),
                None if problem.severity == Severity::Error => failures.push(&problem.message),
                None => tracing::info!("{}", problem.message),
            }
        }
        self.publisher.new_generation(files);
        match failures.first() {
            // Without javac there is nothing to check: say so once, not with every key.
            Some(why) => self.say_once(why),
            None => self.last_error.clear(),
        }
        let jdk = Some(session.jdk());
        self.publisher.jdk(jdk, failures.is_empty());
    }

    /// What the last generation knew of methods, as far as it is wanted.
    fn last_known(
        &self,
        wanted: impl Fn(&MethodState) -> Option<&Arc<MethodReport>>,
    ) -> HashMap<String, Arc<MethodReport>> {
        let snapshot = self.shared.snapshot();
        let states = snapshot.files.values().flat_map(|file| &file.methods);
        states
            .filter_map(|state| Some((state.id.clone(), wanted(state)?.clone())))
            .collect()
    }
}
