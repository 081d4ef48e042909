//! ONNX's textual syntax, read into the messages of a model.
//!
//! A model is what stands between `<` and `>` about it, a graph, and functions in the same form:
//!
//! ```text
//! <ir_version: 9, opset_import: ["" : 17]>
//! double (float[N] x) => (float[N] y) <float two = {2.0}> {
//!   y = Mul(x, two)
//! }
//! ```

use crate::proto::tensor_shape_proto::{Dimension, dimension};
use crate::proto::type_proto::{self, Value as TypeValue};
use crate::proto::{
    AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, SparseTensorProto,
    StringStringEntryProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto,
};

use super::lexer::{Placed, Token, tokens};
use crate::Unread;

/// Graphs and types nest no deeper.
const DEEPEST: usize = 100;

/// Element types and their numbers in the schema.
const ELEMENTS: &[(&str, i32)] = &[
    ("float", 1),
    ("uint8", 2),
    ("int8", 3),
    ("uint16", 4),
    ("int16", 5),
    ("int32", 6),
    ("int64", 7),
    ("string", 8),
    ("bool", 9),
    ("float16", 10),
    ("double", 11),
    ("uint32", 12),
    ("uint64", 13),
    ("complex64", 14),
    ("complex128", 15),
    ("bfloat16", 16),
    ("float8e4m3fn", 17),
    ("float8e4m3fnuz", 18),
    ("float8e5m2", 19),
    ("float8e5m2fnuz", 20),
    ("uint4", 21),
    ("int4", 22),
    ("float4e2m1", 23),
    ("float8e8m0", 24),
    ("uint2", 25),
    ("int2", 26),
];

/// Types of attributes by their numbers in the schema, from 1 on.
const ATTRIBUTES: &[&str] = &[
    "float",
    "int",
    "string",
    "tensor",
    "graph",
    "floats",
    "ints",
    "strings",
    "tensors",
    "graphs",
    "sparse_tensor",
    "sparse_tensors",
    "type_proto",
    "type_protos",
];

/// The model that a text is.
///
/// # Errors
/// The fault and its place.
pub(crate) fn parse(text: &str) -> std::result::Result<ModelProto, Unread> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    parser.model().map_err(|message| {
        let place = parser.tokens[parser.next.min(parser.tokens.len() - 1)].1;
        Unread { message, place }
    })
}

struct Parser {
    tokens: Vec<Placed>,
    next: usize,
    depth: usize,
}

/// A message; its place is the next word.
type Result<T> = std::result::Result<T, String>;

impl Parser {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> &Token {
        // The last word is the end.
        &self.tokens[(self.next + by).min(self.tokens.len() - 1)].0
    }

    fn is(&self, sign: char) -> bool {
        *self.peek() == Token::Sign(sign)
    }

    /// Takes a sign if it is next.
    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.is(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        Err(format!("expected {what}, got {}", self.peek().shown()))
    }

    fn sign(&mut self, sign: char) -> Result<()> {
        if self.takes(sign) { Ok(()) } else { self.expected(&format!("'{sign}'")) }
    }

    fn arrow(&mut self) -> Result<()> {
        match self.peek() {
            Token::Arrow => {
                self.next += 1;
                Ok(())
            }
            _ => self.expected("'=>'"),
        }
    }

    fn word(&mut self, what: &str) -> Result<String> {
        match self.peek() {
            Token::Word(word) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    /// A name, which may be in quotation marks.
    fn name(&mut self, what: &str) -> Result<String> {
        match self.peek() {
            Token::Word(name) | Token::Text(name) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => self.expected(what),
        }
    }

    fn text(&mut self) -> Result<String> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.next += 1;
                Ok(text)
            }
            _ => self.expected("a text in quotation marks"),
        }
    }

    fn int(&mut self) -> Result<i64> {
        match self.peek() {
            Token::Number(number) => match number.parse() {
                Ok(int) => {
                    self.next += 1;
                    Ok(int)
                }
                Err(_) => self.expected("an integer"),
            },
            _ => self.expected("an integer"),
        }
    }

    fn float(&mut self) -> Result<f64> {
        let (Token::Number(number) | Token::Word(number)) = self.peek() else {
            return self.expected("a number");
        };
        match number.trim_end_matches('f').parse().or_else(|_| number.parse()) {
            Ok(float) => {
                self.next += 1;
                Ok(float)
            }
            Err(_) => self.expected("a number"),
        }
    }

    /// What stands between two signs, with commas between them.
    fn list<T>(
        &mut self,
        [open, close]: [char; 2],
        mut part: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.sign(open)?;
        let mut parts = Vec::new();
        if self.takes(close) {
            return Ok(parts);
        }
        loop {
            parts.push(part(self)?);
            if self.takes(close) {
                return Ok(parts);
            }
            if !self.takes(',') {
                return self.expected(&format!("',' or '{close}'"));
            }
        }
    }

    /// Reads what may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(format!("graphs and types are nested more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn model(&mut self) -> Result<ModelProto> {
        let mut model = ModelProto::default();
        self.list(['<', '>'], |p| {
            let at = p.next;
            let field = p.word("a field of a model")?;
            p.sign(':')?;
            match &*field {
                "ir_version" => model.ir_version = Some(p.int()?),
                "opset_import" => model.opset_import = p.opsets()?,
                "producer_name" => model.producer_name = Some(p.text()?),
                "producer_version" => model.producer_version = Some(p.text()?),
                "domain" => model.domain = Some(p.text()?),
                "model_version" => model.model_version = Some(p.int()?),
                "doc_string" => model.doc_string = Some(p.text()?),
                "metadata_props" => model.metadata_props = p.entries()?,
                _ => {
                    p.next = at;
                    return p.expected("a field of a model");
                }
            }
            Ok(())
        })?;
        model.graph = Some(self.graph()?);
        while *self.peek() != Token::End {
            model.functions.push(self.function()?);
        }
        Ok(model)
    }

    fn opsets(&mut self) -> Result<Vec<OperatorSetIdProto>> {
        self.list(['[', ']'], |p| {
            let domain = p.name("a domain")?;
            p.sign(':')?;
            Ok(OperatorSetIdProto { domain: Some(domain), version: Some(p.int()?) })
        })
    }

    fn entries(&mut self) -> Result<Vec<StringStringEntryProto>> {
        self.list(['[', ']'], |p| {
            let key = p.text()?;
            p.sign(':')?;
            Ok(StringStringEntryProto { key: Some(key), value: Some(p.text()?) })
        })
    }

    fn function(&mut self) -> Result<FunctionProto> {
        let mut function = FunctionProto::default();
        if self.is('<') {
            self.list(['<', '>'], |p| {
                let at = p.next;
                let field = p.word("a field of a function")?;
                p.sign(':')?;
                match &*field {
                    "domain" => function.domain = Some(p.text()?),
                    "opset_import" => function.opset_import = p.opsets()?,
                    "overload" => function.overload = Some(p.text()?),
                    "doc_string" => function.doc_string = Some(p.text()?),
                    "metadata_props" => function.metadata_props = p.entries()?,
                    _ => {
                        p.next = at;
                        return p.expected("a field of a function");
                    }
                }
                Ok(())
            })?;
        }
        function.name = Some(self.name("the name of a function")?);
        if self.is('<') {
            let attributes = self.list(['<', '>'], |p| {
                let name = p.word("the name of an attribute")?;
                if !p.is('=') && !p.is(':') {
                    return Ok((name, None));
                }
                let attr = p.value_of(name.clone())?;
                Ok((name, Some(attr)))
            })?;
            for (name, default) in attributes {
                match default {
                    Some(attr) => function.attribute_proto.push(attr),
                    None => function.attribute.push(name),
                }
            }
        }
        // Types may be said, which follow from those of a call.
        let named = |p: &mut Self| Ok(p.value_info()?.name.unwrap_or_default());
        function.input = self.list(['(', ')'], named)?;
        self.arrow()?;
        function.output = self.list(['(', ')'], named)?;
        if self.is('<') {
            self.list(['<', '>'], Self::value_info)?;
        }
        function.node = self.nodes()?;
        Ok(function)
    }

    fn graph(&mut self) -> Result<GraphProto> {
        self.nested(|p| {
            let mut graph =
                GraphProto { name: Some(p.name("the name of a graph")?), ..GraphProto::default() };
            let mut initializers = Vec::new();
            graph.input = p.list(['(', ')'], |p| p.value_or_initializer(&mut initializers))?;
            p.arrow()?;
            graph.output = p.list(['(', ')'], Self::value_info)?;
            if p.is('<') {
                let mut given = Vec::new();
                p.list(['<', '>'], |p| {
                    let before = given.len();
                    let info = p.value_or_initializer(&mut given)?;
                    if given.len() == before {
                        graph.value_info.push(info);
                    }
                    Ok(())
                })?;
                initializers.extend(given);
            }
            for given in initializers {
                match given {
                    Initializer::Dense(tensor) => graph.initializer.push(*tensor),
                    Initializer::Sparse(tensor) => graph.sparse_initializer.push(*tensor),
                }
            }
            graph.node = p.nodes()?;
            Ok(graph)
        })
    }

    /// A name, behind its type if it has one.
    fn value_info(&mut self) -> Result<ValueInfoProto> {
        let has_type = match (self.peek(), self.ahead(1)) {
            (Token::Word(_), Token::Word(_) | Token::Text(_)) => true,
            (Token::Word(word), Token::Sign('[' | '(')) => {
                element(word).is_some() || matches!(&**word, "seq" | "map" | "optional" | "sparse_tensor")
            }
            _ => false,
        };
        let r#type = if has_type { Some(self.ty()?) } else { None };
        Ok(ValueInfoProto {
            name: Some(self.name("the name of a value")?),
            r#type,
            ..ValueInfoProto::default()
        })
    }

    /// A value with its type, and its elements if they are given.
    fn value_or_initializer(&mut self, into: &mut Vec<Initializer>) -> Result<ValueInfoProto> {
        let info = self.value_info()?;
        if !self.takes('=') {
            return Ok(info);
        }
        let name = info.name.clone().unwrap_or_default();
        let ty = info.r#type.as_ref().and_then(|ty| ty.value.as_ref());
        match ty {
            Some(TypeValue::TensorType(ty)) => {
                let mut tensor = self.elements(ty.elem_type(), fixed(ty.shape.as_ref())?)?;
                tensor.name = Some(name);
                into.push(Initializer::Dense(Box::new(tensor)));
            }
            Some(TypeValue::SparseTensorType(ty)) => {
                // Two lists: places and values.
                let dims = fixed(ty.shape.as_ref())?;
                self.sign('{')?;
                let values = self.elements(ty.elem_type(), Vec::new())?;
                self.sign(',')?;
                let indices = self.elements(7, Vec::new())?;
                self.sign('}')?;
                let counted = |mut tensor: TensorProto, count: usize| {
                    tensor.dims = vec![count as i64];
                    tensor
                };
                let count = indices.int64_data.len();
                let mut values = counted(values, count);
                values.name = Some(name);
                let indices = Some(counted(indices, count));
                let tensor = SparseTensorProto { values: Some(values), indices, dims };
                into.push(Initializer::Sparse(Box::new(tensor)));
            }
            _ => return Err("only tensors have elements".to_owned()),
        }
        Ok(info)
    }

    fn ty(&mut self) -> Result<TypeProto> {
        self.nested(|p| {
            let at = p.next;
            let word = p.word("a type")?;
            let inner = |p: &mut Self| -> Result<Option<Box<TypeProto>>> {
                p.sign('(')?;
                let ty = p.ty()?;
                p.sign(')')?;
                Ok(Some(Box::new(ty)))
            };
            let value = match &*word {
                "seq" => TypeValue::SequenceType(Box::new(type_proto::Sequence { elem_type: inner(p)? })),
                "optional" => {
                    TypeValue::OptionalType(Box::new(type_proto::Optional { elem_type: inner(p)? }))
                }
                "map" => {
                    p.sign('(')?;
                    let key = p.word("an element type")?;
                    let key_type = element(&key).ok_or_else(|| format!("'{key}' is no element type"))?;
                    p.sign(',')?;
                    let value_type = Some(Box::new(p.ty()?));
                    p.sign(')')?;
                    TypeValue::MapType(Box::new(type_proto::Map { key_type: Some(key_type), value_type }))
                }
                "sparse_tensor" => {
                    p.sign('(')?;
                    let word = p.word("an element type")?;
                    let elem_type = element(&word).ok_or_else(|| format!("'{word}' is no element type"))?;
                    let shape = p.shape()?;
                    p.sign(')')?;
                    TypeValue::SparseTensorType(type_proto::SparseTensor {
                        elem_type: Some(elem_type),
                        shape,
                    })
                }
                word => match element(word) {
                    Some(elem_type) => {
                        let shape = p.shape()?;
                        TypeValue::TensorType(type_proto::Tensor { elem_type: Some(elem_type), shape })
                    }
                    None => {
                        p.next = at;
                        return p.expected("a type");
                    }
                },
            };
            Ok(TypeProto { value: Some(value), ..TypeProto::default() })
        })
    }

    /// The sizes behind an element type: none for a scalar, `[]` where the rank is not known.
    fn shape(&mut self) -> Result<Option<TensorShapeProto>> {
        if !self.is('[') {
            return Ok(Some(TensorShapeProto::default()));
        }
        let dim = self.list(['[', ']'], |p| {
            let value = match p.peek().clone() {
                Token::Sign('?') => {
                    p.next += 1;
                    None
                }
                Token::Word(name) | Token::Text(name) => {
                    p.next += 1;
                    Some(dimension::Value::DimParam(name))
                }
                _ => Some(dimension::Value::DimValue(p.int()?)),
            };
            Ok(Dimension { value, ..Dimension::default() })
        })?;
        Ok((!dim.is_empty()).then_some(TensorShapeProto { dim }))
    }

    /// The elements of a tensor: a list in braces, or the place of a file in brackets.
    fn elements(&mut self, data_type: i32, dims: Vec<i64>) -> Result<TensorProto> {
        let mut tensor = TensorProto { data_type: Some(data_type), dims, ..TensorProto::default() };
        if self.is('[') {
            tensor.external_data = self.entries()?;
            tensor.data_location = Some(1);
            return Ok(tensor);
        }
        self.list(['{', '}'], |p| {
            match data_type {
                1 => tensor.float_data.push(p.float()? as f32),
                11 => tensor.double_data.push(p.float()?),
                2..=6 | 9 => {
                    let at = p.next;
                    let number = match p.peek() {
                        Token::Word(word) if data_type == 9 && matches!(&**word, "true" | "false") => {
                            let is_true = word == "true";
                            p.next += 1;
                            i64::from(is_true)
                        }
                        _ => p.int()?,
                    };
                    tensor.int32_data.push(i32::try_from(number).map_err(|_| {
                        p.next = at;
                        format!("{number} is too large for an element")
                    })?);
                }
                7 => tensor.int64_data.push(p.int()?),
                8 => tensor.string_data.push(p.text()?.into_bytes()),
                10 => tensor.int32_data.push(i32::from(half::f16::from_f64(p.float()?).to_bits())),
                16 => tensor.int32_data.push(i32::from(half::bf16::from_f64(p.float()?).to_bits())),
                12 | 13 => {
                    let Token::Number(number) = p.peek() else { return p.expected("an integer") };
                    let Ok(number) = number.parse() else { return p.expected("an integer from 0 on") };
                    p.next += 1;
                    tensor.uint64_data.push(number);
                }
                _ => return Err("elements of this type are not supported as text".to_owned()),
            }
            Ok(())
        })?;
        Ok(tensor)
    }

    fn nodes(&mut self) -> Result<Vec<NodeProto>> {
        self.sign('{')?;
        let mut nodes = Vec::new();
        while !self.takes('}') {
            nodes.push(self.node()?);
        }
        Ok(nodes)
    }

    fn node(&mut self) -> Result<NodeProto> {
        let mut node = NodeProto::default();
        if self.takes('[') {
            node.name = Some(self.name("the name of a node")?);
            self.sign(']')?;
        }
        while !self.is('=') {
            node.output.push(self.name("the name of a value that a node computes")?);
            if !self.takes(',') {
                break;
            }
        }
        self.sign('=')?;
        let op = self.word("an operator")?;
        match op.rsplit_once('.') {
            Some((domain, op)) => {
                node.domain = Some(domain.to_owned());
                node.op_type = Some(op.to_owned());
            }
            None => node.op_type = Some(op),
        }
        if self.takes(':') {
            node.overload = Some(self.name("an overload")?);
        }
        self.attributes(&mut node)?;
        node.input = self.list(['(', ')'], |p| match p.peek() {
            // An input that is not given may have no name at all.
            Token::Sign(',' | ')') => Ok(String::new()),
            _ => p.name("the name of a value"),
        })?;
        self.attributes(&mut node)?;
        Ok(node)
    }

    fn attributes(&mut self, node: &mut NodeProto) -> Result<()> {
        if self.is('<') {
            let attributes = self.list(['<', '>'], |p| {
                let name = p.word("the name of an attribute")?;
                p.value_of(name)
            })?;
            node.attribute.extend(attributes);
        }
        Ok(())
    }

    /// An attribute behind its name: `: type = value`, or `= value`.
    fn value_of(&mut self, name: String) -> Result<AttributeProto> {
        let mut attr = AttributeProto { name: Some(name), ..AttributeProto::default() };
        let mut ty = None;
        if self.takes(':') {
            let at = self.next;
            let word = self.word("the type of an attribute")?;
            ty = ATTRIBUTES.iter().position(|known| *known == word);
            if ty.is_none() {
                self.next = at;
                return self.expected("the type of an attribute");
            }
            attr.r#type = ty.map(|ty| ty as i32 + 1);
            // Only the type: an attribute that a call must give.
            if !self.is('=') {
                return Ok(attr);
            }
        }
        self.sign('=')?;
        if self.takes('@') {
            attr.ref_attr_name = Some(self.word("the name of an attribute")?);
            return if ty.is_some() {
                Ok(attr)
            } else {
                Err("an attribute that refers to another must say its type".into())
            };
        }
        let ty = match ty {
            Some(ty) => ATTRIBUTES[ty],
            None => self.kind()?,
        };
        attr.r#type = ATTRIBUTES.iter().position(|known| *known == ty).map(|at| at as i32 + 1);
        match ty {
            "float" => attr.f = Some(self.float()? as f32),
            "int" => attr.i = Some(self.int()?),
            "string" => attr.s = Some(self.text()?.into_bytes()),
            "tensor" => attr.t = Some(self.tensor()?),
            "graph" => attr.g = Some(self.graph()?),
            "floats" => attr.floats = self.list(['[', ']'], |p| Ok(p.float()? as f32))?,
            "ints" => attr.ints = self.list(['[', ']'], Self::int)?,
            "strings" => attr.strings = self.list(['[', ']'], |p| Ok(p.text()?.into_bytes()))?,
            "tensors" => attr.tensors = self.list(['[', ']'], Self::tensor)?,
            "graphs" => attr.graphs = self.list(['[', ']'], Self::graph)?,
            "type_proto" => attr.tp = Some(self.ty()?),
            "type_protos" => attr.type_protos = self.list(['[', ']'], Self::ty)?,
            other => return Err(format!("an attribute of type {other} is not supported as text")),
        }
        Ok(attr)
    }

    /// The type of the attribute that is next, by what it looks like.
    fn kind(&self) -> Result<&'static str> {
        let (at, is_list) = if self.is('[') { (1, true) } else { (0, false) };
        let one = match (self.ahead(at), self.ahead(at + 1)) {
            (Token::Text(_), Token::Sign('(')) => 4,
            (Token::Text(_), _) => 2,
            (Token::Number(number), _) => usize::from(number.parse::<i64>().is_ok()),
            (Token::Word(word), Token::Sign('{' | '[') | Token::Word(_)) if element(word).is_some() => 3,
            (Token::Word(_), Token::Sign('(')) => 4,
            (Token::Word(word), _) if word.parse::<f32>().is_ok() => 0,
            _ => {
                return self
                    .expected("the value of an attribute, whose type must be said if its list is empty");
            }
        };
        Ok(ATTRIBUTES[if is_list { one + 5 } else { one }])
    }

    /// A tensor behind its type.
    fn tensor(&mut self) -> Result<TensorProto> {
        let at = self.next;
        let Some(TypeValue::TensorType(ty)) = self.ty()?.value else {
            self.next = at;
            return self.expected("the type of a tensor");
        };
        let name = match self.peek() {
            Token::Word(_) | Token::Text(_) => Some(self.name("the name of a tensor")?),
            _ => None,
        };
        self.takes('=');
        let mut tensor = self.elements(ty.elem_type(), fixed(ty.shape.as_ref())?)?;
        tensor.name = name;
        Ok(tensor)
    }
}

/// Elements of a value of a graph.
enum Initializer {
    Dense(Box<TensorProto>),
    Sparse(Box<SparseTensorProto>),
}

/// The number of an element type.
fn element(word: &str) -> Option<i32> {
    ELEMENTS.iter().find(|(known, _)| *known == word).map(|(_, number)| *number)
}

/// The sizes of a tensor whose elements are given.
fn fixed(shape: Option<&TensorShapeProto>) -> Result<Vec<i64>> {
    let shape = shape.ok_or("a tensor with elements must have sizes")?;
    let sizes = shape.dim.iter().map(|dim| match dim.value {
        Some(dimension::Value::DimValue(size)) => Ok(size),
        _ => Err("a tensor with elements must have sizes that are numbers".to_owned()),
    });
    sizes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_thing_is_read() {
        let model = parse(
            r#"# a comment
<ir_version: 9, opset_import: ["" : 17, "own" : 1], producer_name: "me", metadata_props: ["k": "v"]>
g (float[N, 2, ?] x, float[] "a b", seq(optional(float)) s, float16 h = {1.5}) => (float q)
  <int64 n = {3}, float[2, 1] w = {1, -2.5e1}, string[2] t = {"a", "b\""}, float[2] z, float[9] e = ["location": "w.data"], bool b = {true}>
{
  [loop] y = Loop (n, "", x) <body = b (int64 i, bool c) => (bool d) { d = Identity(c) }>
  q, r = own.Foo <f = 1.5, l = [1, 2], fs: floats = [], s = "text", t = int32[2] {1, 2}, ty: type_proto = float[2]> (y, , z)
}
<domain: "own", opset_import: ["" : 17]>
Foo <k, d: int = 2> (a) => (b) { b = Cast <to: int = @d> (a) }"#,
        )
        .unwrap();
        let graph = model.graph.unwrap();
        assert_eq!((model.ir_version, model.opset_import.len(), model.functions.len()), (Some(9), 2, 1));
        assert_eq!(graph.input.len(), 4);
        assert_eq!(graph.input[1].name(), "a b");
        assert_eq!(graph.initializer.len(), 6);
        assert_eq!(graph.initializer[0].int32_data, [0x3e00]);
        assert_eq!(graph.initializer[2].float_data, [1.0, -25.0]);
        assert_eq!(graph.initializer[3].string_data[1], b"b\"");
        assert_eq!(graph.value_info.len(), 1);
        assert_eq!((graph.node[0].name(), graph.node[0].input.len()), ("loop", 3));
        assert_eq!(graph.node[0].attribute[0].g.as_ref().unwrap().node.len(), 1);
        let types: Vec<i32> = graph.node[1].attribute.iter().filter_map(|attr| attr.r#type).collect();
        assert_eq!(types, [1, 7, 6, 3, 4, 13]);
        assert_eq!(graph.node[1].input, ["y", "", "z"]);
        assert_eq!((graph.node[1].domain(), graph.node[1].op_type()), ("own", "Foo"));
        let function = &model.functions[0];
        assert_eq!((&function.attribute[..], function.attribute_proto[0].i()), (&["k".to_owned()][..], 2));
        assert_eq!(function.node[0].attribute[0].ref_attr_name(), "d");
    }

    #[test]
    fn errors_say_the_place() {
        let error = |text: &str| {
            let Unread { message, place: (line, column) } = parse(text).unwrap_err();
            format!("{line}:{column}: {message}")
        };
        assert_eq!(error("<ir_version 9>"), "1:13: expected ':', got '9'");
        assert_eq!(error("<ir_version: 9>\ng (float[2 x) => ()"), "2:12: expected ',' or ']', got 'x'");
        assert_eq!(error("<>\ng () => () { y = ; }"), "2:18: unexpected character ';'");
        assert_eq!(
            error("<>\ng () => () { y = Relu(x"),
            "2:24: expected ',' or ')', got the end of the text"
        );
        assert_eq!(error("<domains: \"a\">"), "1:2: expected a field of a model, got 'domains'");
        assert_eq!(error("<domain: \"a"), "1:10: this text has no end");
        let deep = format!("<> g ({} x) => () {{}}", "seq(".repeat(200));
        assert!(error(&deep).ends_with("graphs and types are nested more than 100 deep"));
    }
}
