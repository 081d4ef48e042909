//! Factors of matrices: triangular ones, reflections, and solutions of tridiagonal equations.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};
use tfrt_executor::tensor::DType;

use super::{Part, Parts, Problem, by_rows, routines};
use crate::ops::by_dtype::unsupported;
use crate::ops::linear_algebra::decompose::{columns, transposed};
use crate::ops::linear_algebra::field::{Field, norm};
use crate::ops::linear_algebra::reflection::{Reflection, accumulated};
use crate::ops::linear_algebra::triangular;
use crate::ops::linear_algebra::tridiagonal::Tridiagonal;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    routines! { ops:
        "hlo.lapack_potrf" 0 potrf;
        "hlo.lapack_getrf" 0 getrf;
        "hlo.lapack_geqrf" 0 geqrf;
        "hlo.lapack_geqp3" 0 geqp3;
        "hlo.lapack_orgqr" 0 orgqr;
        "hlo.lapack_gehrd" 0 gehrd;
        "hlo.lapack_sytrd" 0 sytrd;
        "hlo.lapack_gtsv" 3 gtsv;
    }
}

/// Cholesky's factor in one triangle; the other one stays as it is.
fn potrf<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let lower = problem.flag("lower");
    let (mut a, n) = (problem.a, problem.n);
    let other = |a: &mut [F]| {
        for i in 0..n {
            for j in 0..i {
                let (below, above) = (a[i * n + j], a[j * n + i]);
                (a[i * n + j], a[j * n + i]) = (above.conj(), below.conj());
            }
        }
    };
    // The upper triangle is that of the adjoint matrix.
    if !lower {
        other(&mut a);
    }
    let info = triangular::cholesky(&mut a, n, n).map_or_else(|at| at + 1, |()| 0);
    if !lower {
        other(&mut a);
    }
    Ok(vec![Part::Same(a), Part::info(info)])
}

/// The size by which LAPACK chooses pivots: the sum of the parts' absolute values.
fn size_of<F: Field>(x: F) -> f64 {
    x.re().abs() + (x - F::real(x.re())).abs()
}

/// Triangular factors with row exchanges; `info` is the first pivot that is zero.
fn getrf<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (mut a, m, n) = (problem.a, problem.m, problem.n);
    let pivots = triangular::lu(&mut a, m, n, size_of);
    let info = (0..m.min(n)).find(|&j| a[j * n + j].abs() == 0.0).map_or(0, |j| j + 1);
    let pivots = pivots.into_iter().map(|row| row as i32 + 1).collect();
    Ok(vec![Part::Same(a), Part::Ints(pivots), Part::info(info)])
}

/// Makes a column triangular by a reflection, whose vector stands below the diagonal afterwards, and reflects the columns behind it.
fn eliminate<F: Field>(a: &mut [Vec<F>], k: usize) -> F {
    let r = Reflection::of(&mut a[k][k..]);
    for column in &mut a[k + 1..] {
        r.apply(&mut column[k..], true);
    }
    a[k][k + 1..].copy_from_slice(&r.v[1..]);
    r.factor
}

fn geqrf<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (m, n) = (problem.m, problem.n);
    let mut a = columns(&problem.a, m, n);
    let taus = (0..m.min(n)).map(|k| eliminate(&mut a, k)).collect();
    Ok(vec![Part::Same(by_rows(&a, m)), Part::Same(taus)])
}

/// As [`geqrf`], of columns in the order of their size; columns with a number in the second operand come first.
fn geqp3<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (m, n) = (problem.m, problem.n);
    let mut a = columns(&problem.a, m, n);
    let given = &problem.frame.values::<i32>(1)?[problem.at * n..][..n];
    let mut order: Vec<i32> = (1..=n as i32).collect();
    let mut fixed = 0;
    for (j, &given) in given.iter().enumerate() {
        if given != 0 {
            a.swap(j, fixed);
            order.swap(j, fixed);
            fixed += 1;
        }
    }
    let mut taus = Vec::with_capacity(m.min(n));
    for k in 0..m.min(n) {
        if k >= fixed {
            let sizes: Vec<f64> = a[k..].iter().map(|column| norm(&column[k..])).collect();
            let best = (0..n - k).fold(0, |best, i| if sizes[i] > sizes[best] { i } else { best });
            a.swap(k, k + best);
            order.swap(k, k + best);
        }
        taus.push(eliminate(&mut a, k));
    }
    Ok(vec![Part::Same(by_rows(&a, m)), Part::Ints(order), Part::Same(taus)])
}

/// The first columns of the product of reflections.
fn orgqr<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (m, n) = (problem.m, problem.n);
    let taus = problem.frame.dense(1)?.shape();
    let taus = problem.operand(1, taus.dim(taus.rank() - 1) as usize)?;
    let a = columns(&problem.a, m, n);
    let reflections: Vec<Reflection<F>> = taus
        .into_iter()
        .enumerate()
        .map(|(k, factor)| {
            let mut v = a[k][k..].to_vec();
            v[0] = F::ONE;
            Reflection { v, factor }
        })
        .collect();
    Ok(vec![Part::Same(transposed(&accumulated(&reflections, m, n, 0), n, m))])
}

/// Hessenberg form by reflections of the rows from `low` to `high`, which count from one.
fn gehrd<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (n, attrs) = (problem.n, problem.frame.attrs());
    let row = |name: &str| attrs.get_int(name).unwrap_or(1).clamp(1, n.max(1) as i64) as usize;
    let (low, high) = (row("low") - 1, row("high"));
    let mut a = columns(&problem.a, n, n);
    let mut taus = vec![F::ZERO; n.saturating_sub(1)];
    let mut shared = Vec::new();
    for k in low..high.min(n).saturating_sub(1) {
        let r = Reflection::of(&mut a[k][k + 1..high]);
        r.apply_from_right(&mut a[k + 1..], 0..high, &mut shared);
        for column in &mut a[k + 1..] {
            r.apply(&mut column[k + 1..high], true);
        }
        a[k][k + 2..high].copy_from_slice(&r.v[1..]);
        taus[k] = r.factor;
    }
    Ok(vec![Part::Same(by_rows(&a, n)), Part::Same(taus), Part::info(0)])
}

/// Tridiagonal form of a Hermitian matrix of which one triangle is read and written.
fn sytrd<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let lower = problem.flag("lower");
    let (source, n) = (&problem.a, problem.n);
    // The upper triangle in the opposite order is the lower one of a matrix with the same reflections.
    let mirrored = |i: usize| if lower { i } else { n - 1 - i };
    let place = |i: usize, j: usize| mirrored(i) * n + mirrored(j);
    let mut a: Vec<F> = vec![F::ZERO; n * n];
    for i in 0..n {
        for j in 0..=i {
            a[i * n + j] = source[place(i, j)];
        }
    }
    let form = Tridiagonal::of(&mut a, n);
    let mut out = source.clone();
    let less = n.saturating_sub(1);
    let (mut d, mut e, mut taus) = (vec![0.0; n], vec![0.0; less], vec![F::ZERO; less]);
    for (k, &value) in form.diagonal.iter().enumerate() {
        d[mirrored(k)] = value;
        out[place(k, k)] = F::real(value);
    }
    for (k, (r, &beside)) in form.reflections.iter().zip(&form.beside).enumerate() {
        let to = if lower { k } else { less - 1 - k };
        e[to] = beside;
        taus[to] = r.factor;
        out[place(k + 1, k)] = F::real(beside);
        for (i, &v) in r.v.iter().enumerate().skip(1) {
            out[place(k + 1 + i, k)] = v;
        }
    }
    Ok(vec![Part::Same(out), Part::Real(d), Part::Real(e), Part::Same(taus), Part::info(0)])
}

/// Elimination with exchanges of neighbouring rows. The diagonals become those of the upper factor; the lower one, whose first element is
/// not used, becomes the second diagonal above.
fn gtsv<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (n, columns) = (problem.m, problem.n);
    let (mut lower, mut d, mut upper) =
        (problem.operand(0, n)?, problem.operand(1, n)?, problem.operand(2, n)?);
    let mut b = problem.a;
    let mut info = 0;
    for k in 0..n.saturating_sub(1) {
        let below = lower[k + 1];
        let is_exchanged = size_of(d[k]) < size_of(below);
        if below.abs() == 0.0 && d[k].abs() == 0.0 {
            info = k + 1;
            break;
        }
        let (first, rest) = b.split_at_mut((k + 1) * columns);
        let (row, next) = (&mut first[k * columns..], &mut rest[..columns]);
        let factor;
        if is_exchanged {
            factor = d[k] / below;
            row.swap_with_slice(next);
            let diagonal = d[k + 1];
            d[k] = below;
            d[k + 1] = upper[k] - factor * diagonal;
            upper[k] = diagonal;
            if k + 2 < n {
                lower[k + 1] = upper[k + 1];
                upper[k + 1] = -factor * upper[k + 1];
            }
        } else {
            factor = below / d[k];
            d[k + 1] = d[k + 1] - factor * upper[k];
            if k + 2 < n {
                lower[k + 1] = F::ZERO;
            }
        }
        next.iter_mut().zip(&*row).for_each(|(x, &y)| *x = *x - factor * y);
    }
    if info == 0 && n > 0 && d[n - 1].abs() == 0.0 {
        info = n;
    }
    if info == 0 {
        for k in (0..n).rev() {
            for c in 0..columns {
                let mut value = b[k * columns + c];
                if k + 1 < n {
                    value = value - upper[k] * b[(k + 1) * columns + c];
                }
                if k + 2 < n {
                    value = value - lower[k + 1] * b[(k + 2) * columns + c];
                }
                b[k * columns + c] = value / d[k];
            }
        }
    }
    Ok(vec![Part::Same(lower), Part::Same(d), Part::Same(upper), Part::Same(b), Part::info(info)])
}
