//! Vectors of `f32` for the register tiles.
//!
//! Functions here are inlined into functions that are compiled for the vector's instructions; on their own they would be slow
//! but correct. Loads and stores of the first `n` elements touch only those.
#![expect(unsafe_code, reason = "vector instructions and raw pointers")]

/// A vector and its operations.
///
/// The functions are unsafe because not every processor has the instructions, and because of the pointers that they load from and
/// store to.
pub(crate) trait Simd: Copy {
    /// The vector.
    type V: Copy;
    /// Its elements.
    const LANES: usize;
    /// All elements the same.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn splat(x: f32) -> Self::V;
    /// All elements from memory, of any alignment.
    ///
    /// # Safety
    /// The processor has the instructions; `from` is valid for `LANES` elements.
    unsafe fn load(from: *const f32) -> Self::V;
    /// The first `n` elements, 1 to `LANES`; the others are zero.
    ///
    /// # Safety
    /// The processor has the instructions; `from` is valid for `n` elements.
    unsafe fn load_first(from: *const f32, n: usize) -> Self::V;
    /// All elements to memory.
    ///
    /// # Safety
    /// The processor has the instructions; `to` is valid for `LANES` elements.
    unsafe fn store(to: *mut f32, v: Self::V);
    /// The first `n` elements to memory.
    ///
    /// # Safety
    /// The processor has the instructions; `to` is valid for `n` elements.
    unsafe fn store_first(to: *mut f32, v: Self::V, n: usize);
    /// Asks for a line of memory in the second cache. Any address will do.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn prefetch(_at: *const u8) {}
    /// `a + b`.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// `a * b`.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V;
    /// `a / b`.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V;
    /// The larger of a bound and each element; elements that are NaN, or equal to it, stay as they are.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn at_least(bound: Self::V, x: Self::V) -> Self::V;
    /// The smaller of a bound and each element; elements that are NaN, or equal to it, stay as they are.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn at_most(bound: Self::V, x: Self::V) -> Self::V;
    /// `a * b + c`.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
}

/// Four numbers in an array: what every processor can do.
#[derive(Clone, Copy)]
pub(crate) struct Baseline;

impl Simd for Baseline {
    type V = [f32; 4];
    const LANES: usize = 4;
    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }
    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; 4] {
        // SAFETY: the caller says that `from` is valid for four elements; unaligned access is allowed.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f32, n: usize) -> [f32; 4] {
        let mut v = [0.0; 4];
        for (i, x) in v.iter_mut().enumerate().take(n) {
            // SAFETY: the caller says that `from` is valid for `n` elements, and `take(n)` stops there.
            *x = unsafe { *from.add(i) };
        }
        v
    }
    #[inline(always)]
    unsafe fn store(to: *mut f32, v: [f32; 4]) {
        // SAFETY: the caller says that `to` is valid for four elements; unaligned access is allowed.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(v) }
    }
    #[inline(always)]
    unsafe fn store_first(to: *mut f32, v: [f32; 4], n: usize) {
        for (i, x) in v.into_iter().enumerate().take(n) {
            // SAFETY: the caller says that `to` is valid for `n` elements, and `take(n)` stops there.
            unsafe { *to.add(i) = x }
        }
    }
    #[inline(always)]
    unsafe fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] + b[i])
    }
    #[inline(always)]
    unsafe fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] - b[i])
    }
    #[inline(always)]
    unsafe fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] * b[i])
    }
    #[inline(always)]
    unsafe fn div(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] / b[i])
    }
    #[inline(always)]
    unsafe fn at_least(bound: [f32; 4], x: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| if bound[i] > x[i] { bound[i] } else { x[i] })
    }
    #[inline(always)]
    unsafe fn at_most(bound: [f32; 4], x: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| if bound[i] < x[i] { bound[i] } else { x[i] })
    }
    // Without the instruction, fusing would cost a call for each number.
    #[inline(always)]
    unsafe fn fma(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::Simd;

    /// Eight numbers.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2;

    /// Masks for the first `n` of eight numbers start at element `8 - n`.
    static MASKS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

    impl Avx2 {
        /// # Safety
        /// The processor has AVX2, and `n` is 8 at most.
        #[inline(always)]
        unsafe fn mask(n: usize) -> __m256i {
            // SAFETY: `n` is at most 8, so eight elements lie in the table.
            unsafe { _mm256_loadu_si256(MASKS.as_ptr().add(8 - n.min(8)).cast()) }
        }
    }

    impl Simd for Avx2 {
        type V = __m256;
        const LANES: usize = 8;
        #[inline(always)]
        unsafe fn splat(x: f32) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_set1_ps(x) }
        }
        #[inline(always)]
        unsafe fn load(from: *const f32) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2, and that `from` is valid for 8 elements;
            // the load needs no alignment.
            unsafe { _mm256_loadu_ps(from) }
        }
        #[inline(always)]
        unsafe fn load_first(from: *const f32, n: usize) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2, and that `from` is valid for `n` elements; the mask keeps the load
            // from accessing others.
            unsafe { if n >= 8 { _mm256_loadu_ps(from) } else { _mm256_maskload_ps(from, Self::mask(n)) } }
        }
        #[inline(always)]
        unsafe fn store(to: *mut f32, v: __m256) {
            // SAFETY: the caller says that the processor has AVX2, and that `to` is valid for 8 elements; the
            // store needs no alignment.
            unsafe { _mm256_storeu_ps(to, v) }
        }
        #[inline(always)]
        unsafe fn store_first(to: *mut f32, v: __m256, n: usize) {
            // A store with a mask takes processors of some makers longer than all of these.
            // SAFETY: the caller says that the processor has AVX2, and that `to` is valid for `n` elements. Those that are stored are the
            // first `n`, in parts of as many elements as the bits of `n` say; the stores need no alignment.
            unsafe {
                if n >= 8 {
                    return _mm256_storeu_ps(to, v);
                }
                let (mut rest, mut to) = (_mm256_castps256_ps128(v), to);
                if n & 4 != 0 {
                    _mm_storeu_ps(to, rest);
                    (rest, to) = (_mm256_extractf128_ps::<1>(v), to.add(4));
                }
                if n & 2 != 0 {
                    _mm_storel_pd(to.cast(), _mm_castps_pd(rest));
                    (rest, to) = (_mm_movehl_ps(rest, rest), to.add(2));
                }
                if n & 1 != 0 {
                    _mm_store_ss(to, rest);
                }
            }
        }
        #[inline(always)]
        unsafe fn prefetch(at: *const u8) {
            // SAFETY: the caller says that the processor has AVX2; a prefetch accepts any address.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) }
        }
        #[inline(always)]
        unsafe fn add(a: __m256, b: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_add_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn sub(a: __m256, b: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_sub_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn mul(a: __m256, b: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_mul_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn div(a: __m256, b: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_div_ps(a, b) }
        }
        // Of numbers that are not in order, the instructions give the second.
        #[inline(always)]
        unsafe fn at_least(bound: __m256, x: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_max_ps(bound, x) }
        }
        #[inline(always)]
        unsafe fn at_most(bound: __m256, x: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2.
            unsafe { _mm256_min_ps(bound, x) }
        }
        #[inline(always)]
        unsafe fn fma(a: __m256, b: __m256, c: __m256) -> __m256 {
            // SAFETY: the caller says that the processor has AVX2 and FMA.
            unsafe { _mm256_fmadd_ps(a, b, c) }
        }
    }

    /// Sixteen numbers.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512;

    /// The first `n` of sixteen.
    #[inline(always)]
    fn first(n: usize) -> __mmask16 {
        (((1u32 << n.min(16)) - 1) & 0xffff) as __mmask16
    }

    impl Simd for Avx512 {
        type V = __m512;
        const LANES: usize = 16;
        #[inline(always)]
        unsafe fn splat(x: f32) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_set1_ps(x) }
        }
        #[inline(always)]
        unsafe fn load(from: *const f32) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512, and that `from` is valid for 16
            // elements; the load needs no alignment.
            unsafe { _mm512_loadu_ps(from) }
        }
        #[inline(always)]
        unsafe fn load_first(from: *const f32, n: usize) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512, and that `from` is valid for `n` elements; the mask keeps the load
            // from accessing others.
            unsafe { _mm512_maskz_loadu_ps(first(n), from) }
        }
        #[inline(always)]
        unsafe fn store(to: *mut f32, v: __m512) {
            // SAFETY: the caller says that the processor has AVX-512, and that `to` is valid for 16 elements;
            // the store needs no alignment.
            unsafe { _mm512_storeu_ps(to, v) }
        }
        #[inline(always)]
        unsafe fn store_first(to: *mut f32, v: __m512, n: usize) {
            // SAFETY: the caller says that the processor has AVX-512, and that `to` is valid for `n` elements; the mask keeps the store
            // from accessing others.
            unsafe { _mm512_mask_storeu_ps(to, first(n), v) }
        }
        #[inline(always)]
        unsafe fn prefetch(at: *const u8) {
            // SAFETY: the caller says that the processor has AVX-512; a prefetch accepts any address.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) }
        }
        #[inline(always)]
        unsafe fn add(a: __m512, b: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_add_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn sub(a: __m512, b: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_sub_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn mul(a: __m512, b: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_mul_ps(a, b) }
        }
        #[inline(always)]
        unsafe fn div(a: __m512, b: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_div_ps(a, b) }
        }
        // Of numbers that are not in order, the instructions give the second.
        #[inline(always)]
        unsafe fn at_least(bound: __m512, x: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_max_ps(bound, x) }
        }
        #[inline(always)]
        unsafe fn at_most(bound: __m512, x: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_min_ps(bound, x) }
        }
        #[inline(always)]
        unsafe fn fma(a: __m512, b: __m512, c: __m512) -> __m512 {
            // SAFETY: the caller says that the processor has AVX-512.
            unsafe { _mm512_fmadd_ps(a, b, c) }
        }
    }
}
