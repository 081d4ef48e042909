//! What the three command line tools share.
//!
//! `tfrt-opt` transforms programs, `tfrt-translate` turns text into executable files and back, `tfrt-run` runs either. The
//! binaries are a `main` each; what they do is here, where tests reach it.

pub mod array;
pub mod cli;
pub mod files;
pub mod npy;
