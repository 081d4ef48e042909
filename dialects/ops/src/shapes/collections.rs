//! Lists of tensors, and values that may be absent.

use super::{Call, Dim, DimList, Outcome, ShapeRow, at_least, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    item, takes(3).needing(&[2]) => "tf.TensorListGetItem";
    stack, takes(2).needing(&[1]) => "tf.TensorListStack" "onnx.Stack";
    gathered, takes(3).needing(&[2]) => "tf.TensorListGather";
    list, at_least(0) =>
        "tf.EmptyTensorList" "tf.TensorListReserve" "tf.TensorListFromTensor" "tf.TensorListSetItem" "tf.TensorListPushBack"
        "tf.TensorListResize" "tf.TensorListScatterV2" "tf.TensorListScatter" "tf.TensorListScatterIntoExistingList"
        "tf.TensorListSplit" "tf.TensorListConcatLists" "tf.OptionalFromValue" "tf.OptionalNone";
    has_value, takes(1).unchecked() => "tf.OptionalHasValue";
    length, takes(1) => "tf.TensorListLength";
};

/// The shape of a list's items that an operand gives, in which −1 is unknown; the scalar −1 says nothing.
fn item_dims(call: &Call<'_>, i: usize) -> Option<DimList> {
    let dims = call.elements(i).filter(|_| call.length(i).is_some())?;
    Some(dims.iter().map(|&dim| Dim::of(dim)).collect())
}

fn stacked(count: Dim, item: Option<DimList>) -> Option<DimList> {
    let mut dims = DimList::new();
    dims.push(count);
    dims.extend(item?);
    Some(dims)
}

fn item(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.attrs.get_dtype("element_dtype"), item_dims(call, 2)))
}

fn stack(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = stacked(Dim::of(call.int("num_elements", -1)), item_dims(call, 1));
    Ok(Outcome::open(call.attrs.get_dtype("element_dtype"), dims))
}

fn gathered(call: &Call<'_>) -> Result<Outcome, OpError> {
    let indices = &call.operands[1];
    let count = if indices.rank() == Some(1) { indices.dim(0) } else { Dim::UNKNOWN };
    Ok(Outcome::open(call.attrs.get_dtype("element_dtype"), stacked(count, item_dims(call, 2))))
}

fn list(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::Variant))
}

fn length(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::I32))
}

fn has_value(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::I1))
}
