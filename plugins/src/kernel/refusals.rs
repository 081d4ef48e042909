//! Error messages for kernels that ask a run for something that it lacks.

use tfrt_executor::tensor::Shape;

use crate::abi::data_type::size_of_type;
use crate::status::Code;

#[cold]
pub(super) fn oom(dtype: i32, shape: &Shape, len: usize) -> (Code, String) {
    let bytes = shape.num_elements().saturating_mul(size_of_type(dtype)).max(len);
    (Code::RESOURCE_EXHAUSTED, format!("OOM when allocating {bytes} bytes for a tensor of shape {shape}"))
}

#[cold]
pub(super) fn unknown_type(dtype: i32) -> (Code, String) {
    (Code::INVALID_ARGUMENT, format!("type {dtype} is not known on devices"))
}

#[cold]
pub(super) fn no_input() -> (Code, String) {
    (Code::OUT_OF_RANGE, "input index out of range".to_owned())
}

#[cold]
pub(super) fn no_output() -> (Code, String) {
    (Code::OUT_OF_RANGE, "output index out of range".to_owned())
}

#[cold]
pub(super) fn bad_index(i: i32, count: usize, kernel: &str) -> (Code, String) {
    let range = if i < 0 { String::new() } else { format!(" num_outputs={count}") };
    (Code::INTERNAL, format!("allocate_output with bad index={i}{range} kernel={kernel}"))
}

#[cold]
pub(super) fn allocated_before(i: i32, kernel: &str) -> (Code, String) {
    let message = format!("allocate_output on same index multiple times. index = {i} kernel={kernel}");
    (Code::INTERNAL, message)
}

#[cold]
pub(super) fn wrong_type(i: i32, expected: i32, given: i32, how: &str) -> (Code, String) {
    let message = format!("output {i} has the type {}, but {how} {}", name_of(expected), name_of(given));
    (Code::INVALID_ARGUMENT, message)
}

fn name_of(number: i32) -> String {
    let known = u32::try_from(number).ok().and_then(tfrt_ops::DataType::from_number);
    known.map_or_else(|| format!("with number {number}"), |data_type| data_type.name().to_owned())
}
