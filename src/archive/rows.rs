//! What is counted, as rows of a table and back, without loss.

use super::Error;
use crate::analyse::paired::Sums;
use crate::simulate::{EndedBy, Tally};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Row, ToSql};
use std::collections::BTreeMap;

/// How many of [the columns](columns) are numbers; the others are JSON.
const NUMBERS: usize = 18;

/// The other columns.
const TEXTS: [&str; 3] = ["turns", "leads", "applied"];

/// The columns of a block's tally after `run` and `block`, in the order of [`TallyRow`].
pub(super) fn columns() -> String {
    let numbers = numbers(&mut Tally::default()).map(|(name, _)| name);
    [&numbers[..], &TEXTS].concat().join(", ")
}

/// The numbers of a tally with the names of their columns; to be changed, so that they can be read and written.
fn numbers(tally: &mut Tally) -> [(&'static str, &mut u64); NUMBERS] {
    // Every field by its name: one that is added must be kept too.
    let Tally {
        games,
        won: [south, north],
        drawn,
        unfinished,
        ended_by:
            EndedBy {
                no_move,
                condition,
                endless,
                long_relay,
                repetition,
                turn_limit,
            },
        turns: _,
        sowings,
        laps,
        longest,
        choices,
        applied: _,
        margins: _,
        marked_wins: [counted_south, counted_north],
        wins_by_two,
    } = tally;
    [
        ("games", games),
        ("south", south),
        ("north", north),
        ("drawn", drawn),
        ("unfinished", unfinished),
        ("ended_no_move", no_move),
        ("ended_condition", condition),
        ("ended_endless", endless),
        ("ended_long_relay", long_relay),
        ("ended_repetition", repetition),
        ("ended_turn_limit", turn_limit),
        ("sowings", sowings),
        ("laps", laps),
        ("longest_relay", longest),
        ("choices", choices),
        ("counted_south", counted_south),
        ("counted_north", counted_north),
        ("won_by_two", wins_by_two),
    ]
}

/// A tally as a row.
#[derive(Debug)]
pub(super) struct TallyRow {
    numbers: [i64; NUMBERS],
    texts: [String; TEXTS.len()],
}

impl TallyRow {
    /// The row of a tally.
    ///
    /// # Errors
    ///
    /// A count has more than 63 bits.
    pub(super) fn of(tally: &Tally) -> Result<TallyRow, Error> {
        let mut fitting = [0; NUMBERS];
        let mut numbered = tally.clone();
        for (into, (_, number)) in fitting.iter_mut().zip(numbers(&mut numbered)) {
            *into = i64::try_from(*number)
                .map_err(|_| Error::Other(format!("{number} is too large a count to keep")))?;
        }
        let turns: BTreeMap<usize, u64> = told(&tally.turns).collect();
        let leads: BTreeMap<i64, u64> = told(&tally.margins)
            .map(|(class, games)| (tally.lead(class), games))
            .collect();
        Ok(TallyRow {
            numbers: fitting,
            texts: [json(&turns), json(&leads), json(&tally.applied)],
        })
    }

    /// The values of [the columns](columns).
    pub(super) fn values(&self) -> impl Iterator<Item = &dyn ToSql> {
        let numbers = self.numbers.iter().map(|number| number as &dyn ToSql);
        numbers.chain(self.texts.iter().map(|text| text as &dyn ToSql))
    }

    /// From [the columns](columns), which come first in the row.
    pub(super) fn read(row: &Row<'_>) -> Result<TallyRow, Error> {
        let mut read = TallyRow {
            numbers: [0; NUMBERS],
            texts: Default::default(),
        };
        for (at, number) in read.numbers.iter_mut().enumerate() {
            *number = row.get(at)?;
        }
        for (at, text) in read.texts.iter_mut().enumerate() {
            *text = row.get(NUMBERS + at)?;
        }
        Ok(read)
    }

    /// The tally of a variant with so many lap rules and seeds.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the row is none of such a tally.
    pub(super) fn tally(&self, rules: usize, seeds: usize) -> Result<Tally, Error> {
        let damaged = |what: &str| Error::Damaged(format!("a block {what}"));
        let [turns, leads, applied] = &self.texts;
        let histogram = |text: &str| -> Result<BTreeMap<i64, u64>, Error> {
            serde_json::from_str(text).map_err(|_| damaged("has counts that cannot be read"))
        };
        let mut tally = Tally {
            applied: serde_json::from_str(applied)
                .map_err(|_| damaged("has counts that cannot be read"))?,
            margins: vec![0; 2 * seeds + 1],
            ..Tally::default()
        };
        for ((_, into), &number) in numbers(&mut tally).into_iter().zip(&self.numbers) {
            *into = u64::try_from(number).map_err(|_| damaged("has a count below nothing"))?;
        }
        for (turns, games) in histogram(turns)? {
            let turns = usize::try_from(turns)
                .ok()
                .filter(|turns| *turns <= 10_000_000)
                .ok_or_else(|| damaged("has a game of no possible length"))?;
            if tally.turns.len() <= turns {
                tally.turns.resize(turns + 1, 0);
            }
            tally.turns[turns] = games;
        }
        for (lead, games) in histogram(leads)? {
            let class = usize::try_from(lead.saturating_add(seeds as i64)).ok();
            let class = class.and_then(|class| tally.margins.get_mut(class));
            *class.ok_or_else(|| damaged("has a game with no possible lead"))? = games;
        }
        let sum = |counts: &[u64]| counts.iter().copied().map(u128::from).sum::<u128>();
        let finished = [tally.won[0], tally.won[1], tally.drawn];
        let by = tally.ended_by;
        let ends = [
            by.no_move,
            by.condition,
            by.endless,
            by.long_relay,
            by.repetition,
            by.turn_limit,
        ];
        let games = u128::from(tally.games);
        if games != sum(&finished) + u128::from(tally.unfinished)
            || games != sum(&ends)
            || games != sum(&tally.turns)
            || sum(&finished) != sum(&tally.margins)
            || rules != tally.applied.len()
        {
            return Err(damaged("has counts that do not add up"));
        }
        Ok(tally)
    }
}

/// What of a histogram is not nothing.
fn told(histogram: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let all = histogram.iter().copied().enumerate();
    all.filter(|(_, games)| *games > 0)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("counts have a form in JSON")
}

/// A sum as it is kept: a number if it fits, otherwise its digits.
pub(super) fn number(sum: i128) -> Value {
    match i64::try_from(sum) {
        Ok(number) => Value::Integer(number),
        Err(_) => Value::Text(sum.to_string()),
    }
}

/// The name of a measure and its sums, from a row of it, the number of games, and then the sums.
pub(super) fn sums(row: &Row<'_>) -> Result<(String, Sums), Error> {
    let mut numbers = [0; Sums::NAMES.len()];
    for (at, number) in numbers.iter_mut().enumerate() {
        *number = match row.get_ref(2 + at)? {
            ValueRef::Integer(number) => i128::from(number),
            ValueRef::Text(digits) => std::str::from_utf8(digits)
                .ok()
                .and_then(|digits| digits.parse().ok())
                .ok_or_else(|| Error::Damaged("a sum cannot be read".to_owned()))?,
            _ => return Err(Error::Damaged("a sum is missing".to_owned())),
        };
    }
    let games: i64 = row.get(1)?;
    let sums = Sums {
        games: games.unsigned_abs(),
        numbers,
    };
    Ok((row.get(0)?, sums))
}
