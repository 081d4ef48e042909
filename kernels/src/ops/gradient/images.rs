//! Gradients of resized images: each pixel's gradient goes back to the pixels that contributed to it.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, TensorMetadata};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::data_format::rank_four;
use crate::ops::image::resize::{Pixel, Scale};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.ResizeBilinearGrad", OpEntry::new().dispatch(bilinear));
    ops.add("tf.ResizeNearestNeighborGrad", OpEntry::new().dispatch(nearest));
}

/// Image and gradient go together, and there are pixels to give to.
fn check(image: [i64; 4], gradient: [i64; 4]) -> Result<(), OpError> {
    if image[0] != gradient[0] || image[3] != gradient[3] {
        return Err(format!("batch and channels of {gradient:?} must be those of the image {image:?}").into());
    }
    if image[1] < 1 || image[2] < 1 {
        return Err(format!("the image must be of non-zero size, but is {image:?}").into());
    }
    Ok(())
}

fn bilinear(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = frame.dense(1)?.shape().clone();
    let dims @ [_, height, width, channels] = rank_four(&shape, "original_image")?;
    let from @ [batch, rows, columns, _] = rank_four(frame.dense(0)?.shape(), "grads")?;
    check(dims, from)?;
    let (down, across) =
        (Scale::new(frame.attrs(), height, rows)?, Scale::new(frame.attrs(), width, columns)?);
    // The gradient is always of single precision, the image of any.
    let gradients = frame.values::<f32>(0)?;
    // Without lines there may be any number of columns.
    let used = if gradients.is_empty() { 0 } else { columns as usize };
    let across: Vec<(usize, usize, f32)> = (0..used).map(|x| across.between(x)).collect();
    let channels = channels as usize;
    let mut sums = filled(0.0f64, shape.num_elements())?;
    for (at, pixel) in gradients.chunks_exact(channels.max(1)).enumerate() {
        let line = at / columns as usize;
        let (image, (top, bottom, low)) = (line / rows as usize, down.between(line % rows as usize));
        let (left, right, far) = across[at % columns as usize];
        for (y, x, weight) in [
            (top, left, (1.0 - low) * (1.0 - far)),
            (top, right, (1.0 - low) * far),
            (bottom, left, low * (1.0 - far)),
            (bottom, right, low * far),
        ] {
            let place = ((image * height as usize + y) * width as usize + x) * channels;
            for (sum, gradient) in sums[place..][..channels].iter_mut().zip(pixel) {
                *sum += f64::from(weight * gradient);
            }
        }
    }
    debug_assert!(batch >= 0);
    let dtype = frame.dense(1)?.dtype();
    for_dtype!(dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *to = <T as FromWide>::from_wide(sum);
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported(dtype)))
}

/// Numbers that a sum in double precision is rounded to.
trait FromWide {
    fn from_wide(value: f64) -> Self;
}

macro_rules! from_wide {
    ($($ty:ty: $from:expr;)*) => {$(
        impl FromWide for $ty {
            fn from_wide(value: f64) -> Self { let from: fn(f64) -> $ty = $from; from(value) }
        }
    )*};
}

from_wide! {
    f32: |value| value as f32;
    f64: |value| value;
    half::f16: half::f16::from_f64;
    half::bf16: half::bf16::from_f64;
}

fn nearest(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let image = result_metadata(frame, 0)?;
    let [_, height, width, channels] = rank_four(&image.shape, "image")?;
    let [_, rows, columns, _] = rank_four(frame.dense(0)?.shape(), "grads")?;
    let (down, across) =
        (Scale::new(frame.attrs(), height, rows)?, Scale::new(frame.attrs(), width, columns)?);
    let channels = channels as usize;
    fn run<T: Pixel + Number>(
        frame: &mut DispatchFrame<'_>,
        image: &TensorMetadata,
        channels: usize,
        place: impl Fn(usize) -> usize,
    ) -> Result<(), OpError> {
        let mut sums = filled(T::SUM_ZERO, image.shape.num_elements())?;
        for (at, pixel) in frame.values::<T>(0)?.chunks_exact(channels.max(1)).enumerate() {
            for (sum, gradient) in sums[place(at) * channels..][..channels].iter_mut().zip(pixel) {
                *sum = T::sum_plus(*sum, gradient.widen());
            }
        }
        let mut out = DispatchFrame::fresh(image)?;
        for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *to = T::narrow(sum);
        }
        frame.finish(0, out);
        Ok(())
    }
    let place = |at: usize| {
        let (line, x) = (at / columns as usize, at % columns as usize);
        let (image, y) = (line / rows as usize, line % rows as usize);
        (image * height as usize + down.nearest(y)) * width as usize + across.nearest(x)
    };
    match frame.dense(0)?.dtype() {
        DType::UI8 => run::<u8>(frame, image, channels, place),
        DType::I8 => run::<i8>(frame, image, channels, place),
        DType::I32 => run::<i32>(frame, image, channels, place),
        DType::F16 => run::<half::f16>(frame, image, channels, place),
        DType::BF16 => run::<half::bf16>(frame, image, channels, place),
        DType::F32 => run::<f32>(frame, image, channels, place),
        DType::F64 => run::<f64>(frame, image, channels, place),
        other => Err(unsupported(other)),
    }
}
