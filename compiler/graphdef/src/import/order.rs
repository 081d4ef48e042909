//! The inputs of nodes, resolved, and an order in which every node comes after its inputs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tfrt_ops::{OpDef, OpDefRegistry};

use crate::names::{Reference, reference};
use crate::op_def;
use crate::proto::tensorflow::NodeDef;

/// An input of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// An output of a node.
    Data(u32, u32),
    /// An argument of the function.
    Argument(u32),
    /// A node that must run before.
    Control(u32),
    /// An argument that must be available before, as all are.
    Nothing,
}

impl Input {
    pub(crate) fn node(self) -> Option<u32> {
        match self {
            Input::Data(node, _) | Input::Control(node) => Some(node),
            Input::Argument(_) | Input::Nothing => None,
        }
    }
}

/// The nodes of a graph or function, with their references.
pub(crate) struct Nodes<'g> {
    pub(crate) nodes: &'g [NodeDef],
    pub(crate) defs: Vec<Option<Arc<OpDef>>>,
    pub(crate) inputs: Vec<Vec<Input>>,
    /// The nodes in an order to build them in: theirs, as far as the inputs allow it.
    pub(crate) order: Vec<u32>,
    by_name: FxHashMap<&'g str, u32>,
    arguments: FxHashMap<&'g str, u32>,
}

/// A fault, and the node it is in.
#[derive(Debug)]
pub(crate) struct GraphError {
    pub(crate) node: u32,
    pub(crate) message: String,
}

impl GraphError {
    /// The whole message, for nodes of what `what` says.
    pub(crate) fn about(&self, what: &str, nodes: &[NodeDef]) -> String {
        match nodes.get(self.node as usize) {
            Some(node) => format!("node '{}'{what} {}", node.name, self.message),
            // It is about no node, or names one.
            None => self.message.clone(),
        }
    }
}

impl<'g> Nodes<'g> {
    /// Resolves the inputs of nodes. In a function, `arguments` are its arguments' names.
    pub(crate) fn new(
        nodes: &'g [NodeDef],
        arguments: impl Iterator<Item = &'g str>,
        registry: Option<&OpDefRegistry>,
    ) -> Result<Self, GraphError> {
        let mut this = Nodes {
            nodes,
            defs: nodes.iter().map(|node| op_def::find(registry, &op_def::op_of_node(node))).collect(),
            inputs: Vec::with_capacity(nodes.len()),
            order: Vec::new(),
            by_name: FxHashMap::default(),
            arguments: arguments.enumerate().map(|(index, name)| (name, index as u32)).collect(),
        };
        for (index, node) in nodes.iter().enumerate() {
            let node_index = index as u32;
            if node.name.is_empty() {
                return Err(GraphError { node: node_index, message: "has no name".into() });
            }
            if this.by_name.insert(&node.name, node_index).is_some()
                || this.arguments.contains_key(&*node.name)
            {
                return Err(GraphError { node: node_index, message: "has the name of another".into() });
            }
        }
        for (index, node) in nodes.iter().enumerate() {
            let error = |message| GraphError { node: index as u32, message };
            let inputs: Result<Vec<Input>, String> =
                node.input.iter().map(|input| this.resolve(input)).collect();
            let inputs = inputs.map_err(error)?;
            let data_after_control = inputs.windows(2).any(|pair| {
                matches!(pair, [Input::Control(_) | Input::Nothing, Input::Data(..) | Input::Argument(_)])
            });
            if data_after_control {
                return Err(error("has a control input before other inputs".into()));
            }
            this.inputs.push(inputs);
        }
        this.order = this.sorted()?;
        Ok(this)
    }

    /// The input to which a string refers.
    pub(crate) fn resolve(&self, input: &str) -> Result<Input, String> {
        let node = |name: &str| {
            self.by_name
                .get(name)
                .copied()
                .ok_or_else(|| format!("has the input '{input}', but there is no node '{name}'"))
        };
        match reference(input) {
            None => Err(format!("has an input '{input}', which is no reference to an output")),
            // Functions wait for their arguments anyway.
            Some(Reference::Control(name)) => Ok(match self.arguments.get(name) {
                Some(_) => Input::Nothing,
                None => Input::Control(node(name)?),
            }),
            Some(Reference::Output(name, number)) => Ok(match self.arguments.get(name) {
                Some(&argument) => Input::Argument(argument),
                None => Input::Data(node(name)?, number),
            }),
            Some(Reference::Named(name, output, number)) => {
                let index = node(name)?;
                let at = index as usize;
                let found = match &self.defs[at] {
                    Some(def) => op_def::output_number(def, &self.nodes[at].attr, output, number as usize),
                    None => Some(number as usize),
                };
                match found {
                    Some(found) => Ok(Input::Data(index, found as u32)),
                    None => Err(format!("has the input '{input}', but '{name}' has no such output")),
                }
            }
        }
    }

    /// The node of this name.
    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    fn sorted(&self) -> Result<Vec<u32>, GraphError> {
        let count = self.nodes.len() as u32;
        let in_order = |(index, inputs): (usize, &Vec<Input>)| {
            inputs.iter().filter_map(|input| input.node()).all(|node| (node as usize) < index)
        };
        if self.inputs.iter().enumerate().all(in_order) {
            return Ok((0..count).collect());
        }
        let mut waiting: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for (index, inputs) in self.inputs.iter().enumerate() {
            let mut count = 0;
            for node in inputs.iter().filter_map(|input| input.node()) {
                users[node as usize].push(index as u32);
                count += 1;
            }
            waiting.push(count);
        }
        let mut ready: BinaryHeap<Reverse<u32>> =
            (0..count).filter(|&node| waiting[node as usize] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(Reverse(node)) = ready.pop() {
            order.push(node);
            for &user in &users[node as usize] {
                waiting[user as usize] -= 1;
                if waiting[user as usize] == 0 {
                    ready.push(Reverse(user));
                }
            }
        }
        match (0..count).find(|&node| waiting[node as usize] > 0) {
            None => Ok(order),
            Some(node) => Err(GraphError { node, message: "waits for itself".into() }),
        }
    }
}
