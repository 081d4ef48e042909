//! One row per tensor op: descriptions of the ops that `corert.executeop` runs.
//!
//! * [`OpDef`] is the definition: arguments, attributes, whether the op has state. The built-in definitions are tables embedded in the
//!   crate; the parser that reads them also reads what plugins register at run time.
//! * [`Row`] has the class of an op, the places where it may run and its shape function, found by its full name.
//! * [`DType`], [`Shape`] and [`TensorMetadata`] describe a tensor without its elements.
//! * [`window`] is the arithmetic of windows that slide over images, [`resample`] that of axes that are resized.
//! * [`Product`], [`BatchNorm`] and [`EpilogueOp`] are the ops of fused products.
//! * [`Elementwise`] and [`Reduction`] are the functions in fused loops, [`FusedBody`] is the body of such a loop.
//! * [`BatchRule`] says which ops compute each part of a batch alone.
//! * [`RegionBody`] has the records of a region: ops of known shapes that run as a whole.
//!
//! Ops are not operations of the IR: a program names them in a string, such as `tf.MatMul` or `tfrt_test.add`. This crate depends on
//! neither the IR nor the executor, and has no kernels; the compiler and the executor both read it.

mod attr_spec;
mod batch;
mod def;
mod elementwise;
mod epilogue;
mod fused;
mod lanes;
mod needed;
mod op_error;
mod products;
mod region;
mod registry;
pub mod resample;
mod row;
mod setting;
pub mod shapes;
mod small_float;
mod small_type;
mod spec;
pub mod special;
mod target;
mod tensor;
mod text;
pub mod trees;
pub mod window;

pub use attr_spec::parse_attr;
pub use batch::{BatchCall, BatchOperand, BatchRule};
pub use def::{Allowed, ArgDef, ArgType, AttrDef, AttrKind, AttrValue, OpDef};
pub use elementwise::{Arity, Elementwise, MemberAttrName, MemberValueType, Reduction};
pub use epilogue::{Activation, Epilogue};
pub use fused::{
    FusedBody, FusedBodyBuilder, FusedBodyError, MAX_VALUES as MAX_FUSED_VALUES, Member, MemberAttr,
    MemberOp, MemberValue,
};
pub use lanes::PARTS;
pub use needed::needed_attributes;
pub use op_error::OpError;
pub use products::{BatchNorm, EpilogueOp, Precision, Product};
pub use region::{
    MAX_VALUES as MAX_REGION_VALUES, OPEN, RegionBody, RegionBodyBuilder, RegionError, RegionStep,
    RegionType, Sample,
};
pub use registry::{DuplicateOpDef, OpDefRegistry};
pub use row::{Class, Condition, Row, SameAs, name_of_tensorflow, named_rows, tensorflow_name};
pub use setting::Setting;
pub use small_float::{SmallFloat, SmallFloatBits};
pub use small_type::{NotInType, SmallType};
pub use spec::{SpecError, parse_arg};
pub use target::TargetCpu;
pub use tensor::{
    DType, DataType, Dims, DisplayDims, Extents, PartialShape, Shape, ShapeError, TensorMetadata, widened,
};
