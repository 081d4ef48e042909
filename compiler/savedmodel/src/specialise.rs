//! The graph without frozen variables: reading one is a constant, restoring one is nothing.
//!
//! Functions lose the arguments through which handles of frozen variables reach them. A function that is called with different variables
//! becomes several functions. Paths of assets become constants in functions that take them as arguments, and tables in files become
//! tables of constants.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_graphdef::proto::tensorflow::attr_value::Value;
use tfrt_graphdef::proto::tensorflow::{FunctionDef, NodeDef};
use tfrt_graphdef::weight;
use tfrt_ops::DataType;

use crate::graph::{
    constant, control, data, filter_list, functions, int_attr, number, order, referent, scalar,
    set_functions, source, text_attr, type_attr, value,
};
use crate::uses::{ASSIGNS, Call, Known, Variable, Walk, calls, restored, table};
use crate::values::{Source, Values};
use crate::vocabulary::Column;

/// A function of the new library.
#[derive(Clone, Debug)]
struct Special {
    name: String,
    /// The arguments that it still has.
    arguments: Vec<bool>,
    /// The results that it still has.
    results: Vec<bool>,
    /// The facts that all its results have in common.
    known: Vec<Known>,
}

/// Makes the new graph.
pub(crate) struct Specialiser<'w, 'g> {
    walk: &'w mut Walk<'g>,
    pub(crate) values: Values,
    done: FxHashMap<(String, Vec<Known>, bool), Special>,
    names: FxHashSet<String>,
    pub(crate) functions: Vec<FunctionDef>,
}

/// The nodes of a graph or function while they are written anew.
#[derive(Default)]
struct Scope<'a> {
    out: Vec<NodeDef>,
    known: FxHashMap<String, Vec<Known>>,
    /// Outputs that have another name now.
    moved: FxHashMap<(String, usize), String>,
    arguments: FxHashMap<&'a str, Known>,
    is_graph: bool,
}

impl Scope<'_> {
    fn known(&self, input: &str) -> Known {
        let Some((name, output)) = source(input) else { return Known::Nothing };
        let argument = self.arguments.get(name);
        argument.or_else(|| self.known.get(name)?.get(output)).cloned().unwrap_or_default()
    }

    fn renamed(&self, input: &str) -> String {
        let moved = source(input).and_then(|(name, output)| self.moved.get(&(name.to_owned(), output)));
        moved.map_or_else(|| input.to_owned(), Clone::clone)
    }

    /// The node with a new op, and the names of its inputs as they are now.
    fn emit(&mut self, mut node: NodeDef) {
        node.input = node.input.iter().map(|input| self.renamed(input)).collect();
        self.out.push(node);
    }

    /// The output of a node is now the first one of a node of this name.
    fn moves(&mut self, node: &str, output: usize, to: &str) {
        self.moved.insert((node.to_owned(), output), format!("{to}:0"));
    }
}

impl<'w, 'g> Specialiser<'w, 'g> {
    pub(crate) fn new(walk: &'w mut Walk<'g>) -> Self {
        let (values, done, names, functions) = Default::default();
        Specialiser { walk, values, done, names, functions }
    }

    /// The nodes of a graph, anew.
    pub(crate) fn graph(&mut self, nodes: &[NodeDef]) -> Vec<NodeDef> {
        let mut scope = Scope { is_graph: true, ..Scope::default() };
        self.nodes(nodes, &mut scope);
        finish(scope.out, &[])
    }

    fn frozen(&self, known: &Known) -> Option<(usize, Source)> {
        match known {
            Known::Variable(variable) => {
                self.walk.variables[*variable].frozen().map(|source| (*variable, source.clone()))
            }
            _ => None,
        }
    }

    fn weight(&mut self, node: &str, source: &Source, data_type: i32) -> NodeDef {
        let data_type = u32::try_from(data_type).ok().and_then(DataType::from_number);
        weight(node, &self.values.name(source), data_type.unwrap_or(DataType::String))
    }

    fn nodes(&mut self, nodes: &[NodeDef], scope: &mut Scope<'_>) {
        let by_name: FxHashMap<&str, &NodeDef> = nodes.iter().map(|node| (&*node.name, node)).collect();
        for at in order(nodes) {
            let known = self.node(&nodes[at], &by_name, scope);
            scope.known.insert(nodes[at].name.clone(), known);
        }
    }

    /// Writes a node anew; gives what is known of its outputs.
    fn node(
        &mut self,
        node: &NodeDef,
        nodes: &FxHashMap<&str, &NodeDef>,
        scope: &mut Scope<'_>,
    ) -> Vec<Known> {
        let name = &*node.name;
        if scope.is_graph
            && let Some(fed) = self.walk.fed.get(name).cloned()
        {
            let constant = self.weight(name, &fed, DataType::String.number() as i32);
            scope.out.push(constant);
            return vec![Known::Value(fed)];
        }
        if let Some(variable) = self.walk.variable(node) {
            let known = Known::Variable(variable);
            let Variable { data_type, is_reference, .. } = self.walk.variables[variable].clone();
            match self.frozen(&known) {
                Some((_, source)) if is_reference => {
                    let constant = self.weight(name, &source, data_type);
                    scope.out.push(constant);
                }
                Some(_) => {}
                None => scope.emit(shared(plain(node))),
            }
            return vec![known];
        }
        if let Some(table) = table(node) {
            scope.emit(shared(plain(node)));
            return vec![table];
        }
        if let Some((call, callees)) = calls(node, self.walk.library) {
            return self.call(node, call, &callees, scope);
        }
        let inputs: Vec<&str> = data(node).collect();
        let known: Vec<Known> = inputs.iter().map(|input| scope.known(input)).collect();
        let first = known.first().cloned().unwrap_or_default();
        let frozen = self.frozen(&first);
        let is_reference =
            frozen.as_ref().is_some_and(|(variable, _)| self.walk.variables[*variable].is_reference);
        // What only waits, for what the node waited for.
        let waits = || {
            let input = control(node).cloned().collect();
            NodeDef { name: name.to_owned(), op: "NoOp".into(), input, ..NodeDef::default() }
        };
        match (&*node.op, frozen) {
            ("Identity", Some(_)) if !is_reference => return vec![first],
            ("Identity", _) => {
                scope.emit(plain(node));
                return vec![first];
            }
            ("RestoreV2", _) => {
                let Some(restored) = restored(node, nodes) else {
                    scope.emit(plain(node));
                    return Vec::new();
                };
                for (output, source) in restored.iter().enumerate() {
                    let part = format!("{name}/tensor_{output}");
                    let data_type = list_type(node, "dtypes", output);
                    let constant = self.weight(&part, source, data_type);
                    scope.out.push(constant);
                    scope.moves(name, output, &part);
                }
                scope.out.push(waits());
                return restored.into_iter().map(Known::Value).collect();
            }
            (op, Some(_)) if ASSIGNS.contains(&op) => {
                scope.out.push(waits());
                return vec![first];
            }
            ("DisableCopyOnRead", _) => scope.out.push(waits()),
            ("ReadVariableOp", Some((variable, source))) => {
                let data_type = self.walk.variables[variable].data_type;
                let constant = self.weight(name, &source, data_type);
                scope.out.push(constant);
                scope.moves(name, 0, name);
                return vec![Known::Value(source)];
            }
            ("VarIsInitializedOp" | "IsVariableInitialized", Some(_)) => {
                let mut yes = scalar(DataType::Bool);
                yes.bool_val.push(true);
                scope.out.push(constant(name, yes));
                scope.moves(name, 0, name);
            }
            ("VariableShape", Some((variable, source))) => {
                let data_type = self.walk.variables[variable].data_type;
                let attrs = [("T", Value::Type(data_type))];
                let input = self.operand(name, &source, data_type, scope);
                let mut shape = derived(node, "Shape", vec![input], attrs);
                shape
                    .attr
                    .extend(node.attr.get("out_type").map(|attr| ("out_type".to_owned(), attr.clone())));
                scope.emit(shape);
                scope.moves(name, 0, name);
            }
            ("ResourceGather", Some((variable, source))) => {
                let data_type = self.walk.variables[variable].data_type;
                let params = self.operand(name, &source, data_type, scope);
                let axis = format!("{name}/axis");
                let batch = int_attr(node, "batch_dims", 0);
                scope.out.push(number(&axis, i32::try_from(batch).unwrap_or_default()));
                let attrs = [
                    ("Tparams", Value::Type(data_type)),
                    ("Tindices", Value::Type(type_attr(node, "Tindices").unwrap_or_default())),
                    ("Taxis", Value::Type(DataType::Int32.number() as i32)),
                    ("batch_dims", Value::I(batch)),
                ];
                let indices = inputs.get(1).copied().unwrap_or_default().to_owned();
                scope.emit(derived(node, "GatherV2", vec![params, indices, axis], attrs));
                scope.moves(name, 0, name);
            }
            ("ResourceGatherNd", Some((variable, source))) => {
                let data_type = self.walk.variables[variable].data_type;
                let params = self.operand(name, &source, data_type, scope);
                let attrs = [
                    ("Tparams", Value::Type(data_type)),
                    ("Tindices", Value::Type(type_attr(node, "Tindices").unwrap_or_default())),
                ];
                let indices = inputs.get(1).copied().unwrap_or_default().to_owned();
                scope.emit(derived(node, "GatherNd", vec![params, indices], attrs));
                scope.moves(name, 0, name);
            }
            ("InitializeTableFromTextFileV2", _) => match (&known[..], &inputs[..]) {
                ([Known::Table(keys, values), Known::Value(Source::Path(file))], [handle, _]) => {
                    let attrs = [("Tkey", Value::Type(*keys)), ("Tval", Value::Type(*values))];
                    let mut input = vec![(*handle).to_owned()];
                    for (part, data_type, index) in
                        [("keys", keys, "key_index"), ("values", values, "value_index")]
                    {
                        let source = Source::Column {
                            file: file.clone(),
                            column: Column {
                                index: int_attr(node, index, -2),
                                delimiter: text_attr(node, "delimiter").to_vec(),
                                lines: int_attr(node, "vocab_size", -1),
                                offset: int_attr(node, "offset", 0),
                            },
                            data_type: u32::try_from(*data_type)
                                .ok()
                                .and_then(DataType::from_number)
                                .unwrap_or(DataType::String),
                        };
                        let part = format!("{name}/{part}");
                        let constant = self.weight(&part, &source, *data_type);
                        scope.out.push(constant);
                        input.push(part);
                    }
                    scope.emit(derived(node, "InitializeTableV2", input, attrs));
                }
                _ => scope.emit(plain(node)),
            },
            ("ReadFile", _) => match first {
                Known::Value(Source::Path(file)) => {
                    let source = Source::Content(file);
                    let constant = self.weight(name, &source, DataType::String.number() as i32);
                    scope.out.push(constant);
                    scope.moves(name, 0, name);
                    return vec![Known::Value(source)];
                }
                _ => scope.emit(plain(node)),
            },
            _ => {
                let mut node = plain(node);
                for attr in node.attr.values_mut() {
                    let names: Vec<String> = functions(attr)
                        .into_iter()
                        .map(|function| match self.function(function, &[], None) {
                            Some(special) => special.name,
                            None => function.to_owned(),
                        })
                        .collect();
                    set_functions(attr, &mut names.into_iter());
                }
                scope.emit(node);
            }
        }
        Vec::new()
    }

    /// A frozen variable's value as a node of its own; gives its name.
    fn operand(&mut self, node: &str, source: &Source, data_type: i32, scope: &mut Scope<'_>) -> String {
        let name = format!("{node}/value");
        let constant = self.weight(&name, source, data_type);
        scope.out.push(constant);
        name
    }

    fn call(&mut self, node: &NodeDef, call: Call, callees: &[&str], scope: &mut Scope<'_>) -> Vec<Known> {
        let inputs: Vec<String> = data(node).map(str::to_owned).collect();
        let before = if let Call::Functions(before) = call { before } else { 0 };
        let is_plain = callees.len() == 1;
        let binding = |input: &String| match scope.known(input) {
            // A function takes the value of a variable that has no handle, as a tensor.
            Known::Variable(variable) if self.walk.variables[variable].is_reference => Known::Nothing,
            known @ Known::Variable(_) if self.frozen(&known).is_some() => known,
            known @ Known::Table(..) => known,
            known @ Known::Value(_) if is_plain => known,
            _ => Known::Nothing,
        };
        let bindings: Vec<Known> = inputs.iter().skip(before).map(binding).collect();
        let dropped = |known: &Known| matches!(known, Known::Variable(_) | Known::Value(_));
        let mask: Vec<bool> = bindings.iter().map(|known| !dropped(known)).collect();
        let mut specials = Vec::new();
        for (number, callee) in callees.iter().enumerate() {
            let results = (call == Call::While && number == 1).then_some(&mask[..]);
            match self.function(callee, &bindings, results) {
                Some(special) => specials.push(special),
                // The import says that the library does not have it.
                None => {
                    scope.emit(plain(node));
                    return Vec::new();
                }
            }
        }
        let Some(last) = specials.last().cloned() else { return Vec::new() };
        let kept = inputs.iter().enumerate().filter(|(at, _)| *at < before || last.arguments[at - before]);
        let mut new = plain(node);
        new.input = kept.map(|(_, input)| input.clone()).chain(control(node).cloned()).collect();
        let results = &last.results;
        match call {
            Call::While => {
                for list in ["T", "output_shapes"] {
                    new.attr.entry(list.to_owned()).and_modify(|attr| filter_list(attr, &last.arguments));
                }
            }
            Call::Functions(_) => {
                new.attr.entry("Tin".to_owned()).and_modify(|attr| filter_list(attr, &last.arguments));
                for list in ["Tout", "output_shapes"] {
                    new.attr.entry(list.to_owned()).and_modify(|attr| filter_list(attr, results));
                }
            }
        }
        let mut names = specials.iter().map(|special| special.name.clone());
        if new.op == callees[0] && is_plain {
            new.op = names.next().unwrap_or_default();
        } else {
            for attr in ["f", "then_branch", "else_branch", "cond", "body", "branches"] {
                new.attr.entry(attr.to_owned()).and_modify(|attr| set_functions(attr, &mut names));
            }
        }
        // `cond` comes before `body`, but for the others the order of attributes is that of the functions.
        scope.emit(new);
        let mut next = 0;
        for (output, kept) in results.iter().enumerate() {
            if *kept {
                if next != output {
                    scope.moved.insert((node.name.clone(), output), format!("{}:{next}", node.name));
                }
                next += 1;
            }
        }
        match call {
            Call::While => bindings,
            Call::Functions(_) if is_plain => last.known,
            Call::Functions(_) => Vec::new(),
        }
    }

    /// A function for arguments of which this is known. Without `results` it keeps the results that are tensors.
    fn function(&mut self, name: &str, bindings: &[Known], results: Option<&[bool]>) -> Option<Special> {
        let function: &FunctionDef = self.walk.library.get(name)?;
        let signature = function.signature.as_ref()?;
        let mut bindings = bindings.to_vec();
        bindings.resize(signature.input_arg.len(), Known::Nothing);
        let key = (name.to_owned(), bindings.clone(), results.is_some());
        if let Some(special) = self.done.get(&key) {
            return Some(special.clone());
        }
        let mut own = name.to_owned();
        let mut number = 1;
        while !self.names.insert(own.clone()) {
            own = format!("{name}.{number}");
            number += 1;
        }
        let arguments: Vec<bool> =
            bindings.iter().map(|known| !matches!(known, Known::Variable(_) | Known::Value(_))).collect();
        // A function that calls itself keeps all its results.
        let mut special = Special {
            name: own.clone(),
            arguments,
            results: vec![true; signature.output_arg.len()],
            known: Vec::new(),
        };
        self.done.insert(key.clone(), special.clone());

        let mut scope = Scope::default();
        for (argument, known) in signature.input_arg.iter().zip(&bindings) {
            scope.arguments.insert(&argument.name, known.clone());
            if let Known::Value(source) = known {
                let constant = self.weight(&argument.name, source, argument.r#type);
                scope.out.push(constant);
            }
        }
        self.nodes(&function.node_def, &mut scope);

        let mut new = FunctionDef { signature: Some(signature.clone()), ..FunctionDef::default() };
        let sources: Vec<&str> = signature
            .output_arg
            .iter()
            .map(|output| function.ret.get(&output.name).map_or("", String::as_str))
            .collect();
        special.known = sources.iter().map(|source| scope.known(source)).collect();
        special.results = match results {
            Some(results) => results.to_vec(),
            None => special.known.iter().map(|known| self.frozen(known).is_none()).collect(),
        };
        special.results.resize(sources.len(), true);
        for ((output, source), kept) in signature.output_arg.iter().zip(&sources).zip(&special.results) {
            if *kept {
                new.ret.insert(output.name.clone(), scope.renamed(source));
            }
        }
        if let Some(signature) = &mut new.signature {
            let mut keep = special.arguments.iter();
            signature.input_arg.retain(|_| keep.next().copied().unwrap_or(true));
            let mut keep = special.results.iter();
            signature.output_arg.retain(|_| keep.next().copied().unwrap_or(true));
            signature.name.clone_from(&own);
            signature.attr.clear();
            signature.description.clear();
        }
        let places = special.arguments.iter().enumerate().filter(|(_, kept)| **kept);
        for (place, (old, _)) in places.enumerate() {
            let shapes =
                function.arg_attr.get(&(old as u32)).and_then(|attrs| attrs.attr.get("_output_shapes"));
            if let Some(shapes) = shapes {
                let attrs = new.arg_attr.entry(place as u32).or_default();
                attrs.attr.insert("_output_shapes".to_owned(), shapes.clone());
            }
        }
        let mut roots: Vec<&str> = new.ret.values().map(String::as_str).collect();
        roots.extend(function.control_ret.values().map(String::as_str));
        new.node_def = finish(scope.out, &roots);
        let there: FxHashSet<&str> = new.node_def.iter().map(|node| &*node.name).collect();
        new.control_ret = function.control_ret.clone();
        new.control_ret.retain(|_, node| there.contains(&**node));
        if let Some(signature) = &mut new.signature {
            signature.control_output.retain(|name| new.control_ret.contains_key(name));
        }
        self.functions.push(new);
        self.done.insert(key, special.clone());
        Some(special)
    }
}

/// A node without what only TensorFlow reads.
fn plain(node: &NodeDef) -> NodeDef {
    let unused = |name: &str| {
        name.starts_with('_')
            || matches!(name, "config_proto" | "config" | "executor_type" | "read_only_resource_inputs")
    };
    let kept = node.attr.iter().filter(|(name, _)| !unused(name));
    NodeDef {
        name: node.name.clone(),
        op: node.op.clone(),
        input: node.input.clone(),
        attr: kept.map(|(name, value)| (name.clone(), value.clone())).collect(),
        ..NodeDef::default()
    }
}

/// A handle of something that all functions share, by its name.
fn shared(mut node: NodeDef) -> NodeDef {
    let is_anonymous = node.op.starts_with("Anonymous");
    if !is_anonymous && text_attr(&node, "shared_name").is_empty() {
        let name = node.name.clone().into_bytes();
        node.attr.insert("shared_name".to_owned(), value(Value::S(name)));
    }
    node
}

/// A node in the place of another one, which waits for the same.
fn derived<const N: usize>(
    node: &NodeDef,
    op: &str,
    input: Vec<String>,
    attrs: [(&str, Value); N],
) -> NodeDef {
    let attr: BTreeMap<_, _> =
        attrs.into_iter().map(|(name, given)| (name.to_owned(), value(given))).collect();
    let input = input.into_iter().chain(control(node).cloned()).collect();
    NodeDef { name: node.name.clone(), op: op.to_owned(), input, attr, ..NodeDef::default() }
}

fn list_type(node: &NodeDef, attr: &str, at: usize) -> i32 {
    match node.attr.get(attr).and_then(|attr| attr.value.as_ref()) {
        Some(Value::List(list)) => list.r#type.get(at).copied().unwrap_or_default(),
        _ => 0,
    }
}

/// The nodes without references to those that are gone; of a function, whose results are `roots`, without unused constants.
fn finish(mut nodes: Vec<NodeDef>, roots: &[&str]) -> Vec<NodeDef> {
    let there: FxHashSet<String> = nodes.iter().map(|node| node.name.clone()).collect();
    for node in &mut nodes {
        let is_gone = |input: &String| input.strip_prefix('^').is_some_and(|name| !there.contains(name));
        node.input.retain(|input| !is_gone(input));
    }
    if roots.is_empty() {
        return nodes;
    }
    loop {
        let mut used: FxHashSet<String> =
            roots.iter().filter_map(|root| referent(root)).map(str::to_owned).collect();
        used.extend(
            nodes.iter().flat_map(|node| &node.input).filter_map(|input| referent(input)).map(str::to_owned),
        );
        let before = nodes.len();
        nodes.retain(|node| used.contains(&node.name) || !matches!(&*node.op, "Const" | "Identity" | "NoOp"));
        if nodes.len() == before {
            return nodes;
        }
    }
}
