//! Functions: their operations, and ([`calls`], [`control`], [`rounds`], [`selected`]) their calls, loops and branches.
//!
//! A function is written anew, operation by operation; each value of the source has a handle in the new function (a tuple has one for each
//! element). Functions for loops begin with a chain, because `corert.while` orders its iterations by it.

mod calls;
mod control;
mod rounds;
mod selected;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_convert::graph::{Built, Constant, Execute, FunctionBuilder, OpAttrs, tensor_type_attr};
use tfrt_dialects::sdy::attributes::ManualAxes;
use tfrt_dialects::signature::{NAME_ATTR, small_type_attr};
use tfrt_dialects::stablehlo::future_types;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Ident, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{PrintOptions, value_name};
use tfrt_ir::types::TypeKind;

use super::attributes::attr;
use super::grid::Feed;
use super::needs::Need;
use super::sameness;
use super::signature::{Arguments, result_names};
use super::small_types::{small_of, storage, stored};

/// The attribute of a function that gives each result as often as there are devices.
pub(super) const BY_DEVICE: &str = "tfrt.by_device";

/// The module that is converted.
pub(super) struct Module<'a> {
    pub(super) ctx: &'a Context,
    pub(super) body: &'a Body,
    pub(super) functions: FxHashMap<Ident, Op>,
    pub(super) names: FxHashSet<String>,
    /// The meshes of devices.
    pub(super) meshes: FxHashMap<Ident, Op>,
    /// The names of probes whose tensors the program compares.
    pub(super) compared_probes: FxHashSet<Attr>,
    /// The needs of functions; functions without needs are absent.
    pub(super) needs: FxHashMap<Ident, Need>,
    /// Functions that are being written in the place of calls.
    pub(super) depth: usize,
    /// Operations that were written for members, or in the place of calls.
    pub(super) written: usize,
    /// Functions that were not in the source.
    pub(super) made: Vec<OpState>,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl<'a> Module<'a> {
    /// The block of the function that a symbol names, and the body that it is in.
    pub(super) fn callee(&self, name: Ident) -> Option<(&'a Body, Block)> {
        let nested = self.body.nested(*self.functions.get(&name)?)?;
        Some((nested, nested.root_block()?))
    }

    /// Whether callers outside of the program may call the function that a symbol names.
    fn is_public(&self, name: Ident) -> bool {
        let op = self.functions.get(&name).map(|&op| OpRef { ctx: self.ctx, body: self.body, op });
        op.is_some_and(|op| visibility(op).is_none())
    }

    /// The name of a value in the text of the function whose body this is.
    pub(super) fn name_of(&self, body: &Body, value: Value) -> String {
        let of = |op: &&Op| self.body.nested(**op).is_some_and(|nested| std::ptr::eq(nested, body));
        let around = self.functions.values().find(of);
        let view = |&op: &Op| OpRef { ctx: self.ctx, body: self.body, op };
        around.map_or_else(String::new, |op| value_name(view(op), body, value, &PrintOptions::default()))
    }

    fn fresh_name(&mut self, base: String) -> String {
        let mut name = base.clone();
        for number in 1.. {
            if self.names.insert(name.clone()) {
                break;
            }
            name = format!("{base}_{number}");
        }
        name
    }

    /// Reports that an operation cannot be converted.
    pub(super) fn refuse(&mut self, op: OpRef<'_>, why: impl AsRef<str>) -> Failed {
        let message = format!("'{}' cannot be converted: {}", op.name_str(), why.as_ref());
        self.diagnostics.error(op.loc(), message);
        Failed
    }
}

/// The handles of a value: one, or one for each element of a tuple.
pub(super) type Handles = SmallVec<[Value; 1]>;

/// The types of tensors that a type consists of.
pub(super) fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    match ctx.type_kind(ty) {
        TypeKind::Tuple(types) => types.iter().flat_map(|&ty| parts(ctx, ty)).collect(),
        TypeKind::Opaque { .. } => future_types(ctx, ty).unwrap_or_else(|| vec![ty]),
        _ => vec![ty],
    }
}

/// The type that an argument or a result of the op graph states for a tensor of this type.
fn stated_type(ctx: &Context, ty: Type) -> Option<NamedAttr> {
    let kind = ctx.type_kind(ty);
    let elem = kind.element_type().map(|elem| storage(ctx, elem))?;
    Some(tensor_type_attr(ctx, elem, kind.dims()))
}

/// What callers are told of an argument or a result of this type: the type of the tensor, and the small type that it stands for.
fn told_type(ctx: &Context, ty: Type) -> impl Iterator<Item = NamedAttr> + use<> {
    let small = ctx.type_kind(ty).element_type().and_then(|elem| small_of(ctx, elem));
    let small = small.map(|small| small_type_attr(ctx, small));
    stated_type(ctx, ty).into_iter().chain(small)
}

/// A function while it is written.
pub(super) struct Writer<'m, 'a> {
    pub(super) module: &'m mut Module<'a>,
    pub(super) ctx: &'a Context,
    /// The name of the function of the source.
    name: String,
    out: FunctionBuilder<'a>,
    pub(super) values: FxHashMap<Value, Handles>,
    handler: Option<Value>,
    chain: Option<Value>,
    /// Scalars that were made here, by their attribute.
    scalars: BTreeMap<Attr, Value>,
    /// The devices of a manual computation, whose programs are written side by side; none elsewhere.
    pub(super) devices: Vec<i64>,
    /// The position of the device that is written for; `None` if it is all of them.
    pub(super) at: Option<usize>,
    /// Whether the devices are those of the whole program, which go on with different tensors outside of computations, too.
    pub(super) is_apart: bool,
    /// The axes of the manual computations around what is written.
    pub(super) around: Vec<&'a ManualAxes>,
    /// The partitions of a replica, by which the number of a device is that of a process.
    pub(super) partitions: i64,
    /// The inputs of the processes of a grid, outside of regions.
    pub(super) feed: Option<Feed>,
}

/// The visibility of a function that is not public.
fn visibility(op: OpRef<'_>) -> Option<&str> {
    let stated = op.attr("sym_visibility").and_then(|attr| op.ctx.attr_as_str(attr));
    stated.filter(|&text| text != "public")
}

/// Converts a function of the module.
pub(super) fn convert_function<'a>(module: &mut Module<'a>, op: OpRef<'a>) -> Result<OpState, Failed> {
    let ctx = module.ctx;
    let name = tfrt_ir::symbol::name(op).map(|name| ctx.str(name).to_owned()).unwrap_or_default();
    let visibility = visibility(op);
    let Some((source, block)) = op.body.nested(op.op).and_then(|nested| Some((nested, nested.root_block()?)))
    else {
        return Err(module.refuse(op, "it has no body"));
    };
    if source.next_block(block).is_some() {
        return Err(module.refuse(op, "it has several blocks"));
    }
    let is_public = visibility.is_none();
    let said = is_public.then(|| {
        let callee = |call: OpRef<'_>| {
            let name = ctx.flat_symbol(call.attr("callee")?)?;
            Some(OpRef { ctx, body: module.body, op: *module.functions.get(&name)? })
        };
        Arguments::of(op, source, block, callee)
    });
    let has_effects = tfrt_ir::symbol::name(op).is_some_and(|name| module.need_of_function(name).is_ordered);
    let mut writer = Writer::new(module, name.clone());
    // Callers outside of the program have no chain to give.
    if has_effects && !is_public {
        writer.chain = Some(writer.out.chain_argument(op.loc()));
    }
    for (i, &arg) in source.block_args(block).iter().enumerate() {
        let (name, sizes) = said.as_ref().map_or((None, None), |said| (said.names[i], said.sizes[i]));
        let mut handles = writer.arguments(source, arg, name, sizes);
        if is_public {
            // Callers outside of the program give numbers of a wider type.
            let types = parts(ctx, source.value_type(arg));
            for (handle, ty) in handles.iter_mut().zip(types) {
                if let Some(elem) = ctx.type_kind(ty).element_type() {
                    *handle = writer.in_range(elem, *handle, source.value_loc(arg));
                }
            }
        }
        writer.values.insert(arg, handles);
    }
    if is_public {
        let Module { ctx, body, functions, meshes, .. } = &*writer.module;
        writer.devices = sameness::Program { ctx, body, functions, meshes }.apart(op.op);
        writer.is_apart = !writer.devices.is_empty();
        writer.partitions = writer.devices.len().max(1) as i64;
    }
    let mut results = writer.block(source, block)?;
    if writer.is_apart && op.attr(BY_DEVICE).is_none() {
        // Callers get what the first device has.
        results = writer.of_first(source, block, &results);
    }
    if is_public && op.attr(BY_DEVICE).is_none() {
        writer.describe_results(op, results.len());
    }
    if has_effects && !is_public {
        results.insert_many(0, writer.chain);
    }
    let state = writer.out.finish(&name, visibility, &results, op.loc());
    Ok(state)
}

impl<'m, 'a> Writer<'m, 'a> {
    fn new(module: &'m mut Module<'a>, name: String) -> Self {
        let ctx = module.ctx;
        Writer {
            module,
            ctx,
            name,
            out: FunctionBuilder::new(ctx),
            values: FxHashMap::default(),
            handler: None,
            chain: None,
            scalars: BTreeMap::new(),
            devices: Vec::new(),
            at: None,
            is_apart: false,
            around: Vec::new(),
            partitions: 1,
            feed: None,
        }
    }

    /// Arguments for a value of the source, for each member. The name is that of the only one.
    fn arguments(
        &mut self,
        source: &Body,
        value: Value,
        name: Option<Attr>,
        sizes: Option<NamedAttr>,
    ) -> Handles {
        let (ctx, loc) = (self.ctx, source.value_loc(value));
        let own = parts(ctx, source.value_type(value));
        let count = self.members() * own.len();
        let name = name.map(|name| (ctx.ident(NAME_ATTR), name));
        let [name, sizes] = [name, sizes].map(|said| said.filter(|_| count == 1));
        (0..self.members())
            .flat_map(|_| own.iter().copied())
            .map(|ty| self.out.tensor_argument(told_type(ctx, ty).chain(name).chain(sizes), loc))
            .collect()
    }

    /// States types and names of the results of a public function that gives so many, if these are those of the source.
    fn describe_results(&mut self, op: OpRef<'_>, count: usize) {
        let ctx = self.ctx;
        let ty = op.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
        let Some(TypeKind::Function { results, .. }) = ty.map(|ty| ctx.type_kind(ty)) else { return };
        let names = result_names(op, results.len());
        let described = results.iter().zip(names).flat_map(|(&ty, name)| {
            let own = parts(ctx, ty);
            let name = name.filter(|_| own.len() == 1);
            own.into_iter().map(move |ty| (ty, name))
        });
        let described: Vec<_> = described.collect();
        if described.len() != count {
            return;
        }
        for (ty, name) in described {
            let name = name.map(|name| (ctx.ident(NAME_ATTR), name));
            self.out.describe_result(told_type(ctx, ty).chain(name));
        }
    }

    /// Writes the operations of a block; gives the values that it ends with.
    pub(super) fn block(&mut self, source: &'a Body, block: Block) -> Result<Handles, Failed> {
        for op in source.ops(block) {
            let view = OpRef { ctx: self.ctx, body: source, op };
            if matches!(view.name_str(), "stablehlo.return" | "func.return" | "sdy.return") {
                return self.all(view, view.operands());
            }
            self.op(view)?;
        }
        Ok(Handles::new())
    }

    /// Of the values that a function ends with, those of the first member.
    fn of_first(&self, source: &Body, block: Block, given: &[Value]) -> Handles {
        let Some(end) = source.ops(block).next_back() else { return Handles::new() };
        let mut found = Handles::new();
        let mut at = 0;
        for value in source.operands(end) {
            let count = parts(self.ctx, source.value_type(value)).len();
            found.extend_from_slice(&given[at..at + count]);
            at += count * self.members();
        }
        found
    }

    fn op(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let is_divided = !self.devices.is_empty() || op.name_str() == "sdy.manual_computation";
        if is_divided && self.at.is_none() { self.of_members(op) } else { self.one(op) }
    }

    /// Writes an operation of a program that is not divided, or of the member that is written for; or one that members go through together.
    pub(super) fn one(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        /// Operations that are written for members, or in the place of calls, at most.
        const MOST: usize = 1 << 20;
        if !self.devices.is_empty() || self.module.depth > 0 {
            self.module.written += 1;
            if self.module.written > MOST {
                let why =
                    format!("the program has more than {MOST} operations when it is written for each device");
                return Err(self.module.refuse(op, why));
            }
        }
        match op.name_str() {
            "stablehlo.while" => self.while_loop(op),
            "stablehlo.if" | "stablehlo.case" => self.branches(op),
            "func.call" | "stablehlo.composite" => self.call(op),
            "stablehlo.tuple" => {
                let handles = self.all(op, op.operands())?;
                self.set(op, 0, handles);
                Ok(())
            }
            "stablehlo.get_tuple_element" => {
                let index = super::attributes::int(op, "index").unwrap_or(0).max(0) as usize;
                let TypeKind::Tuple(types) = self.ctx.type_kind(op.value_type(op.operand(0))) else {
                    return Err(self.module.refuse(op, "its operand is no tuple"));
                };
                let sizes: Vec<usize> = types.iter().map(|&ty| parts(self.ctx, ty).len()).collect();
                let start: usize = sizes.iter().take(index).sum();
                let all = self.handles(op, op.operand(0))?;
                let Some(handles) = all.get(start..start + sizes.get(index).copied().unwrap_or(0)) else {
                    return Err(self.module.refuse(op, "the tuple has no such element"));
                };
                self.set(op, 0, handles.into());
                Ok(())
            }
            // Bytecode has casts around operations of other dialects, between what were types of different versions. On one device a sharding
            // changes nothing.
            "builtin.unrealized_conversion_cast" if !is_same(op) => self.plain(op),
            "interpreter.run_parallel" => self.run_parallel(op),
            "stablehlo.async_start" => self.started(op),
            // Values that are divided alike are whole here.
            "sdy.sharding_group" => Ok(()),
            // A future is what it will have: the operation ran where it was started.
            "stablehlo.async_done"
            | "stablehlo.optimization_barrier"
            | "builtin.unrealized_conversion_cast"
            | "sdy.sharding_constraint"
            | "sdy.reshard"
            | "sdy.propagation_barrier"
            | "sdy.data_flow_edge"
            // As a whole, a tensor stays what it is when it is divided in another way.
            | "sdy.all_gather"
            | "sdy.all_slice"
            | "sdy.all_reduce"
            | "sdy.reduce_scatter"
            | "sdy.all_to_all"
            | "sdy.collective_permute"
            | "sdy.replicated_to_unreduced"
            | "sdy.sharded_to_unreduced" => {
                for i in 0..op.num_results() {
                    let handles = self.handles(op, op.operand(i))?;
                    self.set(op, i, handles);
                }
                Ok(())
            }
            "stablehlo.constant" | "chlo.constant" | "sdy.constant" => {
                let Some(value) = attr(op, "value") else {
                    return Err(self.module.refuse(op, "it has no value"));
                };
                let value = super::quantized::stored_constant(op, value);
                let handle = self.constant(value, op.loc());
                self.set(op, 0, Handles::from_slice(&[handle]));
                Ok(())
            }
            "stablehlo.after_all" | "stablehlo.create_token" => {
                let handle = self.token(op.loc());
                self.set(op, 0, Handles::from_slice(&[handle]));
                Ok(())
            }
            _ if self.fed(op)? || self.single(op)? => Ok(()),
            _ => self.plain(op),
        }
    }

    /// Writes the operation of a future in its place.
    pub(super) fn started(&mut self, op: OpRef<'a>) -> Result<(), Failed> {
        let region = op.region(0).and_then(|region| Some((region.body, region.entry_block()?)));
        let Some((source, block)) = region else {
            return Err(self.module.refuse(op, "it has no body"));
        };
        for (&argument, operand) in source.block_args(block).iter().zip(op.operands()) {
            let handles = self.values.get(&operand).cloned().unwrap_or_default();
            self.values.insert(argument, handles);
        }
        for inner in source.ops(block) {
            let inner = OpRef { ctx: self.ctx, body: source, op: inner };
            if inner.name_str() == "stablehlo.return" {
                let given = inner.operands().next().and_then(|value| self.values.get(&value).cloned());
                self.values.insert(op.body.result(op.op, 0), given.unwrap_or_default());
                continue;
            }
            self.op(inner)?;
        }
        Ok(())
    }

    /// A tensor that stands for a token.
    pub(super) fn token(&mut self, loc: Loc) -> Value {
        let ty = self.ctx.tensor(&[], self.ctx.i1());
        let dense = tfrt_ir::dense::make_dense(self.ctx, ty, vec![0]);
        self.constant(dense, loc)
    }

    /// The handles of a value of the source: those of the member that is written for.
    pub(super) fn handles(&mut self, op: OpRef<'_>, value: Value) -> Result<Handles, Failed> {
        match (self.values.get(&value), self.at) {
            (Some(handles), Some(at)) if !handles.is_empty() => {
                let count = parts(self.ctx, op.body.value_type(value)).len();
                let first = if handles.len() == count { 0 } else { at * count };
                Ok(handles[first..first + count].into())
            }
            (Some(handles), _) => Ok(handles.clone()),
            (None, _) => Err(self.module.refuse(op, "an operand of it is no tensor")),
        }
    }

    /// The handle of a value that is a tensor.
    pub(super) fn handle(&mut self, op: OpRef<'_>, value: Value) -> Result<Value, Failed> {
        match self.handles(op, value)?[..] {
            [handle] => Ok(handle),
            _ => Err(self.module.refuse(op, "an operand of it is a tuple")),
        }
    }

    pub(super) fn all(
        &mut self,
        op: OpRef<'_>,
        values: impl Iterator<Item = Value>,
    ) -> Result<Handles, Failed> {
        let mut handles = Handles::new();
        for value in values {
            let own = self.handles(op, value)?;
            let is_one = own.len() == parts(self.ctx, op.body.value_type(value)).len();
            for _ in 0..if is_one { self.members() } else { 1 } {
                handles.extend(own.iter().copied());
            }
        }
        Ok(handles)
    }

    /// Gives a result of an operation of the source its handles, those of one member after those of the other.
    pub(super) fn set(&mut self, op: OpRef<'_>, result: usize, handles: Handles) {
        let value = op.body.result(op.op, result);
        match self.values.get_mut(&value) {
            Some(others) if self.at.is_some_and(|at| others.len() == at * handles.len()) => {
                others.extend(handles);
            }
            _ => {
                self.values.insert(value, handles);
            }
        }
    }

    fn chain(&mut self, loc: Loc) -> Value {
        match self.chain {
            Some(chain) => chain,
            None => {
                let chain = self.out.graph().new_chain(loc);
                *self.chain.insert(chain)
            }
        }
    }

    fn handler(&mut self, loc: Loc) -> Value {
        if let Some(handler) = self.handler {
            return handler;
        }
        let chain = self.chain(loc);
        let handler = self.out.graph().handler("cpu", Some(chain), loc);
        *self.handler.insert(handler)
    }

    /// A constant tensor. A large one of equal elements is made of a scalar when the program runs.
    pub(super) fn constant(&mut self, value: Attr, loc: Loc) -> Value {
        /// Elements from which on.
        const LARGE: u64 = 64;
        let ctx = self.ctx;
        let value = stored(ctx, value);
        if let AttrKind::DenseElements { ty, splat: true, data } = ctx.attr_kind(value) {
            let kind = ctx.type_kind(*ty);
            if let (Some(elem), Some(dims), Some(count)) =
                (kind.element_type(), kind.dims(), kind.num_elements())
                && count >= LARGE
            {
                let scalar = tfrt_ir::dense::make_dense(ctx, ctx.tensor(&[], elem), data.to_vec());
                let scalar = self.scalar(scalar, loc);
                return self.broadcast(scalar, dims, &[], loc);
            }
        }
        if ctx.attr_type(value).and_then(|ty| ctx.type_kind(ty).dims().map(<[i64]>::len)) == Some(0) {
            return self.scalar(value, loc);
        }
        self.out.graph().constant(Constant::Dense(value), &[], loc).tensors[0]
    }

    /// A constant scalar, of which there is one in a function.
    pub(super) fn scalar(&mut self, value: Attr, loc: Loc) -> Value {
        let value = stored(self.ctx, value);
        if let Some(&known) = self.scalars.get(&value) {
            return known;
        }
        let made = self.out.graph().constant(Constant::Dense(value), &[], loc).tensors[0];
        self.scalars.insert(value, made);
        made
    }

    /// A scalar of this element type.
    pub(super) fn number(&mut self, elem: Type, value: f64, loc: Loc) -> Value {
        let value = super::ops::scalar_attr(self.ctx, elem, value);
        self.scalar(value, loc)
    }

    pub(super) fn broadcast(&mut self, x: Value, shape: &[i64], places: &[i64], loc: Loc) -> Value {
        let mut attrs = OpAttrs::new();
        attrs.add("shape", self.integers(shape));
        attrs.add("broadcast_dimensions", self.integers(places));
        self.run("hlo.broadcast_in_dim", &[x], 1, attrs, loc)[0]
    }

    /// Integers as an attribute of an op.
    pub(super) fn integers(&self, values: &[i64]) -> Attr {
        let values: Vec<Attr> = values.iter().map(|&value| self.ctx.i64_attr(value)).collect();
        self.ctx.array_attr(&values)
    }

    /// Runs an op.
    pub(super) fn run(
        &mut self,
        op: &str,
        operands: &[Value],
        results: usize,
        attrs: OpAttrs,
        loc: Loc,
    ) -> SmallVec<[Value; 1]> {
        self.execute(op, operands, results, attrs, (None, loc)).tensors
    }

    /// Runs an op, behind a chain if there is one.
    fn execute(
        &mut self,
        op: &str,
        operands: &[Value],
        results: usize,
        attrs: OpAttrs,
        (chain, loc): (Option<Value>, Loc),
    ) -> Built {
        let handler = self.handler(loc);
        let attrs = attrs.sorted();
        let execute = Execute { op, handler, chain, operands, results, attrs, discardable: &[], loc };
        self.out.graph().execute(execute)
    }

    /// Runs an op behind all that were run in order before it.
    pub(super) fn run_in_order(
        &mut self,
        op: &str,
        operands: &[Value],
        results: usize,
        attrs: OpAttrs,
        loc: Loc,
    ) -> SmallVec<[Value; 1]> {
        let built = self.run_behind(op, operands, results, attrs, loc);
        self.chain = built.chain.or(self.chain);
        built.tensors
    }

    /// Runs an op behind all effects before it, which later ones do not wait for: an error of it is theirs as little. Gives the chain behind it, too.
    pub(super) fn run_behind(
        &mut self,
        op: &str,
        operands: &[Value],
        results: usize,
        attrs: OpAttrs,
        loc: Loc,
    ) -> Built {
        let chain = self.chain(loc);
        self.execute(op, operands, results, attrs, (Some(chain), loc))
    }

    /// Runs an op of one result without attributes.
    pub(super) fn apply(&mut self, op: &str, operands: &[Value], loc: Loc) -> Value {
        self.run(op, operands, 1, OpAttrs::new(), loc)[0]
    }

    pub(super) fn set_results(&mut self, op: OpRef<'_>, results: SmallVec<[Value; 1]>) {
        let mut at = 0;
        for (i, ty) in op.result_types().enumerate() {
            let count = parts(self.ctx, ty).len() * self.members();
            self.set(op, i, results[at..at + count].into());
            at += count;
        }
    }
}

/// Whether an operation's results have the types of its operands.
pub(super) fn is_same(op: OpRef<'_>) -> bool {
    op.operands().map(|value| op.value_type(value)).eq(op.result_types())
}
