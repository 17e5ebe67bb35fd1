//! Where the code of a diagnostic is explained: a copy of `docs/diagnostics.md` beside the verdict cache, so that the link
//! works without a network and speaks of this version.

use std::path::PathBuf;
use std::sync::OnceLock;

use tower_lsp::ls_types::Uri;

use crate::output::write_atomically;

const PAGE: &str = include_str!("../../../../docs/diagnostics.md");

/// The place of a code's explanation; none when the page cannot be written, or does not speak of the code.
pub fn href(code: &str) -> Option<Uri> {
    static WRITTEN: OnceLock<Option<PathBuf>> = OnceLock::new();
    let path = WRITTEN.get_or_init(written).as_ref()?;
    let page = Uri::from_file_path(path)?;
    format!("{}#{}", page.as_str(), anchor(code)?).parse().ok()
}

fn written() -> Option<PathBuf> {
    let folder = proviso_verdicts::cache_folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    let path = folder.join(format!("diagnostics-{}.md", proviso_report::VERSION));
    let is_there = std::fs::read_to_string(&path).is_ok_and(|text| text == PAGE);
    if !is_there {
        write_atomically(&path, PAGE).ok()?;
    }
    Some(path)
}

/// The heading under which the page speaks of a code: its own, or the one whose section mentions it.
fn anchor(code: &str) -> Option<&'static str> {
    let mentioned = format!("`{code}`");
    let mut heading = None;
    let mut found = None;
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            heading = Some(title.trim());
            if heading == Some(code) {
                return heading;
            }
        } else if found.is_none() && line.contains(&mentioned) {
            found = heading;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained() {
        let codes = "ensures requires-at-call invariant constraint initially signals signals-only assignable assert \
            unreachable loop-invariant decreases measured-by undefined null bounds cast arithmetic negative-size array-store \
            uncaught overflow unknown spec-error javac vacuous assumption project internal";
        let missing: Vec<&str> = codes
            .split_whitespace()
            .filter(|code| anchor(code).is_none())
            .collect();
        assert!(
            missing.is_empty(),
            "docs/diagnostics.md says nothing of {missing:?}"
        );
        assert_eq!(anchor("bounds"), Some("null"));
    }
}
