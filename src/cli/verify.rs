//! `kiothi verify`

use super::disk::{self};
use super::{CLEAN, Format, UNREADABLE, WRONG, complain, one_of, print};
use crate::engine::Program;
use crate::report::{self, verification};
use crate::verify::{Agreement, Trouble, verify};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    /// Recorded games or positions, one a line, in JSON
    #[arg(required = true)]
    traces: Vec<PathBuf>,
    /// How to print what came of it
    #[arg(long, value_parser = one_of(&[Format::Table, Format::Json, Format::Toml]), default_value = "table")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let variant = match disk::load_all(std::slice::from_ref(&arguments.variant)) {
        Ok(mut variants) if variants.len() == 1 => variants.remove(0),
        Ok(_) => {
            complain("error: name one variant file, not a folder\n");
            return UNREADABLE;
        }
        Err(code) => return code,
    };
    let program = Program::compile(&variant.ruleset);
    let mut agreement = Agreement::default();
    let mut parting = None;
    for path in &arguments.traces {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                complain(&format!("error: {}: {error}\n", path.display()));
                return UNREADABLE;
            }
        };
        match verify(&program, &text) {
            Ok(more) => agreement.add(more),
            Err(Trouble::Unreadable { line, why }) => {
                complain(&format!("error: {}:{line}: {why}\n", path.display()));
                return UNREADABLE;
            }
            Err(Trouble::Disagreement(found)) => {
                parting = Some((path.display().to_string(), *found));
                break;
            }
        }
    }
    let parting = parting.as_ref().map(|(file, found)| (file.as_str(), found));
    let form = || verification::form(&variant, &agreement, parting);
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Toml => report::toml(&form()),
        _ => verification::text(&variant, &agreement, parting),
    });
    if parting.is_some() { WRONG } else { CLEAN }
}
