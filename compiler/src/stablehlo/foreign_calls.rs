//! Custom calls of functions of the host: those whose options are a dictionary of typed values.
//!
//! The call becomes the op `hlo.foreign_call`, with the types of its results and the bytes of its options. The function has the program's
//! tensors as they are: layouts other than from the last dimension to the first are refused. Where an element type stands for one of a few bits, an option
//! without a name says so: a dictionary of the type's name by the number of the tensor, arguments first.
//! Calls with effects run in the order of the program: each waits for the one before it.

use smallvec::SmallVec;
use tfrt_convert::graph::OpAttrs;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{DType, Setting};

use super::attributes::{attr, integers};
use super::function::Writer;
use super::small_types::{small_of, storage};
use crate::dtype::dtype_of;

/// Where the options of a call are.
const OPTIONS: [&str; 2] = ["mhlo.backend_config", "backend_config"];

/// The dictionary of a call's options.
fn options(op: OpRef<'_>) -> Option<Attr> {
    let is_dictionary = |attr: &Attr| matches!(op.ctx.attr_kind(*attr), AttrKind::Dict(_));
    OPTIONS.iter().filter_map(|name| attr(op, name)).find(is_dictionary)
}

/// Whether the options of a call have types.
pub(super) fn is_typed(op: OpRef<'_>) -> bool {
    options(op).is_some()
}

/// Whether a custom call is that of a function of the host that has effects.
pub(super) fn has_effect(op: OpRef<'_>) -> bool {
    let stated = attr(op, "has_side_effect").and_then(|attr| op.ctx.attr_as_bool(attr));
    stated == Some(true) && is_typed(op)
}

/// Whether values of a type are tokens, for which tensors stand that nothing reads.
fn is_token(ctx: &Context, ty: Type) -> bool {
    ctx.type_kind(ty).element_type().is_none()
}

/// The dtype of an element type.
fn dtype(ctx: &Context, ty: Type) -> Option<DType> {
    (storage(ctx, ty) == ty).then(|| dtype_of(ctx, ty)).flatten()
}

/// The element type of tensors that a function takes or gives for those of a type: its own, or what stands for one of a few bits.
fn taken(ctx: &Context, ty: Type) -> Option<Type> {
    let own = if small_of(ctx, ty).is_some() { storage(ctx, ty) } else { ty };
    dtype(ctx, own).map(|_| own)
}

fn entries(ctx: &Context, attr: Attr) -> Option<Vec<(String, Setting)>> {
    let AttrKind::Dict(entries) = ctx.attr_kind(attr) else { return None };
    let mut settings = entries
        .iter()
        .map(|&(name, value)| Some((ctx.str(name).to_owned(), setting(ctx, value)?)))
        .collect::<Option<Vec<_>>>()?;
    settings.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(settings)
}

/// An option as a setting; none if its type has no place in a call.
fn setting(ctx: &Context, attr: Attr) -> Option<Setting> {
    Some(match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. } if *ty == ctx.i1() => {
            Setting::Scalar(DType::I1, vec![u8::from(ctx.attr_as_bool(attr)?)])
        }
        AttrKind::Integer { ty, value } => {
            let dtype = dtype(ctx, *ty).or_else(|| (*ty == ctx.index()).then_some(DType::I64))?;
            Setting::Scalar(dtype, value.to_le_bytes())
        }
        AttrKind::Float { ty, bits } => {
            let dtype = dtype(ctx, *ty)?;
            Setting::Scalar(dtype, bits.get().to_le_bytes()[..dtype.size()?].to_vec())
        }
        AttrKind::String { bytes, .. } => Setting::Text(bytes.to_vec()),
        AttrKind::Dict(_) => Setting::Dictionary(entries(ctx, attr)?),
        AttrKind::DenseArray { elem, data } => Setting::Array(dtype(ctx, *elem)?, data.to_vec()),
        AttrKind::DenseElements { ty, splat, data } => {
            let kind = ctx.type_kind(*ty);
            let count = usize::try_from(kind.num_elements()?).ok().filter(|&count| count <= 1 << 16)?;
            let dtype = dtype(ctx, kind.element_type()?)?;
            Setting::Array(dtype, if *splat { data.repeat(count) } else { data.to_vec() })
        }
        _ => return None,
    })
}

impl Writer<'_, '_> {
    /// Calls a function of the host.
    pub(super) fn foreign_call(&mut self, op: OpRef<'_>, target: &str) -> Result<(), Failed> {
        let ctx = self.ctx;
        let Some(mut settings) = options(op).and_then(|options| entries(ctx, options)) else {
            return Err(self
                .module
                .refuse(op, format!("an option of '{target}' has a type that no function takes")));
        };
        for (name, values) in [
            ("operand_layouts", op.operand_types().collect::<Vec<_>>()),
            ("result_layouts", op.result_types().collect()),
        ] {
            let layouts = attr(op, name).and_then(|attr| ctx.array_elems(attr)).unwrap_or_default();
            for (&layout, ty) in layouts.iter().zip(values) {
                let rank = ctx.type_kind(ty).dims().map_or(0, <[i64]>::len) as i64;
                if integers(ctx, layout).is_some_and(|layout| !layout.iter().copied().eq((0..rank).rev())) {
                    return Err(self
                        .module
                        .refuse(op, format!("'{target}' wants its tensors in another layout")));
                }
            }
        }
        let (mut types, mut ranks, mut dims) = (Vec::new(), Vec::new(), Vec::new());
        for (i, ty) in op.result_types().enumerate() {
            if is_token(ctx, ty) {
                types.push(ctx.type_attr(ctx.i1()));
                ranks.push(0);
                continue;
            }
            let own = self.shape(op, i)?;
            let elem = ctx.type_kind(ty).element_type().and_then(|elem| taken(ctx, elem));
            let Some(elem) = elem else {
                return Err(self
                    .module
                    .refuse(op, format!("'{target}' gives a tensor whose element type no function takes")));
            };
            types.push(ctx.type_attr(elem));
            ranks.push(own.len() as i64);
            dims.extend(own);
        }
        let (mut tokens, mut small) = (Vec::new(), Vec::new());
        for (i, ty) in op.operand_types().chain(op.result_types()).enumerate() {
            if is_token(ctx, ty) {
                tokens.push(i as i64);
                continue;
            }
            let elem = ctx.type_kind(ty).element_type();
            if let Some(own) = elem.and_then(|elem| small_of(ctx, elem)) {
                small.push((i.to_string(), Setting::Text(own.to_string().into_bytes())));
            } else if elem.is_none_or(|elem| taken(ctx, elem).is_none()) {
                return Err(self
                    .module
                    .refuse(op, format!("'{target}' takes a tensor whose element type no function takes")));
            }
        }
        if !small.is_empty() {
            small.sort_by(|(a, _), (b, _)| a.cmp(b));
            settings.insert(0, (String::new(), Setting::Dictionary(small)));
        }
        let operands = self.operands(op)?;
        let mut attrs = OpAttrs::new();
        attrs.add("N", ctx.i64_attr(operands.len() as i64));
        attrs.add("R", ctx.i64_attr(types.len() as i64));
        attrs.add("target", ctx.string_attr(target));
        attrs.add("settings", ctx.string_attr(Setting::encode(&settings)));
        attrs.add("ranks", self.integers(&ranks));
        attrs.add("dims", self.integers(&dims));
        attrs.add("tokens", self.integers(&tokens));
        attrs.add("types", ctx.array_attr(&types));
        let results: SmallVec<_> = if has_effect(op) {
            self.run_in_order("hlo.foreign_call", &operands, types.len(), attrs, op.loc())
        } else {
            self.run("hlo.foreign_call", &operands, types.len(), attrs, op.loc())
        };
        self.set_results(op, results);
        Ok(())
    }
}
