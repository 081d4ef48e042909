//! The custom forms of `stablehlo`, `chlo` and `sdy` are upstream's: the files are what upstream's printer wrote (`checks/stablehlo/forms.py`).

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::module::Module;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::common::{context, testdata};

fn read(name: &str) -> String {
    let path = testdata().join("stablehlo").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse(name: &str, text: &str) -> Module {
    let mut diagnostics = Diagnostics::without_current_op();
    let ctx = context();
    let module = parse_module(&ctx, name, text, &mut diagnostics);
    if let Some(module) = &module {
        let _ = verify_module(module, &mut diagnostics);
    }
    let errors: Vec<String> = diagnostics
        .iter()
        .map(|d| format!("{:?}: {}", ctx.file_position(d.loc).map(|(_, line, col)| (line, col)), d.message))
        .collect();
    assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
    module.expect("no errors, so there is a module")
}

fn assert_same(found: &str, wanted: &str) {
    for (number, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "line {}", number + 1);
    }
    assert_eq!(found, wanted);
}

/// Files with the operations in generic form, each beside what upstream printed of it.
const FILES: [&str; 3] = ["forms", "chlo", "sdy"];

#[test]
fn generic_operations_print_as_upstream_prints_them() {
    for file in FILES {
        let generic = format!("{file}.generic.mlir");
        let module = parse(&generic, &read(&generic));
        assert_same(&print_module(&module, &PrintOptions::default()), &read(&format!("{file}.mlir")));
    }
}

#[test]
fn upstreams_text_reads_back() {
    for file in FILES {
        let name = format!("{file}.mlir");
        let text = read(&name);
        let module = parse(&name, &text);
        assert_same(&print_module(&module, &PrintOptions::default()), &text);
        let generic = print_module(&module, &PrintOptions { generic: true, ..PrintOptions::default() });
        let again = parse("generic", &generic);
        assert_same(&print_module(&again, &PrintOptions::default()), &text);
    }
}
