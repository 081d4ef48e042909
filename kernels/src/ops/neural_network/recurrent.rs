//! Cells of recurrent networks as one op: `tf.LSTMBlockCell`, `tf.GRUBlockCell`, and `tf.BlockLSTM` over whole sequences.
//!
//! Gates are columns of one product of input and state with a matrix. A step computes in double precision throughout.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::number;
use crate::ops::memory::result_metadata;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.LSTMBlockCell",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], lstm::<T>(frame, Form::Cell), else Err(unsupported(dtype)))
        }),
    );
    for (name, form) in [("tf.BlockLSTM", Form::Sequence), ("tf.BlockLSTMV2", Form::Second)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(1)?.dtype();
                for_dtype!(dtype, [floats halves], lstm::<T>(frame, form), else Err(unsupported(dtype)))
            }),
        );
    }
    ops.add(
        "tf.GRUBlockCell",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], gru::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

/// The forms in which the same cell comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One step.
    Cell,
    /// Steps one after the other.
    Sequence,
    /// With the gates in another order, and without a bias of its own.
    Second,
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A row's product with a matrix, added to a bias.
fn affine(row: &[f64], weights: &[f64], bias: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend_from_slice(bias);
    for (x, weights) in row.iter().zip(weights.chunks_exact(bias.len().max(1))) {
        for (out, weight) in out.iter_mut().zip(weights) {
            *out += x * weight;
        }
    }
}

fn wide<T: Float<Work: Into<f64>>>(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<f64>, OpError> {
    Ok(frame.values::<T>(i)?.iter().map(|x| x.work().into()).collect())
}

fn limit(attrs: OpAttrsRef<'_>, form: Form) -> Option<f64> {
    let default = if form == Form::Second { 0.0 } else { 3.0 };
    Some(attrs.get_float("cell_clip").unwrap_or(default)).filter(|&clip| clip > 0.0)
}

fn lstm<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>, form: Form) -> Result<(), OpError> {
    let attrs = frame.attrs();
    // Where x is: sequences have the number of their steps before it.
    let at = usize::from(form != Form::Cell);
    let dims = frame.dense(at)?.shape().dims();
    if dims.len() != 2 + at {
        return Err(format!("x must have rank {}, but has shape {}", 2 + at, frame.dense(at)?.shape()).into());
    }
    let [batch, inputs] = [dims[at] as usize, dims[at + 1] as usize];
    let steps = if at == 0 { 1 } else { dims[0] };
    let wanted = if at == 0 { 1 } else { number(frame, 0, "seq_len_max")? };
    if !(0..=steps).contains(&wanted) {
        return Err(format!("seq_len_max must be between 0 and {steps}, but is {wanted}").into());
    }
    let cells = frame.dense(at + 1)?.shape().dim(1) as usize;
    let x = wide::<T>(frame, at)?;
    let (mut state, mut hidden) = (wide::<T>(frame, at + 1)?, wide::<T>(frame, at + 2)?);
    let (weights, bias) = (wide::<T>(frame, at + 3)?, wide::<T>(frame, at + 7)?);
    let peepholes = match attrs.get_bool("use_peephole").unwrap_or(false) {
        true => [wide::<T>(frame, at + 4)?, wide::<T>(frame, at + 5)?, wide::<T>(frame, at + 6)?],
        false => [vec![0.0; cells], vec![0.0; cells], vec![0.0; cells]],
    };
    let forget_bias = match form {
        Form::Second => 0.0,
        _ => attrs.get_float("forget_bias").unwrap_or(1.0),
    };
    let clip = limit(attrs, form);
    // Where the gates are among the columns: input, new value, forget, output.
    let [input, new, forget, output] = if form == Form::Second { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
    let mut outs = Vec::new();
    for i in 0..7 {
        let mut out = DispatchFrame::fresh(result_metadata(frame, i)?)?;
        out.values_mut::<T>().fill(T::ZERO);
        outs.push(out);
    }
    let (mut row, mut gates) = (Vec::new(), Vec::new());
    for step in 0..wanted as usize {
        for b in 0..batch {
            row.clear();
            row.extend_from_slice(&x[(step * batch + b) * inputs..][..inputs]);
            row.extend_from_slice(&hidden[b * cells..][..cells]);
            affine(&row, &weights, &bias, &mut gates);
            for c in 0..cells {
                let gate = |which: usize| gates[which * cells + c];
                let before = state[b * cells + c];
                let i = sigmoid(gate(input) + before * peepholes[0][c]);
                let f = sigmoid(gate(forget) + forget_bias + before * peepholes[1][c]);
                let ci = gate(new).tanh();
                let mut cs = ci * i + before * f;
                if let Some(clip) = clip {
                    cs = cs.clamp(-clip, clip);
                }
                let o = sigmoid(gate(output) + cs * peepholes[2][c]);
                let co = cs.tanh();
                let h = co * o;
                let place = (step * batch + b) * cells + c;
                for (out, value) in outs.iter_mut().zip([i, cs, f, o, ci, co, h]) {
                    out.values_mut::<T>()[place] = T::unwork(T::Work::of(value));
                }
                (state[b * cells + c], hidden[b * cells + c]) = (cs, h);
            }
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.finish(i, out);
    }
    Ok(())
}

fn gru<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [batch, inputs] = [0, 1].map(|axis| frame.dense(0).map_or(0, |x| x.shape().dim(axis) as usize));
    let cells = frame.dense(1)?.shape().dim(1) as usize;
    let (x, hidden) = (wide::<T>(frame, 0)?, wide::<T>(frame, 1)?);
    let (both, own) = (wide::<T>(frame, 2)?, wide::<T>(frame, 3)?);
    let (both_bias, own_bias) = (wide::<T>(frame, 4)?, wide::<T>(frame, 5)?);
    let mut outs = Vec::new();
    for i in 0..4 {
        outs.push(DispatchFrame::fresh(result_metadata(frame, i)?)?);
    }
    let (mut row, mut gates, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for b in 0..batch {
        let before = &hidden[b * cells..][..cells];
        row.clear();
        row.extend_from_slice(&x[b * inputs..][..inputs]);
        row.extend_from_slice(before);
        affine(&row, &both, &both_bias, &mut gates);
        gates.iter_mut().for_each(|gate| *gate = sigmoid(*gate));
        for c in 0..cells {
            row[inputs + c] = before[c] * gates[c];
        }
        affine(&row, &own, &own_bias, &mut new);
        for c in 0..cells {
            let (r, u, new) = (gates[c], gates[cells + c], new[c].tanh());
            let h = (1.0 - u) * new + u * before[c];
            for (out, value) in outs.iter_mut().zip([r, u, new, h]) {
                out.values_mut::<T>()[b * cells + c] = T::unwork(T::Work::of(value));
            }
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.finish(i, out);
    }
    Ok(())
}
