//! Ops that compare tensors as a whole.

use super::super::{Call, Outcome, Results, ShapeRow, at_least, takes};
use super::int;
use crate::{DType, OpError};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    [nothing], takes(2) => "hlo.expect_almost_equal" "hlo.expect_close" "hlo.expect_equal";
    truth, takes(2) => "hlo.identical";
    [condition], at_least(1) => "hlo.shape_assertion";
};

fn alike(call: &Call<'_>) -> Result<(), OpError> {
    let [x, y] = [&call.operands[0], &call.operands[1]];
    if !x.same_dtype(y) || !x.shape.agrees(&y.shape) {
        return Err(format!("{x} and {y} cannot be compared: their types differ").into());
    }
    Ok(())
}

fn nothing(call: &Call<'_>) -> Result<Results, OpError> {
    alike(call)?;
    Ok(Results::new())
}

fn truth(call: &Call<'_>) -> Result<Outcome, OpError> {
    alike(call)?;
    Ok(Outcome::scalar(DType::I1))
}

fn condition(call: &Call<'_>) -> Result<Results, OpError> {
    let condition = &call.operands[0];
    if !condition.may_be(DType::I1) || !condition.shape.num_elements().may_be(1) {
        return Err(format!("the condition must be one i1, but is {condition}").into());
    }
    let (count, given) = (int(call, "N")?, call.operands.len() - 1);
    if usize::try_from(count) != Ok(given) {
        return Err(format!("N is {count} for {given} values").into());
    }
    Ok(Results::new())
}
