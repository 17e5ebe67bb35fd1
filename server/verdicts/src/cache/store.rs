//! A store that several machines share: a folder (of a network drive, a mounted bucket) or a Redis server.
//!
//! It may be slow, full, gone or full of rubbish: then a verdict is computed as if there were no store. After the first
//! failure it is left alone for the rest of the process, and what happened is there to be told.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::{Key, hex};

/// A server that does not answer must not hold up a check for long.
const PATIENCE: Duration = Duration::from_secs(3);
/// The name carries the format's version.
const PREFIX: &str = "proviso-verdict-1";

pub struct Store {
    place: String,
    /// None after a failure.
    open: Mutex<Option<Open>>,
    failure: Mutex<Option<String>>,
}

enum Open {
    Folder(PathBuf),
    Redis(Box<redis::Connection>),
}

impl Store {
    /// `redis://host:port/db`, `file:///path`, or the path of a folder.
    pub fn open(place: &str) -> Store {
        let opened = if place.starts_with("redis://") {
            connect(place).map(|connection| Open::Redis(Box::new(connection)))
        } else if place.contains("://") && !place.starts_with("file://") {
            Err("only folders, file:// and redis:// are known".to_owned())
        } else {
            let folder = Path::new(place.strip_prefix("file://").unwrap_or(place));
            let made = std::fs::create_dir_all(folder);
            made.map(|()| Open::Folder(folder.to_owned()))
                .map_err(|error| error.to_string())
        };
        let (open, failure) = match opened {
            Ok(open) => (Some(open), None),
            Err(why) => (None, Some(why)),
        };
        Store {
            place: without_secrets(place),
            open: Mutex::new(open),
            failure: Mutex::new(failure),
        }
    }

    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        self.with(|open| match open {
            Open::Folder(folder) => match std::fs::read(file(folder, key)) {
                Ok(value) => Ok(Some(value)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error.to_string()),
            },
            Open::Redis(connection) => redis::cmd("GET")
                .arg(name(key))
                .query(connection)
                .map_err(|error| error.to_string()),
        })?
    }

    pub fn put(&self, key: &Key, value: &[u8]) {
        self.with(|open| match open {
            Open::Folder(folder) => {
                write(&file(folder, key), value).map_err(|error| error.to_string())
            }
            Open::Redis(connection) => redis::cmd("SET")
                .arg(name(key))
                .arg(value)
                .query(connection)
                .map_err(|error| error.to_string()),
        });
    }

    /// What went wrong, once something has.
    pub fn failure(&self) -> Option<String> {
        let failure = self.failure.lock().ok()?;
        let why = failure.as_ref()?;
        Some(format!("the shared cache {}: {why}", self.place))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Open) -> Result<T, String>) -> Option<T> {
        let mut open = self.open.lock().ok()?;
        match work(open.as_mut()?) {
            Ok(value) => Some(value),
            Err(why) => {
                *open = None;
                if let Ok(mut failure) = self.failure.lock() {
                    *failure = Some(why);
                }
                None
            }
        }
    }
}

fn connect(place: &str) -> Result<redis::Connection, String> {
    let text = |error: redis::RedisError| error.to_string();
    let client = redis::Client::open(place).map_err(text)?;
    let connection = client.get_connection_with_timeout(PATIENCE).map_err(text)?;
    connection.set_read_timeout(Some(PATIENCE)).map_err(text)?;
    connection.set_write_timeout(Some(PATIENCE)).map_err(text)?;
    Ok(connection)
}

fn name(key: &Key) -> String {
    format!("{PREFIX}:{}", hex(key))
}

/// Folders of 256: some network drives are slow with many files in one.
fn file(folder: &Path, key: &Key) -> PathBuf {
    let name = hex(key);
    folder.join(PREFIX).join(&name[..2]).join(&name[2..])
}

/// Whole or not at all: another machine may read at any moment.
fn write(file: &Path, value: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let unfinished = file.with_extension(format!("{}.unfinished", std::process::id()));
    let written =
        std::fs::write(&unfinished, value).and_then(|()| std::fs::rename(&unfinished, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

/// `redis://user:password@host` is shown as `redis://host`.
fn without_secrets(place: &str) -> String {
    match (place.split_once("://"), place.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => place.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];

    #[test]
    fn a_folder_keeps_what_it_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("shared");
        let store = Store::open(place.to_str().unwrap());
        assert_eq!(store.get(&KEY), None);
        store.put(&KEY, b"verdict");
        let other = Store::open(&format!("file://{}", place.display()));
        assert_eq!(other.get(&KEY).as_deref(), Some(&b"verdict"[..]));
        assert_eq!((store.failure(), other.failure()), (None, None));
    }

    #[test]
    fn a_store_that_is_not_there_fails_once_and_says_so_without_secrets() {
        // Nothing listens on port 1.
        for place in [
            "redis://user:secret@127.0.0.1:1/0",
            "ftp://somewhere",
            "/dev/null/x",
        ] {
            let store = Store::open(place);
            assert_eq!(store.get(&KEY), None);
            store.put(&KEY, b"verdict");
            let failure = store.failure().expect(place);
            assert!(failure.starts_with("the shared cache "), "{failure}");
            assert!(!failure.contains("secret"), "{failure}");
        }
    }
}
