//! Graphs with floats of 8 bits as graphs with `float32` that has the same numbers: there are no tensors of such floats.
//!
//! A cast to such a type rounds as TensorFlow does, once and to the nearest, and numbers beyond the largest become infinite or NaN as the
//! format has it. Nodes that only move elements, calls of functions, constants and arguments take `float32` instead. Any other node keeps
//! the type, and the importer of the graph refuses the node by name.

use tfrt_ops::{DataType, SmallFloat};

use crate::attr;
use crate::composed::number_results;
use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::op_def::ArgDef;
use crate::proto::tensorflow::{AttrValue, GraphDef, NodeDef, TensorProto};

/// Whether a graph has floats of 8 bits.
pub(crate) fn is_needed(graph: &GraphDef) -> bool {
    let functions = || graph.library.iter().flat_map(|library| &library.function);
    let nodes = graph.node.iter().chain(functions().flat_map(|function| &function.node_def));
    nodes.flat_map(|node| node.attr.values()).any(has_small)
        || functions().filter_map(|function| function.signature.as_ref()).any(|signature| {
            signature.input_arg.iter().chain(&signature.output_arg).any(|arg| small(arg.r#type).is_some())
        })
}

/// Replaces the floats of 8 bits of a graph.
pub(crate) fn replace(graph: &mut GraphDef) {
    widen(&mut graph.node);
    for function in graph.library.iter_mut().flat_map(|library| &mut library.function) {
        if let Some(signature) = function.signature.as_mut() {
            signature.input_arg.iter_mut().chain(&mut signature.output_arg).for_each(widen_arg);
        }
        number_results(function, rounds);
        widen(&mut function.node_def);
    }
}

/// The format that a number of the protocol stands for.
fn small(number: i32) -> Option<SmallFloat> {
    Some(match u32::try_from(number).ok().and_then(DataType::from_number)? {
        DataType::Float8E5M2 => SmallFloat::F8E5M2,
        DataType::Float8E4M3FN => SmallFloat::F8E4M3Fn,
        DataType::Float8E4M3FNUZ => SmallFloat::F8E4M3Fnuz,
        DataType::Float8E4M3B11FNUZ => SmallFloat::F8E4M3B11Fnuz,
        DataType::Float8E5M2FNUZ => SmallFloat::F8E5M2Fnuz,
        _ => return None,
    })
}

fn has_small(value: &AttrValue) -> bool {
    match &value.value {
        Some(Value::Type(number)) => small(*number).is_some(),
        Some(Value::List(list)) => list.r#type.iter().any(|&number| small(number).is_some()),
        Some(Value::Tensor(tensor)) => small(tensor.dtype).is_some(),
        _ => false,
    }
}

/// Ops that take `float32` where they took such floats: those that move elements, and those that pass values on.
const MOVE: &[&str] = &[
    "Case",
    "ConcatV2",
    "Const",
    "Enter",
    "Exit",
    "ExpandDims",
    "Fill",
    "GatherNd",
    "GatherV2",
    "Identity",
    "IdentityN",
    "If",
    "LoopCond",
    "Merge",
    "NextIteration",
    "Pack",
    "PartitionedCall",
    "Placeholder",
    "PlaceholderWithDefault",
    "Reshape",
    "ReverseV2",
    "Select",
    "SelectV2",
    "Shape",
    "ShapeN",
    "Size",
    "Rank",
    "Slice",
    "Split",
    "SplitV",
    "Squeeze",
    "StatefulPartitionedCall",
    "StatelessCase",
    "StatelessIf",
    "StatelessWhile",
    "StopGradient",
    "StridedSlice",
    "Switch",
    "Tile",
    "Transpose",
    "Unpack",
    "While",
    "_Arg",
    "_Retval",
];

fn type_of(node: &NodeDef, name: &str) -> Option<i32> {
    match node.attr.get(name)?.value {
        Some(Value::Type(number)) => Some(number),
        _ => None,
    }
}

/// Whether a node rounds to such floats.
fn rounds(node: &NodeDef) -> bool {
    node.op == "Cast" && type_of(node, "DstT").and_then(small).is_some()
}

fn widen(nodes: &mut Vec<NodeDef>) {
    for mut node in std::mem::take(nodes) {
        let format = type_of(&node, "DstT").and_then(small).filter(|_| node.op == "Cast");
        if node.op == "Cast" || MOVE.contains(&&*node.op) {
            node.attr.values_mut().for_each(widen_attr);
        }
        match format {
            Some(format) => nodes.extend(rounded(node, format)),
            None => nodes.push(node),
        }
    }
}

/// The nodes that a cast to a format becomes. The last of them keeps its name.
fn rounded(node: NodeDef, format: SmallFloat) -> [NodeDef; 3] {
    // Integers are numbers of `float32` first, and halves have no number that it has not.
    let wide = match type_of(&node, "SrcT") {
        Some(number) if number == DataType::Float64.number() as i32 => DataType::Float64,
        _ => DataType::Float32,
    };
    let cast = |node: &NodeDef, name: String, input: Vec<String>, from: AttrValue, to: DataType| {
        let attrs = [("SrcT", from), ("DstT", attr::data_type(to)), ("Truncate", attr::boolean(false))];
        let attr = attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        NodeDef { name, op: "Cast".to_owned(), input, attr, ..node.clone() }
    };
    let (first, second) = (format!("{}/wide", node.name), format!("{}/rounded", node.name));
    let from = node.attr.get("SrcT").cloned().unwrap_or_default();
    let widened = cast(&node, first.clone(), node.input.clone(), from, wide);
    let rounded = NodeDef {
        name: second.clone(),
        op: format.rounding().op().to_owned(),
        input: vec![format!("{first}:0")],
        attr: Default::default(),
        ..node.clone()
    };
    let last =
        cast(&node, node.name.clone(), vec![format!("{second}:0")], attr::data_type(wide), DataType::Float32);
    [widened, rounded, last]
}

fn widen_number(number: &mut i32) {
    if small(*number).is_some() {
        *number = DataType::Float32.number() as i32;
    }
}

fn widen_arg(arg: &mut ArgDef) {
    widen_number(&mut arg.r#type);
}

fn widen_attr(value: &mut AttrValue) {
    match &mut value.value {
        Some(Value::Type(number)) => widen_number(number),
        Some(Value::List(list)) => list.r#type.iter_mut().for_each(widen_number),
        Some(Value::Tensor(tensor)) => widen_tensor(tensor),
        _ => {}
    }
}

fn widen_tensor(tensor: &mut TensorProto) {
    let Some(format) = small(tensor.dtype) else { return };
    let bytes = match tensor.tensor_content.is_empty() {
        true => std::mem::take(&mut tensor.float8_val),
        false => std::mem::take(&mut tensor.tensor_content).into(),
    };
    tensor.float_val = bytes.iter().map(|&bits| format.decode(bits) as f32).collect();
    widen_number(&mut tensor.dtype);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextFormat as _;
    use crate::with_plain_nodes;

    #[test]
    fn casts_round_and_moves_take_wide_floats() {
        let graph = GraphDef::from_text(
            r#"node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_DOUBLE } } }
            node { name: "c" op: "Cast" input: "x" input: "^x" attr { key: "SrcT" value { type: DT_DOUBLE } } attr { key: "DstT" value { type: DT_FLOAT8_E5M2 } } }
            node { name: "r" op: "Reshape" input: "c" attr { key: "T" value { type: DT_FLOAT8_E5M2 } } }
            node { name: "s" op: "Add" input: "r" attr { key: "T" value { type: DT_FLOAT8_E5M2 } } }
            node { name: "y" op: "Cast" input: "r" attr { key: "SrcT" value { type: DT_FLOAT8_E5M2 } } attr { key: "DstT" value { type: DT_HALF } } }"#,
        )
        .expect("a graph");
        let graph = with_plain_nodes(&graph).expect("it has such floats");
        let written: Vec<String> = graph
            .node
            .iter()
            .map(|node| {
                let types: Vec<String> = ["T", "SrcT", "DstT"]
                    .iter()
                    .filter_map(|name| type_of(node, name).map(|number| number.to_string()))
                    .collect();
                format!("{} = {}({}) {}", node.name, node.op, node.input.join(", "), types.join(" "))
            })
            .collect();
        assert_eq!(
            written[1..],
            [
                "c/wide = Cast(x, ^x) 2 2",
                "c/rounded = hlo.round_to_f8e5m2(c/wide:0) ",
                "c = Cast(c/rounded:0) 2 1",
                "r = Reshape(c) 1",
                "s = Add(r) 24",
                "y = Cast(r) 1 19",
            ]
        );
    }
}
