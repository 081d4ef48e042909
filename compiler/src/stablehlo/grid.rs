//! Grids of processes: `interpreter.run_parallel`, the programs of replicas and partitions, and what is fed to them.
//!
//! One program in all places is written side by side for all processes, as a manual computation is ([`members`](super::members)): its processes meet in
//! collectives. Different programs are written one after the other, those that receive after those that send; they meet by `send` and `recv` alone.
//! A feed is a list of functions: each `infeed` of a process takes what the next one gives.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tfrt_dialects::stablehlo::attributes::ChannelHandle;
use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::{Attr, Ident};
use tfrt_ir::op_ref::OpRef;

use super::attributes::{attr, flag, typed};
use super::function::{Handles, Writer, parts};
use super::members::is_feed;

/// The inputs and messages of processes, while their programs are written.
#[derive(Default)]
pub(super) struct Feed {
    /// The functions whose results are still to be taken, the next one last.
    infeed: Vec<Ident>,
    /// The messages that were sent over channels and not received yet, the oldest first.
    sent: FxHashMap<i64, VecDeque<Handles>>,
}

impl<'a> Writer<'_, 'a> {
    fn symbols(&self, attr: Attr) -> Option<Vec<Ident>> {
        self.ctx.array_elems(attr)?.iter().map(|&name| self.ctx.flat_symbol(name)).collect()
    }

    /// Writes `interpreter.run_parallel`.
    pub(super) fn run_parallel(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let rows: Option<Vec<Vec<Ident>>> = attr(op, "programs")
            .and_then(|programs| self.ctx.array_elems(programs))
            .and_then(|rows| rows.iter().map(|&row| self.symbols(row)).collect());
        let rows = rows.unwrap_or_default();
        let partitions = rows.first().map_or(0, Vec::len);
        if partitions == 0 || rows.iter().any(|row| row.len() != partitions) {
            return Err(self.module.refuse(op, "its programs are no grid of functions"));
        }
        if !self.devices.is_empty() {
            return Err(self.module.refuse(op, "a process of a grid starts no other grid"));
        }
        let names: Vec<Ident> = rows.into_iter().flatten().collect();
        let mut programs: Vec<(&'a Body, Block)> = Vec::with_capacity(names.len());
        for &name in &names {
            match self.module.callee(name) {
                Some(found) => programs.push(found),
                None => {
                    let why = format!("@{} is no function with a body", self.ctx.str(name));
                    return Err(self.module.refuse(op, why));
                }
            }
        }
        let taken: usize = programs.iter().map(|&(body, block)| body.block_args(block).len()).sum();
        if taken != op.num_operands() {
            let why = format!("its programs take {taken} values, and it has {}", op.num_operands());
            return Err(self.module.refuse(op, why));
        }
        let mut infeed = attr(op, "infeed").and_then(|feed| self.symbols(feed)).unwrap_or_default();
        infeed.reverse();
        self.feed = Some(Feed { infeed, ..Feed::default() });
        self.partitions = partitions as i64;
        let is_one = names.iter().all(|&name| name == names[0]);
        let written = if is_one { self.together(op, &programs) } else { self.one_by_one(op, &programs) };
        self.feed = None;
        self.partitions = 1;
        self.devices.clear();
        let results = written?;
        if results.len() != op.num_results() {
            let why = format!("its programs give {} values, and it has {}", results.len(), op.num_results());
            return Err(self.module.refuse(op, why));
        }
        for (index, handles) in results.into_iter().enumerate() {
            self.set(op, index, handles);
        }
        Ok(())
    }

    /// One program in all places; its values by process.
    fn together(&mut self, op: OpRef<'a>, programs: &[(&'a Body, Block)]) -> Result<Vec<Handles>, Failed> {
        let (source, block) = programs[0];
        let args = source.block_args(block);
        let operands: Vec<Value> = op.operands().collect();
        let mut values: FxHashMap<Value, Handles> = FxHashMap::default();
        for (index, &arg) in args.iter().enumerate() {
            let mut own = Handles::new();
            for process in 0..programs.len() {
                own.extend(self.handles(op, operands[process * args.len() + index])?);
            }
            values.insert(arg, own);
        }
        self.devices = (0..programs.len() as i64).collect();
        let given = self.within(source, block, values)?;
        let types = self.returned(source, block);
        // By value, then by process; callers want it the other way round.
        let mut by_process: Vec<Vec<Handles>> = vec![Vec::new(); programs.len()];
        let mut at = 0;
        for count in types {
            for own in &mut by_process {
                own.push(given[at..at + count].into());
                at += count;
            }
        }
        Ok(by_process.into_iter().flatten().collect())
    }

    /// Different programs, those that receive nothing first.
    fn one_by_one(&mut self, op: OpRef<'a>, programs: &[(&'a Body, Block)]) -> Result<Vec<Handles>, Failed> {
        let operands: Vec<Value> = op.operands().collect();
        let mut first = 0;
        let mut order: Vec<(bool, usize, usize)> = Vec::with_capacity(programs.len());
        for (process, &(source, block)) in programs.iter().enumerate() {
            let receives = source.ops(block).any(|op| self.ctx.str(source.name(op)) == "stablehlo.recv");
            order.push((receives, process, first));
            first += source.block_args(block).len();
        }
        order.sort_unstable();
        let mut results: Vec<Vec<Handles>> = vec![Vec::new(); programs.len()];
        for (_, process, first) in order {
            let (source, block) = programs[process];
            let mut values: FxHashMap<Value, Handles> = FxHashMap::default();
            for (&arg, &operand) in source.block_args(block).iter().zip(&operands[first..]) {
                values.insert(arg, self.handles(op, operand)?);
            }
            self.devices = vec![process as i64];
            let given = self.within(source, block, values)?;
            let mut at = 0;
            for count in self.returned(source, block) {
                results[process].push(given[at..at + count].into());
                at += count;
            }
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// The handles of each value that a block of a function returns, for one process.
    fn returned(&self, source: &Body, block: Block) -> Vec<usize> {
        let Some(end) = source.last_op(block) else { return Vec::new() };
        source.operands(end).map(|value| parts(self.ctx, source.value_type(value)).len()).collect()
    }

    /// Writes an operation that takes from a feed or a channel, or gives to one; says whether it is one.
    pub(super) fn fed(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        let name = op.name_str();
        if !is_feed(name) {
            return Ok(false);
        }
        let channel = typed::<ChannelHandle>(op, "channel_handle").map_or(0, |channel| channel.handle);
        let is_host = flag(op, "is_host_transfer");
        let Some(feed) = self.feed.as_mut().filter(|_| !is_host) else {
            let why = "nothing is at the other end: it is no part of 'interpreter.run_parallel', or in a region of it";
            return Err(self.module.refuse(op, why));
        };
        if self.devices.len() > 1 {
            return Err(self.module.refuse(op, "several processes share one feed or channel"));
        }
        // What it gives, before its token.
        let mut given = match name {
            "stablehlo.infeed" => {
                let Some(function) = feed.infeed.pop() else {
                    return Err(self.module.refuse(op, "the feed has no function left"));
                };
                let Some((source, block)) = self.module.callee(function) else {
                    return Err(self.module.refuse(op, "a function of the feed has no body"));
                };
                self.within(source, block, FxHashMap::default())?
            }
            "stablehlo.recv" => {
                let sent = feed.sent.get_mut(&channel).and_then(VecDeque::pop_front);
                sent.ok_or_else(|| {
                    let why = format!("no process has sent over channel {channel} before");
                    self.module.refuse(op, why)
                })?
            }
            _ => Handles::new(),
        };
        if name == "stablehlo.send" {
            let values = op.operands().take(op.num_operands().saturating_sub(1));
            let handles = self.all(op, values)?;
            if let Some(feed) = &mut self.feed {
                feed.sent.entry(channel).or_default().push_back(handles);
            }
        }
        given.push(self.token(op.loc()));
        let wanted: usize = op.result_types().map(|ty| parts(self.ctx, ty).len()).sum();
        if given.len() != wanted {
            let why = format!("it gives {} tensors, and {} came", wanted.saturating_sub(1), given.len() - 1);
            return Err(self.module.refuse(op, why));
        }
        self.set_results(op, given);
        Ok(true)
    }
}
