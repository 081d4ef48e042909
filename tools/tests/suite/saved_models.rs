//! SavedModels compute what TensorFlow does with them, from their folder and compiled.
//!
//! Each model in `testdata/savedmodel` has calls beside it: arguments and TensorFlow's results, made by `checks/savedmodel.py`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{root, scratch};
use crate::frozen_graphs::compute;

fn models() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("testdata/savedmodel")).expect("the folder is there");
    let mut found: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be listed").path()).collect();
    found.retain(|path| path.join("saved_model.pb").is_file());
    found.sort();
    assert!(found.len() >= 5, "{found:?}");
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The arrays of a call in order: the arguments, or the results.
fn arrays(call: &Path, kind: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(call).expect("a folder").map(|entry| entry.expect("it can be listed").path()).collect();
    found.retain(|path| name(path).starts_with(kind));
    // There are fewer than ten.
    found.sort();
    found
}

/// A visitor of calls: the name, the signature, the arguments, the results.
type Check<'c> = dyn Fn(&str, &str, &[PathBuf], &[PathBuf]) + 'c;

/// Calls `check` with the signature, the arguments and the results of every call of a model.
fn calls(model: &Path, check: &Check<'_>) {
    let folder = model.with_extension("calls");
    for entry in fs::read_dir(folder).expect("every model has calls") {
        let call = entry.expect("it can be listed").path();
        let id = format!("{}.{}", name(model), name(&call));
        let signature = name(&call).rsplit_once('.').expect("SIGNATURE.NUMBER").0.to_owned();
        check(&id, &signature, &arrays(&call, "in"), &arrays(&call, "out"));
    }
}

#[test]
fn models_run_from_their_folder() {
    for model in models() {
        calls(&model, &|id, signature, inputs, expected| {
            let program = [model.as_os_str(), OsStr::new("--signature"), OsStr::new(signature)];
            compute(&format!("{id}.folder"), &program, inputs, expected);
        });
    }
}

#[test]
fn compiled_models_need_no_folder() {
    for model in models() {
        for level in ["-O0", "-O2"] {
            // What was compiled must not look for the files of the model.
            let moved = scratch(&format!("{}{level}.model", name(&model)));
            let _ = fs::remove_dir_all(&moved);
            copy(&model, &moved);
            let bef = scratch(&format!("{}{level}.bef", name(&model)));
            let done = run("tfrt-translate", &[level.as_ref(), moved.as_ref(), "-o".as_ref(), bef.as_ref()]);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            fs::remove_dir_all(&moved).expect("it was made here");
            calls(&model, &|id, signature, inputs, expected| {
                let program = [bef.as_os_str(), OsStr::new("--function"), OsStr::new(signature)];
                compute(&format!("{id}{level}"), &program, inputs, expected);
            });
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder for scratch");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("it can be listed").path();
        let target = to.join(name(&path));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("a file")),
        }
    }
}

fn run(tool: &str, args: &[&OsStr]) -> Output {
    let program = match tool {
        "tfrt-run" => env!("CARGO_BIN_EXE_tfrt-run"),
        _ => env!("CARGO_BIN_EXE_tfrt-translate"),
    };
    Command::new(program).args(args).output().expect("the tools can be run")
}

/// The error of a run, on one model, after `change` of a copy of it.
fn error(name: &str, args: &[&str], change: impl FnOnce(&Path)) -> String {
    let model = scratch(&format!("{name}.saved"));
    let _ = fs::remove_dir_all(&model);
    copy(&root().join("testdata/savedmodel/counter"), &model);
    change(&model);
    let mut all = vec![model.as_os_str()];
    all.extend(args.iter().map(OsStr::new));
    let done = run("tfrt-run", &all);
    assert_eq!(done.status.code(), Some(1));
    let text = String::from_utf8(done.stderr).expect("messages are text");
    text.replace(&*model.to_string_lossy(), "MODEL")
}

#[test]
fn misspelt_names_get_the_list_and_the_nearest() {
    let message = error("misspelt", &["--signature=dda"], |_| {});
    assert!(
        message.contains("has no signature 'dda'") && message.contains("it has 'add', 'get'"),
        "{message}"
    );
    let message = error("nearest", &["--signature=addd"], |_| {});
    assert!(
        message.contains("has no signature 'addd': did you mean 'add'? it has 'add', 'get'"),
        "{message}"
    );
    let message = error("default", &[], |_| {});
    assert!(message.contains("no signature 'serving_default': it has 'add', 'get'"), "{message}");
    let message = error("tag", &["--tag=serv", "--signature=get"], |_| {});
    assert!(
        message.contains("no graph with the tag 'serv': did you mean 'serve'? it has 'serve'"),
        "{message}"
    );
}

#[test]
fn faults_of_bundles_name_file_and_offset() {
    let flip = |file: &'static str, at: usize| {
        move |model: &Path| {
            let path = model.join("variables").join(file);
            let mut bytes = fs::read(&path).expect("the bundle");
            bytes[at] ^= 1;
            fs::write(path, bytes).expect("a copy");
        }
    };
    let data = "variables.data-00000-of-00001";
    let message = error("data", &["--signature=get"], flip(data, 1));
    assert!(
        message.contains("MODEL/variables/variables.data-00000-of-00001: offset 0: tensor 'count/"),
        "{message}"
    );
    assert!(message.contains("checksum"), "{message}");
    let message = error("index", &["--signature=get"], flip("variables.index", 9));
    assert!(
        message.contains("MODEL/variables/variables.index: offset 0: a block's checksum is"),
        "{message}"
    );
    let message = error("missing", &["--signature=get"], |model| {
        fs::remove_file(model.join("variables").join(data)).expect("it is there");
    });
    assert!(message.contains("variables.data-00000-of-00001: cannot be read"), "{message}");
}
