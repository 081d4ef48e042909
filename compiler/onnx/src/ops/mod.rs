//! The operators: what each becomes. Files by family.

mod arrays;
mod attention;
mod elementwise;
mod indexing;
mod linear;
mod normalize;
mod recurrent;
mod reduce;
mod windows;

use crate::builder::{Builder, Result, Tensor};
use crate::node::Node;

/// Writes the ops that a node becomes.
pub(crate) type Converter = fn(&mut Builder<'_>, &Node<'_>) -> Result<Vec<Tensor>>;

/// Operators by name.
type Table = &'static [(&'static str, Converter)];

const TABLES: &[Table] = &[
    arrays::OPS,
    attention::OPS,
    elementwise::OPS,
    indexing::OPS,
    linear::OPS,
    normalize::OPS,
    recurrent::OPS,
    reduce::OPS,
    windows::OPS,
];

/// The converter of an operator of a domain.
pub(crate) fn converter(domain: &str, op: &str) -> Option<Converter> {
    let is_default = matches!(domain, "" | "ai.onnx");
    names_and_converters().find(|(name, _)| is_default && *name == op).map(|(_, converter)| converter)
}

/// The names of all operators.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    names_and_converters().map(|(name, _)| name)
}

fn names_and_converters() -> impl Iterator<Item = (&'static str, Converter)> {
    TABLES.iter().flat_map(|table| table.iter().copied())
}
