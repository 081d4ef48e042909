//! Stand-ins: numbers for strings in ops that only move or compare elements, and for quantised integers in
//! ops that only compare.
//!
//! Such an op computes with numbers that stand for the strings: equal strings have equal numbers, and the empty string, which ops
//! write in place of zero, is number zero. The numbers in the results become strings again. Quantised integers are treated as their
//! stored integers.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpError, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, StringHostTensor, Tensor, TensorMetadata, convert};

/// The dtype whose elements stand for strings. Ops that strings are given to have no results of it otherwise.
const NUMBER: DType = DType::UI64;

/// A dispatch function that takes strings too, from one that moves or compares elements of any dtype.
pub(crate) fn numbered(
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    numbered_results(usize::MAX, function)
}

/// As [`numbered`], for an op of which only the first result has elements of the arguments; the others are places or counts.
pub(crate) fn numbered_first(
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    numbered_results(1, function)
}

fn numbered_results(
    moved: usize,
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static {
    move |frame: &mut DispatchFrame<'_>| {
        for i in 0..frame.num_args() {
            let metadata = frame.tensor(i)?.metadata();
            if metadata.dtype == DType::String || metadata.dtype.is_quantized() {
                return with_numbers(frame, moved, &function);
            }
        }
        function(frame)
    }
}

/// The stand-in of a dtype.
fn stand_in(dtype: DType) -> DType {
    match dtype {
        DType::String => NUMBER,
        DType::QI8 => DType::I8,
        DType::QUI8 => DType::UI8,
        DType::QI16 => DType::I16,
        DType::QUI16 => DType::UI16,
        DType::QI32 => DType::I32,
        other => other,
    }
}

/// An error with the dtypes that were given, not those that stand for them, where it cannot mean an argument of those.
fn named_as_given(error: OpError, dtypes: &[(DType, DType)]) -> OpError {
    let mut message = error.message().to_owned();
    for &(stands, dtype) in dtypes {
        if stands != dtype && !dtypes.contains(&(stands, stands)) {
            let words = message.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
            let given = |word: &str| match word.strip_prefix(stands.label()) {
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

/// Runs the function on stand-ins; the first `moved` results have elements of the arguments.
#[cold]
fn with_numbers(
    frame: &mut DispatchFrame<'_>,
    moved: usize,
    function: &dyn Fn(&mut DispatchFrame<'_>) -> Result<(), OpError>,
) -> Result<(), OpError> {
    let mut strings: Vec<Box<[u8]>> = vec![Box::default()];
    let mut numbers: HashMap<Box<[u8]>, u64> = HashMap::from([(Box::default(), 0)]);
    let mut args = Vec::new();
    // The dtypes of the arguments, and what stands for them.
    let mut dtypes = Vec::new();
    // The quantised dtype of the arguments, to give to results of the dtype that stands for it.
    let mut quantized = None;
    for i in 0..frame.num_args() {
        let tensor = frame.tensor(i)?;
        let dtype = tensor.metadata().dtype;
        dtypes.push((stand_in(dtype), dtype));
        args.push(match tensor {
            Tensor::String(tensor) => {
                let values: Vec<u64> = tensor
                    .strings()
                    .iter()
                    .map(|string| {
                        *numbers.entry(string.clone()).or_insert_with(|| {
                            strings.push(string.clone());
                            strings.len() as u64 - 1
                        })
                    })
                    .collect();
                TensorHandle::new(DenseHostTensor::from_values(tensor.metadata().shape.clone(), &values)?)
            }
            Tensor::Dense(dense) if dtype.is_quantized() => {
                quantized = Some(dtype);
                let metadata = TensorMetadata::new(stand_in(dtype), dense.shape().clone());
                TensorHandle::new(DenseHostTensor::from_bytes(metadata, dense.bytes())?)
            }
            _ => frame.take(i),
        });
    }
    let mut metadata = Vec::new();
    while let Some(known) = frame.result_metadata(metadata.len()) {
        metadata.push(TensorMetadata::new(stand_in(known.dtype), known.shape.clone()));
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
            Some(dtype) if stand_in(dtype) == dense.dtype() => Some(dtype),
            _ => None,
        };
        if let Some(dtype) = back {
            let metadata = TensorMetadata::new(dtype, dense.shape().clone());
            frame.set(i, DenseHostTensor::from_bytes(metadata, dense.bytes())?);
        } else if let (NUMBER, Some(values)) = (dense.dtype(), dense.values::<u64>()) {
            let of = |&number: &u64| strings.get(number as usize).cloned().unwrap_or_default();
            frame.set(i, StringHostTensor::new(dense.shape().clone(), values.iter().map(of).collect())?);
        } else {
            frame.set_handle(i, result);
        }
    }
    Ok(())
}
