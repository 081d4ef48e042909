//! Which kernel a queued computation comes from, in one word: for the day on which it panics.
//!
//! A kernel that gives its result later is a task that knows neither program nor request: it has one allocation, and no count that
//! all threads share is touched for it. Its [`Origin`] is made of numbers of the host, the program and the kernel, which are looked up
//! when there is something to report. A program that is gone by then has taken its places with it; a host is there as long as it
//! runs tasks.

use super::{Program, ProgramInner};
use crate::{
    host::{Host, HostInner},
    kernel::{ExecCtx, report},
    runtime::WeakRuntime,
    value::{Error, KernelError, SourceLocation, panic_text},
};
use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Weak,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};
use tfrt_bef::KernelIx;

const KERNEL_BITS: u32 = 24;
const PROGRAM_BITS: u32 = 28;

/// Host, program and kernel; 0 where there are too many of them for its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(u64);

static PROGRAMS: Mutex<BTreeMap<u32, Weak<ProgramInner>>> = Mutex::new(BTreeMap::new());
/// By number, from 1; numbers are used again.
static HOSTS: Mutex<Vec<Option<Weak<HostInner>>>> = Mutex::new(Vec::new());

/// A number for a program, which no other one ever gets; 0 when there is none left.
pub(super) fn number_program() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let taken = NEXT.fetch_update(Relaxed, Relaxed, |next| (next < 1 << PROGRAM_BITS).then_some(next + 1));
    taken.unwrap_or(0)
}

/// Makes a program known by its number.
pub(super) fn add_program(program: &Arc<ProgramInner>) {
    if program.number > 0 {
        PROGRAMS.lock().insert(program.number, Arc::downgrade(program));
    }
}

/// Forgets a program.
pub(super) fn remove_program(number: u32) {
    PROGRAMS.lock().remove(&number);
}

/// A number for a host, and the host that `make` makes of it. Numbers that do not fit are 0.
pub(crate) fn number_host(make: impl FnOnce(u32) -> Arc<HostInner>) -> Arc<HostInner> {
    let mut hosts = HOSTS.lock();
    let free = hosts.iter().position(Option::is_none);
    let at = free.unwrap_or(hosts.len());
    if at + 1 >= 1 << (u64::BITS - PROGRAM_BITS - KERNEL_BITS) {
        return make(0);
    }
    let host = make(at as u32 + 1);
    let known = Some(Arc::downgrade(&host));
    match free {
        Some(_) => hosts[at] = known,
        None => hosts.push(known),
    }
    host
}

/// Forgets a host.
pub(crate) fn remove_host(number: u32) {
    if let Some(at) = number.checked_sub(1) {
        HOSTS.lock()[at as usize] = None;
    }
}

impl Origin {
    /// The kernel that this is the context of.
    #[inline(always)]
    pub(crate) fn of(ctx: &ExecCtx<'_>) -> Origin {
        let kernel = if ctx.kernel < 1 << KERNEL_BITS { ctx.kernel } else { (1 << KERNEL_BITS) - 1 };
        let (host, program) = (u64::from(ctx.host().number()), u64::from(ctx.program.inner().number));
        Origin(host << (PROGRAM_BITS + KERNEL_BITS) | program << KERNEL_BITS | u64::from(kernel))
    }

    /// Runs a task of the kernel's. A panic is reported, and ends with it.
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

    fn host(self) -> Option<Host> {
        let at = (self.0 >> (PROGRAM_BITS + KERNEL_BITS)).checked_sub(1)?;
        HOSTS.lock().get(at as usize)?.as_ref()?.upgrade().map(Host::from_inner)
    }

    fn location(self) -> SourceLocation {
        let number = (self.0 >> KERNEL_BITS) as u32 & ((1 << PROGRAM_BITS) - 1);
        let kernel = self.0 as u32 & ((1 << KERNEL_BITS) - 1);
        let program = PROGRAMS.lock().get(&number).and_then(Weak::upgrade);
        let program = program.map(|inner| Program { inner, runtime: WeakRuntime::default() });
        program.map_or(SourceLocation::Unknown, |program| program.kernel_location(KernelIx(kernel)))
    }

    /// Tells the host of a failure of the kernel, and makes an error value of it.
    #[cold]
    pub(crate) fn report(self, error: KernelError) -> Error {
        match self.host() {
            Some(host) => report(&host, self.location(), error),
            None => Error::new(error.code, error.message, self.location()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{host::HostOptions, kernel::KernelRegistry};

    #[test]
    fn hosts_are_found_by_their_numbers_as_long_as_they_live() {
        let host = Host::new(HostOptions::default()).unwrap();
        let other = Host::new(HostOptions::default()).unwrap();
        assert!(host.number() > 0 && host.number() != other.number());
        let origin = Origin(u64::from(host.number()) << (PROGRAM_BITS + KERNEL_BITS));
        assert_eq!(origin.host().map(|host| host.number()), Some(host.number()));
        assert_eq!(origin.location(), SourceLocation::Unknown);
        drop(host);
        assert!(origin.host().is_none_or(|host| host.number() != other.number()));
    }

    #[test]
    fn programs_have_numbers_of_their_own() {
        let (first, second) = (number_program(), number_program());
        assert!(first > 0 && second > first);
        assert!(Program::from_bytes(&[], &KernelRegistry::new()).is_err());
        assert!(PROGRAMS.lock().get(&second).is_none());
    }
}
