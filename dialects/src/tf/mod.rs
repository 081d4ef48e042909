//! Definitions of the ops that `corert.executeop` runs: their inputs, outputs, attributes and whether they have state.
//!
//! These are not operations of the IR: a program names them in a string. What the compiler knows about them (which may
//! be erased or merged, which attributes a `GraphDef` node must carry) comes from here. The definitions are data: two
//! tables embedded in the crate, read with the parser that also reads what plugins register at run time.
//!
//! Names are those that programs use: `tf.MatMul`, `tfrt_test.add`. Shapes and kernels are not known here.

mod attr_spec;
mod check;
mod data_type;
mod def;
mod registry;
mod spec;
mod text;
mod types;

pub use attr_spec::parse_attr;
pub use check::check_use;
pub use data_type::DataType;
pub use def::{Allowed, ArgDef, ArgType, AttrDef, AttrKind, AttrValue, OpDef};
pub use registry::{DuplicateOpDef, OpDefRegistry};
pub use spec::{SpecError, parse_arg};
pub use types::OpUse;

/// Whether an op only passes on what may be anywhere: every device has it.
pub fn is_on_every_device(name: &str) -> bool {
    matches!(
        name,
        "tf.VarHandleOp"
            | "tf.ReadVariableOp"
            | "tf.AssignVariableOp"
            | "tf.VarIsInitializedOp"
            | "tf.VariableShape"
            | "tf.DestroyResourceOp"
    )
}
