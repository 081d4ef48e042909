//! From coefficients to samples: the inverse cosine transform in integers, of all 64 coefficients or of the subset that a smaller picture
//! needs.
//!
//! The methods are that of Loeffler, Ligtenberg and Moschytz (1989) with 13 bits of fractions, and that of Arai, Agui and Nakajima
//! (1988) with 8 bits, which is fast and less accurate.

/// The transforms from coefficients to samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transform {
    /// The method of Arai, Agui and Nakajima.
    Fast,
    /// The method of Loeffler, Ligtenberg and Moschytz.
    Accurate,
}

/// Bits of the fraction of factors.
const BITS: u32 = 13;
/// Bits that are kept between the two passes.
const KEPT: u32 = 2;

/// A factor.
const fn fixed(x: f64) -> i32 {
    (x * (1 << BITS) as f64 + 0.5) as i32
}

/// Divides by a power of two, rounding halves up.
fn rounded(x: i32, bits: u32) -> i32 {
    x.wrapping_add(1 << (bits - 1)) >> bits
}

fn sample(x: i32) -> u8 {
    (x + 128).clamp(0, 255) as u8
}

/// The factors of coefficients: for the fast method, the factors of its columns and rows are part of it.
pub(super) fn factors(table: &[u16; 64], fast: bool) -> [i32; 64] {
    let mut factors = table.map(i32::from);
    if fast {
        let scale = |k: usize| match k {
            0 => 1.0,
            k => (k as f64 * std::f64::consts::PI / 16.0).cos() * std::f64::consts::SQRT_2,
        };
        for (at, factor) in factors.iter_mut().enumerate() {
            let both = (scale(at / 8) * scale(at % 8) * 16384.0).round() as i32;
            *factor = rounded(both * *factor, 12);
        }
    }
    factors
}

/// The samples of a block: `size` rows of as many, which may be 1, 2, 4 or 8.
pub(super) fn block(
    coefficients: &[i16; 64],
    factors: &[i32; 64],
    size: usize,
    fast: bool,
    out: &mut [u8; 64],
) {
    let mut values = [0; 64];
    for ((value, &coefficient), &factor) in values.iter_mut().zip(coefficients).zip(factors) {
        *value = i32::from(coefficient).wrapping_mul(factor);
    }
    match (size, fast) {
        (8, true) => by_columns_and_rows(&mut values, out, fast_pass, |x| sample(x >> 5), |x| x),
        (8, false) => by_columns_and_rows(
            &mut values,
            out,
            accurate_pass,
            |x| sample(rounded(x, BITS + KEPT + 3)),
            |x| rounded(x, BITS - KEPT),
        ),
        (4, _) => quarter(&values, out),
        (2, _) => sixteenth(&values, out),
        _ => out[0] = sample(rounded(values[0], 3)),
    }
}

fn by_columns_and_rows(
    values: &mut [i32; 64],
    out: &mut [u8; 64],
    pass: fn([i32; 8]) -> [i32; 8],
    last: fn(i32) -> u8,
    between: fn(i32) -> i32,
) {
    for column in 0..8 {
        let made = pass(std::array::from_fn(|row| values[8 * row + column]));
        for (row, made) in made.into_iter().enumerate() {
            values[8 * row + column] = between(made);
        }
    }
    for (row, out) in values.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0) {
        *out = pass(*row).map(last);
    }
}

/// Eight numbers, with a fraction of 8 bits in the factors alone, which is cut off.
fn fast_pass([c0, c1, c2, c3, c4, c5, c6, c7]: [i32; 8]) -> [i32; 8] {
    let times = |x: i32, factor: i32| x.wrapping_mul(factor) >> 8;
    let (sum, difference) = (c0 + c4, c0 - c4);
    let even = c2 + c6;
    let odd = times(c2 - c6, 362) - even;
    let (e0, e3, e1, e2) = (sum + even, sum - even, difference + odd, difference - odd);
    let (z13, z10, z11, z12) = (c5 + c3, c5 - c3, c1 + c7, c1 - c7);
    let o7 = z11 + z13;
    let middle = times(z11 - z13, 362);
    let z5 = times(z10 + z12, 473);
    let o10 = times(z12, 277) - z5;
    let o12 = times(z10, -669) + z5;
    let o6 = o12 - o7;
    let o5 = middle - o6;
    let o4 = o10 + o5;
    [e0 + o7, e1 + o6, e2 + o5, e3 - o4, e3 + o4, e2 - o5, e1 - o6, e0 - o7]
}

/// Eight numbers, larger by the fraction of the factors.
fn accurate_pass([c0, c1, c2, c3, c4, c5, c6, c7]: [i32; 8]) -> [i32; 8] {
    let times = |x: i32, factor: f64| x.wrapping_mul(fixed(factor));
    let less = |x: i32, factor: f64| x.wrapping_mul(-fixed(factor));
    let both = times(c2 + c6, 0.541_196_100);
    let (t2, t3) = (both + less(c6, 1.847_759_065), both + times(c2, 0.765_366_865));
    let (t0, t1) = ((c0 + c4) << BITS, (c0 - c4) << BITS);
    let (e0, e3, e1, e2) = (t0 + t3, t0 - t3, t1 + t2, t1 - t2);
    let (z1, z2, z3, z4) = (c7 + c1, c5 + c3, c7 + c3, c5 + c1);
    let z5 = times(z3 + z4, 1.175_875_602);
    let (z1, z2) = (less(z1, 0.899_976_223), less(z2, 2.562_915_447));
    let (z3, z4) = (less(z3, 1.961_570_560) + z5, less(z4, 0.390_180_644) + z5);
    let o0 = times(c7, 0.298_631_336) + z1 + z3;
    let o1 = times(c5, 2.053_119_869) + z2 + z4;
    let o2 = times(c3, 3.072_711_026) + z2 + z3;
    let o3 = times(c1, 1.501_321_110) + z1 + z4;
    [e0 + o3, e1 + o2, e2 + o1, e3 + o0, e3 - o0, e2 - o1, e1 - o2, e0 - o3]
}

/// Four numbers of a half-sized block, twice as large as the fraction of the factors makes them; the fifth coefficient counts for nothing.
fn half_pass([c0, c1, c2, c3, _, c5, c6, c7]: [i32; 8]) -> [i32; 4] {
    let times = |x: i32, factor: f64| x.wrapping_mul(fixed(factor));
    let t0 = c0 << (BITS + 1);
    let t2 = times(c2, 1.847_759_065) - times(c6, 0.765_366_865);
    let (e0, e1) = (t0 + t2, t0 - t2);
    let o0 = times(c5, 1.451_774_981) - times(c7, 0.211_164_243) - times(c3, 2.172_734_803)
        + times(c1, 1.061_594_337);
    let o2 = times(c3, 0.899_976_223) - times(c7, 0.509_795_579) - times(c5, 0.601_344_887)
        + times(c1, 2.562_915_447);
    [e0 + o2, e1 + o0, e1 - o0, e0 - o2]
}

fn quarter(values: &[i32; 64], out: &mut [u8; 64]) {
    let mut rows = [[0; 8]; 4];
    for column in [0, 1, 2, 3, 5, 6, 7] {
        let made = half_pass(std::array::from_fn(|row| values[8 * row + column]));
        for (row, made) in rows.iter_mut().zip(made) {
            row[column] = rounded(made, BITS - KEPT + 1);
        }
    }
    for (row, out) in rows.into_iter().zip(out.as_chunks_mut::<4>().0) {
        *out = half_pass(row).map(|x| sample(rounded(x, BITS + KEPT + 3 + 1)));
    }
}

/// Two numbers, four times as large as the fraction makes them, of the first and the odd coefficients.
fn fourth_pass([c0, c1, _, c3, _, c5, _, c7]: [i32; 8]) -> [i32; 2] {
    let times = |x: i32, factor: f64| x.wrapping_mul(fixed(factor));
    let even = c0 << (BITS + 2);
    let odd = times(c5, 0.850_430_095) - times(c7, 0.720_959_822) - times(c3, 1.272_758_580)
        + times(c1, 3.624_509_785);
    [even + odd, even - odd]
}

fn sixteenth(values: &[i32; 64], out: &mut [u8; 64]) {
    let mut rows = [[0; 8]; 2];
    for column in [0, 1, 3, 5, 7] {
        let made = fourth_pass(std::array::from_fn(|row| values[8 * row + column]));
        for (row, made) in rows.iter_mut().zip(made) {
            row[column] = rounded(made, BITS - KEPT + 2);
        }
    }
    for (row, out) in rows.into_iter().zip(out.as_chunks_mut::<2>().0) {
        *out = fourth_pass(row).map(|x| sample(rounded(x, BITS + KEPT + 3 + 2)));
    }
}
