//! Numbers drawn by rejection: gamma, Poisson and binomial distributions, and normal numbers between bounds.
//!
//! The number of words that a number takes is random, so each number has words of its own. The methods are those of the
//! literature, as TensorFlow uses them: Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables" (2000); Hörmann,
//! "The Transformed Rejection Method for Generating Poisson Random Variables" (1993) and "The Generation of Binomial Random
//! Variates" (1993), for small means Knuth's products and the sums of geometric numbers; Robert, "Simulation of Truncated Normal
//! Variables" (1995).

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output};
use tfrt_executor::tensor::{DType, Dims, Element, TensorMetadata};

use super::philox::{Draw as _, Philox};
use super::{Sequences, reserve, seed_argument};
use crate::ops::elementwise::broadcast::broadcast_shape;

use crate::ops::arrays::gather::product;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{collected, copied, filled, result_metadata};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Blocks of words that are a number's own.
const OWN: u64 = 256;
/// As that, of a binomial number that is drawn by inversion. Those drawn by rejection have [`OWN`] blocks, in the same tensor.
const OWN_BY_INVERSION: u64 = 42;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let sequences = Sequences::default();
    ops.add(
        "tf.RandomGamma",
        OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
            let wanted = result_metadata(frame, 0)?;
            let alphas = numbers(frame, 1)?;
            let generator = reserve(&sequences, frame, wanted.shape.num_elements());
            drawn(frame, wanted, generator, &alphas, gamma)
        }),
    );
    for (name, source) in
        [("tf.StatelessRandomGammaV2", Source::Seed), ("tf.StatelessRandomGammaV3", Source::Key)]
    {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let wanted = result_metadata(frame, 0)?;
                let alphas = numbers(frame, frame.num_args() - 1)?;
                let generator = source.generator(frame)?;
                drawn(frame, wanted, generator, &alphas, gamma)
            }),
        );
    }
    for name in ["tf.RandomPoisson", "tf.RandomPoissonV2"] {
        let sequences = Sequences::default();
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let wanted = result_metadata(frame, 0)?;
                let rates = numbers(frame, 1)?;
                let generator = reserve(&sequences, frame, wanted.shape.num_elements());
                drawn(frame, wanted, generator, &rates, poisson)
            }),
        );
    }
    ops.add(
        "tf.StatelessRandomPoisson",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let wanted = result_metadata(frame, 0)?;
            let rates = numbers(frame, 2)?;
            let generator = Philox::scrambled(seed_argument(frame, 1)?);
            drawn(frame, wanted, generator, &rates, poisson)
        }),
    );
    ops.add(
        "tf.StatelessRandomBinomial",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let numbers = Binomial::of(frame)?;
            let generator = Philox::scrambled(seed_argument(frame, 1)?);
            binomials(frame, &numbers, generator)
        }),
    );
}

/// A tensor of binomial numbers that is to be drawn.
pub(super) struct Binomial {
    wanted: TensorMetadata,
    counts: Vec<f64>,
    chances: Vec<f64>,
    /// The shapes of both, and the one that they are broadcast to.
    sizes: [Dims; 2],
    inner: Dims,
}

impl Binomial {
    /// As the last two arguments say, in the shape of the result.
    pub(super) fn of(frame: &DispatchFrame<'_>) -> Result<Binomial, OpError> {
        let wanted = result_metadata(frame, 0)?.clone();
        let of_counts = frame.num_args() - 2;
        let (left, right) = (frame.dense(of_counts)?.shape(), frame.dense(of_counts + 1)?.shape());
        let inner = broadcast_shape(left, right)?.dims();
        let sizes = [left.dims(), right.dims()];
        Ok(Binomial {
            wanted,
            counts: numbers(frame, of_counts)?,
            chances: numbers(frame, of_counts + 1)?,
            sizes,
            inner,
        })
    }

    /// Numbers for each pair of parameters.
    fn samples(&self) -> usize {
        self.wanted.shape.num_elements() / product(&self.inner).max(1)
    }

    /// The distance by which a generator that others use as well is advanced.
    pub(super) fn reserved(&self) -> u64 {
        const PER_NUMBER: u64 = 2 * 100;
        let pairs = (product(&self.inner) as u64).wrapping_mul(PER_NUMBER);
        pairs.wrapping_mul(self.samples() as u64 + 3) / 4
    }

    /// The place of a pair's parameter in a tensor of these sizes.
    fn place(&self, sizes: &[i64], pair: usize) -> usize {
        let (mut rest, mut step, mut found) = (pair, 1, 0);
        for (i, &dim) in self.inner.iter().rev().enumerate() {
            let own = sizes.len().checked_sub(i + 1).map_or(1, |axis| sizes[axis]);
            if own != 1 {
                found += rest % dim as usize * step;
                step *= dim as usize;
            }
            rest /= dim as usize;
        }
        found
    }
}

/// Draws the numbers.
pub(super) fn binomials(
    frame: &mut DispatchFrame<'_>,
    numbers: &Binomial,
    generator: Philox,
) -> Result<(), OpError> {
    let (pairs, samples) = (product(&numbers.inner).max(1), numbers.samples());
    fill(frame, &numbers.wanted, |place| {
        let (sample, pair) = (place / pairs, place % pairs);
        let count = numbers.counts[numbers.place(&numbers.sizes[0], pair)];
        let chance = numbers.chances[numbers.place(&numbers.sizes[1], pair)];
        binomial(generator, (pair * samples + sample) as u64, count, chance)
    })
}

/// The origin of a stateless op's generator.
#[derive(Clone, Copy)]
enum Source {
    Seed,
    Key,
}

impl Source {
    fn generator(self, frame: &DispatchFrame<'_>) -> Result<Philox, OpError> {
        match self {
            Source::Seed => Ok(Philox::scrambled(seed_argument(frame, 1)?)),
            Source::Key => super::counter::keyed(frame),
        }
    }
}

/// The elements of an argument, whatever their dtype.
fn numbers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<f64>, OpError> {
    let dtype = frame.dense(i)?.dtype();
    match dtype {
        DType::F64 => copied(frame.values::<f64>(i)?),
        DType::I32 | DType::I64 => {
            collected(crate::ops::arrays::gather::positions(frame, i)?.into_iter().map(|x| x as f64))
        }
        _ => for_dtype!(dtype, [floats halves], {
            collected(frame.values::<T>(i)?.iter().map(|x| f64::from(x.work())))
        }, else Err(unsupported(dtype))),
    }
}

/// Draws a number of the distribution for each place of the result, whose last dimensions are those of the parameters. The numbers of
/// one parameter are adjacent in the order of drawing, and apart in the result.
fn drawn(
    frame: &mut DispatchFrame<'_>,
    wanted: &TensorMetadata,
    generator: Philox,
    parameters: &[f64],
    draw: fn(&mut Stream, f64) -> f64,
) -> Result<(), OpError> {
    let count = parameters.len().max(1);
    let samples = wanted.shape.num_elements() / count;
    fill(frame, wanted, |place| {
        let (sample, which) = (place / count, place % count);
        draw(&mut Stream::of(generator, (which * samples + sample) as u64), parameters[which])
    })
}

/// A tensor of numbers, each of which its place gives.
fn fill(
    frame: &mut DispatchFrame<'_>,
    wanted: &TensorMetadata,
    draw: impl Fn(usize) -> f64,
) -> Result<(), OpError> {
    let mut values = filled(0.0, wanted.shape.num_elements())?;
    for (place, value) in values.iter_mut().enumerate() {
        *value = draw(place);
    }
    let mut out = DispatchFrame::fresh(wanted)?;
    match wanted.dtype {
        DType::I32 => put(&mut out, &values, |x| x as i32),
        DType::I64 => put(&mut out, &values, |x| x as i64),
        _ => for_dtype!(wanted.dtype, [floats halves], {
            put(&mut out, &values, |x| T::unwork(<T as Float>::Work::of(x)));
        }, else return Err(unsupported(wanted.dtype))),
    }
    frame.finish(0, out);
    Ok(())
}

fn put<T: Element>(out: &mut Output, values: &[f64], f: impl Fn(f64) -> T) {
    for (to, &value) in out.values_mut::<T>().iter_mut().zip(values) {
        *to = f(value);
    }
}

/// The words of one number: blocks that give two uniform numbers or two normal ones, the second of which is taken first.
struct Stream {
    generator: Philox,
    block: u64,
    uniform: [f64; 2],
    uniforms: usize,
    normal: [f64; 2],
    normals: usize,
}

impl Stream {
    fn of(generator: Philox, number: u64) -> Stream {
        Stream::with(generator, number, OWN)
    }

    /// The words of a number when each number has so many blocks.
    fn with(mut generator: Philox, number: u64, own: u64) -> Stream {
        generator.skip(number.wrapping_mul(own));
        Stream { generator, block: 0, uniform: [0.0; 2], uniforms: 0, normal: [0.0; 2], normals: 0 }
    }

    fn next(&mut self) -> [u32; 4] {
        self.block += 1;
        self.generator.block(self.block - 1)
    }

    /// A number in [0, 1).
    fn uniform(&mut self) -> f64 {
        if self.uniforms == 0 {
            let words = self.next();
            f64::uniform(words, &mut self.uniform);
            self.uniforms = 2;
        }
        self.uniforms -= 1;
        self.uniform[self.uniforms]
    }

    fn normal(&mut self) -> f64 {
        if self.normals == 0 {
            let words = self.next();
            f64::normal(words, &mut self.normal);
            self.normals = 2;
        }
        self.normals -= 1;
        self.normal[self.normals]
    }
}

fn gamma(stream: &mut Stream, alpha: f64) -> f64 {
    if alpha == 1.0 {
        return -(1.0 - stream.uniform()).ln();
    }
    if alpha.is_nan() || alpha <= 0.0 {
        return f64::NAN;
    }
    let small = alpha < 1.0;
    let d = alpha + if small { 2.0 / 3.0 } else { -1.0 / 3.0 };
    let c = 1.0 / 3.0 / d.sqrt();
    loop {
        let x = stream.normal();
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        let u = stream.uniform();
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || u.ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            let drawn = d * v;
            // A number for alpha + 1 becomes one for alpha.
            return if small { drawn * stream.uniform().powf(1.0 / alpha) } else { drawn };
        }
    }
}

fn poisson(stream: &mut Stream, rate: f64) -> f64 {
    if !rate.is_finite() || rate < 0.0 {
        return f64::NAN;
    }
    if rate < 10.0 {
        let least = (-rate).exp();
        let (mut count, mut product) = (0.0, 1.0);
        loop {
            product *= stream.uniform();
            if product <= least {
                return count;
            }
            count += 1.0;
        }
    }
    let b = 0.931 + 2.53 * rate.sqrt();
    let a = -0.059 + 0.024_83 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    loop {
        let u = stream.uniform() - 0.5;
        let v = stream.uniform();
        let shifted = 0.5 - u.abs();
        let k = ((2.0 * a / shifted + b) * u + rate + 0.43).floor();
        if shifted >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2.0) {
            return k;
        }
        if k < 0.0 || (shifted < 0.013 && v > shifted) {
            continue;
        }
        let s = (v * inverse_alpha / (a / (shifted * shifted) + b)).ln();
        if s <= -rate + k * rate.ln() - libm::lgamma(k + 1.0) {
            return k;
        }
    }
}

fn binomial(generator: Philox, number: u64, count: f64, chance: f64) -> f64 {
    if !count.is_finite() || count < 0.0 || chance.is_nan() {
        return f64::NAN;
    }
    let count = count.floor();
    if chance <= 0.0 || count == 0.0 {
        return 0.0;
    }
    if chance >= 1.0 {
        return count;
    }
    let drawn = |chance: f64| match count * chance >= 10.0 {
        true => by_rejection(&mut Stream::of(generator, number), count, chance),
        false => by_inversion(&mut Stream::with(generator, number, OWN_BY_INVERSION), count, chance),
    };
    if chance <= 0.5 { drawn(chance) } else { count - drawn(1.0 - chance) }
}

/// The number of waits for the next success that fit.
fn by_inversion(stream: &mut Stream, count: f64, chance: f64) -> f64 {
    let (mut waited, mut successes) = (0.0, 0.0);
    loop {
        waited += (stream.uniform().ln() / (-chance).ln_1p()).ceil();
        if waited > count {
            return successes;
        }
        successes += 1.0;
    }
}

/// The end of Stirling's series for the logarithm of a factorial.
fn tail(k: f64) -> f64 {
    const TAILS: [f64; 10] = [
        0.081_061_466_795_327_8,
        0.041_340_695_955_409_5,
        0.027_677_925_684_998_3,
        0.020_790_672_103_765_1,
        0.016_644_691_189_821_2,
        0.013_876_128_823_070_7,
        0.011_896_709_945_891_8,
        0.010_411_265_261_972_1,
        0.009_255_462_182_712_73,
        0.008_330_563_433_362_87,
    ];
    if k <= 9.0 {
        return TAILS[k as usize];
    }
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
}

fn by_rejection(stream: &mut Stream, count: f64, chance: f64) -> f64 {
    let deviation = (count * chance * (1.0 - chance)).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * chance;
    let c = count * chance + 0.5;
    let accepted = 0.92 - 4.2 / b;
    let r = chance / (1.0 - chance);
    let alpha = (2.83 + 5.1 / b) * deviation;
    let m = ((count + 1.0) * chance).floor();
    loop {
        let u = stream.uniform() - 0.5;
        let v = stream.uniform();
        let shifted = 0.5 - u.abs();
        let k = ((2.0 * a / shifted + b) * u + c).floor();
        if shifted >= 0.07 && v <= accepted {
            return k;
        }
        if k < 0.0 || k > count {
            continue;
        }
        let v = (v * alpha / (a / (shifted * shifted) + b)).ln();
        let bound = (m + 0.5) * ((m + 1.0) / (r * (count - m + 1.0))).ln()
            + (count + 1.0) * ((count - m + 1.0) / (count - k + 1.0)).ln()
            + (k + 0.5) * (r * (count - k + 1.0) / (k + 1.0)).ln()
            + tail(m)
            + tail(count - m)
            - tail(k)
            - tail(count - k);
        if v <= bound {
            return k;
        }
    }
}
