//! The tests of kernels and ops, in one program: linking all kernels costs a hundred megabytes per program.
//!
//! `cargo test -p tfrt-kernels --test suite -- NAME` runs the tests whose path contains NAME, such as `op_table::`. They run at the
//! same time, in one process, with the allocator of [`allocator`].

mod allocator;
mod cases;
mod children;
mod data_format;
mod op_calls;

mod allocations;
mod approximate_equal;
mod bad_calls;
mod direct;
mod fused_products;
mod limited;
mod names;
mod needed_attributes;
mod op_api;
mod op_references;
mod op_table;
mod signatures;
mod special_values;
mod threads;
mod wrong_arguments;
