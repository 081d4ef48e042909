//! `onnx.LinearAttention`: attention with a state of fixed size, one step after the other.
//!
//! The state of a head is a matrix `S` of keys and values. A step makes it `exp(g) S + b k (v - exp(g) S^T k)^T`, where rules without decay
//! have no `g`, and those without delta no `b` and nothing that is subtracted; its result is `scale S^T q`. Sums are in `f32`, those of `f64` in `f64`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, result_metadata, room};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number as _};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.LinearAttention", OpEntry::new().dispatch(attention));
}

fn attention(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [floats halves], steps::<T>(frame), else Err(unsupported(dtype)))
}

fn steps<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let heads = |name: &str| attrs.get_int(name).unwrap_or(1).max(1) as usize;
    let (queries, keys) = (heads("q_num_heads"), heads("kv_num_heads"));
    let rule = attrs.get_str("update_rule").unwrap_or("gated_delta").to_owned();
    let (is_gated, is_delta) = (rule.starts_with("gated"), rule.ends_with("delta"));
    let dims = frame.dense(0)?.shape().dims();
    let (batch, length) = (dims[0] as usize, dims[1] as usize);
    let size = dims[2] as usize / queries;
    let width = frame.dense(2)?.shape().dims()[2] as usize / keys;
    let scale = match attrs.get_float("scale").unwrap_or(0.0) {
        0.0 => 1.0 / (size.max(1) as f64).sqrt(),
        scale => scale,
    };
    let scale = T::Work::of(scale);
    let mut wide: Vec<Vec<T::Work>> = room(6)?;
    for i in 0..6 {
        let values = frame.values::<T>(i)?;
        let mut own = room(values.len())?;
        own.extend(values.iter().map(|&value| value.work()));
        wide.push(own);
    }
    let [q, k, v, past, decay, beta] = &wide[..] else { return Err("an operand is missing".into()) };
    for (is_used, operand, name) in [(is_gated, decay, "decay"), (is_delta, beta, "beta")] {
        if is_used && operand.is_empty() && batch * length > 0 {
            return Err(format!("update_rule '{rule}' needs {name}").into());
        }
    }
    let rows = (batch * length).max(1);
    let (of_decay, of_beta) = (decay.len() / rows, beta.len() / rows);
    let mut y: Vec<T::Work> = filled(T::Work::ZERO, batch * length * queries * width)?;
    let mut all: Vec<T::Work> = match past.is_empty() {
        true => filled(T::Work::ZERO, batch * keys * size * width)?,
        false => past.clone(),
    };
    let mut change: Vec<T::Work> = filled(T::Work::ZERO, width)?;
    let group = queries / keys;
    for (number, state) in all.chunks_exact_mut((size * width).max(1)).enumerate() {
        let (item, head) = (number / keys, number % keys);
        for step in 0..length {
            let row = item * length + step;
            let key = &k[(row * keys + head) * size..][..size];
            let value = &v[(row * keys + head) * width..][..width];
            if is_gated {
                for (at, line) in state.chunks_exact_mut(width).enumerate() {
                    let place = if of_decay == keys { head } else { head * size + at };
                    let factor = decay[row * of_decay + place].exp();
                    line.iter_mut().for_each(|own| *own = own.times(factor));
                }
            }
            change.copy_from_slice(value);
            if is_delta {
                let rate = beta[row * of_beta + if of_beta == 1 { 0 } else { head }];
                for (at, change) in change.iter_mut().enumerate() {
                    let mut sum = T::Work::ZERO;
                    key.iter()
                        .zip(state.chunks_exact(width))
                        .for_each(|(&key, line)| sum = sum.plus(key.times(line[at])));
                    *change = rate.times(change.minus(sum));
                }
            }
            for (line, &key) in state.chunks_exact_mut(width).zip(key) {
                line.iter_mut().zip(&change).for_each(|(own, &change)| *own = own.plus(key.times(change)));
            }
            for query in head * group..(head + 1) * group {
                let own = &q[(row * queries + query) * size..][..size];
                let to = &mut y[(row * queries + query) * width..][..width];
                for (line, &own) in state.chunks_exact(width).zip(own) {
                    to.iter_mut()
                        .zip(line)
                        .for_each(|(to, &line)| *to = to.plus(own.times(scale).times(line)));
                }
            }
        }
    }
    for (i, values) in [(0, &y), (1, &all)] {
        let mut out = DispatchFrame::fresh(result_metadata(frame, i)?)?;
        out.values_mut::<T>().iter_mut().zip(values).for_each(|(to, &value)| *to = T::unwork(value));
        frame.finish(i, out);
    }
    Ok(())
}
