//! Constant right factors of products, packed into the layout that products read fastest.
//!
//! A call site of a product keeps one [`Prepared`]: when it meets a factor in read-only memory, which is a constant of the program, it
//! copies the factor once into panels ([`tfrt_numerics::panels`]), unless another site or the program's file has them ([`kept`]), and reads these
//! from then on. The result is the same, bit for bit, so no call waits for a copy: a call that meets the site while another call makes the copy,
//! or that has another constant, runs without a copy.

use std::sync::Arc;

use tfrt_executor::tensor::{Buffer, DenseHostTensor, Element};

use crate::ops::kept::{self, Kept, Once};
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::{Panels, usable};
use tfrt_numerics::split::Split;
use tfrt_ops::{Precision, TargetCpu};

/// Elements from which a factor is worth a copy.
const LEAST: usize = 1 << 10;

/// A call site's copy of its right factor.
#[derive(Default)]
pub(crate) struct Prepared {
    copy: Once<Copy>,
}

struct Copy {
    /// The factor; held, so that its memory is not reused.
    source: Buffer,
    /// Whether it was transposed, and its rows and columns.
    shape: (bool, usize, usize),
    panels: Arc<Kept<Panels>>,
}

impl Copy {
    /// The copy of a factor, if there is room for one.
    #[cold]
    fn of<T: MatrixElement + Element>(
        product: Product,
        b: &DenseHostTensor,
        split: Split<'_>,
    ) -> Option<Copy> {
        let panels = T::keep(product, b, split)?;
        Some(Copy { source: b.buffer().clone(), shape: shape_of(product), panels })
    }
}

fn shape_of(product: Product) -> (bool, usize, usize) {
    (product.transpose_b, product.inner, product.columns)
}

/// Makes what [`Prepared::of`] would on a processor, for programs that bring it with them.
pub(crate) fn pack(product: Product, b: &DenseHostTensor, target: TargetCpu, split: Split<'_>) {
    let Product { inner, columns, transpose_b, precision, .. } = product;
    if is_worth(product) && inner * columns >= LEAST && usable(precision) == Precision::F32 {
        kept::panels(b, [inner, columns], transpose_b, target, split);
    }
}

/// Whether a product reads its right factor often enough.
fn is_worth(product: Product) -> bool {
    product.rows >= 2 && product.columns >= 2
}

impl Prepared {
    /// The copy of `b`, made now if this is the site's first constant.
    pub(crate) fn of<T: MatrixElement + Element>(
        &self,
        product: Product,
        b: &DenseHostTensor,
        split: Split<'_>,
    ) -> Option<&Panels> {
        if !is_worth(product) {
            return None;
        }
        self.panels::<T>(product, b, split)
    }

    /// As [`Self::of`], also for products of one row or column, which others compute in another order.
    pub(crate) fn panels<T: MatrixElement + Element>(
        &self,
        product: Product,
        b: &DenseHostTensor,
        split: Split<'_>,
    ) -> Option<&Panels> {
        if b.buffer().is_writable() || product.inner * product.columns < LEAST {
            return None;
        }
        let copy = self.copy.get_or_make(|| Copy::of::<T>(product, b, split))?;
        (copy.source.same_memory(b.buffer()) && copy.shape == shape_of(product)).then_some(&copy.panels)
    }

    /// `out = a * b`, with the copy of `b` if there is one; returns whether what follows is done,
    /// too.
    pub(crate) fn multiply<T: MatrixElement + Element>(
        this: Option<&Prepared>,
        product: Product,
        a: &[T],
        b: &DenseHostTensor,
        then: Then<'_>,
        out: &mut [T],
        split: Split<'_>,
    ) -> bool {
        if let Some(panels) = this.and_then(|this| this.of::<T>(product, b, split))
            && T::multiply_prepared(product, a, panels, then, out, split)
        {
            return true;
        }
        T::multiply(product, a, b.values().unwrap_or_default(), out, split);
        false
    }
}

#[cfg(test)]
mod tests {
    use tfrt_executor::tensor::{DType, Shape, TensorMetadata};

    use super::*;
    use crate::ops::host::ALONE;
    use crate::ops::kept::reserved;

    #[expect(unsafe_code, reason = "constants are memory that something else owns")]
    fn constant(values: &[f32], dims: &[i64]) -> DenseHostTensor {
        let owner: Arc<Vec<f32>> = Arc::new(values.to_vec());
        let bytes: &[u8] = bytemuck::cast_slice(&owner[..]);
        // SAFETY: the vector is owned by the buffer, and never changed.
        let buffer = unsafe { Buffer::external(bytes, owner.clone()) }.expect("memory");
        let metadata = TensorMetadata::new(DType::F32, Shape::new(dims).expect("small"));
        DenseHostTensor::from_buffer(metadata, buffer).expect("as many bytes")
    }

    fn numbers(n: usize, seed: usize) -> Vec<f32> {
        (0..n).map(|i| ((i * 37 + seed) % 101) as f32 * 0.019 - 0.9).collect()
    }

    #[test]
    fn a_site_copies_its_first_constant_and_computes_the_same_bits() {
        for transpose_b in [false, true] {
            let site = Prepared::default();
            let (inner, columns) = (70, 45);
            let dims = if transpose_b { [45, 70] } else { [70, 45] };
            let weights = numbers(inner * columns, 3);
            let (first, second) = (constant(&weights, &dims), constant(&numbers(inner * columns, 4), &dims));
            for b in [&first, &second, &first] {
                for rows in [1, 2, 13, 64, 200] {
                    let product = Product { transpose_b, ..Product::plain([rows, inner, columns]) };
                    let a = numbers(rows * inner, 5);
                    let (mut out, mut expected) = (vec![f32::NAN; rows * columns], vec![0.0; rows * columns]);
                    Prepared::multiply(Some(&site), product, &a, b, Then::default(), &mut out, ALONE);
                    f32::multiply(product, &a, b.values().expect("f32"), &mut expected, ALONE);
                    assert!(
                        out.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits()),
                        "{rows} rows"
                    );
                }
            }
            let copy = site.copy.get().expect("the first constant");
            assert!(copy.source.same_memory(first.buffer()));
            // Other tests make and drop copies meanwhile; this one is among those that are counted.
            assert!(reserved() >= 4 * inner * columns);
        }
    }

    #[test]
    fn threads_that_meet_at_a_site_make_one_copy_and_compute_the_same_bits() {
        let (rows, inner, columns) = (8, 70, 45);
        let b = constant(&numbers(inner * columns, 3), &[70, 45]);
        let product = Product::plain([rows, inner, columns]);
        let a = numbers(rows * inner, 5);
        let mut expected = vec![0.0; rows * columns];
        f32::multiply(product, &a, b.values().expect("f32"), &mut expected, ALONE);
        for _ in 0..20 {
            let site = Prepared::default();
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        let mut out = vec![f32::NAN; rows * columns];
                        Prepared::multiply(Some(&site), product, &a, &b, Then::default(), &mut out, ALONE);
                        assert_eq!(out, expected);
                    });
                }
            });
            assert!(site.copy.get().is_some());
        }
    }

    #[test]
    fn memory_that_may_be_written_is_not_copied() {
        let site = Prepared::default();
        let values = numbers(64 * 64, 1);
        let b = DenseHostTensor::from_values(Shape::new(&[64, 64]).expect("small"), &values).expect("memory");
        let product = Product::plain([64, 64, 64]);
        let mut out = vec![0.0; 64 * 64];
        Prepared::multiply(Some(&site), product, &values, &b, Then::default(), &mut out, ALONE);
        assert!(site.copy.get().is_none());
    }
}
