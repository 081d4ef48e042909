//! What kernels and ops do on a CPU.
