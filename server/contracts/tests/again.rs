//! Lowering after an edit gives what lowering everything gives, and lowers little.

use proviso_contracts::{ClauseId, InputFile, LowerOptions, Lowered, Memo, lower_again};
use proviso_syntax::Document;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

type Texts = Vec<(String, String)>;

fn lowered(texts: &Texts, options: &LowerOptions, before: Option<&Memo>) -> Lowered {
    let documents: Vec<Document> = texts.iter().map(|(_, text)| Document::new(text)).collect();
    let inputs = texts.iter().zip(&documents);
    let inputs: Vec<InputFile> = inputs
        .map(|((path, _), document)| InputFile {
            path,
            file: document.file(),
        })
        .collect();
    lower_again(&inputs, options, before)
}

/// Everything that somebody could see of a lowering.
fn seen(lowered: &Lowered) -> Vec<String> {
    let table = &lowered.table;
    let mut all: Vec<String> = lowered.files.iter().map(|f| format!("{f:?}")).collect();
    all.extend(table.methods.iter().map(|method| format!("{method:?}")));
    all.extend(table.clauses.values().map(|clause| format!("{clause:?}")));
    all.extend(lowered.diagnostics.iter().map(|d| format!("{d:?}")));
    all.extend(lowered.parts.iter().map(|part| format!("{part:?}")));
    all.push(format!("{:?}", table.non_null_fields));
    all.push(format!("{:?}", table.opened));
    all.push(format!("{:?}", table.invariants));
    all.push(format!("{:?}", table.local_types));
    all
}

/// Compares both ways to lower, and says how many files were lowered after the edit.
fn compare(texts: &Texts, options: &LowerOptions, before: &Memo, what: &str) -> usize {
    let (after, anew) = (
        lowered(texts, options, Some(before)),
        lowered(texts, options, None),
    );
    let (one, other) = (seen(&after), seen(&anew));
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other, "{what}");
    }
    assert_eq!(one.len(), other.len(), "{what}");
    after.fresh_files
}

/// The Java files below a folder.
fn texts_below(folder: &Path, texts: &mut Texts) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut entries: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            texts_below(&path, texts);
        } else if path.extension().is_some_and(|e| e == "java") {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            texts.push((path.to_string_lossy().into_owned(), text));
        }
    }
}

/// The folders of the subjects, each as if its files belonged together; a class of one name is there once.
fn units() -> Vec<(String, Texts)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/subjects");
    let folders = std::fs::read_dir(&root).expect("the subjects");
    let mut units = Vec::new();
    for folder in folders.map(|entry| entry.expect("an entry").path()) {
        let mut texts = Texts::new();
        if folder.is_dir() {
            texts_below(&folder, &mut texts);
        }
        let mut names = BTreeSet::new();
        texts.retain(|(_, text)| {
            let file = Document::new(text);
            let types = file.file().all_types();
            let own: Vec<String> = types.iter().map(|t| t.binary_name.clone()).collect();
            !own.iter().any(|name| names.contains(name)) && {
                names.extend(own);
                true
            }
        });
        texts.truncate(25);
        if texts.len() > 1 {
            units.push((folder.display().to_string(), texts));
        }
    }
    assert!(units.len() > 3, "{}", units.len());
    units
}

/// The text with something inserted after the first brace of its n-th method's body.
fn with_body_edit(text: &str, n: usize, insert: &str) -> Option<String> {
    let file = Document::new(text);
    let types = file.file().all_types();
    let methods = types.iter().flat_map(|ty| ty.methods());
    let bodies: Vec<usize> = methods
        .filter(|method| !method.in_jml)
        .filter_map(|method| method.body.as_ref())
        .filter(|body| body.types.is_empty())
        .map(|body| body.span.start + 1)
        .collect();
    let at = *bodies.get(n % bodies.len().max(1))?;
    Some(format!("{}{insert}{}", &text[..at], &text[at..]))
}

/// The text with something inserted before the contract of its n-th method that has one.
fn with_contract_edit(text: &str, n: usize, insert: &str) -> Option<String> {
    let file = Document::new(text);
    let types = file.file().all_types();
    let methods = types.iter().flat_map(|ty| ty.methods());
    let specs: Vec<usize> = methods
        .filter_map(|method| method.spec.as_ref())
        .map(|spec| spec.span.start)
        .collect();
    let at = *specs.get(n % specs.len().max(1))?;
    Some(format!("{}{insert}{}", &text[..at], &text[at..]))
}

/// Makes each of the edits in every so many files of all units, compares, and says how many edits there were and how many
/// of them lowered one file only.
fn after_edits(
    step: usize,
    inserts: &[&str],
    edited: fn(&str, usize, &str) -> Option<String>,
) -> (usize, usize) {
    let options = LowerOptions::default();
    let (mut edits, mut cheap) = (0, 0);
    for (name, mut texts) in units() {
        let Some(memo) = lowered(&texts, &options, None).memo else {
            continue;
        };
        for file in (0..texts.len()).step_by(step) {
            for insert in inserts {
                let before = texts[file].1.clone();
                let Some(after) = edited(&before, file, insert) else {
                    continue;
                };
                texts[file].1 = after;
                let what = format!("{name}: {} with {insert:?}", texts[file].0);
                edits += 1;
                cheap += usize::from(compare(&texts, &options, &memo, &what) == 1);
                texts[file].1 = before;
            }
        }
    }
    assert!(edits > 50, "{edits}");
    (edits, cheap)
}

#[test]
fn an_edit_of_a_contract_costs_its_file_where_nobody_inherits_it() {
    let inserts = [
        "requires 1 < 2; ",
        "requires nothing_known ",
        "/* x */ pure ",
        "also ",
    ];
    let (edits, cheap) = after_edits(2, &inserts, with_contract_edit);
    assert!(
        cheap * 2 > edits,
        "{cheap} of {edits} edits lowered one file only"
    );
}

#[test]
fn an_edit_inside_a_method_costs_its_file_and_changes_nothing_else() {
    let inserts = [
        "\n int edited = 1;",
        "\n //@ assert 1 < 2;\n",
        " //@ assert ;\n",
    ];
    let (edits, cheap) = after_edits(3, &inserts, with_body_edit);
    assert!(
        cheap * 10 >= edits * 9,
        "{cheap} of {edits} edits lowered one file only"
    );
}

#[test]
fn an_edit_of_what_others_see_is_seen_by_them() {
    let options = LowerOptions::default();
    for (name, mut texts) in units() {
        let Some(memo) = lowered(&texts, &options, None).memo else {
            continue;
        };
        for file in (0..texts.len()).step_by(4) {
            let before = texts[file].1.clone();
            let Some(brace) = before.find('{') else {
                continue;
            };
            let mut after = before.clone();
            after.insert_str(
                brace + 1,
                " /*@ public invariant 1 < 2; @*/ public int added;",
            );
            texts[file].1 = after;
            compare(
                &texts,
                &options,
                &memo,
                &format!("{name}: {}", texts[file].0),
            );
            texts[file].1 = before;
        }
    }
}

#[test]
fn explaining_a_clause_costs_its_file() {
    let plain = LowerOptions::default();
    let mut cheap = 0;
    for (name, texts) in units() {
        let first = lowered(&texts, &plain, None);
        let Some(memo) = first.memo else { continue };
        let written = first.table.clauses.values().filter(|c| !c.is_default);
        let ids: Vec<ClauseId> = written.map(|clause| clause.id).collect();
        for id in ids.iter().step_by(ids.len().div_ceil(6).max(1)) {
            let options = LowerOptions {
                explained: BTreeSet::from([*id]),
                ..LowerOptions::default()
            };
            let what = format!("{name}: clause {id:?} explained");
            cheap += usize::from(compare(&texts, &options, &memo, &what) == 1);
        }
    }
    assert!(cheap > 10, "{cheap}");
}
