//! Sealed supertraits, which reserve the traits of typed kernels for this crate: the executor reads and writes registers by their
//! constants, so a wrong implementation would break memory safety.

/// Of [`Param`](super::params::Param).
pub trait Param {}

/// Of [`KernelResult`](super::results::KernelResult).
pub trait KernelResult {}

/// Of [`KernelResults`](super::results::KernelResults).
pub trait KernelResults {}

/// Of [`TypedKernel`](super::typed::TypedKernel).
pub trait TypedKernel<M> {}
