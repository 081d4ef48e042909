//! `coo.*` and `btf.*`.

use tfrt_executor::kernel::{ExecCtx, KernelRegistry, Out};
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::{Element, Shape, Tensor, TensorMetadata};
use tfrt_executor::value::{AsyncRef, Chain, KernelError};

use crate::host_tensor::compare::Close;
use crate::host_tensor::coo::{equal, from_dense, from_parts, to_dense};
use crate::host_tensor::dense::{allocate, name_in_kernels};
use crate::test::string::ByteString;
use tfrt_exchange::btf_records::{ElementType, read_coordinates, read_dense};
use tfrt_scalars::parallel::spawn_blocking;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add("coo.print_tensor", |tensor: &Tensor| {
        print_line(tensor.print());
        Chain
    });
    register_coo::<f32>(registry);
    register_coo::<i32>(registry);
    register_dense_file::<f32>(registry, ElementType::F32);
    register_dense_file::<i32>(registry, ElementType::I32);
    register_dense_file::<i64>(registry, ElementType::I64);
    register_dense_file::<i8>(registry, ElementType::I8);
    register_dense_file::<u8>(registry, ElementType::Ui8);
    register_coo_file::<f32>(registry, ElementType::F32);
    register_coo_file::<i32>(registry, ElementType::I32);
    register_coo_file::<i8>(registry, ElementType::I8);
}

fn register_coo<T: Element + Default + Close>(registry: &mut KernelRegistry) {
    let name = name_in_kernels(T::DTYPE);
    for rank in 0..=3_usize {
        registry.add(
            &format!("coo.convert_dht_to_coo.{name}.{rank}"),
            move |tensor: &Tensor| -> Result<(Out<Tensor>, Chain), KernelError> {
                Ok((Out(from_dense::<T>(tensor, rank)?), Chain))
            },
        );
        registry.add(
            &format!("coo.convert_coo_to_dht.{name}.{rank}"),
            move |tensor: &Tensor| -> Result<(Out<Tensor>, Chain), KernelError> {
                Ok((Out(to_dense::<T>(tensor, rank)?), Chain))
            },
        );
        registry.add(
            &format!("coo.tensor_equal.{name}.{rank}"),
            move |a: &Tensor, b: &Tensor| -> Result<(bool, Chain), KernelError> {
                Ok((equal::<T>(a, b, rank)?, Chain))
            },
        );
    }
}

fn register_dense_file<T: Element>(registry: &mut KernelRegistry, element: ElementType) {
    for rank in 0..=4_usize {
        registry.add(
            &format!("btf.read_dense_tensor.{element}.{rank}"),
            move |path: &ByteString, index: i32, ctx: ExecCtx<'_>| -> Result<AsyncRef<Tensor>, KernelError> {
                let path = path.to_text().into_owned();
                spawn_blocking(ctx, move || {
                    let record = read_dense(&path, index, element, rank)?;
                    let metadata = TensorMetadata::new(T::DTYPE, shape_of(&record.dims)?);
                    let mut tensor = allocate(metadata, "cannot allocate result tensor")?;
                    match tensor.bytes_mut() {
                        Some(bytes) if bytes.len() == record.bytes.len() => {
                            bytes.copy_from_slice(&record.bytes)
                        }
                        _ => return Err(KernelError::new("cannot allocate result tensor")),
                    }
                    Ok(Tensor::Dense(tensor))
                })
            },
        );
    }
}

fn register_coo_file<T: Element>(registry: &mut KernelRegistry, element: ElementType) {
    for rank in 0..=4_usize {
        registry.add(
            &format!("btf.read_coo_tensor.{element}.{rank}"),
            move |path: &ByteString, index: i32, ctx: ExecCtx<'_>| -> Result<AsyncRef<Tensor>, KernelError> {
                let path = path.to_text().into_owned();
                spawn_blocking(ctx, move || {
                    let record = read_coordinates(&path, index, element, rank)?;
                    let metadata = TensorMetadata::new(T::DTYPE, shape_of(&record.dims)?);
                    let count = record.values.len() / size_of::<T>();
                    Ok(from_parts(metadata, &record.indices, &record.values, count as i64)?)
                })
            },
        );
    }
}

fn shape_of(dims: &[u64]) -> Result<Shape, String> {
    let dims: Result<Vec<i64>, _> = dims.iter().map(|&dim| i64::try_from(dim)).collect();
    let dims = dims.map_err(|_| "tensor dims are too large")?;
    Shape::new(&dims).map_err(|error| error.to_string())
}
