//! Several functions from the nodes of one graph: the signatures of a model.
//!
//! A signature names tensors of the graph that are its arguments and tensors that are its results. The function has the nodes on which a
//! result depends, and those that change something: for their effects it also returns a chain, before the other results.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_convert::graph::{Constant, FunctionBuilder};
use tfrt_dialects::signature;
use tfrt_ir::body::{NamedAttr, OpState};
use tfrt_ir::entity::Value;
use tfrt_ops::DataType;

use super::order::{GraphError, Input, Nodes};
use super::reader::Reader;
use super::{Importer, whole};
use crate::names::{Reference, reference};
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::{AttrValue, GraphDef, NodeDef};
use crate::{attr, dtype, marks};

/// A function to make of a graph's nodes.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its arguments, in order.
    pub inputs: Vec<Port>,
    /// Its results, in order.
    pub outputs: Vec<Port>,
    /// Nodes that it runs although no result needs them.
    pub targets: Vec<String>,
    /// Whether it changes something that stays, so that it returns a chain.
    pub effects: bool,
}

/// An argument or result of an [`Entry`].
#[derive(Clone, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// The tensor of the graph (`node` or `node:1`).
    pub tensor: String,
    /// The type of its elements, if it is known.
    pub data_type: Option<DataType>,
    /// Its dimensions; −1 where unknown, `None` for an unknown rank.
    pub dims: Option<Vec<i64>>,
    /// The value of an argument that a caller may leave out.
    pub default: Option<Constant>,
}

/// A node whose value is that of the name in [`ImportOptions::weights`](super::ImportOptions::weights): constants that are large, or
/// not in the graph, need not become messages.
pub fn weight(node: &str, value: &str, data_type: DataType) -> NodeDef {
    let attrs = [
        ("dtype", ProtoValue::Type(dtype::number(data_type))),
        (marks::WEIGHT, ProtoValue::S(value.as_bytes().to_vec())),
    ];
    let attrs: Vec<(String, AttrValue)> =
        attrs.into_iter().map(|(name, value)| (name.to_owned(), attr::value(value))).collect();
    NodeDef {
        name: node.to_owned(),
        op: "Const".into(),
        attr: attrs.into_iter().collect(),
        ..Default::default()
    }
}

/// The node that a string refers to.
fn node_of(text: &str) -> Option<&str> {
    match reference(text)? {
        Reference::Control(name) | Reference::Output(name, _) | Reference::Named(name, ..) => Some(name),
    }
}

/// The nodes that the entries need.
fn needed<'g>(graph: &'g GraphDef, entries: &'g [Entry]) -> FxHashSet<&'g str> {
    let by_name: FxHashMap<&str, &NodeDef> = graph.node.iter().map(|node| (&*node.name, node)).collect();
    let mut needed: FxHashSet<&str> = FxHashSet::default();
    for entry in entries {
        let given: FxHashSet<&str> = entry.inputs.iter().filter_map(|input| node_of(&input.tensor)).collect();
        let mut seen = given.clone();
        let mut pending: Vec<&str> =
            entry.outputs.iter().filter_map(|output| node_of(&output.tensor)).collect();
        pending.extend(entry.targets.iter().filter_map(|target| node_of(target)));
        while let Some(name) = pending.pop() {
            if let Some(node) = by_name.get(name).filter(|_| seen.insert(name)) {
                pending.extend(node.input.iter().filter_map(|input| node_of(input)));
            }
        }
        needed.extend(seen);
    }
    needed
}

/// The graph with the nodes that the entries need. Control flow of other parts need not be understood.
pub(super) fn pruned(graph: &GraphDef, entries: &[Entry]) -> GraphDef {
    let needed = needed(graph, entries);
    let cut: FxHashSet<&str> =
        entries.iter().flat_map(|entry| &entry.inputs).filter_map(|input| node_of(&input.tensor)).collect();
    let kept = |node: &NodeDef| {
        let mut node = node.clone();
        // An argument may be a node with inputs, which nothing else needs.
        if cut.contains(&*node.name) {
            node.input.retain(|input| node_of(input).is_some_and(|name| needed.contains(name)));
        }
        node
    };
    let node = graph.node.iter().filter(|node| needed.contains(&*node.name)).map(kept).collect();
    GraphDef { node, versions: graph.versions.clone(), library: graph.library.clone(), ..GraphDef::default() }
}

impl Importer<'_> {
    /// The functions of these entries.
    pub(super) fn entries(&self, graph: &GraphDef, entries: &[Entry]) -> Result<Vec<OpState>, GraphError> {
        let nodes = Nodes::new(&graph.node, std::iter::empty(), self.registry)?;
        entries.iter().map(|entry| self.entry(&nodes, entry)).collect()
    }

    fn entry(&self, nodes: &Nodes<'_>, entry: &Entry) -> Result<OpState, GraphError> {
        let ctx = self.ctx;
        let about = |what: &str, port: &Port, why: String| {
            whole(format!("{what} '{}' of '{}' {why}", port.name, entry.name))
        };
        let mut out = FunctionBuilder::new(ctx);
        let mut given: FxHashMap<u32, Value> = FxHashMap::default();
        for input in &entry.inputs {
            let node = match nodes.resolve(&input.tensor).map_err(|why| about("argument", input, why))? {
                Input::Data(node, 0) => node,
                _ => {
                    return Err(about(
                        "argument",
                        input,
                        format!("is '{}', not the first output of a node", input.tensor),
                    ));
                }
            };
            let mut attrs = self.argument_attrs(input.data_type, input.dims.clone(), None);
            attrs.extend(self.described(input));
            let value = out.tensor_argument(attrs, self.location(&input.name, &entry.name));
            given.insert(node, value);
        }
        let mut outputs = Vec::new();
        for output in &entry.outputs {
            outputs.push(nodes.resolve(&output.tensor).map_err(|why| about("result", output, why))?);
        }
        let mut wanted = vec![false; nodes.nodes.len()];
        let mut pending: Vec<u32> = outputs.iter().filter_map(|output| output.node()).collect();
        for target in &entry.targets {
            let node = nodes.named(target);
            pending.push(
                node.ok_or_else(|| whole(format!("'{}' runs '{target}', which is no node", entry.name)))?,
            );
        }
        let targets = pending[outputs.len()..].to_vec();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut wanted[node as usize], true) && !given.contains_key(&node) {
                pending.extend(nodes.inputs[node as usize].iter().filter_map(|input| input.node()));
            }
        }
        let location = |node: &NodeDef| self.location(&node.name, &entry.name);
        let around = self.around(&location);
        let mut reader = Reader::new(out.graph(), nodes, around);
        for (&node, &value) in &given {
            reader.set_tensor(node, value);
        }
        outputs.iter().for_each(|&output| reader.use_output(output));
        let mut awaited = targets;
        if entry.effects {
            let is_effect = |node: &u32| {
                wanted[*node as usize] && reader.has_effects(*node, nodes.defs[*node as usize].as_deref())
            };
            awaited.extend((0..nodes.nodes.len() as u32).filter(is_effect));
        }
        reader.prepare(&wanted, &awaited, entry.effects);
        for &node in &nodes.order {
            if !wanted[node as usize] || given.contains_key(&node) {
                continue;
            }
            if matches!(&*nodes.nodes[node as usize].op, "Placeholder" | "_Arg") {
                let message = format!("is needed by '{}', but is none of its arguments", entry.name);
                return Err(GraphError { node, message });
            }
            reader.build(node)?;
        }
        let (mut results, mut described) = (Vec::new(), Vec::new());
        if entry.effects {
            described.push(ctx.empty_dict());
            let chains: Vec<Value> = awaited.iter().filter_map(|&node| reader.chain_of(node)).collect();
            results.extend(reader.join(chains.into_iter(), ctx.unknown_loc()).or(reader.start()));
        }
        for (output, port) in outputs.into_iter().zip(&entry.outputs) {
            results.push(reader.tensor(output).map_err(|why| about("result", port, why))?);
            described.push(ctx.dict(self.described(port)));
        }
        let function = out.finish(&entry.name, None, &results, self.location(&entry.name, ""));
        Ok(match entry.outputs.is_empty() {
            true => function,
            false => function.attr(ctx.ident("res_attrs"), ctx.array_attr(&described)),
        })
    }

    /// The attributes of an argument or result of a function, besides its type.
    fn described(&self, port: &Port) -> Vec<NamedAttr> {
        let ctx = self.ctx;
        let mut attrs = vec![(ctx.ident(signature::NAME_ATTR), ctx.string_attr(&*port.name))];
        if let Some(Constant::Dense(value)) = port.default {
            attrs.push((ctx.ident(signature::DEFAULT_ATTR), value));
        }
        attrs
    }
}

/// The names of the weights that functions and the nodes that the entries need have.
pub fn weights_of(graph: &GraphDef, entries: &[Entry]) -> FxHashSet<String> {
    let needed = needed(graph, entries);
    let library = graph.library.iter().flat_map(|library| &library.function);
    let nodes = graph.node.iter().filter(|node| needed.contains(&*node.name));
    let nodes = library.flat_map(|function| &function.node_def).chain(nodes);
    nodes.filter_map(|node| super::node_attrs::mark_text(node, marks::WEIGHT)).map(str::to_owned).collect()
}
