//! Products of narrow numbers, several to a word, with sums of 32 bits: of `f32` rounded to `bf16`, and of integers of 8 bits.
//!
//! Processors multiply groups of neighbouring elements of the inner dimension with one instruction. A group fills a word of 32 bits, so that factors
//! are matrices of words whatever the elements are. The right one is packed once, in panels ([`Words`]); the left one is [filled](sources) block by
//! block, and made narrow on the way, also where it is the [patches](patches) of an image. A [`Unit`] knows the instructions, an [end](ends)
//! what becomes of sums; [`multiply`] splits a product into tasks.
//!
//! - `f32` is rounded to the nearest `bf16`, to even where two are equally near. The processor sums the products of a pair, and pairs in the order of
//!   the inner dimension, in `f32`; it takes numbers below the normal ones as zeros. The bits are the same for every number of threads, but not on
//!   every kind of unit.
//! - Integers are exact, modulo 2^32, everywhere.

pub(crate) mod ends;
mod loops;
pub(crate) mod patches;
mod product;
pub(crate) mod sources;
#[cfg(target_arch = "x86_64")]
mod tiles;
mod unit;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub(crate) use product::{DEPTH, Words, multiply};
pub(crate) use unit::{Block, Kind, Unit};

#[cfg(test)]
pub(crate) mod tests;
