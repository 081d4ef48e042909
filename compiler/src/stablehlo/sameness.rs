//! The devices of a manual computation that have the same of each value, as far as it follows from the program.
//!
//! A computation says of each result along which axes of its mesh the devices have parts of it; along the others they are to have the same. JAX checks
//! that unless it is told not to (`check_vma=False`). Where it does not follow here either, each device goes on with a tensor of its own
//! ([`members`](super::members)).
//!
//! The devices are put into classes: two of one class have the same of a value for certain. The result of an operation is the same where all of its
//! operands are; a sum over a group of devices is the same on all of the group, and on that of another group whose operands are the same, place by
//! place. The numbers of devices, and integers that follow from them, are known.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_dialects::sdy::attributes::{ManualAxes, Mesh, ShardingPerValue, TensorSharding};
use tfrt_dialects::sdy::tiles::MeshPlace;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, list, typed};
use super::needs::callee;

/// The knowledge about a value on each device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// The class of each device: the first device that is in it.
    classes: Vec<usize>,
    /// The value itself, if it is an integer that follows from the device's number.
    numbers: Option<Vec<i64>>,
}

impl Known {
    /// A value by what each device has of it.
    fn of<T: PartialEq>(own: &[T]) -> Known {
        let class = |of: &T| own.iter().position(|other| other == of).unwrap_or_default();
        Known { classes: own.iter().map(class).collect(), numbers: None }
    }

    /// The knowledge that follows from some values together, of so many devices.
    fn joint<'k>(devices: usize, values: impl Iterator<Item = &'k Known>) -> Known {
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); devices];
        for value in values {
            for (own, &class) in own.iter_mut().zip(&value.classes) {
                own.push(class);
            }
        }
        Known::of(&own)
    }

    fn number(numbers: Vec<i64>) -> Known {
        Known { numbers: Some(numbers.clone()), ..Known::of(&numbers) }
    }
}

/// A module's functions and meshes.
pub(super) struct Program<'a> {
    pub(super) ctx: &'a Context,
    pub(super) body: &'a Body,
    pub(super) functions: &'a FxHashMap<Ident, Op>,
    pub(super) meshes: &'a FxHashMap<Ident, Op>,
}

/// The values of a computation's region, on each of its devices.
struct Computation<'p, 'a> {
    program: &'p Program<'a>,
    places: Vec<MeshPlace>,
    values: FxHashMap<Value, Known>,
    /// Functions that call each other.
    depth: usize,
    /// Operations that were looked at.
    visited: usize,
}

impl<'a> Program<'a> {
    /// The devices of a function, if there is a computation in it, or in functions that it calls, with a result of which devices have different tensors
    /// that are to be the same, or may have. Computations in others are parts of those.
    pub(super) fn apart(&self, function: Op) -> Vec<i64> {
        let mut found = Vec::new();
        let (mut seen, mut left) = (FxHashSet::default(), vec![function]);
        while let Some(op) = left.pop() {
            let Some(nested) = self.body.nested(op) else { continue };
            nested.walk(&mut |body, op| {
                let op = OpRef { ctx: self.ctx, body, op };
                if found.is_empty() && op.name_str() == "sdy.manual_computation" && !is_nested(op) {
                    found = self.computation_apart(op).unwrap_or_default();
                }
                left.extend(
                    callee(op).and_then(|name| self.functions.get(&name)).filter(|&&op| seen.insert(op)),
                );
            });
        }
        found.sort_unstable();
        found
    }

    fn mesh(&self, sharding: &'a TensorSharding) -> Option<&'a Mesh> {
        let (ctx, body) = (self.ctx, self.body);
        let symbol = |name: &str| Some(OpRef { ctx, body, op: *self.meshes.get(&ctx.ident(name))? });
        sharding.mesh(symbol).ok()
    }

    fn computation_apart(&self, op: OpRef<'a>) -> Option<Vec<i64>> {
        let shardings =
            |name: &str| typed::<ShardingPerValue>(op, name).map(|all| &all.0[..]).unwrap_or_default();
        let (inputs, outputs) = (shardings("in_shardings"), shardings("out_shardings"));
        let mesh = self.mesh(inputs.iter().chain(outputs).next()?)?;
        let manual = typed::<ManualAxes>(op, "manual_axes")?;
        // What is wrong with a computation is found when it is written.
        manual.0.iter().try_for_each(|name| mesh.axis(name).map(|_| ())).ok()?;
        let places = mesh.places().ok()?;
        let devices = places.iter().map(|place| place.device).collect();
        let mut computation =
            Computation { program: self, places, values: FxHashMap::default(), depth: 0, visited: 0 };
        let whole = computation.same();
        let given = computation.region_of(op, &vec![whole; op.num_operands()], mesh)?;
        let mut differs = false;
        for (known, sharding) in given.iter().zip(outputs) {
            let own = computation.parts(sharding, mesh, manual)?;
            // The same part on all devices that have it.
            differs |= Known::joint(own.classes.len(), [known, &own].into_iter()).classes != own.classes;
        }
        differs.then_some(devices)
    }
}

/// Whether an operation is in a computation.
fn is_nested(op: OpRef<'_>) -> bool {
    std::iter::successors(op.parent(), |op| op.parent()).any(|op| op.name_str() == "sdy.manual_computation")
}

impl<'a> Computation<'_, 'a> {
    fn devices(&self) -> usize {
        self.places.len()
    }

    fn same(&self) -> Known {
        Known { classes: vec![0; self.devices()], numbers: None }
    }

    fn different(&self) -> Known {
        Known { classes: (0..self.devices()).collect(), numbers: None }
    }

    fn known(&self, value: Value) -> Known {
        self.values.get(&value).cloned().unwrap_or_else(|| self.same())
    }

    /// Which part of a tensor each device has: devices that differ in axes that are not manual have the same one of different tensors.
    fn parts(&self, sharding: &TensorSharding, mesh: &Mesh, manual: &ManualAxes) -> Option<Known> {
        let is_manual = |axis: &str| manual.0.iter().any(|name| **name == *axis);
        let mut own = Vec::with_capacity(self.devices());
        for MeshPlace { coordinates, .. } in &self.places {
            let pieces = sharding.pieces(mesh, coordinates, is_manual).ok()?;
            own.push((pieces, sharding.summand(mesh, coordinates, is_manual).ok()?));
        }
        Some(Known::of(&own))
    }

    /// The results of a manual computation's region.
    fn region_of(&mut self, op: OpRef<'a>, operands: &[Known], mesh: &Mesh) -> Option<Vec<Known>> {
        let inputs = typed::<ShardingPerValue>(op, "in_shardings").map(|all| &all.0[..]).unwrap_or_default();
        let manual = typed::<ManualAxes>(op, "manual_axes")?;
        let region = op.region(0)?;
        let block = region.entry_block()?;
        for ((&arg, operand), sharding) in region.body.block_args(block).iter().zip(operands).zip(inputs) {
            let own = self.parts(sharding, mesh, manual)?;
            self.values.insert(arg, Known::joint(self.devices(), [operand, &own].into_iter()));
        }
        Some(self.block(region.body, block))
    }

    /// The operands of a block's terminator.
    fn block(&mut self, source: &'a Body, block: Block) -> Vec<Known> {
        /// Operations that are looked at, at most: behind them, nothing is the same for certain.
        const MOST: usize = 1 << 20;
        for op in source.ops(block) {
            self.visited += 1;
            if self.visited > MOST {
                return Vec::new();
            }
            let op = OpRef { ctx: self.program.ctx, body: source, op };
            if matches!(op.name_str(), "stablehlo.return" | "func.return" | "sdy.return") {
                return op.operands().map(|value| self.known(value)).collect();
            }
            let found = self.op(op);
            for (at, result) in op.results().enumerate() {
                let known = found.get(at).or(found.first()).cloned().unwrap_or_else(|| self.different());
                self.values.insert(result, known);
            }
        }
        Vec::new()
    }

    /// The results of an operation; one stands for all.
    fn op(&mut self, op: OpRef<'a>) -> Vec<Known> {
        let operands: Vec<Known> = op.operands().map(|value| self.known(value)).collect();
        let all = Known::joint(self.devices(), operands.iter());
        if let Some(name) = callee(op) {
            return self.called(name, operands).unwrap_or_else(|| vec![all]);
        }
        match op.name_str() {
            "stablehlo.partition_id" => {
                vec![Known::number(self.places.iter().map(|place| place.device).collect())]
            }
            "stablehlo.while" => self.while_loop(op, operands),
            "stablehlo.if" | "stablehlo.case" => {
                let branches: Vec<Vec<Known>> = op
                    .regions()
                    .filter_map(|region| Some(self.block(region.body, region.entry_block()?)))
                    .collect();
                let result = |at: usize| {
                    let own = branches.iter().filter_map(|branch| branch.get(at));
                    Known::joint(self.devices(), own.chain(&operands))
                };
                (0..op.num_results()).map(result).collect()
            }
            "sdy.manual_computation" => self.nested(op, &operands).unwrap_or_else(|| vec![self.different()]),
            "stablehlo.collective_permute" => vec![self.permuted(op, &all)],
            name if super::members::is_meeting(name) => {
                operands.iter().map(|operand| self.met(op, operand)).collect()
            }
            "stablehlo.infeed" | "stablehlo.recv" | "stablehlo.replica_id" => vec![self.different()],
            _ => {
                if let Some(numbers) = self.computed(op, &operands) {
                    return vec![Known::number(numbers)];
                }
                // What regions take from outside.
                let regions = op.body.inline_regions(op.op).to_vec();
                let mut captured = Vec::new();
                for region in regions {
                    op.body.walk_region(region, &mut |body, inner| {
                        captured.extend(body.operands(inner).filter_map(|value| self.values.get(&value)));
                    });
                }
                vec![Known::joint(self.devices(), captured.into_iter().chain([&all]))]
            }
        }
    }

    /// Integers that follow from those of operands.
    fn computed(&self, op: OpRef<'a>, operands: &[Known]) -> Option<Vec<i64>> {
        let numbers = |at: usize| operands.get(at)?.numbers.as_deref();
        let both = |each: fn(i64, i64) -> Option<i64>| -> Option<Vec<i64>> {
            numbers(0)?.iter().zip(numbers(1)?).map(|(&a, &b)| each(a, b)).collect()
        };
        match op.name_str() {
            "stablehlo.constant" => match list(op, "value")?[..] {
                [number] => Some(vec![number; self.devices()]),
                _ => None,
            },
            "stablehlo.convert" | "stablehlo.reshape" | "builtin.unrealized_conversion_cast" => {
                numbers(0).map(<[i64]>::to_vec)
            }
            "stablehlo.add" => both(i64::checked_add),
            "stablehlo.subtract" => both(i64::checked_sub),
            "stablehlo.multiply" => both(i64::checked_mul),
            "stablehlo.divide" => both(i64::checked_div),
            "stablehlo.remainder" => both(i64::checked_rem),
            _ => None,
        }
    }

    fn called(&mut self, name: Ident, operands: Vec<Known>) -> Option<Vec<Known>> {
        /// Calls within calls.
        const DEPTH: usize = 64;
        let source = self.program.body.nested(*self.program.functions.get(&name)?)?;
        let block = source.root_block()?;
        if self.depth == DEPTH {
            return Some(vec![self.different()]);
        }
        // Values of different functions have the same numbers.
        let outer = std::mem::take(&mut self.values);
        self.values.extend(source.block_args(block).iter().copied().zip(operands));
        self.depth += 1;
        let given = self.block(source, block);
        self.depth -= 1;
        self.values = outer;
        Some(given)
    }

    /// Goes through a loop until no device leaves its class: there are not more rounds than devices for each value.
    fn while_loop(&mut self, op: OpRef<'a>, mut carried: Vec<Known>) -> Vec<Known> {
        let regions: Vec<_> =
            op.regions().filter_map(|region| Some((region.body, region.entry_block()?))).collect();
        let [condition, body] = regions[..] else { return vec![self.different()] };
        // Integers are those of the first round only.
        carried.iter_mut().for_each(|known| known.numbers = None);
        loop {
            let mut given = Vec::new();
            for (source, block) in [condition, body] {
                self.values.extend(source.block_args(block).iter().copied().zip(carried.iter().cloned()));
                given.push(self.block(source, block));
            }
            let [condition, given] = &given[..] else { return carried };
            let next: Vec<Known> = carried
                .iter()
                .zip(given)
                .map(|(before, after)| {
                    Known::joint(self.devices(), [before, after].into_iter().chain(condition))
                })
                .collect();
            if next == carried {
                return carried;
            }
            carried = next;
        }
    }

    /// The results of a computation within this one: the devices along its own axes have the same.
    fn nested(&mut self, op: OpRef<'a>, operands: &[Known]) -> Option<Vec<Known>> {
        let shardings =
            |name: &str| typed::<ShardingPerValue>(op, name).map(|all| &all.0[..]).unwrap_or_default();
        let sharding = shardings("in_shardings").iter().chain(shardings("out_shardings")).next()?;
        let mesh = self.program.mesh(sharding)?;
        let manual = typed::<ManualAxes>(op, "manual_axes")?;
        let outer = self.values.clone();
        let given = self.region_of(op, operands, mesh)?;
        self.values = outer;
        let outside = |place: &MeshPlace| -> Vec<i64> {
            let axes = mesh.axes.iter().zip(&place.coordinates);
            axes.filter(|(axis, _)| !manual.0.contains(&axis.name)).map(|(_, &at)| at).collect()
        };
        let groups: Vec<Vec<i64>> = self.places.iter().map(outside).collect();
        let result = |known: &Known| {
            let own = |group: &Vec<i64>| -> Vec<usize> {
                let members = groups.iter().zip(&known.classes);
                members.filter(|(other, _)| *other == group).map(|(_, &class)| class).collect()
            };
            Known::of(&groups.iter().map(own).collect::<Vec<_>>())
        };
        Some(given.iter().map(result).collect())
    }

    /// The result of an exchange within groups, for an operand.
    fn met(&self, op: OpRef<'a>, operand: &Known) -> Known {
        let ids = list(op, "replica_groups").unwrap_or_default();
        let dims = attr(op, "replica_groups").and_then(|groups| op.ctx.attr_type(groups));
        let dims = dims.and_then(|ty| op.ctx.type_kind(ty).dims()).unwrap_or_default();
        let (&[_, size], false) = (dims, ids.is_empty()) else { return self.different() };
        let place = |device: i64| self.places.iter().position(|place| place.device == device);
        let is_shared = matches!(
            op.name_str(),
            "stablehlo.all_reduce" | "stablehlo.all_gather" | "stablehlo.cross-replica-sum"
        );
        // What the members of a group have, and the place in it unless all get the same.
        let mut own: Vec<(usize, Vec<usize>, usize)> =
            (0..self.devices()).map(|device| (device + 1, Vec::new(), 0)).collect();
        for group in ids.chunks(usize::try_from(size).unwrap_or(1).max(1)) {
            let Some(members) =
                group.iter().filter(|&&id| id >= 0).map(|&id| place(id)).collect::<Option<Vec<_>>>()
            else {
                return self.different();
            };
            let classes: Vec<usize> = members.iter().map(|&member| operand.classes[member]).collect();
            for (at, &member) in members.iter().enumerate() {
                own[member] = (0, classes.clone(), if is_shared { 0 } else { at });
            }
        }
        Known::of(&own)
    }

    /// The result of a `collective_permute`: each device has the operand of its source.
    fn permuted(&self, op: OpRef<'a>, operand: &Known) -> Known {
        let place = |device: i64| self.places.iter().position(|place| place.device == device);
        let mut own: Vec<Option<usize>> = vec![None; self.devices()];
        for pair in list(op, "source_target_pairs").unwrap_or_default().chunks_exact(2) {
            let (Some(from), Some(to)) = (place(pair[0]), place(pair[1])) else { return self.different() };
            own[to] = Some(operand.classes[from]);
        }
        Known::of(&own)
    }
}
