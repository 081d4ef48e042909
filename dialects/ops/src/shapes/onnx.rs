//! Ops of ONNX: channels are the second dimension of images.

use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, axes, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [pool], takes(1) => "onnx.AveragePool" "onnx.LpPool";
    [pool_with_places], takes(1) => "onnx.MaxPool";
    integer_product, takes(4) => "onnx.MatMulInteger";
    integer_convolution, takes(4) => "onnx.ConvInteger";
    gathered, takes(2) => "onnx.GatherElements";
    scattered, takes(3) => "onnx.ScatterElements";
    sampled, takes(2) => "onnx.GridSample";
    image, takes(3).needing(&[1, 2]).checked() => "onnx.Col2Im";
    [linear_attention], takes(6) => "onnx.LinearAttention";
    deformed, takes(3) => "onnx.DeformColumns";
    regions, takes(3) => "onnx.RoiAlign";
    pooled_regions, takes(2) => "onnx.MaxRoiPool";
    [recurrent], takes(7) => "onnx.Recurrent";
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
        let sizes = attrs.get_ints("kernel_shape").ok_or("missing 'kernel_shape' attribute")?.to_vec();
        PoolWindows::with_sizes(attrs, "kernel_shape", sizes)
    }

    /// From the attributes of an op, but for the sizes; the error calls those by a name.
    fn with_sizes(attrs: &dyn super::Attrs, name: &str, sizes: Vec<i64>) -> Result<PoolWindows, OpError> {
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

/// The windows of `onnx.Col2Im`, and how many there are in each dimension of its image.
///
/// # Errors
/// The lists differ in length or have numbers out of range, or the columns do not fit the windows.
pub fn column_windows(
    attrs: &dyn super::Attrs,
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
        return Err(super::unsupported(dtype));
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

/// What comes from a query for each step, and the state behind the last one.
fn linear_attention(call: &Call<'_>) -> Result<Results, OpError> {
    let heads = |name: &'static str| {
        let heads = call
            .attrs
            .get_int(name)
            .ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))?;
        match (1..=1 << 20).contains(&heads) {
            true => Ok(heads),
            false => Err(OpError::from(format!("{name} is {heads}"))),
        }
    };
    let (queries, keys) = (heads("q_num_heads")?, heads("kv_num_heads")?);
    if queries % keys != 0 {
        return Err(format!("q_num_heads is {queries}, which is no multiple of kv_num_heads, {keys}").into());
    }
    let query = &call.operands[0];
    if let Some(dtype) =
        query.dtype.filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64))
    {
        return Err(super::unsupported(dtype));
    }
    for (i, operand) in call.operands.iter().enumerate() {
        let is_other = operand.dtype.zip(query.dtype).is_some_and(|(own, dtype)| own != dtype);
        let rank = if i == 3 { 4 } else { 3 };
        let is_absent =
            i >= 3 && operand.dims().is_some_and(|dims| dims.len() == 1 && dims[0].known().unwrap_or(0) == 0);
        if is_other || operand.shape.rank().is_some_and(|own| own != rank && !is_absent) {
            return Err(
                format!("operand {i} must have rank {rank} and the query's dtype, but is {operand}").into()
            );
        }
    }
    let dim = |i: usize, at: usize| call.operands[i].dims().map_or(Dim::UNKNOWN, |dims| dims[at]);
    // Steps, and sizes of all heads together.
    let parts = [(0, "q_num_heads", queries), (1, "kv_num_heads", keys), (2, "kv_num_heads", keys)].map(
        |(i, name, heads)| match dim(i, 2).known() {
            Some(size) if size % heads != 0 => {
                Err(format!("operand {i} is {}, which is not for {name} of {heads}", call.operands[i]))
            }
            Some(size) => Ok(Dim::of(size / heads)),
            None => Ok(Dim::UNKNOWN),
        },
    );
    let [query_size, key_size, value_size] = parts;
    let (query_size, key_size, value_size) = (query_size?, key_size?, value_size?);
    let (batch, length) = (dim(0, 0), dim(0, 1));
    let differ = |a: Dim, b: Dim| a.known().zip(b.known()).is_some_and(|(a, b)| a != b);
    for i in 1..6 {
        let operand = &call.operands[i];
        let Some(dims) = operand.dims().filter(|dims| dims.len() > 1) else { continue };
        let sizes = match i {
            3 => differ(dims[1], Dim::of(keys)) || differ(dims[2], query_size) || differ(dims[3], value_size),
            4 => {
                differ(dims[1], length)
                    || (differ(dims[2], Dim::of(keys))
                        && differ(dims[2], query_size.map(|size| size.saturating_mul(keys))))
            }
            5 => differ(dims[1], length) || (differ(dims[2], Dim::of(keys)) && differ(dims[2], Dim::of(1))),
            _ => differ(dims[1], length),
        };
        if differ(dims[0], batch) || sizes {
            return Err(format!("operand {i} does not fit the query {query}, but is {operand}").into());
        }
    }
    if differ(query_size, key_size) {
        return Err(
            format!("heads of keys and queries differ in size: {} and {query}", call.operands[1]).into()
        );
    }
    let width = value_size.map(|size| size.saturating_mul(queries));
    let y = Outcome::of_dims(query.dtype, &[batch, length, width])?;
    let state = Outcome::of_dims(query.dtype, &[batch, Dim::of(keys), query_size, value_size])?;
    Ok([y, state].into_iter().collect())
}

/// The states of all steps, the last state, and the last memory of an LSTM.
fn recurrent(call: &Call<'_>) -> Result<Results, OpError> {
    let is_lstm = call.attrs.get_str("cell") == Some("LSTM");
    let gates = match call.attrs.get_str("cell") {
        Some("RNN") => 1,
        Some("GRU") => 3,
        Some("LSTM") => 4,
        _ => return Err(OpError::incomplete("missing 'cell' attribute")),
    };
    let dtype = call.operands[0].dtype;
    if let Some(dtype) =
        dtype.filter(|dtype| !matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64))
    {
        return Err(super::unsupported(dtype));
    }
    let dim = |i: usize, at: usize| call.operands[i].dims().and_then(|dims| dims.get(at).copied());
    let dim = |i: usize, at: usize| dim(i, at).unwrap_or(Dim::UNKNOWN);
    let by_gates = |dim: Dim, gates: i64| dim.map(|size| size / gates);
    let hidden = dim(3, 1).or(dim(1, 1)).or(by_gates(dim(0, 2), gates));
    let (steps, batch) = (dim(0, 0), dim(0, 1).or(dim(1, 0)));
    let all = |count: i64| hidden.map(|hidden| hidden.saturating_mul(count));
    // Operands that are not given have no elements.
    let expected: [(&[Dim], bool); 7] = [
        (&[steps, batch, all(gates)], false),
        (&[batch, hidden], false),
        (&[batch, hidden], !is_lstm),
        (&[all(gates), hidden], false),
        (&[all(gates)], true),
        (&[all(3)], true),
        (&[batch], true),
    ];
    for (i, (dims, may_be_absent)) in expected.into_iter().enumerate() {
        let operand = &call.operands[i];
        let wanted = if i == 6 { Some(DType::I32) } else { dtype };
        let is_other = operand.dtype.zip(wanted).is_some_and(|(own, wanted)| own != wanted);
        let own = operand.dims();
        let is_absent = may_be_absent && own.as_ref().is_some_and(|own| own.len() == 1 && own[0].may_be(0));
        let fits = own.as_ref().is_none_or(|own| {
            own.len() == dims.len() && own.iter().zip(dims).all(|(own, dim)| own.agrees(*dim))
        });
        if is_other || !(fits || is_absent) {
            return Err(format!(
                "operand {i} does not fit the products {}, but is {operand}",
                call.operands[0]
            )
            .into());
        }
    }
    let last = Outcome::of_dims(dtype, &[batch, hidden])?;
    let memory = match is_lstm {
        true => last.clone(),
        false => Outcome::of_dims(dtype, &[Dim::of(0)])?,
    };
    Ok([Outcome::of_dims(dtype, &[steps, batch, hidden])?, last, memory].into_iter().collect())
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
    let dims = |operand: &super::Operand<'_>| operand.dims().unwrap_or_else(|| super::arrays::unknown(4));
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
    let dims = |operand: &super::Operand<'_>, rank: usize| {
        operand.dims().unwrap_or_else(|| super::arrays::unknown(rank))
    };
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
    let dims = |operand: &super::Operand<'_>, rank: usize| {
        operand.dims().unwrap_or_else(|| super::arrays::unknown(rank))
    };
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
