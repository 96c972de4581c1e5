//! Sets of pits as bit masks, and the board as lanes that are added in one go.

use super::machine::{Any, number_of_one};

/// Compiles an expression for each number of chunks that a program uses (see [`in_use`]), and takes that
/// of this number: so the loops over the board of the hot path have no counter.
macro_rules! for_chunks {
    ($chunks:expr, $number:ident => $body:expr) => {
        match $chunks {
            2 => {
                const $number: usize = 2;
                $body
            }
            3 => {
                const $number: usize = 3;
                $body
            }
            4 => {
                const $number: usize = 4;
                $body
            }
            8 => {
                const $number: usize = 8;
                $body
            }
            10 => {
                const $number: usize = 10;
                $body
            }
            _ => {
                const $number: usize = 16;
                $body
            }
        }
    };
}
pub(super) use for_chunks;

/// The most pits and stores that a board can have.
pub const MOST: usize = 128;

/// As many pits and stores as a word has bits. Where a board has no more, what is hot works with the low word
/// of its sets alone, and a wider one is played the plain way: see [`is_wide`].
pub(super) const WORD: usize = u64::BITS as usize;

/// A set of pits: bit `n` stands for the pit of number `n` along the counterclockwise path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PitSet(pub u128);

impl PitSet {
    /// No pit.
    pub const EMPTY: PitSet = PitSet(0);

    /// One pit.
    #[inline]
    pub fn one(pit: usize) -> Self {
        let one = PitSet::of_low(bit(pit));
        match pit < WORD {
            true => one,
            false => PitSet(one.0 << WORD),
        }
    }

    /// Pits of the first word.
    #[inline(always)]
    pub(super) fn of_low(pits: u64) -> Self {
        PitSet(u128::from(pits))
    }

    /// The same pits, and these of the second word.
    #[inline(always)]
    fn and_high(self, pits: u64) -> Self {
        PitSet(self.0 | u128::from(pits) << WORD)
    }

    /// The two words of it.
    #[inline(always)]
    pub(super) fn words(self) -> [u64; 2] {
        [self.low(), self.high()]
    }

    /// The pits of two words.
    #[inline(always)]
    pub(super) fn of_words([low, high]: [u64; 2]) -> Self {
        PitSet::of_low(low).and_high(high)
    }

    /// Those of the first word.
    #[inline(always)]
    pub(super) fn low(self) -> u64 {
        self.0 as u64
    }

    /// Those of the second.
    #[inline(always)]
    fn high(self) -> u64 {
        (self.0 >> WORD) as u64
    }

    /// Whether it has the pit.
    #[inline]
    pub fn contains(self, pit: usize) -> bool {
        let word = match pit < WORD {
            true => self.low(),
            false => self.high(),
        };
        word & bit(pit) != 0
    }

    /// Adds a pit.
    #[inline]
    pub fn insert(&mut self, pit: usize) {
        self.0 |= PitSet::one(pit).0;
    }

    /// Takes a pit away.
    #[inline]
    pub fn remove(&mut self, pit: usize) {
        self.0 &= !PitSet::one(pit).0;
    }

    /// The first of its pits, if it has one and they follow one another along the path without a gap.
    #[inline]
    pub fn first_in_a_row(self) -> Option<usize> {
        let first = self.0.trailing_zeros();
        let row = self.0.checked_shr(first)?;
        (row & row.wrapping_add(1) == 0).then_some(first as usize)
    }

    /// The pit of this number among them, from 0, along the path. There are so many, and of the first word `low`.
    pub(super) fn number(self, number: u32, low: u32) -> usize {
        match number.checked_sub(low) {
            None => number_of_one::<Any>(self.low(), number) as usize,
            Some(number) => WORD + number_of_one::<Any>(self.high(), number) as usize,
        }
    }

    /// How many pits it has.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a pit, of a board of which so many chunks are in use.
    #[inline(always)]
    pub(super) fn insert_in<const N: usize>(&mut self, pit: usize) {
        match N * CHUNK > WORD {
            true => self.insert(pit),
            false => self.insert_low(bit(pit)),
        }
    }

    /// Adds so many pits, fewer than a word has bits, from this one on.
    #[inline(always)]
    pub(super) fn insert_row<const N: usize>(&mut self, first: usize, pits: usize) {
        let row = (1 << (pits % WORD)) - 1;
        match N * CHUNK > WORD {
            true => self.0 |= u128::from(row) << (first % MOST),
            false => self.insert_low(row << (first % WORD)),
        }
    }

    /// Adds pits of the first word.
    #[inline(always)]
    pub(super) fn insert_low(&mut self, pits: u64) {
        self.0 |= u128::from(pits);
    }
    /// Its pits, in the order of the path.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        // A word at a time, in one loop, so that what is done with a pit is compiled in one place.
        let (mut left, mut next, mut first) = (self.low(), self.high(), 0);
        std::iter::from_fn(move || {
            if left == 0 {
                (left, next, first) = (next, 0, WORD);
            }
            (left != 0).then(|| {
                let pit = left.trailing_zeros() as usize;
                left &= left - 1;
                first + pit
            })
        })
    }

    /// Those of its pits of which this holds.
    #[inline]
    pub(super) fn such(self, holds: impl Fn(usize) -> bool) -> Self {
        let mut words = self.words();
        for (at, word) in words.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                let pit = left.trailing_zeros() as usize;
                if !holds(at * WORD + pit) {
                    *word &= !bit(pit);
                }
                left &= left - 1;
            }
        }
        PitSet::of_words(words)
    }
}

/// The pits of a word, in the order of the path.
#[inline]
pub(super) fn pits_of(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let pit = left.trailing_zeros() as usize;
            left &= left - 1;
            pit
        })
    })
}

/// In which word of a set a pit is, of a board of which so many chunks are in use.
#[inline(always)]
pub(super) fn word_of<const N: usize>(pit: usize) -> usize {
    match N * CHUNK > WORD {
        true => pit / WORD % 2,
        false => 0,
    }
}

/// A pit of a word.
#[inline(always)]
pub(super) fn bit(pit: usize) -> u64 {
    1 << (pit % WORD)
}

impl FromIterator<usize> for PitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(pits: I) -> Self {
        let mut set = PitSet::EMPTY;
        for pit in pits {
            set.insert(pit);
        }
        set
    }
}

/// Eight pits, added at once: what a 16-byte vector register holds.
pub type Chunk = [u16; 8];

/// The most seeds of a short lap,
pub(super) const SHORT: u16 = 2 * CHUNK as u16;

/// and how many chunks it changes.
const WINDOW: usize = 3;

/// The lowest pit of a short lap is less than that.
pub(super) const SHORT_BEFORE: usize = MOST - (WINDOW - 1) * CHUNK;

/// What a short lap along the numbers of the pits adds to these chunks, by the number of seeds and the place of its
/// lowest pit in the first of them: counterclockwise, where that is the one that is lifted, and clockwise, where the
/// highest is.
static SHORT_LAPS: [[[[Chunk; WINDOW]; CHUNK]; SHORT as usize + 1]; 2] = {
    let mut laps = [[[[[0; CHUNK]; WINDOW]; CHUNK]; SHORT as usize + 1]; 2];
    let (mut seeds, mut lowest) = (0, 0);
    while seeds <= SHORT as usize {
        let mut along = 0;
        while along <= seeds {
            let at = lowest + along;
            let (chunk, lane) = (at / CHUNK, at % CHUNK);
            let lifted = (seeds as u16).wrapping_neg();
            laps[0][seeds][lowest][chunk][lane] = if along == 0 { lifted } else { 1 };
            laps[1][seeds][lowest][chunk][lane] = if along == seeds { lifted } else { 1 };
            along += 1;
        }
        lowest += 1;
        if lowest == CHUNK {
            (seeds, lowest) = (seeds + 1, 0);
        }
    }
    laps
};

/// How many pits a chunk holds.
pub const CHUNK: usize = 8;

/// The seeds in each pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct Lanes(pub [u16; MOST]);

impl Default for Lanes {
    fn default() -> Self {
        Lanes([0; MOST])
    }
}

impl Lanes {
    /// The seeds in a pit.
    #[inline]
    pub fn get(&self, pit: usize) -> u16 {
        self.0[pit % MOST]
    }

    /// The seeds in a pit, to change.
    #[inline]
    pub fn get_mut(&mut self, pit: usize) -> &mut u16 {
        &mut self.0[pit % MOST]
    }

    /// The first chunks.
    #[inline]
    pub fn chunks(&self, chunks: usize) -> &[Chunk] {
        &self.0.as_chunks().0[..chunks]
    }

    /// The first chunks, as many as the code is compiled for.
    #[inline]
    pub(super) fn first<const N: usize>(&self) -> &[Chunk; N] {
        const { assert!(N * CHUNK <= MOST) }
        self.0
            .as_chunks()
            .0
            .first_chunk()
            .unwrap_or(&[[0; CHUNK]; N])
    }

    /// The first chunks, to change.
    #[inline]
    pub(super) fn first_mut<const N: usize>(&mut self) -> &mut [Chunk; N] {
        const { assert!(N * CHUNK <= MOST) }
        let chunks = self.0.as_chunks_mut().0;
        chunks.first_chunk_mut().expect("N chunks fit in")
    }

    /// Adds these seeds, lane by lane.
    #[inline]
    pub fn add(&mut self, seeds: &[Chunk]) {
        for (lanes, more) in self.0.as_chunks_mut::<CHUNK>().0.iter_mut().zip(seeds) {
            for (lane, more) in lanes.iter_mut().zip(more) {
                // Seeds are conserved and a board holds fewer than 65,536, so no lane overflows.
                *lane = lane.wrapping_add(*more);
            }
        }
    }

    /// Adds a row of a table whose rows have `N` chunks.
    #[inline(always)]
    pub(super) fn add_row<const N: usize>(&mut self, table: &[Chunk], row: usize) {
        let row = &table.as_chunks::<N>().0[row];
        // Added in a copy and written in one go: so the compiler need not fear that the row lies in the
        // board, and uses vectors.
        let mut board = *self.first::<N>();
        for (lanes, more) in board.iter_mut().zip(row) {
            for (lane, more) in lanes.iter_mut().zip(more) {
                *lane = lane.wrapping_add(*more);
            }
        }
        *self.first_mut() = board;
    }

    /// Sows a short lap of so many seeds, of which this is the lowest pit.
    #[inline(always)]
    pub(super) fn sow_short(&mut self, lowest: usize, seeds: u16, clockwise: bool) {
        let lap = &SHORT_LAPS[usize::from(clockwise)][usize::from(seeds)][lowest % CHUNK];
        let window = &mut self.0.as_chunks_mut::<CHUNK>().0[lowest / CHUNK..][..WINDOW];
        for (lanes, more) in window.iter_mut().zip(lap) {
            for (lane, more) in lanes.iter_mut().zip(more) {
                *lane = lane.wrapping_add(*more);
            }
        }
    }

    /// The pits that hold seeds, among the first chunks.
    #[inline]
    pub fn occupied(&self, chunks: usize) -> PitSet {
        for_chunks!(chunks, N => occupied(self.first::<N>()))
    }

    /// Empties these pits, among the first chunks. All lanes are written, as they are read: were single
    /// lanes written, the next reading of a whole chunk would have to wait for them.
    #[inline]
    pub(super) fn empty<const N: usize>(&mut self, pits: PitSet) {
        for (index, chunk) in self.first_mut::<N>().iter_mut().enumerate() {
            let emptied = (pits.0 >> (index * CHUNK)) as u16;
            for (lane, bit) in chunk.iter_mut().zip(BITS) {
                *lane = if emptied & bit == 0 { *lane } else { 0 };
            }
        }
    }
}

const BITS: Chunk = [1, 2, 4, 8, 16, 32, 64, 128];

/// The lanes that are not 0, a bit each.
#[inline(always)]
fn occupied<const N: usize>(board: &[Chunk; N]) -> PitSet {
    let (low, high) = board.split_at(N.min(WORD / CHUNK));
    PitSet::of_words([occupied_word(low), occupied_word(high)])
}

/// The lanes of a word's pits that are not 0, a bit each.
#[inline(always)]
fn occupied_word(board: &[Chunk]) -> u64 {
    let (pairs, last) = board.as_flattened().as_chunks::<{ 2 * CHUNK }>();
    let mut set = 0;
    for (index, lanes) in pairs.iter().enumerate() {
        set |= u64::from(super::machine::occupied::sixteen(lanes)) << (index * 2 * CHUNK);
    }
    if let Some(last) = last.first_chunk::<CHUNK>() {
        let mut lanes = [0; 2 * CHUNK];
        lanes[..CHUNK].copy_from_slice(last);
        set |= u64::from(super::machine::occupied::sixteen(&lanes)) << (pairs.len() * 2 * CHUNK);
    }
    set
}

/// Whether a board of so many pits has more of them, with two stores, than a word has bits.
pub(super) fn is_wide(pits: usize) -> bool {
    pits + 2 > WORD
}

/// How many chunks are used for so many pits: one of the numbers that [`for_chunks`] knows.
pub(super) fn in_use(pits: usize) -> usize {
    match pits.div_ceil(CHUNK) {
        chunks @ 0..=4 => chunks.max(2),
        _ if !is_wide(pits) => WORD / CHUNK,
        0..=10 => 10,
        _ => MOST / CHUNK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pits_are_found_by_their_number() {
        let every_nth = |step: usize| (0..MOST).step_by(step).collect::<PitSet>();
        let sets = (1..=MOST).map(every_nth);
        for set in sets.chain([PitSet(u128::MAX << 60), PitSet(0x80FF_0100_0000_0003)]) {
            let low = set.low().count_ones();
            for (number, pit) in (0..).zip(set.iter()) {
                assert_eq!(set.number(number, low), pit);
            }
        }
    }
}
