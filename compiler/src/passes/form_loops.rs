//! Loops over functions of ops of known shapes become one op that runs the functions as regions.
//!
//! A `corert.while` becomes a `tfrt_region.while` if both of its functions have one block of constants and of ops that can be in regions
//! ([`Former`](super::form_regions::Former)), their chain orders nothing, and all shapes are known and fixed. The op has both functions as regions, and says
//! which results of the body are which values of the next round: what the body gives back as it came is not passed through it, and neither
//! is a constant that it gives. The functions themselves are left for other users.
//!
//! Unlike other regions, that of a body gives results that do not depend on all of its arguments: the runtime runs a round in which an op
//! fails op by op, with the errors of the ops.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_convert::graph::{Execute, GraphBuilder, OpAttrs};
use tfrt_dialects::BATCH_TYPES_ATTR;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ops::{RegionBodyBuilder, RegionType};

use super::form_regions::{Former, Types, for_functions};
use crate::handlers::{CPU, gets_cpu};

/// The name of the op that runs a loop of regions.
const LOOP: &str = "tfrt_region.while";

/// A function of a loop as a region.
struct Part {
    region: Attr,
    carried: Vec<RegionType>,
    /// For each result of the function the number of a result of the region, `-1 - i` for the carried value `i`, or, after the numbers of
    /// the region's results, that of one of its constants.
    gives: Vec<i64>,
}

/// Makes one op of each loop that can be one.
pub(super) fn form(ctx: &Context, body: &mut Body) {
    let mut names: FxHashSet<Ident> = FxHashSet::default();
    body.walk(&mut |body, op| names.extend(functions(OpRef { ctx, body, op }).into_iter().flatten()));
    if names.is_empty() {
        return;
    }
    let mut parts: FxHashMap<Ident, Part> = FxHashMap::default();
    for_functions(ctx, body, &mut |ops, name, nested, types| {
        let name = name.and_then(|name| ctx.attr_as_str(name)).map(|name| ctx.ident(name));
        let Some(name) = name.filter(|name| names.contains(name)) else { return };
        if let Some(part) = part(&Former { ctx, ops, reasons: None }, nested, types) {
            parts.insert(name, part);
        }
    });
    if parts.is_empty() {
        return;
    }
    for_functions(ctx, body, &mut |ops, _, nested, types| {
        let former = Former { ctx, ops, reasons: None };
        let mut loops: Vec<Op> = Vec::new();
        for region in nested.root_regions().to_vec() {
            for block in nested.blocks(region) {
                loops.extend(
                    nested.ops(block).filter(|&op| functions(OpRef { ctx, body: nested, op }).is_some()),
                );
            }
        }
        loops.into_iter().for_each(|op| replace(&former, nested, op, &parts, types));
    });
}

/// The functions of a `corert.while`: condition and body.
fn functions(op: OpRef<'_>) -> Option<[Ident; 2]> {
    if op.name_str() != "corert.while" {
        return None;
    }
    let function = |name: &str| op.ctx.flat_symbol(op.attr(name)?);
    Some([function("a_cond_fn")?, function("b_body_fn")?])
}

/// The region that a function is, if it is one.
fn part(former: &Former<'_>, body: &Body, types: Types<'_>) -> Option<Part> {
    let ctx = former.ctx;
    let scopes = &[types];
    let block = body.root_block()?;
    let (_, carried_values) = body.block_args(block).split_first()?;
    let mut builder = RegionBodyBuilder::default();
    let mut numbers: FxHashMap<Value, u32> = FxHashMap::default();
    let mut carried = Vec::new();
    for &value in carried_values {
        let ty = former.type_of(body, value, scopes).filter(RegionType::is_fixed)?;
        numbers.insert(value, builder.arg(ty.clone()).ok()?);
        carried.push(ty);
    }
    let mut cpu: FxHashSet<Value> = FxHashSet::default();
    let (mut members, mut constants) = (Vec::new(), Vec::new());
    let mut returned = None;
    for op in body.ops(block) {
        let view = OpRef { ctx, body, op };
        match view.name_str() {
            "tfrt.new.chain" | "tfrt.merge.chains" => {}
            "tfrt.return" => returned = Some(view.operands().skip(1).collect::<Vec<Value>>()),
            _ if gets_cpu(view) => cpu.extend(view.results()),
            _ if view.results().all(|result| types[0].constant(result).is_some())
                && view.num_results() > 0 => {}
            _ if former.is_candidate(body, op, &cpu, scopes) => members.push(op),
            _ => return None,
        }
    }
    let is_carried = |value: &Value| carried_values.contains(value);
    let returned = returned?;
    let taken = members.iter().flat_map(|&op| body.operands(op).skip(1));
    for value in taken.chain(returned.iter().copied()) {
        if numbers.contains_key(&value) || constants.contains(&value) || types[0].constant(value).is_none() {
            continue;
        }
        constants.push(value);
    }
    for &constant in &constants {
        numbers.insert(constant, builder.constant(former.type_of(body, constant, scopes)?).ok()?);
    }
    for &op in &members {
        let operands: SmallVec<[u32; 4]> =
            body.operands(op).skip(1).map(|value| numbers.get(&value).copied()).collect::<Option<_>>()?;
        let results: Vec<RegionType> = body
            .results(op)
            .map(|result| former.type_of(body, result, scopes).filter(RegionType::is_fixed))
            .collect::<Option<_>>()?;
        let given = builder.step(&operands, results).ok()?;
        numbers.extend(body.results(op).zip(given));
    }
    let mut results: Vec<Value> = Vec::new();
    for &value in &returned {
        if !is_carried(&value) && !constants.contains(&value) && !results.contains(&value) {
            body.defining_op(value).filter(|op| members.contains(op))?;
            results.push(value);
        }
    }
    let number = |value: &Value| {
        let place = |values: &[Value]| values.iter().position(|other| other == value);
        let constant = || Some(results.len() + place(&constants)?);
        place(carried_values)
            .map(|place| -1 - place as i64)
            .or_else(|| place(&results).or_else(constant).map(|at| at as i64))
    };
    let gives: Vec<i64> = returned.iter().map(number).collect::<Option<_>>()?;
    // The runtime refuses a loop whose carried values change their types. What steps give has the types that the ops say.
    let keeps_type = |(value, ty): (&Value, &RegionType)| {
        !constants.contains(value) || former.type_of(body, *value, scopes).as_ref() == Some(ty)
    };
    if !results.is_empty()
        && returned.len() == carried.len()
        && !returned.iter().zip(&carried).all(keeps_type)
    {
        return None;
    }
    let given: Vec<u32> = results.iter().filter_map(|result| numbers.get(result).copied()).collect();
    let records = builder.finish(&given).ok()?;
    let region = former.attributes(body, &members, &records, &constants, scopes);
    Some(Part { region, carried, gives })
}

/// Puts the op in the place of a loop, if both functions are regions.
fn replace(former: &Former<'_>, body: &mut Body, op: Op, parts: &FxHashMap<Ident, Part>, types: Types<'_>) {
    let ctx = former.ctx;
    let view = OpRef { ctx, body, op };
    let Some([condition, repeated]) = functions(view).map(|names| names.map(|name| parts.get(&name))) else {
        return;
    };
    let (Some(condition), Some(repeated)) = (condition, repeated) else { return };
    let operands: Vec<Value> = view.operands().collect();
    let Some((&chain, carried)) = operands.split_first() else { return };
    let is_loop = condition.carried == repeated.carried
        && carried.len() == repeated.carried.len()
        && repeated.gives.len() == carried.len()
        && matches!(condition.gives[..], [0]);
    // The values at the start may have other types than the functions say that they take.
    let scopes = &[types];
    let fits = carried.iter().zip(&repeated.carried);
    if !is_loop || !fits.clone().all(|(&value, ty)| former.type_of(body, value, scopes).as_ref() == Some(ty))
    {
        return;
    }
    let loc = body.loc(op);
    let gives: Vec<Attr> = repeated.gives.iter().map(|&number| ctx.i64_attr(number)).collect();
    let mut attrs = OpAttrs::new();
    attrs.add("body", repeated.region);
    attrs.add("carries", ctx.array_attr(&gives));
    attrs.add("cond", condition.region);
    let both = |&value: &Value| {
        let types = former.both_types(body, value, scopes)?.map(|ty| ctx.type_attr(ty));
        Some(ctx.array_attr(&types))
    };
    let result_types: Option<Vec<Attr>> = carried.iter().map(both).collect();
    let discardable = result_types.map(|types| (ctx.ident(BATCH_TYPES_ATTR), ctx.array_attr(&types)));
    let mut builder = GraphBuilder::at(ctx, body, InsertionPoint::Before(op));
    let handler = builder.handler(CPU, Some(chain), loc);
    let built = builder.execute(Execute {
        op: LOOP,
        handler,
        chain: None,
        operands: carried,
        attrs,
        results: carried.len(),
        discardable: discardable.as_slice(),
        loc,
    });
    let results: Vec<Value> = body.results(op).collect();
    for (&old, new) in results.iter().zip(std::iter::once(chain).chain(built.tensors)) {
        body.replace_all_uses(old, new);
    }
    body.erase_op(op);
}
