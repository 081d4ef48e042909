//! Pooling over the images of NHWC arrays.

use super::{View, ViewMut, shape_text};
use tfrt_ops::window::{Padding, Window};

/// The parameters of a max pooling kernel.
#[derive(Debug, Clone, Copy)]
pub struct Pooling {
    /// Padding of both image dimensions.
    pub padding: Padding,
    /// Height and width of the window.
    pub size: [usize; 2],
    /// Strides of height and width.
    pub strides: [i64; 2],
    /// The start of the running maximum.
    pub lowest: f32,
}

/// The largest element under each window.
///
/// # Errors
/// A window that does not fit; an output of another shape, worded by `mismatch` from (output shape, expected shape).
pub fn max_pooling(
    input: View<'_, f32>,
    out: ViewMut<'_, f32>,
    pooling: &Pooling,
    mismatch: impl Fn(&str, &str) -> String,
) -> Result<(), String> {
    let [batch, height, width, channels] = input.rank::<4>("MaxPool2D input")?;
    let window = |axis: usize, size: usize| {
        Window::new(size, pooling.size[axis], pooling.strides[axis], 1, pooling.padding, None)
    };
    let (rows, columns) = (window(0, height)?, window(1, width)?);
    let expected = [batch, rows.output, columns.output, channels];
    if out.dims != expected {
        return Err(mismatch(&shape_text(out.dims), &shape_text(&expected)));
    }
    if channels == 0 {
        return Ok(());
    }
    let mut targets = out.data.chunks_exact_mut(channels);
    for image in 0..batch {
        for row in 0..rows.output {
            for column in 0..columns.output {
                let Some(target) = targets.next() else { return Ok(()) };
                target.fill(pooling.lowest);
                for y in rows.range(row) {
                    for x in columns.range(column) {
                        let from = ((image * height + y) * width + x) * channels;
                        for (target, &value) in target.iter_mut().zip(&input.data[from..from + channels]) {
                            if value > *target {
                                *target = value;
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

/// The mean of each image's channels.
///
/// # Errors
/// The output is not `[batch, channels]`.
pub fn global_average(input: View<'_, f32>, out: ViewMut<'_, f32>) -> Result<(), String> {
    let [batch, height, width, channels] = input.rank::<4>("GlobalAveragePooling input")?;
    let expected = [batch, channels];
    if out.dims != expected {
        return Err(format!(
            "GlobalAveragePooling output shape {} does not match the expected output shape {}",
            shape_text(out.dims),
            shape_text(&expected)
        ));
    }
    let pixels = height * width;
    for image in 0..batch {
        for channel in 0..channels {
            let at = |pixel: usize| input.data[(image * pixels + pixel) * channels + channel];
            let sum = (0..pixels).fold(0.0, |sum, pixel| sum + at(pixel));
            out.data[image * channels + channel] = sum / pixels as f32;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(input: &[f32], size: usize, out: &mut [f32], pooling: &Pooling) -> Result<(), String> {
        let out_size = out.len().isqrt();
        max_pooling(
            View { dims: &[1, size, size, 1], data: input },
            ViewMut { dims: &[1, out_size, out_size, 1], data: out },
            pooling,
            |out, expected| format!("{out} is not {expected}"),
        )
    }

    #[test]
    fn windows_are_clipped_to_the_image() {
        let input: Vec<f32> = (0..16).map(|value| (value * 5 % 16) as f32).collect();
        let mut out = [0.0; 4];
        let valid = Pooling { padding: Padding::Valid, size: [2, 2], strides: [2, 2], lowest: f32::MIN };
        pool(&input, 4, &mut out, &valid).unwrap();
        assert_eq!(out, [9.0, 15.0, 13.0, 11.0]);
        let same = Pooling { padding: Padding::Same, size: [3, 3], ..valid };
        pool(&input, 4, &mut out, &same).unwrap();
        assert_eq!(out, [14.0, 15.0, 13.0, 11.0]);
    }

    #[test]
    fn the_maximum_starts_from_the_given_value() {
        let mut out = [9.0];
        let pooling =
            Pooling { padding: Padding::Valid, size: [2, 2], strides: [1, 1], lowest: f32::MIN_POSITIVE };
        pool(&[-1.0, -2.0, -3.0, -4.0], 2, &mut out, &pooling).unwrap();
        assert_eq!(out, [f32::MIN_POSITIVE]);
        let mut wrong = [0.0; 4];
        let error = pool(&[0.0; 4], 2, &mut wrong, &pooling).unwrap_err();
        assert_eq!(error, "[1, 2, 2, 1] is not [1, 1, 1, 1]");
    }

    #[test]
    fn averages_run_over_both_image_dimensions() {
        let input: Vec<f32> = (0..8).map(|value| value as f32).collect();
        let mut out = [0.0; 2];
        global_average(View { dims: &[1, 2, 2, 2], data: &input }, ViewMut { dims: &[1, 2], data: &mut out })
            .unwrap();
        assert_eq!(out, [3.0, 4.0]);
    }
}
