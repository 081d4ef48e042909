//! The bodies that are being written, nested, and the values in them.
//!
//! Regions of `tfrt` see no outer values: a value that a region needs is passed in as an argument, through all enclosing
//! regions ([`Emitter::value_of`]).

use rustc_hash::FxHashMap;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Loc, Type};

use super::arith::{self, Kernel};
use super::emit::Emitter;

/// Something that code that is written can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    /// A value of the source.
    Source(Value),
    /// A value that only the conversion knows.
    Extra(usize),
}

/// A body that is being written.
pub(super) struct Scope {
    pub(super) body: Body,
    pub(super) block: Block,
    pub(super) values: FxHashMap<Key, Value>,
    /// Values that were needed and passed in: the arguments, in order.
    pub(super) captured: Vec<Key>,
    /// Whether it sees the values that the enclosing scope passes in.
    pub(super) is_region: bool,
}

impl Emitter<'_> {
    pub(super) fn open(&mut self, is_region: bool) {
        let (body, block) = Body::with_entry_block();
        self.scopes.push(Scope {
            body,
            block,
            values: FxHashMap::default(),
            captured: Vec::new(),
            is_region,
        });
    }

    pub(super) fn close(&mut self) -> Scope {
        self.scopes.pop().expect("scopes are opened and closed in pairs")
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("something is being written")
    }

    pub(super) fn type_of(&self, key: Key) -> (Type, Loc) {
        match key {
            Key::Source(value) => (self.source.value_type(value), self.source.value_loc(value)),
            Key::Extra(index) => self.extras[index],
        }
    }

    /// Adds an argument that nothing stands for.
    pub(super) fn plain_argument(&mut self, ty: Type, loc: Loc) -> Value {
        let scope = self.scope();
        scope.body.add_block_arg(scope.block, ty, loc)
    }

    /// Adds an argument that stands for a value.
    pub(super) fn argument(&mut self, key: Key) -> Value {
        let (ty, loc) = self.type_of(key);
        let new = self.plain_argument(ty, loc);
        self.scope().values.insert(key, new);
        new
    }

    /// Makes a value of the innermost scope one that regions in it can ask for.
    pub(super) fn extra(&mut self, value: Value, loc: Loc) -> Key {
        let ty = self.scope().body.value_type(value);
        self.extras.push((ty, loc));
        let key = Key::Extra(self.extras.len() - 1);
        self.scope().values.insert(key, value);
        key
    }

    /// The value of something in the innermost scope, passed in through all scopes on the way.
    pub(super) fn value_of(&mut self, key: Key) -> Result<Value, Failed> {
        let mut depth = self.scopes.len() - 1;
        while !self.scopes[depth].values.contains_key(&key) && self.scopes[depth].is_region && depth > 0 {
            depth -= 1;
        }
        let (ty, loc) = self.type_of(key);
        if !self.scopes[depth].values.contains_key(&key) {
            return Err(
                self.error(loc, "a use of this value cannot be converted to the tfrt dialect".to_owned())
            );
        }
        for scope in &mut self.scopes[depth + 1..] {
            let new = scope.body.add_block_arg(scope.block, ty, loc);
            scope.values.insert(key, new);
            scope.captured.push(key);
        }
        Ok(self.scope().values[&key])
    }

    pub(super) fn value(&mut self, value: Value) -> Result<Value, Failed> {
        self.value_of(Key::Source(value))
    }

    pub(super) fn values(&mut self, values: impl IntoIterator<Item = Value>) -> Result<Vec<Value>, Failed> {
        values.into_iter().map(|value| self.value(value)).collect()
    }

    /// Says what stands for values of the source in the innermost scope.
    pub(super) fn bind(
        &mut self,
        sources: impl IntoIterator<Item = Value>,
        values: impl IntoIterator<Item = Value>,
    ) {
        let pairs = sources.into_iter().map(Key::Source).zip(values);
        self.scope().values.extend(pairs);
    }

    pub(super) fn create(&mut self, state: OpState) -> Op {
        self.emitted += 1;
        let ctx = self.ctx;
        let scope = self.scope();
        let op = scope.body.create_op(ctx, state);
        scope.body.append_op(scope.block, op);
        op
    }

    pub(super) fn results_of(&mut self, op: Op) -> Vec<Value> {
        self.scope().body.results(op).collect()
    }

    pub(super) fn op(&self, name: &str, loc: Loc) -> OpState {
        OpState::new(self.ctx.ident(name), loc)
    }

    pub(super) fn constant(&mut self, value: tfrt_ir::Attr, loc: Loc) -> Option<Value> {
        let Some(Kernel::Constant { name, value }) = arith::constant(self.ctx, value) else { return None };
        let ty = self.ctx.attr_type(value)?;
        let state = self.op(name, loc).attr(self.ctx.ident("value"), value).results(&[ty]);
        let op = self.create(state);
        Some(self.results_of(op)[0])
    }

    pub(super) fn integer(&mut self, value: usize, loc: Loc) -> Value {
        let value = self.ctx.i32_attr(value as i32);
        self.constant(value, loc).expect("integers of 32 bits have constants")
    }

    pub(super) fn error(&mut self, loc: Loc, message: String) -> Failed {
        self.diagnostics.error(loc, message);
        Failed
    }

    /// A value that is never read.
    pub(super) fn placeholder(&mut self, ty: Type, loc: Loc) -> Result<Value, Failed> {
        if self.ctx.is_opaque_type(ty, "tfrt", "chain") {
            let state = self.op("tfrt.new.chain", loc).results(&[ty]);
            let op = self.create(state);
            return Ok(self.results_of(op)[0]);
        }
        let zero = arith::zero(self.ctx, ty).and_then(|zero| self.constant(zero, loc));
        zero.ok_or_else(|| {
            let ty = tfrt_ir::syntax::type_to_string(self.ctx, ty);
            self.error(
                loc,
                format!("a loop that carries values of type '{ty}' cannot be converted to the tfrt dialect"),
            )
        })
    }
}
