//! Where two variants part, or each two of several, for people and for programs.

use super::table::{finish, plain_table, stopped};
use super::{SCHEMA, filled, thousands};
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
            "{}{} and {} are not told apart in {} games{}, {} positions.\n\
             At most {:.2} % of random games meet a position on which they part (95 %).\n",
            if begins_alike { "" } else { "Once begun, " },
            names[0],
            names[1],
            thousands(found.games),
            stopped(found.partial),
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
        "{} and {} part in {:.2} % of {} random games{} (95 %: {:.2} to {:.2}).\n\n",
        names[0],
        names[1],
        100.0 * share.estimate,
        thousands(found.games),
        stopped(found.partial),
        100.0 * share.low,
        100.0 * share.high
    );
    text + &tell::parting(tellers, names, smallest)
}

/// For programs.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    schema: u32,
    #[serde(flatten)]
    pair: JsonPair,
}

#[derive(Clone, Debug, Serialize)]
struct JsonPair {
    variants: [JsonVariant; 2],
    same_rules: bool,
    /// Whether they begin from the same position.
    begin_alike: bool,
    /// The master seed.
    seed: u64,
    /// Games played, half of them under each.
    games: u64,
    /// Whether more were asked for, but the run was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
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
    Form {
        schema: SCHEMA,
        pair: pair_form(sides, seed, found),
    }
}

fn pair_form(sides: [Side<'_>; 2], seed: u64, found: &Distinction) -> JsonPair {
    let share = Share::of(found.bitten, found.games);
    JsonPair {
        variants: sides.map(|side| JsonVariant {
            variant: side.variant.name.clone(),
            title: side.variant.ruleset.title.clone(),
            ruleset: side.variant.hash.clone(),
        }),
        same_rules: sides[0].variant.hash == sides[1].variant.hash,
        begin_alike: sides[0].program.start() == sides[1].program.start(),
        seed,
        games: found.games,
        partial: found.partial,
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
            let written = tell::written(sides.map(|side| side.teller), position, played);
            let told = sides.iter().zip(&written).filter_map(|(side, written)| {
                let what = names.join(" and ");
                Some(JsonVerdict {
                    variant: side.variant.name.clone(),
                    verdict: side.teller.verdict(position, written).ok()?,
                    example: side.teller.example(&what, position, played, written),
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

/// Several variants, each two of which were asked where they part. Variants with the same rules stand
/// together and are asked once.
#[derive(Debug)]
pub struct Pairs<'a> {
    /// The variants, those with the same rules together, by their first.
    pub groups: Vec<Vec<Side<'a>>>,
    /// What was found of each two groups: their numbers, the lower first. If the run was stopped, not of all of them.
    pub found: Vec<(usize, usize, Distinction)>,
    /// The master seed.
    pub seed: u64,
    /// Games under each of a pair.
    pub games: u64,
}

/// Puts variants with the same rules together.
pub fn groups<'a>(sides: &[Side<'a>]) -> Vec<Vec<Side<'a>>> {
    let mut groups: Vec<Vec<Side<'a>>> = Vec::new();
    for side in sides {
        match groups
            .iter_mut()
            .find(|group| group[0].variant.hash == side.variant.hash)
        {
            Some(group) => group.push(*side),
            None => groups.push(vec![*side]),
        }
    }
    groups
}

impl<'a> Pairs<'a> {
    fn name(&self, group: usize) -> String {
        let names: Vec<&str> = self.groups[group]
            .iter()
            .map(|side| side.variant.name.as_str())
            .collect();
        names.join(", ")
    }

    fn sides(&self, one: usize, other: usize) -> [Side<'a>; 2] {
        [one, other].map(|group| self.groups[group][0])
    }

    /// For people: how often each two part, and where.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} variants, {} rulesets · {} games under each of a pair{} · seed {}\n\n",
            self.groups.iter().map(Vec::len).sum::<usize>(),
            self.groups.len(),
            thousands(self.games),
            stopped(self.partial()),
            self.seed
        );
        text.push_str("In how many of 100 random games two of them part:\n\n");
        text.push_str(&self.table());
        let apart = 100.0 * Share::of(0, 2 * self.games).high;
        text.push_str(&filled(
            "",
            "",
            &format!(
                "– not told apart in {} games (at most {apart:.2} of 100, 95 %)",
                thousands(2 * self.games)
            ),
        ));
        if self.partial() {
            text.push_str("? not known: the run was stopped before\n");
        }
        if self.all().any(|(one, other)| !self.begin_alike(one, other)) {
            text.push_str("* they begin from different positions, besides\n");
        }
        for (one, other, found) in &self.found {
            let share = Share::of(found.bitten, found.games);
            let Some(smallest) = &found.smallest else {
                continue;
            };
            let _ = write!(
                text,
                "\n{} and {}: {:.2} % (95 %: {:.2} to {:.2})\n",
                self.name(*one),
                self.name(*other),
                100.0 * share.estimate,
                100.0 * share.low,
                100.0 * share.high
            );
            text.push_str(&briefly(self.sides(*one, *other), smallest));
        }
        text.push_str(
            "\nEach at the smallest position found; `kiothi distinguish A B` tells more of a pair.\n",
        );
        text
    }

    /// Each two groups, the lower first.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        let groups = self.groups.len();
        (0..groups).flat_map(move |one| (one + 1..groups).map(move |other| (one, other)))
    }

    /// What was found of two groups, if they were asked.
    fn of(&self, pair: (usize, usize)) -> Option<&Distinction> {
        let mut found = self.found.iter();
        let found = found.find(|(one, other, _)| (*one, *other) == pair);
        found.map(|(.., found)| found)
    }

    /// Whether the run was stopped before all were asked.
    pub fn partial(&self) -> bool {
        self.all()
            .any(|pair| self.of(pair).is_none_or(|found| found.partial))
    }

    /// Whether two groups begin from the same position.
    fn begin_alike(&self, one: usize, other: usize) -> bool {
        let [one, other] = self.sides(one, other);
        one.program.start() == other.program.start()
    }

    /// A column for each ruleset, by its number.
    fn table(&self) -> String {
        let mut table = plain_table();
        let numbers = (1..self.groups.len()).map(|number| number.to_string());
        table.set_header([String::new(), String::new()].into_iter().chain(numbers));
        for row in 0..self.groups.len() {
            let cells = (0..row).map(|column| {
                let share = match self.of((column, row)) {
                    Some(found) if found.bitten > 0 => {
                        let share = Share::of(found.bitten, found.games);
                        format!("{:.1}", 100.0 * share.estimate)
                    }
                    Some(found) if !found.partial => "–".to_owned(),
                    _ => "?".to_owned(),
                };
                if self.begin_alike(column, row) {
                    share + " "
                } else {
                    share + "*"
                }
            });
            let name = [(row + 1).to_string(), self.name(row)];
            table.add_row(name.into_iter().chain(cells));
        }
        finish(&mut table, 2)
    }

    /// For programs.
    pub fn form(&self) -> PairsForm {
        PairsForm {
            schema: SCHEMA,
            pairs: self
                .found
                .iter()
                .map(|(one, other, found)| pair_form(self.sides(*one, *other), self.seed, found))
                .collect(),
            same: self
                .groups
                .iter()
                .map(|group| group.iter().map(|side| side.variant.name.clone()).collect())
                .collect(),
        }
    }
}

/// Each two of several variants, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct PairsForm {
    schema: u32,
    /// The variants, those with the same rules together; pairs are of the first of each.
    same: Vec<Vec<String>>,
    pairs: Vec<JsonPair>,
}

/// Where two variants part, in a few lines.
fn briefly(sides: [Side<'_>; 2], parting: &Parting) -> String {
    let position = &parting.position;
    let program = sides[parting.game.1].program;
    let played = match &parting.on {
        Difference::Opening => return filled("  ", "  ", "what may be redistributed"),
        Difference::End => {
            let at = format!(
                "how the game ends at {}",
                positions::write(program, position)
            );
            return filled("  ", "    ", &at);
        }
        Difference::Move(played) => played,
    };
    let mut text = filled("  ", "    ", &positions::write(program, position));
    let written = tell::written(sides.map(|side| side.teller), position, played);
    for (side, written) in sides.iter().zip(written) {
        let told = match side.teller.verdict(position, &written) {
            Err(error) => error.to_string(),
            Ok(verdict) => match (&verdict.refused, &verdict.result) {
                (Some(refused), _) => match &refused.place {
                    Some(place) => format!("not legal: {} [{place}]", refused.rule),
                    None => format!("not legal: {}", refused.why),
                },
                (None, Some(result)) => result.briefly(),
                (None, None) => String::new(),
            },
        };
        let start = format!("  {written} by {}: ", side.variant.name);
        text.push_str(&filled(&start, "      ", &told));
    }
    text
}
