//! Products and convolutions of quantized numbers as those of the integers that are stored for them, for
//! [`quant_to_math`](super::quant_to_math).
//!
//! With scales `a` and `b`, the result's scale `c`, and zero points `p` and 0, the result stands for `a b / c (x y - p sum(y))` and its own zero point,
//! where `sum(y)` is over the dimensions that are contracted. The scaled parts are cut to integers, as upstream's pass has it, so that a result may be
//! one less than that of the operation. It is computed so where all scales of the result have one ratio to those of the operands;
//! the other products are those of real numbers.

use tfrt_convert::{ConversionRewriter, NoMatch, Operands};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::quant::QuantizedType;
use tfrt_dialects::stablehlo::attributes::DotDimensionNumbers;
use tfrt_dialects::stablehlo::conv::ConvDimensionNumbers;
use tfrt_dialects::stablehlo::{i64_array, integers};
use tfrt_ir::body::{NamedAttr, OpState};
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::emit::{Emit, with_element};
use super::quant_to_math::{broadcast, broadcast_scalar, is_real, narrowed, parameters, quantized, scalar};

/// The roles that the dimensions of a product's right operand have.
struct Right {
    /// Those that are contracted.
    contracting: Vec<i64>,
    /// The dimensions of the result of those that are left, in their order.
    places: Vec<i64>,
}

/// The rank of a tensor.
fn rank(op: OpRef<'_>, index: usize) -> i64 {
    op.ctx.type_kind(op.value_type(op.operand(index))).dims().map_or(0, <[i64]>::len) as i64
}

/// The dimensions of a product.
fn numbers(op: OpRef<'_>) -> Option<DotDimensionNumbers> {
    match op.name_str() {
        "stablehlo.dot_general" => DotDimensionNumbers::named(op, "dot_dimension_numbers").cloned(),
        _ => Some(DotDimensionNumbers {
            lhs_contracting_dimensions: vec![rank(op, 0) - 1],
            rhs_contracting_dimensions: vec![0],
            ..DotDimensionNumbers::default()
        }),
    }
}

fn of_product(op: OpRef<'_>) -> Option<Right> {
    let numbers = numbers(op)?;
    let batching = &numbers.rhs_batching_dimensions;
    let contracting = numbers.rhs_contracting_dimensions.clone();
    let (left, right) = (rank(op, 0), rank(op, 1));
    let mut next = left - contracting.len() as i64;
    let places = (0..right).filter(|dim| !contracting.contains(dim)).map(|dim| {
        batching.iter().position(|own| *own == dim).map_or_else(
            || {
                next += 1;
                next - 1
            },
            |place| place as i64,
        )
    });
    let places = places.collect();
    Some(Right { contracting, places })
}

/// As [`of_product`], of a convolution without groups, strides of its input and turned windows.
fn of_convolution(op: OpRef<'_>) -> Option<Right> {
    let numbers = ConvDimensionNumbers::named(op, "dimension_numbers")?;
    let one = |name: &str| op.attr(name).and_then(|attr| op.ctx.attr_as_i64(attr)) == Some(1);
    let all = |name: &str, wanted: i64| {
        op.attr(name)
            .and_then(|attr| integers(op.ctx, attr))
            .is_none_or(|all| all.iter().all(|&n| n == wanted))
    };
    let is_turned = op
        .attr("window_reversal")
        .and_then(|attr| tfrt_dialects::stablehlo::booleans(op.ctx, attr))
        .is_some_and(|all| all.contains(&true));
    let is_plain =
        one("feature_group_count") && one("batch_group_count") && all("lhs_dilation", 1) && !is_turned;
    let is_image = numbers.input_spatial.len() == 2;
    let mut contracting = numbers.kernel_spatial.clone();
    contracting.push(numbers.kernel_input_feature);
    contracting.sort_unstable();
    (is_plain && is_image).then(|| Right { contracting, places: vec![numbers.output_feature] })
}

/// The one ratio of the scales of the operands to those of the result.
fn ratio(lhs: &QuantizedType, rhs: &QuantizedType, to: &QuantizedType) -> Option<f64> {
    if lhs.dimension.is_some() || rhs.parameters.iter().any(|&(_, zero)| zero != 0) {
        return None;
    }
    if rhs.dimension.is_some() != to.dimension.is_some()
        || rhs.parameters.len() != to.parameters.len()
        || to.parameters.iter().any(|&(_, zero)| zero != to.parameters[0].1)
    {
        return None;
    }
    let &(scale, _) = lhs.parameters.first()?;
    let ratios =
        rhs.parameters.iter().zip(&to.parameters).map(|(&(own, _), &(other, _))| scale * own / other);
    let ratios: Vec<f64> = ratios.collect();
    let &first = ratios.first()?;
    ratios.iter().all(|ratio| (ratio - first).abs() <= 1e-6 * first.abs()).then_some(first)
}

/// A product of quantized numbers, or of real numbers with quantized ones.
pub(super) fn product(
    op: Op,
    operands: &Operands,
    rewriter: &mut ConversionRewriter<'_>,
) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let (left, right) = (view.value_type(view.operand(0)), view.value_type(view.operand(1)));
    let to = view.result_types().next().ok_or_else(NoMatch::quiet)?;
    let values = [operands.one(0)?, operands.one(1)?];
    if let (true, Some(kind)) = (is_real(view, left), quantized(ctx, right)) {
        let mut emit = Emit::before(rewriter, op);
        let value = weights(&mut emit, values[1], &kind);
        let new = super::quantized_ops::copied(rewriter, op, &[values[0], value], &[to]);
        let result = rewriter.body().result(new, 0);
        rewriter.replace_op(op, &[result]);
        return Ok(());
    }
    let (Some(lhs), Some(rhs), Some(result)) =
        (quantized(ctx, left), quantized(ctx, right), quantized(ctx, to))
    else {
        return Err(NoMatch::quiet());
    };
    let is_convolution = view.name_str() == "stablehlo.convolution";
    let dims = if is_convolution { of_convolution(view) } else { of_product(view) };
    let (Some(dims), Some(ratio)) = (dims, ratio(&lhs, &rhs, &result)) else { return Err(NoMatch::quiet()) };
    let zero = lhs.parameters[0].1;
    let wide = with_element(ctx, to, ctx.i32());
    let [x, y] = values;
    let all = match is_convolution {
        true => convolved(op, rewriter, x, y, wide, zero)?,
        false => multiplied(op, rewriter, x, y, wide)?,
    };
    let mut emit = Emit::before(rewriter, op);
    let emit = &mut emit;
    let shift = if zero == 0 { None } else { Some(sums(emit, all, y, &dims, zero)) };
    let [all, shift] = if ratio == 1.0 {
        [Some(all), shift]
    } else {
        let factor = scalar(emit, ctx.float(result.expressed), ratio);
        [Some(all), shift].map(|value| {
            value.map(|value| {
                let float = emit.convert(value, ctx.float(result.expressed));
                let scaled = broadcast_scalar(emit, "chlo.broadcast_multiply", [float, factor]);
                emit.convert(scaled, ctx.i32())
            })
        })
    };
    let own = scalar(emit, ctx.i32(), result.parameters[0].1 as f64);
    let added = match shift {
        Some(shift) => broadcast_scalar(emit, "chlo.broadcast_subtract", [own, shift]),
        None => own,
    };
    let all = all.ok_or_else(NoMatch::quiet)?;
    let total = broadcast_scalar(emit, "chlo.broadcast_add", [all, added]);
    let new = narrowed(emit, total, &result);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// The real numbers that a factor stands for, which the compiler does not compute before the program runs.
fn weights(emit: &mut Emit<'_, '_>, value: Value, kind: &QuantizedType) -> Value {
    let ctx = emit.ctx();
    let expressed = ctx.float(kind.expressed);
    let value = emit.elementwise("stablehlo.optimization_barrier", &[value]);
    let scale = parameters(emit, kind, expressed, |scale, _| scale);
    let zero = parameters(emit, kind, expressed, |_, zero| zero as f64);
    let mut float = emit.convert(value, expressed);
    if kind.parameters.iter().any(|&(_, zero)| zero != 0) {
        float = broadcast(emit, "chlo.broadcast_subtract", float, zero, kind);
    }
    broadcast(emit, "chlo.broadcast_multiply", float, scale, kind)
}

/// The attributes of an operation but for some.
fn attributes(op: OpRef<'_>, without: &[&str]) -> Vec<NamedAttr> {
    op.attrs().iter().copied().filter(|(name, _)| !without.contains(&op.ctx.str(*name))).collect()
}

/// A product of integers.
fn multiplied(
    op: Op,
    rewriter: &mut ConversionRewriter<'_>,
    x: Value,
    y: Value,
    to: Type,
) -> Result<Value, NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let numbers = numbers(view).ok_or_else(NoMatch::quiet)?;
    let mut state =
        OpState::new(ctx.ident("stablehlo.dot_general"), view.loc()).operands(&[x, y]).results(&[to]);
    state.attrs = attributes(view, &["dot_dimension_numbers"]).into();
    state.attrs.push((ctx.ident("dot_dimension_numbers"), numbers.into_attr(ctx)));
    let new = rewriter.create(InsertionPoint::Before(op), state);
    Ok(rewriter.body().result(new, 0))
}

/// A convolution of integers. Where zero is not stored as zero, the input is padded with what is.
fn convolved(
    op: Op,
    rewriter: &mut ConversionRewriter<'_>,
    mut x: Value,
    y: Value,
    to: Type,
    zero: i64,
) -> Result<Value, NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let numbers = ConvDimensionNumbers::named(view, "dimension_numbers").ok_or_else(NoMatch::quiet)?.clone();
    let padding = view.attr("padding").and_then(|attr| integers(ctx, attr)).unwrap_or_default();
    let mut attrs = attributes(view, &[]);
    if zero != 0 && padding.iter().any(|&size| size != 0) {
        let mut emit = Emit::before(rewriter, op);
        let ty = emit.ty(x);
        let TypeKind::RankedTensor { dims, elem, .. } = ctx.type_kind(ty) else {
            return Err(NoMatch::quiet());
        };
        let (mut dims, elem) = (dims.to_vec(), *elem);
        let [mut low, mut high] = [vec![0; dims.len()], vec![0; dims.len()]];
        for (pair, &dim) in padding.chunks_exact(2).zip(&numbers.input_spatial) {
            let at = usize::try_from(dim).map_err(|_| NoMatch::quiet())?;
            (low[at], high[at]) = (pair[0], pair[1]);
            if dims[at] != DYNAMIC {
                dims[at] += pair[0] + pair[1];
            }
        }
        let value = scalar(&mut emit, elem, zero as f64);
        let interior = vec![0; dims.len()];
        x = emit.op(
            "stablehlo.pad",
            &[x, value],
            ctx.tensor(&dims, elem),
            &[
                ("edge_padding_low", i64_array(ctx, &low)),
                ("edge_padding_high", i64_array(ctx, &high)),
                ("interior_padding", i64_array(ctx, &interior)),
            ],
        );
        let none = make_dense(
            ctx,
            ctx.tensor(&[padding.len() as i64 / 2, 2], ctx.i64()),
            vec![0; padding.len() * 8],
        );
        for (name, value) in &mut attrs {
            if ctx.str(*name) == "padding" {
                *value = none;
            }
        }
    }
    let view = rewriter.op(op);
    let mut state = OpState::new(view.name(), view.loc()).operands(&[x, y]).results(&[to]);
    state.attrs = attrs.into();
    let new = rewriter.create(InsertionPoint::Before(op), state);
    Ok(rewriter.body().result(new, 0))
}

/// The sums of the right operand over the contracted dimensions, times a zero point, in the shape of the result.
fn sums(emit: &mut Emit<'_, '_>, all: Value, y: Value, right: &Right, zero: i64) -> Value {
    let ctx = emit.ctx();
    let wide = emit.convert(y, ctx.i32());
    let init = scalar(emit, ctx.i32(), 0.0);
    let dims = ctx.type_kind(emit.ty(wide)).dims().unwrap_or_default();
    let left: Vec<i64> = (0..dims.len())
        .filter(|&dim| !right.contracting.contains(&(dim as i64)))
        .map(|dim| dims[dim])
        .collect();
    let sum = emit.sum(wide, init, &right.contracting, ctx.tensor(&left, ctx.i32()));
    let zero = scalar(emit, ctx.i32(), zero as f64);
    let scaled = broadcast_scalar(emit, "chlo.broadcast_multiply", [sum, zero]);
    let to = emit.ty(all);
    let sizes = ctx.type_kind(to).dims().unwrap_or_default().to_vec();
    let places = i64_array(ctx, &right.places);
    if !sizes.contains(&DYNAMIC) {
        return emit.op("stablehlo.broadcast_in_dim", &[scaled], to, &[("broadcast_dimensions", places)]);
    }
    let one = ctx.tensor(&[1], ctx.i64());
    let sizes: Vec<Value> = sizes
        .iter()
        .enumerate()
        .map(|(dim, &size)| {
            if size != DYNAMIC {
                return emit.constant(super::emit::elements(ctx, one, &[size as f64]));
            }
            let dim = ctx.i64_attr(dim as i64);
            let scalar = ctx.tensor(&[], ctx.i32());
            let size = emit.op("stablehlo.get_dimension_size", &[all], scalar, &[("dimension", dim)]);
            let size = emit.convert(size, ctx.i64());
            emit.reshape(size, &[1])
        })
        .collect();
    let shape = emit.concatenate(&sizes, ctx.tensor(&[sizes.len() as i64], ctx.i64()), 0);
    emit.op("stablehlo.dynamic_broadcast_in_dim", &[scaled, shape], to, &[("broadcast_dimensions", places)])
}
