//! Nodes as operations of a block.
//!
//! Most nodes have no effects: their control inputs then order nothing, and no chain is made for them. A node that has effects
//! (its op has state, or a mark says that it was sequenced) takes the chains of those among its ancestors that have, and gives a chain.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Ident, Loc, Type};
use tfrt_ops::OpDef;

use super::node_attrs::{attributes, flag, function_attr, handler_name};
use super::order::{GraphError, Input, Nodes};
use crate::kept::{self, Keeps};
use crate::marks;
use crate::op_def;
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::tensor::{self, Constant};

/// A function that nodes may call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callee {
    pub(super) chain_argument: bool,
    pub(super) chain_result: bool,
    pub(super) outputs: usize,
}

/// What nodes see of their surroundings.
pub(super) struct Surroundings<'a> {
    pub(super) callees: &'a FxHashMap<String, Callee>,
    pub(super) location: &'a dyn Fn(&NodeDef) -> Loc,
    /// Op handlers that are there already, by mark or device.
    pub(super) handlers: FxHashMap<String, Value>,
    pub(super) keeps: Keeps,
}

/// Builds operations.
pub(super) struct Reader<'a, 'g> {
    ctx: &'a Context,
    pub(super) body: &'a mut Body,
    block: Block,
    graph: &'a Nodes<'g>,
    around: Surroundings<'a>,
    /// The tensors of each node.
    values: Vec<SmallVec<[Value; 1]>>,
    /// The chain of each node that has effects or waits for one that has.
    chains: Vec<Option<Value>>,
    /// Whether somebody waits for the node's effects.
    awaited: Vec<bool>,
    /// How many of the outputs of each node are used.
    used: Vec<u32>,
    pub(super) arguments: Vec<Value>,
    /// What has no other chain to wait for waits for this.
    start: Option<Value>,
    /// The operation that makes it, if it was made here.
    own_start: Option<Op>,
    /// The operations of nodes.
    pub(super) built: Vec<(u32, Op)>,
    chain_type: Type,
    handle_type: Type,
}

impl<'a, 'g> Reader<'a, 'g> {
    pub(super) fn new(
        ctx: &'a Context,
        body: &'a mut Body,
        block: Block,
        graph: &'a Nodes<'g>,
        around: Surroundings<'a>,
    ) -> Self {
        let count = graph.nodes.len();
        let mut used = vec![0; count];
        for input in graph.inputs.iter().flatten() {
            if let Input::Data(node, output) = *input {
                let used = &mut used[node as usize];
                *used = (*used).max(output.saturating_add(1));
            }
        }
        Reader {
            ctx,
            body,
            block,
            graph,
            around,
            values: vec![SmallVec::new(); count],
            chains: vec![None; count],
            awaited: vec![false; count],
            used,
            arguments: Vec::new(),
            start: None,
            own_start: None,
            built: Vec::new(),
            chain_type: ctx.opaque_type("tfrt", "chain"),
            handle_type: ctx.opaque_type("corert", "tensorhandle"),
        }
    }

    fn node(&self, node: u32) -> &'g NodeDef {
        &self.graph.nodes[node as usize]
    }

    /// Says that an output is used from outside of the graph.
    pub(super) fn use_output(&mut self, input: Input) {
        if let Input::Data(node, output) = input {
            let used = &mut self.used[node as usize];
            *used = (*used).max(output.saturating_add(1));
        }
    }

    /// Gives a node's only tensor.
    pub(super) fn set_tensor(&mut self, node: u32, value: Value) {
        self.values[node as usize] = SmallVec::from_slice(&[value]);
    }

    /// Gives a node's chain.
    pub(super) fn set_chain(&mut self, node: u32, value: Value) {
        self.chains[node as usize] = Some(value);
    }

    /// Gives the chain of nodes that have no other.
    pub(super) fn set_start(&mut self, chain: Value) {
        self.start = Some(chain);
    }

    /// Adds what comes before all nodes: a chain to start with and the op handlers of `wanted` nodes.
    pub(super) fn prepare(&mut self, wanted: &[bool], awaited: &[u32], needs_start: bool) {
        let mut handlers: Vec<String> = Vec::new();
        let mut known: BTreeSet<String> = self.around.handlers.keys().cloned().collect();
        let mut needs_start = needs_start;
        for &node in &self.graph.order {
            if !wanted[node as usize] || !self.values[node as usize].is_empty() {
                continue;
            }
            let def = self.graph.defs[node as usize].as_deref();
            match self.role(self.node(node)) {
                Role::Execute => {
                    let name = handler_name(self.node(node));
                    if known.insert(name.clone()) {
                        handlers.push(name);
                    }
                    needs_start |= self.has_effects(node, def);
                }
                Role::If | Role::While | Role::Case | Role::Call(_) => needs_start = true,
                _ => {}
            }
        }
        if self.start.is_none() && (needs_start || !handlers.is_empty()) {
            let loc = self.ctx.unknown_loc();
            let state = OpState::new(self.ctx.ident("tfrt.new.chain"), loc).results(&[self.chain_type]);
            let op = self.append(state);
            self.own_start = Some(op);
            self.start = Some(self.body.result(op, 0));
        }
        for name in handlers {
            let state = OpState::new(self.ctx.ident("corert.get_op_handler"), self.ctx.unknown_loc())
                .operands(self.start.as_slice())
                .attr(self.ctx.ident("op_handler_name"), self.ctx.string_attr(&name))
                .results(&[self.ctx.opaque_type("corert", "ophandler")]);
            let op = self.append(state);
            let value = self.body.result(op, 0);
            self.around.handlers.insert(name, value);
        }
        // Whose effects are waited for: of control inputs, and through nodes that have no chain of their own.
        let mut pending: Vec<u32> = awaited.to_vec();
        for (node, inputs) in self.graph.inputs.iter().enumerate() {
            if wanted[node] {
                pending.extend(inputs.iter().filter_map(|input| match input {
                    Input::Control(node) => Some(*node),
                    _ => None,
                }));
            }
        }
        while let Some(node) = pending.pop() {
            let at = node as usize;
            if std::mem::replace(&mut self.awaited[at], true)
                || self.has_effects(node, self.graph.defs[at].as_deref())
            {
                continue;
            }
            pending.extend(self.graph.inputs[at].iter().filter_map(|input| input.node()));
        }
    }

    fn append(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.ctx, state);
        self.body.append_op(self.block, op);
        op
    }

    /// The tensor that an input refers to.
    pub(super) fn tensor(&self, input: Input) -> Result<Value, String> {
        match input {
            Input::Argument(index) => self
                .arguments
                .get(index as usize)
                .copied()
                .ok_or_else(|| "uses an argument that there is not".into()),
            Input::Data(node, output) => {
                self.values[node as usize].get(output as usize).copied().ok_or_else(|| {
                    format!(
                        "uses output {output} of node '{}', which has no such output",
                        self.node(node).name
                    )
                })
            }
            Input::Control(_) | Input::Nothing => Err("uses a control output as a tensor".into()),
        }
    }

    fn tensors(&self, node: u32) -> Result<SmallVec<[Value; 4]>, String> {
        let inputs = &self.graph.inputs[node as usize];
        inputs
            .iter()
            .filter(|input| matches!(input, Input::Data(..) | Input::Argument(_)))
            .map(|&input| self.tensor(input))
            .collect()
    }

    /// One chain for all of these; none for none.
    pub(super) fn join(&mut self, chains: impl Iterator<Item = Value>, loc: Loc) -> Option<Value> {
        let mut unique: SmallVec<[Value; 4]> = SmallVec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for chain in chains {
            if seen.insert(chain) {
                unique.push(chain);
            }
        }
        if unique.len() < 2 {
            return unique.first().copied();
        }
        let state = OpState::new(self.ctx.ident("tfrt.merge.chains"), loc)
            .operands(&unique)
            .results(&[self.chain_type]);
        let op = self.append(state);
        Some(self.body.result(op, 0))
    }

    /// The chains of a node's control inputs, as one.
    fn waits_for(&mut self, node: u32, loc: Loc) -> Option<Value> {
        let chains: SmallVec<[Value; 4]> = self.graph.inputs[node as usize]
            .iter()
            .filter_map(|input| match input {
                Input::Control(node) => self.chains[*node as usize],
                _ => None,
            })
            .collect();
        self.join(chains.into_iter(), loc)
    }

    /// The chain of a node, if it has one.
    pub(super) fn chain_of(&self, node: u32) -> Option<Value> {
        self.chains[node as usize]
    }

    /// Takes back the chain that everything was to start with, if nothing did.
    pub(super) fn drop_unused_start(&mut self) {
        if let Some(op) = self.own_start.take_if(|op| !self.body.has_uses(self.body.result(*op, 0))) {
            self.start = None;
            self.body.erase_op(op);
        }
    }

    /// The chain that everything starts with.
    pub(super) fn start(&self) -> Option<Value> {
        self.start
    }

    pub(super) fn has_effects(&self, node: u32, def: Option<&OpDef>) -> bool {
        let at = self.node(node);
        match self.role(at) {
            Role::Execute => {
                flag(at, marks::SEQUENCED)
                    || def.is_some_and(|def| def.is_stateful)
                    || (def.is_none() && self.result_count(node, def) == 0)
            }
            Role::If | Role::While | Role::Case => true,
            Role::Call(callee) => callee.chain_result,
            _ => false,
        }
    }

    fn role(&self, node: &NodeDef) -> Role {
        let marked = node.attr.contains_key(marks::ATTRS);
        match &*node.op {
            "NoOp" if !marked => Role::Join,
            "Const" if !marked => Role::Constant,
            "_Retval" if !marked => Role::Forward,
            "Identity" if node.attr.contains_key(marks::RESULT) => Role::Forward,
            "If" | "StatelessIf" if !marked => Role::If,
            "While" | "StatelessWhile" if !marked => Role::While,
            "Case" | "StatelessCase" if !marked => Role::Case,
            "PartitionedCall" | "StatefulPartitionedCall" if !marked => {
                match function_attr(node, "f").and_then(|name| self.around.callees.get(name)) {
                    Some(&callee) => Role::Call(callee),
                    None => Role::Execute,
                }
            }
            op => match self.around.callees.get(op) {
                Some(&callee) => Role::Call(callee),
                None => Role::Execute,
            },
        }
    }

    /// The number of tensors that the program takes from a node.
    fn result_count(&self, node: u32, def: Option<&OpDef>) -> usize {
        let at = self.node(node);
        let used = self.used[node as usize] as usize;
        if let Some(ProtoValue::I(count)) = at.attr.get(marks::RESULTS).and_then(|value| value.value.as_ref())
        {
            return usize::try_from(*count).unwrap_or_default();
        }
        let Some(def) = def else { return used };
        match op_def::counts(&def.outputs, &at.attr, None) {
            None => used,
            // Trailing results that nobody takes need not be made.
            Some(counts) if def.fixed_output_count().is_some() && !at.attr.contains_key(marks::ATTRS) => {
                counts.len().min(used.max(1))
            }
            Some(counts) => counts.iter().sum(),
        }
    }

    /// Builds a node's operations.
    pub(super) fn build(&mut self, node: u32) -> Result<(), GraphError> {
        self.build_node(node).map_err(|message| GraphError { node, message })
    }

    fn build_node(&mut self, node: u32) -> Result<(), String> {
        let at = node as usize;
        let def_node = self.node(node);
        if !self.values[at].is_empty() || (self.chains[at].is_some() && def_node.op == "NoOp") {
            return Ok(());
        }
        let loc = (self.around.location)(def_node);
        match self.role(def_node) {
            Role::Join => self.chains[at] = self.waits_for(node, loc),
            Role::Forward => {
                let input = *self.graph.inputs[at].first().ok_or("has no input")?;
                self.values[at] = SmallVec::from_slice(&[self.tensor(input)?]);
                self.inherit(node, loc);
            }
            Role::Constant => self.constant(node, def_node, loc)?,
            Role::Execute => self.execute(node, def_node, loc)?,
            Role::If => {
                let [then, other] = ["then_branch", "else_branch"].map(|name| self.branch(def_node, name));
                let attrs = [("a_true_fn", then?), ("b_false_fn", other?)];
                self.call(node, "corert.cond", &attrs, 1, loc)?;
            }
            Role::While => {
                let [cond, body] = ["cond", "body"].map(|name| self.branch(def_node, name));
                let attrs = [("a_cond_fn", cond?), ("b_body_fn", body?)];
                self.call(node, "corert.while", &attrs, 0, loc)?;
            }
            Role::Case => {
                let Some(ProtoValue::List(list)) =
                    def_node.attr.get("branches").and_then(|attr| attr.value.as_ref())
                else {
                    return Err("has no attribute 'branches'".into());
                };
                let mut branches = Vec::new();
                for branch in &list.func {
                    branches.push(self.known_function(&branch.name)?);
                }
                let attrs = [("branches", self.ctx.array_attr(&branches))];
                self.call(node, "tfrt.case", &attrs, 1, loc)?;
            }
            Role::Call(_) => {
                let name = function_attr(def_node, "f").unwrap_or(&def_node.op);
                let attrs = [("callee", self.known_function(name)?)];
                self.call(node, "tfrt.call", &attrs, 0, loc)?;
            }
        }
        Ok(())
    }

    /// A node without effects of its own passes on the chains that it depends on, if somebody asks.
    fn inherit(&mut self, node: u32, loc: Loc) {
        if !self.awaited[node as usize] {
            return;
        }
        let inputs = &self.graph.inputs[node as usize];
        let chains: SmallVec<[Value; 4]> =
            inputs.iter().filter_map(|input| self.chains[input.node()? as usize]).collect();
        self.chains[node as usize] = self.join(chains.into_iter(), loc);
    }

    fn constant(&mut self, node: u32, def: &NodeDef, loc: Loc) -> Result<(), String> {
        let Some(ProtoValue::Tensor(proto)) = def.attr.get("value").and_then(|value| value.value.as_ref())
        else {
            return Err("has no tensor as its attribute 'value'".into());
        };
        let ctx = self.ctx;
        let state = match tensor::from_proto(ctx, proto)? {
            Constant::Dense(attr) => {
                OpState::new(ctx.ident("corert.const_dense_tensor"), loc).attr(ctx.ident("value"), attr)
            }
            Constant::Strings { dims, values } => {
                let dims: Vec<Attr> = dims.iter().map(|&dim| ctx.i64_attr(dim)).collect();
                let values: Vec<Attr> = values.iter().map(|value| ctx.string_attr(value)).collect();
                OpState::new(ctx.ident("corert.const_string_tensor"), loc)
                    .attr(ctx.ident("shape"), ctx.array_attr(&dims))
                    .attr(ctx.ident("value"), ctx.array_attr(&values))
            }
        };
        let state = self.keep(state, || kept::of_node(def, kept::of_constant(def), self.around.keeps));
        let op = self.append(state.results(&[self.handle_type]));
        self.built.push((node, op));
        self.values[node as usize] = SmallVec::from_slice(&[self.body.result(op, 0)]);
        Ok(())
    }

    fn execute(&mut self, node: u32, def_node: &NodeDef, loc: Loc) -> Result<(), String> {
        let at = node as usize;
        let ctx = self.ctx;
        let def = self.graph.defs[at].as_deref();
        let operands = self.tensors(node)?;
        let attrs = attributes(ctx, def_node, def, self.around.keeps)?;
        let results = self.result_count(node, def);
        // A node that only waits for others does so by a chain, too.
        let waits = self.waits_for(node, loc);
        let sequenced = waits.is_some() || self.has_effects(node, def);
        let key = handler_name(def_node);
        let handler =
            *self.around.handlers.get(&key).ok_or_else(|| format!("has no op handler for '{key}'"))?;
        let name = if sequenced { "corert.executeop.seq" } else { "corert.executeop" };
        let mut state = OpState::new(ctx.ident(name), loc).operands(&[handler]);
        if sequenced {
            let chain = waits.or(self.start).ok_or("has no chain to wait for")?;
            state = state.operands(&[chain]).results(&[self.chain_type]);
        }
        state = state.operands(&operands);
        state.result_types.extend(std::iter::repeat_n(self.handle_type, results));
        state = state
            .attr(ctx.ident("op_attrs"), ctx.array_attr(&attrs.values))
            .attr(ctx.ident("op_func_attrs"), ctx.array_attr(&attrs.functions))
            .attr(ctx.ident("op_name"), ctx.string_attr(op_def::op_of_node(def_node)));
        state = self.keep(state, || kept::of_node(def_node, attrs.kept, self.around.keeps));
        let op = self.append(state);
        self.built.push((node, op));
        self.take_results(node, op, sequenced);
        if !sequenced {
            self.inherit(node, loc);
        }
        Ok(())
    }

    /// Lets an operation say what its node says besides.
    fn keep(&self, state: OpState, kept: impl FnOnce() -> NodeDef) -> OpState {
        let kept = self.around.keeps.all.then(kept).and_then(|kept| kept::write(self.ctx, &kept));
        match kept {
            Some(kept) => state.attr(self.ctx.ident(kept::NODE), kept),
            None => state,
        }
    }

    fn take_results(&mut self, node: u32, op: Op, chain: bool) {
        let at = node as usize;
        if chain {
            self.chains[at] = Some(self.body.result(op, 0));
        }
        let first = usize::from(chain);
        self.values[at] =
            (first..self.body.num_results(op)).map(|index| self.body.result(op, index)).collect();
    }

    /// A symbol, if the library has the function.
    fn known_function(&self, name: &str) -> Result<Attr, String> {
        match self.around.callees.contains_key(name) {
            true => Ok(self.ctx.symbol_ref(name)),
            false => Err(format!("refers to the function '{name}', which the library does not have")),
        }
    }

    fn branch(&self, node: &NodeDef, attr: &str) -> Result<Attr, String> {
        let name =
            function_attr(node, attr).ok_or_else(|| format!("has no function as its attribute '{attr}'"))?;
        self.known_function(name)
    }

    /// A call, a branch or a loop. The first `selectors` inputs are not passed on.
    fn call(
        &mut self,
        node: u32,
        name: &str,
        attrs: &[(&str, Attr)],
        selectors: usize,
        loc: Loc,
    ) -> Result<(), String> {
        let ctx = self.ctx;
        let tensors = self.tensors(node)?;
        let (selector, passed) = tensors.split_at_checked(selectors).ok_or("has too few inputs")?;
        // All functions of one node have the same types; the verifier looks at the others.
        let mut callee = None;
        for &(_, attr) in attrs {
            tfrt_ir::symbol::for_each_reference(ctx, attr, &mut |name: Ident, _| callee = Some(name));
        }
        let callee = callee.and_then(|name| self.around.callees.get(ctx.str(name)));
        let callee = *callee.ok_or("names no function")?;
        let is_call = name == "tfrt.call";
        let takes_chain = !is_call || callee.chain_argument;
        let gives_chain = !is_call || callee.chain_result;
        let mut state = OpState::new(ctx.ident(name), loc);
        if name == "tfrt.case" {
            let index = OpState::new(ctx.ident("corert.tensorhandle_to_int32"), loc);
            let index = self.append(index.operands(selector).results(&[ctx.i32()]));
            state = state.operands(&[self.body.result(index, 0)]);
        } else {
            state = state.operands(selector);
        }
        let waits = self.waits_for(node, loc);
        if takes_chain {
            state = state.operands(&[waits.or(self.start).ok_or("has no chain to wait for")?]);
        }
        state = state.operands(passed);
        if gives_chain {
            state = state.results(&[self.chain_type]);
        }
        let outputs = if name == "corert.while" { passed.len() } else { callee.outputs };
        state.result_types.extend(std::iter::repeat_n(self.handle_type, outputs));
        for &(key, value) in attrs {
            state = state.attr(ctx.ident(key), value);
        }
        let (def_node, def) = (self.node(node), self.graph.defs[node as usize].as_deref());
        let state = self.keep(state, || {
            let mut kept = kept::of_node(def_node, kept::of_call(def_node, def), self.around.keeps);
            if !kept::is_default_call(def_node) && !self.around.callees.contains_key(&def_node.op) {
                kept.op.clone_from(&def_node.op);
            }
            kept
        });
        let op = self.append(state);
        self.built.push((node, op));
        self.take_results(node, op, gives_chain);
        if !gives_chain {
            self.inherit(node, loc);
        }
        Ok(())
    }
}

/// What a node becomes.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// Nothing but a point in time.
    Join,
    Constant,
    /// Its input.
    Forward,
    If,
    While,
    Case,
    Call(Callee),
    Execute,
}
