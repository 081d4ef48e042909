//! Ops that return strings or measure them: numbers as text, joining, lengths.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, StringHostTensor, Tensor};
use tfrt_ops::shapes::TextFormat;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{joined, result_metadata, text, texts};
use tfrt_scalars::text::{Conversion, Notation};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.AsString", OpEntry::new().dispatch(as_string).strings());
    ops.add("tf.StringJoin", OpEntry::new().dispatch(join).strings());
    ops.add("tf.StringLength", OpEntry::new().dispatch(length).strings());
}

/// The format of `tf.AsString`.
struct Format {
    conversion: Conversion,
    notation: Notation,
}

impl Format {
    /// From the attributes, for elements of a dtype.
    fn new(attrs: OpAttrsRef<'_>, dtype: DType) -> Result<Format, OpError> {
        let TextFormat { width, precision, fill, scientific, shortest } =
            TextFormat::of(&*attrs, Some(dtype))?;
        let mut conversion = Conversion::new(width, precision);
        if let Some(flag) = fill {
            conversion.set_flag(flag);
            // There are signs for signed numbers only, and other texts only have a width.
            if (dtype.is_unsigned() && matches!(flag, b'+' | b' '))
                || matches!(dtype, DType::I1 | DType::String)
            {
                conversion = Conversion::new(width, None);
            }
            if dtype == DType::String && flag == b'-' {
                conversion.set_flag(flag);
            }
        }
        let notation = match (scientific, shortest) {
            (true, _) => Notation::Scientific,
            (_, true) => Notation::Shortest,
            _ => Notation::Fixed,
        };
        Ok(Format { conversion, notation })
    }

    fn float(&self, value: f64) -> Vec<u8> {
        self.conversion.float(self.notation, value)
    }
}

fn as_string(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let tensor = frame.tensor(0)?;
    let metadata = tensor.metadata();
    let (shape, dtype) = (metadata.shape.clone(), metadata.dtype);
    let format = Format::new(frame.attrs(), dtype)?;
    let texts = match tensor {
        Tensor::String(strings) => {
            texts(strings.strings().iter().map(|string| text(&format.conversion.text(string))))
        }
        _ if dtype == DType::I1 => {
            let word = |value: &I1| text(if value.get() { &b"true"[..] } else { b"false" });
            texts(frame.values::<I1>(0)?.iter().map(word))
        }
        _ => for_dtype!(dtype, [ints], {
            texts(frame.values::<T>(0)?.iter().map(|&value| text(&format.conversion.integer(value.into()))))
        }, else for_dtype!(dtype, [floats halves], {
            texts(frame.values::<T>(0)?.iter().map(|&value| text(&format.float(f64::from(value)))))
        }, else for_dtype!(dtype, [complex], {
            let pair = |value: &T| {
                let [re, im] = [value.re, value.im].map(|part| format.float(f64::from(part)));
                joined([&b"("[..], &re, b",", &im, b")"].into_iter(), b"")
            };
            texts(frame.values::<T>(0)?.iter().map(pair))
        }, else return Err(unsupported(dtype))))),
    }?;
    frame.set(0, StringHostTensor::new(shape, texts)?);
    Ok(())
}

fn join(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = result_metadata(frame, 0)?.shape.clone();
    let attrs = frame.attrs();
    let separator = attrs.get_string("separator").unwrap_or_default();
    let inputs = (0..frame.num_args()).map(|i| frame.strings(i)).collect::<Result<Vec<_>, _>>()?;
    let strings = texts((0..shape.num_elements()).map(|at| {
        let parts = inputs
            .iter()
            .filter_map(|input| input.strings().get(if input.metadata().shape.rank() == 0 { 0 } else { at }));
        joined(parts.map(|part| &**part), separator)
    }))?;
    frame.set(0, StringHostTensor::new(shape, strings)?);
    Ok(())
}

fn length(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    // Characters of UTF-8 are counted by the bytes that begin one: those that do not go on with it.
    let count: fn(&[u8]) -> usize = match frame.attrs().get_string("unit").unwrap_or(b"BYTE") {
        b"BYTE" => <[u8]>::len,
        b"UTF8_CHAR" => |text| text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(),
        other => {
            let other = String::from_utf8_lossy(other);
            return Err(format!("attribute unit must be BYTE or UTF8_CHAR, but is {other}").into());
        }
    };
    let strings = frame.strings(0)?;
    let lengths: Result<Vec<i32>, _> = strings.strings().iter().map(|text| count(text).try_into()).collect();
    let lengths = lengths.map_err(|_| "the length of a string does not fit i32")?;
    frame.set(0, DenseHostTensor::from_values(strings.metadata().shape.clone(), &lengths)?);
    Ok(())
}
