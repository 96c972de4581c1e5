//! The results of a sweep, in the form that `--format json` and `toml` print.

use serde::{Serialize, Serializer};

/// The results of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The version of this form.
    pub schema: u32,
    /// The variant: its file's name without the ending.
    pub variant: String,
    /// What its file calls it.
    pub title: String,
    /// The file.
    pub file: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The random number generator.
    pub rng: &'static str,
    /// South's player and North's.
    pub players: [&'static str; 2],
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// The chance of any false alarm among all effects.
    pub level: f64,
    /// How many games of each combination were played; of a fraction, of each that is played at a time.
    pub games: u64,
    /// How many games were played in all.
    pub games_in_all: u64,
    /// Whether more were asked for, but the run was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// How many of them were left unfinished.
    pub unfinished: u64,
    /// How many games were searched for positions on which an answer makes a difference: so many under the file's
    /// rules, and as many with the answer.
    pub bite_games: u64,
    /// How many effects were tested together.
    pub tests: usize,
    /// What was played.
    pub combinations: Combinations,
    /// The means over all combinations, in the order of the effects.
    pub measures: Vec<Measured>,
    /// The questions, those that matter most first.
    pub questions: Vec<Asked>,
    /// What each two answers do together.
    pub interactions: Vec<Interaction>,
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Combinations {
    /// How many combinations of answers there are.
    pub all: u64,
    /// How many are played at a time: all, or a balanced fraction of them.
    pub at_a_time: usize,
    /// How many times a fraction was drawn anew; 1 where all are played.
    pub rounds: u64,
    /// How many different ones were chosen.
    pub chosen: usize,
    /// To how many rulesets they come.
    pub rulesets: usize,
    /// Why some of the chosen ones could not be played.
    pub contradictions: Vec<Contradiction>,
}

/// Answers that contradict one another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contradiction {
    /// The answers: one to three, or none where no so few explain it.
    pub answers: Vec<Given>,
    /// How many of the chosen combinations could not be played for it.
    pub combinations: usize,
    /// What was wrong with the first of them.
    pub why: String,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The question.
    pub question: String,
    /// The choice.
    pub choice: String,
}

/// The mean of a measure over all combinations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The measure.
    pub name: &'static str,
    /// What it tells.
    pub title: &'static str,
    /// The mean: shares are from 0 to 1.
    pub mean: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// Its name.
    pub name: String,
    /// The question in words.
    pub text: String,
    /// The file's own answer.
    pub own: String,
    /// What that means.
    pub own_text: String,
    /// The other answers.
    pub answers: Vec<AnswerResult>,
}

/// What an answer does, against the file's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerResult {
    /// The choice.
    pub name: String,
    /// What it means.
    pub text: String,
    /// What it comes to.
    pub verdict: Verdict,
    /// How often a game meets a position on which it makes a difference, all other answers being the file's.
    pub bite: Bite,
    /// Its effects, one a measure, as averages over the other questions' answers; none where it is always the
    /// same rules, or always contradicts.
    pub effects: Vec<Effect>,
}

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It changes what is measured.
    Changes,
    /// It changes what is measured only together with other answers.
    ChangesTogether,
    /// It makes a difference in some games, and changes nothing measurable.
    BitesOnly,
    /// It changes nothing measurable, and was not searched for what it makes a difference in: the run was stopped.
    NotSearched,
    /// No game was found in which it makes a difference.
    NeverBites,
    /// It is the same rules in other words.
    SameRules,
    /// It contradicts the rest of the rules, so that nothing can be said.
    Contradicts,
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Verdict {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Changes => "changes",
            Verdict::ChangesTogether => "changes-together",
            Verdict::BitesOnly => "bites-only",
            Verdict::NotSearched => "not-searched",
            Verdict::NeverBites => "never-bites",
            Verdict::SameRules => "same-rules",
            Verdict::Contradicts => "contradicts",
        }
    }
}

/// How often a game meets a position on which an answer makes a difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "found", rename_all = "kebab-case")]
pub enum Bite {
    /// It is the same rules.
    SameRules,
    /// In every game: they begin from another position.
    FromTheStart,
    /// In some of the games that were searched.
    Searched {
        /// How many were searched, half of them with each answer.
        games: u64,
        /// In how many such a position was met.
        bitten: u64,
        /// Their share.
        share: f64,
        /// The lower end of its 95 % interval.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// Nothing is known of it: the run was stopped before.
    NotSearched,
    /// It contradicts the file's other answers.
    Contradicts {
        /// Why.
        why: String,
    },
}

/// An effect on a measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The measure.
    pub measure: &'static str,
    /// The difference: of shares, from −1 to 1.
    pub difference: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely a difference at least as large is, if there is none.
    pub p: f64,
    /// The same, adjusted for the number of effects by Holm's method.
    pub adjusted_p: f64,
    /// Whether it is told from chance: the adjusted p is no greater than the level.
    pub told_apart: bool,
}

/// What two answers do together that neither does alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interaction {
    /// The answers.
    pub answers: [Given; 2],
    /// By how much the effect of one is greater with the other than with the file's own, one a measure.
    pub effects: Vec<Effect>,
}
