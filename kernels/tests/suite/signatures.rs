//! The signature of every kernel, against which the executor checks programs: a change shows as a difference.

use std::fmt::Write as _;

use tfrt_executor::kernel::{KernelDef, KernelFlags, KernelRegistry};

/// `name(operands) {attributes} functions -> (results) flags`, without what is not there.
fn line(kernel: &KernelDef) -> String {
    let signature = kernel.signature();
    let mut text = kernel.name().to_owned();
    let mut operands: Vec<String> = signature.operands.iter().map(ToString::to_string).collect();
    operands.extend(signature.rest.map(|rest| format!("{rest}...")));
    let _ = write!(text, "({})", operands.join(", "));
    let mut attrs: Vec<String> = signature.attrs.iter().map(ToString::to_string).collect();
    attrs.extend(signature.rest_attrs.map(|rest| format!("{rest}...")));
    if !attrs.is_empty() {
        let _ = write!(text, " {{{}}}", attrs.join(", "));
    }
    if signature.functions > 0 {
        let _ = write!(text, " functions: {}", signature.functions);
    }
    let mut results: Vec<String> = signature.results.iter().map(ToString::to_string).collect();
    if signature.any_results {
        results.push("...".to_owned());
    }
    let _ = write!(text, " -> ({})", results.join(", "));
    let flags = [
        (KernelFlags::PURE, "pure"),
        (KernelFlags::INFALLIBLE, "infallible"),
        (KernelFlags::WANTS_OBJECTS, "wants objects"),
        (KernelFlags::SYNC, "sync"),
        (KernelFlags::ASYNC, "async"),
    ];
    for (flag, name) in flags {
        if kernel.flags().has(flag) {
            let _ = write!(text, " [{name}]");
        }
    }
    text
}

#[test]
fn signatures() {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    let mut lines: Vec<String> = registry.iter().map(|kernel| line(kernel)).collect();
    lines.sort();
    insta::assert_snapshot!(lines.join("\n"));
}
