//! The struct that a foreign function gets: arguments, results and attributes of a call, and its error.
#![expect(unsafe_code, reason = "foreign functions are called by address")]

use std::ffi::c_void;

use tfrt_executor::core_runtime::HostCall;
use tfrt_executor::tensor::DType;
use tfrt_ops::Setting;

use super::api::{self, Execution};
use super::layout::*;
use crate::element::Element;
use crate::failure::{Code, Failure};
use crate::ffi::narrow::Narrow;

/// The number of an element type: that of `xla::PrimitiveType`.
fn number(dtype: DType) -> Result<i32, Failure> {
    Element::Wide(dtype).foreign_number().ok_or_else(|| {
        Failure::unimplemented(format!("no foreign function takes elements of type {}", dtype.label()))
    })
}

const TOKEN: i32 = 17;

fn head<T>() -> Head {
    Head { struct_size: size_of::<T>(), extension_start: std::ptr::null_mut() }
}

/// Tensors as a function sees them. The boxes stay where they are while the struct that is made of them is used.
struct Tensors {
    buffers: Vec<Buffer>,
    /// The dimensions, to which the buffers point.
    _dims: Vec<Box<[i64]>>,
    types: Vec<i32>,
    pointers: Vec<*mut c_void>,
}

impl Tensors {
    /// Tensors by element type, address and dimensions.
    fn of(tensors: Vec<(i32, *mut c_void, Box<[i64]>)>) -> Tensors {
        let mut made =
            Tensors { buffers: Vec::new(), _dims: Vec::new(), types: Vec::new(), pointers: Vec::new() };
        for (dtype, data, mut dims) in tensors {
            let rank = dims.len() as i64;
            made.buffers.push(Buffer { head: head::<Buffer>(), dtype, data, rank, dims: dims.as_mut_ptr() });
            made._dims.push(dims);
            // A buffer.
            made.types.push(1);
        }
        made.pointers = made.buffers.iter_mut().map(|buffer| (&raw mut *buffer).cast()).collect();
        made
    }

    fn values(&mut self) -> Values {
        Values {
            head: head::<Values>(),
            size: self.pointers.len() as i64,
            types: self.types.as_mut_ptr(),
            values: self.pointers.as_mut_ptr(),
        }
    }
}

/// The value of a setting that a function reads.
enum Value {
    Scalar(Box<Scalar>),
    Array(Box<Array>),
    Text(Box<ByteSpan>),
    Dictionary(Box<Attributes>),
}

/// Settings as a function sees them. Boxes stay where they are.
struct Settings {
    types: Vec<i32>,
    /// The names, to which `names` points.
    spans: Vec<ByteSpan>,
    names: Vec<*mut ByteSpan>,
    values: Vec<Value>,
    pointers: Vec<*mut c_void>,
    /// The elements of scalars and arrays, aligned for every type.
    elements: Vec<Box<[u128]>>,
    nested: Vec<Settings>,
}

impl Settings {
    fn of(settings: &[(String, Setting)]) -> Result<Settings, Failure> {
        let mut made = Settings {
            types: Vec::new(),
            spans: settings
                .iter()
                .map(|(name, _)| ByteSpan { data: name.as_ptr(), len: name.len() })
                .collect(),
            names: Vec::new(),
            values: Vec::new(),
            pointers: Vec::new(),
            elements: Vec::new(),
            nested: Vec::new(),
        };
        made.names = made.spans.iter_mut().map(|span| &raw mut *span).collect();
        for (_, setting) in settings {
            let (kind, value) = match setting {
                Setting::Array(dtype, bytes) => {
                    let size = bytes.len() / dtype.size().unwrap_or(1).max(1);
                    (
                        1,
                        Value::Array(Box::new(Array {
                            dtype: number(*dtype)?,
                            size,
                            data: made.keep(bytes),
                        })),
                    )
                }
                Setting::Dictionary(settings) => {
                    let mut nested = Settings::of(settings)?;
                    let attributes = nested.attributes();
                    made.nested.push(nested);
                    (2, Value::Dictionary(Box::new(attributes)))
                }
                Setting::Scalar(dtype, bytes) => {
                    (3, Value::Scalar(Box::new(Scalar { dtype: number(*dtype)?, value: made.keep(bytes) })))
                }
                Setting::Text(bytes) => {
                    (4, Value::Text(Box::new(ByteSpan { data: bytes.as_ptr(), len: bytes.len() })))
                }
            };
            made.types.push(kind);
            made.values.push(value);
        }
        made.pointers = made.values.iter_mut().map(Value::address).collect();
        Ok(made)
    }

    /// A copy of bytes that is aligned for every type.
    fn keep(&mut self, bytes: &[u8]) -> *mut c_void {
        let mut words = vec![0_u128; bytes.len().div_ceil(size_of::<u128>()).max(1)].into_boxed_slice();
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut words);
        room[..bytes.len()].copy_from_slice(bytes);
        let data = words.as_mut_ptr().cast();
        self.elements.push(words);
        data
    }

    fn attributes(&mut self) -> Attributes {
        Attributes {
            head: head::<Attributes>(),
            size: self.pointers.len() as i64,
            types: self.types.as_mut_ptr(),
            names: self.names.as_mut_ptr(),
            values: self.pointers.as_mut_ptr(),
        }
    }
}

impl Value {
    fn address(&mut self) -> *mut c_void {
        match self {
            Value::Scalar(scalar) => (&raw mut **scalar).cast(),
            Value::Array(array) => (&raw mut **array).cast(),
            Value::Text(text) => (&raw mut **text).cast(),
            Value::Dictionary(attributes) => (&raw mut **attributes).cast(),
        }
    }
}

/// Calls a function for a stage, and waits until it is done.
///
/// # Safety
/// The function is one of the interface's.
pub(super) unsafe fn call(
    handler: Handler,
    stage: Stage,
    execution: &Execution<'_>,
    call: &mut HostCall<'_>,
    narrow: &Narrow,
) -> Result<(), Failure> {
    let type_of = |index: usize, dtype: DType| match narrow.get(index).and_then(Element::foreign_number) {
        _ if call.tokens.contains(&(index as i64)) => Ok(TOKEN),
        Some(number) => Ok(number),
        None => number(dtype),
    };
    let mut arguments = Vec::with_capacity(call.arguments.len());
    for (index, tensor) in call.arguments.iter().enumerate() {
        let dtype = type_of(index, tensor.dtype())?;
        arguments.push((
            dtype,
            tensor.buffer().as_ptr().as_ptr().cast(),
            tensor.shape().dims().iter().copied().collect(),
        ));
    }
    let count = call.arguments.len();
    let mut results = Vec::with_capacity(call.results.len());
    for (index, tensor) in call.results.iter_mut().enumerate() {
        let dtype = type_of(count + index, tensor.dtype())?;
        let dims = tensor.shape().dims().iter().copied().collect();
        let data = tensor.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))?;
        results.push((dtype, data.as_mut_ptr().cast(), dims));
    }
    let (mut arguments, mut results) = (Tensors::of(arguments), Tensors::of(results));
    let mut settings = Settings::of(call.settings)?;
    let mut frame = CallFrame {
        // The future came later, and is not counted.
        head: Head {
            struct_size: std::mem::offset_of!(CallFrame, future),
            extension_start: std::ptr::null_mut(),
        },
        api: (&raw const api::API).cast(),
        context: (&raw const *execution).cast_mut().cast(),
        stage: stage as i32,
        arguments: arguments.values(),
        results: results.values(),
        attributes: settings.attributes(),
        future: std::ptr::null_mut(),
    };
    // SAFETY: the frame is as the interface says, and all that it points to lives until the future is set; an error is given up by the
    // function, as is its future.
    let error = unsafe {
        let error = handler(&raw mut frame);
        match (error.is_null(), frame.future.is_null()) {
            (true, false) => api::take_error(api::wait(frame.future)),
            _ => api::take_error(error),
        }
    };
    match error {
        None => Ok(()),
        Some(error) => Err(Failure::new(Code::of(error.code), error.message.to_string_lossy().into_owned())),
    }
}
