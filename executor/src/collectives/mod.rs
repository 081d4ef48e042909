//! Collectives: exchanges of bytes between the processes that run one program.
//!
//! A program runs as a [`Grid`] of processes: replicas of it, each split into partitions. A *process* here is one run of the program; several
//! may be in one process of the operating system. The request of a run has its [`Process`] as a datum, by which ops find the
//! [`Collectives`] of the run. [`room`] has those of runs that share a host.
//!
//! * [`Collectives`] assumes no memory that processes share: a member of a group brings bytes and gets bytes.
//! * An exchange does not block its caller: the outcome comes later, by a call. So processes may be more than threads.
//! * What a member gets is in the order of the group, whatever the order in which the members come.
//!
//! Left to others: what the bytes mean. Ops reduce what they have gathered.

mod groups;
mod room;

use std::fmt;
use std::sync::Arc;

pub use groups::{Grid, GroupMode, Groups};
pub use room::Room;

use crate::value::ErrorCode;

/// The kind of exchange of the bytes of a group's members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exchange {
    /// Each member gets the bytes of all, one member after the other. All bring equally many.
    AllGather,
    /// Each member brings a part for each member, all of one size, and gets its part of each member.
    AllToAll,
    /// Each pair is a source and a target, by their numbers in the grid. A target gets its source's bytes, other members zeros. All
    /// bring equally many.
    Permute(Arc<[(usize, usize)]>),
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exchange::AllGather => "all_gather",
            Exchange::AllToAll => "all_to_all",
            Exchange::Permute(_) => "collective_permute",
        })
    }
}

/// An exchange that a member takes part in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The place in the program. Each member reaches the exchanges of one place and group in the same order.
    pub site: i64,
    /// The members by their numbers in the grid, each once, in the order of the group.
    pub members: Vec<usize>,
    /// The exchange.
    pub exchange: Exchange,
}

/// Why an exchange failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingError {
    /// The code of the error.
    pub code: ErrorCode,
    /// The description of the failure, and of the members that it concerns.
    pub message: String,
}

/// Gets the outcome of an exchange, once.
pub type Done = Box<dyn FnOnce(Result<Vec<u8>, MeetingError>) + Send>;

/// The exchanges of one process with the others of its grid.
pub trait Collectives: Send + Sync {
    /// The processes that there are.
    fn grid(&self) -> Grid;

    /// The number of this process in the grid.
    fn process(&self) -> usize;

    /// Takes part in an exchange: brings bytes, and passes `done` what this member gets, on any thread, before or after this call returns.
    ///
    /// An implementation has a deadline, after which `done` gets an error that names the members which did not come.
    fn meet(&self, meeting: Meeting, sent: Vec<u8>, done: Done);
}

/// The process that a request runs as: a datum of the request.
#[derive(Clone)]
pub struct Process(pub Arc<dyn Collectives>);

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("number", &self.0.process()).field("grid", &self.0.grid()).finish()
    }
}
