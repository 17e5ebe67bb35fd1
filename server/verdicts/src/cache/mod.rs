//! The verdict cache: reports under a content hash, in memory and in an embedded database that outlives the process.
//!
//! Keys are hashes of everything a verdict depends on, so a cache can be shared or copied and can never be stale.
//! A file that cannot be opened is moved out of the way and made anew: a cache may be lost, never be in the way.

mod disk;
mod store;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use proviso_classfile::{Name, intern};
use proviso_report::MethodReport;
use redb::TableDefinition;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use disk::{Disk, Table};
use store::Store;

/// Key: content hash; value: checksum, then the report as JSON. The name carries the format's version.
const VERDICTS: Table = TableDefinition::new("verdicts-1");

pub type Key = [u8; 32];

/// So many verdicts are in memory at most twice over: an editor session sees a new version of a method with every pause,
/// and a report with its heaps takes some twenty kilobytes. The rest is a read from the disk away.
const IN_MEMORY: usize = 200;

/// Key: what there is beside code; value: checksum, then the traces as JSON, the newest first.
const TRACES: Table = TableDefinition::new("traces-1");
/// A method is checked in this many ways at most before the oldest is forgotten.
const TRACES_EACH: usize = 4;

/// So many methods and bounds have their traces in memory.
const TRACED: usize = 10_000;

/// Whose code a check has run.
pub type Trace = Vec<MethodName>;

/// Internal class name, method name and descriptor.
pub type MethodName = (Name, Name, Name);

/// The verdicts of this process. When `recent` is full it takes the place of `older`.
#[derive(Default)]
struct InMemory {
    recent: HashMap<Key, MethodReport>,
    older: HashMap<Key, MethodReport>,
    traces: HashMap<Key, Vec<Trace>>,
}

impl InMemory {
    fn get(&mut self, key: &Key) -> Option<MethodReport> {
        if let Some(report) = self.older.remove(key) {
            self.insert(*key, report);
        }
        self.recent.get(key).cloned()
    }

    fn insert(&mut self, key: Key, report: MethodReport) {
        if self.recent.len() >= IN_MEMORY {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, report);
    }

    fn add_traces(&mut self, key: Key, traces: Vec<Trace>) {
        if self.traces.len() >= TRACED {
            self.traces.clear();
        }
        self.traces.insert(key, traces);
    }
}

pub struct Cache {
    memory: Mutex<InMemory>,
    disk: Option<Disk>,
    shared: Option<Store>,
}

impl Cache {
    /// A cache that is forgotten with the process.
    pub fn in_memory() -> Cache {
        Cache {
            memory: Mutex::default(),
            disk: None,
            shared: None,
        }
    }

    /// A cache kept in `folder`. When the disk does not cooperate (no permission, another process holds the
    /// database) it works in memory only.
    pub fn open(folder: &Path) -> Cache {
        Cache {
            memory: Mutex::default(),
            disk: Some(Disk::open(folder)),
            shared: None,
        }
    }

    /// The same cache, which also asks and fills a store that other machines use.
    pub fn shared_through(self, place: &str) -> Cache {
        Cache {
            shared: Some(Store::open(place)),
            ..self
        }
    }

    /// Why the store is no longer used, or what happened to the file on disk.
    pub fn trouble(&self) -> Option<String> {
        let store = self.shared.as_ref().and_then(Store::failure);
        store.or_else(|| self.disk.as_ref()?.trouble())
    }

    pub fn get(&self, key: &Key) -> Option<MethodReport> {
        if let Some(report) = self.memory.lock().ok()?.get(key) {
            return Some(report);
        }
        let report: MethodReport = self.read(VERDICTS, key)?;
        self.memory.lock().ok()?.insert(*key, report.clone());
        Some(report)
    }

    pub fn put(&self, key: Key, report: &MethodReport) {
        if let Ok(mut memory) = self.memory.lock() {
            memory.insert(key, report.clone());
        }
        // A failed write only means that the next run computes the verdict again.
        self.write(VERDICTS, &key, report);
    }

    /// Whose code checks of a method have run, the newest first.
    pub fn traces(&self, key: &Key) -> Vec<Trace> {
        let Ok(mut memory) = self.memory.lock() else {
            return Vec::new();
        };
        if let Some(traces) = memory.traces.get(key) {
            return traces.clone();
        }
        let stored: Option<Vec<Vec<[String; 3]>>> = self.read(TRACES, key);
        let name = |[class, name, descriptor]: [String; 3]| {
            (intern(&class), intern(&name), intern(&descriptor))
        };
        let traces: Vec<Trace> = stored
            .unwrap_or_default()
            .into_iter()
            .map(|trace| trace.into_iter().map(name).collect())
            .collect();
        if !traces.is_empty() {
            memory.add_traces(*key, traces.clone());
        }
        traces
    }

    pub fn put_trace(&self, key: Key, trace: Trace) {
        let mut traces = self.traces(&key);
        if traces.first() == Some(&trace) {
            return;
        }
        traces.retain(|known| *known != trace);
        traces.insert(0, trace);
        traces.truncate(TRACES_EACH);
        let text = |name: &MethodName| [&*name.0, &*name.1, &*name.2].map(str::to_owned);
        let stored: Vec<Vec<[String; 3]>> = traces
            .iter()
            .map(|trace| trace.iter().map(text).collect())
            .collect();
        if let Ok(mut memory) = self.memory.lock() {
            memory.add_traces(key, traces);
        }
        self.write(TRACES, &key, &stored);
    }

    /// Forgets what is in memory.
    pub fn forget(&self) {
        if let Ok(mut memory) = self.memory.lock() {
            *memory = InMemory::default();
        }
    }

    /// What is kept here, else what the store has; that is then kept here too.
    fn read<T: DeserializeOwned>(&self, table: Table, key: &Key) -> Option<T> {
        if let Some(value) = self.read_disk(table, key) {
            return Some(value);
        }
        let stored = self.shared.as_ref()?.get(key)?;
        let value = opened(key, &stored)?;
        self.write_disk(table, key, &stored);
        Some(value)
    }

    fn write(&self, table: Table, key: &Key, value: &impl Serialize) {
        let Ok(json) = serde_json::to_vec(value) else {
            return;
        };
        let value = sealed(key, &json);
        self.write_disk(table, key, &value);
        if let Some(store) = &self.shared {
            store.put(key, &value);
        }
    }

    fn read_disk<T: DeserializeOwned>(&self, table: Table, key: &Key) -> Option<T> {
        opened(key, &self.disk.as_ref()?.get(table, key)?)
    }

    fn write_disk(&self, table: Table, key: &Key, value: &[u8]) {
        if let Some(disk) = &self.disk {
            disk.put(table, key, value);
        }
    }
}

/// The checksum covers the key too: a value that was moved under another key is not believed.
fn opened<T: DeserializeOwned>(key: &Key, value: &[u8]) -> Option<T> {
    let (checksum, json) = value.split_at_checked(32)?;
    if checksum != seal(key, json) {
        return None;
    }
    serde_json::from_slice(json).ok()
}

fn sealed(key: &Key, json: &[u8]) -> Vec<u8> {
    let mut value = seal(key, json).to_vec();
    value.extend_from_slice(json);
    value
}

fn hex(key: &Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn seal(key: &Key, json: &[u8]) -> Key {
    Sha256::new()
        .chain_update(key)
        .chain_update(json)
        .finalize()
        .into()
}

/// The user's cache folder: `PROVISO_CACHE_DIR`, else the platform's.
pub fn default_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    variable("PROVISO_CACHE_DIR")
        .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("proviso")))
        .or_else(|| variable("LOCALAPPDATA").map(|folder| folder.join("proviso")))
        .or_else(|| variable("HOME").map(|folder| folder.join(".cache/proviso")))
}

/// Collects what a verdict depends on into a key. Parts are framed, so that no two sequences of parts collide.
#[derive(Default)]
pub struct KeyBuilder(Sha256);

impl KeyBuilder {
    pub fn add(&mut self, part: &[u8]) -> &mut KeyBuilder {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// Everything that the value's derived hash looks at: what it is made of, not how it is printed.
    pub fn add_hash(&mut self, value: &impl Hash) {
        value.hash(&mut Stable(&mut self.0));
    }

    pub fn finish(self) -> Key {
        self.0.finalize().into()
    }
}

/// Feeds a derived hash into a key in the same way on every machine.
struct Stable<'a>(&'a mut Sha256);

impl Hasher for Stable<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    /// Lengths.
    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }

    /// Which variant of an enum.
    fn write_isize(&mut self, number: isize) {
        self.write(&(number as i64).to_le_bytes());
    }

    /// Nobody asks: the key is finished, not this.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::{Bounds, Position, Range, Verdict};

    #[test]
    fn a_key_is_made_of_what_a_value_is_made_of() {
        let key = |value: &dyn Fn(&mut KeyBuilder)| {
            let mut builder = KeyBuilder::default();
            value(&mut builder);
            builder.finish()
        };
        let one = key(&|k| k.add_hash(&("ab", Some(3u32))));
        assert_eq!(one, key(&|k| k.add_hash(&("ab".to_owned(), Some(3u32)))));
        assert_ne!(one, key(&|k| k.add_hash(&("ab", None::<u32>))));
        assert_ne!(
            key(&|k| k.add_hash(&("a", "bc"))),
            key(&|k| k.add_hash(&("ab", "c")))
        );
    }

    fn report(id: &str) -> MethodReport {
        let start = Position { line: 1, column: 1 };
        let range = Range { start, end: start };
        MethodReport {
            verdict: Verdict::Holds,
            ..MethodReport::undecided(id, "A.java", range, Bounds::default())
        }
    }

    fn key(text: &str) -> Key {
        let mut builder = KeyBuilder::default();
        builder.add(text.as_bytes());
        builder.finish()
    }

    #[test]
    fn a_verdict_survives_the_process() {
        let dir = tempfile::tempdir().unwrap();
        Cache::open(dir.path()).put(key("a"), &report("A.f()"));
        let again = Cache::open(dir.path());
        assert_eq!(again.get(&key("a")), Some(report("A.f()")));
        assert_eq!(again.get(&key("b")), None);
    }

    #[test]
    fn a_corrupted_or_foreign_file_is_rebuilt() {
        for garbage in [&b"not a database"[..], &[0; 5000], b""] {
            let dir = tempfile::tempdir().unwrap();
            std::fs::write(dir.path().join("verdicts.redb"), garbage).unwrap();
            let cache = Cache::open(dir.path());
            assert_eq!(cache.get(&key("a")), None);
            cache.put(key("a"), &report("A.f()"));
            drop(cache);
            assert_eq!(
                Cache::open(dir.path()).get(&key("a")),
                Some(report("A.f()"))
            );
        }
    }

    #[test]
    fn an_entry_that_was_tampered_with_is_not_believed() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::open(dir.path());
        let json = serde_json::to_vec(&report("A.f()")).unwrap();
        let value = sealed(&key("other"), &json);
        let disk = cache.disk.as_ref().unwrap();
        disk.put(VERDICTS, &key("a"), &value);
        assert_eq!(cache.get(&key("a")), None);
    }

    #[test]
    fn two_machines_share_verdicts_and_believe_no_rubbish() {
        let (store, here, there) = (
            tempfile::tempdir().unwrap(),
            tempfile::tempdir().unwrap(),
            tempfile::tempdir().unwrap(),
        );
        let place = store.path().to_str().unwrap();
        let first = Cache::open(here.path()).shared_through(place);
        first.put(key("a"), &report("A.f()"));
        let second = Cache::open(there.path()).shared_through(place);
        assert_eq!(second.get(&key("a")), Some(report("A.f()")));
        drop(second);
        // What came from the store is kept at home.
        let alone = Cache::open(there.path());
        assert_eq!(alone.get(&key("a")), Some(report("A.f()")));

        // Every file of the store replaced by another's content, then by noise.
        first.put(key("b"), &report("B.f()"));
        let files = files_below(store.path());
        assert_eq!(files.len(), 2);
        let other = std::fs::read(&files[1]).unwrap();
        for content in [&other[..], b"noise", b""] {
            std::fs::write(&files[0], content).unwrap();
            std::fs::write(&files[1], b"x").unwrap();
            let third = Cache::in_memory().shared_through(place);
            assert_eq!(third.get(&key("a")), None);
            assert_eq!(third.get(&key("b")), None);
            assert_eq!(third.trouble(), None);
        }
    }

    fn files_below(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() {
                found.extend(files_below(&entry.path()));
            } else {
                found.push(entry.path());
            }
        }
        found
    }

    #[test]
    fn a_second_process_does_not_destroy_the_first_ones_file() {
        let dir = tempfile::tempdir().unwrap();
        let first = Cache::open(dir.path());
        let second = Cache::open(dir.path());
        second.put(key("a"), &report("A.f()"));
        assert!(second.get(&key("a")).is_some());
        first.put(key("b"), &report("B.f()"));
        drop((first, second));
        assert!(Cache::open(dir.path()).get(&key("b")).is_some());
    }

    #[test]
    fn parts_of_a_key_do_not_run_together() {
        let of = |parts: &[&str]| {
            let mut builder = KeyBuilder::default();
            for part in parts {
                builder.add(part.as_bytes());
            }
            builder.finish()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    }
}
