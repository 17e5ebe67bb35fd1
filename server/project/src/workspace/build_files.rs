//! Recognises Maven and Gradle projects by their files and reads source roots, class folders and the Java level.

use std::path::{Path, PathBuf};

use super::{Workspace, gradle, pom};
use crate::trust::is_inside;

const GRADLE: [&str; 4] = [
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
];

pub(super) fn is_project(folder: &Path) -> bool {
    folder.join("pom.xml").is_file() || GRADLE.iter().any(|name| folder.join(name).is_file())
}

/// The folder's own project and its modules (Maven names them; for Gradle every sub-folder with a build file counts).
pub(super) fn projects_below(folder: &Path) -> Vec<PathBuf> {
    let mut projects = Vec::new();
    if is_project(folder) {
        add(folder, &mut projects, 0);
    }
    projects
}

fn add(folder: &Path, projects: &mut Vec<PathBuf>, depth: usize) {
    // The depth limit guards against a module list that names its own parent.
    if depth > 8 || projects.iter().any(|known| known == folder) {
        return;
    }
    projects.push(folder.to_owned());
    let modules = if folder.join("pom.xml").is_file() {
        pom::modules(&folder.join("pom.xml"))
    } else {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut below: Vec<String> = entries
            .filter(|entry| {
                entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_project(&entry.path())
            })
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        below.sort();
        below
    };
    for module in modules {
        if let Ok(path) = folder.join(module).canonicalize() {
            let path = if path.is_file() {
                path.parent().map(Path::to_owned).unwrap_or(path)
            } else {
                path
            };
            add(&path, projects, depth + 1);
        }
    }
}

/// Adds the project's class path and level to the workspace; returns its source roots.
pub(super) fn read(project: &Path, found: &mut Workspace) -> Vec<PathBuf> {
    let mut roots = Vec::new();
    let main = project.join("src/main/java");
    if main.is_dir() {
        roots.push(main);
    }
    let pom = project.join("pom.xml");
    let release = if pom.is_file() {
        match pom::read(&pom) {
            Ok(model) => {
                let named = model.source_directory.map(|folder| project.join(folder));
                for folder in named.into_iter().filter(|folder| folder.is_dir()) {
                    // Absolute paths and `..` are a project's business as long as they stay in it.
                    if is_inside(&folder, &[project.to_owned()]) {
                        roots.push(folder);
                    } else {
                        found.notes.push(format!(
                            "{}: sourceDirectory {} lies outside of the project: left out",
                            pom.display(),
                            folder.display()
                        ));
                    }
                }
                found.class_path.extend(model.jars);
                found.notes.extend(model.notes);
                model.release
            }
            Err(problem) => {
                found.notes.push(format!("{}: {problem}", pom.display()));
                None
            }
        }
    } else {
        let model = gradle::read(project, &pom::Repositories::of_this_machine());
        found.class_path.extend(model.jars);
        found.notes.extend(model.notes);
        model.release
    };
    found.release = found.release.max(release);
    // Resources first: a build may have copied older ones beside the classes.
    for classes in [
        "src/main/resources",
        "target/classes",
        "build/classes/java/main",
        "build/resources/main",
    ] {
        let classes = project.join(classes);
        if classes.is_dir() {
            found.class_path.push(classes);
        }
    }
    found.class_path.extend(jars_in(&project.join("libs")));
    roots
}

/// Gradle's `fileTree(dir: 'libs')` habit.
fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "jar"))
        .collect();
    jars.sort();
    jars
}
