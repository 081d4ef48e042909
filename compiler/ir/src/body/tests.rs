//! Tests of use lists, order, and bodies taken out and put back.

use smallvec::smallvec;

use super::{Body, OpRegions, OpState};
use crate::context::Context;
use crate::entity::{Block, Op, Value};

struct Fixture {
    ctx: Context,
    body: Body,
    block: Block,
}

impl Fixture {
    fn new() -> Self {
        let (body, block) = Body::with_entry_block();
        Self { ctx: Context::new(), body, block }
    }

    /// Appends an operation with one result.
    fn op(&mut self, name: &str, operands: &[Value]) -> Op {
        let state = OpState::new(self.ctx.ident(name), self.ctx.unknown_loc())
            .operands(operands)
            .results(&[self.ctx.i32()]);
        let op = self.body.create_op(&self.ctx, state);
        self.body.append_op(self.block, op);
        op
    }

    fn value(&mut self, name: &str, operands: &[Value]) -> Value {
        let op = self.op(name, operands);
        self.body.result(op, 0)
    }

    fn names(&self) -> Vec<&str> {
        self.body.ops(self.block).map(|op| self.ctx.str(self.body.name(op))).collect()
    }

    fn user_names(&self, value: Value) -> Vec<&str> {
        self.body.users(value).map(|op| self.ctx.str(self.body.name(op))).collect()
    }
}

#[test]
fn uses_are_listed_newest_first() {
    let mut f = Fixture::new();
    let a = f.value("a", &[]);
    f.op("b", &[a]);
    f.op("c", &[a, a]);
    f.op("d", &[a]);
    assert_eq!(f.user_names(a), ["d", "c", "c", "b"]);
    let indices: Vec<usize> = f.body.uses(a).map(|use_| f.body.use_index(use_)).collect();
    assert_eq!(indices, [0, 1, 0, 0]);
}

#[test]
fn operands_can_be_replaced_one_by_one_and_all_at_once() {
    let mut f = Fixture::new();
    let a = f.value("a", &[]);
    let b = f.value("b", &[]);
    let user = f.op("user", &[a, a]);
    f.body.set_operand(user, 1, b);
    assert_eq!(f.body.operands(user).collect::<Vec<_>>(), [a, b]);
    assert!(f.body.has_one_use(a));
    f.body.set_operands(user, &[b, b, b]);
    assert_eq!(f.body.operands(user).collect::<Vec<_>>(), [b, b, b]);
    assert!(!f.body.has_uses(a));
    assert_eq!(f.body.users(b).count(), 3);
    f.body.set_operands(user, &[a]);
    assert_eq!(f.body.operands(user).collect::<Vec<_>>(), [a]);
    assert!(!f.body.has_uses(b));
}

#[test]
fn replaced_values_have_no_uses_left() {
    let mut f = Fixture::new();
    let a = f.value("a", &[]);
    let b = f.op("b", &[a]);
    let b_value = f.body.result(b, 0);
    f.op("c", &[b_value, b_value]);
    f.body.replace_op(b, &[a]);
    assert_eq!(f.names(), ["a", "c"]);
    assert_eq!(f.user_names(a), ["c", "c"]);
    assert!(f.body.is_erased(b));
}

#[test]
#[should_panic(expected = "whose results are used")]
fn a_used_operation_is_not_erased() {
    let mut f = Fixture::new();
    let a = f.op("a", &[]);
    let value = f.body.result(a, 0);
    f.op("b", &[value]);
    f.body.erase_op(a);
}

#[test]
fn operations_keep_their_order_when_moved() {
    let mut f = Fixture::new();
    let a = f.op("a", &[]);
    let b = f.op("b", &[]);
    let c = f.op("c", &[]);
    f.body.move_op_before(c, a);
    assert_eq!(f.names(), ["c", "a", "b"]);
    f.body.move_op_to_end(c, f.block);
    f.body.move_op_before(b, a);
    assert_eq!(f.names(), ["b", "a", "c"]);
    let backwards: Vec<Op> = f.body.ops(f.block).rev().collect();
    assert_eq!(backwards, [c, a, b]);
    f.body.erase_op(a);
    assert_eq!(f.names(), ["b", "c"]);
}

#[test]
fn attributes_are_sorted_and_unique() {
    let mut f = Fixture::new();
    let (x, y, z) = (f.ctx.ident("x"), f.ctx.ident("y"), f.ctx.ident("z"));
    let (one, two) = (f.ctx.i32_attr(1), f.ctx.i32_attr(2));
    let state = OpState::new(f.ctx.ident("a"), f.ctx.unknown_loc())
        .attr(z, one)
        .attr(x, one)
        .attr(y, one)
        .attr(x, two);
    let op = f.body.create_op(&f.ctx, state);
    assert_eq!(f.body.attrs(op), [(x, two), (y, one), (z, one)]);
    assert_eq!(f.body.remove_attr(op, y), Some(one));
    assert_eq!(f.body.attrs(op), [(x, two), (z, one)]);
    f.body.set_attr(&f.ctx, op, y, two);
    f.body.set_attr(&f.ctx, op, z, two);
    assert_eq!(f.body.attrs(op), [(x, two), (y, two), (z, two)]);
}

#[test]
fn nested_bodies_can_be_taken_out_and_put_back() {
    let mut f = Fixture::new();
    let (mut inner, inner_block) = Body::with_entry_block();
    let arg = inner.add_block_arg(inner_block, f.ctx.i32(), f.ctx.unknown_loc());
    let state = OpState::new(f.ctx.ident("d.inner"), f.ctx.unknown_loc()).operands(&[arg]);
    let inner_op = inner.create_op(&f.ctx, state);
    inner.append_op(inner_block, inner_op);
    let state = OpState::new(f.ctx.ident("d.outer"), f.ctx.unknown_loc()).nested(Box::new(inner));
    let outer = f.body.create_op(&f.ctx, state);
    f.body.append_op(f.block, outer);
    assert_eq!(f.body.num_regions(outer), 1);

    let taken = f.body.take_nested(outer).expect("the operation owns a body");
    assert_eq!(f.body.num_regions(outer), 0);
    let ctx = &f.ctx;
    let changed = std::thread::scope(|scope| {
        scope
            .spawn(move || {
                let mut body = taken;
                body.set_name(inner_op, ctx.ident("d.changed"));
                body
            })
            .join()
            .expect("the thread does not panic")
    });
    f.body.put_nested(outer, changed);
    let mut seen = Vec::new();
    f.body.walk(&mut |body, op| seen.push(f.ctx.str(body.name(op)).to_owned()));
    assert_eq!(seen, ["d.outer", "d.changed"]);
}

#[test]
fn erasing_an_operation_erases_what_is_inside() {
    let mut f = Fixture::new();
    let a = f.value("a", &[]);
    let region = f.body.create_region();
    let block = f.body.append_block(region);
    let mut state = OpState::new(f.ctx.ident("outer"), f.ctx.unknown_loc());
    state.regions = OpRegions::Inline(smallvec![region]);
    let outer = f.body.create_op(&f.ctx, state);
    f.body.append_op(f.block, outer);
    let state = OpState::new(f.ctx.ident("inner"), f.ctx.unknown_loc()).operands(&[a]);
    let inner = f.body.create_op(&f.ctx, state);
    f.body.append_op(block, inner);
    assert_eq!(f.body.parent_op(inner), Some(outer));
    f.body.erase_op(outer);
    assert!(f.body.is_erased(inner));
    assert!(!f.body.has_uses(a));
}

#[test]
fn blocks_are_linked_in_order() {
    let mut f = Fixture::new();
    let region = f.body.root_regions()[0];
    let last = f.body.append_block(region);
    let middle = f.body.insert_block_after(f.block);
    assert_eq!(f.body.blocks(region).collect::<Vec<_>>(), [f.block, middle, last]);
    f.body.erase_block(middle);
    assert_eq!(f.body.blocks(region).collect::<Vec<_>>(), [f.block, last]);
    let a = f.body.add_block_arg(last, f.ctx.i32(), f.ctx.unknown_loc());
    let b = f.body.add_block_arg(last, f.ctx.i64(), f.ctx.unknown_loc());
    f.body.erase_block_arg(last, 0);
    assert_eq!(f.body.block_args(last), [b]);
    assert_eq!(f.body.value_def(b), super::ValueDef::Argument(last, 0));
    assert_ne!(a, b);
}
