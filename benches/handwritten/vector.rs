//! Sixteen bytes, all below 128 where they are compared: the operations that the hand-written engines need.

macro_rules! operations {
    ($($name:ident $(<$n:ident>)? ($($arg:ident: $in:ty),*) $(-> $out:ty)? { $body:expr })*) => {$(
        #[inline(always)]
        pub fn $name $(<const $n: i32>)? ($($arg: $in),*) $(-> $out)? { $body }
    )*};
}

pub use machine::*;

#[cfg(target_arch = "x86_64")]
mod machine {
    use std::arch::x86_64::*;

    pub type V = __m128i;

    // SAFETY: SSE2 is part of x86-64, and the arrays have the sixteen bytes.
    operations! {
        load(from: &[u8; 16]) -> V { unsafe { _mm_loadu_si128(from.as_ptr().cast()) } }
        store(to: &mut [u8; 16], v: V) { unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) } }
        splat(byte: u8) -> V { unsafe { _mm_set1_epi8(byte as i8) } }
        add(a: V, b: V) -> V { unsafe { _mm_add_epi8(a, b) } }
        and(a: V, b: V) -> V { unsafe { _mm_and_si128(a, b) } }
        above(a: V, b: V) -> V { unsafe { _mm_cmpgt_epi8(a, b) } }
        mask(a: V) -> u32 { unsafe { _mm_movemask_epi8(a) as u32 } }
        down<N>(a: V) -> V { unsafe { _mm_srli_si128(a, N) } }
        up<N>(a: V) -> V { unsafe { _mm_slli_si128(a, N) } }
    }
}

/// The same for other machines.
#[cfg(not(target_arch = "x86_64"))]
mod machine {
    use std::array::from_fn;

    pub type V = [u8; 16];

    operations! {
        load(from: &[u8; 16]) -> V { *from }
        store(to: &mut [u8; 16], v: V) { *to = v }
        splat(byte: u8) -> V { [byte; 16] }
        add(a: V, b: V) -> V { from_fn(|i| a[i].wrapping_add(b[i])) }
        and(a: V, b: V) -> V { from_fn(|i| a[i] & b[i]) }
        above(a: V, b: V) -> V { from_fn(|i| if a[i] > b[i] { 0xff } else { 0 }) }
        mask(a: V) -> u32 { (0..16).map(|i| u32::from(a[i] >> 7) << i).sum() }
        down<N>(a: V) -> V { (u128::from_le_bytes(a) >> (8 * N)).to_le_bytes() }
        up<N>(a: V) -> V { (u128::from_le_bytes(a) << (8 * N)).to_le_bytes() }
    }
}
