//! `hlo.select_and_scatter`: elements of a source, each combined with the element of its window that a region selects.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Element};
use tfrt_ops::Elementwise;
use tfrt_ops::shapes::{padded, window_count};

use super::folding::{Combine, RowsFn, combine};
use super::region::{Functions, Region, Simple};
use super::windows::Windows;
use super::{Odometer, int, ints};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::memory::result_metadata;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    let run = move |frame: &mut DispatchFrame<'_>| select_and_scatter(frame, &functions);
    ops.add("hlo.select_and_scatter", OpEntry::new().dispatch(run));
}

/// `select_and_scatter` with a comparison of numbers and a function of them.
struct Selecting<'a> {
    operand: &'a DenseHostTensor,
    source: &'a DenseHostTensor,
    out: &'a mut DenseHostTensor,
    windows: &'a Windows,
    select: Simple,
}

impl Combine for Selecting<'_> {
    /// Whether the comparison is one that loops are compiled for.
    type Out = Result<bool, OpError>;

    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        _rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        _all: Option<RowsFn<T>>,
    ) -> Self::Out {
        use Elementwise as Op;
        // Elements are compared as the type that they have for `f`, so only numbers of one are.
        macro_rules! by {
            ($ty:ty) => {{
                let values = self.operand.values::<$ty>().ok_or("the operand has another dtype")?;
                let mut is_kept = |compare: fn(&$ty, &$ty) -> bool| {
                    scattered(self.windows, self.source, self.out, f, |a, b| compare(&values[a], &values[b]))
                };
                match self.select.function {
                    Op::HloGreaterEqual => is_kept(<$ty as PartialOrd>::ge),
                    Op::HloGreater => is_kept(<$ty as PartialOrd>::gt),
                    Op::HloLessEqual => is_kept(<$ty as PartialOrd>::le),
                    Op::HloLess => is_kept(<$ty as PartialOrd>::lt),
                    _ => Ok(false),
                }
            }};
        }
        match self.operand.dtype() {
            DType::F32 => by!(f32),
            DType::F64 => by!(f64),
            DType::F16 => by!(half::f16),
            DType::BF16 => by!(half::bf16),
            DType::I32 => by!(i32),
            _ => Ok(false),
        }
    }
}

/// Combines each element of the source with the element of its window that comparisons of two places keep.
#[inline(always)]
fn scattered<T: Element>(
    windows: &Windows,
    source: &DenseHostTensor,
    out: &mut DenseHostTensor,
    f: impl Fn(T, T) -> T + Copy,
    is_kept: impl Fn(usize, usize) -> bool,
) -> Result<bool, OpError> {
    let source = source.values::<T>().ok_or("the source has another dtype")?;
    let to = out.values_mut::<T>().ok_or("a new tensor is shared")?;
    let inner = windows.inner().max(1);
    windows.for_each(0..source.len() / inner, &mut |number, places| {
        let Some((&first, others)) = places.split_first() else { return };
        for i in 0..inner {
            let best =
                others.iter().fold(first, |best, &at| if is_kept(best + i, at + i) { best } else { at });
            to[best + i] = f(to[best + i], source[number * inner + i]);
        }
    })?;
    Ok(true)
}

/// For each element of the source the element of its window that `select` prefers to all others is combined with it.
fn select_and_scatter(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let (operand, source) = (frame.dense(0)?.clone(), frame.dense(1)?.clone());
    let dtype = operand.dtype();
    let metadata = result_metadata(frame, 0)?.clone();
    let (captured, all) = (int(attrs, "S")?, frame.num_args());
    let middle = usize::try_from(captured).ok().and_then(|captured| captured.checked_add(3));
    let middle = middle
        .filter(|&middle| middle <= all)
        .ok_or_else(|| format!("S is {captured}, but {all} operands are too few for it"))?;
    let select = Region::new(functions, frame, "select", &[dtype; 2], 3..middle)?;
    let scatter = Region::new(functions, frame, "scatter", &[dtype; 2], middle..all)?;
    if !select.result_dtypes().eq([DType::I1]) || !scatter.result_dtypes().eq([dtype]) {
        return Err("the regions have results of other dtypes".into());
    }
    let dims = operand.shape().dims();
    let rank = dims.len();
    let window = ints(attrs, "window_dimensions")?;
    let strides = ints(attrs, "window_strides")?;
    let padding = ints(attrs, "padding")?;
    if window.len() != rank
        || strides.len() != rank
        || padding.len() != 2 * rank
        || source.shape().rank() != rank
    {
        return Err(format!(
            "window_dimensions {window:?}, window_strides {strides:?} and padding {padding:?} are not of a window of the rank of {} \
             with a source of {}",
            operand.metadata(),
            source.metadata()
        )
        .into());
    }
    for axis in 0..rank {
        let places = padded(dims[axis], padding[2 * axis], padding[2 * axis + 1])
            .map(|size| window_count(size, window[axis], strides[axis]));
        if places != Some(source.shape().dim(axis)) || window[axis] < 1 {
            return Err(format!(
                "dimension {axis} of {} with padding {padding:?} and window_strides {strides:?} has no window of {} for each element of {}",
                operand.metadata(),
                window[axis],
                source.metadata()
            )
            .into());
        }
    }
    let init = frame.dense(2)?;
    if init.num_elements() != 1 || init.dtype() != dtype || source.dtype() != dtype {
        return Err(format!(
            "the operand {}, the source {} and the initial value {} do not fit each other",
            operand.metadata(),
            source.metadata(),
            init.metadata()
        )
        .into());
    }
    let size = element_size(dtype)?;
    let mut out = DenseHostTensor::filled(metadata, init.bytes())?;
    let ones: Dims = dims.iter().map(|_| 1).collect();
    let windows = Windows::new(&dims, &source.shape().dims(), &window, &padding, [&strides, &ones, &ones]);
    if let (Some(select), Some(scatter)) = (select.simple(), scatter.simple())
        && !select.is_swapped
    {
        let selecting =
            Selecting { operand: &operand, source: &source, out: &mut out, windows: &windows, select };
        if let Some(done) = combine(scatter.function, dtype, selecting)
            && done?
        {
            frame.set(0, out);
            return Ok(());
        }
    }
    windows.check_visits()?;
    let to = out.bytes_mut().ok_or("a new tensor is shared")?;
    let steps = row_major(&dims);
    let zero: Dims = (0..rank).map(|_| 0).collect();
    let (mut selecting, mut scattering) = (select.runner()?, scatter.runner()?);
    let mut places = Odometer::new(&source.shape().dims(), &zero, 0);
    for element in source.bytes().chunks_exact(size) {
        let at = Dims::from_slice(places.position());
        places.next();
        let mut selected: Option<usize> = None;
        let mut within = Odometer::new(&window, &zero, 0);
        loop {
            let offset = Dims::from_slice(within.position());
            if within.next().is_none() {
                break;
            }
            let mut place = Some(0);
            for axis in 0..rank {
                let at = at[axis] * strides[axis] + offset[axis] - padding[2 * axis];
                place = place.filter(|_| (0..dims[axis]).contains(&at)).map(|place| place + at * steps[axis]);
            }
            let Some(place) = place.map(|place: i64| place as usize) else { continue };
            let value = |place: usize| &operand.bytes()[place * size..][..size];
            let is_kept = match selected {
                None => false,
                Some(best) => {
                    selecting.run_one(&[value(best), value(place)]);
                    selecting.result(0, 1)[0] != 0
                }
            };
            if !is_kept {
                selected = Some(place);
            }
        }
        if let Some(best) = selected {
            let own = &mut to[best * size..][..size];
            scattering.run_one(&[own, element]);
            own.copy_from_slice(scattering.result(0, 1));
        }
    }
    frame.set(0, out);
    Ok(())
}
