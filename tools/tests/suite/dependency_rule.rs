//! The allowed dependencies between crates: a rule of the architecture, checked on cargo's resolution.
//!
//! The arrows are transitive: a crate may use what the crates in its row may use. Development dependencies obey the same rule: tests
//! that need all ops stand in `driver`, tests of whole programs in `tools`.
//! A program that only runs compiled files must link neither the grammar's parser, nor LLVM, nor a code generator.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde::Deserialize;

/// Crate and what it may depend on directly; what those may depend on is allowed as well.
const ALLOWED: &[(&str, &[&str])] = &[
    ("tfrt-bef", &[]),
    ("tfrt-ir", &[]),
    ("tfrt-ops", &[]),
    ("tfrt-bytecode", &["tfrt-ir"]),
    ("tfrt-dialects", &["tfrt-bytecode", "tfrt-ops"]),
    ("tfrt-convert", &["tfrt-dialects"]),
    ("tfrt-graphdef", &["tfrt-convert"]),
    ("tfrt-savedmodel", &["tfrt-graphdef", "tfrt-bef"]),
    ("tfrt-onnx", &["tfrt-convert", "tfrt-bef"]),
    ("tfrt-compiler", &["tfrt-convert", "tfrt-bef"]),
    ("tfrt-executor", &["tfrt-bef", "tfrt-ops"]),
    ("tfrt-numerics", &["tfrt-ops"]),
    ("tfrt-scalars", &["tfrt-executor"]),
    ("tfrt-exchange", &["tfrt-executor"]),
    ("tfrt-jpeg", &[]),
    ("tfrt-kernels", &["tfrt-executor", "tfrt-numerics", "tfrt-scalars", "tfrt-exchange", "tfrt-jpeg"]),
    ("tfrt-jit", &["tfrt-executor", "tfrt-numerics", "tfrt-scalars"]),
    ("tfrt-plan", &["tfrt-executor", "tfrt-numerics"]),
    ("tfrt-plugin", &["tfrt-executor", "tfrt-graphdef"]),
    ("tfrt-example-pass", &[]),
    ("tfrt-plugin-sdk", &[]),
    (
        "tfrt-driver",
        &[
            "tfrt-compiler",
            "tfrt-graphdef",
            "tfrt-savedmodel",
            "tfrt-onnx",
            "tfrt-kernels",
            "tfrt-jit",
            "tfrt-plan",
            "tfrt-plugin",
        ],
    ),
    ("tfrt-tools", &["tfrt-driver"]),
    ("tfrt-python", &["tfrt-driver"]),
    ("tfrt-pjrt", &["tfrt-driver"]),
];

/// Packages that a program that only runs compiled files must not link, by the start of the name.
const NOT_AT_RUN_TIME: &[&str] = &[
    "pest",
    "melior",
    "mlir-sys",
    "llvm-sys",
    "cranelift-codegen",
    "cranelift-jit",
    "tfrt-ir",
    "tfrt-compiler",
];

/// The packages whose programs only run compiled files.
const RUN_TIME: &[&str] = &["tfrt-bef", "tfrt-executor", "tfrt-kernels"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
    workspace_members: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for an ordinary dependency.
    kind: Option<String>,
}

/// The packages that cargo resolves for this machine, from those it has already fetched to build this test.
fn metadata() -> Metadata {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = stdout(Command::new(rustc).arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    serde_json::from_str(&resolved(host)).expect("cargo writes valid metadata")
}

/// The packages that cargo resolves for a platform, as JSON.
pub(crate) fn resolved(platform: &str) -> String {
    stdout(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--offline", "--filter-platform", platform])
            .current_dir(env!("CARGO_MANIFEST_DIR")),
    )
}

fn stdout(command: &mut Command) -> String {
    let output = command.output().expect("the tools that built this test can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo and rustc write UTF-8")
}

/// The crates that `name` may depend on, transitively.
fn allowed(name: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut pending = vec![name.to_owned()];
    while let Some(next) = pending.pop() {
        for dependency in ALLOWED.iter().filter(|(of, _)| *of == next).flat_map(|(_, to)| to.iter()) {
            if found.insert(*dependency) {
                pending.push((*dependency).to_owned());
            }
        }
    }
    found
}

#[test]
fn crates_depend_only_on_what_they_may() {
    let metadata = metadata();
    let names: BTreeMap<&str, &str> =
        metadata.packages.iter().map(|p| (p.id.as_str(), p.name.as_str())).collect();
    let mut wrong = Vec::new();
    for node in metadata.resolve.nodes.iter().filter(|node| metadata.workspace_members.contains(&node.id)) {
        let name = names[node.id.as_str()];
        if !ALLOWED.iter().any(|(known, _)| *known == name) {
            wrong.push(format!("{name} is not in the table of this test"));
        }
        let allowed = allowed(name);
        for dependency in &node.deps {
            let on = names[dependency.pkg.as_str()];
            if metadata.workspace_members.contains(&dependency.pkg) && on != name && !allowed.contains(on) {
                wrong.push(format!("{name} depends on {on}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_that_run_compiled_files_link_no_compiler() {
    let metadata = metadata();
    let package =
        |id: &str| metadata.packages.iter().find(|p| p.id == id).expect("resolved packages are listed");
    let nodes: BTreeMap<&str, &Node> = metadata.resolve.nodes.iter().map(|n| (n.id.as_str(), n)).collect();
    let mut examples = Vec::new();
    for member in &metadata.workspace_members {
        let root = package(member);
        if !RUN_TIME.contains(&root.name.as_str()) {
            continue;
        }
        let is_example = |target: &&Target| target.kind.iter().any(|kind| kind == "example");
        examples.extend(root.targets.iter().filter(is_example).map(|target| target.name.as_str()));
        let mut seen = BTreeSet::new();
        let mut pending = vec![(member.as_str(), true)];
        while let Some((id, is_root)) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let name = package(id).name.as_str();
            assert!(
                !NOT_AT_RUN_TIME.iter().any(|banned| name.starts_with(banned)),
                "{} links {name}",
                root.name
            );
            // Examples link the development dependencies of their own package as well.
            let linked = |kind: &DependencyKind| match kind.kind.as_deref() {
                None => true,
                Some("dev") => is_root,
                Some(_) => false,
            };
            let linked = nodes[id].deps.iter().filter(|d| d.dep_kinds.iter().any(linked));
            pending.extend(linked.map(|d| (d.pkg.as_str(), false)));
        }
    }
    assert!(examples.contains(&"run_bef"), "the example that runs compiled files is gone: {examples:?}");
}
