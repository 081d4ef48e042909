//! A plan, and its runs.

#![expect(unsafe_code, reason = "steps borrow parts of the arena that do not overlap")]

use std::slice;
use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{CompiledRegion, Declined, OpContext, RegionMember, Step, TensorHandle};
use tfrt_executor::tensor::{Buffer, DenseHostTensor, Tensor, TensorMetadata};

/// Arenas that a plan keeps at most.
const KEPT: usize = 8;

/// Operands and results of a step that need no list on the heap.
const FEW: usize = 8;

/// Where the bytes of a value are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In an argument of the run.
    Arg(usize),
    /// In a constant of the region.
    Constant(usize),
    /// In a result of the run.
    Result(usize),
    /// In the arena, from this byte on.
    Arena(usize),
    /// In a tensor of their own.
    Tensor(usize),
}

/// Where a value is, and its bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) home: Home,
    pub(crate) size: usize,
}

impl Place {
    /// Whether no byte is in both, whatever the run.
    fn is_apart(self, other: Place) -> bool {
        match (self.home, other.home) {
            (Home::Arena(a), Home::Arena(b)) => {
                // Compile time has checked that places end.
                a.saturating_add(self.size) <= b || b.saturating_add(other.size) <= a
            }
            (a, b) => a != b,
        }
    }
}

/// A value that an op takes as a tensor.
pub(crate) struct Source {
    pub(crate) home: Home,
    pub(crate) metadata: TensorMetadata,
    /// Whether nothing uses it after the op.
    pub(crate) is_last: bool,
}

/// An op that runs as it is registered, on tensors.
pub(crate) struct RegisteredOp {
    pub(crate) member: RegionMember,
    pub(crate) operands: Box<[Source]>,
    pub(crate) metadata: Box<[TensorMetadata]>,
    /// The slot of each result.
    pub(crate) slots: Box<[usize]>,
}

/// A step whose results overlap neither each other nor its operands.
pub(crate) struct PlacedStep {
    code: Box<dyn Step>,
    operands: Box<[Place]>,
    results: Box<[Place]>,
    /// Slots of results, whose tensors are made before the step.
    slots: Box<[usize]>,
}

/// One of the things that a run does, in order.
pub(crate) enum Action {
    Step(PlacedStep),
    Registered(Box<RegisteredOp>),
}

impl Action {
    /// A step on values in these places; `None` if a result is where it cannot be.
    pub(crate) fn step(code: Box<dyn Step>, operands: Box<[Place]>, results: Box<[Place]>) -> Option<Action> {
        for (i, result) in results.iter().enumerate() {
            let others = operands.iter().chain(&results[i + 1..]);
            if matches!(result.home, Home::Arg(_) | Home::Constant(_))
                || !others.into_iter().all(|&other| result.is_apart(other))
            {
                return None;
            }
        }
        let slot = |place: &Place| match place.home {
            Home::Tensor(slot) => Some(slot),
            _ => None,
        };
        let slots = results.iter().filter_map(slot).collect();
        Some(Action::Step(PlacedStep { code, operands, results, slots }))
    }
}

/// The steps of a region, and the places of its values. See the crate's documentation.
pub(crate) struct Plan {
    actions: Box<[Action]>,
    /// Values to be copied into results at the end.
    copies: Box<[(Place, usize)]>,
    constants: Arc<[DenseHostTensor]>,
    /// The metadata of the value in each slot.
    slots: Box<[TensorMetadata]>,
    /// Bytes of an arena.
    arena: usize,
    /// Arenas that no run uses.
    arenas: Mutex<Vec<Buffer>>,
}

/// What a run works on.
struct Run<'r> {
    args: &'r [&'r DenseHostTensor],
    constants: &'r [DenseHostTensor],
    results: SmallVec<[(*mut u8, usize); 2]>,
    arena: (*mut u8, usize),
    tensors: Vec<Option<DenseHostTensor>>,
}

impl Plan {
    pub(crate) fn new(
        actions: Vec<Action>,
        copies: Box<[(Place, usize)]>,
        constants: Arc<[DenseHostTensor]>,
        slots: Box<[TensorMetadata]>,
        arena: usize,
    ) -> Plan {
        Plan { actions: actions.into(), copies, constants, slots, arena, arenas: Mutex::default() }
    }
}

impl CompiledRegion for Plan {
    fn run(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        results: &mut [DenseHostTensor],
    ) -> Result<(), Declined> {
        let mut arena = match self.arenas.lock().pop() {
            Some(arena) => arena,
            None => Buffer::uninitialized(self.arena).map_err(|_| Declined)?,
        };
        let bytes = arena.bytes_mut().ok_or(Declined)?;
        let arena_place = (bytes.as_mut_ptr(), bytes.len());
        let mut places = SmallVec::new();
        for result in results {
            let bytes = result.bytes_mut().ok_or(Declined)?;
            places.push((bytes.as_mut_ptr(), bytes.len()));
        }
        let tensors = vec![None; self.slots.len()];
        let mut run = Run { args, constants: &self.constants, results: places, arena: arena_place, tensors };
        let outcome = self.go(context, &mut run);
        drop(run);
        let mut arenas = self.arenas.lock();
        if arenas.len() < KEPT {
            arenas.push(arena);
        }
        outcome
    }
}

impl Plan {
    fn go(&self, context: &dyn OpContext, run: &mut Run<'_>) -> Result<(), Declined> {
        for action in &self.actions {
            if context.cancelled().is_some() {
                return Err(Declined);
            }
            match action {
                Action::Step(step) => {
                    for &slot in &step.slots {
                        let tensor = DenseHostTensor::uninitialized(self.slots[slot].clone());
                        run.tensors[slot] = Some(tensor.map_err(|_| Declined)?);
                    }
                    run.step(context, step)?;
                }
                Action::Registered(op) => run.registered(context, op)?,
            }
        }
        for &(from, to) in &self.copies {
            let to = Place { home: Home::Result(to), size: from.size };
            let (from, to) = (run.read(from)?, run.write(to)?);
            // SAFETY: values to copy are in arguments, constants, tensors, or in other results, all of which are apart from the result that
            // has no other home; both have so many bytes.
            unsafe { to.0.copy_from_nonoverlapping(from.0, from.1) };
        }
        Ok(())
    }
}

impl Run<'_> {
    /// Start and length of a value that is read. The length is that of the place.
    #[inline]
    fn read(&self, place: Place) -> Result<(*const u8, usize), Declined> {
        let (start, len, at) = match place.home {
            Home::Arg(arg) => {
                let bytes = self.args.get(arg).ok_or(Declined)?.bytes();
                (bytes.as_ptr(), bytes.len(), 0)
            }
            Home::Constant(constant) => {
                let bytes = self.constants[constant].bytes();
                (bytes.as_ptr(), bytes.len(), 0)
            }
            Home::Result(result) => (self.results[result].0.cast_const(), self.results[result].1, 0),
            Home::Arena(at) => (self.arena.0.cast_const(), self.arena.1, at),
            Home::Tensor(slot) => {
                let bytes = self.tensors[slot].as_ref().ok_or(Declined)?.bytes();
                (bytes.as_ptr(), bytes.len(), 0)
            }
        };
        if len.checked_sub(at).is_none_or(|left| left < place.size) {
            return Err(Declined);
        }
        // SAFETY: the place is within these bytes.
        Ok((unsafe { start.add(at) }, place.size))
    }

    /// Start and length of a value that is written.
    #[inline]
    fn write(&mut self, place: Place) -> Result<(*mut u8, usize), Declined> {
        let (start, len, at) = match place.home {
            Home::Arg(_) | Home::Constant(_) => return Err(Declined),
            Home::Result(result) => (self.results[result].0, self.results[result].1, 0),
            Home::Arena(at) => (self.arena.0, self.arena.1, at),
            Home::Tensor(slot) => {
                let bytes = self.tensors[slot].as_mut().and_then(DenseHostTensor::bytes_mut);
                let bytes = bytes.ok_or(Declined)?;
                (bytes.as_mut_ptr(), bytes.len(), 0)
            }
        };
        if len.checked_sub(at).is_none_or(|left| left < place.size) {
            return Err(Declined);
        }
        // SAFETY: the place is within these bytes.
        Ok((unsafe { start.add(at) }, place.size))
    }

    #[inline]
    fn step(&mut self, context: &dyn OpContext, step: &PlacedStep) -> Result<(), Declined> {
        let mut results: SmallVec<[&mut [u8]; FEW]> = SmallVec::new();
        for &place in &step.results {
            let (start, len) = self.write(place)?;
            // SAFETY: `write` gives bytes that exist until the run ends and that this run alone uses. `Action::step` has checked that no result
            // overlaps another value of the step, so nothing else refers to the bytes while the step runs.
            results.push(unsafe { slice::from_raw_parts_mut(start, len) });
        }
        let mut operands: SmallVec<[&[u8]; FEW]> = SmallVec::new();
        for &place in &step.operands {
            let (start, len) = self.read(place)?;
            // SAFETY: `read` gives bytes that exist until the run ends. No result of the step overlaps them, and nothing else is
            // written while the step runs.
            operands.push(unsafe { slice::from_raw_parts(start, len) });
        }
        step.code.run(context, &operands, &mut results)
    }

    /// Runs an op on tensors, and puts those that it gives into their slots.
    #[cold]
    fn registered(&mut self, context: &dyn OpContext, op: &RegisteredOp) -> Result<(), Declined> {
        let mut args: SmallVec<[TensorHandle; 6]> = SmallVec::new();
        for source in &op.operands {
            let tensor = match source.home {
                Home::Arg(arg) => (*self.args.get(arg).ok_or(Declined)?).clone(),
                Home::Constant(constant) => self.constants[constant].clone(),
                Home::Tensor(slot) if source.is_last => self.tensors[slot].take().ok_or(Declined)?,
                Home::Tensor(slot) => self.tensors[slot].clone().ok_or(Declined)?,
                Home::Result(_) | Home::Arena(_) => return Err(Declined),
            };
            let tensor = match tensor.shape() == &source.metadata.shape {
                true => tensor,
                false => tensor.into_reshaped(source.metadata.shape.clone()).map_err(|_| Declined)?,
            };
            args.push(TensorHandle::new(tensor));
        }
        let mut results: SmallVec<[TensorHandle; 2]> =
            op.slots.iter().map(|_| TensorHandle::default()).collect();
        let attrs = op.member.attrs.as_ref();
        op.member.entry.run_unreported(context, &mut args, attrs, &op.metadata, &mut results)?;
        drop(args);
        for (&slot, result) in op.slots.iter().zip(results) {
            let Ok(Ok(Tensor::Dense(dense))) = result.into_result() else { return Err(Declined) };
            self.tensors[slot] = Some(dense);
        }
        Ok(())
    }
}
