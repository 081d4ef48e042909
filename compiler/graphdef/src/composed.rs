//! Nodes that stand for a few others, and are read as these.
//!
//! * `BatchFunction` puts the requests of several callers together and calls a function: one caller's call of it gives the same results.
//! * `FusedPadConv2D`, `FusedResizeAndPadConv2D`, which TensorFlow's transform tool wrote, and `_FusedConv2D`, `_FusedDepthwiseConv2dNative`,
//!   `_FusedConv3D`, `_FusedMatMul`, which its graph optimizer writes, are the ops that their names list. The last of them keeps the name of the
//!   node.
//! * Functions with a version for each kind of device are called in that for the CPU ([`implementations`]).
//! * Datasets that a graph makes and uses up itself are loops ([`datasets`]).
//! * Ops that have another name today are read under it ([`former`]).
//! * Floats of 8 bits are `float32` ([`small_floats`]).
//!
//! A fused node whose attribute `fused_ops` lists anything else than a bias, with or without a term that is added, or a normalisation, and an
//! activation stays as it is.

use std::collections::BTreeMap;

use tfrt_ops::DataType;

use crate::attr;
use crate::datasets;
use crate::former;
use crate::implementations;
use crate::names::{Reference, reference};
use crate::proto::tensorflow::attr_value::{ListValue, Value};
use crate::proto::tensorflow::{AttrValue, FunctionDef, GraphDef, NodeDef};
use crate::small_floats;

/// The graph with the ops that its nodes stand for, of types that have tensors; `None` if that is the graph itself.
#[must_use]
pub fn with_plain_nodes(graph: &GraphDef) -> Option<GraphDef> {
    let functions = graph.library.iter().flat_map(|library| &library.function);
    let has_composed =
        graph.node.iter().chain(functions.flat_map(|function| &function.node_def)).any(is_composed);
    let has_small_floats = small_floats::is_needed(graph);
    let has_former = former::is_needed(graph);
    let has_datasets = datasets::is_needed(graph);
    let has_implementations = implementations::is_needed(graph);
    if !has_composed && !has_small_floats && !has_former && !has_datasets && !has_implementations {
        return None;
    }
    let mut graph = graph.clone();
    if has_former {
        former::replace(&mut graph);
    }
    if has_implementations {
        implementations::replace(&mut graph);
    }
    if has_datasets {
        datasets::replace(&mut graph);
    }
    if has_composed {
        expand(&mut graph.node);
        for function in graph.library.iter_mut().flat_map(|library| &mut library.function) {
            number_results(function, is_composed);
            expand(&mut function.node_def);
        }
    }
    if has_small_floats {
        small_floats::replace(&mut graph);
    }
    Some(graph)
}

fn is_composed(node: &NodeDef) -> bool {
    node.op == "BatchFunction" || fused(node).is_some()
}

/// The ops that a fused node computes, in order, each with its operands beside the result of the op before.
fn fused(node: &NodeDef) -> Option<Vec<(&'static str, Vec<usize>)>> {
    match &*node.op {
        "FusedPadConv2D" => Some(vec![("MirrorPad", vec![1]), ("Conv2D", vec![2])]),
        "FusedResizeAndPadConv2D" => {
            Some(vec![("ResizeBilinear", vec![1]), ("MirrorPad", vec![2]), ("Conv2D", vec![3])])
        }
        "_FusedConv2D" | "_FusedDepthwiseConv2dNative" | "_FusedConv3D" | "_FusedMatMul" => {
            let first = FUSED.iter().find(|(name, _)| *name == node.op)?.1;
            let Some(Value::List(list)) = node.attr.get("fused_ops")?.value.as_ref() else { return None };
            let mut rest = &list.s[..];
            let mut ops = vec![(first, vec![1])];
            let mut next = |name: &str| {
                let found = rest.first().is_some_and(|first| first == name.as_bytes());
                rest = if found { &rest[1..] } else { rest };
                found
            };
            if next("BiasAdd") {
                ops.push(("BiasAdd", vec![2]));
                if next("Add") {
                    ops.push(("AddV2", vec![3]));
                }
            } else if next("FusedBatchNorm") {
                ops.push(("FusedBatchNormV3", vec![2, 3, 4, 5]));
            } else {
                return None;
            }
            match rest {
                [] => {}
                [only] => {
                    ops.push((ACTIVATIONS.into_iter().find(|known| known.as_bytes() == only)?, Vec::new()));
                }
                _ => return None,
            }
            Some(ops)
        }
        _ => None,
    }
}

/// Fused nodes by name, and the first op of each.
const FUSED: [(&str, &str); 4] = [
    ("_FusedConv2D", "Conv2D"),
    ("_FusedDepthwiseConv2dNative", "DepthwiseConv2dNative"),
    ("_FusedConv3D", "Conv3D"),
    ("_FusedMatMul", "MatMul"),
];

const ACTIVATIONS: [&str; 6] = ["Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid"];

/// The attributes of a fused node that its op of this name has, with their names there.
fn attributes(op: &str) -> &'static [(&'static str, &'static str)] {
    match op {
        "Conv2D" => &[
            ("T", "T"),
            ("strides", "strides"),
            ("padding", "padding"),
            ("explicit_paddings", "explicit_paddings"),
            ("data_format", "data_format"),
            ("dilations", "dilations"),
        ],
        "DepthwiseConv2dNative" | "Conv3D" => &[
            ("T", "T"),
            ("strides", "strides"),
            ("padding", "padding"),
            ("data_format", "data_format"),
            ("dilations", "dilations"),
        ],
        "FusedBatchNormV3" => &[("T", "T"), ("epsilon", "epsilon"), ("data_format", "data_format")],
        "MatMul" => &[("T", "T"), ("transpose_a", "transpose_a"), ("transpose_b", "transpose_b")],
        "MirrorPad" => &[("T", "T"), ("mode", "mode")],
        "ResizeBilinear" => &[("T", "T"), ("resize_align_corners", "align_corners")],
        "BiasAdd" => &[("T", "T"), ("data_format", "data_format")],
        "LeakyRelu" => &[("T", "T"), ("leakyrelu_alpha", "alpha")],
        _ => &[("T", "T")],
    }
}

/// Replaces the nodes that stand for others.
fn expand(nodes: &mut Vec<NodeDef>) {
    for mut node in std::mem::take(nodes) {
        if node.op == "BatchFunction" {
            call(&mut node);
            nodes.push(node);
            continue;
        }
        let Some(ops) = fused(&node) else {
            nodes.push(node);
            continue;
        };
        let (controls, data): (Vec<String>, Vec<String>) =
            node.input.iter().cloned().partition(|input| input.starts_with('^'));
        let last = ops.len() - 1;
        let mut result = data.first().cloned();
        for (at, (op, others)) in ops.into_iter().enumerate() {
            let name = if at == last { node.name.clone() } else { format!("{}/{op}", node.name) };
            let taken = others.iter().filter_map(|&other| data.get(other).cloned());
            let input = result.take().into_iter().chain(taken).chain(controls.iter().cloned()).collect();
            let own = attributes(op).iter();
            let mut attr: BTreeMap<String, AttrValue> = own
                .filter_map(|(from, to)| Some(((*to).to_owned(), node.attr.get(*from)?.clone())))
                .collect();
            if op == "FusedBatchNormV3" {
                attr.insert("is_training".to_owned(), attr::boolean(false));
                attr.insert("U".to_owned(), attr::data_type(DataType::Float32));
            }
            result = Some(format!("{name}:0"));
            nodes.push(NodeDef { name, op: op.to_owned(), input, attr, ..node.clone() });
        }
    }
}

/// Makes a node that batches calls of a function a call of it.
fn call(node: &mut NodeDef) {
    let types = |name: &str| match node.attr.get(name).and_then(|attr| attr.value.as_ref()) {
        Some(Value::List(list)) => list.r#type.clone(),
        _ => Vec::new(),
    };
    let r#type = [types("Tin"), types("Tcaptured")].concat();
    node.op = "StatefulPartitionedCall".to_owned();
    node.attr.retain(|name, _| name == "f" || name == "Tout");
    let given: AttrValue = attr::value(Value::List(Box::new(ListValue { r#type, ..ListValue::default() })));
    node.attr.insert("Tin".to_owned(), given);
}

/// Refers to the outputs of nodes that stand for others by their numbers: the ops that take their places name them otherwise.
pub(crate) fn number_results(function: &mut FunctionDef, is_composed: fn(&NodeDef) -> bool) {
    let composed: Vec<String> =
        function.node_def.iter().filter(|node| is_composed(node)).map(|node| node.name.clone()).collect();
    let inputs = function.node_def.iter_mut().flat_map(|node| &mut node.input);
    for input in inputs.chain(function.ret.values_mut()) {
        if let Some(Reference::Named(name, _, number)) = reference(input)
            && composed.iter().any(|composed| composed == name)
        {
            *input = format!("{name}:{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextFormat as _;

    fn plain(text: &str) -> Vec<String> {
        let graph = GraphDef::from_text(text).expect("a graph");
        let graph = with_plain_nodes(&graph).unwrap_or(graph);
        let written = |node: &NodeDef| {
            let mut attrs: Vec<&str> = node.attr.keys().map(String::as_str).collect();
            attrs.sort_unstable();
            format!("{} = {}({}) {}", node.name, node.op, node.input.join(", "), attrs.join(" "))
        };
        graph.node.iter().map(written).collect()
    }

    #[test]
    fn a_batched_function_is_called() {
        assert_eq!(
            plain(
                r#"node { name: "x" op: "Placeholder" } node { name: "w" op: "Placeholder" }
                node { name: "y" op: "BatchFunction" input: "x" input: "w" attr { key: "f" value { func { name: "g" } } }
                  attr { key: "num_batch_threads" value { i: 1 } } attr { key: "Tout" value { list { type: DT_FLOAT } } }
                  attr { key: "Tin" value { list { type: DT_FLOAT } } } attr { key: "Tcaptured" value { list { type: DT_FLOAT } } } }"#
            )[2],
            "y = StatefulPartitionedCall(x, w) Tin Tout f"
        );
    }

    #[test]
    fn fused_nodes_become_their_ops() {
        assert_eq!(
            plain(
                r#"node { name: "y" op: "FusedResizeAndPadConv2D" input: "x" input: "size" input: "p" input: "w" input: "^z"
                  attr { key: "T" value { type: DT_FLOAT } } attr { key: "resize_align_corners" value { b: true } }
                  attr { key: "mode" value { s: "REFLECT" } } attr { key: "padding" value { s: "VALID" } } }"#
            ),
            [
                "y/ResizeBilinear = ResizeBilinear(x, size, ^z) T align_corners",
                "y/MirrorPad = MirrorPad(y/ResizeBilinear:0, p, ^z) T mode",
                "y = Conv2D(y/MirrorPad:0, w, ^z) T padding",
            ]
        );
        let with = |ops: &str| {
            plain(&format!(
                r#"node {{ name: "y" op: "_FusedMatMul" input: "a" input: "b" input: "c" input: "d" input: "e" input: "f"
                   attr {{ key: "epsilon" value {{ f: 0.1 }} }} attr {{ key: "fused_ops" value {{ list {{ {ops} }} }} }}
                   attr {{ key: "transpose_b" value {{ b: true }} }} attr {{ key: "T" value {{ type: DT_FLOAT }} }} }}"#
            ))
        };
        assert_eq!(
            with(r#"s: "BiasAdd" s: "Tanh""#),
            [
                "y/MatMul = MatMul(a, b) T transpose_b",
                "y/BiasAdd = BiasAdd(y/MatMul:0, c) T",
                "y = Tanh(y/BiasAdd:0) T"
            ]
        );
        assert_eq!(with(r#"s: "BiasAdd""#)[1], "y = BiasAdd(y/MatMul:0, c) T");
        assert_eq!(
            with(r#"s: "BiasAdd" s: "Add" s: "Relu""#)[1..],
            [
                "y/BiasAdd = BiasAdd(y/MatMul:0, c) T",
                "y/AddV2 = AddV2(y/BiasAdd:0, d) T",
                "y = Relu(y/AddV2:0) T",
            ]
        );
        assert_eq!(
            with(r#"s: "FusedBatchNorm" s: "Relu6""#)[1..],
            [
                "y/FusedBatchNormV3 = FusedBatchNormV3(y/MatMul:0, c, d, e, f) T U epsilon is_training",
                "y = Relu6(y/FusedBatchNormV3:0) T",
            ]
        );
        assert_eq!(
            with(r#"s: "Add""#),
            ["y = _FusedMatMul(a, b, c, d, e, f) T epsilon fused_ops transpose_b"]
        );
    }
}
