//! The pass `stablehlo-convert-to-signless`: unsigned integers become integers without a sign, for dialects that know no others.
//!
//! The types of values, of functions and of constants change; what operations do with the bits is then for their names to say, as in upstream's
//! pass, which for that reason comes last.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::types::{Signedness, TypeKind};

use super::emit::with_element;
use crate::passes::walk::{for_each_body, nested_ops};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-convert-to-signless",
    title: "StablehloConvertToSignlessPass",
    summary: "Makes all integers of a program signless",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(ConvertToSignless)),
};

struct ConvertToSignless;

impl Pass for ConvertToSignless {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        for_each_body(ctx, body, &mut |body| convert(ctx, body));
        Ok(())
    }
}

fn convert(ctx: &Context, body: &mut Body) {
    let roots = body.root_regions().to_vec();
    convert_arguments(ctx, body, &roots);
    let (signature, value) = (ctx.ident("function_type"), ctx.ident("value"));
    for op in nested_ops(body) {
        let results: Vec<Value> = body.results(op).collect();
        set_types(ctx, body, &results);
        let regions = body.inline_regions(op).to_vec();
        convert_arguments(ctx, body, &regions);
        if let Some(ty) = body.attr(op, signature).and_then(|ty| ctx.attr_as_type(ty)) {
            body.set_attr(ctx, op, signature, ctx.type_attr(signless(ctx, ty)));
        }
        let is_constant = matches!(ctx.str(body.name(op)), "stablehlo.constant" | "chlo.constant");
        if let Some(attr) = body.attr(op, value).filter(|_| is_constant) {
            body.set_attr(ctx, op, value, signless_elements(ctx, attr));
        }
    }
}

fn convert_arguments(ctx: &Context, body: &mut Body, regions: &[tfrt_ir::entity::Region]) {
    for &region in regions {
        let blocks: Vec<_> = body.blocks(region).collect();
        for block in blocks {
            let arguments = body.block_args(block).to_vec();
            set_types(ctx, body, &arguments);
        }
    }
}

fn set_types(ctx: &Context, body: &mut Body, values: &[Value]) {
    for &value in values {
        let ty = body.value_type(value);
        let new = signless(ctx, ty);
        if new != ty {
            body.set_value_type(value, new);
        }
    }
}

fn signless(ctx: &Context, ty: Type) -> Type {
    let all = |types: &[Type]| types.iter().map(|&ty| signless(ctx, ty)).collect::<Vec<_>>();
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, sign } if *sign != Signedness::Signless => ctx.int(*width),
        TypeKind::RankedTensor { elem, .. } | TypeKind::UnrankedTensor(elem) => {
            with_element(ctx, ty, signless(ctx, *elem))
        }
        TypeKind::Tuple(elems) => ctx.tuple(&all(elems)),
        TypeKind::Function { inputs, results } => ctx.function(&all(inputs), &all(results)),
        _ => ty,
    }
}

/// The same bits as elements of the signless type.
fn signless_elements(ctx: &Context, attr: Attr) -> Attr {
    match ctx.attr_kind(attr) {
        AttrKind::DenseElements { ty, splat, data } => {
            let ty = signless(ctx, *ty);
            ctx.intern_attr(AttrKind::DenseElements { ty, splat: *splat, data: data.clone() })
        }
        _ => attr,
    }
}
