//! Ops by name, one by one: large ones run as machine code, and give the same bits.

use std::sync::Arc;

use tfrt_executor::core_runtime::{
    CoreRuntime, Location, OpAttrs, OpAttrsRef, OpHandlerRef, OpRegistry, TensorHandle,
};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, Tensor, TensorMetadata};
use tfrt_jit::{Jit, JitOptions};

struct Setup {
    runtime: Runtime,
    core: CoreRuntime,
    cpu: OpHandlerRef,
    jit: Option<Arc<Jit>>,
}

impl Setup {
    fn new(queue: &str, compiles: bool) -> Setup {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        let jit = compiles.then(|| Jit::new(JitOptions::default()));
        if let Some(jit) = &jit {
            registry.set_jit(jit.clone());
        }
        let queue = QueueKind::parse(queue).expect("it is a queue");
        let options = HostOptions { queue, ..HostOptions::single_threaded() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
        let core = CoreRuntime::install(runtime.host(), ops);
        core.state().register_default_handlers();
        let cpu = core.handler("cpu").expect("it was registered");
        Setup { runtime, core, cpu, jit }
    }

    fn run<const N: usize>(&self, name: &str, args: &[DenseHostTensor], attrs: &OpAttrs) -> [Vec<u8>; N] {
        let mut args: Vec<TensorHandle> = args.iter().cloned().map(TensorHandle::new).collect();
        let mut results = [const { TensorHandle::NULL }; N];
        let attrs = OpAttrsRef::from(attrs);
        self.core.execute(name, &self.cpu, &Location::unknown(), &mut args, attrs, &mut results, None);
        results.map(|result| {
            self.runtime.host().wait(&[result.clone().into_value()]);
            match result.tensor() {
                Some(Tensor::Dense(dense)) => dense.bytes().to_vec(),
                _ => panic!("{name} gives {result}"),
            }
        })
    }

    /// Names of what was compiled so far.
    fn compiled(&self) -> Vec<String> {
        let statistics = self.jit.as_ref().expect("it compiles").statistics();
        statistics.compiled.into_iter().map(|unit| unit.name).collect()
    }
}

/// Numbers without NaN, whose payloads may differ.
fn tensor(dtype: DType, dims: &[i64], seed: u32) -> DenseHostTensor {
    let shape = Shape::new(dims).expect("it is small");
    let number = |i: u32| (i.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 12) as f32 / 65_536.0 - 8.0;
    let numbers = (0..shape.num_elements() as u32).map(number);
    let bytes: Vec<u8> = match dtype {
        DType::F32 => numbers.flat_map(f32::to_le_bytes).collect(),
        DType::F64 => numbers.flat_map(|x| f64::from(x).to_le_bytes()).collect(),
        DType::F16 => numbers.flat_map(|x| half::f16::from_f32(x).to_le_bytes()).collect(),
        DType::BF16 => numbers.flat_map(|x| half::bf16::from_f32(x).to_le_bytes()).collect(),
        DType::I1 => numbers.map(|x| u8::from(x > 0.0)).collect(),
        DType::UI8 | DType::I8 => numbers.map(|x| (x * 16.0) as i32 as u8).collect(),
        DType::I32 => numbers.flat_map(|x| ((x * 1e6) as i32).to_le_bytes()).collect(),
        _ => numbers.flat_map(|x| ((x * 1e12) as i64).to_le_bytes()).collect(),
    };
    DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes).expect("there is memory")
}

const CALLS: &[(&str, &[DType])] = {
    const F: DType = DType::F32;
    const I: DType = DType::I32;
    &[
        ("tf.AddV2", &[F, F]),
        ("tf.Mul", &[F, F]),
        ("tf.Tanh", &[F]),
        ("tf.Exp", &[F]),
        ("tf.Erf", &[F]),
        ("tf.ClipByValue", &[F, F, F]),
        ("tf.Less", &[F, F]),
        ("tf.SelectV2", &[DType::I1, F, F]),
        ("tf.AddV2", &[DType::F64, DType::F64]),
        ("tf.Sqrt", &[DType::F64]),
        ("tf.Mul", &[DType::F16, DType::F16]),
        ("tf.Sigmoid", &[DType::BF16]),
        ("tf.Sub", &[I, I]),
        ("tf.BitwiseAnd", &[I, I]),
        ("tf.Maximum", &[DType::I64, DType::I64]),
        ("tf.AddV2", &[DType::UI8, DType::UI8]),
        ("tf.LogicalAnd", &[DType::I1, DType::I1]),
    ]
};

#[test]
fn large_ops_run_as_machine_code() {
    let plain = Setup::new("s", false);
    for queue in ["s", "mstd:2"] {
        let compiling = Setup::new(queue, true);
        for (op, dtypes) in CALLS {
            let args: Vec<DenseHostTensor> =
                dtypes.iter().zip(1..).map(|(&dtype, seed)| tensor(dtype, &[300, 401], seed * 77)).collect();
            let [expected] = plain.run(op, &args, &OpAttrs::new());
            let before = compiling.compiled().len();
            // What is called again and again is worth compiling.
            for _ in 0..4 {
                let [got] = compiling.run(op, &args, &OpAttrs::new());
                assert!(got == expected, "{op} {dtypes:?} gives something else on {queue}");
            }
            let compiled = compiling.compiled();
            assert_eq!(compiled[before..], [format!("{op} alone")], "{op} {dtypes:?} on {queue}");
        }
    }
}

#[test]
fn rows_that_broadcast_and_casts_run_as_machine_code() {
    let (plain, compiling) = (Setup::new("s", false), Setup::new("mstd:2", true));
    let args = [tensor(DType::F32, &[300, 401], 3), tensor(DType::F32, &[401], 4)];
    let image = [tensor(DType::UI8, &[300, 401], 5)];
    let mut attrs = OpAttrs::new();
    attrs.set_dtype("DstT", DType::F32);
    for _ in 0..4 {
        let none = OpAttrs::new();
        assert!(plain.run::<1>("tf.Sub", &args, &none) == compiling.run::<1>("tf.Sub", &args, &none));
        assert!(plain.run::<1>("tf.BiasAdd", &args, &none) == compiling.run::<1>("tf.BiasAdd", &args, &none));
        assert!(plain.run::<1>("tf.Cast", &image, &attrs) == compiling.run::<1>("tf.Cast", &image, &attrs));
    }
    assert_eq!(compiling.compiled(), ["tf.Sub alone", "tf.BiasAdd alone", "tf.Cast alone"]);
}

#[test]
fn small_ops_are_not_compiled() {
    let compiling = Setup::new("s", true);
    let args = [tensor(DType::F32, &[30, 40], 1), tensor(DType::F32, &[30, 40], 2)];
    for _ in 0..100 {
        let [_] = compiling.run("tf.AddV2", &args, &OpAttrs::new());
    }
    assert_eq!(compiling.compiled(), [""; 0]);
}

/// Several ops as one, called by name.
#[test]
fn a_fused_op_can_be_called_by_name() {
    let (plain, compiling) = (Setup::new("s", false), Setup::new("mstd:2", true));
    let (x, y) = (tensor(DType::F32, &[300, 401], 1), tensor(DType::F32, &[300, 1], 2));
    let none = OpAttrs::new();
    let of = |bytes: &[u8]| {
        let metadata = TensorMetadata::new(DType::F32, Shape::new(&[300, 401]).expect("it is small"));
        DenseHostTensor::from_bytes(metadata, bytes).expect("there is memory")
    };
    let [product] = plain.run("tf.Mul", &[x.clone(), y.clone()], &none);
    let [tanh] = plain.run("tf.Tanh", &[of(&product)], &none);
    let [sum] = plain.run("tf.AddV2", &[of(&tanh), x.clone()], &none);
    let mut attrs = OpAttrs::new();
    attrs.set_string("body", "%2 = tf.Mul(%0, %1); %3 = tf.Tanh(%2); %4 = tf.AddV2(%3, %0); return %2, %4");
    for _ in 0..4 {
        let got = compiling.run("tfrt_fused.elementwise", &[x.clone(), y.clone()], &attrs);
        assert!(got == [product.clone(), sum.clone()]);
    }
    assert_eq!(compiling.compiled(), ["fused tf.Mul..tf.AddV2 (3)"]);
}
