//! Random numbers: xoshiro256++, seeded for each game from the master seed and the game's index, with a
//! range sampling of our own, so that a game is the same on every machine and in every run.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator's name, as results tell it.
pub const NAME: &str = "xoshiro256++";

/// The random numbers of one game.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator of the game of this index under this master seed.
    pub fn for_game(seed: u64, index: u64) -> Self {
        // Four words from a SplitMix64 sequence that begins where the seed and the index put it. The seed
        // is mixed first, so that games of neighbouring seeds do not overlap.
        let mut state = mix(seed) ^ index.wrapping_mul(0xA24B_AED4_963E_E407);
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(8) {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            word.copy_from_slice(&mix(state).to_le_bytes());
        }
        Random(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// A number below `bound`, each as likely as the other. See D. Lemire, *Fast random integer generation
    /// in an interval*, ACM TOMACS 29 (2019).
    ///
    /// `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let mut wide = u64::from(self.word()) * u64::from(bound);
        if (wide as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u32) < threshold {
                wide = u64::from(self.word()) * u64::from(bound);
            }
        }
        (wide >> 32) as u32
    }

    #[inline]
    fn word(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

/// The finaliser of SplitMix64.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_about_as_likely() {
        let mut random = Random::for_game(1, 1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&count| (9_600..10_400).contains(&count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_game_is_told_by_seed_and_index_alone() {
        let draw = |seed, index| {
            let mut random = Random::for_game(seed, index);
            [random.below(1 << 30), random.below(1 << 30)]
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 1));
        assert_ne!(draw(1, 2), draw(1, 3));
    }
}
