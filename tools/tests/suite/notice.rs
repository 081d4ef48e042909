//! `NOTICE` lists the crates that the programs contain, with their licences, as cargo resolves them.
//!
//! The list is that of x86-64 Linux with default features. `UPDATE_DOCS=1` writes it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::root;
use crate::dependency_rule::resolved;

const HEAD: &str = "\
tfrt
Copyright the authors of tfrt, see the history of its repository.
Licensed under the Apache License, Version 2.0: see LICENSE.

The C headers in plugins/include declare the interface of TensorFlow's plugins and work with libraries written against TensorFlow's own headers.

The programs contain the following crates under the licences named; of several joined by 'OR' or '/' each may be chosen. Archives made by
tools/archive.sh contain their texts.

";

#[test]
fn the_notice_lists_what_is_linked() {
    let metadata: Value =
        serde_json::from_str(&resolved("x86_64-unknown-linux-gnu")).expect("cargo writes valid metadata");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();

    let programs = packages
        .iter()
        .find(|(_, package)| package["name"] == "tfrt-tools")
        .expect("the tools are a package");
    let mut found = BTreeSet::from([programs.0.clone()]);
    let mut pending = vec![programs.0.clone()];
    while let Some(id) = pending.pop() {
        for dependency in list(&nodes[&id]["deps"]) {
            let is_linked = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = text(&dependency["pkg"]);
            let is_macro =
                list(&packages[&id]["targets"]).iter().any(|target| target["kind"][0] == "proc-macro");
            if is_linked && !is_macro && found.insert(id.clone()) {
                pending.push(id);
            }
        }
    }
    let lines: BTreeSet<String> = found
        .iter()
        .map(|id| &packages[id])
        .filter(|package| !package["source"].is_null())
        .map(|package| {
            format!(
                "{} {}: {}\n",
                text(&package["name"]),
                text(&package["version"]),
                text(&package["license"])
            )
        })
        .collect();
    let expected = HEAD.to_owned() + &lines.into_iter().collect::<String>();

    let file = root().join("NOTICE");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &expected).expect("the notice can be written");
    }
    let notice = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        notice == expected,
        "NOTICE is not what is linked; UPDATE_DOCS=1 cargo test -p tfrt-tools --test suite notice writes it"
    );
}
