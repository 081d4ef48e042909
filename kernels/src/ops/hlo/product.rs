//! `hlo.dot_general`: a product of batches of matrices, which the two tensors become by transposition.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrs, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_ops::Precision;

use super::axes;
use super::calls::Callee;
use super::movement::permuted;
use super::steps;
use crate::ops::memory::result_metadata;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let products = Products::new(ops);
    ops.add(
        "hlo.dot_general",
        OpEntry::new()
            .dispatch(move |frame: &mut DispatchFrame<'_>| dot(frame, &products))
            .prepared(steps::dot),
    );
}

/// Products of batches of matrices, of any dtype.
#[derive(Clone)]
pub(super) struct Products {
    product: Callee,
    convert: Callee,
}

impl Products {
    /// Over the ops that are there.
    pub(super) fn new(ops: &OpRegistry) -> Products {
        Products { product: Callee::of(ops, "tf.BatchMatMulV2"), convert: Callee::of(ops, "hlo.convert") }
    }

    /// The tensor in another dtype.
    pub(super) fn converted(
        &self,
        frame: &DispatchFrame<'_>,
        x: DenseHostTensor,
        dtype: DType,
    ) -> Result<DenseHostTensor, OpError> {
        if x.dtype() == dtype {
            return Ok(x);
        }
        let mut attrs = OpAttrs::new();
        attrs.set_dtype("DstT", dtype);
        self.convert.call(frame, [x], &attrs)
    }

    /// `a · b` of tensors of shapes `[batch, rows, depth]` and `[batch, depth, columns]`, perhaps transposed, in `dtype`: sums of products
    /// that are computed in at least the precision of all three dtypes.
    pub(super) fn product(
        &self,
        frame: &DispatchFrame<'_>,
        a: DenseHostTensor,
        b: DenseHostTensor,
        transposed: [bool; 2],
        dtype: DType,
    ) -> Result<DenseHostTensor, OpError> {
        let wide = [a.dtype(), b.dtype()].into_iter().fold(dtype, wider);
        let has_kernel = |dtype: DType| {
            !matches!(
                dtype,
                DType::I1 | DType::I8 | DType::UI8 | DType::UI16 | DType::UI32 | DType::UI64 | DType::I16
            )
        };
        // Sums of wrapping integers have the same low bits in any width.
        let computed = match wide {
            wide if has_kernel(wide) => wide,
            DType::UI64 => DType::I64,
            _ => DType::I32,
        };
        let (a, b) = (self.converted(frame, a, computed)?, self.converted(frame, b, computed)?);
        let mut attrs = OpAttrs::new();
        attrs.set_bool("adj_x", false);
        attrs.set_bool("adj_y", false);
        if let Some(precision) = frame.attrs().get_string(Precision::ATTR) {
            attrs.set_string(Precision::ATTR, precision);
        }
        let a = if transposed[0] { permuted(&a, &[0, 2, 1])? } else { a };
        let b = if transposed[1] { permuted(&b, &[0, 2, 1])? } else { b };
        let product = self.product.call(frame, [a, b], &attrs)?;
        if dtype == DType::I1 {
            // Of conditions, whether any product is true.
            return self.converted(frame, product, DType::I1);
        }
        self.converted(frame, product, dtype)
    }
}

/// The dtype in which products of both are exact, as far as there is one.
fn wider(a: DType, b: DType) -> DType {
    let rank = |dtype: DType| match dtype {
        _ if dtype.is_complex() => 300 + dtype.size().unwrap_or(0),
        DType::F16 => 201,
        DType::BF16 => 202,
        DType::F32 => 204,
        DType::F64 => 208,
        _ if dtype.is_integer() => 100 + 2 * dtype.size().unwrap_or(0) + usize::from(!dtype.is_unsigned()),
        _ => 0,
    };
    match (a, b) {
        (DType::F16, DType::BF16) | (DType::BF16, DType::F16) => DType::F32,
        (DType::F64, DType::Complex64) | (DType::Complex64, DType::F64) => DType::Complex128,
        _ if rank(a) >= rank(b) => a,
        _ => b,
    }
}

fn dot(frame: &mut DispatchFrame<'_>, products: &Products) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?.clone();
    let attrs = frame.attrs();
    let side = |i: usize, batching: &str, contracting: &str| {
        let x = frame.dense(i)?;
        let rank = x.shape().rank();
        let (batch, inner) = (axes(attrs, batching, rank)?, axes(attrs, contracting, rank)?);
        let free: Vec<usize> =
            (0..rank).filter(|axis| !batch.contains(axis) && !inner.contains(axis)).collect();
        Ok::<_, OpError>((x, batch, inner, free))
    };
    let size = |x: &DenseHostTensor, axes: &[usize]| -> i64 {
        axes.iter().map(|&axis| x.shape().dim(axis)).product()
    };
    let (a, batch, inner, free) = side(0, "lhs_batching_dimensions", "lhs_contracting_dimensions")?;
    let shape = Shape::new(&[size(a, &batch), size(a, &free), size(a, &inner)])?;
    let left = permuted(a, &[&batch[..], &free, &inner].concat())?.into_reshaped(shape)?;
    let (b, batch, inner, free) = side(1, "rhs_batching_dimensions", "rhs_contracting_dimensions")?;
    let shape = Shape::new(&[size(b, &batch), size(b, &inner), size(b, &free)])?;
    let right = permuted(b, &[&batch[..], &inner, &free].concat())?.into_reshaped(shape)?;
    let product = products.product(frame, left, right, [false, false], metadata.dtype)?;
    frame.set(0, product.into_reshaped(metadata.shape)?);
    Ok(())
}
