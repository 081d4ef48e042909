//! One row per tensor op: what the ops are that `corert.executeop` runs.
//!
//! * [`OpDef`] is the definition: arguments, attributes, whether the op has state. The built-in definitions are tables embedded in the
//!   crate; the parser that reads them also reads what plugins register at run time.
//! * [`Row`] is the class of an op and where it may run, found by its full name.
//! * [`DType`], [`Shape`] and [`TensorMetadata`] are what is known of a tensor without its elements.
//! * [`Product`], [`BatchNorm`] and [`Follower`] are the ops that fused products consist of.
//! * [`Elementwise`] and [`Reduction`] are the functions that fused loops consist of, [`FusedBody`] such a loop's body.
//!
//! Ops are not operations of the IR: a program names them in a string, such as `tf.MatMul` or `tfrt_test.add`. This crate knows neither
//! the IR nor the executor. The compiler and the executor both read it; kernels are not known here.

mod attr_spec;
mod def;
mod elementwise;
mod fused;
mod lanes;
mod op_error;
mod products;
mod registry;
mod row;
pub mod shapes;
mod spec;
mod tensor;
mod text;

pub use attr_spec::parse_attr;
pub use def::{Allowed, ArgDef, ArgType, AttrDef, AttrKind, AttrValue, OpDef};
pub use elementwise::{Arity, Elementwise, Reduction};
pub use fused::{
    FusedBody, FusedBodyBuilder, FusedBodyError, MAX_VALUES as MAX_FUSED_VALUES, Member, MemberAttr,
    MemberAttrName, MemberOp, MemberValue,
};
pub use lanes::PARTS;
pub use op_error::OpError;
pub use products::{BatchNorm, Follower, Product};
pub use registry::{DuplicateOpDef, OpDefRegistry};
pub use row::{Class, Condition, Row, SameAs, name_of_tensorflow, named_rows, tensorflow_name};
pub use spec::{SpecError, parse_arg};
pub use tensor::{DType, DataType, Dims, DisplayDims, PartialShape, Shape, ShapeError, TensorMetadata};
