//! Requests and their resources.
//!
//! Every execution belongs to a [`RequestContext`]: it can be cancelled, by hand or by a deadline, carries data that
//! kernels look up by type, and may have a [`ResourceContext`], a store by name that several requests share.

mod cancellation;

/// The atomics of [`cancellation`].
mod sync {
    pub(super) use parking_lot::{Mutex, MutexGuard};
    pub(super) use std::sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    };

    pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock()
    }
}

use self::cancellation::Cancellation;
use crate::{
    host::Host,
    queue::timer::TimerId,
    value::{Error, counters},
};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::{
    any::{Any, TypeId},
    sync::{Arc, OnceLock},
    time::Instant,
};

type Resource = Arc<dyn Any + Send + Sync>;

/// A store of named resources. They are destroyed in reverse order of creation.
#[derive(Default)]
pub struct ResourceContext {
    // A stack: names are few.
    resources: Mutex<Vec<(Box<str>, Resource)>>,
}

/// The reason why a resource is not available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResourceError {
    /// A resource that should be new was there.
    #[error("resource '{0}' exists already")]
    Exists(String),
    /// The resource has another type.
    #[error("resource '{0}' has another type")]
    WrongType(String),
}

impl ResourceContext {
    /// An empty store.
    pub fn new() -> ResourceContext {
        ResourceContext::default()
    }

    /// The resource of this name and type.
    pub fn get<T: Send + Sync + 'static>(&self, name: &str) -> Option<Arc<T>> {
        let found = self.resources.lock().iter().find(|(n, _)| **n == *name).map(|(_, r)| r.clone())?;
        found.downcast().ok()
    }

    /// Adds a resource, which must be new.
    pub fn create<T: Send + Sync + 'static>(&self, name: &str, value: T) -> Result<Arc<T>, ResourceError> {
        let mut resources = self.resources.lock();
        if resources.iter().any(|(n, _)| **n == *name) {
            return Err(ResourceError::Exists(name.to_owned()));
        }
        let value = Arc::new(value);
        resources.push((name.into(), value.clone()));
        Ok(value)
    }

    /// The resource of this name, made if there is none. What makes it may use the other resources; of several threads that make one at
    /// the same time all get the first.
    pub fn get_or_create<T: Send + Sync + 'static>(
        &self,
        name: &str,
        make: impl FnOnce() -> T,
    ) -> Result<Arc<T>, ResourceError> {
        let find = |resources: &[(Box<str>, Resource)]| {
            let (_, found) = resources.iter().find(|(n, _)| **n == *name)?;
            Some(found.clone().downcast().map_err(|_| ResourceError::WrongType(name.to_owned())))
        };
        if let Some(found) = find(&self.resources.lock()) {
            return found;
        }
        let value = Arc::new(make());
        let mut resources = self.resources.lock();
        match find(&resources) {
            // A resource that was made in vain is dropped without the lock.
            Some(found) => {
                drop(resources);
                found
            }
            None => {
                resources.push((name.into(), value.clone()));
                Ok(value)
            }
        }
    }

    /// Removes a resource; says whether there was one.
    pub fn delete(&self, name: &str) -> bool {
        let mut resources = self.resources.lock();
        let position = resources.iter().position(|(n, _)| **n == *name);
        let removed = position.map(|position| resources.remove(position));
        drop(resources);
        removed.is_some()
    }
}

impl Drop for ResourceContext {
    fn drop(&mut self) {
        while self.resources.get_mut().pop().is_some() {}
    }
}

impl std::fmt::Debug for ResourceContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.resources.lock().iter().map(|(name, _)| name)).finish()
    }
}

struct RequestInner {
    id: u64,
    host: Host,
    single_threaded: bool,
    resources: Option<Arc<ResourceContext>>,
    data: FxHashMap<TypeId, Box<dyn Any + Send + Sync>>,
    cancellation: Cancellation<Error>,
    deadline: OnceLock<TimerId>,
    attached: Mutex<Attached>,
}

/// The data attached to a request since it was made.
#[derive(Default)]
struct Attached {
    shared: Vec<(TypeId, Resource)>,
}

/// The context of an execution; cheap to clone.
#[derive(Clone)]
pub struct RequestContext(Arc<RequestInner>);

/// Makes requests.
pub struct RequestBuilder {
    host: Host,
    resources: Option<Arc<ResourceContext>>,
    data: FxHashMap<TypeId, Box<dyn Any + Send + Sync>>,
    deadline: Option<Instant>,
}

impl RequestBuilder {
    /// Gives the request a store of resources.
    pub fn resources(mut self, resources: Arc<ResourceContext>) -> RequestBuilder {
        self.resources = Some(resources);
        self
    }

    /// Gives the request a datum that kernels find by its type.
    pub fn data<T: Send + Sync + 'static>(mut self, data: T) -> RequestBuilder {
        self.data.insert(TypeId::of::<T>(), Box::new(data));
        self
    }

    /// Cancels the request at this time.
    pub fn deadline(mut self, deadline: Instant) -> RequestBuilder {
        self.deadline = Some(deadline);
        self
    }

    /// The request.
    pub fn build(self) -> RequestContext {
        counters::requests(1);
        let request = RequestContext(Arc::new(RequestInner {
            id: self.host.next_request_id(),
            single_threaded: self.host.is_single_threaded(),
            host: self.host,
            resources: self.resources,
            data: self.data,
            cancellation: Cancellation::new(),
            deadline: OnceLock::new(),
            attached: Mutex::default(),
        }));
        if let Some(deadline) = self.deadline {
            let weak = Arc::downgrade(&request.0);
            let timer = request.host().at(deadline, move || {
                if let Some(request) = weak.upgrade() {
                    RequestContext(request).cancel();
                }
            });
            // Set once, here.
            let _ = request.0.deadline.set(timer);
        }
        request
    }
}

impl std::fmt::Debug for RequestBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestBuilder").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

impl RequestContext {
    /// Starts to make a request on this host.
    pub fn builder(host: &Host) -> RequestBuilder {
        RequestBuilder { host: host.clone(), resources: None, data: FxHashMap::default(), deadline: None }
    }

    /// A request without resources, data or deadline.
    pub fn new(host: &Host) -> RequestContext {
        RequestContext::builder(host).build()
    }

    /// A number of its own.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// The host.
    #[inline]
    pub fn host(&self) -> &Host {
        &self.0.host
    }

    /// Whether the host's queue is the single-threaded one.
    #[inline]
    pub(crate) fn is_single_threaded(&self) -> bool {
        self.0.single_threaded
    }

    /// The store of resources, if it has one.
    pub fn resources(&self) -> Option<&Arc<ResourceContext>> {
        self.0.resources.as_ref()
    }

    /// The datum of this type.
    pub fn data<T: 'static>(&self) -> Option<&T> {
        self.0.data.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Cancels the request: kernels that have not started yield the error `Cancelled` from now on. The first call wins.
    pub fn cancel(&self) {
        self.cancel_with(Error::cancelled());
    }

    /// As [`RequestContext::cancel`], with an error that says more.
    pub(crate) fn cancel_with(&self, error: Error) {
        self.0.cancellation.cancel(error);
    }

    /// Runs `action` with the error when the request is cancelled, at once if it was; never, if it ends without that.
    ///
    /// The data of the action is dropped with the request, so it must not hold the request itself.
    pub fn on_cancel(&self, action: impl FnOnce(&Error) + Send + 'static) {
        self.0.cancellation.on_cancel(action);
    }

    /// The request's only instance of `T`, made at its first use, and dropped with the request.
    pub fn shared<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let id = TypeId::of::<T>();
        let find = |shared: &[(TypeId, Resource)]| {
            shared.iter().find(|(known, _)| *known == id)?.1.clone().downcast::<T>().ok()
        };
        if let Some(found) = find(&self.0.attached.lock().shared) {
            return found;
        }
        // Made without the lock: making it may ask for another.
        let made = Arc::new(make());
        let mut attached = self.0.attached.lock();
        if let Some(found) = find(&attached.shared) {
            drop(attached);
            return found;
        }
        attached.shared.push((id, made.clone()));
        made
    }

    /// The byte that becomes 1 when it is cancelled, for compiled code; it lives as long as the request.
    pub(crate) fn cancelled_flag(&self) -> *const u8 {
        self.0.cancellation.flag().as_ptr().cast()
    }

    /// Whether it was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancellation.is_cancelled()
    }

    /// The error of a cancelled request.
    #[inline]
    pub fn cancelled(&self) -> Option<Error> {
        self.0.cancellation.error()
    }
}

impl Drop for RequestInner {
    fn drop(&mut self) {
        counters::requests(-1);
        if let Some(&timer) = self.deadline.get() {
            self.host.cancel_timer(timer);
        }
    }
}

impl std::fmt::Debug for RequestContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestContext").field("id", &self.id()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn what_is_shared_is_one_and_goes_with_the_request() {
        let host = Host::new(crate::host::HostOptions::single_threaded()).unwrap();
        let request = RequestContext::new(&host);
        let one = request.shared(|| AtomicUsize::new(1));
        request.shared(|| AtomicUsize::new(2)).fetch_add(5, Relaxed);
        assert_eq!(one.load(Relaxed), 6);
        assert_eq!(RequestContext::new(&host).shared(|| AtomicUsize::new(2)).load(Relaxed), 2);
        let weak = Arc::downgrade(&one);
        drop(one);
        assert!(weak.upgrade().is_some());
        drop(request);
        assert!(weak.upgrade().is_none());
    }

    #[test]
    fn actions_run_once_when_it_is_cancelled() {
        let host = Host::new(crate::host::HostOptions::single_threaded()).unwrap();
        let request = RequestContext::new(&host);
        let count = Arc::new(AtomicUsize::new(0));
        let action = || {
            let count = count.clone();
            move |error: &Error| {
                assert!(!error.to_string().is_empty());
                count.fetch_add(1, Relaxed);
            }
        };
        request.on_cancel(action());
        assert_eq!(count.load(Relaxed), 0);
        request.cancel();
        request.cancel();
        assert_eq!(count.load(Relaxed), 1);
        request.on_cancel(action());
        assert_eq!(count.load(Relaxed), 2);
        RequestContext::new(&host).on_cancel(action());
        assert_eq!(count.load(Relaxed), 2);
    }

    #[test]
    fn what_makes_a_resource_may_use_the_others() {
        let resources = ResourceContext::new();
        let outer = resources.get_or_create("outer", || {
            let inner = resources.get_or_create("inner", || 1).unwrap();
            // Somebody else is faster.
            resources.create("outer", 10).unwrap();
            *inner + 1
        });
        assert_eq!(*outer.unwrap(), 10);
        assert_eq!(resources.get::<i32>("inner").as_deref(), Some(&1));
        assert_eq!(
            resources.get_or_create("outer", || "text").unwrap_err(),
            ResourceError::WrongType("outer".into())
        );
    }
}
