//! Compiles the protocol buffer schemas in `proto/` to Rust. Messages of graphs are those of `tfrt-graphdef`.

use std::error;

fn main() -> Result<(), Box<dyn error::Error>> {
    let schemas = "../graphdef/proto";
    println!("cargo::rerun-if-changed=proto");
    println!("cargo::rerun-if-changed={schemas}");
    let descriptors = protox::compile(["saved_model.proto", "tensor_bundle.proto"], ["proto", schemas])?;
    let mut config = prost_build::Config::new();
    // Ordered maps: the output must be deterministic.
    config.btree_map(["."]).extern_path(".tensorflow", "::tfrt_graphdef::proto::tensorflow");
    config.compile_fds(descriptors)?;
    Ok(())
}
