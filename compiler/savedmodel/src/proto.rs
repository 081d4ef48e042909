//! The protocol buffer messages, generated from the schemas in `proto/`.
#![allow(missing_docs, clippy::all, reason = "generated code")]

include!(concat!(env!("OUT_DIR"), "/savedmodel.rs"));
