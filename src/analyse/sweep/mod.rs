//! Sweeps: what each answer to the questions of a file changes, and how sure that is.
//!
//! All combinations of answers are played, or balanced fractions of them ([`design`]), those of a time with the
//! same random numbers. What comes of it are the effects of each answer and of each two together ([`contrasts`]), as
//! averages over the answers to all other questions, and how often a game meets a position on which an answer makes a
//! difference.
//!
//! Nothing here reads files: whoever asks for a sweep hands over a function that loads the variant with other
//! answers.
//!
//! ```
//! use kiothi::analyse::sweep::{Plan, Settings, Verdict};
//! use kiothi::rules::{Memory, load, load_answering};
//! use kiothi::simulate::Watch;
//! let text = r#"language 1
//! game "Whole or in part"
//! board { rows 2; pits 3 }
//! setup { place 2 seeds in each own pit }
//! turn { from an occupied own pit; sow counterclockwise }
//! lap ends { stop }
//! ending { when mover has no move: remaining seeds to opponent; position repeated 3 times: draw }
//! question lifting "How many seeds are lifted?" {
//!   choice all  "all"                  { turn { lift all } }
//!   choice some "as many as one likes" { turn { lift any number } }
//! }
//! answer lifting: all"#;
//! let files = Memory::from([("game.mancala", text)]);
//! let variant = load("game.mancala", &files).variant.unwrap();
//! let plan = Plan::new(&variant, &[0], |answers| {
//!     let loading = load_answering("game.mancala", &files, answers);
//!     loading.variant.ok_or_else(|| loading.mistakes[0].message.clone())
//! })
//! .unwrap();
//! let settings = Settings { games: Some(100), ..Settings::default() };
//! let sweep = plan.play(settings, &Watch::default()).unwrap();
//! assert_eq!(sweep.combinations.rulesets, 2);
//! assert_eq!(sweep.questions[0].answers[0].verdict, Verdict::Changes);
//! ```

pub mod contrasts;
pub mod design;
mod results;

pub use results::{
    AnswerResult, Asked, Bite, Combinations, Contradiction, Effect, Given, Interaction, Measured,
    Sweep, Verdict,
};

use super::Share;
use super::measures::{self, Measure};
use crate::diagnostics::nearest;
use crate::engine::Program;
use crate::players::rng::Random;
use crate::players::{Player, Uniform};
use crate::rules::questions::Question;
use crate::rules::ruleset::Ruleset;
use crate::rules::{Opened, Variant};
use crate::simulate::distinguish::bites;
use crate::simulate::{Run, Watch, each_game};
use contrasts::{Answer, Contrasts, Found, Of, Samples, answers};
use design::{Design, Shape, combinations};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// The measures of a sweep, by their names in [`measures`]: the first is the one that precision is asked of, and
/// by which questions are ranked.
pub const MEASURES: [&str; 9] = [
    "advantage",
    "drawishness",
    "timeouts",
    "duration",
    "laps",
    "branching",
    "captures",
    "bonuses",
    "endless",
];

const M: usize = MEASURES.len();

/// Which of the measures tells unfinished games.
const TIMEOUTS: usize = 2;

/// The measures of games as whole numbers of this part, so that sums are exact.
const ONE: i64 = crate::simulate::ONE as i64;

/// How many games all rulesets together play between two looks at the precision, about.
const ROUND: usize = 65_536;

/// Between two such looks each ruleset plays a multiple of so many games.
const PART: u64 = 64;

/// How many games of one ruleset are played at a time, on one thread, at most: so many that compiling it for them
/// costs little beside.
const OF_A_RULESET: u64 = 256;

/// How many games of each combination are played before a fraction is drawn anew.
const OF_A_FRACTION: u64 = 8;

/// How many games are played in all where no number is given.
const GAMES_IN_ALL: u64 = 400_000;

/// The fewest games of each combination where no number is given, and the fewest fractions: an error is told
/// from the spread of so many values at least.
const LEAST: u64 = 32;

/// The fewest values that an error can be told from at all.
const LEAST_OF_ALL: u64 = 2;

/// The most games of each combination that a precision is sought with.
const MOST_GAMES: u64 = 100_000_000;

/// How a sweep is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many games of each combination; if not said, 400,000 shared among all that are played at a time.
    pub games: Option<u64>,
    /// Instead: until the 95 % intervals of the effects of all answers on the first player's share are no wider
    /// than this to either side.
    pub until: Option<f64>,
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// The chance of any false alarm among all effects of the sweep.
    pub level: f64,
    /// How many games of each of two rulesets are searched for positions on which they part.
    pub bites: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            games: None,
            until: None,
            seed: 1,
            max_turns: 100_000,
            level: super::LEVEL,
            bites: 500,
        }
    }
}

/// Loads the variant with these answers, each by the names of question and choice, and its other answers as the
/// file has them; or tells why it cannot be played so.
type Load<'l> = dyn Fn(&[(String, String)]) -> Result<Variant, String> + Send + Sync + 'l;

/// The hash of the rules of a combination, and something of it; or why it cannot be played.
type Loaded<T> = Result<(String, T), String>;

/// What keeps a sweep from being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no question to sweep, or none with more than one choice.
    NothingAsked,
    /// The questions have more combinations than a fraction is made of.
    TooMany(u128),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NothingAsked => f.write_str("no question with more than one choice is asked"),
            Problem::TooMany(all) => write!(
                f,
                "the questions have {all} combinations, too many even for a balanced fraction; name fewer of them"
            ),
        }
    }
}

/// Why a question that is named cannot be swept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAsked {
    /// The variant does not ask it.
    Unknown {
        /// One that may be meant.
        near: Option<String>,
        /// Those that it asks.
        names: Vec<String>,
    },
    /// The variant says the rules itself, whatever the answer.
    Overruled,
}

/// The number of the question of this name.
///
/// # Errors
///
/// Why its answers cannot be tried.
pub fn question(variant: &Variant, name: &str) -> Result<usize, NotAsked> {
    let asked = &variant.questions;
    match asked.iter().position(|question| question.name == name) {
        Some(number) if asked[number].overruled.is_some() => Err(NotAsked::Overruled),
        Some(number) => Ok(number),
        None => {
            let names = asked.iter().map(|question| question.name.as_str());
            Err(NotAsked::Unknown {
                near: nearest(name, names.clone()).map(str::to_owned),
                names: names.map(str::to_owned).collect(),
            })
        }
    }
}

/// The numbers of all questions whose answers can be tried.
pub fn questions(variant: &Variant) -> Vec<usize> {
    let asked = &variant.questions;
    let open = |question: &usize| asked[*question].overruled.is_none();
    (0..asked.len()).filter(open).collect()
}

/// About how many games a sweep plays that is not planned yet: fewer, where combinations come to the same rules.
pub fn expected_games(variant: &Variant, questions: &[usize], settings: Settings) -> u64 {
    let shapes = shapes(&with_a_choice(variant, questions));
    let at_a_time = Design::of(&shapes).map_or(1, |design| design.size() as u64);
    let each = settings
        .games
        .unwrap_or((GAMES_IN_ALL / at_a_time).max(LEAST));
    let searched = 2 * settings.bites * answers(&shapes).len() as u64;
    each.saturating_mul(at_a_time) + searched
}

/// Those of these questions that have more than one choice.
fn with_a_choice<'v>(variant: &'v Variant, questions: &[usize]) -> Vec<&'v Question> {
    let questions = questions.iter().map(|&at| &variant.questions[at]);
    let open = questions.filter(|question| question.choices.len() > 1);
    open.collect()
}

/// How many choices they have, and which is the file's own.
fn shapes(questions: &[&Question]) -> Vec<Shape> {
    let shape = |question: &&Question| Shape {
        choices: question.choices.len(),
        own: question.chosen,
    };
    questions.iter().map(shape).collect()
}

/// A sweep that is ready to be played.
pub struct Plan<'v> {
    variant: &'v Variant,
    questions: Vec<&'v Question>,
    shapes: Vec<Shape>,
    design: Design,
    load: Box<Load<'v>>,
    /// For each answer the ruleset of the file with it, or why there is none.
    alone: Vec<(Answer, Result<Alone, String>)>,
    /// All combinations, where all are played, and the rulesets that they come to.
    all: Option<(Batch, Vec<Ruleset>)>,
}

/// What the rules of the file are with another answer to one question.
enum Alone {
    /// As with its own.
    SameRules,
    /// Others, by which games begin from another position.
    FromTheStart,
    /// Others, which part in the course of a game if at all.
    Other(Box<Ruleset>),
}

/// Combinations that are played at a time. There may be thousands of rulesets: each is compiled when its turn comes, and
/// dropped after its games.
struct Batch {
    /// The hashes of the rulesets that they come to, each once.
    hashes: Vec<String>,
    contrasts: Contrasts,
    /// Of each contradiction why it is one.
    whys: Vec<String>,
    /// The combinations, each once.
    different: Vec<Vec<usize>>,
}

/// What each measure comes to in each of some games, for each of several rulesets.
type Facts = Vec<Vec<[i64; M]>>;

/// What has been played so far.
struct Played {
    samples: Samples<M>,
    rounds: u64,
    games_in_all: u64,
    unfinished: u64,
    /// What was played, each once, as far as 64 bits tell them apart: there may be millions.
    combinations: HashSet<u64>,
    rulesets: HashSet<u64>,
    contradictions: Vec<Contradiction>,
    /// What each contrast speaks of; whether it was the same rules each time; whether it was possible each time.
    contrasts: Vec<(Of, bool, bool)>,
}

impl<'v> Plan<'v> {
    /// Plans the combinations of the answers to these questions of a variant, by their numbers, from its file.
    ///
    /// # Errors
    ///
    /// As [`Plan::new`].
    pub fn of(
        variant: &'v Variant,
        questions: &[usize],
        file: &'v Opened,
    ) -> Result<Plan<'v>, Problem> {
        Plan::new(variant, questions, |answers| {
            let loading = file.answering(answers);
            let first = loading.mistakes.first();
            let why = first.map(|mistake| mistake.message.clone());
            loading.variant.ok_or_else(|| why.unwrap_or_default())
        })
    }

    /// Plans the combinations of the answers to these questions of a variant, by their numbers. `load` loads the
    /// variant with some answers, each by the names of question and choice, and its other answers as the file has
    /// them, or tells why it cannot be played so; it is called on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// What keeps the sweep from being played. Combinations that cannot be loaded do not: they are left out,
    /// and told.
    pub fn new(
        variant: &'v Variant,
        questions: &[usize],
        load: impl Fn(&[(String, String)]) -> Result<Variant, String> + Send + Sync + 'v,
    ) -> Result<Plan<'v>, Problem> {
        let questions = with_a_choice(variant, questions);
        if questions.is_empty() {
            return Err(Problem::NothingAsked);
        }
        let shapes = shapes(&questions);
        let design = Design::of(&shapes).ok_or_else(|| Problem::TooMany(combinations(&shapes)))?;

        let mut plan = Plan {
            variant,
            alone: Vec::new(),
            all: None,
            load: Box::new(load),
            questions,
            shapes,
            design,
        };
        let own: Vec<usize> = plan.shapes.iter().map(|shape| shape.own).collect();
        let program = Program::compile(&variant.ruleset);
        plan.alone = answers(&plan.shapes)
            .into_par_iter()
            .map(|(question, choice)| {
                let mut run = own.clone();
                run[question] = choice;
                let alone = plan.loaded(&run).map(|(hash, ruleset)| {
                    if hash == variant.hash {
                        Alone::SameRules
                    } else if starts_alike(&program, &Program::compile(&ruleset)) {
                        Alone::Other(Box::new(ruleset))
                    } else {
                        Alone::FromTheStart
                    }
                });
                ((question, choice), alone)
            })
            .collect();
        if !plan.design.is_fraction() {
            plan.all = plan.batch(0, 0, &Watch::default(), |ruleset| ruleset);
        }
        Ok(plan)
    }

    /// A combination as the hash of its rules and the rules, or why it cannot be played.
    fn loaded(&self, run: &[usize]) -> Loaded<Ruleset> {
        let answers: Vec<(String, String)> = run
            .iter()
            .zip(&self.questions)
            .filter(|(choice, question)| **choice != question.chosen)
            .map(|(&choice, question)| {
                (question.name.clone(), question.choices[choice].name.clone())
            })
            .collect();
        if answers.is_empty() {
            return Ok((self.variant.hash.clone(), self.variant.ruleset.clone()));
        }
        let variant = (self.load)(&answers)?;
        Ok((variant.hash, variant.ruleset))
    }

    /// Loads the combinations that are played at a time, on the threads of the current rayon pool: all, or the
    /// fraction that is drawn this time. With each of the rulesets that they come to something is done while it is at
    /// hand, and that is returned. `None`, if the run is stopped before.
    fn batch<T: Send>(
        &self,
        seed: u64,
        round: u64,
        watch: &Watch,
        with: impl Fn(Ruleset) -> T + Sync,
    ) -> Option<(Batch, Vec<T>)> {
        // Games take their random numbers from the seed itself.
        let runs = self.design.runs(&mut Random::for_game(!seed, round));
        let mut numbers: HashMap<&[usize], usize> = HashMap::new();
        let mut different: Vec<Vec<usize>> = Vec::new();
        for run in &runs {
            numbers.entry(run).or_insert_with(|| {
                different.push(run.clone());
                different.len() - 1
            });
        }
        // Which of those with the same rules comes first is chance, and all the same.
        let met = Mutex::new(HashSet::new());
        let is_first = |hash: &String| {
            let mut met = met.lock().unwrap_or_else(|broken| broken.into_inner());
            met.insert(hash.clone())
        };
        let loaded: Option<Vec<Loaded<Option<T>>>> = different
            .par_iter()
            .map(|run| {
                (!watch.stopped()).then(|| {
                    let (hash, ruleset) = self.loaded(run)?;
                    let done = is_first(&hash).then(|| with(ruleset));
                    Ok((hash, done))
                })
            })
            .collect();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut hashes = Vec::new();
        let mut done: Vec<Option<T>> = Vec::new();
        let found: Vec<Result<usize, String>> = loaded?
            .into_iter()
            .map(|loaded| {
                let (hash, of_it) = loaded?;
                let number = *known.entry(hash).or_insert_with_key(|hash| {
                    hashes.push(hash.clone());
                    done.push(None);
                    done.len() - 1
                });
                if of_it.is_some() {
                    done[number] = of_it;
                }
                Ok(number)
            })
            .collect();
        let of = |run: &Vec<usize>| &found[numbers[run.as_slice()]];
        let rulesets: Vec<Option<usize>> = runs
            .iter()
            .map(|run| of(run).as_ref().ok().copied())
            .collect();
        let contrasts = Contrasts::of(&self.shapes, &runs, &rulesets);
        let whys = contrasts
            .contradictions
            .iter()
            .map(|contradiction| {
                let why = of(&runs[contradiction.runs[0]]).as_ref();
                why.err().cloned().unwrap_or_default()
            })
            .collect();
        let batch = Batch {
            hashes,
            contrasts,
            whys,
            different,
        };
        // One of each was the first.
        Some((batch, done.into_iter().flatten().collect()))
    }

    /// About how many games a sweep plays, for telling how far it has come.
    pub fn expected_games(&self, settings: Settings) -> u64 {
        let at_a_time = self.at_a_time();
        let each = match settings.until {
            None => self.games_each(settings),
            Some(half_width) => {
                // The error of a difference of two means, if games were independent and half of them won.
                let rarest = self.alone.iter().map(|&((question, choice), _)| {
                    let own = self.shapes[question].own;
                    let shares = [choice, own].map(|choice| self.design.share(question, choice));
                    shares.iter().map(|share| 1.0 / share).sum()
                });
                let games = (0.98 / half_width).powi(2) * rarest.fold(0.0, f64::max);
                (games / at_a_time as f64).ceil() as u64
            }
        };
        each * at_a_time as u64 + self.bite_games(settings)
    }

    /// How many rulesets are played at a time, about: in a fraction some may be the same.
    fn at_a_time(&self) -> usize {
        match &self.all {
            Some((_, rulesets)) => rulesets.len(),
            None => self.design.size(),
        }
    }

    /// How many games of each combination are played.
    fn games_each(&self, settings: Settings) -> u64 {
        let shared = (GAMES_IN_ALL / self.at_a_time() as u64).max(LEAST);
        let each = settings.games.unwrap_or(shared);
        match self.all {
            Some(_) => each,
            None => each.next_multiple_of(OF_A_FRACTION).max(2 * OF_A_FRACTION),
        }
    }

    /// The games that are searched for positions on which rulesets part.
    fn bite_games(&self, settings: Settings) -> u64 {
        let searched =
            |alone: &&(Answer, Result<Alone, String>)| matches!(alone, (_, Ok(Alone::Other(_))));
        2 * settings.bites * self.alone.iter().filter(searched).count() as u64
    }

    /// Plays the sweep on the threads of the current rayon pool. If it is stopped, the games in hand are played to
    /// their end, and what is told is of those numbers that were played under all rulesets, or of the fractions that were
    /// whole; nothing, if that is too little to tell an error from.
    pub fn play(&self, settings: Settings, watch: &Watch) -> Option<Sweep> {
        let run = Run {
            games: match settings.until {
                Some(_) => MOST_GAMES,
                None => self.games_each(settings),
            },
            seed: settings.seed,
            max_turns: settings.max_turns,
            max_laps: u64::MAX,
        };
        let measures = MEASURES.map(|name| measures::named(name).expect("a measure of this name"));
        let mut played = Played {
            samples: Samples::new(0),
            rounds: 0,
            games_in_all: 0,
            unfinished: 0,
            combinations: HashSet::new(),
            rulesets: HashSet::new(),
            contradictions: Vec::new(),
            contrasts: Vec::new(),
        };
        let mut games = 0;
        let mut whole = false;
        while !whole && !watch.stopped() {
            let drawn;
            let (batch, facts, next) = match &self.all {
                Some((batch, rulesets)) => {
                    let round = (ROUND / rulesets.len().max(1)).next_multiple_of(PART as usize);
                    let next = (games + round as u64).min(run.games);
                    let facts = facts(rulesets, &measures, run, games..next, watch);
                    let played = facts.first().map_or(0, Vec::len) as u64;
                    (batch, facts, games + played)
                }
                None => {
                    let next = (games + OF_A_FRACTION).min(run.games);
                    let round = games / OF_A_FRACTION;
                    let draw = self.batch(settings.seed, round, watch, |ruleset| {
                        of_ruleset(&ruleset, &measures, run, games..next, watch)
                    });
                    let Some((batch, facts)) = draw else { break };
                    drawn = batch;
                    (&drawn, facts, next)
                }
            };
            if next == games {
                break;
            }
            if games == 0 || self.all.is_none() {
                self.note(&mut played, batch);
            }
            played.count(batch, facts, self.all.is_none());
            games = next;
            let close_enough =
                |half_width: f64| played.samples.number >= LEAST && played.widest() <= half_width;
            whole = games >= run.games || settings.until.is_some_and(close_enough);
        }
        if !whole && played.samples.number < LEAST_OF_ALL {
            return None;
        }
        let own = Program::compile(&self.variant.ruleset);
        let bites: HashMap<Answer, Bite> = self
            .alone
            .iter()
            .map(|(answer, alone)| (*answer, bite(&own, alone, settings, watch)))
            .collect();
        let sweep = self.results(settings, games, &measures, &played, &bites);
        let searched = |bite: &Bite| match bite {
            Bite::Searched { games, .. } => *games == 2 * settings.bites,
            Bite::NotSearched => false,
            _ => true,
        };
        Some(Sweep {
            partial: !whole || !bites.values().all(searched),
            ..sweep
        })
    }

    /// Notes what is played.
    fn note(&self, played: &mut Played, batch: &Batch) {
        played.rounds += 1;
        played
            .combinations
            .extend(batch.different.iter().map(in_64_bits));
        played.rulesets.extend(batch.hashes.iter().map(in_64_bits));
        for (contradiction, why) in batch.contrasts.contradictions.iter().zip(&batch.whys) {
            let answers: Vec<Given> = contradiction
                .answers
                .iter()
                .map(|&answer| self.given(answer))
                .collect();
            let combinations = contradiction.runs.len();
            match played
                .contradictions
                .iter_mut()
                .find(|known| known.answers == answers)
            {
                Some(known) => known.combinations += combinations,
                None => played.contradictions.push(Contradiction {
                    answers,
                    combinations,
                    why: why.clone(),
                }),
            }
        }
        let contrasts = &batch.contrasts.all;
        if played.contrasts.is_empty() {
            played.samples = Samples::new(contrasts.len());
            played.contrasts = contrasts
                .iter()
                .map(|contrast| (contrast.of, true, true))
                .collect();
        }
        for ((_, same, possible), contrast) in played.contrasts.iter_mut().zip(contrasts) {
            *same &= contrast.is_of_the_same_rules();
            *possible &= contrast.is_possible();
        }
    }

    fn results(
        &self,
        settings: Settings,
        games: u64,
        measures: &[&Measure; M],
        played: &Played,
        bites: &HashMap<Answer, Bite>,
    ) -> Sweep {
        let estimates = played.samples.estimates();
        let contrasts = || played.contrasts.iter().zip(&estimates);
        // What is always the same rules is no test, nor what cannot be compared.
        let tested = |contrast: &(Of, bool, bool)| {
            let (of, same, possible) = *contrast;
            of != Of::Everything && !same && possible
        };
        let ps: Vec<f64> = contrasts()
            .filter(|(contrast, _)| tested(contrast))
            .flat_map(|(_, found)| found.iter().map(|found| found.p))
            .collect();
        let mut adjusted = holm(&ps).into_iter();
        let mut means = Vec::new();
        let mut effects: HashMap<Of, Vec<Effect>> = HashMap::new();
        for (contrast, found) in contrasts() {
            let each = measures.iter().zip(found);
            if contrast.0 == Of::Everything {
                means = each.map(|(measure, found)| mean(measure, found)).collect();
            } else if tested(contrast) {
                let found = each
                    .zip(&mut adjusted)
                    .map(|((measure, found), adjusted_p)| {
                        let [difference, half_width] = scaled(found);
                        Effect {
                            measure: measure.name,
                            difference,
                            low: difference - half_width,
                            high: difference + half_width,
                            p: found.p,
                            adjusted_p,
                            told_apart: adjusted_p <= settings.level,
                        }
                    })
                    .collect();
                effects.insert(contrast.0, found);
            }
        }
        let same: HashSet<Of> = played
            .contrasts
            .iter()
            .filter(|(_, same, possible)| *same && *possible)
            .map(|(of, ..)| *of)
            .collect();
        let mut questions: Vec<Asked> = (0..self.questions.len())
            .map(|question| self.asked(question, &effects, &same, bites))
            .collect();
        rank(&mut questions);
        let interactions = played
            .contrasts
            .iter()
            .filter_map(|(of, ..)| match of {
                Of::Pair(one, other) => Some(Interaction {
                    answers: [self.given(*one), self.given(*other)],
                    effects: effects.get(of)?.clone(),
                }),
                _ => None,
            })
            .collect();
        Sweep {
            schema: super::SCHEMA,
            variant: self.variant.name.clone(),
            title: self.variant.ruleset.title.clone(),
            file: self.variant.path.clone(),
            ruleset: self.variant.hash.clone(),
            rng: crate::players::rng::NAME,
            players: [Uniform.name(); 2],
            seed: settings.seed,
            max_turns: settings.max_turns,
            level: settings.level,
            games,
            games_in_all: played.games_in_all,
            partial: false,
            unfinished: played.unfinished,
            bite_games: settings.bites,
            tests: ps.len(),
            combinations: Combinations {
                // TOML has no larger numbers.
                all: self.design.all.min(i64::MAX as u128) as u64,
                at_a_time: self.design.size(),
                rounds: played.rounds,
                chosen: played.combinations.len(),
                rulesets: played.rulesets.len(),
                contradictions: played.contradictions.clone(),
            },
            measures: means,
            questions,
            interactions,
        }
    }

    fn given(&self, (question, choice): Answer) -> Given {
        let question = self.questions[question];
        Given {
            question: question.name.clone(),
            choice: question.choices[choice].name.clone(),
        }
    }

    fn asked(
        &self,
        number: usize,
        effects: &HashMap<Of, Vec<Effect>>,
        same: &HashSet<Of>,
        bites: &HashMap<Answer, Bite>,
    ) -> Asked {
        let question = self.questions[number];
        let told = |effects: &[Effect]| effects.iter().any(|effect| effect.told_apart);
        let answers = self
            .alone
            .iter()
            .map(|(answer, _)| *answer)
            .filter(|answer| answer.0 == number)
            .map(|answer| {
                let bite = bites[&answer].clone();
                let alone = effects.get(&Of::Answer(answer));
                let together = effects.iter().any(|(of, effects)| {
                    matches!(of, Of::Pair(one, other) if [*one, *other].contains(&answer))
                        && told(effects)
                });
                let verdict = match (&bite, alone) {
                    (_, Some(effects)) if told(effects) => Verdict::Changes,
                    _ if together => Verdict::ChangesTogether,
                    _ if same.contains(&Of::Answer(answer)) => Verdict::SameRules,
                    (_, None) => Verdict::Contradicts,
                    (Bite::SameRules, _) => Verdict::SameRules,
                    (Bite::NotSearched, _) => Verdict::NotSearched,
                    (Bite::Searched { bitten: 0, .. }, _) => Verdict::NeverBites,
                    _ => Verdict::BitesOnly,
                };
                let choice = &question.choices[answer.1];
                AnswerResult {
                    name: choice.name.clone(),
                    text: choice.text.clone(),
                    verdict,
                    bite,
                    effects: alone.cloned().unwrap_or_default(),
                }
            })
            .collect();
        Asked {
            name: question.name.clone(),
            text: question.text.clone(),
            own: question.answered().name.clone(),
            own_text: question.answered().text.clone(),
            answers,
        }
    }
}

impl Played {
    /// Counts games of these combinations; those of a fraction give one value.
    fn count(&mut self, batch: &Batch, mut facts: Facts, of_a_fraction: bool) {
        let timeouts = facts.iter().flatten().filter(|facts| facts[TIMEOUTS] != 0);
        self.unfinished += timeouts.count() as u64;
        self.games_in_all += facts.iter().map(|games| games.len() as u64).sum::<u64>();
        if of_a_fraction {
            for facts in &mut facts {
                let games = facts.len().max(1) as i64;
                let sums = facts.iter().fold([0; M], |mut sums, game| {
                    for (sum, fact) in sums.iter_mut().zip(game) {
                        *sum += fact;
                    }
                    sums
                });
                *facts = vec![sums.map(|sum| sum / games)];
            }
        }
        self.samples.add(&batch.contrasts.all, &facts);
    }

    /// Half the width of the widest interval of an answer's effect on the first measure.
    fn widest(&self) -> f64 {
        self.contrasts
            .iter()
            .zip(self.samples.estimates())
            .filter(|((of, ..), _)| matches!(of, Of::Answer(_)))
            .map(|(_, found)| scaled(&found[0])[1])
            .fold(0.0, f64::max)
    }
}

/// In how many games it makes a difference that rules are others than the file's own.
fn bite(own: &Program, alone: &Result<Alone, String>, settings: Settings, watch: &Watch) -> Bite {
    match alone {
        Err(why) => Bite::Contradicts { why: why.clone() },
        Ok(Alone::SameRules) => Bite::SameRules,
        Ok(Alone::FromTheStart) => Bite::FromTheStart,
        Ok(Alone::Other(ruleset)) => {
            let found = bites(
                [own, &Program::compile(ruleset)],
                settings.bites,
                settings.seed,
                settings.max_turns,
                watch,
            );
            if found.games == 0 {
                return Bite::NotSearched;
            }
            let share = Share::of(found.bitten, found.games);
            Bite::Searched {
                games: found.games,
                bitten: found.bitten,
                share: share.estimate,
                low: share.low,
                high: share.high,
            }
        }
    }
}

/// Whether games under both rulesets begin from the same position.
fn starts_alike(one: &Program, other: &Program) -> bool {
    one.shares_positions_with(other) && one.start() == other.start()
}

/// What tells things apart, as good as surely.
fn in_64_bits(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Plays the games of these numbers under each ruleset; only the first of them, if the run is stopped.
fn facts(
    rulesets: &[Ruleset],
    measures: &[&Measure; M],
    run: Run,
    games: Range<u64>,
    watch: &Watch,
) -> Facts {
    let parts = (games.end - games.start).div_ceil(OF_A_RULESET);
    // The first part of each, then the second, and so on, so that of a run that is stopped the first are whole.
    let mut played: Vec<(u64, Vec<[i64; M]>)> = (0..parts)
        .flat_map(|part| (0..rulesets.len() as u64).map(move |ruleset| (part, ruleset)))
        .take_while(|_| !watch.stopped())
        .par_bridge()
        .map(|(part, ruleset)| {
            let first = games.start + part * OF_A_RULESET;
            let numbers = first..(first + OF_A_RULESET).min(games.end);
            let facts = of_ruleset(&rulesets[ruleset as usize], measures, run, numbers, watch);
            (part * rulesets.len() as u64 + ruleset, facts)
        })
        .collect();
    played.sort_unstable_by_key(|(number, _)| *number);
    let whole = played.len() / rulesets.len().max(1);
    let mut facts = vec![Vec::new(); rulesets.len()];
    for (number, part) in played.into_iter().take(whole * rulesets.len()) {
        facts[number as usize % rulesets.len()].extend(part);
    }
    facts
}

/// Plays the games of these numbers under a ruleset.
fn of_ruleset(
    ruleset: &Ruleset,
    measures: &[&Measure; M],
    run: Run,
    games: Range<u64>,
    watch: &Watch,
) -> Vec<[i64; M]> {
    let program = Program::compile(ruleset);
    let number = games.end - games.start;
    let mut facts = Vec::with_capacity(number as usize);
    each_game(&program, [Uniform; 2], run, games, false, |_, game| {
        facts.push(measures.map(|measure| {
            let part = measure.of_game(game);
            // What the measure says nothing of counts as nothing: an unfinished game is no advantage
            // to either player.
            let whole = i128::from(part.sum) * i128::from(ONE);
            whole.checked_div(part.by.into()).unwrap_or_default() as i64
        }));
    });
    watch.done.fetch_add(number, Ordering::Relaxed);
    facts
}

/// What a sample of all combinations says of a measure.
fn mean(measure: &Measure, found: &Found) -> Measured {
    let [mean, half_width] = scaled(found);
    Measured {
        name: measure.name,
        title: measure.title,
        mean,
        low: mean - half_width,
        high: mean + half_width,
    }
}

/// An estimate and half its interval, in the unit of the measure.
fn scaled(found: &Found) -> [f64; 2] {
    [found.estimate, found.half_width].map(|value| value / ONE as f64)
}

/// The p-values adjusted so that those no greater than a level are the ones that S. Holm's method (Scandinavian
/// Journal of Statistics 6, 1979) tells from chance at this level: the smallest times their number, the next times
/// one less, and so on, none smaller than the one before, none above 1.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&a, &b| ps[a].total_cmp(&ps[b]));
    let mut adjusted = vec![1.0; ps.len()];
    let mut least: f64 = 0.0;
    for (at, &which) in order.iter().enumerate() {
        least = least.max(ps[which] * (ps.len() - at) as f64).min(1.0);
        adjusted[which] = least;
    }
    adjusted
}

/// Puts the questions in the order of how much they matter: those first of which an answer changes something by
/// itself, then those that only do together with others, bite, never bite, and are the same rules. Among the first, by
/// the largest shift of the first player's share that is told from chance; where none is, by that of the draws, and
/// so on through the measures.
fn rank(questions: &mut [Asked]) {
    let key = |asked: &Asked| {
        let verdict = asked.answers.iter().map(|answer| answer.verdict).min();
        let mut largest = [0.0f64; M];
        for answer in &asked.answers {
            for (largest, effect) in largest.iter_mut().zip(&answer.effects) {
                if effect.told_apart {
                    *largest = largest.max(effect.difference.abs());
                }
            }
        }
        (verdict, largest)
    };
    questions.sort_by(|one, other| {
        let ((one, ours), (other, theirs)) = (key(one), key(other));
        ours.iter()
            .zip(theirs)
            .fold(one.cmp(&other), |order, (ours, theirs)| {
                order.then(theirs.total_cmp(ours))
            })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holms_adjusted_p_tells_what_his_method_tells() {
        // 0.001 × 4; 0.02 × 3; 0.025 × 2 is less, and takes the one before; 0.3.
        let adjusted = holm(&[0.02, 0.025, 0.001, 0.3]);
        for (found, expected) in adjusted.iter().zip([0.06, 0.06, 0.004, 0.3]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }
}
