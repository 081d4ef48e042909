//! `chlo.ragged_dot` as products of StableHLO, one for each group.
//!
//! Groups follow each other along the divided dimension of the left operand, and their sizes are known only when the program runs. So each product is one of whole
//! operands: where the dimension is kept, rows outside of the group are dropped afterwards, and rows behind the last group are zero; where it is contracted, what is outside of the group is zero in
//! both operands. Groups of batches change nothing.

use tfrt_convert::NoMatch;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::chlo::OfChlo;
use tfrt_dialects::stablehlo::attributes::{DotDimensionNumbers, RaggedDotDimensionNumbers};
use tfrt_dialects::stablehlo::words::{ComparisonDirection, Precision};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::rewrite::Rewriter;

use super::super::emit::{Emit, with_element};

/// More groups than this would make the program too long.
const MOST_GROUPS: i64 = 4096;

/// Products of operands, which have the same attributes.
struct Products<'e, 'r, 'a> {
    e: &'e mut Emit<'r, 'a>,
    attrs: Vec<(&'static str, Attr)>,
    /// The sizes of groups.
    groups: Value,
    /// Where the last group that was asked for ends.
    end: Option<Value>,
}

impl Products<'_, '_, '_> {
    fn product(&mut self, lhs: Value, rhs: Value, ty: Type) -> Value {
        self.e.op("stablehlo.dot_general", &[lhs, rhs], ty, &self.attrs)
    }

    /// Where the next group starts and ends.
    fn next(&mut self, group: i64) -> Option<(Value, Value)> {
        let ctx = self.e.ctx();
        let dims = ctx.type_kind(self.e.ty(self.groups)).dims()?.to_vec();
        let (last, outer) = dims.split_last()?;
        debug_assert!(group < *last, "there are so many groups");
        let (starts, limits) = ([vec![0; outer.len()], vec![group]].concat(), [outer, &[group + 1]].concat());
        let size = self.e.slice(self.groups, &starts, &limits);
        let size = self.e.reshape(size, outer);
        let start = match self.end {
            Some(end) => end,
            None => self.e.constant_like(size, 0.0),
        };
        let end = self.e.elementwise("stablehlo.add", &[start, size]);
        self.end = Some(end);
        Some((start, end))
    }

    /// Where elements of a tensor are between bounds along a dimension; the bounds have these dimensions of the tensor, or none.
    fn within(
        &mut self,
        like: Value,
        bounds: (Value, Value),
        outer: &[i64],
        dimension: i64,
    ) -> Option<Value> {
        let ctx = self.e.ctx();
        let elem = ctx.type_kind(self.e.ty(self.groups)).element_type()?;
        let ty = with_element(ctx, self.e.ty(like), elem);
        let outer = if ctx.type_kind(self.e.ty(bounds.0)).dims()?.is_empty() { &[] } else { outer };
        let at = self.e.iota(ty, dimension);
        let start = self.e.broadcast_in_dim(bounds.0, ty, outer);
        let end = self.e.broadcast_in_dim(bounds.1, ty, outer);
        let is_behind = self.e.compare(ComparisonDirection::Ge, at, start);
        let is_before = self.e.compare(ComparisonDirection::Lt, at, end);
        Some(self.e.elementwise("stablehlo.and", &[is_behind, is_before]))
    }
}

pub(super) fn ragged_dot(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let (lhs, rhs, groups) = (view.operand(0), view.operand(1), view.operand(2));
    let ty = view.value_type(view.body.result(op, 0));
    if !view.operand_types().chain([ty]).all(|ty| ctx.type_kind(ty).has_static_shape()) {
        return Err(NoMatch::because("an operand's sizes are not known"));
    }
    let numbers = view.attr("ragged_dot_dimension_numbers");
    let numbers = numbers.and_then(|numbers| OfChlo::<RaggedDotDimensionNumbers>::of(ctx, numbers));
    let numbers = numbers.ok_or_else(NoMatch::quiet)?.clone();
    let mut attrs = Vec::with_capacity(2);
    if let Some(precisions) = view.attr("precision_config").and_then(|precisions| ctx.array_elems(precisions))
    {
        let precisions: Option<Vec<Attr>> = precisions
            .iter()
            .map(|&precision| Some(OfChlo::<Precision>::of(ctx, precision)?.into_attr(ctx)))
            .collect();
        attrs.push(("precision_config", ctx.array_attr(&precisions.ok_or_else(NoMatch::quiet)?)));
    }
    let count = ctx.type_kind(view.value_type(groups)).dims().and_then(|dims| dims.last().copied());
    let count = count.ok_or_else(NoMatch::quiet)?;
    if count > MOST_GROUPS {
        return Err(NoMatch::because(format!("it has more than {MOST_GROUPS} groups")));
    }
    let &[ragged] = numbers.lhs_ragged_dimensions.as_slice() else { return Err(NoMatch::quiet()) };
    let e = &mut Emit::before(rewriter, op);
    let mut products = Products { e, attrs, groups, end: None };
    let new = if let Some(at) = numbers.lhs_contracting_dimensions.iter().position(|&dim| dim == ragged) {
        of_contracted(&mut products, [lhs, rhs], &numbers, at, (ty, count))
    } else if numbers.lhs_batching_dimensions.contains(&ragged) {
        products.attrs.push(("dot_dimension_numbers", dot_numbers(&numbers, None).into_attr(ctx)));
        Some(products.product(lhs, rhs, ty))
    } else {
        of_kept(&mut products, [lhs, rhs], &numbers, ragged, (ty, count))
    };
    let new = new.ok_or_else(|| NoMatch::because("its elements have no zero"))?;
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// The dimensions of the product of a group, without the right operand's dimension of groups.
fn dot_numbers(numbers: &RaggedDotDimensionNumbers, group: Option<i64>) -> DotDimensionNumbers {
    let without = |dims: &[i64]| {
        dims.iter().map(|&dim| dim - i64::from(group.is_some_and(|group| dim > group))).collect()
    };
    DotDimensionNumbers {
        lhs_batching_dimensions: numbers.lhs_batching_dimensions.clone(),
        rhs_batching_dimensions: without(&numbers.rhs_batching_dimensions),
        lhs_contracting_dimensions: numbers.lhs_contracting_dimensions.clone(),
        rhs_contracting_dimensions: without(&numbers.rhs_contracting_dimensions),
    }
}

/// Each row has the product with the right operand's slice for its group.
fn of_kept(
    products: &mut Products<'_, '_, '_>,
    [lhs, rhs]: [Value; 2],
    numbers: &RaggedDotDimensionNumbers,
    ragged: i64,
    (ty, count): (Type, i64),
) -> Option<Value> {
    let ctx = products.e.ctx();
    let &[group] = numbers.rhs_group_dimensions.as_slice() else { return None };
    products.attrs.push(("dot_dimension_numbers", dot_numbers(numbers, Some(group)).into_attr(ctx)));
    // Batches, and what is kept of the left operand before the divided dimension, are the first dimensions of the result.
    let is_used = |dim: &i64| {
        numbers.lhs_batching_dimensions.contains(dim) || numbers.lhs_contracting_dimensions.contains(dim)
    };
    let before = (0..ragged).filter(|dim| !is_used(dim)).count() + numbers.lhs_batching_dimensions.len();
    let outer: Vec<i64> = (0..before as i64).collect();
    let sizes = ctx.type_kind(products.e.ty(rhs)).dims()?.to_vec();
    let mut slice = sizes.clone();
    slice.remove(group as usize);
    let mut value = products.e.splat(ty, 0.0)?;
    for at in 0..count {
        let (mut starts, mut limits) = (vec![0; sizes.len()], sizes.clone());
        (starts[group as usize], limits[group as usize]) = (at, at + 1);
        let factor = products.e.slice(rhs, &starts, &limits);
        let factor = products.e.reshape(factor, &slice);
        let product = products.product(lhs, factor, ty);
        let bounds = products.next(at)?;
        let is_within = products.within(product, bounds, &outer, before as i64)?;
        value = products.e.op("stablehlo.select", &[is_within, product, value], ty, &[]);
    }
    Some(value)
}

/// The products of groups follow each other in a new first dimension.
fn of_contracted(
    products: &mut Products<'_, '_, '_>,
    operands: [Value; 2],
    numbers: &RaggedDotDimensionNumbers,
    at: usize,
    (ty, count): (Type, i64),
) -> Option<Value> {
    let ctx = products.e.ctx();
    products.attrs.push(("dot_dimension_numbers", dot_numbers(numbers, None).into_attr(ctx)));
    let dims = ctx.type_kind(ty).dims()?.to_vec();
    let elem = ctx.type_kind(ty).element_type()?;
    let of_group = ctx.tensor(dims.get(1..)?, elem);
    let single = [&[1], dims.get(1..)?].concat();
    let places = [
        (&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions),
        (&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions),
    ];
    let mut values = Vec::with_capacity(count as usize);
    for group in 0..count {
        let bounds = products.next(group)?;
        let mut factors = operands;
        for (factor, (batching, contracting)) in factors.iter_mut().zip(places) {
            let outer = [batching.as_slice(), contracting.get(..at)?].concat();
            let is_within = products.within(*factor, bounds, &outer, *contracting.get(at)?)?;
            let ty = products.e.ty(*factor);
            let zero = products.e.splat(ty, 0.0)?;
            *factor = products.e.op("stablehlo.select", &[is_within, *factor, zero], ty, &[]);
        }
        let value = products.product(factors[0], factors[1], of_group);
        values.push(products.e.reshape(value, &single));
    }
    if values.is_empty() {
        return products.e.splat(ty, 0.0);
    }
    Some(products.e.concatenate(&values, ty, 0))
}
