//! Steps of dense linear algebra on rows of `f64`, compiled for the processor's vectors: those that factorisations spend their time in.
//!
//! Sums of products go over sixteen partial sums, or over one for each element of a result, whatever the vectors' width; products are added
//! with one rounding. So results are the same on every processor.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::combining::by_halves;
use super::cpu::multiversioned;

/// Partial sums of [`dot`].
const PARTS: usize = 16;
/// Rows of a product that are computed at once.
const ROWS: usize = 6;
/// Columns of a product that are computed at once.
const COLUMNS: usize = 8;
/// Columns that are turned at once: two vectors of each row stay in registers.
const TURNED: usize = 32;

/// A plane rotation: `x` and `y` become `cosine x + sine y` and `cosine y - sine x`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The cosine of the angle.
    pub cosine: f64,
    /// The sine of the angle.
    pub sine: f64,
}

/// Rotations of neighbouring rows, one after the other: of rows `first` and `first + 1`, of the next two, and so on.
#[derive(Debug, Clone)]
pub struct Sweep {
    /// The row that the first rotation begins with.
    pub first: usize,
    /// The rotations.
    pub turns: Vec<Turn>,
}

/// Subtracts a block of the product, of `R` rows from `i` and [`COLUMNS`] columns from `j`, from that block of `c`.
#[inline(always)]
fn block<const R: usize>(
    c: &mut [f64],
    step: usize,
    a: &[f64],
    b: &[f64],
    sizes: [usize; 2],
    [i, j]: [usize; 2],
) {
    let [inner, columns] = sizes;
    let mut sums = [[0.0; COLUMNS]; R];
    for r in 0..R {
        let Some(from) = c[(i + r) * step + j..].first_chunk::<COLUMNS>() else { return };
        sums[r] = *from;
    }
    let rows: [&[f64]; R] = std::array::from_fn(|r| &a[(i + r) * inner..][..inner]);
    for k in 0..inner {
        let Some(right) = b[k * columns + j..].first_chunk::<COLUMNS>() else { return };
        for r in 0..R {
            let factor = -rows[r][k];
            for w in 0..COLUMNS {
                sums[r][w] = factor.mul_add(right[w], sums[r][w]);
            }
        }
    }
    for r in 0..R {
        let Some(to) = c[(i + r) * step + j..].first_chunk_mut::<COLUMNS>() else { return };
        *to = sums[r];
    }
}

/// The columns from `j` on, which are fewer than a block has.
#[inline(always)]
fn last_columns(c: &mut [f64], step: usize, a: &[f64], b: &[f64], sizes: [usize; 2], [i, j]: [usize; 2]) {
    let [inner, columns] = sizes;
    let row = &mut c[i * step + j..][..columns - j];
    for k in 0..inner {
        let (factor, right) = (-a[i * inner + k], &b[k * columns + j..][..columns - j]);
        for w in 0..columns - j {
            row[w] = factor.mul_add(right[w], row[w]);
        }
    }
}

/// Both rows after a rotation.
#[inline(always)]
fn turned<const W: usize>(turn: Turn, x: &[f64; W], y: &[f64; W]) -> [[f64; W]; 2] {
    let mut rows = [[0.0; W]; 2];
    for w in 0..W {
        rows[0][w] = turn.cosine.mul_add(x[w], turn.sine * y[w]);
        rows[1][w] = turn.cosine.mul_add(y[w], -turn.sine * x[w]);
    }
    rows
}

/// Turns `W` columns from `at` on by all sweeps, two at once where the second one has no more to do than the first: then rows go through
/// registers once for both.
#[inline(always)]
fn turn_columns<const W: usize>(rows: &mut [f64], length: usize, at: usize, sweeps: &[Sweep]) {
    let mut number = 0;
    while let Some(sweep) = sweeps.get(number) {
        let second = sweeps.get(number + 1).filter(|second| {
            second.first == sweep.first && second.turns.len() <= sweep.turns.len() && !second.turns.is_empty()
        });
        number += if second.is_some() { 2 } else { 1 };
        let others = second.map_or(&[][..], |second| &second.turns[..]);
        let mut place = sweep.first * length + at;
        let Some(first) = rows[place..].first_chunk::<W>() else { return };
        let (mut upper, mut waiting) = (*first, [0.0; W]);
        for (k, &turn) in sweep.turns.iter().enumerate() {
            let Some(lower) = rows[place + length..].first_chunk::<W>() else { return };
            let [done, next] = turned(turn, &upper, lower);
            upper = next;
            // What the first sweep has done with a row, the second one takes one step later.
            let done = match k.checked_sub(1).and_then(|k| others.get(k)) {
                _ if k == 0 && !others.is_empty() => {
                    waiting = done;
                    place += length;
                    continue;
                }
                Some(&turn) => {
                    let [done, next] = turned(turn, &waiting, &done);
                    waiting = next;
                    (place - length, done)
                }
                None => (place, done),
            };
            if k == others.len() + 1 && !others.is_empty() {
                let Some(to) = rows[place - length..].first_chunk_mut::<W>() else { return };
                *to = waiting;
            }
            let Some(to) = rows[done.0..].first_chunk_mut::<W>() else { return };
            *to = done.1;
            place += length;
        }
        let count = sweep.turns.len();
        let mut last = upper;
        if !others.is_empty() && others.len() == count {
            let [done, next] = turned(others[count - 1], &waiting, &upper);
            let Some(to) = rows[place - length..].first_chunk_mut::<W>() else { return };
            *to = done;
            last = next;
        } else if !others.is_empty() && others.len() + 1 == count {
            let Some(to) = rows[place - length..].first_chunk_mut::<W>() else { return };
            *to = waiting;
        }
        let Some(to) = rows[place..].first_chunk_mut::<W>() else { return };
        *to = last;
    }
}

multiversioned! {
    /// The sum of the products of two rows' elements.
    pub fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut parts = [0.0; PARTS];
        let length = a.len().min(b.len());
        let whole = length - length % PARTS;
        let mut at = 0;
        while at < whole {
            let (Some(x), Some(y)) = (a[at..].first_chunk::<PARTS>(), b[at..].first_chunk::<PARTS>()) else { break };
            for i in 0..PARTS {
                parts[i] = x[i].mul_add(y[i], parts[i]);
            }
            at += PARTS;
        }
        for i in whole..length {
            parts[i - whole] = a[i].mul_add(b[i], parts[i - whole]);
        }
        by_halves(&mut parts, |a, b| a + b)
    }

    /// `to += factor * x`
    pub fn add_scaled(to: &mut [f64], factor: f64, x: &[f64]) {
        let length = to.len().min(x.len());
        let (to, x) = (&mut to[..length], &x[..length]);
        for i in 0..length {
            to[i] = factor.mul_add(x[i], to[i]);
        }
    }

    /// `to += a * x + b * y`
    pub fn add_two_scaled(to: &mut [f64], a: f64, x: &[f64], b: f64, y: &[f64]) {
        let length = to.len().min(x.len()).min(y.len());
        let (to, x, y) = (&mut to[..length], &x[..length], &y[..length]);
        for i in 0..length {
            to[i] = b.mul_add(y[i], a.mul_add(x[i], to[i]));
        }
    }

    /// What a row of a symmetric matrix, as far as it stands before the diagonal, has to do with a product: adds `factor * row` to the
    /// result, and gives the sum of the products with `x`.
    pub fn symmetric_step(row: &[f64], x: &[f64], factor: f64, result: &mut [f64]) -> f64 {
        let length = row.len().min(x.len()).min(result.len());
        let whole = length - length % PARTS;
        let mut parts = [0.0; PARTS];
        let mut at = 0;
        while at < whole {
            let (Some(row), Some(x)) = (row[at..].first_chunk::<PARTS>(), x[at..].first_chunk::<PARTS>()) else { break };
            let Some(result) = result[at..].first_chunk_mut::<PARTS>() else { break };
            for i in 0..PARTS {
                parts[i] = row[i].mul_add(x[i], parts[i]);
                result[i] = factor.mul_add(row[i], result[i]);
            }
            at += PARTS;
        }
        for i in whole..length {
            parts[i - whole] = row[i].mul_add(x[i], parts[i - whole]);
            result[i] = factor.mul_add(row[i], result[i]);
        }
        by_halves(&mut parts, |a, b| a + b)
    }

    /// `c -= a * b`, for rows of `c` that begin `step` elements apart, `a` of `rows` by `inner` elements, and `b` of `inner` by `columns`.
    pub fn subtract_product(c: &mut [f64], step: usize, a: &[f64], b: &[f64], rows: usize, inner: usize, columns: usize) {
        if columns == 1 {
            for i in 0..rows {
                c[i * step] -= dot(&a[i * inner..][..inner], &b[..inner]);
            }
            return;
        }
        let sizes = [inner, columns];
        let whole = columns - columns % COLUMNS;
        let mut i = 0;
        while i + ROWS <= rows {
            for j in (0..whole).step_by(COLUMNS) {
                block::<ROWS>(c, step, a, b, sizes, [i, j]);
            }
            i += ROWS;
        }
        for i in i..rows {
            for j in (0..whole).step_by(COLUMNS) {
                block::<1>(c, step, a, b, sizes, [i, j]);
            }
        }
        if whole < columns {
            for i in 0..rows {
                last_columns(c, step, a, b, sizes, [i, whole]);
            }
        }
    }

    /// Turns rows of so many elements each, by one sweep after the other.
    pub fn turn_rows(rows: &mut [f64], length: usize, sweeps: &[Sweep]) {
        let whole = length - length % TURNED;
        for at in (0..whole).step_by(TURNED) {
            turn_columns::<TURNED>(rows, length, at, sweeps);
        }
        for at in whole..length {
            turn_columns::<1>(rows, length, at, sweeps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u64) -> Vec<f64> {
        (0..count as u64).map(|i| ((i * 7919 + seed * 104_729) % 1009) as f64 / 504.5 - 1.0).collect()
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (rows, inner, columns) in [(1, 1, 1), (6, 3, 8), (13, 17, 21), (7, 0, 9), (0, 4, 4), (20, 5, 3)] {
            let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
            let step = columns + 2;
            let before = numbers(rows * step, 3);
            let mut c = before.clone();
            subtract_product(&mut c, step, &a, &b, rows, inner, columns);
            for i in 0..rows {
                for j in 0..step {
                    let sum: f64 =
                        (0..inner).map(|k| a[i * inner + k] * b[k * columns + j.min(columns - 1)]).sum();
                    let expected = before[i * step + j] - if j < columns { sum } else { 0.0 };
                    assert!((c[i * step + j] - expected).abs() < 1e-13, "{rows} {inner} {columns}: {i} {j}");
                }
            }
        }
    }

    #[test]
    fn sums_have_all_products() {
        for length in [0, 1, 15, 16, 17, 100] {
            let (a, b) = (numbers(length, 1), numbers(length, 2));
            let expected: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            assert!((dot(&a, &b) - expected).abs() < 1e-13);
            let mut result = numbers(length, 3);
            let sum = symmetric_step(&a, &b, 0.5, &mut result);
            assert!((sum - expected).abs() < 1e-13);
            let mut other = numbers(length, 3);
            add_scaled(&mut other, 0.5, &a);
            assert_eq!(result, other);
        }
    }

    #[test]
    fn sweeps_turn_neighbours() {
        let length = 19;
        let turn = |angle: f64| Turn { cosine: angle.cos(), sine: angle.sin() };
        let sweeps: Vec<Sweep> = [
            (0, 3),
            (1, 1),
            (0, 6),
            (0, 6),
            (0, 6),
            (0, 5),
            (0, 5),
            (0, 4),
            (0, 5),
            (0, 3),
            (0, 1),
            (0, 1),
            (2, 1),
            (2, 3),
            (2, 0),
        ]
        .into_iter()
        .enumerate()
        .map(|(i, (first, count))| Sweep {
            first,
            turns: (0..count).map(|k| turn(0.7 * (i * 7 + k) as f64)).collect(),
        })
        .collect();
        let before = numbers(7 * length, 5);
        let mut expected = before.clone();
        for sweep in &sweeps {
            for (i, turn) in sweep.turns.iter().enumerate() {
                let at = (sweep.first + i) * length;
                for column in 0..length {
                    let (x, y) = (expected[at + column], expected[at + length + column]);
                    expected[at + column] = turn.cosine * x + turn.sine * y;
                    expected[at + length + column] = turn.cosine * y - turn.sine * x;
                }
            }
        }
        let mut rows = before;
        turn_rows(&mut rows, length, &sweeps);
        assert!(rows.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-14));
    }
}
