//! Reading a project that is too large to be read at once: the open files come first, the others a batch at a time, and
//! between two batches everything else has its turn.

use super::*;

impl Scheduler {
    /// Compiles the next batch of files; after the last, all of them are there.
    pub(super) fn read_more(&mut self) {
        let Some(session) = self.session.clone() else {
            self.unread = 0;
            return;
        };
        match self.guarded(|| session.read_more()) {
            Some(0) => self.dirty = Some(What::Texts),
            Some(left) => {
                self.unread = left;
                self.publish_progress();
            }
            None => self.unread = 0,
        }
    }

    /// What reads the project; none when it broke down, which is said.
    pub(super) fn guarded<T>(&mut self, read: impl FnOnce() -> T) -> Option<T> {
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).ok();
        if read.is_none() {
            self.down("Proviso failed while reading the project; please report this");
        }
        read
    }
}
