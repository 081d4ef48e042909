//! Ops one by one: attributes, metadata and dispatch functions, op handlers, and handles to tensors that may not be available
//! yet.
//!
//! * [`CoreRuntime`] executes ops by name, or ops that were resolved once.
//! * [`OpRegistry`] maps a name to a metadata function and a dispatch function.
//! * [`OpHandler`]s make ops: [`CpuOpHandler`] from the registry, [`LoggingOpHandler`] by wrapping another's,
//!   [`NullOpHandler`] none; [`composite_op`] makes one from a program's function.
//! * [`RegionBackend`]s compile and run [`Region`]s, groups of ops of known shapes, from the ops' [`Step`]s.
//! * [`TensorHandle`] is a future tensor; [`OpAttrs`] are an op's attributes.
//!
//! ```
//! use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpEntry, OpError, OpRegistry, TensorHandle};
//! use tfrt_executor::host::{Host, HostOptions};
//! use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata};
//!
//! // An op: what its results look like, and what they are.
//! fn metadata(a: &TensorMetadata, b: &TensorMetadata) -> Result<TensorMetadata, OpError> {
//!     if a != b {
//!         return Err(format!("{a} and {b} differ").into());
//!     }
//!     Ok(a.clone())
//! }
//! fn add(a: &DenseHostTensor, b: &DenseHostTensor) -> Result<DenseHostTensor, OpError> {
//!     let (Some(a), Some(b), shape) = (a.values::<f32>(), b.values::<f32>(), a.shape()) else {
//!         return Err("only floats are added".into());
//!     };
//!     let sum: Vec<f32> = a.iter().zip(b).map(|(a, b)| a + b).collect();
//!     Ok(DenseHostTensor::from_values(shape.clone(), &sum)?)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let host = Host::new(HostOptions { diagnostics: std::sync::Arc::new(|_| {}), ..HostOptions::single_threaded() })?;
//! let mut ops = OpRegistry::new();
//! ops.add("demo.add", OpEntry::new().metadata(metadata).dispatch(add));
//! let runtime = CoreRuntime::install(&host, ops);
//! runtime.state().register_default_handlers();
//! let cpu = runtime.handler("cpu").ok_or("no handler")?;
//!
//! // Resolved once, called any number of times, from any thread. Arguments are given away: clone what is needed later.
//! let add = runtime.op("demo.add", &cpu)?;
//! let ones = TensorHandle::new(DenseHostTensor::from_values(Shape::new(&[2])?, &[1.0f32, 1.0])?);
//! let (here, none) = (Location::unknown(), OpAttrs::new());
//! let [two] = runtime.call(&add, &here, [ones.clone(), ones.clone()], &none);
//! let [three] = runtime.call(&add, &here, [two, ones.clone()], &none);
//! assert_eq!(three.to_string(), "DenseHostTensor dtype = f32, shape = [2], values = [3.000000e+00, 3.000000e+00]");
//!
//! // A shape error is known at once; it is the result, and the host's error handler is told.
//! let one = TensorHandle::new(DenseHostTensor::from_values(Shape::new(&[1])?, &[1.0f32])?);
//! let [wrong] = runtime.call(&add, &here, [ones, one], &none);
//! assert_eq!(wrong.get_error().map(|error| error.message()), Some("f32 [2] and f32 [1] differ"));
//!
//! // In asynchronous code a handle is a future: `let tensor = handle.await?`. Elsewhere:
//! runtime.wait(std::slice::from_ref(&three));
//! # Ok(())
//! # }
//! ```

mod attr_type;
mod attrs;
mod bef_attrs;
mod composite;
mod context;
mod cpu;
mod described;
mod direct;
mod dispatch;
mod elementwise;
mod future;
mod handle;
mod host_functions;
mod kernel_context;
mod logging;
mod member_attrs;
mod metadata_fn;
mod op;
mod op_error;
mod parallel;
mod region;
mod registry;
mod runtime;
mod shape_rows;
mod step;
mod variable;

pub use attr_type::{AttrElement, OpAttrType};
pub use attrs::{AttrValue, FrozenAttrs, OpAttrs, OpAttrsRef};
pub use bef_attrs::{add_pairs, attr_value};
pub use composite::{HANDLE_TYPE, composite_op, handle_of};
pub use context::OpContext;
pub use cpu::CpuOpHandler;
pub use described::{DescribeFn, Described, DescribedStart, ElementMember};
pub use direct::{Direct, invoke_quick};
pub use dispatch::{DispatchFn, DispatchFrame, DispatchParam, DispatchResult, IntoDispatchFn, Output};
pub use elementwise::{Args, BlockFn, ElementwiseFn, TypedBlockFn};
pub use future::TensorFuture;
pub use handle::TensorHandle;
pub use host_functions::{HostCall, HostFunction, HostFunctions};
pub use kernel_context::KernelOpContext;
pub use logging::LoggingOpHandler;
pub use member_attrs::member_attrs;
pub use metadata_fn::{
    IntoMetadataFn, MetadataFn, MetadataFrame, MetadataParam, MetadataResult, RestMetadata, ResultMetadata,
};
pub use op::{NullOpHandler, Op, OpHandler, OpHandlerRef, OpImpl, OpInvocation};
pub use region::{
    CarriedNext, CompiledRegion, LOOP_OP, LoopRegions, PACKED, PACKED_FORMS, PackedConstant, REGION_OP,
    Region, RegionBackend, RegionLoop, RegionMember, may_be_sizes, pack_region,
};
pub use registry::{BindFn, OpEntry, OpFlags, OpLabels, OpRegistry};
pub use runtime::{CoreRuntime, Location, LocationDecoder, RuntimeState};
pub use step::{
    Banded, Banding, Consumer, Declined, FinishPart, Follower, InferFn, OnParts, PrepareFn, Prepared,
    Producer, Step, StepOperand, StepSpec, Strips,
};
pub use tfrt_ops::OpError;
pub use variable::{Variable, VariableContent, VariableHandle, VariableKey, VariableRef, VariableStore};
