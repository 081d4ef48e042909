//! The cost of a step beside its arithmetic: a region of 1,000 sums of 16 numbers, each of the one before. Nanoseconds a step, the fastest of
//! many runs, beside those of the same functions called in a loop.
//!
//! `cargo bench -p tfrt-plan`

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use tfrt_executor::core_runtime::{
    AttrValue, CoreRuntime, Declined, Location, OpAttrs, OpContext, OpEntry, OpRegistry, Prepared, REGION_OP,
    Step, StepSpec, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
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

struct Add;

impl Step for Add {
    fn run(&self, _: &dyn OpContext, operands: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), Declined> {
        let ([a, b], [out]) = (operands, results) else { return Err(Declined) };
        add(bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(out));
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
    (0..2000).map(|_| time(&mut run)).fold(f64::INFINITY, f64::min)
}

fn main() {
    let host = Host::new(HostOptions::default()).expect("threads can be started");
    let mut ops = OpRegistry::new();
    let same = |a: &TensorMetadata, _: &TensorMetadata| Ok(a.clone());
    let none = |_: &DenseHostTensor, _: &DenseHostTensor| -> Result<DenseHostTensor, _> {
        Err("only steps are measured".into())
    };
    let step = |_: &StepSpec<'_>| Some(Prepared::Step(Box::new(Add)));
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
    let plan = fastest(|| {
        let [result] = runtime.call(&op, &here, [x.clone()], &none);
        assert!(result.get_error().is_none());
    });
    let numbers = [1.0f32; ELEMENTS];
    let mut sums = [[0.0f32; ELEMENTS]; 2];
    let alone = fastest(|| {
        for i in 0..STEPS {
            let [a, b] = &mut sums;
            let (from, to) = if i % 2 == 0 { (a, b) } else { (b, a) };
            add(black_box(from), black_box(&numbers), black_box(to));
        }
    });
    let per_step = |time: f64| time / STEPS as f64;
    println!("plan of {STEPS} steps of {ELEMENTS} elements: {:.1} ns a step", per_step(plan));
    println!("the same sums in a loop: {:.1} ns a sum", per_step(alone));
}
