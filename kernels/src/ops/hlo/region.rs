//! Scalar regions: what `hlo.reduce`, `hlo.sort`, `hlo.scatter` and their like do with scalars, run over blocks of elements.
//!
//! A region is a [`FusedBody`] of element-wise functions; its last arguments are the values that the region captures, which do not change.
//! [`Runner`] runs it on up to [`BLOCK`] elements at once with the block functions of the members.
//!
//! Invariants: each value has a place of its own in the runner's memory, for a whole block; arguments are copied there, so that block
//! functions never see memory of two owners.

#![expect(unsafe_code, reason = "block functions work on untyped memory")]

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{BlockFn, DispatchFrame, OpEntry, OpError, OpRegistry, member_attrs};
use tfrt_executor::tensor::{DType, DenseHostTensor, TensorMetadata};
use tfrt_ops::{Elementwise, FusedBody, MemberOp};

use crate::ops::arrays::strided::element_size;
use crate::ops::memory::{result_metadata, room};

/// Elements that are computed at once.
pub(super) const BLOCK: usize = 512;

/// Arguments of a member at most.
const MAX_ARGS: usize = 8;

/// The functions that regions consist of, in the order of their codes.
#[derive(Clone)]
pub(super) struct Functions(Arc<[(Elementwise, Arc<OpEntry>)]>);

impl Functions {
    /// The element-wise ops that are there.
    pub(super) fn new(ops: &OpRegistry) -> Functions {
        let known = |&function: &Elementwise| {
            let entry = ops.get(function.op())?;
            entry.elementwise.is_some().then(|| (function, entry.clone()))
        };
        let mut all: Vec<_> = Elementwise::ALL.iter().filter_map(known).collect();
        all.sort_by_key(|(function, _)| function.code());
        Functions(all.into())
    }

    fn get(&self, function: Elementwise) -> Option<&Arc<OpEntry>> {
        let at = self.0.binary_search_by_key(&function.code(), |(known, _)| known.code()).ok()?;
        Some(&self.0[at].1)
    }
}

/// An op that combines elements by its region: operands are `n` inputs of one shape, as many initial values, and what the region captures.
pub(super) struct Combination {
    /// The number of inputs, and of results.
    pub n: usize,
    /// The dtypes of the region's arguments: of the initial values, then of the inputs.
    pub dtypes: Vec<DType>,
    /// The region.
    pub region: Region,
    /// Dtype and shape of each result.
    pub results: Vec<TensorMetadata>,
}

impl Combination {
    /// That of a call of `hlo.reduce` or `hlo.reduce_window`.
    ///
    /// # Errors
    /// If operands do not fit each other or the region.
    pub(super) fn new(frame: &DispatchFrame<'_>, functions: &Functions) -> Result<Combination, OpError> {
        let n = super::count(frame, 2)?;
        let shape = frame.dense(0)?.shape();
        let mut dtypes = Vec::with_capacity(2 * n);
        for i in (n..2 * n).chain(0..n) {
            let tensor = frame.dense(i)?;
            let fits = if i < n { tensor.shape() == shape } else { tensor.num_elements() == 1 };
            if !fits {
                return Err(
                    format!("operand {i}, {}, does not fit a shape of {shape}", tensor.metadata()).into()
                );
            }
            dtypes.push(tensor.dtype());
        }
        let region = Region::new(functions, frame, "body", &dtypes, 2 * n..frame.num_args())?;
        let results: Vec<TensorMetadata> =
            (0..n).map(|i| result_metadata(frame, i).cloned()).collect::<Result<_, _>>()?;
        if !region.result_dtypes().eq(results.iter().map(|result| result.dtype)) {
            return Err("the region's results are not of the initial values' dtypes".into());
        }
        Ok(Combination { n, dtypes, region, results })
    }
}

struct Step {
    function: BlockFn,
    args: SmallVec<[u16; 3]>,
    parameter: Option<f64>,
}

/// A region for arguments of certain dtypes.
pub(super) struct Region {
    /// The dtype of each value: arguments, captured values, members.
    dtypes: Vec<DType>,
    /// Bytes of an element of each value.
    sizes: Vec<usize>,
    /// Where the block of each value starts in the runner's memory.
    starts: Vec<usize>,
    steps: Vec<Step>,
    num_args: usize,
    results: SmallVec<[u16; 2]>,
    captured: Vec<DenseHostTensor>,
    functions: Vec<(Elementwise, SmallVec<[u16; 3]>)>,
}

/// A region that is one function of its two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simple {
    /// The function.
    pub function: Elementwise,
    /// Whether the second argument is the function's first operand.
    pub is_swapped: bool,
}

impl Region {
    /// The region that an attribute is, for arguments of these dtypes; the operands from `captured` on are what it captures.
    pub(super) fn new(
        functions: &Functions,
        frame: &DispatchFrame<'_>,
        name: &str,
        args: &[DType],
        captured: std::ops::Range<usize>,
    ) -> Result<Region, OpError> {
        let body = frame.attrs().get_fused_body(name).cloned();
        let body = body.ok_or_else(|| super::missing(name))?;
        let captured: Vec<DenseHostTensor> =
            captured.map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
        if let Some(tensor) = captured.iter().find(|tensor| tensor.num_elements() != 1) {
            return Err(format!("a region captures {}, which is no scalar", tensor.metadata()).into());
        }
        Region::of(functions, &body, args, captured)
    }

    /// The region of a body, for arguments and captured values of these dtypes.
    pub(super) fn of(
        functions: &Functions,
        body: &FusedBody,
        args: &[DType],
        captured: Vec<DenseHostTensor>,
    ) -> Result<Region, OpError> {
        let num_args = args.len();
        if body.num_args() != num_args + captured.len() {
            let (takes, got) = (body.num_args(), num_args + captured.len());
            return Err(format!("the region takes {takes} values, but got {got}").into());
        }
        let mut dtypes: Vec<DType> = args.to_vec();
        dtypes.extend(captured.iter().map(DenseHostTensor::dtype));
        let mut steps = Vec::with_capacity(body.num_members());
        let mut members = Vec::with_capacity(body.num_members());
        for member in body.members() {
            let MemberOp::Elementwise(function) = member.op else {
                return Err(format!("{} cannot be part of a scalar region", member.op.op()).into());
            };
            let operands: SmallVec<[DType; 3]> =
                member.operands.iter().map(|&arg| dtypes[usize::from(arg)]).collect();
            let attrs = member_attrs(member.attrs);
            let block =
                functions.get(function).and_then(|entry| entry.block_function(&operands, (&attrs).into()));
            let block = block.filter(|_| operands.len() <= MAX_ARGS).ok_or_else(|| {
                let labels: Vec<&str> = operands.iter().map(|dtype| dtype.label()).collect();
                format!("{} of {} cannot be part of a scalar region", member.op.op(), labels.join(", "))
            })?;
            dtypes.push(block.result());
            let args = SmallVec::from_slice(member.operands);
            members.push((function, args.clone()));
            steps.push(Step { function: block.function(), args, parameter: block.parameter() });
        }
        let sizes: Vec<usize> = dtypes.iter().map(|&dtype| element_size(dtype)).collect::<Result<_, _>>()?;
        let mut starts = Vec::with_capacity(sizes.len());
        let mut end = 0;
        for size in &sizes {
            starts.push(end);
            end += (size * BLOCK).next_multiple_of(64);
        }
        starts.push(end);
        let results = SmallVec::from_slice(body.results());
        Ok(Region { dtypes, sizes, starts, steps, num_args, results, captured, functions: members })
    }

    /// The dtypes of the results.
    pub(super) fn result_dtypes(&self) -> impl Iterator<Item = DType> + '_ {
        self.results.iter().map(|&value| self.dtypes[usize::from(value)])
    }

    /// The function that the region is of its two arguments alone, if it is one.
    pub(super) fn simple(&self) -> Option<Simple> {
        match &self.functions[..] {
            [(function, args)] if self.num_args == 2 => match args[..] {
                [0, 1] => Some(Simple { function: *function, is_swapped: false }),
                [1, 0] => Some(Simple { function: *function, is_swapped: true }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the region gives its second argument of two.
    pub(super) fn is_second(&self) -> bool {
        self.num_args == 2 && matches!(&self.functions[..], [(Elementwise::HloCopy, args)] if args[..] == [1])
    }

    /// The values that the region gives.
    pub(super) fn results(&self) -> &[u16] {
        &self.results
    }

    /// The arguments of the function that makes a value, if it is this one.
    pub(super) fn call<const N: usize>(&self, value: u16, function: Elementwise) -> Option<[u16; N]> {
        let first = self.dtypes.len() - self.functions.len();
        let (own, args) = self.functions.get(usize::from(value).checked_sub(first)?)?;
        if *own != function { None } else { args[..].try_into().ok() }
    }

    /// The value that a value is a copy of, else the value.
    pub(super) fn uncopied(&self, value: u16) -> u16 {
        match self.call(value, Elementwise::HloCopy) {
            Some([from]) => self.uncopied(from),
            None => value,
        }
    }

    /// The function of two values that makes a value, and these; none if another one does.
    pub(super) fn binary(&self, value: u16) -> Option<(Elementwise, [u16; 2])> {
        let first = self.dtypes.len() - self.functions.len();
        let (function, args) = self.functions.get(usize::from(value).checked_sub(first)?)?;
        Some((*function, args[..].try_into().ok()?))
    }

    /// Whether each value depends on arguments that `left` accepts, and on others.
    pub(super) fn sides(&self, left: impl Fn(usize) -> bool) -> Vec<[bool; 2]> {
        let first = self.dtypes.len() - self.functions.len();
        let mut sides: Vec<[bool; 2]> = Vec::with_capacity(self.dtypes.len());
        for value in 0..first {
            sides.push(match value < self.num_args {
                true => [left(value), !left(value)],
                false => [false, false],
            });
        }
        for (_, args) in &self.functions {
            let side = |i: usize| args.iter().any(|&arg| sides[usize::from(arg)][i]);
            sides.push([side(0), side(1)]);
        }
        sides
    }

    /// The dtype of a value.
    pub(super) fn dtype_of(&self, value: u16) -> DType {
        self.dtypes[usize::from(value)]
    }

    /// Memory to run in.
    pub(super) fn runner(&self) -> Result<Runner<'_>, OpError> {
        let lines = self.starts.last().map_or(0, |end| end / size_of::<Line>());
        let mut memory: Vec<Line> = room(lines)?;
        memory.resize(lines, Line([0; 8]));
        let mut runner = Runner { region: self, memory };
        for (i, tensor) in self.captured.iter().enumerate() {
            let value = self.num_args + i;
            let size = self.sizes[value];
            for to in runner.value_mut(value, BLOCK).chunks_exact_mut(size) {
                to.copy_from_slice(tensor.bytes());
            }
        }
        Ok(runner)
    }
}

/// Aligned memory.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// A region with memory for a block of each value.
pub(super) struct Runner<'r> {
    region: &'r Region,
    memory: Vec<Line>,
}

impl Runner<'_> {
    /// The room of so many elements of an argument, to be filled before [`Self::run`].
    pub(super) fn arg_mut(&mut self, arg: usize, count: usize) -> &mut [u8] {
        debug_assert!(arg < self.region.num_args);
        self.value_mut(arg, count)
    }

    fn value_mut(&mut self, value: usize, count: usize) -> &mut [u8] {
        let (start, size) = (self.region.starts[value], self.region.sizes[value]);
        &mut bytemuck::cast_slice_mut::<Line, u8>(&mut self.memory)[start..][..size * count]
    }

    /// So many elements of a value, after [`Self::run`].
    pub(super) fn value(&self, value: u16, count: usize) -> &[u8] {
        let value = usize::from(value);
        let (start, size) = (self.region.starts[value], self.region.sizes[value]);
        &bytemuck::cast_slice::<Line, u8>(&self.memory)[start..][..size * count]
    }

    /// So many elements of a result, after [`Self::run`].
    pub(super) fn result(&self, result: usize, count: usize) -> &[u8] {
        self.value(self.region.results[result], count)
    }

    /// Computes from the first elements of the arguments, at most [`BLOCK`].
    pub(super) fn run(&mut self, count: usize) {
        let count = count.min(BLOCK);
        let first = self.region.dtypes.len() - self.region.steps.len();
        let memory = self.memory.as_mut_ptr().cast::<u8>();
        for (i, step) in self.region.steps.iter().enumerate() {
            let mut args = [std::ptr::null::<u8>(); MAX_ARGS + 1];
            for (to, &arg) in args.iter_mut().zip(&step.args) {
                // SAFETY: each value starts at a place inside of the memory, which has a block for it from there on.
                *to = unsafe { memory.add(self.region.starts[usize::from(arg)]) };
            }
            if let Some(parameter) = &step.parameter {
                args[step.args.len()] = std::ptr::from_ref(parameter).cast();
            }
            // SAFETY: the function is that of the dtypes of these values, each of which has a block of its own, aligned for any
            // dtype, of which `count` elements are initialised: arguments by the caller or with zeros, members by the steps before.
            unsafe { (step.function)(args.as_ptr(), memory.add(self.region.starts[first + i]), count) };
        }
    }

    /// Computes from these arguments, one element each.
    pub(super) fn run_one(&mut self, args: &[&[u8]]) {
        for (i, arg) in args.iter().enumerate() {
            self.arg_mut(i, 1).copy_from_slice(arg);
        }
        self.run(1);
    }
}
