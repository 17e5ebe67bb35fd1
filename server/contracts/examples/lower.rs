//! Prints the shadow source of Java files, and what lowering has to say: `cargo run -p proviso-contracts --example lower -- A.java`.
//! With `--into DIR` first, the shadows are written there under the paths of the files.

use proviso_contracts::{InputFile, LowerOptions, lower};
use proviso_syntax::Document;

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let into = (paths.first().is_some_and(|a| a == "--into") && paths.len() > 1)
        .then(|| paths.drain(..2).nth(1).unwrap_or_default());
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
        match &into {
            Some(folder) => write(&std::path::Path::new(folder).join(&file.path), &file.text),
            None => println!("{}", file.text),
        }
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

fn write(path: &std::path::Path, text: &str) {
    let made = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, text));
    if let Err(e) = made {
        eprintln!("{}: {e}", path.display());
    }
}
