//! One line on a terminal that says how far we are: a bar, the verdicts so far, the time left, the method at work.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use proviso_checker::Event;
use proviso_report::Verdict;

const WIDTH: usize = 20;

pub struct Progress {
    shown: bool,
    total: usize,
    done: usize,
    verdicts: BTreeMap<Verdict, usize>,
    start: Instant,
}

impl Progress {
    pub fn new(total: usize) -> Progress {
        Progress {
            shown: std::io::stderr().is_terminal() && total > 0,
            total,
            done: 0,
            verdicts: BTreeMap::new(),
            start: Instant::now(),
        }
    }

    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started { method } => self.started(method),
            Event::Finished { report } => {
                *self.verdicts.entry(report.verdict).or_default() += 1;
                self.finished(&report.id);
            }
        }
    }

    pub fn started(&mut self, method: &str) {
        self.show(method);
    }

    pub fn finished(&mut self, method: &str) {
        self.done += 1;
        self.show(method);
    }

    fn show(&self, method: &str) {
        if self.shown {
            let name = proviso_present::sentence::method_name(method);
            let line = line(
                self.done,
                self.total,
                &self.verdicts,
                self.start.elapsed(),
                &name,
            );
            // Progress that cannot be shown is no reason to stop.
            let _ = std::io::stderr().write_all(format!("\r\u{1b}[K{line}").as_bytes());
        }
    }

    pub fn clear(&self) {
        if self.shown {
            let _ = std::io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

fn line(
    done: usize,
    total: usize,
    verdicts: &BTreeMap<Verdict, usize>,
    elapsed: Duration,
    method: &str,
) -> String {
    let full = WIDTH * done / total.max(1);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
    let counts: Vec<String> = verdicts
        .iter()
        .map(|(verdict, count)| format!("{count} {}", verdict.name()))
        .collect();
    let counts = if counts.is_empty() {
        String::new()
    } else {
        format!(" · {}", counts.join(", "))
    };
    let left = if done == 0 || done == total {
        String::new()
    } else {
        let rest = elapsed.as_secs_f64() / done as f64 * (total - done) as f64;
        format!(" · {} left", time(rest))
    };
    let name: String = method.chars().take(40).collect();
    format!("{bar} {done}/{total}{counts}{left} · {name}")
}

fn time(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_bar_counts_time_and_method() {
        let verdicts = [(Verdict::Violated, 1), (Verdict::Holds, 4)].into();
        let text = line(5, 10, &verdicts, Duration::from_secs(50), "Account.deposit");
        assert_eq!(
            text,
            "██████████░░░░░░░░░░ 5/10 · 1 violated, 4 holds · 50 s left · Account.deposit"
        );
        let text = line(0, 10, &BTreeMap::new(), Duration::ZERO, "A.b");
        assert_eq!(text, "░░░░░░░░░░░░░░░░░░░░ 0/10 · A.b");
    }
}
