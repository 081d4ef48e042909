//! What operations need of the code around them, with the operations in their regions and in functions that they call.
//!
//! A caller has the needs of its callees.

use rustc_hash::FxHashMap;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;

use super::attributes::attr;
use super::foreign_calls;
use super::members::{is_feed, is_meeting};

/// The needs of an operation.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Need {
    /// Whether members of a manual computation give each other values in it.
    pub(super) meets: bool,
    /// Whether it asks which member it is.
    pub(super) asks: bool,
    /// Whether effects run in it, which keep the order of the program.
    pub(super) is_ordered: bool,
}

impl Need {
    /// The needs of an operation by itself.
    fn own(op: OpRef<'_>) -> Need {
        let name = op.name_str();
        Need {
            meets: matches!(name, "sdy.manual_computation" | "interpreter.run_parallel")
                || is_meeting(name)
                || is_feed(name),
            asks: matches!(name, "stablehlo.partition_id" | "stablehlo.replica_id"),
            is_ordered: matches!(name, "interpreter.print" | "interpreter.probe")
                || name == "stablehlo.custom_call" && foreign_calls::has_effect(op),
        }
    }

    /// The needs of an operation, its regions and its callees, by those of functions.
    pub(super) fn of(op: OpRef<'_>, functions: &FxHashMap<Ident, Need>) -> Need {
        let mut found = Need::default();
        visit(op, &mut |op| {
            found.add(Need::own(op));
            if let Some(&called) = callee(op).and_then(|name| functions.get(&name)) {
                found.add(called);
            }
        });
        found
    }

    fn add(&mut self, other: Need) {
        self.meets |= other.meets;
        self.asks |= other.asks;
        self.is_ordered |= other.is_ordered;
    }

    /// Whether it depends on the members of a manual computation.
    pub(super) fn is_of_members(self) -> bool {
        self.meets || self.asks
    }
}

/// The function that an operation calls.
pub(super) fn callee(op: OpRef<'_>) -> Option<Ident> {
    let name = match op.name_str() {
        "func.call" => "callee",
        "stablehlo.composite" => "decomposition",
        _ => return None,
    };
    op.ctx.flat_symbol(attr(op, name)?)
}

/// Visits an operation, and those in its regions.
pub(super) fn visit<'a>(op: OpRef<'a>, each: &mut dyn FnMut(OpRef<'a>)) {
    each(op);
    for region in op.regions() {
        region
            .body
            .walk_region(region.region, &mut |body, inner| each(OpRef { ctx: op.ctx, body, op: inner }));
    }
}

/// The needs of the functions of a module; functions without needs are absent.
pub(super) fn of_functions(
    ctx: &Context,
    body: &Body,
    functions: &FxHashMap<Ident, Op>,
) -> FxHashMap<Ident, Need> {
    let mut found: FxHashMap<Ident, Need> = FxHashMap::default();
    let mut callers: FxHashMap<Ident, Vec<Ident>> = FxHashMap::default();
    for (&name, &op) in functions {
        let mut all = Need::default();
        visit(OpRef { ctx, body, op }, &mut |op| {
            all.add(Need::own(op));
            if let Some(callee) = callee(op) {
                callers.entry(callee).or_default().push(name);
            }
        });
        if all != Need::default() {
            found.insert(name, all);
        }
    }
    let mut changed: Vec<Ident> = found.keys().copied().collect();
    while let Some(name) = changed.pop() {
        let called = found[&name];
        for &caller in callers.get(&name).into_iter().flatten() {
            let known = found.entry(caller).or_default();
            let before = *known;
            known.add(called);
            if *known != before {
                changed.push(caller);
            }
        }
    }
    found
}
