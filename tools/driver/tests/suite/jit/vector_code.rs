//! Each op's vector code against its block function: all dtypes, edge cases, lengths around a step, arguments that stay.

#![expect(unsafe_code, reason = "calls machine code and block functions")]

use std::sync::Arc;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{OpAttrs, OpAttrsRef, OpRegistry, TypedBlockFn};
use tfrt_executor::jit::JitCompiler;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, LoopInput, LoopMember};
use tfrt_executor::tensor::DType;
use tfrt_jit::{Jit, JitOptions, Vectors};
use tfrt_ops::{Arity, Elementwise as Op};

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

/// Functions without vector code.
const WITHOUT: &[Op] = &[Op::Digamma, Op::Lgamma];

/// Functions that are without it for `f16`: double precision, rounded once, is more than the lanes of halves have.
const WITHOUT_F16: &[Op] = &[
    Op::Acos,
    Op::Acosh,
    Op::Asin,
    Op::Asinh,
    Op::Atan,
    Op::Atanh,
    Op::Cos,
    Op::Cosh,
    Op::Elu,
    Op::Erf,
    Op::Erfc,
    Op::Exp,
    Op::Expm1,
    Op::Log,
    Op::Log1p,
    Op::Selu,
    Op::Sigmoid,
    Op::Sin,
    Op::Sinh,
    Op::Softplus,
    Op::Tan,
    Op::Tanh,
];

/// Whether there is vector code for a function of so many numbers of a dtype.
fn has_code(op: Op, dtype: DType) -> bool {
    let of_f16 = dtype != DType::F16 || !WITHOUT_F16.contains(&op);
    of_f16 && !WITHOUT.contains(&op) && (!is_of_stablehlo(op) || has_own_code(op, dtype))
}

/// Whether a function of StableHLO has vector code of its own for a dtype, for which TensorFlow has no equal function.
fn has_own_code(op: Op, dtype: DType) -> bool {
    let is_float = dtype.is_floating();
    let bits = if dtype.is_integer() { size(dtype) * 8 } else { 0 };
    match op {
        Op::HloErfc | Op::HloMaximum | Op::HloMinimum | Op::HloRoundNearestAfz => is_float,
        Op::HloIsInf | Op::HloIsPosInf | Op::HloIsNegInf => is_float,
        Op::HloErfInv => dtype == DType::F32,
        Op::HloClamp => is_float || bits > 0,
        Op::HloDivide | Op::HloRemainder => (1..=32).contains(&bits),
        Op::HloNot | Op::HloPopcnt | Op::HloCountLeadingZeros => bits > 0,
        Op::HloShiftLeft | Op::HloShiftRightArithmetic | Op::HloShiftRightLogical => bits > 0,
        _ => false,
    }
}

/// Functions of angles, and remainders, leave where these are too large.
const LEAVE: &[Op] = &[Op::Cos, Op::FloorMod, Op::Mod, Op::Sin, Op::Tan, Op::TruncateMod];

/// Compilers for the vectors that this processor has.
fn compilers() -> Vec<(Vectors, Arc<Jit>)> {
    let vectors = [Vectors::Avx2, Vectors::Avx512].into_iter();
    let vectors = vectors.filter(|&vectors| Some(vectors) <= Vectors::of_host());
    let jit = |vectors| (vectors, Jit::new(JitOptions { vectors, ..JitOptions::default() }));
    vectors.map(jit).collect()
}

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
fn check(compilers: &[(Vectors, Arc<Jit>)], op: Op, dtypes: &[DType], elements: &TypedBlockFn) {
    let result = elements.result();
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
            .extend(elements.parameter().iter().map(|parameter| std::ptr::from_ref(parameter).cast::<u8>()));
        let mut expected = Place::new(&vec![0; n * size(result)], 0);
        // SAFETY: all have `n` elements.
        unsafe { (elements.function())(pointers.as_ptr(), expected.pointer_mut(), n) };
        let inputs_of_body =
            dtypes.iter().enumerate().map(|(i, &dtype)| LoopInput { dtype, moves: !stays(i) });
        let body = LoopBody {
            inputs: inputs_of_body.collect(),
            members: vec![LoopMember {
                op,
                args: (0..dtypes.len() as u16).collect(),
                dtype: result,
                parameter: elements.parameter().map(f64::to_bits),
            }],
            also: Default::default(),
            reduction: None,
        };
        for &(vectors, ref jit) in compilers {
            let Some(made) = jit.compile_loop(&body, op.name()) else {
                panic!("{op:?} {dtypes:?}, {vectors:?}: {:?}", jit.statistics().remarks);
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
    op: Op,
    dtypes: &[DType],
    vectors: Vectors,
    made: &CompiledLoop,
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
                    (made.entry())(at.as_ptr(), to, length - done)
                };
                done += more;
                if done == length {
                    break;
                }
                assert!(
                    done < length && LEAVE.contains(&op),
                    "{op:?} {dtypes:?} leaves at {done} of {length}"
                );
                let element = done * size(result)..(done + 1) * size(result);
                let start = got.1;
                got.0[start..][element.clone()].copy_from_slice(&expected.bytes()[element]);
                done += 1;
                for ((at, start), step) in at.iter_mut().zip(pointers).zip(steps) {
                    // SAFETY: there are as many elements.
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
                    "{op:?} {dtypes:?}, {vectors:?}, element {i} of {length}: {:?}",
                    args()
                );
            }
        }
    }
}

fn registry() -> OpRegistry {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    ops
}

fn function(ops: &OpRegistry, op: Op, dtypes: &[DType], attrs: &OpAttrs) -> Option<TypedBlockFn> {
    let entry = ops.get(op.op()).unwrap_or_else(|| panic!("{op:?} is not registered"));
    assert!(entry.elementwise.is_some(), "{op:?} is not element-wise");
    entry.block_function(dtypes, OpAttrsRef::from(attrs))
}

fn is_of_stablehlo(op: Op) -> bool {
    op.op().starts_with("hlo.")
}

#[test]
fn vector_code_gives_what_the_functions_give() {
    let (ops, compilers) = (registry(), compilers());
    let select = |op: &Op| matches!(op, Op::Select | Op::SelectV2 | Op::HloSelect);
    let differs = |op: &&Op| WITHOUT.contains(op) || select(op) || matches!(op, Op::Cast | Op::HloConvert);
    for &op in Op::ALL.iter().filter(|op| !differs(op)) {
        let counts: &[usize] = match op.arity() {
            Arity::One => &[1],
            Arity::Two => &[2],
            Arity::Three => &[3],
            Arity::Any => &[1, 2, 5],
        };
        for &count in counts {
            let mut dtypes = 0;
            for &dtype in DTYPES {
                let takes = |op| function(&ops, op, &vec![dtype; count], &OpAttrs::new());
                // Functions of StableHLO have the code of the function of TensorFlow that is the same for this dtype, or none.
                let code = op.equivalent(dtype);
                if !has_code(code, dtype) || takes(code).is_none() {
                    continue;
                }
                if let Some(elements) = takes(op) {
                    check(&compilers, code, &vec![dtype; count], &elements);
                    dtypes += 1;
                }
            }
            assert!(dtypes > 0 || is_of_stablehlo(op), "{op:?} takes no dtype");
        }
    }
}

/// Functions of one half have few values enough to try all.
#[test]
fn vector_code_gives_what_the_functions_give_for_every_half() {
    let (ops, compilers) = (registry(), compilers());
    let halves: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let n = halves.len() / 2;
    for &op in Op::ALL.iter().filter(|op| op.arity() == Arity::One) {
        for dtype in [DType::F16, DType::BF16] {
            let code = op.equivalent(dtype);
            let is_cast = matches!(code, Op::Cast | Op::HloConvert);
            if is_cast || LEAVE.contains(&code) || !has_code(code, dtype) {
                continue;
            }
            let Some(elements) = function(&ops, op, &[dtype], &OpAttrs::new()) else { continue };
            let (result, from) = (elements.result(), Place::new(&halves, 0));
            let body = LoopBody {
                inputs: [LoopInput { dtype, moves: true }].into_iter().collect(),
                members: vec![LoopMember {
                    op: code,
                    args: [0].into_iter().collect(),
                    dtype: result,
                    parameter: elements.parameter().map(f64::to_bits),
                }],
                also: Default::default(),
                reduction: None,
            };
            let mut pointers = vec![from.pointer()];
            let parameter = elements.parameter();
            pointers.extend(parameter.iter().map(|parameter| std::ptr::from_ref(parameter).cast::<u8>()));
            let mut expected = Place::new(&vec![0; n * size(result)], 0);
            // SAFETY: all have `n` elements.
            unsafe { (elements.function())(pointers.as_ptr(), expected.pointer_mut(), n) };
            for (vectors, jit) in &compilers {
                let made = jit.compile_loop(&body, op.name()).expect("there is code");
                let mut got = Place::new(&vec![7; n * size(result)], 0);
                // SAFETY: there are as many elements.
                let done = unsafe { (made.entry())(pointers.as_ptr(), got.pointer_mut(), n) };
                assert_eq!(done, n, "{op:?} {dtype:?} leaves");
                for i in 0..n {
                    let [got, expected] = [&got, &expected].map(|place| element(result, place.bytes(), i));
                    assert_eq!(got, expected, "{op:?} {dtype:?}, {vectors:?}, of {i:#06x}");
                }
            }
        }
    }
}

#[test]
fn vector_code_selects_among_numbers_of_every_dtype() {
    let (ops, compilers) = (registry(), compilers());
    for &dtype in DTYPES {
        for op in [Op::Select, Op::SelectV2] {
            let dtypes = [DType::I1, dtype, dtype];
            let elements = function(&ops, op, &dtypes, &OpAttrs::new()).expect("it selects all of them");
            check(&compilers, op, &dtypes, &elements);
        }
    }
}

#[test]
fn vector_code_casts_every_dtype_to_every_other() {
    let (ops, compilers) = (registry(), compilers());
    for &from in DTYPES {
        for &to in DTYPES.iter().filter(|to| **to != from) {
            let mut attrs = OpAttrs::new();
            attrs.set_dtype("DstT", to);
            let elements = function(&ops, Op::Cast, &[from], &attrs).expect("it casts");
            check(&compilers, Op::Cast, &[from], &elements);
        }
    }
}
