//! The oracle: the runtime's answers to the compiler. Shapes come from the metadata functions of the ops, constants from
//! ops and kernels; ops that can be steps of plans form regions.
//!
//! The registries contain all ops and kernels of this project and are filled at the first query of a compilation. Plugins are
//! not queried: their ops, and the ops for which they have CPU kernels, are left to run.

mod attrs;
mod constants;
mod kernels;
mod packing;
mod rows;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use tfrt_dialects::oracle::{
    ConstantEvaluator, Inferred, KernelCall, OpCall, OperandInfo, Oracles, RegionOps, RegionPart,
    ShapeInference,
};
use tfrt_executor::core_runtime::OpRegistry;
use tfrt_ir::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ops::{Row, TargetCpu};

/// The oracles over this project's ops and kernels, of which plugins that are loaded by now may replace some.
pub fn oracles() -> Oracles {
    Oracles {
        evaluator: Some(Arc::new(Runtime)),
        shapes: Some(Arc::new(Runtime)),
        regions: Some(Arc::new(Runtime)),
        foreign: tfrt_plugin::ops_with_cpu_kernels().collect(),
    }
}

static OPS: LazyLock<OpRegistry> = LazyLock::new(|| {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    ops
});

struct Runtime;

impl ShapeInference for Runtime {
    fn infer(&self, ctx: &Context, op: OpCall<'_>, operands: &[OperandInfo]) -> Inferred {
        if let Some(row) = Row::of(op.name).shape {
            return rows::infer(ctx, row, op, operands);
        }
        match OPS.get(op.name).and_then(|entry| entry.metadata.as_ref()) {
            Some(function) => rows::infer_by(ctx, function, op, operands),
            None => Inferred::Unknown,
        }
    }
}

impl ConstantEvaluator for Runtime {
    fn evaluate(&self, ctx: &Context, op: OpCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>> {
        constants::evaluate(ctx, OPS.get(op.name)?, op, operands)
    }

    fn evaluate_kernel(&self, ctx: &Context, kernel: KernelCall<'_>, operands: &[Attr]) -> Option<Vec<Attr>> {
        kernels::evaluate(ctx, kernel, operands)
    }
}

impl RegionOps for Runtime {
    /// Ops without a shape function stay outside, unless they have steps.
    fn part(&self, op: &str) -> Option<RegionPart> {
        let entry = OPS.get(op).filter(|entry| entry.dispatch.is_some() && !entry.flags.side_effects)?;
        match entry.prepare {
            Some(_) => Some(RegionPart::Step),
            None => Row::of(op).shape.map(|_| RegionPart::Registered),
        }
    }

    fn pack(&self, ctx: &Context, region: &[(&str, Attr)], target: TargetCpu) -> Vec<(&'static str, Attr)> {
        packing::pack(ctx, region, target).unwrap_or_default()
    }
}

/// The dtype of an element type of the IR.
fn dtype_of(ctx: &Context, ty: Type) -> Option<tfrt_executor::tensor::DType> {
    tfrt_compiler::dtype::dtype_of(ctx, ty)
}
