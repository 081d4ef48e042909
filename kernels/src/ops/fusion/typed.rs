//! A fused op for arguments of certain dtypes and shapes: the type of each member's result, and the function
//! that computes it.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::MetadataFrame;
use tfrt_executor::jit::loops::LoopMember;
use tfrt_executor::tensor::{DType, Dims, TensorMetadata};
use tfrt_ops::{Elementwise, MemberOp};

use super::code::Codes;
use super::interpreter::{self, MAX_ARGS};
use super::{Fused, Member};
use crate::ops::reduction::reduce::{self, RowReduction};

/// All values of a fused op, and what computes them.
pub(super) struct Typed<'f> {
    /// The compiled code of the fused op.
    pub codes: &'f Codes,
    /// The arguments, then what the members give; the last one's is missing if that is a reduction of anything but rows.
    pub values: Vec<TensorMetadata>,
    pub members: Vec<TypedMember>,
}

/// A member.
pub(super) enum TypedMember {
    Elementwise(Function),
    Reduction(Reduction),
    /// A reduction of anything but rows of `f32`: the last member.
    Other,
}

/// The function of an element-wise member; arguments are numbered as the fused op's values.
#[derive(Clone)]
pub(super) struct Function {
    pub block: interpreter::Member,
    pub vector: LoopMember,
}

impl Function {
    /// The same member where values have other numbers.
    pub(super) fn renumbered(&self, number: impl Fn(u16) -> Option<u16>) -> Option<Function> {
        let args: SmallVec<[u16; 3]> =
            self.block.args.iter().map(|&arg| number(arg)).collect::<Option<_>>()?;
        Some(Function {
            block: interpreter::Member { args: args.clone(), ..self.block.clone() },
            vector: LoopMember { args, ..self.vector.clone() },
        })
    }
}

/// A reduction of rows of `f32`.
pub(super) struct Reduction {
    /// The value whose rows they are.
    pub of: u16,
    pub parts: RowReduction,
    /// Elements of a row.
    pub length: usize,
    pub keep_dims: bool,
}

/// Bytes of an element, of dtypes that loops work on.
pub(super) fn size_of(dtype: DType) -> Option<usize> {
    dtype.size().filter(|size| size.is_power_of_two())
}

impl<'f> Typed<'f> {
    /// The members for these arguments, where `axes` has the axes of each reduction; `None` where a member fails or must run as a
    /// whole.
    pub(super) fn new(fused: &'f Fused, inputs: &[TensorMetadata], axes: &[Dims]) -> Option<Typed<'f>> {
        let members = Vec::with_capacity(fused.members.len());
        let mut typed = Typed { codes: &fused.codes, values: inputs.to_vec(), members };
        let mut axes = axes.iter();
        for (i, member) in fused.members.iter().enumerate() {
            let (typed_member, result) = match member.computes {
                MemberOp::Elementwise(op) => typed.elementwise(member, op)?,
                MemberOp::Reduction(op) => match typed.reduction(member, op, axes.next()?) {
                    Some(reduction) => reduction,
                    None if i + 1 == fused.members.len() => {
                        typed.members.push(TypedMember::Other);
                        return Some(typed);
                    }
                    None => return None,
                },
            };
            typed.members.push(typed_member);
            typed.values.push(result);
        }
        Some(typed)
    }

    fn elementwise(&self, member: &Member, op: Elementwise) -> Option<(TypedMember, TensorMetadata)> {
        let args: SmallVec<[&TensorMetadata; 3]> =
            member.args.iter().map(|&arg| &self.values[usize::from(arg)]).collect();
        let dtypes: SmallVec<[DType; 3]> = args.iter().map(|arg| arg.dtype).collect();
        let frame = MetadataFrame { inputs: &args, attrs: member.attrs.as_ref() };
        let result = frame.results(member.op.metadata.as_ref()?).ok()?.into_iter().next()?;
        let elements = member.op.block_function(&dtypes, member.attrs.as_ref())?;
        if elements.result() != result.dtype || args.len() > MAX_ARGS {
            return None;
        }
        // The older selection may choose among rows, which is not what broadcasting does.
        if op == Elementwise::Select && args[0].shape.rank() > 0 && args[0].shape != args[1].shape {
            return None;
        }
        let block = interpreter::Member {
            function: elements.function(),
            size: size_of(result.dtype)?,
            args: member.args.clone(),
            parameter: elements.parameter(),
        };
        let vector = LoopMember {
            op: op.equivalent(args.last()?.dtype),
            args: member.args.clone(),
            dtype: result.dtype,
            parameter: elements.parameter().map(f64::to_bits),
        };
        Some((TypedMember::Elementwise(Function { block, vector }), result))
    }

    fn reduction(
        &self,
        member: &Member,
        op: tfrt_ops::Reduction,
        axes: &[i64],
    ) -> Option<(TypedMember, TensorMetadata)> {
        let of = *member.args.first()?;
        let value = &self.values[usize::from(of)];
        let keep_dims = member.attrs.as_ref().get_bool("keep_dims").unwrap_or(false);
        let parts = reduce::row_reduction(op)?;
        let (shape, length) = reduce::rows_of(&value.shape, axes, keep_dims)?;
        let is_usual = value.dtype == DType::F32 && value.shape.num_elements() > 0 && member.args.len() == 2;
        let reduction = Reduction { of, parts, length, keep_dims };
        is_usual.then(|| (TypedMember::Reduction(reduction), TensorMetadata::new(DType::F32, shape)))
    }

    /// The metadata of some values.
    pub(super) fn metadata(&self, values: &[u16]) -> Option<SmallVec<[TensorMetadata; 2]>> {
        values.iter().map(|&value| self.values.get(usize::from(value)).cloned()).collect()
    }

    /// The values that a member computes from; of a reduction, what it reduces.
    pub(super) fn args(&self, member: usize) -> &[u16] {
        match &self.members[member] {
            TypedMember::Elementwise(function) => &function.block.args,
            TypedMember::Reduction(reduction) => std::slice::from_ref(&reduction.of),
            TypedMember::Other => &[],
        }
    }
}
