//! Maxima of `f32` under windows, a row of output pixels at a time.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::cpu::multiversioned;
use crate::compute::window::Window;

/// Channels that are compared at once.
const LANES: usize = 8;

/// `largest = max(largest, x)`; what does not compare, NaN, is passed over.
#[inline(always)]
fn max_into(largest: &mut [f32], x: &[f32]) {
    let (blocks, rest) = largest.as_chunks_mut::<LANES>();
    let (x_blocks, x_rest) = x.as_chunks::<LANES>();
    for (largest, x) in blocks.iter_mut().zip(x_blocks) {
        for (largest, &x) in largest.iter_mut().zip(x) {
            *largest = if *largest < x { x } else { *largest };
        }
    }
    for (largest, &x) in rest.iter_mut().zip(x_rest) {
        *largest = if *largest < x { x } else { *largest };
    }
}

multiversioned! {
    /// Row `row` of the maxima under windows over an image with channels last. `out` holds whole pixels, one for each window of
    /// `columns`; the image has the windows' input sizes.
    pub fn max_row(rows: &Window, columns: &Window, image: &[f32], row: usize, out: &mut [f32]) {
        let channels = out.len() / columns.output.max(1);
        if channels == 0 {
            return;
        }
        for (column, out) in out.chunks_exact_mut(channels).enumerate() {
            out.fill(f32::NEG_INFINITY);
            for y in rows.range(row) {
                let line = &image[y * columns.input * channels..];
                for x in columns.range(column) {
                    max_into(out, &line[x * channels..][..channels]);
                }
            }
        }
    }
}
