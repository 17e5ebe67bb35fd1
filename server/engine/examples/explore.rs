//! Explores one method of compiled classes and prints what the run cost:
//! `explore JDK CLASSPATH Class method descriptor [k] [strategy]`.

use proviso_classfile::ClassPath;
use proviso_engine::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

struct Printer;

impl Hooks for Printer {
    fn violation(&mut self, _: &mut Machine, _: &State, violation: &Violation) {
        println!(
            "violation {:?} clause {:?} at {}",
            violation.kind, violation.clause, violation.site
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, class_path, class, name, descriptor, rest @ ..] = &args[..] else {
        return Err("usage: explore JDK CLASSPATH Class method descriptor [k] [strategy]".into());
    };
    let k = rest.first().map_or(Ok(3), |k| k.parse())?;
    let strategy = match rest.get(1).map(String::as_str) {
        Some("lazy") => Strategy::Lazy,
        Some("lazier") => Strategy::Lazier,
        _ => Strategy::LazierSharp,
    };
    let entries: Vec<PathBuf> = class_path.split(':').map(PathBuf::from).collect();
    let path = Arc::new(ClassPath::new(jdk.as_ref(), &entries)?);
    let options = Options {
        strategy,
        bounds: Bounds {
            k,
            ..Bounds::default()
        },
        ..Options::default()
    };
    for round in 0..2 {
        let start = Instant::now();
        let mut machine = Machine::new(path.clone(), options.clone(), Box::new(Printer))?;
        let method = machine
            .find_method(class, name, descriptor)
            .map_err(|e| format!("{e:?}"))?;
        let summary = machine.explore(&method);
        println!("round {round}: {:?}", start.elapsed());
        println!("{:?}", summary.stats);
        println!("{:?}", machine.solver.stats());
        for ((bound, site), count) in &summary.cuts.0 {
            println!("cut {} at {site}: {count}", bound.name());
        }
        for ((why, site), count) in &summary.unknowns {
            println!(
                "unknown {why} at {}: {count}",
                site.as_ref().map_or(String::new(), |s| s.to_string())
            );
        }
        for assumption in &summary.assumptions {
            println!("assumed: {assumption}");
        }
    }
    Ok(())
}
