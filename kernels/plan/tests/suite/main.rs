//! Regions of small ops that are defined here, by plans and op by op.
//!
//! Each op counts how often it runs as a step and how often as it is registered, so the tests see which way a region took.

mod images;
mod ops;
mod random;

use tfrt_executor::core_runtime::REGION_OP;
use tfrt_executor::tensor::DType;
use tfrt_ops::{OPEN, RegionType};

use ops::{Builder, World, floats, tensor};

/// `(x + y) * x`, as steps.
fn sum_times() -> Builder {
    let mut region = Builder::default();
    let (x, y) = (region.arg(&[-1, 3]), region.arg(&[-1, 3]));
    let sum = region.op("demo.add", &[x, y], &[-1, 3]);
    let product = region.op("demo.mul", &[sum, x], &[-1, 3]);
    region.result(product);
    region
}

#[test]
fn a_region_runs_as_steps() {
    let world = World::new();
    let op = world.bind(&sum_times());
    for _ in 0..3 {
        let [result] = world.call(&op, [tensor(&[1, 3], 1.0), tensor(&[1, 3], 2.0)]);
        assert_eq!(floats(&result), [3.0, 10.0, 21.0]);
    }
    assert_eq!(world.counts(), (6, 0));
}

#[test]
fn each_batch_size_has_a_plan() {
    let world = World::new();
    let op = world.bind(&sum_times());
    for batch in [2, 5, 2, 0, 40, 5] {
        let [result] = world.call(&op, [tensor(&[batch, 3], 1.0), tensor(&[batch, 3], 2.0)]);
        assert_eq!(result.metadata().expect("it is there").shape.dims()[..], [batch, 3]);
    }
    assert_eq!(world.counts(), (12, 0));
}

/// `(x + y) * x` of matrices whose sizes a call says.
fn open_sum_times() -> Builder {
    let mut region = Builder::default();
    let (x, y) = (region.arg(&[-1, OPEN]), region.arg(&[-1, OPEN]));
    let sum = region.op("tf.AddV2", &[x, y], &[-1, OPEN]);
    let product = region.op("tf.Mul", &[sum, x], &[-1, OPEN]);
    region.result(product);
    region
}

#[test]
fn open_shapes_have_plans_when_they_occur_again() {
    let world = World::new();
    let op = world.bind(&open_sum_times());
    let mut expected = (0, 0);
    for (dims, is_plan) in [
        ([2, 3], true),
        ([2, 3], true),
        ([2, 5], false),
        ([2, 3], true),
        ([4, 5], false),
        ([2, 5], true),
        ([4, 5], true),
        ([0, 3], false),
        ([0, 3], true),
    ] {
        let [result] = world.call(&op, [tensor(&dims, 1.0), tensor(&dims, 2.0)]);
        assert_eq!(result.metadata().expect("it is there").shape.dims()[..], dims);
        let count = if is_plan { &mut expected.0 } else { &mut expected.1 };
        *count += 2;
        assert_eq!(world.counts(), expected, "{dims:?}");
    }
}

#[test]
fn shapes_that_occur_again_after_many_others_are_not_compiled_in_vain() {
    let world = World::new();
    let op = world.bind(&open_sum_times());
    for _ in 0..3 {
        for length in 1..=40 {
            let [result] = world.call(&op, [tensor(&[2, length], 1.0), tensor(&[2, length], 2.0)]);
            assert_eq!(floats(&result)[0], 3.0);
        }
    }
    // Only the first length has a plan: no other one would still be there when it is needed.
    assert_eq!(world.counts(), (3 * 2, 3 * 2 * 39));
}

#[test]
fn a_batch_of_open_shapes_runs_in_parts() {
    let (world, alone) = (World::in_parts(), World::without_plans());
    let (op, expected) = (world.bind(&open_sum_times()), alone.bind(&open_sum_times()));
    let args = || [tensor(&[4, 7], 1.0), tensor(&[4, 7], 2.0)];
    let ([got], [expected]) = (world.call(&op, args()), alone.call(&expected, args()));
    assert_eq!(floats(&got), floats(&expected));
    assert_eq!(world.counts(), (8, 0));
}

#[test]
fn open_regions_whose_ops_do_not_tell_their_shapes_run_op_by_op() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[OPEN]);
    let reshaped = region.op("demo.reshape", &[x], &[3, 2]);
    let sum = region.op("demo.add", &[reshaped, reshaped], &[3, 2]);
    region.result(sum);
    let op = world.bind(&region);
    for _ in 0..8 {
        let [result] = world.call(&op, [tensor(&[6], 1.0)]);
        assert_eq!(floats(&result), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    }
    // The reshape is not counted.
    assert_eq!(world.counts(), (0, 8));
    // Arguments of another rank or dtype fail as the ops do, and do not keep others from having plans.
    let op = world.bind(&open_sum_times());
    for _ in 0..5 {
        let [failed] = world.call(&op, [tensor(&[3], 1.0), tensor(&[1, 4], 2.0)]);
        assert!(failed.get_error().is_some());
    }
    let before = world.counts().0;
    for _ in 0..5 {
        let [result] = world.call(&op, [tensor(&[2, 3], 1.0), tensor(&[2, 3], 2.0)]);
        assert_eq!(floats(&result)[..2], [3.0, 10.0]);
    }
    assert!(world.counts().0 > before);
    let [result] = world.call(&op, [tensor(&[3], 1.0), tensor(&[3], 2.0)]);
    assert_eq!(floats(&result), [3.0, 10.0, 21.0]);
    let [failed] = world.call(&op, [tensor(&[1, 3], 1.0), tensor(&[1, 4], 2.0)]);
    assert_eq!(failed.get_error().expect("the shapes differ").message(), "f32 [1, 3] and f32 [1, 4] differ");
}

/// A stretch of ops, one that may mix the parts, and another stretch.
fn stretches() -> Builder {
    let mut region = Builder::default();
    let (x, y) = (region.arg(&[-1, 3]), region.arg(&[-1, 3]));
    let sum = region.op("tf.AddV2", &[x, y], &[-1, 3]);
    let product = region.op("tf.Mul", &[sum, x], &[-1, 3]);
    let mixed = region.op("demo.add", &[product, x], &[-1, 3]);
    let last = region.op("tf.AddV2", &[mixed, product], &[-1, 3]);
    let other = region.op("tf.Mul", &[last, y], &[-1, 3]);
    region.result(other);
    region.result(sum);
    region
}

#[test]
fn a_batch_runs_in_parts() {
    let (world, alone) = (World::in_parts(), World::without_plans());
    let (op, expected) = (world.bind(&stretches()), alone.bind(&stretches()));
    let mut steps = 0;
    for batch in [4, 1, 7, 4] {
        let args = || [tensor(&[batch, 3], 1.0), tensor(&[batch, 3], 2.0)];
        let (got, expected): ([_; 2], [_; 2]) = (world.call(&op, args()), alone.call(&expected, args()));
        assert_eq!(got.each_ref().map(floats), expected.each_ref().map(floats), "{batch}");
        // Two stretches of two steps for each part.
        steps += 4 * batch as usize + 1;
        assert_eq!(world.counts(), (steps, 0), "{batch}");
    }
}

#[test]
fn a_part_that_declines_leaves_the_whole_region_to_the_ops() {
    let world = World::in_parts();
    let mut region = Builder::default();
    let x = region.arg(&[-1, 3]);
    let root = region.op("tf.Sqrt", &[x], &[-1, 3]);
    let sum = region.op("tf.AddV2", &[root, x], &[-1, 3]);
    region.result(sum);
    let op = world.bind(&region);
    let [failed] = world.call(&op, [tensor(&[5, 3], -7.5)]);
    assert_eq!(failed.get_error().expect("a number is negative").message(), "no root of -7.5");
    assert_eq!(world.errors(), ["no root of -7.5"]);
    let [result] = world.call(&op, [tensor(&[5, 3], 1.0)]);
    assert_eq!(floats(&result).len(), 15);
}

#[test]
fn arguments_of_other_shapes_run_op_by_op() {
    let world = World::new();
    let op = world.bind(&sum_times());
    for dims in [&[4][..], &[2, 4], &[3, 2, 3]] {
        let [result] = world.call(&op, [tensor(dims, 1.0), tensor(dims, 2.0)]);
        assert_eq!(result.metadata().expect("it is there").shape.dims()[..], *dims);
    }
    let [failed] = world.call(&op, [tensor(&[1, 3], 1.0), tensor(&[2, 3], 2.0)]);
    assert_eq!(failed.get_error().expect("the shapes differ").message(), "f32 [1, 3] and f32 [2, 3] differ");
    assert_eq!(world.counts(), (0, 6));
}

#[test]
fn a_step_that_declines_leaves_the_region_to_the_ops() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[3]);
    let root = region.op("demo.root", &[x], &[3]);
    let sum = region.op("demo.add", &[root, x], &[3]);
    region.result(sum);
    let op = world.bind(&region);
    let [result] = world.call(&op, [tensor(&[3], 4.0)]);
    assert_eq!(floats(&result).len(), 3);
    assert_eq!(world.counts(), (2, 0));
    let [failed] = world.call(&op, [tensor(&[3], -4.0)]);
    assert_eq!(failed.get_error().expect("a number is negative").message(), "no root of -4");
    // The errors were reported once, by the op.
    assert_eq!(world.errors(), ["no root of -4"]);
    let [result] = world.call(&op, [tensor(&[3], 4.0)]);
    assert_eq!(floats(&result).len(), 3);
}

#[test]
fn ops_without_steps_run_between_steps() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[2, 3]);
    let w = region.constant(tensor(&[3, 2], 0.5));
    let sum = region.op("demo.add", &[x, x], &[2, 3]);
    let same = region.op("demo.reshape", &[sum], &[3, 2]);
    let plain = region.op("demo.add_registered", &[same, w], &[3, 2]);
    let other = region.op("demo.mul", &[plain, same], &[3, 2]);
    let again = region.op("demo.add_registered", &[plain, other], &[3, 2]);
    region.result(other);
    region.result(again);
    region.result(same);
    let op = world.bind(&region);
    let plan: [_; 3] = world.call(&op, [tensor(&[2, 3], 1.0)]);
    assert_eq!(world.counts(), (2, 2));
    let alone = World::without_plans();
    let expected: [_; 3] = alone.call(&alone.bind(&region), [tensor(&[2, 3], 1.0)]);
    for (plan, expected) in plan.iter().zip(&expected) {
        assert_eq!(plan.metadata(), expected.metadata());
        assert_eq!(floats(plan), floats(expected));
    }
}

/// Ops on more elements than sizes have run in each call, on constants too.
#[test]
fn ops_on_constants_run_in_each_call() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[-1, 3]);
    let (a, b) = (region.constant(tensor(&[1, 99], 0.5)), region.constant(tensor(&[1, 99], 2.0)));
    let sum = region.op("demo.add_registered", &[a, b], &[1, 99]);
    let product = region.op("demo.mul", &[sum, b], &[1, 99]);
    let result = region.op("demo.add", &[x, x], &[-1, 3]);
    for value in [result, product, sum] {
        region.result(value);
    }
    let op = world.bind(&region);
    for runs in 1..=3 {
        let [result, product, sum] = world.call(&op, [tensor(&[2, 3], 1.0)]);
        assert_eq!(floats(&result), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
        assert_eq!(
            (&floats(&sum)[..3], &floats(&product)[..3]),
            (&[2.5, 4.5, 6.5][..], &[5.0, 13.5, 26.0][..])
        );
        assert_eq!(world.counts(), (2 * runs, runs));
    }
}

/// An op on constants that fails does so where it is written, in each call.
#[test]
fn an_op_on_constants_that_fails_is_reported_by_each_call() {
    let world = World::new();
    let mut region = Builder::default();
    let (x, a) = (region.arg(&[3]), region.constant(tensor(&[3], -1.0)));
    let root = region.op("demo.root", &[a], &[3]);
    let sum = region.op("demo.add", &[x, root], &[3]);
    region.result(sum);
    let op = world.bind(&region);
    for calls in 1..=6 {
        let [failed] = world.call(&op, [tensor(&[3], 1.0)]);
        assert_eq!(failed.get_error().expect("a number is negative").message(), "no root of -1");
        assert_eq!(world.errors().len(), calls);
    }
}

#[test]
fn results_that_are_arguments_or_each_other_are_copies() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[2, 3]);
    let sum = region.op("demo.add", &[x, x], &[2, 3]);
    let [a, b, c] = [(x, &[3, 2]), (sum, &[3, 2]), (sum, &[6, 1])]
        .map(|(value, dims)| region.op("demo.reshape", &[value], dims));
    for result in [sum, a, b, c] {
        region.result(result);
    }
    let results: [_; 4] = world.call(&world.bind(&region), [tensor(&[2, 3], 1.0)]);
    let [sum, a, b, c] = results.each_ref().map(floats);
    assert_eq!((&sum, &sum), (&b, &c));
    assert_eq!(a, floats(&tensor(&[2, 3], 1.0)));
    assert_eq!(world.counts(), (1, 0));
}

#[test]
fn a_cancelled_region_does_not_run() {
    let world = World::new();
    let op = world.bind(&sum_times());
    world.runtime.cancel();
    let [result] = world.call(&op, [tensor(&[1, 3], 1.0), tensor(&[1, 3], 2.0)]);
    assert!(result.get_error().is_some());
    world.runtime.restart();
    let [result] = world.call(&op, [tensor(&[1, 3], 1.0), tensor(&[1, 3], 2.0)]);
    assert_eq!(floats(&result).len(), 3);
    assert_eq!(world.counts(), (2, 0));
}

/// The shapes in records are checked against the ops before a plan relies on them.
#[test]
fn wrong_records_run_op_by_op() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg(&[2, 3]);
    let sum = region.op("demo.add", &[x, x], &[2, 2]);
    region.result(sum);
    let [result] = world.call(&world.bind(&region), [tensor(&[2, 3], 1.0)]);
    assert_eq!(floats(&result).len(), 6);
    assert_eq!(world.counts(), (0, 1));
    // Nor do ops without steps see such shapes, or do others run before them for nothing.
    let mut region = Builder::default();
    let x = region.arg(&[2, 3]);
    let sum = region.op("demo.add", &[x, x], &[2, 3]);
    let product = region.op("demo.add_registered", &[sum, x], &[3, 3]);
    region.result(product);
    let [result] = world.call(&world.bind(&region), [tensor(&[2, 3], 1.0)]);
    assert_eq!(floats(&result).len(), 6);
    assert_eq!(world.counts(), (0, 3));
}

#[test]
fn attributes_that_are_no_region_are_refused() {
    let world = World::new();
    let region = sum_times();
    let refused = |change: &dyn Fn(&mut ops::Parts)| {
        let mut parts = region.parts();
        change(&mut parts);
        let op = world.runtime.op(REGION_OP, &world.cpu).expect("it is known");
        op.bind((&parts.attrs()).into()).expect_err("it is no region").message().to_owned()
    };
    let lists = "a region of 2 steps needs as many `ops`, `attrs` and `locations`";
    assert_eq!(refused(&|parts| parts.names.truncate(1)), lists);
    assert_eq!(refused(&|parts| parts.locations.push("here".into())), lists);
    assert_eq!(
        refused(&|parts| parts.names[0] = "demo.none".into()),
        "demo.none, in a region, is not registered"
    );
    assert_eq!(refused(&|parts| parts.records.truncate(9)), "the region has fewer words than it says");
    assert_eq!(
        refused(&|parts| parts.constants.push(tensor(&[2], 1.0))),
        "a region needs 0 constants, but has 1"
    );
    let mut region = Builder::default();
    let (x, w) = (region.arg(&[2]), region.constant(tensor(&[2], 1.0)));
    let sum = region.op("demo.add", &[x, w], &[2]);
    region.result(sum);
    let mut parts = region.parts();
    parts.constants[0] = tensor(&[3], 1.0);
    let op = world.runtime.op(REGION_OP, &world.cpu).expect("it is known");
    let error = op.bind((&parts.attrs()).into()).expect_err("the constant is another");
    assert_eq!(error.message(), "a constant of a region must be f32 [2], but is f32 [3]");
}

/// Any words, names and lists are refused, or are a region that runs.
#[test]
fn changed_records_are_refused_or_run() {
    let world = World::new();
    let region = sum_times();
    let words = region.parts().records;
    for at in 0..words.len() {
        for value in [-1, 0, 1, 2, 3, 9, 13, 1 << 30, i64::MAX, i64::MIN] {
            let mut parts = region.parts();
            parts.records[at] = value;
            let op = world.runtime.op(REGION_OP, &world.cpu).expect("it is known");
            let Ok(op) = op.bind((&parts.attrs()).into()) else { continue };
            let args = [tensor(&[1, 3], 1.0), tensor(&[1, 3], 2.0)];
            let mut results = vec![Default::default(); region.num_results()];
            world.invoke(&op, args, &mut results);
            assert!(results[0].is_available());
        }
    }
}

#[test]
fn an_argument_of_another_dtype_runs_op_by_op() {
    let world = World::new();
    let mut region = Builder::default();
    let x = region.arg_of(RegionType { dtype: DType::I32, dims: [2].into_iter().collect() });
    let sum = region.op("demo.add", &[x, x], &[2]);
    region.result(sum);
    let [failed] = world.call(&world.bind(&region), [tensor(&[2], 1.0)]);
    assert!(failed.get_error().is_none());
    assert_eq!(world.counts(), (0, 1));
}
