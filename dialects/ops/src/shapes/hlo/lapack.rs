//! LAPACK's routines: the last two dimensions of an operand are a matrix, the dimensions before them a batch. `info` is an `i32` for each
//! matrix.

use super::super::{Call, Dim, DimList, Operand, Outcome, Results, ShapeRow, takes};
use super::int;
use crate::{DType, OpError};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    [factor], takes(1) => "hlo.lapack_potrf";
    [triangular_factors], takes(1) => "hlo.lapack_getrf";
    [reflections], takes(1) => "hlo.lapack_geqrf";
    [pivoted_reflections], takes(2) => "hlo.lapack_geqp3";
    product_of_reflections, takes(2) => "hlo.lapack_orgqr";
    [symmetric_eigenvalues], takes(1) => "hlo.lapack_syevd";
    [singular_values], takes(1) => "hlo.lapack_gesdd";
    [eigenvalues], takes(1) => "hlo.lapack_geev";
    [schur], takes(1) => "hlo.lapack_gees";
    [hessenberg], takes(1) => "hlo.lapack_gehrd";
    [tridiagonal], takes(1) => "hlo.lapack_sytrd";
    [tridiagonal_solution], takes(4) => "hlo.lapack_gtsv";
};

/// The batch, the rows and the columns of an operand's matrices.
struct Matrices {
    batch: DimList,
    rows: Dim,
    columns: Dim,
}

impl Matrices {
    /// The matrices of an operand whose rank is known.
    fn of(x: &Operand<'_>) -> Result<Option<Matrices>, OpError> {
        if let Some(dtype) = x.dtype
            && !matches!(dtype, DType::F32 | DType::F64 | DType::Complex64 | DType::Complex128)
        {
            return Err(super::super::unsupported(dtype));
        }
        let Some(mut batch) = x.dims() else { return Ok(None) };
        match (batch.pop(), batch.pop()) {
            (Some(columns), Some(rows)) => Ok(Some(Matrices { batch, rows, columns })),
            _ => Err(format!("{x} has no matrices").into()),
        }
    }

    fn square(x: &Operand<'_>) -> Result<Option<Matrices>, OpError> {
        match Matrices::of(x)? {
            Some(matrices) if !matrices.rows.agrees(matrices.columns) => {
                Err(format!("{x} has no square matrices").into())
            }
            matrices => Ok(matrices),
        }
    }

    fn least(&self) -> Dim {
        self.rows.zip(self.columns, |rows, columns| Some(rows.min(columns)))
    }
}

/// A result with these dimensions behind the batch's.
fn each(
    dtype: impl Into<Option<DType>>,
    matrices: Option<&Matrices>,
    dims: impl Fn(&Matrices) -> DimList,
) -> Outcome {
    let all = matrices.map(|matrices| {
        let mut all = matrices.batch.clone();
        all.extend(dims(matrices));
        all
    });
    Outcome::open(dtype, all)
}

fn info(matrices: Option<&Matrices>) -> Outcome {
    each(DType::I32, matrices, |_| DimList::new())
}

fn vector(dim: Dim) -> DimList {
    DimList::from_slice(&[dim])
}

/// The dtype of the absolute values.
fn real_of(dtype: Option<DType>) -> Option<DType> {
    dtype.map(|dtype| match dtype {
        DType::Complex64 => DType::F32,
        DType::Complex128 => DType::F64,
        real => real,
    })
}

fn complex_of(dtype: Option<DType>) -> Option<DType> {
    dtype.map(|dtype| match dtype {
        DType::F32 => DType::Complex64,
        DType::F64 => DType::Complex128,
        complex => complex,
    })
}

fn factor(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    Ok([a.like(), info(matrices.as_ref())].into_iter().collect())
}

fn triangular_factors(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::of(a)?;
    let pivots = each(DType::I32, matrices.as_ref(), |a| vector(a.least()));
    Ok([a.like(), pivots, info(matrices.as_ref())].into_iter().collect())
}

fn reflections(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let taus = each(a.dtype, Matrices::of(a)?.as_ref(), |a| vector(a.least()));
    Ok([a.like(), taus].into_iter().collect())
}

fn pivoted_reflections(call: &Call<'_>) -> Result<Results, OpError> {
    let [a, order] = [&call.operands[0], &call.operands[1]];
    let matrices = Matrices::of(a)?;
    let pivots = each(DType::I32, matrices.as_ref(), |a| vector(a.columns));
    if !order.may_be(DType::I32) || !order.shape.agrees(&pivots.shape.view()) {
        return Err(format!("{order} has no number for each column of {a}").into());
    }
    let taus = each(a.dtype, matrices.as_ref(), |a| vector(a.least()));
    Ok([a.like(), pivots, taus].into_iter().collect())
}

fn product_of_reflections(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, taus] = [&call.operands[0], &call.operands[1]];
    if let (Some(matrices), Some(dims)) = (Matrices::of(a)?, taus.dims()) {
        let fits = match dims.split_last() {
            Some((count, batch)) => {
                let at_most = |a: Dim, b: Dim| match (a.known(), b.known()) {
                    (Some(a), Some(b)) => a <= b,
                    _ => true,
                };
                at_most(*count, matrices.columns)
                    && at_most(matrices.columns, matrices.rows)
                    && batch.len() == matrices.batch.len()
                    && batch.iter().zip(&matrices.batch).all(|(a, b)| a.agrees(*b))
            }
            None => false,
        };
        if !fits || !a.same_dtype(taus) {
            return Err(format!("{a} and {taus} have no product of reflections").into());
        }
    }
    Ok(a.like())
}

fn symmetric_eigenvalues(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    let w = each(real_of(a.dtype), matrices.as_ref(), |a| vector(a.columns));
    Ok([a.like(), w, info(matrices.as_ref())].into_iter().collect())
}

fn singular_values(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::of(a)?;
    let matrices = matrices.as_ref();
    let is_full = call.flag("full_matrices");
    let s = each(real_of(a.dtype), matrices, |a| vector(a.least()));
    let u =
        each(a.dtype, matrices, |a| DimList::from_slice(&[a.rows, if is_full { a.rows } else { a.least() }]));
    let vt = each(a.dtype, matrices, |a| {
        DimList::from_slice(&[if is_full { a.columns } else { a.least() }, a.columns])
    });
    Ok([s, u, vt, info(matrices)].into_iter().collect())
}

fn eigenvalues(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    let matrices = matrices.as_ref();
    let w = each(complex_of(a.dtype), matrices, |a| vector(a.columns));
    let vectors = each(complex_of(a.dtype), matrices, |a| DimList::from_slice(&[a.rows, a.columns]));
    Ok([w, vectors.clone(), vectors, info(matrices)].into_iter().collect())
}

fn schur(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    let w = each(complex_of(a.dtype), matrices.as_ref(), |a| vector(a.columns));
    Ok([a.like(), a.like(), w, info(matrices.as_ref())].into_iter().collect())
}

fn less_one(a: &Matrices) -> DimList {
    vector(a.columns.map(|n| (n - 1).max(0)))
}

fn hessenberg(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    let (low, high) = (int(call, "low")?, int(call, "high")?);
    if let Some(n) = matrices.as_ref().and_then(|a| a.columns.known())
        && !(n == 0 || (1 <= low && low <= high && high <= n))
    {
        return Err(
            format!("low {low} and high {high} are no rows of {a}, from the first to the last").into()
        );
    }
    let taus = each(a.dtype, matrices.as_ref(), less_one);
    Ok([a.like(), taus, info(matrices.as_ref())].into_iter().collect())
}

fn tridiagonal(call: &Call<'_>) -> Result<Results, OpError> {
    let a = &call.operands[0];
    let matrices = Matrices::square(a)?;
    let matrices = matrices.as_ref();
    let d = each(real_of(a.dtype), matrices, |a| vector(a.columns));
    let e = each(real_of(a.dtype), matrices, less_one);
    let taus = each(a.dtype, matrices, less_one);
    Ok([a.like(), d, e, taus, info(matrices)].into_iter().collect())
}

fn tridiagonal_solution(call: &Call<'_>) -> Result<Results, OpError> {
    let b = &call.operands[3];
    let matrices = Matrices::of(b)?;
    let bands = each(b.dtype, matrices.as_ref(), |b| vector(b.rows));
    for band in &call.operands[..3] {
        if !band.same_dtype(b) || !band.shape.agrees(&bands.shape.view()) {
            return Err(format!("{band} is no diagonal of equations for {b}").into());
        }
    }
    let info = info(matrices.as_ref());
    Ok([bands.clone(), bands.clone(), bands, b.like(), info].into_iter().collect())
}
