//! The `quant` dialect: quantized element types.
//!
//! A type says how stored integers stand for real numbers: `!quant.uniform<i8:f32, 2.0:3>` with one scale and zero point,
//! `!quant.uniform<i8:f32:1, {2.0, 3.0:1}>` with one for each index of a dimension. [`QuantizedType::of`] gives the parts of a type.

use std::fmt;

use tfrt_ir::context::Context;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::float::{from_f64, write_float};
use tfrt_ir::handles::Type;
use tfrt_ir::types::{FloatKind, TypeKind};

use crate::attr_text::{AttrText, Read};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("quant").summary("MLIR's quantized element types.").type_hook(parse_type)
}

/// The parts of a quantized type.
#[derive(Clone, PartialEq, Debug)]
pub struct QuantizedType {
    /// The bits of a stored integer.
    pub storage_width: u32,
    /// Whether stored integers have a sign.
    pub is_signed: bool,
    /// The least stored integer.
    pub storage_min: i64,
    /// The greatest stored integer.
    pub storage_max: i64,
    /// The type of the real numbers.
    pub expressed: FloatKind,
    /// The dimension along which scales differ; `None` if there is one scale.
    pub dimension: Option<i64>,
    /// Each scale with its zero point.
    pub parameters: Vec<(f64, i64)>,
}

impl QuantizedType {
    /// The parts of a type, if it is quantized.
    #[must_use]
    pub fn of(ctx: &Context, ty: Type) -> Option<QuantizedType> {
        match ctx.type_kind(ty) {
            TypeKind::Opaque { dialect, body } if ctx.str(*dialect) == "quant" => parse(body).ok(),
            _ => None,
        }
    }

    /// The type.
    #[must_use]
    pub fn to_type(&self, ctx: &Context) -> Type {
        ctx.opaque_type("quant", &self.to_string())
    }

    /// The range of integers of the storage type.
    fn full_range(width: u32, is_signed: bool) -> (i64, i64) {
        if is_signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
    }
}

impl fmt::Display for QuantizedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uniform<{}{}", if self.is_signed { "i" } else { "u" }, self.storage_width)?;
        let range = (self.storage_min, self.storage_max);
        if range != Self::full_range(self.storage_width, self.is_signed) {
            write!(f, "<{}:{}>", range.0, range.1)?;
        }
        write!(f, ":{}", self.expressed.name())?;
        if let Some(dimension) = self.dimension {
            write!(f, ":{dimension}")?;
        }
        f.write_str(if self.dimension.is_some() { ", {" } else { ", " })?;
        for (index, (scale, zero_point)) in self.parameters.iter().enumerate() {
            let mut text = String::new();
            write_float(&mut text, FloatKind::F64, from_f64(FloatKind::F64, *scale));
            write!(f, "{}{text}", if index > 0 { "," } else { "" })?;
            if *zero_point != 0 {
                write!(f, ":{zero_point}")?;
            }
        }
        f.write_str(if self.dimension.is_some() { "}>" } else { ">" })
    }
}

fn parse_type(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    Ok(parse(body)?.to_type(ctx))
}

fn parse(body: &str) -> Read<QuantizedType> {
    let text = &mut AttrText::new(body);
    let at = text.offset();
    let word = text.word().unwrap_or_default();
    if word != "uniform" {
        return Err(text.error_at(at, format!("unknown quantized type {word}")));
    }
    text.expect("<")?;
    let at = text.offset();
    let storage = text.word().unwrap_or_default();
    let (is_signed, digits) = match storage.split_at_checked(1) {
        Some(("i", digits)) => (true, digits),
        Some(("u", digits)) => (false, digits),
        _ => (true, storage.strip_prefix("si").unwrap_or_default()),
    };
    let Ok(storage_width) = digits.parse::<u32>() else {
        return Err(text.error_at(at, "illegal storage type prefix"));
    };
    if !(1..=32).contains(&storage_width) {
        return Err(text.error_at(at, format!("illegal storage type size: {storage_width}")));
    }
    let full = QuantizedType::full_range(storage_width, is_signed);
    let (mut storage_min, mut storage_max) = full;
    if text.eat("<") {
        let at = text.offset();
        storage_min = text.integer()?;
        text.expect(":")?;
        storage_max = text.integer()?;
        text.expect(">")?;
        if storage_min < full.0 {
            return Err(text.error_at(at, format!("illegal storage type minimum: {storage_min}")));
        }
        if storage_max > full.1 {
            return Err(text.error_at(at, format!("illegal storage type maximum: {storage_max}")));
        }
        if storage_max <= storage_min {
            let message = format!("illegal storage min and storage max: ({storage_min}:{storage_max})");
            return Err(text.error_at(at, message));
        }
    }
    text.expect(":")?;
    let at = text.offset();
    let Some(expressed) = text.word().and_then(FloatKind::from_name) else {
        return Err(text.error_at(at, "invalid kind of type specified"));
    };
    let at = text.offset();
    let dimension = if text.eat(":") { Some(text.integer()?) } else { None };
    if let Some(dimension) = dimension.filter(|&dimension| dimension < 0) {
        return Err(text.error_at(at, format!("illegal quantized dimension: {dimension}")));
    }
    text.expect(",")?;
    let parameters = match dimension {
        Some(_) => {
            text.expect("{")?;
            let mut parameters = vec![parse_parameter(text, expressed)?];
            while text.eat(",") {
                parameters.push(parse_parameter(text, expressed)?);
            }
            text.expect("}")?;
            parameters
        }
        None => vec![parse_parameter(text, expressed)?],
    };
    text.expect(">")?;
    text.end()?;
    Ok(QuantizedType { storage_width, is_signed, storage_min, storage_max, expressed, dimension, parameters })
}

/// The least and the largest positive number of a type of floats.
fn range(kind: FloatKind) -> (f64, f64) {
    match kind {
        FloatKind::F16 => (5.960464477539063e-8, 65504.0),
        FloatKind::BF16 => (9.183549615799121e-41, 3.3895313892515355e38),
        FloatKind::F32 => (f64::from(f32::from_bits(1)), f64::from(f32::MAX)),
        _ => (f64::from_bits(1), f64::MAX),
    }
}

/// A number with six digits behind the point and a sign and two digits in its exponent, as messages have it.
fn scientific(number: f64) -> String {
    let text = format!("{number:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => match exponent.strip_prefix('-') {
            Some(exponent) => format!("{digits}e-{exponent:0>2}"),
            None => format!("{digits}e+{exponent:0>2}"),
        },
        None => text,
    }
}

fn parse_parameter(text: &mut AttrText<'_>, expressed: FloatKind) -> Read<(f64, i64)> {
    let at = text.offset();
    let scale = text.float()?;
    let (least, largest) = range(expressed);
    if !(least..=largest).contains(&scale) {
        let [scale, least, largest] = [scale, least, largest].map(scientific);
        let message = format!("scale {scale} out of expressed type range [{least}, {largest}]");
        return Err(text.error_at(at, message));
    }
    Ok((scale, if text.eat(":") { text.integer()? } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_keep_one_spelling() {
        for (text, spelled) in [
            ("uniform<i8:f32, 0.5:2>", "uniform<i8:f32, 5.000000e-01:2>"),
            ("uniform<u8:f32, 2.0>", "uniform<u8:f32, 2.000000e+00>"),
            (
                "uniform<i8<-127:127>:f32:1, {2.0, 3.0:1}>",
                "uniform<i8<-127:127>:f32:1, {2.000000e+00,3.000000e+00:1}>",
            ),
            ("uniform<i8<-128:127>:f32, 1.0:0>", "uniform<i8:f32, 1.000000e+00>"),
        ] {
            let parsed = parse(text).expect(text);
            assert_eq!(parsed.to_string(), spelled);
            assert_eq!(parse(spelled), Ok(parsed));
        }
        for text in
            ["uniform<i8:f32, -1.0>", "uniform<i8:i32, 1.0>", "uniform<i8<1:0>:f32, 1.0>", "calibrated<f32>"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
