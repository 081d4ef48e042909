//! Blocks and branches become nested conditions, loops and functions.
//!
//! A function is emitted block after block into one block of `tfrt`. At a branch, each way becomes a region of a `tfrt.if`; where
//! all ways meet again, emission continues behind it ([`Part::meeting`]). Code that several ways reach without meeting there
//! becomes a function that all of them call last. A cycle becomes a `tfrt.while` over a function that runs from one of the cycle's
//! entries until an entry is reached again or the cycle is left; its values encode the entry or exit and its arguments. This works
//! for every graph: a cycle with several entries carries the number of the next entry.
//!
//! Regions of `tfrt` see no outer values, so a value that is used in one becomes an argument at its first use (`scopes`).
//! Operations other than terminators are copied: they are already kernels.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tfrt_ir::body::{Body, CopyMap, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::SymbolTable;

use super::cfg::{Cfg, Part, Target};
use super::scopes::{Key, Scope};

/// The nesting of regions beyond which the rest becomes a function of its own.
const MAX_DEPTH: usize = 64;

/// The limit of growth, as a factor: control flow that meets nowhere is emitted several times.
const MAX_GROWTH: usize = 64;

/// One way out of a level, and the places of its values.
pub(super) struct Exit {
    pub(super) target: Target,
    /// The slot of each of its values: the arguments of the block, then `escaping`.
    pub(super) slots: Vec<usize>,
    /// Values from inside of a cycle that are used behind it.
    pub(super) escaping: Vec<Value>,
    /// Whether it is another round of the loop.
    pub(super) again: bool,
}

/// The values that a region or function returns when control leaves it.
pub(super) enum Leave {
    /// The values of the one way out.
    Values,
    /// Slots for the values of all ways out, the number of the way if there are several of a kind, the values that the
    /// loop carries unchanged, and whether it continues.
    Slots { types: Vec<Type>, numbered: bool, kept: Vec<Value> },
}

/// A part of the graph while it is emitted: where it is left, and how.
pub(super) struct Level {
    pub(super) part: Rc<Part>,
    pub(super) exits: Vec<Exit>,
    pub(super) leave: Leave,
    pub(super) results: Vec<Type>,
}

impl Level {
    fn exit(&self, target: Target) -> Option<usize> {
        self.exits.iter().position(|exit| exit.target == target)
    }
}

/// The place where emission continues.
pub(super) struct Next {
    pub(super) target: Target,
    pub(super) values: Vec<Value>,
    pub(super) loc: Loc,
    /// Whether ways met there just now, so that this is the only way to it.
    pub(super) met: bool,
}

/// A function to be written.
pub(super) struct Pending {
    pub(super) name: Ident,
    pub(super) level: Rc<Level>,
    pub(super) loc: Loc,
    /// The values of the source that the arguments are, and their types.
    pub(super) arguments: Vec<Value>,
    pub(super) start: Start,
}

pub(super) enum Start {
    /// At a block, whose arguments are the first arguments.
    Block(usize),
    /// At the entries of a loop; the slots and the number of the entry come first.
    Loop { slots: Vec<Type>, entries: Vec<usize>, numbered: bool },
}

/// Writes the new body of one function, and the functions that it needs.
pub(super) struct Emitter<'a> {
    pub(super) ctx: &'a Context,
    pub(super) source: &'a Body,
    function: &'a str,
    symbols: SymbolTable,
    pub(super) results: Vec<Type>,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) cfg: Cfg,
    pub(super) scopes: Vec<Scope>,
    pub(super) extras: Vec<(Type, Loc)>,
    levels: Vec<Rc<Level>>,
    pub(super) pending: VecDeque<Pending>,
    /// Functions for blocks of levels: their names and arguments behind those of the block.
    shared: FxHashMap<(*const Level, usize), (Ident, Vec<Value>)>,
    pub(super) helpers: Vec<OpState>,
    pub(super) emitted: usize,
    limit: usize,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(
        ctx: &'a Context,
        source: &'a Body,
        function: &'a str,
        symbols: SymbolTable,
        results: &[Type],
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let entry =
            source.root_block().expect("the function has a body, and the verifier wants it to have a block");
        let cfg = Cfg::new(source, entry);
        let limit = source.op_capacity().saturating_mul(MAX_GROWTH).saturating_add(10_000);
        Emitter {
            ctx,
            source,
            function,
            symbols,
            results: results.to_vec(),
            diagnostics,
            cfg,
            scopes: Vec::new(),
            extras: Vec::new(),
            levels: Vec::new(),
            pending: VecDeque::new(),
            shared: FxHashMap::default(),
            helpers: Vec::new(),
            emitted: 0,
            limit,
        }
    }

    /// The new body of the function.
    pub(super) fn run(&mut self, loc: Loc) -> Result<Box<Body>, Failed> {
        let exits =
            vec![Exit { target: Target::Return, slots: Vec::new(), escaping: Vec::new(), again: false }];
        let level = self.keep(Level {
            part: Rc::new(Part::new(&self.cfg, &[0], &[Target::Return])),
            exits,
            leave: Leave::Values,
            results: self.results.clone(),
        });
        self.open(false);
        let arguments = self.source.block_args(self.cfg.blocks[0]).to_vec();
        let values: Vec<Value> =
            arguments.into_iter().map(|argument| self.argument(Key::Source(argument))).collect();
        self.walk(&level, Next { target: Target::Block(0), values, loc, met: true })?;
        let body = self.close().body;
        while let Some(pending) = self.pending.pop_front() {
            self.helper(pending)?;
        }
        Ok(Box::new(body))
    }

    /// The functions that were made besides.
    pub(super) fn into_helpers(self) -> Vec<OpState> {
        self.helpers
    }

    /// Goes on there until control leaves the level.
    pub(super) fn walk(&mut self, level: &Rc<Level>, next: Next) -> Result<(), Failed> {
        let mut next = Some(next);
        while let Some(Next { target, values, loc, met }) = next {
            if let Some(exit) = level.exit(target) {
                return self.leave(level, exit, values, loc);
            }
            let Target::Block(number) = target else {
                return Err(
                    self.error(loc, "control flow cannot be converted to the tfrt dialect".to_owned())
                );
            };
            if self.emitted > self.limit {
                let message = "control flow meets in too few places to be converted to the tfrt dialect";
                return Err(self.error(loc, message.to_owned()));
            }
            let cycle = level.part.cycle(number);
            let edges = match cycle {
                Some(cycle) => level.part.edges_into(&self.cfg, cycle),
                None => level.part.entering(number),
            };
            if (edges > 1 && !met) || self.scopes.len() > MAX_DEPTH {
                return self.call_shared(level, number, values, loc);
            }
            next = match cycle {
                Some(cycle) => self.run_loop(level, cycle, number, values, loc)?,
                None => {
                    self.bind(self.source.block_args(self.cfg.blocks[number]).to_vec(), values);
                    self.block(level, number)?
                }
            };
        }
        Ok(())
    }

    /// Ends the region or function.
    fn leave(&mut self, level: &Rc<Level>, exit: usize, values: Vec<Value>, loc: Loc) -> Result<(), Failed> {
        let operands = match &level.leave {
            Leave::Values => values,
            Leave::Slots { types, numbered, kept } => {
                let way = &level.exits[exit];
                let mut slots: Vec<Option<Value>> = vec![None; types.len()];
                let mut all = values;
                all.extend(self.values(way.escaping.iter().copied())?);
                for (&slot, value) in way.slots.iter().zip(all) {
                    slots[slot] = Some(value);
                }
                let mut operands = Vec::with_capacity(types.len() + kept.len() + 2);
                for (slot, &ty) in slots.into_iter().zip(types) {
                    operands.push(match slot {
                        Some(value) => value,
                        None => self.placeholder(ty, loc)?,
                    });
                }
                if *numbered {
                    operands.push(self.integer(exit, loc));
                }
                operands.extend(self.values(kept.iter().copied())?);
                let again = self.ctx.bool_attr(way.again);
                operands.extend(self.constant(again, loc));
                operands
            }
        };
        let state = self.op("tfrt.return", loc).operands(&operands);
        self.create(state);
        Ok(())
    }

    /// Goes on in a function that others call too.
    fn call_shared(
        &mut self,
        level: &Rc<Level>,
        number: usize,
        values: Vec<Value>,
        loc: Loc,
    ) -> Result<(), Failed> {
        let key = (Rc::as_ptr(level), number);
        let (name, needed) = match self.shared.get(&key) {
            Some(known) => known.clone(),
            None => {
                let name = self.new_name("block");
                let needed = self.needs(level, number);
                let mut arguments = self.source.block_args(self.cfg.blocks[number]).to_vec();
                arguments.extend_from_slice(&needed);
                self.pending.push_back(Pending {
                    name,
                    level: level.clone(),
                    loc,
                    arguments,
                    start: Start::Block(number),
                });
                self.shared.insert(key, (name, needed.clone()));
                (name, needed)
            }
        };
        let mut operands = values;
        operands.extend(self.values(needed)?);
        let callee = self.ctx.symbol_ref_ident(name);
        let state = self.op("tfrt.call", loc).operands(&operands).results(&level.results);
        let call = self.create(state.attr(self.ctx.ident("callee"), callee));
        let results = self.results_of(call);
        self.end(&results, loc);
        Ok(())
    }

    pub(super) fn end(&mut self, values: &[Value], loc: Loc) {
        let state = self.op("tfrt.return", loc).operands(values);
        self.create(state);
    }

    pub(super) fn new_name(&mut self, what: &str) -> Ident {
        let name = self.symbols.unique_name(self.ctx, &format!("{}${what}", self.function));
        self.symbols.insert(name, Op::from_u32(0));
        name
    }

    /// The outer values that the rest of a level from a block on uses.
    fn needs(&self, level: &Level, start: usize) -> Vec<Value> {
        let mut reached: BTreeSet<usize> = BTreeSet::new();
        let mut used: BTreeSet<Value> = BTreeSet::new();
        let mut work = vec![start];
        while let Some(number) = work.pop() {
            if !reached.insert(number) {
                continue;
            }
            used.extend(self.cfg.used_from_outside(self.source, number));
            for &target in &self.cfg.successors[number] {
                match (level.exit(target), target) {
                    (Some(exit), _) => used.extend(&level.exits[exit].escaping),
                    (None, Target::Block(next)) => work.push(next),
                    (None, Target::Return) => {}
                }
            }
        }
        if let Leave::Slots { kept, .. } = &level.leave {
            used.extend(kept);
        }
        let inside = |value: Value| {
            let block = self.source.value_block(value).and_then(|block| self.cfg.numbers.get(&block));
            block.is_some_and(|number| reached.contains(number))
        };
        used.into_iter().filter(|&value| !inside(value)).collect()
    }

    /// Copies an operation that is not a terminator.
    fn operation(&mut self, op: Op) -> Result<(), Failed> {
        let (ctx, source) = (self.ctx, self.source);
        let operands = self.values(source.operands(op))?;
        let mut map = CopyMap::default();
        map.values.extend(source.operands(op).zip(operands));
        self.emitted += 1;
        let scope = self.scope();
        let copy = scope.body.copy_op(ctx, source, op, &mut map, &mut |loc| loc);
        scope.body.append_op(scope.block, copy);
        let results = self.results_of(copy);
        self.bind(source.results(op), results);
        Ok(())
    }

    /// Emits a block; where control goes from there, unless it has left.
    pub(super) fn block(&mut self, level: &Rc<Level>, number: usize) -> Result<Option<Next>, Failed> {
        let ops: Vec<Op> = self.source.ops(self.cfg.blocks[number]).collect();
        let Some((&last, ops)) = ops.split_last() else {
            let loc = self.ctx.unknown_loc();
            return Err(self.error(loc, "a block without a terminator cannot be converted".to_owned()));
        };
        for &op in ops {
            self.operation(op)?;
        }
        let end = OpRef { ctx: self.ctx, body: self.source, op: last };
        let loc = end.loc();
        match end.name_str() {
            "func.return" | "tfrt.return" => {
                let values = self.values(end.operands())?;
                Ok(Some(Next { target: Target::Return, values, loc, met: false }))
            }
            "cf.br" | "cf.cond_br" | "cf.switch" => {
                let groups = tfrt_dialects::cf::successor_operands(end).unwrap_or_default();
                let targets = self.cfg.successors[number].clone();
                let ways: Vec<(Target, Vec<Value>)> = targets.into_iter().zip(groups).collect();
                if let [(target, values)] = ways.as_slice() {
                    let values = self.values(values.iter().copied())?;
                    return Ok(Some(Next { target: *target, values, loc, met: false }));
                }
                let meeting = level.part.meeting(number).filter(|&block| self.can_meet(level, block));
                self.divide(level, end, &ways, meeting)
            }
            name => {
                let message = format!("'{name}' op cannot be converted to the tfrt dialect");
                Err(self.error(loc, message))
            }
        }
    }

    /// Whether ways may meet in a block: it is neither a way out of the level nor an inner part of a cycle.
    fn can_meet(&self, level: &Level, number: usize) -> bool {
        level.exit(Target::Block(number)).is_none()
            && match level.part.cycle(number) {
                None => true,
                Some(cycle) => level.part.entries(&self.cfg, cycle) == [number],
            }
    }

    /// Goes one of several ways, as the terminator of a block says.
    fn divide(
        &mut self,
        level: &Rc<Level>,
        end: OpRef<'_>,
        ways: &[(Target, Vec<Value>)],
        meeting: Option<usize>,
    ) -> Result<Option<Next>, Failed> {
        let loc = end.loc();
        let inner = self.meeting_level(level, meeting);
        let condition = self.value(end.operand(0))?;
        let mut branch = |emitter: &mut Self, way: usize| {
            let (target, values) = &ways[way];
            let values = emitter.values(values.iter().copied())?;
            emitter.walk(&inner, Next { target: *target, values, loc, met: false })
        };
        let results = if end.name_str() == "cf.switch" {
            let ty = end.value_type(end.operand(0));
            let number = self.case_number(end, condition, ty, loc)?;
            self.select(number, 0..ways.len(), &inner.results, loc, &mut branch)?
        } else {
            self.choose(condition, &inner.results, loc, &mut |emitter, first| {
                branch(emitter, usize::from(!first))
            })?
        };
        if let Some(meeting) = meeting {
            return Ok(Some(Next { target: Target::Block(meeting), values: results, loc, met: true }));
        }
        self.end(&results, loc);
        Ok(None)
    }

    /// The level in which all ways lead to where they meet.
    fn meeting_level(&mut self, level: &Rc<Level>, meeting: Option<usize>) -> Rc<Level> {
        let Some(meeting) = meeting else { return level.clone() };
        let arguments = self.source.block_args(self.cfg.blocks[meeting]);
        let results: Vec<Type> = arguments.iter().map(|&value| self.source.value_type(value)).collect();
        let exit =
            Exit { target: Target::Block(meeting), slots: Vec::new(), escaping: Vec::new(), again: false };
        self.keep(Level { part: level.part.clone(), exits: vec![exit], leave: Leave::Values, results })
    }

    /// Levels live as long as the conversion: functions are known by them.
    pub(super) fn keep(&mut self, level: Level) -> Rc<Level> {
        let level = Rc::new(level);
        self.levels.push(level.clone());
        level
    }

    /// A `tfrt.if` whose regions `branch` writes.
    fn choose(
        &mut self,
        condition: Value,
        results: &[Type],
        loc: Loc,
        branch: &mut dyn FnMut(&mut Self, bool) -> Result<(), Failed>,
    ) -> Result<Vec<Value>, Failed> {
        let mut sides = Vec::with_capacity(2);
        for first in [true, false] {
            self.open(true);
            branch(self, first)?;
            sides.push(self.close());
        }
        let mut captured: Vec<Key> = Vec::new();
        for key in sides.iter().flat_map(|side| &side.captured) {
            if !captured.contains(key) {
                captured.push(*key);
            }
        }
        let mut operands = vec![condition];
        for &key in &captured {
            operands.push(self.value_of(key)?);
        }
        let mut nested = Body::new();
        for side in sides {
            self.append_region(&mut nested, &side, &captured);
        }
        let state = self.op("tfrt.if", loc).operands(&operands).results(results).nested(Box::new(nested));
        let op = self.create(state);
        Ok(self.results_of(op))
    }

    /// Adds the written operations as a region whose arguments are these, in this order.
    fn append_region(&self, body: &mut Body, side: &Scope, keys: &[Key]) {
        let region = body.add_root_region();
        let block = body.append_block(region);
        let mut map = CopyMap::default();
        for key in keys {
            let (ty, loc) = self.type_of(*key);
            let new = body.add_block_arg(block, ty, loc);
            if side.captured.contains(key) {
                map.values.insert(side.values[key], new);
            }
        }
        for op in side.body.ops(side.block) {
            let copy = body.copy_op(self.ctx, &side.body, op, &mut map, &mut |loc| loc);
            body.append_op(block, copy);
        }
    }

    /// Nested conditions on a number in a range; at least two.
    pub(super) fn select(
        &mut self,
        number: Value,
        range: std::ops::Range<usize>,
        results: &[Type],
        loc: Loc,
        branch: &mut dyn FnMut(&mut Self, usize) -> Result<(), Failed>,
    ) -> Result<Vec<Value>, Failed> {
        let key = self.extra(number, loc);
        let middle = range.start + range.len() / 2;
        let bound = self.integer(middle, loc);
        let state =
            self.op("tfrt_arith.cmpi_slt.i32", loc).operands(&[number, bound]).results(&[self.ctx.i1()]);
        let compare = self.create(state);
        let below = self.results_of(compare)[0];
        self.choose(below, results, loc, &mut |emitter, first| {
            let half = if first { range.start..middle } else { middle..range.end };
            if half.len() == 1 {
                return branch(emitter, half.start);
            }
            let number = emitter.value_of(key)?;
            let values = emitter.select(number, half, results, loc, branch)?;
            emitter.end(&values, loc);
            Ok(())
        })
    }

    /// The number of the case that a `cf.switch` selects, 0 for the default.
    fn case_number(&mut self, end: OpRef<'_>, flag: Value, ty: Type, loc: Loc) -> Result<Value, Failed> {
        let mut number = self.integer(0, loc);
        // The first of equal cases takes precedence, so the last is visited first.
        for (case, value) in tfrt_dialects::cf::case_values(end).into_iter().enumerate().rev() {
            let known = self.ctx.int_attr(ty, value);
            let Some(known) = self.constant(known, loc) else {
                let message = "'cf.switch' op on this type cannot be converted to the tfrt dialect";
                return Err(self.error(loc, message.to_owned()));
            };
            let width = self.ctx.int_or_float_width(ty).unwrap_or_default();
            let compare = self.op(&format!("tfrt_arith.cmpi_eq.i{width}"), loc).operands(&[flag, known]);
            let compare = self.create(compare.results(&[self.ctx.i1()]));
            let equal = self.results_of(compare)[0];
            let this = self.integer(case + 1, loc);
            let select = self.op("tfrt_arith.select.i32", loc).operands(&[equal, this, number]);
            let select = self.create(select.results(&[self.ctx.i32()]));
            number = self.results_of(select)[0];
        }
        Ok(number)
    }
}
