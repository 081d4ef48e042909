//! Ways in which a call is made a wrong one.

use tfrt_executor::core_runtime::{AttrValue, OpAttrs, TensorHandle};
use tfrt_executor::tensor::{
    CooHostTensor, DType, DenseHostTensor, PartialShape, ScalarHostTensor, Shape, Tensor,
};

use crate::op_calls::dims;

/// A call as text.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) op: String,
    pub(super) attrs: Vec<String>,
    pub(super) args: Vec<String>,
}

/// The change of a call.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Argument(usize, String),
    Kind(usize, usize),
    Fewer,
    More,
    NoAttribute(usize),
    Attribute(usize, usize),
    /// An attribute, as text, that has another element.
    Element(usize, String),
}

/// Tensors that are no dense ones, or of which there can be no more than one.
pub(super) fn other_kinds(list: &TensorHandle, variable: &TensorHandle) -> Vec<TensorHandle> {
    let shape = |dims: &[i64]| Shape::new(dims).expect("small");
    let indices = DenseHostTensor::from_values(shape(&[1, 2]), &[7_i64, -1]).expect("small");
    let values = DenseHostTensor::from_values(shape(&[1]), &[1.0_f32]).expect("small");
    // Its one element is outside.
    let sparse = CooHostTensor::new(shape(&[2, 2]), indices, values).expect("parts that fit");
    let absurd = ScalarHostTensor::new(shape(&[1 << 20, 1 << 20]), 1.0_f32);
    vec![
        list.clone(),
        variable.clone(),
        TensorHandle::new(Tensor::from(sparse)),
        TensorHandle::new(Tensor::from(absurd)),
        TensorHandle::new(Tensor::from(ScalarHostTensor::new(shape(&[2]), 3_i32))),
    ]
}

/// Attribute values of every type, some absurd.
pub(super) const VALUES: &[fn(&mut OpAttrs, &str) -> bool] = &[
    |attrs, name| attrs.set(name, i64::MAX),
    |attrs, name| attrs.set(name, i64::MIN),
    |attrs, name| attrs.set(name, -1_i64),
    |attrs, name| attrs.set(name, 0_i64),
    |attrs, name| attrs.set(name, 7_i32),
    |attrs, name| attrs.set(name, f32::NAN),
    |attrs, name| attrs.set_bool(name, true),
    |attrs, name| attrs.set_string(name, "nonsense"),
    |attrs, name| attrs.set_string(name, ""),
    |attrs, name| attrs.set_dtype(name, DType::QI32),
    |attrs, name| attrs.set_array::<i64>(name, &[]),
    |attrs, name| attrs.set_array(name, &[i64::MAX, i64::MAX]),
    |attrs, name| attrs.set_array(name, &[0_i64; 4]),
    |attrs, name| attrs.set_array(name, &[-1_i64; 4]),
    |attrs, name| attrs.set_array(name, &[1_i64 << 40; 4]),
    |attrs, name| attrs.set_array(name, &[1_i64, i64::MAX, i64::MAX, 1]),
    |attrs, name| attrs.set_array(name, &[1.5_f32]),
    |attrs, name| attrs.set_aggregate(name, [AttrValue::String(b"x".as_slice().into())].into()),
    |attrs, name| attrs.set_shape(name, &PartialShape::Unranked),
    |attrs, name| attrs.set(name, (1_i64 << 40) + 1),
];

/// Numbers that whole numbers are replaced by: no index, no divisor, no size.
const NUMBERS: &[i64] = &[0, -1, 1, 3, 100, i32::MAX as i64, i32::MIN as i64, 1 << 40, i64::MAX, i64::MIN];

/// Texts of an attribute that is a list of whole numbers, each with one other element.
pub(super) fn other_elements(text: &str) -> Vec<String> {
    /// As many positions as a dilated window reaches, if sizes are not looked at.
    const FAR: i64 = (1 << 43) + 1;
    let Some((name, list)) = text.split_once("=[") else { return Vec::new() };
    let list = dims(list.trim_end_matches(']'));
    let others = (0..list.len()).flat_map(|at| NUMBERS.iter().chain(&[FAR]).map(move |&number| (at, number)));
    let with = |(at, number)| {
        let mut list = list.clone();
        list[at] = number;
        let list: Vec<String> = list.iter().map(i64::to_string).collect();
        format!("{name}=[{}]", list.join(","))
    };
    others.map(with).collect()
}

/// Other texts for an argument.
pub(super) fn other_arguments(text: &str) -> Vec<String> {
    let Some((head, values)) =
        text.split_once('=').map(|(head, values)| (head, Some(values))).or(Some((text, None)))
    else {
        return Vec::new();
    };
    let Some((dtype, shape)) = head.split_once(':') else { return Vec::new() };
    let sizes = dims(shape);
    let with = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    // Without elements, but as large as dimensions can be.
    const HUGE: i64 = 1 << 40;
    let mut shapes =
        vec![vec![HUGE, 0], vec![0, HUGE], vec![0, i64::MAX], vec![i64::MAX, 0, 1], vec![HUGE, 0, 0]];
    // No matrices of a size that one cannot have.
    const WIDE: i64 = 1 << 28;
    shapes.extend([[0, 0, HUGE], [0, HUGE, 1], [1, HUGE, 0], [0, WIDE, WIDE]].map(Vec::from));
    shapes.extend(
        [[HUGE, 0, 0, 0], [HUGE, 0, 1, 1], [0, HUGE, 1, 1], [1, 0, HUGE, 1], [1, 1, HUGE, 0]].map(Vec::from),
    );
    shapes.extend([
        Vec::new(),
        vec![0],
        vec![1],
        vec![7],
        [1, 1].to_vec(),
        vec![0, 3],
        vec![1; 5],
        vec![2; 9],
    ]);
    shapes.push(sizes.iter().enumerate().map(|(i, _)| if i == 0 { 0 } else { HUGE }).collect());
    shapes.push(sizes.iter().enumerate().map(|(i, _)| if i == 0 { HUGE } else { 0 }).collect());
    shapes.push([&sizes[..], &[1]].concat());
    shapes.push([&[1], &sizes[..]].concat());
    shapes.push(sizes.iter().map(|size| size + 1).collect());
    shapes.push(sizes.iter().map(|_| 0).collect());
    if let Some((_, fewer)) = sizes.split_last() {
        shapes.push(fewer.to_vec());
    }
    // Some are no shapes at all, some have too many elements to be made.
    shapes.retain(|sizes| Shape::new(sizes).is_ok_and(|shape| shape.num_elements() < 1 << 20));
    let mut texts: Vec<String> = shapes.iter().map(|sizes| format!("{dtype}:{}", with(sizes))).collect();
    for dtype in ["i1", "ui8", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "complex<f32>", "str"] {
        texts.push(format!("{dtype}:{shape}"));
        if let Some(values) = values {
            texts.push(format!("{dtype}:{shape}={values}"));
        }
    }
    let dtype = if dtype == "T" { "i32" } else { dtype };
    if matches!(dtype, "i32" | "i64") {
        let count = sizes.iter().product::<i64>() as usize;
        for &number in NUMBERS {
            texts.push(format!("{dtype}:{shape}={}", with(&vec![number; count])));
            if let Some(values) = values {
                for at in 0..count {
                    let mut changed = dims(values);
                    changed[at] = number;
                    texts.push(format!("{dtype}:{shape}={}", with(&changed)));
                }
            }
        }
    }
    texts
}

/// An argument of the same rank, one dimension of which is none.
pub(super) fn without_elements(text: &str) -> Vec<String> {
    let head = text.split('=').next().unwrap_or(text);
    let Some((dtype, shape)) = head.split_once(':') else { return Vec::new() };
    let sizes = dims(shape);
    let without = |at: usize| {
        let sizes: Vec<String> =
            sizes.iter().enumerate().map(|(i, size)| if i == at { 0 } else { *size }.to_string()).collect();
        format!("{dtype}:{}", sizes.join(","))
    };
    (0..sizes.len()).map(without).collect()
}

/// An argument of whole numbers, one of which is the largest that a size of 32 bits can be.
pub(super) fn absurd_sizes(text: &str) -> Vec<String> {
    let Some((head, values)) = text.split_once('=') else { return Vec::new() };
    let values = dims(values);
    let with = |at: usize| {
        let values: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(i, value)| if i == at { i64::from(i32::MAX) } else { *value }.to_string())
            .collect();
        format!("{head}={}", values.join(","))
    };
    (0..values.len()).map(with).collect()
}
