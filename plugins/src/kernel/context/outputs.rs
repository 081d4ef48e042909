//! The outputs of a run, and their memory.

use tfrt_executor::tensor::Shape;

use super::super::refusals::{allocated_before, bad_index, no_output, oom, unknown_type, wrong_type};
use super::super::tensors::{InputTensor, Output, is_exclusive, usual};
use super::Context;
use crate::abi::Ptr;
use crate::abi::data_type::{TF_STRING, size_of_type, to_dtype};
use crate::boxes::Loan;
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

impl Context {
    #[inline]
    fn output(&mut self, i: i32) -> Result<&mut Output, (Code, String)> {
        usize::try_from(i).ok().and_then(|at| self.outputs.get_mut(at)).ok_or_else(no_output)
    }

    /// The number of outputs.
    pub(crate) fn num_outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Whether there is an output with this number.
    pub(crate) fn has_output(&self, i: i32) -> Result<(), (Code, String)> {
        let at = usize::try_from(i).ok().filter(|&at| at < self.outputs.len());
        at.map(|_| ()).ok_or_else(no_output)
    }

    /// Whether an output may have elements of this type. If not, the run has failed, whatever the kernel makes of it.
    #[inline]
    pub(crate) fn check_type(&mut self, i: i32, dtype: i32, how: &str) -> Result<(), (Code, String)> {
        let expected = self.output_type(i);
        if expected == 0 || expected == dtype {
            return Ok(());
        }
        let (code, message) = wrong_type(i, expected, dtype, how);
        self.fail(&Status::new(code, &message));
        Err((code, message))
    }

    /// Sets an output.
    pub(crate) fn set_output(&mut self, i: i32, tensor: TfTensor) -> Result<(), (Code, String)> {
        let output = self.output(i)?;
        // The old output is dropped, or stays with the kernel that holds it.
        drop(output.take());
        *output = Output::Made(Box::new(tensor));
        Ok(())
    }

    /// A share of an output; `None` if it is not set.
    pub(crate) fn share_output(&mut self, i: i32) -> Result<Option<TfTensor>, (Code, String)> {
        Ok(match self.output(i)? {
            Output::Nothing => None,
            Output::Made(tensor) => Some(tensor.share()),
            // SAFETY: the plugin calls this on the thread of its run and waits for the answer, so it does not write to the box meanwhile;
            // sharing a tensor runs none of its code.
            Output::Lent(loan) => Some(unsafe { loan.look(TfTensor::share) }),
        })
    }

    /// Sets an output, and hands a share of it to the plugin.
    #[inline]
    fn give_output(&mut self, at: usize, dtype: i32, shape: &Shape, memory: Memory) -> *mut TfTensor {
        let here = self.lends();
        let output = &mut self.outputs[at];
        if !matches!(output, Output::Nothing) {
            drop(output.take());
        }
        match here {
            Some(here) => {
                // SAFETY: the function writes a whole tensor.
                let loan =
                    unsafe { Loan::written(here, |place| TfTensor::write(place, dtype, shape, memory)) };
                let given = loan.given();
                *output = Output::Lent(loan);
                given
            }
            None => {
                let tensor = TfTensor::new(dtype, shape.clone(), memory);
                let given = tensor.give_share();
                *output = Output::Made(Box::new(tensor));
                given
            }
        }
    }

    /// The number of the element type of an output; 0 for any.
    pub(crate) fn output_type(&self, i: i32) -> i32 {
        usize::try_from(i).ok().and_then(|at| self.instance.node.outputs.get(at).copied()).unwrap_or(0)
    }

    /// Whether an input or output is in host memory.
    pub(crate) fn in_host(&self, marks: &[bool], i: i32) -> Option<bool> {
        let mark = *marks.get(usize::try_from(i).ok()?)?;
        Some(mark || self.device.is_none())
    }

    /// Whether an input or output was declared to be in host memory; on a device, values that cannot be on it count as
    /// well.
    pub(crate) fn in_host_by_name(
        &self,
        marks: &[bool],
        i: i32,
        range: impl Fn(&str) -> Option<(usize, usize)>,
    ) -> Option<bool> {
        let at = usize::try_from(i).ok()?;
        let &mark = marks.get(at)?;
        let is_named = |name: &String| range(name).is_some_and(|(start, end)| (start..end).contains(&at));
        Some(match &self.device {
            Some(_) => mark,
            None => self.instance.kernel.host_memory.iter().any(is_named),
        })
    }

    /// Memory for a tensor, on the device unless it must be in the host.
    pub(crate) fn allocate(
        &self,
        dtype: i32,
        shape: Shape,
        len: usize,
        in_host: bool,
    ) -> Result<TfTensor, (Code, String)> {
        match self.memory(dtype, &shape, len, in_host) {
            Some(memory) => Ok(TfTensor::new(dtype, shape, memory)),
            None => Err(self.no_memory(dtype, &shape, len, in_host)),
        }
    }

    #[inline]
    fn memory(&self, dtype: i32, shape: &Shape, len: usize, in_host: bool) -> Option<Memory> {
        let count = shape.num_elements();
        match &self.device {
            Some(device) if !in_host && dtype != TF_STRING => {
                let size = count.checked_mul(size_of_type(dtype))?;
                Some(Memory::Device(device.allocate(to_dtype(dtype)?, shape, size.max(len))?))
            }
            Some(device) if dtype != TF_STRING => {
                let size = count.checked_mul(size_of_type(dtype))?.max(len);
                match device.host_buffer(size) {
                    Some(buffer) => Some(Memory::Host(buffer)),
                    None => TfTensor::memory(dtype, count, len),
                }
            }
            _ => TfTensor::memory(dtype, count, len),
        }
    }

    /// The reason why there is no memory.
    #[cold]
    fn no_memory(&self, dtype: i32, shape: &Shape, len: usize, in_host: bool) -> (Code, String) {
        let size = shape.num_elements().checked_mul(size_of_type(dtype));
        match (&self.device, size) {
            (Some(device), Some(size)) if !in_host && dtype != TF_STRING => match to_dtype(dtype) {
                Some(_) => device.out_of_memory(size.max(len)),
                None => unknown_type(dtype),
            },
            _ => oom(dtype, shape, len),
        }
    }

    /// Allocates an output, and hands a share of it to the plugin.
    #[inline]
    pub(crate) fn allocate_output(
        &mut self,
        i: i32,
        dtype: i32,
        shape: &Shape,
        len: usize,
    ) -> Result<*mut TfTensor, Box<(Code, String)>> {
        let count = self.outputs.len();
        let Some(at) = usize::try_from(i).ok().filter(|&at| at < count) else {
            return Err(Box::new(bad_index(i, count, &self.instance.name)));
        };
        if !matches!(self.outputs[at], Output::Nothing) {
            return Err(Box::new(allocated_before(i, &self.instance.name)));
        }
        self.check_type(i, dtype, "was to be allocated with")?;
        let in_host = self.instance.host_outputs.get(at).copied().unwrap_or(true);
        match self.memory(dtype, shape, len, in_host) {
            Some(memory) => Ok(self.give_output(at, dtype, shape, memory)),
            None => Err(Box::new(self.no_memory(dtype, shape, len, in_host))),
        }
    }

    /// Makes the memory of an input that of an output, if it has no other references and type and size fit.
    pub(crate) fn forward(&mut self, input: i32, output: i32, shape: &Shape) -> Option<*mut TfTensor> {
        let at = usize::try_from(input).ok()?;
        let dtype = self.output_type(output);
        let same_place = self.in_host(&self.instance.host_inputs, input)?
            == self.in_host(&self.instance.host_outputs, output)?;
        // A plugin that holds the input has a share of it.
        let input = self.inputs.get(at)?;
        if input.loan.as_ref().is_some_and(Loan::is_held) {
            return None;
        }
        // The input keeps its share: the plugin may still request it, and then reads the output's elements.
        let given = match &input.tensor {
            InputTensor::Made(tensor) if tensor.is_exclusive() => tensor.share(),
            InputTensor::Dense(value) | InputTensor::Device(value)
                if value.is_unique() && is_exclusive(value.get()?) =>
            {
                usual(value)?
            }
            _ => return None,
        };
        let fits = same_place && given.dtype == dtype && given.shape.num_elements() == shape.num_elements();
        if !fits {
            return None;
        }
        let output = usize::try_from(output).ok().filter(|&output| output < self.outputs.len())?;
        self.has_forwarded = true;
        Some(self.give_output(output, dtype, shape, given.memory))
    }

    /// The stream of the device; null on the host.
    pub(crate) fn stream(&self) -> Ptr {
        self.device.as_ref().map_or(std::ptr::null_mut(), |device| device.stream())
    }
}
