//! Ops that compare tensors as a whole, and calls of functions of the host.

use super::super::{Call, KnownShape, Outcome, Results, ShapeRow, at_least, takes};
use super::{int, ints};
use crate::{DType, OpError, Shape};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    [nothing], takes(2) => "hlo.expect_almost_equal" "hlo.expect_close" "hlo.expect_equal";
    [shown], takes(1) => "hlo.expect_probed" "hlo.print" "hlo.probe";
    truth, takes(2) => "hlo.identical";
    [condition], at_least(1) => "hlo.shape_assertion";
    [stated], at_least(0) => "hlo.foreign_call";
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

fn shown(_: &Call<'_>) -> Result<Results, OpError> {
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

/// Results of the types that the attributes state.
fn stated(call: &Call<'_>) -> Result<Results, OpError> {
    let types = call.attrs.get_dtypes("types").unwrap_or_default();
    let (ranks, dims) = (ints(call, "ranks")?, ints(call, "dims")?);
    if ranks.len() != types.len() {
        return Err(format!("{} results have types, but {} have ranks", types.len(), ranks.len()).into());
    }
    let mut left = &dims[..];
    let mut results = Results::new();
    for (dtype, &rank) in types.into_iter().zip(&ranks) {
        let (own, rest) =
            usize::try_from(rank).ok().and_then(|rank| left.split_at_checked(rank)).ok_or_else(|| {
                OpError::new(format!("a result has rank {rank}, but {} dimensions are left", left.len()))
            })?;
        left = rest;
        results.push(Outcome::new(dtype, KnownShape::Full(Shape::new(own)?)));
    }
    match left {
        [] => Ok(results),
        _ => Err(format!("{} dimensions are of no result", left.len()).into()),
    }
}
