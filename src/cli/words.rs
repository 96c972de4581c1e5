//! `kiothi help`

use super::{CLEAN, WRONG, complain, print};
use crate::analyse::measures::MEASURES;
use crate::diagnostics::nearest;
use crate::report::words;
use crate::vocabulary;
use clap::CommandFactory;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A word of the language (like `relay`), a command, an error code (like K0007), or what is measured of games
    /// (like `drama`; `measures` lists them)
    word: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let asked = arguments.word.join(" ");
    let mut command = super::Arguments::command();
    if asked.is_empty() {
        print(&format!("{}\n{}", command.render_help(), words::all()));
        return CLEAN;
    }
    let mut found = words::about(&asked);
    if let Some(subcommand) = command.find_subcommand_mut(&asked) {
        let subcommand = subcommand.clone().bin_name(format!("kiothi {asked}"));
        found = format!(
            "{}{}{found}",
            subcommand.clone().render_help(),
            if found.is_empty() { "" } else { "\n" }
        );
    }
    let measured = match asked.as_str() {
        "measures" => words::measures(),
        name => words::measure(name),
    };
    if !measured.is_empty() {
        if !found.is_empty() {
            found.push('\n');
        }
        found += &measured;
    }
    if !found.is_empty() {
        print(&found);
        return CLEAN;
    }
    let known = vocabulary::entries()
        .iter()
        .flat_map(|entry| entry.form.split(|c: char| !c.is_alphanumeric()))
        .chain(MEASURES.iter().map(|measure| measure.name));
    let near =
        nearest(&asked, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    complain(&format!(
        "error: there is no word, command or measure `{asked}`{near}\n"
    ));
    WRONG
}
