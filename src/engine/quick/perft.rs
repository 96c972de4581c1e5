//! Counting sequences of moves of a quick program.

use super::super::choices::{Choice, Choices};
use super::super::game::Game;
use super::super::machine::{Machine, QuickWork};
use super::super::observe::Nobody;
use super::super::play::Way;
use super::super::position::Position;
use super::{Board, Kind, Quick, State, Then, Unplayed};

/// Counts the sequences of so many sowings, one at least, from where a game stands that has just begun; `None` if it
/// cannot be played so.
pub(crate) fn perft(game: &Game<'_>, depth: usize) -> Option<u64> {
    game.program().quickly(Sequences { game, depth })
}

struct Sequences<'g, 'p> {
    game: &'g Game<'p>,
    depth: usize,
}

/// A position on the way, and its moves that are still to be played.
struct Level<B> {
    state: State<B>,
    left: Left,
}

/// Moves still to be played.
#[derive(Default)]
struct Left {
    /// Pits to be lifted from, by their number in the mask or in the list of those that may be;
    pits: u64,
    /// those of them of which the way is chosen, and of which one way has been,
    both: u64,
    chosen: u64,
    /// the one that is being lifted from, and its lifts that are left.
    pit: usize,
    lifts: u64,
    /// Where a first lap may end.
    open: u64,
    listed: Vec<Choice>,
}

impl<B: Board, const MORE: bool> Quick<'_, B, MORE> {
    #[inline(always)]
    fn begin<M: Machine>(&self, state: &State<B>, left: &mut Left) {
        let (side, occupied) = (self.side(state), state.board.occupied::<M>());
        (left.lifts, left.both, left.chosen) = (0, 0, 0);
        if MORE && state.kept.pick > 0 {
            self.list(state, left);
        } else if MORE && side.judged.may_apply(occupied) {
            match self.judged_turns::<M>(side, state, occupied) {
                Some(pits) => left.pits = pits,
                None => self.list(state, left),
            }
        } else if self.rules.kind == Kind::Whole {
            left.pits = side.from & occupied;
        } else if MORE && let Some(steps) = &self.rules.steps {
            match self.begins::<M>(steps, side, state, occupied) {
                Some(pits) => left.pits = pits,
                None => self.list(state, left),
            }
            left.both = left.pits & steps.sides[state.mover % 2].both(state);
        } else if state.board.is_above(&self.rows[side.limits].board) {
            self.list(state, left);
        } else if MORE && self.rules.kind == Kind::Judged {
            left.pits = self.judged(side, state, occupied);
        } else {
            left.open = self.open_any(side, state, occupied);
            left.pits = u64::MAX >> (64 - side.pits.len());
        }
    }

    #[cold]
    fn list(&self, state: &State<B>, left: &mut Left) {
        let mut choices = Choices::default();
        self.program.choices(&self.written(state), &mut choices);
        left.listed.extend(choices.iter());
        left.pits = 0;
    }

    /// The next move that is left.
    #[inline(always)]
    fn next<M: Machine>(&self, state: &State<B>, left: &mut Left) -> Option<(usize, usize, Way)> {
        let listed = |left: &mut Left| {
            let Choice { pit, seeds, way } = left.listed.pop()?;
            Some((pit, seeds.into(), way))
        };
        if matches!(self.rules.kind, Kind::Whole | Kind::Judged | Kind::Ways) {
            if left.pits == 0 {
                return listed(left);
            }
            let pit = left.pits.trailing_zeros() as usize;
            let seeds = state.board.get(pit);
            if MORE && left.both >> pit & 1 == 1 {
                // Counterclockwise now, and the pit stays for the other way.
                left.both &= !(1 << pit);
                left.chosen |= 1 << pit;
                return Some((pit, seeds, Way::Counterclockwise));
            }
            left.pits &= left.pits - 1;
            let way = match MORE && left.chosen >> pit & 1 == 1 {
                true => Way::Clockwise,
                false => Way::Set,
            };
            return Some((pit, seeds, way));
        }
        while left.lifts == 0 {
            if left.pits == 0 {
                return listed(left);
            }
            let (side, at) = (self.side(state), left.pits.trailing_zeros() as usize);
            let (pit, after) = side.pits[at];
            left.pits &= left.pits - 1;
            left.pit = pit.into();
            left.lifts = match self.rules.kind {
                Kind::Many => self.lifts_of_many::<M>(side, state, left.open, at),
                _ => self.lifts_any::<M>(state.board.get(left.pit), left.open, after),
            };
        }
        let seeds = left.lifts.trailing_zeros() as usize + 1;
        left.lifts &= left.lifts - 1;
        Some((left.pit, seeds, Way::Set))
    }

    /// Makes a move; whether it is legal after all, and whether the game goes on.
    #[inline(always)]
    fn make<M: Machine>(&self, state: &mut State<B>, drawn: (usize, usize, Way)) -> (bool, bool) {
        match self.turn::<M>(self.side(state), state, drawn) {
            Ok(_) => (true, true),
            Err(Unplayed::Endless(_)) => (false, false),
            Err(Unplayed::General) => self.make_generally(state, drawn),
        }
    }

    #[cold]
    fn make_generally(
        &self,
        state: &mut State<B>,
        (pit, seeds, way): (usize, usize, Way),
    ) -> (bool, bool) {
        let mut position = self.written(state);
        let choice = Choice {
            pit,
            seeds: seeds as u16,
            way,
        };
        match self.program.make(&mut position, choice, &mut Nobody) {
            Ok(played) => {
                *state = self.read_after(state, &position);
                (true, played.stopped.is_none())
            }
            Err(_) => (false, false),
        }
    }

    /// Whether the game is over where the last of these levels stands; a mover who has to pass does so.
    #[inline(always)]
    fn is_over<M: Machine>(&self, levels: &mut [Level<B>]) -> bool {
        let Some((here, before)) = levels.split_last_mut() else {
            return false;
        };
        let state = &mut here.state;
        let over = self.may_be_over::<M>(self.side(state), state, state.board.occupied::<M>());
        if let Some(over) = over {
            let ends = match over.then {
                Then::End(..) => true,
                then if MORE => self
                    .ends_or_passes::<M>(state, then, &mut Vec::new())
                    .is_some(),
                _ => self.ends_by(state).is_some(),
            };
            if ends {
                return true;
            }
        }
        // What has been captured, marked or kept never comes back, so equal positions are all there is to look for.
        self.program.repeated.is_some_and(|(times, _)| {
            let same = before.iter().filter(|level| level.state == here.state);
            same.count() as u32 + 1 >= times
        })
    }
}

impl QuickWork for Sequences<'_, '_> {
    type Output = u64;

    fn position(&self) -> &Position {
        self.game.position()
    }

    // A loop over levels, not a function that calls itself: that could not be compiled for the machine.
    #[inline(always)]
    fn go<B: Board, M: Machine, const MORE: bool>(self) -> u64 {
        let program = self.game.program();
        let Some(rules) = program.quick.as_deref() else {
            return 0;
        };
        let quick = Quick::<B, MORE>::new(program, rules);
        let start = quick.read(self.game.position());
        let mut levels: Vec<Level<B>> = (0..self.depth)
            .map(|_| Level {
                state: start,
                left: Left::default(),
            })
            .collect();
        let (mut sum, mut at) = (0, 0);
        quick.begin::<M>(&start, &mut levels[0].left);
        loop {
            let (above, below) = levels.split_at_mut(at + 1);
            let here = &mut above[at];
            let Some(after) = below.first_mut() else {
                // What the last move leads to is not looked at.
                let state = here.state;
                while let Some(drawn) = quick.next::<M>(&state, &mut here.left) {
                    let mut last = state;
                    let made = quick.make::<M>(&mut last, drawn);
                    // Made all the same: no sequence is counted without.
                    std::hint::black_box(&last);
                    sum += u64::from(made.0);
                }
                if at == 0 {
                    return sum;
                }
                at -= 1;
                continue;
            };
            let Some(drawn) = quick.next::<M>(&here.state, &mut here.left) else {
                if at == 0 {
                    return sum;
                }
                at -= 1;
                continue;
            };
            after.state = here.state;
            let (legal, goes_on) = quick.make::<M>(&mut after.state, drawn);
            if legal && goes_on && !quick.is_over::<M>(&mut levels[..at + 2]) {
                at += 1;
                let level = &mut levels[at];
                quick.begin::<M>(&level.state, &mut level.left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::machine::{Any, Newer, is_newer};
    use super::super::super::program::Program;
    use super::super::Board;
    use super::super::board::{Bytes16, Bytes32, Bytes64, Words16, Words32, Words64};
    use super::*;
    use crate::rules::{Memory, load};
    use proptest::prelude::*;

    fn program(clauses: &str, seeds: u32) -> Program {
        let text = format!(
            "language 1\ngame \"x\"\nmark safe\nsetup {{ place {seeds} seeds in each own pit; mark safe on own pits }}\n{clauses}"
        );
        let loading = load("v", &Memory::from([("v", text.as_str())]));
        Program::compile(&loading.variant.expect("right").ruleset)
    }

    const RELAYS: &str = "board { rows 2; pits 4 }
        turn { from an occupied own pit; lift any number; sow clockwise; clear safe from every pit lifted from
          forbid a first lap that ends in an occupied own pit }
        lap ends { relay when last pit was occupied
          capture when last pit is own and opposite pit is occupied and not safe { take last pit, opposite pit }
          stop }
        ending { position repeated 2 times: draw }";
    const STORES: &str = "board { rows 2; pits 4; stores 2, own store in the sowing path }
        turn { from an occupied own pit; lift all; sow counterclockwise }
        lap ends { again when last pit is own store
          capture when last pit is own and was empty and opposite pit is occupied { take last pit, opposite pit }
          stop }
        ending { when each own pit is empty: remaining seeds to the row's owner }";

    /// The sequences counted on boards of this width, on any machine and on a newer one.
    fn counted<B: Board>(program: &Program, depth: usize) -> [u64; 2] {
        let game = Game::new(program);
        let sequences = || Sequences { game: &game, depth };
        let any = sequences().go::<B, Any, false>();
        [
            any,
            if is_newer() {
                sequences().go::<B, Newer, false>()
            } else {
                any
            },
        ]
    }

    #[test]
    fn every_machine_counts_what_the_general_way_does() {
        for (clauses, depth) in [(RELAYS, 4), (STORES, 6)] {
            for seeds in [2, 3, 31, 40] {
                let program = program(clauses, seeds);
                let depth = if seeds > 9 { 2 } else { depth };
                let of = |depth| super::super::super::perft::sowings(&Game::new(&program), depth);
                let counts = match program.start().seeds() {
                    ..256 => counted::<Bytes16>(&program, depth),
                    _ => counted::<Words16>(&program, depth),
                };
                assert_eq!(counts, [of(depth); 2], "{seeds} {clauses}");
            }
        }
    }

    /// What the operations of a board do, lane by lane.
    fn is_as_lanes_are<B: Board>(lanes: &[u8], others: &[u8], mask: u64) {
        let board = |of: &[u8]| {
            let mut board = B::empty();
            for (lane, &seeds) in of.iter().enumerate().take(B::LANES) {
                board.set(lane, seeds.into());
            }
            board
        };
        let (one, other) = (board(lanes), board(others));
        let bits = |is: &dyn Fn(usize) -> bool| {
            (0..B::LANES).fold(0, |all, lane| all | u64::from(is(lane)) << lane)
        };
        assert_eq!(one.occupied::<Any>(), bits(&|lane| lanes[lane] > 0));
        if is_newer() {
            assert_eq!(one.occupied::<Newer>(), one.occupied::<Any>());
        }
        let above = (0..B::LANES).any(|lane| lanes[lane] > others[lane]);
        assert_eq!(one.is_above(&other), above);
        assert_eq!(one == other, lanes[..B::LANES] == others[..B::LANES]);
        assert_eq!(one.hash(), board(lanes).hash());
        let mut sum = one;
        sum.add(&other);
        for lane in 0..B::LANES {
            assert_eq!(sum.get(lane), one.get_with(&other, lane));
            assert_eq!(
                sum.get(lane),
                usize::from(lanes[lane]) + usize::from(others[lane])
            );
        }
        let lost: u32 = (0..B::LANES)
            .filter(|lane| mask >> lane & 1 == 0)
            .map(|lane| u32::from(lanes[lane]))
            .sum();
        let (mut any, mut newer) = (one, one);
        assert_eq!(any.keep::<Any>(&B::mask::<Any>(mask)), lost);
        if is_newer() {
            assert_eq!(newer.keep::<Newer>(&B::mask::<Any>(mask)), lost);
            assert!(any == newer);
        }
        assert_eq!(any.occupied::<Any>(), one.occupied::<Any>() & mask);
        is_as_lanes_count::<B, Any>(one, lanes, mask);
        if is_newer() {
            is_as_lanes_count::<B, Newer>(one, lanes, mask);
        }
    }

    /// What is asked of the numbers in the lanes.
    fn is_as_lanes_count<B: Board, M: Machine>(one: B, lanes: &[u8], mask: u64) {
        let of_board = u64::MAX >> (64 - B::LANES);
        let bits = |is: &dyn Fn(u32) -> bool| {
            (0..B::LANES).fold(0, |all, lane| {
                all | u64::from(is(lanes[lane].into())) << lane
            })
        };
        for number in [0, 1, 2, 3, 255, 256, 70_000] {
            let held = one.holding::<M>(number) & of_board;
            assert_eq!(held, bits(&|seeds| seeds == number));
            let at_least = one.holding_at_least::<M>(number) & of_board;
            assert_eq!(at_least, bits(&|seeds| seeds >= number));
        }
        assert_eq!(one.odd::<M>() & of_board, bits(&|seeds| seeds % 2 == 1));
        let mut raised = one;
        raised.raise::<M>(mask, 7);
        let mut cleared = one;
        cleared.clear::<M>(mask);
        for (lane, &seeds) in lanes.iter().enumerate().take(B::LANES) {
            let is = usize::from(mask >> lane & 1 == 1);
            assert_eq!(raised.get(lane), usize::from(seeds) + 7 * is);
            assert_eq!(cleared.get(lane), usize::from(seeds) * (1 - is));
        }
        let there = (0..B::LANES).filter(|lane| mask >> lane & 1 == 1);
        let sum: u32 = there.map(|lane| u32::from(lanes[lane])).sum();
        assert_eq!(one.sum::<M>(mask), sum);
        assert!(B::mask::<M>(mask) == B::mask::<Any>(mask));
    }

    proptest! {
        #[test]
        fn boards_do_what_lanes_do(
            lanes in prop::collection::vec(0u8..4, 64),
            others in prop::collection::vec(0u8..40, 64),
            mask: u64,
        ) {
            is_as_lanes_are::<Bytes16>(&lanes, &others, mask);
            is_as_lanes_are::<Bytes32>(&lanes, &others, mask);
            is_as_lanes_are::<Bytes64>(&lanes, &others, mask);
            is_as_lanes_are::<Words16>(&lanes, &others, mask);
            is_as_lanes_are::<Words32>(&lanes, &others, mask);
            is_as_lanes_are::<Words64>(&lanes, &others, mask);
        }
    }
}
