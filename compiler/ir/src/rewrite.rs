//! Changing a body: the interface through which canonicalization hooks and passes create, replace and erase
//! operations.
//!
//! A [`Rewriter`] works on one body. It records the operations that were created, changed in their operands, or erased, so
//! that a driver knows which operations to visit again.

use crate::body::{Body, OpState};
use crate::context::Context;
use crate::entity::{Block, Op, Value};
use crate::op_ref::OpRef;

/// The place of new operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertionPoint {
    /// Before an operation.
    Before(Op),
    /// After an operation; the next one goes after the new one.
    After(Op),
    /// At the start of a block.
    Start(Block),
    /// At the end of a block.
    End(Block),
}

impl Body {
    /// Creates an operation at a place.
    pub fn insert_op(&mut self, ctx: &Context, at: InsertionPoint, state: OpState) -> Op {
        let op = self.create_op(ctx, state);
        match at {
            InsertionPoint::Before(before) => self.insert_op_before(op, before),
            InsertionPoint::After(after) => self.insert_op_after(op, after),
            InsertionPoint::Start(block) => self.prepend_op(block, op),
            InsertionPoint::End(block) => self.append_op(block, op),
        }
        op
    }
}

/// Changes one body and remembers what changed.
#[derive(Debug)]
pub struct Rewriter<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    touched: Vec<Op>,
    erased: Vec<Op>,
    keeps_errors: bool,
}

impl<'a> Rewriter<'a> {
    /// A rewriter of `body`.
    pub fn new(ctx: &'a Context, body: &'a mut Body) -> Self {
        Self { ctx, body, touched: Vec::new(), erased: Vec::new(), keeps_errors: false }
    }

    /// Says whether hooks must leave out the rules that upstream has although they drop errors or the order of effects.
    pub fn set_keeps_errors(&mut self, keeps_errors: bool) {
        self.keeps_errors = keeps_errors;
    }

    /// Whether hooks must leave out the rules that upstream has although they drop errors or the order of effects.
    #[must_use]
    pub fn keeps_errors(&self) -> bool {
        self.keeps_errors
    }

    /// The context of all handles.
    #[must_use]
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// The body, to be read.
    #[must_use]
    pub fn body(&self) -> &Body {
        self.body
    }

    /// The body, for changes that no method here makes; report changed operations with [`Rewriter::touch`].
    pub fn body_mut(&mut self) -> &mut Body {
        self.body
    }

    /// A view of an operation.
    #[must_use]
    pub fn op(&self, op: Op) -> OpRef<'_> {
        OpRef { ctx: self.ctx, body: self.body, op }
    }

    /// Says that an operation changed.
    pub fn touch(&mut self, op: Op) {
        self.touched.push(op);
    }

    /// Takes the operations that were created or changed since the last call.
    pub fn take_touched(&mut self) -> Vec<Op> {
        std::mem::take(&mut self.touched)
    }

    /// Takes the operations that were erased since the last call.
    pub fn take_erased(&mut self) -> Vec<Op> {
        std::mem::take(&mut self.erased)
    }

    /// Creates an operation.
    pub fn create(&mut self, at: InsertionPoint, state: OpState) -> Op {
        let op = self.body.insert_op(self.ctx, at, state);
        self.touched.push(op);
        op
    }

    /// Makes everything that uses `from` use `to`.
    pub fn replace_all_uses(&mut self, from: Value, to: Value) {
        self.touched.extend(self.body.users(from));
        self.body.replace_all_uses(from, to);
    }

    /// Replaces the results of an operation and erases it.
    ///
    /// # Panics
    /// If there are not as many values as results.
    pub fn replace_op(&mut self, op: Op, values: &[Value]) {
        assert_eq!(
            values.len(),
            self.body.num_results(op),
            "an operation is replaced by one value per result"
        );
        let results: Vec<Value> = self.body.results(op).collect();
        for (result, &value) in results.into_iter().zip(values) {
            self.replace_all_uses(result, value);
        }
        self.erase_op(op);
    }

    /// Creates an operation before another and replaces that one by it.
    pub fn replace_with(&mut self, op: Op, state: OpState) -> Op {
        let new = self.create(InsertionPoint::Before(op), state);
        let results: Vec<Value> = self.body.results(new).collect();
        self.replace_op(op, &results);
        new
    }

    /// Erases an operation with everything below it; what defines its operands counts as touched where it may be unused now, or
    /// has one user left.
    ///
    /// # Panics
    /// If one of its results is still used.
    pub fn erase_op(&mut self, op: Op) {
        self.release_operands(op);
        self.body.erase_op(op);
        self.erased.push(op);
    }

    /// Takes operands away from an operation and from those below it, the last one first.
    fn release_operands(&mut self, op: Op) {
        for region in self.body.inline_regions(op).to_vec().into_iter().rev() {
            let blocks: Vec<Block> = self.body.blocks(region).collect();
            for block in blocks.into_iter().rev() {
                let ops: Vec<Op> = self.body.ops(block).collect();
                for inner in ops.into_iter().rev() {
                    self.release_operands(inner);
                }
            }
        }
        for operand in self.body.operands(op) {
            let Some(def) = self.body.defining_op(operand) else { continue };
            let mut others = self.body.users(operand).filter(|&user| user != op);
            let other = others.next();
            if others.all(|user| Some(user) == other) {
                self.touched.push(def);
            }
        }
        self.body.drop_operands(op);
    }

    /// Moves the operations of a block to before an operation and erases the block; its arguments become `values`.
    ///
    /// # Panics
    /// If there are not as many values as arguments.
    pub fn inline_block_before(&mut self, block: Block, before: Op, values: &[Value]) {
        self.replace_block_args(block, values);
        while let Some(op) = self.body.first_op(block) {
            self.body.move_op_before(op, before);
            self.touched.push(op);
        }
        self.body.erase_block(block);
    }

    /// Moves the operations of a block to the end of another and erases the block; its arguments become `values`.
    ///
    /// # Panics
    /// If there are not as many values as arguments.
    pub fn merge_block(&mut self, block: Block, into: Block, values: &[Value]) {
        self.replace_block_args(block, values);
        while let Some(op) = self.body.first_op(block) {
            self.body.move_op_to_end(op, into);
            self.touched.push(op);
        }
        self.body.erase_block(block);
    }

    fn replace_block_args(&mut self, block: Block, values: &[Value]) {
        let arguments = self.body.block_args(block).to_vec();
        assert_eq!(arguments.len(), values.len(), "each argument of a block is replaced by one value");
        for (argument, &value) in arguments.into_iter().zip(values) {
            self.replace_all_uses(argument, value);
        }
    }

    /// Replaces all operands of an operation.
    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        for operand in self.body.operands(op) {
            self.touched.extend(self.body.defining_op(operand));
        }
        self.body.set_operands(op, values);
        self.touched.push(op);
    }
}
