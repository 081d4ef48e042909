//! Compiles the protocol buffer schemas in `proto/` to Rust, without an external compiler.

use std::path::{Path, PathBuf};
use std::{env, error, fs};

use prost::Message as _;

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut files = Vec::new();
    find(Path::new("proto"), &mut files)?;
    files.sort();
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(files, ["proto"])?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    let mut config = prost_build::Config::new();
    // Ordered maps: the output must be deterministic.
    config.btree_map(["."]).include_file("all.rs");
    // Constants stay where the file was read.
    config.bytes([".tensorflow.TensorProto.tensor_content"]);
    // Most attributes are a type or a number, and a node has room for eleven.
    for large in ["tensor", "list"] {
        config.boxed(format!(".tensorflow.AttrValue.value.{large}"));
    }
    config.compile_fds(descriptors)?;
    Ok(())
}

fn find(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            into.push(path);
        }
    }
    Ok(())
}
