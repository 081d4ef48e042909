//! Two-dimensional convolution of NHWC images with HWIO filters, and its gradients, as products of patch matrices.
//!
//! A patch matrix has a row for each output position and a column for each (tap row, tap column, input channel). It is
//! built for a bounded number of rows at a time, so that it stays in the cache and memory does not grow with the batch.

use super::matmul::{MatrixOperand, product};
use super::{View, ViewMut, element_count, shape_text};
use tfrt_ops::window::{Padding, Window};

/// Elements of the patch matrix that is held at a time.
const PATCH_ELEMENTS: usize = 64 * 1024;

/// Sizes of one convolution, checked against each other.
#[derive(Debug, Clone, Copy)]
pub struct Convolution {
    batch: usize,
    rows: Window,
    columns: Window,
    in_channels: usize,
    out_channels: usize,
}

impl Convolution {
    /// Sizes from the shapes of input and filter.
    ///
    /// # Errors
    /// Shapes of a wrong rank, channels that differ, windows that do not fit.
    pub fn new(
        input: &[usize],
        filter: &[usize],
        strides: [i64; 2],
        padding: Padding,
    ) -> Result<Self, String> {
        let four = |dims: &[usize], what: &str| {
            <[usize; 4]>::try_from(dims)
                .map_err(|_| format!("{what} must have rank 4, but has shape {}", shape_text(dims)))
        };
        let [batch, height, width, in_channels] = four(input, "Conv2D input")?;
        let [filter_height, filter_width, filter_channels, out_channels] = four(filter, "Conv2D filter")?;
        if in_channels != filter_channels {
            return Err(format!("Dimensions does not match: L is {in_channels} and R is {filter_channels}"));
        }
        Ok(Convolution {
            batch,
            rows: Window::new(height, filter_height, strides[0], 1, padding, None)?,
            columns: Window::new(width, filter_width, strides[1], 1, padding, None)?,
            in_channels,
            out_channels,
        })
    }

    /// The shape of the output.
    pub fn output_shape(&self) -> [usize; 4] {
        [self.batch, self.rows.output, self.columns.output, self.out_channels]
    }

    /// Checks a given shape against the output's.
    ///
    /// # Errors
    /// `Conv2D output shape A does not match the expected output shape B`.
    pub fn check_output(&self, dims: &[usize]) -> Result<(), String> {
        let expected = self.output_shape();
        element_count(&expected)?;
        if dims == expected {
            Ok(())
        } else {
            Err(format!(
                "Conv2D output shape {} does not match the expected output shape {}",
                shape_text(dims),
                shape_text(&expected)
            ))
        }
    }

    fn positions(&self) -> usize {
        self.batch * self.rows.output * self.columns.output
    }

    fn patch(&self) -> usize {
        self.rows.filter * self.columns.filter * self.in_channels
    }

    /// Calls `visit(patch offset, input offset)` for each tap of an output position that lies within the image.
    fn taps(&self, position: usize, mut visit: impl FnMut(usize, usize)) {
        let column = position % self.columns.output;
        let rest = position / self.columns.output;
        let (row, image) = (rest % self.rows.output, rest / self.rows.output);
        for tap_row in 0..self.rows.filter {
            let Some(y) = self.rows.position(row, tap_row) else { continue };
            for tap_column in 0..self.columns.filter {
                let Some(x) = self.columns.position(column, tap_column) else { continue };
                let patch = (tap_row * self.columns.filter + tap_column) * self.in_channels;
                let input = ((image * self.rows.input + y) * self.columns.input + x) * self.in_channels;
                visit(patch, input);
            }
        }
    }

    /// Ranges of output positions whose patch matrix is held at once.
    fn chunks(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let step = (PATCH_ELEMENTS / self.patch().max(1)).max(1);
        let positions = self.positions();
        (0..positions).step_by(step).map(move |start| start..(start + step).min(positions))
    }

    fn gather(&self, input: &[f32], positions: std::ops::Range<usize>, patches: &mut Vec<f32>) {
        let (patch, channels) = (self.patch(), self.in_channels);
        patches.clear();
        patches.resize(positions.len() * patch, 0.0);
        for (number, position) in positions.enumerate() {
            let row = &mut patches[number * patch..(number + 1) * patch];
            self.taps(position, |to, from| {
                row[to..to + channels].copy_from_slice(&input[from..from + channels])
            });
        }
    }
}

/// `out = conv(input, filter)`, each chunk of output positions then passed to `finish` while it is in the cache.
///
/// # Errors
/// Shapes that do not go together.
pub fn conv2d(
    input: View<'_, f32>,
    filter: View<'_, f32>,
    out: ViewMut<'_, f32>,
    strides: [i64; 2],
    padding: Padding,
    finish: impl Fn(&mut [f32]),
) -> Result<(), String> {
    let conv = Convolution::new(input.dims, filter.dims, strides, padding)?;
    conv.check_output(out.dims)?;
    let (patch, channels) = (conv.patch(), conv.out_channels);
    let kernel = MatrixOperand::new(filter.data, patch, channels);
    let mut patches = Vec::new();
    for positions in conv.chunks() {
        let rows = positions.len();
        let target = &mut out.data[positions.start * channels..positions.end * channels];
        conv.gather(input.data, positions, &mut patches);
        product(1.0, MatrixOperand::new(&patches, rows, patch), kernel, 0.0, target);
        finish(target);
    }
    Ok(())
}

/// The gradient of [`conv2d`] with respect to its filter.
///
/// # Errors
/// Shapes that do not go together.
pub fn conv2d_filter_gradient(
    out_gradient: View<'_, f32>,
    input: View<'_, f32>,
    filter_gradient: ViewMut<'_, f32>,
    strides: [i64; 2],
    padding: Padding,
) -> Result<(), String> {
    let conv = Convolution::new(input.dims, filter_gradient.dims, strides, padding)?;
    conv.check_output(out_gradient.dims)?;
    let (patch, channels) = (conv.patch(), conv.out_channels);
    filter_gradient.data.fill(0.0);
    let mut patches = Vec::new();
    for positions in conv.chunks() {
        let rows = positions.len();
        let gradient = &out_gradient.data[positions.start * channels..positions.end * channels];
        conv.gather(input.data, positions, &mut patches);
        let patches = MatrixOperand::new(&patches, rows, patch).transpose();
        product(1.0, patches, MatrixOperand::new(gradient, rows, channels), 1.0, filter_gradient.data);
    }
    Ok(())
}

/// The gradient of [`conv2d`] with respect to its input.
///
/// # Errors
/// Shapes that do not go together.
pub fn conv2d_input_gradient(
    out_gradient: View<'_, f32>,
    filter: View<'_, f32>,
    input_gradient: ViewMut<'_, f32>,
    strides: [i64; 2],
    padding: Padding,
) -> Result<(), String> {
    let conv = Convolution::new(input_gradient.dims, filter.dims, strides, padding)?;
    conv.check_output(out_gradient.dims)?;
    let (patch, channels, in_channels) = (conv.patch(), conv.out_channels, conv.in_channels);
    let kernel = MatrixOperand::new(filter.data, patch, channels).transpose();
    input_gradient.data.fill(0.0);
    let mut patches = Vec::new();
    for positions in conv.chunks() {
        let rows = positions.len();
        let gradient = &out_gradient.data[positions.start * channels..positions.end * channels];
        patches.clear();
        patches.resize(rows * patch, 0.0);
        product(1.0, MatrixOperand::new(gradient, rows, channels), kernel, 0.0, &mut patches);
        for (number, position) in positions.enumerate() {
            let row = &patches[number * patch..(number + 1) * patch];
            conv.taps(position, |from, to| {
                let target = &mut input_gradient.data[to..to + in_channels];
                for (target, &value) in target.iter_mut().zip(&row[from..from + in_channels]) {
                    *target += value;
                }
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE: [f32; 9] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    const FILTER: [f32; 8] = [1.0, 0.0, 0.0, 1.0, -1.0, 0.5, 2.0, 0.0];
    const INPUT: View<'_, f32> = View { dims: &[1, 3, 3, 1], data: &IMAGE };
    const KERNEL: View<'_, f32> = View { dims: &[2, 2, 1, 2], data: &FILTER };

    #[test]
    fn valid_and_same_convolution() {
        let mut out = [0.0; 8];
        conv2d(
            INPUT,
            KERNEL,
            ViewMut { dims: &[1, 2, 2, 2], data: &mut out },
            [1, 1],
            Padding::Valid,
            |_| (),
        )
        .unwrap();
        assert_eq!(out, [7.0, 4.0, 9.0, 5.5, 13.0, 8.5, 15.0, 10.0]);
        let mut out = [0.0; 18];
        conv2d(INPUT, KERNEL, ViewMut { dims: &[1, 3, 3, 2], data: &mut out }, [1, 1], Padding::Same, |_| ())
            .unwrap();
        assert_eq!(out[..8], [7.0, 4.0, 9.0, 5.5, -3.0, 3.0, 13.0, 8.5]);
        assert_eq!(out[12..16], [7.0, 8.0, 8.0, 9.0]);
    }

    #[test]
    fn chunks_give_what_one_loop_gives() {
        // Large enough for several patch matrices; compared with the definition.
        let (size, channels, out_channels) = (40_usize, 8_usize, 3_usize);
        let input: Vec<f32> = (0..size * size * channels).map(|value| (value % 13) as f32 - 6.0).collect();
        let filter: Vec<f32> =
            (0..9 * channels * out_channels).map(|value| (value % 7) as f32 - 3.0).collect();
        let mut out = vec![0.0; size * size * out_channels];
        conv2d(
            View { dims: &[1, size, size, channels], data: &input },
            View { dims: &[3, 3, channels, out_channels], data: &filter },
            ViewMut { dims: &[1, size, size, out_channels], data: &mut out },
            [1, 1],
            Padding::Same,
            |_| (),
        )
        .unwrap();
        for (row, column) in [(0, 0), (17, 23), (39, 39)] {
            for channel in 0..out_channels {
                let mut sum = 0.0;
                for (dy, dx) in (0..9).map(|tap| (tap / 3, tap % 3)) {
                    let (y, x) = (row + dy, column + dx);
                    if y == 0 || x == 0 || y > size || x > size {
                        continue;
                    }
                    for c in 0..channels {
                        let pixel = input[((y - 1) * size + x - 1) * channels + c];
                        sum += pixel * filter[((dy * 3 + dx) * channels + c) * out_channels + channel];
                    }
                }
                assert_eq!(out[(row * size + column) * out_channels + channel], sum);
            }
        }
    }

    #[test]
    fn gradients() {
        let ones = [1.0; 8];
        let gradient = View { dims: &[1, 2, 2, 2], data: &ones };
        let mut filter = [0.0; 8];
        let target = ViewMut { dims: &[2, 2, 1, 2], data: &mut filter };
        conv2d_filter_gradient(gradient, INPUT, target, [1, 1], Padding::Valid).unwrap();
        assert_eq!(filter, [12.0, 12.0, 16.0, 16.0, 24.0, 24.0, 28.0, 28.0]);
        let mut input = [7.0; 9];
        let target = ViewMut { dims: &[1, 3, 3, 1], data: &mut input };
        conv2d_input_gradient(gradient, KERNEL, target, [1, 1], Padding::Valid).unwrap();
        assert_eq!(input, [1.0, 2.0, 1.0, 0.5, 3.5, 3.0, -0.5, 1.5, 2.0]);
    }

    #[test]
    fn wrong_shapes_are_named() {
        let mut out = [0.0; 8];
        let error = conv2d(
            INPUT,
            KERNEL,
            ViewMut { dims: &[2, 2, 2], data: &mut out },
            [1, 1],
            Padding::Valid,
            |_| (),
        );
        assert_eq!(
            error.unwrap_err(),
            "Conv2D output shape [2, 2, 2] does not match the expected output shape [1, 2, 2, 2]"
        );
        let error = Convolution::new(&[1, 3, 3, 2], &[2, 2, 1, 2], [1, 1], Padding::Valid).unwrap_err();
        assert_eq!(error, "Dimensions does not match: L is 2 and R is 1");
    }
}
