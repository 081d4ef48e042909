//! Moving elements without computing on them: padding, transposing, slicing, flattening, repeating.

use super::elementwise::Arithmetic;
use super::{View, ViewMut, shape_text};

/// Copies the elements in order; the output is a matrix whose first dimension is the input's.
///
/// # Errors
/// The shapes do not go together.
pub fn flatten<T: Copy>(input: View<'_, T>, out: ViewMut<'_, T>) -> Result<(), String> {
    if out.dims.len() != 2 || input.dims.first() != out.dims.first() || input.data.len() != out.data.len() {
        return Err(mismatch("Flatten", out.dims, input.dims));
    }
    out.data.copy_from_slice(input.data);
    Ok(())
}

/// Surrounds the images of an NHWC array with `height` rows and `width` columns of zeros on each side.
///
/// # Errors
/// The output has another shape.
pub fn zero_padding<T: Arithmetic>(
    input: View<'_, T>,
    out: ViewMut<'_, T>,
    [height, width]: [usize; 2],
) -> Result<(), String> {
    let [batch, rows, columns, channels] = input.rank::<4>("ZeroPadding input")?;
    let grow = |size: usize, by: usize| by.checked_mul(2).and_then(|by| size.checked_add(by));
    let (Some(out_rows), Some(out_columns)) = (grow(rows, height), grow(columns, width)) else {
        return Err("ZeroPadding padding is too large".to_owned());
    };
    let expected = [batch, out_rows, out_columns, channels];
    if out.dims != expected {
        return Err(format!(
            "ZeroPadding output shape {} does not match the expected output shape {}",
            shape_text(out.dims),
            shape_text(&expected)
        ));
    }
    out.data.fill(T::ZERO);
    let (line, out_line) = (columns * channels, out_columns * channels);
    for image in 0..batch {
        for row in 0..rows {
            let from = (image * rows + row) * line;
            let to = (image * out_rows + row + height) * out_line + width * channels;
            out.data[to..to + line].copy_from_slice(&input.data[from..from + line]);
        }
    }
    Ok(())
}

/// Transposes a matrix.
///
/// # Errors
/// The output does not have the transposed shape.
pub fn transpose<T: Copy>(input: View<'_, T>, out: ViewMut<'_, T>) -> Result<(), String> {
    let ([rows, columns], [out_rows, out_columns]) =
        (input.rank::<2>("TensorTranspose input")?, out.rank::<2>("TensorTranspose output")?);
    if (rows, columns) != (out_columns, out_rows) {
        return Err(mismatch("TensorTranspose", out.dims, input.dims));
    }
    for row in 0..rows {
        for column in 0..columns {
            out.data[column * rows + row] = input.data[row * columns + column];
        }
    }
    Ok(())
}

/// `out[i, j, k, l] = input[i, l]`.
///
/// # Errors
/// The first or last dimension differs.
pub fn broadcast_2d<T: Copy>(input: View<'_, T>, out: ViewMut<'_, T>) -> Result<(), String> {
    let ([outer, inner], [out_outer, rows, columns, out_inner]) =
        (input.rank::<2>("Broadcast2D input")?, out.rank::<4>("Broadcast2D output")?);
    if (outer, inner) != (out_outer, out_inner) {
        return Err(mismatch("Broadcast2D", out.dims, input.dims));
    }
    if inner == 0 {
        return Ok(());
    }
    let repeats = (rows * columns).max(1);
    for (index, line) in out.data.chunks_exact_mut(inner).enumerate() {
        let from = index / repeats * inner;
        line.copy_from_slice(&input.data[from..from + inner]);
    }
    Ok(())
}

/// The mean over the rows of a matrix.
///
/// # Errors
/// The output is not a vector of the matrix's width.
pub fn mean_axis_zero(input: View<'_, f32>, out: ViewMut<'_, f32>) -> Result<(), String> {
    let ([rows, columns], [out_columns]) =
        (input.rank::<2>("MeanAxisZero input")?, out.rank::<1>("MeanAxisZero output")?);
    if columns != out_columns {
        return Err(mismatch("MeanAxisZero", out.dims, input.dims));
    }
    for (column, out) in out.data.iter_mut().enumerate() {
        let sum = (0..rows).fold(0.0, |sum, row| sum + input.data[row * columns + column]);
        *out = sum / rows as f32;
    }
    Ok(())
}

/// The block of the output's shape that starts at `begin`.
///
/// # Errors
/// A begin of another rank, a block that does not lie within the input.
pub fn slice<T: Copy>(input: View<'_, T>, begin: &[i64], out: ViewMut<'_, T>) -> Result<(), String> {
    let rank = input.dims.len();
    if begin.len() != rank {
        return Err("the size of 'begin_index' should match the input tensor rank".to_owned());
    }
    if out.dims.len() != rank {
        return Err(format!("slice of shape {} does not have rank {rank}", shape_text(out.dims)));
    }
    let mut start = vec![0_usize; rank];
    for dim in 0..rank {
        let fits = usize::try_from(begin[dim])
            .ok()
            .filter(|&begin| begin.checked_add(out.dims[dim]).is_some_and(|end| end <= input.dims[dim]));
        start[dim] = fits.ok_or_else(|| {
            format!(
                "slice of shape {} at {begin:?} is out of bounds of shape {}",
                shape_text(out.dims),
                shape_text(input.dims)
            )
        })?;
    }
    let line = out.dims.last().copied().unwrap_or(1);
    if line == 0 || out.data.is_empty() {
        return Ok(());
    }
    for (number, target) in out.data.chunks_exact_mut(line).enumerate() {
        let (mut rest, mut offset, mut stride) = (number, 0, 1);
        for dim in (0..rank).rev() {
            let index = if dim + 1 == rank {
                0
            } else {
                let index = rest % out.dims[dim];
                rest /= out.dims[dim];
                index
            };
            offset += (start[dim] + index) * stride;
            stride *= input.dims[dim];
        }
        target.copy_from_slice(&input.data[offset..offset + line]);
    }
    Ok(())
}

fn mismatch(kernel: &str, out: &[usize], input: &[usize]) -> String {
    format!("{kernel} output shape {} does not match the input shape {}", shape_text(out), shape_text(input))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(count: usize) -> Vec<f32> {
        (0..count).map(|value| value as f32).collect()
    }

    #[test]
    fn a_block_is_cut_out_at_its_begin() {
        let mut out = [0.0; 4];
        let input = View { dims: &[2, 2, 3], data: &counting(12) };
        slice(input, &[1, 0, 1], ViewMut { dims: &[1, 2, 2], data: &mut out }).unwrap();
        assert_eq!(out, [7.0, 8.0, 10.0, 11.0]);
        let error = slice(input, &[0, 0], ViewMut { dims: &[1, 2, 2], data: &mut out }).unwrap_err();
        assert_eq!(error, "the size of 'begin_index' should match the input tensor rank");
        assert!(slice(input, &[1, 1, 1], ViewMut { dims: &[1, 2, 2], data: &mut out }).is_err());
        assert!(slice(input, &[-1, 0, 0], ViewMut { dims: &[1, 2, 2], data: &mut out }).is_err());
    }

    #[test]
    fn padding_surrounds_each_image() {
        let mut out = [9.0; 15];
        let input = View { dims: &[1, 1, 3, 1], data: &[1.0, 2.0, 3.0] };
        zero_padding(input, ViewMut { dims: &[1, 3, 5, 1], data: &mut out }, [1, 1]).unwrap();
        assert_eq!(out, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn transposes_and_means() {
        let input = View { dims: &[2, 3], data: &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0] };
        let mut out = [0.0; 6];
        transpose(input, ViewMut { dims: &[3, 2], data: &mut out }).unwrap();
        assert_eq!(out, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        let error = transpose(input, ViewMut { dims: &[2, 3], data: &mut out }).unwrap_err();
        assert_eq!(error, "TensorTranspose output shape [2, 3] does not match the input shape [2, 3]");
        let mut out = [0.0; 3];
        mean_axis_zero(input, ViewMut { dims: &[3], data: &mut out }).unwrap();
        assert_eq!(out, [2.5, 3.5, 4.5]);
        let mut out = [0.0; 12];
        broadcast_2d(input, ViewMut { dims: &[2, 2, 1, 3], data: &mut out }).unwrap();
        assert_eq!(out, [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn flatten_keeps_the_first_dimension() {
        let mut out = [0.0; 3];
        let error =
            flatten(View { dims: &[2, 1], data: &[0.0, 0.0] }, ViewMut { dims: &[3], data: &mut out });
        assert_eq!(error.unwrap_err(), "Flatten output shape [3] does not match the input shape [2, 1]");
    }
}
