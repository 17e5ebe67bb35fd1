//! A file that is being edited: both trees are kept and re-parsed from what changed.

use crate::ast::{Problem, SourceFile, Span};
use crate::changes::{Changes, changes};
use crate::comments::{Group, Keys, scan};
use crate::lines::Lines;
use crate::read::Reader;
use crate::read::java::JavaReader;
use crate::read::members::GroupItems;
use crate::read::recover::JmlParser;
use std::sync::Arc;
use tree_sitter::{InputEdit, Parser, Tree};

/// How to read a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub keys: Keys,
}

/// One group of annotations with its tree.
#[derive(Clone)]
struct JmlTree {
    group: Group,
    tree: Option<Tree>,
}

/// A Java file with its trees, kept up to date under edits. A clone shares the trees.
#[derive(Clone)]
pub struct Document {
    options: Options,
    text: String,
    java: Option<Tree>,
    jml: Vec<JmlTree>,
    file: Arc<SourceFile>,
    changes: Changes,
}

/// Reads a file once.
pub fn parse(text: &str, options: &Options) -> SourceFile {
    let document = Document::with_options(text, options.clone());
    Arc::unwrap_or_clone(document.file)
}

impl Document {
    pub fn new(text: &str) -> Document {
        Document::with_options(text, Options::default())
    }

    pub fn with_options(text: &str, options: Options) -> Document {
        let (java, jml, file) = read(text, &options, None, Vec::new());
        let file = Arc::new(file);
        Document {
            options,
            text: text.to_owned(),
            java,
            jml,
            changes: Changes::all(&file),
            file,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn file(&self) -> &SourceFile {
        &self.file
    }

    /// The same, to keep while the document goes on.
    pub fn shared_file(&self) -> Arc<SourceFile> {
        Arc::clone(&self.file)
    }

    /// What the last edit changed (everything, for a new document).
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Replaces the bytes of `range`. The range is cut to the text, and to whole characters.
    pub fn edit(&mut self, range: Span, replacement: &str) {
        let start = floor_char(&self.text, range.start);
        let old_end = floor_char(&self.text, range.end.max(range.start)).max(start);
        let before = Lines::new(&self.text);
        let mut text = self.text.clone();
        text.replace_range(start..old_end, replacement);
        let after = Lines::new(&text);
        let new_end = start + replacement.len();
        let edit = InputEdit {
            start_byte: start,
            old_end_byte: old_end,
            new_end_byte: new_end,
            start_position: before.point(start),
            old_end_position: before.point(old_end),
            new_end_position: after.point(new_end),
        };
        if let Some(java) = &mut self.java {
            java.edit(&edit);
        }
        let mut old = std::mem::take(&mut self.jml);
        for jml in &mut old {
            if let Some(tree) = &mut jml.tree {
                tree.edit(&edit);
            }
            jml.group.span = moved(jml.group.span, start, old_end, new_end);
        }
        let (java, jml, file) = read(&text, &self.options, self.java.as_ref(), old);
        self.text = text;
        self.java = java;
        self.jml = jml;
        self.changes = changes(&self.file, &file);
        self.file = Arc::new(file);
    }

    /// Replaces the whole text; only what differs is parsed again.
    pub fn set_text(&mut self, text: &str) {
        let old = self.text.as_bytes();
        let new = text.as_bytes();
        let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let prefix = floor_char(&self.text, prefix).min(floor_char(text, prefix));
        let most = old.len().min(new.len()) - prefix;
        let mut suffix = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take(most)
            .take_while(|(a, b)| a == b)
            .count();
        while suffix > 0
            && !(self.text.is_char_boundary(old.len() - suffix)
                && text.is_char_boundary(new.len() - suffix))
        {
            suffix -= 1;
        }
        if prefix == old.len() && old.len() == new.len() {
            self.changes = Changes::default();
            return;
        }
        let range = Span::new(prefix, old.len() - suffix);
        self.edit(range, &text[prefix..new.len() - suffix]);
    }

    /// Identities of all nodes of the JML trees: an edit leaves those of unchanged parts as they were.
    pub fn jml_node_ids(&self) -> Vec<usize> {
        let mut ids = Vec::new();
        for tree in self.jml.iter().filter_map(|jml| jml.tree.as_ref()) {
            let mut rest = vec![tree.root_node()];
            while let Some(node) = rest.pop() {
                ids.push(node.id());
                let mut cursor = node.walk();
                rest.extend(node.children(&mut cursor));
            }
        }
        ids
    }
}

fn floor_char(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Where a span lies after an edit.
fn moved(span: Span, start: usize, old_end: usize, new_end: usize) -> Span {
    let shift = |offset: usize| {
        if offset >= old_end {
            offset - old_end + new_end
        } else {
            offset.min(start)
        }
    };
    Span::new(shift(span.start), shift(span.end))
}

fn read(
    text: &str,
    options: &Options,
    old_java: Option<&Tree>,
    old_jml: Vec<JmlTree>,
) -> (Option<Tree>, Vec<JmlTree>, SourceFile) {
    let scan = scan(text, &options.keys);
    let clean = clean_text(text, &scan);
    let lines = Lines::new(text);
    let mut java_parser = language_parser(&tree_sitter_java::LANGUAGE.into());
    let mut parse_java = |text: &str, old: Option<&Tree>| {
        java_parser
            .as_mut()
            .and_then(|parser| parser.parse(text, old))
    };
    let mut java = parse_java(text, old_java);
    let mut bodiless = Vec::new();
    let broken = java
        .as_ref()
        .is_some_and(|tree| tree.root_node().has_error());
    if broken && let Some((patched, found)) = crate::bodiless::patch(text) {
        java = parse_java(&patched, None);
        bodiless = found;
    }
    let mut problems = scan.problems;
    let mut clauses = Vec::new();
    let mut groups = Vec::new();
    let mut jml = Vec::new();
    if let Some(mut parser) = language_parser(&tree_sitter_jml::LANGUAGE.into()) {
        let mut parser = JmlParser {
            parser: &mut parser,
            text: &clean,
            lines: &lines,
        };
        let mut old = old_jml.into_iter().peekable();
        for group in scan.groups {
            // The old group that begins where this one does, or just before.
            let mut before = None;
            while let Some(candidate) = old.next_if(|old| old.group.span.start <= group.span.start)
            {
                before = Some(candidate);
            }
            let before = before
                .filter(|old| old.group.span.end > group.span.start)
                .and_then(|old| old.tree);
            let tree = parser.parse(&group.pieces, before.as_ref());
            let mut reader = Reader::new(&clean);
            let items = reader.group_items(&group, tree.as_ref(), &mut parser);
            problems.append(&mut reader.problems);
            clauses.append(&mut reader.clauses);
            groups.push(GroupItems {
                span: group.span,
                items,
            });
            jml.push(JmlTree { group, tree });
        }
    }
    let mut file = SourceFile {
        text: Arc::from(text),
        clean: Arc::from(clean.as_str()),
        package: None,
        imports: Vec::new(),
        types: Vec::new(),
        annotations: scan.annotations,
        problems: Vec::new(),
        clauses,
        casts: Vec::new(),
        code_lines: Vec::new(),
        java_has_errors: java
            .as_ref()
            .is_none_or(|tree| tree.root_node().has_error()),
    };
    let has_bodiless = !bodiless.is_empty();
    let mut reader = JavaReader {
        reader: Reader::new(text),
        groups,
        bodiless,
    };
    if let Some(java) = &java {
        reader.file(java.root_node(), &mut file);
        crate::casts::of_java(text, java.root_node(), &mut file);
    }
    for tree in jml.iter().filter_map(|jml| jml.tree.as_ref()) {
        crate::casts::of_jml(&clean, tree.root_node(), &mut file.casts);
    }
    problems.append(&mut reader.reader.problems);
    problems.sort_by_key(|problem: &Problem| problem.span);
    problems.dedup();
    file.problems = problems;
    // The tree of a patched text is no start for the next edit.
    (java.filter(|_| !has_bodiless), jml, file)
}

pub(crate) fn language_parser(language: &tree_sitter::Language) -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    Some(parser)
}

/// Blanks everything in annotation comments that is not JML. Length and line breaks stay.
fn clean_text(text: &str, scan: &crate::comments::Scan) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut pieces = scan
        .groups
        .iter()
        .flat_map(|group| group.pieces.iter().copied())
        .peekable();
    let mut at = 0;
    for annotation in &scan.annotations {
        let (start, end) = (annotation.span.start.max(at), annotation.span.end);
        clean.push_str(&text[at..start]);
        let mut inside = start;
        while let Some(piece) = pieces.next_if(|piece| piece.start < end) {
            blank(&text[inside..piece.start.max(inside)], &mut clean);
            let stop = piece.end.min(text.len());
            clean.push_str(&text[piece.start.max(inside)..stop.max(inside)]);
            inside = stop.max(inside);
        }
        if inside < end {
            blank(&text[inside..end], &mut clean);
            inside = end;
        }
        at = inside;
    }
    clean.push_str(&text[at..]);
    clean
}

fn blank(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(c),
            _ => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
        }
    }
}
