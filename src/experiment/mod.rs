//! Experiments: which variants are played, for how long, from which seed, and what is compared.
//!
//! An [`Experiment`] is filled from a TOML file ([`read`], checked as variant files are) or from the arguments of the
//! command line, and [`Experiment::play`] is the one function that plays it. It prints nothing; threads are those
//! of the current rayon pool, and the results do not depend on their number. Nor do they depend on whether games were
//! played now or come from an [`Archive`].

mod read;

pub use read::{KEYS, Key, Reading, percent, read};

use crate::analyse::measures::{MEASURES, Measure, named, usual};
use crate::analyse::paired::{Played, together};
use crate::analyse::sweep::{self, Settings};
use crate::analyse::{
    Compared, LEVEL, Measured, Results, SCHEMA, VariantResults, against, enough, simulate_until,
};
use crate::archive::{Archive, Identity, Shelf};
use crate::diagnostics::nearest;
use crate::engine::Program;
use crate::players::{Player, Uniform};
use crate::rules::Variant;
use crate::rules::wording::Difference;
use crate::simulate::distinguish::{Distinction, distinguish};
use crate::simulate::wear::{Wear, wear};
use crate::simulate::{Keeper, Run, Tally, Watch, simulate};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

/// How many games a variant can be given.
pub const GAMES: RangeInclusive<u64> = 1..=1_000_000_000_000;
/// After which turn a game can be cut off.
pub const MAX_TURNS: RangeInclusive<u64> = 1..=1_000_000;
/// How many games of each combination a sweep can have.
pub const SWEPT_GAMES: RangeInclusive<u64> = 2..=1_000_000_000;
/// How many games can be searched for positions where an answer of a sweep makes a difference.
pub const BITES: RangeInclusive<u64> = 1..=1_000_000;
/// The seeds there are: those that every form of the results can hold.
pub const SEEDS: RangeInclusive<u64> = 0..=i64::MAX as u64;
/// The most games whose wear is counted; more would change no figure that is shown.
const MOST_GAMES_FOR_WEAR: u64 = 20_000;
/// The most games under each of two variants in which it is looked for where they part, and the turn after which it is
/// looked no further: at each position both are asked for all their moves.
const MOST_GAMES_FOR_PARTINGS: u64 = 500;
const MOST_TURNS_FOR_PARTINGS: u32 = 10_000;
/// How many games a variant is given where nothing is said.
pub const USUAL_GAMES: u64 = 20_000;
/// After which turn a game is cut off where nothing is said.
pub const USUAL_MAX_TURNS: u32 = 100_000;
/// The most games that a precision is sought with.
const MOST_GAMES_UNTIL: u64 = 1_000_000_000;

/// Reads a level of significance: from 0.0001 to 0.5.
///
/// # Errors
///
/// What is expected.
pub fn level(text: &str) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(level) if (0.0001..=0.5).contains(&level) => Ok(level),
        _ => Err("expected a number from 0.0001 to 0.5, like 0.05".to_owned()),
    }
}

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
    /// The variant that the others are compared with, by its number.
    pub reference: usize,
    /// What a comparison tells of; the usual measures where nothing is said.
    pub measures: Option<Vec<&'static Measure>>,
    /// The level to which everything that is asked in a comparison or a sweep is held together.
    pub level: f64,
    /// The sweep over the questions of the one variant that is played instead of a comparison, if it is asked for.
    pub sweep: Option<Swept>,
}

/// What is asked of a sweep, besides what is asked of a comparison too.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The questions whose answers are tried, by their numbers.
    pub questions: Vec<usize>,
    /// How many games of each combination, if it is said.
    pub games: Option<u64>,
    /// How many games are searched for positions where an answer makes a difference, with it and without.
    pub bites: u64,
}

/// Why it is not known which variant the others are to be compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReference {
    /// None is called so.
    Unknown {
        /// What one is called that may be meant.
        near: Option<String>,
        /// What they are called.
        names: Vec<String>,
    },
    /// Several are called so; these are their files.
    Several(Vec<String>),
}

/// What came of an experiment whose variants are compared.
#[derive(Debug)]
pub struct Comparison<'e> {
    /// What the experiment is called.
    pub title: &'e str,
    /// What is told of, in this order.
    pub measures: Vec<&'static Measure>,
    /// The number of the variant that the others are compared with.
    pub reference: usize,
    /// The level to which everything that is asked is held together.
    pub level: f64,
    /// The results, each with what sets it apart from the reference's.
    pub results: Results,
    /// For each variant the rules on which it differs from the reference.
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
            reference: 0,
            measures: None,
            level: LEVEL,
            sweep: None,
        }
    }

    /// How a sweep is played that is asked for.
    pub fn settings(&self, asked: &Swept) -> Settings {
        Settings {
            games: asked.games,
            until: match self.length {
                Length::Until(half_width) => Some(half_width),
                Length::Games(_) => None,
            },
            seed: self.seed,
            max_turns: self.max_turns,
            level: self.level,
            bites: asked.bites,
        }
    }

    /// Has the others compared with the variant that is called so, or that is this file.
    ///
    /// # Errors
    ///
    /// Why it is not known which one is meant.
    pub fn refer_to(&mut self, name: &str, file: &str) -> Result<(), NoReference> {
        let is_meant = |at: &usize| {
            let variant = &self.variants[*at];
            variant.name == name || variant.path == file
        };
        let meant: Vec<usize> = (0..self.variants.len()).filter(is_meant).collect();
        match meant[..] {
            [] => {
                let names = self.variants.iter().map(|variant| variant.name.as_str());
                Err(NoReference::Unknown {
                    near: nearest(name, names.clone()).map(str::to_owned),
                    names: names.map(str::to_owned).collect(),
                })
            }
            [found] => {
                self.reference = found;
                Ok(())
            }
            _ => {
                let files = meant.iter().map(|&at| self.variants[at].path.clone());
                Err(NoReference::Several(files.collect()))
            }
        }
    }

    /// Has the others compared with this variant, which is put first if it is not among them.
    pub fn refer_to_variant(&mut self, variant: Variant) {
        let same = |other: &Variant| other.name == variant.name && other.hash == variant.hash;
        self.reference = self.variants.iter().position(same).unwrap_or_else(|| {
            self.variants.insert(0, variant);
            0
        });
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
        if let Some(asked) = &self.sweep {
            let settings = self.settings(asked);
            return sweep::expected_games(&self.variants[0], &asked.questions, settings);
        }
        let each = match self.length {
            Length::Games(games) => games,
            Length::Until(half_width) => ((0.98 / half_width).powi(2) as u64).min(MOST_GAMES_UNTIL),
        };
        each.saturating_mul(self.distinct().0.len() as u64)
    }

    /// The rules that are played, each once, and for each variant which of them it has.
    fn distinct(&self) -> (Vec<Program>, Vec<usize>) {
        let mut programs: Vec<Program> = Vec::new();
        // The hash says nothing of the names and places of rules, by which a tally counts them.
        let mut keys: Vec<(&str, Vec<String>)> = Vec::new();
        let which = self
            .variants
            .iter()
            .map(|variant| {
                let program = Program::compile(&variant.ruleset);
                let key = (variant.hash.as_str(), program.rule_names.clone());
                let known = keys.iter().position(|known| *known == key);
                known.unwrap_or_else(|| {
                    keys.push(key);
                    programs.push(program);
                    keys.len() - 1
                })
            })
            .collect();
        (programs, which)
    }

    /// The games of a comparison: of the same numbers under all rules, so that they are pairs; where a precision is
    /// sought, until South's share is known as closely under all of them.
    fn paired(
        &self,
        programs: &[Program],
        which: &[usize],
        archive: Option<&Archive>,
        watch: &Watch,
    ) -> Vec<Played> {
        let until = match self.length {
            Length::Until(half_width) => Some(half_width),
            Length::Games(_) => None,
        };
        let reference = which.get(self.reference).copied().unwrap_or(0);
        let shelves: Vec<Shelf<'_>> = archive.map_or_else(Vec::new, |archive| {
            let programs = programs.iter().enumerate();
            let identity = |(at, program)| self.identity(at, program, which);
            let identities: Vec<Identity> = programs.map(identity).collect();
            let against = identities.get(reference);
            let shelf = |identity| archive.shelf(identity, against);
            identities.iter().map(shelf).collect()
        });
        let run = self.run();
        together(
            programs,
            reference,
            self.players,
            run,
            until,
            &shelves,
            watch,
        )
    }

    /// By what an archive tells the run of this program, the one of this number, which belongs to some variant.
    fn identity(&self, number: usize, program: &Program, which: &[usize]) -> Identity {
        let mut which = which.iter();
        let first = which.position(|&which| which == number).unwrap_or(0);
        Identity::of(&self.variants[first], program, self.players, self.run())
    }

    /// Whether these are all the games that are asked for: not, if the run was stopped.
    fn whole<'t>(&self, mut tallies: impl Iterator<Item = &'t Tally>) -> bool {
        tallies.all(|tally| match self.length {
            Length::Games(games) => tally.games >= games,
            Length::Until(half_width) => enough(tally, self.run(), half_width),
        })
    }

    /// What the games of a comparison come to: for each variant its rules compiled, and what was counted. Nothing, if
    /// the run is stopped before its end.
    pub fn tallies(&self, watch: &Watch) -> Option<Vec<(&Variant, Program, Tally)>> {
        let (programs, which) = self.distinct();
        let played = self.paired(&programs, &which, None, watch);
        let counted = self.variants.iter().zip(which).map(|(variant, which)| {
            (
                variant,
                programs[which].clone(),
                played[which].tally.clone(),
            )
        });
        self.whole(played.iter().map(|played| &played.tally))
            .then(|| counted.collect())
    }

    /// Plays every variant by itself, those with the same rules once, but for the games that the archive has; those that are
    /// played it is given. A run that is stopped has [partial](VariantResults::partial) results.
    pub fn play(&self, archive: Option<&Archive>, watch: &Watch) -> Vec<VariantResults> {
        let run = self.run();
        let (programs, which) = self.distinct();
        let tallies: Vec<Tally> = programs
            .iter()
            .enumerate()
            .map(|(at, program)| {
                let shelf = archive.map(|archive| {
                    let identity = self.identity(at, program, &which);
                    archive.shelf(&identity, None)
                });
                let shelf = shelf.as_ref().map(|shelf| shelf as &dyn Keeper<Tally>);
                match self.length {
                    Length::Until(half_width) => {
                        simulate_until(program, self.players, run, half_width, shelf, watch)
                    }
                    Length::Games(_) => simulate(program, self.players, run, shelf, watch),
                }
            })
            .collect();
        let players = self.players.map(|player| player.name());
        self.variants
            .iter()
            .zip(which)
            .map(|(variant, which)| {
                let (program, tally) = (&programs[which], &tallies[which]);
                let results = VariantResults::new(variant, program, players, run, tally);
                results.whole(self.whole([tally].into_iter()))
            })
            .collect()
    }

    /// Plays every variant and sets each beside the reference: on which rules it differs, and what becomes of the
    /// games. What the archive has is not played again, and what is played it is given.
    pub fn compare(&self, archive: Option<&Archive>, watch: &Watch) -> Comparison<'_> {
        let run = self.run();
        let (programs, which) = self.distinct();
        let played = self.paired(&programs, &which, archive, watch);
        let whole = self.whole(played.iter().map(|played| &played.tally));
        let compared: Vec<Compared<'_>> = self
            .variants
            .iter()
            .zip(&which)
            .map(|(variant, &which)| Compared {
                name: &variant.name,
                ruleset: &variant.hash,
                played: &played[which],
            })
            .collect();
        let measures = self.told(&played);
        let against = against(&compared, self.reference, &tested(&measures), self.level);
        let differences: Vec<Vec<Difference<'_>>> = self
            .variants
            .iter()
            .map(|variant| {
                let reference = &self.variants[self.reference].ruleset;
                reference.differences(&variant.ruleset)
            })
            .collect();
        let players = self.players.map(|player| player.name());
        let results = self
            .variants
            .iter()
            .zip(&which)
            .zip(&differences)
            .zip(against)
            .map(|(((variant, &which), differences), against)| {
                let (program, played) = (&programs[which], &played[which]);
                let results = VariantResults::new(variant, program, players, run, &played.tally);
                results
                    .whole(whole)
                    .compared(measured(played), differences, against)
            })
            .collect();
        Comparison {
            title: self.title(),
            measures,
            reference: self.reference,
            level: self.level,
            results: Results {
                schema: SCHEMA,
                results,
            },
            differences,
        }
    }

    /// How many games [`wear`](Self::wear) plays: variants with the same rules are played once.
    pub fn games_for_wear(&self, results: &[VariantResults]) -> u64 {
        let mut met = HashSet::new();
        self.variants
            .iter()
            .zip(results)
            .filter(|(variant, _)| met.insert(variant.hash.as_str()))
            .map(|(_, result)| wear_games(result))
            .sum()
    }

    /// What the games of these results, or the first 20,000 of them, do to the board of each variant.
    pub fn wear(&self, results: &[VariantResults], watch: &Watch) -> Vec<Wear> {
        let mut known: HashMap<&str, Wear> = HashMap::new();
        self.variants
            .iter()
            .zip(results)
            .map(|(variant, result)| {
                let found = known.entry(variant.hash.as_str()).or_insert_with(|| {
                    let run = Run {
                        games: wear_games(result),
                        ..self.run()
                    };
                    wear(&Program::compile(&variant.ruleset), run, watch)
                });
                found.clone()
            })
            .collect()
    }

    /// The variants that are asked where they part from the reference, with how many games under each of the two: those
    /// with other rules, of which positions of the one are positions of the other.
    fn asked_where_they_part<'e>(
        &'e self,
        results: &'e [VariantResults],
    ) -> impl Iterator<Item = Option<(&'e Variant, Program, u64)>> {
        let reference = Program::compile(&self.variants[self.reference].ruleset);
        let variants = self.variants.iter().zip(results);
        variants.map(move |(variant, result)| {
            result.against.as_ref()?;
            let program = Program::compile(&variant.ruleset);
            let games = result.games.min(MOST_GAMES_FOR_PARTINGS);
            let asked = program.shares_positions_with(&reference);
            asked.then_some((variant, program, games))
        })
    }

    /// The turn after which no game is looked at for [`partings`](Self::partings).
    pub fn max_turns_of_partings(&self) -> u32 {
        self.max_turns.min(MOST_TURNS_FOR_PARTINGS)
    }

    /// How many games [`partings`](Self::partings) plays: variants with the same rules are asked once.
    pub fn games_for_partings(&self, results: &[VariantResults]) -> u64 {
        let mut met = HashSet::new();
        self.asked_where_they_part(results)
            .flatten()
            .filter(|(variant, ..)| met.insert(variant.hash.as_str()))
            .map(|(.., games)| 2 * games)
            .sum()
    }

    /// Where each variant parts from the reference; nothing for the reference itself, for what has the same rules, and on
    /// another board.
    pub fn partings(&self, results: &[VariantResults], watch: &Watch) -> Vec<Option<Distinction>> {
        let reference = Program::compile(&self.variants[self.reference].ruleset);
        let max_turns = self.max_turns_of_partings();
        let mut known: HashMap<&str, Distinction> = HashMap::new();
        self.asked_where_they_part(results)
            .map(|asked| {
                let (variant, program, games) = asked?;
                let found = known.entry(variant.hash.as_str()).or_insert_with(|| {
                    distinguish([&reference, &program], games, self.seed, max_turns, watch)
                });
                Some(found.clone())
            })
            .collect()
    }

    /// What is told of: what is asked for, or the usual.
    fn told(&self, played: &[Played]) -> Vec<&'static Measure> {
        self.measures.clone().unwrap_or_else(|| {
            let unfinished = played.iter().any(|played| played.tally.unfinished > 0);
            usual(unfinished)
        })
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

/// How many games of a variant its wear is counted over.
fn wear_games(result: &VariantResults) -> u64 {
    result.games.min(MOST_GAMES_FOR_WEAR)
}

/// What is held to the level: what is told of, and in any case who wins, how often nobody does, and how long it takes,
/// which every form of the results tells.
fn tested(told: &[&'static Measure]) -> Vec<&'static Measure> {
    let always = ["south", "drawishness", "duration"];
    let mut tested = told.to_vec();
    for measure in always.into_iter().filter_map(named) {
        if tested.iter().all(|known| known.name != measure.name) {
            tested.push(measure);
        }
    }
    tested
}

/// Every measure that has a value.
fn measured(played: &Played) -> BTreeMap<&'static str, Measured> {
    MEASURES
        .iter()
        .zip(&played.sums)
        .filter_map(|(measure, sums)| Some((measure.name, Measured::of(measure.form, sums)?)))
        .collect()
}
