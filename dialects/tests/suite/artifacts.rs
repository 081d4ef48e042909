//! Portable artifacts of all versions read as upstream reads them: `checks/stablehlo/artifacts.py` wrote the artifacts with upstream's
//! serializer, and beside each the text of what upstream read back.

use std::sync::Arc;

use tfrt_bytecode::{Codecs, WriteOptions, read_module, write_module};
use tfrt_dialects::vhlo::Version;
use tfrt_dialects::{sdy, stablehlo, vhlo};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::module::Module;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::common::{registry, testdata};

fn read(ctx: &Arc<Context>, bytes: &[u8]) -> Result<Module, String> {
    let mut codecs = Codecs::new();
    vhlo::add_codec(&mut codecs);
    sdy::add_codec(&mut codecs);
    let mut read = read_module(ctx, &codecs, bytes).map_err(|error| error.to_string())?;
    vhlo::legalize_to_stablehlo(&mut read.module).map_err(|error| error.message)?;
    Ok(read.module)
}

/// The artifact of a version that a program is.
fn written(module: &mut Module, version: Version) -> Result<Vec<u8>, String> {
    let (ctx, body) = module.split_mut();
    vhlo::legalize_to_vhlo(ctx, body, version).map_err(|errors| errors[0].message.clone())?;
    let mut codecs = Codecs::new();
    vhlo::add_codec(&mut codecs);
    sdy::add_codec(&mut codecs);
    let options = WriteOptions { version: version.bytecode(), ..WriteOptions::default() };
    write_module(module, &codecs, &options).map_err(|error| error.to_string())
}

/// Each artifact by name, with its bytes and the text that upstream read from it.
fn artifacts() -> Vec<(String, Vec<u8>, String)> {
    let folder = testdata().join("stablehlo/artifacts");
    let mut found: Vec<(String, Vec<u8>, String)> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlirbc"))
        .map(|path| {
            let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(path.with_extension("mlir")).expect("its text is beside it");
            (name, std::fs::read(&path).expect("readable"), text)
        })
        .collect();
    found.sort();
    assert!(found.len() >= 30, "{} artifacts", found.len());
    found
}

#[test]
fn artifacts_of_all_versions_read_as_upstream_reads_them() {
    for (name, bytes, text) in artifacts() {
        let ctx = Arc::new(Context::with_dialects(registry()));
        let module = read(&ctx, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut diagnostics = Diagnostics::without_current_op();
        let verified = verify_module(&module, &mut diagnostics);
        let errors: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(verified.is_ok(), "{name}: {errors:?}");
        let printed = print_module(&module, &PrintOptions::default());
        for (number, (found, wanted)) in printed.lines().zip(text.lines()).enumerate() {
            assert_eq!(found, wanted, "{name}, line {}", number + 1);
        }
        assert_eq!(printed, text, "{name}");
    }
}

#[test]
fn what_an_artifact_says_is_written_for_its_version_and_read_again() {
    for (name, bytes, text) in artifacts() {
        // The name says the version; those of JAX are of the newest one.
        let version = name.split_once('.').map_or(Ok(Version::CURRENT), |(_, text)| Version::target(text));
        let version = version.unwrap_or_else(|error| panic!("{name}: {error}"));
        let ctx = Arc::new(Context::with_dialects(registry()));
        let mut module = read(&ctx, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = written(&mut module, version).unwrap_or_else(|error| panic!("{name}: {error}"));
        let module = read(&ctx, &again).unwrap_or_else(|error| panic!("{name}, written again: {error}"));
        let printed = print_module(&module, &PrintOptions::default());
        for (number, (found, wanted)) in printed.lines().zip(text.lines()).enumerate() {
            assert_eq!(found, wanted, "{name}, line {}", number + 1);
        }
        assert_eq!(printed, text, "{name}");
    }
}

#[test]
fn the_attributes_of_operations_are_read_from_bytecode() {
    // `jax._src.interpreters.mlir.module_to_bytecode` wrote the file, and upstream the text.
    let file = |name: &str| testdata().join("stablehlo/upstream").join(name);
    let bytes = std::fs::read(file("attributes.mlirbc")).expect("readable");
    let text = std::fs::read_to_string(file("attributes.mlir")).expect("readable");
    let ctx = Arc::new(Context::with_dialects(registry()));
    let mut codecs = Codecs::new();
    stablehlo::add_codec(&mut codecs);
    let read = read_module(&ctx, &codecs, &bytes).unwrap_or_else(|error| panic!("{error}"));
    let mut diagnostics = Diagnostics::without_current_op();
    let parsed = parse_module(&ctx, "attributes.mlir", &text, &mut diagnostics).expect("it is a program");
    let print = |module: &Module| print_module(module, &PrintOptions::default());
    assert_eq!(print(&read.module), print(&parsed));
}

#[test]
fn versions_refuse_what_is_younger() {
    let parse = |text: &str| {
        let ctx = Arc::new(Context::with_dialects(registry()));
        let mut diagnostics = Diagnostics::without_current_op();
        parse_module(&ctx, "-", text, &mut diagnostics).expect("it is a program")
    };
    for (version, op) in [
        (Version(1, 4, 0), "%0 = stablehlo.tan %a : tensor<2xf32>"),
        (Version(1, 8, 0), "%0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xf4E2M1FN>"),
        (
            Version(1, 9, 0),
            "%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = \
             #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>",
        ),
    ] {
        let text = format!("func.func @f(%a: tensor<2xf32>) {{\n  {op}\n  return\n}}\n");
        assert!(written(&mut parse(&text), version).is_ok(), "{op} in {version}");
        let older = Version(version.0, version.1 - 1, 9);
        let refused = written(&mut parse(&text), older).expect_err("it is younger");
        assert!(refused.starts_with("failed to legalize operation 'vhlo."), "{op} in {older}: {refused}");
    }
    // What artifacts cannot say in any version.
    for op in
        ["%0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>", "%0 = stablehlo.abs %a {x.y} : tensor<2xf32>"]
    {
        let text = format!("func.func @f(%a: tensor<2xf32>) {{\n  {op}\n  return\n}}\n");
        assert!(written(&mut parse(&text), Version::CURRENT).is_err(), "{op}");
    }
}

#[test]
fn damaged_artifacts_give_an_error_or_a_program() {
    let (name, bytes, _) =
        artifacts().into_iter().min_by_key(|(_, bytes, _)| bytes.len()).expect("there are some");
    for at in 0..bytes.len() {
        let ctx = Arc::new(Context::with_dialects(registry()));
        assert!(read(&ctx, &bytes[..at]).is_err(), "{name}, cut at {at}");
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            if let Ok(module) = read(&ctx, &damaged) {
                // Either is right, as long as it says so.
                let mut diagnostics = Diagnostics::without_current_op();
                let is_valid = verify_module(&module, &mut diagnostics).is_ok();
                assert!(is_valid || diagnostics.num_errors() > 0, "{name}, byte {at}");
            }
        }
    }
}
