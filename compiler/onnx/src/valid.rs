//! The rules of the format that a whole model keeps, whatever its operators compute.
//!
//! A model is refused that ONNX's own checker refuses, with these exceptions: nodes may stand in any order, since some tools put those that they
//! add at the end; outputs of the model need no types, which follow from the nodes; and an operator may be older than the newest that is known.
//!
//! * The model says the version of each operator set that it uses. Graphs and functions have names, and no two functions have the same.
//! * Inputs of the model have types. Inputs, initialisers, attributes and functions have names.
//! * A value is computed once: no two nodes of a graph have an output of the same name, nor has a node one of an input or initialiser of its graph,
//!   or of a value of the graphs around it.
//! * Attributes of a node have different names, types, and values of these types.
//! * Nodes are as their operators' [schemas](crate::schema) say.

use rustc_hash::FxHashSet;

use crate::import::version;
use crate::proto::{FunctionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto};
use crate::schema;

/// What is wrong: the node, if it is one, with the version of its operator set, and the message.
#[derive(Debug)]
pub(crate) struct Wrong<'m> {
    pub node: Option<(&'m NodeProto, i64)>,
    pub message: String,
}

impl From<String> for Wrong<'_> {
    fn from(message: String) -> Self {
        Wrong { node: None, message }
    }
}

type Result<'m, T> = std::result::Result<T, Wrong<'m>>;

/// Checks a model.
///
/// # Errors
/// The first thing that is wrong.
pub(crate) fn check(model: &ModelProto) -> Result<'_, ()> {
    if model.opset_import.is_empty() {
        return Err("the model does not say which version of the operator set it uses".to_owned().into());
    }
    let mut functions = FxHashSet::default();
    for function in &model.functions {
        if function.name().is_empty() {
            return Err("a function of the model has no name".to_owned().into());
        }
        if !functions.insert((function.domain(), function.name(), function.overload())) {
            return Err(format!("two functions of the model have the name '{}'", function.name()).into());
        }
    }
    let rules = Rules { functions };
    model.functions.iter().try_for_each(|function| rules.function(function))?;
    let Some(graph) = &model.graph else { return Err("the model has no graph".to_owned().into()) };
    if let Some(input) = graph.input.iter().find(|input| input.r#type.is_none()) {
        return Err(format!("the input '{}' has no type", input.name()).into());
    }
    rules.graph(graph, &model.opset_import, None)
}

/// The names of a graph's values, and those of the graphs around it.
struct Names<'n, 'm> {
    own: FxHashSet<&'m str>,
    around: Option<&'n Names<'n, 'm>>,
}

impl Names<'_, '_> {
    fn has(&self, name: &str) -> bool {
        self.own.contains(name) || self.around.is_some_and(|around| around.has(name))
    }
}

struct Rules<'m> {
    /// The functions of the model: domain, name and overload.
    functions: FxHashSet<(&'m str, &'m str, &'m str)>,
}

impl<'m> Rules<'m> {
    fn graph(
        &self,
        graph: &'m GraphProto,
        opsets: &'m [OperatorSetIdProto],
        around: Option<&Names<'_, 'm>>,
    ) -> Result<'m, ()> {
        if graph.name().is_empty() {
            return Err("a graph of the model has no name".to_owned().into());
        }
        let mut names = Names { own: FxHashSet::default(), around };
        for input in &graph.input {
            if input.name().is_empty() {
                return Err(format!("an input of the graph '{}' has no name", graph.name()).into());
            }
            if !names.own.insert(input.name()) {
                return Err(format!("two inputs have the name '{}'", input.name()).into());
            }
        }
        let sparse = graph.sparse_initializer.iter().filter_map(|tensor| tensor.values.as_ref());
        let mut initializers = FxHashSet::default();
        for tensor in graph.initializer.iter().chain(sparse) {
            if tensor.name().is_empty() {
                return Err(format!("an initialiser of the graph '{}' has no name", graph.name()).into());
            }
            if !initializers.insert(tensor.name()) {
                return Err(format!("two initialisers have the name '{}'", tensor.name()).into());
            }
        }
        names.own.extend(initializers);
        self.nodes(&graph.node, opsets, &mut names)
    }

    fn function(&self, function: &'m FunctionProto) -> Result<'m, ()> {
        let mut names = Names { own: FxHashSet::default(), around: None };
        if let Some(input) = function.input.iter().find(|input| !names.own.insert(input)) {
            let message = format!("two inputs of the function '{}' have the name '{input}'", function.name());
            return Err(message.into());
        }
        self.nodes(&function.node, &function.opset_import, &mut names)
    }

    fn nodes(
        &self,
        nodes: &'m [NodeProto],
        opsets: &'m [OperatorSetIdProto],
        names: &mut Names<'_, 'm>,
    ) -> Result<'m, ()> {
        for node in nodes {
            let at = |message| Wrong { node: Some((node, version(opsets, node.domain()))), message };
            self.node(node, opsets).map_err(at)?;
            for graph in node.attribute.iter().flat_map(|attr| attr.g.iter().chain(&attr.graphs)) {
                self.graph(graph, opsets, Some(names))?;
            }
            for output in node.output.iter().filter(|output| !output.is_empty()) {
                if names.has(output) {
                    return Err(at(format!("its output '{output}' has the name of another value")));
                }
                names.own.insert(output);
            }
        }
        Ok(())
    }

    fn node(&self, node: &NodeProto, opsets: &[OperatorSetIdProto]) -> crate::builder::Result<()> {
        if node.op_type().is_empty() {
            return Err("the node has no operator".to_owned());
        }
        if node.input.is_empty() && node.output.is_empty() {
            return Err("the node has neither inputs nor outputs".to_owned());
        }
        let is_default = |domain: &str| matches!(domain, "" | "ai.onnx");
        let is_own = |opset: &OperatorSetIdProto| {
            opset.domain() == node.domain() || is_default(opset.domain()) && is_default(node.domain())
        };
        if !opsets.iter().any(is_own) {
            let domains = opsets.iter().map(OperatorSetIdProto::domain);
            let near = tfrt_ir::did_you_mean(node.domain(), domains);
            return Err(format!(
                "the model does not say which version of the operator set '{}' it uses{near}",
                node.domain()
            ));
        }
        let mut given = FxHashSet::default();
        for attr in &node.attribute {
            schema::check_attribute(attr)?;
            if !given.insert(attr.name()) {
                return Err(format!("has the attribute '{}' twice", attr.name()));
            }
        }
        match self.functions.contains(&(node.domain(), node.op_type(), node.overload())) {
            true => Ok(()),
            false => schema::check(node, version(opsets, node.domain())),
        }
    }
}
