//! Integers of 2 and 4 bits and floats of 4 to 8 bits, of which there are no tensors.
//!
//! A tensor of such integers is one of 8-bit integers with the same values, and a tensor of such floats one of `f32`: constants, arguments
//! and results have these types. Functions that may leave the range of the narrow type are followed by one that brings their results back:
//! integers wrap, floats are rounded. A reduction's region does so at each step. Floats of `f64` are rounded before they become `f32`, so that
//! a number is rounded once.

use tfrt_dialects::quant::QuantizedType;
pub(super) use tfrt_dialects::signature::small_type as small_of;
use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{Elementwise, SmallType};

use super::function::Writer;
use super::quantized::storage_type;
use crate::dtype::dtype_of;

/// The element type of the tensors that stand for those of a small type.
fn storage_of(ctx: &Context, small: SmallType) -> Type {
    small.storage().data_type().to_type(ctx)
}

/// The element type of tensors that stand for those of a type: the type itself, unless it is small or quantized.
pub(super) fn storage(ctx: &Context, elem: Type) -> Type {
    let elem = QuantizedType::of(ctx, elem).map_or(elem, |quantized| storage_type(ctx, &quantized));
    small_of(ctx, elem).map_or(elem, |small| storage_of(ctx, small))
}

/// Elements of a small type in their storage; others as they are.
pub(super) fn stored(ctx: &Context, value: Attr) -> Attr {
    let AttrKind::DenseElements { ty, data, .. } = ctx.attr_kind(value) else { return value };
    let kind = ctx.type_kind(*ty);
    let (Some(elem), Some(dims)) = (kind.element_type(), kind.dims()) else { return value };
    match small_of(ctx, elem) {
        Some(small) => make_dense(ctx, ctx.tensor(dims, storage_of(ctx, small)), small.to_storage(data)),
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

/// What keeps the numbers of a small type in range.
pub(super) trait Steps: Sized {
    /// The functions that bring results back into range, one after the other.
    fn steps(self) -> Vec<Step>;

    /// The functions that come before a function of integers that reads bits beyond the type's.
    fn steps_before(self, function: Elementwise) -> Vec<Step>;

    /// The functions that come behind a function: those that bring its results back into range, and what a count of bits needs.
    fn steps_after(self, function: Elementwise) -> Vec<Step>;

    /// The functions that make numbers of this type of others, whose element type is given: those before the conversion to the storage, with
    /// numbers of that type, and those behind it.
    fn conversion(self, ctx: &Context, from: Type) -> [Vec<Step>; 2];
}

impl Steps for SmallType {
    fn steps(self) -> Vec<Step> {
        match self {
            SmallType::Integer { bits, is_signed: true } => {
                let shift = Some(f64::from(8 - bits));
                vec![(Elementwise::HloShiftLeft, shift), (Elementwise::HloShiftRightArithmetic, shift)]
            }
            SmallType::Integer { bits, is_signed: false } => {
                vec![(Elementwise::HloAnd, Some(f64::from((1u32 << bits) - 1)))]
            }
            SmallType::Float(format) => vec![(format.rounding(), None)],
        }
    }

    fn steps_before(self, function: Elementwise) -> Vec<Step> {
        use Elementwise as Op;
        let reads_all =
            matches!(function, Op::HloPopcnt | Op::HloCountLeadingZeros | Op::HloShiftRightLogical);
        match self {
            SmallType::Integer { bits, is_signed: true } if reads_all => {
                vec![(Op::HloAnd, Some(f64::from((1u32 << bits) - 1)))]
            }
            // The highest bit of the number becomes that of its storage.
            SmallType::Integer { bits, is_signed: false } if function == Op::HloShiftRightArithmetic => {
                vec![(Op::HloShiftLeft, Some(f64::from(8 - bits)))]
            }
            _ => Vec::new(),
        }
    }

    fn steps_after(self, function: Elementwise) -> Vec<Step> {
        match (function, self) {
            (Elementwise::HloCountLeadingZeros, SmallType::Integer { bits, .. }) => {
                let mut steps = vec![(Elementwise::HloSubtract, Some(f64::from(8 - bits)))];
                steps.extend(self.steps());
                steps
            }
            (Elementwise::HloShiftRightArithmetic, SmallType::Integer { bits, is_signed: false }) => {
                vec![(Elementwise::HloShiftRightLogical, Some(f64::from(8 - bits)))]
            }
            (function, _) if keeps_range(function) => Vec::new(),
            _ => self.steps(),
        }
    }

    fn conversion(self, ctx: &Context, from: Type) -> [Vec<Step>; 2] {
        let dtype = dtype_of(ctx, storage(ctx, from));
        match (self, dtype) {
            (SmallType::Float(format), Some(tfrt_ops::DType::F64)) => {
                [vec![(format.rounding(), None)], Vec::new()]
            }
            // Floats beyond the range become the nearest integer, as those of other types do.
            (SmallType::Integer { .. }, Some(dtype)) if dtype.is_floating() => {
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
        match small_of(self.ctx, elem) {
            Some(small) => self.apply_steps(&small.steps(), storage_of(self.ctx, small), value, loc),
            None => value,
        }
    }

    /// The first result of an operation with elements in the range of its type.
    pub(super) fn result_in_range(&mut self, op: OpRef<'_>, value: Value) -> Value {
        let elem = op.result_types().next().and_then(|ty| self.ctx.type_kind(ty).element_type());
        elem.map_or(value, |elem| self.in_range(elem, value, op.loc()))
    }
}
