//! Reads what we need of Gradle's build files: the Java level and the declared dependencies.
//!
//! Build files are programs, which we do not run; the usual ways to write things down are read off their text, and
//! what is written in another way becomes a note.

use std::path::{Path, PathBuf};

use super::pom::{Dependency, Model, Repositories};
use crate::read;

const BUILD: [&str; 2] = ["build.gradle", "build.gradle.kts"];
/// Configurations whose jars are needed to compile main sources.
const COMPILE: [&str; 5] = [
    "implementation",
    "api",
    "compileOnly",
    "compileOnlyApi",
    "compile",
];

pub(super) fn read(project: &Path, repositories: &Repositories) -> Model {
    let mut model = Model::default();
    for name in BUILD {
        let Ok(text) = read::text(&project.join(name)) else {
            continue;
        };
        model.release = model.release.or_else(|| level(&text));
        let catalog = catalog(project);
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or("").trim();
            if let Some(declared) = declaration(line) {
                add(
                    declared,
                    &text,
                    catalog.as_ref(),
                    project,
                    &mut model,
                    repositories,
                );
            }
        }
    }
    model
}

/// `JavaLanguageVersion.of(17)`, `release = 17`, `JavaVersion.VERSION_17`.
fn level(text: &str) -> Option<u32> {
    let markers = [
        "JavaLanguageVersion.of(",
        "release = ",
        "release.set(",
        "JavaVersion.VERSION_",
        "sourceCompatibility = ",
    ];
    markers.iter().find_map(|marker| {
        let (_, after) = text.split_once(marker)?;
        let after = after.trim_start_matches(['\'', '"']);
        let after = after.trim_start_matches("1_").trim_start_matches("1.");
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

/// What follows the name of a compile configuration.
fn declaration(line: &str) -> Option<&str> {
    COMPILE.iter().find_map(|name| {
        let rest = line.strip_prefix(name)?;
        let rest = rest
            .strip_prefix('(')
            .or_else(|| rest.strip_prefix(char::is_whitespace))?;
        Some(rest.trim())
    })
}

fn add(
    declared: &str,
    text: &str,
    catalog: Option<&toml::Table>,
    project: &Path,
    model: &mut Model,
    repositories: &Repositories,
) {
    // Other modules are source roots of the same workspace; `libs` folders are read as they are.
    if declared.starts_with("project") || declared.starts_with("fileTree") {
        return;
    }
    if let Some(files) = declared.strip_prefix("files") {
        for path in quoted(files) {
            model.jars.push(project.join(path));
        }
        return;
    }
    let coordinates = if declared.starts_with("libs.") {
        let alias = declared.split([')', ' ', '{']).next().unwrap_or("");
        catalog.and_then(|catalog| in_catalog(catalog, alias))
    } else if declared.starts_with(['"', '\'']) {
        quoted(declared).first().map(|text| text.to_string())
    } else {
        by_name(declared)
    };
    let parts: Vec<String> = coordinates
        .iter()
        .flat_map(|text| text.split(':'))
        .map(|part| interpolated(part, text))
        .collect();
    match parts.as_slice() {
        [group, artifact, version, ..] if !version.contains('$') => {
            let version = version.split('@').next().unwrap_or(version);
            let dependency = Dependency::named(group, artifact, version);
            super::pom::add_direct(&dependency, repositories, model);
        }
        _ => model.notes.push(format!(
            "the dependency `{declared}` could not be read without running Gradle; add its jar with --classpath"
        )),
    }
}

/// The texts in quotes.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = &rest[start..=start];
        let Some(length) = rest[start + 1..].find(quote) else {
            break;
        };
        found.push(&rest[start + 1..start + 1 + length]);
        rest = &rest[start + length + 2..];
    }
    found
}

/// `group: 'g', name: 'a', version: 'v'`
fn by_name(declared: &str) -> Option<String> {
    let value = |name: &str| {
        let (_, after) = declared.split_once(name)?;
        let after = after.trim_start_matches([':', '=', ' ']);
        quoted(after).first().map(|text| text.to_string())
    };
    Some(format!(
        "{}:{}:{}",
        value("group")?,
        value("name")?,
        value("version")?
    ))
}

/// `$name` and `${name}` where the build file itself says `name = "…"`.
fn interpolated(part: &str, text: &str) -> String {
    let Some((before, after)) = part.split_once('$') else {
        return part.to_owned();
    };
    let name: String = after
        .trim_start_matches('{')
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    for line in text.lines() {
        if let Some((left, right)) = line.split_once('=')
            && left.split_whitespace().last() == Some(name.as_str())
            && let Some(value) = quoted(right).first()
        {
            return format!("{before}{value}");
        }
    }
    part.to_owned()
}

/// The version catalog of the project or of a folder above it.
fn catalog(project: &Path) -> Option<toml::Table> {
    let file = project
        .ancestors()
        .take(8)
        .map(|folder| folder.join("gradle/libs.versions.toml"))
        .find(|file| file.is_file())?;
    read::text(&file).ok()?.parse().ok()
}

/// `libs.some.lib` is `some-lib` (or `some_lib`, `some.lib`) of `[libraries]`.
fn in_catalog(catalog: &toml::Table, alias: &str) -> Option<String> {
    let wanted = alias.strip_prefix("libs.")?;
    let plain = |name: &str| name.replace(['-', '_'], ".");
    let libraries = catalog.get("libraries")?.as_table()?;
    let (_, library) = libraries.iter().find(|(name, _)| plain(name) == wanted)?;
    if let Some(text) = library.as_str() {
        return Some(text.to_owned());
    }
    let library = library.as_table()?;
    let module = match library.get("module").and_then(|m| m.as_str()) {
        Some(module) => module.to_owned(),
        None => format!(
            "{}:{}",
            library.get("group")?.as_str()?,
            library.get("name")?.as_str()?
        ),
    };
    let version = match library.get("version")? {
        toml::Value::String(version) => version.clone(),
        other => {
            let name = other.as_table()?.get("ref")?.as_str()?;
            catalog.get("versions")?.get(name)?.as_str()?.to_owned()
        }
    };
    Some(format!("{module}:{version}"))
}

/// Gradle's cache of downloaded files.
pub(super) fn cache() -> Option<PathBuf> {
    let home = std::env::var_os("GRADLE_USER_HOME")
        .map(PathBuf::from)
        .or_else(|| {
            let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?;
            Some(Path::new(&home).join(".gradle"))
        })?;
    Some(home.join("caches/modules-2/files-2.1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, text: &str) -> PathBuf {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn declared_dependencies_are_found_in_the_caches_and_the_others_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let repositories = Repositories {
            maven: root.join("m2"),
            gradle: Some(root.join("gradle-cache")),
        };
        let one = write(root, "gradle-cache/org.one/one/1.0/abc/one-1.0.jar", "");
        write(
            root,
            "gradle-cache/org.one/one/1.0/def/one-1.0.pom",
            "<project><dependencies><dependency><groupId>org.below</groupId><artifactId>below</artifactId>
             <version>7</version></dependency></dependencies></project>",
        );
        let below = write(root, "gradle-cache/org.below/below/7/abc/below-7.jar", "");
        let two = write(root, "m2/org/two/two/2.5/two-2.5.jar", "");
        let three = write(root, "gradle-cache/org.three/three/3/abc/three-3.jar", "");
        write(
            root,
            "p/gradle/libs.versions.toml",
            "[versions]\nthree = \"3\"\n[libraries]\nthe-three = { module = \"org.three:three\", version.ref = \"three\" }\n",
        );
        write(
            root,
            "p/build.gradle.kts",
            r#"
            val twoVersion = "2.5"
            dependencies {
                implementation("org.one:one:1.0") // a comment
                api("org.two:two:$twoVersion")
                compileOnly(libs.the.three)
                implementation(files("libs/own.jar"))
                implementation(project(":other"))
                implementation("org.gone:gone:9")
                implementation(somethingElse())
                testImplementation("org.test:test:1")
            }
            java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }
            "#,
        );
        let model = read(&root.join("p"), &repositories);
        assert_eq!(model.release, Some(21));
        let own = root.join("p/libs/own.jar");
        assert_eq!(model.jars, [one, below, two, three, own]);
        assert_eq!(model.notes.len(), 2, "{:?}", model.notes);
        assert!(
            model.notes[0].contains("org.gone:gone:9"),
            "{:?}",
            model.notes
        );
        assert!(
            model.notes[1].contains("somethingElse()"),
            "{:?}",
            model.notes
        );
    }

    #[test]
    fn the_older_notation_is_read_too() {
        let found = by_name("group: 'g', name: 'a', version: '1'");
        assert_eq!(found.as_deref(), Some("g:a:1"));
        assert_eq!(level("sourceCompatibility = '1.8'"), Some(8));
    }
}
