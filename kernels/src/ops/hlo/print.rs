//! `hlo.print`: shows a tensor on standard output as StableHLO's reference interpreter does.
//!
//! Numbers are written as MLIR writes them: six digits if they read back as the number, else as many as its format has, and the bits
//! of what is no finite number.

use half::{bf16, f16};
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::{DType, I1};

use crate::ops::by_dtype::for_dtype;
use crate::ops::hlo::missing;
use crate::ops::memory::try_room;

/// Rows of a tensor without elements that are printed.
const MOST_EMPTY_ROWS: i64 = 1 << 16;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.print", OpEntry::new().dispatch(print));
}

/// Prints a tensor behind the name and the element type that the attributes say.
fn print(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let text = |name| -> Result<String, OpError> {
        let text = attrs.get_string(name).ok_or_else(|| missing(name))?;
        Ok(String::from_utf8_lossy(text).into_owned())
    };
    let (name, element) = (text("name")?, text("element")?);
    let dims = frame.tensor(0)?.shape().dims();
    // Rows of nothing have brackets, however many there are.
    let rows_of_nothing =
        dims.iter().take_while(|&&dim| dim > 0).fold(1i64, |rows, &dim| rows.saturating_mul(dim));
    if dims.contains(&0) && rows_of_nothing > MOST_EMPTY_ROWS {
        return Err(format!("{rows_of_nothing} rows without elements are too many to print").into());
    }
    // The elements as text, which is then joined.
    try_room::<[String; 2]>(frame.tensor(0)?.shape().num_elements())?;
    let elements = elements(frame)?;
    let mut out = format!("{name} = tensor<");
    for dim in &dims[..] {
        out.push_str(&format!("{dim}x"));
    }
    out.push_str(&element);
    out.push_str("> {");
    if dims.is_empty() {
        out.extend(elements);
    } else {
        out.push('\n');
        rows(&mut out, &dims, &mut elements.into_iter(), 1);
        out.push('\n');
    }
    out.push('}');
    print_line(out);
    Ok(())
}

/// Elements in brackets, the innermost on a line of their own.
fn rows(out: &mut String, dims: &[i64], elements: &mut std::vec::IntoIter<String>, depth: usize) {
    let indent = "  ".repeat(depth);
    let (count, inner) = (dims[0], &dims[1..]);
    out.push_str(&indent);
    out.push('[');
    for at in 0..count {
        if inner.is_empty() {
            out.push_str(if at > 0 { ", " } else { "" });
            out.extend(elements.next());
        } else {
            out.push_str(if at > 0 { ",\n" } else { "\n" });
            rows(out, inner, elements, depth + 1);
        }
    }
    if !inner.is_empty() && count > 0 {
        out.push('\n');
        out.push_str(&indent);
    }
    out.push(']');
}

/// The elements as text.
fn elements(frame: &DispatchFrame<'_>) -> Result<Vec<String>, OpError> {
    let dtype = frame.tensor(0)?.dtype();
    Ok(match dtype {
        DType::I1 => frame.values::<I1>(0)?.iter().map(|value| value.get().to_string()).collect(),
        DType::F64 => frame.values::<f64>(0)?.iter().map(|&value| double(value)).collect(),
        DType::F32 => frame.values::<f32>(0)?.iter().map(|&value| single(value)).collect(),
        DType::F16 => {
            let read = |value| u64::from(f16::from_f64(value).to_bits());
            frame.values::<f16>(0)?.iter().map(|&v| float(v.into(), v.to_bits().into(), 5, read)).collect()
        }
        DType::BF16 => {
            let read = |value| u64::from(bf16::from_f64(value).to_bits());
            frame.values::<bf16>(0)?.iter().map(|&v| float(v.into(), v.to_bits().into(), 4, read)).collect()
        }
        DType::Complex64 | DType::Complex128 => for_dtype!(dtype, [complex], {
            let is_single = dtype == DType::Complex64;
            let part = |value: f64| if is_single { single(value as f32) } else { double(value) };
            let text = |v: &T| format!("[{}, {}]", part(f64::from(v.re)), part(f64::from(v.im)));
            frame.values::<T>(0)?.iter().map(text).collect()
        }, else Vec::new()),
        _ => for_dtype!(dtype, [ints], {
            frame.values::<T>(0)?.iter().map(T::to_string).collect()
        }, else return Err(format!("values of dtype {} cannot be printed", dtype.label()).into())),
    })
}

fn single(value: f32) -> String {
    float(value.into(), value.to_bits().into(), 9, |value| (value as f32).to_bits().into())
}

fn double(value: f64) -> String {
    float(value, value.to_bits(), 17, f64::to_bits)
}

/// A float whose bits these are; `digits` tell apart any two of its format, and `read` gives the bits of the nearest one.
fn float(value: f64, bits: u64, digits: usize, read: impl Fn(f64) -> u64) -> String {
    let hex = || format!("0x{bits:X}");
    if !value.is_finite() {
        return hex();
    }
    let is_read = |text: &str| text.parse().is_ok_and(|value| read(value) == bits);
    let short = exponential(value);
    if is_read(&short) {
        return short;
    }
    let full = full(value, digits);
    if full.contains('.') && is_read(&full) { full } else { hex() }
}

/// `1.500000e+00`: six digits, and a zero.
fn exponential(value: f64) -> String {
    let text = format!("{value:.5e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{mantissa}0e{sign}{exponent:0>2}")
}

/// So many digits without trailing zeros; with an exponent where more than three zeros would stand beside them.
fn full(value: f64, digits: usize) -> String {
    let text = format!("{:.*e}", digits - 1, value.abs());
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let top: i32 = exponent.parse().unwrap_or_default();
    let mantissa: String = mantissa.chars().filter(|&digit| digit != '.').collect();
    let mantissa = mantissa.trim_end_matches('0');
    let count = mantissa.len() as i32;
    // The power of ten of the last digit.
    let last = top - count + 1;
    let mut out = String::from(if value.is_sign_negative() { "-" } else { "" });
    let is_scientific = if last >= 0 { last > 3 || top + 1 > digits as i32 } else { top < -3 };
    if is_scientific {
        let rest = if count == 1 { "0" } else { &mantissa[1..] };
        let sign = if top < 0 { '-' } else { '+' };
        out.push_str(&format!("{}.{rest}E{sign}{}", &mantissa[..1], top.abs()));
    } else if last >= 0 {
        out.push_str(mantissa);
        out.push_str(&"0".repeat(last as usize));
    } else if top >= 0 {
        let (whole, fraction) = mantissa.split_at(top as usize + 1);
        out.push_str(&format!("{whole}.{fraction}"));
    } else {
        out.push_str(&format!("0.{}{mantissa}", "0".repeat((-top - 1) as usize)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{double, single};

    #[test]
    fn numbers_are_written_as_mlir_writes_them() {
        let f32 = [
            "2.500000e+00",
            "-0.000000e+00",
            "1.000000e-30",
            "123456.703",
            "0x7F800000",
            "3.40282347E+38",
            "0.00138888892",
        ];
        let values = [2.5, -0.0, 1e-30, 123_456.7, f32::INFINITY, f32::MAX, 1.0 / 720.0];
        for (text, value) in f32.into_iter().zip(values) {
            assert_eq!(single(value), text);
        }
        assert_eq!(double(1.1), "1.100000e+00");
        assert_eq!(double(std::f64::consts::PI), "3.1415926535897931");
    }
}
