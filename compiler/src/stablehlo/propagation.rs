//! The division of values over devices where the program does not state one: what arguments, constraints and manual computations say is
//! carried on through the operations between them.
//!
//! Each operation ties dimensions of its operands to dimensions of its results (*factors*, as Shardy's documentation calls them): an
//! element-wise operation every dimension to itself, a product its free dimensions. Axes that divide one dimension of a factor divide the
//! others, in equal parts or not, as far as its dimensions agree. Where an axis could divide two dimensions of a tensor, it divides the one that is divided
//! in an earlier operand, and in an element-wise operation the one over most devices. A reshape carries axes on as far as they
//! cut its dimensions into equal parts, and so do the results of the program. It goes on until nothing
//! changes: first through operations that keep elements where they are, then along dimensions whose elements keep their places, then through all,
//! and in each round in the order of the program, so that equal programs have equal divisions. A division that is stated stays as it is.
//!
//! The result is what callers see of results without a stated sharding. It changes no element of any result.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{AxisRef, DimensionSharding, Mesh, MeshOrName, TensorSharding};
use tfrt_dialects::sdy::sharding_rule::{ShardingRule, TensorMapping};
use tfrt_ir::Module;
use tfrt_ir::body::Body;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

use super::attributes::typed;
use super::factors::carried;
use super::ties::{Factor, Part, Place, Tied, ruled};

/// A value of a program: values of different bodies have numbers of their own.
pub(super) type Key = (usize, Value);

pub(super) fn key(body: &Body, value: Value) -> Key {
    (std::ptr::from_ref(body).addr(), value)
}

/// The sharding of a value, as far as it is known.
pub(super) struct Divided {
    pub(super) dims: Vec<i64>,
    /// For each dimension.
    axes: Vec<Vec<AxisRef>>,
    /// The dimensions that must stay so.
    closed: Vec<bool>,
}

/// The values of a module.
pub(super) struct Values<'m> {
    pub(super) module: &'m Module,
    mesh: Option<(MeshOrName, &'m Mesh)>,
    pub(super) known: FxHashMap<Key, Divided>,
    /// Values that follow from constants alone. Each device makes the part that it needs, so that one user's division is not another's.
    pub(super) constants: FxHashSet<Key>,
    /// The first value of each group of values that are to be divided alike.
    pub(super) groups: FxHashMap<i64, Key>,
}

/// The operations that axes are carried through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Through {
    /// Operations that keep elements where they are.
    Plain,
    /// And others, along dimensions whose elements keep their places.
    Places,
    All,
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

/// The function `main`, its arguments, and the operation that returns from it.
fn main(module: &Module) -> Option<(OpRef<'_>, &[Value], OpRef<'_>)> {
    let main = module.lookup("main")?;
    let region = main.region(0)?;
    Some((main, region.body.block_args(region.entry_block()?), region.terminator(main.ctx)?))
}

/// The sharding that a function declares for one of its arguments or results.
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
        let mut values = Values {
            module,
            mesh: None,
            known: FxHashMap::default(),
            constants: FxHashSet::default(),
            groups: FxHashMap::default(),
        };
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
        for through in [Through::Plain, Through::Places, Through::All] {
            for _ in 0..ROUNDS {
                if !all.iter().fold(false, |changed, tied| values.divide_all(tied, through) | changed) {
                    break;
                }
            }
        }
        Some(values)
    }
}

impl<'m> Values<'m> {
    pub(super) fn entry(&mut self, body: &Body, value: Value) -> &mut Divided {
        let ctx = self.module.ctx();
        self.known.entry(key(body, value)).or_insert_with(|| {
            let dims = ctx.type_kind(body.value_type(value)).dims().unwrap_or_default().to_vec();
            Divided { axes: vec![Vec::new(); dims.len()], closed: vec![false; dims.len()], dims }
        })
    }

    pub(super) fn dims(&mut self, body: &Body, value: Value) -> Vec<i64> {
        self.entry(body, value).dims.clone()
    }

    /// Takes over a sharding, if it is of the one mesh that there is.
    fn set(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        let Ok(mesh) = sharding.mesh(|name| self.module.lookup(name)) else { return };
        // A mesh without axes divides nothing, whatever the mesh of the others is.
        if mesh.axes.is_empty() {
            return;
        }
        let (_, known) = self.mesh.get_or_insert_with(|| (sharding.mesh.clone(), mesh));
        let is_same = *known == mesh;
        let entry = self.entry(body, value);
        if is_same && entry.dims.len() == sharding.dimensions.len() {
            entry.axes = sharding.dimensions.iter().map(|dimension| dimension.axes.clone()).collect();
        }
    }

    /// Takes over a sharding, which stays but for dimensions that it leaves open.
    pub(super) fn state(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
        self.set(body, value, sharding);
        let entry = self.entry(body, value);
        let is_open = |at: usize| sharding.dimensions.get(at).is_some_and(|dimension| !dimension.is_closed);
        entry.closed = (0..entry.dims.len()).map(|at| !is_open(at)).collect();
    }

    /// A sharding that a user of a value states, if nothing is known of it.
    pub(super) fn wanted(&mut self, body: &Body, value: Value, sharding: &'m TensorSharding) {
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

    /// The axes that the dimensions of a factor agree on: those of the dimension that is divided most, if the others' are the first of them, and else
    /// the first ones that all have.
    fn common(&self, factor: &Factor) -> Vec<AxisRef> {
        let mut axes: &[AxisRef] = &[];
        let mut do_agree = true;
        for (key, at) in factor {
            let Some(own) = self.known.get(key).and_then(|value| value.axes.get(*at)) else { continue };
            let shared = axes.iter().zip(own).take_while(|(a, b)| a == b).count();
            if shared == axes.len() {
                if do_agree {
                    axes = own;
                }
            } else if shared < own.len() {
                axes = &axes[..shared];
                do_agree = false;
            }
        }
        axes.to_vec()
    }

    /// Divides the dimensions of an operation's factors: of element-wise operations those over most devices first, and then the ones whose axes are an
    /// earlier operand's. Says whether something changed.
    fn divide_all(&mut self, tied: &Tied, through: Through) -> bool {
        let factors = match through {
            Through::Plain if !tied.is_plain => [&tied.early[..], &[]],
            Through::Plain | Through::Places => [&tied.factors[..], &[]],
            Through::All => [&tied.factors[..], &tied.moving[..]],
        };
        let mut order: Vec<(i64, usize, &Factor, Vec<AxisRef>)> = Vec::new();
        for factor in factors.into_iter().flatten() {
            let axes = self.common(factor);
            if axes.is_empty() {
                continue;
            }
            let has_all = |(key, at): &&Place| {
                self.known.get(key).is_some_and(|value| value.axes.get(*at) == Some(&axes))
            };
            let source = factor.iter().find(has_all);
            let source = source.and_then(|(source, _)| tied.tensors.iter().position(|key| key == source));
            let count = if tied.by_tensor { 0 } else { self.count(&axes) };
            order.push((-count, source.unwrap_or(usize::MAX), factor, axes));
        }
        order.sort_by_key(|&(count, source, ..)| (count, source));
        let mut changed = false;
        for (_, _, factor, axes) in order {
            for &(key, at) in factor {
                changed |= self.extend(key, at, &axes);
            }
        }
        for [from, to] in tied.groups.iter().filter(|_| tied.is_plain || through != Through::Plain) {
            changed |= self.carry(from, to);
            changed |= self.carry(to, from);
        }
        tied.parts.iter().fold(changed, |changed, part| self.pass(part) | changed)
    }

    /// Divides a value of a manual computation's body by the axes of the operand or result that the computation leaves to the compiler, and the other
    /// way round; says whether something changed.
    fn pass(&mut self, part: &Part) -> bool {
        let mut changed = false;
        for (at, manual) in part.manual.iter().enumerate() {
            let axes = |key| self.known.get(&key).and_then(|value| value.axes.get(at)).cloned();
            let (Some(whole), Some(inner)) = (axes(part.whole), axes(part.part)) else { continue };
            if let Some(free) = whole.strip_prefix(&manual[..]) {
                changed |= self.extend(part.part, at, free);
            }
            changed |= self.extend(part.whole, at, &[&manual[..], &inner[..]].concat());
        }
        changed
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

    /// Divides a dimension by further axes, if nothing is stated and as far as no other dimension has them; says whether something changed.
    fn extend(&mut self, key: Key, at: usize, most: &[AxisRef]) -> bool {
        if self.constants.contains(&key) {
            return false;
        }
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
}
