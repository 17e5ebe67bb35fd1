//! Runs the corpus (tree-sitter's own format): each text must give the tree written under it.
//! `UPDATE_CORPUS=1 cargo test -p tree-sitter-jml` writes the trees anew; read the difference before committing it.

use std::path::{Path, PathBuf};

struct Example {
    name: String,
    text: String,
    tree: String,
}

fn corpus_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn examples(content: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = content.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("===") {
            continue;
        }
        let name = lines.next().unwrap_or("").to_owned();
        lines.next();
        let mut text = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != "---") {
            text.push(line);
        }
        let mut tree = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("===")) {
            tree.push(line.trim());
        }
        let (text, tree) = (
            text.join("\n").trim().to_owned(),
            tree.join(" ").trim().to_owned(),
        );
        examples.push(Example { name, text, tree });
    }
    examples
}

fn tree_of(text: &str) -> String {
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&tree_sitter_jml::LANGUAGE.into())
        .expect("the language fits the library");
    parser
        .parse(text, None)
        .expect("a tree")
        .root_node()
        .to_string()
}

/// An S-expression with each child of the root on a line of its own.
fn pretty(tree: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for (at, c) in tree.char_indices() {
        match c {
            '(' => {
                if depth == 1 && at > 0 {
                    out.truncate(out.trim_end().len());
                    out.push_str("\n  ");
                }
                depth += 1;
            }
            ')' => depth -= 1,
            _ => {}
        }
        out.push(c);
    }
    out
}

#[test]
fn corpus_texts_have_the_trees_written_under_them() {
    let update = std::env::var_os("UPDATE_CORPUS").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in corpus_files() {
        let content = std::fs::read_to_string(&path).expect("a readable corpus file");
        let mut fresh = String::new();
        for example in examples(&content) {
            count += 1;
            let tree = tree_of(&example.text);
            let is_mistake = example.name.starts_with("mistake:");
            let is_bad = tree.contains("ERROR") || tree.contains("MISSING");
            if is_bad != is_mistake {
                wrong.push(format!("{}: {tree}", example.name));
            }
            fresh.push_str(&format!(
                "===\n{}\n===\n{}\n---\n{}\n\n",
                example.name,
                example.text,
                pretty(&tree)
            ));
            let expected: Vec<&str> = example.tree.split_whitespace().collect();
            if !update && expected.join(" ") != tree {
                wrong.push(format!(
                    "{} in {}:\n{}\ninstead of\n{}",
                    example.name,
                    path.display(),
                    tree,
                    expected.join(" ")
                ));
            }
        }
        if update {
            std::fs::write(&path, fresh).expect("a writable corpus file");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 100, "only {count} examples were found");
}

#[test]
fn highlight_and_injection_queries_fit_the_grammars() {
    let jml = tree_sitter_jml::LANGUAGE.into();
    if let Err(error) = tree_sitter::Query::new(&jml, tree_sitter_jml::HIGHLIGHTS_QUERY) {
        panic!("highlights.scm: {error}");
    }
    let java = tree_sitter_java::LANGUAGE.into();
    if let Err(error) = tree_sitter::Query::new(&java, tree_sitter_jml::INJECTIONS_QUERY) {
        panic!("injections.scm: {error}");
    }
}

/// (capture name, text) of everything a query finds.
fn captures(language: &tree_sitter::Language, query: &str, text: &str) -> Vec<(String, String)> {
    use tree_sitter::StreamingIterator;
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(language)
        .expect("the language fits the library");
    let tree = parser.parse(text, None).expect("a tree");
    let query = tree_sitter::Query::new(language, query).expect("a query that fits");
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut found = Vec::new();
    let mut all = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((matched, index)) = all.next() {
        let capture = matched.captures()[*index];
        let name = query.capture_names()[capture.index as usize].to_owned();
        found.push((name, text[capture.node.byte_range()].to_owned()));
    }
    found
}

#[test]
fn jml_is_coloured_and_only_jml_is_injected() {
    let jml = tree_sitter_jml::LANGUAGE.into();
    let text =
        "requires \\old(size) > 0 && (\\forall int i; i < 3; true); ensures s.equals(\"x\");";
    let found = captures(&jml, tree_sitter_jml::HIGHLIGHTS_QUERY, text);
    for (name, what) in [
        ("keyword", "requires"),
        ("keyword", "ensures"),
        ("function.builtin", "\\old"),
        ("keyword.operator", "\\forall"),
        ("type.builtin", "int"),
        ("variable.parameter", "i"),
        ("number", "0"),
        ("constant.builtin", "true"),
        ("function.method", "equals"),
        ("string", "\"x\""),
    ] {
        let wanted = (name.to_owned(), what.to_owned());
        assert!(found.contains(&wanted), "no {wanted:?} in {found:?}");
    }
    let java = tree_sitter_java::LANGUAGE.into();
    let text = "class A { //@ invariant x;\n /*@ pure */ //+KEY@ ghost int g;\n // @ no\n /** @no */ /* no */ int m() {} }";
    let found = captures(&java, tree_sitter_jml::INJECTIONS_QUERY, text);
    let injected: Vec<&str> = found.iter().map(|(_, what)| what.as_str()).collect();
    assert_eq!(
        injected,
        ["//@ invariant x;", "/*@ pure */", "//+KEY@ ghost int g;"]
    );
}
