//! Strings: joined, split, brought into one form, matched.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, strings};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("StringConcat", |b, n| Ok(vec![b.op("tf.Add", &[n.input(0)?, n.input(1)?], NONE)?])),
    ("StringSplit", split),
    ("StringNormalizer", normalize),
    ("RegexFullMatch", |b, n| {
        let pattern = n.attr("pattern").ok_or("the attribute 'pattern' is missing")?;
        let attrs = [("pattern", Attribute::Bytes(pattern.s().to_vec()))];
        Ok(vec![b.op("tf.StaticRegexFullMatch", &[n.input(0)?], attrs)?])
    }),
];

/// Parts between delimiters; with none, or an empty one, between white space.
fn split(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let delimiter = n.attr("delimiter").map_or(&b""[..], |attr| attr.s());
    let attrs = [
        ("delimiter", Attribute::Bytes(delimiter.to_vec())),
        ("maxsplit", Attribute::Int(n.int("maxsplit", -1))),
    ];
    b.ops("onnx.StringSplit", &[n.input(0)?], attrs, 2)
}

/// In one case, without some words.
fn normalize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let case = match n.text("case_change_action", "NONE")? {
        "NONE" => "NONE",
        "LOWER" => "LOWER",
        "UPPER" => "UPPER",
        other => return Err(n.refuse("case_change_action", &format!("'{other}'"))),
    };
    let words: Vec<Vec<u8>> = n.attr("stopwords").map_or_else(Vec::new, |attr| attr.strings.clone());
    let words = Tensor::of_constant(strings(&[words.len() as i64], words))?;
    let attrs = [
        ("case_change_action", Attribute::Text(case)),
        ("is_case_sensitive", Attribute::Bool(n.int("is_case_sensitive", 0) != 0)),
    ];
    let x = n.input(0)?;
    if x.known_dtype().is_some_and(|dtype| dtype != DType::String) {
        return Err(n.refuse("elements", "that are no strings"));
    }
    Ok(vec![b.op("onnx.StringNormalizer", &[x, &words], attrs)?])
}
