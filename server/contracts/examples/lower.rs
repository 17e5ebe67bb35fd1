//! Prints the shadow source of Java files, and what lowering has to say: `cargo run -p proviso-contracts --example lower -- A.java`.

use proviso_contracts::{InputFile, LowerOptions, lower};
use proviso_syntax::Document;

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let mut documents = Vec::new();
    for path in &paths {
        match std::fs::read_to_string(path) {
            Ok(text) => documents.push(Document::new(&text)),
            Err(e) => {
                eprintln!("{path}: {e}");
                std::process::exit(2);
            }
        }
    }
    let inputs: Vec<InputFile> = paths
        .iter()
        .zip(&documents)
        .map(|(path, d)| InputFile {
            path,
            file: d.file(),
        })
        .collect();
    let lowered = lower(&inputs, &LowerOptions::default());
    for (file, document) in lowered.files.iter().zip(&documents) {
        println!("{}", file.text);
        for problem in &document.file().problems {
            eprintln!("{}:{:?}: {}", file.path, problem.span, problem.message);
        }
    }
    for d in &lowered.diagnostics {
        eprintln!(
            "{}:{:?}: {:?}: {}",
            paths[d.file], d.span, d.kind, d.message
        );
    }
}
