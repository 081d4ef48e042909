//! Ops are known by their rows: no part that works on all ops compares names as text.
//!
//! Front ends and kernels name the ops that they make or implement. The folders below get ops from programs, and ask the row of an op, or match an
//! enum, for what they must know about it; so a new op, or a new name for one, is forgotten nowhere. This test reads the sources.

use std::{fs, path::Path};

use crate::common::sources;

/// The folders whose code names no op.
const FOLDERS: &[&str] = &[
    "compiler/src/encode",
    "compiler/src/passes",
    "compiler/src/pipeline",
    "compiler/src/streams",
    "compiler/src/tensor_types",
    "executor/src",
    "kernels/jit/src",
    "kernels/plan/src",
    "kernels/src/ops/fusion",
];

/// Whether a literal is the name of an op; attributes such as `tf.type` start with a small letter.
fn is_op_name(literal: &str) -> bool {
    let Some((set, name)) = literal.split_once('.') else { return false };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let first = name.trim_start_matches('_').chars().next();
    is_name
        && match set {
            "tf" | "onnx" => first.is_some_and(|c| c.is_ascii_uppercase()),
            "hlo" => true,
            _ => false,
        }
}

/// The names of ops in a source, by line: without comments, and without the tests after the code.
fn named(text: &str) -> Vec<(usize, &str)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|(at, line)| line.split('"').map(move |literal| (at + 1, literal)))
        .filter(|(_, literal)| is_op_name(literal))
        .collect()
}

#[test]
fn no_op_is_told_by_its_name_as_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around the crate");
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    files.sort();
    let is_test = |file: &Path| {
        file.iter().any(|part| part == "tests") || file.file_name().is_some_and(|name| name == "tests.rs")
    };
    let mut wrong = Vec::new();
    for file in &files {
        let shown = file.strip_prefix(root).unwrap_or(file);
        if is_test(shown) {
            continue;
        }
        let text = fs::read_to_string(file).expect("a source is text");
        let found = named(&text);
        wrong.extend(found.into_iter().map(|(line, name)| format!("{}:{line}: {name}", shown.display())));
    }
    assert!(files.len() > 200, "only {} sources were found", files.len());
    assert!(wrong.is_empty(), "ask the op's row, or an enum of `tfrt-ops`:\n{}", wrong.join("\n"));
}

#[test]
fn names_are_found_in_code_alone() {
    let text = r#"
//! As "tf.Pad" does.
fn is_pad(name: &str) -> bool {
    // Not "tf.PadV2".
    name == "tf.Pad" || name == "tf._Padded" || name == "hlo.pad" || name == "onnx.Pad"
}
const ATTR: &str = "tf.type";
const MESSAGE: &str = "tf.Pad takes two operands";
#[cfg(test)]
mod tests {
    const OP: &str = "tf.MatMul";
}
"#;
    let expected = [(5, "tf.Pad"), (5, "tf._Padded"), (5, "hlo.pad"), (5, "onnx.Pad")];
    assert_eq!(named(text), expected);
}
