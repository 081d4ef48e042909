//! Plans: the CPU's backend of regions.
//!
//! A region is a part of a program whose shapes are known. [`Plans`] compiles it to a plan: the ops' own steps
//! ([`Step`](tfrt_executor::core_runtime::Step)) in order, and a fixed place for every value, most of them in one arena that values share
//! whose lives do not overlap ([`layout`]). An op that only gives its operand another shape is a place, not a step. Ops without a step run
//! as they are registered, on tensors of their own. A run ([`run`]) takes an arena from the plan's pool and goes through the steps: it infers
//! no shape, and for steps it allocates nothing and counts no reference.
//!
//! Ops that compute each part of a large batch alone run in parts, so that what they hand on stays in the cache ([`batch`]): the region is then
//! several plans. Steps that compute some rows of an image from some rows of another go through large images band by band ([`bands`]).
//!
//! A loop of regions has a plan for its condition and one for its body. If each of its ops says what it computes, the loop becomes machine code
//! as a whole ([`whole`]).
//!
//! Invariants: a plan computes what its ops compute one after another, bit for bit but where a step states a bound, and the same bits
//! whatever the number of threads. It reports no error and declines instead; the executor then runs the region op by op. Each run in flight has an arena of its own. Cancellation is noticed
//! between steps.
//!
//! Left to others: which ops make a region (the compiler), what a step does (the crates of kernels), which calls fit a region (the executor).

mod bands;
mod batch;
mod chains;
mod compile;
mod layout;
mod run;
mod whole;

use std::sync::Arc;

use tfrt_executor::core_runtime::{
    CompiledRegion, LoopRegions, OpContext, Region, RegionBackend, RegionLoop,
};
use tfrt_ops::TargetCpu;

/// Compiles regions to plans.
#[derive(Debug, Clone, Copy)]
pub struct Plans {
    /// Bytes that stay near a thread from one step to the next.
    cache: usize,
}

impl Plans {
    /// Plans for threads near which so many bytes stay from one step to the next.
    pub fn with_cache(bytes: usize) -> Plans {
        Plans { cache: bytes }
    }
}

impl Default for Plans {
    /// For a second-level cache as most processors have one.
    fn default() -> Plans {
        Plans::with_cache(512 << 10)
    }
}

impl RegionBackend for Plans {
    fn compile(&self, region: &Region, context: &dyn OpContext) -> Option<Arc<dyn CompiledRegion>> {
        if let Some(divided) = batch::divide(region, self.cache, context) {
            return Some(Arc::new(divided));
        }
        let plan = compile::compile(region, self.cache, context)?;
        Some(Arc::new(plan))
    }

    fn pack(&self, region: &Region, target: TargetCpu, context: &dyn OpContext) {
        compile::pack(region, target, context);
    }

    fn compile_loop(&self, regions: LoopRegions<'_>, context: &dyn OpContext) -> Option<Arc<dyn RegionLoop>> {
        let whole = whole::compile(regions, context)?;
        Some(Arc::new(whole))
    }
}
