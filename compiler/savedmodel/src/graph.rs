//! The common part of graphs and functions: nodes that refer to each other by name.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_graphdef::proto::tensorflow::attr_value::Value;
use tfrt_graphdef::proto::tensorflow::{AttrValue, NodeDef, TensorProto, TensorShapeProto};
use tfrt_graphdef::{Reference, reference};
use tfrt_ops::DataType;

/// The node, or argument of a function, that a string refers to, and the number of the output. Of the ops that this crate follows none
/// has more than one named output, so the number in it is that of the output; those of functions have numbers
/// ([`tfrt_graphdef::with_numbered_outputs`]).
pub(crate) fn source(input: &str) -> Option<(&str, usize)> {
    match reference(input)? {
        Reference::Control(_) => None,
        Reference::Output(name, output) | Reference::Named(name, _, output) => Some((name, output as usize)),
    }
}

/// The node that a string refers to in any way.
pub(crate) fn referent(input: &str) -> Option<&str> {
    match reference(input)? {
        Reference::Control(name) | Reference::Output(name, _) | Reference::Named(name, ..) => Some(name),
    }
}

/// The inputs of a node that are tensors.
pub(crate) fn data(node: &NodeDef) -> impl Iterator<Item = &str> {
    node.input.iter().map(String::as_str).filter(|input| !input.starts_with('^'))
}

/// The inputs of a node that it only waits for.
pub(crate) fn control(node: &NodeDef) -> impl Iterator<Item = &String> {
    node.input.iter().filter(|input| input.starts_with('^'))
}

/// The numbers of nodes, each behind those that it refers to except where they refer to each other in a circle.
pub(crate) fn order(nodes: &[NodeDef]) -> Vec<usize> {
    let numbers: FxHashMap<&str, usize> =
        nodes.iter().enumerate().map(|(number, node)| (&*node.name, number)).collect();
    let mut order = Vec::with_capacity(nodes.len());
    let mut seen = vec![false; nodes.len()];
    for root in 0..nodes.len() {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match nodes[node].input.get(next) {
                Some(input) => {
                    stack.push((node, next + 1));
                    let input = referent(input).and_then(|name| numbers.get(name));
                    stack.extend(input.filter(|&&input| !seen[input]).map(|&input| (input, 0)));
                }
                None => order.push(node),
            }
        }
    }
    order
}

/// The nodes that these need.
pub(crate) fn reachable<'g>(
    nodes: &'g [NodeDef],
    roots: impl IntoIterator<Item = &'g str>,
    given: &FxHashSet<&str>,
) -> FxHashSet<&'g str> {
    let by_name: FxHashMap<&str, &NodeDef> = nodes.iter().map(|node| (&*node.name, node)).collect();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<&str> = roots.into_iter().filter_map(referent).collect();
    while let Some(name) = pending.pop() {
        if let Some(node) = by_name.get(name).filter(|_| seen.insert(name) && !given.contains(name)) {
            pending.extend(node.input.iter().filter_map(|input| referent(input)));
        }
    }
    seen
}

pub(crate) fn value(value: Value) -> AttrValue {
    AttrValue { value: Some(value) }
}

pub(crate) fn type_attr(node: &NodeDef, name: &str) -> Option<i32> {
    match node.attr.get(name)?.value.as_ref()? {
        Value::Type(number) => Some(*number),
        _ => None,
    }
}

pub(crate) fn text_attr<'n>(node: &'n NodeDef, name: &str) -> &'n [u8] {
    match node.attr.get(name).and_then(|attr| attr.value.as_ref()) {
        Some(Value::S(text)) => text,
        _ => &[],
    }
}

pub(crate) fn int_attr(node: &NodeDef, name: &str, default: i64) -> i64 {
    match node.attr.get(name).and_then(|attr| attr.value.as_ref()) {
        Some(Value::I(number)) => *number,
        _ => default,
    }
}

/// The functions that an attribute names.
pub(crate) fn functions(attr: &AttrValue) -> Vec<&str> {
    match &attr.value {
        Some(Value::Func(function)) => vec![&*function.name],
        Some(Value::List(list)) => list.func.iter().map(|function| &*function.name).collect(),
        _ => Vec::new(),
    }
}

/// Renames the functions that an attribute names.
pub(crate) fn set_functions(attr: &mut AttrValue, names: &mut dyn Iterator<Item = String>) {
    match &mut attr.value {
        Some(Value::Func(function)) => function.name = names.next().unwrap_or_default(),
        Some(Value::List(list)) => {
            list.func.iter_mut().for_each(|function| function.name = names.next().unwrap_or_default());
        }
        _ => {}
    }
}

/// Leaves out the parts of a list of types or shapes for which `keep` is false.
pub(crate) fn filter_list(attr: &mut AttrValue, keep: &[bool]) {
    fn filter<T>(list: &mut Vec<T>, keep: &[bool]) {
        let mut number = 0;
        list.retain(|_| {
            number += 1;
            keep.get(number - 1).copied().unwrap_or(true)
        });
    }
    if let Some(Value::List(list)) = &mut attr.value {
        filter(&mut list.r#type, keep);
        filter(&mut list.shape, keep);
    }
}

/// A constant.
pub(crate) fn constant(name: &str, tensor: TensorProto) -> NodeDef {
    let attr = [("dtype", Value::Type(tensor.dtype)), ("value", Value::Tensor(Box::new(tensor)))];
    NodeDef {
        name: name.to_owned(),
        op: "Const".into(),
        attr: attr.map(|(name, given)| (name.to_owned(), value(given))).into(),
        ..NodeDef::default()
    }
}

/// A number without dimensions.
pub(crate) fn number(name: &str, number: i32) -> NodeDef {
    constant(name, TensorProto { int_val: vec![number], ..scalar(DataType::Int32) })
}

pub(crate) fn scalar(data_type: DataType) -> TensorProto {
    let tensor_shape = Some(TensorShapeProto::default());
    TensorProto { dtype: data_type.number() as i32, tensor_shape, ..TensorProto::default() }
}

/// The strings that a constant node holds.
pub(crate) fn strings(node: &NodeDef) -> Option<&[Vec<u8>]> {
    match node.attr.get("value")?.value.as_ref()? {
        Value::Tensor(tensor) if node.op == "Const" => Some(&tensor.string_val),
        _ => None,
    }
}
