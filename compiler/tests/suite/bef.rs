//! Programs made with the file writer come back from IR as the same bytes.

use tfrt_bef::{
    BefFile, BefWriter, DTypeCode, FunctionKind, FunctionSpec, KernelSpec, TypeCode, WriteOptions,
};
use tfrt_compiler::{decode, encode};
use tfrt_ir::diagnostics::Diagnostics;

use crate::common::context;

fn chain(kernels: u32) -> Vec<u8> {
    let mut writer = BefWriter::new(WriteOptions::default());
    let i32 = writer.type_named("i32", TypeCode::Scalar(DTypeCode::I32)).unwrap();
    let file = writer.string("chain.mlir").unwrap();
    let mut location = writer.file_location(file, 1, 1);
    writer
        .begin_function(&FunctionSpec {
            name: "main",
            kind: FunctionKind::Async,
            arg_types: &[i32],
            result_types: &[i32],
            root_stream: 0,
            location,
        })
        .unwrap();
    let add = writer.kernel_name("tfrt.add.i32").unwrap();
    let mut last = 0;
    for i in 0..kernels {
        location = writer.file_location(file, i + 2, 8);
        last = writer
            .add_kernel(&KernelSpec {
                code: add,
                operands: &[last, 0],
                attrs: &[],
                attr_names: &[],
                functions: &[],
                function_names: &[],
                result_types: &[i32],
                stream: 0,
                location,
            })
            .unwrap();
    }
    writer.end_function(&[last]).unwrap();
    writer.finish().unwrap()
}

#[test]
fn a_chain_comes_back() {
    let bytes = chain(if cfg!(debug_assertions) { 1000 } else { 1_000_000 });
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let start = std::time::Instant::now();
    let file = BefFile::from_bytes(&bytes).unwrap();
    let module =
        decode::decode(&ctx, &file, "x.bef", decode::DecodeOptions::default(), &mut diagnostics).unwrap();
    eprintln!("decode {:?}", start.elapsed());
    let start = std::time::Instant::now();
    let again = encode::encode(&module, WriteOptions::default(), &mut diagnostics).unwrap();
    eprintln!("encode {:?}", start.elapsed());
    assert!(diagnostics.is_empty());
    BefFile::from_bytes(&again).unwrap();
    assert!(again == bytes, "{} and {} bytes", again.len(), bytes.len());
}
