//! Metadata functions, which want to know every dimension, asked about tensors of which some dimensions are not known.
//!
//! The function is called with several values in the place of each unknown dimension, one at a time and in pairs. What the
//! results have in common is known; where they differ, they depend on what is not known. A dimension that cannot vary, because the
//! op accepts nothing but what another operand has (the inner dimensions of a product), counts as being that. Fails for all:
//! nothing is said, since another value might have succeeded; with all dimensions known the failure is certain.

use tfrt_dialects::oracle::{Inferred, OpCall, OperandInfo};
use tfrt_executor::core_runtime::{MetadataFn, MetadataFrame, OpAttrs, ResultMetadata};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};
use tfrt_ir::Context;
use tfrt_ir::types::DYNAMIC;

use super::attrs::op_attrs;
use super::dims::Known;

/// Values for unknown dimensions: two that many numbers divide, two that few do, and the smallest.
const WITNESSES: [i64; 5] = [840, 1680, 1009, 1013, 1];

/// Unknown dimensions beyond this are too many to try in pairs.
const MAX_UNKNOWN: usize = 12;

/// What a metadata function says about an op's results.
pub fn infer(ctx: &Context, function: &MetadataFn, op: OpCall<'_>, operands: &[OperandInfo]) -> Inferred {
    let Some(attrs) = op_attrs(ctx, op.attrs) else { return Inferred::Unknown };
    let mut known: Vec<(DType, Vec<i64>)> = Vec::with_capacity(operands.len());
    for operand in operands {
        match Known::of_type(ctx, operand.ty) {
            Known { dtype: Some(dtype), dims: Some(dims) } => known.push((dtype, dims)),
            _ => return Inferred::Unknown,
        }
    }
    let probe = Probe { function, attrs: &attrs };
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

struct Probe<'a> {
    function: &'a MetadataFn,
    attrs: &'a OpAttrs,
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

    /// What the results have in common whatever the unknown dimensions are.
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
        for (i, &(tensor, dim)) in unknown.iter().enumerate() {
            for &value in &candidates {
                tensors[tensor].1[dim] = value;
                if let Ok(results) = self.call(tensors) {
                    varied[i] |= value != base;
                    merged.add(&results);
                }
            }
            tensors[tensor].1[dim] = base;
        }
        for i in 0..unknown.len() {
            for j in i + 1..unknown.len() {
                for &value in &candidates {
                    for at in [i, j] {
                        let (tensor, dim) = unknown[at];
                        tensors[tensor].1[dim] = value;
                    }
                    if let Ok(results) = self.call(tensors) {
                        varied[i] |= value != base;
                        varied[j] |= value != base;
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
        if !explained {
            merged.forget_dims();
        }
        Some(merged)
    }
}

/// What several answers have in common.
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
