//! `tfrt_dht.*` and `tfrt_sht.*`.

use half::{bf16, f16};
use tfrt_executor::kernel::{AttrAny, AttrArray, KernelRegistry, Out, Rest};
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::{Buffer, Complex, Extents, I1, Shape, StringHostTensor, Tensor};
use tfrt_executor::value::{Chain, KernelError};

use super::attributes::{OperandElement, elements, parts, strings};
use crate::host_tensor::compare::Close;
use crate::host_tensor::dense::{
    allocate_buffer, buffer_of, close, create_uninitialized, equal, fill, make_tensor, name_in_kernels,
    set_elements, set_values, shape_of_rank, slice_buffer,
};
use tfrt_scalars::print::line;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    register_buffers(registry);
    register_type::<u8>(registry);
    register_type::<u32>(registry);
    register_type::<u64>(registry);
    register_type::<f32>(registry);
    register_type::<f64>(registry);
    register_type::<i8>(registry);
    register_type::<i32>(registry);
    register_type::<i64>(registry);
    register_type::<I1>(registry);
    register_type::<Complex<f32>>(registry);
    register_type::<Complex<f64>>(registry);
    register_type::<f16>(registry);
    register_type::<bf16>(registry);
    register_comparisons::<u8>(registry);
    register_comparisons::<u32>(registry);
    register_comparisons::<u64>(registry);
    register_comparisons::<f32>(registry);
    register_comparisons::<f64>(registry);
    register_comparisons::<i8>(registry);
    register_comparisons::<i32>(registry);
    register_comparisons::<i64>(registry);
    register_comparisons::<I1>(registry);
    register_comparisons::<Complex<f32>>(registry);
    register_comparisons::<Complex<f64>>(registry);
    registry.add_pure("tfrt_sht.create_tensor", |dims: AttrArray<'_, i64>, values: AttrAny<'_>| {
        let shape = Shape::new(&dims).map_err(|error| error.to_string())?;
        let tensor = StringHostTensor::new(shape, strings(&values)?).map_err(|_| "Shape mismatch")?;
        Ok::<_, KernelError>(Out(Tensor::String(tensor)))
    });
}

fn register_buffers(registry: &mut KernelRegistry) {
    registry.add("tfrt_dht.print_tensor", |tensor: &Tensor| {
        print_line(tensor.print());
        Chain
    });
    registry.add("tfrt_dht.print_tensor_shape", |tensor: &Tensor| line(format_args!("{}", tensor.shape())));
    registry.add_pure("tfrt_dht.get_tensor_shape", |tensor: &Tensor| Out(Extents::from(tensor.shape())));
    registry.add("tfrt_dht.no_op_ht", |_: &Tensor| Chain);
    registry.add("tfrt_dht.allocate_buffer", |size: i64, alignment: i64| {
        allocate_buffer(size, alignment).map(Out).map_err(KernelError::from)
    });
    registry.add("tfrt_dht.get_buffer", |tensor: &Tensor| {
        buffer_of(tensor).map(|buffer| (Out(buffer), Chain)).map_err(KernelError::from)
    });
    registry.add("tfrt_dht.get_buffer_slice", |buffer: &Buffer, offset: i64, size: i64| {
        slice_buffer(buffer, offset, size).map(Out).map_err(KernelError::from)
    });
    registry.add("tfrt_dht.print_buffer", |buffer: &Buffer| line(format_args!("{buffer}")));
}

fn register_type<T: OperandElement>(registry: &mut KernelRegistry) {
    let name = name_in_kernels(T::DTYPE);
    for rank in 0..=5_usize {
        registry.add(
            &format!("tfrt_dht.create_uninitialized_tensor.{name}.{rank}"),
            move |dims: AttrArray<'_, i64>| -> Result<Out<Tensor>, KernelError> {
                Ok(Out(create_uninitialized::<T>(shape_of_rank(&dims, rank)?)?))
            },
        );
    }
    registry.add(
        &format!("tfrt_dht.fill_tensor_with_constant.{name}"),
        |tensor: &Tensor, value: AttrAny<'_>| -> Result<Chain, KernelError> {
            fill::<T>(tensor, &parts::<T::Part>(&value)?)?;
            Ok(Chain)
        },
    );
    registry.add(
        &format!("tfrt_dht.set_tensor_with_constant_values.{name}"),
        |tensor: &Tensor, values: AttrAny<'_>| -> Result<Chain, KernelError> {
            set_values::<T>(tensor, &parts::<T::Part>(&values)?)?;
            Ok(Chain)
        },
    );
    registry.add(
        &format!("tfrt_dht.set_tensor_with_values.{name}"),
        |tensor: &Tensor, _after: Chain, values: Rest<'_>| -> Result<Chain, KernelError> {
            set_elements::<T>(tensor, &elements::<T>(&values)?)?;
            Ok(Chain)
        },
    );
    registry.add(
        &format!("tfrt_dht.make_tensor.{name}"),
        |buffer: &Buffer, shape: &Extents| -> Result<(Out<Tensor>, Chain), KernelError> {
            let shape = &shape.to_shape().map_err(|error| error.to_string())?;
            Ok((Out(make_tensor::<T>(buffer, shape)?), Chain))
        },
    );
}

fn register_comparisons<T: OperandElement + Close>(registry: &mut KernelRegistry) {
    let name = name_in_kernels(T::DTYPE);
    registry.add(
        &format!("tfrt_dht.tensor_equal.{name}"),
        |a: &Tensor, b: &Tensor| -> Result<(bool, Chain), KernelError> { Ok((equal::<T>(a, b)?, Chain)) },
    );
    for (kernel, ulps) in [
        ("tensor_allclose", 2),
        ("tensor_allclose.3ulp", 3),
        ("tensor_allclose.1000ulp", 1000),
        ("tensor_allclose.2000ulp", 2000),
        ("tensor_allclose.100000ulp", 100_000),
    ] {
        registry.add(
            &format!("tfrt_dht.{kernel}.{name}"),
            move |a: &Tensor, b: &Tensor| -> Result<(bool, Chain), KernelError> {
                Ok((close::<T>(a, b, ulps)?, Chain))
            },
        );
    }
}
