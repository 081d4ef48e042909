//! Rules of gather and scatter: their dimension numbers, and the shapes that these imply.

use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::types::DYNAMIC;

use super::super::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use super::infer::{elements, numbers, same_element_of};
use super::regions::reducer;
use super::tensors::{Tensor, list, operand, sizes_agree, tensor_type, type_shapes_agree, with_elem};
use super::{Rule, fail, inferred};
use crate::dialect_attr::DialectAttr;

fn is_repeated(values: &[i64]) -> bool {
    values.iter().enumerate().any(|(at, value)| values[..at].contains(value))
}

fn repeated_of(lists: [&[i64]; 2]) -> Option<i64> {
    let all = lists.concat();
    all.iter().enumerate().find(|(at, dim)| all[..*at].contains(dim)).map(|(_, &dim)| dim)
}

/// The dimensions are in a range, which the message names.
fn in_range(name: &str, dims: &[i64], size: usize, range: &str) -> Rule {
    match dims.iter().find(|&&dim| dim < 0 || dim >= size as i64) {
        Some(dim) => {
            fail!(
                "Expects each element of {} to be in range [0, {}) i.e. [0, {}). got: {}.",
                name,
                range,
                size,
                dim
            )
        }
        None => Ok(None),
    }
}

/// The size of an index vector, if it is known; 1 where indices are no vectors.
fn index_size(indices: Tensor<'_>, dim: i64) -> Option<i64> {
    if dim == indices.rank() as i64 { Some(1) } else { indices.size(dim as usize) }
}

/// The sizes and bounds of the indices' dimensions that are not the vectors'.
fn places(indices: Tensor<'_>, vectors: i64) -> Vec<(i64, i64)> {
    let dims = (0..indices.rank()).filter(|&dim| dim as i64 != vectors);
    dims.map(|dim| (indices.dims[dim], indices.bound(dim))).collect()
}

/// The rules that gather and dynamic gather share; `sizes` are the sizes of slices, if they are known.
fn numbers_of_gather(
    op: OpRef<'_>,
    numbers: &GatherDimensionNumbers,
    slice_rank: Option<i64>,
    sizes: Option<&[i64]>,
) -> Rule {
    let (from, indices) = (operand(op, 0), operand(op, 1));
    let rank = from.rank();
    let vectors = numbers.index_vector_dim;
    let implied =
        numbers.offset_dims.len() + numbers.collapsed_slice_dims.len() + numbers.operand_batching_dims.len();
    if vectors < 0 || vectors > indices.rank() as i64 {
        fail!(
            "Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, {}]. got: {}.",
            indices.rank(),
            vectors
        );
    }
    if let Some(size) = index_size(indices, vectors)
        && numbers.start_index_map.len() as i64 != size
    {
        fail!(
            "start_index_map size ({}) is not equal to size of index dimension ({}) of start_indices ({})",
            numbers.start_index_map.len(),
            vectors,
            size
        );
    }
    if implied != rank {
        fail!(
            "offset_dims size ({}) plus collapse_slice_dims size ({}) plus operand_batching_dims size ({}) is not equal to \
             operand rank ({})",
            numbers.offset_dims.len(),
            numbers.collapsed_slice_dims.len(),
            numbers.operand_batching_dims.len(),
            rank
        );
    }
    sorted_and_unique("offset_dims", &numbers.offset_dims)?;
    if let Some(dim) = repeated_of([&numbers.collapsed_slice_dims, &numbers.operand_batching_dims]) {
        fail!("has duplicated dimension from collapsed_slice_dims and operand_batching_dims: {}", dim);
    }
    sorted("collapsed_slice_dims", &numbers.collapsed_slice_dims)?;
    in_range("collapsed_slice_dims", &numbers.collapsed_slice_dims, rank, "rank-of('operand')")?;
    sorted("operand_batching_dims", &numbers.operand_batching_dims)?;
    in_range("operand_batching_dims", &numbers.operand_batching_dims, rank, "rank-of('operand')")?;
    if let Some(dim) = repeated_of([&numbers.start_index_map, &numbers.operand_batching_dims]) {
        fail!("has duplicated dimension from start_index_map and operand_batching_dims: {}", dim);
    }
    in_range("start_index_map", &numbers.start_index_map, rank, "rank-of('operand')")?;
    if is_repeated(&numbers.start_indices_batching_dims) {
        fail!(
            "expects start_indices_batching_dims to not repeat, got: [{}]",
            list(&numbers.start_indices_batching_dims)
        );
    }
    in_range(
        "start_indices_batching_dims",
        &numbers.start_indices_batching_dims,
        indices.rank(),
        "rank-of('start_indices')",
    )?;
    if numbers.start_indices_batching_dims.contains(&vectors) {
        fail!("expects start_indices_batching_dims not to include index_vector_dim {}", vectors);
    }
    if numbers.operand_batching_dims.len() != numbers.start_indices_batching_dims.len() {
        fail!("operand_batching_dims and start_indices_batching_dims should have the same size");
    }
    let pairs = numbers.operand_batching_dims.iter().zip(&numbers.start_indices_batching_dims);
    for (at, (&a, &b)) in pairs.enumerate() {
        let (a, b) = (from.dims[a as usize], indices.dims[b as usize]);
        if !sizes_agree(a, b) {
            fail!(
                "operand_batching_dims[{}] and start_indices_batching_dims[{}] must have compatible sizes, but got {} and {}",
                at,
                at,
                a,
                b
            );
        }
    }
    if let Some(count) = slice_rank
        && count != rank as i64
    {
        fail!("slice_sizes size ({}) not equal to operand rank ({})", count, rank);
    }
    let Some(sizes) = sizes else { return Ok(None) };
    for (name, dims) in [
        ("collapsed_slice_dims", &numbers.collapsed_slice_dims),
        ("operand_batching_dims", &numbers.operand_batching_dims),
    ] {
        if let Some(size) = dims.iter().map(|&dim| sizes[dim as usize]).find(|&size| size > 1) {
            fail!("Expects that for each dim in {}, slice_sizes[dim] should be <= 1, but got {}", name, size);
        }
    }
    for (dim, &size) in sizes.iter().enumerate() {
        let whole = from.dims[dim];
        if size < 0 || (whole != DYNAMIC && size > whole) {
            fail!(
                "slice size ({}) is out of bounds for operand dimension ({}) at index {}",
                size,
                whole,
                dim
            );
        }
    }
    Ok(None)
}

fn sorted(name: &str, dims: &[i64]) -> Rule {
    if !dims.is_sorted() {
        fail!("expects {} to be sorted, got: [{}]", name, list(dims));
    }
    Ok(None)
}

fn sorted_and_unique(name: &str, dims: &[i64]) -> Rule {
    sorted(name, dims)?;
    if is_repeated(dims) {
        fail!("expects {} to not repeat, got: [{}]", name, list(dims));
    }
    Ok(None)
}

/// The type that the dimension numbers imply; sizes of slices that are not known are [`DYNAMIC`].
fn gathered(op: OpRef<'_>, numbers: &GatherDimensionNumbers, sizes: &[i64]) -> Result<Type, String> {
    let (from, indices) = (operand(op, 0), operand(op, 1));
    let mut batch = places(indices, numbers.index_vector_dim).into_iter();
    let skipped = |dim: &usize| {
        let dim = *dim as i64;
        numbers.collapsed_slice_dims.contains(&dim) || numbers.operand_batching_dims.contains(&dim)
    };
    let mut offsets = (0..sizes.len()).filter(|dim| !skipped(dim)).map(|dim| (sizes[dim], DYNAMIC));
    let rank = batch.len() + numbers.offset_dims.len();
    in_range("offset_dims", &numbers.offset_dims, rank, "implied-result-rank")?;
    let next = |dim: usize| {
        let is_offset = numbers.offset_dims.contains(&(dim as i64));
        if is_offset { offsets.next() } else { batch.next() }.unwrap_or((DYNAMIC, DYNAMIC))
    };
    let (dims, bounds): (Vec<i64>, Vec<i64>) = (0..rank).map(next).unzip();
    Ok(tensor_type(op.ctx, &dims, &bounds, from.elem))
}

pub(super) fn gather(op: OpRef<'_>) -> Rule {
    same_element_of(op, "operand, result", &elements(op, 1))?;
    let of = op.attr("dimension_numbers").and_then(|attr| GatherDimensionNumbers::of(op.ctx, attr));
    let Some(dims) = of else { return Ok(None) };
    let sizes = numbers(op, "slice_sizes");
    numbers_of_gather(op, dims, Some(sizes.len() as i64), Some(&sizes))?;
    inferred(op, &[gathered(op, dims, &sizes)?])
}

pub(super) fn dynamic_gather(op: OpRef<'_>) -> Rule {
    let of = op.attr("dimension_numbers").and_then(|attr| GatherDimensionNumbers::of(op.ctx, attr));
    let Some(dims) = of else { return Ok(None) };
    let constant = constant_value(op.ctx, op.body, op.operand(2));
    let sizes = constant.and_then(|attr| super::super::integers(op.ctx, attr));
    numbers_of_gather(op, dims, operand(op, 2).size(0), sizes.as_deref())?;
    let sizes = sizes.unwrap_or_else(|| vec![DYNAMIC; operand(op, 0).rank()]);
    inferred(op, &[gathered(op, dims, &sizes)?])
}

fn numbers_of_scatter(
    numbers: &ScatterDimensionNumbers,
    from: Tensor<'_>,
    indices: Tensor<'_>,
    updates: Tensor<'_>,
) -> Rule {
    let rank = from.rank();
    sorted_with_semicolon("update_window_dims", &numbers.update_window_dims)?;
    unique_with_semicolon("update_window_dims", &numbers.update_window_dims)?;
    in_range("update_window_dims", &numbers.update_window_dims, updates.rank(), "rank-of('updates')")?;
    if let Some(dim) = repeated_of([&numbers.inserted_window_dims, &numbers.input_batching_dims]) {
        fail!("has duplicated dimension from inserted_window_dims and input_batching_dims: {}", dim);
    }
    sorted_with_semicolon("inserted_window_dims", &numbers.inserted_window_dims)?;
    in_range("inserted_window_dims", &numbers.inserted_window_dims, rank, "rank-of('operand')")?;
    sorted_with_semicolon("input_batching_dims", &numbers.input_batching_dims)?;
    in_range("input_batching_dims", &numbers.input_batching_dims, rank, "rank-of('operand')")?;
    let window = numbers.update_window_dims.len()
        + numbers.inserted_window_dims.len()
        + numbers.input_batching_dims.len();
    if window != rank {
        fail!(
            "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + \
             size-of('input_batching_dims') i.e. {} but got {}.",
            window,
            rank
        );
    }
    let vectors = numbers.index_vector_dim;
    if let Some(size) = index_size(indices, vectors)
        && numbers.scatter_dims_to_operand_dims.len() as i64 != size
    {
        fail!(
            "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim={} of \
             scatter_indices is {}. These two numbers must be equal.",
            numbers.scatter_dims_to_operand_dims.len(),
            vectors,
            size
        );
    }
    if let Some(dim) = repeated_of([&numbers.scatter_dims_to_operand_dims, &numbers.input_batching_dims]) {
        fail!("has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: {}", dim);
    }
    in_range(
        "scatter_dims_to_operand_dims",
        &numbers.scatter_dims_to_operand_dims,
        rank,
        "rank-of('operand')",
    )?;
    unique_with_semicolon("scatter_indices_batching_dims", &numbers.scatter_indices_batching_dims)?;
    in_range(
        "scatter_indices_batching_dims",
        &numbers.scatter_indices_batching_dims,
        indices.rank(),
        "rank-of('scatter_indices')",
    )?;
    if numbers.scatter_indices_batching_dims.contains(&vectors) {
        fail!("expects scatter_indices_batching_dims not to include index_vector_dim {}.", vectors);
    }
    if numbers.input_batching_dims.len() != numbers.scatter_indices_batching_dims.len() {
        fail!("input_batching_dims and scatter_indices_batching_dims should have the same size.");
    }
    let pairs = numbers.input_batching_dims.iter().zip(&numbers.scatter_indices_batching_dims);
    for (at, (&a, &b)) in pairs.enumerate() {
        let (a, b) = (from.dims[a as usize], indices.dims[b as usize]);
        if !sizes_agree(a, b) {
            fail!(
                "input_batching_dims[{}] and scatter_indices_batching_dims[{}] must have compatible sizes, but got {} and {}.",
                at,
                at,
                a,
                b
            );
        }
    }
    Ok(None)
}

fn sorted_with_semicolon(name: &str, dims: &[i64]) -> Rule {
    if !dims.is_sorted() {
        fail!("Expects {} to be sorted; got: [{}].", name, list(dims));
    }
    Ok(None)
}

fn unique_with_semicolon(name: &str, dims: &[i64]) -> Rule {
    if is_repeated(dims) {
        fail!("Expects {} to not repeat; got: [{}].", name, list(dims));
    }
    Ok(None)
}

/// The sizes of updates: those of windows are at most the operand's, the others are the indices'.
fn updates_fit(
    numbers: &ScatterDimensionNumbers,
    from: Tensor<'_>,
    indices: Tensor<'_>,
    updates: Tensor<'_>,
) -> Rule {
    let skipped = |dim: usize| {
        let dim = dim as i64;
        numbers.inserted_window_dims.contains(&dim) || numbers.input_batching_dims.contains(&dim)
    };
    let windows = (0..from.rank()).filter(|&dim| !skipped(dim)).map(|dim| from.dims[dim]);
    for (&dim, whole) in numbers.update_window_dims.iter().zip(windows) {
        let size = updates.dims[dim as usize];
        if size != DYNAMIC && whole != DYNAMIC && size > whole {
            fail!(
                "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions \
                 of operand. For dimension {}, updates bound is {}, operand bound is {}.",
                dim,
                size,
                whole
            );
        }
    }
    let scattered = (0..updates.rank()).filter(|&dim| !numbers.update_window_dims.contains(&(dim as i64)));
    for (dim, (wanted, _)) in scattered.zip(places(indices, numbers.index_vector_dim)) {
        if !sizes_agree(updates.dims[dim], wanted) {
            fail!(
                "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions \
                 of scatter indices. For scatter dimension {}, updates bound is {} , scatter_indices bound is {}.",
                dim,
                updates.dims[dim],
                wanted
            );
        }
    }
    Ok(None)
}

pub(super) fn scatter(op: OpRef<'_>) -> Rule {
    let types: Vec<Type> = op.operand_types().collect();
    let count = types.len() / 2;
    let (inputs, updates) = (&types[..count], &types[count + 1..]);
    let of = op.attr("scatter_dimension_numbers").and_then(|attr| ScatterDimensionNumbers::of(op.ctx, attr));
    let (Some(dims), Some(region)) = (of, op.region(0)) else { return Ok(None) };
    let indices = operand(op, count);
    for (tensors, what) in [(inputs, "inputs"), (updates, "updates")] {
        if tensors.iter().any(|&ty| !type_shapes_agree(op.ctx, tensors[0], ty)) {
            fail!("Not all {} have compatible shapes.", what);
        }
    }
    let starts: Vec<Type> =
        updates.iter().map(|&ty| op.ctx.tensor(&[], Tensor::of(op.ctx, ty).elem)).collect();
    let vectors = dims.index_vector_dim;
    if vectors < 0 || vectors > indices.rank() as i64 {
        fail!(
            "Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, {}]. got: {}.",
            indices.rank(),
            vectors
        );
    }
    let scattered = indices.rank() - usize::from(vectors < indices.rank() as i64);
    for (&input, &update) in inputs.iter().zip(updates) {
        let (from, update) = (Tensor::of(op.ctx, input), Tensor::of(op.ctx, update));
        let rank = scattered + dims.update_window_dims.len();
        if update.rank() != rank {
            fail!(
                "expects updates tensor must be of rank {} ( == rank-of('scatter_indices') - 1 + \
                 size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if \
                 'index_vector_dim' == rank-of('scatter_indices')), but got {}.",
                rank,
                update.rank()
            );
        }
        numbers_of_scatter(dims, from, indices, update)?;
        updates_fit(dims, from, indices, update)?;
    }
    let elements = reducer(op, region, inputs, &starts)?;
    let wanted: Vec<Type> =
        inputs.iter().zip(elements).map(|(&ty, elem)| with_elem(Tensor::of(op.ctx, ty), elem)).collect();
    inferred(op, &wanted)
}
