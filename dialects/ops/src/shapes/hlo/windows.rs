//! Windows that slide over dilated and padded tensors: reductions and convolutions.

use smallvec::SmallVec;

use super::super::{Call, Dim, DimList, Outcome, Results, ShapeRow, at_least, takes};
use super::regions::count;
use super::{axes, dtype, int, ints};
use crate::{Dims, OpError};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    convolution, takes(2) => "hlo.convolution";
    [reduced], at_least(2) => "hlo.reduce_window";
};

/// The size of a dimension between whose elements there are `dilation - 1` others.
pub fn dilated(size: i64, dilation: i64) -> Option<i64> {
    if size <= 0 { Some(0) } else { (size - 1).checked_mul(dilation)?.checked_add(1) }
}

/// The size of a dimension with padding at its ends; nothing is left if it is negative.
pub fn padded(size: i64, low: i64, high: i64) -> Option<i64> {
    Some(size.checked_add(low)?.checked_add(high)?.max(0))
}

/// The places of a window in a dimension.
pub fn window_count(size: i64, window: i64, stride: i64) -> i64 {
    if window < 0 || size < window || size == 0 || stride < 1 { 0 } else { (size - window) / stride + 1 }
}

/// The places of a window in a dilated and padded dimension.
fn places(
    dim: Dim,
    window: i64,
    stride: i64,
    padding: (i64, i64),
    dilation: (i64, i64),
) -> Result<Dim, OpError> {
    dim.try_map(|dim| {
        let base = dilated(dim, dilation.0).and_then(|base| padded(base, padding.0, padding.1));
        match (base, dilated(window, dilation.1)) {
            (Some(base), Some(window)) if stride > 0 && dilation.0 > 0 && dilation.1 > 0 => {
                Ok(window_count(base, window, stride))
            }
            _ => {
                let (low, high) = padding;
                Err(format!(
                    "a window of {window} with stride {stride} does not fit a dimension of {dim} with padding {low} and {high}"
                )
                .into())
            }
        }
    })
}

/// The attributes of a window: names, each with how many numbers it has for a dimension.
type Names = [(&'static str, usize); 4];

/// The attributes of a window of some rank.
fn window_lists(call: &Call<'_>, rank: usize, names: &Names) -> Result<[Dims; 4], OpError> {
    let mut lists: [Dims; 4] = Default::default();
    for (list, &(name, per_dimension)) in lists.iter_mut().zip(names) {
        *list = ints(call, name)?;
        if list.len() != per_dimension * rank {
            return Err(format!("{name} {list:?} is not of a window of rank {rank}").into());
        }
        if name != "padding" {
            positive(name, list)?;
        }
    }
    Ok(lists)
}

/// An error that says what the window is.
fn of_window(error: &OpError, names: &Names, lists: &[Dims; 4]) -> OpError {
    let lists: Vec<String> =
        names.iter().zip(lists).map(|((name, _), list)| format!("{name} {list:?}")).collect();
    format!("{} ({})", error.message(), lists.join(", ")).into()
}

/// Refuses a list with a number that is not positive.
fn positive(name: &str, list: &[i64]) -> Result<(), OpError> {
    match list.iter().find(|&&number| number < 1) {
        Some(number) => Err(format!("{name} must be positive, but one is {number}").into()),
        None => Ok(()),
    }
}

fn reduced(call: &Call<'_>) -> Result<Results, OpError> {
    let n = count(call, 2)?;
    let window = ints(call, "window_dimensions")?;
    positive("window_dimensions", &window)?;
    let rank = window.len();
    if let Some(input) = call.operands[..n].iter().find(|input| !input.shape.may_have_rank(rank)) {
        return Err(format!("{input} has no windows of window_dimensions {window:?}").into());
    }
    let names = [("window_strides", 1), ("base_dilations", 1), ("window_dilations", 1), ("padding", 2)];
    let lists = window_lists(call, rank, &names)?;
    let [strides, base, dilation, padding] = &lists;
    let mut results = Results::new();
    for i in 0..n {
        let (input, init) = (&call.operands[i], &call.operands[n + i]);
        let Some(dims) = input.dims() else {
            results.push(Outcome::unranked(init.dtype));
            continue;
        };
        let dims: DimList = (0..rank)
            .map(|d| {
                let (padding, dilation) = ((padding[2 * d], padding[2 * d + 1]), (base[d], dilation[d]));
                places(dims[d], window[d], strides[d], padding, dilation)
            })
            .collect::<Result<_, _>>()
            .map_err(|error| of_window(&error, &names, &lists))?;
        let result = Outcome::of_dims(init.dtype, &dims);
        results.push(result.map_err(|error| of_window(&error, &names, &lists))?);
    }
    Ok(results)
}

/// The dimension numbers of a convolution: of each tensor two dimensions of its own, then the spatial ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvolutionDims {
    /// Batch, feature, spatial dimensions.
    pub lhs: SmallVec<[usize; 8]>,
    /// Input feature, output feature, spatial dimensions.
    pub rhs: SmallVec<[usize; 8]>,
    /// Batch, feature, spatial dimensions.
    pub result: SmallVec<[usize; 8]>,
}

impl ConvolutionDims {
    /// The dimension numbers that the attributes `lhs_dims`, `rhs_dims` and `result_dims` say.
    ///
    /// # Errors
    /// They are no permutations of the dimensions of three tensors of one rank.
    pub fn of(lists: [&[i64]; 3]) -> Result<ConvolutionDims, OpError> {
        let rank = lists[0].len();
        // As many axes as there are dimensions, none of them twice, are all of them.
        let list = |list: &[i64]| {
            let numbers = axes(list, rank, "dimension_numbers").ok()?;
            (rank >= 2 && numbers.len() == rank).then_some(numbers)
        };
        let [lhs, rhs, result] = lists;
        match (list(lhs), list(rhs), list(result)) {
            (Some(lhs), Some(rhs), Some(result)) => Ok(ConvolutionDims { lhs, rhs, result }),
            _ => Err(format!(
                "lhs_dims {lhs:?}, rhs_dims {rhs:?} and result_dims {result:?} are no permutations of the dimensions of \
                 tensors of one rank"
            )
            .into()),
        }
    }
}

fn convolution(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = dtype(call, "type")?;
    let [lhs, rhs] = [&call.operands[0], &call.operands[1]];
    let numbers = [ints(call, "lhs_dims")?, ints(call, "rhs_dims")?, ints(call, "result_dims")?];
    let dims = ConvolutionDims::of([&numbers[0], &numbers[1], &numbers[2]])?;
    let rank = dims.lhs.len();
    let (Some(a), Some(b)) = (lhs.dims(), rhs.dims()) else { return Ok(Outcome::unranked(dtype)) };
    if a.len() != rank || b.len() != rank {
        return Err(format!("{lhs} and {rhs} must have rank {rank}").into());
    }
    let spatial = rank - 2;
    let names = [("window_strides", 1), ("lhs_dilation", 1), ("rhs_dilation", 1), ("padding", 2)];
    let lists = window_lists(call, spatial, &names)?;
    let [strides, lhs_dilation, rhs_dilation, padding] = &lists;
    let groups = int(call, "feature_group_count")?;
    let batches = int(call, "batch_group_count")?;
    let features = b[dims.rhs[0]].times(Dim::of(groups));
    if groups < 1 || batches < 1 || !a[dims.lhs[1]].agrees(features) {
        return Err(format!(
            "{lhs} and {rhs} do not agree in features with feature_group_count {groups} and batch_group_count {batches}"
        )
        .into());
    }
    let mut result: DimList = smallvec::smallvec![Dim::UNKNOWN; rank];
    result[dims.result[0]] = a[dims.lhs[0]].map(|batch| batch / batches);
    result[dims.result[1]] = b[dims.rhs[1]];
    for d in 0..spatial {
        let window = b[dims.rhs[2 + d]];
        result[dims.result[2 + d]] = match window.known() {
            None => Dim::UNKNOWN,
            Some(window) => places(
                a[dims.lhs[2 + d]],
                window,
                strides[d],
                (padding[2 * d], padding[2 * d + 1]),
                (lhs_dilation[d], rhs_dilation[d]),
            )
            .map_err(|error| of_window(&error, &names, &lists))?,
        };
    }
    Outcome::of_dims(dtype, &result).map_err(|error| of_window(&error, &names, &lists))
}
