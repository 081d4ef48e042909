//! The kinds of files that users hand to the tools, told apart by their content.
//!
//! [`FileKind::of`] looks at the first bytes, and at the table of contents of an archive. The tools ask it before they read a file as a
//! program, so that a file of another system is refused by its name, with a step that leads to a program. A kind that is not known is
//! left to the readers, whose errors say where the content is wrong.
//!
//! Left to others: reading the content ([`crate::graphs`], [`crate::bytecode`], the parser, `tfrt-bef`).

use std::path::Path;

use crate::bytecode;
use crate::files::BEF_MAGIC;
use crate::jax_export::artifact;

/// The kind of a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A compiled program.
    Bef,
    /// MLIR bytecode, or a function that `jax.export` serialised.
    Bytecode,
    /// TensorFlow's `GraphDef`, binary or text.
    Graph,
    /// Text that is not a graph: a program, if anything.
    Text,
    /// No bytes at all.
    Empty,
    /// A folder that TensorFlow saved a model in.
    SavedModelFolder,
    /// The graph file of a folder that TensorFlow saved a model in.
    SavedModel,
    /// A model that Keras 3 saved.
    Keras,
    /// An HDF5 file, such as a model or weights that Keras 2 saved.
    Hdf5,
    /// A model of TensorFlow Lite.
    TfLite,
    /// An ONNX model, binary or text.
    Onnx,
    /// A program that PyTorch exported (`.pt2`).
    TorchExport,
    /// Weights or a scripted module that PyTorch saved (`.pt`, `.pth`).
    TorchZip,
    /// Weights that an older PyTorch saved, or another pickled object of Python.
    Pickle,
    /// One array of NumPy.
    Npy,
    /// Arrays of NumPy by name.
    Npz,
    /// Tensors by name.
    Safetensors,
    /// Any other archive.
    Zip,
    /// A compressed file or archive.
    Compressed,
    /// The index of the files in which TensorFlow saved variables.
    BundleIndex,
    /// A model of llama.cpp.
    Gguf,
    /// A picture.
    Picture,
    /// A program or library of this system.
    Executable,
    /// What a repository has in place of a large file.
    LfsPointer,
    /// A page.
    Html,
    /// A list or object in JSON.
    Json,
    /// Bytes of an unknown kind.
    Unknown,
}

impl FileKind {
    /// The kind of a file with this content.
    pub fn of(content: &[u8]) -> FileKind {
        match content {
            [] => FileKind::Empty,
            _ if content.starts_with(&BEF_MAGIC) => FileKind::Bef,
            _ if bytecode::is_bytecode(content) || artifact(content).is_some() => FileKind::Bytecode,
            [_, _, _, _, b'T', b'F', b'L', b'3', ..] => FileKind::TfLite,
            [b'\x89', b'H', b'D', b'F', b'\r', b'\n', ..] => FileKind::Hdf5,
            [b'\x93', b'N', b'U', b'M', b'P', b'Y', ..] => FileKind::Npy,
            [b'P', b'K', 3, 4, ..] => archive(content),
            [0x80, 2..=5, ..] => FileKind::Pickle,
            [0x1f, 0x8b, ..]
            | [b'B', b'Z', b'h', ..]
            | [0xfd, b'7', b'z', ..]
            | [0x28, 0xb5, 0x2f, 0xfd, ..] => FileKind::Compressed,
            [b'G', b'G', b'U', b'F', ..] => FileKind::Gguf,
            [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
                FileKind::Picture
            }
            [0x7f, b'E', b'L', b'F', ..] => FileKind::Executable,
            _ if content.ends_with(&BUNDLE_MAGIC) => FileKind::BundleIndex,
            _ if is_safetensors(content) => FileKind::Safetensors,
            // The version of the format, then the first graph or the name of the tool that wrote it.
            [0x08, 1, 0x12, ..] => FileKind::SavedModel,
            [0x08, 2..=0x7f, 0x12 | 0x1a | 0x22 | 0x2a | 0x32 | 0x3a | 0x42, ..] => FileKind::Onnx,
            _ if is_graph_message(content) => FileKind::Graph,
            _ => match std::str::from_utf8(content) {
                Ok(text) if is_graph_text(text) => FileKind::Graph,
                Ok(text) if tfrt_onnx::is_text(text) => FileKind::Onnx,
                Ok(text) if text.starts_with("version https://git-lfs") => FileKind::LfsPointer,
                Ok(text) if is_page(text) => FileKind::Html,
                Ok(text) if is_json(text) => FileKind::Json,
                Ok(text) if !text.contains('\0') => FileKind::Text,
                _ => FileKind::Unknown,
            },
        }
    }

    /// The kind of a folder with a model.
    pub fn of_folder(folder: &Path) -> Option<FileKind> {
        let has = |name: &str| folder.join(name).is_file();
        (has("saved_model.pb") || has("saved_model.pbtxt")).then_some(FileKind::SavedModelFolder)
    }

    /// The complaint about a file of this kind where a program is expected: what the file is and what its user can do. Nothing about
    /// programs, and about files whose reader says more.
    pub fn complaint(self) -> Option<String> {
        let (what, step) = match self {
            FileKind::Bef | FileKind::Bytecode | FileKind::Graph | FileKind::Text | FileKind::Unknown => {
                return None;
            }
            FileKind::Empty => return Some("the file is empty".to_owned()),
            FileKind::SavedModelFolder => ("a SavedModel folder", SAVED_MODEL),
            FileKind::SavedModel => {
                ("the graph of a SavedModel, whose variables are in files beside it", SAVED_MODEL)
            }
            FileKind::Keras => ("a model that Keras saved", KERAS),
            FileKind::Hdf5 => ("an HDF5 file, as Keras 2 writes models and weights", KERAS),
            FileKind::TfLite => (
                "a TensorFlow Lite model",
                "go back to the model that it was converted from, and freeze or export that one",
            ),
            FileKind::Onnx => ("an ONNX model", ONNX),
            FileKind::TorchExport => ("a model that PyTorch exported", TORCH),
            FileKind::TorchZip => ("a file that PyTorch saved, with weights or a scripted module", TORCH),
            FileKind::Pickle => {
                ("a pickled object of Python, as older versions of PyTorch save weights", TORCH)
            }
            FileKind::Npy => ("an array of NumPy", ARRAYS),
            FileKind::Npz => ("an archive of NumPy arrays", ARRAYS),
            FileKind::Safetensors => ("a file of tensors (safetensors)", ARRAYS),
            FileKind::Zip => ("a ZIP archive", "unpack it and name a program in it"),
            FileKind::Compressed => ("a compressed file", "unpack it and name a program in it"),
            FileKind::BundleIndex => (
                "the index of saved variables",
                "name the folder that has saved_model.pb, or freeze the graph",
            ),
            FileKind::Gguf => {
                ("a model of llama.cpp (GGUF)", "export the model that it was made from, for example as ONNX")
            }
            FileKind::Picture => ("a picture", ARRAYS),
            FileKind::Executable => (
                "an executable or library of this system",
                "libraries of kernels are named by --shared_libs, plugins by --load-plugin",
            ),
            FileKind::LfsPointer => {
                ("a pointer to a file of Git LFS, whose content is not here", "git lfs pull gets the content")
            }
            FileKind::Html => ("a page of HTML", "the download of the file may have failed"),
            FileKind::Json => ("a file of JSON", "name the program that it belongs to"),
        };
        Some(format!("this is {what}, not a program; {step}"))
    }
}

const SAVED_MODEL: &str = "tfrt-run FOLDER runs it, and tfrt-translate FOLDER -o model.bef compiles it";
const ONNX: &str = "tfrt-run FILE runs it, and tfrt-translate FILE -o model.bef compiles it";
const KERAS: &str =
    "load it with Keras and write it as a SavedModel, by keras.saving.load_model(FILE).export(FOLDER)";
const TORCH: &str = "load it in PyTorch and write the model as StableHLO, by \
     torch_xla.stablehlo.exported_program_to_stablehlo(torch.export.export(model, inputs))";
const ARRAYS: &str = "name the program first and give the file by --input=@FILE";

/// The last bytes of a sorted string table, as the index of a bundle is.
const BUNDLE_MAGIC: [u8; 8] = 0xdb47_7524_8b80_fb57_u64.to_le_bytes();

/// Whether text begins like a page.
fn is_page(text: &str) -> bool {
    let start = text.trim_start().get(..14).unwrap_or_default().to_ascii_lowercase();
    start.starts_with("<!doctype html") || start.starts_with("<html")
}

/// Whether text begins like a list or object in JSON. No program begins with a bracket; some begin with a brace behind a name.
fn is_json(text: &str) -> bool {
    let is_open = |text: &str| text.starts_with(['{', '[']);
    let text = text.trim_start();
    let inner = text.get(1..).unwrap_or_default().trim_start();
    is_open(text) && (inner.starts_with(['"', '}', ']']) || is_open(inner))
}

/// Whether bytes can be a graph as a binary message: a field with a length, whose content is there, and bytes that text has not.
pub(crate) fn is_graph_message(content: &[u8]) -> bool {
    // Nodes, a library, versions and debug information are fields 1, 2, 4 and 5.
    let [0x0a | 0x12 | 0x22 | 0x2a, rest @ ..] = content else { return false };
    let is_control = |byte: &u8| *byte < 0x20 && !byte.is_ascii_whitespace();
    let mut len = 0_u64;
    for (at, &byte) in rest.iter().take(9).enumerate() {
        len |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return len <= (rest.len() - at - 1) as u64 && content.iter().any(is_control);
        }
    }
    false
}

/// Whether text begins like a graph in protobuf's text form, behind its comments.
pub(crate) fn is_graph_text(text: &str) -> bool {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, next)| next).trim_start();
    }
    ["node", "library", "versions", "version", "debug_info"].iter().any(|field| {
        let after = rest.strip_prefix(field).map(str::trim_start);
        after.is_some_and(|after| after.starts_with(['{', ':', '<']))
    })
}

/// Whether the content is a header in JSON behind its length.
fn is_safetensors(content: &[u8]) -> bool {
    let Some((len, rest)) = content.split_first_chunk::<8>() else { return false };
    rest.starts_with(b"{\"") && u64::from_le_bytes(*len) <= rest.len() as u64
}

/// The kind of a ZIP archive, by the names of its files.
fn archive(content: &[u8]) -> FileKind {
    let names = archived_names(content);
    let has = |name: &str| names.contains(&name.as_bytes());
    let ends = |end: &str| names.iter().any(|known| known.ends_with(end.as_bytes()));
    if has("metadata.json") && has("config.json") {
        FileKind::Keras
    } else if ends("archive_format") || ends("serialized_exported_program.json") {
        FileKind::TorchExport
    } else if ends("/data.pkl") {
        FileKind::TorchZip
    } else if !names.is_empty() && names.iter().all(|name| name.ends_with(b".npy")) {
        FileKind::Npz
    } else {
        FileKind::Zip
    }
}

/// The names in the directory at the end of a ZIP archive; as many as can be read of a broken one.
fn archived_names(content: &[u8]) -> Vec<&[u8]> {
    /// The record at the end is followed by a comment of at most this many bytes.
    const COMMENT: usize = u16::MAX as usize;
    const END: &[u8] = b"PK\x05\x06";
    const ENTRY: &[u8] = b"PK\x01\x02";
    let number = |at: usize| {
        let bytes = content.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let short = |at: usize| Some(usize::from(u16::from_le_bytes(content.get(at..at + 2)?.try_into().ok()?)));
    let from = content.len().saturating_sub(COMMENT + 22);
    let end = content[from..].windows(END.len()).rposition(|window| window == END);
    let mut names = Vec::new();
    let Some(mut at) = end.and_then(|end| number(from + end + 16)) else { return names };
    while content.get(at..).is_some_and(|rest| rest.starts_with(ENTRY)) {
        let (Some(name), Some(extra), Some(comment)) = (short(at + 28), short(at + 30), short(at + 32))
        else {
            break;
        };
        let start = at + 46;
        let Some(bytes) = content.get(start..start + name) else { break };
        names.push(bytes);
        at = start + name + extra + comment;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ZIP archive of empty files.
    fn zip(names: &[&str]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for name in names {
            let len = (name.len() as u16).to_le_bytes();
            let offset = (bytes.len() as u32).to_le_bytes();
            bytes.extend(b"PK\x03\x04");
            bytes.extend([0; 22]);
            bytes.extend(len);
            bytes.extend([0; 2]);
            bytes.extend(name.bytes());
            directory.extend(b"PK\x01\x02");
            directory.extend([0; 24]);
            directory.extend(len);
            directory.extend([0; 12]);
            directory.extend(offset);
            directory.extend(name.bytes());
        }
        let start = bytes.len() as u32;
        bytes.extend(&directory);
        bytes.extend(b"PK\x05\x06");
        bytes.extend([0; 8]);
        bytes.extend((directory.len() as u32).to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    #[test]
    fn content_tells_kinds_apart() {
        let cases: &[(&[u8], FileKind)] = &[
            (b"", FileKind::Empty),
            (b"\x0b\xef\x01", FileKind::Bef),
            (b"ML\xefR\x0d", FileKind::Bytecode),
            (b"func.func @f() { return }", FileKind::Text),
            (b"#map = affine_map<(d0) -> (d0)>\nmodule {}", FileKind::Text),
            (b"# made by hand\nnode { name: \"x\" }", FileKind::Graph),
            (b"nodes", FileKind::Text),
            (b"\n\x07\n\x01x\x12\x02Op", FileKind::Graph),
            (b"\n\nfunc.func @f() { return }", FileKind::Text),
            (b"\x08\x01\x12\x00", FileKind::SavedModel),
            (b"\x08\x08\x12\x07pytorch", FileKind::Onnx),
            (b"\x1c\0\0\0TFL3", FileKind::TfLite),
            (b"\x89HDF\r\n\x1a\n", FileKind::Hdf5),
            (b"\x93NUMPY\x01\0", FileKind::Npy),
            (b"\x80\x02}q", FileKind::Pickle),
            (b"\x02\0\0\0\0\0\0\0{\"", FileKind::Safetensors),
            (b"\xff\xfe\0", FileKind::Unknown),
            (b"\x1f\x8b\x08", FileKind::Compressed),
            (b"\0\0\x57\xfb\x80\x8b\x24\x75\x47\xdb", FileKind::BundleIndex),
            (b"GGUF\x03", FileKind::Gguf),
            (b"\x89PNG\r\n", FileKind::Picture),
            (b"\x7fELF\x02", FileKind::Executable),
            (b"version https://git-lfs.github.com/spec/v1\n", FileKind::LfsPointer),
            (b"<!DOCTYPE html>", FileKind::Html),
            (b"{ \"a\": 1 }", FileKind::Json),
            (b"[[1]]", FileKind::Json),
        ];
        for (content, kind) in cases {
            assert_eq!(FileKind::of(content), *kind, "{}", content.escape_ascii());
        }
        for (names, kind) in [
            (&["metadata.json", "config.json", "model.weights.h5"][..], FileKind::Keras),
            (&["net/data.pkl", "net/byteorder"], FileKind::TorchZip),
            (&["net/archive_format", "net/models/model.json"], FileKind::TorchExport),
            (&["a.npy", "b.npy"], FileKind::Npz),
            (&["a.txt"], FileKind::Zip),
        ] {
            let bytes = zip(names);
            assert_eq!(FileKind::of(&bytes), kind);
            for len in 4..bytes.len() {
                FileKind::of(&bytes[..len]);
            }
        }
    }

    #[test]
    fn users_of_other_systems_are_not_sent_to_tensorflow() {
        for kind in [FileKind::TorchExport, FileKind::TorchZip, FileKind::Pickle] {
            let complaint = kind.complaint().expect("it is no program");
            assert!(!complaint.contains("freeze") && !complaint.contains("TensorFlow"), "{complaint}");
        }
    }
}
