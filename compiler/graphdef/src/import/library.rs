//! The functions of a program's islands: those that an optimizer sees, and those that it adds.
//!
//! A function is part of an island's library if it is an op graph, and all its ops, and those of all functions that it refers to, run on
//! the optimizer's type of device. A function may have callers anywhere, so an optimizer must not change a given one: its changed
//! version is another function, under a name of its own.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message as _;
use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::Block;
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::OpDefRegistry;

use super::reader::Callee;
use super::{Importer, callee};
use crate::export::Signatures;
use crate::graph_op::{GraphOp, callees, graph_functions, graph_op, is_callable, only_block};
use crate::kept::Keeps;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::{FunctionDef, FunctionDefLibrary, NodeDef};
use crate::{device, export, island};

/// Functions by name.
#[derive(Default)]
pub(super) struct Library {
    known: BTreeMap<String, FunctionDef>,
    callees: FxHashMap<String, Callee>,
    /// All symbols of the program.
    names: FxHashSet<String>,
    added: Vec<OpState>,
}

impl Library {
    /// The functions of a module whose ops run on devices of a type, and what all functions give.
    pub(super) fn of(
        ctx: &Context,
        contents: &Body,
        root: Block,
        device_type: &str,
    ) -> (Library, Signatures) {
        let mut library = Library::default();
        let mut functions: FxHashMap<Ident, OpRef<'_>> = FxHashMap::default();
        let mut calls = false;
        for op in contents.ops(root) {
            let op = OpRef { ctx, body: contents, op };
            let Some(name) = tfrt_ir::symbol::name(op) else { continue };
            library.names.insert(ctx.str(name).to_owned());
            if op.name_str() == "func.func"
                && let Some((body, block)) = only_block(op)
            {
                functions.insert(name, op);
                calls = calls
                    || body
                        .ops(block)
                        .any(|op| graph_op(OpRef { ctx, body, op }).is_some_and(GraphOp::calls));
            }
        }
        if !calls {
            return (library, Signatures::default());
        }
        let signatures = export::signatures(ctx, &functions);
        let mut refers: BTreeMap<&str, Vec<Ident>> = BTreeMap::new();
        for name in graph_functions(ctx, &functions) {
            let function = functions[&name];
            if is_callable(function)
                && let Some(called) = on_device(function, device_type)
            {
                refers.insert(ctx.str(name), called);
            }
        }
        // A function that refers to a function on another device does not belong to this device either; repeated
        // until nothing changes.
        loop {
            let count = refers.len();
            let names: BTreeSet<&str> = refers.keys().copied().collect();
            refers.retain(|_, called| called.iter().all(|name| names.contains(ctx.str(*name))));
            if refers.len() == count {
                break;
            }
        }
        for &name in refers.keys() {
            let function = functions[&ctx.ident(name)];
            // What no graph can hold stays outside of islands.
            if let Ok(def) =
                export::library(function, &signatures, Keeps::default(), None, &mut Diagnostics::new())
            {
                library.add(def);
            }
        }
        (library, signatures)
    }

    fn add(&mut self, def: FunctionDef) {
        if let Some((name, callee)) = callee(&def) {
            self.callees.insert(name.clone(), callee);
            self.known.insert(name, def);
        }
    }

    /// Whether a function can be called from an island.
    pub(super) fn is_on_device(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// The facts about the functions that callers must know.
    pub(super) fn callees(&self) -> &FxHashMap<String, Callee> {
        &self.callees
    }

    /// The functions that nodes refer to, directly or not.
    pub(super) fn for_nodes(&self, nodes: &[NodeDef]) -> Option<FunctionDefLibrary> {
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let mut pending: Vec<&str> = nodes.iter().flat_map(references).collect();
        while let Some(name) = pending.pop() {
            if let Some((name, def)) = self.known.get_key_value(name)
                && wanted.insert(name)
            {
                pending.extend(def.node_def.iter().flat_map(references));
            }
        }
        let function: Vec<FunctionDef> = wanted.into_iter().map(|name| self.known[name].clone()).collect();
        (!function.is_empty()).then_some(FunctionDefLibrary { function, ..Default::default() })
    }

    /// Takes in the functions that an optimizer adds to those that it was given. One that it changed is another one, which the
    /// optimizer's own nodes call from now on; it gets a name of its own, since others call the one that was given.
    ///
    /// # Errors
    /// It adds one of a name that is taken, or one that cannot be converted.
    pub(super) fn take_in(
        &mut self,
        ctx: &Context,
        given: Option<&FunctionDefLibrary>,
        result: Option<FunctionDefLibrary>,
        nodes: &mut [NodeDef],
    ) -> Result<(), String> {
        let name_of = |def: &FunctionDef| def.signature.as_ref().map(|s| s.name.clone()).unwrap_or_default();
        let given: FxHashMap<String, &FunctionDef> =
            given.iter().flat_map(|library| &library.function).map(|def| (name_of(def), def)).collect();
        let mut new = Vec::new();
        let mut renamed: FxHashMap<String, String> = FxHashMap::default();
        for mut def in result.into_iter().flat_map(|library| library.function) {
            let mut name = name_of(&def);
            match given.get(&name) {
                // Compared as bytes, a NaN is the same as itself.
                Some(&same) if *same == def || same.encode_to_vec() == def.encode_to_vec() => continue,
                Some(_) => {
                    let old = name;
                    name = (1..)
                        .map(|n| format!("{old}.{n}"))
                        .find(|n| !self.names.contains(n))
                        .unwrap_or_default();
                    if let Some(signature) = &mut def.signature {
                        signature.name.clone_from(&name);
                    }
                    if renamed.insert(old.clone(), name.clone()).is_some() {
                        return Err(format!("it gave the function '{old}' twice"));
                    }
                }
                None if self.names.contains(&name) => {
                    return Err(format!(
                        "it added a function '{name}', but the program has one of this name"
                    ));
                }
                None if name.is_empty() => return Err("it added a function without a name".into()),
                None => {}
            }
            self.names.insert(name.clone());
            new.push((name, def));
        }
        if !renamed.is_empty() {
            let added = new.iter_mut().flat_map(|(_, def)| &mut def.node_def);
            nodes.iter_mut().chain(added).for_each(|node| rename_references(node, &renamed));
        }
        for (_, def) in &new {
            self.add(def.clone());
        }
        let weights = FxHashMap::default();
        for (name, def) in &new {
            let importer = Importer {
                ctx,
                registry: ctx.dialects().extension::<OpDefRegistry>(),
                callees: self.callees.clone(),
                traces: FxHashMap::default(),
                keeps: Keeps::default(),
                weights: &weights,
            };
            let op = importer.function(name, def).map_err(|error| {
                let node = def.node_def.get(error.node as usize).map_or("", |node| &node.name);
                format!("node '{node}' of its function '{name}' {}", error.message)
            })?;
            self.added.push(op);
        }
        Ok(())
    }

    /// The functions that were added since this was asked last.
    pub(super) fn take_added(&mut self) -> Vec<OpState> {
        std::mem::take(&mut self.added)
    }
}

/// The functions that a function refers to; `None` if an op of it runs elsewhere.
fn on_device(function: OpRef<'_>, device_type: &str) -> Option<Vec<Ident>> {
    let (body, block) = only_block(function)?;
    let ctx = function.ctx;
    let mut called = Vec::new();
    for op in body.ops(block) {
        let op = OpRef { ctx, body, op };
        match graph_op(op)? {
            GraphOp::Execute | GraphOp::Sequenced => {
                let device = device::of_handler(island::handler_of(ctx, body, op.op)?);
                if device::device_type(&device) != Some(device_type) {
                    return None;
                }
            }
            what if what.calls() => called.extend(callees(op)),
            _ => {}
        }
    }
    Some(called)
}

/// Lets a node refer to functions by other names.
fn rename_references(node: &mut NodeDef, renamed: &FxHashMap<String, String>) {
    let in_attrs = node.attr.values_mut().flat_map(|attr| match &mut attr.value {
        Some(ProtoValue::Func(function)) => std::slice::from_mut(function),
        Some(ProtoValue::List(list)) => &mut list.func[..],
        _ => &mut [],
    });
    for name in in_attrs.map(|function| &mut function.name).chain(std::iter::once(&mut node.op)) {
        if let Some(new) = renamed.get(&**name) {
            name.clone_from(new);
        }
    }
}

/// The functions that a node names: in its attributes, or as its op.
fn references(node: &NodeDef) -> impl Iterator<Item = &str> {
    let in_attrs = node.attr.values().flat_map(|attr| match &attr.value {
        Some(ProtoValue::Func(function)) => std::slice::from_ref(function),
        Some(ProtoValue::List(list)) => &list.func[..],
        _ => &[],
    });
    in_attrs.map(|function| &*function.name).chain(std::iter::once(&*node.op))
}
