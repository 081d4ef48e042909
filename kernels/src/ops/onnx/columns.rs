//! `onnx.Col2Im`: windows at their places in an image, where they overlap their sum.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_ops::shapes::column_windows;

use super::{Point, coordinates, steps};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, result_metadata};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.Col2Im", OpEntry::new().dispatch(columns));
}

fn columns(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (image, block) = (frame.indices(1)?, frame.indices(2)?);
    let (dtype, dims) = (frame.dense(0)?.dtype(), frame.dense(0)?.shape().dims());
    let (windows, counts) = column_windows(&*frame.attrs(), &dims, &image, &block)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let sizes: Vec<usize> = image.iter().map(|&size| size as usize).collect();
    let inner: Vec<usize> = block.iter().map(|&size| size as usize).collect();
    let places: Vec<usize> = counts.iter().map(|&count| count as usize).collect();
    let (of_block, of_place) = (inner.iter().product::<usize>(), places.iter().product::<usize>());
    let of_image: usize = sizes.iter().product();
    let distance = steps(&sizes);
    let (mut within, mut at) = (vec![0; sizes.len()], vec![0; sizes.len()]);
    for_dtype!(dtype, [floats halves], {
        let from = frame.values::<T>(0)?;
        let to = out.values_mut::<T>();
        // Sums are in 64 bits, rounded once.
        let mut sums: Vec<f64> = filled(0.0, of_image)?;
        for (to, from) in to.chunks_exact_mut(of_image).zip(from.chunks_exact((of_block * of_place).max(1))) {
            sums.fill(0.0);
            for element in 0..of_block {
                coordinates(element, &inner, &mut within);
                for place in 0..of_place {
                    coordinates(place, &places, &mut at);
                    let target = (0..sizes.len()).try_fold(0, |target, axis| {
                        let own = at[axis] as i64 * windows.strides[axis]
                            + within[axis] as i64 * windows.dilations[axis]
                            - windows.before[axis];
                        let own = usize::try_from(own).ok().filter(|&own| own < sizes[axis])?;
                        Some(target + own * distance[axis])
                    });
                    if let Some(target) = target {
                        sums[target] += from[element * of_place + place].to_f64();
                    }
                }
            }
            to.iter_mut().zip(&sums).for_each(|(to, &sum)| *to = <T as Point>::of_f64(sum));
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
