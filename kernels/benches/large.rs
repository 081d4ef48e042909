//! The time of element-wise ops on large tensors, beside a plain copy of memory by as many threads:
//! `cargo bench -p tfrt-kernels --bench large`.
//!
//! Each line is the fastest of several rounds: milliseconds, and bytes read and written a second.

use std::time::{Duration, Instant};

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DenseHostTensor, Shape};

const THREADS: usize = 2;
const ELEMENTS: usize = 16 << 20;
const BYTES: usize = ELEMENTS * size_of::<f32>();
const ROUNDS: usize = 15;

/// Seconds of the fastest round; `prepare` is not counted.
fn fastest<P>(mut prepare: impl FnMut() -> P, mut run: impl FnMut(P)) -> f64 {
    let time = (0..ROUNDS).map(|_| {
        let prepared = prepare();
        let start = Instant::now();
        run(prepared);
        start.elapsed()
    });
    time.min().unwrap_or(Duration::MAX).as_secs_f64()
}

fn line(name: &str, bytes: usize, seconds: f64, copy: f64) -> f64 {
    let speed = bytes as f64 / seconds;
    let share =
        if copy > 0.0 { format!("{:4.0} % of the copy", 100.0 * speed / copy) } else { String::new() };
    println!("{name:<44} {:7.2} ms {:6.1} GB/s {share}", 1e3 * seconds, speed / 1e9);
    speed
}

fn tensor(value: f32) -> TensorHandle {
    let shape = Shape::new(&[ELEMENTS as i64]).expect("fits");
    TensorHandle::new(DenseHostTensor::from_values(shape, &vec![value; ELEMENTS]).expect("memory is enough"))
}

fn main() {
    let (from, mut to) = (vec![1.0f32; ELEMENTS], vec![0.0f32; ELEMENTS]);
    let seconds = fastest(
        || (),
        |()| {
            std::thread::scope(|scope| {
                let mut parts = from.chunks(ELEMENTS / THREADS).zip(to.chunks_mut(ELEMENTS / THREADS));
                let own = parts.next();
                for (from, to) in parts {
                    scope.spawn(|| to.copy_from_slice(from));
                }
                if let Some((from, to)) = own {
                    to.copy_from_slice(from);
                }
            });
        },
    );
    let copy = line("copy of 64 MiB by two threads", 2 * BYTES, seconds, 0.0);

    let queue = QueueKind::Multi { threads: THREADS, blocking_threads: 1 };
    let host = Host::new(HostOptions { queue, ..HostOptions::single_threaded() }).expect("two threads");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let add = runtime.op("tf.AddV2", &cpu).expect("registered");
    let (here, none) = (Location::unknown(), OpAttrs::new());
    let (a, b) = (tensor(1.0), tensor(2.0));

    let seconds = fastest(
        || [a.clone(), b.clone()],
        |args| {
            let [sum] = runtime.call(&add, &here, args, &none);
            assert!(sum.tensor().is_some());
        },
    );
    line("tf.AddV2 of two 64 MiB f32, new result", 3 * BYTES, seconds, copy);

    let mut sum = tensor(0.0);
    let seconds = fastest(
        || b.clone(),
        |b| {
            [sum] = runtime.call(&add, &here, [std::mem::take(&mut sum), b], &none);
            assert!(sum.tensor().is_some());
        },
    );
    line("tf.AddV2 of two 64 MiB f32, result in place", 3 * BYTES, seconds, copy);
}
