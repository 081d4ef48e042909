//! Regions for the arguments of a call.
//!
//! The sizes of an open region's values follow from the shapes of its arguments: each op says what its results are for operands of these
//! dtypes and shapes ([`OpEntry::infer_results`](crate::core_runtime::OpEntry)). Some need to know elements of operands: tensors of sizes, which
//! steps of the region compute from shapes and constants, are computed here as well.
//!
//! What comes of it is a region in which no dimension is open. Values are inferred for two sizes of the batch, so that it still serves
//! batches of other sizes, where all of them can be told apart.

use smallvec::SmallVec;
use tfrt_ops::{Dims, OPEN, RegionBody, RegionStep, RegionType, Sample};

use super::{OpenRegion, Region, RegionMember};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::metadata_fn::ResultMetadata;
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
        let region = region.at(batch)?;
        let fits = args.iter().zip(&*region.types).all(|(arg, ty)| *arg == ty);
        return fits.then(|| region.evaluated(context));
    }
    let fits = |(arg, ty): (&&TensorMetadata, &RegionType)| arg_of(arg, ty, batch).as_ref() == Some(*arg);
    if args.len() != declared.len() || !args.iter().zip(declared).all(fits) {
        return None;
    }
    let own = region.values(args, context)?;
    let body = of_any_batch(region, args, &own, batch, context).or_else(|| {
        let fixed: Vec<RegionType> = own.types.iter().map(RegionType::from).collect();
        region.body.with_types(fixed)
    })?;
    let OpenRegion { members, constants, .. } = region.clone();
    Some(Region { body: body.into(), types: own.types.into(), known: own.known.into(), members, constants })
}

/// The region for a batch of this size, with all other sizes of arguments that only calls say being this one; `None` as [`for_arguments`].
pub(super) fn for_sizes(
    region: &OpenRegion,
    [batch, other]: [i64; 2],
    context: &dyn OpContext,
) -> Option<Region> {
    let arg = |ty: &RegionType| {
        let dims: Dims = ty.dims.iter().map(|&dim| if dim == OPEN { other } else { dim.abs() }).collect();
        arg_of(&TensorMetadata::new(ty.dtype, Shape::new(&dims).ok()?), ty, batch)
    };
    let args = region.body.types().get(..region.body.num_args())?.iter().map(arg);
    let args: Vec<TensorMetadata> = args.collect::<Option<_>>()?;
    for_arguments(region, &args.iter().collect::<Vec<_>>(), context)
}

impl Region {
    /// The region with all values that are known before it runs.
    pub fn evaluated(self, context: &dyn OpContext) -> Region {
        let Region { body, types, members, constants, .. } = &self;
        let args = types[..body.num_args()].to_vec();
        let declared = |step: &RegionStep<'_>, _: &RegionMember, _: &[StepOperand<'_>]| {
            Some(types[step.results.clone()].iter().cloned().collect())
        };
        match Values::of(body, members, constants, args, context, declared) {
            Some(Values { known, .. }) => Region { known: known.into(), ..self },
            None => self,
        }
    }
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

/// The records for batches of any size; `None` if no argument depends on the size, or a value does in another way than as a multiple of it.
fn of_any_batch(
    region: &OpenRegion,
    args: &[&TensorMetadata],
    own: &Values,
    batch: i64,
    context: &dyn OpContext,
) -> Option<RegionBody> {
    let declared = &region.body.types()[..args.len()];
    let other = batch.checked_mul(2)?.checked_add(1)?;
    let others: Vec<TensorMetadata> =
        args.iter().zip(declared).map(|(arg, ty)| arg_of(arg, ty, other)).collect::<Option<_>>()?;
    if others.iter().eq(args.iter().copied()) {
        return None;
    }
    let of_other = region.values(&others.iter().collect::<Vec<_>>(), context)?;
    let both = |(this, that): (&TensorMetadata, &TensorMetadata)| {
        let (this_dims, that_dims) = (this.shape.dims(), that.shape.dims());
        let samples = [Sample { batch, dims: &this_dims }, Sample { batch: other, dims: &that_dims }];
        RegionType::of_samples(this.dtype, samples).filter(|ty| this.dtype == that.dtype && !ty.is_open())
    };
    let types: Vec<RegionType> = own.types.iter().zip(&of_other.types).map(both).collect::<Option<_>>()?;
    region.body.with_types(types)
}

impl OpenRegion {
    /// The knowledge about all values for these arguments.
    fn values(&self, args: &[&TensorMetadata], context: &dyn OpContext) -> Option<Values> {
        let args = args.iter().copied().cloned().collect();
        let infer = |step: &RegionStep<'_>, member: &RegionMember, operands: &[StepOperand<'_>]| {
            inferred(&self.body, step, member, operands)
        };
        Values::of(&self.body, &self.members, &self.constants, args, context, infer)
    }
}

/// The results of a step; `None` if its op does not tell them, or says what the step does not give.
fn inferred(
    body: &RegionBody,
    step: &RegionStep<'_>,
    member: &RegionMember,
    operands: &[StepOperand<'_>],
) -> Option<ResultMetadata> {
    let count = step.results.len();
    let mut results = member.entry.infer_results(operands, member.attrs.as_ref(), count)?;
    results.truncate(count);
    let is_valid = |result: &TensorMetadata| RegionType::from(result).at(1).is_some();
    let declared = &body.types()[step.results.clone()];
    let are_alike = results.iter().zip(declared).all(|(result, ty)| result.dtype == ty.dtype);
    (results.len() == count && are_alike && results.iter().all(is_valid)).then_some(results)
}

/// Dtype and shape of each value of a region, and the tensor that it is in all runs, if that is known.
struct Values {
    types: Vec<TensorMetadata>,
    known: Vec<Option<DenseHostTensor>>,
}

impl Values {
    /// Goes through all steps, from the types of the arguments on; `results` says what each step gives.
    fn of(
        body: &RegionBody,
        members: &[RegionMember],
        constants: &[DenseHostTensor],
        mut types: Vec<TensorMetadata>,
        context: &dyn OpContext,
        results: impl Fn(&RegionStep<'_>, &RegionMember, &[StepOperand<'_>]) -> Option<ResultMetadata>,
    ) -> Option<Values> {
        let mut known: Vec<Option<DenseHostTensor>> = vec![None; types.len()];
        types.extend(constants.iter().map(DenseHostTensor::metadata).cloned());
        known.extend(constants.iter().cloned().map(Some));
        for (step, member) in body.steps().zip(members) {
            let (given, made) = {
                let operand = |&value: &u32| {
                    let value = value as usize;
                    StepOperand { metadata: &types[value], constant: known[value].as_ref() }
                };
                let operands: SmallVec<[StepOperand<'_>; 4]> = step.operands.iter().map(operand).collect();
                let given = results(&step, member, &operands)?;
                let attrs = member.attrs.as_ref();
                let made = member.known(&StepSpec { operands: &operands, results: &given, attrs, context });
                (given, made)
            };
            types.extend(given);
            known.push(made);
            known.resize(types.len(), None);
        }
        Some(Values { types, known })
    }
}
