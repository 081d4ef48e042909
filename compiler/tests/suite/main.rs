//! The tests of the translation between programs and files, in one program.

mod common;

mod bef;
mod devices;
mod encode;
mod round_trip;
