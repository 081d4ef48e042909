//! The cost of a step beside its arithmetic: a region of 1,000 sums of 16 numbers, each of the one before. Nanoseconds a step, the fastest of
//! many runs, beside those of the same functions called in a loop, and what it costs that two threads share each step.
//!
//! `cargo bench -p tfrt-plan`

use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tfrt_executor::core_runtime::{
    AttrValue, CoreRuntime, Declined, Location, OpAttrs, OpContext, OpEntry, OpRegistry, Prepared, REGION_OP,
    Step, StepSpec, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::{RegionBodyBuilder, RegionType};
use tfrt_plan::Plans;

const STEPS: usize = 1000;
const ELEMENTS: usize = 16;

#[inline(never)]
fn add(a: &[f32], b: &[f32], out: &mut [f32]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = a + b;
    }
}

/// A sum, in so many parts on all threads of the host, each computed so many times.
#[derive(Clone, Copy)]
struct Add {
    parts: usize,
    times: usize,
}

impl Step for Add {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let ([a, b], [out]) = (operands, results) else { return Err(Declined) };
        let (a, b) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b));
        let out: &mut [f32] = bytemuck::cast_slice_mut(out);
        if self.parts == 1 {
            add(a, b, out);
            return Ok(());
        }
        let len = ELEMENTS / self.parts;
        let parts: Vec<Mutex<&mut [f32]>> = out.chunks_mut(len).map(Mutex::new).collect();
        context.parallel_for(self.parts, 1, &|begin, end| {
            for (at, to) in parts.iter().enumerate().take(end).skip(begin) {
                let part = at * len..(at + 1) * len;
                // Apart from what others write.
                let mut sum = [0.0; ELEMENTS];
                for _ in 0..self.times {
                    add(black_box(&a[part.clone()]), &b[part.clone()], &mut sum[..len]);
                }
                to.lock().expect("no part panics").copy_from_slice(&sum[..len]);
            }
        });
        Ok(())
    }
}

/// The time of a run, of the fastest.
fn fastest(mut run: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos() as f64
    };
    (0..500).map(|_| time(&mut run)).fold(f64::INFINITY, f64::min)
}

/// The time of a step on so many threads.
fn step(threads: usize, sum: Add) -> f64 {
    let queue = match threads {
        1 => QueueKind::Single,
        threads => QueueKind::Multi { threads, blocking_threads: 1 },
    };
    let host = Host::new(HostOptions { queue, ..HostOptions::default() }).expect("threads can be started");
    let mut ops = OpRegistry::new();
    let same = |a: &TensorMetadata, _: &TensorMetadata| Ok(a.clone());
    let none = |_: &DenseHostTensor, _: &DenseHostTensor| -> Result<DenseHostTensor, _> {
        Err("only steps are measured".into())
    };
    let step = move |_: &StepSpec<'_>| Some(Prepared::Step(Box::new(sum)));
    ops.add("bench.add", OpEntry::new().metadata(same).dispatch(none).prepared(step));
    ops.set_region_backend(Arc::new(Plans::default()));
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("it was registered");

    let mut body = RegionBodyBuilder::default();
    let ty = RegionType { dtype: DType::F32, dims: [ELEMENTS as i64].into_iter().collect() };
    let x = body.arg(ty.clone()).expect("a type");
    let mut value = x;
    for _ in 0..STEPS {
        value = body.step(&[value, x], [ty.clone()]).expect("earlier values").start;
    }
    let body = body.finish(&[value]).expect("a result");
    let texts = |text: &str| vec![AttrValue::String(text.as_bytes().into()); STEPS].into();
    let mut attrs = OpAttrs::new();
    attrs.set_array("records", &body.to_words());
    attrs.set_aggregate("ops", texts("bench.add"));
    attrs.set_aggregate("locations", texts(""));
    attrs.set_aggregate("attrs", vec![AttrValue::Aggregate(Arc::new([])); STEPS].into());
    attrs.set_aggregate("constants", Arc::new([]));
    let op = runtime.op(REGION_OP, &cpu).and_then(|op| op.bind((&attrs).into())).expect("a region");

    let shape = Shape::new(&[ELEMENTS as i64]).expect("small");
    let x = TensorHandle::new(DenseHostTensor::from_values(shape, &[1.0f32; ELEMENTS]).expect("small"));
    let (here, none) = (Location::unknown(), OpAttrs::new());
    let time = fastest(|| {
        let [result] = runtime.call(&op, &here, [x.clone()], &none);
        assert!(result.get_error().is_none());
    });
    time / STEPS as f64
}

/// The time of a sum in a loop.
fn alone() -> f64 {
    let numbers = [1.0f32; ELEMENTS];
    let mut sums = [[0.0f32; ELEMENTS]; 2];
    let time = fastest(|| {
        for i in 0..STEPS {
            let [a, b] = &mut sums;
            let (from, to) = if i % 2 == 0 { (a, b) } else { (b, a) };
            add(black_box(from), black_box(&numbers), black_box(to));
        }
    });
    time / STEPS as f64
}

fn main() {
    let sum = Add { parts: 1, times: 1 };
    println!("plan of {STEPS} steps of {ELEMENTS} elements: {:.1} ns a step", step(1, sum));
    println!("the same sums in a loop: {:.1} ns a sum", alone());
    for times in [1, 100, 1000] {
        let sum = Add { parts: 2, times };
        let (one, two) = (step(1, sum), step(2, sum));
        let over = two - one / 2.0;
        println!(
            "in two parts: {one:.0} ns a step on one thread, {two:.0} ns on two, {over:.0} ns more than half"
        );
    }
}
