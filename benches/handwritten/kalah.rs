//! Kalah with six pits a row and four seeds a pit, written by hand.
//!
//! The board is sixteen bytes, and a lap one row of a table added to it. A move is drawn by one look in a
//! table, so that what a turn waits for is short: which pits are occupied, the pit, its seeds, the row, and what
//! of the sum is kept. Only whether the game is over is left to a branch.

use super::vector::{above, add, and, load, mask, splat, store};
use kiothi::players::rng::Random;

/// South's pits are 0 to 5 and his store is 6; North's pits are 7 to 12 and his store is 13. What the last
/// two bytes say means nothing.
type Board = [u8; 16];

/// Pits in a row.
const PITS: usize = 6;
/// How far North's pits are from South's.
const SIDE: usize = PITS + 1;
/// Places that a lap comes to.
const PLACES: usize = 2 * SIDE;
/// The bytes of a lap's row that are no places: the first pit of whoever moves next, and where the last seed falls.
const NEXT: usize = 14;
const LAST: usize = 15;
/// More seeds than a pit can hold.
const SEEDS: usize = 64;
/// A number that every number of moves up to six divides.
const DRAWN: usize = 60;

const START: Board = [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0, 0, 0];

#[repr(align(16))]
struct Rows<const N: usize>([Board; N]);

/// What a lap adds to the board and takes from the pit it begins in, for each place and number of seeds.
static LAPS: Rows<{ PLACES * SEEDS }> = {
    let mut laps = [[0; 16]; PLACES * SEEDS];
    let mut at = 0;
    while at < laps.len() {
        let (from, seeds) = (at / SEEDS, at % SEEDS);
        let enemys_store = if from < SIDE { PLACES - 1 } else { SIDE - 1 };
        laps[at][from] = 0u8.wrapping_sub(seeds as u8);
        let (mut sown, mut last) = (0, from);
        while sown < seeds {
            last = (last + 1) % PLACES;
            if last != enemys_store {
                laps[at][last] = laps[at][last].wrapping_add(1);
                sown += 1;
            }
        }
        let first = if from < SIDE { 0 } else { SIDE };
        let again = last == first + PITS;
        laps[at][NEXT] = if again { first } else { SIDE - first } as u8;
        laps[at][LAST] = last as u8;
        at += 1;
    }
    Rows(laps)
};

/// All ones for what stays when a place and the one that faces it are emptied; and for all, where nothing is.
static KEEP: Rows<{ PLACES + 1 }> = {
    let mut keep = [[0xff; 16]; PLACES + 1];
    let mut at = 0;
    while at < PLACES {
        keep[at][at] = 0;
        keep[at][opposite(at)] = 0;
        at += 1;
    }
    Rows(keep)
};

/// For each set of occupied pits, and each number below [`DRAWN`]: the pit drawn.
static DRAW: [[u8; 64]; 1 << PITS] = {
    let mut draw = [[0; 64]; 1 << PITS];
    let mut set = 1;
    while set < draw.len() {
        let (mut pits, mut found, mut pit) = ([0; PITS], 0, 0);
        while pit < PITS {
            if set >> pit & 1 == 1 {
                pits[found] = pit as u8;
                found += 1;
            }
            pit += 1;
        }
        let mut number = 0;
        while number < DRAWN {
            draw[set][number] = pits[number % found];
            number += 1;
        }
        set += 1;
    }
    draw
};

/// What faces a place; what faces a store means nothing.
const fn opposite(place: usize) -> usize {
    (PLACES - 2).wrapping_sub(place) % 16
}

/// What many games add up to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    pub games: u64,
    pub turns: u64,
    /// Games won by South and by North, and drawn.
    pub won: [u64; 2],
    pub drawn: u64,
    pub captures: u64,
    /// Turns that end in the own store.
    pub again: u64,
}

/// A game.
#[derive(Clone, Copy)]
struct Game {
    board: Board,
    /// The first pit of the mover: 0 or [`SIDE`].
    first: usize,
    /// What each has captured, at his first pit; what falls into the stores lies on the board.
    captured: [u32; SIDE + 1],
}

impl Game {
    const START: Game = Game {
        board: START,
        first: 0,
        captured: [0; SIDE + 1],
    };

    /// The occupied pits of the mover, a bit each; none if the game is over.
    #[inline(always)]
    fn moves(&self) -> usize {
        let occupied = mask(above(load(&self.board), splat(0))) as usize;
        let row = (1 << PITS) - 1;
        if (occupied & row == 0) | (occupied >> SIDE & row == 0) {
            return 0;
        }
        occupied >> self.first & row
    }

    /// Sows from a pit of the mover, counted from his left; whether that captures, and whether he moves again.
    #[inline(always)]
    fn turn(&mut self, pit: usize) -> (bool, bool) {
        let first = self.first;
        let from = first + pit;
        let lap = &LAPS.0[from * SEEDS + usize::from(self.board[from]) % SEEDS];
        let last = usize::from(lap[LAST]) % PLACES;
        // From what lay there and what falls there: the sum in memory comes later.
        let now = |place: usize| self.board[place].wrapping_add(lap[place]);
        let facing = u32::from(now(opposite(last)));
        let captures = (last.wrapping_sub(first) < PITS) & (now(last) == 1) & (facing > 0);
        let sown = add(load(&self.board), load(lap));
        // No branch: chance decides, and one turn in nine captures.
        let kept = if captures { last } else { PLACES };
        self.captured[first % (SIDE + 1)] += if captures { facing + 1 } else { 0 };
        store(&mut self.board, and(sown, load(&KEEP.0[kept])));
        self.first = usize::from(lap[NEXT]);
        (captures, self.first == first)
    }

    /// What each has in the end.
    fn score(&self) -> [u32; 2] {
        [0, SIDE].map(|first| {
            let places = &self.board[first..first + SIDE];
            self.captured[first] + places.iter().map(|&seeds| u32::from(seeds)).sum::<u32>()
        })
    }
}

/// Plays so many uniformly random games.
pub fn playouts(seed: u64, games: u64) -> Totals {
    let mut totals = Totals::default();
    for index in 0..games {
        let mut random = Random::for_game(seed, index);
        let mut game = Game::START;
        loop {
            let moves = game.moves();
            if moves == 0 {
                break;
            }
            let pit = DRAW[moves][random.below(DRAWN as u32) as usize % 64];
            let (captures, again) = game.turn(usize::from(pit));
            totals.turns += 1;
            totals.captures += u64::from(captures);
            totals.again += u64::from(again);
        }
        let [south, north] = game.score();
        totals.games += 1;
        totals.won[0] += u64::from(south > north);
        totals.won[1] += u64::from(north > south);
        totals.drawn += u64::from(south == north);
    }
    totals
}

/// Counts the sequences of exactly so many moves from the start, each played out.
pub fn perft(depth: u32) -> u64 {
    fn of_game(game: &Game, depth: u32) -> u64 {
        let mut moves = game.moves();
        let mut sum = 0;
        while moves != 0 {
            let mut after = *game;
            after.turn(moves.trailing_zeros() as usize);
            sum += match depth {
                1 => u64::from(std::hint::black_box(&after).first <= SIDE),
                _ => of_game(&after, depth - 1),
            };
            moves &= moves - 1;
        }
        sum
    }
    match depth {
        0 => 1,
        _ => of_game(&Game::START, depth),
    }
}
