//! A plan, and its runs.
//!
//! A run does the actions of the plan ([`action`]) in order, on the bytes of its arguments and results and of an arena that it takes for itself.

#![expect(unsafe_code, reason = "steps borrow parts of the arena that do not overlap")]

mod action;

use std::slice;
use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{CompiledRegion, Declined, OnParts, OpContext, TensorHandle};
use tfrt_executor::tensor::{Buffer, DenseHostTensor, Tensor, TensorMetadata};
use tfrt_executor::trace;

use crate::bands::{BandMemory, Stage};
pub(crate) use action::{Action, Home, Place, PlacedCode, RegisteredOp, Source, Traced};
use action::{PlacedBands, PlacedChain, PlacedLink, PlacedPair, PlacedStep};

/// Operands and results of a step that need no list on the heap.
const FEW: usize = 8;

/// The steps of a region, and the places of its values. See the crate's documentation.
pub(crate) struct Plan {
    actions: Box<[Action]>,
    /// For each action.
    traced: Box<[Traced]>,
    /// Values to be copied into results at the end.
    copies: Box<[(Place, usize)]>,
    constants: Arc<[DenseHostTensor]>,
    /// The metadata of the value in each slot.
    slots: Box<[TensorMetadata]>,
    /// Bytes of an arena.
    arena: usize,
    /// Arenas that no run uses.
    arenas: Pool<Buffer>,
    bands: BandMemory,
}

/// Memory that runs take in turn.
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    /// The largest number of arenas that are kept.
    const KEPT: usize = 8;

    /// The arena that another run gave back, or a new one.
    pub(crate) fn take(&self, make: impl FnOnce() -> Option<T>) -> Option<T> {
        let kept = self.0.lock().pop();
        kept.or_else(make)
    }

    /// Keeps what a run has used, unless enough is kept.
    pub(crate) fn give(&self, used: T) {
        let mut kept = self.0.lock();
        if kept.len() < Self::KEPT {
            kept.push(used);
        }
    }
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool(Mutex::default())
    }
}

/// The memory that a run works on.
struct Run<'r> {
    args: &'r [&'r DenseHostTensor],
    constants: &'r [DenseHostTensor],
    results: SmallVec<[(*mut u8, usize); 2]>,
    arena: (*mut u8, usize),
    tensors: Vec<Option<DenseHostTensor>>,
}

impl Plan {
    pub(crate) fn new(
        actions: Vec<(Action, Traced)>,
        copies: Box<[(Place, usize)]>,
        constants: Arc<[DenseHostTensor]>,
        slots: Box<[TensorMetadata]>,
        arena: usize,
    ) -> Plan {
        let (actions, traced): (Vec<Action>, Vec<Traced>) = actions.into_iter().unzip();
        let (actions, traced): (Box<[Action]>, Box<[Traced]>) = (actions.into(), traced.into());
        let bytes = |action: &Action| match action {
            Action::Bands(bands) => bands.bands.memory(),
            _ => 0,
        };
        let bands = BandMemory { bytes: actions.iter().map(bytes).max().unwrap_or(0), kept: Pool::default() };
        Plan { actions, traced, copies, constants, slots, arena, arenas: Pool::default(), bands }
    }
}

impl CompiledRegion for Plan {
    fn run(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        results: &mut [DenseHostTensor],
    ) -> Result<(), Declined> {
        let bytes = |result| DenseHostTensor::bytes_mut(result).ok_or(Declined);
        let mut results: SmallVec<[&mut [u8]; 2]> =
            results.iter_mut().map(bytes).collect::<Result<_, _>>()?;
        self.run_into(context, args, &mut results)
    }
}

impl Plan {
    /// As [`CompiledRegion::run`], into these bytes.
    pub(crate) fn run_into(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let mut arena = self.arenas.take(|| Buffer::uninitialized(self.arena).ok()).ok_or(Declined)?;
        let bytes = arena.bytes_mut().ok_or(Declined)?;
        let arena_place = (bytes.as_mut_ptr(), bytes.len());
        let places = results.iter_mut().map(|bytes| (bytes.as_mut_ptr(), bytes.len())).collect();
        let tensors = vec![None; self.slots.len()];
        let mut run = Run { args, constants: &self.constants, results: places, arena: arena_place, tensors };
        let outcome = self.go(context, &mut run);
        drop(run);
        self.arenas.give(arena);
        outcome
    }

    fn go(&self, context: &dyn OpContext, run: &mut Run<'_>) -> Result<(), Declined> {
        let is_watched = trace::watched();
        for (action, traced) in self.actions.iter().zip(&self.traced) {
            match is_watched {
                true => self.watched(context, action, traced, run)?,
                false => self.act(context, action, run)?,
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

    /// Does one thing, as traces are to say.
    #[cold]
    fn watched(
        &self,
        context: &dyn OpContext,
        action: &Action,
        traced: &Traced,
        run: &mut Run<'_>,
    ) -> Result<(), Declined> {
        // Of a chain, one within the other.
        let mut scopes: SmallVec<[_; 2]> = traced.iter().map(|(op, place)| op.step_scopes(place)).collect();
        let outcome = self.act(context, action, run);
        while scopes.pop().is_some() {}
        outcome
    }

    /// Does one thing, unless the call is cancelled.
    #[inline]
    fn act(&self, context: &dyn OpContext, action: &Action, run: &mut Run<'_>) -> Result<(), Declined> {
        if context.cancelled().is_some() {
            return Err(Declined);
        }
        match action {
            Action::Step(step) => {
                self.fill(&step.slots, run)?;
                run.step(context, step)
            }
            Action::Pair(pair) => {
                self.fill(&pair.slots, run)?;
                run.pair(context, pair)
            }
            Action::Chain(chain) => {
                self.fill(&chain.slots, run)?;
                run.chain(context, chain)
            }
            Action::Bands(bands) => {
                self.fill(&bands.slots, run)?;
                run.bands(context, bands, &self.bands)
            }
            Action::Registered(op) => run.registered(context, op),
        }
    }

    /// Makes the tensors of slots.
    #[inline]
    fn fill(&self, slots: &[usize], run: &mut Run<'_>) -> Result<(), Declined> {
        for &slot in slots {
            let tensor = DenseHostTensor::uninitialized(self.slots[slot].clone());
            run.tensors[slot] = Some(tensor.map_err(|_| Declined)?);
        }
        Ok(())
    }
}

/// The bytes of values that one or two steps read and write.
#[derive(Default)]
struct Borrowed<'b> {
    read: [SmallVec<[&'b [u8]; FEW]>; 2],
    written: SmallVec<[&'b mut [u8]; FEW]>,
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

    /// Notes the bytes of values that are read and of values that are written. The lists are too long to be moved for each step.
    ///
    /// # Safety
    /// The places that are written overlap neither each other nor those that are read, and nothing else is written to any of them while
    /// the bytes are borrowed.
    #[inline]
    unsafe fn borrow<'b>(
        &mut self,
        reads: [&[Place]; 2],
        writes: &[Place],
        to: &mut Borrowed<'b>,
    ) -> Result<(), Declined> {
        for &place in writes {
            let (start, len) = self.write(place)?;
            // SAFETY: `write` gives bytes that exist until the run ends and that this run alone uses. The caller says that nothing else
            // refers to them.
            to.written.push(unsafe { slice::from_raw_parts_mut(start, len) });
        }
        for (read, places) in to.read.iter_mut().zip(reads) {
            for &place in places {
                let (start, len) = self.read(place)?;
                // SAFETY: `read` gives bytes that exist until the run ends. The caller says that they are not written.
                read.push(unsafe { slice::from_raw_parts(start, len) });
            }
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self, context: &dyn OpContext, step: &PlacedStep) -> Result<(), Declined> {
        let mut values = Borrowed::default();
        // SAFETY: `Action::step` has checked that results are apart from each other and from operands; the bytes are borrowed while the step
        // runs, which writes nothing else.
        unsafe { self.borrow([&step.operands, &[]], &step.results, &mut values)? };
        step.code.run(context, &values.read[0], &mut values.written)
    }

    fn pair(&mut self, context: &dyn OpContext, pair: &PlacedPair) -> Result<(), Declined> {
        let PlacedLink { code, operands, replaced } = &pair.follower;
        let (Some(producer), Some(follower)) = (pair.producer.as_producer(), code.as_follower()) else {
            return Err(Declined);
        };
        let mut values = Borrowed::default();
        // SAFETY: `Action::chain` has checked that results are apart from each other and from the operands of both steps; the bytes are
        // borrowed while these run, which write nothing else.
        unsafe { self.borrow([&pair.inputs, operands], &pair.results, &mut values)? };
        let Some((first, others)) = values.written.split_first_mut() else { return Err(Declined) };
        let [inputs, operands] = &values.read;
        let finish = follower.begin(context, operands, *replaced);
        producer.run_then(context, inputs, first, &*finish)?;
        follower.end(context, first, others)
    }

    fn chain(&mut self, context: &dyn OpContext, chain: &PlacedChain) -> Result<(), Declined> {
        let producer = chain.producer.as_producer().ok_or(Declined)?;
        let mut values = Borrowed::default();
        // SAFETY: `Action::chain` has checked that results are apart from each other and from the operands of all steps; the bytes are
        // borrowed while these run, which write nothing else.
        unsafe { self.borrow([&chain.inputs, &[]], &chain.results, &mut values)? };
        let mut read: SmallVec<[Borrowed<'_>; 3]> = SmallVec::new();
        for link in chain.followers.iter().chain(&chain.consumer) {
            let mut operands = Borrowed::default();
            // SAFETY: nothing is written, and the chain's results are apart from these operands.
            unsafe { self.borrow([&link.operands, &[]], &[], &mut operands)? };
            read.push(operands);
        }
        let mut on_parts: SmallVec<[OnParts<'_>; 3]> = SmallVec::new();
        for (link, values) in chain.followers.iter().zip(&read) {
            let follower = link.code.as_follower().ok_or(Declined)?;
            on_parts.push(follower.begin(context, &values.read[0], link.replaced));
        }
        let (inputs, Some((first, others))) = (&values.read[0], values.written.split_first_mut()) else {
            return Err(Declined);
        };
        let Some(link) = &chain.consumer else {
            let finish = |at: usize, part: &mut [u8]| on_parts.iter().for_each(|on_part| on_part(at, part));
            producer.run_then(context, inputs, first, &finish)?;
            let last = chain.followers.last().and_then(|link| link.code.as_follower());
            return last.ok_or(Declined)?.end(context, first, others);
        };
        let consumer = link.code.as_consumer().ok_or(Declined)?;
        let operands = &read.last().ok_or(Declined)?.read[0];
        on_parts.push(consumer.begin(context, operands, link.replaced, first)?);
        let take = |at: usize, part: &mut [u8]| on_parts.iter().for_each(|on_part| on_part(at, part));
        producer.as_strips().ok_or(Declined)?.run_strips(context, inputs, &take)
    }

    fn bands(
        &mut self,
        context: &dyn OpContext,
        bands: &PlacedBands,
        memory: &BandMemory,
    ) -> Result<(), Declined> {
        let mut values = Borrowed::default();
        // SAFETY: `Action::bands` has checked that results are apart from each other and from the operands of all steps; the bytes are
        // borrowed while these run, which write nothing else.
        unsafe { self.borrow([&[], &[]], &bands.results, &mut values)? };
        let mut read: SmallVec<[SmallVec<[Borrowed<'_>; 2]>; 3]> = SmallVec::new();
        for stage in &bands.stages {
            let places =
                std::iter::once(&stage.operands).chain(stage.followers.iter().map(|link| &link.operands));
            let mut of_stage = SmallVec::new();
            for places in places {
                let mut operands = Borrowed::default();
                // SAFETY: nothing is written, and the results are apart from these operands.
                unsafe { self.borrow([places, &[]], &[], &mut operands)? };
                of_stage.push(operands);
            }
            read.push(of_stage);
        }
        let mut stages: SmallVec<[Stage<'_>; 3]> = SmallVec::new();
        for (stage, read) in bands.stages.iter().zip(&read) {
            let (own, others) = read.split_first().ok_or(Declined)?;
            let mut on_parts = SmallVec::new();
            for (link, values) in stage.followers.iter().zip(others) {
                let follower = link.code.as_follower().ok_or(Declined)?;
                on_parts.push(follower.begin(context, &values.read[0], link.replaced));
            }
            let code = stage.code.as_banded().ok_or(Declined)?;
            stages.push(Stage { code, operands: &own.read[0], on_parts });
        }
        let [result] = &mut values.written[..] else { return Err(Declined) };
        let first = stages.first().ok_or(Declined)?;
        let images = *first.operands.get(first.code.banding().operand).ok_or(Declined)?;
        bands.bands.run(context, &stages, images, result, memory)
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
