//! The pass `stablehlo-refine-arguments`: gives the arguments of a program the types that a caller will pass.
//!
//! The program still computes with the old types: each new argument goes through a custom call that says its sizes and has the old type.
//! `stablehlo-refine-shapes` then removes these calls and refines what follows.

use tfrt_dialects::stablehlo::bounds;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::syntax::{parse_module, type_to_string};
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::emit::state;

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-refine-arguments",
    title: "StablehloRefineArgumentsPass",
    summary: "Gives the arguments of the main function more specific types",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[OptionInfo {
        name: "types",
        summary: "The types of the arguments, separated by commas",
        default: "",
    }],
    statistics: &[],
    build: |options| Ok(Box::new(RefineArguments { types: options.text("types").to_owned() })),
};

/// The error for programs of which it is not known which function is refined.
pub(super) const NO_MAIN_FUNCTION: &str = "'builtin.module' op must have no more than one function or a `main` function to clearly identify \
                                           which function will be refined";

/// The custom call that says the sizes of its first operand and has a type that may say less.
pub(super) const OPERAND_WRAPPER: &str = "stablehlo.shape_refinement_operand_wrapper";

struct RefineArguments {
    types: String,
}

impl Pass for RefineArguments {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let module = OpRef { ctx, body: target.body, op: target.op };
        let text = format!("module attributes {{builtin.types = [{}]}} {{}}", self.types);
        let parsed = parse_module(cx.ctx, "option 'types'", &text, &mut Diagnostics::new());
        let types = parsed.and_then(|parsed| {
            let types = parsed.top().attr("builtin.types")?;
            ctx.array_elems(types)?.iter().map(|&ty| ctx.attr_as_type(ty)).collect::<Option<Vec<Type>>>()
        });
        let Some(types) = types else {
            let message = format!("'{}' is no list of types, which option 'types' takes", self.types);
            cx.diagnostics.error_at_op(module, message);
            return Err(Failed);
        };
        let Some(function) = refined_function(module) else {
            cx.diagnostics.error_at_op(module, NO_MAIN_FUNCTION);
            return Err(Failed);
        };
        let body = target.nested().ok_or(Failed)?;
        refine(ctx, body, function, &types).map_err(|message| {
            cx.diagnostics
                .error_at_op(OpRef { ctx, body, op: function }, format!("'func.func' op {message}"));
            Failed
        })
    }
}

/// The only function of a module, or the one of several that is called `main`.
pub(super) fn refined_function(module: OpRef<'_>) -> Option<Op> {
    let contents = module.region(0)?;
    let functions = || contents.entry_ops(module.ctx).filter(|op| op.name_str() == "func.func");
    if functions().nth(1).is_none() {
        return functions().next().map(|op| op.op);
    }
    functions()
        .find(|&op| tfrt_ir::symbol::name(op).is_some_and(|name| op.ctx.str(name) == "main"))
        .map(|op| op.op)
}

fn refine(ctx: &Context, body: &mut Body, function: Op, types: &[Type]) -> Result<(), String> {
    let signature_name = ctx.ident("function_type");
    let signature = body.attr(function, signature_name).and_then(|ty| ctx.attr_as_type(ty));
    let Some(TypeKind::Function { inputs, results }) = signature.map(|ty| ctx.type_kind(ty)) else {
        return Err("must have a function type".to_owned());
    };
    let one_block = |nested: &Body| {
        let region = *nested.root_regions().first()?;
        let block = nested.entry_block(region)?;
        nested.next_block(block).is_none().then_some(block)
    };
    let block = body.nested(function).and_then(one_block).ok_or("must have exactly one block")?;
    if inputs.len() != types.len() {
        return Err(format!(
            "number of refinements must match number of op operands {} vs {}",
            types.len(),
            inputs.len()
        ));
    }
    for (index, (&from, &to)) in inputs.iter().zip(types).enumerate() {
        is_refinement(ctx, from, to).map_err(|fault| {
            let [from, to] = [from, to].map(|ty| type_to_string(ctx, ty));
            format!("invalid refinement for argument {index}, {fault} in {from} -> {to}")
        })?;
    }
    let new = ctx.function(types, results);
    body.set_attr(ctx, function, signature_name, ctx.type_attr(new));
    let nested = body.nested_mut(function).ok_or("must have exactly one block")?;
    let mut at = InsertionPoint::Start(block);
    for (index, (&from, &to)) in inputs.iter().zip(types).enumerate() {
        if from == to {
            continue;
        }
        let argument = nested.block_args(block)[index];
        let loc = nested.value_loc(argument);
        let users: Vec<_> = nested.uses(argument).collect();
        nested.set_value_type(argument, to);
        let dims = ctx.type_kind(to).dims().unwrap_or_default();
        let list = |values: &[i64]| {
            let ty = ctx.tensor(&[values.len() as i64], ctx.i64());
            make_dense(ctx, ty, values.iter().flat_map(|value| value.to_le_bytes()).collect())
        };
        let sizes = list(dims);
        let sizes_type = ctx.attr_type(sizes).unwrap_or(to);
        let sizes = state(ctx, "stablehlo.constant", loc, &[], &[sizes_type], &[("value", sizes)]);
        let sizes = nested.insert_op(ctx, at, sizes);
        let operands = [argument, nested.result(sizes, 0)];
        let attrs = [
            ("call_target_name", ctx.string_attr(OPERAND_WRAPPER)),
            ("indices_of_shape_operands", list(&[1])),
        ];
        let wrapper = state(ctx, "stablehlo.custom_call", loc, &operands, &[from], &attrs);
        let wrapper = nested.insert_op(ctx, InsertionPoint::After(sizes), wrapper);
        at = InsertionPoint::After(wrapper);
        let wrapped = nested.result(wrapper, 0);
        for use_ in users {
            let (owner, index) = (nested.use_owner(use_), nested.use_index(use_));
            nested.set_operand(owner, index, wrapped);
        }
    }
    Ok(())
}

/// Whether a type says the same of a value as another, or more.
fn is_refinement(ctx: &Context, from: Type, to: Type) -> Result<(), &'static str> {
    if from == to {
        return Ok(());
    }
    let (old, new) = (ctx.type_kind(from), ctx.type_kind(to));
    let is_tensor =
        |kind: &TypeKind| matches!(kind, TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_));
    if !is_tensor(old) || !is_tensor(new) {
        return Err("refinement must be a tensor");
    }
    if old.element_type() != new.element_type() {
        return Err("refinement element types must match");
    }
    let Some(sizes) = old.dims() else { return Ok(()) };
    let Some(new_sizes) = new.dims() else { return Err("refinement rank must match operand rank") };
    if sizes.len() != new_sizes.len() {
        return Err("refinement rank must match operand rank");
    }
    if sizes.iter().zip(new_sizes).any(|(&old, &new)| old != DYNAMIC && old != new) {
        return Err("refinement dimension sizes must match for static dimensions");
    }
    let fits = |(dim, &bound): (usize, &i64)| {
        bound == DYNAMIC || new_sizes[dim] == DYNAMIC || new_sizes[dim] <= bound
    };
    if !bounds(ctx, from).unwrap_or_default().iter().enumerate().all(fits) {
        return Err("refinement dimension sizes must not exceed the bounds");
    }
    Ok(())
}
