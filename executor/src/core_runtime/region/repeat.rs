//! Loops: a region runs as long as another one says so.
//!
//! The attributes of a [`LOOP_OP`] are two regions, `cond` and `body`, as pairs of name and value, and `carries`, a number for each value
//! that the loop carries. Both regions take all of these; the first gives a truth value, and the second those of the next round that are
//! new. A carried value is the body's result of its number; below zero, it is the carried value `-1 - number` of the round before; the
//! numbers after those of the results are the body's constants. All shapes are fixed.
//!
//! The backend's code for both regions is found once for a call. Results of the body are written to tensors that no round needs any more, so a
//! round allocates nothing. After many rounds the backend is asked for code of the loop as a whole, which then runs as many rounds at a time as
//! it can. Where the backend declines, the ops of the round and of all after it run one by one, on what the rounds
//! before have given: results and errors are those of functions that are called in each round. Such calls are strict: a carried value that has
//! failed fails the loop.

use std::collections::hash_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::run::Bound;
use super::{CarriedNext, CompiledRegion, LOOP_OP, LoopRegions, OpenRegion, Region, RegionLoop, attrs_of};
use crate::core_runtime::OpError;
use crate::core_runtime::attrs::{OpAttrs, OpAttrsRef};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::cpu::forward;
use crate::core_runtime::handle::TensorHandle;
use crate::core_runtime::op::{Op, OpImpl, OpInvocation};
use crate::core_runtime::parallel::together;
use crate::core_runtime::registry::OpRegistry;
use crate::core_runtime::step::Declined;
use crate::device::DeviceRef;
use crate::jit::rounds::Rounds as Ended;
use crate::tensor::{DType, DenseHostTensor, Tensor};
use crate::value::{Error, ErrorCode, IndirectPromise, Value, indirect, when_all_ready};

/// Rounds from which on it pays to compile a loop as a whole: compiling takes as long as some hundred of them.
const MANY_ROUNDS: u64 = 512;

/// The op that runs loops over the ops of a registry.
pub(super) fn op(ops: Arc<OpRegistry>) -> Op {
    Op::of_careful(Unbound(ops))
}

/// The op for attributes that change from call to call.
struct Unbound(Arc<OpRegistry>);

impl OpImpl for Unbound {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        match Loop::of(call.attrs, &self.0) {
            Ok(repeated) => LoopOp(Arc::new(repeated)).invoke(call),
            Err(error) => {
                let error = call.context.report_op(LOOP_OP, ErrorCode::InvalidArgument, error);
                call.fail(&error);
            }
        }
    }

    fn bind(&self, attrs: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        Some(Loop::of(attrs, &self.0).map(|repeated| Op::of_careful(LoopOp(Arc::new(repeated)))))
    }
}

/// The way of a carried value of the next round to its place.
#[derive(Clone, Copy)]
enum Move {
    /// It is there.
    Stays,
    /// It is another carried value of this round.
    Carried(usize),
    /// It is a result of the body, which is nowhere else.
    Taken(usize),
    /// It is what an earlier carried value of the next round is.
    Shared(usize),
    /// It is a constant of the body.
    Constant(usize),
}

/// The moves of all carried values.
fn moves(next: &[CarriedNext]) -> Box<[Move]> {
    let mut first: FxHashMap<usize, usize> = FxHashMap::default();
    let of = |(to, next): (usize, &CarriedNext)| match *next {
        CarriedNext::Carried(from) if from == to => Move::Stays,
        CarriedNext::Carried(from) => Move::Carried(from),
        CarriedNext::Constant(constant) => Move::Constant(constant),
        CarriedNext::Result(result) => match first.entry(result) {
            Entry::Occupied(earlier) => Move::Shared(*earlier.get()),
            Entry::Vacant(none) => {
                none.insert(to);
                Move::Taken(result)
            }
        },
    };
    next.iter().enumerate().map(of).collect()
}

/// The arguments of a round, of which most loops have few.
type Args<'a> = SmallVec<[&'a DenseHostTensor; 6]>;

/// A region of a loop.
struct Part {
    region: Region,
    bound: Bound,
}

impl Part {
    fn of(attrs: OpAttrsRef<'_>, name: &str, ops: &Arc<OpRegistry>) -> Result<Part, OpError> {
        let pairs = attrs.get_aggregate(name).ok_or_else(|| format!("a loop needs `{name}`"))?;
        let attrs: OpAttrs = attrs_of(pairs)?;
        let open = OpenRegion::of(attrs.freeze().as_ref(), ops)?;
        let is_fixed = open.body.types().iter().all(|ty| ty.is_fixed());
        let region = open.at(1).filter(|_| is_fixed).ok_or("the shapes of a loop must be fixed")?;
        Ok(Part { region, bound: Bound::new(open, ops)? })
    }

    fn compiled(&self, context: &dyn OpContext) -> Option<&dyn CompiledRegion> {
        self.bound.compiled_as(&self.region, context)
    }

    /// A tensor for a result, with unspecified contents.
    fn fresh(&self, result: usize) -> Result<DenseHostTensor, Declined> {
        let Region { body, types, .. } = &self.region;
        let metadata = types[body.results()[result] as usize].clone();
        DenseHostTensor::uninitialized(metadata).map_err(|_| Declined)
    }
}

/// A loop at its place in a program.
struct Loop {
    condition: Part,
    body: Part,
    next: Box<[CarriedNext]>,
    moves: Box<[Move]>,
    /// Rounds that were run by the backend's code for regions, in all calls.
    rounds: AtomicU64,
    /// The backend's code for the whole loop, once there were enough of them.
    whole: OnceLock<Option<Arc<dyn RegionLoop>>>,
}

/// The code of one round after another, with the tensors that it writes.
struct Rounds<'l> {
    condition: &'l dyn CompiledRegion,
    body: &'l dyn CompiledRegion,
    truth: [DenseHostTensor; 1],
    given: Vec<DenseHostTensor>,
}

impl Loop {
    fn of(attrs: OpAttrsRef<'_>, ops: &Arc<OpRegistry>) -> Result<Loop, OpError> {
        let (condition, body) = (Part::of(attrs, "cond", ops)?, Part::of(attrs, "body", ops)?);
        let next = attrs.get_array::<i64>("carries").ok_or("a loop needs `carries`")?;
        let carries = |part: &Part| part.region.types[..part.region.body.num_args()].to_vec();
        let (carried, results) = (carries(&body), body.region.body.results());
        if carries(&condition) != carried || next.len() != carried.len() {
            return Err("the regions of a loop must take what it carries".into());
        }
        let is_truth = match condition.region.body.results() {
            [result] => {
                let truth = &condition.region.types[*result as usize];
                truth.dtype == DType::I1 && truth.shape.rank() == 0
            }
            _ => false,
        };
        if !is_truth {
            return Err("the condition of a loop must be one truth value".into());
        }
        let found = |(at, &number): (usize, &i64)| {
            let (next, given) = match usize::try_from(number) {
                Ok(number) => match results.get(number) {
                    Some(&value) => (CarriedNext::Result(number), body.region.types.get(value as usize)?),
                    None => {
                        let constant = number - results.len();
                        (CarriedNext::Constant(constant), body.region.constants.get(constant)?.metadata())
                    }
                },
                Err(_) => {
                    let place = usize::try_from(-1 - number).ok()?;
                    (CarriedNext::Carried(place), carried.get(place)?)
                }
            };
            (*given == carried[at]).then_some(next)
        };
        let next: Option<Box<[CarriedNext]>> = next.iter().enumerate().map(found).collect();
        let next = next.ok_or("a loop carries values of the types that its body gives")?;
        let (moves, rounds, whole) = (moves(&next), AtomicU64::new(0), OnceLock::new());
        Ok(Loop { condition, body, next, moves, rounds, whole })
    }

    /// Runs rounds from these carried values on, the first one by a truth value if that is known already.
    fn run(
        &self,
        context: &dyn OpContext,
        carried: Vec<TensorHandle>,
        truth: Option<TensorHandle>,
    ) -> Outcome {
        if truth.is_some() {
            return self.one_by_one(context, carried, truth);
        }
        match self.run_compiled(context, carried) {
            Ok(values) => Outcome::Done(values.into_iter().map(TensorHandle::new).collect()),
            Err(carried) => self.one_by_one(context, carried, None),
        }
    }

    /// Runs rounds by the backend's code: the carried values after the last one, or those of the first round that it declines.
    fn run_compiled(
        &self,
        context: &dyn OpContext,
        carried: Vec<TensorHandle>,
    ) -> Result<Vec<DenseHostTensor>, Vec<TensorHandle>> {
        let dense = |handle: &TensorHandle| match handle.tensor() {
            Some(Tensor::Dense(dense)) if handle.device() == DeviceRef::HOST => Some(dense.clone()),
            _ => None,
        };
        let Some(mut values) = carried.iter().map(dense).collect::<Option<Vec<DenseHostTensor>>>() else {
            return Err(carried);
        };
        // A buffer without another owner can be written.
        drop(carried);
        // An op that panics does so again where it is reported.
        match catch_unwind(AssertUnwindSafe(|| self.rounds(context, &mut values))) {
            Ok(Ok(())) => Ok(values),
            _ => Err(values.into_iter().map(TensorHandle::new).collect()),
        }
    }

    /// Rounds by the backend's code, up to one that it declines.
    fn rounds(&self, context: &dyn OpContext, values: &mut [DenseHostTensor]) -> Result<(), Declined> {
        let types = &self.body.region.types[..self.next.len()];
        if values.len() != types.len() || !values.iter().zip(types).all(|(value, ty)| value.metadata() == ty)
        {
            return Err(Declined);
        }
        let _together = together(context.host());
        let mut rounds: Option<Rounds<'_>> = None;
        let mut whole = self.whole(context);
        let mut may_ask = true;
        loop {
            if context.cancelled().is_some() {
                return Err(Declined);
            }
            match whole.map(|whole| whole.run(context, values)) {
                Some(Ok(Ended::Ended)) => return Ok(()),
                Some(Ok(Ended::More)) => continue,
                // The code for regions may do what that for the loop cannot.
                Some(Ok(Ended::Left)) => {}
                Some(Err(Declined)) => (whole, may_ask) = (None, false),
                None if may_ask => whole = self.whole(context),
                None => {}
            }
            let rounds = match &mut rounds {
                Some(rounds) => rounds,
                none => none.insert(self.one_after_another(context)?),
            };
            let args: Args<'_> = values.iter().collect();
            rounds.condition.run(context, &args, &mut rounds.truth)?;
            if rounds.truth[0].bytes().first() == Some(&0) {
                return Ok(());
            }
            rounds.body.run(context, &args, &mut rounds.given)?;
            drop(args);
            self.advance(values, &mut rounds.given);
            for (result, tensor) in rounds.given.iter_mut().enumerate() {
                if tensor.bytes_mut().is_none() {
                    *tensor = self.body.fresh(result)?;
                }
            }
            self.rounds.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The backend's code for the whole loop, if it is there; it is made when there were enough rounds.
    fn whole(&self, context: &dyn OpContext) -> Option<&dyn RegionLoop> {
        let made = match self.whole.get() {
            Some(made) => made,
            None => {
                let is_time =
                    context.jit()?.threshold() == 0 || self.rounds.load(Ordering::Relaxed) >= MANY_ROUNDS;
                let (condition, body) = (&self.condition.region, &self.body.region);
                let regions = LoopRegions { condition, body, next: &self.next };
                let make = || self.body.bound.backend()?.compile_loop(regions, context);
                is_time.then(|| self.whole.get_or_init(make))?
            }
        };
        made.as_deref()
    }

    /// The backend's code for condition and body.
    fn one_after_another(&self, context: &dyn OpContext) -> Result<Rounds<'_>, Declined> {
        let condition = self.condition.compiled(context).ok_or(Declined)?;
        let body = self.body.compiled(context).ok_or(Declined)?;
        let results = self.body.region.body.results().len();
        let given = (0..results).map(|result| self.body.fresh(result)).collect::<Result<_, Declined>>()?;
        Ok(Rounds { condition, body, truth: [self.condition.fresh(0)?], given })
    }

    /// The carried values of the next round. What they replace is left among the results.
    fn advance(&self, values: &mut [DenseHostTensor], given: &mut [DenseHostTensor]) {
        let moved = |(to, next): (usize, &Move)| match *next {
            Move::Carried(from) => Some((to, values[from].clone())),
            _ => None,
        };
        let moved: SmallVec<[_; 2]> = self.moves.iter().enumerate().filter_map(moved).collect();
        for (to, next) in self.moves.iter().enumerate() {
            match *next {
                Move::Stays | Move::Carried(_) => {}
                Move::Taken(result) => std::mem::swap(&mut values[to], &mut given[result]),
                Move::Shared(earlier) => values[to] = values[earlier].clone(),
                Move::Constant(constant) => values[to] = self.body.region.constants[constant].clone(),
            }
        }
        moved.into_iter().for_each(|(to, value)| values[to] = value);
    }

    /// Runs the ops of all rounds one after another, from a truth value on if one is given.
    #[cold]
    fn one_by_one(
        &self,
        context: &dyn OpContext,
        mut carried: Vec<TensorHandle>,
        mut known: Option<TensorHandle>,
    ) -> Outcome {
        let attrs = OpAttrs::new().freeze();
        let run = |region: &Bound, carried: &Vec<TensorHandle>, results: &mut [TensorHandle]| {
            let args = &mut carried.clone();
            region.one_by_one(OpInvocation { context, args, attrs: attrs.as_ref(), results, chain: None });
        };
        loop {
            if let Some(error) = context.cancelled_op(LOOP_OP) {
                return Outcome::Failed(error);
            }
            // Both regions stand for calls, which are strict.
            if !carried.iter().all(TensorHandle::is_available) {
                return Outcome::Pending(carried, known.unwrap_or_default());
            }
            if let Some(error) = carried.iter().find_map(TensorHandle::get_error) {
                return Outcome::Failed(error.clone());
            }
            let truth = known.take().unwrap_or_else(|| {
                let mut truth = [TensorHandle::default()];
                run(&self.condition.bound, &carried, &mut truth);
                let [truth] = truth;
                truth
            });
            match truth.tensor() {
                Some(Tensor::Dense(dense)) if dense.bytes().first() == Some(&0) => {
                    return Outcome::Done(carried);
                }
                Some(_) => {}
                None if !truth.is_available() => return Outcome::Pending(carried, truth),
                None => {
                    let error = truth.get_error().cloned();
                    return Outcome::Failed(
                        error.unwrap_or_else(|| Error::internal("a condition gave nothing")),
                    );
                }
            }
            let results = self.body.region.body.results();
            let mut given: Vec<TensorHandle> = results.iter().map(|_| TensorHandle::default()).collect();
            run(&self.body.bound, &carried, &mut given);
            let next = |next: &CarriedNext| match *next {
                CarriedNext::Carried(from) => carried[from].clone(),
                CarriedNext::Result(result) => given[result].clone(),
                CarriedNext::Constant(constant) => {
                    TensorHandle::new(self.body.region.constants[constant].clone())
                }
            };
            carried = self.next.iter().map(next).collect();
        }
    }
}

/// The state of a loop.
enum Outcome {
    /// It has ended with these carried values.
    Done(Vec<TensorHandle>),
    Failed(Error),
    /// The next round has these carried values, if the tensor that is still to come says so.
    Pending(Vec<TensorHandle>, TensorHandle),
}

/// The op of a loop.
struct LoopOp(Arc<Loop>);

impl OpImpl for LoopOp {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let carries = self.0.next.len();
        if call.args.len() != carries || call.results.len() > carries {
            let (args, results) = (call.args.len(), call.results.len());
            let error =
                format!("a loop of {carries} values was called with {args} arguments and {results} results");
            let error = call.context.report_op(LOOP_OP, ErrorCode::InvalidArgument, error.into());
            return call.fail(&error);
        }
        let carried: Vec<TensorHandle> = call.args.iter_mut().map(std::mem::take).collect();
        let outcome = match carried.iter().all(TensorHandle::is_available) {
            true => self.0.run(call.context, carried, None),
            false => Outcome::Pending(carried, TensorHandle::default()),
        };
        match outcome {
            Outcome::Done(values) => {
                for (result, value) in call.results.iter_mut().zip(values) {
                    *result = value;
                }
            }
            Outcome::Failed(error) => call.fail(&error),
            Outcome::Pending(carried, truth) => {
                let mut promises = SmallVec::new();
                for result in call.results.iter_mut() {
                    let (promise, tensor) = indirect();
                    promises.push(promise);
                    *result = TensorHandle::future(tensor, None, DeviceRef::HOST);
                }
                Later { repeated: self.0.clone(), context: call.context.share(), promises }
                    .wait(carried, truth);
            }
        }
    }
}

/// A loop that waits for tensors.
struct Later {
    repeated: Arc<Loop>,
    context: Arc<dyn OpContext>,
    promises: SmallVec<[IndirectPromise; 2]>,
}

impl Later {
    /// Goes on when the carried values and the truth value, if there is one, are there.
    fn wait(self, carried: Vec<TensorHandle>, truth: TensorHandle) {
        let all = carried.iter().chain(std::iter::once(&truth));
        let pending: SmallVec<[Value; 6]> =
            all.filter_map(|handle| handle.as_async().cloned().map(Value::Async)).collect();
        let truth = Some(truth).filter(|truth| !truth.is_null());
        when_all_ready(&pending, move || self.go_on(carried, truth));
    }

    fn go_on(self, carried: Vec<TensorHandle>, truth: Option<TensorHandle>) {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.repeated.run(&*self.context, carried, truth)));
        match outcome.unwrap_or_else(|_| Outcome::Failed(Error::internal("a loop has panicked"))) {
            Outcome::Done(values) => {
                for (promise, value) in self.promises.into_iter().zip(values) {
                    forward(promise, value);
                }
            }
            Outcome::Failed(error) => {
                for promise in self.promises {
                    promise.set_error(error.clone());
                }
            }
            Outcome::Pending(carried, truth) => self.wait(carried, truth),
        }
    }
}
