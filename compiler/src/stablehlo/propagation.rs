//! How values of a program are divided over devices where it does not say so: what arguments, constraints and manual computations say is
//! carried on through the operations between them.
//!
//! Each operation ties dimensions of its operands to dimensions of its results (*factors*, as Shardy's documentation calls them): an
//! element-wise operation every dimension to itself, a product its free dimensions. Axes that divide one dimension of a factor divide the
//! others, where these are not divided otherwise and can be cut into equal parts; the factor over most devices first. It goes on until nothing
//! changes: first through operations that keep elements where they are, then through all, and in each round in the order of the program, so
//! that equal programs have equal divisions. A division that is stated stays as it is.
//!
//! The result is what callers see of results without a stated sharding. It changes no element of any result.

use rustc_hash::FxHashMap;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{
    AxisRef, DimensionSharding, Mesh, MeshOrName, ShardingPerValue, TensorSharding,
};
use tfrt_dialects::stablehlo::attributes::DotDimensionNumbers;
use tfrt_ir::Module;
use tfrt_ir::body::Body;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, list, typed};
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
            if !tied.fold(false, |changed, tied| values.divide_all(&tied.factors) | changed) {
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
        let dimension =
            |axes: &Vec<AxisRef>| DimensionSharding { axes: axes.clone(), is_closed: true, priority: None };
        Some(TensorSharding {
            mesh: mesh.clone(),
            dimensions: found.axes.iter().map(dimension).collect(),
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
    fn divide_all(&mut self, factors: &[Factor]) -> bool {
        let mut order: Vec<(i64, &Factor)> =
            factors.iter().map(|factor| (-self.count(&self.most(factor)), factor)).collect();
        order.sort_by_key(|&(count, _)| count);
        order.into_iter().fold(false, |changed, (_, factor)| self.divide(factor) | changed)
    }

    /// Divides the dimensions of a factor as the one that is divided most; says whether something changed.
    fn divide(&mut self, factor: &Factor) -> bool {
        let most = self.most(factor);
        let mut has_changed = false;
        for (key, at) in factor {
            let Some(value) = self.known.get(key).filter(|value| !value.is_stated) else { continue };
            // Of unknown rank nothing is known.
            let Some(own) = value.axes.get(*at) else { continue };
            if own.len() >= most.len() || !most.starts_with(own) {
                continue;
            }
            let is_free = |axis: &&AxisRef| {
                !value
                    .axes
                    .iter()
                    .enumerate()
                    .any(|(other, axes)| other != *at && axes.iter().any(|used| used.name == axis.name))
            };
            let mut axes: Vec<AxisRef> = most.iter().take_while(is_free).cloned().collect();
            while value.dims[*at] < 0 || value.dims[*at] % self.count(&axes).max(1) != 0 {
                if axes.pop().is_none() {
                    break;
                }
            }
            if axes.len() > own.len() {
                has_changed = true;
                if let Some(value) = self.known.get_mut(key) {
                    value.axes[*at] = axes;
                }
            }
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
                factors
                    .extend(reshaped(&from, &to).into_iter().map(|(a, b)| vec![operand(0, a), result(0, b)]));
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
                    "stablehlo.fft" => list(op, "fft_length").map_or(0, |length| length.len()),
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
            ("stablehlo.scatter", ..) => {
                is_plain = false;
                for (&x, &y) in operands.iter().zip(&results) {
                    factors.extend(self.same(&[(body, x), (body, y)]));
                }
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
            ("func.call", ..) => {
                let callee = attr(op, "callee").and_then(|callee| op.ctx.flat_symbol(callee));
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
                    || matches!(
                        name,
                        "stablehlo.reduce_precision" | "stablehlo.map" | "stablehlo.bitcast_convert"
                    ) =>
            {
                let mut tied: Vec<(&Body, Value)> = vec![(body, y)];
                tied.extend(operands.iter().map(|&value| (body, value)));
                factors = self.same(&tied);
            }
            _ => {}
        }
        (!factors.is_empty()).then_some(Tied { is_plain, factors })
    }
}

/// The dimensions of a reshape that go together: the outermost of each group of as many elements.
fn reshaped(from: &[i64], to: &[i64]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < from.len() && b < to.len() {
        // Dimensions of one element are passed by.
        if from[a] == 1 && to[b] != 1 {
            a += 1;
            continue;
        }
        if to[b] == 1 && from[a] != 1 {
            b += 1;
            continue;
        }
        found.push((a, b));
        let (mut left, mut right) = (from[a].max(0), to[b].max(0));
        (a, b) = (a + 1, b + 1);
        while left != right {
            let (size, at, dims) =
                if left < right { (&mut left, &mut a, from) } else { (&mut right, &mut b, to) };
            let Some(&dim) = dims.get(*at) else { return found };
            *size = size.saturating_mul(dim.max(0));
            *at += 1;
            if *size == 0 {
                return found;
            }
        }
    }
    found
}

/// The dimensions of a product that go together, as pairs of a tensor (left, right, result) and a dimension.
fn product(numbers: &DotDimensionNumbers, ranks: [usize; 2]) -> Vec<Vec<(usize, usize)>> {
    let mut factors = Vec::new();
    let mut to = 0;
    for (&a, &b) in numbers.lhs_batching_dimensions.iter().zip(&numbers.rhs_batching_dimensions) {
        factors.push(vec![(0, a as usize), (1, b as usize), (2, to)]);
        to += 1;
    }
    let own = [
        (&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions),
        (&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions),
    ];
    for (tensor, (batch, contracted)) in own.into_iter().enumerate() {
        for dim in 0..ranks[tensor] {
            if !batch.contains(&(dim as i64)) && !contracted.contains(&(dim as i64)) {
                factors.push(vec![(tensor, dim), (2, to)]);
                to += 1;
            }
        }
    }
    for (&a, &b) in numbers.lhs_contracting_dimensions.iter().zip(&numbers.rhs_contracting_dimensions) {
        factors.push(vec![(0, a as usize), (1, b as usize)]);
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reshapes_tie_the_outermost_dimensions() {
        assert_eq!(reshaped(&[8, 4], &[32]), [(0, 0)]);
        assert_eq!(reshaped(&[32], &[8, 4]), [(0, 0)]);
        assert_eq!(reshaped(&[2, 3, 4], &[6, 4]), [(0, 0), (2, 1)]);
        assert_eq!(reshaped(&[1, 5, 6], &[5, 1, 6]), [(1, 0), (2, 2)]);
        assert_eq!(reshaped(&[0, 3], &[3, 0]), [(0, 0)]);
        assert_eq!(reshaped(&[], &[1, 1]), []);
    }
}
