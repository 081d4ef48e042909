//! Values, threads, BEF execution and the core runtime.
