//! Where two rulesets part: games are played under each, and at every position both are asked for the legal
//! moves and what each does.

use super::{Watch, in_blocks, random_move};
use crate::engine::{Game, Move, Nobody, Position, Program};
use crate::players::Uniform;
use crate::players::rng::Random;
use std::sync::atomic::Ordering;

/// How many games are played under each between two looks at whether to stop, on one thread.
const PART: u64 = 64;

/// The same, where each game is played no further than to the first difference.
const PART_OF_BITES: u64 = 16;

/// A position on which two rulesets part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The number of the game, under which of the two (0 or 1) it was played, and the turn.
    pub game: (u64, usize, u32),
    /// The position.
    pub position: Position,
    /// What they part on.
    pub on: Difference,
}

/// What two rulesets part on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A move that is legal by one of them only, or leads to different positions.
    Move(Move),
    /// What may be redistributed in the opening.
    Opening,
    /// Nobody can move, and the game ends differently.
    End,
}

/// What came of looking for a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distinction {
    /// Games played, half of them under each ruleset.
    pub games: u64,
    /// Whether more were asked for, but the run was stopped.
    pub partial: bool,
    /// Games that met a position on which they part.
    pub bitten: u64,
    /// Positions looked at.
    pub positions: u64,
    /// The smallest position found: fewest seeds on the board, then fewest occupied pits.
    pub smallest: Option<Parting>,
}

impl Distinction {
    fn add(mut self, other: Distinction) -> Distinction {
        self.games += other.games;
        self.bitten += other.bitten;
        self.positions += other.positions;
        self.smallest = match (self.smallest, other.smallest) {
            (Some(one), Some(other)) => Some(if size(&other) < size(&one) {
                other
            } else {
                one
            }),
            (one, other) => one.or(other),
        };
        self
    }
}

/// What makes a position small; games in order, so that the same one is found on any number of threads.
fn size(parting: &Parting) -> (u32, usize, u64, usize, u32) {
    let (game, under, turn) = parting.game;
    let occupied = parting
        .position
        .board
        .0
        .iter()
        .filter(|seeds| **seeds > 0)
        .count();
    (parting.position.on_board(), occupied, game, under, turn)
}

/// Plays so many games under each of two rulesets, on the threads of the current rayon pool, and compares
/// them at every position. Both must have boards of the same size and the same marks; histories that only
/// one of them asks for are kept for both.
pub fn distinguish(
    programs: [&Program; 2],
    games: u64,
    seed: u64,
    max_turns: u32,
    watch: &Watch,
) -> Distinction {
    let programs = [
        programs[0].keeping(programs[1]),
        programs[1].keeping(programs[0]),
    ];
    let found = in_blocks(
        0..games,
        PART,
        watch,
        |games| {
            let mut found = Distinction::default();
            for game in games {
                for under in 0..2 {
                    found = found.add(one_game(&programs, under, game, seed, max_turns));
                    watch.done.fetch_add(1, Ordering::Relaxed);
                }
            }
            found
        },
        Distinction::default,
        Distinction::add,
    );
    Distinction {
        partial: found.games < 2 * games,
        ..found
    }
}

/// How many games meet a position on which two rulesets part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bites {
    /// Games played, half of them under each ruleset.
    pub games: u64,
    /// Games that met one.
    pub bitten: u64,
}

/// Counts the games that meet a position on which two rulesets part, as [`distinguish`] does; but since nothing
/// else is asked, each is played no further than to the first. They are fewer if the run is stopped.
pub fn bites(
    programs: [&Program; 2],
    games: u64,
    seed: u64,
    max_turns: u32,
    watch: &Watch,
) -> Bites {
    let programs = [
        programs[0].keeping(programs[1]),
        programs[1].keeping(programs[0]),
    ];
    let bitten = |game: u64| {
        let under = (game % 2) as usize;
        let mut random = Random::for_game(seed, game / 2);
        let mut game = Game::new(&programs[under]);
        loop {
            if difference(&programs, game.position()).is_some() {
                return true;
            }
            if game.turns() >= max_turns
                || random_move(&mut game, &mut Uniform, &mut random).is_none()
            {
                return false;
            }
        }
    };
    in_blocks(
        0..2 * games,
        PART_OF_BITES,
        watch,
        |games| {
            let mut found = Bites::default();
            for game in games {
                found.games += 1;
                found.bitten += u64::from(bitten(game));
                watch.done.fetch_add(1, Ordering::Relaxed);
            }
            found
        },
        Bites::default,
        |one, other| Bites {
            games: one.games + other.games,
            bitten: one.bitten + other.bitten,
        },
    )
}

fn one_game(
    programs: &[Program; 2],
    under: usize,
    number: u64,
    seed: u64,
    max_turns: u32,
) -> Distinction {
    let mut random = Random::for_game(seed, number);
    let mut game = Game::new(&programs[under]);
    let mut found = Distinction {
        games: 1,
        ..Distinction::default()
    };
    loop {
        found.positions += 1;
        if let Some(on) = difference(programs, game.position()) {
            let parting = Parting {
                game: (number, under, game.turns()),
                position: game.position().clone(),
                on,
            };
            found = found.add(Distinction {
                smallest: Some(parting),
                ..Distinction::default()
            });
            found.bitten = 1;
        }
        if game.turns() >= max_turns || random_move(&mut game, &mut Uniform, &mut random).is_none()
        {
            return found;
        }
    }
}

/// The first point on which two rulesets part in a position.
pub fn difference(programs: &[Program; 2], position: &Position) -> Option<Difference> {
    let [one, other] = programs;
    if position.openings > 0 {
        let told = |program: &Program| {
            let openings = program.openings(position)?;
            let placeable = program.placeable(position, openings.eligible);
            Some((openings.eligible, openings.quantity, placeable))
        };
        return (told(one) != told(other)).then_some(Difference::Opening);
    }
    let moves = [one.legal_moves(position), other.legal_moves(position)];
    let lacks = |at: usize| {
        moves[at]
            .iter()
            .find(|played| !moves[1 - at].contains(played))
    };
    if let Some(played) = lacks(0).or_else(|| lacks(1)) {
        return Some(Difference::Move(played.clone()));
    }
    if moves[0].is_empty() {
        let end = |program| {
            Game::from(program, position.clone())
                .settle()
                .map(|end| end.stores)
        };
        return (end(one) != end(other)).then_some(Difference::End);
    }
    moves[0]
        .iter()
        .find(|played| after(one, position, played) != after(other, position, played))
        .map(|played| Difference::Move(played.clone()))
}

fn after(program: &Program, position: &Position, played: &Move) -> Option<Position> {
    let mut after = position.clone();
    program.play(&mut after, played, &mut Nobody).ok()?;
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Memory, load};

    fn program(bonus: &str) -> Program {
        let text = format!(
            "language 1\ngame \"x\"\nboard {{ rows 2; pits 3 }}\nsetup {{ place 2 seeds in each own pit }}\n\
             turn {{ from an occupied own pit; lift all; sow counterclockwise }}\n\
             lap ends {{ relay when last pit was occupied\n\
             capture \"facing\" when last pit is own and opposite pit is occupied{bonus} {{ take opposite pit }}\nstop }}"
        );
        let variant = load("v", &Memory::from([("v", text)])).variant.unwrap();
        Program::compile(&variant.ruleset)
    }

    #[test]
    fn the_same_rules_in_other_words_are_not_told_apart() {
        // Where no relay goes on, the last pit was empty.
        let programs = [program(""), program(" and last pit was empty")];
        let found = distinguish(
            [&programs[0], &programs[1]],
            200,
            1,
            1000,
            &Watch::default(),
        );
        assert_eq!((found.games, found.bitten, found.smallest), (400, 0, None));
    }

    #[test]
    fn turns_are_counted_where_only_one_of_them_asks() {
        let programs = [program(""), program(" and not first turn")];
        let found = distinguish([&programs[0], &programs[1]], 50, 1, 1000, &Watch::default());
        // Each player has one first turn; later there is nothing to part on.
        assert!(found.bitten > 0);
        let (_, _, turn) = found.smallest.unwrap().game;
        assert!(turn < 2, "turn {turn}");
    }

    #[test]
    fn a_difference_is_found_where_it_is_smallest() {
        let programs = [program(""), program(" and opposite pit holds 2 or more")];
        let found = distinguish(
            [&programs[0], &programs[1]],
            200,
            1,
            1000,
            &Watch::default(),
        );
        assert!(found.bitten > 0);
        let counted = bites(
            [&programs[0], &programs[1]],
            200,
            1,
            1000,
            &Watch::default(),
        );
        assert_eq!((counted.games, counted.bitten), (400, found.bitten));
        let smallest = found.smallest.unwrap();
        // A seed to move, and one to take or not.
        assert_eq!(smallest.position.on_board(), 2);
        assert!(matches!(smallest.on, Difference::Move(_)));
    }
}
