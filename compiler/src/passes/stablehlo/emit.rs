//! Writes operations of StableHLO before the operation that a pattern replaces.

use smallvec::smallvec;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::i64_array;
use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::dense::{element_layout, make_dense};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::float;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::types::{DYNAMIC, TypeKind};

/// The operations get the location of the one that they replace.
pub(super) struct Emit<'r, 'a> {
    pub(super) rewriter: &'r mut Rewriter<'a>,
    before: Op,
    loc: Loc,
}

impl<'r, 'a> Emit<'r, 'a> {
    pub(super) fn before(rewriter: &'r mut Rewriter<'a>, op: Op) -> Self {
        let loc = rewriter.body().loc(op);
        Self { rewriter, before: op, loc }
    }

    pub(super) fn ctx(&self) -> &'a Context {
        self.rewriter.ctx()
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.rewriter.body().value_type(value)
    }

    /// The result of an operation that has one.
    pub(super) fn op(&mut self, name: &str, operands: &[Value], ty: Type, attrs: &[(&str, Attr)]) -> Value {
        let state = state(self.ctx(), name, self.loc, operands, &[ty], attrs);
        let op = self.rewriter.create(InsertionPoint::Before(self.before), state);
        self.rewriter.body().result(op, 0)
    }

    /// A function of one operand, or of several that have one type.
    pub(super) fn elementwise(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = self.ty(operands[0]);
        self.op(name, operands, ty, &[])
    }

    /// The real or imaginary part.
    pub(super) fn part(&mut self, name: &str, value: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.ty(value);
        let part = match ctx.type_kind(ty).element_type().map(|elem| ctx.type_kind(elem)) {
            Some(&TypeKind::Complex(part)) => with_element(ctx, ty, part),
            _ => ty,
        };
        self.op(name, &[value], part, &[])
    }

    pub(super) fn complex(&mut self, real: Value, imaginary: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.ty(real);
        let elem = ctx.type_kind(ty).element_type().unwrap_or(ty);
        let complex = with_element(ctx, ty, ctx.complex(elem));
        self.op("stablehlo.complex", &[real, imaginary], complex, &[])
    }

    pub(super) fn compare(&mut self, direction: ComparisonDirection, lhs: Value, rhs: Value) -> Value {
        let ctx = self.ctx();
        let ty = with_element(ctx, self.ty(lhs), ctx.i1());
        self.op("stablehlo.compare", &[lhs, rhs], ty, &[("comparison_direction", direction.into_attr(ctx))])
    }

    pub(super) fn convert(&mut self, value: Value, elem: Type) -> Value {
        let ty = with_element(self.ctx(), self.ty(value), elem);
        self.op("stablehlo.convert", &[value], ty, &[])
    }

    pub(super) fn reshape(&mut self, value: Value, dims: &[i64]) -> Value {
        let ctx = self.ctx();
        let ty = ctx
            .type_kind(self.ty(value))
            .element_type()
            .map_or(self.ty(value), |elem| ctx.tensor(dims, elem));
        self.op("stablehlo.reshape", &[value], ty, &[])
    }

    pub(super) fn broadcast_in_dim(&mut self, value: Value, ty: Type, dims: &[i64]) -> Value {
        let dims = i64_array(self.ctx(), dims);
        self.op("stablehlo.broadcast_in_dim", &[value], ty, &[("broadcast_dimensions", dims)])
    }

    /// The position along a dimension.
    pub(super) fn iota(&mut self, ty: Type, dimension: i64) -> Value {
        let dimension = self.ctx().i64_attr(dimension);
        self.op("stablehlo.iota", &[], ty, &[("iota_dimension", dimension)])
    }

    pub(super) fn concatenate(&mut self, values: &[Value], ty: Type, dimension: i64) -> Value {
        let dimension = self.ctx().i64_attr(dimension);
        self.op("stablehlo.concatenate", values, ty, &[("dimension", dimension)])
    }

    pub(super) fn slice(&mut self, value: Value, starts: &[i64], limits: &[i64]) -> Value {
        let ctx = self.ctx();
        let ty = self.ty(value);
        let elem = ctx.type_kind(ty).element_type().unwrap_or(ty);
        let dims: Vec<i64> = starts.iter().zip(limits).map(|(start, limit)| limit - start).collect();
        let attrs = [
            ("start_indices", i64_array(ctx, starts)),
            ("limit_indices", i64_array(ctx, limits)),
            ("strides", i64_array(ctx, &vec![1; starts.len()])),
        ];
        self.op("stablehlo.slice", &[value], ctx.tensor(&dims, elem), &attrs)
    }

    /// A scalar of 64 bits.
    pub(super) fn number_of(&mut self, value: i64) -> Value {
        let ctx = self.ctx();
        self.constant(make_dense(ctx, ctx.tensor(&[], ctx.i64()), value.to_le_bytes().to_vec()))
    }

    /// A size of a tensor, as a number; a constant if it is known.
    pub(super) fn size(&mut self, value: Value, dimension: usize) -> Value {
        let ctx = self.ctx();
        let known = ctx.type_kind(self.ty(value)).dims().and_then(|dims| dims.get(dimension).copied());
        if let Some(size) = known.filter(|&size| size != DYNAMIC) {
            return self.number_of(size);
        }
        let dimension = ctx.i64_attr(dimension as i64);
        let ty = ctx.tensor(&[], ctx.i32());
        let size = self.op("stablehlo.get_dimension_size", &[value], ty, &[("dimension", dimension)]);
        self.convert(size, ctx.i64())
    }

    /// A shape of these sizes.
    pub(super) fn shape(&mut self, sizes: &[Value]) -> Value {
        let ctx = self.ctx();
        let ty = ctx.tensor(&[sizes.len() as i64], ctx.i64());
        if sizes.is_empty() {
            return self.constant(make_dense(ctx, ty, Vec::new()));
        }
        let sizes: Vec<Value> = sizes.iter().map(|&size| self.reshape(size, &[1])).collect();
        self.concatenate(&sizes, ty, 0)
    }

    /// The shape of a tensor whose rank is known.
    pub(super) fn shape_of(&mut self, value: Value) -> Option<Value> {
        let rank = self.ctx().type_kind(self.ty(value)).dims()?.len();
        let sizes: Vec<Value> = (0..rank).map(|dimension| self.size(value, dimension)).collect();
        Some(self.shape(&sizes))
    }

    pub(super) fn dynamic_broadcast_in_dim(
        &mut self,
        value: Value,
        shape: Value,
        ty: Type,
        dims: &[i64],
    ) -> Value {
        let dims = i64_array(self.ctx(), dims);
        let name = "stablehlo.dynamic_broadcast_in_dim";
        self.op(name, &[value, shape], ty, &[("broadcast_dimensions", dims)])
    }

    /// A scalar in each element of a tensor of the sizes of another, whose rank is known.
    pub(super) fn filled(&mut self, like: Value, scalar: Attr) -> Option<Value> {
        let ctx = self.ctx();
        let elem = ctx.attr_type(scalar).and_then(|ty| ctx.type_kind(ty).element_type())?;
        let ty = with_element(ctx, self.ty(like), elem);
        let shape = self.shape_of(like)?;
        let scalar = self.constant(scalar);
        Some(self.dynamic_broadcast_in_dim(scalar, shape, ty, &[]))
    }

    pub(super) fn constant(&mut self, value: Attr) -> Value {
        let ctx = self.ctx();
        let ty = ctx.attr_type(value).unwrap_or_else(|| ctx.none());
        self.op("stablehlo.constant", &[], ty, &[("value", value)])
    }

    /// A number in each element of a tensor of the shape and type of another, which may be unknown.
    pub(super) fn constant_like(&mut self, like: Value, number: f64) -> Value {
        let ctx = self.ctx();
        let ty = self.ty(like);
        if let Some(value) = self.splat(ty, number) {
            return value;
        }
        let elem = ctx.type_kind(ty).element_type().unwrap_or(ty);
        let value = match *ctx.type_kind(elem) {
            TypeKind::Float(kind) => ctx.float_bits_attr(kind, float::from_f64(kind, number)),
            _ => ctx.int_attr(elem, number as i64),
        };
        self.op("chlo.constant_like", &[like], ty, &[("value", value)])
    }

    /// The sum of the elements of a tensor along dimensions, from a scalar on.
    pub(super) fn sum(&mut self, value: Value, init: Value, dims: &[i64], ty: Type) -> Value {
        let ctx = self.ctx();
        let dims = i64_array(ctx, dims);
        let reduce = state(ctx, "stablehlo.reduce", self.loc, &[value, init], &[ty], &[("dimensions", dims)]);
        let region = self.rewriter.body_mut().create_region();
        let reduce = OpState { regions: OpRegions::Inline(smallvec![region]), ..reduce };
        let op = self.rewriter.create(InsertionPoint::Before(self.before), reduce);
        let scalar = self.ty(init);
        sum_region(ctx, self.rewriter.body_mut(), op, scalar);
        self.rewriter.body().result(op, 0)
    }

    /// A constant of a static tensor type whose elements are all `number`; `None` if the element type has no numbers.
    pub(super) fn splat(&mut self, ty: Type, number: f64) -> Option<Value> {
        let value = splat(self.ctx(), ty, number)?;
        Some(self.constant(value))
    }
}

/// An operation's state.
pub(super) fn state(
    ctx: &Context,
    name: &str,
    loc: Loc,
    operands: &[Value],
    results: &[Type],
    attrs: &[(&str, Attr)],
) -> OpState {
    attrs.iter().fold(
        OpState::new(ctx.ident(name), loc).operands(operands).results(results),
        |state, &(name, value)| state.attr(ctx.ident(name), value),
    )
}

/// Makes the first region of an operation the sum of two numbers.
pub(super) fn sum_region(ctx: &Context, body: &mut Body, op: Op, scalar: Type) {
    let (loc, region) = (body.loc(op), body.inline_regions(op)[0]);
    let block = body.append_block(region);
    let numbers = [(); 2].map(|()| body.add_block_arg(block, scalar, loc));
    let add = state(ctx, "stablehlo.add", loc, &numbers, &[scalar], &[]);
    let add = body.insert_op(ctx, InsertionPoint::End(block), add);
    let sum = body.result(add, 0);
    body.insert_op(ctx, InsertionPoint::End(block), state(ctx, "stablehlo.return", loc, &[sum], &[], &[]));
}

/// A tensor type of the same shape with other elements.
pub(super) fn with_element(ctx: &Context, ty: Type, elem: Type) -> Type {
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { dims, encoding, .. } => {
            ctx.intern_type(TypeKind::RankedTensor { dims: dims.clone(), elem, encoding: *encoding })
        }
        TypeKind::UnrankedTensor(_) => ctx.unranked_tensor(elem),
        _ => ty,
    }
}

/// A constant of numbers, each rounded to the element type, which is one of integers or floats.
pub(super) fn elements(ctx: &Context, ty: Type, numbers: &[f64]) -> Attr {
    let elem = ctx.type_kind(ty).element_type().unwrap_or(ty);
    let mut data = Vec::new();
    if let Some(layout) = element_layout(ctx, elem) {
        for &number in numbers {
            let bits = match layout.float {
                Some(kind) => float::from_f64(kind, number),
                None => number as i64 as i128 as u128,
            };
            data.extend_from_slice(&bits.to_le_bytes()[..layout.part_bytes()]);
        }
    }
    make_dense(ctx, ty, data)
}

/// A number in each element: rounded to the element type, an integer's low bits, a complex number without imaginary part.
pub(super) fn splat(ctx: &Context, ty: Type, number: f64) -> Option<Attr> {
    let kind = ctx.type_kind(ty);
    let elem = kind.element_type().filter(|_| kind.has_static_shape())?;
    let layout = element_layout(ctx, elem)?;
    let bits = match layout.float {
        Some(kind) => float::from_f64(kind, number),
        None if layout.is_bool => u128::from(number != 0.0),
        None => number as i64 as i128 as u128,
    };
    let mut data = bits.to_le_bytes()[..layout.part_bytes()].to_vec();
    data.resize(layout.bytes(), 0);
    Some(make_dense(ctx, ty, data))
}
