//! Isolation: regions that use outer values become bodies that do not.
//!
//! Regions of most dialects use values that are defined around them; functions and the regions of `tfrt` take all they use as
//! arguments. [`captures`] lists the outer values that a region uses, [`isolated`] makes the body.

use rustc_hash::FxHashSet;
use tfrt_ir::body::{Body, CopyMap};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Region, Value};

/// The values that the operations of some regions use and that are defined outside of each, in the order of their first uses.
#[must_use]
pub fn captures(body: &Body, regions: &[Region]) -> Vec<Value> {
    let mut captured = Vec::new();
    let mut seen = FxHashSet::default();
    for &region in regions {
        let mut inside: FxHashSet<Value> = FxHashSet::default();
        let mut used = Vec::new();
        let mut pending = vec![region];
        while let Some(region) = pending.pop() {
            for block in body.blocks(region) {
                inside.extend(body.block_args(block));
                for op in body.ops(block) {
                    used.extend(body.operands(op).map(|value| (op, value)));
                    inside.extend(body.results(op));
                    pending.extend_from_slice(body.inline_regions(op));
                }
            }
        }
        used.retain(|(_, value)| !inside.contains(value));
        // Regions are visited one after the other; operations of a program are numbered in its order.
        used.sort_by_key(|&(op, _)| op);
        captured.extend(used.into_iter().map(|(_, value)| value).filter(|&value| seen.insert(value)));
    }
    captured
}

/// A copy of a region as a body of its own. Its entry block has the region's arguments, then one for each captured value.
///
/// # Panics
/// If the region uses a value from outside that is not captured.
#[must_use]
pub fn isolated(ctx: &Context, source: &Body, region: Region, captured: &[Value]) -> Box<Body> {
    let mut body = Body::new();
    let root = body.add_root_region();
    let mut map = CopyMap::default();
    let blocks: Vec<Block> = source.blocks(region).collect();
    for &block in &blocks {
        let copy = body.append_block(root);
        map.blocks.insert(block, copy);
        let is_entry = Some(&block) == blocks.first();
        let captured = if is_entry { captured } else { &[] };
        for &arg in source.block_args(block).iter().chain(captured) {
            let new = body.add_block_arg(copy, source.value_type(arg), source.value_loc(arg));
            map.values.insert(arg, new);
        }
    }
    // If blocks are not in the order of control, an operation may stand before the definition of its
    // operands.
    let ops: Vec<(Block, Op)> =
        blocks.iter().flat_map(|&block| source.ops(block).map(move |op| (block, op))).collect();
    let order = in_order_of_use(source, &ops);
    let mut copies = vec![None; ops.len()];
    for index in order {
        let copy = body.copy_op(ctx, source, ops[index].1, &mut map, &mut |loc| loc);
        copies[index] = Some(copy);
    }
    for (&(block, _), copy) in ops.iter().zip(copies) {
        if let Some(copy) = copy {
            body.append_op(map.blocks[&block], copy);
        }
    }
    Box::new(body)
}

/// The operations in an order in which each comes behind those that it, or an operation in its regions, uses.
fn in_order_of_use(body: &Body, ops: &[(Block, Op)]) -> Vec<usize> {
    let place: rustc_hash::FxHashMap<Op, usize> =
        ops.iter().enumerate().map(|(index, &(_, op))| (op, index)).collect();
    let mut order = Vec::with_capacity(ops.len());
    let mut state = vec![0_u8; ops.len()];
    for start in 0..ops.len() {
        let mut stack = vec![start];
        while let Some(&index) = stack.last() {
            if state[index] != 0 {
                stack.pop();
                if state[index] == 1 {
                    state[index] = 2;
                    order.push(index);
                }
                continue;
            }
            state[index] = 1;
            let op = ops[index].1;
            let below = captures(body, body.inline_regions(op));
            let used =
                body.operands(op).chain(below).filter_map(|value| place.get(&body.defining_op(value)?));
            stack.extend(used.copied().filter(|&index| state[index] == 0));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tfrt_ir::Module;
    use tfrt_ir::body::OpState;
    use tfrt_ir::diagnostics::Diagnostics;
    use tfrt_ir::dialect::DialectRegistry;
    use tfrt_ir::syntax::{parse_module, print_module};
    use tfrt_ir::verify::verify_module;

    #[test]
    fn a_region_with_captured_values_becomes_a_function() {
        let mut registry = DialectRegistry::new();
        tfrt_dialects::register_all(&mut registry).unwrap();
        registry.allow_unregistered_dialects(true);
        let ctx = Arc::new(Context::with_dialects(registry));
        let text = "func.func @f(%a: i32, %b: i32) {
  \"x.loop\"(%a) ({
  ^bb0(%i: i32):
    cf.br ^bb2
  ^bb1:
    \"x.use\"(%2, %b) : (i32, i32) -> ()
    tfrt.return %2 : i32
  ^bb2:
    %2 = \"x.sum\"(%i, %a) : (i32, i32) -> i32
    \"x.inner\"() ({
      \"x.use\"(%2, %b) : (i32, i32) -> ()
    }) : () -> ()
    cf.br ^bb1
  }) : (i32) -> ()
  tfrt.return
}
";
        let mut module = parse_module(&ctx, "f", text, &mut Diagnostics::new()).unwrap();
        let (ctx, contents) = module.split_mut();
        let block = contents.root_block().unwrap();
        let function = contents.first_op(block).unwrap();
        let body = contents.nested(function).unwrap();
        let entry = body.root_block().unwrap();
        let looping = body.first_op(entry).unwrap();
        let region = body.inline_regions(looping)[0];
        let captured = captures(body, &[region]);
        let names: Vec<usize> =
            captured.iter().map(|v| body.block_args(entry).iter().position(|a| a == v).unwrap()).collect();
        assert_eq!(names, [1, 0], "in the order of their first uses");
        let isolated = isolated(ctx, body, region, &captured);
        let ty = ctx.type_attr(ctx.function(&[ctx.i32(); 3], &[ctx.i32()]));
        let state = OpState::new(ctx.ident("func.func"), ctx.unknown_loc())
            .attr(ctx.ident("sym_name"), ctx.string_attr("g"))
            .attr(ctx.ident("function_type"), ty)
            .nested(isolated);
        let new = contents.create_op(ctx, state);
        contents.append_op(block, new);
        verify_module(&module, &mut Diagnostics::new()).unwrap();
        let printed = print_module(&module, &Default::default());
        let expected = "  func.func @g(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
    cf.br ^bb2
  ^bb1:  // pred: ^bb2
    \"x.use\"(%0, %arg1) : (i32, i32) -> ()
    tfrt.return %0 : i32
  ^bb2:  // pred: ^bb0
    %0 = \"x.sum\"(%arg0, %arg2) : (i32, i32) -> i32
    \"x.inner\"() ({
      \"x.use\"(%0, %arg1) : (i32, i32) -> ()
    }) : () -> ()
    cf.br ^bb1
  }
";
        assert!(printed.contains(expected), "{printed}");
        let _: Module = module;
    }
}
