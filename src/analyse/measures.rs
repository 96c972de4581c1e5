//! The measures: what is said of a variant in one number, each once.
//!
//! One table, [`MEASURES`], holds for every measure its name, what it is in plain words, the source that it
//! follows, its unit and range, and how it is taken from a game. `kiothi help MEASURE` prints it; comparisons
//! and sweeps compute by it. The outcomes, and what is measured of the course of a game, are those of
//! C. Browne, *Automatic generation and evaluation of recombination games* (thesis, Queensland University of
//! Technology, 2008), and of the metrics that the Ludii system publishes for its games. Where these ask for an
//! evaluation of each position, here that is the lead in the stores (see [`Course`](crate::simulate::Course)).
//!
//! # A measure of one game, and of many
//!
//! Each game adds a [`Part`] to a measure: a whole number to what is summed, and a whole number to what it is
//! shared among. The measure of many games is the one sum by the other: of a share of games, the games in which
//! it was so, by all games; of laps a turn, all laps by all turns. A game of which the measure says nothing
//! adds nothing to both. So everything is added up in integers, in any order, and games can be paired by their
//! index:
//!
//! ```
//! use kiothi::analyse::measures::named;
//! # use kiothi::engine::Program;
//! # use kiothi::players::Uniform;
//! # use kiothi::rules::{Memory, load};
//! use kiothi::simulate::{Run, each_game};
//! # let text = "language 1\ngame \"x\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
//! #   turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }";
//! # let variant = load("v", &Memory::from([("v", text)])).variant.unwrap();
//! # let program = Program::compile(&variant.ruleset);
//! let duration = named("duration").unwrap();
//! let run = Run { games: 10, seed: 1, max_turns: 100, max_laps: u64::MAX };
//! let mut values = Vec::new();
//! each_game(&program, [Uniform; 2], run, 0..10, duration.course, |_index, facts| {
//!     values.push(duration.of_game(facts).value());
//! });
//! assert!(values.iter().all(|turns| turns.unwrap() > 0.0));
//! ```

use crate::diagnostics::nearest;
use crate::engine::EndReason;
use crate::rules::ruleset::Player;
use crate::simulate::{GameFacts, ONE, Won};

/// What one game adds to a measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// To what is summed.
    pub sum: i64,
    /// To what it is shared among; 0 where the measure says nothing of this game.
    pub by: i64,
}

impl Part {
    /// A game of which the measure says nothing.
    const NOTHING: Part = Part { sum: 0, by: 0 };

    fn new(sum: i64, by: i64) -> Part {
        Part { sum, by }
    }

    fn number(number: u64) -> Part {
        Part::new(number as i64, 1)
    }

    fn whether(so: bool) -> Part {
        Part::new(i64::from(so), 1)
    }

    fn ratio(sum: u64, by: u64) -> Part {
        Part::new(sum as i64, by as i64)
    }

    /// A number from 0 to 1, rounded to a 2⁻²⁰th.
    fn share(sum: u64, by: u64) -> Part {
        if by == 0 {
            return Part::NOTHING;
        }
        let share = u128::from(sum) * u128::from(ONE) / u128::from(by);
        Part::new(share as i64, ONE as i64)
    }

    /// The measure of this game; `None` where it says nothing of it.
    pub fn value(self) -> Option<f64> {
        (self.by != 0).then(|| self.sum as f64 / self.by as f64)
    }
}

/// What becomes of the parts of many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The share of games in which something is so: each game adds 0 or 1, by 1.
    Share,
    /// One sum by the other.
    Ratio,
    /// One less the distance of that from 0. It has no value for a single game: it is near 1 if what the games
    /// add cancels out.
    Evenness,
}

/// In what a measure is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1 (a difference of two: from −1 to 1), told in per cent.
    Percent,
    /// Turns.
    Turns,
    /// Laps.
    Laps,
    /// Seeds.
    Seeds,
    /// Moves.
    Moves,
    /// How often something happens in a game.
    Times,
    /// A number without a unit.
    Plain,
}

impl Unit {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Percent => "per cent",
            Unit::Turns => "turns",
            Unit::Laps => "laps",
            Unit::Seeds => "seeds",
            Unit::Moves => "moves",
            Unit::Times => "times a game",
            Unit::Plain => "parts of one",
        }
    }

    /// What a value is multiplied by before it is told.
    pub fn scale(self) -> f64 {
        if self == Unit::Percent { 100.0 } else { 1.0 }
    }
}

/// A measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name: small letters and hyphens.
    pub name: &'static str,
    /// The head of its column in a table.
    pub head: &'static str,
    /// What it tells, in a few words.
    pub title: &'static str,
    /// What exactly it is.
    pub definition: &'static str,
    /// Whom it follows, and how far.
    pub source: &'static str,
    /// In what it is told.
    pub unit: Unit,
    /// The least and the most it can be, in words.
    pub range: &'static str,
    /// What becomes of the parts of many games.
    pub form: Form,
    /// Whether the course of the game must be followed for it.
    pub course: bool,
    part: fn(&GameFacts) -> Part,
}

impl Measure {
    /// What a game adds to it. Of a measure that needs the [course](Measure::course), a game that was not
    /// followed adds nothing.
    pub fn of_game(&self, facts: &GameFacts) -> Part {
        (self.part)(facts)
    }

    /// Whether each single game has a value of its own.
    pub fn is_of_games(&self) -> bool {
        self.form != Form::Evenness
    }
}

/// The measure of this name. Spaces may stand for hyphens.
pub fn named(name: &str) -> Option<&'static Measure> {
    let name = spelled(name);
    MEASURES.iter().find(|measure| measure.name == name)
}

/// The name of a measure that may be meant by this one.
pub fn near(name: &str) -> Option<&'static str> {
    nearest(&spelled(name), MEASURES.iter().map(|measure| measure.name))
}

/// What a comparison tells of, unless said, in the order of a table.
const USUAL: [&str; 6] = [
    "south",
    "north",
    "drawishness",
    "duration",
    "captures",
    "bonuses",
];

/// What a comparison tells of, unless said; unfinished games among it where there are any.
pub fn usual(unfinished: bool) -> Vec<&'static Measure> {
    let mut names = USUAL.to_vec();
    if unfinished {
        names.insert(3, "timeouts");
    }
    chosen(&names).unwrap_or_default()
}

/// The measures of these names, each once; `all` is all of them.
///
/// # Errors
///
/// The first name that is none.
///
/// ```
/// use kiothi::analyse::measures::chosen;
/// assert_eq!(chosen(&["drama", "settled"]).unwrap().len(), 2);
/// assert_eq!(chosen(&["drama", "dramma"]).unwrap_err(), "dramma");
/// assert!(chosen(&["all"]).unwrap().len() > 20);
/// ```
pub fn chosen<'n>(names: &[&'n str]) -> Result<Vec<&'static Measure>, &'n str> {
    let mut found: Vec<&'static Measure> = Vec::new();
    for &name in names {
        let measures: Vec<&Measure> = match name.trim() {
            "all" => MEASURES.iter().collect(),
            one => vec![named(one).ok_or(name)?],
        };
        for measure in measures {
            if found.iter().all(|known| known.name != measure.name) {
                found.push(measure);
            }
        }
    }
    Ok(found)
}

fn spelled(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

const OURS: &str = "Kiothi's own";

macro_rules! measures {
    ($( $name:literal, $head:literal, $title:literal, $unit:ident, $form:ident, $range:literal,
        $definition:literal, $source:expr, $part:expr $(, $course:ident)?; )*) => {
        /// Every measure, in the order of a table.
        pub const MEASURES: &[Measure] = &[$( Measure {
            name: $name,
            head: $head,
            title: $title,
            definition: $definition,
            source: $source,
            unit: Unit::$unit,
            range: $range,
            form: Form::$form,
            course: false $( || measures!(@ $course) )?,
            part: $part,
        } ),*];
    };
    (@ course) => { true };
}

measures! {
    // Who wins.
    "points", "South's points", "South's share of the points", Percent, Ratio, "0 to 100 %",
        "South's share of the points: a game won counts 1, a game drawn ½. Unfinished games are left out.",
        "as chess tournaments count",
        |facts| match facts.end {
            None => Part::NOTHING,
            Some(end) => Part::new(points(end.winner, Player::South), 2),
        };
    "south", "South", "games won by South", Percent, Share, "0 to 100 %",
        "The share of all games that South wins.",
        "Ludii's AdvantageP1, where South moves first",
        |facts| Part::whether(facts.winner() == Some(Player::South));
    "north", "North", "games won by North", Percent, Share, "0 to 100 %",
        "The share of all games that North wins.",
        OURS,
        |facts| Part::whether(facts.winner() == Some(Player::North));
    "advantage", "advantage", "the first player's advantage", Percent, Ratio, "−50 to 50 %",
        "The share of the points of the player who moves first, less a half: a game won counts 1, a game drawn ½. \
         Above 0, it pays to begin. Unfinished games are left out.",
        "Browne's Advantage and Ludii's AdvantageP1 count the games that the first player wins; here draws count \
         half, so that many draws do not look like a disadvantage",
        |facts| match facts.end {
            None => Part::NOTHING,
            Some(end) => Part::new(points(end.winner, facts.first) - 1, 2),
        };
    "balance", "balance", "how alike the players' chances are", Percent, Evenness, "0 to 100 %",
        "One less the distance between the shares of games that South and North win: 100 % if both win as \
         often, 0 if one wins all. It is a measure of all games together; no single game has it.",
        "Ludii's Balance",
        |facts| Part::new(points(facts.winner(), Player::South) - 1, 1);
    "completion", "won", "games that somebody wins", Percent, Share, "0 to 100 %",
        "The share of all games that somebody wins: neither drawn nor left unfinished.",
        "Browne's and Ludii's Completion",
        |facts| Part::whether(facts.winner().is_some());
    "drawishness", "draw", "games drawn", Percent, Share, "0 to 100 %",
        "The share of all games that are drawn, those left unfinished not counted as draws.",
        "Browne's and Ludii's Drawishness",
        |facts| Part::whether(facts.end.is_some_and(|end| end.winner.is_none()));
    "timeouts", "unfinished", "games left unfinished", Percent, Share, "0 to 100 %",
        "The share of all games that reach the turn limit of the run (`--max-turns`) and are left unfinished.",
        "Browne's and Ludii's Timeouts",
        |facts| Part::whether(facts.end.is_none());
    "repetition", "repeated", "games ended by repetition", Percent, Share, "0 to 100 %",
        "The share of all games that end because a position came back too often.",
        OURS,
        |facts| Part::whether(facts.end.is_some_and(|end| end.reason == EndReason::Repetition));
    "margin", "South's lead", "South's lead at the end", Seeds, Ratio, "all seeds behind to all ahead",
        "South's lead in seeds at the end of a finished game, what the end gives out counted in.",
        OURS,
        |facts| facts.lead().map_or(Part::NOTHING, |lead| Part::new(lead, 1));
    "winning-margin", "winner's lead", "the winner's lead at the end", Seeds, Ratio, "1 to all seeds",
        "The winner's lead in seeds at the end of a game that is won.",
        "Ludii's score difference at the end",
        |facts| match (facts.winner(), facts.lead()) {
            (Some(_), Some(lead)) => Part::number(lead.unsigned_abs()),
            _ => Part::NOTHING,
        };

    // How the match counts.
    "counted-wins", "counted apart", "wins by the margin that the match counts apart", Percent, Ratio, "0 to 100 %",
        "The share of won games that are won by exactly the margin that the variant's `match` counts apart (in \
         Kiothi two seeds, the “one-warrior victory”). Says nothing where a variant counts no margin apart.",
        OURS,
        |facts| facts.won_by_counted_margin().map_or(Part::NOTHING, Part::whether);
    "match-1", "match ×1", "South's share of a match in which such wins count 1", Percent, Ratio, "0 to 100 %",
        "South's share of the points of a long match if every game won counts 1 and a draw nothing.",
        OURS,
        |facts| match_points(facts, 1);
    "match-2", "match ×2", "South's share of a match in which such wins count 2", Percent, Ratio, "0 to 100 %",
        "South's share of the points of a long match if a game won by exactly the margin that the variant's \
         `match` counts apart counts 2, any other game won 1, and a draw nothing.",
        OURS,
        |facts| match_points(facts, 2);
    "match-10", "match ×10", "South's share of a match in which such wins count 10", Percent, Ratio, "0 to 100 %",
        "South's share of the points of a long match if a game won by exactly the margin that the variant's \
         `match` counts apart counts 10, any other game won 1, and a draw nothing.",
        OURS,
        |facts| match_points(facts, 10);

    // How it is played.
    "duration", "turns", "turns a game", Turns, Ratio, "1 up",
        "Turns a game, each player's redistribution in the opening counted in, and unfinished games as far as \
         they were played.",
        "Ludii's DurationTurns; Browne's Duration is how far that is from a length that players prefer",
        |facts| Part::number(u64::from(facts.turns));
    "branching", "choices", "moves to choose from", Moves, Ratio, "1 up",
        "Moves to choose from, a turn of sowing: those legal as far as their first lap. The few whose relay turns \
         out never to end are counted in; the opening is not.",
        "Ludii's BranchingFactor, over turns instead of games",
        |facts| Part::ratio(facts.choices, facts.sowings);
    "laps", "laps a turn", "laps a turn of sowing", Laps, Ratio, "1 up",
        "Laps sown, a turn of sowing.",
        OURS,
        |facts| Part::ratio(facts.laps, facts.sowings);
    "longest-relay", "longest relay", "the longest relay of a game", Laps, Ratio, "0 up",
        "The most laps that any turn of a game had; the mean over games.",
        OURS,
        |facts| Part::number(facts.longest);
    "endless", "endless", "games that meet an endless relay", Percent, Share, "0 to 100 %",
        "The share of all games in which a relay was met that would never end, whatever the variant makes of it.",
        OURS,
        |facts| Part::whether(facts.endless > 0);
    "captures", "captures", "captures a game", Times, Ratio, "0 up",
        "How often a `capture` applied, a game.",
        OURS,
        |facts| Part::number(facts.captures);
    "bonuses", "bonus", "bonuses a game", Times, Ratio, "0 up",
        "How often an `also` applied, a game.",
        OURS,
        |facts| Part::number(facts.bonuses);
    "swept", "swept", "seeds swept at the end rather than captured", Percent, Ratio, "0 to 100 %",
        "Of the seeds in the stores at the end of finished games, the share that the end gave out from the board; \
         the rest were captured.",
        OURS,
        |facts| facts.swept().map_or(Part::NOTHING, |swept| {
            Part::ratio(swept, swept + facts.captured.map(u64::from).iter().sum::<u64>())
        });

    // Its course.
    "lead-changes", "lead changes", "how often the lead passes over", Times, Ratio, "0 up",
        "How often the lead in the stores passes from one player to the other, a game. A tie in between is no \
         change of its own.",
        "Browne's Lead Change and Ludii's LeadChange, with the lead in the stores for the evaluation; they divide \
         by the moves of the game",
        |facts| facts.course.map_or(Part::NOTHING, |course| {
            Part::number(u64::from(course.lead_changes))
        }), course;
    "drama", "drama", "how far behind the winner was", Plain, Ratio, "0 to 1",
        "How hard the winner had it: the square root of his deficit in the stores, as a share of all seeds, averaged \
         over the moments (after each turn of sowing) at which he was behind; 0 if he never was. The mean over \
         games that are won.",
        "Browne's Drama (Ludii's averages over all moments, without the root), with the lead in the stores for the \
         evaluation",
        |facts| won(facts, |won, _| {
            let behind = u64::from(won.behind);
            if behind == 0 {
                return Part::new(0, ONE as i64);
            }
            Part::new((won.severity / behind) as i64, ONE as i64)
        }), course;
    "behind", "behind", "how long the winner was behind", Percent, Ratio, "0 to 100 %",
        "The share of a game's moments (after each turn of sowing) at which the eventual winner had fewer seeds in \
         his store. The mean over games that are won.",
        "the other half of Browne's Drama: how long, not how far",
        |facts| won(facts, |won, moments| Part::share(won.behind.into(), moments)), course;
    "decisiveness", "decisiveness", "how soon a decisive lead ends the game", Percent, Ratio, "0 to 100 %",
        "How soon a game is over once a decisive lead is reached: the share of its turns of sowing up to the first \
         after which the winner leads by more than the loser ever does in that game. At 100 % the end itself \
         decides; near 0 the rest is only played out. The mean over games that are won.",
        "Browne's Decisiveness and Ludii's DecisivenessMoves, with the lead in the stores for the evaluation; the \
         threshold is that of each game",
        |facts| won(facts, |won, moments| {
            Part::share(u64::from(won.decided).min(moments), moments)
        }), course;
    "settled", "settled", "how late the outcome is settled", Percent, Ratio, "0 to 100 %",
        "How late the outcome is settled: the share of a game's turns of sowing after which the winner is ahead in \
         the stores and stays so to the end. At 100 % he comes out ahead only by what the end gives out. The mean \
         over games that are won.",
        OURS,
        |facts| won(facts, |won, moments| Part::share(won.settled.into(), moments)), course;
    "half", "half", "when a store holds more than half of the seeds", Percent, Ratio, "0 to 100 %",
        "The share of a game's turns of sowing up to the one after which a store holds more than half of all seeds, \
         so that nothing can change who wins; 100 % if that comes only with the end. The mean over games that are \
         won.",
        OURS,
        |facts| match (facts.winner(), facts.course) {
            (Some(_), Some(course)) => Part::share(
                course.half.unwrap_or(course.moments).into(),
                course.moments.into(),
            ),
            _ => Part::NOTHING,
        }, course;
    "stability", "spread", "how far the lead swings", Percent, Ratio, "0 to 50 %",
        "How far the lead swings: the standard deviation of South's lead in the stores over a game's moments (after \
         each turn of sowing), as a share of all seeds. The mean over games. The smaller, the more stable.",
        "Ludii's Stability, which is the variance of the evaluations; the root is taken so that it can be read \
         in seeds",
        |facts| facts.course.map_or(Part::NOTHING, |course| {
            if course.moments == 0 {
                return Part::NOTHING;
            }
            Part::new(course.spread as i64, ONE as i64)
        }), course;
}

/// A player's points of a game, doubled: 2 for a win, 1 for a draw.
fn points(winner: Option<Player>, player: Player) -> i64 {
    match winner {
        Some(winner) if winner == player => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// South's points by all points of the game, if a win by the margin that the match counts apart counts so
/// many.
fn match_points(facts: &GameFacts, counts: i64) -> Part {
    let Some(winner) = facts.winner() else {
        return Part::NOTHING;
    };
    let points = match facts.won_by_counted_margin() {
        Some(true) => counts,
        _ => 1,
    };
    Part::new(i64::from(winner == Player::South) * points, points)
}

/// Of a game that was won and followed, from how it was won and the number of its moments.
fn won(facts: &GameFacts, part: impl Fn(Won, u64) -> Part) -> Part {
    match facts.course {
        Some(course) if course.moments > 0 => course
            .won
            .map_or(Part::NOTHING, |won| part(won, u64::from(course.moments))),
        _ => Part::NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{End, Program};
    use crate::rules::{Memory, load};
    use crate::simulate::Course;

    /// A game of 20 seeds in which South moved first, took 2, lost 4 to North, took 8 in two turns, got the last
    /// 6 at the end, and so won by 12; the match counts wins by 12 apart.
    fn game() -> GameFacts {
        let text = "language 1\ngame \"x\"\nboard { rows 2; pits 5 }\nsetup { place 2 seeds in each own pit }\n\
                    turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }\n\
                    match { win by exactly 12 counts as 2 }";
        let variant = load("v", &Memory::from([("v", text)])).variant.unwrap();
        let stores = [[2, 0], [2, 4], [6, 4], [10, 4]];
        GameFacts {
            first: Player::South,
            seeds: 20,
            turns: 6,
            end: Some(End {
                reason: EndReason::NoMove,
                ending: None,
                stores: [16, 4],
                winner: Some(Player::South),
            }),
            sowings: 4,
            choices: 14,
            laps: 10,
            longest: 5,
            endless: 1,
            captures: 4,
            bonuses: 1,
            captured: [10, 4],
            course: Some(Course::of(&stores, 20, Some(Player::South))),
            ..GameFacts::new(&Program::compile(&variant.ruleset))
        }
    }

    fn value(name: &str, facts: &GameFacts) -> Option<f64> {
        named(name).expect(name).of_game(facts).value()
    }

    #[track_caller]
    fn is(name: &str, facts: &GameFacts, expected: f64) {
        let found = value(name, facts).expect(name);
        assert!((found - expected).abs() < 2e-6, "{name}: {found}");
    }

    #[test]
    fn each_measure_of_a_game_that_south_wins() {
        let facts = game();
        for (name, expected) in [
            ("points", 1.0),
            ("south", 1.0),
            ("north", 0.0),
            ("advantage", 0.5),
            ("balance", 1.0),
            ("completion", 1.0),
            ("drawishness", 0.0),
            ("timeouts", 0.0),
            ("repetition", 0.0),
            ("margin", 12.0),
            ("winning-margin", 12.0),
            ("counted-wins", 1.0),
            ("match-1", 1.0),
            ("match-2", 1.0),
            ("match-10", 1.0),
            ("duration", 6.0),
            ("branching", 3.5),
            ("laps", 2.5),
            ("longest-relay", 5.0),
            ("endless", 1.0),
            ("captures", 4.0),
            ("bonuses", 1.0),
            ("swept", 0.3),
            ("lead-changes", 2.0),
            // Behind once, by 2 of 20.
            ("drama", 0.1f64.sqrt()),
            ("behind", 0.25),
            // South led by 6 after the fourth turn, North by 2 at most; South by 2 after the third.
            ("decisiveness", 1.0),
            ("settled", 0.5),
            ("half", 1.0),
            // Leads 2, −2, 2, 6: mean 2, variance 8.
            ("stability", 8f64.sqrt() / 20.0),
        ] {
            is(name, &facts, expected);
        }
        let measured = MEASURES
            .iter()
            .all(|measure| value(measure.name, &facts).is_some());
        assert!(measured, "every measure says something of this game");
        assert_eq!(
            named("match-10").unwrap().of_game(&facts),
            Part::new(10, 10)
        );
    }

    #[test]
    fn each_measure_of_a_drawn_game() {
        let mut facts = game();
        facts.first = Player::North;
        facts.end = Some(End {
            reason: EndReason::Repetition,
            ending: None,
            stores: [10, 4],
            winner: None,
        });
        facts.course = facts.course.map(|course| Course {
            won: None,
            ..course
        });
        for (name, expected) in [
            ("points", 0.5),
            ("south", 0.0),
            ("north", 0.0),
            ("advantage", 0.0),
            ("balance", 0.0),
            ("completion", 0.0),
            ("drawishness", 1.0),
            ("repetition", 1.0),
            ("margin", 6.0),
            ("swept", 0.0),
        ] {
            is(name, &facts, expected);
        }
        for name in [
            "winning-margin",
            "counted-wins",
            "match-2",
            "drama",
            "behind",
            "decisiveness",
            "settled",
            "half",
        ] {
            assert_eq!(value(name, &facts), None, "{name}");
        }
    }

    #[test]
    fn an_unfinished_game_is_no_draw() {
        let mut facts = game();
        facts.end = None;
        facts.course = None;
        for (name, expected) in [("timeouts", 1.0), ("drawishness", 0.0), ("completion", 0.0)] {
            is(name, &facts, expected);
        }
        for name in [
            "points",
            "advantage",
            "margin",
            "swept",
            "settled",
            "stability",
        ] {
            assert_eq!(value(name, &facts), None, "{name}");
        }
    }

    #[test]
    fn the_first_player_is_not_always_south() {
        let mut facts = game();
        facts.first = Player::North;
        is("advantage", &facts, -0.5);
    }

    #[test]
    fn measures_are_found_by_name_and_told_fully() {
        assert_eq!(named("Lead changes").unwrap().name, "lead-changes");
        assert_eq!(near("drawishnes"), Some("drawishness"));
        for (at, measure) in MEASURES.iter().enumerate() {
            assert!(
                MEASURES[..at]
                    .iter()
                    .all(|other| other.name != measure.name)
            );
            assert!(measure.definition.ends_with('.'), "{}", measure.name);
            assert!(!measure.title.is_empty() && !measure.source.is_empty());
        }
        assert_eq!(usual(true).len(), USUAL.len() + 1);
    }
}
