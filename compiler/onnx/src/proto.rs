//! The protocol buffer messages, generated from the schema in `proto/`.
#![allow(missing_docs, clippy::all, reason = "generated code")]

include!(concat!(env!("OUT_DIR"), "/onnx.rs"));
