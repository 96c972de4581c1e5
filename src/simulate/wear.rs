//! The wear of a board: how often each pit is lifted from, sown into, ended in and captured from, and by whom.
//!
//! Archaeologists compare the wear that rules would leave with the wear of real boards.

use super::{PART, Run, Watch, in_blocks, play_observed};
use crate::engine::{MOST, Observer, Position, Program};
use crate::players::Uniform;
use crate::rules::ruleset::Player;
use std::sync::atomic::Ordering;

/// How often something was done to each pit, by South and by North.
pub type Touches = [[u64; MOST]; 2];

/// The wear of a board over many games of sowing; the redistributions of the opening, done by hand, leave it
/// out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wear {
    /// Games played.
    pub games: u64,
    /// Whether more were asked for, but the run was stopped.
    pub partial: bool,
    /// Lifts, by hand and by relays.
    pub lifted: Touches,
    /// Seeds that fell in the pit.
    pub sown: Touches,
    /// Turns whose last seed fell in the pit.
    pub ended: Touches,
    /// Captures from the pit.
    pub captured: Touches,
}

impl Default for Wear {
    fn default() -> Self {
        Wear {
            games: 0,
            partial: false,
            lifted: [[0; MOST]; 2],
            sown: [[0; MOST]; 2],
            ended: [[0; MOST]; 2],
            captured: [[0; MOST]; 2],
        }
    }
}

impl Wear {
    fn add(mut self, other: &Wear) -> Wear {
        self.games += other.games;
        for (into, from) in [
            (&mut self.lifted, &other.lifted),
            (&mut self.sown, &other.sown),
            (&mut self.ended, &other.ended),
            (&mut self.captured, &other.captured),
        ] {
            for player in Player::BOTH {
                let (into, from) = (&mut into[player as usize], &from[player as usize]);
                for (into, from) in into.iter_mut().zip(from) {
                    *into += from;
                }
            }
        }
        self
    }
}

/// Watches turns. What a turn does is kept apart until it is made, since one whose relay never ends is not.
struct Watcher<'p> {
    program: &'p Program,
    mover: Player,
    /// Where the sowing ends, of a turn that sows: a pit may also be taken by itself.
    last: Option<usize>,
    turn: Vec<(Touch, usize)>,
    wear: Wear,
}

#[derive(Clone, Copy)]
enum Touch {
    Lifted(u16),
    Captured,
    Sown,
}

impl Observer for Watcher<'_> {
    fn lap(&mut self, from: usize, seeds: u16, last: usize, position: &Position) {
        self.mover = position.mover;
        self.last = Some(last);
        self.turn.push((Touch::Lifted(seeds), from));
    }

    fn sown_on(&mut self, _after: usize, _seeds: u16, last: usize, _position: &Position) {
        self.last = Some(last);
    }

    fn sown(&mut self, place: usize) {
        if place < 2 * self.program.half() {
            self.turn.push((Touch::Sown, place));
        }
    }

    fn took(&mut self, _rule: usize, pit: usize, _seeds: u16, _to: Player) {
        self.turn.push((Touch::Captured, pit));
    }

    fn refused(&mut self) {
        self.turn.clear();
        self.last = None;
    }

    fn made(&mut self, _stores: [u32; 2]) {
        let mover = self.mover as usize;
        for (touch, pit) in self.turn.drain(..) {
            match touch {
                Touch::Lifted(seeds) => {
                    self.wear.lifted[mover][pit] += 1;
                    for sown in self.program.sown(pit, seeds) {
                        self.wear.sown[mover][sown] += 1;
                    }
                }
                Touch::Sown => self.wear.sown[mover][pit] += 1,
                Touch::Captured => self.wear.captured[mover][pit] += 1,
            }
        }
        if let Some(last) = self.last.take() {
            self.wear.ended[mover][last] += 1;
        }
    }
}

/// Plays a run on the threads of the current rayon pool, and tells the wear it leaves.
pub fn wear(program: &Program, run: Run, watch: &Watch) -> Wear {
    let found = in_blocks(
        0..run.games,
        PART,
        watch,
        |games| {
            let mut watcher = Watcher {
                program,
                mover: Player::South,
                last: None,
                turn: Vec::new(),
                wear: Wear::default(),
            };
            let tally = play_observed(program, [Uniform; 2], run, games, &mut watcher);
            watcher.wear.games = tally.games;
            watch.done.fetch_add(tally.games, Ordering::Relaxed);
            watcher.wear
        },
        Wear::default,
        |one, other| one.add(&other),
    );
    Wear {
        partial: found.games < run.games,
        ..found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Memory, load};
    use crate::simulate::{Tally, play_block};

    /// What random games of such rules for the end of a lap do, and what is counted of them.
    fn played(lap_ends: &str) -> (Wear, Tally) {
        let text = format!(
            "language 1\ngame \"x\"\nboard {{ rows 2; pits 4 }}\nsetup {{ place 3 seeds in each own pit }}\n\
             turn {{ from an occupied own pit; lift any number; sow counterclockwise; pass over origin }}\n\
             lap ends {{ {lap_ends}\nstop }}"
        );
        let variant = load("v", &Memory::from([("v", text)])).variant.unwrap();
        let program = Program::compile(&variant.ruleset);
        let run = Run {
            games: 300,
            seed: 4,
            max_turns: 1000,
            max_laps: u64::MAX,
        };
        let found = wear(&program, run, &Watch::default());
        assert_eq!(found.games, 300);
        (found, play_block(&program, [Uniform; 2], run, 0..run.games))
    }

    fn sum(touches: &Touches) -> u64 {
        touches.iter().flatten().sum()
    }

    #[test]
    fn wear_is_what_the_turns_did() {
        let (found, tally) = played(
            "relay when last pit was occupied\n\
             capture when last pit is own and opposite pit is occupied { take opposite pit, last pit }",
        );
        assert_eq!(sum(&found.lifted), tally.laps);
        assert_eq!(sum(&found.ended), tally.sowings);
        // A capture takes from two pits.
        assert_eq!(sum(&found.captured), 2 * tally.applied[1]);
        // Only the opponent captures from a row what does not lie where the sowing ended.
        assert!(sum(&found.sown) >= sum(&found.lifted));
    }

    #[test]
    fn a_pit_that_is_picked_is_captured_from_and_no_sowing_ends_there() {
        let (found, tally) = played(
            "capture \"pair\" when last pit is own and opposite pit is occupied {\n\
             take opposite pit\nthen pick an occupied enemy pit }",
        );
        // Without relays each lap is a sowing.
        assert_eq!(sum(&found.ended), tally.laps);
        assert!(tally.laps < tally.sowings);
        let picked = tally.sowings - tally.laps;
        assert_eq!(sum(&found.captured), tally.applied[0] + picked);
    }
}
