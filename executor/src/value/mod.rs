//! Values of programs: scalars, async values, errors.
//!
//! [`Value`] is the form in which values cross the library's and the kernels' interfaces. Inside a running program a
//! register holds the bits of a scalar or of a reference; the program determines which.
//!
//! * Async values: [`life`] is the lock-free protocol of state, references and waiters, [`cell`] the shared cell,
//!   [`async_ref`] typed references, [`promise`] producers and placeholders, [`task`] closures whose result is a value,
//!   [`origin`] the kernel that a value comes from, [`pool`] their memory.
//! * [`mod@settle`] says what a value means for the register that it is stored in.
//! * [`scalar`]s live in registers themselves; [`error`]s are values, too. [`counters`] counts values and kernels, in release
//!   builds too.

mod async_ref;
mod bytes;
mod cell;
pub(crate) mod counters;
mod error;
mod life;
mod origin;
pub(crate) mod pool;
mod promise;
mod scalar;
pub(crate) mod settle;
mod shared;
mod task;

pub use async_ref::AsyncRef;
pub use bytes::ByteString;
pub use cell::{AnyRef, Borrowed, State};
pub use counters::{LiveObjects, kernels_executed, live_objects};
pub use error::{Error, ErrorCode, KernelError, OpFailure, SourceLocation};
pub(crate) use life::Holds;
pub(crate) use origin::{Locates, Origin, Places, Reporter, Reports};
pub use promise::{IndirectPromise, Promise, indirect};
pub(crate) use scalar::kind_of;
pub use scalar::{Chain, Scalar, ScalarKind};
#[doc(hidden)]
pub use settle::Settled;
pub use shared::when_all_ready;
pub(crate) use task::{PendingCell, Task, TaskCell, TaskFn, task_value};

/// The atomics of [`life`].
mod sync {
    pub(super) use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};
}

/// The text of a panic.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    format!("kernel panicked: {}", panic_text(panic))
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown panic".into())
}

/// A value of a program.
#[derive(Debug, Clone)]
pub enum Value {
    /// A scalar that is there: its kind and its bits, zero-extended.
    Scalar(ScalarKind, u64),
    /// An async value: an object, or anything that is not there yet.
    Async(AnyRef),
    /// An error.
    Error(Error),
}

const _: () = assert!(size_of::<Value>() == 16);

impl Value {
    /// A scalar.
    #[inline]
    pub fn scalar<T: Scalar>(value: T) -> Value {
        Value::Scalar(T::KIND, value.to_bits())
    }

    /// The ready chain.
    pub const CHAIN: Value = Value::Scalar(ScalarKind::Chain, 0);

    /// Any payload that is there: a scalar stays one, everything else becomes an object.
    #[inline]
    pub fn new<T: Send + Sync + 'static>(payload: T) -> Value {
        Value::from_async(AsyncRef::available(payload).into_any())
    }

    /// The value behind an async reference as far as it is known: scalars and errors that are there are taken out.
    #[inline]
    pub fn from_async(value: AnyRef) -> Value {
        Value::Async(value)
    }

    /// Whether the value is available, as a payload or as an error.
    pub fn is_available(&self) -> bool {
        match self {
            Value::Async(value) => value.is_available(),
            _ => true,
        }
    }

    /// The error, if the value is one.
    pub fn error(&self) -> Option<&Error> {
        match self {
            Value::Error(error) => Some(error),
            Value::Async(value) => match value.error() {
                Some(error) => Some(error),
                None => None,
            },
            Value::Scalar(..) => None,
        }
    }

    /// The scalar, if the value is there and one of this type.
    pub fn get_scalar<T: Scalar>(&self) -> Option<T> {
        match self.resolve()? {
            Value::Scalar(kind, bits) if kind == T::KIND => Some(T::from_bits(bits)),
            _ => None,
        }
    }

    /// The payload, if the value is there and an object of this type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        match self {
            Value::Async(value) => value.get(),
            _ => None,
        }
    }

    /// The value with all indirection removed, once it is available.
    pub fn resolve(&self) -> Option<Value> {
        match self {
            Value::Async(value) => value.resolve(),
            other => Some(other.clone()),
        }
    }

    /// Whether this is the only reference to the value's object. Scalars are always unique.
    pub fn is_unique(&self) -> bool {
        match self {
            Value::Async(value) => value.is_unique(),
            _ => true,
        }
    }

    /// References to the value's object; 1 for scalars.
    pub fn ref_count(&self) -> u32 {
        match self {
            Value::Async(value) => value.ref_count(),
            _ => 1,
        }
    }

    /// Calls `f` when the value is available: at once if it is, else on the thread that makes it so.
    pub fn when_ready(&self, f: impl FnOnce() + Send + 'static) {
        match self {
            Value::Async(value) => value.when_ready(f),
            _ => f(),
        }
    }

    /// The kind of value, in words, for messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Scalar(kind, _) => kind.type_name(),
            Value::Async(value) => value.payload_type_name(),
            Value::Error(_) => "error",
        }
    }
}

impl From<AnyRef> for Value {
    fn from(value: AnyRef) -> Value {
        Value::Async(value)
    }
}

impl From<Error> for Value {
    fn from(error: Error) -> Value {
        Value::Error(error)
    }
}

impl<T: Scalar> From<T> for Value {
    fn from(value: T) -> Value {
        Value::scalar(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Command;

    /// Names the process that makes too many references.
    const CHILD: &str = "TFRT_TEST_TOO_MANY_REFERENCES";

    #[test]
    fn a_count_of_references_does_not_come_round() {
        if std::env::var_os(CHILD).is_some() {
            let value = AsyncRef::available(String::from("kept")).into_any();
            // As if so many clones had been forgotten.
            value.add_refs(u32::MAX / 2);
            std::mem::forget(value.clone());
            return;
        }
        let program = std::env::current_exe().expect("a program knows where it is");
        let test = "value::tests::a_count_of_references_does_not_come_round";
        let output = Command::new(program).args(["--exact", test]).env(CHILD, "1").output();
        let status = output.expect("a program can be run again").status;
        assert_eq!(status.signal(), Some(6), "{status}");
    }
}
