//! Operations as nodes: the inputs, attributes and devices of each.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ir::location::LocKind;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ops::{DataType, OpDef, OpDefRegistry};

use super::data_types::Signatures;
use crate::graph_op::{GraphOp, Kind, callees, kind};
use crate::kept::{self, Keeps};
use crate::names::Names;
use crate::op_def::{self, Attrs};
use crate::proto::tensorflow::attr_value::{ListValue, Value as ProtoValue};
use crate::proto::tensorflow::{NameAttrList, NodeDef};
use crate::{attr, device, dtype, marks, tensor};

/// The style of references between nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `name:1`
    Graph,
    /// `name:output:1`, and arguments by name.
    Function,
}

/// The source of a tensor.
#[derive(Clone, Copy, Debug)]
enum Source {
    Node(u32, u32),
    Argument(u32),
}

#[derive(Clone, Copy, Debug)]
struct Tensor {
    source: Source,
    data_type: Option<DataType>,
}

/// Nodes that must run before.
type Chain = SmallVec<[u32; 2]>;

/// An op handler: the device and, if that does not say it, the name.
#[derive(Clone, Debug, Default)]
struct Handler {
    device: String,
    mark: Option<String>,
}

/// Writes nodes, one operation after the other.
pub(crate) struct NodeWriter<'a> {
    ctx: &'a Context,
    defs: Option<&'a OpDefRegistry>,
    signatures: &'a Signatures,
    style: Style,
    /// The kept parts of the graph from which the operations come, which are written again.
    pub(crate) keeps: Keeps,
    pub(crate) names: Names,
    pub(crate) nodes: Vec<NodeDef>,
    /// The location of each node.
    pub(crate) locs: Vec<Loc>,
    node_defs: Vec<Option<Arc<OpDef>>>,
    results: Vec<u32>,
    arguments: Vec<String>,
    tensors: FxHashMap<Value, Tensor>,
    chains: FxHashMap<Value, Chain>,
    handlers: FxHashMap<Value, Handler>,
}

impl<'a> NodeWriter<'a> {
    pub(crate) fn new(ctx: &'a Context, style: Style, signatures: &'a Signatures) -> Self {
        NodeWriter {
            ctx,
            defs: ctx.dialects().extension::<OpDefRegistry>(),
            signatures,
            style,
            keeps: Keeps::default(),
            names: Names::default(),
            nodes: Vec::new(),
            locs: Vec::new(),
            node_defs: Vec::new(),
            results: Vec::new(),
            arguments: Vec::new(),
            tensors: FxHashMap::default(),
            chains: FxHashMap::default(),
            handlers: FxHashMap::default(),
        }
    }

    pub(crate) fn context(&self) -> &'a Context {
        self.ctx
    }

    /// The name that a location gives, or one made of `otherwise`.
    pub(crate) fn name_for(&mut self, loc: Loc, otherwise: &str) -> String {
        match self.ctx.loc_kind(loc) {
            LocKind::Name { name, .. } => self.names.unique(self.ctx.str(name)),
            _ => self.names.unique(otherwise),
        }
    }

    /// Adds a node; its inputs follow.
    pub(crate) fn push(&mut self, node: NodeDef, loc: Loc, def: Option<Arc<OpDef>>, results: usize) -> u32 {
        self.nodes.push(node);
        self.locs.push(loc);
        self.node_defs.push(def);
        self.results.push(results as u32);
        (self.nodes.len() - 1) as u32
    }

    /// A tensor that is the only output of a node.
    pub(crate) fn set_tensor(&mut self, value: Value, node: u32, data_type: Option<DataType>) {
        self.tensors.insert(value, Tensor { source: Source::Node(node, 0), data_type });
    }

    /// A tensor that is an argument of the function.
    pub(crate) fn set_argument(&mut self, value: Value, name: String, data_type: Option<DataType>) {
        self.arguments.push(name);
        let source = Source::Argument((self.arguments.len() - 1) as u32);
        self.tensors.insert(value, Tensor { source, data_type });
    }

    /// A chain that is done when a node is; without one, at once.
    pub(crate) fn set_chain(&mut self, value: Value, node: Option<u32>) {
        self.chains.insert(value, node.into_iter().collect());
    }

    /// An op handler that is given from outside, under a name of its own.
    pub(crate) fn set_handler(&mut self, value: Value, device: String, mark: String) {
        self.handlers.insert(value, Handler { device, mark: Some(mark) });
    }

    /// The tensors whose element types are known.
    pub(crate) fn data_types(&self) -> impl Iterator<Item = (Value, DataType)> + '_ {
        self.tensors.iter().filter_map(|(&value, tensor)| Some((value, tensor.data_type?)))
    }

    pub(crate) fn data_type(&self, value: Value) -> Option<DataType> {
        self.tensors.get(&value)?.data_type
    }

    /// The input string for a tensor.
    pub(crate) fn input(
        &self,
        value: Value,
        op: OpRef<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Failed> {
        let Some(tensor) = self.tensors.get(&value) else {
            diagnostics.error_at_op(op, "uses a tensor that comes from no op of the graph");
            return Err(Failed);
        };
        Ok(match tensor.source {
            Source::Argument(index) => self.arguments[index as usize].clone(),
            Source::Node(node, output) => {
                let (at, output) = (node as usize, output as usize);
                let name = &self.nodes[at].name;
                match self.style {
                    Style::Graph if output == 0 => name.clone(),
                    Style::Graph => format!("{name}:{output}"),
                    Style::Function => {
                        let slot = self.node_defs[at].as_ref().and_then(|def| {
                            op_def::slot(def, &self.nodes[at].attr, self.results[at] as usize, output)
                        });
                        match slot {
                            Some((slot, index)) => format!("{name}:{slot}:{index}"),
                            None => format!("{name}:output:{output}"),
                        }
                    }
                }
            }
        })
    }

    /// The nodes that a chain waits for.
    pub(crate) fn chain(&self, value: Value) -> &[u32] {
        self.chains.get(&value).map_or(&[], |chain| chain)
    }

    /// `^name` for each of the nodes that a chain waits for.
    pub(crate) fn control_inputs(&self, chain: Value) -> impl Iterator<Item = String> + '_ {
        self.chain(chain).iter().map(|&node| format!("^{}", self.nodes[node as usize].name))
    }

    /// Adds the nodes of an operation.
    pub(crate) fn write(
        &mut self,
        op: OpRef<'_>,
        what: GraphOp,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        match what {
            GraphOp::Return => {}
            GraphOp::NewChain => self.set_chain(op.result_value(), None),
            GraphOp::MergeChains => self.merge(op),
            GraphOp::Handler => {
                let name =
                    op.attr("op_handler_name").and_then(|name| self.ctx.attr_as_str(name)).unwrap_or("cpu");
                let device = device::of_handler(name);
                let mark = (device::handler(&device) != name).then(|| name.to_owned());
                let device = if self.keeps.unplaced && name == "cpu" { String::new() } else { device };
                self.handlers.insert(op.result_value(), Handler { device, mark });
            }
            GraphOp::Dense => {
                let value = op.attr("value");
                let Some(proto) = value.and_then(|value| tensor::to_proto(self.ctx, value)) else {
                    diagnostics.error_at_op(op, "has a constant that no graph can hold");
                    return Err(Failed);
                };
                self.constant(op, proto, diagnostics)?;
            }
            GraphOp::Strings => {
                let ints = |name: &str| -> Vec<i64> {
                    let elems = op.attr(name).and_then(|attr| self.ctx.array_elems(attr)).unwrap_or_default();
                    elems.iter().filter_map(|&elem| self.ctx.attr_as_i64(elem)).collect()
                };
                let values = op.attr("value").and_then(|attr| self.ctx.array_elems(attr)).unwrap_or_default();
                let values =
                    values.iter().filter_map(|&elem| self.ctx.attr_as_bytes(elem).map(<[u8]>::to_vec));
                let proto = tensor::strings_to_proto(&ints("shape"), values.collect());
                self.constant(op, proto, diagnostics)?;
            }
            GraphOp::Index => {
                let tensor = op.operands().next().and_then(|value| self.tensors.get(&value).copied());
                if let Some(tensor) = tensor {
                    self.tensors.insert(op.result_value(), tensor);
                }
            }
            GraphOp::Execute | GraphOp::Sequenced => self.execute(op, what, diagnostics)?,
            GraphOp::Call | GraphOp::Cond | GraphOp::While | GraphOp::Case => {
                self.call(op, what, diagnostics)?;
            }
        }
        Ok(())
    }

    fn merge(&mut self, op: OpRef<'_>) {
        let mut sources: Chain = op.operands().flat_map(|chain| self.chain(chain).iter().copied()).collect();
        sources.sort_unstable();
        sources.dedup();
        if sources.len() > 1 {
            // One node, so that what waits for a merge of merges refers to one thing.
            let name = self.name_for(op.loc(), "chain");
            let input = sources.iter().map(|&node| format!("^{}", self.nodes[node as usize].name)).collect();
            let node = NodeDef { name, op: "NoOp".into(), input, ..Default::default() };
            sources = SmallVec::from_slice(&[self.push(node, op.loc(), None, 0)]);
        }
        self.chains.insert(op.result_value(), sources);
    }

    fn constant(
        &mut self,
        op: OpRef<'_>,
        proto: crate::proto::tensorflow::TensorProto,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        let data_type = dtype::from_number(proto.dtype);
        let name = self.name_for(op.loc(), "Const");
        let attr = Attrs::from([
            ("dtype".to_owned(), attr::value(ProtoValue::Type(proto.dtype))),
            ("value".to_owned(), attr::value(ProtoValue::Tensor(Box::new(proto)))),
        ]);
        let node = NodeDef { name, op: "Const".into(), attr, ..Default::default() };
        let def = op_def::find(self.defs, "tf.Const");
        let node = self.push(node, op.loc(), def, 1);
        self.set_tensor(op.result_value(), node, data_type);
        self.restore_last(op.attr(kept::NODE), op, diagnostics)
    }

    fn execute(&mut self, op: OpRef<'_>, what: GraphOp, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let Some(op_name) = tfrt_dialects::op_name(op) else {
            diagnostics.error_at_op(op, "names no op");
            return Err(Failed);
        };
        let def = op_def::find(self.defs, op_name);
        let own = 1 + usize::from(what == GraphOp::Sequenced);
        let mut input = Vec::with_capacity(op.num_operands() - own.min(op.num_operands()));
        let mut types: SmallVec<[Option<DataType>; 4]> = SmallVec::new();
        for value in op.operands().skip(own) {
            input.push(self.input(value, op, diagnostics)?);
            types.push(self.data_type(value));
        }
        let mut attrs = Attrs::new();
        let mut written = ListValue::default();
        let pairs =
            |name: &str| op.attr(name).and_then(|attr| self.ctx.array_elems(attr)).unwrap_or_default();
        for &pair in pairs("op_attrs") {
            let Some((key, value)) = self.pair(pair) else { continue };
            let attr_def = def.as_ref().and_then(|def| def.attr(key));
            let (converted, exact) = attr::to_value(self.ctx, value, attr_def);
            if !exact {
                attrs.insert(format!("{}{key}", marks::TEXT), attr::string(attr_to_string(self.ctx, value)));
            }
            if attrs.insert(key.to_owned(), converted).is_none() {
                written.s.push(key.as_bytes().to_vec());
            }
        }
        for &pair in pairs("op_func_attrs") {
            let Some((key, value)) = self.pair(pair) else { continue };
            let name = self.ctx.attr_as_str(value).unwrap_or_default();
            if attrs.insert(key.to_owned(), attr::function(name)).is_none() {
                written.s.push(key.as_bytes().to_vec());
            }
        }
        if let Some(def) = &def {
            op_def::complete(def, &mut attrs, &types);
        }
        attrs.insert(marks::ATTRS.to_owned(), attr::value(ProtoValue::List(Box::new(written))));
        let results = op.num_results() - usize::from(what == GraphOp::Sequenced).min(op.num_results());
        let defined = def.as_ref().and_then(|def| op_def::counts(&def.outputs, &attrs, None));
        if defined.is_none_or(|counts| counts.iter().sum::<usize>() != results) {
            attrs.insert(marks::RESULTS.to_owned(), attr::int(results as i64));
        }
        if what == GraphOp::Sequenced {
            attrs.insert(marks::SEQUENCED.to_owned(), attr::boolean(true));
        }
        let node_op = op_def::node_op(op_name);
        if op_def::program_op(node_op) != op_name {
            attrs.insert(marks::OP.to_owned(), attr::string(op_name));
        }
        let handler = op.operands().next().and_then(|handler| self.handlers.get(&handler)).cloned();
        let handler = handler.unwrap_or_default();
        if let Some(mark) = handler.mark {
            attrs.insert(marks::HANDLER.to_owned(), attr::string(mark));
        }
        let chain = (what == GraphOp::Sequenced).then(|| op.operand(1));
        if let Some(chain) = chain {
            input.extend(self.control_inputs(chain));
        }
        let outputs = match &def {
            Some(def) => op_def::output_types(def, &attrs, &types, results),
            None => vec![None; results],
        };
        let name = self.name_for(op.loc(), node_op.rsplit('.').next().unwrap_or(node_op));
        let node = NodeDef {
            name,
            op: node_op.to_owned(),
            input,
            device: handler.device,
            attr: attrs,
            ..Default::default()
        };
        let node = self.push(node, op.loc(), def, results);
        self.restore_last(op.attr(kept::NODE), op, diagnostics)?;
        let mut values = op.results();
        if chain.is_some()
            && let Some(out) = values.next()
        {
            self.set_chain(out, Some(node));
        }
        for (output, (value, data_type)) in values.zip(outputs).enumerate() {
            self.tensors.insert(value, Tensor { source: Source::Node(node, output as u32), data_type });
        }
        Ok(())
    }

    /// Restores the kept parts of an operation's original node in the last node.
    pub(crate) fn restore_last(
        &mut self,
        kept: Option<Attr>,
        op: OpRef<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        let Some(node) = self.nodes.last_mut().filter(|_| self.keeps.all && kept.is_some()) else {
            return Ok(());
        };
        match kept::read(self.ctx, kept) {
            Ok(kept) => kept::restore(node, kept),
            Err(error) => {
                diagnostics.error_at_op(op, format!("the attribute '{}' is no node: {error}", kept::NODE));
                return Err(Failed);
            }
        }
        Ok(())
    }

    fn pair(&self, pair: Attr) -> Option<(&'a str, Attr)> {
        match self.ctx.array_elems(pair)? {
            &[key, value] => Some((self.ctx.attr_as_str(key)?, value)),
            _ => None,
        }
    }

    /// A call, a branch or a loop, as the op that TensorFlow has for it.
    fn call(&mut self, op: OpRef<'_>, what: GraphOp, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let (name, selectors) = match what {
            GraphOp::Cond => ("If", 1),
            GraphOp::While => ("While", 0),
            GraphOp::Case => ("Case", 1),
            _ => ("StatefulPartitionedCall", 0),
        };
        let (mut input, mut types, mut chain) = (Vec::new(), Vec::new(), None);
        for (index, value) in op.operands().enumerate() {
            match kind(self.ctx, op.value_type(value)) {
                Some(Kind::Chain) => chain = Some(value),
                _ => {
                    input.push(self.input(value, op, diagnostics)?);
                    if index >= selectors {
                        types.push(self.data_type(value));
                    }
                }
            }
        }
        let function = |attr: &str| {
            let symbol = op.attr(attr).and_then(|attr| self.ctx.flat_symbol(attr));
            attr::function(symbol.map_or("", |name| self.ctx.str(name)))
        };
        let mut attrs = Attrs::new();
        match what {
            GraphOp::Cond => {
                attrs.insert("then_branch".into(), function("a_true_fn"));
                attrs.insert("else_branch".into(), function("b_false_fn"));
                if let Some(Some(data_type)) = op.operands().next().map(|value| self.data_type(value)) {
                    attrs.insert("Tcond".into(), attr::data_type(data_type));
                }
            }
            GraphOp::While => {
                attrs.insert("cond".into(), function("a_cond_fn"));
                attrs.insert("body".into(), function("b_body_fn"));
            }
            GraphOp::Case => {
                let branches =
                    op.attr("branches").and_then(|attr| self.ctx.array_elems(attr)).unwrap_or_default();
                let names = branches.iter().filter_map(|&branch| self.ctx.flat_symbol(branch));
                let func = names
                    .map(|name| NameAttrList { name: self.ctx.str(name).to_owned(), ..Default::default() })
                    .collect();
                attrs.insert(
                    "branches".into(),
                    attr::value(ProtoValue::List(Box::new(ListValue { func, ..Default::default() }))),
                );
            }
            _ => {
                attrs.insert("f".into(), function("callee"));
            }
        }
        let tensors: Vec<Value> = op
            .results()
            .filter(|&value| kind(self.ctx, op.value_type(value)) == Some(Kind::Handle))
            .collect();
        attrs.insert(marks::RESULTS.to_owned(), attr::int(tensors.len() as i64));
        attrs.insert(marks::SEQUENCED.to_owned(), attr::boolean(chain.is_some()));
        let def = op_def::find(self.defs, &format!("tf.{name}"));
        // A loop's values keep their types; the results of other calls are those of the function, or of any branch.
        let mut outputs = if what == GraphOp::While {
            types.clone()
        } else {
            let known = callees(op).into_iter().filter_map(|callee| self.signatures.get(&callee));
            known.max_by_key(|types| types.iter().flatten().count()).cloned().unwrap_or_default()
        };
        outputs.resize(tensors.len(), None);
        if let Some(def) = &def {
            let mut all = types;
            if selectors == 1 {
                all.insert(0, op.operands().next().and_then(|value| self.data_type(value)));
            }
            op_def::complete(def, &mut attrs, &all);
            if def.attr("Tout").is_some()
                && let Some(types) = outputs.iter().copied().collect::<Option<Vec<DataType>>>()
            {
                attrs.insert("Tout".into(), attr::data_types(&types));
            }
        }
        if let Some(chain) = chain {
            input.extend(self.control_inputs(chain));
        }
        let name_base = name;
        let name = self.name_for(op.loc(), name_base);
        let node = NodeDef { name, op: name_base.to_owned(), input, attr: attrs, ..Default::default() };
        let node = self.push(node, op.loc(), def, tensors.len());
        self.restore_last(op.attr(kept::NODE), op, diagnostics)?;
        for value in op.results() {
            if kind(self.ctx, op.value_type(value)) == Some(Kind::Chain) {
                self.set_chain(value, Some(node));
            }
        }
        for (output, (value, data_type)) in tensors.into_iter().zip(outputs).enumerate() {
            self.tensors.insert(value, Tensor { source: Source::Node(node, output as u32), data_type });
        }
        Ok(())
    }
}

/// The one result of an operation that has one.
pub(crate) trait OneResult {
    fn result_value(self) -> Value;
}

impl OneResult for OpRef<'_> {
    fn result_value(self) -> Value {
        self.body.result(self.op, 0)
    }
}

/// The element type and dimensions (−1: unknown) that `tf.type` gives an argument.
pub(crate) fn declared_type(ctx: &Context, attrs: Option<Attr>) -> (Option<DataType>, Option<Vec<i64>>) {
    let ty = attrs
        .and_then(|attrs| ctx.dict_get(attrs, ctx.ident("tf.type")))
        .and_then(|attr| ctx.attr_as_type(attr));
    let Some(ty) = ty else { return (None, None) };
    let kind = ctx.type_kind(ty);
    let data_type = kind.element_type().and_then(|elem| dtype::of_type(ctx, elem));
    (data_type, kind.dims().map(<[i64]>::to_vec))
}

/// The dictionary with the attributes of an argument.
pub(crate) fn argument_attrs(op: OpRef<'_>, index: usize) -> Option<Attr> {
    op.ctx.array_elems(op.attr("arg_attrs")?)?.get(index).copied()
}

/// The dictionary with the attributes of a result.
pub(crate) fn result_attrs(op: OpRef<'_>, index: usize) -> Option<Attr> {
    op.ctx.array_elems(op.attr("res_attrs")?)?.get(index).copied()
}
