//! What depends on the machine: counting bits, and code compiled for newer machines.
//!
//! The program is built for any x86-64. Most machines can do more: add 16 pits at once, count the bits of a
//! word in one instruction. The loops that play random games are therefore compiled twice, and which of the
//! two is taken is found out when the program runs. Both are the same source, so they do the same.

use super::position::Position;
use super::quick::Board;

/// A kind of machine.
pub trait Machine {
    /// Whether it has AVX2 and BMI2.
    const NEWER: bool;

    /// How many bits are set.
    fn ones(mask: u64) -> u32;

    /// Does some work in a function of its own that is compiled for the machine.
    fn apart<A: Apart>(work: A) -> A::Output;

    /// Its lowest bits, so many; no more than 63.
    #[inline(always)]
    fn lowest(mask: u64, number: u32) -> u64 {
        mask & ((1 << (number % 64)) - 1)
    }

    /// Which bit the set bit of this number is, from 0, where there may be many. There are so many.
    #[inline(always)]
    fn number_of_one(mask: u64, number: u32) -> u32
    where
        Self: Sized,
    {
        number_of_one::<Self>(mask, number)
    }

    /// So many of its set bits, from the lowest on. There are so many.
    #[inline(always)]
    fn first(mask: u64, number: u32) -> u64 {
        let mut rest = mask;
        for _ in 0..number {
            rest &= rest.wrapping_sub(1);
        }
        mask & !rest
    }
}

/// Work that the hot path seldom has to do: in a function of its own, so that the loops over the laps keep the registers. A
/// function that is only not inlined would be compiled for any machine, and write boards in other pieces than they are
/// read in, which is waited for.
pub trait Apart {
    /// What comes of it.
    type Output;

    /// Does it. To be compiled for newer machines it must be inlined, with all it calls often.
    fn go<M: Machine>(self) -> Self::Output;
}

/// Any machine.
#[derive(Clone, Copy, Debug)]
pub struct Any;

impl Machine for Any {
    const NEWER: bool = false;

    #[inline(never)]
    fn apart<A: Apart>(work: A) -> A::Output {
        work.go::<Any>()
    }

    /// Without an instruction for it counting is a dozen steps; most pits hold few seeds, and a table has
    /// the answer.
    #[inline(always)]
    fn ones(mask: u64) -> u32 {
        static ONES: [u8; 1024] = {
            let mut ones = [0; 1024];
            let mut mask = 0;
            while mask < ones.len() {
                ones[mask] = mask.count_ones() as u8;
                mask += 1;
            }
            ones
        };
        match ONES.get(mask as usize) {
            Some(&ones) => u32::from(ones),
            None => mask.count_ones(),
        }
    }
}

/// A machine that counts bits in one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Newer;

impl Machine for Newer {
    const NEWER: bool = true;

    #[inline(always)]
    fn apart<A: Apart>(work: A) -> A::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            #[inline(never)]
            fn newer<A: Apart>(work: A) -> A::Output {
                work.go::<Newer>()
            }
            // SAFETY: such a machine has these features.
            unsafe { newer(work) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        work.go::<Newer>()
    }

    #[inline(always)]
    fn ones(mask: u64) -> u32 {
        mask.count_ones()
    }

    /// In the one instruction that there is for it: what is written otherwise is taken for something to be done in
    /// vectors, which takes longer.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn lowest(mask: u64, number: u32) -> u64 {
        // SAFETY: such a machine has BMI2.
        unsafe { std::arch::x86_64::_bzhi_u64(mask, number) }
    }

    /// Without a branch that chance decides.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn number_of_one(mask: u64, number: u32) -> u32 {
        // SAFETY: such a machine has BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(1 << (number % 64), mask) }.trailing_zeros()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn first(mask: u64, number: u32) -> u64 {
        // SAFETY: such a machine has BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(Self::lowest(u64::MAX, number), mask) }
    }
}

/// The same mask, of which the compiler does not know where it came from. Masks made of vectors it would turn back into
/// vectors where they are tested, a lane for each bit, which takes ten times as long.
#[inline(always)]
pub(super) fn as_word(mask: u64) -> u64 {
    let mut mask = mask;
    // SAFETY: it does nothing.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("/* {0} */", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}

/// Which bit the set bit of this number is, from 0. There are so many.
#[inline(always)]
pub(super) fn number_of_one<M: Machine>(mask: u64, number: u32) -> u32 {
    // A byte at a time, of which a table has the answer: most masks are of one or two.
    static NUMBERS: [[u8; 8]; 256] = {
        let mut numbers = [[0; 8]; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut bit, mut found) = (0, 0);
            while bit < 8 {
                if byte >> bit & 1 == 1 {
                    numbers[byte][found] = bit;
                    found += 1;
                }
                bit += 1;
            }
            byte += 1;
        }
        numbers
    };
    let (mut mask, mut number, mut passed) = (mask, number, 0);
    loop {
        let byte = mask as u8;
        let here = M::ones(u64::from(byte));
        if number < here {
            return passed + u32::from(NUMBERS[usize::from(byte)][number as usize & 7]);
        }
        number -= here;
        mask >>= 8;
        passed += 8;
    }
}

/// Something that is done with a quick program, compiled for each width of boards and each kind of machine, and once
/// more for programs that ask for more, so that others do not pay for it.
pub trait QuickWork {
    /// What comes of it.
    type Output;

    /// The position that it begins with.
    fn position(&self) -> &Position;

    /// Does it. To be compiled for newer machines it must be inlined, with all it calls often. `MORE` for programs that
    /// ask for more than most do.
    fn go<B: Board, M: Machine, const MORE: bool>(self) -> Self::Output;
}

/// Whether this machine is a newer one.
#[cfg(target_arch = "x86_64")]
pub fn is_newer() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Whether this machine is a newer one: others are always taken as they are.
#[cfg(not(target_arch = "x86_64"))]
pub fn is_newer() -> bool {
    false
}

/// Does some work on boards of this width, with what is known of this machine.
pub(super) fn done<B: Board, W: QuickWork, const MORE: bool>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn newer<B: Board, W: QuickWork, const MORE: bool>(work: W) -> W::Output {
            work.go::<B, Newer, MORE>()
        }
        if is_newer() {
            // SAFETY: the machine has just been found to have these features.
            return unsafe { newer::<B, W, MORE>(work) };
        }
    }
    work.go::<B, Any, MORE>()
}

/// Which lanes are not 0, a bit each.
pub(super) mod occupied {
    use super::Machine;
    use super::holding::{self, Asked};

    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(lanes: &[u8; N]) -> u64 {
        !holding::u8::<M, N>(lanes, Asked::Just(0)) & u64::MAX >> (64 - N)
    }

    #[inline(always)]
    pub fn u16<M: Machine, const N: usize>(lanes: &[u16; N]) -> u64 {
        // The same on any machine.
        let (mut all, _) = (0, M::NEWER);
        let (mut rest, mut at) = (&lanes[..], 0);
        while let Some((lanes, more)) = rest.split_first_chunk() {
            all |= u64::from(sixteen(lanes)) << at;
            (rest, at) = (more, at + 16);
        }
        all
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn sixteen(lanes: &[u16; 16]) -> u16 {
        use std::arch::x86_64::*;
        // SAFETY: SSE2 is part of x86-64, and there are the twice sixteen bytes that are loaded.
        let empty = unsafe {
            let first = _mm_loadu_si128(lanes.as_ptr().cast());
            let second = _mm_loadu_si128(lanes.as_ptr().add(8).cast());
            // Packed to bytes, of which none becomes 0 that was not.
            let bytes = _mm_packs_epi16(first, second);
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))
        };
        !empty as u16
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn sixteen(lanes: &[u16; 16]) -> u16 {
        (0..16).fold(0, |all, at| all | u16::from(lanes[at] != 0) << at)
    }
}

/// Lanes that are all ones where a bit is set, and 0 elsewhere.
pub(super) mod mask {
    use super::Machine;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(bits: u64) -> [u8; N] {
        use std::arch::x86_64::*;
        let mut lanes = [0; N];
        if !M::NEWER {
            return by_words(bits);
        }
        // Each lane gets the byte of bits that its own is in, of which that one is left. As wide as the board is kept.
        let wide = N.is_multiple_of(32);
        let mut at = 0;
        while at < N {
            let bits = bits >> at;
            // SAFETY: a newer machine has these instructions; N is a multiple of how many lanes are stored.
            unsafe {
                let lanes = lanes.as_mut_ptr().add(at);
                let own_bit = 0x8040_2010_0804_0201_u64 as i64;
                let [first, second] = [0x0101_0101_0101_0101, 0x0202_0202_0202_0202];
                if wide {
                    let third = 0x0303_0303_0303_0303;
                    let own_byte = _mm256_set_epi64x(third, second, first, 0);
                    let own_bit = _mm256_set1_epi64x(own_bit);
                    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), own_byte);
                    let ones = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, own_bit), own_bit);
                    _mm256_storeu_si256(lanes.cast(), ones);
                } else {
                    let own_bit = _mm_set1_epi64x(own_bit);
                    let own_byte = _mm_set_epi64x(first, 0);
                    let bytes = _mm_shuffle_epi8(_mm_set1_epi16(bits as i16), own_byte);
                    let ones = _mm_cmpeq_epi8(_mm_and_si128(bytes, own_bit), own_bit);
                    _mm_storeu_si128(lanes.cast(), ones);
                }
            }
            at += if wide { 32 } else { 16 };
        }
        lanes
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(bits: u64) -> [u8; N] {
        by_words(bits)
    }

    /// Eight lanes at a time: the bits of a byte as the bytes of a word, by one multiplication for seven of them.
    #[inline(always)]
    fn by_words<const N: usize>(bits: u64) -> [u8; N] {
        let mut lanes = [0; N];
        let (words, _) = lanes.as_chunks_mut::<8>();
        for (at, word) in words.iter_mut().enumerate() {
            let bits = bits >> (8 * at) & 0xFF;
            let ones = (bits & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101
                | (bits & 0x80) << 49;
            *word = ones.wrapping_mul(0xFF).to_le_bytes();
        }
        lanes
    }

    #[inline(always)]
    pub fn u16<M: Machine, const N: usize>(bits: u64) -> [u16; N] {
        // The same on any machine.
        let (mut lanes, _) = ([0; N], M::NEWER);
        for (at, lane) in lanes.iter_mut().enumerate() {
            *lane = ((bits >> at & 1) as u16).wrapping_neg();
        }
        lanes
    }
}

/// Which lanes hold a number of seeds, or as many at least, or an odd number: a bit each. In the instructions that there
/// are for it: the compiler takes the lanes apart one by one.
pub(super) mod holding {
    use super::Machine;

    /// What is asked of a lane.
    #[derive(Clone, Copy)]
    pub enum Asked<T> {
        Just(T),
        AtLeast(T),
        Odd,
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(lanes: &[u8; N], asked: Asked<u8>) -> u64 {
        use std::arch::x86_64::*;
        // As wide as the board is kept: a vector that is taken apart and put together again is waited for.
        let wide = M::NEWER && N.is_multiple_of(32);
        let (mut all, mut at) = (0, 0);
        while at < N {
            // SAFETY: there are the bytes that are loaded, since N is a multiple of how many they are; SSE2 is part of
            // x86-64, and a newer machine has AVX2.
            let these = unsafe {
                let lanes = lanes.as_ptr().add(at);
                if wide {
                    let lanes = _mm256_loadu_si256(lanes.cast());
                    _mm256_movemask_epi8(match asked {
                        Asked::Just(seeds) => {
                            _mm256_cmpeq_epi8(lanes, _mm256_set1_epi8(seeds as i8))
                        }
                        Asked::AtLeast(seeds) => {
                            let seeds = _mm256_set1_epi8(seeds as i8);
                            _mm256_cmpeq_epi8(_mm256_max_epu8(lanes, seeds), lanes)
                        }
                        // The lowest bit of each comes to be its highest.
                        Asked::Odd => _mm256_slli_epi16::<7>(lanes),
                    })
                } else {
                    let lanes = _mm_loadu_si128(lanes.cast());
                    _mm_movemask_epi8(match asked {
                        Asked::Just(seeds) => _mm_cmpeq_epi8(lanes, _mm_set1_epi8(seeds as i8)),
                        Asked::AtLeast(seeds) => {
                            let seeds = _mm_set1_epi8(seeds as i8);
                            _mm_cmpeq_epi8(_mm_max_epu8(lanes, seeds), lanes)
                        }
                        Asked::Odd => _mm_slli_epi16::<7>(lanes),
                    })
                }
            };
            all |= u64::from(these as u32) << at;
            at += if wide { 32 } else { 16 };
        }
        all
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(lanes: &[u8; N], asked: Asked<u8>) -> u64 {
        any::<M, u8, N>(lanes, asked, |lane| lane & 1 == 1)
    }

    #[inline(always)]
    pub fn u16<M: Machine, const N: usize>(lanes: &[u16; N], asked: Asked<u16>) -> u64 {
        any::<M, u16, N>(lanes, asked, |lane| lane & 1 == 1)
    }

    #[inline(always)]
    fn any<M: Machine, T: Copy + Ord, const N: usize>(
        lanes: &[T; N],
        asked: Asked<T>,
        is_odd: fn(T) -> bool,
    ) -> u64 {
        // The same on any machine.
        let (mut all, _) = (0, M::NEWER);
        for (at, &lane) in lanes.iter().enumerate() {
            let is = match asked {
                Asked::Just(seeds) => lane == seeds,
                Asked::AtLeast(seeds) => lane >= seeds,
                Asked::Odd => is_odd(lane),
            };
            all |= u64::from(is) << at;
        }
        all
    }
}

/// Keeping what a mask says, and summing up what is lost, which is less than 65,536 seeds. In the instructions that
/// there are for it: left to the compiler it comes out at thrice as many.
pub(super) mod keep {
    use super::Machine;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(lanes: &mut [u8; N], mask: &[u8; N]) -> u32 {
        use std::arch::x86_64::*;
        let wide = M::NEWER && N.is_multiple_of(32);
        let (mut sum, mut at) = (0, 0);
        // By number: iterators over two slices are not always seen through in so long a function.
        while at < N {
            // SAFETY: there are the bytes that are loaded and stored, since N is a multiple of how many they are; SSE2
            // is part of x86-64, and a newer machine has AVX2.
            unsafe {
                let lanes = lanes.as_mut_ptr().add(at);
                let mask = mask.as_ptr().add(at);
                let sums = if wide {
                    let board = _mm256_loadu_si256(lanes.cast());
                    let mask = _mm256_loadu_si256(mask.cast());
                    _mm256_storeu_si256(lanes.cast(), _mm256_and_si256(board, mask));
                    let lost = _mm256_andnot_si256(mask, board);
                    // Four sums, of eight bytes each; and then two.
                    let sums = _mm256_sad_epu8(lost, _mm256_setzero_si256());
                    let high = _mm256_extracti128_si256::<1>(sums);
                    _mm_add_epi64(_mm256_castsi256_si128(sums), high)
                } else {
                    let board = _mm_loadu_si128(lanes.cast());
                    let mask = _mm_loadu_si128(mask.cast());
                    _mm_storeu_si128(lanes.cast(), _mm_and_si128(board, mask));
                    _mm_sad_epu8(_mm_andnot_si128(mask, board), _mm_setzero_si128())
                };
                sum += _mm_cvtsi128_si32(sums) + _mm_extract_epi16::<4>(sums);
            }
            at += if wide { 32 } else { 16 };
        }
        sum as u32
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn u8<M: Machine, const N: usize>(lanes: &mut [u8; N], mask: &[u8; N]) -> u32 {
        let mut sum = 0;
        for at in 0..N {
            sum += u32::from(lanes[at] & !mask[at]);
            lanes[at] &= mask[at];
        }
        sum
    }

    #[inline(always)]
    pub fn u16<M: Machine, const N: usize>(lanes: &mut [u16; N], mask: &[u16; N]) -> u32 {
        // The compiler does well by itself, on any machine.
        let (mut sum, _) = (0u16, M::NEWER);
        for at in 0..N {
            sum = sum.wrapping_add(lanes[at] & !mask[at]);
            lanes[at] &= mask[at];
        }
        sum.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_counts_the_same() {
        for mask in
            (0..4096u64).flat_map(|low| [low, low << 7, low.wrapping_mul(0x9E37_79B9_7F4A_7C15)])
        {
            assert_eq!(Any::ones(mask), Newer::ones(mask));
            let bits = (0..64).filter(|bit| mask >> bit & 1 == 1);
            for (number, bit) in bits.enumerate() {
                assert_eq!(number_of_one::<Any>(mask, number as u32), bit);
                assert_eq!(number_of_one::<Newer>(mask, number as u32), bit);
            }
        }
    }
}
