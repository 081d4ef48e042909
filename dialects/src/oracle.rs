//! Questions of the compiler to a runtime: values of constant ops and kernels, and dtypes and shapes of results.
//!
//! The compiler depends on no runtime. A program with a runtime implements these traits over its kernels and metadata functions
//! and puts them into the registry of dialects as an [`Oracles`]; without them passes know only the declarations.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ops::TargetCpu;

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

/// A scalar kernel to be executed, such as `tfrt.add.i32`.
#[derive(Clone, Copy, Debug)]
pub struct KernelCall<'a> {
    /// The name of the kernel.
    pub name: &'a str,
    /// The types of the results.
    pub results: &'a [Type],
}

/// Computes ops and kernels ahead of time.
pub trait ConstantEvaluator: Send + Sync {
    /// The results of a pure op on constant tensors: elements attributes in, elements attributes out, one for each result.
    ///
    /// `None` when the op cannot be computed here or fails: it is then left to run, and to fail where the program says. Results
    /// are those that running the op would give, bit for bit, NaN payloads excepted.
    fn evaluate(&self, ctx: &Context, op: OpCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>>;

    /// The results of a pure kernel on constant scalars, integer and float attributes of the operands' types; under the same
    /// conditions.
    fn evaluate_kernel(&self, ctx: &Context, kernel: KernelCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>>;
}

/// The known facts about an operand of an op before it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperandInfo {
    /// A tensor type (`tensor<2x?xf32>`, `tensor<*xf32>`), if that much is known.
    pub ty: Option<Type>,
    /// The tensor itself, an elements attribute, if it is a constant.
    pub value: Option<Attr>,
}

/// The known facts about the results of an op before it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inferred {
    /// The types of the results, one for each: tensors whose dimensions, or rank, may be unknown. `None` for a result of which
    /// not even the dtype is known.
    Types(Vec<Option<Type>>),
    /// Nothing is known: there is no metadata function for the op, or it needs to know more about the operands.
    Unknown,
    /// The op is sure to fail when it runs, with this message.
    Fails(String),
}

/// Tells dtypes and shapes of results.
pub trait ShapeInference: Send + Sync {
    /// Infers the results of an op on such operands. The answer holds for every run in which the op succeeds.
    fn infer(&self, ctx: &Context, op: OpCall<'_>, operands: &[OperandInfo]) -> Inferred;
}

/// The way in which a backend runs an op of known shapes in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionPart {
    /// As a step of its own, perhaps.
    Step,
    /// As elsewhere, between steps.
    Registered,
}

/// Tells what regions consist of.
pub trait RegionOps: Send + Sync {
    /// The way in which an op without state runs in a region; `None` if it must stay outside.
    fn part(&self, op: &str) -> Option<RegionPart>;

    /// Attributes that a region of these attributes gets, so that its program has what a processor reads of constants in another layout.
    fn pack(&self, ctx: &Context, region: &[(&str, Attr)], target: TargetCpu) -> Vec<(&'static str, Attr)>;
}

/// The oracles of a context, an extension of its registry of dialects.
#[derive(Clone, Default)]
pub struct Oracles {
    /// Computes constants.
    pub evaluator: Option<Arc<dyn ConstantEvaluator>>,
    /// Tells shapes.
    pub shapes: Option<Arc<dyn ShapeInference>>,
    /// Tells what regions consist of; without it, no regions are formed.
    pub regions: Option<Arc<dyn RegionOps>>,
    /// Ops that the CPU may run with kernels other than the evaluator's: they are neither computed ahead of time nor merged with
    /// others.
    pub foreign: BTreeSet<String>,
}

impl Oracles {
    /// Makes these the oracles of all contexts of a registry.
    pub fn install(self, registry: &mut DialectRegistry) {
        registry.set_extension(Arc::new(self));
    }

    /// The oracles of a context.
    #[must_use]
    pub fn of(ctx: &Context) -> Option<&Oracles> {
        ctx.dialects().extension()
    }

    /// The evaluator of a context.
    #[must_use]
    pub fn evaluator(ctx: &Context) -> Option<&dyn ConstantEvaluator> {
        Oracles::of(ctx)?.evaluator.as_deref()
    }

    /// The shape inference of a context.
    #[must_use]
    pub fn shapes(ctx: &Context) -> Option<&dyn ShapeInference> {
        Oracles::of(ctx)?.shapes.as_deref()
    }
}

impl fmt::Debug for Oracles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracles")
            .field("evaluator", &self.evaluator.is_some())
            .field("shapes", &self.shapes.is_some())
            .field("regions", &self.regions.is_some())
            .field("foreign", &self.foreign)
            .finish()
    }
}
