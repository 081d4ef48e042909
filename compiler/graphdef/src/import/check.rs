//! The check of an optimizer's nodes: ops that exist, with the right numbers and types of inputs, and functions that exist.
//!
//! Nodes that were already wrong before the optimizer are left as they are: a program may run ops without a definition, and the
//! tensors at run time determine how it runs, whatever its attributes say.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_ops::{ArgType, DataType, OpDef, OpDefRegistry};

use super::order::{GraphError, Input, Nodes};
use super::reader::Callee;
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::{dtype, marks, op_def};

/// Checks the `wanted` nodes of a graph that was made of the nodes `before`.
///
/// # Errors
/// The first node that is wrong.
pub(super) fn check(
    graph: &Nodes<'_>,
    wanted: &[bool],
    before: &[NodeDef],
    callees: &FxHashMap<String, Callee>,
    registry: Option<&OpDefRegistry>,
) -> Result<(), GraphError> {
    let known: FxHashMap<&str, &NodeDef> = before.iter().map(|node| (&*node.name, node)).collect();
    let ops: FxHashSet<&str> = before.iter().map(|node| &*node.op).collect();
    for &node in graph.order.iter().filter(|&&node| wanted[node as usize]) {
        let (at, def) = (&graph.nodes[node as usize], graph.defs[node as usize].as_deref());
        let error = |message: String| Err(GraphError { node, message });
        let old = known.get(&*at.name).filter(|old| old.op == at.op);
        if let Some(name) = missing_function(at, callees)
            && old.is_none_or(|old| missing_function(old, callees) != Some(name))
        {
            return error(format!("refers to the function '{name}', which there is not"));
        }
        let Some(def) = def else {
            if ops.contains(&*at.op) || callees.contains_key(&at.op) {
                continue;
            }
            return error(format!("has the op '{}', which there is not", at.op));
        };
        let given = data_inputs(at).count();
        if old.is_none_or(|old| data_inputs(old).count() != given)
            && op_def::counts(&def.inputs, &at.attr, Some(given)).is_none()
        {
            let takes =
                op_def::counts(&def.inputs, &at.attr, None).map(|counts| counts.iter().sum::<usize>());
            return error(match takes {
                Some(takes) => format!("has {given} inputs, but its op '{}' takes {takes}", at.op),
                None => format!("has {given} inputs, which its op '{}' does not take", at.op),
            });
        }
    }
    let Some((node, message)) = mismatch(graph, wanted) else { return Ok(()) };
    // A program whose attributes said something else than its tensors from the start is not the optimizer's doing.
    let all = vec![true; before.len()];
    match Nodes::new(before, std::iter::empty(), registry) {
        Ok(before) if mismatch(&before, &all).is_none() => Err(GraphError { node, message }),
        _ => Ok(()),
    }
}

fn data_inputs(node: &NodeDef) -> impl Iterator<Item = &String> {
    node.input.iter().filter(|input| !input.starts_with('^'))
}

/// A function that a node calls and that there is not.
fn missing_function<'n>(node: &'n NodeDef, callees: &FxHashMap<String, Callee>) -> Option<&'n str> {
    let calls = ["If", "StatelessIf", "While", "StatelessWhile", "Case", "StatelessCase"];
    let calls = calls.contains(&&*node.op) || node.op.ends_with("PartitionedCall");
    let functions = node.attr.values().filter(|_| calls).flat_map(|attr| match &attr.value {
        Some(ProtoValue::Func(function)) => std::slice::from_ref(function),
        Some(ProtoValue::List(list)) => &list.func[..],
        _ => &[],
    });
    functions.map(|function| &*function.name).find(|name| !callees.contains_key(*name))
}

type Types = SmallVec<[Option<DataType>; 1]>;

/// A node that is given a tensor of another type than it takes.
fn mismatch(graph: &Nodes<'_>, wanted: &[bool]) -> Option<(u32, String)> {
    let mut outputs: Vec<Types> = vec![Types::new(); graph.nodes.len()];
    for &node in graph.order.iter().filter(|&&node| wanted[node as usize]) {
        let (index, at) = (node as usize, &graph.nodes[node as usize]);
        let sources: SmallVec<[(u32, u32); 4]> = graph.inputs[index]
            .iter()
            .filter_map(|input| match *input {
                Input::Data(from, output) => Some((from, output)),
                _ => None,
            })
            .collect();
        let inputs: Types = sources
            .iter()
            .map(|&(from, output)| outputs[from as usize].get(output as usize).copied().flatten())
            .collect();
        let Some(def) = graph.defs[index].as_deref() else { continue };
        for (position, (takes, &given)) in input_types(def, at, inputs.len()).zip(&inputs).enumerate() {
            if let (Some(takes), Some(given)) = (takes, given)
                && takes != given
            {
                let from = &graph.nodes[sources[position].0 as usize].name;
                let (takes, given) = (takes.name(), given.name());
                return Some((
                    node,
                    format!("takes {takes} as input {position}, but is given {given} by '{from}'"),
                ));
            }
        }
        let count = match at.attr.get(marks::RESULTS).and_then(|value| value.value.as_ref()) {
            Some(ProtoValue::I(count)) => usize::try_from(*count).unwrap_or_default().min(1 << 16),
            _ => op_def::counts(&def.outputs, &at.attr, None).map_or(0, |counts| counts.iter().sum()),
        };
        outputs[index] = op_def::output_types(def, &at.attr, &inputs, count).into();
    }
    None
}

/// The types of a node's inputs, by its attributes.
fn input_types<'n>(
    def: &'n OpDef,
    node: &'n NodeDef,
    given: usize,
) -> impl Iterator<Item = Option<DataType>> + 'n {
    let attr = |name: &str| node.attr.get(name).and_then(|value| value.value.as_ref());
    let counts = op_def::counts(&def.inputs, &node.attr, Some(given)).unwrap_or_default();
    def.inputs.iter().zip(counts).flat_map(move |(arg, count)| -> Vec<Option<DataType>> {
        match &arg.ty {
            ArgType::Fixed(data_type) => vec![Some(*data_type); count],
            ArgType::Attr(name) => match attr(name) {
                Some(ProtoValue::Type(number)) => vec![dtype::from_number(*number); count],
                _ => vec![None; count],
            },
            ArgType::ListAttr(name) => match attr(name) {
                Some(ProtoValue::List(list)) => {
                    list.r#type.iter().map(|&number| dtype::from_number(number)).collect()
                }
                _ => vec![None; count],
            },
            ArgType::Any => vec![None; count],
        }
    })
}
