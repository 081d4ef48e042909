//! Profiles of programs: their content, and that programs run on while sessions come and go.
//!
//! A process profiles one thing at a time, and all that it does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile::{Reporter, pipeline, to_bef};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::{DenseHostTensor, Shape};
use tfrt_executor::value::Value;
use tfrt_graphdef::proto::tensorflow::profiler::{XEvent, XPlane, XStat, x_event, x_stat};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::{Jit, JitOptions, When};
use tfrt_plugin::profiler::{ProfileOptions, ProfilerSession};

use crate::own_process::in_own_process;

const PROGRAM: &str = r#"
func.func @main() -> (!corert.tensorhandle, i32) {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = "corert.const_dense_tensor"() {value = dense<[[1.0, -2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> !corert.tensorhandle
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {T = f32, transpose_a = false, transpose_b = false} : 1
  %z = corert.executeop(%cpu) "tf.Relu"(%y) {T = f32} : 1
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %a
  tfrt.return %z, %c : !corert.tensorhandle, i32
}

func.func @scalars() -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %b
  %d = tfrt.add.i32 %c, %c
  %e = tfrt.add.i32 %d, %d
  tfrt.return %e : i32
}
"#;

/// Two products that are told apart by the names of their layers alone.
const LAYERS: &str = r#"
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<2x2xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.MatMul"(%x, %x) {T = f32, transpose_a = false, transpose_b = false} : 1 loc("net/first")
  %z = corert.executeop(%cpu) "tf.MatMul"(%y, %x) {T = f32, transpose_a = false, transpose_b = false} : 1 loc("net/second")
  tfrt.return %z : !corert.tensorhandle
}
"#;

struct Subject {
    host: Host,
    program: Program,
}

impl Subject {
    fn new(queue: &str, when: Option<When>) -> Subject {
        Subject::of(PROGRAM, OptLevel::O0, queue, when)
    }

    fn of(text: &str, level: OptLevel, queue: &str, when: Option<When>) -> Subject {
        let mut kernels = KernelRegistry::new();
        tfrt_kernels::register_all(&mut kernels);
        tfrt_kernels::test::register(&mut kernels);
        if let Some(when) = when {
            let options = JitOptions { when, ..JitOptions::default() };
            kernels.set_jit(Jit::new(options));
        }
        let options = HostOptions {
            queue: QueueKind::parse(queue).expect("a queue"),
            ..HostOptions::single_threaded()
        };
        let host = Host::new(options).expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
        CoreRuntime::install(&host, ops).state().register_default_handlers();
        let input = Input::of("p.mlir", text.as_bytes()).expect("UTF-8");
        let mut reporter = Reporter::printing(SourceFile { name: "p.mlir", text: text.as_bytes() });
        let pipeline = pipeline(level, Default::default(), &PluginOptions::default());
        let bef =
            to_bef("p.mlir", input, &pipeline, Default::default(), &mut reporter).expect("a good program");
        let program = Program::from_bytes(&bef, &kernels).expect("a good file");
        Subject { host, program }
    }

    fn run(&self) {
        self.run_function("main", []);
    }

    fn run_function<const N: usize>(&self, name: &str, args: [Value; N]) {
        let function = self.program.function(name).expect("it is there");
        let results = function.execute(&RequestContext::new(&self.host), args);
        self.host.wait(&results);
        assert!(results.iter().all(|result| result.error().is_none()));
    }
}

#[test]
fn layers_are_told_apart_as_written_and_as_steps_of_a_region() {
    in_own_process(|| {
        for (level, function) in [(OptLevel::O0, "main/"), (OptLevel::O2, "")] {
            let subject = Subject::of(LAYERS, level, "s", None);
            let session =
                ProfilerSession::start(ProfileOptions::default()).expect("no other session is under way");
            let x = DenseHostTensor::from_values(
                Shape::new(&[2, 2]).expect("it is small"),
                &[1.0f32, 2.0, 3.0, 4.0],
            );
            let x = TensorHandle::new(x.expect("as many values as elements")).into_value();
            subject.run_function("main", [x]);
            let space = session.collect("here");
            let [plane] = &space.planes[..] else { panic!("{space:?}") };
            let counts = counts(plane);
            for layer in ["net/first", "net/second"] {
                let name = format!("{function}{layer}:MatMul");
                assert_eq!(counts.get(&*name), Some(&1), "{name} in {counts:?}");
            }
        }
    });
}

/// The number of times that each event is in a plane.
fn counts(plane: &XPlane) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for event in plane.lines.iter().flat_map(|line| &line.events) {
        *counts.entry(&*plane.event_metadata[&event.metadata_id].name).or_default() += 1;
    }
    counts
}

fn text_of<'a>(plane: &XPlane, stats: &'a [XStat], name: &str) -> Option<&'a str> {
    let stat = stats.iter().find(|stat| plane.stat_metadata[&stat.metadata_id].name == name)?;
    match &stat.value {
        Some(x_stat::Value::StrValue(text)) => Some(text),
        other => panic!("{other:?}"),
    }
}

fn span(event: &XEvent) -> (i64, i64) {
    match event.data {
        Some(x_event::Data::OffsetPs(start)) => (start, start + event.duration_ps),
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn kernels_ops_and_memory_of_a_run() {
    in_own_process(|| {
        let subject = Subject::new("s", None);
        // What a first run alone does is not to be seen.
        subject.run();
        let session =
            ProfilerSession::start(ProfileOptions::default()).expect("no other session is under way");
        for _ in 0..3 {
            subject.run();
        }
        let space = session.collect("here");
        subject.run();
        let [plane] = &space.planes[..] else { panic!("{space:?}") };
        assert!(space.warnings.is_empty() && space.errors.is_empty(), "{space:?}");
        let counts = counts(plane);
        for (name, count) in [
            ("main/MatMul.6.8:MatMul", 3),
            ("main/Relu.7.8:Relu", 3),
            ("tfrt.add.i32", 6),
            ("tfrt.new.chain", 3),
            ("corert.get_op_handler", 3),
        ] {
            assert_eq!(counts.get(name), Some(&count), "{name} in {counts:?}");
        }
        assert!(counts["MemoryAllocation"] >= 3, "{counts:?}");
        assert_eq!(counts["MemoryAllocation"], counts["MemoryDeallocation"], "{counts:?}");
        let matmul = plane.event_metadata.values().find(|m| m.display_name == "MatMul").expect("it ran");
        assert_eq!(text_of(plane, &matmul.stats, "location"), Some("p.mlir:6:8"));
        assert_eq!(text_of(plane, &matmul.stats, "function"), Some("main"));
        // Everything is within the profile, and in the order of its start.
        for line in &plane.lines {
            assert!(line.timestamp_ns > 0);
            assert!(line.events.windows(2).all(|pair| span(&pair[0]).0 <= span(&pair[1]).0), "{}", line.name);
            assert!(line.events.iter().all(|event| span(event).0 >= 0 && span(event).1 <= line.duration_ps));
        }
    });
}

#[test]
fn levels_say_how_much_of_the_host() {
    in_own_process(|| {
        let subject = Subject::new("s", None);
        let profile = |host_tracer_level| {
            let options = ProfileOptions { host_tracer_level, ..ProfileOptions::default() };
            let session = ProfilerSession::start(options).expect("no other session is under way");
            subject.run();
            session.collect("here")
        };
        assert!(profile(0).planes.is_empty());
        let (one, two, three) = (profile(1), profile(2), profile(3));
        let has = |space: &tfrt_graphdef::proto::tensorflow::profiler::XSpace, name: &str| {
            counts(&space.planes[0]).contains_key(name)
        };
        assert!(has(&one, "main/Relu.7.8:Relu") && !has(&one, "MemoryAllocation"));
        assert!(has(&two, "MemoryAllocation") && !has(&two, "RunDispatch: tf.Relu"));
        assert!(has(&three, "MemoryAllocation") && has(&three, "RunDispatch: tf.Relu"));
    });
}

#[test]
fn machine_code_and_its_making_are_there() {
    in_own_process(|| {
        let subject = Subject::new("s", Some(When::Eager));
        let session =
            ProfilerSession::start(ProfileOptions::default()).expect("no other session is under way");
        subject.run_function("scalars", []);
        let space = session.collect("here");
        let counts = counts(&space.planes[0]);
        assert!(counts.contains_key("jit: scalars"), "{counts:?}");
        assert!(counts.contains_key("scalars [5 kernels compiled]"), "{counts:?}");
    });
}

#[test]
fn programs_run_on_while_sessions_come_and_go() {
    in_own_process(|| {
        for when in [None, Some(When::Hot { threshold: 100 })] {
            let subject = Arc::new(Subject::new("mstd:2", when));
            let (stop, runs) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
            let threads: Vec<_> = (0..3)
                .map(|_| {
                    let (subject, stop, runs) = (subject.clone(), stop.clone(), runs.clone());
                    std::thread::spawn(move || {
                        while !stop.load(Ordering::Relaxed) {
                            subject.run();
                            runs.fetch_add(1, Ordering::Relaxed);
                        }
                    })
                })
                .collect();
            let mut seen = 0;
            for level in (1..=3).cycle().take(150) {
                let options = ProfileOptions { host_tracer_level: level, ..ProfileOptions::default() };
                let session = ProfilerSession::start(options).expect("no other session is under way");
                let before = runs.load(Ordering::Relaxed);
                // Programs go on within a session.
                while runs.load(Ordering::Relaxed) < before + 5 {
                    std::thread::yield_now();
                }
                let space = session.collect("here");
                seen += space.planes[0].lines.iter().map(|line| line.events.len()).sum::<usize>();
            }
            stop.store(true, Ordering::Relaxed);
            threads.into_iter().for_each(|thread| thread.join().expect("no thread panics"));
            assert!(seen > 150 * 5, "{seen}");
        }
    });
}
