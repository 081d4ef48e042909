//! `tfrt_dht`: makes, writes and compares dense host tensors and their buffers.

use tfrt_executor::tensor::{
    Buffer, Complex, DType, DenseHostTensor, Element, I1, Shape, Tensor, TensorMetadata,
};

use super::inplace::{update, values, write};
use crate::host_tensor::compare::{Close, all_close};

/// An element type of the `tfrt_dht` kernels: what its constants look like in a program.
pub trait TensorElement: Element {
    /// Type of one value in an attribute: the parts for complex numbers, the element itself for everything else.
    type Part: Element;
    /// Parts of an element.
    const PARTS: usize;
}

macro_rules! whole_elements {
    ($($ty:ty)*) => {$(
        impl TensorElement for $ty {
            type Part = $ty;
            const PARTS: usize = 1;
        }
    )*};
}
whole_elements!(u8 u32 u64 f32 f64 i8 i32 i64 I1 half::f16 half::bf16);

impl TensorElement for Complex<f32> {
    type Part = f32;
    const PARTS: usize = 2;
}

impl TensorElement for Complex<f64> {
    type Part = f64;
    const PARTS: usize = 2;
}

/// The dense tensor behind a tensor value.
///
/// # Errors
/// It is of another kind.
pub fn dense(tensor: &Tensor) -> Result<&DenseHostTensor, String> {
    tensor
        .as_dense()
        .ok_or_else(|| format!("a dense host tensor is expected, but this is a {}", tensor.tensor_type()))
}

/// A shape from an attribute, of the rank in the kernel's name.
///
/// # Errors
/// Another rank, negative or too large dimensions.
pub fn shape_of_rank(dims: &[i64], rank: usize) -> Result<Shape, String> {
    let shape = Shape::new(dims).map_err(|error| error.to_string())?;
    check_rank(&shape, rank)?;
    Ok(shape)
}

/// Checks the rank that a kernel's name promises.
///
/// # Errors
/// Another rank.
pub fn check_rank(shape: &Shape, rank: usize) -> Result<(), String> {
    if shape.rank() == rank { Ok(()) } else { Err(format!("shape {shape} does not have rank {rank}")) }
}

/// A tensor whose elements are not set.
///
/// # Errors
/// No memory.
pub fn create_uninitialized<T: TensorElement>(shape: Shape) -> Result<Tensor, String> {
    allocate(TensorMetadata::new(T::DTYPE, shape), "Cannot allocate tensor").map(Tensor::Dense)
}

/// A dense tensor, or the kernel's own words for a lack of memory.
///
/// # Errors
/// No memory.
pub fn allocate(metadata: TensorMetadata, message: &str) -> Result<DenseHostTensor, String> {
    DenseHostTensor::uninitialized(metadata).map_err(|_| message.to_owned())
}

/// Sets every element to the parts of one element.
///
/// # Errors
/// Another number of parts, and those of [`write()`].
pub fn fill<T: TensorElement>(tensor: &Tensor, parts: &[T::Part]) -> Result<(), String> {
    if parts.len() != T::PARTS {
        return Err(format!("a tensor of {} is filled with {} values", T::DTYPE.label(), T::PARTS));
    }
    write::<T>(dense(tensor)?, |out| {
        let value: T = bytemuck::pod_read_unaligned(bytemuck::cast_slice(parts));
        out.fill(value);
        Ok(())
    })
}

/// Sets the elements to the values of an attribute.
///
/// # Errors
/// Another number of values, and those of [`write()`].
pub fn set_values<T: TensorElement>(tensor: &Tensor, parts: &[T::Part]) -> Result<(), String> {
    write::<T>(dense(tensor)?, |out| {
        let expected = out.len() * T::PARTS;
        if parts.len() != expected {
            let what = if T::PARTS == 1 {
                "values for the tensor"
            } else {
                "real and imaginary values for the complex tensor"
            };
            return Err(format!("Incorrect number of {what}: {}, but expected {expected}", parts.len()));
        }
        bytemuck::cast_slice_mut::<T, u8>(out).copy_from_slice(bytemuck::cast_slice(parts));
        Ok(())
    })
}

/// Sets the elements to the values of operands.
///
/// # Errors
/// Another number of values, and those of [`write()`].
pub fn set_elements<T: TensorElement>(tensor: &Tensor, elements: &[T]) -> Result<(), String> {
    write::<T>(dense(tensor)?, |out| {
        if elements.len() != out.len() {
            return Err(format!(
                "Incorrect number of values for the tensor: {}, but expected {}",
                elements.len(),
                out.len()
            ));
        }
        out.copy_from_slice(elements);
        Ok(())
    })
}

/// A tensor over a buffer, which it shares.
///
/// # Errors
/// A buffer of another size, or that is not aligned to the elements.
pub fn make_tensor<T: TensorElement>(buffer: &Buffer, shape: &Shape) -> Result<Tensor, String> {
    let element = size_of::<T>();
    if shape.num_elements().checked_mul(element) != Some(buffer.len()) {
        return Err(format!(
            "dht.make_tensor failed: buffer_size ({}) is not equal to the number of elements in shape ({shape}) times \
             element size ({element})",
            buffer.len()
        ));
    }
    DenseHostTensor::from_buffer(TensorMetadata::new(T::DTYPE, shape.clone()), buffer.clone())
        .map(Tensor::Dense)
        .map_err(|_| {
            format!("dht.make_tensor failed: the buffer is not aligned to elements of {}", T::DTYPE.label())
        })
}

/// Whether shapes and all elements are equal (NaN is equal to nothing).
///
/// # Errors
/// Tensors of other types.
pub fn equal<T: Element>(a: &Tensor, b: &Tensor) -> Result<bool, String> {
    let (a, b) = (dense(a)?, dense(b)?);
    let (a_values, b_values) = (values::<T>(a)?, values::<T>(b)?);
    Ok(a.shape() == b.shape() && a_values == b_values)
}

/// Whether shapes are equal and all elements close.
///
/// # Errors
/// Tensors of other types.
pub fn close<T: Element + Close>(a: &Tensor, b: &Tensor, ulps: u32) -> Result<bool, String> {
    let (a, b) = (dense(a)?, dense(b)?);
    let (a_values, b_values) = (values::<T>(a)?, values::<T>(b)?);
    Ok(a.shape() == b.shape() && all_close(a_values, b_values, ulps))
}

/// A buffer of `size` bytes at a multiple of `alignment`.
///
/// # Errors
/// Sizes that make no sense, no memory.
pub fn allocate_buffer(size: i64, alignment: i64) -> Result<Buffer, String> {
    const MESSAGE: &str = "Cannot allocate host buffer";
    let size = usize::try_from(size).map_err(|_| MESSAGE)?;
    let alignment =
        usize::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two()).ok_or(MESSAGE)?;
    if alignment <= tfrt_executor::tensor::buffer::ALIGNMENT {
        return Buffer::uninitialized(size).map_err(|_| MESSAGE.to_owned());
    }
    let whole = Buffer::uninitialized(size.checked_add(alignment).ok_or(MESSAGE)?).map_err(|_| MESSAGE)?;
    let address = whole.as_ptr().as_ptr() as usize;
    let offset = address.wrapping_neg() & (alignment - 1);
    whole.slice(offset, size).and_then(Result::ok).ok_or_else(|| MESSAGE.to_owned())
}

/// A part of a buffer.
///
/// # Errors
/// A part that is not inside, no memory.
pub fn slice_buffer(buffer: &Buffer, offset: i64, size: i64) -> Result<Buffer, String> {
    let outside = || {
        format!(
            "a slice of {size} bytes at offset {offset} is outside a host buffer of {} bytes",
            buffer.len()
        )
    };
    let slice = match (usize::try_from(offset), usize::try_from(size)) {
        (Ok(offset), Ok(size)) => buffer.slice(offset, size),
        _ => None,
    };
    slice.ok_or_else(outside)?.map_err(|_| "Cannot allocate host buffer.".to_owned())
}

/// The buffer of a tensor, shared with it.
///
/// # Errors
/// A tensor that is not dense.
pub fn buffer_of(tensor: &Tensor) -> Result<Buffer, String> {
    dense(tensor).map(|tensor| tensor.buffer().clone())
}

/// `A = f(A)` over whole tensors: a helper of kernels with one type of elements.
///
/// # Errors
/// As [`update`].
pub fn map_inplace<T: Element>(tensor: &Tensor, f: impl Fn(T) -> T) -> Result<(), String> {
    update::<T, T, 0>([], dense(tensor)?, |[], out| {
        for value in out.data {
            *value = f(*value);
        }
        Ok(())
    })
}

/// Type of the elements in the names of kernels, where booleans are `bool` and not `i1`.
pub fn name_in_kernels(dtype: DType) -> &'static str {
    match dtype {
        DType::I1 => "bool",
        DType::UI8 => "ui8",
        DType::UI32 => "ui32",
        DType::UI64 => "ui64",
        other => other.label(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor<T: TensorElement>(dims: &[i64]) -> Tensor {
        create_uninitialized::<T>(Shape::new(dims).unwrap()).unwrap()
    }

    #[test]
    fn complex_tensors_take_two_values_an_element() {
        let a = tensor::<Complex<f32>>(&[2]);
        set_values::<Complex<f32>>(&a, &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!(a.to_string().ends_with("[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]"));
        assert_eq!(
            set_values::<Complex<f32>>(&a, &[1.0, 2.0]).unwrap_err(),
            "Incorrect number of real and imaginary values for the complex tensor: 2, but expected 4"
        );
        fill::<Complex<f32>>(&a, &[5.0, 6.0]).unwrap();
        assert!(equal::<Complex<f32>>(&a, &a).unwrap());
    }

    #[test]
    fn equality_is_that_of_the_elements() {
        let (a, b) = (tensor::<f32>(&[2]), tensor::<f32>(&[2]));
        set_values::<f32>(&a, &[0.0, f32::NAN]).unwrap();
        set_values::<f32>(&b, &[-0.0, 1.0]).unwrap();
        assert_eq!(equal::<f32>(&a, &a), Ok(false));
        set_values::<f32>(&a, &[0.0, 1.0]).unwrap();
        assert_eq!(equal::<f32>(&a, &b), Ok(true));
        assert_eq!(close::<f32>(&a, &tensor::<f32>(&[2, 1]), 2), Ok(false));
        assert!(equal::<i32>(&a, &b).is_err());
    }

    #[test]
    fn buffers_are_aligned_and_sliced_within_their_bounds() {
        for alignment in [1, 8, 64, 256, 4096] {
            let buffer = allocate_buffer(10, alignment).unwrap();
            assert_eq!((buffer.len(), buffer.as_ptr().as_ptr() as i64 % alignment), (10, 0));
        }
        let buffer = allocate_buffer(16, 8).unwrap();
        assert_eq!(slice_buffer(&buffer, 8, 8).unwrap().len(), 8);
        for (offset, size) in [(8, 9), (-1, 2), (17, 0), (0, -1)] {
            assert!(slice_buffer(&buffer, offset, size).is_err());
        }
        assert!(
            allocate_buffer(-1, 8).is_err()
                && allocate_buffer(8, 3).is_err()
                && allocate_buffer(i64::MAX, 64).is_err()
        );
        let shape = Shape::new(&[3]).unwrap();
        assert_eq!(
            make_tensor::<f32>(&allocate_buffer(10, 8).unwrap(), &shape).unwrap_err(),
            "dht.make_tensor failed: buffer_size (10) is not equal to the number of elements in shape ([3]) times element \
             size (4)"
        );
    }
}
