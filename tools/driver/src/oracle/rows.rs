//! Shapes of results from the ops' shape functions, called with the types and constants of the IR.

use tfrt_dialects::oracle::{Inferred, OpCall, OperandInfo};
use tfrt_executor::core_runtime::{MetadataFn, MetadataFrame};
use tfrt_ir::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ops::shapes::{Call, Dim, DimList, KnownShape, Operand, Outcome, ShapeRow, ShapeView, whole_number};
use tfrt_ops::{DType, TensorMetadata};

use super::attrs::op_attrs;
use super::dtype_of;

/// Elements of an operand at most. More than a shape has is no shape, and need not be listed.
const MAX_ELEMENTS: usize = 1024;

/// The known facts about an operand, from its type and a constant.
struct Known {
    dtype: Option<DType>,
    shape: KnownShape,
    elements: Option<Vec<i64>>,
}

/// The result types of an op, inferred by the shape function of its row.
pub(super) fn infer(ctx: &Context, row: &ShapeRow, op: OpCall<'_>, operands: &[OperandInfo]) -> Inferred {
    let Some(attrs) = op_attrs(ctx, op.attrs) else { return Inferred::Unknown };
    let mut known = Vec::with_capacity(operands.len());
    for (i, operand) in operands.iter().enumerate() {
        let (dtype, shape) = match parts(ctx, operand.ty) {
            Ok(parts) => parts,
            Err(message) => return Inferred::Fails(message),
        };
        let elements = if row.needs(i, operands.len()) { elements(ctx, operand) } else { None };
        known.push(Known { dtype, shape, elements });
    }
    let views: Vec<Operand<'_>> = known
        .iter()
        .map(|known| Operand {
            dtype: known.dtype,
            shape: known.shape.view(),
            elements: known.elements.as_deref(),
        })
        .collect();
    match row.infer(&Call {
        operands: &views,
        attrs: &attrs,
        num_results: Some(op.num_results),
        partial: &[],
    }) {
        Ok(results) if results.len() >= op.num_results => {
            Inferred::Types(results[..op.num_results].iter().map(|result| to_type(ctx, result)).collect())
        }
        // An op whose shapes depend on elements fails when it runs, where it is.
        Err(error) if row.is_metadata_fn() && views.iter().all(is_known) => {
            Inferred::Fails(error.to_string())
        }
        _ => Inferred::Unknown,
    }
}

/// The results of an op without a row, by its metadata function, which answers only where everything about operands is known.
pub(super) fn infer_by(
    ctx: &Context,
    function: &MetadataFn,
    op: OpCall<'_>,
    operands: &[OperandInfo],
) -> Inferred {
    let Some(attrs) = op_attrs(ctx, op.attrs) else { return Inferred::Unknown };
    let mut known = Vec::with_capacity(operands.len());
    for operand in operands {
        match parts(ctx, operand.ty) {
            Ok((Some(dtype), KnownShape::Full(shape))) => known.push(TensorMetadata::new(dtype, shape)),
            Ok(_) => return Inferred::Unknown,
            Err(message) => return Inferred::Fails(message),
        }
    }
    let inputs: Vec<&TensorMetadata> = known.iter().collect();
    match (MetadataFrame { inputs: &inputs, attrs: (&attrs).into() }).results(function) {
        Ok(results) if results.len() >= op.num_results => {
            let types =
                results.iter().take(op.num_results).map(|result| to_type(ctx, &Operand::of(result).like()));
            Inferred::Types(types.collect())
        }
        Ok(_) => Inferred::Unknown,
        Err(error) => Inferred::Fails(error.to_string()),
    }
}

fn is_known(operand: &Operand<'_>) -> bool {
    operand.dtype.is_some() && matches!(operand.shape, ShapeView::Full(_))
}

/// The dtype and the shape that a type says; fails if its dimensions make no shape.
fn parts(ctx: &Context, ty: Option<Type>) -> Result<(Option<DType>, KnownShape), String> {
    let Some(ty) = ty else { return Ok((None, KnownShape::Unranked)) };
    let kind = ctx.type_kind(ty);
    let dtype = kind.element_type().and_then(|element| dtype_of(ctx, element));
    let shape = match kind {
        TypeKind::RankedTensor { dims, .. } => {
            let dims: DimList = dims.iter().map(|&dim| Dim::of(dim)).collect();
            KnownShape::of(&dims).map_err(|error| error.to_string())?
        }
        _ => KnownShape::Unranked,
    };
    Ok((dtype, shape))
}

/// The elements of an operand that is a constant of integers, or of one whole number.
fn elements(ctx: &Context, operand: &OperandInfo) -> Option<Vec<i64>> {
    let view = DenseView::new(ctx, operand.value?)?;
    let number = || match view.len {
        1 => Some(vec![whole_number(view.floats()?.next()?)?]),
        _ => None,
    };
    (view.len <= MAX_ELEMENTS).then(|| view.integers().map(Iterator::collect).or_else(number))?
}

/// The type that says what is known of a result; none without a dtype.
fn to_type(ctx: &Context, result: &Outcome) -> Option<Type> {
    let element = tfrt_compiler::dtype::type_of(ctx, result.dtype?);
    Some(match result.shape.view().dims() {
        Some(dims) => {
            let dims: Vec<i64> = dims.iter().map(|dim| dim.known().unwrap_or(DYNAMIC)).collect();
            ctx.tensor(&dims, element)
        }
        None => ctx.unranked_tensor(element),
    })
}
