//! The operators: what each becomes. Files by family.

mod arrays;
pub(crate) mod attention;
pub(crate) mod blocked;
mod elementwise;
mod former;
mod indexing;
mod integers;
pub(crate) mod linear;
mod losses;
mod microsoft;
mod microsoft_attention;
mod microsoft_gates;
mod microsoft_more;
mod microsoft_rare;
mod ml;
mod normalize;
mod pads;
mod patches;
mod pools;
mod quantize;
mod random;
mod recurrent;
mod reduce;
mod resample;
pub(crate) mod sequences;
mod signal;
mod text;
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
    former::OPS,
    indexing::OPS,
    linear::OPS,
    losses::OPS,
    normalize::OPS,
    pads::OPS,
    patches::OPS,
    pools::OPS,
    quantize::OPS,
    random::OPS,
    recurrent::OPS,
    reduce::OPS,
    resample::OPS,
    sequences::OPS,
    signal::OPS,
    text::OPS,
    windows::OPS,
];

/// Operators of the default domain with another meaning, or other attributes, before version 6.
const CHANGED_IN_SIX: &[&str] = &[
    "BatchNormalization",
    "Cast",
    "Concat",
    "Dropout",
    "GRU",
    "LpPool",
    "GlobalLpPool",
    "Pad",
    "Reshape",
    "Split",
    "Tile",
    "Upsample",
];

/// Whether the converters read this version of an operator.
pub(crate) fn reads_version(op: &str, opset: i64) -> bool {
    opset >= 6 || !CHANGED_IN_SIX.contains(&op)
}

/// The tables of a domain.
fn tables(domain: &str) -> &'static [Table] {
    match domain {
        "" | "ai.onnx" => TABLES,
        ml::DOMAIN => ml::TABLES,
        microsoft::DOMAIN => microsoft::TABLES,
        blocked::DOMAIN => blocked::TABLES,
        _ => &[],
    }
}

/// The converter of an operator of a domain.
pub(crate) fn converter(domain: &str, op: &str) -> Option<Converter> {
    all(domain).find(|(name, _)| *name == op).map(|(_, converter)| converter)
}

/// The names of all operators of a domain.
pub(crate) fn names(domain: &str) -> impl Iterator<Item = &'static str> {
    all(domain).map(|(name, _)| name)
}

fn all(domain: &str) -> impl Iterator<Item = (&'static str, Converter)> {
    tables(domain).iter().flat_map(|table| table.iter().copied())
}
