//! More over neighbourhoods of pixels: `tf.Dilation2D`, `tf.ExtractVolumePatches`, `tf.ExtractGlimpse` and `tf.DrawBoundingBoxes`.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};
use tfrt_ops::shapes::Sliding;
use tfrt_ops::window::Window;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::convolution::pool::Windows;
use crate::ops::data_format::{rank_five, rank_four};
use crate::ops::memory::{copied, result_metadata, try_room};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Real};
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.Dilation2D",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], dilate::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.ExtractVolumePatches",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], extract::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    // The size of a glimpse is data.
    for (name, version) in [("tf.ExtractGlimpse", 1), ("tf.ExtractGlimpseV2", 2)] {
        ops.add(name, OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| glimpse(frame, version)));
    }
    ops.add("tf.DrawBoundingBoxes", OpEntry::new().dispatch(draw));
    ops.add("tf.DrawBoundingBoxesV2", OpEntry::new().dispatch(draw));
}

/// The windows of a dilation's filter over an image.
pub(crate) fn dilation_windows(
    input: &Shape,
    filter: &Shape,
    attrs: OpAttrsRef<'_>,
) -> Result<Windows, OpError> {
    let [_, height, width, _] = rank_four(input, "input")?;
    Ok(Sliding::of_dilation(&*attrs)?.windows([height, width], [filter.dim(0), filter.dim(1)])?.into())
}

/// The largest of what is under a window, each plus its place's number in the filter.
fn dilate<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Windows { rows, columns } =
        dilation_windows(frame.dense(0)?.shape(), frame.dense(1)?.shape(), frame.attrs())?;
    let channels = frame.dense(0)?.shape().dim(3) as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (input, filter) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    for_parts(frame.context(), out.values_mut::<T>(), channels, &|first, part| {
        for (i, out) in part.chunks_exact_mut(channels.max(1)).enumerate() {
            let at = first / channels + i;
            let (line, x) = (at / columns.output, at % columns.output);
            let (image, y) = (line / rows.output, line % rows.output);
            out.fill(T::LOWEST);
            for tap in 0..rows.filter * columns.filter {
                let Some(row) = rows.position(y, tap / columns.filter) else { continue };
                let Some(column) = columns.position(x, tap % columns.filter) else { continue };
                let pixel = &input[((image * rows.input + row) * columns.input + column) * channels..];
                for ((out, &x), &plus) in out.iter_mut().zip(pixel).zip(&filter[tap * channels..]) {
                    let sum = x.plus(plus);
                    if sum > *out {
                        *out = sum;
                    }
                }
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}

fn volume_windows(input: &Shape, attrs: OpAttrsRef<'_>) -> Result<[Window; 3], OpError> {
    let [_, depth, height, width, _] = rank_five(input, "input")?;
    let (sliding, sizes) = Sliding::of_volume_patches(&*attrs)?;
    sliding.windows([depth, height, width], sizes)
}

fn extract<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [planes, rows, columns] = volume_windows(frame.dense(0)?.shape(), frame.attrs())?;
    let channels = frame.dense(0)?.shape().dim(4) as usize;
    let metadata = result_metadata(frame, 0)?;
    let length = metadata.shape.dim(4) as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    let input = frame.values::<T>(0)?;
    for (at, out) in out.values_mut::<T>().chunks_exact_mut(length.max(1)).enumerate() {
        let (line, x) = (at / columns.output, at % columns.output);
        let (plane, y) = (line / rows.output, line % rows.output);
        let (volume, z) = (plane / planes.output, plane % planes.output);
        for (tap, out) in out.chunks_exact_mut(channels.max(1)).enumerate() {
            let place = planes.position(z, tap / columns.filter / rows.filter).and_then(|plane| {
                let row = rows.position(y, tap / columns.filter % rows.filter)?;
                let column = columns.position(x, tap % columns.filter)?;
                Some(((volume * planes.input + plane) * rows.input + row) * columns.input + column)
            });
            match place {
                Some(place) => out.copy_from_slice(&input[place * channels..][..channels]),
                None => out.fill(T::ZERO),
            }
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// A window of each image around a place; what is outside of the image is zero, as without noise.
fn glimpse(frame: &mut DispatchFrame<'_>, version: u8) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let attrs = frame.attrs();
    let [batch, height, width, channels] = rank_four(frame.dense(0)?.shape(), "input")?;
    let size = frame.indices(1)?;
    let [rows, columns] = size[..] else {
        return Err(format!("size must have two elements, but has {}", size.len()).into());
    };
    if rows <= 0 || columns <= 0 {
        return Err(format!("glimpses must have a positive size, but it is [{rows}, {columns}]").into());
    }
    let offsets = copied(frame.values::<f32>(2)?)?;
    if frame.dense(2)?.shape().dims()[..] != [batch, 2] {
        return Err(
            format!("offsets must have shape [{batch}, 2], but have {}", frame.dense(2)?.shape()).into()
        );
    }
    let noise = match (attrs.get_string("noise"), attrs.get_bool("uniform_noise").unwrap_or(true)) {
        (Some(noise), _) if noise != b"uniform" => noise.to_vec(),
        (_, uniform) => {
            if uniform {
                b"uniform".to_vec()
            } else {
                b"gaussian".to_vec()
            }
        }
    };
    let flag = |name| attrs.get_bool(name).unwrap_or(true);
    let (normalized, centered) = (flag("normalized"), flag("centered"));
    let start = |offset: f32, side: i64, size: i64| -> f32 {
        let (side, size) = (side as f32, size as f32);
        match (normalized, centered) {
            (true, true) => offset * side / 2.0 + side / 2.0 - size / 2.0,
            // The second version takes the other places for those of the window's first pixel.
            (true, false) if version == 2 => offset * side,
            (false, true) if version == 2 => offset + side / 2.0,
            (false, false) if version == 2 => offset,
            (true, false) => offset * side - size / 2.0,
            (false, true) => offset / 2.0 + side / 2.0 - size / 2.0,
            (false, false) => offset - size / 2.0,
        }
    };
    let shape = Shape::new(&[batch, rows, columns, channels])?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::F32, shape))?;
    let input = frame.values::<f32>(0)?;
    let channels = channels as usize;
    for (at, out) in out.values_mut::<f32>().chunks_exact_mut(channels.max(1)).enumerate() {
        let (line, x) = (at / columns as usize, (at % columns as usize) as i64);
        let (image, y) = (line / rows as usize, (line % rows as usize) as i64);
        let row = start(offsets[2 * image], height, rows) as i64 + y;
        let column = start(offsets[2 * image + 1], width, columns) as i64 + x;
        if (0..height).contains(&row) && (0..width).contains(&column) {
            let pixel = (image * height as usize + row as usize) * width as usize + column as usize;
            out.copy_from_slice(&input[pixel * channels..][..channels]);
        } else if noise == b"zero" {
            out.fill(0.0);
        } else {
            let noise = String::from_utf8_lossy(&noise);
            return Err(format!(
                "a glimpse is partly outside of its image of {height} by {width} pixels: noise must be 'zero' here, but is '{noise}'"
            )
            .into());
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// The colours of boxes one after the other, where none are given.
const COLORS: [[f32; 4]; 10] = [
    [1.0, 1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.5, 0.0, 0.5, 1.0],
    [0.5, 0.5, 0.0, 1.0],
    [0.5, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.5, 1.0],
    [0.0, 1.0, 1.0, 1.0],
    [1.0, 0.0, 1.0, 1.0],
];

fn draw(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let mut colors: Vec<Vec<f32>> = COLORS.iter().map(|color| color.to_vec()).collect();
    if frame.num_args() == 3 {
        let shape = frame.dense(2)?.shape();
        let [_, depth] = shape.dims()[..] else {
            return Err(format!("colors must be a 2-D matrix, but have shape {shape}").into());
        };
        if depth < metadata.shape.dim(3) {
            return Err(format!("colors must have as many channels as images, but have shape {shape}").into());
        }
        let given = frame.values::<f32>(2)?;
        // None at all stand for the usual ones.
        if !given.is_empty() {
            // These, and the same in the dtype of the image.
            try_room::<[Vec<f32>; 2]>(given.len() / depth as usize)?;
            colors = given.chunks_exact(depth as usize).map(<[f32]>::to_vec).collect();
        }
    }
    for_dtype!(metadata.dtype, [floats halves], {
        let boxes = copied(frame.values::<f32>(1)?)?;
        let mut out = frame.output(metadata)?;
        if out.source().is_none() {
            out.values_mut::<T>().copy_from_slice(frame.values::<T>(0)?);
        }
        let [_, height, width, channels] = rank_four(&metadata.shape, "images")?;
        let colors: Vec<Vec<T>> = colors
            .iter()
            .map(|color| color.iter().map(|&x| T::unwork(<T as Float>::Work::of(f64::from(x)))).collect())
            .collect();
        let per_image = (boxes.len() / 4).checked_div(metadata.shape.dim(0) as usize).unwrap_or(0);
        let values = out.values_mut::<T>();
        for (at, corners) in boxes.chunks_exact(4).enumerate() {
            let color = &colors[at % per_image.max(1) % colors.len()];
            let image = at / per_image.max(1);
            let place = |x: f32, side: i64| (x * (side - 1) as f32) as i64;
            let (top, bottom) = (place(corners[0], height), place(corners[2], height));
            let (left, right) = (place(corners[1], width), place(corners[3], width));
            if top > bottom || left > right || top >= height || bottom < 0 || left >= width || right < 0 {
                continue;
            }
            let (first_row, last_row) = (top.max(0), bottom.min(height - 1));
            let (first_column, last_column) = (left.max(0), right.min(width - 1));
            for y in first_row..=last_row {
                for x in first_column..=last_column {
                    // A side that is outside of the image is not drawn.
                    if y == top || y == bottom || x == left || x == right {
                        let pixel = ((image as i64 * height + y) * width + x) * channels;
                        values[pixel as usize..][..channels as usize].copy_from_slice(&color[..channels as usize]);
                    }
                }
            }
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported(metadata.dtype)))
}
