//! Loops over elements as machine code, for fused element-wise ops.
//!
//! * [`floats`]: each element-wise op of floats and conditions as vector code ([`vector`]);
//! * [`lanes`]: elementary functions, from their definitions in [`tfrt_numerics`];
//! * [`integers`]: those of integers, and [`casts`];
//! * [`avx2`]: the same with fewer instructions, for vectors of 256 bits;
//! * [`emit`]: registers, and the loop around the code;
//! * [`assembler`], [`encode`], [`opcodes`]: the instructions as bytes;
//! * [`cache`]: the compiled loops.
//!
//! Cranelift is not used here: its vectors have 128 bits on this architecture, and a loop is a straight line of arithmetic, for which
//! instruction selection is trivial. With vectors of 512 bits such a line takes a third of the time of the interpreter's blocks, and
//! microseconds to compile. There is code for processors with AVX-512 and for those with AVX2. On other processors, and for bodies
//! with functions that have no vector code, the interpreter runs, with functions that are compiled for the processor as well.

/// A pattern: the functions of StableHLO without code of their own for all numbers. Those that TensorFlow has too come as its functions
/// ([`tfrt_ops::Elementwise::equivalent`]).
macro_rules! of_stablehlo {
    () => {
        tfrt_ops::Elementwise::HloAbs
            | tfrt_ops::Elementwise::HloCbrt
            | tfrt_ops::Elementwise::HloCeil
            | tfrt_ops::Elementwise::HloConvert
            | tfrt_ops::Elementwise::HloCopy
            | tfrt_ops::Elementwise::HloCosine
            | tfrt_ops::Elementwise::HloExponential
            | tfrt_ops::Elementwise::HloExponentialMinusOne
            | tfrt_ops::Elementwise::HloFloor
            | tfrt_ops::Elementwise::HloImag
            | tfrt_ops::Elementwise::HloIsFinite
            | tfrt_ops::Elementwise::HloLog
            | tfrt_ops::Elementwise::HloLogPlusOne
            | tfrt_ops::Elementwise::HloLogistic
            | tfrt_ops::Elementwise::HloNegate
            | tfrt_ops::Elementwise::HloReal
            | tfrt_ops::Elementwise::HloRoundNearestEven
            | tfrt_ops::Elementwise::HloRsqrt
            | tfrt_ops::Elementwise::HloSign
            | tfrt_ops::Elementwise::HloSine
            | tfrt_ops::Elementwise::HloSqrt
            | tfrt_ops::Elementwise::HloTan
            | tfrt_ops::Elementwise::HloTanh
            | tfrt_ops::Elementwise::HloAcos
            | tfrt_ops::Elementwise::HloAcosh
            | tfrt_ops::Elementwise::HloAsin
            | tfrt_ops::Elementwise::HloAsinh
            | tfrt_ops::Elementwise::HloAtan
            | tfrt_ops::Elementwise::HloAtanh
            | tfrt_ops::Elementwise::HloCosh
            | tfrt_ops::Elementwise::HloSinh
            | tfrt_ops::Elementwise::HloErf
            | tfrt_ops::Elementwise::HloErfInv
            | tfrt_ops::Elementwise::HloLgamma
            | tfrt_ops::Elementwise::HloDigamma
            | tfrt_ops::Elementwise::HloBesselI1e
            | tfrt_ops::Elementwise::HloConj
            | tfrt_ops::Elementwise::HloAdd
            | tfrt_ops::Elementwise::HloAnd
            | tfrt_ops::Elementwise::HloAtan2
            | tfrt_ops::Elementwise::HloComplex
            | tfrt_ops::Elementwise::HloDivide
            | tfrt_ops::Elementwise::HloEqual
            | tfrt_ops::Elementwise::HloNotEqual
            | tfrt_ops::Elementwise::HloLess
            | tfrt_ops::Elementwise::HloLessEqual
            | tfrt_ops::Elementwise::HloGreater
            | tfrt_ops::Elementwise::HloGreaterEqual
            | tfrt_ops::Elementwise::HloTotalEqual
            | tfrt_ops::Elementwise::HloTotalNotEqual
            | tfrt_ops::Elementwise::HloTotalLess
            | tfrt_ops::Elementwise::HloTotalLessEqual
            | tfrt_ops::Elementwise::HloTotalGreater
            | tfrt_ops::Elementwise::HloTotalGreaterEqual
            | tfrt_ops::Elementwise::HloMultiply
            | tfrt_ops::Elementwise::HloOr
            | tfrt_ops::Elementwise::HloPower
            | tfrt_ops::Elementwise::HloRemainder
            | tfrt_ops::Elementwise::HloSubtract
            | tfrt_ops::Elementwise::HloXor
            | tfrt_ops::Elementwise::HloNextAfter
            | tfrt_ops::Elementwise::HloPolygamma
            | tfrt_ops::Elementwise::HloZeta
            | tfrt_ops::Elementwise::HloSelect
            | tfrt_ops::Elementwise::HloRoundToF4E2M1Fn
            | tfrt_ops::Elementwise::HloRoundToF6E2M3Fn
            | tfrt_ops::Elementwise::HloRoundToF6E3M2Fn
            | tfrt_ops::Elementwise::HloRoundToF8E3M4
            | tfrt_ops::Elementwise::HloRoundToF8E4M3
            | tfrt_ops::Elementwise::HloRoundToF8E4M3Fn
            | tfrt_ops::Elementwise::HloRoundToF8E4M3Fnuz
            | tfrt_ops::Elementwise::HloRoundToF8E4M3B11Fnuz
            | tfrt_ops::Elementwise::HloRoundToF8E5M2
            | tfrt_ops::Elementwise::HloRoundToF8E5M2Fnuz
            | tfrt_ops::Elementwise::HloRoundToF8E8M0Fnu
    };
}

mod assembler;
mod avx2;
pub(crate) mod cache;
mod casts;
mod emit;
mod encode;
mod floats;
mod integers;
mod lanes;
mod opcodes;
#[cfg(test)]
mod tests;
pub(crate) mod vector;

use std::time::{Duration, Instant};

use integers::Integer;
use memmap2::{Mmap, MmapMut};
use smallvec::SmallVec;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, LoopEntry, LoopMember};
use tfrt_executor::tensor::DType;
use tfrt_ops::Elementwise;
use vector::{Code, Kind, Memory, V};

/// Vectors that code is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// 256 bits: AVX2, with fused multiplication and addition and conversions of half-precision numbers.
    Avx2,
    /// 512 bits: AVX-512 (F, DQ and VL).
    Avx512,
}

impl Vectors {
    /// The longest ones of this processor; `None` if it has neither.
    pub fn of_host() -> Option<Vectors> {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("f16c");
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("bmi2");
            match (avx2, avx512) {
                (true, true) => Some(Vectors::Avx512),
                (true, false) => Some(Vectors::Avx2),
                _ => None,
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

/// A loop's code, and the cost of making it.
pub(crate) struct MadeLoop {
    pub compiled: CompiledLoop,
    /// Bytes of code.
    pub bytes: usize,
    pub time: Duration,
    /// The address of the code.
    pub start: usize,
}

/// The vector code of a body, as text; nothing if it has none.
pub(crate) fn listing(body: &LoopBody, most: Vectors) -> String {
    let vectors = Vectors::of_host().map_or(most, |host| host.min(most));
    vector_code(body, vectors).map_or_else(|_| String::new(), |(code, _)| code.to_string())
}

impl MadeLoop {
    /// The code in hexadecimal, for a disassembler.
    #[expect(unsafe_code, reason = "reads code as bytes")]
    pub(crate) fn hex(&self) -> String {
        let start = self.compiled.entry() as *const u8;
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

/// Makes the code of a body, with vectors that the processor has, and that are no longer than `most`; why there is none.
#[expect(unsafe_code, reason = "says that the code is that of the body")]
pub(crate) fn make(body: &LoopBody, most: Vectors) -> Result<MadeLoop, String> {
    let start = Instant::now();
    let host = Vectors::of_host().ok_or("the processor has no AVX2")?;
    let bytes = translate(body, host.min(most))?;
    let (memory, entry) = place(&bytes).map_err(|error| error.to_string())?;
    let address = memory.as_ptr().addr();
    // SAFETY: the code in `memory` was translated from this body, with the registers of `LoopEntry`.
    let compiled = unsafe { CompiledLoop::new(entry, std::sync::Arc::new(memory)) };
    Ok(MadeLoop { compiled, bytes: bytes.len(), time: start.elapsed(), start: address })
}

/// The bytes of the function.
fn translate(body: &LoopBody, vectors: Vectors) -> Result<Vec<u8>, String> {
    let (code, results) = vector_code(body, vectors)?;
    let code = emit::emit(&code, &results, body.inputs.len(), vectors);
    code.ok_or_else(|| "it needs too many registers".to_owned())
}

/// Appends the code of a function of arguments of these dtypes; `None` if it has none.
pub(crate) fn member_code(code: &mut Code, member: &LoopMember, args: &[V], dtypes: &[DType]) -> Option<V> {
    // The alternatives of a selection determine its dtype.
    let selects = matches!(member.op, Elementwise::Select | Elementwise::SelectV2);
    let dtype = *dtypes.get(usize::from(selects)).filter(|_| member.op.arity().takes(args.len()))?;
    if member.op == Elementwise::Cast {
        return casts::cast(code, args[0], dtype, member.dtype);
    }
    if selects {
        return floats::select(code, args);
    }
    match Integer::of(dtype) {
        Some(integer) => integers::member(code, member.op, args, integer),
        None => floats::member(code, member.op, args, dtype, member.parameter.map(f64::from_bits)),
    }
}

/// The vector code of a body, of instructions that there are, and its results.
fn vector_code(body: &LoopBody, vectors: Vectors) -> Result<(Code, Vec<emit::Stored>), String> {
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
        let known: SmallVec<[DType; 3]> = (0..args.len()).filter_map(of).collect();
        let value = member_code(&mut code, member, &args, &known);
        values.push(Some(value.ok_or_else(|| {
            let dtypes: Vec<&str> = (0..args.len()).filter_map(of).map(|dtype| dtype.name()).collect();
            format!("{} of {} has no vector code", member.op.op(), dtypes.join(", "))
        })?));
        dtypes.push(member.dtype);
        stays.push(does_stay);
    }
    if body.members.is_empty() {
        return Err("it computes nothing".to_owned());
    }
    let last = values.len() - 1;
    if let (Some(reduction), Some(x)) = (body.reduction, values[last]) {
        if dtypes[last] != DType::F32 || stays[last] {
            return Err("what is reduced has no vector code".to_owned());
        }
        code.staying = false;
        values.push(Some(floats::with_parts(&mut code, reduction, x)));
        dtypes.push(DType::F32);
    }
    let last = (values.len() - 1) as u16;
    let results = body.also.iter().chain([&last]).map(|&result| {
        let at = usize::from(result);
        let value = values[at].ok_or("a result is an input")?;
        Ok((value, memory(dtypes[at])?))
    });
    let mut results: Vec<emit::Stored> = results.collect::<Result<_, String>>()?;
    if vectors == Vectors::Avx2 {
        let (legal, values) = avx2::legal(&code);
        code = legal;
        results.iter_mut().for_each(|(value, _)| *value = values[value.0 as usize]);
    }
    Ok((code, results))
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
