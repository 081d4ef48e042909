//! The tests of headers and of plugins that are loaded into this very program, which exports the functions
//! that they call.
//!
//! `cargo test -p tfrt-plugin --test suite -- NAME` runs the tests whose path contains NAME, such as `profilers::`.

mod common;

mod headers;
mod passes;
mod profilers;
