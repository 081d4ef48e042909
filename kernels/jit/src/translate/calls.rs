//! Calls: of inlined functions, of inner functions, and of kernels' own functions; and the signatures of inner functions in
//! Cranelift's terms.

use super::{Body, DEEPEST, LARGEST, SMALL};
use crate::scalar;
use cranelift_codegen::{
    ir::{
        AbiParam, ExtFuncData, ExternalName, InstBuilder, MemFlagsData, Signature, UserExternalName, Value,
        types,
    },
    isa::{CallConv, TargetIsa},
};
use std::{mem::offset_of, ops::Range};
use tfrt_executor::{
    jit::{ExitState, NativeContext, Unit},
    kernel::SCALAR_FN_OPERANDS,
};

/// `fn(context, arguments…) -> (left, result)`.
pub(super) fn inner_signature(unit: &Unit, function: u32, isa: &dyn TargetIsa) -> Signature {
    let function = &unit.functions[function as usize];
    let mut signature = Signature::new(inner_convention(isa));
    signature.params.push(AbiParam::new(types::I64));
    let arguments = &function.registers[..function.arguments as usize];
    signature.params.extend(arguments.iter().map(|kind| AbiParam::new(scalar::clif_type(*kind))));
    signature.returns.push(AbiParam::new(types::I64));
    if let [result] = function.results[..] {
        signature.returns.push(AbiParam::new(scalar::clif_type(function.registers[result as usize])));
    }
    signature
}

/// The convention that passes most in registers.
fn inner_convention(isa: &dyn TargetIsa) -> CallConv {
    if cfg!(target_arch = "x86_64") { CallConv::Tail } else { isa.default_call_conv() }
}

impl Body<'_, '_, '_> {
    pub(super) fn translate_inner(mut self, index: u32) {
        let function = self.shared.function(index);
        if let [result] = function.results[..] {
            self.result = Some(scalar::clif_type(function.registers[result as usize]));
        }
        let params = self.params();
        self.begin(params[0]);
        self.push_frame(index, &params[1..], false);
        self.look_around(function.recursive);
        let results = self.body();
        if self.result.is_none() {
            self.store_results(&results);
        }
        self.flush();
        let zero = self.builder.ins().iconst(types::I64, 0);
        let mut returned = vec![zero];
        if self.result.is_some() {
            returned.extend(results);
        }
        self.builder.ins().return_(&returned);
        self.builder.finalize(self.shared.isa.frontend_config());
    }

    /// A call of a kernel's own function; its result, if it has one.
    pub(super) fn direct(
        &mut self,
        step: u32,
        number: usize,
        operands: &[u32],
        results: Range<u32>,
    ) -> Option<Value> {
        let mut args = Vec::with_capacity(SCALAR_FN_OPERANDS);
        for &register in operands {
            let (kind, value) = (self.kind(register), self.value(register));
            args.push(scalar::to_word(&mut self.builder, kind, value));
        }
        while args.len() < SCALAR_FN_OPERANDS {
            args.push(self.builder.ins().iconst(types::I64, 0));
        }
        let mut signature = Signature::new(self.shared.isa.default_call_conv());
        signature.params.extend([AbiParam::new(types::I64); SCALAR_FN_OPERANDS]);
        signature.returns.extend([AbiParam::new(types::I64); 2]);
        let signature = self.builder.import_signature(signature);
        // Neither the table nor its address changes while the unit runs.
        let constant = MemFlagsData::trusted().with_readonly();
        let offset = offset_of!(NativeContext, functions) as i32;
        let table = self.builder.ins().load(types::I64, constant, self.context, offset);
        let function = self.builder.ins().load(types::I64, constant, table, number as i32 * 8);
        let call = self.builder.ins().call_indirect(signature, function, &args);
        let (bits, failed) = match *self.builder.inst_results(call) {
            [bits, failed] => (bits, failed),
            _ => unreachable!("the signature has two results"),
        };
        self.leave_if(failed, step);
        let register = results.into_iter().next()?;
        let kind = self.kind(register);
        Some(scalar::from_word(&mut self.builder, kind, bits))
    }

    /// A call by the kernel of this step.
    pub(super) fn call(&mut self, step: u32, function: u32, args: &[Value]) -> Vec<Value> {
        self.wait(Some((step, ExitState::Calling, None)));
        let results = self.enter(function, args);
        self.wait(None);
        results
    }

    /// A call by the last frame, which is waiting.
    pub(super) fn enter(&mut self, index: u32, args: &[Value]) -> Vec<Value> {
        let callee = self.shared.function(index);
        let in_place = (callee.is_region || (callee.steps.len() <= SMALL && !callee.recursive))
            && self.frames.len() < DEEPEST
            && self.translated < LARGEST
            && self.frames.iter().all(|frame| frame.function != index);
        if in_place {
            self.push_frame(index, args, false);
            let results = self.body();
            self.frames.pop();
            return results;
        }
        let signature = inner_signature(self.shared.unit, index, self.shared.isa);
        if !self.shared.wanted.contains(&index) {
            self.shared.wanted.push(index);
        }
        let name = self.builder.func.declare_imported_user_function(UserExternalName::new(0, index));
        let signature = self.builder.import_signature(signature);
        let reference = self.builder.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        });
        let mut passed = vec![self.context];
        passed.extend(args);
        let call = self.builder.ins().call(reference, &passed);
        let returned = self.builder.inst_results(call).to_vec();
        self.leave_record_if(returned[0], None);
        if let [_, result] = returned[..] {
            return vec![result];
        }
        self.shared.results = self.shared.results.max(callee.results.len());
        let base = self.load_context(types::I64, offset_of!(NativeContext, results));
        let results = callee.results.iter().enumerate();
        results
            .map(|(i, &register)| {
                let kind = callee.registers[register as usize];
                scalar::load(&mut self.builder, kind, base, i as i32 * 8)
            })
            .collect()
    }

    /// Passes the results of the last frame's function in the context.
    pub(super) fn store_results(&mut self, values: &[Value]) {
        if values.is_empty() {
            return;
        }
        self.shared.results = self.shared.results.max(values.len());
        let base = self.load_context(types::I64, offset_of!(NativeContext, results));
        let registers = &self.function().results;
        for (i, (&register, &value)) in registers.iter().zip(values).enumerate() {
            let kind = self.kind(register);
            scalar::store(&mut self.builder, kind, value, base, i as i32 * 8);
        }
    }
}
