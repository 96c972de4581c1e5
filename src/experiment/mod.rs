//! Experiments: which variants are played, for how long, from which seed, and what is compared.
//!
//! An [`Experiment`] is filled from a TOML file ([`read`], checked as variant files are) or from the arguments of the
//! command line, and [`Experiment::play`] is the one function that plays it. It writes nothing; threads are those
//! of the current rayon pool, and the results do not depend on their number.

mod read;

pub use read::{KEYS, Key, Reading, percent, read};

use crate::analyse::{Results, SCHEMA, VariantResults, against_first, simulate_until};
use crate::engine::Program;
use crate::players::{Player, Uniform};
use crate::rules::Variant;
use crate::rules::wording::Difference;
use crate::simulate::wear::{Wear, wear};
use crate::simulate::{Run, Tally, simulate};
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicU64;

/// How many games a variant can be given.
pub const GAMES: RangeInclusive<u64> = 1..=1_000_000_000_000;
/// After which turn a game can be cut off.
pub const MAX_TURNS: RangeInclusive<u64> = 1..=1_000_000;
/// The seeds there are: those that every form of the results can hold.
pub const SEEDS: RangeInclusive<u64> = 0..=i64::MAX as u64;
/// The most games whose wear is counted; more would change no figure that is shown.
const MOST_GAMES_FOR_WEAR: u64 = 20_000;
/// How many games a variant is given where nothing is said.
pub const USUAL_GAMES: u64 = 20_000;
/// After which turn a game is cut off where nothing is said.
pub const USUAL_MAX_TURNS: u32 = 100_000;
/// The most games that a precision is sought with.
const MOST_GAMES_UNTIL: u64 = 1_000_000_000;

/// How many games are played of each variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// So many.
    Games(u64),
    /// As many as it takes for the 95 % interval of South's share to be no wider than this to either side; a share,
    /// from 0 to 1.
    Until(f64),
}

/// What is played and compared.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it is called in reports; what the first variant is called unless said.
    pub title: Option<String>,
    /// The variants, in the order in which they are told.
    pub variants: Vec<Variant>,
    /// How many games of each.
    pub length: Length,
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// South's player and North's.
    pub players: [Uniform; 2],
}

/// What came of an experiment whose variants are compared.
#[derive(Debug)]
pub struct Comparison<'e> {
    /// What the experiment is called.
    pub title: &'e str,
    /// The results, each with what sets it apart from the first variant's.
    pub results: Results,
    /// For each variant the rules on which it differs from the first.
    pub differences: Vec<Vec<Difference<'e>>>,
}

impl Experiment {
    /// These variants, with everything else as it is where nothing is said.
    pub fn of(variants: Vec<Variant>) -> Experiment {
        Experiment {
            title: None,
            variants,
            length: Length::Games(USUAL_GAMES),
            seed: 1,
            max_turns: USUAL_MAX_TURNS,
            players: [Uniform; 2],
        }
    }

    fn run(&self) -> Run {
        Run {
            games: match self.length {
                Length::Games(games) => games,
                Length::Until(_) => MOST_GAMES_UNTIL,
            },
            seed: self.seed,
            max_turns: self.max_turns,
            max_laps: u64::MAX,
        }
    }

    /// About how many games will be played: exactly, where their number is given; as many as the precision needs
    /// if South wins half of them, otherwise.
    pub fn expected_games(&self) -> u64 {
        let each = match self.length {
            Length::Games(games) => games,
            Length::Until(half_width) => ((0.98 / half_width).powi(2) as u64).min(MOST_GAMES_UNTIL),
        };
        let different: HashSet<&str> = self.variants.iter().map(|v| v.hash.as_str()).collect();
        each.saturating_mul(different.len() as u64)
    }

    /// Plays every variant, those with the same rules once: its rules compiled, and what was counted. `done` counts
    /// the games played so far.
    pub fn tallies(&self, done: &AtomicU64) -> Vec<(&Variant, Program, Tally)> {
        let run = self.run();
        // The hash says nothing of the names and places of rules, by which a tally counts them.
        let mut tallies: HashMap<(&str, Vec<String>), Tally> = HashMap::new();
        self.variants
            .iter()
            .map(|variant| {
                let program = Program::compile(&variant.ruleset);
                let key = (variant.hash.as_str(), program.rule_names.clone());
                let tally = tallies
                    .entry(key)
                    .or_insert_with(|| match self.length {
                        Length::Until(half_width) => {
                            simulate_until(&program, self.players, run, half_width, done)
                        }
                        Length::Games(_) => simulate(&program, self.players, run, done),
                    })
                    .clone();
                (variant, program, tally)
            })
            .collect()
    }

    /// Plays every variant; see [`Experiment::tallies`].
    pub fn play(&self, done: &AtomicU64) -> Vec<VariantResults> {
        let players = self.players.map(|player| player.name());
        self.tallies(done)
            .iter()
            .map(|(variant, program, tally)| {
                VariantResults::new(variant, program, players, self.run(), tally)
            })
            .collect()
    }

    /// Plays every variant and sets each beside the first: on which rules it differs, and what becomes of the
    /// games.
    pub fn compare(&self, done: &AtomicU64) -> Comparison<'_> {
        let results = self.play(done);
        let against = against_first(&results);
        let differences: Vec<Vec<Difference<'_>>> = self
            .variants
            .iter()
            .map(|variant| self.variants[0].ruleset.differences(&variant.ruleset))
            .collect();
        let results = results
            .into_iter()
            .zip(&differences)
            .zip(against)
            .map(|((result, differences), against)| result.compared(differences, against))
            .collect();
        Comparison {
            title: self.title(),
            results: Results {
                schema: SCHEMA,
                results,
            },
            differences,
        }
    }

    /// What the games of these results, or the first 20,000 of them, do to the board of each variant. `done` counts
    /// the games played so far.
    pub fn wear(&self, results: &[VariantResults], done: &AtomicU64) -> Vec<Wear> {
        let mut known: HashMap<&str, Wear> = HashMap::new();
        self.variants
            .iter()
            .zip(results)
            .map(|(variant, result)| {
                let found = known.entry(variant.hash.as_str()).or_insert_with(|| {
                    let run = Run {
                        games: result.games.min(MOST_GAMES_FOR_WEAR),
                        ..self.run()
                    };
                    wear(&Program::compile(&variant.ruleset), run, done)
                });
                found.clone()
            })
            .collect()
    }

    /// What the experiment is called.
    pub fn title(&self) -> &str {
        match (&self.title, self.variants.first()) {
            (Some(title), _) => title,
            (None, Some(first)) => &first.ruleset.title,
            (None, None) => "",
        }
    }
}
