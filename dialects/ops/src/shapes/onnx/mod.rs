//! Ops of ONNX: channels are the second dimension of images.

mod layers;
mod windows;

use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, axes, takes};
use crate::{DType, OpError};

pub use windows::{PoolWindows, column_windows};

/// The rows of all `onnx.*` ops but those on feature vectors.
pub(super) const FAMILIES: [&[ShapeRow]; 3] = [ROWS, layers::ROWS, windows::ROWS];

const ROWS: &[ShapeRow] = rows! {
    integer_product, takes(4) => "onnx.MatMulInteger";
    integer_convolution, takes(4) => "onnx.ConvInteger";
    gathered, takes(2) => "onnx.GatherElements";
    scattered, takes(3) => "onnx.ScatterElements";
    sampled, takes(2) => "onnx.GridSample";
    grid, takes(2).needing(&[1]) => "onnx.AffineGrid";
    resized, takes(4).needing(&[3]) => "onnx.Resize";
    [unique], takes(1).unchecked() => "onnx.Unique";
    picture, takes(1).unchecked() => "onnx.ImageDecoder";
    mel_weights, takes(5).needing(&[0, 1]).checked() => "onnx.MelWeightMatrix";
    kept_boxes, takes(5).unchecked() => "onnx.NonMaxSuppression";
    joined, takes(1).unchecked() => "onnx.ConcatFromSequence";
    sequence, takes(1) => "onnx.Argument";
    sequence, takes(2) => "onnx.SequenceErase" "onnx.SplitToSequence";
    sequence, takes(3) => "onnx.SequenceInsert";
    normalized, takes(2).unchecked() => "onnx.StringNormalizer";
    counted, takes(5).needing(&[3]).checked() => "onnx.TfIdfVectorizer";
    tokens, takes(2).unchecked() => "onnx.Tokenizer";
    [parts], takes(1).unchecked() => "onnx.StringSplit";
};

/// Integers of 8 bits, and zero points of these: one for the left factor, one or so many for the right one.
fn expect_integers(call: &Call<'_>, columns: Dim) -> Result<(), OpError> {
    for (i, operand) in call.operands.iter().enumerate() {
        if operand.dtype.is_some_and(|dtype| !matches!(dtype, DType::I8 | DType::UI8)) {
            return Err(format!("operand {i} must be of ui8 or i8, but is {operand}").into());
        }
    }
    for (i, count) in [(2, Dim::of(1)), (3, columns)] {
        let (zeros, factor) = (&call.operands[i], &call.operands[i - 2]);
        if !zeros.same_dtype(factor) {
            return Err(format!("operand {i} must have the dtype of {factor}, but is {zeros}").into());
        }
        let fits = zeros.dims().is_none_or(|dims| match dims[..] {
            [] => true,
            [dim] => dim.may_be(1) || dim.agrees(count),
            _ => false,
        });
        if !fits {
            let right = &call.operands[1];
            return Err(format!(
                "operand {i} must be a zero point, or one for each column of {right}, but is {zeros}"
            )
            .into());
        }
    }
    Ok(())
}

fn integer_product(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    let [inner, columns] = match b.dims().as_deref() {
        None => [Dim::UNKNOWN; 2],
        Some(&[inner, columns]) => [inner, columns],
        Some(_) => return Err(format!("the right factor must be a matrix, but is {b}").into()),
    };
    expect_integers(call, columns)?;
    let Some(mut dims) = a.dims() else { return Ok(Outcome::unranked(DType::I32)) };
    let Some(last) = dims.last_mut().filter(|last| last.agrees(inner)) else {
        return Err(format!("{} and {} have no product", a.shape, b.shape).into());
    };
    *last = columns;
    Ok(Outcome::open(DType::I32, Some(dims)))
}

fn integer_convolution(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, filter] = [&call.operands[0], &call.operands[1]];
    let columns = filter.dims().and_then(|dims| dims.get(3).copied()).unwrap_or(Dim::UNKNOWN);
    expect_integers(call, columns)?;
    if let (Some(&[_, _, _, channels]), Some(&[_, _, of_filter, _])) =
        (input.dims().as_deref(), filter.dims().as_deref())
        && !channels.agrees(of_filter)
    {
        return Err(format!("images of {} and a filter of {} do not fit", input.shape, filter.shape).into());
    }
    super::convolution::convolved(DType::I32, input, filter, call.attrs)
}

/// Checks that indices along an axis are no longer than the tensor in all other dimensions.
fn check_indices(call: &Call<'_>) -> Result<(), OpError> {
    let [x, indices] = [&call.operands[0], &call.operands[1]];
    let (Some(own), Some(places)) = (x.dims(), indices.dims()) else { return Ok(()) };
    let rank = own.len();
    let axis = call.int("axis", 0);
    let axis = if axis < 0 { axis + rank as i64 } else { axis };
    let is_within = |(at, (place, own)): (usize, (&Dim, &Dim))| {
        at as i64 == axis || place.known().zip(own.known()).is_none_or(|(place, own)| place <= own)
    };
    let fits = places.len() == rank && (0..rank as i64).contains(&axis);
    if !fits || !places.iter().zip(&own).enumerate().all(is_within) {
        return Err(format!("indices {indices} along axis {} do not fit {x}", call.int("axis", 0)).into());
    }
    Ok(())
}

fn gathered(call: &Call<'_>) -> Result<Outcome, OpError> {
    check_indices(call)?;
    Ok(Outcome::new(call.operands[0].dtype, call.operands[1].shape.to_known()))
}

fn scattered(call: &Call<'_>) -> Result<Outcome, OpError> {
    check_indices(call)?;
    let [x, indices, updates] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let is_other = updates.dtype.zip(x.dtype).is_some_and(|(own, dtype)| own != dtype);
    if is_other || !indices.shape.agrees(&updates.shape) {
        return Err(format!("updates {updates} at indices {indices} do not fit {x}").into());
    }
    Ok(x.like())
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

/// A row for each box that is kept: its image, class and number.
fn kept_boxes(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(DType::I64, Some([Dim::UNKNOWN, Dim::of(3)].into_iter().collect())))
}

/// Rows and columns are those of the picture in a file.
fn picture(call: &Call<'_>) -> Result<Outcome, OpError> {
    let channels = if call.attrs.get_str("pixel_format") == Some("Grayscale") { 1 } else { 3 };
    let dims = [Dim::UNKNOWN, Dim::UNKNOWN, Dim::of(channels)].into_iter().collect();
    Ok(Outcome::open(DType::UI8, Some(dims)))
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

/// The tokens of each string are a new last dimension.
fn tokens(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = call.operands[0].dims().map(|mut dims| {
        dims.push(Dim::UNKNOWN);
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

/// A number for each column of each text.
fn counted(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    if x.shape.rank().is_some_and(|rank| !matches!(rank, 1 | 2)) {
        return Err(format!("a text is a list of words, or rows of them, but operand 0 is {x}").into());
    }
    if let Some(dtype) = x.dtype.filter(|dtype| !matches!(dtype, DType::String | DType::I64)) {
        return Err(super::unsupported(dtype));
    }
    for (i, dtype) in [(1, x.dtype), (2, Some(DType::I64)), (3, Some(DType::I64)), (4, Some(DType::F32))] {
        let operand = &call.operands[i];
        let is_other = operand.dtype.zip(dtype).is_some_and(|(own, dtype)| own != dtype);
        if is_other || operand.shape.rank().is_some_and(|rank| rank != 1) {
            return Err(format!("operand {i} is {operand}, which is no list of its element type").into());
        }
    }
    let width = match call.operands[3].elements {
        None => Dim::UNKNOWN,
        Some(columns) => match columns.iter().max() {
            Some(&last)
                if (0..i64::from(i32::MAX)).contains(&last) && columns.iter().all(|&own| own >= 0) =>
            {
                Dim::of(last + 1)
            }
            _ => return Err(format!("the columns {columns:?} are not numbers from 0 on").into()),
        },
    };
    let dims = x.dims().map(|mut dims| {
        if let Some(last) = dims.last_mut() {
            *last = width;
        }
        dims
    });
    Ok(Outcome::open(DType::F32, dims))
}
