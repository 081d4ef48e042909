//! The operators of ONNX as the standard defines them: how many inputs and outputs they have, and their attributes.
//!
//! The table is written by `checks/onnx_schemas.py`. Operators that it does not have, such as those of ONNX Runtime, are checked by their converters
//! alone.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::builder::Result;
use crate::proto::attribute_proto::AttributeType;
use crate::proto::{AttributeProto, NodeProto};

const TABLE: &str = include_str!("operators.table");

/// Operators of the default domain that ONNX Runtime's optimizer writes into models of versions that do not have them yet.
const WRITTEN_EARLIER: &[&str] = &["LayerNormalization", "MeanVarianceNormalization", "ThresholdedRelu"];

/// The versions of an operator, the oldest first.
type Versions = Vec<(i64, &'static str)>;

static OPERATORS: LazyLock<FxHashMap<(&str, &str), Versions>> = LazyLock::new(|| {
    let mut operators: FxHashMap<_, Versions> = FxHashMap::default();
    for line in TABLE.lines() {
        let mut words = line.splitn(4, ' ');
        let (Some(domain), Some(name), Some(since), Some(rest)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        let domain = if domain == "-" { "" } else { domain };
        operators.entry((domain, name)).or_default().push((since.parse().unwrap_or(i64::MAX), rest));
    }
    operators
});

/// Checks a node of a version of its domain's operator set.
///
/// # Errors
/// The operator is not in this version, or the node has inputs, outputs or attributes that the operator does not have, or lacks some.
pub(crate) fn check(node: &NodeProto, opset: i64) -> Result<()> {
    let domain = if node.domain() == "ai.onnx" { "" } else { node.domain() };
    let Some(versions) = OPERATORS.get(&(domain, node.op_type())) else { return Ok(()) };
    let Some((since, line)) = versions.iter().rev().find(|(since, _)| *since <= opset) else {
        if domain.is_empty() && WRITTEN_EARLIER.contains(&node.op_type()) {
            return Ok(());
        }
        let first = versions.first().map_or(1, |(since, _)| *since);
        return Err(format!("the operator set has this operator from version {first} on"));
    };
    let mut words = line.split(' ');
    let (Some(inputs), Some(outputs)) = (words.next(), words.next()) else {
        return Err(format!("the operator is deprecated from version {since} of the operator set on"));
    };
    count("input", &node.input, inputs)?;
    count("output", &node.output, outputs)?;
    let known: Vec<(&str, &str)> = words.filter_map(|word| word.split_once(':')).collect();
    for attr in &node.attribute {
        // Names that start so are those of tools, which no operator reads.
        if attr.name().starts_with("__") {
            continue;
        }
        let Some((_, ty)) = known.iter().find(|(name, _)| *name == attr.name()) else {
            let near = tfrt_ir::did_you_mean(attr.name(), known.iter().map(|(name, _)| *name));
            return Err(format!("the operator has no attribute '{}'{near}", attr.name()));
        };
        let ty = ty.trim_end_matches('!');
        let given = type_name(attr.r#type());
        if given != ty {
            return Err(format!("the attribute '{}' must be of type {ty}, not {given}", attr.name()));
        }
    }
    let is_given = |wanted: &str| node.attribute.iter().any(|attr| attr.name() == wanted);
    match known.iter().find(|(name, ty)| ty.ends_with('!') && !is_given(name)) {
        Some((name, _)) => Err(format!("the attribute '{name}' is missing")),
        None => Ok(()),
    }
}

/// Compares the inputs or outputs of a node with how many there may be.
fn count(what: &str, names: &[String], wanted: &str) -> Result<()> {
    let parts = wanted.split_once(':').and_then(|(range, kinds)| Some((range.split_once('-')?, kinds)));
    let Some(((least, most), kinds)) = parts else { return Ok(()) };
    let (least, most) = (least.parse().unwrap_or(0), most.parse().unwrap_or(usize::MAX));
    if !(least..=most).contains(&names.len()) {
        let s = if names.len() == 1 { "" } else { "s" };
        let range = match (least, most) {
            (least, usize::MAX) => format!("at least {least}"),
            (least, most) if least == most => format!("{least}"),
            (least, most) => format!("{least} to {most}"),
        };
        return Err(format!("has {} {what}{s}; the operator has {range}", names.len()));
    }
    match names.iter().zip(kinds.chars()).position(|(name, kind)| name.is_empty() && kind == 's') {
        Some(at) => Err(format!("{what} {at} is missing")),
        None => Ok(()),
    }
}

/// The name of a type of attributes, as the table and ONNX's text have it; "undefined" is none.
pub(crate) fn type_name(ty: AttributeType) -> String {
    ty.as_str_name().to_ascii_lowercase()
}

/// The type of attributes with this name; none for "undefined".
pub(crate) fn type_named(name: &str) -> Option<AttributeType> {
    let is_lower = !name.contains(|c: char| c.is_ascii_uppercase());
    let ty = AttributeType::from_str_name(&name.to_ascii_uppercase()).filter(|_| is_lower);
    ty.filter(|ty| *ty != AttributeType::Undefined)
}

/// Checks what every attribute keeps to: it has a name and a type, and no value of another type.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check_attribute(attr: &AttributeProto) -> Result<()> {
    if attr.name().is_empty() {
        return Err("has an attribute without a name".to_owned());
    }
    let values = [
        (attr.f.is_some(), AttributeType::Float),
        (attr.i.is_some(), AttributeType::Int),
        (attr.s.is_some(), AttributeType::String),
        (attr.t.is_some(), AttributeType::Tensor),
        (attr.g.is_some(), AttributeType::Graph),
        (!attr.floats.is_empty(), AttributeType::Floats),
        (!attr.ints.is_empty(), AttributeType::Ints),
        (!attr.strings.is_empty(), AttributeType::Strings),
        (!attr.tensors.is_empty(), AttributeType::Tensors),
        (!attr.graphs.is_empty(), AttributeType::Graphs),
        (attr.sparse_tensor.is_some(), AttributeType::SparseTensor),
        (attr.tp.is_some(), AttributeType::TypeProto),
        (!attr.type_protos.is_empty(), AttributeType::TypeProtos),
    ];
    let ty = attr.r#type();
    match values.iter().find(|(is_given, of)| *is_given && *of != ty) {
        Some((_, of)) => Err(format!(
            "the attribute '{}' has a value of type {}, but says {}",
            attr.name(),
            type_name(*of),
            type_name(ty)
        )),
        None if ty == AttributeType::Undefined => Err(format!("the attribute '{}' has no type", attr.name())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_understood() {
        assert_eq!(OPERATORS.values().map(Vec::len).sum::<usize>(), TABLE.lines().count());
        for (name, versions) in &*OPERATORS {
            assert!(versions.is_sorted() && versions.iter().all(|(since, _)| *since < 100), "{name:?}");
            for line in versions.iter().map(|(_, line)| line).filter(|line| **line != "deprecated") {
                let mut words = line.split(' ');
                for values in [words.next(), words.next()] {
                    let (range, kinds) = values.unwrap().split_once(':').unwrap();
                    let (least, most) = range.split_once('-').unwrap();
                    assert!(least.parse::<usize>().is_ok() && (most == "*" || most.parse::<usize>().is_ok()));
                    assert!(kinds.chars().all(|kind| "sov".contains(kind)), "{line}");
                }
                for attr in words {
                    let (_, ty) = attr.split_once(':').unwrap();
                    assert!(type_named(ty.trim_end_matches('!')).is_some(), "{line}");
                }
            }
        }
    }
}
