//! The objects of Python that a model was, and which variables functions take by them.
//!
//! TensorFlow binds the last arguments of a saved function to objects, not to nodes, and the two can differ: where a model of Keras 3 is written
//! by `tf.saved_model.save`, its signatures are given handles that nothing restores, and the checkpoint goes to variables of other names. The
//! objects say which of them are the same.

use prost::Message as _;
use rustc_hash::FxHashMap;
use tfrt_graphdef::proto::tensorflow::NodeDef;

use crate::bundle::Elements;
use crate::graph::{data, source};
use crate::proto::{ObjectReference, SavedObjectGraph, TrackableObjectGraph};
use crate::uses::{Call, Initial, Walk, calls};
use crate::values::{Source, Store};

/// The tensor of a checkpoint that describes its objects.
const OBJECTS: &str = "_CHECKPOINTABLE_OBJECT_GRAPH";

/// The name of what a variable has of itself in a checkpoint.
const VALUE: &str = "VARIABLE_VALUE";

/// The nodes of a graph in which functions take the variables that are restored, if that makes a difference; `walk` knows what is done when the
/// model is loaded.
///
/// # Errors
/// The checkpoint has no readable description of its objects, though one is needed.
pub(crate) fn rebound(
    objects: &SavedObjectGraph,
    nodes: &[NodeDef],
    walk: &mut Walk<'_>,
    store: &mut Store,
) -> Result<Option<Vec<NodeDef>>, String> {
    // Node, position among its inputs, and object of each handle that nothing gives a value.
    let mut lost: Vec<(usize, usize, i32)> = Vec::new();
    let by_name: FxHashMap<&str, &NodeDef> = nodes.iter().map(|node| (&*node.name, node)).collect();
    for (at, node) in nodes.iter().enumerate() {
        let Some((Call::Functions(0), callees)) = calls(node, walk.library) else { continue };
        let [callee] = callees[..] else { continue };
        let Some(function) = objects.concrete_functions.get(callee) else { continue };
        let inputs: Vec<&str> = data(node).collect();
        let first = inputs.len().saturating_sub(function.bound_inputs.len());
        for (position, &object) in (first..inputs.len()).zip(&function.bound_inputs) {
            let handle = source(inputs[position]).and_then(|(name, _)| by_name.get(name));
            let variable = handle.and_then(|node| walk.variable(node));
            if variable.is_some_and(|variable| walk.variables[variable].initial == Initial::Nothing) {
                lost.push((at, position, object));
            }
        }
    }
    if lost.is_empty() {
        return Ok(None);
    }
    let Some(keys) = keys(objects, store)? else { return Ok(None) };
    let restored: FxHashMap<&str, &str> = walk
        .variables
        .iter()
        .filter_map(|variable| match &variable.initial {
            Initial::Value(Source::Restored { name, .. }) => Some((&**name, &*variable.name)),
            _ => None,
        })
        .collect();
    let mut nodes = nodes.to_vec();
    for (at, position, object) in lost {
        if let Some(variable) = keys.get(&object).and_then(|key| restored.get(&**key)) {
            // Inputs that are tensors come before those that are only waited for.
            nodes[at].input[position] = (*variable).to_owned();
        }
    }
    Ok(Some(nodes))
}

/// The names in the checkpoint of the variables among the objects, which correspond to its own by the names on the way from the root.
fn keys(objects: &SavedObjectGraph, store: &mut Store) -> Result<Option<FxHashMap<i32, String>>, String> {
    let bundle = store.bundle()?;
    if !bundle.names().any(|name| name == OBJECTS) {
        return Ok(None);
    }
    let tensor = bundle.read(OBJECTS, "")?;
    let bytes = match tensor.elements {
        Elements::Strings(values) => values.into_iter().next().unwrap_or_default(),
        Elements::Dense(_) => return Err(format!("tensor '{OBJECTS}': a string is expected")),
    };
    let saved =
        TrackableObjectGraph::decode(&bytes[..]).map_err(|error| format!("tensor '{OBJECTS}': {error}"))?;
    let mut keys = FxHashMap::default();
    let mut seen = vec![false; objects.nodes.len()];
    let mut pending = vec![(0, 0)];
    while let Some((object, counterpart)) = pending.pop() {
        let found = usize::try_from(object).ok().and_then(|at| Some((at, objects.nodes.get(at)?)));
        let Some((at, node)) = found else { continue };
        let counterpart = usize::try_from(counterpart).ok().and_then(|at| saved.nodes.get(at));
        let Some(counterpart) = counterpart.filter(|_| !std::mem::replace(&mut seen[at], true)) else {
            continue;
        };
        let value = counterpart.attributes.iter().find(|attribute| attribute.name == VALUE);
        keys.extend(value.map(|value| (object, value.checkpoint_key.clone())));
        let named = |child: &ObjectReference| {
            counterpart.children.iter().find(|other| other.local_name == child.local_name)
        };
        let children = node.children.iter();
        pending.extend(children.filter_map(|child| Some((child.node_id, named(child)?.node_id))));
    }
    Ok(Some(keys))
}
