//! `hlo.rng_bit_generator`, with the numbers of XLA, and `hlo.rng`.
//!
//! The state is a key and a counter, of 64 bits each (Philox may have a counter of 128). ThreeFry-2x32 makes two words of each counter
//! value, of which one goes to each half of a dimension, element by element; Philox-4x32 makes four, which follow each other. Narrower
//! integers are the low bits of words.

use std::sync::atomic::{AtomicU64, Ordering};

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, Shape, TensorMetadata};

use super::integers;
use crate::ops::arrays::strided::row_major;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{collected, copied, gathered, result_metadata, room};
use crate::ops::number::Float as _;
use crate::ops::random::philox::Philox;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.rng_bit_generator", OpEntry::new().dispatch(bits));
    ops.add("hlo.rng", OpEntry::new().dispatch(numbers));
}

/// Two words of a counter and a key (Salmon, Moraes, Dror and Shaw, 2011), in 20 rounds.
fn threefry(key: [u32; 2], counter: u64) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    const PARITY: u32 = 0x1BD1_1BDA;
    let keys = [key[0], key[1], key[0] ^ key[1] ^ PARITY];
    let (mut a, mut b) = (counter as u32, (counter >> 32) as u32);
    (a, b) = (a.wrapping_add(keys[0]), b.wrapping_add(keys[1]));
    for group in 0..5u32 {
        for rotation in ROTATIONS[group as usize % 2] {
            a = a.wrapping_add(b);
            b = b.rotate_left(rotation) ^ a;
        }
        a = a.wrapping_add(keys[(group as usize + 1) % 3]);
        b = b.wrapping_add(keys[(group as usize + 2) % 3]).wrapping_add(group + 1);
    }
    [a, b]
}

/// The words of each element and the counter after them.
struct Made {
    words: Vec<u64>,
    counter: u128,
}

fn by_threefry(key: u64, counter: u64, dims: &[i64], is_wide: bool) -> Result<Made, OpError> {
    let key = [key as u32, (key >> 32) as u32];
    let count = dims.iter().map(|&dim| dim as usize).product::<usize>();
    let mut words = room(count)?;
    if is_wide {
        words.extend((0..count as u64).map(|i| {
            let [low, high] = threefry(key, counter.wrapping_add(i));
            u64::from(high) << 32 | u64::from(low)
        }));
        return Ok(Made { words, counter: u128::from(counter.wrapping_add(count as u64)) });
    }
    // The first even dimension, else the largest one, is split into halves, element by element.
    let even = dims.iter().position(|dim| dim % 2 == 0);
    let largest = || (0..dims.len()).rev().max_by_key(|&axis| dims[axis]);
    let Some(axis) = even.or_else(largest) else {
        words.push(u64::from(threefry(key, counter)[0]));
        return Ok(Made { words, counter: u128::from(counter.wrapping_add(1)) });
    };
    let mut half = tfrt_executor::tensor::Dims::from_slice(dims);
    half[axis] = (dims[axis] + 1) / 2;
    let (steps, half_steps) = (row_major(dims), row_major(&half));
    for at in 0..count as i64 {
        let mut from = 0;
        let mut which = 0;
        for i in 0..dims.len() {
            let position = at / steps[i].max(1) % dims[i].max(1);
            if i == axis {
                which = position % 2;
                from += position / 2 * half_steps[i];
            } else {
                from += position * half_steps[i];
            }
        }
        words.push(u64::from(threefry(key, counter.wrapping_add(from as u64))[which as usize]));
    }
    let used = half.iter().map(|&dim| dim as u64).product::<u64>();
    Ok(Made { words, counter: u128::from(counter.wrapping_add(used)) })
}

fn by_philox(key: u64, counter: u128, count: usize, is_wide: bool) -> Result<Made, OpError> {
    let generator = Philox::keyed(key, [counter as u64, (counter >> 64) as u64]);
    let mut words = room(count)?;
    let per_block = if is_wide { 2 } else { 4 };
    let blocks = count.div_ceil(per_block);
    for block in 0..blocks as u64 {
        let four = generator.block(block);
        match is_wide {
            true => {
                words.extend(four.chunks_exact(2).map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0])))
            }
            false => words.extend(four.map(u64::from)),
        }
    }
    words.truncate(count);
    Ok(Made { words, counter: counter.wrapping_add(blocks as u128) })
}

fn bits(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let algorithm = frame.attrs().get_str("rng_algorithm").unwrap_or("DEFAULT").to_owned();
    let metadata = result_metadata(frame, 1)?.clone();
    let state = frame.dense(0)?.clone();
    let words: Vec<u64> = match state.dtype() {
        DType::UI64 => copied(state.values::<u64>().unwrap_or_default())?,
        DType::UI32 => {
            let pairs = state.values::<u32>().unwrap_or_default().chunks_exact(2);
            collected(pairs.map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0])))?
        }
        other => return Err(unsupported(other)),
    };
    let dims = metadata.shape.dims();
    let is_wide = metadata.dtype.size() == Some(8);
    let made = match (&*algorithm, &words[..]) {
        ("THREE_FRY", &[key, counter, ..]) => by_threefry(key, counter, &dims, is_wide)?,
        ("PHILOX" | "DEFAULT", &[key, low, ref high @ ..]) => {
            // The key is the upper half of a counter that is not given whole.
            let high = u128::from(high.first().copied().unwrap_or(key));
            by_philox(key, high << 64 | u128::from(low), metadata.shape.num_elements(), is_wide)?
        }
        (other, words) => {
            return Err(
                format!("rng_algorithm {other} has no state of {} words of 64 bits", words.len()).into()
            );
        }
    };
    let mut out = DispatchFrame::fresh(&metadata)?;
    fill(&mut out, metadata.dtype, &made.words)?;
    let mut next = words;
    next[1] = made.counter as u64;
    if let Some(high) = next.get_mut(2) {
        *high = (made.counter >> 64) as u64;
    }
    // The same bytes, whatever the words' width.
    let bytes = gathered(next.iter().flat_map(|word| word.to_le_bytes()))?;
    let state = DenseHostTensor::from_bytes(state.metadata().clone(), &bytes)?;
    frame.set(0, state);
    frame.finish(1, out);
    Ok(())
}

/// The low bits of words.
fn fill(out: &mut Output, dtype: DType, words: &[u64]) -> Result<(), OpError> {
    match dtype {
        DType::F32 => {
            let bits = words.iter().map(|&word| f32::from_bits(word as u32));
            out.values_mut::<f32>().iter_mut().zip(bits).for_each(|(to, value)| *to = value);
        }
        DType::F64 => {
            let bits = words.iter().map(|&word| f64::from_bits(word));
            out.values_mut::<f64>().iter_mut().zip(bits).for_each(|(to, value)| *to = value);
        }
        _ => for_dtype!(dtype, [ints], {
            out.values_mut::<T>().iter_mut().zip(words).for_each(|(to, &word)| *to = word as T);
        }, else return Err(unsupported(dtype))),
    }
    Ok(())
}

/// Numbers between two bounds, or of a normal distribution with this mean and deviation, other ones at each call.
fn numbers(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    /// Calls so far.
    static CALLS: AtomicU64 = AtomicU64::new(0);
    frame.expect_args(3)?;
    let shape = Shape::new(&integers(frame, 2)?)?;
    let is_normal = frame.attrs().get_str("rng_distribution") == Some("NORMAL");
    let dtype = frame.dense(0)?.dtype();
    for i in 0..2 {
        let bound = frame.dense(i)?;
        if bound.num_elements() != 1 || bound.dtype() != dtype {
            return Err(format!("{} is no scalar of {}", bound.metadata(), dtype.label()).into());
        }
    }
    let count = shape.num_elements();
    let key = CALLS.fetch_add(1, Ordering::Relaxed);
    let words = by_philox(key, 0, count.saturating_mul(2), true)?.words;
    let unit = |word: u64| (word >> 11) as f64 / (1u64 << 53) as f64;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
    if dtype.is_floating() {
        for_dtype!(dtype, [floats halves], {
            let bound = |i: usize| Ok::<_, OpError>(f64::from(frame.values::<T>(i)?[0].work()));
            let (a, b) = (bound(0)?, bound(1)?);
            for (to, pair) in out.values_mut::<T>().iter_mut().zip(words.chunks_exact(2)) {
                let number = match is_normal {
                    true => {
                        let size = (-2.0 * (1.0 - unit(pair[0])).ln()).sqrt();
                        a + b * size * (2.0 * std::f64::consts::PI * unit(pair[1])).cos()
                    }
                    false => a + (b - a) * unit(pair[0]),
                };
                *to = T::unwork(number as _);
                // Rounding must not give the upper bound, which is none of the numbers.
                if !is_normal && f64::from(to.work()) >= b {
                    *to = T::unwork(a as _);
                }
            }
        }, else return Err(unsupported(dtype)));
    } else if dtype == DType::I1 {
        for (to, pair) in out.values_mut::<I1>().iter_mut().zip(words.chunks_exact(2)) {
            *to = I1::from(pair[0] & 1 == 1);
        }
    } else {
        let bound = |i: usize| Ok::<_, OpError>(integers(frame, i)?.first().copied().unwrap_or(0));
        let (low, high) = (i128::from(bound(0)?), i128::from(bound(1)?));
        for_dtype!(dtype, [ints], {
            for (to, pair) in out.values_mut::<T>().iter_mut().zip(words.chunks_exact(2)) {
                *to = (low + i128::from(pair[0]) % (high - low).max(1)) as T;
            }
        }, else return Err(unsupported(dtype)));
    }
    frame.finish(0, out);
    Ok(())
}
