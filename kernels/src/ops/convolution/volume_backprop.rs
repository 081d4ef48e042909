//! The gradient of a convolution over volumes for its input, `tf.Conv3DBackpropInputV2`, which is a transposed
//! convolution.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Shape, TensorMetadata};

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::convolution::volume::conv_windows;
use crate::ops::data_format::rank_five;
use crate::ops::number::Number;
use crate::ops::tasks::for_parts;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The shape of the result is data, so there is no metadata function.
    ops.add(
        "tf.Conv3DBackpropInputV2",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let dtype = frame.dense(1)?.dtype();
            for_dtype!(dtype, [floats halves], backprop::<T>(frame), else Err(unsupported_for("tf.Conv3DBackpropInputV2", dtype)))
        }),
    );
}

fn backprop<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let sizes = frame.indices(0)?;
    if sizes.len() != 5 || sizes.iter().any(|&dim| dim < 0) {
        return Err(
            format!("input_sizes must be five numbers, none of them negative, but is {sizes:?}").into()
        );
    }
    let shape = Shape::new(&sizes)?;
    let filter_shape = frame.dense(1)?.shape();
    let windows = conv_windows(&shape, filter_shape, frame.attrs())?;
    let gradient_dims = rank_five(frame.dense(2)?.shape(), "out_backprop")?;
    let [depth, height, width] = windows.map(|window| window.output as i64);
    let expected = [shape.dim(0), depth, height, width, filter_shape.dim(4)];
    if gradient_dims != expected {
        return Err(format!(
            "Size of out_backprop doesn't match computed: actual = {gradient_dims:?}, expected = {expected:?}"
        )
        .into());
    }
    let [_, _, _, taken, made] = rank_five(filter_shape, "filter")?.map(|dim| dim as usize);
    let channels = shape.dim(4) as usize;
    let per_group = made / (channels / taken).max(1);
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape.clone()))?;
    let (filter, gradient) = (frame.values::<T>(1)?, frame.values::<T>(2)?);
    // The window of whose filter this place is that tap, along one side.
    let window_of = |axis: usize, place: usize, tap: usize| {
        let window = &windows[axis];
        let offset = (place + window.before).checked_sub(tap * window.dilation)?;
        let number = offset / window.stride;
        (offset.is_multiple_of(window.stride) && number < window.output).then_some(number)
    };
    let sides = windows.map(|window| window.input);
    for_parts(frame.context(), out.values_mut::<T>(), channels, &|first, part| {
        let mut sums = vec![T::SUM_ZERO; channels];
        for (i, pixel) in part.chunks_exact_mut(channels.max(1)).enumerate() {
            let at = first / channels + i;
            let place = [at / sides[2] / sides[1] % sides[0], at / sides[2] % sides[1], at % sides[2]];
            let volume = at / sides[2] / sides[1] / sides[0];
            sums.fill(T::SUM_ZERO);
            for z in 0..windows[0].filter {
                let Some(depth) = window_of(0, place[0], z) else { continue };
                for y in 0..windows[1].filter {
                    let Some(row) = window_of(1, place[1], y) else { continue };
                    for x in 0..windows[2].filter {
                        let Some(column) = window_of(2, place[2], x) else { continue };
                        let from = ((volume * windows[0].output + depth) * windows[1].output + row)
                            * windows[2].output
                            + column;
                        let tap = (z * windows[1].filter + y) * windows[2].filter + x;
                        let from = &gradient[from * made..][..made];
                        for (c, sum) in sums.iter_mut().enumerate() {
                            let (group, c) = (c / taken * per_group, c % taken);
                            let weights = &filter[(tap * taken + c) * made + group..][..per_group];
                            for (&weight, &value) in weights.iter().zip(&from[group..]) {
                                *sum = T::sum_plus(*sum, T::sum_times(value.widen(), weight.widen()));
                            }
                        }
                    }
                }
            }
            for (out, &sum) in pixel.iter_mut().zip(&sums) {
                *out = T::narrow(sum);
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}
