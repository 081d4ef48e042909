//! A bias for each channel, `tf.BiasAdd`, and its gradient, `tf.BiasAddGrad`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;
use tfrt_numerics::blocks;
use tfrt_ops::shapes::channels_first;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::number::Number;
use crate::ops::tasks::for_parts;

/// Adds the ops of this file, except `tf.BiasAdd`, which is in the table of element-wise ops.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.BiasAddGrad", OpEntry::new().dispatch(bias_add_grad));
}

/// `tf.BiasAdd`.
pub(crate) fn bias_add_entry() -> OpEntry {
    OpEntry::new().dispatch(bias_add).elementwise(|dtypes, attrs| {
        // Channels that come last are what broadcasting adds to.
        if channels_first(&*attrs).unwrap_or(true) {
            return None;
        }
        elementwise!(dtypes, 2, [ints floats halves complex], block_functions::binary(T::plus))
    })
}

fn bias_add(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    // Elements for which the same bias holds: one, or a whole image plane.
    let plane = match channels_first(&*frame.attrs())? {
        true => metadata.shape.dims()[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = frame.output(metadata)?;
        let bias = if out.source() == Some(1) {
            // The bias has the value's shape only if both are vectors, which the metadata function refuses.
            return Err("unexpected output shape".into());
        } else {
            frame.values::<T>(1)?
        };
        let input: &[T] = if out.source() == Some(0) { &[] } else { frame.values(0)? };
        // Parts begin at a first channel.
        let unit = (bias.len() * plane).max(1);
        for_parts(frame.context(), out.values_mut::<T>(), unit, &|at, part| {
            if !input.is_empty() {
                part.copy_from_slice(&input[at..][..part.len()]);
            }
            if plane != 1 {
                for (plane, &bias) in part.chunks_exact_mut(plane.max(1)).zip(bias.iter().cycle()) {
                    plane.iter_mut().for_each(|value| *value = value.plus(bias));
                }
                return;
            }
            match (bytemuck::try_cast_slice_mut(part), bytemuck::try_cast_slice(bias)) {
                (Ok(part), Ok(bias)) if metadata.dtype == DType::F32 => blocks::add_bias(part, bias),
                _ => {
                    for row in part.chunks_exact_mut(bias.len().max(1)) {
                        for (value, &bias) in row.iter_mut().zip(bias) {
                            *value = value.plus(bias);
                        }
                    }
                }
            }
        });
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("TfBiasAddOp", metadata.dtype)))
}

fn bias_add_grad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let plane = match channels_first(&*frame.attrs())? {
        true => frame.dense(0)?.shape().dims()[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let channels = out.values_mut::<T>().len();
        let mut sums = filled(T::SUM_ZERO, channels)?;
        if channels > 0 && plane > 0 {
            for (i, plane) in frame.values::<T>(0)?.chunks_exact(plane).enumerate() {
                let sum = &mut sums[i % channels];
                *sum = plane.iter().fold(*sum, |sum, x| T::sum_plus(sum, x.widen()));
            }
        }
        for (out, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *out = T::narrow(sum);
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("TfBiasAddGradOp", metadata.dtype)))
}
