//! Dispatch functions: compute the tensors of an op's results from those of its arguments.
//!
//! A dispatch function runs when all argument tensors are available. It takes a [`DispatchFrame`] and sets its results:
//! tensors, errors, or async values of tasks. [`DispatchFrame::output`] returns the buffer of a dense result; it reuses the
//! buffer of an argument if this was the last reference to it and dtype and shape fit, so a chain of element-wise ops runs
//! in one buffer. Simpler ops are plain functions of tensors, adapted by [`IntoDispatchFn`].

use std::sync::Arc;

use tfrt_ops::shapes::wrong_arguments;

use super::OpError;
use super::attrs::OpAttrsRef;
use super::context::OpContext;
use super::handle::TensorHandle;
use super::metadata_fn::{MetadataFrame, ResultMetadata};
use super::op_error::CallError as _;
use super::registry::OpEntry;
use crate::device::DeviceRef;
use crate::tensor::{DType, DenseHostTensor, Element, ScalarHostTensor, StringHostTensor};
use crate::tensor::{OutOfMemory, Tensor, TensorError, TensorMetadata};
use crate::value::{AnyRef, AsyncRef, Error, ErrorCode, Value};

/// A dispatch function of any form.
pub type DispatchFn = Arc<dyn Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync>;

/// The arguments and results of a dispatch function.
pub struct DispatchFrame<'a> {
    pub(super) args: &'a mut [TensorHandle],
    pub(super) attrs: OpAttrsRef<'a>,
    pub(super) metadata: &'a [TensorMetadata],
    pub(super) results: &'a mut [TensorHandle],
    pub(super) chain: Option<Value>,
    pub(super) context: &'a dyn OpContext,
}

impl std::fmt::Debug for DispatchFrame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let frame = &mut f.debug_struct("DispatchFrame");
        frame.field("args", &self.args).field("attrs", &self.attrs).finish_non_exhaustive()
    }
}

/// The buffer of a dense result while an op fills it.
#[derive(Debug)]
pub struct Output {
    place: Place,
    source: Option<usize>,
}

#[derive(Debug)]
enum Place {
    Fresh(DenseHostTensor),
    /// The async value of an argument without other references.
    Reused(AnyRef),
}

impl Output {
    /// The argument whose buffer this is: the output currently holds its elements.
    #[inline]
    pub fn source(&self) -> Option<usize> {
        self.source
    }

    /// The elements, to be written; empty if the tensor has another element type.
    #[inline]
    pub fn values_mut<T: Element>(&mut self) -> &mut [T] {
        let dense = match &mut self.place {
            Place::Fresh(dense) => Some(dense),
            Place::Reused(value) => match value.get_mut::<Tensor>() {
                Some(Tensor::Dense(dense)) => Some(dense),
                _ => None,
            },
        };
        dense.and_then(DenseHostTensor::values_mut).unwrap_or_default()
    }

    /// The elements as bytes, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let dense = match &mut self.place {
            Place::Fresh(dense) => Some(dense),
            Place::Reused(value) => match value.get_mut::<Tensor>() {
                Some(Tensor::Dense(dense)) => Some(dense),
                _ => None,
            },
        };
        dense.and_then(DenseHostTensor::bytes_mut).unwrap_or_default()
    }
}

impl<'a> DispatchFrame<'a> {
    /// Number of arguments.
    #[inline]
    pub fn num_args(&self) -> usize {
        self.args.len()
    }

    /// Number of requested results.
    #[inline]
    pub fn num_results(&self) -> usize {
        self.results.len()
    }

    /// Fails unless there are exactly `n` arguments.
    #[inline]
    pub fn expect_args(&self, n: usize) -> Result<(), OpError> {
        if self.args.len() == n { Ok(()) } else { Err(wrong_arguments(false, n, self.args.len())) }
    }

    /// The attributes.
    #[inline]
    pub fn attrs(&self) -> OpAttrsRef<'a> {
        self.attrs
    }

    /// The metadata of a result that is set and available.
    #[cfg(debug_assertions)]
    pub(super) fn known_result(&self, i: usize) -> Option<&TensorMetadata> {
        self.results.get(i)?.metadata()
    }

    /// The metadata of a result, as the metadata function said; `None` without a metadata function.
    #[inline]
    pub fn result_metadata(&self, i: usize) -> Option<&'a TensorMetadata> {
        self.metadata.get(i)
    }

    /// Host, request and location of the call.
    #[inline]
    pub fn context(&self) -> &'a dyn OpContext {
        self.context
    }

    /// An argument's tensor.
    #[inline]
    pub fn tensor(&self, i: usize) -> Result<&Tensor, OpError> {
        let got = self.args.len();
        self.args.get(i).and_then(TensorHandle::tensor).ok_or_else(|| wrong_arguments(true, i + 1, got))
    }

    /// An argument as a dense tensor.
    #[inline]
    pub fn dense(&self, i: usize) -> Result<&DenseHostTensor, OpError> {
        match self.tensor(i)? {
            Tensor::Dense(dense) => Ok(dense),
            other => {
                let (kind, metadata) = (other.tensor_type(), other.metadata());
                Err(format!("argument {i} must be a dense tensor, but is a {kind} {metadata}").into())
            }
        }
    }

    /// An argument as a tensor of strings.
    pub fn strings(&self, i: usize) -> Result<&StringHostTensor, OpError> {
        match self.tensor(i)? {
            Tensor::String(strings) => Ok(strings),
            other => {
                let (kind, metadata) = (other.tensor_type(), other.metadata());
                Err(format!("argument {i} must be a string tensor, but is a {kind} {metadata}").into())
            }
        }
    }

    /// The elements of a dense argument of type `T`.
    #[inline]
    pub fn values<T: Element>(&self, i: usize) -> Result<&[T], OpError> {
        let dense = self.dense(i)?;
        dense.values().ok_or_else(|| wrong_dtype(i, T::DTYPE, dense.dtype()))
    }

    /// The elements of a dense `i32` or `i64` argument.
    pub fn indices(&self, i: usize) -> Result<crate::tensor::Dims, OpError> {
        let dense = self.dense(i)?;
        dense.index_values().ok_or_else(|| match dense.dtype() {
            DType::I32 | DType::I64 => {
                let count = dense.num_elements();
                OpError::out_of_memory(format!("out of memory for the {count} elements of argument {i}"))
            }
            other => wrong_dtype(i, DType::I32, other),
        })
    }

    /// Moves an argument out and leaves a null handle.
    #[inline]
    pub fn take(&mut self, i: usize) -> TensorHandle {
        self.args.get_mut(i).map(std::mem::take).unwrap_or_default()
    }

    /// Moves the async value of an argument out and leaves a null handle.
    #[inline]
    pub fn take_value(&mut self, i: usize) -> Option<AnyRef> {
        self.args.get_mut(i).and_then(TensorHandle::take_async)
    }

    /// Drops an argument and leaves a null handle.
    #[inline]
    pub fn give_up(&mut self, i: usize) {
        if let Some(arg) = self.args.get_mut(i) {
            *arg = TensorHandle::default();
        }
    }

    /// A buffer for a dense result of this metadata: that of the first argument without other references that has the
    /// same dtype and shape, else a new one.
    #[inline]
    pub fn output(&mut self, metadata: &TensorMetadata) -> Result<Output, OpError> {
        for (i, arg) in self.args.iter_mut().enumerate() {
            if let Some(Tensor::Dense(dense)) = arg.tensor_mut()
                && dense.is_reusable_for(metadata)
                && let Some(value) = std::mem::take(arg).into_async()
            {
                return Ok(Output { place: Place::Reused(value), source: Some(i) });
            }
        }
        Self::fresh(metadata)
    }

    /// A buffer with the elements of a dense argument, to be changed: its own if there are no other references to it, else that of a
    /// copy.
    pub fn output_of(&mut self, i: usize) -> Result<Output, OpError> {
        let metadata = self.dense(i)?.metadata().clone();
        if let Some(arg) = self.args.get_mut(i)
            && let Some(Tensor::Dense(dense)) = arg.tensor_mut()
            && dense.is_reusable_for(&metadata)
            && let Some(value) = std::mem::take(arg).into_async()
        {
            return Ok(Output { place: Place::Reused(value), source: Some(i) });
        }
        let mut out = Self::fresh(&metadata)?;
        out.bytes_mut().copy_from_slice(self.dense(i)?.bytes());
        Ok(out)
    }

    /// As [`Self::output`], but never an argument's buffer.
    pub fn fresh(metadata: &TensorMetadata) -> Result<Output, OpError> {
        match DenseHostTensor::uninitialized(metadata.clone()) {
            Ok(dense) => Ok(Output { place: Place::Fresh(dense), source: None }),
            Err(error) => Err(no_result(error, metadata)),
        }
    }

    /// Sets a result to a filled output.
    #[inline]
    pub fn finish(&mut self, i: usize, output: Output) {
        let value = match output.place {
            Place::Fresh(dense) => AsyncRef::available(Tensor::Dense(dense)).into_any(),
            Place::Reused(value) => value,
        };
        self.set_async(i, value);
    }

    /// Sets a result.
    #[inline]
    pub fn set(&mut self, i: usize, tensor: impl Into<Tensor>) {
        self.set_async(i, AsyncRef::available(tensor.into()).into_any());
    }

    /// Sets a result to an async value with a payload of type `Tensor`. If it turns out an error, that is reported at
    /// the op's location.
    #[inline]
    pub fn set_async(&mut self, i: usize, value: AnyRef) {
        if let Some(result) = self.results.get_mut(i) {
            *result = TensorHandle::future(value, None, DeviceRef::HOST);
        }
    }

    /// Sets a result to a handle.
    pub fn set_handle(&mut self, i: usize, handle: TensorHandle) {
        if let Some(result) = self.results.get_mut(i) {
            *result = handle;
        }
    }

    /// Runs a dispatch function on other arguments, with the metadata of their results, and returns the results that it set.
    /// Attributes and context are this call's.
    pub fn nested(
        &self,
        args: &mut [TensorHandle],
        metadata: &[TensorMetadata],
        function: impl FnOnce(&mut DispatchFrame<'_>) -> Result<(), OpError>,
    ) -> Result<Vec<TensorHandle>, OpError> {
        let count = self.results.len().max(metadata.len());
        let mut results = vec![TensorHandle::default(); count];
        let mut frame = DispatchFrame {
            args,
            attrs: self.attrs,
            metadata,
            results: &mut results,
            chain: None,
            context: self.context,
        };
        function(&mut frame)?;
        Ok(results)
    }

    /// Runs an op of one result, metadata function and all, on arguments that are there; gives its result, or its code and
    /// message to report.
    pub fn nested_op(
        &self,
        op: &OpEntry,
        args: &mut [TensorHandle],
        attrs: OpAttrsRef<'_>,
    ) -> Result<TensorHandle, (ErrorCode, OpError)> {
        let mut results = [TensorHandle::default()];
        self.nested_results(op, args, attrs, &mut results)?;
        let [result] = results;
        Ok(result)
    }

    /// As [`nested_op`](Self::nested_op), of several results.
    ///
    /// # Errors
    /// The op's, with its code.
    pub fn nested_results(
        &self,
        op: &OpEntry,
        args: &mut [TensorHandle],
        attrs: OpAttrsRef<'_>,
        results: &mut [TensorHandle],
    ) -> Result<(), (ErrorCode, OpError)> {
        let mut metadata = ResultMetadata::new();
        if let Some(function) = &op.metadata {
            let inputs: Vec<&TensorMetadata> = args.iter().filter_map(TensorHandle::metadata).collect();
            function(&MetadataFrame { inputs: &inputs, attrs }, &mut metadata)
                .map_err(|error| (ErrorCode::InvalidArgument, error.of_call(args, attrs)))?;
        }
        let mut frame =
            DispatchFrame { args, attrs, metadata: &metadata, results, chain: None, context: self.context };
        match &op.dispatch {
            Some(function) => function(&mut frame)
                .map_err(|error| (ErrorCode::Internal, error.of_call(frame.args, attrs)))?,
            None => return Err((ErrorCode::Internal, format!("{} cannot be run on a CPU", op.name).into())),
        }
        match frame.results.iter().position(TensorHandle::is_null) {
            Some(i) => Err((ErrorCode::Internal, format!("result {i} was not computed").into())),
            None => Ok(()),
        }
    }

    /// Sets a result to an error that was reported before.
    pub fn set_error(&mut self, i: usize, error: Error) {
        self.set_handle(i, TensorHandle::error(error));
    }

    /// Sets the chain that comes out of an op with side effects; without it the chain is ready when the function returns.
    pub fn set_chain(&mut self, chain: Value) {
        self.chain = Some(chain);
    }
}

#[cold]
fn no_result(error: TensorError, metadata: &TensorMetadata) -> OpError {
    match error {
        TensorError::OutOfMemory(OutOfMemory(bytes)) => {
            OpError::out_of_memory(format!("out of memory allocating result {metadata}: {bytes} bytes"))
        }
        other => other.into(),
    }
}

fn wrong_dtype(i: usize, expected: DType, got: DType) -> OpError {
    format!("argument {i} must have dtype {}, but has {}", expected.label(), got.label()).into()
}

/// Something a dispatch function can take as a parameter.
pub trait DispatchParam {
    /// The parameter with the lifetime of a call.
    type Item<'a>;
    /// Whether it takes an argument.
    const ARGUMENT: bool;
    /// Its value; `next` is the number of the argument it takes.
    fn get<'a>(frame: &'a DispatchFrame<'_>, next: usize) -> Result<Self::Item<'a>, OpError>;
}

impl DispatchParam for &Tensor {
    type Item<'a> = &'a Tensor;
    const ARGUMENT: bool = true;
    fn get<'a>(frame: &'a DispatchFrame<'_>, next: usize) -> Result<&'a Tensor, OpError> {
        frame.tensor(next)
    }
}

impl DispatchParam for &DenseHostTensor {
    type Item<'a> = &'a DenseHostTensor;
    const ARGUMENT: bool = true;
    fn get<'a>(frame: &'a DispatchFrame<'_>, next: usize) -> Result<&'a DenseHostTensor, OpError> {
        frame.dense(next)
    }
}

impl DispatchParam for &StringHostTensor {
    type Item<'a> = &'a StringHostTensor;
    const ARGUMENT: bool = true;
    fn get<'a>(frame: &'a DispatchFrame<'_>, next: usize) -> Result<&'a StringHostTensor, OpError> {
        frame.strings(next)
    }
}

impl DispatchParam for OpAttrsRef<'_> {
    type Item<'a> = OpAttrsRef<'a>;
    const ARGUMENT: bool = false;
    fn get<'a>(frame: &'a DispatchFrame<'_>, _: usize) -> Result<OpAttrsRef<'a>, OpError> {
        Ok(frame.attrs)
    }
}

/// Return types of dispatch functions.
pub trait DispatchResult {
    /// Sets the results.
    fn store(self, frame: &mut DispatchFrame<'_>);
}

macro_rules! single_results {
    ($($ty:ty)*) => {
        $(impl DispatchResult for $ty {
            fn store(self, frame: &mut DispatchFrame<'_>) {
                frame.set(0, self);
            }
        })*
    };
}

single_results!(Tensor DenseHostTensor ScalarHostTensor StringHostTensor);

impl DispatchResult for () {
    fn store(self, _: &mut DispatchFrame<'_>) {}
}

impl DispatchResult for Vec<Tensor> {
    fn store(self, frame: &mut DispatchFrame<'_>) {
        for (i, tensor) in self.into_iter().enumerate() {
            frame.set(i, tensor);
        }
    }
}

impl DispatchResult for AsyncRef<Tensor> {
    fn store(self, frame: &mut DispatchFrame<'_>) {
        frame.set_async(0, self.into_any());
    }
}

/// A function that can serve as a dispatch function. `Marker` tells the forms apart and is inferred.
pub trait IntoDispatchFn<Marker> {
    /// The function in its common form.
    fn into_dispatch_fn(self) -> DispatchFn;
}

/// Marker of functions that take the frame.
#[derive(Debug)]
pub struct OverFrame;

impl<F> IntoDispatchFn<OverFrame> for F
where
    F: Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
{
    fn into_dispatch_fn(self) -> DispatchFn {
        Arc::new(self)
    }
}

macro_rules! dispatch_functions {
    ($(($($param:ident),*))*) => {$(
        impl<F, R, $($param,)*> IntoDispatchFn<(R, $($param,)*)> for F
        where
            $($param: DispatchParam,)*
            R: DispatchResult,
            F: Fn($($param),*) -> Result<R, OpError>
                + for<'a> Fn($($param::Item<'a>),*) -> Result<R, OpError>
                + Send + Sync + 'static,
        {
            fn into_dispatch_fn(self) -> DispatchFn {
                fn call<R, $($param,)*>(
                    function: impl Fn($($param),*) -> Result<R, OpError>,
                    $(#[expect(non_snake_case, reason = "named as its type")] $param: $param,)*
                ) -> Result<R, OpError> {
                    function($($param),*)
                }
                let expected = 0usize $(+ usize::from($param::ARGUMENT))*;
                Arc::new(move |frame| {
                    frame.expect_args(expected)?;
                    let mut next = 0;
                    let results = call(&self, $({
                        let value = $param::get(frame, next)?;
                        next += usize::from($param::ARGUMENT);
                        value
                    }),*)?;
                    debug_assert_eq!(next, expected);
                    results.store(frame);
                    Ok(())
                })
            }
        }
    )*};
}

dispatch_functions! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, G)
}
