//! Prepared steps: ops for operands of known dtypes and shapes, that write into buffers which they are given.
//!
//! An op may have, beside its dispatch function, a [`PrepareFn`]. From the metadata of operands and results, the attributes and the operands
//! that are constants, it makes a [`Step`] that computes the same results, bit for bit or within a stated bound, any number of times and on
//! several threads at once. A step gets the bytes of its operands and of its results; it makes no tensors, runs no shape function and looks at
//! no attribute. What depends on constants alone is done when it is made, or when it first runs: factors of products are packed then.
//!
//! A step never reports an error. Where the op might fail, or where a step gains nothing, the op is not prepared, or the step is
//! [`Declined`] when it runs: then the caller runs the op itself, which reports what is wrong.

use std::ops::Range;
use std::sync::Arc;

use tfrt_ops::TargetCpu;

use super::OpError;
use super::attrs::OpAttrsRef;
use super::context::OpContext;
use super::dispatch::DispatchFrame;
use super::handle::TensorHandle;
use super::metadata_fn::ResultMetadata;
use super::registry::OpEntry;
use crate::device::DeviceRef;
use crate::host::Host;
use crate::jit::JitCompiler;
use crate::request::RequestContext;
use crate::tensor::{DenseHostTensor, Tensor, TensorMetadata};
use crate::trace::{self, Level};
use crate::value::{Error, ErrorCode, SourceLocation, Value};

/// An operand of an op that is to be prepared.
#[derive(Debug, Clone, Copy)]
pub struct StepOperand<'a> {
    /// Its dtype and shape.
    pub metadata: &'a TensorMetadata,
    /// The tensor that it always is, if it is a constant.
    pub constant: Option<&'a DenseHostTensor>,
}

/// Tells dtypes and shapes of an op's results, as far as they follow from this: all of them, or none.
pub type InferFn = Arc<dyn Fn(&[StepOperand<'_>], OpAttrsRef<'_>) -> Option<ResultMetadata> + Send + Sync>;

/// The knowledge about an op when it is prepared.
#[derive(Clone, Copy)]
pub struct StepSpec<'a> {
    /// The operands.
    pub operands: &'a [StepOperand<'a>],
    /// Dtype and shape of each result. The caller has checked neither them nor those of the operands against the op's shape function.
    pub results: &'a [TensorMetadata],
    /// The attributes.
    pub attrs: OpAttrsRef<'a>,
    /// Host and compiler of the first call, for what is made now.
    pub context: &'a dyn OpContext,
}

impl std::fmt::Debug for StepSpec<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spec = &mut f.debug_struct("StepSpec");
        spec.field("operands", &self.operands).field("results", &self.results).finish_non_exhaustive()
    }
}

/// The step did not compute its results; they have unspecified contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declined;

/// Bytes that are no elements of the dtype that a step was made for.
impl From<bytemuck::PodCastError> for Declined {
    fn from(_: bytemuck::PodCastError) -> Declined {
        Declined
    }
}

/// An op for certain operands. See the module.
pub trait Step: Send + Sync {
    /// Computes the results. Operands and results have as many bytes as their metadata says, and are aligned for every dtype's elements;
    /// results do not overlap anything.
    ///
    /// # Errors
    /// [`Declined`], if the op must run as usual.
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined>;

    /// Makes now what the first run on a processor would make of constants alone and leave with them (see
    /// [`Derived`](crate::tensor::buffer::Derived)).
    fn pack(&self, _target: TargetCpu, _context: &dyn OpContext) {}

    /// The step as a producer, if it is one.
    fn as_producer(&self) -> Option<&dyn Producer> {
        None
    }

    /// The step as a follower, if it is one.
    fn as_follower(&self) -> Option<&dyn Follower> {
        None
    }

    /// The step as a consumer, if it is one.
    fn as_consumer(&self) -> Option<&dyn Consumer> {
        None
    }

    /// The step as one that works on bands of images, if it is one.
    fn as_banded(&self) -> Option<&dyn Banded> {
        None
    }
}

/// Works on a part of a result: the number of its first byte, and its bytes. Threads call it, each for parts of its own.
pub type FinishPart<'a> = &'a (dyn Fn(usize, &mut [u8]) + Sync);

/// A function that works on parts, made for a run.
pub type OnParts<'a> = Box<dyn Fn(usize, &mut [u8]) + Sync + 'a>;

/// A step that can hand out its only result in parts while they are in a cache.
pub trait Producer: Step {
    /// As [`Step::run`], and calls `finish` for parts of the result as soon as they are there. Each byte is in one part; elements are whole.
    ///
    /// # Errors
    /// [`Declined`], as [`Step::run`].
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined>;

    /// Whether parts are whole rows, which are along the last dimension.
    fn gives_rows(&self) -> bool {
        false
    }

    /// The step as one that can do without memory for its result.
    fn as_strips(&self) -> Option<&dyn Strips> {
        None
    }
}

/// A producer whose result is nowhere as a whole.
pub trait Strips: Producer {
    /// As [`Producer::run_then`], with each part, which is whole rows, in memory that other parts use before and after.
    ///
    /// # Errors
    /// [`Declined`], as [`Step::run`]; parts may have been taken before.
    fn run_strips(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        take: FinishPart<'_>,
    ) -> Result<(), Declined>;
}

/// A step that can compute its only result from the rows of an operand, which come in parts, in any order.
pub trait Consumer: Step {
    /// Whether it can take this operand so.
    fn takes(&self, operand: usize) -> bool;

    /// Gets ready for a run, and gives what takes parts of the operand `taken`, which are whole rows. The list of operands has anything in
    /// the place of this one. The result is there when each row has been taken.
    ///
    /// # Errors
    /// [`Declined`], as [`Step::run`].
    fn begin<'a>(
        &'a self,
        context: &dyn OpContext,
        operands: &'a [&'a [u8]],
        taken: usize,
        result: &'a mut [u8],
    ) -> Result<OnParts<'a>, Declined>;
}

/// A step that can compute its first result in the place of an operand, part by part, and any others from the first.
pub trait Follower: Step {
    /// Whether its first result can take the place of this operand: they have as many elements of one dtype, and each depends on that element
    /// of the operand only, or on those of its row.
    fn replaces(&self, operand: usize) -> bool;

    /// Whether parts must be whole rows, which are along the last dimension: each element depends on its row of the operand.
    fn needs_rows(&self) -> bool {
        false
    }

    /// Gets ready for a run, and gives what has parts of the operand `replaced` become parts of the first result. The list of operands has
    /// anything in the place of this one.
    fn begin<'a>(&'a self, context: &dyn OpContext, operands: &'a [&'a [u8]], replaced: usize)
    -> OnParts<'a>;

    /// Computes the results but the first.
    ///
    /// # Errors
    /// [`Declined`], as [`Step::run`].
    fn end(&self, context: &dyn OpContext, first: &[u8], others: &mut [&mut [u8]]) -> Result<(), Declined>;
}

/// The images of a step that works on bands of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Banding {
    /// The operand that comes in bands.
    pub operand: usize,
    /// The number of images of the operand and the result, one after the other.
    pub images: usize,
    /// Rows of an image of the operand, and of the result.
    pub rows: [usize; 2],
    /// Bytes of such a row.
    pub row_bytes: [usize; 2],
    /// Bytes of the other operands, all of which every band reads.
    pub others: usize,
}

/// A step that can compute some rows of an image of its only result from some rows of an operand's image: other rows may be nowhere.
pub trait Banded: Step {
    /// The images.
    fn banding(&self) -> Banding;

    /// The rows of the operand that these rows of the result, at least one, depend on. The first and the last of them do not lie before
    /// those of earlier rows.
    fn reads(&self, rows: Range<usize>) -> Range<usize>;

    /// Computes rows of the result on the caller's thread, and calls `finish`, if it is given, for parts of them as soon as they are there; places
    /// are counted from the first of the rows. `band` are the rows of the operand that they depend on. The list of operands has anything in its place.
    ///
    /// # Errors
    /// [`Declined`], as [`Step::run`].
    fn run_band(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        band: &[u8],
        rows: Range<usize>,
        result: &mut [u8],
        finish: Option<FinishPart<'_>>,
    ) -> Result<(), Declined>;
}

/// The form that an op takes for certain operands.
pub enum Prepared {
    /// Its only result has the bytes of this operand.
    Same(usize),
    /// Its only result is this tensor, whatever the elements of the operands are.
    Known(DenseHostTensor),
    /// It is computed.
    Step(Box<dyn Step>),
}

/// A step that is a function.
struct FunctionStep<F>(F);

impl<F> Step for FunctionStep<F>
where
    F: Fn(&dyn OpContext, &[&[u8]], &mut [&mut [u8]]) -> Result<(), Declined> + Send + Sync,
{
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        (self.0)(context, operands, results)
    }
}

impl Prepared {
    /// An op that is computed by a function, as [`Step::run`] says.
    pub fn step<F>(run: F) -> Prepared
    where
        F: Fn(&dyn OpContext, &[&[u8]], &mut [&mut [u8]]) -> Result<(), Declined> + Send + Sync + 'static,
    {
        Prepared::Step(Box::new(FunctionStep(run)))
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Prepared::Same(operand) => f.debug_tuple("Same").field(operand).finish(),
            Prepared::Known(tensor) => f.debug_tuple("Known").field(tensor.metadata()).finish(),
            Prepared::Step(_) => f.write_str("Step"),
        }
    }
}

/// Prepares an op; `None` if it runs as usual for these operands.
pub type PrepareFn = Arc<dyn Fn(&StepSpec<'_>) -> Option<Prepared> + Send + Sync>;

impl OpEntry {
    /// The scopes of a run of this op as a step of a region, in traces and in recordings. The place is empty if it is not known.
    #[cold]
    #[must_use = "the scopes end when they are dropped"]
    pub fn step_scopes(&self, place: &str) -> [Option<trace::Scope>; 2] {
        let labels = || self.labels.of(&self.name);
        [
            trace::labelled(Level::Default, || labels().call),
            trace::op(|| labels().op, || (!place.is_empty()).then(|| place.to_owned())),
        ]
    }

    /// Runs the op's dispatch function on tensors that are there; the caller knows the metadata of the results. The arguments are moved out as
    /// far as the op takes them. Errors are not reported.
    ///
    /// # Errors
    /// [`Declined`], if a result is no dense tensor of its metadata that is there now.
    pub fn run_unreported(
        &self,
        context: &dyn OpContext,
        args: &mut [TensorHandle],
        attrs: OpAttrsRef<'_>,
        metadata: &[TensorMetadata],
        results: &mut [TensorHandle],
    ) -> Result<(), Declined> {
        let function = self.dispatch.as_ref().filter(|_| !self.flags.side_effects).ok_or(Declined)?;
        let context = &StepContext { inner: context, place: None };
        let mut frame = DispatchFrame { args, attrs, metadata, results, chain: None, context };
        function(&mut frame).map_err(|_| Declined)?;
        let is_there = |(result, metadata): (&TensorHandle, &TensorMetadata)| match result.tensor() {
            Some(Tensor::Dense(dense)) => result.device() == DeviceRef::HOST && dense.metadata() == metadata,
            _ => false,
        };
        let all = results.len() == metadata.len() && results.iter().zip(metadata).all(is_there);
        if all { Ok(()) } else { Err(Declined) }
    }
}

/// The place of an op that runs as a part of another one.
#[derive(Clone)]
pub(super) struct Place {
    /// The op's name.
    pub(super) op: Arc<str>,
    /// `file:line:column`, `loc("name")`, or nothing.
    pub(super) location: Arc<str>,
}

/// The context of an op that runs as a part of another one: its errors are reported at its own place, or, without a place, not at all.
pub(super) struct StepContext<C> {
    pub(super) inner: C,
    pub(super) place: Option<Place>,
}

/// A context that another one refers to, borrowed or shared.
pub(super) trait Inner: Send + Sync {
    fn get(&self) -> &(dyn OpContext + '_);
}

impl Inner for &dyn OpContext {
    fn get(&self) -> &(dyn OpContext + '_) {
        *self
    }
}

impl Inner for Arc<dyn OpContext> {
    fn get(&self) -> &(dyn OpContext + '_) {
        &**self
    }
}

impl<C: Inner> OpContext for StepContext<C> {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        match &self.place {
            Some(place) => {
                self.inner.get().report_at(&place.location, &place.op, code, message.to_owned().into())
            }
            None => Error::new(code, message, SourceLocation::Unknown),
        }
    }

    fn report_op(&self, op: &str, code: ErrorCode, error: OpError) -> Error {
        match &self.place {
            Some(place) => self.inner.get().report_at(&place.location, op, code, error),
            None => Error::new(code, error.message(), SourceLocation::Unknown),
        }
    }

    fn report_at(&self, location: &str, op: &str, code: ErrorCode, error: OpError) -> Error {
        match &self.place {
            Some(place) if location.is_empty() => {
                self.inner.get().report_at(&place.location, op, code, error)
            }
            Some(_) => self.inner.get().report_at(location, op, code, error),
            None => Error::new(code, error.message(), SourceLocation::Unknown),
        }
    }

    fn location(&self) -> SourceLocation {
        let own = self.place.as_ref().and_then(|place| SourceLocation::parse(&place.location));
        own.unwrap_or_else(|| self.inner.get().location())
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.inner.get().jit()
    }

    fn cancelled(&self) -> Option<Error> {
        self.inner.get().cancelled()
    }

    fn cancelled_op(&self, op: &str) -> Option<Error> {
        match &self.place {
            Some(_) => self.inner.get().cancelled_op(op),
            None => self.inner.get().cancelled(),
        }
    }

    fn request(&self) -> RequestContext {
        self.inner.get().request()
    }

    fn enqueue(&self, task: Box<dyn FnOnce() + Send>) {
        self.inner.get().enqueue(task);
    }

    fn host(&self) -> Option<&Host> {
        self.inner.get().host()
    }

    fn wait(&self, values: &[Value]) {
        self.inner.get().wait(values);
    }

    fn share(&self) -> Arc<dyn OpContext> {
        Arc::new(StepContext { inner: self.inner.get().share(), place: self.place.clone() })
    }
}
