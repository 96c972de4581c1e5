//! The facts of one game, in integers: what a [`Tally`](super::Tally) counts, and what the measures of
//! [`analyse::measures`](crate::analyse::measures) are taken from.

use super::course::Course;
use crate::engine::{End, Game, Played, Program, Refusal, RuleKind, Stopped};
use crate::rules::ruleset::Player;

/// What is known of one game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Who moved first.
    pub first: Player,
    /// All the seeds of the game.
    pub seeds: u32,
    /// The margin that a win must have for the match to count it apart, if the variant's `match` says so.
    pub counted_margin: Option<u32>,
    /// Turns, the redistributions of the opening counted in.
    pub turns: u32,
    /// Why and how it ended; `None` if it was left unfinished.
    pub end: Option<End>,
    /// Turns in which seeds were sown.
    pub sowings: u64,
    /// The choices that each of them was chosen from, summed.
    pub choices: u64,
    /// Laps sown.
    pub laps: u64,
    /// The most laps of one turn.
    pub longest: u64,
    /// The laps of relays that were refused.
    pub wasted: u64,
    /// Relays met that would never end, whatever the variant makes of them.
    pub endless: u64,
    /// Relays met that go on past the limit, likewise.
    pub long_relays: u64,
    /// How often each lap rule applied, by its number: once a turn at most.
    pub applied: Vec<u64>,
    /// How often a `capture` applied.
    pub captures: u64,
    /// How often an `also` applied.
    pub bonuses: u64,
    /// The seeds in the stores of South and North before the end gave out what was left on the board.
    pub captured: [u32; 2],
    /// The course of the game, if it was followed.
    pub course: Option<Course>,
    /// What is still to be added to `applied`: four rules in a word, sixteen bits each.
    pub(crate) to_add: [u64; RULE_WORDS],
}

/// Words for as many lap rules as a turn can tell of: a bit each.
const RULE_WORDS: usize = u32::BITS as usize / 4;

/// Four bits, each at the bottom of sixteen.
static SPREAD: [u64; 16] = {
    let mut spread = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut rule = 0;
        while rule < 4 {
            spread[bits] |= (bits as u64 >> rule & 1) << (16 * rule);
            rule += 1;
        }
        bits += 1;
    }
    spread
};

impl GameFacts {
    /// The facts of a game of which nothing has been played.
    pub fn new(program: &Program) -> Self {
        GameFacts::unplayed(
            program.win.map(|win| win.margin),
            vec![0; program.rule_names.len()],
        )
    }

    /// Nothing played, with room for the lap rules, all at nothing.
    fn unplayed(counted_margin: Option<u32>, applied: Vec<u64>) -> Self {
        GameFacts {
            first: Player::South,
            seeds: 0,
            counted_margin,
            turns: 0,
            end: None,
            sowings: 0,
            choices: 0,
            laps: 0,
            longest: 0,
            wasted: 0,
            endless: 0,
            long_relays: 0,
            applied,
            captures: 0,
            bonuses: 0,
            captured: [0; 2],
            course: None,
            to_add: [0; RULE_WORDS],
        }
    }

    /// Forgets what is known and begins another game of the same variant, keeping what memory there is.
    pub(super) fn begin(&mut self, game: &Game<'_>) {
        let mut applied = std::mem::take(&mut self.applied);
        applied.fill(0);
        *self = GameFacts {
            first: game.position().mover,
            seeds: game.position().seeds(),
            ..GameFacts::unplayed(self.counted_margin, applied)
        };
    }

    /// Counts a turn of sowing.
    #[inline(always)]
    pub(super) fn sown(&mut self, branching: u32, played: Played) {
        self.laps_sown(branching, played.laps, played.applied);
        if let Some(cut) = played.cut {
            self.cut(cut);
        }
    }

    /// Counts a turn of sowing that was not cut: so many laps, and a bit for each lap rule that applied.
    #[inline(always)]
    pub(super) fn laps_sown(&mut self, branching: u32, laps: u32, applied: u32) {
        self.sowings += 1;
        self.choices += u64::from(branching);
        self.laps += u64::from(laps);
        self.longest = self.longest.max(u64::from(laps));
        // Four rules at once: a loop over them all, at the end of every turn, is a tenth of a game.
        self.to_add[0] += SPREAD[(applied & 15) as usize];
        let mut more = applied >> 4;
        for to_add in &mut self.to_add[1..] {
            if more == 0 {
                break;
            }
            *to_add += SPREAD[(more & 15) as usize];
            more >>= 4;
        }
        // Sixteen bits have no room for more.
        if self.sowings as u16 == u16::MAX {
            self.add_up();
        }
    }

    #[cold]
    fn add_up(&mut self) {
        for (rule, times) in self.applied.iter_mut().enumerate() {
            *times += self.to_add[rule / 4] >> (16 * (rule % 4)) & 0xFFFF;
        }
        self.to_add = [0; RULE_WORDS];
    }

    /// Counts a choice that was refused after all.
    #[cold]
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        match *refusal {
            Refusal::Endless { laps } => {
                self.wasted += u64::from(laps);
                self.cut(Stopped::Endless);
            }
            Refusal::TooLong { laps } => {
                self.wasted += u64::from(laps);
                self.cut(Stopped::TooLong);
            }
            _ => {}
        }
    }

    #[cold]
    fn cut(&mut self, cut: Stopped) {
        *match cut {
            Stopped::Endless => &mut self.endless,
            Stopped::TooLong => &mut self.long_relays,
        } += 1;
    }

    /// Notes how the game stands at its end, or where it was left: after so many turns, so ended, and with what South and
    /// North have captured.
    pub(super) fn finish(
        &mut self,
        program: &Program,
        turns: u32,
        end: Option<End>,
        captured: [u32; 2],
    ) {
        self.add_up();
        self.turns = turns;
        self.end = end;
        self.captured = captured;
        for (rule, times) in self.applied.iter().enumerate() {
            match program.rule_kind(rule) {
                RuleKind::Capture => self.captures += times,
                RuleKind::Also => self.bonuses += times,
                RuleKind::Relay | RuleKind::Again | RuleKind::Stop => {}
            }
        }
    }

    /// Who has won; `None` for a draw or an unfinished game.
    pub fn winner(&self) -> Option<Player> {
        self.end.and_then(|end| end.winner)
    }

    /// South's lead at the end; `None` if the game was left unfinished.
    pub fn lead(&self) -> Option<i64> {
        let [south, north] = self.end?.stores.map(i64::from);
        Some(south - north)
    }

    /// The seeds that the end gave out from the board; `None` if the game was left unfinished.
    pub fn swept(&self) -> Option<u64> {
        let [south, north] = self.end?.stores.map(u64::from);
        Some(south + north - self.captured.map(u64::from).iter().sum::<u64>())
    }

    /// Whether the game was won by exactly the margin that the match counts apart; `None` if it was not won,
    /// or the match counts no margin apart.
    pub fn won_by_counted_margin(&self) -> Option<bool> {
        self.winner()?;
        Some(self.lead()?.unsigned_abs() == u64::from(self.counted_margin?))
    }
}
