//! The protocol buffer messages, generated from the schemas in `proto/`.
#![allow(missing_docs, clippy::all, reason = "generated code")]

include!(concat!(env!("OUT_DIR"), "/all.rs"));

/// The serialized descriptors of all messages.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
