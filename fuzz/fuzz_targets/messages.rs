//! Any bytes, read as a `GraphDef`, an `OpDef` or an `XSpace`, give an error, or a message that converts both ways; read as an ONNX model, as the
//! graph of a SavedModel or as the index of its bundle, they give an error or a program.
//!
//! The first byte selects the form of the rest: the message itself, its text form, or changes to a valid message (two bytes of
//! position, one of value), which reach code that random bytes do not.
#![no_main]

#[path = "common/context.rs"]
mod context;
#[path = "common/models.rs"]
mod models;

use context::context;
use libfuzzer_sys::fuzz_target;
use tfrt_graphdef::proto::tensorflow::profiler::XSpace;
use tfrt_graphdef::proto::tensorflow::{GraphDef, OpDef};
use tfrt_graphdef::{
    ExportOptions, ImportOptions, TextFormat, graph_to_module, module_to_graph, properties, rewrite,
};
use tfrt_ir::Module;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

const GRAPH: &str = include_str!("../messages/graph.pbtxt");
const OP: &str = include_str!("../messages/op.pbtxt");
const SPACE: &str = include_str!("../messages/space.pbtxt");
const PROGRAM: &str = include_str!("../messages/program.mlir");

fn print(module: &Module) -> String {
    let is_valid = verify_module(module, &mut Diagnostics::new()).is_ok();
    print_module(module, &PrintOptions { generic: !is_valid, ..PrintOptions::default() })
}

/// A graph becomes a program, or an error says why not. The program becomes a graph, which becomes the same program.
fn graph(graph: &GraphDef) {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let _ = properties(&ctx, graph, true);
    let Ok(module) = graph_to_module(&ctx, graph, &ImportOptions::default(), &mut diagnostics) else {
        assert!(diagnostics.has_errors(), "a failure says why");
        return;
    };
    let printed = print(&module);
    if verify_module(&module, &mut Diagnostics::new()).is_err() {
        return;
    }
    let Ok(again) = module_to_graph(&module, &ExportOptions::default(), &mut Diagnostics::new()) else {
        return;
    };
    let mut diagnostics = Diagnostics::new();
    let same = graph_to_module(&ctx, &again, &ImportOptions::default(), &mut diagnostics);
    let Ok(same) = same else { panic!("what was a program is none: {diagnostics:?}\n{printed}") };
    assert_eq!(print(&same), printed);
}

/// An optimizer gives this graph for each island of a program.
fn optimizer(graph: &GraphDef) {
    let ctx = context();
    let module = parse_module(&ctx, "p.mlir", PROGRAM, &mut Diagnostics::new());
    let mut module = module.expect("the program is right");
    let mut diagnostics = Diagnostics::new();
    let (ctx, contents) = module.split_mut();
    let _ = rewrite(ctx, contents, "CPU", &mut |_| Ok(graph.clone()), &mut diagnostics);
    print(&module);
}

/// A message has a text form, from which it comes back.
fn text_form<M: TextFormat>(message: &M) {
    if let Ok(text) = message.to_text() {
        match M::from_text(&text) {
            Ok(again) => assert_eq!(again.to_text().ok(), Some(text)),
            Err(error) => panic!("{error}\n{text}"),
        }
    }
}

/// A good message with some bytes changed.
fn changed<M: TextFormat>(text: &str, changes: &[u8]) -> Option<M> {
    let mut bytes = M::from_text(text).expect("the message is right").encode_to_vec();
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] = change[2];
    }
    M::decode(&bytes[..]).ok()
}

fn message<M: TextFormat>(how: u8, good: &str, bytes: &[u8]) -> Option<M> {
    let message = match how % 3 {
        0 => M::decode(bytes).ok(),
        1 => std::str::from_utf8(bytes).ok().and_then(|text| M::from_text(text).ok()),
        _ => changed(good, bytes),
    };
    if let Some(message) = &message {
        text_form(message);
    }
    message
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    match first / 3 % 7 {
        0 => {
            message::<OpDef>(first, OP, rest);
        }
        1 => {
            message::<XSpace>(first, SPACE, rest);
        }
        2 => {
            if let Some(given) = message::<GraphDef>(first, GRAPH, rest) {
                graph(&given);
            }
        }
        3 => {
            if let Some(given) = message::<GraphDef>(first, GRAPH, rest) {
                optimizer(&given);
            }
        }
        kind => {
            let is_whole = first % 3 != 2;
            let file = |good: &[u8]| if is_whole { rest.to_vec() } else { models::changed(good, rest) };
            match kind {
                4 => models::onnx(&file(models::ONNX)),
                5 => models::saved_model(&file(models::SAVED_MODEL), models::INDEX),
                _ => models::saved_model(models::SAVED_MODEL, &file(models::INDEX)),
            }
        }
    }
});
