//! Settling: converts a value to the form of the register in which it is stored.

use super::{AnyRef, AsyncRef, Chain, Error, Scalar, ScalarKind, State, Value};
use half::{bf16, f16};
use num_complex::Complex;
use smallvec::SmallVec;

/// A value on its way into a register.
#[derive(Debug)]
pub enum Settled {
    /// There: a scalar's bits, or a reference's.
    Bits(u64),
    /// An error.
    Error(Error),
    /// Not there yet.
    Pending(AnyRef),
}

/// Results of a kernel on their way into registers.
pub(crate) type Results = SmallVec<[Settled; 4]>;

/// Looks at what a value is for a register of this kind. A scalar of another kind is an error: the kernel broke its
/// promise, or the value's producer did.
#[inline]
pub(crate) fn settle(kind: Option<ScalarKind>, value: Value) -> Settled {
    match (kind, value) {
        (Some(want), Value::Scalar(found, bits)) if want == found => Settled::Bits(bits),
        (None, Value::Async(value)) => match value.state() {
            State::Concrete => Settled::Bits(value.into_bits()),
            State::Pending => Settled::Pending(value),
            State::Error => settle_error(&value),
        },
        (Some(kind), Value::Async(value)) => match value.scalar_bits(kind) {
            Some(bits) => Settled::Bits(bits),
            None if !value.is_available() => Settled::Pending(value),
            None => settle_slow(Some(kind), Value::Async(value)),
        },
        (kind, value) => settle_slow(kind, value),
    }
}

fn settle_error(value: &AnyRef) -> Settled {
    Settled::Error(value.error().cloned().unwrap_or_else(|| Error::internal("an error without a message")))
}

#[inline(never)]
fn settle_slow(kind: Option<ScalarKind>, value: Value) -> Settled {
    match (kind, value) {
        (_, Value::Error(error)) => Settled::Error(error),
        (None, Value::Scalar(kind, bits)) => Settled::Bits(box_scalar(kind, bits).into_bits()),
        (Some(_), Value::Async(value)) => match value.resolve() {
            None => Settled::Pending(value),
            Some(Value::Async(object)) => mismatch(kind, object.payload_type_name()),
            Some(value) => settle_slow(kind, value),
        },
        (Some(want), Value::Scalar(found, bits)) if want == found => Settled::Bits(bits),
        (_, value) => mismatch(kind, value.describe()),
    }
}

#[cold]
fn mismatch(kind: Option<ScalarKind>, found: &str) -> Settled {
    let wanted = kind.map_or("an object", ScalarKind::type_name);
    Settled::Error(Error::internal(format!("a register of type {wanted} was given a value of type {found}")))
}

/// A scalar as an object.
pub(crate) fn box_scalar(kind: ScalarKind, bits: u64) -> AnyRef {
    fn make<T: Scalar>(bits: u64) -> AnyRef {
        AsyncRef::available(T::from_bits(bits)).into_any()
    }
    match kind {
        ScalarKind::Chain => make::<Chain>(bits),
        ScalarKind::I1 => make::<bool>(bits),
        ScalarKind::I8 => make::<i8>(bits),
        ScalarKind::I16 => make::<i16>(bits),
        ScalarKind::I32 => make::<i32>(bits),
        ScalarKind::I64 => make::<i64>(bits),
        ScalarKind::UI8 => make::<u8>(bits),
        ScalarKind::UI16 => make::<u16>(bits),
        ScalarKind::UI32 => make::<u32>(bits),
        ScalarKind::UI64 => make::<u64>(bits),
        ScalarKind::F16 => make::<f16>(bits),
        ScalarKind::BF16 => make::<bf16>(bits),
        ScalarKind::F32 => make::<f32>(bits),
        ScalarKind::F64 => make::<f64>(bits),
        ScalarKind::Complex64 => make::<Complex<f32>>(bits),
    }
}
