//! Ops that draw random numbers: the same seeds give the same numbers, here and in TensorFlow, on any number of threads.
//!
//! `tf.RandomUniform` and `tf.RandomStandardNormal` have their seeds as attributes and continue where their last call stopped.
//! The set of ops owns the state between calls and finds it by the seeds: ops with the same seeds draw from one sequence. Without
//! seeds the sequence starts anywhere. `tf.StatelessRandomUniform` and `tf.StatelessRandomNormal` have their seeds as an argument
//! and are functions of it; [`counter`] has the ops that take a key and a counter instead.

mod candidate_sampling;
mod counter;
mod index_shuffle;
pub(crate) mod philox;
mod pooling;
mod rejection;
mod samplers;
mod shuffle;
mod stateful;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use half::{bf16, f16};
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use self::philox::{Draw, Philox};
use crate::ops::memory::result_metadata;
use crate::ops::tasks::for_blocks;

#[derive(Clone, Copy)]
enum Distribution {
    Uniform,
    Normal,
}

/// Adds the ops of this folder.
pub(super) fn register(ops: &mut OpRegistry) {
    use Distribution::{Normal, Uniform};
    for (name, distribution) in [("tf.RandomUniform", Uniform), ("tf.RandomStandardNormal", Normal)] {
        let sequences = Sequences::default();
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let numbers = result_metadata(frame, 0)?;
                let reserved = reserve(&sequences, frame, numbers.shape.num_elements());
                draw(frame, numbers, reserved, distribution)
            }),
        );
    }
    for (name, distribution) in [("tf.StatelessRandomUniform", Uniform), ("tf.StatelessRandomNormal", Normal)]
    {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let numbers = result_metadata(frame, 0)?;
                draw(frame, numbers, Philox::scrambled(seed_argument(frame, 1)?), distribution)
            }),
        );
    }
    candidate_sampling::register(ops);
    counter::register(ops);
    index_shuffle::register(ops);
    pooling::register(ops);
    rejection::register(ops);
    samplers::register(ops);
    shuffle::register(ops);
    stateful::register(ops);
}

/// Generators by the seeds of ops.
type Sequences = Mutex<HashMap<[i64; 2], Philox>>;

/// The two seeds that an argument is.
fn seed_argument(frame: &DispatchFrame<'_>, i: usize) -> Result<[u64; 2], OpError> {
    let seeds = frame.dense(i)?.shape();
    if *seeds != Shape::new(&[2])? {
        return Err(format!("seed must have shape [2], not {seeds}").into());
    }
    let seeds = frame.indices(i)?;
    Ok([seeds[0] as u64, seeds[1] as u64])
}

/// The generator for a call that makes `count` numbers; the next call's starts behind the words that this one
/// may use.
fn reserve(sequences: &Sequences, frame: &DispatchFrame<'_>, count: usize) -> Philox {
    /// Blocks set aside for a number, as TensorFlow does it.
    const PER_NUMBER: u64 = 256;
    reserve_blocks(sequences, frame, (count as u64).wrapping_mul(PER_NUMBER))
}

/// The generator for a call that takes `count` words.
fn reserve_words(sequences: &Sequences, frame: &DispatchFrame<'_>, count: usize) -> Philox {
    reserve_blocks(sequences, frame, count.div_ceil(4) as u64)
}

fn reserve_blocks(sequences: &Sequences, frame: &DispatchFrame<'_>, blocks: u64) -> Philox {
    let seed = |name| frame.attrs().get_int(name).unwrap_or(0);
    let seeds = [seed("seed"), seed("seed2")];
    if seeds == [0, 0] {
        let random = RandomState::new();
        return Philox::seeded(random.hash_one(0), random.hash_one(1));
    }
    let mut sequences = sequences.lock();
    let next = sequences.entry(seeds).or_insert_with(|| Philox::seeded(seeds[0] as u64, seeds[1] as u64));
    let reserved = *next;
    next.skip(blocks);
    reserved
}

/// Draws floating-point numbers of this element type and shape.
fn draw(
    frame: &mut DispatchFrame<'_>,
    numbers: &TensorMetadata,
    generator: Philox,
    distribution: Distribution,
) -> Result<(), OpError> {
    match numbers.dtype {
        DType::F32 => fill::<f32>(frame, numbers, generator, distribution),
        DType::F64 => fill::<f64>(frame, numbers, generator, distribution),
        DType::F16 => fill::<f16>(frame, numbers, generator, distribution),
        DType::BF16 => fill::<bf16>(frame, numbers, generator, distribution),
        other => Err(no_float(other)),
    }
}

fn no_float(dtype: DType) -> OpError {
    format!("attribute dtype must be a floating-point type, but is {}", dtype.label()).into()
}

fn fill<T: Draw>(
    frame: &mut DispatchFrame<'_>,
    numbers: &TensorMetadata,
    generator: Philox,
    distribution: Distribution,
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(numbers)?;
    let drawn = match distribution {
        Distribution::Uniform => T::uniform,
        Distribution::Normal => T::normal,
    };
    // Tasks get multiples of the numbers that one block of words gives.
    for_blocks(frame.context(), out.values_mut::<T>(), &|at, values| {
        for (i, values) in values.chunks_mut(T::PER_BLOCK).enumerate() {
            drawn(generator.block((at / T::PER_BLOCK + i) as u64), values);
        }
    });
    frame.finish(0, out);
    Ok(())
}
