//! The functions that a run begins with. The optimiser erases private functions that nothing calls; those that are to be run are
//! made public, so that a program does at every level what it does as it is written.

use tfrt_ir::body::Body;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::{self, VISIBILITY_ATTR, Visibility};
use tfrt_ir::{Context, Module};

use super::Options;

/// Makes the functions that these options run public.
pub(super) fn keep(module: &mut Module, options: &Options) {
    let named: Vec<&str> = options
        .functions
        .iter()
        .chain(&options.init_function)
        .chain(&options.function)
        .map(String::as_str)
        .collect();
    let is_single = options.is_single_run();
    // The one that is run without being named is called main, or is the only one.
    let default = (is_single && options.function.is_none()).then(|| {
        let mut functions = module.ops().filter_map(symbol::name);
        match (functions.next(), functions.next()) {
            (Some(only), None) => module.ctx().str(only).to_owned(),
            _ => "main".to_owned(),
        }
    });
    let runs_all = !is_single && options.functions.is_empty();
    let is_run = |name: &str, arguments: usize| {
        named.contains(&name) || default.as_deref() == Some(name) || runs_all && arguments == 0
    };
    let ctx = module.ctx().clone();
    keep_in(&ctx, module.contents_mut(), &is_run);
}

/// Does so in a symbol table and those inside of it.
fn keep_in(ctx: &Context, body: &mut Body, is_run: &impl Fn(&str, usize) -> bool) {
    let blocks = body.root_regions().iter().flat_map(|&region| body.blocks(region));
    let ops: Vec<Op> = blocks.flat_map(|block| body.ops(block)).collect();
    for op in ops {
        let view = OpRef { ctx, body, op };
        let Some(nested) = body.nested(op) else { continue };
        if view.has(tfrt_ir::opdef::Traits::SYMBOL_TABLE) {
            keep_in(ctx, body.nested_mut(op).expect("it was there"), is_run);
            continue;
        }
        // A declaration has no block, and must stay private.
        let Some(entry) = nested.root_block() else { continue };
        let arguments = nested.block_args(entry).len();
        if let Some(name) = symbol::name(view)
            && symbol::visibility(view) == Visibility::Private
            && is_run(ctx.str(name), arguments)
        {
            body.remove_attr(op, ctx.ident(VISIBILITY_ATTR));
        }
    }
}
