//! Command lines in the style of this family of tools.
//!
//! A long option has one dash or two, and its words are joined by `-` or `_`, whichever way it is declared. Wrong command lines
//! give LLVM's messages, with the nearest option where there is one, and exit code 1.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, ArgMatches, Command};
use tfrt_driver::files;

/// The program that has all tools, each as a subcommand.
pub const MULTICALL: &str = "tfrt";

/// Parses the command line of this process behind the subcommand. `Err` holds the exit code of a process that has nothing more to do.
pub fn parse(command: Command) -> Result<ArgMatches, ExitCode> {
    let mut args = std::env::args_os();
    let mut program = args.next().unwrap_or_else(|| MULTICALL.into());
    let subcommand = args.next().unwrap_or_default();
    if Path::new(&program).file_name().is_some_and(|name| name == MULTICALL) {
        program.push(" ");
        program.push(subcommand);
    }
    parse_from(command, std::iter::once(program).chain(args)).map_err(|(message, code)| {
        if code == 0 {
            return match files::write_output("-", message.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(why) => {
                    eprintln!("{why}");
                    ExitCode::FAILURE
                }
            };
        }
        eprint!("{message}");
        ExitCode::from(code)
    })
}

fn parse_from(
    mut command: Command,
    args: impl IntoIterator<Item = OsString>,
) -> Result<ArgMatches, (String, u8)> {
    command.build();
    let mut args = args.into_iter();
    let program = args.next().unwrap_or_else(|| command.get_name().into());
    let args: Vec<OsString> = args.collect();
    let normalised = match normalise(&command, args.iter().cloned()) {
        Ok(normalised) => normalised,
        Err(NotAFlag { option, value }) => {
            return Err((not_a_boolean(&program.to_string_lossy(), &option, &value), 1));
        }
    };
    command.try_get_matches_from_mut(std::iter::once(program.clone()).chain(normalised)).map_err(|error| {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            (error.render().to_string(), 0)
        } else {
            (explain(&error, &program.to_string_lossy(), &args), 1)
        }
    })
}

/// A flag with a value that is no boolean.
struct NotAFlag {
    option: String,
    value: String,
}

/// Spells every option as it is declared. A flag may have a value: with one that is false it is left out.
fn normalise(command: &Command, args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, NotAFlag> {
    let mut only_positionals = false;
    let mut normalised = Vec::new();
    for arg in args {
        let Some(text) = arg.to_str().filter(|_| !only_positionals) else {
            normalised.push(arg);
            continue;
        };
        if text == "--" {
            only_positionals = true;
            normalised.push(arg);
            continue;
        }
        let dashes = text.len() - text.trim_start_matches('-').len();
        let (name, value) = match text[dashes..].split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (&text[dashes..], None),
        };
        if dashes == 0 || dashes > 2 || name.is_empty() {
            normalised.push(arg);
            continue;
        }
        let declared = command.get_arguments().find_map(|option| {
            let mut names = option.get_long_and_visible_aliases().unwrap_or_default();
            names.extend(option.get_all_aliases().unwrap_or_default());
            Some((names.into_iter().find(|declared| same_name(declared, name))?, option))
        });
        let is_short = |option: &clap::Arg| option.get_short() == name.chars().next();
        normalised.push(match (declared, value) {
            (Some((declared, option)), Some(value)) if matches!(option.get_action(), ArgAction::SetTrue) => {
                match boolean(value) {
                    Ok(true) => format!("--{declared}").into(),
                    Ok(false) => continue,
                    Err(NotABoolean) => {
                        return Err(NotAFlag { option: format!("--{declared}"), value: value.to_owned() });
                    }
                }
            }
            (Some((declared, _)), Some(value)) => format!("--{declared}={value}").into(),
            (Some((declared, _)), None) => format!("--{declared}").into(),
            // A short option with its value, or an unknown option whose complaint names it whole.
            (None, _) if dashes == 1 && command.get_arguments().any(is_short) => arg,
            (None, _) if dashes == 1 => format!("-{text}").into(),
            (None, _) => arg,
        });
    }
    Ok(normalised)
}

/// Whether two option names differ in nothing but `-` and `_`.
fn same_name(a: &str, b: &str) -> bool {
    let dashed = |c: u8| if c == b'_' { b'-' } else { c };
    a.len() == b.len() && a.bytes().map(dashed).eq(b.bytes().map(dashed))
}

/// A wrong command line, `args`, in LLVM's words.
fn explain(error: &clap::Error, program: &str, args: &[OsString]) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    };
    let option = text(ContextKind::InvalidArg).unwrap_or_default();
    let name = option.split([' ', '=', '[']).next().unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            // As it was typed.
            let typed = option.strip_prefix('-').filter(|typed| {
                typed.starts_with('-')
                    && args.iter().any(|arg| arg.to_str().is_some_and(|arg| arg.starts_with(typed)))
            });
            let option = typed.unwrap_or(option);
            let mut message =
                format!("{program}: Unknown command line argument '{option}'.  Try: '{program} --help'\n");
            if let Some(near) = text(ContextKind::SuggestedArg) {
                message.push_str(&format!("{program}: Did you mean '{near}'?\n"));
            }
            message
        }
        ErrorKind::UnknownArgument => {
            // Every tool takes one file.
            format!(
                "{program}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: \
                 {program} --help\n"
            )
        }
        ErrorKind::InvalidValue => {
            let value = text(ContextKind::InvalidValue).unwrap_or_default();
            if value.is_empty() {
                return format!("{program}: for the {name} option: requires a value!\n");
            }
            let mut message =
                format!("{program}: for the {name} option: Cannot find option named '{value}'!\n");
            if let Some(near) = text(ContextKind::SuggestedValue) {
                message.push_str(&format!("{program}: Did you mean '{near}'?\n"));
            }
            message
        }
        ErrorKind::ArgumentConflict => match text(ContextKind::PriorArg) {
            Some(prior) if prior.split([' ', '=']).next() == Some(name) => {
                format!("{program}: for the {name} option: may only occur zero or one times!\n")
            }
            Some(prior) => format!("{program}: {name} cannot be used with {prior}\n"),
            None => format!("{program}: {error}"),
        },
        ErrorKind::ValueValidation => {
            let value = text(ContextKind::InvalidValue).unwrap_or_default();
            if std::error::Error::source(error).is_some_and(|source| source.is::<NotABoolean>()) {
                return not_a_boolean(program, name, value);
            }
            let why = std::error::Error::source(error).map(|e| format!(": {e}")).unwrap_or_default();
            format!("{program}: for the {name} option: '{value}' value invalid{why}\n")
        }
        _ => format!("{program}: {}", error.render().to_string().trim_start_matches("error: ")),
    }
}

/// LLVM's complaint about the value of an option that is on or off.
fn not_a_boolean(program: &str, option: &str, value: &str) -> String {
    format!(
        "{program}: for the {option} option: '{value}' is invalid value for boolean argument! Try 0 or 1\n"
    )
}

/// A boolean as LLVM's tools take it.
pub(crate) fn boolean(text: &str) -> Result<bool, NotABoolean> {
    match text {
        "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(NotABoolean),
    }
}

/// Why a text is no value of an option that is on or off: what its value parser gives, and the message above goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotABoolean;

impl std::fmt::Display for NotABoolean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected a boolean, 0 or 1")
    }
}

impl std::error::Error for NotABoolean {}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    fn command() -> Command {
        Command::new("tool")
            .arg(Arg::new("input"))
            .arg(Arg::new("output").short('o').value_name("FILE"))
            .arg(Arg::new("level").short('O').value_parser(clap::value_parser!(u8).range(0..3)))
            .arg(Arg::new("functions").long("functions").action(ArgAction::Append))
            .arg(Arg::new("canonicalize").long("canonicalize").action(ArgAction::SetTrue))
            .arg(Arg::new("work_queue_type").long("work_queue_type").value_parser(["s", "mstd"]))
    }

    fn check(args: &str, expect: Result<&str, &str>) {
        let args = std::iter::once("tool").chain(args.split_whitespace()).map(OsString::from);
        let got = parse_from(command(), args);
        match (got, expect) {
            (Ok(matches), Ok(expected)) => {
                let mut ids: Vec<_> = matches
                    .ids()
                    .map(|id| id.to_string())
                    .filter(|id| matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine))
                    .collect();
                ids.sort();
                assert_eq!(ids.join(" "), expected);
            }
            (Err((message, 1)), Err(expected)) => assert_eq!(message, expected),
            (got, _) => panic!("{got:?}"),
        }
    }

    #[test]
    fn one_dash_or_two_underscores_or_dashes() {
        check("-canonicalize x", Ok("canonicalize input"));
        check("--canonicalize -o y -", Ok("canonicalize input output"));
        check("-work-queue-type=s --functions a -O2", Ok("functions level work_queue_type"));
        check("--work-queue-type mstd", Ok("work_queue_type"));
        check("-- -canonicalize", Ok("input"));
        check("-", Ok("input"));
        check("-canonicalize=true", Ok("canonicalize"));
        check("--canonicalize=1", Ok("canonicalize"));
        check("--canonicalize=false x", Ok("input"));
    }

    #[test]
    fn wrong_lines_are_answered_in_llvms_words() {
        check(
            "-canonicalise",
            Err("tool: Unknown command line argument '-canonicalise'.  Try: 'tool --help'\n\
                 tool: Did you mean '--canonicalize'?\n"),
        );
        check("--zzz", Err("tool: Unknown command line argument '--zzz'.  Try: 'tool --help'\n"));
        check(
            "--work_queue_type=x",
            Err("tool: for the --work_queue_type option: Cannot find option named 'x'!\n"),
        );
        check(
            "--work_queue_type=s -work_queue_type=s",
            Err("tool: for the --work_queue_type option: may only occur zero or one times!\n"),
        );
        check(
            "a b",
            Err("tool: Too many positional arguments specified!\n\
                 Can specify at most 1 positional arguments: See: tool --help\n"),
        );
        check(
            "--canonicalize=maybe",
            Err(
                "tool: for the --canonicalize option: 'maybe' is invalid value for boolean argument! Try 0 or 1\n",
            ),
        );
        check("-O9", Err("tool: for the -O option: '9' value invalid: 9 is not in 0..3\n"));
    }
}
