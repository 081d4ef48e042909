//! Loops over elements as machine code, for fused element-wise ops.
//!
//! * [`functions`]: each element-wise op of `f32` as vector code ([`vector`]);
//! * [`emit`]: registers, and the loop around the code;
//! * [`assembler`]: the instructions as bytes.
//!
//! Cranelift is not used here: its vectors have 128 bits on this architecture, and what a loop consists of is a straight line of
//! arithmetic, for which choosing instructions is trivial. With vectors of 512 bits such a line takes a third of the time of the
//! interpreter's blocks, and microseconds to make. So there is code for processors with AVX-512, bodies over `f32` with conditions between them;
//! everything else is interpreted, by functions that are compiled for the processor as well.

mod assembler;
mod emit;
mod functions;
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
    let mut stays: Vec<bool> = body.inputs.iter().map(|input| !input.moves).collect();
    for member in &body.members {
        let does_stay = member.args.iter().all(|&arg| stays[usize::from(arg)]);
        let mut args = Vec::with_capacity(member.args.len());
        for &arg in &member.args {
            let known = &mut values[usize::from(arg)];
            let value = match *known {
                Some(value) => value,
                None => {
                    let input = body.inputs[usize::from(arg)];
                    if input.dtype != DType::F32 {
                        return Err(format!("an input has dtype {}", input.dtype.name()));
                    }
                    code.staying = !input.moves;
                    code.push(if input.moves { Kind::Load(arg) } else { Kind::LoadOne(arg) })
                }
            };
            *known = Some(value);
            args.push(value);
        }
        if !matches!(member.dtype, DType::F32 | DType::I1) {
            return Err(format!("{} gives dtype {}", member.op, member.dtype.name()));
        }
        code.staying = does_stay;
        let value = functions::member(&mut code, &member.op, &args, member.parameter.map(f64::from_bits));
        values.push(Some(value.ok_or_else(|| format!("{} has no vector code", member.op))?));
        stays.push(does_stay);
    }
    let result = match (body.members.last(), values.last()) {
        (Some(last), Some(&Some(result))) if last.dtype == DType::F32 => result,
        _ => return Err("the result is no f32".to_owned()),
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
