//! Exchanges between the members of a computation: collectives over groups of processes.
//!
//! Each operation says who is in a group by the numbers of replicas, of partitions or of processes ([`Numbering`]); here these become positions of
//! [`members`](super::members), and the operation ops over the values of all. Reductions go through a group in its order.

use tfrt_convert::graph::OpAttrs;
use tfrt_dialects::sdy::tiles::Piece;
use tfrt_dialects::stablehlo::attributes::ChannelHandle;
use tfrt_dialects::stablehlo::mesh::{Mesh, ReplicaGroupMeshAxes};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, int, list, typed};
use super::function::{Handles, Writer};
use super::ops::elementwise;

/// The meaning of the numbers in groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// Those of processes, replica by replica.
    Processes,
    /// Those of partitions, of each replica.
    Partitions,
    /// Those of replicas, for each partition.
    Replicas,
    /// Those of replicas, with all of their partitions.
    ReplicasWithPartitions,
}

impl<'a> Writer<'_, 'a> {
    /// The process that a member is: its replica and its partition.
    fn process(&self, member: usize) -> [i64; 2] {
        [self.devices[member] / self.partitions, self.devices[member] % self.partitions]
    }

    /// The members of a group of processes. `None` if all of them are in another computation, which does the same along other axes.
    fn member_group(&mut self, op: OpRef<'_>, group: &[[i64; 2]]) -> Result<Option<Vec<usize>>, Failed> {
        let position = |process: &[i64; 2]| (0..self.devices.len()).find(|&at| self.process(at) == *process);
        let members: Vec<usize> = group.iter().filter_map(position).collect();
        if members.is_empty() {
            return Ok(None);
        }
        if members.len() != group.len() {
            let ids: Vec<i64> =
                group.iter().map(|[replica, partition]| replica * self.partitions + partition).collect();
            let why = format!("a group has devices that are not in the computation: {ids:?}");
            return Err(self.module.refuse(op, why));
        }
        Ok(Some(members))
    }

    /// Whether the numbers of groups are those of whole processes, of partitions, or of replicas.
    fn numbering(op: OpRef<'_>) -> Numbering {
        let channel = typed::<ChannelHandle>(op, "channel_handle").is_some_and(|channel| channel.handle > 0);
        let is_global = attr(op, "use_global_device_ids").is_some();
        let between_some = matches!(
            op.name_str(),
            "stablehlo.all_to_all" | "stablehlo.collective_broadcast" | "stablehlo.collective_permute"
        );
        match (channel, between_some) {
            (true, true) => Numbering::Partitions,
            (true, false) if is_global => Numbering::Processes,
            (true, false) => Numbering::ReplicasWithPartitions,
            (false, _) => Numbering::Replicas,
        }
    }

    /// The numbers of the processes of all groups, one group after the other, and the size of a group.
    pub(super) fn group_numbers(&mut self, op: OpRef<'_>) -> Result<(Vec<i64>, usize), Failed> {
        if let Some(axes) = typed::<ReplicaGroupMeshAxes>(op, "replica_groups") {
            let (ctx, body, meshes) = (self.ctx, self.module.body, &self.module.meshes);
            let groups = axes.groups(ctx, |symbol| {
                let op = OpRef { ctx, body, op: *meshes.get(&ctx.flat_symbol(symbol)?)? };
                typed::<tfrt_dialects::sdy::attributes::Mesh>(op, "mesh").map(|mesh| Mesh::of_sdy(ctx, mesh))
            });
            let groups = groups.map_err(|why| self.module.refuse(op, why))?;
            let size = groups.first().map_or(1, Vec::len).max(1);
            return Ok((groups.concat(), size));
        }
        let Some(ids) = list(op, "replica_groups") else {
            return Err(self.module.refuse(op, "it needs the attribute 'replica_groups'"));
        };
        let dims = attr(op, "replica_groups").and_then(|groups| self.ctx.attr_type(groups));
        let dims = dims.and_then(|ty| self.ctx.type_kind(ty).dims()).unwrap_or_default();
        let size = dims.get(1).map_or(ids.len(), |&size| size as usize).max(1);
        Ok((ids, size))
    }

    /// The groups of members that exchange values, by their positions. Members of no group are left out.
    pub(super) fn groups(&mut self, op: OpRef<'_>) -> Result<Vec<Vec<usize>>, Failed> {
        if op.name_str() == "stablehlo.collective_permute" {
            return Ok(self.moves(op)?.into_iter().map(|[from, to]| vec![from, to]).collect());
        }
        let (ids, size) = self.group_numbers(op)?;
        let numbering = Self::numbering(op);
        let all: Vec<[i64; 2]> = (0..self.devices.len()).map(|at| self.process(at)).collect();
        let known = |axis: usize| {
            let mut known: Vec<i64> = all.iter().map(|process| process[axis]).collect();
            known.sort_unstable();
            known.dedup();
            known
        };
        let (replicas, partitions) = (known(0), known(1));
        let stated: Vec<Vec<i64>> = match ids.is_empty() {
            false => {
                ids.chunks(size).map(|group| group.iter().copied().filter(|&id| id >= 0).collect()).collect()
            }
            true => match numbering {
                Numbering::Processes => vec![self.devices.clone()],
                Numbering::Partitions => vec![partitions.clone()],
                _ => vec![replicas.clone()],
            },
        };
        let mut groups = Vec::new();
        for group in stated {
            let of_replicas = matches!(numbering, Numbering::Replicas | Numbering::ReplicasWithPartitions);
            if let Some(other) = group.iter().find(|id| of_replicas && !replicas.contains(id)) {
                let why = match replicas.len() {
                    1 => format!("a group has replica {other}, and the program has one replica, which is 0"),
                    count => format!("a group has replica {other}, and the program has {count}"),
                };
                return Err(self.module.refuse(op, why));
            }
            let processes: Vec<Vec<[i64; 2]>> = match numbering {
                Numbering::Processes => {
                    vec![group.iter().map(|id| [id / self.partitions, id % self.partitions]).collect()]
                }
                Numbering::Partitions => replicas
                    .iter()
                    .map(|&replica| group.iter().map(|&partition| [replica, partition]).collect())
                    .collect(),
                Numbering::Replicas => partitions
                    .iter()
                    .map(|&partition| group.iter().map(|&replica| [replica, partition]).collect())
                    .collect(),
                Numbering::ReplicasWithPartitions => {
                    let both = |&partition: &i64| group.iter().map(move |&replica| [replica, partition]);
                    vec![partitions.iter().flat_map(both).collect()]
                }
            };
            for group in processes {
                groups.extend(self.member_group(op, &group)?);
            }
        }
        Ok(groups)
    }

    /// Applies a reduction's region to two tensors, element by element.
    fn reduced(&mut self, op: OpRef<'a>, a: Value, b: Value) -> Result<Value, Failed> {
        let found = op.region(0).and_then(|region| Some((region.body, region.entry_block()?)));
        let Some((source, block)) = found else {
            return Ok(self.apply("hlo.add", &[a, b], op.loc()));
        };
        for inner in source.ops(block) {
            let inner = OpRef { ctx: self.ctx, body: source, op: inner };
            // Bytecode has casts around operations of other dialects.
            let is_known = elementwise(inner).is_some()
                || inner.name_str() == "builtin.unrealized_conversion_cast"
                || matches!(
                    inner.name_str(),
                    "stablehlo.return" | "stablehlo.constant" | "sdy.sharding_constraint"
                );
            if !is_known {
                let why = format!("its region has '{}', which is not element-wise", inner.name_str());
                return Err(self.module.refuse(op, why));
            }
        }
        let &[first, second] = source.block_args(block) else {
            return Err(self.module.refuse(op, "its region does not take two values"));
        };
        // The region is the same for all, and is written as that of one.
        let at = self.at.replace(0);
        self.values.insert(first, Handles::from_slice(&[a]));
        self.values.insert(second, Handles::from_slice(&[b]));
        let given = self.block(source, block);
        self.at = at;
        match given?[..] {
            [value] => Ok(value),
            _ => Err(self.module.refuse(op, "its region does not give one value")),
        }
    }

    /// The sum, or what else a region computes, of the values of a group, in its order.
    fn reduced_group(
        &mut self,
        op: OpRef<'a>,
        group: &[usize],
        values: &[Value],
    ) -> Result<Option<Value>, Failed> {
        let mut sum = None;
        for &member in group {
            sum = Some(match sum {
                Some(sum) => self.reduced(op, sum, values[member])?,
                None => values[member],
            });
        }
        Ok(sum)
    }

    /// Converts an operation between members.
    pub(super) fn meeting(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let loc = op.loc();
        if op.name_str() == "stablehlo.collective_permute" {
            return self.permuted(op);
        }
        let root = attr(op, "has_dynamic_root").and(op.num_operands().checked_sub(1));
        if root.unwrap_or(op.num_operands()) != op.num_results() {
            return Err(self.module.refuse(op, "it has not as many results as operands"));
        }
        let groups = self.groups(op)?;
        let roots = match root {
            Some(root) => Some(self.by_member(op, op.operand(root))?),
            None => None,
        };
        for i in 0..op.num_results() {
            let values = self.by_member(op, op.operand(i))?;
            let dims = self.dims_of(op, op.operand(i))?;
            let mut results: Vec<Option<Value>> = vec![None; values.len()];
            for group in &groups {
                let own: Vec<Value> = group.iter().map(|&member| values[member]).collect();
                let count = group.len() as i64;
                let piece = |axis: usize, place: usize| -> Vec<Piece> {
                    (0..dims.len())
                        .map(|at| match at == axis {
                            true => Piece { place: place as i64, count },
                            false => Piece::WHOLE,
                        })
                        .collect()
                };
                if op.name_str() == "stablehlo.collective_reduce" {
                    let Some(sum) = self.reduced_group(op, group, &values)? else { continue };
                    for (place, &member) in group.iter().enumerate() {
                        results[member] = match &roots {
                            Some(roots) => Some(self.if_root(op, i, roots[member], place, sum)?),
                            None if place == 0 => Some(sum),
                            None => Some(self.zero(op, i)?),
                        };
                    }
                    continue;
                }
                if let ("stablehlo.collective_broadcast", Some(roots)) = (op.name_str(), &roots) {
                    for &member in group {
                        results[member] = Some(self.of_root(op, i, roots[member], &own, &dims)?);
                    }
                    continue;
                }
                let mut all = |value: Value| group.iter().for_each(|&member| results[member] = Some(value));
                match op.name_str() {
                    "stablehlo.all_reduce" | "stablehlo.cross-replica-sum" => {
                        if let Some(sum) = self.reduced_group(op, group, &values)? {
                            all(sum);
                        }
                    }
                    "stablehlo.all_gather" => {
                        let axis = int(op, "all_gather_dim").unwrap_or(0);
                        all(self.joined(&own, axis, loc));
                    }
                    "stablehlo.collective_broadcast" => all(own[0]),
                    "stablehlo.reduce_scatter" => {
                        let axis = int(op, "scatter_dimension").unwrap_or(0).max(0) as usize;
                        if let Some(sum) = self.reduced_group(op, group, &values)? {
                            for (place, &member) in group.iter().enumerate() {
                                results[member] = Some(self.sliced(op, sum, &dims, &piece(axis, place))?);
                            }
                        }
                    }
                    _ => {
                        let [split, concat] = ["split_dimension", "concat_dimension"]
                            .map(|name| int(op, name).unwrap_or(0).max(0));
                        for (place, &member) in group.iter().enumerate() {
                            let mut received = Vec::with_capacity(own.len());
                            for &value in &own {
                                received.push(self.sliced(
                                    op,
                                    value,
                                    &dims,
                                    &piece(split as usize, place),
                                )?);
                            }
                            results[member] = Some(self.joined(&received, concat, loc));
                        }
                    }
                }
            }
            let mut given = Vec::with_capacity(results.len());
            for result in results {
                given.push(match result {
                    Some(value) => value,
                    None if op.name_str() == "stablehlo.collective_broadcast" => self.zero(op, i)?,
                    None => return Err(self.module.refuse(op, "a device of the computation is in no group")),
                });
            }
            self.give(op, i, given);
        }
        Ok(())
    }

    /// The number of an operand's root within its group, as a tensor of one element and no dimension.
    fn root_of(&mut self, op: OpRef<'_>, operand: usize, roots: Value) -> Result<Value, Failed> {
        let count = op.num_results() as i64;
        let own = self.sliced(op, roots, &[count], &[Piece { place: operand as i64, count }])?;
        let mut attrs = OpAttrs::new();
        attrs.add("shape", self.integers(&[]));
        Ok(self.run("hlo.reshape", &[own], 1, attrs, op.loc())[0])
    }

    /// A value for the root of a group, zeros for the member at another place.
    fn if_root(
        &mut self,
        op: OpRef<'_>,
        operand: usize,
        roots: Value,
        place: usize,
        value: Value,
    ) -> Result<Value, Failed> {
        let root = self.root_of(op, operand, roots)?;
        let place = self.number(self.ctx.i32(), place as f64, op.loc());
        let is_root = self.apply("hlo.equal", &[root, place], op.loc());
        let zero = self.zero(op, operand)?;
        Ok(self.apply("hlo.select", &[is_root, value, zero], op.loc()))
    }

    /// The value of the member of a group whose place is a number that is known when the program runs.
    fn of_root(
        &mut self,
        op: OpRef<'_>,
        operand: usize,
        roots: Value,
        values: &[Value],
        dims: &[i64],
    ) -> Result<Value, Failed> {
        let loc = op.loc();
        let root = self.root_of(op, operand, roots)?;
        let mut one = vec![1];
        one.extend_from_slice(dims);
        let rows: Vec<Value> = values
            .iter()
            .map(|&value| {
                let mut attrs = OpAttrs::new();
                attrs.add("shape", self.integers(&one));
                self.run("hlo.reshape", &[value], 1, attrs, loc)[0]
            })
            .collect();
        let all = self.joined(&rows, 0, loc);
        let zero = self.number(self.ctx.i32(), 0.0, loc);
        let mut operands = vec![all, root];
        operands.extend(dims.iter().map(|_| zero));
        let mut attrs = OpAttrs::new();
        attrs.add("slice_sizes", self.integers(&one));
        let own = self.run("hlo.dynamic_slice", &operands, 1, attrs, loc)[0];
        let mut attrs = OpAttrs::new();
        attrs.add("shape", self.integers(dims));
        Ok(self.run("hlo.reshape", &[own], 1, attrs, loc)[0])
    }

    /// The moves of a `collective_permute`, each from a member to a member.
    fn moves(&mut self, op: OpRef<'_>) -> Result<Vec<[usize; 2]>, Failed> {
        let pairs = list(op, "source_target_pairs").unwrap_or_default();
        let by_partition = Self::numbering(op) == Numbering::Partitions;
        let all: Vec<[i64; 2]> = (0..self.devices.len()).map(|at| self.process(at)).collect();
        let replicas = all.iter().map(|process| process[0]).max().unwrap_or(0) + 1;
        let own = usize::from(by_partition);
        let mut moves = Vec::new();
        for pair in pairs.chunks_exact(2) {
            let missing = pair.iter().find(|id| all.iter().all(|process| process[own] != **id));
            if let Some(number) = missing.filter(|_| !by_partition) {
                let why = match replicas {
                    1 => format!("a pair has replica {number}, and the program has one replica, which is 0"),
                    count => format!("a pair has replica {number}, and the program has {count}"),
                };
                return Err(self.module.refuse(op, why));
            }
            let places = |id: i64| all.iter().enumerate().filter(move |(_, process)| process[own] == id);
            // Pairs of other devices do the same along other axes.
            if places(pair[0]).count() != places(pair[1]).count() {
                let why = format!("a pair has a device that is not in the computation: {pair:?}");
                return Err(self.module.refuse(op, why));
            }
            for (from, process) in places(pair[0]) {
                let to = places(pair[1]).find(|(_, other)| other[1 - own] == process[1 - own]);
                moves.extend(to.map(|(to, _)| [from, to]));
            }
        }
        Ok(moves)
    }

    /// Converts a `collective_permute`: each member has the value of the one that is its source, or zeros.
    fn permuted(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let values = self.by_member(op, op.operand(0))?;
        let mut results: Vec<Option<Value>> = vec![None; values.len()];
        for [from, to] in self.moves(op)? {
            results[to] = Some(values[from]);
        }
        let mut given = Vec::with_capacity(results.len());
        for result in results {
            given.push(match result {
                Some(value) => value,
                None => self.zero(op, 0)?,
            });
        }
        self.give(op, 0, given);
        Ok(())
    }
}
