//! Reads what we need of a `pom.xml`: modules, Java level, source folder and dependency jars of the local repository.
//!
//! This is not Maven: profiles, version ranges and plug-ins are not evaluated. What cannot be found becomes a note.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use crate::read;

#[derive(Debug, Default)]
pub(super) struct Model {
    pub source_directory: Option<String>,
    pub release: Option<u32>,
    pub jars: Vec<PathBuf>,
    pub notes: Vec<String>,
}

/// The `<module>` names; none when the file cannot be read (the reader of the project itself reports that).
pub(super) fn modules(pom: &Path) -> Vec<String> {
    let Ok(text) = read::text(pom) else {
        return Vec::new();
    };
    let Ok(document) = parse(&text) else {
        return Vec::new();
    };
    child(document.root_element(), "modules")
        .into_iter()
        .flat_map(|modules| modules.children())
        .filter(|node| node.has_tag_name_local("module"))
        .filter_map(|node| node.text().map(|text| text.trim().to_owned()))
        .collect()
}

pub(super) fn read(pom: &Path) -> Result<Model, String> {
    let repositories = Repositories::of_this_machine();
    let mut effective = Effective::default();
    load(pom, &repositories, &mut effective, 0)?;
    let mut model = Model {
        source_directory: effective
            .source_directory
            .as_deref()
            .map(|text| effective.resolve(text)),
        release: effective.release(),
        ..Model::default()
    };
    let mut seen = HashSet::new();
    let direct = effective.dependencies.clone();
    for dependency in direct {
        add_jar(
            &dependency,
            &effective,
            &repositories,
            &mut seen,
            &mut model,
            0,
        );
    }
    Ok(model)
}

#[derive(Debug, Clone, Default)]
pub(super) struct Dependency {
    group: String,
    artifact: String,
    version: String,
    scope: String,
    optional: bool,
    kind: String,
}

/// A pom with what it inherits.
#[derive(Debug, Default)]
struct Effective {
    properties: BTreeMap<String, String>,
    managed: BTreeMap<(String, String), String>,
    dependencies: Vec<Dependency>,
    source_directory: Option<String>,
    compiler_level: Option<String>,
}

impl Effective {
    fn resolve(&self, text: &str) -> String {
        let mut text = text.trim().to_owned();
        // A property may name another one; the limit stops definitions that run in circles.
        for _ in 0..8 {
            let Some(start) = text.find("${") else { break };
            let Some(length) = text[start..].find('}') else {
                break;
            };
            let name = text[start + 2..start + length].to_owned();
            let Some(value) = self.properties.get(&name) else {
                break;
            };
            text.replace_range(start..=start + length, value);
        }
        text
    }

    fn release(&self) -> Option<u32> {
        let names = [
            "maven.compiler.release",
            "maven.compiler.source",
            "java.version",
        ];
        let level = self.compiler_level.clone().or_else(|| {
            names
                .iter()
                .find_map(|name| self.properties.get(*name).cloned())
        })?;
        self.resolve(&level).trim_start_matches("1.").parse().ok()
    }

    fn version_of(&self, dependency: &Dependency) -> String {
        let group = self.resolve(&dependency.group);
        let artifact = self.resolve(&dependency.artifact);
        if dependency.version.is_empty() {
            self.managed
                .get(&(group, artifact))
                .map(|version| self.resolve(version))
                .unwrap_or_default()
        } else {
            self.resolve(&dependency.version)
        }
    }
}

/// Deeper than any pom; the XML reader, and whoever walks the tree, recurses.
const DEEPEST: usize = 200;

fn parse(text: &str) -> Result<Document<'_>, String> {
    if nesting(text) > DEEPEST {
        return Err(format!("elements nest deeper than {DEEPEST}"));
    }
    Document::parse(text).map_err(|error| format!("not well-formed XML: {error}"))
}

/// How deep elements nest, or more: tags in comments and texts count too.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (at, _) in text.match_indices('<') {
        let rest = &text.as_bytes()[at + 1..];
        match rest.first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) => {
                let end = rest.iter().position(|byte| *byte == b'>').unwrap_or(0);
                let closed = end > 0 && rest[end - 1] == b'/';
                depth += usize::from(!closed);
                deepest = deepest.max(depth);
            }
        }
    }
    deepest
}

/// Reads a pom and, first, its parents; what is nearer overrides.
fn load(
    pom: &Path,
    repositories: &Repositories,
    effective: &mut Effective,
    depth: usize,
) -> Result<(), String> {
    if depth > 12 {
        return Err("parents nest too deeply".to_owned());
    }
    let text = read::text(pom).map_err(|error| error.to_string())?;
    let document = parse(&text)?;
    let project = document.root_element();
    if let Some(parent) = child(project, "parent") {
        let path = parent_pom(pom, parent, repositories);
        if let Some(path) = path.filter(|path| path.is_file()) {
            load(&path, repositories, effective, depth + 1)?;
        }
        for (key, tag) in [
            ("project.groupId", "groupId"),
            ("project.version", "version"),
        ] {
            if let Some(value) = text_of(parent, tag) {
                effective.properties.insert(key.to_owned(), value);
            }
        }
    }
    for tag in ["groupId", "artifactId", "version"] {
        if let Some(value) = text_of(project, tag) {
            effective.properties.insert(format!("project.{tag}"), value);
        }
    }
    for property in child(project, "properties")
        .into_iter()
        .flat_map(|node| node.children())
        .filter(Node::is_element)
    {
        let value = property.text().unwrap_or("").trim().to_owned();
        effective
            .properties
            .insert(property.tag_name().name().to_owned(), value);
    }
    let managed =
        child(project, "dependencyManagement").and_then(|node| child(node, "dependencies"));
    for dependency in managed.into_iter().flat_map(dependencies_in) {
        let key = (
            effective.resolve(&dependency.group),
            effective.resolve(&dependency.artifact),
        );
        if dependency.scope == "import" {
            let version = effective.resolve(&dependency.version);
            let path = repositories.find(&key.0, &key.1, &version, "pom");
            if path.is_file() {
                let mut imported = Effective::default();
                if load(&path, repositories, &mut imported, depth + 1).is_ok() {
                    for (key, version) in &imported.managed {
                        effective
                            .managed
                            .entry(key.clone())
                            .or_insert_with(|| imported.resolve(version));
                    }
                }
            }
        } else {
            effective.managed.insert(key, dependency.version);
        }
    }
    effective.dependencies.extend(
        child(project, "dependencies")
            .into_iter()
            .flat_map(dependencies_in),
    );
    if let Some(build) = child(project, "build") {
        effective.source_directory =
            text_of(build, "sourceDirectory").or(effective.source_directory.take());
        effective.compiler_level = compiler_level(build).or(effective.compiler_level.take());
    }
    Ok(())
}

fn parent_pom(pom: &Path, parent: Node, repositories: &Repositories) -> Option<PathBuf> {
    let relative = text_of(parent, "relativePath").unwrap_or_else(|| "../pom.xml".to_owned());
    let mut near = pom.parent()?.join(relative);
    if near.is_dir() {
        near = near.join("pom.xml");
    }
    if near.is_file() && modules_match(&near, parent) {
        return Some(near);
    }
    let (group, artifact, version) = (
        text_of(parent, "groupId")?,
        text_of(parent, "artifactId")?,
        text_of(parent, "version")?,
    );
    Some(repositories.find(&group, &artifact, &version, "pom"))
}

/// `../pom.xml` may be some unrelated project; it is the parent only if its name is.
fn modules_match(pom: &Path, parent: Node) -> bool {
    let Ok(text) = read::text(pom) else {
        return false;
    };
    let Ok(document) = parse(&text) else {
        return false;
    };
    text_of(document.root_element(), "artifactId") == text_of(parent, "artifactId")
}

fn compiler_level(build: Node) -> Option<String> {
    let plugins = child(build, "plugins")?;
    let compiler = plugins.children().find(|plugin| {
        text_of(*plugin, "artifactId").is_some_and(|name| name == "maven-compiler-plugin")
    })?;
    let configuration = child(compiler, "configuration")?;
    text_of(configuration, "release").or_else(|| text_of(configuration, "source"))
}

fn dependencies_in<'a>(list: Node<'a, 'a>) -> Vec<Dependency> {
    list.children()
        .filter(|node| node.has_tag_name_local("dependency"))
        .map(|node| Dependency {
            group: text_of(node, "groupId").unwrap_or_default(),
            artifact: text_of(node, "artifactId").unwrap_or_default(),
            version: text_of(node, "version").unwrap_or_default(),
            scope: text_of(node, "scope").unwrap_or_default(),
            optional: text_of(node, "optional").is_some_and(|text| text == "true"),
            kind: text_of(node, "type").unwrap_or_default(),
        })
        .collect()
}

/// Adds a dependency's jar and, through its own pom, what it needs at compile time.
fn add_jar(
    dependency: &Dependency,
    of: &Effective,
    repositories: &Repositories,
    seen: &mut HashSet<(String, String)>,
    model: &mut Model,
    depth: usize,
) {
    if matches!(dependency.scope.as_str(), "test" | "import" | "runtime")
        || dependency.kind == "pom"
    {
        return;
    }
    if depth > 0
        && (dependency.optional || matches!(dependency.scope.as_str(), "provided" | "system"))
    {
        return;
    }
    let (group, artifact) = (
        of.resolve(&dependency.group),
        of.resolve(&dependency.artifact),
    );
    // Maven takes the nearest version; we walk depth first, which only differs when two versions compete.
    if depth > 20 || !seen.insert((group.clone(), artifact.clone())) {
        return;
    }
    let version = of.version_of(dependency);
    let jar = repositories.find(&group, &artifact, &version, "jar");
    if jar.is_file() {
        model.jars.push(jar);
    } else if depth == 0 {
        model.notes.push(format!(
            "dependency {group}:{artifact}:{version} is in no local repository; let the build tool download it (`mvn dependency:resolve`, `gradle build`)"
        ));
    }
    let pom = repositories.find(&group, &artifact, &version, "pom");
    if pom.is_file() {
        let mut theirs = Effective::default();
        if load(&pom, repositories, &mut theirs, 0).is_ok() {
            for next in theirs.dependencies.clone() {
                add_jar(&next, &theirs, repositories, seen, model, depth + 1);
            }
        }
    }
}

/// Where downloaded jars and poms lie on this machine.
#[derive(Debug)]
pub(super) struct Repositories {
    pub maven: PathBuf,
    /// Gradle's cache, which keeps each file in a folder named by its hash.
    pub gradle: Option<PathBuf>,
}

impl Repositories {
    pub(super) fn of_this_machine() -> Repositories {
        let home = std::env::var_os("HOME")
            .or_else(|| std::env::var_os("USERPROFILE"))
            .unwrap_or_default();
        let maven = std::env::var_os("MAVEN_REPO_LOCAL")
            .map(PathBuf::from)
            .unwrap_or_else(|| Path::new(&home).join(".m2/repository"));
        Repositories {
            maven,
            gradle: super::gradle::cache(),
        }
    }

    /// The file of an artifact; where Maven would put it when it is nowhere.
    fn find(&self, group: &str, artifact: &str, version: &str, extension: &str) -> PathBuf {
        let name = format!("{artifact}-{version}.{extension}");
        let folder = self.maven.join(group.replace('.', "/"));
        let of_maven = folder.join(artifact).join(version).join(&name);
        if of_maven.is_file() {
            return of_maven;
        }
        let hashes = self.gradle.as_ref().and_then(|cache| {
            std::fs::read_dir(cache.join(group).join(artifact).join(version)).ok()
        });
        let mut found = hashes.into_iter().flatten().flatten();
        found
            .find_map(|hash| Some(hash.path().join(&name)).filter(|file| file.is_file()))
            .unwrap_or(of_maven)
    }
}

impl Dependency {
    pub(super) fn named(group: &str, artifact: &str, version: &str) -> Dependency {
        Dependency {
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            version: version.to_owned(),
            ..Dependency::default()
        }
    }
}

/// Adds a dependency that needs no pom to be understood, with what it needs itself.
pub(super) fn add_direct(dependency: &Dependency, repositories: &Repositories, model: &mut Model) {
    let mut seen = HashSet::new();
    let none = Effective::default();
    add_jar(dependency, &none, repositories, &mut seen, model, 0);
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.has_tag_name_local(name))
}

fn text_of<'a>(node: Node<'a, 'a>, name: &str) -> Option<String> {
    child(node, name)
        .and_then(|child| child.text())
        .map(|text| text.trim().to_owned())
}

/// Poms come with and without Maven's name space.
trait LocalName {
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl LocalName for Node<'_, '_> {
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_parents_and_managed_versions_are_followed() {
        let dir = tempfile::tempdir().unwrap();
        let repositories = Repositories {
            maven: dir.path().join("repo"),
            gradle: None,
        };
        let jar = repositories.find("org.x", "lib", "2.1", "jar");
        std::fs::create_dir_all(jar.parent().unwrap()).unwrap();
        std::fs::write(&jar, "").unwrap();
        std::fs::create_dir_all(dir.path().join("m")).unwrap();
        std::fs::write(
            dir.path().join("pom.xml"),
            r#"<project xmlns="http://maven.apache.org/POM/4.0.0"><artifactId>top</artifactId>
               <properties><lib.version>2.1</lib.version><java.version>11</java.version></properties>
               <dependencyManagement><dependencies><dependency><groupId>org.x</groupId><artifactId>lib</artifactId>
               <version>${lib.version}</version></dependency></dependencies></dependencyManagement></project>"#,
        )
        .unwrap();
        let pom = dir.path().join("m/pom.xml");
        std::fs::write(
            &pom,
            r#"<project><parent><artifactId>top</artifactId></parent><artifactId>m</artifactId>
               <dependencies><dependency><groupId>org.x</groupId><artifactId>lib</artifactId></dependency>
               <dependency><groupId>junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency>
               </dependencies></project>"#,
        )
        .unwrap();
        let mut effective = Effective::default();
        load(&pom, &repositories, &mut effective, 0).unwrap();
        assert_eq!(effective.release(), Some(11));
        let mut model = Model::default();
        for dependency in effective.dependencies.clone() {
            add_jar(
                &dependency,
                &effective,
                &repositories,
                &mut HashSet::new(),
                &mut model,
                0,
            );
        }
        assert_eq!(model.jars, [jar]);
        assert!(model.notes.is_empty());
    }

    #[test]
    fn a_broken_pom_is_a_message_not_a_crash() {
        let dir = tempfile::tempdir().unwrap();
        let pom = dir.path().join("pom.xml");
        std::fs::write(&pom, "<project><oops>").unwrap();
        assert!(read(&pom).unwrap_err().contains("not well-formed XML"));
        assert!(modules(&pom).is_empty());
    }
}
