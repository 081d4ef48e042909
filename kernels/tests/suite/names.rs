//! Every kernel name that a program may use is registered, and no other.

use std::collections::BTreeSet;

use tfrt_executor::core_runtime::OpRegistry;
use tfrt_executor::kernel::KernelRegistry;

/// Expands brace lists as a shell does: `a{b,c}.{1,2}` is `ab.1 ab.2 ac.1 ac.2`.
fn expand(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let (mut depth, mut start, mut choices, mut close) = (0, open + 1, Vec::new(), pattern.len());
    for (at, byte) in pattern.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b',' if depth == 1 => {
                choices.push(&pattern[start..at]);
                start = at + 1;
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    choices.push(&pattern[start..at]);
                    close = at;
                    break;
                }
            }
            _ => {}
        }
    }
    let tails = expand(pattern.get(close + 1..).unwrap_or_default());
    let heads = choices.into_iter().flat_map(expand);
    heads.flat_map(|head| tails.iter().map(move |tail| format!("{}{head}{tail}", &pattern[..open]))).collect()
}

#[test]
fn brace_lists_expand() {
    assert_eq!(expand("a{b,c.{1,2}}.d"), ["ab.d", "ac.1.d", "ac.2.d"]);
    assert_eq!(expand("plain"), ["plain"]);
}

/// Whether only test programs have this kernel or op.
fn is_for_tests(name: &str) -> bool {
    ["tfrt_test.", "vt.", "tfrt_tutorial."].iter().any(|prefix| name.starts_with(prefix))
}

#[test]
fn kernels_of_test_programs_are_added_by_a_call_of_their_own() {
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    let surplus: Vec<&str> =
        kernels.iter().map(|kernel| kernel.name()).filter(|name| is_for_tests(name)).collect();
    assert!(surplus.is_empty(), "{surplus:?}");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let surplus: Vec<&str> = ops.names().into_iter().filter(|name| is_for_tests(name)).collect();
    assert!(surplus.is_empty(), "{surplus:?}");
    let mut of_tests = KernelRegistry::new();
    tfrt_kernels::test::register(&mut of_tests);
    // Instructions of the executor are in every registry.
    let instructions = KernelRegistry::new();
    let added = of_tests.iter().map(|kernel| kernel.name()).filter(|name| instructions.get(name).is_none());
    let shared: Vec<&str> = added.filter(|name| kernels.get(name).is_some()).collect();
    assert!(shared.is_empty(), "{shared:?}");
}

#[test]
fn registered_names_are_those_of_the_list() {
    let list = include_str!("../../../testdata/kernels/registered_names.txt");
    let expected: BTreeSet<String> =
        list.lines().filter(|line| !line.starts_with('#')).flat_map(expand).collect();
    assert_eq!(expected.len(), 537);
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    // The arithmetic of `arith`, which is not in the list, is compared with its declarations elsewhere.
    let names = registry.iter().map(|kernel| kernel.name().to_owned());
    let found: BTreeSet<String> = names.filter(|name| !name.starts_with("tfrt_arith.")).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:#?}\nsurplus: {surplus:#?}");
}
