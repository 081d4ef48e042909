//! What follows a product or a convolution in a fused op: a bias and an activation.

use std::borrow::Cow;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{OpAttrsRef, OpError};

use super::number::{Float, WorkFloat};
use crate::math::blocks;
use crate::math::panels::After;

/// What follows the product in a fused op: a bias, and perhaps an activation.
pub(super) fn fused_ops(attrs: OpAttrsRef<'_>) -> Result<Option<Activation>, OpError> {
    match tail(attrs)? {
        Tail { has_bias: true, activation } => Ok(activation),
        Tail { activation, .. } => {
            Err(format!("unsupported fused_ops {activation:?} without BiasAdd").into())
        }
    }
}

/// What follows a product.
#[derive(Clone, Copy)]
pub(super) struct Tail {
    pub has_bias: bool,
    pub activation: Option<Activation>,
}

/// As [`fused_ops`], where the bias may be missing.
pub(super) fn tail(attrs: OpAttrsRef<'_>) -> Result<Tail, OpError> {
    use tfrt_executor::core_runtime::AttrValue;
    let names: Vec<String> = match attrs.get_aggregate("fused_ops") {
        Some(values) => values
            .iter()
            .map(|value| match value {
                AttrValue::String(name) => String::from_utf8_lossy(name).into_owned(),
                _ => "?".to_owned(),
            })
            .collect(),
        None => Vec::new(),
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (has_bias, after) = match names.split_first() {
        Some((&"BiasAdd", after)) => (true, after),
        _ => (false, &names[..]),
    };
    let activation = match *after {
        [] if has_bias => None,
        ["Relu"] => Some(Activation::Relu),
        ["Relu6"] => Some(Activation::Relu6),
        ["Elu"] => Some(Activation::Elu),
        ["Tanh"] => Some(Activation::Tanh),
        ["Sigmoid"] => Some(Activation::Sigmoid),
        ["LeakyRelu"] => {
            let alpha = attrs.get_float("leakyrelu_alpha").unwrap_or(f64::from(0.2f32));
            Some(Activation::LeakyRelu(alpha as f32))
        }
        _ => return Err(format!("unsupported fused_ops {names:?}").into()),
    };
    Ok(Tail { has_bias, activation })
}

/// Biases that change nothing: what is added to negative zero stays as it is, each zero with its sign.
static NO_BIAS: [f32; 4096] = [-0.0; 4096];

/// A bias of so many elements that changes nothing.
pub(super) fn no_bias(count: usize) -> Cow<'static, [f32]> {
    match NO_BIAS.get(..count) {
        Some(bias) => Cow::Borrowed(bias),
        None => Cow::Owned(vec![-0.0; count]),
    }
}

/// An activation function of a fused op.
#[derive(Debug, Clone, Copy)]
pub(super) enum Activation {
    Relu,
    Relu6,
    Elu,
    Tanh,
    Sigmoid,
    LeakyRelu(f32),
}

impl Activation {
    /// The bounds that it sets, if that is all it does.
    fn bounds(self) -> Option<(f32, f32)> {
        match self {
            Activation::Relu => Some((0.0, f32::INFINITY)),
            Activation::Relu6 => Some((0.0, 6.0)),
            Activation::Elu | Activation::Tanh | Activation::Sigmoid | Activation::LeakyRelu(_) => None,
        }
    }

    fn apply<W: WorkFloat>(self, x: W) -> W {
        let zero = W::ZERO;
        match self {
            Activation::Relu => x.larger(zero),
            Activation::Relu6 => x.larger(zero).smaller(W::from_small(6)),
            Activation::Elu if x < zero => x.exp_m1(),
            Activation::Elu => x,
            Activation::Tanh => x.tanh(),
            Activation::Sigmoid => W::ONE.over(W::ONE.plus(x.negated().exp())),
            Activation::LeakyRelu(_) if x > zero => x,
            Activation::LeakyRelu(alpha) => x.times(W::of(f64::from(alpha))),
        }
    }
}

/// An element type of fused ops.
pub(super) trait FuseElement: Float {
    /// What [`Self::finish`] does, as something that products do to their tiles, if they can.
    fn after(_activation: Option<Activation>, _bias: &[Self]) -> Option<After<'_>> {
        None
    }

    /// Adds the bias to whole rows and applies the activation, if there is one.
    fn finish(activation: Option<Activation>, rows: &mut [Self], bias: &[Self]) {
        for row in rows.chunks_exact_mut(bias.len().max(1)) {
            for (out, bias) in row.iter_mut().zip(bias) {
                let sum = out.plus(*bias);
                *out = activation.map_or(sum, |activation| Self::unwork(activation.apply(sum.work())));
            }
        }
    }
}

impl FuseElement for f64 {}
impl FuseElement for f16 {}
impl FuseElement for bf16 {}

impl FuseElement for f32 {
    fn after(activation: Option<Activation>, bias: &[f32]) -> Option<After<'_>> {
        let bounds = activation.map_or(Some((f32::NEG_INFINITY, f32::INFINITY)), Activation::bounds);
        bounds.map(|(low, high)| After { bias, low, high })
    }

    fn finish(activation: Option<Activation>, rows: &mut [f32], bias: &[f32]) {
        let after: fn(&mut [f32]) = match activation {
            Some(Activation::Relu) => return blocks::add_bias_relu(rows, bias),
            Some(Activation::Elu) => blocks::elu_in_place,
            Some(Activation::Tanh) => blocks::tanh_in_place,
            Some(Activation::Sigmoid) => blocks::sigmoid_in_place,
            None => return blocks::add_bias(rows, bias),
            Some(other) => {
                blocks::add_bias(rows, bias);
                return rows.iter_mut().for_each(|x| *x = other.apply(*x));
            }
        };
        blocks::add_bias(rows, bias);
        after(rows);
    }
}
