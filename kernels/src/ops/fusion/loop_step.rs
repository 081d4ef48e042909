//! Fused ops as steps of plans.
//!
//! A loop can take one of its operands part by part: in the place of its result, if the elements of both have one size ([`Follower`]), or from
//! memory that is used again ([`Consumer`]).

#![expect(unsafe_code, reason = "loops work on the memory of tensors")]

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    Consumer, Declined, Follower, OnParts, OpContext, Prepared, Step, StepSpec,
};
use tfrt_executor::tensor::{Dims, TensorMetadata};

use super::Fused;
use super::plan::{Inputs, Part, Plan, Shared};
use super::special::{Kind, rows};

/// A fused op as a step.
struct LoopStep {
    name: Box<str>,
    kind: Kind,
    /// Whether the loop's result may take the place of each operand.
    replaces: SmallVec<[bool; 6]>,
    /// Whether each other operand may come in parts.
    takes: SmallVec<[bool; 6]>,
}

/// A fused op for these operands as a step, if it runs as a loop or row by row.
pub(super) fn step(fused: &Fused, spec: &StepSpec<'_>) -> Option<Prepared> {
    if spec.operands.len() != fused.num_args {
        return None;
    }
    let inputs: SmallVec<[TensorMetadata; 4]> =
        spec.operands.iter().map(|operand| operand.metadata.clone()).collect();
    let axes: SmallVec<[Dims; 2]> = fused
        .axes
        .iter()
        .map(|&axes| spec.operands.get(usize::from(axes))?.constant?.index_values())
        .collect::<Option<_>>()?;
    let kind = match Kind::new(fused, &inputs, &axes)? {
        Kind::Before(..) => Kind::of_columns(fused, &inputs, &axes)?,
        kind => kind,
    };
    let (Kind::Loop(results, _)
    | Kind::Rows(results, ..)
    | Kind::Columns(results, ..)
    | Kind::RowWise(results, _)) = &kind
    else {
        return None;
    };
    if results[..] != *spec.results {
        return None;
    }
    let replaces: SmallVec<[bool; 6]> = match &kind {
        Kind::Loop(results, plan) | Kind::Columns(results, plan, _) => {
            let dtype = results.first()?.dtype;
            (0..inputs.len()).map(|i| inputs[i].dtype == dtype && plan.replaces(i)).collect()
        }
        Kind::RowWise(results, passes) => {
            let of_last = |metadata: &TensorMetadata| {
                let last = metadata.shape.rank().checked_sub(1);
                last.is_some_and(|last| metadata.shape.dim(last) as usize == passes.row_length())
            };
            // An argument of the result's shape has all rows.
            let replaces =
                |i: usize| results[..] == inputs[i..=i] && of_last(&inputs[i]) && passes.replaces(i);
            (0..inputs.len()).map(replaces).collect()
        }
        _ => SmallVec::from_elem(false, inputs.len()),
    };
    let takes = |i: usize| matches!(&kind, Kind::Loop(_, plan) if plan.takes(i)) && !replaces[i];
    let takes = (0..inputs.len()).map(takes).collect();
    Some(Prepared::Step(Box::new(LoopStep { name: fused.name.clone(), kind, replaces, takes })))
}

impl Step for LoopStep {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let mut pointers: SmallVec<[*const u8; 6]> = operands.iter().map(|bytes| bytes.as_ptr()).collect();
        let Some((last, others)) = results.split_last_mut() else { return Err(Declined) };
        pointers.extend(others.iter_mut().map(|bytes| bytes.as_mut_ptr().cast_const()));
        match &self.kind {
            Kind::Loop(_, plan) => {
                plan.prepare(context, &self.name);
                // SAFETY: operands and results have the bytes of the metadata that the loop was made for, and results overlap nothing.
                unsafe { plan.run_all(context, pointers, last.as_mut_ptr()) }
            }
            Kind::RowWise(_, passes) => {
                passes.prepare(context, &self.name);
                // SAFETY: operands and results have the bytes of the metadata that the passes were made for, and results overlap nothing.
                unsafe { passes.run_all(context, pointers, last.as_mut_ptr()) }
            }
            Kind::Rows(_, plan, reduction, length) => {
                plan.prepare(context, &self.name);
                let results = bytemuck::try_cast_slice_mut(last)?;
                rows(context, plan, &Inputs(pointers), *reduction, *length, results);
            }
            Kind::Columns(_, plan, columns) => {
                plan.prepare(context, &self.name);
                let [whole, reduced] = results else { return Err(Declined) };
                pointers.truncate(operands.len());
                // SAFETY: operands and the first result have the bytes of the metadata that the loop was made for, and results overlap nothing.
                unsafe { plan.run_all(context, pointers, whole.as_mut_ptr()) }
                columns.run(
                    context,
                    bytemuck::try_cast_slice(whole)?,
                    bytemuck::try_cast_slice_mut(reduced)?,
                );
            }
            Kind::OneByOne | Kind::Before(..) | Kind::Stages => return Err(Declined),
        }
        Ok(())
    }

    fn as_follower(&self) -> Option<&dyn Follower> {
        self.replaces.contains(&true).then_some(self)
    }

    fn as_consumer(&self) -> Option<&dyn Consumer> {
        self.takes.contains(&true).then_some(self)
    }
}

impl Consumer for LoopStep {
    fn takes(&self, operand: usize) -> bool {
        self.takes.get(operand) == Some(&true)
    }

    fn begin<'a>(
        &'a self,
        context: &dyn OpContext,
        operands: &'a [&'a [u8]],
        taken: usize,
        result: &'a mut [u8],
    ) -> Result<OnParts<'a>, Declined> {
        let plan = self.plan().filter(|_| Consumer::takes(self, taken)).ok_or(Declined)?;
        Ok(self.on_parts(plan, context, operands, taken, Some(result)))
    }
}

impl LoopStep {
    fn plan(&self) -> Option<&Plan> {
        match &self.kind {
            Kind::Loop(_, plan) | Kind::Columns(_, plan, _) => Some(plan),
            _ => None,
        }
    }

    /// Runs the loop for parts of an operand that [may come so](Plan::takes), into the result, or, without one, each in its own place, which the loop
    /// [replaces](Plan::replaces).
    fn on_parts<'a>(
        &'a self,
        plan: &'a Plan,
        context: &dyn OpContext,
        operands: &'a [&'a [u8]],
        input: usize,
        result: Option<&'a mut [u8]>,
    ) -> OnParts<'a> {
        plan.prepare(context, &self.name);
        let pointers = Inputs(operands.iter().map(|bytes| bytes.as_ptr()).collect());
        // SAFETY: operands have the bytes of the metadata that the loop was made for, and are borrowed as long as the copies are used; of the one that comes
        // in parts, which has all elements, the layout keeps no more than the pointer.
        let laid = unsafe { plan.lay_out(&pointers.0) };
        let result = result.map(|bytes| Shared(bytes.as_mut_ptr()));
        Box::new(move |first, bytes| {
            let (pointers, result) = (&pointers, &result);
            let range = plan.elements(input, first..first + bytes.len());
            let start = bytes.as_mut_ptr();
            let part = Part { input, start: start.cast_const() };
            // SAFETY: operands and the result have the bytes of the metadata that the loop was made for, and are borrowed as long as their pointers are used.
            // The part has the operand's elements in this range, which are in no other part, and is borrowed mutably: it overlaps nothing, and neither do
            // the result's elements in this range.
            unsafe {
                let to = result.as_ref().map_or(start, |result| plan.place(result.0, range.start));
                plan.run_part(range, &pointers.0, part, laid.as_ref(), to);
            }
        })
    }
}

impl Follower for LoopStep {
    fn replaces(&self, operand: usize) -> bool {
        self.replaces.get(operand) == Some(&true)
    }

    fn needs_rows(&self) -> bool {
        matches!(self.kind, Kind::RowWise(..))
    }

    fn begin<'a>(
        &'a self,
        context: &dyn OpContext,
        operands: &'a [&'a [u8]],
        replaced: usize,
    ) -> OnParts<'a> {
        if let Kind::RowWise(_, passes) = &self.kind {
            passes.prepare(context, &self.name);
            let pointers = Inputs(operands.iter().map(|bytes| bytes.as_ptr()).collect());
            return Box::new(move |first, part| {
                let pointers = &pointers;
                // SAFETY: operands have the bytes of the metadata that the passes were made for, and are borrowed as long as the pointers are
                // used; `part` is borrowed mutably and has whole rows, those of the operand that is replaced.
                unsafe { passes.run_part(first, &pointers.0, replaced, part) }
            });
        }
        match self.plan().filter(|_| self.replaces(replaced)) {
            Some(plan) => self.on_parts(plan, context, operands, replaced, None),
            None => Box::new(|_, _| ()),
        }
    }

    fn end(&self, context: &dyn OpContext, first: &[u8], others: &mut [&mut [u8]]) -> Result<(), Declined> {
        match (&self.kind, others) {
            (Kind::Columns(_, _, columns), [reduced]) => {
                columns.run(
                    context,
                    bytemuck::try_cast_slice(first)?,
                    bytemuck::try_cast_slice_mut(reduced)?,
                );
                Ok(())
            }
            (_, []) => Ok(()),
            _ => Err(Declined),
        }
    }
}
