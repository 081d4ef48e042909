//! Elements encoded as integers, for ops that only move or compare them: strings by a dictionary, quantised integers as the
//! integers that are stored.
//!
//! Equal strings have equal codes, and the empty string, which ops write in place of zero, has code zero. The codes in the results
//! are decoded again.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpError, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, StringHostTensor, Tensor, TensorMetadata, convert};

use crate::ops::memory::{push, room, text, texts};

/// The dtype of the codes of strings. Ops on strings have no other results of this dtype.
const CODE: DType = DType::UI64;

/// A dispatch function that also takes strings and quantised integers, from one that moves or compares elements of any dtype.
pub(crate) fn encoded(
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    encoded_results(usize::MAX, function)
}

/// As [`encoded`], for an op of which only the first result has elements of the arguments; the others are places or counts.
pub(crate) fn encoded_first(
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    encoded_results(1, function)
}

fn encoded_results(
    moved: usize,
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    move |frame: &mut DispatchFrame<'_>| {
        for i in 0..frame.num_args() {
            let metadata = frame.tensor(i)?.metadata();
            if metadata.dtype == DType::String || metadata.dtype.is_quantized() {
                return on_codes(frame, moved, &function);
            }
        }
        function(frame)
    }
}

/// The dtype that encodes the elements of a dtype.
fn encoding(dtype: DType) -> DType {
    match dtype {
        DType::String => CODE,
        DType::QI8 => DType::I8,
        DType::QUI8 => DType::UI8,
        DType::QI16 => DType::I16,
        DType::QUI16 => DType::UI16,
        DType::QI32 => DType::I32,
        other => other,
    }
}

/// The error with the dtypes of the arguments instead of those that encode them, unless an argument has the encoding dtype itself.
fn named_as_given(error: OpError, dtypes: &[(DType, DType)]) -> OpError {
    let mut message = error.message().to_owned();
    for &(encoding, dtype) in dtypes {
        if encoding != dtype && !dtypes.contains(&(encoding, encoding)) {
            let words = message.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
            let given = |word: &str| match word.strip_prefix(encoding.label()) {
                Some(end) if !end.starts_with(|c: char| c.is_alphanumeric() || c == '_') => {
                    format!("{}{end}", dtype.label())
                }
                _ => word.to_owned(),
            };
            message = words.map(given).collect();
        }
    }
    if message == error.message() { error } else { OpError::new(message) }
}

/// Runs the function on encoded arguments; the first `moved` results have elements of the arguments.
#[cold]
fn on_codes(
    frame: &mut DispatchFrame<'_>,
    moved: usize,
    function: &dyn Fn(&mut DispatchFrame<'_>) -> Result<(), OpError>,
) -> Result<(), OpError> {
    // The function gets the frame for itself.
    let given: Vec<Option<StringHostTensor>> = (0..frame.num_args())
        .map(|i| Ok(if let Tensor::String(tensor) = frame.tensor(i)? { Some(tensor.clone()) } else { None }))
        .collect::<Result<_, OpError>>()?;
    let mut strings: Vec<&[u8]> = vec![&[]];
    let mut codes: HashMap<&[u8], u64> = HashMap::from([(&[][..], 0)]);
    let mut args = Vec::new();
    // For each argument, the dtype that encodes it and its own.
    let mut dtypes = Vec::new();
    // The quantised dtype of the arguments, which results of its encoding get.
    let mut quantized = None;
    for (i, of_strings) in given.iter().enumerate() {
        let tensor = frame.tensor(i)?;
        let dtype = tensor.metadata().dtype;
        dtypes.push((encoding(dtype), dtype));
        if let Some(tensor) = of_strings {
            let mut encoded = room(tensor.strings().len())?;
            for string in tensor.strings() {
                let code = match codes.get(&**string) {
                    Some(&code) => code,
                    None => {
                        let code = strings.len() as u64;
                        codes.try_reserve(1).map_err(|_| format!("out of memory for {code} strings"))?;
                        codes.insert(string, code);
                        push(&mut strings, string)?;
                        code
                    }
                };
                encoded.push(code);
            }
            let shape = tensor.metadata().shape.clone();
            args.push(TensorHandle::new(DenseHostTensor::from_values(shape, &encoded)?));
            continue;
        }
        args.push(match tensor {
            Tensor::Dense(dense) if dtype.is_quantized() => {
                quantized = Some(dtype);
                let metadata = TensorMetadata::new(encoding(dtype), dense.shape().clone());
                TensorHandle::new(DenseHostTensor::from_bytes(metadata, dense.bytes())?)
            }
            // The caller keeps it: a call that fails may need what it was given.
            _ => TensorHandle::new(tensor.clone()),
        });
    }
    let mut metadata = Vec::new();
    while let Some(known) = frame.result_metadata(metadata.len()) {
        metadata.push(TensorMetadata::new(encoding(known.dtype), known.shape.clone()));
    }
    let results =
        frame.nested(&mut args, &metadata, function).map_err(|error| named_as_given(error, &dtypes))?;
    for (i, result) in results.into_iter().enumerate() {
        let dense = match result.tensor() {
            Some(tensor) if i < moved => convert::to_dense(tensor)?,
            _ => {
                frame.set_handle(i, result);
                continue;
            }
        };
        let back = match quantized {
            Some(dtype) if encoding(dtype) == dense.dtype() => Some(dtype),
            _ => None,
        };
        if let Some(dtype) = back {
            let metadata = TensorMetadata::new(dtype, dense.shape().clone());
            frame.set(i, DenseHostTensor::from_bytes(metadata, dense.bytes())?);
        } else if let (CODE, Some(values)) = (dense.dtype(), dense.values::<u64>()) {
            let of = |&code: &u64| text(strings.get(code as usize).copied().unwrap_or_default());
            frame.set(i, StringHostTensor::new(dense.shape().clone(), texts(values.iter().map(of))?)?);
        } else {
            frame.set_handle(i, result);
        }
    }
    Ok(())
}
