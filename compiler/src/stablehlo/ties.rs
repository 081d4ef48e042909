//! Ties that each operation makes: dimensions of its operands and results that are divided alike.

use rustc_hash::FxHashMap;
use tfrt_dialects::sdy::attributes::{AxisRef, ManualAxes, ShardingPerValue, TensorSharding};
use tfrt_dialects::sdy::sharding_rule::ShardingRule;
use tfrt_dialects::stablehlo::attributes::{
    DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers,
};
use tfrt_ir::body::Body;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, int, list, typed};
use super::factors::{Indexed, groups, product};
use super::ops::elementwise;
use super::propagation::{Key, Values, key};

/// Bytecode has casts around operations of other dialects.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// A dimension of one of an operation's values.
pub(super) type Place = (Key, usize);

/// Dimensions that are divided together.
pub(super) type Factor = Vec<Place>;

/// A value of a manual computation's body, and the operand or result of the computation that it is a device's part of.
pub(super) struct Part {
    pub(super) whole: Key,
    pub(super) part: Key,
    /// The axes that the computation divides each dimension by; others divide the part.
    pub(super) manual: Vec<Vec<AxisRef>>,
}

/// The factors of an operation.
#[derive(Default)]
pub(super) struct Tied {
    /// Whether the operation keeps elements where they are.
    pub(super) is_plain: bool,
    /// The operands and results, in their order.
    pub(super) tensors: Vec<Key>,
    pub(super) factors: Vec<Factor>,
    /// Whether the factor of the earliest tensor comes first, however many devices it is over.
    pub(super) by_tensor: bool,
    /// Factors of an operation that keeps the elements of some of its tensors where they are.
    pub(super) early: Vec<Factor>,
    /// Factors along which elements change their places.
    pub(super) moving: Vec<Factor>,
    /// Groups of neighbouring dimensions that have the same elements in the same order.
    pub(super) groups: Vec<[Vec<Place>; 2]>,
    pub(super) parts: Vec<Part>,
}

/// The dimensions of an operation's operands and results with the factors that a rule gives them.
pub(super) fn ruled<'r>(op: OpRef<'_>, rule: &'r ShardingRule) -> Vec<(Place, &'r [i64])> {
    let values = op.operands().zip(&rule.operands).chain(op.results().zip(&rule.results));
    let places = values.flat_map(|(value, mapping)| {
        let dims = mapping.0.iter().enumerate();
        dims.map(move |(dim, own)| ((key(op.body, value), dim), &own.0[..]))
    });
    places.collect()
}

impl<'m> Values<'m> {
    /// Ties each dimension of some values to itself.
    fn same(&mut self, places: &[(&Body, Value)]) -> Vec<Factor> {
        let Some(&(body, first)) = places.first() else { return Vec::new() };
        let dims = self.dims(body, first);
        let alike: Vec<Key> = places
            .iter()
            .filter(|&&(body, value)| self.dims(body, value) == dims)
            .map(|&(body, value)| key(body, value))
            .collect();
        (0..dims.len()).map(|at| alike.iter().map(|&key| (key, at)).collect()).collect()
    }

    /// Ties a value to the first one of its group.
    fn group(&mut self, op: OpRef<'m>) -> Option<Tied> {
        let own = key(op.body, op.operands().next()?);
        let first = *self.groups.entry(int(op, "group_id")?).or_insert(own);
        // Constants of a group are not made anew by each device, also those that bytecode casts before.
        self.constants.remove(&own);
        let cast = op.operands().next().and_then(|value| op.body.defining_op(value)).map(|def| op.at(def));
        if let Some(cast) = cast.filter(|cast| cast.name_str() == CAST) {
            for value in cast.operands() {
                self.constants.remove(&key(op.body, value));
            }
        }
        let dims = &self.known.get(&own)?.dims;
        if first == own || self.known.get(&first)?.dims != *dims {
            return None;
        }
        let factors = (0..dims.len()).map(|at| vec![(first, at), (own, at)]).collect();
        Some(Tied { is_plain: true, tensors: vec![first, own], factors, ..Tied::default() })
    }

    /// The factors of an operation.
    pub(super) fn note(&mut self, op: OpRef<'m>) -> Option<Tied> {
        let body = op.body;
        let operands: Vec<Value> = op.operands().collect();
        let results: Vec<Value> = op.results().collect();
        for &value in operands.iter().chain(&results) {
            self.entry(body, value);
        }
        if op.name_str() == "sdy.sharding_group" {
            return self.group(op);
        }
        if self.is_constant(op) {
            self.constants.extend(results.iter().map(|&value| key(body, value)));
            return None;
        }
        let operand = |at: usize, dim: usize| (key(body, operands[at]), dim);
        let result = |at: usize, dim: usize| (key(body, results[at]), dim);
        let mut is_plain = true;
        let mut factors: Vec<Factor> = Vec::new();
        let (mut early, mut moving): (Vec<Factor>, Vec<Factor>) = (Vec::new(), Vec::new());
        let mut by_tensor = true;
        let mut branches: Vec<Key> = Vec::new();
        let mut all_groups = Vec::new();
        let mut parts = Vec::new();
        // What divides a decomposition is not always what divides the operation that it stands for.
        let named = match op.name_str() {
            "stablehlo.composite" => attr(op, "name"),
            "stablehlo.custom_call" => attr(op, "call_target_name"),
            _ => None,
        };
        let name = match named.and_then(|name| op.ctx.attr_as_str(name)) {
            Some(known @ ("chlo.top_k" | "chlo.erf" | "ApproxTopK")) => known,
            _ => op.name_str(),
        };
        match (name, &operands[..], &results[..]) {
            ("sdy.sharding_constraint" | "sdy.reshard", &[x], &[y]) => {
                if let Some(sharding) = typed::<TensorSharding>(op, "sharding") {
                    self.state(body, y, sharding);
                }
                factors = self.same(&[(body, x), (body, y)]);
            }
            ("sdy.manual_computation", ..) => {
                for (attribute, values) in [("in_shardings", &operands), ("out_shardings", &results)] {
                    let shardings =
                        typed::<ShardingPerValue>(op, attribute).map(|all| &all.0[..]).unwrap_or_default();
                    for (&value, sharding) in values.iter().zip(shardings) {
                        match attribute {
                            "in_shardings" => self.wanted(body, value, sharding),
                            _ => self.state(body, value, sharding),
                        }
                    }
                }
                parts = self.parts(op);
            }
            ("stablehlo.transpose", &[_], &[_]) => {
                let order = list(op, "permutation").unwrap_or_default();
                let tied = order
                    .iter()
                    .enumerate()
                    .map(|(at, &from)| vec![operand(0, from as usize), result(0, at)]);
                factors.extend(tied);
            }
            ("stablehlo.reshape", &[x], &[y]) => {
                let to = self.dims(body, y);
                // Of several in a row it is the first one's operand that the last one reshapes, too.
                for x in reshaped(op, x) {
                    for [a, b] in groups(&self.dims(body, x), &to) {
                        all_groups.push([
                            a.map(|at| (key(body, x), at)).collect(),
                            b.map(|at| result(0, at)).collect(),
                        ]);
                    }
                }
            }
            ("stablehlo.broadcast_in_dim", &[x], &[y]) => {
                is_plain = false;
                let places = list(op, "broadcast_dimensions").unwrap_or_default();
                let (from, to) = (self.dims(body, x), self.dims(body, y));
                for (at, &place) in places.iter().enumerate() {
                    if from.get(at) == to.get(place as usize) {
                        factors.push(vec![operand(0, at), result(0, place as usize)]);
                    }
                }
            }
            ("stablehlo.dot_general", &[a, b], &[_]) => {
                is_plain = false;
                if let Some(numbers) = typed::<DotDimensionNumbers>(op, "dot_dimension_numbers") {
                    let ranks = [self.dims(body, a).len(), self.dims(body, b).len()];
                    factors = product(numbers, ranks)
                        .into_iter()
                        .map(|factor| {
                            let place = |(tensor, dim): (usize, usize)| match tensor {
                                2 => result(0, dim),
                                tensor => operand(tensor, dim),
                            };
                            factor.into_iter().map(place).collect()
                        })
                        .collect();
                }
            }
            ("stablehlo.reduce", ..) => {
                is_plain = false;
                let gone = list(op, "dimensions").unwrap_or_default();
                let rank = operands.first().map_or(0, |&x| self.dims(body, x).len());
                let kept = (0..rank).filter(|&at| !gone.contains(&(at as i64)));
                for (to, from) in kept.enumerate() {
                    let inputs = (0..results.len()).map(|at| operand(at, from));
                    factors.push(inputs.chain((0..results.len()).map(|at| result(at, to))).collect());
                }
            }
            ("stablehlo.convolution", ..) => {
                is_plain = false;
                if let Some([image, kernel, to]) = super::attributes::convolution(op) {
                    factors.push(vec![operand(0, image[0] as usize), result(0, to[0] as usize)]);
                    factors.push(vec![operand(1, kernel[1] as usize), result(0, to[1] as usize)]);
                    for (&from, &to) in image.iter().zip(&to).skip(2) {
                        moving.push(vec![operand(0, from as usize), result(0, to as usize)]);
                    }
                }
            }
            (
                "stablehlo.sort"
                | "stablehlo.concatenate"
                | "stablehlo.slice"
                | "stablehlo.dynamic_slice"
                | "stablehlo.dynamic_update_slice"
                | "stablehlo.pad"
                | "stablehlo.reverse"
                | "stablehlo.reduce_window"
                | "stablehlo.select_and_scatter"
                | "stablehlo.fft"
                | "stablehlo.cholesky"
                | "stablehlo.triangular_solve",
                [x, ..],
                [y, ..],
            ) => {
                is_plain = false;
                let (from, to) = (self.dims(body, *x), self.dims(body, *y));
                let last = match name {
                    "stablehlo.cholesky" | "stablehlo.triangular_solve" => 2,
                    _ => 0,
                };
                let is_fixed =
                    operands.iter().skip(1).all(|&start| self.constants.contains(&key(body, start)));
                for at in 0..from.len().min(to.len()).saturating_sub(last) {
                    // Where the slice is may be known at run time only.
                    if name == "stablehlo.dynamic_slice" && from[at] != to[at] && !is_fixed {
                        continue;
                    }
                    if name == "stablehlo.dynamic_update_slice" {
                        early.push(vec![operand(0, at), result(0, at)]);
                        if operands
                            .get(1)
                            .is_none_or(|&update| self.dims(body, update).get(at) != from.get(at))
                        {
                            continue;
                        }
                    }
                    let tensors = operands.iter().enumerate().filter(|(_, value)| {
                        self.known.get(&key(body, **value)).is_some_and(|own| own.dims.len() == from.len())
                    });
                    let mut factor: Factor = tensors.map(|(i, _)| operand(i, at)).collect();
                    factor.extend((0..results.len()).map(|i| result(i, at)));
                    let is_alike = factor
                        .iter()
                        .all(|(key, at)| self.known.get(key).is_some_and(|own| own.dims[*at] == from[*at]));
                    match is_alike && !moves(op, at, from.len()) {
                        true => factors.push(factor),
                        false => moving.push(factor),
                    }
                }
            }
            ("stablehlo.gather", &[x, indices], &[y]) => {
                is_plain = false;
                let numbers = typed::<GatherDimensionNumbers>(op, "dimension_numbers").map(Indexed::from)?;
                let (whole, rank) = (self.dims(body, x), self.dims(body, indices).len());
                for factor in numbers.factors(&whole, rank, &self.dims(body, y)) {
                    let place =
                        |(tensor, dim)| if tensor == 2 { result(0, dim) } else { operand(tensor, dim) };
                    factors.push(factor.into_iter().map(place).collect());
                }
            }
            ("stablehlo.scatter", ..) => {
                is_plain = false;
                let numbers = typed::<ScatterDimensionNumbers>(op, "scatter_dimension_numbers");
                let numbers = numbers.map(Indexed::from)?;
                let count = results.len();
                let (Some(&indices), Some(_)) = (operands.get(count), operands.get(2 * count)) else {
                    return None;
                };
                let rank = self.dims(body, indices).len();
                for input in 0..count {
                    let dims = [input, count + 1 + input].map(|at| self.dims(body, operands[at]));
                    let at = [input, count, count + 1 + input];
                    let mut own: Vec<Factor> =
                        (0..dims[0].len()).map(|dim| vec![operand(input, dim), result(input, dim)]).collect();
                    for factor in numbers.factors(&dims[0], rank, &dims[1]) {
                        let whole = factor.iter().find(|(tensor, _)| *tensor == 0).map(|&(_, dim)| dim);
                        let others = factor.into_iter().filter(|(tensor, _)| *tensor != 0);
                        let others = others.map(|(tensor, dim)| operand(at[tensor], dim));
                        match whole {
                            Some(dim) => own[dim].extend(others),
                            None => factors.push(others.collect()),
                        }
                    }
                    factors.extend(own);
                }
            }
            ("chlo.top_k", &[x], &[y, ..]) => {
                is_plain = false;
                let (from, to) = (self.dims(body, x), self.dims(body, y));
                // The last dimension is another one, unless all of it is taken.
                for at in (0..from.len()).filter(|&at| from.get(at) == to.get(at)) {
                    let mut factor = vec![operand(0, at)];
                    factor.extend((0..results.len()).map(|index| result(index, at)));
                    factors.push(factor);
                }
            }
            ("stablehlo.bitcast_convert", &[x], &[y]) => {
                let rank = self.dims(body, x).len().min(self.dims(body, y).len());
                factors.extend((0..rank).map(|at| vec![operand(0, at), result(0, at)]));
            }
            ("stablehlo.while", ..) => {
                let mut tied: Vec<Vec<(&Body, Value)>> =
                    operands.iter().zip(&results).map(|(&x, &y)| vec![(body, x), (body, y)]).collect();
                for region in op.regions() {
                    let Some(block) = region.entry_block() else { continue };
                    for (tied, &argument) in tied.iter_mut().zip(region.body.block_args(block)) {
                        tied.push((region.body, argument));
                    }
                    let end = region.terminator(op.ctx).filter(|end| end.num_operands() == results.len());
                    for (tied, value) in tied.iter_mut().zip(end.into_iter().flat_map(|end| end.operands())) {
                        tied.push((region.body, value));
                    }
                }
                for tied in tied {
                    factors.extend(self.same(&tied));
                }
            }
            ("stablehlo.if" | "stablehlo.case", ..) => {
                for (index, &y) in results.iter().enumerate() {
                    let mut tied: Vec<(&Body, Value)> = vec![(body, y)];
                    for region in op.regions() {
                        let end = region.terminator(op.ctx);
                        tied.extend(
                            end.and_then(|end| end.operands().nth(index)).map(|value| (region.body, value)),
                        );
                    }
                    branches.extend(tied[1..].iter().map(|&(body, value)| key(body, value)));
                    factors.extend(self.same(&tied));
                }
            }
            ("func.call" | "stablehlo.composite", ..) => {
                let callee = attr(op, if name == "func.call" { "callee" } else { "decomposition" })
                    .and_then(|callee| op.ctx.flat_symbol(callee));
                let function = callee.and_then(|name| self.module.lookup(op.ctx.str(name)));
                let region = function.and_then(|function| function.region(0))?;
                let block = region.entry_block()?;
                for (&x, &argument) in operands.iter().zip(region.body.block_args(block)) {
                    factors.extend(self.same(&[(body, x), (region.body, argument)]));
                }
                let end = region.terminator(op.ctx);
                for (&y, value) in results.iter().zip(end.into_iter().flat_map(|end| end.operands())) {
                    factors.extend(self.same(&[(body, y), (region.body, value)]));
                }
            }
            // XLA has a call of its own for it, which ties nothing.
            ("chlo.erf", ..) => {}
            ("ApproxTopK", [x, ..], _) => {
                is_plain = false;
                factors.extend((0..self.dims(body, *x).len()).map(|at| {
                    let mut factor = vec![operand(0, at)];
                    factor.extend((0..results.len()).map(|index| result(index, at)));
                    factor
                }));
            }
            ("stablehlo.custom_call", ..) => {
                is_plain = false;
                let rule = typed::<ShardingRule>(op, "sdy.sharding_rule")?;
                let (mut single, mut several) = (FxHashMap::<i64, Factor>::default(), Vec::new());
                for (place, own) in ruled(op, rule) {
                    match own[..] {
                        [factor] => single.entry(factor).or_default().push(place),
                        [] => {}
                        _ => several.push((own, place)),
                    }
                }
                // A dimension of several factors is like those of one factor each, elsewhere.
                for (own, place) in several {
                    let parts = own.iter().map(|factor| single.get(factor)?.first().copied());
                    all_groups
                        .extend(parts.collect::<Option<Vec<Place>>>().map(|parts| [vec![place], parts]));
                }
                // XLA carries axes through factors that need replication, too: what the function of the operation asks for is what divides it.
                let mut ordered: Vec<(i64, Factor)> = single.into_iter().collect();
                ordered.sort_by_key(|&(factor, _)| factor);
                factors.extend(ordered.into_iter().map(|(_, places)| places));
            }
            (
                "stablehlo.all_reduce"
                | "stablehlo.all_gather"
                | "stablehlo.all_to_all"
                | "stablehlo.reduce_scatter"
                | "stablehlo.collective_permute"
                | "stablehlo.collective_broadcast",
                ..,
            ) => {
                for (&x, &y) in operands.iter().zip(&results) {
                    let (from, to) = (self.dims(body, x), self.dims(body, y));
                    let is_kept = |&at: &usize| from[at] == to[at];
                    let kept = (0..from.len().min(to.len())).filter(is_kept);
                    factors.extend(kept.map(|at| vec![(key(body, x), at), (key(body, y), at)]));
                }
            }
            ("stablehlo.optimization_barrier" | CAST, ..) => {
                for (&x, &y) in operands.iter().zip(&results) {
                    factors.extend(self.same(&[(body, x), (body, y)]));
                }
            }
            (_, _, &[y])
                if elementwise(op).is_some()
                    || matches!(name, "stablehlo.reduce_precision" | "stablehlo.map") =>
            {
                let mut tied: Vec<(&Body, Value)> = vec![(body, y)];
                tied.extend(operands.iter().map(|&value| (body, value)));
                by_tensor = false;
                factors = self.same(&tied);
                factors.iter_mut().for_each(|factor| factor.rotate_left(1));
            }
            _ => {}
        }
        let is_empty = [&factors, &early, &moving].into_iter().all(Vec::is_empty)
            && all_groups.is_empty()
            && parts.is_empty();
        let own = operands.iter().chain(&results).map(|&value| key(body, value));
        let tensors = branches.into_iter().chain(own).collect();
        (!is_empty).then_some(Tied {
            is_plain,
            tensors,
            factors,
            by_tensor,
            early,
            moving,
            groups: all_groups,
            parts,
        })
    }

    /// Whether an operation's results follow from constants alone. What is computed from a literal does so even if the literal is in a group.
    fn is_constant(&self, op: OpRef<'_>) -> bool {
        let name = op.name_str();
        let is_literal = |value: Value| {
            let def = op.body.defining_op(value).map(|def| op.at(def));
            def.is_some_and(|def| def.name_str() == "stablehlo.constant")
        };
        matches!(name, "stablehlo.constant" | "stablehlo.iota")
            || (matches!(name, "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.slice")
                || elementwise(op).is_some())
                && op.num_operands() > 0
                && op
                    .operands()
                    .all(|value| self.constants.contains(&key(op.body, value)) || is_literal(value))
    }

    /// The values of a manual computation's body that are parts of its operands and results, where it leaves axes to the compiler.
    fn parts(&mut self, op: OpRef<'m>) -> Vec<Part> {
        let mut found = Vec::new();
        let (Some(ManualAxes(names)), Some(region)) = (typed::<ManualAxes>(op, "manual_axes"), op.region(0))
        else {
            return found;
        };
        let Some(block) = region.entry_block() else { return found };
        let inputs = op.operands().zip(region.body.block_args(block).to_vec());
        let given = region.terminator(op.ctx).into_iter().flat_map(|end| end.operands().collect::<Vec<_>>());
        let outputs = op.results().zip(given);
        for (attribute, pairs) in
            [("in_shardings", inputs.collect::<Vec<_>>()), ("out_shardings", outputs.collect())]
        {
            let shardings =
                typed::<ShardingPerValue>(op, attribute).map(|all| &all.0[..]).unwrap_or_default();
            for ((whole, part), sharding) in pairs.into_iter().zip(shardings) {
                let Ok(mesh) = sharding.mesh(|name| self.module.lookup(name)) else { continue };
                let is_manual = |name: &str| names.iter().any(|own| **own == *name);
                let rank = self.dims(op.body, whole).len();
                if mesh.axes.iter().all(|axis| is_manual(&axis.name))
                    || sharding.dimensions.len() != rank
                    || self.dims(region.body, part).len() != rank
                {
                    continue;
                }
                let manual = sharding.dimensions.iter().map(|dimension| {
                    dimension.axes.iter().take_while(|axis| is_manual(&axis.name)).cloned().collect()
                });
                found.push(Part {
                    whole: key(op.body, whole),
                    part: key(region.body, part),
                    manual: manual.collect(),
                });
            }
        }
        found
    }
}

/// The operand of a reshape, and the operands of those that come before it without others between.
fn reshaped(op: OpRef<'_>, operand: Value) -> Vec<Value> {
    let mut found = vec![operand];
    while let Some(before) = op.body.defining_op(found[found.len() - 1]) {
        let before = OpRef { op: before, ..op };
        match before.operands().next().filter(|_| before.name_str() == "stablehlo.reshape") {
            Some(value) => found.push(value),
            None => break,
        }
    }
    found
}

/// Whether an operation moves elements along a dimension of its first operand, which has `rank` dimensions.
fn moves(op: OpRef<'_>, at: usize, rank: usize) -> bool {
    let at = at as i64;
    let named = |name: &str| attr(op, name).and_then(|attr| op.ctx.attr_as_i64(attr)) == Some(at);
    match op.name_str() {
        "stablehlo.sort" | "stablehlo.concatenate" => named("dimension"),
        "stablehlo.reverse" => list(op, "dimensions").is_some_and(|own| own.contains(&at)),
        "stablehlo.fft" => list(op, "fft_length").is_some_and(|lengths| at as usize + lengths.len() >= rank),
        "stablehlo.reduce_window" => {
            list(op, "window_dimensions").is_some_and(|sizes| sizes.get(at as usize) != Some(&1))
        }
        _ => false,
    }
}
