//! What is known of the elements of lists of integers that are no constants: models compute sizes from those of their inputs, of which some are
//! known. A list that has one unknown size is as good as a constant for a reshape.

use tfrt_ops::DType;
use tfrt_ops::shapes::Attrs as _;

use super::{Attributes, Tensor};

/// Elements of a list, or of a scalar, as far as they are known.
pub(super) type Elements = Vec<Option<i64>>;

/// Longer lists are no sizes.
const LONGEST: usize = 64;

/// What is known of the elements of an op's result, if it is an op on sizes.
pub(super) fn of(op: &str, operands: &[&Tensor], attrs: &Attributes) -> Option<Elements> {
    let given = |i: usize| operands.get(i)?.elements();
    let ints = |i: usize| operands.get(i)?.ints();
    let only = |i: usize| match ints(i)?[..] {
        [only] => Some(only),
        _ => None,
    };
    let elements = match op {
        "tf.Shape" => operands.first()?.dims()?.into_iter().map(|dim| dim.known()).collect(),
        // The same elements in another form.
        "tf.Reshape" | "tf.Squeeze" | "tf.ExpandDims" | "tf.Identity" => given(0)?,
        "tf.Cast" => {
            let is_whole = matches!(attrs.get_dtype("DstT")?, DType::I32 | DType::I64);
            is_whole.then(|| given(0)).flatten()?
        }
        "tf.ConcatV2" => {
            let (_, lists) = operands.split_last()?;
            let parts = lists.iter().map(|list| list.elements().filter(|_| list.rank() == Ok(1)));
            parts.collect::<Option<Vec<Elements>>>()?.concat()
        }
        "tf.Pack" => {
            let parts = operands.iter().map(|part| part.elements().filter(|_| part.rank() == Ok(0)));
            parts.collect::<Option<Vec<Elements>>>()?.concat()
        }
        "tf.Slice" => {
            let (list, start, count) = (given(0)?, usize::try_from(only(1)?).ok()?, only(2)?);
            let rest = list.get(start..)?;
            match usize::try_from(count) {
                Ok(count) => rest.get(..count)?.to_vec(),
                Err(_) => rest.to_vec(),
            }
        }
        "tf.StridedSlice" => {
            let whole = ["begin_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];
            if whole.iter().any(|mask| attrs.get_int(mask).unwrap_or(0) != 0) || only(3)? != 1 {
                return None;
            }
            let list = given(0)?;
            let length = list.len() as i64;
            let at = |place: i64| if place < 0 { place.saturating_add(length) } else { place };
            let start = at(only(1)?).clamp(0, length);
            let end = match attrs.get_int("end_mask").unwrap_or(0) {
                0 => at(only(2)?).clamp(start, length),
                _ => length,
            };
            list.get(start as usize..end as usize)?.to_vec()
        }
        "tf.GatherV2" => {
            let (list, places) = (given(0)?, ints(1)?);
            if only(2)? != 0 || operands[0].rank() != Ok(1) {
                return None;
            }
            let length = list.len() as i64;
            let place = |&place: &i64| {
                let place = if place < 0 { place.saturating_add(length) } else { place };
                list.get(usize::try_from(place).ok()?).copied()
            };
            places.iter().map(place).collect::<Option<Elements>>()?
        }
        "tf.AddV2" | "tf.Sub" | "tf.Mul" | "tf.TruncateDiv" | "tf.FloorDiv" => {
            if operands.iter().any(|operand| operand.known_dtype() != Some(DType::I64)) {
                return None;
            }
            let (x, y) = (given(0)?, given(1)?);
            let count = x.len().max(y.len());
            if [&x, &y].iter().any(|list| list.len() != count && list.len() != 1) {
                return None;
            }
            let at = |list: &Elements, i: usize| if list.len() == 1 { list[0] } else { list[i] };
            let one = |i: usize| {
                let (x, y) = (at(&x, i)?, at(&y, i)?);
                match op {
                    "tf.AddV2" => x.checked_add(y),
                    "tf.Sub" => x.checked_sub(y),
                    "tf.Mul" => x.checked_mul(y),
                    _ if op == "tf.FloorDiv" && (x < 0 || y < 0) => None,
                    _ => x.checked_div(y),
                }
            };
            (0..count).map(one).collect()
        }
        _ => return None,
    };
    (elements.len() <= LONGEST).then_some(elements)
}

/// The sizes that an op gives its result by a list, as far as they are known: -1 where they are not.
pub(super) fn sizes(op: &str, operands: &[&Tensor]) -> Option<Vec<i64>> {
    let list = match op {
        "tf.Reshape" | "tf.BroadcastTo" => operands.get(1)?,
        "tf.Fill" => operands.first()?,
        _ => return None,
    };
    if list.constant().is_some() {
        return None;
    }
    let sizes = list.elements().filter(|_| list.rank() == Ok(1))?;
    Some(sizes.into_iter().map(|size| size.filter(|&size| size >= 0).unwrap_or(-1)).collect())
}
