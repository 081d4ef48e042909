//! How values of a program are divided over devices where it does not say so: what arguments, constraints and manual computations say is
//! carried on through the operations between them.
//!
//! Each operation ties dimensions of its operands to dimensions of its results (*factors*, as Shardy's documentation calls them): an
//! element-wise operation every dimension to itself, a product its free dimensions. Axes that divide one dimension of a factor divide the
//! others, where these are not divided otherwise, in equal parts or not; the factor over most devices first. A reshape carries axes on as far as they
//! cut its dimensions into equal parts, and so do the results of the program. It goes on until nothing
//! changes: first through operations that keep elements where they are, then through all, and in each round in the order of the program, so
//! that equal programs have equal divisions. A division that is stated stays as it is.
//!
//! The result is what callers see of results without a stated sharding. It changes no element of any result.

use rustc_hash::FxHashMap;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{
    AxisRef, DimensionSharding, Mesh, MeshOrName, ShardingPerValue, TensorSharding,
};
use tfrt_dialects::stablehlo::attributes::{
    DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers,
};
use tfrt_ir::Module;
use tfrt_ir::body::Body;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, list, typed};
use super::factors::{Indexed, carried, groups, product};
use super::ops::elementwise;

/// A value of a program: values of different bodies have numbers of their own.
type Key = (usize, Value);

fn key(body: &Body, value: Value) -> Key {
    (std::ptr::from_ref(body).addr(), value)
}

/// A dimension of one of an operation's values.
type Place = (Key, usize);

/// Dimensions that are divided together.
type Factor = Vec<Place>;

/// The factors of an operation.
struct Tied {
    /// Whether the operation keeps elements where they are.
    is_plain: bool,
    factors: Vec<Factor>,
    /// Groups of neighbouring dimensions that have the same elements in the same order.
    groups: Vec<[Vec<Place>; 2]>,
}

/// How a value is divided, as far as is known.
struct Divided {
    dims: Vec<i64>,
    /// For each dimension.
    axes: Vec<Vec<AxisRef>>,
    /// Whether it must stay so.
    is_stated: bool,
}

/// The values of a module.
struct Values<'m> {
    module: &'m Module,
    mesh: Option<(MeshOrName, &'m Mesh)>,
    known: FxHashMap<Key, Divided>,
}

/// The rounds after which the search ends, if it has not before.
const ROUNDS: usize = 64;

/// The shardings of arguments and of results of a function.
pub type Shardings = [Vec<Option<TensorSharding>>; 2];

/// The shardings of the arguments and results of the function `main`: stated ones, and those that follow from the program for results, and for
/// arguments that `is_open` says may be placed in any way. `None` for a tensor that each device has whole, and for all of a program without meshes.
#[must_use]
pub fn shardings(module: &Module, is_open: impl Fn(usize) -> bool) -> Shardings {
    let Some(main) = module.lookup("main") else { return Shardings::default() };
    let mut values = Values { module, mesh: None, known: FxHashMap::default() };
    let Some(region) = main.region(0) else { return Shardings::default() };
    let Some(block) = region.entry_block() else { return Shardings::default() };
    let stated = |name: &str, index: usize| {
        let all = main.ctx.array_elems(main.attr(name)?)?;
        let own = main.ctx.dict_get(*all.get(index)?, main.ctx.ident("sdy.sharding"))?;
        TensorSharding::of(main.ctx, own)
    };
    let arguments = region.body.block_args(block);
    for (index, &argument) in arguments.iter().enumerate() {
        match stated("arg_attrs", index) {
            Some(sharding) => values.state(region.body, argument, sharding),
            None => values.entry(region.body, argument).is_stated = !is_open(index),
        }
    }
    let mut all: Vec<Tied> = Vec::new();
    for op in module.ops() {
        for region in op.regions() {
            region.body.walk_region(region.region, &mut |body, inner| {
                all.extend(values.note(OpRef { ctx: main.ctx, body, op: inner }));
            });
        }
    }
    let Some(end) = region.terminator(main.ctx) else { return Shardings::default() };
    for (index, value) in end.operands().enumerate() {
        if let Some(sharding) = stated("res_attrs", index) {
            values.wanted(region.body, value, sharding);
        }
    }
    for plain_only in [true, false] {
        for _ in 0..ROUNDS {
            let tied = all.iter().filter(|tied| tied.is_plain || !plain_only);
            if !tied.fold(false, |changed, tied| values.divide_all(tied) | changed) {
                break;
            }
        }
    }
    let found = |name: &str, index: usize, value: Value| match stated(name, index) {
        Some(sharding) => Some(sharding.clone()),
        None => values.sharding(key(region.body, value)),
    };
    [
        arguments.iter().enumerate().map(|(index, &value)| found("arg_attrs", index, value)).collect(),
        end.operands().enumerate().map(|(index, value)| found("res_attrs", index, value)).collect(),
    ]
}

impl<'m> Values<'m> {
    fn entry(&mut self, body: &Body, value: Value) -> &mut Divided {
        let ctx = self.module.ctx();
        self.known.entry(key(body, value)).or_insert_with(|| {
            let dims = ctx.type_kind(body.value_type(value)).dims().unwrap_or_default().to_vec();
            Divided { axes: vec![Vec::new(); dims.len()], dims, is_stated: false }
        })
    }

    fn dims(&mut self, body: &Body, value: Value) -> Vec<i64> {
        self.entry(body, value).dims.clone()
    }

    /// Takes over a sharding, if it is of the one mesh that there is.
    fn set(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        let Ok(mesh) = sharding.mesh(|name| self.module.lookup(name)) else { return };
        let (_, known) = self.mesh.get_or_insert_with(|| (sharding.mesh.clone(), mesh));
        let is_same = *known == mesh;
        let entry = self.entry(body, value);
        if is_same && entry.dims.len() == sharding.dimensions.len() {
            entry.axes = sharding.dimensions.iter().map(|dimension| dimension.axes.clone()).collect();
        }
    }

    fn state(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        self.set(body, value, sharding);
        self.entry(body, value).is_stated = true;
    }

    /// A sharding that a user of a value states, if nothing is known of it.
    fn wanted(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        let entry = self.entry(body, value);
        if !entry.is_stated && entry.axes.iter().all(Vec::is_empty) {
            self.set(body, value, sharding);
        }
    }

    fn sharding(&self, key: Key) -> Option<TensorSharding> {
        let (mesh, _) = self.mesh.as_ref()?;
        let found = self.known.get(&key).filter(|found| found.axes.iter().any(|axes| !axes.is_empty()))?;
        if found.dims.contains(&0) {
            return None;
        }
        let dimension = |(axes, &dim): (&Vec<AxisRef>, &i64)| {
            let mut axes = axes.clone();
            while dim % self.count(&axes).max(1) != 0 {
                axes.pop();
            }
            DimensionSharding { axes, is_closed: true, priority: None }
        };
        Some(TensorSharding {
            mesh: mesh.clone(),
            dimensions: found.axes.iter().zip(&found.dims).map(dimension).collect(),
            replicated: Vec::new(),
            unreduced: Vec::new(),
        })
    }

    /// The devices along some axes.
    fn count(&self, axes: &[AxisRef]) -> i64 {
        let Some((_, mesh)) = &self.mesh else { return 1 };
        let size = |axis: &AxisRef| match axis.part {
            Some(part) => part.size,
            None => mesh.axis(&axis.name).map_or(1, |at| mesh.axes[at].size),
        };
        axes.iter().map(size).product()
    }

    /// The axes of the dimension of a factor that is divided most.
    fn most(&self, factor: &Factor) -> Vec<AxisRef> {
        let mut most: Vec<AxisRef> = Vec::new();
        for (key, at) in factor {
            let axes = self.known.get(key).and_then(|value| value.axes.get(*at));
            if let Some(axes) = axes.filter(|axes| axes.len() > most.len()) {
                most.clone_from(axes);
            }
        }
        most
    }

    /// Divides the dimensions of an operation's factors, those over most devices first; says whether something changed.
    fn divide_all(&mut self, tied: &Tied) -> bool {
        let mut order: Vec<(i64, &Factor)> =
            tied.factors.iter().map(|factor| (-self.count(&self.most(factor)), factor)).collect();
        order.sort_by_key(|&(count, _)| count);
        let changed = order.into_iter().fold(false, |changed, (_, factor)| self.divide(factor) | changed);
        tied.groups.iter().fold(changed, |changed, [from, to]| {
            let there = self.carry(from, to);
            self.carry(to, from) | there | changed
        })
    }

    /// Divides the dimensions of a group as those of the other one; says whether something changed.
    fn carry(&mut self, from: &[Place], to: &[Place]) -> bool {
        let mut axes: Vec<Vec<AxisRef>> = Vec::new();
        let mut dims = Vec::new();
        for (key, at) in from {
            let Some(value) = self.known.get(key) else { return false };
            axes.push(value.axes[*at].clone());
            dims.push(value.dims[*at]);
        }
        let sizes: Vec<Vec<i64>> = axes
            .iter()
            .map(|own| own.iter().map(|axis| self.count(std::slice::from_ref(axis))).collect())
            .collect();
        let others: Vec<i64> =
            to.iter().filter_map(|(key, at)| Some(self.known.get(key)?.dims[*at])).collect();
        let counts = carried(&dims, &sizes, &others);
        let mut all = axes.into_iter().flatten();
        let mut has_changed = false;
        for (&(key, at), count) in to.iter().zip(counts) {
            let most: Vec<AxisRef> = all.by_ref().take(count).collect();
            has_changed |= self.extend(key, at, &most);
        }
        has_changed
    }

    /// Divides the dimensions of a factor as the one that is divided most; says whether something changed.
    fn divide(&mut self, factor: &Factor) -> bool {
        let most = self.most(factor);
        factor.iter().fold(false, |changed, &(key, at)| self.extend(key, at, &most) | changed)
    }

    /// Divides a dimension by further axes, if nothing is stated and as far as no other dimension has them; says whether something changed.
    fn extend(&mut self, key: Key, at: usize, most: &[AxisRef]) -> bool {
        let Some(value) = self.known.get_mut(&key).filter(|value| !value.is_stated) else { return false };
        // Of unknown rank nothing is known.
        let Some(own) = value.axes.get(at) else { return false };
        if own.len() >= most.len() || !most.starts_with(own) || value.dims[at] < 0 {
            return false;
        }
        let is_free = |axis: &&AxisRef| {
            let mut others = value.axes.iter().enumerate().filter(|&(other, _)| other != at);
            !others.any(|(_, axes)| axes.iter().any(|used| used.name == axis.name))
        };
        let axes: Vec<AxisRef> = most.iter().take_while(is_free).cloned().collect();
        let has_changed = axes.len() > own.len();
        if has_changed {
            value.axes[at] = axes;
        }
        has_changed
    }

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

    /// The factors of an operation.
    fn note(&mut self, op: OpRef<'m>) -> Option<Tied> {
        let body = op.body;
        let operands: Vec<Value> = op.operands().collect();
        let results: Vec<Value> = op.results().collect();
        for &value in operands.iter().chain(&results) {
            self.entry(body, value);
        }
        let operand = |at: usize, dim: usize| (key(body, operands[at]), dim);
        let result = |at: usize, dim: usize| (key(body, results[at]), dim);
        let mut is_plain = true;
        let mut factors: Vec<Factor> = Vec::new();
        let mut all_groups = Vec::new();
        let name = op.name_str();
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
                let (from, to) = (self.dims(body, x), self.dims(body, y));
                for [a, b] in groups(&from, &to) {
                    all_groups
                        .push([a.map(|at| operand(0, at)).collect(), b.map(|at| result(0, at)).collect()]);
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
                        factors.push(vec![operand(0, from as usize), result(0, to as usize)]);
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
                for at in 0..from.len().min(to.len()).saturating_sub(last) {
                    let tensors = operands.iter().enumerate().filter(|(_, value)| {
                        self.known.get(&key(body, **value)).is_some_and(|own| own.dims.len() == from.len())
                    });
                    let mut factor: Factor = tensors.map(|(i, _)| operand(i, at)).collect();
                    factor.extend((0..results.len()).map(|i| result(i, at)));
                    factors.push(factor);
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
                for (&x, &y) in operands.iter().zip(&results) {
                    factors.extend(self.same(&[(body, x), (body, y)]));
                }
                let numbers = typed::<ScatterDimensionNumbers>(op, "scatter_dimension_numbers");
                let numbers = numbers.map(Indexed::from)?;
                let count = results.len();
                let (Some(&indices), Some(_)) = (operands.get(count), operands.get(2 * count)) else {
                    return None;
                };
                let rank = self.dims(body, indices).len();
                for input in 0..count {
                    let dims = [input, count + 1 + input].map(|at| self.dims(body, operands[at]));
                    for factor in numbers.factors(&dims[0], rank, &dims[1]) {
                        let at = [input, count, count + 1 + input];
                        factors
                            .push(factor.into_iter().map(|(tensor, dim)| operand(at[tensor], dim)).collect());
                    }
                }
            }
            ("chlo.top_k", &[x], _) => {
                is_plain = false;
                for at in 0..self.dims(body, x).len().saturating_sub(1) {
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
            // Bytecode has casts around operations of other dialects.
            ("stablehlo.optimization_barrier" | "builtin.unrealized_conversion_cast", ..) => {
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
                factors = self.same(&tied);
            }
            _ => {}
        }
        (!factors.is_empty() || !all_groups.is_empty()).then_some(Tied {
            is_plain,
            factors,
            groups: all_groups,
        })
    }
}
