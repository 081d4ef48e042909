//! Matrix products: `tf.MatMul`, batched products, and the product fused with bias and activation.

use half::{bf16, f16};
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, Output, Prepared as Code,
    StepSpec,
};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::{Activation, Epilogue, Precision, TargetCpu};

use crate::ops::by_dtype::for_dtype;
use crate::ops::elementwise::broadcast::Plan;
use crate::ops::fusion::product_step;
use crate::ops::host::{ALONE, HostThreads};
use crate::ops::linear_algebra::batches::{BatchDim, Batches};
use crate::ops::linear_algebra::epilogue::FuseElement;
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use crate::ops::linear_algebra::prepared_factors::{self, Prepared};
use crate::ops::memory::result_metadata;
use crate::ops::tasks::for_rows;
use tfrt_numerics::finish::{After, Then, finish_all};
use tfrt_numerics::split::Split;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let bound = move |_: OpAttrsRef<'_>| {
        let site = Prepared::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| matmul(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| matmul(frame, None);
    ops.add("tf.MatMul", OpEntry::new().dispatch(unbound).bind(bound));
    let bound = move |_: OpAttrsRef<'_>| {
        let site = Prepared::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| fused_matmul(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| fused_matmul(frame, None);
    ops.add("tf._FusedMatMul", OpEntry::new().dispatch(unbound).bind(bound));
    ops.add("tf.BatchMatMul", OpEntry::new().dispatch(batch_matmul).prepared(batch_step));
    ops.add("tf.BatchMatMulV2", OpEntry::new().dispatch(batch_matmul).prepared(batch_step));
}

/// Rows and columns of a matrix, perhaps transposed.
fn sides(shape: &Shape, transposed: bool) -> (i64, i64) {
    let (rows, columns) = (shape.dim(shape.rank() - 2), shape.dim(shape.rank() - 1));
    if transposed { (columns, rows) } else { (rows, columns) }
}

/// The product; `site` is the place in a program that it stands at.
fn matmul(frame: &mut DispatchFrame<'_>, site: Option<&Prepared>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let product = product_of(frame)?;
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = DispatchFrame::fresh(metadata)?;
        frame.values::<T>(1)?;
        let (a, b) = (frame.values::<T>(0)?, frame.dense(1)?);
        let threads = HostThreads::of(frame.context());
        Prepared::multiply(site, product, a, b, Then::default(), out.values_mut(), threads.split());
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("Unsupported input dtype: {}", metadata.dtype.label()).into()))
}

fn product_of(frame: &DispatchFrame<'_>) -> Result<Product, OpError> {
    Ok(product_of_shapes(frame.dense(0)?.shape(), frame.dense(1)?.shape(), frame.attrs()))
}

/// The product of two matrices of these shapes, which go together.
fn product_of_shapes(a: &Shape, b: &Shape, attrs: OpAttrsRef<'_>) -> Product {
    let transpose_a = attrs.get_bool("transpose_a").unwrap_or(false);
    let transpose_b = attrs.get_bool("transpose_b").unwrap_or(false);
    let (rows, inner) = sides(a, transpose_a);
    let (_, columns) = sides(b, transpose_b);
    let [rows, inner, columns] = [rows, inner, columns].map(|n| n as usize);
    Product {
        transpose_a,
        transpose_b,
        precision: Precision::of(&*attrs),
        ..Product::plain([rows, inner, columns])
    }
}

/// A product of `f32` matrices of known sizes.
pub(crate) struct FixedProduct {
    product: Product,
    /// The right factor, if it is a constant.
    right: Option<DenseHostTensor>,
    site: Prepared,
}

impl FixedProduct {
    /// The product of matrices of these shapes, which go together.
    pub(crate) fn new(a: &Shape, b: &Shape, right: Option<&DenseHostTensor>, attrs: OpAttrsRef<'_>) -> Self {
        Self::of(product_of_shapes(a, b, attrs), right)
    }

    /// This product.
    pub(crate) fn of(product: Product, right: Option<&DenseHostTensor>) -> Self {
        FixedProduct { product, right: right.cloned(), site: Prepared::default() }
    }

    /// Makes what runs on a processor read of a right factor that is a constant.
    pub(crate) fn pack(&self, target: TargetCpu, context: &dyn OpContext) {
        if let Some(right) = &self.right {
            prepared_factors::pack(self.product, right, target, HostThreads::of(context).split());
        }
    }

    /// Multiplies two matrices, with what follows.
    pub(crate) fn run(&self, a: &[f32], b: &[f32], then: Then<'_>, out: &mut [f32], context: &dyn OpContext) {
        let threads = HostThreads::of(context);
        let is_finished = match &self.right {
            Some(right) => {
                Prepared::multiply(Some(&self.site), self.product, a, right, then, out, threads.split())
            }
            None => {
                f32::multiply(self.product, a, b, out, threads.split());
                false
            }
        };
        if is_finished {
            return;
        }
        if let Some(after) = then.after {
            for_rows(context, out, after.bias.len().max(1), &|rows| after.apply(rows));
        }
        if let Some(finish) = then.finish {
            finish_all(finish, out, self.product.columns, threads.split());
        }
    }
}

fn fused_matmul(frame: &mut DispatchFrame<'_>, site: Option<&Prepared>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let activation = Epilogue::after_bias(&*frame.attrs())?;
    match metadata.dtype {
        DType::F32 => finished_product::<f32>(frame, site, metadata, activation),
        DType::F16 => finished_product::<f16>(frame, site, metadata, activation),
        DType::BF16 => finished_product::<bf16>(frame, site, metadata, activation),
        other => Err(format!("Unsupported input dtype: {}", other.label()).into()),
    }
}

/// The product of the first two arguments, whose metadata is known, with the third as its bias and an activation.
fn finished_product<T: MatrixElement + FuseElement>(
    frame: &mut DispatchFrame<'_>,
    site: Option<&Prepared>,
    metadata: &TensorMetadata,
    activation: Option<Activation>,
) -> Result<(), OpError> {
    let out = product_and_tail(frame, site, metadata, activation, frame.values::<T>(2)?)?;
    frame.finish(0, out);
    Ok(())
}

/// The product of two matrices of `f32`, whose metadata is known, with what comes after.
pub(crate) fn finished_product_f32(
    frame: &mut DispatchFrame<'_>,
    site: Option<&Prepared>,
    metadata: &TensorMetadata,
    after: After<'_>,
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(metadata)?;
    frame.values::<f32>(1)?;
    let threads = HostThreads::of(frame.context());
    let (a, b, split) = (frame.values::<f32>(0)?, frame.dense(1)?, threads.split());
    if !Prepared::multiply(site, product_of(frame)?, a, b, Some(after).into(), out.values_mut(), split) {
        for_rows(frame.context(), out.values_mut(), after.bias.len().max(1), &|rows| after.apply(rows));
    }
    frame.finish(0, out);
    Ok(())
}

fn product_and_tail<T: MatrixElement + FuseElement>(
    frame: &DispatchFrame<'_>,
    site: Option<&Prepared>,
    metadata: &TensorMetadata,
    activation: Option<Activation>,
    bias: &[T],
) -> Result<Output, OpError> {
    let mut out = DispatchFrame::fresh(metadata)?;
    frame.values::<T>(1)?;
    let (a, b) = (frame.values::<T>(0)?, frame.dense(1)?);
    let (product, after) = (product_of(frame)?, T::after(activation, bias));
    let is_finished = Prepared::multiply(
        site,
        product,
        a,
        b,
        after.into(),
        out.values_mut(),
        HostThreads::of(frame.context()).split(),
    );
    if !is_finished || after.is_none() {
        let columns = bias.len().max(1);
        for_rows(frame.context(), out.values_mut(), columns, &|rows| T::finish(activation, rows, bias));
    }
    Ok(out)
}

fn adjoints(attrs: OpAttrsRef<'_>) -> (bool, bool) {
    (attrs.get_bool("adj_x").unwrap_or(false), attrs.get_bool("adj_y").unwrap_or(false))
}

/// Multiplications that make a task of a batch worth starting.
const BATCH_WORK: usize = 1 << 18;

/// Multiplies the matrices of `a` and `b` that each pair names, one product after the other in `out`.
pub(crate) fn multiply_batches<T: MatrixElement>(
    product: Product,
    batches: &[[usize; 2]],
    a: &[T],
    b: &[T],
    out: &mut [T],
    context: &dyn OpContext,
) {
    let (a_size, b_size) = (product.rows * product.inner, product.inner * product.columns);
    let out_size = product.rows * product.columns;
    if out_size == 0 {
        return;
    }
    let multiply = |at: usize, out: &mut [T], split: Split<'_>| {
        let [i, j] = batches[at];
        T::multiply(product, &a[i * a_size..][..a_size], &b[j * b_size..][..b_size], out, split);
    };
    let work = out_size * product.inner;
    for_batches(out, out_size, work, context, &multiply);
}

/// Computes the products of a batch, each of so many elements and multiplications: the number of the product, its elements, and the threads
/// that it may use.
fn for_batches<T: Send>(
    out: &mut [T],
    size: usize,
    work: usize,
    context: &dyn OpContext,
    one: &(dyn Fn(usize, &mut [T], Split<'_>) + Sync),
) {
    if out.len() / size < 4 {
        // Too few for every thread to have one: share each.
        for (at, out) in out.chunks_exact_mut(size).enumerate() {
            one(at, out, HostThreads::of(context).split());
        }
        return;
    }
    let per_task = (BATCH_WORK / work.max(1)).max(1);
    let tasks: Vec<Mutex<&mut [T]>> = out.chunks_mut(size * per_task).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (task, out) in tasks.iter().enumerate().take(end).skip(begin) {
            for (i, out) in out.lock().chunks_exact_mut(size).enumerate() {
                one(task * per_task + i, out, ALONE);
            }
        }
    });
}

/// The product of each pair of matrices in tensors of these shapes, which go together, and the pairs.
fn batches_of(
    a: &Shape,
    b: &Shape,
    result: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<(Product, Vec<[usize; 2]>), OpError> {
    let (adj_x, adj_y) = adjoints(attrs);
    let (rows, inner) = sides(a, adj_x);
    let (_, columns) = sides(b, adj_y);
    let [rows, inner, columns] = [rows, inner, columns].map(|n| n as usize);
    let conjugate = if result.dtype.is_complex() { [adj_x, adj_y] } else { [false; 2] };
    let precision = Precision::of(&*attrs);
    let product =
        Product { rows, inner, columns, transpose_a: adj_x, transpose_b: adj_y, conjugate, precision };
    let batch = |shape: &Shape| Shape::new(&shape.dims()[..shape.rank() - 2]);
    let (a, b, out) = (batch(a)?, batch(b)?, batch(&result.shape)?);
    let batches = Plan::new(&out, &[&a, &b]).pairs(out.num_elements())?;
    Ok((product, batches))
}

/// Products of `f32` matrices in tensors of known shapes.
fn batch_step(spec: &StepSpec<'_>) -> Option<Code> {
    let ([a, b], [result]) = (spec.operands, spec.results) else { return None };
    let (a, b) = (a.metadata, b.metadata);
    let is_usual = [a, b, result].iter().all(|metadata| metadata.dtype == DType::F32);
    if !is_usual || result.shape.num_elements() == 0 {
        return None;
    }
    let (product, batches) = batches_of(&a.shape, &b.shape, result, spec.attrs).ok()?;
    // One right factor for all: the rows of all left factors are those of one. Products of vectors sum in an order of their own.
    let is_one = batches.iter().all(|&[i, j]| j == 0 && (i == 0 || !product.transpose_a));
    let is_of_matrices = product.rows > 1 && product.columns > 1;
    if is_one && a.shape.num_elements() > 0 && (batches.len() == 1 || is_of_matrices) {
        let rows = product.rows * batches.len();
        if rows * product.columns == result.shape.num_elements()
            && rows * product.inner == a.shape.num_elements()
            && product.inner * product.columns == b.shape.num_elements()
        {
            return Some(product_step(FixedProduct::of(
                Product { rows, ..product },
                spec.operands[1].constant,
            )));
        }
    }
    if is_of_matrices && product.inner > 0 {
        return Some(Code::Step(Box::new(matrices(product, &a.shape, &b.shape, &result.shape)?)));
    }
    Some(Code::step(move |context, operands, results| {
        let ([a, b], [out]) = (operands, results) else { return Err(Declined) };
        let (a, b): (&[f32], _) = (bytemuck::try_cast_slice(a)?, bytemuck::try_cast_slice(b)?);
        multiply_batches(product, &batches, a, b, bytemuck::try_cast_slice_mut(out)?, context);
        Ok(())
    }))
}

/// The products of the matrices in tensors of these shapes, whose batches broadcast to the result's.
fn matrices(product: Product, a: &Shape, b: &Shape, result: &Shape) -> Option<Batches> {
    let Product { rows, inner, columns, transpose_a, transpose_b, precision, .. } = product;
    let rank = result.rank().checked_sub(2)?;
    let dim = |axis: usize| {
        let step = |of: &Shape| {
            let at = (axis + of.rank()).checked_sub(result.rank());
            let at = at.filter(|&at| of.dim(at) != 1);
            at.map_or(0, |at| of.strides()[at] as usize)
        };
        BatchDim { count: result.dim(axis) as usize, steps: [step(a), step(b), step(result)] }
    };
    Some(Batches {
        batch: (0..rank).map(dim).collect(),
        rows,
        inner,
        columns,
        strides: [
            if transpose_a { (1, rows) } else { (inner, 1) },
            if transpose_b { (1, inner) } else { (columns, 1) },
        ],
        pitch: columns,
        left: 0,
        row: a.dim(a.rank() - 1) as usize,
        precision,
        moved: None,
    })
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
        multiply_batches(product, batches, a, b, out.values_mut(), frame.context());
        frame.finish(0, out);
        Ok(())
    }
    let metadata = result_metadata(frame, 0)?;
    let (a, b) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    if metadata.shape.num_elements() == 0 {
        // There may be more batches of nothing than a list of them could hold.
        let out = DispatchFrame::fresh(metadata)?;
        frame.finish(0, out);
        return Ok(());
    }
    let (product, batches) = batches_of(a, b, metadata, frame.attrs())?;
    for_dtype!(
        metadata.dtype,
        [ints floats halves complex],
        run::<T>(frame, metadata, product, &batches),
        else Err(format!("Unsupported input dtype: {}", metadata.dtype.label()).into())
    )
}
