//! From the notifications of the client to documents of the snapshot.

use std::path::{Path, PathBuf};

use proviso_ide::Document;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::position::{Encoding, to_offset};

/// Where texts without a file stand for one. The side-car takes any class in them (see `MemoryFiles.java`).
const UNTITLED: &str = "/untitled:";

/// The file a URI names, links resolved so that a file has one name. A text that was never saved has a name too; other
/// schemes have none.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let scheme = uri.scheme().as_str();
    if scheme.eq_ignore_ascii_case("untitled") {
        let name = uri.path().as_str();
        let name = name.rsplit('/').next().filter(|name| !name.is_empty())?;
        let name = name.strip_suffix(".java").unwrap_or(name);
        return Some(Path::new(UNTITLED).join(format!("{name}.java")));
    }
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.to_file_path()?.into_owned();
    if !path.is_absolute() {
        return None;
    }
    Some(canonical(&path))
}

/// A file that is not on disk (yet) keeps its name below the folder that is.
pub fn canonical(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent().map(Path::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// A document that the client opens; none for what we have nothing to say of.
pub fn open(item: TextDocumentItem, reading: &proviso_syntax::Options) -> Option<Document> {
    let path = path_of(&item.uri)?;
    // Only its language says that a text without a name is Java.
    if path.starts_with(UNTITLED) && item.language_id != "java" {
        return None;
    }
    let address = item.uri.as_str().to_owned();
    Some(Document::new(
        path,
        address,
        item.version,
        &item.text,
        reading,
    ))
}

/// What a notification does to a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    pub text: String,
    /// From this byte on it is different.
    pub from: usize,
    /// Where the last of the edits was.
    pub edited_at: usize,
}

/// Applies the changes of one notification, in their order.
pub fn change(
    document: &Document,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> Change {
    let mut text = document.text().to_owned();
    let mut from = text.len();
    let mut edited_at = document.edited_at;
    for change in changes {
        match change.range {
            Some(range) => {
                let start = to_offset(text.as_str(), range.start, encoding);
                let end = to_offset(text.as_str(), range.end, encoding).max(start);
                text.replace_range(start..end, &change.text);
                edited_at = start;
            }
            None => {
                edited_at = common_prefix(&text, &change.text);
                text = change.text;
            }
        }
        from = from.min(edited_at);
    }
    Change {
        text,
        from,
        edited_at,
    }
}

/// Where two texts begin to differ: the place of an edit that was sent as a whole text.
fn common_prefix(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;
    use tower_lsp::ls_types::{Position, Range};

    fn opened(uri: &Uri, text: &str) -> Option<Document> {
        let item = TextDocumentItem {
            uri: uri.clone(),
            language_id: "java".to_owned(),
            version: 1,
            text: text.to_owned(),
        };
        open(item, &proviso_syntax::Options::default())
    }

    fn edit(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(Range {
                start: Position::new(from.0, from.1),
                end: Position::new(to.0, to.1),
            }),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn changes_of_one_notification_apply_one_after_another() {
        let uri = Uri::from_str("file:///no/such/A.java").expect("a URI");
        let document = opened(&uri, "one\ntwo\n").expect("is Java");
        let changes = vec![
            edit((0, 0), (0, 3), "1"),
            edit((0, 1), (1, 3), ""),
            edit((0, 1), (0, 1), "😀"),
            edit((0, 3), (0, 3), "!"),
        ];
        let changed = change(&document, changes, Encoding::Utf16);
        assert_eq!((changed.text.as_str(), changed.from), ("1😀!\n", 0));
        assert_eq!(changed.edited_at, 5);
    }

    #[test]
    fn a_whole_text_is_different_from_where_it_begins_to_be() {
        let uri = Uri::from_str("file:///no/such/A.java").expect("a URI");
        let document = opened(&uri, "class A { }").expect("is Java");
        let whole = TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "class A { int x; }".to_owned(),
        };
        assert_eq!(change(&document, vec![whole], Encoding::Utf16).from, 10);
    }

    #[test]
    fn other_schemes_are_left_alone() {
        let other = Uri::from_str("jdt://contents/String.class").expect("a URI");
        assert!(opened(&other, "").is_none());
    }

    #[test]
    fn a_text_that_was_never_saved_has_a_name() {
        let uri = Uri::from_str("untitled:Untitled-1").expect("a URI");
        let document = opened(&uri, "class A { }").expect("is Java");
        assert_eq!(document.path, Path::new("/untitled:/Untitled-1.java"));
        assert_eq!(path_of(&uri), Some(document.path));
    }

    #[test]
    fn an_edit_with_its_ends_swapped_does_no_harm() {
        let uri = Uri::from_str("file:///no/such/C.java").expect("a URI");
        let document = opened(&uri, "abc").expect("is Java");
        let swapped = vec![edit((0, 2), (0, 1), "x")];
        assert_eq!(change(&document, swapped, Encoding::Utf16).text, "abxc");
    }
}
