//! Feeds damaged class files of the JDK to the reader: `cargo run --release -p proviso-classfile --example fuzz_classes -- JDK_HOME SECONDS`.
//! A panic ends it; a file that takes longer than a second is a failure too.

mod damage;

use damage::{Random, damaged, touch_everything};
use proviso_classfile::ClassPath;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, seconds] = &arguments[..] else {
        eprintln!("usage: fuzz JDK_HOME SECONDS");
        return ExitCode::from(2);
    };
    let Ok(seconds) = seconds.parse() else {
        eprintln!("{seconds} is no number of seconds");
        return ExitCode::from(2);
    };
    let path = match ClassPath::new(Path::new(home), &[]) {
        Ok(path) => path,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let names = path.jdk_classes().unwrap_or_default();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (start, mut files, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    while start.elapsed() < Duration::from_secs(seconds) && !names.is_empty() {
        let Ok(class) = path.class(&names[random.below(names.len())]) else {
            continue;
        };
        let mut bad = damaged(class.bytes(), &mut random);
        if random.below(4) == 0 {
            bad.truncate(random.below(bad.len()));
        }
        let before = Instant::now();
        touch_everything(bad);
        slowest = slowest.max(before.elapsed());
        files += 1;
    }
    println!("{files} damaged class files, no panic; the slowest took {slowest:?}");
    if slowest < Duration::from_secs(1) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
