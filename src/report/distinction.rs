//! Where two variants part, for people and for programs.

use super::{SCHEMA, thousands};
use crate::analyse::Share;
use crate::engine::Program;
use crate::positions;
use crate::rules::Variant;
use crate::simulate::distinguish::{Difference, Distinction, Parting};
use crate::tell::{self, Teller, Verdict};
use serde::Serialize;
use std::fmt::Write as _;

/// A variant with what tells it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The variant.
    pub variant: &'a Variant,
    /// Its program.
    pub program: &'a Program,
    /// Its teller.
    pub teller: &'a Teller<'a>,
}

/// For people.
pub fn text(sides: [Side<'_>; 2], found: &Distinction) -> String {
    let share = Share::of(found.bitten, found.games);
    let [one, other] = sides;
    let names = sides.map(|side| side.variant.name.as_str());
    let tellers = sides.map(|side| side.teller);
    let beginnings = tell::beginnings(tellers, names);
    let begins_alike = beginnings.is_none();
    let mut text = beginnings.unwrap_or_default();
    let Some(smallest) = &found.smallest else {
        let _ = write!(
            text,
            "{}{} and {} are not told apart in {} games, {} positions.\n\
             At most {:.2} % of random games meet a position on which they part (95 %).\n",
            if begins_alike { "" } else { "Once begun, " },
            names[0],
            names[1],
            thousands(found.games),
            thousands(found.positions),
            100.0 * share.high
        );
        if one.variant.hash == other.variant.hash {
            text.push_str("Their rules are the same.\n");
        }
        return text;
    };
    let _ = write!(
        text,
        "{} and {} part in {:.2} % of {} random games (95 %: {:.2} to {:.2}).\n\n",
        names[0],
        names[1],
        100.0 * share.estimate,
        thousands(found.games),
        100.0 * share.low,
        100.0 * share.high
    );
    text + &tell::parting(tellers, names, smallest)
}

/// For programs.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    schema: u32,
    variants: [JsonVariant; 2],
    same_rules: bool,
    /// Whether they begin from the same position.
    begin_alike: bool,
    /// The master seed.
    seed: u64,
    /// Games played, half of them under each.
    games: u64,
    /// Positions looked at.
    positions: u64,
    bite_rate: BiteRate,
    /// The smallest position found on which they part; nothing where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<JsonParting>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonVariant {
    variant: String,
    title: String,
    ruleset: String,
}

/// How many of the games met a position on which they part, and the share with its 95 % interval.
#[derive(Clone, Debug, Serialize)]
struct BiteRate {
    games: u64,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Clone, Debug, Serialize)]
struct JsonParting {
    /// The number of the game it was met in.
    game: u64,
    /// Under which variant that was played.
    under: String,
    /// In which turn, from one.
    turn: u32,
    position: String,
    /// `move`, `opening` or `end`.
    on: &'static str,
    /// What each says of the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    verdicts: Vec<JsonVerdict>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonVerdict {
    variant: String,
    #[serde(flatten)]
    verdict: Verdict,
    /// The move as an `example` for a variant file.
    example: String,
}

/// What was found, for programs.
pub fn form(sides: [Side<'_>; 2], seed: u64, found: &Distinction) -> Form {
    let share = Share::of(found.bitten, found.games);
    Form {
        schema: SCHEMA,
        variants: sides.map(|side| JsonVariant {
            variant: side.variant.name.clone(),
            title: side.variant.ruleset.title.clone(),
            ruleset: side.variant.hash.clone(),
        }),
        same_rules: sides[0].variant.hash == sides[1].variant.hash,
        begin_alike: sides[0].program.start() == sides[1].program.start(),
        seed,
        games: found.games,
        positions: found.positions,
        bite_rate: BiteRate {
            games: found.bitten,
            share: share.estimate,
            low: share.low,
            high: share.high,
        },
        smallest: found
            .smallest
            .as_ref()
            .map(|smallest| parting(sides, smallest)),
    }
}

fn parting(sides: [Side<'_>; 2], parting: &Parting) -> JsonParting {
    let (game, under, turn) = parting.game;
    let position = &parting.position;
    let names = sides.map(|side| side.variant.name.as_str());
    let (on, verdicts) = match &parting.on {
        Difference::Opening => ("opening", Vec::new()),
        Difference::End => ("end", Vec::new()),
        Difference::Move(played) => {
            let told = sides.iter().filter_map(|side| {
                let written = side.program.write_move(played);
                Some(JsonVerdict {
                    variant: side.variant.name.clone(),
                    verdict: side.teller.verdict(position, &written).ok()?,
                    example: side.teller.example(&names.join(" and "), position, played),
                })
            });
            ("move", told.collect())
        }
    };
    JsonParting {
        game,
        under: names[under].to_owned(),
        turn: turn + 1,
        position: positions::write(sides[0].program, position),
        on,
        verdicts,
    }
}
