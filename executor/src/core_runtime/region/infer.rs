//! Regions for the arguments of a call.
//!
//! The sizes of an open region's values follow from the shapes of its arguments: each op says what its results are for operands of these
//! dtypes and shapes ([`OpEntry::infer_results`](crate::core_runtime::OpEntry)). Some need to know elements of operands: tensors of sizes, which
//! steps of the region compute from shapes and constants, are computed here as well.
//!
//! What comes of it is a region in which no dimension is open. Values are inferred for two sizes of the batch, so that it still serves
//! batches of other sizes, where all of them can be told apart.

use smallvec::SmallVec;
use tfrt_ops::{Dims, OPEN, RegionType, Sample};

use super::{OpenRegion, Region};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::step::{StepOperand, StepSpec};
use crate::tensor::{DenseHostTensor, Shape, TensorMetadata};

/// The region for arguments of these dtypes and shapes; `None` if the region does not take such arguments, or an op does not tell its results.
pub(super) fn for_arguments(
    region: &OpenRegion,
    args: &[&TensorMetadata],
    context: &dyn OpContext,
) -> Option<Region> {
    let declared = region.body.types().get(..region.body.num_args())?;
    let batch = region.body.batch_of(args.iter().map(|arg| &arg.shape))?;
    if !region.body.is_open() {
        return region.at(batch).filter(|region| args.iter().zip(&*region.types).all(|(arg, ty)| *arg == ty));
    }
    let fits = |(arg, ty): (&&TensorMetadata, &RegionType)| arg_of(arg, ty, batch).as_ref() == Some(*arg);
    if args.len() != declared.len() || !args.iter().zip(declared).all(fits) {
        return None;
    }
    let types = types(region, args, context)?;
    let body = of_any_batch(region, args, &types, batch, context).or_else(|| {
        let fixed: Vec<RegionType> = types.iter().map(RegionType::from).collect();
        region.body.with_types(&fixed)
    })?;
    let OpenRegion { members, constants, .. } = region.clone();
    Some(Region { body: body.into(), types: types.into(), members, constants })
}

/// An argument like this one, for a batch of this size; `None` if that is no shape.
fn arg_of(arg: &TensorMetadata, ty: &RegionType, batch: i64) -> Option<TensorMetadata> {
    let dim = |(at, &dim): (usize, &i64)| match dim {
        OPEN => (at < arg.shape.rank()).then(|| arg.shape.dim(at)),
        dim if dim < 0 => dim.checked_neg()?.checked_mul(batch),
        dim => Some(dim),
    };
    let dims: Dims = ty.dims.iter().enumerate().map(dim).collect::<Option<_>>()?;
    Some(TensorMetadata::new(ty.dtype, Shape::new(&dims).ok()?))
}

/// The records for batches of any size; `None` if a value depends on the size in another way than as a multiple of it.
fn of_any_batch(
    region: &OpenRegion,
    args: &[&TensorMetadata],
    of_this: &[TensorMetadata],
    batch: i64,
    context: &dyn OpContext,
) -> Option<tfrt_ops::RegionBody> {
    let declared = &region.body.types()[..args.len()];
    let other = batch.checked_mul(2)?.checked_add(1)?;
    let others: Vec<TensorMetadata> =
        args.iter().zip(declared).map(|(arg, ty)| arg_of(arg, ty, other)).collect::<Option<_>>()?;
    let of_other = types(region, &others.iter().collect::<Vec<_>>(), context)?;
    let both = |(this, that): (&TensorMetadata, &TensorMetadata)| {
        let (this_dims, that_dims) = (this.shape.dims(), that.shape.dims());
        let samples = [Sample { batch, dims: &this_dims }, Sample { batch: other, dims: &that_dims }];
        RegionType::of_samples(this.dtype, samples).filter(|ty| this.dtype == that.dtype && !ty.is_open())
    };
    let types: Vec<RegionType> = of_this.iter().zip(&of_other).map(both).collect::<Option<_>>()?;
    region.body.with_types(&types)
}

/// Dtype and shape of every value for these arguments.
fn types(
    region: &OpenRegion,
    args: &[&TensorMetadata],
    context: &dyn OpContext,
) -> Option<Vec<TensorMetadata>> {
    let body = &region.body;
    let constants = region.constants.iter().map(DenseHostTensor::metadata);
    let mut types: Vec<TensorMetadata> = args.iter().copied().chain(constants).cloned().collect();
    let mut known: Vec<Option<DenseHostTensor>> = vec![None; args.len()];
    known.extend(region.constants.iter().cloned().map(Some));
    for (step, member) in body.steps().zip(&*region.members) {
        let (results, made) = {
            let operand = |&value: &u32| {
                let value = value as usize;
                StepOperand { metadata: &types[value], constant: known[value].as_ref() }
            };
            let operands: SmallVec<[StepOperand<'_>; 4]> = step.operands.iter().map(operand).collect();
            let (attrs, count) = (member.attrs.as_ref(), step.results.len());
            let mut results = member.entry.infer_results(&operands, attrs, count)?;
            results.truncate(count);
            let is_valid = |result: &TensorMetadata| RegionType::from(result).at(1).is_some();
            let declared = &body.types()[step.results.clone()];
            let are_alike = results.iter().zip(declared).all(|(result, ty)| result.dtype == ty.dtype);
            if results.len() != count || !are_alike || !results.iter().all(is_valid) {
                return None;
            }
            let made = member.known(&StepSpec { operands: &operands, results: &results, attrs, context });
            (results, made)
        };
        known.push(made);
        known.resize(types.len() + results.len(), None);
        types.extend(results);
    }
    Some(types)
}
