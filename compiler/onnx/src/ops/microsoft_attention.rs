//! Attention and embeddings as ONNX Runtime's optimizer and its model builders write them, in the domain `com.microsoft`.
//!
//! Both attention operators become the default domain's `Attention`. Its mask is added to the products, as the masks here are: a place
//! that is not seen has `mask_filter_value` there, a finite number, so that a query which sees nothing has an average of all values. Masks of
//! other forms than lengths, places of keys, and places of keys for each query are refused.

use tfrt_ops::DType;

use super::Table;
use super::arrays::unsqueezed;
use super::linear::product;
use super::microsoft::call;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::{Node, line};
use crate::proto::{AttributeProto, NodeProto};

pub(super) const OPS: Table = &[
    ("Attention", packed_attention),
    ("EmbedLayerNormalization", embedding),
    ("MultiHeadAttention", multi_head_attention),
];

/// What attention is computed of.
struct Attended {
    query: Tensor,
    key: Tensor,
    value: Tensor,
    /// What is masked: lengths, or places.
    mask: Option<Tensor>,
    /// What is added to the products.
    bias: Option<Tensor>,
    /// Keys and values that precede these.
    past: Option<[Tensor; 2]>,
}

fn multi_head_attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    for i in 8..n.inputs.len() {
        if n.optional(i).is_some() {
            return Err(n.refuse("past_sequence_length or cache_indirection", "of any kind"));
        }
    }
    if n.has_output(3) {
        return Err(n.refuse("an output", "of products"));
    }
    let query = n.input(0)?;
    let (Some(key), Some(value)) = (n.optional(1), n.optional(2)) else {
        return Err(n.refuse("queries, keys and values", "in one input"));
    };
    if query.rank()? != 3 || key.rank()? != value.rank()? || !matches!(key.rank()?, 3 | 4) {
        return Err(n.refuse("queries, keys or values", "of these ranks"));
    }
    let mut all = [query.clone(), key.clone(), value.clone()];
    if let Some(bias) = n.optional(3) {
        if key.rank()? != 3 {
            return Err(n.refuse("bias", "for keys that are cut into heads"));
        }
        let widths = [width(query)?, width(key)?, width(value)?];
        let biases = cut(b, bias, 0, &widths)?;
        for (operand, bias) in all.iter_mut().zip(&biases) {
            *operand = b.op("tf.AddV2", &[&*operand, bias], NONE)?;
        }
    }
    let [query, key, value] = all;
    let past = match (n.optional(6), n.optional(7)) {
        (Some(key), Some(value)) => Some([key.clone(), value.clone()]),
        (None, None) => None,
        _ => return Err("past_key and past_value come together".into()),
    };
    let (mask, bias) = (n.optional(4).cloned(), n.optional(5).cloned());
    attend(b, n, Attended { query, key, value, mask, bias, past })
}

/// Attention of an input to itself; one matrix makes its queries, keys and values.
fn packed_attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    for name in ["do_rotary", "past_present_share_buffer"] {
        if n.int(name, 0) != 0 {
            return Err(n.refuse(name, "1"));
        }
    }
    if n.optional(6).is_some() {
        return Err(n.refuse("past_sequence_length", "of any kind"));
    }
    let mut packed = product(b, n.input(0)?, n.input(1)?)?;
    if let Some(bias) = n.optional(2) {
        packed = b.op("tf.AddV2", &[&packed, bias], NONE)?;
    }
    if packed.rank()? != 3 {
        return Err(n.refuse("input", "of this rank"));
    }
    let all = width(&packed)?;
    let widths = match n.ints("qkv_hidden_sizes") {
        Some(widths) => widths,
        None => vec![all / 3; 3],
    };
    if widths.len() != 3 || widths.iter().any(|&width| width < 1) || widths.iter().sum::<i64>() != all {
        return Err(format!("{all} columns are no queries, keys and values of {widths:?}"));
    }
    let mut parts = cut(b, &packed, 2, &widths)?.into_iter();
    let mut part = || parts.next().ok_or("a part is missing");
    let (query, key, value) = (part()?, part()?, part()?);
    let past = match n.optional(4) {
        None => None,
        Some(past) => {
            let attrs = [("num", Attribute::Int(2)), ("axis", Attribute::Int(0))];
            let mut pair = b.ops("tf.Unpack", &[past], attrs, 2)?;
            let values = pair.pop().ok_or("the past has no values")?;
            Some([pair.pop().ok_or("the past has no keys")?, values])
        }
    };
    let (mask, bias) = (n.optional(3).cloned(), n.optional(5).cloned());
    let mut results = attend(b, n, Attended { query, key, value, mask, bias, past })?;
    results.truncate(3);
    let (values, keys) = (results.pop().ok_or("no values")?, results.pop().ok_or("no keys")?);
    if n.has_output(1) {
        let attrs = [("N", Attribute::Int(2)), ("axis", Attribute::Int(0))];
        results.push(b.op("tf.Pack", &[&keys, &values], attrs)?);
    }
    Ok(results)
}

/// The default domain's attention: its result, the keys and the values with those of the past.
fn attend(b: &mut Builder<'_>, n: &Node<'_>, of: Attended) -> Result<Vec<Tensor>> {
    let dtype = of.query.dtype()?;
    let axis = of.key.rank()? - 2;
    let own = of.key.dim(axis).ok_or("the number of keys is not known")?;
    let before = match &of.past {
        None => 0,
        Some([key, _]) => key.dim(2).ok_or("the length of the past is not known")?,
    };
    let total = own.checked_add(before).ok_or("there are too many keys")?;
    let mut added = of.bias;
    if let Some(mask) = &of.mask {
        let mask = mask_of(b, n, mask, of.query.dim(0), total, dtype)?;
        added = Some(match added {
            None => mask,
            Some(bias) => b.op("tf.AddV2", &[&mask, &bias], NONE)?,
        });
    }
    let int = |name: &str, value: i64| AttributeProto {
        name: Some(name.to_owned()),
        i: Some(value),
        ..AttributeProto::default()
    };
    let heads = n.int("num_heads", 0);
    let mut proto = NodeProto { op_type: Some("Attention".to_owned()), ..NodeProto::default() };
    proto.attribute = vec![
        int("q_num_heads", heads),
        int("kv_num_heads", heads),
        int("is_causal", n.int("unidirectional", 0)),
    ];
    // A scale of zero is none.
    proto.attribute.extend(n.attr("scale").filter(|scale| scale.f() != 0.0).cloned());
    let (past_key, past_value) = match of.past {
        None => (None, None),
        Some([key, value]) => (Some(key), Some(value)),
    };
    let inputs = vec![Some(of.query), Some(of.key), Some(of.value), added, past_key, past_value];
    let converter = super::converter("", "Attention").ok_or("there is no Attention")?;
    let node = Node { proto: &proto, opset: super::microsoft::CALLED, inputs, folder: n.folder };
    let mut results = converter(b, &node)?;
    results.truncate(3);
    Ok(results)
}

/// What is added to the products, of `[batch, heads, queries, keys]`, for a mask.
fn mask_of(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    mask: &Tensor,
    batch: Option<i64>,
    total: i64,
    dtype: DType,
) -> Result<Tensor> {
    let refuse = || n.refuse("mask", "of this form");
    let seen = match mask.rank()? {
        // Lengths; longer ones have other numbers behind them.
        1 if mask.dim(0).is_some() && mask.dim(0) == batch => {
            let places = b.int32s(&line(total)?.collect::<Vec<_>>())?;
            let lengths = unsqueezed(b, mask, &[1, 2, 3])?;
            let lengths = b.cast(&lengths, DType::I32)?;
            b.op("tf.Less", &[&places, &lengths], NONE)?
        }
        rank @ (2 | 3) if mask.dim(rank - 1) == Some(total) => {
            let mask = unsqueezed(b, mask, if rank == 2 { &[1, 2] } else { &[1] })?;
            let zero = b.number(mask.dtype()?, 0.0)?;
            b.op("tf.Greater", &[&mask, &zero], NONE)?
        }
        _ => return Err(refuse()),
    };
    let filter = b.number(dtype, f64::from(n.float("mask_filter_value", -10000.0)))?;
    let nothing = b.number(dtype, 0.0)?;
    b.op("tf.SelectV2", &[&seen, &nothing, &filter], NONE)
}

/// The sum of what stands in up to three tables, normalised; and how many words are no padding.
fn embedding(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let words = n.input(0)?;
    if words.rank()? != 2 {
        return Err(n.refuse("input_ids", "of this rank"));
    }
    let shape = b.shape_of(words)?;
    if n.int("mask_index_type", 0) != 0 {
        return Err(n.refuse("mask_index_type", "other than 0"));
    }
    let positions = match n.optional(8) {
        Some(positions) => positions.clone(),
        None => {
            let length = b.part(&shape, 1, 1)?;
            let length = b.reshape(&length, &[])?;
            let length = b.cast(&length, DType::I32)?;
            let (start, step) = (b.int32(0)?, b.int32(1)?);
            b.op("tf.Range", &[&start, &length, &step], NONE)?
        }
    };
    let axis = b.int32(0)?;
    let of_words = b.op("tf.GatherV2", &[n.input(2)?, words, &axis], NONE)?;
    let of_positions = b.op("tf.GatherV2", &[n.input(3)?, &positions, &axis], NONE)?;
    let mut sum = b.op("tf.AddV2", &[&of_words, &of_positions], NONE)?;
    if let (Some(segments), Some(table)) = (n.optional(1), n.optional(4)) {
        let of_segments = b.op("tf.GatherV2", &[table, segments, &axis], NONE)?;
        sum = b.op("tf.AddV2", &[&sum, &of_segments], NONE)?;
    }
    let inputs = [Some(sum.clone()), Some(n.input(5)?.clone()), Some(n.input(6)?.clone())];
    let normal = call(b, n, "LayerNormalization", &inputs, &[])?;
    let normal = normal.into_iter().next().ok_or("no result")?;
    let lengths = match n.optional(7) {
        Some(mask) => {
            let one = b.number(mask.dtype()?, 1.0)?;
            let own = b.op("tf.Equal", &[mask, &one], NONE)?;
            let (own, axes) = (b.cast(&own, DType::I32)?, b.int32s(&[1])?);
            b.op("tf.Sum", &[&own, &axes], [("keep_dims", Attribute::Bool(false))])?
        }
        None => {
            let (count, nothing) = (b.part(&shape, 0, 1)?, b.int32(0)?);
            b.op("tf.Fill", &[&count, &nothing], NONE)?
        }
    };
    Ok(vec![normal, lengths, sum])
}

/// The last size of a tensor.
fn width(of: &Tensor) -> Result<i64> {
    of.dim(of.rank()?.wrapping_sub(1)).ok_or_else(|| "the last size of an input is not known".to_owned())
}

/// Parts of a tensor along an axis.
fn cut(b: &mut Builder<'_>, x: &Tensor, axis: i64, widths: &[i64]) -> Result<Vec<Tensor>> {
    let (parts, axis, count) = (b.int64s(widths)?, b.int32(axis)?, widths.len());
    b.ops("tf.SplitV", &[x, &parts, &axis], [("num_split", Attribute::Int(count as i64))], count)
}
