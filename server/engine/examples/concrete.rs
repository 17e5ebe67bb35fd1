//! Runs a compiled Java program in the engine: `--example concrete -- JDK_HOME CLASS_FOLDER Main`.

use proviso_classfile::ClassPath;
use proviso_engine::concrete::{Ending, run_main};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const STEPS: u64 = 500_000_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, folder, class] = &args[..] else {
        eprintln!("usage: concrete JDK_HOME CLASS_FOLDER MAIN_CLASS");
        return ExitCode::from(2);
    };
    let run = ClassPath::new(Path::new(jdk), &[PathBuf::from(folder)])
        .and_then(|path| run_main(&Arc::new(path), &class.replace('.', "/"), STEPS));
    match run {
        Ok(run) => {
            print!("{}", run.output);
            eprint!("{}", run.errors);
            eprintln!("[{} instructions] {:?}", run.instructions, run.ending);
            if let Ending::Unknown(why) = &run.ending {
                eprintln!("{why}");
            }
            if run.ending == Ending::Returned {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}
