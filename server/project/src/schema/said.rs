//! What one place says — a command line, a `proviso.toml`, an editor — and laying it over what was said before.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{EditorOptions, Kind, Set, Setting, Value, settings};
use crate::options::Options;
use crate::trust::{Origin, may_read};

/// Values by the names of their settings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Said(BTreeMap<&'static str, Value>);

impl Said {
    /// Notes a value of a setting, if it is one that can be said.
    pub fn say(&mut self, setting: &Setting, value: Value) -> Result<(), String> {
        setting.kind.accepts(&value)?;
        self.0.insert(setting.name, value);
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Makes relative paths start at a folder.
    pub fn below(mut self, folder: &Path) -> Said {
        for value in self.0.values_mut() {
            match value {
                Value::Path(path) => *path = folder.join(&*path),
                Value::Paths(paths) => {
                    for path in paths {
                        *path = folder.join(&*path);
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Leaves out paths that a file of the project may not name, and says which.
    pub(crate) fn readable(mut self, options: &mut Options, project: &Path) -> Said {
        let (trust, project) = (options.trust, [project.to_owned()]);
        for (name, value) in &mut self.0 {
            let Value::Paths(paths) = value else { continue };
            paths.retain(|path| {
                let taken = !path.exists() || may_read(path, trust, &project);
                if !taken {
                    options.refused.push(format!(
                        "proviso.toml: {name}: {} lies outside of the project, which is not trusted (see --trust): left out",
                        path.display()
                    ));
                }
                taken
            });
        }
        self
    }

    /// Lays what is about checking over `options`.
    pub fn apply(&self, options: &mut Options, origin: Origin) {
        for (setting, value) in self.each() {
            if let Set::Checking(set) = setting.set {
                set(options, value, origin);
            }
        }
    }

    /// Lays what is about the editor over `editor`.
    pub fn apply_to_editor(&self, editor: &mut EditorOptions) {
        for (setting, value) in self.each() {
            if let Set::Editor(set) = setting.set {
                set(editor, value);
            }
        }
    }

    fn each(&self) -> impl Iterator<Item = (&'static Setting, Value)> {
        settings().filter_map(|setting| Some((setting, self.0.get(setting.name)?.clone())))
    }
}

/// A value as a file or an editor writes it; none when it is of another kind.
pub trait Written {
    fn switch(&self) -> Option<bool>;
    fn number(&self) -> Option<u32>;
    fn seconds(&self) -> Option<f64>;
    fn text(&self) -> Option<&str>;
    fn texts(&self) -> Option<Vec<&str>>;
}

impl Kind {
    /// Reads a value; otherwise what was expected.
    pub fn read(&self, written: &impl Written) -> Result<Value, String> {
        let texts = || written.texts().map(|texts| texts.into_iter());
        let value = match self {
            Kind::Switch => written.switch().map(Value::Switch),
            Kind::Number { .. } => written.number().map(Value::Number),
            Kind::Seconds => written.seconds().map(Value::Seconds),
            Kind::Word(_) | Kind::Text => written.text().map(|text| Value::Text(text.to_owned())),
            Kind::Texts | Kind::Identifiers => {
                texts().map(|texts| Value::Texts(texts.map(str::to_owned).collect()))
            }
            Kind::Path => written.text().map(|text| Value::Path(text.into())),
            Kind::Paths => texts().map(|texts| Value::Paths(texts.map(PathBuf::from).collect())),
        };
        let value = value.ok_or_else(|| format!("expected {}", self.words()))?;
        self.accepts(&value)?;
        Ok(value)
    }
}

impl Written for toml::Value {
    fn switch(&self) -> Option<bool> {
        self.as_bool()
    }

    fn number(&self) -> Option<u32> {
        self.as_integer()?.try_into().ok()
    }

    fn seconds(&self) -> Option<f64> {
        let whole = || self.as_integer().map(|seconds| seconds as f64);
        self.as_float().or_else(whole)
    }

    fn text(&self) -> Option<&str> {
        self.as_str()
    }

    fn texts(&self) -> Option<Vec<&str>> {
        self.as_array()?.iter().map(toml::Value::as_str).collect()
    }
}

impl Written for serde_json::Value {
    fn switch(&self) -> Option<bool> {
        self.as_bool()
    }

    fn number(&self) -> Option<u32> {
        self.as_u64()?.try_into().ok()
    }

    fn seconds(&self) -> Option<f64> {
        self.as_f64()
    }

    fn text(&self) -> Option<&str> {
        self.as_str()
    }

    fn texts(&self) -> Option<Vec<&str>> {
        let values = self.as_array()?.iter();
        values.map(serde_json::Value::as_str).collect()
    }
}
