//! The printed form of results.

use tfrt_driver::text_form::ResultText;
use tfrt_driver::values::{items_of, tensor_of};
use tfrt_executor::tensor::Exponent;
use tfrt_executor::value::{Error, Value};

/// A result in the line of its function: scalars as numbers, errors with their message, anything else by its type.
pub(super) fn in_line(value: &Value, type_name: &str, with_code: bool) -> String {
    match value.error() {
        Some(error) => error_text(error, with_code),
        None => scalar_text(value).unwrap_or_else(|| format!("{type_name} value")),
    }
}

/// A result that the command line asks for: tensors in the form of inputs, scalars as numbers, both with all their digits. With `is_cut`,
/// the middle of large tensors is left out.
pub(super) fn in_full(
    value: &Value,
    name: Option<&str>,
    type_name: &str,
    with_code: bool,
    is_cut: bool,
) -> Vec<u8> {
    let mut line = Vec::new();
    if value.error().is_none()
        && let Some(items) = items_of(value)
    {
        let name = name.unwrap_or("result");
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                line.push(b'\n');
            }
            let name = format!("{name}[{at}]");
            line.extend(in_full(&Value::new(item), Some(&name), type_name, with_code, is_cut));
        }
        if line.is_empty() {
            line = format!("{name}: no tensors").into_bytes();
        }
        return line;
    }
    match (ResultText::of(value), tensor_of(value)) {
        // Writing to a vector does not fail.
        (Some(text), _) => drop(text.write_literal(&mut line, name, is_cut)),
        // A tensor of a device says where it is.
        (None, Some(tensor)) if value.error().is_none() => line = tensor.to_string().into_bytes(),
        (None, _) => line = in_line(value, type_name, with_code).into_bytes(),
    }
    line
}

/// An error result.
pub(super) fn error_text(error: &Error, with_code: bool) -> String {
    if with_code {
        format!("<<error: {}, code: {}>>", error.message(), error.code())
    } else {
        format!("<<error: {}>>", error.message())
    }
}

fn scalar_text(value: &Value) -> Option<String> {
    let integer = || value.get_scalar::<i32>().map(i64::from).or_else(|| value.get_scalar::<i64>());
    let float = || value.get_scalar::<f32>().map(f64::from).or_else(|| value.get_scalar::<f64>());
    let boolean = || value.get_scalar::<bool>().map(i64::from);
    match boolean().or_else(integer) {
        Some(number) => Some(number.to_string()),
        None => float().map(|number| Exponent(number).to_string()),
    }
}
