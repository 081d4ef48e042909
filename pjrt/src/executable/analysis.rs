//! The costs of a program, as `cost_analysis()` and `memory_analysis()` of a compiled program say.
//!
//! Costs are counted in the program as it came, before anything is fused: an operation reads each operand and writes each result once. An
//! element-wise operation takes an operation an element, or a transcendental one; a product two for each pair that it multiplies; a reduction its
//! body for each element that goes; a loop its body once, since its steps are not known; a conditional, of each count, that of the branch
//! with most. Memory is
//! that of arguments and results, and an estimate of that of results between operations ([`scratch`](super::scratch)).
//!
//! A program for several devices costs what one of them has to do ([`Parts`]): its part of each operation, and for sums along divided dimensions one
//! operation an element for each axis of the mesh over which the sums of the devices are added up.

mod window;

use std::collections::HashMap;

use tfrt_compiler::{stablehlo_elementwise, stablehlo_operation_shardings};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::sdy::attributes::{AxisRef, TensorSharding};
use tfrt_dialects::stablehlo::attributes::DotDimensionNumbers;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::{Ident, Module, Type};
use tfrt_ops::Elementwise;

pub(super) use self::window::integers;
use super::Executable;
use super::division::Division;
use super::scratch::Scratch;
use crate::abi::{ExecutableGetCompiledMemoryStats, ExecutableGetCostAnalysis, NamedValue, NamedValues};
use crate::element::Element;
use crate::failure::Failure;
use crate::handles;

/// The function of several operations that XLA counts as one.
const ERROR_FUNCTION: &str = "chlo.erf";

/// The cost of a program.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Costs {
    pub(super) flops: f64,
    pub(super) transcendentals: f64,
    pub(super) bytes_accessed: f64,
}

/// The cost of a program, and the bytes of its arguments and results.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Analysis {
    pub(super) costs: Costs,
    pub(super) argument_bytes: i64,
    pub(super) result_bytes: i64,
    /// Arguments whose memory results take. These sizes are those of one device's parts.
    pub(super) alias_bytes: i64,
    /// An estimate of the bytes of results between operations.
    pub(super) scratch_bytes: i64,
}

/// Whether a function counts as transcendental: roots, and what costs more than a division, but for remainders.
fn is_transcendental(function: Elementwise) -> bool {
    match function {
        Elementwise::HloSqrt | Elementwise::HloRsqrt => true,
        Elementwise::HloRemainder => false,
        function => function.cost() > Elementwise::HloDivide.cost(),
    }
}

impl Costs {
    /// Of each count the larger.
    fn most(self, other: Costs) -> Costs {
        Costs {
            flops: self.flops.max(other.flops),
            transcendentals: self.transcendentals.max(other.transcendentals),
            bytes_accessed: self.bytes_accessed.max(other.bytes_accessed),
        }
    }

    fn add(&mut self, other: Costs, times: f64) {
        self.flops += other.flops * times;
        self.transcendentals += other.transcendentals * times;
        self.bytes_accessed += other.bytes_accessed * times;
    }
}

/// The elements of a tensor; those of unknown dimensions do not count.
fn elements(op: OpRef<'_>, ty: Type) -> f64 {
    let dims = op.ctx.type_kind(ty).dims().unwrap_or_default();
    dims.iter().map(|&dim| dim.max(0) as f64).product()
}

/// The bytes of a tensor as callers hold it.
pub(super) fn bytes(op: OpRef<'_>, ty: Type) -> f64 {
    let size = Element::of_type(op.ctx, ty).and_then(|element| element.in_memory().size());
    elements(op, ty) * size.unwrap_or_default() as f64
}

/// Into how many parts the dimensions of the operands and of the results of operations are divided.
#[derive(Debug, Default)]
pub(super) struct Parts(HashMap<(usize, Op), [Vec<Vec<i64>>; 2]>);

impl Parts {
    /// The parts in a program for several devices; `is_open` says which arguments may be placed in any way.
    pub(super) fn of(module: &Module, is_open: impl Fn(usize) -> bool) -> Parts {
        let mut all = Vec::new();
        module.contents().walk(&mut |body, op| all.push((std::ptr::from_ref(body).addr(), op)));
        let counts = |sharding: &Option<TensorSharding>| -> Vec<i64> {
            let Some(sharding) = sharding else { return Vec::new() };
            let Ok(mesh) = sharding.mesh(|name| module.lookup(name)) else { return Vec::new() };
            let size = |axis: &AxisRef| match axis.part {
                Some(part) => part.size,
                None => mesh.axis(&axis.name).map_or(1, |at| mesh.axes[at].size),
            };
            sharding.dimensions.iter().map(|dimension| dimension.axes.iter().map(size).product()).collect()
        };
        let shardings = stablehlo_operation_shardings(module, is_open, |_| true);
        let parts = shardings.iter().map(|both| both.each_ref().map(|own| own.iter().map(counts).collect()));
        Parts(all.into_iter().zip(parts).collect())
    }

    /// Those of an operation's operands and results, or of operands alone; of no dimensions, where nothing is divided.
    fn of_op(&self, op: OpRef<'_>) -> [&[Vec<i64>]; 2] {
        match self.0.get(&(std::ptr::from_ref(op.body).addr(), op.op)) {
            Some(found) => found.each_ref().map(|own| &own[..]),
            None => [&[], &[]],
        }
    }
}

/// The parts of a tensor by those of its dimensions.
fn total(counts: Option<&Vec<i64>>) -> f64 {
    counts.map_or(1.0, |counts| counts.iter().map(|&count| count.max(1) as f64).product())
}

/// The parts of one of a tensor's dimensions.
fn count(counts: Option<&Vec<i64>>, dim: i64) -> f64 {
    let count = counts.zip(usize::try_from(dim).ok()).and_then(|(counts, dim)| counts.get(dim));
    count.map_or(1.0, |&count| count.max(1) as f64)
}

/// Counts the operations of a module.
#[derive(Debug)]
struct Counter<'m> {
    module: &'m Module,
    parts: Parts,
    /// Functions that were counted; one that is being counted costs nothing, so that a call of itself ends.
    functions: HashMap<Ident, Costs>,
}

impl<'m> Counter<'m> {
    fn function(&mut self, name: Ident) -> Costs {
        if let Some(&known) = self.functions.get(&name) {
            return known;
        }
        self.functions.insert(name, Costs::default());
        let found = self.module.lookup(self.module.ctx().str(name));
        let costs = found.map(|op| self.regions(op).into_iter().fold(Costs::default(), sum));
        let costs = costs.unwrap_or_default();
        self.functions.insert(name, costs);
        costs
    }

    /// The costs of each region of an operation.
    fn regions(&mut self, op: OpRef<'m>) -> Vec<Costs> {
        let regions = op.body.regions(op.op);
        regions
            .map(|region| {
                let mut costs = Costs::default();
                for block in region.blocks() {
                    for inner in region.body.ops(block) {
                        costs.add(self.op(OpRef { ctx: op.ctx, body: region.body, op: inner }), 1.0);
                    }
                }
                costs
            })
            .collect()
    }

    /// The elements of an operation's first result that one device has.
    fn result(&self, op: OpRef<'m>) -> f64 {
        let [_, taken] = self.parts.of_op(op);
        op.result_types().next().map_or(0.0, |ty| elements(op, ty)) / total(taken.first())
    }

    /// The bytes of an operation's operands and results that one device has.
    fn bytes(&self, op: OpRef<'m>) -> f64 {
        let [given, taken] = self.parts.of_op(op);
        let operands = op.operand_types().enumerate().map(|(at, ty)| bytes(op, ty) / total(given.get(at)));
        let results = op.result_types().enumerate().map(|(at, ty)| bytes(op, ty) / total(taken.get(at)));
        operands.sum::<f64>() + results.sum::<f64>()
    }

    fn op(&mut self, op: OpRef<'m>) -> Costs {
        let full = op.name_str();
        if op.attr("name").and_then(|name| op.ctx.attr_as_str(name)) == Some(ERROR_FUNCTION) {
            return Costs { transcendentals: self.result(op), bytes_accessed: self.bytes(op), flops: 0.0 };
        }
        if let Some(callee) = ["callee", "decomposition"].iter().find_map(|name| op.attr(name)) {
            return op.ctx.flat_symbol(callee).map_or_else(Costs::default, |name| self.function(name));
        }
        let Some(name) = full.strip_prefix("stablehlo.").or_else(|| full.strip_prefix("chlo.")) else {
            return self.regions(op).into_iter().fold(Costs::default(), sum);
        };
        let inner = self.regions(op);
        match name {
            "while" => return inner.into_iter().fold(Costs::default(), sum),
            "if" | "case" => {
                return inner.into_iter().fold(Costs::default(), Costs::most);
            }
            "constant" | "return" | "iota" | "tuple" | "get_tuple_element" | "optimization_barrier" => {
                return Costs::default();
            }
            _ => {}
        }
        let [given, _] = self.parts.of_op(op);
        let result = self.result(op);
        let operand = op.operand_types().next().map_or(0.0, |ty| elements(op, ty)) / total(given.first());
        let mut costs = Costs { bytes_accessed: self.bytes(op), ..Costs::default() };
        let body = inner.first().map_or(0.0, |costs| costs.flops);
        let transcendental = inner.first().map_or(0.0, |costs| costs.transcendentals);
        // How often the body runs.
        let mut times = 0.0;
        match name {
            "dot" | "dot_general" => {
                let (dims, divided) = (contracted(op), given.first());
                let each = |&dim: &i64| count(divided, dim);
                let parts: f64 = dims.iter().map(each).product();
                let sums = dims.iter().filter(|dim| each(dim) > 1.0).count() as f64;
                costs.flops = result * (2.0 * pairs(op, &dims) / parts + sums);
            }
            "convolution" => costs.flops = 2.0 * result * window::pairs(op),
            "cholesky" => {
                costs.flops = result * op.result_types().next().map_or(0.0, |ty| last(op, ty)) / 3.0
            }
            "triangular_solve" => {
                costs.flops = result * op.operand_types().next().map_or(0.0, |ty| last(op, ty))
            }
            "fft" => {
                let lengths = op.attr("fft_length").and_then(|attr| integers(op, attr)).unwrap_or_default();
                let rounds = lengths.iter().map(|length| length.checked_ilog2().unwrap_or(0));
                costs.flops = 8.0 * operand * rounds.map(f64::from).product::<f64>();
            }
            "sort" => costs.flops = operand * operand.max(2.0).log2().ceil(),
            "reduce" => {
                let dims = op.attr("dimensions").and_then(|attr| integers(op, attr)).unwrap_or_default();
                let sums = dims.iter().filter(|&&dim| count(given.first(), dim) > 1.0).count() as f64;
                times = (operand - result).max(0.0) + sums * result;
            }
            "scatter" | "select_and_scatter" => {
                times = op.operand_types().next_back().map_or(0.0, |ty| elements(op, ty));
            }
            // Counted as if each device's elements were added to those of another one.
            "map" | "all_reduce" => times = result,
            "reduce_window" => {
                let dims = op.attr("window_dimensions").and_then(|attr| integers(op, attr));
                let size: f64 = dims.map_or(1.0, |dims| dims.into_iter().map(|dim| dim as f64).product());
                times = result * (size - 1.0).max(0.0);
            }
            "reduce_precision" => costs.flops = result,
            _ => match stablehlo_elementwise(op) {
                Some(function) if is_transcendental(function) => costs.transcendentals = result,
                Some(_) => costs.flops = result,
                None => {}
            },
        }
        costs.flops += body * times;
        costs.transcendentals += transcendental * times;
        costs
    }
}

fn sum(mut sum: Costs, costs: Costs) -> Costs {
    sum.add(costs, 1.0);
    sum
}

/// The last dimension of a tensor.
fn last(op: OpRef<'_>, ty: Type) -> f64 {
    op.ctx.type_kind(ty).dims().and_then(<[_]>::last).map_or(0.0, |&dim| dim.max(0) as f64)
}

/// The dimensions of a product's first operand that it sums over.
fn contracted(op: OpRef<'_>) -> Vec<i64> {
    let rank = op.operand_types().next().and_then(|ty| op.ctx.type_kind(ty).dims()).map_or(0, <[_]>::len);
    match DotDimensionNumbers::named(op, "dot_dimension_numbers") {
        Some(numbers) => numbers.lhs_contracting_dimensions.to_vec(),
        None => (0..rank as i64).next_back().into_iter().collect(),
    }
}

/// The pairs of a product that make one element of its result, which sums over these dimensions of its first operand.
fn pairs(op: OpRef<'_>, contracted: &[i64]) -> f64 {
    let Some(ty) = op.operand_types().next() else { return 0.0 };
    let dims = op.ctx.type_kind(ty).dims().unwrap_or_default();
    let dim = |&index: &i64| usize::try_from(index).ok().and_then(|index| dims.get(index));
    contracted.iter().filter_map(dim).map(|&dim| dim.max(0) as f64).product()
}

/// The bytes of one device's parts of a function's arguments and of its results, which are of these types and divided so.
pub(super) fn part_sizes(
    main: OpRef<'_>,
    types: [&[Type]; 2],
    divisions: &[Vec<Division>; 2],
) -> [Vec<i64>; 2] {
    let size = |(&ty, division): (&Type, &Division)| {
        let dims = main.ctx.type_kind(ty).dims().unwrap_or_default();
        let count = |dims: &[i64]| dims.iter().map(|&dim| dim as f64).product::<f64>();
        (bytes(main, ty) * count(&division.part_dims(dims)) / count(dims).max(1.0)) as i64
    };
    [0, 1].map(|values| types[values].iter().zip(&divisions[values]).map(size).collect())
}

/// The bytes of the table of the results, which XLA counts among them: a program with one result has none.
fn table_bytes(results: usize) -> i64 {
    if results > 1 { 8 * results as i64 } else { 0 }
}

impl Analysis {
    /// The analysis of a module's main function: its costs, and the sizes of what one of so many devices has of its arguments and results, of which
    /// some arguments' memory may be taken.
    pub(super) fn of(
        module: &Module,
        parts: Parts,
        sizes: &[Vec<i64>; 2],
        donated: &[usize],
        devices: usize,
    ) -> Analysis {
        let mut counter = Counter { module, parts, functions: HashMap::new() };
        let [given, taken] = sizes;
        Analysis {
            costs: counter.function(module.ctx().ident("main")),
            argument_bytes: given.iter().sum(),
            result_bytes: taken.iter().sum::<i64>() + table_bytes(taken.len()),
            alias_bytes: donated.iter().filter_map(|&index| given.get(index)).sum(),
            scratch_bytes: (Scratch::of(module, "main") / devices as f64) as i64,
        }
    }

    /// The costs that a caller may ask for, by name. A count of operations that is zero has no entry, as with XLA.
    pub(super) fn properties(&self) -> NamedValues {
        let mut values = Vec::new();
        for (name, value) in [("flops", self.costs.flops), ("transcendentals", self.costs.transcendentals)] {
            if value > 0.0 {
                values.push(NamedValue::float(name, value as f32));
            }
        }
        values.push(NamedValue::float("bytes accessed", self.costs.bytes_accessed as f32));
        NamedValues(values)
    }
}

pub(crate) fn costs(args: &mut ExecutableGetCostAnalysis) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    (args.properties, args.num_properties) =
        (executable.properties.0.as_ptr(), executable.properties.0.len());
    Ok(())
}

pub(crate) fn memory(args: &mut ExecutableGetCompiledMemoryStats) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    let Analysis { argument_bytes, result_bytes, alias_bytes, scratch_bytes, .. } =
        executable.results.analysis;
    args.generated_code_size_in_bytes = executable.function.program().file().bytes().len() as i64;
    args.argument_size_in_bytes = argument_bytes;
    args.output_size_in_bytes = result_bytes;
    args.alias_size_in_bytes = alias_bytes;
    args.temp_size_in_bytes = scratch_bytes;
    // The device's memory is the host's; nothing is counted twice. Callers leave their memory uninitialised.
    args.host_generated_code_size_in_bytes = 0;
    args.host_argument_size_in_bytes = 0;
    args.host_output_size_in_bytes = 0;
    args.host_alias_size_in_bytes = 0;
    args.host_temp_size_in_bytes = 0;
    args.peak_memory_in_bytes = argument_bytes + result_bytes - alias_bytes + scratch_bytes;
    args.total_size_in_bytes = args.peak_memory_in_bytes + args.generated_code_size_in_bytes;
    Ok(())
}
