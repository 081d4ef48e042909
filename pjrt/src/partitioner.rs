//! Functions of Python that say how an operation is divided over devices: the extension of the interface by which JAX registers them, and calls of them.
//!
//! An operation of `jax.experimental.custom_partitioning` is a custom call; a *partitioner*, registered for the call's target, is asked
//! for the program that each device is to run in its place, and how operands and results of that are divided. `jax.debug.inspect_array_sharding`
//! is a custom call whose configuration is the address of a function, which is told a sharding. Both are asked while a program is compiled. Shapes and
//! shardings are XLA's messages.
//!
//! Functions are trusted: they are code of this process, and so is an address in a program, as it is with XLA.
#![expect(unsafe_code, reason = "functions are called by address")]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::LazyLock;

use parking_lot::Mutex;

use crate::abi::{self, Arguments, Extension};
use crate::failure::{Code, Failure};

/// Bytes of a caller.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Text {
    pub(crate) data: *const u8,
    pub(crate) size: usize,
}

impl Text {
    const NONE: Text = Text { data: std::ptr::null(), size: 0 };

    pub(crate) fn of(bytes: &[u8]) -> Text {
        Text { data: bytes.as_ptr(), size: bytes.len() }
    }

    /// A copy of the bytes.
    ///
    /// # Safety
    /// They are there.
    pub(crate) unsafe fn copied(self) -> Result<Vec<u8>, Failure> {
        // SAFETY: the caller says that the bytes are there.
        unsafe { abi::elements("a partitioner's answer", self.data, self.size) }.map(<[u8]>::to_vec)
    }
}

/// A tensor: its shape, and how it is divided.
#[repr(C)]
pub(crate) struct Tensor {
    pub(crate) shape: Text,
    pub(crate) has_sharding: u8,
    pub(crate) sharding: Text,
}

/// The error of a function, and the function that frees its answer.
#[repr(C)]
pub(crate) struct Header {
    pub(crate) version: i64,
    pub(crate) data: *mut c_void,
    pub(crate) free: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(crate) has_error: u8,
    pub(crate) code: i32,
    pub(crate) message: Text,
}

/// A question to a partitioner.
#[repr(C)]
pub(crate) struct Question {
    pub(crate) header: Header,
    pub(crate) num_operands: usize,
    pub(crate) operands: *const Tensor,
    pub(crate) result: Tensor,
    pub(crate) configuration: Text,
    // What it answers.
    pub(crate) module: Text,
    pub(crate) operand_shardings: *const Text,
    pub(crate) result_sharding: Text,
}

/// The functions of a partitioner.
#[repr(C)]
pub(crate) struct Functions {
    pub(crate) version: i64,
    pub(crate) own: *mut c_void,
    pub(crate) free: Option<unsafe extern "C" fn(*mut Functions)>,
    pub(crate) partition: Option<unsafe extern "C" fn(*mut Functions, *mut Question)>,
    // Not called: how dimensions go together is said by the operation's rule.
    pub(crate) infer: Option<unsafe extern "C" fn()>,
    pub(crate) propagate: Option<unsafe extern "C" fn()>,
    pub(crate) may_be_replicated: u8,
}

/// The partitioners by the targets of calls, as addresses; one stays as long as the process, because programs of all clients may be compiled with it.
static PARTITIONERS: LazyLock<Mutex<HashMap<Vec<u8>, usize>>> = LazyLock::new(Mutex::default);

/// An operand or result, in XLA's messages.
pub(crate) struct Value {
    pub(crate) shape: Vec<u8>,
    pub(crate) sharding: Vec<u8>,
}

/// The answer of a partitioner: the program of one device, and the shardings of its operands and results.
pub(crate) struct Answer {
    pub(crate) module: Vec<u8>,
    pub(crate) operands: Vec<Vec<u8>>,
    pub(crate) results: Vec<u8>,
}

/// Whether calls of a target have a partitioner.
pub(crate) fn is_known(target: &str) -> bool {
    PARTITIONERS.lock().contains_key(target.as_bytes())
}

/// Asks the partitioner of a target.
pub(crate) fn partition(
    target: &str,
    operands: &[Value],
    result: &Value,
    configuration: &[u8],
) -> Result<Answer, Failure> {
    let functions = PARTITIONERS.lock().get(target.as_bytes()).copied();
    let functions =
        functions.ok_or_else(|| Failure::internal(format!("no partitioner is registered for '{target}'")))?;
    let functions: *mut Functions = std::ptr::with_exposed_provenance_mut(functions);
    let tensor = |value: &Value| Tensor {
        shape: Text::of(&value.shape),
        has_sharding: 1,
        sharding: Text::of(&value.sharding),
    };
    let tensors: Vec<Tensor> = operands.iter().map(tensor).collect();
    let mut question = Question {
        header: Header {
            version: 0,
            data: std::ptr::null_mut(),
            free: None,
            has_error: 0,
            code: 0,
            message: Text::NONE,
        },
        num_operands: tensors.len(),
        operands: tensors.as_ptr(),
        result: tensor(result),
        configuration: Text::of(configuration),
        module: Text::NONE,
        operand_shardings: std::ptr::null(),
        result_sharding: Text::NONE,
    };
    // SAFETY: a registered struct stays, and its function takes it with a question, which it answers; the answer is there until it is freed.
    unsafe {
        let Some(ask) = (*functions).partition else {
            return Err(Failure::internal(format!("the partitioner of '{target}' has no function")));
        };
        ask(functions, &raw mut question);
        let answer = read(&question);
        if let Some(free) = question.header.free {
            free(question.header.data);
        }
        answer
    }
}

/// The answer to a question.
///
/// # Safety
/// A partitioner has answered it, and the answer is not freed.
unsafe fn read(question: &Question) -> Result<Answer, Failure> {
    // SAFETY: the answer's bytes are there, and there is a sharding for each operand.
    unsafe {
        if question.header.has_error != 0 {
            let message = question.header.message.copied()?;
            let message = String::from_utf8_lossy(&message).into_owned();
            return Err(Failure::new(Code::of(question.header.code), message));
        }
        let shardings =
            abi::elements("operand shardings", question.operand_shardings, question.num_operands)?;
        Ok(Answer {
            module: question.module.copied()?,
            operands: shardings.iter().map(|text| text.copied()).collect::<Result<_, _>>()?,
            results: question.result_sharding.copied()?,
        })
    }
}

/// The question to an inspecting function, and its answer.
#[repr(C)]
pub(crate) struct Inspection {
    pub(crate) sharding: *const u8,
    pub(crate) sharding_size: usize,
    pub(crate) error: *const c_char,
    pub(crate) scratch: *mut c_void,
    pub(crate) free: Option<unsafe extern "C" fn(*mut Inspection)>,
}

/// The configuration of a call that inspects: a function, and what it is called with.
#[repr(C)]
pub(crate) struct Inspector {
    pub(crate) call: Option<unsafe extern "C" fn(*mut c_void, *mut Inspection)>,
    pub(crate) data: *mut c_void,
}

/// Tells the function in a call's configuration how a tensor is divided.
pub(crate) fn inspect(configuration: &[u8], sharding: &[u8]) -> Result<(), Failure> {
    if configuration.len() != size_of::<Inspector>() {
        let expected = size_of::<Inspector>();
        return Err(Failure::invalid(format!(
            "expected {expected} bytes that say who inspects a sharding, got {}",
            configuration.len()
        )));
    }
    let mut inspection = Inspection {
        sharding: sharding.as_ptr(),
        sharding_size: sharding.len(),
        error: std::ptr::null(),
        scratch: std::ptr::null_mut(),
        free: None,
    };
    // SAFETY: JAX wrote the struct with a function of this process, which it keeps until the program is compiled; an error's text ends in a zero, and
    // stays until it is freed.
    unsafe {
        let inspector = configuration.as_ptr().cast::<Inspector>().read_unaligned();
        let Some(call) = inspector.call else { return Err(Failure::invalid("there is no such function")) };
        call(inspector.data, &raw mut inspection);
        if inspection.error.is_null() {
            return Ok(());
        }
        let message = CStr::from_ptr(inspection.error).to_string_lossy().into_owned();
        if let Some(free) = inspection.free {
            free(&raw mut inspection);
        }
        Err(Failure::internal(message))
    }
}

/// The arguments of `PJRT_Register_Custom_Partitioner`, which has no place for extensions.
#[repr(C)]
pub(crate) struct Register {
    pub(crate) struct_size: usize,
    pub(crate) name: *const u8,
    pub(crate) name_size: usize,
    pub(crate) functions: *mut Functions,
}

// SAFETY: `repr(C)`, and its fields are numbers and raw pointers.
unsafe impl Arguments for Register {
    const REQUIRED: usize = size_of::<Register>();

    #[cfg(test)]
    const FIELDS: &'static [(&'static str, usize, usize)] = &[
        ("struct_size", std::mem::offset_of!(Register, struct_size), size_of::<usize>()),
        ("name", std::mem::offset_of!(Register, name), size_of::<usize>()),
        ("name_size", std::mem::offset_of!(Register, name_size), size_of::<usize>()),
        ("callbacks", std::mem::offset_of!(Register, functions), size_of::<usize>()),
    ];
}

fn registered(args: &mut Register) -> Result<(), Failure> {
    if args.functions.is_null() {
        return Err(Failure::invalid("expected a partitioner, got a null pointer"));
    }
    // SAFETY: the caller's name, which stays during the call.
    let name = unsafe { abi::elements("the partitioner's name", args.name, args.name_size)? };
    PARTITIONERS.lock().insert(name.to_vec(), args.functions.expose_provenance());
    Ok(())
}

/// The arguments of `PJRT_Register_Batch_Partitionable`.
#[repr(C)]
struct RegisterBatch {
    struct_size: usize,
    name: *const u8,
    name_size: usize,
}

// SAFETY: `repr(C)`, and its fields are numbers and raw pointers.
unsafe impl Arguments for RegisterBatch {
    const REQUIRED: usize = size_of::<RegisterBatch>();

    #[cfg(test)]
    const FIELDS: &'static [(&'static str, usize, usize)] = &[
        ("struct_size", std::mem::offset_of!(RegisterBatch, struct_size), size_of::<usize>()),
        ("name", std::mem::offset_of!(RegisterBatch, name), size_of::<usize>()),
        ("name_size", std::mem::offset_of!(RegisterBatch, name_size), size_of::<usize>()),
    ];
}

/// Calls run on whole tensors, so that one whose batch may be divided needs nothing else.
fn batch_registered(_: &mut RegisterBatch) -> Result<(), Failure> {
    Ok(())
}

/// `PJRT_Extension_Type_Custom_Partitioner`.
const KIND: i32 = 2;

/// The extension of the interface for partitioners.
pub(crate) static EXTENSION: Extension<2> = Extension::new(
    KIND,
    (&raw const crate::shardings::EXTENSION).cast::<c_void>(),
    [
        abi::extension_entry!("PJRT_Register_Custom_Partitioner", registered),
        abi::extension_entry!("PJRT_Register_Batch_Partitionable", batch_registered),
    ],
);
