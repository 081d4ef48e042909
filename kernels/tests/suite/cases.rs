//! Calls of ops as text: the form in which `reference/make_*.py` write what TensorFlow and NumPy computed.
//!
//! A case is a line `op NAME`, then `attr NAME KIND VALUE…`, `in DTYPE SHAPE : ELEMENTS` and `out …` lines; a shape is its dimensions
//! separated by commas, a dash for a scalar; strings are in hexadecimal.

use half::{bf16, f16};
use tfrt_executor::core_runtime::{AttrValue, OpAttrs};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, PartialShape, Shape, StringHostTensor, Tensor, TensorMetadata,
};

/// A call, and what is expected of it.
#[derive(Default)]
pub(crate) struct Case {
    /// Where it begins.
    pub line: usize,
    pub op: String,
    pub attrs: OpAttrs,
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
    /// Results to ask for where no outputs are given.
    pub results: usize,
}

/// The cases of a text.
pub(crate) fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').expect("a word and more");
        if word == "op" {
            cases.push(Case { line: number + 1, op: rest.to_owned(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().expect("an op first");
        match word {
            "attr" => attribute(&mut case.attrs, rest),
            "in" => case.inputs.push(tensor(rest)),
            "out" => case.outputs.push(tensor(rest)),
            "results" => case.results = rest.parse().expect("a number"),
            other => panic!("line {}: unknown word {other}", number + 1),
        }
    }
    cases
}

fn attribute(attrs: &mut OpAttrs, text: &str) {
    let mut words = text.split(' ');
    let (name, kind) = (words.next().expect("a name"), words.next().expect("a kind"));
    let rest: Vec<&str> = words.collect();
    let first = rest.first().copied().unwrap_or_default();
    match kind {
        "bool" => attrs.set_bool(name, first == "1"),
        "int" => attrs.set(name, first.parse::<i64>().expect("an integer")),
        "float" => attrs.set(name, first.parse::<f32>().expect("a float")),
        "str" => attrs.set_string(name, rest.join(" ")),
        "hex" => attrs.set_string(name, bytes(first)),
        "strs" => {
            attrs.set_aggregate(name, rest.iter().map(|text| AttrValue::String(bytes(text).into())).collect())
        }
        "type" => attrs.set_dtype(name, DType::from_name(first).expect("a dtype")),
        "types" => {
            let dtypes: Vec<DType> =
                rest.iter().map(|text| DType::from_name(text).expect("a dtype")).collect();
            attrs.set_dtypes(name, &dtypes)
        }
        "shapes" => {
            let shape = |text: &&str| -> AttrValue {
                let dims = text.trim_matches('-').split(',').filter(|dim| !dim.is_empty());
                AttrValue::Shape(PartialShape::Ranked(
                    dims.map(|dim| dim.parse().expect("a dimension")).collect(),
                ))
            };
            attrs.set_aggregate(name, rest.iter().map(shape).collect())
        }
        "ints" => {
            attrs.set_array(name, &rest.iter().map(|x| x.parse().expect("an integer")).collect::<Vec<i64>>())
        }
        "floats" => {
            attrs.set_array(name, &rest.iter().map(|x| x.parse().expect("a number")).collect::<Vec<f32>>())
        }
        other => panic!("unknown kind of attribute {other}"),
    };
}

/// Bytes that are written in hexadecimal; a dash for none.
fn bytes(text: &str) -> Box<[u8]> {
    let digits = text.trim_matches('-').as_bytes().chunks(2);
    let digits = digits.map(|pair| std::str::from_utf8(pair).expect("it is ASCII"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("two digits")).collect()
}

fn tensor(text: &str) -> Tensor {
    let (head, values) = text.split_once(" :").expect("values");
    if let Some(shape) = head.strip_prefix("str ") {
        let dims: Vec<i64> = match shape {
            "-" => Vec::new(),
            shape => shape.split(',').map(|dim| dim.parse().expect("a dimension")).collect(),
        };
        let strings = values.split_whitespace().map(bytes).collect();
        let shape = Shape::new(&dims).expect("a shape");
        return StringHostTensor::new(shape, strings).expect("as many strings as the shape says").into();
    }
    let (dtype, shape) = head.split_once(' ').expect("a dtype and a shape");
    let dtype = DType::from_name(dtype).expect("a dtype");
    let dims: Vec<i64> = match shape {
        "-" => Vec::new(),
        shape => shape.split(',').map(|dim| dim.parse().expect("a dimension")).collect(),
    };
    let mut bytes = Vec::new();
    for word in values.split_whitespace() {
        let float = || word.parse::<f64>().expect("a number");
        let integer = || word.parse::<i128>().expect("an integer");
        match dtype {
            DType::F32 | DType::Complex64 => bytes.extend((float() as f32).to_ne_bytes()),
            DType::F64 | DType::Complex128 => bytes.extend(float().to_ne_bytes()),
            DType::F16 => bytes.extend(f16::from_f64(float()).to_ne_bytes()),
            DType::BF16 => bytes.extend(bf16::from_f64(float()).to_ne_bytes()),
            _ => bytes.extend(&integer().to_le_bytes()[..dtype.size().expect("a number")]),
        }
    }
    let metadata = TensorMetadata::new(dtype, Shape::new(&dims).expect("a shape"));
    DenseHostTensor::from_bytes(metadata, &bytes).expect("as many values as the shape says").into()
}
