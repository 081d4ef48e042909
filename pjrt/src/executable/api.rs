//! The functions of the C API on executables and loaded executables.
#![expect(unsafe_code, reason = "arguments and results of a call are lists of lists by address")]

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use super::division::Division;
use super::exported::{self, Borders};
use super::op_sharding::OpSharding;
use super::{Executable, LoadedExecutable, NAME, Results};
use crate::abi::{self, *};
use crate::event;
use crate::failure::Failure;
use crate::handles::{self, Handle};

pub(crate) fn destroy(args: &mut ExecutableDestroy) -> Result<(), Failure> {
    handles::destroy::<Executable>(args.executable)?;
    Ok(())
}

pub(crate) fn name(args: &mut ExecutableName) -> Result<(), Failure> {
    handles::find::<Executable>(args.executable)?;
    (args.executable_name, args.executable_name_size) = (NAME.as_ptr(), NAME.len());
    Ok(())
}

pub(crate) fn num_replicas(args: &mut ExecutableNumReplicas) -> Result<(), Failure> {
    handles::find::<Executable>(args.executable)?;
    args.num_replicas = 1;
    Ok(())
}

pub(crate) fn num_partitions(args: &mut ExecutableNumPartitions) -> Result<(), Failure> {
    args.num_partitions = handles::find::<Executable>(args.executable)?.results.partitions;
    Ok(())
}

pub(crate) fn num_outputs(args: &mut ExecutableNumOutputs) -> Result<(), Failure> {
    args.num_outputs = handles::find::<Executable>(args.executable)?.results.types.len();
    Ok(())
}

pub(crate) fn code_size(args: &mut ExecutableSizeOfGeneratedCodeInBytes) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.size_in_bytes = executable.function.program().file().bytes().len() as i64;
    Ok(())
}

pub(crate) fn output_types(args: &mut ExecutableOutputElementTypes) -> Result<(), Failure> {
    let types = &handles::find::<Executable>(args.executable)?.results.types;
    (args.output_types, args.num_output_types) = (types.as_ptr(), types.len());
    Ok(())
}

pub(crate) fn output_dimensions(args: &mut ExecutableOutputDimensions) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.num_outputs = executable.results.ranks.len();
    (args.dims, args.dim_sizes) = (executable.results.dims.as_ptr(), executable.results.ranks.as_ptr());
    Ok(())
}

pub(crate) fn output_memory_kinds(args: &mut ExecutableOutputMemoryKinds) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.num_outputs = executable.memory_kinds.len();
    args.memory_kinds = executable.memory_kind_texts.as_ptr().cast();
    args.memory_kind_sizes = executable.memory_kind_sizes.as_ptr();
    Ok(())
}

pub(crate) fn optimized_program(args: &mut ExecutableOptimizedProgram) -> Result<(), Failure> {
    const FORMAT: &str = "mlir";
    let executable = handles::find::<Executable>(args.executable)?;
    if args.program.is_null() {
        return Err(Failure::invalid("expected room for a program, got a null pointer"));
    }
    // SAFETY: the caller's struct, which nothing else uses during the call.
    let program = unsafe { &mut *args.program };
    let code = executable.exported.get_or_init(|| {
        let Results { orders: [arguments, results], divisions, partitions, .. } = &executable.results;
        let shardings = |values: &Vec<Division>| values.iter().map(OpSharding::of).collect();
        let borders = Borders {
            orders: [arguments, results],
            divisions: (*partitions > 1).then_some(divisions),
            shardings: (*partitions > 1).then(|| divisions.each_ref().map(shardings)),
        };
        exported::exported(&executable.code, &borders)
    });
    let len = code.len();
    (program.format, program.format_size) = (FORMAT.as_ptr(), FORMAT.len());
    if program.code.is_null() {
        program.code_size = len;
        return Ok(());
    }
    if program.code_size < len {
        return Err(Failure::invalid(format!("expected room for {len} bytes, got {}", program.code_size)));
    }
    // SAFETY: the caller has room for `code_size` bytes, which are enough.
    unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), program.code, len) };
    program.code_size = len;
    Ok(())
}

pub(crate) fn fingerprint(args: &mut ExecutableFingerprint) -> Result<(), Failure> {
    let text = &handles::find::<Executable>(args.executable)?.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn loaded_destroy(args: &mut LoadedExecutableDestroy) -> Result<(), Failure> {
    handles::destroy::<LoadedExecutable>(args.executable)?;
    Ok(())
}

pub(crate) fn loaded_executable(args: &mut LoadedExecutableGetExecutable) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.loaded_executable)?;
    args.executable = handles::issue(loaded.executable.clone());
    Ok(())
}

pub(crate) fn loaded_devices(args: &mut LoadedExecutableAddressableDevices) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.executable)?;
    (args.addressable_devices, args.num_addressable_devices) =
        (loaded.devices.as_ptr(), loaded.devices.len());
    Ok(())
}

/// Frees what has the lifetime of the process: nothing.
///
/// # Safety
/// Any pointer will do: it is not read.
unsafe extern "C" fn keep(_: *mut std::ffi::c_void) {}

pub(crate) fn loaded_assignment(args: &mut LoadedExecutableGetDeviceAssignment) -> Result<(), Failure> {
    // It lives as long as the executable.
    let assignment = &handles::find::<LoadedExecutable>(args.executable)?.assignment;
    (args.serialized_bytes, args.serialized_bytes_size) = (assignment.as_ptr(), assignment.len());
    args.serialized_device_assignment = std::ptr::null_mut();
    args.serialized_device_assignment_deleter = Some(keep);
    Ok(())
}

pub(crate) fn loaded_delete(args: &mut LoadedExecutableDelete) -> Result<(), Failure> {
    handles::find::<LoadedExecutable>(args.executable)?.is_deleted.store(true, Relaxed);
    Ok(())
}

pub(crate) fn loaded_is_deleted(args: &mut LoadedExecutableIsDeleted) -> Result<(), Failure> {
    args.is_deleted = u8::from(handles::find::<LoadedExecutable>(args.executable)?.is_deleted.load(Relaxed));
    Ok(())
}

pub(crate) fn loaded_fingerprint(args: &mut LoadedExecutableFingerprint) -> Result<(), Failure> {
    let text = &handles::find::<LoadedExecutable>(args.executable)?.executable.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn execute(args: &mut LoadedExecutableExecute) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.executable)?;
    let count = loaded.places.len();
    if args.num_devices != count {
        let devices = if count == 1 { "device" } else { "devices" };
        return Err(Failure::invalid(format!("expected {count} {devices}, got {}", args.num_devices)));
    }
    let mut lists: SmallVec<[&[Handle]; 1]> = SmallVec::new();
    // SAFETY: a list with a list of arguments for each device, and one of results; all stay during the call.
    let outputs = unsafe {
        let all = match args.num_args {
            0 => &[],
            _ => abi::elements("argument_lists", args.argument_lists, count)?,
        };
        for device in 0..count {
            let own = all.get(device).copied().unwrap_or(std::ptr::null());
            lists.push(abi::elements("an argument list", own, args.num_args)?);
        }
        abi::elements("output_lists", args.output_lists, count)?
    };
    // SAFETY: the caller's options, which stay during the call.
    let options = unsafe { ExecuteOptions::of(args.options) };
    let results = loaded.call(&lists, &options)?;
    for (output, own) in outputs.iter().zip(results) {
        if output.is_null() && !own.is_empty() {
            let expected = own.len();
            return Err(Failure::invalid(format!(
                "expected room for {expected} results, got a null pointer"
            )));
        }
        for (index, result) in own.into_iter().enumerate() {
            // SAFETY: the list of results has room for each.
            unsafe { output.add(index).write(handles::issue(Arc::new(result))) };
        }
    }
    if !args.device_complete_events.is_null() {
        for device in 0..count {
            // SAFETY: the list has room for an event of each device.
            unsafe { args.device_complete_events.add(device).write(event::ready()) };
        }
    }
    Ok(())
}
