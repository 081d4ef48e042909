//! Functions that code of rounds calls.

#![expect(unsafe_code, reason = "calls functions by their addresses, for code")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use cranelift_codegen::ir::{AbiParam, InstBuilder, SigRef, Signature, Type, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::BlockFn;
use tfrt_executor::jit::rounds::StepCall;

/// Computes one element by the block function at an address; whether it did not panic.
///
/// # Safety
/// There is a [`BlockFn`] at the address; the other arguments are as it wants them, for one element.
unsafe extern "C" fn block_of_one(function: usize, args: *const *const u8, out: *mut u8) -> u8 {
    // SAFETY: the caller says that there is such a function.
    let function = unsafe { std::mem::transmute::<usize, BlockFn>(function) };
    // An op that panics does so again where it is reported.
    // SAFETY: the caller says that the arguments are right.
    let run = || unsafe { function(args, out, 1) };
    u8::from(catch_unwind(AssertUnwindSafe(run)).is_ok())
}

/// Operands and results of a step that need no list on the heap.
const FEW: usize = 6;

/// Runs a step; whether it has computed its results.
///
/// # Safety
/// Each operand and each result of the call has as many bytes at its address as the call says. Those of a result overlap nothing else.
unsafe extern "C" fn run_step(
    call: *const StepCall<'_>,
    operands: *const *const u8,
    results: *const *mut u8,
) -> u8 {
    // SAFETY: the caller says that there is a call.
    let StepCall { step, operands: read, results: written } = unsafe { *call };
    let mut from: SmallVec<[&[u8]; FEW]> = SmallVec::new();
    for (i, &bytes) in read.iter().enumerate() {
        // SAFETY: the caller says that there are so many addresses, and so many bytes at each.
        from.push(unsafe { std::slice::from_raw_parts(*operands.add(i), bytes) });
    }
    let mut to: SmallVec<[&mut [u8]; FEW]> = SmallVec::new();
    for (i, &bytes) in written.iter().enumerate() {
        // SAFETY: the caller says that there are so many addresses, so many bytes at each, and that those of a result overlap nothing else.
        to.push(unsafe { std::slice::from_raw_parts_mut(*results.add(i), bytes) });
    }
    // An op that panics does so again where it is reported.
    let run = AssertUnwindSafe(|| step.run(&from, &mut to));
    u8::from(matches!(catch_unwind(run), Ok(true)))
}

/// Copies bytes between places that do not overlap.
///
/// # Safety
/// There are so many bytes at both places, which do not overlap.
unsafe extern "C" fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    // SAFETY: the caller says that there are so many bytes at both places, which do not overlap.
    unsafe { to.copy_from_nonoverlapping(from, bytes) }
}

extern "C" fn to_half(x: f32) -> u32 {
    u32::from(half::f16::from_f32(x).to_bits())
}

extern "C" fn from_half(bits: u32) -> f32 {
    half::f16::from_bits(bits as u16).to_f32()
}

/// Writes calls.
pub(super) struct Helpers {
    convention: CallConv,
    signatures: FxHashMap<(Vec<Type>, Option<Type>), SigRef>,
}

impl Helpers {
    pub(super) fn new(convention: CallConv) -> Helpers {
        Helpers { convention, signatures: FxHashMap::default() }
    }

    /// The result of a call of what is at an address.
    pub(super) fn call(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        address: usize,
        args: &[Value],
        result: Option<Type>,
    ) -> Option<Value> {
        let params: Vec<Type> = args.iter().map(|&arg| builder.func.dfg.value_type(arg)).collect();
        let convention = self.convention;
        let signature = *self.signatures.entry((params, result)).or_insert_with_key(|(params, result)| {
            let mut signature = Signature::new(convention);
            signature.params.extend(params.iter().map(|&ty| AbiParam::new(ty)));
            signature.returns.extend(result.map(AbiParam::new));
            builder.import_signature(signature)
        });
        let callee = builder.ins().iconst(types::I64, address as i64);
        let call = builder.ins().call_indirect(signature, callee, args);
        builder.inst_results(call).first().copied()
    }

    /// Whether a block function has computed an element.
    pub(super) fn block_of_one(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        function: usize,
        args: Value,
        out: Value,
    ) -> Option<Value> {
        let function = builder.ins().iconst(types::I64, function as i64);
        self.call(builder, block_of_one as *const () as usize, &[function, args, out], Some(types::I8))
    }

    /// Whether a step has computed its results, by its call, and lists of the places of operands and results.
    pub(super) fn step(&mut self, builder: &mut FunctionBuilder<'_>, args: [Value; 3]) -> Option<Value> {
        self.call(builder, run_step as *const () as usize, &args, Some(types::I8))
    }

    /// Copies bytes between places that do not overlap.
    pub(super) fn copy(&mut self, builder: &mut FunctionBuilder<'_>, to: Value, from: Value, bytes: usize) {
        let bytes = builder.ins().iconst(types::I64, bytes as i64);
        self.call(builder, copy as *const () as usize, &[to, from, bytes], None);
    }

    /// The bits of the nearest `f16`.
    pub(super) fn half_of(&mut self, builder: &mut FunctionBuilder<'_>, x: Value) -> Value {
        let made = self.call(builder, to_half as *const () as usize, &[x], Some(types::I32));
        made.unwrap_or_else(|| builder.ins().iconst(types::I32, 0))
    }

    /// The `f32` of the bits of an `f16`.
    pub(super) fn number_of_half(&mut self, builder: &mut FunctionBuilder<'_>, bits: Value) -> Value {
        let made = self.call(builder, from_half as *const () as usize, &[bits], Some(types::F32));
        made.unwrap_or_else(|| builder.ins().f32const(0.0))
    }
}
