//! Functions as graphs, as functions of a library, and islands as either.

use rustc_hash::FxHashMap;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc};
use tfrt_ir::location::LocKind;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol;
use tfrt_ir::syntax::attr_to_string;
use tfrt_ops::DataType;

use super::Boundary;
use super::data_types::Signatures;
use super::nodes::{NodeWriter, Style, argument_attrs, declared_type, result_attrs};
use crate::graph_op::{self, Kind, graph_op, kind};
use crate::island::Island;
use crate::kept::{self, Keeps};
use crate::op_def::Attrs;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::graph_debug_info::{FileLineCol, StackTrace};
use crate::proto::tensorflow::op_def::ArgDef;
use crate::proto::tensorflow::{FunctionDef, GraphDebugInfo, NodeDef, OpDef};
use crate::{attr, device, dtype, marks, tensor};

/// The function that a graph is unless it says another name.
pub(crate) const MAIN: &str = "main";

/// The nodes of the main function.
pub(super) fn main(
    function: OpRef<'_>,
    position: usize,
    boundary: Boundary,
    signatures: &Signatures,
    keeps: Keeps,
    debug_info: Option<&mut GraphDebugInfo>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<NodeDef>, Failed> {
    let ctx = function.ctx;
    let Some((body, block)) = graph_op::only_block(function) else { return Ok(Vec::new()) };
    let mut writer = NodeWriter::new(ctx, Style::Graph, signatures);
    writer.keeps = keeps;
    let name = symbol::name(function).map_or(MAIN, |name| ctx.str(name));
    let visibility = function.attr(symbol::VISIBILITY_ATTR).and_then(|attr| ctx.attr_as_str(attr));
    if name != MAIN || visibility.is_some() || position > 0 {
        let mut attrs = Attrs::from([(marks::FUNCTION.to_owned(), attr::string(name))]);
        if position > 0 {
            attrs.insert(marks::POSITION.to_owned(), attr::int(position as i64));
        }
        if let Some(visibility) = visibility {
            attrs.insert(marks::VISIBILITY.to_owned(), attr::string(visibility));
        }
        let node = NodeDef {
            name: writer.names.unique("function"),
            op: "NoOp".into(),
            attr: attrs,
            ..Default::default()
        };
        writer.push(node, function.loc(), None, 0);
    }
    for (index, &value) in body.block_args(block).iter().enumerate() {
        let declared = declared_type(ctx, argument_attrs(function, index));
        argument(
            &mut writer,
            index,
            value,
            body.value_type(value),
            body.value_loc(value),
            declared,
            boundary,
        );
        let attrs = argument_attrs(function, index);
        write_signature(&mut writer, attrs);
        let kept = attrs.and_then(|attrs| ctx.dict_get(attrs, ctx.ident(kept::NODE)));
        writer.restore_last(kept, function, diagnostics)?;
    }
    for op in body.ops(block) {
        let op = OpRef { ctx, body, op };
        let Some(what) = graph_op(op) else { continue };
        writer.write(op, what, diagnostics)?;
        if what == graph_op::GraphOp::Return {
            for (index, value) in op.operands().enumerate() {
                result(&mut writer, index, value, op, boundary, diagnostics)?;
                write_signature(&mut writer, result_attrs(function, index));
            }
        }
    }
    if let Some(debug_info) = debug_info {
        trace(ctx, debug_info, &writer, "");
    }
    Ok(writer.nodes)
}

/// Marks the last node, which stands for an argument or a result, with what the function says about that.
fn write_signature(writer: &mut NodeWriter<'_>, attrs: Option<Attr>) {
    let ctx = writer.context();
    for (mark, name) in marks::SIGNATURE {
        let Some(said) = attrs.and_then(|attrs| ctx.dict_get(attrs, ctx.ident(name))) else { continue };
        let (key, value) = match attr::to_value(ctx, said, None) {
            (value, true) => (mark.to_owned(), value),
            (_, false) => (format!("{}{mark}", marks::TEXT), attr::string(attr_to_string(ctx, said))),
        };
        if let Some(node) = writer.nodes.last_mut() {
            node.attr.insert(key, value);
        }
    }
}

/// The node of an argument.
fn argument(
    writer: &mut NodeWriter<'_>,
    index: usize,
    value: Value,
    ty: tfrt_ir::handles::Type,
    loc: Loc,
    (data_type, dims): (Option<DataType>, Option<Vec<i64>>),
    boundary: Boundary,
) {
    let ctx = writer.context();
    let mut attrs = Attrs::new();
    let chain = kind(ctx, ty) == Some(Kind::Chain);
    let op = match (chain, boundary) {
        (true, _) => {
            attrs.insert(marks::ARGUMENT.to_owned(), attr::int(index as i64));
            "NoOp"
        }
        (false, Boundary::Placeholders) => {
            attrs.insert(marks::ARGUMENT.to_owned(), attr::int(index as i64));
            if let Some(data_type) = data_type {
                attrs.insert("dtype".into(), attr::data_type(data_type));
                let shape = tensor::shape_to_proto(dims.as_deref());
                attrs.insert("shape".into(), attr::value(ProtoValue::Shape(shape)));
            }
            "Placeholder"
        }
        (false, Boundary::Arguments) => {
            attrs.insert("index".into(), attr::int(index as i64));
            if let Some(data_type) = data_type {
                attrs.insert("T".into(), attr::data_type(data_type));
                let shape = tensor::shape_to_proto(dims.as_deref());
                let list = crate::proto::tensorflow::attr_value::ListValue {
                    shape: vec![shape],
                    ..Default::default()
                };
                attrs.insert("_output_shapes".into(), attr::value(ProtoValue::List(Box::new(list))));
            }
            "_Arg"
        }
    };
    let name = writer.name_for(loc, if chain { "chain" } else { "arg" });
    let node = NodeDef { name, op: op.into(), attr: attrs, ..Default::default() };
    let node = writer.push(node, loc, None, usize::from(!chain));
    if chain {
        writer.set_chain(value, Some(node));
    } else {
        writer.set_tensor(value, node, data_type);
    }
}

/// The node of a result.
fn result(
    writer: &mut NodeWriter<'_>,
    index: usize,
    value: Value,
    op: OpRef<'_>,
    boundary: Boundary,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    let mut attrs = Attrs::new();
    let chain = kind(op.ctx, op.value_type(value)) == Some(Kind::Chain);
    let (node_op, input) = if chain {
        attrs.insert(marks::RESULT.to_owned(), attr::int(index as i64));
        ("NoOp", writer.control_inputs(value).collect())
    } else {
        if let Some(data_type) = writer.data_type(value) {
            attrs.insert("T".into(), attr::data_type(data_type));
        }
        let input = vec![writer.input(value, op, diagnostics)?];
        match boundary {
            Boundary::Placeholders => {
                attrs.insert(marks::RESULT.to_owned(), attr::int(index as i64));
                ("Identity", input)
            }
            Boundary::Arguments => {
                attrs.insert("index".into(), attr::int(index as i64));
                ("_Retval", input)
            }
        }
    };
    let name = writer.names.unique(if chain { "done" } else { "result" });
    let node = NodeDef { name, op: node_op.into(), input, attr: attrs, ..Default::default() };
    writer.push(node, op.loc(), None, usize::from(!chain));
    Ok(())
}

/// A function of the library.
pub(crate) fn library(
    function: OpRef<'_>,
    signatures: &Signatures,
    keeps: Keeps,
    debug_info: Option<&mut GraphDebugInfo>,
    diagnostics: &mut Diagnostics,
) -> Result<FunctionDef, Failed> {
    let ctx = function.ctx;
    let name = symbol::name(function).map(|name| ctx.str(name).to_owned()).unwrap_or_default();
    let mut writer = NodeWriter::new(ctx, Style::Function, signatures);
    writer.keeps = keeps;
    let kept = function.attr(kept::FUNCTION).filter(|_| keeps.all);
    let mut def: FunctionDef = kept::read(ctx, kept).map_err(|error| {
        diagnostics
            .error_at_op(function, format!("the attribute '{}' is no function: {error}", kept::FUNCTION));
        Failed
    })?;
    let signature = def.signature.get_or_insert_default();
    signature.name = name;
    let result_names: Vec<String> = signature.output_arg.drain(..).map(|arg| arg.name).collect();
    let Some((body, block)) = graph_op::only_block(function) else { return Ok(def) };
    let mut chains = (false, false);
    for (index, &value) in body.block_args(block).iter().enumerate() {
        if kind(ctx, body.value_type(value)) == Some(Kind::Chain) {
            chains.0 = true;
            // A function's nodes do not say what the function waits for before it starts.
            writer.set_chain(value, None);
            continue;
        }
        let (data_type, dims) = declared_type(ctx, argument_attrs(function, index));
        let name = argument_name(ctx, &mut writer, body.value_loc(value));
        let arg =
            ArgDef { name: name.clone(), r#type: data_type.map_or(0, dtype::number), ..Default::default() };
        if let Some(signature) = &mut def.signature {
            if let (Some(_), Some(dims)) = (data_type, dims) {
                let shape = tensor::shape_to_proto(Some(&dims));
                let list = crate::proto::tensorflow::attr_value::ListValue {
                    shape: vec![shape],
                    ..Default::default()
                };
                let attrs = Attrs::from([(
                    "_output_shapes".to_owned(),
                    attr::value(ProtoValue::List(Box::new(list))),
                )]);
                let said = def.arg_attr.entry(signature.input_arg.len() as u32).or_default();
                said.attr.extend(attrs);
            }
            signature.input_arg.push(arg);
        }
        writer.set_argument(value, name, data_type);
    }
    for op in body.ops(block) {
        let op = OpRef { ctx, body, op };
        let Some(what) = graph_op(op) else { continue };
        writer.write(op, what, diagnostics)?;
        if what == graph_op::GraphOp::Return {
            chains.1 = outputs(&mut writer, &mut def, op, op.operands(), &result_names, diagnostics)?;
        }
    }
    def.attr.insert(marks::CHAIN_ARGUMENT.to_owned(), attr::boolean(chains.0));
    def.attr.insert(marks::CHAIN_RESULT.to_owned(), attr::boolean(chains.1));
    if let Some(visibility) = function.attr(symbol::VISIBILITY_ATTR).and_then(|attr| ctx.attr_as_str(attr)) {
        def.attr.insert(marks::VISIBILITY.to_owned(), attr::string(visibility));
    }
    if let Some(debug_info) = debug_info {
        let name = def.signature.as_ref().map(|signature| signature.name.clone()).unwrap_or_default();
        trace(ctx, debug_info, &writer, &name);
    }
    def.node_def = writer.nodes;
    Ok(def)
}

/// An island as a function of the library: values from outside are its arguments, values that others use its results.
pub(super) fn island(
    function: OpRef<'_>,
    island: &Island,
    name: &str,
    signatures: &Signatures,
    diagnostics: &mut Diagnostics,
) -> Result<FunctionDef, Failed> {
    let ctx = function.ctx;
    let mut writer = NodeWriter::new(ctx, Style::Function, signatures);
    let signature = OpDef { name: name.to_owned(), ..Default::default() };
    let mut def = FunctionDef { signature: Some(signature), ..Default::default() };
    let Some((body, _)) = graph_op::only_block(function) else { return Ok(def) };
    for &value in &island.inputs {
        match kind(ctx, body.value_type(value)) {
            Some(Kind::Handle) => {
                let name = argument_name(ctx, &mut writer, body.value_loc(value));
                if let Some(signature) = &mut def.signature {
                    signature.input_arg.push(ArgDef { name: name.clone(), ..Default::default() });
                }
                writer.set_argument(value, name, None);
            }
            Some(Kind::OpHandler) => {
                let name = island.handler_name(ctx, body, value).unwrap_or("cpu");
                writer.set_handler(value, device::of_handler(name), name.to_owned());
            }
            _ => writer.set_chain(value, None),
        }
    }
    for &op in &island.ops {
        let op = OpRef { ctx, body, op };
        if let Some(what) = graph_op(op) {
            writer.write(op, what, diagnostics)?;
        }
    }
    let at = island.ops.first().map_or(function, |&op| OpRef { ctx, body, op });
    let chain = outputs(&mut writer, &mut def, at, island.outputs.iter().copied(), &[], diagnostics)?;
    def.attr.insert(marks::CHAIN_ARGUMENT.to_owned(), attr::boolean(chain));
    def.attr.insert(marks::CHAIN_RESULT.to_owned(), attr::boolean(chain));
    def.node_def = writer.nodes;
    Ok(def)
}

/// Results of a function: tensors by name (the `wanted` ones first), chains as the nodes that they wait for. Says whether there was a chain.
fn outputs(
    writer: &mut NodeWriter<'_>,
    def: &mut FunctionDef,
    op: OpRef<'_>,
    values: impl Iterator<Item = Value>,
    wanted: &[String],
    diagnostics: &mut Diagnostics,
) -> Result<bool, Failed> {
    let mut chain = false;
    let mut names = crate::names::Names::default();
    let mut wanted = wanted.iter();
    for value in values {
        if kind(op.ctx, op.value_type(value)) == Some(Kind::Chain) {
            chain = true;
            for &node in writer.chain(value) {
                let name = writer.nodes[node as usize].name.clone();
                def.control_ret.insert(name.clone(), name.clone());
                if let Some(signature) = &mut def.signature
                    && !signature.control_output.contains(&name)
                {
                    signature.control_output.push(name);
                }
            }
            continue;
        }
        let name = names.unique(wanted.next().map_or("result", |name| name));
        let source = writer.input(value, op, diagnostics)?;
        let data_type = writer.data_type(value).map_or(0, dtype::number);
        def.ret.insert(name.clone(), source);
        if let Some(signature) = &mut def.signature {
            signature.output_arg.push(ArgDef { name, r#type: data_type, ..Default::default() });
        }
    }
    Ok(chain)
}

fn argument_name(ctx: &Context, writer: &mut NodeWriter<'_>, loc: Loc) -> String {
    match ctx.loc_kind(loc) {
        LocKind::Name { name, .. } => writer.names.unique(ctx.str(name)),
        _ => writer.names.unique("arg"),
    }
}

/// Says where nodes come from, as far as that is a position in a file.
fn trace(ctx: &Context, debug_info: &mut GraphDebugInfo, writer: &NodeWriter<'_>, function: &str) {
    let mut files: FxHashMap<&str, i32> = FxHashMap::default();
    for (index, file) in debug_info.files.clone().iter().enumerate() {
        files.insert(ctx.str(ctx.ident(file)), index as i32);
    }
    for (node, &loc) in writer.nodes.iter().zip(&writer.locs) {
        let child = match ctx.loc_kind(loc) {
            LocKind::Name { child, .. } => child,
            _ => loc,
        };
        let LocKind::FileLineCol { file, line, col } = ctx.loc_kind(child) else { continue };
        let file = ctx.str(file);
        let file_index = *files.entry(file).or_insert_with(|| {
            debug_info.files.push(file.to_owned());
            (debug_info.files.len() - 1) as i32
        });
        let position = FileLineCol { file_index, line: line as i32, col: col as i32, ..Default::default() };
        let trace = StackTrace { file_line_cols: vec![position], ..Default::default() };
        debug_info.traces.insert(format!("{}@{function}", node.name), trace);
    }
}

/// The nodes of an island as a graph of its own, for a plugin: `_Arg` and `_Retval` at its borders.
pub(crate) fn island_graph<'a>(
    ctx: &'a Context,
    body: &tfrt_ir::body::Body,
    island: &Island,
    declared: &dyn Fn(Value) -> (Option<DataType>, Option<Vec<i64>>),
    signatures: &'a Signatures,
    diagnostics: &mut Diagnostics,
) -> Result<NodeWriter<'a>, Failed> {
    let mut writer = NodeWriter::new(ctx, Style::Graph, signatures);
    for (index, &value) in island.inputs.iter().enumerate() {
        let ty = body.value_type(value);
        if kind(ctx, ty) == Some(Kind::OpHandler) {
            let name = island.handler_name(ctx, body, value);
            let device = name.map_or_else(String::new, device::of_handler);
            writer.set_handler(value, device, format!("%{index}"));
        } else {
            argument(
                &mut writer,
                index,
                value,
                ty,
                body.value_loc(value),
                declared(value),
                Boundary::Arguments,
            );
        }
    }
    let mut at = None;
    for &op in &island.ops {
        let op = OpRef { ctx, body, op };
        at = Some(op.op);
        if let Some(what) = graph_op(op) {
            writer.write(op, what, diagnostics)?;
        }
    }
    if let Some(op) = at {
        let op = OpRef { ctx, body, op };
        for (index, &value) in island.outputs.iter().enumerate() {
            result(&mut writer, index, value, op, Boundary::Arguments, diagnostics)?;
        }
    }
    Ok(writer)
}
