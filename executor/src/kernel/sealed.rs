//! What keeps the traits of typed kernels this crate's: the executor reads and writes registers by what their constants say, so an
//! implementation that says something wrong would break memory.

/// Of [`Param`](super::params::Param).
pub trait Param {}

/// Of [`KernelResult`](super::results::KernelResult).
pub trait KernelResult {}

/// Of [`KernelResults`](super::results::KernelResults).
pub trait KernelResults {}

/// Of [`TypedKernel`](super::typed::TypedKernel).
pub trait TypedKernel<M> {}
