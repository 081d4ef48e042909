//! Sums of tensors that devices have summands of.

use std::ops::Add;

use bytemuck::Pod;
use half::{bf16, f16};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::failure::Failure;

/// Adds a tensor of the same type and shape to another.
pub(super) fn add(sum: &mut DenseHostTensor, summand: &DenseHostTensor) -> Result<(), Failure> {
    let dtype = sum.dtype();
    let to = sum.bytes_mut().ok_or_else(|| Failure::internal("a sum is shared"))?;
    let from = summand.bytes();
    match dtype {
        // The parts of complex numbers are added like numbers.
        DType::F32 | DType::Complex64 => each::<f32>(to, from, f32::add),
        DType::F64 | DType::Complex128 => each::<f64>(to, from, f64::add),
        DType::F16 => each::<f16>(to, from, f16::add),
        DType::BF16 => each::<bf16>(to, from, bf16::add),
        DType::I8 | DType::UI8 => each::<u8>(to, from, u8::wrapping_add),
        DType::I16 | DType::UI16 => each::<u16>(to, from, u16::wrapping_add),
        DType::I32 | DType::UI32 => each::<u32>(to, from, u32::wrapping_add),
        DType::I64 | DType::UI64 => each::<u64>(to, from, u64::wrapping_add),
        DType::I1 => each::<u8>(to, from, |a, b| a | b),
        other => {
            return Err(Failure::unimplemented(format!(
                "sums over devices of tensors of {other} are not supported"
            )));
        }
    }
    Ok(())
}

fn each<T: Pod>(to: &mut [u8], from: &[u8], add: impl Fn(T, T) -> T) {
    let (to, from): (&mut [T], &[T]) = (bytemuck::cast_slice_mut(to), bytemuck::cast_slice(from));
    for (to, &from) in to.iter_mut().zip(from) {
        *to = add(*to, from);
    }
}
