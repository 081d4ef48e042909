//! `ts.*`.

use tfrt_executor::kernel::{AttrArray, KernelRegistry, Out};
use tfrt_executor::tensor::{Extents, PartialShape};
use tfrt_executor::value::KernelError;

use crate::host_tensor::shape::{FixedRankShape, build, build_partial, dimension, to_shape};
use tfrt_scalars::print::line;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add_pure("ts.build_shape", |dims: AttrArray<'_, i64>| {
        build(&dims).map(Out).map_err(KernelError::from)
    });
    registry.add_pure("ts.build_partial_shape", |dims: AttrArray<'_, i64>| {
        build_partial(&dims).map(Out).map_err(KernelError::from)
    });
    registry.add_pure("ts.build_unranked_partial_shape", || Out(PartialShape::Unranked));
    registry.add_pure("ts.equal_shape", |a: &Extents, b: &Extents| a == b);
    registry.add_pure("ts.get_dimension", |shape: &Extents, index: i32| {
        dimension(shape, index).map_err(KernelError::from)
    });
    registry.add_pure("ts.get_num_elements", |shape: &Extents| {
        shape.to_shape().map(|shape| shape.num_elements() as i64).map_err(|e| KernelError::new(e.to_string()))
    });
    registry
        .add_pure("ts.to_shape", |shape: &PartialShape| to_shape(shape).map(Out).map_err(KernelError::from));
    registry.add_pure("ts.to_partial_shape", |shape: &Extents| Out(PartialShape::from(shape)));
    registry.add("ts.print_shape", |shape: &Extents| line(format_args!("shape = {shape}")));
    registry.add("ts.print_partial_shape", |shape: &PartialShape| {
        line(format_args!("partial_tensor_shape = {shape}"))
    });
    register_rank::<1>(registry);
    register_rank::<2>(registry);
    register_rank::<3>(registry);
}

fn register_rank<const N: usize>(registry: &mut KernelRegistry) {
    registry.add_pure(&format!("ts.as_fixed_rank_shape.{N}"), |shape: &Extents| {
        FixedRankShape::<N>::new(shape).map(Out).map_err(KernelError::from)
    });
    registry.add(&format!("ts.print_fixed_rank_shape.{N}"), |shape: &FixedRankShape<N>| {
        line(format_args!("fixed_rank_shape = {shape}"))
    });
}
