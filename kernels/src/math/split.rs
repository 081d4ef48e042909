//! Who works on the tasks of a product: this thread, or all threads of a host.
//!
//! Tasks write to parts of a result by address, so that each must run exactly once and none that is not there. A [`Split`] can only be
//! one of those that do so.

use tfrt_executor::core_runtime::OpContext;

/// Runs tasks on one thread or several.
#[derive(Clone, Copy)]
pub struct Split<'a>(Workers<'a>);

#[derive(Clone, Copy)]
enum Workers<'a> {
    ThisThread,
    Threads(&'a dyn OpContext),
    /// This thread, from the last task to the first; notes how many there were.
    #[cfg(test)]
    Backwards(&'a std::cell::Cell<usize>),
}

impl std::fmt::Debug for Split<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Workers::ThisThread => "Split(this thread)",
            Workers::Threads(_) => "Split(threads)",
            #[cfg(test)]
            Workers::Backwards(_) => "Split(backwards)",
        })
    }
}

impl<'a> Split<'a> {
    /// Everything runs on this thread: for products inside a task.
    pub const ALONE: Split<'static> = Split(Workers::ThisThread);

    /// Tasks run on all threads of the op's host.
    pub fn over(context: &'a dyn OpContext) -> Split<'a> {
        Split(Workers::Threads(context))
    }

    /// Tasks run on this thread, from the last to the first; their number goes to the cell.
    #[cfg(test)]
    pub(super) fn backwards(count: &'a std::cell::Cell<usize>) -> Split<'a> {
        Split(Workers::Backwards(count))
    }

    /// Calls `body(begin, end)` with ranges that cover `0..tasks`, each task once; returns when all calls have.
    pub(crate) fn run(self, tasks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        match self.0 {
            Workers::ThisThread => body(0, tasks),
            Workers::Threads(context) => context.parallel_for(tasks, 1, body),
            #[cfg(test)]
            Workers::Backwards(count) => {
                count.set(tasks);
                (0..tasks).rev().for_each(|task| body(task, task + 1));
            }
        }
    }
}
