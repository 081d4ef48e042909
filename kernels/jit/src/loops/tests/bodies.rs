//! Bodies of several members, inputs and results.

use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::tensor::DType;

use super::super::make;
use super::{all_vectors, member};

/// More inputs that move than there are registers for pointers.
#[test]
fn any_number_of_inputs_is_added_up() {
    for count in [2u16, 8, 9, 10, 16] {
        let inputs = vec![LoopInput { dtype: DType::F32, moves: true }; usize::from(count)];
        let sum = |i: u16| member("tf.AddV2", &[if i == 0 { 0 } else { count - 1 + i }, i + 1], DType::F32);
        let body = LoopBody {
            inputs,
            members: (0..count - 1).map(sum).collect(),
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
            unsafe { (made.compiled.entry())(pointers.as_ptr(), all.as_mut_ptr().cast(), 20) };
            let sum = f32::from(count * (count + 1) / 2);
            assert_eq!((first, all), (vec![3.0; 20], vec![sum; 20]), "{count} inputs");
        }
    }
}

/// A body of `2 * count` members that has about `count` values at once: first `v(i + 1) = v(0) + v(i)`, then these are added up, the last one first.
fn many_at_once(count: u16) -> LoopBody {
    let mut members: Vec<LoopMember> = (0..count).map(|i| member("tf.AddV2", &[0, i], DType::F32)).collect();
    members.extend((0..count).map(|i| member("tf.AddV2", &[count - i, count + i], DType::F32)));
    LoopBody {
        inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
        members,
        also: Default::default(),
        reduction: None,
    }
}

/// Values wait on the stack where there are more than registers.
#[test]
fn more_values_than_registers() {
    for (count, vectors) in [10, 14, 20, 30, 50].iter().flat_map(|&n| all_vectors().map(move |v| (n, v))) {
        let made = make(&many_at_once(count), vectors).unwrap_or_else(|why| panic!("{count} values: {why}"));
        for n in [0usize, 1, 7, 8, 16, 17, 31, 32, 33, 100] {
            let x: Vec<f32> = (0..n).map(|i| i as f32 - 20.0).collect();
            let mut got = vec![0.0f32; n];
            // SAFETY: both have `n` elements.
            unsafe { (made.compiled.entry())([x.as_ptr().cast()].as_ptr(), got.as_mut_ptr().cast(), n) };
            // The last of the first half counts twice.
            let factor = f32::from((2..=count + 1).sum::<u16>() + count + 1);
            let expected: Vec<f32> = x.iter().map(|x| x * factor).collect();
            assert_eq!(got, expected, "{count} values at once, {n} elements, {vectors:?}");
        }
    }
}

#[test]
fn a_body_that_needs_more_than_there_is_has_no_code() {
    for vectors in all_vectors() {
        assert_eq!(make(&many_at_once(100), vectors).err().as_deref(), Some("it needs too many registers"));
    }
}

/// Values that stay wait on the stack as well: each step finds them there again.
#[test]
fn more_values_that_stay_than_registers() {
    let count = 24u16;
    let mut members: Vec<LoopMember> = (0..count).map(|i| member("tf.Log1p", &[1 + i], DType::F32)).collect();
    let first = 1 + count;
    members.push(member("tf.Tanh", &[0], DType::F32));
    members.extend((0..count).map(|i| {
        let op = if i % 3 == 0 { "tf.Sub" } else { "tf.AddV2" };
        member(op, &[first + count + i, first + (i * 7) % count], DType::F32)
    }));
    let mut inputs = vec![LoopInput { dtype: DType::F32, moves: true }];
    inputs.extend(vec![LoopInput { dtype: DType::F32, moves: false }; usize::from(count)]);
    let body = LoopBody { inputs, members, also: Default::default(), reduction: None };
    for vectors in all_vectors() {
        let made = make(&body, vectors).expect("there is room on the stack");
        let x: Vec<f32> = (0..77).map(|i| i as f32 / 8.0 - 3.0).collect();
        let stays: Vec<f32> = (0..count).map(f32::from).collect();
        let mut pointers: Vec<*const u8> = vec![x.as_ptr().cast()];
        pointers.extend(stays.iter().map(|value| std::ptr::from_ref(value).cast::<u8>()));
        let mut got = vec![0.0f32; x.len()];
        // SAFETY: one element each stays, 77 move.
        unsafe { (made.compiled.entry())(pointers.as_ptr(), got.as_mut_ptr().cast(), x.len()) };
        use tfrt_numerics::scalar::{ln_1p, tanh};
        let expected = |&x: &f32| {
            (0..count).fold(tanh(x), |sum, i| {
                let value = ln_1p(f32::from((i * 7) % count));
                if i % 3 == 0 { sum - value } else { sum + value }
            })
        };
        assert_eq!(got, x.iter().map(expected).collect::<Vec<_>>(), "{vectors:?}");
    }
}

/// Values that stay take registers for as long as they are needed, not all of them.
#[test]
fn functions_of_what_stays_are_computed_before_the_loop() {
    let member = |op: &str, args: &[u16]| member(op, args, DType::F32);
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
        unsafe { (made.compiled.entry())(pointers.as_ptr(), got.as_mut_ptr().cast(), 40) };
        use tfrt_numerics::scalar::{ln, softplus, tanh};
        let expected: Vec<f32> = x.iter().map(|x| (x + ln(y)) * tanh(y) - softplus(y)).collect();
        assert_eq!(got, expected);
    }
}

/// Results in the places of inputs, and a value that is used by members after it.
#[test]
fn every_result_goes_to_its_place() {
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
        unsafe { (made.compiled.entry())(pointers.as_ptr(), y.as_mut_ptr().cast(), n) };
        for i in 0..n {
            let expected = x[i] * old_y[i];
            assert_eq!((product[i], y[i]), (expected, expected - x[i]));
            assert_eq!((less[i], wide[i]), (u8::from(expected < old_y[i]), f64::from(expected)));
        }
    }
}
