//! The rendezvous: the kernels of a request exchange tensors by key.
//!
//! A sender leaves a tensor under a key and continues; a receiver is called back with it, at once or when it arrives. Tensors of one
//! key arrive in the order in which they were sent. When the request is cancelled, or a kernel aborts the rendezvous, all current and
//! later receivers get an error. A tensor is handed over where the receiver wants it: in the memory of the host or of the receiver's
//! device.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tfrt_executor::request::RequestContext;

use crate::device::to_host;
use crate::kernel::KernelDevice;
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

/// A sent tensor.
#[derive(Debug)]
pub(crate) struct Sent {
    /// None stands for a value of a branch that was not taken.
    pub(crate) tensor: Option<TfTensor>,
    pub(crate) is_dead: bool,
}

type Receiver = Box<dyn FnOnce(Result<Sent, Status>) + Send>;

/// The state of a key: tensors that were sent and not received, or waiting receivers.
enum Queue {
    Sent(VecDeque<Sent>),
    Waiting(VecDeque<Receiver>),
}

#[derive(Default)]
struct State {
    queues: FxHashMap<Box<[u8]>, Queue>,
    aborted: Option<Status>,
}

/// The rendezvous of a request.
#[derive(Default)]
pub(crate) struct Rendezvous(Mutex<State>);

impl std::fmt::Debug for Rendezvous {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rendezvous").field("keys", &self.0.lock().queues.len()).finish()
    }
}

impl Rendezvous {
    /// The rendezvous of a request. It is aborted when the request is cancelled.
    pub(crate) fn of(request: &RequestContext) -> Arc<Rendezvous> {
        let mut is_new = false;
        let rendezvous = request.shared(|| {
            is_new = true;
            Rendezvous::default()
        });
        if is_new {
            let weak = Arc::downgrade(&rendezvous);
            request.on_cancel(move |error| {
                if let Some(rendezvous) = weak.upgrade() {
                    rendezvous.abort(&Status::new(Code::CANCELLED, error.to_string()));
                }
            });
        }
        rendezvous
    }

    /// Leaves a tensor for its receiver.
    pub(crate) fn send(&self, key: &[u8], sent: Sent) -> Result<(), Status> {
        let mut state = self.0.lock();
        if let Some(status) = &state.aborted {
            return Err(status.clone());
        }
        match state.queues.get_mut(key) {
            Some(Queue::Sent(queue)) => queue.push_back(sent),
            Some(Queue::Waiting(queue)) => {
                let receiver = queue.pop_front();
                if queue.is_empty() {
                    state.queues.remove(key);
                }
                drop(state);
                if let Some(receiver) = receiver {
                    receiver(Ok(sent));
                }
            }
            None => {
                state.queues.insert(key.into(), Queue::Sent(VecDeque::from([sent])));
            }
        }
        Ok(())
    }

    /// Calls back with the next tensor of a key, now or when it is sent, or with what keeps it from coming.
    pub(crate) fn receive(&self, key: &[u8], receiver: Receiver) {
        let mut state = self.0.lock();
        if let Some(status) = state.aborted.clone() {
            drop(state);
            return receiver(Err(status));
        }
        match state.queues.get_mut(key) {
            Some(Queue::Waiting(queue)) => queue.push_back(receiver),
            Some(Queue::Sent(queue)) => {
                let sent = queue.pop_front();
                if queue.is_empty() {
                    state.queues.remove(key);
                }
                drop(state);
                if let Some(sent) = sent {
                    receiver(Ok(sent));
                }
            }
            None => {
                state.queues.insert(key.into(), Queue::Waiting(VecDeque::from([receiver])));
            }
        }
    }

    /// Ends all exchange with this status; the first one stays.
    pub(crate) fn abort(&self, status: &Status) {
        let mut state = self.0.lock();
        if state.aborted.is_none() {
            state.aborted = Some(status.clone());
        }
        let queues = std::mem::take(&mut state.queues);
        drop(state);
        for queue in queues.into_values() {
            if let Queue::Waiting(receivers) = queue {
                receivers.into_iter().for_each(|receiver| receiver(Err(status.clone())));
            }
        }
    }
}

/// A run's way to the rendezvous.
#[derive(Debug, Default)]
pub(crate) struct Meeting {
    /// None if the run belongs to no request.
    pub(crate) rendezvous: Option<Arc<Rendezvous>>,
    /// The device of the run; none on the host.
    pub(crate) device: Option<Arc<dyn KernelDevice>>,
}

/// The sent tensor in the receiver's memory: on a device, or on the host.
pub(crate) fn deliver(sent: Sent, device: Option<&Arc<dyn KernelDevice>>) -> Result<Sent, Status> {
    let Some(tensor) = &sent.tensor else { return Ok(sent) };
    let internal = |message: String| Status::new(Code::INTERNAL, message);
    let moved = match (&tensor.memory, device) {
        (Memory::Device(from), Some(device)) if from.on().full_name == device.full_name() => return Ok(sent),
        (Memory::Device(_), device) => {
            let copy = tensor.to_runtime().and_then(|tensor| to_host(&tensor)).map_err(internal)?;
            match device {
                Some(device) => device.upload(&copy).map_err(|(code, message)| Status::new(code, message))?,
                None => TfTensor::from_runtime(&copy).map_err(internal)?,
            }
        }
        (Memory::Host(_), Some(device)) => {
            let tensor = tensor.to_runtime().map_err(internal)?;
            device.upload(&tensor).map_err(|(code, message)| Status::new(code, message))?
        }
        // Strings and handles are in the host's memory for every kernel.
        _ => return Ok(sent),
    };
    Ok(Sent { tensor: Some(moved), is_dead: sent.is_dead })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_executor::host::{Host, HostOptions};
    use tfrt_executor::tensor::{DenseHostTensor, Shape, Tensor};

    fn number(value: f32) -> Sent {
        let tensor = DenseHostTensor::from_values(Shape::scalar(), &[value]).expect("fits");
        let tensor = TfTensor::from_runtime(&Tensor::Dense(tensor)).expect("dense");
        Sent { tensor: Some(tensor), is_dead: false }
    }

    fn text(sent: Result<Sent, Status>) -> String {
        match sent {
            Ok(Sent { is_dead: true, .. }) => "dead".into(),
            Ok(sent) => sent.tensor.expect("sent").to_runtime().expect("dense").to_string(),
            Err(status) => status.text(),
        }
    }

    fn receive(rendezvous: &Rendezvous, key: &[u8], log: &Arc<Mutex<Vec<String>>>) {
        let log = log.clone();
        rendezvous.receive(key, Box::new(move |sent| log.lock().push(text(sent))));
    }

    #[test]
    fn tensors_of_a_key_come_in_order() {
        let (rendezvous, log) = (Rendezvous::default(), Arc::default());
        rendezvous.send(b"a", number(1.0)).expect("taken");
        rendezvous.send(b"a", number(2.0)).expect("taken");
        receive(&rendezvous, b"b", &log);
        for _ in 0..3 {
            receive(&rendezvous, b"a", &log);
        }
        rendezvous.send(b"a", Sent { tensor: None, is_dead: true }).expect("taken");
        rendezvous.send(b"b", number(3.0)).expect("taken");
        let log = log.lock();
        assert_eq!(log.len(), 4);
        assert!(
            log[0].contains("1.0") && log[1].contains("2.0") && log[2] == "dead" && log[3].contains("3.0")
        );
        assert_eq!(rendezvous.0.lock().queues.len(), 0);
    }

    #[test]
    fn cancelled_requests_end_who_waits() {
        let host = Host::new(HostOptions::single_threaded()).expect("threads start");
        let request = RequestContext::new(&host);
        let (rendezvous, log) = (Rendezvous::of(&request), Arc::default());
        assert!(Arc::ptr_eq(&rendezvous, &Rendezvous::of(&request)));
        receive(&rendezvous, b"a", &log);
        request.cancel();
        receive(&rendezvous, b"a", &log);
        assert_eq!(log.lock().len(), 2);
        assert!(rendezvous.send(b"a", number(1.0)).is_err_and(|status| status.code() == Code::CANCELLED));
        rendezvous.abort(&Status::new(Code::ABORTED, "later"));
        assert!(rendezvous.send(b"a", number(1.0)).is_err_and(|status| status.code() == Code::CANCELLED));
    }
}
