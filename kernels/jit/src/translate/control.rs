//! Branches and loops, as blocks of the current function.

use super::{Body, COPIES, SMALLEST};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Type, Value, condcodes::IntCC, types};
use cranelift_frontend::Switch;
use tfrt_executor::jit::{ExitState, UnitStep};

impl Body<'_, '_, '_> {
    pub(super) fn branch(
        &mut self,
        step: u32,
        selector: Value,
        functions: &[u32],
        args: &[Value],
    ) -> Vec<Value> {
        let blocks = [self.builder.create_block(), self.builder.create_block()];
        let types = self.result_types(functions[0]);
        let merge = self.block_for(types);
        self.builder.ins().brif(selector, blocks[0], &[], blocks[1], &[]);
        for (block, &function) in blocks.into_iter().zip(functions) {
            self.go_on(block);
            let results = self.call(step, function, args);
            self.jump(merge, &results);
        }
        self.go_on(merge)
    }

    pub(super) fn case(
        &mut self,
        step: u32,
        selector: Value,
        functions: &[u32],
        args: &[Value],
    ) -> Vec<Value> {
        let types = self.result_types(functions[0]);
        let merge = self.block_for(types);
        let blocks: Vec<Block> = functions.iter().map(|_| self.builder.create_block()).collect();
        let (&last, others) = blocks.split_last().expect("the loader has checked that there is a function");
        let mut switch = Switch::new();
        for (index, &block) in others.iter().enumerate() {
            switch.set_entry(index as u128, block);
        }
        switch.emit(&mut self.builder, selector, last);
        for (block, &function) in blocks.into_iter().zip(functions) {
            self.go_on(block);
            let results = self.call(step, function, args);
            self.jump(merge, &results);
        }
        self.go_on(merge)
    }

    pub(super) fn repeat(&mut self, step: u32, count: Value, body: u32, args: Vec<Value>) -> Vec<Value> {
        let negative = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, count, 0);
        self.leave_if(negative, step);
        let types = self.result_types(body);
        let (run, done) = (self.builder.create_block(), self.block_for(types));
        let carried: Vec<BlockArg> = args.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().brif(count, run, &[], done, &carried);
        self.go_on(run);
        let mut first = vec![self.builder.ins().iadd_imm_s(count, -1)];
        first.extend(args);
        let results = self.loop_blocks(first, body, false, |this, left, args, looks| {
            this.iteration(step, body, left, args, looks)
        });
        self.jump(done, &results);
        self.go_on(done)
    }

    pub(super) fn while_loop(
        &mut self,
        step: u32,
        condition: Value,
        body: u32,
        args: Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = args.iter().map(|&arg| self.builder.func.dfg.value_type(arg)).collect();
        let (run, done) = (self.builder.create_block(), self.block_for(types));
        let carried: Vec<BlockArg> = args.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().brif(condition, run, &[], done, &carried);
        self.go_on(run);
        let mut first = vec![self.builder.ins().iconst(types::I32, 0)];
        first.extend(args);
        let mut results = self.loop_blocks(first, body, true, |this, left, args, looks| {
            this.iteration(step, body, left, args, looks)
        });
        results.pop();
        self.jump(done, &results);
        self.go_on(done)
    }

    /// An iteration of a loop by the kernel of this step.
    pub(super) fn iteration(
        &mut self,
        step: u32,
        body: u32,
        left: Value,
        args: &[Value],
        looks: bool,
    ) -> Vec<Value> {
        self.wait(Some((step, ExitState::Looping, Some(left))));
        if looks {
            // Leaving before the iteration: the body's call is about to begin.
            self.push_frame(body, args, false);
            self.leave_if_cancelled();
            self.frames.pop();
        }
        let results = self.enter(body, args);
        self.wait(None);
        results
    }

    /// The number of copies of a loop's body, one after the other.
    pub(super) fn copies(&self, body: u32, is_while: bool) -> i64 {
        let function = self.shared.function(body);
        let only_scalars = function.steps.iter().all(|step| matches!(step, UnitStep::Scalar { .. }));
        if !is_while && only_scalars && function.steps.len() <= SMALLEST { COPIES } else { 1 }
    }

    /// The blocks of a loop that runs at least once. Its values are the iterations left, and the values that it carries.
    /// `translate` gets a flag that says whether the iteration checks the cancellation.
    pub(super) fn loop_blocks(
        &mut self,
        first: Vec<Value>,
        body: u32,
        is_while: bool,
        mut translate: impl FnMut(&mut Self, Value, &[Value], bool) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = first.iter().map(|&value| self.builder.func.dfg.value_type(value)).collect();
        let header = self.block_for(types);
        let results = self.result_types(body);
        let done = self.block_for(results);
        self.jump(header, &first);
        self.builder.switch_to_block(header);
        let values = self.builder.block_params(header).to_vec();
        let (left, carried) = (values[0], &values[1..]);
        let copies = self.copies(body, is_while);
        if copies > 1 {
            let (several, single) = (self.builder.create_block(), self.builder.create_block());
            let enough = self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, left, copies - 1);
            self.builder.ins().brif(enough, several, &[], single, &[]);
            self.go_on(several);
            let mut results = translate(self, left, carried, true);
            let mut left = left;
            for _ in 1..copies {
                left = self.builder.ins().iadd_imm_s(left, -1);
                results = translate(self, left, &results[..carried.len()], false);
            }
            self.end_iteration(header, done, left, false, &results, carried.len());
            self.go_on(single);
        }
        let results = translate(self, left, carried, true);
        self.end_iteration(header, done, left, is_while, &results, carried.len());
        self.builder.seal_block(header);
        self.go_on(done)
    }

    /// Goes back to the loop's header, or on with its results.
    pub(super) fn end_iteration(
        &mut self,
        header: Block,
        done: Block,
        left: Value,
        is_while: bool,
        results: &[Value],
        carried: usize,
    ) {
        let again = self.builder.create_block();
        let flag = if is_while { *results.last().expect("the loader has checked the flag") } else { left };
        let given: Vec<BlockArg> = results.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().brif(flag, again, &[], done, &given);
        self.go_on(again);
        let next = if is_while { left } else { self.builder.ins().iadd_imm_s(left, -1) };
        let mut values = vec![next];
        values.extend(&results[..carried]);
        self.jump(header, &values);
    }
}
