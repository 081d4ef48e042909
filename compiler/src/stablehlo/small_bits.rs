//! `bitcast_convert` of integers of 2 and 4 bits and floats of 4 to 8 bits: the first of the numbers in a wider one has its lowest bits.
//!
//! Floats are stored as `f32`. A power of two brings the least normal number of their format to that of `f32`, and then both have the same bits but for the
//! length of their mantissas.

use tfrt_convert::graph::OpAttrs;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::Signedness;

use tfrt_ops::{SmallFloatBits, SmallType};

use super::function::Writer;
use super::small_types::{small_of, storage};

/// The exponent of the least normal number of `f32`.
const LEAST_OF_F32: i32 = -126;

/// Bits of the mantissa of `f32`.
const MANTISSA_OF_F32: u32 = 23;

impl Writer<'_, '_> {
    /// The bits of an operand as elements of the result's type, one of which is a small type.
    pub(super) fn small_bitcast(&mut self, op: OpRef<'_>, x: Value) -> Result<Value, Failed> {
        let (ctx, loc) = (self.ctx, op.loc());
        let elem = |ty: Option<Type>| ty.and_then(|ty| ctx.type_kind(ty).element_type());
        let types = (elem(op.operand_types().next()), elem(op.result_types().next()));
        let (Some(from), Some(to)) = types else {
            return Err(self.module.refuse(op, "its operand is no tensor"));
        };
        let float = |ty: Type| match small_of(ctx, ty) {
            Some(SmallType::Float(format)) => Some(format.bits()),
            _ => None,
        };
        let widths = (ctx.int_or_float_width(from), ctx.int_or_float_width(to));
        let (Some(from_width), Some(to_width)) = widths else {
            return Err(self.module.refuse(op, "its elements have no bits"));
        };
        if from_width == 1 || to_width == 1 {
            return Err(self.module.refuse(op, "one bit is no part of a number"));
        }
        let mut dims = self.dims_of(op, op.operand(0))?;
        let result = self.shape(op, 0)?;
        let byte = ctx.int_with_sign(8, Signedness::Unsigned);
        let mut bits = match float(from) {
            Some(format) => self.bits_of_float(x, format, loc),
            None => self.reinterpreted(x, storage(ctx, from), byte, loc),
        };
        if from_width > 8 {
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
        if let Some(format) = float(to) {
            return Ok(self.float_of_bits(bits, format, loc));
        }
        let value = self.reinterpreted(bits, byte, storage(ctx, to), loc);
        Ok(self.in_range(to, value, loc))
    }

    /// The bits of numbers of a format, which are stored as `f32`, in bytes.
    fn bits_of_float(&mut self, x: Value, format: SmallFloatBits, loc: Loc) -> Value {
        let ctx = self.ctx;
        let (float, word) = (ctx.f32(), ctx.int_with_sign(32, Signedness::Unsigned));
        let raw = self.reinterpreted(x, float, word, loc);
        let mut code = self.with_number("hlo.and", raw, word, f64::from(i32::MAX), loc);
        if format.has_sign {
            let size = self.reinterpreted(code, word, float, loc);
            let scale = 2_f64.powi(LEAST_OF_F32 - format.least_exponent);
            let scaled = self.with_number("hlo.multiply", size, float, scale, loc);
            code = self.reinterpreted(scaled, float, word, loc);
        }
        let dropped = f64::from(MANTISSA_OF_F32 - format.mantissa);
        code = self.with_number("hlo.shift_right_logical", code, word, dropped, loc);
        if let Some(infinity) = format.infinity {
            code = self.with_number("hlo.minimum", code, word, f64::from(infinity), loc);
        }
        if let Some(nan) = format.nan {
            let is_nan = self.apply("hlo.not_equal", &[x, x], loc);
            let nan = self.number(word, f64::from(nan), loc);
            code = self.apply("hlo.select", &[is_nan, nan, code], loc);
        }
        if format.has_sign {
            let sign = self.with_number("hlo.shift_right_logical", raw, word, 31.0, loc);
            let sign = self.with_number("hlo.shift_left", sign, word, f64::from(format.width - 1), loc);
            code = self.apply("hlo.or", &[code, sign], loc);
        }
        let mut attrs = OpAttrs::new();
        attrs.add("DstT", ctx.type_attr(ctx.int_with_sign(8, Signedness::Unsigned)));
        self.run("hlo.convert", &[code], 1, attrs, loc)[0]
    }

    /// The numbers of a format that bytes are, stored as `f32`.
    fn float_of_bits(&mut self, bytes: Value, format: SmallFloatBits, loc: Loc) -> Value {
        let ctx = self.ctx;
        let (float, word) = (ctx.f32(), ctx.int_with_sign(32, Signedness::Unsigned));
        let mut attrs = OpAttrs::new();
        attrs.add("DstT", ctx.type_attr(word));
        let wide = self.run("hlo.convert", &[bytes], 1, attrs, loc)[0];
        let all = f64::from((1_u32 << format.width) - 1);
        let code = self.with_number("hlo.and", wide, word, all, loc);
        let added = f64::from(MANTISSA_OF_F32 - format.mantissa);
        let mut number = if format.has_sign {
            let size = self.with_number("hlo.and", code, word, f64::from(format.sign() - 1), loc);
            let shifted = self.with_number("hlo.shift_left", size, word, added, loc);
            let scaled = self.reinterpreted(shifted, word, float, loc);
            let scale = 2_f64.powi(format.least_exponent - LEAST_OF_F32);
            let mut number = self.with_number("hlo.multiply", scaled, float, scale, loc);
            if let Some(infinity) = format.infinity {
                let is_finite = self.with_number("hlo.less", size, word, f64::from(infinity), loc);
                let is_infinite = self.with_number("hlo.equal", size, word, f64::from(infinity), loc);
                let infinity = self.number(float, f64::INFINITY, loc);
                let nan = self.number(float, f64::NAN, loc);
                let other = self.apply("hlo.select", &[is_infinite, infinity, nan], loc);
                number = self.apply("hlo.select", &[is_finite, number, other], loc);
            } else if let Some(nan) = format.nan.filter(|_| format.nan_has_sign()) {
                number = self.nan_where(number, size, nan, loc);
            }
            let sign =
                self.with_number("hlo.shift_right_logical", code, word, f64::from(format.width - 1), loc);
            let sign = self.with_number("hlo.shift_left", sign, word, 31.0, loc);
            let raw = self.reinterpreted(number, float, word, loc);
            let signed = self.apply("hlo.or", &[raw, sign], loc);
            self.reinterpreted(signed, word, float, loc)
        } else {
            // The least of these powers of two is no normal number of `f32`.
            let is_least = self.with_number("hlo.equal", code, word, 0.0, loc);
            let shifted = self.with_number("hlo.shift_left", code, word, added, loc);
            let least = self.number(word, f64::from(1_u32 << (MANTISSA_OF_F32 - 1)), loc);
            let raw = self.apply("hlo.select", &[is_least, least, shifted], loc);
            self.reinterpreted(raw, word, float, loc)
        };
        if let Some(nan) = format.nan.filter(|_| !format.nan_has_sign()) {
            number = self.nan_where(number, code, nan, loc);
        }
        number
    }

    /// Numbers, and NaN where the bits are these.
    fn nan_where(&mut self, number: Value, bits: Value, nan: u8, loc: Loc) -> Value {
        let (float, word) = (self.ctx.f32(), self.ctx.int_with_sign(32, Signedness::Unsigned));
        let is_nan = self.with_number("hlo.equal", bits, word, f64::from(nan), loc);
        let nan = self.number(float, f64::NAN, loc);
        self.apply("hlo.select", &[is_nan, nan, number], loc)
    }

    /// A function of a tensor and a number of its element type.
    fn with_number(&mut self, op: &str, x: Value, elem: Type, number: f64, loc: Loc) -> Value {
        let number = self.number(elem, number, loc);
        self.apply(op, &[x, number], loc)
    }

    pub(super) fn reshaped(&mut self, x: Value, dims: &[i64], loc: Loc) -> Value {
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
