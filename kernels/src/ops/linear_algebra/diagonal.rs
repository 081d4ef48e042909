//! Diagonals of matrices, extracted, set, and made into matrices: the third versions of the ops, for bands of several diagonals, and
//! `tf.Diag` and `tf.DiagPart` over whole tensors.
//!
//! A band is a matrix with a row for each diagonal, the uppermost first. Rows are as long as the longest diagonal; shorter
//! diagonals are aligned left or right as the attribute `align` says, and the rest of the row is padding.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::product;
use crate::ops::arrays::strided::element_size;
use crate::ops::element_encoding::encoded;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // Which diagonals is data, so there are no metadata functions.
    ops.add("tf.MatrixDiagV3", OpEntry::new().dispatch(encoded(matrix_diag)).strings());
    ops.add("tf.MatrixDiagPartV3", OpEntry::new().dispatch(encoded(matrix_diag_part)).strings());
    ops.add("tf.MatrixSetDiagV3", OpEntry::new().dispatch(encoded(matrix_set_diag)).strings());
    ops.add("tf.Diag", OpEntry::new().dispatch(encoded(diag)));
    ops.add("tf.DiagPart", OpEntry::new().dispatch(encoded(diag_part)));
}

/// Diagonals of a matrix of so many rows and columns.
struct Band {
    lower: i64,
    upper: i64,
    rows: i64,
    columns: i64,
    upper_left: bool,
    lower_left: bool,
}

impl Band {
    /// The lowest and the highest diagonal that an argument says.
    fn limits(frame: &DispatchFrame<'_>, i: usize) -> Result<(i64, i64), OpError> {
        let (lower, upper) = match frame.indices(i)?[..] {
            [only] => (only, only),
            [lower, upper] => (lower, upper),
            ref other => {
                let count = other.len();
                return Err(format!("diag_index must have one or two elements, but has {count}").into());
            }
        };
        /// Far beyond any matrix.
        const FARTHEST: i64 = 1 << 48;
        if lower < -FARTHEST || upper > FARTHEST {
            return Err(format!("no matrix has the diagonals {lower} to {upper}").into());
        }
        if lower > upper {
            return Err(format!(
                "lower_diag_index must not be larger than upper_diag_index: {lower} > {upper}"
            )
            .into());
        }
        Ok((lower, upper))
    }

    fn new(
        attrs: OpAttrsRef<'_>,
        (lower, upper): (i64, i64),
        [rows, columns]: [i64; 2],
    ) -> Result<Band, OpError> {
        for limit in [lower, upper] {
            let inside = (-rows < limit && limit < columns) || limit == 0;
            if !inside {
                return Err(
                    format!("diagonal {limit} is outside of a matrix of shape [{rows}, {columns}]").into()
                );
            }
        }
        let align = attrs.get_str("align").unwrap_or("RIGHT_LEFT");
        let (upper_left, lower_left) = match align {
            "RIGHT_LEFT" => (false, true),
            "LEFT_RIGHT" => (true, false),
            "LEFT_LEFT" => (true, true),
            "RIGHT_RIGHT" => (false, false),
            other => return Err(format!("align must be LEFT or RIGHT twice, but is {other}").into()),
        };
        Ok(Band { lower, upper, rows, columns, upper_left, lower_left })
    }

    fn length(&self, diagonal: i64) -> i64 {
        (self.rows + diagonal.min(0)).min(self.columns - diagonal.max(0)).max(0)
    }

    /// The length of the longest diagonal.
    fn longest(&self) -> i64 {
        self.length(0.clamp(self.lower, self.upper))
    }

    fn count(&self) -> i64 {
        self.upper - self.lower + 1
    }

    /// The bytes of a band and of a matrix, for elements of a size. In a batch of none they may be any number.
    fn steps(&self, size: usize) -> (usize, usize) {
        let bytes = |a: i64, b: i64| (a as usize).saturating_mul(b as usize).saturating_mul(size);
        (bytes(self.count(), self.longest()), bytes(self.rows, self.columns))
    }

    /// For each element of the diagonals: its place in the band, and in the matrix.
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let longest = self.longest();
        (0..self.count()).flat_map(move |row| {
            let diagonal = self.upper - row;
            let length = self.length(diagonal);
            let left = (diagonal >= 0 && self.upper_left) || (diagonal <= 0 && self.lower_left);
            let start = row * longest + if left { 0 } else { longest - length };
            (0..length).map(move |at| {
                let (y, x) = (at - diagonal.min(0), at + diagonal.max(0));
                ((start + at) as usize, (y * self.columns + x) as usize)
            })
        })
    }

    /// Calls a function with the places, in bytes, of each element of the diagonals in the bands and in the matrices of a batch.
    fn each(&self, batch: &[i64], size: usize, mut f: impl FnMut(usize, usize)) {
        let (band, matrix) = self.steps(size);
        // Without elements there may be any number of matrices.
        let count = if self.longest() == 0 { 0 } else { product(batch) };
        for at in 0..count {
            for (in_band, in_matrix) in self.places() {
                f(at * band + in_band * size, at * matrix + in_matrix * size);
            }
        }
    }

    /// The dimensions of a band, after those of a batch.
    fn dims(&self, batch: &[i64]) -> Dims {
        let mut dims = Dims::from_slice(batch);
        if self.count() > 1 {
            dims.push(self.count());
        }
        dims.push(self.longest());
        dims
    }
}

fn one_element<'f>(frame: &'f DispatchFrame<'_>, i: usize) -> Result<&'f [u8], OpError> {
    let (value, first) = (frame.dense(i)?, frame.dense(0)?);
    if value.num_elements() != 1 || value.dtype() != first.dtype() {
        return Err(format!(
            "padding_value must be one element of dtype {}, but is {}",
            first.dtype().label(),
            value.metadata()
        )
        .into());
    }
    Ok(value.bytes())
}

fn number(frame: &DispatchFrame<'_>, i: usize) -> Result<i64, OpError> {
    match frame.indices(i)?[..] {
        [value] => Ok(value),
        _ => Err(format!("argument {i} must be a scalar, but is {}", frame.dense(i)?.metadata()).into()),
    }
}

/// A tensor filled with an element.
fn filled(
    frame: &DispatchFrame<'_>,
    dims: &[i64],
    element: &[u8],
) -> Result<tfrt_executor::core_runtime::Output, OpError> {
    let metadata = TensorMetadata::new(frame.dense(0)?.dtype(), Shape::new(dims)?);
    let mut out = DispatchFrame::fresh(&metadata)?;
    out.bytes_mut().chunks_exact_mut(element.len().max(1)).for_each(|to| to.copy_from_slice(element));
    Ok(out)
}

fn matrix_diag(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let (lower, upper) = Band::limits(frame, 1)?;
    let diagonals = upper - lower + 1;
    let mut batch = frame.dense(0)?.shape().dims();
    let longest = batch.pop().ok_or("diagonal must be at least 1-dim, received shape: []")?;
    if diagonals > 1 && batch.pop() != Some(diagonals) {
        return Err(format!(
            "The number of diagonals provided in the input does not match the lower_diag_index and \
             upper_diag_index range: {} for {diagonals}",
            frame.dense(0)?.shape()
        )
        .into());
    }
    // The smallest matrix that has them, unless a size is said.
    let least_rows = longest.checked_sub(upper.min(0)).ok_or("diagonals are too far out")?;
    let least_columns = longest.checked_add(lower.max(0)).ok_or("diagonals are too far out")?;
    let (rows, columns) = match (number(frame, 2)?, number(frame, 3)?) {
        (-1, -1) => {
            let side = least_rows.max(least_columns);
            (side, side)
        }
        (-1, columns) => (least_rows, columns),
        (rows, -1) => (rows, least_columns),
        sizes => sizes,
    };
    if rows < least_rows || columns < least_columns || (rows != least_rows && columns != least_columns) {
        return Err(
            format!("a matrix of {rows} rows and {columns} columns does not fit the diagonals").into()
        );
    }
    let band = Band::new(frame.attrs(), (lower, upper), [rows, columns])?;
    if band.longest() != longest {
        return Err(
            format!("diagonals of length {longest} do not fit {rows} rows and {columns} columns").into()
        );
    }
    let mut dims = batch.clone();
    dims.extend_from_slice(&[rows, columns]);
    let mut out = filled(frame, &dims, one_element(frame, 4)?)?;
    let size = element_size(frame.dense(0)?.dtype())?;
    let (from, to) = (frame.dense(0)?.bytes(), out.bytes_mut());
    band.each(&batch, size, |in_band, in_matrix| {
        to[in_matrix..][..size].copy_from_slice(&from[in_band..][..size]);
    });
    frame.finish(0, out);
    Ok(())
}

fn matrix_dims(shape: &Shape) -> Result<(Dims, [i64; 2]), OpError> {
    let mut dims = shape.dims();
    match (dims.pop(), dims.pop()) {
        (Some(columns), Some(rows)) => Ok((dims, [rows, columns])),
        _ => Err(format!("input must be at least 2-dim, received shape: {shape}").into()),
    }
}

fn matrix_diag_part(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (batch, sides) = matrix_dims(frame.dense(0)?.shape())?;
    let band = Band::new(frame.attrs(), Band::limits(frame, 1)?, sides)?;
    let mut out = filled(frame, &band.dims(&batch), one_element(frame, 2)?)?;
    let size = element_size(frame.dense(0)?.dtype())?;
    let (from, to) = (frame.dense(0)?.bytes(), out.bytes_mut());
    band.each(&batch, size, |in_band, in_matrix| {
        to[in_band..][..size].copy_from_slice(&from[in_matrix..][..size]);
    });
    frame.finish(0, out);
    Ok(())
}

fn matrix_set_diag(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (input, diagonal) = (frame.dense(0)?, frame.dense(1)?);
    let (batch, sides) = matrix_dims(input.shape())?;
    let band = Band::new(frame.attrs(), Band::limits(frame, 2)?, sides)?;
    let expected = Shape::new(&band.dims(&batch))?;
    if *diagonal.shape() != expected || diagonal.dtype() != input.dtype() {
        return Err(format!(
            "diagonal must have shape {expected} and the dtype of {}, but is {}",
            input.metadata(),
            diagonal.metadata()
        )
        .into());
    }
    let mut out = DispatchFrame::fresh(input.metadata())?;
    let size = element_size(input.dtype())?;
    let (from, to) = (diagonal.bytes(), out.bytes_mut());
    to.copy_from_slice(input.bytes());
    band.each(&batch, size, |in_band, in_matrix| {
        to[in_matrix..][..size].copy_from_slice(&from[in_band..][..size]);
    });
    frame.finish(0, out);
    Ok(())
}

fn diag(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let input = frame.dense(0)?;
    let mut dims = input.shape().dims();
    if dims.is_empty() {
        return Err("Input must be at least rank 1, got 0".into());
    }
    dims.extend_from_slice(&input.shape().dims());
    let size = element_size(input.dtype())?;
    let mut out = filled(frame, &dims, &vec![0; size])?;
    let count = input.num_elements();
    let to = out.bytes_mut();
    for (at, from) in input.bytes().chunks_exact(size).enumerate() {
        to[at * (count + 1) * size..][..size].copy_from_slice(from);
    }
    frame.finish(0, out);
    Ok(())
}

fn diag_part(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let (half, other) = dims.split_at(dims.len() / 2);
    if dims.is_empty() || half != other {
        return Err(format!("a tensor of shape {} has no diagonal", input.shape()).into());
    }
    let size = element_size(input.dtype())?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(input.dtype(), Shape::new(half)?))?;
    let count = product(half);
    let from = input.bytes();
    for (at, to) in out.bytes_mut().chunks_exact_mut(size).enumerate() {
        to.copy_from_slice(&from[at * (count + 1) * size..][..size]);
    }
    frame.finish(0, out);
    Ok(())
}
