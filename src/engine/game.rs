//! A game from its first position to its end: whose turn it is, whether it is over, and who has won.

use super::choices::Choice;
use super::condition::Turn;
use super::observe::Observer;
use super::pits::{Chunk, PitSet, for_chunks};
use super::play::{Move, Played, Refusal, Stopped};
use super::position::{Bound, MOST_MARKS, Position};
use super::program::{CompiledEnding, Need, Program};
use super::redistribution::Redistribution;
use crate::rules::ruleset::{Outcome, Player, Side};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndReason {
    /// The player to move had no legal move.
    NoMove,
    /// Another `when` of the ending held, by its number.
    Condition(usize),
    /// An endless relay, where that ends the game.
    Endless,
    /// A relay past the limit, where that ends the game.
    LongRelay,
    /// A position stood for the so-manieth time.
    Repetition,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub reason: EndReason,
    /// The `when` of the ending that decided, by its number; `None` where it was another rule, or none.
    pub ending: Option<usize>,
    /// The stores of South and North, with what was left on the board where it goes to them.
    pub stores: [u32; 2],
    /// Who has won; `None` for a draw.
    pub winner: Option<Player>,
}

impl End {
    /// By a rule that says what becomes of the seeds left in the rows of South and North.
    pub(super) fn with_rest(
        mover: Player,
        mut stores: [u32; 2],
        rows: [u32; 2],
        reason: EndReason,
        outcome: Outcome,
    ) -> End {
        let rest = rows[0] + rows[1];
        match outcome {
            Outcome::RestTo(Side::Own) => stores[mover as usize] += rest,
            Outcome::RestTo(Side::Enemy) => stores[mover.opponent() as usize] += rest,
            Outcome::RestToOwner => {
                for player in Player::BOTH {
                    stores[player as usize] += rows[player as usize];
                }
            }
            Outcome::RestDivided => stores = stores.map(|store| store + rest / 2),
            Outcome::RestToNobody | Outcome::Wins(_) | Outcome::Draw => {}
        }
        let winner = match stores[0].cmp(&stores[1]) {
            _ if outcome == Outcome::Wins(Side::Own) => Some(mover),
            _ if outcome == Outcome::Wins(Side::Enemy) => Some(mover.opponent()),
            _ if outcome == Outcome::Draw => None,
            std::cmp::Ordering::Greater => Some(Player::South),
            std::cmp::Ordering::Less => Some(Player::North),
            std::cmp::Ordering::Equal => None,
        };
        End {
            reason,
            ending: None,
            stores,
            winner,
        }
    }

    /// By a relay that was broken off.
    pub(super) fn stopped(stopped: Stopped, stores: [u32; 2]) -> End {
        End {
            reason: match stopped {
                Stopped::Endless => EndReason::Endless,
                Stopped::TooLong => EndReason::LongRelay,
            },
            ending: None,
            stores,
            winner: None,
        }
    }
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct Game<'p> {
    program: &'p Program,
    position: Position,
    turns: u32,
    seen: Seen,
    end: Option<End>,
}

/// The positions that can come back, for the repetition rule: those since the last turn that changed a store, a
/// mark or a history, for those nearly always go one way only. What is left to compare is the boards, and who is to
/// move, which is part of the hash.
#[derive(Clone, Debug)]
struct Seen {
    /// The boards, one after the other, as far as they are in use.
    boards: Vec<Chunk>,
    /// For each of them its hash, and the one before it in the same bucket.
    links: Vec<(u32, u32)>,
    /// For each bucket the last board in it,
    buckets: [u32; BUCKETS],
    /// and whether there is one: a bit each, so that forgetting costs nothing.
    used: u64,
    /// What the positions have in common.
    stores: [u32; 2],
    marks: [PitSet; MOST_MARKS],
    made: [u8; 2],
    bound: [Bound; 2],
    sown_from: PitSet,
    sown_into: PitSet,
}

const BUCKETS: usize = u64::BITS as usize;

impl Seen {
    fn new() -> Self {
        Seen {
            boards: Vec::new(),
            links: Vec::new(),
            buckets: [0; BUCKETS],
            used: 0,
            stores: [0; 2],
            marks: [PitSet::EMPTY; MOST_MARKS],
            made: [0; 2],
            bound: [Bound::Free; 2],
            sown_from: PitSet::EMPTY,
            sown_into: PitSet::EMPTY,
        }
    }

    #[inline]
    fn forget(&mut self) {
        self.boards.clear();
        self.links.clear();
        self.used = 0;
    }

    /// Notes a position; how often it has stood before.
    #[inline(always)]
    fn note<const N: usize>(&mut self, position: &Position) -> u32 {
        let same = (self.stores == position.stores)
            & (self.marks == position.marks)
            & (self.made == position.made)
            & (self.bound == position.bound)
            & (self.sown_from == position.sown_from)
            & (self.sown_into == position.sown_into);
        if !same {
            self.forget();
            self.stores = position.stores;
            self.marks = position.marks;
            self.made = position.made;
            self.bound = position.bound;
            self.sown_from = position.sown_from;
            self.sown_into = position.sown_into;
        }
        let board: &[Chunk; N] = position.board.first();
        // Who is to move is part of it, and what the turn before leaves: of one board these make other hashes.
        let previous = u32::from(position.previous.code()) << 1;
        let hash = (hash(board) ^ previous) & !1 | position.mover as u32;
        let bucket = hash as usize % BUCKETS;
        let now = self.links.len();
        let mut times = 0;
        // The first in its bucket has none before it.
        let mut newest = u32::MAX;
        if self.used >> bucket & 1 == 1 {
            newest = self.buckets[bucket];
            let mut at = newest as usize;
            while let Some(&(other, before)) = self.links.get(at) {
                if other == hash && self.boards.as_chunks::<N>().0[at] == *board {
                    times += 1;
                }
                at = before as usize;
            }
        }
        self.links.push((hash, newest));
        self.boards.extend_from_slice(board);
        self.buckets[bucket] = now as u32;
        self.used |= 1 << bucket;
        times
    }
}

/// A hash of a board: good enough to tell most of them apart.
#[inline(always)]
fn hash<const N: usize>(board: &[Chunk; N]) -> u32 {
    let mut sum = 0u64;
    let mut factor = 0x9E37_79B9_7F4A_7C15u64;
    for chunk in board {
        for half in chunk.as_chunks::<4>().0 {
            let [a, b, c, d] = half.map(u64::from);
            let word = a | b << 16 | c << 32 | d << 48;
            sum = sum.wrapping_add(word.wrapping_mul(factor));
            factor = factor.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
    }
    (sum >> 32) as u32
}

impl<'p> Game<'p> {
    /// A game at its start.
    pub fn new(program: &'p Program) -> Self {
        Game::from(program, program.start())
    }

    /// A game that goes on from a position.
    pub fn from(program: &'p Program, position: Position) -> Self {
        let mut game = Game {
            program,
            position,
            turns: 0,
            seen: Seen::new(),
            end: None,
        };
        game.arrive();
        game
    }

    /// Back to the start, keeping what memory there is.
    pub fn restart(&mut self) {
        self.position.clone_from(&self.program.start);
        self.turns = 0;
        self.end = None;
        self.seen.forget();
        self.arrive();
    }

    /// The rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many turns have been played, the opening included.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// How the game ended. That the mover has no move is known only once [`Game::settle`] or [`Game::stuck`]
    /// has been called.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Finds out whether the mover has a move, and ends the game if he has none.
    pub fn settle(&mut self) -> Option<End> {
        if self.end.is_none() && !self.program.has_move(&self.position) {
            self.stuck();
        }
        self.end
    }

    /// Ends the game because the mover has no legal move.
    pub fn stuck(&mut self) {
        self.end = Some(self.program.end_without_move(&self.position, None));
    }

    /// Judges a move and plays it. A refused move changes nothing.
    ///
    /// # Errors
    ///
    /// Why the move is not legal.
    pub fn play<O: Observer>(
        &mut self,
        played: &Move,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        if self.end.is_some() {
            return Err(Refusal::GameOver);
        }
        let done = self.program.play(&mut self.position, played, observer)?;
        self.after(done);
        Ok(done)
    }

    /// Plays one of the [`Choices`](super::Choices) of this position.
    ///
    /// # Errors
    ///
    /// Why it is not legal after all; strike it out and choose again.
    #[inline]
    pub fn play_choice<O: Observer>(
        &mut self,
        choice: Choice,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let done = self.program.make(&mut self.position, choice, observer)?;
        self.after(done);
        Ok(done)
    }

    /// Makes a redistribution that is known to be allowed.
    pub fn redistribute(&mut self, made: &Redistribution) {
        self.program.redistribute(&mut self.position, made);
        self.after(Played::default());
    }

    #[inline(always)]
    fn after(&mut self, done: Played) {
        self.turns += 1;
        if let Some(stopped) = done.stopped {
            self.end = Some(End::stopped(stopped, self.position.stores));
            return;
        }
        self.arrive();
    }

    /// Takes back a game that was played on elsewhere.
    pub(super) fn hand_back(&mut self, position: Position, turns: u32, end: Option<End>) {
        self.position = position;
        self.turns = turns;
        self.end = end;
        self.seen.forget();
    }

    /// Passes for a mover without a move; where neither has one, the game is over.
    #[cold]
    fn pass(&mut self) {
        let (passed, end) = self.program.pass(&self.position);
        if let Some(passed) = passed {
            self.position = passed;
        }
        self.end = end;
    }

    /// What is judged at the beginning of a turn, but for whether the mover has a move.
    #[inline(always)]
    fn arrive(&mut self) {
        if self.position.openings > 0 {
            return;
        }
        if let Some(end) = self.program.end_by_condition(&self.position) {
            self.end = Some(end);
            return;
        }
        if self.program.passes {
            self.pass();
        }
        let Some((times, outcome)) = self.program.repeated else {
            return;
        };
        if self.position.pick > 0 {
            // The turn is not over: what lies in a store may be put back.
            return;
        }
        let before = for_chunks!(self.program.chunks, N => self.seen.note::<N>(&self.position));
        if before + 1 >= times {
            self.end = Some(
                self.program
                    .ended(&self.position, EndReason::Repetition, outcome),
            );
        }
    }
}

impl Program {
    pub(super) fn ended(&self, position: &Position, reason: EndReason, outcome: Outcome) -> End {
        let mut stores = position.stores;
        let decided = matches!(outcome, Outcome::Wins(_) | Outcome::Draw);
        // What lies in a pit that belongs to a player by a mark is his, as if it lay in his store; the
        // rest is what is left on the board.
        let mut rows = [0; 2];
        let owned = self.sides[0].view.marks.iter().any(|(_, owned)| *owned);
        for (pit, &seeds) in position.board.0.iter().enumerate().take(self.ring) {
            let owner = match owned && !decided {
                true => self.owner_by_mark(position, pit),
                false => None,
            };
            match owner {
                Some(owner) => stores[owner as usize] += u32::from(seeds),
                None => rows[usize::from(pit >= self.half())] += u32::from(seeds),
            }
        }
        End::with_rest(position.mover, stores, rows, reason, outcome)
    }

    /// The first ending that holds, whether or not the mover has a move.
    pub(super) fn end_by_condition(&self, position: &Position) -> Option<End> {
        let rules = self.side(position.mover);
        if !rules.may_end_before_stuck {
            return None;
        }
        let occupied = position.board.occupied(self.chunks);
        // One that needs a mover without a move is found out when he is to choose one.
        let may_hold = |ending: &CompiledEnding| {
            let needs = &ending.needs;
            let met = |need: &Need| need.is_met(occupied, position);
            !ending.needs_stuck_mover && needs.iter().any(met)
        };
        if !rules.endings.iter().any(may_hold) {
            return None;
        }
        self.end_by_some_condition(position)
    }

    #[inline(never)]
    fn end_by_some_condition(&self, position: &Position) -> Option<End> {
        let rules = self.side(position.mover);
        let any = |is: fn(&CompiledEnding) -> bool| rules.endings.iter().any(is);
        let found = self.first_ending(position, false, None);
        // That the mover has no move is found out when he is to choose one. Here it is asked only if he may end the
        // game by having one, or if an ending that holds may stand after one that his having none brings.
        let may_matter = any(|ending| ending.asks_mover && !ending.needs_stuck_mover)
            || found.is_some() && any(|ending| ending.asks_mover);
        if may_matter && !self.has_move(position) {
            return self.first_ending(position, true, None);
        }
        found
    }

    /// The position after a pass, if the mover has no move and the opponent has one; and how the game ends, if it does by
    /// that.
    pub(super) fn pass(&self, position: &Position) -> (Option<Position>, Option<End>) {
        if self.has_move(position) {
            return (None, None);
        }
        if let Some(end) = self.first_ending(position, true, None) {
            return (None, Some(end));
        }
        let passed = position.passed();
        if self.has_move(&passed) {
            let end = self.end_by_condition(&passed);
            return (Some(passed), end);
        }
        (None, Some(self.end_without_move(position, None)))
    }

    /// How the game ends when the mover has no legal move. Where no ending speaks of it, each player keeps
    /// what lies in his row.
    pub(super) fn end_without_move(
        &self,
        position: &Position,
        opponent_stuck: Option<bool>,
    ) -> End {
        self.first_ending(position, true, opponent_stuck)
            .unwrap_or_else(|| self.ended(position, EndReason::NoMove, Outcome::RestToOwner))
    }

    /// The first ending that holds. Whether the opponent has no move is found out, where it is asked for and not known.
    fn first_ending(
        &self,
        position: &Position,
        stuck: bool,
        opponent_stuck: Option<bool>,
    ) -> Option<End> {
        let rules = self.side(position.mover);
        let asks_opponent = rules.endings.iter().any(|ending| ending.asks_opponent);
        let mut turn = Turn::new(0);
        let opponent_stuck =
            asks_opponent && opponent_stuck.unwrap_or_else(|| !self.has_move(&position.passed()));
        turn.stuck = [stuck, opponent_stuck];
        let found = rules
            .endings
            .iter()
            .position(|ending| rules.view.holds(&ending.test, position, &turn))?;
        let reason = if stuck {
            EndReason::NoMove
        } else {
            EndReason::Condition(found)
        };
        Some(End {
            ending: Some(found),
            ..self.ended(position, reason, rules.endings[found].outcome)
        })
    }

    /// A position with these seeds in its pits and nothing else said: South to move, the opening over,
    /// stores, marks and histories empty.
    pub fn position(&self, seeds: &[(usize, u32)]) -> Position {
        let mut position = self.start();
        position.board = super::pits::Lanes::default();
        for &(pit, seeds) in seeds {
            *position.board.get_mut(pit) = seeds as u16;
        }
        position.openings = 0;
        position.mover = Player::South;
        position.marks = [PitSet::EMPTY; MOST_MARKS];
        position.empty_at_opening = PitSet::EMPTY;
        position
    }
}
