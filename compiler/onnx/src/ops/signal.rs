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
            Some(at) => match at.ints() {
                Some(known) => Axis::Known(axis(known.first().copied().unwrap_or(-2), rank)?),
                None => Axis::Computed(at.clone()),
            },
            None if n.opset < 20 => Axis::Known(axis(n.int("axis", 1), rank)?),
            None => Axis::Known(axis(-2, rank)?),
        };
        let (is_inverse, is_half) = (n.int("inverse", 0) != 0, n.int("onesided", 0) != 0);
        Ok(vec![transform(b, x, &at, n.optional(1), is_inverse, is_half)?])
    }),
    ("MelWeightMatrix", |b, n| {
        let mut numbers = Vec::new();
        for (i, dtype) in [DType::I64, DType::I64, DType::I64, DType::F64, DType::F64].into_iter().enumerate()
        {
            let number = b.reshape(n.input(i)?, &[])?;
            numbers.push(b.cast(&number, dtype)?);
        }
        let weights = b.op("onnx.MelWeightMatrix", &numbers.iter().collect::<Vec<_>>(), NONE)?;
        Ok(vec![b.cast(&weights, n.dtype("output_datatype")?.unwrap_or(DType::F32))?])
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

/// The dimension of a signal that is transformed.
enum Axis {
    Known(usize),
    /// A number that the program computes, counted from the end if negative.
    Computed(Tensor),
}

/// The order of the dimensions of a complex signal that exchanges one of them and the last.
fn exchanged(b: &mut Builder<'_>, at: &Axis, rank: usize) -> Result<Tensor> {
    let mut order: Vec<i64> = (0..rank as i64).collect();
    match at {
        Axis::Known(at) => {
            order.swap(*at, rank - 1);
            b.int32s(&order)
        }
        Axis::Computed(at) => {
            let at = b.reshape(at, &[])?;
            let at = b.cast(&at, DType::I32)?;
            // The parts of numbers are a dimension more.
            let (places, last, count) =
                (b.int32s(&order)?, b.int32(rank as i64 - 1)?, b.int32(rank as i64 + 1)?);
            let at = b.op("tf.FloorMod", &[&at, &count], NONE)?;
            let is_last = b.op("tf.Equal", &[&places, &last], NONE)?;
            let rest = b.op("tf.SelectV2", &[&is_last, &at, &places], NONE)?;
            let is_it = b.op("tf.Equal", &[&places, &at], NONE)?;
            b.op("tf.SelectV2", &[&is_it, &last, &rest], NONE)
        }
    }
}

/// With dimensions in an order that may be computed.
fn reordered(b: &mut Builder<'_>, x: &Tensor, order: &Tensor) -> Result<Tensor> {
    match order.ints() {
        Some(order) => b.transpose(x, &order),
        None => {
            let rank = x.rank()?;
            Ok(b.op("tf.Transpose", &[x, order], NONE)?.with_dims(&vec![-1; rank]))
        }
    }
}

/// The first of the last dimension, so many as a list of one number says.
fn first_of_last(b: &mut Builder<'_>, x: &Tensor, count: &Tensor) -> Result<Tensor> {
    let rank = x.rank()?;
    if let Some(count) = count.ints() {
        let mut ends = vec![0; rank];
        ends[rank - 1] = count[0];
        return cut(b, x, &vec![0; rank], &ends);
    }
    let (begin, all) = (b.int64s(&vec![0; rank])?, b.int64s(&vec![-1; rank - 1])?);
    let sizes = b.join(&[&all, count])?;
    Ok(b.op("tf.Slice", &[x, &begin, &sizes], NONE)?.with_dims(&vec![-1; rank]))
}

/// Zeros behind the last dimension, so many as a list of one number says.
fn padded_last(b: &mut Builder<'_>, x: &Tensor, count: &Tensor) -> Result<Tensor> {
    let rank = x.rank()?;
    let none = b.int64s(&vec![0; 2 * rank - 1])?;
    let pads = b.join(&[&none, count])?;
    let pads = b.reshape(&pads, &[rank as i64, 2])?;
    let zero = b.number(x.dtype()?, 0.0)?;
    Ok(b.op("tf.PadV2", &[x, &pads, &zero], NONE)?.with_dims(&vec![-1; rank]))
}

/// Half of a list of one number, and one.
fn half_and_one(b: &mut Builder<'_>, length: &Tensor) -> Result<Tensor> {
    if let Some(length) = length.ints() {
        return b.int64s(&[length[0] / 2 + 1]);
    }
    let (two, one) = (b.int64s(&[2])?, b.int64s(&[1])?);
    let half = b.op("tf.FloorDiv", &[length, &two], NONE)?;
    b.op("tf.AddV2", &[&half, &one], NONE)
}

/// Along an axis of numbers whose last dimension is their real, or real and imaginary, part.
fn transform(
    b: &mut Builder<'_>,
    x: &Tensor,
    at: &Axis,
    length: Option<&Tensor>,
    is_inverse: bool,
    is_half: bool,
) -> Result<Tensor> {
    let rank = x.rank()?;
    if rank < 2 || matches!(at, Axis::Known(at) if at + 1 >= rank) {
        return Err(format!(
            "the axis is not one of a signal of rank {rank}, whose last dimension is that of parts"
        ));
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
    let order = exchanged(b, at, rank - 1)?;
    values = reordered(b, &values, &order)?;
    // Of a signal that is real in time only one half is given.
    let is_mirrored = is_inverse && is_half;
    let shape = b.shape_of(&values)?;
    let have = match values.dim(rank - 2) {
        Some(have) => b.int64s(&[have])?,
        None => b.part(&shape, rank as i64 - 2, 1)?,
    };
    let given = match length {
        Some(length) => {
            let length = b.cast(length, DType::I64)?;
            Some(b.reshape(&length, &[1])?)
        }
        None => None,
    };
    let length = match (&given, is_mirrored) {
        (Some(length), _) => length.clone(),
        (None, false) => have.clone(),
        (None, true) => match have.ints() {
            Some(have) => b.int64s(&[2 * (have[0] - 1)])?,
            None => {
                let twice = b.op("tf.AddV2", &[&have, &have], NONE)?;
                let two = b.int64s(&[2])?;
                b.op("tf.Sub", &[&twice, &two], NONE)?
            }
        },
    };
    if let Some(length) = length.ints()
        && !(1..=1 << 30).contains(&length[0])
    {
        return Err(format!("a transform of length {}", length[0]));
    }
    if given.is_some() {
        let needed = if is_mirrored { half_and_one(b, &length)? } else { length.clone() };
        let known = needed.ints().zip(have.ints()).map(|(needed, have)| needed[0] - have[0]);
        if known.is_none_or(|more| more > 0) {
            let more = match known {
                Some(more) => b.int64s(&[more])?,
                None => needed.clone(),
            };
            values = padded_last(b, &values, &more)?;
        }
        if known.is_none_or(|more| more < 0) {
            values = first_of_last(b, &values, &needed)?;
        }
    }
    if is_mirrored {
        let length = b.cast(&length, DType::I32)?;
        let attrs = [("Treal", Attribute::Type(single)), ("Tcomplex", Attribute::Type(complex))];
        let signal = b.op("tf.IRFFT", &[&values, &length], attrs)?.with_dtype(single);
        let signal = reordered(b, &signal, &order)?;
        let signal = super::arrays::unsqueezed(b, &signal, &[rank as i64 - 1])?;
        return b.cast(&signal, dtype);
    }
    let op = if is_inverse { "tf.IFFT" } else { "tf.FFT" };
    let sizes = values.open_sizes()?;
    let values = b.op(op, &[&values], [("Tcomplex", Attribute::Type(complex))])?;
    let mut values = values.with_dtype(complex).with_dims(&sizes);
    if is_half {
        let count = half_and_one(b, &length)?;
        values = first_of_last(b, &values, &count)?;
    }
    let values = reordered(b, &values, &order)?;
    let attrs = || [("T", Attribute::Type(complex)), ("Tout", Attribute::Type(single))];
    let real = b.op("tf.Real", &[&values], attrs())?.with_dtype(single);
    let imaginary = b.op("tf.Imag", &[&values], attrs())?.with_dtype(single);
    let attrs = [("N", Attribute::Int(2)), ("axis", Attribute::Int(rank as i64 - 1))];
    let both = b.op("tf.Pack", &[&real, &imaginary], attrs)?.with_dtype(single);
    b.cast(&both, dtype)
}

/// A number as a scalar of 64 bits.
fn scalar(b: &mut Builder<'_>, number: &Tensor) -> Result<Tensor> {
    let number = b.reshape(number, &[])?;
    b.cast(&number, DType::I64)
}

/// Transforms of windows of a signal.
fn short_time_transform(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    // Exporters leave out the last dimension of real signals.
    let signal = &match n.input(0)? {
        signal if signal.rank()? == 2 => super::arrays::unsqueezed(b, signal, &[-1])?,
        signal => signal.clone(),
    };
    let step = scalar(b, n.input(1)?)?;
    if step.ints().is_some_and(|step| step[0] < 1) {
        return Err("frame_step must be positive".into());
    }
    let window = n.optional(2);
    let frame = match (n.optional(3), window) {
        (Some(frame), _) => scalar(b, frame)?,
        (None, Some(window)) => {
            let length = b.shape_of(window)?;
            b.reshape(&length, &[])?
        }
        (None, None) => return Err("frame_length and window are missing".into()),
    };
    let shape = b.shape_of(signal)?;
    let length = b.part(&shape, 1, 1)?;
    let length = b.reshape(&length, &[])?;
    let places = match (length.ints(), frame.ints(), step.ints()) {
        (Some(length), Some(frame), Some(step)) => {
            let (length, frame, step) = (length[0], frame[0], step[0]);
            if frame < 1 || frame > length {
                return Err(format!("frames of {frame} in a signal of {length}"));
            }
            let count = (length - frame) / step + 1;
            line(count.saturating_mul(frame))?;
            let places: Vec<i64> = (0..count).flat_map(|i| (0..frame).map(move |at| i * step + at)).collect();
            let places = b.int64s(&places)?;
            b.reshape(&places, &[count, frame])?
        }
        _ => {
            let (zero, one) = (b.number(DType::I64, 0.0)?, b.number(DType::I64, 1.0)?);
            let room = b.op("tf.Sub", &[&length, &frame], NONE)?;
            let last = b.op("tf.AddV2", &[&room, &one], NONE)?;
            let starts = b.op("tf.Range", &[&zero, &last, &step], NONE)?;
            let starts = b.reshape(&starts, &[-1, 1])?;
            let inner = b.op("tf.Range", &[&zero, &frame, &one], NONE)?;
            b.op("tf.AddV2", &[&starts, &inner], NONE)?
        }
    };
    let at = b.int32(1)?;
    let mut frames = b.op("tf.GatherV2", &[signal, &places, &at], [("batch_dims", Attribute::Int(0))])?;
    if let Some(window) = window {
        let window = b.reshape(window, &[-1, 1])?;
        frames = b.op("tf.Mul", &[&frames, &window], NONE)?;
    }
    Ok(vec![transform(b, &frames, &Axis::Known(2), None, false, n.int("onesided", 1) != 0)?])
}
