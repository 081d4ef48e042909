//! The most bytes of results between operations that are there at one time, for `memory_analysis()`.
//!
//! Operations run in the order of the program, and a result is there from its operation to its last use. Results that loops of element-wise operations
//! keep in registers do not count: those of an element-wise operation that only others use. Constants are the program's, arguments and results the
//! caller's. An operation with regions, or a call, also has the results of the operations within it. The number is an estimate: the runtime decides for each run.

use std::collections::HashMap;

use tfrt_compiler::stablehlo_elementwise;
use tfrt_ir::body::Body;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::{Ident, Module};

use super::analysis::bytes;

/// Finds the most bytes of functions.
#[derive(Debug)]
pub(super) struct Scratch<'m> {
    module: &'m Module,
    /// Functions that were looked at; one that is being looked at counts as none, so that a call of itself ends.
    functions: HashMap<Ident, f64>,
}

impl<'m> Scratch<'m> {
    /// The most bytes at one time of a module's function of this name.
    pub(super) fn of(module: &'m Module, name: &str) -> f64 {
        Scratch { module, functions: HashMap::new() }.function(module.ctx().ident(name))
    }

    fn function(&mut self, name: Ident) -> f64 {
        if let Some(&known) = self.functions.get(&name) {
            return known;
        }
        self.functions.insert(name, 0.0);
        let most = self.module.lookup(self.module.ctx().str(name)).map_or(0.0, |op| self.within(op));
        self.functions.insert(name, most);
        most
    }

    /// The most bytes in an operation's regions, or in the function that it calls.
    fn within(&mut self, op: OpRef<'m>) -> f64 {
        let callee = ["callee", "decomposition"].iter().find_map(|name| op.attr(name));
        if let Some(name) = callee.and_then(|callee| op.ctx.flat_symbol(callee)) {
            return self.function(name);
        }
        let blocks =
            op.body.regions(op.op).flat_map(|region| region.blocks().map(move |block| (region.body, block)));
        blocks.map(|(body, block)| self.block(body, block)).fold(0.0, f64::max)
    }

    fn block(&mut self, body: &'m Body, block: Block) -> f64 {
        let ctx = self.module.ctx();
        let ops: Vec<Op> = body.ops(block).collect();
        let places: HashMap<Op, usize> = ops.iter().enumerate().map(|(at, &op)| (op, at)).collect();
        // A user in a region counts as the operation that has it.
        let place = |mut op: Op| loop {
            match (places.get(&op), body.parent_op(op)) {
                (Some(&at), _) => return at,
                (None, Some(parent)) => op = parent,
                (None, None) => return ops.len(),
            }
        };
        let view = |op: Op| OpRef { ctx, body, op };
        let counts = |op: Op, value: Value| {
            let is_ended = |user: &Op| view(*user).name_str().ends_with("return");
            let is_kept_elsewhere = body.users(value).any(|user| is_ended(&user))
                || matches!(view(op).name_str(), "stablehlo.constant" | "builtin.unrealized_conversion_cast");
            let is_in_registers = is_fused(view(op)) && body.users(value).all(|user| is_fused(view(user)));
            !is_kept_elsewhere && !is_in_registers
        };
        let mut ends: Vec<f64> = vec![0.0; ops.len() + 1];
        let (mut now, mut most) = (0.0, 0.0_f64);
        for (at, &op) in ops.iter().enumerate() {
            for value in body.results(op).filter(|&value| counts(op, value)) {
                let size = bytes(view(op), body.value_type(value));
                now += size;
                let last = body.users(value).map(place).max().unwrap_or(at);
                ends[last.min(ops.len())] += size;
            }
            most = most.max(now + self.within(view(op)));
            now -= ends[at];
        }
        most
    }
}

/// Whether an operation is part of loops over elements.
fn is_fused(op: OpRef<'_>) -> bool {
    matches!(
        op.name_str(),
        "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.iota" | "stablehlo.reduce_precision"
    ) || stablehlo_elementwise(op).is_some()
}
