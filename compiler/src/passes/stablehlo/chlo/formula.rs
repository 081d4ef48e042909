//! Formulas of real numbers of double precision, written as operations of StableHLO.

use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::entity::Value;

use super::super::emit::Emit;

/// Writes operations on tensors of one shape, whose elements are `f64`.
pub(super) struct Formula<'f, 'r, 'a> {
    pub(super) e: &'f mut Emit<'r, 'a>,
    like: Value,
}

/// A number in each element, or a tensor.
pub(super) trait Operand {
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
    pub(super) fn new(e: &'f mut Emit<'r, 'a>, like: Value) -> Self {
        Formula { e, like }
    }

    pub(super) fn f(&mut self, name: &str, x: impl Operand) -> Value {
        let x = x.value(self);
        self.e.elementwise(&format!("stablehlo.{name}"), &[x])
    }

    fn two(&mut self, name: &str, a: impl Operand, b: impl Operand) -> Value {
        let operands = [a.value(self), b.value(self)];
        self.e.elementwise(name, &operands)
    }

    pub(super) fn add(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.add", a, b)
    }

    pub(super) fn sub(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.subtract", a, b)
    }

    pub(super) fn mul(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.multiply", a, b)
    }

    pub(super) fn div(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.divide", a, b)
    }

    pub(super) fn pow(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.power", a, b)
    }

    pub(super) fn max(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.maximum", a, b)
    }

    pub(super) fn min(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.minimum", a, b)
    }

    pub(super) fn atan2(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.two("stablehlo.atan2", a, b)
    }

    fn compare(&mut self, direction: ComparisonDirection, a: impl Operand, b: impl Operand) -> Value {
        let (a, b) = (a.value(self), b.value(self));
        self.e.compare(direction, a, b)
    }

    pub(super) fn lt(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Lt, a, b)
    }

    pub(super) fn le(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Le, a, b)
    }

    pub(super) fn ge(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Ge, a, b)
    }

    pub(super) fn eq(&mut self, a: impl Operand, b: impl Operand) -> Value {
        self.compare(ComparisonDirection::Eq, a, b)
    }

    pub(super) fn both(&mut self, a: Value, b: Value) -> Value {
        self.e.elementwise("stablehlo.and", &[a, b])
    }

    pub(super) fn select(&mut self, which: Value, yes: impl Operand, no: impl Operand) -> Value {
        let (yes, no) = (yes.value(self), no.value(self));
        self.e.select(which, yes, no)
    }

    /// The number with the sign of another, whose sign counts where it is zero too.
    pub(super) fn signed(&mut self, magnitude: Value, sign: Value) -> Value {
        let is_negative = self.lt(sign, 0.0);
        let negative = self.f("negate", magnitude);
        self.select(is_negative, negative, magnitude)
    }

    /// The sum of terms with these coefficients, the constant one first.
    pub(super) fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let (&last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let mut sum = last.value(self);
        for &coefficient in rest.iter().rev() {
            let product = self.mul(sum, x);
            sum = self.add(product, coefficient);
        }
        sum
    }

    /// Half the sum of a Chebyshev series, by Clenshaw's recurrence.
    pub(super) fn chebyshev(&mut self, x: Value, coefficients: &[f64]) -> Value {
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
