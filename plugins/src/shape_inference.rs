//! Shape inference: the input and the result of a plugin's shape function.
//!
//! Shapes and dimensions may be unknown. Handles are objects of their own that a plugin makes, fills from the context and
//! deletes; they hold copies, so they outlive the call if the plugin keeps them.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use tfrt_executor::tensor::{DType, Dims, PartialShape, TensorMetadata};

use crate::handles::Handled;
use crate::node::Node;
use crate::ops::ShapeFn;
use crate::status::{Code, Status};

/// The object behind `TF_ShapeHandle`.
#[derive(Debug, Clone)]
pub struct ShapeHandle(pub(crate) PartialShape);

/// The object behind `TF_DimensionHandle`: −1 when unknown.
#[derive(Debug, Clone, Copy)]
pub struct DimensionHandle(pub(crate) i64);

impl Handled for ShapeHandle {
    const NAME: &'static str = "shape handle";
}

impl Handled for DimensionHandle {
    const NAME: &'static str = "dimension handle";
}

/// The object behind `TF_ShapeInferenceContext`.
#[derive(Debug)]
pub struct ShapeContext<'a> {
    pub(crate) node: &'a Node,
    pub(crate) inputs: Vec<PartialShape>,
    pub(crate) outputs: Vec<PartialShape>,
}

/// Calls a shape function and returns the shape of each result.
///
/// # Errors
/// The function failed; the message is its own.
pub fn infer(node: &Node, function: ShapeFn, inputs: Vec<PartialShape>) -> Result<Vec<PartialShape>, String> {
    let outputs = vec![PartialShape::Unranked; node.outputs.len()];
    let mut context = ShapeContext { node, inputs, outputs };
    let mut status = Status::ok();
    // SAFETY: the plugin registered the function for this; both pointers are valid during the call.
    unsafe { function(&raw mut context, &raw mut status) };
    if status.is_ok() { Ok(context.outputs) } else { Err(status.text()) }
}

/// Metadata of all results, when the shape function knows all of it.
pub(crate) fn metadata(
    node: &Node,
    function: ShapeFn,
    inputs: &[&TensorMetadata],
) -> Result<Option<Vec<TensorMetadata>>, String> {
    let inputs = inputs.iter().map(|metadata| PartialShape::from(&metadata.shape)).collect();
    let shapes = infer(node, function, inputs)?;
    let dtype = |number: i32| -> Option<DType> { crate::abi::data_type::to_dtype(number) };
    Ok(shapes
        .iter()
        .zip(&node.outputs)
        .map(|(shape, &number)| Some(TensorMetadata::new(dtype(number)?, shape.to_shape()?)))
        .collect())
}

/// The shape, if its rank is one that is accepted; of an unknown rank, with as many unknown dimensions when the rank is exact.
pub(crate) fn with_rank(
    shape: &PartialShape,
    accepts: impl Fn(i64) -> bool,
    what: &str,
    rank: i64,
    exact: bool,
) -> Result<PartialShape, (Code, String)> {
    match shape {
        PartialShape::Ranked(dims) if accepts(dims.len() as i64) => Ok(shape.clone()),
        PartialShape::Ranked(dims) => {
            Err((Code::INVALID_ARGUMENT, format!("Shape must be {what} {rank} but is rank {}", dims.len())))
        }
        PartialShape::Unranked if exact => match usize::try_from(rank) {
            Ok(rank) if rank <= 254 => Ok(PartialShape::Ranked(Dims::from_elem(-1, rank))),
            _ => Err((Code::INVALID_ARGUMENT, format!("{rank} is no rank"))),
        },
        PartialShape::Unranked => Ok(PartialShape::Unranked),
    }
}

/// The dimensions from `start` up to `end`, both counted from the back when negative and cut to the rank.
pub(crate) fn subshape(shape: &PartialShape, start: i64, end: i64) -> Result<PartialShape, (Code, String)> {
    let PartialShape::Ranked(dims) = shape else {
        return Ok(PartialShape::Unranked);
    };
    let rank = dims.len() as i64;
    let (given_start, given_end) = (start, end);
    let start = start.min(rank);
    let end = end.min(rank);
    let from_back = |at: i64| if at < 0 { at.checked_add(rank) } else { Some(at) };
    let bound = |what: &str, given: i64, at: i64| match from_back(at) {
        Some(at) if at >= 0 => Ok(at),
        _ => {
            let message = format!("Subshape {what} out of bounds: {given}, for shape with rank {rank}");
            Err((Code::INVALID_ARGUMENT, message))
        }
    };
    let (start, end) = (bound("start", given_start, start)?, bound("end", given_end, end)?);
    if start > end {
        let message = format!(
            "Subshape must have computed start <= end, but is {start} and {end} (computed from start {given_start} and end {given_end} over shape with rank {rank})"
        );
        return Err((Code::INVALID_ARGUMENT, message));
    }
    Ok(PartialShape::Ranked(Dims::from_slice(&dims[start as usize..end as usize])))
}
