//! Finds what there is to check: source files, source roots, class path and Java level of a plain file, a folder,
//! a Maven or a Gradle project. Nothing is ever executed here: opening a folder is always safe.

mod build_files;
mod gradle;
mod pom;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::read;

/// What was found under the paths the user named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Workspace {
    /// The folder that relative file names in results are relative to.
    pub root: PathBuf,
    /// The paths the user named, as they are on disk and as they were written.
    named: Vec<(PathBuf, PathBuf)>,
    /// Files whose methods are checked.
    pub files: Vec<PathBuf>,
    /// Folders below which other classes of the project are found by package name.
    pub source_roots: Vec<PathBuf>,
    /// Jars and class folders.
    pub class_path: Vec<PathBuf>,
    /// `--release` for javac when the build file says one.
    pub release: Option<u32>,
    /// Things a user should know: a dependency that is not in the local repository, an unreadable build file.
    pub notes: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    #[error("{}: no such file or folder", .0.display())]
    Missing(PathBuf),
    #[error("{}: not a Java source file", .0.display())]
    NotJava(PathBuf),
    #[error("{}: no Java source files below this folder", .0.display())]
    NoJava(PathBuf),
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
}

/// Folders that never hold sources of the project itself.
const SKIPPED: [&str; 9] = [
    "target",
    "build",
    "out",
    "bin",
    "node_modules",
    ".git",
    ".gradle",
    ".idea",
    ".deps",
];

/// Looks at the paths given on the command line (or the folder opened in the editor).
pub fn discover(paths: &[PathBuf]) -> Result<Workspace, WorkspaceError> {
    let mut found = Workspace::default();
    let mut files = BTreeSet::new();
    let mut roots = BTreeSet::new();
    for path in paths {
        if !path.exists() {
            return Err(WorkspaceError::Missing(path.clone()));
        }
        let written = path.strip_prefix(".").unwrap_or(path).to_owned();
        let path = absolute(path)?;
        found.named.push((path.clone(), written));
        if path.is_file() {
            if !is_java(&path) {
                return Err(WorkspaceError::NotJava(path));
            }
            add_project_of_file(&path, &mut found, &mut roots);
            files.insert(path);
        } else {
            let before = files.len();
            add_folder(&path, &mut found, &mut files, &mut roots)?;
            if files.len() == before {
                return Err(WorkspaceError::NoJava(path));
            }
        }
    }
    found.root = std::env::current_dir().unwrap_or_default();
    found.files = files.into_iter().collect();
    found.source_roots = roots.into_iter().collect();
    let mut seen = BTreeSet::new();
    found.class_path.retain(|entry| seen.insert(entry.clone()));
    Ok(found)
}

fn absolute(path: &Path) -> Result<PathBuf, WorkspaceError> {
    path.canonicalize()
        .map_err(|error| WorkspaceError::Io(path.to_owned(), error))
}

pub fn is_companion(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jml")
}

pub fn is_java(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "java")
}

/// A file inside a build project sees the rest of that project; a lone file sees its package's folder.
fn add_project_of_file(file: &Path, found: &mut Workspace, roots: &mut BTreeSet<PathBuf>) {
    let own_root = source_root_of(file);
    if let Some(root) = &own_root {
        roots.insert(root.clone());
    }
    let project = file
        .ancestors()
        .skip(1)
        .find(|folder| build_files::is_project(folder));
    if let Some(project) = project {
        // A build file far above a file that lies outside its source roots (a scratch file) says nothing about it.
        let layout = build_files::read(project, found);
        if layout.iter().any(|root| file.starts_with(root)) {
            roots.extend(layout);
        }
    }
}

fn add_folder(
    folder: &Path,
    found: &mut Workspace,
    files: &mut BTreeSet<PathBuf>,
    roots: &mut BTreeSet<PathBuf>,
) -> Result<(), WorkspaceError> {
    let projects = build_files::projects_below(folder);
    let mut main_roots = Vec::new();
    for project in &projects {
        main_roots.extend(build_files::read(project, found));
    }
    if main_roots.is_empty() {
        let mut below = Vec::new();
        java_files(folder, &mut below, &mut found.notes)?;
        for file in &below {
            roots.extend(source_root_of(file));
        }
        // Inside a project (a package folder was named) its class path and other roots count too.
        if let Some(file) = below.first() {
            add_project_of_file(file, found, roots);
        }
        files.extend(below);
    } else {
        for root in &main_roots {
            let mut below = Vec::new();
            java_files(root, &mut below, &mut found.notes)?;
            files.extend(below);
        }
        roots.extend(main_roots);
    }
    Ok(())
}

/// A folder below `folder` that may not be read is noted; the rest is still checked.
fn java_files(
    folder: &Path,
    into: &mut Vec<PathBuf>,
    notes: &mut Vec<String>,
) -> Result<(), WorkspaceError> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| WorkspaceError::Io(folder.to_owned(), error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        // `file_type` does not follow links, so a link cycle cannot trap us.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() {
            let name = entry.file_name();
            let skipped = SKIPPED.iter().any(|skip| name == *skip)
                && !path.join("package-info.java").exists();
            if !skipped {
                java_files(&path, into, notes)
                    .unwrap_or_else(|error| notes.push(format!("{error}: not checked")));
            }
        } else if is_java(&path) && !is_descriptor(&path) {
            if read::is_plain(&path) {
                into.push(path);
            } else {
                let limit = read::LONGEST >> 20;
                notes.push(format!(
                    "{}: not checked: only regular files up to {limit} MiB are read",
                    path.display()
                ));
            }
        }
    }
    Ok(())
}

/// `module-info.java` and `package-info.java` hold no methods; the former would put javac into module mode.
fn is_descriptor(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name == "module-info.java" || name == "package-info.java")
}

/// The folder that holds the file's top package, read off its `package` declaration.
pub fn source_root_of(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let text = read::text(file).unwrap_or_default();
    let package = package_of(&text);
    let mut root = folder;
    for part in package.split('.').filter(|part| !part.is_empty()).rev() {
        if root.file_name()?.to_str()? != part {
            return None; // the file does not lie where its package says: it stands alone
        }
        root = root.parent()?;
    }
    Some(root.to_owned())
}

/// The package a compilation unit declares, `""` when none; comments before it are skipped.
pub fn package_of(text: &str) -> String {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("//") {
            rest = after.split_once('\n').map_or("", |(_, tail)| tail);
        } else if let Some(after) = rest.strip_prefix("/*") {
            rest = after.split_once("*/").map_or("", |(_, tail)| tail);
        } else if rest.starts_with('@') && !rest.starts_with("@interface") {
            // An annotation on the package; only simple ones occur outside package-info.
            rest = rest
                .split_once(char::is_whitespace)
                .map_or("", |(_, tail)| tail);
        } else {
            break;
        }
    }
    let Some(after) = rest.strip_prefix("package") else {
        return String::new();
    };
    if !after.starts_with(char::is_whitespace) {
        return String::new();
    }
    after
        .split(';')
        .next()
        .unwrap_or("")
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect()
}

impl Workspace {
    /// A file's name in results: as the user wrote it; what was not named, relative to `root` when it lies below.
    pub fn shown(&self, path: &Path) -> String {
        for (on_disk, written) in &self.named {
            if let Ok(rest) = path.strip_prefix(on_disk) {
                let shown = if rest.as_os_str().is_empty() {
                    written.clone()
                } else {
                    written.join(rest)
                };
                return shown.display().to_string();
            }
        }
        let root = self
            .root
            .canonicalize()
            .unwrap_or_else(|_| self.root.clone());
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn write(root: &Path, name: &str, text: &str) -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn relative(root: &Path, paths: &[PathBuf]) -> Vec<String> {
        let root = root.canonicalize().unwrap();
        paths
            .iter()
            .map(|p| p.strip_prefix(&root).unwrap_or(p).display().to_string())
            .collect()
    }

    #[test]
    fn a_single_file_is_its_own_workspace() {
        let dir = tempfile::tempdir().unwrap();
        let file = write(dir.path(), "A.java", "class A {}");
        let found = discover(&[file]).unwrap();
        assert_eq!(relative(dir.path(), &found.files), ["A.java"]);
        assert_eq!(relative(dir.path(), &found.source_roots), [""]);
    }

    #[test]
    fn a_package_declaration_gives_the_source_root() {
        let dir = tempfile::tempdir().unwrap();
        let file = write(
            dir.path(),
            "src/p/q/A.java",
            "/* hello; */ // x\npackage p . q;\nclass A {}",
        );
        let found = discover(&[file]).unwrap();
        assert_eq!(relative(dir.path(), &found.source_roots), ["src"]);
    }

    #[test]
    fn a_file_away_from_its_package_stands_alone() {
        let dir = tempfile::tempdir().unwrap();
        let file = write(dir.path(), "A.java", "package elsewhere;\nclass A {}");
        assert!(discover(&[file]).unwrap().source_roots.is_empty());
    }

    #[test]
    fn a_folder_gives_all_its_java_files_but_not_build_output() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "B.java", "class B {}");
        write(dir.path(), "p/A.java", "package p; class A {}");
        write(dir.path(), "build/Generated.java", "class Generated {}");
        write(dir.path(), "module-info.java", "module m {}");
        let found = discover(&[dir.path().to_owned()]).unwrap();
        assert_eq!(relative(dir.path(), &found.files), ["B.java", "p/A.java"]);
    }

    #[test]
    fn a_maven_project_gives_main_sources_level_classes_and_local_jars() {
        let dir = tempfile::tempdir().unwrap();
        write(
            dir.path(),
            "pom.xml",
            "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>
             <properties><maven.compiler.release>17</maven.compiler.release></properties></project>",
        );
        write(
            dir.path(),
            "src/main/java/p/A.java",
            "package p; class A {}",
        );
        write(
            dir.path(),
            "src/test/java/p/ATest.java",
            "package p; class ATest {}",
        );
        fs::create_dir_all(dir.path().join("target/classes")).unwrap();
        let found = discover(&[dir.path().to_owned()]).unwrap();
        assert_eq!(
            relative(dir.path(), &found.files),
            ["src/main/java/p/A.java"]
        );
        assert_eq!(relative(dir.path(), &found.source_roots), ["src/main/java"]);
        assert_eq!(relative(dir.path(), &found.class_path), ["target/classes"]);
        assert_eq!(found.release, Some(17));
    }

    #[test]
    fn modules_of_a_maven_project_are_found() {
        let dir = tempfile::tempdir().unwrap();
        write(
            dir.path(),
            "pom.xml",
            "<project><modules><module>one</module></modules></project>",
        );
        write(dir.path(), "one/pom.xml", "<project/>");
        write(dir.path(), "one/src/main/java/A.java", "class A {}");
        let found = discover(&[dir.path().to_owned()]).unwrap();
        assert_eq!(
            relative(dir.path(), &found.files),
            ["one/src/main/java/A.java"]
        );
    }

    #[test]
    fn resources_of_the_project_are_on_its_class_path_before_stale_copies() {
        for (build, text, copies) in [
            ("pom.xml", "<project/>", "target/classes"),
            ("build.gradle", "", "build/resources/main"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            write(dir.path(), build, text);
            write(dir.path(), "src/main/java/A.java", "class A {}");
            write(dir.path(), "src/main/resources/a.txt", "new");
            write(dir.path(), &format!("{copies}/a.txt"), "old");
            let found = discover(&[dir.path().to_owned()]).unwrap();
            let class_path = relative(dir.path(), &found.class_path);
            assert_eq!(class_path, ["src/main/resources", copies]);
        }
    }

    #[test]
    fn a_gradle_project_is_recognised_by_its_layout() {
        let dir = tempfile::tempdir().unwrap();
        write(
            dir.path(),
            "build.gradle.kts",
            "java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }",
        );
        write(dir.path(), "src/main/java/A.java", "class A {}");
        let found = discover(&[dir.path().to_owned()]).unwrap();
        assert_eq!(relative(dir.path(), &found.files), ["src/main/java/A.java"]);
        assert_eq!(found.release, Some(21));
    }

    #[test]
    fn files_are_shown_as_the_user_named_them() {
        let dir = tempfile::tempdir().unwrap();
        let file = write(dir.path(), "p/A.java", "package p; class A {}");
        let found = discover(&[dir.path().to_owned()]).unwrap();
        assert_eq!(found.shown(&found.files[0]), file.display().to_string());
    }

    #[test]
    fn bad_paths_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let text = write(dir.path(), "a.txt", "");
        let message = |path: PathBuf| discover(&[path]).unwrap_err().to_string();
        assert!(message(dir.path().join("none")).ends_with("none: no such file or folder"));
        assert!(message(text).ends_with("a.txt: not a Java source file"));
        assert!(message(dir.path().to_owned()).ends_with("no Java source files below this folder"));
    }

    #[test]
    fn a_class_named_package_like_is_not_a_package() {
        assert_eq!(package_of("packageX;"), "");
        assert_eq!(package_of("@Deprecated package a.b;"), "a.b");
        assert_eq!(package_of(""), "");
    }
}
