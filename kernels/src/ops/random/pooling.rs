//! Random regions of a picture: `tf.FractionalMaxPool`, `tf.FractionalAvgPool`.
//!
//! Regions are those of Graham, "Fractional Max-Pooling" (2014): their lengths along an axis are two consecutive whole numbers, in
//! an order that is drawn or, pseudo-randomly, computed from one number.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

use super::philox::{Philox, Words};
use super::{Sequences, reserve_words};
use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::integer_vector;
use crate::ops::number::Real;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, largest) in [("tf.FractionalMaxPool", true), ("tf.FractionalAvgPool", false)] {
        let sequences = Sequences::default();
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                match dtype {
                    DType::F32 => pool::<f32>(frame, &sequences, largest),
                    DType::F64 => pool::<f64>(frame, &sequences, largest),
                    DType::I32 => pool::<i32>(frame, &sequences, largest),
                    DType::I64 => pool::<i64>(frame, &sequences, largest),
                    other => Err(unsupported(other)),
                }
            }),
        );
    }
}

/// A whole number below another, each as likely as the others.
fn below(words: &mut Words, count: u32) -> u32 {
    if count.is_power_of_two() {
        return words.word() & (count - 1);
    }
    let unfair = u32::MAX % count + 1;
    loop {
        let word = words.word();
        if word < u32::MAX - unfair {
            return word % count;
        }
    }
}

/// The starts of regions, and the end of the last.
fn regions(input: usize, output: usize, pseudo: bool, reserve: impl FnOnce(usize) -> Philox) -> Vec<i64> {
    let (whole, longer) = (input / output, input % output);
    let mut lengths = vec![whole; output];
    if longer > 0 && pseudo {
        let alpha = input as f64 / output as f64;
        let k = whole as f64;
        let most = ((k + 2.0) / alpha - 1.0).min((input as f64 + 1.0 - k) / alpha - (output as f64 - 1.0));
        let start = reserve(2).words().double() * most;
        let place = |i: usize| match i {
            0 => 1,
            i if i == output => input + 1,
            i => (alpha * (i as f64 + start)).ceil() as usize,
        };
        for (i, length) in lengths.iter_mut().enumerate() {
            *length = place(i + 1).saturating_sub(place(i));
        }
    } else if longer > 0 {
        lengths[..longer].iter_mut().for_each(|length| *length += 1);
        let mut words = reserve(output).words();
        for at in 0..output - 1 {
            lengths.swap(at, at + below(&mut words, (output - at) as u32) as usize);
        }
    }
    let mut places = vec![0];
    for length in lengths {
        places.push(places[places.len() - 1] + length as i64);
    }
    places
}

fn pool<T: Real>(frame: &mut DispatchFrame<'_>, sequences: &Sequences, largest: bool) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let shape = frame.dense(0)?.shape();
    let [batch, height, width, channels] = shape.dims()[..] else {
        return Err(format!("value must be 4-dimensional, but has shape {shape}").into());
    };
    let ratio: Vec<f64> = match attrs.get_array::<f32>("pooling_ratio") {
        Some(ratio) => ratio.iter().map(|&x| f64::from(x)).collect(),
        None => return Err("missing 'pooling_ratio' attribute".into()),
    };
    let &[one, rows, columns, last] = &ratio[..] else {
        return Err(format!("pooling_ratio must have 4 elements, but has {}", ratio.len()).into());
    };
    if one != 1.0 || last != 1.0 || !(rows >= 1.0 && columns >= 1.0) {
        return Err(format!(
            "Fractional pooling is not supported on the batch or channel dimension, and ratios must be >= 1, but pooling_ratio is {ratio:?}"
        )
        .into());
    }
    // In single precision, which decides whether a quotient is whole.
    let output = |input: i64, ratio: f64| (input as f32 / ratio as f32).floor() as i64;
    let (rows, columns) = (output(height, rows), output(width, columns));
    if rows <= 0 || columns <= 0 {
        return Err(format!("pooling_ratio {ratio:?} leaves nothing of shape {shape}").into());
    }
    let flag = |name| attrs.get_bool(name).unwrap_or(false);
    let (pseudo, overlapping) = (flag("pseudo_random"), flag("overlapping"));
    let draw = |input: i64, output: i64| {
        regions(input as usize, output as usize, pseudo, |count| reserve_words(sequences, frame, count))
    };
    let down = draw(height, rows);
    let across = draw(width, columns);
    let dims = [batch, rows, columns, channels];
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
    let input = frame.values::<T>(0)?;
    let end = |places: &[i64], at: usize, size: i64| match overlapping {
        true => (places[at + 1] + 1).min(size),
        false => places[at + 1],
    };
    let channels = channels as usize;
    for (place, out) in out.values_mut::<T>().chunks_exact_mut(channels.max(1)).enumerate() {
        let (column, rest) = (place % columns as usize, place / columns as usize);
        let (row, image) = (rest % rows as usize, (rest / rows as usize) as i64);
        for (channel, out) in out.iter_mut().enumerate() {
            let (mut most, mut sum, mut count) = (T::LOWEST, T::SUM_ZERO, 0);
            for y in down[row]..end(&down, row, height) {
                for x in across[column]..end(&across, column, width) {
                    let at = ((image * height + y) * width + x) as usize * channels + channel;
                    let value = input[at];
                    most = most.larger(value);
                    sum = T::sum_plus(sum, value.widen());
                    count += 1;
                }
            }
            *out = if largest { most } else { T::mean(sum, count) };
        }
    }
    frame.finish(0, out);
    frame.set(1, integer_vector(DType::I64, &down)?);
    frame.set(2, integer_vector(DType::I64, &across)?);
    Ok(())
}
