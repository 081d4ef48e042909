//! `onnx.AffineGrid`: the places in an image that an affine map gives for each element of the result, from -1 to 1.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Shape, TensorMetadata};

use super::{Point, coordinates};
use crate::ops::by_dtype::{for_dtype, unsupported};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.AffineGrid", OpEntry::new().dispatch(affine_grid));
}

fn affine_grid(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let sizes = frame.indices(1)?;
    let spatial = sizes.len().saturating_sub(2);
    let dtype = frame.dense(0)?.dtype();
    let expected = [sizes.first().copied().unwrap_or(0), spatial as i64, spatial as i64 + 1];
    if !(2..=3).contains(&spatial) || frame.dense(0)?.shape().dims()[..] != expected {
        let shape = frame.dense(0)?.shape();
        return Err(format!("theta of shape {shape} does not fit the size {:?}", &sizes[..]).into());
    }
    let mut dims = vec![sizes[0]];
    dims.extend_from_slice(&sizes[2..]);
    dims.push(spatial as i64);
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    let is_aligned = frame.attrs().get_bool("align_corners").unwrap_or(false);
    let inner: Vec<usize> = sizes[2..].iter().map(|&size| size as usize).collect();
    let places: usize = inner.iter().product();
    let place = |at: usize, size: usize| match is_aligned {
        true if size > 1 => -1.0 + 2.0 * at as f64 / (size - 1) as f64,
        true => -1.0,
        false => (2 * at + 1) as f64 / size as f64 - 1.0,
    };
    for_dtype!(dtype, [floats], {
        let theta = frame.values::<T>(0)?;
        let mut at = vec![0; spatial];
        for (number, to) in out.values_mut::<T>().chunks_exact_mut(spatial).enumerate() {
            let map = &theta[number / places * spatial * (spatial + 1)..][..spatial * (spatial + 1)];
            coordinates(number % places, &inner, &mut at);
            for (row, to) in to.iter_mut().enumerate() {
                let map = &map[row * (spatial + 1)..];
                // The last dimension of the image is the first coordinate.
                let sum: f64 = (0..spatial)
                    .map(|i| map[i].to_f64() * place(at[spatial - 1 - i], inner[spatial - 1 - i]))
                    .sum();
                *to = <T as Point>::of_f64(sum + map[spatial].to_f64());
            }
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
