//! Functions of a graph's library without effects: calls of them return no chain, so they order nothing and can be inlined.
//!
//! A function has none if all its nodes are ops that are known and have no state, or calls of such functions. Functions that anything but a
//! call refers to, such as the branches of a condition, keep the type that this wants.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ops::OpDefRegistry;

use super::node_attrs::{flag, function_attr};
use super::reader::Callee;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::{FunctionDef, NodeDef};
use crate::{marks, op_def};

/// Takes the chain from the results of functions without effects. `graph` has the nodes outside of them.
pub(super) fn drop_chains(
    functions: &[FunctionDef],
    graph: &[NodeDef],
    registry: Option<&OpDefRegistry>,
    callees: &mut FxHashMap<String, Callee>,
) {
    let nodes = || functions.iter().flat_map(|function| &function.node_def).chain(graph);
    let referred: FxHashSet<&str> = nodes().filter(|node| !is_call(node)).flat_map(functions_of).collect();
    let named =
        |function: &'_ FunctionDef| function.signature.as_ref().map(|signature| signature.name.clone());
    let mut pure: FxHashMap<String, &FunctionDef> = functions
        .iter()
        .filter(|function| !function.attr.contains_key(marks::CHAIN_RESULT))
        .filter_map(|function| Some((named(function)?, function)))
        .filter(|(name, _)| !referred.contains(&**name))
        .collect();
    // What calls something with effects has effects.
    loop {
        let has_effects = |node: &NodeDef| {
            if flag(node, marks::SEQUENCED) {
                return true;
            }
            let called = function_attr(node, "f").filter(|_| is_call(node)).unwrap_or(&node.op);
            if callees.contains_key(called) {
                return !pure.contains_key(called);
            }
            let is_join = node.op == "NoOp";
            let def = op_def::find(registry, &op_def::op_of_node(node));
            !is_join && def.is_none_or(|op| op.is_stateful)
        };
        let impure: Vec<String> = pure
            .iter()
            .filter(|(_, function)| function.node_def.iter().any(has_effects))
            .map(|(name, _)| name.clone())
            .collect();
        if impure.is_empty() {
            break;
        }
        pure.retain(|name, _| !impure.contains(name));
    }
    for name in pure.keys() {
        if let Some(callee) = callees.get_mut(name) {
            callee.chain_result = false;
        }
    }
}

fn is_call(node: &NodeDef) -> bool {
    matches!(&*node.op, "PartitionedCall" | "StatefulPartitionedCall")
}

/// The functions that a node's attributes name.
fn functions_of(node: &NodeDef) -> impl Iterator<Item = &str> {
    let functions = node.attr.values().flat_map(|attr| match &attr.value {
        Some(ProtoValue::Func(function)) => std::slice::from_ref(function),
        Some(ProtoValue::List(list)) => &list.func[..],
        _ => &[],
    });
    functions.map(|function| &*function.name)
}
