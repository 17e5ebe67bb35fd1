//! What a verdict depends on, as a cache key; and which verdicts may be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use proviso_contracts::{ContractTable, MethodContract};
use proviso_project::{Choice, Options, UnitFile};
use proviso_report::{Bounds, MethodReport};

use crate::cache::{Key, KeyBuilder, MethodName};
use crate::reach::{Graph, Reached};

/// A unit that compiled, as far as verdicts can depend on it. Methods are named by file and start of their name.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub files: &'a [UnitFile],
    pub table: &'a ContractTable,
    pub graph: &'a Graph,
    /// Why the contract of a method is not what the user wrote.
    pub spec_errors: &'a BTreeMap<(usize, usize), Vec<String>>,
    /// Methods that lack a clause which would exclude inputs.
    pub unassumed: &'a BTreeSet<(usize, usize)>,
    pub fingerprints: &'a Fingerprints,
}

/// Which verdict is asked for.
pub struct Question<'a> {
    pub ground: Ground<'a>,
    /// `pkg.Class.method(descriptor)`
    pub id: &'a str,
    /// The method's place in the table.
    pub contract: usize,
    pub options: &'a Options,
    pub bounds: Bounds,
    pub jdk_version: &'a str,
    pub jdk_home: &'a Path,
    pub class_path: &'a [PathBuf],
}

/// Hashes of parts of a unit that many keys are made of.
pub struct Fingerprints {
    non_null_fields: Key,
    invariants: Key,
    /// Beside the table's methods.
    contracts: Vec<OnceLock<Key>>,
    promises: Vec<OnceLock<Key>>,
}

impl Fingerprints {
    pub fn of(table: &ContractTable) -> Fingerprints {
        let unknown = || table.methods.iter().map(|_| OnceLock::new()).collect();
        Fingerprints {
            non_null_fields: hashed(|key| key.add_hash(&table.non_null_fields)),
            invariants: hashed(|key| key.add_hash(&table.invariants)),
            contracts: unknown(),
            promises: unknown(),
        }
    }
}

fn hashed(fill: impl FnOnce(&mut KeyBuilder)) -> Key {
    let mut key = KeyBuilder::default();
    fill(&mut key);
    key.finish()
}

/// The key of a method's verdict; none when it cannot be known (a method without a driver).
pub fn key(of: &Question) -> Option<Key> {
    let mut key = surroundings(of)?;
    add_reached(&of.ground, of.contract, &mut key)?;
    Some(key.finish())
}

/// The key under which it is noted whose code a check has run: what there is to depend on beside code.
pub fn trace_key(of: &Question) -> Option<Key> {
    let mut key = surroundings(of)?;
    let unit = &of.ground;
    key.add(b"trace");
    key.add(unit.graph.structure());
    let kept = unit.fingerprints;
    key.add(&kept.non_null_fields).add(&kept.invariants);
    let contract = &unit.table.methods[of.contract];
    key.add(contract_key(unit, of.contract));
    let unassumed = unit
        .unassumed
        .contains(&(contract.file, contract.name_span.start));
    key.add(&[u8::from(unassumed)]);
    for lost in &contract.lost {
        key.add(lost.why.as_bytes());
        key.add(&[u8::from(lost.illegal), u8::from(lost.assumed)]);
    }
    add_spec_errors(unit, contract, &mut key);
    Some(key.finish())
}

/// The key of a verdict for which exactly the code of these methods was run: of all others the contract is enough. None
/// when one of them is not there any more.
pub fn traced_key(unit: &Ground, trace_key: &Key, trace: &[MethodName]) -> Option<Key> {
    let mut key = KeyBuilder::default();
    key.add(trace_key);
    let code = unit.graph.code_of(trace)?;
    key.add(&code.hash);
    for (class, name, descriptor) in trace {
        if let Some(contract) = unit.table.position(class, name, descriptor) {
            key.add(contract_key(unit, contract));
        }
    }
    for (class, name, descriptor) in &code.methods {
        if let Some(contract) = unit.table.position(class, name, descriptor) {
            key.add(class.as_bytes()).add(name.as_bytes());
            key.add(promises_key(unit, contract));
        }
    }
    Some(key.finish())
}

/// Program, JDK, options, libraries and the method's name.
fn surroundings(of: &Question) -> Option<KeyBuilder> {
    let Question {
        options, bounds, ..
    } = of;
    let mut key = KeyBuilder::default();
    key.add(program());
    key.add(of.jdk_version.as_bytes());
    key.add(&jdk(of.jdk_home));
    key.add(serde_json::to_string(&bounds).ok()?.as_bytes());
    key.add(options.strategy.name().as_bytes());
    key.add(options.calls.name().as_bytes());
    key.add(options.loops.name().as_bytes());
    key.add(options.close.name().as_bytes());
    key.add(options.world.name().as_bytes());
    key.add(options.arithmetic.name().as_bytes());
    key.add(options.check.name().as_bytes());
    key.add(&[
        u8::from(options.contracts),
        u8::from(options.replay),
        u8::from(options.nullable_by_default),
    ]);
    key.add(options.entry.as_deref().unwrap_or("").as_bytes());
    key.add(&options.nondet.len().to_le_bytes());
    for pattern in &options.nondet {
        key.add(pattern.as_bytes());
    }
    for entry in of.class_path {
        key.add(&content(entry));
    }
    key.add(of.id.as_bytes());
    Some(key)
}

/// The code the verdict depends on, and the texts and positions a report of it may name.
fn add_reached(unit: &Ground, method: usize, key: &mut KeyBuilder) -> Option<()> {
    let table = unit.table;
    let contract = &table.methods[method];
    let reached = reached(unit, contract)?;
    key.add(&reached.hash);
    key.add(&unit.fingerprints.non_null_fields);
    key.add(contract_key(unit, method));
    for (class, name, descriptor) in &reached.methods {
        if let Some(contract) = table.position(class, name, descriptor) {
            key.add(contract_key(unit, contract));
        }
    }
    add_spec_errors(unit, contract, key);
    Some(())
}

fn add_spec_errors(unit: &Ground, contract: &MethodContract, key: &mut KeyBuilder) {
    let reasons = unit
        .spec_errors
        .get(&(contract.file, contract.name_span.start));
    key.add_hash(&reasons);
}

/// What checking a method may execute; none when that cannot be known.
pub fn reached(unit: &Ground, contract: &MethodContract) -> Option<Reached> {
    let table = unit.table;
    let mut roots = BTreeSet::from([contract.driver.as_ref().ok()?.name.clone()]);
    // Asked of input objects whatever their class.
    let invariants = table.invariants.values().flatten();
    roots.extend(invariants.map(|(name, _)| name.clone()));
    let asked = |class: &str, name: &str, descriptor: &str| {
        let Some(called) = table.find(class, name, descriptor) else {
            return Vec::new();
        };
        let requires = called.requires.as_ref().map(|entry| entry.name.as_str());
        let stub = called.stub.as_ref().map(|stub| stub.name.as_str());
        requires.into_iter().chain(stub).collect()
    };
    Some(unit.graph.reach(&roots, asked))
}

/// Text, place and promises of a method, given by its place in the table.
fn contract_key<'a>(unit: &Ground<'a>, method: usize) -> &'a Key {
    unit.fingerprints.contracts[method].get_or_init(|| {
        let contract = &unit.table.methods[method];
        let file = &unit.files[contract.file];
        let text = file.tree.text.get(contract.span.start..contract.span.end);
        hashed(|key| {
            key.add(file.shown.as_bytes());
            key.add_hash(&file.place(contract.span).range);
            key.add(text.unwrap_or("").as_bytes());
            key.add(promises_key(unit, method));
        })
    })
}

/// What a caller knows of a method without its body.
fn promises_key<'a>(unit: &Ground<'a>, method: usize) -> &'a Key {
    unit.fingerprints.promises[method].get_or_init(|| {
        let contract = &unit.table.methods[method];
        let governing = contract.clauses.iter().map(|governing| &governing.clause);
        hashed(|key| {
            let flags = (contract.safe_math, contract.helper, contract.purity);
            key.add_hash(&flags);
            for id in governing.chain(&contract.others) {
                if let Some(clause) = unit.table.clauses.get(id) {
                    let place = unit.files.get(clause.file).map(|f| f.place(clause.span));
                    key.add_hash(&(clause.kind, place, &clause.text));
                }
            }
        })
    })
}

/// The program itself: another build may judge otherwise, whatever its version number says.
fn program() -> &'static Key {
    static PROGRAM: OnceLock<Key> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let build = std::env::current_exe().map(|path| content(&path));
        hashed(|key| {
            key.add(proviso_report::VERSION.as_bytes());
            key.add_hash(&build.ok());
        })
    })
}

/// What a JDK says of itself: the file `release` names version, vendor build and modules.
fn jdk(home: &Path) -> Key {
    content(&home.join("release"))
}

/// The hash of a file's content, or of the names and contents of all files below a folder: the same on every machine.
/// What has been read once in this process is read again only if its size or time has changed.
fn content(path: &Path) -> Key {
    type Stamp = (u64, Option<SystemTime>);
    static READ: Mutex<BTreeMap<PathBuf, (Stamp, Key)>> = Mutex::new(BTreeMap::new());
    let mut key = KeyBuilder::default();
    let Ok(metadata) = std::fs::metadata(path) else {
        return key.finish();
    };
    if metadata.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let below: BTreeSet<_> = entries.map(|entry| entry.file_name()).collect();
        for name in below {
            key.add(name.as_encoded_bytes());
            key.add(&content(&path.join(name)));
        }
        return key.finish();
    }
    let stamp = (metadata.len(), metadata.modified().ok());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, key)) = read.get(path)
        && *known == stamp
    {
        return *key;
    }
    match std::fs::read(path) {
        Ok(bytes) => key.add(&bytes),
        Err(_) => key.add(b"cannot be read"),
    };
    let key = key.finish();
    read.insert(path.to_owned(), (stamp, key));
    key
}

/// A verdict that another run would give again. Running out of time is no property of the method, and a divergence
/// or an interrupted replay must be seen every time.
pub fn is_lasting(report: &MethodReport) -> bool {
    let timed_out = report.cuts.iter().any(|cut| cut.bound == "time");
    let undecided = report.unknowns.iter().any(|u| u.reason.is_transient());
    let unsure = report
        .violations
        .iter()
        .any(|violation| !violation.replay.agrees());
    !(timed_out || undecided || unsure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_written_anew_in_a_folder_changes_its_fingerprint() {
        let folder = tempfile::tempdir().expect("a folder");
        let package = folder.path().join("p");
        std::fs::create_dir(&package).expect("a folder");
        std::fs::write(package.join("A.class"), "one").expect("written");
        let before = content(folder.path());
        assert_eq!(before, content(folder.path()));
        std::fs::write(package.join("A.class"), "other").expect("written");
        assert_ne!(before, content(folder.path()));
    }

    #[test]
    fn a_copy_elsewhere_has_the_same_fingerprint() {
        let made = |text: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            std::fs::write(folder.path().join("A.class"), text).expect("written");
            folder
        };
        let (here, there, other) = (made("one"), made("one"), made("two"));
        assert_eq!(content(here.path()), content(there.path()));
        assert_ne!(content(here.path()), content(other.path()));
    }
}
