//! `hlo.reduce_precision`: numbers as a format with other exponent and mantissa bits has them.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use super::int;
use crate::ops::by_dtype::unsupported;
use crate::ops::elementwise::apply::unary;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.reduce_precision", OpEntry::new().dispatch(reduce_precision));
}

/// A number of `width` bits, `exponent` of them its exponent's, in the nearest number of another format, ties to even; zero
/// where that has none so small, infinity where it has none so large.
fn rounded(bits: u64, width: u32, exponent: u32, to: [u32; 2]) -> u64 {
    let mantissa = width - 1 - exponent;
    let [to_exponent, to_mantissa] = to;
    let sign = bits & (1 << (width - 1));
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let mut size = bits & !(1 << (width - 1));
    if size > infinity {
        // What is no number stays none, if the format has such.
        return if to_mantissa > 0 { bits } else { sign | infinity };
    }
    if to_mantissa < mantissa {
        let lost = mantissa - to_mantissa;
        let is_odd = size >> lost & 1;
        size += (1 << (lost - 1)) - 1 + is_odd;
        size &= !((1 << lost) - 1);
    }
    if to_exponent < exponent {
        let bias = (1u64 << (exponent - 1)) - 1;
        let to_bias = (1u64 << (to_exponent - 1)) - 1;
        let largest = (bias + to_bias) << mantissa
            | (((1u64 << to_mantissa.min(mantissa)) - 1) << (mantissa - to_mantissa.min(mantissa)));
        // Numbers below the smallest normal one become zero.
        let least = (bias - to_bias + 1) << mantissa;
        if size > largest {
            size = infinity;
        } else if size < least {
            size = 0;
        }
    }
    sign | size
}

fn reduce_precision(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let bits = |name: &str, least: i64| {
        let bits = int(frame.attrs(), name)?;
        u32::try_from(bits.min(64))
            .ok()
            .filter(|_| bits >= least)
            .ok_or_else(|| OpError::from(format!("{name} must be at least {least}, but is {bits}")))
    };
    let to = [bits("exponent_bits", 1)?, bits("mantissa_bits", 0)?];
    match frame.dense(0)?.dtype() {
        DType::F32 => unary(frame, |x: f32| f32::from_bits(rounded(x.to_bits().into(), 32, 8, to) as u32)),
        DType::F64 => unary(frame, |x: f64| f64::from_bits(rounded(x.to_bits(), 64, 11, to))),
        DType::F16 => {
            unary(frame, |x: half::f16| half::f16::from_bits(rounded(x.to_bits().into(), 16, 5, to) as u16))
        }
        DType::BF16 => {
            unary(frame, |x: half::bf16| half::bf16::from_bits(rounded(x.to_bits().into(), 16, 8, to) as u16))
        }
        other => Err(unsupported(other)),
    }
}
