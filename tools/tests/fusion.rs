//! Fused element-wise ops against the same ops one by one: the same tensors, bit for bit, and the same errors at the same places.
//!
//! Random programs run as written, fused, and fused with machine code, on one thread and on several: trees over tensors of several
//! dtypes that broadcast, some of them empty, some large enough to be split over threads, some with a reduction at the end, some
//! with shapes that do not fit.

use std::fmt::Write as _;
use std::sync::Arc;

use parking_lot::Mutex;
use proptest::prelude::*;
use tfrt_compiler::pipeline::{OptLevel, PassGroup, PassGroups};
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, Tensor, TensorMetadata};
use tfrt_executor::value::{AsyncRef, Error, Value};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::{Jit, JitOptions, When};
use tfrt_tools::compile::{Reporter, pipeline, to_bef};
use tfrt_tools::input::Input;
use tfrt_tools::plugins::PluginFlags;

/// A way to run programs.
struct Subject {
    runtime: Runtime,
    errors: Arc<Mutex<Vec<String>>>,
    fuses: bool,
}

impl Subject {
    fn new(fuses: bool, queue: &str, jit: bool) -> Subject {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        if jit {
            let options = JitOptions { when: When::Eager, ..JitOptions::default() };
            registry.set_jit(Jit::new(options));
        }
        let errors = Arc::new(Mutex::new(Vec::new()));
        let told = errors.clone();
        let diagnostics =
            Arc::new(move |error: &Error| told.lock().push(format!("{}: {error}", error.location())));
        let queue = QueueKind::parse(queue).expect("it is a queue");
        let options = HostOptions { diagnostics, queue, ..HostOptions::default() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        CoreRuntime::install(runtime.host(), ops).state().register_default_handlers();
        Subject { runtime, errors, fuses }
    }

    fn load(&self, text: &str) -> Program {
        let mut reporter = Reporter::printing(SourceFile { name: "test.mlir", text: text.as_bytes() });
        let mut pipeline = pipeline(OptLevel::O2, &PluginFlags::default());
        pipeline.options_mut().groups = PassGroups::ALL.with(PassGroup::Fusion, self.fuses);
        let bef = to_bef(
            "test.mlir",
            Input::of("test.mlir", text.as_bytes()).expect("it is text"),
            &pipeline,
            Default::default(),
            &mut reporter,
        );
        let bef = bef.unwrap_or_else(|| panic!("the program does not compile:\n{text}"));
        self.runtime.load(&bef).expect("the program is right")
    }

    /// What `@f` gives for these arguments, and the errors that were reported, sorted: their order is that of the ops only on
    /// one thread.
    fn run(&self, program: &Program, args: &[DenseHostTensor]) -> String {
        let function = program.function("f").expect("the function is there");
        let request = RequestContext::new(self.runtime.host());
        let args =
            args.iter().map(|arg| Value::Async(AsyncRef::available(Tensor::Dense(arg.clone())).into_any()));
        let results = function.execute(&request, std::iter::once(Value::CHAIN).chain(args));
        self.runtime.host().wait(&results);
        self.runtime.host().quiesce();
        let mut errors = std::mem::take(&mut *self.errors.lock());
        errors.sort();
        let mut out = String::new();
        for result in &results {
            match result.downcast_ref::<Tensor>() {
                Some(Tensor::Dense(tensor)) => {
                    let _ = write!(out, "{} {:x?}", tensor.metadata(), bits(tensor));
                }
                _ => {
                    let error = result.error().map(|error| format!("{}: {error}", error.location()));
                    // Of two arguments that failed, it is the one that failed first.
                    let is_one = error.as_ref().is_some_and(|error| errors.contains(error));
                    let error =
                        if is_one && errors.len() > 1 { Some("one of them".to_owned()) } else { error };
                    let _ = write!(out, "{error:?}");
                }
            }
        }
        for error in errors {
            let _ = write!(out, "\n{error}");
        }
        out
    }
}

/// The elements as integers; all NaNs are one.
fn bits(tensor: &DenseHostTensor) -> Vec<u64> {
    match tensor.dtype() {
        DType::F32 => {
            let values = tensor.values::<f32>().unwrap_or_default().iter();
            values.map(|x| if x.is_nan() { u64::MAX } else { u64::from(x.to_bits()) }).collect()
        }
        DType::F64 => {
            let values = tensor.values::<f64>().unwrap_or_default().iter();
            values.map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect()
        }
        DType::F16 => {
            let values = tensor.values::<half::f16>().unwrap_or_default().iter();
            values.map(|x| if x.is_nan() { u64::MAX } else { u64::from(x.to_bits()) }).collect()
        }
        _ => tensor.bytes().iter().map(|&byte| u64::from(byte)).collect(),
    }
}

const HEAD: &str = "  %cpu = corert.get_op_handler %ch \"cpu\"\n";

fn program(num_args: usize, body: &str, result: &str) -> String {
    let args: String = (0..num_args).map(|i| format!(", %a{i}: !corert.tensorhandle")).collect();
    format!(
        "func.func @f(%ch: !tfrt.chain{args}) -> !corert.tensorhandle {{\n{HEAD}{body}  tfrt.return {result} : \
         !corert.tensorhandle\n}}\n"
    )
}

/// An op that random programs have: arguments, result, whether it is exact for all arguments.
type Known = (&'static str, &'static [DType], DType);

const F: DType = DType::F32;
const D: DType = DType::F64;
const H: DType = DType::F16;
const I: DType = DType::I32;
const B: DType = DType::I1;

const OPS: &[Known] = &[
    ("tf.AddV2", &[F, F], F),
    ("tf.Sub", &[F, F], F),
    ("tf.Mul", &[F, F], F),
    ("tf.Div", &[F, F], F),
    ("tf.RealDiv", &[F, F], F),
    ("tf.DivNoNan", &[F, F], F),
    ("tf.Maximum", &[F, F], F),
    ("tf.Minimum", &[F, F], F),
    ("tf.SquaredDifference", &[F, F], F),
    ("tf.Pow", &[F, F], F),
    ("tf.FloorDiv", &[F, F], F),
    ("tf.ClipByValue", &[F, F, F], F),
    ("tf.Abs", &[F], F),
    ("tf.Neg", &[F], F),
    ("tf.Square", &[F], F),
    ("tf.Relu", &[F], F),
    ("tf.Relu6", &[F], F),
    ("tf.Sign", &[F], F),
    ("tf.Round", &[F], F),
    ("tf.Rint", &[F], F),
    ("tf.Floor", &[F], F),
    ("tf.Ceil", &[F], F),
    ("tf.Reciprocal", &[F], F),
    ("tf.Sqrt", &[F], F),
    ("tf.Rsqrt", &[F], F),
    ("tf.Exp", &[F], F),
    ("tf.Expm1", &[F], F),
    ("tf.Log", &[F], F),
    ("tf.Log1p", &[F], F),
    ("tf.Tanh", &[F], F),
    ("tf.Erf", &[F], F),
    ("tf.Sigmoid", &[F], F),
    ("tf.Softplus", &[F], F),
    ("tf.Softsign", &[F], F),
    ("tf.Elu", &[F], F),
    ("tf.Selu", &[F], F),
    ("tf.Sin", &[F], F),
    ("tf.Less", &[F, F], B),
    ("tf.LessEqual", &[F, F], B),
    ("tf.Greater", &[F, F], B),
    ("tf.GreaterEqual", &[F, F], B),
    ("tf.Equal", &[F, F], B),
    ("tf.NotEqual", &[F, F], B),
    ("tf.IsNan", &[F], B),
    ("tf.IsInf", &[F], B),
    ("tf.IsFinite", &[F], B),
    ("tf.SelectV2", &[B, F, F], F),
    ("tf.LogicalAnd", &[B, B], B),
    ("tf.LogicalOr", &[B, B], B),
    ("tf.LogicalNot", &[B], B),
    ("tf.Cast", &[F], D),
    ("tf.Cast", &[D], F),
    ("tf.Cast", &[F], I),
    ("tf.Cast", &[I], F),
    ("tf.Cast", &[F], H),
    ("tf.Cast", &[H], F),
    ("tf.Cast", &[B], F),
    ("tf.Cast", &[F], B),
    ("tf.AddV2", &[D, D], D),
    ("tf.Mul", &[D, D], D),
    ("tf.Exp", &[D], D),
    ("tf.AddV2", &[H, H], H),
    ("tf.Mul", &[H, H], H),
    ("tf.AddV2", &[I, I], I),
    ("tf.Mul", &[I, I], I),
    ("tf.Maximum", &[I, I], I),
    ("tf.FloorDiv", &[I, I], I),
    ("tf.Equal", &[I, I], B),
    ("tf.SelectV2", &[B, I, I], I),
    ("tf.LeakyRelu", &[F], F),
    ("tf.LeakyRelu", &[H], H),
    ("tf.LeakyRelu", &[D], D),
    ("tf.ReluGrad", &[F, F], F),
    ("tf.ReluGrad", &[I, I], I),
    ("tf.AddN", &[F, F, F], F),
    ("tf.AddN", &[H, H, H], H),
    ("tf.AddN", &[I, I], I),
    ("tf.Select", &[B, F, F], F),
    ("tf.Sub", &[D, D], D),
    ("tf.Div", &[D, D], D),
    ("tf.Maximum", &[D, D], D),
    ("tf.Abs", &[D], D),
    ("tf.Sqrt", &[D], D),
    ("tf.Less", &[D, D], B),
    ("tf.SelectV2", &[B, D, D], D),
    ("tf.Sub", &[I, I], I),
    ("tf.Minimum", &[I, I], I),
    ("tf.Abs", &[I], I),
    ("tf.Neg", &[I], I),
    ("tf.Square", &[I], I),
    ("tf.Relu", &[I], I),
    ("tf.Less", &[I, I], B),
    ("tf.GreaterEqual", &[I, I], B),
    ("tf.NotEqual", &[B, B], B),
    ("tf.BitwiseAnd", &[I, I], I),
    ("tf.BitwiseXor", &[I, I], I),
];

/// Reductions that random programs have between these, of `f32`: most are of rows.
const REDUCTIONS: &[(&str, &str, bool)] = &[
    ("tf.Max", "-1", true),
    ("tf.Sum", "-1", true),
    ("tf.Mean", "-1", true),
    ("tf.Min", "-1", true),
    ("tf.Sum", "-1", true),
    ("tf.Max", "-1", true),
    ("tf.Mean", "-1", false),
    ("tf.Sum", "0", true),
    ("tf.Prod", "-1", true),
    ("tf.Max", "-1, -2", true),
];

/// A program to make: inputs by dtype and by which dimensions they have, then ops and the arguments they choose.
#[derive(Debug, Clone)]
struct Plan {
    dims: Vec<i64>,
    inputs: Vec<(DType, u8, u8)>,
    ops: Vec<(usize, [usize; 3])>,
    reduction: Option<(&'static str, Vec<i32>, bool)>,
    seed: u64,
    wrong: bool,
}

impl Plan {
    fn text(&self) -> String {
        let mut values: Vec<(String, DType)> =
            self.inputs.iter().enumerate().map(|(i, input)| (format!("%a{i}"), input.0)).collect();
        let mut body = String::new();
        for (i, &(op, chosen)) in self.ops.iter().enumerate() {
            if op >= OPS.len() {
                let (name, axes, keep_dims) = REDUCTIONS[op - OPS.len()];
                let of: Vec<usize> = (0..values.len()).rev().filter(|&v| values[v].1 == F).collect();
                let of = &values[of[chosen[0] % of.len().min(4)]].0;
                let count = axes.split(',').count();
                let _ = writeln!(
                    body,
                    "  %x{i} = corert.const_dense_tensor dense<[{axes}]> : tensor<{count}xi32>\n  %t{i} = \
                     corert.executeop(%cpu) \"{name}\"({of}, %x{i}) {{T = f32, keep_dims = {keep_dims}}} : 1",
                );
                values.push((format!("%t{i}"), F));
                continue;
            }
            // An op that finds arguments, from the chosen one on; the newest values first, so that chains grow.
            let found = (0..OPS.len()).find_map(|shift| {
                let known = &OPS[(op + shift) % OPS.len()];
                let args: Option<Vec<usize>> = known
                    .1
                    .iter()
                    .zip(chosen)
                    .map(|(&dtype, choice)| {
                        let of: Vec<usize> =
                            (0..values.len()).rev().filter(|&v| values[v].1 == dtype).collect();
                        (!of.is_empty()).then(|| of[choice % of.len().min(4)])
                    })
                    .collect();
                args.map(|args| (known, args))
            });
            let Some((known, args)) = found else { continue };
            let names: Vec<&str> = args.iter().map(|&arg| &*values[arg].0).collect();
            let attrs = match known.0 {
                "tf.Cast" => format!(" {{SrcT = {}, DstT = {}}}", known.1[0].name(), known.2.name()),
                "tf.LeakyRelu" => format!(" {{T = {}, alpha = 0.3 : f32}}", known.1[0].name()),
                "tf.AddN" => format!(" {{T = {}, N = {}}}", known.1[0].name(), known.1.len()),
                _ => format!(" {{T = {}}}", known.1[0].name()),
            };
            let _ = writeln!(
                body,
                "  %t{i} = corert.executeop(%cpu) \"{}\"({}){attrs} : 1",
                known.0,
                names.join(", ")
            );
            values.push((format!("%t{i}"), known.2));
        }
        let (mut result, dtype) = values.last().cloned().unwrap_or_else(|| ("%a0".to_owned(), F));
        if let Some((op, axes, keep_dims)) = &self.reduction
            && dtype != B
        {
            let axes: Vec<i32> = axes.iter().copied().filter(|&axis| axis < self.dims.len() as i32).collect();
            let list: Vec<String> = axes.iter().map(ToString::to_string).collect();
            let _ = writeln!(
                body,
                "  %axes = corert.const_dense_tensor dense<[{}]> : tensor<{}xi32>\n  %r = corert.executeop(%cpu) \
                 \"{op}\"({result}, %axes) {{T = {}, keep_dims = {keep_dims}}} : 1",
                list.join(", "),
                list.len(),
                dtype.name()
            );
            result = "%r".to_owned();
        }
        program(self.inputs.len(), &body, &result)
    }

    fn arguments(&self) -> Vec<DenseHostTensor> {
        let mut random = Random(self.seed | 1);
        self.inputs
            .iter()
            .enumerate()
            .map(|(i, &(dtype, ones, missing))| {
                // The first has all dimensions.
                let missing = if i == 0 { 0 } else { usize::from(missing) % (self.dims.len() + 1) };
                let mut dims: Vec<i64> = self.dims[missing..].to_vec();
                for (axis, dim) in dims.iter_mut().enumerate() {
                    if i > 0 && ones & 1 << axis != 0 {
                        *dim = 1;
                    }
                }
                if self.wrong && i == 1 && !dims.is_empty() {
                    dims[0] += 3;
                }
                tensor(dtype, &dims, &mut random)
            })
            .collect()
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn float(&mut self) -> f64 {
        match self.next() % 24 {
            0 => 0.0,
            1 => -0.0,
            2 => f64::INFINITY,
            3 => f64::NEG_INFINITY,
            4 => f64::NAN,
            5 => 1e-42,
            6 => 3e38,
            7 => -1.0,
            _ => (self.next() % 20_001) as f64 / 1000.0 - 10.0,
        }
    }
}

fn tensor(dtype: DType, dims: &[i64], random: &mut Random) -> DenseHostTensor {
    let shape = Shape::new(dims).expect("the dimensions are small");
    let n = shape.num_elements();
    let bytes: Vec<u8> = (0..n)
        .flat_map(|_| match dtype {
            DType::F32 => (random.float() as f32).to_le_bytes().to_vec(),
            DType::F64 => random.float().to_le_bytes().to_vec(),
            DType::F16 => half::f16::from_f64(random.float()).to_le_bytes().to_vec(),
            DType::I32 => (random.next() as i32 % 50).to_le_bytes().to_vec(),
            _ => vec![(random.next() & 1) as u8],
        })
        .collect();
    DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes).expect("there is memory")
}

/// Programs; `rows` of them have reductions in the middle, over rows that are long enough.
fn plans(rows: bool) -> impl Strategy<Value = Plan> {
    let dims = prop_oneof![
        4 => prop::collection::vec(prop_oneof![Just(1i64), Just(2), Just(3), Just(7), Just(17), Just(64)], 0..4),
        1 => Just(vec![0i64, 5]),
        1 => Just(vec![1500i64]),
        1 => Just(vec![3i64, 1025]),
        1 => Just(vec![70i64, 1001]),
    ];
    let long = prop_oneof![
        3 => Just(vec![5i64, 64]),
        1 => Just(vec![3i64, 1025]),
        1 => Just(vec![1500i64]),
        1 => Just(vec![2i64, 3, 100]),
        1 => Just(vec![70i64, 1001]),
        1 => Just(vec![64i64, 64]),
    ];
    let dims = if rows { long.boxed() } else { dims.boxed() };
    let dtype = prop_oneof![6 => Just(F), 1 => Just(D), 1 => Just(I), 1 => Just(B), 1 => Just(H)];
    let inputs = prop::collection::vec((dtype, 0u8..8, 0u8..4), 1..6);
    // One in six is a reduction, else one in sixty.
    let op = prop_oneof![
        if rows { 5 } else { 60 } => 0..OPS.len(),
        1 => OPS.len()..OPS.len() + REDUCTIONS.len()
    ];
    let ops = prop::collection::vec((op, [0usize..8, 0..8, 0..8]), 1..24);
    let reduction = prop::option::weighted(
        0.3,
        (
            prop_oneof![Just("tf.Sum"), Just("tf.Mean"), Just("tf.Max"), Just("tf.Min"), Just("tf.Prod")],
            prop_oneof![Just(vec![-1]), Just(vec![0]), Just(vec![0, 1]), Just(vec![1]), Just(vec![7, 0, 0])],
            any::<bool>(),
        ),
    );
    (dims, inputs, ops, reduction, any::<u64>(), prop::bool::weighted(0.1)).prop_map(
        |(dims, mut inputs, ops, reduction, seed, wrong)| {
            inputs[0].0 = F;
            Plan { dims, inputs, ops, reduction, seed, wrong }
        },
    )
}

fn check(plan: &Plan, subjects: &[Subject]) -> Result<(), TestCaseError> {
    let (text, args) = (plan.text(), plan.arguments());
    let mut expected: Option<String> = None;
    for subject in subjects {
        let program = subject.load(&text);
        // Twice: what is made at the first call is used at the second.
        for _ in 0..2 {
            let got = subject.run(&program, &args);
            match &expected {
                None => expected = Some(got),
                Some(expected) if got == *expected => {}
                Some(expected) => {
                    let different =
                        got.split(' ').zip(expected.split(' ')).enumerate().find(|(_, (a, b))| a != b);
                    prop_assert!(false, "{different:?}\n{text}");
                }
            }
        }
    }
    Ok(())
}

/// Ops one by one; fused; fused with machine code; and that on several threads.
fn subjects() -> [Subject; 4] {
    [
        Subject::new(false, "s", false),
        Subject::new(true, "s", false),
        Subject::new(true, "s", true),
        Subject::new(true, "mstd:3", true),
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

/// What models are made of, on rows of all lengths around those of vectors and blocks.
#[test]
fn softmax_and_layer_norm_give_what_their_ops_give() {
    let subjects = subjects();
    let op = |result: &str, name: &str, args: &str, attrs: &str| {
        format!("  {result} = corert.executeop(%cpu) \"tf.{name}\"({args}) {{T = f32{attrs}}} : 1\n")
    };
    let keep = ", keep_dims = true";
    let axes = "  %axes = corert.const_dense_tensor dense<[-1]> : tensor<1xi32>\n".to_owned();
    let softmax = axes.clone()
        + &op("%m", "Max", "%a0, %axes", keep)
        + &op("%s", "Sub", "%a0, %m", "")
        + &op("%e", "Exp", "%s", "")
        + &op("%t", "Sum", "%e, %axes", keep)
        + &op("%r", "RealDiv", "%e, %t", "");
    let norm = axes.clone()
        + &op("%m", "Mean", "%a0, %axes", keep)
        + &op("%d", "Sub", "%a0, %m", "")
        + &op("%q", "Square", "%d", "")
        + &op("%v", "Mean", "%q, %axes", keep)
        + &op("%i", "Rsqrt", "%v", "")
        + &op("%n", "Mul", "%d, %i", "")
        + &op("%g", "Mul", "%n, %a1", "")
        + &op("%r", "AddV2", "%g, %a1", "");
    // What is dear and needed by two passes, and a result of one element a row.
    let log_sum = axes
        + &op("%x", "Tanh", "%a0", "")
        + &op("%m", "Max", "%x, %axes", keep)
        + &op("%s", "Sub", "%x, %m", "")
        + &op("%e", "Exp", "%s", "")
        + &op("%t", "Sum", "%e, %axes", keep)
        + &op("%l", "Log", "%t", "")
        + &op("%r", "AddV2", "%l, %m", "");
    let mut random = Random(99);
    for body in [softmax, norm, log_sum] {
        for columns in [1, 7, 31, 32, 33, 64, 100, 1023, 1024, 1025, 5000, 40_000] {
            for rows in if columns > 2000 { [1, 2, 3] } else { [1, 2, 37] } {
                let args = [tensor(F, &[rows, columns], &mut random), tensor(F, &[columns], &mut random)];
                let text = program(2, &body, "%r");
                let mut expected = None;
                for subject in &subjects {
                    let program = subject.load(&text);
                    let got = subject.run(&program, &args);
                    assert_eq!(got, *expected.get_or_insert(got.clone()), "{rows}x{columns}\n{text}");
                }
            }
        }
    }
}

/// Bounds of one element may have more dimensions than what they bound.
#[test]
fn bounds_of_a_higher_rank_are_one_element() {
    let subjects =
        [Subject::new(false, "s", false), Subject::new(true, "s", false), Subject::new(true, "s", true)];
    let text = program(
        2,
        "  %n = corert.executeop(%cpu) \"tf.Neg\"(%a1) {T = f32} : 1\n  %r = corert.executeop(%cpu) \
         \"tf.ClipByValue\"(%a0, %n, %a1) {T = f32} : 1\n",
        "%r",
    );
    let mut random = Random(5);
    for dims in [&[][..], &[5], &[1], &[0]] {
        let x = tensor(F, dims, &mut random);
        let bound = TensorMetadata::new(F, Shape::new(&[1, 1, 1]).expect("it is small"));
        let bound = DenseHostTensor::from_bytes(bound, &2.5f32.to_le_bytes()).expect("there is memory");
        let results: Vec<String> = subjects
            .iter()
            .map(|subject| subject.run(&subject.load(&text), &[x.clone(), bound.clone()]))
            .collect();
        assert!(results[0].starts_with("f32") || results[0].contains("shape"), "{}", results[0]);
        assert!(results.iter().all(|result| *result == results[0]), "{dims:?}: {results:?}");
    }
}

/// Each op by itself and twice over, on all dtypes it is known for.
#[test]
fn every_op_gives_the_same_alone() {
    let subjects =
        [Subject::new(false, "s", false), Subject::new(true, "s", false), Subject::new(true, "s", true)];
    for (number, (op, dtypes, _)) in OPS.iter().enumerate() {
        // Another op of the arguments' dtype, or the same one, so that there are two to fuse.
        let mut inputs: Vec<(DType, u8, u8)> = dtypes.iter().map(|&dtype| (dtype, 0, 0)).collect();
        inputs.rotate_left(dtypes.iter().position(|dtype| *dtype == dtypes[0]).unwrap_or(0));
        let to_float =
            |dtype: DType| OPS.iter().position(|known| known.1[0] == dtype && (known.2 == F || dtype == F));
        let mut ops = vec![(number, [0, 1, 2])];
        ops.extend(to_float(OPS[number].2).map(|op| (op, [0, 0, 0])));
        let plan = Plan { dims: vec![1029], inputs, ops, reduction: None, seed: 77, wrong: false };
        if let Err(error) = check(&plan, &subjects) {
            panic!("{op} {dtypes:?}: {error}");
        }
    }
}

/// What every op that the compiler merges is to the runtime.
#[test]
fn the_compiler_merges_only_what_the_runtime_can_run_merged() {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    for name in tfrt_compiler::passes::fusable_ops() {
        let entry = ops.get(&name).unwrap_or_else(|| panic!("{name} is not known"));
        let is_reduction =
            ["tf.All", "tf.Any", "tf.Max", "tf.Mean", "tf.Min", "tf.Prod", "tf.Sum"].contains(&&*name);
        assert_eq!(entry.elementwise.is_none(), is_reduction, "{name}");
    }
}
