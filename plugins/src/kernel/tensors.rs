//! The tensors of a run: its inputs and outputs, and the handles to them that the kernel holds.

#![expect(unsafe_code, reason = "looks at what plugins were lent")]

use std::sync::Arc;

use tfrt_executor::tensor::Tensor;
use tfrt_executor::value::AnyRef;

use crate::boxes::Loan;
use crate::device::PluginTensor;
use crate::tensor::TfTensor;

/// A run's side of an input.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) tensor: InputTensor,
    /// The box that the kernel was lent when it first asked for the input, if the runtime has a reference to it.
    pub(super) loan: Option<Loan<TfTensor>>,
}

#[derive(Debug)]
pub(super) enum InputTensor {
    /// The runtime's reference to a dense tensor that is there.
    Dense(AnyRef),
    /// The same to a tensor on a device of plugins.
    Device(AnyRef),
    /// The same to a tensor that only the runtime understands.
    Other(AnyRef),
    /// Another tensor, made for the run.
    Made(Box<TfTensor>),
}

/// A run's side of an output.
#[derive(Debug)]
pub(super) enum Output {
    Nothing,
    Made(Box<TfTensor>),
    /// In a box that the kernel was lent.
    Lent(Loan<TfTensor>),
}

impl Input {
    #[inline]
    pub(super) fn new(tensor: InputTensor) -> Input {
        Input { tensor, loan: None }
    }

    /// The runtime's reference, if there is one.
    #[inline]
    pub(super) fn value(&self) -> Option<&AnyRef> {
        match &self.tensor {
            InputTensor::Dense(value) | InputTensor::Device(value) | InputTensor::Other(value) => Some(value),
            InputTensor::Made(_) => None,
        }
    }

    /// A share of it.
    #[inline]
    pub(super) fn share(&self) -> Option<TfTensor> {
        match &self.tensor {
            InputTensor::Made(tensor) => Some(tensor.share()),
            InputTensor::Dense(value) | InputTensor::Device(value) | InputTensor::Other(value) => {
                usual(value)
            }
        }
    }

    /// Ends the loan, before the input is dropped.
    #[inline]
    pub(super) fn end_loan(&mut self) {
        if let Some(loan) = self.loan.take()
            && let Some(value) = self.value()
        {
            loan.end_keeping(value);
        }
    }
}

impl Output {
    /// The kernel's result; a box that the kernel still holds is its own from now on.
    #[inline]
    pub(super) fn take(&mut self) -> Option<TfTensor> {
        match std::mem::replace(self, Output::Nothing) {
            Output::Nothing => None,
            Output::Made(tensor) => Some(*tensor),
            // SAFETY: outputs are taken on the thread of the run, when the kernel's function has returned or waits for the answer to a
            // call; sharing a tensor calls none of the plugin's code.
            Output::Lent(loan) => Some(unsafe { loan.end_sharing(TfTensor::share) }),
        }
    }
}

/// A share of a tensor that is there, dense or of a device of plugins.
#[inline]
pub(super) fn usual(value: &AnyRef) -> Option<TfTensor> {
    let tensor = value.get::<Tensor>()?;
    match TfTensor::of_usual(tensor) {
        Some(tensor) => Some(tensor),
        None => TfTensor::from_runtime(tensor).ok(),
    }
}

/// Whether the memory of a tensor to whose value there is one reference has no other references.
pub(super) fn is_exclusive(tensor: &Tensor) -> bool {
    match tensor {
        Tensor::Dense(dense) => dense.buffer().is_exclusive(),
        Tensor::Device(shared) => {
            Arc::strong_count(shared) == 1
                && PluginTensor::of(tensor).is_some_and(PluginTensor::has_memory_alone)
        }
        _ => false,
    }
}
