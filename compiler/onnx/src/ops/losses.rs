//! Losses of classes.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("NegativeLogLikelihoodLoss", |b, n| {
        let scores = b.last(n.input(0)?)?;
        Ok(vec![loss(b, n, &scores)?])
    }),
    ("SoftmaxCrossEntropyLoss", |b, n| {
        let scores = b.last(n.input(0)?)?;
        let scores = b.op("tf.LogSoftmax", &[&scores], NONE)?;
        let loss = loss(b, n, &scores)?;
        let scores = if scores.rank()? > 2 { Tensor::of_last(scores)? } else { scores };
        Ok(vec![loss, scores])
    }),
];

/// The negative scores of the given classes, weighted by class; the classes of `scores` are last.
fn loss(b: &mut Builder<'_>, n: &Node<'_>, scores: &Tensor) -> Result<Tensor> {
    let (rank, dtype) = (scores.rank()?, scores.dtype()?);
    let mut classes = b.cast(n.input(1)?, DType::I64)?;
    let counts = match n.attr("ignore_index") {
        None => None,
        Some(attr) => {
            let ignored = b.number(DType::I64, attr.i() as f64)?;
            let counts = b.op("tf.NotEqual", &[&classes, &ignored], NONE)?;
            let zero = b.number(DType::I64, 0.0)?;
            classes = b.op("tf.SelectV2", &[&counts, &classes, &zero], NONE)?;
            Some(counts)
        }
    };
    let last = b.int32(rank as i64 - 1)?;
    let batch = [("batch_dims", Attribute::Int(rank as i64 - 1))];
    let found = b.op("tf.GatherV2", &[scores, &classes, &last], batch)?;
    let mut losses = b.op("tf.Neg", &[&found], NONE)?;
    let mut weights = match n.optional(2) {
        None => None,
        Some(all) => {
            let first = b.int32(0)?;
            Some(b.op("tf.GatherV2", &[all, &classes, &first], [("batch_dims", Attribute::Int(0))])?)
        }
    };
    if let Some(counts) = counts {
        let zero = b.number(dtype, 0.0)?;
        let own = match weights {
            Some(weights) => weights,
            None => b.number(dtype, 1.0)?,
        };
        weights = Some(b.op("tf.SelectV2", &[&counts, &own, &zero], NONE)?);
        losses = b.op("tf.SelectV2", &[&counts, &losses, &zero], NONE)?;
    }
    if let Some(weights) = &weights {
        losses = b.op("tf.Mul", &[&losses, weights], NONE)?;
    }
    let axes: Vec<i64> = (0..rank as i64 - 1).collect();
    let axes = b.int32s(&axes)?;
    let keep = || [("keep_dims", Attribute::Bool(false))];
    match n.text("reduction", "mean")? {
        "none" => Ok(losses),
        "sum" => b.op("tf.Sum", &[&losses, &axes], keep()),
        "mean" => match weights {
            None => b.op("tf.Mean", &[&losses, &axes], keep()),
            Some(weights) => {
                let sum = b.op("tf.Sum", &[&losses, &axes], keep())?;
                let whole = b.op("tf.Sum", &[&weights, &axes], keep())?;
                b.op("tf.RealDiv", &[&sum, &whole], NONE)
            }
        },
        other => Err(n.refuse("reduction", &format!("'{other}'"))),
    }
}
