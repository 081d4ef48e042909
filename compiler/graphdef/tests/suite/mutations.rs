//! Any bytes give an error, or a program that converts back.

use proptest::prelude::*;
use prost::Message as _;
use tfrt_graphdef::proto::tensorflow::profiler::XSpace;
use tfrt_graphdef::proto::tensorflow::{GraphDef, OpDef};
use tfrt_graphdef::{ExportOptions, ImportOptions, TextFormat as _, graph_to_module, module_to_graph};
use tfrt_ir::diagnostics::Diagnostics;

use crate::context;

const NETWORK: &[u8] = include_bytes!("../../../../testdata/graphdef/convnet.pb");

/// Loops and conditions that are made of nodes.
const CONTROL_FLOW: &[u8] = include_bytes!("../../../../testdata/graphdef/control_flow.pb");

const SMALL: &str = "
node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: 'shape' value { shape { dim { size: 2 } } } } }
node { name: 'c' op: 'Const' attr { key: 'value' value { tensor { dtype: DT_STRING tensor_shape { dim { size: 3 } } string_val: 'a' } } } }
node { name: 'i' op: 'StatelessIf' input: 'x' input: 'x' attr { key: 'then_branch' value { func { name: 'f' } } } attr { key: 'else_branch' value { func { name: 'f' } } } }
node { name: 's' op: 'Split' input: 'x' input: 'i' attr { key: 'num_split' value { i: 3 } } }
node { name: 'p' op: 'PrintV2' input: 'c' input: '^s' }
node { name: 'w' op: 'StatelessWhile' input: 's:2' input: '^p' attr { key: 'cond' value { func { name: 'f' } } } attr { key: 'body' value { func { name: 'f' } } } }
node { name: 'k' op: 'Case' input: 'x' input: 'w' attr { key: 'branches' value { list { func { name: 'f' } func { name: 'f' } } } } }
node { name: 'u' op: 'f' input: 'k' }
library { function { signature { name: 'f' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT } }
  node_def { name: 'n' op: 'Relu' input: 'a' attr { key: 'T' value { type: DT_FLOAT } } }
  ret { key: 'r' value: 'n:activations:0' } control_ret { key: 'n' value: 'n' } } }";

fn convert(graph: &GraphDef) {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    match graph_to_module(&ctx, graph, &ImportOptions::default(), &mut diagnostics) {
        Err(_) => assert!(diagnostics.has_errors(), "a failure says why"),
        // What a graph cannot hold is an error there; nothing else may happen.
        Ok(module) => drop(module_to_graph(&module, &ExportOptions::default(), &mut diagnostics)),
    }
}

fn any_message(bytes: &[u8]) {
    if let Ok(graph) = GraphDef::decode(bytes) {
        convert(&graph);
        if let Ok(text) = graph.to_text() {
            let _ = GraphDef::from_text(&text);
        }
    }
    let _ = OpDef::decode(bytes).map(|def| def.to_text());
    let _ = XSpace::decode(bytes).map(|space| space.to_text());
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = GraphDef::from_text(text).map(|graph| convert(&graph));
    }
}

#[test]
fn each_byte_of_a_small_graph() {
    let graph = GraphDef::from_text(SMALL).expect("a graph");
    convert(&graph);
    let bytes = graph.encode_to_vec();
    for at in 0..bytes.len() {
        any_message(&bytes[..at]);
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            any_message(&changed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn some_bytes_of_a_network(changes in prop::collection::vec((0..NETWORK.len(), any::<u8>()), 1..4), end in 0..NETWORK.len()) {
        let mut changed = NETWORK.to_vec();
        for (at, byte) in changes {
            changed[at] = byte;
        }
        if end % 3 == 0 {
            changed.truncate(end);
        }
        any_message(&changed);
    }

    #[test]
    fn noise(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        any_message(&bytes);
    }

    #[test]
    fn shuffled_nodes(seed in any::<u64>()) {
        let mut graph = GraphDef::from_text(SMALL).expect("a graph");
        let count = graph.node.len() as u64;
        for at in 0..graph.node.len() {
            graph.node.swap(at, (seed.rotate_left(at as u32 * 7) % count) as usize);
        }
        convert(&graph);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nodes that take other inputs, are of another op or are not there.
    #[test]
    fn loops_and_conditions_that_are_broken(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..6_u8), 1..6)) {
        const OPS: [&str; 7] = ["Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond", "Identity"];
        let mut graph = GraphDef::decode(CONTROL_FLOW).expect("TensorFlow wrote it");
        for (at, to, what) in changes {
            let other = graph.node[to.index(graph.node.len())].name.clone();
            let at = at.index(graph.node.len());
            let node = &mut graph.node[at];
            match what {
                0 => drop(graph.node.remove(at)),
                1 => node.op = OPS[to.index(OPS.len())].to_owned(),
                2 => node.input.push(format!("^{other}")),
                3 => node.input.insert(0, format!("{other}:1")),
                _ => {
                    let count = node.input.len();
                    match count {
                        0 => node.input.push(other),
                        _ => node.input[to.index(count)] = other,
                    }
                }
            }
        }
        convert(&graph);
    }
}
