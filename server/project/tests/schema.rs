//! The schema is what everybody is told: the extension's manifest and the tables of `docs/` say what it says.
//! `UPDATE_DOCS=1 cargo test -p proviso-project --test schema` writes them anew.

use std::path::{Path, PathBuf};

use proviso_project::schema::{Editor, Kind, Setting, Standard, settings};
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn writes() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

/// Compares what stands between two marks of a file with what should, or writes it.
fn is_or_write(file: &str, from: &str, to: &str, wanted: &str) {
    let path = root().join(file);
    let text = read(&path);
    let (before, rest) = text.split_once(from).expect("the first mark");
    let (found, after) = rest.split_once(to).expect("the second mark");
    if writes() {
        let text = [before, from, wanted, to, after].concat();
        std::fs::write(&path, text).expect("writes");
    } else {
        assert_eq!(
            found, wanted,
            "{file} (left) is not what the schema says; UPDATE_DOCS=1 writes it"
        );
    }
}

/// What can be said, for a table.
fn values(setting: &Setting) -> String {
    match setting.kind {
        Kind::Switch => "boolean".to_owned(),
        Kind::Number { least, most } => match (least, most) {
            (0, u32::MAX) => "number".to_owned(),
            (_, u32::MAX) => format!("number, at least {least}"),
            _ => format!("number, {least} to {most}"),
        },
        Kind::Seconds => "number above 0".to_owned(),
        Kind::Word(words) => {
            let names = words().into_iter().map(|word| format!("`{}`", word.name));
            names.collect::<Vec<_>>().join(", ")
        }
        Kind::Text => "text".to_owned(),
        Kind::Texts => "list of texts".to_owned(),
        Kind::Identifiers => "list of names".to_owned(),
        Kind::Path => "path".to_owned(),
        Kind::Paths => "list of paths".to_owned(),
    }
}

fn default(setting: &Setting) -> String {
    match setting.default {
        Standard::On => "`true`".to_owned(),
        Standard::Off => "`false`".to_owned(),
        Standard::Number(number) => format!("`{number}`"),
        Standard::Word(word) => format!("`{word}`"),
        Standard::Empty => "empty".to_owned(),
        Standard::Nothing("") => "–".to_owned(),
        Standard::Nothing(words) | Standard::Depends(_, words) => words.to_owned(),
    }
}

/// The meaning with that of the words, and where more is said.
fn meaning(setting: &Setting) -> String {
    let mut text = setting.meaning.to_owned();
    if let Kind::Word(words) = setting.kind {
        let words = words().into_iter();
        let words = words.map(|word| format!("`{}`: {}", word.name, word.meaning));
        text = format!("{text} {}.", words.collect::<Vec<_>>().join("; "));
    }
    match setting.page {
        Some(page) => format!("{text} See [{page}]({page})."),
        None => text,
    }
}

#[test]
fn the_table_of_flags_is_the_schema() {
    let mut table =
        "\n| flag | in `proviso.toml` | values | default | meaning |\n|---|---|---|---|---|\n"
            .to_owned();
    for setting in settings() {
        let Some(flag) = setting.flag_name() else {
            continue;
        };
        let name = if setting.file {
            format!("`{}`", setting.name)
        } else {
            "–".to_owned()
        };
        let (values, default) = (values(setting), default(setting));
        let meaning = meaning(setting);
        table += &format!("| `{flag}` | {name} | {values} | {default} | {meaning} |\n");
    }
    is_or_write("docs/cli.md", "<!-- settings -->", "<!-- end -->", &table);
}

#[test]
fn the_table_of_editor_settings_is_the_schema() {
    let mut table = "\n| key | values | default | meaning |\n|---|---|---|---|\n".to_owned();
    for setting in settings().filter(|setting| setting.editor != Editor::None) {
        let (key, values) = (setting.editor_name(), values(setting));
        let (default, meaning) = (default(setting), meaning(setting));
        table += &format!("| `{key}` | {values} | {default} | {meaning} |\n");
    }
    is_or_write("docs/lsp.md", "<!-- settings -->", "<!-- end -->", &table);
}

/// What the manifest of the extension has to say of a setting.
fn of_manifest(setting: &Setting, scope: &str, order: usize) -> Value {
    let nothing = matches!(setting.default, Standard::Nothing(_));
    let mut property = match setting.kind {
        Kind::Switch => json!({"type": "boolean"}),
        Kind::Number { least, most } => {
            let mut number = json!({"type": "integer", "minimum": least});
            if most != u32::MAX {
                number["maximum"] = most.into();
            }
            if nothing {
                number["type"] = json!(["integer", "null"]);
            }
            number
        }
        Kind::Seconds => json!({"type": "number", "exclusiveMinimum": 0}),
        Kind::Word(words) => {
            let names: Vec<&str> = words().iter().map(|word| word.name).collect();
            let meanings: Vec<&str> = words().iter().map(|word| word.meaning).collect();
            json!({"type": "string", "enum": names, "enumDescriptions": meanings})
        }
        Kind::Text | Kind::Path => json!({"type": "string"}),
        Kind::Texts | Kind::Identifiers | Kind::Paths => {
            json!({"type": "array", "items": {"type": "string"}})
        }
    };
    property["default"] = match (setting.default, setting.kind) {
        (Standard::On, _) => true.into(),
        (Standard::Off, _) => false.into(),
        (Standard::Number(number), _) => number.into(),
        (Standard::Word(word) | Standard::Depends(word, _), _) => word.into(),
        (Standard::Empty, _) => json!([]),
        (Standard::Nothing(_), Kind::Text | Kind::Path) => "".into(),
        (Standard::Nothing(_), _) => Value::Null,
    };
    let left_alone = match setting.default {
        Standard::Nothing(words) if !words.is_empty() => format!(" Empty: {words}."),
        Standard::Depends(_, words) => format!(" Left alone: {words}."),
        _ => String::new(),
    };
    property["scope"] = scope.into();
    property["order"] = order.into();
    property["markdownDescription"] = format!("{}{left_alone}", setting.meaning).into();
    property
}

const MANIFEST: &str = "editors/vscode/package.json";

#[test]
fn the_settings_of_the_extension_are_the_schema() {
    let mut text = String::new();
    let mut wanted = serde_json::Map::new();
    for (index, setting) in settings().enumerate() {
        let Editor::Setting(scope) = setting.editor else {
            continue;
        };
        let name = format!("proviso.{}", setting.editor_name());
        // The program itself is the first.
        let property = of_manifest(setting, scope, index + 2);
        let value = serde_json::to_string_pretty(&property).expect("JSON");
        let value = value.replace('\n', "\n        ");
        text += &format!("\n        \"{name}\": {value},");
        wanted.insert(name, property);
    }
    if writes() {
        let first = "\n        \"proviso.jdk\": ";
        let text = text.strip_prefix(first).expect("the JDK comes first");
        is_or_write(MANIFEST, first, "\n        \"proviso.javaErrors\": ", text);
    }
    let manifest: Value = serde_json::from_str(&read(&root().join(MANIFEST))).expect("JSON");
    let found = manifest["contributes"]["configuration"]["properties"].as_object();
    let mut found = found.expect("settings").clone();
    // What the extension itself uses.
    for own in [
        "server.path",
        "javaErrors",
        "formatterGuard",
        "trace.server",
    ] {
        assert!(found.remove(&format!("proviso.{own}")).is_some(), "{own}");
    }
    for (name, property) in &wanted {
        assert_eq!(found.remove(name).as_ref(), Some(property), "{name}");
    }
    assert!(found.is_empty(), "offered, but not implemented: {found:?}");
}

#[test]
fn the_extension_sends_the_settings_of_the_schema() {
    let source = read(&root().join("editors/vscode/src/settings.ts"));
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let list = |name: &str| {
        let (_, rest) = source.split_once(name).expect("the list is there");
        let (list, _) = rest.split_once(']').expect("its end");
        let names = list.split('"').skip(1).step_by(2);
        sorted(names.map(str::to_owned).collect())
    };
    let of = |file: bool| {
        let offered = settings().filter(|it| matches!(it.editor, Editor::Setting(_)));
        let chosen = offered.filter(|setting| setting.file == file);
        sorted(chosen.map(Setting::editor_name).collect())
    };
    assert_eq!(list("OF_THE_PROJECT = ["), of(true));
    assert_eq!(list("OF_THE_EDITOR = ["), of(false));
}
