//! What the compiler asks of those who can execute ops: values of constant ops, and dtypes and shapes of results.
//!
//! The compiler depends on no runtime. Whoever has one implements these traits over its kernels and metadata functions and hands
//! them to the passes that need them; without them those passes leave ops alone.

use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};

/// An op to be executed by name, as `corert.executeop` would.
#[derive(Clone, Copy, Debug)]
pub struct OpCall<'a> {
    /// The name, such as `tf.MatMul`.
    pub name: &'a str,
    /// The attributes, in the order in which the program gives them.
    pub attrs: &'a [(&'a str, Attr)],
    /// The number of tensors that the program takes from it.
    pub num_results: usize,
}

/// Computes ops ahead of time.
pub trait ConstantEvaluator: Send + Sync {
    /// The results of a pure op on constant tensors: elements attributes in, elements attributes out, one for each result.
    ///
    /// `None` when the op cannot be computed here or fails: it is then left to run, and to fail where the program says. Results
    /// are those that running the op would give, bit for bit, NaN payloads excepted.
    fn evaluate(&self, ctx: &Context, op: OpCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>>;
}

/// What is known about the results of an op before it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inferred {
    /// The types of the results: tensors whose dimensions, or rank, may be unknown.
    Types(Vec<Type>),
    /// Nothing is known: there is no metadata function for the op, or it needs to know more about the operands.
    Unknown,
    /// The op is sure to fail when it runs, with this message.
    Fails(String),
}

/// Tells dtypes and shapes of results.
pub trait ShapeInference: Send + Sync {
    /// What is known about the results of an op whose operands have these types (`tensor<2x?xf32>`, `tensor<*xf32>`).
    fn infer(&self, ctx: &Context, op: OpCall<'_>, operands: &[Type]) -> Inferred;
}
