//! The `tfrt_test.*` kernels that compute: results go into the last tensor operand.

use tfrt_executor::kernel::{AttrArray, AttrStr, KernelRegistry, Out};
use tfrt_executor::tensor::{Extents, Tensor};
use tfrt_executor::value::{Chain, KernelError};

use crate::host_tensor::dense::{map_inplace, name_in_kernels};
use crate::host_tensor::done;
use crate::host_tensor::numerics::{
    Numeric, argmax, broadcast, global_average_pooling, gradient_descent, map, reduce_mean, slice,
    softmax_inplace, test_max_pooling, transform, zero_padding, zip, zip_into,
};
use tfrt_numerics::arrays::elementwise::{equal, relu, relu_grad};
use tfrt_numerics::arrays::layout;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    register_type::<f32>(registry);
    register_type::<i32>(registry);
    register_type::<i64>(registry);
    registry
        .add("tfrt_test.cast.i32_to_f32", |a: &Tensor, b: &Tensor| done(map::<i32, f32>(a, b, |a| a as f32)));
    registry.add(
        "tfrt_test.max_pooling_2d.f32",
        |a: &Tensor,
         out: &Tensor,
         padding: AttrStr<'_>,
         size: AttrArray<'_, u32>,
         strides: AttrArray<'_, u32>| {
            done(test_max_pooling(a, out, &padding.to_text(), &size, &strides))
        },
    );
    registry.add("tfrt_test.global_average_pooling.f32", |a: &Tensor, out: &Tensor| {
        done(global_average_pooling(a, out))
    });
    registry
        .add("tfrt_test.flatten.f32", |a: &Tensor, out: &Tensor| done(transform(a, out, layout::flatten)));
    registry.add("tfrt_test.zero_padding.f32", |a: &Tensor, out: &Tensor, padding: AttrArray<'_, u32>| {
        done(zero_padding(a, out, &padding))
    });
    registry.add("tfrt_test.softmax_inplace.f32", |a: &Tensor| done(softmax_inplace(a)));
    registry.add("tfrt_test.gradient_descent.f32", |gradient: &Tensor, rate: &Tensor, out: &Tensor| {
        done(gradient_descent(gradient, rate, out))
    });
    registry.add("tfrt_test.subtract_inplace.f32", |a: &Tensor, b: &Tensor| {
        done(zip_into::<f32>(a, b, |a, b| b - a))
    });
    registry.add("tfrt_test.tensor_transpose.f32", |a: &Tensor, out: &Tensor| {
        done(transform(a, out, layout::transpose))
    });
    registry.add("tfrt_test.mean_axis_zero.f32", |a: &Tensor, out: &Tensor| {
        done(transform(a, out, layout::mean_axis_zero))
    });
    registry.add("tfrt_test.broadcast_2d.f32", |a: &Tensor, out: &Tensor| {
        done(transform(a, out, layout::broadcast_2d))
    });
}

fn register_type<T: Numeric>(registry: &mut KernelRegistry) {
    let name = name_in_kernels(T::DTYPE);
    registry.add(&format!("tfrt_test.relu.{name}"), |a: &Tensor, b: &Tensor| done(map::<T, T>(a, b, relu)));
    registry.add(&format!("tfrt_test.relu_inplace.{name}"), |a: &Tensor| done(map_inplace::<T>(a, relu)));
    registry.add(&format!("tfrt_test.add.{name}"), |a: &Tensor, b: &Tensor, c: &Tensor| {
        done(zip::<T>(a, b, c, T::add))
    });
    registry.add(&format!("tfrt_test.add_inplace.{name}"), |a: &Tensor, b: &Tensor| {
        done(zip_into::<T>(a, b, T::add))
    });
    registry.add(&format!("tfrt_test.equal.{name}"), |a: &Tensor, b: &Tensor, c: &Tensor| {
        done(zip::<T>(a, b, c, equal))
    });
    registry.add(&format!("tfrt_test.equal_inplace.{name}"), |a: &Tensor, b: &Tensor| {
        done(zip_into::<T>(a, b, equal))
    });
    registry.add(&format!("tfrt_test.relu_grad_inplace.{name}"), |a: &Tensor, b: &Tensor| {
        done(zip_into::<T>(a, b, relu_grad))
    });
    for rank in [2_usize, 3] {
        registry.add(&format!("tfrt_test.broadcast.{name}.{rank}"), move |a: &Tensor, shape: &Extents| {
            let shape = shape.to_shape().map_err(|error| KernelError::new(error.to_string()))?;
            broadcast::<T>(a, &shape, rank).map(Out).map_err(KernelError::from)
        });
    }
    registry.add(&format!("tfrt_test.reduce_mean.{name}.1"), |a: &Tensor| {
        reduce_mean::<T>(a).map(Out).map_err(KernelError::from)
    });
    registry.add(&format!("tfrt_test.argmax.{name}.2"), |a: &Tensor| {
        argmax::<T>(a).map(Out).map_err(KernelError::from)
    });
    registry.add(
        &format!("tfrt_test.slice_inplace.{name}.3"),
        |a: &Tensor, begin: &Tensor, _after: Chain, out: &Tensor| done(slice::<T>(a, begin, out, 3)),
    );
}
