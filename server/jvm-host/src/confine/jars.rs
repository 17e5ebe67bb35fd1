//! Jars that jars name: javac and the JVM follow `Class-Path` in a manifest, so these must be readable too.
//!
//! A manifest is written by whoever made the jar. It can make other jars readable, nothing else: no folder, no other file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// So many at most: a jar may name itself, and worse.
const MOST: usize = 1000;
const LONGEST_MANIFEST: u64 = 1 << 20;

/// The jars that the manifests of these jars name, and theirs.
pub(crate) fn named_by<'a>(class_path: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
    let mut todo: Vec<PathBuf> = class_path.cloned().collect();
    let mut known: BTreeSet<PathBuf> = todo.iter().cloned().collect();
    let mut found = Vec::new();
    while let Some(jar) = todo.pop() {
        let folder = jar.parent().unwrap_or(Path::new("/"));
        for entry in entries(&jar).unwrap_or_default() {
            let path = folder.join(entry.strip_prefix("file:").unwrap_or(&entry));
            if found.len() < MOST && is_jar(&path) && known.insert(path.clone()) {
                found.push(path.clone());
                todo.push(path);
            }
        }
    }
    found
}

fn is_jar(path: &Path) -> bool {
    let named = path.extension().is_some_and(|extension| extension == "jar");
    let mut start = [0; 4];
    named
        && path.metadata().is_ok_and(|metadata| metadata.is_file())
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == *b"PK\x03\x04"
}

fn entries(jar: &Path) -> Option<Vec<String>> {
    if !is_jar(jar) {
        return None;
    }
    let mut archive = zip::ZipArchive::new(File::open(jar).ok()?).ok()?;
    let manifest = archive.by_name("META-INF/MANIFEST.MF").ok()?;
    let mut text = String::new();
    manifest
        .take(LONGEST_MANIFEST)
        .read_to_string(&mut text)
        .ok()?;
    // A line that begins with a blank goes on with the one before.
    let text = text.replace("\r\n", "\n").replace("\n ", "");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Class-Path:"))?;
    Some(line.split_whitespace().map(str::to_owned).collect())
}
