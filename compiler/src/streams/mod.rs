//! Streams: which kernels of a function run one after the other on one thread.
//!
//! A function is cut into streams by a cost model before it is written to a file. A stream is a path or tree of kernels that is
//! worth a task of its own; only values that cross from stream to stream cost synchronization. See [`analysis`] for the
//! model itself.

pub mod analysis;
