//! Handles: numbers, in the place of pointers, of the objects that plugins hold and never look into.
//!
//! Builders, shapes, dimensions, files, threads, locks and the like are made a few times in a process, so each use may look them up in a
//! table. A number is given out once: a second deletion, a use after deletion or registration, and a handle of another type are
//! found for certain. Such a call is ignored with a line in the log, or fails if it has a status. An object is used by one thread at a
//! time, and goes when the last use of it ends.
//!
//! [`boxes`](crate::boxes) has the objects that kernels make in each run. Buffers are structs that plugins read, so their handles are
//! addresses; [`Addresses`] tells those that are live from others.

#![expect(unsafe_code, reason = "objects are kept for the threads of plugins")]

use std::any::Any;
use std::collections::VecDeque;
use std::ptr;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use tfrt_executor::output::{Severity, log};

/// Types of objects behind handles.
pub(crate) trait Handled: 'static {
    /// The name in messages.
    const NAME: &'static str;
}

/// An object, until it is taken back.
struct Held<T>(Mutex<Option<T>>);

// SAFETY: TensorFlow's interface lets a plugin use and delete a handle on any thread; the lock keeps these from one another. What a type
// holds that is not `Send` (pointers to what the runtime lends for a call) is only used during that call.
unsafe impl<T> Send for Held<T> {}
// SAFETY: shared references only give what the lock guards, to one thread at a time.
unsafe impl<T> Sync for Held<T> {}

type Table = FxHashMap<usize, Arc<dyn Any + Send + Sync>>;

const SHARDS: usize = 16;
/// Numbers are multiples of this, as addresses of objects are.
const STEP: usize = 16;
/// They begin where no processor has memory, so that a plugin that reads from one ends there.
const FIRST: usize = 1 << 60;

static TABLES: LazyLock<[Mutex<Table>; SHARDS]> = LazyLock::new(Default::default);
static NEXT: AtomicUsize = AtomicUsize::new(0);

fn table(number: usize) -> &'static Mutex<Table> {
    &TABLES[number / STEP % SHARDS]
}

/// Hands an object to a plugin.
pub(crate) fn give<T: Handled>(object: T) -> *mut T {
    let number = FIRST + NEXT.fetch_add(1, Ordering::Relaxed) * STEP;
    table(number).lock().insert(number, Arc::new(Held(Mutex::new(Some(object)))));
    ptr::without_provenance_mut(number)
}

fn find<T: Handled>(handle: *const T) -> Option<Arc<Held<T>>> {
    let number = handle.addr();
    let found = table(number).lock().get(&number).cloned();
    found?.downcast().ok()
}

/// The error of a call whose handle is null or not live.
pub(crate) fn refusal<T: Handled>(handle: *const T) -> String {
    match handle.is_null() {
        true => format!("the {} is null", T::NAME),
        false => format!("the {} was deleted or registered before, or is none", T::NAME),
    }
}

#[cold]
pub(crate) fn complain<T: Handled>(handle: *const T) {
    if !handle.is_null() {
        let message = format!("a plugin's call is ignored: {}", refusal(handle));
        log(Severity::Error, file!(), line!(), &message);
    }
}

/// Uses an object. `None` if the handle is not live, which the caller reports.
pub(crate) fn try_with<T: Handled, R>(handle: *const T, f: impl FnOnce(&mut T) -> R) -> Option<R> {
    find(handle)?.0.lock().as_mut().map(f)
}

/// Uses an object. If there is none, and the handle is not null, the log says so.
pub(crate) fn with<T: Handled, R>(handle: *const T, f: impl FnOnce(&mut T) -> R) -> Option<R> {
    let result = try_with(handle, f);
    if result.is_none() {
        complain(handle);
    }
    result
}

/// Uses several objects at once; an error if one of them is not there. They are locked in the order of their numbers.
pub(crate) fn with_all<T: Handled, R>(
    mut handles: Vec<*mut T>,
    f: impl FnOnce(&mut [&mut T]) -> R,
) -> Result<R, String> {
    handles.sort_unstable();
    handles.dedup();
    let found = handles.iter().map(|&handle| find(handle).ok_or_else(|| refusal(handle)));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let mut locked: Vec<_> = found.iter().map(|held| held.0.lock()).collect();
    let objects = locked.iter_mut().zip(&handles);
    let objects = objects.map(|(object, &handle)| object.as_mut().ok_or_else(|| refusal(handle)));
    Ok(f(&mut objects.collect::<Result<Vec<_>, _>>()?))
}

/// Takes an object back. `None` if the handle is not live, which the caller reports.
pub(crate) fn try_take<T: Handled>(handle: *mut T) -> Option<T> {
    let held = find(handle)?;
    table(handle.addr()).lock().remove(&handle.addr());
    held.0.lock().take()
}

/// Deletes an object, after the end of its use on other threads. If there is none, and the handle is not null, the log says so.
pub(crate) fn delete<T: Handled>(handle: *mut T) {
    if try_take(handle).is_none() {
        complain(handle);
    }
}

/// An object that a plugin may use during a call of one of its functions.
pub(crate) struct Lent<T: Handled>(*mut T);

impl<T: Handled> Lent<T> {
    pub(crate) fn new(object: T) -> Lent<T> {
        Lent(give(object))
    }

    /// The handle that the plugin gets.
    pub(crate) fn given(&self) -> *const T {
        self.0
    }
}

impl<T: Handled> Drop for Lent<T> {
    fn drop(&mut self) {
        // What the plugin has deleted, against its contract, is gone.
        drop(try_take(self.0));
    }
}

/// Which addresses are those of live objects of a type that plugins read themselves.
///
/// The memory of what was deleted is kept for a while, empty: a use that comes too late finds nothing there.
pub(crate) struct Addresses<T: Copy> {
    live: Mutex<FxHashSet<usize>>,
    deleted: Mutex<VecDeque<Box<T>>>,
}

/// So many deleted objects are kept.
const DELETED: usize = 256;

// SAFETY: the objects that are kept are plain data, which nothing reads any more.
unsafe impl<T: Copy> Send for Addresses<T> {}
// SAFETY: everything in it is behind locks, and the objects that are kept are plain data that nothing reads any more.
unsafe impl<T: Copy> Sync for Addresses<T> {}

impl<T: Copy> Addresses<T> {
    pub(crate) fn new() -> Addresses<T> {
        Addresses { live: Mutex::default(), deleted: Mutex::default() }
    }

    /// Hands an object to a plugin.
    pub(crate) fn give(&self, object: T) -> *mut T {
        let object = Box::into_raw(Box::new(object));
        self.live.lock().insert(object.addr());
        object
    }

    /// Takes what the plugin deletes out of an object, with `empty`, if it is live.
    pub(crate) fn take<R>(&self, object: *mut T, empty: impl FnOnce(&mut T) -> R) -> Option<R> {
        if !self.live.lock().remove(&object.addr()) {
            return None;
        }
        // SAFETY: `give` made it with `Box::into_raw`; it was live, and is taken once.
        let mut object = unsafe { Box::from_raw(object) };
        let content = empty(&mut object);
        let mut deleted = self.deleted.lock();
        if deleted.len() >= DELETED {
            deleted.pop_front();
        }
        deleted.push_back(object);
        Some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing(i32);
    impl Handled for Thing {
        const NAME: &'static str = "thing";
    }
    struct Other;
    impl Handled for Other {
        const NAME: &'static str = "other";
    }

    #[test]
    fn what_was_deleted_is_not_found() {
        let (thing, second) = (give(Thing(7)), give(Thing(8)));
        assert_eq!(try_with(thing, |thing| std::mem::replace(&mut thing.0, 9)), Some(7));
        assert_eq!(with_all(vec![second, thing, second], |all| all.iter().map(|t| t.0).sum()), Ok(17));
        assert_eq!(try_take(thing).map(|thing| thing.0), Some(9));
        assert!(try_take(thing).is_none() && try_with(thing, |_| ()).is_none());
        delete(thing);
        let gone = with_all(vec![second, thing], |_| ());
        assert_eq!(gone.unwrap_err(), "the thing was deleted or registered before, or is none");
        // Another type, null, any address.
        assert!(try_take(second.cast::<Other>()).is_none());
        assert!(with(ptr::null::<Thing>(), |_| ()).is_none());
        assert!(with(ptr::from_ref(&Thing(1)), |_| ()).is_none());
        assert_eq!(with(second, |thing| thing.0), Some(8));
        delete(second);
    }

    #[test]
    fn addresses_are_live_once() {
        let all = Addresses::new();
        let number = all.give(7);
        assert_eq!(all.take(number, std::mem::take), Some(7));
        assert_eq!(all.take(number, std::mem::take), None);
        // SAFETY: what was deleted is kept for a while.
        assert_eq!(unsafe { *number }, 0);
        assert!(all.take(ptr::null_mut(), std::mem::take).is_none());
    }
}
