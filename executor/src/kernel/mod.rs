//! Kernels: the implementations of a program's operations.
//!
//! A kernel is a plain Rust function; [`KernelRegistry::add`] adapts it. Its parameters determine the operands,
//! attributes and functions it takes ([`params`]), its return type the results and whether it can fail ([`results`]), so
//! a kernel states its own signature and the loader checks programs against it.
//!
//! Kernels also come from shared libraries, through a C interface: [`load_kernels`].
//!
//! A kernel of scalars only (operands, attributes and results) is compiled into a thunk that reads and writes registers
//! directly: no allocation, no tags, no table of arguments. All others get a [`KernelFrame`]; a kernel that also has a
//! [`QuickFn`] tries that first, which needs no frame.
//!
//! Invariants the loader establishes and the adaptors rely on: a register that is read as a scalar holds that kind of
//! scalar, every operand, attribute and function a kernel takes exists, every register number is in range. The type of
//! an *object* is only known when the kernel runs; a wrong one is an error of that kernel.

mod context;
mod converted;
mod frame;
pub(crate) mod instruction;
mod integer_attrs;
mod library;
pub(crate) mod opened;
pub mod params;
mod quick;
mod registry;
pub mod results;
mod sealed;
mod signature;
mod typed;

pub(crate) use context::report;
pub use context::{ExecCtx, Func, LocationToken, OwnedCtx, Values};
pub(crate) use converted::Converted;
pub use frame::{KernelFrame, Site};
#[doc(hidden)]
pub use instruction::{Runner, Thunk};
pub use integer_attrs::{Integers, convert as convert_integers};
pub use library::{ENTRY_POINT, LibraryError, load_kernels};
pub use params::{
    Attr, AttrAny, AttrArray, AttrDense, AttrStr, AttrType, Funcs, In, Operand, Rest, RestAttrs,
};
pub(crate) use quick::QuickEnd;
pub use quick::{Quick, QuickFn, QuickFrame};
pub(crate) use registry::Body;
pub use registry::{Control, KernelDef, KernelFlags, KernelRegistry, NativeFn};
pub use results::{AsyncResult, Out};
pub use signature::{AttrSpec, OperandSpec, Signature};
pub use typed::{SCALAR_FN_OPERANDS, ScalarFn, ScalarOutcome, TypedKernel};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{AsyncRef, Chain, KernelError, ScalarKind};

    #[test]
    fn kernels_state_their_signatures() {
        let mut registry = KernelRegistry::new();
        registry.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
        registry.add_pure("constant", |value: Attr<i32>| value.0);
        registry.add_pure("div", |a: i64, b: i64| -> Result<(i64, i64), KernelError> {
            if b == 0 { Err("Divide by zero".into()) } else { Ok((a.wrapping_div(b), a.wrapping_rem(b))) }
        });
        registry.add("print", |text: &String, _: Chain| crate::output::print_line(text.as_bytes()));
        registry.add("append", |mut a: In<String>, b: &String| match a.get_mut() {
            Some(a) => Out(std::mem::take(a) + b),
            None => Out(format!("{}{b}", *a)),
        });
        registry.add("get_string", |value: AttrStr| Out(value.to_text().into_owned()));
        registry.add("async_add", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
        registry.add("later", |ctx: ExecCtx, a: i32| -> AsyncRef<i32> {
            ctx.spawn_result(move || if a == 0 { Ok(1) } else { Err("no".into()) })
        });
        registry.add("sum", |rest: Rest| -> Result<i32, KernelError> { rest.scalars::<i32>().sum() });
        registry.add("run", |f: Func, ctx: ExecCtx, rest: Rest| {
            f.call(ctx, (0..rest.len()).map(|i| rest.value(i)));
            Chain
        });
        let add = registry.get("add").map(|def| def.signature().clone());
        let i32s = OperandSpec::Scalar(ScalarKind::I32);
        assert_eq!(
            add,
            Some(Signature { operands: vec![i32s, i32s], results: vec![i32s], ..Signature::empty() })
        );
        assert!(
            ["add", "constant", "div"]
                .iter()
                .all(|name| registry.get(name).is_some_and(|def| def.is_scalar()))
        );
        assert!(registry.get("async_add").is_some_and(|def| def.flags().has(KernelFlags::ASYNC)));
        assert!(registry.get("div").is_some_and(|def| !def.flags().has(KernelFlags::INFALLIBLE)));
    }
}
