//! The domain `ai.onnx.ml`: models of classical machine learning, as they are exported from scikit-learn.
//!
//! Ensembles of trees become `onnx_ml.TreeEnsemble`, look-ups of constant keys `onnx_ml.FindKeys`, probabilities of several
//! classes from those of pairs `onnx_ml.CoupledProbabilities`; everything else is composed of the ops that
//! compute the same. There are no maps: `ZipMap` gives the tensor that comes in, whose columns are the labels in their order.

mod features;
mod linear;
mod support_vectors;
mod trees;

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, strings};
use crate::constant::{Constant, Elements};
use crate::node::Node;

/// The name of the domain.
pub(super) const DOMAIN: &str = "ai.onnx.ml";

pub(super) const TABLES: &[Table] = &[features::OPS, linear::OPS, support_vectors::OPS, trees::OPS];

/// Numbers as a constant of an element type that is real.
fn numbers(dtype: DType, dims: &[i64], values: &[f64]) -> Constant {
    let bytes = match dtype {
        DType::F64 => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        _ => values.iter().flat_map(|&value| (value as f32).to_le_bytes()).collect(),
    };
    let dtype = if dtype == DType::F64 { DType::F64 } else { DType::F32 };
    Constant { dtype, dims: dims.to_vec(), elements: Elements::Bytes(bytes) }
}

/// An attribute of numbers.
fn floats(n: &Node<'_>, name: &str) -> Vec<f64> {
    n.attr(name).map_or_else(Vec::new, |attr| attr.floats.iter().map(|&value| f64::from(value)).collect())
}

/// An attribute of integers of any size.
fn ints(n: &Node<'_>, name: &str) -> Vec<i64> {
    n.attr(name).map_or_else(Vec::new, |attr| attr.ints.clone())
}

/// An attribute of numbers of 32 bits or, in newer versions, a tensor.
fn floats_or_tensor(n: &Node<'_>, name: &str) -> Result<Vec<f64>> {
    match n.tensor(&format!("{name}_as_tensor"))? {
        Some(constant) => constant.floats().ok_or_else(|| format!("the tensor '{name}' has no numbers")),
        None => Ok(floats(n, name)),
    }
}

/// Numbers of 32 bits, or 64 if the tensor has those.
fn to_float(b: &mut Builder<'_>, x: &Tensor) -> Result<Tensor> {
    match x.dtype()? {
        DType::F64 => Ok(x.clone()),
        DType::String => Err("strings are no numbers".into()),
        _ => b.cast(x, DType::F32),
    }
}

/// A tensor of one row for each element of the batch: a list is one row.
fn rows(b: &mut Builder<'_>, x: &Tensor) -> Result<Tensor> {
    match x.rank()? {
        1 => b.reshape(x, &[1, x.dim(0).unwrap_or(-1)]),
        2 => Ok(x.clone()),
        rank => Err(format!("the input must have 1 or 2 dimensions, but has {rank}")),
    }
}

/// The labels of classes, which are integers or strings in attributes of these names; nothing if the node has none.
fn labels(n: &Node<'_>, of_ints: &str, of_strings: &str) -> Result<Option<Tensor>> {
    if let Some(attr) = n.attr(of_strings).filter(|attr| !attr.strings.is_empty()) {
        let dims = [attr.strings.len() as i64];
        return Tensor::of_constant(strings(&dims, attr.strings.clone())).map(Some);
    }
    match ints(n, of_ints) {
        values if values.is_empty() => Ok(None),
        values => {
            Tensor::of_constant(Constant::of_ints(DType::I64, &[values.len() as i64], &values)).map(Some)
        }
    }
}

/// The elements of a list at these places.
fn gather(b: &mut Builder<'_>, list: &Tensor, places: &Tensor) -> Result<Tensor> {
    let axis = b.int32(0)?;
    b.op("tf.GatherV2", &[list, places, &axis], NONE)
}

/// The label of the second class where a score, of one column, is above a limit, else that of the first.
fn label_above(b: &mut Builder<'_>, labels: &Tensor, score: &Tensor, limit: f64) -> Result<Tensor> {
    let limit = b.number(score.dtype()?, limit)?;
    let above = b.op("tf.Greater", &[score, &limit], NONE)?;
    let place = b.cast(&above, DType::I32)?;
    let place = b.reshape(&place, &[-1])?;
    gather(b, labels, &place)
}

/// The places of the largest elements of rows.
fn largest(b: &mut Builder<'_>, scores: &Tensor) -> Result<Tensor> {
    let axis = b.int32(1)?;
    b.op("tf.ArgMax", &[scores, &axis], [("output_type", Attribute::Type(DType::I64))])
}

/// Columns side by side.
fn beside(b: &mut Builder<'_>, parts: &[&Tensor]) -> Result<Tensor> {
    let axis = b.int32(1)?;
    let operands: Vec<&Tensor> = parts.iter().copied().chain([&axis]).collect();
    b.op("tf.ConcatV2", &operands, [("N", Attribute::Int(parts.len() as i64))])
}

/// Scores as a `post_transform` makes them, along rows.
fn transformed(b: &mut Builder<'_>, n: &Node<'_>, scores: &Tensor, kind: &str) -> Result<Tensor> {
    let dtype = scores.dtype()?;
    match kind {
        "NONE" => Ok(scores.clone()),
        "LOGISTIC" => b.op("tf.Sigmoid", &[scores], NONE),
        "SOFTMAX" => b.op("tf.Softmax", &[scores], NONE),
        "SOFTMAX_ZERO" => {
            // Zeros stay zeros.
            let (axes, zero, least) = (b.int32s(&[1])?, b.number(dtype, 0.0)?, b.number(dtype, 1e-7)?);
            let keep = [("keep_dims", Attribute::Bool(true))];
            let most = b.op("tf.Max", &[scores, &axes], keep.clone())?;
            let less = b.op("tf.Sub", &[scores, &most], NONE)?;
            let power = b.op("tf.Exp", &[&less], NONE)?;
            let size = b.op("tf.Abs", &[scores], NONE)?;
            let counts = b.op("tf.Greater", &[&size, &least], NONE)?;
            let power = b.op("tf.SelectV2", &[&counts, &power, &zero], NONE)?;
            let sum = b.op("tf.Sum", &[&power, &axes], keep)?;
            b.op("tf.DivNoNan", &[&power, &sum], NONE)
        }
        "PROBIT" => normal_quantile(b, scores),
        other => Err(n.refuse("post_transform", &format!("'{other}'"))),
    }
}

/// The argument for which the normal distribution is a probability, as ONNX has it: by the inverse error function of Winitzki, "A handy
/// approximation for the error function and its inverse" (2008), which is near to two thousandths.
fn normal_quantile(b: &mut Builder<'_>, probability: &Tensor) -> Result<Tensor> {
    const FACTOR: f64 = 0.147;
    let dtype = probability.dtype()?;
    let number = |b: &mut Builder<'_>, value: f64| b.number(dtype, value);
    let (one, two) = (number(b, 1.0)?, number(b, 2.0)?);
    let twice = b.op("tf.Mul", &[probability, &two], NONE)?;
    let x = b.op("tf.Sub", &[&twice, &one], NONE)?;
    let square = b.op("tf.Square", &[&x], NONE)?;
    let rest = b.op("tf.Sub", &[&one, &square], NONE)?;
    let logarithm = b.op("tf.Log", &[&rest], NONE)?;
    let (half, first) = (number(b, 0.5)?, number(b, 2.0 / (std::f64::consts::PI * FACTOR))?);
    let part = b.op("tf.Mul", &[&logarithm, &half], NONE)?;
    let part = b.op("tf.AddV2", &[&part, &first], NONE)?;
    let inverse = number(b, 1.0 / FACTOR)?;
    let second = b.op("tf.Mul", &[&logarithm, &inverse], NONE)?;
    let under = b.op("tf.Square", &[&part], NONE)?;
    let under = b.op("tf.Sub", &[&under, &second], NONE)?;
    let root = b.op("tf.Sqrt", &[&under], NONE)?;
    let size = b.op("tf.Sub", &[&root, &part], NONE)?;
    let size = b.op("tf.Sqrt", &[&size], NONE)?;
    let scale = number(b, std::f64::consts::SQRT_2)?;
    let size = b.op("tf.Mul", &[&size, &scale], NONE)?;
    let sign = b.op("tf.Sign", &[&x], NONE)?;
    let result = b.op("tf.Mul", &[&size, &sign], NONE)?;
    // Nothing at the ends, rather than infinity.
    let zero = number(b, 0.0)?;
    let is_end = b.op("tf.Equal", &[&rest, &zero], NONE)?;
    b.op("tf.SelectV2", &[&is_end, &zero, &result], NONE)
}

/// The scores of two classes from one column, that of the second class. The first has what remains of one, or the opposite.
fn of_two(b: &mut Builder<'_>, n: &Node<'_>, score: &Tensor, kind: &str, remains: bool) -> Result<Tensor> {
    let opposite = b.op("tf.Neg", &[score], NONE)?;
    match kind {
        "LOGISTIC" => {
            let both = beside(b, &[&opposite, score])?;
            b.op("tf.Sigmoid", &[&both], NONE)
        }
        "NONE" | "SOFTMAX" | "SOFTMAX_ZERO" if remains => {
            let one = b.number(score.dtype()?, 1.0)?;
            let other = b.op("tf.Sub", &[&one, score], NONE)?;
            beside(b, &[&other, score])
        }
        "NONE" | "SOFTMAX" | "SOFTMAX_ZERO" => beside(b, &[&opposite, score]),
        other => Err(n.refuse("post_transform", &format!("'{other}' of one score"))),
    }
}
