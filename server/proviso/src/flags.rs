//! The flags that are settings, made from the schema in `proviso-project`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use proviso_project::schema::{Flag, Kind, Said, Setting, Standard, Value, settings};

/// What the flags of a command line say.
#[derive(Debug, Clone, Default)]
pub struct SettingFlags(pub Said);

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        command.args(settings().filter_map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SettingFlags, clap::Error> {
        let mut said = Said::default();
        for setting in settings().filter(|setting| setting.flag != Flag::None) {
            let Some(value) = value(setting, matches) else {
                continue;
            };
            said.say(setting, value).map_err(|why| {
                let flag = setting.flag_name().unwrap_or_default();
                clap::Error::raw(ErrorKind::ValueValidation, format!("{flag}: {why}\n"))
            })?;
        }
        Ok(SettingFlags(said))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flag of a setting, if it has one.
fn argument(setting: &'static Setting) -> Option<Arg> {
    let argument = Arg::new(setting.name);
    let argument = match setting.flag {
        Flag::None => return None,
        Flag::Short(letter, value) => argument.short(letter).value_name(value),
        Flag::Long(value) => argument.long(setting.name).value_name(value),
        Flag::Each(word, value) => argument
            .long(word)
            .value_name(value)
            .action(ArgAction::Append),
        Flag::Yes(help) => {
            let argument = argument.long(setting.name).help(help);
            return Some(argument.action(ArgAction::SetTrue));
        }
        Flag::No(name, help) => {
            return Some(argument.long(name).help(help).action(ArgAction::SetTrue));
        }
    };
    let argument = match setting.kind {
        Kind::Number { least, most } => {
            let range = i64::from(least)..=i64::from(most);
            argument.value_parser(value_parser!(u32).range(range))
        }
        Kind::Seconds => argument.value_parser(value_parser!(f64)),
        Kind::Word(words) => {
            let words = words().into_iter();
            let words = words.map(|word| PossibleValue::new(word.name).help(word.meaning));
            argument.value_parser(PossibleValuesParser::new(words))
        }
        Kind::Path | Kind::Paths => argument.value_parser(value_parser!(OsString)),
        Kind::Switch | Kind::Text | Kind::Texts | Kind::Identifiers => argument,
    };
    Some(argument.help(help(setting)))
}

/// The meaning without Markdown, and what holds without the flag.
fn help(setting: &Setting) -> String {
    let plain = |text: &str| text.replace(['`', '*'], "");
    let meaning = setting.meaning.trim_end_matches('.');
    // A star of a pattern is none of Markdown's.
    let meaning = meaning.replace('`', "").replace("*unknown*", "unknown");
    let repeated = match setting.flag {
        Flag::Each(..) => " (repeatable)",
        _ => "",
    };
    let default = match setting.default {
        Standard::Number(number) => number.to_string(),
        Standard::Word(word) => word.to_owned(),
        Standard::Nothing(words) | Standard::Depends(_, words) => plain(words),
        Standard::On | Standard::Off | Standard::Empty => String::new(),
    };
    if default.is_empty() {
        return format!("{meaning}{repeated}");
    }
    format!("{meaning}{repeated} [default: {default}]")
}

/// What was said of a setting, as its kind has it.
fn value(setting: &Setting, matches: &ArgMatches) -> Option<Value> {
    let name = setting.name;
    let text = || matches.get_one::<String>(name).cloned();
    Some(match setting.kind {
        // A flag that is not there says nothing.
        Kind::Switch => {
            matches.get_flag(name).then_some(())?;
            Value::Switch(matches!(setting.flag, Flag::Yes(_)))
        }
        Kind::Number { .. } => Value::Number(*matches.get_one(name)?),
        Kind::Seconds => Value::Seconds(*matches.get_one(name)?),
        Kind::Word(_) | Kind::Text => Value::Text(text()?),
        Kind::Texts | Kind::Identifiers => Value::Texts(matches.get_many(name)?.cloned().collect()),
        Kind::Path => Value::Path(matches.get_one::<OsString>(name)?.into()),
        Kind::Paths => {
            let mut said = matches.get_many::<OsString>(name)?;
            Value::Paths(match setting.flag {
                Flag::Each(..) => said.map(PathBuf::from).collect(),
                _ => split(said.next()?),
            })
        }
    })
}

/// The parts of a class path.
fn split(text: &OsString) -> Vec<PathBuf> {
    std::env::split_paths(text)
        .filter(|path| !path.as_os_str().is_empty())
        .collect()
}
