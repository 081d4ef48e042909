//! Ops of neural networks that are neither products nor convolutions: bias, softmax, losses, cells of recurrent networks.

use smallvec::{SmallVec, smallvec};

use super::elementwise::{broadcast_shape, same};
use super::linear_algebra::all_agree;
use super::{Attrs, Call, Dim, Operand, Outcome, Results, ShapeRow, at_least, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    bias_add, takes(2) => "tf.BiasAdd";
    bias_grad, takes(1) => "tf.BiasAddGrad";
    softmax, takes(1) => "tf.Softmax" "tf.LogSoftmax";
    relu_grad, takes(2) => "tf.ReluGrad";
    [cross_entropy], takes(2) => "tf.SoftmaxCrossEntropyWithLogits";
    [sparse_cross_entropy], takes(2) => "tf.SparseSoftmaxCrossEntropyWithLogits";
    l2_loss, takes(1) => "tf.L2Loss";
    in_top_k, takes(3) => "tf.InTopKV2";
    [lstm_cell], at_least(1) => "tf.LSTMBlockCell";
    [lstm_sequence], at_least(2) => "tf.BlockLSTM" "tf.BlockLSTMV2";
    [gru_cell], at_least(2) => "tf.GRUBlockCell";
};

/// Whether channels come second instead of last, as the attribute of `tf.BiasAdd` says.
///
/// # Errors
/// It says anything else.
pub fn channels_first(attrs: &dyn Attrs) -> Result<bool, OpError> {
    match attrs.get_string("data_format") {
        None | Some(b"NHWC") => Ok(false),
        Some(b"NCHW") => Ok(true),
        Some(_) => Err("invalid data format. Currently only support NHWC".into()),
    }
}

/// A tensor with a bias for each channel, as `tf.BiasAdd` describes it.
///
/// # Errors
/// The bias does not fit the tensor.
pub fn biased(value: &Operand<'_>, bias: &Operand<'_>, attrs: &dyn Attrs) -> Result<Outcome, OpError> {
    if !value.same_dtype(bias) {
        return Err("incompatible dtypes for tf.BiasAdd".into());
    }
    let first = channels_first(attrs)?;
    let Some([channels]) = bias.shape.dims_of_rank::<1>() else {
        return Err("bias must be 1-D".into());
    };
    let dtype = value.dtype.or(bias.dtype);
    let Some(rank) = value.rank() else { return Ok(Outcome::unranked(dtype)) };
    if rank < 2 {
        return Err(
            format!("value of tf.BiasAdd must have at least rank 2, but has shape {}", value.shape).into()
        );
    }
    let axis = if first { 1 } else { rank - 1 };
    if !value.dim(axis).agrees(channels) {
        return Err("bias must has the size of the last dimension of value".into());
    }
    Ok(Outcome { dtype, ..value.like() })
}

fn bias_add(call: &Call<'_>) -> Result<Outcome, OpError> {
    biased(&call.operands[0], &call.operands[1], call.attrs)
}

fn bias_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let gradient = &call.operands[0];
    if let Some(rank) = gradient.rank().filter(|&rank| rank < 2) {
        return Err(format!("gradient of tf.BiasAddGrad must have at least rank 2, but has {rank}").into());
    }
    let first = channels_first(call.attrs)?;
    let channels =
        gradient.rank().map_or(Dim::UNKNOWN, |rank| gradient.dim(if first { 1 } else { rank - 1 }));
    gradient.with_dims(&[channels])
}

fn softmax(call: &Call<'_>) -> Result<Outcome, OpError> {
    if call.operands[0].rank() == Some(0) {
        return Err("logits must have >= 1 dimension, got []".into());
    }
    same(call)
}

fn relu_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [gradients, features] = [&call.operands[0], &call.operands[1]];
    if !gradients.may_equal(features) {
        return Err(
            format!("gradients {gradients} and features {features} of tf.ReluGrad must be alike").into()
        );
    }
    let dtype = gradients.dtype.or(features.dtype);
    Ok(Outcome::new(dtype, gradients.shape.or(&features.shape)))
}

fn cross_entropy(call: &Call<'_>) -> Result<Results, OpError> {
    let [features, labels] = [&call.operands[0], &call.operands[1]];
    if !features.same_dtype(labels) {
        return Err("incompatible dtypes for tf.SoftmaxCrossEntropyWithLogits".into());
    }
    let shape = broadcast_shape(&features.shape, &labels.shape)?;
    let Some(dims) = shape.view().dims_of_rank::<2>() else {
        let shape = shape.view();
        return Err(format!("logits and labels must be 2-dimensional, but have shape {shape}").into());
    };
    let dtype = features.dtype.or(labels.dtype);
    Ok(smallvec![Outcome::of_dims(dtype, &dims[..1])?, Outcome::of_dims(dtype, &dims)?])
}

fn sparse_cross_entropy(call: &Call<'_>) -> Result<Results, OpError> {
    let [features, labels] = [&call.operands[0], &call.operands[1]];
    let Some([rows, classes]) = features.shape.dims_of_rank::<2>() else {
        return Err(format!("logits must be 2-D, but got shape {}", features.shape).into());
    };
    match labels.shape.dims_of_rank::<1>() {
        Some([count]) if count.agrees(rows) => {
            let rows = rows.or(count);
            Ok(smallvec![features.with_dims(&[rows])?, features.with_dims(&[rows, classes])?])
        }
        _ => Err(format!(
            "logits and labels must have the same first dimension, got logits shape {} and labels shape {}",
            features.shape, labels.shape
        )
        .into()),
    }
}

fn l2_loss(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(call.operands[0].dtype))
}

fn in_top_k(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [predictions, targets] = [&call.operands[0], &call.operands[1]];
    let Some([rows, _]) = predictions.shape.dims_of_rank::<2>() else {
        return Err(format!("predictions must be 2-dimensional, but are {predictions}").into());
    };
    match targets.shape.dims_of_rank::<1>() {
        Some([count]) if count.agrees(rows) => Outcome::of_dims(DType::I1, &[count.or(rows)]),
        _ => Err(format!(
            "First dimension of predictions {} must match targets {}",
            predictions.shape, targets.shape
        )
        .into()),
    }
}

/// Refuses an operand that cannot have this dtype and these dimensions.
fn expect(what: &str, operand: &Operand<'_>, dtype: Option<DType>, dims: &[Dim]) -> Result<(), OpError> {
    let fits = operand.dims().is_none_or(|known| all_agree(&known, dims));
    if !fits || dtype.is_some_and(|dtype| !operand.may_be(dtype)) {
        let dtype = dtype.map_or("?", DType::label);
        return Err(
            format!("{what} must have shape {dims:?} and the dtype of x, {dtype}, but is {operand}").into()
        );
    }
    Ok(())
}

/// Of `x`, for one step or for several, and cs_prev, h_prev, w, wci, wcf, wco, b: seven results with a column for each cell.
fn lstm(operands: &[Operand<'_>]) -> Result<Results, OpError> {
    let [x, state, hidden, weights, a, b, c, bias] = operands else {
        return Err(format!("expected 8 arguments from x on, but got {}", operands.len()).into());
    };
    let dims = x.dims();
    let (batch, inputs) = match dims.as_deref() {
        Some(&([batch, inputs] | [_, batch, inputs])) => (batch, inputs),
        Some(_) => {
            return Err(format!("x must have rank 2, or 3 with steps, but has shape {}", x.shape).into());
        }
        None => (Dim::UNKNOWN, Dim::UNKNOWN),
    };
    let Some([rows, cells]) = state.shape.dims_of_rank::<2>() else {
        return Err(format!("cs_prev must be a matrix, but has shape {}", state.shape).into());
    };
    expect("cs_prev", state, x.dtype, &[batch, cells])?;
    expect("h_prev", hidden, x.dtype, &[batch, cells])?;
    let four = cells.try_map(|cells| cells.checked_mul(4).ok_or_else(|| "too many cells".into()))?;
    let taken = inputs.zip(cells, |inputs, cells| Some(inputs.saturating_add(cells)));
    expect("w", weights, x.dtype, &[taken, four])?;
    for (what, peephole) in [("wci", a), ("wcf", b), ("wco", c)] {
        expect(what, peephole, x.dtype, &[cells])?;
    }
    expect("b", bias, x.dtype, &[four])?;
    let dtype = x.dtype.or(state.dtype);
    let batch = batch.or(rows);
    let result = match dims.as_deref() {
        Some(&[steps, _, _]) => Outcome::of_dims(dtype, &[steps, batch, cells])?,
        Some(_) => Outcome::of_dims(dtype, &[batch, cells])?,
        None => Outcome::unranked(dtype),
    };
    Ok(SmallVec::from_elem(result, 7))
}

fn lstm_cell(call: &Call<'_>) -> Result<Results, OpError> {
    lstm(call.operands)
}

/// The number of steps comes first.
fn lstm_sequence(call: &Call<'_>) -> Result<Results, OpError> {
    lstm(&call.operands[1..])
}

fn gru_cell(call: &Call<'_>) -> Result<Results, OpError> {
    let [x, hidden, both, own, both_bias, own_bias] = call.operands else {
        return Err(format!("expected 6 arguments, but got {}", call.operands.len()).into());
    };
    let (Some([batch, inputs]), Some([other, cells])) =
        (x.shape.dims_of_rank::<2>(), hidden.shape.dims_of_rank::<2>())
    else {
        return Err(format!(
            "x and h_prev must be matrices, but have shapes {} and {}",
            x.shape, hidden.shape
        )
        .into());
    };
    let rows = inputs.zip(cells, |inputs, cells| Some(inputs.saturating_add(cells)));
    let twice = cells.map(|cells| cells.saturating_mul(2));
    expect("h_prev", hidden, x.dtype, &[batch, cells])?;
    expect("w_ru", both, x.dtype, &[rows, twice])?;
    expect("w_c", own, x.dtype, &[rows, cells])?;
    expect("b_ru", both_bias, x.dtype, &[twice])?;
    expect("b_c", own_bias, x.dtype, &[cells])?;
    let result = Outcome::of_dims(x.dtype.or(hidden.dtype), &[batch.or(other), cells])?;
    Ok(SmallVec::from_elem(result, 4))
}
