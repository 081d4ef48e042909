//! Integers of 2 and 4 bits and floats of 4 to 8 bits, of which there are no tensors.
//!
//! A tensor of such integers is one of 8-bit integers with the same values, and a tensor of such floats one of `f32`: constants, arguments
//! and results have these types. Functions that may leave the range of the narrow type are followed by one that brings their results back:
//! integers wrap, floats are rounded. A reduction's region does so at each step. Floats of `f64` are rounded before they become `f32`, so that
//! a number is rounded once.

use tfrt_dialects::quant::QuantizedType;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{Signedness, TypeKind};
use tfrt_ops::{Elementwise, SmallFloat};

use super::function::Writer;
use super::quantized::storage_type;
use crate::dtype::dtype_of;

/// An element type without tensors of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Small {
    /// Integers of so many bits, with a sign or without.
    Integer { bits: u32, is_signed: bool },
    /// Floats.
    Float(SmallFloat),
}

impl Small {
    /// The small type that an element type is.
    pub(super) fn of(ctx: &Context, elem: Type) -> Option<Small> {
        match *ctx.type_kind(elem) {
            TypeKind::Integer { width: bits @ (2 | 4), sign } => {
                Some(Small::Integer { bits, is_signed: sign != Signedness::Unsigned })
            }
            TypeKind::Float(kind) => SmallFloat::from_name(kind.name()).map(Small::Float),
            _ => None,
        }
    }

    /// Its name in programs.
    pub(super) fn name(self) -> String {
        match self {
            Small::Integer { bits, is_signed } => format!("{}i{bits}", if is_signed { "" } else { "u" }),
            Small::Float(format) => format.name().to_owned(),
        }
    }

    /// The element type of the tensors that stand for those of this one.
    fn storage(self, ctx: &Context) -> Type {
        match self {
            Small::Integer { is_signed: true, .. } => ctx.int(8),
            Small::Integer { is_signed: false, .. } => ctx.int_with_sign(8, Signedness::Unsigned),
            Small::Float(_) => ctx.f32(),
        }
    }

    /// The elements of this type that bytes are, in their storage.
    fn stored(self, data: &[u8]) -> Vec<u8> {
        match self {
            Small::Integer { bits, is_signed } => {
                let shift = 8 - bits;
                let signed = |byte: u8| ((byte << shift) as i8 >> shift) as u8;
                data.iter()
                    .map(|&byte| if is_signed { signed(byte) } else { byte << shift >> shift })
                    .collect()
            }
            Small::Float(format) => {
                data.iter().flat_map(|&byte| (format.decode(byte) as f32).to_le_bytes()).collect()
            }
        }
    }
}

/// The element type of tensors that stand for those of a type: the type itself, unless it is small or quantized.
pub(super) fn storage(ctx: &Context, elem: Type) -> Type {
    let elem = QuantizedType::of(ctx, elem).map_or(elem, |quantized| storage_type(ctx, &quantized));
    Small::of(ctx, elem).map_or(elem, |small| small.storage(ctx))
}

/// Elements of a small type in their storage; others as they are.
pub(super) fn stored(ctx: &Context, value: Attr) -> Attr {
    let AttrKind::DenseElements { ty, data, .. } = ctx.attr_kind(value) else { return value };
    let kind = ctx.type_kind(*ty);
    let (Some(elem), Some(dims)) = (kind.element_type(), kind.dims()) else { return value };
    match Small::of(ctx, elem) {
        Some(small) => make_dense(ctx, ctx.tensor(dims, small.storage(ctx)), small.stored(data)),
        None => value,
    }
}

/// Whether the results of a function of numbers in range are in range.
pub(super) fn keeps_range(function: Elementwise) -> bool {
    use Elementwise as Op;
    matches!(function, Op::HloMaximum | Op::HloMinimum | Op::HloSelect | Op::HloClamp | Op::HloCopy)
}

/// A function that brings a number back into range: the function, and its second operand, a number of the storage's type.
pub(super) type Step = (Elementwise, Option<f64>);

impl Small {
    /// The functions that bring results back into range, one after the other.
    pub(super) fn steps(self) -> Vec<Step> {
        match self {
            Small::Integer { bits, is_signed: true } => {
                let shift = Some(f64::from(8 - bits));
                vec![(Elementwise::HloShiftLeft, shift), (Elementwise::HloShiftRightArithmetic, shift)]
            }
            Small::Integer { bits, is_signed: false } => {
                vec![(Elementwise::HloAnd, Some(f64::from((1u32 << bits) - 1)))]
            }
            Small::Float(format) => vec![(format.rounding(), None)],
        }
    }

    /// The functions that come before a function of integers that reads bits beyond the type's.
    pub(super) fn steps_before(self, function: Elementwise) -> Vec<Step> {
        use Elementwise as Op;
        let reads_all =
            matches!(function, Op::HloPopcnt | Op::HloCountLeadingZeros | Op::HloShiftRightLogical);
        match self {
            Small::Integer { bits, is_signed: true } if reads_all => {
                vec![(Op::HloAnd, Some(f64::from((1u32 << bits) - 1)))]
            }
            // The highest bit of the number becomes that of its storage.
            Small::Integer { bits, is_signed: false } if function == Op::HloShiftRightArithmetic => {
                vec![(Op::HloShiftLeft, Some(f64::from(8 - bits)))]
            }
            _ => Vec::new(),
        }
    }

    /// The functions that come behind a function: those that bring its results back into range, and what a count of bits needs.
    pub(super) fn steps_after(self, function: Elementwise) -> Vec<Step> {
        match (function, self) {
            (Elementwise::HloCountLeadingZeros, Small::Integer { bits, .. }) => {
                let mut steps = vec![(Elementwise::HloSubtract, Some(f64::from(8 - bits)))];
                steps.extend(self.steps());
                steps
            }
            (Elementwise::HloShiftRightArithmetic, Small::Integer { bits, is_signed: false }) => {
                vec![(Elementwise::HloShiftRightLogical, Some(f64::from(8 - bits)))]
            }
            (function, _) if keeps_range(function) => Vec::new(),
            _ => self.steps(),
        }
    }

    /// The least and the largest of these integers.
    fn range(self) -> Option<[f64; 2]> {
        match self {
            Small::Integer { bits, is_signed: true } => {
                let half = f64::from(1u32 << (bits - 1));
                Some([-half, half - 1.0])
            }
            Small::Integer { bits, is_signed: false } => Some([0.0, f64::from((1u32 << bits) - 1)]),
            Small::Float(_) => None,
        }
    }

    /// The functions that make numbers of this type of others, whose element type is given: those before the conversion to the storage, with
    /// numbers of that type, and those behind it.
    pub(super) fn conversion(self, ctx: &Context, from: Type) -> [Vec<Step>; 2] {
        let dtype = dtype_of(ctx, storage(ctx, from));
        match (self, dtype) {
            (Small::Float(format), Some(tfrt_ops::DType::F64)) => {
                [vec![(format.rounding(), None)], Vec::new()]
            }
            // Floats beyond the range become the nearest integer, as those of other types do.
            (Small::Integer { .. }, Some(dtype)) if dtype.is_floating() => {
                let [least, largest] = self.range().unwrap_or_default();
                let limits =
                    vec![(Elementwise::HloMaximum, Some(least)), (Elementwise::HloMinimum, Some(largest))];
                [Vec::new(), limits]
            }
            _ => [Vec::new(), self.steps()],
        }
    }
}

impl Writer<'_, '_> {
    /// Applies functions to a tensor, one after the other; second operands are numbers of the tensor's element type.
    pub(super) fn apply_steps(&mut self, steps: &[Step], elem: Type, value: Value, loc: Loc) -> Value {
        steps.iter().fold(value, |value, &(function, second)| match second {
            Some(number) => {
                let number = self.number(elem, number, loc);
                self.apply(function.op(), &[value, number], loc)
            }
            None => self.apply(function.op(), &[value], loc),
        })
    }

    /// A tensor with elements in the range of its type, if that is small.
    pub(super) fn in_range(&mut self, elem: Type, value: Value, loc: Loc) -> Value {
        match Small::of(self.ctx, elem) {
            Some(small) => self.apply_steps(&small.steps(), small.storage(self.ctx), value, loc),
            None => value,
        }
    }

    /// The first result of an operation with elements in the range of its type.
    pub(super) fn result_in_range(&mut self, op: OpRef<'_>, value: Value) -> Value {
        let elem = op.result_types().next().and_then(|ty| self.ctx.type_kind(ty).element_type());
        elem.map_or(value, |elem| self.in_range(elem, value, op.loc()))
    }
}
