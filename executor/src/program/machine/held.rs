//! The memory of values that straight calls hold while they wait for the calls that they made.
//!
//! Which registers have a value at a call follows from the function's code: those of arguments and of earlier steps that a later step, or
//! the function's result, needs. A value that several owners share counts in part for each of them. Of payloads, strings and tensors in
//! host memory count; other types count as their cells.
//!
//! This runs when the memory for continuations grows, or when kernels have made a good part of the limit, so its cost is a fixed one
//! for each call, and for a number of bytes that were written, at most.

#![expect(unsafe_code, reason = "reads the registers of calls that wait")]

use crate::{
    program::{
        code::function::{ControlInst, FunctionCode},
        machine::{Caller, Cont},
    },
    tensor::Tensor,
    value::{AnyRef, ByteString, Value},
};
use rustc_hash::FxHashMap;

/// Bytes that the values of these calls hold, and those of a call that is about to wait.
pub(super) fn held_bytes(conts: &[Cont], last: Option<&Caller>) -> usize {
    let mut registers: FxHashMap<*const ControlInst, Box<[u32]>> = FxHashMap::default();
    let mut bytes = 0usize;
    let straight = conts.iter().filter_map(|cont| match cont {
        Cont::Straight(caller) => Some(caller),
        _ => None,
    });
    for caller in straight.chain(last) {
        // SAFETY: the caller waits, so its code and its instance live.
        let (code, inst) = unsafe { (&*caller.code, &*caller.inst) };
        for &register in &**registers.entry(caller.inst).or_insert_with(|| held_registers(code, inst)) {
            // SAFETY: an earlier step has written this register, which holds an object with a reference for the later step that
            // uses it. The call waits, so nothing takes that reference meanwhile.
            let value = unsafe { AnyRef::borrow_bits(caller.registers.add(register as usize).read()) };
            bytes = bytes.saturating_add(shared_bytes(&value));
        }
    }
    bytes
}

/// The registers that hold an object during this call: written before it, and used after it.
fn held_registers(code: &FunctionCode, inst: &ControlInst) -> Box<[u32]> {
    let function = code.function();
    let view = function.view();
    let mut is_used = vec![false; view.num_registers()];
    for step in inst.step + 1..code.num_kernels {
        for &register in view.kernel(code.position(step) as usize).operands() {
            is_used[register as usize] = true;
        }
    }
    for &register in function.result_registers() {
        is_used[register as usize] = true;
    }
    let written = (0..inst.step).flat_map(|step| view.kernel(code.position(step) as usize).results());
    let held = |register: &u32| is_used[*register as usize] && function.kinds[*register as usize].is_none();
    (0..function.num_args).chain(written).filter(held).collect()
}

/// The part of a value's memory that falls to one of its references.
fn shared_bytes(value: &AnyRef) -> usize {
    (value.cell_bytes().saturating_add(payload_bytes(value))) / (value.ref_count().max(1) as usize)
}

/// The part of an operand's payload that falls to one of the references that are not the callee's.
pub(super) fn shared_payload(operand: &Value) -> usize {
    match operand {
        Value::Async(value) if value.ref_count() > 1 => {
            payload_bytes(value) / (value.ref_count() as usize - 1)
        }
        _ => 0,
    }
}

/// Bytes of the payload, if it is there and a string or a tensor in host memory.
#[inline]
pub(in crate::program) fn payload_bytes(value: &AnyRef) -> usize {
    if let Some(string) = value.get::<ByteString>() {
        return string.0.len();
    }
    match value.get::<Tensor>() {
        Some(Tensor::Dense(tensor)) => tensor.bytes().len(),
        Some(Tensor::String(tensor)) => tensor.strings().iter().map(|string| string.len()).sum(),
        _ => 0,
    }
}
