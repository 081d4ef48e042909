//! The extension of the interface for shardings: how a program's arguments and results are divided over its devices.
//!
//! A sharding is the serialised message `OpSharding` of XLA; no bytes are a tensor that each device has whole. Callers place arguments, and
//! describe results, by what is said here, unless they said it themselves. Of a program for one device nothing is said.

use std::ffi::c_void;

use crate::abi::{self, *};
use crate::executable::Executable;
use crate::failure::Failure;
use crate::handles;

/// Bytes that callers read, which live as long as an executable.
#[derive(Debug)]
pub(crate) struct Shardings {
    /// The texts that the addresses point to.
    _texts: Box<[Vec<u8>]>,
    addresses: Box<[usize]>,
    sizes: Box<[usize]>,
}

impl Shardings {
    pub(crate) fn new(texts: impl Iterator<Item = Vec<u8>>) -> Shardings {
        let texts: Box<[Vec<u8>]> = texts.collect();
        Shardings {
            addresses: texts.iter().map(|text| text.as_ptr().expose_provenance()).collect(),
            sizes: texts.iter().map(Vec::len).collect(),
            _texts: texts,
        }
    }
}

fn of_arguments(args: &mut ExecutableParameterShardings) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    let [shardings, _] = executable.shardings();
    if executable.is_of_one_device() {
        (args.num_parameters, args.shardings, args.sharding_sizes) = (0, std::ptr::null(), std::ptr::null());
        return Ok(());
    }
    args.num_parameters = shardings.sizes.len();
    (args.shardings, args.sharding_sizes) = (shardings.addresses.as_ptr().cast(), shardings.sizes.as_ptr());
    Ok(())
}

fn of_results(args: &mut ExecutableOutputShardings) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    let [_, shardings] = executable.shardings();
    if executable.is_of_one_device() {
        (args.num_outputs, args.shardings, args.sharding_sizes) = (0, std::ptr::null(), std::ptr::null());
        return Ok(());
    }
    args.num_outputs = shardings.sizes.len();
    (args.shardings, args.sharding_sizes) = (shardings.addresses.as_ptr().cast(), shardings.sizes.as_ptr());
    Ok(())
}

/// `PJRT_Extension_Type_Shardings`.
const KIND: i32 = 19;

pub(crate) static EXTENSION: Extension<2> = Extension::new(
    KIND,
    (&raw const crate::layouts::EXTENSION).cast::<c_void>(),
    [
        abi::extension_entry!("PJRT_Shardings_PJRT_Executable_ParameterShardings", of_arguments),
        abi::extension_entry!("PJRT_Shardings_PJRT_Executable_OutputShardings", of_results),
    ],
);
