//! Nodes as operations of a block, which [`GraphBuilder`] writes.
//!
//! Most nodes have no effects: their control inputs then order nothing, and no chain is made for them. A node with effects (its op has
//! state, or a mark says that it was sequenced) takes the chains of its ancestors with effects, and returns a chain.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_convert::graph::{Built, Call, Callee as Called, Constant, Execute, GraphBuilder};
use tfrt_ir::body::NamedAttr;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ops::OpDef;

use super::node_attrs::{attributes, flag, function_attr, handler_name, mark_text};
use super::order::{GraphError, Input, Nodes};
use crate::kept::{self, Keeps};
use crate::marks;
use crate::op_def;
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::tensor;

/// A function that nodes may call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callee {
    pub(super) chain_argument: bool,
    pub(super) chain_result: bool,
    pub(super) outputs: usize,
}

/// The surroundings of nodes.
pub(super) struct Surroundings<'a> {
    pub(super) callees: &'a FxHashMap<String, Callee>,
    pub(super) location: &'a dyn Fn(&NodeDef) -> Loc,
    /// Op handlers that are there already, by mark or device.
    pub(super) handlers: FxHashMap<String, Value>,
    pub(super) keeps: Keeps,
    /// The values of constants that say a name instead.
    pub(super) weights: &'a FxHashMap<String, Constant>,
}

/// Builds operations.
pub(super) struct Reader<'a, 'g> {
    pub(super) out: GraphBuilder<'a>,
    graph: &'a Nodes<'g>,
    around: Surroundings<'a>,
    /// The tensors of each node.
    values: Vec<SmallVec<[Value; 1]>>,
    /// The chain of each node that has effects or waits for one that has.
    chains: Vec<Option<Value>>,
    /// Whether the node's effects have a waiter.
    awaited: Vec<bool>,
    /// The number of used outputs of each node.
    used: Vec<u32>,
    pub(super) arguments: Vec<Value>,
    /// The chain of operations without another one to wait for.
    start: Option<Value>,
    /// The operation that makes it, if it was made here.
    own_start: Option<Op>,
    /// The operations of nodes.
    pub(super) built: Vec<(u32, Op)>,
}

impl<'a, 'g> Reader<'a, 'g> {
    pub(super) fn new(out: GraphBuilder<'a>, graph: &'a Nodes<'g>, around: Surroundings<'a>) -> Self {
        let count = graph.nodes.len();
        let mut used = vec![0; count];
        for input in graph.inputs.iter().flatten() {
            if let Input::Data(node, output) = *input {
                let used = &mut used[node as usize];
                *used = (*used).max(output.saturating_add(1));
            }
        }
        Reader {
            out,
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

    /// Adds the operations before all nodes: an initial chain and the op handlers of `wanted` nodes.
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
            let start = self.out.new_chain(self.out.ctx().unknown_loc());
            self.own_start = self.out.body().defining_op(start);
            self.start = Some(start);
        }
        for name in handlers {
            let value = self.out.handler(&name, self.start, self.out.ctx().unknown_loc());
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
        self.out.merge_chains(chains, loc)
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
        let body = self.out.body_mut();
        if let Some(op) = self.own_start.take_if(|op| !body.has_uses(body.result(*op, 0))) {
            self.start = None;
            body.erase_op(op);
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
            // Unused trailing results need not be made.
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
                let [then, otherwise] =
                    ["then_branch", "else_branch"].map(|name| self.branch(def_node, name));
                let (then, otherwise) = (then?, otherwise?);
                let (selector, passed) = self.selected(node)?;
                let callee = Called::Cond { condition: selector, then, otherwise };
                self.call(node, callee, then, &passed, loc)?;
            }
            Role::While => {
                let [cond, body] = ["cond", "body"].map(|name| self.branch(def_node, name));
                let (cond, body) = (cond?, body?);
                let passed = self.tensors(node)?;
                self.call(node, Called::While { cond, body }, body, &passed, loc)?;
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
                let (selector, passed) = self.selected(node)?;
                let first = *branches.first().ok_or("names no function")?;
                let index = self.out.branch_index(selector, loc);
                self.call(node, Called::Case { index, branches: &branches }, first, &passed, loc)?;
            }
            Role::Call(_) => {
                let name = function_attr(def_node, "f").unwrap_or(&def_node.op);
                let callee = self.known_function(name)?;
                let passed = self.tensors(node)?;
                self.call(node, Called::Function(callee), callee, &passed, loc)?;
            }
        }
        Ok(())
    }

    /// A node without effects of its own passes on the chains that it depends on, on request.
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
        let constant = match mark_text(def, marks::WEIGHT) {
            Some(name) => {
                let weight = self.around.weights.get(name);
                weight.cloned().ok_or_else(|| format!("has the value '{name}', which is not there"))?
            }
            None => match def.attr.get("value").and_then(|value| value.value.as_ref()) {
                Some(ProtoValue::Tensor(proto)) => tensor::from_proto(self.out.ctx(), proto)?,
                _ => return Err("has no tensor as its attribute 'value'".into()),
            },
        };
        let kept = self.kept(|| kept::of_node(def, kept::of_constant(def), self.around.keeps));
        let built = self.out.constant(constant, kept.as_slice(), loc);
        self.take(node, built);
        Ok(())
    }

    fn execute(&mut self, node: u32, def_node: &NodeDef, loc: Loc) -> Result<(), String> {
        let at = node as usize;
        let def = self.graph.defs[at].as_deref();
        let operands = self.tensors(node)?;
        let attrs = attributes(self.out.ctx(), def_node, def, self.around.keeps)?;
        let results = self.result_count(node, def);
        // A node that only waits for others does so by a chain, too.
        let waits = self.waits_for(node, loc);
        let sequenced = waits.is_some() || self.has_effects(node, def);
        let key = handler_name(def_node);
        let handler =
            *self.around.handlers.get(&key).ok_or_else(|| format!("has no op handler for '{key}'"))?;
        let chain = match sequenced {
            true => Some(waits.or(self.start).ok_or("has no chain to wait for")?),
            false => None,
        };
        let kept = self.kept(|| kept::of_node(def_node, attrs.kept, self.around.keeps));
        let built = self.out.execute(Execute {
            op: &op_def::op_of_node(def_node),
            handler,
            chain,
            operands: &operands,
            results,
            attrs: attrs.attrs,
            discardable: kept.as_slice(),
            loc,
        });
        self.take(node, built);
        if !sequenced {
            self.inherit(node, loc);
        }
        Ok(())
    }

    /// The kept parts of an operation's node.
    fn kept(&self, kept: impl FnOnce() -> NodeDef) -> Option<NamedAttr> {
        let ctx = self.out.ctx();
        let kept = self.around.keeps.all.then(kept).and_then(|kept| kept::write(ctx, &kept))?;
        Some((ctx.ident(kept::NODE), kept))
    }

    /// Takes the results of a node's operation as the node's outputs.
    fn take(&mut self, node: u32, built: Built) {
        let at = node as usize;
        self.built.push((node, built.op));
        if built.chain.is_some() {
            self.chains[at] = built.chain;
        }
        self.values[at] = built.tensors;
    }

    /// The inputs of a node whose first input selects the callee.
    fn selected(&self, node: u32) -> Result<(Value, SmallVec<[Value; 4]>), String> {
        let mut tensors = self.tensors(node)?;
        match tensors.is_empty() {
            true => Err("has too few inputs".into()),
            false => Ok((tensors.remove(0), tensors)),
        }
    }

    /// A symbol, if the library has the function.
    fn known_function(&self, name: &str) -> Result<Attr, String> {
        match self.around.callees.contains_key(name) {
            true => Ok(self.out.ctx().symbol_ref(name)),
            false => Err(format!("refers to the function '{name}', which the library does not have")),
        }
    }

    fn branch(&self, node: &NodeDef, attr: &str) -> Result<Attr, String> {
        let name =
            function_attr(node, attr).ok_or_else(|| format!("has no function as its attribute '{attr}'"))?;
        self.known_function(name)
    }

    /// A call, a branch or a loop. All functions of one node have the types of `function`; the verifier checks the others.
    fn call(
        &mut self,
        node: u32,
        called: Called<'_>,
        function: Attr,
        operands: &[Value],
        loc: Loc,
    ) -> Result<(), String> {
        let ctx = self.out.ctx();
        let callee = ctx.flat_symbol(function).and_then(|name| self.around.callees.get(ctx.str(name)));
        let callee = *callee.ok_or("names no function")?;
        let is_call = matches!(called, Called::Function(_));
        let waits = self.waits_for(node, loc);
        let chain = match !is_call || callee.chain_argument {
            true => Some(waits.or(self.start).ok_or("has no chain to wait for")?),
            false => None,
        };
        let gives_chain = !is_call || callee.chain_result;
        let results = if matches!(called, Called::While { .. }) { operands.len() } else { callee.outputs };
        let (def_node, def) = (self.node(node), self.graph.defs[node as usize].as_deref());
        let kept = self.kept(|| {
            let mut kept = kept::of_node(def_node, kept::of_call(def_node, def), self.around.keeps);
            if !kept::is_default_call(def_node) && !self.around.callees.contains_key(&def_node.op) {
                kept.op.clone_from(&def_node.op);
            }
            kept
        });
        let discardable = kept.as_slice();
        let built =
            self.out.call(&Call { callee: called, chain, gives_chain, operands, results, discardable, loc });
        self.take(node, built);
        if !gives_chain {
            self.inherit(node, loc);
        }
        Ok(())
    }
}

/// The role of a node in the program.
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
