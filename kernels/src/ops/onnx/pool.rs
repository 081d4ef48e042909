//! Pools over windows with any padding and any distance of their elements: `onnx.MaxPool`, `onnx.AveragePool`, `onnx.LpPool`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_ops::shapes::PoolWindows;

use super::{Point, coordinates, steps};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.MaxPool", OpEntry::new().dispatch(max_pool));
    ops.add(
        "onnx.AveragePool",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| sum_pool(frame, Kind::Mean)),
    );
    ops.add(
        "onnx.LpPool",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| sum_pool(frame, Kind::Norm)),
    );
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Mean,
    Norm,
}

/// The windows over one channel of an image.
struct Places {
    windows: PoolWindows,
    /// The image and the result behind their channels.
    sizes: Vec<usize>,
    counts: Vec<usize>,
    steps: Vec<usize>,
}

impl Places {
    fn of(frame: &DispatchFrame<'_>) -> Result<Places, OpError> {
        let windows = PoolWindows::of(&*frame.attrs())?;
        let dims = frame.dense(0)?.shape().dims();
        let counts = result_metadata(frame, 0)?.shape.dims();
        let sizes: Vec<usize> = dims[2..].iter().map(|&dim| dim as usize).collect();
        let counts = counts[2..].iter().map(|&dim| dim as usize).collect();
        Ok(Places { windows, steps: steps(&sizes), sizes, counts })
    }

    /// Calls `f` with the number of each element of a window that is in the image.
    fn each(&self, window: usize, mut f: impl FnMut(usize)) {
        let rank = self.sizes.len();
        let mut at = vec![0; rank];
        coordinates(window, &self.counts, &mut at);
        // The first and the last element of the window that are in the image, in each dimension.
        let mut ranges = Vec::with_capacity(rank);
        for (axis, &at) in at.iter().enumerate() {
            let w = &self.windows;
            let start = at as i64 * w.strides[axis] - w.before[axis];
            let step = w.dilations[axis];
            let skipped = if start < 0 { (-start + step - 1) / step } else { 0 };
            let room = self.sizes[axis] as i64 - start;
            let end = w.sizes[axis].min(if room > 0 { (room + step - 1) / step } else { 0 });
            if skipped >= end {
                return;
            }
            ranges.push((start + skipped * step, step, end - skipped));
        }
        let mut inner = vec![0_i64; rank];
        loop {
            let place: i64 = (0..rank)
                .map(|axis| (ranges[axis].0 + inner[axis] * ranges[axis].1) * self.steps[axis] as i64)
                .sum();
            f(place as usize);
            let mut axis = rank;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                inner[axis] += 1;
                if inner[axis] < ranges[axis].2 {
                    break;
                }
                inner[axis] = 0;
            }
        }
    }

    /// The elements of a window, with those in the padding that was asked for.
    fn padded(&self, window: usize) -> f64 {
        let mut at = vec![0; self.sizes.len()];
        coordinates(window, &self.counts, &mut at);
        let count = |(axis, &at): (usize, &usize)| {
            let w = &self.windows;
            let start = at as i64 * w.strides[axis] - w.before[axis];
            let end = self.sizes[axis] as i64 + w.after[axis];
            let fit = (end - start + w.dilations[axis] - 1) / w.dilations[axis];
            fit.clamp(1, w.sizes[axis]) as f64
        };
        at.iter().enumerate().map(count).product()
    }

    fn channel(&self) -> usize {
        self.sizes.iter().product()
    }

    fn count(&self) -> usize {
        self.counts.iter().product::<usize>().max(1)
    }
}

fn max_pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let places = Places::of(frame)?;
    let (channel, count) = (places.channel(), places.count());
    let is_column_major = frame.attrs().get_int("storage_order").unwrap_or(0) != 0;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let wants_indices = frame.num_results() > 1;
    let dtype = frame.dense(0)?.dtype();
    let total = result_metadata(frame, 0)?.shape.num_elements();
    let mut found: Vec<usize> = filled(0, total)?;
    for_dtype!(dtype, [ints floats halves], {
        let x = frame.values::<T>(0)?;
        for_parts(frame.context(), &mut found, count, &|first, found| {
            for (i, found) in found.iter_mut().enumerate() {
                let (image, window) = ((first + i) / count, (first + i) % count);
                let mut best: Option<usize> = None;
                places.each(window, |place| {
                    let place = image * channel + place;
                    let is_better = best.is_none_or(|best| {
                        let (now, new) = (x[best].to_f64(), x[place].to_f64());
                        new > now || (new.is_nan() && !now.is_nan())
                    });
                    if is_better {
                        best = Some(place);
                    }
                });
                *found = best.unwrap_or(usize::MAX);
            }
        });
        for (to, &from) in out.values_mut::<T>().iter_mut().zip(&found) {
            // Windows without an element: the least number.
            *to = x.get(from).copied().unwrap_or(T::of_f64(f64::NEG_INFINITY));
        }
    }, else return Err(unsupported(dtype)));
    if wants_indices {
        let metadata = result_metadata(frame, 1)?;
        let mut indices = DispatchFrame::fresh(metadata)?;
        let rank = places.sizes.len();
        let mut at = vec![0; rank];
        for (to, &from) in indices.values_mut::<i64>().iter_mut().zip(&found) {
            *to = match is_column_major && from != usize::MAX {
                false => i64::try_from(from).unwrap_or(-1),
                true => {
                    coordinates(from % channel, &places.sizes, &mut at);
                    let inner = (0..rank).rev().fold(0, |sum, axis| sum * places.sizes[axis] + at[axis]);
                    (from / channel * channel + inner) as i64
                }
            };
        }
        frame.finish(1, indices);
    }
    frame.finish(0, out);
    Ok(())
}

fn sum_pool(frame: &mut DispatchFrame<'_>, kind: Kind) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let places = Places::of(frame)?;
    let (channel, count) = (places.channel(), places.count());
    let attrs = frame.attrs();
    let pads_count = attrs.get_bool("count_include_pad").unwrap_or(false);
    let p = attrs.get_int("p").unwrap_or(2);
    if p < 1 {
        return Err(format!("p is {p}, but must be positive").into());
    }
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [floats halves], {
        let x = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<T>(), count, &|first, values| {
            for (i, value) in values.iter_mut().enumerate() {
                let (image, window) = ((first + i) / count, (first + i) % count);
                let x = &x[image * channel..][..channel];
                let (mut sum, mut have) = (0.0, 0.0);
                places.each(window, |place| {
                    let x = x[place].to_f64();
                    sum += match (kind, p) {
                        (Kind::Mean, _) => x,
                        (Kind::Norm, 1) => x.abs(),
                        (Kind::Norm, 2) => x * x,
                        (Kind::Norm, _) => x.abs().powf(p as f64),
                    };
                    have += 1.0;
                });
                *value = T::of_f64(match (kind, p) {
                    (Kind::Mean, _) => sum / if pads_count { places.padded(window) } else { have },
                    (Kind::Norm, 1) => sum,
                    (Kind::Norm, 2) => sum.sqrt(),
                    (Kind::Norm, _) => sum.powf(1.0 / p as f64),
                });
            }
        });
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
