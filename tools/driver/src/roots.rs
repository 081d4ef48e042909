//! The functions that a run begins with.
//!
//! The optimiser erases private functions without callers. Functions that the run calls become public first, so that a program
//! behaves at every level as written.

use tfrt_ir::body::Body;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::{self, VISIBILITY_ATTR, Visibility};
use tfrt_ir::{Context, Module};

/// The functions that a run calls.
#[derive(Debug, Clone, Default)]
pub struct Roots<'a> {
    /// Functions that are called by their names.
    pub named: Vec<&'a str>,
    /// Functions that are called without being named.
    pub unnamed: Unnamed,
}

/// The functions that are called without being named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unnamed {
    /// The named functions are all.
    #[default]
    None,
    /// `main`, or the only function there is.
    Main,
    /// All functions without arguments.
    All,
}

impl Roots<'_> {
    /// Makes these functions of a program public.
    pub fn keep(&self, module: &mut Module) {
        let default = (self.unnamed == Unnamed::Main).then(|| {
            let mut functions = module.ops().filter_map(symbol::name);
            match (functions.next(), functions.next()) {
                (Some(only), None) => module.ctx().str(only).to_owned(),
                _ => "main".to_owned(),
            }
        });
        let is_run = |name: &str, arguments: usize| {
            self.named.contains(&name)
                || default.as_deref() == Some(name)
                || self.unnamed == Unnamed::All && arguments == 0
        };
        let ctx = module.ctx().clone();
        keep_in(&ctx, module.contents_mut(), &is_run);
    }
}

/// Makes functions of a symbol table, and of the symbol tables inside it, public.
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
