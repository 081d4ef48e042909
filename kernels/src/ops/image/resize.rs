//! Resized images: by the nearest pixel, or interpolated between the four nearest ones.

use half::{bf16, f16};
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Element};

use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::data_format::rank_four;
use crate::ops::memory::{result_metadata, room};
use crate::ops::tasks::for_parts;
use tfrt_numerics::blocks;

/// Numbers that pixels have, as they are mixed.
pub(crate) trait Pixel: Element {
    /// As a number between which others are.
    fn to_f32(self) -> f32;
}

macro_rules! pixels {
    ($($ty:ty, $value:ident => $wide:expr;)*) => {$(
        impl Pixel for $ty {
            #[inline(always)]
            fn to_f32(self) -> f32 {
                let $value = self;
                $wide
            }
        }
    )*};
}

pixels! {
    i8, x => x.into(); u8, x => x.into(); i16, x => x.into(); u16, x => x.into();
    i32, x => x as f32; u32, x => x as f32; i64, x => x as f32; u64, x => x as f32;
    f32, x => x; f64, x => x as f32; f16, x => x.into(); bf16, x => x.into();
}

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.ResizeBilinear", OpEntry::new().dispatch(bilinear));
    ops.add("tf.ResizeNearestNeighbor", OpEntry::new().dispatch(nearest));
}

/// The mapping from positions of the result to the image, along one side.
pub(crate) struct Scale {
    pub(crate) factor: f32,
    input: usize,
    align_corners: bool,
    pub(crate) half_pixel_centers: bool,
}

impl Scale {
    pub(crate) fn new(attrs: OpAttrsRef<'_>, input: i64, output: i64) -> Result<Scale, OpError> {
        let flag = |name| attrs.get_bool(name).unwrap_or(false);
        let (align_corners, half_pixel_centers) = (flag("align_corners"), flag("half_pixel_centers"));
        if align_corners && half_pixel_centers {
            return Err("If half_pixel_centers is True, align_corners must be False.".into());
        }
        let factor = if align_corners && output > 1 {
            (input - 1) as f32 / (output - 1) as f32
        } else {
            input as f32 / output.max(1) as f32
        };
        Ok(Scale { factor, input: input as usize, align_corners, half_pixel_centers })
    }

    /// The pixel whose place is nearest.
    pub(crate) fn nearest(&self, at: usize) -> usize {
        let place = if self.half_pixel_centers {
            ((at as f32 + 0.5) * self.factor).floor()
        } else if self.align_corners {
            (at as f32 * self.factor).round()
        } else {
            (at as f32 * self.factor).floor()
        };
        (place as usize).min(self.input - 1)
    }

    /// The pixels on both sides, and how far the place is from the first towards the second.
    pub(crate) fn between(&self, at: usize) -> (usize, usize, f32) {
        let place = if self.half_pixel_centers {
            (at as f32 + 0.5) * self.factor - 0.5
        } else {
            at as f32 * self.factor
        };
        let floor = place.floor();
        let last = self.input - 1;
        ((floor.max(0.0) as usize).min(last), (place.ceil().max(0.0) as usize).min(last), place - floor)
    }
}

/// The dimensions of the images and of the result.
pub(crate) fn dims_of(frame: &DispatchFrame<'_>) -> Result<[[i64; 4]; 2], OpError> {
    let result = rank_four(&result_metadata(frame, 0)?.shape, "result")?;
    Ok([rank_four(frame.dense(0)?.shape(), "images")?, result])
}

fn nearest(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [[_, height, width, channels], result] = dims_of(frame)?;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [ints floats halves], { let _ = size_of::<T>(); }, else return Err(unsupported_for("tf.ResizeNearestNeighbor", dtype)));
    let rows = Scale::new(frame.attrs(), height, result[1])?;
    let columns = Scale::new(frame.attrs(), width, result[2])?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let pixel = channels as usize * element_size(dtype)?;
    // Without elements, the result can be as wide as it likes.
    let wide = if result.contains(&0) { 0 } else { result[2] as usize };
    let mut sources = room(wide)?;
    sources.extend((0..wide).map(|x| columns.nearest(x)));
    let image = frame.dense(0)?.bytes();
    let line = sources.len() * pixel;
    for_parts(frame.context(), out.bytes_mut(), line, &|first, lines| {
        for (i, line_out) in lines.chunks_exact_mut(line.max(1)).enumerate() {
            let at = first / line + i;
            let (image_at, y) = (at / result[1] as usize, rows.nearest(at % result[1] as usize));
            let from = &image[(image_at * rows.input + y) * columns.input * pixel..][..columns.input * pixel];
            for (to, &x) in line_out.chunks_exact_mut(pixel).zip(&sources) {
                to.copy_from_slice(&from[x * pixel..][..pixel]);
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}

fn bilinear(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [[_, height, width, channels], result] = dims_of(frame)?;
    let dtype = frame.dense(0)?.dtype();
    let rows = Scale::new(frame.attrs(), height, result[1])?;
    let columns = Scale::new(frame.attrs(), width, result[2])?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    // Without elements, the result can be as wide as it likes.
    let wide = if result.contains(&0) { 0 } else { result[2] as usize };
    let mut sources = room(wide)?;
    sources.extend((0..wide).map(|x| columns.between(x)));
    let channels = channels as usize;
    let line = sources.len() * channels;
    for_dtype!(dtype, [ints floats halves], {
        let image = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<f32>(), line, &|first, lines| {
            for (i, line_out) in lines.chunks_exact_mut(line.max(1)).enumerate() {
                let at = first / line + i;
                let (top, bottom, down) = rows.between(at % result[1] as usize);
                let line_of = |y: usize| {
                    &image[(at / result[1] as usize * rows.input + y) * columns.input * channels..][..columns.input * channels]
                };
                let (top, bottom) = (line_of(top), line_of(bottom));
                if T::DTYPE == DType::F32 {
                    let [top, bottom] = [top, bottom].map(bytemuck::cast_slice::<T, f32>);
                    blocks::between_rows(top, bottom, &sources, down, channels, line_out);
                    continue;
                }
                for (to, &(left, right, across)) in line_out.chunks_exact_mut(channels).zip(&sources) {
                    for (c, to) in to.iter_mut().enumerate() {
                        let mix = |line: &[T]| {
                            let [left, right] = [left, right].map(|x| line[x * channels + c].to_f32());
                            left + (right - left) * across
                        };
                        let (top, bottom) = (mix(top), mix(bottom));
                        *to = top + (bottom - top) * down;
                    }
                }
            }
        });
    }, else return Err(unsupported_for("tf.ResizeBilinear", dtype)));
    frame.finish(0, out);
    Ok(())
}
