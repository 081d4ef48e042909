//! Groups of ops of a block that values connect, and the dependences among them.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::Body;
use tfrt_ir::entity::Op;

/// The position of an op, or of the one around it that is in the block.
pub(super) fn position(body: &Body, positions: &FxHashMap<Op, usize>, mut op: Op) -> Option<usize> {
    loop {
        if let Some(&at) = positions.get(&op) {
            return Some(at);
        }
        op = body.parent_op(op)?;
    }
}

/// The ops whose values `op` needs, with it, and the other ops; each in order.
pub(super) fn split(body: &Body, members: Vec<Op>, op: Op) -> (Vec<Op>, Vec<Op>) {
    let mut needed = FxHashSet::from_iter([op]);
    for &member in members.iter().rev() {
        if needed.contains(&member) {
            needed.extend(body.operands(member).filter_map(|value| body.defining_op(value)));
        }
    }
    members.into_iter().partition(|op| needed.contains(op))
}

/// The parts of a group that no values connect, each in order.
pub(super) fn components(body: &Body, members: Vec<Op>) -> Vec<Vec<Op>> {
    let numbers: FxHashMap<Op, usize> = members.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let mut parents: Vec<usize> = (0..members.len()).collect();
    fn root(parents: &mut [usize], mut at: usize) -> usize {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    }
    for (i, &op) in members.iter().enumerate() {
        for value in body.operands(op) {
            if let Some(&definer) = body.defining_op(value).and_then(|definer| numbers.get(&definer)) {
                let (a, b) = (root(&mut parents, i), root(&mut parents, definer));
                parents[a] = b;
            }
        }
    }
    let mut found: FxHashMap<usize, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<Op>> = Vec::new();
    for (i, op) in members.into_iter().enumerate() {
        let part = *found.entry(root(&mut parents, i)).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(op);
    }
    parts
}
