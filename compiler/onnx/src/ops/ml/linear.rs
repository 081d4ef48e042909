//! Linear models.

use tfrt_ops::DType;

use super::{floats, gather, label_above, labels, largest, numbers, of_two, rows, transformed};
use crate::builder::{Attribute, Builder, Result, Tensor};
use crate::node::Node;
use crate::ops::Table;
use crate::ops::linear::product;

pub(super) const OPS: Table = &[("LinearClassifier", classifier), ("LinearRegressor", regressor)];

/// `x * coefficients + intercepts`: the attributes have a row of coefficients for each result.
fn scores(b: &mut Builder<'_>, n: &Node<'_>, count: usize) -> Result<Tensor> {
    let x = b.cast(n.input(0)?, DType::F32)?;
    let x = rows(b, &x)?;
    let (coefficients, intercepts) = (floats(n, "coefficients"), floats(n, "intercepts"));
    if count == 0 || coefficients.is_empty() || coefficients.len() % count != 0 {
        return Err(format!(
            "{} coefficients are not the same number for each of {count}",
            coefficients.len()
        ));
    }
    let dims = [count as i64, (coefficients.len() / count) as i64];
    let factor = Tensor::of_constant(numbers(DType::F32, &dims, &coefficients))?;
    let factor = b.transpose(&factor, &[1, 0])?;
    let result = product(b, &x, &factor)?;
    match intercepts.len() {
        0 => Ok(result),
        length if length == count => {
            let bias = Tensor::of_constant(numbers(DType::F32, &[count as i64], &intercepts))?;
            b.op("tf.BiasAdd", &[&result, &bias], [("data_format", Attribute::Text("NHWC"))])
        }
        length => Err(format!("there are {length} intercepts for {count} results")),
    }
}

fn regressor(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let count = n.int("targets", 1);
    let result = scores(b, n, usize::try_from(count).unwrap_or(0))?;
    let kind = n.text("post_transform", "NONE")?;
    if count == 1 && !matches!(kind, "NONE" | "PROBIT") {
        return Err(n.refuse("post_transform", &format!("'{kind}' of one target")));
    }
    Ok(vec![transformed(b, n, &result, kind)?])
}

fn classifier(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let names =
        labels(n, "classlabels_ints", "classlabels_strings")?.ok_or("there are no labels of classes")?;
    // There is a score for each class, or one for two of them.
    let count = floats(n, "intercepts").len();
    let kind = n.text("post_transform", "NONE")?;
    let result = scores(b, n, count)?;
    let classes = names.dim(0);
    if count == 1 && classes == Some(2) {
        let label = label_above(b, &names, &result, 0.0)?;
        return Ok(vec![label, of_two(b, n, &result, kind, true)?]);
    }
    if classes != Some(count as i64) {
        return Err(format!("there are {} labels for {count} scores", classes.unwrap_or(0)));
    }
    let places = largest(b, &result)?;
    Ok(vec![gather(b, &names, &places)?, transformed(b, n, &result, kind)?])
}
