//! More of the domain `com.microsoft`: quantised networks of text, channels that come last, and older names of operators.

use tfrt_ops::DType;

use super::Table;
use super::linear::product;
use super::microsoft::{biased, call, dequantized, fused_product, gelu, quantized};
use super::microsoft_attention::{embedding, packed_attention};
use super::recurrent::quantized_lstm;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::{Constant, Elements};
use crate::node::{Node, axis, line};

pub(super) const OPS: Table = &[
    ("CDist", distances),
    ("CropAndResize", crop_and_resize),
    ("DynamicQuantizeLSTM", quantized_lstm),
    ("ExpandDims", |b, n| Ok(vec![b.op("tf.ExpandDims", &[n.input(0)?, n.input(1)?], NONE)?])),
    ("GatherBlockQuantized", gather_blocks),
    ("GatherND", |b, n| call(b, n, "GatherND", &n.inputs, &[])),
    ("GridSample", |b, n| call(b, n, "GridSample", &n.inputs, &["align_corners", "mode", "padding_mode"])),
    ("GemmFastGelu", |b, n| {
        let x = product(b, n.input(0)?, n.input(1)?)?;
        let x = biased(b, x, n.optional(2))?;
        gelu(b, &x[0], true)
    }),
    ("MatMulBnb4", few_floats),
    ("NhwcConv", |b, n| channels_last(b, n, "FusedConv", WINDOWS)),
    ("NhwcFusedConv", |b, n| channels_last(b, n, "FusedConv", WINDOWS)),
    ("NhwcMaxPool", |b, n| {
        channels_last(
            b,
            n,
            "MaxPool",
            &["auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "strides"],
        )
    }),
    ("Pad", |b, n| call(b, n, "Pad", &n.inputs, &["mode"])),
    ("QAttention", |b, n| {
        let (x, weights) = (of_scale(b, n, [0, 3, 6], 1)?, of_scale(b, n, [1, 4, 7], 1)?);
        let given = |i: usize| n.inputs.get(i).cloned().flatten();
        let inputs = vec![Some(x), Some(weights), given(2), given(5), given(8)];
        packed_attention(b, &n.with(inputs))
    }),
    ("QEmbedLayerNormalization", |b, n| {
        let mut inputs = vec![n.inputs.first().cloned().flatten(), n.optional(1).cloned()];
        for i in 2..7 {
            inputs.push(match n.optional(i) {
                Some(_) => Some(of_scale(b, n, [i, i + 6, i + 11], 0)?),
                None => None,
            });
        }
        inputs.push(n.optional(7).cloned());
        let mut results = embedding(b, &n.with(inputs))?;
        results.truncate(2);
        Ok(results)
    }),
    ("QLinearConv", |b, n| match n.int("channels_last", 0) {
        0 => call(b, n, "QLinearConv", &n.inputs, WINDOWS),
        _ => channels_last(b, n, "QLinearConv", WINDOWS),
    }),
    ("QLinearWhere", |b, n| {
        let (x, y) = (dequantized(b, n, 1)?, dequantized(b, n, 4)?);
        let chosen = b.op("tf.SelectV2", &[n.input(0)?, &x, &y], NONE)?;
        quantized(b, n, chosen, 1, 7)
    }),
    ("Range", |b, n| {
        let step = match n.optional(2) {
            Some(step) => step.clone(),
            None => b.number(n.input(0)?.dtype()?, 1.0)?,
        };
        call(b, n, "Range", &[Some(n.input(0)?.clone()), Some(n.input(1)?.clone()), Some(step)], &[])
    }),
    ("TransposeMatMul", fused_product),
    ("Trilu", |b, n| call(b, n, "Trilu", &n.inputs, &["upper"])),
];

/// The attributes of convolutions.
const WINDOWS: &[&str] =
    &["activation", "activation_params", "auto_pad", "dilations", "group", "kernel_shape", "pads", "strides"];

/// The numbers that input `places[0]` stands for by a scale and a zero point in other inputs, which are for each part along an axis or one
/// for all.
fn of_scale(b: &mut Builder<'_>, n: &Node<'_>, [x, scale, zero]: [usize; 3], axis: i64) -> Result<Tensor> {
    let mut numbers = b.cast(n.input(x)?, DType::F32)?;
    // One for all may be a list of one.
    let spread = |b: &mut Builder<'_>, of: &Tensor| match of.rank()? {
        0 => Ok(of.clone()),
        _ if axis == 0 => b.reshape(of, &[]),
        _ => b.reshape(of, &[-1]),
    };
    if let Some(zero) = n.optional(zero) {
        let zero = b.cast(zero, DType::F32)?;
        let zero = spread(b, &zero)?;
        numbers = b.op("tf.Sub", &[&numbers, &zero], NONE)?;
    }
    let scale = spread(b, n.input(scale)?)?;
    b.op("tf.Mul", &[&numbers, &scale], NONE)
}

/// An operator with the channels in second place, applied to images with the channels in last place.
fn channels_last(b: &mut Builder<'_>, n: &Node<'_>, op: &str, attrs: &[&str]) -> Result<Vec<Tensor>> {
    let rank = n.input(0)?.rank()? as i64;
    if rank < 3 {
        return Err(n.refuse("an image", "of this rank"));
    }
    let turn = |b: &mut Builder<'_>, x: &Tensor| {
        let order: Vec<i64> = [0, rank - 1].into_iter().chain(1..rank - 1).collect();
        b.transpose(x, &order)
    };
    let mut inputs = n.inputs.clone();
    inputs[0] = Some(turn(b, n.input(0)?)?);
    let results = match op {
        "FusedConv" => {
            if let Some(more) = n.optional(3) {
                inputs[3] = Some(turn(b, more)?);
            }
            let converter = super::converter(super::microsoft::DOMAIN, op).ok_or("there is no FusedConv")?;
            converter(b, &n.with(inputs))?
        }
        _ => call(b, n, op, &inputs, attrs)?,
    };
    let result = results.into_iter().next().ok_or("no result")?;
    let back: Vec<i64> = [0].into_iter().chain(2..rank).chain([1]).collect();
    Ok(vec![b.transpose(&result, &back)?])
}

/// The distances of all rows of two matrices, by the products of the rows.
fn distances(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let is_squared = match n.text("metric", "sqeuclidean")? {
        "sqeuclidean" => true,
        "euclidean" => false,
        other => return Err(n.refuse("metric", &format!("'{other}'"))),
    };
    let (x, y) = (n.input(0)?, n.input(1)?);
    if x.rank()? != 2 || y.rank()? != 2 {
        return Err(n.refuse("an input", "of this rank"));
    }
    let axis = b.int32s(&[1])?;
    let squares = |b: &mut Builder<'_>, of: &Tensor| {
        let square = b.op("tf.Square", &[of], NONE)?;
        b.op("tf.Sum", &[&square, &axis], [("keep_dims", Attribute::Bool(true))])
    };
    let (of_x, of_y) = (squares(b, x)?, squares(b, y)?);
    let of_y = b.transpose(&of_y, &[1, 0])?;
    let turned = b.transpose(y, &[1, 0])?;
    let products = product(b, x, &turned)?;
    let two = b.number(x.dtype()?, 2.0)?;
    let products = b.op("tf.Mul", &[&products, &two], NONE)?;
    let sum = b.op("tf.AddV2", &[&of_x, &of_y], NONE)?;
    let all = b.op("tf.Sub", &[&sum, &products], NONE)?;
    let zero = b.number(x.dtype()?, 0.0)?;
    // Roundings may leave less than nothing.
    let all = b.op("tf.Maximum", &[&all, &zero], NONE)?;
    Ok(vec![if is_squared { all } else { b.op("tf.Sqrt", &[&all], NONE)? }])
}

/// Parts of images in other sizes.
fn crop_and_resize(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let images = b.transpose(n.input(0)?, &[0, 2, 3, 1])?;
    let attrs = [
        (
            "method",
            Attribute::Text(match n.text("mode", "bilinear")? {
                "bilinear" => "bilinear",
                "nearest" => "nearest",
                other => return Err(n.refuse("mode", &format!("'{other}'"))),
            }),
        ),
        ("extrapolation_value", Attribute::Float(n.float("extrapolation_value", 0.0))),
    ];
    let crops = b.op("tf.CropAndResize", &[&images, n.input(1)?, n.input(2)?, n.input(3)?], attrs)?;
    Ok(vec![b.transpose(&crops, &[0, 3, 1, 2])?])
}

/// Rows of a table of integers of a few bits, which has a scale for each block of an axis.
fn gather_blocks(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (table, indices, scales) = (n.input(0)?, n.input(1)?, n.input(2)?);
    let rank = table.rank()?;
    let gathered = axis(n.int("gather_axis", 0), rank)?;
    let along = axis(n.int("quantize_axis", 1), rank)?;
    let (block, bits) = (n.int("block_size", 128), n.int("bits", 4));
    if block < 1 || gathered == along {
        return Err(format!(
            "blocks of {block} along axis {along} and rows along axis {gathered} are no table"
        ));
    }
    if !matches!(bits, 2 | 4 | 8) {
        return Err(n.refuse("bits", &bits.to_string()));
    }
    // Bytes hold several elements, which are then those of the last axis.
    let is_packed = table.small().is_none() && bits < 8;
    if is_packed && along != rank - 1 {
        return Err(n.refuse("quantize_axis", "other than the last one of packed elements"));
    }
    let place = b.int32(gathered as i64)?;
    let rows = |b: &mut Builder<'_>, of: &Tensor| b.op("tf.GatherV2", &[of, indices, &place], NONE);
    // Where the axis of blocks is once the indices' axes are there.
    let along = if gathered < along { along + indices.rank()? - 1 } else { along };
    let unpacked = |b: &mut Builder<'_>, of: Tensor| {
        if !is_packed {
            return Ok(of);
        }
        let mut parts = Vec::new();
        for shift in (0..8).step_by(bits as usize) {
            let shift = b.number(DType::UI8, f64::from(shift))?;
            let mask = b.number(DType::UI8, f64::from((1_u8 << bits) - 1))?;
            let low = b.op("tf.RightShift", &[&of, &shift], NONE)?;
            parts.push(b.op("tf.BitwiseAnd", &[&low, &mask], NONE)?);
        }
        let mut sizes = b.all_sizes(&of)?;
        let last = sizes.pop().ok_or("the table has no axes")?;
        let per_byte = b.int64(8 / bits)?;
        sizes.push(b.op("tf.Mul", &[&last, &per_byte], NONE)?);
        let operands: Vec<&Tensor> = parts.iter().collect();
        let attrs = [("N", Attribute::Int(8 / bits)), ("axis", Attribute::Int(-1))];
        let all = b.op("tf.Pack", &operands, attrs)?;
        b.reshape_to(&all, &sizes)
    };
    let numbers = rows(b, table)?;
    let numbers = unpacked(b, numbers)?;
    let count = numbers.dim(along).ok_or("the size of the axis of blocks is not known")?;
    let blocks: Vec<i64> = line(count)?.map(|at| at / block).collect();
    let (blocks, axis) = (b.int64s(&blocks)?, b.int32(along as i64)?);
    let dtype = scales.dtype()?;
    let mut numbers = b.cast(&numbers, dtype)?;
    match n.optional(3) {
        Some(zeros) => {
            let zeros = rows(b, zeros)?;
            let zeros = unpacked(b, zeros)?;
            let zeros = b.op("tf.GatherV2", &[&zeros, &blocks, &axis], NONE)?;
            let zeros = b.cast(&zeros, dtype)?;
            numbers = b.op("tf.Sub", &[&numbers, &zeros], NONE)?;
        }
        // Bytes without zero points have them in the middle.
        None if table.small().is_none() => {
            let zero = b.number(dtype, f64::from(1_u16 << (bits - 1)))?;
            numbers = b.op("tf.Sub", &[&numbers, &zero], NONE)?;
        }
        None => {}
    }
    let own = rows(b, scales)?;
    let own = b.op("tf.GatherV2", &[&own, &blocks, &axis], NONE)?;
    Ok(vec![b.op("tf.Mul", &[&numbers, &own], NONE)?])
}

/// The sixteen numbers of the format FP4, by their codes.
const FP4: [f32; 16] = [
    0.0,
    0.005_208_333_5,
    0.666_666_7,
    1.0,
    0.333_333_34,
    0.5,
    0.166_666_67,
    0.25,
    -0.0,
    -0.005_208_333_5,
    -0.666_666_7,
    -1.0,
    -0.333_333_34,
    -0.5,
    -0.166_666_67,
    -0.25,
];

/// Those of the format NF4: means of sixteen parts of the normal distribution that are equally likely, the largest being one (Dettmers et
/// al., "QLoRA: Efficient Finetuning of Quantized LLMs", 2023).
const NF4: [f32; 16] = [
    -1.0,
    -0.696_192_8,
    -0.525_073_05,
    -0.394_917_5,
    -0.284_441_38,
    -0.184_773_43,
    -0.091_050_036,
    0.0,
    0.079_580_3,
    0.160_930_2,
    0.246_112_3,
    0.337_915_24,
    0.440_709_83,
    0.562_617,
    0.722_956_84,
    1.0,
];

/// A product with weights that are numbers of 4 bits times the largest of their block.
fn few_floats(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (rows, columns, block) = (n.int("K", 0), n.int("N", 0), n.int("block_size", 0));
    if n.int("transB", 1) != 1 {
        return Err(n.refuse("transB", "0"));
    }
    let codes = match n.int("quant_type", 0) {
        0 => FP4,
        1 => NF4,
        other => return Err(n.refuse("quant_type", &other.to_string())),
    };
    let count = rows.checked_mul(columns).filter(|_| rows > 0 && columns > 0 && block > 0);
    let count =
        count.ok_or_else(|| format!("K {rows}, N {columns} and block_size {block} are no sizes"))? as usize;
    let known = |i: usize, name: &str| {
        n.input(i)?.constant().ok_or_else(|| format!("input {i} ({name}) must be a constant"))
    };
    let weights = known(1, "B")?;
    let Elements::Bytes(bytes) = &weights.elements else { return Err("the weights are strings".into()) };
    let largest = known(2, "absmax")?.floats().ok_or("the largest weights are no numbers")?;
    let block = block as usize;
    if weights.dtype != DType::UI8
        || bytes.len() != count.div_ceil(2)
        || largest.len() != count.div_ceil(block)
    {
        return Err(format!(
            "the weights and their largest do not fit K {rows}, N {columns} and blocks of {block}"
        ));
    }
    // By columns, the high half of a byte first.
    let value = |at: usize| {
        let byte = bytes[at / 2];
        let code = if at.is_multiple_of(2) { byte >> 4 } else { byte & 15 };
        (codes[usize::from(code)] * largest[at / block] as f32).to_le_bytes()
    };
    let values: Vec<u8> = (0..count).flat_map(value).collect();
    let factor =
        Constant { dtype: DType::F32, dims: vec![columns, rows], elements: Elements::Bytes(values.into()) };
    let x = n.input(0)?;
    let factor = b.cast(&Tensor::of_constant(factor)?, x.dtype()?)?;
    let factor = b.transpose(&factor, &[1, 0])?;
    Ok(vec![product(b, x, &factor)?])
}
