//! One use of an op: its definition and the values of all its attributes.
//!
//! Programs may omit attributes that the arguments determine (`T`, `N`) and attributes with a default; a kernel or a shape
//! function sees every attribute. Attributes that the definition does not have (`_kernel`) are kept as well.

use std::sync::Arc;

use tfrt_executor::core_runtime::{AttrValue, OpAttrType, OpAttrs};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, I1, PartialShape, Shape, StringHostTensor, TensorMetadata,
};
use tfrt_ops::{ArgDef, ArgType, AttrDef, AttrKind, AttrValue as DefValue, OpDef};

use crate::abi::data_type::{number_of, to_dtype};

/// The value of an attribute.
#[derive(Debug, Clone)]
pub enum Value {
    /// Bytes.
    String(Arc<[u8]>),
    /// An integer.
    Int(i64),
    /// A number.
    Float(f32),
    /// A truth value.
    Bool(bool),
    /// An element type, by its number.
    Type(i32),
    /// A shape, of which parts may be unknown.
    Shape(PartialShape),
    /// A tensor of numbers.
    Tensor(DenseHostTensor),
    /// A tensor of strings.
    Strings(StringHostTensor),
    /// A function.
    Func(Function),
    /// Values of one kind.
    List(Vec<Value>),
}

/// A function as the value of an attribute.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Arc<[u8]>,
    /// The values of its own attributes; programs give none, defaults of definitions may.
    pub attrs: Vec<(Box<str>, Value)>,
}

impl Function {
    fn named(name: &[u8]) -> Function {
        Function { name: name.into(), attrs: Vec::new() }
    }
}

/// One use of an op.
#[derive(Debug)]
pub struct Node {
    /// The definition.
    pub def: Arc<OpDef>,
    /// All attributes, in the order of the definition; then those that it does not know.
    pub attrs: Vec<(Box<str>, Value)>,
    /// Element types of the inputs.
    pub inputs: Vec<DType>,
    /// For each argument of the definition, the first of its inputs and one past the last.
    pub input_ranges: Vec<(usize, usize)>,
    /// Element types of the outputs, by number; 0 where only the kernel can tell.
    pub outputs: Vec<i32>,
}

impl Node {
    /// Makes the node of a call of an op.
    ///
    /// # Errors
    /// An attribute is missing, has a value of another kind or one that is not allowed; or the number of inputs is wrong.
    pub fn new(def: &Arc<OpDef>, given: &OpAttrs, inputs: &[DType]) -> Result<Node, String> {
        let mut attrs: Vec<(Box<str>, Value)> = Vec::with_capacity(def.attrs.len());
        for attr in &def.attrs {
            let value = match given.contains(&attr.name) {
                true => Some(read(attr, given)?),
                false => None,
            };
            if let Some(value) = value {
                attrs.push((attr.name.clone(), value));
            }
        }
        let input_ranges = ranges(def, &mut attrs, inputs)?;
        let mut ordered = Vec::with_capacity(def.attrs.len());
        for attr in &def.attrs {
            let known = attrs.iter().find(|(name, _)| *name == attr.name).map(|(_, value)| value.clone());
            let value = known.or_else(|| attr.default.as_ref().and_then(default_value));
            let Some(value) = value else {
                return Err(format!("{}: the attribute '{}' is missing", def.name, attr.name));
            };
            check_allowed(def, attr, &value)?;
            ordered.push((attr.name.clone(), value));
        }
        for (name, kind, is_array) in given.iter() {
            let Ok(name) = std::str::from_utf8(name) else { continue };
            if def.attr(name).is_none()
                && let Some(value) = read_any(given, name, kind, is_array)
            {
                ordered.push((name.into(), value));
            }
        }
        let mut node = Node {
            def: def.clone(),
            attrs: ordered,
            inputs: inputs.to_vec(),
            input_ranges,
            outputs: Vec::new(),
        };
        node.check_types()?;
        let outputs = &def.clone().outputs;
        for arg in outputs {
            node.outputs.extend(node.types_of(arg)?);
        }
        Ok(node)
    }

    /// The value of an attribute.
    pub fn attr(&self, name: &str) -> Option<&Value> {
        self.attrs.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// An element type among the attributes.
    pub fn type_attr(&self, name: &str) -> Option<i32> {
        match self.attr(name)? {
            Value::Type(number) => Some(*number),
            _ => None,
        }
    }

    /// The argument of the definition that an input belongs to.
    pub fn argument_of_input(&self, i: usize) -> Option<&ArgDef> {
        let at = self.input_ranges.iter().position(|&(start, end)| (start..end).contains(&i))?;
        self.def.inputs.get(at)
    }

    /// Whether an input is a variable itself rather than its value.
    pub fn is_ref_input(&self, i: usize) -> bool {
        self.argument_of_input(i).is_some_and(|arg| arg.is_ref)
    }

    /// The inputs of an argument: first and one past the last.
    pub fn input_range(&self, name: &str) -> Option<(usize, usize)> {
        let at = self.def.inputs.iter().position(|arg| *arg.name == *name)?;
        self.input_ranges.get(at).copied()
    }

    /// The outputs of an argument of the definition: first and one past the last.
    pub fn output_range(&self, name: &str) -> Option<(usize, usize)> {
        let mut first = 0;
        for arg in &self.def.outputs {
            let count = self.types_of(arg).map_or(0, |types| types.len());
            if *arg.name == *name {
                return Some((first, first + count));
            }
            first += count;
        }
        None
    }

    /// The element types of an argument's tensors; 0 for any.
    fn types_of(&self, arg: &ArgDef) -> Result<Vec<i32>, String> {
        let missing = |name: &str| format!("{}: '{name}' is no attribute of the right kind", self.def.name);
        let one = match &arg.ty {
            ArgType::Any => 0,
            ArgType::Fixed(data_type) => data_type.number() as i32,
            ArgType::Attr(name) => self.type_attr(name).ok_or_else(|| missing(name))?,
            ArgType::ListAttr(name) => {
                let Some(Value::List(types)) = self.attr(name) else { return Err(missing(name)) };
                let number = |value: &Value| if let Value::Type(number) = value { *number } else { 0 };
                return Ok(types.iter().map(number).collect());
            }
        };
        match &arg.number_attr {
            None => Ok(vec![one]),
            Some(name) => match self.attr(name) {
                Some(Value::Int(count)) => Ok(vec![one; usize::try_from(*count).map_err(|_| missing(name))?]),
                _ => Err(missing(name)),
            },
        }
    }

    /// Whether the inputs have the types that the attributes and the definition say.
    fn check_types(&self) -> Result<(), String> {
        for (arg, &(start, end)) in self.def.inputs.iter().zip(&self.input_ranges) {
            let types = self.types_of(arg)?;
            if types.len() != end - start {
                return Err(format!(
                    "{}: input '{}' has {} tensors, but its attributes say {}",
                    self.def.name,
                    arg.name,
                    end - start,
                    types.len()
                ));
            }
            for (&expected, &got) in types.iter().zip(&self.inputs[start..end]) {
                if expected != 0 && expected != number_of(got) {
                    let expected = to_dtype(expected).map_or("another type", type_name);
                    return Err(format!(
                        "{}: input '{}' must have type {expected}, but has {}",
                        self.def.name,
                        arg.name,
                        type_name(got)
                    ));
                }
            }
        }
        Ok(())
    }
}

fn type_name(dtype: DType) -> &'static str {
    dtype.label()
}

/// The inputs of each argument; infers attributes that were not given.
fn ranges(
    def: &OpDef,
    attrs: &mut Vec<(Box<str>, Value)>,
    inputs: &[DType],
) -> Result<Vec<(usize, usize)>, String> {
    let wrong = || format!("{}: {} inputs were given", def.name, inputs.len());
    let known = |attrs: &[(Box<str>, Value)], name: &str| -> Option<usize> {
        match attrs.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)? {
            Value::Int(count) => usize::try_from(*count).ok(),
            Value::List(values) => Some(values.len()),
            _ => None,
        }
    };
    let counts: Vec<Option<usize>> = def
        .inputs
        .iter()
        .map(|arg| match (&arg.number_attr, &arg.ty) {
            (Some(name), _) | (None, ArgType::ListAttr(name)) => known(attrs, name),
            _ => Some(1),
        })
        .collect();
    let fixed: usize = counts.iter().flatten().sum();
    // The rest goes to the arguments whose length is not known: evenly, when several share an attribute.
    let open = counts.iter().filter(|count| count.is_none()).count();
    let left = inputs.len().checked_sub(fixed).ok_or_else(wrong)?;
    let share = left.checked_div(open).unwrap_or(0);
    if share * open != left {
        return Err(wrong());
    }
    let mut ranges = Vec::with_capacity(counts.len());
    let mut next = 0;
    for (arg, count) in def.inputs.iter().zip(counts) {
        let range = (next, next + count.unwrap_or(share));
        next = range.1;
        ranges.push(range);
        let types = inputs.get(range.0..range.1).ok_or_else(wrong)?;
        let mut learn = |name: &str, value: Value| {
            if !attrs.iter().any(|(known, _)| **known == *name) {
                attrs.push((name.into(), value));
            }
        };
        if let Some(name) = &arg.number_attr {
            learn(name, Value::Int(types.len() as i64));
        }
        match &arg.ty {
            ArgType::Attr(name) => {
                if let Some(&dtype) = types.first() {
                    learn(name, Value::Type(number_of(dtype)));
                }
            }
            ArgType::ListAttr(name) => {
                learn(name, Value::List(types.iter().map(|&dtype| Value::Type(number_of(dtype))).collect()));
            }
            ArgType::Any | ArgType::Fixed(_) => {}
        }
    }
    Ok(ranges)
}

fn check_allowed(def: &OpDef, attr: &AttrDef, value: &Value) -> Result<(), String> {
    match to_def_value(value) {
        Some(value) if !attr.allows(&value) => {
            Err(format!("{}: the value of '{}' is not allowed: {value:?}", def.name, attr.name))
        }
        _ => Ok(()),
    }
}

fn to_def_value(value: &Value) -> Option<DefValue> {
    Some(match value {
        Value::String(bytes) => DefValue::String(String::from_utf8_lossy(bytes).into_owned().into()),
        Value::Int(int) => DefValue::Int(*int),
        Value::Type(number) => DefValue::Type(tfrt_ops::DataType::from_number(*number as u32)?),
        Value::List(values) => DefValue::List(values.iter().map(to_def_value).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn default_value(value: &DefValue) -> Option<Value> {
    Some(match value {
        DefValue::String(text) => Value::String(text.as_bytes().into()),
        DefValue::Int(int) => Value::Int(*int),
        DefValue::Float(float) => Value::Float(*float),
        DefValue::Bool(bool) => Value::Bool(*bool),
        DefValue::Type(data_type) => Value::Type(data_type.number() as i32),
        DefValue::Shape(dims) => Value::Shape(match dims {
            None => PartialShape::Unranked,
            Some(dims) => PartialShape::Ranked(dims.iter().copied().collect()),
        }),
        DefValue::Tensor { ty, dims, bytes } => {
            let dtype = to_dtype(ty.number() as i32);
            let shape = Shape::new(dims).ok();
            let tensor = dtype.zip(shape).and_then(|(dtype, shape)| {
                DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), bytes).ok()
            });
            // Definitions hold only tensors that fit their types and shapes; without memory for one there is no value.
            return tensor.map(Value::Tensor);
        }
        DefValue::Strings { dims, values } => {
            let strings = values.iter().map(|value| value.as_slice().into()).collect();
            Value::Strings(StringHostTensor::new(Shape::new(dims).ok()?, strings).ok()?)
        }
        DefValue::Func { name, attrs } => {
            let attrs = attrs.iter().map(|(name, value)| Some((name.clone(), default_value(value)?)));
            Value::Func(Function { name: name.as_bytes().into(), attrs: attrs.collect::<Option<_>>()? })
        }
        DefValue::List(values) => Value::List(values.iter().map(default_value).collect::<Option<_>>()?),
    })
}

/// The value that a call gives to an attribute, as the definition wants it.
fn read(attr: &AttrDef, given: &OpAttrs) -> Result<Value, String> {
    let name = &*attr.name;
    let value = match attr.is_list {
        true => read_list(attr.kind, given, name),
        false => read_one(attr.kind, given, name),
    };
    value.ok_or_else(|| {
        let list = if attr.is_list { "a list of " } else { "" };
        format!("the attribute '{name}' must be {list}{}", attr.kind.name())
    })
}

fn read_one(kind: AttrKind, given: &OpAttrs, name: &str) -> Option<Value> {
    Some(match kind {
        AttrKind::Any => {
            let (kind, is_array) = given.kind(name)?;
            read_any(given, name, kind, is_array)?
        }
        AttrKind::String => Value::String(given.get_string(name)?.into()),
        AttrKind::Int => Value::Int(given.get_int(name)?),
        AttrKind::Float => {
            Value::Float(given.get_float(name).or_else(|| given.get_int(name).map(|int| int as f64))? as f32)
        }
        AttrKind::Bool => Value::Bool(given.get_bool(name)?),
        AttrKind::Type => Value::Type(number_of(given.get_dtype(name)?)),
        AttrKind::Shape => Value::Shape(match given.get_shape(name) {
            Some(shape) => shape,
            None => PartialShape::Ranked(given.get_ints(name)?),
        }),
        AttrKind::Tensor => match given.get_strings(name) {
            Some(strings) => Value::Strings(strings.clone()),
            None => Value::Tensor(given.get_dense(name)?.clone()),
        },
        AttrKind::Func => {
            Value::Func(Function::named(given.get_func(name).or_else(|| given.get_string(name))?))
        }
    })
}

fn read_list(kind: AttrKind, given: &OpAttrs, name: &str) -> Option<Value> {
    if let Some(values) = given.get_aggregate(name) {
        let entries = values.iter().map(|value| of_runtime(value, kind)).collect::<Option<_>>()?;
        return Some(Value::List(entries));
    }
    let (_, is_array) = given.kind(name)?;
    // An empty list has no kind of its own.
    let empty = is_array && given.get_ints(name).is_some_and(|ints| ints.is_empty());
    if empty {
        return Some(Value::List(Vec::new()));
    }
    Some(Value::List(match kind {
        AttrKind::Int => given.get_ints(name)?.iter().map(|&int| Value::Int(int)).collect(),
        AttrKind::Float => match given.get_array::<f32>(name) {
            Some(floats) => floats.iter().map(|&float| Value::Float(float)).collect(),
            None => given.get_array::<f64>(name)?.iter().map(|&float| Value::Float(float as f32)).collect(),
        },
        AttrKind::Bool => given.get_array::<I1>(name)?.iter().map(|&bool| Value::Bool(bool.0 != 0)).collect(),
        AttrKind::Type => {
            given.get_dtypes(name)?.iter().map(|&dtype| Value::Type(number_of(dtype))).collect()
        }
        _ => return None,
    }))
}

/// A value that no definition describes.
fn read_any(given: &OpAttrs, name: &str, kind: OpAttrType, is_array: bool) -> Option<Value> {
    let kind = match kind {
        OpAttrType::Char => return read_one(AttrKind::String, given, name),
        OpAttrType::Func => AttrKind::Func,
        OpAttrType::Bool => AttrKind::Bool,
        OpAttrType::DType => AttrKind::Type,
        OpAttrType::Dense => AttrKind::Tensor,
        OpAttrType::Shape => AttrKind::Shape,
        OpAttrType::F16 | OpAttrType::BF16 | OpAttrType::F32 | OpAttrType::F64 => AttrKind::Float,
        OpAttrType::Aggregate => return read_list(AttrKind::Any, given, name),
        _ => AttrKind::Int,
    };
    if is_array { read_list(kind, given, name) } else { read_one(kind, given, name) }
}

fn of_runtime(value: &AttrValue, kind: AttrKind) -> Option<Value> {
    let any = kind == AttrKind::Any;
    Some(match value {
        AttrValue::String(bytes) if any || kind == AttrKind::String => Value::String(bytes.clone()),
        AttrValue::String(bytes) | AttrValue::Func(bytes) if any || kind == AttrKind::Func => {
            Value::Func(Function::named(bytes))
        }
        AttrValue::Type(dtype) if any || kind == AttrKind::Type => Value::Type(number_of(*dtype)),
        AttrValue::Shape(shape) if any || kind == AttrKind::Shape => Value::Shape(shape.clone()),
        AttrValue::Dense(tensor) if any || kind == AttrKind::Tensor => Value::Tensor(tensor.clone()),
        AttrValue::Strings(tensor) if any || kind == AttrKind::Tensor => Value::Strings(tensor.clone()),
        AttrValue::Array(dtype, bytes) if kind == AttrKind::Shape => {
            Value::Shape(PartialShape::Ranked(match dtype {
                DType::I64 => bytes
                    .chunks_exact(8)
                    .map(|b| i64::from_ne_bytes(b.try_into().unwrap_or_default()))
                    .collect(),
                DType::I32 => bytes
                    .chunks_exact(4)
                    .map(|b| i64::from(i32::from_ne_bytes(b.try_into().unwrap_or_default())))
                    .collect(),
                _ => return None,
            }))
        }
        AttrValue::Scalar(DType::I64, bytes) if any || kind == AttrKind::Int => {
            Value::Int(i64::from_ne_bytes(bytes[..8].try_into().ok()?))
        }
        AttrValue::Scalar(DType::I32, bytes) if any || kind == AttrKind::Int => {
            Value::Int(i64::from(i32::from_ne_bytes(bytes[..4].try_into().ok()?)))
        }
        AttrValue::Scalar(DType::F32, bytes) if any || kind == AttrKind::Float => {
            Value::Float(f32::from_ne_bytes(bytes[..4].try_into().ok()?))
        }
        AttrValue::Scalar(DType::F64, bytes) if any || kind == AttrKind::Float => {
            Value::Float(f64::from_ne_bytes(bytes[..8].try_into().ok()?) as f32)
        }
        AttrValue::Scalar(DType::I1, bytes) if any || kind == AttrKind::Bool => Value::Bool(bytes[0] != 0),
        AttrValue::Aggregate(values) if any => {
            Value::List(values.iter().map(|value| of_runtime(value, kind)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
