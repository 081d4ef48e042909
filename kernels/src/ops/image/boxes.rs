//! Boxes in images: the choice of the boxes to keep (`tf.NonMaxSuppression*`), and the pixels in boxes
//! (`tf.CropAndResize`).
//!
//! A box is two opposite corners, `[y1, x1, y2, x2]`. The similarity of two boxes is the ratio of their intersection to
//! their union.

use std::collections::BinaryHeap;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::data_format::rank_four;
use crate::ops::image::resize::Pixel;
use crate::ops::memory::{collected, push, result_metadata, room};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many boxes remain is data, so there are no metadata functions.
    ops.add(
        "tf.NonMaxSuppression",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| select(frame, 1)),
    );
    ops.add(
        "tf.NonMaxSuppressionV2",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| select(frame, 2)),
    );
    ops.add(
        "tf.NonMaxSuppressionV3",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| select(frame, 3)),
    );
    ops.add(
        "tf.NonMaxSuppressionV4",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| select(frame, 4)),
    );
    ops.add(
        "tf.NonMaxSuppressionV5",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| select(frame, 5)),
    );
    ops.add("tf.CropAndResize", OpEntry::new().dispatch(crop_and_resize));
}

/// The part of the union of two boxes that they share.
fn similarity(a: [f32; 4], b: [f32; 4]) -> f32 {
    let ordered = |[y1, x1, y2, x2]: [f32; 4]| [y1.min(y2), x1.min(x2), y1.max(y2), x1.max(x2)];
    let (a, b) = (ordered(a), ordered(b));
    let area = |[y1, x1, y2, x2]: [f32; 4]| (y2 - y1) * (x2 - x1);
    if area(a) <= 0.0 || area(b) <= 0.0 {
        return 0.0;
    }
    let height = (a[2].min(b[2]) - a[0].max(b[0])).max(0.0);
    let width = (a[3].min(b[3]) - a[1].max(b[1])).max(0.0);
    let shared = height * width;
    shared / (area(a) + area(b) - shared)
}

/// A box that may be kept: the better score first, then the lower number.
#[derive(PartialEq)]
struct Candidate {
    score: f32,
    index: usize,
    /// The number of kept boxes that it was compared with.
    compared: usize,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The limits of the choice, and the discount of similar boxes.
pub(crate) struct Limits {
    pub(crate) count: usize,
    pub(crate) similarity: f32,
    pub(crate) score: f32,
    /// The width of the fall of scores with similarity. 0: boxes that are too similar go at once; only then is `similarity` looked at.
    pub(crate) sigma: f32,
}

impl Limits {
    /// The boxes that are kept and their scores, the best first.
    pub(crate) fn keep(&self, boxes: &[[f32; 4]], scores: &[f32]) -> Result<Vec<(usize, f32)>, OpError> {
        self.keep_by(scores, &|a, b| similarity(boxes[a], boxes[b]))
    }

    /// As [`Self::keep`], for anything that can be compared.
    pub(crate) fn keep_by(
        &self,
        scores: &[f32],
        similarity: &dyn Fn(usize, usize) -> f32,
    ) -> Result<Vec<(usize, f32)>, OpError> {
        let good = scores.iter().enumerate().filter(|(_, score)| **score > self.score);
        let mut all = room(good.clone().count())?;
        all.extend(good.map(|(index, &score)| Candidate { score, index, compared: 0 }));
        let mut candidates = BinaryHeap::from(all);
        let mut kept: Vec<(usize, f32)> = Vec::new();
        while kept.len() < self.count
            && let Some(mut next) = candidates.pop()
        {
            let before = next.score;
            let mut dropped = false;
            for &(other, _) in kept[next.compared..].iter().rev() {
                let similarity = similarity(next.index, other);
                if self.sigma > 0.0 {
                    next.score *= (-0.5 / self.sigma * similarity * similarity).exp();
                    // Of boxes that are not numbers, too, scores are not.
                    dropped = next.score.is_nan() || next.score <= self.score;
                } else {
                    dropped = similarity > self.similarity;
                }
                if dropped {
                    break;
                }
            }
            next.compared = kept.len();
            if dropped {
                continue;
            }
            if next.score == before {
                push(&mut kept, (next.index, next.score))?;
            } else {
                candidates.push(next);
            }
        }
        Ok(kept)
    }
}

/// The elements of a floating-point argument.
pub(crate) fn numbers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<f32>, OpError> {
    let dtype = frame.dense(i)?.dtype();
    for_dtype!(dtype, [floats halves], {
        collected(frame.values::<T>(i)?.iter().map(|&value| f32::of(value.work().into())))
    }, else Err(unsupported(dtype)))
}

pub(crate) fn one(values: &[f32], what: &str) -> Result<f32, OpError> {
    match *values {
        [value] => Ok(value),
        _ => Err(format!("{what} must be a scalar, but has {} elements", values.len()).into()),
    }
}

fn select(frame: &mut DispatchFrame<'_>, version: usize) -> Result<(), OpError> {
    frame.expect_args(match version {
        1 => 3,
        2 => 4,
        5 => 6,
        _ => 5,
    })?;
    let (box_shape, score_shape) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let count = match box_shape.dims()[..] {
        [count, 4] => count,
        _ => return Err(format!("boxes must have shape [num_boxes, 4], but have {box_shape}").into()),
    };
    if score_shape.dims()[..] != [count] {
        return Err(format!("scores must have shape [{count}], but have {score_shape}").into());
    }
    let dtype = frame.dense(0)?.dtype();
    if !matches!(dtype, DType::F32 | DType::F16) || frame.dense(1)?.dtype() != dtype {
        return Err(unsupported(if dtype == DType::F32 { frame.dense(1)?.dtype() } else { dtype }));
    }
    let limit = match frame.indices(2)?[..] {
        [limit] => limit,
        _ => return Err("max_output_size must be a scalar".into()),
    };
    if limit < 0 {
        return Err(format!("max_output_size must be non-negative, but is {limit}").into());
    }
    let limits = Limits {
        count: limit as usize,
        // The first version has the threshold as an attribute, and the first two have none for scores.
        similarity: match version {
            1 => frame.attrs().get_float("iou_threshold").unwrap_or(0.5) as f32,
            _ => one(&numbers(frame, 3)?, "iou_threshold")?,
        },
        score: if version > 2 { one(&numbers(frame, 4)?, "score_threshold")? } else { f32::NEG_INFINITY },
        sigma: if version == 5 { one(&numbers(frame, 5)?, "soft_nms_sigma")? } else { 0.0 },
    };
    if !(0.0..=1.0).contains(&limits.similarity) {
        return Err("iou_threshold must be in [0, 1]".into());
    }
    if limits.sigma.is_nan() || limits.sigma < 0.0 {
        return Err("soft_nms_sigma_ must be >= 0".into());
    }
    let corners = numbers(frame, 0)?;
    let boxes = collected(corners.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]))?;
    let mut kept = limits.keep(&boxes, &numbers(frame, 1)?)?;
    let valid = kept.len();
    if version > 3 && frame.attrs().get_bool("pad_to_max_output_size").unwrap_or(false) {
        let missing = limits.count - valid;
        kept.try_reserve_exact(missing).map_err(|_| OpError::from("out of memory for max_output_size"))?;
        kept.resize(limits.count, (0, 0.0));
    }
    let shape = Shape::new(&[kept.len() as i64])?;
    let indices = collected(kept.iter().map(|&(index, _)| index as i32))?;
    frame.set(0, DenseHostTensor::from_values(shape.clone(), &indices)?);
    if version == 5 {
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        for_dtype!(dtype, [floats halves], {
            for (out, &(_, score)) in out.values_mut::<T>().iter_mut().zip(&kept) {
                *out = T::unwork(<T as Float>::Work::of(f64::from(score)));
            }
        }, else return Err(unsupported(dtype)));
        frame.finish(1, out);
    }
    if version > 3 {
        let last = if version == 5 { 2 } else { 1 };
        frame.set(last, DenseHostTensor::from_values(Shape::scalar(), &[valid as i32])?);
    }
    Ok(())
}

/// The place of a crop's line in the image: `None` outside of it.
pub(crate) fn place(at: usize, count: usize, [begin, end]: [f32; 2], side: usize) -> Option<f32> {
    let last = (side - 1) as f32;
    let place = if count > 1 {
        begin * last + at as f32 * ((end - begin) * last / (count - 1) as f32)
    } else {
        0.5 * (begin + end) * last
    };
    (0.0..=last).contains(&place).then_some(place)
}

/// The number of the image that each box is in: boxes are an argument, and the numbers the next.
pub(crate) fn boxes_of(frame: &DispatchFrame<'_>, boxes: usize, batch: i64) -> Result<Dims, OpError> {
    let count = match frame.dense(boxes)?.shape().dims()[..] {
        [count, 4] => count,
        _ => {
            let shape = frame.dense(boxes)?.shape();
            return Err(format!("boxes must have shape [num_boxes, 4], but have {shape}").into());
        }
    };
    let images = frame.indices(boxes + 1)?;
    if images.len() as i64 != count {
        let shape = frame.dense(boxes + 1)?.shape();
        return Err(format!("box_index has incompatible shape {shape}: there are {count} boxes").into());
    }
    if let Some((at, image)) = images.iter().enumerate().find(|(_, image)| !(0..batch).contains(*image)) {
        return Err(format!("box_index[{at}] = {image} is not in [0, {batch})").into());
    }
    Ok(images)
}

/// Whether crops take the nearest pixels, as `method` says; else they lie between pixels.
pub(crate) fn is_nearest(attrs: OpAttrsRef<'_>) -> Result<bool, OpError> {
    match attrs.get_string("method").unwrap_or(b"bilinear") {
        b"bilinear" => Ok(false),
        b"nearest" => Ok(true),
        other => {
            Err(format!("method must be bilinear or nearest, but is {}", String::from_utf8_lossy(other))
                .into())
        }
    }
}

fn crop_and_resize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let crops = result_metadata(frame, 0)?;
    let [batch, height, width, channels] = rank_four(frame.dense(0)?.shape(), "image")?;
    let [_, rows, columns, _] = rank_four(&crops.shape, "result")?.map(|dim| dim as usize);
    let images = boxes_of(frame, 1, batch)?;
    let attrs = frame.attrs();
    let outside = attrs.get_float("extrapolation_value").unwrap_or(0.0) as f32;
    let nearest = is_nearest(attrs)?;
    let mut out = DispatchFrame::fresh(crops)?;
    let (height, width, channels) = (height as usize, width as usize, channels as usize);
    let boxes = frame.values::<f32>(1)?;
    let dtype = frame.dense(0)?.dtype();
    let line = columns * channels;
    for_dtype!(dtype, [ints floats halves], {
        let image = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<f32>(), line, &|first, lines| {
            for (i, line_out) in lines.chunks_exact_mut(line.max(1)).enumerate() {
                let at = first / line + i;
                let corners = &boxes[at / rows * 4..][..4];
                let from = &image[images[at / rows] as usize * height * width * channels..];
                let Some(y) = place(at % rows, rows, [corners[0], corners[2]], height) else {
                    line_out.fill(outside);
                    continue;
                };
                for (x, pixel) in line_out.chunks_exact_mut(channels).enumerate() {
                    let Some(x) = place(x, columns, [corners[1], corners[3]], width) else {
                        pixel.fill(outside);
                        continue;
                    };
                    let value = |y: f32, x: f32, c: usize| from[(y as usize * width + x as usize) * channels + c].to_f32();
                    for (c, out) in pixel.iter_mut().enumerate() {
                        if nearest {
                            *out = value(y.round(), x.round(), c);
                            continue;
                        }
                        let (down, across) = (y - y.floor(), x - x.floor());
                        let mix = |y: f32| {
                            let left = value(y, x.floor(), c);
                            left + (value(y, x.ceil(), c) - left) * across
                        };
                        let top = mix(y.floor());
                        *out = top + (mix(y.ceil()) - top) * down;
                    }
                }
            }
        });
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
