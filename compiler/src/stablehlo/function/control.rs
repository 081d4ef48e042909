//! Loops and branches: their regions become functions, with the values that they capture as further arguments.

use rustc_hash::FxHashSet;
use tfrt_convert::graph::Callee;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Region, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;

use super::{Handles, Writer};

impl<'a> Writer<'_, 'a> {
    /// The values from outside that are used in regions, in the order of their first use.
    pub(in crate::stablehlo) fn captured(&self, source: &Body, regions: &[Region]) -> Vec<Value> {
        let mut own: FxHashSet<Value> = FxHashSet::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut captured = Vec::new();
        for &region in regions {
            for block in source.blocks(region) {
                own.extend(source.block_args(block));
            }
            source.walk_region(region, &mut |body, op| {
                own.extend(body.results(op));
                for &region in body.inline_regions(op) {
                    for block in body.blocks(region) {
                        own.extend(body.block_args(block));
                    }
                }
            });
        }
        for &region in regions {
            source.walk_region(region, &mut |body, op| {
                for value in body.operands(op) {
                    if !own.contains(&value) && seen.insert(value) {
                        captured.push(value);
                    }
                }
            });
        }
        captured
    }

    /// A function for a region: it takes a chain and the values of the source that are given, and gives the chain behind its effects, and perhaps the
    /// captured values.
    fn outlined(
        &mut self,
        op: OpRef<'a>,
        region: usize,
        what: &str,
        carried: Option<&[Type]>,
        captured: &[Value],
        gives_captured: bool,
    ) -> Result<Attr, Failed> {
        let source = op.body;
        let is_condition = op.name_str() == "stablehlo.while" && region == 0;
        let region = op.body.inline_regions(op.op)[region];
        let name = self.module.fresh_name(format!("{}_{what}", self.name));
        let Some(block) = source.entry_block(region) else {
            return Err(self.module.refuse(op, "a region of it is empty"));
        };
        let (ctx, base) = (self.ctx, self.name.clone());
        let devices = match self.at {
            Some(at) => vec![self.devices[at]],
            None => self.devices.clone(),
        };
        let (partitions, is_apart, around) = (self.partitions, self.is_apart, self.around.clone());
        let mut writer = Writer::new(&mut *self.module, base);
        writer.devices = devices;
        writer.partitions = partitions;
        writer.is_apart = is_apart;
        writer.around = around;
        writer.chain = Some(writer.out.chain_argument(op.loc()));
        let args = source.block_args(block);
        if carried.is_some_and(|carried| carried.len() != args.len()) {
            return Err(writer.module.refuse(op, "a region of it has other arguments"));
        }
        for &arg in args {
            let handles = writer.arguments(source, arg, None, None);
            writer.values.insert(arg, handles);
        }
        let mut more = Handles::new();
        for &value in captured {
            let handles = writer.arguments(source, value, None, None);
            more.extend(handles.iter().copied());
            writer.values.insert(value, handles);
        }
        let given = writer.block(source, block)?;
        let mut results = Handles::new();
        results.extend(writer.chain);
        // Members go through a loop together: the condition is that of the first one.
        let count = if is_condition { 1 } else { given.len() };
        results.extend(given.into_iter().take(count));
        if gives_captured {
            results.extend(more);
        }
        let state = writer.out.finish(&name, Some("private"), &results, op.loc());
        self.module.made.push(state);
        Ok(ctx.symbol_ref(&name))
    }

    pub(super) fn while_loop(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let regions = op.body.inline_regions(op.op).to_vec();
        if regions.len() != 2 {
            return Err(self.module.refuse(op, "it does not have two regions"));
        }
        if self.written_by_rounds(op)? {
            return Ok(());
        }
        let captured = self.captured(op.body, &regions);
        let types: Vec<Type> = op.operand_types().collect();
        let cond = self.outlined(op, 0, "while_cond", Some(&types), &captured, false)?;
        let body = self.outlined(op, 1, "while_body", Some(&types), &captured, true)?;
        let mut operands = self.all(op, op.operands())?;
        operands.extend(self.all(op, captured.iter().copied())?);
        let results = self.called(op, Callee::While { cond, body }, &operands, &captured, true)?;
        self.set_results(op, results);
        Ok(())
    }

    pub(super) fn branches(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        if self.selected(op)? {
            return Ok(());
        }
        let regions = op.body.inline_regions(op.op).to_vec();
        let loc = op.loc();
        let captured = self.captured(op.body, &regions);
        let mut functions: Vec<Attr> = Vec::with_capacity(regions.len());
        for i in 0..regions.len() {
            functions.push(self.outlined(op, i, &format!("branch_{i}"), Some(&[]), &captured, false)?);
        }
        let operands = self.all(op, captured.iter().copied())?;
        // Members that meet in a branch take the same one.
        let index = match self.handles(op, op.operand(0))?.first() {
            Some(&index) => index,
            None => return Err(self.module.refuse(op, "its operand is no tensor")),
        };
        let results = match (op.name_str(), &functions[..]) {
            ("stablehlo.if", &[then, otherwise]) => {
                self.called(op, Callee::Cond { condition: index, then, otherwise }, &operands, &[], true)?
            }
            ("stablehlo.case", &[first, last]) => {
                let zero = self.number(self.ctx.i32(), 0.0, loc);
                let condition = self.apply("hlo.equal", &[index, zero], loc);
                self.called(
                    op,
                    Callee::Cond { condition, then: first, otherwise: last },
                    &operands,
                    &[],
                    true,
                )?
            }
            ("stablehlo.case", &[only]) => self.called(op, Callee::Function(only), &operands, &[], true)?,
            ("stablehlo.case", branches @ [_, ..]) => {
                // An index without a branch of its own selects the last branch.
                let zero = self.number(self.ctx.i32(), 0.0, loc);
                let last = self.number(self.ctx.i32(), branches.len() as f64 - 1.0, loc);
                let is_negative = self.apply("hlo.less", &[index, zero], loc);
                let index = self.apply("hlo.minimum", &[index, last], loc);
                let index = self.apply("hlo.select", &[is_negative, last, index], loc);
                let index = self.out.graph().branch_index(index, loc);
                self.called(op, Callee::Case { index, branches }, &operands, &[], true)?
            }
            _ => return Err(self.module.refuse(op, "it has no such regions")),
        };
        self.set_results(op, results);
        Ok(())
    }
}
