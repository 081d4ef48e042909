//! Random regions by plans and op by op: the same tensors, bit for bit.

use tfrt_executor::core_runtime::TensorHandle;
use tfrt_ops::OPEN;

use super::ops::{Builder, World, floats, tensor};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Shapes of six elements a row of the batch.
const OF_BATCH: [[i64; 2]; 3] = [[-1, 6], [-2, 3], [-3, 2]];

/// The first two again, as far as the batch tells them.
const OPEN_ONES: [[i64; 2]; 3] = [[-1, OPEN], [OPEN, 3], [OPEN, OPEN]];

/// A region of so many ops over matrices of these shapes, with steps, ops without them, and reshapes unless shapes are open.
fn region(random: &mut Random, count: usize, shapes: &[[i64; 2]; 3]) -> Builder {
    let is_open = shapes.as_flattened().contains(&OPEN);
    let mut region = Builder::default();
    let mut values = vec![(region.arg(&shapes[0]), 0), (region.arg(&shapes[1]), 1)];
    let mut made = Vec::new();
    for _ in 0..count {
        // Mostly the value that was made last, so that there are chains.
        let back = if random.below(2) == 0 { 0 } else { random.below(values.len().min(6)) };
        let (value, shape) = values[values.len() - 1 - back];
        let alike: Vec<u32> =
            values.iter().filter(|&&(_, other)| other == shape).map(|&(value, _)| value).collect();
        let other = alike[random.below(alike.len())];
        let (name, operands, shape) = match random.below(14) {
            0 | 1 => ("demo.add_registered", vec![value, other], shape),
            2 if !is_open => ("demo.reshape", vec![value], random.below(3)),
            3 => ("demo.mul", vec![value, other], shape),
            4 | 5 => ("demo.times", vec![value, other], shape),
            6 | 7 => ("demo.plus_sum", vec![value], shape),
            8 | 9 => ("demo.turned", vec![value, other], shape),
            _ => ("demo.add", vec![value, other], shape),
        };
        // Shapes of operands that differ would fail; a reshape says its own.
        let dims = shapes[shape];
        let result = region.op(name, &operands, &dims);
        values.push((result, shape));
        made.push(result);
    }
    for (i, &value) in made.iter().enumerate() {
        if i + 1 == made.len() || random.below(5) == 0 {
            region.result(value);
        }
    }
    region
}

#[test]
fn random_regions_give_what_their_ops_give() {
    let (world, alone) = (World::new(), World::without_plans());
    for seed in 0..600 {
        let mut random = Random(seed);
        let count = 1 + random.below(30);
        let shapes = if seed % 2 == 0 { &OF_BATCH } else { &OPEN_ONES };
        // `demo.reshape` reads its shape from an attribute, which is that of batches of size 1.
        let region = region(&mut random, count, shapes);
        let args = || [tensor(&[1, 6], 0.5), tensor(&[2, 3], -0.25)];
        let (plan, op) = (world.bind(&region), alone.bind(&region));
        let mut got = vec![TensorHandle::default(); region.num_results()];
        let mut expected = got.clone();
        for (world, op, results) in [(&world, &plan, &mut got), (&alone, &op, &mut expected)] {
            // Arenas are used again.
            for _ in 0..2 {
                world.invoke(op, args(), results);
            }
        }
        for (got, expected) in got.iter().zip(&expected) {
            assert_eq!(got.metadata(), expected.metadata(), "seed {seed}");
            let bits = |values: Vec<f32>| -> Vec<u32> { values.into_iter().map(f32::to_bits).collect() };
            assert_eq!(bits(floats(got)), bits(floats(expected)), "seed {seed}");
        }
    }
    assert!(world.counts().0 > 3000, "{:?}", world.counts());
    assert!(world.followers() > 100, "{}", world.followers());
    assert!(world.consumers() > 50, "{}", world.consumers());
}
