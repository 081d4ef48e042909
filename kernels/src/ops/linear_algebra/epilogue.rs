//! The epilogue of a product or a convolution in a fused op: a bias and an activation.

use std::borrow::Cow;

use half::{bf16, f16};

use crate::ops::number::{Float, WorkFloat, widened};
use tfrt_numerics::blocks;
use tfrt_numerics::finish::After;
use tfrt_ops::Activation;

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

/// The functions of blocks of an activation, of `f32` and of `f64`, if it is an elementary function: those of the op itself.
fn functions_of_blocks(activation: Activation) -> Option<BlockFunctions> {
    Some(match activation {
        Activation::Elu => (blocks::elu_in_place, blocks::doubles::elu_in_place),
        Activation::Tanh => (blocks::tanh_in_place, blocks::doubles::tanh_in_place),
        Activation::Sigmoid => (blocks::sigmoid_in_place, blocks::doubles::sigmoid_in_place),
        Activation::Relu | Activation::Relu6 | Activation::LeakyRelu(_) => return None,
    })
}

/// The activation of a number, if it is no elementary function.
fn activated<W: WorkFloat>(activation: Activation, x: W) -> W {
    let zero = W::ZERO;
    match activation {
        Activation::Relu => x.larger(zero),
        Activation::Relu6 => x.larger(zero).smaller(W::from_small(6)),
        Activation::LeakyRelu(alpha) if x <= zero => x.times(W::of(f64::from(alpha))),
        Activation::LeakyRelu(_) | Activation::Elu | Activation::Tanh | Activation::Sigmoid => x,
    }
}

/// An element type of fused ops.
pub(crate) trait FuseElement: Float {
    /// The work of [`Self::finish`] as the epilogue of a product's tiles, if tiles can do it.
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
    match functions_of_blocks(activation) {
        Some((single, double)) => T::by_blocks(rows, single, double),
        None => rows.iter_mut().for_each(|x| *x = T::unwork(activated(activation, x.work()))),
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
