//! Facts about the nodes of a graph that a function is made of: its arguments, its results, and the nodes that these need.

use rustc_hash::FxHashSet;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use super::ImportOptions;
use super::order::{GraphError, Input, Nodes};
use crate::names::{Reference, reference};
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::{AttrValue, NodeDef};
use crate::{marks, tensor};

/// An error that is about no node in particular.
pub(super) fn whole(message: String) -> GraphError {
    GraphError { node: u32::MAX, message }
}

pub(super) fn text(value: &AttrValue) -> Option<&str> {
    match value.value.as_ref()? {
        ProtoValue::S(text) => std::str::from_utf8(text).ok(),
        _ => None,
    }
}

/// The shape that a node declares for the argument that it stands for.
pub(crate) fn argument_shape(node: &NodeDef) -> Option<Vec<i64>> {
    match node.attr.get("shape").and_then(|value| value.value.as_ref()) {
        Some(ProtoValue::Shape(shape)) => tensor::shape_from_proto(shape),
        _ => listed_shape(node.attr.get("_output_shapes")).flatten(),
    }
}

/// The only shape of a list.
pub(super) fn listed_shape(value: Option<&AttrValue>) -> Option<Option<Vec<i64>>> {
    match value?.value.as_ref()? {
        ProtoValue::List(list) => list.shape.first().map(tensor::shape_from_proto),
        _ => None,
    }
}

pub(super) fn number(node: &NodeDef, attr: &str) -> Option<i64> {
    match node.attr.get(attr)?.value.as_ref()? {
        ProtoValue::I(number) => Some(*number),
        _ => None,
    }
}

/// The constant that a placeholder passes on unless it is given.
pub(super) fn default_of(ctx: &Context, nodes: &Nodes<'_>, index: u32) -> Option<Attr> {
    if nodes.nodes[index as usize].op != "PlaceholderWithDefault" {
        return None;
    }
    let source = nodes.inputs[index as usize].first().and_then(|input| input.node())?;
    let constant = nodes.nodes.get(source as usize).filter(|constant| constant.op == "Const")?;
    crate::attr::from_value(ctx, constant.attr.get("value")?).ok()
}

/// The nodes that are the function's arguments, in order; those with defaults come last.
pub(super) fn arguments(
    nodes: &Nodes<'_>,
    options: &ImportOptions,
    has_default: impl Fn(u32) -> bool,
) -> Result<Vec<u32>, GraphError> {
    if !options.inputs.is_empty() {
        let named = |name: &String| {
            let name = name.strip_suffix(":0").unwrap_or(name);
            nodes.named(name).ok_or_else(|| whole(format!("'{name}' is to be an input, but is not there")))
        };
        return options.inputs.iter().map(named).collect();
    }
    let mut found: Vec<(i64, bool, u32)> = Vec::new();
    for (index, node) in nodes.nodes.iter().enumerate() {
        let has_default = has_default(index as u32);
        let position = match &*node.op {
            "PlaceholderWithDefault" if has_default => Some(i64::MAX),
            "Placeholder" => Some(number(node, marks::ARGUMENT).unwrap_or(i64::MAX)),
            "_Arg" => Some(number(node, "index").unwrap_or(i64::MAX)),
            "NoOp" => number(node, marks::ARGUMENT),
            _ => None,
        };
        found.extend(position.map(|position| (position, has_default, index as u32)));
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(.., node)| node).collect())
}

/// The node that an input refers to.
pub(super) fn referent(input: &str) -> Option<&str> {
    match reference(input)? {
        Reference::Control(name) | Reference::Output(name, _) => Some(name),
        _ => None,
    }
}

/// The tensors that the function returns, in order; a chain is a control input. Nodes that were `referred` to before the
/// graph was changed do not return tensors without users.
pub(super) fn results(
    nodes: &Nodes<'_>,
    options: &ImportOptions,
    inputs: &[u32],
    referred: &FxHashSet<&str>,
) -> Result<Vec<Input>, GraphError> {
    if !options.outputs.is_empty() {
        return options.outputs.iter().map(|output| nodes.resolve(output).map_err(whole)).collect();
    }
    let mut marked: Vec<(i64, Input)> = Vec::new();
    let mut taken = vec![false; nodes.nodes.len()];
    for (index, node) in nodes.nodes.iter().enumerate() {
        let index = index as u32;
        let (position, chain) = match &*node.op {
            "_Retval" => (Some(number(node, "index").unwrap_or(i64::MAX)), false),
            "Identity" => (number(node, marks::RESULT), false),
            "NoOp" => (number(node, marks::RESULT), true),
            _ => (None, false),
        };
        let source = if chain { Input::Control(index) } else { Input::Data(index, 0) };
        marked.extend(position.map(|position| (position, source)));
        for input in &nodes.inputs[index as usize] {
            if let Some(node) = input.node() {
                taken[node as usize] = true;
            }
        }
    }
    if !marked.is_empty() || nodes.nodes.iter().any(|node| node.attr.contains_key(marks::FUNCTION)) {
        marked.sort_by_key(|&(position, _)| position);
        return Ok(marked.into_iter().map(|(_, input)| input).collect());
    }
    let mut outputs = Vec::new();
    let mut ends: Vec<u32> = Vec::new();
    for &index in &nodes.order {
        let at = index as usize;
        let node = &nodes.nodes[at];
        if taken[at]
            || referred.contains(&*node.name)
            || inputs.contains(&index)
            || matches!(&*nodes.nodes[at].op, "Const" | "NoOp")
        {
            continue;
        }
        ends.push(index);
    }
    // TensorFlow names the results of a function that it writes out in their order.
    let end_number = |end: u32| identity_number(&nodes.nodes[end as usize]);
    if ends.iter().all(|&end| end_number(end).is_some()) {
        ends.sort_by_key(|&end| end_number(end));
    } else {
        // Else they come in the order of the file, not in the one in which they can be computed.
        ends.sort_unstable();
    }
    for index in ends {
        let at = index as usize;
        let count = match &nodes.defs[at] {
            Some(def) => crate::op_def::counts(&def.outputs, &nodes.nodes[at].attr, None)
                .map_or(1, |counts| counts.iter().sum()),
            None => {
                number(&nodes.nodes[at], marks::RESULTS).map_or(1, |count| count.clamp(0, 1 << 20) as usize)
            }
        };
        outputs.extend((0..count as u32).map(|output| Input::Data(index, output)));
    }
    Ok(outputs)
}

/// The number in the name of a node `Identity`, `Identity_1`, `Identity_2`, …
fn identity_number(node: &NodeDef) -> Option<u32> {
    let rest = node.name.strip_prefix("Identity").filter(|_| node.op == "Identity")?;
    match rest.strip_prefix('_') {
        None => rest.is_empty().then_some(0),
        Some(number) => number.parse().ok(),
    }
}

/// The nodes that the results need; with this project's marks, all of them.
pub(super) fn reachable(nodes: &Nodes<'_>, inputs: &[u32], outputs: &[Input]) -> Vec<bool> {
    let marked = nodes.nodes.iter().any(|node| {
        [marks::FUNCTION, marks::ARGUMENT, marks::RESULT].iter().any(|mark| node.attr.contains_key(*mark))
    });
    if marked || nodes.nodes.iter().any(|node| node.op == "_Retval") {
        return vec![true; nodes.nodes.len()];
    }
    let mut wanted = vec![false; nodes.nodes.len()];
    let mut pending: Vec<u32> = outputs.iter().filter_map(|output| output.node()).collect();
    // A graph that gives nothing is run for its effects.
    if outputs.is_empty() {
        pending.extend(0..nodes.nodes.len() as u32);
    }
    let arguments: FxHashSet<u32> = inputs.iter().copied().collect();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut wanted[node as usize], true) && !arguments.contains(&node) {
            pending.extend(nodes.inputs[node as usize].iter().filter_map(|input| input.node()));
        }
    }
    wanted
}
