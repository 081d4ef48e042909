//! Quantized element types: tensors of stored integers, and arithmetic that stands for arithmetic of real numbers.
//!
//! A tensor of a quantized type is one of its storage type. Operations that move elements, and control flow, take stored integers; all others
//! are written for real numbers, between `dequantize` and `quantize` as StableHLO's specification defines them. The difference of a stored integer
//! and its zero point is one of 32 bits.

use rustc_hash::FxHashMap;
use tfrt_convert::graph::OpAttrs;
use tfrt_dialects::quant::QuantizedType;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{Signedness, TypeKind};

use super::function::{Handles, Writer};
use super::small_types::storage;

/// The quantized element type of a tensor type.
pub(super) fn quantized_of(ctx: &Context, ty: Type) -> Option<QuantizedType> {
    QuantizedType::of(ctx, ctx.type_kind(ty).element_type()?)
}

/// The integers that a quantized type stores.
pub(super) fn storage_type(ctx: &Context, quantized: &QuantizedType) -> Type {
    let sign = if quantized.is_signed { Signedness::Signless } else { Signedness::Unsigned };
    ctx.int_with_sign(quantized.storage_width, sign)
}

/// The value of a constant: of a quantized type, as integers of its storage, which have a sign in programs.
pub(super) fn stored_constant(op: OpRef<'_>, value: Attr) -> Attr {
    let ctx = op.ctx;
    let quantized = op.result_types().next().and_then(|ty| quantized_of(ctx, ty));
    match (quantized, ctx.attr_kind(value)) {
        (Some(quantized), AttrKind::DenseElements { ty, data, .. }) => {
            let dims = ctx.type_kind(*ty).dims().unwrap_or_default();
            make_dense(ctx, ctx.tensor(dims, storage_type(ctx, &quantized)), data.to_vec())
        }
        _ => value,
    }
}

/// The type with real numbers in the place of quantized ones.
fn expressed(ctx: &Context, ty: Type) -> Type {
    let Some(quantized) = quantized_of(ctx, ty) else { return ty };
    let elem = ctx.float(quantized.expressed);
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { dims, encoding, .. } => {
            ctx.intern_type(TypeKind::RankedTensor { dims: dims.clone(), elem, encoding: *encoding })
        }
        TypeKind::UnrankedTensor(_) => ctx.unranked_tensor(elem),
        _ => ty,
    }
}

/// Whether an operation puts elements elsewhere, or combines them by a region that is written for quantized numbers itself.
fn moves_elements(name: &str) -> bool {
    let name = name.strip_prefix("stablehlo.").unwrap_or_default();
    matches!(
        name,
        "bitcast_convert"
            | "broadcast"
            | "broadcast_in_dim"
            | "concatenate"
            | "dynamic_broadcast_in_dim"
            | "dynamic_gather"
            | "dynamic_pad"
            | "dynamic_reshape"
            | "dynamic_slice"
            | "dynamic_update_slice"
            | "gather"
            | "get_dimension_size"
            | "map"
            | "pad"
            | "real_dynamic_slice"
            | "reduce"
            | "reduce_window"
            | "reshape"
            | "reverse"
            | "scatter"
            | "select"
            | "select_and_scatter"
            | "slice"
            | "sort"
            | "transpose"
    )
}

impl Writer<'_, '_> {
    /// Writes an operation of quantized numbers; says whether it is one that has to be written in another way than its storage's.
    pub(super) fn quantized(&mut self, op: OpRef<'_>) -> Result<bool, Failed> {
        let ctx = self.ctx;
        let name = op.name_str();
        let types = || op.operand_types().chain(op.result_types());
        if name.starts_with("check.") || !types().any(|ty| quantized_of(ctx, ty).is_some()) {
            return Ok(false);
        }
        let same = {
            let mut all = types().filter_map(|ty| quantized_of(ctx, ty));
            let first = all.next();
            all.all(|quantized| {
                // The dimension of several scales moves with the elements.
                first
                    .as_ref()
                    .is_some_and(|first| QuantizedType { dimension: first.dimension, ..quantized } == *first)
            })
        };
        if moves_elements(name) && (same || name == "stablehlo.bitcast_convert") {
            return Ok(false);
        }
        if op.body.num_regions(op.op) > 0 {
            return Err(self.module.refuse(op, "its operands and results are quantized in different ways"));
        }
        let mut values: FxHashMap<Value, Handles> = FxHashMap::default();
        let (mut scratch, block) = Body::with_entry_block();
        let mut args = Vec::with_capacity(op.num_operands());
        for operand in op.operands() {
            let ty = op.value_type(operand);
            let handle = self.handle(op, operand)?;
            let handle = match quantized_of(ctx, ty) {
                Some(quantized) => self.dequantize(op, &quantized, ty, handle)?,
                None => handle,
            };
            let arg = scratch.add_block_arg(block, expressed(ctx, ty), op.loc());
            values.insert(arg, Handles::from_slice(&[handle]));
            args.push(arg);
        }
        let results: Vec<Type> = op.result_types().map(|ty| expressed(ctx, ty)).collect();
        let handles: Handles = match name {
            // What is left of them between the conversions.
            "stablehlo.uniform_quantize" | "stablehlo.uniform_dequantize" => {
                let Some(value) = args.first().and_then(|arg| values.get(arg)).cloned() else {
                    return Err(self.module.refuse(op, "it has no operand"));
                };
                let [from, to] = [op.operand_types().next(), op.result_types().next()]
                    .map(|ty| ty.and_then(|ty| ctx.type_kind(expressed(ctx, ty)).element_type()));
                match (from, to) {
                    (Some(from), Some(to)) if from != to => {
                        Handles::from_slice(&[self.converted(value[0], storage(ctx, to), op.loc())])
                    }
                    _ => value,
                }
            }
            _ => {
                let mut state = OpState::new(op.body.name(op.op), op.loc()).operands(&args).results(&results);
                state.attrs = op.body.attrs(op.op).iter().copied().collect();
                let real = scratch.create_op(ctx, state);
                scratch.append_op(block, real);
                let view = OpRef { ctx, body: &scratch, op: real };
                let outer = std::mem::replace(&mut self.values, values);
                let written = self.plain(view).and_then(|()| {
                    (0..results.len()).map(|i| self.handle(view, scratch.result(real, i))).collect()
                });
                self.values = outer;
                written?
            }
        };
        for (i, (handle, ty)) in handles.into_iter().zip(op.result_types()).enumerate() {
            let handle = match quantized_of(ctx, ty) {
                Some(quantized) => self.quantize(op, &quantized, ty, handle)?,
                None => handle,
            };
            self.set(op, i, Handles::from_slice(&[handle]));
        }
        Ok(true)
    }

    /// A number of an element type, rounded to it. Numbers that halves do not have are rounded when the program runs.
    pub(super) fn rounded(&mut self, elem: Type, value: f64, loc: Loc) -> Value {
        if elem == self.ctx.f64() || elem == self.ctx.f32() {
            return self.number(elem, value, loc);
        }
        let wide = self.number(self.ctx.f64(), value, loc);
        self.converted(wide, elem, loc)
    }

    /// A parameter of a quantized type: a scalar, or a tensor of the shape whose elements differ along the type's dimension.
    fn parameter(
        &mut self,
        op: OpRef<'_>,
        (quantized, ty): (&QuantizedType, Type),
        elem: Type,
        value: impl Fn(&(f64, i64)) -> f64,
    ) -> Result<Value, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let (Some(dimension), dims) = (quantized.dimension, ctx.type_kind(ty).dims()) else {
            let value = quantized.parameters.first().map_or(1.0, value);
            return Ok(self.rounded(elem, value, loc));
        };
        let count = quantized.parameters.len();
        let fits = dims.filter(|dims| dims.iter().all(|&dim| dim >= 0)).filter(|dims| {
            usize::try_from(dimension).ok().and_then(|axis| dims.get(axis)) == Some(&(count as i64))
        });
        let Some(dims) = fits else {
            return Err(self
                .module
                .refuse(op, "its type has another number of scales than its dimension's size"));
        };
        let data: Vec<u8> = quantized.parameters.iter().flat_map(|pair| value(pair).to_le_bytes()).collect();
        let wide = make_dense(ctx, ctx.tensor(&[count as i64], ctx.f64()), data);
        let wide = self.constant(wide, loc);
        let vector = self.converted(wide, elem, loc);
        Ok(self.broadcast(vector, dims, &[dimension], loc))
    }

    /// A tensor in another element type.
    pub(super) fn converted(&mut self, value: Value, elem: Type, loc: Loc) -> Value {
        let mut attrs = OpAttrs::new();
        attrs.add("DstT", self.ctx.type_attr(elem));
        self.run("hlo.convert", &[value], 1, attrs, loc)[0]
    }

    /// `(stored - zero point) * scale`
    fn dequantize(
        &mut self,
        op: OpRef<'_>,
        quantized: &QuantizedType,
        ty: Type,
        stored: Value,
    ) -> Result<Value, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let real = ctx.float(quantized.expressed);
        let zero = self.parameter(op, (quantized, ty), ctx.i32(), |&(_, zero)| zero as f64)?;
        let scale = self.parameter(op, (quantized, ty), real, |&(scale, _)| scale)?;
        let wide = self.converted(stored, ctx.i32(), loc);
        let difference = self.apply("hlo.subtract", &[wide, zero], loc);
        let difference = self.converted(difference, real, loc);
        Ok(self.apply("hlo.multiply", &[difference, scale], loc))
    }

    /// `round(clamp(least, real / scale + zero point, largest))`
    fn quantize(
        &mut self,
        op: OpRef<'_>,
        quantized: &QuantizedType,
        ty: Type,
        real: Value,
    ) -> Result<Value, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let elem = ctx.float(quantized.expressed);
        let zero = self.parameter(op, (quantized, ty), elem, |&(_, zero)| zero as f64)?;
        let scale = self.parameter(op, (quantized, ty), elem, |&(scale, _)| scale)?;
        let [least, largest] =
            [quantized.storage_min, quantized.storage_max].map(|limit| self.rounded(elem, limit as f64, loc));
        let scaled = self.apply("hlo.divide", &[real, scale], loc);
        let moved = self.apply("hlo.add", &[scaled, zero], loc);
        let clamped = self.apply("hlo.clamp", &[least, moved, largest], loc);
        let whole = self.apply("hlo.round_nearest_even", &[clamped], loc);
        Ok(self.converted(whole, storage(ctx, storage_type(ctx, quantized)), loc))
    }
}
