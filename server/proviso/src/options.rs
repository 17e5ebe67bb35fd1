//! From flags and `proviso.toml` to the checker's options. The file comes first, flags override it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use proviso_project::{
    Arithmetic, Calls, Close, Loops, Options, Origin, Sandbox, Strategy, Trust, World, load_config,
};

use crate::args::{
    ArithmeticArg, CallsArg, CloseArg, LoopsArg, SandboxArg, StrategyArg, SubjectArgs, WorldArg,
};
use crate::commands::Failure;

pub fn options(args: &SubjectArgs) -> Result<Options, Failure> {
    let mut options = Options {
        paths: if args.paths.is_empty() {
            vec![PathBuf::from(".")]
        } else {
            args.paths.clone()
        },
        trust: if args.trust {
            Trust::Trusted
        } else {
            Trust::Unsaid
        },
        ..Options::default()
    };
    let start = options
        .paths
        .first()
        .map_or(Path::new("."), PathBuf::as_path);
    if let Some(config) = load_config(start).map_err(|error| Failure(error.to_string()))? {
        config.apply(&mut options);
    }
    apply_flags(args, &mut options);
    for (what, paths) in [
        ("--classpath", &options.class_path),
        ("--source-path", &options.source_path),
        ("--spec-path", &options.spec_path),
    ] {
        if let Some(missing) = paths.iter().find(|path| !path.exists()) {
            return Err(Failure(format!(
                "{what}: {}: no such file or folder",
                missing.display()
            )));
        }
    }
    Ok(options)
}

fn apply_flags(args: &SubjectArgs, options: &mut Options) {
    options.methods.extend(args.methods.iter().cloned());
    let bounds = &mut options.bounds;
    bounds.k = args.k.unwrap_or(bounds.k);
    bounds.n = args.n_bound.or(bounds.n);
    bounds.array = args.array_bound.or(bounds.array);
    bounds.loop_iterations = args.loop_bound.unwrap_or(bounds.loop_iterations);
    bounds.call_depth = args.call_depth.unwrap_or(bounds.call_depth);
    if let Some(strategy) = args.strategy {
        options.strategy = match strategy {
            StrategyArg::Auto => Strategy::Auto,
            StrategyArg::Merge => Strategy::Merge,
            StrategyArg::LazierSharp => Strategy::LazierSharp,
            StrategyArg::Lazier => Strategy::Lazier,
            StrategyArg::Lazy => Strategy::Lazy,
            StrategyArg::Summary => Strategy::Summary,
            StrategyArg::Pose => Strategy::Pose,
        };
    }
    if let Some(calls) = args.calls {
        options.calls = match calls {
            CallsArg::Auto => Calls::Auto,
            CallsArg::Inline => Calls::Inline,
            CallsArg::Contract => Calls::Contract,
        };
    }
    if let Some(loops) = args.loops {
        options.loops = match loops {
            LoopsArg::Unroll => Loops::Unroll,
            LoopsArg::Invariant => Loops::Invariant,
        };
    }
    if let Some(close) = args.close {
        options.close = match close {
            CloseArg::Auto => Close::Auto,
            CloseArg::Off => Close::Off,
        };
    }
    if let Some(world) = args.world {
        options.world = match world {
            WorldArg::Closed => World::Closed,
            WorldArg::Open => World::Open,
        };
    }
    // A flag replaces what the file says, as a user who types it expects.
    if let Some(text) = &args.classpath {
        options.class_path = class_path(text);
    }
    if let Some(text) = &args.source_path {
        options.source_path = class_path(text);
    }
    if !args.spec_path.is_empty() {
        options.spec_path = args.spec_path.clone();
    }
    if args.jdk.is_some() {
        options.jdk = args.jdk.clone();
        options.jdk_origin = Origin::User;
    }
    if args.entry.is_some() {
        options.entry = args.entry.clone();
    }
    options.nondet.extend(args.nondet.iter().cloned());
    options.contracts &= !args.no_contracts;
    if let Some(arithmetic) = args.arithmetic {
        options.arithmetic = match arithmetic {
            ArithmeticArg::Java => Arithmetic::Java,
            ArithmeticArg::Safe => Arithmetic::Safe,
            ArithmeticArg::SafeError => Arithmetic::SafeError,
        };
    }
    options.keys.extend(args.keys.iter().cloned());
    if let Some(seconds) = args.timeout {
        options.timeout = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    }
    if let Some(jobs) = args.jobs {
        options.jobs = jobs as usize;
    }
    if let Some(sandbox) = args.sandbox {
        options.sandbox = Some(match sandbox {
            SandboxArg::Required => Sandbox::Required,
            SandboxArg::BestEffort => Sandbox::BestEffort,
            SandboxArg::Off => Sandbox::Off,
        });
    }
    options.replay &= !args.no_replay;
    options.cache &= !args.no_cache;
    let variable = std::env::var("PROVISO_SHARED_CACHE");
    let named = variable.ok().filter(|place| !place.is_empty());
    options.shared_cache = args.shared_cache.clone().or(named);
}

fn class_path(text: &str) -> Vec<PathBuf> {
    std::env::split_paths(text)
        .filter(|path| !path.as_os_str().is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_override_the_file_and_the_file_overrides_defaults() {
        let folder = tempfile::tempdir().expect("temporary folder");
        std::fs::write(
            folder.path().join("proviso.toml"),
            "k = 5\nloop-bound = 7\nreplay = false\n",
        )
        .expect("writes");
        let args = SubjectArgs {
            paths: vec![folder.path().to_owned()],
            k: Some(2),
            ..SubjectArgs::default()
        };
        let options = options(&args).expect("options");
        assert_eq!((options.bounds.k, options.bounds.loop_iterations), (2, 7));
        assert!(!options.replay);
    }

    #[test]
    fn a_class_path_entry_that_is_not_there_is_refused() {
        let args = SubjectArgs {
            classpath: Some("no-such-thing.jar".to_owned()),
            ..SubjectArgs::default()
        };
        let Failure(message) = options(&args).expect_err("refused");
        assert_eq!(
            message,
            "--classpath: no-such-thing.jar: no such file or folder"
        );
    }
}
