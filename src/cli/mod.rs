//! The command line: one file a subcommand, with nothing in it but arguments and printing.

mod accounts;
mod archived;
mod bench;
mod check;
mod compare;
mod diff;
mod disk;
mod distinguish;
mod explain;
mod manual;
mod moves;
mod page;
mod perft;
mod play;
mod run;
mod runs;
mod simulate;
mod snapshot;
mod sweep;
mod verify;
mod wear;
mod words;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

/// Everything is as it should be.
const CLEAN: u8 = 0;
/// There are mistakes, or a disagreement.
const WRONG: u8 = 1;
/// Something could not be read.
const UNREADABLE: u8 = 2;
/// A run was stopped before its end, by Ctrl-C or SIGTERM; what is printed is what was known then.
const STOPPED: u8 = 130;

/// Write down the rules of a mancala game, see what is wrong with them, and play them out.
#[derive(Debug, Parser)]
#[command(name = "kiothi", version, about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is wrong with variant files, play their examples and a few games
    Check(check::Arguments),
    /// Tell the rules of a variant in plain sentences, with who says each
    Explain(explain::Arguments),
    /// Say on which rules two variants differ
    Diff(diff::Arguments),
    /// Set side by side what the variants of a folder say, and who says so
    Accounts(accounts::Arguments),
    /// Replay recorded games and positions against a variant
    Verify(verify::Arguments),
    /// Play many random games of one or more variants
    Simulate(runs::RunArguments),
    /// Play several variants and set them side by side
    Compare(compare::Arguments),
    /// Play the experiment that a TOML file describes: set its variants side by side, or sweep over one
    Run(run::Arguments),
    /// List the runs that an archive keeps, or show one of them
    Runs(archived::Arguments),
    /// Play every combination of answers to a variant's questions, and say what each answer changes
    Sweep(sweep::Arguments),
    /// Find a position on which two variants part, and how often games meet one
    Distinguish(distinguish::Arguments),
    /// Draw on the board how often each pit is lifted from, sown into, ended in and captured from
    Wear(wear::Arguments),
    /// Keep the rules and outcomes of variants, and show when they change
    Snapshot(snapshot::Arguments),
    /// Tell one game move by move
    Play(play::Arguments),
    /// List the legal moves of a position and what each would do
    Moves(moves::MovesArguments),
    /// Show a position, and write it as text
    Position(moves::PositionArguments),
    /// Count the sequences of so many moves, each played out
    Perft(perft::Arguments),
    /// Measure how fast variants are played, on one thread
    Bench(bench::Arguments),
    /// Write a completion script for a shell, or manual pages
    Manual(manual::Arguments),
    /// Say what a word of the language means, or list them all
    Help(words::Arguments),
}

/// How results are printed. Not every command has every form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[value(alias = "text")]
    Table,
    /// JSON
    Json,
    /// CSV
    Csv,
    /// TOML
    Toml,
    /// Markdown
    Markdown,
}

impl Format {
    const ALL: [Format; 5] = [
        Format::Table,
        Format::Json,
        Format::Csv,
        Format::Toml,
        Format::Markdown,
    ];
}

/// The forms of most results.
const RESULTS: [Format; 4] = [Format::Table, Format::Json, Format::Csv, Format::Toml];

/// A form that a command prints its result in, one of these; any other is refused with their names.
fn one_of(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
    let names: Vec<PossibleValue> = formats
        .iter()
        .filter_map(ValueEnum::to_possible_value)
        .collect();
    PossibleValuesParser::new(names)
        .map(|name| Format::from_str(&name, false).unwrap_or(Format::Table))
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    ExitCode::from(match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Accounts(arguments) => accounts::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Runs(arguments) => archived::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Distinguish(arguments) => distinguish::run(&arguments),
        Command::Wear(arguments) => wear::run(&arguments),
        Command::Snapshot(arguments) => snapshot::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Moves(arguments) => moves::moves(&arguments),
        Command::Position(arguments) => moves::position(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments),
        Command::Help(arguments) => words::run(&arguments),
    })
}

/// Prints the result. A reader that has gone away (`| head`) ends the program quietly, anything else that keeps it from
/// being written is told.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let code = match printed {
        Ok(()) => return,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => CLEAN,
        Err(error) => {
            complain(&format!("error: the result cannot be written: {error}\n"));
            UNREADABLE
        }
    };
    std::process::exit(code.into());
}

/// Prints what is not the result.
fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
