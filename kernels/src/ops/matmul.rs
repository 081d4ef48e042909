//! Matrix products: `tf.MatMul`, batched products, and the product fused with bias and activation.
//!
//! Floating-point and complex products go through the `gemm` crate on one thread at a time; large ones are cut into
//! tiles of rows whose size depends on the shapes alone, so results do not depend on the number of threads. A product with a
//! single row or column is bound by memory and has loops of its own, integers and `bf16` too.
#![expect(unsafe_code, reason = "the matrix library takes raw pointers and strides")]

use gemm::Parallelism;
use half::{bf16, f16};
use num_complex::Complex;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{
    DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, RestMetadata,
};
use tfrt_executor::tensor::{DType, DTypeExt as _, Dims, Shape, TensorMetadata};

use super::broadcast::broadcast_dims;
use super::number::{Float, Number, WorkFloat};
use super::support::{for_dtype, result_metadata};

/// Adds the ops of this file.
pub fn register(ops: &mut OpRegistry) {
    ops.add("tf.MatMul", OpEntry::new().metadata(matmul_metadata).dispatch(matmul));
    ops.add("tf._FusedMatMul", OpEntry::new().metadata(fused_metadata).dispatch(fused_matmul));
    for name in ["tf.BatchMatMul", "tf.BatchMatMulV2"] {
        ops.add(name, OpEntry::new().metadata(batch_metadata).dispatch(batch_matmul));
    }
}

fn matmul_metadata(
    a: &TensorMetadata,
    b: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    if a.dtype != b.dtype {
        let (a, b) = (a.dtype.label(), b.dtype.label());
        return Err(format!("incompatible dtypes for MatMul: In[0]: {a}, In[1]: {b}").into());
    }
    for (i, shape) in [&a.shape, &b.shape].into_iter().enumerate() {
        if shape.rank() != 2 {
            let rank = shape.rank();
            return Err(
                format!("argument {i} of matmul op is not a rank-2 tensor. Actual rank is {rank}").into()
            );
        }
    }
    let flag = |name: &str| {
        attrs.get_bool(name).ok_or_else(|| format!("'{name}' attribute is not specified for MatMul op"))
    };
    let (transpose_a, transpose_b) = (flag("transpose_a")?, flag("transpose_b")?);
    let (rows, inner_a) = sides(&a.shape, transpose_a);
    let (inner_b, columns) = sides(&b.shape, transpose_b);
    if inner_a != inner_b {
        return Err(format!(
            "matmul arguments have incompatible shapes: In[0]: {}, In[1]: {}. transpose_a: {}, transpose_b: {}",
            a.shape,
            b.shape,
            u8::from(transpose_a),
            u8::from(transpose_b)
        )
        .into());
    }
    Ok(TensorMetadata::new(a.dtype, Shape::new(&[rows, columns])?))
}

/// Rows and columns of a matrix, perhaps transposed.
fn sides(shape: &Shape, transposed: bool) -> (i64, i64) {
    let (rows, columns) = (shape.dim(shape.rank() - 2), shape.dim(shape.rank() - 1));
    if transposed { (columns, rows) } else { (rows, columns) }
}

/// A product `[rows, inner] x [inner, columns]` of row-major or transposed row-major matrices.
#[derive(Clone, Copy)]
pub struct Product {
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
}

impl Product {
    /// (row, column) strides of the factors.
    fn strides(&self) -> [(usize, usize); 2] {
        let of =
            |rows: usize, columns: usize, transposed: bool| if transposed { (1, rows) } else { (columns, 1) };
        [of(self.rows, self.inner, self.transpose_a), of(self.inner, self.columns, self.transpose_b)]
    }
}

/// An element type that matrices can be multiplied in.
pub trait MatrixElement: Number {
    /// `out = a * b`; the slices hold exactly the matrices.
    fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], blocks: &dyn Blocks);
}

/// Who runs the blocks of a large product.
pub trait Blocks {
    /// Calls `body(begin, end)` over all of `0..blocks`.
    fn for_blocks(&self, blocks: usize, body: &(dyn Fn(usize, usize) + Sync));
}

/// All threads of the host do.
impl Blocks for &dyn OpContext {
    fn for_blocks(&self, blocks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        self.parallel_for(blocks, 1, body);
    }
}

/// Multiplications that a tile of rows should have, to be worth a task.
const TILE_WORK: usize = 1 << 22;

macro_rules! by_gemm {
    ($($ty:ty, $zero:expr, $one:expr;)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], blocks: &dyn Blocks) {
                let Product { rows, inner, columns, conjugate, .. } = product;
                let [(a_row, a_column), (b_row, b_column)] = product.strides();
                assert!(a.len() == rows * inner && b.len() == inner * columns && out.len() == rows * columns);
                if out.is_empty() {
                    return;
                }
                if inner == 0 {
                    return out.fill($zero);
                }
                if (rows == 1 || columns == 1) && conjugate == [false; 2] {
                    return by_vector(product, a, b, out);
                }
                let tile = (TILE_WORK / (inner * columns).max(1)).next_multiple_of(32).clamp(32, rows.max(32));
                let tiles: Vec<Mutex<&mut [Self]>> = out.chunks_mut(tile * columns).map(Mutex::new).collect();
                blocks.for_blocks(tiles.len(), &|begin, end| {
                    for at in begin..end {
                        let mut out = tiles[at].lock();
                        let rows = out.len() / columns;
                        let a = &a[at * tile * a_row..];
                        // SAFETY: `out` holds `rows * columns` elements, row-major. The factors hold the whole matrices
                        // (asserted above), `a` from the tile's first row on, and all strides stay inside.
                        unsafe {
                            gemm::gemm(
                                rows, columns, inner,
                                out.as_mut_ptr(), 1, columns as isize, false,
                                a.as_ptr(), a_column as isize, a_row as isize,
                                b.as_ptr(), b_column as isize, b_row as isize,
                                $zero, $one, false, conjugate[0], conjugate[1],
                                Parallelism::None,
                            );
                        }
                    }
                });
            }
        }
    )*};
}

by_gemm! {
    f32, 0.0, 1.0;
    f64, 0.0, 1.0;
    f16, gemm_f16_zero(), gemm_f16_one();
    Complex<f32>, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
    Complex<f64>, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
}

const fn gemm_f16_zero() -> f16 {
    f16::ZERO
}

const fn gemm_f16_one() -> f16 {
    f16::ONE
}

/// A product with one row or one column, in the element's summing type.
fn by_vector<T: Number>(product: Product, a: &[T], b: &[T], out: &mut [T]) {
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
pub fn dot<T: Number>(a: &[T], b: &[T]) -> T::Sum {
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

macro_rules! by_loops {
    ($($ty:ty)*) => {$(
        impl MatrixElement for $ty {
            fn multiply(product: Product, a: &[Self], b: &[Self], out: &mut [Self], blocks: &dyn Blocks) {
                let Product { rows, inner, columns, .. } = product;
                let [(a_row, a_column), (b_row, b_column)] = product.strides();
                assert!(a.len() == rows * inner && b.len() == inner * columns && out.len() == rows * columns);
                if out.is_empty() {
                    return;
                }
                let tile = (TILE_WORK / (8 * inner * columns).max(1)).clamp(1, rows);
                let tiles: Vec<Mutex<&mut [Self]>> = out.chunks_mut(tile * columns).map(Mutex::new).collect();
                blocks.for_blocks(tiles.len(), &|begin, end| {
                    let mut sums = vec![<$ty>::SUM_ZERO; columns];
                    for at in begin..end {
                        for (row, out) in tiles[at].lock().chunks_exact_mut(columns).enumerate() {
                            sums.fill(<$ty>::SUM_ZERO);
                            for k in 0..inner {
                                let x = a[(at * tile + row) * a_row + k * a_column].widen();
                                let b = &b[k * b_row..];
                                for (j, sum) in sums.iter_mut().enumerate() {
                                    *sum = <$ty>::sum_plus(*sum, <$ty>::sum_times(x, b[j * b_column].widen()));
                                }
                            }
                            for (out, &sum) in out.iter_mut().zip(&sums) {
                                *out = <$ty>::narrow(sum);
                            }
                        }
                    }
                });
            }
        }
    )*};
}

by_loops!(u8 u16 u32 u64 i8 i16 i32 i64 bf16);

fn matmul(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let product = product_of(frame)?;
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = DispatchFrame::fresh(metadata)?;
        T::multiply(product, frame.values(0)?, frame.values(1)?, out.values_mut(), &frame.context());
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("Unsupported input dtype: {}", metadata.dtype.label()).into()))
}

fn product_of(frame: &DispatchFrame<'_>) -> Result<Product, OpError> {
    let transpose_a = frame.attrs().get_bool("transpose_a").unwrap_or(false);
    let transpose_b = frame.attrs().get_bool("transpose_b").unwrap_or(false);
    let (rows, inner) = sides(frame.dense(0)?.shape(), transpose_a);
    let (_, columns) = sides(frame.dense(1)?.shape(), transpose_b);
    let [rows, inner, columns] = [rows, inner, columns].map(|n| n as usize);
    Ok(Product { rows, inner, columns, transpose_a, transpose_b, conjugate: [false; 2] })
}

/// What follows the product in a fused op.
pub(super) fn fused_ops(attrs: OpAttrsRef<'_>) -> Result<Option<Activation>, OpError> {
    use tfrt_executor::core_runtime::AttrValue;
    let names: Vec<String> = match attrs.get_aggregate("fused_ops") {
        Some(values) => values
            .iter()
            .map(|value| match value {
                AttrValue::String(name) => String::from_utf8_lossy(name).into_owned(),
                _ => "?".to_owned(),
            })
            .collect(),
        None => Vec::new(),
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names[..] {
        ["BiasAdd"] => Ok(None),
        ["BiasAdd", "Relu"] => Ok(Some(Activation::Relu)),
        ["BiasAdd", "Relu6"] => Ok(Some(Activation::Relu6)),
        ["BiasAdd", "Elu"] => Ok(Some(Activation::Elu)),
        ["BiasAdd", "Tanh"] => Ok(Some(Activation::Tanh)),
        ["BiasAdd", "Sigmoid"] => Ok(Some(Activation::Sigmoid)),
        ["BiasAdd", "LeakyRelu"] => {
            let alpha = attrs.get_float("leakyrelu_alpha").unwrap_or(f64::from(0.2f32));
            Ok(Some(Activation::LeakyRelu(alpha as f32)))
        }
        _ => Err(format!("unsupported fused_ops {names:?}").into()),
    }
}

/// An activation function of a fused op.
#[derive(Clone, Copy)]
pub(super) enum Activation {
    Relu,
    Relu6,
    Elu,
    Tanh,
    Sigmoid,
    LeakyRelu(f32),
}

impl Activation {
    /// Adds the bias to whole rows and applies the activation, if there is one.
    pub(super) fn finish<T: Float>(activation: Option<Activation>, rows: &mut [T], bias: &[T]) {
        for row in rows.chunks_exact_mut(bias.len().max(1)) {
            for (out, bias) in row.iter_mut().zip(bias) {
                let sum = out.plus(*bias);
                *out = activation.map_or(sum, |activation| T::unwork(activation.apply(sum.work())));
            }
        }
    }

    fn apply<W: WorkFloat>(self, x: W) -> W {
        let zero = W::ZERO;
        match self {
            Activation::Relu => x.larger(zero),
            Activation::Relu6 => x.larger(zero).smaller(W::from_small(6)),
            Activation::Elu if x < zero => x.exp_m1(),
            Activation::Elu => x,
            Activation::Tanh => x.tanh(),
            Activation::Sigmoid => W::ONE.over(W::ONE.plus(x.negated().exp())),
            Activation::LeakyRelu(_) if x > zero => x,
            Activation::LeakyRelu(alpha) => x.times(W::of(f64::from(alpha))),
        }
    }
}

fn fused_metadata(
    a: &TensorMetadata,
    b: &TensorMetadata,
    args: RestMetadata<'_>,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    let product = matmul_metadata(a, b, attrs)?;
    fused_ops(attrs)?;
    let [bias] = args.0 else {
        return Err(format!(
            "tf._FusedMatMul with BiasAdd takes one more argument, but got {}",
            args.0.len()
        )
        .into());
    };
    if bias.dtype != a.dtype || bias.shape.rank() != 1 || bias.shape.dim(0) != product.shape.dim(1) {
        return Err(format!("bias {bias} does not fit a product {product}").into());
    }
    Ok(product)
}

fn fused_matmul(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn run<T: MatrixElement + Float<Work = f32>>(
        frame: &mut DispatchFrame<'_>,
        metadata: &TensorMetadata,
        activation: Option<Activation>,
    ) -> Result<(), OpError> {
        let mut out = DispatchFrame::fresh(metadata)?;
        T::multiply(
            product_of(frame)?,
            frame.values(0)?,
            frame.values(1)?,
            out.values_mut(),
            &frame.context(),
        );
        Activation::finish(activation, out.values_mut(), frame.values::<T>(2)?);
        frame.finish(0, out);
        Ok(())
    }
    let metadata = result_metadata(frame, 0)?;
    let activation = fused_ops(frame.attrs())?;
    match metadata.dtype {
        DType::F32 => run::<f32>(frame, metadata, activation),
        DType::F16 => run::<f16>(frame, metadata, activation),
        DType::BF16 => run::<bf16>(frame, metadata, activation),
        other => Err(format!("Unsupported input dtype: {}", other.label()).into()),
    }
}

fn batch_metadata(
    a: &TensorMetadata,
    b: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    if a.dtype != b.dtype {
        let (a, b) = (a.dtype.label(), b.dtype.label());
        return Err(format!("incompatible dtypes for BatchMatMul: In[0]: {a}, In[1]: {b}").into());
    }
    for (i, shape) in [&a.shape, &b.shape].into_iter().enumerate() {
        if shape.rank() < 2 {
            let rank = shape.rank();
            return Err(
                format!("argument {i} of BatchMatMul op has rank {rank}, but must have at least 2").into()
            );
        }
    }
    let (adj_x, adj_y) = adjoints(attrs);
    let (rows, inner_a) = sides(&a.shape, adj_x);
    let (inner_b, columns) = sides(&b.shape, adj_y);
    if inner_a != inner_b {
        let (a, b) = (&a.shape, &b.shape);
        return Err(format!("BatchMatMul arguments have incompatible shapes: In[0]: {a}, In[1]: {b}").into());
    }
    let mut dims = batch_dims(&a.shape, &b.shape)?;
    dims.extend([rows, columns]);
    Ok(TensorMetadata::new(a.dtype, Shape::new(&dims)?))
}

fn adjoints(attrs: OpAttrsRef<'_>) -> (bool, bool) {
    (attrs.get_bool("adj_x").unwrap_or(false), attrs.get_bool("adj_y").unwrap_or(false))
}

fn batch_dims(a: &Shape, b: &Shape) -> Result<Dims, String> {
    let (a, b) = (a.dims(), b.dims());
    broadcast_dims(&a[..a.len() - 2], &b[..b.len() - 2])
}

fn batch_matmul(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn run<T: MatrixElement>(
        frame: &mut DispatchFrame<'_>,
        metadata: &TensorMetadata,
        product: Product,
        batches: &[[usize; 2]],
    ) -> Result<(), OpError> {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (a, b) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
        let (a_size, b_size) = (product.rows * product.inner, product.inner * product.columns);
        let out_size = product.rows * product.columns;
        for (at, [i, j]) in batches.iter().enumerate() {
            let (a, b) = (&a[i * a_size..][..a_size], &b[j * b_size..][..b_size]);
            T::multiply(product, a, b, &mut out.values_mut()[at * out_size..][..out_size], &frame.context());
        }
        frame.finish(0, out);
        Ok(())
    }
    let metadata = result_metadata(frame, 0)?;
    let (a, b) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let (adj_x, adj_y) = adjoints(frame.attrs());
    let (rows, inner) = sides(a, adj_x);
    let (_, columns) = sides(b, adj_y);
    let [rows, inner, columns] = [rows, inner, columns].map(|n| n as usize);
    let conjugate = if metadata.dtype.is_complex() { [adj_x, adj_y] } else { [false; 2] };
    let product = Product { rows, inner, columns, transpose_a: adj_x, transpose_b: adj_y, conjugate };
    let batch = |shape: &Shape| Shape::new(&shape.dims()[..shape.rank() - 2]);
    let (a, b, out) = (batch(a)?, batch(b)?, batch(&metadata.shape)?);
    let numbers = |n: usize| (0..n).collect::<Vec<usize>>();
    let mut batches = vec![[0; 2]; out.num_elements()];
    let plan = super::broadcast::Plan::new(&out, &[&a, &b]);
    plan.binary(&mut batches, &numbers(a.num_elements()), &numbers(b.num_elements()), &|i, j, out| {
        for ((out, &i), &j) in out.iter_mut().zip(i).zip(j) {
            *out = [i, j];
        }
    });
    for_dtype!(
        metadata.dtype,
        [ints floats halves complex],
        run::<T>(frame, metadata, product, &batches),
        else Err(format!("Unsupported input dtype: {}", metadata.dtype.label()).into())
    )
}
