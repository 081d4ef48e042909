//! Any bytes, read as an ONNX model, or as a file of a SavedModel beside the good files of another, give a program or an error that says why.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::verify::verify_module;
use tfrt_onnx::Folder;
use tfrt_savedmodel::Model;

use crate::context;

/// An ONNX model to change.
pub const ONNX: &[u8] = include_bytes!("../../../testdata/onnx/conv_same/model.onnx");
/// The files of a SavedModel to change.
pub const SAVED_MODEL: &[u8] = include_bytes!("../../../testdata/savedmodel/batched/saved_model.pb");
pub const INDEX: &[u8] = include_bytes!("../../../testdata/savedmodel/batched/variables/variables.index");
const DATA: &[u8] =
    include_bytes!("../../../testdata/savedmodel/batched/variables/variables.data-00000-of-00001");

/// Good bytes with some of them changed.
pub fn changed(good: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] = change[2];
    }
    bytes
}

/// Programs that a reader made are valid; where it made none, it said why.
fn outcome(module: Result<tfrt_ir::Module, tfrt_ir::diagnostics::Failed>, mut diagnostics: Diagnostics) {
    match module {
        Ok(module) => {
            let _ = verify_module(&module, &mut diagnostics);
        }
        Err(_) => assert!(diagnostics.has_errors(), "a failure says why"),
    }
}

pub fn onnx(bytes: &[u8]) {
    let mut diagnostics = Diagnostics::new();
    let module =
        tfrt_onnx::import(&context(), bytes, "m.onnx", &Folder::default(), &mut diagnostics);
    outcome(module, diagnostics);
}

/// The folder of this process's model, in memory if the system has files there.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = parent.join(format!("tfrt-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("variables")).expect("the folder can be made");
        write(&folder, "variables/variables.data-00000-of-00001", DATA);
        folder
    })
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    // The file of the last run may still be mapped, and keeps its content.
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    std::fs::write(path, bytes).expect("the folder is there");
}

/// A model of these files.
pub fn saved_model(graph: &[u8], index: &[u8]) {
    let folder = folder();
    write(folder, "saved_model.pb", graph);
    write(folder, "variables/variables.index", index);
    let Ok(model) = Model::open(folder, None) else { return };
    let mut diagnostics = Diagnostics::new();
    let module = tfrt_savedmodel::import(&Arc::clone(&context()), model, &[], &mut diagnostics);
    outcome(module, diagnostics);
}
