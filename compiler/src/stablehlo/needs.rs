//! What operations need of the code around them, with the operations in their regions and in functions that they call.
//!
//! A caller has the needs of its callees. Two kinds of needs are kept: that of other members of a manual computation
//! ([`Between`](super::members::Between)), and that of an order ([`Effects`]).

use rustc_hash::FxHashMap;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;

use super::attributes::attr;
use super::foreign_calls;

/// A kind of need. The default is none.
pub(super) trait Need: Copy + Default + PartialEq {
    /// Adds the need of a part.
    fn add(&mut self, other: Self);
}

/// The needs of functions; functions without needs are absent.
pub(super) type Needs<T> = FxHashMap<Ident, T>;

/// Whether effects run in an operation, which keep the order of the program.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effects(pub(super) bool);

impl Effects {
    /// Whether an operation by itself is an effect.
    pub(super) fn own(op: OpRef<'_>) -> Effects {
        Effects(match op.name_str() {
            "interpreter.print" | "interpreter.probe" => true,
            "stablehlo.custom_call" => foreign_calls::has_effect(op),
            _ => false,
        })
    }
}

impl Need for Effects {
    fn add(&mut self, other: Effects) {
        self.0 |= other.0;
    }
}

/// The function that an operation calls.
pub(super) fn callee(op: OpRef<'_>) -> Option<Ident> {
    let name = if op.name_str() == "func.call" { "callee" } else { "decomposition" };
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

/// The need of an operation, its regions and its callees.
pub(super) fn of<T: Need>(op: OpRef<'_>, own: fn(OpRef<'_>) -> T, functions: &Needs<T>) -> T {
    let mut found = T::default();
    visit(op, &mut |op| {
        found.add(own(op));
        if let Some(&called) = callee(op).and_then(|name| functions.get(&name)) {
            found.add(called);
        }
    });
    found
}

/// The needs of the functions of a module.
pub(super) fn of_functions<T: Need>(
    ctx: &Context,
    body: &Body,
    functions: &FxHashMap<Ident, Op>,
    own: fn(OpRef<'_>) -> T,
) -> Needs<T> {
    let mut found: Needs<T> = FxHashMap::default();
    let mut callers: FxHashMap<Ident, Vec<Ident>> = FxHashMap::default();
    for (&name, &op) in functions {
        let mut all = T::default();
        visit(OpRef { ctx, body, op }, &mut |op| {
            all.add(own(op));
            if let Some(callee) = callee(op) {
                callers.entry(callee).or_default().push(name);
            }
        });
        if all != T::default() {
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
