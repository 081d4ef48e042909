//! Shapes of the results of ops whose metadata depends on the elements of an operand: reshapes, reductions, concatenations, …
//!
//! Such ops have no metadata function. Where the operand in question is a constant the result follows from it; else what remains is
//! the rank, or the dtype. Nothing here calls an op a failure: what does not fit is left unknown.

use tfrt_dialects::oracle::{OpCall, OperandInfo};
use tfrt_executor::tensor::DType;
use tfrt_ir::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::types::DYNAMIC;

use super::dims::{Known, PartialDims};
use super::dtype_of;

/// What is known about the results; `None` if there is no rule for this op. What is said of one with operands missing means nothing:
/// it never succeeds.
pub(super) fn infer(ctx: &Context, op: OpCall<'_>, operands: &[OperandInfo]) -> Option<Vec<Known>> {
    let call = Call { ctx, op, operands };
    let short = op.name.strip_prefix("tf.")?;
    let like = |i: usize, dims: PartialDims| vec![Known { dtype: call.known(i).dtype, dims }];
    Some(match short {
        "Reshape" => like(0, call.reshape()),
        "Fill" => like(1, call.shape_argument(0)),
        "BroadcastTo" => like(0, call.shape_argument(1)),
        "ScatterNd" => like(1, call.shape_argument(2)),
        "ReverseV2" | "Cumsum" | "Cumprod" | "MatrixBandPart" => vec![call.known(0)],
        "Transpose" => like(0, call.transpose()),
        "ExpandDims" => like(0, call.expand_dims()),
        "Sum" | "Mean" | "Max" | "Min" | "Prod" | "All" | "Any" => like(0, call.reduction()),
        "ArgMax" | "ArgMin" => {
            let dims = call.remove_axis(0, 1);
            vec![Known { dtype: Some(call.dtype("output_type").unwrap_or(DType::I64)), dims }]
        }
        "Concat" => like(1, call.concat(0, 1..operands.len())),
        "ConcatV2" => {
            let axis = operands.len().saturating_sub(1);
            like(0, call.concat(axis, 0..axis))
        }
        "Split" => call.split(),
        "SplitV" => call.split_v(),
        "Tile" => like(0, call.each_dim(0, 1, |dim, times| dim.checked_mul(times))),
        "Pad" | "PadV2" | "MirrorPad" => like(0, call.pad()),
        "Slice" => like(0, call.slice()),
        "StridedSlice" => like(0, call.strided_slice()),
        "GatherV2" => like(0, call.gather()),
        "OneHot" => like(2, call.one_hot()),
        "TopKV2" => {
            let dims = call.known(0).dims.and_then(|mut dims| {
                *dims.last_mut()? = call.scalar(1).unwrap_or(DYNAMIC);
                Some(dims)
            });
            let index = call.dtype("index_type").unwrap_or(DType::I32);
            vec![Known { dtype: call.known(0).dtype, dims: dims.clone() }, Known { dtype: Some(index), dims }]
        }
        "Range" => like(0, Some(vec![call.range_length().unwrap_or(DYNAMIC)])),
        "LinSpace" => like(0, Some(vec![call.scalar(2).unwrap_or(DYNAMIC)])),
        "Where" => {
            let rank = call.known(0).dims.map(|dims| dims.len() as i64);
            let dims = Some(vec![DYNAMIC, rank.unwrap_or(DYNAMIC)]);
            vec![Known { dtype: Some(DType::I64), dims }]
        }
        "Unique" => {
            let index = call.dtype("out_idx").unwrap_or(DType::I32);
            let values = Known { dtype: call.known(0).dtype, dims: Some(vec![DYNAMIC]) };
            vec![values, Known { dtype: Some(index), dims: call.known(0).dims }]
        }
        _ => return super::more_rules::infer(&call, short),
    })
}

/// A use of an op.
pub(super) struct Call<'a> {
    ctx: &'a Context,
    op: OpCall<'a>,
    operands: &'a [OperandInfo],
}

/// An axis counted from the front.
fn normalize(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| axis.rem_euclid(rank) as usize)
}

impl Call<'_> {
    pub(super) fn known(&self, i: usize) -> Known {
        Known::of_type(self.ctx, self.operands.get(i).and_then(|operand| operand.ty))
    }

    /// The elements of an operand that is a constant.
    pub(super) fn values(&self, i: usize) -> Option<Vec<i64>> {
        let value = self.operands.get(i)?.value?;
        let view = DenseView::new(self.ctx, value)?;
        // More than a shape has is no shape, and need not be listed.
        (view.len <= 1024).then(|| view.integers().map(Iterator::collect))?
    }

    pub(super) fn scalar(&self, i: usize) -> Option<i64> {
        match self.values(i)?[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    fn attr(&self, name: &str) -> Option<tfrt_ir::handles::Attr> {
        self.op.attrs.iter().find(|(key, _)| *key == name).map(|&(_, value)| value)
    }

    pub(super) fn integer(&self, name: &str, default: i64) -> i64 {
        self.attr(name).and_then(|attr| self.ctx.attr_as_i64(attr)).unwrap_or(default)
    }

    fn flag(&self, name: &str) -> bool {
        self.attr(name).and_then(|attr| self.ctx.attr_as_bool(attr)).unwrap_or(false)
    }

    pub(super) fn dtype(&self, name: &str) -> Option<DType> {
        dtype_of(self.ctx, self.ctx.attr_as_type(self.attr(name)?)?)
    }

    /// The number of elements of a vector.
    pub(super) fn length(&self, i: usize) -> Option<usize> {
        match self.known(i).dims?[..] {
            [length] => usize::try_from(length).ok(),
            _ => None,
        }
    }

    /// The shape that an operand gives in its elements; of one that is no constant, its length is the rank.
    pub(super) fn shape_argument(&self, i: usize) -> PartialDims {
        match self.values(i) {
            Some(dims) => dims.iter().all(|&dim| dim >= 0).then_some(dims),
            None => Some(vec![DYNAMIC; self.length(i)?]),
        }
    }

    fn reshape(&self) -> PartialDims {
        let Some(mut dims) = self.values(1) else { return Some(vec![DYNAMIC; self.length(1)?]) };
        let input = self.known(0);
        if let Some(open) = dims.iter().position(|&dim| dim == -1) {
            let rest = dims.iter().enumerate().filter(|&(at, _)| at != open);
            let rest = rest
                .map(|(_, &dim)| dim)
                .try_fold(1i64, |count, dim| if dim < 0 { None } else { count.checked_mul(dim) })?;
            dims[open] = match input.num_elements() {
                Some(count) if rest > 0 && count % rest == 0 => count / rest,
                _ => DYNAMIC,
            };
        }
        dims.iter().all(|&dim| dim >= 0 || dim == DYNAMIC).then_some(dims)
    }

    fn transpose(&self) -> PartialDims {
        let dims = self.known(0).dims;
        match (dims, self.values(1)) {
            (Some(dims), Some(order)) if order.len() == dims.len() => {
                order.iter().map(|&axis| Some(dims[normalize(axis, dims.len())?])).collect()
            }
            (Some(dims), None) => Some(vec![DYNAMIC; dims.len()]),
            (None, _) => Some(vec![DYNAMIC; self.length(1)?]),
            _ => None,
        }
    }

    fn expand_dims(&self) -> PartialDims {
        let mut dims = self.known(0).dims?;
        match self.scalar(1) {
            Some(axis) => dims.insert(normalize(axis, dims.len() + 1)?, 1),
            None => dims = vec![DYNAMIC; dims.len() + 1],
        }
        Some(dims)
    }

    fn reduction(&self) -> PartialDims {
        let dims = self.known(0).dims?;
        let keep = self.flag("keep_dims");
        let Some(axes) = self.values(1) else { return keep.then(|| vec![DYNAMIC; dims.len()]) };
        let axes: Vec<usize> = axes.iter().map(|&axis| normalize(axis, dims.len())).collect::<Option<_>>()?;
        let kept = dims.iter().enumerate().filter_map(|(at, &dim)| match axes.contains(&at) {
            true => keep.then_some(1),
            false => Some(dim),
        });
        Some(kept.collect())
    }

    fn remove_axis(&self, tensor: usize, axis: usize) -> PartialDims {
        let mut dims = self.known(tensor).dims?;
        match self.scalar(axis) {
            Some(axis) => {
                dims.remove(normalize(axis, dims.len())?);
            }
            None => dims = vec![DYNAMIC; dims.len().checked_sub(1)?],
        }
        Some(dims)
    }

    fn concat(&self, axis: usize, tensors: std::ops::Range<usize>) -> PartialDims {
        let parts: Vec<Option<Vec<i64>>> = tensors.map(|i| self.known(i).dims).collect();
        let rank = parts.iter().flatten().next()?.len();
        if parts.iter().flatten().any(|dims| dims.len() != rank) {
            return None;
        }
        let Some(axis) = self.scalar(axis) else { return Some(vec![DYNAMIC; rank]) };
        let axis = normalize(axis, rank)?;
        let dim = |at: usize| {
            let mut dims = parts.iter().map(|dims| dims.as_ref().map_or(DYNAMIC, |dims| dims[at]));
            if at == axis {
                // One part that is not known leaves the sum unknown.
                dims.fold(0, |sum: i64, dim| {
                    if sum == DYNAMIC || dim == DYNAMIC {
                        DYNAMIC
                    } else {
                        sum.checked_add(dim).unwrap_or(DYNAMIC)
                    }
                })
            } else {
                // All must be equal, so one that is known tells.
                dims.find(|&dim| dim != DYNAMIC).unwrap_or(DYNAMIC)
            }
        };
        Some((0..rank).map(dim).collect())
    }

    fn split(&self) -> Vec<Known> {
        let value = self.known(1);
        let parts = self.op.num_results as i64;
        let dims = value.dims.clone().and_then(|mut dims| {
            let Some(axis) = self.scalar(0) else { return Some(vec![DYNAMIC; dims.len()]) };
            let axis = normalize(axis, dims.len())?;
            if dims[axis] != DYNAMIC {
                dims[axis] =
                    if dims[axis] % parts.max(1) == 0 { dims[axis] / parts.max(1) } else { return None };
            }
            Some(dims)
        });
        vec![Known { dtype: value.dtype, dims }; self.op.num_results]
    }

    fn split_v(&self) -> Vec<Known> {
        let value = self.known(0);
        let part = |i: usize| {
            let mut dims = value.dims.clone()?;
            let Some(axis) = self.scalar(2) else { return Some(vec![DYNAMIC; dims.len()]) };
            let axis = normalize(axis, dims.len())?;
            let size = self.values(1).and_then(|sizes| sizes.get(i).copied());
            dims[axis] = size.filter(|&size| size >= 0).unwrap_or(DYNAMIC);
            Some(dims)
        };
        (0..self.op.num_results).map(|i| Known { dtype: value.dtype, dims: part(i) }).collect()
    }

    /// Dimensions from those of a tensor and the elements of an operand, one for each.
    fn each_dim(&self, tensor: usize, with: usize, f: impl Fn(i64, i64) -> Option<i64>) -> PartialDims {
        let dims = self.known(tensor).dims?;
        let Some(values) = self.values(with) else { return Some(vec![DYNAMIC; dims.len()]) };
        if values.len() != dims.len() {
            return None;
        }
        let one = |(&dim, &value): (&i64, &i64)| match dim {
            DYNAMIC => DYNAMIC,
            _ => f(dim, value).unwrap_or(DYNAMIC),
        };
        Some(dims.iter().zip(&values).map(one).collect())
    }

    fn pad(&self) -> PartialDims {
        let dims = self.known(0).dims?;
        let Some(paddings) = self.values(1) else { return Some(vec![DYNAMIC; dims.len()]) };
        if paddings.len() != 2 * dims.len() {
            return None;
        }
        let padded = dims.iter().zip(paddings.chunks_exact(2)).map(|(&dim, padding)| match dim {
            DYNAMIC => DYNAMIC,
            _ => dim.saturating_add(padding[0]).saturating_add(padding[1]),
        });
        Some(padded.collect())
    }

    fn slice(&self) -> PartialDims {
        let rank = self.known(0).dims.map(|dims| dims.len()).or_else(|| self.length(1))?;
        let dims = self.known(0).dims.unwrap_or_else(|| vec![DYNAMIC; rank]);
        let (begins, sizes) = (self.values(1), self.values(2));
        let size = |at: usize| match sizes.as_ref().and_then(|sizes| sizes.get(at).copied()) {
            Some(-1) => match (dims[at], begins.as_ref().and_then(|begins| begins.get(at))) {
                (DYNAMIC, _) | (_, None) => DYNAMIC,
                (dim, Some(&begin)) => (dim - begin).max(0),
            },
            Some(size) if size >= 0 => size,
            _ => DYNAMIC,
        };
        Some((0..rank).map(size).collect())
    }

    /// Of slices with strides, what is known when everything about each axis is.
    fn strided_slice(&self) -> PartialDims {
        let dims = self.known(0).dims?;
        let (begin, end, strides) = (self.values(1)?, self.values(2)?, self.values(3)?);
        let mask = |name: &str, at: usize| self.integer(name, 0) >> at & 1 == 1;
        if end.len() != begin.len() || strides.len() != begin.len() || begin.len() > 63 {
            return None;
        }
        let new_axes = (0..begin.len()).filter(|&at| mask("new_axis_mask", at)).count();
        let mut result = Vec::new();
        let mut axis = 0;
        let mut expanded = false;
        for at in 0..begin.len() {
            if mask("ellipsis_mask", at) {
                let explicit = begin.len() - 1 - new_axes;
                let covered = dims.len().checked_sub(explicit)?;
                result.extend_from_slice(dims.get(axis..axis + covered)?);
                axis += covered;
                expanded = true;
            } else if mask("new_axis_mask", at) {
                result.push(1);
            } else {
                let dim = *dims.get(axis)?;
                axis += 1;
                if mask("shrink_axis_mask", at) {
                    continue;
                }
                result.push(match dim {
                    DYNAMIC => DYNAMIC,
                    _ => {
                        let bound = |value: i64, open: bool, default: i64, low: i64, high: i64| match open {
                            true => default,
                            false => (if value < 0 { value + dim } else { value }).clamp(low, high),
                        };
                        let (open_begin, open_end) = (mask("begin_mask", at), mask("end_mask", at));
                        match strides[at] {
                            0 => return None,
                            step if step > 0 => {
                                let from = bound(begin[at], open_begin, 0, 0, dim);
                                let to = bound(end[at], open_end, dim, 0, dim);
                                (to - from).max(0).div_ceil_by(step)
                            }
                            step => {
                                let from = bound(begin[at], open_begin, dim - 1, -1, dim - 1);
                                let to = bound(end[at], open_end, -1, -1, dim - 1);
                                (from - to).max(0).div_ceil_by(step.checked_neg()?)
                            }
                        }
                    }
                });
            }
        }
        if !expanded {
            result.extend_from_slice(dims.get(axis..)?);
        }
        Some(result)
    }

    fn gather(&self) -> PartialDims {
        let (params, indices) = (self.known(0).dims?, self.known(1).dims?);
        let batch = self.integer("batch_dims", 0);
        let batch = normalize(batch, indices.len() + 1)?;
        let Some(axis) = self.scalar(2) else {
            return Some(vec![DYNAMIC; (params.len() + indices.len()).checked_sub(1 + batch)?]);
        };
        let axis = normalize(axis, params.len())?;
        let mut dims = params[..axis].to_vec();
        dims.extend_from_slice(indices.get(batch..)?);
        dims.extend_from_slice(&params[axis + 1..]);
        Some(dims)
    }

    fn one_hot(&self) -> PartialDims {
        let mut dims = self.known(0).dims?;
        let axis = match self.integer("axis", -1) {
            -1 => dims.len(),
            axis => usize::try_from(axis).ok().filter(|&axis| axis <= dims.len())?,
        };
        dims.insert(axis, self.scalar(1).filter(|&depth| depth >= 0).unwrap_or(DYNAMIC));
        Some(dims)
    }

    /// The length of a range of integers.
    fn range_length(&self) -> Option<i64> {
        let (start, limit, delta) = (self.scalar(0)?, self.scalar(1)?, self.scalar(2)?);
        let distance = limit.checked_sub(start)?;
        match delta {
            0 => None,
            delta if delta > 0 => Some(distance.max(0).div_ceil_by(delta)),
            delta => Some(distance.checked_neg()?.max(0).div_ceil_by(delta.checked_neg()?)),
        }
    }
}

/// Division that rounds up, for numbers that are not negative.
trait DivCeil {
    fn div_ceil_by(self, by: i64) -> i64;
}

impl DivCeil for i64 {
    fn div_ceil_by(self, by: i64) -> i64 {
        self / by + i64::from(self % by != 0)
    }
}
