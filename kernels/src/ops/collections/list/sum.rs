//! Sums of lists, item by item, and zeros like them: the ops that gradients of loops over sequences use. A missing item adds
//! nothing.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor};

use super::value::merged;
use super::{TensorList, list, zeros};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::number::Number as _;

/// The sum of all arguments, which are lists of one length whose items fit each other.
pub(crate) fn add_n(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let first = list(frame, 0)?;
    let (mut shape, mut sums) = (first.shape.clone(), first.items());
    for i in 1..frame.num_args() {
        let other = list(frame, i)?;
        if other.element != first.element {
            let (a, b) = (first.element.label(), other.element.label());
            return Err(format!("lists of items of dtypes {a} and {b} have no sum").into());
        }
        shape = merged(&shape, &other.shape).ok_or_else(|| {
            OpError::from(format!("lists of items of shapes {} and {} have no sum", first.shape, other.shape))
        })?;
        let items = other.items();
        if items.len() != sums.len() {
            let (a, b) = (sums.len(), items.len());
            return Err(format!("lists of {a} and {b} items have no sum").into());
        }
        for (sum, item) in sums.iter_mut().zip(items) {
            *sum = match (sum.take(), item) {
                (Some(a), Some(b)) => Some(plus(&a, &b)?),
                (a, b) => a.or(b),
            };
        }
    }
    let mut result = TensorList::new(first.element, shape, sums);
    result.most = first.most;
    frame.set(0, Tensor::Device(Arc::new(result)));
    Ok(())
}

/// A list like another whose items are zero.
pub(crate) fn zeros_like(tensor: &Tensor) -> Result<Tensor, OpError> {
    let list = match tensor {
        Tensor::Device(device) => device.as_any().downcast_ref::<TensorList>(),
        _ => None,
    };
    let list =
        list.ok_or_else(|| OpError::from(format!("a {} has no zeros like it", tensor.tensor_type())))?;
    let zero = |item: Tensor| match item.dtype() {
        DType::Variant => zeros_like(&item),
        dtype => zeros(dtype, item.shape().clone()),
    };
    let items = list.items().into_iter().map(|item| item.map(zero).transpose()).collect::<Result<_, _>>()?;
    Ok(Tensor::Device(Arc::new(list.with(items))))
}

/// The sum of two items.
pub(crate) fn plus(a: &Tensor, b: &Tensor) -> Result<Tensor, OpError> {
    let (Tensor::Dense(a), Tensor::Dense(b)) = (a, b) else {
        return Err(unsupported(a.dtype()));
    };
    if a.metadata() != b.metadata() {
        let (a, b) = (a.metadata(), b.metadata());
        return Err(format!("items {a} and {b} have no sum").into());
    }
    for_dtype!(a.dtype(), [ints floats halves complex], {
        let mut sum = DenseHostTensor::uninitialized(a.metadata().clone())?;
        let values = (a.values::<T>(), b.values::<T>(), sum.values_mut::<T>());
        if let (Some(a), Some(b), Some(sum)) = values {
            for ((sum, &a), &b) in sum.iter_mut().zip(a).zip(b) {
                *sum = a.plus(b);
            }
        }
        Ok(sum.into())
    }, else Err(unsupported(a.dtype())))
}
