//! The last step of detectors: the best boxes of all classes at once (`tf.CombinedNonMaxSuppression`), or by given
//! overlaps.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};

use crate::ops::image::boxes::{Limits, numbers, one};
use crate::ops::index_arguments::number;
use crate::ops::memory::filled;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many boxes remain is data, so there are no metadata functions.
    ops.add("tf.CombinedNonMaxSuppression", OpEntry::new().dispatch(combined));
    ops.add("tf.NonMaxSuppressionWithOverlaps", OpEntry::new().dispatch(with_overlaps));
}

fn threshold(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<f32, OpError> {
    one(&numbers(frame, i)?, what)
}

/// A box that was kept: its score, class and corners.
struct Kept {
    score: f32,
    class: usize,
    corners: [f32; 4],
}

fn combined(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(6)?;
    let (box_shape, score_shape) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let [batch, count, choices, 4] = box_shape.dims()[..] else {
        return Err(format!("boxes must have shape [batch, num_boxes, q, 4], but have {box_shape}").into());
    };
    let classes = match score_shape.dims()[..] {
        [b, n, classes] if b == batch && n == count => classes,
        _ => {
            return Err(format!(
                "scores must have shape [{batch}, {count}, classes], but have {score_shape}"
            )
            .into());
        }
    };
    if choices != 1 && choices != classes {
        return Err(format!(
            "third dimension of boxes must be either 1 or num classes, {classes}, but is {choices}"
        )
        .into());
    }
    let (per_class, total) = (number(frame, 2, "max_size_per_class")?, number(frame, 3, "max_total_size")?);
    if per_class <= 0 || total <= 0 {
        return Err(format!(
            "max_size_per_class and max_total_size must be > 0, but are {per_class} and {total}"
        )
        .into());
    }
    let attrs = frame.attrs();
    let pads = attrs.get_bool("pad_per_class").unwrap_or(false);
    let clips = attrs.get_bool("clip_boxes").unwrap_or(true);
    let limits = Limits {
        count: (per_class as usize).min(count as usize),
        similarity: threshold(frame, 4, "iou_threshold")?,
        score: threshold(frame, 5, "score_threshold")?,
        sigma: 0.0,
    };
    if !(0.0..=1.0).contains(&limits.similarity) {
        return Err("iou_threshold must be in [0, 1]".into());
    }
    let (corners, scores) = (numbers(frame, 0)?, numbers(frame, 1)?);
    let (boxes, n, classes, choices) =
        (corners.as_chunks::<4>().0, count as usize, classes as usize, choices as usize);
    // Without padding to a size a class, there are as many places as requested; with it, no more than the classes can fill.
    let most = if pads { total.min(per_class.saturating_mul(classes as i64)) } else { total };
    let places = (batch as usize).saturating_mul(usize::try_from(most).unwrap_or(usize::MAX));
    let mut out_boxes = filled([0.0_f32; 4], places)?;
    let (mut out_scores, mut out_classes) = (filled(0.0_f32, places)?, filled(0.0_f32, places)?);
    let mut valid = Vec::new();
    for image in 0..batch as usize {
        let mut kept: Vec<Kept> = Vec::new();
        for class in 0..classes {
            let choice = if choices == 1 { 0 } else { class };
            let own: Vec<[f32; 4]> = (0..n).map(|at| boxes[(image * n + at) * choices + choice]).collect();
            let own_scores: Vec<f32> = (0..n).map(|at| scores[(image * n + at) * classes + class]).collect();
            let found = limits.keep(&own, &own_scores)?;
            kept.extend(found.into_iter().map(|(at, score)| Kept { score, class, corners: own[at] }));
        }
        // Equal scores stay in the order of classes.
        kept.sort_by(|a, b| b.score.total_cmp(&a.score));
        kept.truncate(most as usize);
        valid.push(kept.len() as i32);
        for (at, kept) in kept.into_iter().enumerate() {
            let place = image * most as usize + at;
            out_boxes[place] = if clips { kept.corners.map(|x| x.clamp(0.0, 1.0)) } else { kept.corners };
            out_scores[place] = kept.score;
            out_classes[place] = kept.class as f32;
        }
    }
    let flat = out_boxes.as_flattened();
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[batch, most, 4])?, flat)?);
    frame.set(1, DenseHostTensor::from_values(Shape::new(&[batch, most])?, &out_scores)?);
    frame.set(2, DenseHostTensor::from_values(Shape::new(&[batch, most])?, &out_classes)?);
    frame.set(3, DenseHostTensor::from_values(Shape::new(&[batch])?, &valid)?);
    Ok(())
}

fn with_overlaps(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let shape = frame.dense(0)?.shape();
    let count = match shape.dims()[..] {
        [rows, columns] if rows == columns => rows,
        _ => return Err(format!("overlaps must be square, but have shape {shape}").into()),
    };
    if frame.dense(1)?.shape().dims()[..] != [count] || frame.dense(1)?.dtype() != DType::F32 {
        return Err(format!(
            "scores must be {count} numbers of dtype f32, but are {}",
            frame.dense(1)?.metadata()
        )
        .into());
    }
    let limit = number(frame, 2, "max_output_size")?;
    let limits = Limits {
        count: usize::try_from(limit)
            .map_err(|_| format!("max_output_size must be non-negative, but is {limit}"))?,
        similarity: threshold(frame, 3, "overlap_threshold")?,
        score: threshold(frame, 4, "score_threshold")?,
        sigma: 0.0,
    };
    let overlaps = frame.values::<f32>(0)?;
    let by = |a: usize, b: usize| overlaps[a * count as usize + b];
    let kept: Vec<i32> =
        limits.keep_by(frame.values::<f32>(1)?, &by)?.into_iter().map(|(at, _)| at as i32).collect();
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[kept.len() as i64])?, &kept)?);
    Ok(())
}
