//! Texts that once broke reading or lowering, and a short random run; the long one is `./x fuzz`.

use proviso_contracts::fuzz::lowers;
use proviso_syntax::fuzz::{Choices, exercise, random_text};
use std::path::Path;

#[test]
fn what_was_found_once_is_not_found_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        for as_companion in [false, true] {
            let result =
                exercise(&text, &mut Choices::new(1)).and_then(|()| lowers(&text, as_companion));
            assert_eq!(result, Ok(()), "{}", path.display());
        }
    }
}

#[test]
fn a_short_run_finds_nothing() {
    let page = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/jml")
            .join(name);
        let text = std::fs::read_to_string(path).expect("the page is there");
        let blocks = text.split("```java\n").skip(1);
        blocks
            .map(|b| b.split("```").next().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    };
    let seeds: Vec<String> = ["statements.md", "type-specs.md", "frames.md"]
        .into_iter()
        .flat_map(page)
        .collect();
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    for seed in 0..300 {
        let text = random_text(&mut Choices::new(seed), &seeds);
        let result = lowers(&text, seed % 3 == 0);
        assert_eq!(result, Ok(()), "seed {seed}\n{text}");
    }
}
