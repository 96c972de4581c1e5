//! `kiothi verify`

use super::disk::{self};
use super::{CLEAN, UNREADABLE, WRONG, complain, print};
use crate::engine::Program;
use crate::verify::{Agreement, Disagreement, Trouble, verify};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    /// Recorded games or positions, one a line, in JSON
    #[arg(required = true)]
    traces: Vec<PathBuf>,
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
                print(&disagreement(path, &variant.name, &found));
                return WRONG;
            }
        }
    }
    print(&format!("{}\n", agreement.text()));
    CLEAN
}

fn disagreement(path: &Path, variant: &str, found: &Disagreement) -> String {
    let rule = found.rule.as_deref().unwrap_or("none in particular");
    format!(
        "{}:{}: `{variant}` and the recording part at move {}, on {}\n\n  \
         position  {}\n  move      {}\n  recorded  {}\n  engine    {}\n  rule      {rule}\n",
        path.display(),
        found.line,
        found.ply,
        found.what,
        found.board,
        found.played,
        found.recorded,
        found.engine,
    )
}
