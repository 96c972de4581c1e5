//! What depends on the machine: counting bits, and code compiled for newer machines.
//!
//! The program is built for any x86-64. Most machines can do more: add 16 pits at once, count the bits of a
//! word in one instruction. The loops that play random games are therefore compiled twice, and which of the
//! two is taken is found out when the program runs. Both are the same source, so they do the same.

#[cfg(target_arch = "x86_64")]
use super::pits::Chunk;
use super::position::Position;
use super::quick::Board;

/// A kind of machine.
pub trait Machine {
    /// How many bits are set.
    fn ones(mask: u64) -> u32;

    /// Its lowest bits, so many; no more than 63.
    #[inline(always)]
    fn lowest(mask: u64, number: u32) -> u64 {
        mask & ((1 << (number % 64)) - 1)
    }
}

/// Any machine.
#[derive(Clone, Copy, Debug)]
pub struct Any;

impl Machine for Any {
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

/// Something that is done with a quick program, compiled for each width of boards and each kind of machine.
pub trait QuickWork {
    /// What comes of it.
    type Output;

    /// The position that it begins with.
    fn position(&self) -> &Position;

    /// Does it. To be compiled for newer machines it must be inlined, with all it calls often.
    fn go<B: Board, M: Machine>(self) -> Self::Output;
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
pub(super) fn done<B: Board, W: QuickWork>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn newer<B: Board, W: QuickWork>(work: W) -> W::Output {
            work.go::<B, Newer>()
        }
        if is_newer() {
            // SAFETY: the machine has just been found to have these features.
            return unsafe { newer::<B, W>(work) };
        }
    }
    work.go::<B, Any>()
}

/// Which of these lanes are not 0, a bit each.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn not_zero(first: &Chunk, second: &Chunk) -> u16 {
    use std::arch::x86_64::*;
    // SAFETY: SSE2 is part of x86-64, and a chunk has the sixteen bytes that are loaded.
    let empty = unsafe {
        let [first, second] = [first, second].map(|chunk| _mm_loadu_si128(chunk.as_ptr().cast()));
        // Packed to bytes, of which none becomes 0 that was not.
        let bytes = _mm_packs_epi16(first, second);
        _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))
    };
    !empty as u16
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
