//! Sparse conditional constant propagation over MLIR's own dialects: finds values that are always the same constant, and blocks and regions
//! that never run.
//!
//! Known values propagate through branches, block arguments, regions of `scf`, and, if all calls of a private function are visible,
//! calls and returns. The lattice has three levels; sweeps over all reachable code continue until nothing changes. Values of other
//! dialects are unknown: [`super::sccp`] computes those.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_dialects::{cf, scf};
use tfrt_ir::body::{Body, RegionRef, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Folded, Traits};
use tfrt_ir::symbol::{self, SymbolTable, Visibility};

/// The dialects that are known here.
const DIALECTS: [&str; 7] = ["arith", "cf", "func", "math", "memref", "scf", "ub"];

/// Whether an operation is of a dialect that is known here.
pub(super) fn is_plain(op: OpRef<'_>) -> bool {
    op.name_str().split_once('.').is_some_and(|(dialect, _)| DIALECTS.contains(&dialect))
}

/// The known value of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing that runs has given it yet.
    Never,
    /// Always this constant, which an operation of a dialect makes.
    Constant(Attr),
    /// Anything.
    Anything,
}

impl Known {
    fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Never, other) => other,
            (own, Known::Never) => own,
            (own, other) if own == other => own,
            _ => Known::Anything,
        }
    }

    fn attr(self) -> Option<Attr> {
        match self {
            Known::Constant(attr) => Some(attr),
            _ => None,
        }
    }
}

/// Propagates constants in a body and the bodies directly below it; says how many operations were replaced.
pub(super) fn propagate(ctx: &Context, body: &mut Body) -> u64 {
    let scopes = Analysis::new(ctx, body).run();
    let mut replaced = 0;
    for (owner, values, live) in scopes {
        match owner {
            None => replaced += rewrite(ctx, body, &values, &live),
            Some(op) => {
                if let Some(nested) = body.nested_mut(op) {
                    replaced += rewrite(ctx, nested, &values, &live);
                }
            }
        }
    }
    replaced
}

/// The blocks that may run, of a body and of the bodies directly below it, by the operation that owns the body. Functions among `closed` run
/// only where something that runs calls them.
pub(super) fn reached(
    ctx: &Context,
    body: &Body,
    closed: &FxHashSet<Op>,
) -> FxHashMap<Option<Op>, FxHashSet<Block>> {
    let mut analysis = Analysis::new(ctx, body);
    for scope in &mut analysis.scopes {
        scope.is_open = scope.owner.is_none_or(|owner| !closed.contains(&owner));
    }
    analysis.run().into_iter().map(|(owner, _, live)| (owner, live)).collect()
}

/// The results for a body: the operation that owns it, its values, and the blocks that run.
type Found = (Option<Op>, Vec<Known>, FxHashSet<Block>);

/// A body that is analysed.
struct Scope<'a> {
    owner: Option<Op>,
    body: &'a Body,
    values: Vec<Known>,
    live: FxHashSet<Block>,
    /// Its results, if it is a function.
    returns: Vec<Known>,
    /// Whether anything may call it.
    is_open: bool,
}

struct Analysis<'a> {
    ctx: &'a Context,
    scopes: Vec<Scope<'a>>,
    /// The function of each name that calls may mean.
    functions: FxHashMap<tfrt_ir::Ident, usize>,
    changed: bool,
}

impl<'a> Analysis<'a> {
    fn new(ctx: &'a Context, root: &'a Body) -> Self {
        let scope = |owner, body: &'a Body, is_open| Scope {
            owner,
            body,
            values: vec![Known::Never; body.value_capacity()],
            live: FxHashSet::default(),
            returns: Vec::new(),
            is_open,
        };
        let mut scopes = vec![scope(None, root, true)];
        let mut functions = FxHashMap::default();
        let table = SymbolTable::of(ctx, root);
        let escaping = escaping_functions(ctx, root, &table);
        for op in root.root_regions().iter().flat_map(|&region| root.blocks(region)).flat_map(|b| root.ops(b))
        {
            let view = OpRef { ctx, body: root, op };
            let Some(nested) = root.nested(op) else { continue };
            if view.has(Traits::MEASURED) {
                continue;
            }
            if let Some(name) = symbol::name(view).filter(|_| view.has(Traits::CALLABLE)) {
                functions.insert(name, scopes.len());
            }
            let is_private = symbol::visibility(view) == Visibility::Private && view.has(Traits::CALLABLE);
            scopes.push(scope(Some(op), nested, !is_private || escaping.contains(&op)));
        }
        Self { ctx, scopes, functions, changed: true }
    }

    fn run(mut self) -> Vec<Found> {
        while self.changed {
            self.changed = false;
            for index in 0..self.scopes.len() {
                self.scope(index);
            }
        }
        self.scopes.into_iter().map(|scope| (scope.owner, scope.values, scope.live)).collect()
    }

    fn scope(&mut self, index: usize) {
        let body = self.scopes[index].body;
        for &region in body.root_regions() {
            let Some(entry) = body.entry_block(region) else { continue };
            if self.scopes[index].is_open {
                self.enter(index, entry, None);
            }
            self.region(index, region);
        }
    }

    fn known(&self, scope: usize, value: Value) -> Known {
        self.scopes[scope].values[value.as_u32() as usize]
    }

    fn join(&mut self, scope: usize, value: Value, known: Known) {
        let slot = &mut self.scopes[scope].values[value.as_u32() as usize];
        let joined = slot.join(known);
        if *slot != joined {
            *slot = joined;
            self.changed = true;
        }
    }

    /// A block runs, on arguments that are anything unless they are given.
    fn enter(&mut self, scope: usize, block: Block, arguments: Option<&[Known]>) {
        self.changed |= self.scopes[scope].live.insert(block);
        let body = self.scopes[scope].body;
        for (index, &argument) in body.block_args(block).iter().enumerate() {
            let known = arguments.and_then(|known| known.get(index).copied()).unwrap_or(Known::Anything);
            self.join(scope, argument, known);
        }
    }

    fn region(&mut self, scope: usize, region: Region) {
        let body = self.scopes[scope].body;
        for block in body.blocks(region) {
            if self.scopes[scope].live.contains(&block) {
                for op in body.ops(block) {
                    self.op(scope, op);
                }
            }
        }
    }

    fn of_all(&self, scope: usize, values: impl Iterator<Item = Value>) -> Vec<Known> {
        values.map(|value| self.known(scope, value)).collect()
    }

    fn give(&mut self, scope: usize, op: Op, results: &[Known]) {
        for (result, &known) in self.scopes[scope].body.results(op).zip(results) {
            self.join(scope, result, known);
        }
    }

    fn give_anything(&mut self, scope: usize, op: Op) {
        for result in self.scopes[scope].body.results(op) {
            self.join(scope, result, Known::Anything);
        }
    }

    fn op(&mut self, scope: usize, op: Op) {
        let body = self.scopes[scope].body;
        let view = OpRef { ctx: self.ctx, body, op };
        if !body.successors(op).is_empty() {
            return self.branch(scope, view);
        }
        match view.name_str() {
            _ if view.has(Traits::RETURN_LIKE) && view.parent().is_none() => {
                let values = self.of_all(scope, view.operands());
                let old = self.scopes[scope].returns.clone();
                let new: Vec<Known> = match old.is_empty() {
                    true => values,
                    false => old.iter().zip(values).map(|(old, new)| old.join(new)).collect(),
                };
                self.changed |= old != new;
                self.scopes[scope].returns = new;
            }
            "func.call" => self.call(scope, view),
            "func.call_indirect" => self.give_anything(scope, op),
            "scf.parallel" if self.lacks_operand(scope, view) => {}
            "scf.if" | "scf.index_switch" | "scf.execute_region" => self.choice(scope, view),
            "scf.for" => self.count(scope, view),
            "scf.while" => self.repeat(scope, view),
            _ if body.num_regions(op) > 0 => {
                for &region in body.inline_regions(op) {
                    for block in body.blocks(region) {
                        self.enter(scope, block, None);
                    }
                    self.region(scope, region);
                }
                self.give_anything(scope, op);
            }
            _ => self.compute(scope, view),
        }
    }

    fn branch(&mut self, scope: usize, op: OpRef<'a>) {
        let successors = op.body.successors(op.op).to_vec();
        let Some(operands) = cf::successor_operands(op) else {
            for block in successors {
                self.enter(scope, block, None);
            }
            return;
        };
        if self.lacks_operand(scope, op) {
            return;
        }
        let selector = (op.name_str() != "cf.br").then(|| self.known(scope, op.operand(0)));
        let taken = match selector {
            Some(Known::Constant(attr)) => cf::taken_successor(op, attr),
            _ => None,
        };
        let taken = taken.map(|index| successors[index]);
        // Branches to one block are not told apart.
        for (block, operands) in successors.into_iter().zip(operands) {
            if taken.is_none_or(|taken| taken == block) {
                let values = self.of_all(scope, operands.into_iter());
                self.enter(scope, block, Some(&values));
            }
        }
    }

    fn call(&mut self, scope: usize, op: OpRef<'a>) {
        let callee = op.attr("callee").and_then(|name| self.ctx.flat_symbol(name));
        let Some(&callee) = callee.and_then(|name| self.functions.get(&name)) else {
            return self.give_anything(scope, op.op);
        };
        let body = self.scopes[callee].body;
        let Some(entry) = body.root_block() else { return self.give_anything(scope, op.op) };
        let arguments = self.of_all(scope, op.operands());
        if !self.scopes[callee].is_open {
            self.enter(callee, entry, Some(&arguments));
        }
        let returns = self.scopes[callee].returns.clone();
        self.give(scope, op.op, &returns);
    }

    /// Whether nothing has given an operand yet: then nothing goes on from an operation.
    fn lacks_operand(&self, scope: usize, op: OpRef<'_>) -> bool {
        op.operands().any(|operand| self.known(scope, operand) == Known::Never)
    }

    /// The operands of the end of a region, if that runs.
    fn end_of(&self, scope: usize, region: Region) -> Option<Vec<Known>> {
        let body = self.scopes[scope].body;
        let mut all: Option<Vec<Known>> = None;
        for block in body.blocks(region).filter(|block| self.scopes[scope].live.contains(block)) {
            let Some(last) = body.last_op(block) else { continue };
            if !body.successors(last).is_empty() {
                continue;
            }
            let values = self.of_all(scope, body.operands(last));
            if values.contains(&Known::Never) {
                continue;
            }
            all = Some(match all {
                None => values,
                Some(all) => all.iter().zip(values).map(|(a, b)| a.join(b)).collect(),
            });
        }
        all
    }

    /// Marks one of the regions as running, or, for an `scf.if` without an else, possibly none.
    fn choice(&mut self, scope: usize, op: OpRef<'a>) {
        if self.lacks_operand(scope, op) {
            return;
        }
        let regions = op.body.inline_regions(op.op).to_vec();
        let taken = match op.name_str() {
            "scf.execute_region" => None,
            name => match self.known(scope, op.operand(0)) {
                Known::Never | Known::Anything => None,
                Known::Constant(attr) if name == "scf.if" => {
                    self.ctx.attr_as_bool(attr).map(|condition| usize::from(!condition))
                }
                Known::Constant(attr) => self.ctx.attr_as_i64(attr).map(|value| {
                    scf::cases(op).iter().position(|&case| case == value).map_or(0, |index| index + 1)
                }),
            },
        };
        for (index, region) in regions.into_iter().enumerate() {
            if taken.is_some_and(|taken| taken != index) {
                continue;
            }
            if let Some(entry) = op.body.entry_block(region) {
                self.enter(scope, entry, None);
                self.region(scope, region);
                if let Some(values) = self.end_of(scope, region) {
                    self.give(scope, op.op, &values);
                }
            }
        }
    }

    /// The region of an `scf.for` may run any number of times.
    fn count(&mut self, scope: usize, op: OpRef<'a>) {
        let Some(&region) = op.body.inline_regions(op.op).first() else { return };
        let Some(entry) = op.body.entry_block(region) else { return };
        if self.lacks_operand(scope, op) {
            return;
        }
        let inits = self.of_all(scope, op.operands().skip(3));
        self.give(scope, op.op, &inits);
        for values in [Some(inits), self.end_of(scope, region)].into_iter().flatten() {
            let arguments: Vec<Known> = [Known::Anything].into_iter().chain(values.iter().copied()).collect();
            self.enter(scope, entry, Some(&arguments));
            self.give(scope, op.op, &values);
        }
        self.region(scope, region);
    }

    fn repeat(&mut self, scope: usize, op: OpRef<'a>) {
        let &[before, after] = op.body.inline_regions(op.op) else { return };
        let (Some(first), Some(second)) = (op.body.entry_block(before), op.body.entry_block(after)) else {
            return;
        };
        if self.lacks_operand(scope, op) {
            return;
        }
        let inits = self.of_all(scope, op.operands());
        for values in [Some(inits), self.end_of(scope, after)].into_iter().flatten() {
            self.enter(scope, first, Some(&values));
        }
        self.region(scope, before);
        if let Some(end) = self.end_of(scope, before)
            && let Some((&condition, values)) = end.split_first()
        {
            let known = condition.attr().and_then(|attr| self.ctx.attr_as_bool(attr));
            if known != Some(false) {
                self.enter(scope, second, Some(values));
            }
            if known != Some(true) {
                self.give(scope, op.op, values);
            }
        }
        self.region(scope, after);
    }

    fn compute(&mut self, scope: usize, op: OpRef<'a>) {
        if op.num_results() == 0 {
            return;
        }
        let Some(definition) = op.definition().filter(|_| is_plain(op)) else {
            return self.give_anything(scope, op.op);
        };
        if definition.has(Traits::CONSTANT_LIKE) && op.num_results() == 1 {
            let known = op.attr("value").map_or(Known::Anything, Known::Constant);
            return self.give(scope, op.op, &[known]);
        }
        let operands = self.of_all(scope, op.operands());
        if operands.contains(&Known::Never) {
            return;
        }
        let constants: SmallVec<[Option<Attr>; 4]> = operands.iter().map(|known| known.attr()).collect();
        match definition.fold(op, &constants) {
            Some(folded) if folded.len() == op.num_results() => {
                let results: Vec<Known> = folded
                    .into_iter()
                    .map(|folded| match folded {
                        Folded::Constant(attr) => Known::Constant(attr),
                        Folded::Value(value) => self.known(scope, value),
                    })
                    .collect();
                self.give(scope, op.op, &results);
            }
            _ => self.give_anything(scope, op.op),
        }
    }
}

/// The functions of a module that something besides calls names.
fn escaping_functions(ctx: &Context, root: &Body, table: &SymbolTable) -> FxHashSet<Op> {
    let mut escaping = FxHashSet::default();
    for op in root.root_regions().iter().flat_map(|&region| root.blocks(region)).flat_map(|b| root.ops(b)) {
        let view = OpRef { ctx, body: root, op };
        symbol::for_each_reference_below(view, &mut |user, name, nested| {
            if (user.name_str() != "func.call" || !nested.is_empty())
                && let Some(function) = table.lookup(name)
            {
                escaping.insert(function);
            }
        });
    }
    escaping
}

/// Puts constants in the place of values that are known, all at the start of the body, and erases what gave them.
fn rewrite(ctx: &Context, body: &mut Body, values: &[Known], live: &FxHashSet<Block>) -> u64 {
    let Some(entry) = body.root_block() else { return 0 };
    let mut constants: FxHashMap<(Attr, Type), Value> = FxHashMap::default();
    let mut replaced = 0;
    let mut replace = |body: &mut Body, value: Value, is_function: bool| -> bool {
        let Known::Constant(attr) = values[value.as_u32() as usize] else { return false };
        let ty = body.value_type(value);
        let constant = match constants.get(&(attr, ty)) {
            Some(&constant) => constant,
            None => {
                let loc = body.value_loc(value);
                let Some(state) = tfrt_dialects::plain_constant(ctx, attr, ty, loc, is_function) else {
                    return false;
                };
                let op = body.create_op(ctx, state);
                body.prepend_op(entry, op);
                let constant = body.result(op, 0);
                constants.insert((attr, ty), constant);
                constant
            }
        };
        body.replace_all_uses(value, constant);
        true
    };
    let mut work: Vec<Block> = Vec::new();
    // The order, which decides on that of the constants, is upstream's: the last region first, its blocks in order.
    let push = |work: &mut Vec<Block>, body: &Body, regions: &[Region]| {
        for &region in regions {
            let first = work.len();
            work.extend(body.blocks(region));
            work[first..].reverse();
        }
    };
    push(&mut work, body, body.root_regions());
    while let Some(block) = work.pop() {
        if !live.contains(&block) {
            continue;
        }
        let mut next = body.first_op(block);
        while let Some(op) = next {
            next = body.next_op(op);
            let view = OpRef { ctx, body, op };
            if !is_plain(view) && body.inline_regions(op).is_empty() {
                continue;
            }
            let is_function = view.name_str() == "func.constant";
            let removable =
                effects::of(view).erasable && !view.has(Traits::TERMINATOR) && !view.has(Traits::SYMBOL);
            let was_constant = view.has(Traits::CONSTANT_LIKE);
            let results: SmallVec<[Value; 2]> = body.results(op).collect();
            let mut all = !results.is_empty();
            for result in results {
                all &= replace(body, result, is_function);
            }
            if all && removable {
                body.erase_op(op);
                replaced += u64::from(!was_constant);
                continue;
            }
            push(&mut work, body, body.inline_regions(op));
        }
        for argument in body.block_args(block).to_vec() {
            debug_assert!(matches!(body.value_def(argument), ValueDef::Argument(..)));
            replace(body, argument, false);
        }
    }
    replaced
}

/// Whether an operation has a region with nothing but operations of the dialects that are known here.
pub(super) fn is_plain_region(ctx: &Context, region: RegionRef<'_>) -> bool {
    let mut plain = true;
    region.body.walk_region(region.region, &mut |body, op| {
        let op = OpRef { ctx, body, op };
        plain &= is_plain(op) || op.definition().is_none();
    });
    plain
}
