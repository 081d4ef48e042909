//! Tests: programs survive writing and reading; damaged files are errors.

use std::sync::Arc;

use tfrt_ir::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::module::Module;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};

use crate::{Codecs, NEWEST_VERSION, ReadModule, WriteOptions, is_bytecode, read_module, write_module};

fn parse(text: &str) -> Module {
    let ctx = Arc::new(Context::new());
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "test.mlir", text, &mut diagnostics);
    module.unwrap_or_else(|| panic!("{:?}", diagnostics.take()))
}

fn print(module: &Module) -> String {
    print_module(module, &PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() })
}

fn write(module: &Module, version: u64) -> Vec<u8> {
    let options = WriteOptions { version, ..WriteOptions::default() };
    write_module(module, &Codecs::new(), &options).expect("the program can be written")
}

fn read(bytes: &[u8]) -> Result<ReadModule, crate::BytecodeError> {
    read_module(&Arc::new(Context::new()), &Codecs::new(), bytes)
}

/// Everything that the format has a form for.
const PROGRAM: &str = r##"
#map = affine_map<(d0, d1) -> (d1 + 4, d0 floordiv 2)>
"d.top"() <{p = 1 : i8}> ({
^bb0(%a: i32 loc("a"), %b: !other.thing<"x">):
  %0:2 = "d.two"(%a, %late) {n = -7 : i64, f = 1.5 : f32, h = 0x7E01 : f16, big = 123456789012345678901234567890 : i128, on} : (i32, index) -> (f64, index) loc(callsite("x":1:2 at fused<"m">["y":3:4, "z"("w":5:6)]))
  %late = "d.late"() {s = "text\00\FF", t = "typed" : !d.t, list = [1, true, @r::@n, #map, tensor<2x?xf8E4M3FN>], d = {a, b = unit}} : () -> index
  "d.shapes"() {
    a = dense<[true, false, true]> : tensor<3xi1>,
    b = dense<true> : tensor<17xi1>,
    c = dense<[true, false, true, true, false, true, false, true, true]> : vector<9xi1>,
    e = dense<[[1, -2], [3, 4]]> : tensor<2x2xi5>,
    f = dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>,
    g = dense<["a", "b"]> : tensor<2x!d.string>,
    h = array<i16: 1, -2>,
    i = array<i1: true, false>,
    j = sparse<[[0, 1]], 2.0> : tensor<3x4xf32>,
    k = dense_resource<blob> : tensor<2xi32>,
    l = strided<[4, ?], offset: 1>,
    m = memref<2x?xf32, strided<[?, 1]>, 1 : i64>,
    o = (i32, index) -> (none, tuple<si8, ui64>),
    q = vector<[4]x2xbf16>,
    r = tensor<2x3xf32, #d.encoding<1>>,
    u = tensor<*xi1>,
    v = loc("here":1:1 to 2:3),
    w = distinct[0]<42 : i32>,
    x = dense<> : tensor<0xf32>,
    x1 = dense<1.0> : tensor<0x2xf32>
  } : () -> ()
  "d.region"() ({
    %1 = "d.use"(%a, %a, %0#1) : (i32, i32, index) -> i32
    "d.branch"(%1)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:
    "d.branch"()[^bb2] : () -> ()
  ^bb2:
    "d.end"(%1) : (i32) -> ()
  }, {
  }) : () -> ()
  "d.end"(%0#0, %b) : (f64, !other.thing<"x">) -> ()
}) : () -> ()

{-#
  dialect_resources: { builtin: { blob: "0x040000000100000002000000" } },
  external_resources: { tool: { flag: true, text: "t", data: "0x0800000001" } }
#-}
"##;

#[test]
fn programs_survive_in_every_version() {
    let module = parse(PROGRAM);
    for version in 0..=NEWEST_VERSION {
        let bytes = write(&module, version);
        assert!(is_bytecode(&bytes));
        let read = read(&bytes).unwrap_or_else(|error| panic!("version {version}: {error}"));
        assert_eq!((read.version, &*read.producer), (version, "tfrt"));
        if version >= 5 {
            assert_eq!(print(&read.module), print(&module), "version {version}");
        }
        assert_eq!(write(&read.module, version), write(&read.module, version));
        assert_eq!(read.module.resources(), module.resources());
    }
}

#[test]
fn what_was_read_and_written_is_the_same_file() {
    let first = write(&parse(PROGRAM), NEWEST_VERSION);
    let second = write(&read(&first).unwrap().module, NEWEST_VERSION);
    let third = write(&read(&second).unwrap().module, NEWEST_VERSION);
    assert_eq!(second, third);
}

#[test]
fn orders_of_uses_survive() {
    let mut module =
        parse("%0 = \"d.a\"() : () -> i32\n\"d.b\"(%0, %0) : (i32, i32) -> ()\n\"d.c\"(%0) : (i32) -> ()");
    let uses = |module: &Module| {
        let body = module.contents();
        let value = body.result(body.first_op(body.root_block().unwrap()).unwrap(), 0);
        let ctx = module.ctx();
        let owner = |use_| (ctx.str(body.name(body.use_owner(use_))).to_owned(), body.use_index(use_));
        body.uses(value).map(owner).collect::<Vec<_>>()
    };
    let body = module.contents_mut();
    let value = body.result(body.first_op(body.root_block().unwrap()).unwrap(), 0);
    let order: Vec<_> = body.uses(value).collect();
    body.set_use_order(value, &[order[1], order[2], order[0]]);
    let before = uses(&module);
    assert_eq!(uses(&read(&write(&module, NEWEST_VERSION)).unwrap().module), before);
    assert_ne!(uses(&read(&write(&module, 2)).unwrap().module), before);
}

#[test]
fn other_operations_than_modules_are_put_in_one() {
    let ctx = Arc::new(Context::new());
    let (mut body, block) = tfrt_ir::Body::with_entry_block();
    let (inner, _) = tfrt_ir::Body::with_entry_block();
    let state = tfrt_ir::OpState::new(ctx.ident("d.top"), ctx.unknown_loc());
    let op = body.create_op(&ctx, state.nested(Box::new(inner)));
    body.append_op(block, op);
    let module = Module::from_body(ctx, body).expect("it has one operation");
    let read = read(&write(&module, NEWEST_VERSION)).unwrap();
    assert_eq!(read.module.top().name_str(), "builtin.module");
    assert_eq!(read.module.ops().map(|op| op.name_str().to_owned()).collect::<Vec<_>>(), ["d.top"]);
}

#[test]
fn long_chains_of_locations_need_no_stack() {
    let ctx = Arc::new(Context::new());
    let mut loc = ctx.unknown_loc();
    for i in 0..100_000 {
        loc = ctx.name_loc(ctx.ident(&format!("n{i}")), loc);
    }
    let module = Module::new(ctx, loc);
    let read = read(&write(&module, NEWEST_VERSION)).unwrap();
    let mut depth = 0;
    let mut loc = read.module.top().loc();
    while let tfrt_ir::LocKind::Name { child, .. } = read.module.ctx().loc_kind(loc) {
        (depth, loc) = (depth + 1, child);
    }
    assert_eq!(depth, 100_000);
}

#[test]
fn damaged_files_are_errors_or_programs() {
    let bytes = write(&parse(PROGRAM), NEWEST_VERSION);
    let ctx = Arc::new(Context::new());
    let read = |bytes: &[u8]| read_module(&ctx, &Codecs::new(), bytes);
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "a file cut at {end}");
    }
    for at in 0..bytes.len() {
        for change in [0x01, 0x02, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Ok(read) = read(&changed) {
                print(&read.module);
            }
        }
    }
}

#[test]
fn errors_say_what_and_where() {
    let bytes = write(&parse("\"d.a\"() : () -> ()"), NEWEST_VERSION);
    let message = |bytes: &[u8]| read(bytes).expect_err("it is wrong").to_string();
    assert_eq!(
        message(b"text"),
        "expected bytecode header: the file does not start with 'ML\\xEFR' (at byte 0)"
    );
    let mut newer = bytes.clone();
    newer[4] = 7 << 1 | 1;
    assert_eq!(
        message(&newer),
        "bytecode version 7 is newer than the current version 6; 'tfrt' wrote it, and versions 0 to 6 can be read (at byte 4)"
    );
    let mut section = bytes.clone();
    section[10] = 0x7f;
    assert_eq!(
        message(&section),
        "invalid section ID: 127; the file has bytecode version 6 and was written by 'tfrt' (at byte 10)"
    );
    let version =
        write_module(&parse(""), &Codecs::new(), &WriteOptions { version: 9, ..WriteOptions::default() });
    assert_eq!(
        version.expect_err("no such version").to_string(),
        "bytecode version 9 cannot be written; the newest is 6"
    );
}
