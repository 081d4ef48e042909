//! Elements of lists of sizes, as far as they are known.
//!
//! Programs compute the sizes of tensors from those of their inputs, of which some are known before the program runs. A list that has one
//! unknown size is as good as a constant for a reshape. The row of an op on such lists names the function here that tells the elements of its
//! result from those of its operands; the row's shape function reads what is known of the operands ([`Call::known_elements`]).

use super::Call;
use crate::DType;

/// The elements of a small tensor of integers in row-major order, as far as they are known.
pub type PartialElements = Vec<Option<i64>>;

/// The known elements of the only result of a call.
pub(super) type ElementsFn = fn(&Call<'_>) -> Option<PartialElements>;

/// Longer lists are no sizes.
pub(super) const LONGEST: usize = 64;

/// A number, unless the element type has no place for it.
fn fitting(dtype: DType, number: i64) -> Option<i64> {
    (dtype == DType::I64 || i32::try_from(number).is_ok()).then_some(number)
}

/// The only element of an operand.
fn only(call: &Call<'_>, i: usize) -> Option<i64> {
    match call.known_elements(i)?[..] {
        [only] => only,
        _ => None,
    }
}

/// The sizes of the operand.
pub(super) fn sizes(call: &Call<'_>) -> Option<PartialElements> {
    Some(call.operands.first()?.dims()?.into_iter().map(|dim| dim.known()).collect())
}

/// The elements of the first operand, perhaps in another shape.
pub(super) fn unchanged(call: &Call<'_>) -> Option<PartialElements> {
    call.known_elements(0)
}

/// The elements of the first operand in another element type.
pub(super) fn converted(call: &Call<'_>) -> Option<PartialElements> {
    let dtype = call.attrs.get_dtype("DstT").filter(|dtype| matches!(dtype, DType::I32 | DType::I64))?;
    let convert = |element: Option<i64>| element.and_then(|number| fitting(dtype, number));
    Some(call.known_elements(0)?.into_iter().map(convert).collect())
}

/// The operands' elements one after the other, if they are tensors of this rank.
fn joined(call: &Call<'_>, count: usize, rank: usize) -> Option<PartialElements> {
    let part = |i: usize| call.known_elements(i).filter(|_| call.operands[i].rank() == Some(rank));
    Some((0..count).map(part).collect::<Option<Vec<_>>>()?.concat())
}

/// Lists one after the other; the last operand is the axis.
pub(super) fn concatenated(call: &Call<'_>) -> Option<PartialElements> {
    joined(call, call.operands.len().checked_sub(1)?, 1)
}

/// A list of scalars.
pub(super) fn packed(call: &Call<'_>) -> Option<PartialElements> {
    joined(call, call.operands.len(), 0)
}

/// The sizes of what has two lists of sizes, when both are broadcast.
pub(super) fn broadcast(call: &Call<'_>) -> Option<PartialElements> {
    let (a, b) = (call.known_elements(0)?, call.known_elements(1)?);
    let rank = a.len().max(b.len());
    let size = |list: &PartialElements, at: usize| match (at + list.len()).checked_sub(rank) {
        Some(at) => list[at],
        None => Some(1),
    };
    let both = |at: usize| match (size(&a, at), size(&b, at)) {
        (Some(1), other) | (other, Some(1)) => other,
        (Some(a), Some(b)) => (a == b).then_some(a),
        // A size that is not known is one, or this one.
        (Some(known), None) | (None, Some(known)) => Some(known),
        (None, None) => None,
    };
    Some((0..rank).map(both).collect())
}

/// So many elements of a list from one on; all others if there are fewer than none.
pub(super) fn slice(call: &Call<'_>) -> Option<PartialElements> {
    let (list, start, count) =
        (call.known_elements(0)?, usize::try_from(only(call, 1)?).ok()?, only(call, 2)?);
    let rest = list.get(start..)?;
    match usize::try_from(count) {
        Ok(count) => rest.get(..count).map(<[_]>::to_vec),
        Err(_) => Some(rest.to_vec()),
    }
}

/// The elements of a list from one to another.
pub(super) fn strided_slice(call: &Call<'_>) -> Option<PartialElements> {
    let others = ["begin_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"];
    if others.iter().any(|mask| call.int(mask, 0) != 0) || only(call, 3)? != 1 {
        return None;
    }
    let list = call.known_elements(0).filter(|_| call.operands[0].rank() == Some(1))?;
    let length = list.len() as i64;
    let at = |place: i64| if place < 0 { place.saturating_add(length) } else { place }.clamp(0, length);
    let start = at(only(call, 1)?);
    let end = if call.int("end_mask", 0) == 0 { at(only(call, 2)?) } else { length };
    list.get(start as usize..end.max(start) as usize).map(<[_]>::to_vec)
}

/// The elements of a list at some places.
pub(super) fn gathered(call: &Call<'_>) -> Option<PartialElements> {
    if only(call, 2)? != 0 || call.int("batch_dims", 0) != 0 || call.operands[0].rank() != Some(1) {
        return None;
    }
    let (list, places) = (call.known_elements(0)?, call.known_elements(1)?);
    let element = |place: Option<i64>| list.get(usize::try_from(place?).ok()?).copied();
    places.into_iter().map(element).collect()
}

/// A function of the elements of two operands, one of which may have one element.
fn of_two(call: &Call<'_>, function: impl Fn(i64, i64) -> Option<i64>) -> Option<PartialElements> {
    let [x, y] = call.operands else { return None };
    let dtype = x.dtype.filter(|&dtype| y.dtype == Some(dtype))?;
    if !matches!(dtype, DType::I32 | DType::I64) {
        return None;
    }
    let (x, y) = (call.known_elements(0)?, call.known_elements(1)?);
    let count = if x.len() == 1 { y.len() } else { x.len() };
    if y.len() != count && y.len() != 1 {
        return None;
    }
    let at = |list: &PartialElements, i: usize| if list.len() == 1 { list[0] } else { list[i] };
    let element = |i: usize| fitting(dtype, function(at(&x, i)?, at(&y, i)?)?);
    Some((0..count).map(element).collect())
}

macro_rules! functions_of_two {
    ($($(#[$doc:meta])* $name:ident: $function:expr;)*) => {$(
        $(#[$doc])*
        pub(super) fn $name(call: &Call<'_>) -> Option<PartialElements> {
            of_two(call, $function)
        }
    )*};
}

functions_of_two! {
    /// Sums.
    sums: i64::checked_add;
    /// Differences.
    differences: i64::checked_sub;
    /// Products.
    products: i64::checked_mul;
    /// Quotients, rounded to zero.
    quotients: i64::checked_div;
    /// Quotients, rounded down.
    quotients_down: |x, y| Some(x.checked_div(y)? - i64::from(x % y != 0 && (x < 0) != (y < 0)));
    /// Remainders with the sign of the dividend.
    remainders: i64::checked_rem;
    /// Remainders with the sign of the divisor.
    remainders_down: |x, y| match x.checked_rem(y)? {
        rest if rest != 0 && (rest < 0) != (y < 0) => Some(rest + y),
        rest => Some(rest),
    };
    /// The larger ones.
    maxima: |x, y| Some(x.max(y));
    /// The smaller ones.
    minima: |x, y| Some(x.min(y));
}

#[cfg(test)]
mod tests {
    use super::super::{Few, KnownShape, Operand, ShapeRow};
    use super::*;

    /// The elements that the row of an op infers from lists of 64-bit integers; a list of rank 0 has one element.
    fn check(
        op: &str,
        attrs: &[(&str, i64)],
        lists: &[(usize, &[Option<i64>])],
        expected: Option<&[Option<i64>]>,
    ) {
        let row = ShapeRow::all().find(|row| row.op == op).expect("it has a row");
        let shapes: Vec<KnownShape> = lists
            .iter()
            .map(|&(rank, list)| match rank {
                0 => KnownShape::of(&[]),
                _ => KnownShape::of(&[super::super::Dim::of(list.len() as i64)]),
            })
            .collect::<Result<_, _>>()
            .expect("small");
        let operands: Vec<Operand<'_>> = shapes
            .iter()
            .map(|shape| Operand { dtype: Some(DType::I64), shape: shape.view(), elements: None })
            .collect();
        let partial: Vec<Option<PartialElements>> =
            lists.iter().map(|(_, list)| Some(list.to_vec())).collect();
        let call = Call {
            operands: &operands,
            attrs: &Few { ints: attrs, dtype: Some(DType::I32), ..Few::default() },
            num_results: Some(1),
            partial: &partial,
        };
        assert_eq!(row.elements(&call).as_deref(), expected, "{op}");
    }

    const N: Option<i64> = None;

    #[test]
    fn lists_are_cut_and_joined_with_what_is_unknown_in_them() {
        let list: &[Option<i64>] = &[N, Some(3), Some(224), Some(-1)];
        check("tf.Slice", &[], &[(1, list), (1, &[Some(1)]), (1, &[Some(2)])], Some(&[Some(3), Some(224)]));
        check("tf.Slice", &[], &[(1, list), (1, &[Some(0)]), (1, &[Some(-1)])], Some(list));
        check("tf.Slice", &[], &[(1, list), (1, &[N]), (1, &[Some(2)])], None);
        check("tf.Slice", &[], &[(1, list), (1, &[Some(3)]), (1, &[Some(2)])], None);
        let [start, end, step] = [(1, &[Some(-3)][..]), (1, &[Some(9)][..]), (1, &[Some(1)][..])];
        check("tf.StridedSlice", &[], &[(1, list), start, end, step], Some(&list[1..]));
        check("tf.StridedSlice", &[("shrink_axis_mask", 1)], &[(1, list), start, end, step], None);
        check(
            "tf.GatherV2",
            &[],
            &[(1, list), (1, &[Some(2), Some(0)]), (0, &[Some(0)])],
            Some(&[Some(224), N]),
        );
        check("tf.GatherV2", &[], &[(1, list), (1, &[Some(4)]), (0, &[Some(0)])], None);
        check(
            "tf.ConcatV2",
            &[],
            &[(1, list), (1, &[Some(7)]), (0, &[Some(0)])],
            Some(&[N, Some(3), Some(224), Some(-1), Some(7)]),
        );
        check("tf.Pack", &[], &[(0, &[N]), (0, &[Some(5)])], Some(&[N, Some(5)]));
        check("tf.Pack", &[], &[(1, &[N]), (1, &[Some(5)])], None);
        check(
            "tf.BroadcastArgs",
            &[],
            &[(1, list), (1, &[Some(1), Some(9)])],
            Some(&[N, Some(3), Some(224), N]),
        );
        check("tf.BroadcastArgs", &[], &[(1, &[Some(4), N]), (1, &[Some(1)])], Some(&[Some(4), N]));
        check("tf.BroadcastArgs", &[], &[(1, &[N]), (1, &[Some(2), Some(5)])], Some(&[Some(2), Some(5)]));
    }

    #[test]
    fn arithmetic_tells_what_it_can() {
        let list: &[Option<i64>] = &[N, Some(7), Some(-7)];
        let three: (usize, &[Option<i64>]) = (0, &[Some(3)]);
        check("tf.AddV2", &[], &[(1, list), three], Some(&[N, Some(10), Some(-4)]));
        check("tf.Sub", &[], &[three, (1, list)], Some(&[N, Some(-4), Some(10)]));
        check("tf.TruncateDiv", &[], &[(1, list), three], Some(&[N, Some(2), Some(-2)]));
        check("tf.FloorDiv", &[], &[(1, list), three], Some(&[N, Some(2), Some(-3)]));
        check("tf.FloorMod", &[], &[(1, list), three], Some(&[N, Some(1), Some(2)]));
        check("tf.TruncateMod", &[], &[(1, list), three], Some(&[N, Some(1), Some(-1)]));
        // An error of the program.
        check("tf.FloorDiv", &[], &[three, (1, &[Some(0)])], Some(&[N]));
        check("tf.Mul", &[], &[(1, &[Some(i64::MAX)]), three], Some(&[N]));
        check("tf.Cast", &[], &[(1, &[Some(1 << 40), Some(5)])], Some(&[N, Some(5)]));
        check("tf.Mul", &[], &[(1, list), (1, &[Some(1), Some(2)])], None);
    }

    #[test]
    fn long_lists_are_no_sizes() {
        check("tf.Identity", &[], &[(1, &[Some(1); LONGEST])], Some(&[Some(1); LONGEST]));
        check("tf.Identity", &[], &[(1, &[Some(1); LONGEST + 1])], None);
    }
}
