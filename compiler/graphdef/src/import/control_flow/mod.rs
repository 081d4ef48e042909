//! Control flow made of nodes, converted to functions.
//!
//! Older graphs, and graphs with inlined functions, have no `While` and `If`. A loop is a frame there: values enter by `Enter`, go around
//! by `Merge`, `Switch` and `NextIteration` and leave by `Exit`, while a `LoopCond` is true. A condition is a set of `Switch` nodes, whose
//! values continue at one of two outputs, and `Merge` nodes that continue with the input that arrives. This module turns each loop into a
//! `While` node and each condition into an `If` or `Case` node, with new functions for their bodies: loops first, from the innermost to the
//! outermost, then conditions in each graph, likewise.
//!
//! A function contains only the nodes on which a result depends. Nodes that cannot become a function are an error that names the
//! node.

mod conditions;
mod loops;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ops::{DataType, OpDefRegistry};

use super::order::GraphError;
use super::whole;
use crate::names::{Names, Reference, reference};
use crate::proto::tensorflow::attr_value::{ListValue, Value};
use crate::proto::tensorflow::op_def::ArgDef;
use crate::proto::tensorflow::{AttrValue, FunctionDef, GraphDef, NodeDef, OpDef};
use crate::{attr, op_def};

/// The nodes that control flow is made of.
const OPS: &[&str] = &["Switch", "_SwitchN", "Merge", "Enter", "Exit", "NextIteration", "LoopCond"];

/// The graph with functions for its loops and conditions; `None` if it has none that are made of nodes.
///
/// # Errors
/// A loop or condition that is not whole, or has a form that no function can have.
pub(super) fn functional(
    graph: &GraphDef,
    registry: Option<&OpDefRegistry>,
) -> Result<Option<GraphDef>, GraphError> {
    if !graph.node.iter().any(|node| OPS.contains(&&*node.op)) {
        return Ok(None);
    }
    let mut maker = Maker { registry, names: Names::default(), functions: Vec::new() };
    let mut library = graph.library.clone().unwrap_or_default();
    for name in library.function.iter().filter_map(|function| function.signature.as_ref()) {
        maker.names.unique(&name.name);
    }
    let mut flow = Flow::of(&graph.node)?;
    // TensorFlow puts these in the place of the nodes that it cut off; they are not inputs of the graph.
    for node in flow.all("Placeholder") {
        if flow.nodes[node].def.name.starts_with("unused_control_flow_input") {
            let takes = |&user: &usize| flow.nodes[user].data.iter().any(|edge| edge.0 == node);
            flow.alive[node] = flow.users[node].iter().any(takes);
        }
    }
    maker.loops(&mut flow)?;
    maker.conditions(&mut flow)?;
    library.function.append(&mut maker.functions);
    let node = flow.into_nodes(&[])?;
    Ok(Some(GraphDef { node, library: Some(library), ..graph.clone() }))
}

/// The graph, and outputs of it, with nodes of their own for those that control flow gives: it will be gone. `None` if none is.
pub(super) fn with_results(graph: &GraphDef, outputs: &[String]) -> Option<(GraphDef, Vec<String>)> {
    let by_name: FxHashMap<&str, &NodeDef> = graph.node.iter().map(|node| (&*node.name, node)).collect();
    let source = |output: &str| match reference(output)? {
        Reference::Output(name, _) => by_name.get(name).filter(|node| OPS.contains(&&*node.op)).copied(),
        _ => None,
    };
    if !outputs.iter().any(|output| source(output).is_some()) {
        return None;
    }
    let mut names = Names::default();
    graph.node.iter().for_each(|node| drop(names.unique(&node.name)));
    let mut graph = graph.clone();
    let mut given = Vec::new();
    for output in outputs {
        let Some(node) = source(output) else {
            given.push(output.clone());
            continue;
        };
        let name = names.unique(&format!("{}/result", node.name));
        let dtype = node.attr.get("T").cloned();
        graph.node.push(NodeDef {
            name: name.clone(),
            op: "Identity".into(),
            input: vec![output.clone()],
            attr: dtype.map(|dtype| ("T".to_owned(), dtype)).into_iter().collect(),
            ..NodeDef::default()
        });
        given.push(name);
    }
    Some((graph, given))
}

/// A tensor: an output of a node.
type Edge = (usize, u32);

/// A node without its inputs, and the inputs.
#[derive(Clone, Debug)]
struct Node {
    def: NodeDef,
    data: Vec<Edge>,
    control: Vec<usize>,
}

impl Node {
    fn is(&self, op: &str) -> bool {
        self.def.op == op
    }
}

/// A graph that is being changed. Nodes keep their numbers.
#[derive(Default)]
struct Flow {
    nodes: Vec<Node>,
    /// The nodes that use or wait for each.
    users: Vec<Vec<usize>>,
    /// The nodes that are still part of it.
    alive: Vec<bool>,
    /// The nodes that are part of a function by now.
    taken: FxHashSet<usize>,
    names: Names,
}

impl Flow {
    fn of(defs: &[NodeDef]) -> Result<Flow, GraphError> {
        let numbers: FxHashMap<&str, usize> =
            defs.iter().enumerate().map(|(number, def)| (&*def.name, number)).collect();
        let users = vec![Vec::new(); defs.len()];
        let mut flow = Flow { alive: vec![true; defs.len()], users, ..Flow::default() };
        for (at, def) in defs.iter().enumerate() {
            flow.names.unique(&def.name);
            let mut node = Node { def: def.clone(), data: Vec::new(), control: Vec::new() };
            for input in std::mem::take(&mut node.def.input) {
                let number = |name: &str| {
                    numbers.get(name).copied().ok_or_else(|| GraphError {
                        node: at as u32,
                        message: format!("has the input '{input}', but there is no node '{name}'"),
                    })
                };
                match reference(&input) {
                    Some(Reference::Control(name)) => node.control.push(number(name)?),
                    Some(Reference::Output(name, output)) => node.data.push((number(name)?, output)),
                    _ => {
                        return Err(GraphError {
                            node: at as u32,
                            message: format!("has an input '{input}', which is no reference to an output"),
                        });
                    }
                }
            }
            flow.nodes.push(node);
            flow.note_user(at);
        }
        Ok(flow)
    }

    fn alive(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&node| self.alive[node])
    }

    /// The alive nodes of an op.
    fn all(&self, op: &str) -> Vec<usize> {
        self.alive().filter(|&node| self.nodes[node].is(op)).collect()
    }

    fn add(&mut self, wanted: &str, mut node: Node) -> usize {
        node.def.name = self.names.unique(wanted);
        self.nodes.push(node);
        self.alive.push(true);
        self.note_user(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Says to a node's inputs, which may come later, that it uses them.
    fn note_user(&mut self, node: usize) {
        let inputs: Vec<usize> = self.inputs(node).collect();
        let count = inputs.iter().copied().max().unwrap_or_default().max(node) + 1;
        if self.users.len() < count {
            self.users.resize_with(count, Vec::new);
        }
        for input in inputs {
            self.users[input].push(node);
        }
    }

    /// An input that must be there.
    fn input(&self, node: usize, at: usize) -> Result<Edge, GraphError> {
        let found = self.nodes[node].data.get(at).copied();
        found.ok_or_else(|| self.error(node, format!("has no input {at}")))
    }

    /// Lets users of tensors use others, and what waits for their nodes wait for the others'.
    fn redirect(&mut self, edges: &FxHashMap<Edge, Edge>) {
        let nodes: FxHashMap<usize, usize> = edges.iter().map(|(&(from, _), &(to, _))| (from, to)).collect();
        for (&from, &to) in &nodes {
            let users = std::mem::take(&mut self.users[from]);
            for &user in &users {
                let node = &mut self.nodes[user];
                for edge in &mut node.data {
                    *edge = edges.get(edge).copied().unwrap_or(*edge);
                }
                for control in &mut node.control {
                    *control = nodes.get(control).copied().unwrap_or(*control);
                }
            }
            self.users[to].extend(users);
        }
    }

    fn error(&self, node: usize, message: impl Into<String>) -> GraphError {
        // The message names the node: numbers here are not those of the graph that was given.
        let def = &self.nodes[node].def;
        whole(format!("node '{}' ({}): {}", def.name, def.op, message.into()))
    }

    /// The dtype of a tensor, as far as its node says it.
    fn data_type(&self, (node, output): Edge, registry: Option<&OpDefRegistry>) -> i32 {
        let def = &self.nodes[node].def;
        let named = |name: &str| match def.attr.get(name).and_then(|value| value.value.as_ref()) {
            Some(Value::Type(number)) => Some(*number),
            _ => None,
        };
        let listed = |name: &str| match def.attr.get(name).and_then(|value| value.value.as_ref()) {
            Some(Value::List(list)) => list.r#type.get(output as usize).copied(),
            _ => None,
        };
        let found = match &*def.op {
            "Merge" if output == 1 => Some(crate::dtype::number(DataType::Int32)),
            "LoopCond" => Some(crate::dtype::number(DataType::Bool)),
            "While" => listed("T"),
            "If" | "Case" => listed("Tout"),
            op if OPS.contains(&op) => named("T"),
            _ => op_def::find(registry, &op_def::op_of_node(def)).and_then(|op| {
                let types = op_def::output_types(&op, &def.attr, &[], output as usize + 1);
                types.last().copied().flatten().map(crate::dtype::number)
            }),
        };
        found.unwrap_or_default()
    }

    /// The alive nodes in an order in which each comes after its inputs.
    fn order(&self) -> Result<Vec<usize>, GraphError> {
        let mut order = Vec::new();
        // 0: not seen, 1: its inputs are being seen, 2: done.
        let mut state = vec![0_u8; self.nodes.len()];
        for root in self.alive() {
            let mut stack = vec![root];
            while let Some(&node) = stack.last() {
                if state[node] == 0 {
                    state[node] = 1;
                    for input in self.inputs(node) {
                        match state[input] {
                            0 => stack.push(input),
                            1 => return Err(self.error(input, "waits for itself")),
                            _ => {}
                        }
                    }
                } else {
                    stack.pop();
                    if std::mem::replace(&mut state[node], 2) != 2 {
                        order.push(node);
                    }
                }
            }
        }
        Ok(order)
    }

    fn inputs(&self, node: usize) -> impl Iterator<Item = usize> {
        let node = &self.nodes[node];
        node.data.iter().map(|&(input, _)| input).chain(node.control.iter().copied())
    }

    /// The alive nodes as messages; in a function, the first ones are its arguments and referred to by these names.
    fn into_nodes(self, arguments: &[String]) -> Result<Vec<NodeDef>, GraphError> {
        if let Some(left) = self.alive().find(|&node| OPS.contains(&&*self.nodes[node].def.op)) {
            return Err(self.error(left, "is not part of a loop or condition that could be made a function"));
        }
        let name = |node: usize| arguments.get(node).unwrap_or(&self.nodes[node].def.name);
        let mut out = Vec::new();
        for node in self.alive().skip(arguments.len()) {
            let Node { def, data, control } = &self.nodes[node];
            let mut def = def.clone();
            let data = data.iter().map(|&edge| self.text(edge, arguments));
            let control: BTreeMap<&String, ()> = control
                .iter()
                .filter(|&&control| self.alive[control] && control >= arguments.len())
                .map(|&control| (name(control), ()))
                .collect();
            def.input = data.chain(control.into_keys().map(|name| format!("^{name}"))).collect();
            out.push(def);
        }
        Ok(out)
    }

    fn text(&self, (node, output): Edge, arguments: &[String]) -> String {
        match arguments.get(node) {
            Some(argument) => argument.clone(),
            None if output == 0 && arguments.is_empty() => self.nodes[node].def.name.clone(),
            None => format!("{}:{output}", self.nodes[node].def.name),
        }
    }
}

/// Makes functions.
struct Maker<'a> {
    registry: Option<&'a OpDefRegistry>,
    /// Names of functions.
    names: Names,
    functions: Vec<FunctionDef>,
}

/// The part of a graph that becomes a function.
struct Part<'f> {
    flow: &'f Flow,
    /// Nodes of the part, by their number there: a new number, which is that of an argument for the first ones.
    numbers: FxHashMap<usize, usize>,
    members: Vec<usize>,
}

impl Maker<'_> {
    /// A function of these arguments, which are tensors of a graph, that computes results from them with a graph's nodes.
    ///
    /// `effects` are nodes that it runs whether results need them or not. `place` classifies an edge for the function: an argument, an
    /// output of one of its nodes, or unusable. `waits` says whether a node that another waits for belongs to it.
    fn function(
        &mut self,
        wanted: &str,
        flow: &Flow,
        argument_types: &[i32],
        (results, effects): (&[Edge], &[usize]),
        place: &dyn Fn(Edge) -> Result<Place, GraphError>,
        waits: &dyn Fn(usize) -> bool,
    ) -> Result<String, GraphError> {
        let mut part = Part { flow, numbers: FxHashMap::default(), members: Vec::new() };
        part.collect(results, effects, place, waits)?;
        let count = argument_types.len();
        part.numbers = part.members.iter().enumerate().map(|(at, &node)| (node, count + at)).collect();
        // Arguments come first, as nodes that are never written.
        let arguments: Vec<String> = (0..count).map(|at| format!("arg{at}")).collect();
        let mut names = Names::default();
        let mut inner = Flow::default();
        for (argument, &data_type) in arguments.iter().zip(argument_types) {
            names.unique(argument);
            let kind = [("T".to_owned(), attr::value(Value::Type(data_type)))];
            let def =
                NodeDef { op: "_Arg".to_owned(), attr: kind.into_iter().collect(), ..NodeDef::default() };
            inner.add(argument, Node { def, data: Vec::new(), control: Vec::new() });
        }
        let edge = |edge: Edge| -> Result<Edge, GraphError> {
            Ok(match place(edge)? {
                Place::Argument(at) => (at, 0),
                Place::Member => (part.numbers[&edge.0], edge.1),
            })
        };
        for &member in &part.members {
            let node = &flow.nodes[member];
            let data = node.data.iter().map(|&input| edge(input)).collect::<Result<_, _>>()?;
            let control =
                node.control.iter().filter_map(|control| part.numbers.get(control).copied()).collect();
            inner.add(&node.def.name, Node { def: node.def.clone(), data, control });
        }
        let mut returned: Vec<Edge> = results.iter().map(|&result| edge(result)).collect::<Result<_, _>>()?;
        let result_types: Vec<i32> =
            results.iter().map(|&result| flow.data_type(result, self.registry)).collect();
        // Conditions within may replace the results: meanwhile nodes hold them.
        let holders: Vec<usize> = returned
            .iter()
            .zip(&result_types)
            .map(|(&edge, &data_type)| {
                let kind = [("T".to_owned(), attr::value(Value::Type(data_type)))];
                let def = NodeDef {
                    op: "Identity".to_owned(),
                    attr: kind.into_iter().collect(),
                    ..NodeDef::default()
                };
                inner.add("result", Node { def, data: vec![edge], control: Vec::new() })
            })
            .collect();
        self.conditions(&mut inner)?;
        for (returned, &holder) in returned.iter_mut().zip(&holders) {
            *returned = inner.nodes[holder].data[0];
            inner.alive[holder] = false;
        }
        let arg = |name: String, data_type: i32| ArgDef { name, r#type: data_type, ..ArgDef::default() };
        let name = self.names.unique(wanted);
        let outputs: Vec<String> = (0..results.len()).map(|at| format!("result{at}")).collect();
        let ret =
            outputs.iter().cloned().zip(returned.iter().map(|&edge| inner.text(edge, &arguments))).collect();
        let signature = OpDef {
            name: name.clone(),
            input_arg: arguments.iter().cloned().zip(argument_types).map(|(name, &t)| arg(name, t)).collect(),
            output_arg: outputs.into_iter().zip(&result_types).map(|(name, &t)| arg(name, t)).collect(),
            ..OpDef::default()
        };
        let node_def = inner.into_nodes(&arguments)?;
        self.functions.push(FunctionDef {
            signature: Some(signature),
            node_def,
            ret,
            ..FunctionDef::default()
        });
        Ok(name)
    }
}

/// The role of a tensor in a function that is made.
enum Place {
    /// An argument of it.
    Argument(usize),
    /// An output of a node that belongs to it.
    Member,
}

impl Part<'_> {
    /// Finds all nodes that results and effects depend on.
    fn collect(
        &mut self,
        results: &[Edge],
        effects: &[usize],
        place: &dyn Fn(Edge) -> Result<Place, GraphError>,
        waits: &dyn Fn(usize) -> bool,
    ) -> Result<(), GraphError> {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<usize> = effects.iter().copied().filter(|&node| seen.insert(node)).collect();
        let mut edges = results.to_vec();
        loop {
            for edge in edges.drain(..) {
                if matches!(place(edge)?, Place::Member) && seen.insert(edge.0) {
                    pending.push(edge.0);
                }
            }
            let Some(node) = pending.pop() else { break };
            self.members.push(node);
            edges.extend(&self.flow.nodes[node].data);
            for &control in &self.flow.nodes[node].control {
                if waits(control) && seen.insert(control) {
                    pending.push(control);
                }
            }
        }
        // In the graph's order, whatever the way they were found.
        self.members.sort_unstable();
        Ok(())
    }
}

fn types_attr(types: &[i32]) -> AttrValue {
    attr::value(Value::List(Box::new(ListValue { r#type: types.to_vec(), ..ListValue::default() })))
}
