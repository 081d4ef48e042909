//! The tests of the file format: what is written comes back, and what is damaged is refused.

mod common;

mod bad_files;
mod round_trip;
mod verifier;
