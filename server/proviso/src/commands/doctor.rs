//! `proviso doctor`: what was found on this machine and whether it works; exit code 2 when something needed does not.

use std::time::Instant;

use proviso_jvm_host::{Host, Jdk};

use super::Failure;
use crate::args::DoctorArgs;
use crate::{TROUBLE, output};

pub fn run(args: &DoctorArgs) -> Result<u8, Failure> {
    let mut well = true;
    let mut lines = vec![
        format!("ok    proviso   {}", proviso_report::VERSION),
        format!("ok    Z3        {}", proviso_solver::z3_version()),
    ];
    match Jdk::find(args.jdk.as_deref()) {
        Ok(jdk) => {
            lines.push(format!(
                "ok    JDK       {} at {}",
                jdk.version,
                jdk.home.display()
            ));
            let start = Instant::now();
            match Host::start(&jdk).and_then(|host| host.warm_up()) {
                Ok(()) => lines.push(format!(
                    "ok    side-car  started in {} ms",
                    start.elapsed().as_millis()
                )),
                Err(error) => {
                    well = false;
                    lines.push(format!("bad   side-car  {error}"));
                }
            }
        }
        Err(error) => {
            well = false;
            lines.push(format!("bad   JDK       {error}"));
        }
    }
    for part in proviso_jvm_host::sandbox_parts() {
        let (mark, word) = match (part.enforced, part.needed) {
            (true, _) => ("ok   ", "enforced"),
            (false, true) => (
                "?    ",
                "missing: code of a project that is not trusted is not run",
            ),
            (false, false) => ("?    ", "missing"),
        };
        lines.push(format!("{mark} sandbox   {}: {word}", part.what));
    }
    lines.push(cache_line());
    lines.push(match std::env::current_exe() {
        Ok(path) => format!("ok    program   {}", path.display()),
        Err(error) => format!("?     program   {error}"),
    });
    lines.push(String::new());
    output::print(&lines.join("\n"))?;
    Ok(if well { 0 } else { TROUBLE })
}

/// Whether verdicts outlive the process. Without that everything works, only slower.
fn cache_line() -> String {
    let Some(folder) = proviso_verdicts::cache_folder() else {
        return "?     cache     no folder for it: verdicts are forgotten with the process"
            .to_owned();
    };
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| tempfile::NamedTempFile::new_in(&folder).map(drop));
    match written {
        Ok(()) => format!("ok    cache     {}", folder.display()),
        Err(error) => format!("?     cache     {}: {error}", folder.display()),
    }
}
