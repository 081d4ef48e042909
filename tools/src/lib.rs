//! The command lines of the three tools.
//!
//! `tfrt-opt` transforms programs, `tfrt-translate` turns text into executable files and back, `tfrt-run` runs either. Here are their
//! options and what they print; the work is done by `tfrt-driver`. The binaries are a `main` each.

pub mod cli;
pub mod conformance;
pub mod device_flags;
mod graphdef;
mod input_flags;
pub mod level;
pub mod opt;
pub mod plugins;
pub mod print_flags;
pub mod run;
pub mod translate;
