//! Ops of ONNX: channels are the second dimension of images.

use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, axes, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [pool], takes(1) => "onnx.AveragePool" "onnx.LpPool";
    [pool_with_places], takes(1) => "onnx.MaxPool";
    sampled, takes(2) => "onnx.GridSample";
    grid, takes(2).needing(&[1]) => "onnx.AffineGrid";
    resized, takes(4).needing(&[3]) => "onnx.Resize";
    [unique], takes(1).unchecked() => "onnx.Unique";
    mel_weights, takes(5).needing(&[0, 1]).checked() => "onnx.MelWeightMatrix";
    joined, takes(1).unchecked() => "onnx.ConcatFromSequence";
    sequence, takes(1) => "onnx.Argument";
    sequence, takes(2) => "onnx.SequenceErase" "onnx.SplitToSequence";
    sequence, takes(3) => "onnx.SequenceInsert";
    normalized, takes(2).unchecked() => "onnx.StringNormalizer";
    [parts], takes(1).unchecked() => "onnx.StringSplit";
};

/// Windows over the dimensions behind the first two: sizes, distances, padding before and after, distances within.
#[derive(Clone, Debug)]
pub struct PoolWindows {
    /// The elements of a window in each dimension.
    pub sizes: Vec<i64>,
    /// The distance of two windows.
    pub strides: Vec<i64>,
    /// What is added before each dimension.
    pub before: Vec<i64>,
    /// What is added after each dimension.
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
    pub fn of(attrs: &dyn super::Attrs) -> Result<PoolWindows, OpError> {
        /// No sum or product of two of these overflows.
        const LARGEST: i64 = i32::MAX as i64;
        let sizes = attrs.get_ints("kernel_shape").ok_or("missing 'kernel_shape' attribute")?.to_vec();
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
            return Err(format!("kernel_shape is {sizes:?}").into());
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

fn sampled(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, grid] = [&call.operands[0], &call.operands[1]];
    let (Some(image), Some(places)) = (x.dims(), grid.dims()) else { return Ok(Outcome::unranked(x.dtype)) };
    let rank = image.len();
    if !(3..=5).contains(&rank)
        || places.len() != rank
        || !places[rank - 1].may_be(rank as i64 - 2)
        || !places[0].agrees(image[0])
    {
        return Err(
            format!("a grid of shape {} does not fit an image of shape {}", grid.shape, x.shape).into()
        );
    }
    let mut dims = DimList::from_slice(&[image[0].or(places[0]), image[1]]);
    dims.extend_from_slice(&places[1..rank - 1]);
    x.with_dims(&dims)
}

fn grid(call: &Call<'_>) -> Result<Outcome, OpError> {
    let theta = &call.operands[0];
    let Some(sizes) = call.elements(1) else { return Ok(Outcome::unranked(theta.dtype)) };
    let mut dims: DimList = sizes.iter().map(|&size| Dim::of(size)).collect();
    if dims.len() < 3 || sizes.iter().any(|&size| size < 0) {
        return Ok(Outcome::unranked(theta.dtype));
    }
    dims.remove(1);
    dims.push(Dim::of(sizes.len() as i64 - 2));
    Ok(Outcome::open(theta.dtype, Some(dims)))
}

/// Sizes that are given are those of the axes; others follow from factors.
fn resized(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let Some(image) = x.dims() else { return Ok(Outcome::unranked(x.dtype)) };
    let named = call.attrs.get_ints("axes").filter(|axes| !axes.is_empty());
    let places = match &named {
        Some(named) => axes(named, image.len(), "axes")?.into_vec(),
        None => (0..image.len()).collect(),
    };
    let is_stretched =
        call.attrs.get_str("keep_aspect_ratio_policy").is_none_or(|policy| policy == "stretch");
    let mut dims = image;
    let sizes = call.elements(3).filter(|sizes| is_stretched && sizes.len() == places.len());
    for (i, &at) in places.iter().enumerate() {
        dims[at] = sizes.map_or(Dim::UNKNOWN, |sizes| Dim::of(sizes[i]));
    }
    Ok(Outcome::open(x.dtype, Some(dims)))
}

fn unique(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let list = || Outcome::open(DType::I64, Some(super::arrays::unknown(1)));
    let is_flat = call.attrs.get_bool("flatten").unwrap_or(true);
    let values = match (is_flat, x.dims()) {
        (true, _) => Outcome::open(x.dtype, Some(super::arrays::unknown(1))),
        (false, None) => Outcome::unranked(x.dtype),
        (false, Some(mut dims)) => {
            let at = axes(&[call.int("axis", 0)], dims.len(), "axis")?[0];
            dims[at] = Dim::UNKNOWN;
            Outcome::open(x.dtype, Some(dims))
        }
    };
    Ok([values, list(), list(), list()].into_iter().collect())
}

fn joined(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::unranked(call.attrs.get_dtype("element_dtype")))
}

fn sequence(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::Variant))
}

fn normalized(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = call.operands[0].dims().map(|mut dims| {
        if let Some(last) = dims.last_mut() {
            *last = Dim::UNKNOWN;
        }
        dims
    });
    Ok(Outcome::open(DType::String, dims))
}

fn parts(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    let parts = x.dims().map(|mut dims| {
        dims.push(Dim::UNKNOWN);
        dims
    });
    Ok([Outcome::open(DType::String, parts), x.with_dtype(DType::I64)].into_iter().collect())
}

/// A row for each frequency of half a transform, a column for each band.
fn mel_weights(call: &Call<'_>) -> Result<Outcome, OpError> {
    for (i, dtype) in [DType::I64, DType::I64, DType::I64, DType::F64, DType::F64].into_iter().enumerate() {
        let operand = &call.operands[i];
        if operand.dtype.is_some_and(|own| own != dtype) || operand.shape.rank().is_some_and(|rank| rank > 0)
        {
            return Err(format!("operand {i} must be a scalar of dtype {dtype}, but is {operand}").into());
        }
    }
    let number = |i: usize| -> Result<Dim, OpError> {
        match call.operands[i].elements {
            Some(&[number]) if (0..i64::from(i32::MAX)).contains(&number) => Ok(Dim::of(number)),
            Some(given) => Err(format!("operand {i} must be a number from 0 on, but is {given:?}").into()),
            None => Ok(Dim::UNKNOWN),
        }
    };
    let (bands, length) = (number(0)?, number(1)?);
    let rows = length.known().map_or(Dim::UNKNOWN, |length| Dim::of(length / 2 + 1));
    Outcome::of_dims(DType::F64, &[rows, bands])
}
