//! Every setting once: name, kind, default, meaning, and where it can be said. Flags, `proviso.toml` and the server's
//! settings are read by it; `tests/schema.rs` holds the extension's manifest and the tables of `docs/` to it.
//!
//! A new setting is one entry in `checking.rs` or `editor.rs`; the test then says what else to write.

mod checking;
mod editor;
mod said;

use std::path::PathBuf;

use crate::choices::Word;
use crate::options::Options;
use crate::trust::Origin;

pub use editor::EditorOptions;
pub use said::{Said, Written};

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// As in `proviso.toml`; editors write it in camel case.
    pub name: &'static str,
    pub kind: Kind,
    pub default: Standard,
    /// A sentence in Markdown, with its full stop.
    pub meaning: &'static str,
    /// The page of `docs/` that says more.
    pub page: Option<&'static str>,
    pub flag: Flag,
    /// Whether `proviso.toml` may say it.
    pub file: bool,
    pub editor: Editor,
    set: Set,
}

/// What can be said.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Switch,
    Number {
        least: u32,
        most: u32,
    },
    /// Above zero.
    Seconds,
    Word(fn() -> Vec<Word>),
    Text,
    Texts,
    /// Names such as Java's.
    Identifiers,
    Path,
    Paths,
}

/// What holds when nobody says anything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standard {
    On,
    Off,
    Number(u32),
    Word(&'static str),
    /// An empty list.
    Empty,
    /// Nothing, and what that means where it is not plain.
    Nothing(&'static str),
    /// One of the words, depending on something; the first is the careful one.
    Depends(&'static str, &'static str),
}

/// How the command line says it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Flag {
    None,
    /// `-x VALUE`.
    Short(char, &'static str),
    /// `--name VALUE`.
    Long(&'static str),
    /// `--word VALUE`, again for each.
    Each(&'static str, &'static str),
    /// `--name`, which switches it on, and its help.
    Yes(&'static str),
    /// `--no-name`, which switches it off, and its help.
    No(&'static str, &'static str),
}

/// How an editor says it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Editor {
    None,
    /// In its settings; the word is VS Code's for whose they are.
    Setting(&'static str),
    /// Only the client itself can tell.
    Client,
}

/// What somebody said, of the kind that the setting asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Switch(bool),
    Number(u32),
    Seconds(f64),
    /// A text, or a word of a choice.
    Text(String),
    Texts(Vec<String>),
    Path(PathBuf),
    Paths(Vec<PathBuf>),
}

#[derive(Debug, Clone, Copy)]
enum Set {
    Checking(fn(&mut Options, Value, Origin)),
    Editor(fn(&mut EditorOptions, Value)),
}

/// All settings, in the order in which people read them.
pub fn settings() -> impl Iterator<Item = &'static Setting> {
    checking::SETTINGS.iter().chain(editor::SETTINGS)
}

impl Setting {
    /// As editors write it: `loopBound` for `loop-bound`.
    pub fn editor_name(&self) -> String {
        let mut pieces = self.name.split('-');
        let first = pieces.next().unwrap_or("").to_owned();
        pieces.fold(first, |name, piece| {
            let (head, tail) = piece.split_at(piece.len().min(1));
            name + &head.to_ascii_uppercase() + tail
        })
    }

    /// As the command line writes it, with its dashes.
    pub fn flag_name(&self) -> Option<String> {
        match self.flag {
            Flag::None => None,
            Flag::Short(letter, _) => Some(format!("-{letter}")),
            Flag::Long(_) | Flag::Yes(_) => Some(format!("--{}", self.name)),
            Flag::Each(word, _) | Flag::No(word, _) => Some(format!("--{word}")),
        }
    }
}

impl Kind {
    /// Whether a value is one that can be said; otherwise what was expected.
    pub fn accepts(&self, value: &Value) -> Result<(), String> {
        match (self, value) {
            (Kind::Number { least, most }, Value::Number(number)) => {
                if (least..=most).contains(&number) {
                    Ok(())
                } else if *most == u32::MAX {
                    Err(format!("expected at least {least}"))
                } else {
                    Err(format!("expected a number from {least} to {most}"))
                }
            }
            (Kind::Seconds, Value::Seconds(seconds)) => {
                if *seconds > 0.0 && *seconds <= MOST_SECONDS {
                    Ok(())
                } else {
                    Err("expected a positive number of seconds".to_owned())
                }
            }
            (Kind::Word(words), Value::Text(name)) => {
                let names: Vec<&str> = words().iter().map(|word| word.name).collect();
                if names.contains(&name.as_str()) {
                    Ok(())
                } else {
                    Err(format!("“{name}” is not one of {}", names.join(", ")))
                }
            }
            (Kind::Identifiers, Value::Texts(texts)) => {
                match texts.iter().find(|text| !is_identifier(text)) {
                    None => Ok(()),
                    Some(text) => Err(format!("“{text}” is no identifier")),
                }
            }
            (Kind::Switch, Value::Switch(_))
            | (Kind::Text, Value::Text(_))
            | (Kind::Texts, Value::Texts(_))
            | (Kind::Path, Value::Path(_))
            | (Kind::Paths, Value::Paths(_)) => Ok(()),
            _ => Err(format!("expected {}", self.words())),
        }
    }

    /// What is expected, in words.
    pub fn words(&self) -> &'static str {
        match self {
            Kind::Switch => "true or false",
            Kind::Number { .. } => "a whole number",
            Kind::Seconds => "a number of seconds",
            Kind::Word(_) => "a word",
            Kind::Text => "a text",
            Kind::Texts | Kind::Identifiers => "a list of texts",
            Kind::Path => "a path",
            Kind::Paths => "a list of paths",
        }
    }
}

/// Some thirty years.
const MOST_SECONDS: f64 = 1e9;

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Something that the kind accepts and that is no default.
    fn sample(kind: &Kind) -> Value {
        match kind {
            Kind::Switch => Value::Switch(false),
            Kind::Number { least, .. } => Value::Number(least + 1),
            Kind::Seconds => Value::Seconds(1.5),
            Kind::Word(words) => Value::Text(words()[1].name.to_owned()),
            Kind::Text => Value::Text("A.b".to_owned()),
            Kind::Texts | Kind::Identifiers => Value::Texts(vec!["A".to_owned()]),
            Kind::Path => Value::Path("p".into()),
            Kind::Paths => Value::Paths(vec!["p".into()]),
        }
    }

    fn standard(setting: &Setting) -> Option<Value> {
        match setting.default {
            Standard::On => Some(Value::Switch(true)),
            Standard::Off => Some(Value::Switch(false)),
            Standard::Number(number) => Some(match setting.kind {
                Kind::Seconds => Value::Seconds(number.into()),
                _ => Value::Number(number),
            }),
            Standard::Word(word) => Some(Value::Text(word.to_owned())),
            Standard::Empty => Some(match setting.kind {
                Kind::Paths => Value::Paths(Vec::new()),
                _ => Value::Texts(Vec::new()),
            }),
            Standard::Nothing(_) | Standard::Depends(..) => None,
        }
    }

    #[test]
    fn names_are_there_once() {
        let names: BTreeSet<&str> = settings().map(|setting| setting.name).collect();
        assert_eq!(names.len(), settings().count());
        let flags: Vec<String> = settings().filter_map(Setting::flag_name).collect();
        let different: BTreeSet<&String> = flags.iter().collect();
        assert_eq!(different.len(), flags.len());
    }

    /// Whether saying this leaves everything as it is when nobody says anything.
    fn changes_nothing(setting: &Setting, value: Value) -> bool {
        assert_eq!(setting.kind.accepts(&value), Ok(()), "{}", setting.name);
        let (mut options, mut editor) = (Options::default(), EditorOptions::default());
        match setting.set {
            Set::Checking(set) => set(&mut options, value, Origin::User),
            Set::Editor(set) => set(&mut editor, value),
        }
        (options, editor) == (Options::default(), EditorOptions::default())
    }

    #[test]
    fn the_defaults_of_the_schema_are_what_holds() {
        for setting in settings() {
            if let Some(value) = standard(setting) {
                assert!(changes_nothing(setting, value), "{}", setting.name);
            }
        }
    }

    #[test]
    fn every_setting_sets_something_of_its_kind() {
        for setting in settings() {
            let mut value = sample(&setting.kind);
            if standard(setting).as_ref() == Some(&value) {
                value = Value::Switch(true);
            }
            assert!(!changes_nothing(setting, value), "{}", setting.name);
        }
    }

    #[test]
    fn editors_write_names_in_camel_case() {
        let find = |name: &str| settings().find(|setting| setting.name == name);
        assert_eq!(
            find("loop-bound").expect("is there").editor_name(),
            "loopBound"
        );
        assert_eq!(find("k").expect("is there").editor_name(), "k");
    }
}
