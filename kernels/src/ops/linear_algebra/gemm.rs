//! Products of matrices of every dtype.
//!
//! Products of `f32` go to [`tfrt_numerics::product`]. Products of other floating-point and complex numbers are split into tiles whose
//! size depends on the shapes alone, so that results do not depend on the number of threads; each tile goes through the `gemm` crate
//! on one thread. Those of halves are in [`super::halves`]. Products with a single row or column are bound by memory and
//! have loops of their own, as have integers.
#![expect(unsafe_code, reason = "the matrix library takes raw pointers and strides")]

use std::sync::Arc;

use gemm::Parallelism;
use num_complex::Complex;
use parking_lot::Mutex;

use tfrt_executor::tensor::DenseHostTensor;

use crate::ops::kept::{self, Kept};
use crate::ops::number::Number;
use tfrt_numerics::finish::Then;
use tfrt_numerics::panel_product::product_of_panels;
use tfrt_numerics::panels::{Matrix, Panels, usable};
use tfrt_numerics::product::Factors;
use tfrt_numerics::split::Split;
use tfrt_ops::{Precision, TargetCpu};

/// A product `[rows, inner] x [inner, columns]` of row-major or transposed row-major matrices.
#[derive(Clone, Copy)]
pub(crate) struct Product {
    /// Rows of the result.
    pub rows: usize,
    /// Columns of the first, rows of the second factor.
    pub inner: usize,
    /// Columns of the result.
    pub columns: usize,
    /// Whether the first factor is stored transposed.
    pub transpose_a: bool,
    /// Whether the second factor is stored transposed.
    pub transpose_b: bool,
    /// Whether to conjugate complex factors.
    pub conjugate: [bool; 2],
    /// The precision of a product of `f32`; a single row or column has that of its factors.
    pub precision: Precision,
}

impl Product {
    /// A product of so many rows, inner elements and columns, of row-major factors as they are.
    pub(crate) fn plain([rows, inner, columns]: [usize; 3]) -> Product {
        let [transpose_a, transpose_b] = [false; 2];
        let precision = Precision::default();
        Product { rows, inner, columns, transpose_a, transpose_b, conjugate: [false; 2], precision }
    }

    /// (row, column) strides of the factors.
    fn strides(&self) -> [(usize, usize); 2] {
        let of =
            |rows: usize, columns: usize, transposed: bool| if transposed { (1, rows) } else { (columns, 1) };
        [of(self.rows, self.inner, self.transpose_a), of(self.inner, self.columns, self.transpose_b)]
    }
}

/// An element type that matrices can be multiplied in.
pub(crate) trait MatrixElement: Number {
    /// `out = a * b`; the slices hold exactly the matrices.
    fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>);

    /// The second factor as products of this size like to read it, if there is such a form and memory for it.
    fn prepare(_product: Product, _b: &[Self], _split: Split<'_>) -> Option<Panels> {
        None
    }

    /// As [`Self::prepare`], of a constant and to be kept, if there is room for it.
    fn keep(_product: Product, _b: &DenseHostTensor, _split: Split<'_>) -> Option<Arc<Kept<Panels>>> {
        None
    }

    /// The product with a prepared right factor and what follows; `false` if the type has none. One row or column is summed in the order of many.
    fn multiply_panels(
        _product: Product,
        _a: &[Self],
        _b: &Panels,
        _then: Then<'_>,
        _out: &mut [Self],
        _split: Split<'_>,
    ) -> bool {
        false
    }

    /// As [`Self::multiply`], bit for bit, with a prepared right factor and what follows; `false` if this path cannot compute it.
    fn multiply_prepared(
        product: Product,
        a: &[Self],
        b: &Panels,
        then: Then<'_>,
        out: &mut [Self],
        split: Split<'_>,
    ) -> bool {
        // Those have an order of sums of their own.
        let is_vector = product.rows == 1 || product.columns == 1;
        !is_vector && Self::multiply_panels(product, a, b, then, out, split)
    }
}

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 18;

/// Side of the tiles of a large product: long enough that packing the factors of each tile anew costs little.
fn tile_side(n: usize, product: Product) -> usize {
    let side = if product.rows * product.columns >= 1 << 20 { 512 } else { 256 };
    n.div_ceil(n.div_ceil(side)).next_multiple_of(16)
}

/// A pointer that tasks share; they write apart.
#[derive(Clone, Copy)]
struct Target<T>(*mut T);

// SAFETY: every task writes its own tile only, and the slice outlives them.
unsafe impl<T: Send> Send for Target<T> {}
// SAFETY: every task writes its own tile only, and the slice outlives them.
unsafe impl<T: Send> Sync for Target<T> {}

impl<T> Target<T> {
    fn at(self, offset: usize) -> *mut T {
        self.0.wrapping_add(offset)
    }
}

macro_rules! by_gemm {
    ($($ty:ty: $name:ident, $zero:expr, $one:expr, $plus_zero:expr;)*) => {$(
        /// A product of a size that packing pays for, by the matrix library.
        fn $name(product: Product, a: &[$ty], b: &[$ty], out: &mut [$ty], split: Split<'_>) {
            let Product { rows, inner, columns, conjugate, .. } = product;
            let [(a_row, a_column), (b_row, b_column)] = product.strides();
            assert!(a.len() == rows * inner && b.len() == inner * columns && out.len() == rows * columns);
            if out.is_empty() {
                return;
            }
            if inner == 0 {
                return out.fill($zero);
            }
            let (height, width) = (tile_side(rows, product), tile_side(columns, product));
            let across = columns.div_ceil(width);
            let target = Target(out.as_mut_ptr());
            let tile = |at: usize| {
                let (row, column) = (at / across * height, at % across * width);
                let (height, width) = (height.min(rows - row), width.min(columns - column));
                // SAFETY: `out` holds `rows * columns` elements, row-major, and each tile writes its own. The assertions above
                // say that the factors hold the whole matrices; the tile reads them from its first row and column on, and its
                // strides stay inside.
                unsafe {
                    gemm::gemm(
                        height, width, inner,
                        target.at(row * columns + column), 1, columns as isize, false,
                        a[row * a_row..].as_ptr(), a_column as isize, a_row as isize,
                        b[column * b_column..].as_ptr(), b_column as isize, b_row as isize,
                        $zero, $one, false, conjugate[0], conjugate[1],
                        Parallelism::None,
                    );
                }
                // The library starts sums with a product, which may be -0; sums start with 0.
                for row in row..row + height {
                    // SAFETY: the tile's part of a row, which the product has just written, and which is this task's own.
                    let out = unsafe { std::slice::from_raw_parts_mut(target.at(row * columns + column), width) };
                    for x in out {
                        *x = $plus_zero(*x);
                    }
                }
            };
            let tiles = rows.div_ceil(height) * across;
            if tiles == 1 || rows * inner * columns <= ALONE {
                (0..tiles).for_each(tile);
            } else {
                split.run(tiles, &|begin, end| (begin..end).for_each(tile));
            }
        }
    )*};
}

by_gemm! {
    f64: gemm_f64, 0.0, 1.0, |x: f64| x + 0.0;
    Complex<f32>: gemm_c32, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0), |x: Complex<f32>| x + Complex::new(0.0, 0.0);
    Complex<f64>: gemm_c64, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0), |x: Complex<f64>| x + Complex::new(0.0, 0.0);
}

macro_rules! packed {
    ($($ty:ty: $name:ident;)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>) {
                let Product { rows, inner, columns, conjugate, .. } = product;
                if (rows == 1 || columns == 1) && inner > 0 && conjugate == [false; 2] {
                    return by_vector(product, a, b, out);
                }
                $name(product, a, b, out, split);
            }
        }
    )*};
}

packed! {
    f64: gemm_f64;
    Complex<f32>: gemm_c32;
    Complex<f64>: gemm_c64;
}

impl MatrixElement for f32 {
    fn multiply(product: Product, a: &[f32], b: &[f32], out: &mut [f32], split: Split<'_>) {
        let Product { rows, inner, columns, precision, .. } = product;
        let [a_strides, b_strides] = product.strides();
        if rows == 1 && columns > 1 && inner > 1 && b_strides.0 == 1 {
            return by_dots(b, a, inner, out, split);
        }
        if columns == 1 && rows > 1 && inner > 1 {
            if a_strides.1 == 1 {
                return by_dots(a, b, inner, out, split);
            }
            // The transposed product: a row times a matrix.
            let (b_strides, a_strides) = ((a_strides.1, a_strides.0), (b_strides.1, b_strides.0));
            let factors =
                Factors { rows: 1, inner, columns: rows, a: b, a_strides, b: a, b_strides, precision };
            return over_tiles(&factors, out, split);
        }
        over_tiles(&Factors { rows, inner, columns, a, a_strides, b, b_strides, precision }, out, split);
    }

    fn prepare(product: Product, b: &[f32], split: Split<'_>) -> Option<Panels> {
        let Product { inner, columns, .. } = product;
        let matrix = Matrix { values: b, strides: product.strides()[1] };
        Panels::of(matrix, inner, columns, product.precision, split)
    }

    fn keep(product: Product, b: &DenseHostTensor, split: Split<'_>) -> Option<Arc<Kept<Panels>>> {
        let Product { inner, columns, transpose_b, precision, .. } = product;
        if usable(precision) == Precision::F32 {
            return kept::panels(b, [inner, columns], transpose_b, TargetCpu::Native, split);
        }
        let values = b.values()?;
        Kept::within(size_of_val(values), || f32::prepare(product, values, split), Panels::bytes)
    }

    fn multiply_panels(
        product: Product,
        a: &[f32],
        b: &Panels,
        then: Then<'_>,
        out: &mut [f32],
        split: Split<'_>,
    ) -> bool {
        let left = Matrix { values: a, strides: product.strides()[0] };
        product_of_panels(left, product.rows, b, then, out, split);
        true
    }
}

fn over_tiles(factors: &Factors<'_>, out: &mut [f32], split: Split<'_>) {
    tfrt_numerics::product::product(factors, out, split);
}

/// A matrix stored by rows times a vector.
fn by_dots(matrix: &[f32], vector: &[f32], inner: usize, out: &mut [f32], split: Split<'_>) {
    let per_task = (ALONE / 4 / inner).max(1);
    let tasks: Vec<Mutex<&mut [f32]>> = out.chunks_mut(per_task).map(Mutex::new).collect();
    let task = |at: usize| {
        tfrt_numerics::dots::dots(&matrix[at * per_task * inner..], vector, &mut tasks[at].lock());
    };
    if matrix.len() <= ALONE {
        (0..tasks.len()).for_each(task);
    } else {
        split.run(tasks.len(), &|begin, end| (begin..end).for_each(task));
    }
}

/// A product with one row or one column, in the element's summing type.
pub(super) fn by_vector<T: Number>(product: Product, a: &[T], b: &[T], out: &mut [T]) {
    let Product { rows, inner, columns, transpose_a, transpose_b, .. } = product;
    // The matrix, as rows over `inner` or as rows over the results; the vector is contiguous either way.
    let (vector, matrix, matrix_rows_are_results) =
        if rows == 1 { (a, b, transpose_b) } else { (b, a, !transpose_a) };
    let results = if rows == 1 { columns } else { rows };
    if matrix_rows_are_results {
        for (out, row) in out.iter_mut().zip(matrix.chunks_exact(inner)) {
            *out = T::narrow(dot(row, vector));
        }
        return;
    }
    /// Results that are accumulated at once: few enough to stay in the first cache.
    const STRIP: usize = 1024;
    let mut sums = vec![T::SUM_ZERO; results.min(STRIP)];
    for (strip, out) in out.chunks_mut(STRIP).enumerate() {
        let sums = &mut sums[..out.len()];
        sums.fill(T::SUM_ZERO);
        for (&x, row) in vector.iter().zip(matrix.chunks_exact(results)) {
            let x = x.widen();
            for (sum, &y) in sums.iter_mut().zip(&row[strip * STRIP..]) {
                *sum = T::sum_plus(*sum, T::sum_times(x, y.widen()));
            }
        }
        for (out, &sum) in out.iter_mut().zip(&*sums) {
            *out = T::narrow(sum);
        }
    }
}

/// The dot product, summed in sixteen interleaved parts.
pub(crate) fn dot<T: Number>(a: &[T], b: &[T]) -> T::Sum {
    const PARTS: usize = 16;
    let mut parts = [T::SUM_ZERO; PARTS];
    let (a_blocks, a_rest) = a.as_chunks::<PARTS>();
    let (b_blocks, b_rest) = b.as_chunks::<PARTS>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for i in 0..PARTS {
            parts[i] = T::sum_plus(parts[i], T::sum_times(a[i].widen(), b[i].widen()));
        }
    }
    for (i, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        parts[i] = T::sum_plus(parts[i], T::sum_times(a.widen(), b.widen()));
    }
    let mut width = PARTS / 2;
    while width > 0 {
        for i in 0..width {
            parts[i] = T::sum_plus(parts[i], parts[i + width]);
        }
        width /= 2;
    }
    parts[0]
}

/// A product by loops, in the element's summing type.
pub(super) fn by_loops<T: Number>(product: Product, a: &[T], b: &[T], out: &mut [T], split: Split<'_>) {
    let Product { rows, inner, columns, .. } = product;
    let [(a_row, a_column), (b_row, b_column)] = product.strides();
    assert!(a.len() == rows * inner && b.len() == inner * columns && out.len() == rows * columns);
    if out.is_empty() {
        return;
    }
    let tile = (ALONE / (inner * columns).max(1)).clamp(1, rows);
    let tiles: Vec<Mutex<&mut [T]>> = out.chunks_mut(tile * columns).map(Mutex::new).collect();
    split.run(tiles.len(), &|begin, end| {
        let mut sums = vec![T::SUM_ZERO; columns];
        for at in begin..end {
            for (row, out) in tiles[at].lock().chunks_exact_mut(columns).enumerate() {
                sums.fill(T::SUM_ZERO);
                for k in 0..inner {
                    let x = a[(at * tile + row) * a_row + k * a_column].widen();
                    let b = &b[k * b_row..];
                    for (j, sum) in sums.iter_mut().enumerate() {
                        *sum = T::sum_plus(*sum, T::sum_times(x, b[j * b_column].widen()));
                    }
                }
                for (out, &sum) in out.iter_mut().zip(&sums) {
                    *out = T::narrow(sum);
                }
            }
        }
    });
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>) {
                by_loops(product, a, b, out, split);
            }
        }
    )*};
    ($($ty:ty as $unsigned:ident;)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], split: Split<'_>) {
                // The low bits of products and sums are the same with and without a sign.
                let [a, b] = [a, b].map(bytemuck::cast_slice);
                by_words(product, a, b, bytemuck::cast_slice_mut(out), split, tfrt_numerics::whole::$unsigned::add_product);
            }
        }
    )*};
}

integers!(u8 u16 i8 i16);
integers!(u32 as words; i32 as words; u64 as double_words; i64 as double_words;);

/// A function that adds the product of `rows` of a matrix and another one to a third one: see [`tfrt_numerics::whole`].
type AddProduct<T> = fn(&mut [T], &[T], &[T], [usize; 3]);

/// Multiplications of integers up to which plain loops are as fast.
const FEW_WORDS: usize = 1 << 12;

/// A product of integers, which wrap, by blocks of rows.
fn by_words<T: Number>(
    product: Product,
    a: &[T],
    b: &[T],
    out: &mut [T],
    split: Split<'_>,
    add: AddProduct<T>,
) {
    let Product { rows, inner, columns, .. } = product;
    let [a_strides, b_strides] = product.strides();
    assert!(a.len() == rows * inner && b.len() == inner * columns && out.len() == rows * columns);
    if rows * inner * columns <= FEW_WORDS {
        return by_loops(product, a, b, out, split);
    }
    // Factors that stand by columns are turned.
    let plain = |values: &[T], count: usize, length: usize, (row, column): (usize, usize)| {
        let turned =
            || (0..count * length).map(|at| values[at / length * row + at % length * column]).collect();
        (column != 1 && length > 1).then(turned)
    };
    let (a_turned, b_turned): (Option<Vec<T>>, Option<Vec<T>>) =
        (plain(a, rows, inner, a_strides), plain(b, inner, columns, b_strides));
    let (a, b) = (a_turned.as_deref().unwrap_or(a), b_turned.as_deref().unwrap_or(b));
    let per_task = (ALONE / (inner * columns).max(1)).clamp(1, rows).next_multiple_of(4);
    let tasks: Vec<Mutex<&mut [T]>> = out.chunks_mut(per_task * columns).map(Mutex::new).collect();
    split.run(tasks.len(), &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            let mut out = task.lock();
            out.fill(T::ZERO);
            let count = out.len() / columns;
            add(&mut out, &a[at * per_task * inner..][..count * inner], b, [count, inner, columns]);
        }
    });
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::*;
    use crate::ops::host::ALONE;

    /// A product of row-major matrices.
    fn product_of<T: MatrixElement>(rows: usize, inner: usize, columns: usize, a: &[T], b: &[T]) -> Vec<T> {
        let product = Product::plain([rows, inner, columns]);
        let mut out = vec![T::ONE; rows * columns];
        T::multiply(product, a, b, &mut out, ALONE);
        out
    }

    #[test]
    fn sums_start_with_positive_zero() {
        for (rows, columns) in [(2, 2), (3, 17)] {
            for inner in [1, 2, 5] {
                let a = vec![-1.0; rows * inner];
                let out = product_of::<f64>(rows, inner, columns, &a, &vec![0.0; inner * columns]);
                assert!(out.iter().all(|x| x.to_bits() == 0), "{rows}x{inner}x{columns}");
                let a = vec![Complex::new(-1.0f32, 0.0); rows * inner];
                let b = vec![Complex::new(0.0, -0.0); inner * columns];
                let out = product_of::<Complex<f32>>(rows, inner, columns, &a, &b);
                assert!(
                    out.iter().all(|x| x.re.to_bits() == 0 && x.im.to_bits() == 0),
                    "{rows}x{inner}x{columns}"
                );
            }
        }
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

    #[test]
    fn halves_without_memory_go_by_loops() {
        struct Nothing;
        impl tfrt_numerics::scratch::Memory for Nothing {
            fn numbers(&self, _: usize) -> Option<Box<dyn tfrt_numerics::scratch::Numbers>> {
                None
            }
        }
        let product = Product { transpose_b: true, ..Product::plain([2, 3, 2]) };
        let a: Vec<f16> = (1u8..=6).map(f16::from).collect();
        let mut out = [[f16::ZERO; 4]; 2];
        f16::multiply(product, &a, &a, &mut out[0], ALONE);
        f16::multiply(product, &a, &a, &mut out[1], Split::alone(&Nothing));
        assert_eq!(out, [[14u8, 32, 32, 77].map(f16::from); 2]);
    }
}
