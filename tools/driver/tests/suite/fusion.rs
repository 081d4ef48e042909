//! Fused element-wise ops against the same ops one by one: the same tensors, bit for bit, and the same errors at the same places.
//!
//! Random programs run as written, fused, and fused with machine code, on one thread and on several: trees over tensors of several
//! dtypes that broadcast, some of them empty, some large enough to be split over threads, some with a reduction at the end, some
//! whose intermediate values are results as well, some with shapes that do not fit.

mod bodies;
mod einsums;
mod random;
mod regions;
mod rounds;
mod subject;

use random::*;
use subject::*;

use proptest::prelude::*;
use tfrt_executor::core_runtime::{OpAttrs, OpAttrsRef, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_jit::Vectors;
use tfrt_ops::{Class, Elementwise, MemberAttrName, MemberValueType, OpDefRegistry, Row};

fn check(plan: &Plan, subjects: &[Subject]) -> Result<(), TestCaseError> {
    let (text, args) = (plan.text(), plan.arguments());
    let mut expected: Option<Outcome> = None;
    for subject in subjects {
        let program = subject.load(&text);
        // Twice: what is made at the first call is used at the second.
        for _ in 0..2 {
            let got = subject.run(&program, &args);
            let difference = got.difference(expected.get_or_insert(got.clone()));
            prop_assert!(difference.is_none(), "{}\n{text}", difference.unwrap_or_default());
        }
    }
    Ok(())
}

/// Machine code with the longest vectors of the processor.
const LONGEST: Option<Vectors> = Some(Vectors::Avx512);

/// Ops one by one; fused; fused with machine code, of both kinds; and that on several threads.
fn subjects() -> [Subject; 5] {
    [
        Subject::new(false, "s", None),
        Subject::new(true, "s", None),
        Subject::new(true, "s", LONGEST),
        Subject::new(true, "s", Some(Vectors::Avx2)),
        Subject::new(true, "mstd:3", LONGEST),
    ]
}

#[test]
fn fused_ops_give_what_the_ops_give() {
    let subjects = subjects();
    let config = ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(plan in plans(false))| check(&plan, &subjects)?);
}

#[test]
fn reductions_in_the_middle_give_what_they_give_alone() {
    let subjects = subjects();
    let config = ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(plan in plans(true))| check(&plan, &subjects)?);
}

/// An op on floats.
fn op(result: &str, name: &str, args: &str, attrs: &str) -> String {
    format!("  {result} = corert.executeop(%cpu) \"tf.{name}\"({args}) {{T = f32{attrs}}} : 1\n")
}

/// The axes along which rows are reduced.
const AXES: &str = "  %axes = corert.const_dense_tensor dense<[-1]> : tensor<1xi32>\n";
const KEEP: &str = ", keep_dims = true";

/// Fails if a subject gives something else than the first.
fn assert_alike(subjects: &[Subject], text: &str, args: &[DenseHostTensor]) {
    let mut expected = None;
    for subject in subjects {
        let got = subject.run(&subject.load(text), args);
        let difference = got.difference(expected.get_or_insert(got.clone()));
        let shapes = || args.iter().map(|arg| arg.shape().to_string()).collect::<Vec<_>>();
        assert!(difference.is_none(), "{:?}: {}\n{text}", shapes(), difference.unwrap_or_default());
    }
}

/// Parts of models, on rows of all lengths around those of vectors and blocks.
#[test]
fn softmax_and_layer_norm_give_what_their_ops_give() {
    let subjects = subjects();
    let softmax = AXES.to_owned()
        + &op("%m", "Max", "%a0, %axes", KEEP)
        + &op("%s", "Sub", "%a0, %m", "")
        + &op("%e", "Exp", "%s", "")
        + &op("%t", "Sum", "%e, %axes", KEEP)
        + &op("%r", "RealDiv", "%e, %t", "");
    let norm = AXES.to_owned()
        + &op("%m", "Mean", "%a0, %axes", KEEP)
        + &op("%d", "Sub", "%a0, %m", "")
        + &op("%q", "Square", "%d", "")
        + &op("%v", "Mean", "%q, %axes", KEEP)
        + &op("%i", "Rsqrt", "%v", "")
        + &op("%n", "Mul", "%d, %i", "")
        + &op("%g", "Mul", "%n, %a1", "")
        + &op("%r", "AddV2", "%g, %a1", "");
    // What is dear and needed by two passes, and a result of one element a row.
    let log_sum = AXES.to_owned()
        + &op("%x", "Tanh", "%a0", "")
        + &op("%m", "Max", "%x, %axes", KEEP)
        + &op("%s", "Sub", "%x, %m", "")
        + &op("%e", "Exp", "%s", "")
        + &op("%t", "Sum", "%e, %axes", KEEP)
        + &op("%l", "Log", "%t", "")
        + &op("%r", "AddV2", "%l, %m", "");
    let mut random = Random(99);
    for body in [softmax, norm, log_sum] {
        for columns in [1, 7, 31, 32, 33, 64, 100, 1023, 1024, 1025, 5000, 40_000] {
            for rows in if columns > 2000 { [1, 2, 3] } else { [1, 2, 37] } {
                let args = [tensor(F, &[rows, columns], &mut random), tensor(F, &[columns], &mut random)];
                let text = program(2, &body, &["%r"]);
                assert_alike(&subjects, &text, &args);
            }
        }
    }
}

/// Statistics and what they are made of as results beside what they serve for: some are of whole tensors, some of rows, some have
/// another shape than the rest.
#[test]
fn values_that_others_use_are_what_they_are_alone() {
    let subjects = subjects();
    let norm = AXES.to_owned()
        + &op("%x", "Mul", "%a0, %a1", "")
        + &op("%m", "Mean", "%x, %axes", KEEP)
        + &op("%d", "Sub", "%x, %m", "")
        + &op("%q", "Square", "%d", "")
        + &op("%v", "Mean", "%q, %axes", KEEP)
        + &op("%i", "Rsqrt", "%v", "")
        + &op("%r", "Mul", "%d, %i", "");
    let loss = AXES.to_owned()
        + &op("%d", "Sub", "%a0, %a1", "")
        + &op("%e", "Exp", "%a1", "")
        + &op("%w", "Mul", "%d, %e", "")
        + &op("%q", "Square", "%w", "")
        + &op("%r", "Sum", "%q, %axes", "");
    let steps = op("%m", "Mul", "%a0, %a2", "")
        + &op("%v", "Square", "%a0", "")
        + &op("%s", "AddV2", "%m, %v", "")
        + &op("%r", "Div", "%m, %s", "");
    let mut random = Random(7);
    for (body, results) in [
        (&norm, &["%m", "%i", "%r"][..]),
        (&norm, &["%x", "%d", "%r"]),
        (&norm, &["%v", "%q", "%r"]),
        (&loss, &["%d", "%r"]),
        (&loss, &["%e", "%w", "%r"]),
        (&loss, &["%q", "%r"]),
        (&steps, &["%m", "%v", "%r"]),
    ] {
        for columns in [1, 7, 33, 100, 1025, 40_000] {
            for rows in [1, 5, 37] {
                let args = [
                    tensor(F, &[rows, columns], &mut random),
                    tensor(F, &[columns], &mut random),
                    tensor(F, &[], &mut random),
                ];
                let text = program(3, body, results);
                assert_alike(&subjects, &text, &args);
            }
        }
    }
}

/// Bounds of one element may have more dimensions than what they bound.
#[test]
fn bounds_of_a_higher_rank_are_one_element() {
    let subjects =
        [Subject::new(false, "s", None), Subject::new(true, "s", None), Subject::new(true, "s", LONGEST)];
    let text = program(
        2,
        "  %n = corert.executeop(%cpu) \"tf.Neg\"(%a1) {T = f32} : 1\n  %r = corert.executeop(%cpu) \
         \"tf.ClipByValue\"(%a0, %n, %a1) {T = f32} : 1\n",
        &["%r"],
    );
    let mut random = Random(5);
    for dims in [&[][..], &[5], &[1], &[0]] {
        let x = tensor(F, dims, &mut random);
        let bound = TensorMetadata::new(F, Shape::new(&[1, 1, 1]).expect("it is small"));
        let bound = DenseHostTensor::from_bytes(bound, &2.5f32.to_le_bytes()).expect("there is memory");
        let results: Vec<Outcome> = subjects
            .iter()
            .map(|subject| subject.run(&subject.load(&text), &[x.clone(), bound.clone()]))
            .collect();
        let first = results[0].results[0].clone();
        let is_known = match &first {
            Ok(text) => text.starts_with("f32"),
            Err(text) => text.contains("shape"),
        };
        assert!(is_known, "{first:?}");
        let same = results.iter().all(|result| result.difference(&results[0]).is_none());
        assert!(same, "{dims:?}: {results:?}");
    }
}

/// Each op by itself and twice over, on all dtypes it is known for.
#[test]
fn every_op_gives_the_same_alone() {
    let subjects = [
        Subject::new(false, "s", None),
        Subject::new(true, "s", None),
        Subject::new(true, "s", LONGEST),
        Subject::new(true, "s", Some(Vectors::Avx2)),
    ];
    for (number, (op, dtypes, _)) in OPS.iter().enumerate() {
        // Another op of the arguments' dtype, or the same one, so that there are two to fuse.
        let mut inputs: Vec<(DType, u8, u8)> = dtypes.iter().map(|&dtype| (dtype, 0, 0)).collect();
        inputs.rotate_left(dtypes.iter().position(|dtype| *dtype == dtypes[0]).unwrap_or(0));
        let to_float =
            |dtype: DType| OPS.iter().position(|known| known.1[0] == dtype && (known.2 == F || dtype == F));
        let mut ops = vec![(number, [0, 1, 2])];
        ops.extend(to_float(OPS[number].2).map(|op| (op, [0, 0, 0])));
        let plan =
            Plan { dims: vec![1029], inputs, ops, reduction: None, others: vec![], seed: 77, wrong: false };
        if let Err(error) = check(&plan, &subjects) {
            panic!("{op} {dtypes:?}: {error}");
        }
    }
}

/// A group with one member of a dtype that cannot be merged runs op by op as a whole: there should be few of them.
#[test]
fn ops_can_be_merged_on_all_dtypes_that_they_compute() {
    const DTYPES: [DType; 13] = [F, D, H, G, C, DType::I16, I, L, U, DType::UI16, W, DType::UI64, B];
    // What divides integers may fail, integers are round, and those that depend on a number are of floats.
    let is_not_of_integers = |name: &str| {
        let function = name.strip_prefix("tf.").and_then(Elementwise::from_name);
        function.is_some_and(|function| {
            let attribute = function.attribute().map(MemberAttrName::value_type);
            function.refuses_integers()
                || function == Elementwise::Round
                || attribute == Some(MemberValueType::Number)
        })
    };
    let subject = Subject::new(false, "s", None);
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    let definitions = OpDefRegistry::new();
    let mut random = Random(3);
    let mut missing = Vec::new();
    for name in tfrt_compiler::passes::fusable_ops() {
        let Some(entry) = ops.get(name).filter(|entry| entry.elementwise.is_some()) else { continue };
        let function = |dtypes: &[DType], attrs: OpAttrsRef<'_>| entry.block_function(dtypes, attrs);
        let class = Row::of(name).class;
        if matches!(class, Class::Elementwise(Elementwise::Cast | Elementwise::HloConvert)) {
            continue;
        }
        let takes = |count: &usize| {
            let fits = |dtype| function(&vec![dtype; *count], (&OpAttrs::new()).into()).is_some();
            fits(F)
                || fits(I)
                || fits(B)
                || function(&[B, F, F][..*count], (&OpAttrs::new()).into()).is_some()
        };
        let count = (1..=3).find(takes).unwrap_or_else(|| panic!("{name} takes nothing"));
        let selects = matches!(
            class,
            Class::Elementwise(Elementwise::Select | Elementwise::SelectV2 | Elementwise::HloSelect)
        );
        for dtype in DTYPES {
            let mut dtypes = vec![dtype; count];
            if selects {
                dtypes[0] = B;
            }
            let mut args: Vec<DenseHostTensor> =
                dtypes.iter().map(|&dtype| tensor(dtype, &[2, 3], &mut random)).collect();
            if name == "tf.BiasAdd" {
                args[1] = tensor(dtype, &[3], &mut random);
            }
            let names: Vec<String> = (0..count).map(|i| format!("%a{i}")).collect();
            let has_dtype = definitions.get(name).is_some_and(|definition| definition.attr("T").is_some());
            let attrs = if has_dtype { format!(" {{T = {}}}", dtype.name()) } else { String::new() };
            let text = format!("  %r = corert.executeop(%cpu) \"{name}\"({}){attrs} : 1\n", names.join(", "));
            let outcome = subject.run(&subject.load(&program(count, &text, &["%r"])), &args);
            let is_merged = function(&dtypes, (&OpAttrs::new()).into()).is_some();
            let is_known = dtype.is_integer() && is_not_of_integers(name);
            if outcome.results[0].is_ok() && !is_merged && !is_known {
                missing.push(format!("{name} of {}", dtype.name()));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// Every op that the compiler merges is one that the runtime can run merged.
#[test]
fn the_compiler_merges_only_what_the_runtime_can_run_merged() {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    for name in tfrt_compiler::passes::fusable_ops() {
        let entry = ops.get(name).unwrap_or_else(|| panic!("{name} is not known"));
        let is_reduction = matches!(Row::of(name).class, Class::Reduction(_));
        assert_eq!(entry.elementwise.is_none(), is_reduction, "{name}");
    }
}
