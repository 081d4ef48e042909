//! Compiles the protocol buffer schema in `proto/` to Rust, and keeps it for the text form of models.

use std::path::PathBuf;
use std::{env, error, fs};

use prost::Message as _;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(["onnx.proto"], ["proto"])?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    // Constants stay where the file was read.
    prost_build::Config::new().bytes([".onnx.TensorProto.raw_data"]).compile_fds(descriptors)?;
    Ok(())
}
