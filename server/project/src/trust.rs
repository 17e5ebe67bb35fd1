//! Who may decide what: the one place where settings are weighed by where they come from. `docs/security.md` has the
//! threat model behind it.
//!
//! A repository can write its own files (`proviso.toml`, build files) and, in some editors, workspace settings. Until
//! somebody says that it is trusted, none of these decides which program runs or what is read outside of the project.

use std::path::{Path, PathBuf};

use proviso_jvm_host::Sandbox;

/// What was said about the project.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Trust {
    /// The editor says that it is not trusted: no code of it runs.
    Untrusted,
    /// Nothing: its code runs where it can be confined.
    #[default]
    Unsaid,
    /// Explicitly trusted, by the editor or with `--trust`.
    Trusted,
}

impl Trust {
    /// What holds when nobody has set `sandbox`.
    pub fn usual_sandbox(self) -> Sandbox {
        match self {
            Trust::Trusted => Sandbox::BestEffort,
            Trust::Untrusted | Trust::Unsaid => Sandbox::Required,
        }
    }
}

/// Who has set something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A flag, an environment variable, or a setting that the editor knows to be the user's own.
    #[default]
    User,
    /// The editor, which may have it from the workspace.
    Editor,
    /// `proviso.toml`.
    File,
}

/// Whether this JDK's programs may be started. `project` are the folders that were opened or named.
pub fn may_run_jdk(
    home: &Path,
    origin: Origin,
    trust: Trust,
    project: &[PathBuf],
) -> Result<(), String> {
    let named_by = match (origin, trust) {
        (Origin::User, _) => return Ok(()),
        (Origin::File, Trust::Trusted) => "proviso.toml",
        (Origin::Editor, Trust::Trusted | Trust::Unsaid) => "the setting proviso.jdk",
        (Origin::File, _) => {
            return Err(
                "proviso.toml: `jdk` says which program runs, so it is not taken from a project that is not trusted \
                 (use --jdk, the editor's user settings, or --trust)"
                    .to_owned(),
            );
        }
        (Origin::Editor, Trust::Untrusted) => {
            return Err(
                "the setting proviso.jdk is taken from the user settings only, because this workspace is not trusted"
                    .to_owned(),
            );
        }
    };
    if is_inside(home, project) {
        return Err(format!(
            "{named_by} names a JDK inside the project ({}): its programs come from the repository and are not \
             started; if you want that, name it yourself with --jdk or in the user settings",
            home.display()
        ));
    }
    Ok(())
}

/// Whether a file or folder that `proviso.toml` names may be read: without trust only what belongs to the project.
pub fn may_read(path: &Path, trust: Trust, project: &[PathBuf]) -> bool {
    trust == Trust::Trusted || is_inside(path, project)
}

/// A project may ask for more confinement than is usual, but for less only when it is trusted.
pub fn sandbox_of_file(wanted: Sandbox, trust: Trust) -> Sandbox {
    let strictness = |mode| Sandbox::ALL.iter().position(|known| *known == mode);
    let usual = trust.usual_sandbox();
    if trust == Trust::Trusted || strictness(wanted) < strictness(usual) {
        wanted
    } else {
        usual
    }
}

/// Really inside, whatever links and `..` say. What does not exist is nowhere.
pub fn is_inside(path: &Path, folders: &[PathBuf]) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    folders
        .iter()
        .filter_map(|folder| folder.canonicalize().ok())
        .any(|folder| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_user_may_name_a_jdk_inside_the_project() {
        let project = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let inside = project.path().join("jdk");
        std::fs::create_dir(&inside).unwrap();
        let folders = [project.path().to_owned()];
        let may = |home: &Path, origin, trust| may_run_jdk(home, origin, trust, &folders).is_ok();
        for trust in [Trust::Untrusted, Trust::Unsaid, Trust::Trusted] {
            assert!(may(&inside, Origin::User, trust));
            assert!(!may(&inside, Origin::Editor, trust));
            assert!(!may(&inside, Origin::File, trust));
            let other = elsewhere.path();
            assert_eq!(may(other, Origin::File, trust), trust == Trust::Trusted);
            assert_eq!(may(other, Origin::Editor, trust), trust != Trust::Untrusted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_project_is_outside_and_a_link_into_it_inside() {
        let project = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let folders = [project.path().to_owned()];
        let out = project.path().join("out");
        std::os::unix::fs::symlink(elsewhere.path(), &out).unwrap();
        assert!(!is_inside(&out, &folders));
        let into = elsewhere.path().join("in");
        std::os::unix::fs::symlink(project.path(), &into).unwrap();
        assert!(is_inside(&into, &folders));
        assert!(!is_inside(&project.path().join(".."), &folders));
    }

    #[test]
    fn a_project_can_only_tighten_the_sandbox() {
        for trust in [Trust::Untrusted, Trust::Unsaid] {
            for wanted in Sandbox::ALL {
                assert_eq!(sandbox_of_file(wanted, trust), Sandbox::Required);
            }
        }
        assert_eq!(sandbox_of_file(Sandbox::Off, Trust::Trusted), Sandbox::Off);
        let stricter = sandbox_of_file(Sandbox::Required, Trust::Trusted);
        assert_eq!(stricter, Sandbox::Required);
    }
}
