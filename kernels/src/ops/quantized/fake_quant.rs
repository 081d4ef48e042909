//! Numbers rounded as if they were quantised: `tf.FakeQuantWithMinMaxArgs`, `…Vars` and `…VarsPerChannel`.
//!
//! The range is moved a little so that zero is exactly one of the steps.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};

use crate::ops::memory::{copied, result_metadata};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.FakeQuantWithMinMaxArgs",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let limit = |name, default| frame.attrs().get_float(name).unwrap_or(default) as f32;
            let (min, max) = (limit("min", -6.0), limit("max", 6.0));
            quantize(frame, &[min], &[max])
        }),
    );
    for name in ["tf.FakeQuantWithMinMaxVars", "tf.FakeQuantWithMinMaxVarsPerChannel"] {
        ops.add(
            name,
            OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let (min, max) = (copied(frame.values::<f32>(1)?)?, copied(frame.values::<f32>(2)?)?);
                quantize(frame, &min, &max)
            }),
        );
    }
}

/// Steps between two numbers, one of which is zero.
struct Steps {
    min: f32,
    max: f32,
    size: f32,
}

impl Steps {
    fn new(attrs: OpAttrsRef<'_>, min: f32, max: f32) -> Result<Option<Steps>, OpError> {
        let bits = attrs.get_int("num_bits").unwrap_or(8);
        if !(2..=16).contains(&bits) {
            return Err(format!("num_bits must be between 2 and 16, inclusive, but is {bits}").into());
        }
        let lowest = if attrs.get_bool("narrow_range").unwrap_or(false) { 1.0 } else { 0.0 };
        let highest = ((1_i64 << bits) - 1) as f32;
        if min == 0.0 && max == 0.0 {
            return Ok(None);
        }
        if !(min <= 0.0 && max >= 0.0 && min < max) {
            return Err(format!("min ({min}) must be below max ({max}), with zero between").into());
        }
        let size = (max - min) / (highest - lowest);
        let zero = (lowest - min / size).clamp(lowest, highest).round();
        Ok(Some(Steps { min: (lowest - zero) * size, max: (highest - zero) * size, size }))
    }

    fn round(&self, value: f32) -> f32 {
        let inside = if value < self.min {
            self.min
        } else if value > self.max {
            self.max
        } else {
            value
        };
        ((inside - self.min) / self.size + 0.5).floor() * self.size + self.min
    }
}

/// The range as it is moved; nothing if both ends are zero.
pub(crate) fn range(attrs: OpAttrsRef<'_>, min: f32, max: f32) -> Result<Option<(f32, f32)>, OpError> {
    Ok(Steps::new(attrs, min, max)?.map(|steps| (steps.min, steps.max)))
}

/// Rounds with one range for all, or one for each of the last dimension.
fn quantize(frame: &mut DispatchFrame<'_>, min: &[f32], max: &[f32]) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let steps: Vec<Option<Steps>> =
        min.iter().zip(max).map(|(&min, &max)| Steps::new(attrs, min, max)).collect::<Result<_, _>>()?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let values = frame.values::<f32>(0)?;
    for ((out, &value), steps) in out.values_mut::<f32>().iter_mut().zip(values).zip(steps.iter().cycle()) {
        *out = steps.as_ref().map_or(0.0, |steps| steps.round(value));
    }
    frame.finish(0, out);
    Ok(())
}
