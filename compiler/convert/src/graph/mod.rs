//! Writing op graphs: the operations of `corert` that run ops on tensors, one after the other into a block.
//!
//! All front ends write `corert.executeop` through this module, so that they agree on its form: the op handler and, if the op is
//! sequenced, a chain come first; attributes are pairs of name and value; functions that an op refers to are attributes apart. A
//! [`FunctionBuilder`] makes the function around a graph, with types from the values that it returns.
//!
//! The front end determines the content of the graph: the op for each operation, the dependencies, the
//! handlers.

mod attrs;
mod function;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;
use tfrt_ir::body::{Body, NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::rewrite::InsertionPoint;

pub use attrs::{OpAttrs, tensor_type_attr};
pub use function::FunctionBuilder;

/// The operation that makes a number of the tensor that selects a branch.
pub const INDEX: &str = "corert.tensorhandle_to_int32";

/// A constant tensor.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// Elements of fixed size.
    Dense(Attr),
    /// Strings, by row.
    Strings {
        /// The sizes of the dimensions.
        dims: Vec<i64>,
        /// The elements; one stands for all.
        values: Vec<Vec<u8>>,
    },
}

/// An op to be run on tensors.
#[derive(Clone, Debug)]
pub struct Execute<'e> {
    /// The name, with its prefix.
    pub op: &'e str,
    /// Its handler.
    pub handler: Value,
    /// The chain that it waits for, if it is sequenced; it then gives a chain as well.
    pub chain: Option<Value>,
    /// The tensors that it takes.
    pub operands: &'e [Value],
    /// The number of tensors that it gives.
    pub results: usize,
    /// Its attributes.
    pub attrs: OpAttrs,
    /// Attributes of the operation that do not belong to the op.
    pub discardable: &'e [NamedAttr],
    /// Its location.
    pub loc: Loc,
}

/// The callee of a call. Functions are symbol references.
#[derive(Clone, Copy, Debug)]
pub enum Callee<'c> {
    /// One function.
    Function(Attr),
    /// One of two functions.
    Cond {
        /// The tensor that says which.
        condition: Value,
        /// The function if it is true.
        then: Attr,
        /// The function if it is false.
        otherwise: Attr,
    },
    /// One function as long as another says so.
    While {
        /// The function that says so.
        cond: Attr,
        /// The function that is called again and again.
        body: Attr,
    },
    /// One of several functions.
    Case {
        /// The number of the function, made by [`GraphBuilder::branch_index`].
        index: Value,
        /// The functions.
        branches: &'c [Attr],
    },
}

impl Callee<'_> {
    fn selector(&self) -> Option<Value> {
        match *self {
            Callee::Cond { condition, .. } => Some(condition),
            Callee::Case { index, .. } => Some(index),
            Callee::Function(_) | Callee::While { .. } => None,
        }
    }
}

/// A call of functions on tensors.
#[derive(Clone, Debug)]
pub struct Call<'c> {
    /// The callee.
    pub callee: Callee<'c>,
    /// The chain that is handed over, if the functions take one.
    pub chain: Option<Value>,
    /// Whether the functions give a chain.
    pub gives_chain: bool,
    /// The tensors that are handed over.
    pub operands: &'c [Value],
    /// The number of tensors that come back.
    pub results: usize,
    /// Attributes of the operation that do not belong to the call.
    pub discardable: &'c [NamedAttr],
    /// Its location.
    pub loc: Loc,
}

/// An operation of a graph, and its results.
#[derive(Clone, Debug)]
pub struct Built {
    /// The operation.
    pub op: Op,
    /// The chain, if it gives one.
    pub chain: Option<Value>,
    /// The tensors.
    pub tensors: SmallVec<[Value; 1]>,
}

/// Writes operations, mostly at the end of a block.
#[derive(Debug)]
pub struct GraphBuilder<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    at: InsertionPoint,
    chain_type: Type,
    handle_type: Type,
}

impl<'a> GraphBuilder<'a> {
    /// A builder that writes at the end of `block`.
    pub fn new(ctx: &'a Context, body: &'a mut Body, block: Block) -> Self {
        Self::at(ctx, body, InsertionPoint::End(block))
    }

    /// A builder that writes at a place: each operation there, so behind an operation the last one comes first.
    pub fn at(ctx: &'a Context, body: &'a mut Body, at: InsertionPoint) -> Self {
        Self { ctx, body, at, chain_type: chain_type(ctx), handle_type: handle_type(ctx) }
    }

    /// The context of all handles.
    #[must_use]
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// The body that is written into.
    #[must_use]
    pub fn body(&self) -> &Body {
        self.body
    }

    /// The body that is written into, to be changed otherwise.
    pub fn body_mut(&mut self) -> &mut Body {
        self.body
    }

    /// Adds an operation of any kind.
    pub fn append(&mut self, state: OpState) -> Op {
        self.body.insert_op(self.ctx, self.at, state)
    }

    /// Adds an operation with one result.
    fn append_value(&mut self, state: OpState, ty: Type) -> Value {
        let op = self.append(state.results(&[ty]));
        self.body.result(op, 0)
    }

    fn state(&self, name: &str, loc: Loc) -> OpState {
        OpState::new(self.ctx.ident(name), loc)
    }

    /// A chain that waits for nothing.
    pub fn new_chain(&mut self, loc: Loc) -> Value {
        self.append_value(self.state("tfrt.new.chain", loc), self.chain_type)
    }

    /// One chain that waits for all of these; none for none. Equal chains count once.
    pub fn merge_chains(&mut self, chains: impl IntoIterator<Item = Value>, loc: Loc) -> Option<Value> {
        let mut unique: SmallVec<[Value; 4]> = SmallVec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        unique.extend(chains.into_iter().filter(|&chain| seen.insert(chain)));
        if unique.len() < 2 {
            return unique.first().copied();
        }
        let state = self.state("tfrt.merge.chains", loc).operands(&unique);
        Some(self.append_value(state, self.chain_type))
    }

    /// The op handler of a name, looked up when `chain` is there.
    pub fn handler(&mut self, name: &str, chain: Option<Value>, loc: Loc) -> Value {
        let state = self
            .state("corert.get_op_handler", loc)
            .operands(chain.as_slice())
            .attr(self.ctx.ident("op_handler_name"), self.ctx.string_attr(name));
        self.append_value(state, self.ctx.opaque_type("corert", "ophandler"))
    }

    /// A constant tensor.
    pub fn constant(&mut self, constant: Constant, discardable: &[NamedAttr], loc: Loc) -> Built {
        let ctx = self.ctx;
        let value = ctx.ident("value");
        let mut state = match constant {
            Constant::Dense(attr) => self.state("corert.const_dense_tensor", loc).attr(value, attr),
            Constant::Strings { dims, values } => {
                let dims: Vec<Attr> = dims.iter().map(|&dim| ctx.i64_attr(dim)).collect();
                let values: Vec<Attr> = values.iter().map(|value| ctx.string_attr(value)).collect();
                self.state("corert.const_string_tensor", loc)
                    .attr(ctx.ident("shape"), ctx.array_attr(&dims))
                    .attr(value, ctx.array_attr(&values))
            }
        };
        state.attrs.extend_from_slice(discardable);
        let op = self.append(state.results(&[self.handle_type]));
        self.built(op, false)
    }

    /// Runs an op: a `corert.executeop.seq` with a chain, else a `corert.executeop`.
    pub fn execute(&mut self, execute: Execute<'_>) -> Built {
        let ctx = self.ctx;
        let sequenced = execute.chain.is_some();
        let name = if sequenced { "corert.executeop.seq" } else { "corert.executeop" };
        let mut state = self.state(name, execute.loc).operands(&[execute.handler]);
        if let Some(chain) = execute.chain {
            state = state.operands(&[chain]).results(&[self.chain_type]);
        }
        state = state.operands(execute.operands);
        state.result_types.extend(std::iter::repeat_n(self.handle_type, execute.results));
        let (values, functions) = execute.attrs.into_arrays(ctx);
        state = state
            .attr(ctx.ident("op_attrs"), values)
            .attr(ctx.ident("op_func_attrs"), functions)
            .attr(ctx.ident("op_name"), ctx.string_attr(execute.op));
        state.attrs.extend_from_slice(execute.discardable);
        let op = self.append(state);
        self.built(op, sequenced)
    }

    /// The number that a tensor holds, for [`Callee::Case`].
    pub fn branch_index(&mut self, tensor: Value, loc: Loc) -> Value {
        self.append_value(self.state(INDEX, loc).operands(&[tensor]), self.ctx.i32())
    }

    /// Calls functions.
    pub fn call(&mut self, call: &Call<'_>) -> Built {
        let ctx = self.ctx;
        let (name, attrs): (&str, SmallVec<[(&str, Attr); 2]>) = match call.callee {
            Callee::Function(callee) => ("tfrt.call", SmallVec::from_slice(&[("callee", callee)])),
            Callee::Cond { then, otherwise, .. } => {
                ("corert.cond", SmallVec::from_slice(&[("a_true_fn", then), ("b_false_fn", otherwise)]))
            }
            Callee::While { cond, body } => {
                ("corert.while", SmallVec::from_slice(&[("a_cond_fn", cond), ("b_body_fn", body)]))
            }
            Callee::Case { branches, .. } => {
                ("tfrt.case", SmallVec::from_slice(&[("branches", ctx.array_attr(branches))]))
            }
        };
        let mut state = self
            .state(name, call.loc)
            .operands(call.callee.selector().as_slice())
            .operands(call.chain.as_slice())
            .operands(call.operands);
        if call.gives_chain {
            state = state.results(&[self.chain_type]);
        }
        state.result_types.extend(std::iter::repeat_n(self.handle_type, call.results));
        state.attrs.extend(attrs.into_iter().map(|(name, attr)| (ctx.ident(name), attr)));
        state.attrs.extend_from_slice(call.discardable);
        let op = self.append(state);
        self.built(op, call.gives_chain)
    }

    /// Ends the function.
    pub fn end(&mut self, results: &[Value], loc: Loc) {
        self.append(self.state("tfrt.return", loc).operands(results));
    }

    fn built(&self, op: Op, gives_chain: bool) -> Built {
        let mut results = self.body.results(op);
        let chain = if gives_chain { results.next() } else { None };
        Built { op, chain, tensors: results.collect() }
    }
}

/// The type of chains.
#[must_use]
pub fn chain_type(ctx: &Context) -> Type {
    ctx.opaque_type("tfrt", "chain")
}

/// The type of tensors in op graphs.
#[must_use]
pub fn handle_type(ctx: &Context) -> Type {
    ctx.opaque_type("corert", "tensorhandle")
}
