//! The database file behind the cache. Whatever has happened to it — cut, overwritten, of another version, on a full or
//! read-only disk — it costs the verdicts it held and one line, never a check: it is moved aside and made anew.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError, RwLock};

use redb::{Database, DatabaseError, StorageError, TableDefinition};

pub type Table = TableDefinition<'static, &'static [u8], &'static [u8]>;

const FILE: &str = "verdicts.redb";
/// What the database keeps of its file in memory; left alone it takes up to a gigabyte.
const PAGES: usize = 4 << 20;

pub struct Disk {
    folder: PathBuf,
    /// None when there is no database to be had: another process holds it, or the disk does not cooperate.
    database: RwLock<Option<Database>>,
    trouble: Mutex<Option<String>>,
}

/// Why an operation gave nothing.
enum Failure {
    /// What the file holds is no database of ours.
    Damaged(String),
    /// The file may be good, but cannot be used now.
    Refused(String),
    /// Another Proviso has it open: that is how it should be.
    Busy,
}

impl Disk {
    pub fn open(folder: &Path) -> Disk {
        let disk = Disk {
            folder: folder.to_owned(),
            database: RwLock::new(None),
            trouble: Mutex::new(None),
        };
        let opened = disk.create().or_else(|failure| match failure {
            Failure::Damaged(why) => disk.renewed(&why),
            other => Err(other),
        });
        match opened {
            Ok(database) => *disk.write_lock() = Some(database),
            Err(Failure::Busy) => {}
            Err(Failure::Damaged(why) | Failure::Refused(why)) => {
                let file = disk.folder.join(FILE);
                disk.note(format!("verdicts are not kept: {}: {why}", file.display()));
            }
        }
        disk
    }

    pub fn get(&self, table: Table, key: &[u8]) -> Option<Vec<u8>> {
        self.using(|database| {
            let transaction = database.begin_read().map_err(|e| e.to_string())?;
            let table = match transaction.open_table(table) {
                Ok(table) => table,
                Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
                Err(error) => return Err(error.to_string()),
            };
            let found = table.get(key).map_err(|e| e.to_string())?;
            Ok(found.map(|value| value.value().to_vec()))
        })?
    }

    pub fn put(&self, table: Table, key: &[u8], value: &[u8]) {
        // A failed write (a full disk) only means that the next run computes the verdict again.
        self.using(|database| {
            let written = || -> Option<()> {
                let mut transaction = database.begin_write().ok()?;
                // A lost entry after a crash costs one check; waiting for the disk would cost every check.
                transaction.set_durability(redb::Durability::Eventual);
                transaction
                    .open_table(table)
                    .ok()?
                    .insert(key, value)
                    .ok()?;
                transaction.commit().ok()
            };
            let _ = written();
            Ok(())
        });
    }

    /// What happened to the file, once something has.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        trouble.clone()
    }

    fn note(&self, what: String) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
    }

    fn write_lock(&self) -> std::sync::RwLockWriteGuard<'_, Option<Database>> {
        self.database
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a question; when the database breaks down over it, there is a new and empty one afterwards.
    fn using<T>(&self, question: impl FnOnce(&Database) -> Result<T, String>) -> Option<T> {
        let why = {
            let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
            let database = database.as_ref()?;
            match quietly(|| question(database)) {
                Ok(Ok(answer)) => return Some(answer),
                Ok(Err(why)) | Err(why) => why,
            }
        };
        let mut database = self.write_lock();
        // Closing a broken database may break down too, and there is nothing in it to be saved.
        std::mem::forget(database.take());
        match self.renewed(&why) {
            Ok(new) => *database = Some(new),
            Err(Failure::Busy) => {}
            Err(Failure::Damaged(why) | Failure::Refused(why)) => {
                self.note(format!("verdicts are not kept: {why}"));
            }
        }
        None
    }

    fn create(&self) -> Result<Database, Failure> {
        let refused = |error: std::io::Error| Failure::Refused(error.to_string());
        std::fs::create_dir_all(&self.folder).map_err(refused)?;
        let file = self.folder.join(FILE);
        if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Failure::Damaged("it is no regular file".to_owned()));
        }
        let create = || Database::builder().set_cache_size(PAGES).create(&file);
        match quietly(create) {
            Ok(Ok(database)) => Ok(database),
            Err(why) => Err(Failure::Damaged(why)),
            Ok(Err(DatabaseError::DatabaseAlreadyOpen)) => Err(Failure::Busy),
            Ok(Err(DatabaseError::Storage(StorageError::Io(error))))
                if !is_about_content(&error) =>
            {
                Err(Failure::Refused(error.to_string()))
            }
            Ok(Err(error)) => Err(Failure::Damaged(error.to_string())),
        }
    }

    fn renewed(&self, why: &str) -> Result<Database, Failure> {
        let (file, aside) = (
            self.folder.join(FILE),
            self.folder.join(format!("{FILE}.unreadable")),
        );
        std::fs::rename(&file, &aside).map_err(|error| Failure::Refused(error.to_string()))?;
        let first = why.lines().next().unwrap_or("");
        self.note(format!(
            "the kept verdicts could not be read ({first}); they are now in {} and a new file was begun",
            aside.display()
        ));
        self.create()
    }
}

fn is_about_content(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The database panics over some damaged files. That is caught, and not printed as a breakdown of the program.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.map_err(|_| "the file is damaged".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = TableDefinition::new("test");

    fn filled(folder: &Path) -> Vec<u8> {
        let disk = Disk::open(folder);
        for number in 0..200_u32 {
            disk.put(TABLE, &number.to_be_bytes(), &[7; 300]);
        }
        drop(disk);
        std::fs::read(folder.join(FILE)).unwrap()
    }

    /// Opens what was done to a good file; works afterwards, whatever it was.
    fn survives(bytes: &[u8], what: &str) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), bytes).unwrap();
        let disk = Disk::open(folder.path());
        for number in 0..200_u32 {
            disk.get(TABLE, &number.to_be_bytes());
        }
        disk.put(TABLE, b"new", b"value");
        // The second time, should the first have shown the damage.
        disk.put(TABLE, b"new", b"value");
        assert_eq!(
            disk.get(TABLE, b"new").as_deref(),
            Some(&b"value"[..]),
            "{what}"
        );
        drop(disk);
        let again = Disk::open(folder.path());
        assert_eq!(
            again.get(TABLE, b"new").as_deref(),
            Some(&b"value"[..]),
            "{what}, again"
        );
    }

    #[test]
    fn a_file_cut_anywhere_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let good = filled(folder.path());
        let step = good.len() / 200;
        let places = (0..=400)
            .step_by(40)
            .chain((0..good.len()).step_by(step.max(1)));
        for length in places.chain([320]) {
            survives(&good[..length.min(good.len())], &format!("cut at {length}"));
        }
    }

    #[test]
    fn a_file_with_changed_bits_is_replaced_or_still_good() {
        let folder = tempfile::tempdir().unwrap();
        let good = filled(folder.path());
        // The head decides most; beyond it every some thousandth byte.
        let places = (0..640)
            .step_by(5)
            .chain((640..good.len()).step_by(good.len() / 100));
        for place in places {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            survives(&bad, &format!("bit of byte {place}"));
        }
    }

    #[test]
    fn damage_is_said_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), b"something else entirely").unwrap();
        let said = Disk::open(folder.path()).trouble().unwrap();
        assert!(said.contains("verdicts.redb.unreadable"), "{said}");
        assert_eq!(said.lines().count(), 1);
        assert_eq!(Disk::open(folder.path()).trouble(), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_in_the_place_of_the_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join(FILE)).unwrap();
        let disk = Disk::open(folder.path());
        disk.put(TABLE, b"new", b"value");
        let _ = disk.get(TABLE, b"new");
        assert!(disk.trouble().is_some());
    }
}
