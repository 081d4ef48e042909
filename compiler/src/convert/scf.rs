//! Structured operations become blocks and branches, the outermost first: a pattern for each of them.

use std::sync::LazyLock;

use tfrt_convert::{
    Benefit, ConversionPatterns, ConversionRewriter, ConversionTarget, NoMatch, Operands, Root,
};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Loc, Type};

/// Nothing structured is left.
pub(super) static TARGET: LazyLock<ConversionTarget> =
    LazyLock::new(|| ConversionTarget::new().illegal_dialects(&["scf"]));

/// The patterns.
pub(super) static PATTERNS: LazyLock<ConversionPatterns> = LazyLock::new(|| {
    let mut patterns = ConversionPatterns::new();
    for name in ["scf.if", "scf.for", "scf.while", "scf.index_switch", "scf.execute_region"] {
        patterns.on(name, lower);
    }
    patterns.add(Root::Dialect("scf".into()), Benefit(0), Box::new(refuse));
    patterns
});

/// The error for an operation that no pattern lowers.
fn refuse(op: Op, _: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let name = rewriter.op(op).name_str();
    Err(NoMatch::refuse(format!("'{name}' op cannot be converted to the tfrt dialect")))
}

struct Lowering<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    region: Region,
}

fn lower(op: Op, _: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let (ctx, body) = (rewriter.ctx(), rewriter.body());
    let view = rewriter.op(op);
    let name = view.name_str().to_owned();
    let block = body.block_of(op).ok_or_else(NoMatch::quiet)?;
    let region = body.region_of(block).ok_or_else(NoMatch::quiet)?;
    let is_empty = |region: &&Region| body.entry_block(**region).is_none();
    let empty = body.inline_regions(op).iter().filter(is_empty).count();
    if empty > 0 && !(name == "scf.if" && empty == 1) {
        return Err(NoMatch::because("a region has no blocks"));
    }
    let cases = tfrt_dialects::scf::cases(view);
    let unsigned = view.attr("unsignedCmp").is_some();
    let mut lowering = Lowering { ctx, body: rewriter.body_mut(), region };
    lowering.op(block, op, &name, &cases, unsigned).ok_or_else(NoMatch::quiet)?;
    rewriter.touch(op);
    Ok(())
}

impl Lowering<'_> {
    /// Lowers one operation of a block. `None` if its form is not that of its dialect, which the verifier excludes.
    fn op(&mut self, block: Block, op: Op, name: &str, cases: &[i64], unsigned: bool) -> Option<()> {
        let loc = self.body.loc(op);
        let operands: Vec<Value> = self.body.operands(op).collect();
        let results: Vec<Value> = self.body.results(op).collect();
        let regions = self.body.inline_regions(op).to_vec();
        // The rest continues in a block of its own, which takes the results.
        let rest = self.body.insert_block_after(block);
        if let Some(next) = self.body.next_op(op) {
            self.body.splice_tail(next, rest);
        }
        for &result in &results {
            let ty = self.body.value_type(result);
            let argument = self.body.add_block_arg(rest, ty, loc);
            self.body.replace_all_uses(result, argument);
        }
        let mut blocks = vec![rest];
        let mut entries = Vec::new();
        for &region in &regions {
            let moved: Vec<Block> = self.body.blocks(region).collect();
            entries.push(moved.first().copied());
            for &inner in &moved {
                self.body.unlink_block(inner);
                self.body.place_block(self.region, inner);
            }
            blocks.extend(moved);
        }
        self.body.erase_op(op);
        match name {
            "scf.if" => {
                let then = entries[0]?;
                let otherwise = entries[1].unwrap_or(rest);
                self.cond_br(block, loc, operands[0], (then, &[]), (otherwise, &[]));
                self.replace_yields(&blocks, rest);
            }
            "scf.for" => self.range(block, loc, &operands, entries[0]?, rest, unsigned, &blocks),
            "scf.while" => {
                let (before, after) = (entries[0]?, entries[1]?);
                self.br(block, loc, before, &operands);
                self.replace_yields(&blocks, before);
                for &inner in &blocks {
                    let Some(end) = self.body.last_op(inner) else { continue };
                    if self.ctx.str(self.body.name(end)) != "scf.condition" {
                        continue;
                    }
                    let (end_loc, values) =
                        (self.body.loc(end), self.body.operands(end).collect::<Vec<Value>>());
                    self.body.erase_op(end);
                    let (condition, values) = values.split_first()?;
                    self.cond_br(inner, end_loc, *condition, (after, values), (rest, values));
                }
            }
            "scf.index_switch" => {
                let targets: Vec<Block> = entries.into_iter().collect::<Option<_>>()?;
                self.switch(block, loc, operands[0], cases, &targets);
                self.replace_yields(&blocks, rest);
            }
            _ => {
                self.br(block, loc, entries[0]?, &[]);
                self.replace_yields(&blocks, rest);
            }
        }
        Some(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a loop")]
    fn range(
        &mut self,
        block: Block,
        loc: Loc,
        operands: &[Value],
        entry: Block,
        rest: Block,
        unsigned: bool,
        blocks: &[Block],
    ) {
        let ctx = self.ctx;
        let (lower, upper, step) = (operands[0], operands[1], operands[2]);
        let ty = self.body.value_type(lower);
        let header = self.body.insert_block_after(block);
        let carried: Vec<Value> = self.body.block_args(entry).to_vec();
        let mut arguments = Vec::new();
        for argument in carried {
            let new = self.body.add_block_arg(header, self.body.value_type(argument), loc);
            self.body.replace_all_uses(argument, new);
            arguments.push(new);
        }
        while let Some(last) = self.body.block_args(entry).len().checked_sub(1) {
            self.body.erase_block_arg(entry, last);
        }
        let mut inits = vec![lower];
        inits.extend_from_slice(&operands[3..]);
        self.br(block, loc, header, &inits);
        let below = ctx.i64_attr(if unsigned { 6 } else { 2 });
        let compare = OpState::new(ctx.ident("arith.cmpi"), loc).attr(ctx.ident("predicate"), below);
        let more = self.append(header, compare.operands(&[arguments[0], upper]), &[ctx.i1()])[0];
        self.cond_br(header, loc, more, (entry, &[]), (rest, &arguments[1..]));
        for &inner in blocks {
            let Some((end, values)) = self.yield_of(inner) else { continue };
            let end_loc = self.body.loc(end);
            self.body.erase_op(end);
            let add = OpState::new(ctx.ident("arith.addi"), end_loc).operands(&[arguments[0], step]);
            let mut next = self.append(inner, add, &[ty]);
            next.extend(values);
            self.br(inner, end_loc, header, &next);
        }
    }

    /// The `scf.yield` at the end of a block, and its operands.
    fn yield_of(&self, block: Block) -> Option<(Op, Vec<Value>)> {
        let end = self.body.last_op(block)?;
        (self.ctx.str(self.body.name(end)) == "scf.yield").then(|| (end, self.body.operands(end).collect()))
    }

    fn replace_yields(&mut self, blocks: &[Block], target: Block) {
        for &block in blocks {
            if let Some((end, values)) = self.yield_of(block) {
                let loc = self.body.loc(end);
                self.body.erase_op(end);
                self.br(block, loc, target, &values);
            }
        }
    }

    fn append(&mut self, block: Block, state: OpState, results: &[Type]) -> Vec<Value> {
        let op = self.body.create_op(self.ctx, state.results(results));
        self.body.append_op(block, op);
        self.body.results(op).collect()
    }

    fn br(&mut self, block: Block, loc: Loc, target: Block, values: &[Value]) {
        let state = OpState::new(self.ctx.ident("cf.br"), loc).operands(values).successors(&[target]);
        self.append(block, state, &[]);
    }

    fn cond_br(
        &mut self,
        block: Block,
        loc: Loc,
        condition: Value,
        (then, then_values): (Block, &[Value]),
        (otherwise, other_values): (Block, &[Value]),
    ) {
        let ctx = self.ctx;
        let sizes = [1, then_values.len() as i32, other_values.len() as i32];
        let data: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        let sizes = ctx.intern_attr(tfrt_ir::AttrKind::DenseArray { elem: ctx.i32(), data: data.into() });
        let state = OpState::new(ctx.ident("cf.cond_br"), loc)
            .operands(&[condition])
            .operands(then_values)
            .operands(other_values)
            .attr(ctx.ident("operandSegmentSizes"), sizes)
            .successors(&[then, otherwise]);
        self.append(block, state, &[]);
    }

    /// Goes to the block behind the first for the case that an index is, to the first if it is none.
    fn switch(&mut self, block: Block, loc: Loc, index: Value, cases: &[i64], targets: &[Block]) {
        let ctx = self.ctx;
        if cases.is_empty() {
            return self.br(block, loc, targets[0], &[]);
        }
        let cast = OpState::new(ctx.ident("arith.index_cast"), loc).operands(&[index]);
        let flag = self.append(block, cast, &[ctx.i64()]);
        let dims = [cases.len() as i64].into();
        let ty =
            ctx.intern_type(tfrt_ir::types::TypeKind::Vector { dims, scalable: [].into(), elem: ctx.i64() });
        let data: Vec<u8> = cases.iter().flat_map(|case| case.to_le_bytes()).collect();
        let sizes = |sizes: &[i32]| {
            let data: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
            ctx.intern_attr(tfrt_ir::AttrKind::DenseArray { elem: ctx.i32(), data: data.into() })
        };
        let state = OpState::new(ctx.ident("cf.switch"), loc)
            .operands(&flag)
            .attr(ctx.ident("case_values"), tfrt_ir::dense::make_dense(ctx, ty, data))
            .attr(ctx.ident("case_operand_segments"), sizes(&vec![0; cases.len()]))
            .attr(ctx.ident("operandSegmentSizes"), sizes(&[1, 0, 0]))
            .successors(targets);
        self.append(block, state, &[]);
    }
}
