//! Triangular matrices: factors of others, and equations with them, by halves, so that most of the work are products of blocks.
//!
//! Golub and Van Loan, Matrix Computations, 3.4 and 4.2; the recursion on columns is S. Toledo's ("Locality of reference in LU decomposition
//! with partial pivoting", 1997).

use super::field::Field;

/// Rows or columns that are not halved.
const FEW: usize = 16;

/// Which triangle a matrix has, and whether its diagonal is one, whatever stands there.
#[derive(Clone, Copy)]
pub(crate) struct Triangle {
    pub(crate) lower: bool,
    pub(crate) unit: bool,
}

/// A block of a matrix that is stored by rows, which begin `step` elements apart, in room of its own.
fn copied<F: Field>(a: &[F], step: usize, [i, j]: [usize; 2], [rows, columns]: [usize; 2]) -> Vec<F> {
    let mut block = Vec::with_capacity(rows * columns);
    for row in i..i + rows {
        block.extend_from_slice(&a[row * step + j..][..columns]);
    }
    block
}

/// Solves `a x = b` in the place of `b`, of so many columns, for the triangle of the first `n` rows and columns of `a`; rows of both begin as
/// many elements apart as they say.
pub(crate) fn solve<F: Field>(
    a: &[F],
    a_step: usize,
    n: usize,
    x: &mut [F],
    x_step: usize,
    columns: usize,
    triangle: Triangle,
) {
    if n == 0 || columns == 0 {
        return;
    }
    let Triangle { lower, unit } = triangle;
    if n <= FEW {
        for place in 0..n {
            let i = if lower { place } else { n - 1 - place };
            let (above, rest) = x.split_at_mut(i * x_step);
            let (row, below) = rest.split_at_mut(columns.min(rest.len()));
            for k in if lower { 0..i } else { i + 1..n } {
                let known = match k < i {
                    true => &above[k * x_step..][..columns],
                    false => &below[(k - i) * x_step - columns..][..columns],
                };
                F::add_scaled(row, -a[i * a_step + k], known);
            }
            if !unit {
                let pivot = a[i * a_step + i];
                row.iter_mut().for_each(|x| *x = *x / pivot);
            }
        }
        return;
    }
    let half = n / 2;
    let rest = n - half;
    let corner = half * a_step + half;
    if lower {
        solve(a, a_step, half, x, x_step, columns, triangle);
        let (factors, known) =
            (copied(a, a_step, [half, 0], [rest, half]), copied(x, x_step, [0, 0], [half, columns]));
        F::subtract_product(&mut x[half * x_step..], x_step, &factors, &known, [rest, half, columns]);
        solve(&a[corner..], a_step, rest, &mut x[half * x_step..], x_step, columns, triangle);
    } else {
        solve(&a[corner..], a_step, rest, &mut x[half * x_step..], x_step, columns, triangle);
        let (factors, known) =
            (copied(a, a_step, [0, half], [half, rest]), copied(x, x_step, [half, 0], [rest, columns]));
        F::subtract_product(x, x_step, &factors, &known, [half, rest, columns]);
        solve(a, a_step, half, x, x_step, columns, triangle);
    }
}

/// Triangular factors with row exchanges, in the place of a matrix of `m` rows and `n` columns: the row that each step exchanged its own
/// with, the largest by `size`. Where a pivot is zero, the column stays as it is.
pub(crate) fn lu<F: Field>(a: &mut [F], m: usize, n: usize, size: fn(F) -> f64) -> Vec<usize> {
    let mut pivots = Vec::with_capacity(m.min(n));
    lu_columns(a, [m, n], 0..n, size, &mut pivots);
    pivots
}

/// The steps for some columns; those before are done. Rows are exchanged whole.
fn lu_columns<F: Field>(
    a: &mut [F],
    [m, n]: [usize; 2],
    columns: std::ops::Range<usize>,
    size: fn(F) -> f64,
    pivots: &mut Vec<usize>,
) {
    let (first, end) = (columns.start, columns.end);
    let steps = m.min(end).saturating_sub(first);
    if steps == 0 {
        return;
    }
    if end - first <= FEW {
        lu_panel(a, [m, n], columns, size, pivots);
        return;
    }
    let middle = first + steps.min(end - first) / 2;
    let middle = if middle == first { first + steps } else { middle };
    lu_columns(a, [m, n], first..middle, size, pivots);
    // What the steps so far do to the columns behind.
    let (count, behind) = (middle - first, end - middle);
    let factors = copied(a, n, [first, first], [count, count]);
    solve(
        &factors,
        count,
        count,
        &mut a[first * n + middle..],
        n,
        behind,
        Triangle { lower: true, unit: true },
    );
    let known = copied(a, n, [first, middle], [count, behind]);
    let factors = copied(a, n, [middle, first], [m - middle, count]);
    if middle < m {
        F::subtract_product(&mut a[middle * n + middle..], n, &factors, &known, [m - middle, count, behind]);
    }
    lu_columns(a, [m, n], middle..end, size, pivots);
}

/// The steps for a few columns, which stand one after the other in room of their own meanwhile.
fn lu_panel<F: Field>(
    a: &mut [F],
    [m, n]: [usize; 2],
    columns: std::ops::Range<usize>,
    size: fn(F) -> f64,
    pivots: &mut Vec<usize>,
) {
    let (first, rows) = (columns.start, m - columns.start);
    let mut panel: Vec<F> = Vec::with_capacity(rows * columns.len());
    for j in columns.clone() {
        panel.extend((first..m).map(|i| a[i * n + j]));
    }
    for k in 0..rows.min(columns.len()) {
        let column = &panel[k * rows..][..rows];
        let (mut best, mut largest) = (k, size(column[k]));
        for (i, &x) in column.iter().enumerate().skip(k + 1) {
            let size = size(x);
            if size > largest {
                (best, largest) = (i, size);
            }
        }
        pivots.push(first + best);
        if best != k {
            panel.chunks_exact_mut(rows).for_each(|column| column.swap(k, best));
            let (above, below) = a.split_at_mut((first + best) * n);
            above[(first + k) * n..][..n].swap_with_slice(&mut below[..n]);
        }
        let (column, behind) = panel[k * rows..].split_at_mut(rows);
        let pivot = column[k];
        if pivot.abs() == 0.0 {
            continue;
        }
        let factors = &mut column[k + 1..];
        factors.iter_mut().for_each(|x| *x = *x / pivot);
        for other in behind.chunks_exact_mut(rows) {
            let factor = -other[k];
            F::add_scaled(&mut other[k + 1..], factor, factors);
        }
    }
    for (column, j) in panel.chunks_exact(rows).zip(columns) {
        for (i, &x) in column.iter().enumerate() {
            a[(first + i) * n + j] = x;
        }
    }
}

/// Cholesky's factor of a Hermitian matrix of which the lower triangle is read and written, rows `step` elements apart; else the first row
/// whose pivot is not positive, which then stands there.
pub(crate) fn cholesky<F: Field>(a: &mut [F], step: usize, n: usize) -> Result<(), usize> {
    if n <= FEW {
        for j in 0..n {
            let (above, below) = a.split_at_mut((j + 1) * step - step + n);
            let row = &mut above[j * step..];
            let known = row[..j].iter().map(|x| x.abs().powi(2)).sum::<f64>();
            let pivot = row[j].re() - known;
            if pivot.is_nan() || pivot <= 0.0 {
                row[j] = F::real(pivot);
                return Err(j);
            }
            let root = F::real(pivot.sqrt());
            row[j] = root;
            for i in j + 1..n {
                // The part behind begins after the first `n` elements of row `j`.
                let other = &mut below[(i - j) * step - n..][..j + 1];
                let sum = other[..j].iter().zip(&row[..j]).fold(other[j], |sum, (&x, &y)| sum - x * y.conj());
                other[j] = sum / root;
            }
        }
        return Ok(());
    }
    let half = n / 2;
    let rest = n - half;
    cholesky(a, step, half)?;
    // The rows behind: each is the solution for its conjugate as a column.
    let mut columns = vec![F::ZERO; half * rest];
    for (i, row) in a[half * step..].chunks(step).take(rest).enumerate() {
        for (k, &x) in row[..half].iter().enumerate() {
            columns[k * rest + i] = x.conj();
        }
    }
    solve(a, step, half, &mut columns, rest, rest, Triangle { lower: true, unit: false });
    for (i, row) in a[half * step..].chunks_mut(step).take(rest).enumerate() {
        for (k, x) in row[..half].iter_mut().enumerate() {
            *x = columns[k * rest + i].conj();
        }
    }
    let rows = copied(a, step, [half, 0], [rest, half]);
    // Of the product the lower triangle is wanted: blocks of rows, as far as their diagonal.
    for block in (0..rest).step_by(FEW) {
        let (count, width) = (FEW.min(rest - block), (block + FEW).min(rest));
        let known = copied(&columns, rest, [0, 0], [half, width]);
        F::subtract_product(
            &mut a[(half + block) * step + half..],
            step,
            &rows[block * half..][..count * half],
            &known,
            [count, half, width],
        );
    }
    cholesky(&mut a[half * step + half..], step, rest).map_err(|at| at + half)
}
