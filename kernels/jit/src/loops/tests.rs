//! Each op's vector code against its block function: all dtypes, edge cases, lengths around a step, arguments that stay.
#![expect(unsafe_code, reason = "calls machine code and block functions")]

use half::{bf16, f16};
use tfrt_executor::core_runtime::{Elementwise, OpAttrs, OpAttrsRef, OpRegistry};
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember, LoopReduction, PARTS};
use tfrt_executor::tensor::DType;

use super::{MadeLoop, Vectors, make};

/// The vectors that this processor has.
fn all_vectors() -> impl Iterator<Item = Vectors> {
    [Vectors::Avx2, Vectors::Avx512].into_iter().filter(|&vectors| Some(vectors) <= Vectors::of_host())
}

const DTYPES: &[DType] = &[
    DType::F32,
    DType::F64,
    DType::F16,
    DType::BF16,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::UI8,
    DType::UI16,
    DType::UI32,
    DType::UI64,
    DType::I1,
];

/// Ops of arguments of one dtype, and how many.
const OPS: &[(&str, usize)] = &[
    ("tf.Abs", 1),
    ("tf.Add", 2),
    ("tf.AddN", 1),
    ("tf.AddN", 2),
    ("tf.AddN", 5),
    ("tf.AddV2", 2),
    ("tf.BiasAdd", 2),
    ("tf.BitwiseAnd", 2),
    ("tf.BitwiseOr", 2),
    ("tf.BitwiseXor", 2),
    ("tf.Ceil", 1),
    ("tf.ClipByValue", 3),
    ("tf.Cos", 1),
    ("tf.Div", 2),
    ("tf.DivNoNan", 2),
    ("tf.Elu", 1),
    ("tf.Equal", 2),
    ("tf.Erf", 1),
    ("tf.Exp", 1),
    ("tf.Expm1", 1),
    ("tf.Floor", 1),
    ("tf.FloorDiv", 2),
    ("tf.Greater", 2),
    ("tf.GreaterEqual", 2),
    ("tf.Inv", 1),
    ("tf.IsFinite", 1),
    ("tf.IsInf", 1),
    ("tf.IsNan", 1),
    ("tf.LeakyRelu", 1),
    ("tf.LeftShift", 2),
    ("tf.Less", 2),
    ("tf.LessEqual", 2),
    ("tf.Log", 1),
    ("tf.Log1p", 1),
    ("tf.LogicalAnd", 2),
    ("tf.LogicalNot", 1),
    ("tf.LogicalOr", 2),
    ("tf.Maximum", 2),
    ("tf.Minimum", 2),
    ("tf.Mul", 2),
    ("tf.Neg", 1),
    ("tf.NotEqual", 2),
    ("tf.Pow", 2),
    ("tf.RealDiv", 2),
    ("tf.Reciprocal", 1),
    ("tf.Relu", 1),
    ("tf.Relu6", 1),
    ("tf.ReluGrad", 2),
    ("tf.RightShift", 2),
    ("tf.Rint", 1),
    ("tf.Round", 1),
    ("tf.Rsqrt", 1),
    ("tf.Selu", 1),
    ("tf.Sigmoid", 1),
    ("tf.Sign", 1),
    ("tf.Sin", 1),
    ("tf.Softplus", 1),
    ("tf.Softsign", 1),
    ("tf.Sqrt", 1),
    ("tf.Square", 1),
    ("tf.SquaredDifference", 2),
    ("tf.Sub", 2),
    ("tf.Tan", 1),
    ("tf.Tanh", 1),
];

/// Functions of angles leave where these are too large.
const LEAVE: &[&str] = &["tf.Cos", "tf.Sin", "tf.Tan"];

/// Functions of `f64` that are the C library's.
const WITHOUT_DOUBLES: &[&str] = &[
    "tf.Cos",
    "tf.Elu",
    "tf.Erf",
    "tf.Exp",
    "tf.Expm1",
    "tf.Log",
    "tf.Log1p",
    "tf.Pow",
    "tf.Selu",
    "tf.Sigmoid",
    "tf.Sin",
    "tf.Softplus",
    "tf.Tan",
    "tf.Tanh",
];

/// All exponents and ever other mantissas, what is usual, and what is special.
fn values(rotated: usize) -> Vec<f32> {
    let mut values: Vec<f32> = (0..=u32::MAX).step_by(1_048_573).map(f32::from_bits).collect();
    values.extend((-2000..2000).map(|i| i as f32 * 0.011));
    // What casts to integers meet at their ends.
    let ends = [7, 8, 15, 16, 31, 32, 63, 64].map(|bits| 2.0f32.powi(bits));
    values.extend(ends.iter().flat_map(|&end| [end, -end, end.next_down(), -end.next_up(), end - 0.5]));
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

/// Elements of an argument as bytes.
fn bytes_of(dtype: DType, rotated: usize) -> Vec<u8> {
    let values = values(rotated);
    let words = values.iter().enumerate().map(|(i, x)| {
        let mixed = (u64::from(x.to_bits()) << 32 | i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Small ones among them, so that some are equal.
        if i % 3 == 0 { (i as u64 / 3 % 9).wrapping_sub(2) } else { mixed.rotate_left(17) }
    });
    let halves = |i: usize| (i as u16).wrapping_mul(40_503);
    match dtype {
        DType::I1 => values.iter().map(|x| (x.to_bits() >> 7 & 1) as u8).collect(),
        DType::F32 => values.iter().flat_map(|x| x.to_le_bytes()).collect(),
        // With more digits than an `f32` has.
        DType::F64 => values.iter().flat_map(|&x| (f64::from(x) * 1.000_000_001).to_le_bytes()).collect(),
        DType::F16 | DType::BF16 => {
            let half = |(i, &x): (usize, &f32)| match (i % 4, dtype) {
                (0, _) => halves(i),
                (_, DType::F16) => f16::from_f32(x).to_bits(),
                _ => bf16::from_f32(x).to_bits(),
            };
            values.iter().enumerate().map(half).flat_map(u16::to_le_bytes).collect()
        }
        DType::I8 | DType::UI8 => words.map(|word| word as u8).collect(),
        DType::I16 | DType::UI16 => words.flat_map(|word| (word as u16).to_le_bytes()).collect(),
        DType::I32 | DType::UI32 => words.flat_map(|word| (word as u32).to_le_bytes()).collect(),
        _ => words.flat_map(u64::to_le_bytes).collect(),
    }
}

fn size(dtype: DType) -> usize {
    dtype.size().expect("it has a size")
}

/// Element `i` as text in which all NaNs are one.
fn element(dtype: DType, bytes: &[u8], i: usize) -> String {
    let at = &bytes[i * size(dtype)..][..size(dtype)];
    let number = at.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    let float = match dtype {
        DType::F32 => f64::from(f32::from_bits(number as u32)),
        DType::F64 => f64::from_bits(number),
        DType::F16 => f64::from(f16::from_bits(number as u16)),
        DType::BF16 => f64::from(bf16::from_bits(number as u16)),
        _ => return format!("{number:#x}"),
    };
    if float.is_nan() { "NaN".to_owned() } else { format!("{float:?} ({number:#x})") }
}

/// A place for elements that begins `from` bytes after a multiple of eight.
struct Place(Vec<u8>, usize);

impl Place {
    fn new(bytes: &[u8], from: usize) -> Place {
        let mut place = vec![0; bytes.len() + from + 8];
        let start = place.as_ptr().align_offset(8) + from;
        place[start..][..bytes.len()].copy_from_slice(bytes);
        Place(place, start)
    }

    fn bytes(&self) -> &[u8] {
        &self.0[self.1..]
    }

    fn pointer(&self) -> *const u8 {
        self.bytes().as_ptr()
    }

    fn pointer_mut(&mut self) -> *mut u8 {
        self.0[self.1..].as_mut_ptr()
    }
}

/// Compares an op's code with its function, on arguments that all move and with each that stays.
fn check(op: &str, dtypes: &[DType], elements: &Elementwise) {
    let result = elements.result;
    let n = values(0).len();
    for staying in 0..=if dtypes.len() > 1 { dtypes.len() } else { 0 } {
        let stays = |i: usize| staying == i + 1;
        let inputs: Vec<Place> = dtypes
            .iter()
            .enumerate()
            .map(|(i, &dtype)| {
                let bytes = bytes_of(dtype, i * 37);
                let one = &bytes[(i + 5) * size(dtype)..][..size(dtype)];
                // Elements are aligned for their size, vectors are not.
                Place::new(if stays(i) { one.repeat(n) } else { bytes.clone() }.as_slice(), 3 * size(dtype))
            })
            .collect();
        let mut pointers: Vec<*const u8> = inputs.iter().map(Place::pointer).collect();
        pointers
            .extend(elements.parameter.iter().map(|parameter| std::ptr::from_ref(parameter).cast::<u8>()));
        let mut expected = Place::new(&vec![0; n * size(result)], 0);
        // SAFETY: all have `n` elements.
        unsafe { (elements.function)(pointers.as_ptr(), expected.pointer_mut(), n) };
        let inputs_of_body =
            dtypes.iter().enumerate().map(|(i, &dtype)| LoopInput { dtype, moves: !stays(i) });
        let body = LoopBody {
            inputs: inputs_of_body.collect(),
            members: vec![LoopMember {
                op: op.into(),
                args: (0..dtypes.len() as u16).collect(),
                dtype: result,
                parameter: elements.parameter.map(f64::to_bits),
            }],
            also: Default::default(),
            reduction: None,
        };
        for vectors in all_vectors() {
            let made = match make(&body, vectors) {
                Ok(made) => made,
                Err(_) if dtypes[0] == DType::F64 && WITHOUT_DOUBLES.contains(&op) => return,
                // That of halves is the C library's.
                Err(_) if op == "tf.Pow" && dtypes[0] != DType::F32 => return,
                Err(reason) => panic!("{op} {dtypes:?}, {vectors:?}: {reason}"),
            };
            let moves = dtypes.iter().enumerate().map(|(i, &dtype)| if stays(i) { 0 } else { size(dtype) });
            let steps: Vec<usize> = moves.collect();
            compare(op, dtypes, vectors, &made, &pointers, &steps, &inputs, &expected, result);
        }
    }
}

/// Runs code over several numbers of elements; where it leaves, an element is taken from what is expected.
#[expect(clippy::too_many_arguments, reason = "a case and its parts")]
fn compare(
    op: &str,
    dtypes: &[DType],
    vectors: Vectors,
    made: &MadeLoop,
    pointers: &[*const u8],
    steps: &[usize],
    inputs: &[Place],
    expected: &Place,
    result: DType,
) {
    let n = values(0).len();
    {
        for length in [n, n - 1, 0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31] {
            let mut got = Place::new(&vec![7; n * size(result)], size(result));
            let mut at = pointers.to_vec();
            let mut done = 0;
            loop {
                // SAFETY: there are as many elements.
                let more = unsafe {
                    let to = got.pointer_mut().add(done * size(result));
                    (made.compiled.entry)(at.as_ptr(), to, length - done)
                };
                done += more;
                if done == length {
                    break;
                }
                assert!(done < length && LEAVE.contains(&op), "{op} {dtypes:?} leaves at {done} of {length}");
                let element = done * size(result)..(done + 1) * size(result);
                let start = got.1;
                got.0[start..][element.clone()].copy_from_slice(&expected.bytes()[element]);
                done += 1;
                for ((at, start), step) in at.iter_mut().zip(pointers).zip(steps) {
                    // SAFETY: as above.
                    *at = unsafe { start.add(done * step) };
                }
            }
            for i in 0..n {
                let at = i * size(result)..(i + 1) * size(result);
                let expected =
                    if i < length { &expected.bytes()[at.clone()] } else { &[7; 8][..size(result)] };
                if got.bytes()[at.clone()] == *expected {
                    continue;
                }
                let (got, expected) = (element(result, &got.bytes()[at], 0), element(result, expected, 0));
                let args = || {
                    let args = dtypes.iter().zip(inputs);
                    args.map(|(&dtype, input)| element(dtype, input.bytes(), i)).collect::<Vec<_>>()
                };
                assert_eq!(
                    got,
                    expected,
                    "{op} {dtypes:?}, {vectors:?}, element {i} of {length}: {:?}",
                    args()
                );
            }
        }
    }
}

fn registry() -> OpRegistry {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    ops
}

fn function(ops: &OpRegistry, op: &str, dtypes: &[DType], attrs: &OpAttrs) -> Option<Elementwise> {
    let entry = ops.get(op).unwrap_or_else(|| panic!("{op} is not registered"));
    entry.elementwise.unwrap_or_else(|| panic!("{op} is not element-wise"))(dtypes, OpAttrsRef::from(attrs))
}

#[test]
fn vector_code_gives_what_the_functions_give() {
    let ops = registry();
    for &(op, arity) in OPS {
        let mut dtypes = 0;
        for &dtype in DTYPES {
            if let Some(elements) = function(&ops, op, &vec![dtype; arity], &OpAttrs::new()) {
                check(op, &vec![dtype; arity], &elements);
                dtypes += 1;
            }
        }
        assert!(dtypes > 0, "{op} takes no dtype");
    }
}

#[test]
fn vector_code_selects_among_numbers_of_every_dtype() {
    let ops = registry();
    for &dtype in DTYPES {
        for op in ["tf.Select", "tf.SelectV2"] {
            let dtypes = [DType::I1, dtype, dtype];
            let elements = function(&ops, op, &dtypes, &OpAttrs::new()).expect("it selects all of them");
            check(op, &dtypes, &elements);
        }
    }
}

#[test]
fn vector_code_casts_every_dtype_to_every_other() {
    let ops = registry();
    for &from in DTYPES {
        for &to in DTYPES.iter().filter(|to| **to != from) {
            let mut attrs = OpAttrs::new();
            attrs.set_dtype("DstT", to);
            let elements = function(&ops, "tf.Cast", &[from], &attrs).expect("it casts");
            check("tf.Cast", &[from], &elements);
        }
    }
}

/// More inputs that move than there are registers for pointers.
#[test]
fn any_number_of_inputs_is_added_up() {
    for count in [2u16, 8, 9, 10, 16] {
        let inputs = vec![LoopInput { dtype: DType::F32, moves: true }; usize::from(count)];
        let member = |i: u16| LoopMember {
            op: "tf.AddV2".into(),
            args: [if i == 0 { 0 } else { count - 1 + i }, i + 1].into_iter().collect(),
            dtype: DType::F32,
            parameter: None,
        };
        let body = LoopBody {
            inputs,
            members: (0..count - 1).map(member).collect(),
            also: [count].into_iter().collect(),
            reduction: None,
        };
        for vectors in all_vectors() {
            let made = make(&body, vectors).expect("there are registers");
            let values: Vec<Vec<f32>> = (0..count).map(|i| vec![f32::from(i) + 1.0; 20]).collect();
            let (mut first, mut all) = (vec![0.0f32; 20], vec![0.0f32; 20]);
            let mut pointers: Vec<*const u8> = values.iter().map(|values| values.as_ptr().cast()).collect();
            pointers.push(first.as_mut_ptr().cast());
            // SAFETY: all have 20 elements.
            unsafe { (made.compiled.entry)(pointers.as_ptr(), all.as_mut_ptr().cast(), 20) };
            let sum = f32::from(count * (count + 1) / 2);
            assert_eq!((first, all), (vec![3.0; 20], vec![sum; 20]), "{count} inputs");
        }
    }
}

#[test]
fn a_body_that_needs_more_than_there_is_has_no_code() {
    // More values at once than there are registers.
    let member = |op: &str, args: [u16; 2]| LoopMember {
        op: op.into(),
        args: args.into_iter().collect(),
        dtype: DType::F32,
        parameter: None,
    };
    let mut members: Vec<LoopMember> = (0..40).map(|i| member("tf.AddV2", [0, i])).collect();
    members.extend((0..40).map(|i| member("tf.Mul", [40 - i, 40 + i])));
    let body = LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
        members,
        also: Default::default(),
        reduction: None,
    };
    for vectors in all_vectors() {
        assert_eq!(make(&body, vectors).err().as_deref(), Some("it needs too many registers"));
    }
}

/// What stays takes registers for as long as it is needed, not all of them.
#[test]
fn functions_of_what_stays_are_computed_before_the_loop() {
    let member = |op: &str, args: &[u16]| LoopMember {
        op: op.into(),
        args: args.iter().copied().collect(),
        dtype: DType::F32,
        parameter: None,
    };
    let body = LoopBody {
        inputs: vec![
            LoopInput { dtype: DType::F32, moves: true },
            LoopInput { dtype: DType::F32, moves: false },
        ],
        members: vec![
            member("tf.Log", &[1]),
            member("tf.Tanh", &[1]),
            member("tf.Softplus", &[1]),
            member("tf.AddV2", &[0, 2]),
            member("tf.Mul", &[5, 3]),
            member("tf.Sub", &[6, 4]),
        ],
        also: Default::default(),
        reduction: None,
    };
    for vectors in all_vectors() {
        let made = make(&body, vectors).expect("there are registers");
        let (x, y): (Vec<f32>, f32) = ((0..40).map(|i| i as f32).collect(), 1.5);
        let mut got = vec![0.0f32; 40];
        let pointers: [*const u8; 2] = [x.as_ptr().cast(), std::ptr::from_ref(&y).cast()];
        // SAFETY: one element stays, 40 move.
        unsafe { (made.compiled.entry)(pointers.as_ptr(), got.as_mut_ptr().cast(), 40) };
        use tfrt_kernels::math::scalar::{ln, softplus, tanh};
        let expected: Vec<f32> = x.iter().map(|x| (x + ln(y)) * tanh(y) - softplus(y)).collect();
        assert_eq!(got, expected);
    }
}

/// Results in the places of inputs, and a value that is used by members after it.
#[test]
fn every_result_goes_to_its_place() {
    let member = |op: &str, args: &[u16], dtype| LoopMember {
        op: op.into(),
        args: args.iter().copied().collect(),
        dtype,
        parameter: None,
    };
    let body = LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }; 2],
        members: vec![
            member("tf.Mul", &[0, 1], DType::F32),
            member("tf.Less", &[2, 1], DType::I1),
            member("tf.Cast", &[2], DType::F64),
            member("tf.Sub", &[2, 0], DType::F32),
        ],
        also: [2, 3, 4].into_iter().collect(),
        reduction: None,
    };
    for (n, vectors) in all_vectors().flat_map(|vectors| [0usize, 1, 8, 13, 16, 40].map(|n| (n, vectors))) {
        let made = make(&body, vectors).expect("there are registers");
        let x: Vec<f32> = (0..n).map(|i| i as f32 - 3.5).collect();
        let mut y: Vec<f32> = (0..n).map(|i| 2.0 - i as f32).collect();
        let (old_y, mut product) = (y.clone(), x.clone());
        let (mut less, mut wide) = (vec![9u8; n], vec![9.0f64; n]);
        let pointers: [*const u8; 5] = [
            // The product replaces one input, the last result the other one.
            product.as_mut_ptr().cast(),
            y.as_mut_ptr().cast(),
            product.as_mut_ptr().cast(),
            less.as_mut_ptr(),
            wide.as_mut_ptr().cast(),
        ];
        // SAFETY: all have `n` elements.
        unsafe { (made.compiled.entry)(pointers.as_ptr(), y.as_mut_ptr().cast(), n) };
        for i in 0..n {
            let expected = x[i] * old_y[i];
            assert_eq!((product[i], y[i]), (expected, expected - x[i]));
            assert_eq!((less[i], wide[i]), (u8::from(expected < old_y[i]), f64::from(expected)));
        }
    }
}

/// What is reduced, and where parts join, of lanes of both widths; with the elements as a result or without.
#[test]
fn elements_join_the_parts_of_their_places() {
    let member = |op: &str, args: &[u16], dtype| LoopMember {
        op: op.into(),
        args: args.iter().copied().collect(),
        dtype,
        parameter: None,
    };
    let mut x: Vec<f32> = (0..200).map(|i| (i * 37 % 101) as f32 - 50.0).collect();
    (x[70], x[71], x[103], x[150]) = (0.0, -0.0, 0.0, f32::NAN);
    let input = |dtype| vec![LoopInput { dtype, moves: true }];
    let narrow = (input(DType::F32), vec![member("tf.Neg", &[0], DType::F32)]);
    let wide =
        (input(DType::F64), vec![member("tf.Neg", &[0], DType::F64), member("tf.Cast", &[1], DType::F32)]);
    let doubles: Vec<f64> = x.iter().map(|&x| f64::from(x)).collect();
    for (inputs, members) in [narrow, wide] {
        for reduction in [LoopReduction::Sum, LoopReduction::Max, LoopReduction::Min] {
            for (is_result, vectors) in all_vectors().flat_map(|v| [(false, v), (true, v)]) {
                let last = members.len() as u16;
                let body = LoopBody {
                    inputs: inputs.clone(),
                    members: members.clone(),
                    also: is_result.then_some(last).into_iter().collect(),
                    reduction: Some(reduction),
                };
                let made = make(&body, vectors).expect("there are registers");
                for n in [0, 1, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 47, 48, 64, 100, 200] {
                    let mut parts: [f32; PARTS] = std::array::from_fn(|i| i as f32 - 16.0);
                    let mut expected = parts;
                    for (i, x) in x[..n].iter().map(|x| -x).enumerate() {
                        let part = &mut expected[i % PARTS];
                        *part = match reduction {
                            LoopReduction::Sum => *part + x,
                            LoopReduction::Max => {
                                if *part < x || x.is_nan() {
                                    x
                                } else {
                                    *part
                                }
                            }
                            LoopReduction::Min => {
                                if *part > x || x.is_nan() {
                                    x
                                } else {
                                    *part
                                }
                            }
                        };
                    }
                    let from = if members.len() == 1 { x.as_ptr().cast() } else { doubles.as_ptr().cast() };
                    let mut elements = vec![7.0f32; n + 1];
                    let pointers: [*const u8; 2] = [from, elements.as_mut_ptr().cast()];
                    // SAFETY: there are as many elements, and all parts.
                    let done =
                        unsafe { (made.compiled.entry)(pointers.as_ptr(), parts.as_mut_ptr().cast(), n) };
                    assert_eq!(done, n);
                    let text = |numbers: &[f32]| format!("{numbers:?}");
                    assert_eq!(text(&parts), text(&expected), "{reduction:?} of {n}, {vectors:?}");
                    let mut all = x[..n].iter().map(|x| -x).collect::<Vec<f32>>();
                    all.push(7.0);
                    assert!(!is_result || text(&elements) == text(&all), "{reduction:?} of {n}");
                }
            }
        }
    }
}

/// What was done before the code leaves has joined its parts, wherever these are.
#[test]
fn code_that_reduces_leaves_with_what_it_has() {
    let member = LoopMember {
        op: "tf.Sin".into(),
        args: [0].into_iter().collect(),
        dtype: DType::F32,
        parameter: None,
    };
    let body = LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
        members: vec![member],
        also: Default::default(),
        reduction: Some(LoopReduction::Sum),
    };
    for (large, vectors) in all_vectors().flat_map(|vectors| [0, 5, 40, 70, 99].map(|at| (at, vectors))) {
        let made = make(&body, vectors).expect("there are registers");
        let mut x: Vec<f32> = (0..100).map(|i| i as f32 * 0.3).collect();
        x[large] = 1e30;
        let pointers: [*const u8; 1] = [x.as_ptr().cast()];
        let mut parts = [0.0f32; PARTS];
        // SAFETY: there are as many elements, and all parts.
        let done = unsafe { (made.compiled.entry)(pointers.as_ptr(), parts.as_mut_ptr().cast(), x.len()) };
        assert!(done <= large && done + 16 > large, "{done} of {large}, {vectors:?}");
        let mut expected = [0.0f32; PARTS];
        for (i, &x) in x[..done].iter().enumerate() {
            expected[i % PARTS] += tfrt_kernels::math::wide::sin(x);
        }
        assert_eq!(parts, expected, "{large}, {vectors:?}");
    }
}
