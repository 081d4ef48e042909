//! Ops that move elements, and plain products, as steps of plans.
//!
//! What reads a tensor with other steps is a list of copies that was prepared; what leaves the elements where they are is no step. Slices whose
//! places are operands look at these when they run. Products of matrices are the steps of einsums.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{Declined, Described, DescribedStart, Prepared, StepOperand, StepSpec};
use tfrt_executor::tensor::DType;
use tfrt_ops::shapes::Label;
use tfrt_ops::{Elementwise, MemberOp, Precision};

use super::gather::Numbers;
use super::movement::{between_padding, broadcast_steps, broadcasts, reversed, sliced};
use super::{axes, ints};
use crate::ops::arrays::steps::{Move, copies, transposed};
use crate::ops::arrays::strided::{Copy, row_major};
use crate::ops::linear_algebra::einsum_step::{Operand, labelled};
use crate::ops::linear_algebra::gemm::Product;
use crate::ops::linear_algebra::matmul::multiply_batches;

/// A step that reads the first operand with these steps, from an offset on.
fn gathered(spec: &StepSpec<'_>, from: i64, steps: &[i64]) -> Option<Prepared> {
    let copy = Copy::gather(&spec.results.first()?.shape.dims(), from, steps);
    copies(spec, vec![SmallVec::from_iter([Move { operand: 0, copy }])])
}

/// `hlo.reshape`.
pub(super) fn reshape(spec: &StepSpec<'_>) -> Option<Prepared> {
    (spec.operands.len() == 1 && spec.results.len() == 1).then_some(Prepared::Same(0))
}

/// `hlo.transpose`.
pub(super) fn transpose(spec: &StepSpec<'_>) -> Option<Prepared> {
    let order = axes(spec.attrs, "permutation", spec.operands.first()?.metadata.shape.rank()).ok()?;
    transposed(spec, &order)
}

/// `hlo.broadcast_in_dim`.
pub(super) fn broadcast(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x], [result]) = (spec.operands, spec.results) else { return None };
    let shape = ints(spec.attrs, "shape").ok()?;
    let places = axes(spec.attrs, "broadcast_dimensions", shape.len()).ok()?;
    let dims = x.metadata.shape.dims();
    if !broadcasts(&dims, &places, &shape) || result.shape.dims() != shape {
        return None;
    }
    let large = places.iter().zip(&dims).filter(|(_, dim)| **dim != 1).map(|(&place, _)| place);
    if result.shape.num_elements() == x.metadata.shape.num_elements() && large.is_sorted() {
        return Some(Prepared::Same(0));
    }
    gathered(spec, 0, &broadcast_steps(&dims, &places, &shape))
}

/// `hlo.slice`.
pub(super) fn slice(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x], [result]) = (spec.operands, spec.results) else { return None };
    let (start, strides) = (ints(spec.attrs, "start_indices").ok()?, ints(spec.attrs, "strides").ok()?);
    let dims = x.metadata.shape.dims();
    if [start.len(), strides.len(), result.shape.rank()] != [dims.len(); 3] {
        return None;
    }
    let (first, steps) = sliced(&dims, &start, &strides);
    gathered(spec, first, &steps)
}

/// `hlo.reverse`.
pub(super) fn reverse(spec: &StepSpec<'_>) -> Option<Prepared> {
    let [x] = spec.operands else { return None };
    let dims = x.metadata.shape.dims();
    let (first, steps) = reversed(&dims, axes(spec.attrs, "dimensions", dims.len()).ok()?);
    gathered(spec, first, &steps)
}

/// `hlo.pad`.
pub(super) fn pad(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x, value], [result]) = (spec.operands, spec.results) else { return None };
    let (low, interior) = (ints(spec.attrs, "low").ok()?, ints(spec.attrs, "interior").ok()?);
    let (dims, to) = (x.metadata.shape.dims(), result.shape.dims());
    let are_alike = [x.metadata.dtype, value.metadata.dtype] == [result.dtype; 2]
        && value.metadata.shape.num_elements() == 1
        && [low.len(), interior.len(), to.len()] == [dims.len(); 3]
        && interior.iter().all(|&step| step >= 0);
    let size = result.dtype.size().filter(|_| are_alike)?;
    let copy = between_padding(&dims, &to, &low, &interior);
    Some(Prepared::step(move |_, operands, results| {
        fill(results[0], operands[1]);
        match &copy {
            Some(copy) => copy.run(size, operands[0], results[0]).map_err(|_| Declined),
            None => Ok(()),
        }
    }))
}

/// Repeats an element.
pub(super) fn fill(to: &mut [u8], element: &[u8]) {
    // Words where both sides are aligned, as elements of tensors are.
    macro_rules! words {
        ($($size:literal $ty:ty),*) => {
            match element.len() {
                1 => return to.fill(element[0]),
                $($size => {
                    if let Ok(to) = bytemuck::try_cast_slice_mut::<u8, $ty>(to) {
                        return to.fill(bytemuck::pod_read_unaligned(element));
                    }
                })*
                _ => {}
            }
        };
    }
    words!(2 u16, 4 u32, 8 u64);
    to.chunks_exact_mut(element.len().max(1)).for_each(|to| to.copy_from_slice(element));
}

/// A block of a tensor at a place that scalar operands say, each clamped so that the block is inside.
struct Placed {
    /// For each of the operands: the largest number, and the step in elements.
    starts: SmallVec<[(i64, i64); 4]>,
    /// The first of the operands.
    at: usize,
    /// Whether they have 64 bits; else 32.
    wide: bool,
}

impl Placed {
    /// A block of these sizes in a tensor of these dimensions; `None` if it does not fit, or the operands are none that are read here.
    fn of(operands: &[StepOperand<'_>], at: usize, dims: &[i64], sizes: &[i64]) -> Option<Placed> {
        let starts = operands.get(at..)?;
        let dtype = starts.first().map_or(DType::I32, |start| start.metadata.dtype);
        let are_plain = starts
            .iter()
            .all(|start| start.metadata.dtype == dtype && start.metadata.shape.num_elements() == 1);
        if !are_plain || [starts.len(), sizes.len()] != [dims.len(); 2] {
            return None;
        }
        let wide = match dtype {
            DType::I32 => false,
            DType::I64 => true,
            _ => return None,
        };
        let start = |((&dim, &size), step)| (dim >= size).then_some((dim - size, step));
        let starts = dims.iter().zip(sizes).zip(row_major(dims)).map(start).collect::<Option<_>>()?;
        Some(Placed { starts, at, wide })
    }

    /// The offset of the block's first element.
    fn first(&self, operands: &[&[u8]]) -> Result<i64, Declined> {
        let mut first = 0;
        for (&(most, step), bytes) in self.starts.iter().zip(&operands[self.at..]) {
            let start = match self.wide {
                true => *bytemuck::try_from_bytes::<i64>(bytes)?,
                false => i64::from(*bytemuck::try_from_bytes::<i32>(bytes)?),
            };
            first += start.clamp(0, most) * step;
        }
        Ok(first)
    }
}

/// `hlo.dynamic_slice`.
pub(super) fn dynamic_slice(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x, ..], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, sizes) = (x.metadata.shape.dims(), ints(spec.attrs, "slice_sizes").ok()?);
    let size =
        result.dtype.size().filter(|_| result.dtype == x.metadata.dtype && result.shape.dims() == sizes)?;
    let placed = Placed::of(spec.operands, 1, &dims, &sizes)?;
    let whole = Copy::gather(&sizes, 0, &row_major(&dims));
    Some(Prepared::step(move |_, operands, results| {
        let copy = Copy { from: placed.first(operands)?, ..whole.clone() };
        copy.run(size, operands[0], results[0]).map_err(|_| Declined)
    }))
}

/// `hlo.dynamic_update_slice`.
pub(super) fn dynamic_update_slice(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x, update, ..], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, sizes) = (x.metadata.shape.dims(), update.metadata.shape.dims());
    let is_alike = x.metadata == result && update.metadata.dtype == result.dtype;
    let size = result.dtype.size().filter(|_| is_alike)?;
    let placed = Placed::of(spec.operands, 2, &dims, &sizes)?;
    let whole = Copy::scatter(&sizes, 0, &row_major(&dims));
    Some(Prepared::step(move |_, operands, results| {
        let copy = Copy { to: placed.first(operands)?, ..whole.clone() };
        results[0].copy_from_slice(operands[0]);
        copy.run(size, operands[1], results[0]).map_err(|_| Declined)
    }))
}

/// `hlo.scatter` of one window of updates: it replaces the elements at its place, or none if it starts outside of the tensor.
pub(super) fn scatter(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x, index, update], [result]) = (spec.operands, spec.results) else { return None };
    let body = spec.attrs.get_fused_body("body")?;
    let mut members = body.members();
    let is_second = members.next().is_some_and(|member| {
        member.op == MemberOp::Elementwise(Elementwise::HloCopy) && *member.operands == [1]
    });
    let are_alike = x.metadata == result && update.metadata.dtype == result.dtype;
    if !is_second || members.next().is_some() || !are_alike {
        return None;
    }
    let (dims, index_dims) = (x.metadata.shape.dims(), index.metadata.shape.dims());
    let names = ["scatter_dims_to_operand_dims", "input_batching_dims", "scatter_indices_batching_dims"];
    let numbers = Numbers::of(spec.attrs, names, dims.len(), &index_dims).ok()?;
    let inserted = axes(spec.attrs, "inserted_window_dims", dims.len()).ok()?;
    let update_dims = update.metadata.shape.dims();
    let windows = axes(spec.attrs, "update_window_dims", update_dims.len()).ok()?;
    let is_one = numbers.batching.is_empty() && index.metadata.shape.num_elements() == numbers.map.len();
    if !is_one || windows.len() + inserted.len() != dims.len() || !windows.is_sorted() {
        return None;
    }
    // The window in the operand's dimensions: those that were inserted have one place.
    let mut window = windows.iter().map(|&axis| update_dims[axis]);
    let sizes: SmallVec<[i64; 4]> = (0..dims.len())
        .map(|axis| if inserted.contains(&axis) { Some(1) } else { window.next() })
        .collect::<Option<_>>()?;
    let own = row_major(&dims);
    let starts: SmallVec<[(i64, i64); 4]> =
        numbers.map.iter().map(|&axis| (dims[axis] - sizes[axis], own[axis])).collect();
    let are_whole = sizes.iter().zip(&dims).all(|(size, dim)| size <= dim)
        && numbers.map.iter().all(|&axis| sizes[axis] == 1);
    let wide = match index.metadata.dtype {
        DType::I32 => false,
        DType::I64 => true,
        _ => return None,
    };
    let size = result.dtype.size().filter(|_| are_whole)?;
    let whole = Copy::scatter(&sizes, 0, &own);
    Some(Prepared::step(move |_, operands, results| {
        results[0].copy_from_slice(operands[0]);
        let mut to = 0;
        for (i, &(most, step)) in starts.iter().enumerate() {
            let start = match wide {
                true => bytemuck::try_cast_slice::<u8, i64>(operands[1])?[i],
                false => i64::from(bytemuck::try_cast_slice::<u8, i32>(operands[1])?[i]),
            };
            if !(0..=most).contains(&start) {
                return Ok(());
            }
            to += start * step;
        }
        Copy { to, ..whole.clone() }.run(size, operands[2], results[0]).map_err(|_| Declined)
    }))
}

/// Whether a block of these sizes, anywhere in a tensor of these dimensions, is elements that follow each other.
fn is_one_run(dims: &[i64], sizes: &[i64]) -> bool {
    let rest = sizes.iter().zip(dims).skip_while(|(size, _)| **size == 1).skip(1);
    sizes.len() == dims.len() && rest.into_iter().all(|(size, dim)| size == dim)
}

/// Where the block starts, as data.
fn starts(placed: &Placed) -> Vec<DescribedStart> {
    let start = |(i, &(most, step))| DescribedStart { operand: placed.at + i, most, step };
    placed.starts.iter().enumerate().map(start).collect()
}

/// `hlo.dynamic_slice` of elements that follow each other.
pub(super) fn described_slice(spec: &StepSpec<'_>) -> Option<Described> {
    let ([x, ..], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, sizes) = (x.metadata.shape.dims(), ints(spec.attrs, "slice_sizes").ok()?);
    let fits = result.dtype == x.metadata.dtype && result.shape.dims() == sizes && is_one_run(&dims, &sizes);
    let placed = Placed::of(spec.operands, 1, &dims, &sizes).filter(|_| fits)?;
    Some(Described::Slice { first: 0, starts: starts(&placed) })
}

/// `hlo.slice` of elements that follow each other.
pub(super) fn described_part(spec: &StepSpec<'_>) -> Option<Described> {
    let ([x], [result]) = (spec.operands, spec.results) else { return None };
    let (start, strides) = (ints(spec.attrs, "start_indices").ok()?, ints(spec.attrs, "strides").ok()?);
    let (dims, sizes) = (x.metadata.shape.dims(), result.shape.dims());
    let is_alike = result.dtype == x.metadata.dtype
        && [start.len(), strides.len()] == [dims.len(); 2]
        && is_one_run(&dims, &sizes)
        && sizes.iter().zip(&strides).all(|(&size, &stride)| size == 1 || stride == 1);
    let (first, _) = sliced(&dims, &start, &strides);
    let first = usize::try_from(first).ok().filter(|_| is_alike)?;
    Some(Described::Slice { first, starts: Vec::new() })
}

/// `hlo.concatenate` of tensors whose elements follow each other in the result.
pub(super) fn described_join(spec: &StepSpec<'_>) -> Option<Described> {
    let axis = usize::try_from(super::int(spec.attrs, "dimension").ok()?).ok()?;
    let [result] = spec.results else { return None };
    let is_alike = |operand: &StepOperand<'_>| {
        operand.metadata.dtype == result.dtype && operand.metadata.shape.num_elements() > 0
    };
    let is_run = result.shape.dims().get(..axis)?.iter().all(|&dim| dim == 1);
    (is_run && spec.operands.iter().all(is_alike)).then_some(Described::Join)
}

/// `hlo.dynamic_update_slice` of elements that follow each other.
pub(super) fn described_update(spec: &StepSpec<'_>) -> Option<Described> {
    let ([x, update, ..], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, sizes) = (x.metadata.shape.dims(), update.metadata.shape.dims());
    let fits = x.metadata == result && update.metadata.dtype == result.dtype && is_one_run(&dims, &sizes);
    let placed = Placed::of(spec.operands, 2, &dims, &sizes).filter(|_| fits)?;
    Some(Described::Update(starts(&placed)))
}

/// `hlo.dot_general` of `f32` tensors: as an einsum, or, of vectors, where no dimension has to move: batches, rows and the inner dimensions on the
/// left; batches, the inner dimensions and columns on the right.
pub(super) fn dot(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([a, b], [result]) = (spec.operands, spec.results) else { return None };
    if [a.metadata.dtype, b.metadata.dtype, result.dtype] != [DType::F32; 3] {
        return None;
    }
    let (left, right) = (a.metadata.shape.dims(), b.metadata.shape.dims());
    let list = |name: &str, rank: usize| axes(spec.attrs, name, rank).ok();
    let (batch, inner) =
        (list("lhs_batching_dimensions", left.len())?, list("lhs_contracting_dimensions", left.len())?);
    let (right_batch, right_inner) =
        (list("rhs_batching_dimensions", right.len())?, list("rhs_contracting_dimensions", right.len())?);
    if result.shape.num_elements() > 0
        && let Some(step) = labelled_dot(spec, [(&batch, &inner), (&right_batch, &right_inner)])
    {
        return Some(step);
    }
    let (n, k) = (batch.len(), inner.len());
    let is_run = |axes: &[usize], first: usize| axes.iter().copied().eq(first..first + axes.len());
    let in_place = is_run(&batch, 0)
        && is_run(&right_batch, 0)
        && is_run(&inner, left.len().checked_sub(k)?)
        && is_run(&right_inner, n);
    if !in_place {
        return None;
    }
    let size = |dims: &[i64]| dims.iter().product::<i64>() as usize;
    let (rows, columns) = (size(&left[n..left.len() - k]), size(&right[n + k..]));
    let inner = size(&left[left.len() - k..]);
    let precision = Precision::of(&*spec.attrs);
    let product = Product { precision, ..Product::plain([rows, inner, columns]) };
    let count = size(&left[..n]);
    let is_product = left[..n] == right[..n]
        && product.inner == size(&right[n..n + k])
        && count * product.rows * product.columns == result.shape.num_elements();
    // Of nothing, and of no sums, the op itself says what there is.
    if !is_product || result.shape.num_elements() == 0 || product.inner == 0 {
        return None;
    }
    let batches: Box<[[usize; 2]]> = (0..count).map(|i| [i, i]).collect();
    Some(Prepared::step(move |context, operands, results| {
        let (a, b) = (bytemuck::try_cast_slice(operands[0])?, bytemuck::try_cast_slice(operands[1])?);
        let out: &mut [f32] = bytemuck::try_cast_slice_mut(results[0])?;
        multiply_batches(product, &batches, a, b, out, context);
        Ok(())
    }))
}

/// `hlo.dot_general` by labels of the dimensions: of the batch, summed over, and those of one operand.
fn labelled_dot(spec: &StepSpec<'_>, axes: [(&[usize], &[usize]); 2]) -> Option<Prepared> {
    let (batch, inner) = axes[0];
    // The op sums in the order of the list, an einsum in that of the dimensions.
    if !inner.is_sorted() {
        return None;
    }
    let (n, k) = (batch.len(), inner.len());
    let mut next = n + k;
    let mut free: SmallVec<[Label; 8]> = SmallVec::new();
    let mut operand = |at: usize| {
        let (batch, inner) = axes[at];
        let shape = &spec.operands.get(at)?.metadata.shape;
        let mut labels: SmallVec<[Label; 8]> = SmallVec::new();
        for axis in 0..shape.rank() {
            let of = |axes: &[usize]| axes.iter().position(|&known| known == axis);
            let label = match (of(batch), of(inner)) {
                (Some(at), _) => at,
                (None, Some(at)) => n + at,
                (None, None) => {
                    free.push(Label::try_from(next).ok()?);
                    next += 1;
                    next - 1
                }
            };
            labels.push(Label::try_from(label).ok()?);
        }
        // Sums of nothing are the op's.
        (shape.num_elements() > 0).then(|| Operand::of(&labels, shape)).flatten()
    };
    let operands = [operand(0)?, operand(1)?];
    // Vectors sum in an order of their own, which depends on how they lie.
    let count = |at: usize| {
        let shape = &spec.operands[at].metadata.shape;
        let is_free = |axis: &usize| !axes[at].0.contains(axis) && !axes[at].1.contains(axis);
        (0..shape.rank()).filter(is_free).map(|axis| shape.dim(axis)).product::<i64>()
    };
    if count(0) < 2 || count(1) < 2 {
        return None;
    }
    let output: Option<SmallVec<[Label; 8]>> = (0..n).map(|label| Label::try_from(label).ok()).collect();
    let mut output = output?;
    output.extend(free);
    (output.len() == spec.results.first()?.shape.rank()).then(|| labelled(spec, operands, &output)).flatten()
}

/// `hlo.concatenate`.
pub(super) fn concatenate(spec: &StepSpec<'_>) -> Option<Prepared> {
    let axis = super::int(spec.attrs, "dimension").ok()?;
    crate::ops::arrays::steps::concatenated(spec, spec.operands, usize::try_from(axis).ok()?)
}
