//! The printed form of results.

use tfrt_driver::values::tensor_of;
use tfrt_executor::tensor::Exponent;
use tfrt_executor::value::{Error, Value};

/// A result in the line of its function: scalars as numbers, errors with their message, anything else by its type.
pub(super) fn in_line(value: &Value, type_name: &str, with_code: bool) -> String {
    match value.error() {
        Some(error) => error_text(error, with_code),
        None => scalar_text(value).unwrap_or_else(|| format!("{type_name} value")),
    }
}

/// A result that the command line asks for: tensors with their contents, which need not be UTF-8.
pub(super) fn in_full(value: &Value, type_name: &str, with_code: bool) -> Vec<u8> {
    match tensor_of(value) {
        Some(tensor) if value.error().is_none() => tensor.print(),
        _ => in_line(value, type_name, with_code).into_bytes(),
    }
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
