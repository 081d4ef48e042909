//! `onnx_ml.CoupledProbabilities`: probabilities of classes from those of pairs, the first against the second.
//!
//! The probabilities of a row minimise the sum of `(r_ji p_i - r_ij p_j)^2` over pairs, by the iteration of Wu, Lin and Weng, "Probability estimates for
//! multi-class classification by pairwise coupling" (2004), algorithm 2, with the limits of libsvm: it ends when no class is more than 0.005 divided
//! by the number of classes away, or after a hundred rounds or as many as there are classes.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use crate::ops::memory::{filled, result_metadata};

/// The probabilities of pairs are kept this far from 0 and 1.
const LEAST: f32 = 1e-7;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("onnx_ml.CoupledProbabilities", OpEntry::new().dispatch(couple));
}

fn couple(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let classes = metadata.shape.dims()[1] as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    if frame.dense(0)?.num_elements() == 0 {
        frame.finish(0, out);
        return Ok(());
    }
    let rows = frame.values::<f32>(0)?.chunks_exact(classes * (classes - 1) / 2);
    let mut pairs = filled(0.0, classes * classes)?;
    let mut system = filled(0.0, classes * classes)?;
    let mut product = filled(0.0, classes)?;
    for (row, out) in rows.zip(out.values_mut::<f32>().chunks_exact_mut(classes)) {
        let mut numbers = row.iter();
        for first in 0..classes {
            for second in first + 1..classes {
                let number = numbers.next().map_or(0.0, |number| number.clamp(LEAST, 1.0 - LEAST));
                pairs[first * classes + second] = number;
                pairs[second * classes + first] = 1.0 - number;
            }
        }
        solve(classes, &pairs, &mut system, &mut product, out);
    }
    frame.finish(0, out);
    Ok(())
}

fn solve(classes: usize, pairs: &[f32], system: &mut [f32], product: &mut [f32], out: &mut [f32]) {
    let limit = 0.005 / classes as f32;
    for t in 0..classes {
        system[t * classes + t] = 0.0;
        for j in (0..classes).filter(|&j| j != t) {
            let other = pairs[j * classes + t];
            system[t * classes + t] += other * other;
            system[t * classes + j] = -other * pairs[t * classes + j];
        }
        out[t] = 1.0 / classes as f32;
    }
    for _ in 0..classes.max(100) {
        let mut whole = 0.0;
        for t in 0..classes {
            product[t] = system[t * classes..][..classes].iter().zip(&*out).map(|(a, p)| a * p).sum();
            whole += out[t] * product[t];
        }
        if product.iter().all(|product| (product - whole).abs() < limit) {
            break;
        }
        for t in 0..classes {
            let own = system[t * classes + t];
            let step = (whole - product[t]) / own;
            let rest = 1.0 + step;
            out[t] += step;
            whole = (whole + step * (step * own + 2.0 * product[t])) / rest / rest;
            for j in 0..classes {
                product[j] = (product[j] + step * system[t * classes + j]) / rest;
                out[j] /= rest;
            }
        }
    }
}
