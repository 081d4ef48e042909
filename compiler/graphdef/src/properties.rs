//! Properties of a graph's tensors: dtypes, shapes and constants, from the metadata functions of the ops.

use rustc_hash::FxHashMap;
use tfrt_dialects::oracle::{Inferred, OpCall, OperandInfo, Oracles};
use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ops::{DataType, OpDefRegistry};

use crate::import::{Input, Nodes, argument_shape};
use crate::op_def;
use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::op_info::TensorProperties;
use crate::proto::tensorflow::{GraphDef, NodeDef};
use crate::{attr, dtype, marks, tensor};

/// Known properties of a node's tensors.
#[derive(Clone, Debug, Default)]
pub struct NodeProperties {
    /// Its inputs, without control inputs.
    pub inputs: Vec<TensorProperties>,
    /// Its outputs.
    pub outputs: Vec<TensorProperties>,
}

/// Known properties of the tensors of each node.
///
/// # Errors
/// Says what is wrong with the graph.
pub fn properties(
    ctx: &Context,
    graph: &GraphDef,
    values: bool,
) -> Result<FxHashMap<String, NodeProperties>, String> {
    let registry = ctx.dialects().extension::<OpDefRegistry>();
    let nodes = Nodes::new(&graph.node, std::iter::empty(), registry).map_err(|error| {
        let name = graph.node.get(error.node as usize).map_or("", |node| &node.name);
        format!("node '{name}' {}", error.message)
    })?;
    let mut known: Vec<Vec<OperandInfo>> = vec![Vec::new(); graph.node.len()];
    for &index in &nodes.order {
        let at = index as usize;
        let node = &graph.node[at];
        let operands: Vec<OperandInfo> = operands(&nodes, at, &known);
        known[at] = outputs(ctx, &nodes, at, node, &operands);
    }
    let describe = |info: &OperandInfo| properties_of(ctx, *info, values);
    let all = nodes.nodes.iter().enumerate().map(|(at, node)| {
        let inputs = operands(&nodes, at, &known).iter().map(describe).collect();
        let outputs = known[at].iter().map(describe).collect();
        (node.name.clone(), NodeProperties { inputs, outputs })
    });
    Ok(all.collect())
}

fn operands(nodes: &Nodes<'_>, at: usize, known: &[Vec<OperandInfo>]) -> Vec<OperandInfo> {
    let info = |input: &Input| match *input {
        Input::Data(node, output) => {
            Some(known[node as usize].get(output as usize).copied().unwrap_or_default())
        }
        Input::Argument(_) => Some(OperandInfo::default()),
        Input::Control(_) | Input::Nothing => None,
    };
    nodes.inputs[at].iter().filter_map(info).collect()
}

fn outputs(
    ctx: &Context,
    nodes: &Nodes<'_>,
    at: usize,
    node: &NodeDef,
    operands: &[OperandInfo],
) -> Vec<OperandInfo> {
    let declared = |data_type: &str| {
        let Some(Value::Type(number)) = node.attr.get(data_type).and_then(|value| value.value.as_ref())
        else {
            return OperandInfo::default();
        };
        OperandInfo { ty: tensor_type(ctx, dtype::from_number(*number), argument_shape(node)), value: None }
    };
    match &*node.op {
        "_Arg" => return vec![declared("T")],
        "Placeholder" => return vec![declared("dtype")],
        "_Retval" => return Vec::new(),
        "Identity" if node.attr.contains_key(marks::RESULT) => {
            return operands.first().copied().into_iter().collect();
        }
        "Const" => {
            let Some(Value::Tensor(proto)) = node.attr.get("value").and_then(|value| value.value.as_ref())
            else {
                return vec![OperandInfo::default()];
            };
            if let Ok(tensor::Constant::Dense(value)) = tensor::from_proto(ctx, proto) {
                return vec![OperandInfo { ty: ctx.attr_type(value), value: Some(value) }];
            }
            let shape = proto.tensor_shape.as_ref().and_then(tensor::shape_from_proto);
            return vec![OperandInfo {
                ty: tensor_type(ctx, dtype::from_number(proto.dtype), shape),
                value: None,
            }];
        }
        _ => {}
    }
    let Some(def) = &nodes.defs[at] else { return Vec::new() };
    let count = op_def::counts(&def.outputs, &node.attr, None).map_or(0, |counts| counts.iter().sum());
    let types: Vec<Option<DataType>> =
        operands.iter().map(|info| dtype::of_type(ctx, ctx.type_kind(info.ty?).element_type()?)).collect();
    let by_definition = op_def::output_types(def, &node.attr, &types, count);
    let mut results: Vec<OperandInfo> = by_definition
        .iter()
        .map(|&data_type| OperandInfo { ty: tensor_type(ctx, data_type, None), value: None })
        .collect();
    let attrs: Vec<(&str, Attr)> = node
        .attr
        .iter()
        .filter(|(key, _)| !key.starts_with('_'))
        .filter_map(|(key, value)| Some((&**key, attr::from_value(ctx, value).ok()?)))
        .collect();
    let name = op_def::op_of_node(node);
    let call = OpCall { name: &name, attrs: &attrs, num_results: count };
    if let Some(Inferred::Types(inferred)) =
        Oracles::shapes(ctx).map(|shapes| shapes.infer(ctx, call, operands))
    {
        for (result, inferred) in results.iter_mut().zip(inferred) {
            result.ty = inferred.or(result.ty);
        }
    }
    results
}

fn tensor_type(ctx: &Context, data_type: Option<DataType>, dims: Option<Vec<i64>>) -> Option<Type> {
    let elem = dtype::to_type(ctx, data_type?);
    Some(match dims {
        None => ctx.unranked_tensor(elem),
        Some(dims) => {
            let dims: Vec<i64> = dims.iter().map(|&dim| if dim < 0 { DYNAMIC } else { dim }).collect();
            ctx.tensor(&dims, elem)
        }
    })
}

fn properties_of(ctx: &Context, info: OperandInfo, values: bool) -> TensorProperties {
    let unknown = || tensor::shape_to_proto(None);
    let Some(ty) = info.ty else { return TensorProperties { shape: Some(unknown()), ..Default::default() } };
    let kind = ctx.type_kind(ty);
    let dims = match kind {
        TypeKind::RankedTensor { dims, .. } => Some(&**dims),
        _ => None,
    };
    TensorProperties {
        dtype: kind.element_type().and_then(|elem| dtype::of_type(ctx, elem)).map_or(0, dtype::number),
        shape: Some(tensor::shape_to_proto(dims)),
        value: info.value.filter(|_| values).and_then(|value| tensor::to_proto(ctx, value)),
    }
}
