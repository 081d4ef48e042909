//! A unit as Cranelift functions.
//!
//! The unit's entry, and each callee that is not inlined, becomes a function. Regions and small functions are inlined, so
//! branches and loops become blocks, and values of registers stay values.
//!
//! Inner functions take the context and the arguments. They return whether they bailed out (the contract of
//! [`tfrt_executor::jit`]), and their result if there is just one; several results are passed through the context. If a
//! callee bails out, its caller adds its own record and bails out as well.
//!
//! A function that may recurse checks the stack on entry. Every inner function, and every iteration of a loop (or every few
//! iterations of a short one), checks whether the request is cancelled.
//!
//! [`calls`] has calls, [`control`] branches and loops, [`leave`] the records that code writes when it bails
//! out.

mod calls;
mod control;
mod leave;

use calls::inner_signature;

use crate::scalar::{self, Operation};
use cranelift_codegen::{
    ir::{AbiParam, Block, BlockArg, Function, InstBuilder, MemFlagsData, Signature, Type, Value, types},
    isa::TargetIsa,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use std::{mem::offset_of, rc::Rc};
use tfrt_executor::{
    jit::{Exit, ExitState, NativeContext, Unit, UnitEntry, UnitFunction, UnitStep},
    kernel::Control,
    value::ScalarKind,
};
use tfrt_scalars::table::ScalarKernel;

/// Kernels of a function that is translated in place where it is called.
const SMALL: usize = 24;
/// Kernels of a loop's body that is translated several times.
const SMALLEST: usize = 8;
/// Iterations of such a loop between two checks of the cancellation.
const COPIES: i64 = 8;
/// Functions translated in place inside each other.
const DEEPEST: usize = 24;
/// Kernels of one Cranelift function, after which nothing more is translated in place.
const LARGEST: usize = 16_384;

/// The Cranelift functions of a unit: the entry, then those it needs.
#[derive(Debug)]
pub struct Translated {
    /// Each with the unit's function it is of; the entry is the first.
    pub functions: Vec<(u32, Function)>,
    /// The unit's exits.
    pub exits: Vec<Exit>,
    /// Words that the context's results must have.
    pub results: usize,
    /// Functions of kernels that are called, in the order of the table that the code reads.
    pub called: Vec<Box<str>>,
}

/// Translates a unit. `kernels` has those that the unit knows by number.
pub fn translate(unit: &Unit, kernels: &[&ScalarKernel], isa: &dyn TargetIsa) -> Translated {
    let mut context = FunctionBuilderContext::new();
    let mut shared = Shared {
        unit,
        kernels,
        isa,
        exits: Vec::new(),
        results: 0,
        wanted: Vec::new(),
        called: Vec::new(),
        last_reads: unit.functions.iter().map(|function| Rc::from(last_reads(function))).collect(),
    };
    let mut entry = Function::new();
    entry.signature = entry_signature(isa);
    Body::new(&mut shared, &mut entry, &mut context).translate_entry();
    let mut functions = vec![(0, entry)];
    let mut done = 0;
    while let Some(&wanted) = shared.wanted.get(done) {
        done += 1;
        let mut inner = Function::new();
        inner.signature = inner_signature(unit, wanted, isa);
        Body::new(&mut shared, &mut inner, &mut context).translate_inner(wanted);
        functions.push((wanted, inner));
    }
    let Shared { exits, results, called, .. } = shared;
    let called = called.into_iter().map(|(_, name)| name).collect();
    Translated { functions, exits, results, called }
}

/// The last step that reads each register, plus one; 0 if none does; the results are read after all steps.
fn last_reads(function: &UnitFunction) -> Vec<u32> {
    let mut last = vec![0; function.registers.len()];
    for (step, kernel) in function.steps.iter().enumerate() {
        let mut read = |register: u32| last[register as usize] = step as u32 + 1;
        match kernel {
            UnitStep::Scalar { operands, .. } | UnitStep::Function { operands, .. } => {
                operands.iter().copied().for_each(read);
            }
            UnitStep::Control { operands, selector, control, .. } => {
                operands.iter().copied().for_each(&mut read);
                if *control != Control::Call {
                    read(*selector);
                }
            }
        }
    }
    for &register in &function.results {
        last[register as usize] = u32::MAX;
    }
    last
}

/// Offset of a register of the call that was entered.
fn place(places: &[u32], register: u32) -> i32 {
    places[register as usize] as i32 * 8
}

/// `fn(registers, context) -> left`.
fn entry_signature(isa: &dyn TargetIsa) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend([AbiParam::new(types::I64), AbiParam::new(types::I64)]);
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

struct Shared<'a> {
    unit: &'a Unit,
    kernels: &'a [&'a ScalarKernel],
    isa: &'a dyn TargetIsa,
    exits: Vec<Exit>,
    results: usize,
    /// Functions that inner functions are needed of.
    wanted: Vec<u32>,
    /// Address and name of each kernel that is called.
    called: Vec<(usize, Box<str>)>,
    last_reads: Vec<Rc<[u32]>>,
}

impl<'a> Shared<'a> {
    /// Number of a function in the table of those that are called.
    fn number_of(&mut self, address: usize, name: &'a str) -> usize {
        let known = self.called.iter().position(|(other, _)| *other == address);
        known.unwrap_or_else(|| {
            self.called.push((address, name.into()));
            self.called.len() - 1
        })
    }

    fn function(&self, index: u32) -> &'a UnitFunction {
        &self.unit.functions[index as usize]
    }
}

/// A call that is being translated.
struct Frame {
    function: u32,
    values: Vec<Option<Value>>,
    /// Registers that have values and are not in memory.
    defined: Vec<u32>,
    /// The step at which it waits, and, for a loop, the iterations left.
    waiting: Option<(u32, ExitState, Option<Value>)>,
    /// Whether registers without values are in memory.
    in_memory: bool,
}

/// The translation of one Cranelift function.
struct Body<'a, 's, 'f> {
    shared: &'s mut Shared<'a>,
    builder: FunctionBuilder<'f>,
    frames: Vec<Frame>,
    registers: Option<Value>,
    context: Value,
    cancelled: Value,
    /// Kernels of calls that have come to their end.
    kernels: Variable,
    /// For the entries of loops: iterations left.
    entered_loop: Option<Value>,
    is_entry: bool,
    /// The type of an inner function's single result.
    result: Option<Type>,
    translated: usize,
}

impl<'a, 's, 'f> Body<'a, 's, 'f> {
    fn new(
        shared: &'s mut Shared<'a>,
        function: &'f mut Function,
        context: &'f mut FunctionBuilderContext,
    ) -> Body<'a, 's, 'f> {
        let mut builder = FunctionBuilder::new(function, context);
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        builder.seal_block(block);
        let kernels = builder.declare_var(types::I64);
        let zero = builder.ins().iconst(types::I64, 0);
        builder.def_var(kernels, zero);
        Body {
            shared,
            builder,
            frames: Vec::new(),
            registers: None,
            context: zero,
            cancelled: zero,
            kernels,
            entered_loop: None,
            is_entry: false,
            result: None,
            translated: 0,
        }
    }

    fn params(&self) -> Vec<Value> {
        let block = self.builder.current_block().expect("the first block is the current one");
        self.builder.block_params(block).to_vec()
    }

    fn begin(&mut self, context: Value) {
        self.context = context;
        self.cancelled = self.load_context(types::I64, offset_of!(NativeContext, cancelled));
    }

    fn load_context(&mut self, ty: Type, offset: usize) -> Value {
        self.builder.ins().load(ty, MemFlagsData::trusted(), self.context, offset as i32)
    }

    fn function(&self) -> &'a UnitFunction {
        let frame = self.frames.last().expect("a call is being translated");
        self.shared.function(frame.function)
    }

    fn kind(&self, register: u32) -> ScalarKind {
        self.function().registers[register as usize]
    }

    fn translate_entry(mut self) {
        self.is_entry = true;
        let params = self.params();
        let registers = params[0];
        self.registers = Some(registers);
        self.begin(params[1]);
        match &self.shared.unit.entry {
            UnitEntry::Steps { places } => {
                self.push_frame(0, &[], true);
                let function = self.function();
                for step in 0..function.steps.len() as u32 {
                    self.step(step);
                }
                for &register in &function.results {
                    let (kind, value) = (self.kind(register), self.value(register));
                    scalar::store(&mut self.builder, kind, value, registers, place(places, register));
                }
            }
            entry => self.entered_loop(*entry == UnitEntry::While, registers),
        }
        self.flush();
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.builder.ins().return_(&[zero]);
        self.builder.finalize(self.shared.isa.frontend_config());
    }

    /// A loop that is entered between two iterations.
    fn entered_loop(&mut self, is_while: bool, registers: Value) {
        let body = self.shared.function(0);
        let count = body.arguments as usize;
        let kinds = &body.registers[..count];
        let mut args = vec![self.load_context(types::I32, offset_of!(NativeContext, left))];
        for (register, &kind) in kinds.iter().enumerate() {
            args.push(scalar::load(&mut self.builder, kind, registers, register as i32 * 8));
        }
        let results = self.loop_blocks(args, 0, is_while, |this, left, args, looks| {
            this.entered_loop = Some(left);
            this.push_frame(0, args, false);
            if looks {
                this.leave_if_cancelled();
            }
            let results = this.body();
            this.frames.pop();
            results
        });
        self.entered_loop = None;
        self.push_frame(0, &[], false);
        self.store_results(&results);
        self.frames.pop();
    }

    fn push_frame(&mut self, function: u32, args: &[Value], in_memory: bool) {
        let registers = self.shared.function(function).registers.len();
        let mut values = vec![None; registers];
        for (value, &arg) in values.iter_mut().zip(args) {
            *value = Some(arg);
        }
        let defined = (0..args.len() as u32).collect();
        self.frames.push(Frame { function, values, defined, waiting: None, in_memory });
    }

    /// All steps of the last frame's function; its results.
    fn body(&mut self) -> Vec<Value> {
        let function = self.function();
        for step in 0..function.steps.len() as u32 {
            self.step(step);
        }
        self.count(function.steps.len());
        function.results.iter().map(|&register| self.value(register)).collect()
    }

    fn value(&mut self, register: u32) -> Value {
        let frame = self.frames.last().expect("a call is being translated");
        if let Some(value) = frame.values[register as usize] {
            return value;
        }
        debug_assert!(frame.in_memory, "a register is read before it is written");
        let (kind, base) = (self.kind(register), self.registers.expect("the entry has registers"));
        let UnitEntry::Steps { places } = &self.shared.unit.entry else {
            unreachable!("only steps have registers in memory")
        };
        let value = scalar::load(&mut self.builder, kind, base, place(places, register));
        let frame = self.frames.last_mut().expect("a call is being translated");
        frame.values[register as usize] = Some(value);
        value
    }

    fn define(&mut self, registers: std::ops::Range<u32>, values: &[Value]) {
        let frame = self.frames.last_mut().expect("a call is being translated");
        for (register, &value) in registers.zip(values) {
            frame.values[register as usize] = Some(value);
            frame.defined.push(register);
        }
    }

    fn step(&mut self, step: u32) {
        self.translated += 1;
        match &self.function().steps[step as usize] {
            UnitStep::Scalar { lowering, operands, attrs, results } => {
                let kinds: Vec<ScalarKind> = operands.iter().map(|&register| self.kind(register)).collect();
                let operands: Vec<Value> = operands.iter().map(|&register| self.value(register)).collect();
                let result_kinds: Vec<ScalarKind> =
                    results.clone().map(|register| self.kind(register)).collect();
                let op = Operation {
                    lowering: self.shared.kernels[*lowering as usize].lowering,
                    operands: &operands,
                    kinds: &kinds,
                    attrs,
                    results: &result_kinds,
                };
                if let Some(fails) = scalar::failure(&mut self.builder, op) {
                    self.leave_if(fails, step);
                }
                let values = scalar::compute(&mut self.builder, op);
                self.define(results.clone(), &values);
            }
            UnitStep::Function { name, address, operands, results } => {
                let number = self.shared.number_of(*address, name);
                let value = self.direct(step, number, operands, results.clone());
                self.define(results.clone(), value.as_slice());
            }
            UnitStep::Control { control, selector, functions, operands, results } => {
                let args: Vec<Value> = operands.iter().map(|&register| self.value(register)).collect();
                let values = match control {
                    Control::Call => self.call(step, functions[0], &args),
                    Control::If => {
                        let selector = self.value(*selector);
                        self.branch(step, selector, functions, &args)
                    }
                    Control::Case => {
                        let selector = self.value(*selector);
                        self.case(step, selector, functions, &args)
                    }
                    Control::Repeat => {
                        let selector = self.value(*selector);
                        self.repeat(step, selector, functions[0], args)
                    }
                    Control::While => {
                        let selector = self.value(*selector);
                        self.while_loop(step, selector, functions[0], args)
                    }
                };
                self.define(results.clone(), &values);
            }
        }
    }

    fn wait(&mut self, waiting: Option<(u32, ExitState, Option<Value>)>) {
        self.frames.last_mut().expect("a call is being translated").waiting = waiting;
    }

    /// A block that takes values like these.
    fn block_for(&mut self, types: impl IntoIterator<Item = Type>) -> Block {
        let block = self.builder.create_block();
        for ty in types {
            self.builder.append_block_param(block, ty);
        }
        block
    }

    fn result_types(&self, function: u32) -> Vec<Type> {
        let function = self.shared.function(function);
        let kind = |&register: &u32| function.registers[register as usize];
        function.results.iter().map(|register| scalar::clif_type(kind(register))).collect()
    }

    fn jump(&mut self, block: Block, values: &[Value]) {
        let args: Vec<BlockArg> = values.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().jump(block, &args);
    }

    /// Continues in a block all of whose predecessors are there.
    fn go_on(&mut self, block: Block) -> Vec<Value> {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
        self.builder.block_params(block).to_vec()
    }
}
