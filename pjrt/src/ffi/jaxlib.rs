//! Functions of Python, and those that were registered with JAX, in whose process this library is.
//!
//! `jax.ffi.register_ffi_target`, and the library `jaxlib` for its own callbacks, register functions for the platform `cpu` with `jaxlib`, which
//! does not tell a plugin. So a name that nobody registered here is looked up in Python: `jaxlib._jax.custom_call_targets("Host")`, and the list of
//! what waits for a client of jaxlib's own, have for each name a capsule, or a dictionary of capsules by stage (`callback.py`). A new client makes `jaxlib`
//! check and take what waits, and number the types of states, as a client of its own does. Without Python in the process there is nothing to find.
//!
//! `jaxlib` does not give out how its function for callbacks is instantiated, so callbacks are called here, by a few lines of Python
//! (`callback.py`): the execution's data is a struct whose only field is an array of Python's functions.
#![expect(unsafe_code, reason = "Python's interface is one of C")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::OnceLock;

use libloading::os::unix::{Library, Symbol};
use tfrt_executor::core_runtime::HostCall;
use tfrt_executor::tensor::{DType, DenseHostTensor};
use tfrt_ops::Setting;

use super::api::Deleter;
use super::layout::{Bundle, Handler};
use crate::element::Element;
use crate::failure::{Code, Failure};
use crate::ffi::narrow::Narrow;

type Object = *mut c_void;

/// The functions of Python's stable interface that are used here.
struct Python {
    is_initialized: Symbol<unsafe extern "C" fn() -> c_int>,
    ensure: Symbol<unsafe extern "C" fn() -> c_int>,
    release: Symbol<unsafe extern "C" fn(c_int)>,
    text: Symbol<unsafe extern "C" fn(*const c_char) -> Object>,
    call: Symbol<unsafe extern "C" fn(Object, Object, Object) -> Object>,
    tuple: Symbol<unsafe extern "C" fn(isize) -> Object>,
    set_item: Symbol<unsafe extern "C" fn(Object, isize, Object) -> c_int>,
    entry: Symbol<unsafe extern "C" fn(Object, *const c_char) -> Object>,
    is_capsule: Symbol<unsafe extern "C" fn(Object, *const c_char) -> c_int>,
    capsule_name: Symbol<unsafe extern "C" fn(Object) -> *const c_char>,
    capsule: Symbol<unsafe extern "C" fn(Object, *const c_char) -> *mut c_void>,
    forget: Symbol<unsafe extern "C" fn(Object)>,
    keep: Symbol<unsafe extern "C" fn(Object)>,
    number: Symbol<unsafe extern "C" fn(isize) -> Object>,
    characters: Symbol<unsafe extern "C" fn(Object, *mut isize) -> *const c_char>,
    run: Symbol<unsafe extern "C" fn(*const c_char, c_int, Object, Object) -> Object>,
    dictionary: Symbol<unsafe extern "C" fn() -> Object>,
    builtins: Symbol<unsafe extern "C" fn() -> Object>,
    set_entry: Symbol<unsafe extern "C" fn(Object, *const c_char, Object) -> c_int>,
    none: Object,
    clear: Symbol<unsafe extern "C" fn()>,
}

impl Python {
    /// Python in this process.
    fn here() -> Option<Python> {
        let process = Library::this();
        // SAFETY: the functions have these types in every version of Python 3.
        unsafe {
            Some(Python {
                is_initialized: process.get(b"Py_IsInitialized\0").ok()?,
                ensure: process.get(b"PyGILState_Ensure\0").ok()?,
                release: process.get(b"PyGILState_Release\0").ok()?,
                text: process.get(b"PyUnicode_FromString\0").ok()?,
                call: process.get(b"PyObject_Call\0").ok()?,
                tuple: process.get(b"PyTuple_New\0").ok()?,
                set_item: process.get(b"PyTuple_SetItem\0").ok()?,
                entry: process.get(b"PyDict_GetItemString\0").ok()?,
                is_capsule: process.get(b"PyCapsule_IsValid\0").ok()?,
                capsule_name: process.get(b"PyCapsule_GetName\0").ok()?,
                capsule: process.get(b"PyCapsule_GetPointer\0").ok()?,
                forget: process.get(b"Py_DecRef\0").ok()?,
                keep: process.get(b"Py_IncRef\0").ok()?,
                number: process.get(b"PyLong_FromSsize_t\0").ok()?,
                characters: process.get(b"PyUnicode_AsUTF8AndSize\0").ok()?,
                run: process.get(b"PyRun_String\0").ok()?,
                dictionary: process.get(b"PyDict_New\0").ok()?,
                builtins: process.get(b"PyEval_GetBuiltins\0").ok()?,
                set_entry: process.get(b"PyDict_SetItemString\0").ok()?,
                none: process.get::<*mut c_void>(b"_Py_NoneStruct\0").ok()?.into_raw(),
                clear: process.get(b"PyErr_Clear\0").ok()?,
            })
        }
    }

    /// The dictionary of targets, a new reference.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn targets(&self) -> Object {
        // SAFETY: the thread has the lock; the function is one of `callback.py`, and takes nothing.
        unsafe {
            let Some(function) = self.defined(c"targets") else { return std::ptr::null_mut() };
            let arguments = (self.tuple)(0);
            let targets = (self.call)(function, arguments, std::ptr::null_mut());
            (self.forget)(arguments);
            if targets.is_null() {
                (self.clear)();
            }
            targets
        }
    }

    /// The function in a capsule.
    ///
    /// # Safety
    /// The thread has Python's lock, and the object is one or null.
    unsafe fn function(&self, object: Object) -> Option<Handler> {
        // SAFETY: the thread has the lock; the pointer in a capsule of this dictionary is a function of the interface.
        unsafe {
            if object.is_null() {
                return None;
            }
            let name = (self.capsule_name)(object);
            if (self.is_capsule)(object, name) == 0 {
                (self.clear)();
                return None;
            }
            let pointer = (self.capsule)(object, name);
            (!pointer.is_null()).then(|| std::mem::transmute::<*mut c_void, Handler>(pointer))
        }
    }

    /// A function that `callback.py` defines, which lives as long as the process.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn defined(&self, name: &CStr) -> Option<Object> {
        const SOURCE: &str = concat!(include_str!("callback.py"), "\0");
        /// `Py_file_input`
        const FILE: c_int = 257;
        static NAMES: OnceLock<usize> = OnceLock::new();
        // SAFETY: the source ends in a zero; the dictionary keeps what it defines, and is never freed.
        unsafe {
            let names = match NAMES.get() {
                Some(&known) => std::ptr::with_exposed_provenance_mut(known),
                None => {
                    let names = (self.dictionary)();
                    if names.is_null()
                        || (self.set_entry)(names, c"__builtins__".as_ptr(), (self.builtins)()) != 0
                    {
                        return None;
                    }
                    let done = (self.run)(SOURCE.as_ptr().cast(), FILE, names, names);
                    if done.is_null() {
                        (self.clear)();
                        return None;
                    }
                    (self.forget)(done);
                    std::ptr::with_exposed_provenance_mut(*NAMES.get_or_init(|| names.expose_provenance()))
                }
            };
            let function = (self.entry)(names, name.as_ptr());
            (!function.is_null()).then_some(function)
        }
    }

    /// A tuple of new objects, which it takes over.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn tuple_of(&self, items: impl ExactSizeIterator<Item = Object>) -> Object {
        // SAFETY: there are as many places as items.
        unsafe {
            let tuple = (self.tuple)(items.len() as isize);
            for (place, item) in items.enumerate() {
                (self.set_item)(tuple, place as isize, item);
            }
            tuple
        }
    }

    /// A tensor as `callback.py` takes it; none is a token.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn value(
        &self,
        tensor: Option<(&DenseHostTensor, *const u8)>,
        element: Option<Element>,
    ) -> Result<Object, Failure> {
        // SAFETY: objects are new, or `None`.
        unsafe {
            let Some((tensor, address)) = tensor else {
                (self.keep)(self.none);
                return Ok(self.none);
            };
            let name = match element.and_then(Element::python_name) {
                Some(name) => CString::new(name).map_err(|_| Failure::internal("a name has a zero"))?,
                None => name(tensor.dtype())?.to_owned(),
            };
            let dims = tensor.shape().dims();
            let dims: Vec<Object> = dims.iter().map(|&dim| (self.number)(dim as isize)).collect();
            let items = [
                (self.number)(address.expose_provenance() as isize),
                (self.number)(tensor.bytes().len() as isize),
                (self.text)(name.as_ptr()),
                self.tuple_of(dims.into_iter()),
            ];
            Ok(self.tuple_of(items.into_iter()))
        }
    }

    /// Calls a function of Python.
    ///
    /// # Safety
    /// The thread has Python's lock, and the function is one.
    unsafe fn callback(
        &self,
        function: Object,
        call: &mut HostCall<'_>,
        narrow: &Narrow,
    ) -> Result<(), Failure> {
        let failed = || Failure::internal("Python cannot call the callback");
        let is_token = |index: usize| call.tokens.contains(&(index as i64));
        // SAFETY: objects are used while they are referred to.
        unsafe {
            let caller = self.defined(c"call").ok_or_else(failed)?;
            let mut arguments = Vec::with_capacity(call.arguments.len());
            for (index, tensor) in call.arguments.iter().enumerate() {
                let tensor = (!is_token(index)).then(|| (tensor, tensor.bytes().as_ptr()));
                arguments.push(self.value(tensor, narrow.get(index))?);
            }
            let mut results = Vec::with_capacity(call.results.len());
            for (index, tensor) in call.results.iter_mut().enumerate() {
                let address =
                    tensor.bytes_mut().map(|bytes| bytes.as_mut_ptr().cast_const()).ok_or_else(failed)?;
                let number = call.arguments.len() + index;
                let tensor = (!is_token(number)).then_some((&*tensor, address));
                results.push(self.value(tensor, narrow.get(number))?);
            }
            (self.keep)(function);
            let given = [function, self.tuple_of(arguments.into_iter()), self.tuple_of(results.into_iter())];
            let given = self.tuple_of(given.into_iter());
            let outcome = (self.call)(caller, given, std::ptr::null_mut());
            (self.forget)(given);
            if outcome.is_null() {
                return Err(failed());
            }
            let message = if outcome == self.none { None } else { self.text_of(outcome) };
            (self.forget)(outcome);
            message.map_or(Ok(()), |message| Err(Failure::internal(message)))
        }
    }

    /// The text that an object is.
    ///
    /// # Safety
    /// The thread has Python's lock, and the object is one.
    unsafe fn text_of(&self, object: Object) -> Option<String> {
        // SAFETY: the characters live as long as the object, and are copied.
        unsafe {
            let mut len = 0;
            let text = (self.characters)(object, &raw mut len);
            if text.is_null() {
                (self.clear)();
                return None;
            }
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// The text that a function of `callback.py` gives, which takes nothing.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn told(&self, function: &CStr) -> Option<String> {
        // SAFETY: the thread has the lock; the function is one of `callback.py`, and takes nothing.
        unsafe {
            let function = self.defined(function)?;
            let arguments = (self.tuple)(0);
            let found = (self.call)(function, arguments, std::ptr::null_mut());
            (self.forget)(arguments);
            if found.is_null() {
                (self.clear)();
                return None;
            }
            let text = if found == self.none { None } else { self.text_of(found) };
            (self.forget)(found);
            text
        }
    }

    /// The function of a name.
    ///
    /// # Safety
    /// The thread has Python's lock.
    unsafe fn bundle(&self, name: &CStr) -> Option<Bundle> {
        // SAFETY: the thread has the lock; entries of a dictionary live as long as it.
        unsafe {
            let targets = self.targets();
            if targets.is_null() {
                return None;
            }
            let target = (self.entry)(targets, name.as_ptr());
            let stage = |name: &CStr| match target.is_null() {
                true => None,
                false => self.function((self.entry)(target, name.as_ptr())),
            };
            let execute = self.function(target).or_else(|| stage(c"execute"));
            let bundle = execute.map(|execute| Bundle {
                instantiate: stage(c"instantiate"),
                prepare: stage(c"prepare"),
                initialize: stage(c"initialize"),
                execute: Some(execute),
            });
            (self.clear)();
            (self.forget)(targets);
            bundle
        }
    }
}

/// Asks Python, if it runs in this process, with its lock.
fn ask<T>(question: impl FnOnce(&Python) -> Option<T>) -> Option<T> {
    let python = Python::here()?;
    // SAFETY: Python is asked when it runs, with its lock.
    unsafe {
        if (python.is_initialized)() == 0 {
            return None;
        }
        let state = (python.ensure)();
        let answer = question(&python);
        (python.clear)();
        (python.release)(state);
        answer
    }
}

/// The function that JAX knows by a name.
pub(super) fn find(name: &str) -> Option<Bundle> {
    let name = CString::new(name).ok()?;
    // SAFETY: the thread has Python's lock.
    ask(|python| unsafe { python.bundle(&name) })
}

/// The number of devices that JAX wants its CPU to have (`jax_num_cpu_devices`), if it was set.
pub(crate) fn device_count() -> Option<i64> {
    // SAFETY: the thread has Python's lock.
    ask(|python| unsafe { python.told(c"devices")?.parse().ok() })
}

/// Makes JAX's library take what is registered with it for CPUs, as it does when it makes a client of its own.
pub(crate) fn adopt() {
    // SAFETY: the thread has Python's lock.
    ask(|python| unsafe { python.told(c"adopt") });
}

/// The types of states that were registered with JAX: for each its name, its number, and what frees a value.
pub(super) fn types() -> Vec<(String, i64, Option<Deleter>)> {
    // SAFETY: the thread has Python's lock.
    let text = ask(|python| unsafe { python.told(c"types") }).unwrap_or_default();
    let read = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let (number, address) = (words.next()?.parse().ok()?, words.next()?.parse::<usize>().ok()?);
        let address: *mut c_void = std::ptr::with_exposed_provenance_mut(address);
        // SAFETY: the address in the type's struct is that of a function that frees a value, or null.
        let free = unsafe { std::mem::transmute::<*mut c_void, Option<Deleter>>(address) };
        Some((words.next()?.to_owned(), number, free))
    };
    text.lines().filter_map(read).collect()
}

/// The name of an element type for NumPy, or for `ml_dtypes`.
fn name(dtype: DType) -> Result<&'static CStr, Failure> {
    Ok(match dtype {
        DType::I1 => c"bool",
        DType::I8 => c"int8",
        DType::I16 => c"int16",
        DType::I32 => c"int32",
        DType::I64 => c"int64",
        DType::UI8 => c"uint8",
        DType::UI16 => c"uint16",
        DType::UI32 => c"uint32",
        DType::UI64 => c"uint64",
        DType::F16 => c"float16",
        DType::F32 => c"float32",
        DType::F64 => c"float64",
        DType::BF16 => c"bfloat16",
        DType::Complex64 => c"complex64",
        DType::Complex128 => c"complex128",
        other => {
            return Err(Failure::unimplemented(format!(
                "callbacks do not take elements of type {}",
                other.label()
            )));
        }
    })
}

/// Whether a function calls one of Python, which the execution has.
pub(super) fn is_callback(target: &str) -> bool {
    matches!(target, "xla_ffi_python_cpu_callback" | "xla_ffi_partitioned_python_cpu_callback")
}

/// Calls the function of Python that the call's setting `index` selects.
pub(super) fn call(
    call: &mut HostCall<'_>,
    narrow: &Narrow,
    user_data: &[(i64, usize)],
) -> Result<(), Failure> {
    let index = call.settings.iter().find_map(|(name, setting)| match setting {
        Setting::Scalar(_, bytes) if name == "index" => {
            Some(bytes.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte)))
        }
        _ => None,
    });
    let index = index.ok_or_else(|| Failure::invalid("a callback has no setting 'index'"))?;
    let [(_, functions)] = *user_data else {
        return Err(Failure::new(Code::FailedPrecondition, "the execution has no functions of Python"));
    };
    let python = Python::here().ok_or_else(|| Failure::internal("there is no Python in this process"))?;
    // SAFETY: the caller's struct, whose only field is an array of Python's functions, of which the program names one; Python's lock is held.
    unsafe {
        let functions = *std::ptr::with_exposed_provenance::<*const Object>(functions);
        let function = *functions.add(index);
        let state = (python.ensure)();
        let outcome = python.callback(function, call, narrow);
        (python.clear)();
        (python.release)(state);
        outcome
    }
}
