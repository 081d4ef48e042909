//! DLPack: tensors to and from other libraries of the same process, without copies.
//!
//! [`export`] hands over a tensor as a `DLManagedTensor` ([`export_versioned`] adds a version), whose deleter drops the reference to
//! its buffer; the importing library calls it once. [`import`] takes ownership of such a tensor: it refers to the producer's memory
//! and calls the deleter when the last reference is dropped. A tensor whose layout is not row-major, or whose elements are not
//! aligned, is copied, and the deleter called at once.
//!
//! The structs are those of DLPack's C header, version 1.0, with the floats of 8 bits of version 1.1: a tensor of these is one of their bytes
//! here, beside the type. This module never changes imported memory; a consumer of an exported tensor must not change it either, which the
//! versioned form states with its flag, unless the tensor was the only owner of its memory.

#![expect(unsafe_code, reason = "structs shared with other libraries by pointer")]

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use tfrt_executor::tensor::buffer::OutOfMemory;
use tfrt_executor::tensor::{Buffer, DType, DenseHostTensor, TensorError};
use tfrt_ops::{SmallFloat, SmallType};

use crate::{ExchangeError, check_booleans, label, metadata};

/// `kDLCPU`.
pub const DL_CPU: i32 = 1;
/// The version of the structs here.
pub const DL_VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 1 };
/// Flag of a versioned tensor: the consumer must not write to it.
pub const DL_READ_ONLY: u64 = 1;

/// `DLDevice`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLDevice {
    pub device_type: i32,
    pub device_id: i32,
}

/// `DLDataType`: kind, bits of an element, elements of a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLDataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

/// `DLTensor`.
#[derive(Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLTensor {
    pub data: *mut c_void,
    pub device: DLDevice,
    pub ndim: i32,
    pub dtype: DLDataType,
    pub shape: *mut i64,
    pub strides: *mut i64,
    pub byte_offset: u64,
}

/// `DLManagedTensor`.
#[derive(Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLManagedTensor {
    pub dl_tensor: DLTensor,
    pub manager_ctx: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// `DLPackVersion`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLPackVersion {
    pub major: u32,
    pub minor: u32,
}

/// `DLManagedTensorVersioned`.
#[derive(Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "as in DLPack's header")]
pub struct DLManagedTensorVersioned {
    pub version: DLPackVersion,
    pub manager_ctx: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    pub flags: u64,
    pub dl_tensor: DLTensor,
}

/// Kind and bits of each dtype that DLPack has.
const DTYPES: &[(u8, u8, DType)] = &[
    (0, 8, DType::I8),
    (0, 16, DType::I16),
    (0, 32, DType::I32),
    (0, 64, DType::I64),
    (1, 8, DType::UI8),
    (1, 16, DType::UI16),
    (1, 32, DType::UI32),
    (1, 64, DType::UI64),
    (2, 16, DType::F16),
    (2, 32, DType::F32),
    (2, 64, DType::F64),
    (4, 16, DType::BF16),
    (5, 64, DType::Complex64),
    (5, 128, DType::Complex128),
    (6, 8, DType::I1),
];

/// Kind of each float of 8 bits.
const SMALL: &[(u8, SmallFloat)] = &[
    (7, SmallFloat::F8E3M4),
    (8, SmallFloat::F8E4M3),
    (9, SmallFloat::F8E4M3B11Fnuz),
    (10, SmallFloat::F8E4M3Fn),
    (11, SmallFloat::F8E4M3Fnuz),
    (12, SmallFloat::F8E5M2),
    (13, SmallFloat::F8E5M2Fnuz),
    (14, SmallFloat::F8E8M0Fnu),
];

/// The owner of an exported tensor: `M` is the managed tensor, which is first so that both have one address.
#[repr(C)]
struct Exported<M> {
    managed: M,
    tensor: DenseHostTensor,
    shape: Box<[i64]>,
    strides: Box<[i64]>,
}

/// Makes the exported form: `fill` gives the managed tensor a description that stays valid for as long as it does.
fn export_as<M>(
    tensor: DenseHostTensor,
    small: Option<SmallType>,
    managed: impl FnOnce(DLTensor) -> M,
) -> Result<NonNull<M>, ExchangeError> {
    let found = match small {
        None => {
            DTYPES.iter().find(|(_, _, dtype)| *dtype == tensor.dtype()).map(|&(code, bits, _)| (code, bits))
        }
        Some(small) => {
            SMALL.iter().find(|(_, format)| SmallType::Float(*format) == small).map(|&(code, _)| (code, 8))
        }
    };
    let Some((code, bits)) = found else {
        let name = small.map_or_else(|| label(tensor.dtype()).to_string(), |small| small.to_string());
        return Err(ExchangeError::new(format!("DLPack has no dtype for {name}")));
    };
    let mut shape: Box<[i64]> = tensor.shape().dims().to_vec().into();
    let mut strides: Box<[i64]> = tensor.shape().strides().to_vec().into();
    let dl_tensor = DLTensor {
        data: tensor.buffer().as_ptr().as_ptr().cast(),
        device: DLDevice { device_type: DL_CPU, device_id: 0 },
        ndim: shape.len() as i32,
        dtype: DLDataType { code, bits, lanes: 1 },
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        byte_offset: 0,
    };
    // The boxes do not move when their owner does.
    let exported = Box::new(Exported { managed: managed(dl_tensor), tensor, shape, strides });
    let pointer = NonNull::from(Box::leak(exported));
    Ok(pointer.cast())
}

/// # Safety
/// `managed` came from [`export_as`] with this type and is not used any more.
unsafe fn delete<M>(managed: *mut M) {
    if managed.is_null() {
        return;
    }
    // SAFETY: the caller passes a pointer from [`export_as`] with this type, which is the start of a leaked
    // `Exported<M>`, and does not use it afterwards.
    let exported = unsafe { Box::from_raw(managed.cast::<Exported<M>>()) };
    let Exported { managed: _, tensor, shape, strides } = *exported;
    drop((tensor, shape, strides));
}

/// # Safety
/// As for [`delete`], of this type.
unsafe extern "C" fn delete_plain(managed: *mut DLManagedTensor) {
    // SAFETY: the consumer calls the deleter once, with the pointer it was given.
    unsafe { delete(managed) }
}

/// # Safety
/// As for [`delete`], of this type.
unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the consumer calls the deleter once, with the pointer it was given.
    unsafe { delete(managed) }
}

/// A tensor for another library, which calls the deleter when it is done; `small` is the type of elements whose bytes the tensor has. Dtypes
/// that DLPack lacks, or has for packed elements only, are refused.
pub fn export(
    tensor: DenseHostTensor,
    small: Option<SmallType>,
) -> Result<NonNull<DLManagedTensor>, ExchangeError> {
    export_as(tensor, small, |dl_tensor| DLManagedTensor {
        dl_tensor,
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete_plain),
    })
}

/// As [`export`], in the form that says its version, and that it is read-only unless no other tensor has the memory.
pub fn export_versioned(
    tensor: DenseHostTensor,
    small: Option<SmallType>,
) -> Result<NonNull<DLManagedTensorVersioned>, ExchangeError> {
    let flags = if tensor.buffer().is_exclusive() { 0 } else { DL_READ_ONLY };
    export_as(tensor, small, |dl_tensor| DLManagedTensorVersioned {
        version: DL_VERSION,
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete_versioned),
        flags,
        dl_tensor,
    })
}

/// A managed tensor of either form, which calls its deleter when it is dropped.
enum Owner {
    Plain(NonNull<DLManagedTensor>),
    Versioned(NonNull<DLManagedTensorVersioned>),
}

// SAFETY: DLPack's deleters may be called from any thread, and nothing else is done with the pointer.
unsafe impl Send for Owner {}
// SAFETY: a shared reference to the owner only gives the address.
unsafe impl Sync for Owner {}

impl Drop for Owner {
    fn drop(&mut self) {
        // SAFETY: the importer's caller gave up the tensor, which stays valid until its deleter is called:
        // once, here.
        unsafe {
            match *self {
                Owner::Plain(managed) => {
                    if let Some(deleter) = managed.as_ref().deleter {
                        deleter(managed.as_ptr());
                    }
                }
                Owner::Versioned(managed) => {
                    if let Some(deleter) = managed.as_ref().deleter {
                        deleter(managed.as_ptr());
                    }
                }
            }
        }
    }
}

/// A tensor of another library, and the type of elements whose bytes it has.
pub type Imported = (DenseHostTensor, Option<SmallType>);

/// Takes over a tensor of another library. Its deleter is called when the last reference to the memory is gone, or at once
/// when the tensor is refused: on another device than the CPU, of a dtype that the runtime lacks, of an impossible shape.
///
/// # Safety
/// The pointer is that of a valid `DLManagedTensor` that the caller owns and does not use any more. Its memory is not
/// changed until the deleter is called, which may happen on any thread.
pub unsafe fn import(managed: NonNull<DLManagedTensor>) -> Result<Imported, ExchangeError> {
    let owner = Owner::Plain(managed);
    // SAFETY: the caller says that `managed` points at a valid tensor, which lives until `owner` calls its
    // deleter.
    unsafe { import_owned(&managed.as_ref().dl_tensor, owner) }
}

/// As [`import`], for the form that has a version; one with another major version is refused.
///
/// # Safety
/// As for [`import`].
pub unsafe fn import_versioned(
    managed: NonNull<DLManagedTensorVersioned>,
) -> Result<Imported, ExchangeError> {
    let owner = Owner::Versioned(managed);
    // SAFETY: version, context and deleter come first in every version.
    let version = unsafe { managed.as_ref().version };
    if version.major != DL_VERSION.major {
        let (got, known) = (version.major, DL_VERSION.major);
        return Err(ExchangeError::new(format!("the tensor has DLPack version {got}, supported is {known}")));
    }
    // SAFETY: version, context and deleter come first in every version.
    unsafe { import_owned(&managed.as_ref().dl_tensor, owner) }
}

/// # Safety
/// `tensor` is valid for as long as the owner lives.
unsafe fn import_owned(tensor: &DLTensor, owner: Owner) -> Result<Imported, ExchangeError> {
    let DLTensor { data, device, ndim, dtype, shape, strides, byte_offset } = *tensor;
    if device.device_type != DL_CPU {
        return Err(ExchangeError::new(format!(
            "the tensor is on a device of type {}, not on the CPU",
            device.device_type
        )));
    }
    let small = SMALL.iter().find(|(code, _)| *code == dtype.code).filter(|_| dtype.bits == 8);
    let small = small.map(|&(_, format)| SmallType::Float(format));
    let found = DTYPES.iter().find(|(code, bits, _)| (*code, *bits) == (dtype.code, dtype.bits));
    let found = small.map(SmallType::bytes).or(found.map(|&(_, _, dtype)| dtype));
    let Some(known) = found.filter(|_| dtype.lanes == 1) else {
        let DLDataType { code, bits, lanes } = dtype;
        return Err(ExchangeError::new(format!(
            "elements of code {code} with {bits} bits in {lanes} lanes are not supported"
        )));
    };
    let rank = usize::try_from(ndim).map_err(|_| ExchangeError::new(format!("rank {ndim} is negative")))?;
    // SAFETY: the caller says that the tensor is valid: `shape` points at `ndim` dimensions, and `strides` is
    // null or points at `ndim` strides. A null shape is refused before it is read.
    let (dims, strides) = unsafe {
        let list = |list: *mut i64| if rank == 0 { &[][..] } else { std::slice::from_raw_parts(list, rank) };
        if rank > 0 && shape.is_null() {
            return Err(ExchangeError::new(format!("a tensor of rank {rank} has no shape")));
        }
        (list(shape), (!strides.is_null()).then(|| list(strides)))
    };
    let sizes: Result<Vec<usize>, i64> =
        dims.iter().map(|&dim| usize::try_from(dim).map_err(|_| dim)).collect();
    let sizes =
        sizes.map_err(|dim| ExchangeError::new(format!("dimension {dim} of {dims:?} is negative")))?;
    let size = known.size().unwrap_or(1);
    let bytes = sizes.iter().try_fold(size, |product, &dim| product.checked_mul(dim));
    let bytes = bytes.filter(|&bytes| isize::try_from(bytes).is_ok());
    let metadata = metadata(known, &sizes, bytes.unwrap_or(usize::MAX))?;
    let bytes = metadata.shape.num_elements() * size;
    if bytes == 0 {
        return Ok((DenseHostTensor::zeroed(metadata)?, small));
    }
    if data.is_null() {
        return Err(ExchangeError::new(format!("the tensor {metadata} has no data")));
    }
    // SAFETY: the elements start this far into the memory.
    let first = unsafe { data.cast::<u8>().add(byte_offset as usize) }.cast_const();
    let compact = strides.is_none_or(|strides| {
        let wanted = metadata.shape.strides();
        strides.iter().zip(&wanted).zip(dims).all(|((stride, wanted), &dim)| dim == 1 || stride == wanted)
    });
    if compact && first.addr().is_multiple_of(known.alignment()) {
        // SAFETY: the caller says that the tensor is valid while the owner lives: row-major data has `bytes`
        // bytes from `first` on. The owner lives until this function returns, or as long as the buffer.
        let elements = unsafe { std::slice::from_raw_parts(first, bytes) };
        check_booleans(known, elements)?;
        // SAFETY: the elements stay valid and unchanged until the owner, which the buffer keeps, calls the
        // deleter.
        let buffer = unsafe { Buffer::external(elements, Arc::new(owner)) }.map_err(TensorError::from)?;
        return Ok((DenseHostTensor::from_buffer(metadata, buffer)?, small));
    }
    let own_strides = metadata.shape.strides();
    let strides = strides.unwrap_or(&own_strides);
    // A tensor whose strides are zero can be larger than all memory.
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes).map_err(|_| TensorError::OutOfMemory(OutOfMemory(bytes)))?;
    let mut index = vec![0i64; rank];
    for _ in 0..metadata.shape.num_elements() {
        let offset: i64 = index.iter().zip(strides).map(|(i, stride)| i * stride).sum();
        // SAFETY: the caller says that the tensor is valid: `index` is within the shape, and the strides lead
        // from `first` to the `size` bytes of this element.
        copy.extend_from_slice(unsafe {
            std::slice::from_raw_parts(first.offset(offset as isize * size as isize), size)
        });
        for (i, &dim) in index.iter_mut().zip(dims).rev() {
            *i += 1;
            if *i < dim {
                break;
            }
            *i = 0;
        }
    }
    drop(owner);
    check_booleans(known, &copy)?;
    Ok((DenseHostTensor::from_bytes(metadata, &copy)?, small))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::floats;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use tfrt_executor::tensor::{Shape, TensorMetadata};

    #[test]
    fn a_tensor_goes_out_and_comes_back_without_a_copy() {
        let tensor = floats(&[2, 3]);
        let (at, metadata) = (tensor.buffer().as_ptr(), tensor.metadata().clone());
        let managed = export(tensor, None).unwrap();
        // SAFETY: `export` made this pointer above, and `import` takes it once.
        let (back, _) = unsafe { import(managed) }.unwrap();
        assert_eq!((back.buffer().as_ptr(), back.metadata()), (at, &metadata));
        assert!(!back.buffer().is_exclusive());
        let managed = export_versioned(back, None).unwrap();
        // SAFETY: `export_versioned` made this pointer above, and it is imported once.
        let back = unsafe {
            assert_eq!(managed.as_ref().flags, DL_READ_ONLY);
            import_versioned(managed)
        };
        assert_eq!(back.unwrap().0.buffer().as_ptr(), at);
        // What no other tensor has may be written to.
        let managed = export_versioned(floats(&[2]), None).unwrap();
        // SAFETY: `export_versioned` made this pointer above, and it is imported once.
        unsafe {
            assert_eq!(managed.as_ref().flags, 0);
            import_versioned(managed).unwrap();
        }
    }

    #[test]
    fn every_dtype_goes_out_and_comes_back() {
        for &(_, _, dtype) in DTYPES {
            let metadata = TensorMetadata::new(dtype, Shape::new(&[3]).unwrap());
            let tensor = DenseHostTensor::filled(metadata, &vec![1; dtype.size().unwrap()]).unwrap();
            // SAFETY: `export` makes this pointer, and `import` takes it once.
            let (back, small) = unsafe { import(export(tensor.clone(), None).unwrap()) }.unwrap();
            assert_eq!((back.metadata(), back.bytes(), small), (tensor.metadata(), tensor.bytes(), None));
        }
        let bytes =
            || DenseHostTensor::zeroed(TensorMetadata::new(DType::UI8, Shape::new(&[3]).unwrap())).unwrap();
        for &(_, format) in SMALL {
            let small = Some(SmallType::Float(format));
            // SAFETY: `export` makes this pointer, and `import` takes it once.
            let back = unsafe { import(export(bytes(), small).unwrap()) }.unwrap();
            assert_eq!((back.0.dtype(), back.1), (DType::UI8, small));
        }
        let packed = export(bytes(), SmallType::from_name("ui4"));
        assert_eq!(packed.unwrap_err().to_string(), "DLPack has no dtype for ui4");
        let quantized = DenseHostTensor::zeroed(TensorMetadata::new(DType::QI8, Shape::scalar())).unwrap();
        assert_eq!(export(quantized, None).unwrap_err().to_string(), "DLPack has no dtype for qi8");
    }

    /// A tensor of another library: counts how often its deleter is called.
    struct Foreign {
        managed: DLManagedTensor,
        values: Vec<i32>,
        shape: Vec<i64>,
        strides: Vec<i64>,
        deleted: Arc<AtomicUsize>,
    }

    /// # Safety
    /// `managed` is one that `foreign` made, and is not used any more.
    unsafe extern "C" fn delete_foreign(managed: *mut DLManagedTensor) {
        // SAFETY: `foreign` made `managed`, whose context is a leaked box that is taken back once, here.
        let foreign = unsafe { Box::from_raw((*managed).manager_ctx.cast::<Foreign>()) };
        foreign.deleted.fetch_add(1, SeqCst);
    }

    fn foreign(shape: &[i64], strides: &[i64]) -> (NonNull<DLManagedTensor>, Arc<AtomicUsize>) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let mut foreign = Box::new(Foreign {
            managed: DLManagedTensor {
                dl_tensor: DLTensor {
                    data: ptr::null_mut(),
                    device: DLDevice { device_type: DL_CPU, device_id: 0 },
                    ndim: shape.len() as i32,
                    dtype: DLDataType { code: 0, bits: 32, lanes: 1 },
                    shape: ptr::null_mut(),
                    strides: ptr::null_mut(),
                    byte_offset: 4,
                },
                manager_ctx: ptr::null_mut(),
                deleter: Some(delete_foreign),
            },
            values: (-1..24).collect(),
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            deleted: deleted.clone(),
        });
        foreign.managed.dl_tensor.data = foreign.values.as_mut_ptr().cast();
        foreign.managed.dl_tensor.shape = foreign.shape.as_mut_ptr();
        if !strides.is_empty() {
            foreign.managed.dl_tensor.strides = foreign.strides.as_mut_ptr();
        }
        let foreign = NonNull::from(Box::leak(foreign));
        // SAFETY: `foreign` points at the box leaked above, which nothing else accesses.
        let managed = unsafe {
            (*foreign.as_ptr()).managed.manager_ctx = foreign.as_ptr().cast();
            NonNull::from(&mut (*foreign.as_ptr()).managed)
        };
        (managed, deleted)
    }

    #[test]
    fn the_deleter_is_called_once_when_nobody_refers_to_the_memory() {
        for strides in [&[][..], &[4, 1]] {
            let (managed, deleted) = foreign(&[2, 4], strides);
            // SAFETY: `foreign` made this pointer, and `import` takes it once.
            let (tensor, _) = unsafe { import(managed) }.unwrap();
            assert_eq!(tensor.values::<i32>(), Some(&[0, 1, 2, 3, 4, 5, 6, 7][..]));
            let other = tensor.clone();
            drop(tensor);
            assert_eq!(deleted.load(SeqCst), 0);
            drop(other);
            assert_eq!(deleted.load(SeqCst), 1);
        }
    }

    #[test]
    fn other_orders_are_copied() {
        let (managed, deleted) = foreign(&[2, 3], &[1, 2]);
        // SAFETY: `foreign` made this pointer, and `import` takes it once.
        let (tensor, _) = unsafe { import(managed) }.unwrap();
        assert_eq!(deleted.load(SeqCst), 1);
        assert_eq!(tensor.values::<i32>(), Some(&[0, 2, 4, 1, 3, 5][..]));
    }

    #[test]
    fn a_tensor_that_is_one_element_over_and_over_may_be_too_large_to_copy() {
        let (managed, deleted) = foreign(&[1 << 30, 1 << 28], &[0, 0]);
        // SAFETY: `foreign` made this pointer, and `import` takes it once.
        let error = unsafe { import(managed) }.unwrap_err();
        assert!(error.to_string().contains("out of memory"), "{error}");
        assert_eq!(deleted.load(SeqCst), 1);
    }

    #[test]
    fn what_is_not_understood_is_refused_and_deleted() {
        type Spoil = fn(&mut DLTensor);
        let cases: [(Spoil, &str); 6] = [
            (|t| t.device.device_type = 2, "the tensor is on a device of type 2, not on the CPU"),
            (|t| t.dtype.lanes = 4, "elements of code 0 with 32 bits in 4 lanes are not supported"),
            (|t| t.ndim = -1, "rank -1 is negative"),
            (|t| t.data = ptr::null_mut(), "the tensor i32 [2, 3] has no data"),
            // SAFETY: `shape` points at the two dimensions that `foreign` made.
            (|t| unsafe { *t.shape = -2 }, "dimension -2 of [-2, 3] is negative"),
            (|t| t.shape = ptr::null_mut(), "a tensor of rank 2 has no shape"),
        ];
        for (spoil, expected) in cases {
            let (mut managed, deleted) = foreign(&[2, 3], &[]);
            // SAFETY: `foreign` made this pointer, which nothing else accesses, and `import` takes it once.
            let error = unsafe {
                spoil(&mut managed.as_mut().dl_tensor);
                import(managed)
            };
            assert_eq!(error.unwrap_err().to_string(), expected);
            assert_eq!(deleted.load(SeqCst), 1);
        }
        let mut managed = export_versioned(floats(&[1]), None).unwrap();
        // SAFETY: `export_versioned` made this pointer above, which nothing else accesses, and it is imported
        // once.
        let error = unsafe {
            managed.as_mut().version.major = 2;
            import_versioned(managed)
        };
        assert_eq!(error.unwrap_err().to_string(), "the tensor has DLPack version 2, supported is 1");
    }
}
