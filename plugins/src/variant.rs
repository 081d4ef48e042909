//! Tensors of variants as kernels see them: lists of tensors, which a kernel adds or clears item by item.
//!
//! A list's items are in host memory. A device's kernel gets copies in its own memory, and the runtime waits for its results,
//! as the list must be a value of the host when the kernel ends. Items that are not set stay so; in a sum they are zeros.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use tfrt_executor::tensor::Tensor;

use crate::exports::tensor::give;
use crate::kernel::Context;
use crate::status::Code;
use crate::tensor::TfTensor;
use crate::variable::{after_callback, context};

/// Adds two tensors into a third, and frees all three.
pub(crate) type AddFn =
    unsafe extern "C" fn(context: *mut Context, a: *mut TfTensor, b: *mut TfTensor, out: *mut TfTensor);
/// Clears a tensor that is like another, and frees both.
pub(crate) type ZerosFn =
    unsafe extern "C" fn(context: *mut Context, input: *mut TfTensor, out: *mut TfTensor);

type Outcome<T> = Result<T, (Code, String)>;
type Items = Vec<Option<Tensor>>;

fn invalid<T>(message: impl Into<String>) -> Outcome<T> {
    Err((Code::INVALID_ARGUMENT, message.into()))
}

fn internal(message: String) -> (Code, String) {
    (Code::INTERNAL, message)
}

/// The list that an input is, and its items.
fn list(run: &Context, i: usize) -> Outcome<(Tensor, Items)> {
    if let Some(tensor) = run.opaque_input(i32::try_from(i).unwrap_or(i32::MAX))?
        && let Tensor::Device(list) = tensor
        && let Some(items) = list.items()
    {
        return Ok((tensor.clone(), items));
    }
    invalid(format!("input {i} is no list of tensors"))
}

fn set_output(run: &mut Context, list: &Tensor, items: Items) -> Outcome<()> {
    let Tensor::Device(list) = list else { return invalid("input 0 is no list of tensors") };
    let made = list.with_items(items).map_err(internal)?;
    run.set_output(0, TfTensor::from_runtime(&made).map_err(internal)?)
}

/// An item where the kernel computes.
fn to_kernel(run: &Context, item: &Tensor) -> Outcome<TfTensor> {
    match &run.device {
        Some(device) => device.upload(item),
        None => TfTensor::from_runtime(item).map_err(internal),
    }
}

/// Runs a callback that fills a tensor which is like `item`, and gives that as an item.
///
/// # Safety
/// `run` is a context that nothing else uses during the call.
unsafe fn filled(run: *mut Context, item: &Tensor, fill: impl FnOnce(*mut TfTensor)) -> Outcome<Tensor> {
    // SAFETY: the caller passes a `run` that nothing else uses during the call, and no reference to its
    // context lives across `fill`.
    unsafe {
        let like = TfTensor::from_runtime(item).map_err(internal)?;
        let run_now = context(run)?;
        let out = run_now.allocate(like.dtype, like.shape.clone(), 0, run_now.device.is_none())?;
        fill(give(Some(out.share())));
        after_callback(run)?;
        let out = out.into_runtime().map_err(internal)?;
        match &context(run)?.device {
            Some(device) => device.download(&out),
            None => Ok(out),
        }
    }
}

/// `TF_AddNVariant`: output 0 is the sum of all inputs.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn add_n(run: *mut Context, add: Option<AddFn>) -> Outcome<()> {
    let Some(add) = add else { return invalid("the function that adds is null") };
    // SAFETY: the caller passes `run` as [`context`] takes it, and no reference to its context lives across
    // `add`; the plugin owns the boxes that it gets.
    unsafe {
        let (first, mut sums) = list(context(run)?, 0)?;
        for i in 1..context(run)?.num_inputs() {
            let (_, items) = list(context(run)?, i)?;
            if items.len() != sums.len() {
                let (a, b) = (sums.len(), items.len());
                return invalid(format!("lists of {a} and of {b} tensors cannot be added"));
            }
            for (position, (sum, item)) in sums.iter_mut().zip(items).enumerate() {
                let Some(item) = item else { continue };
                let Some(a) = sum.take() else {
                    *sum = Some(item);
                    continue;
                };
                if a.metadata() != item.metadata() {
                    let (a, b) = (a.metadata(), item.metadata());
                    return invalid(format!("items {position} of the lists cannot be added: {a} and {b}"));
                }
                let (x, y) = (to_kernel(context(run)?, &a)?, to_kernel(context(run)?, &item)?);
                *sum = Some(filled(run, &a, |out| add(run, give(Some(x)), give(Some(y)), out))?);
            }
        }
        set_output(context(run)?, &first, sums)
    }
}

/// `TF_ZerosLikeVariant`: output 0 is like input 0.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn zeros_like(run: *mut Context, zeros: Option<ZerosFn>) -> Outcome<()> {
    let Some(zeros) = zeros else { return invalid("the function that clears is null") };
    // SAFETY: the caller passes `run` as [`context`] takes it, and no reference to its context lives across
    // `zeros`; the plugin owns the boxes that it gets.
    unsafe {
        let (first, mut items) = list(context(run)?, 0)?;
        for item in items.iter_mut().flatten() {
            let input = to_kernel(context(run)?, item)?;
            *item = filled(run, item, |out| zeros(run, give(Some(input)), out))?;
        }
        set_output(context(run)?, &first, items)
    }
}
