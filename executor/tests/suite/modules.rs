//! The order of the modules of the library: a module knows nothing of those that come after it, so that it can be read without them.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The modules of the library. Those in one row belong together: recordings list buffers, which tell the recording
/// of their ends; a registry of kernels holds a code generator, whose requests name control flow as kernels do.
const LIBRARY: &[&[&str]] = &[
    &["prefetch"],
    &["leases"],
    &["wake"],
    &["output"],
    &["memory"],
    &["allocator"],
    &["admission"],
    &["value"],
    &["queue"],
    &["host"],
    &["collectives"],
    &["request"],
    &["device"],
    &["tensor", "trace"],
    &["jit", "kernel"],
    &["fused_body"],
    &["program"],
    &["runtime"],
    &["core_runtime"],
];

/// The modules of `program`, as its documentation has them.
const PROGRAM: &[&[&str]] = &[
    &["protocol"],
    &["loading"],
    &["code"],
    &["signature"],
    &["open"],
    &["frames"],
    &["machine"],
    &["native"],
    &["straight"],
    &["dataflow"],
    &["running"],
];

/// A path in the source, as names of modules and items.
type Names = Vec<String>;

/// The sources of the library, without tests: module, text without comments.
fn sources() -> Vec<(Names, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let source = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a source is text");
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let module = file.strip_prefix(&root).expect("it is in the folder").with_extension("");
        let mut module: Names = module.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        (module, code.join("\n"))
    };
    files.into_iter().map(source).collect()
}

/// Splits at the commas that are in no braces.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The paths that a tree of imports stands for.
fn expand(prefix: &Names, tree: &str, paths: &mut Vec<Names>) {
    match tree.split_once('{') {
        None => {
            let name = tree.split(" as ").next().unwrap_or_default();
            let names = name.split("::").map(|name| name.trim().to_owned());
            paths.push(prefix.iter().cloned().chain(names).collect());
        }
        Some((path, rest)) => {
            let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
            let names = path.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
            let prefix = prefix.iter().cloned().chain(names).collect();
            parts(inner).into_iter().for_each(|part| expand(&prefix, part, paths));
        }
    }
}

/// The paths in this crate, from its root, that a module imports or mentions.
fn uses(module: &Names, code: &str) -> BTreeSet<Names> {
    let mut paths = Vec::new();
    for statement in code.split(';') {
        let import = statement.lines().position(|line| {
            let line = line.trim_start();
            line.starts_with("use ") || (line.starts_with("pub") && line.contains(" use "))
        });
        if let Some(first) = import {
            let text: Vec<&str> = statement.lines().skip(first).collect();
            let text = text.join(" ");
            let tree = text.split_once("use ").map_or("", |(_, tree)| tree);
            expand(&Names::new(), tree, &mut paths);
        }
    }
    for (at, _) in code.match_indices("crate::") {
        let path = code[at..].split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next();
        let names = path.unwrap_or_default().split("::").filter(|name| !name.is_empty());
        paths.push(names.map(str::to_owned).collect());
    }
    let resolve = |path: Names| -> Option<Names> {
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some(module.iter().chain(&path[1..]).cloned().collect()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                let kept = module.len().checked_sub(ups)?;
                Some(module[..kept].iter().chain(&path[ups..]).cloned().collect())
            }
            _ => None,
        }
    };
    paths.into_iter().filter_map(resolve).collect()
}

fn rank(order: &[&[&str]], name: Option<&String>) -> Option<usize> {
    let name = name?;
    order.iter().position(|row| row.contains(&name.as_str()))
}

/// Checks that modules `depth` names deep use only those that are not after them.
fn check(order: &[&[&str]], within: &[&str]) {
    let depth = within.len();
    let mut wrong = BTreeSet::new();
    let mut seen = 0;
    for (module, code) in sources() {
        if !(module.iter().take(depth).eq(within) && module.len() > depth) {
            continue;
        }
        let own = rank(order, module.get(depth));
        for path in uses(&module, &code) {
            if !path.iter().take(depth).eq(within) || path.len() <= depth {
                continue;
            }
            let used = rank(order, path.get(depth));
            let (module, path) = (module.join("::"), path.join("::"));
            match (own, used) {
                (Some(own), Some(used)) if used > own => {
                    wrong.insert(format!("{module} uses {path}, which comes after it"));
                }
                // Everything of this folder is in the order, and is used by its own path.
                (Some(_), None) => {
                    wrong.insert(format!("{module} uses {path}, whose place in the order is unknown"));
                }
                (None, _) => {
                    wrong.insert(format!("{module} has no place in the order"));
                }
                _ => seen += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{}", Vec::from_iter(wrong).join("\n"));
    assert!(seen > 100, "only {seen} imports were seen");
}

#[test]
fn the_library_is_no_circle() {
    check(LIBRARY, &[]);
}

#[test]
fn programs_are_no_circle() {
    check(PROGRAM, &["program"]);
}

#[test]
fn imports_are_read_as_rust_reads_them() {
    let code = "
use crate::{
    a::b,
    c::{self, d::{e, f as g}},
};
pub(crate) use super::h::i;
fn j() -> crate::k::L {
    l::m()
}
";
    let module = ["x", "y"].map(str::to_owned).to_vec();
    let paths: Vec<String> = uses(&module, code).into_iter().map(|path| path.join("::")).collect();
    for path in ["a::b", "c::d::e", "c::d::f", "c::self", "k::L", "x::h::i"] {
        assert!(paths.iter().any(|found| found == path), "{path} is not among {paths:?}");
    }
}
