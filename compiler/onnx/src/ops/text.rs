//! Strings: joined, split, brought into one form, matched.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, strings};
use crate::constant::{Constant, Elements};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("StringConcat", |b, n| Ok(vec![b.op("tf.Add", &[n.input(0)?, n.input(1)?], NONE)?])),
    ("StringSplit", split),
    ("StringNormalizer", normalize),
    ("TfIdfVectorizer", n_grams),
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
    let case = n.one_of("case_change_action", "NONE", &["NONE", "LOWER", "UPPER"])?;
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

/// The counts of sequences of words, which may skip some, in a text.
fn n_grams(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let mode = n.one_of("mode", "", &["TF", "IDF", "TFIDF"])?;
    let list = |name: &str| n.ints(name).ok_or_else(|| format!("the attribute '{name}' is missing"));
    let (counts, columns) = (list("ngram_counts")?, list("ngram_indexes")?);
    let x = n.input(0)?;
    let (x, pool) = match n.attr("pool_strings") {
        Some(pool) => {
            let words = pool.strings.clone();
            (x.clone(), Tensor::of_constant(strings(&[words.len() as i64], words))?)
        }
        None => {
            let numbers = n.attr("pool_int64s").ok_or("it has neither pool_strings nor pool_int64s")?;
            (b.cast(x, DType::I64)?, b.int64s(&numbers.ints)?)
        }
    };
    let weights: Vec<u8> = match n.attr("weights") {
        Some(weights) if !weights.floats.is_empty() => {
            weights.floats.iter().flat_map(|weight| weight.to_le_bytes()).collect()
        }
        _ => columns.iter().flat_map(|_| 1f32.to_le_bytes()).collect(),
    };
    let count = weights.len() as i64 / 4;
    let weights =
        Constant { dtype: DType::F32, dims: vec![count], elements: Elements::Bytes(weights.into()) };
    let weights = Tensor::of_constant(weights)?;
    let (counts, columns) = (b.int64s(&counts)?, b.int64s(&columns)?);
    let attrs = [
        ("mode", Attribute::Text(mode)),
        ("min_gram_length", Attribute::Int(n.int("min_gram_length", 1))),
        ("max_gram_length", Attribute::Int(n.int("max_gram_length", 1))),
        ("max_skip_count", Attribute::Int(n.int("max_skip_count", 0))),
    ];
    Ok(vec![b.op("onnx.TfIdfVectorizer", &[&x, &pool, &counts, &columns, &weights], attrs)?])
}
