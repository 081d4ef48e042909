//! Attention and embeddings as ONNX Runtime's optimizer and its model builders write them, in the domain `com.microsoft`.
//!
//! Both attention operators become the default domain's `Attention`. Its mask is added to the products, as the masks here are: a place
//! that is not seen has `mask_filter_value` there, a finite number, so that a query which sees nothing has an average of all values. Masks of
//! other forms than lengths, places of keys, and places of keys for each query are refused.

use tfrt_ops::DType;

use super::Table;
use super::arrays::unsqueezed;
use super::attention::{How, Turns, attended, bias, by_heads, joined_heads, turned};
use super::linear::product;
use super::microsoft::{CALLED, call, called};
use super::pads::padded;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;
use crate::proto::AttributeProto;

pub(super) const OPS: Table = &[
    ("Attention", packed_attention),
    ("EmbedLayerNormalization", embedding),
    ("GroupQueryAttention", group_query_attention),
    ("MultiHeadAttention", multi_head_attention),
];

/// The inputs of attention.
struct Attended {
    query: Tensor,
    key: Tensor,
    value: Tensor,
    /// The mask: lengths, or places.
    mask: Option<Tensor>,
    /// The summand of the products.
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
pub(super) fn packed_attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
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
    let axis = of.key.rank()?.checked_sub(2).ok_or("the keys have no length")?;
    let mut total = b.size_of(&of.key, axis)?;
    if let Some([key, _]) = &of.past {
        let before = b.size_of(key, 2)?;
        total = b.op("tf.AddV2", &[&total, &before], NONE)?;
    }
    let mut added = of.bias;
    if let Some(mask) = &of.mask {
        let mask = mask_of(b, n, mask, &of.query, &total, dtype)?;
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
    let mut attribute = vec![
        int("q_num_heads", heads),
        int("kv_num_heads", heads),
        int("is_causal", n.int("unidirectional", 0)),
    ];
    // A scale of zero is none.
    attribute.extend(n.attr("scale").filter(|scale| scale.f() != 0.0).cloned());
    let (past_key, past_value) = match of.past {
        None => (None, None),
        Some([key, value]) => (Some(key), Some(value)),
    };
    let inputs = vec![Some(of.query), Some(of.key), Some(of.value), added, past_key, past_value];
    let mut results = called(b, n, ("Attention", CALLED), attribute, inputs)?;
    results.truncate(3);
    Ok(results)
}

/// The summand of the products for a mask, of `[batch, heads, queries, keys]`.
fn mask_of(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    mask: &Tensor,
    query: &Tensor,
    total: &Tensor,
    dtype: DType,
) -> Result<Tensor> {
    let refuse = || n.refuse("mask", "of this form");
    let rank = mask.rank()?;
    let keys = total.ints().map(|total| total[0]);
    let may_be = |own: Option<i64>, wanted: Option<i64>| own.is_none() || wanted.is_none() || own == wanted;
    let seen = match rank {
        // Lengths; longer ones have other numbers behind them.
        1 if may_be(mask.dim(0), query.dim(0)) => {
            let places = b.places(total)?;
            let places = b.cast(&places, DType::I32)?;
            // A list of another length is an error of the program.
            let (batch, one) = (b.size_of(query, 0)?, b.int64(1)?);
            let lengths = b.reshape_to(mask, &[batch, one.clone(), one.clone(), one])?;
            let lengths = b.cast(&lengths, DType::I32)?;
            b.op("tf.Less", &[&places, &lengths], NONE)?
        }
        2 | 3 if may_be(mask.dim(rank - 1), keys) => {
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

/// Attention of several heads of queries with one of keys and values, behind those of a cache. The cache may be longer than what was written
/// to it, and hold less for some of a batch: `seqlens_k` is the place of the last key of each, these included.
fn group_query_attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    for name in ["k_quant_type", "v_quant_type"] {
        if n.text(name, "NONE")? != "NONE" {
            return Err(n.refuse(name, "other than 'NONE'"));
        }
    }
    if n.int("qk_output", 0) != 0 || n.has_output(3) {
        return Err(n.refuse("an output", "of products"));
    }
    let (heads, own) = (n.int("num_heads", 0), n.int("kv_num_heads", 0));
    if own < 1 || heads < 1 || heads % own != 0 {
        return Err(format!("{own} heads of keys do not fit {heads} heads of queries"));
    }
    let (query, key, value) = match (n.optional(1), n.optional(2)) {
        (Some(key), Some(value)) => (n.input(0)?.clone(), key.clone(), value.clone()),
        (None, None) => {
            let packed = n.input(0)?;
            let all = heads + 2 * own;
            let wide = width(packed)?;
            if wide % all != 0 {
                return Err(format!("{wide} columns are no {all} heads"));
            }
            let each = wide / all;
            let mut parts = cut(b, packed, 2, &[heads * each, own * each, own * each])?.into_iter();
            let mut part = || parts.next().ok_or("a part is missing");
            (part()?, part()?, part()?)
        }
        _ => return Err("key and value come together".into()),
    };
    let mut query = by_heads(b, &query, heads)?;
    let mut key = by_heads(b, &key, own)?;
    let value = by_heads(b, &value, own)?;
    let dtype = query.dtype()?;
    let length = b.size_of(&query, 2)?;
    let one = b.int64(1)?;
    let ends = b.cast(n.input(5)?, DType::I64)?;
    let ends = b.reshape(&ends, &[-1, 1])?;
    let ends = b.op("tf.AddV2", &[&ends, &one], NONE)?;
    // What precedes the queries: nothing if these are all there is.
    let whole = b.cast(n.input(6)?, DType::I64)?;
    let whole = b.reshape(&whole, &[])?;
    let is_first = b.op("tf.Equal", &[&whole, &length], NONE)?;
    let (before, zero) = (b.op("tf.Sub", &[&ends, &length], NONE)?, b.int64(0)?);
    let before = b.op("tf.SelectV2", &[&is_first, &zero, &before], NONE)?;
    let steps = b.places(&length)?;
    let places = b.op("tf.AddV2", &[&before, &steps], NONE)?;
    if n.int("do_rotary", 0) != 0 {
        let positions = n.optional(9).unwrap_or(&places);
        let (cosine, sine) = (n.input(7)?, n.input(8)?);
        let turned_pairs = cosine.dim(1).ok_or("the number of pairs that are turned is not known")?;
        let is_interleaved = n.int("rotary_interleaved", 0) != 0;
        let turns =
            Turns { cosine, sine, positions: Some(positions), width: 2 * turned_pairs, is_interleaved };
        query = turned(b, &query, &turns)?;
        key = turned(b, &key, &turns)?;
    }
    let (key, value) = match (n.optional(3), n.optional(4)) {
        (None, None) => (key, value),
        (Some(past_key), Some(past_value)) => {
            // The cache as it is afterwards: from the place of the first query on what is new, and zeros behind that.
            let room = b.size_of(past_key, 2)?;
            let total = b.op("tf.Maximum", &[&room, &whole], NONE)?;
            let all = b.places(&total)?;
            let behind = b.op("tf.Sub", &[&all, &before], NONE)?;
            let is_old = b.op("tf.Less", &[&behind, &zero], NONE)?;
            let new = b.op("tf.Minimum", &[&behind, &length], NONE)?;
            let new = b.op("tf.AddV2", &[&new, &room], NONE)?;
            let from = b.op("tf.SelectV2", &[&is_old, &all, &new], NONE)?;
            let (axis, attrs) = (b.int32(2)?, [("batch_dims", Attribute::Int(1))]);
            let nothing = b.number(dtype, 0.0)?;
            let mut joined = |past: &Tensor, own: &Tensor| {
                let own = padded(b, own, &[[0, 0], [0, 0], [0, 1], [0, 0]], &nothing)?;
                let both = b.op("tf.ConcatV2", &[past, &own, &axis], [("N", Attribute::Int(2))])?;
                b.op("tf.GatherV2", &[&both, &from, &axis], attrs.clone())
            };
            (joined(past_key, &key)?, joined(past_value, &value)?)
        }
        _ => return Err("past_key and past_value come together".into()),
    };
    // What each query sees: `[batch, 1, queries, keys]`.
    let total = b.size_of(&key, 2)?;
    let all = b.places(&total)?;
    let own_places = unsqueezed(b, &places, &[1, 3])?;
    let distances = b.op("tf.Sub", &[&own_places, &all], NONE)?;
    let mut seen = b.op("tf.GreaterEqual", &[&distances, &zero], NONE)?;
    let window = n.int("local_window_size", -1);
    if window > 0 {
        let window = b.int64(window)?;
        let is_near = b.op("tf.Less", &[&distances, &window], NONE)?;
        seen = b.op("tf.LogicalAnd", &[&seen, &is_near], NONE)?;
    }
    let mut added = bias(b, &seen, dtype)?;
    if let Some(more) = n.optional(10) {
        added = b.op("tf.AddV2", &[&added, more], NONE)?;
    }
    let sink = match (n.optional(11), n.int("smooth_softmax", 0) > 0) {
        (Some(sink), _) => Some(b.reshape(sink, &[1, heads, 1, 1])?),
        (None, true) => Some(b.number(dtype, 0.0)?),
        (None, false) => None,
    };
    let how = How {
        scale: n.attr("scale").map(|scale| f64::from(scale.f())).filter(|&scale| scale != 0.0),
        softcap: f64::from(n.float("softcap", 0.0)),
        precision: None,
        sink,
    };
    let attended = attended(b, &query, [&key, &value], Some(&added), &how)?;
    Ok(vec![joined_heads(b, &attended.result)?, key, value])
}

/// The sum of what stands in up to three tables, normalised; and how many words are no padding.
pub(super) fn embedding(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
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
