//! Waiting for tensors the way asynchronous Rust does.
//!
//! `handle.await` gives the tensor or its error. The executor that polls the future only waits: the host's threads do the work. On a host
//! with the single-threaded queue only waiting threads work, so there [`CoreRuntime::ready`] makes a future that runs queued tasks when it
//! is polled.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::handle::TensorHandle;
use super::runtime::CoreRuntime;
use crate::host::Host;
use crate::tensor::Tensor;
use crate::value::Error;
use crate::wake::SharedWaker;

/// A tensor on its way. It shares the handle's elements; if the handle was the only one, it has them alone.
#[derive(Debug)]
pub struct TensorFuture {
    handle: TensorHandle,
    host: Option<Host>,
    /// The waker of the waiting task, shared with the tensor's callback once there is one.
    waker: Option<Arc<SharedWaker>>,
}

impl Future for TensorFuture {
    type Output = Result<Tensor, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if !this.handle.is_available() {
            let waker = match &this.waker {
                Some(waker) => {
                    waker.update(context);
                    waker
                }
                None => {
                    let waker = this.waker.insert(SharedWaker::new(context));
                    let woken = waker.clone();
                    this.handle.when_ready(move || woken.wake());
                    waker
                }
            };
            if let Some(host) = &this.host {
                host.queue().poll(waker);
            }
        }
        // The tensor may have come while the waker was being put in place.
        match std::mem::take(&mut this.handle).into_result() {
            Ok(result) => Poll::Ready(result),
            Err(handle) => {
                this.handle = handle;
                Poll::Pending
            }
        }
    }
}

impl IntoFuture for TensorHandle {
    type Output = Result<Tensor, Error>;
    type IntoFuture = TensorFuture;

    fn into_future(self) -> TensorFuture {
        TensorFuture { handle: self, host: None, waker: None }
    }
}

impl CoreRuntime {
    /// A future of the tensor that, polled on a host with the single-threaded queue, runs queued tasks.
    pub fn ready(&self, handle: TensorHandle) -> TensorFuture {
        TensorFuture { handle, host: Some(self.host().clone()), waker: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{DenseHostTensor, Shape};
    use crate::value::AsyncRef;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::task::{Wake, Waker};

    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    fn tensor() -> Tensor {
        DenseHostTensor::from_values(Shape::scalar(), &[7i32]).unwrap().into()
    }

    #[test]
    fn a_future_wakes_the_last_waker_once() {
        let (promise, value) = AsyncRef::<Tensor>::promise();
        let mut future = TensorHandle::from_async(value.into_any()).into_future();
        let wakers = [0, 1].map(|_| Arc::new(Count(AtomicUsize::new(0))));
        for waker in &wakers {
            let waker = Waker::from(waker.clone());
            assert!(Pin::new(&mut future).poll(&mut Context::from_waker(&waker)).is_pending());
        }
        promise.set(tensor());
        assert_eq!(wakers.each_ref().map(|waker| waker.0.load(SeqCst)), [0, 1]);
        let waker = Waker::from(wakers[0].clone());
        match Pin::new(&mut future).poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(Ok(Tensor::Dense(mut dense))) => {
                assert!(dense.values_mut::<i32>().is_some(), "there is no other owner");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn errors_and_moved_handles_are_errors() {
        let waker = Waker::noop();
        let poll = |handle: TensorHandle| match Pin::new(&mut handle.into_future())
            .poll(&mut Context::from_waker(waker))
        {
            Poll::Ready(Err(error)) => error.message().to_owned(),
            other => panic!("{other:?}"),
        };
        assert_eq!(poll(TensorHandle::error(Error::internal("no"))), "no");
        assert_eq!(poll(TensorHandle::NULL), "the tensor handle was moved");
    }

    #[test]
    fn a_future_that_runs_what_is_queued_is_woken_when_another_thread_queues_something() {
        let host = Host::new(crate::host::HostOptions::single_threaded()).unwrap();
        let (promise, value) = AsyncRef::<Tensor>::promise();
        let handle = TensorHandle::from_async(value.into_any());
        let mut future = TensorFuture { handle, host: Some(host.clone()), waker: None };
        let count = Arc::new(Count(AtomicUsize::new(0)));
        let waker = Waker::from(count.clone());
        assert!(Pin::new(&mut future).poll(&mut Context::from_waker(&waker)).is_pending());
        std::thread::spawn(move || host.enqueue(move || promise.set(tensor()))).join().unwrap();
        assert_eq!(count.0.load(SeqCst), 1);
        assert!(Pin::new(&mut future).poll(&mut Context::from_waker(&waker)).is_ready());
    }
}
