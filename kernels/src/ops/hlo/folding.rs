//! Elements of tensors combined by a function of two numbers, in loops that are compiled for it.
//!
//! Long columns and rows are cut into parts for tasks, by their length alone: results do not depend on the number of threads.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{OpContext, OpError};
use tfrt_executor::tensor::{DType, Element, I1, Shape};
use tfrt_numerics::combining::{doubles, singles};
use tfrt_ops::Elementwise;

use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::filled;
use crate::ops::number::{Number, Real};

/// The product of the dimensions before those that are reduced, if these follow each other, and enough elements stand behind each of their
/// elements for loops over these.
pub(super) fn outer_of(shape: &Shape, reduced: &[usize]) -> Option<usize> {
    let (first, last) = (*reduced.iter().min()?, *reduced.iter().max()?);
    let dims = shape.dims();
    let product = |dims: &[i64]| dims.iter().map(|&dim| dim as usize).product::<usize>();
    let follow_each_other = last + 1 - first == reduced.len();
    (first > 0 && follow_each_other && product(&dims[last + 1..]) >= LANES).then(|| product(&dims[..first]))
}

/// How elements that are reduced to one lie in a tensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Blocks of rows, each of which is reduced to one row.
    pub outer: usize,
    /// The number of results.
    pub outputs: usize,
    /// Elements that are reduced to one.
    pub depth: usize,
    /// Whether rows of results are combined; else each row becomes one result.
    pub is_by_columns: bool,
}

/// Combines each of some results with all elements of a row; rows follow each other.
pub(super) type RowsFn<T> = fn(&mut [T], &[T]);

/// A use of a function of two numbers of one dtype, for which loops are compiled.
pub(super) trait Combine {
    /// Its result.
    type Out;

    /// Does it. The function is commutative; `rows` is it for rows, whose results come in the place of the first one, and `all` combines each of
    /// some results with all elements of a row, if that has code of its own; rows follow each other.
    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        all: Option<RowsFn<T>>,
    ) -> Self::Out;
}

/// Calls [`Combine::with`] of `user` with a function of numbers of a dtype. `None` for a function without compiled loops.
pub(super) fn combine<C: Combine>(function: Elementwise, dtype: DType, user: C) -> Option<C::Out> {
    use Elementwise as Op;
    macro_rules! by {
        ($ty:ty, $f:expr) => {
            Some(user.with::<$ty>(
                $f,
                |to: &mut [$ty], from: &[$ty]| {
                    to.iter_mut().zip(from).for_each(|(to, &from)| *to = $f(*to, from));
                },
                None,
            ))
        };
        ($ty:ty, $f:expr, $rows:expr, $all:expr) => {
            Some(user.with::<$ty>($f, $rows, Some($all)))
        };
    }
    match (function, dtype) {
        (Op::HloAdd, DType::F32) => by!(f32, |a: f32, b: f32| a + b, singles::add_into, singles::add_rows),
        (Op::HloAdd, DType::F64) => by!(f64, |a: f64, b: f64| a + b, doubles::add_into, doubles::add_rows),
        (Op::HloAnd | Op::HloMinimum | Op::HloMultiply, DType::I1) => by!(I1, |a: I1, b: I1| I1(a.0 & b.0)),
        (Op::HloOr | Op::HloMaximum | Op::HloAdd, DType::I1) => by!(I1, |a: I1, b: I1| I1(a.0 | b.0)),
        (Op::HloAdd, _) => for_dtype!(dtype, [ints floats halves complex], by!(T, T::plus), else None),
        (Op::HloMultiply, _) => for_dtype!(dtype, [ints floats halves complex], by!(T, T::times), else None),
        (Op::HloMaximum, _) if dtype.is_integer() => for_dtype!(dtype, [ints], by!(T, T::larger), else None),
        (Op::HloMinimum, _) if dtype.is_integer() => for_dtype!(dtype, [ints], by!(T, T::smaller), else None),
        (Op::HloMaximum, DType::F32) => {
            by!(f32, singles::larger, singles::larger_into, singles::larger_of_rows)
        }
        (Op::HloMinimum, DType::F32) => {
            by!(f32, singles::smaller, singles::smaller_into, singles::smaller_of_rows)
        }
        (Op::HloMaximum, DType::F64) => {
            by!(f64, doubles::larger, doubles::larger_into, doubles::larger_of_rows)
        }
        (Op::HloMinimum, DType::F64) => {
            by!(f64, doubles::smaller, doubles::smaller_into, doubles::smaller_of_rows)
        }
        (Op::HloAnd, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a & b), else None),
        (Op::HloOr, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a | b), else None),
        (Op::HloXor, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a ^ b), else None),
        _ => None,
    }
}

/// Elements that are combined side by side.
const LANES: usize = 16;

/// Elements of rows from which on code of its own is worth a call.
const LONG: usize = 16;

/// Elements that one task combines.
const TASK: usize = 1 << 16;

/// Columns that are combined at once.
const COLUMNS: usize = 4096;

/// Parts of a long column at most.
const PARTS: usize = 64;

/// Columns whose results stay in the nearest cache while rows pass.
const NEAR: usize = 1024;

/// Results, which are initial values at first, combined with the elements of a tensor.
pub(super) struct Folding<'a> {
    pub context: &'a dyn OpContext,
    pub layout: Layout,
    /// The initial value.
    pub init: &'a [u8],
    /// The elements.
    pub values: &'a [u8],
    /// The results.
    pub to: &'a mut [u8],
}

impl Combine for Folding<'_> {
    type Out = Result<(), OpError>;

    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        all: Option<RowsFn<T>>,
    ) -> Self::Out {
        let fold_rows = |to: &mut [T], rows: &[T], depth: usize| match all {
            Some(all) if depth >= LONG => all(to, rows),
            _ => {
                let rows = rows.chunks_exact(depth);
                to.iter_mut().zip(rows).for_each(|(to, row)| *to = folded(*to, row, f));
            }
        };
        let Layout { outer, outputs, depth, is_by_columns } = self.layout;
        let context = self.context;
        let unaligned = |_| "a tensor is not aligned";
        let values: &[T] = bytemuck::try_cast_slice(self.values).map_err(unaligned)?;
        let to: &mut [T] = bytemuck::try_cast_slice_mut(self.to).map_err(unaligned)?;
        let [init] = bytemuck::try_cast_slice(self.init).map_err(unaligned)? else {
            return Err("an initial value is no scalar".into());
        };
        let init: T = *init;
        if depth == 0 || outputs == 0 {
            return Ok(());
        }
        if outer > 1 {
            let inner = outputs / outer;
            if outputs * depth <= TASK {
                let blocks = values.chunks_exact(depth * inner);
                to.chunks_exact_mut(inner)
                    .zip(blocks)
                    .for_each(|(to, block)| columns(to, block, inner, 0, rows));
                return Ok(());
            }
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(inner).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), (TASK / (depth * inner)).max(1), &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    columns(
                        &mut slot.lock(),
                        &values[task * depth * inner..][..depth * inner],
                        inner,
                        0,
                        rows,
                    );
                }
            });
            return Ok(());
        }
        // Many elements for few results: tasks combine a part of them each, and their results are combined in order.
        let per_part = match is_by_columns {
            true => (TASK / outputs).max(1).max(depth.div_ceil(PARTS)),
            false => TASK,
        };
        let parts = depth.div_ceil(per_part);
        if is_by_columns && outputs <= COLUMNS && parts > 1 {
            let mut partial = filled(init, outputs * parts)?;
            let tasks: Vec<Mutex<&mut [T]>> = partial.chunks_exact_mut(outputs).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), 1, &|begin, end| {
                for part in begin..end {
                    let count = per_part.min(depth - part * per_part);
                    let values = &values[part * per_part * outputs..][..count * outputs];
                    let (first, others) = values.split_at(outputs);
                    let mut to = tasks[part].lock();
                    to.copy_from_slice(first);
                    columns(&mut to, others, outputs, 0, rows);
                }
            });
            drop(tasks);
            columns(to, &partial, outputs, 0, rows);
        } else if is_by_columns && outputs <= COLUMNS {
            columns(to, values, outputs, 0, rows);
        } else if is_by_columns {
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(COLUMNS).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), (TASK / (depth * COLUMNS)).max(1), &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    columns(&mut slot.lock(), values, outputs, task * COLUMNS, rows);
                }
            });
        } else if parts > 1 {
            for (to, row) in to.iter_mut().zip(values.chunks_exact(depth)) {
                let mut partial = filled(init, parts)?;
                let tasks: Vec<Mutex<&mut T>> = partial.iter_mut().map(Mutex::new).collect();
                context.parallel_for(parts, 1, &|begin, end| {
                    for (task, part) in tasks[begin..end].iter().zip(row.chunks(TASK).skip(begin)) {
                        let mut to = [part[0]];
                        if part.len() > 1 {
                            fold_rows(&mut to, &part[1..], part.len() - 1);
                        }
                        **task.lock() = to[0];
                    }
                });
                drop(tasks);
                fold_rows(std::slice::from_mut(to), &partial, parts);
            }
        } else {
            let rows = (TASK / depth).max(1);
            if outputs <= rows {
                fold_rows(to, values, depth);
                return Ok(());
            }
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(rows).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), 1, &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    let mut to = slot.lock();
                    let values = &values[task * rows * depth..][..to.len() * depth];
                    fold_rows(&mut to, values, depth);
                }
            });
        }
        Ok(())
    }
}

/// Combines elements with a number.
#[inline(always)]
fn folded<T: Element>(to: T, row: &[T], f: impl Fn(T, T) -> T + Copy) -> T {
    let (lanes, rest) = row.as_chunks::<LANES>();
    let mut to = to;
    if let Some((first, lanes)) = lanes.split_first() {
        let mut parts = *first;
        for lane in lanes {
            for (part, &value) in parts.iter_mut().zip(lane) {
                *part = f(*part, value);
            }
        }
        to = parts.iter().fold(to, |to, &part| f(to, part));
    }
    rest.iter().fold(to, |to, &value| f(to, value))
}

/// Combines the columns of rows from `first` on, as many as there are results, with these.
#[inline(always)]
fn columns<T: Element>(
    to: &mut [T],
    rows: &[T],
    length: usize,
    first: usize,
    combine: impl Fn(&mut [T], &[T]),
) {
    for (near, to) in to.chunks_mut(NEAR).enumerate() {
        for row in rows.chunks_exact(length) {
            combine(to, &row[first + near * NEAR..][..to.len()]);
        }
    }
}
