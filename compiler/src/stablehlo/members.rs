//! Manual computations: the programs of several devices, written side by side into one.
//!
//! A region of `sdy.manual_computation` is the program of one device, on its parts of tensors. Here all devices are those of one host, so
//! the region is written once for each of them, its members, and what they exchange becomes ops over the values of all: a sum over devices is a chain
//! of additions, in the order of its group, and a gathering a concatenation. So nothing waits for anything, results do not depend on timing, and
//! the runtime runs the members side by side as it runs any ops that do not depend on each other.
//!
//! A value has handles for each member, one after the other, or handles for one, if all members have the same: what does not depend on the
//! device is written once. Control flow in which members meet is written once for those that meet in it: they take the same branch and go through a
//! loop equally often, so the condition is that of the first of them. All other operations are written for each member.
//!
//! Where members give results that are to be the same and may not be ([`sameness`](super::sameness)), the program goes on with a tensor for each device:
//! outside of computations, too, a value then has handles for each of them, or for one.
//!
//! Invariant: what is written is bounded (`Module::written`), however many devices a mesh has and however often functions call each other.
//!
//! Left to others: what members exchange ([`exchanges`](super::exchanges)), and programs that no region divides
//! ([`processes`](super::processes) refuses groups of more than one process there).

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_convert::graph::OpAttrs;
use tfrt_dialects::sdy::attributes::{ManualAxes, Mesh, ShardingPerValue, TensorSharding};
use tfrt_dialects::sdy::tiles::{MeshPlace, Piece};
use tfrt_dialects::stablehlo::is_token;
use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::{Ident, Loc};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::DYNAMIC;

use super::attributes::typed;
use super::function::{Handles, Module, Writer, parts};
use super::needs::{Need, callee, visit};
use super::small_types::storage;

/// Whether an operation exchanges values.
pub(super) fn is_meeting(name: &str) -> bool {
    matches!(
        name,
        "stablehlo.all_gather"
            | "stablehlo.all_reduce"
            | "stablehlo.all_to_all"
            | "stablehlo.collective_broadcast"
            | "stablehlo.collective_permute"
            | "stablehlo.collective_reduce"
            | "stablehlo.cross-replica-sum"
            | "stablehlo.reduce_scatter"
    )
}

/// Whether an operation takes from others, or gives to them, one by one.
pub(super) fn is_feed(name: &str) -> bool {
    matches!(name, "stablehlo.infeed" | "stablehlo.outfeed" | "stablehlo.send" | "stablehlo.recv")
}

impl<'a> Module<'a> {
    /// The needs of an operation, its regions and its callees.
    pub(super) fn need(&self, op: OpRef<'a>) -> Need {
        Need::of(op, &self.needs)
    }

    /// The needs of a function.
    pub(super) fn need_of_function(&self, name: Ident) -> Need {
        self.needs.get(&name).copied().unwrap_or_default()
    }
}

/// The members of a manual computation.
struct Computation<'m> {
    mesh: &'m Mesh,
    manual: &'m ManualAxes,
    /// Their places in the mesh.
    places: Vec<MeshPlace>,
    /// For each of them, the member outside of the computation, by its position.
    parents: Vec<usize>,
    /// The devices of the mesh.
    partitions: i64,
}

impl Computation<'_> {
    /// The part of a tensor that each member has.
    fn pieces(&self, sharding: &TensorSharding) -> Result<Vec<Vec<Piece>>, String> {
        let is_manual = |axis: &str| self.manual.0.iter().any(|name| **name == *axis);
        self.places.iter().map(|place| sharding.pieces(self.mesh, &place.coordinates, is_manual)).collect()
    }

    /// Whether a member has a part of the tensor that another one has: devices that are to have the same of it, and do not, have tensors of their own.
    fn has_part_of(&self, sharding: &TensorSharding, member: usize, other: usize) -> bool {
        let divides = |name: &str| {
            let dimensions = sharding.dimensions.iter().flat_map(|dimension| &dimension.axes);
            let is_manual = self.manual.0.iter().any(|manual| **manual == *name);
            is_manual && dimensions.chain(&sharding.unreduced).any(|axis| *axis.name == *name)
        };
        let [own, other] = [member, other].map(|at| &self.places[at].coordinates);
        let mut axes = self.mesh.axes.iter().zip(own.iter().zip(other));
        axes.all(|(axis, (own, other))| own == other || divides(&axis.name))
    }

    /// Which summand of its piece each member has, for a tensor that is still to be summed up.
    fn summands(&self, sharding: &TensorSharding) -> Result<Vec<i64>, String> {
        let is_manual = |axis: &str| self.manual.0.iter().any(|name| **name == *axis);
        let summand = |place: &MeshPlace| sharding.summand(self.mesh, &place.coordinates, is_manual);
        self.places.iter().map(|place| Ok(summand(place)?.place)).collect()
    }
}

impl<'a> Writer<'_, 'a> {
    /// The members that are written for here: all, one, or the only one of a program that is not divided.
    pub(super) fn members(&self) -> usize {
        if self.at.is_some() { 1 } else { self.devices.len().max(1) }
    }

    /// Writes an operation for one member, or for all as one.
    fn for_member(&mut self, at: usize, op: OpRef<'a>) -> Result<(), Failed> {
        self.at = Some(at);
        let written = self.one(op);
        self.at = None;
        written
    }

    /// Writes an operation of a manual computation.
    pub(super) fn of_members(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let name = op.name_str();
        if name == "sdy.manual_computation" {
            return self.manual_computation(op);
        }
        if name == "stablehlo.async_start" {
            return self.started(op);
        }
        if is_meeting(name) {
            return self.meeting(op);
        }
        if self.fed(op)? {
            return Ok(());
        }
        let need = self.module.need(op);
        let regions = op.body.inline_regions(op.op).to_vec();
        // A function that is called has no control flow of its own: its operations are written one by one.
        if need.meets && regions.is_empty() {
            return self.one(op);
        }
        let captured = self.captured(op.body, &regions);
        if need.meets {
            return self.in_company(op, &captured);
        }
        let is_same = |value: Value| {
            let count = parts(self.ctx, op.body.value_type(value)).len();
            self.values.get(&value).is_none_or(|handles| handles.len() == count)
        };
        // Functions of the host are called by each, but outside of computations.
        let is_of_all = self.is_apart && self.around.is_empty();
        let is_one = !need.asks
            && (name != "stablehlo.custom_call" || is_of_all)
            && op.operands().chain(captured.iter().copied()).all(is_same);
        if is_one {
            return self.for_member(0, op);
        }
        (0..self.devices.len()).try_for_each(|at| self.for_member(at, op))
    }

    /// Writes control flow in which members meet: once for all those that meet in it, directly or by way of others. Others may take other branches, and
    /// go through loops differently often.
    fn in_company(&mut self, op: OpRef<'a>, captured: &[Value]) -> Result<(), Failed> {
        let companies = self.companies(op)?;
        if companies.len() == 1 {
            return self.one(op);
        }
        let count = |value: Value| parts(self.ctx, op.body.value_type(value)).len();
        let used: Vec<Value> = op.operands().chain(captured.iter().copied()).collect();
        let results: Vec<Value> = op.results().collect();
        let mut by_member: Vec<Vec<Handles>> = vec![vec![Handles::new(); self.devices.len()]; results.len()];
        let (devices, values) = (self.devices.clone(), std::mem::take(&mut self.values));
        for company in companies {
            self.devices = company.iter().map(|&member| devices[member]).collect();
            for &value in &used {
                let Some(all) = values.get(&value) else { continue };
                let size = count(value);
                let own = match all.len() == size {
                    true => all.clone(),
                    false => {
                        company.iter().flat_map(|&at| all[at * size..][..size].iter().copied()).collect()
                    }
                };
                self.values.insert(value, own);
            }
            self.one(op)?;
            for (by_member, &result) in by_member.iter_mut().zip(&results) {
                let (size, all) = (count(result), self.values.remove(&result).unwrap_or_default());
                for (at, &member) in company.iter().enumerate() {
                    by_member[member] = all[at * size..][..size].into();
                }
            }
        }
        (self.devices, self.values) = (devices, values);
        for (by_member, result) in by_member.into_iter().zip(results) {
            self.values.insert(result, by_member.into_iter().flatten().collect());
        }
        Ok(())
    }

    /// The members by those that meet in an operation, in its regions or in functions that these call.
    fn companies(&mut self, op: OpRef<'a>) -> Result<Vec<Vec<usize>>, Failed> {
        let mut meetings: Vec<OpRef<'a>> = Vec::new();
        let (mut seen, mut left) = (FxHashSet::default(), vec![op]);
        // What computations and grids within do is not looked at.
        let mut is_known = true;
        while let Some(op) = left.pop() {
            visit(op, &mut |op| {
                match op.name_str() {
                    "sdy.manual_computation" | "interpreter.run_parallel" => is_known = false,
                    name if is_meeting(name) => meetings.push(op),
                    _ => {}
                }
                let function = callee(op).filter(|&name| seen.insert(name));
                if let Some((body, block)) = function.and_then(|name| self.module.callee(name)) {
                    left.extend(body.ops(block).map(|op| OpRef { ctx: self.ctx, body, op }));
                }
            });
        }
        if !is_known {
            return Ok(vec![(0..self.devices.len()).collect()]);
        }
        // The first member of the company of each.
        let mut first: Vec<usize> = (0..self.devices.len()).collect();
        for op in meetings {
            for group in self.groups(op)? {
                let [least, ..] = group[..] else { continue };
                for &member in &group {
                    let (a, b) = (first[least], first[member]);
                    first.iter_mut().filter(|own| **own == a.max(b)).for_each(|own| *own = a.min(b));
                }
            }
        }
        let starts = (0..first.len()).filter(|&member| first[member] == member);
        Ok(starts.map(|start| (0..first.len()).filter(|&member| first[member] == start).collect()).collect())
    }

    /// Gives a result its handles by member.
    pub(super) fn give(&mut self, op: OpRef<'_>, result: usize, by_member: Vec<Value>) {
        let is_same = by_member.iter().all(|value| Some(value) == by_member.first());
        let count = if is_same { 1 } else { by_member.len() };
        self.set(op, result, Handles::from_slice(&by_member[..count]));
    }

    /// The handles of a tensor by member.
    pub(super) fn by_member(&mut self, op: OpRef<'a>, value: Value) -> Result<Vec<Value>, Failed> {
        let found = (0..self.devices.len())
            .map(|at| {
                self.at = Some(at);
                self.handle(op, value)
            })
            .collect();
        self.at = None;
        found
    }

    /// Writes a function's operations in the place of its call.
    pub(super) fn inlined(&mut self, op: OpRef<'a>, source: &'a Body, block: Block) -> Result<(), Failed> {
        /// Calls within calls.
        const DEPTH: usize = 64;
        let args = source.block_args(block);
        if args.len() != op.num_operands() {
            return Err(self.module.refuse(op, "the function that it calls has other arguments"));
        }
        self.module.depth += 1;
        if self.module.depth > DEPTH {
            let why = format!(
                "functions that are written in the place of calls call each other more than {DEPTH} deep"
            );
            return Err(self.module.refuse(op, why));
        }
        let mut values: FxHashMap<Value, Handles> = FxHashMap::default();
        for (&arg, operand) in args.iter().zip(op.operands()) {
            values.insert(arg, self.handles(op, operand)?);
        }
        let given = self.within(source, block, values);
        self.module.depth -= 1;
        self.set_results(op, given?);
        Ok(())
    }

    /// Writes a block of another body, of which these values are known; gives what it returns.
    pub(super) fn within(
        &mut self,
        source: &'a Body,
        block: Block,
        values: FxHashMap<Value, Handles>,
    ) -> Result<Handles, Failed> {
        let outer = std::mem::replace(&mut self.values, values);
        let given = self.block(source, block);
        self.values = outer;
        given
    }

    fn mesh(&mut self, op: OpRef<'_>, sharding: &'a TensorSharding) -> Result<&'a Mesh, Failed> {
        let (ctx, body, meshes) = (self.ctx, self.module.body, &self.module.meshes);
        let symbol = |name: &str| Some(OpRef { ctx, body, op: *meshes.get(&ctx.ident(name))? });
        sharding.mesh(symbol).map_err(|why| self.module.refuse(op, why))
    }

    /// The members of a manual computation: those of each member here along the manual axes.
    fn computation(
        &mut self,
        op: OpRef<'_>,
        shardings: [&'a [TensorSharding]; 2],
        manual: &'a ManualAxes,
    ) -> Result<Option<Computation<'a>>, Failed> {
        let Some(sharding) = shardings.into_iter().flatten().next() else { return Ok(None) };
        let mesh = self.mesh(op, sharding)?;
        let made = (|| {
            let all = mesh.places()?;
            for name in &manual.0 {
                mesh.axis(name)?;
                if self.around.iter().any(|around| around.0.contains(name)) {
                    return Err("its manual axes are those of a computation that it is in".to_owned());
                }
            }
            // Where devices have different tensors in all of the program, each of them is a member.
            let is_fixed = |name: &str| self.is_apart || !manual.0.iter().any(|manual| **manual == *name);
            let is_fixed: Vec<bool> = mesh.axes.iter().map(|axis| is_fixed(&axis.name)).collect();
            let outer: Vec<i64> = match self.devices.is_empty() {
                true => all.first().map(|place| place.device).into_iter().collect(),
                false => self.devices.clone(),
            };
            let (mut places, mut parents, mut seen) = (Vec::new(), Vec::new(), FxHashSet::default());
            for (parent, &device) in outer.iter().enumerate() {
                let own = all.iter().find(|place| place.device == device);
                let own = own.ok_or_else(|| format!("the mesh does not have device {device}"))?;
                for place in &all {
                    let mut coordinates = place.coordinates.iter().zip(&own.coordinates).zip(&is_fixed);
                    if coordinates.all(|((at, own), &is_fixed)| !is_fixed || at == own) {
                        if !seen.insert(place.device) {
                            return Err("its manual axes are those of a computation that it is in".to_owned());
                        }
                        places.push(place.clone());
                        parents.push(parent);
                    }
                }
            }
            Ok(Computation { mesh, manual, places, parents, partitions: all.len() as i64 })
        })();
        made.map(Some).map_err(|why: String| self.module.refuse(op, why))
    }

    /// A member's part of a tensor.
    pub(super) fn sliced(
        &mut self,
        op: OpRef<'_>,
        handle: Value,
        dims: &[i64],
        pieces: &[Piece],
    ) -> Result<Value, Failed> {
        if pieces.iter().all(|piece| piece.count == 1) {
            return Ok(handle);
        }
        let (mut start, mut limit) = (Vec::new(), Vec::new());
        for (axis, &dim) in dims.iter().enumerate() {
            let Piece { place, count } = pieces.get(axis).copied().unwrap_or(Piece::WHOLE);
            if dim == DYNAMIC || dim % count != 0 {
                let why = format!("dimension {axis} of size {dim} cannot be cut into {count} equal parts");
                return Err(self.module.refuse(op, why));
            }
            start.push(place * (dim / count));
            limit.push((place + 1) * (dim / count));
        }
        let mut attrs = OpAttrs::new();
        attrs.add("start_indices", self.integers(&start));
        attrs.add("limit_indices", self.integers(&limit));
        attrs.add("strides", self.integers(&vec![1; dims.len()]));
        Ok(self.run("hlo.slice", &[handle], 1, attrs, op.loc())[0])
    }

    /// Tensors next to each other along a dimension.
    pub(super) fn joined(&mut self, tensors: &[Value], dimension: i64, loc: Loc) -> Value {
        if let [only] = tensors {
            return *only;
        }
        let mut attrs = OpAttrs::new();
        attrs.add("dimension", self.ctx.i64_attr(dimension));
        attrs.add("N", self.ctx.i64_attr(tensors.len() as i64));
        self.run("hlo.concatenate", tensors, 1, attrs, loc)[0]
    }

    /// The tensor whose parts some members have.
    fn assembled(&mut self, parts: &[(&[Piece], Value)], loc: Loc) -> Option<Value> {
        let counts: Vec<i64> = parts.first()?.0.iter().map(|piece| piece.count).collect();
        let total: i64 = counts.iter().product();
        let mut tiles: Vec<Option<Value>> = vec![None; usize::try_from(total).ok()?];
        for (pieces, value) in parts {
            let at = pieces.iter().fold(0, |at, piece| at * piece.count + piece.place);
            tiles[at as usize].get_or_insert(*value);
        }
        let mut tiles: Vec<Value> = tiles.into_iter().collect::<Option<_>>()?;
        for (dimension, &count) in counts.iter().enumerate().rev() {
            if count > 1 {
                let rows: Vec<Vec<Value>> = tiles.chunks(count as usize).map(<[Value]>::to_vec).collect();
                tiles = rows.iter().map(|row| self.joined(row, dimension as i64, loc)).collect();
            }
        }
        tiles.first().copied()
    }

    /// Zeros in the shape of a piece of an operand.
    fn nothing_of(&mut self, op: OpRef<'_>, operand: Value, piece: Value) -> Value {
        let (ctx, loc) = (self.ctx, op.loc());
        let elem = ctx.type_kind(op.body.value_type(operand)).element_type();
        let zero = self.number(elem.map_or(ctx.f32(), |elem| storage(ctx, elem)), 0.0, loc);
        let is_any = self.number(ctx.i1(), 0.0, loc);
        self.apply("hlo.select", &[is_any, piece, zero], loc)
    }

    fn manual_computation(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let shardings =
            |name: &str| typed::<ShardingPerValue>(op, name).map(|all| &all.0[..]).unwrap_or_default();
        let (inputs, outputs) = (shardings("in_shardings"), shardings("out_shardings"));
        let found = op.region(0).and_then(|region| Some((region.body, region.entry_block()?)));
        let (Some((source, block)), Some(manual)) = (found, typed::<ManualAxes>(op, "manual_axes")) else {
            return Err(self.module.refuse(op, "it has no body or no manual axes"));
        };
        let args = source.block_args(block);
        if [args.len(), inputs.len()] != [op.num_operands(); 2] || outputs.len() != op.num_results() {
            return Err(self.module.refuse(op, "it has another number of shardings"));
        }
        let Some(computation) = self.computation(op, [inputs, outputs], manual)? else {
            // Without operands and results.
            return Ok(());
        };
        let (loc, outer_devices) = (op.loc(), self.devices.clone());
        let mut values: FxHashMap<Value, Handles> = FxHashMap::default();
        for ((&arg, operand), sharding) in args.iter().zip(op.operands()).zip(inputs) {
            let pieces = computation.pieces(sharding).map_err(|why| self.module.refuse(op, why))?;
            // A token is the same for all.
            let dims = match is_token(self.ctx, op.body.value_type(operand)) {
                true => Vec::new(),
                false => self.dims_of(op, operand)?,
            };
            let given = match outer_devices.is_empty() {
                true => vec![self.handle(op, operand)?],
                false => self.by_member(op, operand)?,
            };
            let summands = computation.summands(sharding).map_err(|why| self.module.refuse(op, why))?;
            let mut made: FxHashMap<(Value, &[Piece], bool), Value> = FxHashMap::default();
            let mut own = Handles::new();
            for ((pieces, &parent), &summand) in pieces.iter().zip(&computation.parents).zip(&summands) {
                // The first summand is all of the sum, and the others are zero.
                let key = (given[parent], &pieces[..], summand == 0);
                let handle = match made.get(&key) {
                    Some(&known) => known,
                    None => {
                        let piece = self.sliced(op, given[parent], &dims, pieces)?;
                        if summand == 0 { piece } else { self.nothing_of(op, operand, piece) }
                    }
                };
                made.insert(key, handle);
                own.push(handle);
            }
            if own.iter().all(|handle| *handle == own[0]) {
                own.truncate(1);
            }
            values.insert(arg, own);
        }
        let outer_values = match std::ptr::eq(source, op.body) {
            // What the region may have from outside is the same for all.
            true => {
                let kept = self.values.clone();
                self.values.extend(values);
                kept
            }
            false => std::mem::replace(&mut self.values, values),
        };
        self.devices = computation.places.iter().map(|place| place.device).collect();
        let outer_partitions = self.partitions;
        self.partitions = outer_partitions.max(computation.partitions);
        self.around.push(manual);
        let given = self.block(source, block);
        self.around.pop();
        self.partitions = outer_partitions;
        let members = std::mem::replace(&mut self.devices, outer_devices).len();
        self.values = outer_values;
        let given = given?;
        if given.len() != members * outputs.len() {
            return Err(self.module.refuse(op, "its body gives another number of tensors"));
        }
        for (result, (sharding, own)) in outputs.iter().zip(given.chunks(members.max(1))).enumerate() {
            let pieces = computation.pieces(sharding).map_err(|why| self.module.refuse(op, why))?;
            let summands = computation.summands(sharding).map_err(|why| self.module.refuse(op, why))?;
            let count = summands.iter().max().map_or(1, |&last| last + 1);
            let mut whole = Vec::new();
            // Tensors are made once of the same parts.
            let mut made: FxHashMap<Vec<(&[Piece], Value)>, Value> = FxHashMap::default();
            for parent in 0..self.devices.len().max(1) {
                let is_own = |&at: &usize| match self.is_apart {
                    true => computation.has_part_of(sharding, at, parent),
                    false => computation.parents[at] == parent,
                };
                let members: Vec<usize> = (0..members).filter(is_own).collect();
                let mut sum: Option<Value> = None;
                for summand in 0..count {
                    let own: Vec<(&[Piece], Value)> = members
                        .iter()
                        .filter(|&&at| summands[at] == summand)
                        .map(|&at| (&pieces[at][..], own[at]))
                        .collect();
                    let known = made.get(&own).copied();
                    let Some(tensor) = known.or_else(|| self.assembled(&own, loc)) else {
                        return Err(self.module.refuse(op, "no device has some part of a result"));
                    };
                    made.insert(own, tensor);
                    sum = Some(match sum {
                        Some(sum) => self.apply("hlo.add", &[sum, tensor], loc),
                        None => tensor,
                    });
                }
                whole.extend(sum);
            }
            self.give(op, result, whole);
        }
        Ok(())
    }
}
