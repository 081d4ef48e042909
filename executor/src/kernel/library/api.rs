//! The functions that libraries call.
//!
//! Pointers from C are as the header says: every function here and the library rely on that. Everything that can be checked
//! (indices, types, numbers, sizes of structures, missing fields) is checked, and a fault makes the kernel fail with a message
//! that names it. None of these functions panics.

#![expect(unsafe_code, reason = "pointers from C")]

use super::{
    Registration,
    abi::{self, *},
    later::*,
};
use crate::{
    kernel::{AttrSpec, ExecCtx, KernelDef, KernelFlags, KernelFrame, Signature},
    tensor::{DType, DenseHostTensor, Shape, Tensor, TensorMetadata, dtype_of},
    value::{AsyncRef, ByteString, KernelError, ScalarKind, Value},
};
use std::{
    ffi::{CStr, c_char, c_void},
    mem::offset_of,
    ptr::null_mut,
};
use tfrt_bef::{AttrView, DTypeCode};

/// A kernel of a library that runs: what `TFRT_Frame` points to.
pub(super) struct Running<'f, 'a> {
    frame: &'f mut KernelFrame<'a>,
    /// The first failure; reported when the kernel returns.
    failure: Option<KernelError>,
}

/// A payload of a library.
struct Payload {
    ty: *const ObjectType,
    data: *mut c_void,
}

// SAFETY: `tfrt_kernel_api.h` requires payloads that any thread may use and destroy; `ty` points at a
// constant.
unsafe impl Send for Payload {}
// SAFETY: `tfrt_kernel_api.h` requires payloads that several threads may use at once; `ty` points at a
// constant.
unsafe impl Sync for Payload {}

impl Drop for Payload {
    fn drop(&mut self) {
        // SAFETY: the type is a constant of a library that stays loaded; the payload was given away with it.
        unsafe {
            if let Some(destroy) = (*self.ty).destroy {
                destroy(self.data);
            }
        }
    }
}

/// The functions.
const FUNCTIONS: KernelApi = KernelApi {
    struct_size: size_of::<KernelApi>(),
    registry: null_mut(),
    register_kernel,
    num_operands,
    operand_type,
    get_scalar,
    get_string,
    get_tensor,
    get_object,
    num_attrs,
    attr_scalar,
    attr_string,
    attr_array,
    attr_dense,
    num_results,
    set_scalar,
    set_string,
    set_tensor,
    set_object,
    fail,
    promise,
    promise_scalar,
    promise_string,
    promise_object,
    promise_fail,
    enqueue,
    enqueue_blocking,
    is_cancelled,
};

/// A table for one registration. It is never freed, so that libraries may keep the pointer.
pub(super) fn table(registration: &mut Registration<'_>) -> *const KernelApi {
    let registry = std::ptr::from_mut(registration).cast();
    Box::leak(Box::new(KernelApi { registry, ..FUNCTIONS }))
}

/// # Safety
/// `text` is null or a terminated string.
unsafe fn text<'a>(text: *const c_char) -> Option<std::borrow::Cow<'a, str>> {
    // SAFETY: the caller passes null, which is not read, or a terminated string that outlives `'a`.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// # Safety
/// `data` is null, or that many things lie there.
unsafe fn slice<'a, T>(data: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: `data` is not null, so the caller passes `count` initialized elements there, aligned, which
    // outlive `'a`.
    (!data.is_null()).then(|| unsafe { std::slice::from_raw_parts(data, count) })
}

/// # Safety
/// Called by a library's entry point with the registry that it was given. `def` is null or points to a definition of the size that
/// it says; texts, lists and functions in it are as `tfrt_kernel_api.h` says.
unsafe extern "C" fn register_kernel(registry: *mut Registry, def: *const KernelDefC) -> bool {
    // SAFETY: libraries pass on the registry they got, inside the call that gave it to them.
    let registration = unsafe { &mut *registry.cast::<Registration<'_>>() };
    // SAFETY: the library passes null, which `kernel_def` does not read, or a definition of the size that it
    // states.
    registration.add(unsafe { kernel_def(def) })
}

/// # Safety
/// `def` points to a definition, as the header has it.
unsafe fn kernel_def(def: *const KernelDefC) -> Result<KernelDef, String> {
    // SAFETY: `def` is not null, and every version of a definition starts with its size.
    let size = if def.is_null() { 0 } else { unsafe { (*def).struct_size } };
    let known = size_of::<KernelDefC>();
    if size < offset_of!(KernelDefC, user_data) {
        return Err(format!("TFRT_KernelDef.struct_size is {size}, too small for a name and a function"));
    }
    let mut copy = std::mem::MaybeUninit::<KernelDefC>::zeroed();
    // SAFETY: `size` bytes are there, and a definition of zeros is one without anything.
    let def = unsafe {
        std::ptr::copy_nonoverlapping(def.cast::<u8>(), copy.as_mut_ptr().cast(), size.min(known));
        copy.assume_init()
    };
    // SAFETY: `name` is null or a terminated string, as `tfrt_kernel_api.h` requires of a definition.
    let Some(name) = (unsafe { text(def.name) }) else { return Err("a kernel without a name".into()) };
    if size > known {
        return Err(format!(
            "kernel '{name}': TFRT_KernelDef.struct_size is {size}, but this version knows {known} bytes: the library was \
             compiled for a later one"
        ));
    }
    let missing = |field: &str| format!("kernel '{name}': TFRT_KernelDef.{field} is missing");
    let run = def.run.ok_or_else(|| missing("run"))?;
    // SAFETY: the lists are as long as the definition says.
    let (operands, results, attrs) = unsafe {
        (
            slice(def.operands, def.num_operands as usize).ok_or_else(|| missing("operands"))?,
            slice(def.results, def.num_results as usize).ok_or_else(|| missing("results"))?,
            slice(def.attrs, def.num_attrs as usize).ok_or_else(|| missing("attrs"))?,
        )
    };
    let specs = |types: &[u32], what: &str| {
        let spec = |(i, &ty): (usize, &u32)| {
            abi::operand_spec(ty).ok_or_else(|| format!("kernel '{name}': {what} {i} has no type {ty}"))
        };
        types.iter().enumerate().map(spec).collect::<Result<Vec<_>, _>>()
    };
    let attr_spec = |(i, &spec): (usize, &AttrSpecC)| {
        let unknown =
            || format!("kernel '{name}': attribute {i} has no kind {} of type {}", spec.kind, spec.ty);
        abi::attr_spec(spec).ok_or_else(unknown)
    };
    let known_flags = [
        (PURE, KernelFlags::PURE),
        (SYNC, KernelFlags::SYNC),
        (ASYNC, KernelFlags::ASYNC),
        (VARIADIC, KernelFlags::NONE),
    ];
    if let unknown @ 1.. = known_flags.iter().fold(def.flags, |flags, (bit, _)| flags & !bit) {
        return Err(format!("kernel '{name}': unknown flags {unknown:#x}"));
    }
    let set = known_flags.iter().filter(|(bit, _)| def.flags & bit != 0);
    let flags = set.fold(KernelFlags::NONE, |flags, &(_, flag)| flags | flag);
    let signature = Signature {
        operands: specs(operands, "operand")?,
        rest: (def.flags & VARIADIC != 0).then_some(crate::kernel::OperandSpec::Any),
        attrs: attrs.iter().enumerate().map(attr_spec).collect::<Result<_, _>>()?,
        results: specs(results, "result")?,
        ..Signature::empty()
    };
    let user_data = UserData(def.user_data);
    Ok(KernelDef::raw(&name, signature, flags, move |frame| {
        let mut running = Running { frame, failure: None };
        // SAFETY: the function is a kernel, and the frame lives during the call.
        unsafe { run((&raw mut running).cast(), user_data.get()) };
        if let Some(failure) = running.failure {
            frame.fail(failure);
        }
    }))
}

struct UserData(*mut c_void);

// SAFETY: `tfrt_kernel_api.h` requires user data that kernels on any thread may use.
unsafe impl Send for UserData {}
// SAFETY: `tfrt_kernel_api.h` requires user data that kernels on several threads may use at once.
unsafe impl Sync for UserData {}

impl UserData {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

impl Running<'_, '_> {
    pub(super) fn ctx(&self) -> ExecCtx<'_> {
        self.frame.ctx()
    }

    /// Notes a failure, if there is one; whether there is none.
    fn check(&mut self, result: Result<(), KernelError>) -> bool {
        match result {
            Ok(()) => true,
            Err(error) => {
                self.failure.get_or_insert(error);
                false
            }
        }
    }

    fn operand(&self, index: usize) -> Result<(), KernelError> {
        in_range("operand", index, self.frame.num_operands())
    }

    fn attr(&self, index: usize) -> Result<AttrView<'_>, KernelError> {
        in_range("attribute", index, self.frame.num_attrs())?;
        Ok(self.frame.attr(index))
    }

    /// As [`Running::attr`], converted to this type if the kernel's signature has it.
    fn attr_as(
        &self,
        index: usize,
        spec: impl FnOnce(DTypeCode) -> AttrSpec,
        ty: u32,
    ) -> Result<AttrView<'_>, KernelError> {
        let dtype = u8::try_from(ty).ok().and_then(DTypeCode::from_code);
        match dtype {
            Some(dtype) if index < self.frame.num_attrs() => Ok(self.frame.attr_as(index, spec(dtype))),
            _ => self.attr(index),
        }
    }

    pub(super) fn set(&mut self, index: usize, value: Result<Value, KernelError>) -> bool {
        let result = value.and_then(|value| {
            in_range("result", index, self.frame.num_results())?;
            self.frame.set_result(index, value);
            Ok(())
        });
        self.check(result)
    }
}

fn in_range(what: &str, index: usize, count: usize) -> Result<(), KernelError> {
    if index < count {
        return Ok(());
    }
    Err(KernelError::new(format!("the kernel asks for {what} {index}, but the op has {count}")))
}

/// # Safety
/// `frame` is that of a kernel that runs, and nothing else borrows it.
pub(super) unsafe fn running<'f, 'a>(frame: *mut ForeignFrame) -> &'f mut Running<'f, 'a> {
    // SAFETY: the caller passes the frame of a running kernel, which points at a [`Running`], and nothing
    // else borrows it during `'f`.
    unsafe { &mut *frame.cast() }
}

/// # Safety
/// As for [`running`].
pub(super) unsafe fn running_ref<'f, 'a>(frame: *const ForeignFrame) -> &'f Running<'f, 'a> {
    // SAFETY: the caller passes the frame of a running kernel, which points at a [`Running`], and nothing
    // borrows it mutably during `'f`.
    unsafe { &*frame.cast() }
}

/// # Safety
/// There is room for a scalar of this kind.
unsafe fn write_scalar(out: *mut c_void, kind: ScalarKind, bits: u64) {
    // SAFETY: the caller promises: there is room for a scalar of this kind.
    unsafe {
        match kind.size() {
            0 => {}
            1 => out.cast::<u8>().write(bits as u8),
            2 => out.cast::<u16>().write_unaligned(bits as u16),
            4 => out.cast::<u32>().write_unaligned(bits as u32),
            _ => out.cast::<u64>().write_unaligned(bits),
        }
    }
}

/// # Safety
/// There is a scalar of this type.
pub(super) unsafe fn read_scalar(ty: u32, value: *const c_void) -> Result<Value, KernelError> {
    let kind =
        abi::scalar_kind(ty).ok_or_else(|| KernelError::new(format!("there are no scalars of type {ty}")))?;
    if kind == ScalarKind::Chain {
        return Ok(Value::CHAIN);
    }
    // SAFETY: the caller promises: there is a scalar of this type.
    let bits = unsafe {
        match kind.size() {
            1 => u64::from(value.cast::<u8>().read()),
            2 => u64::from(value.cast::<u16>().read_unaligned()),
            4 => u64::from(value.cast::<u32>().read_unaligned()),
            _ => value.cast::<u64>().read_unaligned(),
        }
    };
    Ok(Value::Scalar(kind, if kind == ScalarKind::I1 { u64::from(bits != 0) } else { bits }))
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
unsafe extern "C" fn num_operands(frame: *const ForeignFrame) -> usize {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.frame.num_operands()
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
unsafe extern "C" fn num_results(frame: *const ForeignFrame) -> usize {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.frame.num_results()
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
unsafe extern "C" fn num_attrs(frame: *const ForeignFrame) -> usize {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.frame.num_attrs()
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
unsafe extern "C" fn operand_type(frame: *const ForeignFrame, index: usize) -> u32 {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let frame = &unsafe { running_ref(frame) }.frame;
    if index < frame.num_operands() { abi::type_number(frame.operand_kind(index)) } else { 0 }
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a scalar of the type `ty`, aligned.
unsafe extern "C" fn get_scalar(frame: *mut ForeignFrame, index: usize, ty: u32, out: *mut c_void) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result =
        running.operand(index).and_then(|()| match (abi::scalar_kind(ty), running.frame.operand(index)) {
            (Some(kind), Value::Scalar(found, bits)) if kind == found => {
                // SAFETY: the library passes an `out` with room for a scalar of the type that it asks for,
                // aligned; the operand has this type.
                unsafe { write_scalar(out, kind, bits) };
                Ok(())
            }
            (kind, value) => {
                let asked = kind.map_or("no scalar", ScalarKind::type_name);
                Err(KernelError::new(format!(
                    "operand {index} is {}, but the kernel takes {asked}",
                    value.describe()
                )))
            }
        });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a view of bytes.
unsafe extern "C" fn get_string(frame: *mut ForeignFrame, index: usize, out: *mut Bytes) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.operand(index).and_then(|()| {
        let string = &running.frame.get::<ByteString>(index)?.0;
        // SAFETY: there is room for it. The frame keeps the operand, and so the bytes.
        unsafe { out.write(Bytes { data: string.as_ptr().cast(), size: string.len() }) };
        Ok(())
    });
    running.check(result)
}

fn view(dtype: DType, dims: &[i64], data: &[u8]) -> Result<TensorView, KernelError> {
    if dims.len() > MAX_RANK {
        return Err(KernelError::new(format!(
            "the tensor has {} dimensions, more than {MAX_RANK}",
            dims.len()
        )));
    }
    let mut all = [0; MAX_RANK];
    all[..dims.len()].copy_from_slice(dims);
    Ok(TensorView {
        ty: dtype as u32,
        rank: dims.len() as u32,
        dims: all,
        data: data.as_ptr().cast(),
        size: data.len(),
    })
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a view of a tensor.
unsafe extern "C" fn get_tensor(frame: *mut ForeignFrame, index: usize, out: *mut TensorView) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.operand(index).and_then(|()| {
        let tensor = running.frame.get::<Tensor>(index)?;
        let no_dense = || KernelError::new(format!("operand {index} is no dense host tensor"));
        let dense = tensor.as_dense().ok_or_else(no_dense)?;
        let view = view(dense.dtype(), &dense.shape().dims(), dense.bytes())?;
        // SAFETY: there is room for it. The frame keeps the operand.
        unsafe { out.write(view) };
        Ok(())
    });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `ty` points at a type as `tfrt_kernel_api.h` says, and `out` has room for a
/// pointer.
unsafe extern "C" fn get_object(
    frame: *mut ForeignFrame,
    index: usize,
    ty: *const ObjectType,
    out: *mut *mut c_void,
) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.operand(index).and_then(|()| {
        // SAFETY: `ty` points at a constant type of the library, whose name is null or a terminated string.
        let asked = unsafe { text((*ty).name) }.unwrap_or("a nameless object".into());
        let payload = running.frame.get::<Payload>(index).map_err(|_| None);
        let payload =
            payload.and_then(|payload| if payload.ty == ty { Ok(payload) } else { Err(Some(payload.ty)) });
        let payload = payload.map_err(|found| {
            // SAFETY: `found` points at a constant type of a library, whose name is null or a terminated
            // string.
            let found = found.and_then(|found| unsafe { text((*found).name) });
            let found = found.unwrap_or_else(|| running.frame.operand(index).describe().into());
            KernelError::new(format!("operand {index} is {found}, but the kernel takes {asked}"))
        })?;
        // SAFETY: the library passes an `out` with room for a pointer.
        unsafe { out.write(payload.data) };
        Ok(())
    });
    running.check(result)
}

fn wrong_attr(index: usize, found: &AttrView<'_>) -> KernelError {
    KernelError::new(format!("attribute {index} is not of the kind that the kernel takes: {found:?}"))
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a scalar of the type `ty`, aligned.
unsafe extern "C" fn attr_scalar(frame: *mut ForeignFrame, index: usize, ty: u32, out: *mut c_void) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.attr_as(index, AttrSpec::Scalar, ty).and_then(|attr| match attr {
        AttrView::Scalar { dtype, bits } if dtype as u32 == ty => {
            let kind = ScalarKind::of_dtype(dtype).ok_or_else(|| wrong_attr(index, &attr))?;
            // SAFETY: the library passes an `out` with room for a scalar of the type that it asks for,
            // aligned; the attribute has this type.
            unsafe { write_scalar(out, kind, bits) };
            Ok(())
        }
        other => Err(wrong_attr(index, &other)),
    });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a view of bytes.
unsafe extern "C" fn attr_string(frame: *mut ForeignFrame, index: usize, out: *mut Bytes) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.attr(index).and_then(|attr| match attr {
        AttrView::String(bytes) => {
            // SAFETY: the library passes an `out` with room for a view of bytes.
            unsafe { out.write(Bytes { data: bytes.as_ptr().cast(), size: bytes.len() }) };
            Ok(())
        }
        other => Err(wrong_attr(index, &other)),
    });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. The places for the elements and their number have room as
/// `tfrt_kernel_api.h` says.
unsafe extern "C" fn attr_array(
    frame: *mut ForeignFrame,
    index: usize,
    ty: u32,
    data: *mut *const c_void,
    count: *mut usize,
) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.attr_as(index, AttrSpec::Array, ty).and_then(|attr| match attr {
        AttrView::Array { dtype, len, data: bytes } if dtype as u32 == ty || len == 0 => {
            // SAFETY: the library passes places with room for a pointer and for a number.
            unsafe {
                data.write(bytes.as_ptr().cast());
                count.write(len);
            }
            Ok(())
        }
        other => Err(wrong_attr(index, &other)),
    });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `out` has room for a view of a tensor.
unsafe extern "C" fn attr_dense(frame: *mut ForeignFrame, index: usize, out: *mut TensorView) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let result = running.attr(index).and_then(|attr| match attr {
        AttrView::Dense { dtype, shape, data } => {
            let view = view(dtype_of(dtype), shape, data)?;
            // SAFETY: the library passes an `out` with room for a view of a tensor.
            unsafe { out.write(view) };
            Ok(())
        }
        other => Err(wrong_attr(index, &other)),
    });
    running.check(result)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `value` points to a scalar of the type `ty`, aligned.
unsafe extern "C" fn set_scalar(
    frame: *mut ForeignFrame,
    index: usize,
    ty: u32,
    value: *const c_void,
) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call. `value` points to a scalar of the type `ty`, aligned.
    unsafe { running(frame).set(index, read_scalar(ty, value)) }
}

/// # Safety
/// `data` is null with a size of 0, or that many bytes lie there.
pub(super) unsafe fn string(data: *const c_char, size: usize) -> Result<Value, KernelError> {
    // SAFETY: the caller promises: `data` is null with a size of 0, or that many bytes lie there.
    let bytes = unsafe { slice(data.cast::<u8>(), size) };
    let bytes = bytes.ok_or_else(|| KernelError::new("the kernel gave a string without its bytes"))?;
    Ok(Value::Async(AsyncRef::available(ByteString(bytes.into())).into_any()))
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `data` is null or points to `size` bytes.
unsafe extern "C" fn set_string(
    frame: *mut ForeignFrame,
    index: usize,
    data: *const c_char,
    size: usize,
) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call. `data` is null or points to `size` bytes.
    unsafe { running(frame).set(index, string(data, size)) }
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. Dimensions and elements are as many as the other arguments say
/// (`tfrt_kernel_api.h`).
unsafe extern "C" fn set_tensor(
    frame: *mut ForeignFrame,
    index: usize,
    ty: u32,
    rank: u32,
    dims: *const i64,
    data: *mut *mut c_void,
) -> bool {
    let make = || {
        let failed =
            |what: &dyn std::fmt::Display| KernelError::new(format!("the kernel asks for a tensor: {what}"));
        let dtype = abi::dtype(ty).ok_or_else(|| failed(&format_args!("there is no type {ty}")))?;
        // SAFETY: `dims` is null or points at `rank` dimensions.
        let dims =
            unsafe { slice(dims, rank as usize) }.ok_or_else(|| failed(&"its dimensions are missing"))?;
        let shape = Shape::new(dims).map_err(|error| failed(&error))?;
        let mut tensor = DenseHostTensor::zeroed(TensorMetadata::new(dtype_of(dtype), shape))
            .map_err(|error| failed(&error))?;
        let elements = tensor.bytes_mut().map_or(null_mut(), |bytes| bytes.as_mut_ptr());
        // SAFETY: the library passes a `data` with room for a pointer. The tensor is new, so only the kernel
        // accesses its elements before it returns.
        unsafe { data.write(elements.cast()) };
        Ok(Value::Async(AsyncRef::available(Tensor::Dense(tensor)).into_any()))
    };
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call. Dimensions and elements are as many as the other arguments say.
    unsafe { running(frame).set(index, make()) }
}

/// # Safety
/// `ty` is null or a type.
pub(super) unsafe fn object(ty: *const ObjectType, data: *mut c_void) -> Result<Value, KernelError> {
    // SAFETY: `ty` is not null, so the caller passes a type, which starts with its size; the size says that
    // it has all fields.
    if ty.is_null() || unsafe { (*ty).struct_size } < size_of::<ObjectType>() {
        return Err(KernelError::new("the kernel gave an object without its type, or one of a wrong size"));
    }
    Ok(Value::Async(AsyncRef::available(Payload { ty, data }).into_any()))
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `ty` is null or a type as `tfrt_kernel_api.h` says; `data` is what its
/// functions take, and is given away.
unsafe extern "C" fn set_object(
    frame: *mut ForeignFrame,
    index: usize,
    ty: *const ObjectType,
    payload: *mut c_void,
) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call. `ty` is null or a type; `data` is what its functions take, and becomes the
    // object's.
    unsafe { running(frame).set(index, object(ty, payload)) }
}

/// # Safety
/// `message` is null or a terminated string.
pub(super) unsafe fn failure(code: u32, message: *const c_char) -> KernelError {
    // SAFETY: the caller promises: `message` is null or a terminated string.
    let message = unsafe { text(message) }.unwrap_or("the kernel failed".into());
    KernelError::with_code(abi::error_code(code), &*message)
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `message` is null or a terminated string.
unsafe extern "C" fn fail(frame: *mut ForeignFrame, code: u32, message: *const c_char) {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call. `message` is null or a terminated string.
    unsafe { running(frame).check(Err(failure(code, message))) };
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
unsafe extern "C" fn is_cancelled(frame: *const ForeignFrame) -> bool {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.ctx().request().is_cancelled()
}
