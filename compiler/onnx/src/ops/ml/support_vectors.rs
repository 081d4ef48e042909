//! Support vector machines.

use tfrt_ops::DType;

use super::{floats, gather, ints, labels, largest, numbers, of_two, rows, transformed};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;
use crate::ops::Table;
use crate::ops::arrays::unsqueezed;
use crate::ops::linear::product;

pub(super) const OPS: Table = &[("SVMClassifier", classifier), ("SVMRegressor", regressor)];

/// The kernel of a support vector machine, applied to rows and support vectors, which are the columns of `vectors`.
fn kernel(b: &mut Builder<'_>, n: &Node<'_>, x: &Tensor, vectors: &Tensor) -> Result<Tensor> {
    let parameters = floats(n, "kernel_params");
    let of = |at: usize| parameters.get(at).copied().unwrap_or(0.0);
    let (gamma, offset, degree) = (of(0), of(1), of(2));
    let number = |b: &mut Builder<'_>, value: f64| b.number(DType::F32, value);
    let inner = |b: &mut Builder<'_>| {
        let (gamma, offset) = (number(b, gamma)?, number(b, offset)?);
        let dot = product(b, x, vectors)?;
        let scaled = b.op("tf.Mul", &[&dot, &gamma], NONE)?;
        b.op("tf.AddV2", &[&scaled, &offset], NONE)
    };
    match n.text("kernel_type", "LINEAR")? {
        "LINEAR" => product(b, x, vectors),
        "POLY" => {
            let (inner, degree) = (inner(b)?, number(b, degree)?);
            b.op("tf.Pow", &[&inner, &degree], NONE)
        }
        "SIGMOID" => {
            let inner = inner(b)?;
            b.op("tf.Tanh", &[&inner], NONE)
        }
        "RBF" => {
            // Differences are squared one by one: what remains of |x|^2 - 2 x v + |v|^2 would not be exact.
            let wide = unsqueezed(b, x, &[2])?;
            let difference = b.op("tf.Sub", &[&wide, vectors], NONE)?;
            let square = b.op("tf.Square", &[&difference], NONE)?;
            let axis = b.int32s(&[1])?;
            let distance = b.op("tf.Sum", &[&square, &axis], [("keep_dims", Attribute::Bool(false))])?;
            let factor = number(b, -gamma)?;
            let scaled = b.op("tf.Mul", &[&distance, &factor], NONE)?;
            b.op("tf.Exp", &[&scaled], NONE)
        }
        other => Err(n.refuse("kernel_type", &format!("'{other}'"))),
    }
}

/// The kernel, applied to rows and the support vectors in the attributes.
fn similarities(b: &mut Builder<'_>, n: &Node<'_>, x: &Tensor, count: usize) -> Result<Tensor> {
    let vectors = floats(n, "support_vectors");
    if count == 0 || vectors.is_empty() || !vectors.len().is_multiple_of(count) {
        return Err(format!("{} numbers are no {count} support vectors", vectors.len()));
    }
    let dims = [count as i64, (vectors.len() / count) as i64];
    let vectors = Tensor::of_constant(numbers(DType::F32, &dims, &vectors))?;
    let vectors = b.transpose(&vectors, &[1, 0])?;
    kernel(b, n, x, &vectors)
}

fn regressor(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = b.cast(n.input(0)?, DType::F32)?;
    let x = rows(b, &x)?;
    let coefficients = floats(n, "coefficients");
    let count = usize::try_from(n.int("n_supports", 0)).unwrap_or(0);
    let kind = n.text("post_transform", "NONE")?;
    if kind != "NONE" {
        return Err(n.refuse("post_transform", &format!("'{kind}' of one target")));
    }
    let column = Tensor::of_constant(numbers(DType::F32, &[coefficients.len() as i64, 1], &coefficients))?;
    let sum = if count == 0 {
        product(b, &x, &column)?
    } else {
        if coefficients.len() != count {
            return Err(format!("there are {} coefficients for {count} support vectors", coefficients.len()));
        }
        let similar = similarities(b, n, &x, count)?;
        product(b, &similar, &column)?
    };
    let rho = floats(n, "rho").first().copied().unwrap_or(0.0);
    let rho = b.number(DType::F32, rho)?;
    let result = b.op("tf.AddV2", &[&sum, &rho], NONE)?;
    if n.int("one_class", 0) == 0 {
        return Ok(vec![result]);
    }
    let numbers = [0.0, 1.0, -1.0].map(|value| b.number(DType::F32, value));
    let [zero, one, less] = numbers;
    let inside = b.op("tf.Greater", &[&result, &zero?], NONE)?;
    Ok(vec![b.op("tf.SelectV2", &[&inside, &one?, &less?], NONE)?])
}

/// Classes decide against each other in pairs: each pair of classes has a score from the support vectors of both.
fn classifier(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = b.cast(n.input(0)?, DType::F32)?;
    let x = rows(b, &x)?;
    let names =
        labels(n, "classlabels_ints", "classlabels_strings")?.ok_or("there are no labels of classes")?;
    let of_classes: Vec<usize> =
        ints(n, "vectors_per_class").into_iter().map(|count| usize::try_from(count).unwrap_or(0)).collect();
    let (classes, coefficients, rho) = (of_classes.len(), floats(n, "coefficients"), floats(n, "rho"));
    if classes == 0 {
        return Err("SVMClassifier without support vectors is not supported".into());
    }
    let count = of_classes.iter().try_fold(0_usize, |sum, &count| sum.checked_add(count));
    let count = count.filter(|&count| Some(coefficients.len()) == count.checked_mul(classes - 1));
    let count =
        count.filter(|_| rho.len() == classes * (classes - 1) / 2 && names.dim(0) == Some(classes as i64));
    let count = count.ok_or("the attributes do not fit the number of classes")?;
    let starts: Vec<usize> = of_classes
        .iter()
        .scan(0, |sum, &count| {
            let start = *sum;
            *sum += count;
            Some(start)
        })
        .collect();
    let pairs: Vec<(usize, usize)> =
        (0..classes).flat_map(|first| (first + 1..classes).map(move |second| (first, second))).collect();
    // A column for each pair, with the coefficients of the vectors of both classes.
    let mut columns = vec![0.0; count * pairs.len()];
    let mut votes = [vec![0.0; pairs.len() * classes], vec![0.0; pairs.len() * classes]];
    for (at, &(first, second)) in pairs.iter().enumerate() {
        for (class, row) in [(first, second - 1), (second, first)] {
            for vector in starts[class]..starts[class] + of_classes[class] {
                columns[vector * pairs.len() + at] = coefficients[row * count + vector];
            }
        }
        votes[0][at * classes + first] = 1.0;
        votes[1][at * classes + second] = 1.0;
    }
    let constant = |dims: [usize; 2], values: &[f64]| {
        Tensor::of_constant(numbers(DType::F32, &dims.map(|size| size as i64), values))
    };
    let similar = similarities(b, n, &x, count)?;
    let sums = product(b, &similar, &constant([count, pairs.len()], &columns)?)?;
    let scores = b.op("tf.AddV2", &[&sums, &constant([1, pairs.len()], &rho)?], NONE)?;
    let kind = n.text("post_transform", "NONE")?;
    // The label is the class that most pairs are for, which need not be the most probable one.
    let zero = b.number(DType::F32, 0.0)?;
    let wins = b.op("tf.Greater", &[&scores, &zero], NONE)?;
    let wins = b.cast(&wins, DType::F32)?;
    let one = b.number(DType::F32, 1.0)?;
    let losses = b.op("tf.Sub", &[&one, &wins], NONE)?;
    let [of_first, of_second] = votes;
    let first = product(b, &wins, &constant([pairs.len(), classes], &of_first)?)?;
    let second = product(b, &losses, &constant([pairs.len(), classes], &of_second)?)?;
    let all = b.op("tf.AddV2", &[&first, &second], NONE)?;
    let places = largest(b, &all)?;
    let label = gather(b, &names, &places)?;
    let (slopes, offsets) = (floats(n, "prob_a"), floats(n, "prob_b"));
    if !slopes.is_empty() {
        if slopes.len() != pairs.len() || offsets.len() != pairs.len() {
            return Err(format!("there are {} probabilities for {} pairs", slopes.len(), pairs.len()));
        }
        // The probability of the first class of each pair, then that of each class.
        let scaled = b.op("tf.Mul", &[&scores, &constant([1, pairs.len()], &slopes)?], NONE)?;
        let moved = b.op("tf.AddV2", &[&scaled, &constant([1, pairs.len()], &offsets)?], NONE)?;
        let opposite = b.op("tf.Neg", &[&moved], NONE)?;
        let of_pairs = b.op("tf.Sigmoid", &[&opposite], NONE)?;
        let attrs = [("classes", Attribute::Int(classes as i64))];
        let probabilities = b.op("onnx_ml.CoupledProbabilities", &[&of_pairs], attrs)?;
        return Ok(vec![label, transformed(b, n, &probabilities, kind)?]);
    }
    if classes > 2 {
        return Ok(vec![label, transformed(b, n, &scores, kind)?]);
    }
    if coefficients.iter().all(|&coefficient| coefficient >= 0.0) {
        return Err(n.refuse("coefficients", "none of which is negative"));
    }
    Ok(vec![label, of_two(b, n, &scores, kind, false)?])
}
