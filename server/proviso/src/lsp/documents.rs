//! The open documents, as the client edits them. Edits are applied in the order in which they arrive.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dashmap::DashMap;
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::position::{Encoding, to_offset};

#[derive(Debug, Clone)]
pub struct Document {
    pub uri: Uri,
    pub path: PathBuf,
    pub version: i32,
    pub text: Arc<str>,
    /// Where the last edit was, so that the method there is checked first.
    pub edited_at: usize,
}

#[derive(Debug, Default)]
pub struct Documents {
    open: DashMap<PathBuf, Document>,
}

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

impl Documents {
    pub fn open(&self, item: TextDocumentItem) -> Option<PathBuf> {
        let path = path_of(&item.uri)?;
        let TextDocumentItem {
            uri, version, text, ..
        } = item;
        // Only its language says that a text without a name is Java.
        if path.starts_with(UNTITLED) && item.language_id != "java" {
            return None;
        }
        let document = Document {
            uri,
            path: path.clone(),
            version,
            text: text.into(),
            edited_at: 0,
        };
        self.open.insert(path.clone(), document);
        Some(path)
    }

    /// Applies the changes of one notification; says from which byte on the text is different. None when the document is
    /// not open.
    pub fn change(
        &self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<(PathBuf, usize)> {
        let path = path_of(uri)?;
        let mut document = self.open.get_mut(&path)?;
        let mut text = document.text.to_string();
        let mut from = text.len();
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = to_offset(text.as_str(), range.start, encoding);
                    let end = to_offset(text.as_str(), range.end, encoding).max(start);
                    text.replace_range(start..end, &change.text);
                    document.edited_at = start;
                }
                None => {
                    document.edited_at = common_prefix(&text, &change.text);
                    text = change.text;
                }
            }
            from = from.min(document.edited_at);
        }
        document.text = text.into();
        document.version = version;
        Some((path, from))
    }

    pub fn close(&self, uri: &Uri) -> Option<PathBuf> {
        let path = path_of(uri)?;
        self.open.remove(&path).map(|(path, _)| path)
    }

    pub fn get(&self, path: &Path) -> Option<Document> {
        self.open.get(path).map(|document| document.clone())
    }

    pub fn by_uri(&self, uri: &Uri) -> Option<Document> {
        self.get(&path_of(uri)?)
    }

    pub fn all(&self) -> Vec<Document> {
        let mut all: Vec<Document> = self
            .open
            .iter()
            .map(|entry| entry.value().clone())
            .collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        all
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

    fn open(documents: &Documents, uri: &Uri, text: &str) -> Option<PathBuf> {
        documents.open(TextDocumentItem {
            uri: uri.clone(),
            language_id: "java".to_owned(),
            version: 1,
            text: text.to_owned(),
        })
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
        let documents = Documents::default();
        let uri = Uri::from_str("file:///no/such/A.java").expect("a URI");
        open(&documents, &uri, "one\ntwo\n");
        let changes = vec![
            edit((0, 0), (0, 3), "1"),
            edit((0, 1), (1, 3), ""),
            edit((0, 1), (0, 1), "😀"),
            edit((0, 3), (0, 3), "!"),
        ];
        documents
            .change(&uri, 2, changes, Encoding::Utf16)
            .expect("is open");
        let document = documents.by_uri(&uri).expect("is open");
        assert_eq!((&*document.text, document.version), ("1😀!\n", 2));
    }

    #[test]
    fn other_schemes_and_closed_files_are_left_alone() {
        let documents = Documents::default();
        let other = Uri::from_str("jdt://contents/String.class").expect("a URI");
        assert_eq!(open(&documents, &other, ""), None);
        let closed = Uri::from_str("file:///no/such/B.java").expect("a URI");
        assert_eq!(documents.change(&closed, 1, vec![], Encoding::Utf16), None);
        assert_eq!(documents.close(&closed), None);
    }

    #[test]
    fn a_text_that_was_never_saved_has_a_name() {
        let documents = Documents::default();
        let uri = Uri::from_str("untitled:Untitled-1").expect("a URI");
        let path = open(&documents, &uri, "class A { }");
        assert_eq!(path, Some(PathBuf::from("/untitled:/Untitled-1.java")));
        assert!(documents.by_uri(&uri).is_some());
        assert!(documents.close(&uri).is_some());
    }

    #[test]
    fn an_edit_with_its_ends_swapped_does_no_harm() {
        let documents = Documents::default();
        let uri = Uri::from_str("file:///no/such/C.java").expect("a URI");
        open(&documents, &uri, "abc");
        documents.change(&uri, 2, vec![edit((0, 2), (0, 1), "x")], Encoding::Utf16);
        assert_eq!(&*documents.by_uri(&uri).expect("is open").text, "abxc");
    }
}
