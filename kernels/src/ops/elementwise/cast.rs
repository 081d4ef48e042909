//! Casts between dtypes, bit casts, and matrices made from diagonals and bands.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, TypedBlockFn};
use tfrt_executor::tensor::{Complex, DType, DenseHostTensor, Element, I1, TensorMetadata};

use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::apply_function;
use crate::ops::elementwise::block_functions;
use crate::ops::memory::result_metadata;
use crate::ops::number::Float;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Bitcast", OpEntry::new().dispatch(bitcast));
    ops.add("tf.MatrixDiag", OpEntry::new().dispatch(matrix_diag));
    ops.add("tf.MatrixBandPart", OpEntry::new().dispatch(matrix_band_part));
}

/// `tf.Cast`.
pub(super) fn entry() -> OpEntry {
    OpEntry::new().dispatch(cast).elementwise(cast_elements)
}

/// A number on its way from one dtype to another: wide enough for every source.
#[derive(Clone, Copy)]
enum Wide {
    Signed(i64),
    Unsigned(u64),
    Real(f64),
    Complex(f64, f64),
}

/// Numbers that can be cast.
trait Castable: Element {
    fn wide(self) -> Wide;
    fn narrow(wide: Wide) -> Self;
}

macro_rules! castable_integers {
    ($($ty:ty => $variant:ident as $wide:ty;)*) => {$(
        impl Castable for $ty {
            #[inline(always)]
            fn wide(self) -> Wide { Wide::$variant(<$wide>::from(self)) }
            // Integers wrap; floats saturate and NaN becomes zero.
            #[inline(always)]
            fn narrow(wide: Wide) -> Self {
                match wide {
                    Wide::Signed(x) => x as $ty,
                    Wide::Unsigned(x) => x as $ty,
                    Wide::Real(x) | Wide::Complex(x, _) => x as $ty,
                }
            }
        }
    )*};
}

castable_integers! {
    u8 => Unsigned as u64; u16 => Unsigned as u64; u32 => Unsigned as u64; u64 => Unsigned as u64;
    i8 => Signed as i64; i16 => Signed as i64; i32 => Signed as i64; i64 => Signed as i64;
}

macro_rules! castable_floats {
    ($($ty:ty)*) => {$(
        impl Castable for $ty {
            #[inline(always)]
            fn wide(self) -> Wide { Wide::Real(f64::from(self.work())) }
            #[inline(always)]
            fn narrow(wide: Wide) -> Self {
                type W = <$ty as Float>::Work;
                <$ty>::unwork(match wide {
                    Wide::Signed(x) => x as W,
                    Wide::Unsigned(x) => x as W,
                    Wide::Real(x) | Wide::Complex(x, _) => x as W,
                })
            }
        }
    )*};
}

castable_floats!(f32 f64 half::f16 half::bf16);

macro_rules! castable_complex {
    ($($part:ty)*) => {$(
        impl Castable for Complex<$part> {
            #[inline(always)]
            fn wide(self) -> Wide { Wide::Complex(f64::from(self.re), f64::from(self.im)) }
            #[inline(always)]
            fn narrow(wide: Wide) -> Self {
                match wide {
                    Wide::Complex(re, im) => Complex::new(re as $part, im as $part),
                    other => Complex::new(<$part>::narrow(other), 0.0),
                }
            }
        }
    )*};
}

castable_complex!(f32 f64);

impl Castable for I1 {
    #[inline(always)]
    fn wide(self) -> Wide {
        Wide::Unsigned(u64::from(self.get()))
    }
    #[inline(always)]
    fn narrow(wide: Wide) -> Self {
        I1::from(match wide {
            Wide::Signed(x) => x != 0,
            Wide::Unsigned(x) => x != 0,
            Wide::Real(x) => x != 0.0,
            Wide::Complex(re, im) => re != 0.0 || im != 0.0,
        })
    }
}

pub(super) fn cast_blocks(from: DType, to: DType) -> Option<TypedBlockFn> {
    fn of<S: Castable>(to: DType) -> Option<TypedBlockFn> {
        for_dtype!(
            to,
            [bool ints floats halves complex],
            Some(block_functions::unary(|x: S| T::narrow(x.wide()))),
            else None
        )
    }
    for_dtype!(from, [bool ints floats halves complex], of::<T>(to), else None)
}

pub(super) fn cast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (from, to) = (frame.dense(0)?.dtype(), result_metadata(frame, 0)?.dtype);
    if from == to {
        let handle = frame.take(0);
        frame.set_handle(0, handle);
        return Ok(());
    }
    if let (Some(source), Some(target)) = (stored(from), stored(to))
        && (source != from || target != to)
    {
        return cast_stored(frame, source, target);
    }
    let Some(function) = cast_blocks(from, to) else {
        // The argument's dtype is refused before the result's.
        return Err(if cast_blocks(from, DType::F32).is_none() {
            unsupported(from)
        } else {
            format!("{} (attribute 'DstT')", unsupported(to).message()).into()
        });
    };
    apply_function(frame, &[from], function)
}

/// The dtype that numbers are cast as: quantised integers are cast as the integers that they are stored as.
fn stored(dtype: DType) -> Option<DType> {
    Some(match dtype {
        DType::QI8 => DType::I8,
        DType::QUI8 => DType::UI8,
        DType::QI16 => DType::I16,
        DType::QUI16 => DType::UI16,
        DType::QI32 => DType::I32,
        other => return cast_blocks(other, DType::F32).map(|_| other),
    })
}

/// Casts to or from quantised integers.
fn cast_stored(frame: &mut DispatchFrame<'_>, source: DType, target: DType) -> Result<(), OpError> {
    let argument = frame.dense(0)?;
    let metadata = TensorMetadata::new(source, argument.shape().clone());
    let argument = DenseHostTensor::from_bytes(metadata, argument.bytes())?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    for_dtype!(source, [bool ints floats halves complex], {
        type Source = T;
        let values = argument.values::<Source>().unwrap_or_default();
        for_dtype!(target, [bool ints floats halves complex], {
            for (to, value) in out.bytes_mut().chunks_exact_mut(size_of::<T>()).zip(values) {
                to.copy_from_slice(bytemuck::bytes_of(&T::narrow(value.wide())));
            }
        }, else return Err(unsupported(target)));
    }, else return Err(unsupported(source)));
    frame.finish(0, out);
    Ok(())
}

fn cast_elements(dtypes: &[DType], attrs: OpAttrsRef<'_>) -> Option<TypedBlockFn> {
    let to = attrs.get_dtype("DstT")?;
    let is_complex = |dtype| matches!(dtype, DType::Complex64 | DType::Complex128);
    match *dtypes {
        [dtype] if dtype != to && !is_complex(dtype) && !is_complex(to) => cast_blocks(dtype, to),
        _ => None,
    }
}

fn bitcast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?.clone();
    let tensor = DenseHostTensor::from_bytes(metadata, frame.dense(0)?.bytes())?;
    frame.set(0, tensor);
    Ok(())
}

fn matrix_diag(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let size = element_size(metadata.dtype)?;
    let n = metadata.shape.dim(metadata.shape.rank() - 1) as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    let to = out.bytes_mut();
    to.fill(0);
    for (i, element) in frame.dense(0)?.bytes().chunks_exact(size).enumerate() {
        let (matrix, row) = (i / n.max(1), i % n.max(1));
        to[(matrix * n * n + row * n + row) * size..][..size].copy_from_slice(element);
    }
    frame.finish(0, out);
    Ok(())
}

fn matrix_band_part(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let bound = |i: usize| match frame.indices(i)?[..] {
        [bound] => Ok(bound),
        _ => Err(OpError::from("num_lower and num_upper must be scalars")),
    };
    let (lower, upper) = (bound(1)?, bound(2)?);
    let input = frame.dense(0)?;
    let (metadata, rank) = (input.metadata().clone(), input.shape().rank());
    if rank < 2 {
        return Err(format!("input must be at least 2-dim, received shape: {}", input.shape()).into());
    }
    let (rows, columns) = (metadata.shape.dim(rank - 2), metadata.shape.dim(rank - 1));
    for (name, bound, limit) in [("num_lower", lower, rows), ("num_upper", upper, columns)] {
        if bound > limit {
            return Err(format!(
                "{name} must be negative or less or equal to number of rows ({limit}) got: {bound}"
            )
            .into());
        }
    }
    let size = element_size(metadata.dtype)?;
    let mut out = DispatchFrame::fresh(&metadata)?;
    let to = out.bytes_mut();
    to.copy_from_slice(frame.dense(0)?.bytes());
    for (i, element) in to.chunks_exact_mut(size).enumerate() {
        let at = i as i64 % (rows * columns);
        let (row, column) = (at / columns, at % columns);
        if (lower >= 0 && row - column > lower) || (upper >= 0 && column - row > upper) {
            element.fill(0);
        }
    }
    frame.finish(0, out);
    Ok(())
}
