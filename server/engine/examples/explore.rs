//! Explores one method of compiled classes, shared among threads, and prints what the run cost:
//! `explore JDK CLASSPATH Class method descriptor [k] [strategy] [workers]`.

use proviso_classfile::ClassPath;
use proviso_engine::split::{Helpers, PIECE, Piece, Sharing, share};
use proviso_engine::*;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
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

struct Subject<'a> {
    path: Arc<ClassPath>,
    options: Options,
    method: [&'a String; 3],
}

impl Subject<'_> {
    fn machine(&self) -> Result<(Machine, Rc<classes::Method>), String> {
        let hooks = Box::new(Printer);
        let mut machine = Machine::new(self.path.clone(), self.options.clone(), hooks)
            .map_err(|e| e.to_string())?;
        let [class, name, descriptor] = self.method;
        let method = machine
            .find_method(class, name, descriptor)
            .map_err(|e| format!("{e:?}"))?;
        Ok((machine, method))
    }

    fn explore(&self, workers: usize, busy: &Busy) -> Result<(RunSummary, usize), String> {
        let helpers = Helpers::new(workers.saturating_sub(1));
        let root = |sharing: &mut Sharing| {
            let (mut machine, method) = self.machine()?;
            let summary = busy.during(|| machine.explore_sharing(&method, sharing));
            Ok::<_, String>(summary)
        };
        let work = |piece: &Piece, sharing: &mut Sharing| {
            busy.during(|| {
                let (mut machine, method) = self.machine()?;
                Ok::<_, String>(machine.explore_piece(&method, piece, None, sharing))
            })
        };
        let (summary, parts) = share(&helpers, PIECE, root, work);
        let (mut summary, pieces) = (summary?, parts.len());
        for part in parts {
            summary.absorb(part?);
        }
        Ok((summary, pieces))
    }
}

/// Seconds of processor time: on a busy machine the clock says little.
#[derive(Debug, Default)]
struct Times {
    this_thread: f64,
    helpers: f64,
}

#[derive(Default)]
struct Busy(Mutex<Times>);

impl Busy {
    fn during<T>(&self, run: impl FnOnce() -> T) -> T {
        let before = processor_time();
        let result = run();
        let spent = processor_time() - before;
        if let Ok(mut busy) = self.0.lock() {
            // Only the main thread has a name.
            match std::thread::current().name() {
                Some(_) => busy.this_thread += spent,
                None => busy.helpers += spent,
            }
        }
        result
    }
}

/// Of this thread; Linux only, 0 elsewhere.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next().and_then(|n| n.parse().ok());
    first.unwrap_or(0.0) / 1e9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, class_path, class, name, descriptor, rest @ ..] = &args[..] else {
        return Err(
            "usage: explore JDK CLASSPATH Class method descriptor [k] [strategy] [workers]".into(),
        );
    };
    let k = rest.first().map_or(Ok(3), |k| k.parse())?;
    let strategy = match rest.get(1).map(String::as_str) {
        Some("lazy") => Strategy::Lazy,
        Some("lazier") => Strategy::Lazier,
        _ => Strategy::LazierSharp,
    };
    let workers = rest.get(2).map_or(Ok(1), |workers| workers.parse())?;
    let entries: Vec<PathBuf> = class_path.split(':').map(PathBuf::from).collect();
    let bounds = Bounds {
        k,
        ..Bounds::default()
    };
    let subject = Subject {
        path: Arc::new(ClassPath::new(jdk.as_ref(), &entries)?),
        options: Options {
            strategy,
            bounds,
            ..Options::default()
        },
        method: [class, name, descriptor],
    };
    for round in 0..2 {
        let (start, busy) = (Instant::now(), Busy::default());
        let (summary, pieces) = subject.explore(workers, &busy)?;
        println!(
            "round {round}: {:?}, {pieces} pieces, seconds of processor time {:.2?}",
            start.elapsed(),
            busy.0.into_inner()?
        );
        print(&summary);
    }
    Ok(())
}

fn print(summary: &RunSummary) {
    println!("{:?}", summary.stats);
    println!("{:?}", summary.solver);
    for ((bound, site), count) in &summary.cuts.0 {
        println!("cut {} at {site}: {count}", bound.name());
    }
    for ((_, why, site), count) in &summary.unknowns {
        println!(
            "unknown {why} at {}: {count}",
            site.as_ref().map_or(String::new(), |s| s.to_string())
        );
    }
    for assumption in &summary.assumptions {
        println!("assumed: {assumption}");
    }
}
