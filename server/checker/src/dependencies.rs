//! What a verdict depends on, as a cache key; and which verdicts may be kept.

use std::path::Path;
use std::sync::OnceLock;

use proviso_report::{Bounds, MethodReport, Replay};

use crate::Options;
use crate::cache::{Key, KeyBuilder};
use crate::check::Target;
use crate::prepare::unit::{Toolchain, Unit};

/// The key of a method's verdict; none when it cannot be known (a unit that did not compile).
pub fn key(
    unit: &Unit,
    target: &Target,
    options: &Options,
    bounds: Bounds,
    tools: &Toolchain,
) -> Option<Key> {
    unit.class_path.as_ref()?;
    let mut key = KeyBuilder::default();
    key.add(program().as_bytes());
    let jdk = tools.host.jdk();
    key.add(jdk.version.as_bytes());
    key.add(jdk.home.to_string_lossy().as_bytes());
    key.add(serde_json::to_string(&bounds).ok()?.as_bytes());
    key.add(options.strategy.name().as_bytes());
    key.add(options.calls.name().as_bytes());
    key.add(format!("{:?}", (options.contracts, options.replay, &options.nondet)).as_bytes());
    for entry in &tools.class_path {
        key.add(fingerprint(entry).as_bytes());
    }
    key.add(target.id.as_bytes());
    for file in &unit.files {
        // Reports name files and positions in them, so both are part of what is kept.
        key.add(file.shown.as_bytes());
        key.add(file.tree.text.as_bytes());
    }
    let mut classes: Vec<_> = unit.classes.iter().collect();
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    for class in classes {
        key.add(class.name.as_bytes()).add(&class.bytes);
    }
    Some(key.finish())
}

/// The program itself: another build may judge otherwise, whatever its version number says.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let build = std::env::current_exe().map(|path| fingerprint(&path));
        format!("{} {}", proviso_report::VERSION, build.unwrap_or_default())
    })
}

/// A jar, folder or program without reading it: name, size and time of the last change.
fn fingerprint(path: &Path) -> String {
    let metadata = std::fs::metadata(path);
    let stamp = metadata.map(|m| (m.len(), m.modified().ok()));
    format!("{} {stamp:?}", path.display())
}

/// A verdict that another run would give again. Running out of time is no property of the method, and a divergence
/// or an interrupted replay must be seen every time.
pub fn is_lasting(report: &MethodReport) -> bool {
    let timed_out = report.cuts.iter().any(|cut| cut.bound == "time");
    let solver =
        |why: &str| why.contains("solver") || why.contains("timeout") || why == "cancelled";
    let undecided = report.unknowns.iter().any(|unknown| solver(&unknown.why));
    let unsure = report
        .violations
        .iter()
        .any(|violation| violation.replay != Replay::Confirmed);
    !(timed_out || undecided || unsure)
}
