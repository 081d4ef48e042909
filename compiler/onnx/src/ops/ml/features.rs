//! Features: scaling, missing values, encodings of categories, columns.

use tfrt_ops::DType;

use super::{floats, gather, ints, labels, numbers, rows};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, strings};
use crate::constant::{Constant, Elements};
use crate::node::Node;
use crate::ops::Table;

pub(super) const OPS: Table = &[
    ("ArrayFeatureExtractor", extract),
    ("Binarizer", |b, n| {
        let x = n.input(0)?;
        let dtype = x.dtype()?;
        let limit = b.number(dtype, f64::from(n.float("threshold", 0.0)))?;
        let above = b.op("tf.Greater", &[x, &limit], NONE)?;
        Ok(vec![b.cast(&above, dtype)?])
    }),
    ("CategoryMapper", map_categories),
    ("FeatureVectorizer", vectorize),
    ("Imputer", impute),
    ("LabelEncoder", encode_labels),
    ("Normalizer", normalize),
    ("OneHotEncoder", one_hot),
    ("Scaler", |b, n| {
        let x = b.cast(n.input(0)?, DType::F32)?;
        let list = |name: &str| {
            let values = floats(n, name);
            let dims = [values.len() as i64];
            Tensor::of_constant(numbers(DType::F32, &dims, &values))
        };
        let less = b.op("tf.Sub", &[&x, &list("offset")?], NONE)?;
        Ok(vec![b.op("tf.Mul", &[&less, &list("scale")?], NONE)?])
    }),
    // Its result is a list of maps from labels to the numbers of a row.
    ("ZipMap", |_, n| Ok(vec![n.input(0)?.clone()])),
];

/// Columns at these places.
fn extract(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let x = if x.rank()? == 1 { rows(b, x)? } else { x.clone() };
    let places = b.reshape(n.input(1)?, &[-1])?;
    let axis = b.int32(x.rank()? as i64 - 1)?;
    Ok(vec![b.op("tf.GatherV2", &[&x, &places, &axis], NONE)?])
}

/// Columns of all inputs side by side.
fn vectorize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let widths = ints(n, "inputdimensions");
    let mut parts = Vec::new();
    for (at, input) in n.all()?.into_iter().enumerate() {
        let part = b.cast(input, DType::F32)?;
        let part = rows(b, &part)?;
        if let Some(own) = part.dim(1)
            && widths.get(at) != Some(&own)
        {
            return Err(format!("input {at} has {own} columns, not those of inputdimensions {widths:?}"));
        }
        parts.push(part);
    }
    let parts: Vec<&Tensor> = parts.iter().collect();
    match &parts[..] {
        [] => Err("there are no inputs".into()),
        [only] => Ok(vec![(*only).clone()]),
        _ => Ok(vec![super::beside(b, &parts)?]),
    }
}

fn impute(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let dtype = x.dtype()?;
    let real = matches!(dtype, DType::F32 | DType::F64);
    let (missing, values) = if real {
        let values = floats(n, "imputed_value_floats");
        let replaced = n.float("replaced_value_float", 0.0);
        let missing = if replaced.is_nan() {
            b.op("tf.IsNan", &[x], NONE)?
        } else {
            let replaced = b.number(dtype, f64::from(replaced))?;
            b.op("tf.Equal", &[x, &replaced], NONE)?
        };
        (missing, numbers(dtype, &[values.len() as i64], &values))
    } else {
        let values = ints(n, "imputed_value_int64s");
        let replaced = n.attr("replaced_value_int64").map_or(0, |attr| attr.i());
        let replaced = Tensor::of_constant(Constant::of_ints(dtype, &[], &[replaced]))?;
        let missing = b.op("tf.Equal", &[x, &replaced], NONE)?;
        (missing, Constant::of_ints(dtype, &[values.len() as i64], &values))
    };
    if values.len() == 0 {
        return Err(format!("there are no values for missing elements of {dtype}"));
    }
    let values = Tensor::of_constant(values)?;
    Ok(vec![b.op("tf.SelectV2", &[&missing, &values, x], NONE)?])
}

fn normalize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = b.cast(n.input(0)?, DType::F32)?;
    let axis = b.int32s(&[x.rank()? as i64 - 1])?;
    let keep = [("keep_dims", Attribute::Bool(true))];
    let norm = match n.text("norm", "MAX")? {
        "MAX" => b.op("tf.Max", &[&x, &axis], keep)?,
        "L1" => {
            let size = b.op("tf.Abs", &[&x], NONE)?;
            b.op("tf.Sum", &[&size, &axis], keep)?
        }
        "L2" => {
            let square = b.op("tf.Square", &[&x], NONE)?;
            let sum = b.op("tf.Sum", &[&square, &axis], keep)?;
            b.op("tf.Sqrt", &[&sum], NONE)?
        }
        other => return Err(n.refuse("norm", &format!("'{other}'"))),
    };
    // Rows whose norm is zero stay as they are.
    let (zero, one) = (b.number(DType::F32, 0.0)?, b.number(DType::F32, 1.0)?);
    let is_zero = b.op("tf.Equal", &[&norm, &zero], NONE)?;
    let norm = b.op("tf.SelectV2", &[&is_zero, &one, &norm], NONE)?;
    Ok(vec![b.op("tf.RealDiv", &[&x, &norm], NONE)?])
}

/// Keys that differ from each other, sorted as `onnx_ml.FindKeys` has them, and their places in the list; of equal keys the first counts. Before version 4 not-a-number
/// is no key.
fn sorted(keys: &Constant, has_nan: bool) -> Result<(Constant, Vec<i64>)> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let constant = match &keys.elements {
        Elements::Strings(all) => {
            order.sort_by(|&a, &c| all[a].cmp(&all[c]));
            order.dedup_by(|a, c| all[*a] == all[*c]);
            strings(&[order.len() as i64], order.iter().map(|&at| all[at].clone()).collect())
        }
        Elements::Bytes(_) if matches!(keys.dtype, DType::F32 | DType::F64) => {
            let all = keys.floats().ok_or("the keys are no numbers")?;
            // Not-a-number of either sign is the last.
            let compare = |a: f64, c: f64| a.partial_cmp(&c).unwrap_or_else(|| a.is_nan().cmp(&c.is_nan()));
            order.sort_by(|&a, &c| compare(all[a], all[c]));
            order.dedup_by(|a, c| compare(all[*a], all[*c]).is_eq());
            order.retain(|&at| has_nan || !all[at].is_nan());
            let values: Vec<f64> = order.iter().map(|&at| all[at]).collect();
            numbers(keys.dtype, &[order.len() as i64], &values)
        }
        Elements::Bytes(_) => {
            let all = keys.ints().ok_or("the keys are no numbers")?;
            order.sort_by_key(|&at| all[at]);
            order.dedup_by_key(|at| all[*at]);
            let values: Vec<i64> = order.iter().map(|&at| all[at]).collect();
            Constant::of_ints(keys.dtype, &[order.len() as i64], &values)
        }
    };
    Ok((constant, order.into_iter().map(|at| at as i64).collect()))
}

/// The place of each element in a list of keys; that after the last for others.
fn find(b: &mut Builder<'_>, n: &Node<'_>, x: &Tensor, keys: &Constant, must_exist: bool) -> Result<Tensor> {
    let (sorted, mut order) = sorted(keys, n.opset >= 4)?;
    let is_in_order =
        order.iter().enumerate().all(|(at, &place)| at as i64 == place) && order.len() == keys.len();
    let keys_there = Tensor::of_constant(sorted)?;
    let attrs = [("must_exist", Attribute::Bool(must_exist))];
    let places = b.op("onnx_ml.FindKeys", &[x, &keys_there], attrs)?;
    if is_in_order {
        return Ok(places);
    }
    order.push(keys.len() as i64);
    let order = b.int64s(&order)?;
    gather(b, &order, &places)
}

/// A constant list with one more element.
fn with_last(list: &Constant, last: &Constant) -> Result<Constant> {
    if list.dtype != last.dtype || last.len() != 1 {
        return Err(format!("the default is no {}", list.dtype));
    }
    let elements = match (&list.elements, &last.elements) {
        (Elements::Strings(list), Elements::Strings(last)) => {
            Elements::Strings([&list[..], &last[..]].concat())
        }
        (Elements::Bytes(list), Elements::Bytes(last)) => {
            Elements::Bytes([&list[..], &last[..]].concat().into())
        }
        _ => return Err("the default is of another kind".into()),
    };
    Ok(Constant { dtype: list.dtype, dims: vec![list.len() as i64 + 1], elements })
}

fn text(n: &Node<'_>, name: &str, default: &str) -> Constant {
    let value = n.attr(name).map_or(default.as_bytes(), |attr| attr.s()).to_vec();
    strings(&[1], vec![value])
}

fn integer(n: &Node<'_>, name: &str, default: i64) -> Constant {
    Constant::of_ints(DType::I64, &[1], &[n.attr(name).map_or(default, |attr| attr.i())])
}

/// The list in one of the attributes `start_strings`, `start_int64s`, `start_floats` and `start_tensor`.
fn list(n: &Node<'_>, start: &str) -> Result<Constant> {
    if let Some(constant) = n.tensor(&format!("{start}_tensor"))? {
        let dims = [constant.len() as i64];
        return Ok(Constant { dims: dims.to_vec(), ..constant });
    }
    let (reals, whole) = (floats(n, &format!("{start}_floats")), ints(n, &format!("{start}_int64s")));
    if let Some(attr) = n.attr(&format!("{start}_strings")).filter(|attr| !attr.strings.is_empty()) {
        return Ok(strings(&[attr.strings.len() as i64], attr.strings.clone()));
    }
    match (reals.len(), whole.len()) {
        (0, 0) => Err(format!("there are no {start}")),
        (0, count) => Ok(Constant::of_ints(DType::I64, &[count as i64], &whole)),
        (count, _) => Ok(numbers(DType::F32, &[count as i64], &reals)),
    }
}

fn encode_labels(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    if n.opset < 2 {
        let names = n.attr("classes_strings").map_or(&[][..], |attr| &attr.strings);
        let names = strings(&[names.len() as i64], names.to_vec());
        let count: Vec<i64> = (0..names.len() as i64).collect();
        let numbers = Constant::of_ints(DType::I64, &[count.len() as i64], &count);
        return mapped(b, n, x, names, numbers);
    }
    let (keys, values) = (list(n, "keys")?, list(n, "values")?);
    if x.dtype()? != keys.dtype {
        return Err(format!("the input has {}, the keys are {}", x.dtype()?, keys.dtype));
    }
    if keys.len() != values.len() {
        return Err(format!("there are {} keys and {} values", keys.len(), values.len()));
    }
    let default = match (n.tensor("default_tensor")?, values.dtype) {
        (Some(constant), _) => constant,
        (None, DType::String) => text(n, "default_string", "_Unused"),
        (None, DType::F32 | DType::F64) => {
            numbers(values.dtype, &[1], &[f64::from(n.float("default_float", -0.0))])
        }
        (None, dtype) => {
            let value = n.attr("default_int64").map_or(-1, |attr| attr.i());
            Constant::of_ints(dtype, &[1], &[value])
        }
    };
    let values = Tensor::of_constant(with_last(&values, &default)?)?;
    let places = find(b, n, x, &keys, false)?;
    Ok(vec![gather(b, &values, &places)?])
}

/// Strings to integers, or integers to strings, by two lists.
fn mapped(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: &Tensor,
    names: Constant,
    numbers: Constant,
) -> Result<Vec<Tensor>> {
    if names.len() != numbers.len() {
        return Err(format!("there are {} strings and {} integers", names.len(), numbers.len()));
    }
    let (keys, values, default) = match x.dtype()? {
        DType::String => (names, numbers, integer(n, "default_int64", -1)),
        DType::I64 => (numbers, names, text(n, "default_string", "_Unused")),
        dtype => return Err(format!("the input has {dtype}, not strings or i64")),
    };
    let values = Tensor::of_constant(with_last(&values, &default)?)?;
    let places = find(b, n, x, &keys, false)?;
    Ok(vec![gather(b, &values, &places)?])
}

fn map_categories(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let names = n.attr("cats_strings").map_or(&[][..], |attr| &attr.strings);
    let names = strings(&[names.len() as i64], names.to_vec());
    let whole = ints(n, "cats_int64s");
    let numbers = Constant::of_ints(DType::I64, &[whole.len() as i64], &whole);
    mapped(b, n, n.input(0)?, names, numbers)
}

fn one_hot(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let categories = labels(n, "cats_int64s", "cats_strings")?.ok_or("there are no categories")?;
    let x = match categories.dtype()? {
        DType::String => n.input(0)?.clone(),
        dtype => b.cast(n.input(0)?, dtype)?,
    };
    if x.dtype()? != categories.dtype()? {
        return Err(format!("the input has {}, the categories are {}", x.dtype()?, categories.dtype()?));
    }
    let keys = categories.constant().ok_or("the categories are no constant")?;
    let places = find(b, n, &x, keys, n.int("zeros", 1) == 0)?;
    let depth = b.int32(keys.len() as i64)?;
    let (on, off) = (b.number(DType::F32, 1.0)?, b.number(DType::F32, 0.0)?);
    Ok(vec![b.op("tf.OneHot", &[&places, &depth, &on, &off], [("axis", Attribute::Int(-1))])?])
}
