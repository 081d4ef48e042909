//! Elements around a tensor.

use tfrt_ops::DType;

use super::Table;
use super::quantize::moved_with_zeros;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::Constant;
use crate::node::{Node, axis, line};

pub(super) const OPS: Table =
    &[("CenterCropPad", center_crop_pad), ("Pad", |b, n| moved_with_zeros(b, n, pad))];

fn pad(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    if let Some(pads) = n.optional(1).filter(|pads| pads.ints().is_none()) {
        return open_pad(b, n, pads);
    }
    let given = match n.ints("paddings") {
        Some(pads) => pads,
        None => n.ints_or_input("pads", 1)?.ok_or("pads is missing")?,
    };
    let axes: Vec<usize> = match n.optional(3) {
        Some(axes) => axes.known_ints("axes")?.into_iter().map(|at| axis(at, rank)).collect::<Result<_>>()?,
        None => (0..rank).collect(),
    };
    if given.len() != 2 * axes.len() {
        return Err(format!("pads {given:?} is not for {} dimensions", axes.len()));
    }
    let mut pads = vec![[0, 0]; rank];
    for (i, &at) in axes.iter().enumerate() {
        pads[at] = [given[i], given[i + axes.len()]];
    }
    let dtype = x.dtype()?;
    let value = match (n.attr("value"), n.optional(2)) {
        (Some(attr), _) => b.number(dtype, f64::from(attr.f()))?,
        (None, Some(value)) if value.rank() != Ok(0) => b.reshape(value, &[])?,
        (None, Some(value)) => value.clone(),
        (None, None) => b.number(dtype, 0.0)?,
    };
    let kept = b.kept(x)?;
    kept.order(&mut pads);
    let mut result = kept.tensor.clone();
    if pads.iter().flatten().any(|&pad| pad < 0) {
        let begin: Vec<i64> = pads.iter().map(|pad| (-pad[0]).max(0)).collect();
        let end: Vec<i64> = pads.iter().map(|pad| pad[1].min(0)).collect();
        result = super::indexing::cut(b, &result, &begin, &end)?;
        pads.iter_mut().flatten().for_each(|pad| *pad = (*pad).max(0));
    }
    let result = match n.text("mode", "constant")? {
        _ if pads.iter().flatten().all(|&pad| pad == 0) => result,
        "constant" => padded(b, &result, &pads, &value)?,
        "reflect" => {
            let list = paddings(b, &pads)?;
            b.op("tf.MirrorPad", &[&result, &list], [("mode", Attribute::Text("REFLECT"))])?
        }
        mode @ ("edge" | "wrap") => {
            // One dimension after the other: the places that are copied there.
            for (at, &[before, after]) in pads.iter().enumerate().filter(|(_, pad)| **pad != [0, 0]) {
                let Some(size) = result.dim(at) else {
                    let list = paddings(b, &pads)?;
                    result = copied_around(b, &result, &list, at as i64, mode == "edge")?;
                    continue;
                };
                if size == 0 {
                    return Err("a dimension without elements has no edge".into());
                }
                let place = |i: i64| if mode == "edge" { i.clamp(0, size - 1) } else { i.rem_euclid(size) };
                let places: Vec<i64> = line(before + size + after)?.map(|at| place(at - before)).collect();
                let (places, axis) = (b.int64s(&places)?, b.int32(at as i64)?);
                result = b.op("tf.GatherV2", &[&result, &places, &axis], NONE)?;
            }
            result
        }
        other => return Err(n.refuse("mode", &format!("'{other}'"))),
    };
    Ok(vec![kept.made(result)?])
}

/// Padding by amounts that are computed; negative ones cut.
fn open_pad(b: &mut Builder<'_>, n: &Node<'_>, pads: &Tensor) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()? as i64;
    let count = match n.optional(3) {
        Some(axes) => axes.dim(0).ok_or("the number of axes is not known")?,
        None => rank,
    };
    let pads = b.cast(pads, DType::I64)?;
    line(count)?;
    let rows = b.reshape(&pads, &[2, count])?;
    let mut list = b.transpose(&rows, &[1, 0])?;
    if let Some(axes) = n.optional(3) {
        let zeros = b.int64s(&vec![0; 2 * rank as usize])?;
        let zeros = b.reshape(&zeros, &[rank, 2])?;
        list = b.placed(rank, &zeros, axes, &list)?;
    }
    let mode = n.text("mode", "constant")?;
    let kept = b.kept(x)?;
    let order = kept.dimensions();
    if !order.is_sorted() {
        let (order, axis) = (b.int32s(&order)?, b.int32(0)?);
        list = b.op("tf.GatherV2", &[&list, &order, &axis], [("batch_dims", Attribute::Int(0))])?;
    }
    let mut x = kept.tensor.clone();
    if matches!(mode, "constant" | "reflect") {
        (x, list) = without_negative(b, &x, &list)?;
    }
    let x = &x;
    let result = match mode {
        "constant" => {
            let value = match n.optional(2) {
                Some(value) => b.reshape(value, &[])?,
                None => b.number(x.dtype()?, 0.0)?,
            };
            surrounded(b, x, &list, &value)?
        }
        "reflect" => b.op("tf.MirrorPad", &[x, &list], [("mode", Attribute::Text("REFLECT"))])?,
        mode @ ("edge" | "wrap") => {
            let mut result = x.clone();
            for at in 0..rank {
                result = copied_around(b, &result, &list, at, mode == "edge")?;
            }
            result
        }
        other => return Err(n.refuse("mode", &format!("'{other}' and computed pads"))),
    };
    Ok(vec![kept.made(result.with_dims(&vec![-1; rank as usize]))?])
}

/// A tensor without what negative amounts cut from it, and the amounts that are left.
fn without_negative(b: &mut Builder<'_>, x: &Tensor, pads: &Tensor) -> Result<(Tensor, Tensor)> {
    let (rank, zero) = (x.rank()? as i64, b.int64(0)?);
    let negative = b.op("tf.Minimum", &[pads, &zero], NONE)?;
    let rest = b.op("tf.Maximum", &[pads, &zero], NONE)?;
    let less = b.op("tf.Neg", &[&negative], NONE)?;
    let (axis, keep) = (b.int32s(&[1])?, [("keep_dims", Attribute::Bool(false))]);
    let all = b.op("tf.Sum", &[&less, &axis], keep)?;
    let column = b.int32(0)?;
    let last = b.int32(1)?;
    let first = b.op("tf.GatherV2", &[&less, &column, &last], [("batch_dims", Attribute::Int(0))])?;
    let sizes = b.shape_of(x)?;
    let sizes = b.op("tf.Sub", &[&sizes, &all], NONE)?;
    let part = b.op("tf.Slice", &[x, &first, &sizes], NONE)?;
    Ok((part.with_dims(&vec![-1; rank as usize]), rest))
}

/// With copies of elements before and after a dimension, as many as its row of a list says: of those at its ends, or of all in turn.
fn copied_around(b: &mut Builder<'_>, x: &Tensor, pads: &Tensor, at: i64, is_edge: bool) -> Result<Tensor> {
    let flat = b.reshape(pads, &[-1])?;
    let scalar = |b: &mut Builder<'_>, list: &Tensor, at: i64| {
        let part = b.part(list, at, 1)?;
        b.reshape(&part, &[])
    };
    let sizes = b.shape_of(x)?;
    let (before, after, size) =
        (scalar(b, &flat, 2 * at)?, scalar(b, &flat, 2 * at + 1)?, scalar(b, &sizes, at)?);
    let (zero, one) = (b.number(DType::I64, 0.0)?, b.number(DType::I64, 1.0)?);
    let first = b.op("tf.Sub", &[&zero, &before], NONE)?;
    let end = b.op("tf.AddV2", &[&size, &after], NONE)?;
    let places = b.op("tf.Range", &[&first, &end, &one], NONE)?;
    let places = match is_edge {
        true => {
            let last = b.op("tf.Sub", &[&size, &one], NONE)?;
            let places = b.op("tf.Minimum", &[&places, &last], NONE)?;
            b.op("tf.Maximum", &[&places, &zero], NONE)?
        }
        false => b.op("tf.FloorMod", &[&places, &size], NONE)?,
    };
    let axis = b.int32(at)?;
    let attrs = [("batch_dims", Attribute::Int(0))];
    let rank = x.rank()?;
    Ok(b.op("tf.GatherV2", &[x, &places, &axis], attrs)?.with_dims(&vec![-1; rank]))
}

/// The middle of a tensor, with zeros around it where it is too small.
fn center_crop_pad(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let axes = n.ints("axes").unwrap_or_else(|| (0..rank as i64).collect());
    let axes = axes.into_iter().map(|at| Ok(axis(at, rank)? as i64)).collect::<Result<Vec<_>>>()?;
    let places = b.int64s(&axes)?;
    let wanted = b.cast(n.input(1)?, DType::I64)?;
    let sizes = b.shape_of(x)?;
    let target = b.placed(rank as i64, &sizes, &places, &wanted)?;
    let (zero, two) = (b.number(DType::I64, 0.0)?, b.number(DType::I64, 2.0)?);
    let more = b.op("tf.Sub", &[&target, &sizes], NONE)?;
    let missing = b.op("tf.Maximum", &[&more, &zero], NONE)?;
    let before = b.op("tf.FloorDiv", &[&missing, &two], NONE)?;
    let after = b.op("tf.Sub", &[&missing, &before], NONE)?;
    let pads =
        b.op("tf.Pack", &[&before, &after], [("N", Attribute::Int(2)), ("axis", Attribute::Int(1))])?;
    let nothing = b.number(x.dtype()?, 0.0)?;
    let padded = b.op("tf.PadV2", &[x, &pads, &nothing], NONE)?;
    let less = b.op("tf.Sub", &[&sizes, &target], NONE)?;
    let less = b.op("tf.Maximum", &[&less, &zero], NONE)?;
    let begin = b.op("tf.FloorDiv", &[&less, &two], NONE)?;
    let mut dims = x.open_sizes()?;
    let known = wanted.ints();
    for (i, &at) in axes.iter().enumerate() {
        dims[at as usize] = known.as_ref().and_then(|known| known.get(i)).copied().unwrap_or(-1);
    }
    Ok(vec![b.op("tf.Slice", &[&padded, &begin, &target], NONE)?.with_dims(&dims)])
}

fn paddings(b: &mut Builder<'_>, pads: &[[i64; 2]]) -> Result<Tensor> {
    let list = b.int64s(pads.as_flattened())?;
    b.reshape(&list, &[pads.len() as i64, 2])
}

/// With a number around it.
pub(super) fn padded(b: &mut Builder<'_>, x: &Tensor, pads: &[[i64; 2]], value: &Tensor) -> Result<Tensor> {
    if pads.iter().flatten().all(|&pad| pad == 0) {
        return Ok(x.clone());
    }
    let list = paddings(b, pads)?;
    surrounded(b, x, &list, value)
}

/// With a number around it, as often as a list says; zeros by an op that may become a part of the convolution behind it.
fn surrounded(b: &mut Builder<'_>, x: &Tensor, list: &Tensor, value: &Tensor) -> Result<Tensor> {
    let is_zero = value.constant().is_some_and(Constant::is_zero);
    match is_zero && value.known_dtype() == x.known_dtype() {
        true => b.op("tf.Pad", &[x, list], NONE),
        false => b.op("tf.PadV2", &[x, list, value], NONE),
    }
}
