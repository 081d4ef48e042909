//! Ops on matrices: products, equations and decompositions. The last two dimensions of an operand are a matrix, the dimensions before them
//! a batch.

use std::fmt;

use smallvec::smallvec;

use super::elementwise::broadcast_dims;
use super::{
    Call, Dim, DimList, Operand, Outcome, Results, ShapeRow, at_least, dtype_attr, takes, unsupported,
};
use crate::{DType, Epilogue, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    plain_product, takes(2) => "tf.MatMul";
    product_and_bias, at_least(2) => "tf._FusedMatMul";
    product_of_equal_batches, takes(2) => "tf.BatchMatMul";
    product_of_batches, takes(2) => "tf.BatchMatMulV2";
    square_result, takes(1) => "tf.Cholesky" "tf.MatrixInverse" "tf.MatrixSquareRoot" "tf.MatrixLogarithm";
    determinant, takes(1) => "tf.MatrixDeterminant";
    [log_determinant], takes(1) => "tf.LogMatrixDeterminant";
    solve, takes(2) => "tf.MatrixSolve";
    triangular_solve, takes(2) => "tf.MatrixTriangularSolve";
    cross, takes(2) => "tf.Cross";
    [symmetric_eigen], takes(1) => "tf.SelfAdjointEigV2";
    [eigen], takes(1) => "tf.Eig";
    [singular_values], takes(1) => "tf.Svd";
    [orthogonal], takes(1) => "tf.Qr";
    [triangular_factors], takes(1) => "tf.Lu";
    tridiagonal_solve, takes(2) => "tf.TridiagonalSolve";
    tridiagonal_product, takes(4) => "tf.TridiagonalMatMul";
    banded_solve, takes(2) => "tf.BandedTriangularSolve";
    sparse_product, takes(2) => "tf.SparseMatMul";
    least_squares, takes(3) => "tf.MatrixSolveLs";
};

/// Rows and columns of a matrix, perhaps transposed.
#[inline]
fn sides(x: &Operand<'_>, transposed: bool) -> (Dim, Dim) {
    let from_end = |i| x.rank().map_or(Dim::UNKNOWN, |rank| x.dim(rank - i));
    let (rows, columns) = (from_end(2), from_end(1));
    if transposed { (columns, rows) } else { (rows, columns) }
}

/// The product of two matrices, as `tf.MatMul` describes it. Without both of its attributes neither matrix is transposed, as TensorFlow defines it;
/// where one is given, the other must be, as upstream requires.
///
/// # Errors
/// The operands have no product, or an attribute is missing.
pub fn matrix_product(
    a: &Operand<'_>,
    b: &Operand<'_>,
    attrs: &dyn super::Attrs,
) -> Result<Outcome, OpError> {
    if let (Some(a), Some(b)) = (a.dtype, b.dtype)
        && a != b
    {
        let (a, b) = (a.label(), b.label());
        return Err(format!("incompatible dtypes for MatMul: In[0]: {a}, In[1]: {b}").into());
    }
    for (i, x) in [a, b].into_iter().enumerate() {
        if let Some(rank) = x.rank().filter(|&rank| rank != 2) {
            return Err(
                format!("argument {i} of matmul op is not a rank-2 tensor. Actual rank is {rank}").into()
            );
        }
    }
    let missing =
        |name: &str| OpError::incomplete(format!("'{name}' attribute is not specified for MatMul op"));
    let (transpose_a, transpose_b) = match (attrs.get_bool("transpose_a"), attrs.get_bool("transpose_b")) {
        (Some(a), Some(b)) => (a, b),
        (None, None) if !attrs.contains("transpose_a") && !attrs.contains("transpose_b") => (false, false),
        (None, _) => return Err(missing("transpose_a")),
        (Some(_), None) => return Err(missing("transpose_b")),
    };
    let (rows, inner_a) = sides(a, transpose_a);
    let (inner_b, columns) = sides(b, transpose_b);
    if !inner_a.agrees(inner_b) {
        return Err(format!(
            "matmul arguments have incompatible shapes: In[0]: {}, In[1]: {}. transpose_a: {}, transpose_b: {}",
            a.shape,
            b.shape,
            u8::from(transpose_a),
            u8::from(transpose_b)
        )
        .into());
    }
    Outcome::of_dims(a.dtype.or(b.dtype), &[rows, columns])
}

fn plain_product(call: &Call<'_>) -> Result<Outcome, OpError> {
    matrix_product(&call.operands[0], &call.operands[1], call.attrs)
}

/// A product with a bias for each column, and perhaps an activation.
fn product_and_bias(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b, args @ ..] = call.operands else { return Err("the factors are missing".into()) };
    let product = matrix_product(a, b, call.attrs)?;
    Epilogue::after_bias(call.attrs)?;
    let [bias] = args else {
        return Err(format!(
            "tf._FusedMatMul with BiasAdd takes 3 arguments, but got {}",
            call.operands.len()
        )
        .into());
    };
    let columns = product.shape.view().dim(1);
    match bias.shape.dims_of_rank() {
        Some([count]) if count.agrees(columns) && bias.same_dtype(a) => {
            let dims = [product.shape.view().dim(0), columns.or(count)];
            Outcome::of_dims(product.dtype.or(bias.dtype), &dims)
        }
        _ => Err(format!("bias {bias} does not fit a product {product}").into()),
    }
}

fn product_of_batches(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    if let (Some(a), Some(b)) = (a.dtype, b.dtype)
        && a != b
    {
        let (a, b) = (a.label(), b.label());
        return Err(format!("incompatible dtypes for BatchMatMul: In[0]: {a}, In[1]: {b}").into());
    }
    for (i, x) in [a, b].into_iter().enumerate() {
        if let Some(rank) = x.rank().filter(|&rank| rank < 2) {
            return Err(
                format!("argument {i} of BatchMatMul op has rank {rank}, but must have at least 2").into()
            );
        }
    }
    let (rows, inner_a) = sides(a, call.flag("adj_x"));
    let (inner_b, columns) = sides(b, call.flag("adj_y"));
    if !inner_a.agrees(inner_b) {
        let (a, b) = (&a.shape, &b.shape);
        return Err(format!("BatchMatMul arguments have incompatible shapes: In[0]: {a}, In[1]: {b}").into());
    }
    let dtype = a.dtype.or(b.dtype);
    let (Some(a), Some(b)) = (a.dims(), b.dims()) else { return Ok(Outcome::unranked(dtype)) };
    let mut dims = broadcast_dims(&a[..a.len() - 2], &b[..b.len() - 2])?;
    dims.extend([rows, columns]);
    Outcome::of_dims(dtype, &dims)
}

fn product_of_equal_batches(call: &Call<'_>) -> Result<Outcome, OpError> {
    let product = product_of_batches(call)?;
    let [a, b] = [&call.operands[0].shape, &call.operands[1].shape];
    if let (Some(left), Some(right)) = (a.dims(), b.dims())
        && !all_agree(&left[..left.len() - 2], &right[..right.len() - 2])
    {
        return Err(format!(
            "In[0] and In[1] of BatchMatMul must have the same batch dimensions: {a} vs. {b}"
        )
        .into());
    }
    Ok(product)
}

/// The product of two matrices most of whose elements are zero.
fn sparse_product(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    for dtype in [a.dtype, b.dtype].into_iter().flatten() {
        if !matches!(dtype, DType::F32 | DType::BF16) {
            return Err(unsupported(dtype));
        }
    }
    if !a.shape.may_have_rank(2) || !b.shape.may_have_rank(2) {
        return Err(format!("a and b must be matrices, but have shapes {} and {}", a.shape, b.shape).into());
    }
    let (rows, depth) = sides(a, call.flag("transpose_a"));
    let (same, columns) = sides(b, call.flag("transpose_b"));
    if !depth.agrees(same) {
        return Err(format!("Matrix size incompatible: a: {}, b: {}", a.shape, b.shape).into());
    }
    Outcome::of_dims(DType::F32, &[rows, columns])
}

/// Whether both may be the same dimensions.
pub(super) fn all_agree(a: &[Dim], b: &[Dim]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a.agrees(b))
}

/// The combined knowledge about the dimensions of one tensor; both agree.
fn either(a: Option<DimList>, b: Option<DimList>) -> Option<DimList> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.iter().zip(&b).map(|(a, &b)| a.or(b)).collect()),
        (a, b) => a.or(b),
    }
}

/// The error for a tensor of too few dimensions to be a batch of matrices.
#[cold]
pub fn no_matrix(shape: &dyn fmt::Display) -> OpError {
    format!("Input tensor must have rank >= 2, got shape {shape}").into()
}

/// The dimensions before the matrix, unless the rank is unknown, its rows and its columns.
fn matrix(x: &Operand<'_>) -> Result<(Option<DimList>, Dim, Dim), OpError> {
    let Some(mut dims) = x.dims() else { return Ok((None, Dim::UNKNOWN, Dim::UNKNOWN)) };
    match (dims.pop(), dims.pop()) {
        (Some(columns), Some(rows)) => Ok((Some(dims), rows, columns)),
        _ => Err(no_matrix(&x.shape)),
    }
}

/// The dimensions before a square matrix, unless the rank is unknown, and its rows.
fn square(x: &Operand<'_>) -> Result<(Option<DimList>, Dim), OpError> {
    let (batch, rows, columns) = matrix(x)?;
    if !rows.agrees(columns) {
        return Err(format!("Input matrix must be square, got shape {}", x.shape).into());
    }
    Ok((batch, rows.or(columns)))
}

/// A tensor with these dimensions after those of a batch.
fn batch_of(dtype: Option<DType>, batch: &Option<DimList>, ends: &[Dim]) -> Result<Outcome, OpError> {
    let Some(mut dims) = batch.clone() else { return Ok(Outcome::unranked(dtype)) };
    dims.extend_from_slice(ends);
    Outcome::of_dims(dtype, &dims)
}

/// The empty vector that stands for a result that is not requested.
fn nothing(dtype: Option<DType>) -> Result<Outcome, OpError> {
    Outcome::of_dims(dtype, &[Dim::of(0)])
}

fn square_result(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let (batch, n) = square(x)?;
    batch_of(x.dtype, &batch, &[n, n])
}

fn determinant(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let (batch, _) = square(x)?;
    batch_of(x.dtype, &batch, &[])
}

fn log_determinant(call: &Call<'_>) -> Result<Results, OpError> {
    let result = determinant(call)?;
    Ok(smallvec![result.clone(), result])
}

/// The batch of the matrices and that of the right-hand sides, unless their rank is unknown; rows and columns of the latter.
type Equations = (Option<DimList>, Option<DimList>, [Dim; 2]);

/// Square matrices and right-hand sides that fit.
fn equations(matrices: &Operand<'_>, rhs: &Operand<'_>) -> Result<Equations, OpError> {
    let (batch, rows) = square(matrices)?;
    if !matrices.same_dtype(rhs) {
        return Err("matrix and right-hand side must have one dtype".into());
    }
    let (other, rhs_rows, columns) = matrix(rhs)?;
    if !rows.agrees(rhs_rows) {
        return Err(format!(
            "Input matrix and rhs are incompatible: shapes {} and {}",
            matrices.shape, rhs.shape
        )
        .into());
    }
    Ok((batch, other, [rows.or(rhs_rows), columns]))
}

fn solve(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [matrices, rhs] = [&call.operands[0], &call.operands[1]];
    let (batch, other, ends) = equations(matrices, rhs)?;
    if let (Some(batch), Some(other)) = (&batch, &other)
        && !all_agree(batch, other)
    {
        return Err(format!("batches of shapes {} and {} differ", matrices.shape, rhs.shape).into());
    }
    batch_of(rhs.dtype.or(matrices.dtype), &either(other, batch), &ends)
}

fn triangular_solve(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [matrices, rhs] = [&call.operands[0], &call.operands[1]];
    let (batch, other, ends) = equations(matrices, rhs)?;
    let dtype = rhs.dtype.or(matrices.dtype);
    let (Some(batch), Some(other)) = (batch, other) else { return Ok(Outcome::unranked(dtype)) };
    batch_of(dtype, &Some(broadcast_dims(&batch, &other)?), &ends)
}

fn cross(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    if !a.may_equal(b) {
        return Err(format!("Both inputs must be of same shape: {a} vs. {b}").into());
    }
    let shape = a.shape.or(&b.shape);
    let Some(dims) = shape.view().dims() else { return Ok(Outcome::unranked(a.dtype.or(b.dtype))) };
    match dims.last() {
        Some(last) if last.may_be(3) => Ok(Outcome::new(a.dtype.or(b.dtype), shape)),
        _ => {
            Err(format!("Cross-products are only defined for 3-element vectors, not for {}", a.shape).into())
        }
    }
}

fn symmetric_eigen(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let (batch, n) = square(x)?;
    let vectors = match call.attrs.get_bool("compute_v").unwrap_or(true) {
        true => batch_of(x.dtype, &batch, &[n, n])?,
        false => nothing(x.dtype)?,
    };
    Ok(smallvec![batch_of(x.dtype, &batch, &[n])?, vectors])
}

fn eigen(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let (batch, n) = square(x)?;
    let dtype = match x.dtype {
        Some(DType::F32 | DType::Complex64) => Some(DType::Complex64),
        Some(DType::F64 | DType::Complex128) => Some(DType::Complex128),
        Some(other) => return Err(unsupported(other)),
        None => None,
    };
    if let (Some(dtype), Some(other)) = (dtype, call.attrs.get_dtype("Tout"))
        && other != dtype
    {
        return Err(format!("Tout must be {}, but is {}", dtype.label(), other.label()).into());
    }
    let vectors = match call.attrs.get_bool("compute_v").unwrap_or(true) {
        true => batch_of(dtype, &batch, &[n, n])?,
        false => nothing(dtype)?,
    };
    Ok(smallvec![batch_of(dtype, &batch, &[n])?, vectors])
}

/// The lesser of two dimensions.
fn lesser(a: Dim, b: Dim) -> Dim {
    a.zip(b, |a, b| Some(a.min(b)))
}

fn singular_values(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let (batch, m, n) = matrix(x)?;
    let least = lesser(m, n);
    let values = batch_of(x.dtype, &batch, &[least])?;
    if !call.attrs.get_bool("compute_uv").unwrap_or(true) {
        return Ok(smallvec![values, nothing(x.dtype)?, nothing(x.dtype)?]);
    }
    let (left, right) = if call.flag("full_matrices") { (m, n) } else { (least, least) };
    Ok(smallvec![values, batch_of(x.dtype, &batch, &[m, left])?, batch_of(x.dtype, &batch, &[n, right])?])
}

fn orthogonal(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let (batch, m, n) = matrix(x)?;
    let inner = if call.flag("full_matrices") { m } else { lesser(m, n) };
    Ok(smallvec![batch_of(x.dtype, &batch, &[m, inner])?, batch_of(x.dtype, &batch, &[inner, n])?])
}

fn triangular_factors(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let (batch, n) = square(x)?;
    let mut rows = batch_of(x.dtype, &batch, &[n])?;
    rows.dtype = Some(dtype_attr(call.attrs, "output_idx_type", DType::I32, &[DType::I32, DType::I64])?);
    Ok(smallvec![batch_of(x.dtype, &batch, &[n, n])?, rows])
}

/// The batch of two tensors of matrices, unless no rank is known, and rows and columns of each.
type Pair = (Option<DimList>, [Dim; 2], [Dim; 2]);

/// Two tensors of matrices of one batch and dtype.
fn pair(a: &Operand<'_>, b: &Operand<'_>) -> Result<Pair, OpError> {
    let ((batch, rows, columns), (other, rhs_rows, rhs_columns)) = (matrix(a)?, matrix(b)?);
    let agree = match (&batch, &other) {
        (Some(batch), Some(other)) => all_agree(batch, other),
        _ => true,
    };
    if !agree || !a.same_dtype(b) {
        return Err(
            format!("{a} and {b} must have one dtype and the same dimensions before the last two").into()
        );
    }
    Ok((either(batch, other), [rows, columns], [rhs_rows, rhs_columns]))
}

fn tridiagonal_solve(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [diagonals, rhs] = [&call.operands[0], &call.operands[1]];
    match pair(diagonals, rhs)? {
        (batch, [count, n], [rows, columns]) if count.may_be(3) && n.agrees(rows) => {
            batch_of(rhs.dtype.or(diagonals.dtype), &batch, &[rows.or(n), columns])
        }
        _ => Err(format!(
            "diagonals must have shape [..., 3, M] for a right-hand side {rhs}, but are {diagonals}"
        )
        .into()),
    }
}

fn tridiagonal_product(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (rhs, mut result) = (&call.operands[3], call.operands[3].like());
    for diagonal in &call.operands[..3] {
        match pair(diagonal, rhs)? {
            (_, [count, n], [rows, _]) if count.may_be(1) && n.agrees(rows) => {}
            _ => {
                return Err(format!(
                    "diagonals must have shape [..., 1, M] for a right-hand side {rhs}, but one is {diagonal}"
                )
                .into());
            }
        }
        result.dtype = result.dtype.or(diagonal.dtype);
    }
    Ok(result)
}

fn banded_solve(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [bands, rhs] = [&call.operands[0], &call.operands[1]];
    let may_have = |count: Dim, n: Dim| match (count.known(), n.known()) {
        (Some(count), Some(n)) => count > 0 && count <= n,
        _ => !count.is(0) && !n.is(0),
    };
    match pair(bands, rhs)? {
        (batch, [count, n], [rows, columns]) if n.agrees(rows) && may_have(count, n.or(rows)) => {
            batch_of(rhs.dtype.or(bands.dtype), &batch, &[rows.or(n), columns])
        }
        _ => Err(format!("bands must have shape [..., K, M] with K from 1 to M for a right-hand side {rhs}, but are {bands}").into()),
    }
}

fn least_squares(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, rhs, regularizer] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let (batch, [rows, columns], [rhs_rows, rhs_columns]) = pair(a, rhs)?;
    if !rows.agrees(rhs_rows) {
        return Err(format!("Input matrix and rhs are incompatible: {a} and {rhs}").into());
    }
    if !regularizer.shape.may_have_rank(0) || !regularizer.may_be(DType::F64) {
        return Err(format!("l2_regularizer must be a scalar of dtype f64, but is {regularizer}").into());
    }
    batch_of(a.dtype.or(rhs.dtype), &batch, &[columns, rhs_columns])
}
