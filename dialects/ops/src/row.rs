//! Facts about an op beyond its definition, by its name: its class, where it may run, its shape function.
//!
//! A row is found by the op's full name. Consumers downstream of import never strip a prefix such as `tf.`: another set of ops has
//! rows of its own, which name the class, or the `tf.*` op to which they are identical. For TensorFlow's own interfaces (kernels of
//! plugins, profiles), [`tensorflow_name`] has the name of an op there.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::shapes::ShapeRow;
use crate::{BatchNorm, BatchRule, Elementwise, Product, Reduction, batch};

/// The kind of computation of an op, as far as passes and kernels treat kinds alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// Each element of the result depends on the elements at its place.
    Elementwise(Elementwise),
    /// A tensor, the first operand, is reduced along axes, the second.
    Reduction(Reduction),
    /// The op gives the tensor that its attribute `value` is.
    Constant,
    /// The op gives its operands as its results.
    Identity,
    /// A product, which may be merged with the ops that follow it.
    Product(Product),
    /// A batch norm.
    BatchNorm(BatchNorm),
    /// The op gives the sizes of its operand.
    Sizes,
    /// The op puts zeros around its operand, whose amounts are the second one.
    ZeroPadding,
    /// The op gives the handle of a variable.
    Variable,
    /// An op of its own.
    #[default]
    Other,
}

/// An op that another op is identical to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameAs {
    /// The other op, with its prefix.
    pub op: &'static str,
    /// When it is.
    pub when: Condition,
}

/// When an op is identical to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always, with the same operands and attributes.
    Always,
    /// When the operands are not strings.
    Numbers,
}

/// The facts about an op, found by its name. An op without a row of its own has the row of [`Row::default`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Its class.
    pub class: Class,
    /// Whether it only passes on a handle or a buffer, which every device can do.
    pub is_on_every_device: bool,
    /// Whether it computes products, in the [`Precision`](crate::Precision) that an attribute says.
    pub has_precision: bool,
    /// The `tf.*` op that computes the same from the same operands and attributes.
    pub same_as: Option<SameAs>,
    /// The shape function.
    pub shape: Option<&'static ShapeRow>,
    /// When it computes each part of a batch alone.
    pub batch: Option<BatchRule>,
}

/// The start of the names of TensorFlow's ops in programs.
const PREFIX: &str = "tf.";

/// Ops that pass on handles or buffers.
const ON_EVERY_DEVICE: &[&str] = &[
    "tf.VarHandleOp",
    "tf.ReadVariableOp",
    "tf.AssignVariableOp",
    "tf.VarIsInitializedOp",
    "tf.VariableShape",
    "tf.DestroyResourceOp",
];

/// Ops of products, besides those of [`Product`].
const WITH_PRECISION: &[&str] = &[
    "tf._FusedMatMul",
    "tf.BatchMatMul",
    "tf.BatchMatMulV2",
    "tf._FusedConv2D",
    "tf.Einsum",
    "hlo.dot_general",
    "hlo.convolution",
];

/// Ops that compute what another one does.
const SAME: &[(&str, SameAs)] = &[
    ("tf.Add", SameAs { op: "tf.AddV2", when: Condition::Numbers }),
    ("tf.Inv", SameAs { op: "tf.Reciprocal", when: Condition::Always }),
    ("tf.Mod", SameAs { op: "tf.TruncateMod", when: Condition::Always }),
];

/// Ops of classes without parameters.
const CLASSES: &[(&str, Class)] = &[
    ("tf.Const", Class::Constant),
    ("tf.Identity", Class::Identity),
    ("tf.IdentityN", Class::Identity),
    ("tf.StopGradient", Class::Identity),
    ("tf.Shape", Class::Sizes),
    ("tf.Pad", Class::ZeroPadding),
    ("tf.VarHandleOp", Class::Variable),
];

fn rows() -> &'static HashMap<&'static str, Row> {
    static ROWS: OnceLock<HashMap<&'static str, Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows: HashMap<&'static str, Row> = HashMap::with_capacity(1024);
        let mut classed = |op, class, batch| {
            let row: &mut Row = rows.entry(op).or_default();
            (row.class, row.batch) = (class, Some(batch));
        };
        for &function in Elementwise::ALL {
            classed(function.op(), Class::Elementwise(function), BatchRule::Broadcast);
        }
        for &reduction in Reduction::ALL {
            classed(reduction.tf_op(), Class::Reduction(reduction), BatchRule::Axes);
        }
        for &product in Product::ALL {
            classed(product.tf_op(), Class::Product(product), BatchRule::Product);
            classed(product.fused_op(), Class::Other, BatchRule::Product);
        }
        for &norm in BatchNorm::ALL {
            classed(norm.tf_op(), Class::BatchNorm(norm), BatchRule::Norm);
        }
        classed(BatchNorm::FUSED_OP, Class::Other, BatchRule::Norm);
        for &(rule, ops) in batch::RULES {
            ops.iter().for_each(|op| rows.entry(op).or_default().batch = Some(rule));
        }
        for &(name, class) in CLASSES {
            rows.entry(name).or_default().class = class;
        }
        for name in ON_EVERY_DEVICE {
            rows.entry(name).or_default().is_on_every_device = true;
        }
        for product in Product::ALL {
            rows.entry(product.tf_op()).or_default().has_precision = product.has_precision();
        }
        for name in WITH_PRECISION {
            rows.entry(name).or_default().has_precision = true;
        }
        for &(name, same) in SAME {
            rows.entry(name).or_default().same_as = Some(same);
        }
        for row in ShapeRow::all() {
            rows.entry(row.op).or_default().shape = Some(row);
        }
        rows
    })
}

impl Row {
    /// The row of the op that programs call `name`, such as `tf.MatMul`.
    pub fn of(name: &str) -> Row {
        rows().get(name).copied().unwrap_or_default()
    }
}

/// How TensorFlow calls the op that programs call `name`: `MatMul` for `tf.MatMul`. An op of another set has the name of the `tf.*` op
/// that it is always identical to.
pub fn tensorflow_name(name: &str) -> Option<&str> {
    let same = || Row::of(name).same_as.filter(|same| same.when == Condition::Always);
    name.strip_prefix(PREFIX).or_else(|| same()?.op.strip_prefix(PREFIX))
}

/// The name in programs of the op that TensorFlow calls `name`: `tf.MatMul` for `MatMul`.
pub fn name_of_tensorflow(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The names of all ops with a row of their own, in no particular order.
pub fn named_rows() -> impl Iterator<Item = (&'static str, Row)> {
    rows().iter().map(|(&name, &row)| (name, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpDefRegistry;

    #[test]
    fn rows_belong_to_definitions() {
        let registry = OpDefRegistry::new();
        for (name, row) in named_rows() {
            // Ops of tests have shape functions alone.
            let Some(def) = registry.get(name) else {
                assert!(
                    row.class == Class::Other
                        && row.same_as.is_none()
                        && !row.is_on_every_device
                        && !row.has_precision,
                    "{name}"
                );
                continue;
            };
            if let Some(same) = row.same_as {
                let other = registry.get(same.op).expect(same.op);
                let shape = |def: &crate::OpDef| (def.inputs.len(), def.outputs.len(), def.attrs.len());
                assert_eq!(shape(&def), shape(&other), "{name} is said to be {}", same.op);
            }
        }
    }

    #[test]
    fn products_have_a_precision() {
        let with_precision = |&(_, row): &(&str, Row)| row.has_precision;
        let mut names: Vec<&str> = named_rows().filter(with_precision).map(|(name, _)| name).collect();
        names.sort_unstable();
        let expected = [
            "hlo.convolution",
            "hlo.dot_general",
            "tf.BatchMatMul",
            "tf.BatchMatMulV2",
            "tf.Conv2D",
            "tf.Einsum",
            "tf.MatMul",
            "tf._FusedConv2D",
            "tf._FusedMatMul",
        ];
        assert_eq!(names, expected);
        // An op that treats a batch as products do is one, unless it is among these.
        let without = ["tf.DepthwiseConv2dNative", "tf.BatchMatMulV3"];
        let is_fused = |name: &str| Product::ALL.iter().any(|product| product.fused_op() == name);
        for (name, row) in named_rows() {
            let rule = row.batch;
            if matches!(rule, Some(BatchRule::Product | BatchRule::Stacks | BatchRule::Einsum))
                && !is_fused(name)
            {
                assert_eq!(row.has_precision, !without.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn names_have_their_prefix() {
        assert_eq!(Row::of("tf.Mean").class, Class::Reduction(Reduction::Mean));
        assert_eq!(Row::of("tf.AddV2").class, Class::Elementwise(Elementwise::AddV2));
        assert_eq!(Row::of("AddV2").class, Class::Other);
        assert!(Row::of("AddV2").shape.is_none() && Row::of("tf.AddV2").shape.is_some());
        assert!(Row::of("tf.ReadVariableOp").is_on_every_device);
    }
}
