//! Comments that list the users of a value: behind each operation, and in front of the operations of a block for its
//! arguments.
//!
//! A user is named by its results; an operation without results has a number for this purpose.

use rustc_hash::FxHashSet;

use super::op::OpPrinter;
use crate::body::Body;
use crate::entity::{Op, Value};
use crate::op_ref::OpRef;

impl OpPrinter<'_> {
    /// Writes the line about an argument of a block.
    pub(super) fn argument_users(&mut self, body: &Body, arg: Value) {
        self.indentation();
        self.text("// ");
        self.operand(arg);
        if body.uses(arg).next().is_none() {
            self.text(" is unused");
        } else {
            self.text(" is used by ");
            self.users(body, arg);
        }
        self.text("\n");
    }

    /// Writes what stands behind an operation.
    pub(super) fn result_users(&mut self, op: OpRef<'_>) {
        let results: Vec<Value> = op.results().collect();
        if results.is_empty() {
            if op.num_operands() > 0 {
                self.text(" // id: ");
                self.op_number(op.body, op.op);
            }
            return;
        }
        let uses = results.iter().flat_map(|&result| op.body.uses(result));
        let users: FxHashSet<Op> = uses.map(|operand| op.body.use_owner(operand)).collect();
        if users.is_empty() {
            return self.text(" // unused");
        }
        let values: usize = users.iter().map(|&user| op.body.num_results(user)).sum();
        let brackets = results.len() > 1;
        let is_one = values <= 1 && users.len() == 1 && !brackets;
        self.text(if is_one { " // user: " } else { " // users: " });
        for (index, &result) in results.iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.text(if brackets { "(" } else { "" });
            self.users(op.body, result);
            self.text(if brackets { ")" } else { "" });
        }
    }

    /// Writes the users of a value, each once, the newest first.
    fn users(&mut self, body: &Body, value: Value) {
        let mut seen = FxHashSet::default();
        let users: Vec<Op> = body.uses(value).map(|operand| body.use_owner(operand)).collect();
        if users.is_empty() {
            return self.text("unused");
        }
        for (index, user) in users.into_iter().enumerate() {
            if !seen.insert(user) {
                continue;
            }
            self.text(if index > 0 { ", " } else { "" });
            match body.num_results(user) {
                0 => self.op_number(body, user),
                count => self.operands((0..count).map(|result| body.result(user, result))),
            }
        }
    }
}
