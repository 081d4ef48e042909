//! Parts of a graph for which programs have no place: attributes of calls and functions, versions, gradients, other hosts' devices.
//!
//! They stay with the program as text, in attributes that only the export reads, so that the round trip loses nothing of a graph.
//! Optimizers of plugins work on islands, and neither see nor keep these parts.

use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;

use crate::op_def::Attrs;
use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::{AttrValue, FunctionDef, GraphDef, NodeDef};
use crate::text::{FormatError, TextFormat};
use crate::{attr, device, marks};

/// On operations and arguments of functions: the other parts of the node, as a `NodeDef`.
pub(crate) const NODE: &str = tfrt_dialects::NODE_ATTR;

/// On functions: the other parts of the function, as a `FunctionDef`.
pub(crate) const FUNCTION: &str = "tf.function";

/// On modules: the other parts of the graph, as a `GraphDef`.
pub(crate) const GRAPH: &str = "tf.graph";

/// On modules: what runs on the first CPU says no device in the graph.
pub(crate) const UNPLACED: &str = "tf.unplaced";

/// The kept parts of a graph's nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keeps {
    /// Anything at all.
    pub(crate) all: bool,
    /// Nodes that say no device are on the first CPU, so that those that say it say something else.
    pub(crate) unplaced: bool,
}

/// A message as an attribute; `None` if it says nothing.
pub(crate) fn write<T: TextFormat>(ctx: &Context, message: &T) -> Option<Attr> {
    // Most say nothing, and making text takes its time.
    if message.encoded_len() == 0 {
        return None;
    }
    // Text that is nested too deeply to be written was not read either.
    let text = message.to_text().ok()?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    Some(ctx.string_attr(lines.join(" ")))
}

/// The message that an attribute holds; one that says nothing without an attribute.
///
/// # Errors
/// The attribute holds no such message.
pub(crate) fn read<T: TextFormat>(ctx: &Context, attr: Option<Attr>) -> Result<T, FormatError> {
    match attr {
        None => Ok(T::default()),
        Some(attr) => {
            let text = ctx.attr_as_str(attr).ok_or_else(|| FormatError("it is no text".into()))?;
            T::from_text(text)
        }
    }
}

/// The kept parts of a node that becomes an operation: the `attrs` that the operation does not have, and the parts that no
/// operation has.
pub(crate) fn of_node(node: &NodeDef, attrs: Attrs, keeps: Keeps) -> NodeDef {
    let handler = device::handler(&node.device);
    let is_said = device::of_handler(&handler) == node.device && !(keeps.unplaced && handler == "cpu");
    NodeDef {
        device: if is_said { String::new() } else { node.device.clone() },
        attr: attrs,
        experimental_debug_info: node.experimental_debug_info.clone(),
        experimental_type: node.experimental_type.clone(),
        ..Default::default()
    }
}

/// Restores the kept parts of a node.
pub(crate) fn restore(node: &mut NodeDef, kept: NodeDef) {
    if !kept.op.is_empty() {
        node.op = kept.op;
    }
    // A pass that moved the operation elsewhere takes precedence.
    let is_there = matches!(&*node.op, "Placeholder" | "Const")
        || device::handler(&kept.device) == device::handler(&node.device);
    if is_there && !kept.device.is_empty() {
        node.device = kept.device;
    }
    node.attr.extend(kept.attr);
    node.experimental_debug_info = kept.experimental_debug_info;
    node.experimental_type = kept.experimental_type;
}

/// The attributes that the operation for a call, a branch or a loop does not have.
pub(crate) fn of_call(node: &NodeDef, def: Option<&tfrt_ops::OpDef>) -> Attrs {
    let has = ["then_branch", "else_branch", "cond", "body", "branches", "f", "T", "Tcond", "Tin", "Tout"];
    let filled_in = |name: &str, value: &AttrValue| {
        let default = def.and_then(|def| def.attr(name)).and_then(|def| def.default.as_ref());
        default.is_some_and(|default| attr::same(&attr::of_default(default), value))
    };
    let kept = node.attr.iter().filter(|(name, value)| {
        !name.starts_with(marks::PREFIX) && !has.contains(&&***name) && !filled_in(name, value)
    });
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The attributes of a constant beside its value, except its shape, which the value has.
pub(crate) fn of_constant(node: &NodeDef) -> Attrs {
    let said = ["dtype", "value", "_output_shapes", marks::WEIGHT];
    let kept = node.attr.iter().filter(|(name, _)| !said.contains(&&***name));
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The attributes of a node that stands for an argument, except those that its type has.
pub(crate) fn of_argument(node: &NodeDef) -> NodeDef {
    let is_arg = node.op == "_Arg";
    let said: &[&str] = if is_arg { &["T", "index", "_output_shapes"] } else { &["dtype", "shape"] };
    let kept =
        node.attr.iter().filter(|(name, _)| !said.contains(&&***name) && !name.starts_with(marks::PREFIX));
    NodeDef {
        attr: kept.map(|(name, value)| (name.clone(), value.clone())).collect(),
        device: node.device.clone(),
        ..Default::default()
    }
}

/// The kept parts of a function.
pub(crate) fn of_function(def: &FunctionDef) -> FunctionDef {
    let mut kept = FunctionDef {
        attr: def.attr.clone(),
        arg_attr: def.arg_attr.clone(),
        resource_arg_unique_id: def.resource_arg_unique_id.clone(),
        ..Default::default()
    };
    kept.attr.retain(|name, _| !name.starts_with(marks::PREFIX));
    for attrs in kept.arg_attr.values_mut() {
        attrs.attr.remove("_output_shapes");
    }
    kept.arg_attr.retain(|_, attrs| !attrs.attr.is_empty());
    let Some(signature) = &def.signature else { return kept };
    let mut names = crate::names::Names::default();
    let said = |name: &str, names: &mut crate::names::Names| name == names.unique("result");
    let mut rest = crate::proto::tensorflow::OpDef {
        is_stateful: signature.is_stateful,
        description: signature.description.clone(),
        ..Default::default()
    };
    // Evaluated for all, so that names count on.
    let said =
        signature.output_arg.iter().map(|arg| said(&arg.name, &mut names)).filter(|said| !said).count();
    if said > 0 {
        let named = |arg: &crate::proto::tensorflow::op_def::ArgDef| {
            crate::proto::tensorflow::op_def::ArgDef { name: arg.name.clone(), ..Default::default() }
        };
        rest.output_arg = signature.output_arg.iter().map(named).collect();
    }
    if rest != Default::default() {
        kept.signature = Some(rest);
    }
    kept
}

/// The kept parts of a graph.
pub(crate) fn of_graph(graph: &GraphDef) -> GraphDef {
    let versions = graph.versions.clone().filter(|versions| *versions != crate::export::versions());
    let library = graph.library.as_ref().map(|library| crate::proto::tensorflow::FunctionDefLibrary {
        gradient: library.gradient.clone(),
        registered_gradients: library.registered_gradients.clone(),
        ..Default::default()
    });
    let library = library.filter(|library| *library != Default::default());
    GraphDef { versions, library, ..Default::default() }
}

/// Whether nodes that run on the first CPU leave their device open.
pub(crate) fn is_unplaced(graph: &GraphDef) -> bool {
    let functions = graph.library.iter().flat_map(|library| &library.function);
    let mut nodes = functions.flat_map(|function| &function.node_def).chain(&graph.node);
    let is_op = |node: &NodeDef| {
        node.attr.contains_key(marks::ATTRS)
            || !(matches!(&*node.op, "Const" | "Placeholder" | "NoOp" | "_Arg" | "_Retval")
                || node.attr.contains_key(marks::RESULT)
                || node.attr.contains_key(marks::RESULTS))
    };
    nodes.any(|node| node.device.is_empty() && is_op(node))
}

/// Drops what nodes say of the places of nodes that are not there: names are only kept by programs that are written with locations.
pub(crate) fn drop_stale_places(nodes: &mut [NodeDef]) {
    let is_place = |node: &NodeDef| node.attr.contains_key("_class");
    if !nodes.iter().any(is_place) {
        return;
    }
    let names: rustc_hash::FxHashSet<Vec<u8>> =
        nodes.iter().map(|node| format!("loc:@{}", node.name).into_bytes()).collect();
    for node in nodes.iter_mut().filter(|node| is_place(node)) {
        let Some(Value::List(list)) = node.attr.get_mut("_class").and_then(|value| value.value.as_mut())
        else {
            continue;
        };
        list.s.retain(|place| !place.starts_with(b"loc:@") || names.contains(place));
        if list.s.is_empty() {
            node.attr.remove("_class");
        }
    }
}

/// The name of the op that a call, a branch or a loop is in graphs unless it says another.
pub(crate) fn is_default_call(node: &NodeDef) -> bool {
    matches!(&*node.op, "If" | "While" | "Case" | "StatefulPartitionedCall")
}
