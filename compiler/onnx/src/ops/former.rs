//! Operators that later versions of the default domain, or of ONNX as a whole, no longer have; exporters of their time wrote them.

use tfrt_ops::DType;

use super::Table;
use super::indexing::cut;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("Affine", |b, n| {
        let y = scaled(b, n.input(0)?, n.float("alpha", 1.0))?;
        let beta = b.number(y.dtype()?, f64::from(n.float("beta", 0.0)))?;
        Ok(vec![b.elementwise("tf.AddV2", &[&y, &beta], NONE)?])
    }),
    ("Crop", crop),
    ("ImageScaler", |b, n| {
        let y = scaled(b, n.input(0)?, n.float("scale", 1.0))?;
        let bias = n.attr("bias").map_or(&[][..], |attr| &attr.floats);
        let bytes = bias.iter().flat_map(|number| number.to_le_bytes()).collect();
        let dims = vec![bias.len() as i64, 1, 1];
        let bias =
            Tensor::of_constant(Constant { dtype: DType::F32, dims, elements: Elements::Bytes(bytes) })?;
        let bias = b.cast(&bias, y.dtype()?)?;
        Ok(vec![b.elementwise("tf.AddV2", &[&y, &bias], NONE)?])
    }),
    ("MaxRoiPool", |b, n| {
        let [height, width] = n.ints("pooled_shape").unwrap_or_default()[..] else {
            return Err("pooled_shape is not that of an image".into());
        };
        let attrs = [
            ("output_height", Attribute::Int(height)),
            ("output_width", Attribute::Int(width)),
            ("spatial_scale", Attribute::Float(n.float("spatial_scale", 1.0))),
        ];
        Ok(vec![b.op("onnx.MaxRoiPool", &[n.input(0)?, n.input(1)?], attrs)?])
    }),
    ("ParametricSoftplus", |b, n| {
        let y = scaled(b, n.input(0)?, n.float("beta", 1.0))?;
        let y = b.elementwise("tf.Softplus", &[&y], NONE)?;
        Ok(vec![scaled(b, &y, n.float("alpha", 1.0))?])
    }),
    ("Scale", |b, n| Ok(vec![scaled(b, n.input(0)?, n.float("scale", 1.0))?])),
    ("ScaledTanh", |b, n| {
        let y = scaled(b, n.input(0)?, n.float("beta", 1.0))?;
        let y = b.elementwise("tf.Tanh", &[&y], NONE)?;
        Ok(vec![scaled(b, &y, n.float("alpha", 1.0))?])
    }),
];

fn scaled(b: &mut Builder<'_>, x: &Tensor, factor: f32) -> Result<Tensor> {
    let factor = b.number(x.dtype()?, f64::from(factor))?;
    b.elementwise("tf.Mul", &[x, &factor], NONE)
}

/// An image without its borders, which are left, top, right and bottom; or so many rows and columns behind the first two.
fn crop(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let [left, top, right, bottom] = n.ints("border").unwrap_or_default()[..] else {
        return Err("border is not that of an image".into());
    };
    if x.rank()? != 4 || [left, top, right, bottom].iter().any(|&border| border < 0) {
        return Err(format!("the borders {:?} do not fit an image", [left, top, right, bottom]));
    }
    match n.ints("scale").as_deref() {
        None => Ok(vec![cut(b, x, &[0, 0, top, left], &[0, 0, -bottom, -right])?]),
        Some(&[rows, columns]) if rows > 0 && columns > 0 => Ok(vec![cut(
            b,
            x,
            &[0, 0, top, left],
            &[0, 0, top.saturating_add(rows), left.saturating_add(columns)],
        )?]),
        Some(other) => Err(n.refuse("scale", &format!("{other:?}"))),
    }
}
