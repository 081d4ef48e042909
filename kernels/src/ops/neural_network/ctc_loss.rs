//! `tf.CTCLoss`: the negative log-likelihood of sequences of classes under scores for each step, and its
//! gradient.
//!
//! The last class is the blank. The probabilities of all alignments of a sequence with the steps are summed forwards and
//! backwards, in logarithms and double precision.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Shape};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::vector;
use crate::ops::memory::filled;
use crate::ops::neural_network::ctc_decoder::sizes_with;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.CTCLoss",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats], loss::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

/// `ln(exp(a) + exp(b))`.
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// The labels of each of a batch.
fn labels(frame: &DispatchFrame<'_>, batch: usize, blank: i64) -> Result<Vec<Vec<usize>>, OpError> {
    let collapse = frame.attrs().get_bool("preprocess_collapse_repeated").unwrap_or(false);
    let values = vector(frame, 2, "labels_values")?;
    let shape = frame.dense(1)?.shape();
    if shape.dims()[..] != [values.len() as i64, 2] {
        return Err(format!("labels_indices must have shape [{}, 2], but has {shape}", values.len()).into());
    }
    let mut all = vec![Vec::new(); batch];
    for (pair, &label) in frame.indices(1)?.as_chunks::<2>().0.iter().zip(&values) {
        let row = usize::try_from(pair[0]).ok().and_then(|row| all.get_mut(row));
        let row =
            row.ok_or_else(|| format!("labels_indices name batch {}, which is not below {batch}", pair[0]))?;
        if !(0..blank).contains(&label) {
            return Err(format!(
                "Saw a non-null label (index >= num_classes - 1) or a negative one: {label}"
            )
            .into());
        }
        if !(collapse && row.last() == Some(&(label as usize))) {
            row.push(label as usize);
        }
    }
    Ok(all)
}

fn loss<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let attrs = frame.attrs();
    if attrs.get_bool("ctc_merge_repeated") == Some(false) {
        return Err("ctc_merge_repeated must be true here".into());
    }
    let skips = attrs.get_bool("ignore_longer_outputs_than_inputs").unwrap_or(false);
    let ([steps, batch, classes], lengths) = sizes_with(frame, 3)?;
    let blank = classes - 1;
    let labels = labels(frame, batch, blank as i64)?;
    let inputs = frame.values::<T>(0)?;
    let mut losses = filled(T::ZERO, batch)?;
    let mut gradients = filled(T::ZERO, inputs.len())?;
    for b in 0..batch {
        let (length, labels) = (lengths[b], &labels[b]);
        let needed = labels.len() + labels.windows(2).filter(|pair| pair[0] == pair[1]).count();
        if needed > length {
            if skips {
                continue;
            }
            return Err(format!(
                "Not enough time for target transition sequence (required: {needed}, available: {length}){b}You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs"
            )
            .into());
        }
        let log: Vec<f64> = (0..length)
            .flat_map(|t| {
                let row: Vec<f64> =
                    inputs[(t * batch + b) * classes..][..classes].iter().map(|x| x.work().into()).collect();
                let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let sum = row.iter().map(|x| (x - most).exp()).sum::<f64>().ln() + most;
                row.into_iter().map(move |x| x - sum)
            })
            .collect();
        // Blanks around every label.
        let path: Vec<usize> =
            (0..2 * labels.len() + 1).map(|u| if u % 2 == 0 { blank } else { labels[u / 2] }).collect();
        let ends = path.len();
        let mut forwards = filled(f64::NEG_INFINITY, length * ends)?;
        let mut backwards = filled(f64::NEG_INFINITY, length * ends)?;
        // A blank between two different labels may be left out.
        let jumps = |u: usize| u >= 2 && path[u] != blank && path[u] != path[u - 2];
        for t in 0..length {
            for u in 0..ends {
                let before = if t == 0 {
                    if u < 2 { 0.0 } else { f64::NEG_INFINITY }
                } else {
                    let row = &forwards[(t - 1) * ends..][..ends];
                    let mut sum = row[u];
                    if u > 0 {
                        sum = log_sum(sum, row[u - 1]);
                    }
                    if jumps(u) {
                        sum = log_sum(sum, row[u - 2]);
                    }
                    sum
                };
                forwards[t * ends + u] = before + log[t * classes + path[u]];
            }
        }
        for t in (0..length).rev() {
            for u in 0..ends {
                backwards[t * ends + u] = if t + 1 == length {
                    if u + 2 >= ends { 0.0 } else { f64::NEG_INFINITY }
                } else {
                    let after = |u: usize| backwards[(t + 1) * ends + u] + log[(t + 1) * classes + path[u]];
                    let mut sum = after(u);
                    if u + 1 < ends {
                        sum = log_sum(sum, after(u + 1));
                    }
                    if u + 2 < ends && jumps(u + 2) {
                        sum = log_sum(sum, after(u + 2));
                    }
                    sum
                };
            }
        }
        let total = match length {
            0 => 0.0,
            _ => {
                let last = &forwards[(length - 1) * ends..];
                last.iter().rev().take(2).fold(f64::NEG_INFINITY, |sum, &x| log_sum(sum, x))
            }
        };
        losses[b] = T::unwork(T::Work::of(-total));
        for t in 0..length {
            let mut row: Vec<f64> = log[t * classes..][..classes].iter().map(|x| x.exp()).collect();
            for u in 0..ends {
                row[path[u]] -= (forwards[t * ends + u] + backwards[t * ends + u] - total).exp();
            }
            for (to, x) in gradients[(t * batch + b) * classes..][..classes].iter_mut().zip(row) {
                *to = T::unwork(T::Work::of(x));
            }
        }
    }
    let dims = [steps, batch, classes].map(|dim| dim as i64);
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[batch as i64])?, &losses)?);
    frame.set(1, DenseHostTensor::from_values(Shape::new(&dims)?, &gradients)?);
    Ok(())
}
