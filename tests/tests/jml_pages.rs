//! Every page of `tests/jml`: what each JML construct means, shown by methods that keep and methods that break it.

use proviso_tests::{expect, pages, program};
use std::collections::BTreeSet;

#[test]
fn every_page_comes_out_as_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut written = BTreeSet::new();
    for entry in std::fs::read_dir(program::root().join("tests/jml")).expect("the pages are there")
    {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a page can be read");
        let blocks = pages::blocks(&name, &text);
        assert!(!blocks.is_empty(), "{name} has no Java block");
        for block in blocks {
            let file = folder.path().join(&block.path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            assert!(
                !file.exists(),
                "{name}: two blocks are called {:?}",
                block.path
            );
            std::fs::write(&file, block.text).expect("the block can be written");
            written.insert(file.to_str().expect("a UTF-8 path").to_owned());
        }
    }
    let path = folder.path().to_str().expect("a UTF-8 path");
    let report = program::check(&["-k", "3", "--loop-bound", "4", path]);
    let files = written.iter().map(String::as_str).collect();
    let differences = expect::differences_in(&report, folder.path(), &files, true);
    assert!(
        differences.is_empty(),
        "{} differences in {} blocks (lines are those of the pages):\n{}",
        differences.len(),
        files.len(),
        differences.join("\n")
    );
}
