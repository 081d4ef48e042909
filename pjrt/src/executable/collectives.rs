//! The exchanges between devices that the division of a program means, for the text of the program.
//!
//! A program for several devices runs once, on whole tensors, and nothing is exchanged. A caller who reads the program wants to know what devices
//! would have to give each other: a tensor that an operation needs in another division is gathered or permuted before it, and a product or a
//! reduction along a divided dimension is made of each device's part and summed over the devices. [`write`] writes these operations as a manual
//! computation would have them, between calls that take a device's part of a tensor and that make a tensor of parts. The program computes the same.
//!
//! Left out are operations that exchange elements by what they do, such as a sort or a concatenation along a divided dimension.

use std::collections::HashMap;

use tfrt_compiler::{Shardings, stablehlo_elementwise, stablehlo_operation_shardings, stablehlo_shardings};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{Mesh, TensorSharding};
use tfrt_dialects::sdy::tiles::MeshPlace;
use tfrt_dialects::stablehlo::attributes::{ChannelHandle, DotDimensionNumbers};
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::{Op, Region, Value};
use tfrt_ir::{Attr, Context, Module, OpRef, Type};

use super::analysis::integers;
use super::exported::write_call;

/// The axes of the mesh, by their positions, that divide each dimension of a tensor.
type Axes = Vec<Vec<usize>>;

/// A tensor in one more division.
struct Step {
    /// The types of a device's part before and after.
    types: [Type; 2],
    exchange: Exchange,
    /// The axes along which devices exchange.
    along: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Exchange {
    Gather { dimension: usize },
    Swap { split: usize, concatenated: usize },
    Permute { from: usize },
}

/// An operation on parts, whose results are combined over devices.
struct Sum {
    operands: Vec<Type>,
    result: Type,
    combine: &'static str,
    along: Vec<usize>,
}

/// What is written before an operation, and in its place.
#[derive(Default)]
struct Plan {
    /// The steps of each operand that has some.
    moves: Vec<(usize, Vec<Step>)>,
    sum: Option<Sum>,
}

/// The devices of a program.
struct Grid {
    mesh: Mesh,
    places: Vec<MeshPlace>,
}

impl Grid {
    fn of(module: &Module, shardings: &[Shardings]) -> Option<Grid> {
        let known = shardings.iter().flatten().flatten().flatten();
        let mesh = known.filter_map(|sharding| sharding.mesh(|name| module.lookup(name)).ok()).next()?;
        Some(Grid { mesh: mesh.clone(), places: mesh.places().ok()? })
    }

    /// The axes that divide a tensor; `None` if they are parts of axes, or the tensor is still to be summed up.
    fn axes(&self, sharding: Option<&TensorSharding>, rank: usize) -> Option<Axes> {
        let Some(sharding) = sharding else { return Some(vec![Vec::new(); rank]) };
        if !sharding.unreduced.is_empty() || sharding.dimensions.len() != rank {
            return None;
        }
        let of = |axis: &tfrt_dialects::sdy::attributes::AxisRef| match axis.part {
            None => self.mesh.axis(&axis.name).ok(),
            Some(_) => None,
        };
        sharding.dimensions.iter().map(|dimension| dimension.axes.iter().map(of).collect()).collect()
    }

    /// The devices along these axes.
    fn size(&self, axes: &[usize]) -> i64 {
        axes.iter().map(|&axis| self.mesh.axes[axis].size).product()
    }

    /// The type of a device's part of a tensor; `None` if parts are not equal.
    fn part(&self, ctx: &Context, ty: Type, axes: &Axes) -> Option<Type> {
        let kind = ctx.type_kind(ty);
        let dims = kind.dims()?.iter().zip(axes).map(|(&dim, axes)| {
            let size = self.size(axes);
            (dim >= 0 && dim % size == 0).then(|| dim / size)
        });
        Some(ctx.tensor(&dims.collect::<Option<Vec<i64>>>()?, kind.element_type()?))
    }

    /// The steps that bring a tensor from one division into another. What only cuts parts smaller takes none.
    fn steps(&self, ctx: &Context, ty: Type, from: &Axes, to: &Axes) -> Option<Vec<Step>> {
        if from.len() != to.len() {
            return None;
        }
        let (mut now, mut steps) = (from.clone(), Vec::new());
        for dimension in 0..now.len() {
            let common =
                now[dimension].iter().zip(&to[dimension]).take_while(|(own, other)| own == other).count();
            let removed = now[dimension].split_off(common);
            if removed.is_empty() {
                continue;
            }
            let mut before = now.clone();
            before[dimension].extend_from_slice(&removed);
            let taken_over = |&other: &usize| {
                let added = to[other].strip_prefix(&now[other][..]);
                other != dimension && added == Some(&removed[..])
            };
            let added = to[dimension][common..].to_vec();
            let (exchange, along) = if let Some(split) = (0..now.len()).find(taken_over) {
                now[split] = to[split].clone();
                (Exchange::Swap { split, concatenated: dimension }, removed)
            } else if !added.is_empty() && self.size(&added) == self.size(&removed) {
                now[dimension] = to[dimension].clone();
                (Exchange::Permute { from: removed.len() }, [removed, added].concat())
            } else {
                (Exchange::Gather { dimension }, removed)
            };
            let types = [self.part(ctx, ty, &before)?, self.part(ctx, ty, &now)?];
            steps.push(Step { types, exchange, along });
        }
        Some(steps)
    }

    /// The devices that differ along these axes alone, by groups, as an attribute.
    fn groups(&self, ctx: &Context, along: &[usize]) -> Attr {
        /// A device behind its coordinates along these axes.
        type Member = (Vec<i64>, i64);
        let mut groups: Vec<(Vec<i64>, Vec<Member>)> = Vec::new();
        for place in &self.places {
            let coordinate = |&axis: &usize| place.coordinates[axis];
            let own: Vec<i64> = along.iter().map(coordinate).collect();
            let others = (0..place.coordinates.len()).filter(|axis| !along.contains(axis));
            let others: Vec<i64> = others.map(|axis| place.coordinates[axis]).collect();
            match groups.iter_mut().find(|(key, _)| *key == others) {
                Some((_, members)) => members.push((own, place.device)),
                None => groups.push((others, vec![(own, place.device)])),
            }
        }
        let rows = groups.into_iter().map(|(_, mut members)| {
            members.sort_unstable();
            members.into_iter().map(|(_, device)| device).collect()
        });
        table(ctx, rows.collect())
    }

    /// Which device gives its part to which, so that parts along the second axes are those along the first ones before.
    fn pairs(&self, ctx: &Context, from: &[usize], to: &[usize]) -> Attr {
        let part = |place: &MeshPlace, axes: &[usize]| {
            axes.iter().fold(0, |at, &axis| at * self.mesh.axes[axis].size + place.coordinates[axis])
        };
        let mut left: Vec<&MeshPlace> = self.places.iter().collect();
        let mut pairs = Vec::new();
        for target in &self.places {
            if let Some(at) = left.iter().position(|source| part(source, from) == part(target, to)) {
                pairs.push(vec![left.remove(at).device, target.device]);
            }
        }
        table(ctx, pairs)
    }
}

/// Rows of numbers as an attribute.
fn table(ctx: &Context, rows: Vec<Vec<i64>>) -> Attr {
    let dims = [rows.len() as i64, rows.first().map_or(0, Vec::len) as i64];
    let bytes = rows.concat().iter().flat_map(|number| number.to_le_bytes()).collect();
    make_dense(ctx, ctx.tensor(&dims, ctx.i64()), bytes)
}

/// What an operation needs of others, if its operands and results are divided so.
fn plan(grid: &Grid, op: OpRef<'_>, shardings: &Shardings, main: &[Option<TensorSharding>]) -> Option<Plan> {
    let ctx = op.ctx;
    let rank = |ty: Type| ctx.type_kind(ty).dims().map(<[i64]>::len);
    let axes = |sharding: &Option<TensorSharding>, ty: Type| grid.axes(sharding.as_ref(), rank(ty)?);
    let types: Vec<Type> = op.operand_types().collect();
    let from: Vec<Axes> =
        shardings[0].iter().zip(&types).map(|(own, &ty)| axes(own, ty)).collect::<Option<_>>()?;
    let to: Vec<Axes> =
        shardings[1].iter().zip(op.result_types()).map(|(own, ty)| axes(own, ty)).collect::<Option<_>>()?;
    let mut wanted = from.clone();
    let mut sum = None;
    match op.name_str() {
        "sdy.sharding_constraint" | "sdy.reshard" | "builtin.unrealized_conversion_cast"
            if to.len() == wanted.len() =>
        {
            wanted = to;
        }
        "func.return" if main.len() == types.len() => {
            wanted = main.iter().zip(&types).map(|(own, &ty)| axes(own, ty)).collect::<Option<_>>()?;
        }
        "stablehlo.dot_general" => {
            let (result, along) = product(op, &mut wanted, to.first()?)?;
            sum = (!along.is_empty()).then_some((result, along, "stablehlo.add"));
        }
        "stablehlo.reduce" if types.len() == 2 => {
            let dims = op.attr("dimensions").and_then(|attr| integers(op, attr))?;
            let reduced = |dim: usize| dims.contains(&(dim as i64));
            let kept = (0..wanted[0].len()).filter(|&dim| !reduced(dim));
            let along: Vec<usize> = (0..wanted[0].len())
                .filter(|&dim| reduced(dim))
                .flat_map(|dim| from[0][dim].clone())
                .collect();
            let mut result = to.first()?.clone();
            for (own, dim) in result.iter_mut().zip(kept) {
                own.retain(|axis| !along.contains(axis));
                wanted[0][dim].clone_from(own);
            }
            let combine = if along.is_empty() { "" } else { combination(op)? };
            sum = (!along.is_empty()).then_some((result, along, combine));
        }
        // Results of several operands, such as the place of the largest element, are made of whole tensors.
        "stablehlo.reduce" => {
            let dims = op.attr("dimensions").and_then(|attr| integers(op, attr))?;
            for own in &mut wanted[..types.len() / 2] {
                let dimensions = own.iter_mut().zip(0i64..);
                dimensions.filter(|(_, dim)| dims.contains(dim)).for_each(|(axes, _)| axes.clear());
            }
        }
        _ if stablehlo_elementwise(op).is_some() => {
            let to = to.first()?;
            wanted.iter_mut().filter(|own| own.len() == to.len()).for_each(|own| own.clone_from(to));
        }
        _ => return None,
    }
    let mut moves = Vec::new();
    for (at, (&ty, (from, to))) in types.iter().zip(from.iter().zip(&wanted)).enumerate() {
        let steps = grid.steps(ctx, ty, from, to)?;
        if !steps.is_empty() {
            moves.push((at, steps));
        }
    }
    let sum = match sum {
        Some((result, along, combine)) => {
            let operands = types.iter().zip(&wanted).map(|(&ty, axes)| grid.part(ctx, ty, axes));
            let result = grid.part(ctx, op.result_types().next()?, &result)?;
            Some(Sum { operands: operands.collect::<Option<_>>()?, result, combine, along })
        }
        None => None,
    };
    (sum.is_some() || !moves.is_empty()).then_some(Plan { moves, sum })
}

/// The division that the operands of a product are wanted in; that of the sum of each device's pairs, and the axes over which it is summed.
fn product(op: OpRef<'_>, wanted: &mut [Axes], to: &Axes) -> Option<(Axes, Vec<usize>)> {
    let numbers = DotDimensionNumbers::named(op, "dot_dimension_numbers")?;
    let [left, right] = wanted else { return None };
    let contracted = || {
        let pairs = numbers.lhs_contracting_dimensions.iter().zip(&numbers.rhs_contracting_dimensions);
        pairs.map(|(&left, &right)| (left as usize, right as usize))
    };
    let free = |rank: usize, contracting: &[i64], batching: &[i64]| -> Vec<usize> {
        let is_free = |dim: &usize| ![contracting, batching].concat().contains(&(*dim as i64));
        (0..rank).filter(is_free).collect()
    };
    let left_free = free(left.len(), &numbers.lhs_contracting_dimensions, &numbers.lhs_batching_dimensions);
    let right_free = free(right.len(), &numbers.rhs_contracting_dimensions, &numbers.rhs_batching_dimensions);
    let mut along = Vec::new();
    for (own, other) in contracted() {
        let (axes, others) = (left.get(own)?.clone(), right.get(other)?.clone());
        let is_elsewhere = |axis: &usize| to.iter().flatten().any(|own| own == axis);
        let agreed = match (axes.is_empty(), others.is_empty()) {
            (false, false) if axes == others => axes,
            // The other one's parts are cut from what each device has.
            (false, true) if !axes.iter().any(is_elsewhere) => axes,
            (true, false) if !others.iter().any(is_elsewhere) => others,
            _ => Vec::new(),
        };
        left[own].clone_from(&agreed);
        right[other].clone_from(&agreed);
        along.extend(agreed);
    }
    let mut result = to.clone();
    result.iter_mut().for_each(|own| own.retain(|axis| !along.contains(axis)));
    let batches = numbers.lhs_batching_dimensions.iter().zip(&numbers.rhs_batching_dimensions);
    let mut places = result.iter();
    for ((&own, &other), axes) in batches.zip(places.by_ref()) {
        left.get_mut(own as usize)?.clone_from(axes);
        right.get_mut(other as usize)?.clone_from(axes);
    }
    for (&dim, axes) in left_free.iter().zip(places.by_ref()) {
        left[dim].clone_from(axes);
    }
    for (&dim, axes) in right_free.iter().zip(places) {
        right[dim].clone_from(axes);
    }
    Some((result, along))
}

/// The operation that a reduction's region consists of, if it is one that sums over devices may be made with.
fn combination(op: OpRef<'_>) -> Option<&'static str> {
    const KNOWN: [&str; 6] = [
        "stablehlo.add",
        "stablehlo.maximum",
        "stablehlo.minimum",
        "stablehlo.multiply",
        "stablehlo.and",
        "stablehlo.or",
    ];
    let region = op.region(0)?;
    let names: Vec<&str> = region
        .body
        .ops(region.entry_block()?)
        .map(|op| region.body.name(op))
        .map(|name| op.ctx.str(name))
        .collect();
    match names[..] {
        [name, _] => KNOWN.into_iter().find(|known| *known == name),
        _ => None,
    }
}

/// Writes the exchanges into a program for several devices; says whether there are any.
pub(super) fn write(ctx: &Context, module: &mut Module) -> bool {
    let shardings = stablehlo_operation_shardings(module, |_| true, |_| true);
    let [_, of_results] = stablehlo_shardings(module, |_| true);
    let Some(grid) = Grid::of(module, &shardings) else { return false };
    let main = module
        .lookup("main")
        .and_then(|main| main.body.nested(main.op))
        .map(|body| std::ptr::from_ref(body).addr());
    let mut plans: HashMap<(usize, Op), Plan> = HashMap::new();
    let mut all = shardings.iter();
    module.contents().walk(&mut |body, op| {
        let Some(shardings) = all.next() else { return };
        let here = std::ptr::from_ref(body).addr();
        let results = if Some(here) == main { &of_results[..] } else { &[] };
        if let Some(plan) = plan(&grid, OpRef { ctx, body, op }, shardings, results) {
            plans.insert((here, op), plan);
        }
    });
    let mut writer = PlanWriter { ctx, grid: &grid, plans: &plans, channels: 0 };
    writer.body(module.contents_mut());
    writer.channels > 0
}

/// Writes plans into bodies.
struct PlanWriter<'p> {
    ctx: &'p Context,
    grid: &'p Grid,
    plans: &'p HashMap<(usize, Op), Plan>,
    /// The channels that are taken. Those of manual computations begin at one, too: numbers here are larger.
    channels: i64,
}

impl PlanWriter<'_> {
    fn body(&mut self, body: &mut Body) {
        let roots = body.root_regions().to_vec();
        let here = std::ptr::from_ref(body).addr();
        for op in body.ops_in(&roots) {
            if let Some(plan) = self.plans.get(&(here, op)) {
                self.plan(body, op, plan);
            } else if self.ctx.str(body.name(op)) != "sdy.manual_computation"
                && let Some(nested) = body.nested_mut(op)
            {
                self.body(nested);
            }
        }
    }

    fn plan(&mut self, body: &mut Body, op: Op, plan: &Plan) {
        let ctx = self.ctx;
        for (operand, steps) in &plan.moves {
            let mut value = body.operand(op, *operand);
            let whole = body.value_type(value);
            for step in steps {
                let part = write_call(ctx, body, op, (value, step.types[0]), "SPMDFullToShardShape");
                let moved = self.step(body, op, part, step);
                value = write_call(ctx, body, op, (moved, whole), "SPMDShardToFullShape");
            }
            body.set_operand(op, *operand, value);
        }
        let Some(sum) = &plan.sum else { return };
        let operands: Vec<Value> = body.operands(op).collect();
        let parts = operands.into_iter().zip(&sum.operands).map(|(value, &part)| {
            match part == body.value_type(value) {
                true => value,
                false => write_call(ctx, body, op, (value, part), "SPMDFullToShardShape"),
            }
        });
        let parts: Vec<Value> = parts.collect();
        let mut state = OpState::new(body.name(op), body.loc(op)).operands(&parts).results(&[sum.result]);
        let own = body.attrs(op).iter().filter(|(name, _)| ctx.str(*name) != "sdy.sharding");
        state.attrs.extend(own.copied());
        state.properties = body.properties(op);
        if !body.inline_regions(op).is_empty() {
            state.regions = self.combining(body, op, sum);
        }
        let partial = self.insert(body, op, state);
        let mut state = self.exchange(body, op, "stablehlo.all_reduce", partial, sum.result);
        state = state
            .attr(ctx.ident("replica_groups"), self.grid.groups(ctx, &sum.along))
            .attr(ctx.ident("use_global_device_ids"), ctx.unit());
        state.regions = self.combining(body, op, sum);
        let total = self.insert(body, op, state);
        let ty = body.value_type(body.result(op, 0));
        let whole = match ty == sum.result {
            true => total,
            false => write_call(ctx, body, op, (total, ty), "SPMDShardToFullShape"),
        };
        body.replace_op(op, &[whole]);
    }

    fn step(&mut self, body: &mut Body, op: Op, part: Value, step: &Step) -> Value {
        let (ctx, grid) = (self.ctx, self.grid);
        let number = |value: usize| ctx.i64_attr(value as i64);
        let state =
            |this: &mut Self, body: &mut Body, name: &str| this.exchange(body, op, name, part, step.types[1]);
        let groups = || (ctx.ident("replica_groups"), grid.groups(ctx, &step.along));
        let state = match step.exchange {
            Exchange::Gather { dimension } => {
                let (name, groups) = groups();
                state(self, body, "stablehlo.all_gather")
                    .attr(ctx.ident("all_gather_dim"), number(dimension))
                    .attr(name, groups)
                    .attr(ctx.ident("use_global_device_ids"), ctx.unit())
            }
            Exchange::Swap { split, concatenated } => {
                let (name, groups) = groups();
                state(self, body, "stablehlo.all_to_all")
                    .attr(ctx.ident("split_dimension"), number(split))
                    .attr(ctx.ident("concat_dimension"), number(concatenated))
                    .attr(ctx.ident("split_count"), ctx.i64_attr(grid.size(&step.along)))
                    .attr(name, groups)
            }
            Exchange::Permute { from } => {
                let (from, to) = step.along.split_at(from);
                state(self, body, "stablehlo.collective_permute")
                    .attr(ctx.ident("source_target_pairs"), grid.pairs(ctx, from, to))
            }
        };
        self.insert(body, op, state)
    }

    /// An operation over a channel of its own.
    fn exchange(&mut self, body: &Body, op: Op, name: &str, operand: Value, result: Type) -> OpState {
        /// Channels of a program's own exchanges are below.
        const FIRST: i64 = 1 << 16;
        let channel = ChannelHandle { handle: FIRST + self.channels, channel_type: 1 };
        self.channels += 1;
        OpState::new(self.ctx.ident(name), body.loc(op))
            .operands(&[operand])
            .results(&[result])
            .attr(self.ctx.ident("channel_handle"), channel.into_attr(self.ctx))
    }

    fn insert(&self, body: &mut Body, before: Op, state: OpState) -> Value {
        let op = body.create_op(self.ctx, state);
        body.insert_op_before(op, before);
        body.result(op, 0)
    }

    /// The region that combines two numbers.
    fn combining(&self, body: &mut Body, op: Op, sum: &Sum) -> OpRegions {
        let (ctx, loc) = (self.ctx, body.loc(op));
        let elem = ctx.type_kind(sum.result).element_type();
        let ty = elem.map_or(sum.result, |elem| ctx.tensor(&[], elem));
        let region: Region = body.create_region();
        let block = body.append_block(region);
        let values = [(); 2].map(|()| body.add_block_arg(block, ty, loc));
        let combined =
            body.create_op(ctx, OpState::new(ctx.ident(sum.combine), loc).operands(&values).results(&[ty]));
        body.append_op(block, combined);
        let given = body.result(combined, 0);
        let end = body.create_op(ctx, OpState::new(ctx.ident("stablehlo.return"), loc).operands(&[given]));
        body.append_op(block, end);
        OpRegions::Inline([region].into_iter().collect())
    }
}
