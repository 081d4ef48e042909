//! Types, shapes, and tensors with their elements.

use super::{Parser, Result};
use crate::proto::tensor_shape_proto::{Dimension, dimension};
use crate::proto::type_proto::{self, Value as TypeValue};
use crate::proto::{SparseTensorProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto};
use crate::small::{Schema as _, Small};
use crate::text::lexer::Token;

/// Element types of whole bytes and their numbers in the schema; those of a few bits have [`Small`].
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
];

impl Parser {
    /// A name, behind its type if it has one.
    pub(super) fn value_info(&mut self) -> Result<ValueInfoProto> {
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
    pub(super) fn value_or_initializer(&mut self, into: &mut Vec<Initializer>) -> Result<ValueInfoProto> {
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

    pub(super) fn ty(&mut self) -> Result<TypeProto> {
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

    /// A tensor behind its type.
    pub(super) fn tensor(&mut self) -> Result<TensorProto> {
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
pub(super) enum Initializer {
    Dense(Box<TensorProto>),
    Sparse(Box<SparseTensorProto>),
}

/// The number of an element type.
pub(super) fn element(word: &str) -> Option<i32> {
    let known = ELEMENTS.iter().find(|(known, _)| *known == word).map(|(_, number)| *number);
    known.or_else(|| Small::number_of(word))
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
