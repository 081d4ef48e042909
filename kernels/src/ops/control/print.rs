//! Ops that print values, and assertions that print the values they check.

use std::fs::OpenOptions;
use std::io::{self, Write};

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::output::{Severity, log};
use tfrt_executor::tensor::{DType, I1, StringHostTensor, Tensor};

use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::try_room;
use tfrt_scalars::text::{Conversion, Notation};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Assert", OpEntry::new().dispatch(assert).strings());
    ops.add("tf.Print", OpEntry::new().dispatch(print).strings());
    ops.add("tf.PrintV2", OpEntry::new().dispatch(print_v2).strings());
    ops.add("tf.StringFormat", OpEntry::new().dispatch(format_string).strings());
}

/// Fails with the data unless the condition holds.
fn assert(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let condition = frame.dense(0)?.shape();
    if condition.rank() != 0 {
        return Err(format!("In[0] should be a scalar: {condition}").into());
    }
    if frame.values::<I1>(0)?.iter().all(|value| value.get()) {
        return Ok(());
    }
    let mut message = String::from("assertion failed:");
    for part in summaries(frame, 1)? {
        message.push(' ');
        message.push_str(&part);
    }
    Err(message.into())
}

/// Prints the data and is its first argument.
fn print(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if frame.attrs().get_int("first_n").is_some_and(|n| n >= 0) {
        return Err("attribute first_n is not supported: an op is not told which of its calls this is".into());
    }
    let mut line = frame.attrs().get_string("message").unwrap_or_default().to_vec();
    line.extend_from_slice(summaries(frame, 1)?.concat().as_bytes());
    line.push(b'\n');
    // A reader that is gone is no error of the program.
    let _ = io::stderr().lock().write_all(&line);
    let input = frame.take(0);
    frame.set_handle(0, input);
    Ok(())
}

/// A text with the arguments, one after the other, in the places of a placeholder.
fn format_string(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let template = attrs.get_string("template").unwrap_or(b"%s");
    let placeholder = attrs.get_string("placeholder").unwrap_or(b"%s");
    let limit = match attrs.get_int("summarize").unwrap_or(3) {
        ..0 => None,
        limit => Some(limit as usize),
    };
    let (mut text, mut rest) = (Vec::new(), template);
    let mut next = 0;
    while !placeholder.is_empty()
        && let Some(at) = rest.windows(placeholder.len()).position(|window| window == placeholder)
    {
        text.extend_from_slice(&rest[..at]);
        text.extend_from_slice(summary_v2(frame, next, limit)?.as_bytes());
        rest = &rest[at + placeholder.len()..];
        next += 1;
    }
    if next != frame.num_args() {
        return Err(format!(
            "num placeholders in template and num inputs must match: {next} vs. {}, of placeholder and template",
            frame.num_args()
        )
        .into());
    }
    text.extend_from_slice(rest);
    let shape = tfrt_executor::tensor::Shape::scalar();
    frame.set(0, StringHostTensor::new(shape, vec![text.into()])?);
    Ok(())
}

/// Rows without elements that are written at most.
const MOST_ROWS: usize = 1 << 16;

/// An argument with the first and last elements of each dimension: `[[1 2 ... 5]\n [6 7 ... 10]]`.
fn summary_v2(frame: &DispatchFrame<'_>, i: usize, limit: Option<usize>) -> Result<String, OpError> {
    let tensor = frame.tensor(i)?;
    let dims = tensor.shape().dims();
    try_room::<String>(tensor.shape().num_elements())?;
    let mut elements = elements(frame, i, usize::MAX)?;
    if tensor.dtype() == DType::String {
        elements.iter_mut().for_each(|text| *text = format!("\"{text}\""));
    }
    fn rows(out: &mut String, dims: &[i64], elements: &[String], limit: Option<usize>, depth: usize) {
        let Some((&count, inner)) = dims.split_first() else {
            out.extend(elements.first().map(String::as_str));
            return;
        };
        let count = count as usize;
        let step = elements.len().checked_div(count).unwrap_or(0);
        let separator = match inner.len() {
            0 => " ".to_owned(),
            more => "\n".repeat(more) + &" ".repeat(depth + 1),
        };
        let cut = limit.filter(|&limit| count > limit.saturating_mul(2));
        out.push('[');
        let mut first = true;
        // The first and the last ones, with one between that stands for all others.
        let (front, back) = cut.map_or((count, count), |limit| (limit + 1, count - limit));
        for at in (0..front).chain(back..count) {
            if !std::mem::take(&mut first) {
                out.push_str(&separator);
            }
            if cut == Some(at) {
                out.push_str("...");
                continue;
            }
            rows(out, inner, &elements[at * step..][..step], limit, depth + 1);
        }
        out.push(']');
    }
    // Rows without elements are written as well, and there may be any number of them.
    let shown = |&dim: &i64| limit.map_or(dim as usize, |limit| limit.saturating_mul(2).min(dim as usize));
    let rows_shown = dims.iter().take_while(|&&dim| dim != 0).map(shown).fold(1, usize::saturating_mul);
    if rows_shown > MOST_ROWS && elements.is_empty() {
        return Err(format!("a tensor of shape {} has too many rows to write", tensor.shape()).into());
    }
    let mut out = String::new();
    rows(&mut out, &dims, &elements, limit, 0);
    Ok(out)
}

/// Writes a string where `output_stream` says.
fn print_v2(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let input = frame.strings(0)?;
    let [text] = input.strings() else {
        return Err(format!("Input is expected to be scalar, but got {}", input.metadata().shape).into());
    };
    if input.metadata().shape.rank() != 0 {
        return Err(format!("Input is expected to be scalar, but got {}", input.metadata().shape).into());
    }
    let attrs = frame.attrs();
    let end = attrs.get_string("end").unwrap_or(b"\n");
    let line = [&**text, end].concat();
    let stream = String::from_utf8_lossy(attrs.get_string("output_stream").unwrap_or(b"stderr"));
    let write_log = |severity| log(severity, "print", 0, String::from_utf8_lossy(text).as_ref());
    match &*stream {
        // A reader that is gone is no error of the program.
        "stdout" => {
            let mut out = io::stdout().lock();
            let _ = out.write_all(&line).and_then(|()| out.flush());
        }
        "stderr" => {
            let _ = io::stderr().lock().write_all(&line);
        }
        "log(info)" => write_log(Severity::Info),
        "log(warning)" => write_log(Severity::Warning),
        "log(error)" => write_log(Severity::Error),
        other => {
            let Some(path) = other.strip_prefix("file://") else {
                return Err(format!(
                    "Unknown output stream: {other}; known are stdout, stderr, log(info), log(warning), log(error) and file://PATH"
                )
                .into());
            };
            let written = OpenOptions::new().append(true).create(true).open(path);
            written
                .and_then(|mut file| file.write_all(&line))
                .map_err(|error| OpError::from(format!("cannot append to '{path}': {error}")))?;
        }
    }
    Ok(())
}

/// The arguments from one on, each as `[elements]`, with as many elements as the attribute `summarize` says.
fn summaries(frame: &DispatchFrame<'_>, first: usize) -> Result<Vec<String>, OpError> {
    let limit = match frame.attrs().get_int("summarize").unwrap_or(3) {
        ..0 => usize::MAX,
        limit => limit as usize,
    };
    (first..frame.num_args()).map(|i| Ok(format!("[{}]", summary(frame, i, limit)?))).collect()
}

/// The first elements of an argument: `1 2 3...`, and rows of higher ranks in brackets.
fn summary(frame: &DispatchFrame<'_>, i: usize, limit: usize) -> Result<String, OpError> {
    let tensor = frame.tensor(i)?;
    let dims = tensor.shape().dims();
    let count = tensor.shape().num_elements();
    let shown = count.min(limit);
    let elements = elements(frame, i, shown)?;
    let mut out = String::new();
    if count > 0 {
        write_rows(&mut out, &dims, &mut elements.iter(), true);
        if count > shown {
            out.push_str("...");
        }
    }
    Ok(out)
}

/// The first elements of an argument as text.
fn elements(frame: &DispatchFrame<'_>, i: usize, shown: usize) -> Result<Vec<String>, OpError> {
    let tensor = frame.tensor(i)?;
    let dtype = tensor.dtype();
    Ok(match tensor {
        Tensor::String(strings) => strings.strings().iter().take(shown).map(|text| escaped(text)).collect(),
        _ if dtype == DType::I1 => {
            frame.values::<I1>(i)?.iter().take(shown).map(|value| u8::from(value.get()).to_string()).collect()
        }
        _ => for_dtype!(dtype, [ints], {
            frame.values::<T>(i)?.iter().take(shown).map(T::to_string).collect()
        }, else for_dtype!(dtype, [floats], {
            frame.values::<T>(i)?.iter().take(shown).map(|&value| shortest(f64::from(value), size_of::<T>() == 4)).collect()
        }, else for_dtype!(dtype, [halves], {
            frame.values::<T>(i)?.iter().take(shown).map(|&value| shortest(f64::from(value), true)).collect()
        }, else for_dtype!(dtype, [complex], {
            let single = dtype == DType::Complex64;
            let part = |value| shortest(value, single);
            frame.values::<T>(i)?.iter().take(shown).map(|value| format!("({},{})", part(f64::from(value.re)), part(f64::from(value.im)))).collect()
        }, else return Err(format!("values of dtype {} cannot be shown", dtype.label()).into()))))),
    })
}

/// Writes elements row by row until there are no more.
fn write_rows<'a>(
    out: &mut String,
    dims: &[i64],
    elements: &mut std::slice::Iter<'a, String>,
    outermost: bool,
) {
    let (Some(&count), inner) = (dims.first(), dims.get(1..).unwrap_or_default()) else {
        out.extend(elements.next().map(String::as_str));
        return;
    };
    for i in 0..count {
        if inner.is_empty() {
            let Some(element) = elements.next() else {
                if !outermost {
                    out.push_str("...");
                }
                return;
            };
            if i > 0 {
                out.push(' ');
            }
            out.push_str(element);
        } else if elements.len() > 0 {
            out.push('[');
            write_rows(out, inner, elements, false);
            out.push(']');
        }
    }
}

/// A string as C writes it, but without quotes around it. Characters outside of ASCII stay; bytes that are no UTF-8 are written as numbers.
fn escaped(text: &[u8]) -> String {
    let mut out = String::new();
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '"' | '\'' | '\\' => out.extend(['\\', character]),
                _ if character.is_ascii_control() => out.push_str(&format!("\\{:03o}", u32::from(character))),
                _ => out.push(character),
            }
        }
        out.extend(chunk.invalid().iter().map(|byte| format!("\\{byte:03o}")));
    }
    out
}

/// A number with the fewest of 6 or 9 (of 15 or 17) digits that say which it is.
fn shortest(value: f64, single: bool) -> String {
    let text = |digits| {
        let conversion = Conversion::new(0, Some(digits));
        String::from_utf8_lossy(&conversion.float(Notation::Shortest, value)).into_owned()
    };
    if single {
        let few = text(6);
        if few.parse() == Ok(value as f32) { few } else { text(9) }
    } else {
        let few = text(15);
        if few.parse() == Ok(value) { few } else { text(17) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(dims: &[i64], shown: usize) -> String {
        let count: i64 = dims.iter().product();
        let elements: Vec<String> = (0..count.min(shown as i64)).map(|i| i.to_string()).collect();
        let mut out = String::new();
        write_rows(&mut out, dims, &mut elements.iter(), true);
        out
    }

    #[test]
    fn rows_are_cut_where_elements_end() {
        assert_eq!(rows(&[], 3), "0");
        assert_eq!(rows(&[5], 3), "0 1 2");
        assert_eq!(rows(&[2, 4], 3), "[0 1 2...]");
        assert_eq!(rows(&[2, 4], 8), "[0 1 2 3][4 5 6 7]");
        assert_eq!(rows(&[2, 3, 4], 10), "[[0 1 2 3][4 5 6 7][8 9...]]");
        assert_eq!(rows(&[2, 2, 1], 10), "[[0][1]][[2][3]]");
    }

    #[test]
    fn numbers_have_the_digits_that_they_need() {
        assert_eq!(shortest(f64::from(1.1_f32), true), "1.1");
        assert_eq!(shortest(f64::from(16_777_215.0_f32), true), "16777215");
        assert_eq!(shortest(0.1, false), "0.1");
        assert_eq!(shortest(1.0 / 3.0, false), "0.33333333333333331");
    }
}
