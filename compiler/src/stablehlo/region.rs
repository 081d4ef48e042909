//! Scalar regions as bodies of element-wise functions.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{Elementwise, FusedBody, FusedBodyBuilder, MemberAttr, MemberAttrName, MemberOp, MemberValue};

use super::attributes::attr;
use super::function::{Writer, is_same};
use super::ops::{elementwise, scalar_attr};
use super::quantized::{quantized_of, storage_type};
use super::small_types::{Step, Steps as _, small_of, storage};
use crate::dtype::dtype_of;

/// A member before the number of arguments is known: its operands are arguments, captured values or members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Argument(u16),
    Captured(u16),
    Member(u16),
}

struct Member {
    function: Elementwise,
    operands: SmallVec<[Place; 3]>,
    attr: Option<MemberAttr>,
}

/// A region while it is read.
#[derive(Default)]
struct Reader {
    places: FxHashMap<Value, Place>,
    members: Vec<Member>,
    captured: Vec<Value>,
    constants: FxHashMap<Attr, Place>,
}

/// Depth of calls in a region.
const MAX_CALLS: usize = 64;

impl Writer<'_, '_> {
    /// The body that a region of an operation is, as an attribute, and the handles of what it captures.
    pub(super) fn scalar_region(
        &mut self,
        op: OpRef<'_>,
        region: usize,
    ) -> Result<(Attr, Vec<Value>), Failed> {
        let block = op.body.inline_regions(op.op).get(region).and_then(|&region| op.body.entry_block(region));
        let Some(block) = block else { return Err(self.module.refuse(op, "it has no such region")) };
        self.scalar_body(op, op.body, block)
    }

    /// The body that a block is, which may be that of a function that the operation names.
    pub(super) fn scalar_body(
        &mut self,
        op: OpRef<'_>,
        source: &Body,
        block: Block,
    ) -> Result<(Attr, Vec<Value>), Failed> {
        let mut reader = Reader::default();
        let args = source.block_args(block);
        for (i, &arg) in args.iter().enumerate() {
            reader.places.insert(arg, Place::Argument(i as u16));
        }
        let results = self.read(&mut reader, op, source, block, 0)?;
        // Results are members of their own, in order, unless the last member is the only one.
        let last = reader.members.len().checked_sub(1).map(|last| Place::Member(last as u16));
        if results.len() != 1 || results.first().copied() != last {
            for result in &results {
                reader.members.push(Member {
                    function: Elementwise::HloCopy,
                    operands: SmallVec::from_slice(&[*result]),
                    attr: None,
                });
            }
        }
        let body = body(&reader, args.len(), results.len());
        let Some(body) = body else { return Err(self.module.refuse(op, "its region is too large")) };
        Ok((tfrt_dialects::fused_body_attr(self.ctx, Arc::new(body)), reader.captured))
    }

    fn read(
        &mut self,
        reader: &mut Reader,
        outer: OpRef<'_>,
        source: &Body,
        block: Block,
        depth: usize,
    ) -> Result<SmallVec<[Place; 2]>, Failed> {
        for op in source.ops(block) {
            let op = OpRef { ctx: self.ctx, body: source, op };
            let name = op.name_str();
            if matches!(name, "stablehlo.return" | "func.return") {
                return op.operands().map(|value| self.place(reader, outer, op, value)).collect();
            }
            if op.result_types().any(|ty| self.ctx.type_kind(ty).dims() != Some(&[])) {
                return Err(self.module.refuse(op, "it does not give scalars, in a scalar region"));
            }
            let place = match name {
                "stablehlo.constant" => {
                    let Some(value) = attr(op, "value") else {
                        return Err(self.module.refuse(op, "it has no value"));
                    };
                    self.captured_scalar(reader, value, op.loc())
                }
                // Of scalars.
                "stablehlo.broadcast_in_dim"
                | "stablehlo.reshape"
                | "stablehlo.transpose"
                | "sdy.sharding_constraint"
                | "sdy.reshard" => self.place(reader, outer, op, op.operand(0))?,
                // Bytecode has casts around operations of other dialects.
                "builtin.unrealized_conversion_cast" | "stablehlo.optimization_barrier" if is_same(op) => {
                    for (i, operand) in op.operands().enumerate() {
                        let place = self.place(reader, outer, op, operand)?;
                        reader.places.insert(source.result(op.op, i), place);
                    }
                    continue;
                }
                "stablehlo.if" | "stablehlo.case" => {
                    let places = self.branches_of_scalars(reader, outer, op, depth)?;
                    for (i, place) in places.into_iter().enumerate() {
                        reader.places.insert(source.result(op.op, i), place);
                    }
                    continue;
                }
                "func.call" | "stablehlo.composite" => {
                    let symbol = attr(op, if name == "func.call" { "callee" } else { "decomposition" });
                    let callee = symbol.and_then(|attr| self.ctx.flat_symbol(attr));
                    let Some((body, block)) = callee.and_then(|name| self.module.callee(name)) else {
                        return Err(self.module.refuse(op, "the function that it calls has no body"));
                    };
                    if depth >= MAX_CALLS {
                        return Err(self.module.refuse(op, "calls in a region are nested too deeply"));
                    }
                    let args: Vec<Place> = op
                        .operands()
                        .map(|value| self.place(reader, outer, op, value))
                        .collect::<Result<_, _>>()?;
                    let mut inner = Reader {
                        places: body.block_args(block).iter().copied().zip(args).collect(),
                        members: std::mem::take(&mut reader.members),
                        captured: std::mem::take(&mut reader.captured),
                        constants: std::mem::take(&mut reader.constants),
                    };
                    let results = self.read(&mut inner, op, body, block, depth + 1)?;
                    reader.members = inner.members;
                    reader.captured = inner.captured;
                    reader.constants = inner.constants;
                    for (i, place) in results.into_iter().enumerate() {
                        reader.places.insert(source.result(op.op, i), place);
                    }
                    continue;
                }
                _ => {
                    let Some(function) = elementwise(op) else {
                        return Err(self
                            .module
                            .refuse(op, "it is no function of scalars, in a scalar region"));
                    };
                    let mut operands: SmallVec<[Place; 3]> = op
                        .operands()
                        .map(|value| self.place(reader, outer, op, value))
                        .collect::<Result<_, _>>()?;
                    self.function(reader, op, function, &mut operands)?
                }
            };
            reader.places.insert(source.result(op.op, 0), place);
        }
        Err(self.module.refuse(outer, "a region of it does not return"))
    }

    /// The results of all branches, and a choice among them: functions of scalars have no effects and do not fail.
    fn branches_of_scalars(
        &mut self,
        reader: &mut Reader,
        outer: OpRef<'_>,
        op: OpRef<'_>,
        depth: usize,
    ) -> Result<SmallVec<[Place; 2]>, Failed> {
        if depth >= MAX_CALLS {
            return Err(self.module.refuse(op, "regions are nested too deeply"));
        }
        let chosen = self.place(reader, outer, op, op.operand(0))?;
        let mut branches = Vec::new();
        for &region in op.body.inline_regions(op.op) {
            let Some(block) = op.body.entry_block(region) else {
                return Err(self.module.refuse(op, "a region of it is empty"));
            };
            let places = self.read(reader, outer, op.body, block, depth + 1)?;
            if places.len() != op.num_results() {
                return Err(self.module.refuse(op, "a region of it gives another number of values"));
            }
            branches.push(places);
        }
        let select = |writer: &mut Self, reader: &mut Reader, condition, then: &[Place], other: &[Place]| {
            let pairs = then.iter().zip(other);
            pairs
                .map(|(&then, &other)| {
                    writer.member(reader, Elementwise::HloSelect, &[condition, then, other])
                })
                .collect::<SmallVec<[Place; 2]>>()
        };
        if op.name_str() == "stablehlo.if" {
            return match &branches[..] {
                [then, other] => Ok(select(self, reader, chosen, then, other)),
                _ => Err(self.module.refuse(op, "it has no such regions")),
            };
        }
        // An index without a branch of its own selects the last branch.
        let Some(mut result) = branches.pop() else {
            return Err(self.module.refuse(op, "it has no regions"));
        };
        for (index, branch) in branches.iter().enumerate().rev() {
            let number = scalar_attr(self.ctx, self.ctx.i32(), index as f64);
            let number = self.captured_scalar(reader, number, op.loc());
            let is_chosen = self.member(reader, Elementwise::HloEqual, &[chosen, number]);
            result = select(self, reader, is_chosen, branch, &result);
        }
        Ok(result)
    }

    /// Adds a function of scalars, with the functions that bring its result into the range of a small type.
    fn function(
        &mut self,
        reader: &mut Reader,
        op: OpRef<'_>,
        function: Elementwise,
        operands: &mut SmallVec<[Place; 3]>,
    ) -> Result<Place, Failed> {
        let ctx = self.ctx;
        let [from, to] = [op.operand_types().next(), op.result_types().next()]
            .map(|ty| ty.and_then(|ty| ctx.type_kind(ty).element_type()));
        let (Some(from), Some(to)) = (from, to) else {
            return Err(self.module.refuse(op, "its result has no dtype"));
        };
        let is_quantized =
            op.operand_types().chain(op.result_types()).any(|ty| quantized_of(ctx, ty).is_some());
        if is_quantized && !matches!(function, Elementwise::HloSelect | Elementwise::HloCopy) {
            return self.function_of_quantized(reader, op, function, operands);
        }
        let (from_storage, to_storage) = (storage(ctx, from), storage(ctx, to));
        if let Some(small) = small_of(ctx, from) {
            operands[0] =
                self.steps(reader, &small.steps_before(function), from_storage, operands[0], op.loc());
        }
        let small = small_of(ctx, to);
        let mut attr = None;
        let mut after = small.map(|small| small.steps_after(function)).unwrap_or_default();
        if function == Elementwise::HloConvert {
            let Some(dtype) = dtype_of(ctx, to_storage) else {
                return Err(self.module.refuse(op, "its result has no dtype"));
            };
            let steps = small.filter(|_| from != to).map(|small| small.conversion(ctx, from));
            let [before, behind] = steps.unwrap_or_default();
            operands[0] = self.steps(reader, &before, from_storage, operands[0], op.loc());
            after = behind;
            attr = Some(MemberAttr { name: MemberAttrName::DstT, value: MemberValue::Type(dtype) });
        }
        let operands = std::mem::take(operands);
        reader.members.push(Member { function, operands, attr });
        let place = Place::Member(reader.members.len() as u16 - 1);
        Ok(self.steps(reader, &after, to_storage, place, op.loc()))
    }

    /// A function of scalars some of which are quantized, between the conversions to real numbers and back.
    fn function_of_quantized(
        &mut self,
        reader: &mut Reader,
        op: OpRef<'_>,
        function: Elementwise,
        operands: &mut SmallVec<[Place; 3]>,
    ) -> Result<Place, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let quantized = |ty: Type| quantized_of(ctx, ty);
        let mut types = op.operand_types().chain(op.result_types());
        if types.any(|ty| quantized(ty).is_some_and(|quantized| quantized.dimension.is_some())) {
            return Err(self.module.refuse(op, "a scalar has no scales along a dimension"));
        }
        if function == Elementwise::HloConvert {
            return Err(self.module.refuse(op, "it does not convert quantized numbers"));
        }
        for (place, ty) in operands.iter_mut().zip(op.operand_types()) {
            let Some(quantized) = quantized(ty) else { continue };
            let (scale, zero) = quantized.parameters.first().copied().unwrap_or((1.0, 0));
            let real = ctx.float(quantized.expressed);
            let wide = self.conversion(reader, *place, ctx.i32());
            let zero = self.captured_handle(reader, |writer| writer.rounded(ctx.i32(), zero as f64, loc));
            let difference = self.member(reader, Elementwise::HloSubtract, &[wide, zero]);
            let difference = self.conversion(reader, difference, real);
            let scale = self.captured_handle(reader, |writer| writer.rounded(real, scale, loc));
            *place = self.member(reader, Elementwise::HloMultiply, &[difference, scale]);
        }
        let result = self.member(reader, function, operands);
        let Some(quantized) = op.result_types().next().and_then(quantized) else { return Ok(result) };
        let (scale, zero) = quantized.parameters.first().copied().unwrap_or((1.0, 0));
        let real = ctx.float(quantized.expressed);
        let [scale, zero, least, largest] =
            [scale, zero as f64, quantized.storage_min as f64, quantized.storage_max as f64]
                .map(|number| self.captured_handle(reader, |writer| writer.rounded(real, number, loc)));
        let scaled = self.member(reader, Elementwise::HloDivide, &[result, scale]);
        let moved = self.member(reader, Elementwise::HloAdd, &[scaled, zero]);
        let clamped = self.member(reader, Elementwise::HloClamp, &[least, moved, largest]);
        let whole = self.member(reader, Elementwise::HloRoundNearestEven, &[clamped]);
        Ok(self.conversion(reader, whole, storage(ctx, storage_type(ctx, &quantized))))
    }

    fn member(&mut self, reader: &mut Reader, function: Elementwise, operands: &[Place]) -> Place {
        reader.members.push(Member { function, operands: SmallVec::from_slice(operands), attr: None });
        Place::Member(reader.members.len() as u16 - 1)
    }

    fn conversion(&mut self, reader: &mut Reader, place: Place, to: Type) -> Place {
        let place = self.member(reader, Elementwise::HloConvert, &[place]);
        if let (Some(dtype), Some(member)) = (dtype_of(self.ctx, to), reader.members.last_mut()) {
            member.attr = Some(MemberAttr { name: MemberAttrName::DstT, value: MemberValue::Type(dtype) });
        }
        place
    }

    /// A value that is made outside of the region.
    fn captured_handle(&mut self, reader: &mut Reader, make: impl FnOnce(&mut Self) -> Value) -> Place {
        let handle = make(self);
        let place = Place::Captured(reader.captured.len() as u16);
        reader.captured.push(handle);
        place
    }

    /// Adds functions one after the other.
    fn steps(&mut self, reader: &mut Reader, steps: &[Step], elem: Type, first: Place, loc: Loc) -> Place {
        let mut place = first;
        for &(function, second) in steps {
            let mut operands = SmallVec::from_slice(&[place]);
            if let Some(number) = second {
                let number = scalar_attr(self.ctx, elem, number);
                operands.push(self.captured_scalar(reader, number, loc));
            }
            reader.members.push(Member { function, operands, attr: None });
            place = Place::Member(reader.members.len() as u16 - 1);
        }
        place
    }

    /// A constant of the region.
    fn captured_scalar(&mut self, reader: &mut Reader, value: Attr, loc: Loc) -> Place {
        if let Some(&place) = reader.constants.get(&value) {
            return place;
        }
        let handle = self.scalar(value, loc);
        let place = Place::Captured(reader.captured.len() as u16);
        reader.captured.push(handle);
        reader.constants.insert(value, place);
        place
    }

    fn place(
        &mut self,
        reader: &mut Reader,
        outer: OpRef<'_>,
        op: OpRef<'_>,
        value: Value,
    ) -> Result<Place, Failed> {
        if let Some(&place) = reader.places.get(&value) {
            return Ok(place);
        }
        if !std::ptr::eq(outer.body, op.body) {
            return Err(self.module.refuse(op, "an operand of it is defined elsewhere"));
        }
        let handle = self.handle(op, value)?;
        let place = Place::Captured(reader.captured.len() as u16);
        reader.captured.push(handle);
        reader.places.insert(value, place);
        Ok(place)
    }
}

fn body(reader: &Reader, args: usize, results: usize) -> Option<FusedBody> {
    let captured = reader.captured.len();
    let first = args + captured;
    let number = |place: Place| match place {
        Place::Argument(i) => i,
        Place::Captured(i) => args as u16 + i,
        Place::Member(i) => first as u16 + i,
    };
    let mut builder = FusedBodyBuilder::new(first);
    for member in &reader.members {
        let operands = member.operands.iter().map(|&place| number(place));
        builder.member(MemberOp::Elementwise(member.function), operands, member.attr).ok()?;
    }
    let end = first + reader.members.len();
    let results: Vec<u16> = (end - results..end).map(|value| value as u16).collect();
    builder.finish(&results).ok()
}
