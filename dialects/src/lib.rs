//! What a program may say: every operation, type and attribute of our dialects, declared once.
//!
//! A declaration drives the parser, the printer, the verifier and the documentation. This crate has no compiler passes and
//! runs nothing; what needs execution goes through traits that others implement.

pub mod tf;
