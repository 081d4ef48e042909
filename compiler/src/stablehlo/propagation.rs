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
    AxisRef, DimensionSharding, Mesh, MeshOrName, ShardingPerValue, ShardingRule, TensorMapping,
    TensorSharding,
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
    /// The dimensions that must stay so.
    closed: Vec<bool>,
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
    let Some((main, arguments, end)) = main(module) else { return Shardings::default() };
    let Some(values) = Values::of(module, is_open) else { return Shardings::default() };
    let found = |name: &str, index: usize, body: &Body, value: Value| match stated(main, name, index) {
        Some(sharding) => Some(values.completed(sharding, key(body, value))),
        None => values.sharding(key(body, value)),
    };
    [
        arguments.iter().enumerate().map(|(at, &value)| found("arg_attrs", at, end.body, value)).collect(),
        end.operands().enumerate().map(|(at, value)| found("res_attrs", at, end.body, value)).collect(),
    ]
}

/// The shardings of the operands and results of the operations that `is_wanted` says, as [`shardings`] finds those of `main`, in the order in
/// which [`Body::walk`] comes by the operations.
#[must_use]
pub fn operation_shardings(
    module: &Module,
    is_open: impl Fn(usize) -> bool,
    is_wanted: impl Fn(OpRef<'_>) -> bool,
) -> Vec<Shardings> {
    let mut wanted = Vec::new();
    let ctx = module.ctx();
    module.contents().walk(&mut |body, op| {
        let op = OpRef { ctx, body, op };
        if is_wanted(op) {
            wanted.push(op);
        }
    });
    if wanted.is_empty() {
        return Vec::new();
    }
    let values = Values::of(module, is_open);
    let sharding = |body: &Body, value| values.as_ref()?.sharding(key(body, value));
    let of = |op: OpRef<'_>| {
        if let Some((values, rule)) = values.as_ref().zip(typed::<ShardingRule>(op, "sdy.sharding_rule")) {
            return values.agreed(op, rule);
        }
        [
            op.operands().map(|value| sharding(op.body, value)).collect(),
            op.results().map(|value| sharding(op.body, value)).collect(),
        ]
    };
    wanted.into_iter().map(of).collect()
}

/// The dimensions of an operation's operands and results with the factors that a rule gives them.
fn ruled<'r>(op: OpRef<'_>, rule: &'r ShardingRule) -> Vec<(Place, &'r [i64])> {
    let values = op.operands().zip(&rule.operands).chain(op.results().zip(&rule.results));
    let places = values.flat_map(|(value, mapping)| {
        let dims = mapping.0.iter().enumerate();
        dims.map(move |(dim, own)| ((key(op.body, value), dim), &own.0[..]))
    });
    places.collect()
}

/// The function `main`, its arguments, and the operation that returns from it.
fn main(module: &Module) -> Option<(OpRef<'_>, &[Value], OpRef<'_>)> {
    let main = module.lookup("main")?;
    let region = main.region(0)?;
    Some((main, region.body.block_args(region.entry_block()?), region.terminator(main.ctx)?))
}

/// What a function says of one of its arguments or results.
fn stated<'m>(main: OpRef<'m>, name: &str, index: usize) -> Option<&'m TensorSharding> {
    let all = main.ctx.array_elems(main.attr(name)?)?;
    let own = main.ctx.dict_get(*all.get(index)?, main.ctx.ident("sdy.sharding"))?;
    TensorSharding::of(main.ctx, own)
}

impl<'m> Values<'m> {
    /// The values of a module, divided as it says and as follows; nothing of one without a function `main`.
    fn of(module: &'m Module, is_open: impl Fn(usize) -> bool) -> Option<Values<'m>> {
        let (main, arguments, end) = main(module)?;
        let body = end.body;
        let mut values = Values { module, mesh: None, known: FxHashMap::default() };
        for (index, &argument) in arguments.iter().enumerate() {
            match stated(main, "arg_attrs", index) {
                Some(sharding) => {
                    values.state(body, argument, sharding);
                    if !is_open(index) {
                        values.entry(body, argument).closed.fill(true);
                    }
                }
                None => values.entry(body, argument).closed.fill(!is_open(index)),
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
        for (index, value) in end.operands().enumerate() {
            if let Some(sharding) = stated(main, "res_attrs", index) {
                values.wanted(body, value, sharding);
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
        Some(values)
    }
}

impl<'m> Values<'m> {
    fn entry(&mut self, body: &Body, value: Value) -> &mut Divided {
        let ctx = self.module.ctx();
        self.known.entry(key(body, value)).or_insert_with(|| {
            let dims = ctx.type_kind(body.value_type(value)).dims().unwrap_or_default().to_vec();
            Divided { axes: vec![Vec::new(); dims.len()], closed: vec![false; dims.len()], dims }
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

    /// Takes over a sharding, which stays but for dimensions that it leaves open.
    fn state(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        self.set(body, value, sharding);
        let entry = self.entry(body, value);
        let is_open = |at: usize| sharding.dimensions.get(at).is_some_and(|dimension| !dimension.is_closed);
        entry.closed = (0..entry.dims.len()).map(|at| !is_open(at)).collect();
    }

    /// A sharding that a user of a value states, if nothing is known of it.
    fn wanted(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        let entry = self.entry(body, value);
        if !entry.closed.contains(&true) && entry.axes.iter().all(Vec::is_empty) {
            self.set(body, value, sharding);
        }
    }

    fn sharding(&self, key: Key) -> Option<TensorSharding> {
        let (mesh, _) = self.mesh.as_ref()?;
        let found = self.known.get(&key)?;
        self.sharding_of(mesh, &found.dims, found.axes.clone())
    }

    /// A stated sharding, with further axes of the value where it leaves dimensions open.
    fn completed(&self, stated: &TensorSharding, key: Key) -> TensorSharding {
        let mut sharding = stated.clone();
        let Some(known) = self.known.get(&key).filter(|known| known.dims.len() == sharding.dimensions.len())
        else {
            return sharding;
        };
        for at in 0..sharding.dimensions.len() {
            let own = &sharding.dimensions[at];
            if own.is_closed || !known.axes[at].starts_with(&own.axes) {
                continue;
            }
            let all = sharding.dimensions.iter().flat_map(|dimension| &dimension.axes);
            let used: Vec<AxisRef> = all.chain(&sharding.replicated).cloned().collect();
            let further = &known.axes[at][own.axes.len()..];
            let mut axes = own.axes.clone();
            axes.extend(
                further.iter().take_while(|axis| !used.iter().any(|used| used.name == axis.name)).cloned(),
            );
            while axes.len() > own.axes.len() && known.dims[at] % self.count(&axes).max(1) != 0 {
                axes.pop();
            }
            sharding.dimensions[at].axes = axes;
        }
        sharding
    }

    /// The sharding by the axes of each dimension, as far as they cut it into equal parts; `None` of what each device has whole.
    fn sharding_of(
        &self,
        mesh: &MeshOrName,
        dims: &[i64],
        axes: Vec<Vec<AxisRef>>,
    ) -> Option<TensorSharding> {
        if axes.iter().all(Vec::is_empty) || dims.contains(&0) {
            return None;
        }
        let dimension = |(mut axes, &dim): (Vec<AxisRef>, &i64)| {
            while dim % self.count(&axes).max(1) != 0 {
                axes.pop();
            }
            DimensionSharding { axes, is_closed: true, priority: None }
        };
        Some(TensorSharding {
            mesh: mesh.clone(),
            dimensions: axes.into_iter().zip(dims).map(dimension).collect(),
            replicated: Vec::new(),
            unreduced: Vec::new(),
        })
    }

    /// The shardings of an operation's operands and results that agree with its rule: each factor is divided in one way, that of the place where it
    /// is divided most, and an axis divides one factor.
    fn agreed(&self, op: OpRef<'_>, rule: &ShardingRule) -> Shardings {
        let mut factors: Vec<Vec<AxisRef>> = vec![Vec::new(); rule.factor_sizes.len()];
        let places = ruled(op, rule);
        let mut order: Vec<(i64, usize, Vec<AxisRef>)> = (0..factors.len())
            .filter(|factor| !rule.need_replication.contains(&(*factor as i64)))
            .map(|factor| {
                let own: Factor = places
                    .iter()
                    .filter(|(_, factors)| *factors == [factor as i64])
                    .map(|&(place, _)| place)
                    .collect();
                let most = self.most(&own);
                (-self.count(&most), factor, most)
            })
            .collect();
        order.sort_by_key(|&(count, factor, _)| (count, factor));
        for (_, factor, most) in order {
            let is_free = |axis: &AxisRef| !factors.iter().flatten().any(|used| used.name == axis.name);
            factors[factor] = most.iter().take_while(|axis| is_free(axis)).cloned().collect();
        }
        let of = |value: Value, mapping: Option<&TensorMapping>| {
            let (mesh, _) = self.mesh.as_ref()?;
            let dims = &self.known.get(&key(op.body, value))?.dims;
            let own =
                |at: usize| mapping.and_then(|mapping| mapping.0.get(at)).map_or(&[][..], |own| &own.0[..]);
            let axes = (0..dims.len()).map(|at| {
                let factors = own(at).iter().filter_map(|&factor| factors.get(usize::try_from(factor).ok()?));
                factors.flatten().cloned().collect()
            });
            self.sharding_of(mesh, dims, axes.collect())
        };
        [
            op.operands().enumerate().map(|(at, value)| of(value, rule.operands.get(at))).collect(),
            op.results().enumerate().map(|(at, value)| of(value, rule.results.get(at))).collect(),
        ]
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
        let Some(value) = self.known.get_mut(&key) else { return false };
        // Of unknown rank nothing is known.
        let Some(own) = value.axes.get(at) else { return false };
        if value.closed[at] || own.len() >= most.len() || !most.starts_with(own) || value.dims[at] < 0 {
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
        // What divides a decomposition is not always what divides the operation that it stands for.
        let composed = (op.name_str() == "stablehlo.composite").then(|| attr(op, "name")).flatten();
        let name = match composed.and_then(|name| op.ctx.attr_as_str(name)) {
            Some("chlo.top_k") => "chlo.top_k",
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
                let is_kept = |factor: &i64| !rule.need_replication.contains(factor);
                let mut kept: Vec<(i64, Factor)> =
                    single.into_iter().filter(|(factor, _)| is_kept(factor)).collect();
                kept.sort_by_key(|&(factor, _)| factor);
                factors.extend(kept.into_iter().map(|(_, places)| places));
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
