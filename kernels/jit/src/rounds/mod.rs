//! Loops of rounds as one Cranelift function, with what the rounds carry in registers.
//!
//! The function is a [`RoundsEntry`](tfrt_executor::jit::rounds::RoundsEntry). Functions of one element become instructions, of the
//! vector code that fused loops are made of ([`lanes`]); functions without vector code become calls of their block functions ([`helpers`]). Loops
//! over several elements are calls of their own machine code, and steps are calls of the prepared op. Updates of carried values come last in a
//! round, when nothing can make the code leave any more: until then the round has changed nothing but places that no carried value has.
//! [`layout`] checks what this relies on.
//!
//! A round starts at the head of the loop with the carried numbers as the head's parameters, and with the places of those values of several
//! elements that change theirs. Wherever the code comes back, these are what it stores.

mod helpers;
mod lanes;
mod layout;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, MemFlagsData, Signature, StackSlot, StackSlotData,
    StackSlotKind, Type, Value, types,
};
use cranelift_codegen::isa::{TargetFrontendConfig, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use rustc_hash::FxHashMap;
use tfrt_executor::jit::loops::CompiledLoop;
use tfrt_executor::jit::rounds::{RoundConstant, RoundMember, RoundStart, RoundValue, Rounds, RoundsBody};
use tfrt_executor::tensor::DType;

use crate::loops::member_code;
use crate::loops::vector::{Code, Kind, Memory, V};
use helpers::Helpers;
use lanes::{Lane, Lanes, integer};
use layout::Layout;

/// Bytes that are copied without a call.
const FEW_BYTES: usize = 256;

/// Instructions of vector code in a body at most: more take too long to compile.
const MOST_INSTRUCTIONS: usize = 4096;

/// The function of a body. `loops` has the code of each loop over several elements, in order.
pub(crate) fn translate(
    body: &RoundsBody,
    loops: &[Arc<CompiledLoop>],
    isa: &dyn TargetIsa,
) -> Result<Function, String> {
    let layout = Layout::of(body)?;
    let mut function = Function::new();
    function.signature = Signature::new(isa.default_call_conv());
    function.signature.params.extend([AbiParam::new(types::I64), AbiParam::new(types::I64)]);
    function.signature.returns.push(AbiParam::new(types::I64));
    let mut context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut function, &mut context);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let [places, most] = builder.block_params(entry)[..] else {
        return Err("it has no arguments".to_owned());
    };
    let exit = builder.create_block();
    let status = builder.append_block_param(exit, types::I64);
    let count = layout.values.len();
    let emitter = Emitter {
        body,
        layout: &layout,
        loops,
        builder,
        helpers: Helpers::new(isa.default_call_conv()),
        lanes: vec![None; count],
        homes: vec![None; count],
        exit,
        instructions: 0,
        slots: FxHashMap::default(),
        used: 0,
        places,
        steps: 0,
    };
    emitter.write(isa.frontend_config(), [most, status])?;
    Ok(function)
}

/// The type of numbers of a dtype in registers.
fn register(dtype: DType) -> Type {
    match dtype {
        DType::I1 => types::I8,
        DType::F32 | DType::F16 | DType::BF16 => types::F32,
        DType::F64 => types::F64,
        DType::I64 | DType::UI64 => types::I64,
        _ => types::I32,
    }
}

struct Emitter<'a, 'f> {
    body: &'a RoundsBody,
    layout: &'a Layout,
    loops: &'a [Arc<CompiledLoop>],
    builder: FunctionBuilder<'f>,
    helpers: Helpers,
    /// Values of one element.
    lanes: Vec<Option<Lane>>,
    /// The places of values of several.
    homes: Vec<Option<Value>>,
    /// Where the code comes back, with the number of how it does.
    exit: Block,
    /// Instructions of vector code so far.
    instructions: usize,
    /// Room on the stack, by how much the member took before and how many words it is.
    slots: FxHashMap<(usize, usize), StackSlot>,
    used: usize,
    /// The pointers that the function gets.
    places: Value,
    /// Steps so far.
    steps: usize,
}

impl Emitter<'_, '_> {
    fn write(mut self, config: TargetFrontendConfig, [most, status]: [Value; 2]) -> Result<(), String> {
        let (body, layout, places) = (self.body, self.layout, self.places);
        let carried = body.carried.len();
        // What stays the same in all rounds is read once.
        let is_changing = |value: usize| usize::from(body.next[value]) != value;
        let mut first = vec![most];
        for (i, value) in layout.values.iter().enumerate() {
            if value.count > 1 {
                let place = self.place(i);
                self.homes[i] = Some(place);
            } else if i < carried {
                let place = self.place(i);
                let lane = self.load(value.dtype, place);
                match is_changing(i) {
                    true => first.push(lane.value(&mut self.builder, register(value.dtype))),
                    false => self.lanes[i] = Some(lane),
                }
            }
        }
        first.extend(layout.turns.iter().filter_map(|&(to, _)| self.homes[to]));
        let head = self.builder.create_block();
        for &value in &first {
            let ty = self.builder.func.dfg.value_type(value);
            self.builder.append_block_param(head, ty);
        }
        for (i, constant) in body.constants.iter().enumerate() {
            if let RoundConstant::One(dtype, bits) = *constant {
                self.lanes[carried + i] = Some(self.constant(dtype, bits));
            }
        }
        self.jump(head, &first);
        self.builder.switch_to_block(head);

        let mut params = self.builder.block_params(head).to_vec().into_iter();
        let left = params.next().ok_or("the loop has no head")?;
        let mut numbers = Vec::new();
        let changing = |&(i, value): &(usize, &RoundValue)| value.count == 1 && is_changing(i);
        for (i, value) in body.carried.iter().enumerate().filter(changing) {
            let number = params.next().ok_or("the loop has no head")?;
            numbers.push((i, value.dtype));
            self.lanes[i] = Some(Lane::of(&self.builder, number));
        }
        for (&(to, _), place) in layout.turns.iter().zip(params) {
            self.homes[to] = Some(place);
        }
        let start = (self.lanes.clone(), self.homes.clone());

        let none = self.builder.ins().icmp_imm_s(IntCC::Equal, left, 0);
        self.leave_if(none, Rounds::More);
        let mut loops = self.loops.iter();
        for (at, member) in body.members[..body.condition].iter().enumerate() {
            self.member(layout.first[at], member, &mut loops)?;
        }
        let truth = self.lane(body.truth)?.value(&mut self.builder, types::I8);
        let ended = self.builder.ins().icmp_imm_s(IntCC::Equal, truth, 0);
        self.leave_if(ended, Rounds::Ended);
        for (at, member) in body.members.iter().enumerate().skip(body.condition) {
            self.member(layout.first[at], member, &mut loops)?;
        }
        self.updates()?;

        let mut next = vec![self.builder.ins().iadd_imm_s(left, -1)];
        for &(i, dtype) in &numbers {
            let lane = self.lane(body.next[i])?;
            next.push(lane.value(&mut self.builder, register(dtype)));
        }
        for &(_, from) in &layout.turns {
            next.push(self.homes[from].ok_or("a value has no place")?);
        }
        self.jump(head, &next);
        self.builder.seal_block(head);

        // What the round started with.
        (self.lanes, self.homes) = start;
        self.builder.switch_to_block(self.exit);
        self.builder.seal_block(self.exit);
        for (i, dtype) in numbers {
            let place = self.place(i);
            let lane = self.lanes[i].ok_or("a value has no register")?;
            self.store(dtype, lane, place);
        }
        for &(to, _) in &layout.turns {
            let home = self.homes[to].ok_or("a value has no place")?;
            self.builder.ins().store(MemFlagsData::trusted(), home, places, to as i32 * 8);
        }
        self.builder.ins().return_(&[status]);
        self.builder.finalize(config);
        Ok(())
    }

    /// The pointer of a value, or, after those, of the call of a step.
    fn place(&mut self, value: usize) -> Value {
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.places, value as i32 * 8)
    }

    fn jump(&mut self, to: Block, args: &[Value]) {
        let args: Vec<BlockArg> = args.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().jump(to, &args);
    }

    /// Comes back if a condition is true, else goes on.
    fn leave_if(&mut self, condition: Value, how: Rounds) {
        leave_if(&mut self.builder, self.exit, condition, how);
    }

    fn lane(&self, value: u16) -> Result<Lane, String> {
        self.lanes[usize::from(value)]
            .ok_or_else(|| "a value of several elements is taken for one".to_owned())
    }

    fn home(&self, value: u16) -> Result<Value, String> {
        self.homes[usize::from(value)].ok_or_else(|| "a value of one element is taken for several".to_owned())
    }

    fn constant(&mut self, dtype: DType, bits: u64) -> Lane {
        let builder = &mut self.builder;
        let value = match dtype {
            DType::F32 => builder.ins().f32const(f32::from_bits(bits as u32)),
            DType::BF16 => builder.ins().f32const(f32::from_bits((bits as u32) << 16)),
            DType::F16 => builder.ins().f32const(half::f16::from_bits(bits as u16).to_f32()),
            DType::F64 => builder.ins().f64const(f64::from_bits(bits)),
            DType::I1 => builder.ins().iconst(types::I8, i64::from(bits & 0xff != 0)),
            DType::I8 => builder.ins().iconst(types::I32, i64::from(bits as i8)),
            DType::UI8 => builder.ins().iconst(types::I32, i64::from(bits as u8)),
            DType::I16 => builder.ins().iconst(types::I32, i64::from(bits as i16)),
            DType::UI16 => builder.ins().iconst(types::I32, i64::from(bits as u16)),
            DType::I64 | DType::UI64 => builder.ins().iconst(types::I64, bits as i64),
            _ => builder.ins().iconst(types::I32, i64::from(bits as i32)),
        };
        Lane::of(&self.builder, value)
    }

    /// Reads an element.
    fn load(&mut self, dtype: DType, at: Value) -> Lane {
        let flags = MemFlagsData::trusted();
        let builder = &mut self.builder;
        let value = match dtype {
            DType::I1 => {
                let byte = builder.ins().load(types::I8, flags, at, 0);
                builder.ins().icmp_imm_s(IntCC::NotEqual, byte, 0)
            }
            DType::I8 => builder.ins().sload8(types::I32, flags, at, 0),
            DType::UI8 => builder.ins().uload8(types::I32, flags, at, 0),
            DType::I16 => builder.ins().sload16(types::I32, flags, at, 0),
            DType::UI16 => builder.ins().uload16(types::I32, flags, at, 0),
            DType::F16 => {
                let bits = builder.ins().uload16(types::I32, flags, at, 0);
                self.helpers.number_of_half(builder, bits)
            }
            DType::BF16 => {
                let bits = builder.ins().uload16(types::I32, flags, at, 0);
                let bits = builder.ins().ishl_imm_u(bits, 16);
                builder.ins().bitcast(types::F32, MemFlagsData::new(), bits)
            }
            _ => builder.ins().load(register(dtype), flags, at, 0),
        };
        Lane::of(&self.builder, value)
    }

    /// Writes an element.
    fn store(&mut self, dtype: DType, lane: Lane, at: Value) {
        let flags = MemFlagsData::trusted();
        let value = lane.value(&mut self.builder, register(dtype));
        let builder = &mut self.builder;
        match dtype {
            DType::I8 | DType::UI8 => builder.ins().istore8(flags, value, at, 0),
            DType::I16 | DType::UI16 => builder.ins().istore16(flags, value, at, 0),
            DType::F16 => {
                let bits = self.helpers.half_of(builder, value);
                builder.ins().istore16(flags, bits, at, 0)
            }
            DType::BF16 => {
                let bits = builder.ins().bitcast(types::I32, MemFlagsData::new(), value);
                let bits = builder.ins().ushr_imm_u(bits, 16);
                builder.ins().istore16(flags, bits, at, 0)
            }
            _ => builder.ins().store(flags, value, at, 0),
        };
    }

    /// Room on the stack for so many words, as long as a member is written: all members share it.
    fn words(&mut self, count: usize) -> Value {
        let builder = &mut self.builder;
        let slot = *self.slots.entry((self.used, count)).or_insert_with(|| {
            let size = count.max(1) as u32 * 8;
            builder.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3))
        });
        self.used += 1;
        builder.ins().stack_addr(types::I64, slot, 0)
    }

    /// Computes the values of a member, of which `first` is the first.
    fn member(
        &mut self,
        first: usize,
        member: &RoundMember,
        loops: &mut std::slice::Iter<'_, Arc<CompiledLoop>>,
    ) -> Result<(), String> {
        self.used = 0;
        match member {
            RoundMember::One { member, function } => {
                let dtypes: Vec<DType> =
                    member.args.iter().map(|&arg| self.layout.values[usize::from(arg)].dtype).collect();
                let inputs: Vec<Lane> =
                    member.args.iter().map(|&arg| self.lane(arg)).collect::<Result<_, _>>()?;
                let mut code = Code::default();
                let load = |(i, &dtype): (usize, &DType)| {
                    let memory =
                        Memory::of(dtype).ok_or_else(|| format!("there is dtype {}", dtype.name()))?;
                    Ok(code.push(Kind::Load(i as u16, memory)))
                };
                let args: Vec<V> = dtypes.iter().enumerate().map(load).collect::<Result<_, String>>()?;
                let lane = match member_code(&mut code, member, &args, &dtypes) {
                    Some(result) => {
                        self.instructions += code.instructions.len();
                        if self.instructions > MOST_INSTRUCTIONS {
                            return Err(format!("it has more than {MOST_INSTRUCTIONS} instructions"));
                        }
                        let exit = self.exit;
                        let lanes = Lanes::new(&mut self.builder, &mut self.helpers, &inputs, &code);
                        lanes.write(result, &mut |builder, mask| {
                            let left = builder.ins().icmp_imm_s(IntCC::NotEqual, mask, 0);
                            leave_if(builder, exit, left, Rounds::Left);
                        })?
                    }
                    None => self.function(*function, &inputs, &dtypes, member.parameter, member.dtype)?,
                };
                self.lanes[first] = Some(lane);
            }
            RoundMember::Several { body, args, count } => {
                let code = loops.next().ok_or("a loop has no code")?;
                let others = body.also.len();
                let list = self.words(args.len() + others);
                self.list(args, list)?;
                for i in 0..others {
                    let place = self.homes[first + i].ok_or("a value has no place")?;
                    let at = (args.len() + i) as i32 * 8;
                    self.builder.ins().store(MemFlagsData::trusted(), place, list, at);
                }
                let out = self.homes[first + others].ok_or("a value has no place")?;
                let count = self.builder.ins().iconst(types::I64, *count as i64);
                let address = code.entry() as *const () as usize;
                let (builder, args) = (&mut self.builder, [list, out, count]);
                let done = self.helpers.call(builder, address, &args, Some(types::I64));
                let done = done.ok_or("a loop gives nothing")?;
                let left = self.builder.ins().icmp(IntCC::NotEqual, done, count);
                self.leave_if(left, Rounds::Left);
            }
            RoundMember::Slice { of, first: start, at, count } => {
                let dtype = self.layout.values[first].dtype;
                let from = self.element(*of, at)?;
                let from = self.builder.ins().iadd_imm_s(from, (start * size_of(dtype)?) as i64);
                if *count == 1 {
                    self.lanes[first] = Some(self.load(dtype, from));
                } else {
                    let to = self.homes[first].ok_or("a value has no place")?;
                    self.copy(to, from, count * size_of(dtype)?);
                }
            }
            RoundMember::Join { args } => {
                let to = self.homes[first].ok_or("a value has no place")?;
                let mut at = 0;
                for &arg in args {
                    let value = self.layout.values[usize::from(arg)];
                    let place = self.builder.ins().iadd_imm_s(to, at as i64);
                    at += value.count * size_of(value.dtype)?;
                    match self.homes[usize::from(arg)] {
                        Some(from) => self.copy(place, from, value.count * size_of(value.dtype)?),
                        None => {
                            let lane = self.lane(arg)?;
                            self.store(value.dtype, lane, place);
                        }
                    }
                }
            }
            RoundMember::Update { of, .. } => self.homes[first] = Some(self.home(*of)?),
            RoundMember::Step { args, results } => {
                let lists = [self.words(args.len()), self.words(results.len())];
                self.list(args, lists[0])?;
                let mut numbers = Vec::new();
                for (i, result) in results.iter().enumerate() {
                    let place = match self.homes[first + i] {
                        Some(home) => home,
                        None => {
                            let place = self.words(1);
                            numbers.push((first + i, result.dtype, place));
                            place
                        }
                    };
                    self.builder.ins().store(MemFlagsData::trusted(), place, lists[1], i as i32 * 8);
                }
                let call = self.place(self.layout.values.len() + self.steps);
                self.steps += 1;
                let done = self.helpers.step(&mut self.builder, [call, lists[0], lists[1]]);
                let done = done.ok_or("a step gives nothing")?;
                let left = self.builder.ins().icmp_imm_s(IntCC::Equal, done, 0);
                self.leave_if(left, Rounds::Left);
                for (value, dtype, place) in numbers {
                    self.lanes[value] = Some(self.load(dtype, place));
                }
            }
        }
        Ok(())
    }

    /// Writes the places of values to a list: numbers get one.
    fn list(&mut self, values: &[u16], list: Value) -> Result<(), String> {
        for (i, &number) in values.iter().enumerate() {
            let place = match self.homes[usize::from(number)] {
                Some(home) => home,
                None => {
                    let (lane, place) = (self.lane(number)?, self.words(1));
                    self.store(self.layout.values[usize::from(number)].dtype, lane, place);
                    place
                }
            };
            self.builder.ins().store(MemFlagsData::trusted(), place, list, i as i32 * 8);
        }
        Ok(())
    }

    /// The value of a block function of one element.
    fn function(
        &mut self,
        function: usize,
        inputs: &[Lane],
        dtypes: &[DType],
        parameter: Option<u64>,
        result: DType,
    ) -> Result<Lane, String> {
        let list = self.words(inputs.len() + 1);
        let places: Vec<Value> = (0..inputs.len() + 1).map(|_| self.words(1)).collect();
        for ((i, (&lane, &dtype)), &place) in inputs.iter().zip(dtypes).enumerate().zip(&places) {
            self.store(dtype, lane, place);
            self.builder.ins().store(MemFlagsData::trusted(), place, list, i as i32 * 8);
        }
        if let (Some(parameter), Some(&place)) = (parameter, places.last()) {
            let bits = self.builder.ins().iconst(types::I64, parameter as i64);
            self.builder.ins().store(MemFlagsData::trusted(), bits, place, 0);
            self.builder.ins().store(MemFlagsData::trusted(), place, list, inputs.len() as i32 * 8);
        }
        let out = self.words(1);
        let done = self.helpers.block_of_one(&mut self.builder, function, list, out);
        let done = done.ok_or("a function gives nothing")?;
        let left = self.builder.ins().icmp_imm_s(IntCC::Equal, done, 0);
        self.leave_if(left, Rounds::Left);
        Ok(self.load(result, out))
    }

    /// The address of an element.
    fn element(&mut self, of: u16, at: &[RoundStart]) -> Result<Value, String> {
        let mut address = self.home(of)?;
        let size = size_of(self.layout.values[usize::from(of)].dtype)? as i64;
        for start in at.iter().filter(|start| start.most > 0 && start.step > 0) {
            let dtype = self.layout.values[usize::from(start.index)].dtype;
            let index = self.lane(start.index)?.value(&mut self.builder, register(dtype));
            let builder = &mut self.builder;
            let index = match dtype {
                DType::I64 => index,
                _ => builder.ins().sextend(types::I64, index),
            };
            let (least, most) =
                (builder.ins().iconst(types::I64, 0), builder.ins().iconst(types::I64, start.most));
            let index = builder.ins().smax(index, least);
            let index = builder.ins().smin(index, most);
            let offset = builder.ins().imul_imm_s(index, start.step * size);
            address = builder.ins().iadd(address, offset);
        }
        Ok(address)
    }

    /// Copies bytes between places that do not overlap.
    fn copy(&mut self, to: Value, from: Value, bytes: usize) {
        if bytes > FEW_BYTES {
            return self.helpers.copy(&mut self.builder, to, from, bytes);
        }
        let mut at = 0;
        for ty in [types::I8X16, types::I64, types::I32, types::I16, types::I8] {
            while bytes - at >= ty.bytes() as usize {
                // Elements of less than 16 bytes are aligned for themselves.
                let flags = MemFlagsData::new().with_notrap();
                let part = self.builder.ins().load(ty, flags, from, at as i32);
                self.builder.ins().store(flags, part, to, at as i32);
                at += ty.bytes() as usize;
            }
        }
    }

    /// Writes what is updated, in order.
    fn updates(&mut self) -> Result<(), String> {
        for member in &self.body.members {
            let RoundMember::Update { of, elements, at } = member else { continue };
            let to = self.element(*of, at)?;
            let value = self.layout.values[usize::from(*elements)];
            match self.homes[usize::from(*elements)] {
                Some(from) => self.copy(to, from, value.count * size_of(value.dtype)?),
                None => {
                    let lane = self.lane(*elements)?;
                    self.store(value.dtype, lane, to);
                }
            }
        }
        Ok(())
    }
}

fn size_of(dtype: DType) -> Result<usize, String> {
    dtype.size().ok_or_else(|| format!("there is dtype {}", dtype.name()))
}

/// Comes back if a condition is true, else goes on.
fn leave_if(builder: &mut FunctionBuilder<'_>, exit: Block, condition: Value, how: Rounds) {
    let on = builder.create_block();
    let leave = builder.create_block();
    builder.set_cold_block(leave);
    builder.ins().brif(condition, leave, &[], on, &[]);
    builder.switch_to_block(leave);
    builder.seal_block(leave);
    let number = integer(builder, crate::loops::vector::Width::Double, how as u64);
    builder.ins().jump(exit, &[BlockArg::from(number)]);
    builder.switch_to_block(on);
    builder.seal_block(on);
}
