//! Ops one by one: attributes, metadata and dispatch functions, op handlers, and handles to tensors that may not be there yet.

mod attr_type;
mod attrs;

pub use attr_type::{AttrElement, OpAttrType};
pub use attrs::{AttrValue, FrozenAttrs, OpAttrs, OpAttrsRef};
mod metadata_fn;
mod op_error;
pub use metadata_fn::{IntoMetadataFn, MetadataFn, MetadataFrame, MetadataParam, MetadataResult, RestMetadata, ResultMetadata};
pub use op_error::OpError;
mod handle;
pub use handle::TensorHandle;
mod context;
mod cpu;
mod dispatch;
mod op;
mod registry;
pub use context::OpContext;
pub use cpu::CpuOpHandler;
pub use dispatch::{DispatchFn, DispatchFrame, DispatchParam, DispatchResult, IntoDispatchFn, Output};
pub use op::{NullOpHandler, Op, OpHandler, OpHandlerRef, OpImpl, OpInvocation};
pub use registry::{OpEntry, OpFlags, OpRegistry};
mod logging;
pub use logging::LoggingOpHandler;
