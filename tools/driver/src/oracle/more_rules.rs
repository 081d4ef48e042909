//! As [`super::rules`], for ops that exported models have around their networks: images in other sizes, segments, random numbers,
//! lists, gradients.

use tfrt_executor::tensor::DType;
use tfrt_ir::types::DYNAMIC;

use super::dims::{Known, PartialDims};
use super::rules::Call;

/// What is known about the results; `None` if there is no rule for this op.
pub(super) fn infer(call: &Call<'_>, short: &str) -> Option<Vec<Known>> {
    let typed = |dtype: Option<DType>, dims: PartialDims| vec![Known { dtype, dims }];
    let like = |i: usize, dims: PartialDims| typed(call.known(i).dtype, dims);
    Some(match short {
        "ResizeBilinear" | "ResizeBicubic" | "ResizeArea" => typed(Some(DType::F32), resized(call)),
        "ResizeNearestNeighbor" | "ResizeNearestNeighborGrad" => like(0, resized(call)),
        "CropAndResize" => typed(Some(DType::F32), cropped(call)),
        "SegmentSum" | "SegmentMean" | "SegmentProd" | "SegmentMax" | "SegmentMin" | "SparseSegmentSum"
        | "SparseSegmentMean" | "SparseSegmentSqrtN" => like(0, first_dim(call, None)),
        "SparseSegmentSumWithNumSegments"
        | "SparseSegmentMeanWithNumSegments"
        | "SparseSegmentSqrtNWithNumSegments" => like(0, first_dim(call, call.scalar(3))),
        "UnsortedSegmentSum" | "UnsortedSegmentProd" | "UnsortedSegmentMax" | "UnsortedSegmentMin" => {
            like(0, segments(call))
        }
        "SparseToDense" => like(2, call.shape_argument(1)),
        "StridedSliceGrad" => like(4, call.shape_argument(0)),
        "Empty" => typed(call.dtype("dtype"), call.shape_argument(0)),
        "AvgPoolGrad" | "AvgPool3DGrad" => like(1, call.shape_argument(0)),
        "MaxPoolGrad" | "MaxPoolGradV2" | "MaxPool3DGrad" => like(0, call.known(0).dims),
        "MaxPoolGradGrad" | "MaxPoolGradGradV2" | "MaxPool3DGradGrad" => like(1, call.known(1).dims),
        "Conv3DBackpropInputV2" | "DepthwiseConv2dNativeBackpropInput" => like(2, call.shape_argument(0)),
        "Conv2DBackpropFilter" | "DepthwiseConv2dNativeBackpropFilter" | "Conv3DBackpropFilterV2" => {
            like(2, call.shape_argument(1))
        }
        "Conv2DBackpropInput" => like(2, call.shape_argument(0).filter(|dims| dims.len() == 4)),
        "RandomUniform"
        | "RandomStandardNormal"
        | "TruncatedNormal"
        | "StatelessRandomUniform"
        | "StatelessRandomNormal"
        | "StatelessTruncatedNormal"
        | "StatelessRandomUniformV2"
        | "StatelessRandomNormalV2"
        | "StatelessTruncatedNormalV2" => {
            typed(Some(call.dtype("dtype").unwrap_or(DType::F32)), call.shape_argument(0))
        }
        "StatelessRandomUniformInt" | "StatelessRandomUniformIntV2" => {
            let at = if short.ends_with("V2") { 4 } else { 2 };
            like(at, call.shape_argument(0))
        }
        "RFFT" => typed(
            spectrum(call.known(0).dtype),
            last_dim(call, |length| if length == 0 { 0 } else { length / 2 + 1 }),
        ),
        "IRFFT" => typed(signal(call.known(0).dtype), last_dim(call, |length| length)),
        "Bincount" => like(2, Some(vec![call.scalar(1).filter(|&size| size >= 0).unwrap_or(DYNAMIC)])),
        "NonMaxSuppression" | "NonMaxSuppressionV2" | "NonMaxSuppressionV3" => {
            typed(Some(DType::I32), Some(vec![DYNAMIC]))
        }
        "ListDiff" => {
            let index = call.dtype("out_idx").unwrap_or(DType::I32);
            let one = Some(vec![DYNAMIC]);
            vec![
                Known { dtype: call.known(0).dtype, dims: one.clone() },
                Known { dtype: Some(index), dims: one },
            ]
        }
        "BroadcastGradientArgs" => {
            let axes = Known { dtype: call.known(0).dtype, dims: Some(vec![DYNAMIC]) };
            vec![axes.clone(), axes]
        }
        "TensorListGetItem" => typed(call.dtype("element_dtype"), item(call, 2)),
        "TensorListStack" => {
            let count = Some(call.integer("num_elements", -1)).filter(|&count| count >= 0);
            typed(call.dtype("element_dtype"), stacked(count, item(call, 1)))
        }
        "TensorListGather" => {
            let count = call.length(1).and_then(|count| i64::try_from(count).ok());
            typed(call.dtype("element_dtype"), stacked(count, item(call, 2)))
        }
        "DecodeJpeg" | "DecodePng" | "DecodeBmp" | "DecodeAndCropJpeg" => {
            let channels = Some(call.integer("channels", 0)).filter(|&channels| channels > 0);
            let dims = vec![DYNAMIC, DYNAMIC, channels.unwrap_or(DYNAMIC)];
            typed(Some(call.dtype("dtype").unwrap_or(DType::UI8)), Some(dims))
        }
        _ => return None,
    })
}

/// Images in the height and width that an argument says.
fn resized(call: &Call<'_>) -> PartialDims {
    let dims = call.known(0).dims.filter(|dims| dims.len() == 4);
    let [batch, channels] = dims.map_or([DYNAMIC; 2], |dims| [dims[0], dims[3]]);
    let [height, width] = sides(call, 1);
    Some(vec![batch, height, width, channels])
}

fn sides(call: &Call<'_>, i: usize) -> [i64; 2] {
    match call.values(i).as_deref() {
        Some(&[height, width]) if height >= 0 && width >= 0 => [height, width],
        _ => [DYNAMIC; 2],
    }
}

fn cropped(call: &Call<'_>) -> PartialDims {
    let dim = |i: usize, axis: usize| {
        call.known(i).dims.and_then(|dims| dims.get(axis).copied()).unwrap_or(DYNAMIC)
    };
    let [height, width] = sides(call, 3);
    Some(vec![dim(1, 0), height, width, dim(0, 3)])
}

/// The dimensions of the first argument, with another first one.
fn first_dim(call: &Call<'_>, first: Option<i64>) -> PartialDims {
    let mut dims = call.known(0).dims?;
    *dims.first_mut()? = first.filter(|&first| first >= 0).unwrap_or(DYNAMIC);
    Some(dims)
}

/// As many segments as an argument says, of what is left of the dimensions.
fn segments(call: &Call<'_>) -> PartialDims {
    let (data, ids) = (call.known(0).dims?, call.known(1).dims?);
    let mut dims = vec![call.scalar(2).filter(|&count| count >= 0).unwrap_or(DYNAMIC)];
    dims.extend_from_slice(data.get(ids.len()..)?);
    Some(dims)
}

/// The dimensions of the first argument, with a last one that follows from a length.
fn last_dim(call: &Call<'_>, of: impl Fn(i64) -> i64) -> PartialDims {
    let mut dims = call.known(0).dims?;
    let length = call.scalar(1).filter(|&length| length >= 0);
    *dims.last_mut()? = length.map_or(DYNAMIC, of);
    Some(dims)
}

fn spectrum(dtype: Option<DType>) -> Option<DType> {
    match dtype? {
        DType::F32 => Some(DType::Complex64),
        DType::F64 => Some(DType::Complex128),
        _ => None,
    }
}

fn signal(dtype: Option<DType>) -> Option<DType> {
    match dtype? {
        DType::Complex64 => Some(DType::F32),
        DType::Complex128 => Some(DType::F64),
        _ => None,
    }
}

/// The shape of a list's items, in which -1 is unknown; the scalar -1 says nothing.
fn item(call: &Call<'_>, i: usize) -> PartialDims {
    let dims = call.values(i).filter(|_| call.length(i).is_some())?;
    dims.into_iter().map(|dim| if dim < 0 { Some(DYNAMIC) } else { Some(dim) }).collect()
}

fn stacked(count: Option<i64>, item: PartialDims) -> PartialDims {
    let mut dims = vec![count.unwrap_or(DYNAMIC)];
    dims.extend(item?);
    Some(dims)
}
