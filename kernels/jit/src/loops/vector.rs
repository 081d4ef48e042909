//! Straight-line code over vectors, before registers are assigned.
//!
//! A value is a vector of lanes of 32 or of 64 bits, or a mask. There are as many lanes as a register has of 32 bits, or half as many if
//! any value has lanes of 64 bits: then vectors of 32 bits take half a register. Each instruction makes one value; constants are operands
//! of their users.
//!
//! Numbers of fewer bits are computed in lanes of 32: integers of 8 and 16 bits are sign- or zero-extended, halves are the `f32` of
//! the same value.

use std::fmt;

use tfrt_executor::tensor::DType;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct V(pub u32);

impl fmt::Debug for V {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// The content of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Lanes of 32 bits.
    Single,
    /// Lanes of 64 bits.
    Double,
    /// A bit a lane.
    Mask,
}

/// The layout of elements in memory, which determines how they become lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    Bits32,
    Bits64,
    I8,
    U8,
    I16,
    U16,
    F16,
    BF16,
    /// A byte each, zero or not.
    Bool,
}

impl Memory {
    /// The layout of elements of a dtype; `None` if there is no code for it.
    pub(crate) fn of(dtype: DType) -> Option<Memory> {
        Some(match dtype {
            DType::F32 | DType::I32 | DType::UI32 => Memory::Bits32,
            DType::F64 | DType::I64 | DType::UI64 => Memory::Bits64,
            DType::I8 => Memory::I8,
            DType::UI8 => Memory::U8,
            DType::I16 => Memory::I16,
            DType::UI16 => Memory::U16,
            DType::F16 => Memory::F16,
            DType::BF16 => Memory::BF16,
            DType::I1 => Memory::Bool,
            _ => return None,
        })
    }

    /// Bytes of an element, as a power of two.
    pub(crate) fn scale(self) -> u8 {
        match self {
            Memory::Bits64 => 3,
            Memory::Bits32 => 2,
            Memory::I16 | Memory::U16 | Memory::F16 | Memory::BF16 => 1,
            Memory::I8 | Memory::U8 | Memory::Bool => 0,
        }
    }

    /// The width of values of such elements.
    pub(crate) fn width(self) -> Width {
        match self {
            Memory::Bits64 => Width::Double,
            Memory::Bool => Width::Mask,
            _ => Width::Single,
        }
    }
}

/// An operand: a value, or the same number in each lane, as wide as the lanes of the other operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    Value(V),
    Constant(u64),
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Value(value) => write!(f, "{value:?}"),
            Operand::Constant(bits) => write!(f, "{bits:#x}"),
        }
    }
}

impl From<V> for Operand {
    fn from(value: V) -> Operand {
        Operand::Value(value)
    }
}

impl From<f32> for Operand {
    fn from(number: f32) -> Operand {
        Operand::Constant(u64::from(number.to_bits()))
    }
}

impl From<u32> for Operand {
    fn from(bits: u32) -> Operand {
        Operand::Constant(u64::from(bits))
    }
}

/// Instructions of two vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
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
    /// The whole product of the low halves of lanes of 64 bits.
    MulLowHalves,
    IntegerMin,
    IntegerMax,
    UnsignedMin,
    UnsignedMax,
    /// By the number of bits in the lane of the other one.
    ShiftLeftBy,
    ShiftRightBy,
    UnsignedShiftRightBy,
    /// `a * 2^floor(b)`
    Scale,
}

/// Instructions of one vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Sqrt,
    /// To an integer, by the way of rounding.
    Round(u8),
    IntegerAbs,
    ShiftLeft(u8),
    /// With the sign.
    ShiftRight(u8),
    UnsignedShiftRight(u8),
    /// From lanes of one kind to those of another.
    Convert(Number, Number),
    /// To the nearest `f16`, as `f32`.
    RoundToF16,
}

/// The kind of number in lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    F32,
    F64,
    I32,
    U32,
    I64,
    U64,
}

impl Number {
    pub(crate) fn width(self) -> Width {
        match self {
            Number::F32 | Number::I32 | Number::U32 => Width::Single,
            Number::F64 | Number::I64 | Number::U64 => Width::Double,
        }
    }
}

/// Comparisons, as instructions number them: without an exception for unordered operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
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
pub(crate) enum IntegerComparison {
    Equal = 0,
    Less = 1,
    LessEqual = 2,
    NotEqual = 4,
    GreaterEqual = 5,
    Greater = 6,
}

/// Instructions of masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaskOp {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Elements of an input that moves.
    Load(u16, Memory),
    /// The element of one that does not.
    LoadOne(u16, Memory),
    /// The parts of a reduction that the step's elements join.
    LoadParts,
    /// The same number in each lane.
    Constant(Width, u64),
    Unary(Unary, V),
    Binary(Binary, V, Operand),
    /// `a * b + c`, rounded once.
    Fma(V, Operand, Operand),
    Compare(Comparison, V, Operand),
    CompareIntegers(IntegerComparison, V, Operand),
    CompareUnsigned(IntegerComparison, V, Operand),
    /// `mask ? a : b`
    Select(V, Operand, V),
    /// The bits of `a`, but those of `b` where the constant has ones.
    TakeBits(V, V, u64),
    Mask(MaskOp, V, V),
    MaskNot(V),
    /// Leaves the loop before anything of its step is stored if the mask has a lane. Makes no value.
    LeaveIf(V),
}

impl Kind {
    /// The values it takes.
    pub(crate) fn values(self) -> impl Iterator<Item = V> {
        let value = |operand| match operand {
            Operand::Value(value) => Some(value),
            Operand::Constant(_) => None,
        };
        let values = match self {
            Kind::Load(..) | Kind::LoadOne(..) | Kind::LoadParts | Kind::Constant(..) => [None; 3],
            Kind::Unary(_, x) => [Some(x), None, None],
            Kind::Binary(_, a, b)
            | Kind::Compare(_, a, b)
            | Kind::CompareIntegers(_, a, b)
            | Kind::CompareUnsigned(_, a, b) => [Some(a), value(b), None],
            Kind::Fma(a, b, c) => [Some(a), value(b), value(c)],
            Kind::Select(mask, a, b) => [Some(mask), value(a), Some(b)],
            Kind::TakeBits(a, b, _) | Kind::Mask(_, a, b) => [Some(a), Some(b), None],
            Kind::MaskNot(a) | Kind::LeaveIf(a) => [Some(a), None, None],
        };
        values.into_iter().flatten()
    }
}

impl Kind {
    /// The numbers in it that are the same for each lane.
    pub(crate) fn constants(self) -> impl Iterator<Item = u64> {
        let number = |operand| match operand {
            Operand::Value(_) => None,
            Operand::Constant(bits) => Some(bits),
        };
        let numbers = match self {
            Kind::Constant(_, bits) => [Some(bits), None],
            Kind::Binary(_, _, b)
            | Kind::Compare(_, _, b)
            | Kind::CompareIntegers(_, _, b)
            | Kind::CompareUnsigned(_, _, b)
            | Kind::Select(_, b, _) => [number(b), None],
            Kind::Fma(_, b, c) => [number(b), number(c)],
            Kind::Load(..)
            | Kind::LoadOne(..)
            | Kind::LoadParts
            | Kind::Unary(..)
            | Kind::TakeBits(..)
            | Kind::Mask(..)
            | Kind::MaskNot(_)
            | Kind::LeaveIf(_) => [None; 2],
        };
        numbers.into_iter().flatten()
    }
}

/// Instructions, each the definition of the value of its number.
#[derive(Default)]
pub(crate) struct Code {
    pub instructions: Vec<Kind>,
    /// The content of each value.
    pub widths: Vec<Width>,
    /// The values that do not change from one step of the loop to the next.
    pub stays: Vec<bool>,
    /// While a member of which no argument moves is written.
    pub staying: bool,
}

/// One value per line; values that are computed once, before the loop, come first.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stays in [true, false] {
            let part = (0..self.instructions.len()).filter(|&i| self.stays[i] == stays);
            let mut part = part.filter(|&i| self.is_used(i)).peekable();
            if part.peek().is_some() {
                writeln!(f, "{}:", if stays { "before the loop" } else { "each step" })?;
            }
            for i in part {
                writeln!(f, "  v{i} = {:?}", self.instructions[i])?;
            }
        }
        Ok(())
    }
}

impl Code {
    /// Whether it makes an instruction: constants may have become part of those that take them.
    fn is_used(&self, i: usize) -> bool {
        let takes = |kind: &Kind| kind.values().any(|value| value.0 as usize == i);
        !matches!(self.instructions[i], Kind::Constant(..)) || self.instructions[i..].iter().any(takes)
    }

    pub(crate) fn push(&mut self, kind: Kind) -> V {
        let kind = self.with_constants(kind);
        let width = match kind {
            Kind::Load(_, memory) | Kind::LoadOne(_, memory) => memory.width(),
            Kind::LoadParts => Width::Single,
            Kind::Constant(width, _) => width,
            Kind::Unary(Unary::Convert(_, to), _) => to.width(),
            Kind::Unary(_, x) => self.width(x),
            Kind::Binary(_, a, _) | Kind::Fma(a, ..) | Kind::TakeBits(a, ..) | Kind::Select(.., a) => {
                self.width(a)
            }
            Kind::Compare(..)
            | Kind::CompareIntegers(..)
            | Kind::CompareUnsigned(..)
            | Kind::Mask(..)
            | Kind::MaskNot(_)
            | Kind::LeaveIf(_) => Width::Mask,
        };
        self.widths.push(width);
        self.instructions.push(kind);
        self.stays.push(self.staying);
        V(self.instructions.len() as u32 - 1)
    }

    /// The same instruction, with the numbers of operands that are constants in it. Nothing may take those then.
    fn with_constants(&self, kind: Kind) -> Kind {
        let folded = |operand, like| match operand {
            Operand::Value(value) => match self.instructions[value.0 as usize] {
                Kind::Constant(width, bits) if width == self.width(like) => Operand::Constant(bits),
                _ => operand,
            },
            constant @ Operand::Constant(_) => constant,
        };
        match kind {
            Kind::Binary(op, a, b) => Kind::Binary(op, a, folded(b, a)),
            Kind::Fma(a, b, c) => Kind::Fma(a, folded(b, a), folded(c, a)),
            Kind::Compare(how, a, b) => Kind::Compare(how, a, folded(b, a)),
            Kind::CompareIntegers(how, a, b) => Kind::CompareIntegers(how, a, folded(b, a)),
            Kind::CompareUnsigned(how, a, b) => Kind::CompareUnsigned(how, a, folded(b, a)),
            Kind::Select(mask, a, b) => Kind::Select(mask, folded(a, b), b),
            kind => kind,
        }
    }

    pub(crate) fn width(&self, value: V) -> Width {
        self.widths[value.0 as usize]
    }

    pub(crate) fn is_mask(&self, value: V) -> bool {
        self.width(value) == Width::Mask
    }

    /// Whether a value has lanes of 64 bits.
    pub(crate) fn has_wide_lanes(&self) -> bool {
        self.widths.contains(&Width::Double)
    }

    /// Whether the last result is reduced.
    pub(crate) fn reduces(&self) -> bool {
        self.instructions.contains(&Kind::LoadParts)
    }

    /// Whether the loop may be left before its end.
    pub(crate) fn leaves(&self) -> bool {
        self.instructions.iter().any(|kind| matches!(kind, Kind::LeaveIf(_)))
    }

    /// A number in each lane, as wide as those of another value.
    pub(crate) fn constant_like(&mut self, like: V, bits: Operand) -> V {
        match bits {
            Operand::Value(value) => value,
            Operand::Constant(bits) => self.push(Kind::Constant(self.width(like), bits)),
        }
    }

    pub(crate) fn unary(&mut self, op: Unary, x: V) -> V {
        self.push(Kind::Unary(op, x))
    }

    pub(crate) fn convert(&mut self, from: Number, to: Number, x: V) -> V {
        self.unary(Unary::Convert(from, to), x)
    }

    pub(crate) fn binary(&mut self, op: Binary, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::Binary(op, a, b.into()))
    }

    pub(crate) fn add(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Add, a, b)
    }

    pub(crate) fn sub(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Sub, a, b)
    }

    pub(crate) fn mul(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Mul, a, b)
    }

    pub(crate) fn div(&mut self, a: V, b: impl Into<Operand>) -> V {
        self.binary(Binary::Div, a, b)
    }

    pub(crate) fn fma(&mut self, a: V, b: impl Into<Operand>, c: impl Into<Operand>) -> V {
        self.push(Kind::Fma(a, b.into(), c.into()))
    }

    pub(crate) fn compare(&mut self, how: Comparison, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::Compare(how, a, b.into()))
    }

    pub(crate) fn compare_integers(&mut self, how: IntegerComparison, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::CompareIntegers(how, a, b.into()))
    }

    pub(crate) fn compare_unsigned(&mut self, how: IntegerComparison, a: V, b: impl Into<Operand>) -> V {
        self.push(Kind::CompareUnsigned(how, a, b.into()))
    }

    /// `mask ? a : b`
    pub(crate) fn select(&mut self, mask: V, a: impl Into<Operand>, b: V) -> V {
        self.push(Kind::Select(mask, a.into(), b))
    }
}
