//! The state of a generator of random numbers, which is a variable: reading it and advancing it.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, VariableHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor};

use super::variables::{check_dtype, handle_of, in_host_memory, variable};

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.RngReadAndSkip", OpEntry::new().resources().strings().side_effects().dispatch(read_and_skip));
}

/// The numbers of the algorithms of generators that are known here: Philox, and the one that the runtime chooses, which is Philox.
const ALGORITHMS: [i64; 2] = [1, 3];
/// The distance that a generator advances for each number.
const RESERVED: u64 = 256;

/// Gives the state of a generator, a counter of 128 bits and a key, and advances the counter.
fn read_and_skip(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let [algorithm] = *frame.values::<i32>(1)? else { return Err("alg must be a scalar".into()) };
    let [delta] = *frame.values::<u64>(2)? else { return Err("delta must be a scalar".into()) };
    let (before, _) = advance(frame, algorithm.into(), delta)?;
    frame.set(0, before);
    Ok(())
}

/// The state of the generator that the first argument names, as a tensor and as numbers: the low and the high word of the counter,
/// and the key. The generator is advanced by what so many numbers take.
pub(crate) fn advance(
    frame: &DispatchFrame<'_>,
    algorithm: i64,
    count: u64,
) -> Result<(DenseHostTensor, [i64; 3]), OpError> {
    let variable = variable(frame)?;
    check_dtype(&variable, DType::I64)?;
    if !ALGORITHMS.contains(&algorithm) {
        return Err(format!(
            "generators of algorithm {algorithm} are not supported: 1 (Philox) and 3 (auto-select) are known"
        )
        .into());
    }
    let _changing = variable.lock().write();
    let before = variable.content().lock().tensor.clone();
    let before = before.ok_or_else(|| handle_of(frame).map(VariableHandle::missing).unwrap_or_default())?;
    let Tensor::Dense(before) = in_host_memory(&before)? else {
        return Err("the state of a generator must be numbers".into());
    };
    let Some(&[low, high, key]) = before.values::<i64>() else {
        return Err(format!(
            "the state of a Philox generator has 3 numbers, but the variable has shape {}",
            before.shape()
        )
        .into());
    };
    let counter = (u128::from(high as u64) << 64) | u128::from(low as u64);
    let counter = counter.wrapping_add(u128::from(count.wrapping_mul(RESERVED)));
    let after = [counter as i64, (counter >> 64) as i64, key];
    let after = DenseHostTensor::from_values(before.shape().clone(), &after)?;
    variable.content().lock().tensor = Some(Tensor::Dense(after));
    Ok((before, [low, high, key]))
}
