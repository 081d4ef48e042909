//! Calls of other ops: products, transforms and solvers that the `tf.*` ops have.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrs, OpEntry, OpError, OpRegistry, TensorHandle};
use tfrt_executor::tensor::{DenseHostTensor, Tensor};

/// An op that others call.
#[derive(Clone)]
pub(super) struct Callee(Arc<OpEntry>);

impl Callee {
    /// The op of a name, which is there.
    pub(super) fn of(ops: &OpRegistry, name: &str) -> Callee {
        Callee(ops.get(name).cloned().unwrap_or_default())
    }

    /// Its only result.
    pub(super) fn call(
        &self,
        frame: &DispatchFrame<'_>,
        args: impl IntoIterator<Item = DenseHostTensor>,
        attrs: &OpAttrs,
    ) -> Result<DenseHostTensor, OpError> {
        let mut args: Vec<TensorHandle> = args.into_iter().map(TensorHandle::new).collect();
        let result = frame.nested_op(&self.0, &mut args, attrs.into()).map_err(|(_, error)| error)?;
        match result.tensor() {
            Some(Tensor::Dense(dense)) => Ok(dense.clone()),
            _ => Err(format!("{} gave no dense tensor", self.0.name).into()),
        }
    }
}
