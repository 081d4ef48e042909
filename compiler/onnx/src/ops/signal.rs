//! Windows of signals and discrete Fourier transforms.

use tfrt_ops::DType;

use super::Table;
use super::indexing::cut;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::{Node, axis, line};

pub(super) const OPS: Table = &[
    ("HannWindow", |b, n| window(b, n, [0.5, 0.5, 0.0])),
    ("HammingWindow", |b, n| window(b, n, [25.0 / 46.0, 21.0 / 46.0, 0.0])),
    ("BlackmanWindow", |b, n| window(b, n, [0.42, 0.5, 0.08])),
    ("DFT", |b, n| {
        let x = n.input(0)?;
        let rank = x.rank()?;
        let at = match n.optional(2) {
            Some(at) => at.known_ints("axis")?.first().copied().unwrap_or(-2),
            None if n.opset < 20 => n.int("axis", 1),
            None => -2,
        };
        let length = n.optional(1).map(|length| length.known_ints("dft_length")).transpose()?;
        let length = length.and_then(|length| length.first().copied());
        let (is_inverse, is_half) = (n.int("inverse", 0) != 0, n.int("onesided", 0) != 0);
        Ok(vec![transform(b, x, axis(at, rank)?, length, is_inverse, is_half)?])
    }),
    ("STFT", short_time_transform),
];

/// `a - b cos(2 pi i / n) + c cos(4 pi i / n)`.
fn window(b: &mut Builder<'_>, n: &Node<'_>, [first, second, third]: [f64; 3]) -> Result<Vec<Tensor>> {
    let size = b.cast(n.input(0)?, DType::I64)?;
    let size = b.reshape(&size, &[])?;
    let (zero, one) = (b.number(DType::I64, 0.0)?, b.number(DType::I64, 1.0)?);
    let places = b.op("tf.Range", &[&zero, &size, &one], NONE)?;
    let period = match n.int("periodic", 1) {
        0 => b.op("tf.Sub", &[&size, &one], NONE)?,
        _ => size,
    };
    let (places, period) = (b.cast(&places, DType::F64)?, b.cast(&period, DType::F64)?);
    let turn = b.number(DType::F64, std::f64::consts::TAU)?;
    let angles = b.op("tf.Mul", &[&places, &turn], NONE)?;
    let angles = b.op("tf.RealDiv", &[&angles, &period], NONE)?;
    let term = |b: &mut Builder<'_>, factor: f64, times: f64| {
        let (factor, times) = (b.number(DType::F64, factor)?, b.number(DType::F64, times)?);
        let angles = b.op("tf.Mul", &[&angles, &times], NONE)?;
        let cosine = b.op("tf.Cos", &[&angles], NONE)?;
        b.op("tf.Mul", &[&cosine, &factor], NONE)
    };
    let (first, second) = (b.number(DType::F64, first)?, term(b, second, 1.0)?);
    let mut values = b.op("tf.Sub", &[&first, &second], NONE)?;
    if third != 0.0 {
        let third = term(b, third, 2.0)?;
        values = b.op("tf.AddV2", &[&values, &third], NONE)?;
    }
    Ok(vec![b.cast(&values, n.dtype("output_datatype")?.unwrap_or(DType::F32))?])
}

/// Along an axis of numbers whose last dimension is their real, or real and imaginary, part.
fn transform(
    b: &mut Builder<'_>,
    x: &Tensor,
    at: usize,
    length: Option<i64>,
    is_inverse: bool,
    is_half: bool,
) -> Result<Tensor> {
    let rank = x.rank()?;
    if at + 1 >= rank {
        return Err(format!("axis {at} is not one of the signal"));
    }
    let parts = x.dim(rank - 1).filter(|parts| matches!(parts, 1 | 2));
    let parts = parts.ok_or("the last dimension must be 1 or 2")?;
    let dtype = x.dtype()?;
    let (single, complex) = match dtype {
        DType::F64 => (DType::F64, DType::Complex128),
        _ => (DType::F32, DType::Complex64),
    };
    let x = b.cast(x, single)?;
    let part = |b: &mut Builder<'_>, i: i64| {
        let (place, last) = (b.int32(i)?, b.int32(rank as i64 - 1)?);
        b.op("tf.GatherV2", &[&x, &place, &last], [("batch_dims", Attribute::Int(0))])
    };
    let real = part(b, 0)?;
    let imaginary = match parts {
        2 => part(b, 1)?,
        _ => {
            let zero = b.number(single, 0.0)?;
            b.op("tf.Mul", &[&real, &zero], NONE)?
        }
    };
    let attrs = [("T", Attribute::Type(single)), ("Tout", Attribute::Type(complex))];
    let mut values = b.op("tf.Complex", &[&real, &imaginary], attrs)?;
    let mut order: Vec<i64> = (0..rank as i64 - 1).collect();
    order.swap(at, rank - 2);
    values = b.transpose(&values, &order)?;
    // Of a signal that is real in time only one half is given.
    let is_mirrored = is_inverse && is_half;
    let have = values.dim(rank - 2).ok_or("the length of the signal is not known")?;
    let length = length.unwrap_or(if is_mirrored { 2 * (have - 1) } else { have });
    let needed = if is_mirrored { length / 2 + 1 } else { length };
    if !(1..=1 << 30).contains(&length) {
        return Err(format!("a transform of length {length}"));
    }
    let mut ends = vec![0; rank - 1];
    if needed < have {
        ends[rank - 2] = needed;
        values = cut(b, &values, &vec![0; rank - 1], &ends)?;
    } else if needed > have {
        let mut pads = vec![[0, 0]; rank - 1];
        pads[rank - 2][1] = needed - have;
        let zero = b.number(complex, 0.0)?;
        values = super::arrays::padded(b, &values, &pads, &zero)?;
    }
    if is_mirrored {
        let length = b.int32s(&[length])?;
        let attrs = [("Treal", Attribute::Type(single)), ("Tcomplex", Attribute::Type(complex))];
        let signal = b.op("tf.IRFFT", &[&values, &length], attrs)?.with_dtype(single);
        let signal = b.transpose(&signal, &order)?;
        let signal = super::arrays::unsqueezed(b, &signal, &[rank as i64 - 1])?;
        return b.cast(&signal, dtype);
    }
    let op = if is_inverse { "tf.IFFT" } else { "tf.FFT" };
    let mut values = b.op(op, &[&values], [("Tcomplex", Attribute::Type(complex))])?;
    if is_half {
        ends[rank - 2] = length / 2 + 1;
        values = cut(b, &values, &vec![0; rank - 1], &ends)?;
    }
    let values = b.transpose(&values, &order)?;
    let attrs = || [("T", Attribute::Type(complex)), ("Tout", Attribute::Type(single))];
    let real = b.op("tf.Real", &[&values], attrs())?.with_dtype(single);
    let imaginary = b.op("tf.Imag", &[&values], attrs())?.with_dtype(single);
    let attrs = [("N", Attribute::Int(2)), ("axis", Attribute::Int(rank as i64 - 1))];
    let both = b.op("tf.Pack", &[&real, &imaginary], attrs)?.with_dtype(single);
    b.cast(&both, dtype)
}

fn short_time_transform(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let signal = n.input(0)?;
    let length = signal.dim(1).ok_or("the length of the signal is not known")?;
    let one = |i: usize, what: &str| -> Result<Option<i64>> {
        let number = n.optional(i).map(|input| input.known_ints(what)).transpose()?;
        Ok(number.and_then(|number| number.first().copied()))
    };
    let step = one(1, "frame_step")?.filter(|&step| step > 0).ok_or("frame_step must be positive")?;
    let window = n.optional(2);
    let frame = match one(3, "frame_length")? {
        Some(frame) => frame,
        None => window.and_then(|window| window.dim(0)).ok_or("the length of a frame is not known")?,
    };
    if frame < 1 || frame > length {
        return Err(format!("frames of {frame} in a signal of {length}"));
    }
    let count = (length - frame) / step + 1;
    line(count.saturating_mul(frame))?;
    let places: Vec<i64> = (0..count).flat_map(|i| (0..frame).map(move |at| i * step + at)).collect();
    let places = b.int64s(&places)?;
    let places = b.reshape(&places, &[count, frame])?;
    let at = b.int32(1)?;
    let mut frames = b.op("tf.GatherV2", &[signal, &places, &at], [("batch_dims", Attribute::Int(0))])?;
    if let Some(window) = window {
        let window = b.reshape(window, &[frame, 1])?;
        frames = b.op("tf.Mul", &[&frames, &window], NONE)?;
    }
    Ok(vec![transform(b, &frames, 2, None, false, n.int("onesided", 1) != 0)?])
}
