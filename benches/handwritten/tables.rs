//! The tables of the hand-written engine for Kiothi.

use super::kiothi::{PITS, RING};

macro_rules! table {
    ($(#[$doc:meta])* $name:ident[$size:expr], $at:ident => $entry:expr) => {
        $(#[$doc])*
        pub static $name: [u8; $size] = {
            let (mut table, mut $at) = ([0; $size], 0);
            while $at < $size {
                table[$at] = $entry as u8;
                $at += 1;
            }
            table
        };
    };
}

table! {
    /// 64 entries for every number of seeds: what a lap adds to the pits, and takes from the pit it begins
    /// in. That is the entry of number 20, the next pit the 21st, and so on round, so that the ring for a
    /// lap from pit `p` begins at entry `20 - p`.
    LAP[64 * 64], at => {
        let (seeds, distance) = (at / 64, at % 64 % RING);
        let sown = seeds / RING + (distance != 0 && distance <= seeds % RING) as usize;
        sown.wrapping_sub(if distance == 0 { seeds } else { 0 })
    }
}
table! {
    /// Numbers of the ring without end, brought back to 0..20.
    WRAP[128], at => at % RING
}
table! {
    /// 32 entries for every pit: all ones for the pits that stay when it and the opposite one are emptied.
    KEEP[32 * RING], at => {
        let (emptied, pit) = (at / 32, at % 32);
        if pit == emptied || pit + emptied == RING - 1 { 0 } else { 0xff }
    }
}
table! {
    /// All ones for a row.
    ROW[32], at => if at < PITS { 0xff } else { 0 }
}
table! {
    /// 16 entries for every mask of nine bits: which bit the k-th one is that is not set.
    CLEAR[16 * 512], at => {
        let (mask, k, mut bit, mut clear) = (at / 16, at % 16, 0, 0);
        while clear < k || mask >> bit & 1 == 1 {
            clear += 1 - (mask >> bit & 1);
            bit += 1;
        }
        bit
    }
}
