//! Products of matrices.

use tfrt_ops::DType;

use super::Table;
use super::integers;
use super::quantize::{one_for_all, quantized};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("MatMul", |b, n| {
        let (x, y) = (n.input(0)?, n.input(1)?);
        Ok(vec![match integers::dequantized_product(b, x, y, false)? {
            Some(result) => result,
            None => product(b, x, y)?,
        }])
    }),
    ("Gemm", gemm),
    ("Einsum", einsum),
    ("MatMulInteger", |b, n| {
        let zeros = [n.optional(2), n.optional(3)];
        Ok(vec![integer_product(b, n.input(0)?, n.input(1)?, zeros)?])
    }),
    ("QLinearMatMul", |b, n| {
        let sum = integer_product(b, n.input(0)?, n.input(3)?, [n.optional(2), n.optional(5)])?;
        let mut result = b.cast(&sum, DType::F32)?;
        for (i, is_left) in [(1, true), (4, false)] {
            let scale = b.cast(n.input(i)?, DType::F32)?;
            let scale = of_factor(b, &scale, is_left)?;
            result = b.op("tf.Mul", &[&result, &scale], NONE)?;
        }
        let scale = one_for_all(n.input(6)?, "y_scale")?;
        quantized(b, n, &result, scale, Some(one_for_all(n.input(7)?, "y_zero_point")?))
    }),
];

/// Sums of products by labels, as NumPy defines them: a dimension of one goes with every other size that its label has.
fn einsum(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let mut all: Vec<Tensor> = n.all()?.into_iter().cloned().collect();
    let mut equation = n.text("equation", "")?.replace(' ', "");
    if !equation.contains("->") {
        // The labels that occur once, in order.
        let mut once: Vec<char> = equation.chars().filter(|label| label.is_alphabetic()).collect();
        once.retain(|label| equation.matches(*label).count() == 1);
        once.sort_unstable();
        let dots = if equation.contains("...") { "..." } else { "" };
        equation = format!("{equation}->{dots}{}", once.iter().collect::<String>());
    }
    if let Some((left, right)) = equation.split_once("->") {
        let mut terms: Vec<String> = left.split(',').map(str::to_owned).collect();
        if terms.len() == all.len() {
            without_ones(b, &mut all, &mut terms)?;
            equation = format!("{}->{right}", terms.join(","));
        }
    }
    let equation = Attribute::Bytes(equation.into_bytes());
    let count = Attribute::Int(all.len() as i64);
    Ok(vec![b.op("tf.Einsum", &all.iter().collect::<Vec<_>>(), [("N", count), ("equation", equation)])?])
}

/// Takes dimensions of one out of operands of a sum of products where the same label has another size elsewhere, and their labels.
fn without_ones(b: &mut Builder<'_>, operands: &mut [Tensor], terms: &mut [String]) -> Result<()> {
    // The sizes by labels; those of an operand whose terms do not say which they are stay out.
    let labelled = |operand: &Tensor, term: &str| -> Vec<(char, i64, usize)> {
        let Ok(sizes) = operand.open_sizes() else { return Vec::new() };
        let (before, after) = term.split_once("...").unwrap_or((term, ""));
        let (first, last) = (before.chars().count(), after.chars().count());
        let fits = if term.contains("...") { first + last <= sizes.len() } else { first == sizes.len() };
        if !fits {
            return Vec::new();
        }
        let places = (0..first).chain(sizes.len() - last..sizes.len());
        before.chars().chain(after.chars()).zip(places).map(|(label, at)| (label, sizes[at], at)).collect()
    };
    let found: Vec<Vec<(char, i64, usize)>> =
        operands.iter().zip(&*terms).map(|(operand, term)| labelled(operand, term)).collect();
    for (at, own) in found.iter().enumerate() {
        let spread = |&&(label, size, _): &&(char, i64, usize)| {
            let once = terms[at].matches(label).count() == 1;
            size == 1 && once && found.iter().flatten().any(|&(other, size, _)| other == label && size > 1)
        };
        let ones: Vec<(char, i64, usize)> = own.iter().filter(spread).copied().collect();
        if ones.is_empty() {
            continue;
        }
        let axes = Attribute::Ints(ones.iter().map(|&(.., axis)| axis as i64).collect());
        operands[at] = b.op("tf.Squeeze", &[&operands[at]], [("squeeze_dims", axes)])?;
        terms[at].retain(|label| ones.iter().all(|&(one, ..)| one != label));
    }
    Ok(())
}

/// The product as NumPy defines it.
pub(crate) fn product(b: &mut Builder<'_>, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let (left, right) = (x.rank()?, y.rank()?);
    if left == 2 && right == 2 {
        let attrs = [("transpose_a", Attribute::Bool(false)), ("transpose_b", Attribute::Bool(false))];
        return b.op("tf.MatMul", &[x, y], attrs);
    }
    if left == 0 || right == 0 {
        return Err("a factor has no dimensions".into());
    }
    let x = if left == 1 { super::arrays::unsqueezed(b, x, &[0])? } else { x.clone() };
    let y = if right == 1 { super::arrays::unsqueezed(b, y, &[1])? } else { y.clone() };
    let attrs = [("adj_x", Attribute::Bool(false)), ("adj_y", Attribute::Bool(false))];
    let product = b.op("tf.BatchMatMulV2", &[&x, &y], attrs)?;
    let mut gone = Vec::new();
    if left == 1 {
        gone.push(-2);
    }
    if right == 1 {
        gone.push(-1);
    }
    match gone.is_empty() {
        true => Ok(product),
        false => b.op("tf.Squeeze", &[&product], [("squeeze_dims", Attribute::Ints(gone))]),
    }
}

fn gemm(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, y) = (n.input(0)?, n.input(1)?);
    let dtype = x.dtype()?;
    let scaled = |b: &mut Builder<'_>, x: &Tensor, factor: f32| match factor == 1.0 {
        true => Ok(x.clone()),
        false => {
            let factor = b.number(dtype, f64::from(factor))?;
            b.op("tf.Mul", &[x, &factor], NONE)
        }
    };
    let (left, mut right) = (n.int("transA", 0) != 0, n.int("transB", 0) != 0);
    let mut y = y.clone();
    // A constant is turned now.
    if right && y.constant().is_some() {
        y = b.transpose(&y, &[1, 0])?;
        right = false;
    }
    let of_integers = match left {
        false => integers::dequantized_product(b, x, n.input(1)?, n.int("transB", 0) != 0)?,
        true => None,
    };
    let product = match of_integers {
        Some(product) => product,
        None => {
            let attrs = [("transpose_a", Attribute::Bool(left)), ("transpose_b", Attribute::Bool(right))];
            b.op("tf.MatMul", &[x, &y], attrs)?
        }
    };
    let product = scaled(b, &product, n.float("alpha", 1.0))?;
    let Some(c) = n.optional(2).filter(|_| n.float("beta", 1.0) != 0.0) else { return Ok(vec![product]) };
    let c = scaled(b, c, n.float("beta", 1.0))?;
    let is_bias = c.rank() == Ok(1) && c.dim(0).is_some() && c.dim(0) == product.dim(1);
    Ok(vec![match is_bias {
        true => b.op("tf.BiasAdd", &[&product, &c], [("data_format", Attribute::Text("NHWC"))])?,
        false => b.op("tf.AddV2", &[&product, &c], NONE)?,
    }])
}

/// The product of integers less their zero points, in 32 bits.
pub(super) fn integer_product(
    b: &mut Builder<'_>,
    x: &Tensor,
    y: &Tensor,
    zeros: [Option<&Tensor>; 2],
) -> Result<Tensor> {
    if let Some(product) = integers::product(b, x, y, zeros)? {
        return Ok(product);
    }
    let mut factors = Vec::new();
    for (factor, zero, is_left) in [(x, zeros[0], true), (y, zeros[1], false)] {
        let wide = b.cast(factor, DType::I32)?;
        factors.push(match zero {
            None => wide,
            Some(zero) => {
                let zero = b.cast(zero, DType::I32)?;
                let zero = of_factor(b, &zero, is_left)?;
                b.op("tf.Sub", &[&wide, &zero], NONE)?
            }
        });
    }
    product(b, &factors[0], &factors[1])
}

/// A scale or zero point of a factor, so that it is broadcast: there is one for each row of the left factor, for each column of the
/// right one, or one for all.
fn of_factor(b: &mut Builder<'_>, of: &Tensor, is_left: bool) -> Result<Tensor> {
    match is_left && of.rank()? == 1 && of.dim(0) != Some(1) {
        true => super::arrays::unsqueezed(b, of, &[1]),
        false => Ok(of.clone()),
    }
}
