//! What a verdict depends on, as a cache key; and which verdicts may be kept.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use proviso_contracts::MethodContract;
use proviso_report::{Bounds, MethodReport, Replay};

use crate::Options;
use crate::cache::{Key, KeyBuilder};
use crate::check::Target;
use crate::prepare::unit::{Toolchain, Unit};
use crate::reach::Reached;

/// The key of a method's verdict; none when it cannot be known (a unit that did not compile).
pub fn key(
    unit: &Unit,
    target: &Target,
    options: &Options,
    bounds: Bounds,
    tools: &Toolchain,
) -> Option<Key> {
    unit.class_path.as_ref()?;
    let mut key = KeyBuilder::default();
    key.add(program().as_bytes());
    let jdk = tools.host.jdk();
    key.add(jdk.version.as_bytes());
    key.add(jdk.home.to_string_lossy().as_bytes());
    key.add(serde_json::to_string(&bounds).ok()?.as_bytes());
    key.add(options.strategy.name().as_bytes());
    key.add(options.calls.name().as_bytes());
    key.add(
        format!(
            "{:?}",
            (
                options.contracts,
                options.arithmetic,
                options.replay,
                &options.nondet,
                &options.entry
            )
        )
        .as_bytes(),
    );
    for entry in &tools.class_path {
        key.add(fingerprint(entry).as_bytes());
    }
    key.add(target.id.as_bytes());
    add_reached(unit, target, &mut key)?;
    Some(key.finish())
}

/// The code the verdict depends on, and the texts and positions a report of it may name.
fn add_reached(unit: &Unit, target: &Target, key: &mut KeyBuilder) -> Option<()> {
    let table = &unit.table;
    let contract = &table.methods[target.contract];
    let reached = reached(unit, contract)?;
    key.add(&reached.hash);
    key.add(format!("{:?}", table.non_null_fields).as_bytes());
    add_contract(unit, contract, key);
    for (class, name, descriptor) in &reached.methods {
        if let Some(contract) = table.find(class, name, descriptor) {
            add_contract(unit, contract, key);
        }
    }
    let reasons = unit
        .spec_errors
        .get(&(contract.file, contract.name_span.start));
    key.add(format!("{reasons:?}").as_bytes());
    Some(())
}

/// What checking a method may execute; none when that cannot be known.
pub fn reached(unit: &Unit, contract: &MethodContract) -> Option<Reached> {
    let table = &unit.table;
    let mut roots = BTreeSet::from([contract.driver.as_ref().ok()?.name.clone()]);
    // Asked of input objects whatever their class.
    let invariants = table.invariants.values().flatten();
    roots.extend(invariants.map(|(name, _)| name.clone()));
    let asked = |class: &str, name: &str, descriptor: &str| {
        let called = table.find(class, name, descriptor)?;
        Some(called.requires.as_ref()?.name.as_str())
    };
    Some(unit.graph()?.reach(&roots, asked))
}

fn add_contract(unit: &Unit, contract: &MethodContract, key: &mut KeyBuilder) {
    let file = &unit.files[contract.file];
    key.add(file.shown.as_bytes());
    key.add(format!("{:?}", file.place(contract.span).range).as_bytes());
    let text = file.tree.text.get(contract.span.start..contract.span.end);
    key.add(text.unwrap_or("").as_bytes());
    let flags = (contract.safe_math, contract.helper, contract.purity);
    key.add(format!("{flags:?}").as_bytes());
    for governing in &contract.clauses {
        if let Some(clause) = unit.table.clauses.get(&governing.clause) {
            let place = unit.files.get(clause.file).map(|f| f.place(clause.span));
            key.add(format!("{:?} {place:?} {}", clause.kind, clause.text).as_bytes());
        }
    }
}

/// The program itself: another build may judge otherwise, whatever its version number says.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let build = std::env::current_exe().map(|path| fingerprint(&path));
        format!("{} {}", proviso_report::VERSION, build.unwrap_or_default())
    })
}

/// A jar, folder or program without reading it: name, size and time of the last change, of a folder those of all
/// files below it (a folder's own time says nothing of a file that was written anew).
fn fingerprint(path: &Path) -> String {
    let metadata = std::fs::metadata(path);
    let is_folder = metadata.as_ref().is_ok_and(std::fs::Metadata::is_dir);
    let stamp = metadata.map(|m| (m.len(), m.modified().ok()));
    let mut text = format!("{} {stamp:?}", path.display());
    if is_folder {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let below: BTreeSet<_> = entries.map(|entry| entry.path()).collect();
        for path in below {
            text.push('\n');
            text.push_str(&fingerprint(&path));
        }
    }
    text
}

/// A verdict that another run would give again. Running out of time is no property of the method, and a divergence
/// or an interrupted replay must be seen every time.
pub fn is_lasting(report: &MethodReport) -> bool {
    let timed_out = report.cuts.iter().any(|cut| cut.bound == "time");
    let solver = |why: &str| {
        ["solver", "timeout", "gave up", "limit was met"]
            .iter()
            .any(|word| why.contains(word))
            || why == "cancelled"
    };
    let undecided = report.unknowns.iter().any(|unknown| solver(&unknown.why));
    let unsure = report
        .violations
        .iter()
        .any(|violation| violation.replay != Replay::Confirmed);
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
        let before = fingerprint(folder.path());
        assert_eq!(before, fingerprint(folder.path()));
        std::fs::write(package.join("A.class"), "other").expect("written");
        assert_ne!(before, fingerprint(folder.path()));
    }
}
