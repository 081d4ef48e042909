//! Ops that have another name today, with the same inputs, results and attributes.
//!
//! * A sum of several tensors was `AccumulateNV2`, which also stated their shape.
//! * Linear algebra over batches had names of its own: `BatchMatrixSolve`, `BatchCholesky`, `BatchFFT2D`.
//! * Control flow over variables of the first version (`RefSwitch`) is that over tensors: a program reads a variable where it is used.
//! * `ControlTrigger` waits as `NoOp` does.
//! * Tables whose handle was a reference (`HashTable`, `LookupTableFind`) are those whose handle is a resource.

use crate::proto::tensorflow::{GraphDef, NodeDef};

/// Names, and those of today.
const NAMES: &[(&str, &str)] = &[
    ("AccumulateNV2", "AddN"),
    ("BatchCholesky", "Cholesky"),
    ("BatchFFT", "FFT"),
    ("BatchFFT2D", "FFT2D"),
    ("BatchFFT3D", "FFT3D"),
    ("BatchIFFT", "IFFT"),
    ("BatchIFFT2D", "IFFT2D"),
    ("BatchIFFT3D", "IFFT3D"),
    ("BatchMatrixBandPart", "MatrixBandPart"),
    ("BatchMatrixDeterminant", "MatrixDeterminant"),
    ("BatchMatrixDiag", "MatrixDiag"),
    ("BatchMatrixDiagPart", "MatrixDiagPart"),
    ("BatchMatrixInverse", "MatrixInverse"),
    ("BatchMatrixSetDiag", "MatrixSetDiag"),
    ("BatchMatrixSolve", "MatrixSolve"),
    ("BatchMatrixSolveLs", "MatrixSolveLs"),
    ("BatchMatrixTriangularSolve", "MatrixTriangularSolve"),
    ("BatchSelfAdjointEigV2", "SelfAdjointEigV2"),
    ("BatchSvd", "Svd"),
    ("ControlTrigger", "NoOp"),
    ("HashTable", "HashTableV2"),
    ("InitializeTable", "InitializeTableV2"),
    ("InitializeTableFromTextFile", "InitializeTableFromTextFileV2"),
    ("LookupTableExport", "LookupTableExportV2"),
    ("LookupTableFind", "LookupTableFindV2"),
    ("LookupTableImport", "LookupTableImportV2"),
    ("LookupTableInsert", "LookupTableInsertV2"),
    ("LookupTableSize", "LookupTableSizeV2"),
    ("MutableDenseHashTable", "MutableDenseHashTableV2"),
    ("MutableHashTable", "MutableHashTableV2"),
    ("MutableHashTableOfTensors", "MutableHashTableOfTensorsV2"),
    ("PlaceholderV2", "Placeholder"),
    ("RefEnter", "Enter"),
    ("RefExit", "Exit"),
    ("RefIdentity", "Identity"),
    ("RefMerge", "Merge"),
    ("RefNextIteration", "NextIteration"),
    ("RefSwitch", "Switch"),
];

fn today(op: &str) -> Option<&'static str> {
    NAMES.iter().find(|(former, _)| *former == op).map(|(_, name)| *name)
}

/// Whether a graph has such ops.
pub(crate) fn is_needed(graph: &GraphDef) -> bool {
    let functions = graph.library.iter().flat_map(|library| &library.function);
    graph
        .node
        .iter()
        .chain(functions.flat_map(|function| &function.node_def))
        .any(|node| today(&node.op).is_some())
}

/// Gives the ops of a graph their names of today.
pub(crate) fn replace(graph: &mut GraphDef) {
    rename(&mut graph.node);
    for function in graph.library.iter_mut().flat_map(|library| &mut library.function) {
        rename(&mut function.node_def);
    }
}

fn rename(nodes: &mut [NodeDef]) {
    for node in nodes {
        if let Some(name) = today(&node.op) {
            if node.op == "AccumulateNV2" {
                node.attr.remove("shape");
            }
            node.op = name.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextFormat as _;
    use crate::with_plain_nodes;

    #[test]
    fn ops_have_their_names_of_today() {
        let graph = GraphDef::from_text(
            r#"node { name: "a" op: "BatchMatrixSolve" input: "x" input: "y" } node { name: "b" op: "RefSwitch" input: "a" input: "p" }
            node { name: "c" op: "AccumulateNV2" input: "a" input: "b" attr { key: "N" value { i: 2 } } attr { key: "shape" value { shape { } } } }
            library { function { signature { name: "f" } node_def { name: "d" op: "LookupTableFind" } } }"#,
        )
        .expect("a graph");
        let graph = with_plain_nodes(&graph).expect("it has former names");
        let ops: Vec<&str> = graph.node.iter().map(|node| &*node.op).collect();
        assert_eq!(ops, ["MatrixSolve", "Switch", "AddN"]);
        assert_eq!(graph.node[2].attr.keys().collect::<Vec<_>>(), ["N"]);
        assert_eq!(graph.library.expect("a library").function[0].node_def[0].op, "LookupTableFindV2");
    }
}
