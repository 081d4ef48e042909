//! Products of matrices of `f16` and `bf16`: those of `f32`, rounded once. Without memory for both factors and the sums in single precision
//! they go by loops.

use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use super::gemm::{MatrixElement, Product, by_loops, by_vector};
use tfrt_numerics::scratch::Scratch;
use tfrt_numerics::split::Split;

/// The numbers in single precision; `None` if there is no memory for them.
fn widened<T>(x: &[T], split: Split<'_>) -> Option<Scratch>
where
    [T]: HalfFloatSliceExt,
{
    let mut wide = split.scratch(x.len())?;
    x.convert_to_f32_slice(wide.values_mut());
    Some(wide)
}

macro_rules! halves {
    ($($ty:ident)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>) {
                let Product { rows, inner, columns, .. } = product;
                if (rows == 1 || columns == 1) && inner > 0 {
                    return by_vector(product, a, b, out);
                }
                let scratch = || Some((widened(a, split)?, widened(b, split)?, split.scratch(out.len())?));
                let Some((wide_a, wide_b, mut sums)) = scratch() else {
                    return by_loops(product, a, b, out, split);
                };
                f32::multiply(product, wide_a.values(), wide_b.values(), sums.values_mut(), split);
                out.convert_from_f32_slice(sums.values());
            }
        }
    )*};
}

halves!(f16 bf16);
