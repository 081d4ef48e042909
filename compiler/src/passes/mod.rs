//! The passes, one module each, and the table that names them.
//!
//! Rules for all of them:
//! * An operation is removed, merged or evaluated only as its declaration allows ([`tfrt_ir::effects`]); one that can fail is
//!   never removed unless it is known not to fail, and nothing is folded into a failure.
//! * Regions of operations with the trait `MEASURED` (benchmarks) are left exactly as written, except that ops in them are fused and form
//!   regions as elsewhere: that is lowering, and part of what a benchmark of such ops measures.
//! * Results do not depend on the number of threads, nor on the numbering of any interner.

mod canonicalize;
mod composite;
mod connected;
mod constants;
mod convert_to_tfrt;
mod cse;
mod dce;
mod form_loops;
mod form_regions;
mod fuse_elementwise;
mod fuse_pads;
mod fuse_products;
mod fusion_reasons;
mod infer_tensor_types;
mod inline;
mod inline_plain;
mod liveness;
mod loop_invariant;
mod merge_blocks;
mod merge_chains;
mod on_cpu;
mod pack_constants;
mod powers;
mod print_op_stats;
mod print_stream;
mod regions;
mod remove_dead_values;
mod sccp;
mod scf_to_cf;
mod set_precision;
mod sink;
mod stablehlo;
mod strictness;
mod strip_debuginfo;
mod symbols;
mod topological_sort;
mod vhlo;
mod walk;

pub use fuse_elementwise::fusable_ops;
pub(crate) use infer_tensor_types::write_public_results;
use rustc_hash::FxHashSet;
pub(crate) use stablehlo::{broadcast_places, expand_chlo};
use tfrt_ir::pass::{PassInfo, PassOptions, PassRegistry};
use tfrt_ops::{Precision, TargetCpu};

use crate::pipeline::{OptLevel, PassGroup, PipelineStep};

/// Every pass of this crate, in the order in which `--list-passes` shows them.
const PASSES: &[PassInfo] = &[
    canonicalize::INFO,
    composite::INFO,
    sink::INFO,
    scf_to_cf::INFO,
    convert_to_tfrt::INFO,
    cse::INFO,
    dce::INFO,
    fuse_elementwise::INFO,
    fuse_products::INFO,
    infer_tensor_types::INFO,
    inline::INFO,
    loop_invariant::INFO,
    merge_chains::INFO,
    print_op_stats::INFO,
    print_stream::INFO,
    remove_dead_values::INFO,
    sccp::INFO,
    set_precision::INFO,
    strip_debuginfo::INFO,
    symbols::SYMBOL_DCE,
    symbols::SYMBOL_PRIVATIZE,
    topological_sort::INFO,
    vhlo::TO_VHLO,
    vhlo::TO_VERSION,
    vhlo::TO_STABLEHLO,
];

/// The description of the pass of this name.
pub(crate) fn info(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().chain(stablehlo::PASSES).find(|info| info.name == name)
}

/// The names of the option `exclude`, separated by commas.
fn excluded(options: &PassOptions<'_>) -> FxHashSet<String> {
    let names = options.text("exclude");
    names.trim_matches(|c| "[]{}".contains(c)).split(',').map(|name| name.trim().to_owned()).collect()
}

/// The conversion of what other dialects say, as a step of the pipeline.
pub(crate) fn conversion_step() -> PipelineStep {
    PipelineStep::of(&convert_to_tfrt::INFO, convert_to_tfrt::ConvertToTfrt)
}

/// All fusion, as a step of the pipeline: products with what follows them first, then element-wise ops. `explain`: remarks say of each op
/// what became of it, and why.
pub(crate) fn fusion_step(explain: bool) -> PipelineStep {
    PipelineStep::new("fusion", fuse_elementwise::Fusion { explain })
        .since(OptLevel::O2)
        .in_group(PassGroup::Fusion)
}

/// The part of lowering before fusion that writes dtypes and shapes at the ops.
pub(crate) fn types_step() -> PipelineStep {
    PipelineStep::new("types", form_regions::Annotate).since(OptLevel::O2).in_group(PassGroup::Fusion)
}

/// The part of lowering before fusion that gives products the precision that the user asks for.
pub(crate) fn precision_step(precision: Precision) -> PipelineStep {
    PipelineStep::of(&set_precision::INFO, set_precision::SetPrecision(precision))
}

/// Ops of known shapes become regions, as a step of the pipeline; `explain` as for [`fusion_step`].
pub(crate) fn regions_step(explain: bool) -> PipelineStep {
    PipelineStep::new("regions", form_regions::FormRegions { explain })
        .since(OptLevel::O2)
        .in_group(PassGroup::Fusion)
}

/// Regions bring with them what was made of their constants for a processor, as a step of the pipeline.
pub(crate) fn packing_step(target: TargetCpu) -> PipelineStep {
    PipelineStep::new("packing", pack_constants::PackConstants(target)).since(OptLevel::O2)
}

/// Adds all passes and the presets to a table.
pub fn register_passes(registry: &mut PassRegistry) {
    registry.add(PASSES);
    registry.add(stablehlo::PASSES);
    for level in OptLevel::ALL {
        registry.add_pipeline(level.name(), level.summary(), level.pipeline());
    }
}
