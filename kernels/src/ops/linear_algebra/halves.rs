//! Products of matrices of `f16` and `bf16`: those of `f32`, rounded once.

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use super::gemm::{MatrixElement, Product, by_vector};
use tfrt_numerics::split::Split;

macro_rules! halves {
    ($($ty:ident)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>) {
                let Product { rows, inner, columns, .. } = product;
                if (rows == 1 || columns == 1) && inner > 0 {
                    return by_vector(product, a, b, out);
                }
                let widened = |x: &[Self]| {
                    let mut wide = vec![0.0; x.len()];
                    x.convert_to_f32_slice(&mut wide);
                    wide
                };
                let mut sums = vec![0.0; out.len()];
                f32::multiply(product, &widened(a), &widened(b), &mut sums, split);
                out.convert_from_f32_slice(&sums);
            }
        }
    )*};
}

halves!(f16 bf16);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::host::ALONE;

    fn product_of<T: MatrixElement>(rows: usize, inner: usize, columns: usize, a: &[T], b: &[T]) -> Vec<T> {
        let product =
            Product { rows, inner, columns, transpose_a: false, transpose_b: false, conjugate: [false; 2] };
        let mut out = vec![T::ONE; rows * columns];
        T::multiply(product, a, b, &mut out, ALONE);
        out
    }

    #[test]
    fn products_of_halves_are_rounded_once() {
        // 2048 + 1 is no f16: sums in f16 would stay at 2048.
        let inner = 4097;
        let ones = vec![f16::ONE; 2 * inner];
        assert_eq!(product_of::<f16>(2, inner, 2, &ones, &ones), [f16::from_f32(4096.0); 4]);
        let ones = vec![bf16::ONE; 2 * inner];
        assert_eq!(product_of::<bf16>(2, inner, 2, &ones, &ones), [bf16::from_f32(4096.0); 4]);
    }
}
