//! The registry of ops: by name, a metadata function, a dispatch function and flags.
//!
//! A metadata function serves every device, dispatch functions are the CPU's. Ops are added explicitly; adding a name again
//! only fills in what was missing, so metadata and dispatch functions may come from different places.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::OpError;
use super::attrs::OpAttrsRef;
use super::described::{DescribeFn, Described};
use super::direct::Direct;
use super::dispatch::{DispatchFn, IntoDispatchFn};
use super::elementwise::{ElementwiseFn, TypedBlockFn};
use super::metadata_fn::{IntoMetadataFn, MetadataFn, ResultMetadata};
use super::op::Op;
use super::region::RegionBackend;
use super::shape_rows::{metadata_fn, with_elements};
use super::step::{InferFn, PrepareFn, Prepared, StepOperand, StepSpec};
use crate::tensor::DType;
use crate::trace::{Kind, Label};

/// Abilities of an op beyond computing dense tensors from dense tensors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpFlags {
    /// Needs and updates the chain.
    pub side_effects: bool,
    /// Takes scalar tensors unconverted.
    pub allows_scalar: bool,
    /// Takes sparse tensors unconverted.
    pub allows_coo: bool,
    /// Takes string tensors.
    pub allows_string: bool,
    /// Takes handles of resources.
    pub allows_resource: bool,
    /// Takes tensors of dtype `variant`, such as lists.
    pub allows_variant: bool,
}

/// Makes of an op's attributes an op that knows them already.
pub type BindFn = Arc<dyn Fn(OpAttrsRef<'_>) -> Result<OpEntry, OpError> + Send + Sync>;

/// The entry that is registered under a name.
#[derive(Clone, Default)]
pub struct OpEntry {
    /// Its name, once it is registered.
    pub name: Box<str>,
    /// Dtypes and shapes of the results; without it they are known when the tensors are.
    pub metadata: Option<MetadataFn>,
    /// The computation on a CPU.
    pub dispatch: Option<DispatchFn>,
    /// The direct call, tried before these two. It goes with the dispatch function.
    pub direct: Option<Arc<Direct>>,
    /// The function of each element by itself, if there is one; see [`Self::block_function`].
    pub elementwise: Option<ElementwiseFn>,
    /// Prepares attributes that stay the same from call to call.
    pub bind: Option<BindFn>,
    /// Makes a step of it for operands of known shapes. It goes with the dispatch function.
    pub prepare: Option<PrepareFn>,
    /// Says what it computes for operands of known shapes. It goes with the dispatch function.
    pub describe: Option<DescribeFn>,
    /// Tells the results of an op without a row.
    pub infer: Option<InferFn>,
    /// Its abilities.
    pub flags: OpFlags,
    /// The names of its events in traces.
    pub labels: OpLabels,
}

impl std::fmt::Debug for OpEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpEntry")
            .field("name", &self.name)
            .field("flags", &self.flags)
            .finish_non_exhaustive()
    }
}

/// The names of an op's events in traces, made when they are first needed.
#[derive(Debug, Default)]
pub struct OpLabels(OnceLock<Labels>);

#[derive(Debug, Clone, Copy)]
pub(super) struct Labels {
    /// A call on the CPU.
    pub(super) call: Label,
    /// The run of the dispatch function.
    pub(super) dispatch: Label,
    /// A call by no kernel of a program.
    pub(super) op: Label,
}

impl OpLabels {
    /// The labels of the op of this name.
    pub(super) fn of(&self, name: &str) -> Labels {
        *self.0.get_or_init(|| Labels {
            call: Label::new(Kind::Scope, &format!("{name}#op_handler=cpu#")),
            dispatch: Label::new(Kind::Scope, &format!("RunDispatch: {name}")),
            op: Label::new(Kind::Op, name),
        })
    }
}

impl Clone for OpLabels {
    /// No labels: the copy may get another name.
    fn clone(&self) -> Self {
        OpLabels::default()
    }
}

impl OpEntry {
    /// An op without side effects on dense tensors.
    pub fn new() -> Self {
        Self::default()
    }

    /// The entry for calls that all have these attributes, if it gains anything from knowing them. What that does not say anew holds as it was.
    ///
    /// # Errors
    /// If the attributes are wrong in themselves.
    pub(super) fn bound(&self, attrs: OpAttrsRef<'_>) -> Option<Result<OpEntry, OpError>> {
        let bound = self.bind.as_ref()?(attrs);
        let whole = |bound: OpEntry| OpEntry {
            name: self.name.clone(),
            metadata: bound.metadata.or_else(|| self.metadata.clone()),
            prepare: bound.prepare.or_else(|| self.prepare.clone()),
            describe: bound.describe.or_else(|| self.describe.clone()),
            infer: bound.infer.or_else(|| self.infer.clone()),
            ..bound
        };
        Some(bound.map(whole))
    }

    /// With a metadata function.
    #[must_use]
    pub fn metadata<M>(mut self, function: impl IntoMetadataFn<M>) -> Self {
        self.metadata = Some(function.into_metadata_fn());
        self
    }

    /// With a dispatch function.
    #[must_use]
    pub fn dispatch<M>(mut self, function: impl IntoDispatchFn<M>) -> Self {
        self.dispatch = Some(function.into_dispatch_fn());
        self
    }

    /// With direct calls of one or two arguments of one dtype, by a function over blocks that does the same as the dispatch function.
    #[must_use]
    pub fn direct(mut self, args: usize, function: impl Fn(&[DType]) -> Option<TypedBlockFn>) -> Self {
        self.direct = Some(Arc::new(Direct::new(args, function)));
        self
    }

    /// Computes each element by itself, with a function over blocks that does the same as the dispatch function.
    #[must_use]
    pub fn elementwise(mut self, function: ElementwiseFn) -> Self {
        self.elementwise = Some(function);
        self
    }

    /// The function over blocks for arguments of these dtypes, if there is one.
    pub fn block_function(&self, dtypes: &[DType], attrs: OpAttrsRef<'_>) -> Option<TypedBlockFn> {
        self.elementwise?(dtypes, attrs).filter(|made| made.takes(dtypes))
    }

    /// With a function that prepares the op for attributes that stay the same from call to call. What it makes does the same
    /// as the op itself.
    #[must_use]
    pub fn bind(
        mut self,
        function: impl Fn(OpAttrsRef<'_>) -> Result<OpEntry, OpError> + Send + Sync + 'static,
    ) -> Self {
        self.bind = Some(Arc::new(function));
        self
    }

    /// With a function that makes a step of it for operands of known shapes, which computes the same as the dispatch function.
    #[must_use]
    pub fn prepared(
        mut self,
        function: impl Fn(&StepSpec<'_>) -> Option<Prepared> + Send + Sync + 'static,
    ) -> Self {
        self.prepare = Some(Arc::new(function));
        self
    }

    /// With a function that says what it computes for operands of known shapes: the same as the dispatch function.
    #[must_use]
    pub fn described(
        mut self,
        function: impl Fn(&StepSpec<'_>) -> Option<Described> + Send + Sync + 'static,
    ) -> Self {
        self.describe = Some(Arc::new(function));
        self
    }

    /// With a function that tells dtypes and shapes of the results, of an op that has no row and no metadata function.
    #[must_use]
    pub fn inferred(
        mut self,
        function: impl Fn(&[StepOperand<'_>], OpAttrsRef<'_>) -> Option<ResultMetadata> + Send + Sync + 'static,
    ) -> Self {
        self.infer = Some(Arc::new(function));
        self
    }

    /// Has side effects.
    #[must_use]
    pub fn side_effects(mut self) -> Self {
        self.flags.side_effects = true;
        self
    }

    /// Takes scalar tensors as they are.
    #[must_use]
    pub fn scalars(mut self) -> Self {
        self.flags.allows_scalar = true;
        self
    }

    /// Takes sparse tensors as they are.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.flags.allows_coo = true;
        self
    }

    /// Takes handles of resources.
    #[must_use]
    pub fn resources(mut self) -> Self {
        self.flags.allows_resource = true;
        self
    }

    /// Takes tensors of dtype `variant`.
    #[must_use]
    pub fn variants(mut self) -> Self {
        self.flags.allows_variant = true;
        self
    }

    /// Takes string tensors.
    #[must_use]
    pub fn strings(mut self) -> Self {
        self.flags.allows_string = true;
        self
    }
}

/// The registered entry, and the op that a handler has made of it on the first request.
#[derive(Clone)]
struct Slot {
    entry: Arc<OpEntry>,
    op: OnceLock<Op>,
}

type Slots = FxHashMap<Box<str>, Slot>;

/// Ops by name.
#[derive(Clone, Default)]
pub struct OpRegistry {
    ops: OnceLock<Slots>,
    /// Adds the first ops, when somebody asks for one.
    fill: Option<fn(&mut OpRegistry)>,
    /// Compiles the regions of programs.
    regions: Option<Arc<dyn RegionBackend>>,
}

impl std::fmt::Debug for OpRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpRegistry").field("filled", &self.ops.get().is_some()).finish_non_exhaustive()
    }
}

impl OpRegistry {
    /// A registry without ops.
    pub fn new() -> Self {
        Self::default()
    }

    /// A registry whose first ops `fill` adds when it is first looked at: programs that run no op do not pay for having them.
    pub fn filled_by(fill: fn(&mut OpRegistry)) -> Self {
        Self { ops: OnceLock::new(), fill: Some(fill), regions: None }
    }

    /// Has a backend compile the regions of programs, which otherwise run op by op.
    pub fn set_region_backend(&mut self, backend: Arc<dyn RegionBackend>) {
        self.regions = Some(backend);
    }

    /// The backend that compiles the regions of programs.
    pub fn region_backend(&self) -> Option<&Arc<dyn RegionBackend>> {
        self.regions.as_ref()
    }

    fn slots(&self) -> &Slots {
        self.ops.get_or_init(|| {
            let mut first = OpRegistry { ops: OnceLock::from(Slots::default()), ..OpRegistry::default() };
            if let Some(fill) = self.fill {
                fill(&mut first);
            }
            first.ops.into_inner().unwrap_or_default()
        })
    }

    /// Adds an op. Of a name that is there already, only what it lacks is added. An op without a metadata function takes that of its
    /// row, if it has one.
    pub fn add(&mut self, name: &str, mut entry: OpEntry) {
        self.slots();
        entry.metadata = entry.metadata.or_else(|| metadata_fn(name));
        entry.dispatch = entry.dispatch.map(|function| with_elements(name, function));
        #[cfg(debug_assertions)]
        {
            entry.dispatch = entry.dispatch.map(|function| super::shape_rows::checked(name, function));
        }
        let Some(ops) = self.ops.get_mut() else { return };
        match ops.get_mut(name) {
            None => {
                let entry = OpEntry { name: name.into(), ..entry };
                ops.insert(name.into(), Slot { entry: Arc::new(entry), op: OnceLock::new() });
            }
            Some(slot) => {
                slot.op = OnceLock::new();
                let known = Arc::make_mut(&mut slot.entry);
                known.metadata = known.metadata.take().or(entry.metadata);
                if known.dispatch.is_none() {
                    known.dispatch = entry.dispatch;
                    known.direct = entry.direct;
                    known.elementwise = entry.elementwise;
                    known.bind = entry.bind;
                    known.prepare = entry.prepare;
                    known.describe = entry.describe;
                    known.infer = entry.infer;
                    known.flags = entry.flags;
                }
            }
        }
    }

    /// Gives an op another dispatch function, made of the one that it has. An op without one stays as it is.
    pub fn redispatch(&mut self, name: &str, make: impl FnOnce(DispatchFn) -> DispatchFn) {
        self.amend(name, |_| true, |entry| entry.dispatch = entry.dispatch.take().map(make));
    }

    /// Gives an op a function that makes a step of it. An op without a dispatch function, or with such a function, stays as it is.
    pub fn prepare(&mut self, name: &str, prepare: PrepareFn) {
        self.amend(name, |entry| entry.prepare.is_none(), |entry| entry.prepare = Some(prepare));
    }

    /// Gives an op a function that says what it computes. An op without a dispatch function, or with such a function, stays as it is.
    pub fn describe(&mut self, name: &str, describe: DescribeFn) {
        self.amend(name, |entry| entry.describe.is_none(), |entry| entry.describe = Some(describe));
    }

    /// Changes the entry of an op that has a dispatch function, if `changes` says so.
    fn amend(
        &mut self,
        name: &str,
        changes: impl FnOnce(&OpEntry) -> bool,
        change: impl FnOnce(&mut OpEntry),
    ) {
        self.slots();
        if let Some(slot) = self.ops.get_mut().and_then(|ops| ops.get_mut(name))
            && slot.entry.dispatch.is_some()
            && changes(&slot.entry)
        {
            slot.op = OnceLock::new();
            change(Arc::make_mut(&mut slot.entry));
        }
    }

    /// The entry that is registered under a name.
    pub fn get(&self, name: &str) -> Option<&Arc<OpEntry>> {
        self.slots().get(name).map(|slot| &slot.entry)
    }

    /// The op of this name, if there is a dispatch function; `make` makes it when it is first asked for. There is one for all who ask, so
    /// handlers that share a registry make the same of an entry.
    pub(super) fn op_made_by(&self, name: &str, make: impl FnOnce(&Arc<OpEntry>) -> Op) -> Option<&Op> {
        let slot = self.slots().get(name)?;
        slot.entry.dispatch.as_ref()?;
        Some(slot.op.get_or_init(|| make(&slot.entry)))
    }

    /// All names, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.slots().keys().map(|name| &**name).collect();
        names.sort_unstable();
        names
    }
}
