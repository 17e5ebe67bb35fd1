//! Which folders and files make up the project: the workspace folders that hold Java, and open files outside of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_ide::Document;

/// How deep to look for a first Java file before a folder counts as one without.
const DEEPEST: usize = 12;

pub fn session_paths(folders: &[PathBuf], documents: &[Arc<Document>]) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .filter(|folder| has_java(folder, DEEPEST))
        .cloned()
        .collect();
    let outside: Vec<PathBuf> = documents
        .iter()
        .map(|document| &document.path)
        // A file that was never saved cannot be discovered; its text joins the project as an overlay.
        .filter(|path| {
            is_java(path) && path.is_file() && !paths.iter().any(|folder| path.starts_with(folder))
        })
        .cloned()
        .collect();
    paths.extend(outside);
    paths
}

fn is_java(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
}

fn has_java(folder: &Path, depth: usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    let mut below = Vec::new();
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => below.push(entry.path()),
            Ok(kind) if kind.is_file() && is_java(&entry.path()) => return true,
            _ => {}
        }
    }
    let skipped = |path: &Path| {
        path.file_name().is_some_and(|name| {
            name == "node_modules" || name == ".git" || name == "target" || name == "build"
        })
    };
    depth > 0
        && below
            .iter()
            .any(|path| !skipped(path) && has_java(path, depth - 1))
}
