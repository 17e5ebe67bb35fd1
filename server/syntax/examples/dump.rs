//! Prints the typed tree and the problems of a Java file: `cargo run -p proviso-syntax --example dump -- File.java`.

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: dump FILE");
        std::process::exit(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let file = proviso_syntax::parse(&text, &proviso_syntax::Options::default());
    println!("{:#?}", file.types);
    for problem in &file.problems {
        println!(
            "{:?} {:?} {:?}: {}",
            problem.span, problem.severity, problem.code, problem.message
        );
    }
}
