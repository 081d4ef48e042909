//! `onnx_ml.FindKeys`: the places of values among keys.
//!
//! Keys are sorted in ascending order, not-a-number after all others; it equals itself. The place of a value that is no key is the number of
//! keys, or an error with the attribute `must_exist`.

use std::cmp::Ordering;
use std::fmt::Display;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Element, Tensor};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::result_metadata;
use crate::ops::number::nan_last;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx_ml.FindKeys", OpEntry::new().dispatch(find).strings());
}

fn find(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = match frame.tensor(0)? {
        Tensor::String(_) => DType::String,
        _ => frame.dense(0)?.dtype(),
    };
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let must_exist = frame.attrs().get_bool("must_exist").unwrap_or(false);
    let places = out.values_mut::<i64>();
    if dtype == DType::String {
        let (values, keys) = (frame.strings(0)?.strings(), frame.strings(1)?.strings());
        search(
            values,
            keys,
            places,
            must_exist,
            |key, value| key.cmp(value),
            |value| format!("'{}'", String::from_utf8_lossy(value)),
        )?;
    } else {
        for_dtype!(dtype, [ints floats], numbers::<T>(frame, places, must_exist)?, else return Err(unsupported(dtype)));
    }
    frame.finish(0, out);
    Ok(())
}

fn numbers<T: Element + PartialOrd + Display>(
    frame: &DispatchFrame<'_>,
    places: &mut [i64],
    must_exist: bool,
) -> Result<(), OpError> {
    search(frame.values::<T>(0)?, frame.values::<T>(1)?, places, must_exist, nan_last, T::to_string)
}

fn search<V>(
    values: &[V],
    keys: &[V],
    places: &mut [i64],
    must_exist: bool,
    order: impl Fn(&V, &V) -> Ordering,
    text: impl Fn(&V) -> String,
) -> Result<(), OpError> {
    for (place, value) in places.iter_mut().zip(values) {
        *place = match keys.binary_search_by(|key| order(key, value)) {
            Ok(at) => at as i64,
            Err(_) if must_exist => return Err(format!("{} is no category", text(value)).into()),
            Err(_) => keys.len() as i64,
        };
    }
    Ok(())
}
