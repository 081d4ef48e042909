//! What the three command line tools share, and what each does.
//!
//! `tfrt-opt` transforms programs, `tfrt-translate` turns text into executable files and back, `tfrt-run` runs either. The
//! binaries are a `main` each; what they do is here, where tests reach it.

pub mod array;
pub mod cli;
pub mod compile;
pub mod conformance;
pub mod files;
mod graphdef;
pub mod input;
mod input_flags;
pub mod large_pages;
pub mod opt;
pub mod oracle;
pub mod placement;
mod plugin_passes;
pub mod plugins;
pub mod print_flags;
pub mod run;
pub mod translate;
pub mod upstream;

/// The programs of the book's page on embedding compile, and do what the page says.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
struct Embedding;
