//! A game of a quick program, from the end of its opening on.

use super::super::choices::{Choice, Choices};
use super::super::game::{End, EndReason, Game};
use super::super::machine::Machine;
use super::super::observe::Nobody;
use super::super::play::{Played, Refusal};
use super::{Board, Boards, Did, Kept, Kind, Moves, Quick, QuickSide, State, Then, Unplayed};
use crate::rules::ruleset::{Outcome, Player};

/// What a game needs room for, to be used again by the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// The positions that can come back, for the repetition rule: the boards since the last turn that took seeds off
    /// the board, or changed a mark or a history, for those only ever go one way. Who was to move is in the last lane.
    boards: Boards,
    /// How many of them have been looked at: none, until there are so many that one may have come back.
    looked_at: usize,
    index: Index,
    many: Vec<u16>,
    listed: Choices,
    refused: Option<Refusal>,
}

impl Past {
    /// Forgets what has been, or not: as numbers, since chance decides.
    #[inline(always)]
    fn forget_if<B: Board>(&mut self, forgets: bool) {
        let keeps = usize::from(!forgets);
        let boards = B::remembered(&mut self.boards);
        boards.truncate(boards.len() * keeps);
        self.looked_at *= keeps;
    }

    /// Notes a position; how often it has stood before, if there are so many boards that this can matter.
    #[inline(always)]
    fn note<B: Board>(&mut self, state: &State<B>, mover: &B, shortest: usize) -> u32 {
        let mut board = state.board;
        board.add(mover);
        let boards = B::remembered(&mut self.boards);
        boards.push(board);
        // Mostly something that lasts happens every few turns.
        match boards.len() < shortest {
            true => 0,
            false => self.index.times(boards, &mut self.looked_at),
        }
    }
}

impl Past {
    /// Forgets the position that was noted last.
    fn take_back<B: Board>(&mut self) {
        let boards = B::remembered(&mut self.boards);
        if let Some(board) = boards.pop() {
            self.index.take_back(&board, boards.len());
            self.looked_at = self.looked_at.min(boards.len());
        }
    }
}

/// Boards by their hashes, for games in which many may come back.
#[derive(Clone, Debug, Default)]
struct Index {
    /// A bit for the hash of each board, so that hardly any is compared with others.
    hashes: u64,
    /// How many of the boards are in the buckets.
    indexed: usize,
    /// For each board its hash, and one more than the number of the one before it in the same bucket.
    links: Vec<(u32, u32)>,
    /// For each bucket one more than the number of the last board in it, or 0.
    buckets: Vec<u32>,
}

/// So many boards are soon gone through.
const SOON: usize = 32;
const BUCKETS: usize = 1024;

impl Index {
    /// How often the last of these boards is among those before. Boards are taken up here when they are asked about,
    /// so that games in which hardly any comes back pay nothing.
    #[inline(never)]
    fn times<B: Board>(&mut self, boards: &[B], looked_at: &mut usize) -> u32 {
        let Some((last, before)) = boards.split_last() else {
            return 0;
        };
        if *looked_at == 0 {
            (self.hashes, self.indexed) = (0, 0);
        }
        let bit = |board: &B| 1 << (board.hash() >> 58);
        for board in &before[*looked_at..] {
            self.hashes |= bit(board);
        }
        *looked_at = boards.len();
        let known = self.hashes & bit(last) != 0;
        self.hashes |= bit(last);
        if !known {
            return 0;
        }
        if before.len() < SOON {
            return before.iter().filter(|&board| board == last).count() as u32;
        }
        if self.indexed == 0 {
            self.links.clear();
            self.buckets.clear();
            self.buckets.resize(BUCKETS, 0);
        }
        for board in &boards[self.indexed..] {
            let hash = board.hash();
            let bucket = &mut self.buckets[bucket(hash)];
            self.links.push(((hash >> 22) as u32, *bucket));
            *bucket = self.links.len() as u32;
        }
        self.indexed = boards.len();
        let mut times = 0;
        let (hash, mut next) = self.links[before.len()];
        while let Some(at) = (next as usize).checked_sub(1) {
            let (other, before) = self.links[at];
            times += u32::from(other == hash && boards[at] == *last);
            next = before;
        }
        times
    }

    /// Forgets this board, which is the last one, after so many others. That its hash stays known does no harm.
    fn take_back<B: Board>(&mut self, board: &B, before: usize) {
        if self.indexed > before
            && let Some((_, earlier)) = self.links.pop()
        {
            self.buckets[bucket(board.hash())] = earlier;
            self.indexed = before;
        }
    }
}

/// By the upper bits, which are the good ones.
fn bucket(hash: u64) -> usize {
    (hash >> 54) as usize % BUCKETS
}

/// Where games begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuickStart<'p, B, const MORE: bool> {
    quick: Quick<'p, B, MORE>,
    state: State<B>,
    turns: u32,
    end: Option<End>,
    openings: u8,
}

impl<'p, B: Board, const MORE: bool> QuickStart<'p, B, MORE> {
    /// Where a game stands of which nothing has been played but, at most, its opening; `None` if it cannot be played
    /// so from there.
    pub(crate) fn of(game: &Game<'p>) -> Option<Self> {
        let program = game.program();
        let rules = program.quick.as_deref()?;
        let quick = Quick::<B, MORE>::new(program, rules);
        let position = game.position();
        // Of the opening only what it is at the start of a game is known to be of the plain kind.
        let opens = rules.opening.is_some() && *position == program.start;
        (position.openings == 0 || opens).then(|| QuickStart {
            quick,
            state: quick.read(position),
            turns: game.turns(),
            end: game.end(),
            openings: position.openings,
        })
    }

    /// Begins a game.
    #[inline(always)]
    pub(crate) fn begin<'g, M: Machine>(&self, past: &'g mut Past) -> QuickGame<'g, 'p, B, MORE> {
        let QuickStart {
            quick,
            state,
            turns,
            end,
            openings,
        } = *self;
        let mut begun = QuickGame {
            quick,
            side: quick.side(&state),
            occupied: state.board.occupied::<M>(),
            state,
            turns,
            end,
            openings,
            past,
            moves: Moves::default(),
            listed: false,
            struck: false,
            repeated: quick.program.repeated.map_or(u32::MAX, |(times, _)| times),
            shortest: quick.rules.shortest,
            passes_late: quick.program.passes && quick.rules.steps.is_some(),
        };
        if openings == 0 && end.is_none() {
            begun.arrive::<M>(true);
        }
        begun
    }
}

/// A game being played.
pub(crate) struct QuickGame<'g, 'p, B, const MORE: bool> {
    pub(super) quick: Quick<'p, B, MORE>,
    pub(super) state: State<B>,
    /// The rules of the mover,
    side: &'p QuickSide,
    /// and the places that hold seeds.
    pub(super) occupied: u64,
    pub(super) turns: u32,
    end: Option<End>,
    /// How many redistributions are still to be made.
    pub(super) openings: u8,
    past: &'g mut Past,
    moves: Moves,
    /// The moves have been listed by the general way.
    listed: bool,
    /// Or one of them has been struck out without a list.
    struck: bool,
    repeated: u32,
    /// How many positions there must be for one to have stood so often.
    shortest: usize,
    /// That the mover has to pass is found out when he has chosen a move: see [`QuickGame::passes`].
    passes_late: bool,
}

impl<'g, 'p, B: Board, const MORE: bool> QuickGame<'g, 'p, B, MORE> {
    /// How many turns have been played, the opening included.
    #[inline(always)]
    pub(crate) fn turns(&self) -> u32 {
        self.turns
    }

    /// How the game ended, if it has.
    #[inline(always)]
    pub(crate) fn end(&self) -> Option<End> {
        self.end
    }

    /// What South and North have captured.
    #[inline(always)]
    pub(crate) fn stores(&self) -> [u32; 2] {
        self.quick.stores(&self.state)
    }

    /// How many moves there are, judged up to the end of their first lap.
    #[inline(always)]
    pub(crate) fn count<M: Machine>(&mut self) -> u32 {
        let many = &mut self.past.many;
        let (side, state, moves) = (self.side, &self.state, &mut self.moves);
        self.struck = false;
        match self
            .quick
            .count::<M>(side, state, self.occupied, moves, many)
        {
            Some(count) => {
                self.listed = false;
                count
            }
            None => {
                self.list();
                self.past.listed.len()
            }
        }
    }

    #[cold]
    fn list(&mut self) {
        let position = self.quick.written(&self.state);
        self.quick.program.choices(&position, &mut self.past.listed);
        self.listed = true;
    }

    /// Plays the move of this number: how many laps it had, and the lap rules that applied. `None`, and nothing done,
    /// if it is one for [`QuickGame::play_generally`].
    #[inline(always)]
    pub(crate) fn play<M: Machine>(&mut self, index: u32) -> Option<(u32, u32)> {
        if self.listed {
            return None;
        }
        let (side, many) = (self.side, &self.past.many);
        let drawn = self
            .quick
            .nth::<M>(side, &self.state, &self.moves, many, index);
        let Did {
            laps,
            outcome,
            occupied,
        } = match self.quick.turn::<M>(side, &mut self.state, drawn) {
            Ok(did) => did,
            Err(Unplayed::General) => return None,
            Err(Unplayed::Endless(laps)) => {
                self.past.refused = Some(Refusal::Endless { laps });
                return None;
            }
        };
        let lasting = (outcome.changed != 0) | (outcome.captured != 0);
        self.after::<M>(lasting, occupied);
        Some((laps, outcome.applied))
    }

    /// Plays the move of this number the general way; `None` if it is not legal after all: then [`QuickGame::left`]
    /// tells how many are left without it, among which to choose again.
    #[cold]
    #[inline(never)]
    pub(crate) fn play_generally<M: Machine>(&mut self, index: u32) -> Option<Played> {
        let choice = if self.listed {
            self.past.listed.get(index)
        } else {
            let (side, many) = (self.side, &self.past.many);
            let (pit, seeds, way) =
                self.quick
                    .nth::<M>(side, &self.state, &self.moves, many, index);
            Choice {
                pit,
                seeds: seeds as u16,
                way,
            }
        };
        if self.past.refused.is_some() {
            // Known to be refused already.
            self.strike(choice);
            return None;
        }
        let program = self.quick.program;
        if MORE
            && (self.listed || self.struck)
            && let Some(steps) = &self.quick.rules.steps
        {
            let drawn = (choice.pit, choice.seeds.into(), choice.way);
            let (quick, state) = (self.quick, &mut self.state);
            match quick.turn_by_steps::<M>(steps, self.side, state, drawn) {
                Ok(did) => {
                    let Did { outcome, .. } = did;
                    let played = Played {
                        laps: did.laps,
                        applied: outcome.applied,
                        captured: outcome.captured,
                        ..Played::default()
                    };
                    let lasting = (outcome.changed != 0) | (outcome.captured != 0);
                    self.after::<M>(lasting, did.occupied);
                    return Some(played);
                }
                Err(Unplayed::Endless(laps)) => {
                    self.past.refused = Some(Refusal::Endless { laps });
                    self.strike(choice);
                    return None;
                }
                Err(Unplayed::General) => {}
            }
        }
        let mut position = self.quick.written(&self.state);
        match program.make(&mut position, choice, &mut Nobody) {
            Ok(played) => {
                let before = self.state;
                self.state = self.quick.read_after(&before, &position);
                match played.stopped {
                    Some(stopped) => {
                        self.turns += 1;
                        self.end = Some(End::stopped(stopped, self.stores()));
                    }
                    None => {
                        // What the turn before leaves may come back.
                        let kept = Kept {
                            previous: before.kept.previous,
                            ..self.state.kept
                        };
                        let changed = kept != before.kept;
                        let occupied = self.state.board.occupied::<M>();
                        self.after::<M>(changed || played.captured != 0, occupied);
                    }
                }
                Some(played)
            }
            Err(refusal) => {
                self.past.refused = Some(refusal);
                self.strike(choice);
                None
            }
        }
    }

    /// Takes a move off those that are left.
    fn strike(&mut self, choice: Choice) {
        let as_pits = matches!(self.quick.rules.kind, Kind::Whole | Kind::Ways);
        if !self.listed && as_pits && self.moves.both == 0 {
            self.moves.whole &= !(1 << (choice.pit % 64));
            self.moves.count -= 1;
            self.struck = true;
            return;
        }
        if !self.listed {
            self.list();
        }
        self.past.listed.strike(choice);
    }

    /// Why the last move has been refused, and how many are left.
    pub(crate) fn left(&mut self) -> (Option<Refusal>, u32) {
        let left = match self.listed {
            true => self.past.listed.len(),
            false => self.moves.count,
        };
        (self.past.refused.take(), left)
    }

    /// What is judged at the end of a turn.
    #[inline(always)]
    fn after<M: Machine>(&mut self, lasting: bool, occupied: u64) {
        self.turns += 1;
        self.occupied = occupied;
        self.arrive::<M>(lasting);
    }

    /// What is judged at the beginning of one. `lasting` if the turn before has taken seeds, or changed a mark or a
    /// history: then no position before it can come back.
    #[inline(always)]
    pub(super) fn arrive<M: Machine>(&mut self, lasting: bool) {
        self.side = self.quick.side(&self.state);
        let (side, state) = (self.side, &self.state);
        if let Some(over) = self.quick.may_be_over::<M>(side, state, self.occupied) {
            self.end = match over.then {
                Then::End(ending, outcome, false) => {
                    let reason = EndReason::Condition(ending);
                    Some(self.ended::<M>(Some(ending), reason, outcome))
                }
                Then::End(ending, outcome, true) => self.ended_by::<M>(ending, outcome),
                Then::Pass if MORE && self.passes_late => None,
                then if MORE => self.judge_or_pass::<M>(then),
                _ => self.judge(),
            };
            if self.end.is_some() {
                return;
            }
        }
        if self.repeated != u32::MAX {
            self.past.forget_if::<B>(lasting);
            // Where the mover has to pass it is the position after that which has come back.
            if self.has_come_back() && !(MORE && self.passes::<M>()) {
                self.come_back();
            }
        }
    }

    /// Notes the position; whether it has stood as often as ends the game.
    #[inline(always)]
    fn has_come_back(&mut self) -> bool {
        let mover = self.quick.mover(self.side, &self.state.kept);
        self.past.note(&self.state, &mover, self.shortest) + 1 >= self.repeated
    }

    /// Whether the mover has no move, and passes, or the game is over by it: asked when he has none to choose from, or when
    /// the one that he has chosen cannot be played at once. To ask that before each turn would take a third of the time:
    /// mostly the first move that is chosen shows that there is one.
    #[cold]
    #[inline(never)]
    pub(crate) fn passes<M: Machine>(&mut self) -> bool {
        if !self.passes_late {
            return false;
        }
        let mover = self.state.mover;
        self.end = self.judge_or_pass::<M>(Then::Pass);
        let passes = self.end.is_some() || self.state.mover != mover;
        if passes {
            // Of a move that was not his to choose.
            self.past.refused = None;
            if self.repeated != u32::MAX {
                self.past.take_back::<B>();
                if self.end.is_none() && self.has_come_back() {
                    self.come_back();
                }
            }
        }
        passes
    }

    /// The game is over by a condition, and perhaps by the mover's having no move too: by that first.
    #[inline(never)]
    fn ended_by<M: Machine>(&mut self, ending: usize, outcome: Outcome) -> Option<End> {
        let reason = match self.quick.is_stuck::<M>(&self.state, &mut self.past.many) {
            Some(false) => EndReason::Condition(ending),
            Some(true) => EndReason::NoMove,
            None if MORE => return self.judge_or_pass::<M>(Then::Judge),
            None => return self.judge(),
        };
        Some(self.ended::<M>(Some(ending), reason, outcome))
    }

    #[inline(never)]
    fn judge(&self) -> Option<End> {
        self.quick.ends_by(&self.state)
    }

    #[inline(never)]
    fn judge_or_pass<M: Machine>(&mut self, then: Then) -> Option<End> {
        let many = &mut self.past.many;
        let end = self.quick.ends_or_passes::<M>(&mut self.state, then, many);
        self.side = self.quick.side(&self.state);
        end
    }

    #[cold]
    #[inline(never)]
    fn come_back(&mut self) {
        let program = self.quick.program;
        let position = self.quick.written(&self.state);
        self.end = program
            .repeated
            .map(|(_, outcome)| program.ended(&position, EndReason::Repetition, outcome));
    }

    /// Ends the game because the mover has no legal move.
    #[inline(always)]
    pub(crate) fn stuck<M: Machine>(&mut self) {
        let mover = self.state.mover % 2;
        let endings = &self.quick.rules.stuck[mover];
        let opponent = match endings.first() {
            Some(first) if !first.opponent => Some(false),
            _ => self.opponent_is_stuck::<M>(),
        };
        let due = |stuck: bool| endings.iter().find(|ending| stuck || !ending.opponent);
        self.end = Some(match opponent.and_then(due) {
            Some(ending) => self.ended::<M>(ending.ending, EndReason::NoMove, ending.outcome),
            None => {
                let position = self.quick.written(&self.state);
                self.quick.program.end_without_move(&position, opponent)
            }
        });
    }

    /// How the game ends by such a rule, where what is left on the board is told by the rows.
    #[inline(always)]
    fn ended<M: Machine>(&self, ending: Option<usize>, reason: EndReason, outcome: Outcome) -> End {
        let mover = Player::BOTH[self.state.mover % 2];
        let mut stores = self.stores();
        let rows = match outcome {
            Outcome::Wins(_) | Outcome::Draw => [0; 2],
            _ if MORE && !self.quick.rules.owned.is_empty() => {
                let [owned, rows] = self.quick.owned_and_rows_hold(&self.state);
                stores = [stores[0] + owned[0], stores[1] + owned[1]];
                rows
            }
            _ => self.quick.rows_hold::<M>(&self.state),
        };
        End {
            ending,
            ..End::with_rest(mover, stores, rows, reason, outcome)
        }
    }

    /// Whether the opponent would have no move, if that is soon told.
    #[inline(always)]
    fn opponent_is_stuck<M: Machine>(&mut self) -> Option<bool> {
        let mut other = self.state;
        other.mover ^= 1;
        self.quick.is_stuck::<M>(&other, &mut self.past.many)
    }

    /// Hands the game back. Which positions have stood in it is not known any more.
    pub(crate) fn hand_back(self, game: &mut Game<'_>) {
        let mut position = self.quick.written(&self.state);
        position.openings = self.openings;
        game.hand_back(position, self.turns, self.end);
    }
}
