//! The side-car's own classes: compiled once per JDK by that JDK's javac and kept in the user's cache folder.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::jdk::Jdk;
use crate::scratch::{self, Scratch};

const SOURCES: &[(&str, &str)] = &[
    (
        "BodyBlanker.java",
        include_str!("../java/proviso/host/BodyBlanker.java"),
    ),
    (
        "Compiler.java",
        include_str!("../java/proviso/host/Compiler.java"),
    ),
    (
        "Crash.java",
        include_str!("../java/proviso/host/Crash.java"),
    ),
    (
        "HeapBuilder.java",
        include_str!("../java/proviso/host/HeapBuilder.java"),
    ),
    (
        "HeapReader.java",
        include_str!("../java/proviso/host/HeapReader.java"),
    ),
    ("Main.java", include_str!("../java/proviso/host/Main.java")),
    (
        "MemoryFiles.java",
        include_str!("../java/proviso/host/MemoryFiles.java"),
    ),
    (
        "ReplayLoader.java",
        include_str!("../java/proviso/host/ReplayLoader.java"),
    ),
    (
        "Replayer.java",
        include_str!("../java/proviso/host/Replayer.java"),
    ),
    (
        "Searcher.java",
        include_str!("../java/proviso/host/Searcher.java"),
    ),
    (
        "Tests.java",
        include_str!("../java/proviso/host/Tests.java"),
    ),
    (
        "WantedState.java",
        include_str!("../java/proviso/host/WantedState.java"),
    ),
    ("Wire.java", include_str!("../java/proviso/host/Wire.java")),
];

/// The packages of the JDK that the replayer needs and that are not exported.
pub(crate) const EXPORTS: &str = "java.base/jdk.internal.misc=ALL-UNNAMED";

const MANIFEST: &str = "manifest";

/// A folder with nothing in it, beside the classes: javac wants one where sources are in memory only.
pub(crate) const EMPTY: &str = "empty";

#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("cannot write the JVM side-car's classes to {}: {error}", .folder.display())]
    Write { folder: PathBuf, error: io::Error },
    #[error("cannot run {}: {error}", .javac.display())]
    Run { javac: PathBuf, error: io::Error },
    #[error("{} does not compile the JVM side-car: {output}", .javac.display())]
    Compile { javac: PathBuf, output: String },
}

/// The folder with the compiled side-car for this JDK; compiles it when it is not there or damaged.
///
/// The guard, when given, is a temporary folder that must live as long as the classes are used.
pub(crate) fn classes_for(jdk: &Jdk) -> Result<(PathBuf, Option<Scratch>), CacheError> {
    let root = cache_root();
    scratch::sweep_once(root.as_deref());
    if let Some(root) = root {
        match classes_in(&root, jdk) {
            Err(CacheError::Write { .. }) => {} // A read-only home must not stop the user.
            other => return other.map(|folder| (folder, None)),
        }
    }
    let write = |error| CacheError::Write {
        folder: env::temp_dir(),
        error,
    };
    let temporary = Scratch::new().map_err(write)?;
    let folder = classes_in(&temporary.path(), jdk)?;
    Ok((folder, Some(temporary)))
}

fn cache_root() -> Option<PathBuf> {
    let variable = |name| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(folder) = variable("PROVISO_CACHE_DIR") {
        return Some(folder);
    }
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    base.map(|base| base.join("proviso"))
}

fn classes_in(root: &Path, jdk: &Jdk) -> Result<PathBuf, CacheError> {
    let folder = root.join(format!("host-{:016x}", key(jdk)));
    if is_intact(&folder) {
        return Ok(folder);
    }
    let write = |error| CacheError::Write {
        folder: root.to_owned(),
        error,
    };
    fs::create_dir_all(root).map_err(write)?;
    let scratch = Scratch::new_in(root).map_err(write)?;
    let staging = scratch.path();
    compile_into(&staging, jdk)?;
    fs::create_dir(staging.join(EMPTY)).map_err(write)?;
    write_manifest(&staging).map_err(write)?;
    // A folder can only be renamed onto an empty one, so a damaged one goes first; a process that was
    // quicker than us has made an equally good one, which is then used.
    if folder.exists() && !is_intact(&folder) {
        fs::remove_dir_all(&folder).map_err(write)?;
    }
    match fs::rename(&staging, &folder) {
        Ok(()) => Ok(folder),
        Err(_) if is_intact(&folder) => Ok(folder),
        Err(error) => Err(write(error)),
    }
}

fn key(jdk: &Jdk) -> u64 {
    let mut hasher = DefaultHasher::new();
    (SOURCES, EXPORTS, &jdk.version, &jdk.home).hash(&mut hasher);
    hasher.finish()
}

fn compile_into(folder: &Path, jdk: &Jdk) -> Result<(), CacheError> {
    let write = |error| CacheError::Write {
        folder: env::temp_dir(),
        error,
    };
    let sources = Scratch::new().map_err(write)?;
    let javac = jdk.javac();
    let mut command = Command::new(&javac);
    command.args([
        "-J-Xshare:auto",
        "-J-XX:TieredStopAtLevel=1",
        // It leaves an empty folder behind.
        "-J-XX:-UsePerfData",
        "-proc:none",
        "-nowarn",
        "-encoding",
        "UTF-8",
    ]);
    command
        .args(["--add-exports", EXPORTS])
        .arg("-d")
        .arg(folder);
    for (name, text) in SOURCES {
        let path = sources.path().join(name);
        fs::write(&path, text).map_err(write)?;
        command.arg(path);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| CacheError::Run {
            javac: javac.clone(),
            error,
        })?;
    if output.status.success() {
        Ok(())
    } else {
        Err(CacheError::Compile {
            javac,
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}

/// The class files with their hashes, one per line: a half-written or edited cache is noticed.
fn contents(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    let package = folder.join("proviso").join("host");
    for entry in fs::read_dir(&package)? {
        let path = entry?.path();
        let mut hasher = DefaultHasher::new();
        fs::read(&path)?.hash(&mut hasher);
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        lines.push(format!("{name} {:016x}\n", hasher.finish()));
    }
    lines.sort();
    Ok(lines.concat())
}

fn write_manifest(folder: &Path) -> io::Result<()> {
    fs::write(folder.join(MANIFEST), contents(folder)?)
}

fn is_intact(folder: &Path) -> bool {
    match (fs::read_to_string(folder.join(MANIFEST)), contents(folder)) {
        (Ok(expected), Ok(found)) => {
            !found.is_empty() && expected == found && folder.join(EMPTY).is_dir()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_compiled_once_and_a_damaged_cache_is_rebuilt() {
        let jdk = Jdk::find(None).unwrap();
        let root = tempfile::tempdir().unwrap();
        let folder = classes_in(root.path(), &jdk).unwrap();
        let main = folder.join("proviso/host/Main.class");
        let good = fs::read(&main).unwrap();
        assert_eq!(classes_in(root.path(), &jdk).unwrap(), folder);

        fs::write(&main, &good[..good.len() / 2]).unwrap();
        assert!(!is_intact(&folder));
        assert_eq!(classes_in(root.path(), &jdk).unwrap(), folder);
        assert_eq!(fs::read(&main).unwrap(), good);
        // Nothing but the classes stays behind.
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn concurrent_starts_share_one_folder() {
        let jdk = Jdk::find(None).unwrap();
        let root = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let both: Vec<_> = (0..2)
                .map(|_| scope.spawn(|| classes_in(root.path(), &jdk).unwrap()))
                .collect();
            let folders: Vec<_> = both.into_iter().map(|one| one.join().unwrap()).collect();
            assert_eq!(folders[0], folders[1]);
            assert!(is_intact(&folders[0]));
        });
    }
}
