//! The sources of the JDK on the machine: `lib/src.zip` of the JDK in use, or of one installed beside it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::program;

/// Classes of `java.util` taken out of the archive, and the JDK they belong to.
pub struct JdkSources {
    pub home: PathBuf,
    folder: tempfile::TempDir,
}

impl JdkSources {
    /// Takes out the named classes of `java.util`.
    pub fn of_java_util(classes: &[&str]) -> Result<JdkSources, String> {
        let home = home_with_sources()?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut jar = Command::new(home.join("bin/jar"));
        jar.current_dir(folder.path())
            .args(["--extract", "--file"])
            .arg(archive(&home))
            .args(classes.iter().map(|class| in_archive(class)));
        let output = program::run_command(jar, Duration::from_secs(120));
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(JdkSources { home, folder })
    }

    /// The file of a class that was taken out.
    pub fn file(&self, class: &str) -> PathBuf {
        self.folder.path().join(in_archive(class))
    }
}

fn in_archive(class: &str) -> String {
    format!("java.base/java/util/{class}.java")
}

fn archive(home: &Path) -> PathBuf {
    home.join("lib/src.zip")
}

fn home_with_sources() -> Result<PathBuf, String> {
    let javac = std::env::var_os("JAVA_HOME")
        .map(|home| PathBuf::from(home).join("bin/javac"))
        .or_else(javac_on_path)
        .ok_or("no JDK: neither JAVA_HOME nor a javac on the PATH")?;
    let javac = javac.canonicalize().map_err(|error| error.to_string())?;
    let home = javac.ancestors().nth(2).ok_or("javac lies in no JDK")?;
    let mut beside: Vec<PathBuf> = home
        .parent()
        .and_then(|installed| std::fs::read_dir(installed).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    beside.sort();
    std::iter::once(home.to_owned())
        .chain(beside)
        .find(|home| archive(home).is_file() && home.join("bin/jar").is_file())
        .ok_or_else(|| {
            format!(
                "no lib/src.zip in {} nor in a JDK beside it; on Debian the package openjdk-17-source has it",
                home.display()
            )
        })
}

fn javac_on_path() -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join("javac"))
        .find(|javac| javac.is_file())
}
