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
fn by_heads(b: &mut Builder<'_>, x: &Tensor, heads: i64) -> Result<Tensor> {
    if x.rank()? == 4 {
        return Ok(x.clone());
    }
    let hidden = x.dim(2).ok_or("the last size of an input is not known")?;
    if heads < 1 || hidden % heads != 0 {
        return Err(format!("a size of {hidden} is not for {heads} heads"));
    }
    let sizes = x.open_sizes()?;
    let dims = match (sizes[0], sizes[1]) {
        (-1, -1) => {
            let shape = b.shape_of(x)?;
            let (front, rest) = (b.part(&shape, 0, 2)?, b.int64s(&[heads, hidden / heads])?);
            b.join(&[&front, &rest])?
        }
        (batch, length) => b.int64s(&[batch, length, heads, hidden / heads])?,
    };
    let cut = b.op("tf.Reshape", &[x, &dims], NONE)?;
    b.transpose(&cut, &[0, 2, 1, 3])
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
fn bias(b: &mut Builder<'_>, allowed: &Tensor, dtype: DType) -> Result<Tensor> {
    let (zero, never) = (b.number(dtype, 0.0)?, b.number(dtype, f64::NEG_INFINITY)?);
    b.op("tf.SelectV2", &[allowed, &zero, &never], NONE)
}

fn attention(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let dtype = n.input(0)?.dtype()?;
    let (heads, kv_heads) = (n.int("q_num_heads", 0), n.int("kv_num_heads", 0));
    let is_flat = n.input(0)?.rank()? == 3;
    let query = by_heads(b, n.input(0)?, heads)?;
    let mut key = by_heads(b, n.input(1)?, kv_heads)?;
    let mut value = by_heads(b, n.input(2)?, kv_heads)?;
    let mut past = 0;
    if let (Some(past_key), Some(past_value)) = (n.optional(4), n.optional(5)) {
        past = past_key.dim(2).ok_or("the length of the past is not known")?;
        let axis = b.int32(2)?;
        let count = || [("N", Attribute::Int(2))];
        key = b.op("tf.ConcatV2", &[past_key, &key, &axis], count())?;
        value = b.op("tf.ConcatV2", &[past_value, &value, &axis], count())?;
    }
    let (present_key, present_value) = (key.clone(), value.clone());
    let of = |x: &Tensor, axis: usize| x.dim(axis).ok_or("a size of the queries or keys is not known");
    let (length, total, size) = (of(&query, 2)?, of(&key, 2)?, of(&query, 3)?);
    let times = of(&query, 1)? / of(&key, 1)?.max(1);
    let (key, value) = (repeated(b, &key, times)?, repeated(b, &value, times)?);

    // What queries see: a bias of the products.
    let mut biases = Vec::new();
    if let Some(mask) = n.optional(3) {
        let rank = mask.rank()?;
        let missing = total - mask.dim(rank - 1).ok_or("the sizes of the mask are not known")?;
        let mut mask = match mask.dtype()? {
            DType::I1 => bias(b, mask, dtype)?,
            _ => mask.clone(),
        };
        if missing > 0 {
            let mut pads = vec![[0, 0]; rank];
            pads[rank - 1][1] = missing;
            let never = b.number(dtype, f64::NEG_INFINITY)?;
            mask = super::arrays::padded(b, &mask, &pads, &never)?;
        }
        biases.push(mask);
    }
    let (left, right) = (n.int("left_window_size", -1), n.int("right_window_size", -1));
    let is_causal = n.int("is_causal", 0) != 0;
    if is_causal || left >= 0 || right >= 0 {
        // How far a key is before its query, without what precedes the queries.
        let distances: Vec<i64> = line(length * total)?.map(|at| at / total - at % total).collect();
        let distances = Tensor::of_constant(Constant::of_ints(DType::I64, &[length, total], &distances))?;
        let offset = match n.optional(6).filter(|_| n.optional(4).is_none()) {
            Some(lengths) => {
                let own = b.number(DType::I64, length as f64)?;
                let lengths = b.cast(lengths, DType::I64)?;
                let offset = b.op("tf.Sub", &[&lengths, &own], NONE)?;
                b.reshape(&offset, &[-1, 1, 1, 1])?
            }
            None => b.number(DType::I64, past as f64)?,
        };
        let distances = b.op("tf.AddV2", &[&distances, &offset], NONE)?;
        let mut within = |op: &str, limit: i64| {
            let limit = b.number(DType::I64, limit as f64)?;
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
        let places = b.int64s(&line(total)?.collect::<Vec<_>>())?;
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

    let scale = n.attr("scale").map_or(1.0 / (size as f64).sqrt(), |attr| f64::from(attr.f()));
    let scale = b.number(dtype, scale.sqrt())?;
    let query = b.op("tf.Mul", &[&query, &scale], NONE)?;
    let key = b.op("tf.Mul", &[&key, &scale], NONE)?;
    let key = b.transpose(&key, &[0, 1, 3, 2])?;
    let plain = product(b, &query, &key)?;
    let softcap = n.float("softcap", 0.0);
    let capped = match softcap > 0.0 {
        false => plain.clone(),
        true => {
            let cap = b.number(dtype, f64::from(softcap))?;
            let ratio = b.op("tf.RealDiv", &[&plain, &cap], NONE)?;
            let bounded = b.op("tf.Tanh", &[&ratio], NONE)?;
            b.op("tf.Mul", &[&bounded, &cap], NONE)?
        }
    };
    let biased = match &all {
        Some(all) => b.op("tf.AddV2", &[&capped, all], NONE)?,
        None => capped.clone(),
    };
    let wide = match n.dtype("softmax_precision")? {
        Some(precision) => b.cast(&biased, precision)?,
        None => biased.clone(),
    };
    let mut weights = b.op("tf.Softmax", &[&wide], NONE)?;
    if let Some(all) = &all {
        // A query that sees nothing gets nothing.
        let axes = b.int32s(&[-1])?;
        let most = b.op("tf.Max", &[all, &axes], [("keep_dims", Attribute::Bool(true))])?;
        let never = b.number(dtype, f64::NEG_INFINITY)?;
        let is_blind = b.op("tf.Equal", &[&most, &never], NONE)?;
        let zero = b.number(weights.dtype()?, 0.0)?;
        weights = b.op("tf.SelectV2", &[&is_blind, &zero, &weights], NONE)?;
    }
    let weights = b.cast(&weights, dtype)?;
    let mut result = product(b, &weights, &value)?;
    if is_flat {
        let moved = b.transpose(&result, &[0, 2, 1, 3])?;
        let sizes = moved.open_sizes()?;
        result = b.reshape(&moved, &[sizes[0], length, sizes[2] * sizes[3]])?;
    }
    let shown = match n.int("qk_matmul_output_mode", 0) {
        0 => plain,
        // Softcap and bias changed places in version 24.
        1 => capped,
        2 => biased,
        3 => weights,
        mode => return Err(n.refuse("qk_matmul_output_mode", &mode.to_string())),
    };
    Ok(vec![result, present_key, present_value, shown])
}

/// Pairs of elements turned by the angle of their position.
fn rotary_embedding(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let is_flat = x.rank()? == 3;
    let heads = n.int("num_heads", 0);
    let sizes = x.sizes().ok_or("the sizes of the input are not known")?;
    // [batch, length, heads, size]
    let x = match is_flat {
        true => {
            if heads < 1 || sizes[2] % heads != 0 {
                return Err(format!("a size of {} is not for {heads} heads", sizes[2]));
            }
            b.reshape(x, &[sizes[0], sizes[1], heads, sizes[2] / heads])?
        }
        false => b.transpose(x, &[0, 2, 1, 3])?,
    };
    let all = x.sizes().ok_or("the sizes of the input are not known")?;
    let size = all[3];
    let turned = match n.int("rotary_embedding_dim", 0) {
        0 => size,
        turned => turned,
    };
    let axis = b.int32(3)?;
    let cut = |b: &mut Builder<'_>, x: &Tensor, parts: &[i64]| {
        let (parts_list, count) = (b.int64s(parts)?, parts.len());
        b.ops("tf.SplitV", &[x, &parts_list, &axis], [("num_split", Attribute::Int(count as i64))], count)
    };
    let mut pieces = cut(b, &x, &[turned, size - turned])?;
    let rest = pieces.pop().ok_or("no rest")?;
    let x = pieces.pop().ok_or("nothing to turn")?;
    let half = turned / 2;
    let mut angles = Vec::new();
    for i in [1, 2] {
        let cache = n.input(i)?;
        let own = match n.optional(3) {
            Some(positions) => {
                let axis = b.int32(0)?;
                b.op("tf.GatherV2", &[cache, positions, &axis], NONE)?
            }
            None => cache.clone(),
        };
        angles.push(b.reshape(&own, &[all[0], all[1], 1, half])?);
    }
    let (cosine, sine) = (&angles[0], &angles[1]);
    let is_interleaved = n.int("interleaved", 0) != 0;
    let (first, second) = if is_interleaved {
        let pairs = b.reshape(&x, &[all[0], all[1], all[2], half, 2])?;
        let mut parts =
            b.ops("tf.Unpack", &[&pairs], [("num", Attribute::Int(2)), ("axis", Attribute::Int(4))], 2)?;
        let second = parts.pop().ok_or("no second part")?;
        (parts.pop().ok_or("no first part")?, second)
    } else {
        let mut parts = cut(b, &x, &[half, half])?;
        let second = parts.pop().ok_or("no second part")?;
        (parts.pop().ok_or("no first part")?, second)
    };
    let times = |b: &mut Builder<'_>, x: &Tensor, y: &Tensor| b.op("tf.Mul", &[x, y], NONE);
    let (a, c) = (times(b, &first, cosine)?, times(b, &second, sine)?);
    let real = b.op("tf.Sub", &[&a, &c], NONE)?;
    let (a, c) = (times(b, &first, sine)?, times(b, &second, cosine)?);
    let imaginary = b.op("tf.AddV2", &[&a, &c], NONE)?;
    let done = if is_interleaved {
        let attrs = [("N", Attribute::Int(2)), ("axis", Attribute::Int(4))];
        let pairs = b.op("tf.Pack", &[&real, &imaginary], attrs)?;
        b.reshape(&pairs, &[all[0], all[1], all[2], turned])?
    } else {
        b.op("tf.ConcatV2", &[&real, &imaginary, &axis], [("N", Attribute::Int(2))])?
    };
    let whole = b.op("tf.ConcatV2", &[&done, &rest, &axis], [("N", Attribute::Int(2))])?;
    Ok(vec![match is_flat {
        true => b.reshape(&whole, &sizes)?,
        false => b.transpose(&whole, &[0, 2, 1, 3])?,
    }])
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
            all = super::arrays::padded(b, x, &[[0, 0], [0, 0], [width - 1, 0]], &zero)?;
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
