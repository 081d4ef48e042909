//! The meaning of nodes' attributes.

use tfrt_convert::graph::OpAttrs;
use tfrt_ir::context::Context;
use tfrt_ops::OpDef;

use crate::kept::Keeps;
use crate::op_def::{self, Attrs};
use crate::proto::tensorflow::NodeDef;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::{attr, device, marks};

pub(super) fn flag(node: &NodeDef, mark: &str) -> bool {
    matches!(node.attr.get(mark).and_then(|value| value.value.as_ref()), Some(ProtoValue::B(true)))
}

pub(super) fn function_attr<'n>(node: &'n NodeDef, name: &str) -> Option<&'n str> {
    match node.attr.get(name)?.value.as_ref()? {
        ProtoValue::Func(function) => Some(&function.name),
        _ => None,
    }
}

pub(super) fn mark_text<'n>(node: &'n NodeDef, mark: &str) -> Option<&'n str> {
    match node.attr.get(mark)?.value.as_ref()? {
        ProtoValue::S(text) => std::str::from_utf8(text).ok(),
        _ => None,
    }
}

/// The name of the op handler of a node.
pub(super) fn handler_name(node: &NodeDef) -> String {
    match mark_text(node, marks::HANDLER) {
        Some(name) => name.to_owned(),
        None => device::handler(&node.device),
    }
}

/// The attributes of a node as the program gives them.
#[derive(Debug, Default)]
pub(super) struct NodeAttrs {
    pub(super) attrs: OpAttrs,
    /// Attributes that programs cannot hold, and that no kernel reads.
    pub(super) kept: Attrs,
}

/// Reads the attributes of a node.
///
/// # Errors
/// A program cannot hold one that a kernel may read; or any, if nothing is to be kept.
pub(super) fn attributes(
    ctx: &Context,
    node: &NodeDef,
    def: Option<&OpDef>,
    keeps: Keeps,
) -> Result<NodeAttrs, String> {
    let written: Option<Vec<&str>> = match node.attr.get(marks::ATTRS).and_then(|value| value.value.as_ref())
    {
        Some(ProtoValue::List(list)) => {
            Some(list.s.iter().filter_map(|key| std::str::from_utf8(key).ok()).collect())
        }
        _ => None,
    };
    let mut keys: Vec<&str> = Vec::with_capacity(node.attr.len());
    for &key in written.iter().flatten() {
        if node.attr.contains_key(key) && !key.starts_with(marks::PREFIX) && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let given = keys.len();
    for (key, value) in &node.attr {
        let filled_in = written.is_some() && def.is_some_and(|def| op_def::is_filled_in(def, key, value));
        if !key.starts_with(marks::PREFIX) && !filled_in && !keys[..given].contains(&&**key) {
            keys.push(key);
        }
    }
    let mut attrs = NodeAttrs::default();
    for key in keys {
        let Some(value) = node.attr.get(key) else { continue };
        if let Some(ProtoValue::Func(function)) = &value.value {
            // Attributes that begin so say nothing of what a function computes.
            if function.attr.keys().any(|name| !name.starts_with('_')) {
                if keeps.all && key.starts_with('_') {
                    attrs.kept.insert(key.to_owned(), value.clone());
                    continue;
                }
                return Err(format!(
                    "has the attribute '{key}', a function with attributes, which is not supported"
                ));
            }
            attrs.attrs.add_function(key, &function.name);
            continue;
        }
        let text =
            mark_text(node, &format!("{}{key}", marks::TEXT)).and_then(|text| attr::from_text(ctx, text));
        let attr_def = def.and_then(|def| def.attr(key));
        let unchanged = text.filter(|&text| attr::same(&attr::to_value(ctx, text, attr_def).0, value));
        match unchanged.map_or_else(|| attr::from_value(ctx, value), Ok) {
            Ok(attr)
                if keeps.all
                    && key.starts_with('_')
                    && !attr::same(&attr::to_value(ctx, attr, None).0, value) =>
            {
                attrs.kept.insert(key.to_owned(), value.clone());
            }
            Ok(attr) => attrs.attrs.add(key, attr),
            Err(_) if keeps.all && key.starts_with('_') => {
                attrs.kept.insert(key.to_owned(), value.clone());
            }
            Err(error) => return Err(format!("has the attribute '{key}', but {error}")),
        }
    }
    Ok(attrs)
}
