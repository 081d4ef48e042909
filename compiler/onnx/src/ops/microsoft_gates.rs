//! Operators of the domain `com.microsoft` between the attentions of recent decoders: gates, their normalisations, and turns by positions of
//! images.

use tfrt_ops::DType;

use super::Table;
use super::attention::{Turns, by_heads, joined_heads, turned};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("BranchwiseRMSNorm", |b, n| {
        let x = n.input(0)?;
        let parts = n.int("num_branches", 0);
        let whole = x.dim(x.rank()?.saturating_sub(1)).ok_or("the last size is not known")?;
        let size = match parts {
            0 => whole,
            1.. if whole % parts == 0 => whole / parts,
            _ => return Err(n.refuse("num_branches", &parts.to_string())),
        };
        let wide = normalized(b, n, x, size, n.optional(1))?;
        narrowed(b, x, &wide)
    }),
    ("GatedAdd", |b, n| {
        if n.optional(3).is_some() {
            return Err(n.refuse("gate_weight", "given"));
        }
        let added = b.op("tf.Mul", &[n.input(1)?, n.input(2)?], NONE)?;
        Ok(vec![b.op("tf.AddV2", &[n.input(0)?, &added], NONE)?])
    }),
    ("GatedRMSNorm", |b, n| {
        let (x, scale) = (n.input(0)?, n.input(1)?);
        let size = scale.dim(0).ok_or("the size of scale is not known")?;
        let gate = b.cast(n.input(2)?, DType::F32)?;
        let open = b.op("tf.Sigmoid", &[&gate], NONE)?;
        let gate = match n.text("activation", "silu")? {
            "silu" | "swish" => b.op("tf.Mul", &[&gate, &open], NONE)?,
            "sigmoid" => open,
            other => return Err(n.refuse("activation", other)),
        };
        let wide = normalized(b, n, x, size, Some(scale))?;
        let wide = b.op("tf.Mul", &[&wide, &gate], NONE)?;
        narrowed(b, x, &wide)
    }),
    ("LinearAttentionGate", |b, n| {
        let a = n.input(0)?;
        let wide = b.cast(a, DType::F32)?;
        let sum = b.op("tf.AddV2", &[&wide, n.input(1)?], NONE)?;
        let soft = b.op("tf.Softplus", &[&sum], NONE)?;
        let decay = b.op("tf.Mul", &[&soft, n.input(2)?], NONE)?;
        let mut results = narrowed(b, a, &decay)?;
        if let Some(rate) = n.optional(3) {
            let wide = b.cast(rate, DType::F32)?;
            let open = b.op("tf.Sigmoid", &[&wide], NONE)?;
            results.append(&mut narrowed(b, rate, &open)?);
        }
        Ok(results)
    }),
    ("MRotaryEmbedding", by_three_positions),
    ("ScaledSiLU", |b, n| {
        let x = n.input(0)?;
        let scale = match n.optional(1) {
            Some(scale) => b.cast(scale, DType::F32)?,
            None => b.number(DType::F32, f64::from(n.float("alpha", 1.0)))?,
        };
        let wide = b.cast(x, DType::F32)?;
        let scaled = b.op("tf.Mul", &[&wide, &scale], NONE)?;
        let scaled = b.cast(&scaled, x.dtype()?)?;
        let open = b.op("tf.Sigmoid", &[&scaled], NONE)?;
        Ok(vec![b.op("tf.Mul", &[&scaled, &open], NONE)?])
    }),
];

/// A result as the dtype of an operand.
fn narrowed(b: &mut Builder<'_>, of: &Tensor, wide: &Tensor) -> Result<Vec<Tensor>> {
    Ok(vec![b.cast(wide, of.dtype()?)?])
}

/// Runs of so many elements over their root mean square, in single precision, times a scale for the elements of a run, or of all runs.
fn normalized(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: &Tensor,
    size: i64,
    scale: Option<&Tensor>,
) -> Result<Tensor> {
    let all = b.all_sizes(x)?;
    let whole = x.dim(x.rank()?.saturating_sub(1)).ok_or("the last size is not known")?;
    if size < 1 || whole % size != 0 {
        return Err(format!("{whole} elements have no parts of {size}"));
    }
    let mut runs = all.clone();
    runs.pop();
    runs.push(b.int64(whole / size)?);
    runs.push(b.int64(size)?);
    let wide = b.cast(x, DType::F32)?;
    let wide = b.reshape_to(&wide, &runs)?;
    let square = b.op("tf.Square", &[&wide], NONE)?;
    let last = b.int32s(&[-1])?;
    let mean = b.op("tf.Mean", &[&square, &last], [("keep_dims", Attribute::Bool(true))])?;
    let epsilon = b.number(DType::F32, f64::from(n.float("epsilon", 1e-5)))?;
    let sum = b.op("tf.AddV2", &[&mean, &epsilon], NONE)?;
    let inverse = b.op("tf.Rsqrt", &[&sum], NONE)?;
    let mut made = b.op("tf.Mul", &[&wide, &inverse], NONE)?;
    if let Some(scale) = scale {
        let wide = b.cast(scale, DType::F32)?;
        let count = match scale.rank()? {
            1 => scale.dim(0),
            2 => scale.dim(0).zip(scale.dim(1)).map(|(a, b)| a * b),
            _ => None,
        };
        let wide = match count {
            Some(count) if count == whole => b.reshape(&wide, &[whole / size, size])?,
            _ => wide,
        };
        made = b.op("tf.Mul", &[&made, &wide], NONE)?;
    }
    b.reshape_to(&made, &all)
}

/// Heads with pairs of elements turned: each pair by the angle of the time, the row or the column of its token.
fn by_three_positions(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    if n.float("scale", 1.0) != 1.0 {
        return Err(n.refuse("scale", "other than 1"));
    }
    if n.int("is_packed_batching", 0) != 0 {
        return Err(n.refuse("is_packed_batching", "1"));
    }
    let (x, positions) = (n.input(0)?, n.input(1)?);
    let sections = n.ints("mrope_section").unwrap_or_default();
    let &[times, rows, columns] = &sections[..] else {
        return Err(format!("mrope_section must be three numbers, but has {}", sections.len()));
    };
    let pairs = n.input(2)?.dim(1).ok_or("the number of pairs is not known")?;
    if times < 0
        || rows < 0
        || columns < 0
        || times.checked_add(rows).and_then(|sum| sum.checked_add(columns)) != Some(pairs)
    {
        return Err(format!("the sections {times}, {rows} and {columns} are not {pairs} pairs"));
    }
    let of_pair = |pair: i64| match n.int("mrope_layout", 0) {
        0 => i64::from(pair >= times) + i64::from(pair >= times + rows),
        _ if pair % 3 == 1 && pair < rows * 3 => 1,
        _ if pair % 3 == 2 && pair < columns * 3 => 2,
        _ => 0,
    };
    let is_flat = x.rank()? == 3;
    let heads = by_heads(b, x, n.int("num_heads", 0))?;
    let axis = b.int32(0)?;
    let streams =
        b.ops("tf.Unpack", &[positions], [("num", Attribute::Int(3)), ("axis", Attribute::Int(0))], 3)?;
    let mut angles = Vec::new();
    for cache in [n.input(2)?, n.input(3)?] {
        let mut chosen = b.op("tf.GatherV2", &[cache, &streams[0], &axis], NONE)?;
        for (stream, at) in [(1, 1_i64), (2, 2)] {
            let own: Vec<i64> =
                crate::node::line(pairs)?.map(|pair| i64::from(of_pair(pair) == at)).collect();
            let own = b.int64s(&own)?;
            let own = b.cast(&own, DType::I1)?;
            let other = b.op("tf.GatherV2", &[cache, &streams[stream], &axis], NONE)?;
            chosen = b.op("tf.SelectV2", &[&own, &other, &chosen], NONE)?;
        }
        angles.push(chosen);
    }
    let turns = Turns {
        cosine: &angles[0],
        sine: &angles[1],
        positions: None,
        width: n.int("rotary_embedding_dim", 0),
        is_interleaved: n.int("interleaved", 0) != 0,
    };
    let done = turned(b, &heads, &turns)?;
    Ok(vec![if is_flat { joined_heads(b, &done)? } else { done }])
}
