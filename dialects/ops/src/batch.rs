//! Ops that compute each part of a batch from the same part of their operands.
//!
//! A batch is the first dimension of a tensor. If an op computes each part of it alone, a part of the result can be computed from the same part
//! of the operands, by the same op: a backend may then go through several ops with one part before it takes the next, while what they hand on is
//! in the cache.
//!
//! [`BatchRule`] says for an op under which condition that holds of a call. An op without a rule may mix parts. The rules are sufficient, not
//! necessary: they say no where they do not know.

use smallvec::SmallVec;

use crate::elementwise::MemberAttrName;
use crate::shapes::Attrs;
use crate::{FusedBody, MemberOp, MemberValue};

/// When an op computes each part of a batch alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchRule {
    /// Operands are broadcast against each other.
    Broadcast,
    /// The members of the attribute `body` do.
    Body,
    /// The first operand is the batch, all others are the same for each part.
    First,
    /// As [`BatchRule::First`], for a batch norm: not in training.
    Norm,
    /// A batch times one matrix or filter, the second operand, and what is joined to the product.
    Product,
    /// Stacks of matrices.
    Stacks,
    /// The last axis of the first operand is computed as a whole.
    LastAxis,
    /// Other axes than the first, which the second operand names, are computed as a whole.
    Axes,
    /// The elements stay in their order.
    Order,
    /// The second operand, a permutation, keeps the first axis.
    Permutation,
    /// Operands are joined along another axis than the first, which the last operand names.
    Concatenation,
    /// The second operand, amounts of padding, has none for the first axis.
    Padding,
    /// A slice, of which the second operand is the start, keeps the first axis.
    Slice,
    /// A slice with strides keeps the first axis.
    StridedSlice,
    /// Rows of the first operand by the numbers in the second, or a batch of which other axes are looked up.
    Lookup,
    /// The equation has the batch as the first label of each batch and of the result.
    Einsum,
    /// The attribute `axes` lists the axes that change; the first axis is not among them.
    Resized,
}

/// Ops and their rules; element-wise functions, reductions, products and batch norms have those of their class.
pub(crate) const RULES: &[(BatchRule, &[&str])] = &[
    (BatchRule::Body, &["tfrt_fused.elementwise"]),
    (
        BatchRule::First,
        &[
            "tf.MaxPool",
            "tf.AvgPool",
            "tf.MaxPool3D",
            "tf.AvgPool3D",
            "tf.Conv3D",
            "tf.ResizeBilinear",
            "tf.ResizeNearestNeighbor",
        ],
    ),
    (BatchRule::First, &["tf.SpaceToDepth", "tf.DepthToSpace", "tf.LRN"]),
    (BatchRule::First, &["onnx.AveragePool", "onnx.LpPool"]),
    (BatchRule::Stacks, &["tf.BatchMatMul", "tf.BatchMatMulV2", "tf.BatchMatMulV3"]),
    (BatchRule::LastAxis, &["tf.Softmax", "tf.LogSoftmax"]),
    (BatchRule::Axes, &["tf.ArgMax", "tf.ArgMin"]),
    (BatchRule::Order, &["tf.Reshape", "tf.Squeeze", "tf.ExpandDims", "tf.Identity", "tf.StopGradient"]),
    (BatchRule::Permutation, &["tf.Transpose"]),
    (BatchRule::Concatenation, &["tf.ConcatV2"]),
    (BatchRule::Padding, &["tf.Pad", "tf.PadV2", "tf.MirrorPad"]),
    (BatchRule::Slice, &["tf.Slice"]),
    (BatchRule::StridedSlice, &["tf.StridedSlice"]),
    (BatchRule::Lookup, &["tf.GatherV2"]),
    (BatchRule::Einsum, &["tf.Einsum"]),
    (BatchRule::Resized, &["onnx.Resize"]),
];

/// An operand of a call.
#[derive(Clone, Copy, Debug)]
pub struct BatchOperand<'a> {
    /// The dimensions. The first one of a batch is negative, that many times the number of parts; all others are sizes.
    pub dims: &'a [i64],
    /// The elements, if they are integers and known.
    pub elements: Option<&'a [i64]>,
}

impl BatchOperand<'_> {
    /// The number of rows of each part; `None` if the operand is the same for each.
    fn rows(&self) -> Option<i64> {
        rows(self.dims)
    }
}

fn rows(dims: &[i64]) -> Option<i64> {
    dims.first().copied().filter(|&dim| dim < 0)
}

/// A call of an op.
#[expect(missing_debug_implementations, reason = "attributes have none")]
pub struct BatchCall<'a> {
    /// The operands, of which at least one is a batch.
    pub operands: &'a [BatchOperand<'a>],
    /// The dimensions of the first result, a batch.
    pub result: &'a [i64],
    /// The attributes.
    pub attrs: &'a dyn Attrs,
    /// The body of a fused op.
    pub body: Option<&'a FusedBody>,
}

/// A value in a fused body.
#[derive(Clone, Copy)]
struct Member {
    /// The rows of each part of a batch; `None` for a value that is the same for each part.
    rows: Option<i64>,
    rank: usize,
    /// Whether the first dimension of a value that is the same for each part is 1.
    is_one_row: bool,
}

impl Member {
    fn of(dims: &[i64]) -> Member {
        Member { rows: rows(dims), rank: dims.len(), is_one_row: dims.first() == Some(&1) }
    }

    /// The result of broadcasting values against each other; `None` if a part of a batch would meet something else.
    fn broadcast(values: impl Iterator<Item = Member> + Clone) -> Option<Member> {
        let rank = values.clone().map(|value| value.rank).max()?;
        let rows = values.clone().find_map(|value| value.rows);
        let mut is_one_row = true;
        for value in values {
            match (value.rows, rows) {
                (Some(own), Some(rows)) if own != rows || value.rank != rank => return None,
                (None, Some(_)) if value.rank == rank && !value.is_one_row => return None,
                (None, _) if value.rank == rank => is_one_row &= value.is_one_row,
                _ => {}
            }
        }
        Some(Member { rows, rank, is_one_row: is_one_row && rows.is_none() })
    }

    /// The dimensions that remain after axes were reduced.
    fn reduced(self, axes: &[i64], keeps_dims: bool) -> Option<Member> {
        let mut known: SmallVec<[usize; 4]> = SmallVec::new();
        for &axis in axes {
            let axis = place(axis, self.rank)?;
            if !known.contains(&axis) {
                known.push(axis);
            }
        }
        let is_first = known.contains(&0);
        if is_first && self.rows.is_some() {
            return None;
        }
        let rank = if keeps_dims { self.rank } else { self.rank - known.len() };
        // Of one that is no batch and loses its first axis nothing is known.
        let is_one_row = if is_first { keeps_dims } else { self.is_one_row };
        Some(Member { rank, is_one_row, ..self })
    }
}

/// The place of an axis, which counts from the end if it is negative; `None` if the rank has no such axis.
fn place(axis: i64, rank: usize) -> Option<usize> {
    let rank = i64::try_from(rank).ok()?;
    let axis = if axis < 0 { axis.checked_add(rank)? } else { axis };
    (0..rank).contains(&axis).then_some(axis as usize)
}

impl BatchRule {
    /// Whether an operand only lists sizes of the result, and may therefore differ for a part and for the whole batch.
    pub fn is_list_of_sizes(self, operand: usize) -> bool {
        self == BatchRule::Order && operand > 0
    }

    /// Whether each part of the result is what the op computes from that part of the batches among its operands and from the whole of the others.
    pub fn holds(self, call: &BatchCall<'_>) -> bool {
        self.check(call).is_some()
    }

    fn check(self, call: &BatchCall<'_>) -> Option<()> {
        let (first, others) = call.operands.split_first()?;
        let rows_of_result = rows(call.result)?;
        let are_same =
            |operands: &[BatchOperand<'_>]| operands.iter().all(|operand| operand.rows().is_none());
        let keeps_rows = || first.rows() == Some(rows_of_result);
        // What is added to a product, or multiplied with it.
        let joins = |operand: &BatchOperand<'_>| match operand.rows() {
            Some(_) => operand.dims == call.result,
            None => operand.dims.len() < call.result.len() || operand.dims.first() == Some(&1),
        };
        let holds = match self {
            BatchRule::Broadcast => {
                let result = Member::broadcast(call.operands.iter().map(|operand| Member::of(operand.dims)))?;
                result.rows == Some(rows_of_result) && result.rank == call.result.len()
            }
            BatchRule::Body => return body(call),
            BatchRule::First => keeps_rows() && are_same(others),
            BatchRule::Norm => {
                keeps_rows() && are_same(others) && call.attrs.get_bool("is_training") == Some(false)
            }
            BatchRule::Product => {
                let (factor, joined) = others.split_first()?;
                let is_transposed = call.attrs.get_bool("transpose_a").unwrap_or(false);
                keeps_rows() && !is_transposed && factor.rows().is_none() && joined.iter().all(joins)
            }
            BatchRule::Stacks => {
                let [a, b] = call.operands else { return None };
                let is_stack = |operand: &BatchOperand<'_>| match operand.rows() {
                    Some(rows) => rows == rows_of_result && operand.dims.len() == call.result.len(),
                    None => operand.dims.len() < call.result.len() || operand.dims.first() == Some(&1),
                };
                call.result.len() >= 3 && is_stack(a) && is_stack(b)
            }
            BatchRule::LastAxis => keeps_rows() && first.dims.len() >= 2 && are_same(others),
            BatchRule::Axes => {
                let axes = others.first()?.elements?;
                let is_other = |&axis: &i64| place(axis, first.dims.len()).is_some_and(|axis| axis > 0);
                keeps_rows() && are_same(others) && axes.iter().all(is_other)
            }
            BatchRule::Order => first.rows().is_some() && are_same(others),
            BatchRule::Permutation => {
                keeps_rows() && are_same(others) && others.first()?.elements?.first() == Some(&0)
            }
            BatchRule::Concatenation => {
                let (axis, joined) = call.operands.split_last()?;
                let axis = place(*axis.elements?.first()?, call.result.len())?;
                axis > 0 && joined.iter().all(|operand| operand.rows() == Some(rows_of_result))
            }
            BatchRule::Padding => {
                keeps_rows() && are_same(others) && others.first()?.elements?.get(..2) == Some(&[0, 0])
            }
            BatchRule::Slice => {
                keeps_rows() && are_same(others) && others.first()?.elements?.first() == Some(&0)
            }
            BatchRule::StridedSlice => {
                let strides = others.get(2)?.elements?;
                let has_first = |name: &str| call.attrs.get_int(name).unwrap_or(0) & 1 != 0;
                let is_plain =
                    !["ellipsis_mask", "new_axis_mask", "shrink_axis_mask"].into_iter().any(has_first);
                // As many rows in steps of one are all of them.
                keeps_rows()
                    && are_same(others)
                    && is_plain
                    && strides.first().is_none_or(|&stride| stride == 1)
            }
            BatchRule::Lookup => {
                let [params, indices, axis] = call.operands else { return None };
                let axis = place(*axis.elements?.first()?, params.dims.len())?;
                call.attrs.get_int("batch_dims").unwrap_or(0) == 0
                    && match params.rows() {
                        Some(rows) => axis > 0 && rows == rows_of_result && indices.rows().is_none(),
                        None => axis == 0 && indices.rows() == Some(rows_of_result),
                    }
            }
            BatchRule::Einsum => return einsum(call),
            BatchRule::Resized => {
                let axes = call.attrs.get_ints("axes")?;
                let is_other = |&axis: &i64| place(axis, first.dims.len()).is_some_and(|axis| axis > 0);
                keeps_rows() && are_same(others) && !axes.is_empty() && axes.iter().all(is_other)
            }
        };
        holds.then_some(())
    }
}

/// Whether each member of a fused body computes parts alone.
fn body(call: &BatchCall<'_>) -> Option<()> {
    let body = call.body?;
    if body.num_args() != call.operands.len() {
        return None;
    }
    let mut values: Vec<Member> = call.operands.iter().map(|operand| Member::of(operand.dims)).collect();
    for member in body.members() {
        let operand = |&operand: &u16| values[usize::from(operand)];
        let value = match member.op {
            MemberOp::Elementwise(_) => Member::broadcast(member.operands.iter().map(operand))?,
            MemberOp::Reduction(_) => {
                let &[reduced, axes] = member.operands else { return None };
                let axes = call.operands.get(usize::from(axes))?.elements?;
                let keeps_dims = member.attrs.iter().any(|attr| {
                    attr.name == MemberAttrName::KeepDims && attr.value == MemberValue::Bool(true)
                });
                operand(&reduced).reduced(axes, keeps_dims)?
            }
        };
        values.push(value);
    }
    // The caller knows what the results are; that each is a batch is all that is asked.
    let is_batch = |&result: &u16| values[usize::from(result)].rows.is_some();
    body.results().iter().all(is_batch).then_some(())
}

fn einsum(call: &BatchCall<'_>) -> Option<()> {
    let equation: String = call.attrs.get_str("equation")?.split_whitespace().collect();
    let (operands, result) = equation.split_once("->")?;
    let operands: SmallVec<[&str; 2]> = operands.split(',').collect();
    let batch = result.chars().next()?;
    if equation.contains('.') || operands.len() != call.operands.len() {
        return None;
    }
    let is_first_alone = |labels: &str| labels.starts_with(batch) && labels.matches(batch).count() == 1;
    let holds = operands.iter().zip(call.operands).all(|(labels, operand)| match operand.rows() {
        Some(rows) => is_first_alone(labels) && Some(&rows) == call.result.first(),
        None => !labels.contains(batch),
    });
    (holds && is_first_alone(result)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;
    use crate::shapes::Few;

    type Operands<'a> = &'a [(&'a [i64], Option<&'a [i64]>)];

    fn holds_with(
        op: &str,
        operands: Operands<'_>,
        result: &[i64],
        attrs: &Few<'_>,
        body: Option<&str>,
    ) -> bool {
        let operands: Vec<BatchOperand<'_>> =
            operands.iter().map(|&(dims, elements)| BatchOperand { dims, elements }).collect();
        let body = body.map(|text| FusedBody::parse(text).unwrap());
        let rule = Row::of(op).batch.unwrap_or_else(|| panic!("{op} has no rule"));
        rule.holds(&BatchCall { operands: &operands, result, attrs, body: body.as_ref() })
    }

    fn holds(op: &str, operands: Operands<'_>, result: &[i64]) -> bool {
        holds_with(op, operands, result, &Few::default(), None)
    }

    #[test]
    fn rows_that_meet_are_those_of_one_part() {
        assert!(holds("tf.AddV2", &[(&[-1, 3], None), (&[3], None)], &[-1, 3]));
        assert!(holds("tf.AddV2", &[(&[-1, 3], None), (&[1, 3], None)], &[-1, 3]));
        assert!(holds("tf.AddV2", &[(&[-2, 3], None), (&[-2, 1], None)], &[-2, 3]));
        // A batch along another axis of the result, and rows of a tensor that is no batch.
        assert!(!holds("tf.AddV2", &[(&[-1], None), (&[5, 1], None)], &[5, -1]));
        assert!(!holds("tf.AddV2", &[(&[-1, 3], None), (&[8, 3], None)], &[-1, 3]));
        assert!(!holds("tf.AddV2", &[(&[-1, 3], None), (&[-1], None)], &[-1, 3]));
    }

    #[test]
    fn products_take_one_matrix() {
        let product = |operands: Operands<'_>| holds("tf.MatMul", operands, &[-1, 4]);
        assert!(product(&[(&[-1, 3], None), (&[3, 4], None)]));
        assert!(!product(&[(&[3, 4], None), (&[-1, 4], None)]));
        let transposed = Few { ints: &[("transpose_a", 1)], ..Few::default() };
        assert!(!holds_with("tf.MatMul", &[(&[-1, 3], None), (&[-1, 4], None)], &[3, 4], &transposed, None));
        assert!(holds("tf.BatchMatMulV2", &[(&[-4, 5, 6], None), (&[-4, 6, 7], None)], &[-4, 5, 7]));
        assert!(!holds("tf.BatchMatMulV2", &[(&[-4, 5, 6], None), (&[4, 6, 7], None)], &[-4, 5, 7]));
        assert!(!holds("tf.BatchMatMulV2", &[(&[-1, 6], None), (&[6, 7], None)], &[-1, 7]));
    }

    #[test]
    fn the_first_axis_stays() {
        let axes = |axes: &[i64]| holds("tf.Mean", &[(&[-1, 3, 4], None), (&[2], Some(axes))], &[-1, 4]);
        assert!(axes(&[1]) && !axes(&[0]) && !axes(&[-3]) && !axes(&[9]));
        assert!(!holds("tf.Mean", &[(&[-1, 3, 4], None), (&[1], None)], &[-1, 4]));
        let permuted = |order: &[i64], result: &[i64]| {
            holds("tf.Transpose", &[(&[-1, 3, 4], None), (&[3], Some(order))], result)
        };
        assert!(permuted(&[0, 2, 1], &[-1, 4, 3]) && !permuted(&[1, 0, 2], &[3, -1, 4]));
        assert!(holds("tf.Softmax", &[(&[-1, 3], None)], &[-1, 3]));
        assert!(!holds("tf.Softmax", &[(&[-1], None)], &[-1]));
        let joined = |axis: &[i64], result: &[i64]| {
            holds("tf.ConcatV2", &[(&[-1, 3], None), (&[-1, 3], None), (&[], Some(axis))], result)
        };
        assert!(joined(&[1], &[-1, 6]) && joined(&[-1], &[-1, 6]) && !joined(&[0], &[-2, 3]));
        let found = |params: &[i64], indices: &[i64], axis: i64, result: &[i64]| {
            holds("tf.GatherV2", &[(params, None), (indices, None), (&[], Some(&[axis]))], result)
        };
        assert!(found(&[9, 2], &[-1, 5], 0, &[-1, 5, 2]));
        assert!(found(&[-1, 9], &[5], 1, &[-1, 5]));
        assert!(!found(&[-1, 9], &[5], 0, &[5, 9]) && !found(&[-1, 9], &[-1, 5], 1, &[-1, -1, 5]));
    }

    #[test]
    fn labels_tell_the_batch() {
        let equation = |text, a: &[i64], b: &[i64], result: &[i64]| {
            holds_with("tf.Einsum", &[(a, None), (b, None)], result, &Few { text, ..Few::default() }, None)
        };
        assert!(equation("abc, cd -> abd", &[-1, 5, 6], &[6, 7], &[-1, 5, 7]));
        assert!(equation("abc,acd->abd", &[-1, 5, 6], &[-1, 6, 7], &[-1, 5, 7]));
        assert!(!equation("abc,cd->bad", &[-1, 5, 6], &[6, 7], &[5, -1, 7]));
        assert!(!equation("aab,bc->ac", &[-1, 5, 6], &[6, 7], &[-1, 7]));
        assert!(!equation("...b,bc->...c", &[-1, 5], &[5, 7], &[-1, 7]));
    }

    #[test]
    fn members_of_a_body_are_followed() {
        let fused = |text, axes: &[i64]| {
            let operands: Operands<'_> = &[(&[-1, 3, 4], None), (&[1], Some(axes))];
            holds_with("tfrt_fused.elementwise", operands, &[-1, 3, 4], &Few::default(), Some(text))
        };
        let kept = "%2 = tf.Mean(%0, %1) {keep_dims = true}; %3 = tf.Sub(%0, %2)";
        assert!(fused(kept, &[2]) && fused(kept, &[1]) && !fused(kept, &[0]));
        // Without the axis, the batch would meet another one.
        assert!(!fused("%2 = tf.Mean(%0, %1) {keep_dims = false}; %3 = tf.Sub(%0, %2)", &[2]));
    }
}
