//! Running: calls of functions, from outside and from within, to their end.
//!
//! * [`opening`]: opening programs, with the [`ENGINE`] that runs them.
//! * [`calls`]: calls by kernels, by tasks, and by the library's users; [`blocks`]: calls for the blocks of a range.
//! * [`states`]: from the straight loop to dataflow, and to the waiter of the results. [`control`]: control flow that the straight loop
//!   does not handle; [`host_function`]: functions of the host.

pub(in crate::program) mod blocks;
pub(in crate::program) mod calls;
mod control;
mod host_function;
mod opening;
mod states;

use crate::{
    kernel::opened::Calls,
    program::{code::instruction::Engine, native::enter, straight::ops},
};

/// The executor's own instructions, and how a run goes on: what programs are opened with.
pub(in crate::program) static ENGINE: Engine = Engine {
    check: ops::check,
    drop_object: ops::drop_object,
    framed: ops::framed,
    quick: ops::quick,
    give_back: ops::give_back,
    native: enter::native,
    control: ops::of_control,
    drive: states::drive,
};

/// The calls that programs are opened with.
pub(in crate::program) static CALLS: Calls = Calls {
    call: calls::call,
    call_async: calls::call_async,
    call_blocks: blocks::call_blocks,
    call_sync: calls::call_sync,
};
