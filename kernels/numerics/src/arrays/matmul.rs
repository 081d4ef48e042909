//! Matrix products: a safe interface to the `gemm` crate for `f32`, plain loops for integers.

#![expect(unsafe_code, reason = "the matrix library takes raw pointers and strides")]

use super::{View, ViewMut, shape_text};

/// A matrix operand: `rows` by `columns`, row-major, or the transpose of a row-major array.
#[derive(Debug, Clone, Copy)]
pub struct MatrixOperand<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    transposed: bool,
}

impl<'a> MatrixOperand<'a> {
    /// A row-major matrix.
    ///
    /// # Panics
    /// When the slice does not have `rows * columns` elements: a mistake of the caller, never of a program.
    pub fn new(data: &'a [f32], rows: usize, columns: usize) -> Self {
        assert_eq!(rows.checked_mul(columns), Some(data.len()), "matrix data must fill its shape");
        MatrixOperand { data, rows, columns, transposed: false }
    }

    /// The transposed matrix over the same data.
    pub fn transpose(self) -> Self {
        MatrixOperand {
            data: self.data,
            rows: self.columns,
            columns: self.rows,
            transposed: !self.transposed,
        }
    }

    /// Strides of (row, column).
    fn strides(&self) -> (isize, isize) {
        // Lengths of slices fit in `isize`, and a row is no longer than the slice, unless there is no row.
        if self.transposed { (1, stride(self.rows)) } else { (stride(self.columns), 1) }
    }
}

fn stride(length: usize) -> isize {
    isize::try_from(length).unwrap_or(isize::MAX)
}

/// `out = product * a * b + keep * out`; with `keep == 0` the old contents are not read.
///
/// # Panics
/// When the operands' shapes do not go together: callers check them first.
pub fn product(product: f32, a: MatrixOperand<'_>, b: MatrixOperand<'_>, keep: f32, out: &mut [f32]) {
    let (rows, inner, columns) = (a.rows, a.columns, b.columns);
    assert_eq!(inner, b.rows, "inner dimensions must agree");
    assert_eq!(rows.checked_mul(columns), Some(out.len()), "the output must have the product's shape");
    if out.is_empty() {
        return;
    }
    if inner == 0 {
        for value in out {
            *value = if keep == 0.0 { 0.0 } else { keep * *value };
        }
        return;
    }
    let (a_row, a_column) = a.strides();
    let (b_row, b_column) = b.strides();
    // SAFETY: `MatrixOperand::new` and the assertions above make each operand's data cover its rows and columns with these strides,
    // `out` is an exclusive, initialized slice of `rows * columns` elements, and so none of the three overlap.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            inner,
            out.as_mut_ptr(),
            1,
            stride(columns),
            keep != 0.0,
            a.data.as_ptr(),
            a_column,
            a_row,
            b.data.as_ptr(),
            b_column,
            b_row,
            keep,
            product,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// Checks the shapes of `out = a * b` and gives rows, inner dimension and columns.
///
/// # Errors
/// Operands that are not matrices or do not go together.
pub fn product_shape(a: &[usize], b: &[usize], out: &[usize]) -> Result<[usize; 3], String> {
    let matrix = |what: &str, dims: &[usize]| {
        <[usize; 2]>::try_from(dims)
            .map_err(|_| format!("MatMul {what} must be a matrix, but has shape {}", shape_text(dims)))
    };
    let ([rows, inner], [b_rows, columns], out_dims) =
        (matrix("input", a)?, matrix("input", b)?, matrix("output", out)?);
    if inner != b_rows {
        return Err(format!(
            "MatMul input tensors inner dimension mismatch: {} vs. {}",
            shape_text(a),
            shape_text(b)
        ));
    }
    if out_dims != [rows, columns] {
        return Err(format!(
            "MatMul output shape {} does not match product shape of inputs: {} * {}",
            shape_text(out),
            shape_text(a),
            shape_text(b)
        ));
    }
    Ok([rows, inner, columns])
}

/// `c = alpha * a * b + beta * c`.
///
/// # Errors
/// Shapes that do not go together.
pub fn matmul_f32(
    alpha: f32,
    a: View<'_, f32>,
    b: View<'_, f32>,
    beta: f32,
    c: ViewMut<'_, f32>,
) -> Result<(), String> {
    let [rows, inner, columns] = product_shape(a.dims, b.dims, c.dims)?;
    product(
        alpha,
        MatrixOperand::new(a.data, rows, inner),
        MatrixOperand::new(b.data, inner, columns),
        beta,
        c.data,
    );
    Ok(())
}

/// `c = alpha * a * b + beta * c`, wrapping around.
///
/// # Errors
/// Shapes that do not go together.
pub fn matmul_i32(
    alpha: i32,
    a: View<'_, i32>,
    b: View<'_, i32>,
    beta: i32,
    c: ViewMut<'_, i32>,
) -> Result<(), String> {
    let [rows, inner, columns] = product_shape(a.dims, b.dims, c.dims)?;
    for row in 0..rows {
        let out = &mut c.data[row * columns..(row + 1) * columns];
        for value in out.iter_mut() {
            *value = value.wrapping_mul(beta);
        }
        for step in 0..inner {
            let factor = alpha.wrapping_mul(a.data[row * inner + step]);
            for (value, &b) in out.iter_mut().zip(&b.data[step * columns..(step + 1) * columns]) {
                *value = value.wrapping_add(factor.wrapping_mul(b));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_scaled_and_added() {
        let a = View { dims: &[2, 3], data: &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0] };
        let b = View { dims: &[3, 2], data: &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0] };
        let mut c = [100.0; 4];
        matmul_f32(2.0, a, b, 0.5, ViewMut { dims: &[2, 2], data: &mut c }).unwrap();
        assert_eq!(c, [58.0, 60.0, 70.0, 72.0]);
        let mut nan = [f32::NAN; 4];
        matmul_f32(1.0, a, b, 0.0, ViewMut { dims: &[2, 2], data: &mut nan }).unwrap();
        assert_eq!(nan, [4.0, 5.0, 10.0, 11.0]);
        let mut c = [7; 4];
        let (a, b) = ([1, 2, 3, 4], [0, 1, -1, 0]);
        matmul_i32(
            3,
            View { dims: &[2, 2], data: &a },
            View { dims: &[2, 2], data: &b },
            1,
            ViewMut { dims: &[2, 2], data: &mut c },
        )
        .unwrap();
        assert_eq!(c, [1, 10, -5, 16]);
    }

    #[test]
    fn transposed_operands_are_read_in_place() {
        let a = MatrixOperand::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 3);
        let mut out = [0.0; 9];
        product(1.0, a.transpose(), a, 0.0, &mut out);
        assert_eq!(out, [17.0, 22.0, 27.0, 22.0, 29.0, 36.0, 27.0, 36.0, 45.0]);
    }

    #[test]
    fn wrong_shapes_are_named() {
        assert_eq!(
            product_shape(&[2, 3], &[2, 3], &[2, 2]).unwrap_err(),
            "MatMul input tensors inner dimension mismatch: [2, 3] vs. [2, 3]"
        );
        assert_eq!(
            product_shape(&[2, 3], &[3, 4], &[2, 2]).unwrap_err(),
            "MatMul output shape [2, 2] does not match product shape of inputs: [2, 3] * [3, 4]"
        );
        assert!(product_shape(&[2], &[3, 4], &[2, 2]).is_err());
    }
}
