//! Elements that join the parts of a reduction.

use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopReduction, PARTS};
use tfrt_executor::tensor::DType;

use super::super::make;
use super::{all_vectors, member};

/// Reductions and joins of parts, of lanes of both widths; with the elements as a result or without.
#[test]
fn elements_join_the_parts_of_their_places() {
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
                        unsafe { (made.compiled.entry())(pointers.as_ptr(), parts.as_mut_ptr().cast(), n) };
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

/// Parts of the work done before the code leaves are joined, wherever they are.
#[test]
fn code_that_reduces_leaves_with_what_it_has() {
    let body = LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
        members: vec![member("tf.Sin", &[0], DType::F32)],
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
        let done = unsafe { (made.compiled.entry())(pointers.as_ptr(), parts.as_mut_ptr().cast(), x.len()) };
        assert!(done <= large && done + 16 > large, "{done} of {large}, {vectors:?}");
        let mut expected = [0.0f32; PARTS];
        for (i, &x) in x[..done].iter().enumerate() {
            expected[i % PARTS] += tfrt_numerics::wide::sin(x);
        }
        assert_eq!(parts, expected, "{large}, {vectors:?}");
    }
}
