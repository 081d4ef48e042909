//! Executables as bytes: what JAX's compilation cache keeps, and `jax.experimental.serialize_executable`.
//!
//! The bytes are the program's BEF file with a section of this library (so `tfrt-run` runs them, too). The section has the version of the
//! library, and what a caller asks an executable besides its code: the program as it came, the fingerprint, and the element types and
//! dimensions of arguments and results. All numbers are little-endian.
//!
//! Invariant: bytes that are cut, damaged, written by another version of the library, or whose section does not describe the program's own
//! function are refused, and the caller compiles again. Loading never compiles.
#![expect(unsafe_code, reason = "callers hand over bytes by address")]

use std::sync::Arc;

use super::analysis::{Analysis, Costs};
use super::division::Division;
use super::{Executable, LoadedExecutable, Results};
use crate::abi::{self, ExecutableDeserializeAndLoad, ExecutableSerialize};
use crate::client::{self, Client, VERSION};
use crate::element::Element;
use crate::failure::{Code, Failure};
use crate::handles::{self, Handle};
use crate::layouts::{Order, Tiles};
use crate::options::{CompileOptions, Devices};

/// The number of the section.
const SECTION: u32 = tfrt_bef::FIRST_HOST_SECTION + 0x5052;

/// The version of the section's form.
const FORM: u64 = 6;

/// Bytes that a caller reads until it gives them back.
#[derive(Debug)]
pub(crate) struct Serialized(Box<[u8]>);

impl Serialized {
    /// Gives bytes to a caller: their address and number, and the handle that keeps them.
    pub(crate) fn give(bytes: Vec<u8>) -> (*const u8, usize, Handle) {
        let kept = Arc::new(Serialized(bytes.into()));
        let (data, len) = (kept.0.as_ptr(), kept.0.len());
        (data, len, handles::issue(kept))
    }
}

/// Frees bytes that a caller was given. Bytes that were freed before stay so.
pub(crate) extern "C" fn free(serialized: Handle) {
    // The function has no way to report that the handle is wrong.
    drop(handles::destroy::<Serialized>(serialized));
}

/// Writes the section.
#[derive(Debug, Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = i64>) {
        self.number(numbers.len() as u64);
        numbers.for_each(|number| self.number(number.cast_unsigned()));
    }
}

/// Reads the section.
#[derive(Debug)]
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: u64) -> Result<&'a [u8], Failure> {
        let split = usize::try_from(len).ok().and_then(|len| self.0.split_at_checked(len));
        let (taken, rest) = split.ok_or_else(|| {
            refused(&format!("its description ends early: expected {len} bytes, got {}", self.0.len()))
        })?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, Failure> {
        let bytes = self.take(size_of::<u64>() as u64)?;
        let bytes = bytes.try_into().map_err(|_| Failure::internal("eight bytes are a number"))?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn bytes(&mut self) -> Result<&'a [u8], Failure> {
        let len = self.number()?;
        self.take(len)
    }

    fn text(&mut self) -> Result<&'a str, Failure> {
        std::str::from_utf8(self.bytes()?).map_err(|_| refused("a text of its description is not UTF-8"))
    }

    fn numbers(&mut self) -> Result<Vec<i64>, Failure> {
        let len = self.number()?;
        let bytes = self.take(len.saturating_mul(size_of::<u64>() as u64))?;
        bytes
            .chunks_exact(size_of::<u64>())
            .map(|bytes| Reader(bytes).number().map(u64::cast_signed))
            .collect()
    }

    fn elements(&mut self) -> Result<Vec<Element>, Failure> {
        let of = |number| i32::try_from(number).map_err(|_| refused("an element type is out of range"));
        self.numbers()?.into_iter().map(|number| Element::of_number(of(number)?)).collect()
    }
}

/// The error for bytes that are not those of an executable of this library.
fn refused(why: &str) -> Failure {
    Failure::new(Code::FailedPrecondition, format!("the serialized executable cannot be loaded: {why}"))
}

impl Results {
    fn write(&self, to: &mut Writer) -> Result<(), Failure> {
        let arguments = self.arguments.iter().map(|element| element.number().map(i64::from));
        to.numbers(arguments.collect::<Result<Vec<_>, _>>()?.into_iter());
        to.numbers(self.types.iter().map(|&number| i64::from(number)));
        to.numbers(self.ranks.iter().map(|&rank| rank as i64));
        to.numbers(self.dims.iter().copied());
        to.numbers(self.donated.iter().map(|&index| index as i64));
        to.number(u64::from(self.calls_host));
        to.number(self.partitions as u64);
        to.number(self.versions as u64);
        for Division { counts, places, summands } in self.divisions.iter().flatten() {
            to.numbers(counts.iter().copied());
            to.numbers(places.concat().into_iter());
            to.numbers(summands.iter().copied());
        }
        for order in self.orders.iter().flatten() {
            to.numbers(order.nearest_first().iter().copied());
            to.numbers(order.tiles().dims().iter().copied());
            to.numbers(order.tiles().ranks().iter().map(|&rank| rank as i64));
        }
        let Analysis { costs, argument_bytes, result_bytes, alias_bytes, scratch_bytes } = self.analysis;
        to.numbers([argument_bytes, result_bytes, alias_bytes, scratch_bytes].into_iter());
        for cost in [costs.flops, costs.transcendentals, costs.bytes_accessed] {
            to.number(cost.to_bits());
        }
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Results, Failure> {
        let indices = |numbers: Vec<i64>| -> Result<Vec<usize>, Failure> {
            let index = |number| usize::try_from(number).map_err(|_| refused("a number is out of range"));
            numbers.into_iter().map(index).collect()
        };
        let arguments = from.elements()?;
        let elements = from.elements()?;
        let types = elements.iter().map(|element| element.number()).collect::<Result<_, _>>()?;
        let (ranks, dims) = (indices(from.numbers()?)?, from.numbers()?);
        let donated = indices(from.numbers()?)?;
        let calls_host = from.number()? != 0;
        let partitions = usize::try_from(from.number()?).unwrap_or(usize::MAX);
        let versions = usize::try_from(from.number()?).unwrap_or(usize::MAX);
        let mut division = || Division::read(from.numbers()?, &from.numbers()?, from.numbers()?, partitions);
        let divisions = [
            arguments.iter().map(|_| division()).collect::<Result<_, _>>()?,
            elements.iter().map(|_| division()).collect::<Result<_, _>>()?,
        ];
        let mut order = || {
            let (dims, sizes, ranks) = (from.numbers()?, from.numbers()?, indices(from.numbers()?)?);
            let tiles = Tiles::new(&sizes, &ranks).ok_or_else(|| refused("a layout has no such tiles"))?;
            Ok(Order::new(&dims, dims.len())?.with_tiles(tiles))
        };
        let orders = [
            arguments.iter().map(|_| order()).collect::<Result<_, _>>()?,
            elements.iter().map(|_| order()).collect::<Result<_, _>>()?,
        ];
        let sizes = from.numbers()?;
        let &[argument_bytes, result_bytes, alias_bytes, scratch_bytes] = &sizes[..] else {
            return Err(refused("its description has no sizes of arguments and results"));
        };
        let costs = Costs {
            flops: f64::from_bits(from.number()?),
            transcendentals: f64::from_bits(from.number()?),
            bytes_accessed: f64::from_bits(from.number()?),
        };
        let analysis = Analysis { costs, argument_bytes, result_bytes, alias_bytes, scratch_bytes };
        Ok(Results {
            arguments,
            elements,
            types,
            dims,
            ranks,
            orders,
            partitions,
            versions,
            divisions,
            donated,
            calls_host,
            analysis,
        })
    }

    /// Checks that a function takes and gives what this says.
    fn check(&self, function: &tfrt_executor::program::Function) -> Result<(), Failure> {
        let signature = function.signature();
        let total = self.ranks.iter().try_fold(0_usize, |sum, &rank| sum.checked_add(rank));
        if self.arguments.len() != signature.arguments.len()
            || self.elements.len() != self.ranks.len()
            || self.versions == 0
            || ![1, self.partitions].contains(&self.versions)
            || self.elements.len().checked_mul(self.versions) != Some(signature.results.len())
            || total != Some(self.dims.len())
            || self.divisions[1]
                .iter()
                .zip(&self.ranks)
                .any(|(own, &rank)| ![0, rank].contains(&own.counts.len()))
            || self.orders[1]
                .iter()
                .zip(&self.ranks)
                .any(|(own, &rank)| ![0, rank].contains(&own.nearest_first().len()))
            || self.donated.iter().any(|&index| index >= self.arguments.len())
        {
            return Err(refused("its description is not that of its function"));
        }
        let mut dims = &self.dims[..];
        let divided = self.elements.iter().zip(&self.divisions[1]);
        let results = signature.results.chunks(self.versions).zip(divided).zip(&self.ranks);
        for (index, ((values, (&element, division)), &rank)) in results.enumerate() {
            let (own, rest) = dims.split_at(rank);
            dims = rest;
            for value in values {
                let Some((dtype, Some(known))) = value.tensor_type() else { continue };
                if element != Element::Token
                    && (dtype != element.in_program() || division.part_dims(known) != own)
                {
                    return Err(refused(&format!(
                        "result {index} is described as {element}{own:?}, but is {}",
                        value.type_text()
                    )));
                }
            }
        }
        Ok(())
    }
}

impl Executable {
    fn serialize(&self) -> Result<Vec<u8>, Failure> {
        let mut section = Writer::default();
        section.number(FORM);
        section.bytes(VERSION.as_bytes());
        section.bytes(self.fingerprint.as_bytes());
        section.bytes(&self.code);
        section.numbers(self.devices.0.iter().map(|&device| device as i64));
        self.results.write(&mut section)?;
        let file = self.function.program().file();
        file.with_host_section(SECTION, &section.0).map_err(Failure::out_of_memory)
    }

    /// Reads an executable for a client of so many devices: for those of the options, or else those that it was compiled for.
    fn deserialize(bytes: &[u8], available: usize, options: &[u8]) -> Result<Executable, Failure> {
        let program = client::process()?.runtime.load(bytes).map_err(|error| refused(&error.to_string()))?;
        let file = program.file();
        file.check().map_err(|error| refused(&error.to_string()))?;
        let section = file.host_section(SECTION).map_err(|error| refused(&error.to_string()))?;
        let section = section.ok_or_else(|| refused("it is a BEF file without a description for PJRT"))?;
        let mut reader = Reader(section);
        let form = reader.number()?;
        if form != FORM {
            return Err(refused(&format!("expected a description of form {FORM}, got {form}")));
        }
        let version = reader.text()?;
        if version != VERSION {
            return Err(refused(&format!("expected one of '{VERSION}', got one of '{version}'")));
        }
        let (fingerprint, code) = (reader.text()?.to_owned(), reader.bytes()?.to_owned());
        let devices = match options.is_empty() {
            true => Devices::checked(&reader.numbers()?, available)?,
            false => {
                reader.numbers()?;
                CompileOptions::of(options, available)?.devices
            }
        };
        let results = Results::read(&mut reader)?;
        if devices.0.len() != results.partitions || devices.0.is_empty() {
            return Err(refused(&format!(
                "expected {} devices, got {}",
                results.partitions,
                devices.0.len()
            )));
        }
        let function = program.function("main").ok_or_else(|| refused("it has no function 'main'"))?;
        results.check(&function)?;
        Ok(Executable::new(&code, devices, function, fingerprint, results))
    }
}

pub(crate) fn serialize(args: &mut ExecutableSerialize) -> Result<(), Failure> {
    let bytes = handles::find::<Executable>(args.executable)?.serialize()?;
    (args.serialized_bytes, args.serialized_bytes_size, args.serialized_executable) = Serialized::give(bytes);
    args.serialized_executable_deleter = Some(free);
    Ok(())
}

pub(crate) fn deserialize(args: &mut ExecutableDeserializeAndLoad) -> Result<(), Failure> {
    let client = handles::find::<Client>(args.client)?;
    // SAFETY: the caller's bytes, which stay during the call.
    let bytes = unsafe {
        abi::elements("serialized_executable", args.serialized_executable, args.serialized_executable_size)?
    };
    // SAFETY: the caller's options, which stay during the call.
    let options = unsafe {
        abi::elements(
            "overridden_serialized_compile_options",
            args.overridden_serialized_compile_options,
            args.overridden_serialized_compile_options_size,
        )?
    };
    let executable = Executable::deserialize(bytes, client.devices.len(), options)?;
    let loaded = LoadedExecutable::new(executable, &client);
    args.loaded_executable = handles::issue(Arc::new(loaded));
    Ok(())
}
