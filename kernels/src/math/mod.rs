//! Numerics that are written for the processor they run on: functions over blocks of numbers, and matrix products.
//!
//! [`scalar`] and [`wide`] have the functions themselves, without branches, so that loops over them become vector code, with the numbers of [`coefficients`]; [`double`] has those of `f64`, written
//! over the [`lanes`] of whatever code; [`blocks`] has those loops, compiled for several instruction sets, of which [`cpu`] chooses at run time. [`product`] multiplies matrices
//! over the register tiles of [`tile`], which are written once for the vectors of [`simd`], with the right factor as it is or in [`panels`];
//! [`convolution`] and [`panel_convolution`] use the same tiles. [`depthwise`] convolves each channel by itself, and pools. [`row`] is for a single row. [`stream`] writes what no cache will hold. [`split`] says
//! who works on the parts of a product.
//!
//! The functions of both give the same bits on every processor: they fuse multiplications and additions explicitly and
//! never depend on the width of a vector. Products give the same bits for every number of threads, but not on processors with
//! other vector widths.

pub mod blocks;
pub mod coefficients;
pub mod convolution;
pub mod cpu;
pub mod depthwise;
pub mod double;
pub mod lanes;
pub mod panel_convolution;
pub mod panels;
pub mod product;
pub mod row;
pub mod scalar;
pub(crate) mod scratch;
pub(crate) mod simd;
pub mod split;
pub mod stream;
pub(crate) mod tile;
pub mod wide;
