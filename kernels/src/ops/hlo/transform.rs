//! `hlo.fft`: Fourier transforms of up to three dimensions, which the `tf.*` ops compute.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrs, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};

use super::calls::Callee;
use super::ints;
use crate::ops::memory::result_metadata;

/// The `tf.*` ops of the transforms: by kind, then by the number of dimensions.
const NAMES: [(&str, [&str; 3]); 4] = [
    ("FFT", ["tf.FFT", "tf.FFT2D", "tf.FFT3D"]),
    ("IFFT", ["tf.IFFT", "tf.IFFT2D", "tf.IFFT3D"]),
    ("RFFT", ["tf.RFFT", "tf.RFFT2D", "tf.RFFT3D"]),
    ("IRFFT", ["tf.IRFFT", "tf.IRFFT2D", "tf.IRFFT3D"]),
];

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let callees =
        NAMES.map(|(kind, names)| (kind, names.map(|name| ops.get(name).map(|_| Callee::of(ops, name)))));
    ops.add("hlo.fft", OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| fft(frame, &callees)));
}

fn fft(frame: &mut DispatchFrame<'_>, callees: &[(&str, [Option<Callee>; 3])]) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let kind = attrs.get_str("type").ok_or_else(|| super::missing("type"))?;
    let length = ints(attrs, "length")?;
    let metadata = result_metadata(frame, 0)?.clone();
    let callee = callees.iter().find(|(name, _)| *name == kind);
    let callee = callee.and_then(|(_, callees)| callees.get(length.len().checked_sub(1)?)?.as_ref());
    let callee = callee.ok_or_else(|| format!("there is no {kind} of lengths {length:?}"))?;
    let x = frame.dense(0)?.clone();
    if metadata.shape.num_elements() == 0 {
        frame.set(0, DenseHostTensor::zeroed(metadata)?);
        return Ok(());
    }
    let mut attrs = OpAttrs::new();
    let mut args = vec![x];
    if kind.starts_with('R') || kind.starts_with("IR") {
        let lengths: Vec<i32> = length.iter().map(|&length| length as i32).collect();
        args.push(DenseHostTensor::from_values(Shape::new(&[lengths.len() as i64])?, &lengths)?);
        let (real, complex) = match metadata.dtype {
            DType::F32 | DType::Complex64 => (DType::F32, DType::Complex64),
            _ => (DType::F64, DType::Complex128),
        };
        attrs.set_dtype("Treal", real);
        attrs.set_dtype("Tcomplex", complex);
    }
    let result = callee.call(frame, args, &attrs)?;
    if *result.metadata() != metadata {
        return Err(format!("{kind} gave {} instead of {metadata}", result.metadata()).into());
    }
    frame.set(0, result);
    Ok(())
}
