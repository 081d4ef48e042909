//! Op graphs as TensorFlow's `GraphDef`, and back.
//!
//! A program of `corert.executeop` operations corresponds to a graph of nodes: ops with attributes, tensors between them, chains as
//! control inputs, op handlers as devices. [`module_to_graph`] and [`graph_to_module`] convert one into the other, so that a frozen
//! graph of TensorFlow becomes a program, and a graph optimizer that speaks `GraphDef` can work on this project's programs.
//!
//! * The round trip gives the same program: marks, which TensorFlow ignores, keep what a graph has no place for.
//! * Conversion is linear in the number of nodes, and its results depend only on the input.
//! * Bytes and texts from outside are never trusted: a fault is an error that names the node.
//!
//! Left to others: optimizing ([`rewrite`] lets plugins do it), and inferring shapes ([`properties`] asks the context's
//! oracle).

mod attr;
mod composed;
mod datasets;
pub mod device;
mod dtype;
mod export;
mod former;
mod graph_op;
mod implementations;
mod import;
pub mod island;
mod kept;
mod marks;
mod names;
mod op_def;
mod properties;
pub mod proto;
mod small_floats;
mod tensor;
mod text;

pub use composed::with_plain_nodes;
pub use export::{Boundary, ExportOptions, module_to_graph};
pub use import::{Entry, ImportOptions, IslandGraph, Port, graph_to_module, rewrite, weight, weights_of};
pub use names::{Reference, reference, with_numbered_outputs};
pub use op_def::{add_defaults, node_op, program_op, to_proto as op_def_to_proto};
pub use properties::{NodeProperties, properties};
pub use tensor::{Constant, constant, element_bytes, read as read_tensor};
pub use text::{FormatError, TextFormat};
