//! What came of replaying recorded games, for people and for programs.

use super::{SCHEMA, filled};
use crate::rules::Variant;
use crate::verify::{Agreement, Disagreement};
use serde::Serialize;

/// For people: how much agrees, or where a recording (its file, and the point) and the variant part.
pub fn text(
    variant: &Variant,
    agreement: &Agreement,
    parting: Option<(&str, &Disagreement)>,
) -> String {
    let Some((file, found)) = parting else {
        return format!("{}\n", agreement.text());
    };
    let help = found
        .help
        .map_or_else(String::new, |help| format!("\n{}", filled("", "", help)));
    format!(
        "{file}:{}: `{}` and the recording part at move {}, on {}\n\n  \
         position  {}\n  move      {}\n  recorded  {}\n  engine    {}\n  rule      {}\n{help}",
        found.line,
        variant.name,
        found.ply,
        found.what,
        found.board,
        found.played,
        found.recorded,
        found.engine,
        found.rule.as_deref().unwrap_or("none in particular")
    )
}

/// For programs.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    schema: u32,
    variant: String,
    ruleset: String,
    /// Whether all recordings agree with the variant.
    agrees: bool,
    /// What was compared, and agreed, before any disagreement.
    games: u64,
    positions: u64,
    moves: u64,
    /// The first point on which they part.
    #[serde(skip_serializing_if = "Option::is_none")]
    disagreement: Option<JsonDisagreement>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonDisagreement {
    file: String,
    line: usize,
    move_number: usize,
    on: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    position: String,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    played: String,
    recorded: String,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'static str>,
}

/// What came of it, for programs.
pub fn form(
    variant: &Variant,
    agreement: &Agreement,
    parting: Option<(&str, &Disagreement)>,
) -> Form {
    Form {
        schema: SCHEMA,
        variant: variant.name.clone(),
        ruleset: variant.hash.clone(),
        agrees: parting.is_none(),
        games: agreement.games,
        positions: agreement.positions,
        moves: agreement.moves,
        disagreement: parting.map(|(file, found)| JsonDisagreement {
            file: file.to_owned(),
            line: found.line,
            move_number: found.ply,
            on: found.what.clone(),
            position: found.board.clone(),
            played: found.played.clone(),
            recorded: found.recorded.clone(),
            engine: found.engine.clone(),
            rule: found.rule.clone(),
            help: found.help,
        }),
    }
}
