//! A whole program: the top-level operation, mostly a `builtin.module`, in a body of its own.

use std::sync::Arc;

use crate::body::{Body, OpState};
use crate::context::Context;
use crate::entity::Op;
use crate::handles::{Ident, Loc};
use crate::op_ref::OpRef;
use crate::resources::Resources;
use crate::symbol;

/// A program and the context of its handles.
#[derive(Clone, Debug)]
pub struct Module {
    ctx: Arc<Context>,
    body: Body,
    op: Op,
    resources: Resources,
}

impl Module {
    /// An empty `builtin.module`.
    #[must_use]
    pub fn new(ctx: Arc<Context>, loc: Loc) -> Self {
        let (contents, _) = Body::with_entry_block();
        let (mut body, block) = Body::with_entry_block();
        let state = OpState::new(ctx.ident("builtin.module"), loc).nested(Box::new(contents));
        let op = body.create_op(&ctx, state);
        body.append_op(block, op);
        Self { ctx, body, op, resources: Resources::default() }
    }

    /// Makes the only operation of a body, which must own a body, the top level of a program.
    #[must_use]
    pub fn from_body(ctx: Arc<Context>, body: Body) -> Option<Self> {
        let block = body.root_block()?;
        let op = body.first_op(block)?;
        (body.last_op(block) == Some(op) && body.nested(op).is_some()).then_some(Self {
            ctx,
            body,
            op,
            resources: Resources::default(),
        })
    }

    /// Takes a group of external resources out.
    pub fn remove_external_resources(&mut self, group: &str) {
        self.resources.external.retain(|known| known.name != group);
    }

    /// The same program with other resources.
    #[must_use]
    pub fn with_resources(mut self, resources: Resources) -> Self {
        self.resources = resources;
        self
    }

    /// The data behind the program in its file.
    #[must_use]
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// The context of all handles.
    #[must_use]
    pub fn ctx(&self) -> &Arc<Context> {
        &self.ctx
    }

    /// The top-level operation.
    #[must_use]
    pub fn top(&self) -> OpRef<'_> {
        OpRef { ctx: &self.ctx, body: &self.body, op: self.op }
    }

    /// The body that holds only the top-level operation.
    #[must_use]
    pub fn top_body(&self) -> &Body {
        &self.body
    }

    /// The body that holds only the top-level operation, to be changed. The operation itself must stay.
    pub fn top_body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// The content of the module: functions and nested modules.
    ///
    /// # Panics
    /// If the body was taken out and not put back.
    #[must_use]
    pub fn contents(&self) -> &Body {
        self.body.nested(self.op).expect("the body of the module was put back")
    }

    /// The content of the module, mutable.
    ///
    /// # Panics
    /// If the body was taken out and not put back.
    pub fn contents_mut(&mut self) -> &mut Body {
        self.body.nested_mut(self.op).expect("the body of the module was put back")
    }

    /// The context and the contents together, for code that needs both.
    ///
    /// # Panics
    /// If the body was taken out and not put back.
    pub fn split_mut(&mut self) -> (&Context, &mut Body) {
        let contents = self.body.nested_mut(self.op).expect("the body of the module was put back");
        (&self.ctx, contents)
    }

    /// The operations directly in the module.
    pub fn ops(&self) -> impl Iterator<Item = OpRef<'_>> {
        let contents = self.contents();
        contents.root_block().into_iter().flat_map(|block| contents.ops(block)).map(|op| OpRef {
            ctx: &self.ctx,
            body: contents,
            op,
        })
    }

    /// The operation directly in the module that defines a symbol.
    #[must_use]
    pub fn lookup(&self, name: &str) -> Option<OpRef<'_>> {
        let name: Ident = self.ctx.ident(name);
        self.ops().find(|&op| symbol::name(op) == Some(name))
    }
}
