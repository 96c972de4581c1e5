//! What is counted over many games. Everything is an integer, so that tallies of parts add up to the tally
//! of the whole in any order; means and shares are taken at the end.

use super::GameFacts;
use crate::engine::{EndReason, Program};
use crate::rules::ruleset::Player;
use serde::Serialize;

/// How games ended: numbers of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EndedBy {
    /// The player to move had no legal move.
    pub no_move: u64,
    /// Another condition of the ending held.
    pub condition: u64,
    /// An endless relay, where that ends the game.
    pub endless: u64,
    /// A relay past the limit, where that ends the game.
    pub long_relay: u64,
    /// A position came back too often.
    pub repetition: u64,
    /// The turn limit of the run: the game is unfinished.
    pub turn_limit: u64,
}

/// What is counted over many games of one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games South, and North, has won.
    pub won: [u64; 2],
    /// Games drawn.
    pub drawn: u64,
    /// Games that reached the turn limit.
    pub unfinished: u64,
    /// How they ended.
    pub ended_by: EndedBy,
    /// How many games had so many turns, the opening included.
    pub turns: Vec<u64>,
    /// Turns in which seeds were sown.
    pub sowings: u64,
    /// Laps sown.
    pub laps: u64,
    /// The most laps of one turn.
    pub longest: u64,
    /// The choices that a sowing was chosen from, summed.
    pub choices: u64,
    /// How often each lap rule applied: once a turn at most, but each lap for a relay.
    pub applied: Vec<u64>,
    /// How many finished games ended with South so many seeds ahead: from all seeds behind to all ahead.
    pub margins: Vec<u64>,
    /// Games South, and North, has won by the margin that the match counts apart.
    pub marked_wins: [u64; 2],
    /// Games won by exactly two seeds, whatever the match says of them.
    pub wins_by_two: u64,
}

impl Tally {
    /// An empty tally for a variant.
    pub fn new(program: &Program) -> Self {
        Tally {
            applied: vec![0; program.rule_names.len()],
            margins: vec![0; 2 * program.start().seeds() as usize + 1],
            ..Tally::default()
        }
    }

    /// Counts a game that has ended, or reached the turn limit.
    pub fn game(&mut self, facts: &GameFacts) {
        self.games += 1;
        self.sowings += facts.sowings;
        self.laps += facts.laps;
        self.longest = self.longest.max(facts.longest);
        self.choices += facts.choices;
        for (into, from) in self.applied.iter_mut().zip(&facts.applied) {
            *into += from;
        }
        let turns = facts.turns as usize;
        if self.turns.len() <= turns {
            self.turns.resize(turns + 1, 0);
        }
        self.turns[turns] += 1;
        let Some(end) = facts.end else {
            self.unfinished += 1;
            self.ended_by.turn_limit += 1;
            return;
        };
        *match end.reason {
            EndReason::NoMove => &mut self.ended_by.no_move,
            EndReason::Condition(_) => &mut self.ended_by.condition,
            EndReason::Endless => &mut self.ended_by.endless,
            EndReason::LongRelay => &mut self.ended_by.long_relay,
            EndReason::Repetition => &mut self.ended_by.repetition,
        } += 1;
        let [south, north] = end.stores.map(|seeds| seeds as usize);
        let middle = self.margins.len() / 2;
        self.margins[middle + south - north] += 1;
        match end.winner {
            None => self.drawn += 1,
            Some(winner) => {
                self.won[winner as usize] += 1;
                let margin = south.abs_diff(north);
                self.wins_by_two += u64::from(margin == 2);
                if facts.won_by_counted_margin() == Some(true) {
                    self.marked_wins[winner as usize] += 1;
                }
            }
        }
    }

    /// Adds another tally of the same variant.
    pub fn add(&mut self, other: &Tally) {
        let sum = |into: &mut Vec<u64>, from: &[u64]| {
            if into.len() < from.len() {
                into.resize(from.len(), 0);
            }
            for (into, from) in into.iter_mut().zip(from) {
                *into += from;
            }
        };
        self.games += other.games;
        self.wins_by_two += other.wins_by_two;
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
        for player in Player::BOTH {
            self.won[player as usize] += other.won[player as usize];
            self.marked_wins[player as usize] += other.marked_wins[player as usize];
        }
        self.ended_by.no_move += other.ended_by.no_move;
        self.ended_by.condition += other.ended_by.condition;
        self.ended_by.endless += other.ended_by.endless;
        self.ended_by.long_relay += other.ended_by.long_relay;
        self.ended_by.repetition += other.ended_by.repetition;
        self.ended_by.turn_limit += other.ended_by.turn_limit;
        sum(&mut self.turns, &other.turns);
        self.sowings += other.sowings;
        self.laps += other.laps;
        self.longest = self.longest.max(other.longest);
        self.choices += other.choices;
        sum(&mut self.applied, &other.applied);
        sum(&mut self.margins, &other.margins);
    }

    /// South's lead in each class of [`Tally::margins`].
    pub fn lead(&self, class: usize) -> i64 {
        class as i64 - (self.margins.len() / 2) as i64
    }
}
