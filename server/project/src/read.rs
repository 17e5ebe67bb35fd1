//! Reading files of a project, which may be anything under a harmless name: a pipe that nobody writes to, a device
//! without end, a file of `/proc`. Only regular files up to a size are read, and opening one never waits.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Longer than any source that a person or a generator writes.
pub const LONGEST: u64 = 16 << 20;

/// The text of a file; what is not UTF-8 in it is shown as such rather than refused.
pub fn text(path: &Path) -> Result<String> {
    let bytes = bytes(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Whether there is a file that may be read.
pub fn is_plain(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LONGEST)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    // Looked at before (opening a device may do something) and after (it may have been exchanged).
    refuse(&path.metadata()?)?;
    let file = open(path)?;
    let metadata = file.metadata()?;
    refuse(&metadata)?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(too_long());
    }
    // Files of /proc say that they are empty and are not.
    if metadata.len() == 0 && !bytes.is_empty() {
        return Err(Error::new(ErrorKind::InvalidData, "not a regular file"));
    }
    Ok(bytes)
}

fn refuse(metadata: &std::fs::Metadata) -> Result<()> {
    if !metadata.is_file() {
        return Err(Error::new(ErrorKind::InvalidData, "not a regular file"));
    }
    if metadata.len() > LONGEST {
        return Err(too_long());
    }
    Ok(())
}

fn too_long() -> Error {
    let limit = format!("longer than {} MiB", LONGEST >> 20);
    Error::new(ErrorKind::InvalidData, limit)
}

#[cfg(unix)]
fn open(path: &Path) -> Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_sensible_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("good"), "class A {}").unwrap();
        std::fs::write(path("empty"), "").unwrap();
        std::fs::write(path("latin"), b"// \xe4").unwrap();
        let long = File::create(path("long")).unwrap();
        long.set_len(LONGEST + 1).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(made.unwrap().success());
        for (name, target) in [
            ("zero", "/dev/zero"),
            ("random", "/dev/urandom"),
            ("maps", "/proc/self/maps"),
            ("folder", "/tmp"),
            ("nowhere", "/nonexistent"),
        ] {
            std::os::unix::fs::symlink(target, path(name)).unwrap();
        }
        std::os::unix::fs::symlink(path("good"), path("link")).unwrap();
        for name in ["good", "empty", "latin", "link"] {
            assert!(text(&path(name)).is_ok(), "{name}");
            assert!(is_plain(&path(name)), "{name}");
        }
        for name in [
            "long", "pipe", "zero", "random", "maps", "folder", "nowhere",
        ] {
            assert!(text(&path(name)).is_err(), "{name}");
        }
    }
}
