//! Windows over images, and regions of images: pools, columns and deformed convolutions.

use super::super::arrays::unknown;
use super::super::{Attrs, Call, Dim, Operand, Outcome, Results, ShapeRow, takes, unsupported};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [pool], takes(1) => "onnx.AveragePool" "onnx.LpPool";
    [pool_with_places], takes(1) => "onnx.MaxPool";
    image, takes(3).needing(&[1, 2]).checked() => "onnx.Col2Im";
    deformed, takes(3) => "onnx.DeformColumns";
    regions, takes(3) => "onnx.RoiAlign";
    pooled_regions, takes(2) => "onnx.MaxRoiPool";
};

/// Windows over the dimensions behind the first two: sizes, distances, padding before and after, distances within.
#[derive(Clone, Debug)]
pub struct PoolWindows {
    /// The elements of a window in each dimension.
    pub sizes: Vec<i64>,
    /// The distance of two windows.
    pub strides: Vec<i64>,
    /// The padding before each dimension.
    pub before: Vec<i64>,
    /// The padding after each dimension.
    pub after: Vec<i64>,
    /// The distance of two elements of a window.
    pub dilations: Vec<i64>,
    is_ceil: bool,
}

impl PoolWindows {
    /// From the attributes of an op.
    ///
    /// # Errors
    /// The lists differ in length, or a size, stride or dilation is not positive, or a padding negative.
    pub fn of(attrs: &dyn Attrs) -> Result<PoolWindows, OpError> {
        let sizes = attrs.get_ints("kernel_shape").ok_or("missing 'kernel_shape' attribute")?.to_vec();
        PoolWindows::with_sizes(attrs, "kernel_shape", sizes)
    }

    /// From the attributes of an op, but for the sizes; the error calls those by a name.
    fn with_sizes(attrs: &dyn Attrs, name: &str, sizes: Vec<i64>) -> Result<PoolWindows, OpError> {
        /// No sum or product of two of these overflows.
        const LARGEST: i64 = i32::MAX as i64;
        let count = sizes.len();
        let list = |name: &str, count: usize, default: i64, least: i64| -> Result<Vec<i64>, OpError> {
            let list = attrs.get_ints(name).filter(|list| !list.is_empty());
            let list = list.map_or_else(|| vec![default; count], |list| list.to_vec());
            let fits = list.len() == count && list.iter().all(|number| (least..=LARGEST).contains(number));
            if !fits {
                return Err(format!("{name} is {list:?} for windows of {count} dimensions").into());
            }
            Ok(list)
        };
        if count == 0 || sizes.iter().any(|size| !(1..=LARGEST).contains(size)) {
            return Err(format!("{name} is {sizes:?}").into());
        }
        let pads = list("pads", 2 * count, 0, 0)?;
        Ok(PoolWindows {
            strides: list("strides", count, 1, 1)?,
            before: pads[..count].to_vec(),
            after: pads[count..].to_vec(),
            dilations: list("dilations", count, 1, 1)?,
            is_ceil: attrs.get_bool("ceil_mode").unwrap_or(false),
            sizes,
        })
    }

    /// The number of windows in a dimension of the image.
    ///
    /// # Errors
    /// Not one fits.
    pub fn count(&self, axis: usize, size: i64) -> Result<i64, OpError> {
        let extent = (self.sizes[axis] - 1).saturating_mul(self.dilations[axis]).saturating_add(1);
        let room =
            size.saturating_add(self.before[axis]).saturating_add(self.after[axis]).saturating_sub(extent);
        if room < 0 {
            return Err(format!("windows of {extent} elements do not fit a dimension of {size}").into());
        }
        let stride = self.strides[axis];
        let mut count = room / stride + 1;
        if self.is_ceil && room % stride != 0 {
            count += 1;
            // The last window begins in the image, or in the padding before it.
            if (count - 1) * stride >= size.saturating_add(self.before[axis]) {
                count -= 1;
            }
        }
        Ok(count)
    }
}

fn pooled(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, windows) = (&call.operands[0], PoolWindows::of(call.attrs)?);
    let Some(mut dims) = x.dims() else { return Ok(Outcome::unranked(x.dtype)) };
    if dims.len() != windows.sizes.len() + 2 {
        return Err(format!("windows of {} dimensions do not fit {}", windows.sizes.len(), x.shape).into());
    }
    for (axis, dim) in dims[2..].iter_mut().enumerate() {
        *dim = dim.try_map(|size| windows.count(axis, size))?;
    }
    x.with_dims(&dims)
}

fn pool(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(pooled(call)?.into())
}

fn pool_with_places(call: &Call<'_>) -> Result<Results, OpError> {
    let values = pooled(call)?;
    let places = Outcome::new(DType::I64, values.shape.clone());
    Ok([values, places].into_iter().collect())
}

/// The windows of `onnx.Col2Im`, and how many there are in each dimension of its image.
///
/// # Errors
/// The lists differ in length or have numbers out of range, or the columns do not fit the windows.
pub fn column_windows(
    attrs: &dyn Attrs,
    columns: &[i64],
    image: &[i64],
    block: &[i64],
) -> Result<(PoolWindows, Vec<i64>), OpError> {
    let windows = PoolWindows::with_sizes(attrs, "the block", block.to_vec())?;
    if image.len() != block.len() || image.iter().any(|size| !(1..=i64::from(i32::MAX)).contains(size)) {
        return Err(format!("windows of sizes {block:?} do not fit an image of sizes {image:?}").into());
    }
    let counts = image.iter().enumerate().map(|(axis, &size)| windows.count(axis, size));
    let counts = counts.collect::<Result<Vec<i64>, OpError>>()?;
    let product = |list: &[i64]| list.iter().try_fold(1_i64, |product, &own| product.checked_mul(own));
    let (places, size) = (product(&counts), product(block));
    let fits = matches!(columns, &[_, rows, across] if Some(across) == places && size.is_some_and(|size| rows % size == 0));
    if !fits {
        return Err(format!(
            "columns of shape {columns:?} are not those of windows of sizes {block:?} in an image of sizes {image:?}"
        )
        .into());
    }
    Ok((windows, counts))
}

fn image(call: &Call<'_>) -> Result<Outcome, OpError> {
    let columns = &call.operands[0];
    if let Some(dtype) =
        columns.dtype.filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64))
    {
        return Err(unsupported(dtype));
    }
    for (i, rank) in [(0, 3), (1, 1), (2, 1)] {
        let operand = &call.operands[i];
        if operand.shape.rank().is_some_and(|own| own != rank)
            || (i > 0 && operand.dtype.is_some_and(|dtype| dtype != DType::I64))
        {
            return Err(format!("operand {i} must have rank {rank}, but is {operand}").into());
        }
    }
    let (Some(image), Some(block)) = (call.operands[1].elements, call.operands[2].elements) else {
        return Ok(Outcome::unranked(columns.dtype));
    };
    let dims = columns.dims().unwrap_or_default();
    let known: Option<Vec<i64>> = dims.iter().map(|dim| dim.known()).collect();
    if let Some(known) = known.filter(|known| known.len() == 3) {
        column_windows(call.attrs, &known, image, block)?;
    }
    let size = block.iter().try_fold(1_i64, |size, &own| size.checked_mul(own)).filter(|&size| size > 0);
    let first = |at: usize| dims.get(at).copied().unwrap_or(Dim::UNKNOWN);
    let channels = match (first(1).known(), size) {
        (Some(rows), Some(size)) => Dim::of(rows / size),
        _ => Dim::UNKNOWN,
    };
    let all: Vec<Dim> =
        [first(0), channels].into_iter().chain(image.iter().map(|&size| Dim::of(size.max(0)))).collect();
    Outcome::of_dims(columns.dtype, &all)
}

/// Columns of the elements under each window, which offsets move: one offset for each dimension, and one factor, for each element of a window.
fn deformed(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, offset, mask] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let windows = PoolWindows::of(call.attrs)?;
    let groups = call.int("offset_group", 1);
    if windows.sizes.len() != 2 || groups < 1 {
        return Err(
            format!("windows of {:?} and {groups} groups are not those of an image", windows.sizes).into()
        );
    }
    for (i, operand) in call.operands.iter().enumerate() {
        let is_other = operand.dtype.zip(x.dtype).is_some_and(|(own, dtype)| own != dtype);
        if is_other || operand.shape.rank().is_some_and(|rank| rank != 4) {
            return Err(
                format!("operand {i} must have rank 4 and the image's dtype, but is {operand}").into()
            );
        }
    }
    let area = windows.sizes[0].checked_mul(windows.sizes[1]).ok_or("the windows are too large")?;
    let dims = |operand: &Operand<'_>| operand.dims().unwrap_or_else(|| unknown(4));
    let (image, moved, factors) = (dims(x), dims(offset), dims(mask));
    let all =
        groups.checked_mul(area).and_then(|all| all.checked_mul(2)).ok_or("there are too many offsets")?;
    let fits = image[0].agrees(moved[0])
        && image[0].agrees(factors[0])
        && moved[1].may_be(all)
        && factors[1].may_be(all / 2)
        && (2..4).all(|at| moved[at].agrees(factors[at]))
        && image[1].known().is_none_or(|channels| channels % groups == 0);
    if !fits {
        return Err(format!("offsets {offset} and factors {mask} do not fit the image {x}").into());
    }
    let rows = image[1].map(|channels| channels.saturating_mul(area));
    let across = match (moved[2].or(factors[2]).known(), moved[3].or(factors[3]).known()) {
        (Some(height), Some(width)) => Dim::of(height.saturating_mul(width)),
        _ => Dim::UNKNOWN,
    };
    Outcome::of_dims(x.dtype, &[image[0].or(moved[0]).or(factors[0]), rows, across])
}

/// A small image for each region.
fn regions(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, rois, places] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let ranks = [(x, 4), (rois, 2), (places, 1)];
    let is_other = rois.dtype.zip(x.dtype).is_some_and(|(own, dtype)| own != dtype)
        || places.dtype.is_some_and(|dtype| dtype != DType::I64)
        || ranks.iter().any(|(operand, rank)| operand.shape.rank().is_some_and(|own| own != *rank));
    let dims = |operand: &Operand<'_>, rank: usize| operand.dims().unwrap_or_else(|| unknown(rank));
    if is_other || !dims(rois, 2)[1].may_be(4) || !dims(rois, 2)[0].agrees(dims(places, 1)[0]) {
        return Err(format!("regions {rois} of images {places} do not fit the images {x}").into());
    }
    let count = dims(rois, 2)[0].or(dims(places, 1)[0]);
    let size = |name: &'static str| match call.int(name, 1) {
        size @ 1..=65536 => Ok(Dim::of(size)),
        size => Err(OpError::from(format!("{name} is {size}"))),
    };
    Outcome::of_dims(x.dtype, &[count, dims(x, 4)[1], size("output_height")?, size("output_width")?])
}

fn pooled_regions(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, rois] = [&call.operands[0], &call.operands[1]];
    let is_other = rois.dtype.zip(x.dtype).is_some_and(|(own, dtype)| own != dtype)
        || [(x, 4), (rois, 2)]
            .iter()
            .any(|(operand, rank)| operand.shape.rank().is_some_and(|own| own != *rank));
    let dims = |operand: &Operand<'_>, rank: usize| operand.dims().unwrap_or_else(|| unknown(rank));
    if is_other || !dims(rois, 2)[1].may_be(5) {
        return Err(format!("regions {rois} do not fit the images {x}").into());
    }
    let size = |name: &'static str| match call.int(name, 1) {
        size @ 1..=65536 => Ok(Dim::of(size)),
        size => Err(OpError::from(format!("{name} is {size}"))),
    };
    let [count, channels] = [dims(rois, 2)[0], dims(x, 4)[1]];
    Outcome::of_dims(x.dtype, &[count, channels, size("output_height")?, size("output_width")?])
}
