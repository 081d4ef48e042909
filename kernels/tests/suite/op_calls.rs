//! A call of every op, as text: the seeds of tests that cover all ops.

use std::sync::{Arc, LazyLock};

use tfrt_executor::core_runtime::{AttrValue, OpAttrs, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, TensorMetadata};
use tfrt_ops::{Arity, Elementwise, FusedBody};

/// The ops with a call of each: name, attributes as `name=value`, arguments as `dtype:dimensions` (all elements one) or
/// `dtype:dimensions=values`, and the dtypes for which TensorFlow 2.21 has CPU kernels, by the type attribute of their elements; ops
/// without such a list take any or have but one. The dtype `T` is the one that is tried.
///
/// An element-wise function without a line in the file is called with operands of two elements; it stands at the end of its section.
pub(crate) static OPS: LazyLock<String> = LazyLock::new(|| {
    let calls = include_str!("op_table/calls.txt");
    let has_line = |function: &Elementwise| {
        calls.lines().any(|line| line.split('|').next().is_some_and(|name| name.trim() == function.name()))
    };
    let without: Vec<Elementwise> =
        Elementwise::ALL.iter().copied().filter(|f| is_of_tensorflow(f) && !has_line(f)).collect();
    let mut text = String::new();
    let mut section = "";
    for line in calls.lines() {
        if line.starts_with('#') {
            for function in without.iter().filter(|function| section_of(**function) == section) {
                let operands = match function.arity() {
                    Arity::One => "T:2",
                    Arity::Two => "T:2 T:2",
                    Arity::Three | Arity::Any => "T:2 T:2 T:2",
                };
                text += &format!("{} | | {operands} |\n", function.name());
            }
            section = line;
        }
        text += line;
        text.push('\n');
    }
    text
});

fn is_of_tensorflow(function: &Elementwise) -> bool {
    function.op().starts_with("tf.")
}

/// A call of each `hlo.*` and `onnx_ml.*` op, in the same form with full names; `~` stands for a space in the body of a region.
pub(crate) static HLO: LazyLock<String> = LazyLock::new(|| {
    let mut text = include_str!("op_table/hlo_calls.txt").to_owned();
    text.push_str(include_str!("op_table/onnx_ml_calls.txt"));
    for function in Elementwise::ALL.iter().filter(|function| !is_of_tensorflow(function)) {
        let (attrs, operands) = match function {
            Elementwise::HloConvert => ("DstT=type:i32", "f32:2"),
            Elementwise::HloSelect => ("", "i1:2 f32:2 f32:2"),
            Elementwise::HloNot | Elementwise::HloPopcnt | Elementwise::HloCountLeadingZeros => ("", "i32:2"),
            Elementwise::HloAnd | Elementwise::HloOr | Elementwise::HloXor => ("", "i32:2 i32:2"),
            Elementwise::HloShiftLeft
            | Elementwise::HloShiftRightArithmetic
            | Elementwise::HloShiftRightLogical => ("", "i32:2 i32:2"),
            function => match function.arity() {
                Arity::One => ("", "f32:2"),
                Arity::Two => ("", "f32:2 f32:2"),
                Arity::Three | Arity::Any => ("", "f32:2 f32:2 f32:2"),
            },
        };
        text += &format!("{} | {attrs} | {operands} |\n", function.op());
    }
    text
});

/// The heading under which an element-wise function stands.
fn section_of(function: Elementwise) -> &'static str {
    match function.arity() {
        Arity::One => "# Element-wise, unary",
        _ => "# Element-wise, binary and ternary",
    }
}

/// Ops without such a call, as what they take is files and records; their own tests have some.
pub(crate) const OF_FILES: [&str; 15] = [
    "tf.DecodeAndCropJpeg",
    "tf.DecodeBmp",
    "tf.DecodeGif",
    "tf.DecodeImage",
    "tf.DecodeJpeg",
    "tf.DecodePng",
    "tf.DecodeWav",
    "tf.ExtractJpegShape",
    "tf.ParseExample",
    "tf.ParseExampleV2",
    "tf.ParseSequenceExample",
    "tf.ParseSequenceExampleV2",
    "tf.ParseSingleExample",
    "tf.ParseSingleSequenceExample",
    "tf.ParseTensor",
];

/// Name, attributes, arguments and dtypes of a line, of which the last may be missing.
pub(crate) fn parts(line: &str) -> [&str; 4] {
    let mut parts = line.splitn(4, '|').map(str::trim);
    let mut given = || parts.next().unwrap_or_else(|| panic!("line {line} has no three parts"));
    [given(), given(), given(), parts.next().unwrap_or_default()]
}

/// Whole numbers, separated by commas.
pub(crate) fn dims(text: &str) -> Vec<i64> {
    text.split(',').filter(|dim| !dim.is_empty()).map(|dim| dim.parse().expect("a dimension")).collect()
}

/// An argument; `None` if there are no tensors of its dtype.
pub(crate) fn argument(text: &str, tried: DType) -> Option<TensorHandle> {
    let (head, values) = text.split_once('=').map_or((text, None), |(head, values)| (head, Some(values)));
    let (dtype, shape) = head.split_once(':').expect("a dtype and dimensions");
    let dtype = match dtype {
        "T" => tried,
        "str" => DType::String,
        name => DType::from_name(name).expect("a dtype"),
    };
    let shape = Shape::new(&dims(shape)).expect("a small shape");
    let count = shape.num_elements();
    if dtype == DType::String {
        let strings = vec![b"1".as_slice().into(); count];
        return Some(TensorHandle::new(StringHostTensor::new(shape, strings).expect("as many strings")));
    }
    let size = dtype.size()?;
    let mut bytes = Vec::new();
    match values {
        Some(values) => {
            for value in dims(values) {
                bytes.extend(&i128::from(value).to_le_bytes()[..size]);
            }
        }
        None => {
            let one: Vec<u8> = match dtype {
                DType::F32 | DType::Complex64 => 1f32.to_le_bytes().to_vec(),
                DType::F64 | DType::Complex128 => 1f64.to_le_bytes().to_vec(),
                DType::F16 => 0x3c00u16.to_le_bytes().to_vec(),
                DType::BF16 => 0x3f80u16.to_le_bytes().to_vec(),
                _ => vec![1],
            };
            for _ in 0..count {
                bytes.extend(&one);
                bytes.resize(bytes.len() + size - one.len(), 0);
            }
        }
    }
    let metadata = TensorMetadata::new(dtype, shape);
    Some(TensorHandle::new(DenseHostTensor::from_bytes(metadata, &bytes).expect("as many bytes")))
}

/// Adds an attribute.
pub(crate) fn attribute(attrs: &mut OpAttrs, text: &str, tried: DType) {
    let (name, value) = text.split_once('=').expect("a name and a value");
    match value {
        "true" | "false" => attrs.set_bool(name, value == "true"),
        "T" => attrs.set_dtype(name, tried),
        _ if value.starts_with('[') => attrs.set_array(name, &dims(value.trim_matches(['[', ']']))),
        _ if value.starts_with('(') => {
            let numbers = value.trim_matches(['(', ')']).split(',');
            attrs.set_array(
                name,
                &numbers.map(|number| number.parse().expect("a number")).collect::<Vec<f32>>(),
            )
        }
        _ if value.contains('.') && value.parse::<f32>().is_ok() => {
            attrs.set(name, value.parse::<f32>().expect("just checked"))
        }
        _ if value.starts_with("i32:") => attrs.set(name, value[4..].parse::<i32>().expect("a number")),
        _ => match (value.parse::<i64>(), value.strip_prefix("type:")) {
            (Ok(value), _) => attrs.set(name, value),
            (_, Some(dtype)) => attrs.set_dtype(name, DType::from_name(dtype).expect("a dtype")),
            _ if let Some(body) = value.strip_prefix("fused:") => {
                let body = FusedBody::parse(&body.replace('~', " ")).expect("a body");
                attrs.set_fused_body(name, Arc::new(body))
            }
            _ if value.starts_with('{') => {
                let values = value.trim_matches(['{', '}']).split(',');
                attrs.set_aggregate(
                    name,
                    values.map(|text| AttrValue::String(text.as_bytes().into())).collect(),
                )
            }
            _ => attrs.set_string(name, value),
        },
    };
}

/// Results of an op.
pub(crate) fn results_of(op: &str) -> usize {
    match op {
        "hlo.expect_almost_equal"
        | "hlo.expect_close"
        | "hlo.expect_equal"
        | "hlo.expect_probed"
        | "hlo.foreign_call"
        | "hlo.print"
        | "hlo.probe"
        | "hlo.shape_assertion" => 0,
        "hlo.lapack_gtsv" | "hlo.lapack_sytrd" => 5,
        "hlo.lapack_gees" | "hlo.lapack_geev" | "hlo.lapack_gesdd" => 4,
        "hlo.lapack_gehrd" | "hlo.lapack_geqp3" | "hlo.lapack_getrf" | "hlo.lapack_syevd"
        | "onnx.Recurrent" => 3,
        "hlo.lapack_geqrf"
        | "hlo.lapack_potrf"
        | "onnx.LinearAttention"
        | "onnx.MaxPool"
        | "onnx.StringSplit"
        | "onnx_ml.TreeEnsemble" => 2,
        "onnx.Unique" => 4,
        "tf.BlockLSTM" | "tf.BlockLSTMV2" | "tf.LSTMBlockCell" => 7,
        "tf.FusedBatchNormV3" => 6,
        "tf.FusedBatchNorm"
        | "tf.FusedBatchNormGrad"
        | "tf.FusedBatchNormGradV2"
        | "tf.FusedBatchNormGradV3"
        | "tf.FusedBatchNormV2" => 5,
        "tf.CTCBeamSearchDecoder"
        | "tf.CTCGreedyDecoder"
        | "tf.CombinedNonMaxSuppression"
        | "tf.GRUBlockCell"
        | "tf.RaggedFillEmptyRows"
        | "tf.SparseFillEmptyRows" => 4,
        "tf.CSRSparseMatrixComponents"
        | "tf.CSRSparseMatrixToSparseTensor"
        | "tf.AllCandidateSampler"
        | "tf.ComputeAccidentalHits"
        | "tf.FixedUnigramCandidateSampler"
        | "tf.FractionalAvgPool"
        | "tf.FractionalMaxPool"
        | "tf.LogUniformCandidateSampler"
        | "tf.QuantizeDownAndShrinkRange"
        | "tf.QuantizedAdd"
        | "tf.QuantizedAvgPool"
        | "tf.QuantizedBiasAdd"
        | "tf.QuantizedConcat"
        | "tf.QuantizedConcatV2"
        | "tf.QuantizedConv2D"
        | "tf.QuantizedMatMul"
        | "tf.QuantizedMaxPool"
        | "tf.QuantizedMul"
        | "tf.QuantizedRelu"
        | "tf.QuantizedRelu6"
        | "tf.QuantizedReshape"
        | "tf.Requantize"
        | "tf.RequantizePerChannel"
        | "tf.DenseCountSparseOutput"
        | "tf.DenseToDenseSetOperation"
        | "tf.DenseToSparseSetOperation"
        | "tf.SparseReduceMaxSparse"
        | "tf.SparseReduceSumSparse"
        | "tf.SparseToSparseSetOperation"
        | "tf.NonMaxSuppressionV5"
        | "tf.FakeQuantWithMinMaxVarsGradient"
        | "tf.FakeQuantWithMinMaxVarsPerChannelGradient"
        | "tf.QuantizeV2"
        | "tf.UniformCandidateSampler"
        | "tf.RaggedCountSparseOutput"
        | "tf.RaggedTensorToSparse"
        | "tf.SparseAdd"
        | "tf.SparseConcat"
        | "tf.SparseCountSparseOutput"
        | "tf.SparseCross"
        | "tf.SparseCrossV2"
        | "tf.SparseSlice"
        | "tf.SparseSplit"
        | "tf.StatelessRandomGetKeyCounterAlg"
        | "tf.StringSplit"
        | "tf.StringSplitV2"
        | "tf.Svd"
        | "tf.UnicodeDecodeWithOffsets"
        | "tf.UniqueWithCounts"
        | "tf.UniqueWithCountsV2" => 3,
        "hlo.rng_bit_generator"
        | "hlo.top_k"
        | "tf.ApproxTopK"
        | "tf.IsotonicRegression"
        | "tf.RaggedCross"
        | "tf.RequantizationRange"
        | "tf.RequantizationRangePerChannel"
        | "tf.BroadcastGradientArgs"
        | "tf.CTCLoss"
        | "tf.ConcatOffset"
        | "tf.Eig"
        | "tf.ListDiff"
        | "tf.TopK"
        | "tf.LookupTableExportV2"
        | "tf.Lu"
        | "tf.Qr"
        | "tf.RaggedGather"
        | "tf.RaggedRange"
        | "tf.SelfAdjointEigV2"
        | "tf.SparseReorder"
        | "tf.SparseReshape"
        | "tf.SparseSparseMaximum"
        | "tf.SparseSparseMinimum"
        | "tf.StatelessRandomGetKeyCounter"
        | "tf.StringNGrams"
        | "tf.TensorArrayConcatV3"
        | "tf.TensorArrayGradV3"
        | "tf.TensorArrayGradWithShape"
        | "tf.TensorArrayV3"
        | "tf.UnicodeDecode"
        | "tf.UniqueV2" => 2,
        "tf.MaxPoolWithArgmax"
        | "tf.SoftmaxCrossEntropyWithLogits"
        | "tf.TopKV2"
        | "tf.Unique"
        | "tf.LogMatrixDeterminant"
        | "tf.NonMaxSuppressionV4"
        | "tf.SparseSoftmaxCrossEntropyWithLogits" => 2,
        "tf.TensorListConcatV2" | "tf.TensorListPopBack" => 2,
        _ => 1,
    }
}
