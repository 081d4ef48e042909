//! Kernels get arguments and attributes of the right kinds but with any values, payloads of any type, and answer with results or an
//! error: none panics, none hangs, none breaks the process.
//!
//! A child process runs the kernels, so that their output is discarded and a crash is detected.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicI32;

use tfrt_bef::{
    AttrIx, BefWriter, DTypeCode, FunctionId, FunctionKind, FunctionRefName, FunctionSpec, KernelSpec,
    TypeCode, TypeIx, WriteOptions,
};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::{AttrSpec, KernelDef, KernelRegistry, OperandSpec};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::{RequestContext, ResourceContext};
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{
    Buffer, CooHostTensor, DenseHostTensor, Extents, PartialShape, ScalarHostTensor, Shape, StringHostTensor,
    Tensor, TensorType,
};
use tfrt_executor::value::{ScalarKind, Value};
use tfrt_kernels::host_tensor::shape::FixedRankShape;
use tfrt_kernels::test::string::ByteString;
use tfrt_kernels::test::tutorial::Coordinate;

const CHILD: &str = "TFRT_WRONG_ARGUMENTS_CHILD";
/// The last line of the child.
const DONE: &str = "all kernels were called";
const VARIANTS: usize = 40;

#[test]
fn kernels_answer_any_argument_with_results_or_an_error() {
    if std::env::var_os(CHILD).is_some() {
        run_all();
        eprintln!("{DONE}");
        return;
    }
    let program = std::env::current_exe().expect("the test program has a path");
    let output = Command::new(program)
        .args([
            "--exact",
            "wrong_arguments::kernels_answer_any_argument_with_results_or_an_error",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(CHILD, "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .expect("the test program can be run again");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.ends_with(&format!("{DONE}\n")), "{}: {said}", output.status);
}

/// A xorshift generator: the same arguments in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or(0)
    }

    fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.below(options.len())]
    }
}

/// Kernels that wait for as long as they are told to, or forever.
fn waits(kernel: &KernelDef) -> bool {
    let name = kernel.name();
    kernel.control().is_some()
        || name.contains("sleep")
        || name.contains("with_delay")
        || name == "corert.while"
}

fn run_all() {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    tfrt_kernels::test::register(&mut registry);
    registry.add_pure("fuzz.first", |a: i32, _b: i32| a);
    let mut names: Vec<String> =
        registry.iter().filter(|kernel| !waits(kernel)).map(|kernel| kernel.name().to_owned()).collect();
    names.sort();
    let options = HostOptions {
        queue: QueueKind::Single,
        diagnostics: Arc::new(|_| {}),
        ..HostOptions::single_threaded()
    };
    let runtime = Runtime::with_options(registry, options).expect("a single-threaded host needs no threads");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut panics = std::collections::BTreeSet::new();
    for name in names {
        let kernel = runtime.registry().get(&name).cloned().expect("the name is from the registry");
        for _ in 0..VARIANTS {
            let call = Call::new(&kernel, &mut random);
            let Ok(program) = runtime.load(&call.file) else { continue };
            let function = program.function("main").expect("the file has it");
            let resources = Arc::new(ResourceContext::new());
            let request = RequestContext::builder(runtime.host()).resources(resources).data(5_i32).build();
            let results = function.execute(&request, call.arguments);
            runtime.host().wait(&results);
            runtime.host().quiesce();
            for result in &results {
                let message = result.error().map(|error| error.message().to_owned()).unwrap_or_default();
                if message.contains("panicked") {
                    panics.insert(format!("{name}: {message}"));
                }
            }
        }
    }
    assert!(panics.is_empty(), "{panics:#?}");
}

/// A program with one kernel, and arguments for it.
struct Call {
    file: Vec<u8>,
    arguments: Vec<Value>,
}

impl Call {
    fn new(kernel: &KernelDef, random: &mut Random) -> Call {
        let signature = kernel.signature();
        let mut writer = BefWriter::new(WriteOptions { optional_sections: true, locations: true });
        let (mut types, mut arguments) = (Vec::new(), Vec::new());
        let rest = signature.rest.map_or(1, |_| random.below(4));
        let specs = signature.operands.iter().copied().chain(std::iter::repeat_n(OperandSpec::Any, rest));
        for spec in specs {
            let (ty, value) = argument(&mut writer, spec, random);
            types.push(ty);
            arguments.push(value);
        }
        let results: Vec<TypeIx> = if signature.any_results {
            (0..random.below(3)).map(|_| result_type(&mut writer, OperandSpec::Any, random)).collect()
        } else {
            signature.results.iter().map(|&spec| result_type(&mut writer, spec, random)).collect()
        };
        let rest = signature.rest_attrs.map_or(0, |_| random.below(5));
        let specs = signature.attrs.iter().copied().chain(std::iter::repeat_n(AttrSpec::Any, rest));
        let attrs: Vec<AttrIx> = specs.map(|spec| attribute(&mut writer, spec, random, 2)).collect();
        let functions = signature.functions.max(usize::from(signature.any_results));
        let file = finish(writer, kernel.name(), &types, &results, &attrs, functions);
        Call { file, arguments }
    }
}

fn finish(
    mut writer: BefWriter,
    kernel: &str,
    types: &[TypeIx],
    results: &[TypeIx],
    attrs: &[AttrIx],
    functions: usize,
) -> Vec<u8> {
    let location = BefWriter::unknown_location();
    let i32_type = writer.type_named("i32", TypeCode::of_name("i32")).expect("few types");
    let function = |name, arg_types, result_types| FunctionSpec {
        name,
        kind: FunctionKind::Async,
        arg_types,
        result_types,
        root_stream: 0,
        location,
    };
    // What kernels with functions call: two numbers in, one out.
    let two = [i32_type, i32_type];
    writer.begin_function(&function("callee", &two, &two[..1])).expect("a good function");
    let code = writer.kernel_name("fuzz.first").expect("few kernels");
    let add = KernelSpec {
        code,
        operands: &[0, 1],
        attrs: &[],
        attr_names: &[],
        functions: &[],
        function_names: &[],
        result_types: &[i32_type],
        stream: 0,
        location,
    };
    let first = writer.add_kernel(&add).expect("a good kernel");
    writer.end_function(&[first]).expect("a good function");
    writer.begin_function(&function("main", types, results)).expect("a good function");
    let attr_name = writer.string("a").expect("few strings");
    let code = writer.kernel_name(kernel).expect("few kernels");
    let operands: Vec<u32> = (0..types.len() as u32).collect();
    let first = writer
        .add_kernel(&KernelSpec {
            code,
            operands: &operands,
            attrs,
            attr_names: &vec![attr_name; attrs.len()],
            functions: &vec![FunctionId(0); functions],
            function_names: &vec![FunctionRefName::Single(attr_name); functions],
            result_types: results,
            stream: 0,
            location,
        })
        .expect("a good kernel");
    let registers: Vec<u32> = (first..first + results.len() as u32).collect();
    writer.end_function(&registers).expect("a good function");
    writer.finish().expect("memory is enough")
}

fn result_type(writer: &mut BefWriter, spec: OperandSpec, random: &mut Random) -> TypeIx {
    let name = match spec {
        OperandSpec::Scalar(kind) => kind.type_name(),
        OperandSpec::Object => "!t.object",
        OperandSpec::Any => *random.pick(&["!t.object", "i32", "!tfrt.chain"]),
    };
    writer.type_named(name, TypeCode::of_name(name)).expect("few types")
}

fn argument(writer: &mut BefWriter, spec: OperandSpec, random: &mut Random) -> (TypeIx, Value) {
    let scalar = match spec {
        OperandSpec::Scalar(kind) => Some(kind),
        OperandSpec::Object => None,
        OperandSpec::Any => {
            *random.pick(&[None, Some(ScalarKind::I32), Some(ScalarKind::Chain), Some(ScalarKind::F32)])
        }
    };
    let name = scalar.map_or("!t.object", ScalarKind::type_name);
    let value = match scalar {
        Some(kind) => Value::Scalar(kind, bits(kind, random)),
        None => object(random),
    };
    (writer.type_named(name, TypeCode::of_name(name)).expect("few types"), value)
}

/// Small numbers mostly, so that loops end and tensors fit; now and then the limits.
fn bits(kind: ScalarKind, random: &mut Random) -> u64 {
    let wide = match kind {
        ScalarKind::I32 | ScalarKind::I64 => {
            *random.pick(&[0, 1, 2, 3, 4, 8, 64, 1_i64.wrapping_neg() as u64, i64::MIN as u64 >> 1, 3, 2, 1])
        }
        ScalarKind::F32 => {
            u64::from(random.pick(&[0.0_f32, -0.0, 1.5, -2.0, f32::NAN, f32::INFINITY]).to_bits())
        }
        ScalarKind::F64 => random.pick(&[0.0_f64, -0.0, 1.5, -2.0, f64::NAN, f64::MIN]).to_bits(),
        ScalarKind::I1 => random.next() & 1,
        ScalarKind::Chain => 0,
        _ => random.next(),
    };
    if kind.size() == 8 { wide } else { wide & ((1 << (8 * kind.size())) - 1) }
}

fn object(random: &mut Random) -> Value {
    let shape = |dims: &[i64]| Shape::new(dims).expect("a small shape");
    let dims: &[i64] = random.pick::<&[i64]>(&[
        &[],
        &[0],
        &[1],
        &[2],
        &[3],
        &[4],
        &[2, 2],
        &[2, 3],
        &[0, 2],
        &[1, 2, 2],
        &[1, 3, 3, 1],
        &[2, 2, 1, 2],
    ]);
    let count = dims.iter().product::<i64>() as usize;
    match random.below(16) {
        0..=5 => {
            let values: Vec<f32> = (0..count).map(|value| value as f32 - 2.0).collect();
            dense(DenseHostTensor::from_values(shape(dims), &values))
        }
        6 => {
            let values: Vec<i32> = (0..count as i32).map(|value| value - 2).collect();
            dense(DenseHostTensor::from_values(shape(dims), &values))
        }
        7 => {
            let values: Vec<i64> = (0..count as i64).map(|value| value - 2).collect();
            dense(DenseHostTensor::from_values(shape(dims), &values))
        }
        8 => Value::new(Tensor::from(ScalarHostTensor::new(shape(dims), 3_i32))),
        9 => {
            let strings = (0..count).map(|_| b"s".as_slice().into()).collect();
            Value::new(Tensor::from(StringHostTensor::new(shape(dims), strings).expect("as many strings")))
        }
        10 => {
            let indices = DenseHostTensor::from_values(shape(&[1, 2]), &[7_i64, -1]).expect("a small tensor");
            let values = DenseHostTensor::from_values(shape(&[1]), &[1.0_f32]).expect("a small tensor");
            // Its one element is outside.
            Value::new(Tensor::from(
                CooHostTensor::new(shape(&[2, 2]), indices, values).expect("parts that fit"),
            ))
        }
        11 => Value::new(Extents::from(&shape(dims))),
        12 => match random.below(3) {
            0 => Value::new(PartialShape::Unranked),
            1 => Value::new(PartialShape::Ranked(dims.iter().map(|dim| dim - 1).collect())),
            _ => FixedRankShape::<2>::new(&Extents::from(&shape(&[2, 3]))).map_or(Value::CHAIN, Value::new),
        },
        13 => Value::new(Buffer::uninitialized(random.below(40)).expect("a small buffer")),
        14 => Value::new(ByteString(
            random.pick::<&[u8]>(&[b"", b"%d", b"%", b"a\xFF", b"/", b"7"]).to_vec().into(),
        )),
        _ => match random.below(4) {
            0 => Value::new(AtomicI32::new(-1)),
            1 => Value::new(TensorType::DENSE_HOST),
            2 => Value::new(Coordinate { x: 1, y: 2 }),
            _ => Value::new("some other type"),
        },
    }
}

fn dense<E: std::fmt::Debug>(tensor: Result<DenseHostTensor, E>) -> Value {
    Value::new(Tensor::Dense(tensor.expect("as many values as elements")))
}

fn attribute(writer: &mut BefWriter, spec: AttrSpec, random: &mut Random, depth: usize) -> AttrIx {
    const DTYPES: [DTypeCode; 6] =
        [DTypeCode::I32, DTypeCode::I64, DTypeCode::F32, DTypeCode::I1, DTypeCode::UI8, DTypeCode::Complex64];
    let spec = match spec {
        AttrSpec::Any => match random.below(8) {
            0 => AttrSpec::Scalar(*random.pick(&DTYPES[..5])),
            1 => AttrSpec::String,
            2 => AttrSpec::Type,
            3 => AttrSpec::Array(*random.pick(&DTYPES)),
            4 => AttrSpec::Dense,
            5 if depth > 0 => AttrSpec::Aggregate,
            _ => AttrSpec::Shape,
        },
        known => known,
    };
    const DIMS: [i64; 10] = [0, 1, 2, 3, 4, -1, -2, 1 << 40, i64::MAX, 2];
    let made = match spec {
        AttrSpec::Scalar(dtype) => {
            let kind = ScalarKind::of_dtype(dtype).expect("attributes are scalars of at most 64 bits");
            writer.scalar_attr(dtype, bits(kind, random))
        }
        AttrSpec::String => {
            let text: &[u8] =
                random.pick::<&[u8]>(&[b"", b"valid", b"same", b"explicit", b"CPU:0", b"%d", b"\xFF", b"12"]);
            writer.string_attr(text)
        }
        AttrSpec::Type => writer.type_attr(*random.pick(DTypeCode::ALL)),
        AttrSpec::Array(DTypeCode::I64) => {
            let values: Vec<u8> =
                (0..random.below(5)).flat_map(|_| random.pick(&DIMS).to_le_bytes()).collect();
            writer.array_attr(DTypeCode::I64, &values)
        }
        AttrSpec::Array(dtype) => {
            let size = dtype.size().expect("numbers have a size");
            let count = random.below(6);
            let values: Vec<u8> = (0..size * count).map(|_| random.below(2) as u8).collect();
            writer.array_attr(dtype, &values)
        }
        AttrSpec::Dense => {
            let dims: &[i64] = random.pick::<&[i64]>(&[&[], &[2], &[0], &[2, 2]]);
            let count = dims.iter().product::<i64>() as usize;
            writer.dense_attr(DTypeCode::I32, dims, &vec![1; 4 * count])
        }
        AttrSpec::Aggregate => {
            let elements: Vec<AttrIx> = (0..random.below(4))
                .map(|_| attribute(writer, AttrSpec::Any, random, depth.saturating_sub(1)))
                .collect();
            writer.aggregate_attr(&elements)
        }
        AttrSpec::Shape | AttrSpec::Any => {
            let dims: Vec<i64> = (0..random.below(4)).map(|_| *random.pick(&DIMS[..6])).collect();
            writer.shape_attr(if random.below(4) == 0 { None } else { Some(&dims) })
        }
    };
    // A shape with sizes below -1 is none.
    made.or_else(|_| writer.unit_attr()).expect("few attributes")
}
