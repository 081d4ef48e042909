//! Straight-line code over vectors, before registers are assigned.
//!
//! A value is a vector of sixteen lanes or a mask of sixteen bits. Each instruction makes one value; constants are operands of the
//! instructions that take them.

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct V(pub u32);

/// An operand: a value, or the same number in each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Value(V),
    Constant(u32),
}

impl From<V> for Operand {
    fn from(value: V) -> Operand {
        Operand::Value(value)
    }
}

impl From<f32> for Operand {
    fn from(number: f32) -> Operand {
        Operand::Constant(number.to_bits())
    }
}

impl From<u32> for Operand {
    fn from(bits: u32) -> Operand {
        Operand::Constant(bits)
    }
}

/// Instructions of two vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    /// `a < b ? a : b`: the second one if they do not compare.
    Min,
    /// `a > b ? a : b`
    Max,
    And,
    Or,
    Xor,
    IntegerAdd,
    IntegerSub,
    /// The low half of the product.
    IntegerMul,
    IntegerMin,
    IntegerMax,
    /// `a * 2^floor(b)`
    Scale,
}

/// Instructions of one vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    /// The same number in each lane.
    Copy,
    Sqrt,
    /// To an integer, by the way of rounding.
    Round(u8),
    IntegerToFloat,
    /// Truncated; the smallest integer where it does not fit.
    FloatToInteger,
    IntegerAbs,
    ShiftLeft(u8),
    /// With the sign.
    ShiftRight(u8),
}

/// Comparisons, as instructions number them: without an exception for what does not compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal = 0,
    Unordered = 3,
    NotEqual = 4,
    Less = 17,
    LessEqual = 18,
    GreaterEqual = 29,
    Greater = 30,
}

/// Comparisons of integers, as the instruction numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IntegerComparison {
    Equal = 0,
    Less = 1,
    LessEqual = 2,
    NotEqual = 4,
    GreaterEqual = 5,
    Greater = 6,
}

/// Instructions of masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MaskOp {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Elements of an input that moves.
    Load(u16),
    /// The element of one that does not.
    LoadOne(u16),
    /// Conditions of an input that moves.
    LoadMask(u16),
    /// The condition of one that does not.
    LoadMaskOne(u16),
    Unary(Unary, Operand),
    Binary(Binary, V, Operand),
    /// `a * b + c`, rounded once.
    Fma(V, Operand, Operand),
    Compare(Comparison, V, Operand),
    CompareIntegers(IntegerComparison, V, Operand),
    /// `mask ? a : b`
    Select(V, Operand, V),
    Mask(MaskOp, V, V),
    MaskNot(V),
}

impl Kind {
    /// The values it takes.
    pub fn values(self) -> impl Iterator<Item = V> {
        let value = |operand| match operand {
            Operand::Value(value) => Some(value),
            Operand::Constant(_) => None,
        };
        let values = match self {
            Kind::Load(_) | Kind::LoadOne(_) | Kind::LoadMask(_) | Kind::LoadMaskOne(_) => [None; 3],
            Kind::Unary(_, x) => [value(x), None, None],
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::CompareIntegers(_, a, b) => {
                [Some(a), value(b), None]
            }
            Kind::Fma(a, b, c) => [Some(a), value(b), value(c)],
            Kind::Select(mask, a, b) => [Some(mask), value(a), Some(b)],
            Kind::Mask(_, a, b) => [Some(a), Some(b), None],
            Kind::MaskNot(a) => [Some(a), None, None],
        };
        values.into_iter().flatten()
    }

    /// Whether the value it makes is a mask.
    pub fn is_mask(self) -> bool {
        matches!(
            self,
            Kind::Compare(..)
                | Kind::CompareIntegers(..)
                | Kind::Mask(..)
                | Kind::MaskNot(_)
                | Kind::LoadMask(_)
                | Kind::LoadMaskOne(_)
        )
    }
}

/// Instructions, each the definition of the value of its number.
#[derive(Default)]
pub(super) struct Code {
    pub instructions: Vec<Kind>,
    /// Which values do not change from one step of the loop to the next.
    pub stays: Vec<bool>,
    /// While a member of which no argument moves is written.
    pub staying: bool,
}

impl Code {
    pub fn push(&mut self, kind: Kind) -> V {
        self.instructions.push(kind);
        self.stays.push(self.staying);
        V(self.instructions.len() as u32 - 1)
    }

    pub fn constant(&mut self, bits: impl Into<Operand>) -> V {
        self.push(Kind::Unary(Unary::Copy, bits.into()))
    }

    pub fn unary(&mut self, op: Unary, x: V) -> V {
        self.push(Kind::Unary(op, x.into()))
    }

    pub fn binary(&mut self, op: Binary, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::Binary(op, a, b.into()))
    }

    pub fn add(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Add, a, b)
    }

    pub fn sub(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Sub, a, b)
    }

    pub fn mul(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Mul, a, b)
    }

    pub fn div(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Div, a, b)
    }

    pub fn fma(&mut self, a: V, b: impl Into<Operand>, c: impl Into<Operand>) -> V {
        self.push(Kind::Fma(a, b.into(), c.into()))
    }

    pub fn compare(&mut self, how: Comparison, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::Compare(how, a, b.into()))
    }

    pub fn compare_integers(&mut self, how: IntegerComparison, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::CompareIntegers(how, a, b.into()))
    }

    /// `mask ? a : b`
    pub fn select(&mut self, mask: V, a: impl Into<Operand>, b: V) -> V {
        self.push(Kind::Select(mask, a.into(), b))
    }
}
