//! Recurrent layers: the products of all steps with the weights of the input, and the steps, which are one op.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::constant::Constant;
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("RNN", |b, n| layer(b, n, &Cell { name: "RNN", gates: 1, activations: &["Tanh"], is_quantized: false })),
    ("GRU", |b, n| {
        layer(b, n, &Cell { name: "GRU", gates: 3, activations: &["Sigmoid", "Tanh"], is_quantized: false })
    }),
    ("LSTM", |b, n| layer(b, n, &LSTM)),
];

const LSTM: Cell =
    Cell { name: "LSTM", gates: 4, activations: &["Sigmoid", "Tanh", "Tanh"], is_quantized: false };

/// `DynamicQuantizeLSTM`: the input, and at each step the state, are multiplied as integers of 8 bits, by a scale that their extremes make,
/// with integers that have scales and zero points. Weights have the size of the input first.
pub(super) fn quantized_lstm(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let quantized =
        super::microsoft::call(b, n, "DynamicQuantizeLinear", &[n.inputs.first().cloned().flatten()], &[])?;
    let quantized: Vec<Option<Tensor>> = quantized.into_iter().map(Some).collect();
    let x = super::microsoft::call(b, n, "DequantizeLinear", &quantized, &[])?;
    let weights = |b: &mut Builder<'_>, i: usize, scale: usize| {
        let numbers = b.cast(n.input(i)?, DType::F32)?;
        let directions = numbers.dim(0).ok_or("the number of directions is not known")?;
        // For each direction, and perhaps each column.
        let zeros = b.cast(n.input(scale + 1)?, DType::F32)?;
        let (scales, zeros) =
            (b.reshape(n.input(scale)?, &[directions, 1, -1])?, b.reshape(&zeros, &[directions, 1, -1])?);
        let numbers = b.op("tf.Sub", &[&numbers, &zeros], NONE)?;
        let numbers = b.op("tf.Mul", &[&numbers, &scales], NONE)?;
        b.transpose(&numbers, &[0, 2, 1])
    };
    let mut inputs = vec![x.into_iter().next(), Some(weights(b, 1, 8)?), Some(weights(b, 2, 10)?)];
    inputs.extend((3..8).map(|i| n.optional(i).cloned()));
    let node = n.other(n.proto, super::microsoft::CALLED, inputs);
    layer(b, &node, &Cell { is_quantized: true, ..LSTM })
}

/// A kind of layer.
struct Cell {
    name: &'static str,
    gates: i64,
    activations: &'static [&'static str],
    /// Whether each step quantises the state.
    is_quantized: bool,
}

/// The attributes of the op that name its activations, in the order of those of a cell.
const NAMES: [&str; 3] = ["gate_activation", "state_activation", "shown_activation"];

fn activation(n: &Node<'_>, name: &str) -> Result<Attribute> {
    let known = ["Sigmoid", "Tanh", "Relu", "Softsign", "Softplus"];
    let found = known.into_iter().find(|known| known.eq_ignore_ascii_case(name));
    found.map(Attribute::Text).ok_or_else(|| n.refuse("activations", &format!("'{name}'")))
}

fn layer(b: &mut Builder<'_>, n: &Node<'_>, cell: &Cell) -> Result<Vec<Tensor>> {
    let is_batch_first = n.int("layout", 0) != 0;
    let x = match is_batch_first {
        true => b.transpose(n.input(0)?, &[1, 0, 2])?,
        false => n.input(0)?.clone(),
    };
    if n.attr("activation_alpha").is_some_and(|attr| !attr.floats.is_empty())
        || n.attr("activation_beta").is_some_and(|attr| !attr.floats.is_empty())
    {
        return Err(n.refuse("activation_alpha or activation_beta", "set"));
    }
    let directions = match n.text("direction", "forward")? {
        "forward" => vec![false],
        "reverse" => vec![true],
        "bidirectional" => vec![false, true],
        other => return Err(n.refuse("direction", &format!("'{other}'"))),
    };
    let dtype = x.dtype()?;
    let weights = n.input(1)?;
    if x.rank()? != 3 || weights.rank()? != 3 || n.input(2)?.rank()? != 3 {
        return Err("the input and the weights have three dimensions each".into());
    }
    let hidden = n.input(2)?.dim(2).ok_or("the size of the state is not known")?;
    let width = x.dim(2).or(weights.dim(2)).ok_or("the size of the input is not known")?;
    let none = |dtype: DType| Tensor::of_constant(Constant::of_ints(dtype, &[0], &[]));
    let lengths = match n.optional(4) {
        Some(lengths) => b.cast(lengths, DType::I32)?,
        None => none(DType::I32)?,
    };
    let named: Vec<String> = match n.attr("activations") {
        Some(attr) => attr.strings.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect(),
        None => directions.iter().flat_map(|_| cell.activations).map(|name| (*name).to_owned()).collect(),
    };
    if named.len() != cell.activations.len() * directions.len() {
        return Err(n.refuse("activations", &format!("{named:?}")));
    }
    let sizes = b.all_sizes(&x)?;
    let zero = {
        let hidden = b.int64(hidden)?;
        let (dims, zero) = (b.list_of(&[sizes[1].clone(), hidden])?, b.number(dtype, 0.0)?);
        b.op("tf.Fill", &[&dims, &zero], NONE)?
    };
    let rows = b.reshape(&x, &[-1, width])?;
    let gates = cell.gates.checked_mul(hidden).ok_or("the state is too large")?;
    let (mut outputs, mut states, mut memories) = (Vec::new(), Vec::new(), Vec::new());
    let axis = if is_batch_first { 1 } else { 0 };
    for (at, &is_reversed) in directions.iter().enumerate() {
        let of = |b: &mut Builder<'_>, i: usize, axis: i64| match n.optional(i) {
            None => Ok(None),
            Some(all) => {
                let (place, axis) = (b.int32(at as i64)?, b.int32(axis)?);
                b.op("tf.GatherV2", &[all, &place, &axis], NONE).map(Some)
            }
        };
        let own = of(b, 1, 0)?.ok_or("input 1 is missing")?;
        let recurrent = of(b, 2, 0)?.ok_or("input 2 is missing")?;
        let attrs = [("transpose_a", Attribute::Bool(false)), ("transpose_b", Attribute::Bool(true))];
        let mut products = b.op("tf.MatMul", &[&rows, &own], attrs)?;
        let mut bias = none(dtype)?;
        if let Some(all) = of(b, 3, 0)? {
            let halves = b.int32(0)?;
            let mut parts = b.ops("tf.Split", &[&halves, &all], [("num_split", Attribute::Int(2))], 2)?;
            bias = parts.pop().ok_or("no bias")?;
            let of_input = parts.pop().ok_or("no bias")?;
            products =
                b.op("tf.BiasAdd", &[&products, &of_input], [("data_format", Attribute::Text("NHWC"))])?;
        }
        let products = {
            let gates = b.int64(gates)?;
            b.reshape_to(&products, &[sizes[0].clone(), sizes[1].clone(), gates])?
        };
        let state = of(b, 5, axis)?.unwrap_or_else(|| zero.clone());
        let is_lstm = cell.gates == 4;
        let memory = match is_lstm {
            true => of(b, 6, axis)?.unwrap_or_else(|| zero.clone()),
            false => none(dtype)?,
        };
        let peepholes = match (is_lstm, of(b, 7, 0)?) {
            (true, Some(peepholes)) => peepholes,
            _ => none(dtype)?,
        };
        let mut attrs = vec![
            ("cell", Attribute::Text(cell.name)),
            ("is_reversed", Attribute::Bool(is_reversed)),
            ("linear_before_reset", Attribute::Bool(n.int("linear_before_reset", 0) != 0)),
            ("input_forget", Attribute::Bool(n.int("input_forget", 0) != 0)),
            ("clip", Attribute::Float(n.float("clip", 0.0))),
        ];
        if cell.is_quantized {
            attrs.push(("quantizes_state", Attribute::Bool(true)));
        }
        let count = cell.activations.len();
        for (name, given) in NAMES.into_iter().zip(&named[at * count..][..count]) {
            attrs.push((name, activation(n, given)?));
        }
        let operands = [&products, &state, &memory, &recurrent, &bias, &peepholes, &lengths];
        let mut results = b.ops("onnx.Recurrent", &operands, attrs, 3)?.into_iter();
        let mut result = || results.next().ok_or("a result is missing");
        outputs.push(result()?);
        states.push(result()?);
        if is_lstm {
            memories.push(result()?);
        }
    }
    // [steps, directions, batch, hidden], or [batch, steps, directions, hidden].
    let all = packed(b, &outputs, 1)?;
    let all = if is_batch_first { b.transpose(&all, &[2, 0, 1, 3])? } else { all };
    let mut results = vec![all, packed(b, &states, axis)?];
    if !memories.is_empty() {
        results.push(packed(b, &memories, axis)?);
    }
    Ok(results)
}

fn packed(b: &mut Builder<'_>, parts: &[Tensor], axis: i64) -> Result<Tensor> {
    if let [only] = parts {
        return super::arrays::unsqueezed(b, only, &[axis]);
    }
    let attrs = [("N", Attribute::Int(parts.len() as i64)), ("axis", Attribute::Int(axis))];
    b.op("tf.Pack", &parts.iter().collect::<Vec<_>>(), attrs)
}
