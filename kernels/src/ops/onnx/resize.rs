//! `onnx.Resize`: each element of the result is a weighted sum of some elements of the input.
//!
//! The usual ways of `f32` are in [`super::between`]; others go one axis after the other.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};
use tfrt_ops::resample::{Nearest, Positions, ResizedAxis};

use super::between::Between;
use super::{Point, cubic, numbers};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{filled, room};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.Resize", OpEntry::new().dispatch(resize));
}

/// The derivation of the elements of a result from the input.
struct Method {
    positions: Positions,
    nearest: Option<Nearest>,
    is_cubic: bool,
    coefficient: f64,
    leaves_out: bool,
    smooths: bool,
}

impl Method {
    fn of(attrs: OpAttrsRef<'_>) -> Result<Method, OpError> {
        let text = |name: &str, default: &'static str| -> Result<String, OpError> {
            Ok(attrs.get_str(name).unwrap_or(default).to_owned())
        };
        let unknown = |name: &str, value: &str| OpError::from(format!("{name} '{value}' is not known"));
        let transform = text("coordinate_transformation_mode", "half_pixel")?;
        let positions = Positions::named(&transform)
            .ok_or_else(|| unknown("coordinate_transformation_mode", &transform))?;
        let (mode, rounding) = (text("mode", "nearest")?, text("nearest_mode", "round_prefer_floor")?);
        let nearest = Nearest::named(&rounding).ok_or_else(|| unknown("nearest_mode", &rounding))?;
        if !matches!(&*mode, "nearest" | "linear" | "cubic") {
            return Err(unknown("mode", &mode));
        }
        let flag = |name: &str| attrs.get_bool(name).unwrap_or(false);
        Ok(Method {
            positions,
            nearest: (mode == "nearest").then_some(nearest),
            is_cubic: mode == "cubic",
            coefficient: attrs.get_float("cubic_coeff_a").unwrap_or(-0.75),
            leaves_out: flag("exclude_outside"),
            smooths: flag("antialias"),
        })
    }

    /// As the nearest of two neighbours or what is between them, if that is all.
    fn between(&self) -> Option<Between> {
        let is_linear = !self.is_cubic && !self.smooths;
        (self.positions != Positions::Region && (self.nearest.is_some() || is_linear))
            .then_some(Between { positions: self.positions, nearest: self.nearest })
    }
}

/// The elements of the input and their weights, as many for each element of the result.
struct Taps {
    count: usize,
    places: Vec<usize>,
    weights: Vec<f64>,
    /// Elements of the result that are outside of the input.
    outside: Vec<bool>,
}

impl Taps {
    fn of(method: &Method, axis: &ResizedAxis) -> Result<Taps, OpError> {
        let (size, target) = (axis.size, axis.target as usize);
        let scale = if method.smooths { axis.scale.min(1.0) } else { 1.0 };
        let radius = if method.is_cubic { 2.0 } else { 1.0 };
        let start = (-radius / scale).floor() + 1.0;
        // A factor makes an axis shorter by at most its size.
        let count = match method.nearest {
            Some(_) => 1,
            None if -start > 2.0 * size as f64 + 4.0 => {
                return Err(format!("the factor {} is too small for a size of {size}", axis.scale).into());
            }
            None => (2.0 - 2.0 * start) as usize,
        };
        let all = target.checked_mul(count).ok_or("the result has too many elements")?;
        let (mut places, mut weights) = (room(all)?, room(all)?);
        let mut outside = room(target)?;
        for to in 0..axis.target {
            let at = method.positions.place(to, axis);
            outside.push(method.positions == Positions::Region && !(0.0..=(size - 1) as f64).contains(&at));
            if let Some(nearest) = method.nearest {
                places.push(nearest.of(at, size) as usize);
                weights.push(1.0);
                continue;
            }
            let whole = at.floor();
            let ratio = at - whole;
            let first = weights.len();
            for tap in 0..count {
                let offset = start + tap as f64;
                let distance = (offset - ratio) * scale;
                let place = whole + offset;
                let is_outside = place < 0.0 || place > (size - 1) as f64;
                let weight = match method.is_cubic {
                    true => cubic(distance, method.coefficient),
                    false => (1.0 - distance.abs()).max(0.0),
                };
                weights.push(if is_outside && method.leaves_out { 0.0 } else { weight });
                places.push(place.clamp(0.0, (size - 1) as f64) as usize);
            }
            let sum: f64 = weights[first..].iter().sum();
            if (method.leaves_out || method.smooths) && sum != 0.0 {
                weights[first..].iter_mut().for_each(|weight| *weight /= sum);
            }
        }
        Ok(Taps { count, places, weights, outside })
    }
}

/// The axes that change, with what they become.
fn changed(frame: &DispatchFrame<'_>, dims: &[i64]) -> Result<Vec<(usize, ResizedAxis)>, OpError> {
    let attrs = frame.attrs();
    let rank = dims.len();
    let axes = match attrs.get_ints("axes").filter(|axes| !axes.is_empty()) {
        Some(axes) => tfrt_ops::shapes::axes(&axes, rank, "axes")?.into_vec(),
        None => (0..rank).collect(),
    };
    let (region, factors, sizes) = (numbers(frame, 1)?, numbers(frame, 2)?, frame.indices(3)?);
    if factors.is_empty() && sizes.is_empty() {
        return Err("neither factors nor sizes are given".into());
    }
    let fits = |length: usize| length == 0 || length == axes.len();
    if !fits(factors.len()) || !fits(sizes.len()) {
        return Err(
            format!("{} factors or {} sizes for {} axes", factors.len(), sizes.len(), axes.len()).into()
        );
    }
    if let Some(factor) = factors.iter().find(|&&factor| !(factor > 0.0 && factor.is_finite())) {
        return Err(format!("{factor} is no factor of a size").into());
    }
    // One factor for all axes, where their ratio is kept.
    let ratios = || axes.iter().zip(&sizes).map(|(&axis, &size)| size as f64 / dims[axis].max(1) as f64);
    let common = match attrs.get_str("keep_aspect_ratio_policy").unwrap_or("stretch") {
        "not_larger" if !sizes.is_empty() => Some(ratios().fold(f64::INFINITY, f64::min)),
        "not_smaller" if !sizes.is_empty() => Some(ratios().fold(0.0, f64::max)),
        _ => None,
    };
    let mut changed = Vec::new();
    for (i, &at) in axes.iter().enumerate() {
        let size = dims[at];
        let (target, scale) = match (common, sizes.get(i), factors.get(i)) {
            (Some(factor), ..) => {
                let target = (size as f64 * factor + 0.5).floor() as i64;
                (target, factor)
            }
            (None, Some(&target), Some(&factor)) => (target, factor),
            (None, Some(&target), None) => (target, target as f64 / size.max(1) as f64),
            (None, None, factor) => {
                let factor = factor.copied().unwrap_or(1.0);
                ((size as f64 * factor).floor() as i64, factor)
            }
        };
        let mut own = [0.0, 1.0];
        if region.len() == 2 * axes.len() {
            own = [region[i], region[axes.len() + i]];
        }
        let is_same = target == size && scale == 1.0 && own == [0.0, 1.0];
        if target < 0 || (size < 1 && target > 0) {
            return Err(format!("a size of {size} cannot become {target}").into());
        }
        if !is_same {
            changed.push((at, ResizedAxis { size, target, scale, region: own }));
        }
    }
    Ok(changed)
}

fn resize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let (dtype, dims) = (frame.dense(0)?.dtype(), frame.dense(0)?.shape().dims());
    let method = Method::of(frame.attrs())?;
    let axes = changed(frame, &dims)?;
    let mut now: Vec<usize> = dims.iter().map(|&dim| dim as usize).collect();
    let mut target = dims.to_vec();
    for (at, axis) in &axes {
        target[*at] = axis.target;
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&target)?))?;
    if dtype == DType::F32
        && let Some(between) = method.between()
    {
        let mut axes = axes;
        axes.sort_by_key(|&(at, _)| at);
        between.compute(frame.context(), frame.values(0)?, &now, &axes, out.values_mut())?;
        frame.finish(0, out);
        return Ok(());
    }
    let total = now.iter().product();
    let mut values: Vec<f64> = room(total)?;
    for_dtype!(dtype, [ints floats halves], {
        values.extend(frame.values::<T>(0)?.iter().map(|&value| value.to_f64()));
    }, else return Err(unsupported(dtype)));
    let outside = frame.attrs().get_float("extrapolation_value").unwrap_or(0.0);
    // Elements outside along any axis have the value for that: they are found at last.
    let mut lost: Vec<(usize, Vec<bool>)> = Vec::new();
    for (at, axis) in &axes {
        let taps = Taps::of(&method, axis)?;
        let (outer, inner): (usize, usize) = (now[..*at].iter().product(), now[at + 1..].iter().product());
        let (size, count) = (now[*at], axis.target as usize);
        now[*at] = count;
        let elements = [outer, count, inner].iter().try_fold(1_usize, |all, &dim| all.checked_mul(dim));
        let mut next: Vec<f64> = filled(0.0, elements.ok_or("the result has too many elements")?)?;
        for (row, next) in next.chunks_exact_mut(inner.max(1)).enumerate().take(outer * count) {
            let (image, to) = (row / count, row % count);
            for tap in to * taps.count..(to + 1) * taps.count {
                let from = &values[(image * size + taps.places[tap]) * inner..][..inner];
                let weight = taps.weights[tap];
                if taps.count == 1 {
                    next[..inner].copy_from_slice(from);
                } else if weight != 0.0 {
                    next.iter_mut().zip(from).for_each(|(next, from)| *next += weight * from);
                }
            }
        }
        values = next;
        if taps.outside.contains(&true) {
            lost.push((*at, taps.outside));
        }
    }
    for (at, outside_of) in lost {
        let (count, inner): (usize, usize) = (now[at], now[at + 1..].iter().product());
        for (row, values) in values.chunks_exact_mut(inner.max(1)).enumerate() {
            if outside_of[row % count] {
                values.fill(outside);
            }
        }
    }
    for_dtype!(dtype, [ints floats halves], {
        for (to, &value) in out.values_mut::<T>().iter_mut().zip(&values) {
            *to = T::of_f64(value);
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}
