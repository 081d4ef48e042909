//! Making, joining, cutting and rearranging tensors.

use tfrt_ops::DType;

use super::Table;
use super::quantize::moved;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, axis_in_last, strings};
use crate::constant::Constant;
use crate::node::{Node, axis, bounded, line};

pub(super) const OPS: Table = &[
    ("Constant", constant),
    ("ConstantOfShape", constant_of_shape),
    ("Shape", shape),
    ("Size", |b, n| {
        let size = match n.input(0)?.sizes() {
            Some(sizes) => {
                let count = sizes.iter().try_fold(1_i64, |product, &size| product.checked_mul(size));
                let count = count.ok_or("there are too many elements")?;
                Tensor::of_constant(Constant::of_ints(DType::I64, &[], &[count]))?
            }
            None => b.op("tf.Size", &[n.input(0)?], [("out_type", Attribute::Type(DType::I64))])?,
        };
        Ok(vec![size])
    }),
    ("Reshape", |b, n| moved(b, n, reshape)),
    ("Flatten", |b, n| moved(b, n, flatten)),
    ("Squeeze", |b, n| moved(b, n, squeeze)),
    ("Unsqueeze", |b, n| moved(b, n, unsqueeze)),
    ("Transpose", |b, n| moved(b, n, transpose)),
    ("Concat", concat),
    ("Split", |b, n| moved(b, n, split)),
    ("Expand", |b, n| moved(b, n, expand)),
    ("Tile", tile),
    ("Range", range),
    ("EyeLike", eye_like),
    ("Trilu", trilu),
    ("DepthToSpace", |b, n| moved(b, n, depth_to_space)),
    ("SpaceToDepth", |b, n| moved(b, n, space_to_depth)),
    ("ReverseSequence", |b, n| {
        let (batch, time) = (n.int("batch_axis", 1), n.int("time_axis", 0));
        let attrs = [("batch_dim", Attribute::Int(batch)), ("seq_dim", Attribute::Int(time))];
        Ok(vec![b.op("tf.ReverseSequence", &[n.input(0)?, n.input(1)?], attrs)?])
    }),
];

fn constant(_: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let floats = |dims: &[i64], values: &[f32]| Constant {
        dtype: DType::F32,
        dims: dims.to_vec(),
        elements: crate::constant::Elements::Bytes(
            values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        ),
    };
    let attr = n.proto.attribute.first().ok_or("has no value")?;
    let constant = match attr.name() {
        "value" => return Ok(vec![n.value("value")?.ok_or("has no value")?]),
        "sparse_value" => {
            let sparse = attr.sparse_tensor.as_ref().ok_or("has no value")?;
            return Ok(vec![crate::tensor::dense(sparse, n.model.folder)?]);
        }
        "value_float" => floats(&[], &[attr.f()]),
        "value_floats" => floats(&[attr.floats.len() as i64], &attr.floats),
        "value_int" => Constant::of_ints(DType::I64, &[], &[attr.i()]),
        "value_ints" => Constant::of_ints(DType::I64, &[attr.ints.len() as i64], &attr.ints),
        "value_string" => strings(&[], vec![attr.s().to_vec()]),
        "value_strings" => strings(&[attr.strings.len() as i64], attr.strings.clone()),
        other => return Err(format!("the attribute '{other}' is not supported")),
    };
    Ok(vec![Tensor::of_constant(constant)?])
}

fn constant_of_shape(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (value, small) = match n.value("value")? {
        Some(value) => {
            let one = value.constant().and_then(|constant| constant.reshaped(&[]));
            (one.ok_or("the value is not one number")?, value.small())
        }
        None => (Constant::of_number(DType::F32, 0.0), None),
    };
    let value = Tensor::of_constant(value)?;
    Ok(vec![b.op("tf.Fill", &[n.input(0)?, &value], NONE)?.with_small(small)])
}

fn shape(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let (start, end) = (n.attr("start"), n.attr("end"));
    if start.is_none() && end.is_none() {
        return Ok(vec![b.shape_of(x)?]);
    }
    let rank = x.rank()? as i64;
    let clamp = |at: i64| (if at < 0 { at.saturating_add(rank) } else { at }).clamp(0, rank);
    let (start, end) = (clamp(start.map_or(0, |attr| attr.i())), clamp(end.map_or(rank, |attr| attr.i())));
    if let (Some(dims), true) = (x.dims(), start <= end) {
        let part: Option<Vec<i64>> =
            dims[start as usize..end as usize].iter().map(|dim| dim.known()).collect();
        if let Some(part) = part {
            return Ok(vec![b.int64s(&part)?]);
        }
    }
    let whole = b.shape_of(x)?;
    Ok(vec![b.part(&whole, start, (end - start).max(0))?])
}

fn reshape(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let keeps_zero = n.int("allowzero", 0) != 0;
    let given = match n.ints("shape") {
        Some(shape) => b.int64s(&shape)?,
        None => n.input(1)?.clone(),
    };
    // Sizes that are computed are known in part.
    let known = given.elements().filter(|_| given.rank() == Ok(1));
    let is_computed = known.as_ref().is_none_or(|known| known.contains(&None));
    let mut dims: Vec<i64> = match (is_computed, known) {
        (false, Some(known)) => known.into_iter().flatten().collect(),
        (true, Some(known)) if known.iter().flatten().all(|&size| size > 0) => {
            let open = known.iter().filter(|size| size.is_none()).count();
            if open > 1 {
                return Ok(vec![computed_shape(b, x, &given, keeps_zero)?]);
            }
            // The one that is not known follows from the others, whether it is given or -1.
            known.into_iter().map(|size| size.unwrap_or(-1)).collect()
        }
        _ => return Ok(vec![computed_shape(b, x, &given, keeps_zero)?]),
    };
    let rank = dims.len();
    let copies: Vec<usize> = (0..rank).filter(|&at| dims[at] == 0 && !keeps_zero).collect();
    for &at in &copies {
        if let Some(size) = x.dim(at) {
            dims[at] = size;
        }
    }
    let open: Vec<usize> = copies.into_iter().filter(|&at| dims[at] == 0 && x.dim(at) != Some(0)).collect();
    match open[..] {
        [] => Ok(vec![b.reshape(x, &dims)?]),
        // One size that is not known follows from the others.
        [at] if !dims.contains(&-1) && dims.iter().filter(|&&dim| dim == 0).count() == 1 => {
            dims[at] = -1;
            Ok(vec![b.reshape(x, &dims)?])
        }
        _ => {
            let mut sizes = Vec::new();
            for (at, &dim) in dims.iter().enumerate() {
                sizes.push(if open.contains(&at) { b.size_of(x, at)? } else { b.int64(dim)? });
            }
            Ok(vec![b.reshape_to(x, &sizes)?])
        }
    }
}

/// With sizes that are computed; zero stands for the input's own size.
fn computed_shape(b: &mut Builder<'_>, x: &Tensor, given: &Tensor, keeps_zero: bool) -> Result<Tensor> {
    let length = given.dim(0).filter(|&length| length <= 64);
    let (Some(length), Ok(rank), false) = (length, x.rank(), keeps_zero) else {
        return b.op("tf.Reshape", &[x, given], NONE);
    };
    let own = b.shape_of(x)?;
    let rank = rank as i64;
    let own = match length > rank {
        true => {
            let ones = b.int64s(&vec![1; (length - rank) as usize])?;
            b.join(&[&own, &ones])?
        }
        false => b.part(&own, 0, length)?,
    };
    let zero = b.number(DType::I64, 0.0)?;
    let is_zero = b.op("tf.Equal", &[given, &zero], NONE)?;
    let shape = b.op("tf.SelectV2", &[&is_zero, &own, given], NONE)?;
    let result = b.op("tf.Reshape", &[x, &shape], NONE)?;
    let known = given.elements().unwrap_or_default();
    let size = |at: usize| match known.get(at).copied().flatten() {
        Some(0) => x.dim(at).unwrap_or(-1),
        size => size.unwrap_or(-1),
    };
    Ok(result.with_dims(&(0..length as usize).map(size).collect::<Vec<_>>()))
}

fn flatten(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let rank = n.input(0)?.rank()?;
    let at = n.int("axis", 1);
    let at = if at < 0 { at + rank as i64 } else { at };
    match usize::try_from(at).ok().filter(|&at| at <= rank) {
        Some(at) => Ok(vec![flattened(b, n.input(0)?, at)?]),
        None => Err(format!("axis {at} is not one of {rank}")),
    }
}

/// As a matrix, whose rows are the elements of the dimensions from an axis on.
pub(super) fn flattened(b: &mut Builder<'_>, x: &Tensor, at: usize) -> Result<Tensor> {
    let dims = x.open_sizes()?;
    let (left, right) = dims.split_at(at);
    let product = |dims: &[i64]| {
        dims.iter().try_fold(1_i64, |product, &dim| if dim < 0 { None } else { product.checked_mul(dim) })
    };
    let shape = match (product(left), product(right)) {
        (Some(left), Some(right)) => [left, right],
        (Some(left), None) => [left, -1],
        (None, Some(right)) => [-1, right],
        (None, None) => {
            let whole = b.shape_of(x)?;
            let front = b.part(&whole, 0, at as i64)?;
            let axes = b.int32s(&[0])?;
            let keep = [("keep_dims", Attribute::Bool(true))];
            let front = b.op("tf.Prod", &[&front, &axes], keep)?;
            let rest = b.int64s(&[-1])?;
            let shape = b.join(&[&front, &rest])?;
            return b.op("tf.Reshape", &[x, &shape], NONE);
        }
    };
    b.reshape(x, &shape)
}

/// Places that are not among these axes, which are computed.
fn other_places(b: &mut Builder<'_>, rank: i64, axes: &Tensor) -> Result<Tensor> {
    line(rank)?;
    let (ones, zero) = (b.int64s(&vec![1; rank as usize])?, b.number(DType::I64, 0.0)?);
    let size = b.shape_of(axes)?;
    let zeros = b.op("tf.Fill", &[&size, &zero], NONE)?;
    let kept = b.placed(rank, &ones, axes, &zeros)?;
    b.op("tf.Where", &[&kept], NONE)
}

fn squeeze(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    if let Some(axes) = n.optional(1).filter(|axes| axes.ints().is_none()) {
        let rank = x.rank()? as i64;
        let count = axes.dim(0).ok_or("the number of axes is not known")?;
        let places = other_places(b, rank, axes)?;
        let places = b.reshape(&places, &[-1])?;
        let (sizes, axis) = (b.shape_of(x)?, b.int32(0)?);
        let sizes = b.op("tf.GatherV2", &[&sizes, &places, &axis], NONE)?;
        let result = b.op("tf.Reshape", &[x, &sizes], NONE)?;
        return Ok(vec![result.with_dims(&vec![-1; (rank - count).max(0) as usize])]);
    }
    let axes = n.ints_or_input("axes", 1)?;
    if let Some(constant) = x.constant() {
        let rank = constant.dims.len();
        let gone: Vec<usize> = match &axes {
            Some(axes) => axes.iter().map(|&at| axis(at, rank)).collect::<Result<_>>()?,
            None => (0..rank).filter(|&at| constant.dims[at] == 1).collect(),
        };
        let dims: Vec<i64> = (0..rank).filter(|at| !gone.contains(at)).map(|at| constant.dims[at]).collect();
        return Ok(vec![b.reshape(x, &dims)?]);
    }
    let attrs = [("squeeze_dims", Attribute::Ints(axes.unwrap_or_default()))];
    Ok(vec![b.op("tf.Squeeze", &[x], attrs)?])
}

fn unsqueeze(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    if let Some(axes) = n.optional(1).filter(|axes| axes.ints().is_none()) {
        let rank = x.rank()? as i64 + axes.dim(0).ok_or("the number of axes is not known")?;
        let places = other_places(b, rank, axes)?;
        let (ones, sizes) = (b.int64s(&vec![1; rank as usize])?, b.shape_of(x)?);
        let sizes = b.op("tf.TensorScatterUpdate", &[&ones, &places, &sizes], NONE)?;
        let result = b.op("tf.Reshape", &[x, &sizes], NONE)?;
        return Ok(vec![result.with_dims(&vec![-1; rank as usize])]);
    }
    let axes = n.ints_or_input("axes", 1)?.ok_or("the axes are missing")?;
    Ok(vec![unsqueezed(b, x, &axes)?])
}

/// With dimensions of one more at these axes of the result.
pub(super) fn unsqueezed(b: &mut Builder<'_>, x: &Tensor, axes: &[i64]) -> Result<Tensor> {
    // Axes that all count from one end need no rank; the op refuses those that the tensor then has not.
    let from_front = axes.iter().all(|&axis| axis >= 0);
    if x.rank().is_err() && (from_front || axes.iter().all(|&axis| axis < 0)) {
        let mut at = axes.to_vec();
        at.sort_unstable();
        if at.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(format!("axes {axes:?} has one of them twice"));
        }
        let mut result = x.clone();
        for (i, &axis) in at.iter().enumerate() {
            // Those that come after move an axis from the end.
            let moved = if from_front { 0 } else { (at.len() - 1 - i) as i64 };
            let at = b.int32(bounded(axis.saturating_add(moved)))?;
            result = b.op("tf.ExpandDims", &[&result, &at], NONE)?;
        }
        return Ok(result);
    }
    let sizes = x.open_sizes()?;
    let rank = sizes.len() + axes.len();
    let mut at: Vec<usize> = axes.iter().map(|&at| axis(at, rank)).collect::<Result<_>>()?;
    at.sort_unstable();
    if at.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("axes {axes:?} has one of them twice"));
    }
    let mut own = sizes.iter();
    let dims: Vec<i64> =
        (0..rank).map(|axis| if at.contains(&axis) { 1 } else { own.next().copied().unwrap_or(1) }).collect();
    if dims.iter().filter(|&&dim| dim < 0).count() <= 1 {
        return b.reshape(x, &dims);
    }
    let mut result = x.clone();
    for at in at {
        let at = b.int32(at as i64)?;
        result = b.op("tf.ExpandDims", &[&result, &at], NONE)?;
    }
    Ok(result)
}

fn transpose(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let order = n.ints("perm").unwrap_or_else(|| (0..rank as i64).rev().collect());
    let is_order = order.len() == rank && (0..rank as i64).all(|axis| order.contains(&axis));
    if !is_order {
        return Err(format!("perm {order:?} is no order of {rank} dimensions"));
    }
    Ok(vec![b.transpose(x, &order)?])
}

fn concat(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let all = n.all()?;
    let first = *all.first().ok_or("there are no inputs")?;
    // All have the same rank, and an axis from the front needs none.
    let at = n.int("axis", 1);
    let known = all.iter().find_map(|input| input.rank().ok());
    if known.is_none() && at >= 0 && all.len() > 1 {
        let axis = b.int32(bounded(at))?;
        let operands: Vec<&Tensor> = all.iter().copied().chain([&axis]).collect();
        return Ok(vec![b.op("tf.ConcatV2", &operands, [("N", Attribute::Int(all.len() as i64))])?]);
    }
    let rank = known.map_or_else(|| first.rank(), Ok)?;
    let at = n.axis(1, rank)?;
    if let [only] = all[..] {
        return Ok(vec![only.clone()]);
    }
    if rank == 1 && all.iter().all(|input| input.ints().is_some() && input.known_dtype() == Some(DType::I64))
    {
        return Ok(vec![b.join(&all)?]);
    }
    let with_axis = |b: &mut Builder<'_>, all: &[&Tensor], at: usize| {
        let axis = b.int32(at as i64)?;
        let operands: Vec<&Tensor> = all.iter().copied().chain([&axis]).collect();
        b.op("tf.ConcatV2", &operands, [("N", Attribute::Int(all.len() as i64))])
    };
    if rank > 2 && all.iter().all(|input| input.is_kept_last()) {
        let last: Vec<Tensor> = all.iter().map(|input| b.last(input)).collect::<Result<_>>()?;
        let joined = with_axis(b, &last.iter().collect::<Vec<_>>(), axis_in_last(at, rank))?;
        return Ok(vec![Tensor::of_last(joined)?]);
    }
    Ok(vec![with_axis(b, &all, at)?])
}

fn split(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = n.axis(0, rank)?;
    let parts = n.proto.output.len();
    if parts == 0 {
        return Ok(Vec::new());
    }
    if let Some(sizes) = n.optional(1).filter(|sizes| sizes.ints().is_none()) {
        let axis = b.int32(at as i64)?;
        return b.ops("tf.SplitV", &[x, sizes, &axis], [("num_split", Attribute::Int(parts as i64))], parts);
    }
    let sizes = match n.ints_or_input("split", 1)? {
        Some(sizes) => sizes,
        None if x.dim(at).is_none() => {
            let sizes = b.shape_of(x)?;
            let whole = b.part(&sizes, at as i64, 1)?;
            let places: Vec<i64> = (0..parts as i64).collect();
            let (count, more, places, zero) = (
                b.int64s(&[parts as i64])?,
                b.int64s(&[parts as i64 - 1])?,
                b.int64s(&places)?,
                b.number(DType::I64, 0.0)?,
            );
            let sum = b.op("tf.AddV2", &[&whole, &more], NONE)?;
            let each = b.op("tf.FloorDiv", &[&sum, &count], NONE)?;
            let before = b.op("tf.Mul", &[&places, &each], NONE)?;
            let rest = b.op("tf.Sub", &[&whole, &before], NONE)?;
            let rest = b.op("tf.Maximum", &[&rest, &zero], NONE)?;
            let sizes = b.op("tf.Minimum", &[&rest, &each], NONE)?;
            let axis = b.int32(at as i64)?;
            let attrs = [("num_split", Attribute::Int(parts as i64))];
            return b.ops("tf.SplitV", &[x, &sizes, &axis], attrs, parts);
        }
        None => {
            let whole = x.dim(at).ok_or("the size of the dimension to split is not known")?;
            let each = whole.checked_add(parts as i64 - 1).ok_or("too large")? / parts as i64;
            (0..parts as i64).map(|part| (whole - part * each).clamp(0, each)).collect()
        }
    };
    if sizes.len() != parts {
        return Err(format!("split {sizes:?} is for other than {parts} outputs"));
    }
    let kept = b.kept(x)?;
    let (axis, sizes) = (b.int32(kept.axis(at) as i64)?, b.int64s(&sizes)?);
    let attrs = [("num_split", Attribute::Int(parts as i64))];
    let all = b.ops("tf.SplitV", &[&kept.tensor, &sizes, &axis], attrs, parts)?;
    all.into_iter().map(|part| kept.made(part)).collect()
}

fn expand(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, shape) = (n.input(0)?, n.input(1)?);
    if let (Some(own), Some(wanted)) = (x.sizes(), shape.ints()) {
        let rank = own.len().max(wanted.len());
        let of = |list: &[i64], at: usize| (at + list.len()).checked_sub(rank).map_or(1, |at| list[at]);
        let dims: Vec<i64> = (0..rank)
            .map(|at| {
                let (own, wanted) = (of(&own, at), of(&wanted, at));
                if own == 1 { wanted } else { own }
            })
            .collect();
        // Channels of a pixel become an image, with channels last.
        if rank > 3 && own.len() == rank && x.is_pixel() {
            let mut dims = dims;
            dims[1..].rotate_left(1);
            let (last, dims) = (b.last(x)?, b.int64s(&dims)?);
            return Ok(vec![Tensor::of_last(b.op("tf.BroadcastTo", &[&last, &dims], NONE)?)?]);
        }
        let dims = b.int64s(&dims)?;
        return Ok(vec![b.op("tf.BroadcastTo", &[x, &dims], NONE)?]);
    }
    let own = b.shape_of(x)?;
    let rank = x.rank().ok().zip(shape.dim(0)).map(|(own, wanted)| (own as i64).max(wanted));
    let dims = b.op("tf.BroadcastArgs", &[&own, shape], NONE)?;
    let result = b.op("tf.BroadcastTo", &[x, &dims], NONE)?;
    Ok(vec![match rank {
        Some(rank) => result.with_dims(&line(rank)?.map(|_| -1).collect::<Vec<_>>()),
        None => result,
    }])
}

fn tile(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    if n.opset >= 6 {
        return Ok(vec![b.op("tf.Tile", &[x, n.input(1)?], NONE)?]);
    }
    let (times, at) = (n.input(1)?.known_ints("tiles")?, n.input(2)?.known_ints("axis")?);
    let rank = x.rank()?;
    let mut multiples = vec![1; rank];
    multiples[axis(*at.first().ok_or("axis is empty")?, rank)?] = *times.first().ok_or("tiles is empty")?;
    let multiples = b.int64s(&multiples)?;
    Ok(vec![b.op("tf.Tile", &[x, &multiples], NONE)?])
}

fn range(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let all = [n.input(0)?, n.input(1)?, n.input(2)?];
    let mut parts = Vec::new();
    for input in all {
        parts.push(match input.rank() {
            Ok(0) => input.clone(),
            _ => b.reshape(input, &[])?,
        });
    }
    Ok(vec![b.op("tf.Range", &parts.iter().collect::<Vec<_>>(), NONE)?])
}

fn eye_like(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let dtype = match n.dtype("dtype")? {
        Some(dtype) => dtype,
        None => x.dtype()?,
    };
    if x.rank()? != 2 {
        return Err("the input is no matrix".into());
    }
    let (rows, columns) = (b.size_of(x, 0)?, b.size_of(x, 1)?);
    let (rows, columns) = (b.places(&rows)?, b.places(&columns)?);
    let rows = b.reshape(&rows, &[-1, 1])?;
    let distances = b.op("tf.Sub", &[&columns, &rows], NONE)?;
    let k = b.int64(n.int("k", 0))?;
    let eye = b.op("tf.Equal", &[&distances, &k], NONE)?;
    Ok(vec![b.cast(&eye, dtype)?])
}

fn trilu(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let k = match n.optional(1) {
        Some(k) => b.reshape(k, &[])?,
        None => b.number(DType::I64, 0.0)?,
    };
    let rank = x.rank()?;
    let at = rank.checked_sub(2).ok_or("the input is no matrix")?;
    let (rows, columns) = (b.size_of(x, at)?, b.size_of(x, at + 1)?);
    let is_upper = n.int("upper", 1) != 0;
    let (rows, columns) = (b.places(&rows)?, b.places(&columns)?);
    let rows = b.reshape(&rows, &[-1, 1])?;
    let distances = b.op("tf.Sub", &[&columns, &rows], NONE)?;
    let mask = b.op(if is_upper { "tf.GreaterEqual" } else { "tf.LessEqual" }, &[&distances, &k], NONE)?;
    let zero = b.number(x.dtype()?, 0.0)?;
    Ok(vec![b.op("tf.SelectV2", &[&mask, x, &zero], NONE)?])
}

/// The sizes of an image, its batch first, and of the blocks of its pixels.
fn blocks(b: &mut Builder<'_>, n: &Node<'_>) -> Result<(Vec<Tensor>, Tensor)> {
    let (x, block) = (n.input(0)?, n.int("blocksize", 0));
    if x.rank()? != 4 || !(1..=1 << 10).contains(&block) {
        return Err(format!("the input is no image, or it has no blocks of {block}"));
    }
    Ok((b.all_sizes(x)?, b.int64(block)?))
}

fn depth_to_space(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (sizes, block) = blocks(b, n)?;
    let area = b.op("tf.Mul", &[&block, &block], NONE)?;
    let depth = b.op("tf.TruncateDiv", &[&sizes[1], &area], NONE)?;
    let (front, order) = match n.text("mode", "DCR")? {
        "DCR" => ([&block, &block, &depth], [0, 3, 4, 1, 5, 2]),
        "CRD" => ([&depth, &block, &block], [0, 1, 4, 2, 5, 3]),
        other => return Err(n.refuse("mode", &format!("'{other}'"))),
    };
    let dims: Vec<Tensor> = [&sizes[..1], &front.map(Tensor::clone), &sizes[2..]].concat();
    let cut = b.reshape_to(n.input(0)?, &dims)?;
    let moved = b.transpose(&cut, &order)?;
    let (height, width) =
        (b.op("tf.Mul", &[&sizes[2], &block], NONE)?, b.op("tf.Mul", &[&sizes[3], &block], NONE)?);
    Ok(vec![b.reshape_to(&moved, &[sizes[0].clone(), depth, height, width])?])
}

fn space_to_depth(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (sizes, block) = blocks(b, n)?;
    let order = match n.text("mode", "DCR")? {
        "DCR" => [0, 3, 5, 1, 2, 4],
        "CRD" => [0, 1, 3, 5, 2, 4],
        other => return Err(n.refuse("mode", &format!("'{other}'"))),
    };
    let rows = b.op("tf.TruncateDiv", &[&sizes[2], &block], NONE)?;
    let columns = b.op("tf.TruncateDiv", &[&sizes[3], &block], NONE)?;
    let dims = [&sizes[0], &sizes[1], &rows, &block, &columns, &block].map(Tensor::clone);
    let cut = b.reshape_to(n.input(0)?, &dims)?;
    let moved = b.transpose(&cut, &order)?;
    let area = b.op("tf.Mul", &[&block, &block], NONE)?;
    let depth = b.op("tf.Mul", &[&sizes[1], &area], NONE)?;
    Ok(vec![b.reshape_to(&moved, &[sizes[0].clone(), depth, rows, columns])?])
}
