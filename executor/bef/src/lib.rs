//! The BEF file format: fixed-width records, writer, mapped reader and verifier.
