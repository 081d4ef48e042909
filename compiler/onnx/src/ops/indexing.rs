//! Taking and putting elements by their places.

use tfrt_ops::DType;

use super::Table;
use super::quantize::moved;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::Constant;
use crate::node::{Node, axis, line};

pub(super) const OPS: Table = &[
    ("Slice", |b, n| moved(b, n, slice)),
    // Its bounds are inputs, as those of the other are from version 10 on.
    ("DynamicSlice", |b, n| slice(b, &n.other(n.proto, 10, n.inputs.clone()))),
    ("Gather", |b, n| moved(b, n, gather)),
    ("GatherElements", gather_elements),
    ("GatherND", gather_nd),
    ("ScatterElements", scatter_elements),
    ("Scatter", scatter_elements),
    ("ScatterND", scatter_nd),
    ("OneHot", one_hot),
    ("NonZero", |b, n| {
        let places = b.op("tf.Where", &[n.input(0)?], NONE)?;
        let order = b.int32s(&[1, 0])?;
        Ok(vec![b.op("tf.Transpose", &[&places, &order], NONE)?])
    }),
    ("TopK", top_k),
    ("Compress", compress),
    ("NonMaxSuppression", non_max_suppression),
    ("Unique", unique),
    ("TensorScatter", tensor_scatter),
];

/// From `begin` to the size plus `end`, of each dimension.
pub(super) fn cut(b: &mut Builder<'_>, x: &Tensor, begin: &[i64], end: &[i64]) -> Result<Tensor> {
    let mask: i64 = end.iter().enumerate().filter(|(_, end)| **end == 0).map(|(at, _)| 1 << at).sum();
    let steps = vec![1; begin.len()];
    strided(b, x, begin, end, &steps, mask)
}

fn strided(
    b: &mut Builder<'_>,
    x: &Tensor,
    begin: &[i64],
    end: &[i64],
    steps: &[i64],
    end_mask: i64,
) -> Result<Tensor> {
    let lists = [b.int64s(begin)?, b.int64s(end)?, b.int64s(steps)?];
    let attrs = [
        ("begin_mask", Attribute::Int(0)),
        ("end_mask", Attribute::Int(end_mask)),
        ("ellipsis_mask", Attribute::Int(0)),
        ("new_axis_mask", Attribute::Int(0)),
        ("shrink_axis_mask", Attribute::Int(0)),
    ];
    b.op("tf.StridedSlice", &[x, &lists[0], &lists[1], &lists[2]], attrs)
}

/// A slice whose bounds are computed.
fn open_slice(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    // Any of the lists tells how many there are.
    let known = (1..5).filter_map(|i| n.optional(i)?.dim(0)).find(|&count| count <= rank as i64);
    let count = match known {
        Some(count) => b.int64(count)?,
        None if n.input(1)?.rank() == Ok(0) => b.int64(1)?,
        None => b.size_of(n.input(1)?, 0)?,
    };
    let axes = match n.optional(3) {
        Some(axes) => axes.clone(),
        None => b.places(&count)?,
    };
    let steps = match n.optional(4) {
        Some(steps) => b.cast(steps, DType::I64)?,
        None => {
            let (length, one) = (b.list_of(&[count])?, b.int64(1)?);
            b.op("tf.Fill", &[&length, &one], NONE)?
        }
    };
    let (starts, ends) = (b.cast(n.input(1)?, DType::I64)?, b.cast(n.input(2)?, DType::I64)?);
    // One bound may be a number instead of a list.
    let [starts, ends, axes, steps] = [starts, ends, axes, steps].map(|list| match list.rank() {
        Ok(0) => b.reshape(&list, &[1]),
        _ => Ok(list),
    });
    let (starts, ends, axes, steps) = (starts?, ends?, axes?, steps?);
    let (zeros, ones, sizes) = (b.int64s(&vec![0; rank])?, b.int64s(&vec![1; rank])?, b.shape_of(x)?);
    let begin = b.placed(rank as i64, &zeros, &axes, &starts)?;
    let end = b.placed(rank as i64, &sizes, &axes, &ends)?;
    let steps = b.placed(rank as i64, &ones, &axes, &steps)?;
    let attrs = ["begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];
    let attrs = attrs.map(|name| (name, Attribute::Int(0)));
    let result = b.op("tf.StridedSlice", &[x, &begin, &end, &steps], attrs)?;
    Ok(vec![result.with_dims(&vec![-1; rank])])
}

fn slice(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let is_open = |i: usize| n.optional(i).is_some_and(|input| input.ints().is_none());
    if n.opset >= 10 && (1..5).any(is_open) {
        return open_slice(b, n);
    }
    let starts = n.ints_or_input("starts", 1)?.ok_or("starts is missing")?;
    let ends = n.ints_or_input("ends", 2)?.ok_or("ends is missing")?;
    let axes = n.ints_or_input("axes", 3)?.unwrap_or_else(|| (0..starts.len() as i64).collect());
    let steps = match n.optional(4) {
        Some(steps) => steps.known_ints("steps")?,
        None => vec![1; starts.len()],
    };
    if ends.len() != starts.len() || axes.len() != starts.len() || steps.len() != starts.len() {
        return Err("starts, ends, axes and steps differ in length".into());
    }
    let mut all = (vec![0; rank], vec![0; rank], vec![1; rank], (1_i64 << rank) - 1);
    for (i, &at) in axes.iter().enumerate() {
        let at = axis(at, rank)?;
        let step = steps[i];
        // Ends beyond the tensor are its end; going back, the end before its beginning has no number.
        let is_open = if step > 0 { ends[i] >= i64::from(i32::MAX) } else { ends[i] <= i64::from(i32::MIN) };
        let size = x.dim(at);
        let is_open = is_open || (step < 0 && size.is_some_and(|size| ends[i] < -size));
        all.0[at] = starts[i].clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        all.1[at] = ends[i].clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        all.2[at] = step;
        if !is_open {
            all.3 &= !(1 << at);
        }
    }
    let (mut begin, mut end, mut steps, mask) = all;
    if let Some(part) = x.constant().and_then(|x| constant_slice(x, &begin, &end, &steps, mask)) {
        return Ok(vec![Tensor::of_constant(part)?]);
    }
    let kept = b.kept(x)?;
    for list in [&mut begin, &mut end, &mut steps] {
        kept.order(list);
    }
    let mask = (0..rank).map(|at| (mask >> at & 1) << kept.axis(at)).sum();
    let part = strided(b, &kept.tensor, &begin, &end, &steps, mask)?;
    Ok(vec![kept.made(part)?])
}

/// The part of a constant, if it is of integers and small: models compute sizes and amounts with such.
fn constant_slice(
    x: &Constant,
    begin: &[i64],
    end: &[i64],
    steps: &[i64],
    end_mask: i64,
) -> Option<Constant> {
    const LARGEST: usize = 1 << 12;
    x.ints().filter(|ints| ints.len() <= LARGEST)?;
    let mut part = x.clone();
    for axis in 0..x.dims.len() {
        let (size, step) = (x.dims[axis], steps[axis]);
        // The places from which and to which a step may go.
        let (least, most) = if step > 0 { (0, size) } else { (-1, size - 1) };
        let place = |at: i64| (if at < 0 { at + size } else { at }).clamp(least, most);
        let last = if step > 0 { most } else { least };
        let last = if end_mask >> axis & 1 == 1 { last } else { place(end[axis]) };
        let stride = usize::try_from(step.abs()).ok().filter(|&stride| stride > 0)?;
        let places: Vec<usize> = match step > 0 {
            true => (place(begin[axis])..last).step_by(stride).map(|at| at as usize).collect(),
            false => (last + 1..=place(begin[axis])).rev().step_by(stride).map(|at| at as usize).collect(),
        };
        part = part.taken(axis, &places)?;
    }
    Some(part)
}

/// Places of a dimension, counted from its end if negative, as places from its beginning.
fn places(b: &mut Builder<'_>, indices: &Tensor, x: &Tensor, at: usize) -> Result<Tensor> {
    if let (Some(ints), Some(constant)) = (indices.ints(), indices.constant()) {
        if ints.iter().all(|&index| index >= 0) {
            return Ok(indices.clone());
        }
        if let Some(size) = x.dim(at) {
            let ints: Vec<i64> = ints.iter().map(|&i| if i < 0 { i + size } else { i }).collect();
            return Tensor::of_constant(Constant::of_ints(constant.dtype, &constant.dims, &ints));
        }
    }
    let dtype = indices.dtype()?;
    let shape = b.shape_of(x)?;
    let size = b.part(&shape, at as i64, 1)?;
    let size = b.reshape(&size, &[])?;
    let size = b.cast(&size, dtype)?;
    let zero = b.number(dtype, 0.0)?;
    let is_negative = b.op("tf.Less", &[indices, &zero], NONE)?;
    let moved = b.op("tf.AddV2", &[indices, &size], NONE)?;
    b.op("tf.SelectV2", &[&is_negative, &moved, indices], NONE)
}

fn gather(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, indices) = (n.input(0)?, n.input(1)?);
    let at = n.axis(0, x.rank()?)?;
    if let (Some(values), Some(places), Ok(1)) = (x.ints(), indices.ints(), x.rank())
        && x.known_dtype() == Some(DType::I64)
        && let Some(constant) = indices.constant()
    {
        let size = values.len() as i64;
        let taken: Option<Vec<i64>> = places
            .iter()
            .map(|&place| {
                values.get(usize::try_from(if place < 0 { place + size } else { place }).ok()?).copied()
            })
            .collect();
        let taken = taken.ok_or("an index is outside of the input")?;
        return Ok(vec![Tensor::of_constant(Constant::of_ints(DType::I64, &constant.dims, &taken))?]);
    }
    let indices = places(b, indices, x, at)?;
    let axis = b.int32(at as i64)?;
    Ok(vec![b.op("tf.GatherV2", &[x, &indices, &axis], [("batch_dims", Attribute::Int(0))])?])
}

/// The coordinates of each element of a tensor, but for `at`, for which it has given ones.
fn coordinates(b: &mut Builder<'_>, given: &Tensor, at: usize) -> Result<Tensor> {
    let rank = given.rank()?;
    let given = b.cast(given, DType::I64)?;
    let whole = b.shape_of(&given)?;
    let mut parts = Vec::new();
    for axis in 0..rank {
        parts.push(match axis == at {
            true => given.clone(),
            false => {
                let line = places_of(b, &given, axis)?;
                b.op("tf.BroadcastTo", &[&line, &whole], NONE)?
            }
        });
    }
    let attrs = [("N", Attribute::Int(rank as i64)), ("axis", Attribute::Int(rank as i64))];
    b.op("tf.Pack", &parts.iter().collect::<Vec<_>>(), attrs)
}

/// The places along an axis of a tensor, with its rank; all other sizes are one.
fn places_of(b: &mut Builder<'_>, x: &Tensor, axis: usize) -> Result<Tensor> {
    let mut dims = vec![1; x.rank()?];
    let places = match x.dim(axis) {
        Some(size) => b.int64s(&line(size)?.collect::<Vec<_>>())?,
        None => {
            let sizes = b.shape_of(x)?;
            let size = b.part(&sizes, axis as i64, 1)?;
            let size = b.reshape(&size, &[])?;
            let (zero, one) = (b.number(DType::I64, 0.0)?, b.number(DType::I64, 1.0)?);
            b.op("tf.Range", &[&zero, &size, &one], NONE)?
        }
    };
    dims[axis] = x.dim(axis).unwrap_or(-1);
    b.reshape(&places, &dims)
}

fn gather_elements(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, indices) = (n.input(0)?, n.input(1)?);
    let at = n.axis(0, x.rank()?)?;
    if x.dtype()? != DType::String {
        return Ok(vec![b.op(
            "onnx.GatherElements",
            &[x, indices],
            [("axis", Attribute::Int(at as i64))],
        )?]);
    }
    let indices = places(b, indices, x, at)?;
    let coordinates = coordinates(b, &indices, at)?;
    Ok(vec![b.op("tf.GatherNd", &[x, &coordinates], NONE)?])
}

/// Coordinates whose negative numbers count from the ends of the first dimensions, behind `skip` of them.
fn coordinates_of(b: &mut Builder<'_>, indices: &Tensor, x: &Tensor, skip: usize) -> Result<Tensor> {
    if indices.ints().is_some_and(|ints| ints.iter().all(|&index| index >= 0)) {
        return Ok(indices.clone());
    }
    let shape = b.shape_of(x)?;
    let last = indices.rank()?.checked_sub(1).ok_or("coordinates are no list")?;
    let sizes = match indices.dim(last) {
        Some(depth) => b.part(&shape, skip as i64, depth)?,
        None => {
            let begin = b.int64s(&[skip as i64])?;
            let depth = b.size_of(indices, last)?;
            let depth = b.list_of(&[depth])?;
            b.op("tf.Slice", &[&shape, &begin, &depth], NONE)?
        }
    };
    let sizes = b.cast(&sizes, indices.dtype()?)?;
    let zero = b.number(indices.dtype()?, 0.0)?;
    let is_negative = b.op("tf.Less", &[indices, &zero], NONE)?;
    let moved = b.op("tf.AddV2", &[indices, &sizes], NONE)?;
    b.op("tf.SelectV2", &[&is_negative, &moved, indices], NONE)
}

fn gather_nd(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, indices) = (n.input(0)?, n.input(1)?);
    let batch = usize::try_from(n.int("batch_dims", 0)).map_err(|_| "batch_dims is negative")?;
    let indices = coordinates_of(b, indices, x, batch)?;
    if batch == 0 {
        return Ok(vec![b.op("tf.GatherNd", &[x, &indices], NONE)?]);
    }
    // The places in the batch become coordinates.
    let rank = indices.rank()?;
    let indices = b.cast(&indices, DType::I64)?;
    let sizes = b.shape_of(&indices)?;
    let (outer, one) = (b.part(&sizes, 0, rank as i64 - 1)?, b.int64s(&[1])?);
    let whole = b.join(&[&outer, &one])?;
    let mut parts = Vec::new();
    for axis in 0..batch {
        let line = places_of(b, &indices, axis)?;
        parts.push(b.op("tf.BroadcastTo", &[&line, &whole], NONE)?);
    }
    parts.push(indices);
    let axis = b.int32(rank as i64 - 1)?;
    let operands: Vec<&Tensor> = parts.iter().chain([&axis]).collect();
    let all = b.op("tf.ConcatV2", &operands, [("N", Attribute::Int(parts.len() as i64))])?;
    Ok(vec![b.op("tf.GatherNd", &[x, &all], NONE)?])
}

/// The op that puts elements in this way.
fn scatter(n: &Node<'_>) -> Result<&'static str> {
    Ok(match n.text("reduction", "none")? {
        "none" => "tf.TensorScatterUpdate",
        "add" => "tf.TensorScatterAdd",
        "max" => "tf.TensorScatterMax",
        "min" => "tf.TensorScatterMin",
        "mul" => "onnx.TensorScatterMul",
        other => return Err(n.refuse("reduction", &format!("'{other}'"))),
    })
}

fn scatter_elements(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, indices, updates) = (n.input(0)?, n.input(1)?, n.input(2)?);
    let at = n.axis(0, x.rank()?)?;
    let own = ["none", "add", "mul"]
        .into_iter()
        .find(|own| n.text("reduction", "none").is_ok_and(|text| text == *own));
    if let Some(reduction) = own.filter(|_| x.dtype().is_ok_and(|dtype| dtype != DType::String)) {
        let attrs = [("axis", Attribute::Int(at as i64)), ("reduction", Attribute::Text(reduction))];
        return Ok(vec![b.op("onnx.ScatterElements", &[x, indices, updates], attrs)?]);
    }
    let indices = places(b, indices, x, at)?;
    let coordinates = coordinates(b, &indices, at)?;
    Ok(vec![b.op(scatter(n)?, &[x, &coordinates, updates], NONE)?])
}

fn scatter_nd(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, indices, updates) = (n.input(0)?, n.input(1)?, n.input(2)?);
    let indices = coordinates_of(b, indices, x, 0)?;
    Ok(vec![b.op(scatter(n)?, &[x, &indices, updates], NONE)?])
}

fn one_hot(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (indices, depth, values) = (n.input(0)?, n.input(1)?, n.input(2)?);
    let at = axis(n.int("axis", -1), indices.rank()? + 1)?;
    let depth = match depth.rank() {
        Ok(0) => depth.clone(),
        _ => b.reshape(depth, &[])?,
    };
    let depth = b.cast(&depth, DType::I64)?;
    let indices = b.cast(indices, DType::I64)?;
    let zero = b.number(DType::I64, 0.0)?;
    let is_negative = b.op("tf.Less", &[&indices, &zero], NONE)?;
    let moved = b.op("tf.AddV2", &[&indices, &depth], NONE)?;
    let indices = b.op("tf.SelectV2", &[&is_negative, &moved, &indices], NONE)?;
    let depth = b.cast(&depth, DType::I32)?;
    let (first, second) = (b.int64s(&[0])?, b.int64s(&[1])?);
    let one = b.int64s(&[1])?;
    let off = b.op("tf.Slice", &[values, &first, &one], NONE)?;
    let on = b.op("tf.Slice", &[values, &second, &one], NONE)?;
    let (off, on) = (b.reshape(&off, &[])?, b.reshape(&on, &[])?);
    let axis = if at == n.input(0)?.rank()? { -1 } else { at as i64 };
    Ok(vec![b.op("tf.OneHot", &[&indices, &depth, &on, &off], [("axis", Attribute::Int(axis))])?])
}

fn top_k(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = n.axis(-1, rank)?;
    let k = match n.attr("k") {
        Some(k) => b.int32(k.i())?,
        None => {
            let k = b.reshape(n.input(1)?, &[])?;
            b.cast(&k, DType::I32)?
        }
    };
    let mut order: Vec<i64> = (0..rank as i64).collect();
    order.swap(at, rank - 1);
    let moved = b.transpose(x, &order)?;
    let largest = n.int("largest", 1) != 0;
    let dtype = x.dtype()?;
    let is_signed = matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64);
    // The complement puts integers in the opposite order, whatever their range.
    let back = |b: &mut Builder<'_>, x: &Tensor| match (largest, is_signed) {
        (true, _) => Ok(x.clone()),
        (false, true) => b.op("tf.Neg", &[x], NONE),
        (false, false) => b.op("tf.Invert", &[x], NONE),
    };
    let moved = back(b, &moved)?;
    let found = b.ops("tf.TopKV2", &[&moved, &k], [("sorted", Attribute::Bool(true))], 2)?;
    let values = back(b, &found[0])?;
    let indices = b.cast(&found[1], DType::I64)?;
    Ok(vec![b.transpose(&values, &order)?, b.transpose(&indices, &order)?])
}

fn compress(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, condition) = (n.input(0)?, n.input(1)?);
    let (x, at) = match n.attr("axis") {
        Some(attr) => (x.clone(), axis(attr.i(), x.rank()?)?),
        None => (b.reshape(x, &[-1])?, 0),
    };
    let places = b.op("tf.Where", &[condition], NONE)?;
    let places = b.reshape(&places, &[-1])?;
    let axis = b.int32(at as i64)?;
    Ok(vec![b.op("tf.GatherV2", &[&x, &places, &axis], NONE)?])
}

fn non_max_suppression(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (boxes, scores) = (n.input(0)?, n.input(1)?);
    let number = |b: &mut Builder<'_>, i: usize, dtype: DType, default: f64| match n.optional(i) {
        Some(input) => {
            let input = b.reshape(input, &[])?;
            b.cast(&input, dtype)
        }
        None => b.number(dtype, default),
    };
    let most = number(b, 2, DType::I64, 0.0)?;
    let overlap = number(b, 3, DType::F32, 0.0)?;
    let least = number(b, 4, DType::F32, f64::from(f32::NEG_INFINITY))?;
    let attrs = [("center_point_box", Attribute::Bool(n.int("center_point_box", 0) != 0))];
    Ok(vec![b.op("onnx.NonMaxSuppression", &[boxes, scores, &most, &overlap, &least], attrs)?])
}

fn unique(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let mut attrs = vec![("sorted", Attribute::Bool(n.int("sorted", 1) != 0))];
    match n.attr("axis") {
        Some(attr) => attrs.extend([
            ("axis", Attribute::Int(axis(attr.i(), x.rank()?)? as i64)),
            ("flatten", Attribute::Bool(false)),
        ]),
        None => attrs.push(("flatten", Attribute::Bool(true))),
    }
    b.ops("onnx.Unique", &[x], attrs, 4)
}

/// Writes new entries into a cache, from a place on that each sequence of the batch has.
fn tensor_scatter(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (cache, update) = (n.input(0)?, n.input(1)?);
    let rank = cache.rank()?;
    let at = n.axis(-2, rank)?;
    if at == 0 {
        return Err("axis is that of the batch".into());
    }
    let sizes = update.sizes().ok_or("the sizes of the update are not known")?;
    let sizes = &sizes[..=at];
    // [batch, 1, .., 1] + [length]
    let mut dims = vec![1; at + 1];
    dims[at] = sizes[at];
    let places: Vec<i64> = line(sizes[at])?.collect();
    let places = b.int64s(&places)?;
    let mut places = b.reshape(&places, &dims)?;
    if let Some(first) = n.optional(2) {
        let mut dims = vec![1; at + 1];
        dims[0] = -1;
        let first = b.cast(first, DType::I64)?;
        let first = b.reshape(&first, &dims)?;
        places = b.op("tf.AddV2", &[&places, &first], NONE)?;
    }
    match n.text("mode", "linear")? {
        "linear" => {}
        "circular" => {
            let shape = b.shape_of(cache)?;
            let size = b.part(&shape, at as i64, 1)?;
            let size = b.reshape(&size, &[])?;
            places = b.op("tf.FloorMod", &[&places, &size], NONE)?;
        }
        other => return Err(n.refuse("mode", &format!("'{other}'"))),
    }
    let whole = b.int64s(sizes)?;
    let places = b.op("tf.BroadcastTo", &[&places, &whole], NONE)?;
    let coordinates = coordinates(b, &places, at)?;
    Ok(vec![b.op("tf.TensorScatterUpdate", &[cache, &coordinates, update], NONE)?])
}
