//! Random programs of ops that can be fused, and tensors for them.

use std::fmt::Write as _;

use proptest::prelude::*;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};

use super::subject::program;

/// An op that random programs have: arguments, result, whether it is exact for all arguments.
pub(super) type Known = (&'static str, &'static [DType], DType);

pub(super) const F: DType = DType::F32;
pub(super) const D: DType = DType::F64;
pub(super) const H: DType = DType::F16;
pub(super) const I: DType = DType::I32;
pub(super) const B: DType = DType::I1;
pub(super) const G: DType = DType::BF16;
pub(super) const L: DType = DType::I64;
pub(super) const C: DType = DType::I8;
pub(super) const U: DType = DType::UI8;
pub(super) const W: DType = DType::UI32;

pub(super) const OPS: &[Known] = &[
    ("tf.AddV2", &[F, F], F),
    ("tf.Sub", &[F, F], F),
    ("tf.Mul", &[F, F], F),
    ("tf.Div", &[F, F], F),
    ("tf.RealDiv", &[F, F], F),
    ("tf.DivNoNan", &[F, F], F),
    ("tf.Maximum", &[F, F], F),
    ("tf.Minimum", &[F, F], F),
    ("tf.SquaredDifference", &[F, F], F),
    ("tf.Pow", &[F, F], F),
    ("tf.FloorDiv", &[F, F], F),
    ("tf.ClipByValue", &[F, F, F], F),
    ("tf.Abs", &[F], F),
    ("tf.Neg", &[F], F),
    ("tf.Square", &[F], F),
    ("tf.Relu", &[F], F),
    ("tf.Relu6", &[F], F),
    ("tf.Sign", &[F], F),
    ("tf.Round", &[F], F),
    ("tf.Rint", &[F], F),
    ("tf.Floor", &[F], F),
    ("tf.Ceil", &[F], F),
    ("tf.Reciprocal", &[F], F),
    ("tf.Sqrt", &[F], F),
    ("tf.Rsqrt", &[F], F),
    ("tf.Exp", &[F], F),
    ("tf.Expm1", &[F], F),
    ("tf.Log", &[F], F),
    ("tf.Log1p", &[F], F),
    ("tf.Tanh", &[F], F),
    ("tf.Erf", &[F], F),
    ("tf.Sigmoid", &[F], F),
    ("tf.Softplus", &[F], F),
    ("tf.Softsign", &[F], F),
    ("tf.Elu", &[F], F),
    ("tf.Selu", &[F], F),
    ("tf.Sin", &[F], F),
    ("tf.Cos", &[F], F),
    ("tf.Tan", &[F], F),
    ("tf.Less", &[F, F], B),
    ("tf.LessEqual", &[F, F], B),
    ("tf.Greater", &[F, F], B),
    ("tf.GreaterEqual", &[F, F], B),
    ("tf.Equal", &[F, F], B),
    ("tf.NotEqual", &[F, F], B),
    ("tf.IsNan", &[F], B),
    ("tf.IsInf", &[F], B),
    ("tf.IsFinite", &[F], B),
    ("tf.SelectV2", &[B, F, F], F),
    ("tf.LogicalAnd", &[B, B], B),
    ("tf.LogicalOr", &[B, B], B),
    ("tf.LogicalNot", &[B], B),
    ("tf.Cast", &[F], D),
    ("tf.Cast", &[D], F),
    ("tf.Cast", &[F], I),
    ("tf.Cast", &[I], F),
    ("tf.Cast", &[F], H),
    ("tf.Cast", &[H], F),
    ("tf.Cast", &[B], F),
    ("tf.Cast", &[F], B),
    ("tf.AddV2", &[D, D], D),
    ("tf.Mul", &[D, D], D),
    ("tf.Exp", &[D], D),
    ("tf.AddV2", &[H, H], H),
    ("tf.Mul", &[H, H], H),
    ("tf.AddV2", &[I, I], I),
    ("tf.Mul", &[I, I], I),
    ("tf.Maximum", &[I, I], I),
    ("tf.FloorDiv", &[I, I], I),
    ("tf.Equal", &[I, I], B),
    ("tf.SelectV2", &[B, I, I], I),
    ("tf.LeakyRelu", &[F], F),
    ("tf.LeakyRelu", &[H], H),
    ("tf.LeakyRelu", &[D], D),
    ("tf.ReluGrad", &[F, F], F),
    ("tf.ReluGrad", &[I, I], I),
    ("tf.AddN", &[F, F, F], F),
    ("tf.AddN", &[H, H, H], H),
    ("tf.AddN", &[I, I], I),
    ("tf.Select", &[B, F, F], F),
    ("tf.Sub", &[D, D], D),
    ("tf.Div", &[D, D], D),
    ("tf.Maximum", &[D, D], D),
    ("tf.Abs", &[D], D),
    ("tf.Sqrt", &[D], D),
    ("tf.Less", &[D, D], B),
    ("tf.SelectV2", &[B, D, D], D),
    ("tf.Sub", &[I, I], I),
    ("tf.Minimum", &[I, I], I),
    ("tf.Abs", &[I], I),
    ("tf.Neg", &[I], I),
    ("tf.Square", &[I], I),
    ("tf.Relu", &[I], I),
    ("tf.Less", &[I, I], B),
    ("tf.GreaterEqual", &[I, I], B),
    ("tf.NotEqual", &[B, B], B),
    ("tf.BitwiseAnd", &[I, I], I),
    ("tf.BitwiseXor", &[I, I], I),
    ("tf.Exp", &[H], H),
    ("tf.Tanh", &[H], H),
    ("tf.Sqrt", &[H], H),
    ("tf.Maximum", &[H, H], H),
    ("tf.Less", &[H, H], B),
    ("tf.SelectV2", &[B, H, H], H),
    ("tf.Round", &[H], H),
    ("tf.Cast", &[F], G),
    ("tf.Cast", &[G], F),
    ("tf.Mul", &[G, G], G),
    ("tf.AddV2", &[G, G], G),
    ("tf.Sub", &[G, G], G),
    ("tf.Div", &[G, G], G),
    ("tf.Sigmoid", &[G], G),
    ("tf.Rsqrt", &[G], G),
    ("tf.SquaredDifference", &[G, G], G),
    ("tf.IsFinite", &[G], B),
    ("tf.Relu", &[G], G),
    ("tf.Floor", &[D], D),
    ("tf.Square", &[D], D),
    ("tf.ClipByValue", &[D, D, D], D),
    ("tf.Neg", &[D], D),
    ("tf.Cast", &[D], I),
    ("tf.Cast", &[I], D),
    ("tf.Cast", &[D], L),
    ("tf.Cast", &[L], D),
    ("tf.Cast", &[L], F),
    ("tf.Cast", &[F], L),
    ("tf.Cast", &[I], L),
    ("tf.Cast", &[L], I),
    ("tf.AddV2", &[L, L], L),
    ("tf.Mul", &[L, L], L),
    ("tf.Minimum", &[L, L], L),
    ("tf.Greater", &[L, L], B),
    ("tf.SelectV2", &[B, L, L], L),
    ("tf.RightShift", &[L, L], L),
    ("tf.BitwiseXor", &[L, L], L),
    ("tf.Cast", &[U], F),
    ("tf.Cast", &[F], U),
    ("tf.Cast", &[U], H),
    ("tf.Cast", &[U], I),
    ("tf.Cast", &[I], U),
    ("tf.AddV2", &[U, U], U),
    ("tf.Mul", &[U, U], U),
    ("tf.Maximum", &[U, U], U),
    ("tf.LessEqual", &[U, U], B),
    ("tf.SelectV2", &[B, U, U], U),
    ("tf.Cast", &[F], C),
    ("tf.Cast", &[C], F),
    ("tf.Sub", &[C, C], C),
    ("tf.Abs", &[C], C),
    ("tf.Square", &[C], C),
    ("tf.Relu", &[C], C),
    ("tf.NotEqual", &[C, C], B),
    ("tf.Cast", &[C], W),
    ("tf.Cast", &[W], F),
    ("tf.Cast", &[F], W),
    ("tf.LeftShift", &[W, W], W),
    ("tf.RightShift", &[W, W], W),
    ("tf.Minimum", &[W, W], W),
    ("tf.Less", &[W, W], B),
    ("tf.Mul", &[W, W], W),
    ("tf.Cast", &[B], U),
    ("tf.Equal", &[B, B], B),
    ("tf.SelectV2", &[B, B, B], B),
    ("tf.BiasAdd", &[F, F], F),
    ("tf.Div", &[H, H], H),
    ("tf.RealDiv", &[G, G], G),
    ("tf.FloorDiv", &[H, H], H),
    ("tf.Pow", &[H, H], H),
];

/// Reductions that random programs have between these, of `f32`: most are of rows.
pub(super) const REDUCTIONS: &[(&str, &str, bool)] = &[
    ("tf.Max", "-1", true),
    ("tf.Sum", "-1", true),
    ("tf.Mean", "-1", true),
    ("tf.Min", "-1", true),
    ("tf.Sum", "-1", true),
    ("tf.Max", "-1", true),
    ("tf.Mean", "-1", false),
    ("tf.Sum", "0", true),
    ("tf.Prod", "-1", true),
    ("tf.Max", "-1, -2", true),
];

/// A program to make: inputs by dtype and by which dimensions they have, then ops and the arguments they choose.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub dims: Vec<i64>,
    pub inputs: Vec<(DType, u8, u8)>,
    pub ops: Vec<(usize, [usize; 3])>,
    pub reduction: Option<(&'static str, Vec<i32>, bool)>,
    /// Values that are results besides the last one.
    pub others: Vec<usize>,
    pub seed: u64,
    pub wrong: bool,
}

impl Plan {
    pub(super) fn text(&self) -> String {
        let mut values: Vec<(String, DType)> =
            self.inputs.iter().enumerate().map(|(i, input)| (format!("%a{i}"), input.0)).collect();
        let mut body = String::new();
        for (i, &(op, chosen)) in self.ops.iter().enumerate() {
            if op >= OPS.len() {
                let (name, axes, keep_dims) = REDUCTIONS[op - OPS.len()];
                let of: Vec<usize> = (0..values.len()).rev().filter(|&v| values[v].1 == F).collect();
                let of = &values[of[chosen[0] % of.len().min(4)]].0;
                let count = axes.split(',').count();
                let _ = writeln!(
                    body,
                    "  %x{i} = corert.const_dense_tensor dense<[{axes}]> : tensor<{count}xi32>\n  %t{i} = \
                     corert.executeop(%cpu) \"{name}\"({of}, %x{i}) {{T = f32, keep_dims = {keep_dims}}} : 1",
                );
                values.push((format!("%t{i}"), F));
                continue;
            }
            // An op that finds arguments, from the chosen one on; the newest values first, so that chains grow.
            let found = (0..OPS.len()).find_map(|shift| {
                let known = &OPS[(op + shift) % OPS.len()];
                let args: Option<Vec<usize>> = known
                    .1
                    .iter()
                    .zip(chosen)
                    .map(|(&dtype, choice)| {
                        let of: Vec<usize> =
                            (0..values.len()).rev().filter(|&v| values[v].1 == dtype).collect();
                        (!of.is_empty()).then(|| of[choice % of.len().min(4)])
                    })
                    .collect();
                args.map(|args| (known, args))
            });
            let Some((known, args)) = found else { continue };
            let names: Vec<&str> = args.iter().map(|&arg| &*values[arg].0).collect();
            let attrs = match known.0 {
                "tf.Cast" => format!(" {{SrcT = {}, DstT = {}}}", known.1[0].name(), known.2.name()),
                "tf.LeakyRelu" => format!(" {{T = {}, alpha = 0.3 : f32}}", known.1[0].name()),
                "tf.AddN" => format!(" {{T = {}, N = {}}}", known.1[0].name(), known.1.len()),
                "tf.LogicalAnd" | "tf.LogicalOr" | "tf.LogicalNot" => String::new(),
                _ => format!(" {{T = {}}}", known.1[0].name()),
            };
            let _ = writeln!(
                body,
                "  %t{i} = corert.executeop(%cpu) \"{}\"({}){attrs} : 1",
                known.0,
                names.join(", ")
            );
            values.push((format!("%t{i}"), known.2));
        }
        let (mut result, dtype) = values.last().cloned().unwrap_or_else(|| ("%a0".to_owned(), F));
        if let Some((op, axes, keep_dims)) = &self.reduction
            && dtype != B
        {
            let axes: Vec<i32> = axes.iter().copied().filter(|&axis| axis < self.dims.len() as i32).collect();
            let list: Vec<String> = axes.iter().map(ToString::to_string).collect();
            let _ = writeln!(
                body,
                "  %axes = corert.const_dense_tensor dense<[{}]> : tensor<{}xi32>\n  %r = corert.executeop(%cpu) \
                 \"{op}\"({result}, %axes) {{T = {}, keep_dims = {keep_dims}}} : 1",
                list.join(", "),
                list.len(),
                dtype.name()
            );
            result = "%r".to_owned();
        }
        let mut results: Vec<&str> = Vec::new();
        for other in &self.others {
            let name = &*values[other % values.len()].0;
            if name.starts_with("%t") && name != result && !results.contains(&name) {
                results.push(name);
            }
        }
        results.push(&result);
        program(self.inputs.len(), &body, &results)
    }

    pub(super) fn arguments(&self) -> Vec<DenseHostTensor> {
        let mut random = Random(self.seed | 1);
        self.inputs
            .iter()
            .enumerate()
            .map(|(i, &(dtype, ones, missing))| {
                // The first has all dimensions.
                let missing = if i == 0 { 0 } else { usize::from(missing) % (self.dims.len() + 1) };
                let mut dims: Vec<i64> = self.dims[missing..].to_vec();
                for (axis, dim) in dims.iter_mut().enumerate() {
                    if i > 0 && ones & 1 << axis != 0 {
                        *dim = 1;
                    }
                }
                if self.wrong && i == 1 && !dims.is_empty() {
                    dims[0] += 3;
                }
                tensor(dtype, &dims, &mut random)
            })
            .collect()
    }
}

pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn float(&mut self) -> f64 {
        match self.next() % 24 {
            0 => 0.0,
            1 => -0.0,
            2 => f64::INFINITY,
            3 => f64::NEG_INFINITY,
            4 => f64::NAN,
            5 => 1e-42,
            6 => 3e38,
            7 => -1.0,
            _ => (self.next() % 20_001) as f64 / 1000.0 - 10.0,
        }
    }
}

pub(super) fn tensor(dtype: DType, dims: &[i64], random: &mut Random) -> DenseHostTensor {
    let shape = Shape::new(dims).expect("the dimensions are small");
    let n = shape.num_elements();
    let bytes: Vec<u8> = (0..n)
        .flat_map(|_| match dtype {
            DType::F32 => (random.float() as f32).to_le_bytes().to_vec(),
            DType::F64 => random.float().to_le_bytes().to_vec(),
            DType::F16 => half::f16::from_f64(random.float()).to_le_bytes().to_vec(),
            DType::BF16 => half::bf16::from_f64(random.float()).to_le_bytes().to_vec(),
            DType::I32 => (random.next() as i32 % 50).to_le_bytes().to_vec(),
            DType::UI32 => (random.next() as u32).to_le_bytes().to_vec(),
            DType::I64 => (random.next() as i64 >> (random.next() % 60)).to_le_bytes().to_vec(),
            DType::UI64 => random.next().to_le_bytes().to_vec(),
            DType::I16 | DType::UI16 => (random.next() as u16).to_le_bytes().to_vec(),
            DType::I8 | DType::UI8 => vec![random.next() as u8],
            _ => vec![(random.next() & 1) as u8],
        })
        .collect();
    DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes).expect("there is memory")
}

/// Programs; `rows` of them have reductions in the middle, over rows that are long enough.
pub(super) fn plans(rows: bool) -> impl Strategy<Value = Plan> {
    let dims = prop_oneof![
        4 => prop::collection::vec(prop_oneof![Just(1i64), Just(2), Just(3), Just(7), Just(17), Just(64)], 0..4),
        1 => Just(vec![0i64, 5]),
        1 => Just(vec![1500i64]),
        1 => Just(vec![3i64, 1025]),
        1 => Just(vec![70i64, 1001]),
    ];
    let long = prop_oneof![
        3 => Just(vec![5i64, 64]),
        1 => Just(vec![3i64, 1025]),
        1 => Just(vec![1500i64]),
        1 => Just(vec![2i64, 3, 100]),
        1 => Just(vec![70i64, 1001]),
        1 => Just(vec![64i64, 64]),
    ];
    let dims = if rows { long.boxed() } else { dims.boxed() };
    let dtype = prop_oneof![
        12 => Just(F),
        2 => Just(D),
        2 => Just(I),
        2 => Just(B),
        2 => Just(H),
        1 => Just(G),
        1 => Just(L),
        1 => Just(U),
        1 => Just(C),
        1 => Just(W)
    ];
    let inputs = prop::collection::vec((dtype, 0u8..8, 0u8..4), 1..6);
    // One in six is a reduction, else one in sixty.
    let op = prop_oneof![
        if rows { 5 } else { 60 } => 0..OPS.len(),
        1 => OPS.len()..OPS.len() + REDUCTIONS.len()
    ];
    let ops = prop::collection::vec((op, [0usize..8, 0..8, 0..8]), 1..24);
    let reduction = prop::option::weighted(
        0.3,
        (
            prop_oneof![Just("tf.Sum"), Just("tf.Mean"), Just("tf.Max"), Just("tf.Min"), Just("tf.Prod")],
            prop_oneof![Just(vec![-1]), Just(vec![0]), Just(vec![0, 1]), Just(vec![1]), Just(vec![7, 0, 0])],
            any::<bool>(),
        ),
    );
    let others = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(any::<usize>(), 1..5)];
    (dims, inputs, ops, reduction, others, any::<u64>(), prop::bool::weighted(0.1)).prop_map(
        |(dims, mut inputs, ops, reduction, others, seed, wrong)| {
            inputs[0].0 = F;
            Plan { dims, inputs, ops, reduction, others, seed, wrong }
        },
    )
}
