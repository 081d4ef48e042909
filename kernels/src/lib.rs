//! What kernels and ops do on a CPU.

pub mod btf;
pub mod compute;
pub mod host_tensor;
pub mod test;
pub mod text;
