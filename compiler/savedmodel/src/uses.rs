//! A model's uses of its variables: the values that they get first, and whether anything else is written to them.
//!
//! The walk follows handles of variables from the graph into functions, once for each combination of handles that a function is called with. A
//! variable is *frozen* if it gets one known value when the model is restored and initialised, and the signatures only read it.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_graphdef::proto::tensorflow::{FunctionDef, NodeDef};

use crate::graph::{data, functions, order, source, strings, text_attr, type_attr};
use crate::values::Source;

/// The facts about a tensor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum Known {
    #[default]
    Nothing,
    /// The handle of a variable, or a reference to one.
    Variable(usize),
    /// The handle of a table from and to these data types.
    Table(i32, i32),
    /// A value that stands outside of the graph.
    Value(Source),
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// Its name.
    pub(crate) name: String,
    /// The data type of its value.
    pub(crate) data_type: i32,
    /// Whether nodes refer to it without a handle, as those of version 1 did.
    pub(crate) is_reference: bool,
    /// The value that it gets when the model is loaded.
    pub(crate) initial: Initial,
    /// Whether anything else is written to it.
    pub(crate) written: bool,
}

/// The values that a variable gets when the model is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Initial {
    /// Nothing.
    Nothing,
    /// A value.
    Value(Source),
    /// Something that must be computed.
    Computed,
}

impl Variable {
    /// The value that it always has.
    pub(crate) fn frozen(&self) -> Option<&Source> {
        match &self.initial {
            Initial::Value(source) if !self.written => Some(source),
            _ => None,
        }
    }
}

/// The part of a model's life in which nodes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Once, when it is loaded.
    Load,
    /// When a signature is called.
    Call,
}

/// The functions of a library by name.
pub(crate) type Library<'g> = FxHashMap<&'g str, &'g FunctionDef>;

/// The kinds of nodes that call functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// One function, or one of several; the number of inputs before their arguments.
    Functions(usize),
    /// A loop: each result is an argument of the next round.
    While,
}

/// The functions that a node calls on its inputs, if it does that alone.
pub(crate) fn calls<'n>(node: &'n NodeDef, library: &Library<'_>) -> Option<(Call, Vec<&'n str>)> {
    let named = |names: &[&str]| -> Vec<&'n str> {
        names.iter().filter_map(|name| node.attr.get(*name)).flat_map(functions).collect()
    };
    match &*node.op {
        "PartitionedCall" | "StatefulPartitionedCall" => Some((Call::Functions(0), named(&["f"]))),
        "If" | "StatelessIf" => Some((Call::Functions(1), named(&["then_branch", "else_branch"]))),
        "Case" | "StatelessCase" => Some((Call::Functions(1), named(&["branches"]))),
        "While" | "StatelessWhile" => Some((Call::While, named(&["cond", "body"]))),
        op if library.contains_key(op) => Some((Call::Functions(0), vec![op])),
        _ => None,
    }
}

/// The ops that read a variable and change nothing.
const READERS: &[&str] = &[
    "ReadVariableOp",
    "ResourceGather",
    "ResourceGatherNd",
    "VariableShape",
    "VarIsInitializedOp",
    "IsVariableInitialized",
    "DisableCopyOnRead",
];

/// The ops that give a variable a value.
pub(crate) const ASSIGNS: &[&str] = &["AssignVariableOp", "Assign"];

/// The beginnings of names of ops that write to references. Others that begin alike, such as `SparseSegmentSum` and `ScatterNd`, only read.
const WRITERS: &[&str] = &[
    "Assign",
    "ScatterAdd",
    "ScatterDiv",
    "ScatterMax",
    "ScatterMin",
    "ScatterMul",
    "ScatterSub",
    "ScatterUpdate",
    "ScatterNdAdd",
    "ScatterNdMax",
    "ScatterNdMin",
    "ScatterNdSub",
    "ScatterNdUpdate",
    "StridedSliceAssign",
    "Apply",
    "SparseApply",
    "ResourceApply",
    "CountUpTo",
    "Destroy",
];

/// The names of tensors that a node restores, each with its slice.
pub(crate) fn restored(node: &NodeDef, nodes: &FxHashMap<&str, &NodeDef>) -> Option<Vec<Source>> {
    let list = |at: usize| {
        let (name, _) = source(data(node).nth(at)?)?;
        strings(nodes.get(name)?)
    };
    let (names, slices) = (list(1)?, list(2)?);
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    // One of all equal strings stands for them in a message.
    let slice = |at: usize| slices.get(at).or(slices.last()).map(text).unwrap_or_default();
    let count = match node.attr.get("dtypes").and_then(|attr| attr.value.as_ref()) {
        Some(tfrt_graphdef::proto::tensorflow::attr_value::Value::List(list)) => list.r#type.len(),
        _ => names.len(),
    };
    let name = |at: usize| names.get(at).or(names.last()).map(text);
    (0..count).map(|at| Some(Source::Restored { name: name(at)?, slice: slice(at) })).collect()
}

/// Follows variables through a model.
pub(crate) struct Walk<'g> {
    pub(crate) library: &'g Library<'g>,
    pub(crate) variables: Vec<Variable>,
    by_name: BTreeMap<Vec<u8>, usize>,
    /// The values of tensors of the graph that the loader feeds.
    pub(crate) fed: FxHashMap<String, Source>,
    done: FxHashMap<(String, Vec<Known>, Phase), Vec<Known>>,
}

impl<'g> Walk<'g> {
    pub(crate) fn new(library: &'g Library<'g>, fed: FxHashMap<String, Source>) -> Self {
        let (variables, by_name, done) = Default::default();
        Walk { library, variables, by_name, fed, done }
    }

    /// The variable that a node is the handle of.
    pub(crate) fn variable(&mut self, node: &NodeDef) -> Option<usize> {
        let is_reference = match &*node.op {
            "VarHandleOp" => false,
            "VariableV2" | "Variable" => true,
            _ => return None,
        };
        let name = match text_attr(node, "shared_name") {
            [] => node.name.as_bytes(),
            name => name,
        };
        let mut key = text_attr(node, "container").to_vec();
        key.push(0);
        key.extend_from_slice(name);
        let next = self.variables.len();
        let number = *self.by_name.entry(key).or_insert(next);
        if number == next {
            self.variables.push(Variable {
                name: node.name.clone(),
                data_type: type_attr(node, "dtype").unwrap_or_default(),
                is_reference,
                initial: Initial::Nothing,
                written: false,
            });
        }
        Some(number)
    }

    /// Walks over the nodes that are in `part` of a graph, or those of a function with arguments; gives what is known of the outputs of each.
    pub(crate) fn nodes(
        &mut self,
        nodes: &'g [NodeDef],
        part: Option<&FxHashSet<&str>>,
        arguments: Option<&FxHashMap<&str, Known>>,
        phase: Phase,
    ) -> FxHashMap<&'g str, Vec<Known>> {
        let by_name: FxHashMap<&str, &NodeDef> = nodes.iter().map(|node| (&*node.name, node)).collect();
        let mut known: FxHashMap<&'g str, Vec<Known>> = FxHashMap::default();
        for at in order(nodes) {
            let node = &nodes[at];
            if part.is_some_and(|part| !part.contains(&*node.name)) {
                continue;
            }
            let inputs: Vec<Known> = data(node)
                .map(|input| {
                    let Some((name, output)) = source(input) else { return Known::Nothing };
                    let argument = arguments.and_then(|arguments| arguments.get(name));
                    let found = argument.or_else(|| known.get(name)?.get(output));
                    found.cloned().unwrap_or_default()
                })
                .collect();
            let outputs = self.node(node, inputs, &by_name, arguments.is_none(), phase);
            known.insert(&node.name, outputs);
        }
        known
    }

    fn node(
        &mut self,
        node: &NodeDef,
        inputs: Vec<Known>,
        nodes: &FxHashMap<&str, &NodeDef>,
        is_graph: bool,
        phase: Phase,
    ) -> Vec<Known> {
        if is_graph && let Some(source) = self.fed.get(&node.name) {
            return vec![Known::Value(source.clone())];
        }
        if let Some(variable) = self.variable(node) {
            return vec![Known::Variable(variable)];
        }
        if let Some(table) = table(node) {
            return vec![table];
        }
        if let Some((call, callees)) = calls(node, self.library) {
            return self.call(call, &callees, inputs, phase);
        }
        let first = inputs.first().cloned().unwrap_or_default();
        match &*node.op {
            "Identity" => return vec![first],
            "RestoreV2" => {
                let restored = restored(node, nodes).unwrap_or_default();
                return restored.into_iter().map(Known::Value).collect();
            }
            op if ASSIGNS.contains(&op) => {
                if let Known::Variable(variable) = first {
                    self.assign(variable, inputs.get(1).unwrap_or(&Known::Nothing), phase);
                }
                return vec![first];
            }
            op if READERS.contains(&op) => return Vec::new(),
            op => {
                for input in &inputs {
                    let Known::Variable(variable) = *input else { continue };
                    let variable = &mut self.variables[variable];
                    let reads = variable.is_reference && !WRITERS.iter().any(|start| op.starts_with(start));
                    variable.written |= !reads;
                }
            }
        }
        // Other ops call functions on something else than their inputs.
        for function in node.attr.values().flat_map(functions) {
            self.function(function, &[], phase);
        }
        Vec::new()
    }

    fn assign(&mut self, variable: usize, value: &Known, phase: Phase) {
        let variable = &mut self.variables[variable];
        variable.written |= phase == Phase::Call;
        variable.initial = match (value, &variable.initial) {
            _ if phase == Phase::Call => variable.initial.clone(),
            (Known::Value(new), Initial::Nothing) => Initial::Value(new.clone()),
            (Known::Value(new), Initial::Value(old)) if new == old => return,
            _ => Initial::Computed,
        };
    }

    fn call(&mut self, call: Call, callees: &[&str], inputs: Vec<Known>, phase: Phase) -> Vec<Known> {
        let before = if let Call::Functions(before) = call { before } else { 0 };
        let mut arguments = inputs.get(before..).unwrap_or_default().to_vec();
        // Functions take the value of a variable that has no handle.
        let is_value = |known: &Known| matches!(known, Known::Variable(variable) if self.variables[*variable].is_reference);
        arguments.iter_mut().filter(|known| is_value(known)).for_each(|known| *known = Known::Nothing);
        if call == Call::While {
            let is_fixed = |known: &Known| matches!(known, Known::Variable(_) | Known::Table(..));
            arguments.iter_mut().filter(|known| !is_fixed(known)).for_each(|known| *known = Known::Nothing);
        }
        let results: Vec<Vec<Known>> =
            callees.iter().map(|callee| self.function(callee, &arguments, phase)).collect();
        match (call, &results[..]) {
            (Call::While, [_, body]) => {
                for (argument, result) in arguments.iter().zip(body) {
                    if argument != result {
                        self.escape(argument);
                        self.escape(result);
                    }
                }
                arguments
            }
            (Call::Functions(_), [only]) => only.clone(),
            _ => {
                results.iter().flatten().for_each(|result| self.escape(result));
                Vec::new()
            }
        }
    }

    /// A handle went where it is no longer followed.
    fn escape(&mut self, known: &Known) {
        if let Known::Variable(variable) = known {
            self.variables[*variable].written = true;
        }
    }

    fn function(&mut self, name: &str, arguments: &[Known], phase: Phase) -> Vec<Known> {
        let Some(&function) = self.library.get(name) else { return Vec::new() };
        let key = (name.to_owned(), arguments.to_vec(), phase);
        if let Some(results) = self.done.get(&key) {
            return results.clone();
        }
        // A function that calls itself finds that nothing is known.
        self.done.insert(key.clone(), Vec::new());
        let signature = function.signature.as_ref();
        let names = signature.iter().flat_map(|signature| &signature.input_arg).map(|arg| &*arg.name);
        let arguments: FxHashMap<&str, Known> =
            names.zip(arguments.iter().cloned().chain(std::iter::repeat(Known::Nothing))).collect();
        let known = self.nodes(&function.node_def, None, Some(&arguments), phase);
        let outputs = signature.iter().flat_map(|signature| &signature.output_arg);
        let results: Vec<Known> = outputs
            .map(|output| {
                let (name, number) = source(function.ret.get(&output.name)?)?;
                arguments.get(name).or_else(|| known.get(name)?.get(number)).cloned()
            })
            .map(Option::unwrap_or_default)
            .collect();
        self.done.insert(key, results.clone());
        results
    }
}

/// The table that a node is the handle of.
pub(crate) fn table(node: &NodeDef) -> Option<Known> {
    let is_dense = node.op.contains("MutableDenseHashTable");
    let is_table = node.op.contains("HashTable") && (is_dense || data(node).next().is_none());
    is_table.then(|| {
        let data_type = |name| type_attr(node, name).unwrap_or_default();
        Known::Table(data_type("key_dtype"), data_type("value_dtype"))
    })
}
