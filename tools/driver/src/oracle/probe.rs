//! Probing metadata functions, which need every dimension, for tensors with some unknown dimensions.
//!
//! The function is called with several values in the place of each unknown dimension, one at a time and in pairs. The parts of the
//! results that agree are known; the parts that differ depend on the unknown dimensions. A dimension that cannot vary, because the
//! op accepts only the value of another operand (the inner dimensions of a product), is taken to have that value. If all calls
//! fail, the answer is empty, since another value might have succeeded; with all dimensions known the failure is certain.
//!
//! Equal results for a few values prove nothing if a step may be longer than all of them (a pool's stride of 2000). So a dimension
//! without constraints must be probed at a value beyond every step that attributes can ask for, [`FAR`], by itself or with others;
//! for an op that refuses it there, and for one with larger attributes, no dimension counts as known.

use tfrt_dialects::oracle::{Inferred, OpCall, OperandInfo};
use tfrt_executor::core_runtime::{MetadataFn, MetadataFrame, OpAttrs, ResultMetadata};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};
use tfrt_ir::Context;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::dense::element_layout;
use tfrt_ir::handles::Attr;
use tfrt_ir::types::DYNAMIC;

use super::attrs::op_attrs;
use super::dims::Known;

/// Values for unknown dimensions: two that many numbers divide, two that few do, and the smallest.
const WITNESSES: [i64; 5] = [840, 1680, 1009, 1013, 1];

/// A value for unknown dimensions that is larger than the numbers in attributes.
const FAR: i64 = 1 << 32;

/// Unknown dimensions beyond this are too many to try in pairs.
const MAX_UNKNOWN: usize = 12;

/// The result types of an op, inferred from its metadata function.
pub(super) fn infer(
    ctx: &Context,
    function: &MetadataFn,
    op: OpCall<'_>,
    operands: &[OperandInfo],
) -> Inferred {
    let Some(attrs) = op_attrs(ctx, op.attrs) else { return Inferred::Unknown };
    let mut known: Vec<(DType, Vec<i64>)> = Vec::with_capacity(operands.len());
    for operand in operands {
        match Known::of_type(ctx, operand.ty) {
            Known { dtype: Some(dtype), dims: Some(dims) } => known.push((dtype, dims)),
            _ => return Inferred::Unknown,
        }
    }
    let is_understood = !op.attrs.iter().any(|&(_, attr)| is_far(ctx, attr));
    let probe = Probe { function, attrs: &attrs, is_understood };
    let unknown: Vec<(usize, usize)> = known
        .iter()
        .enumerate()
        .flat_map(|(i, (_, dims))| (0..dims.len()).filter(|&d| dims[d] == DYNAMIC).map(move |d| (i, d)))
        .collect();
    if unknown.is_empty() {
        return match probe.call(&known) {
            Err(message) => Inferred::Fails(message),
            Ok(results) if results.len() >= op.num_results => types(ctx, op, &Merged::new(&results)),
            Ok(_) => Inferred::Unknown,
        };
    }
    if unknown.len() > MAX_UNKNOWN {
        return Inferred::Unknown;
    }
    match probe.vary(&mut known, &unknown) {
        Some(merged) if merged.tensors.len() >= op.num_results => types(ctx, op, &merged),
        _ => Inferred::Unknown,
    }
}

fn types(ctx: &Context, op: OpCall<'_>, merged: &Merged) -> Inferred {
    Inferred::Types(merged.tensors[..op.num_results].iter().map(|tensor| tensor.to_type(ctx)).collect())
}

/// Whether an attribute has a number that may make steps too long to be seen.
fn is_far(ctx: &Context, attr: Attr) -> bool {
    let far = |value: i64| value.unsigned_abs() >= FAR.unsigned_abs() / 2;
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.as_i64().is_none_or(far),
        AttrKind::Array(elements) => elements.iter().any(|&element| is_far(ctx, element)),
        AttrKind::DenseArray { elem, data }
            if element_layout(ctx, *elem).is_some_and(|elem| elem.bytes() == 8) =>
        {
            let (numbers, _) = data.as_chunks::<8>();
            numbers.iter().any(|&bytes| far(i64::from_le_bytes(bytes)))
        }
        _ => false,
    }
}

struct Probe<'a> {
    function: &'a MetadataFn,
    attrs: &'a OpAttrs,
    /// Whether the attributes are small enough for the values that are tried.
    is_understood: bool,
}

impl Probe<'_> {
    fn call(&self, tensors: &[(DType, Vec<i64>)]) -> Result<ResultMetadata, String> {
        let mut inputs = Vec::with_capacity(tensors.len());
        for (dtype, dims) in tensors {
            inputs.push(TensorMetadata::new(*dtype, Shape::new(dims).map_err(|error| error.to_string())?));
        }
        let inputs: Vec<&TensorMetadata> = inputs.iter().collect();
        (self.function)(&MetadataFrame { inputs: &inputs, attrs: self.attrs.into() })
            .map_err(|error| error.to_string())
    }

    /// The common part of the results over the unknown dimensions.
    fn vary(&self, tensors: &mut [(DType, Vec<i64>)], unknown: &[(usize, usize)]) -> Option<Merged> {
        let mut candidates: Vec<i64> = WITNESSES.to_vec();
        for &dim in tensors.iter().flat_map(|(_, dims)| dims) {
            if dim != DYNAMIC && !candidates.contains(&dim) && candidates.len() < 16 {
                candidates.push(dim);
            }
        }
        // A value for all of them that the op accepts.
        let (base, results) = candidates.iter().find_map(|&value| {
            for &(tensor, dim) in unknown {
                tensors[tensor].1[dim] = value;
            }
            Some((value, self.call(tensors).ok()?))
        })?;
        let mut merged = Merged::new(&results);
        let mut varied = vec![false; unknown.len()];
        // Which dimensions the op takes as something that no other dimension says, and which also far away.
        let mut free = vec![WITNESSES.contains(&base) && base != 1; unknown.len()];
        let mut far = vec![false; unknown.len()];
        candidates.push(FAR);
        let is_free = |value: i64| WITNESSES.contains(&value) && value != 1;
        for (i, &(tensor, dim)) in unknown.iter().enumerate() {
            for &value in &candidates {
                tensors[tensor].1[dim] = value;
                if let Ok(results) = self.call(tensors) {
                    varied[i] |= value != base;
                    free[i] |= is_free(value);
                    far[i] |= value == FAR;
                    merged.add(&results);
                }
            }
            tensors[tensor].1[dim] = base;
            // With other dimensions as they were there may be too many elements.
            for &(tensor, dim) in unknown {
                tensors[tensor].1[dim] = 1;
            }
            tensors[tensor].1[dim] = FAR;
            if let Ok(results) = self.call(tensors) {
                far[i] = true;
                merged.add(&results);
            }
            for &(tensor, dim) in unknown {
                tensors[tensor].1[dim] = base;
            }
        }
        for i in 0..unknown.len() {
            for j in i + 1..unknown.len() {
                for &value in &candidates {
                    for at in [i, j] {
                        let (tensor, dim) = unknown[at];
                        tensors[tensor].1[dim] = value;
                    }
                    if let Ok(results) = self.call(tensors) {
                        for at in [i, j] {
                            varied[at] |= value != base;
                            free[at] |= is_free(value);
                            far[at] |= value == FAR;
                        }
                        merged.add(&results);
                    }
                }
                for at in [i, j] {
                    let (tensor, dim) = unknown[at];
                    tensors[tensor].1[dim] = base;
                }
            }
        }
        // What could not be varied is what another operand's dimension says, or it is not understood.
        let explained = !WITNESSES.contains(&base) || varied.iter().all(|&varied| varied);
        let seen = self.is_understood && free.iter().zip(&far).all(|(&free, &far)| far || !free);
        if !(explained && seen) {
            merged.forget_dims();
        }
        Some(merged)
    }
}

/// The common part of several answers.
struct Merged {
    tensors: Vec<Known>,
}

impl Merged {
    fn new(results: &ResultMetadata) -> Merged {
        let known = |metadata: &TensorMetadata| Known {
            dtype: Some(metadata.dtype),
            dims: Some(metadata.shape.dims().to_vec()),
        };
        Merged { tensors: results.iter().map(known).collect() }
    }

    fn add(&mut self, results: &ResultMetadata) {
        self.tensors.truncate(results.len());
        for (known, metadata) in self.tensors.iter_mut().zip(results) {
            if known.dtype != Some(metadata.dtype) {
                known.dtype = None;
            }
            let other = metadata.shape.dims();
            match &mut known.dims {
                Some(dims) if dims.len() == other.len() => {
                    for (dim, &other) in dims.iter_mut().zip(&other) {
                        if *dim != other {
                            *dim = DYNAMIC;
                        }
                    }
                }
                dims => *dims = None,
            }
        }
    }

    fn forget_dims(&mut self) {
        for dims in self.tensors.iter_mut().filter_map(|known| known.dims.as_mut()) {
            dims.fill(DYNAMIC);
        }
    }
}
