//! Numerics for the processor that runs them: functions over blocks of numbers, matrix products,
//! convolutions.
//!
//! * [`scalar`] and [`wide`] have functions of `f32`, [`double`] those of `f64`, all without branches, so that loops over them become
//!   vector code; [`exponential`] has what both share, and [`coefficients`] the constants. All are written over generic [`lanes`], so
//!   that a compiler's vector code comes from the same definition. [`blocks`] has the loops, compiled for several instruction sets, of
//!   which [`cpu`] chooses one at run time.
//! * [`product`] multiplies matrices over the register tiles of [`tile`], which are written once for the vectors of [`simd`], with the
//!   right factor as it is or in [`panels`]. [`convolution`], [`panel_convolution`] and [`volume_convolution`] use the same tiles. [`depthwise`] convolves each
//!   channel by itself, and pools; [`byte_pool`] does so for bytes. [`row`] multiplies a single row, [`dots`] a single column. [`integers`] multiplies integers of 8 bits, [`whole`] those of 32 and 64; [`combining`] adds rows, and finds extremes; `narrow` is what
//!   these have in common with products of numbers that are rounded to `bf16`. [`stream`] writes results that no cache will hold, [`transposition`] turns matrices,
//!   and [`matrix_steps`] has what factorisations of `f64` matrices are made of.
//! * [`fourier`] transforms lines of any length. [`arrays`] has numerics over row-major arrays of all element types in plain
//!   Rust, with sums in the order of the elements.
//!
//! The caller lends threads and memory: [`split`] and [`scratch`]. This crate starts no threads and has no tensors.
//!
//! Invariants: the functions give the same bits on every processor: they fuse multiplications and additions explicitly and never
//! depend on the width of a vector. Products and Fourier transforms give the same bits for every number of threads, but not on processors
//! with other vector widths, or where they may be rounded, with other units for that.

pub mod arrays;
pub mod blocks;
pub mod byte_pool;
pub mod coefficients;
pub mod columns;
pub mod combining;
pub mod convolution;
pub mod cpu;
pub mod depthwise;
pub mod dots;
pub mod double;
pub mod exponential;
pub mod finish;
pub mod fourier;
pub mod halves;
pub mod integers;
pub mod lanes;
pub mod matrix_steps;
pub(crate) mod narrow;
pub mod panel_convolution;
pub mod panel_product;
pub mod panels;
pub mod pixel_groups;
pub mod product;
pub mod row;
pub mod scalar;
pub mod scratch;
pub(crate) mod simd;
pub mod split;
pub mod stream;
pub(crate) mod tile;
pub mod transposed_convolution;
pub mod transposition;
pub mod volume_convolution;
pub mod whole;
pub mod wide;
pub mod winograd;
