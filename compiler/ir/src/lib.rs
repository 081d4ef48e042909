//! The IR of dataflow programs: entities, textual syntax, verifier and pass manager.
