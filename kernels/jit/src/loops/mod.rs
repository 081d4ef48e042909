//! Loops over elements as machine code, for fused element-wise ops.
//!
//! * [`functions`]: each element-wise op of `f32` as vector code ([`vector`]);
//! * [`integers`]: those of `i32`, and casts;
//! * [`emit`]: registers, and the loop around the code;
//! * [`assembler`]: the instructions as bytes;
//! * [`cache`]: the loops that were made.
//!
//! Cranelift is not used here: its vectors have 128 bits on this architecture, and what a loop consists of is a straight line of
//! arithmetic, for which choosing instructions is trivial. With vectors of 512 bits such a line takes a third of the time of the
//! interpreter's blocks, and microseconds to make. So there is code for processors with AVX-512, bodies over `f32`, `i32` and conditions;
//! everything else is interpreted, by functions that are compiled for the processor as well.

mod assembler;
pub(crate) mod cache;
mod emit;
mod functions;
mod integers;
#[cfg(test)]
mod tests;
mod vector;

use std::time::{Duration, Instant};

use memmap2::{Mmap, MmapMut};
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, LoopEntry};
use tfrt_executor::tensor::DType;
use vector::{Code, Kind, V};

/// Whether this processor has the instructions.
pub(crate) fn is_supported() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
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
                    code.push(match (dtypes[at], stays[at]) {
                        (DType::F32 | DType::I32, false) => Kind::Load(arg),
                        (DType::F32 | DType::I32, true) => Kind::LoadOne(arg),
                        (DType::I1, false) => Kind::LoadMask(arg),
                        (DType::I1, true) => Kind::LoadMaskOne(arg),
                        (dtype, _) => return Err(format!("an input has dtype {}", dtype.name())),
                    })
                }
            };
            values[at] = Some(value);
            args.push(value);
        }
        if !matches!(member.dtype, DType::F32 | DType::I32 | DType::I1) {
            return Err(format!("{} gives dtype {}", member.op, member.dtype.name()));
        }
        code.staying = does_stay;
        let of = |i: usize| member.args.get(i).map(|&arg| dtypes[usize::from(arg)]);
        let value = match (&*member.op, of(0)) {
            ("tf.Cast", Some(from)) => integers::cast(&mut code, args[0], from, member.dtype),
            (op, Some(DType::I32)) => integers::member(&mut code, op, &args),
            (op, _) => functions::member(&mut code, op, &args, member.parameter.map(f64::from_bits)),
        };
        values.push(Some(value.ok_or_else(|| {
            let dtypes: Vec<&str> = (0..args.len()).filter_map(of).map(|dtype| dtype.name()).collect();
            format!("{} of {} has no vector code", member.op, dtypes.join(", "))
        })?));
        dtypes.push(member.dtype);
        stays.push(does_stay);
    }
    let Some(&Some(result)) = values.last().filter(|_| !body.members.is_empty()) else {
        return Err("it computes nothing".to_owned());
    };
    emit::emit(&code, result, body.inputs.len(), false)
        .ok_or_else(|| "it needs too many registers".to_owned())
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
