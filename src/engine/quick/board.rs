//! A board in a vector or a few: a lane for each pit and each store, a byte wide where no pit can come to hold more
//! than a byte says, and of 16 bits elsewhere.

use super::super::machine::holding::{self, Asked};
use super::super::machine::{Any, Machine, keep, mask, occupied};
use super::Rows;

/// A board. Lanes that are no place of it are 0.
pub trait Board: Copy + PartialEq {
    /// How many lanes there are: a power of two.
    const LANES: usize;
    /// The most seeds that a lane can say.
    const MOST: u32;
    /// All lanes 0.
    fn empty() -> Self;

    /// A lane. Numbers past the lanes come round.
    fn get(&self, place: usize) -> usize;

    /// Sets a lane.
    fn set(&mut self, place: usize, seeds: u32);

    /// What a lane would be with this added to it.
    fn get_with(&self, row: &Self, place: usize) -> usize;

    /// Adds to each lane; what is past the top of a lane is lost.
    fn add(&mut self, row: &Self);

    /// Keeps of each lane the bits that are set there; the sum of what is lost.
    fn keep<M: Machine>(&mut self, mask: &Self) -> u32;

    /// All ones in these lanes.
    fn mask<M: Machine>(lanes: u64) -> Self;

    /// The lanes that are not 0.
    fn occupied<M: Machine>(&self) -> u64;

    /// The lanes that hold so many, as many or more, an odd number: lanes that are no place of it among them.
    fn holding<M: Machine>(&self, seeds: u32) -> u64;
    fn holding_at_least<M: Machine>(&self, seeds: u32) -> u64;
    fn odd<M: Machine>(&self) -> u64;

    /// The sum of these lanes.
    fn sum<M: Machine>(&self, lanes: u64) -> u32;

    /// Adds so many to each of these lanes, as a vector: what is set lane by lane is waited for when it is read as one.
    fn raise<M: Machine>(&mut self, lanes: u64, by: u32);

    /// Empties these lanes.
    fn clear<M: Machine>(&mut self, lanes: u64);

    /// Empties these lanes and then puts a seed into each of those, at once.
    fn clear_and_sow<M: Machine>(&mut self, cleared: u64, sown: u64);

    /// A hash of it: good enough to tell most boards apart.
    fn hash(&self) -> u64;

    /// Whether some lane is above that of the limits.
    fn is_above(&self, limits: &Self) -> bool;

    /// Where boards of this width are remembered.
    fn remembered(boards: &mut Boards) -> &mut Vec<Self>;

    /// The rows of a table of such boards.
    fn rows(rows: &Rows) -> &[Row<Self>];

    /// A table of such boards.
    fn table(rows: Vec<Row<Self>>) -> Rows;
}

/// What a lap does, beside the facts about it that are asked for with it.
#[derive(Clone, Copy, Debug)]
pub struct Row<B> {
    /// What is added to the board. What is lifted is taken off in the same addition.
    pub board: B,
    /// The pits that get a seed.
    pub touched: u64,
    /// The place that gets the last one,
    pub last: u8,
    /// and what faces that.
    pub faces: u8,
}

macro_rules! boards {
    ($($name:ident: [$lane:ident; $lanes:literal], aligned to $align:literal;)*) => {
        /// Boards that are remembered, of each width.
        #[derive(Clone, Debug, Default)]
        #[expect(non_snake_case, reason = "named after what is in them")]
        pub struct Boards {
            $($name: Vec<$name>,)*
        }

    $(
        #[doc = concat!("Lanes of `", stringify!($lane), "`, ", stringify!($lanes), " of them.")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(C, align($align))]
        pub struct $name([$lane; $lanes]);

        impl Board for $name {
            const LANES: usize = $lanes;
            const MOST: u32 = $lane::MAX as u32;

            #[inline(always)]
            fn empty() -> Self {
                $name([0; $lanes])
            }

            #[inline(always)]
            fn get(&self, place: usize) -> usize {
                self.0[place % $lanes].into()
            }

            #[inline(always)]
            fn set(&mut self, place: usize, seeds: u32) {
                self.0[place % $lanes] = seeds as $lane;
            }

            #[inline(always)]
            fn get_with(&self, row: &Self, place: usize) -> usize {
                self.0[place % $lanes].wrapping_add(row.0[place % $lanes]).into()
            }

            #[inline(always)]
            fn add(&mut self, row: &Self) {
                // By number: iterators over two arrays are not always seen through in so long a function.
                for at in 0..$lanes {
                    self.0[at] = self.0[at].wrapping_add(row.0[at]);
                }
            }

            #[inline(always)]
            fn keep<M: Machine>(&mut self, mask: &Self) -> u32 {
                keep::$lane::<M, $lanes>(&mut self.0, &mask.0)
            }

            #[inline(always)]
            fn mask<M: Machine>(lanes: u64) -> Self {
                $name(mask::$lane::<M, $lanes>(lanes))
            }

            #[inline(always)]
            fn occupied<M: Machine>(&self) -> u64 {
                occupied::$lane::<M, $lanes>(&self.0)
            }

            #[inline(always)]
            fn holding<M: Machine>(&self, seeds: u32) -> u64 {
                match seeds {
                    ..=Self::MOST => {
                        holding::$lane::<M, $lanes>(&self.0, Asked::Just(seeds as $lane))
                    }
                    _ => 0,
                }
            }

            #[inline(always)]
            fn holding_at_least<M: Machine>(&self, seeds: u32) -> u64 {
                match seeds {
                    ..=Self::MOST => {
                        holding::$lane::<M, $lanes>(&self.0, Asked::AtLeast(seeds as $lane))
                    }
                    _ => 0,
                }
            }

            #[inline(always)]
            fn odd<M: Machine>(&self) -> u64 {
                holding::$lane::<M, $lanes>(&self.0, Asked::Odd)
            }

            #[inline(always)]
            fn sum<M: Machine>(&self, lanes: u64) -> u32 {
                // Of a copy: what is lost when these lanes are.
                let mut rest = *self;
                rest.keep::<M>(&Self::mask::<M>(!lanes))
            }

            #[inline(always)]
            fn raise<M: Machine>(&mut self, lanes: u64, by: u32) {
                let lanes = mask::$lane::<M, $lanes>(lanes);
                for at in 0..$lanes {
                    self.0[at] = self.0[at].wrapping_add(lanes[at] & by as $lane);
                }
            }

            #[inline(always)]
            fn clear<M: Machine>(&mut self, lanes: u64) {
                let lanes = mask::$lane::<M, $lanes>(lanes);
                for at in 0..$lanes {
                    self.0[at] &= !lanes[at];
                }
            }

            #[inline(always)]
            fn clear_and_sow<M: Machine>(&mut self, cleared: u64, sown: u64) {
                let cleared = mask::$lane::<M, $lanes>(cleared);
                let sown = mask::$lane::<M, $lanes>(sown);
                for at in 0..$lanes {
                    self.0[at] = (self.0[at] & !cleared[at]).wrapping_add(sown[at] & 1);
                }
            }

            #[inline(always)]
            fn hash(&self) -> u64 {
                let (words, _) = self.0.as_chunks();
                let mut mixed = 0u64;
                for &word in words {
                    mixed = mixed.rotate_left(21) ^ word::$lane(word);
                }
                mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }

            #[inline(always)]
            fn is_above(&self, limits: &Self) -> bool {
                let mut above = [0; $lanes];
                for at in 0..$lanes {
                    above[at] = self.0[at].saturating_sub(limits.0[at]);
                }
                $name(above).occupied::<Any>() != 0
            }

            #[inline(always)]
            fn remembered(boards: &mut Boards) -> &mut Vec<Self> {
                &mut boards.$name
            }

            #[inline(always)]
            fn rows(rows: &Rows) -> &[Row<Self>] {
                match rows {
                    Rows::$name(rows) => rows,
                    _ => &[],
                }
            }

            fn table(rows: Vec<Row<Self>>) -> Rows {
                Rows::$name(rows)
            }
        }
    )*};
}

boards! {
    Bytes16: [u8; 16], aligned to 16;
    Bytes32: [u8; 32], aligned to 32;
    Bytes64: [u8; 64], aligned to 32;
    Words16: [u16; 16], aligned to 32;
    Words32: [u16; 32], aligned to 32;
    Words64: [u16; 64], aligned to 32;
}

/// Lanes as a word.
mod word {
    #[inline(always)]
    pub fn u8(lanes: [u8; 8]) -> u64 {
        u64::from_le_bytes(lanes)
    }

    #[inline(always)]
    pub fn u16([a, b, c, d]: [u16; 4]) -> u64 {
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    }
}
