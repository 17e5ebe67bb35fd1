//! Finding a JDK and knowing its version.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A JDK that has both `java` and `javac`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    /// As the JDK writes it, `17.0.15`.
    pub version: String,
    /// The feature release, 17.
    pub feature: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum JdkError {
    #[error(
        "no JDK found: looked at {}. Install a JDK (17 or newer) and name its folder with --jdk, \
         with the setting proviso.jdk, or with JAVA_HOME",
        .looked_at.join(", ")
    )]
    NotFound { looked_at: Vec<String> },
    #[error("{} is not a JDK: {why}. Name the folder that holds bin/javac with --jdk or the setting proviso.jdk", .home.display())]
    NotAJdk { home: PathBuf, why: String },
}

impl Jdk {
    /// The JDK at `explicit` (a flag or setting), else `JAVA_HOME`, else the one whose `javac` is on the PATH.
    ///
    /// A wrong explicit path is an error rather than a reason to take another JDK: the user asked for that one.
    pub fn find(explicit: Option<&Path>) -> Result<Jdk, JdkError> {
        if let Some(home) = explicit {
            return Jdk::at(home);
        }
        find_in(
            env::var_os("JAVA_HOME").map(PathBuf::from),
            env::var_os("PATH"),
        )
    }

    /// The JDK in this folder.
    pub fn at(home: &Path) -> Result<Jdk, JdkError> {
        let not_a_jdk = |why: String| JdkError::NotAJdk {
            home: home.to_owned(),
            why,
        };
        if !home.is_dir() {
            return Err(not_a_jdk("there is no such folder".into()));
        }
        for program in ["java", "javac"] {
            if !program_in(home, program).is_file() {
                return Err(not_a_jdk(format!("it has no bin/{program}")));
            }
        }
        let version = version_of(home).map_err(not_a_jdk)?;
        let feature =
            feature_of(&version).ok_or_else(|| not_a_jdk(format!("its version is `{version}`")))?;
        if feature < 17 {
            return Err(not_a_jdk(format!(
                "it is version {version}; Proviso itself runs on 17 or newer"
            )));
        }
        Ok(Jdk {
            home: home.to_owned(),
            version,
            feature,
        })
    }

    pub fn java(&self) -> PathBuf {
        program_in(&self.home, "java")
    }

    pub fn javac(&self) -> PathBuf {
        program_in(&self.home, "javac")
    }
}

fn find_in(java_home: Option<PathBuf>, path: Option<std::ffi::OsString>) -> Result<Jdk, JdkError> {
    let mut looked_at = Vec::new();
    match java_home.filter(|home| !home.as_os_str().is_empty()) {
        Some(home) => match Jdk::at(&home) {
            Ok(jdk) => return Ok(jdk),
            Err(JdkError::NotAJdk { why, .. }) => {
                looked_at.push(format!("JAVA_HOME={} ({why})", home.display()))
            }
            Err(other) => looked_at.push(other.to_string()),
        },
        None => looked_at.push("JAVA_HOME (not set)".into()),
    }
    for folder in path
        .iter()
        .flat_map(|path| env::split_paths(path).collect::<Vec<_>>())
    {
        // Such an entry means the folder we were started in, which may be somebody else's repository.
        if folder.is_relative() {
            continue;
        }
        let javac = folder.join(format!("javac{}", env::consts::EXE_SUFFIX));
        if !javac.is_file() {
            continue;
        }
        // /usr/bin/javac is a chain of links into the JDK.
        let real = javac.canonicalize().unwrap_or(javac.clone());
        let home = real.parent().and_then(Path::parent).unwrap_or(&folder);
        match Jdk::at(home) {
            Ok(jdk) => return Ok(jdk),
            Err(error) => looked_at.push(format!("{} ({error})", javac.display())),
        }
    }
    looked_at.push("javac on the PATH".into());
    Err(JdkError::NotFound { looked_at })
}

fn program_in(home: &Path, program: &str) -> PathBuf {
    home.join("bin")
        .join(format!("{program}{}", env::consts::EXE_SUFFIX))
}

/// From the `release` file; asking `java` itself costs a JVM start and is the fallback.
fn version_of(home: &Path) -> Result<String, String> {
    if let Ok(release) = std::fs::read_to_string(home.join("release"))
        && let Some(version) = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))
    {
        return Ok(version.trim().trim_matches('"').to_owned());
    }
    let output = Command::new(program_in(home, "java"))
        .args(["-XX:-UsePerfData", "-version"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("bin/java does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    text.split('"')
        .nth(1)
        .map(str::to_owned)
        .ok_or_else(|| format!("bin/java -version says `{}`", text.trim()))
}

/// `17.0.15` → 17, `1.8.0_402` → 8, `25` → 25.
fn feature_of(version: &str) -> Option<u32> {
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map(str::parse::<u32>);
    match numbers.next()?.ok()? {
        1 => numbers.next()?.ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feature_release_is_read_from_old_and_new_version_strings() {
        assert_eq!(feature_of("17.0.15"), Some(17));
        assert_eq!(feature_of("1.8.0_402"), Some(8));
        assert_eq!(feature_of("25"), Some(25));
        assert_eq!(feature_of("26-ea"), Some(26));
        assert_eq!(feature_of("unknown"), None);
    }

    #[test]
    fn the_jdk_on_the_path_is_found_through_links() {
        let jdk = find_in(None, env::var_os("PATH")).expect("a JDK on the PATH");
        assert!(jdk.javac().is_file());
        assert!(jdk.feature >= 17);
    }

    #[test]
    fn without_a_jdk_the_message_says_where_it_looked_and_what_to_do() {
        let empty = tempfile::tempdir().unwrap();
        let error = find_in(Some(empty.path().to_owned()), Some(empty.path().into()))
            .unwrap_err()
            .to_string();
        assert!(error.contains("JAVA_HOME="), "{error}");
        assert!(error.contains("no bin/java"), "{error}");
        assert!(error.contains("javac on the PATH"), "{error}");
        assert!(error.contains("--jdk"), "{error}");
    }

    #[test]
    fn a_wrong_explicit_path_is_not_silently_replaced() {
        let empty = tempfile::tempdir().unwrap();
        assert!(matches!(
            Jdk::find(Some(empty.path())),
            Err(JdkError::NotAJdk { .. })
        ));
        assert!(matches!(
            Jdk::find(Some(&empty.path().join("none"))),
            Err(JdkError::NotAJdk { .. })
        ));
    }
}
