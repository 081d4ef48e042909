//! Cycles become `tfrt.while`.
//!
//! The function of the loop runs from an entry of the cycle until an entry is reached again or the cycle is left. Its values are
//! slots that all exits share, the number of the exit if there are several of a kind, and the outer values that the cycle uses,
//! passed on unchanged.

use std::collections::BTreeSet;
use std::rc::Rc;

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};

use super::cfg::{Part, Target};
use super::emit::{Emitter, Exit, Leave, Level, Next, Pending, Start};
use super::scopes::{Key, Scope};

impl Emitter<'_> {
    /// Runs a cycle from one of its entries until it is left; returns where control continues.
    pub(super) fn run_loop(
        &mut self,
        level: &Rc<Level>,
        cycle: usize,
        entry: usize,
        values: Vec<Value>,
        loc: Loc,
    ) -> Result<Option<Next>, Failed> {
        let blocks: BTreeSet<usize> = level.part.cycles[cycle].iter().copied().collect();
        let mut entries = level.part.entries(&self.cfg, cycle);
        if !entries.contains(&entry) {
            // The first block of the function.
            entries.push(entry);
            entries.sort_unstable();
        }
        let mut targets: Vec<Target> = entries.iter().map(|&entry| Target::Block(entry)).collect();
        let ways = blocks.iter().flat_map(|&number| &self.cfg.successors[number]);
        let outside: BTreeSet<Target> = ways
            .copied()
            .filter(|target| !matches!(target, Target::Block(next) if blocks.contains(next)))
            .collect();
        targets.extend(&outside);

        // What each way out takes along, and where it is put.
        let mut types: Vec<Type> = Vec::new();
        let mut exits = Vec::new();
        for (index, &target) in targets.iter().enumerate() {
            let (mut needed, mut escaping) = (self.results.clone(), Vec::new());
            if let Target::Block(number) = target {
                let arguments = self.source.block_args(self.cfg.blocks[number]);
                needed = arguments.iter().map(|&value| self.source.value_type(value)).collect();
                if index >= entries.len() {
                    let inside = |value: &&Value| {
                        let block =
                            self.source.value_block(**value).and_then(|block| self.cfg.numbers.get(&block));
                        block.is_some_and(|number| blocks.contains(number))
                    };
                    escaping = self.cfg.live_in[number].iter().filter(inside).copied().collect();
                }
            }
            let escaping_types = escaping.iter().map(|&value| self.source.value_type(value));
            needed.extend(escaping_types);
            let mut slots: Vec<usize> = Vec::new();
            for ty in needed {
                let free = (0..types.len()).find(|slot| types[*slot] == ty && !slots.contains(slot));
                slots.push(free.unwrap_or_else(|| {
                    types.push(ty);
                    types.len() - 1
                }));
            }
            exits.push(Exit { target, slots, escaping, again: index < entries.len() });
        }
        let mut used: BTreeSet<Value> = BTreeSet::new();
        for &number in &blocks {
            used.extend(self.cfg.used_from_outside(self.source, number));
        }
        let from_outside = |value: &Value| {
            let block = self.source.value_block(*value).and_then(|block| self.cfg.numbers.get(&block));
            block.is_none_or(|number| !blocks.contains(number))
        };
        let kept: Vec<Value> = used.into_iter().filter(from_outside).collect();
        let numbered = entries.len() > 1 || outside.len() > 1;
        let kept_types: Vec<Type> = kept.iter().map(|&value| self.source.value_type(value)).collect();
        let mut state_types = types.clone();
        if numbered {
            state_types.push(self.ctx.i32());
        }
        state_types.extend(&kept_types);
        let mut results = state_types.clone();
        results.push(self.ctx.i1());

        // The loop begins as if the entry had been reached in it.
        let at = entries.iter().position(|&known| known == entry).unwrap_or_default();
        let mut slots: Vec<Option<Value>> = vec![None; types.len()];
        for (&slot, value) in exits[at].slots.iter().zip(values) {
            slots[slot] = Some(value);
        }
        let mut state = Vec::with_capacity(state_types.len());
        for (slot, &ty) in slots.into_iter().zip(&types) {
            state.push(match slot {
                Some(value) => value,
                None => self.placeholder(ty, loc)?,
            });
        }
        if numbered {
            state.push(self.integer(at, loc));
        }
        state.extend(self.values(kept.iter().copied())?);
        let inner = self.keep(Level {
            part: Rc::new(Part::new(&self.cfg, &entries, &targets)),
            exits,
            leave: Leave::Slots { types: types.clone(), numbered, kept: kept.clone() },
            results,
        });
        let name = self.new_name("loop");
        self.pending.push_back(Pending {
            name,
            level: inner.clone(),
            loc,
            arguments: kept,
            start: Start::Loop { slots: types.clone(), entries: entries.clone(), numbered },
        });
        let yes = self.ctx.bool_attr(true);
        let mut operands: Vec<Value> = self.constant(yes, loc).into_iter().collect();
        operands.extend(state);
        let (ctx, body_fn) = (self.ctx, self.ctx.symbol_ref_ident(name));
        let state = self
            .op("tfrt.while", loc)
            .operands(&operands)
            .results(&state_types)
            .attr(ctx.ident("body_fn"), body_fn)
            .attr(ctx.ident("parallel_iterations"), ctx.i64_attr(1));
        let op = self.create(state);
        let results = self.results_of(op);
        self.after_loop(level, &inner, entries.len(), &results, types.len(), loc)
    }

    /// Goes on behind a loop, the way on which it was left.
    fn after_loop(
        &mut self,
        level: &Rc<Level>,
        inner: &Level,
        entries: usize,
        results: &[Value],
        number_at: usize,
        loc: Loc,
    ) -> Result<Option<Next>, Failed> {
        let mut ways: Vec<(Target, Vec<Value>)> = Vec::new();
        for exit in &inner.exits[entries..] {
            let mut values: Vec<Value> = exit.slots.iter().map(|&slot| results[slot]).collect();
            let escaped = values.split_off(values.len() - exit.escaping.len());
            self.bind(exit.escaping.iter().copied(), escaped);
            ways.push((exit.target, values));
        }
        if ways.is_empty() {
            // Nothing ever comes after an endless loop; the types must be right all the same.
            let mut values = Vec::new();
            for &ty in &level.results {
                values.push(self.placeholder(ty, loc)?);
            }
            self.end(&values, loc);
            return Ok(None);
        }
        if let [(target, values)] = ways.as_slice() {
            return Ok(Some(Next { target: *target, values: values.clone(), loc, met: false }));
        }
        let first = self.integer(entries, loc);
        let subtract = self.op("tfrt_arith.subi.i32", loc).operands(&[results[number_at], first]);
        let subtract = self.create(subtract.results(&[self.ctx.i32()]));
        let number = self.results_of(subtract)[0];
        let mut keys: Vec<Vec<Key>> = Vec::new();
        for (_, values) in &ways {
            keys.push(values.iter().map(|&value| self.extra(value, loc)).collect());
        }
        let values = self.select(number, 0..ways.len(), &level.results, loc, &mut |emitter, way| {
            let values = keys[way].iter().map(|&key| emitter.value_of(key)).collect::<Result<_, _>>()?;
            emitter.walk(level, Next { target: ways[way].0, values, loc, met: false })
        })?;
        self.end(&values, loc);
        Ok(None)
    }

    /// Writes a function.
    pub(super) fn helper(&mut self, pending: Pending) -> Result<(), Failed> {
        let Pending { name, level, loc, arguments, start } = pending;
        self.open(false);
        match start {
            Start::Block(number) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.argument(Key::Source(argument)));
                }
                values.truncate(self.source.block_args(self.cfg.blocks[number]).len());
                self.walk(&level, Next { target: Target::Block(number), values, loc, met: true })?;
            }
            Start::Loop { slots, entries, numbered } => {
                let mut state = Vec::new();
                for ty in slots.into_iter().chain(numbered.then(|| self.ctx.i32())) {
                    state.push(self.plain_argument(ty, loc));
                }
                for argument in arguments {
                    self.argument(Key::Source(argument));
                }
                for (index, &entry) in entries.iter().enumerate() {
                    let own = self.source.block_args(self.cfg.blocks[entry]).to_vec();
                    let values: Vec<Value> =
                        level.exits[index].slots.iter().map(|&slot| state[slot]).collect();
                    self.bind(own, values);
                }
                if let [entry] = entries.as_slice() {
                    self.start(&level, *entry)?;
                } else {
                    let number = *state.last().expect("a loop with several entries has their number");
                    let values =
                        self.select(number, 0..entries.len(), &level.results, loc, &mut |emitter, way| {
                            emitter.start(&level, entries[way])
                        })?;
                    self.end(&values, loc);
                }
            }
        }
        let Scope { body, block, .. } = self.close();
        let inputs: Vec<Type> = body.block_args(block).iter().map(|&value| body.value_type(value)).collect();
        let ctx = self.ctx;
        let function = OpState::new(ctx.ident("func.func"), loc)
            .attr(ctx.ident("sym_name"), ctx.string_attr(ctx.str(name)))
            .attr(ctx.ident("sym_visibility"), ctx.string_attr("private"))
            .attr(ctx.ident("function_type"), ctx.type_attr(ctx.function(&inputs, &level.results)))
            .nested(Box::new(body));
        self.helpers.push(function);
        Ok(())
    }

    /// Emits from an entry of a loop on, whose arguments are bound: going there again leaves the loop's level.
    fn start(&mut self, level: &Rc<Level>, entry: usize) -> Result<(), Failed> {
        match self.block(level, entry)? {
            Some(next) => self.walk(level, next),
            None => Ok(()),
        }
    }
}
