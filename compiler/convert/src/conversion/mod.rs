//! Conversions: patterns are applied until the target accepts every operation.
//!
//! Each operation is visited once, before the operations below it, in the order of the program; operations that a pattern
//! creates are visited at once. The patterns of an operation that is not legal are tried, the highest benefit first. The rest
//! depends on the target:
//!
//! | the target says | partial conversion | full conversion |
//! |--|--|--|
//! | illegal | error | error |
//! | nothing | stays | error |
//!
//! The wording of the errors is MLIR's. The first error in a body ends its conversion; other functions are still converted,
//! so that their errors are reported.
//!
//! **All or nothing.** [`Conversion::run`] works on its argument and puts a copy back if anything fails, so patterns need no way to undo
//! changes. Types meet in casts that the driver makes and resolves (see [`casts`]). **It ends**: the operations that replace one
//! operation are themselves replaced at most [`MAX_DEPTH`] times in a row, and at most [`MAX_STEPS`] times in all.

mod casts;
mod rewriter;
#[cfg(test)]
mod tests;

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Region};
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::symbol::SymbolTable;

use crate::pattern::{ConversionPattern, ConversionPatterns, NoMatch, PatternIndex};
use crate::target::{ConversionTarget, Legality, TargetIndex};
use crate::types::TypeConverter;
use casts::State;
use rewriter::Symbols;
pub use rewriter::{ConversionRewriter, Operands};

/// The limit of successive replacements of one operation.
const MAX_DEPTH: u32 = 64;

/// The limit of patterns that are applied for one operation of the program.
const MAX_STEPS: u32 = 1 << 20;

/// Whether operations that a target says nothing of may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Partial,
    Full,
}

/// A target, and what leads there. See the module above.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'c> {
    target: &'c ConversionTarget,
    patterns: &'c ConversionPatterns,
    types: Option<&'c TypeConverter>,
    block_arguments: bool,
    mode: Mode,
}

impl<'c> Conversion<'c> {
    /// A conversion that leaves operations alone that the target says nothing of and no pattern converts.
    #[must_use]
    pub fn partial(target: &'c ConversionTarget, patterns: &'c ConversionPatterns) -> Self {
        Self { target, patterns, types: None, block_arguments: false, mode: Mode::Partial }
    }

    /// A conversion after which the target accepts every operation.
    #[must_use]
    pub fn full(target: &'c ConversionTarget, patterns: &'c ConversionPatterns) -> Self {
        Self { target, patterns, types: None, block_arguments: false, mode: Mode::Full }
    }

    /// The types in which patterns get operands.
    #[must_use]
    pub fn with_types(self, types: &'c TypeConverter) -> Self {
        Self { types: Some(types), ..self }
    }

    /// Gives the blocks of each body arguments of converted types before anything else. Without this it is for patterns to do,
    /// as of `func.func`.
    #[must_use]
    pub fn with_block_arguments(self) -> Self {
        Self { block_arguments: true, ..self }
    }

    /// Converts the content of a module, to which patterns may add functions. Returns the number of applied
    /// patterns.
    ///
    /// # Errors
    /// If something cannot be converted; reported. The module is then what it was.
    pub fn run_on_module(self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<u64, Failed> {
        let (ctx, body) = module.split_mut();
        self.transaction(ctx, body, true, diagnostics)
    }

    /// Converts a body and the bodies below it. Returns the number of applied patterns.
    ///
    /// # Errors
    /// If something cannot be converted; reported. The body is then what it was.
    pub fn run(self, ctx: &Context, body: &mut Body, diagnostics: &mut Diagnostics) -> Result<u64, Failed> {
        self.transaction(ctx, body, false, diagnostics)
    }

    /// As [`run`](Self::run), for bodies that are thrown away if they cannot be converted: on an error it is anything.
    ///
    /// # Errors
    /// If something cannot be converted; reported.
    pub fn run_in_place(
        self,
        ctx: &Context,
        body: &mut Body,
        diagnostics: &mut Diagnostics,
    ) -> Result<u64, Failed> {
        let mut driver = Driver::new(self, ctx, diagnostics);
        let mut symbols = Symbols::default();
        driver.body(body, State::default(), &mut symbols, false)?;
        Ok(driver.applied)
    }

    fn transaction(
        self,
        ctx: &Context,
        body: &mut Body,
        is_table: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<u64, Failed> {
        let before = body.clone();
        let mut driver = Driver::new(self, ctx, diagnostics);
        let result = driver.body(body, State::default(), &mut Symbols::default(), is_table);
        let applied = driver.applied;
        match result {
            Ok(()) => Ok(applied),
            Err(Failed) => {
                *body = before;
                Err(Failed)
            }
        }
    }
}

struct Driver<'d> {
    ctx: &'d Context,
    conversion: Conversion<'d>,
    target: TargetIndex<'d>,
    patterns: PatternIndex<'d, dyn ConversionPattern>,
    diagnostics: &'d mut Diagnostics,
    applied: u64,
    /// The number of patterns that may still be applied for the operation of the program that is being
    /// converted.
    steps: u32,
}

impl<'d> Driver<'d> {
    fn new(conversion: Conversion<'d>, ctx: &'d Context, diagnostics: &'d mut Diagnostics) -> Self {
        Driver {
            ctx,
            conversion,
            target: TargetIndex::new(conversion.target),
            patterns: PatternIndex::new(conversion.patterns),
            diagnostics,
            applied: 0,
            steps: 0,
        }
    }

    /// Converts a body, then those below it. `is_table`: whether functions that patterns add go into this body.
    fn body(
        &mut self,
        body: &mut Body,
        state: State,
        symbols: &mut Symbols,
        is_table: bool,
    ) -> Result<(), Failed> {
        let mut own = is_table.then(|| Symbols::of(SymbolTable::of(self.ctx, body)));
        let symbols = own.as_mut().unwrap_or(symbols);
        let mut rewriter = ConversionRewriter::new(self.ctx, body, state, self.conversion.types, symbols);
        if self.conversion.block_arguments {
            self.block_arguments(&mut rewriter)?;
        }
        let mut kept_whole = Vec::new();
        for op in ops_below(rewriter.body(), rewriter.body().root_regions()) {
            if rewriter.body().is_erased(op) || is_below(rewriter.body(), op, &kept_whole) {
                continue;
            }
            self.steps = MAX_STEPS;
            if self.legalize(&mut rewriter, op, 0)? == Legality::LegalWithContents {
                kept_whole.push(op);
            }
        }
        rewriter.resolve_casts(self.diagnostics)?;
        let mut states = rewriter.take_nested_states();
        let mut failed = false;
        let mut work: Vec<Op> = ops_below(body, body.root_regions());
        work.retain(|&op| body.nested(op).is_some());
        work.reverse();
        while let Some(op) = work.pop() {
            let view = OpRef { ctx: self.ctx, body, op };
            if self.target.legality(view) == Legality::LegalWithContents || is_below(body, op, &kept_whole) {
                continue;
            }
            let inner_is_table = view.has(Traits::SYMBOL_TABLE);
            let Some(mut nested) = body.take_nested(op) else { continue };
            let state = states.remove(&op).unwrap_or_default();
            failed |= self.body(&mut nested, state, symbols, inner_is_table).is_err();
            body.put_nested(op, nested);
            if is_table {
                let mut after = op;
                let mut added = Vec::new();
                for state in symbols.take_added() {
                    let op = body.create_op(self.ctx, state);
                    body.insert_op_after(op, after);
                    after = op;
                    added.push(op);
                }
                work.extend(added.into_iter().rev().filter(|&op| body.nested(op).is_some()));
            }
        }
        if failed { Err(Failed) } else { Ok(()) }
    }

    /// Converts the arguments of the blocks of a body's own regions.
    fn block_arguments(&mut self, rewriter: &mut ConversionRewriter<'_>) -> Result<(), Failed> {
        for region in rewriter.body().root_regions().to_vec() {
            if let Err(NoMatch { reason, .. }) = rewriter.convert_region_types(region) {
                let body = rewriter.body();
                let argument =
                    body.entry_block(region).and_then(|block| body.block_args(block).first().copied());
                let loc =
                    argument.map_or_else(|| self.ctx.unknown_loc(), |argument| body.value_loc(argument));
                let reason = reason.unwrap_or_default();
                self.diagnostics.error(loc, format!("failed to convert the arguments of a block: {reason}"));
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// Converts an operation and its replacements, unless it may stay. Returns the target's verdict.
    fn legalize(
        &mut self,
        rewriter: &mut ConversionRewriter<'_>,
        op: Op,
        depth: u32,
    ) -> Result<Legality, Failed> {
        if rewriter.is_cast(op) {
            return Ok(Legality::Legal);
        }
        let legality = self.target.legality(rewriter.op(op));
        if matches!(legality, Legality::Legal | Legality::LegalWithContents) {
            return Ok(legality);
        }
        let (name, loc) = (rewriter.body().name(op), rewriter.body().loc(op));
        let candidates = self.patterns.of(self.ctx, name);
        let mut reasons: Vec<NoMatch> = Vec::new();
        if depth >= MAX_DEPTH || self.steps == 0 {
            reasons.push(NoMatch::because(
                "the patterns lead from one illegal operation to the next without an end",
            ));
        } else {
            for candidate in candidates {
                let first_new = rewriter.body().op_capacity();
                let pattern = self.patterns.set.get(candidate);
                let outcome = rewriter.operands(op).and_then(|operands| {
                    rewriter.forget_changes();
                    let outcome = pattern.convert(op, &operands, rewriter);
                    debug_assert!(
                        outcome.is_ok() || !rewriter.forget_changes(),
                        "a pattern for '{}' changed something and then did not match",
                        self.ctx.str(name)
                    );
                    outcome
                });
                match outcome {
                    Ok(()) => {
                        self.applied += 1;
                        self.steps -= 1;
                        return self.legalize_new(rewriter, op, first_new, depth);
                    }
                    Err(refusal) if refusal.is_refusal => {
                        self.diagnostics
                            .error(refusal.loc.unwrap_or(loc), refusal.reason.unwrap_or_default());
                        return Err(Failed);
                    }
                    Err(no_match) => reasons.push(no_match),
                }
            }
        }
        if legality == Legality::Unknown && self.conversion.mode == Mode::Partial {
            return Ok(legality);
        }
        let explicit = match self.conversion.mode {
            Mode::Partial => " that was explicitly marked illegal",
            Mode::Full => "",
        };
        let message = format!("failed to legalize operation '{}'{explicit}", self.ctx.str(name));
        let diagnostic = self.diagnostics.error_at_op(rewriter.op(op), message);
        for NoMatch { reason, loc: place, .. } in reasons {
            if let Some(reason) = reason {
                diagnostic.note(place.unwrap_or(loc), reason);
            }
        }
        Err(Failed)
    }

    /// Converts the operations that a pattern created, and the operation itself if the pattern left it.
    fn legalize_new(
        &mut self,
        rewriter: &mut ConversionRewriter<'_>,
        op: Op,
        first_new: usize,
        depth: u32,
    ) -> Result<Legality, Failed> {
        rewriter.forget_changes();
        for index in first_new..rewriter.body().op_capacity() {
            let new = Op::from_u32(index as u32);
            if !rewriter.body().is_erased(new) && rewriter.body().block_of(new).is_some() {
                self.legalize(rewriter, new, depth + 1)?;
            }
        }
        match rewriter.body().is_erased(op) {
            true => Ok(Legality::Legal),
            false => self.legalize(rewriter, op, depth + 1),
        }
    }
}

/// The operations below regions, except those in other bodies, in pre-order.
fn ops_below(body: &Body, regions: &[Region]) -> Vec<Op> {
    let mut found = Vec::new();
    let mut pending: Vec<Op> = Vec::new();
    let push = |pending: &mut Vec<Op>, regions: &[Region]| {
        let start = pending.len();
        for &region in regions {
            pending.extend(body.blocks(region).flat_map(|block| body.ops(block)));
        }
        pending[start..].reverse();
    };
    push(&mut pending, regions);
    while let Some(op) = pending.pop() {
        found.push(op);
        push(&mut pending, body.inline_regions(op));
    }
    found
}

/// Whether an operation is in a region of one of others.
fn is_below(body: &Body, op: Op, others: &[Op]) -> bool {
    let mut around = if others.is_empty() { None } else { body.parent_op(op) };
    while let Some(parent) = around {
        if others.contains(&parent) {
            return true;
        }
        around = body.parent_op(parent);
    }
    false
}
