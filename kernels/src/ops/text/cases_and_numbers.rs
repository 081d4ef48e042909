//! Strings changed and read: `tf.StringLower`, `tf.StringUpper`, `tf.StringStrip` and `tf.StringToNumber`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, StringHostTensor};
use tfrt_ops::shapes::number_dtype;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().strings();
    ops.add(
        "tf.StringLower",
        entry().dispatch(|frame: &mut DispatchFrame<'_>| {
            change_case(frame, <[u8]>::to_ascii_lowercase, str::to_lowercase)
        }),
    );
    ops.add(
        "tf.StringUpper",
        entry().dispatch(|frame: &mut DispatchFrame<'_>| {
            change_case(frame, <[u8]>::to_ascii_uppercase, str::to_uppercase)
        }),
    );
    ops.add(
        "tf.StringStrip",
        entry().dispatch(|frame: &mut DispatchFrame<'_>| each(frame, |text| Ok(trimmed(text).to_vec()))),
    );
    ops.add("tf.StringToNumber", OpEntry::new().dispatch(to_number).strings());
}

/// Without the white space at both ends.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let start = text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn each(
    frame: &mut DispatchFrame<'_>,
    change: impl Fn(&[u8]) -> Result<Vec<u8>, OpError>,
) -> Result<(), OpError> {
    let strings = frame.strings(0)?;
    let changed: Result<Vec<Box<[u8]>>, OpError> =
        strings.strings().iter().map(|text| Ok(change(text)?.into_boxed_slice())).collect();
    frame.set(0, StringHostTensor::new(strings.metadata().shape.clone(), changed?)?);
    Ok(())
}

fn change_case(
    frame: &mut DispatchFrame<'_>,
    ascii: fn(&[u8]) -> Vec<u8>,
    unicode: fn(&str) -> String,
) -> Result<(), OpError> {
    match frame.attrs().get_string("encoding").unwrap_or_default() {
        b"" => each(frame, |text| Ok(ascii(text))),
        b"utf-8" => each(frame, |text| Ok(unicode(&String::from_utf8_lossy(text)).into_bytes())),
        other => {
            let other = String::from_utf8_lossy(other);
            Err(format!("only utf8 or '' (no encoding) is supported, received {other}").into())
        }
    }
}

fn to_number(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn parsed<T: std::str::FromStr>(strings: &StringHostTensor) -> Result<Vec<T>, OpError> {
        let read = |text: &[u8]| std::str::from_utf8(trimmed(text)).ok()?.parse().ok();
        let wrong = |text: &[u8]| {
            format!("StringToNumberOp could not correctly convert string: {}", String::from_utf8_lossy(text))
        };
        strings.strings().iter().map(|text| read(text).ok_or_else(|| wrong(text).into())).collect()
    }
    let strings = frame.strings(0)?;
    let shape = strings.metadata().shape.clone();
    let numbers = match number_dtype(&*frame.attrs())? {
        DType::F64 => DenseHostTensor::from_values(shape, &parsed::<f64>(strings)?)?,
        DType::I32 => DenseHostTensor::from_values(shape, &parsed::<i32>(strings)?)?,
        DType::I64 => DenseHostTensor::from_values(shape, &parsed::<i64>(strings)?)?,
        DType::UI32 => DenseHostTensor::from_values(shape, &parsed::<u32>(strings)?)?,
        DType::UI64 => DenseHostTensor::from_values(shape, &parsed::<u64>(strings)?)?,
        _ => DenseHostTensor::from_values(shape, &parsed::<f32>(strings)?)?,
    };
    frame.set(0, numbers);
    Ok(())
}
