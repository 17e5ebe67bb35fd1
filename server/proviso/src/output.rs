//! Writing results: whole files appear at once or not at all, and a reader that goes away is no error.

use std::io::{self, Write};
use std::path::Path;

/// Writes `text` so that `path` holds the old content or the new, never a part, even when we are killed.
pub fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // A device or a pipe (`/dev/stdout`) cannot be replaced, only written to.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, text);
    }
    let mut file = tempfile::Builder::new()
        .prefix(".proviso-")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    make_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private to the user; results are as readable as any new file.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &std::fs::File) -> io::Result<()> {
    Ok(())
}

/// Prints to standard output. `head` closing the pipe ends our output quietly, as it does for other tools.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("out.json");
        write_atomically(&path, "old").expect("writes");
        write_atomically(&path, "new").expect("writes");
        assert_eq!(std::fs::read_to_string(&path).expect("reads"), "new");
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1);
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().expect("temporary folder");
        assert!(write_atomically(&folder.path().join("no/such/out"), "x").is_err());
    }
}
