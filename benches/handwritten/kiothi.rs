//! The base reading of Kiothi, written by hand.
//!
//! It plays one uniformly random game after the other. The ring of twenty pits is two vectors of sixteen
//! bytes; a lap adds a row of a table to it. The legal lifts of all ten pits are counted at once. What is
//! rare is left to plain slow code: lifts that come round to the own row, long relays (endless ones among
//! them), positions that may have come back.

use super::tables::{CLEAR, KEEP, LAP, ROW, WRAP};
use super::vector::{V, above, add, and, down, load, mask, splat, store, up};
use kiothi::players::rng::Random;

/// Pits in a row.
pub(super) const PITS: usize = 10;
/// Pits in the ring: 0..10 South's, 10..20 North's.
pub(super) const RING: usize = 2 * PITS;
/// Laps that are sown without looking out for an end; a longer relay begins again in slow code.
const QUICK: u32 = 64;
/// Laps after which a relay counts as endless.
const MOST_LAPS: u32 = 10_000;
/// Turns after which a game is left unfinished.
const MOST_TURNS: u32 = 10_000;

/// What many games add up to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    pub games: u64,
    /// Turns, the two of the opening included.
    pub turns: u64,
    /// Turns in which seeds were sown, and laps.
    pub sowings: u64,
    pub laps: u64,
    /// Games won by South and by North, and drawn.
    pub won: [u64; 2],
    pub drawn: u64,
    /// Captures, and those with the bonus.
    pub captures: u64,
    pub bonus: u64,
}

/// The ring of pits, and zeros: two vectors.
type Board = [[u8; 16]; 2];

#[inline(always)]
fn sixteen(table: &[u8], at: usize) -> V {
    load(table[at..].first_chunk().expect("sixteen entries"))
}

/// A pit and the number of seeds lifted from it.
type Move = (usize, usize);

/// The moves that pass the first-lap test, counted.
#[derive(Default)]
struct Moves {
    /// How many there are in the own pits up to each.
    up_to: [u8; 16],
    /// Bit `p`: the `p`-th own pit is occupied.
    occupied: u32,
    /// Some lift comes round to the own row, and nothing here is true.
    far: bool,
}

impl Moves {
    /// Counts, given the mover's row.
    #[inline(always)]
    fn count(&mut self, own: V) {
        const REACH: [u8; 16] = [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 0, 0, 0, 0, 0, 0];
        self.far = mask(above(own, load(&REACH))) != 0;
        // Of the lifts 1 to `seeds`, one is forbidden for every own occupied pit within reach.
        let occupied = above(own, splat(0));
        let mut sum = own;
        macro_rules! forbid {
            ($($d:literal)*) => {$(
                sum = add(sum, and(above(own, splat($d - 1)), down::<$d>(occupied)));
            )*};
        }
        forbid!(1 2 3 4 5 6 7 8 9);
        sum = add(sum, up::<1>(sum));
        sum = add(sum, up::<2>(sum));
        sum = add(sum, up::<4>(sum));
        sum = add(sum, up::<8>(sum));
        store(&mut self.up_to, sum);
        self.occupied = mask(occupied);
    }

    /// The move of this number, its pit counted from the mover's left.
    #[inline(always)]
    fn nth(&self, number: usize) -> Move {
        let beyond = mask(above(load(&self.up_to), splat(number as u8)));
        let pit = (beyond | 1 << 15).trailing_zeros() as usize;
        let before = if pit == 0 { 0 } else { self.up_to[pit - 1] };
        let k = number - usize::from(before);
        // The lifts are those whose bit is not set among the occupied pits after this one.
        let after = self.occupied as usize >> (pit + 1) & 511;
        let near = k.min(9);
        (pit, usize::from(CLEAR[16 * after + near]) + (k - near) + 1)
    }
}

/// Whether a move passes the first-lap test (slow).
fn allowed(board: &Board, side: usize, (pit, seeds): Move) -> bool {
    let last = (pit + seeds) % RING;
    let left = usize::from(board.as_flattened()[last]) - if last == pit { seeds } else { 0 };
    last / PITS != side || (seeds <= RING && left == 0)
}

/// Every move that passes the first-lap test (slow).
fn moves(board: &Board, side: usize) -> Vec<Move> {
    (side * PITS..(side + 1) * PITS)
        .flat_map(|pit| (1..=usize::from(board.as_flattened()[pit])).map(move |seeds| (pit, seeds)))
        .filter(|&drawn| allowed(board, side, drawn))
        .collect()
}

/// A turn, sown to its end: the last pit, the laps, and the pits lifted from.
struct Sown(usize, u32, u32);

/// Sows a lap: the last pit, and the seeds in it.
#[inline(always)]
fn lap(board: &mut Board, (pit, seeds): Move) -> Move {
    let row = 64 * (seeds % 64) + RING - pit;
    for (at, half) in board.iter_mut().enumerate() {
        store(half, add(load(half), sixteen(&LAP, row + 16 * at)));
    }
    let last = usize::from(WRAP[(pit + seeds) % 128]);
    (last, board.as_flattened()[last].into())
}

/// Sows a move to its end; `None` if it has not come to it after so many laps.
#[inline(always)]
fn sow(board: &mut Board, drawn: Move, most: u32) -> Option<Sown> {
    let (mut at, mut from) = (drawn, 0);
    for laps in 1..=most {
        from |= 1 << at.0;
        at = lap(board, at);
        if at.1 == 1 {
            return Some(Sown(at.0, laps, from));
        }
    }
    None
}

/// A game.
#[derive(Default)]
struct Game {
    board: Board,
    moves: Moves,
    store: [u32; 2],
    turns: u32,
    /// The pits occupied after the opening, and those sown from since: nki are the first less the second.
    marked: u32,
    sown: u32,
    /// The positions since the last one that cannot come back, and a bit for the hash of each.
    past: Vec<Board>,
    hashes: u64,
}

impl Game {
    fn start(&mut self, random: &mut Random) {
        self.board = Board::default();
        let board = self.board.as_flattened_mut();
        for side in [0, PITS] {
            board[side + 4..side + PITS].fill(5);
        }
        for side in [0, PITS] {
            let mut own: Vec<usize> = (side..side + PITS).filter(|&pit| board[pit] > 0).collect();
            let mut seeds = 0;
            for _ in 0..2 {
                let emptied = own.swap_remove(random.below(own.len() as u32) as usize);
                seeds += std::mem::take(&mut board[emptied]);
            }
            for _ in 0..seeds {
                board[random.below(RING as u32) as usize] += 1;
            }
        }
        self.marked = (0..RING).map(|pit| u32::from(board[pit] > 0) << pit).sum();
        (self.sown, self.store, self.turns) = (0, [0; 2], 2);
        self.forget();
        self.comes_back();
    }

    /// Who is to move.
    fn side(&self) -> usize {
        (self.turns & 1) as usize
    }

    fn forget(&mut self) {
        self.past.clear();
        self.hashes = 0;
    }

    /// Notes the position; whether it stands for the third time.
    #[inline(always)]
    fn comes_back(&mut self) -> bool {
        let words = self.board.as_flattened().as_chunks::<8>().0;
        let [a, b, c] = [0, 1, 2].map(|word| u64::from_le_bytes(words[word]));
        let hash = (a ^ b.rotate_left(20) ^ c.rotate_left(45)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bit = 1 << (hash >> 58 ^ u64::from(self.turns & 1));
        let known = self.hashes & bit != 0;
        self.hashes |= bit;
        self.past.push(self.board);
        // Every second one has the same player to move.
        known
            && self
                .past
                .iter()
                .rev()
                .step_by(2)
                .filter(|&past| *past == self.board)
                .count()
                > 2
    }

    /// Draws a move among those that pass the first-lap test and sows it to its end; `None` if there is
    /// none.
    #[inline(always)]
    fn turn(&mut self, random: &mut Random) -> Option<Sown> {
        let left = self.side() * PITS;
        let [ring, rest] = [load(&self.board[0]), load(&self.board[1])];
        let south = and(ring, sixteen(&ROW, left));
        let north = and(
            add(down::<10>(ring), up::<6>(rest)),
            sixteen(&ROW, PITS - left),
        );
        self.moves.count(add(south, north));
        if self.moves.far {
            return self.turn_slowly(random, None);
        }
        let total = self.moves.up_to[15];
        if total == 0 {
            return None;
        }
        let (pit, seeds) = self.moves.nth(random.below(total.into()) as usize);
        let drawn = (left + pit, seeds);
        let before = self.board;
        let sown = sow(&mut self.board, drawn, QUICK);
        if sown.is_none() {
            self.board = before;
            return self.turn_slowly(random, Some(drawn));
        }
        sown
    }

    /// Sows the drawn move, or draws one; while it has no end, strikes it out and draws again.
    #[cold]
    fn turn_slowly(&mut self, random: &mut Random, mut drawn: Option<Move>) -> Option<Sown> {
        let before = self.board;
        let mut left = moves(&before, self.side());
        while !left.is_empty() {
            let next = drawn.take();
            let next = next.unwrap_or_else(|| left[random.below(left.len() as u32) as usize]);
            let sown = sow(&mut self.board, next, MOST_LAPS);
            if sown.is_some() {
                return sown;
            }
            self.board = before;
            left.retain(|&other| other != next);
        }
        None
    }

    /// Captures, if it is due, and passes the turn on; whether the game is drawn by repetition.
    #[inline(always)]
    fn finish(&mut self, turn: &Sown, totals: &mut Totals) -> bool {
        let &Sown(last, laps, from) = turn;
        let side = self.side();
        let opposite = RING - 1 - last;
        let sown = self.sown | from;
        let nki = self.marked & !sown;
        let seeds = u32::from(self.board.as_flattened()[opposite]);
        let own = last / PITS == side;
        let captures = own & (seeds > 0) & (nki >> opposite & 1 == 0);
        if captures | (sown != self.sown) {
            self.forget();
        }
        self.sown = sown;
        if captures {
            let kept = 32 * last;
            for (at, half) in self.board.iter_mut().enumerate() {
                store(half, and(load(half), sixteen(&KEEP, kept + 16 * at)));
            }
            self.store[side] += seeds + 1;
            totals.captures += 1;
            if last == side * PITS {
                totals.bonus += u64::from(self.bonus(side));
            }
        }
        totals.sowings += 1;
        totals.laps += u64::from(laps);
        self.turns += 1;
        self.comes_back()
    }

    /// After a capture in the leftmost pit: takes the three pits to the right of the opposite one, if each
    /// is occupied, not nki, and was empty after the opening or has been sown from.
    #[cold]
    fn bonus(&mut self, side: usize) -> bool {
        let pits = [1, 2, 3].map(|own| RING - 1 - side * PITS - own);
        let board = self.board.as_flattened_mut();
        // What was occupied after the opening is nki until it is sown from, so the two come to one.
        let open = !self.marked | self.sown;
        let due = pits
            .iter()
            .all(|&pit| board[pit] > 0 && open >> pit & 1 == 1);
        if due {
            for pit in pits {
                self.store[side] += u32::from(std::mem::take(&mut board[pit]));
            }
        }
        due
    }

    /// Counts a game in which the mover has no move, or that is drawn.
    fn count(&self, drawn: bool, totals: &mut Totals) {
        let other = 1 - self.side();
        let ends = |&drawn: &Move| sow(&mut self.board.clone(), drawn, MOST_LAPS).is_some();
        let moves = moves(&self.board, other).iter().any(ends);
        let mut kept = self.store;
        for (pit, &seeds) in self.board.as_flattened()[..RING].iter().enumerate() {
            kept[if moves { other } else { pit / PITS }] += u32::from(seeds);
        }
        totals.games += 1;
        totals.turns += u64::from(self.turns);
        match kept[0].cmp(&kept[1]) {
            _ if drawn => totals.drawn += 1,
            std::cmp::Ordering::Greater => totals.won[0] += 1,
            std::cmp::Ordering::Less => totals.won[1] += 1,
            std::cmp::Ordering::Equal => totals.drawn += 1,
        }
    }
}

/// Plays so many games.
pub fn playouts(seed: u64, games: u64) -> Totals {
    let mut totals = Totals::default();
    let mut game = Game::default();
    for index in 0..games {
        let mut random = Random::for_game(seed, index);
        game.start(&mut random);
        let mut drawn = false;
        while !drawn && let Some(turn) = game.turn(&mut random) {
            drawn = game.finish(&turn, &mut totals) || game.turns >= MOST_TURNS;
        }
        game.count(drawn, &mut totals);
    }
    totals
}
