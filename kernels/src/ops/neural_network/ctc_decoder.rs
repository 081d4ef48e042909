//! Sequences of classes from scores for each step: `tf.CTCGreedyDecoder` and `tf.CTCBeamSearchDecoder`.
//!
//! Scores have shape [steps, batch, classes]; one class is the blank, which separates repeated classes. Decoded sequences are sparse
//! tensors: indices, values and shape.

use std::collections::BTreeMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{integer_vector, integers, vector};
use crate::ops::memory::collected;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.CTCGreedyDecoder",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats], greedy::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.CTCBeamSearchDecoder",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats], beam::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

fn sizes(frame: &DispatchFrame<'_>) -> Result<([usize; 3], Vec<usize>), OpError> {
    frame.expect_args(2)?;
    sizes_with(frame, 1)
}

/// Steps, batch, classes, and how many steps each of the batch has, which the argument of this number says.
pub(crate) fn sizes_with(
    frame: &DispatchFrame<'_>,
    lengths: usize,
) -> Result<([usize; 3], Vec<usize>), OpError> {
    let shape = frame.dense(0)?.shape();
    let [steps, batch, classes] = shape.dims()[..] else {
        return Err(format!("inputs is not a 3-Tensor, but has shape {shape}").into());
    };
    if batch == 0 || classes == 0 {
        return Err(format!("batch_size and num_classes must not be 0, but the shape is {shape}").into());
    }
    let lengths = vector(frame, lengths, "sequence_length")?;
    if lengths.len() as i64 != batch {
        return Err(format!(
            "len(sequence_length) != batch_size. len(sequence_length): {} batch_size: {batch}",
            lengths.len()
        )
        .into());
    }
    if let Some((at, length)) = lengths.iter().enumerate().find(|(_, length)| !(0..=steps).contains(*length))
    {
        return Err(format!("sequence_length({at}) = {length} is not in [0, {steps}]").into());
    }
    let lengths = lengths.iter().map(|&length| length as usize).collect();
    Ok(([steps as usize, batch as usize, classes as usize], lengths))
}

/// Sets indices, values and shape of the decoded sequences, each at its own result.
fn set_decoded(frame: &mut DispatchFrame<'_>, at: [usize; 3], decoded: &[Vec<i64>]) -> Result<(), OpError> {
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    for (row, sequence) in decoded.iter().enumerate() {
        for (column, &class) in sequence.iter().enumerate() {
            indices.extend([row as i64, column as i64]);
            values.push(class);
        }
    }
    let longest = decoded.iter().map(Vec::len).max().unwrap_or(0) as i64;
    frame.set(at[0], integers(DType::I64, &[values.len() as i64, 2], &indices)?);
    frame.set(at[1], integer_vector(DType::I64, &values)?);
    frame.set(at[2], integer_vector(DType::I64, &[decoded.len() as i64, longest])?);
    Ok(())
}

fn greedy<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let ([_, batch, classes], lengths) = sizes(frame)?;
    let attrs = frame.attrs();
    let merges = attrs.get_bool("merge_repeated").unwrap_or(false);
    let blank = attrs.get_int("blank_index").unwrap_or(-1);
    let blank = if blank < 0 { blank + classes as i64 } else { blank };
    if !(0..classes as i64).contains(&blank) {
        return Err(format!(
            "blank_index expected to be between {} and {}, but is {blank}",
            -(classes as i64),
            classes - 1
        )
        .into());
    }
    let scores = frame.values::<T>(0)?;
    let mut decoded = Vec::new();
    let mut sums = Vec::new();
    for (row, &length) in lengths.iter().enumerate() {
        let (mut sequence, mut previous, mut sum) = (Vec::new(), -1, T::ZERO);
        for step in 0..length {
            let scores = &scores[(step * batch + row) * classes..][..classes];
            let best =
                (1..classes).fold(0, |best, class| if scores[class] > scores[best] { class } else { best });
            sum = sum.minus(scores[best]);
            let best = best as i64;
            if best != blank && !(merges && best == previous) {
                sequence.push(best);
            }
            previous = best;
        }
        decoded.push(sequence);
        sums.push(sum);
    }
    set_decoded(frame, [0, 1, 2], &decoded)?;
    frame.set(3, DenseHostTensor::from_values(Shape::new(&[batch as i64, 1])?, &sums)?);
    Ok(())
}

/// The logarithm of the sum of two numbers that are given by their logarithms.
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// The probability of a sequence so far: with a blank last, and with its last class last.
#[derive(Clone, Copy)]
struct Chances {
    blank: f64,
    label: f64,
}

impl Chances {
    const NONE: Chances = Chances { blank: f64::NEG_INFINITY, label: f64::NEG_INFINITY };

    fn total(self) -> f64 {
        log_sum(self.blank, self.label)
    }
}

fn beam<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let ([_, batch, classes], lengths) = sizes(frame)?;
    let attrs = frame.attrs();
    let width = attrs.get_int("beam_width").unwrap_or(100);
    let paths = attrs.get_int("top_paths").unwrap_or(1);
    if width < 1 || paths < 1 || paths > width || frame.num_results() as i64 != 3 * paths + 1 {
        return Err(format!(
            "beam_width {width} must be at least top_paths {paths}, which must be at least 1"
        )
        .into());
    }
    let merges = attrs.get_bool("merge_repeated").unwrap_or(true);
    let (width, paths) = (width as usize, paths as usize);
    // The last class is the blank.
    let blank = classes - 1;
    let scores = frame.values::<T>(0)?;
    let mut decoded: Vec<Vec<Vec<i64>>> = vec![Vec::new(); paths];
    let mut logs = Vec::new();
    for (row, &length) in lengths.iter().enumerate() {
        let mut beams: Vec<(Vec<i64>, Chances)> = vec![(Vec::new(), Chances { blank: 0.0, ..Chances::NONE })];
        for step in 0..length {
            let given = scores[(step * batch + row) * classes..][..classes].iter().map(|x| x.work());
            let given: Vec<f64> = collected(given.map(|x| x.into()))?;
            let largest = given.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let norm = largest + given.iter().map(|x| (x - largest).exp()).sum::<f64>().ln();
            let mut next: BTreeMap<Vec<i64>, Chances> = BTreeMap::new();
            for (sequence, chances) in &beams {
                let stays = next.entry(sequence.clone()).or_insert(Chances::NONE);
                stays.blank = log_sum(stays.blank, chances.total() + given[blank] - norm);
                if let Some(&last) = sequence.last() {
                    stays.label = log_sum(stays.label, chances.label + given[last as usize] - norm);
                }
                for (class, &score) in given[..blank].iter().enumerate() {
                    // The same class again needs a blank between.
                    let before = if sequence.last() == Some(&(class as i64)) {
                        chances.blank
                    } else {
                        chances.total()
                    };
                    if before == f64::NEG_INFINITY {
                        continue;
                    }
                    let mut longer = sequence.clone();
                    longer.push(class as i64);
                    let grown = next.entry(longer).or_insert(Chances::NONE);
                    grown.label = log_sum(grown.label, before + score - norm);
                }
            }
            beams = collected(next.into_iter())?;
            beams.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
            beams.truncate(width);
        }
        for (path, decoded) in decoded.iter_mut().enumerate() {
            let (mut sequence, chances) = beams.get(path).cloned().unwrap_or((Vec::new(), Chances::NONE));
            if merges {
                sequence.dedup();
            }
            decoded.push(sequence);
            logs.push(T::unwork(T::Work::of(chances.total())));
        }
    }
    for (path, decoded) in decoded.iter().enumerate() {
        set_decoded(frame, [path, paths + path, 2 * paths + path], decoded)?;
    }
    let shape = Shape::new(&[batch as i64, paths as i64])?;
    frame.set(3 * paths, DenseHostTensor::from_values(shape, &logs)?);
    Ok(())
}
