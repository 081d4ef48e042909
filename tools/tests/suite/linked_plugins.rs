//! Plugins that name other libraries as dependencies: TensorFlow's own, which need not be installed, and others, which must.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::compile::compile;
use crate::common::scratch;

/// An empty library that answers to a name, for the linker.
fn empty_library(folder: &Path, name: &str) -> PathBuf {
    std::fs::create_dir_all(folder).expect("the test's folder can be written");
    let (source, library) = (folder.join("empty.c"), folder.join(name));
    std::fs::write(&source, "").expect("the test's folder can be written");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC"])
        .arg(format!("-Wl,-soname,{name}"))
        .arg("-o")
        .args([&library, &source])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{name} is not made");
    library
}

/// The example of an op and its kernel, linked against libraries that are gone afterwards.
fn linked_against(names: &[&str], plugin: &str) -> PathBuf {
    let folder = scratch(&format!("{plugin}.needs"));
    let libraries: Vec<PathBuf> = names.iter().map(|name| empty_library(&folder, name)).collect();
    let mut flags = vec!["-Wl,--no-as-needed"];
    flags.extend(libraries.iter().filter_map(|library| library.to_str()));
    let plugin = compile(&["plugins/examples/c/scale_shift.c"], plugin, &flags);
    std::fs::remove_dir_all(&folder).expect("the test's folder can be written");
    plugin
}

fn list(plugin: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg("--list-plugins")
        .arg(format!("--load-plugin={}", plugin.display()))
        .output()
        .expect("the tools can be run")
}

#[test]
fn tensorflow_itself_need_not_be_there() {
    let names = ["libtensorflow_framework.so.2", "_pywrap_tensorflow_internal.so"];
    let plugin = linked_against(&names, "needs_tensorflow.so");
    let output = list(&plugin);
    let (listed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{listed}{said}");
    assert!(listed.contains("  op ScaleShift\n") && said.is_empty(), "{listed}{said}");
}

#[test]
fn any_other_library_must_be_there() {
    let plugin = linked_against(&["libnowhere_at_all.so"], "needs_another.so");
    let output = list(&plugin);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("libnowhere_at_all.so: cannot open shared object file: No such file or directory"),
        "{said}"
    );
}
