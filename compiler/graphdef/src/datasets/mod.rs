//! Datasets that a graph makes and uses up itself, as loops.
//!
//! A function may go over the elements of a dataset (`tf.data`) that it makes of its arguments: `ReduceDataset` at the end of a loop over it,
//! `DatasetToSingleElement` after everything is in one batch. A dataset is then a [`Source`]: tensors that say how far it was read, and a
//! function from these to the next element. The op at the end becomes a loop or a few calls of that function, and the nodes of datasets
//! do nothing.
//!
//! Elements are computed when they are asked for, in order, so a dataset may be endless as long as its reader stops. What TensorFlow does for
//! speed alone has no effect (`Prefetch`, `Cache`, `Options`, numbers of parallel calls). An iterator is the state between the nodes that take
//! its elements, if all of them stand in one graph or function, and none in a loop. A node stays as it is, and the importer refuses it by name,
//! where a dataset is shuffled, read from files, grouped, or is an argument that is not one of the windows of another.

mod batches;
mod body;
mod iterators;
mod padded;
mod sources;
mod windows;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ops::DataType;

use self::body::{BOOL, Body, Callee, INT64, Tensor, kinds, types};
use self::iterators::Iterators;
use crate::attr;
use crate::composed::number_results;
use crate::names::{Reference, reference};
use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::{FunctionDef, FunctionDefLibrary, GraphDef, NodeDef};

/// Whether a graph uses up datasets.
pub(crate) fn is_needed(graph: &GraphDef) -> bool {
    let functions = graph.library.iter().flat_map(|library| &library.function);
    graph.node.iter().chain(functions.flat_map(|function| &function.node_def)).any(is_reader)
}

/// Whether a node uses up a dataset, or an element of one.
fn is_reader(node: &NodeDef) -> bool {
    matches!(
        &*node.op,
        "ReduceDataset" | "DatasetToSingleElement" | "IteratorGetNext" | "IteratorGetNextSync"
    )
}

/// Makes loops of the nodes that use up datasets.
pub(crate) fn replace(graph: &mut GraphDef) {
    let mut maker = Maker::of(graph.library.as_ref());
    maker.replace(&mut graph.node);
    for function in graph.library.iter_mut().flat_map(|library| &mut library.function) {
        if function.node_def.iter().any(is_reader) {
            number_results(function, is_reader);
            maker.replace(&mut function.node_def);
        }
    }
    if !maker.made.is_empty() {
        graph.library.get_or_insert_default().function.append(&mut maker.made);
    }
}

/// Elements that are asked for one after the other.
struct Source {
    /// The state before the first element, as tensors beside the node that reads.
    state: Vec<Tensor>,
    /// Further tensors of the graph that elements are made of.
    captured: Vec<Tensor>,
    /// From a state and the captured tensors to whether there is a next element, its components, which mean nothing if not, and the
    /// state after it.
    next: Callee,
    /// The types of the components.
    elements: Vec<i32>,
    /// Where the components are datasets themselves, the types of their elements. Such a component is a list of tensors.
    inside: Vec<i32>,
}

/// An element that was asked for.
struct Step {
    has: Tensor,
    elements: Vec<Tensor>,
    state: Vec<Tensor>,
}

impl Source {
    fn step_of(&self, mut results: Vec<Tensor>) -> Step {
        let state = results.split_off(1 + self.elements.len());
        let elements = results.split_off(1);
        Step { has: results.swap_remove(0), elements, state }
    }

    /// The elements of a function that counts them, from `start` on, and captures a number last.
    fn counted(self, start: Tensor, number: Tensor, next: Callee) -> Source {
        Source {
            state: [vec![start], self.state].concat(),
            captured: [self.captured, vec![number]].concat(),
            next,
            elements: self.elements,
            inside: self.inside,
        }
    }

    /// Asks for the next element.
    fn step(&self, body: &mut Body, state: &[Tensor], captured: &[Tensor]) -> Step {
        let inputs: Vec<&Tensor> = state.iter().chain(captured).collect();
        let results = body.call(&self.next, &inputs);
        self.step_of(results)
    }
}

/// Makes functions, which it adds to a graph's library.
struct Maker {
    /// Those of the library: what they give, and what is in them.
    known: FxHashMap<String, FunctionDef>,
    names: FxHashSet<String>,
    made: Vec<FunctionDef>,
}

impl Maker {
    fn of(library: Option<&FunctionDefLibrary>) -> Maker {
        let mut known = FxHashMap::default();
        for function in library.iter().flat_map(|library| &library.function) {
            let Some(signature) = &function.signature else { continue };
            known.insert(signature.name.clone(), function.clone());
        }
        let names = known.keys().cloned().collect();
        Maker { known, names, made: Vec::new() }
    }

    /// The function that an attribute of a node names, if it takes arguments of these types.
    fn callee(&self, node: &NodeDef, attribute: &str, arguments: &[i32]) -> Option<Callee> {
        let Some(Value::Func(named)) = &node.attr.get(attribute)?.value else { return None };
        let signature = self.known.get(&named.name)?.signature.as_ref()?;
        let taken = signature.input_arg.iter().map(|arg| arg.r#type);
        taken.eq(arguments.iter().copied()).then(|| Callee {
            name: named.name.clone(),
            results: signature.output_arg.iter().map(|arg| arg.r#type).collect(),
            is_stateful: signature.is_stateful,
        })
    }

    /// Makes a function of arguments of these types.
    fn function(
        &mut self,
        arguments: &[i32],
        is_stateful: bool,
        make: impl FnOnce(&mut Body) -> Vec<Tensor>,
    ) -> Callee {
        let mut body = Body::function(arguments);
        let results = make(&mut body);
        self.finish(body, &results, is_stateful)
    }

    fn finish(&mut self, body: Body, results: &[Tensor], is_stateful: bool) -> Callee {
        let name = (self.made.len()..)
            .map(|number| format!("dataset_{number}"))
            .find(|name| !self.names.contains(name))
            .unwrap_or_default();
        self.names.insert(name.clone());
        let (function, callee) = body.finish(&name, results, is_stateful);
        self.made.push(function);
        callee
    }

    /// A function with other results.
    fn restated(&mut self, function: FunctionDef, results: &[Tensor], is_stateful: bool) -> Option<Callee> {
        let arguments = function.signature?.input_arg;
        let mut body = Body::function(&[]);
        body.nodes = function.node_def;
        let callee = self.finish(body, results, is_stateful);
        let made = self.made.last_mut().and_then(|made| made.signature.as_mut())?;
        made.input_arg = arguments;
        Some(callee)
    }

    /// A function that gives zeros.
    fn zeros(&mut self, arguments: &[i32], results: &[i32]) -> Callee {
        self.function(arguments, false, |body| results.iter().map(|&result| body.zero(result)).collect())
    }

    /// Asks for the next element if a condition holds; if it does not, the answer is the end of the dataset, and the state is as before.
    fn step_if(
        &mut self,
        source: &Source,
        body: &mut Body,
        condition: &Tensor,
        state: &[Tensor],
        captured: &[Tensor],
    ) -> Step {
        let inputs: Vec<&Tensor> = state.iter().chain(captured).collect();
        let given: Vec<i32> = inputs.iter().map(|input| input.data_type).collect();
        let none = self.function(&given, false, |body| {
            let [same] = body.arguments([state.len()]);
            let absent = std::iter::once(BOOL).chain(source.elements.iter().copied());
            absent.map(|element| body.zero(element)).collect::<Vec<_>>().into_iter().chain(same).collect()
        });
        let results = body.either(condition, [&source.next, &none], &inputs);
        source.step_of(results)
    }

    /// Replaces what uses up datasets among the nodes of a graph or a function.
    fn replace(&mut self, nodes: &mut Vec<NodeDef>) {
        let by_name: FxHashMap<&str, &NodeDef> = nodes.iter().map(|node| (&*node.name, node)).collect();
        let mut replaced: FxHashMap<String, Vec<NodeDef>> = FxHashMap::default();
        let mut iterators = iterators::of(nodes);
        for node in iterators::in_order(nodes) {
            let mut body = Body::beside(&node.name);
            let before = self.made.len();
            let controls = node.input.iter().filter(|input| input.starts_with('^')).cloned();
            let Some(results) = self.read(node, &by_name, &mut iterators, &mut body) else {
                self.made.truncate(before);
                continue;
            };
            // Under the name of the node, what others take from it.
            let last = NodeDef {
                op: "IdentityN".to_owned(),
                input: results.iter().map(|result| result.name.clone()).chain(controls).collect(),
                attr: [("T".to_owned(), kinds(types(&results)))].into_iter().collect(),
                ..node.clone()
            };
            body.nodes.push(last);
            for added in &mut body.nodes {
                added.device.clone_from(&node.device);
            }
            replaced.insert(node.name.clone(), body.nodes);
        }
        if replaced.is_empty() {
            return;
        }
        // A dataset that nothing reads any more does nothing, but nodes may wait for it.
        let unused = |node: &NodeDef| is_dataset(node) || iterators::is_part(node);
        let kept: FxHashSet<String> = nodes
            .iter()
            .filter(|node| !replaced.contains_key(&node.name) && !unused(node))
            .flat_map(|node| &node.input)
            .filter_map(|input| match reference(input)? {
                Reference::Output(name, _) | Reference::Named(name, ..) => Some(name.to_owned()),
                Reference::Control(_) => None,
            })
            .collect();
        for mut node in std::mem::take(nodes) {
            if let Some(mut added) = replaced.remove(&node.name) {
                nodes.append(&mut added);
            } else if unused(&node) && !kept.contains(&node.name) {
                node.op = "NoOp".to_owned();
                node.input.clear();
                node.attr.clear();
                nodes.push(node);
            } else {
                nodes.push(node);
            }
        }
    }

    /// The result of a node that consumes a dataset.
    fn read(
        &mut self,
        node: &NodeDef,
        nodes: &FxHashMap<&str, &NodeDef>,
        iterators: &mut Iterators,
        body: &mut Body,
    ) -> Option<Vec<Tensor>> {
        let inputs = sources::data(node);
        if node.op.starts_with("IteratorGetNext") {
            let iterator = iterators.get_mut(iterators::name(inputs.first()?)?)?;
            if iterator.source.is_none() {
                iterator.source = Some(self.source(nodes, &iterator.dataset, body, 0)?);
            }
            let source = iterator.source.as_mut()?;
            let step = source.step(body, &source.state, &source.captured);
            source.state.clone_from(&step.state);
            let message = body.text("End of sequence");
            body.add("Assert", &[&step.has, &message], vec![("T", kinds(vec![message.data_type]))], &[]);
            return Some(step.elements);
        }
        let source = self.source(nodes, inputs.first()?, body, 0)?;
        if node.op == "ReduceDataset" {
            let count = sources::type_list(node, "Tstate")?.len();
            let start = sources::tensors(&inputs, 1, &sources::type_list(node, "Tstate")?)?;
            let others = sources::tensors(&inputs, 1 + count, &sources::type_list(node, "Targuments")?)?;
            return self.reduced(node, &source, &start, &others, body);
        }
        let first = source.step(body, &source.state, &source.captured);
        let more = source.step(body, &first.state, &source.captured);
        let is_last = body.not(&more.has);
        for (holds, message) in
            [(&first.has, "Dataset was empty."), (&is_last, "Dataset had more than one element.")]
        {
            let message = body.text(message);
            body.add("Assert", &[holds, &message], vec![("T", kinds(vec![message.data_type]))], &[]);
        }
        Some(first.elements)
    }

    /// A tensor for all elements of a dataset, from the first to the last.
    fn reduced(
        &mut self,
        node: &NodeDef,
        source: &Source,
        start: &[Tensor],
        others: &[Tensor],
        body: &mut Body,
    ) -> Option<Vec<Tensor>> {
        let given: Vec<i32> = [types(start), source.elements.clone(), types(others)].concat();
        let f = self.callee(node, "f", &given).filter(|f| f.results == types(start))?;
        let lengths =
            [1, start.len(), source.elements.len(), source.state.len(), source.captured.len(), others.len()];
        let carried = [
            vec![BOOL],
            types(start),
            source.elements.clone(),
            types(&source.state),
            types(&source.captured),
            types(others),
        ]
        .concat();
        let condition = self.function(&carried, false, |body| {
            let [has] = body.arguments([1]);
            has
        });
        let is_stateful = source.next.is_stateful || f.is_stateful;
        let round = self.function(&carried, is_stateful, |body| {
            let [_, total, elements, state, captured, others] = body.arguments(lengths);
            let taken: Vec<&Tensor> = total.iter().chain(&elements).chain(&others).collect();
            let total = body.call(&f, &taken);
            let step = source.step(body, &state, &captured);
            [vec![step.has], total, step.elements, step.state, captured, others].concat()
        });
        let step = source.step(body, &source.state, &source.captured);
        let inputs = [
            vec![step.has],
            start.to_vec(),
            step.elements,
            step.state,
            source.captured.clone(),
            others.to_vec(),
        ]
        .concat();
        let results = body.repeated(&condition, &round, &inputs.iter().collect::<Vec<_>>());
        Some(results[1..=start.len()].to_vec())
    }
}

/// Whether a node makes a dataset, or what a dataset is kept in.
fn is_dataset(node: &NodeDef) -> bool {
    node.op.contains("Dataset") && !is_reader(node) && node.op != "DatasetCardinality"
        || matches!(&*node.op, "DummyMemoryCache" | "AnonymousMemoryCache")
}

/// Whether components of a dataset can stand for nothing where it ended.
fn have_zeros(data_types: &[i32]) -> bool {
    !data_types.contains(&(DataType::Resource.number() as i32))
}

/// The slice at a place along the first dimension.
fn first_axis(body: &mut Body, of: &Tensor, at: &Tensor) -> Tensor {
    let axis = body.integer(0);
    let attrs = vec![
        ("Tparams", body::kind(of.data_type)),
        ("Tindices", body::kind(at.data_type)),
        ("Taxis", body::kind(INT64)),
        ("batch_dims", attr::int(0)),
    ];
    body.one("GatherV2", &[of, at, &axis], attrs, of.data_type)
}

/// The size of a tensor's first dimension.
fn length(body: &mut Body, of: &Tensor) -> Tensor {
    let attrs = vec![("T", body::kind(of.data_type)), ("out_type", body::kind(INT64))];
    let shape = body.one("Shape", &[of], attrs, INT64);
    let first = body.integer(0);
    first_axis(body, &shape, &first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextFormat as _;
    use crate::with_plain_nodes;

    fn ops(dataset: &str) -> Vec<String> {
        let list = r#"value { list { type: DT_FLOAT } }"#;
        let graph = GraphDef::from_text(&format!(
            r#"node {{ name: "x" op: "Placeholder" }}
            node {{ name: "rows" op: "TensorSliceDataset" input: "x" attr {{ key: "Toutput_types" {list} }} }}
            node {{ name: "made" op: "{dataset}" input: "rows" input: "^x" attr {{ key: "output_types" {list} }} }}
            node {{ name: "only" op: "DatasetToSingleElement" input: "made" attr {{ key: "output_types" {list} }} }}
            node {{ name: "y" op: "Identity" input: "only" input: "^made" }}"#
        ))
        .expect("a graph");
        let graph = with_plain_nodes(&graph).unwrap_or(graph);
        graph.node.iter().filter(|node| !node.name.contains('/')).map(|node| node.op.clone()).collect()
    }

    #[test]
    fn what_reads_a_dataset_takes_elements() {
        assert_eq!(ops("PrefetchDataset"), ["Placeholder", "NoOp", "NoOp", "IdentityN", "Identity"]);
    }

    #[test]
    fn a_dataset_that_is_not_supported_stays() {
        let kept =
            ["Placeholder", "TensorSliceDataset", "ShuffleDataset", "DatasetToSingleElement", "Identity"];
        assert_eq!(ops("ShuffleDataset"), kept);
    }
}
