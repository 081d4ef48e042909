//! Writing nodes and functions of a graph, by the numbers of their outputs.

use crate::attr;
use crate::proto::tensorflow::attr_value::{ListValue, Value};
use crate::proto::tensorflow::op_def::ArgDef;
use crate::proto::tensorflow::{
    AttrValue, FunctionDef, NameAttrList, NodeDef, OpDef, TensorProto, TensorShapeProto, tensor_shape_proto,
};
use tfrt_ops::DataType;

/// A tensor of a body: how it is referred to, and its number of a data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) data_type: i32,
}

pub(super) const BOOL: i32 = DataType::Bool as i32;
pub(super) const INT32: i32 = DataType::Int32 as i32;
pub(super) const INT64: i32 = DataType::Int64 as i32;
pub(super) const STRING: i32 = DataType::String as i32;
pub(super) const VARIANT: i32 = DataType::Variant as i32;

/// The data types of tensors.
pub(super) fn types(tensors: &[Tensor]) -> Vec<i32> {
    tensors.iter().map(|tensor| tensor.data_type).collect()
}

/// Nodes that are added to a graph or a function.
pub(super) struct Body {
    prefix: String,
    pub(super) nodes: Vec<NodeDef>,
    arguments: Vec<Tensor>,
}

impl Body {
    /// Nodes for a body that has others, whose names begin with these characters.
    pub(super) fn beside(prefix: &str) -> Body {
        Body { prefix: format!("{prefix}/"), nodes: Vec::new(), arguments: Vec::new() }
    }

    /// A function that takes tensors of these types.
    pub(super) fn function(argument_types: &[i32]) -> Body {
        let argument = |(at, &data_type): (usize, &i32)| Tensor { name: format!("arg{at}"), data_type };
        let arguments = argument_types.iter().enumerate().map(argument).collect();
        Body { prefix: "node".to_owned(), nodes: Vec::new(), arguments }
    }

    /// The arguments in order, in groups of these lengths.
    pub(super) fn arguments<const N: usize>(&self, lengths: [usize; N]) -> [Vec<Tensor>; N] {
        let mut rest = self.arguments.iter().cloned();
        lengths.map(|length| rest.by_ref().take(length).collect())
    }

    /// Adds a node, and gives its results.
    pub(super) fn add(
        &mut self,
        op: &str,
        inputs: &[&Tensor],
        attrs: Vec<(&str, AttrValue)>,
        results: &[i32],
    ) -> Vec<Tensor> {
        let name = format!("{}{}", self.prefix, self.nodes.len());
        self.nodes.push(NodeDef {
            name: name.clone(),
            op: op.to_owned(),
            input: inputs.iter().map(|input| input.name.clone()).collect(),
            attr: attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..NodeDef::default()
        });
        let result = |(at, &data_type): (usize, &i32)| Tensor { name: format!("{name}:{at}"), data_type };
        results.iter().enumerate().map(result).collect()
    }

    /// Adds a node with one result.
    pub(super) fn one(
        &mut self,
        op: &str,
        inputs: &[&Tensor],
        attrs: Vec<(&str, AttrValue)>,
        data_type: i32,
    ) -> Tensor {
        self.add(op, inputs, attrs, &[data_type]).swap_remove(0)
    }

    /// Adds a node whose operands and result have one type, which it states.
    pub(super) fn uniform(&mut self, op: &str, inputs: &[&Tensor]) -> Tensor {
        let data_type = inputs.first().map_or(INT64, |input| input.data_type);
        self.one(op, inputs, vec![("T", kind(data_type))], data_type)
    }

    /// Adds a comparison of integers.
    pub(super) fn compared(&mut self, op: &str, a: &Tensor, b: &Tensor) -> Tensor {
        self.one(op, &[a, b], vec![("T", kind(a.data_type))], BOOL)
    }

    pub(super) fn and(&mut self, a: &Tensor, b: &Tensor) -> Tensor {
        self.one("LogicalAnd", &[a, b], Vec::new(), BOOL)
    }

    pub(super) fn or(&mut self, a: &Tensor, b: &Tensor) -> Tensor {
        self.one("LogicalOr", &[a, b], Vec::new(), BOOL)
    }

    pub(super) fn not(&mut self, a: &Tensor) -> Tensor {
        self.one("LogicalNot", &[a], Vec::new(), BOOL)
    }

    /// Whether a batch of so many elements is one: a full one, or, unless a flag drops it, one of fewer.
    pub(super) fn is_batch(&mut self, count: &Tensor, size: &Tensor, drops: &Tensor) -> Tensor {
        let zero = self.integer(0);
        let full = self.compared("GreaterEqual", count, size);
        let some = self.compared("Greater", count, &zero);
        let keeps = self.not(drops);
        let partial = self.and(&some, &keeps);
        self.or(&full, &partial)
    }

    /// Each list with its component behind the others.
    pub(super) fn all_pushed(&mut self, lists: &[Tensor], components: &[Tensor]) -> Vec<Tensor> {
        lists.iter().zip(components).map(|(list, component)| self.pushed(list, component)).collect()
    }

    pub(super) fn cast(&mut self, a: &Tensor, data_type: i32) -> Tensor {
        if a.data_type == data_type {
            return a.clone();
        }
        self.one("Cast", &[a], vec![("SrcT", kind(a.data_type)), ("DstT", kind(data_type))], data_type)
    }

    fn constant(&mut self, proto: TensorProto, sizes: &[i64]) -> Tensor {
        let data_type = proto.dtype;
        let dim = |&size: &i64| tensor_shape_proto::Dim { size, ..Default::default() };
        let shape = TensorShapeProto { dim: sizes.iter().map(dim).collect(), unknown_rank: false };
        let value = attr::value(Value::Tensor(Box::new(TensorProto { tensor_shape: Some(shape), ..proto })));
        self.one("Const", &[], vec![("dtype", kind(data_type)), ("value", value)], data_type)
    }

    pub(super) fn integer(&mut self, value: i64) -> Tensor {
        self.constant(TensorProto { dtype: INT64, int64_val: vec![value], ..Default::default() }, &[])
    }

    pub(super) fn integer32(&mut self, value: i32) -> Tensor {
        self.constant(TensorProto { dtype: INT32, int_val: vec![value], ..Default::default() }, &[])
    }

    pub(super) fn boolean(&mut self, value: bool) -> Tensor {
        self.constant(TensorProto { dtype: BOOL, bool_val: vec![value], ..Default::default() }, &[])
    }

    pub(super) fn text(&mut self, text: &str) -> Tensor {
        let string_val = vec![text.as_bytes().to_vec()];
        self.constant(TensorProto { dtype: STRING, string_val, ..Default::default() }, &[])
    }

    /// A number that stands where there is no element.
    pub(super) fn zero(&mut self, data_type: i32) -> Tensor {
        if data_type == STRING {
            return self.text("");
        }
        if data_type == VARIANT {
            return self.list(INT32);
        }
        self.constant(TensorProto { dtype: data_type, ..Default::default() }, &[])
    }

    /// An empty list of tensors.
    pub(super) fn list(&mut self, element: i32) -> Tensor {
        let any = self.integer32(-1);
        let attrs = vec![("element_dtype", kind(element)), ("shape_type", kind(INT32))];
        self.one("EmptyTensorList", &[&any, &any], attrs, VARIANT)
    }

    /// A list with one tensor more.
    pub(super) fn pushed(&mut self, list: &Tensor, tensor: &Tensor) -> Tensor {
        self.one(
            "TensorListPushBack",
            &[list, tensor],
            vec![("element_dtype", kind(tensor.data_type))],
            VARIANT,
        )
    }

    /// A tensor of a list.
    pub(super) fn item(&mut self, list: &Tensor, at: &Tensor, element: i32) -> Tensor {
        let any = self.integer32(-1);
        self.one("TensorListGetItem", &[list, at, &any], vec![("element_dtype", kind(element))], element)
    }

    /// The tensors of a list as one.
    pub(super) fn stacked(&mut self, list: &Tensor, element: i32) -> Tensor {
        let any = self.integer32(-1);
        let attrs = vec![("element_dtype", kind(element)), ("num_elements", attr::int(-1))];
        self.one("TensorListStack", &[list, &any], attrs, element)
    }

    /// The number of tensors in a list.
    pub(super) fn count(&mut self, list: &Tensor) -> Tensor {
        self.one("TensorListLength", &[list], Vec::new(), INT32)
    }

    /// Calls a function.
    pub(super) fn call(&mut self, function: &Callee, inputs: &[&Tensor]) -> Vec<Tensor> {
        let op = if function.is_stateful { "StatefulPartitionedCall" } else { "PartitionedCall" };
        let given = inputs.iter().map(|input| input.data_type).collect();
        let attrs =
            vec![("f", named(function)), ("Tin", kinds(given)), ("Tout", kinds(function.results.clone()))];
        self.add(op, inputs, attrs, &function.results)
    }

    /// Calls one of two functions.
    pub(super) fn either(
        &mut self,
        condition: &Tensor,
        [then, other]: [&Callee; 2],
        inputs: &[&Tensor],
    ) -> Vec<Tensor> {
        let op = if then.is_stateful || other.is_stateful { "If" } else { "StatelessIf" };
        let given = inputs.iter().map(|input| input.data_type).collect();
        let attrs = vec![
            ("Tcond", kind(BOOL)),
            ("Tin", kinds(given)),
            ("Tout", kinds(then.results.clone())),
            ("then_branch", named(then)),
            ("else_branch", named(other)),
        ];
        let all: Vec<&Tensor> = std::iter::once(condition).chain(inputs.iter().copied()).collect();
        self.add(op, &all, attrs, &then.results)
    }

    /// Calls a function while another says so.
    pub(super) fn repeated(&mut self, condition: &Callee, body: &Callee, inputs: &[&Tensor]) -> Vec<Tensor> {
        let op = if condition.is_stateful || body.is_stateful { "While" } else { "StatelessWhile" };
        let attrs =
            vec![("T", kinds(body.results.clone())), ("cond", named(condition)), ("body", named(body))];
        self.add(op, inputs, attrs, &body.results)
    }

    /// The function with these results.
    pub(super) fn finish(self, name: &str, results: &[Tensor], is_stateful: bool) -> (FunctionDef, Callee) {
        let arg = |name: String, data_type: i32| ArgDef { name, r#type: data_type, ..ArgDef::default() };
        let result = |at: usize| format!("result{at}");
        let signature = OpDef {
            name: name.to_owned(),
            input_arg: self.arguments.iter().map(|a| arg(a.name.clone(), a.data_type)).collect(),
            output_arg: results.iter().enumerate().map(|(at, r)| arg(result(at), r.data_type)).collect(),
            is_stateful,
            ..OpDef::default()
        };
        let ret = results.iter().enumerate().map(|(at, tensor)| (result(at), tensor.name.clone())).collect();
        let function =
            FunctionDef { signature: Some(signature), node_def: self.nodes, ret, ..FunctionDef::default() };
        (function, Callee { name: name.to_owned(), results: types(results), is_stateful })
    }
}

/// A function of the library.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub(super) name: String,
    /// The types of its results.
    pub(super) results: Vec<i32>,
    pub(super) is_stateful: bool,
}

fn named(function: &Callee) -> AttrValue {
    attr::value(Value::Func(NameAttrList { name: function.name.clone(), ..NameAttrList::default() }))
}

pub(super) fn kind(data_type: i32) -> AttrValue {
    attr::value(Value::Type(data_type))
}

pub(super) fn kinds(data_types: Vec<i32>) -> AttrValue {
    attr::value(Value::List(Box::new(ListValue { r#type: data_types, ..ListValue::default() })))
}
