//! `onnx.MelWeightMatrix`: the shares of frequencies in bands that are equally wide on the mel scale.
//!
//! A frequency of `f` hertz is `2595 log10(1 + f / 700)` mel. A band is a triangle over the frequencies of a discrete Fourier transform.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use crate::ops::memory::{result_metadata, room};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx.MelWeightMatrix", OpEntry::new().dispatch(weights));
}

fn weights(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    // The shape function has checked that all are scalars.
    let one = |i: usize| Ok::<i64, OpError>(frame.values::<i64>(i)?[0]);
    let (bands, length, rate) = (one(0)?, one(1)?, one(2)?);
    if rate < 1 {
        return Err(format!("sample_rate must be positive, but is {rate}").into());
    }
    let edge = |i: usize| Ok::<f64, OpError>(2595.0 * (1.0 + frame.values::<f64>(i)?[0] / 700.0).log10());
    let (low, high) = (edge(3)?, edge(4)?);
    if !low.is_finite() || !high.is_finite() {
        return Err("the edges of the bands must be frequencies of more than -700 hertz".into());
    }
    let rows = length / 2 + 1;
    // The ends and middles of bands, as numbers of rows.
    let mut places: Vec<i64> = room(bands as usize + 2)?;
    let step = (high - low) / (bands + 2) as f64;
    for i in 0..bands + 2 {
        let mel = i as f64 * step + low;
        let hertz = 700.0 * (10f64.powf(mel / 2595.0) - 1.0);
        places.push((((length + 1) as f64 * hertz) / rate as f64).floor() as i64);
    }
    let to = out.values_mut::<f64>();
    to.fill(0.0);
    let mut set = |row: i64, band: usize, share: f64| -> Result<(), OpError> {
        if !(0..rows).contains(&row) {
            return Err(format!("band {band} reaches row {row}, but there are {rows}").into());
        }
        to[row as usize * bands as usize + band] = share;
        Ok(())
    };
    for (band, ends) in places.windows(3).enumerate() {
        let &[lower, middle, higher] = ends else { continue };
        if lower == middle {
            set(middle, band, 1.0)?;
        } else {
            for row in lower..=middle {
                set(row, band, (row - lower) as f64 / (middle - lower) as f64)?;
            }
        }
        for row in middle..higher {
            set(row, band, (higher - row) as f64 / (higher - middle) as f64)?;
        }
    }
    frame.finish(0, out);
    Ok(())
}
