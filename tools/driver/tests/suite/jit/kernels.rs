//! Every kernel of scalars on all pairs of its types' edge cases.

use std::fmt::Write as _;
use std::sync::Arc;

use tfrt_executor::jit::JitCompiler;
use tfrt_executor::kernel::{KernelDef, KernelFlags, KernelRegistry, OperandSpec};
use tfrt_executor::value::{ScalarKind, Value};
use tfrt_jit::scalar::NOT_COMPILED;
use tfrt_jit::{Jit, JitOptions, When};
use tfrt_scalars::lowering::Lowering;
use tfrt_scalars::table::tables;

use super::subject::{Subject, compile, same};

/// Values of a kind at which something may go wrong.
fn edge_cases(kind: ScalarKind) -> Vec<u64> {
    let of_f32 = |values: &[f32]| values.iter().map(|v| u64::from(v.to_bits())).collect();
    let of_f64 = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect();
    match kind {
        ScalarKind::Chain => vec![0],
        ScalarKind::I1 => vec![0, 1],
        ScalarKind::F32 => of_f32(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1.5,
            -2.5,
            1e30,
            -1e30,
            9.3e18,
            -9.3e18,
            f32::MIN_POSITIVE,
            1e-45,
            f32::MAX,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            -f32::NAN,
            3e38,
            // Halves, and ties of rounding to bf16.
            0.5,
            -0.5,
            8_388_607.5,
            f32::from_bits(0x3f80_8000),
            f32::from_bits(0x3f81_8000),
            f32::from_bits(0x3f81_8001),
        ]),
        ScalarKind::F64 => of_f64(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1.5,
            -2.5,
            1e300,
            -1e300,
            9.3e18,
            -9.3e18,
            f64::MIN_POSITIVE,
            5e-324,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            -f64::NAN,
            0.5,
            -0.5,
            65_520.0,
            1.0 + 1.0 / 256.0 + 1e-12,
        ]),
        ScalarKind::F16 | ScalarKind::BF16 => vec![
            0, 0x8000, 1, 0x8001, 0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x4049, 0x7bff, 0x7c00, 0xfc00, 0x7e00,
            0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0x7fff, 0x0080, 0x3eab,
        ],
        _ => {
            let mask = u64::MAX >> (64 - 8 * kind.size());
            let top = 1 << (8 * kind.size() - 1);
            [0, 1, 2, 3, 7, 100, u64::MAX, u64::MAX - 1, top, top - 1, top + 1, 0x0123_4567_89ab_cdef]
                .map(|value: u64| value & mask)
                .to_vec()
        }
    }
}

fn scalar(kind: ScalarKind, bits: u64) -> Value {
    Value::Scalar(kind, bits)
}

/// Kernels on registers of scalars, by name.
pub(super) fn scalar_kernels() -> Vec<Arc<KernelDef>> {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    let mut kernels: Vec<Arc<KernelDef>> = registry.iter().filter(|def| def.is_scalar()).cloned().collect();
    kernels.sort_by(|a, b| a.name().cmp(b.name()));
    kernels
}

#[test]
fn every_scalar_kernel_is_compiled_or_listed() {
    let jit = Jit::new(JitOptions::default());
    let mut listed: Vec<&str> = NOT_COMPILED.iter().map(|(name, _)| *name).collect();
    let mut forgotten = Vec::new();
    for kernel in scalar_kernels() {
        let compiled = jit.lowering(kernel.name()).is_some() || kernel.is_callable();
        let at = listed.iter().position(|&name| name == kernel.name());
        if compiled == at.is_some() {
            forgotten.push(kernel.name().to_owned());
        }
        if let Some(at) = at {
            listed.remove(at);
        }
    }
    assert!(forgotten.is_empty(), "either compiled or listed: {forgotten:?}");
    assert!(listed.is_empty(), "listed, but not there: {listed:?}");
    for kernel in tables().flatten() {
        match kernel.lowering {
            Lowering::Call(reason) => assert!(!reason.is_empty()),
            _ => assert!(jit.lowering(kernel.name).is_some(), "{} is not translated here", kernel.name),
        }
    }
}

#[test]
fn every_scalar_kernel_gives_the_same_bits_and_errors() {
    let mut text = String::new();
    let mut cases = Vec::new();
    let pure = |kernel: &Arc<KernelDef>| kernel.flags().has(KernelFlags::PURE);
    for (number, kernel) in scalar_kernels().iter().filter(|kernel| pure(kernel)).enumerate() {
        let signature = kernel.signature();
        if !signature.attrs.is_empty() {
            continue;
        }
        let kinds = |specs: &[OperandSpec]| -> Vec<ScalarKind> {
            let scalar = |spec: &OperandSpec| match spec {
                OperandSpec::Scalar(kind) => *kind,
                other => panic!("'{}' has {other:?}", kernel.name()),
            };
            specs.iter().map(scalar).collect()
        };
        let (operands, results) = (kinds(&signature.operands), kinds(&signature.results));
        let list =
            |kinds: &[ScalarKind]| kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let numbered = |sigil: &str, count: usize| {
            (0..count).map(|i| format!("%{sigil}{i}")).collect::<Vec<_>>().join(", ")
        };
        let arguments: Vec<String> =
            operands.iter().enumerate().map(|(i, kind)| format!("%a{i}: {kind}")).collect();
        let _ = writeln!(
            text,
            "func.func @k{number}({}) -> ({results}) {{\n  {} = \"{}\"({}) : ({}) -> ({results})\n  tfrt.return {} : {results}\n}}",
            arguments.join(", "),
            numbered("r", signature.results.len()),
            kernel.name(),
            numbered("a", operands.len()),
            list(&operands),
            numbered("r", signature.results.len()),
            results = list(&results),
        );
        cases.push((format!("k{number}"), kernel.name().to_owned(), operands));
    }
    assert!(cases.len() > 300, "the tables are empty");
    let bef = compile(&text);
    let (plain, eager) = (Subject::new(None), Subject::new(Some(When::Eager)));
    let (interpreted, compiled) = (plain.load(&bef), eager.load(&bef));
    for (function, kernel, operands) in &cases {
        let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
        for &kind in operands {
            let values = edge_cases(kind);
            // Of three operands, every other value.
            let stride = if operands.len() > 2 && values.len() > 2 { 2 } else { 1 };
            combinations = combinations
                .iter()
                .flat_map(|before| {
                    let values = values.iter().step_by(stride);
                    values.map(|&bits| before.iter().cloned().chain([scalar(kind, bits)]).collect())
                })
                .collect();
        }
        for args in combinations {
            let want = plain.call(&interpreted, function, &args);
            let have = eager.call(&compiled, function, &args);
            assert_eq!(want, have, "{kernel} of {args:?}");
        }
    }
    let statistics = eager.jit.map(|jit| jit.statistics()).unwrap_or_default();
    assert!(statistics.failed.is_empty(), "{:?}", statistics.failed);
    assert!(statistics.interpreted.is_empty(), "{:?}", statistics.interpreted);
    assert!(statistics.compiled.len() + statistics.hits as usize >= cases.len(), "{statistics:?}");
}

#[test]
fn constants_have_the_same_bits() {
    let text = "func.func @f() -> (i1, i32, i64, ui32, ui64, f32, f64, f32) {
  %a = tfrt.constant.i1 true
  %b = tfrt.constant.i32 -7
  %c = tfrt.constant.i64 -9223372036854775808
  %d = tfrt.constant.ui32 4294967295
  %e = tfrt.constant.ui64 18446744073709551615
  %f = tfrt.constant.f32 -0.5
  %g = tfrt.constant.f64 1.0e300
  %h = tfrt.constant.f32 0x7F800000
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %h : i1, i32, i64, ui32, ui64, f32, f64, f32
}";
    same(text, "f", &[]);
}
