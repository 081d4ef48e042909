//! The epilogue of a product or a convolution in a fused op, as the attribute `fused_ops` names it: a bias, a batch norm or a factor and a
//! shift for each channel, an activation.

use smallvec::SmallVec;

use crate::shapes::Attrs;
use crate::{BatchNorm, Elementwise, EpilogueOp, OpError};

/// An activation function of a fused op.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Activation {
    /// `max(x, 0)`.
    Relu,
    /// `min(max(x, 0), 6)`.
    Relu6,
    /// `exp(x) - 1` of negative numbers.
    Elu,
    /// The hyperbolic tangent.
    Tanh,
    /// `1 / (1 + exp(-x))`.
    Sigmoid,
    /// Negative numbers times this.
    LeakyRelu(f32),
}

impl Activation {
    /// The bounds that it sets, if that is all it does.
    pub fn bounds(self) -> Option<(f32, f32)> {
        match self {
            Activation::Relu => Some((0.0, f32::INFINITY)),
            Activation::Relu6 => Some((0.0, 6.0)),
            Activation::Elu | Activation::Tanh | Activation::Sigmoid | Activation::LeakyRelu(_) => None,
        }
    }
}

/// The epilogue of a product, in this order.
#[derive(Debug, Clone, Copy)]
pub struct Epilogue {
    /// Whether a bias for each channel is added.
    pub has_bias: bool,
    /// The batch norm that follows.
    pub norm: Option<BatchNorm>,
    /// Whether a `Mul` by one number for each channel follows.
    pub has_factor: bool,
    /// Whether an `AddV2` of one number for each channel follows.
    pub has_shift: bool,
    /// The activation at the end.
    pub activation: Option<Activation>,
}

impl Epilogue {
    /// The epilogue that `fused_ops` names.
    ///
    /// # Errors
    /// Ops that are unknown, or cannot follow each other; none at all.
    pub fn of(attrs: &dyn Attrs) -> Result<Epilogue, OpError> {
        use Elementwise::{AddV2, BiasAdd, Elu, LeakyRelu, Mul, Relu, Relu6, Sigmoid, Tanh};
        let names = attrs.get_string_list("fused_ops").unwrap_or_default();
        let unsupported = || {
            let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
            OpError::from(format!("unsupported fused_ops {names:?}"))
        };
        let op = |name: &&[u8]| EpilogueOp::from_name(str::from_utf8(name).ok()?);
        let ops: Option<SmallVec<[EpilogueOp; 4]>> = names.iter().map(op).collect();
        let mut after = &ops.ok_or_else(unsupported)?[..];
        let starts_with = |after: &mut &[EpilogueOp], function| {
            let starts = after.first() == Some(&EpilogueOp::Elementwise(function));
            *after = &after[usize::from(starts)..];
            starts
        };
        let has_bias = starts_with(&mut after, BiasAdd);
        let norm = match after.first() {
            Some(&EpilogueOp::BatchNorm(norm)) => Some(norm),
            _ => None,
        };
        after = &after[usize::from(norm.is_some())..];
        let has_factor = norm.is_none() && starts_with(&mut after, Mul);
        // A second bias would be one too many.
        let has_shift = norm.is_none() && (has_factor || !has_bias) && starts_with(&mut after, AddV2);
        let activation = match *after {
            [] if has_bias || norm.is_some() || has_factor || has_shift => None,
            [EpilogueOp::Elementwise(Relu)] => Some(Activation::Relu),
            [EpilogueOp::Elementwise(Relu6)] => Some(Activation::Relu6),
            [EpilogueOp::Elementwise(Elu)] => Some(Activation::Elu),
            [EpilogueOp::Elementwise(Tanh)] => Some(Activation::Tanh),
            [EpilogueOp::Elementwise(Sigmoid)] => Some(Activation::Sigmoid),
            [EpilogueOp::Elementwise(LeakyRelu)] => {
                let alpha = attrs.get_float("leakyrelu_alpha").unwrap_or(f64::from(0.2f32));
                Some(Activation::LeakyRelu(alpha as f32))
            }
            _ => return Err(unsupported()),
        };
        Ok(Epilogue { has_bias, norm, has_factor, has_shift, activation })
    }

    /// The activation after a bias, of an op that takes both and nothing else, such as `tf._FusedMatMul`.
    ///
    /// # Errors
    /// The bias is missing, or something else follows; as of [`Epilogue::of`].
    pub fn after_bias(attrs: &dyn Attrs) -> Result<Option<Activation>, OpError> {
        match Epilogue::of(attrs)? {
            Epilogue { has_bias: true, norm: None, has_factor: false, has_shift: false, activation } => {
                Ok(activation)
            }
            Epilogue { norm: Some(norm), .. } => Err(format!("unsupported fused_ops {}", norm.name()).into()),
            Epilogue { activation, .. } => {
                Err(format!("unsupported fused_ops {activation:?} without BiasAdd").into())
            }
        }
    }
}
