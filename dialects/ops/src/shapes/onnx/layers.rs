//! Layers over sequences: attention and recurrent networks.

use super::super::{Call, Dim, Outcome, Results, ShapeRow, takes, unsupported};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [linear_attention], takes(6) => "onnx.LinearAttention";
    [recurrent], takes(7) => "onnx.Recurrent";
};

/// The results for each step of a query, and the state behind the last step.
fn linear_attention(call: &Call<'_>) -> Result<Results, OpError> {
    let heads = |name: &'static str| {
        let heads = call
            .attrs
            .get_int(name)
            .ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))?;
        match (1..=1 << 20).contains(&heads) {
            true => Ok(heads),
            false => Err(OpError::from(format!("{name} is {heads}"))),
        }
    };
    let (queries, keys) = (heads("q_num_heads")?, heads("kv_num_heads")?);
    if queries % keys != 0 {
        return Err(format!("q_num_heads is {queries}, which is no multiple of kv_num_heads, {keys}").into());
    }
    let query = &call.operands[0];
    if let Some(dtype) =
        query.dtype.filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64))
    {
        return Err(unsupported(dtype));
    }
    for (i, operand) in call.operands.iter().enumerate() {
        let is_other = operand.dtype.zip(query.dtype).is_some_and(|(own, dtype)| own != dtype);
        let rank = if i == 3 { 4 } else { 3 };
        let is_absent =
            i >= 3 && operand.dims().is_some_and(|dims| dims.len() == 1 && dims[0].known().unwrap_or(0) == 0);
        if is_other || operand.shape.rank().is_some_and(|own| own != rank && !is_absent) {
            return Err(
                format!("operand {i} must have rank {rank} and the query's dtype, but is {operand}").into()
            );
        }
    }
    let dim = |i: usize, at: usize| call.operands[i].dims().map_or(Dim::UNKNOWN, |dims| dims[at]);
    // Steps, and sizes of all heads together.
    let parts = [(0, "q_num_heads", queries), (1, "kv_num_heads", keys), (2, "kv_num_heads", keys)].map(
        |(i, name, heads)| match dim(i, 2).known() {
            Some(size) if size % heads != 0 => {
                Err(format!("operand {i} is {}, which is not for {name} of {heads}", call.operands[i]))
            }
            Some(size) => Ok(Dim::of(size / heads)),
            None => Ok(Dim::UNKNOWN),
        },
    );
    let [query_size, key_size, value_size] = parts;
    let (query_size, key_size, value_size) = (query_size?, key_size?, value_size?);
    let (batch, length) = (dim(0, 0), dim(0, 1));
    let differ = |a: Dim, b: Dim| a.known().zip(b.known()).is_some_and(|(a, b)| a != b);
    for i in 1..6 {
        let operand = &call.operands[i];
        let Some(dims) = operand.dims().filter(|dims| dims.len() > 1) else { continue };
        let sizes = match i {
            3 => differ(dims[1], Dim::of(keys)) || differ(dims[2], query_size) || differ(dims[3], value_size),
            4 => {
                differ(dims[1], length)
                    || (differ(dims[2], Dim::of(keys))
                        && differ(dims[2], query_size.map(|size| size.saturating_mul(keys))))
            }
            5 => differ(dims[1], length) || (differ(dims[2], Dim::of(keys)) && differ(dims[2], Dim::of(1))),
            _ => differ(dims[1], length),
        };
        if differ(dims[0], batch) || sizes {
            return Err(format!("operand {i} does not fit the query {query}, but is {operand}").into());
        }
    }
    if differ(query_size, key_size) {
        return Err(
            format!("heads of keys and queries differ in size: {} and {query}", call.operands[1]).into()
        );
    }
    let width = value_size.map(|size| size.saturating_mul(queries));
    let y = Outcome::of_dims(query.dtype, &[batch, length, width])?;
    let state = Outcome::of_dims(query.dtype, &[batch, Dim::of(keys), query_size, value_size])?;
    Ok([y, state].into_iter().collect())
}

/// The states of all steps, the last state, and the last memory of an LSTM.
fn recurrent(call: &Call<'_>) -> Result<Results, OpError> {
    let is_lstm = call.attrs.get_str("cell") == Some("LSTM");
    let gates = match call.attrs.get_str("cell") {
        Some("RNN") => 1,
        Some("GRU") => 3,
        Some("LSTM") => 4,
        _ => return Err(OpError::incomplete("missing 'cell' attribute")),
    };
    let dtype = call.operands[0].dtype;
    if let Some(dtype) =
        dtype.filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64))
    {
        return Err(unsupported(dtype));
    }
    let dim = |i: usize, at: usize| call.operands[i].dims().and_then(|dims| dims.get(at).copied());
    let dim = |i: usize, at: usize| dim(i, at).unwrap_or(Dim::UNKNOWN);
    let by_gates = |dim: Dim, gates: i64| dim.map(|size| size / gates);
    let hidden = dim(3, 1).or(dim(1, 1)).or(by_gates(dim(0, 2), gates));
    let (steps, batch) = (dim(0, 0), dim(0, 1).or(dim(1, 0)));
    let all = |count: i64| hidden.map(|hidden| hidden.saturating_mul(count));
    // Operands that are not given have no elements.
    let expected: [(&[Dim], bool); 7] = [
        (&[steps, batch, all(gates)], false),
        (&[batch, hidden], false),
        (&[batch, hidden], !is_lstm),
        (&[all(gates), hidden], false),
        (&[all(gates)], true),
        (&[all(3)], true),
        (&[batch], true),
    ];
    for (i, (dims, may_be_absent)) in expected.into_iter().enumerate() {
        let operand = &call.operands[i];
        let wanted = if i == 6 { Some(DType::I32) } else { dtype };
        let is_other = operand.dtype.zip(wanted).is_some_and(|(own, wanted)| own != wanted);
        let own = operand.dims();
        let is_absent = may_be_absent && own.as_ref().is_some_and(|own| own.len() == 1 && own[0].may_be(0));
        let fits = own.as_ref().is_none_or(|own| {
            own.len() == dims.len() && own.iter().zip(dims).all(|(own, dim)| own.agrees(*dim))
        });
        if is_other || !(fits || is_absent) {
            return Err(format!(
                "operand {i} does not fit the products {}, but is {operand}",
                call.operands[0]
            )
            .into());
        }
    }
    let last = Outcome::of_dims(dtype, &[batch, hidden])?;
    let memory = match is_lstm {
        true => last.clone(),
        false => Outcome::of_dims(dtype, &[Dim::of(0)])?,
    };
    Ok([Outcome::of_dims(dtype, &[steps, batch, hidden])?, last, memory].into_iter().collect())
}
