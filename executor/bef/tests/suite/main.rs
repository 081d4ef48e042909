//! The tests of the file format: written files read back the same, and damaged files are refused.

mod common;

mod bad_files;
mod round_trip;
mod verifier;
