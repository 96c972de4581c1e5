//! Sets of pits as bit masks, and the board as lanes that are added in one go.

/// The most pits that a board can have, both rows together.
pub const MOST: usize = 64;

/// A set of pits: bit `n` stands for the pit of number `n` along the counterclockwise path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PitSet(pub u64);

impl PitSet {
    /// No pit.
    pub const EMPTY: PitSet = PitSet(0);

    /// One pit.
    #[inline]
    pub fn one(pit: usize) -> Self {
        PitSet(1 << pit)
    }

    /// Whether it has the pit.
    #[inline]
    pub fn contains(self, pit: usize) -> bool {
        self.0 >> pit & 1 == 1
    }

    /// Adds a pit.
    #[inline]
    pub fn insert(&mut self, pit: usize) {
        self.0 |= 1 << pit;
    }

    /// Takes a pit away.
    #[inline]
    pub fn remove(&mut self, pit: usize) {
        self.0 &= !(1 << pit);
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

    /// Its pits, in the order of the path.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let pit = left.trailing_zeros() as usize;
                left &= left - 1;
                pit
            })
        })
    }
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

    /// The pits that hold seeds, among the first chunks.
    #[inline]
    pub fn occupied(&self, chunks: usize) -> PitSet {
        // Said so that the compiler makes a comparison and a sum of vectors of it.
        const BITS: Chunk = [1, 2, 4, 8, 16, 32, 64, 128];
        let mut set = 0;
        for (index, chunk) in self.chunks(chunks).iter().enumerate() {
            let mut bits = 0u16;
            for (seeds, bit) in chunk.iter().zip(BITS) {
                bits |= if *seeds != 0 { bit } else { 0 };
            }
            set |= u64::from(bits) << (index * CHUNK);
        }
        PitSet(set)
    }
}
