//! `onnx.GridSample`: the values of an image at places that a tensor says, from -1 to 1 in each dimension.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use super::{Point, cubic, numbers, steps};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::tasks::for_parts;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.GridSample", OpEntry::new().dispatch(grid_sample));
}

/// Elements with their weights that are looked up before images are read.
const MOST_TAPS: usize = 1 << 18;

/// The pixels outside of an image.
#[derive(Clone, Copy, PartialEq)]
enum Border {
    Zeros,
    Edge,
    Reflection,
}

/// A place that is turned back at the borders until it is between them.
fn reflected(at: f64, least: f64, most: f64) -> f64 {
    let range = most - least;
    if range <= 0.0 || !at.is_finite() {
        return least;
    }
    let beyond = |over: f64, near: f64, far: f64, sign: f64| {
        let turns = (over / range).floor();
        let rest = over - turns * range;
        if turns % 2.0 == 0.0 { near + sign * rest } else { far - sign * rest }
    };
    if at < least {
        beyond(least - at, least, most, 1.0)
    } else if at > most {
        beyond(at - most, most, least, -1.0)
    } else {
        at
    }
}

struct Sampler {
    border: Border,
    is_aligned: bool,
    /// 1, 2 or 4 elements are taken in each dimension.
    taps: usize,
}

impl Sampler {
    /// The elements and weights along a dimension for a coordinate.
    fn along(&self, coordinate: f64, size: usize, taps: &mut Vec<(Option<usize>, f64)>) {
        let length = size as f64;
        let (least, most) = if self.is_aligned { (0.0, length - 1.0) } else { (-0.5, length - 0.5) };
        let mut at = match self.is_aligned {
            true => (coordinate + 1.0) / 2.0 * (length - 1.0),
            false => ((coordinate + 1.0) * length - 1.0) / 2.0,
        };
        if self.taps == 1 {
            at = at.round_ties_even();
        }
        if at < least || at > most || at.is_nan() {
            at = match self.border {
                Border::Zeros => at,
                // Of four elements, each is taken from the edge on its own.
                Border::Edge if self.taps == 4 => at,
                Border::Edge => at.max(0.0).min(length - 1.0),
                Border::Reflection => reflected(at, least, most),
            };
        }
        let element = |place: f64| {
            let inside = (0.0..length).contains(&place);
            let place = match self.border {
                _ if inside => place,
                Border::Zeros => return None,
                Border::Edge => place.max(0.0).min(length - 1.0),
                Border::Reflection => reflected(place, least, most).clamp(0.0, length - 1.0),
            };
            Some(place as usize)
        };
        taps.clear();
        let whole = at.floor();
        let ratio = at - whole;
        match self.taps {
            1 => taps.push((element(at.round_ties_even()), 1.0)),
            2 => taps.extend([(element(whole), 1.0 - ratio), (element(whole + 1.0), ratio)]),
            _ => taps.extend((-1..=2).map(|offset| {
                let offset = f64::from(offset);
                (element(whole + offset), cubic(offset - ratio, -0.75))
            })),
        }
    }
}

fn grid_sample(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let sampler = Sampler {
        border: match attrs.get_str("padding_mode").unwrap_or("zeros") {
            "zeros" => Border::Zeros,
            "border" => Border::Edge,
            "reflection" => Border::Reflection,
            other => return Err(format!("padding_mode '{other}' is not known").into()),
        },
        is_aligned: attrs.get_bool("align_corners").unwrap_or(false),
        taps: match attrs.get_str("mode").unwrap_or("linear") {
            "nearest" => 1,
            "linear" => 2,
            "cubic" => 4,
            other => return Err(format!("mode '{other}' is not known").into()),
        },
    };
    let dims: Vec<usize> = frame.dense(0)?.shape().dims().iter().map(|&dim| dim as usize).collect();
    let (channels, sizes) = (dims[1], &dims[2..]);
    let rank = sizes.len();
    let all_steps = steps(sizes);
    let channel: usize = sizes.iter().product();
    let places: usize = metadata.shape.dims()[2..].iter().product::<i64>() as usize;
    let grid = numbers(frame, 1)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let dtype = frame.dense(0)?.dtype();
    let per_place = sampler.taps.pow(rank as u32);
    // The elements of an image and their weights for some places, from this one on.
    let weigh = |image: usize, first: usize, to: &mut [(usize, f64)]| {
        let mut taps: Vec<Vec<(Option<usize>, f64)>> = vec![Vec::new(); rank];
        for (i, to) in to.chunks_exact_mut(per_place).enumerate() {
            let at = &grid[(image * places + first + i) * rank..][..rank];
            // The first coordinate is for the last dimension.
            for axis in 0..rank {
                sampler.along(at[rank - 1 - axis], sizes[axis], &mut taps[axis]);
            }
            for (number, to) in to.iter_mut().enumerate() {
                let (mut rest, mut from, mut weight) = (number, 0, 1.0);
                for axis in (0..rank).rev() {
                    let (element, own) = taps[axis][rest % sampler.taps];
                    rest /= sampler.taps;
                    // What is outside of the image adds nothing.
                    let (element, own) = element.map_or((0, 0.0), |element| (element, own));
                    weight *= own;
                    from += element * all_steps[axis];
                }
                *to = (from, weight);
            }
        }
    };
    // Places are looked up once for all channels of an image, some at a time.
    let block = (MOST_TAPS / per_place).clamp(1, places.max(1));
    let mut table = filled((0, 0.0), block * per_place)?;
    let context = frame.context();
    for_dtype!(dtype, [ints floats halves], {
        let x = frame.values::<T>(0)?;
        for (image, out) in out.values_mut::<T>().chunks_exact_mut((channels * places).max(1)).enumerate() {
            let mut planes: Vec<&mut [T]> = out.chunks_exact_mut(places).collect();
            for first in (0..places).step_by(block) {
                let count = block.min(places - first);
                let table = &mut table[..count * per_place];
                for_parts(context, table, per_place, &|at, part| weigh(image, first + at / per_place, part));
                let parts: Vec<Mutex<&mut [T]>> =
                    planes.iter_mut().map(|plane| Mutex::new(&mut plane[first..first + count])).collect();
                context.parallel_for(parts.len(), 1, &|begin, end| {
                    for at in begin..end {
                        let x = &x[(image * channels + at) * channel..][..channel];
                        for (value, taps) in parts[at].lock().iter_mut().zip(table.chunks_exact(per_place)) {
                            let mut sum = 0.0;
                            for &(from, weight) in taps {
                                if weight != 0.0 {
                                    sum += weight * x[from].to_f64();
                                }
                            }
                            *value = T::of_f64(sum);
                        }
                    }
                });
            }
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
