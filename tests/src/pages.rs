//! The pages under `tests/jml`: Markdown with Java blocks, expectations drawn under their lines (see [`crate::expect`]).
//!
//! Every block of a page is a file of its own; blocks under the same heading are checked together. A block is named after its
//! first type, or by its fence: ```` ```jml Name.jml ````. Lines are those of the page, so that a difference names the place.

use std::path::{Path, PathBuf};

/// A file to write: where, and its text.
pub struct Block {
    pub path: PathBuf,
    pub text: String,
}

/// The blocks of a page. Blank lines stand for everything of the page before a block.
pub fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut section = 0;
    let mut open: Option<(usize, String, String)> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(fence)) => open = Some((index + 1, fence.trim().to_owned(), String::new())),
            (None, None) => {
                if line.starts_with("## ") {
                    section = index + 1;
                }
            }
            (Some((_, _, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (Some(_), Some(_)) => {
                let (start, fence, block) = open.take().unwrap_or_default();
                let name = match fence.split_once(' ') {
                    Some((_, name)) => name.to_owned(),
                    None => format!("{}.java", first_type(&block)),
                };
                if fence.starts_with("java") || fence.starts_with("jml") {
                    blocks.push(Block {
                        path: Path::new(page).join(format!("line{section}")).join(name),
                        text: "\n".repeat(start) + &block,
                    });
                }
            }
        }
    }
    blocks
}

fn first_type(block: &str) -> String {
    let mut words = block.split_whitespace();
    while let Some(word) = words.next() {
        if matches!(word, "class" | "interface" | "enum" | "record")
            && let Some(name) = words.next()
        {
            return name
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
        }
    }
    "Block".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_block_are_those_of_the_page() {
        let page =
            "# A\n## b\n```java\nclass C {\n}\n```\n```jml C.jml\nx\n```\n```toml\nno\n```\n";
        let found = blocks("p.md", page);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].path, Path::new("p.md/line2/C.java"));
        assert_eq!(found[0].text, "\n\n\nclass C {\n}\n");
        assert_eq!(found[1].path, Path::new("p.md/line2/C.jml"));
        assert_eq!(found[1].text.lines().nth(7), Some("x"));
    }
}
