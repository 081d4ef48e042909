//! The cost of plugins and profiles: loading a plugin, less the system's part; converting a graph to `GraphDef` and back; and a
//! program while it is profiled.
//!
//! `cargo bench -p tfrt-tools --bench plugins [-- load|graph|profile]`; fastest of several runs.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use prost::Message as _;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile::{Reporter, context, pipeline, to_bef};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_graphdef::{ExportOptions, ImportOptions, graph_to_module, module_to_graph};
use tfrt_ir::diagnostics::{Diagnostics, SourceFile};
use tfrt_ir::syntax::parse_module;
use tfrt_plugin::Loader;
use tfrt_plugin::profiler::{ProfileOptions, ProfilerSession};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, run) in [("load", load as fn()), ("graph", graph), ("profile", profile)] {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run();
        }
    }
}

fn fastest(times: usize, mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..times).map(timed).min().unwrap_or_default()
}

/// Copies of a plugin: each file is loaded once in a process.
fn load() {
    const COPIES: usize = 20;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("load");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins");
    for example in [
        "examples/c/scale_shift.c",
        "examples/graph_optimizer/fuse_matmul.c",
        "examples/profiler/fake_device.c",
    ] {
        let (source, library) = (folder.join("plugin.c"), folder.join("plugin.so"));
        let text = std::fs::read_to_string(plugins.join(example)).expect("the example is there");
        // The examples would end the process when a second copy is refused.
        std::fs::write(&source, text.replace("abort();", "return;")).expect("the folder can be written to");
        let built = Command::new("cc")
            .args(["-O2", "-shared", "-fPIC", "-I"])
            .args([plugins.join("include"), PathBuf::from("-o"), library.clone(), source])
            .status();
        assert!(built.is_ok_and(|status| status.success()), "a C compiler builds the plugin");
        let stem = example.rsplit('/').next().unwrap_or(example);
        let copies: Vec<PathBuf> = (0..2 * COPIES)
            .map(|number| {
                let copy = folder.join(format!("{stem}.{number}.so"));
                std::fs::copy(&library, &copy).expect("the plugin can be copied");
                copy
            })
            .collect();
        let loader = Loader::new().expect("the program exports what plugins call");
        let (ours, systems) = copies.split_at(COPIES);
        let mut ours = ours.iter();
        // A second op of one name is refused, after the same work.
        let all = fastest(COPIES, || drop(black_box(ours.next().map(|file| loader.load(file)))));
        let mut systems = systems.iter();
        let open = fastest(COPIES, || {
            let file = systems.next().expect("there are as many copies as runs");
            #[expect(unsafe_code, reason = "opening a library that this program has just built")]
            // SAFETY: its constructors do nothing.
            let library = unsafe { libloading::Library::new(file) };
            std::mem::forget(library.expect("it can be opened"));
        });
        println!("load {stem}: {all:.1?}, of which dlopen {open:.1?}");
    }
}

/// A chain of so many ops, each with an attribute.
fn graph() {
    for count in [10_000, 100_000, 1_000_000] {
        let mut text = "func.func @main(%0: !corert.tensorhandle {tf.type = tensor<2x2xf32>}) -> !corert.tensorhandle {\n\
             %ch = tfrt.new.chain\n%cpu = corert.get_op_handler %ch \"cpu\"\n"
            .to_owned();
        for n in 1..=count {
            let (op, before) = (["Relu", "Tanh", "Neg", "Abs"][n % 4], n - 1);
            let _ = writeln!(text, "%{n} = corert.executeop(%cpu) \"tf.{op}\"(%{before}) {{T = f32}} : 1");
        }
        let _ = writeln!(text, "tfrt.return %{count} : !corert.tensorhandle\n}}");
        let ctx = context();
        let mut diagnostics = Diagnostics::new();
        let module = parse_module(&ctx, "chain.mlir", &text, &mut diagnostics).expect("the program is right");
        let mut bytes = Vec::new();
        let to = fastest(3, || {
            let graph = module_to_graph(&module, &ExportOptions::default(), &mut Diagnostics::new());
            bytes = graph.expect("it converts").encode_to_vec();
        });
        let from = fastest(3, || {
            let graph = GraphDef::decode(&bytes[..]).expect("a graph");
            let module = graph_to_module(&ctx, &graph, &ImportOptions::default(), &mut Diagnostics::new());
            black_box(module.expect("it converts"));
        });
        let per_node = (to + from).as_nanos() / count as u128;
        println!("graph of {count} nodes: to GraphDef {to:.1?}, back {from:.1?}, {per_node} ns a node");
    }
}

/// Ops of about this long.
const OP: Duration = Duration::from_micros(10);

fn profile() {
    for queue in ["s", "mstd"] {
        let mut size = 64;
        // The size at which an op takes as long as is wanted.
        loop {
            let taken = Ops::new(queue, size).time(20) / Ops::COUNT;
            if taken >= OP || size > 1 << 22 {
                break;
            }
            size = size * 5 / 4;
        }
        let ops = Ops::new(queue, size);
        for level in 1..=3 {
            let options = ProfileOptions { host_tracer_level: level, ..ProfileOptions::default() };
            let (mut off, mut on) = (Duration::MAX, Duration::MAX);
            // Taking turns: disturbances by the machine affect both.
            for _ in 0..30 {
                off = off.min(ops.time(5));
                let session = ProfilerSession::start(options).expect("no other session is under way");
                on = on.min(ops.time(5));
                drop(session);
            }
            let (off, on) = (off / Ops::COUNT, on / Ops::COUNT);
            let more = (on.as_secs_f64() / off.as_secs_f64() - 1.0) * 100.0;
            println!(
                "profile, queue {queue}, level {level}: an op {off:.2?}, profiled {on:.2?}: {more:+.1} %"
            );
        }
    }
}

/// A program of ops on vectors.
struct Ops {
    host: Host,
    program: Program,
}

impl Ops {
    const COUNT: u32 = 100;

    fn new(queue: &str, size: usize) -> Ops {
        let mut text = format!(
            "func.func @main() -> !corert.tensorhandle {{\n%ch = tfrt.new.chain\n%cpu = corert.get_op_handler %ch \"cpu\"\n\
             %0 = corert.const_dense_tensor dense<0.5> : tensor<{size}xf32>\n"
        );
        for n in 1..=Ops::COUNT {
            let before = n - 1;
            let _ = writeln!(text, "%{n} = corert.executeop(%cpu) \"tf.Tanh\"(%{before}) {{T = f32}} : 1");
        }
        let _ = writeln!(text, "tfrt.return %{} : !corert.tensorhandle\n}}", Ops::COUNT);
        let mut kernels = KernelRegistry::new();
        tfrt_kernels::register_all(&mut kernels);
        let queue = QueueKind::parse(queue).expect("a queue");
        let host = Host::new(HostOptions { queue, ..HostOptions::single_threaded() })
            .expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        CoreRuntime::install(&host, ops).state().register_default_handlers();
        let mut reporter = Reporter::printing(SourceFile { name: "ops.mlir", text: text.as_bytes() });
        let input = Input::of("ops.mlir", text.as_bytes()).expect("UTF-8");
        // As written: fused, there would be one op.
        let pipeline = pipeline(OptLevel::O0, Default::default(), &PluginOptions::default());
        let bef =
            to_bef("ops.mlir", input, &pipeline, Default::default(), &mut reporter).expect("a good program");
        let program = Program::from_bytes(&bef, &kernels).expect("a good file");
        Ops { host, program }
    }

    /// The fastest of so many runs.
    fn time(&self, times: usize) -> Duration {
        let function = self.program.function("main").expect("it is there");
        fastest(times, || {
            let results = function.execute(&RequestContext::new(&self.host), []);
            self.host.wait(&results);
        })
    }
}
