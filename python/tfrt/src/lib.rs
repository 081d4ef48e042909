//! The Python package's native module: programs are compiled, called and observed from Python.
//!
//! * [`process`] owns the runtime of the process, and refuses to work in a forked child, [`interpreter`] refuses subinterpreters;
//! * [`sources`] turns files, text and modules of other packages into programs;
//! * [`program`] has `Program` and `Function`, [`spec`] what a function takes and gives;
//! * [`arguments`] makes values from Python's objects, through [`ndarray`] for NumPy's arrays and [`dlpack`] for those of other packages;
//! * [`tensor`] is a result: read by NumPy and others without a copy;
//! * [`flight`] is a call on its way: waiting for it, cancelling it; [`mod@future`] is what Python sees of one, [`delivery`] tells Python of its end;
//! * [`ops`] calls single ops, with [`op_attrs`] for their attributes;
//! * [`plugins`] loads libraries of others;
//! * [`observe`] draws programs and profiles runs, [`pickling`] sends programs to other processes;
//! * [`cache`] keeps compiled programs on disk;
//! * [`errors`] has the exceptions, [`logging`] what is logged.
//!
//! The GIL is not held while a program compiles or runs. An array of the caller is kept by its reference count until the last tensor
//! that refers to it is gone; a reference that a worker thread drops is released by the next call that holds the GIL, so that a worker
//! never waits for Python. Nothing here runs when the interpreter ends: threads that are still at work end with the process.
//!
//! What is written in Python (`python/tfrt`) is what costs nothing there: exceptions, text for people, type stubs.

use pyo3::prelude::*;

mod arguments;
mod cache;
mod delivery;
mod dlpack;
mod dtypes;
mod errors;
mod flight;
mod future;
mod interpreter;
mod logging;
mod ndarray;
mod observe;
mod op_attrs;
mod ops;
mod pickling;
mod plugins;
mod process;
mod program;
mod sources;
mod spec;
mod tensor;

/// The native part of `tfrt`.
#[pymodule]
fn _tfrt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    interpreter::check(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<program::Program>()?;
    module.add_class::<program::Function>()?;
    module.add_class::<future::Future>()?;
    module.add_class::<spec::Spec>()?;
    module.add_class::<tensor::PyTensor>()?;
    module.add_class::<ops::Op>()?;
    module.add_class::<observe::Profile>()?;
    module.add_function(wrap_pyfunction!(pickling::restore_from_file, module)?)?;
    module.add_function(wrap_pyfunction!(pickling::restore, module)?)?;
    module.add_function(wrap_pyfunction!(plugins::load_plugin, module)?)?;
    module.add_function(wrap_pyfunction!(ops::op_names, module)?)?;
    module.add_function(wrap_pyfunction!(ops::op, module)?)?;
    module.add_function(wrap_pyfunction!(sources::load, module)?)?;
    module.add_function(wrap_pyfunction!(sources::compile, module)?)?;
    module.add_function(wrap_pyfunction!(dlpack::from_dlpack, module)?)?;
    module.add_function(wrap_pyfunction!(tensor::tensor, module)?)?;
    module.add_function(wrap_pyfunction!(delivery::close, module)?)?;
    module.add_function(wrap_pyfunction!(process::after_fork_in_child, module)?)?;
    Ok(())
}
