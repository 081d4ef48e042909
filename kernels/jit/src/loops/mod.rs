//! Loops over elements as machine code, for fused element-wise ops.
//!
//! * [`functions`]: each element-wise op of floats and conditions as vector code ([`vector`]);
//! * [`integers`]: those of integers, and [`casts`];
//! * [`emit`]: registers, and the loop around the code;
//! * [`assembler`]: the instructions as bytes;
//! * [`cache`]: the loops that were made.
//!
//! Cranelift is not used here: its vectors have 128 bits on this architecture, and what a loop consists of is a straight line of
//! arithmetic, for which choosing instructions is trivial. With vectors of 512 bits such a line takes a third of the time of the
//! interpreter's blocks, and microseconds to make. So there is code for processors with AVX-512; what else there is, bodies with functions
//! that have no vector code among them, is interpreted, by functions that are compiled for the processor as well.

mod assembler;
pub(crate) mod cache;
mod casts;
mod emit;
mod functions;
mod integers;
#[cfg(test)]
mod tests;
mod vector;

use std::time::{Duration, Instant};

use integers::Integer;
use memmap2::{Mmap, MmapMut};
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, LoopEntry};
use tfrt_executor::tensor::DType;
use vector::{Code, Kind, Memory, V};

/// Whether this processor has the instructions.
pub(crate) fn is_supported() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// A loop's code, and what it took.
pub(crate) struct MadeLoop {
    pub compiled: CompiledLoop,
    /// Bytes of code.
    pub bytes: usize,
    pub time: Duration,
    /// Where the code is.
    pub start: usize,
}

impl MadeLoop {
    /// The code in hexadecimal, for a disassembler.
    #[expect(unsafe_code, reason = "reads code as bytes")]
    pub fn hex(&self) -> String {
        let start = self.compiled.entry as *const u8;
        // SAFETY: the code is so long, readable, and kept by `compiled`.
        let code = unsafe { std::slice::from_raw_parts(start, self.bytes) };
        code.iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<Vec<_>>()
            .chunks(32)
            .map(|line| line.join(" ") + "\n")
            .collect()
    }
}

/// Makes the code of a body; why there is none.
pub(crate) fn make(body: &LoopBody) -> Result<MadeLoop, String> {
    let start = Instant::now();
    if !is_supported() {
        return Err("the processor has no AVX-512".to_owned());
    }
    let bytes = translate(body)?;
    let (memory, entry) = place(&bytes).map_err(|error| error.to_string())?;
    let address = memory.as_ptr().addr();
    let compiled = CompiledLoop { entry, owner: std::sync::Arc::new(memory) };
    Ok(MadeLoop { compiled, bytes: bytes.len(), time: start.elapsed(), start: address })
}

/// The bytes of the function.
fn translate(body: &LoopBody) -> Result<Vec<u8>, String> {
    let mut code = Code::default();
    let mut values: Vec<Option<V>> = vec![None; body.inputs.len()];
    let mut dtypes: Vec<DType> = body.inputs.iter().map(|input| input.dtype).collect();
    let mut stays: Vec<bool> = body.inputs.iter().map(|input| !input.moves).collect();
    for member in &body.members {
        let does_stay = member.args.iter().all(|&arg| stays[usize::from(arg)]);
        let mut args = Vec::with_capacity(member.args.len());
        for &arg in &member.args {
            let at = usize::from(arg);
            let value = match values[at] {
                Some(value) => value,
                None => {
                    code.staying = stays[at];
                    let memory = memory(dtypes[at])?;
                    let load = if stays[at] { Kind::LoadOne } else { Kind::Load };
                    code.push(load(arg, memory))
                }
            };
            values[at] = Some(value);
            args.push(value);
        }
        code.staying = does_stay;
        let of = |i: usize| member.args.get(i).map(|&arg| dtypes[usize::from(arg)]);
        // What selects is known by what it selects from.
        let first = of(usize::from(matches!(&*member.op, "tf.Select" | "tf.SelectV2")));
        let value = match (&*member.op, first) {
            ("tf.Cast", Some(from)) => casts::cast(&mut code, args[0], from, member.dtype),
            ("tf.Select" | "tf.SelectV2", Some(_)) => functions::select(&mut code, &args),
            (op, Some(dtype)) => match Integer::of(dtype) {
                Some(integer) => integers::member(&mut code, op, &args, integer),
                None => functions::member(&mut code, op, &args, dtype, member.parameter.map(f64::from_bits)),
            },
            (_, None) => None,
        };
        values.push(Some(value.ok_or_else(|| {
            let dtypes: Vec<&str> = (0..args.len()).filter_map(of).map(|dtype| dtype.name()).collect();
            format!("{} of {} has no vector code", member.op, dtypes.join(", "))
        })?));
        dtypes.push(member.dtype);
        stays.push(does_stay);
    }
    if body.members.is_empty() {
        return Err("it computes nothing".to_owned());
    }
    let last = (values.len() - 1) as u16;
    let results = body.also.iter().chain([&last]).map(|&result| {
        let at = usize::from(result);
        let value = values[at].ok_or("a result is an input")?;
        Ok((value, memory(dtypes[at])?))
    });
    let results: Vec<emit::Stored> = results.collect::<Result<_, String>>()?;
    emit::emit(&code, &results, body.inputs.len()).ok_or_else(|| "it needs too many registers".to_owned())
}

fn memory(dtype: DType) -> Result<Memory, String> {
    Memory::of(dtype).ok_or_else(|| format!("there is dtype {}", dtype.name()))
}

/// Puts code into memory of its own, written and then made executable, never both.
#[expect(unsafe_code, reason = "turns memory into a function")]
fn place(code: &[u8]) -> std::io::Result<(Mmap, LoopEntry)> {
    let mut memory = MmapMut::map_anon(code.len())?;
    memory.copy_from_slice(code);
    let memory = memory.make_exec()?;
    // SAFETY: the code is a function of this type; it stays where it is as long as the memory is kept.
    let entry = unsafe { std::mem::transmute::<*const u8, LoopEntry>(memory.as_ptr()) };
    Ok((memory, entry))
}
