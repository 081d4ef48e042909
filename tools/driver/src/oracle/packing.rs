//! Constants of regions in the layout that plans read, made ahead of time.
//!
//! The steps are those that would be made at the first call. Constants become read-only tensors, as they are in a file: what is made of a read-only
//! tensor is kept with it, and so found here.

use std::sync::Arc;

use bytes::Bytes;
use tfrt_executor::core_runtime::{AttrValue, PACKED, PACKED_FORMS, PackedConstant, pack_region};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::buffer::Derivation;
use tfrt_ir::Context;
use tfrt_ir::dense::make_shared_dense;
use tfrt_ir::handles::Attr;
use tfrt_ops::TargetCpu;
use tfrt_plan::Plans;

use super::OPS;
use super::attrs::{constant, op_attrs};
use super::constants::AheadOfTime;

/// The attribute of a region with its constants.
const CONSTANTS: &str = "constants";

/// The attributes that a region of these attributes gets; `None` if nothing can be made of its constants.
pub(super) fn pack(
    ctx: &Context,
    region: &[(&str, Attr)],
    target: TargetCpu,
) -> Option<Vec<(&'static str, Attr)>> {
    let constants = region.iter().find(|(name, _)| *name == CONSTANTS)?.1;
    let others: Vec<(&str, Attr)> = region.iter().copied().filter(|(name, _)| *name != CONSTANTS).collect();
    let mut attrs = op_attrs(ctx, &others)?;
    let constants: Option<Arc<[AttrValue]>> = ctx
        .array_elems(constants)?
        .iter()
        .map(|&attr| Some(AttrValue::Dense(constant(ctx, attr)?)))
        .collect();
    attrs.set_value(CONSTANTS, &AttrValue::Aggregate(constants?));
    let context = AheadOfTime { host: Host::new(HostOptions::default()).ok() };
    let packed = pack_region((&attrs).into(), &OPS, &Plans::default(), target, &context).ok()?;
    let (mut forms, mut tensors) = (Vec::new(), Vec::new());
    for PackedConstant { entry, made } in packed {
        let Some(len) = made.bytes().map(<[u8]>::len) else { continue };
        let ty = ctx.tensor(&[(len / size_of::<f32>()) as i64], ctx.f32());
        tensors.push(make_shared_dense(ctx, ty, Bytes::from_owner(Packed(made))));
        forms.extend(entry);
    }
    if tensors.is_empty() {
        return None;
    }
    let forms: Vec<Attr> = forms.into_iter().map(|number| ctx.i64_attr(number)).collect();
    Some(vec![(PACKED_FORMS, ctx.array_attr(&forms)), (PACKED, ctx.array_attr(&tensors))])
}

/// The bytes of something that was packed.
struct Packed(Arc<dyn Derivation>);

impl AsRef<[u8]> for Packed {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes().unwrap_or_default()
    }
}
