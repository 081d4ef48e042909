//! Kernels and native functions by name.

use super::{ExecCtx, KernelFrame, QuickFn, ScalarFn, Signature, TypedKernel, Values};
use crate::{
    jit::JitCompiler,
    kernel::instruction::Thunk,
    value::{KernelError, Value},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    borrow::Borrow,
    hash::{Hash, Hasher},
    ops::BitOr,
    sync::{Arc, OnceLock},
};

/// Assumptions that the executor may make about a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KernelFlags(u32);

impl KernelFlags {
    /// Nothing.
    pub const NONE: KernelFlags = KernelFlags(0);
    /// No side effects, and results follow from operands and attributes alone.
    pub const PURE: KernelFlags = KernelFlags(1);
    /// Never fails. Implied by the return type of typed kernels.
    pub const INFALLIBLE: KernelFlags = KernelFlags(2);
    /// Looks at its operands' objects (identity, uniqueness) even where they are scalars.
    pub const WANTS_OBJECTS: KernelFlags = KernelFlags(4);
    /// May be used in sync functions.
    pub const SYNC: KernelFlags = KernelFlags(8);
    /// Usually returns before its results are there.
    pub const ASYNC: KernelFlags = KernelFlags(16);
    /// The kernel that code generators know by its name: their lowering holds for no other kernel of that name.
    pub const LOWERED: KernelFlags = KernelFlags(32);

    /// Whether all of these flags are set.
    pub const fn has(self, flags: KernelFlags) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl BitOr for KernelFlags {
    type Output = KernelFlags;
    fn bitor(self, other: KernelFlags) -> KernelFlags {
        KernelFlags(self.0 | other.0)
    }
}

/// Control flow that the executor does itself, without a native stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Control {
    /// Calls function 0.
    Call,
    /// Calls function 0 or 1, as operand 0 (i1) says.
    If,
    /// Calls the function that operand 0 (i32) says, the last one if it is out of range.
    Case,
    /// Calls function 0 as often as operand 0 (i32) says.
    Repeat,
    /// Calls function 0 while its last result (at first operand 0) is true.
    While,
}

impl Control {
    /// Whether operands that are objects keep the caller's reference until the kernel has its results, so that they are never unique
    /// in the callee. A `While` gives its last uses to the first iteration.
    #[inline]
    pub(crate) fn holds_operands(self) -> bool {
        self != Control::While
    }
}

type RawKernel = Box<dyn Fn(&mut KernelFrame<'_>) + Send + Sync>;

/// The body of a kernel.
pub(crate) enum Body {
    Function(RawKernel),
    Control(Control),
}

/// A registered kernel.
pub struct KernelDef {
    name: Box<str>,
    signature: OnceLock<Signature>,
    /// Makes the signature of a typed kernel at its first use: most programs use few kernels.
    make_signature: fn() -> Signature,
    flags: KernelFlags,
    pub(crate) fast: Option<Thunk>,
    /// Whether the thunk needs the kernel's place.
    pub(crate) fast_ctx: bool,
    /// The function that compiled code may call in its place.
    pub(crate) scalar_fn: Option<ScalarFn>,
    /// The function to try before the body, in straight code.
    pub(crate) quick: Option<QuickFn>,
    pub(crate) body: Body,
}

impl KernelDef {
    /// A kernel that reads its frame itself.
    pub(super) fn raw(
        name: &str,
        signature: Signature,
        flags: KernelFlags,
        f: impl Fn(&mut KernelFrame<'_>) + Send + Sync + 'static,
    ) -> KernelDef {
        let body = Body::Function(Box::new(f));
        KernelDef::with_body(name, signature, flags, body)
    }

    fn with_body(name: &str, signature: Signature, flags: KernelFlags, body: Body) -> KernelDef {
        KernelDef {
            name: name.into(),
            signature: OnceLock::from(signature),
            make_signature: Signature::any,
            flags,
            fast: None,
            fast_ctx: false,
            scalar_fn: None,
            quick: None,
            body,
        }
    }

    /// The name by which programs call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its signature.
    pub fn signature(&self) -> &Signature {
        self.signature.get_or_init(self.make_signature)
    }

    /// Assumptions that the executor may make about it.
    pub fn flags(&self) -> KernelFlags {
        self.flags
    }

    /// Whether it runs directly on registers.
    pub fn is_scalar(&self) -> bool {
        self.fast.is_some()
    }

    /// Whether compiled code may call it.
    pub fn is_callable(&self) -> bool {
        self.scalar_fn.is_some()
    }

    /// Control flow, if the kernel is that.
    pub fn control(&self) -> Option<Control> {
        match self.body {
            Body::Control(control) => Some(control),
            Body::Function(_) => None,
        }
    }
}

impl std::fmt::Debug for KernelDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KernelDef")
            .field("name", &self.name)
            .field("signature", self.signature())
            .finish_non_exhaustive()
    }
}

/// A function of the host that programs may declare and call: gets available values (errors among them) and returns as
/// many as the declaration has results.
pub type NativeFn = Arc<dyn Fn(&[Value], ExecCtx<'_>) -> Values + Send + Sync>;

/// A kernel that is found by its name.
#[derive(Clone)]
struct ByName(Arc<KernelDef>);

impl Borrow<str> for ByName {
    fn borrow(&self) -> &str {
        &self.0.name
    }
}

impl Hash for ByName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &ByName) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for ByName {}

/// Kernels and native functions by name.
#[derive(Default, Clone)]
pub struct KernelRegistry {
    kernels: FxHashSet<ByName>,
    natives: FxHashMap<Box<str>, NativeFn>,
    jit: Option<Arc<dyn JitCompiler>>,
}

impl std::fmt::Debug for KernelRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KernelRegistry({} kernels, {} natives)", self.kernels.len(), self.natives.len())
    }
}

impl KernelRegistry {
    /// A registry with the control flow kernels only.
    pub fn new() -> KernelRegistry {
        let mut registry = KernelRegistry::default();
        registry.add_control_flow();
        registry
    }

    /// Makes room for so many kernels.
    pub fn reserve(&mut self, kernels: usize) {
        self.kernels.reserve(kernels);
    }

    /// Lets programs that are opened with this registry have hot functions compiled.
    pub fn set_jit(&mut self, jit: Arc<dyn JitCompiler>) {
        self.jit = Some(jit);
    }

    pub(crate) fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.jit.as_ref()
    }

    /// Adds a typed kernel. A kernel of that name that was there is replaced.
    pub fn add<M, F: TypedKernel<M>>(&mut self, name: &str, f: F) {
        self.add_with(name, KernelFlags::NONE, f);
    }

    /// Adds a typed kernel without side effects, whose results follow from its operands and attributes.
    pub fn add_pure<M, F: TypedKernel<M>>(&mut self, name: &str, f: F) {
        self.add_with(name, KernelFlags::PURE, f);
    }

    /// Adds a typed kernel.
    pub fn add_with<M, F: TypedKernel<M>>(&mut self, name: &str, flags: KernelFlags, f: F) {
        let flags = flags | F::FLAGS;
        let fast = if flags.has(KernelFlags::WANTS_OBJECTS) { None } else { F::THUNK };
        // One that fails is run again, which must not be seen.
        let repeats = flags.has(KernelFlags::PURE) || flags.has(KernelFlags::INFALLIBLE);
        let scalar_fn = if fast.is_some() && repeats { F::SCALAR_FN } else { None };
        self.insert(KernelDef {
            name: name.into(),
            signature: OnceLock::new(),
            make_signature: F::signature,
            flags,
            fast,
            fast_ctx: F::NEEDS_CTX,
            scalar_fn,
            quick: None,
            body: Body::Function(Box::new(move |frame| f.run(frame))),
        });
    }

    /// Adds a kernel that reads its frame itself.
    pub fn add_raw(&mut self, name: &str, f: impl Fn(&mut KernelFrame<'_>) + Send + Sync + 'static) {
        self.add_raw_with(name, Signature::any(), KernelFlags::NONE, f);
    }

    /// Adds a kernel that reads its frame itself, with the requirements that the loader checks before.
    pub fn add_raw_with(
        &mut self,
        name: &str,
        signature: Signature,
        flags: KernelFlags,
        f: impl Fn(&mut KernelFrame<'_>) + Send + Sync + 'static,
    ) {
        self.insert(KernelDef::raw(name, signature, flags, f));
    }

    /// As [`Self::add_raw_with`], for a kernel that usually can do without a frame.
    pub fn add_quick(
        &mut self,
        name: &str,
        signature: Signature,
        flags: KernelFlags,
        quick: QuickFn,
        f: impl Fn(&mut KernelFrame<'_>) + Send + Sync + 'static,
    ) {
        self.insert(KernelDef { quick: Some(quick), ..KernelDef::raw(name, signature, flags, f) });
    }

    pub(crate) fn add_control(&mut self, name: &str, signature: Signature, control: Control) {
        self.insert(KernelDef::with_body(name, signature, KernelFlags::NONE, Body::Control(control)));
    }

    pub(super) fn insert(&mut self, def: KernelDef) {
        self.kernels.replace(ByName(Arc::new(def)));
    }

    /// Adds a native function.
    pub fn add_native(
        &mut self,
        name: &str,
        f: impl Fn(&[Value], ExecCtx<'_>) -> Values + Send + Sync + 'static,
    ) {
        self.natives.insert(name.into(), Arc::new(f));
    }

    /// The kernel of this name.
    pub fn get(&self, name: &str) -> Option<&Arc<KernelDef>> {
        self.kernels.get(name).map(|kernel| &kernel.0)
    }

    /// The native function of this name.
    pub fn native(&self, name: &str) -> Option<&NativeFn> {
        self.natives.get(name)
    }

    /// All kernels, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<KernelDef>> {
        self.kernels.iter().map(|kernel| &kernel.0)
    }
}

/// The error of an operand whose object has another type than the kernel takes.
pub(crate) fn type_mismatch(index: usize, expected: &str, found: &str) -> KernelError {
    KernelError::new(format!("operand {index} is {found}, but the kernel takes {expected}"))
}

impl KernelRegistry {
    fn add_control_flow(&mut self) {
        use super::OperandSpec::Scalar;
        use crate::value::ScalarKind::{I1, I32};
        let signature = |operands, functions, attrs: usize| Signature {
            operands,
            functions,
            attrs: vec![super::AttrSpec::Any; attrs],
            ..Signature::any()
        };
        self.add_control("tfrt.call", signature(vec![], 1, 0), Control::Call);
        self.add_control("tfrt.if", signature(vec![Scalar(I1)], 2, 0), Control::If);
        self.add_control("tfrt.cond", signature(vec![Scalar(I1)], 2, 0), Control::If);
        self.add_control("tfrt.case", signature(vec![Scalar(I32)], 1, 0), Control::Case);
        self.add_control("tfrt.repeat.i32", signature(vec![Scalar(I32)], 1, 0), Control::Repeat);
        self.add_control("tfrt.while", signature(vec![Scalar(I1)], 1, 0), Control::While);
    }
}
