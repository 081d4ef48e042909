//! The domain `com.microsoft`: what ONNX Runtime's optimizer and quantizer, and exporters for it, write.
//!
//! Many of these operators are others of the default domain with inputs in another order, and become those ([`call`]).

use tfrt_ops::DType;

use super::Table;
use super::linear::{integer_product, product};
use crate::builder::{Attribute, Builder, NONE, Result, Tensor, strings};
use crate::constant::{Constant, Elements};
use crate::node::Node;
use crate::proto::{AttributeProto, NodeProto};

/// The name of the domain.
pub(super) const DOMAIN: &str = "com.microsoft";

/// The version of the default domain's operators that the ones here become.
pub(super) const CALLED: i64 = 23;

pub(super) const TABLES: &[Table] = &[
    OPS,
    super::microsoft_attention::OPS,
    super::microsoft_gates::OPS,
    super::microsoft_more::OPS,
    super::microsoft_rare::OPS,
];

const OPS: Table = &[
    ("BiasGelu", |b, n| {
        let sum = b.op("tf.AddV2", &[n.input(0)?, n.input(1)?], NONE)?;
        gelu(b, &sum, false)
    }),
    ("DequantizeLinear", |b, n| call(b, n, "DequantizeLinear", &n.inputs, &["axis", "block_size"])),
    ("DynamicQuantizeMatMul", |b, n| {
        let quantized = call(b, n, "DynamicQuantizeLinear", &[Some(n.input(0)?.clone())], &[])?;
        let [x, scale, zero] = &quantized[..] else { return Err("nothing is quantised".into()) };
        let sum = product_as_float(b, x, n.input(1)?, [Some(zero), n.optional(3)])?;
        let sum = b.op("tf.Mul", &[&sum, scale], NONE)?;
        let result = b.op("tf.Mul", &[&sum, n.input(2)?], NONE)?;
        biased(b, result, n.optional(4))
    }),
    ("FastGelu", |b, n| {
        let x = n.input(0)?.clone();
        let x = biased(b, x, n.optional(1))?;
        gelu(b, &x[0], true)
    }),
    ("FusedConv", |b, n| {
        let inputs = [0, 1, 2].map(|i| n.inputs.get(i).cloned().flatten());
        let windows = ["auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"];
        let results = call(b, n, "Conv", &inputs, &windows)?;
        let [mut sum] = <[Tensor; 1]>::try_from(results).map_err(|_| "no convolution")?;
        if let Some(more) = n.optional(3) {
            sum = b.elementwise("tf.AddV2", &[&sum, more], NONE)?;
        }
        activated(b, n, sum)
    }),
    ("FusedGemm", |b, n| {
        let inputs = [0, 1, 2].map(|i| n.inputs.get(i).cloned().flatten());
        let results = call(b, n, "Gemm", &inputs, &["alpha", "beta", "transA", "transB"])?;
        let [product] = <[Tensor; 1]>::try_from(results).map_err(|_| "no product")?;
        activated(b, n, product)
    }),
    ("FusedMatMul", fused_product),
    ("Gelu", |b, n| gelu(b, n.input(0)?, false)),
    ("Inverse", |b, n| {
        Ok(vec![b.op("tf.MatrixInverse", &[n.input(0)?], [("adjoint", Attribute::Bool(false))])?])
    }),
    ("MatMulIntegerToFloat", |b, n| {
        let sum = product_as_float(b, n.input(0)?, n.input(1)?, [n.optional(4), n.optional(5)])?;
        let sum = b.op("tf.Mul", &[&sum, n.input(2)?], NONE)?;
        let result = b.op("tf.Mul", &[&sum, n.input(3)?], NONE)?;
        biased(b, result, n.optional(6))
    }),
    ("MatMulNBits", few_bits),
    ("QGemm", quantized_gemm),
    ("QLinearAveragePool", |b, n| {
        let attrs = ["auto_pad", "ceil_mode", "count_include_pad", "kernel_shape", "pads", "strides"];
        quantized_pool(b, n, "AveragePool", &attrs)
    }),
    ("QLinearGlobalAveragePool", |b, n| quantized_pool(b, n, "GlobalAveragePool", &[])),
    ("QLinearSoftmax", |b, n| {
        let x = dequantized(b, n, 0)?;
        // The node says by which version of the operator.
        let attrs = n.proto.attribute.iter().filter(|attr| attr.name() == "axis").cloned().collect();
        let shares = called(b, n, ("Softmax", n.int("opset", CALLED)), attrs, vec![Some(x)])?;
        let shares = shares.into_iter().next().ok_or("no shares")?;
        quantized(b, n, shares, 0, 3)
    }),
    ("QLinearAdd", |b, n| quantized_pair(b, n, "tf.AddV2")),
    ("QLinearMul", |b, n| quantized_pair(b, n, "tf.Mul")),
    ("QLinearConcat", quantized_concat),
    ("QLinearLeakyRelu", |b, n| {
        let x = dequantized(b, n, 0)?;
        let alpha = [("alpha", Attribute::Float(n.float("alpha", 0.01)))];
        let y = b.op("tf.LeakyRelu", &[&x], alpha)?;
        quantized(b, n, y, 0, 3)
    }),
    ("QLinearSigmoid", |b, n| {
        let x = dequantized(b, n, 0)?;
        let y = b.op("tf.Sigmoid", &[&x], NONE)?;
        quantized(b, n, y, 0, 3)
    }),
    ("QuantizeLinear", |b, n| call(b, n, "QuantizeLinear", &n.inputs, &["axis", "block_size"])),
    ("QuickGelu", |b, n| {
        let x = n.input(0)?;
        let alpha = b.number(x.dtype()?, f64::from(n.float("alpha", 1.702)))?;
        let scaled = b.op("tf.Mul", &[x, &alpha], NONE)?;
        let gate = b.op("tf.Sigmoid", &[&scaled], NONE)?;
        Ok(vec![b.op("tf.Mul", &[x, &gate], NONE)?])
    }),
    ("RotaryEmbedding", |b, n| {
        if n.float("scale", 1.0) != 1.0 {
            return Err(n.refuse("scale", "other than 1"));
        }
        if n.int("is_packed_batching", 0) != 0 {
            return Err(n.refuse("is_packed_batching", "1"));
        }
        // Positions come before the tables. A single one would be that of the first element.
        let positions = n.input(1)?;
        if positions.rank()? != 2 {
            return Err(n.refuse("position_ids", "of one position for all"));
        }
        let inputs = [0, 2, 3, 1].map(|i| n.inputs.get(i).cloned().flatten());
        call(b, n, "RotaryEmbedding", &inputs, &["interleaved", "num_heads", "rotary_embedding_dim"])
    }),
    ("SkipLayerNormalization", |b, n| {
        let sum = b.op("tf.AddV2", &[n.input(0)?, n.input(1)?], NONE)?;
        let [sum] = &biased(b, sum, n.optional(4))?[..] else { return Err("no sum".into()) };
        let inputs = [Some(sum.clone()), n.optional(2).cloned(), n.optional(3).cloned()];
        let mut results = call(b, n, "LayerNormalization", &inputs, &[])?;
        results.push(sum.clone());
        Ok(results)
    }),
    ("SkipSimplifiedLayerNormalization", |b, n| {
        let sum = b.op("tf.AddV2", &[n.input(0)?, n.input(1)?], NONE)?;
        let [sum] = &biased(b, sum, n.optional(3))?[..] else { return Err("no sum".into()) };
        let inputs = [Some(sum.clone()), n.optional(2).cloned()];
        let result = call(b, n, "RMSNormalization", &inputs, &[])?;
        if n.has_output(1) || n.has_output(2) {
            return Err(n.refuse("outputs", "of mean and deviation"));
        }
        let first = result.into_iter().next().ok_or("no result")?;
        Ok(vec![first.clone(), first.clone(), first, sum.clone()])
    }),
    ("Tokenizer", tokens),
];

/// The words of each string: what matches a pattern, or what is between matches of several.
fn tokens(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let separators = n.attr("separators").map_or_else(Vec::new, |attr| attr.strings.clone());
    let pattern = n.attr("tokenexp").map(|attr| attr.s().to_vec()).filter(|pattern| !pattern.is_empty());
    let (patterns, separates) = match (separators.is_empty(), pattern) {
        (false, None) => (separators, true),
        (true, Some(pattern)) => (vec![pattern], false),
        _ => return Err("it needs either separators or tokenexp".into()),
    };
    let patterns = Tensor::of_constant(strings(&[patterns.len() as i64], patterns))?;
    let attrs = [
        ("separates", Attribute::Bool(separates)),
        ("mark", Attribute::Bool(n.int("mark", 0) != 0)),
        ("mincharnum", Attribute::Int(n.int("mincharnum", 1))),
        ("pad_value", Attribute::Bytes(n.attr("pad_value").map_or_else(Vec::new, |attr| attr.s().to_vec()))),
    ];
    Ok(vec![b.op("onnx.Tokenizer", &[n.input(0)?, &patterns], attrs)?])
}

/// The results of an operator of the default domain for these inputs, with some of the node's attributes.
pub(super) fn call(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    op: &str,
    inputs: &[Option<Tensor>],
    attrs: &[&str],
) -> Result<Vec<Tensor>> {
    let own = n.proto.attribute.iter().filter(|attr| attrs.contains(&attr.name()));
    let mut attribute: Vec<AttributeProto> = own.cloned().collect();
    if op.ends_with("Normalization") {
        // The default of this domain is smaller.
        attribute.push(AttributeProto {
            name: Some("epsilon".to_owned()),
            f: Some(n.float("epsilon", 1e-12)),
            ..AttributeProto::default()
        });
    }
    called(b, n, (op, CALLED), attribute, inputs.to_vec())
}

/// The results of a version of an operator of the default domain for these inputs and attributes, in a node's place.
pub(super) fn called(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    (op, opset): (&str, i64),
    attribute: Vec<AttributeProto>,
    inputs: Vec<Option<Tensor>>,
) -> Result<Vec<Tensor>> {
    let proto = NodeProto { op_type: Some(op.to_owned()), attribute, ..NodeProto::default() };
    let converter = super::converter("", op).ok_or_else(|| format!("there is no {op}"))?;
    converter(b, &n.other(&proto, opset, inputs))
}

pub(super) fn biased(b: &mut Builder<'_>, x: Tensor, bias: Option<&Tensor>) -> Result<Vec<Tensor>> {
    Ok(vec![match bias {
        Some(bias) => b.op("tf.AddV2", &[&x, bias], NONE)?,
        None => x,
    }])
}

pub(super) fn gelu(b: &mut Builder<'_>, x: &Tensor, by_tanh: bool) -> Result<Vec<Tensor>> {
    Ok(vec![super::elementwise::gelu_of(b, x, by_tanh)?])
}

/// The activation of a fused node, applied to its sum.
fn activated(b: &mut Builder<'_>, n: &Node<'_>, x: Tensor) -> Result<Vec<Tensor>> {
    let given = n.attr("activation_params").map_or(&[][..], |attr| &attr.floats);
    let param =
        |i: usize, name: &str, default: f32| given.get(i).copied().unwrap_or_else(|| n.float(name, default));
    let dtype = x.dtype()?;
    match n.text("activation", "")? {
        "" => Ok(vec![x]),
        "Clip" => {
            let least = b.number(dtype, f64::from(param(0, "activation_min", f32::MIN)))?;
            let most = b.number(dtype, f64::from(param(1, "activation_max", f32::MAX)))?;
            let above = b.elementwise("tf.Maximum", &[&x, &least], NONE)?;
            Ok(vec![b.elementwise("tf.Minimum", &[&above, &most], NONE)?])
        }
        op @ ("Celu" | "Elu" | "HardSigmoid" | "HardSwish" | "LeakyRelu" | "Mish" | "Relu" | "Selu"
        | "Sigmoid" | "Softplus" | "Softsign" | "Tanh" | "ThresholdedRelu") => {
            // Parameters of the operator are attributes with a prefix, or are in its order of them.
            let names: &[&str] = match op {
                "HardSigmoid" => &["alpha", "beta"],
                "Selu" => &["alpha", "gamma"],
                _ => &["alpha"],
            };
            let float = |(i, name): (usize, &&str)| {
                let own = n.attr(&format!("activation_{name}")).map(|attr| attr.f());
                let f = given.get(i).copied().or(own)?;
                Some(AttributeProto {
                    name: Some((*name).to_owned()),
                    f: Some(f),
                    ..AttributeProto::default()
                })
            };
            let attribute = names.iter().enumerate().filter_map(float).collect();
            called(b, n, (op, CALLED), attribute, vec![Some(x)])
        }
        other => Err(n.refuse("activation", &format!("'{other}'"))),
    }
}

/// A pool of quantised numbers.
fn quantized_pool(b: &mut Builder<'_>, n: &Node<'_>, op: &str, attrs: &[&str]) -> Result<Vec<Tensor>> {
    let mut x = dequantized(b, n, 0)?;
    let rank = x.rank()? as i64;
    let is_last = n.int("channels_last", 0) != 0 && rank > 2;
    if is_last {
        let order: Vec<i64> = [0, rank - 1].into_iter().chain(1..rank - 1).collect();
        x = b.transpose(&x, &order)?;
    }
    let pooled = call(b, n, op, &[Some(x)], attrs)?;
    let mut pooled = pooled.into_iter().next().ok_or("no pool")?;
    if is_last {
        let order: Vec<i64> = [0].into_iter().chain(2..rank).chain([1]).collect();
        pooled = b.transpose(&pooled, &order)?;
    }
    quantized(b, n, pooled, 0, 3)
}

/// A product of quantised matrices with a bias of integers, quantised if there is a scale for that.
fn quantized_gemm(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let turned = |b: &mut Builder<'_>, i: usize, name: &str| match n.int(name, 0) {
        0 => Ok(n.input(i)?.clone()),
        _ => b.transpose(n.input(i)?, &[1, 0]),
    };
    let (x, y) = (turned(b, 0, "transA")?, turned(b, 3, "transB")?);
    let mut sum = integer_product(b, &x, &y, [n.optional(2), n.optional(5)])?;
    if let Some(bias) = n.optional(6) {
        sum = b.op("tf.AddV2", &[&sum, bias], NONE)?;
    }
    let mut result = b.cast(&sum, DType::F32)?;
    for i in [1, 4] {
        result = b.op("tf.Mul", &[&result, n.input(i)?], NONE)?;
    }
    let alpha = n.float("alpha", 1.0);
    if alpha != 1.0 {
        let alpha = b.number(DType::F32, f64::from(alpha))?;
        result = b.op("tf.Mul", &[&result, &alpha], NONE)?;
    }
    match n.optional(7) {
        Some(_) => quantized(b, n, result, 0, 7),
        None => Ok(vec![result]),
    }
}

/// A product of matrices, which may be transposed, times a number.
pub(super) fn fused_product(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    for name in ["transBatchA", "transBatchB"] {
        if n.int(name, 0) != 0 {
            return Err(n.refuse(name, "1"));
        }
    }
    let mut factors = Vec::new();
    for (i, name) in ["transA", "transB"].into_iter().enumerate() {
        let x = n.input(i)?;
        let rank = x.rank()?;
        factors.push(match n.int(name, 0) != 0 && rank > 1 {
            false => x.clone(),
            true => {
                let mut order: Vec<i64> = (0..rank as i64).collect();
                order.swap(rank - 2, rank - 1);
                b.transpose(x, &order)?
            }
        });
    }
    let result = product(b, &factors[0], &factors[1])?;
    let alpha = n.float("alpha", 1.0);
    if alpha == 1.0 {
        return Ok(vec![result]);
    }
    let alpha = b.number(result.dtype()?, f64::from(alpha))?;
    Ok(vec![b.op("tf.Mul", &[&result, &alpha], NONE)?])
}

/// The product of integers less their zero points, as numbers of 32 bits.
fn product_as_float(
    b: &mut Builder<'_>,
    x: &Tensor,
    y: &Tensor,
    zeros: [Option<&Tensor>; 2],
) -> Result<Tensor> {
    let sum = integer_product(b, x, y, zeros)?;
    b.cast(&sum, DType::F32)
}

/// The numbers that quantised input `i` stands for, with the scale and zero point behind it.
pub(super) fn dequantized(b: &mut Builder<'_>, n: &Node<'_>, i: usize) -> Result<Tensor> {
    let inputs = [i, i + 1, i + 2].map(|i| n.inputs.get(i).cloned().flatten());
    let numbers = call(b, n, "DequantizeLinear", &inputs, &[])?;
    numbers.into_iter().next().ok_or_else(|| "no numbers".to_owned())
}

/// Quantised by the scale in input `i` and the zero point behind it; the element type is that of input `like`.
pub(super) fn quantized(
    b: &mut Builder<'_>,
    n: &Node<'_>,
    x: Tensor,
    like: usize,
    i: usize,
) -> Result<Vec<Tensor>> {
    let zero = match n.optional(i + 1) {
        Some(zero) => zero.clone(),
        None => b.number(n.input(like)?.dtype()?, 0.0)?,
    };
    call(b, n, "QuantizeLinear", &[Some(x), Some(n.input(i)?.clone()), Some(zero)], &[])
}

fn quantized_pair(b: &mut Builder<'_>, n: &Node<'_>, op: &str) -> Result<Vec<Tensor>> {
    let (x, y) = (dequantized(b, n, 0)?, dequantized(b, n, 3)?);
    let result = b.elementwise(op, &[&x, &y], NONE)?;
    quantized(b, n, result, 0, 6)
}

fn quantized_concat(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let mut parts = Vec::new();
    for i in (2..n.inputs.len()).step_by(3) {
        parts.push(Some(dequantized(b, n, i)?));
    }
    let all = call(b, n, "Concat", &parts, &["axis"])?;
    let all = all.into_iter().next().ok_or("there are no inputs")?;
    quantized(b, n, all, 2, 0)
}

/// A product with weights of a few bits, which have a scale for each block of a column.
fn few_bits(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (bits, block) = (n.int("bits", 4), n.int("block_size", 0));
    let (rows, columns) = (n.int("K", 0), n.int("N", 0));
    if !matches!(bits, 4 | 8) {
        return Err(n.refuse("bits", &bits.to_string()));
    }
    if n.optional(4).is_some() {
        return Err(n.refuse("g_idx", "of any kind"));
    }
    if rows < 1 || columns < 1 || block < 1 || block % (8 / bits) != 0 {
        return Err(format!("K {rows}, N {columns} and block_size {block} are no sizes"));
    }
    let (rows, columns, block, bits) = (rows as usize, columns as usize, block as usize, bits as usize);
    let known = |i: usize, name: &str| {
        n.input(i)?.constant().ok_or_else(|| format!("input {i} ({name}) must be a constant"))
    };
    let weights = known(1, "B")?;
    let Elements::Bytes(bytes) = &weights.elements else { return Err("the weights are strings".into()) };
    let scales = known(2, "scales")?.floats().ok_or("the scales are no numbers")?;
    let blocks = rows.div_ceil(block);
    let packed = block * bits / 8;
    let fits = weights.dtype == DType::UI8
        && Some(bytes.len()) == columns.checked_mul(blocks).and_then(|count| count.checked_mul(packed))
        && Some(scales.len()) == columns.checked_mul(blocks);
    if !fits {
        return Err(format!("the weights and scales do not fit K {rows}, N {columns} and blocks of {block}"));
    }
    let element = |bytes: &[u8], at: usize| {
        let byte = bytes[at * bits / 8];
        f64::from((u16::from(byte) >> (at * bits % 8)) & ((1 << bits) - 1))
    };
    // Zero points are packed as the weights are, each column from a byte on, or are numbers.
    let width = (blocks * bits).div_ceil(8);
    let zeros: Vec<f64> = match n.optional(3) {
        None => vec![f64::from(1_u16 << (bits - 1)); columns * blocks],
        Some(_) => {
            let zeros = known(3, "zero_points")?;
            match &zeros.elements {
                Elements::Bytes(bytes) if zeros.dtype == DType::UI8 && bytes.len() == columns * width => {
                    let place = |at: usize| element(&bytes[at / blocks * width..], at % blocks);
                    (0..columns * blocks).map(place).collect()
                }
                _ if zeros.dtype != DType::UI8 && zeros.len() == columns * blocks => {
                    zeros.floats().ok_or("the zero points are no numbers")?
                }
                _ => return Err("the zero points do not fit the weights".into()),
            }
        }
    };
    let mut values = vec![0_u8; rows * columns * 4];
    for (at, value) in values.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (row, column) = (at / columns, at % columns);
        let place = column * blocks + row / block;
        let number = element(&bytes[place * packed..][..packed], row % block);
        *value = (((number - zeros[place]) as f32) * scales[place] as f32).to_le_bytes();
    }
    let dims = vec![rows as i64, columns as i64];
    let factor = Constant { dtype: DType::F32, dims, elements: Elements::Bytes(values.into()) };
    let x = n.input(0)?;
    let factor = b.cast(&Tensor::of_constant(factor)?, x.dtype()?)?;
    let result = product(b, x, &factor)?;
    biased(b, result, n.optional(5))
}
