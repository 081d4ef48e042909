//! Products and the ops of their epilogues: the members of a fused product such as `tfrt_fused.matmul`.
//!
//! A fused product is a [`Product`], or a [`BatchNorm`], and [`EpilogueOp`]s. Its attribute `fused_ops` lists these by their names, as
//! TensorFlow's `_FusedMatMul` does; the compiler writes these names and the kernel reads them, both through [`EpilogueOp`].

use crate::Elementwise;
use crate::row::{Class, Row};
use crate::shapes::Attrs;

macro_rules! named_ops {
    ($(#[$doc:meta])* $ty:ident { $($name:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the variants are the ops' own names")]
        pub enum $ty { $($name,)* }

        impl $ty {
            /// All of them.
            pub const ALL: &'static [$ty] = &[$($ty::$name,)*];

            /// The name without a prefix, in attributes and messages.
            pub const fn name(self) -> &'static str {
                match self { $($ty::$name => $text,)* }
            }

            /// The TensorFlow op that computes it.
            pub const fn tf_op(self) -> &'static str {
                match self { $($ty::$name => concat!("tf.", $text),)* }
            }
        }
    };
}

named_ops! {
    /// A product of two tensors, the second of which may be a matrix or filter of constants.
    Product {
        MatMul = "MatMul",
        Conv2D = "Conv2D",
        DepthwiseConv2d = "DepthwiseConv2dNative",
    }
}

impl Product {
    /// The op that this product becomes together with its epilogue.
    pub const fn fused_op(self) -> &'static str {
        match self {
            Product::MatMul => "tfrt_fused.matmul",
            Product::Conv2D => "tfrt_fused.conv2d",
            Product::DepthwiseConv2d => "tfrt_fused.depthwise",
        }
    }

    /// Whether the op has a [`Precision`]. A convolution of each channel by itself takes factors as they are.
    pub(crate) const fn has_precision(self) -> bool {
        match self {
            Product::MatMul | Product::Conv2D => true,
            Product::DepthwiseConv2d => false,
        }
    }
}

/// The precision in which products of `f32` are computed, of ops whose row says that they [have one](Row::has_precision). Sums and results are `f32` in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// That of the factors.
    #[default]
    F32,
    /// Factors may be rounded to `bf16`.
    Bf16,
}

impl Precision {
    /// All of them.
    pub const ALL: [Precision; 2] = [Precision::F32, Precision::Bf16];

    /// The attribute of an op that says so. Ops without it have the precision of their factors.
    pub const ATTR: &'static str = "_precision";

    /// Its name, in the attribute and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::Bf16 => "bf16",
        }
    }

    /// The precision of a name.
    pub fn from_name(name: &[u8]) -> Option<Precision> {
        Precision::ALL.into_iter().find(|precision| precision.name().as_bytes() == name)
    }

    /// The precision that an op's attributes ask for.
    pub fn of(attrs: &dyn Attrs) -> Precision {
        attrs.get_string(Precision::ATTR).and_then(Precision::from_name).unwrap_or_default()
    }
}

named_ops! {
    /// A batch norm, in one of the versions of the op.
    BatchNorm {
        FusedBatchNorm = "FusedBatchNorm",
        FusedBatchNormV2 = "FusedBatchNormV2",
        FusedBatchNormV3 = "FusedBatchNormV3",
    }
}

impl BatchNorm {
    /// The op that a batch norm becomes together with the activation that follows it.
    pub const FUSED_OP: &'static str = "tfrt_fused.batch_norm";

    /// The number of results of the op.
    pub const fn num_results(self) -> usize {
        match self {
            BatchNorm::FusedBatchNorm | BatchNorm::FusedBatchNormV2 => 5,
            BatchNorm::FusedBatchNormV3 => 6,
        }
    }
}

/// An op of the epilogue of a product, in a fused op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EpilogueOp {
    /// A bias, a factor, a shift or an activation.
    Elementwise(Elementwise),
    /// A batch norm.
    BatchNorm(BatchNorm),
}

impl EpilogueOp {
    /// The op that programs call by this full name, if it can be in an epilogue.
    pub fn of(op: &str) -> Option<EpilogueOp> {
        match Row::of(op).class {
            Class::Elementwise(function) => Some(EpilogueOp::Elementwise(function)),
            Class::BatchNorm(norm) => Some(EpilogueOp::BatchNorm(norm)),
            _ => None,
        }
    }

    /// The name in `fused_ops`.
    pub const fn name(self) -> &'static str {
        match self {
            EpilogueOp::Elementwise(function) => function.name(),
            EpilogueOp::BatchNorm(norm) => norm.name(),
        }
    }

    /// The op of this name in `fused_ops`.
    pub fn from_name(name: &str) -> Option<EpilogueOp> {
        let norm = || BatchNorm::ALL.iter().find(|norm| norm.name() == name);
        Elementwise::from_name(name)
            .map(EpilogueOp::Elementwise)
            .or_else(|| norm().copied().map(EpilogueOp::BatchNorm))
    }

    /// The op that computes it.
    pub const fn op(self) -> &'static str {
        match self {
            EpilogueOp::Elementwise(function) => function.op(),
            EpilogueOp::BatchNorm(norm) => norm.tf_op(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpDefRegistry;

    #[test]
    fn ops_of_epilogues_are_found_by_either_name() {
        let functions = Elementwise::ALL.iter().map(|&function| EpilogueOp::Elementwise(function));
        let norms = BatchNorm::ALL.iter().map(|&norm| EpilogueOp::BatchNorm(norm));
        for op in functions.chain(norms) {
            assert_eq!(EpilogueOp::from_name(op.name()), Some(op));
            assert_eq!(EpilogueOp::of(op.op()), Some(op));
        }
        assert_eq!(EpilogueOp::of("tf.MatMul"), None);
    }

    #[test]
    fn batch_norms_have_the_results_of_their_definitions() {
        let registry = OpDefRegistry::new();
        for norm in BatchNorm::ALL {
            let def = registry.get(norm.tf_op()).expect("a definition");
            assert_eq!(def.outputs.len(), norm.num_results(), "{}", def.name);
        }
    }
}
