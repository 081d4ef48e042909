//! From a model to a program: the graph's nodes, one after the other, become the function `main`.

use std::sync::Arc;

use crate::builder::{Builder, Content, Result, Tensor};
use crate::node::{Model, Node};
use crate::ops::{self, blocked};
use crate::proto::tensor_shape_proto::dimension::Value as Size;
use crate::proto::type_proto::Value as TypeValue;
use crate::proto::{AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, ValueInfoProto};
use crate::small::{self, Element, Mode, Rounding};
use crate::tensor::{self, Folder};
use crate::{MAIN, control, valid};
use rustc_hash::FxHashMap;
use tfrt_convert::graph::{FunctionBuilder, tensor_type_attr};
use tfrt_dialects::signature::{NAME_ATTR, SIZES_ATTR, small_type_attr};
use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::Module;
use tfrt_ir::body::{NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ops::DType;

/// Functions that call each other nest no deeper.
const DEEPEST: usize = 64;

/// Dimensions of a tensor at most.
const MOST_DIMS: usize = 32;

/// The rounding that brings arguments into the range of their element types.
const GIVEN: Rounding = Rounding { saturates: true, mode: Mode::Nearest };

/// Values by name.
pub(crate) type Scope = FxHashMap<String, Tensor>;

/// The model as a program.
pub(crate) fn module(
    ctx: &Arc<Context>,
    model: &ModelProto,
    file: &str,
    folder: &Folder,
    diagnostics: &mut Diagnostics,
) -> std::result::Result<Module, Failed> {
    let at = ctx.file_loc(ctx.ident(file), 0, 0);
    if let Err(wrong) = valid::check(model) {
        let message = match wrong.node {
            Some((node, opset)) => of_node(node, opset, &wrong.message),
            None => wrong.message,
        };
        diagnostics.error(at, message);
        return Err(Failed);
    }
    let graph = model.graph.as_ref();
    let known = graph.and_then(blocked::block_of);
    let block = known.unwrap_or_else(blocked::own_block);
    if known.is_none() && graph.is_some_and(blocked::is_used) {
        let read = format!(
            "the model does not tell how many channels its blocks have; {block} is what ONNX Runtime has on this processor"
        );
        diagnostics.warning(at, read);
    }
    let importer = Importer { ctx, model, facts: Model { folder, block }, file: at };
    let mut functions = Vec::new();
    if let Err(Fault { loc, message }) = importer.main(&mut functions) {
        diagnostics.error(loc.unwrap_or(at), message);
        return Err(Failed);
    }
    let mut module = Module::new(ctx.clone(), at);
    let (ctx, body) = module.split_mut();
    if let Some(block) = body.root_block() {
        for function in functions {
            let op = body.create_op(ctx, function);
            body.append_op(block, op);
        }
    }
    Ok(module)
}

/// A failed import: the place, if it is not the file as a whole, and the message.
#[derive(Debug)]
pub(crate) struct Fault {
    loc: Option<Loc>,
    message: String,
}

impl<M: Into<String>> From<M> for Fault {
    fn from(message: M) -> Fault {
        Fault { loc: None, message: message.into() }
    }
}

/// The facts about an argument, as far as they are known.
#[derive(Default)]
struct Given {
    element: Option<Element>,
    dims: Option<Vec<i64>>,
    /// The content of a value that is no tensor.
    content: Option<Content>,
}

/// The result of an import, or the reason why it fails.
pub(crate) type Imported<T> = std::result::Result<T, Fault>;

pub(crate) struct Importer<'m> {
    pub ctx: &'m Context,
    model: &'m ModelProto,
    /// The facts about the model that nodes need.
    pub facts: Model<'m>,
    /// The place of the model.
    file: Loc,
}

/// A function that is being converted.
pub(crate) struct Surroundings<'s> {
    /// The versions of operator sets that hold in it.
    pub opsets: &'s [crate::proto::OperatorSetIdProto],
    /// Functions that are made on the way.
    pub functions: &'s mut Vec<OpState>,
    /// The number of functions around it.
    depth: usize,
}

impl Importer<'_> {
    fn main(&self, functions: &mut Vec<OpState>) -> Imported<()> {
        let ctx = self.ctx;
        let graph = self.model.graph.as_ref().ok_or("the model has no graph")?;
        let mut out = FunctionBuilder::new(ctx);
        let unknown = ctx.unknown_loc();
        let mut scope = Scope::default();
        let mut arguments = Vec::new();
        for input in &graph.input {
            let mut sparse = graph.sparse_initializer.iter().filter_map(|sparse| sparse.values.as_ref());
            if graph.initializer.iter().any(|tensor| tensor.name() == input.name())
                || sparse.any(|values| values.name() == input.name())
            {
                continue;
            }
            let (attrs, given) = self.signature(input)?;
            let value = out.tensor_argument(attrs, ctx.name_loc(ctx.ident(input.name()), unknown));
            arguments.push((input.name(), value, given));
        }
        let (mut results, mut described) = (Vec::new(), Vec::new());
        let mut builder = Builder::new(ctx, out.graph(), unknown);
        for (name, value, Given { element, dims, content }) in arguments {
            let dtype = element.map(|element| element.dtype);
            let mut tensor = Tensor::of_value(value, dtype, dims.as_deref());
            if let Some(small) = element.and_then(|element| element.small) {
                tensor = small::cast(&mut builder, &tensor, small, GIVEN)?;
            }
            if let Some(content) = content {
                builder.loc = ctx.name_loc(ctx.ident(name), unknown);
                tensor = ops::sequences::argument(&mut builder, &tensor, content)?;
            }
            scope.insert(name.to_owned(), tensor);
        }
        let opsets = &self.model.opset_import[..];
        let mut around = Surroundings { opsets, functions, depth: 0 };
        self.graph(graph, &mut builder, &mut scope, &mut around)?;
        for output in &graph.output {
            let tensor = scope
                .get(output.name())
                .ok_or_else(|| format!("nothing computes the output '{}'", output.name()))?;
            let small = tensor.small().map(|small| {
                let elem = small.storage().data_type().to_type(ctx);
                let dims = tensor
                    .dims()
                    .map(|dims| dims.into_iter().map(|dim| dim.known().unwrap_or(-1)).collect::<Vec<_>>());
                [tensor_type_attr(ctx, elem, dims.as_deref()), small_type_attr(ctx, small)]
            });
            described.push(small.into_iter().flatten());
            results.push(builder.value(tensor)?);
        }
        drop(builder);
        for (output, small) in graph.output.iter().zip(described) {
            let name = ctx.string_attr(output.name());
            out.describe_result([(ctx.ident(NAME_ATTR), name)].into_iter().chain(small));
        }
        functions.insert(0, out.finish(MAIN, None, &results, unknown));
        Ok(())
    }

    /// The attributes and facts of an input: its name, and its type as far as it is known.
    fn signature(&self, input: &ValueInfoProto) -> Result<(Vec<NamedAttr>, Given)> {
        let ctx = self.ctx;
        let mut attrs = vec![(ctx.ident(NAME_ATTR), ctx.string_attr(input.name()))];
        let Some(ty) = input.r#type.as_ref() else { return Ok((attrs, Given::default())) };
        let content = ops::sequences::content_of(ty);
        if let Some(content) = content.map_err(|why| format!("the input '{}': {why}", input.name()))? {
            attrs.push(tensor_type_attr(ctx, DType::Variant.data_type().to_type(ctx), Some(&[])));
            let element = Some(Element { dtype: DType::Variant, small: None });
            return Ok((attrs, Given { element, dims: Some(Vec::new()), content: Some(content) }));
        }
        let Some(TypeValue::TensorType(ty)) = &ty.value else { return Ok((attrs, Given::default())) };
        let element =
            tensor::element(ty.elem_type()).map_err(|why| format!("the input '{}': {why}", input.name()))?;
        let dtype = element.dtype;
        attrs.extend(element.small.map(|small| small_type_attr(ctx, small)));
        let Some(shape) = &ty.shape else {
            attrs.push(tensor_type_attr(ctx, dtype.data_type().to_type(ctx), None));
            return Ok((attrs, Given { element: Some(element), ..Given::default() }));
        };
        let size = |value: &Option<Size>| match value {
            Some(Size::DimValue(size)) if *size >= 0 => *size,
            _ => -1,
        };
        let name = |value: &Option<Size>| match value {
            Some(Size::DimParam(name)) => name.clone(),
            _ => String::new(),
        };
        let dims: Vec<i64> = shape.dim.iter().map(|dim| size(&dim.value)).collect();
        if dims.len() > MOST_DIMS || dims.iter().any(|&dim| dim > i64::from(i32::MAX)) {
            return Err(format!(
                "the input '{}' has sizes {dims:?}, which are too many or too large",
                input.name()
            ));
        }
        let names: Vec<String> = shape.dim.iter().map(|dim| name(&dim.value)).collect();
        attrs.push(tensor_type_attr(ctx, dtype.data_type().to_type(ctx), Some(&dims)));
        if names.iter().any(|name| !name.is_empty())
            && names.len() <= tfrt_dialects::signature::MAX_NAMED_SIZES
        {
            let names: Vec<Attr> = names.iter().map(|name| ctx.string_attr(&**name)).collect();
            attrs.push((ctx.ident(SIZES_ATTR), ctx.array_attr(&names)));
        }
        Ok((attrs, Given { element: Some(element), dims: Some(dims), content: None }))
    }

    /// Converts the nodes of a graph; the scope has its inputs and what is around it.
    pub(crate) fn graph(
        &self,
        graph: &GraphProto,
        b: &mut Builder<'_>,
        scope: &mut Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<()> {
        for initializer in &graph.initializer {
            let tensor = tensor::value(initializer, self.facts.folder)?;
            scope.insert(initializer.name().to_owned(), tensor);
        }
        for initializer in &graph.sparse_initializer {
            let name = initializer.values.as_ref().map_or("", |values| values.name());
            scope.insert(name.to_owned(), tensor::dense(initializer, self.facts.folder)?);
        }
        self.nodes(&graph.node, b, scope, around)
    }

    fn nodes(
        &self,
        nodes: &[NodeProto],
        b: &mut Builder<'_>,
        scope: &mut Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<()> {
        for node in in_order(nodes) {
            let loc = self.ctx.name_loc(self.ctx.ident(name_of(node)), self.ctx.unknown_loc());
            b.loc = loc;
            self.node(node, b, scope, around).map_err(|fault| match fault.loc {
                Some(_) => fault,
                None => {
                    let message = of_node(node, version(around.opsets, node.domain()), &fault.message);
                    Fault { loc: Some(self.file), message }
                }
            })?;
        }
        Ok(())
    }

    fn node(
        &self,
        node: &NodeProto,
        b: &mut Builder<'_>,
        scope: &mut Scope,
        around: &mut Surroundings<'_>,
    ) -> Imported<()> {
        let input = |name: &String| match &**name {
            "" => Ok(None),
            name => match scope.get(name) {
                Some(tensor) => Ok(Some(tensor.clone())),
                None => Err(format!("nothing computes its input '{name}'").into()),
            },
        };
        let inputs: Vec<Option<Tensor>> = node.input.iter().map(input).collect::<Imported<_>>()?;
        let is_default = matches!(node.domain(), "" | "ai.onnx");
        let results = if let Some(function) = self.function(node) {
            self.expanded(function, node, inputs, b, around)?
        } else if (is_default && control::OPS.contains(&node.op_type()))
            || control::PREVIEW == (node.domain(), node.op_type())
        {
            self.controlled(node, inputs, b, scope, around)?
        } else {
            let converter = ops::converter(node.domain(), node.op_type()).ok_or_else(|| unknown(node))?;
            let opset = version(around.opsets, node.domain());
            if is_default && !ops::reads_version(node.op_type(), opset) {
                return Err("this version of the operator is not supported; version 6 is".into());
            }
            let carried = small::carried((node.domain(), node.op_type()), &inputs)?;
            let node = Node { proto: node, opset, inputs, model: self.facts };
            let mut results = converter(b, &node)?;
            if let (Some(small), Some(first)) = (carried, results.first_mut()) {
                *first = first.clone().with_small(small);
            }
            results
        };
        if results.len() < node.output.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1) {
            return Err(format!("its output {} is not supported", results.len()).into());
        }
        for (name, tensor) in node.output.iter().zip(results) {
            if !name.is_empty() {
                scope.insert(name.clone(), tensor);
            }
        }
        Ok(())
    }

    /// The function of the model that a node calls.
    fn function(&self, node: &NodeProto) -> Option<&FunctionProto> {
        self.model.functions.iter().find(|function| {
            function.name() == node.op_type()
                && function.domain() == node.domain()
                && function.overload() == node.overload()
        })
    }

    /// The nodes of a function, in place of its call.
    fn expanded(
        &self,
        function: &FunctionProto,
        call: &NodeProto,
        inputs: Vec<Option<Tensor>>,
        b: &mut Builder<'_>,
        around: &mut Surroundings<'_>,
    ) -> Imported<Vec<Tensor>> {
        if around.depth == DEEPEST {
            return Err("functions call each other without end".into());
        }
        let mut scope = Scope::default();
        for (name, input) in function.input.iter().zip(inputs) {
            if let Some(input) = input {
                scope.insert(name.clone(), input);
            }
        }
        let given = |name: &str| {
            let own = call.attribute.iter().find(|attr| attr.name() == name);
            own.or_else(|| function.attribute_proto.iter().find(|attr| attr.name() == name))
        };
        let nodes: Vec<NodeProto> = function.node.iter().map(|node| with_attributes(node, &given)).collect();
        // Inputs that were not given have no name inside.
        let nodes: Vec<NodeProto> = nodes
            .into_iter()
            .map(|mut node| {
                for input in &mut node.input {
                    if function.input.contains(input) && !scope.contains_key(input) {
                        input.clear();
                    }
                }
                node
            })
            .collect();
        let mut inner = Surroundings {
            opsets: &function.opset_import,
            functions: &mut *around.functions,
            depth: around.depth + 1,
        };
        self.nodes(&nodes, b, &mut scope, &mut inner)?;
        let result = |name: &String| {
            let tensor = scope.get(name).cloned();
            tensor.ok_or_else(|| format!("nothing computes the output '{name}' of the function").into())
        };
        function.output.iter().map(result).collect()
    }
}

/// The nodes of a graph with each behind those that compute its inputs, as the format asks; some tools put nodes that they add at the end.
/// Nodes that wait for each other keep their places, and are refused for that.
fn in_order(nodes: &[NodeProto]) -> Vec<&NodeProto> {
    /// The next thing to do with a node: to look at its inputs, or to put it in its place.
    enum Step {
        Enter(usize),
        Leave(usize),
    }
    let makers: FxHashMap<&str, usize> = nodes
        .iter()
        .enumerate()
        .flat_map(|(at, node)| node.output.iter().map(move |output| (&**output, at)))
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let mut order = Vec::with_capacity(nodes.len());
    let mut is_entered = vec![false; nodes.len()];
    for first in 0..nodes.len() {
        let mut steps = vec![Step::Enter(first)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(at) => order.push(&nodes[at]),
                Step::Enter(at) if std::mem::replace(&mut is_entered[at], true) => {}
                Step::Enter(at) => {
                    steps.push(Step::Leave(at));
                    let mut inputs = Vec::new();
                    inputs_of(&nodes[at], &mut inputs);
                    let needed = inputs.iter().rev().filter_map(|input| makers.get(input));
                    steps.extend(needed.map(|&maker| Step::Enter(maker)));
                }
            }
        }
    }
    order
}

/// The names that a node takes, those in its graphs included.
fn inputs_of<'n>(node: &'n NodeProto, names: &mut Vec<&'n str>) {
    names.extend(node.input.iter().map(|input| &**input));
    for graph in node.attribute.iter().flat_map(|attr| attr.g.iter().chain(&attr.graphs)) {
        for inner in &graph.node {
            inputs_of(inner, names);
        }
        names.extend(graph.output.iter().map(|output| output.name()));
    }
}

/// A node of a function with the attributes that its call gives.
fn with_attributes<'a>(node: &NodeProto, given: &dyn Fn(&str) -> Option<&'a AttributeProto>) -> NodeProto {
    let mut node = node.clone();
    node.attribute = node
        .attribute
        .into_iter()
        .filter_map(|mut attr| {
            if !attr.ref_attr_name().is_empty() {
                let mut value = given(attr.ref_attr_name())?.clone();
                value.name = attr.name;
                return Some(value);
            }
            for graph in attr.g.iter_mut().chain(&mut attr.graphs) {
                graph.node = graph.node.iter().map(|node| with_attributes(node, given)).collect();
            }
            Some(attr)
        })
        .collect();
    node
}

/// The name of a node, or of its first output if it has none.
fn name_of(node: &NodeProto) -> &str {
    match node.name() {
        "" => node.output.first().map_or("", |name| name),
        name => name,
    }
}

/// A message about a node.
fn of_node(node: &NodeProto, opset: i64, message: &str) -> String {
    let op = match node.domain() {
        "" | "ai.onnx" => node.op_type().to_owned(),
        domain => format!("{domain}.{}", node.op_type()),
    };
    format!("node '{}' ({op}, version {opset}): {message}", name_of(node))
}

/// The version of an operator set.
pub(crate) fn version(opsets: &[crate::proto::OperatorSetIdProto], domain: &str) -> i64 {
    let is_default = |domain: &str| matches!(domain, "" | "ai.onnx");
    let same = |known: &&crate::proto::OperatorSetIdProto| {
        known.domain() == domain || is_default(domain) && is_default(known.domain())
    };
    opsets.iter().find(same).map_or(1, |opset| opset.version())
}

/// The complaint about an operator that is not known, with the nearest that is.
fn unknown(node: &NodeProto) -> String {
    let op = node.op_type();
    let graphs: &[&str] = match node.domain() {
        "" | "ai.onnx" => control::OPS,
        domain if domain == control::PREVIEW.0 => &[control::PREVIEW.1],
        _ => &[],
    };
    match tfrt_ir::nearest(op, ops::names(node.domain()).chain(graphs.iter().copied())) {
        Some(near) if near != op => format!("the operator is not supported; did you mean '{near}'?"),
        _ => "the operator is not supported".to_owned(),
    }
}
