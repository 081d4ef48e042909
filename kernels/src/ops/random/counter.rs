//! Random numbers from a key and a counter (the second version of the stateless ops), integers, truncated normal numbers, and draws
//! from categories.
//!
//! The same words of the generator become the same numbers as in TensorFlow. Of TensorFlow's algorithms this is Philox, which
//! TensorFlow also takes when the choice is left to it.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};

use super::philox::{Philox, Truncated};
use super::{Distribution, Sequences, draw, no_float, reserve, seed_argument};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::image::resize::Pixel as _;
use crate::ops::index_arguments::{count, integer_dtype, integers};
use crate::ops::memory::{collected, filled, result_metadata};
use crate::ops::number::Float;

/// The number by which `alg` names the algorithm.
const PHILOX: i32 = 1;
const AUTO: i64 = 3;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    use Distribution::{Normal, Uniform};
    for (name, distribution) in
        [("tf.StatelessRandomUniformV2", Uniform), ("tf.StatelessRandomNormalV2", Normal)]
    {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let numbers = result_metadata(frame, 0)?;
                draw(frame, numbers, keyed(frame)?, distribution)
            }),
        );
    }
    let mut add = |name: &str, source: Source, kind: Kind| {
        let sequences = Sequences::default();
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let numbers = result_metadata(frame, 0)?;
                let generator = match source {
                    Source::Seed => Philox::scrambled(seed_argument(frame, 1)?),
                    Source::Key => keyed(frame)?,
                    Source::Sequence => reserve(&sequences, frame, numbers.shape.num_elements()),
                };
                match kind {
                    Kind::Truncated => truncated(frame, numbers, generator),
                    Kind::FullInt => integers_from(frame, numbers, generator, None),
                    Kind::Int => integers_from(frame, numbers, generator, Some(frame.num_args() - 2)),
                }
            }),
        );
    };
    add("tf.StatelessTruncatedNormal", Source::Seed, Kind::Truncated);
    add("tf.StatelessTruncatedNormalV2", Source::Key, Kind::Truncated);
    add("tf.TruncatedNormal", Source::Sequence, Kind::Truncated);
    add("tf.StatelessRandomUniformFullInt", Source::Seed, Kind::FullInt);
    add("tf.StatelessRandomUniformFullIntV2", Source::Key, Kind::FullInt);
    add("tf.StatelessRandomUniformInt", Source::Seed, Kind::Int);
    add("tf.StatelessRandomUniformIntV2", Source::Key, Kind::Int);
    add("tf.RandomUniformInt", Source::Sequence, Kind::Int);
    ops.add(
        "tf.StatelessRandomGetKeyCounter",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| key_counter(frame)),
    );
    ops.add(
        "tf.StatelessRandomGetKeyCounterAlg",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            key_counter(frame)?;
            frame.set(2, DenseHostTensor::from_values(Shape::scalar(), &[PHILOX])?);
            Ok(())
        }),
    );
    ops.add(
        "tf.StatelessRandomGetAlg",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(0)?;
            frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[PHILOX])?);
            Ok(())
        }),
    );
    ops.add(
        "tf.StatelessMultinomial",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let generator = Philox::scrambled(seed_argument(frame, 2)?);
            multinomial(frame, generator)
        }),
    );
    let sequences = Sequences::default();
    ops.add(
        "tf.Multinomial",
        OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(2)?;
            let rows = frame.dense(0)?.shape().dims().first().map_or(0, |&rows| rows as usize);
            let samples = count(frame, 1, "num_samples")?.next_multiple_of(4);
            // Two words make a number.
            let generator = reserve(&sequences, frame, rows.saturating_mul(samples).saturating_mul(2));
            multinomial(frame, generator)
        }),
    );
}

/// The origin of the generator.
#[derive(Clone, Copy)]
enum Source {
    Seed,
    Key,
    Sequence,
}

#[derive(Clone, Copy)]
enum Kind {
    Truncated,
    /// All integers of the dtype.
    FullInt,
    /// Those between the last two arguments.
    Int,
}

/// The generator that arguments 1 to 3 describe: key, counter, algorithm.
pub(super) fn keyed(frame: &DispatchFrame<'_>) -> Result<Philox, OpError> {
    let (key, counter) = (frame.values::<u64>(1)?, frame.values::<u64>(2)?);
    let &[key] = key else {
        return Err(format!("key must have shape [1], not {}", frame.dense(1)?.shape()).into());
    };
    let &[low, high] = counter else {
        return Err(format!("counter must have shape [2], not {}", frame.dense(2)?.shape()).into());
    };
    match frame.indices(3)?[..] {
        [alg] if alg == i64::from(PHILOX) || alg == AUTO => Ok(Philox::keyed(key, [low, high])),
        [alg] => {
            Err(format!("Unsupported algorithm id: {alg}; 1 (Philox) and 3 (auto-select) are known").into())
        }
        _ => Err("alg must be a scalar".into()),
    }
}

fn key_counter(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let (key, counter) = Philox::scrambled(seed_argument(frame, 0)?).parts();
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[1])?, &[key])?);
    frame.set(1, DenseHostTensor::from_values(Shape::new(&[2])?, &counter)?);
    Ok(())
}

pub(super) fn truncated(
    frame: &mut DispatchFrame<'_>,
    numbers: &TensorMetadata,
    generator: Philox,
) -> Result<(), OpError> {
    fn fill<T: Truncated>(
        frame: &mut DispatchFrame<'_>,
        numbers: &TensorMetadata,
        generator: Philox,
    ) -> Result<(), OpError> {
        let mut out = DispatchFrame::fresh(numbers)?;
        for (i, values) in out.values_mut::<T>().chunks_mut(T::PER_GROUP).enumerate() {
            T::truncated(&mut generator.words_after(i as u64 * T::BLOCKS_PER_GROUP), values);
        }
        frame.finish(0, out);
        Ok(())
    }
    match numbers.dtype {
        DType::F32 => fill::<f32>(frame, numbers, generator),
        DType::F64 => fill::<f64>(frame, numbers, generator),
        DType::F16 => fill::<half::f16>(frame, numbers, generator),
        DType::BF16 => fill::<half::bf16>(frame, numbers, generator),
        other => Err(no_float(other)),
    }
}

/// Integers, of all or of those from one argument to the next.
pub(super) fn integers_from(
    frame: &mut DispatchFrame<'_>,
    numbers: &TensorMetadata,
    generator: Philox,
    range: Option<usize>,
) -> Result<(), OpError> {
    macro_rules! fill {
        ($ty:ty, $unsigned:ty, $per_block:literal, $raw:expr) => {{
            let range: Option<($ty, $ty)> = match range {
                None => None,
                Some(i) => match (frame.values::<$ty>(i)?, frame.values::<$ty>(i + 1)?) {
                    (&[low], &[high]) if low < high => Some((low, high)),
                    (&[low], &[high]) => {
                        return Err(format!("Need minval < maxval, got {low} >= {high}").into());
                    }
                    _ => return Err("minval and maxval must be scalars".into()),
                },
            };
            let mut out = DispatchFrame::fresh(numbers)?;
            for (i, values) in out.values_mut::<$ty>().chunks_mut($per_block).enumerate() {
                let words = generator.block(i as u64);
                for (at, value) in values.iter_mut().enumerate() {
                    let raw: $unsigned = $raw(words, at);
                    *value = match range {
                        None => raw as $ty,
                        Some((low, high)) => {
                            let width = high.wrapping_sub(low) as $unsigned;
                            low.wrapping_add((raw % width) as $ty)
                        }
                    };
                }
            }
            frame.finish(0, out);
            Ok(())
        }};
    }
    let wide = |words: [u32; 4], at: usize| u64::from(words[2 * at]) | u64::from(words[2 * at + 1]) << 32;
    match numbers.dtype {
        DType::I32 => fill!(i32, u32, 4, |words: [u32; 4], at: usize| words[at]),
        DType::UI32 => fill!(u32, u32, 4, |words: [u32; 4], at: usize| words[at]),
        DType::I64 => fill!(i64, u64, 2, wide),
        DType::UI64 => fill!(u64, u64, 2, wide),
        other => Err(unsupported(other)),
    }
}

/// For each row of unnormalised log-probabilities so many numbers of categories.
fn multinomial(frame: &mut DispatchFrame<'_>, generator: Philox) -> Result<(), OpError> {
    let shape = frame.dense(0)?.shape();
    let [rows, classes] = shape.dims()[..] else {
        return Err(format!("logits should be a matrix, got shape {shape}").into());
    };
    let samples = count(frame, 1, "num_samples")?;
    if classes == 0 && rows > 0 {
        return Err("num_classes should be positive, got 0".into());
    }
    let mut words = generator.words();
    let dtype = frame.dense(0)?.dtype();
    let total = samples.checked_mul(rows as usize).ok_or("num_samples is too large")?;
    let mut drawn = filled(0_i64, total)?;
    for_dtype!(dtype, [ints floats halves], {
        let logits = frame.values::<T>(0)?;
        for (row, drawn) in logits.chunks_exact((classes as usize).max(1)).zip(drawn.chunks_exact_mut(samples.max(1))) {
            let row = collected(row.iter().map(|x| f64::from(x.to_f32())))?;
            let largest = row.iter().copied().filter(|x| x.is_finite()).fold(f64::NEG_INFINITY, f64::max);
            let mut sum = 0.0;
            let sums = collected(row.iter().map(|x| {
                if x.is_finite() {
                    sum += (x - largest).exp();
                }
                sum
            }))?;
            for drawn in drawn {
                let wanted = words.double() * sum;
                *drawn = sums.partition_point(|&sum| sum <= wanted).min(row.len() - 1) as i64;
            }
        }
    }, else return Err(unsupported(dtype)));
    let out_type = integer_dtype(frame.attrs(), "output_dtype", DType::I64)?;
    frame.set(0, integers(out_type, &[rows, samples as i64], &drawn)?);
    Ok(())
}

/// Floating-point numbers that are drawn in `f32`.
pub(super) fn narrowed<T: Float<Work = f32>>(values: &[f32], out: &mut [T]) {
    for (out, &value) in out.iter_mut().zip(values) {
        *out = T::unwork(value);
    }
}
