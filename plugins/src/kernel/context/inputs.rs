//! The inputs of a run.

#![expect(unsafe_code, reason = "lends what the runtime has to plugins")]

use tfrt_executor::tensor::Tensor;
use tfrt_executor::value::AnyRef;

use super::super::refusals::no_input;
use super::super::tensors::{Input, InputTensor};
use super::Context;
use crate::abi::data_type::number_of;
use crate::boxes::{self, Loan};
use crate::device::PluginTensor;
use crate::status::Code;
use crate::tensor::{Memory, TfTensor};

impl Context {
    /// Gives the run its next input: the runtime's reference to an available tensor, dense or of a device of plugins. The caller
    /// gives up its own reference: an input without other references may become an output.
    ///
    /// # Errors
    /// It is another kind of tensor, or not there.
    #[inline]
    pub fn push_value(&mut self, value: AnyRef) -> Result<(), String> {
        let input = match value.get::<Tensor>() {
            Some(Tensor::Dense(_)) => InputTensor::Dense,
            Some(tensor) if PluginTensor::of(tensor).is_some() => InputTensor::Device,
            Some(Tensor::Device(_)) => InputTensor::Other,
            _ => return Err(format!("input {} is not there", self.inputs.len())),
        };
        self.inputs.push(Input::new(input(value)));
        Ok(())
    }

    /// As [`Self::push_value`], if it is a tensor of a device of plugins; else it is given back.
    #[inline]
    pub(crate) fn push_on_device(&mut self, value: AnyRef) -> Result<(), AnyRef> {
        if value.get::<Tensor>().and_then(PluginTensor::of).is_none() {
            return Err(value);
        }
        self.inputs.push(Input::new(InputTensor::Device(value)));
        Ok(())
    }

    /// As [`Self::push_on_device`], without checking the value's type.
    ///
    /// # Safety
    /// Its payload, which is there, is a tensor of a device of plugins.
    #[inline]
    pub(crate) unsafe fn push_seen_on_device(&mut self, value: AnyRef) {
        self.inputs.push(Input::new(InputTensor::Device(value)));
    }

    /// Gives the run its next input.
    pub fn push(&mut self, tensor: TfTensor) {
        self.inputs.push(Input::new(InputTensor::Made(Box::new(tensor))));
    }

    /// The number of inputs.
    #[inline]
    pub(crate) fn num_inputs(&self) -> usize {
        self.inputs.len()
    }

    #[inline]
    fn input(&self, i: i32) -> Result<&Input, (Code, String)> {
        usize::try_from(i).ok().and_then(|at| self.inputs.get(at)).ok_or_else(no_input)
    }

    /// A share of an input.
    #[inline]
    pub(crate) fn share_input(&self, i: i32) -> Result<TfTensor, (Code, String)> {
        self.input(i)?.share().ok_or_else(no_input)
    }

    /// A share of an input, in the hands of the plugin.
    #[inline]
    pub(crate) fn give_input(&mut self, i: i32) -> Result<*mut TfTensor, (Code, String)> {
        match self.lend_input(i) {
            Some(given) => Ok(given),
            None => self.share_input(i).map(boxes::give),
        }
    }

    /// Lends an input to the plugin, which gets a share of its own if it asks twice, and of tensors that are not the
    /// runtime's.
    #[inline]
    pub(crate) fn lend_input(&mut self, i: i32) -> Option<*mut TfTensor> {
        let here = self.lends()?;
        // A negative number is none of an input either.
        let input = self.inputs.get_mut(i as usize).filter(|input| input.loan.is_none())?;
        // SAFETY: the run keeps the value until the loan ends, and the box does from then on; the kind says what the tensor is.
        let (metadata, memory) = unsafe {
            match &input.tensor {
                InputTensor::Dense(value) => TfTensor::lend_dense(value.get()?)?,
                InputTensor::Device(value) => TfTensor::lend_device(value.get()?)?,
                InputTensor::Other(_) | InputTensor::Made(_) => return None,
            }
        };
        // SAFETY: the function writes a whole tensor.
        let loan = unsafe {
            Loan::written(here, |place| {
                TfTensor::write(place, number_of(metadata.dtype), &metadata.shape, memory)
            })
        };
        let given = loan.given();
        input.loan = Some(loan);
        Some(given)
    }

    /// The number of an input's element type.
    pub(crate) fn input_type(&self, i: i32) -> Result<i32, (Code, String)> {
        let input = self.input(i)?;
        Ok(match (&input.tensor, input.value()) {
            (InputTensor::Made(tensor), _) => tensor.dtype,
            (_, value) => {
                value.and_then(|value| value.get()).map_or(0, |tensor: &Tensor| number_of(tensor.dtype()))
            }
        })
    }

    /// An input that only the runtime understands; `None` if it is an ordinary tensor.
    pub(crate) fn opaque_input(&self, i: i32) -> Result<Option<&Tensor>, (Code, String)> {
        Ok(match &self.input(i)?.tensor {
            InputTensor::Dense(value) | InputTensor::Other(value) => value.get::<Tensor>(),
            InputTensor::Device(_) => None,
            InputTensor::Made(tensor) => match &tensor.memory {
                Memory::Opaque(tensor) => Some(tensor),
                _ => None,
            },
        })
    }
}
