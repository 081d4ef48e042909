//! Ops one by one: attributes, metadata and dispatch functions, op handlers, and handles to tensors that may not be there yet.

mod attr_type;
mod attrs;

pub use attr_type::{AttrElement, OpAttrType};
pub use attrs::{AttrValue, FrozenAttrs, OpAttrs, OpAttrsRef};
