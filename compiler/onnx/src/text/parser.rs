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

mod values;

use crate::proto::attribute_proto::AttributeType;
use crate::proto::{
    AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto,
    StringStringEntryProto,
};

use self::values::{Initializer, element};
use super::lexer::{Placed, Token, tokens};
use crate::Unread;
use crate::schema::{type_name, type_named};

/// Graphs and types nest no deeper.
const DEEPEST: usize = 100;

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
            ty = type_named(&word);
            if ty.is_none() {
                self.next = at;
                return self.expected("the type of an attribute");
            }
            attr.r#type = ty.map(i32::from);
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
            Some(ty) => ty,
            None => self.kind()?,
        };
        attr.set_type(ty);
        match ty {
            AttributeType::Float => attr.f = Some(self.float()? as f32),
            AttributeType::Int => attr.i = Some(self.int()?),
            AttributeType::String => attr.s = Some(self.text()?.into_bytes()),
            AttributeType::Tensor => attr.t = Some(self.tensor()?),
            AttributeType::Graph => attr.g = Some(self.graph()?),
            AttributeType::Floats => attr.floats = self.list(['[', ']'], |p| Ok(p.float()? as f32))?,
            AttributeType::Ints => attr.ints = self.list(['[', ']'], Self::int)?,
            AttributeType::Strings => attr.strings = self.list(['[', ']'], |p| Ok(p.text()?.into_bytes()))?,
            AttributeType::Tensors => attr.tensors = self.list(['[', ']'], Self::tensor)?,
            AttributeType::Graphs => attr.graphs = self.list(['[', ']'], Self::graph)?,
            AttributeType::TypeProto => attr.tp = Some(self.ty()?),
            AttributeType::TypeProtos => attr.type_protos = self.list(['[', ']'], Self::ty)?,
            AttributeType::Undefined | AttributeType::SparseTensor | AttributeType::SparseTensors => {
                return Err(format!("an attribute of type {} is not supported as text", type_name(ty)));
            }
        }
        Ok(attr)
    }

    /// The type of the attribute that is next, by what it looks like.
    fn kind(&self) -> Result<AttributeType> {
        let (at, is_list) = if self.is('[') { (1, true) } else { (0, false) };
        let [one, list] = match (self.ahead(at), self.ahead(at + 1)) {
            (Token::Text(_), Token::Sign('(')) => [AttributeType::Graph, AttributeType::Graphs],
            (Token::Text(_), _) => [AttributeType::String, AttributeType::Strings],
            (Token::Number(number), _) if number.parse::<i64>().is_ok() => {
                [AttributeType::Int, AttributeType::Ints]
            }
            (Token::Number(_), _) => [AttributeType::Float, AttributeType::Floats],
            (Token::Word(word), Token::Sign('{' | '[') | Token::Word(_)) if element(word).is_some() => {
                [AttributeType::Tensor, AttributeType::Tensors]
            }
            (Token::Word(_), Token::Sign('(')) => [AttributeType::Graph, AttributeType::Graphs],
            (Token::Word(word), _) if word.parse::<f32>().is_ok() => {
                [AttributeType::Float, AttributeType::Floats]
            }
            _ => {
                return self
                    .expected("the value of an attribute, whose type must be said if its list is empty");
            }
        };
        Ok(if is_list { list } else { one })
    }
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
