//! The compiled run-time library that lowered contracts call, and our lowered specifications of the JDK. Compiled once per
//! JDK and kept in the cache folder, so that opening a project does not begin with waiting for javac.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_contracts::library::Library;
use proviso_jvm_host::{CompileRequest, CompiledClass, DiagnosticKind, Host, Source};
use proviso_verdicts::{Key, KeyBuilder, cache_folder};

/// The classes of the run-time library and of our specifications for this JDK.
pub fn classes(host: &Host) -> Result<Arc<[CompiledClass]>, String> {
    let file = cache_folder().map(|folder| file_in(&folder, host));
    if let Some(kept) = file.as_deref().and_then(read) {
        return Ok(kept.into());
    }
    let classes = compile(host)?;
    if let Some(file) = &file {
        // A cache that cannot be written costs time, nothing else.
        let _ = write(file, &classes);
    }
    Ok(classes.into())
}

/// The name carries everything the content depends on, so a kept file is never out of date.
fn file_in(folder: &Path, host: &Host) -> PathBuf {
    let mut key = KeyBuilder::default();
    key.add(host.jdk().version.as_bytes());
    let specifications = proviso_contracts::library::specifications();
    for (name, text) in proviso_contracts::runtime_sources()
        .iter()
        .chain(specifications)
    {
        key.add(name.as_bytes()).add(text.as_bytes());
    }
    // How specifications are lowered may change with every build.
    for (_, text) in Library::get().sources() {
        key.add(text.as_bytes());
    }
    let name: String = key.finish()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    folder.join(format!("runtime-{name}.classes"))
}

fn compile(host: &Host) -> Result<Vec<CompiledClass>, String> {
    let runtime = proviso_contracts::runtime_sources().iter().copied();
    let request = CompileRequest {
        sources: runtime
            .chain(Library::get().sources())
            .map(|(name, text)| Source {
                name: name.to_string(),
                text: text.into(),
            })
            .collect(),
        ..CompileRequest::default()
    };
    let result = host
        .compile(&request, &Default::default())
        .map_err(|error| error.to_string())?;
    let error = |d: &&proviso_jvm_host::Diagnostic| d.kind == DiagnosticKind::Error;
    match result.diagnostics.iter().find(error) {
        Some(error) => Err(format!(
            "internal error: the run-time library does not compile: {}:{}: {}",
            error.source, error.line, error.message
        )),
        None => Ok(result.classes),
    }
}

/// Checksum, then for each class the lengths of name and bytes, the name, the bytes.
fn encode(classes: &[CompiledClass]) -> Vec<u8> {
    let mut body = Vec::new();
    for class in classes {
        body.extend((class.name.len() as u32).to_le_bytes());
        body.extend((class.bytes.len() as u32).to_le_bytes());
        body.extend(class.name.as_bytes());
        body.extend(&class.bytes[..]);
    }
    let mut out = checksum(&body).to_vec();
    out.extend(body);
    out
}

/// `None` for anything but what `encode` wrote.
fn decode(stored: &[u8]) -> Option<Vec<CompiledClass>> {
    let (sum, mut rest) = stored.split_at_checked(32)?;
    if sum != checksum(rest) {
        return None;
    }
    let mut classes = Vec::new();
    while !rest.is_empty() {
        let mut length = || {
            let (bytes, after) = rest.split_at_checked(4)?;
            rest = after;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        let (name, bytes) = (length()?, length()?);
        let (name, after) = rest.split_at_checked(name)?;
        let (bytes, after) = after.split_at_checked(bytes)?;
        rest = after;
        classes.push(CompiledClass {
            name: String::from_utf8(name.to_vec()).ok()?,
            bytes: bytes.into(),
        });
    }
    (!classes.is_empty()).then_some(classes)
}

fn checksum(body: &[u8]) -> Key {
    let mut key = KeyBuilder::default();
    key.add(body);
    key.finish()
}

fn read(file: &Path) -> Option<Vec<CompiledClass>> {
    decode(&std::fs::read(file).ok()?)
}

/// Written aside and renamed: another process sees the whole file or none.
fn write(file: &Path, classes: &[CompiledClass]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let aside = file.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&aside, encode(classes))?;
    std::fs::rename(&aside, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<CompiledClass> {
        ["a.B", "a.C$D"]
            .map(|name| CompiledClass {
                name: name.to_owned(),
                bytes: Arc::from(name.repeat(3).as_bytes()),
            })
            .to_vec()
    }

    #[test]
    fn what_was_written_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("new/runtime.classes");
        write(&file, &some()).unwrap();
        assert_eq!(read(&file), Some(some()));
    }

    #[test]
    fn a_damaged_file_is_ignored() {
        let good = encode(&some());
        for length in 0..good.len() {
            assert_eq!(decode(&good[..length]), None, "cut to {length}");
        }
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1;
            assert_eq!(decode(&bad), None, "byte {position} changed");
        }
    }
}
