//! Operations that functions of Python divide over devices: `jax.experimental.custom_partitioning`, and `jax.debug.inspect_array_sharding`.
//!
//! Such an operation comes as a custom call on whole tensors. Its partitioner is told how its operands and results are divided, and gives the program of
//! one device; that becomes a manual computation over all axes of the mesh, in the place of the call. A call that inspects is told how its operand is
//! divided, and goes. A callback that each device makes on its part (`jax.debug.callback(partitioned=True)`) becomes a manual computation, too. This is
//! done before anything else looks at the program, so that results follow what partitioners say.

use std::collections::{HashMap, HashSet};

use prost::Message;
use tfrt_compiler::{Shardings, stablehlo_operation_shardings};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{
    DimensionSharding, ManualAxes, Mesh, MeshOrName, ShardingPerValue, TensorSharding,
};
use tfrt_driver::bytecode;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::symbol::{self, SymbolTable};
use tfrt_ir::{Attr, Context, Module, OpRef, Type, TypeKind};

use super::division::Division;
use super::op_sharding::OpSharding;
use crate::element::Element;
use crate::failure::Failure;
use crate::options::CompileOptions;
use crate::partitioner::{self, Answer};

/// The target of calls that are told the sharding of their operand.
const INSPECT: &str = "InspectSharding";

/// The target of calls that each device makes on its part of the operands. They have no results.
const EACH: &str = "xla_ffi_partitioned_python_cpu_callback";

/// `ShapeProto` of XLA.
#[derive(Clone, PartialEq, Message)]
struct ShapeMessage {
    #[prost(int32, tag = "2")]
    element: i32,
    #[prost(int64, repeated, tag = "3")]
    dims: Vec<i64>,
    #[prost(message, repeated, tag = "4")]
    tuple: Vec<ShapeMessage>,
    #[prost(message, optional, tag = "5")]
    layout: Option<LayoutMessage>,
}

/// `LayoutProto`.
#[derive(Clone, PartialEq, Message)]
struct LayoutMessage {
    #[prost(int64, repeated, tag = "1")]
    minor_to_major: Vec<i64>,
}

impl ShapeMessage {
    fn of(ctx: &Context, ty: Type) -> Result<ShapeMessage, Failure> {
        let dims = ctx.type_kind(ty).dims().unwrap_or_default().to_vec();
        let element = Element::of_type(ctx, ty).and_then(Element::foreign_number);
        let element = element.filter(|_| dims.iter().all(|&dim| dim >= 0)).ok_or_else(|| {
            let text = tfrt_ir::syntax::type_to_string(ctx, ty);
            Failure::unimplemented(format!("partitioners of values of type {text} are not supported"))
        })?;
        let minor_to_major = (0..dims.len() as i64).rev().collect();
        Ok(ShapeMessage { element, dims, tuple: Vec::new(), layout: Some(LayoutMessage { minor_to_major }) })
    }

    fn of_tuple(tuple: Vec<ShapeMessage>) -> ShapeMessage {
        /// `TUPLE`
        const ELEMENT: i32 = 13;
        ShapeMessage { element: ELEMENT, tuple, ..ShapeMessage::default() }
    }
}

/// The replacement of a call.
enum Change {
    /// It goes.
    Inspected,
    /// A manual computation takes its place, of the same call on parts of these types.
    Each { types: Vec<Type>, shardings: ShardingPerValue, mesh: Mesh },
    /// A manual computation takes its place, of a program.
    Computation { program: Box<Module>, shardings: [ShardingPerValue; 2], mesh: Mesh },
}

/// Asks the partitioners of a program's operations, and writes what they say in the places of these; says whether there were any.
pub(super) fn apply(module: &mut Module, options: &CompileOptions) -> Result<bool, Failure> {
    let devices = options.devices.0.len();
    let manual = manual_bodies(module);
    let target = |op: OpRef<'_>| {
        let name = (op.name_str() == "stablehlo.custom_call").then(|| attr(op, "call_target_name"));
        let target = name.flatten().and_then(|name| op.ctx.attr_as_str(name)).map(str::to_owned);
        let is_each = || devices > 1 && !manual.contains(&std::ptr::from_ref(op.body).addr());
        target.filter(|target| match &target[..] {
            INSPECT => true,
            EACH => op.num_results() == 0 && is_each(),
            target => partitioner::is_known(target),
        })
    };
    let is_open = |argument| options.is_open(argument);
    let shardings = stablehlo_operation_shardings(module, is_open, |op| target(op).is_some());
    if shardings.is_empty() {
        return Ok(false);
    }
    let ctx = module.ctx().clone();
    let mut calls = Vec::with_capacity(shardings.len());
    module.contents().walk(&mut |body, op| {
        let op = OpRef { ctx: &ctx, body, op };
        if let Some(target) = target(op) {
            calls.push((op, target));
        }
    });
    let mut changes: Vec<((usize, Op), Change)> = Vec::with_capacity(calls.len());
    for ((op, target), shardings) in calls.into_iter().zip(&shardings) {
        let change = change(module, op, &target, shardings, devices)?;
        changes.push(((std::ptr::from_ref(op.body).addr(), op.op), change));
    }
    let mut found: HashMap<(usize, Op), Found> = HashMap::new();
    for (place, mut change) in changes {
        let main = match &mut change {
            Change::Computation { program, .. } => Some(take_in(&ctx, module.contents_mut(), program)?),
            Change::Inspected | Change::Each { .. } => None,
        };
        found.insert(place, (change, main));
    }
    write(&ctx, module.contents_mut(), &mut found);
    Ok(true)
}

/// An attribute of an operation, which may be one of its properties.
fn attr(op: OpRef<'_>, name: &str) -> Option<Attr> {
    let property = || op.ctx.dict_get(op.body.properties(op.op)?, op.ctx.ident(name));
    op.attr(name).or_else(property)
}

/// The bodies below manual computations, where each device makes calls of its own already.
fn manual_bodies(module: &Module) -> HashSet<usize> {
    let mut found = HashSet::new();
    let ctx = module.ctx();
    module.contents().walk(&mut |body, op| {
        let op = OpRef { ctx, body, op };
        if op.name_str() == "sdy.manual_computation" {
            for region in op.regions() {
                region.body.walk_region(region.region, &mut |body, _| {
                    found.insert(std::ptr::from_ref(body).addr());
                });
            }
        }
    });
    found
}

/// The replacement of a call that each device makes on its part.
fn each(module: &Module, op: OpRef<'_>, shardings: &Shardings, devices: usize) -> Result<Change, Failure> {
    let ctx = op.ctx;
    let (name, mesh) = mesh_of(module, shardings, devices)?;
    let (mut types, mut own) = (Vec::new(), Vec::new());
    for (ty, sharding) in op.operand_types().zip(&shardings[0]) {
        let dims = ctx.type_kind(ty).dims().unwrap_or_default().to_vec();
        let sharding = sharding.clone().unwrap_or_else(|| whole(&name, dims.len()));
        let counts = Division::of(module, &sharding, &dims, devices)?.counts;
        let parts: Vec<i64> = match counts.is_empty() {
            true => dims,
            false => dims.iter().zip(counts).map(|(dim, count)| dim / count).collect(),
        };
        let elem = ctx.type_kind(ty).element_type();
        types.push(elem.map_or(ty, |elem| ctx.tensor(&parts, elem)));
        own.push(sharding);
    }
    Ok(Change::Each { types, shardings: ShardingPerValue(own), mesh })
}

/// The sharding of a tensor that each device has whole.
fn whole(mesh: &MeshOrName, rank: usize) -> TensorSharding {
    let dimension = DimensionSharding { axes: Vec::new(), is_closed: true, priority: None };
    TensorSharding {
        mesh: mesh.clone(),
        dimensions: vec![dimension; rank],
        replicated: Vec::new(),
        unreduced: Vec::new(),
    }
}

/// Asks for one call.
fn change(
    module: &Module,
    op: OpRef<'_>,
    target: &str,
    shardings: &Shardings,
    devices: usize,
) -> Result<Change, Failure> {
    if target == EACH {
        return each(module, op, shardings, devices);
    }
    let ctx = op.ctx;
    let configuration =
        attr(op, "backend_config").and_then(|attr| ctx.attr_as_bytes(attr)).unwrap_or_default();
    let message = |sharding: &Option<TensorSharding>, ty: Type| -> Result<OpSharding, Failure> {
        let Some(sharding) = sharding.as_ref().filter(|_| devices > 1) else {
            return Ok(OpSharding::default());
        };
        let dims = ctx.type_kind(ty).dims().unwrap_or_default();
        Ok(OpSharding::of(&Division::of(module, sharding, dims, devices)?))
    };
    let types = [op.operand_types().collect::<Vec<_>>(), op.result_types().collect()];
    let mut asked: [Vec<(ShapeMessage, OpSharding)>; 2] = Default::default();
    for ((asked, types), shardings) in asked.iter_mut().zip(&types).zip(shardings) {
        for (&ty, sharding) in types.iter().zip(shardings) {
            asked.push((ShapeMessage::of(ctx, ty)?, message(sharding, ty)?));
        }
    }
    let [operands, mut results] = asked;
    if target == INSPECT {
        let sharding = operands.first().map(|(_, sharding)| sharding.encode_to_vec()).unwrap_or_default();
        partitioner::inspect(configuration, &sharding)?;
        return Ok(Change::Inspected);
    }
    let value = |(shape, sharding): (ShapeMessage, OpSharding)| partitioner::Value {
        shape: shape.encode_to_vec(),
        sharding: sharding.encode_to_vec(),
    };
    let count = results.len();
    let result = match count {
        1 => value(results.remove(0)),
        _ => {
            let (shapes, shardings) = results.into_iter().unzip();
            value((ShapeMessage::of_tuple(shapes), OpSharding::of_tuple(shardings)))
        }
    };
    let operands: Vec<partitioner::Value> = operands.into_iter().map(value).collect();
    let answer = partitioner::partition(target, &operands, &result, configuration)?;
    let (name, mesh) = mesh_of(module, shardings, devices)?;
    let over = |sharding: OpSharding, ty: Type| {
        sharding.over(&name, &mesh, ctx.type_kind(ty).dims().map_or(0, <[_]>::len))
    };
    let Answer { module: code, operands, results } = answer;
    let operands = operands.iter().zip(&types[0]).map(|(text, &ty)| over(OpSharding::read(text)?, ty));
    let results = OpSharding::read(&results)?.of_values(count)?.into_iter();
    let results = results.zip(&types[1]).map(|(sharding, &ty)| over(sharding, ty));
    let shardings = [
        ShardingPerValue(operands.collect::<Result<_, _>>()?),
        ShardingPerValue(results.collect::<Result<_, _>>()?),
    ];
    let mut diagnostics = Diagnostics::new();
    let program = bytecode::read(module.ctx(), &code, "partitioned", &mut diagnostics)
        .ok_or_else(|| Failure::invalid("a partitioner's program cannot be read"))?;
    Ok(Change::Computation { program: Box::new(program), shardings, mesh })
}

/// The mesh that shardings are of; else one of the module with so many devices, and else one with a single axis.
fn mesh_of(module: &Module, shardings: &Shardings, devices: usize) -> Result<(MeshOrName, Mesh), Failure> {
    if let Some(sharding) = shardings.iter().flatten().flatten().next() {
        let mesh = sharding.mesh(|name| module.lookup(name)).map_err(Failure::invalid)?;
        return Ok((sharding.mesh.clone(), mesh.clone()));
    }
    let named = module.ops().find_map(|op| {
        let mesh = Mesh::named(op, "mesh")?;
        let is_whole = !mesh.axes.is_empty() && mesh.places().is_ok_and(|places| places.len() == devices);
        Some((MeshOrName::Name(op.ctx.str(symbol::name(op)?).into()), mesh.clone())).filter(|_| is_whole)
    });
    Ok(named.unwrap_or_else(|| {
        let axis = tfrt_dialects::sdy::attributes::MeshAxis { name: "devices".into(), size: devices as i64 };
        let mesh = Mesh { axes: vec![axis], device_ids: Vec::new() };
        (MeshOrName::Mesh(mesh.clone()), mesh)
    }))
}

/// Moves the functions of a partitioner's program into a module, under names that are free there; gives the name of its main function, and the types
/// of the arguments and results of that.
fn take_in(
    ctx: &Context,
    contents: &mut Body,
    program: &mut Module,
) -> Result<(Ident, [Vec<Type>; 2]), Failure> {
    let main = program.lookup("main");
    let main = main.ok_or_else(|| Failure::invalid("a partitioner's program has no function 'main'"))?;
    let Some(TypeKind::Function { inputs, results }) =
        main.attr("function_type").and_then(|ty| ctx.attr_as_type(ty)).map(|ty| ctx.type_kind(ty))
    else {
        return Err(Failure::invalid("'main' of a partitioner's program is no function"));
    };
    let types = [inputs.to_vec(), results.to_vec()];
    let mut table = SymbolTable::of(ctx, contents);
    let mut names: HashMap<Ident, Ident> = HashMap::new();
    let source = program.contents_mut();
    let (Some(from), Some(to)) = (source.root_block(), contents.root_block()) else {
        return Err(Failure::invalid("a partitioner's program is empty"));
    };
    let ops: Vec<Op> = source.ops(from).collect();
    let mut moved = Vec::new();
    for &op in &ops {
        let view = OpRef { ctx, body: source, op };
        let Some(name) = symbol::name(view) else { continue };
        if view.name_str() == "sdy.mesh" {
            // Shardings name meshes, so that these keep their names.
            let known = table.lookup(name).map(|op| OpRef { ctx, body: contents, op });
            match known.map(|op| Mesh::named(op, "mesh") == Mesh::named(view, "mesh")) {
                None => moved.push((op, name)),
                Some(true) => {}
                Some(false) => {
                    let name = ctx.str(name);
                    return Err(Failure::unimplemented(format!(
                        "a partitioner's program has another mesh @{name}"
                    )));
                }
            }
            continue;
        }
        let free = table.unique_name(ctx, &format!("{}_partitioned", ctx.str(name)));
        table.insert(free, op);
        names.insert(name, free);
        moved.push((op, free));
    }
    for (op, name) in moved {
        let new = contents.move_op_from(ctx, source, op, to);
        contents.set_attr(ctx, new, ctx.ident(symbol::NAME_ATTR), ctx.string_attr(ctx.str(name)));
        if ctx.str(contents.name(new)) == "func.func" {
            contents.set_attr(ctx, new, ctx.ident(symbol::VISIBILITY_ATTR), ctx.string_attr("private"));
        }
        if let Some(nested) = contents.nested_mut(new) {
            rename(ctx, nested, &names);
        }
    }
    Ok((names[&ctx.ident("main")], types))
}

/// Gives references to symbols their new names.
fn rename(ctx: &Context, body: &mut Body, names: &HashMap<Ident, Ident>) {
    let roots = body.root_regions().to_vec();
    for op in body.ops_in(&roots) {
        for (name, attr) in body.attrs(op).to_vec() {
            let new = renamed(ctx, attr, names);
            if new != attr {
                body.set_attr(ctx, op, name, new);
            }
        }
        if let Some(properties) = body.properties(op) {
            let new = renamed(ctx, properties, names);
            if new != properties {
                body.set_properties(op, Some(new));
            }
        }
        if let Some(nested) = body.nested_mut(op) {
            rename(ctx, nested, names);
        }
    }
}

fn renamed(ctx: &Context, attr: Attr, names: &HashMap<Ident, Ident>) -> Attr {
    match ctx.attr_kind(attr) {
        AttrKind::SymbolRef { root, nested } => match names.get(root) {
            Some(&name) => ctx.nested_symbol_ref(name, nested),
            None => attr,
        },
        AttrKind::Array(elements) => {
            let elements: Vec<Attr> = elements.iter().map(|&own| renamed(ctx, own, names)).collect();
            ctx.array_attr(&elements)
        }
        AttrKind::Dict(entries) => {
            ctx.dict(entries.iter().map(|&(name, own)| (name, renamed(ctx, own, names))).collect())
        }
        _ => attr,
    }
}

/// The replacement of the call at a place, and the main function of its program.
type Found = (Change, Option<(Ident, [Vec<Type>; 2])>);

/// Writes what becomes of calls in a body and below.
fn write(ctx: &Context, body: &mut Body, found: &mut HashMap<(usize, Op), Found>) {
    let roots = body.root_regions().to_vec();
    let here = std::ptr::from_ref(body).addr();
    for op in body.ops_in(&roots) {
        match found.remove(&(here, op)) {
            Some((Change::Inspected, _)) => {
                let operands: Vec<Value> = body.operands(op).take(body.num_results(op)).collect();
                if operands.len() == body.num_results(op) {
                    body.replace_op(op, &operands);
                }
            }
            Some((Change::Computation { shardings, mesh, .. }, Some((main, types)))) => {
                let callee = (ctx.ident("callee"), ctx.symbol_ref_ident(main));
                let state = OpState::new(ctx.ident("func.call"), body.loc(op)).attr(callee.0, callee.1);
                write_computation(ctx, body, op, shardings, &mesh, (state, None), &types);
            }
            Some((Change::Each { types, shardings, mesh }, _)) => {
                let mut state = OpState::new(body.name(op), body.loc(op));
                let own = body.attrs(op).iter().filter(|(name, _)| ctx.str(*name) != "sdy.sharding");
                state.attrs.extend(own.copied());
                let inner = (state, body.properties(op));
                let shardings = [shardings, ShardingPerValue(Vec::new())];
                write_computation(ctx, body, op, shardings, &mesh, inner, &[types, Vec::new()]);
            }
            _ => {
                if let Some(nested) = body.nested_mut(op) {
                    write(ctx, nested, found);
                }
            }
        }
    }
}

/// Replaces a call by a computation of all devices, which has an operation without operands and results yet, and its properties.
fn write_computation(
    ctx: &Context,
    body: &mut Body,
    call: Op,
    [inputs, outputs]: [ShardingPerValue; 2],
    mesh: &Mesh,
    (state, properties): (OpState, Option<Attr>),
    [arguments, results]: &[Vec<Type>; 2],
) {
    let loc = body.loc(call);
    let (mut inner, block) = Body::with_entry_block();
    let values: Vec<Value> = arguments.iter().map(|&ty| inner.add_block_arg(block, ty, loc)).collect();
    let called = inner.create_op(ctx, state.operands(&values).results(results));
    if properties.is_some() {
        inner.set_properties(called, properties);
    }
    inner.append_op(block, called);
    let given: Vec<Value> = inner.results(called).collect();
    let end = inner.create_op(ctx, OpState::new(ctx.ident("sdy.return"), loc).operands(&given));
    inner.append_op(block, end);
    let operands: Vec<Value> = body.operands(call).collect();
    let types: Vec<Type> = body.results(call).map(|result| body.value_type(result)).collect();
    let axes = ManualAxes(mesh.axes.iter().map(|axis| axis.name.clone()).collect());
    let state = OpState::new(ctx.ident("sdy.manual_computation"), loc)
        .operands(&operands)
        .results(&types)
        .attr(ctx.ident("in_shardings"), inputs.into_attr(ctx))
        .attr(ctx.ident("out_shardings"), outputs.into_attr(ctx))
        .attr(ctx.ident("manual_axes"), axes.into_attr(ctx))
        .nested(Box::new(inner));
    let manual = body.create_op(ctx, state);
    body.insert_op_before(manual, call);
    let results: Vec<Value> = body.results(manual).collect();
    body.replace_op(call, &results);
}
