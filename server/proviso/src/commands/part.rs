//! Checking only a part of a project: what changed since a revision, or one of several shards.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use proviso_checker::{Prepared, Session};

use super::Failure;
use crate::args::Shard;

#[derive(Debug, Clone, Default)]
pub struct Part {
    pub changed_since: Option<String>,
    pub shard: Option<Shard>,
}

impl Part {
    /// The places of the methods to check.
    pub fn places(&self, session: &Session, prepared: &Prepared) -> Result<Vec<usize>, Failure> {
        let changed = match &self.changed_since {
            Some(revision) => {
                // The repository is the one the sources are in, wherever we were started.
                let workspace = session.workspace();
                let source = workspace.files.first().and_then(|file| file.parent());
                changed(source.unwrap_or(&workspace.root), revision)?
            }
            None => None,
        };
        let touched = |id: &str| match &changed {
            Some(files) => files.iter().any(|file| prepared.executes(id, file, 0)),
            None => true,
        };
        let ours = |id: &str| match self.shard {
            Some(shard) => hash(id) % u64::from(shard.of) == u64::from(shard.index - 1),
            None => true,
        };
        let methods = prepared.methods.iter().enumerate();
        Ok(methods
            .filter(|(_, method)| ours(&method.id) && touched(&method.id))
            .map(|(place, _)| place)
            .collect())
    }
}

/// FNV-1a: the same on every machine, whatever else is checked.
fn hash(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The Java files that differ from a revision. `None`: something else changed (a contract file, the build, a file that
/// is gone), so that everything may behave differently.
fn changed(root: &Path, revision: &str) -> Result<Option<BTreeSet<PathBuf>>, Failure> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(top.trim());
    // `--` keeps a revision from being taken for a file; `-z` keeps odd names as they are.
    let since = git(
        &top,
        &[
            "diff",
            "--name-only",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
            "-z",
            revision,
            "--",
        ],
    )?;
    let added = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let mut files = BTreeSet::new();
    for name in since.split('\0').chain(added.split('\0')) {
        let decides_all = name.ends_with(".jml")
            || name.ends_with("pom.xml")
            || name.ends_with("proviso.toml")
            || name.contains(".gradle")
            || name.ends_with(".jar");
        if decides_all {
            return Ok(None);
        }
        if name.ends_with(".java") {
            match top.join(name).canonicalize() {
                Ok(file) => files.insert(file),
                Err(_) => return Ok(None),
            };
        }
    }
    Ok(Some(files))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let refuse = |why: &str| Failure(format!("--changed-since: {why}"));
    // A repository's own settings can name programs that git runs.
    let output = Command::new("git")
        .args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ])
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .map_err(|error| refuse(&format!("git cannot be run: {error}")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(refuse(text.lines().next().unwrap_or("git failed")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_the_same_everywhere_and_together_everything() {
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        let ids: Vec<String> = (0..100).map(|n| format!("p.C.m{n}()V")).collect();
        let of = |shard: u64| ids.iter().filter(move |id| hash(id) % 4 == shard).count();
        assert_eq!((0..4).map(of).sum::<usize>(), 100);
        assert!((0..4).all(|shard| of(shard) > 10));
    }
}
