//! Parallel loops become functions that divide a range of iterations in halves, of which one runs in a task of the work queue.
//!
//! The points of a loop's grid are numbered in row-major order. Two functions are made of a loop: one runs the iteration of a number,
//! the other a range of numbers. A range of at most a grain of iterations runs one after the other; a larger one is divided, the
//! first half goes to the work queue ([`SPAWN`]), and the results of both are joined. How ranges are divided depends on the number of
//! iterations alone, so results do not depend on the number of threads: iterations are joined in the order of their numbers, in the
//! shape of a tree.
//!
//! This comes before all other conversions, which then see functions without parallel loops.

use tfrt_convert::isolate::captures;
use tfrt_dialects::scf::ParallelOperands;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, CopyMap, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::SymbolTable;

/// The operation that calls a function in a task.
const SPAWN: &str = "tfrt.spawn";
/// Ranges that a loop is divided into, about.
const RANGES: i64 = 64;

/// The numbers of the predicates of `arith.cmpi`.
const LESS_OR_EQUAL: i64 = 3;
const GREATER: i64 = 4;

/// Whether a function has a parallel loop.
pub(super) fn has_parallel(ctx: &Context, body: &Body, function: Op) -> bool {
    body.nested(function).is_some_and(|nested| first_parallel(ctx, nested).is_some())
}

/// Replaces the outermost parallel loops of a function of a module by calls of new functions, which it gives. Those may have
/// parallel loops themselves.
pub(super) fn outline(ctx: &Context, module: &mut Body, function: Op, symbols: &mut SymbolTable) -> Vec<Op> {
    let view = OpRef { ctx, body: module, op: function };
    let name = tfrt_ir::symbol::name(view).map(|name| ctx.str(name).to_owned()).unwrap_or_default();
    let Some(mut body) = module.take_nested(function) else { return Vec::new() };
    let mut made = Vec::new();
    let mut after = function;
    while let Some(op) = first_parallel(ctx, &body) {
        let mut unique = |what: &str| {
            let name = symbols.unique_name(ctx, &format!("{name}${what}"));
            symbols.insert(name, Op::from_u32(0));
            name
        };
        let names = [unique("parallel"), unique("iteration")];
        let Some(functions) = replace(ctx, &mut body, op, names) else { break };
        for state in functions {
            let new = module.create_op(ctx, state);
            module.insert_op_after(new, after);
            after = new;
            made.push(new);
        }
    }
    module.put_nested(function, body);
    made
}

fn first_parallel(ctx: &Context, body: &Body) -> Option<Op> {
    body.ops_in(body.root_regions()).into_iter().find(|&op| ctx.str(body.name(op)) == "scf.parallel")
}

/// The parts of a parallel loop, in a copy of the body around it.
struct Loop<'a> {
    ctx: &'a Context,
    source: &'a Body,
    loc: Loc,
    block: Block,
    /// The `scf.reduce`.
    end: Op,
    captured: Vec<Value>,
    results: Vec<Type>,
    dimensions: usize,
    range: Ident,
    iteration: Ident,
}

/// Replaces one loop; `None` if its form is not that of its dialect, which the verifier excludes.
fn replace(ctx: &Context, body: &mut Body, op: Op, [range, iteration]: [Ident; 2]) -> Option<[OpState; 2]> {
    let source = body.clone();
    let view = OpRef { ctx, body: &source, op };
    let operands = ParallelOperands::of(view);
    let &[region] = source.inline_regions(op) else { return None };
    let block = source.entry_block(region)?;
    let parts = Loop {
        ctx,
        source: &source,
        loc: view.loc(),
        block,
        end: source.last_op(block)?,
        captured: captures(&source, &[region]),
        results: view.result_types().collect(),
        dimensions: operands.step.len(),
        range,
        iteration,
    };
    let functions = [parts.range_function()?, parts.iteration_function()?];
    let outer = body.block_of(op)?;
    // What is written now comes before what follows the loop.
    let rest = body.insert_block_after(outer);
    body.splice_tail(op, rest);
    let values = {
        let mut at = Writer { ctx, body, block: outer, loc: parts.loc };
        parts.call(&mut at, &operands)?
    };
    let results: Vec<Value> = body.results(op).collect();
    for (result, value) in results.into_iter().zip(values) {
        body.replace_all_uses(result, value);
    }
    body.erase_op(op);
    while let Some(next) = body.first_op(rest) {
        body.move_op_to_end(next, outer);
    }
    body.erase_block(rest);
    Some(functions)
}

impl Loop<'_> {
    /// The replacement of the loop: the number of iterations, a call with all of them, and the initial values joined to its results.
    fn call(&self, at: &mut Writer<'_>, operands: &ParallelOperands) -> Option<Vec<Value>> {
        let (zero, one, ranges) = (at.index(0), at.index(1), at.index(RANGES));
        let mut total = one;
        let mut grid = Vec::new();
        for ((&lower, &upper), &step) in operands.lower.iter().zip(&operands.upper).zip(&operands.step) {
            let length = at.binary("arith.subi", upper, lower);
            let count = at.binary("arith.ceildivsi", length, step);
            let count = at.binary("arith.maxsi", count, zero);
            total = at.binary("arith.muli", total, count);
            grid.extend([lower, step, count]);
        }
        let grain = at.binary("arith.ceildivsi", total, ranges);
        let any = at.compare(GREATER, total, zero);
        let mut arguments = vec![zero, total, grain];
        arguments.extend(grid);
        arguments.extend(&self.captured);
        at.choose(any, &self.results, &mut |at, first| {
            if !first {
                return Some(operands.inits.clone());
            }
            let values = at.call("func.call", self.range, &arguments, &self.results);
            let captured: Vec<Value> = self.captured.clone();
            self.join(at, &captured, &operands.inits, &values)
        })
    }

    /// The types of the arguments that both functions get behind their own: of the grid, and of captured values.
    fn shared_types(&self) -> Vec<Type> {
        let grid = std::iter::repeat_n(self.ctx.index(), 3 * self.dimensions);
        grid.chain(self.captured.iter().map(|&value| self.source.value_type(value))).collect()
    }

    fn function(&self, name: Ident, arguments: &[Type], body: Body) -> OpState {
        let ctx = self.ctx;
        let ty = ctx.type_attr(ctx.function(arguments, &self.results));
        OpState::new(ctx.ident("func.func"), self.loc)
            .attr(ctx.ident("sym_name"), ctx.string_attr(ctx.str(name)))
            .attr(ctx.ident("sym_visibility"), ctx.string_attr("private"))
            .attr(ctx.ident("function_type"), ty)
            .nested(Box::new(body))
    }

    /// A body whose entry block has arguments of these types.
    fn body(&self, types: &[Type]) -> (Body, Block, Vec<Value>) {
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        let arguments = types.iter().map(|&ty| body.add_block_arg(block, ty, self.loc)).collect();
        (body, block, arguments)
    }

    /// `f(start, end, grain, grid…, captured…)`: the joined results of the iterations of a range that is not empty.
    fn range_function(&self) -> Option<OpState> {
        let index = self.ctx.index();
        let mut types = vec![index; 3];
        types.extend(self.shared_types());
        let (mut body, block, arguments) = self.body(&types);
        let mut at = Writer { ctx: self.ctx, body: &mut body, block, loc: self.loc };
        let &[start, end, grain, ..] = arguments.as_slice() else { return None };
        let shared = &arguments[3..];
        let captured = &shared[3 * self.dimensions..];
        let length = at.binary("arith.subi", end, start);
        let is_short = at.compare(LESS_OR_EQUAL, length, grain);
        let results = at.choose(is_short, &self.results, &mut |at, first| {
            if first {
                return self.one_by_one(at, start, end, shared);
            }
            let two = at.index(2);
            let half = at.binary("arith.divui", length, two);
            let middle = at.binary("arith.addi", start, half);
            let part = |at: &mut Writer<'_>, call: &str, from: Value, to: Value| {
                let arguments: Vec<Value> = [from, to, grain].into_iter().chain(shared.to_vec()).collect();
                at.call(call, self.range, &arguments, &self.results)
            };
            let one = part(at, SPAWN, start, middle);
            let other = part(at, "func.call", middle, end);
            self.join(at, captured, &one, &other)
        })?;
        at.op("func.return", &results, &[], &[]);
        Some(self.function(self.range, &types, body))
    }

    /// The iterations of a range, one after the other.
    fn one_by_one(
        &self,
        at: &mut Writer<'_>,
        start: Value,
        end: Value,
        shared: &[Value],
    ) -> Option<Vec<Value>> {
        let run = |at: &mut Writer<'_>, number: Value| {
            let arguments: Vec<Value> = [number].into_iter().chain(shared.to_vec()).collect();
            at.call("func.call", self.iteration, &arguments, &self.results)
        };
        let captured = &shared[3 * self.dimensions..];
        let one = at.index(1);
        let (first, start) = if self.results.is_empty() {
            (Vec::new(), start)
        } else {
            (run(at, start), at.binary("arith.addi", start, one))
        };
        at.count([start, end, one], &first, &mut |at, number, carried| {
            let values = run(at, number);
            self.join(at, captured, carried, &values)
        })
    }

    /// `f(number, grid…, captured…)`: what an iteration gives to the reductions.
    fn iteration_function(&self) -> Option<OpState> {
        let mut types = vec![self.ctx.index()];
        types.extend(self.shared_types());
        let (mut body, block, arguments) = self.body(&types);
        let mut at = Writer { ctx: self.ctx, body: &mut body, block, loc: self.loc };
        let (&number, shared) = arguments.split_first()?;
        let (grid, captured) = shared.split_at(3 * self.dimensions);
        let mut map = self.map(captured);
        let variables = self.source.block_args(self.block);
        let mut rest = number;
        for (dimension, place) in grid.as_chunks::<3>().0.iter().enumerate().rev() {
            let [lower, step, count] = *place;
            let mut at_dimension = rest;
            if dimension > 0 {
                at_dimension = at.binary("arith.remui", rest, count);
                rest = at.binary("arith.divui", rest, count);
            }
            let distance = at.binary("arith.muli", at_dimension, step);
            let value = at.binary("arith.addi", lower, distance);
            map.values.insert(*variables.get(dimension)?, value);
        }
        self.copy(&mut at, self.block, &mut map);
        let given: Vec<Value> = self.source.operands(self.end).map(|value| map.values[&value]).collect();
        at.op("func.return", &given, &[], &[]);
        Some(self.function(self.iteration, &types, body))
    }

    /// Joins two values of each reduction.
    fn join(
        &self,
        at: &mut Writer<'_>,
        captured: &[Value],
        one: &[Value],
        other: &[Value],
    ) -> Option<Vec<Value>> {
        let mut joined = Vec::with_capacity(one.len());
        for ((&region, &one), &other) in self.source.inline_regions(self.end).iter().zip(one).zip(other) {
            let block = self.source.entry_block(region)?;
            let mut map = self.map(captured);
            map.values.extend(self.source.block_args(block).iter().copied().zip([one, other]));
            self.copy(at, block, &mut map);
            let last = self.source.last_op(block)?;
            joined.push(map.values[&self.source.operand(last, 0)]);
        }
        Some(joined)
    }

    fn map(&self, captured: &[Value]) -> CopyMap {
        let mut map = CopyMap::default();
        map.values.extend(self.captured.iter().copied().zip(captured.iter().copied()));
        map
    }

    /// Copies the operations of a block but for the last one.
    fn copy(&self, at: &mut Writer<'_>, block: Block, map: &mut CopyMap) {
        let last = self.source.last_op(block);
        for op in self.source.ops(block).filter(|&op| Some(op) != last) {
            let copy = at.body.copy_op(self.ctx, self.source, op, map, &mut |loc| loc);
            at.body.append_op(at.block, copy);
        }
    }
}

/// Writes operations at the end of a block.
struct Writer<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    block: Block,
    loc: Loc,
}

/// Writes a region, and gives what it yields; the flag says which of two regions.
type WriteBranch<'w> = &'w mut dyn FnMut(&mut Writer<'_>, bool) -> Option<Vec<Value>>;
/// Writes the region of a loop for its number and carried values, and gives the next ones.
type WriteLoop<'w> = &'w mut dyn FnMut(&mut Writer<'_>, Value, &[Value]) -> Option<Vec<Value>>;

impl Writer<'_> {
    fn append(&mut self, state: OpState) -> Vec<Value> {
        let op = self.body.create_op(self.ctx, state);
        self.body.append_op(self.block, op);
        self.body.results(op).collect()
    }

    fn op(&mut self, name: &str, operands: &[Value], results: &[Type], attrs: &[(&str, Attr)]) -> Vec<Value> {
        let mut state = OpState::new(self.ctx.ident(name), self.loc).operands(operands).results(results);
        for &(name, value) in attrs {
            state = state.attr(self.ctx.ident(name), value);
        }
        self.append(state)
    }

    fn index(&mut self, value: i64) -> Value {
        let index = self.ctx.index();
        self.op("arith.constant", &[], &[index], &[("value", self.ctx.int_attr(index, value))])[0]
    }

    fn binary(&mut self, name: &str, one: Value, other: Value) -> Value {
        self.op(name, &[one, other], &[self.ctx.index()], &[])[0]
    }

    fn compare(&mut self, predicate: i64, one: Value, other: Value) -> Value {
        let predicate = self.ctx.i64_attr(predicate);
        self.op("arith.cmpi", &[one, other], &[self.ctx.i1()], &[("predicate", predicate)])[0]
    }

    fn call(&mut self, name: &str, callee: Ident, operands: &[Value], results: &[Type]) -> Vec<Value> {
        self.op(name, operands, results, &[("callee", self.ctx.symbol_ref_ident(callee))])
    }

    /// A `scf.if`.
    fn choose(&mut self, condition: Value, results: &[Type], write: WriteBranch<'_>) -> Option<Vec<Value>> {
        let mut state =
            OpState::new(self.ctx.ident("scf.if"), self.loc).operands(&[condition]).results(results);
        let mut regions = Vec::new();
        for first in [true, false] {
            let region = self.body.create_region();
            let block = self.body.append_block(region);
            let mut inner = Writer { ctx: self.ctx, body: self.body, block, loc: self.loc };
            let values = write(&mut inner, first)?;
            inner.op("scf.yield", &values, &[], &[]);
            regions.push(region);
        }
        state.regions = OpRegions::Inline(regions.into_iter().collect());
        Some(self.append(state))
    }

    /// A `scf.for` from the first to the second of `bounds` in steps of the third.
    fn count(&mut self, bounds: [Value; 3], inits: &[Value], write: WriteLoop<'_>) -> Option<Vec<Value>> {
        let types: Vec<Type> = inits.iter().map(|&init| self.body.value_type(init)).collect();
        let region = self.body.create_region();
        let block = self.body.append_block(region);
        let number = self.body.add_block_arg(block, self.ctx.index(), self.loc);
        let carried: Vec<Value> =
            types.iter().map(|&ty| self.body.add_block_arg(block, ty, self.loc)).collect();
        let mut inner = Writer { ctx: self.ctx, body: self.body, block, loc: self.loc };
        let values = write(&mut inner, number, &carried)?;
        inner.op("scf.yield", &values, &[], &[]);
        let mut state = OpState::new(self.ctx.ident("scf.for"), self.loc)
            .operands(&bounds)
            .operands(inits)
            .results(&types);
        state.regions = OpRegions::Inline([region].into_iter().collect());
        Some(self.append(state))
    }
}
