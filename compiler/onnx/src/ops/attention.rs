//! Attention and its positions.

use tfrt_ops::DType;

use super::Table;
use super::linear::product;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::Constant;
use crate::node::{Node, line};

pub(super) const OPS: Table = &[
    ("Attention", attention),
    ("RotaryEmbedding", rotary_embedding),
    ("LinearAttention", linear_attention),
    ("CausalConvWithState", causal_conv),
];

/// `[batch, length, heads * size]` as `[batch, heads, length, size]`.
pub(super) fn by_heads(b: &mut Builder<'_>, x: &Tensor, heads: i64) -> Result<Tensor> {
    if x.rank()? == 4 {
        return Ok(x.clone());
    }
    if heads < 1 || x.dim(2).is_some_and(|hidden| hidden % heads != 0) {
        return Err(format!("a size of {} is not for {heads} heads", x.dim(2).unwrap_or(-1)));
    }
    let mut sizes = b.all_sizes(x)?;
    let count = b.int64(heads)?;
    let each = b.op("tf.TruncateDiv", &[&sizes[2], &count], NONE)?;
    sizes[2] = count;
    sizes.push(each);
    let cut = b.reshape_to(x, &sizes)?;
    b.transpose(&cut, &[0, 2, 1, 3])
}

/// `[batch, heads, length, size]` as `[batch, length, heads * size]`.
pub(super) fn joined_heads(b: &mut Builder<'_>, x: &Tensor) -> Result<Tensor> {
    let moved = b.transpose(x, &[0, 2, 1, 3])?;
    let mut sizes = b.all_sizes(&moved)?;
    let size = sizes.pop().ok_or("there are no heads")?;
    sizes[2] = b.op("tf.Mul", &[&sizes[2], &size], NONE)?;
    b.reshape_to(&moved, &sizes)
}

/// Each head as often as there are queries for it.
pub(crate) fn repeated(b: &mut Builder<'_>, x: &Tensor, times: i64) -> Result<Tensor> {
    if times == 1 {
        return Ok(x.clone());
    }
    let heads = x.dim(1).ok_or("the number of heads is not known")?;
    let places: Vec<i64> = line(heads * times)?.map(|head| head / times).collect();
    let (places, axis) = (b.int32s(&places)?, b.int32(1)?);
    b.op("tf.GatherV2", &[x, &places, &axis], NONE)
}

/// Nothing where a place may be seen, minus infinity elsewhere.
pub(super) fn bias(b: &mut Builder<'_>, allowed: &Tensor, dtype: DType) -> Result<Tensor> {
    let (zero, never) = (b.number(dtype, 0.0)?, b.number(dtype, f64::NEG_INFINITY)?);
    b.op("tf.SelectV2", &[allowed, &zero, &never], NONE)
}

/// A mask with places that are not seen behind its own, up to a number of keys.
fn padded_mask(b: &mut Builder<'_>, n: &Node<'_>, mask: Tensor, total: &Tensor) -> Result<Tensor> {
    let rank = mask.rank()?;
    let own = b.size_of(&mask, rank.checked_sub(1).ok_or("the mask has no dimensions")?)?;
    // Before version 24 it has all places.
    if (own.ints().is_none() || total.ints().is_none()) && n.opset < 24 {
        return Ok(mask);
    }
    let (more, zero) = (b.op("tf.Sub", &[total, &own], NONE)?, b.int64(0)?);
    let missing = b.op("tf.Maximum", &[&more, &zero], NONE)?;
    if missing.ints().is_some_and(|missing| missing == [0]) {
        return Ok(mask);
    }
    let mut pads = vec![zero; 2 * rank];
    pads[2 * rank - 1] = missing;
    let pads = b.list_of(&pads)?;
    let pads = b.reshape(&pads, &[rank as i64, 2])?;
    let never = b.number(mask.dtype()?, f64::NEG_INFINITY)?;
    let mut dims = mask.open_sizes()?;
    dims[rank - 1] = -1;
    Ok(b.op("tf.PadV2", &[&mask, &pads, &never], NONE)?.with_dims(&dims))
}

fn attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let dtype = n.input(0)?.dtype()?;
    let (heads, kv_heads) = (n.int("q_num_heads", 0), n.int("kv_num_heads", 0));
    let is_flat = n.input(0)?.rank()? == 3;
    let query = by_heads(b, n.input(0)?, heads)?;
    let mut key = by_heads(b, n.input(1)?, kv_heads)?;
    let mut value = by_heads(b, n.input(2)?, kv_heads)?;
    let mut past = b.int64(0)?;
    if let (Some(past_key), Some(past_value)) = (n.optional(4), n.optional(5)) {
        past = b.size_of(past_key, 2)?;
        let axis = b.int32(2)?;
        let count = || [("N", Attribute::Int(2))];
        key = b.op("tf.ConcatV2", &[past_key, &key, &axis], count())?;
        value = b.op("tf.ConcatV2", &[past_value, &value, &axis], count())?;
    }
    let (length, total) = (b.size_of(&query, 2)?, b.size_of(&key, 2)?);

    // What queries see: a bias of the products.
    let mut biases = Vec::new();
    if let Some(mask) = n.optional(3) {
        let mask = match mask.dtype()? {
            DType::I1 => bias(b, mask, dtype)?,
            _ => mask.clone(),
        };
        biases.push(padded_mask(b, n, mask, &total)?);
    }
    let (left, right) = (n.int("left_window_size", -1), n.int("right_window_size", -1));
    let is_causal = n.int("is_causal", 0) != 0;
    if is_causal || left >= 0 || right >= 0 {
        // How far a key is before its query, without what precedes the queries.
        let (rows, columns) = (b.places(&length)?, b.places(&total)?);
        let rows = b.reshape(&rows, &[-1, 1])?;
        let distances = b.op("tf.Sub", &[&rows, &columns], NONE)?;
        let offset = match n.optional(6).filter(|_| n.optional(4).is_none()) {
            Some(lengths) => {
                let lengths = b.cast(lengths, DType::I64)?;
                let offset = b.op("tf.Sub", &[&lengths, &length], NONE)?;
                b.reshape(&offset, &[-1, 1, 1, 1])?
            }
            None => past,
        };
        let distances = b.op("tf.AddV2", &[&distances, &offset], NONE)?;
        let mut within = |op: &str, limit: i64| {
            let limit = b.int64(limit)?;
            let allowed = b.op(op, &[&distances, &limit], NONE)?;
            biases.push(bias(b, &allowed, dtype)?);
            Ok::<_, String>(())
        };
        if is_causal {
            within("tf.GreaterEqual", 0)?;
        }
        if left >= 0 {
            within("tf.LessEqual", left)?;
        }
        if right >= 0 {
            within("tf.GreaterEqual", -right)?;
        }
    }
    if let Some(lengths) = n.optional(6) {
        let places = b.places(&total)?;
        let lengths = b.cast(lengths, DType::I64)?;
        let lengths = b.reshape(&lengths, &[-1, 1, 1, 1])?;
        let allowed = b.op("tf.Less", &[&places, &lengths], NONE)?;
        biases.push(bias(b, &allowed, dtype)?);
    }
    let mut all: Option<Tensor> = None;
    for own in biases {
        all = Some(match all {
            None => own,
            Some(other) => b.op("tf.AddV2", &[&other, &own], NONE)?,
        });
    }
    let how = How {
        scale: n.attr("scale").map(|attr| f64::from(attr.f())),
        softcap: f64::from(n.float("softcap", 0.0)),
        precision: n.dtype("softmax_precision")?,
        sink: None,
    };
    let attended = attended(b, &query, [&key, &value], all.as_ref(), &how)?;
    let result = if is_flat { joined_heads(b, &attended.result)? } else { attended.result };
    let shown = match n.int("qk_matmul_output_mode", 0) {
        0 => attended.plain,
        // Softcap and bias changed places in version 24.
        1 => attended.capped,
        2 => attended.biased,
        3 => attended.weights,
        mode => return Err(n.refuse("qk_matmul_output_mode", &mode.to_string())),
    };
    Ok(vec![result, key, value, shown])
}

/// The weights of values in attention.
pub(super) struct How {
    /// The factor of the products; one by the root of the size of a head if none is given.
    pub scale: Option<f64>,
    /// The bound of the products, if it is positive.
    pub softcap: f64,
    /// The element type in which weights are computed.
    pub precision: Option<DType>,
    /// Products with nothing, one for each head: a share of the weights goes there.
    pub sink: Option<Tensor>,
}

/// The result of attention, and what it was computed by.
pub(super) struct Attended {
    pub result: Tensor,
    plain: Tensor,
    capped: Tensor,
    biased: Tensor,
    weights: Tensor,
}

/// Attention of heads `[batch, heads, length, size]`. Several heads of queries may have one of keys and values, those next to each other.
pub(super) fn attended(
    b: &mut Builder<'_>,
    query: &Tensor,
    [key, value]: [&Tensor; 2],
    bias: Option<&Tensor>,
    how: &How,
) -> Result<Attended> {
    let dtype = query.dtype()?;
    let (sizes, total) = (b.all_sizes(query)?, b.size_of(key, 2)?);
    let scale = match (how.scale, query.dim(3)) {
        (Some(scale), _) => b.number(dtype, scale.sqrt())?,
        (None, Some(size)) => b.number(dtype, (1.0 / (size as f64).sqrt()).sqrt())?,
        (None, None) => {
            let (size, power) = (b.cast(&sizes[3], DType::F64)?, b.number(DType::F64, -0.25)?);
            let scale = b.op("tf.Pow", &[&size, &power], NONE)?;
            b.cast(&scale, dtype)?
        }
    };
    let scaled = b.op("tf.Mul", &[query, &scale], NONE)?;
    let key = b.op("tf.Mul", &[key, &scale], NONE)?;
    let turned = b.transpose(&key, &[0, 1, 3, 2])?;
    // The heads of queries that have one of keys are one matrix.
    let own = match (query.dim(1), key.dim(1)) {
        (Some(heads), Some(own)) if own < 1 || heads % own != 0 => {
            return Err(format!("{own} heads of keys do not fit {heads} heads of queries"));
        }
        (Some(heads), Some(own)) if own == heads => None,
        _ => Some(b.size_of(&key, 1)?),
    };
    let rest = b.int64(-1)?;
    let plain = match &own {
        None => product(b, &scaled, &turned)?,
        Some(own) => {
            let joined = [sizes[0].clone(), own.clone(), rest.clone(), sizes[3].clone()];
            let joined = b.reshape_to(&scaled, &joined)?;
            let plain = product(b, &joined, &turned)?;
            b.reshape_to(&plain, &[sizes[0].clone(), sizes[1].clone(), sizes[2].clone(), total.clone()])?
        }
    };
    let capped = match how.softcap > 0.0 {
        false => plain.clone(),
        true => {
            let cap = b.number(dtype, how.softcap)?;
            let ratio = b.op("tf.RealDiv", &[&plain, &cap], NONE)?;
            let bounded = b.op("tf.Tanh", &[&ratio], NONE)?;
            b.op("tf.Mul", &[&bounded, &cap], NONE)?
        }
    };
    let biased = match bias {
        Some(bias) => b.op("tf.AddV2", &[&capped, bias], NONE)?,
        None => capped.clone(),
    };
    let wide = match how.precision {
        Some(precision) => b.cast(&biased, precision)?,
        None => biased.clone(),
    };
    let is_half = matches!(wide.dtype()?, DType::F16 | DType::BF16);
    let mut weights = match &how.sink {
        None if !is_half => b.op("tf.Softmax", &[&wide], NONE)?,
        sink => softmax_by_steps(b, &wide, sink.as_ref())?,
    };
    if let Some(bias) = bias {
        // A query that sees nothing gets nothing.
        let axes = b.int32s(&[-1])?;
        let most = b.op("tf.Max", &[bias, &axes], [("keep_dims", Attribute::Bool(true))])?;
        let never = b.number(dtype, f64::NEG_INFINITY)?;
        let is_blind = b.op("tf.Equal", &[&most, &never], NONE)?;
        let zero = b.number(weights.dtype()?, 0.0)?;
        weights = b.op("tf.SelectV2", &[&is_blind, &zero, &weights], NONE)?;
    }
    let weights = b.cast(&weights, dtype)?;
    let result = match own {
        None => product(b, &weights, value)?,
        Some(own) => {
            let joined = b.reshape_to(&weights, &[sizes[0].clone(), own, rest, total])?;
            let result = product(b, &joined, value)?;
            let width = b.size_of(value, 3)?;
            b.reshape_to(&result, &[sizes[0].clone(), sizes[1].clone(), sizes[2].clone(), width])?
        }
    };
    Ok(Attended { result, plain, capped, biased, weights })
}

/// Softmax along the last dimension, each step of it rounded to the element type, perhaps with one more element, which each head has, and
/// which is not in the result.
fn softmax_by_steps(b: &mut Builder<'_>, x: &Tensor, sink: Option<&Tensor>) -> Result<Tensor> {
    let axes = b.int32s(&[-1])?;
    let keep = || [("keep_dims", Attribute::Bool(true))];
    let mut most = b.op("tf.Max", &[x, &axes], keep())?;
    if let Some(sink) = sink {
        most = b.op("tf.Maximum", &[&most, sink], NONE)?;
    }
    let less = b.op("tf.Sub", &[x, &most], NONE)?;
    let powers = b.op("tf.Exp", &[&less], NONE)?;
    let mut sum = b.op("tf.Sum", &[&powers, &axes], keep())?;
    if let Some(sink) = sink {
        let less = b.op("tf.Sub", &[sink, &most], NONE)?;
        let more = b.op("tf.Exp", &[&less], NONE)?;
        sum = b.op("tf.AddV2", &[&sum, &more], NONE)?;
    }
    b.op("tf.RealDiv", &[&powers, &sum], NONE)
}

/// Pairs of elements turned by the angle of their position.
fn rotary_embedding(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let is_flat = x.rank()? == 3;
    let x = by_heads(b, x, n.int("num_heads", 0))?;
    let turns = Turns {
        cosine: n.input(1)?,
        sine: n.input(2)?,
        positions: n.optional(3),
        width: n.int("rotary_embedding_dim", 0),
        is_interleaved: n.int("interleaved", 0) != 0,
    };
    let turned = turned(b, &x, &turns)?;
    Ok(vec![if is_flat { joined_heads(b, &turned)? } else { turned }])
}

/// The rotation of elements.
pub(super) struct Turns<'t> {
    /// Cosine and sine of the angles: `[batch, length, pairs]`, or `[all positions, pairs]` with positions `[batch, length]`.
    pub cosine: &'t Tensor,
    pub sine: &'t Tensor,
    pub positions: Option<&'t Tensor>,
    /// The elements of a head that are turned, the first ones; all if it is zero.
    pub width: i64,
    /// Whether the elements of a pair are next to each other, or half of all apart.
    pub is_interleaved: bool,
}

/// Heads `[batch, heads, length, size]` with pairs of elements turned.
pub(super) fn turned(b: &mut Builder<'_>, x: &Tensor, turns: &Turns<'_>) -> Result<Tensor> {
    let size = x.dim(3).ok_or("the size of a head is not known")?;
    let width = if turns.width == 0 { size } else { turns.width };
    if width < 0 || width > size || width % 2 != 0 {
        return Err(format!("{width} elements of {size} are no pairs"));
    }
    let half = width / 2;
    let axis = b.int32(3)?;
    let cut = |b: &mut Builder<'_>, x: &Tensor, parts: [i64; 2]| {
        let parts = b.int64s(&parts)?;
        let mut pieces = b.ops("tf.SplitV", &[x, &parts, &axis], [("num_split", Attribute::Int(2))], 2)?;
        let second = pieces.pop().ok_or("no second part")?;
        Ok::<_, String>((pieces.pop().ok_or("no first part")?, second))
    };
    let (x, rest) = match width == size {
        true => (x.clone(), None),
        false => cut(b, x, [width, size - width]).map(|(x, rest)| (x, Some(rest)))?,
    };
    let mut angles = Vec::new();
    for cache in [turns.cosine, turns.sine] {
        let own = match turns.positions {
            Some(positions) => {
                let axis = b.int32(0)?;
                b.op("tf.GatherV2", &[cache, positions, &axis], NONE)?
            }
            None => cache.clone(),
        };
        angles.push(super::arrays::unsqueezed(b, &own, &[1])?);
    }
    let (cosine, sine) = (&angles[0], &angles[1]);
    let mut pairs = b.all_sizes(&x)?;
    pairs[3] = b.int64(half)?;
    pairs.push(b.int64(2)?);
    let (first, second) = if turns.is_interleaved {
        let pairs = b.reshape_to(&x, &pairs)?;
        let mut parts =
            b.ops("tf.Unpack", &[&pairs], [("num", Attribute::Int(2)), ("axis", Attribute::Int(4))], 2)?;
        let second = parts.pop().ok_or("no second part")?;
        (parts.pop().ok_or("no first part")?, second)
    } else {
        cut(b, &x, [half, half])?
    };
    let times = |b: &mut Builder<'_>, x: &Tensor, y: &Tensor| b.op("tf.Mul", &[x, y], NONE);
    let (a, c) = (times(b, &first, cosine)?, times(b, &second, sine)?);
    let real = b.op("tf.Sub", &[&a, &c], NONE)?;
    let (a, c) = (times(b, &first, sine)?, times(b, &second, cosine)?);
    let imaginary = b.op("tf.AddV2", &[&a, &c], NONE)?;
    let done = if turns.is_interleaved {
        let attrs = [("N", Attribute::Int(2)), ("axis", Attribute::Int(4))];
        let packed = b.op("tf.Pack", &[&real, &imaginary], attrs)?;
        pairs.truncate(3);
        pairs.push(b.int64(width)?);
        b.reshape_to(&packed, &pairs)?
    } else {
        b.op("tf.ConcatV2", &[&real, &imaginary, &axis], [("N", Attribute::Int(2))])?
    };
    match rest {
        None => Ok(done),
        Some(rest) => b.op("tf.ConcatV2", &[&done, &rest, &axis], [("N", Attribute::Int(2))]),
    }
}

/// Attention whose state is a matrix for each head, which each step changes.
fn linear_attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let rule = n.one_of("update_rule", "gated_delta", &["linear", "gated", "delta", "gated_delta"])?;
    let dtype = n.input(0)?.dtype()?;
    let nothing = Tensor::of_constant(Constant::of_ints(DType::I32, &[0], &[]))?;
    let mut operands = vec![n.input(0)?.clone(), n.input(1)?.clone(), n.input(2)?.clone()];
    for i in 3..6 {
        let operand = n.optional(i).unwrap_or(&nothing);
        operands.push(b.cast(operand, dtype)?);
    }
    for (i, name, needs) in [(4, "decay", rule.starts_with("gated")), (5, "beta", rule.ends_with("delta"))] {
        if needs && n.optional(i).is_none() {
            return Err(format!("the update rule '{rule}' needs the input '{name}'"));
        }
    }
    let attrs = [
        ("update_rule", Attribute::Text(rule)),
        ("q_num_heads", Attribute::Int(n.int("q_num_heads", 0))),
        ("kv_num_heads", Attribute::Int(n.int("kv_num_heads", 0))),
        ("scale", Attribute::Float(n.float("scale", 0.0))),
    ];
    b.ops("onnx.LinearAttention", &operands.iter().collect::<Vec<_>>(), attrs, 2)
}

/// A convolution of each channel with what precedes each place, of which the last is handed on to the next call.
fn causal_conv(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (x, filter) = (n.input(0)?, n.input(1)?);
    let sizes = filter.sizes().filter(|sizes| sizes.len() == 3);
    let sizes = sizes.ok_or("the sizes of the filter are not known, or not three")?;
    let (channels, width) = (sizes[0], sizes[2]);
    if x.rank()? != 3 || sizes[1] != 1 || width < 1 || x.dim(1).is_some_and(|own| own != channels) {
        return Err(format!("a filter of sizes {sizes:?} does not fit the input"));
    }
    let mut all = x.clone();
    match n.optional(3) {
        Some(past) => {
            let axis = b.int32(2)?;
            all = b.op("tf.ConcatV2", &[past, x, &axis], [("N", Attribute::Int(2))])?;
        }
        None if width > 1 => {
            let zero = b.number(x.dtype()?, 0.0)?;
            all = super::pads::padded(b, x, &[[0, 0], [0, 0], [width - 1, 0]], &zero)?;
        }
        None => {}
    }
    let state = match width {
        1 => {
            let (begin, size) = (b.int64s(&[0, 0, 0])?, b.int64s(&[-1, -1, 0])?);
            b.op("tf.Slice", &[&all, &begin, &size], NONE)?
        }
        _ => super::indexing::cut(b, &all, &[0, 0, 1 - width], &[0, 0, 0])?,
    };
    let image = b.transpose(&all, &[0, 2, 1])?;
    let image = super::arrays::unsqueezed(b, &image, &[1])?;
    let filter = b.transpose(filter, &[2, 0, 1])?;
    let filter = b.reshape(&filter, &[1, width, channels, 1])?;
    let attrs = [
        ("strides", Attribute::Ints(vec![1; 4])),
        ("dilations", Attribute::Ints(vec![1; 4])),
        ("padding", Attribute::Text("VALID")),
        ("explicit_paddings", Attribute::Ints(Vec::new())),
        ("data_format", Attribute::Text("NHWC")),
    ];
    let mut result = b.op("tf.DepthwiseConv2dNative", &[&image, &filter], attrs)?;
    if let Some(bias) = n.optional(2) {
        result = b.op("tf.BiasAdd", &[&result, bias], [("data_format", Attribute::Text("NHWC"))])?;
    }
    match n.text("activation", "none")? {
        "none" => {}
        "silu" | "swish" => {
            let share = b.op("tf.Sigmoid", &[&result], NONE)?;
            result = b.op("tf.Mul", &[&result, &share], NONE)?;
        }
        other => return Err(n.refuse("activation", &format!("'{other}'"))),
    }
    let result = b.op("tf.Squeeze", &[&result], [("squeeze_dims", Attribute::Ints(vec![1]))])?;
    Ok(vec![b.transpose(&result, &[0, 2, 1])?, state])
}
