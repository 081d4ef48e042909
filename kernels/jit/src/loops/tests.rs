//! Each op's vector code against its block function, on edge cases and on lengths around a step.
#![expect(unsafe_code, reason = "calls machine code and block functions")]

use tfrt_executor::core_runtime::{OpAttrs, OpAttrsRef, OpRegistry};
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::tensor::DType;

use super::{is_supported, make};

const OPS: &[(&str, usize)] = &[
    ("tf.AddV2", 2),
    ("tf.Sub", 2),
    ("tf.Mul", 2),
    ("tf.Div", 2),
    ("tf.FloorDiv", 2),
    ("tf.DivNoNan", 2),
    ("tf.Maximum", 2),
    ("tf.Minimum", 2),
    ("tf.SquaredDifference", 2),
    ("tf.ClipByValue", 3),
    ("tf.Abs", 1),
    ("tf.Neg", 1),
    ("tf.Square", 1),
    ("tf.Relu", 1),
    ("tf.Relu6", 1),
    ("tf.Sign", 1),
    ("tf.Round", 1),
    ("tf.Rint", 1),
    ("tf.Floor", 1),
    ("tf.Ceil", 1),
    ("tf.Reciprocal", 1),
    ("tf.Sqrt", 1),
    ("tf.Rsqrt", 1),
    ("tf.Softsign", 1),
    ("tf.Exp", 1),
    ("tf.Expm1", 1),
    ("tf.Log", 1),
    ("tf.Log1p", 1),
    ("tf.Tanh", 1),
    ("tf.Erf", 1),
    ("tf.Sigmoid", 1),
    ("tf.Softplus", 1),
    ("tf.Elu", 1),
    ("tf.Selu", 1),
    ("tf.LeakyRelu", 1),
    ("tf.ReluGrad", 2),
    ("tf.AddN", 1),
    ("tf.AddN", 5),
];

/// All exponents and ever other mantissas, and what is special.
fn values(rotated: usize) -> Vec<f32> {
    let mut values: Vec<f32> = (0..=u32::MAX).step_by(1_048_573).map(f32::from_bits).collect();
    values.extend((-2000..2000).map(|i| i as f32 * 0.011));
    values.extend([
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::MAX,
        f32::MIN,
        1e-45,
    ]);
    values.rotate_left(rotated);
    values
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn vector_code_gives_what_the_functions_give() {
    if !is_supported() {
        return;
    }
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let attrs = OpAttrs::new();
    for &(op, arity) in OPS {
        let entry = ops.get(op).expect("the op is registered");
        let function = entry.elementwise.expect("it is element-wise");
        let elements = function(&vec![DType::F32; arity], OpAttrsRef::from(&attrs)).expect("for f32");
        let function = elements.function;
        let inputs: Vec<Vec<f32>> = (0..arity).map(|i| values(i * 37)).collect();
        let mut pointers: Vec<*const u8> = inputs.iter().map(|values| values.as_ptr().cast()).collect();
        pointers
            .extend(elements.parameter.iter().map(|parameter| std::ptr::from_ref(parameter).cast::<u8>()));
        let n = inputs[0].len();
        let mut expected = vec![0.0f32; n];
        // SAFETY: all have `n` elements.
        unsafe { function(pointers.as_ptr(), expected.as_mut_ptr().cast(), n) };
        let body = LoopBody {
            inputs: vec![LoopInput { dtype: DType::F32, moves: true }; arity],
            members: vec![LoopMember {
                op: op.into(),
                args: (0..arity as u16).collect(),
                dtype: DType::F32,
                parameter: elements.parameter.map(f64::to_bits),
            }],
        };
        let made = make(&body).unwrap_or_else(|reason| panic!("{op}: {reason}"));
        for length in [n, n - 1, 1, 15, 16, 17, 31, 0] {
            let mut got = vec![7.0f32; n];
            // SAFETY: as above.
            unsafe { (made.compiled.entry)(pointers.as_ptr(), got.as_mut_ptr().cast(), length) };
            for i in 0..n {
                let right = if i < length { same(got[i], expected[i]) } else { got[i] == 7.0 };
                assert!(
                    right,
                    "{op}, element {i} of {length}: {:?} gives {} and not {}",
                    inputs.iter().map(|x| x[i]).collect::<Vec<_>>(),
                    got[i],
                    expected[i]
                );
            }
        }
    }
}

#[test]
fn a_body_that_needs_more_than_there_is_has_no_code() {
    if !is_supported() {
        return;
    }
    // More inputs that move than there are pointers.
    let inputs = vec![LoopInput { dtype: DType::F32, moves: true }; 12];
    let member = |i: u16| LoopMember {
        op: "tf.AddV2".into(),
        args: [if i == 0 { 0 } else { 11 + i }, i + 1].into_iter().collect(),
        dtype: DType::F32,
        parameter: None,
    };
    let body = LoopBody { inputs, members: (0..11).map(member).collect() };
    assert_eq!(make(&body).err().as_deref(), Some("it needs too many registers"));
}

/// Ops of other dtypes, with those of their arguments and results.
const OTHERS: &[(&str, &[DType], DType)] = {
    const B: DType = DType::I1;
    const F: DType = DType::F32;
    const I: DType = DType::I32;
    &[
        ("tf.AddV2", &[I, I], I),
        ("tf.AddN", &[I, I, I], I),
        ("tf.Sub", &[I, I], I),
        ("tf.Mul", &[I, I], I),
        ("tf.Maximum", &[I, I], I),
        ("tf.Minimum", &[I, I], I),
        ("tf.BitwiseAnd", &[I, I], I),
        ("tf.BitwiseOr", &[I, I], I),
        ("tf.BitwiseXor", &[I, I], I),
        ("tf.SquaredDifference", &[I, I], I),
        ("tf.ClipByValue", &[I, I, I], I),
        ("tf.Abs", &[I], I),
        ("tf.Neg", &[I], I),
        ("tf.Square", &[I], I),
        ("tf.Relu", &[I], I),
        ("tf.Relu6", &[I], I),
        ("tf.Sign", &[I], I),
        ("tf.ReluGrad", &[I, I], I),
        ("tf.Equal", &[I, I], B),
        ("tf.NotEqual", &[I, I], B),
        ("tf.Less", &[I, I], B),
        ("tf.LessEqual", &[I, I], B),
        ("tf.Greater", &[I, I], B),
        ("tf.GreaterEqual", &[I, I], B),
        ("tf.SelectV2", &[B, I, I], I),
        ("tf.Cast", &[I], F),
        ("tf.Cast", &[F], I),
        ("tf.Cast", &[F], B),
        ("tf.Cast", &[I], B),
        ("tf.Cast", &[B], F),
        ("tf.Cast", &[B], I),
        ("tf.SelectV2", &[B, F, F], F),
        ("tf.Select", &[B, F, F], F),
        ("tf.Equal", &[F, F], B),
        ("tf.Less", &[F, F], B),
        ("tf.IsNan", &[F], B),
        ("tf.IsFinite", &[F], B),
        ("tf.LogicalAnd", &[B, B], B),
        ("tf.LogicalOr", &[B, B], B),
        ("tf.LogicalNot", &[B], B),
        ("tf.NotEqual", &[B, B], B),
    ]
};

/// Elements of an argument as bytes.
fn bytes_of(dtype: DType, rotated: usize) -> Vec<u8> {
    let values = values(rotated);
    match dtype {
        DType::I1 => values.iter().map(|x| (x.to_bits() >> 7 & 1) as u8).collect(),
        // Small ones among them, so that some are equal.
        DType::I32 => {
            let small = |(i, x): (usize, &f32)| match i % 3 {
                0 => (i / 3 % 9) as u32,
                _ => x.to_bits(),
            };
            values.iter().enumerate().map(small).flat_map(u32::to_le_bytes).collect()
        }
        _ => values.iter().flat_map(|x| x.to_le_bytes()).collect(),
    }
}

/// The same bytes, aligned.
fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    bytes.chunks(4).map(word).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn vector_code_of_integers_and_conditions_gives_what_the_functions_give() {
    if !is_supported() {
        return;
    }
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    for &(op, dtypes, result) in OTHERS {
        let mut attrs = OpAttrs::new();
        attrs.set_dtype("DstT", result);
        let function = ops.get(op).and_then(|entry| entry.elementwise).expect("it is element-wise");
        let function = function(dtypes, OpAttrsRef::from(&attrs)).expect("for these dtypes").function;
        let size = |dtype: DType| if dtype == DType::I1 { 1 } else { 4 };
        // Once with all arguments that move, then with each that stays.
        for staying in 0..=dtypes.len() {
            let stays = |i: usize| staying == i + 1 && dtypes.len() > 1;
            let mut inputs: Vec<Vec<u8>> =
                dtypes.iter().enumerate().map(|(i, &dtype)| bytes_of(dtype, i * 37)).collect();
            let n = inputs[0].len() / size(dtypes[0]);
            for (i, (input, &dtype)) in inputs.iter_mut().zip(dtypes).enumerate().filter(|(i, _)| stays(*i)) {
                let one = input[(i + 5) * size(dtype)..][..size(dtype)].to_vec();
                *input = one.repeat(n);
            }
            let inputs: Vec<Vec<u32>> = inputs.iter().map(|bytes| words(bytes)).collect();
            let pointers: Vec<*const u8> = inputs.iter().map(|values| values.as_ptr().cast()).collect();
            let mut expected = vec![0u32; n];
            // SAFETY: all have `n` elements at least.
            unsafe { function(pointers.as_ptr(), expected.as_mut_ptr().cast(), n) };
            let expected = bytes(&expected);
            let body = LoopBody {
                inputs: dtypes
                    .iter()
                    .enumerate()
                    .map(|(i, &dtype)| LoopInput { dtype, moves: !stays(i) })
                    .collect(),
                members: vec![LoopMember {
                    op: op.into(),
                    args: (0..dtypes.len() as u16).collect(),
                    dtype: result,
                    parameter: None,
                }],
            };
            let made = make(&body).unwrap_or_else(|reason| panic!("{op} {dtypes:?}: {reason}"));
            for length in [n, n - 1, 1, 15, 16, 17, 31, 0] {
                let mut got = vec![0x0707_0707; n];
                // SAFETY: as above.
                unsafe { (made.compiled.entry)(pointers.as_ptr(), got.as_mut_ptr().cast(), length) };
                let got = bytes(&got);
                let end = length * size(result);
                assert!(got[end..].iter().all(|&byte| byte == 7), "{op} {dtypes:?} writes past its end");
                if result == DType::F32 {
                    for (got, expected) in words(&got[..end]).into_iter().zip(words(&expected)) {
                        let (got, expected) = (f32::from_bits(got), f32::from_bits(expected));
                        assert!(same(got, expected), "{op} {dtypes:?}: {got} and not {expected}");
                    }
                } else {
                    let different = (0..end).find(|&i| got[i] != expected[i]);
                    assert_eq!(different, None, "{op} {dtypes:?}, {staying}, {length} elements");
                }
            }
        }
    }
}
