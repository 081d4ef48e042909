//! Ops one by one: attributes, metadata and dispatch functions, op handlers, and handles to tensors that may not be there yet.
//!
//! * [`CoreRuntime`] executes ops by name, or ops that were resolved once.
//! * [`OpRegistry`] holds what is known under a name: a metadata function and a dispatch function.
//! * [`OpHandler`]s make ops: [`CpuOpHandler`] from the registry, [`LoggingOpHandler`] by wrapping another's,
//!   [`NullOpHandler`] none; [`composite_op`] makes one from a program's function.
//! * [`TensorHandle`] is a future tensor; [`OpAttrs`] are an op's attributes.

mod attr_type;
mod attrs;
mod bef_attrs;
mod composite;
mod context;
mod cpu;
mod direct;
mod dispatch;
mod handle;
mod kernel_context;
mod logging;
mod metadata_fn;
mod op;
mod op_error;
mod parallel;
mod registry;
mod runtime;

pub use attr_type::{AttrElement, OpAttrType};
pub use attrs::{AttrValue, FrozenAttrs, OpAttrs, OpAttrsRef};
pub use bef_attrs::{add_pairs, attr_value};
pub use composite::{HANDLE_TYPE, composite_op, handle_of};
pub use context::OpContext;
pub use cpu::CpuOpHandler;
pub use direct::{Direct, DirectArgs, DirectFn, invoke_quick};
pub use dispatch::{DispatchFn, DispatchFrame, DispatchParam, DispatchResult, IntoDispatchFn, Output};
pub use handle::TensorHandle;
pub use kernel_context::KernelOpContext;
pub use logging::LoggingOpHandler;
pub use metadata_fn::{
    IntoMetadataFn, MetadataFn, MetadataFrame, MetadataParam, MetadataResult, RestMetadata, ResultMetadata,
};
pub use op::{NullOpHandler, Op, OpHandler, OpHandlerRef, OpImpl, OpInvocation};
pub use op_error::OpError;
pub use registry::{OpEntry, OpFlags, OpRegistry};
pub use runtime::{CoreRuntime, Location, LocationDecoder, RuntimeState};
