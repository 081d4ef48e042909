//! The headers in `include/`: valid C11 and C++17, and laid out as TensorFlow ships them.
//!
//! `layouts.tsv` is the table of the layouts in TensorFlow's own headers; a C compiler checks each line against
//! this project's.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

use crate::common::{INCLUDE, scratch};

/// A program that includes all headers and holds the compiler to every line of the table.
fn program() -> String {
    let table = include_str!("layouts.tsv");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 200, "the table is cut");
    let mut headers: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    headers.extend([
        "tensorflow/c/ops.h",
        "tensorflow/c/experimental/next_pluggable_device/c_api.h",
        "tensorflow/c/kernels_experimental.h",
        "tensorflow/c/tf_tstring.h",
        "tfrt/kernel.h",
        "tfrt/passes.h",
        "tfrt/platform.h",
    ]);
    let mut out = String::new();
    for header in headers {
        let _ = writeln!(out, "#include \"{header}\"");
    }
    out += "#ifdef __cplusplus\n#define CHECK static_assert\n#else\n#define CHECK _Static_assert\n#endif\n";
    for row in rows {
        let (name, field, offset, size) = (row[1], row[2], row[3], row[4]);
        let _ = match field {
            "sizeof" => writeln!(out, "CHECK(sizeof({name}) == {offset}, \"{name}\");"),
            _ => writeln!(
                out,
                "CHECK(offsetof({name}, {field}) == {offset} && sizeof((({name}*)0)->{field}) == {size}, \"{name}.{field}\");"
            ),
        };
    }
    out += "CHECK(sizeof(TF_TString) == 24 && sizeof(TF_TString_Small) == 24 && sizeof(TF_TString_Offset) == 12, \"TF_TString\");
CHECK(SP_PLATFORM_STRUCT_SIZE == 35 && SP_STREAMEXECUTOR_STRUCT_SIZE == 288, \"sizes\");
CHECK(TP_OPTIMIZER_REGISTRATION_PARAMS_STRUCT_SIZE == 56 && TP_OPTIMIZER_CONFIGS_STRUCT_SIZE == 92, \"sizes\");
CHECK(TF_RESOURCE == 20 && TF_FLOAT4_E2M1FN == 33 && TF_UNAUTHENTICATED == 16 && TF_ATTR_FUNC == 8, \"numbers\");
int main(void) { return 0; }\n";
    out
}

fn compiles(compiler: &str, standard: &str, suffix: &str) {
    let file = scratch(&format!("layouts_{compiler}{suffix}"));
    std::fs::write(&file, program()).expect("the test's folder can be written");
    let output = Command::new(compiler)
        .args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"])
        .args(["-I", INCLUDE])
        .arg(&file)
        .output()
        .expect("a compiler is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn headers_are_valid_c_and_laid_out_as_shipped() {
    compiles("cc", "-std=c11", ".c");
}

#[test]
fn headers_are_valid_cxx_and_laid_out_as_shipped() {
    compiles("c++", "-std=c++17", ".cc");
}

#[test]
fn every_declared_function_is_exported() {
    let exported = tfrt_plugin::exports::names();
    let mut folders = vec![std::path::PathBuf::from(INCLUDE)];
    let mut declared = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("the headers are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("headers are text");
            for declaration in text.split("TF_CAPI_EXPORT extern ").skip(1) {
                let head = declaration.split('(').next().unwrap_or_default();
                let name = head.rsplit([' ', '*', '\n']).next().unwrap_or_default();
                declared.insert(name.to_owned());
            }
        }
    }
    let plugins_own =
        ["SE_InitPlugin", "TF_InitKernel", "TF_InitGraph", "TF_InitProfiler", "TFRT_InitPasses"];
    let missing: Vec<&String> = declared
        .iter()
        .filter(|name| !plugins_own.contains(&name.as_str()) && !exported.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(declared.len() > 330, "{}", declared.len());
}
