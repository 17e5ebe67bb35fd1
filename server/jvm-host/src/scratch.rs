//! Temporary folders that do not outlive their use: each goes away with its owner, and what an owner that was killed has
//! left is swept by the next start.
//!
//! Whether an owner still lives is told by a lock on a file in the folder: unlike a process number, the system takes it
//! back whatever happens, and it means the same in every container that shares the folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, SystemTime};

const PREFIX: &str = "proviso-";
const LOCK: &str = "lock";
const FILES: &str = "files";
/// A folder without a lock is being made right now, or its owner was killed while making it.
const MAKING: Duration = Duration::from_secs(600);

/// An empty folder for our use, removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    // The lock is let go before the folder goes: on some systems an open file cannot be removed.
    _lock: File,
    folder: tempfile::TempDir,
}

impl Scratch {
    pub fn new() -> io::Result<Scratch> {
        Scratch::new_in(&std::env::temp_dir())
    }

    pub fn new_in(place: &Path) -> io::Result<Scratch> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.lock()?;
        fs::create_dir(folder.path().join(FILES))?;
        Ok(Scratch {
            _lock: lock,
            folder,
        })
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join(FILES)
    }
}

/// Removes what killed processes have left in the system's folder for temporary files and in `more`; once per process.
pub(crate) fn sweep_once(more: Option<&Path>) {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| {
        sweep(&std::env::temp_dir());
        if let Some(folder) = more {
            sweep(folder);
        }
    });
}

/// Failures are passed over: it is somebody else's folder, or somebody else is sweeping it.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let path = entry.path();
        // Not through links: whoever may write there must not lead us elsewhere.
        if ours && fs::symlink_metadata(&path).is_ok_and(|m| is_own_folder(&m)) && is_left(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn is_left(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    match fs::symlink_metadata(&lock) {
        Ok(metadata) if metadata.is_file() => {
            File::open(&lock).is_ok_and(|file| file.try_lock().is_ok())
        }
        Ok(_) => false,
        Err(_) => {
            let made = fs::metadata(folder).and_then(|metadata| metadata.modified());
            let age = made.map(|made| SystemTime::now().duration_since(made).unwrap_or_default());
            let is_empty = fs::read_dir(folder).is_ok_and(|mut inside| inside.next().is_none());
            is_empty && age.is_ok_and(|age| age > MAKING)
        }
    }
}

#[cfg(unix)]
fn is_own_folder(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: geteuid has no preconditions and cannot fail.
    metadata.is_dir() && metadata.uid() == unsafe { libc::geteuid() }
}

#[cfg(not(unix))]
fn is_own_folder(metadata: &fs::Metadata) -> bool {
    metadata.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_what_was_left_goes() {
        let place = tempfile::tempdir().unwrap();
        let used = Scratch::new_in(place.path()).unwrap();
        fs::write(used.path().join("a"), "a").unwrap();
        let left = Scratch::new_in(place.path()).unwrap();
        let killed = left.folder.path().to_owned();
        fs::write(left.path().join("b"), "b").unwrap();
        // As a kill does it: the lock is gone, the folder is not.
        let Scratch { _lock, folder } = left;
        let _ = folder.keep();
        sweep(place.path());
        assert!(killed.exists());
        drop(_lock);
        let being_made = place.path().join("proviso-being-made");
        fs::create_dir(&being_made).unwrap();
        let others = place.path().join("proviso.toml.d");
        fs::create_dir(&others).unwrap();
        fs::write(others.join(LOCK), "").unwrap();
        sweep(place.path());
        assert!(!killed.exists());
        assert!(used.path().join("a").exists());
        assert!(being_made.exists() && others.exists());
        drop(used);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let victim = tempfile::tempdir().unwrap();
        fs::write(victim.path().join(LOCK), "").unwrap();
        std::os::unix::fs::symlink(victim.path(), place.path().join("proviso-link")).unwrap();
        let folder = place.path().join("proviso-inner");
        fs::create_dir_all(folder.join(FILES)).unwrap();
        fs::write(folder.join(LOCK), "").unwrap();
        std::os::unix::fs::symlink(victim.path(), folder.join(FILES).join("out")).unwrap();
        sweep(place.path());
        assert!(!folder.exists());
        assert!(victim.path().join(LOCK).exists());
    }
}
