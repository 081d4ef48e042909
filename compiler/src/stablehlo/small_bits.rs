//! `bitcast_convert` of integers of 2 and 4 bits: the first of the numbers in a wider one has its lowest bits.

use tfrt_convert::graph::OpAttrs;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{Signedness, TypeKind};

use super::function::Writer;
use super::small_types::storage;

impl Writer<'_, '_> {
    /// The bits of an operand as elements of the result's type, one of which is an integer of less than 8 bits.
    pub(super) fn small_bitcast(&mut self, op: OpRef<'_>, x: Value) -> Result<Value, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let elem = |ty: Option<Type>| ty.and_then(|ty| ctx.type_kind(ty).element_type());
        let types = (elem(op.operand_types().next()), elem(op.result_types().next()));
        let (Some(from), Some(to)) = types else {
            return Err(self.module.refuse(op, "its operand is no tensor"));
        };
        let is_small_float = |ty: Type| storage(ctx, ty) == ctx.f32() && ty != ctx.f32();
        let widths = (ctx.int_or_float_width(from), ctx.int_or_float_width(to));
        let (Some(from_width), Some(to_width)) = widths else {
            return Err(self.module.refuse(op, "its elements have no bits"));
        };
        if is_small_float(from) || is_small_float(to) || from_width == 1 || to_width == 1 {
            return Err(self.module.refuse(op, "bits of floats of 8 bits are not kept"));
        }
        let mut dims = self.dims_of(op, op.operand(0))?;
        let result = self.shape(op, 0)?;
        let byte = ctx.int_with_sign(8, Signedness::Unsigned);
        let is_byte = |ty: Type| matches!(ctx.type_kind(ty), TypeKind::Integer { width: ..=8, .. });
        let mut bits = self.reinterpreted(x, storage(ctx, from), byte, loc);
        if !is_byte(from) {
            dims.push(i64::from(from_width / 8));
        }
        if from_width < to_width {
            let parts = i64::from(to_width.min(8) / from_width);
            let Some(last) = dims.pop().filter(|last| last % parts == 0) else {
                return Err(self.module.refuse(op, "its last dimension does not fit"));
            };
            if last > parts {
                dims.push(last / parts);
            }
            let all = [&dims[..], &[parts]].concat();
            bits = self.reshaped(bits, &all, loc);
            let mask = self.number(byte, f64::from((1u32 << from_width) - 1), loc);
            bits = self.apply("hlo.and", &[bits, mask], loc);
            let mut whole: Option<Value> = None;
            for part in 0..parts {
                let (mut start, mut limit) = (vec![0; all.len()], all.clone());
                (start[dims.len()], limit[dims.len()]) = (part, part + 1);
                let mut attrs = OpAttrs::new();
                attrs.add("start_indices", self.integers(&start));
                attrs.add("limit_indices", self.integers(&limit));
                attrs.add("strides", self.integers(&vec![1; all.len()]));
                let one = self.run("hlo.slice", &[bits], 1, attrs, loc)[0];
                let one = self.reshaped(one, &dims, loc);
                let shift = self.number(byte, f64::from(part as u32 * from_width), loc);
                let one = self.apply("hlo.shift_left", &[one, shift], loc);
                whole = Some(match whole {
                    Some(whole) => self.apply("hlo.or", &[whole, one], loc),
                    None => one,
                });
            }
            bits = whole.unwrap_or(bits);
        } else if from_width > to_width {
            let parts = i64::from(from_width.min(8) / to_width);
            let one = [&dims[..], &[1]].concat();
            let all: Vec<Value> = (0..parts)
                .map(|part| {
                    let shift = self.number(byte, f64::from(part as u32 * to_width), loc);
                    let shifted = self.apply("hlo.shift_right_logical", &[bits, shift], loc);
                    self.reshaped(shifted, &one, loc)
                })
                .collect();
            let mut attrs = OpAttrs::new();
            attrs.add("dimension", ctx.i64_attr(dims.len() as i64));
            attrs.add("N", ctx.i64_attr(parts));
            bits = self.run("hlo.concatenate", &all, 1, attrs, loc)[0];
            bits = self.reshaped(bits, &result, loc);
        }
        let value = self.reinterpreted(bits, byte, storage(ctx, to), loc);
        Ok(self.in_range(to, value, loc))
    }

    fn reshaped(&mut self, x: Value, dims: &[i64], loc: Loc) -> Value {
        let mut attrs = OpAttrs::new();
        attrs.add("shape", self.integers(dims));
        self.run("hlo.reshape", &[x], 1, attrs, loc)[0]
    }

    fn reinterpreted(&mut self, x: Value, from: Type, to: Type, loc: Loc) -> Value {
        if from == to {
            return x;
        }
        let mut attrs = OpAttrs::new();
        attrs.add("type", self.ctx.type_attr(to));
        self.run("hlo.bitcast_convert", &[x], 1, attrs, loc)[0]
    }
}
