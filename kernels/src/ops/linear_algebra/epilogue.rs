//! The epilogue of a product or a convolution in a fused op: a bias and an activation.

use std::borrow::Cow;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{OpAttrsRef, OpError};

use crate::ops::number::{Float, WorkFloat};
use crate::ops::support::widened;
use tfrt_numerics::blocks;
use tfrt_numerics::panels::After;
use tfrt_ops::{BatchNorm, Elementwise, Follower};

/// What follows the product in a fused op: a bias, and perhaps an activation.
pub(crate) fn fused_ops(attrs: OpAttrsRef<'_>) -> Result<Option<Activation>, OpError> {
    match tail(attrs)? {
        Tail { has_bias: true, norm: None, has_factor: false, has_shift: false, activation } => {
            Ok(activation)
        }
        Tail { norm: Some(norm), .. } => Err(format!("unsupported fused_ops {}", norm.name()).into()),
        Tail { activation, .. } => {
            Err(format!("unsupported fused_ops {activation:?} without BiasAdd").into())
        }
    }
}

/// What follows a product.
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    pub has_bias: bool,
    /// The batch norm that follows.
    pub norm: Option<BatchNorm>,
    /// Whether a `Mul` by one number for each channel follows.
    pub has_factor: bool,
    /// Whether an `AddV2` of one number for each channel follows.
    pub has_shift: bool,
    pub activation: Option<Activation>,
}

/// As [`fused_ops`], where the bias may be missing, and a batch norm may follow, or a factor and a
/// shift of each channel.
pub(crate) fn tail(attrs: OpAttrsRef<'_>) -> Result<Tail, OpError> {
    use Elementwise::{AddV2, BiasAdd, Elu, LeakyRelu, Mul, Relu, Relu6, Sigmoid, Tanh};
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
    let followers: Option<Vec<Follower>> = names.iter().map(|name| Follower::from_name(name)).collect();
    let unsupported = || OpError::from(format!("unsupported fused_ops {names:?}"));
    let mut after = &followers.ok_or_else(unsupported)?[..];
    let starts_with = |after: &mut &[Follower], function| {
        let starts = after.first() == Some(&Follower::Elementwise(function));
        *after = &after[usize::from(starts)..];
        starts
    };
    let has_bias = starts_with(&mut after, BiasAdd);
    let norm = match after.first() {
        Some(&Follower::BatchNorm(norm)) => Some(norm),
        _ => None,
    };
    after = &after[usize::from(norm.is_some())..];
    let has_factor = norm.is_none() && starts_with(&mut after, Mul);
    // A second bias would be one too many.
    let has_shift = norm.is_none() && (has_factor || !has_bias) && starts_with(&mut after, AddV2);
    let activation = match *after {
        [] if has_bias || norm.is_some() || has_factor || has_shift => None,
        [Follower::Elementwise(Relu)] => Some(Activation::Relu),
        [Follower::Elementwise(Relu6)] => Some(Activation::Relu6),
        [Follower::Elementwise(Elu)] => Some(Activation::Elu),
        [Follower::Elementwise(Tanh)] => Some(Activation::Tanh),
        [Follower::Elementwise(Sigmoid)] => Some(Activation::Sigmoid),
        [Follower::Elementwise(LeakyRelu)] => {
            let alpha = attrs.get_float("leakyrelu_alpha").unwrap_or(f64::from(0.2f32));
            Some(Activation::LeakyRelu(alpha as f32))
        }
        _ => return Err(unsupported()),
    };
    Ok(Tail { has_bias, norm, has_factor, has_shift, activation })
}

/// Biases that change nothing: what is added to negative zero stays as it is, each zero with its sign.
static NO_BIAS: [f32; 4096] = [-0.0; 4096];

/// A bias of so many elements that changes nothing.
pub(crate) fn no_bias(count: usize) -> Cow<'static, [f32]> {
    match NO_BIAS.get(..count) {
        Some(bias) => Cow::Borrowed(bias),
        None => Cow::Owned(vec![-0.0; count]),
    }
}

/// A function of blocks of `f32`, and the same of `f64`.
type BlockFunctions = (fn(&mut [f32]), fn(&mut [f64]));

/// An activation function of a fused op.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Activation {
    Relu,
    Relu6,
    Elu,
    Tanh,
    Sigmoid,
    LeakyRelu(f32),
}

impl Activation {
    /// The bounds that it sets, if that is all it does.
    pub(crate) fn bounds(self) -> Option<(f32, f32)> {
        match self {
            Activation::Relu => Some((0.0, f32::INFINITY)),
            Activation::Relu6 => Some((0.0, 6.0)),
            Activation::Elu | Activation::Tanh | Activation::Sigmoid | Activation::LeakyRelu(_) => None,
        }
    }

    /// Its functions of blocks, of `f32` and of `f64`, if it is an elementary function: those of the op itself.
    fn of_blocks(self) -> Option<BlockFunctions> {
        Some(match self {
            Activation::Elu => (blocks::elu_in_place, blocks::doubles::elu_in_place),
            Activation::Tanh => (blocks::tanh_in_place, blocks::doubles::tanh_in_place),
            Activation::Sigmoid => (blocks::sigmoid_in_place, blocks::doubles::sigmoid_in_place),
            Activation::Relu | Activation::Relu6 | Activation::LeakyRelu(_) => return None,
        })
    }

    /// What it is of a number, if it is no elementary function.
    fn apply<W: WorkFloat>(self, x: W) -> W {
        let zero = W::ZERO;
        match self {
            Activation::Relu => x.larger(zero),
            Activation::Relu6 => x.larger(zero).smaller(W::from_small(6)),
            Activation::LeakyRelu(alpha) if x <= zero => x.times(W::of(f64::from(alpha))),
            Activation::LeakyRelu(_) | Activation::Elu | Activation::Tanh | Activation::Sigmoid => x,
        }
    }
}

/// An element type of fused ops.
pub(crate) trait FuseElement: Float {
    /// What [`Self::finish`] does, as something that products do to their tiles, if they can.
    fn after(_activation: Option<Activation>, _bias: &[Self]) -> Option<After<'_>> {
        None
    }

    /// Applies functions of blocks, of `f32` or of `f64`.
    fn by_blocks(values: &mut [Self], single: fn(&mut [f32]), double: fn(&mut [f64]));

    /// Adds the bias to whole rows and applies the activation, if there is one.
    fn finish(activation: Option<Activation>, rows: &mut [Self], bias: &[Self]) {
        for row in rows.chunks_exact_mut(bias.len().max(1)) {
            for (out, bias) in row.iter_mut().zip(bias) {
                *out = out.plus(*bias);
            }
        }
        activate(activation, rows);
    }
}

fn activate<T: FuseElement>(activation: Option<Activation>, rows: &mut [T]) {
    let Some(activation) = activation else { return };
    match activation.of_blocks() {
        Some((single, double)) => T::by_blocks(rows, single, double),
        None => rows.iter_mut().for_each(|x| *x = T::unwork(activation.apply(x.work()))),
    }
}

impl FuseElement for f64 {
    fn by_blocks(values: &mut [f64], _: fn(&mut [f32]), double: fn(&mut [f64])) {
        double(values);
    }
}

impl FuseElement for f16 {
    fn by_blocks(values: &mut [f16], single: fn(&mut [f32]), _: fn(&mut [f64])) {
        widened(values, single);
    }
}

impl FuseElement for bf16 {
    fn by_blocks(values: &mut [bf16], single: fn(&mut [f32]), _: fn(&mut [f64])) {
        widened(values, single);
    }
}

impl FuseElement for f32 {
    fn after(activation: Option<Activation>, bias: &[f32]) -> Option<After<'_>> {
        let bounds = activation.map_or(Some((f32::NEG_INFINITY, f32::INFINITY)), Activation::bounds);
        bounds.map(|(low, high)| After { scale: None, bias, low, high })
    }

    fn by_blocks(values: &mut [f32], single: fn(&mut [f32]), _: fn(&mut [f64])) {
        single(values);
    }

    fn finish(activation: Option<Activation>, rows: &mut [f32], bias: &[f32]) {
        match activation {
            Some(Activation::Relu) => blocks::add_bias_relu(rows, bias),
            _ => {
                blocks::add_bias(rows, bias);
                activate(activation, rows);
            }
        }
    }
}
