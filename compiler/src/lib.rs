//! The passes, the pipelines, and the translation between text and BEF.

pub mod streams;
