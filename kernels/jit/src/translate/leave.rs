//! Bailing out: counting kernels, checking the cancellation and the stack, and writing the record of a frame.

use super::Body;
use crate::scalar;
use cranelift_codegen::ir::{
    AbiParam, InstBuilder, MemFlagsData, Signature, Type, Value, condcodes::IntCC, types,
};
use cranelift_frontend::FunctionBuilder;
use std::mem::offset_of;
use tfrt_executor::{
    jit::{Exit, ExitFrame, ExitState, NativeContext},
    value::ScalarKind,
};

impl Body<'_, '_, '_> {
    /// Counts kernels of a call that has come to its end.
    pub(super) fn count(&mut self, kernels: usize) {
        let before = self.builder.use_var(self.kernels);
        let after = self.builder.ins().iadd_imm_s(before, kernels as i64);
        self.builder.def_var(self.kernels, after);
    }

    pub(super) fn flush(&mut self) {
        let offset = offset_of!(NativeContext, kernels);
        let before = self.load_context(types::I64, offset);
        let kernels = self.builder.use_var(self.kernels);
        let after = self.builder.ins().iadd(before, kernels);
        self.builder.ins().store(MemFlagsData::trusted(), after, self.context, offset as i32);
    }

    /// Leaves before this step of the last frame, on a condition.
    pub(super) fn leave_if(&mut self, condition: Value, step: u32) {
        self.leave_record_if(condition, Some(step));
    }

    /// Whether the request is cancelled. Read atomically: an ordinary load would be taken for an earlier one's value.
    pub(super) fn cancelled_now(&mut self) -> Value {
        self.builder.ins().atomic_load(types::I8, MemFlagsData::trusted(), self.cancelled)
    }

    pub(super) fn leave_if_cancelled(&mut self) {
        let cancelled = self.cancelled_now();
        self.leave_if(cancelled, 0);
    }

    /// Leaves at the beginning of an inner function: because it was cancelled, or for want of stack.
    pub(super) fn look_around(&mut self, recursive: bool) {
        if !recursive {
            return self.leave_if_cancelled();
        }
        let cancelled = self.cancelled_now();
        let limit = self.load_context(types::I64, offset_of!(NativeContext, stack_limit));
        let stack = self.builder.ins().get_stack_pointer(types::I64);
        let deep = self.builder.ins().icmp(IntCC::UnsignedLessThan, stack, limit);
        let leaves = self.builder.ins().bor(cancelled, deep);
        self.leave_if(leaves, 0);
    }

    /// Leaves, on a condition; the last frame is about to run a step, or waits.
    pub(super) fn leave_record_if(&mut self, condition: Value, next: Option<u32>) {
        let (leave, stay) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(leave);
        self.builder.ins().brif(condition, leave, &[], stay, &[]);
        self.go_on(leave);
        self.record(next);
        self.flush();
        let one = self.builder.ins().iconst(types::I64, 1);
        let mut returned = vec![one];
        if let Some(ty) = self.result {
            returned.push(zero(&mut self.builder, ty));
        }
        self.builder.ins().return_(&returned);
        self.go_on(stay);
    }

    /// Writes the record of an exit.
    pub(super) fn record(&mut self, next: Option<u32>) {
        let mut values: Vec<(ScalarKind, Value)> = Vec::new();
        values.extend(self.entered_loop.map(|left| (ScalarKind::I32, left)));
        let mut frames = Vec::with_capacity(self.frames.len());
        for (depth, frame) in self.frames.iter().enumerate() {
            let last = depth + 1 == self.frames.len();
            let (step, state, left) = match (next, frame.waiting) {
                (Some(step), _) if last => (step, ExitState::Next, None),
                (_, Some(waiting)) => waiting,
                (_, None) => unreachable!("a call that is not the last one waits"),
            };
            // A step that is next reads its operands again; one that waits does not.
            let first = step + 1 + u32::from(state != ExitState::Next);
            values.extend(left.map(|left| (ScalarKind::I32, left)));
            let last_reads = &self.shared.last_reads[frame.function as usize];
            let function = self.shared.function(frame.function);
            let mut registers = Vec::new();
            for &register in &frame.defined {
                let at = register as usize;
                if last_reads[at] >= first
                    && let Some(value) = frame.values[at]
                {
                    registers.push(register);
                    values.push((function.registers[at], value));
                }
            }
            debug_assert!(frame.in_memory || frame.defined.len() >= registers.len());
            frames.push(ExitFrame { function: frame.function, step, state, registers });
        }
        let number = self.shared.exits.len();
        self.shared.exits.push(Exit { entered_loop: self.entered_loop.is_some(), frames });

        let mut signature = Signature::new(self.shared.isa.default_call_conv());
        signature.params.extend([AbiParam::new(types::I64), AbiParam::new(types::I64)]);
        signature.returns.push(AbiParam::new(types::I64));
        let signature = self.builder.import_signature(signature);
        let reserve = self.load_context(types::I64, offset_of!(NativeContext, reserve));
        let count = self.builder.ins().iconst(types::I64, values.len() as i64 + 1);
        let call = self.builder.ins().call_indirect(signature, reserve, &[self.context, count]);
        let words = self.builder.inst_results(call)[0];
        let number = self.builder.ins().iconst(types::I64, number as i64);
        self.builder.ins().store(MemFlagsData::trusted(), number, words, 0);
        for (i, (kind, value)) in values.into_iter().enumerate() {
            scalar::store(&mut self.builder, kind, value, words, (i as i32 + 1) * 8);
        }
    }
}

fn zero(builder: &mut FunctionBuilder<'_>, ty: Type) -> Value {
    match ty {
        types::F32 => builder.ins().f32const(0.0),
        types::F64 => builder.ins().f64const(0.0),
        _ => builder.ins().iconst(ty, 0),
    }
}
