//! Formulas of real numbers of double precision, written as operations of StableHLO.

use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::entity::Value;
use tfrt_ir::types::TypeKind;

use super::super::emit::Emit;

/// Writes operations on tensors of one shape, whose elements are `f64`.
pub(in crate::passes::stablehlo) struct Formula<'f, 'r, 'a> {
    pub(in crate::passes::stablehlo) e: &'f mut Emit<'r, 'a>,
    like: Value,
}

/// A number in each element, or a tensor.
pub(in crate::passes::stablehlo) trait Operand {
    fn value(self, formula: &mut Formula<'_, '_, '_>) -> Value;
}

impl Operand for Value {
    fn value(self, _: &mut Formula<'_, '_, '_>) -> Value {
        self
    }
}

impl Operand for f64 {
    fn value(self, formula: &mut Formula<'_, '_, '_>) -> Value {
        let like = formula.like;
        formula.e.constant_like(like, self)
    }
}

impl<'f, 'r, 'a> Formula<'f, 'r, 'a> {
    pub(in crate::passes::stablehlo) fn new(e: &'f mut Emit<'r, 'a>, like: Value) -> Self {
        Formula { e, like }
    }

    pub(in crate::passes::stablehlo) fn f(&mut self, name: &str, x: impl Operand) -> Value {
        let x = x.value(self);
        self.e.elementwise(&format!("stablehlo.{name}"), &[x])
    }

    fn two(&mut self, name: &str, a: impl Operand, b: impl Operand) -> Value {
        let operands = [a.value(self), b.value(self)];
        self.e.elementwise(name, &operands)
    }

    pub(in crate::passes::stablehlo) fn add(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.add", a, b)
    }

    pub(in crate::passes::stablehlo) fn sub(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.subtract", a, b)
    }

    pub(in crate::passes::stablehlo) fn mul(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.multiply", a, b)
    }

    pub(in crate::passes::stablehlo) fn div(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.divide", a, b)
    }

    pub(in crate::passes::stablehlo) fn pow(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.power", a, b)
    }

    pub(in crate::passes::stablehlo) fn max(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.maximum", a, b)
    }

    pub(in crate::passes::stablehlo) fn min(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.minimum", a, b)
    }

    pub(in crate::passes::stablehlo) fn atan2(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.atan2", a, b)
    }

    fn compare(&mut self, direction: ComparisonDirection, a: impl Operand, b: impl Operand) -> Value {
        let (a, b) = (a.value(self), b.value(self));
        self.e.compare(direction, a, b)
    }

    pub(in crate::passes::stablehlo) fn lt(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Lt, a, b)
    }

    pub(in crate::passes::stablehlo) fn le(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Le, a, b)
    }

    pub(in crate::passes::stablehlo) fn ge(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Ge, a, b)
    }

    pub(in crate::passes::stablehlo) fn eq(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Eq, a, b)
    }

    pub(in crate::passes::stablehlo) fn both(&mut self, a: Value, b: Value) -> Value {
        self.e.elementwise("stablehlo.and", &[a, b])
    }

    pub(in crate::passes::stablehlo) fn select(
        &mut self,
        which: Value,
        yes: impl Operand,
        no: impl Operand,
    ) -> Value {
        let (yes, no) = (yes.value(self), no.value(self));
        self.e.select(which, yes, no)
    }

    /// The number with the sign of another, whose sign counts where it is zero too.
    pub(in crate::passes::stablehlo) fn signed(&mut self, magnitude: Value, sign: Value) -> Value {
        let is_negative = self.lt(sign, 0.0);
        let negative = self.f("negate", magnitude);
        self.select(is_negative, negative, magnitude)
    }

    /// The sum of terms with these coefficients, the constant one first.
    pub(in crate::passes::stablehlo) fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let (&last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let mut sum = last.value(self);
        for &coefficient in rest.iter().rev() {
            let product = self.mul(sum, x);
            sum = self.add(product, coefficient);
        }
        sum
    }

    /// Half the sum of a Chebyshev series, by Clenshaw's recurrence.
    pub(in crate::passes::stablehlo) fn chebyshev(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let twice = self.add(x, x);
        let (mut now, mut before) = (0.0.value(self), 0.0.value(self));
        for &coefficient in coefficients.iter().skip(1).rev() {
            let product = self.mul(twice, now);
            let less = self.sub(product, before);
            (before, now) = (now, self.add(less, coefficient));
        }
        let product = self.mul(x, now);
        let less = self.sub(product, before);
        self.add(less, coefficients.first().map_or(0.0, |first| first / 2.0))
    }
}

/// A complex number's real and imaginary part.
pub(in crate::passes::stablehlo) type Parts = [Value; 2];

/// A function of complex numbers, on parts of double precision.
pub(in crate::passes::stablehlo) fn on_parts(
    e: &mut Emit<'_, '_>,
    z: Value,
    kind: &TypeKind,
    function: fn(&mut Formula<'_, '_, '_>, Parts) -> Parts,
) -> Option<Value> {
    let &TypeKind::Complex(part) = kind else { return None };
    let ctx = e.ctx();
    let is_double = part == ctx.f64();
    let parts = ["stablehlo.real", "stablehlo.imag"].map(|name| {
        let part = e.part(name, z);
        if is_double { part } else { e.convert(part, ctx.f64()) }
    });
    let value = function(&mut Formula::new(e, parts[0]), parts);
    let [real, imaginary] = value.map(|value| if is_double { value } else { e.convert(value, part) });
    Some(e.complex(real, imaginary))
}
