//! Functions around op graphs.

use tfrt_ir::body::{Body, NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::{Attr, Ident, Loc, Type};

use super::{GraphBuilder, chain_type, handle_type};

/// A function that is being written: its arguments first, then its operations, then its results.
#[derive(Debug)]
pub struct FunctionBuilder<'a> {
    ctx: &'a Context,
    body: Box<Body>,
    block: Block,
    inputs: Vec<Type>,
    arg_attrs: Vec<Attr>,
    res_attrs: Vec<Attr>,
}

impl<'a> FunctionBuilder<'a> {
    /// A function without arguments and operations.
    #[must_use]
    pub fn new(ctx: &'a Context) -> Self {
        let (body, block) = Body::with_entry_block();
        Self {
            ctx,
            body: Box::new(body),
            block,
            inputs: Vec::new(),
            arg_attrs: Vec::new(),
            res_attrs: Vec::new(),
        }
    }

    fn argument(&mut self, ty: Type, attrs: Attr, loc: Loc) -> Value {
        self.inputs.push(ty);
        self.arg_attrs.push(attrs);
        self.body.add_block_arg(self.block, ty, loc)
    }

    /// Adds a chain as an argument.
    pub fn chain_argument(&mut self, loc: Loc) -> Value {
        self.argument(chain_type(self.ctx), self.ctx.empty_dict(), loc)
    }

    /// Adds a tensor as an argument. `attrs` state its type ([`tensor_type_attr`](super::tensor_type_attr)) and its name, if
    /// known.
    pub fn tensor_argument(&mut self, attrs: impl IntoIterator<Item = NamedAttr>, loc: Loc) -> Value {
        let attrs = self.ctx.dict(attrs.into_iter().collect());
        self.argument(handle_type(self.ctx), attrs, loc)
    }

    /// The builder of the function's operations.
    pub fn graph(&mut self) -> GraphBuilder<'_> {
        GraphBuilder::new(self.ctx, &mut self.body, self.block)
    }

    /// States the attributes of the next result, such as its name. Results without a statement have none.
    pub fn describe_result(&mut self, attrs: impl IntoIterator<Item = NamedAttr>) {
        self.res_attrs.push(self.ctx.dict(attrs.into_iter().collect()));
    }

    /// Ends the function, which returns these values. `name` is used as it is; without `visibility` the function is public.
    #[must_use]
    pub fn finish(mut self, name: &str, visibility: Option<&str>, results: &[Value], loc: Loc) -> OpState {
        let ctx = self.ctx;
        self.graph().end(results, ctx.unknown_loc());
        let types: Vec<Type> = results.iter().map(|&value| self.body.value_type(value)).collect();
        let attr = |name: &str| -> Ident { ctx.ident(name) };
        let mut state = OpState::new(attr("func.func"), loc)
            .attr(attr("sym_name"), ctx.string_attr(name))
            .attr(attr("function_type"), ctx.type_attr(ctx.function(&self.inputs, &types)));
        if let Some(visibility) = visibility {
            state = state.attr(attr("sym_visibility"), ctx.string_attr(visibility));
        }
        if self.arg_attrs.iter().any(|&attrs| attrs != ctx.empty_dict()) {
            state = state.attr(attr("arg_attrs"), ctx.array_attr(&self.arg_attrs));
        }
        if self.res_attrs.iter().any(|&attrs| attrs != ctx.empty_dict()) {
            self.res_attrs.resize(results.len(), ctx.empty_dict());
            state = state.attr(attr("res_attrs"), ctx.array_attr(&self.res_attrs));
        }
        state.nested(self.body)
    }
}
