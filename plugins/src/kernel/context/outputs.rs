//! What a run leaves, and the memory that it gets for that.

use tfrt_executor::tensor::Shape;

use super::super::tensors::InputTensor;
use super::super::tensors::{Output, is_exclusive, usual};
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

    /// How many outputs there are.
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
        // What was there goes, or stays with the kernel that holds it.
        drop(output.take());
        *output = Output::Made(tensor);
        Ok(())
    }

    /// A share of an output; `None` if it is not set.
    pub(crate) fn share_output(&mut self, i: i32) -> Result<Option<TfTensor>, (Code, String)> {
        Ok(match self.output(i)? {
            Output::Nothing => None,
            Output::Made(tensor) => Some(tensor.share()),
            Output::Lent(loan) => Some(loan.get().share()),
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
                let loan = Loan::new(here, TfTensor::new(dtype, shape.clone(), memory));
                let given = loan.given();
                *output = Output::Lent(loan);
                given
            }
            None => {
                let tensor = TfTensor::new(dtype, shape.clone(), memory);
                let given = tensor.give_share();
                *output = Output::Made(tensor);
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

    /// Whether an input or output was declared to be in host memory; on a device, what can be nowhere else counts as well.
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

    /// Memory for a tensor, on the device unless it is to be in the host.
    pub(crate) fn allocate(
        &self,
        dtype: i32,
        shape: Shape,
        len: usize,
        in_host: bool,
    ) -> Result<TfTensor, (Code, String)> {
        let memory = self.memory(dtype, &shape, len, in_host)?;
        Ok(TfTensor::new(dtype, shape, memory))
    }

    #[inline]
    fn memory(&self, dtype: i32, shape: &Shape, len: usize, in_host: bool) -> Result<Memory, (Code, String)> {
        let count = shape.num_elements();
        match &self.device {
            Some(device) if !in_host && dtype != TF_STRING => {
                let size = count.checked_mul(size_of_type(dtype)).ok_or_else(|| oom(dtype, shape, len))?;
                let dtype = to_dtype(dtype).ok_or_else(|| unknown_type(dtype))?;
                Ok(Memory::Device(device.allocate(dtype, shape, size.max(len))?))
            }
            _ => TfTensor::memory(dtype, count, len).ok_or_else(|| oom(dtype, shape, len)),
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
    ) -> Result<*mut TfTensor, (Code, String)> {
        let count = self.outputs.len();
        let Some(at) = usize::try_from(i).ok().filter(|&at| at < count) else {
            return Err(bad_index(i, count, &self.instance.name));
        };
        if !matches!(self.outputs[at], Output::Nothing) {
            return Err(allocated_before(i, &self.instance.name));
        }
        self.check_type(i, dtype, "was to be allocated with")?;
        let in_host = self.instance.host_outputs.get(at).copied().unwrap_or(true);
        let memory = self.memory(dtype, shape, len, in_host)?;
        Ok(self.give_output(at, dtype, shape, memory))
    }

    /// Makes the memory of an input that of an output, if nobody else refers to it and type and size fit.
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
        // The input keeps its share: the plugin may still ask for it, and reads what the output holds.
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

#[cold]
fn oom(dtype: i32, shape: &Shape, len: usize) -> (Code, String) {
    let bytes = shape.num_elements().saturating_mul(size_of_type(dtype)).max(len);
    (Code::RESOURCE_EXHAUSTED, format!("OOM when allocating {bytes} bytes for a tensor of shape {shape}"))
}

#[cold]
fn unknown_type(dtype: i32) -> (Code, String) {
    (Code::INVALID_ARGUMENT, format!("type {dtype} is not known on devices"))
}

#[cold]
fn no_output() -> (Code, String) {
    (Code::OUT_OF_RANGE, "output index out of range".to_owned())
}

#[cold]
fn bad_index(i: i32, count: usize, kernel: &str) -> (Code, String) {
    let range = if i < 0 { String::new() } else { format!(" num_outputs={count}") };
    (Code::INTERNAL, format!("allocate_output with bad index={i}{range} kernel={kernel}"))
}

#[cold]
fn allocated_before(i: i32, kernel: &str) -> (Code, String) {
    let message = format!("allocate_output on same index multiple times. index = {i} kernel={kernel}");
    (Code::INTERNAL, message)
}

#[cold]
fn wrong_type(i: i32, expected: i32, given: i32, how: &str) -> (Code, String) {
    let message = format!("output {i} has the type {}, but {how} {}", name_of(expected), name_of(given));
    (Code::INVALID_ARGUMENT, message)
}

fn name_of(number: i32) -> String {
    let known = u32::try_from(number).ok().and_then(tfrt_dialects::tf::DataType::from_number);
    known.map_or_else(|| format!("with number {number}"), |data_type| data_type.name().to_owned())
}
