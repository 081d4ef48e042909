//! Compiles the protocol buffer schema in `proto/` to Rust.

use std::error;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(["onnx.proto"], ["proto"])?;
    // Constants stay where the file was read.
    prost_build::Config::new().bytes([".onnx.TensorProto.raw_data"]).compile_fds(descriptors)?;
    Ok(())
}
