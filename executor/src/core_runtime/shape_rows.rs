//! Metadata functions from the rows of `tfrt-ops`: the shape function of an op, called with everything known.
//!
//! An op whose shapes depend on elements of operands has no metadata function. Its row may still check calls and tell the results: it is
//! asked when the arguments are available, just before the dispatch function. The results of others are known when that has run.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_ops::Row;
use tfrt_ops::shapes::{Attrs, Call, Operand, ShapeRow, whole_number};

use super::OpError;
use super::attrs::{AttrValue, OpAttrs, OpAttrsRef};
use super::dispatch::{DispatchFn, DispatchFrame};
use super::metadata_fn::{MetadataFn, MetadataFrame, ResultMetadata};
use super::registry::OpEntry;
use super::step::StepOperand;
use crate::tensor::{DType, DenseHostTensor, Dims, Element, PartialShape, TensorMetadata};

impl Attrs for OpAttrs {
    fn contains(&self, name: &str) -> bool {
        self.contains(name)
    }

    fn get_int(&self, name: &str) -> Option<i64> {
        self.get_int(name)
    }

    fn get_float(&self, name: &str) -> Option<f64> {
        self.get_float(name)
    }

    fn get_bool(&self, name: &str) -> Option<bool> {
        self.get_bool(name)
    }

    fn get_ints(&self, name: &str) -> Option<Dims> {
        self.get_ints(name)
    }

    fn get_string(&self, name: &str) -> Option<&[u8]> {
        self.get_string(name)
    }

    fn get_str(&self, name: &str) -> Option<&str> {
        self.get_str(name)
    }

    fn get_string_list(&self, name: &str) -> Option<SmallVec<[&[u8]; 4]>> {
        let texts = self.get_aggregate(name)?.iter().map(|value| match value {
            AttrValue::String(text) => &**text,
            _ => b"?",
        });
        Some(texts.collect())
    }

    fn get_dtype(&self, name: &str) -> Option<DType> {
        self.get_dtype(name)
    }

    fn get_dtypes(&self, name: &str) -> Option<SmallVec<[DType; 8]>> {
        self.get_dtypes(name)
    }

    fn get_shape(&self, name: &str) -> Option<PartialShape> {
        self.get_shape(name)
    }

    fn get_tensor(&self, name: &str) -> Option<TensorMetadata> {
        let strings = || self.get_strings(name).map(|tensor| tensor.metadata().clone());
        self.get_dense(name).map(|tensor| tensor.metadata().clone()).or_else(strings)
    }
}

/// The metadata function of the op of this name, if its row has one.
pub(super) fn metadata_fn(name: &str) -> Option<MetadataFn> {
    let row = Row::of(name).shape.filter(|row| row.is_metadata_fn())?;
    #[cfg(debug_assertions)]
    let checked = std::sync::atomic::AtomicU32::new(0);
    Some(Arc::new(move |frame, results| {
        #[cfg(debug_assertions)]
        if checked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < CHECKED_CALLS {
            let operands: Vec<Operand<'_>> = frame.inputs.iter().map(|input| Operand::of(input)).collect();
            let call = Call { operands: &operands, attrs: &*frame.attrs, num_results: None, partial: &[] };
            row.check(&call, &row.infer(&call)?)?;
        }
        metadata(row, frame, results)
    }))
}

/// The calls of an op, the first ones, whose answers are compared with those from less knowledge in builds with debug assertions.
#[cfg(debug_assertions)]
const CHECKED_CALLS: u32 = 200;

impl OpEntry {
    /// Dtypes and shapes of the results for operands of which this is known, as the op's own function, its row or its metadata function tells.
    /// `None` if that does not tell all of them, or the call fails.
    pub fn infer_results(
        &self,
        operands: &[StepOperand<'_>],
        attrs: OpAttrsRef<'_>,
        num_results: usize,
    ) -> Option<ResultMetadata> {
        if let Some(infer) = &self.infer {
            return infer(operands, attrs);
        }
        let Some(row) = Row::of(&self.name).shape else {
            let inputs: SmallVec<[&TensorMetadata; 4]> =
                operands.iter().map(|operand| operand.metadata).collect();
            return MetadataFrame { inputs: &inputs, attrs }.results(self.metadata.as_ref()?).ok();
        };
        let mut elements: SmallVec<[Option<Dims>; 4]> = SmallVec::from_elem(None, operands.len());
        for i in row.needed(operands.len()) {
            elements[i] = operands[i].constant.and_then(known_elements);
        }
        let mut known: SmallVec<[Operand<'_>; 4]> = SmallVec::new();
        for (operand, elements) in operands.iter().zip(&elements) {
            known.push(Operand { elements: elements.as_deref(), ..Operand::of(operand.metadata) });
        }
        let call = Call { operands: &known, attrs: &*attrs, num_results: Some(num_results), partial: &[] };
        let mut results = ResultMetadata::new();
        row.metadata(&call, |result| results.push(result)).ok()?;
        Some(results)
    }
}

/// The elements of a constant of integers, or of one whole number.
fn known_elements(tensor: &DenseHostTensor) -> Option<Dims> {
    let number = || match (tensor.values::<f32>(), tensor.values::<f64>()) {
        (Some(&[value]), _) => whole_number(value.into()),
        (_, Some(&[value])) => whole_number(value),
        _ => None,
    };
    tensor.index_values().or_else(|| number().map(|number| Dims::from_elem(number, 1)))
}

/// The dispatch function of the op of this name. If the row tells the results from elements of the arguments, they are the metadata that
/// the dispatch function sees.
pub(super) fn with_elements(name: &str, function: DispatchFn) -> DispatchFn {
    let Some(row) = Row::of(name).shape.filter(|row| row.is_metadata_of_elements()) else { return function };
    Arc::new(move |frame| {
        let mut metadata = ResultMetadata::new();
        of_elements(row, frame, &mut metadata)?;
        let mut call = DispatchFrame {
            args: &mut *frame.args,
            attrs: frame.attrs,
            metadata: &metadata,
            results: &mut *frame.results,
            chain: frame.chain.take(),
            context: frame.context,
        };
        let outcome = function(&mut call);
        frame.chain = call.chain.take();
        outcome
    })
}

/// The elements of an argument that a row needs. Those of 64 bits are the argument's own; others are widened into `room`, which has a
/// place for each element and becomes the rest of it.
#[inline]
fn elements_of<'a>(
    row: &ShapeRow,
    frame: &'a DispatchFrame<'_>,
    i: usize,
    room: &mut &'a mut [i64],
) -> Result<&'a [i64], OpError> {
    let tensor = frame.dense(i)?;
    match tensor.dtype() {
        DType::I32 => widened::<i32>(tensor, room),
        DType::I64 => Ok(tensor.values::<i64>().unwrap_or_default()),
        DType::I8 if row.operands.takes_narrow => widened::<i8>(tensor, room),
        DType::I16 if row.operands.takes_narrow => widened::<i16>(tensor, room),
        DType::UI8 if row.operands.takes_narrow => widened::<u8>(tensor, room),
        // Has the words for the dtype, which it refuses.
        _ => frame.indices(i).map(|_| &[][..]),
    }
}

#[inline]
fn widened<'a, T: Element + Into<i64>>(
    tensor: &DenseHostTensor,
    room: &mut &'a mut [i64],
) -> Result<&'a [i64], OpError> {
    let values = tensor.values::<T>().unwrap_or_default();
    let (to, rest) = std::mem::take(room)
        .split_at_mut_checked(values.len())
        .ok_or("there is no room for the elements of an argument")?;
    to.iter_mut().zip(values).for_each(|(to, &value)| *to = value.into());
    *room = rest;
    Ok(to)
}

/// Adds the results that a row tells from the arguments of a call, all of which are available. This runs at each call of an op: few
/// arguments with few elements need no memory.
fn of_elements(
    row: &ShapeRow,
    frame: &DispatchFrame<'_>,
    results: &mut ResultMetadata,
) -> Result<(), OpError> {
    /// Arguments that need no list on the heap.
    const FEW: usize = 4;
    /// Elements that need no list on the heap.
    const FEW_ELEMENTS: usize = 12;
    let count = frame.num_args();
    row.expect_operands(count)?;
    let (mut few, mut many) = ([Operand::UNKNOWN; FEW], Vec::new());
    let operands = match few.get_mut(..count) {
        Some(few) => few,
        None => {
            many.resize(count, Operand::UNKNOWN);
            &mut many[..]
        }
    };
    for (i, operand) in operands.iter_mut().enumerate() {
        *operand = Operand::of(frame.tensor(i)?.metadata());
    }
    let mut total = 0usize;
    for i in row.needed(count) {
        total = total.saturating_add(operands[i].shape.num_elements().known().unwrap_or(0) as usize);
    }
    let (mut few, mut many) = ([0; FEW_ELEMENTS], Vec::new());
    let mut room = &mut few[..];
    if total > FEW_ELEMENTS {
        let error = || OpError::from(format!("out of memory for {total} elements of arguments"));
        many.try_reserve_exact(total).map_err(|_| error())?;
        many.resize(total, 0);
        room = &mut many[..];
    }
    for i in row.needed(count) {
        operands[i].elements = Some(elements_of(row, frame, i, &mut room)?);
    }
    let call =
        Call { operands, attrs: &*frame.attrs(), num_results: Some(frame.num_results()), partial: &[] };
    row.metadata(&call, |result| results.push(result))
}

/// The dispatch function of the op of this name, with a check of what its row says. Some rows need elements, or leave it to the op to
/// refuse calls: their answer, from the elements of the arguments, is compared with the results of the first calls.
#[cfg(debug_assertions)]
pub(super) fn checked(name: &str, function: DispatchFn) -> DispatchFn {
    /// Elements beyond this number give no shape.
    const MAX_ELEMENTS: usize = 1024;
    use tfrt_ops::shapes::{KnownShape, Outcome};
    let Some(row) = Row::of(name).shape.filter(|row| !row.is_metadata_fn()) else { return function };
    let checked = std::sync::atomic::AtomicU32::new(0);
    Arc::new(move |frame| {
        let count = frame.num_args();
        let of = |i: usize| {
            let tensor = frame.tensor(i).ok()?;
            let is_short = tensor.metadata().shape.num_elements() <= MAX_ELEMENTS;
            let elements = if is_short && row.needs(i, count) { frame.indices(i).ok() } else { None };
            Some((tensor.metadata().clone(), elements))
        };
        let known: Option<Vec<_>> = (0..count).map(of).collect();
        let attrs = frame.attrs();
        function(frame)?;
        let Some(known) = known else { return Ok(()) };
        if checked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= CHECKED_CALLS {
            return Ok(());
        }
        let results = (0..frame.num_results()).map(|i| frame.known_result(i).cloned());
        let Some(results) = results.collect::<Option<Vec<TensorMetadata>>>() else { return Ok(()) };
        let operands: Vec<Operand<'_>> = known
            .iter()
            .map(|(metadata, elements)| Operand { elements: elements.as_deref(), ..Operand::of(metadata) })
            .collect();
        let call =
            Call { operands: &operands, attrs: &*attrs, num_results: Some(results.len()), partial: &[] };
        let answer = results
            .iter()
            .map(|result| Outcome::new(result.dtype, KnownShape::Full(result.shape.clone())))
            .collect();
        Ok(row.check(&call, &answer)?)
    })
}

/// Adds the metadata of the results. Lists of up to three operands are on the stack, as large as they must be: this runs at each call of
/// an op.
#[inline]
fn metadata(row: &ShapeRow, frame: &MetadataFrame<'_>, results: &mut ResultMetadata) -> Result<(), OpError> {
    let mut infer = |operands: &[Operand<'_>]| {
        row.metadata(&Call { operands, attrs: &*frame.attrs, num_results: None, partial: &[] }, |result| {
            results.push(result)
        })
    };
    match frame.inputs {
        [a] => infer(&[Operand::of(a)]),
        [a, b] => infer(&[Operand::of(a), Operand::of(b)]),
        [a, b, c] => infer(&[Operand::of(a), Operand::of(b), Operand::of(c)]),
        inputs => {
            let operands: SmallVec<[Operand<'_>; 6]> =
                inputs.iter().map(|metadata| Operand::of(metadata)).collect();
            infer(&operands)
        }
    }
}
