//! Ways to run programs whose ops may be fused, and their results.

use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_compiler::pipeline::{OptLevel, PassGroup, PassGroups, TargetCpu};
use tfrt_driver::compile::{Reporter, pipeline, to_bef};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor};
use tfrt_executor::value::{AsyncRef, Error, Value};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::{Jit, JitOptions, Vectors, When};
use tfrt_plan::Plans;

/// A way to run programs.
pub(super) struct Subject {
    pub runtime: Runtime,
    pub errors: Arc<Mutex<Vec<String>>>,
    pub fuses: bool,
    /// Whether programs bring their constants packed.
    pub packs: bool,
    pub jit: Option<Arc<Jit>>,
}

impl Subject {
    pub(super) fn new(fuses: bool, queue: &str, jit: Option<Vectors>) -> Subject {
        Subject::with_plans(fuses, queue, jit, Plans::default())
    }

    pub(super) fn with_plans(fuses: bool, queue: &str, jit: Option<Vectors>, plans: Plans) -> Subject {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        let compiler = |vectors| Jit::new(JitOptions { when: When::Eager, vectors, ..JitOptions::default() });
        let jit = jit.map(compiler);
        if let Some(jit) = &jit {
            registry.set_jit(jit.clone());
        }
        let errors = Arc::new(Mutex::new(Vec::new()));
        let told = errors.clone();
        let diagnostics =
            Arc::new(move |error: &Error| told.lock().push(format!("{}: {error}", error.location())));
        let queue = QueueKind::parse(queue).expect("it is a queue");
        let options = HostOptions { diagnostics, queue, ..HostOptions::single_threaded() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
        ops.set_region_backend(Arc::new(plans));
        CoreRuntime::install(runtime.host(), ops).state().register_default_handlers();
        Subject { runtime, errors, fuses, packs: false, jit }
    }

    /// The same way, of programs that bring their constants packed.
    pub(super) fn packing(self) -> Subject {
        Subject { packs: true, ..self }
    }

    pub(super) fn load(&self, text: &str) -> Program {
        self.runtime.load(&self.compile(text)).expect("the program is right")
    }

    /// The file that a program becomes.
    pub(super) fn compile(&self, text: &str) -> Vec<u8> {
        let mut reporter = Reporter::printing(SourceFile { name: "test.mlir", text: text.as_bytes() });
        let mut pipeline = pipeline(OptLevel::O2, Default::default(), &PluginOptions::default());
        pipeline.options_mut().groups = PassGroups::ALL.with(PassGroup::Fusion, self.fuses);
        pipeline.options_mut().packed_for = self.packs.then_some(TargetCpu::Native);
        let bef = to_bef(
            "test.mlir",
            Input::of("test.mlir", text.as_bytes()).expect("it is text"),
            &pipeline,
            Default::default(),
            &mut reporter,
        );
        bef.unwrap_or_else(|| panic!("the program does not compile:\n{text}"))
    }

    /// The results of `@f` for these arguments, and the errors that were reported.
    pub(super) fn run(&self, program: &Program, args: &[DenseHostTensor]) -> Outcome {
        let function = program.function("f").expect("the function is there");
        let request = RequestContext::new(self.runtime.host());
        let args =
            args.iter().map(|arg| Value::Async(AsyncRef::available(Tensor::Dense(arg.clone())).into_any()));
        let results = function.execute(&request, std::iter::once(Value::CHAIN).chain(args));
        self.runtime.host().wait(&results);
        self.runtime.host().quiesce();
        let mut errors = std::mem::take(&mut *self.errors.lock());
        errors.sort();
        let result = |result: &Value| match result.downcast_ref::<Tensor>() {
            Some(Tensor::Dense(tensor)) => Ok(format!("{} {:x?}", tensor.metadata(), bits(tensor))),
            _ => {
                Err(result.error().map(|error| format!("{}: {error}", error.location())).unwrap_or_default())
            }
        };
        Outcome { results: results.iter().map(result).collect(), errors }
    }
}

/// The outcome of a program: results as text, or where they failed and why.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub results: Vec<Result<String, String>>,
    /// Sorted: their order is that of the ops only on one thread.
    pub errors: Vec<String>,
}

impl Outcome {
    /// The difference from the members one by one. Of several errors that a result depends on it has the first; and what is merged with something
    /// that does not run, because an argument failed, does not report its own.
    pub(super) fn difference(&self, alone: &Outcome) -> Option<String> {
        let one = |error: &String| alone.errors.contains(error);
        let is_same = |(a, b): (&Result<String, String>, &Result<String, String>)| match (a, b) {
            (Err(a), Err(b)) => a == b || one(a) && one(b),
            (a, b) => a == b,
        };
        let errors = match alone.errors.len() {
            0 | 1 => self.errors == alone.errors,
            _ => !self.errors.is_empty() && self.errors.iter().all(one),
        };
        let results = self.results.iter().zip(&alone.results);
        let different = results.enumerate().find(|(_, pair)| !is_same(*pair));
        if let Some((i, (got, expected))) = different {
            let text = |result: &Result<String, String>| match result {
                Ok(text) => text.clone(),
                Err(text) => text.clone(),
            };
            let (got, expected) = (text(got), text(expected));
            let word = got.split(' ').zip(expected.split(' ')).enumerate().find(|(_, (a, b))| a != b);
            return Some(format!("result {i}, word {word:?}"));
        }
        (!errors || self.results.len() != alone.results.len())
            .then(|| format!("{:?} and not {:?}", self.errors, alone.errors))
    }
}

/// The elements as integers; all NaNs are one.
pub(super) fn bits(tensor: &DenseHostTensor) -> Vec<u64> {
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
        DType::BF16 => {
            let values = tensor.values::<half::bf16>().unwrap_or_default().iter();
            values.map(|x| if x.is_nan() { u64::MAX } else { u64::from(x.to_bits()) }).collect()
        }
        _ => tensor.bytes().iter().map(|&byte| u64::from(byte)).collect(),
    }
}

pub(super) const HEAD: &str = "  %cpu = corert.get_op_handler %ch \"cpu\"\n";

pub(super) fn program(num_args: usize, body: &str, results: &[&str]) -> String {
    let args: String = (0..num_args).map(|i| format!(", %a{i}: !corert.tensorhandle")).collect();
    let (names, types) = (results.join(", "), vec!["!corert.tensorhandle"; results.len()].join(", "));
    format!(
        "func.func @f(%ch: !tfrt.chain{args}) -> ({types}) {{\n{HEAD}{body}  tfrt.return {names} : {types}\n}}\n"
    )
}
