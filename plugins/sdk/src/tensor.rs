//! Tensors: their types, and their elements if these are in host memory.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::{c_int, c_void};

use crate::status::{Code, Error};
use crate::sys;

/// A type of elements, by the protocol's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataType(pub c_int);

/// A type in Rust that elements have.
///
/// # Safety
/// The data type's elements are valid values of the type, whatever their bytes.
pub unsafe trait Element: Copy + 'static {
    /// The type.
    const TYPE: DataType;
}

macro_rules! elements {
    ($($ty:ty = $name:ident $number:literal,)*) => {
        #[expect(missing_docs, reason = "the names are the protocol's")]
        impl DataType {
            $(pub const $name: DataType = DataType($number);)*
        }
        $(
            // SAFETY: any bytes are a number.
            unsafe impl Element for $ty {
                const TYPE: DataType = DataType::$name;
            }
        )*
    };
}

elements! {
    f32 = FLOAT 1, f64 = DOUBLE 2, i32 = INT32 3, u8 = UINT8 4, i16 = INT16 5, i8 = INT8 6, i64 = INT64 9,
    u16 = UINT16 17, u32 = UINT32 22, u64 = UINT64 23,
}

/// A tensor that a kernel was given.
#[derive(Debug)]
pub struct Tensor {
    pub(crate) raw: *mut sys::TF_Tensor,
    pub(crate) in_host: bool,
}

impl Drop for Tensor {
    fn drop(&mut self) {
        // SAFETY: the tensor is our own.
        unsafe { sys::TF_DeleteTensor(self.raw) };
    }
}

impl Tensor {
    /// The type of the elements.
    pub fn data_type(&self) -> DataType {
        // SAFETY: `raw` is a tensor of the host's, which `self` owns until it is dropped.
        DataType(unsafe { sys::TF_TensorType(self.raw) })
    }

    /// The dimensions.
    pub fn dims(&self) -> Vec<i64> {
        // SAFETY: `raw` is a tensor of the host's, which `self` owns until it is dropped.
        unsafe { (0..sys::TF_NumDims(self.raw)).map(|i| sys::TF_Dim(self.raw, i)).collect() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        // SAFETY: `raw` is a tensor of the host's, which `self` owns until it is dropped.
        usize::try_from(unsafe { sys::TF_TensorElementCount(self.raw) }).unwrap_or(0)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn place<T: Element>(&self) -> Result<(*mut T, usize), Error> {
        let fail = |message: &str| Err(Error::new(Code::INVALID_ARGUMENT, message));
        if !self.in_host {
            return fail("the tensor is in the memory of a device");
        }
        if self.data_type() != T::TYPE {
            return fail("the tensor has elements of another type");
        }
        // SAFETY: `raw` is a tensor of the host's, which `self` owns until it is dropped.
        let (data, bytes) =
            unsafe { (sys::TF_TensorData(self.raw).cast::<T>(), sys::TF_TensorByteSize(self.raw)) };
        let len = self.len();
        match len {
            0 => Ok((std::ptr::NonNull::dangling().as_ptr(), 0)),
            _ if data.is_null() || !data.is_aligned() || bytes / size_of::<T>() < len => {
                fail("the host gave a tensor without its elements")
            }
            _ => Ok((data, len)),
        }
    }

    /// The elements.
    ///
    /// # Errors
    /// They have another type, or are in the memory of a device.
    pub fn values<T: Element>(&self) -> Result<&[T], Error> {
        let (data, len) = self.place::<T>()?;
        // SAFETY: `place` has checked that the tensor is in host memory, aligned, and has `len` elements of this
        // type; the host keeps those of an input unchanged while a kernel runs.
        Ok(unsafe { std::slice::from_raw_parts(data, len) })
    }

    /// The device's pointer to the tensor's memory.
    pub(crate) fn data(&self) -> *mut c_void {
        // SAFETY: `raw` is a tensor of the host's, which `self` owns until it is dropped.
        unsafe { sys::TF_TensorData(self.raw) }
    }
}

/// A tensor that a kernel fills: fresh memory without other references.
#[derive(Debug)]
pub struct Output(pub(crate) Tensor);

impl Output {
    /// The elements, whose values are not specified before they are written.
    ///
    /// # Errors
    /// They have another type, or are in the memory of a device.
    pub fn values_mut<T: Element>(&mut self) -> Result<&mut [T], Error> {
        let (data, len) = self.0.place::<T>()?;
        // SAFETY: `place` has checked that the tensor is in host memory, aligned, and has `len` elements of
        // this type; the host has just allocated it for this kernel, and `self` is borrowed mutably.
        Ok(unsafe { std::slice::from_raw_parts_mut(data, len) })
    }

    /// The tensor.
    pub fn tensor(&self) -> &Tensor {
        &self.0
    }
}
