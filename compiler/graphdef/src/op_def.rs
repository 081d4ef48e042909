//! Definitions of ops as messages, and their consequences for one node.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfrt_ops::{Allowed, ArgDef, ArgType, AttrKind, DataType, OpDef, OpDefRegistry};

use crate::attr;
use crate::dtype;
use crate::marks;
use crate::proto::tensorflow as proto;
use crate::proto::tensorflow::AttrValue;
use crate::proto::tensorflow::attr_value::{ListValue, Value};

/// Attributes of a node.
pub(crate) type Attrs = BTreeMap<String, AttrValue>;

/// The name of a program's op in a graph: `MatMul` for `tf.MatMul`; others keep theirs.
pub fn node_op(op_name: &str) -> &str {
    match op_name.strip_prefix("tf.") {
        Some(name) if !name.is_empty() && !name.contains('.') => name,
        _ => op_name,
    }
}

/// The name that programs use for a node's op, as far as the name says it.
pub fn program_op(node_op: &str) -> String {
    if node_op.contains('.') { node_op.to_owned() } else { format!("tf.{node_op}") }
}

/// The name that programs use for the op of a node.
pub(crate) fn op_of_node(node: &proto::NodeDef) -> String {
    match node.attr.get(marks::OP).and_then(|mark| mark.value.as_ref()) {
        Some(Value::S(name)) => String::from_utf8_lossy(name).into_owned(),
        _ => program_op(&node.op),
    }
}

/// The definition of the op of a node.
pub(crate) fn find(defs: Option<&OpDefRegistry>, op_name: &str) -> Option<Arc<OpDef>> {
    defs?.get(op_name)
}

/// A definition as a message.
pub fn to_proto(def: &OpDef) -> proto::OpDef {
    let arg = |arg: &ArgDef| {
        let mut out =
            proto::op_def::ArgDef { name: arg.name.to_string(), is_ref: arg.is_ref, ..Default::default() };
        match &arg.ty {
            ArgType::Any => {}
            ArgType::Fixed(data_type) => out.r#type = dtype::number(*data_type),
            ArgType::Attr(name) => out.type_attr = name.to_string(),
            ArgType::ListAttr(name) => out.type_list_attr = name.to_string(),
        }
        out.number_attr = arg.number_attr.as_deref().unwrap_or_default().to_owned();
        out
    };
    let attr_def = |def: &tfrt_ops::AttrDef| {
        let kind = def.kind.name();
        let allowed = def.allowed.as_ref().map(|allowed| {
            let list = match allowed {
                Allowed::Types(types) => ListValue {
                    r#type: types.iter().map(|&t| dtype::number(t)).collect(),
                    ..Default::default()
                },
                Allowed::Strings(strings) => ListValue {
                    s: strings.iter().map(|s| s.as_bytes().to_vec()).collect(),
                    ..Default::default()
                },
            };
            attr::value(Value::List(Box::new(list)))
        });
        proto::op_def::AttrDef {
            name: def.name.to_string(),
            r#type: if def.is_list { format!("list({kind})") } else { kind.to_owned() },
            default_value: def.default.as_ref().map(attr::of_default),
            has_minimum: def.minimum.is_some(),
            minimum: def.minimum.unwrap_or_default(),
            allowed_values: allowed,
            ..Default::default()
        }
    };
    proto::OpDef {
        name: node_op(&def.name).to_owned(),
        input_arg: def.inputs.iter().map(arg).collect(),
        output_arg: def.outputs.iter().map(arg).collect(),
        attr: def.attrs.iter().map(attr_def).collect(),
        is_commutative: def.is_commutative,
        is_aggregate: def.is_aggregate,
        is_stateful: def.is_stateful,
        ..Default::default()
    }
}

/// The number of tensors of an argument, as far as the attributes say it.
fn count(arg: &ArgDef, attrs: &Attrs) -> Option<usize> {
    if let Some(number) = &arg.number_attr {
        return match attrs.get(&**number)?.value {
            // No op has more arguments than this; a graph may say anything.
            Some(Value::I(number)) => usize::try_from(number).ok().filter(|&n| n < 1 << 24),
            _ => None,
        };
    }
    match &arg.ty {
        ArgType::ListAttr(list) => match &attrs.get(&**list)?.value {
            Some(Value::List(list)) => Some(list.r#type.len()),
            _ => None,
        },
        _ => Some(1),
    }
}

/// The number of tensors of each output. A single output whose number is not said takes what `total` leaves.
pub(crate) fn counts(args: &[ArgDef], attrs: &Attrs, total: Option<usize>) -> Option<Vec<usize>> {
    let said: Vec<Option<usize>> = args.iter().map(|arg| count(arg, attrs)).collect();
    let sum: usize = said.iter().flatten().sum();
    let open = said.iter().filter(|count| count.is_none()).count();
    if open > 1 {
        return None;
    }
    let rest = match total {
        Some(total) => total.checked_sub(sum)?,
        None if open == 0 => 0,
        None => return None,
    };
    (open == 1 || rest == 0).then(|| said.into_iter().map(|count| count.unwrap_or(rest)).collect())
}

/// Adds the attributes that a node leaves out because they have the default of its op's definition: writers of models may drop them.
pub fn add_defaults(defs: Option<&OpDefRegistry>, node: &mut proto::NodeDef) {
    let Some(def) = find(defs, &op_of_node(node)) else { return };
    for attr_def in &def.attrs {
        if let Some(default) = attr_def.default.as_ref().filter(|_| !node.attr.contains_key(&*attr_def.name))
        {
            node.attr.insert(attr_def.name.to_string(), attr::of_default(default));
        }
    }
}

/// Adds the attributes that a node must carry and the program does not give: element types and numbers of inputs, and defaults.
pub(crate) fn complete(def: &OpDef, attrs: &mut Attrs, inputs: &[Option<DataType>]) {
    if let Some(counts) = counts(&def.inputs, attrs, Some(inputs.len())) {
        let mut rest = inputs;
        for (arg, count) in def.inputs.iter().zip(counts) {
            let (mine, others) = rest.split_at(count);
            rest = others;
            if let Some(number) = &arg.number_attr {
                attrs.entry(number.to_string()).or_insert_with(|| attr::int(count as i64));
            }
            match &arg.ty {
                ArgType::Attr(name) => {
                    if let Some(&Some(data_type)) = mine.iter().find(|data_type| data_type.is_some()) {
                        attrs.entry(name.to_string()).or_insert_with(|| attr::data_type(data_type));
                    }
                }
                ArgType::ListAttr(name) => {
                    if let Some(types) = mine.iter().map(|t| t.map(dtype::number)).collect::<Option<Vec<_>>>()
                    {
                        let list = ListValue { r#type: types, ..Default::default() };
                        attrs
                            .entry(name.to_string())
                            .or_insert_with(|| attr::value(Value::List(Box::new(list))));
                    }
                }
                ArgType::Any | ArgType::Fixed(_) => {}
            }
        }
    }
    for def in &def.attrs {
        if let Some(default) = &def.default {
            attrs.entry(def.name.to_string()).or_insert_with(|| attr::of_default(default));
        }
    }
}

/// Whether an attribute that the program did not give is still the value that [`complete`] gives it, or follows from the
/// inputs.
pub(crate) fn is_filled_in(def: &OpDef, name: &str, value: &AttrValue) -> bool {
    let Some(attr_def) = def.attr(name) else { return false };
    let counts_inputs = def.inputs.iter().any(|arg| arg.number_attr.as_deref() == Some(name));
    attr_def.kind == AttrKind::Type
        || counts_inputs
        || attr_def.default.as_ref().is_some_and(|default| attr::same(&attr::of_default(default), value))
}

/// The element types of a node's outputs, as far as they are known.
pub(crate) fn output_types(
    def: &OpDef,
    attrs: &Attrs,
    inputs: &[Option<DataType>],
    results: usize,
) -> Vec<Option<DataType>> {
    let mut types = Vec::with_capacity(results);
    for (index, arg) in def.outputs.iter().enumerate() {
        let rest = results.saturating_sub(types.len());
        let is_last = index + 1 == def.outputs.len();
        let count = count(arg, attrs).unwrap_or(if is_last { rest } else { 1 }).min(rest);
        match &arg.ty {
            ArgType::Fixed(data_type) => types.extend(std::iter::repeat_n(Some(*data_type), count)),
            ArgType::Attr(name) => {
                let data_type = match attrs.get(&**name).and_then(|value| value.value.as_ref()) {
                    Some(Value::Type(number)) => dtype::from_number(*number),
                    _ => None,
                };
                types.extend(std::iter::repeat_n(data_type, count));
            }
            ArgType::ListAttr(name) => match attrs.get(&**name).and_then(|value| value.value.as_ref()) {
                Some(Value::List(list)) => {
                    types.extend(list.r#type.iter().take(count).map(|&number| dtype::from_number(number)));
                }
                _ => types.extend(std::iter::repeat_n(None, count)),
            },
            // These ops return their arguments.
            ArgType::Any => {
                types.extend(std::iter::repeat_n(inputs.first().copied().flatten(), count));
            }
        }
    }
    types.resize(results, None);
    types
}

/// The name of the output to which a tensor belongs, and which of its tensors it is.
pub(crate) fn slot(def: &OpDef, attrs: &Attrs, results: usize, output: usize) -> Option<(String, usize)> {
    let counts = counts(&def.outputs, attrs, None).or_else(|| counts(&def.outputs, attrs, Some(results)))?;
    let mut first = 0;
    for (arg, count) in def.outputs.iter().zip(counts) {
        if output < first + count {
            return Some((arg.name.to_string(), output - first));
        }
        first += count;
    }
    None
}

/// The number of the tensor that `name:index` says.
pub(crate) fn output_number(def: &OpDef, attrs: &Attrs, name: &str, index: usize) -> Option<usize> {
    let at = def.outputs.iter().position(|arg| *arg.name == *name)?;
    let before = &def.outputs[..at];
    let first: usize = before.iter().map(|arg| count(arg, attrs)).collect::<Option<Vec<_>>>()?.iter().sum();
    (count(&def.outputs[at], attrs).is_none_or(|count| index < count)).then_some(first + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn def(name: &str) -> Arc<OpDef> {
        OpDefRegistry::new().get(name).expect("a built-in op")
    }

    #[test]
    fn nodes_carry_every_attribute() {
        let mut attrs = Attrs::from([("transpose_a".to_owned(), attr::boolean(true))]);
        let float = Some(DataType::Float32);
        let matmul = def("tf.MatMul");
        complete(&matmul, &mut attrs, &[float, None]);
        assert_eq!(attrs.keys().collect::<Vec<_>>(), ["T", "grad_a", "grad_b", "transpose_a", "transpose_b"]);
        assert_eq!(attrs["transpose_a"], attr::boolean(true));
        assert_eq!(output_types(&matmul, &attrs, &[float, None], 1), [float]);
        assert!(is_filled_in(&matmul, "transpose_b", &attr::boolean(false)));
        assert!(!is_filled_in(&matmul, "transpose_b", &attr::boolean(true)));

        let mut attrs = Attrs::new();
        complete(&def("tf.ConcatV2"), &mut attrs, &[float, float, Some(DataType::Int32)]);
        assert_eq!(attrs["N"], attr::int(2));
        assert_eq!(attrs["Tidx"], attr::data_type(DataType::Int32));

        let mut attrs = Attrs::new();
        complete(&def("tf.IdentityN"), &mut attrs, &[float, Some(DataType::Bool)]);
        assert_eq!(output_types(&def("tf.IdentityN"), &attrs, &[], 2), [float, Some(DataType::Bool)]);
    }

    #[test]
    fn outputs_have_names_and_numbers() {
        let split = def("tf.Split");
        let attrs = Attrs::from([("num_split".to_owned(), attr::int(3))]);
        assert_eq!(slot(&split, &attrs, 3, 2), Some(("output".to_owned(), 2)));
        assert_eq!(output_number(&split, &attrs, "output", 2), Some(2));
        assert_eq!(output_number(&split, &attrs, "output", 3), None);
        let norm = def("tf.FusedBatchNormV3");
        assert_eq!(slot(&norm, &Attrs::new(), 6, 1), Some(("batch_mean".to_owned(), 0)));
        assert_eq!(output_number(&norm, &Attrs::new(), "reserve_space_1", 0), Some(3));
    }

    #[test]
    fn names_follow_each_other() {
        for (program, node) in
            [("tf.MatMul", "MatMul"), ("tfrt_test.add", "tfrt_test.add"), ("tf.a.b", "tf.a.b")]
        {
            assert_eq!(node_op(program), node);
            assert_eq!(program_op(node), program);
        }
        assert_eq!(program_op(node_op("plain")), "tf.plain");
    }
}
