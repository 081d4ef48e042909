//! Random numbers, and what depends on them.
//!
//! A node with a seed draws the same numbers in each process; without one, other numbers each time.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("RandomUniform", uniform),
    ("RandomUniformLike", uniform),
    ("RandomNormal", normal),
    ("RandomNormalLike", normal),
    ("Bernoulli", |b, n| {
        let x = n.input(0)?;
        let shape = b.shape_of(x)?;
        let drawn = drawn(b, n, "tf.RandomUniform", &shape, x.dtype()?)?;
        let is_below = b.op("tf.Less", &[&drawn, x], NONE)?;
        Ok(vec![b.cast(&is_below, n.dtype("dtype")?.unwrap_or(x.dtype()?))?])
    }),
    ("Multinomial", multinomial),
    ("Dropout", dropout),
];

/// Numbers of a distribution, of a shape, and of an element type that can be that of random numbers.
fn drawn(b: &mut Builder<'_>, n: &Node<'_>, op: &str, shape: &Tensor, dtype: DType) -> Result<Tensor> {
    if !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64) {
        return Err(n.refuse("numbers", &format!("of type {dtype}")));
    }
    // The op draws other numbers in each process if both of its seeds are zero.
    let (seed, other) = match n.attr("seed") {
        Some(seed) => (i64::from(seed.f().to_bits()), 1),
        None => (0, 0),
    };
    let attrs =
        [("dtype", Attribute::Type(dtype)), ("seed", Attribute::Int(seed)), ("seed2", Attribute::Int(other))];
    Ok(b.stateful(op, &[shape], attrs)?.with_dtype(dtype))
}

/// `x * factor + offset`.
fn scaled(b: &mut Builder<'_>, x: &Tensor, factor: f64, offset: f64) -> Result<Tensor> {
    let dtype = x.dtype()?;
    let (factor, offset) = (b.number(dtype, factor)?, b.number(dtype, offset)?);
    let product = b.op("tf.Mul", &[x, &factor], NONE)?;
    b.op("tf.AddV2", &[&product, &offset], NONE)
}

/// Numbers of a distribution, with the sizes of the input or of the attribute, and of the element type that one of them says.
fn of_node(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Tensor> {
    let (shape, like) = match n.optional(0) {
        Some(x) => (b.shape_of(x)?, x.known_dtype()),
        None => (b.int64s(&n.ints("shape").ok_or("the attribute 'shape' is missing")?)?, None),
    };
    drawn(b, n, op, &shape, n.dtype("dtype")?.or(like).unwrap_or(DType::F32))
}

fn uniform(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let drawn = of_node(b, n, "tf.RandomUniform")?;
    let (low, high) = (f64::from(n.float("low", 0.0)), f64::from(n.float("high", 1.0)));
    Ok(vec![scaled(b, &drawn, high - low, low)?])
}

fn normal(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let drawn = of_node(b, n, "tf.RandomStandardNormal")?;
    Ok(vec![scaled(b, &drawn, f64::from(n.float("scale", 1.0)), f64::from(n.float("mean", 0.0)))?])
}

/// Classes by their unnormalised logarithmic probabilities: the place of the largest of them plus Gumbel noise.
fn multinomial(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let count = n.int("sample_size", 1);
    let sizes = b.shape_of(x)?;
    let (batch, classes) = (b.part(&sizes, 0, 1)?, b.part(&sizes, 1, 1)?);
    let samples = b.int64s(&[count])?;
    let shape = b.join(&[&batch, &samples, &classes])?;
    let drawn = drawn(b, n, "tf.RandomUniform", &shape, x.dtype()?)?;
    let logarithm = b.op("tf.Log", &[&drawn], NONE)?;
    let negative = b.op("tf.Neg", &[&logarithm], NONE)?;
    let noise = b.op("tf.Log", &[&negative], NONE)?;
    let rows = super::arrays::unsqueezed(b, x, &[1])?;
    let scores = b.op("tf.Sub", &[&rows, &noise], NONE)?;
    let axis = b.int32(2)?;
    let dtype = n.dtype("dtype")?.unwrap_or(DType::I32);
    let places = b.op("tf.ArgMax", &[&scores, &axis], [("output_type", Attribute::Type(DType::I64))])?;
    Ok(vec![b.cast(&places, dtype)?])
}

/// The input as it is; in training some elements are zero, and the others larger.
fn dropout(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let training = n.optional(2).filter(|training| training.ints().as_deref() != Some(&[0]));
    let Some(training) = training else {
        let mut results = vec![x.clone()];
        if n.has_output(1) {
            let shape = b.shape_of(x)?;
            let yes = if n.opset < 10 { b.number(x.dtype()?, 1.0)? } else { b.number(DType::I1, 1.0)? };
            results.push(b.op("tf.Fill", &[&shape, &yes], NONE)?);
        }
        return Ok(results);
    };
    let dtype = x.dtype()?;
    let ratio = match n.optional(1) {
        Some(ratio) => b.cast(ratio, DType::F32)?,
        None => b.number(DType::F32, 0.5)?,
    };
    let shape = b.shape_of(x)?;
    let drawn = drawn(b, n, "tf.RandomUniform", &shape, DType::F32)?;
    let is_kept = b.op("tf.GreaterEqual", &[&drawn, &ratio], NONE)?;
    let one = b.number(DType::F32, 1.0)?;
    let share = b.op("tf.Sub", &[&one, &ratio], NONE)?;
    let factor = b.op("tf.RealDiv", &[&one, &share], NONE)?;
    let factor = b.cast(&factor, dtype)?;
    let zero = b.number(dtype, 0.0)?;
    let larger = b.op("tf.Mul", &[x, &factor], NONE)?;
    let dropped = b.op("tf.SelectV2", &[&is_kept, &larger, &zero], NONE)?;
    let result = b.op("tf.SelectV2", &[training, &dropped, x], NONE)?;
    let inference = b.op("tf.LogicalNot", &[training], NONE)?;
    Ok(vec![result, b.op("tf.LogicalOr", &[&inference, &is_kept], NONE)?])
}
