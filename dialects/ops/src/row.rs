//! What consumers ask about an op by its name, beyond its definition: its class, and where it may run.
//!
//! A row is found by the op's full name. Consumers downstream of import never strip a prefix such as `tf.`: another set of ops has
//! rows of its own, which name the class, or the `tf.*` op that they are identical to.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::{Elementwise, Reduction};

/// What kind of computation an op is, as far as passes and kernels treat kinds alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// Each element of the result depends on the elements at its place.
    Elementwise(Elementwise),
    /// A tensor, the first operand, is reduced along axes, the second.
    Reduction(Reduction),
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

/// What is known about the op of a name. An op without a row of its own has the row of [`Row::default`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its class.
    pub class: Class,
    /// Whether it only passes on a handle or a buffer, which every device can do.
    pub is_on_every_device: bool,
    /// The `tf.*` op that computes the same from the same operands and attributes.
    pub same_as: Option<SameAs>,
}

/// Ops that pass on handles or buffers.
const ON_EVERY_DEVICE: &[&str] = &[
    "tf.VarHandleOp",
    "tf.ReadVariableOp",
    "tf.AssignVariableOp",
    "tf.VarIsInitializedOp",
    "tf.VariableShape",
    "tf.DestroyResourceOp",
];

/// Ops that compute what another one does.
const SAME: &[(&str, SameAs)] = &[
    ("tf.Add", SameAs { op: "tf.AddV2", when: Condition::Numbers }),
    ("tf.Inv", SameAs { op: "tf.Reciprocal", when: Condition::Always }),
    ("tf.Mod", SameAs { op: "tf.TruncateMod", when: Condition::Always }),
];

fn rows() -> &'static HashMap<&'static str, Row> {
    static ROWS: OnceLock<HashMap<&'static str, Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows: HashMap<&'static str, Row> = HashMap::new();
        for &function in Elementwise::ALL {
            rows.entry(function.tf_op()).or_default().class = Class::Elementwise(function);
        }
        for &reduction in Reduction::ALL {
            rows.entry(reduction.tf_op()).or_default().class = Class::Reduction(reduction);
        }
        for name in ON_EVERY_DEVICE {
            rows.entry(name).or_default().is_on_every_device = true;
        }
        for &(name, same) in SAME {
            rows.entry(name).or_default().same_as = Some(same);
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
            let def = registry.get(name).expect(name);
            if let Some(same) = row.same_as {
                let other = registry.get(same.op).expect(same.op);
                let shape = |def: &crate::OpDef| (def.inputs.len(), def.outputs.len(), def.attrs.len());
                assert_eq!(shape(&def), shape(&other), "{name} is said to be {}", same.op);
            }
        }
    }

    #[test]
    fn names_have_their_prefix() {
        assert_eq!(Row::of("tf.Mean").class, Class::Reduction(Reduction::Mean));
        assert_eq!(Row::of("tf.AddV2").class, Class::Elementwise(Elementwise::AddV2));
        assert_eq!(Row::of("AddV2"), Row::default());
        assert!(Row::of("tf.ReadVariableOp").is_on_every_device);
    }
}
