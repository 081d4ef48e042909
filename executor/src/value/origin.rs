//! Origins: one word that identifies the kernel of a queued computation, for the report of a panic.
//!
//! A kernel that gives its result later is a task without a reference to its program or request: it has one allocation, and touches no
//! count that all threads share. Its [`Origin`] consists of three numbers: one identifies the receiver of failure reports
//! ([`Reports`]), one the owner of source places ([`Locates`]), one the place. They are resolved only when there is a failure to
//! report. Hosts and programs implement these two traits; this module does not depend on either.
//!
//! If the owner of the places is gone by then, the place is unknown. The receiver of reports exists as long as it runs tasks.

use super::{Error, KernelError, SourceLocation, panic_text};
use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Weak,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

const PLACE_BITS: u32 = 24;
const PLACES_BITS: u32 = 28;

/// The receiver of failure reports: a host.
pub(crate) trait Reports: Send + Sync {
    /// Tells of an error, which has its place already.
    fn report(&self, error: &Error);
}

/// The owner of source places: a program.
pub(crate) trait Locates: Send + Sync {
    /// Where the place with this number stands.
    fn locate(&self, place: u32) -> SourceLocation;
}

/// Reporter, places and place; 0 where there are too many of them for its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(u64);

static PLACES: Mutex<BTreeMap<u32, Weak<dyn Locates>>> = Mutex::new(BTreeMap::new());
/// By number, from 1; numbers are used again.
static REPORTERS: Mutex<Vec<Option<Weak<dyn Reports>>>> = Mutex::new(Vec::new());

/// The number of an owner of source places in [`PLACES`]. A number is never reused; an owner that comes after the last number has 0.
#[derive(Debug)]
pub(crate) struct Places(u32);

impl Places {
    /// The value that `make` makes, which keeps its number as long as it lives.
    pub(crate) fn of<T: Locates + 'static>(make: impl FnOnce(Places) -> Arc<T>) -> Arc<T> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let next = |next| (next < 1 << PLACES_BITS).then_some(next + 1);
        let number = NEXT.fetch_update(Relaxed, Relaxed, next).unwrap_or(0);
        let made = make(Places(number));
        if number > 0 {
            let known: Arc<dyn Locates> = made.clone();
            PLACES.lock().insert(number, Arc::downgrade(&known));
        }
        made
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        PLACES.lock().remove(&self.0);
    }
}

/// The number under which a receiver of failure reports is found; 0 for none.
#[derive(Debug)]
pub(crate) struct Reporter(u32);

impl Reporter {
    /// The value that `make` makes, which keeps its number as long as it lives.
    pub(crate) fn of<T: Reports + 'static>(make: impl FnOnce(Reporter) -> Arc<T>) -> Arc<T> {
        let mut reporters = REPORTERS.lock();
        let free = reporters.iter().position(Option::is_none);
        let at = free.unwrap_or(reporters.len());
        if at + 1 >= 1 << (u64::BITS - PLACES_BITS - PLACE_BITS) {
            return make(Reporter(0));
        }
        let made = make(Reporter(at as u32 + 1));
        let known: Arc<dyn Reports> = made.clone();
        let known = Some(Arc::downgrade(&known));
        match free {
            Some(_) => reporters[at] = known,
            None => reporters.push(known),
        }
        made
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(at) = self.0.checked_sub(1) {
            REPORTERS.lock()[at as usize] = None;
        }
    }
}

impl Origin {
    /// A place, and the receiver of failure reports for it.
    #[inline(always)]
    pub(crate) fn new(reporter: &Reporter, places: &Places, place: u32) -> Origin {
        let place = if place < 1 << PLACE_BITS { place } else { (1 << PLACE_BITS) - 1 };
        let (reporter, places) = (u64::from(reporter.0), u64::from(places.0));
        Origin(reporter << (PLACES_BITS + PLACE_BITS) | places << PLACE_BITS | u64::from(place))
    }

    /// Runs a task of the place's. A panic is reported, and ends with it.
    pub(crate) fn guard(self, f: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(f)) {
            self.report(KernelError::new(format!("task panicked: {}", panic_text(&*panic))));
        }
    }

    /// As the argument of a task.
    #[inline(always)]
    pub(crate) fn to_bits(self) -> u64 {
        self.0
    }

    /// From the argument of a task.
    pub(crate) fn from_bits(bits: u64) -> Origin {
        Origin(bits)
    }

    fn reporter(self) -> Option<Arc<dyn Reports>> {
        let at = (self.0 >> (PLACES_BITS + PLACE_BITS)).checked_sub(1)?;
        REPORTERS.lock().get(at as usize)?.as_ref()?.upgrade()
    }

    fn location(self) -> SourceLocation {
        let number = (self.0 >> PLACE_BITS) as u32 & ((1 << PLACES_BITS) - 1);
        let places = PLACES.lock().get(&number).and_then(Weak::upgrade);
        places
            .map_or(SourceLocation::Unknown, |places| places.locate(self.0 as u32 & ((1 << PLACE_BITS) - 1)))
    }

    /// Tells of a failure at the place, and makes an error value of it.
    #[cold]
    pub(crate) fn report(self, error: KernelError) -> Error {
        let tells = error.diagnose;
        let error = error.at(self.location());
        if tells && let Some(reporter) = self.reporter() {
            reporter.report(&error);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Told(Mutex<Vec<String>>, Reporter);

    impl Reports for Told {
        fn report(&self, error: &Error) {
            self.0.lock().push(format!("{} at {}", error.message(), error.location()));
        }
    }

    struct Lines(Places);

    impl Locates for Lines {
        fn locate(&self, line: u32) -> SourceLocation {
            SourceLocation::File { file: "a.mlir".into(), line, column: 1 }
        }
    }

    #[test]
    fn failures_are_told_with_their_places_as_long_as_these_are_known() {
        let told = Reporter::of(|reporter| Arc::new(Told(Mutex::default(), reporter)));
        let lines = Places::of(|places| Arc::new(Lines(places)));
        let origin = Origin::new(&told.1, &lines.0, 7);
        assert_eq!(Origin::from_bits(origin.to_bits()), origin);
        origin.report("first".into());
        drop(lines);
        origin.guard(|| panic!("second"));
        assert_eq!(*told.0.lock(), ["first at a.mlir:7:1", "task panicked: second at <unknown>:0"]);
    }

    #[test]
    fn numbers_are_those_of_the_living() {
        let other = Reporter::of(|reporter| Arc::new(Told(Mutex::default(), reporter)));
        let told = Reporter::of(|reporter| Arc::new(Told(Mutex::default(), reporter)));
        let lines = Places::of(|places| Arc::new(Lines(places)));
        assert!(told.1.0 > 0 && told.1.0 != other.1.0);
        let origin = Origin::new(&told.1, &lines.0, 1);
        drop(told);
        assert_eq!(origin.report("nobody is told".into()).message(), "nobody is told");
        assert!(other.0.lock().is_empty());
        let later = Places::of(|places| Arc::new(Lines(places)));
        assert!(later.0.0 > lines.0.0, "places have numbers of their own");
    }
}
