//! Random numbers of a generator whose state is a variable, as `tf.random.Generator` has one: `tf.StatefulStandardNormalV2` and its like.
//!
//! Each call takes the state as it is and advances it by more words than the numbers can need, so calls in one order give the same
//! numbers here and in TensorFlow.

use std::hash::{BuildHasher as _, RandomState};

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, TensorMetadata};

use super::counter::{integers_from, truncated};
use super::philox::Philox;
use super::rejection::{Binomial, binomials};
use super::{Distribution, draw};
use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::number;
use crate::ops::memory::result_metadata;
use crate::ops::state::generator;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let mut add = |name: &str, fill: Fill| {
        let dispatch = move |frame: &mut DispatchFrame<'_>| {
            let numbers = result_metadata(frame, 0)?;
            let generator = taken(frame, numbers.shape.num_elements() as u64)?;
            fill(frame, numbers, generator)
        };
        ops.add(name, OpEntry::new().resources().side_effects().dispatch(dispatch));
    };
    add("tf.StatefulStandardNormalV2", |frame, numbers, generator| {
        draw(frame, numbers, generator, Distribution::Normal)
    });
    add("tf.StatefulUniform", |frame, numbers, generator| {
        draw(frame, numbers, generator, Distribution::Uniform)
    });
    add("tf.StatefulTruncatedNormal", truncated);
    add("tf.StatefulUniformFullInt", |frame, numbers, generator| {
        integers_from(frame, numbers, generator, None)
    });
    add("tf.StatefulUniformInt", |frame, numbers, generator| {
        integers_from(frame, numbers, generator, Some(SHAPE + 1))
    });
    ops.add(
        "tf.StatefulRandomBinomial",
        OpEntry::new().resources().side_effects().dispatch(|frame: &mut DispatchFrame<'_>| {
            let numbers = Binomial::of(frame)?;
            let generator = taken(frame, numbers.reserved())?;
            binomials(frame, &numbers, generator)
        }),
    );
    ops.add(
        "tf.RngSkip",
        OpEntry::new().resources().side_effects().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let delta = number(frame, 2, "delta")?;
            taken(frame, delta as u64).map(drop)
        }),
    );
    ops.add("tf.NonDeterministicInts", OpEntry::new().side_effects().dispatch(any_integers));
}

type Fill = fn(&mut DispatchFrame<'_>, &TensorMetadata, Philox) -> Result<(), OpError>;

/// The argument behind the variable and the algorithm.
const SHAPE: usize = 2;

/// The generator that the first argument names, as it was before it was advanced for so many numbers.
fn taken(frame: &DispatchFrame<'_>, count: u64) -> Result<Philox, OpError> {
    let [low, high, key] = generator::advance(frame, number(frame, 1, "algorithm")?, count)?.1;
    Ok(Philox::keyed(key as u64, [low as u64, high as u64]))
}

/// Integers that no seed makes.
fn any_integers(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let numbers = result_metadata(frame, 0)?;
    if !matches!(numbers.dtype, DType::I32 | DType::I64 | DType::UI32 | DType::UI64) {
        return Err(unsupported(numbers.dtype));
    }
    let random = RandomState::new();
    let generator = Philox::keyed(random.hash_one(0), [random.hash_one(1), random.hash_one(2)]);
    let mut out = DispatchFrame::fresh(numbers)?;
    for (at, bytes) in out.bytes_mut().chunks_mut(size_of::<[u32; 4]>()).enumerate() {
        let words = generator.block(at as u64).map(u32::to_le_bytes);
        bytes.copy_from_slice(&words.as_flattened()[..bytes.len()]);
    }
    frame.finish(0, out);
    Ok(())
}
