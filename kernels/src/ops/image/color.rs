//! Colours and contrast of images: `tf.AdjustContrastv2`, `tf.AdjustHue`, `tf.AdjustSaturation`, `tf.RGBToHSV` and `tf.HSVToRGB`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::memory::result_metadata;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.AdjustContrastv2",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], contrast::<T>(frame), else Err(unsupported_for("tf.AdjustContrastv2", dtype)))
        }),
    );
    for (name, shift) in
        [("tf.AdjustHue", turned as fn([f64; 3], f64) -> [f64; 3]), ("tf.AdjustSaturation", saturated)]
    {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                let amount = match *frame.values::<f32>(1)? {
                    [amount] => f64::from(amount),
                    _ => return Err("the amount must be a scalar".into()),
                };
                if dtype != DType::F32 {
                    return Err(unsupported_for(name, dtype));
                }
                pixels::<f32>(frame, |pixel| shift(pixel, amount))
            }),
        );
    }
    for (name, convert) in [("tf.RGBToHSV", hsv as fn([f64; 3]) -> [f64; 3]), ("tf.HSVToRGB", rgb)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], pixels::<T>(frame, convert), else Err(unsupported_for(name, dtype)))
            }),
        );
    }
}

/// Each channel of each image is spread around its mean.
fn contrast<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dims = frame.dense(0)?.shape().dims();
    let [height, width, channels] = [3, 2, 1].map(|from_end| dims[dims.len() - from_end] as usize);
    let Some(&factor) = frame.values::<f32>(1)?.first() else {
        return Err("contrast_factor must be scalar".into());
    };
    let factor = T::Work::of(f64::from(factor));
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let size = (height * width * channels).max(1);
    let images = frame.values::<T>(0)?.chunks_exact(size);
    for (image, out) in images.zip(out.values_mut::<T>().chunks_exact_mut(size)) {
        let mut sums = vec![T::SUM_ZERO; channels];
        for pixel in image.chunks_exact(channels) {
            for (sum, &value) in sums.iter_mut().zip(pixel) {
                *sum = T::sum_plus(*sum, value.widen());
            }
        }
        let means: Vec<T::Work> = sums.iter().map(|&sum| T::mean(sum, height * width).work()).collect();
        for (at, (out, value)) in out.iter_mut().zip(image).enumerate() {
            let mean = means[at % channels];
            *out = T::unwork(value.work().minus(mean).times(factor).plus(mean));
        }
    }
    frame.finish(0, out);
    Ok(())
}

fn pixels<T: Float<Work: Into<f64>>>(
    frame: &mut DispatchFrame<'_>,
    convert: impl Fn([f64; 3]) -> [f64; 3],
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let images = frame.values::<T>(0)?.chunks_exact(3);
    for (pixel, out) in images.zip(out.values_mut::<T>().chunks_exact_mut(3)) {
        let converted = convert([0, 1, 2].map(|i| pixel[i].work().into()));
        for (out, value) in out.iter_mut().zip(converted) {
            *out = T::unwork(T::Work::of(value));
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// Hue, saturation and value, each from 0 to 1.
fn hsv([r, g, b]: [f64; 3]) -> [f64; 3] {
    let value = r.max(g).max(b);
    let range = value - r.min(g).min(b);
    let saturation = if value > 0.0 { range / value } else { 0.0 };
    if range <= 0.0 {
        return [0.0, saturation, value];
    }
    let sixth = 1.0 / (6.0 * range);
    let hue = if r == value {
        sixth * (g - b)
    } else if g == value {
        sixth * (b - r) + 2.0 / 6.0
    } else {
        sixth * (r - g) + 4.0 / 6.0
    };
    [if hue < 0.0 { hue + 1.0 } else { hue }, saturation, value]
}

/// Red, green and blue from hue, saturation and value.
fn rgb([hue, saturation, value]: [f64; 3]) -> [f64; 3] {
    let sixths = hue * 6.0;
    let red = ((sixths - 3.0).abs() - 1.0).clamp(0.0, 1.0);
    let green = (2.0 - (sixths - 2.0).abs()).clamp(0.0, 1.0);
    let blue = (2.0 - (sixths - 4.0).abs()).clamp(0.0, 1.0);
    [red, green, blue].map(|part| (1.0 - saturation + saturation * part) * value)
}

/// A colour with its hue rotated by a part of the circle; its largest and smallest parts stay.
fn turned(colour: [f64; 3], by: f64) -> [f64; 3] {
    let [r, g, b] = colour;
    let (largest, smallest) = (r.max(g).max(b), r.min(g).min(b));
    let [hue, ..] = hsv(colour);
    rgb([(hue + by).rem_euclid(1.0), 1.0, 1.0]).map(|part| smallest + (largest - smallest) * part)
}

/// A colour with its saturation multiplied, at most full.
fn saturated(colour: [f64; 3], factor: f64) -> [f64; 3] {
    let [hue, saturation, value] = hsv(colour);
    rgb([hue, (saturation * factor).clamp(0.0, 1.0), value])
}
