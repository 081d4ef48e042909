//! What kernels and ops do on a CPU.

pub mod compute;
pub mod text;
pub mod btf;
