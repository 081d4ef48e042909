//! Images in other sizes with a choice of kernels (`tf.ScaleAndTranslate` and its gradient), and seen through a projection
//! (`tf.ImageProjectiveTransformV2`, `V3`).

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::data_format::rank_four;
use crate::ops::image::resize::Pixel;
use crate::ops::memory::{filled, room};
use crate::ops::number::Number;
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The sizes of the results are data, so there are no metadata functions.
    ops.add("tf.ScaleAndTranslate", OpEntry::new().dispatch(scale_and_translate));
    ops.add("tf.ScaleAndTranslateGrad", OpEntry::new().dispatch(scale_and_translate_gradient));
    for (name, version) in [("tf.ImageProjectiveTransformV2", 2), ("tf.ImageProjectiveTransformV3", 3)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                frame.expect_args(version + 1)?;
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [ints floats halves], project::<T>(frame), else Err(unsupported(dtype)))
            }),
        );
    }
}

/// The weights of neighbours by their distance.
#[derive(Clone, Copy)]
enum Kernel {
    Lanczos(f32),
    Gaussian,
    Box,
    Triangle,
    KeysCubic,
    MitchellCubic,
}

impl Kernel {
    fn of(name: &str) -> Result<Kernel, OpError> {
        Ok(match name {
            "lanczos1" => Kernel::Lanczos(1.0),
            "lanczos3" => Kernel::Lanczos(3.0),
            "lanczos5" => Kernel::Lanczos(5.0),
            "gaussian" => Kernel::Gaussian,
            "box" => Kernel::Box,
            "triangle" => Kernel::Triangle,
            "keyscubic" => Kernel::KeysCubic,
            "mitchellcubic" => Kernel::MitchellCubic,
            other => return Err(format!("Unrecognized kernel_type: {other}").into()),
        })
    }

    fn radius(self) -> f32 {
        match self {
            Kernel::Lanczos(radius) => radius,
            Kernel::Gaussian => 1.5,
            Kernel::Box | Kernel::Triangle => 1.0,
            Kernel::KeysCubic | Kernel::MitchellCubic => 2.0,
        }
    }

    /// The weight at a distance that is not negative.
    fn weight(self, x: f32) -> f32 {
        let radius = self.radius();
        match self {
            Kernel::Lanczos(_) if x > radius => 0.0,
            Kernel::Lanczos(_) if x <= 1e-3 => 1.0,
            Kernel::Lanczos(_) => {
                let angle = std::f32::consts::PI * x;
                radius * angle.sin() * (angle / radius).sin() / (angle * angle)
            }
            Kernel::Gaussian if x >= radius => 0.0,
            Kernel::Gaussian => {
                let sigma = radius / 3.0;
                (-x * x / (2.0 * sigma * sigma)).exp()
            }
            Kernel::Box if x < 0.5 => 1.0,
            Kernel::Box if x == 0.5 => 0.5,
            Kernel::Box => 0.0,
            Kernel::Triangle => (1.0 - x).max(0.0),
            Kernel::KeysCubic | Kernel::MitchellCubic if x >= 2.0 => 0.0,
            Kernel::KeysCubic if x >= 1.0 => ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0,
            Kernel::KeysCubic => (1.5 * x - 2.5) * x * x + 1.0,
            Kernel::MitchellCubic if x >= 1.0 => ((-7.0 / 18.0 * x + 2.0) * x - 10.0 / 3.0) * x + 16.0 / 9.0,
            Kernel::MitchellCubic => (7.0 / 6.0 * x - 2.0) * x * x + 8.0 / 9.0,
        }
    }
}

/// The pixels that one of the result is made of, along one side: the first of them, and their weights.
struct Span {
    start: usize,
    weights: Vec<f32>,
}

/// The spans of all pixels of the result along one side.
fn spans(
    kernel: Kernel,
    output: i64,
    input: i64,
    scale: f32,
    translate: f32,
    antialias: bool,
) -> Result<Vec<Span>, OpError> {
    let inverse = 1.0 / scale;
    let offset = -inverse * translate;
    let kernel_scale = if antialias { inverse.max(1.0) } else { 1.0 };
    let reach = kernel.radius() * kernel_scale;
    let last = input - 1;
    let widest = (2.0 * f64::from(reach)).ceil().min(input as f64) as usize;
    if widest.saturating_mul(output as usize) > 1 << 28 {
        return Err(format!("a scale of {scale} makes too many weights for {output} pixels").into());
    }
    let mut spans = room(output as usize)?;
    spans.extend((0..output).map(|at| {
        let place = (at as f32 + 0.5) * inverse + offset;
        if !(0.0..=input as f32).contains(&place) {
            return Span { start: 0, weights: Vec::new() };
        }
        let start = ((place - reach - 0.5).ceil() as i64).clamp(0, last);
        let end = ((place + reach - 0.5).floor() as i64).clamp(0, last);
        let mut weights: Vec<f32> = (start..=end)
            .map(|source| kernel.weight(((source as f32 + 0.5 - place) / kernel_scale).abs()))
            .collect();
        let sum: f32 = weights.iter().sum();
        if sum.abs() >= 1000.0 * f32::MIN_POSITIVE {
            weights.iter_mut().for_each(|weight| *weight *= 1.0 / sum);
        }
        Span { start: start as usize, weights }
    }));
    Ok(spans)
}

fn two(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<[f32; 2], OpError> {
    match frame.values::<f32>(i)? {
        &[a, b] => Ok([a, b]),
        _ => Err(format!("{what} must have two elements, but has shape {}", frame.dense(i)?.shape()).into()),
    }
}

/// The spans along height and width that the attributes and the last two arguments describe.
fn both_spans(frame: &DispatchFrame<'_>, from: [i64; 2], to: [i64; 2]) -> Result<[Vec<Span>; 2], OpError> {
    let (scale, translation) = (two(frame, 2, "scale")?, two(frame, 3, "translation")?);
    if scale.iter().any(|&scale| scale.is_nan() || scale <= 0.0) || translation.iter().any(|x| !x.is_finite())
    {
        return Err(format!(
            "scale must be greater than zero, but is {scale:?}; translation is {translation:?}"
        )
        .into());
    }
    let attrs = frame.attrs();
    let kernel = Kernel::of(attrs.get_str("kernel_type").unwrap_or("lanczos3"))?;
    let antialias = attrs.get_bool("antialias").unwrap_or(true);
    Ok([
        spans(kernel, to[0], from[0], scale[0], translation[0], antialias)?,
        spans(kernel, to[1], from[1], scale[1], translation[1], antialias)?,
    ])
}

/// Each gradient goes back to the pixels that its pixel was made of, with the same weights.
fn scale_and_translate_gradient(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let shape = frame.dense(1)?.shape().clone();
    let [batch, height, width, channels] = rank_four(&shape, "original_image")?;
    let [images, rows, columns, own] = rank_four(frame.dense(0)?.shape(), "grads")?;
    if batch != images || channels != own || rows <= 0 || columns <= 0 || height <= 0 || width <= 0 {
        return Err(format!(
            "grads of shape {} must be of as many images and channels as the original ones of shape {shape}, and none be empty",
            frame.dense(0)?.shape()
        )
        .into());
    }
    let [down, across] = both_spans(frame, [height, width], [rows, columns])?;
    let (gradients, channels, width) = (frame.values::<f32>(0)?, channels as usize, width as usize);
    let mut sums = filled(0.0f64, shape.num_elements())?;
    for (at, pixel) in gradients.chunks_exact(channels.max(1)).enumerate() {
        let (line, x) = (at / columns as usize, at % columns as usize);
        let (image, y) = (line / rows as usize, line % rows as usize);
        for (i, far) in down[y].weights.iter().enumerate() {
            let row = (image * height as usize + down[y].start + i) * width;
            for (j, near) in across[x].weights.iter().enumerate() {
                let to = (row + across[x].start + j) * channels;
                for (sum, gradient) in sums[to..][..channels].iter_mut().zip(pixel) {
                    *sum += f64::from(far * near) * f64::from(*gradient);
                }
            }
        }
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::F32, shape))?;
    for (to, sum) in out.values_mut::<f32>().iter_mut().zip(sums) {
        *to = sum as f32;
    }
    frame.finish(0, out);
    Ok(())
}

fn scale_and_translate(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let [batch, height, width, channels] = rank_four(frame.dense(0)?.shape(), "images")?;
    let [rows, columns] = frame.indices(1)?[..] else {
        return Err(
            format!("output size must have two elements, but has shape {}", frame.dense(1)?.shape()).into()
        );
    };
    if rows <= 0 || columns <= 0 || height <= 0 || width <= 0 {
        return Err(format!("input and output images must be of non-zero size, but are [{height}, {width}] and [{rows}, {columns}]").into());
    }
    let [down, across] = both_spans(frame, [height, width], [rows, columns])?;
    let shape = Shape::new(&[batch, rows, columns, channels])?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::F32, shape))?;
    let (channels, width, line) = (channels as usize, width as usize, columns as usize * channels as usize);
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [ints floats halves], {
        let image = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<f32>(), line, &|first, lines| {
            let mut between = vec![0.0_f32; width * channels];
            for (i, line_out) in lines.chunks_exact_mut(line.max(1)).enumerate() {
                let at = first / line + i;
                let (image_at, row) = (at / rows as usize, at % rows as usize);
                between.fill(0.0);
                for (k, &weight) in down[row].weights.iter().enumerate() {
                    let y = image_at * height as usize + down[row].start + k;
                    for (sum, value) in between.iter_mut().zip(&image[y * width * channels..]) {
                        *sum += value.to_f32() * weight;
                    }
                }
                for (pixel, span) in line_out.chunks_exact_mut(channels).zip(&across) {
                    pixel.fill(0.0);
                    for (from, &weight) in between[span.start * channels..].chunks_exact(channels).zip(&span.weights) {
                        for (sum, value) in pixel.iter_mut().zip(from) {
                            *sum += value * weight;
                        }
                    }
                }
            }
        });
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}

/// The pixels beyond the image's border.
#[derive(Clone, Copy)]
enum Beyond {
    Constant,
    Reflect,
    Wrap,
    Nearest,
}

impl Beyond {
    /// A coordinate as one in the image, where that is not left to the constant.
    fn mapped(self, at: f32, length: i64) -> f32 {
        let size = length as f32;
        let inside = match self {
            Beyond::Constant => return at,
            Beyond::Nearest => at,
            Beyond::Wrap if length <= 1 => 0.0,
            Beyond::Wrap if (0.0..=size - 1.0).contains(&at) => at,
            Beyond::Wrap if at < 0.0 => at + size * ((-at / (size - 1.0)) as i64 + 1) as f32,
            Beyond::Wrap => at - size * ((at / (size - 1.0)) as i64) as f32,
            Beyond::Reflect if length <= 1 => 0.0,
            Beyond::Reflect if at < 0.0 => {
                let period = 2.0 * size;
                let at = if at < -period { at + period * ((-at / period) as i64) as f32 } else { at };
                if at < -size { at + period } else { -at - 1.0 }
            }
            Beyond::Reflect if at > size - 1.0 => {
                let period = 2.0 * size;
                let at = at - period * ((at / period) as i64) as f32;
                if at >= size { period - at - 1.0 } else { at }
            }
            Beyond::Reflect => at,
        };
        inside.clamp(0.0, size - 1.0)
    }
}

fn project<T: Pixel + Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let image @ [batch, height, width, channels] = rank_four(frame.dense(0)?.shape(), "images")?;
    let transforms = frame.dense(1)?.shape();
    let own = match transforms.dims()[..] {
        [1, 8] => 0,
        [count, 8] if count == batch => 8,
        _ => {
            return Err(
                format!("Input transform should be {batch} or 1 by 8, but has shape {transforms}").into()
            );
        }
    };
    let [rows, columns] = frame.indices(2)?[..] else {
        return Err(format!(
            "output shape must have two elements, but has shape {}",
            frame.dense(2)?.shape()
        )
        .into());
    };
    if rows <= 0 || columns <= 0 {
        return Err(format!("new_height and new_width must be positive, but are {rows} and {columns}").into());
    }
    if height <= 0 || width <= 0 {
        return Err(format!("images must not be empty, but have shape {image:?}").into());
    }
    let attrs = frame.attrs();
    let nearest = match attrs.get_str("interpolation").unwrap_or("") {
        "NEAREST" => true,
        "BILINEAR" => false,
        other => return Err(format!("interpolation must be NEAREST or BILINEAR, but is '{other}'").into()),
    };
    let beyond = match attrs.get_str("fill_mode").unwrap_or("CONSTANT") {
        "CONSTANT" => Beyond::Constant,
        "REFLECT" => Beyond::Reflect,
        "WRAP" => Beyond::Wrap,
        "NEAREST" => Beyond::Nearest,
        other => {
            return Err(
                format!("fill_mode must be CONSTANT, REFLECT, WRAP or NEAREST, but is '{other}'").into()
            );
        }
    };
    let constant = match frame.num_args() {
        4 => match frame.values::<f32>(3)? {
            &[value] => value,
            _ => return Err("fill_value must be a scalar".into()),
        },
        _ => 0.0,
    };
    let transforms = frame.values::<f32>(1)?;
    let input = frame.values::<T>(0)?;
    let shape = Shape::new(&[batch, rows, columns, channels])?;
    let mut wide = filled(constant, shape.num_elements())?;
    let (h, w, c) = (height as usize, width as usize, channels as usize);
    for (at, pixel) in wide.chunks_exact_mut(c.max(1)).enumerate() {
        let (x, y) = ((at % columns as usize) as f32, (at / columns as usize % rows as usize) as f32);
        let picture = at / columns as usize / rows as usize;
        let t = &transforms[picture * own..][..8];
        let depth = t[6] * x + t[7] * y + 1.0;
        if depth == 0.0 {
            // Pixels that are infinitely far away.
            continue;
        }
        let (x, y) = ((t[0] * x + t[1] * y + t[2]) / depth, (t[3] * x + t[4] * y + t[5]) / depth);
        let (x, y) = (beyond.mapped(x, width), beyond.mapped(y, height));
        let read = |y: f32, x: f32, channel: usize| {
            let inside = (0.0..h as f32).contains(&y) && (0.0..w as f32).contains(&x);
            match inside {
                true => input[((picture * h + y as usize) * w + x as usize) * c + channel].to_f32(),
                false => constant,
            }
        };
        for (channel, out) in pixel.iter_mut().enumerate() {
            *out = if nearest {
                read(y.round(), x.round(), channel)
            } else {
                let (top, left) = (y.floor(), x.floor());
                let row = |y: f32| {
                    (left + 1.0 - x) * read(y, left, channel) + (x - left) * read(y, left + 1.0, channel)
                };
                (top + 1.0 - y) * row(top) + (y - top) * row(top + 1.0)
            };
        }
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    for (out, &value) in out.values_mut::<T>().iter_mut().zip(&wide) {
        *out = from_f32(value);
    }
    frame.finish(0, out);
    Ok(())
}

/// A number of a dtype, rounded towards zero where it has no fractions.
fn from_f32<T: Number>(value: f32) -> T {
    macro_rules! by_dtype {
        ($($dtype:ident $ty:ty => $made:expr;)*) => {
            match T::DTYPE {
                $(DType::$dtype => { let made: $ty = $made; bytemuck::cast_slice(&[made]).first().copied().unwrap_or(T::ZERO) })*
                _ => T::ZERO,
            }
        };
    }
    by_dtype! {
        I8 i8 => value as i8;
        I16 i16 => value as i16;
        I32 i32 => value as i32;
        I64 i64 => value as i64;
        UI8 u8 => value as u8;
        UI16 u16 => value as u16;
        UI32 u32 => value as u32;
        UI64 u64 => value as u64;
        F32 f32 => value;
        F64 f64 => value.into();
        F16 half::f16 => half::f16::from_f32(value);
        BF16 half::bf16 => half::bf16::from_f32(value);
    }
}
