//! Sizes that come from input are allocated in ways that may fail ([what is trusted](../../../docs/security.md)). The forms that end the
//! process instead are listed in `allocations.txt`, with what bounds their sizes: something that is in memory already, a block of a fixed
//! size, or room that was asked for before. A new use of such a form in the executor or the kernels fails this test until it is
//! listed; most should use `room` and `filled` of `kernels/src/ops/memory.rs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const LIST: &str = include_str!("allocations.txt");

/// Sources that handle sizes from input while a program runs.
const FOLDERS: [&str; 8] = [
    "executor/src",
    "kernels/src",
    "kernels/exchange/src",
    "kernels/jit/src",
    "kernels/jpeg/src",
    "kernels/numerics/src",
    "kernels/plan/src",
    "kernels/scalars/src",
];

/// Uses in a line of code.
fn uses(line: &str) -> usize {
    // Of copies those of an operand's elements, and of several parts.
    const FORMS: [&str; 7] = [
        "with_capacity(",
        ".resize(",
        ".resize_with(",
        "?.to_vec()",
        "bytes().to_vec()",
        "strings().to_vec()",
        ".concat()",
    ];
    let named = FORMS.map(|form| line.matches(form).count());
    // `vec![x; n]`, not a list of elements.
    let repeated = line.split("vec![").skip(1).filter(|rest| {
        let end = rest.find(['[', ']', ';']).unwrap_or(rest.len());
        rest[end..].starts_with("; ")
    });
    named.iter().sum::<usize>() + repeated.count()
}

fn count(folder: &Path, root: &Path, found: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "tests") {
                count(&path, root, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let uses: usize = lines.map(uses).sum();
            if uses > 0 {
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
                found.insert(name, uses);
            }
        }
    }
}

#[test]
fn allocations_that_cannot_fail_are_bounded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around the crate");
    let mut found = BTreeMap::new();
    FOLDERS.iter().for_each(|folder| count(&root.join(folder), root, &mut found));
    let entries = LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let (files, folders): (Vec<&str>, Vec<&str>) = entries.partition(|entry| entry.contains(' '));
    let is_in = |name: &String| folders.iter().any(|folder| name.starts_with(folder));
    let unused: Vec<_> = folders.iter().filter(|f| !found.keys().any(|name| name.starts_with(*f))).collect();
    assert!(unused.is_empty(), "folders without uses: {unused:?}");
    found.retain(|name, _| !is_in(name));
    let entry = |line: &str| {
        let (name, number) = line.rsplit_once(' ').expect("a name and a number");
        (name.to_owned(), number.parse().expect("a number"))
    };
    let listed: BTreeMap<String, usize> = files.into_iter().map(entry).collect();
    let say = |(name, number): (&String, &usize)| format!("{name}: {number} uses");
    let new: Vec<_> = found.iter().filter(|(name, uses)| listed.get(*name) != Some(uses)).map(say).collect();
    let old: Vec<_> = listed.iter().filter(|(name, uses)| found.get(*name) != Some(uses)).map(say).collect();
    assert!(new.is_empty() && old.is_empty(), "found: {new:#?}\nlisted: {old:#?}");
}

#[test]
fn uses_are_found() {
    assert_eq!(uses("let a = vec![0; n]; let b = Vec::with_capacity(n);"), 2);
    assert_eq!(uses("let a = vec![1, 2]; a.resize(n, 0); vec![]; vec![f(&[1; 2])]"), 1);
    assert_eq!(uses("rows.resize_with(n, || None)"), 1);
    assert_eq!(uses("frame.values::<f32>(0)?.to_vec(); [a.bytes(), b.bytes()].concat(); dims.to_vec()"), 2);
}
