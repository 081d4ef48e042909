//! The names of a public function's arguments, of their sizes, and of its results.
//!
//! Programs that this project writes say them as everywhere (`tfrt.name`, `tfrt.sizes`). JAX says names of arguments as those of their locations, and
//! those of results in `jax.result_info`: paths into the arguments of the Python function and into its result. A name that two arguments, or two
//! results, would share is given to neither.
//!
//! A program of JAX whose shapes have variables has a `main` that reads the variables from its arguments' sizes, asserts that they fit, and calls
//! the function that was exported. That function has the names: of its arguments by location, and of the variables as `jax.global_constant`.

use rustc_hash::FxHashMap;
use tfrt_dialects::signature::{MAX_NAMED_SIZES, SIZES_ATTR, argument_signatures, result_signatures};
use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, NamedAttr, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::Loc;
use tfrt_ir::location::LocKind;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, typed};

/// What is known of a public function's arguments.
pub(super) struct Arguments {
    /// The name of each.
    pub(super) names: Vec<Option<Attr>>,
    /// The names of the sizes of each, as an attribute of the function that is written.
    pub(super) sizes: Vec<Option<NamedAttr>>,
}

impl Arguments {
    /// Those of a function with this body; `callee` finds functions by a call.
    pub(super) fn of<'a>(
        function: OpRef<'a>,
        source: &'a Body,
        block: Block,
        callee: impl Fn(OpRef<'_>) -> Option<OpRef<'a>>,
    ) -> Arguments {
        let ctx = function.ctx;
        let at = |op| OpRef { ctx, body: source, op };
        let calls = source.ops(block).map(at).filter(|op| op.name_str() == "func.call");
        let calls: Vec<_> = calls.filter_map(|call| Some((call, callee(call)?))).collect();
        let stated = argument_signatures(function);
        let arguments = source.block_args(block);
        let handed = names_of_handed(ctx, &calls);
        let name = |(i, argument): (usize, &Value)| {
            let stated = stated.get(i).and_then(|signature| signature.name);
            let own = stated.or_else(|| name_of_loc(ctx, source.value_loc(*argument)));
            own.or_else(|| handed.get(argument).copied())
        };
        let names = distinct(function, arguments.iter().enumerate().map(name).collect());
        let variables = variables(ctx, source, block, &calls);
        let sizes = |(i, &argument): (usize, &Value)| {
            if let Some(sizes) = stated.get(i).and_then(|signature| signature.sizes) {
                return Some((ctx.ident(SIZES_ATTR), sizes));
            }
            let rank = ctx.type_kind(source.value_type(argument)).dims()?.len();
            let names = (0..rank as i64).map(|dimension| variables.get(&(argument, dimension)).copied());
            let names: Vec<Option<Attr>> = names.collect();
            let is_named = rank <= MAX_NAMED_SIZES && names.iter().any(Option::is_some);
            let names: Vec<Attr> =
                names.into_iter().map(|name| name.unwrap_or_else(|| ctx.string_attr(""))).collect();
            is_named.then(|| (ctx.ident(SIZES_ATTR), ctx.array_attr(&names)))
        };
        let sizes = arguments.iter().enumerate().map(sizes).collect();
        Arguments { names, sizes }
    }
}

/// The name of a location.
fn name_of_loc(ctx: &Context, loc: Loc) -> Option<Attr> {
    match ctx.loc_kind(loc) {
        LocKind::Name { name, .. } => Some(ctx.string_attr(ctx.str(name))),
        _ => None,
    }
}

/// The names that arguments of called functions have by their locations, by the values that are handed to them.
fn names_of_handed(ctx: &Context, calls: &[(OpRef<'_>, OpRef<'_>)]) -> FxHashMap<Value, Attr> {
    let mut found = FxHashMap::default();
    for (call, callee) in calls {
        let Some(body) = callee.body.nested(callee.op) else { continue };
        let arguments = body.root_block().map(|block| body.block_args(block)).unwrap_or_default();
        for (operand, &argument) in call.operands().zip(arguments) {
            if let Some(name) = name_of_loc(ctx, body.value_loc(argument)) {
                found.entry(operand).or_insert(name);
            }
        }
    }
    found
}

/// The variables that are sizes of arguments: those that the exported function takes, and those that are asserted to be equal to these.
fn variables(
    ctx: &Context,
    source: &Body,
    block: Block,
    calls: &[(OpRef<'_>, OpRef<'_>)],
) -> FxHashMap<(Value, i64), Attr> {
    let at = |op| OpRef { ctx, body: source, op };
    let defined =
        |value: Value, name: &str| source.defining_op(value).map(at).filter(|op| op.name_str() == name);
    let size = |value: Value| {
        let op = defined(value, "stablehlo.get_dimension_size")?;
        let argument = op.operand(0);
        let is_argument = matches!(source.value_def(argument), ValueDef::Argument(of, _) if of == block);
        let dimension = ctx.attr_as_i64(attr(op, "dimension")?)?;
        is_argument.then_some((argument, dimension))
    };
    let mut found = FxHashMap::default();
    for (call, callee) in calls {
        let dictionaries =
            callee.attr("arg_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
        for (operand, &dictionary) in call.operands().zip(dictionaries) {
            if let (Some(name), Some(size)) =
                (ctx.dict_get(dictionary, ctx.ident("jax.global_constant")), size(operand))
            {
                found.insert(size, name);
            }
        }
    }
    if found.is_empty() {
        return found;
    }
    for assertion in source.ops(block).map(at).filter(|op| op.name_str() == "stablehlo.custom_call") {
        let target = attr(assertion, "call_target_name").and_then(|name| ctx.attr_as_str(name));
        let is_assertion = target == Some("shape_assertion");
        let comparison = (is_assertion && assertion.num_operands() > 0)
            .then(|| defined(assertion.operand(0), "stablehlo.compare"))
            .flatten()
            .filter(|op| typed(*op, "comparison_direction") == Some(&ComparisonDirection::Eq));
        let Some(comparison) = comparison else { continue };
        let [left, right] = [0, 1].map(|index| size(comparison.operand(index)));
        if let Some((left, right)) = left.zip(right) {
            match (found.get(&left).copied(), found.get(&right).copied()) {
                (Some(name), None) => found.insert(right, name),
                (None, Some(name)) => found.insert(left, name),
                _ => None,
            };
        }
    }
    found
}

/// The names of the results of a function, of which there are so many.
pub(super) fn result_names(function: OpRef<'_>, count: usize) -> Vec<Option<Attr>> {
    let ctx = function.ctx;
    let stated = result_signatures(function);
    let dictionaries =
        function.attr("res_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    let name = |i: usize| {
        let stated = stated.get(i).and_then(|signature| signature.name);
        stated.or_else(|| ctx.dict_get(*dictionaries.get(i)?, ctx.ident("jax.result_info")))
    };
    distinct(function, (0..count).map(name).collect())
}

/// The names that occur once and are not empty.
fn distinct(function: OpRef<'_>, names: Vec<Option<Attr>>) -> Vec<Option<Attr>> {
    let is_name = |name: &Attr| function.ctx.attr_as_str(*name).is_some_and(|text| !text.is_empty());
    let is_alone = |name: &Attr| names.iter().filter(|other| **other == Some(*name)).count() == 1;
    names.iter().map(|name| name.filter(|name| is_name(name) && is_alone(name))).collect()
}
