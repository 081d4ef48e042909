//! Dtypes and shapes of tensor handles: an analysis of functions.
//!
//! ```text
//! let types = TensorTypes::of(function);        // a `func.func`
//! types.get(value)                              // Some(tensor<?x10xf32>), tensor<*xf32>, or None
//! ```
//!
//! Types come from these sources, in order of precedence: the program's statements about arguments and results (`{tf.type =
//! tensor<?x784xf32>}` on arguments and results of functions, [`RESULT_TYPES_ATTR`] on ops), constants, the metadata functions
//! behind [`Oracles::shapes`], and for dtypes the definitions of the ops. At joins of branches and loops only what all ways agree
//! on remains. The types hold for every run in which the ops succeed; an unknown dimension is dynamic, an unknown rank is an
//! unranked tensor, and a value with an unknown dtype has no type.
//!
//! The analysis changes nothing and costs time linear in the function. The pass `infer-tensor-types` writes what it finds into
//! the program.
//!
//! [`Oracles::shapes`]: tfrt_dialects::oracle::Oracles::shapes

mod join;
mod samples;

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_dialects::oracle::{Inferred, OpCall, OperandInfo, Oracles};
use tfrt_dialects::tf::{IrDataType as _, OpUse};
use tfrt_dialects::{RESULT_TYPES_ATTR, TENSOR_TYPE_ATTR};
use tfrt_ir::body::RegionRef;
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::SymbolTable;
use tfrt_ir::types::TypeKind;
use tfrt_ops::{Class, DataType, OpDefRegistry, Row};

pub use join::{join, meet};
pub use samples::samples;

/// Iterations after which the values that a loop carries count as unknown. Each iteration that changes something makes at least
/// one dimension dynamic, so few are needed.
const MAX_ITERATIONS: usize = 16;

/// Elements of a tensor of sizes at most: it says a shape, or is a part of what says one.
const MAX_SIZES: u64 = 64;

/// The inferred types of the tensors of one body. See the module.
#[derive(Clone, Debug, Default)]
pub struct TensorTypes {
    types: FxHashMap<Value, Type>,
    constants: FxHashMap<Value, Attr>,
    /// In lowering, small tensors that follow from the shapes of others, as sizes do. They hold for the assumed sizes of arguments.
    sizes: FxHashMap<Value, Attr>,
    nested: FxHashMap<Op, TensorTypes>,
    failures: Vec<(Op, String)>,
    results: Vec<Option<Type>>,
}

impl TensorTypes {
    /// Analyzes a function and everything in it. For callees it reads the annotations of their results.
    #[must_use]
    pub fn of(function: OpRef<'_>) -> TensorTypes {
        TensorTypes::of_function(function, None)
    }

    /// As [`Self::of`], for lowering: regions of benchmarks know the types and the constants that are passed to them, and the function's arguments
    /// have these types. Shapes that the program computes from such shapes are known as well.
    #[must_use]
    pub fn in_lowering(function: OpRef<'_>, arguments: &[Option<Type>]) -> TensorTypes {
        TensorTypes::of_function(function, Some(arguments))
    }

    fn of_function(function: OpRef<'_>, assumed: Option<&[Option<Type>]>) -> TensorTypes {
        let mut types = TensorTypes::default();
        let Some(region) = function.region(0) else { return types };
        let ctx = function.ctx;
        let scope = Scope { ctx, module: function, symbols: OnceCell::new(), is_lowering: assumed.is_some() };
        let written = || written_types(function, "arg_attrs");
        let arguments = assumed.map_or_else(written, <[Option<Type>]>::to_vec);
        types.results = types.region(&scope, region, &arguments).to_vec();
        types
    }

    /// The tensor type of a value of this body.
    #[must_use]
    pub fn get(&self, value: Value) -> Option<Type> {
        self.types.get(&value).copied()
    }

    /// The tensor that a value of this body always is: an elements attribute.
    #[must_use]
    pub fn constant(&self, value: Value) -> Option<Attr> {
        self.constants.get(&value).copied()
    }

    /// The inferred types inside of an operation that owns a body.
    #[must_use]
    pub fn nested(&self, op: Op) -> Option<&TensorTypes> {
        self.nested.get(&op)
    }

    /// The types of the analyzed function's results.
    #[must_use]
    pub fn results(&self) -> &[Option<Type>] {
        &self.results
    }

    /// The ops of this body that are sure to fail when they run, and their messages.
    #[must_use]
    pub fn failures(&self) -> &[(Op, String)] {
        &self.failures
    }

    /// Analyzes a region whose arguments have these types; returns the types of its results.
    fn region(
        &mut self,
        scope: &Scope<'_>,
        region: RegionRef<'_>,
        arguments: &[Option<Type>],
    ) -> SmallVec<[Option<Type>; 4]> {
        let Some(entry) = region.entry_block() else { return SmallVec::new() };
        for (&argument, ty) in region.body.block_args(entry).iter().zip(arguments) {
            self.set(argument, *ty);
        }
        let mut results = SmallVec::new();
        for block in region.blocks() {
            for op in region.body.ops(block) {
                let op = OpRef { ctx: scope.ctx, body: region.body, op };
                if op.name_str() == "tfrt.return" {
                    results = op.operands().map(|value| self.get(value)).collect();
                } else {
                    self.op(scope, op);
                }
            }
        }
        results
    }

    fn set(&mut self, value: Value, ty: Option<Type>) {
        match ty {
            Some(ty) => self.types.insert(value, ty),
            None => self.types.remove(&value),
        };
    }

    fn op(&mut self, scope: &Scope<'_>, op: OpRef<'_>) {
        let ctx = scope.ctx;
        match op.name_str() {
            "corert.const_dense_tensor" | "corert_sync.const_dense_tensor" => {
                if let Some(value) = op.attr("value") {
                    self.constant_result(ctx, op.body.result(op.op, 0), value);
                }
            }
            "corert.executeop" | "corert_sync.executeop" => self.execute(scope, op, 1, 0),
            "corert.executeop.seq" => self.execute(scope, op, 2, 1),
            "corert.transfer" | "corert.transfer_inferred_tensortype" => {
                self.set(op.body.result(op.op, 0), self.get(op.operand(0)));
            }
            "corert.const_string_tensor" => {
                let string = DataType::String.to_type(ctx);
                self.set(op.body.result(op.op, 0), shape_attr(ctx, op).map(|dims| ctx.tensor(&dims, string)));
            }
            "tfrt.call" => self.call(scope, op, &["callee"]),
            "tfrt.cond" | "corert.cond" => self.call(scope, op, &["a_true_fn", "b_false_fn"]),
            "corert.while" => self.call(scope, op, &["b_body_fn"]),
            "tfrt.case" => self.call(scope, op, &[]),
            "tfrt.if" | "tfrt_test.do.async" => self.branches(scope, op),
            "tfrt.repeat.i32" => self.repeat(scope, op),
            "tfrt_test.benchmark" if scope.is_lowering => self.benchmark(scope, op),
            name => match name.split_once(".create_dense_tensor.") {
                Some(("corert" | "corert_sync", element)) => {
                    let ty = element_type(ctx, element).zip(shape_attr(ctx, op));
                    self.set(op.body.result(op.op, 0), ty.map(|(element, dims)| ctx.tensor(&dims, element)));
                }
                _ => self.other_regions(scope, op),
            },
        }
    }

    fn constant_result(&mut self, ctx: &Context, result: Value, value: Attr) {
        self.set(result, ctx.attr_type(value).filter(|&ty| is_tensor(ctx, ty)));
        self.constants.insert(result, value);
    }

    /// An op that is run by name: its tensors are the operands from `first_operand` and the results from `first_result` on.
    fn execute(&mut self, scope: &Scope<'_>, op: OpRef<'_>, first_operand: usize, first_result: usize) {
        let ctx = scope.ctx;
        let results: SmallVec<[Value; 2]> = op.results().skip(first_result).collect();
        if let (&[result], Some(value)) = (results.as_slice(), tfrt_dialects::constant_tensor(op)) {
            return self.constant_result(ctx, result, value);
        }
        let operands: SmallVec<[OperandInfo; 4]> = op
            .operands()
            .skip(first_operand)
            .map(|value| {
                let size = || self.sizes.get(&value).copied();
                OperandInfo { ty: self.get(value), value: self.constant(value).or_else(size) }
            })
            .collect();
        match infer(ctx, op, &operands, results.len()) {
            Inferred::Types(types) => {
                if let (true, &[result], &[Some(ty)]) =
                    (scope.is_lowering, results.as_slice(), types.as_slice())
                    && let Some(value) = sizes(ctx, op, &operands, ty)
                {
                    self.sizes.insert(result, value);
                }
                for (result, ty) in results.into_iter().zip(types) {
                    self.set(result, ty);
                }
            }
            Inferred::Unknown => {}
            Inferred::Fails(message) => self.failures.push((op.op, message)),
        }
    }

    /// Results as written, or on which all functions that may be called agree.
    fn call(&mut self, scope: &Scope<'_>, op: OpRef<'_>, attrs: &[&str]) {
        let written = written_list(scope.ctx, op);
        if !written.is_empty() {
            let skipped = op.num_results().saturating_sub(written.len());
            for (result, ty) in op.results().skip(skipped).zip(written) {
                self.set(result, ty);
            }
            return;
        }
        let mut agreed: Option<Vec<Option<Type>>> = None;
        for attr in attrs {
            let types = op
                .attr(attr)
                .and_then(|name| scope.function(scope.ctx.flat_symbol(name)?))
                .map(|callee| written_types(callee, "res_attrs"))
                .unwrap_or_default();
            agreed = Some(match agreed {
                None => types,
                Some(others) => {
                    let pairs = others.into_iter().zip(types);
                    pairs.map(|(a, b)| join(scope.ctx, a?, b?)).collect()
                }
            });
        }
        for (result, ty) in op.results().zip(agreed.unwrap_or_default()) {
            self.set(result, ty);
        }
    }

    /// Regions of which one runs once, on the last operands; the results are those of whichever ran.
    fn branches(&mut self, scope: &Scope<'_>, op: OpRef<'_>) {
        let mut inner = TensorTypes::default();
        let mut agreed: Option<SmallVec<[Option<Type>; 4]>> = None;
        for region in op.regions() {
            let count = region.entry_block().map_or(0, |block| region.body.block_args(block).len());
            let arguments = self.last_operands(op, count);
            let results = inner.region(scope, region, &arguments);
            agreed = Some(match agreed {
                None => results,
                Some(others) => {
                    let pairs = others.into_iter().zip(results);
                    pairs.map(|(a, b)| join(scope.ctx, a?, b?)).collect()
                }
            });
        }
        for (result, ty) in op.results().zip(agreed.unwrap_or_default()) {
            self.set(result, ty);
        }
        self.nested.insert(op.op, inner);
    }

    /// A region that runs any number of times on its own results.
    fn repeat(&mut self, scope: &Scope<'_>, op: OpRef<'_>) {
        let Some(region) = op.region(0) else { return };
        let mut carried = self.last_operands(op, op.num_results());
        for iteration in 0..=MAX_ITERATIONS {
            let mut inner = TensorTypes::default();
            let results = inner.region(scope, region, &carried);
            let joined: Vec<Option<Type>> = if iteration == MAX_ITERATIONS {
                vec![None; carried.len()]
            } else {
                carried.iter().zip(results).map(|(&a, b)| join(scope.ctx, a?, b?)).collect()
            };
            if joined == carried {
                self.nested.insert(op.op, inner);
                break;
            }
            carried = joined;
        }
        for (result, ty) in op.results().zip(carried) {
            self.set(result, ty);
        }
    }

    /// A region that runs any number of times on the operands.
    fn benchmark(&mut self, scope: &Scope<'_>, op: OpRef<'_>) {
        let Some(region) = op.region(0) else { return };
        let mut inner = TensorTypes::default();
        if let Some(entry) = region.entry_block() {
            for (&argument, operand) in region.body.block_args(entry).iter().zip(op.operands()) {
                if let Some(value) = self.constant(operand) {
                    inner.constants.insert(argument, value);
                }
            }
        }
        let arguments: Vec<Option<Type>> = op.operands().map(|operand| self.get(operand)).collect();
        inner.region(scope, region, &arguments);
        self.nested.insert(op.op, inner);
    }

    /// Regions of whose arguments nothing is known.
    fn other_regions(&mut self, scope: &Scope<'_>, op: OpRef<'_>) {
        if op.body.nested(op.op).is_none() {
            return;
        }
        let mut inner = TensorTypes::default();
        for region in op.regions() {
            inner.region(scope, region, &[]);
        }
        self.nested.insert(op.op, inner);
    }

    fn last_operands(&self, op: OpRef<'_>, count: usize) -> Vec<Option<Type>> {
        let skipped = op.num_operands().saturating_sub(count);
        op.operands().skip(skipped).map(|value| self.get(value)).collect()
    }
}

struct Scope<'a> {
    ctx: &'a Context,
    /// The analyzed function, in the body of whose module others are found.
    module: OpRef<'a>,
    symbols: OnceCell<SymbolTable>,
    /// Whether regions of benchmarks know what is passed to them.
    is_lowering: bool,
}

impl<'a> Scope<'a> {
    fn function(&self, name: tfrt_ir::Ident) -> Option<OpRef<'a>> {
        let symbols = self.symbols.get_or_init(|| SymbolTable::of(self.ctx, self.module.body));
        Some(self.module.at(symbols.lookup(name)?))
    }
}

/// Infers the result types of an `executeop`-like operation whose tensor operands are these.
#[must_use]
pub fn infer(ctx: &Context, op: OpRef<'_>, operands: &[OperandInfo], num_results: usize) -> Inferred {
    let Some(name) = tfrt_dialects::op_name(op) else { return Inferred::Unknown };
    let attrs = tfrt_dialects::op_attrs(op);
    let call = OpCall { name, attrs: &attrs, num_results };
    let mut types = match Oracles::shapes(ctx).map(|shapes| shapes.infer(ctx, call, operands)) {
        Some(Inferred::Fails(message)) => return Inferred::Fails(message),
        Some(Inferred::Types(types)) if types.len() == num_results => types,
        _ => vec![None; num_results],
    };
    for (ty, element) in types.iter_mut().zip(element_types(ctx, call, operands)) {
        if ty.is_none() {
            *ty = element.map(|element| ctx.unranked_tensor(element.to_type(ctx)));
        }
    }
    for (ty, written) in types.iter_mut().zip(written_list(ctx, op)) {
        *ty = match (*ty, written) {
            (Some(inferred), Some(written)) => Some(meet(ctx, inferred, written)),
            (inferred, written) => inferred.or(written),
        };
    }
    if types.iter().all(Option::is_none) { Inferred::Unknown } else { Inferred::Types(types) }
}

/// The result of an op of this type, if it follows from the operands' shapes and from operands that are known.
fn sizes(ctx: &Context, op: OpRef<'_>, operands: &[OperandInfo], ty: Type) -> Option<Attr> {
    let kind = ctx.type_kind(ty);
    let element = DataType::of_type(ctx, kind.element_type()?)?;
    // Sizes, and what is computed on the way to them.
    let may_be = matches!(
        element,
        DataType::Int32 | DataType::Int64 | DataType::Bool | DataType::Float32 | DataType::Float64
    );
    if !may_be || kind.num_elements()? > MAX_SIZES {
        return None;
    }
    let name = tfrt_dialects::op_name(op)?;
    let attrs = tfrt_dialects::op_attrs(op);
    if let (Class::Sizes, [operand]) = (Row::of(name).class, operands) {
        let shape = ctx.type_kind(operand.ty?);
        let dims = shape.dims().filter(|_| shape.has_static_shape())?;
        let mut data = Vec::new();
        for &dim in dims {
            match element {
                DataType::Int32 => data.extend_from_slice(&i32::try_from(dim).ok()?.to_le_bytes()),
                _ => data.extend_from_slice(&dim.to_le_bytes()),
            }
        }
        return (!data.is_empty()).then(|| make_dense(ctx, ty, data));
    }
    let definition = ctx.dialects().extension::<OpDefRegistry>()?.get(name)?;
    let is_small = |value: &Attr| {
        let count = ctx.attr_type(*value).and_then(|ty| ctx.type_kind(ty).num_elements());
        count.is_some_and(|count| count <= MAX_SIZES)
    };
    let values: Vec<Attr> =
        operands.iter().map(|operand| operand.value.filter(is_small)).collect::<Option<_>>()?;
    if definition.is_stateful || values.is_empty() {
        return None;
    }
    let call = OpCall { name, attrs: &attrs, num_results: 1 };
    match Oracles::evaluator(ctx)?.evaluate(ctx, call, &values)?[..] {
        [value] if ctx.attr_type(value) == Some(ty) => Some(value),
        _ => None,
    }
}

/// The dtypes of the results, as far as the op's definition tells.
fn element_types(ctx: &Context, call: OpCall<'_>, operands: &[OperandInfo]) -> Vec<Option<DataType>> {
    let definition = ctx.dialects().extension::<OpDefRegistry>().and_then(|ops| ops.get(call.name));
    let Some(def) = definition else { return vec![None; call.num_results] };
    let arguments: Vec<Option<DataType>> = operands
        .iter()
        .map(|operand| DataType::of_type(ctx, ctx.type_kind(operand.ty?).element_type()?))
        .collect();
    OpUse { def: &def, attrs: call.attrs, arguments: &arguments }.result_types(ctx, call.num_results)
}

fn is_tensor(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
}

/// The tensor types that `arg_attrs` or `res_attrs` of a function give.
fn written_types(function: OpRef<'_>, attr: &str) -> Vec<Option<Type>> {
    let ctx = function.ctx;
    let dictionaries = function.attr(attr).and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    let name = ctx.ident(TENSOR_TYPE_ATTR);
    let written = |&dictionary: &Attr| ctx.attr_as_type(ctx.dict_get(dictionary, name)?);
    dictionaries.iter().map(|dictionary| written(dictionary).filter(|&ty| is_tensor(ctx, ty))).collect()
}

/// The tensor types that are written at an op.
fn written_list(ctx: &Context, op: OpRef<'_>) -> Vec<Option<Type>> {
    let types = op.attr(RESULT_TYPES_ATTR).and_then(|types| ctx.array_elems(types)).unwrap_or_default();
    types.iter().map(|&ty| ctx.attr_as_type(ty).filter(|&ty| is_tensor(ctx, ty))).collect()
}

fn shape_attr(ctx: &Context, op: OpRef<'_>) -> Option<Vec<i64>> {
    let dims = ctx.array_elems(op.attr("shape")?)?;
    dims.iter().map(|&dim| ctx.attr_as_i64(dim).filter(|&dim| dim >= 0)).collect()
}

/// The element type that ends the name of a kernel.
fn element_type(ctx: &Context, suffix: &str) -> Option<Type> {
    let known = |ty: &DataType| match ty {
        DataType::Complex64 => suffix == "complex64",
        DataType::Complex128 => suffix == "complex128",
        _ => ty.spelling() == suffix,
    };
    DataType::all().find(known).map(|ty| ty.to_type(ctx))
}
