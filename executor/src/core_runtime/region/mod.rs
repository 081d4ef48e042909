//! Regions: ops of known shapes that run as a whole, by a backend.
//!
//! The compiler makes a region of ops of the CPU whose dtypes and shapes it knows; the op [`REGION_OP`] runs it. Its attributes are the
//! region: `records`, the words of a [`RegionBody`]; for each step an element of `ops` (the name), of `attrs` (pairs of name and value) and
//! of `locations` (where it was written); and `constants`, with what was [packed](packed) of them. A [`RegionBackend`] compiles regions and runs them with buffers that it is given;
//! it sees the registry's ops and records over them, and never the IR.
//!
//! The shapes of a region may depend on a batch size, which the arguments of a call say; a backend compiles a region for each size that
//! occurs. Those of an *open* region may depend on the arguments in other ways: [`infer`] makes a region of it for the arguments of a call.
//!
//! Invariants: a region has no effects, so it can be run again. What a backend does not accept, and every call whose arguments are not what
//! the region was made for, runs op by op ([`run`]), with the results and the errors of the ops one after another. A backend
//! therefore reports no errors: where one may occur it declines.

mod infer;
mod member;
mod packed;
mod repeat;
mod run;

use std::sync::Arc;

use tfrt_ops::{RegionBody, TargetCpu};

use super::OpError;
use super::attrs::{AttrValue, FrozenAttrs, OpAttrs, OpAttrsRef};
use super::context::OpContext;
use super::registry::{OpEntry, OpRegistry};
use super::step::Declined;
use crate::jit::rounds::Rounds;
use crate::tensor::{DenseHostTensor, TensorMetadata};

use super::op::{Op, or_panic};

pub use member::may_be_sizes;
pub use packed::{PACKED, PACKED_FORMS, PackedConstant, pack_region};

/// The name of the op that runs a region.
pub const REGION_OP: &str = "tfrt_region.run";

/// The name of the op that runs a region as long as another one says so: [`repeat`].
pub const LOOP_OP: &str = "tfrt_region.while";

/// The op of this name that runs regions over the ops of a registry.
pub(super) fn op(name: &str, ops: &Arc<OpRegistry>) -> Option<Op> {
    match name {
        REGION_OP => Some(run::op(ops.clone())),
        LOOP_OP => Some(repeat::op(ops.clone())),
        _ => None,
    }
}

/// A step of a region: an op with its attributes.
#[derive(Debug, Clone)]
pub struct RegionMember {
    /// The op, which knows its attributes.
    pub entry: Arc<OpEntry>,
    /// Its attributes.
    pub attrs: FrozenAttrs,
    /// Where it was written, `file:line:column`, or its layer's name, `loc("name")`; empty if neither is known.
    pub location: Arc<str>,
}

/// A region with what its records refer to, for calls of any shapes.
#[derive(Debug, Clone)]
pub(super) struct OpenRegion {
    /// The records: values, and the operands and results of each step.
    body: Arc<RegionBody>,
    /// The op of each step.
    members: Arc<[RegionMember]>,
    /// The constants, of the metadata that the records say.
    constants: Arc<[DenseHostTensor]>,
}

/// A region with what its records refer to, for batches of one size.
#[derive(Debug, Clone)]
pub struct Region {
    /// The records: values, and the operands and results of each step. No dimension is open.
    pub body: Arc<RegionBody>,
    /// Dtype and shape of every value.
    pub types: Arc<[TensorMetadata]>,
    /// The tensor that a value is in all runs: constants, and, once the region is [evaluated](Region::evaluated), sizes that steps compute.
    pub known: Arc<[Option<DenseHostTensor>]>,
    /// The op of each step.
    pub members: Arc<[RegionMember]>,
    /// The constants, of the metadata that the records say.
    pub constants: Arc<[DenseHostTensor]>,
}

impl Region {
    /// A region of these parts, of whose values only the constants are known.
    pub fn new(
        body: Arc<RegionBody>,
        types: Arc<[TensorMetadata]>,
        members: Arc<[RegionMember]>,
        constants: Arc<[DenseHostTensor]>,
    ) -> Region {
        let mut known = vec![None; body.num_args()];
        known.extend(constants.iter().cloned().map(Some));
        known.resize(types.len(), None);
        Region { body, types, known: known.into(), members, constants }
    }

    /// The same region for batches of another size, not evaluated; `None` if a value would not have a shape.
    pub fn at(&self, batch: i64) -> Option<Region> {
        let Region { body, members, constants, .. } = self.clone();
        Some(Region::new(body.clone(), body.types_at(batch)?.into(), members, constants))
    }
}

impl OpenRegion {
    /// The region for batches of this size; `None` if a value would not have a shape, or depends on the arguments in another way.
    fn at(&self, batch: i64) -> Option<Region> {
        let OpenRegion { body, members, constants } = self.clone();
        Some(Region::new(body.clone(), body.types_at(batch)?.into(), members, constants))
    }

    /// The region that the attributes of a [`REGION_OP`] are, over the ops of a registry.
    ///
    /// # Errors
    /// If they are none, or name an op that is not registered.
    fn of(attrs: OpAttrsRef<'_>, ops: &OpRegistry) -> Result<OpenRegion, OpError> {
        let records = attrs.get_array::<i64>("records").ok_or("a region needs `records`")?;
        let body = RegionBody::from_words(records).map_err(|error| error.to_string())?;
        let list = |name: &str| attrs.get_aggregate(name).unwrap_or_default();
        let (names, step_attrs, locations) = (list("ops"), list("attrs"), list("locations"));
        let count = body.num_steps();
        if [names, step_attrs, locations].iter().any(|list| list.len() != count) {
            return Err(
                format!("a region of {count} steps needs as many `ops`, `attrs` and `locations`").into()
            );
        }
        let text = |value: &AttrValue| match value {
            AttrValue::String(text) => std::str::from_utf8(text).ok().map(Arc::<str>::from),
            _ => None,
        };
        let member = |i: usize| {
            let name = text(&names[i]).ok_or("the name of an op in a region must be a string")?;
            let entry = ops.get(&name).ok_or_else(|| format!("{name}, in a region, is not registered"))?;
            let attrs = member_attrs(&step_attrs[i])?.freeze();
            let location = text(&locations[i]).ok_or("the location of an op in a region must be a string")?;
            let bound = or_panic(|| entry.bound(attrs.as_ref()).transpose())?;
            let entry = bound.map_or_else(|| entry.clone(), Arc::new);
            Ok(RegionMember { entry, attrs, location })
        };
        let members = (0..count).map(member).collect::<Result<_, OpError>>()?;
        let constants = &body.types()[body.num_args()..][..body.num_constants()];
        let constants: Option<Vec<TensorMetadata>> = constants.iter().map(|ty| ty.at(1)).collect();
        let constants = constants.ok_or("a constant of a region has no shape")?;
        let constants = constants_of(&constants, list("constants"))?;
        packed::restore(attrs, &constants)?;
        Ok(OpenRegion { body: Arc::new(body), members, constants })
    }
}

/// The attributes of a step, from pairs of name and value.
fn member_attrs(pairs: &AttrValue) -> Result<OpAttrs, OpError> {
    match pairs {
        AttrValue::Aggregate(pairs) => attrs_of(pairs),
        // An empty list is an array of numbers without elements.
        AttrValue::Array(_, bytes) if bytes.is_empty() => Ok(OpAttrs::new()),
        _ => Err("the attributes of an op in a region must be a list of key-value pairs".into()),
    }
}

/// Attributes from pairs of name and value.
fn attrs_of(pairs: &[AttrValue]) -> Result<OpAttrs, OpError> {
    let mut attrs = OpAttrs::new();
    for pair in pairs {
        let malformed =
            "the attributes of an op in a region must be key-value pairs, where the key is a string";
        let AttrValue::Aggregate(pair) = pair else { return Err(malformed.into()) };
        let [AttrValue::String(key), value] = &pair[..] else { return Err(malformed.into()) };
        let key = std::str::from_utf8(key).map_err(|_| malformed)?;
        attrs.set_value(key, value);
    }
    Ok(attrs)
}

fn constants_of(types: &[TensorMetadata], values: &[AttrValue]) -> Result<Arc<[DenseHostTensor]>, OpError> {
    if values.len() != types.len() {
        return Err(format!("a region needs {} constants, but has {}", types.len(), values.len()).into());
    }
    let constant = |(value, metadata): (&AttrValue, &TensorMetadata)| match value {
        AttrValue::Dense(dense) if dense.metadata() == metadata => Ok(dense.clone()),
        AttrValue::Dense(dense) => {
            Err(format!("a constant of a region must be {metadata}, but is {}", dense.metadata()).into())
        }
        _ => Err(OpError::from("a constant of a region must be a dense tensor")),
    };
    values.iter().zip(types).map(constant).collect()
}

/// Compiles regions. See the module.
pub trait RegionBackend: Send + Sync {
    /// Compiles a region; `None` if it runs op by op. The context is that of the first call.
    fn compile(&self, region: &Region, context: &dyn OpContext) -> Option<Arc<dyn CompiledRegion>>;

    /// Makes what the compiled region would make of constants alone on a processor, and leaves it with them: see
    /// [`Derived`](crate::tensor::buffer::Derived).
    fn pack(&self, _region: &Region, _target: TargetCpu, _context: &dyn OpContext) {}

    /// Compiles a loop as a whole; `None` if its regions run one after another. The context is that of a call.
    fn compile_loop(
        &self,
        _regions: LoopRegions<'_>,
        _context: &dyn OpContext,
    ) -> Option<Arc<dyn RegionLoop>> {
        None
    }
}

/// A loop: a body that runs as long as a condition says so. Both take all that is carried, in the same order.
#[derive(Debug, Clone, Copy)]
pub struct LoopRegions<'r> {
    /// Gives a truth value.
    pub condition: &'r Region,
    /// Gives what the next round has.
    pub body: &'r Region,
    /// For each carried value where that of the next round is.
    pub next: &'r [CarriedNext],
}

/// Where a carried value of the next round is. It has the metadata of this round's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarriedNext {
    /// A carried value of this round.
    Carried(usize),
    /// A result of the body.
    Result(usize),
    /// A constant of the body.
    Constant(usize),
}

/// A region that a backend has compiled. Several calls may run it at once.
pub trait CompiledRegion: Send + Sync {
    /// Computes the results from the arguments, all of which have the metadata that the region's records say.
    ///
    /// # Errors
    /// [`Declined`], if the region is to run op by op: because an op fails, the call is cancelled, or memory is missing.
    fn run(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        results: &mut [DenseHostTensor],
    ) -> Result<(), Declined>;
}

/// A loop that a backend has compiled. Several calls may run it at once.
pub trait RegionLoop: Send + Sync {
    /// Runs rounds, not too many for the call to be cancelled between two runs. The carried values, of the metadata that the regions say, become
    /// those of the round that comes next.
    ///
    /// # Errors
    /// [`Declined`], if the loop is to go on in another way. The values are as they were.
    fn run(&self, context: &dyn OpContext, carried: &mut [DenseHostTensor]) -> Result<Rounds, Declined>;
}
