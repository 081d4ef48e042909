//! `ops.h`: defining ops, and shape inference.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int};

use tfrt_executor::tensor::{Dims, PartialShape};

use super::kernel::{no_attr, wrong};
use super::{exports, text};
use crate::handles;
use crate::node::Value;
use crate::ops::{OpBuilder, ShapeFn};
use crate::shape_inference::{DimensionHandle, ShapeContext, ShapeHandle, subshape, with_rank};
use crate::status::{Code, Status};

/// Stores an outcome in a status, if there is one.
///
/// # Safety
/// `status` is null or a status.
#[inline]
pub(crate) unsafe fn report<T>(status: *mut Status, outcome: Result<T, (Code, String)>) -> Option<T> {
    // SAFETY: the caller says: `status` is null or a status.
    let status = unsafe { status.as_mut() };
    match outcome {
        Ok(value) => {
            if let Some(status) = status {
                status.set_ok();
            }
            Some(value)
        }
        Err((code, message)) => {
            if let Some(status) = status {
                status.set(code, message);
            }
            None
        }
    }
}

fn invalid(message: impl Into<String>) -> (Code, String) {
    (Code::INVALID_ARGUMENT, message.into())
}

/// Stores a shape in a handle; one that is not known if there is none.
///
/// # Safety
/// `status` is null or a status.
unsafe fn store(
    result: *mut ShapeHandle,
    status: *mut Status,
    outcome: Result<PartialShape, (Code, String)>,
) {
    let result_exists = result.is_null() || handles::try_with(result, |_| ()).is_some();
    let outcome = if result_exists { outcome } else { Err(invalid(handles::refusal(result))) };
    // SAFETY: the caller passes a `status` that is null or a status.
    let shape = unsafe { report(status, outcome) }.unwrap_or(PartialShape::Unranked);
    handles::with(result, |result| result.0 = shape);
}

fn handle(shape: PartialShape) -> *mut ShapeHandle {
    handles::give(ShapeHandle(shape))
}

/// The shape in a handle; unknown for null.
fn shape(handle: *const ShapeHandle) -> PartialShape {
    handles::with(handle, |handle| handle.0.clone()).unwrap_or(PartialShape::Unranked)
}

exports! {
    fn TF_NewOpDefinitionBuilder(name: *const c_char) -> *mut OpBuilder {
        handles::give(OpBuilder { name: text(name), ..OpBuilder::default() })
    }

    fn TF_RegisterOpDefinition(builder: *mut OpBuilder, status: *mut Status) {
        let taken = handles::try_take(builder);
        let taken = taken.ok_or_else(|| invalid(format!("TF_RegisterOpDefinition: {}", handles::refusal(builder))));
        report(status, taken.and_then(OpBuilder::register));
    }

    fn TF_DeleteOpDefinitionBuilder(builder: *mut OpBuilder) {
        handles::delete(builder);
    }

    fn TF_OpDefinitionBuilderAddAttr(builder: *mut OpBuilder, spec: *const c_char) {
        handles::with(builder, |builder| builder.attrs.push(text(spec)));
    }

    fn TF_OpDefinitionBuilderAddInput(builder: *mut OpBuilder, spec: *const c_char) {
        handles::with(builder, |builder| builder.inputs.push(text(spec)));
    }

    fn TF_OpDefinitionBuilderAddOutput(builder: *mut OpBuilder, spec: *const c_char) {
        handles::with(builder, |builder| builder.outputs.push(text(spec)));
    }

    fn TF_OpDefinitionBuilderSetIsCommutative(builder: *mut OpBuilder, value: bool) {
        handles::with(builder, |builder| builder.is_commutative = value);
    }

    fn TF_OpDefinitionBuilderSetIsAggregate(builder: *mut OpBuilder, value: bool) {
        handles::with(builder, |builder| builder.is_aggregate = value);
    }

    fn TF_OpDefinitionBuilderSetIsStateful(builder: *mut OpBuilder, value: bool) {
        handles::with(builder, |builder| builder.is_stateful = value);
    }

    fn TF_OpDefinitionBuilderSetAllowsUninitializedInput(builder: *mut OpBuilder, value: bool) {
        handles::with(builder, |builder| builder.allows_uninitialized_input = value);
    }

    fn TF_OpDefinitionBuilderDeprecated(builder: *mut OpBuilder, version: c_int, explanation: *const c_char) {
        handles::with(builder, |builder| builder.deprecated = Some((version, text(explanation))));
    }

    fn TF_OpDefinitionBuilderSetShapeInferenceFunction(builder: *mut OpBuilder, function: Option<ShapeFn>) {
        handles::with(builder, |builder| builder.shape_fn = function);
    }

    fn TF_ShapeInferenceContextNumInputs(context: *const ShapeContext<'static>) -> i64 {
        context.as_ref().map_or(0, |context| context.inputs.len() as i64)
    }

    fn TF_NewShapeHandle() -> *mut ShapeHandle {
        handle(PartialShape::Unranked)
    }

    fn TF_ShapeInferenceContextGetInput(
        context: *const ShapeContext<'static>, i: c_int, result: *mut ShapeHandle, status: *mut Status,
    ) {
        let inputs = context.as_ref().map_or(&[][..], |context| &context.inputs);
        let input = usize::try_from(i).ok().and_then(|at| inputs.get(at)).cloned();
        store(result, status, input.ok_or_else(|| invalid("input index out of range")));
    }

    fn TF_ShapeInferenceContextSetOutput(
        context: *mut ShapeContext<'static>, i: c_int, given: *const ShapeHandle, status: *mut Status,
    ) {
        let outputs = context.as_mut().map_or(&mut [][..], |context| &mut context.outputs);
        let output = usize::try_from(i).ok().and_then(|at| outputs.get_mut(at));
        if let Some(output) = report(status, output.ok_or_else(|| invalid("output index out of range"))) {
            *output = shape(given);
        }
    }

    fn TF_ShapeInferenceContextScalar(context: *const ShapeContext<'static>) -> *mut ShapeHandle {
        let _ = context;
        handle(PartialShape::Ranked(Dims::new()))
    }

    fn TF_ShapeInferenceContextVectorFromSize(context: *const ShapeContext<'static>, size: usize) -> *mut ShapeHandle {
        let _ = context;
        handle(PartialShape::Ranked(Dims::from_elem(i64::try_from(size).unwrap_or(-1), 1)))
    }

    fn TF_NewDimensionHandle() -> *mut DimensionHandle {
        handles::give(DimensionHandle(-1))
    }

    fn TF_ShapeInferenceContext_GetAttrType(
        context: *const ShapeContext<'static>, name: *const c_char, value: *mut c_int, status: *mut Status,
    ) {
        let name = text(name);
        let found = match context.as_ref() {
            None => Err(invalid("the context is null")),
            Some(context) => match context.node.attr(&name) {
                Some(Value::Type(number)) => Ok(*number),
                Some(other) => wrong("type", other),
                None => Err(no_attr(&context.node.def.name, &name)),
            },
        };
        if let (Some(number), Some(value)) = (report(status, found), value.as_mut()) {
            *value = number;
        }
    }

    fn TF_ShapeInferenceContextRank(context: *const ShapeContext<'static>, given: *const ShapeHandle) -> i64 {
        let _ = context;
        match shape(given) {
            PartialShape::Ranked(dims) => dims.len() as i64,
            PartialShape::Unranked => -1,
        }
    }

    fn TF_ShapeInferenceContextRankKnown(context: *const ShapeContext<'static>, given: *const ShapeHandle) -> c_int {
        let _ = context;
        c_int::from(matches!(shape(given), PartialShape::Ranked(_)))
    }

    fn TF_ShapeInferenceContextWithRank(
        context: *const ShapeContext<'static>, given: *const ShapeHandle, rank: i64, result: *mut ShapeHandle,
        status: *mut Status,
    ) {
        let _ = context;
        store(result, status, with_rank(&shape(given), |r| r == rank, "rank", rank, true));
    }

    fn TF_ShapeInferenceContextWithRankAtLeast(
        context: *const ShapeContext<'static>, given: *const ShapeHandle, rank: i64, result: *mut ShapeHandle,
        status: *mut Status,
    ) {
        let _ = context;
        store(result, status, with_rank(&shape(given), |r| r >= rank, "at least rank", rank, false));
    }

    fn TF_ShapeInferenceContextWithRankAtMost(
        context: *const ShapeContext<'static>, given: *const ShapeHandle, rank: i64, result: *mut ShapeHandle,
        status: *mut Status,
    ) {
        let _ = context;
        store(result, status, with_rank(&shape(given), |r| r <= rank, "at most rank", rank, false));
    }

    fn TF_ShapeInferenceContextDim(
        context: *const ShapeContext<'static>, given: *const ShapeHandle, i: i64, result: *mut DimensionHandle,
    ) {
        let _ = context;
        let dim = match shape(given) {
            PartialShape::Ranked(dims) => {
                let at = if i < 0 { i.checked_add(dims.len() as i64) } else { Some(i) };
                at.and_then(|at| usize::try_from(at).ok()).and_then(|at| dims.get(at).copied()).unwrap_or(-1)
            }
            PartialShape::Unranked => -1,
        };
        handles::with(result, |result| result.0 = dim);
    }

    fn TF_ShapeInferenceContextSubshape(
        context: *const ShapeContext<'static>, given: *const ShapeHandle, start: i64, end: i64,
        result: *mut ShapeHandle, status: *mut Status,
    ) {
        let _ = context;
        store(result, status, subshape(&shape(given), start, end));
    }

    fn TF_ShapeInferenceContextSetUnknownShape(context: *mut ShapeContext<'static>, status: *mut Status) {
        if let Some(context) = context.as_mut() {
            context.outputs.fill(PartialShape::Unranked);
        }
        report(status, Ok(()));
    }

    fn TF_DimensionHandleValueKnown(dimension: *const DimensionHandle) -> c_int {
        c_int::from(handles::with(dimension, |dimension| dimension.0 >= 0).unwrap_or(false))
    }

    fn TF_DimensionHandleValue(dimension: *const DimensionHandle) -> i64 {
        handles::with(dimension, |dimension| dimension.0).unwrap_or(-1)
    }

    fn TF_ShapeInferenceContextConcatenateShapes(
        context: *const ShapeContext<'static>, first: *const ShapeHandle, second: *const ShapeHandle,
        result: *mut ShapeHandle, status: *mut Status,
    ) {
        let _ = context;
        let both = match (shape(first), shape(second)) {
            (PartialShape::Ranked(mut dims), PartialShape::Ranked(more)) => {
                dims.extend(more);
                PartialShape::Ranked(dims)
            }
            _ => PartialShape::Unranked,
        };
        store(result, status, Ok(both));
    }

    fn TF_DeleteShapeHandle(handle: *mut ShapeHandle) {
        handles::delete(handle);
    }

    fn TF_DeleteDimensionHandle(handle: *mut DimensionHandle) {
        handles::delete(handle);
    }
}
