//! `onnx.DeformColumns`: the elements under each window of an image, where an offset moves each of them and a factor weighs it. A product with
//! filters makes a deformable convolution of them. Outside of the image there are zeros.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_ops::shapes::PoolWindows;

use super::{Point, between};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::result_metadata;
use crate::ops::tasks::for_parts;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.DeformColumns", OpEntry::new().dispatch(columns));
}

fn columns(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let metadata = result_metadata(frame, 0)?;
    let windows = PoolWindows::of(&*frame.attrs())?;
    let groups = frame.attrs().get_int("offset_group").unwrap_or(1).max(1) as usize;
    let dtype = frame.dense(0)?.dtype();
    let sizes = |i: usize| -> Result<Vec<usize>, OpError> {
        Ok(frame.dense(i)?.shape().dims().iter().map(|&dim| dim as usize).collect())
    };
    let (image, moved) = (sizes(0)?, sizes(1)?);
    let (channels, size) = (image[1], [image[2], image[3]]);
    let area = (windows.sizes[0] * windows.sizes[1]) as usize;
    let across = moved[3];
    let places = moved[2] * across;
    let mut out = DispatchFrame::fresh(metadata)?;
    for_dtype!(dtype, [floats halves], {
        let (x, offset, mask) = (frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?);
        for_parts(frame.context(), out.values_mut::<T>(), places, &|first, values| {
            for (i, value) in values.iter_mut().enumerate() {
                let (row, place) = ((first + i) / places, (first + i) % places);
                let (plane, element) = (row / area, row % area);
                let (item, channel) = (plane / channels, plane % channels);
                let group = channel / (channels / groups);
                let number = (item * groups + group) * area + element;
                let width = windows.sizes[1] as usize;
                let at = [place / across, place % across];
                let within = [element / width, element % width];
                let [y, x_at] = [0, 1].map(|axis| {
                    let start = at[axis] as i64 * windows.strides[axis] - windows.before[axis];
                    let own = start + within[axis] as i64 * windows.dilations[axis];
                    own as f64 + offset[(number * 2 + axis) * places + place].to_f64()
                });
                let plane = &x[plane * size[0] * size[1]..][..size[0] * size[1]];
                let factor = mask[number * places + place].to_f64();
                *value = <T as Point>::of_f64(between(plane, size, y, x_at) * factor);
            }
        });
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
