//! Reductions, and sums along a dimension.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::{Node, axis};

pub(super) const OPS: Table = &[
    ("ReduceSum", |b, n| Ok(vec![reduce(b, n, "tf.Sum", n.input(0)?)?])),
    ("ReduceMean", |b, n| Ok(vec![reduce(b, n, "tf.Mean", n.input(0)?)?])),
    ("ReduceMax", |b, n| extreme(b, n, "tf.Max", "tf.Any")),
    ("ReduceMin", |b, n| extreme(b, n, "tf.Min", "tf.All")),
    ("ReduceProd", |b, n| Ok(vec![reduce(b, n, "tf.Prod", n.input(0)?)?])),
    ("ReduceL1", |b, n| {
        let absolute = b.elementwise("tf.Abs", &[n.input(0)?], NONE)?;
        Ok(vec![reduce(b, n, "tf.Sum", &absolute)?])
    }),
    ("ReduceL2", |b, n| {
        let square = b.elementwise("tf.Square", &[n.input(0)?], NONE)?;
        let sum = reduce(b, n, "tf.Sum", &square)?;
        let dtype = sum.dtype()?;
        let real = matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64);
        if real {
            return Ok(vec![b.op("tf.Sqrt", &[&sum], NONE)?]);
        }
        let wide = b.cast(&sum, DType::F64)?;
        let root = b.op("tf.Sqrt", &[&wide], NONE)?;
        Ok(vec![b.cast(&root, dtype)?])
    }),
    ("ReduceSumSquare", |b, n| {
        let square = b.elementwise("tf.Square", &[n.input(0)?], NONE)?;
        Ok(vec![reduce(b, n, "tf.Sum", &square)?])
    }),
    ("ReduceLogSum", |b, n| {
        let sum = reduce(b, n, "tf.Sum", n.input(0)?)?;
        Ok(vec![b.op("tf.Log", &[&sum], NONE)?])
    }),
    ("ReduceLogSumExp", log_sum_exp),
    ("ArgMax", |b, n| arg(b, n, "tf.ArgMax")),
    ("ArgMin", |b, n| arg(b, n, "tf.ArgMin")),
    ("CumSum", |b, n| cumulative(b, n, "tf.Cumsum")),
    ("CumProd", |b, n| cumulative(b, n, "tf.Cumprod")),
];

/// The axes of a reduction as the program's operand; `None` if nothing is reduced.
fn axes(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Option<Tensor>> {
    if let Some(axes) = n.ints("axes") {
        return b.int32s(&axes).map(Some);
    }
    let all = |b: &mut Builder<'_>| {
        if n.int("noop_with_empty_axes", 0) != 0 {
            return Ok(None);
        }
        let rank = n.input(0)?.rank()? as i64;
        b.int32s(&(0..rank).collect::<Vec<_>>()).map(Some)
    };
    match n.optional(1) {
        None => all(b),
        Some(axes) if axes.dim(0) == Some(0) => all(b),
        // There may be none, which stands for all.
        Some(axes) if axes.dim(0).is_none() && n.int("noop_with_empty_axes", 0) == 0 => {
            let (count, zero) = (b.size_of(axes, 0)?, b.int64(0)?);
            let rank = n.input(0)?.rank()? as i64;
            let (all, most) = (b.int64s(&(0..rank).collect::<Vec<_>>())?, b.int64(rank)?);
            let is_empty = b.op("tf.Equal", &[&count, &zero], NONE)?;
            let more = b.op("tf.SelectV2", &[&is_empty, &most, &zero], NONE)?;
            let (start, more) = (b.int64s(&[0])?, b.reshape(&more, &[1])?);
            let all = b.op("tf.Slice", &[&all, &start, &more], NONE)?;
            let (axes, axis) = (b.cast(axes, DType::I64)?, b.int32(0)?);
            b.op("tf.ConcatV2", &[&axes, &all, &axis], [("N", Attribute::Int(2))]).map(Some)
        }
        Some(axes) => Ok(Some(axes.clone())),
    }
}

fn reduce(b: &mut Builder<'_>, n: &Node<'_>, op: &str, x: &Tensor) -> Result<Tensor> {
    let Some(axes) = axes(b, n)? else { return Ok(x.clone()) };
    let keeps = n.int("keepdims", 1) != 0;
    // Over the pixels of an image whose channels are last.
    if let Some(ints) = axes.ints().filter(|_| x.is_kept_last()) {
        let rank = x.rank()?;
        let places: Vec<usize> = ints.iter().map(|&at| axis(at, rank)).collect::<Result<_>>()?;
        let moved: Vec<i64> = places
            .iter()
            .map(|&at| match at {
                0 => 0,
                1 => rank as i64 - 1,
                at => at as i64 - 1,
            })
            .collect();
        let is_of_pixels = places.iter().all(|&at| at >= 2);
        if keeps || (is_of_pixels && places.len() == rank - 2) {
            let (last, moved) = (b.last(x)?, b.int32s(&moved)?);
            let result = b.op(op, &[&last, &moved], [("keep_dims", Attribute::Bool(keeps))])?;
            return if keeps { Tensor::of_last(result) } else { Ok(result) };
        }
    }
    b.op(op, &[x, &axes], [("keep_dims", Attribute::Bool(keeps))])
}

fn extreme(b: &mut Builder<'_>, n: &Node<'_>, op: &str, of_booleans: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    Ok(vec![reduce(b, n, if x.known_dtype() == Some(DType::I1) { of_booleans } else { op }, x)?])
}

fn log_sum_exp(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let Some(axes) = axes(b, n)? else { return Ok(vec![x.clone()]) };
    let keep = |keeps: bool| [("keep_dims", Attribute::Bool(keeps))];
    let most = b.op("tf.Max", &[x, &axes], keep(true))?;
    let finite = b.op("tf.IsFinite", &[&most], NONE)?;
    let zero = b.number(x.dtype()?, 0.0)?;
    let most = b.op("tf.SelectV2", &[&finite, &most, &zero], NONE)?;
    let less = b.op("tf.Sub", &[x, &most], NONE)?;
    let powers = b.op("tf.Exp", &[&less], NONE)?;
    let sum = b.op("tf.Sum", &[&powers, &axes], keep(true))?;
    let log = b.op("tf.Log", &[&sum], NONE)?;
    let mut result = b.op("tf.AddV2", &[&log, &most], NONE)?;
    if n.int("keepdims", 1) == 0 {
        result = b.op("tf.Sum", &[&result, &axes], keep(false))?;
    }
    Ok(vec![result])
}

fn arg(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let rank = x.rank()?;
    let at = n.axis(0, rank)?;
    let axis = b.int32(at as i64)?;
    let output = [("output_type", Attribute::Type(DType::I64))];
    let mut found = if n.int("select_last_index", 0) == 0 {
        b.op(op, &[x, &axis], output)?
    } else {
        let (size, one) = (b.size_of(x, at)?, b.int64(1)?);
        let axes = b.int32s(&[at as i64])?;
        let reversed = b.op("tf.ReverseV2", &[x, &axes], NONE)?;
        let found = b.op(op, &[&reversed, &axis], output)?;
        let last = b.op("tf.Sub", &[&size, &one], NONE)?;
        b.op("tf.Sub", &[&last, &found], NONE)?
    };
    if n.int("keepdims", 1) != 0 {
        found = b.op("tf.ExpandDims", &[&found, &axis], NONE)?;
    }
    Ok(vec![found])
}

fn cumulative(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let axis = n.input(1)?;
    let axis = b.reshape(axis, &[])?;
    let axis = b.cast(&axis, DType::I32)?;
    let flag = |name| Attribute::Bool(n.int(name, 0) != 0);
    let attrs = [("exclusive", flag("exclusive")), ("reverse", flag("reverse"))];
    Ok(vec![b.op(op, &[n.input(0)?, &axis], attrs)?])
}
