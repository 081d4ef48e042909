//! The pass `stablehlo-refine-shapes`: sizes that follow from those of the arguments are written into the types of a program.
//!
//! It starts from the main function. Types of results follow from those of operands by the dialect's own rules, and where sizes are operands, from their
//! values: integers are folded on the way. A function that is called gets the types that its callers pass. Numbers among its first arguments, behind
//! tokens, are taken for sizes, as upstream takes them, and become constants in it. So all callers of a function must agree. What cannot be said more precisely stays as it is;
//! `stablehlo-canonicalize-dynamism` then turns dynamic operations into static ones.
//!
//! A function that calls itself, directly or by way of others, is an error.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_convert::{Benefit, GreedyOptions, NoMatch, RewritePatterns, Root, apply_greedily};
use tfrt_dialects::stablehlo::{bounds, inferred_types, integers, is_token};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::symbol::SymbolTable;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::emit::{state, with_element};
use super::folder;
use super::refine_arguments::{NO_MAIN_FUNCTION, OPERAND_WRAPPER, refined_function};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-refine-shapes",
    title: "StablehloRefineShapesPass",
    summary: "Writes sizes that follow from those of the arguments into types",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(RefineShapes)),
};

struct RefineShapes;

impl Pass for RefineShapes {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let module = OpRef { ctx, body: target.body, op: target.op };
        if module
            .region(0)
            .is_none_or(|contents| contents.entry_ops(ctx).all(|op| op.name_str() != "func.func"))
        {
            return Ok(());
        }
        let Some(main) = refined_function(module) else {
            cx.diagnostics.error_at_op(module, NO_MAIN_FUNCTION);
            return Err(Failed);
        };
        let Some(body) = target.nested() else { return Ok(()) };
        let mut program = Program {
            ctx,
            symbols: SymbolTable::of(ctx, body),
            body,
            refined: FxHashMap::default(),
            open: Vec::new(),
            patterns: patterns(),
            diagnostics: cx.diagnostics,
        };
        program.refine(main)
    }
}

/// The arguments that callers pass to a function: a number for each argument that is a size, and the types of the others.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    sizes: Vec<Option<Attr>>,
    types: Vec<Type>,
}

struct Program<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    symbols: SymbolTable,
    /// The functions that are done, and for whom.
    refined: FxHashMap<Op, Key>,
    /// The functions that are not done yet, each called by the one before.
    open: Vec<Op>,
    patterns: RewritePatterns,
    diagnostics: &'a mut Diagnostics,
}

impl Program<'_> {
    fn fail(&mut self, op: Op, message: &str) -> Failed {
        let view = OpRef { ctx: self.ctx, body: self.body, op };
        self.diagnostics.error_at_op(view, format!("'{}' op {message}", view.name_str()));
        Failed
    }

    /// Refines a function whose arguments have their types.
    fn refine(&mut self, function: Op) -> Result<(), Failed> {
        let ctx = self.ctx;
        let Some(mut nested) = self.body.take_nested(function) else { return Ok(()) };
        self.open.push(function);
        let done = self.refine_body(function, &mut nested);
        self.open.pop();
        if done.is_ok() {
            write_signature(ctx, self.body, function, &nested);
        }
        self.body.put_nested(function, nested);
        done
    }

    fn refine_body(&mut self, function: Op, body: &mut Body) -> Result<(), Failed> {
        let ctx = self.ctx;
        let Some(block) = body.root_block() else { return Ok(()) };
        if body.next_block(block).is_some() {
            return Err(self.fail(function, "must have exactly one block"));
        }
        let mut done: FxHashSet<Op> = FxHashSet::default();
        // A call gives types to what follows it, and so to the operands of the next one.
        loop {
            apply_greedily(ctx, body, &self.patterns, &GreedyOptions::default());
            let is_next = |&op: &Op| ctx.str(body.name(op)) == "func.call" && !done.contains(&op);
            let Some(op) = body.ops_in(body.root_regions()).into_iter().find(is_next) else { return Ok(()) };
            done.insert(op);
            self.call(body, op)?;
        }
    }

    /// Refines the function that an operation calls, and the types of the operation.
    fn call(&mut self, body: &mut Body, op: Op) -> Result<(), Failed> {
        let ctx = self.ctx;
        let callee = body.attr(op, ctx.ident("callee")).and_then(|callee| ctx.flat_symbol(callee));
        let Some(function) = callee.and_then(|name| self.symbols.lookup(name)) else { return Ok(()) };
        if self.open.contains(&function) {
            return Err(self.fail(function, "cannot be refined because it calls itself"));
        }
        let operands: Vec<Value> = body.operands(op).collect();
        let size = |value: Value| constant_value(ctx, body, value);
        let types = |is_size: &dyn Fn(usize) -> bool| -> Vec<Type> {
            let others = operands.iter().enumerate().filter(|&(at, _)| !is_size(at));
            others.map(|(_, &value)| body.value_type(value)).collect()
        };
        let key = if let Some(known) = self.refined.get(&function) {
            let key = Key {
                sizes: operands
                    .iter()
                    .zip(&known.sizes)
                    .map(|(&value, known)| size(value).filter(|_| known.is_some()))
                    .collect(),
                types: types(&|at| known.sizes.get(at).is_some_and(Option::is_some)),
            };
            if key != *known {
                let why =
                    "refined with incompatible refinement keys: its callers pass different types or sizes";
                return Err(self.fail(function, why));
            }
            key
        } else {
            let view = OpRef { ctx, body: self.body, op: function };
            let arguments =
                view.region(0).and_then(|region| Some(region.body.block_args(region.entry_block()?).len()));
            if arguments != Some(operands.len()) {
                // A function without a body takes what it says.
                return Ok(());
            }
            let is_token = |&value: &Value| is_token(ctx, body.value_type(value));
            let first = operands.iter().take_while(|value| is_token(value)).count();
            let mut sizes: Vec<Option<Attr>> = vec![None; operands.len()];
            for (known, &value) in sizes.iter_mut().zip(&operands).skip(first) {
                *known = size(value).filter(|_| is_integer(ctx, body.value_type(value)));
                if known.is_none() {
                    break;
                }
            }
            let key = Key { types: types(&|at| sizes[at].is_some()), sizes };
            self.enter(function, &key);
            self.refined.insert(function, key.clone());
            self.refine(function)?;
            key
        };
        // The call passes what the function still takes, and gives what it gives now.
        let kept: Vec<Value> = operands
            .iter()
            .zip(&key.sizes)
            .filter(|(_, size)| size.is_none())
            .map(|(&value, _)| value)
            .collect();
        body.set_operands(op, &kept);
        let signature =
            self.body.attr(function, ctx.ident("function_type")).and_then(|ty| ctx.attr_as_type(ty));
        if let Some(TypeKind::Function { results, .. }) = signature.map(|ty| ctx.type_kind(ty)) {
            let values: Vec<Value> = body.results(op).collect();
            for (value, &ty) in values.into_iter().zip(results) {
                refine_value(ctx, body, value, ty);
            }
        }
        Ok(())
    }

    /// Gives the arguments of a function their types, and makes constants of its sizes.
    fn enter(&mut self, function: Op, key: &Key) {
        let ctx = self.ctx;
        let Some(mut nested) = self.body.take_nested(function) else { return };
        let block = nested.root_block();
        let attrs_name = ctx.ident("arg_attrs");
        let attrs = self
            .body
            .attr(function, attrs_name)
            .and_then(|attrs| ctx.array_elems(attrs))
            .map(<[Attr]>::to_vec);
        if let Some(block) = block {
            let mut types = key.types.iter();
            let mut kept_attrs = Vec::new();
            let mut removed = Vec::new();
            for (at, size) in key.sizes.iter().enumerate() {
                let argument = nested.block_args(block)[at];
                match size {
                    Some(number) => {
                        let ty = nested.value_type(argument);
                        let loc = nested.value_loc(argument);
                        let constant =
                            state(ctx, "stablehlo.constant", loc, &[], &[ty], &[("value", *number)]);
                        let constant = nested.insert_op(ctx, InsertionPoint::Start(block), constant);
                        let constant = nested.result(constant, 0);
                        nested.replace_all_uses(argument, constant);
                        removed.push(at);
                    }
                    None => {
                        if let Some(&ty) = types.next() {
                            refine_value(ctx, &mut nested, argument, ty);
                        }
                        kept_attrs.extend(attrs.as_ref().and_then(|attrs| attrs.get(at)));
                    }
                }
            }
            for &at in removed.iter().rev() {
                nested.erase_block_arg(block, at);
            }
            if attrs.is_some() {
                let is_empty =
                    kept_attrs.iter().all(|&attrs| ctx.dict_entries(attrs).is_none_or(<[_]>::is_empty));
                if is_empty {
                    self.body.remove_attr(function, attrs_name);
                } else {
                    self.body.set_attr(ctx, function, attrs_name, ctx.array_attr(&kept_attrs));
                }
            }
        }
        self.body.put_nested(function, nested);
    }
}

/// Whether a type is that of one integer.
fn is_integer(ctx: &Context, ty: Type) -> bool {
    let kind = ctx.type_kind(ty);
    let elem = kind.element_type().map(|elem| ctx.type_kind(elem));
    kind.dims() == Some(&[]) && matches!(elem, Some(TypeKind::Integer { .. }))
}

/// The type of a function is that of its arguments and of what it returns.
fn write_signature(ctx: &Context, body: &mut Body, function: Op, nested: &Body) {
    let Some(block) = nested.root_block() else { return };
    let Some(end) = nested.last_op(block) else { return };
    let types =
        |values: Vec<Value>| values.into_iter().map(|value| nested.value_type(value)).collect::<Vec<Type>>();
    let inputs = types(nested.block_args(block).to_vec());
    let results = types(nested.operands(end).collect());
    let ty = ctx.type_attr(ctx.function(&inputs, &results));
    body.set_attr(ctx, function, ctx.ident("function_type"), ty);
}

/// Gives a value a type that says more than its own; whether there is one.
fn refine_value(ctx: &Context, body: &mut Body, value: Value, ty: Type) -> bool {
    let old = body.value_type(value);
    let Some(new) = refined(ctx, old, ty) else { return false };
    body.set_value_type(value, new);
    new != old
}

/// The type that says what two types say of one tensor; `None` if they contradict each other. The elements are those of the first.
fn refined(ctx: &Context, old: Type, new: Type) -> Option<Type> {
    if old == new {
        return Some(old);
    }
    let (from, to) = (ctx.type_kind(old), ctx.type_kind(new));
    let elem = from.element_type()?;
    to.element_type()?;
    let Some(sizes) = from.dims() else { return Some(with_element(ctx, new, elem)) };
    let Some(new_sizes) = to.dims() else { return Some(old) };
    if sizes.len() != new_sizes.len() {
        return None;
    }
    let mut dims = Vec::with_capacity(sizes.len());
    for (&a, &b) in sizes.iter().zip(new_sizes) {
        if a != DYNAMIC && b != DYNAMIC && a != b {
            return None;
        }
        dims.push(if a == DYNAMIC { b } else { a });
    }
    if dims.contains(&DYNAMIC) && (bounds(ctx, old).is_some() || bounds(ctx, new).is_some()) {
        // Bounds of a size that is still unknown stay.
        return Some(if bounds(ctx, old).is_some() { old } else { with_element(ctx, new, elem) });
    }
    Some(ctx.tensor(&dims, elem))
}

/// The patterns of a function's body.
fn patterns() -> RewritePatterns {
    let mut patterns = folder::patterns(folder::Limits::OF_SIZES);
    patterns.add(Root::Op("stablehlo.custom_call".into()), Benefit(2), Box::new(unwrap));
    patterns.add(Root::Op("stablehlo.while".into()), Benefit::default(), Box::new(repeat));
    patterns.add(Root::Dialect("stablehlo".into()), Benefit::default(), Box::new(infer));
    patterns.add(Root::Dialect("chlo".into()), Benefit::default(), Box::new(infer));
    patterns
}

/// An argument that says its sizes in its type needs no operation that says them.
fn unwrap(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let target = view.attr("call_target_name").and_then(|name| ctx.attr_as_str(name));
    if target != Some(OPERAND_WRAPPER) || view.num_operands() != 2 || view.num_results() != 1 {
        return Err(NoMatch::quiet());
    }
    let operand = view.operand(0);
    if !ctx.type_kind(view.value_type(operand)).has_static_shape() {
        return Err(NoMatch::quiet());
    }
    rewriter.replace_op(op, &[operand]);
    Ok(())
}

/// Gives results types, and lets their users be visited again if that changed any.
fn set_types(op: Op, rewriter: &mut Rewriter<'_>, types: &[Type]) -> Result<(), NoMatch> {
    let ctx = rewriter.ctx();
    let results: Vec<Value> = rewriter.body().results(op).collect();
    if results.len() != types.len() {
        return Err(NoMatch::quiet());
    }
    let mut is_changed = false;
    for (&value, &ty) in results.iter().zip(types) {
        is_changed |= set_type(ctx, rewriter, value, ty);
    }
    if is_changed { Ok(()) } else { Err(NoMatch::quiet()) }
}

fn set_type(ctx: &Context, rewriter: &mut Rewriter<'_>, value: Value, ty: Type) -> bool {
    if !refine_value(ctx, rewriter.body_mut(), value, ty) {
        return false;
    }
    let users: Vec<Op> = rewriter.body().users(value).collect();
    for user in users {
        rewriter.touch(user);
        // What a region hands on decides the types of the operation around it.
        if let Some(parent) = rewriter.body().parent_op(user) {
            rewriter.touch(parent);
        }
    }
    true
}

fn infer(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let is_known =
        |ty: Type| ctx.type_kind(ty).has_static_shape() || ctx.type_kind(ty).element_type().is_none();
    if view.num_results() == 0 || view.result_types().all(is_known) {
        return Err(NoMatch::quiet());
    }
    let has_rank = |ty: Type| !matches!(ctx.type_kind(ty), TypeKind::UnrankedTensor(_));
    let types = match of_sizes(view) {
        Some(types) => types,
        None if view.operand_types().all(has_rank) => {
            inferred_types(view).ok_or_else(NoMatch::quiet)?.into_iter().collect()
        }
        None => return Err(NoMatch::quiet()),
    };
    set_types(op, rewriter, &types)
}

/// The result types that the values of operands say, or those of operands in ways that no rule needs.
fn of_sizes(view: OpRef<'_>) -> Option<Vec<Type>> {
    let ctx = view.ctx;
    let result = view.result_types().next()?;
    let elem = ctx.type_kind(result).element_type()?;
    let list = |index: usize| -> Option<Vec<i64>> {
        let value = (index < view.num_operands()).then(|| view.operand(index))?;
        integers(ctx, constant_value(ctx, view.body, value)?)
    };
    let tensor = |dims: &[i64]| dims.iter().all(|&size| size >= 0).then(|| vec![ctx.tensor(dims, elem)]);
    let operand_dims = |index: usize| ctx.type_kind(view.value_type(view.operand(index))).dims();
    match view.name_str() {
        "stablehlo.dynamic_iota" => tensor(&list(0)?),
        "stablehlo.dynamic_reshape" | "stablehlo.dynamic_broadcast_in_dim" => tensor(&list(1)?),
        "stablehlo.convert" => Some(vec![with_element(ctx, view.value_type(view.operand(0)), elem)]),
        "stablehlo.bitcast_convert" => {
            let from = ctx.type_kind(view.value_type(view.operand(0))).element_type()?;
            let width = |elem: Type| ctx.int_or_float_width(elem);
            (width(from)? == width(elem)?)
                .then(|| vec![with_element(ctx, view.value_type(view.operand(0)), elem)])
        }
        "stablehlo.dynamic_pad" => {
            let (dims, low, high, interior) = (operand_dims(0)?, list(2)?, list(3)?, list(4)?);
            let padded = |(at, &size): (usize, &i64)| {
                if size == DYNAMIC {
                    return Some(DYNAMIC);
                }
                let inner = (size - 1).max(0).checked_mul(*interior.get(at)?)?;
                size.checked_add(*low.get(at)?)?.checked_add(*high.get(at)?)?.checked_add(inner)
            };
            tensor(&dims.iter().enumerate().map(padded).collect::<Option<Vec<i64>>>()?)
        }
        "stablehlo.real_dynamic_slice" => {
            let (start, limit, strides) = (list(1)?, list(2)?, list(3)?);
            let size = |at: usize| {
                let stride = *strides.get(at).filter(|&&stride| stride > 0)?;
                let length = limit.get(at)?.checked_sub(start[at])?;
                Some(length.checked_add(stride - 1)?.div_euclid(stride).max(0))
            };
            tensor(&(0..start.len()).map(size).collect::<Option<Vec<i64>>>()?)
        }
        "stablehlo.rng_bit_generator" => {
            let second = view.result_types().nth(1)?;
            Some(vec![view.value_type(view.operand(0)), second])
        }
        "stablehlo.if" | "stablehlo.case" => branches(view),
        "stablehlo.custom_call" => {
            let which = view.attr("indices_of_shape_operands").and_then(|which| integers(ctx, which))?;
            let of = |(at, ty): (usize, Type)| {
                let sizes = list(usize::try_from(*which.get(at)?).ok()?)?;
                let elem = ctx.type_kind(ty).element_type()?;
                sizes.iter().all(|&size| size >= 0).then(|| ctx.tensor(&sizes, elem))
            };
            (which.len() == view.num_results()).then_some(())?;
            view.result_types().enumerate().map(of).collect()
        }
        _ => None,
    }
}

/// The types that branches give, as far as they agree.
fn branches(view: OpRef<'_>) -> Option<Vec<Type>> {
    let ctx = view.ctx;
    let mut types: Option<Vec<Type>> = None;
    for region in view.regions() {
        let (_, end) = only_block(view.body, region.region)?;
        let own: Vec<Type> = view.body.operands(end).map(|value| view.value_type(value)).collect();
        types = Some(match types {
            None => own,
            Some(types) => types.iter().zip(&own).map(|(&a, &b)| common(ctx, a, b)).collect(),
        });
    }
    types
}

/// A type that tensors of either type have.
fn common(ctx: &Context, a: Type, b: Type) -> Type {
    let (Some(first), Some(second)) = (ctx.type_kind(a).dims(), ctx.type_kind(b).dims()) else {
        return if ctx.type_kind(a).dims().is_none() { a } else { b };
    };
    let Some(elem) = ctx.type_kind(a).element_type().filter(|_| a != b) else { return a };
    if first.len() != second.len() {
        return ctx.unranked_tensor(elem);
    }
    let dims: Vec<i64> = first.iter().zip(second).map(|(&a, &b)| if a == b { a } else { DYNAMIC }).collect();
    ctx.tensor(&dims, elem)
}

fn only_block(body: &Body, region: Region) -> Option<(Block, Op)> {
    let block = body.entry_block(region).filter(|&block| body.next_block(block).is_none())?;
    Some((block, body.last_op(block)?))
}

/// Gives the values that a loop carries, in its regions and behind it, the types that they have before it.
fn repeat(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let ctx = rewriter.ctx();
    let body = rewriter.body();
    let types: Vec<Type> = body.operands(op).map(|value| body.value_type(value)).collect();
    let mut carried: Vec<Vec<Value>> = vec![body.results(op).collect()];
    for &region in body.inline_regions(op) {
        let block = body.entry_block(region).ok_or_else(NoMatch::quiet)?;
        carried.push(body.block_args(block).to_vec());
    }
    if carried.iter().any(|values| values.len() != types.len()) {
        return Err(NoMatch::quiet());
    }
    let mut is_changed = false;
    for values in carried {
        for (value, &ty) in values.into_iter().zip(&types) {
            is_changed |= set_type(ctx, rewriter, value, ty);
        }
    }
    if is_changed { Ok(()) } else { Err(NoMatch::quiet()) }
}
