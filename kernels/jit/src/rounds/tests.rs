//! Bodies that have code run as they say, and those that cannot have any are refused.

#![expect(unsafe_code, reason = "calls machine code")]

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::jit::JitCompiler;
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::jit::rounds::{
    CompiledRounds, RoundConstant, RoundMember, RoundStart, RoundStep, RoundValue, RoundsBody, StepCall,
};
use tfrt_executor::tensor::DType;
use tfrt_ops::Elementwise;

use super::layout::Layout;
use crate::{Jit, JitOptions};

const I: DType = DType::I32;

fn function(op: Elementwise, args: &[u16], dtype: DType) -> LoopMember {
    LoopMember { op, args: SmallVec::from_slice(args), dtype, parameter: None }
}

fn one(op: Elementwise, args: &[u16], dtype: DType) -> RoundMember {
    // Each op here has instructions.
    RoundMember::One { member: function(op, args, dtype), function: 0 }
}

fn several(op: Elementwise, args: &[u16], moves: &[bool], count: usize) -> RoundMember {
    let inputs = moves.iter().map(|&moves| LoopInput { dtype: I, moves }).collect();
    let numbers: Vec<u16> = (0..args.len() as u16).collect();
    let members = vec![function(op, &numbers, I)];
    let body = LoopBody { inputs, members, also: SmallVec::new(), reduction: None };
    RoundMember::Several { body, args: args.to_vec(), count }
}

fn number(value: i32) -> RoundConstant {
    RoundConstant::One(I, u64::from(value as u32))
}

/// While value 0 is less than ten it is increased. The other carried values, of so many elements, stay; the constants, of which ten and one are
/// the first, come after them.
fn counting(counts: &[usize]) -> RoundsBody {
    let of = |&count: &usize| RoundValue { dtype: I, count };
    let carried: Vec<RoundValue> = std::iter::once(&1).chain(counts).map(of).collect();
    let first = carried.len() as u16;
    let next = std::iter::once(first + 3).chain(1..first).collect();
    RoundsBody {
        carried,
        constants: vec![number(10), number(1)],
        members: vec![
            one(Elementwise::Less, &[0, first], DType::I1),
            one(Elementwise::AddV2, &[0, first + 1], I),
        ],
        condition: 1,
        truth: first + 2,
        next,
    }
}

fn compiled(body: &RoundsBody) -> Arc<CompiledRounds> {
    let jit = Jit::new(JitOptions::default());
    jit.compile_rounds(body, "test").unwrap_or_else(|| panic!("{:?}", jit.statistics().interpreted))
}

/// Runs code on these values and places for others; the values, by the places that they are in then, and how the code came back.
fn run(code: &CompiledRounds, values: &[&[i32]], others: &[usize], most: u64) -> (Vec<Vec<i32>>, u64) {
    let mut all: Vec<Vec<i32>> = values.iter().map(|value| value.to_vec()).collect();
    all.extend(others.iter().map(|&count| vec![-1; count]));
    let mut places: Vec<*mut u8> = all.iter_mut().map(|value| value.as_mut_ptr().cast()).collect();
    // SAFETY: there is a place for each value of the body, of so many elements.
    let how = unsafe { (code.entry())(places.as_mut_ptr(), most) };
    let value = |(i, value): (usize, &&[i32])| {
        // SAFETY: the code exchanges places of as many elements alone.
        (0..value.len()).map(|at| unsafe { places[i].cast::<i32>().add(at).read() }).collect()
    };
    (values.iter().enumerate().map(value).collect(), how)
}

/// Whether the processor has code at all.
fn has_code() -> bool {
    crate::Vectors::of_host().is_some() && crate::scalar::computes_floats()
}

#[test]
fn rounds_go_on_as_long_as_they_may() {
    if !has_code() {
        return;
    }
    let code = compiled(&counting(&[]));
    assert_eq!(run(&code, &[&[3]], &[0; 4], 100), (vec![vec![10]], 0));
    assert_eq!(run(&code, &[&[3]], &[0; 4], 7), (vec![vec![10]], 1));
    assert_eq!(run(&code, &[&[3]], &[0; 4], 5), (vec![vec![8]], 1));
    assert_eq!(run(&code, &[&[3]], &[0; 4], 0), (vec![vec![3]], 1));
    assert_eq!(run(&code, &[&[11]], &[0; 4], 5), (vec![vec![11]], 0));
}

/// Two values change places, and one of them is computed anew from the other and a number.
#[test]
fn values_of_several_elements_change_places() {
    if !has_code() {
        return;
    }
    let mut body = counting(&[3, 3, 3]);
    // Values: 0..4, constants 4 and 5, the condition 6, the counter 7, then these.
    body.members.push(several(Elementwise::AddV2, &[1, 0], &[true, false], 3));
    body.next[1..].copy_from_slice(&[2, 3, 8]);
    let code = compiled(&body);
    let mut expected = [vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]];
    for i in 6..10 {
        let next = expected[0].iter().map(|x| x + i).collect();
        expected = [expected[1].clone(), expected[2].clone(), next];
    }
    let (values, how) = run(&code, &[&[6], &[1, 2, 3], &[4, 5, 6], &[7, 8, 9]], &[0, 0, 0, 0, 3], 100);
    assert_eq!((&values[1..], how), (&expected[..], 0));
}

/// Elements go from one value to another, at places that are brought into their range.
#[test]
fn elements_are_read_and_written_at_places() {
    if !has_code() {
        return;
    }
    let mut body = counting(&[6, 8]);
    // Values: 0..3, constants 3 and 4, the condition 5, the counter 6, then 7 and 8.
    let at = |most, step| vec![RoundStart { index: 0, most, step }];
    body.members.push(RoundMember::Slice { of: 1, first: 0, at: at(2, 2), count: 2 });
    body.members.push(RoundMember::Update { of: 2, elements: 7, at: at(3, 2) });
    body.next[2] = 8;
    let code = compiled(&body);
    let (from, to) = ([1, 2, 3, 4, 5, 6], [0; 8]);
    let others = [0, 0, 0, 0, 2, 0];
    let (values, how) = run(&code, &[&[-3], &from, &to], &others, 5);
    assert_eq!((&values[1..], how), (&[from.to_vec(), vec![1, 2, 3, 4, 0, 0, 0, 0]][..], 1));
    let (values, how) = run(&code, &[&[-3], &from, &to], &others, 100);
    assert_eq!((&values[1..], how), (&[from.to_vec(), vec![1, 2, 3, 4, 5, 6, 5, 6]][..], 0));
}

/// Gives the sum of all operands' elements, and one more than the last operand; declines above a limit.
struct Sums(i32);

impl RoundStep for Sums {
    fn run(&self, operands: &[&[u8]], results: &mut [&mut [u8]]) -> bool {
        let of = |bytes: &&[u8]| {
            bytes.chunks_exact(4).map(|x| i32::from_le_bytes(x.try_into().unwrap())).sum::<i32>()
        };
        let sum = operands.iter().map(of).sum::<i32>();
        results[0].copy_from_slice(&sum.to_le_bytes());
        for (to, from) in results[1].chunks_exact_mut(4).zip(operands[1].chunks_exact(4)) {
            to.copy_from_slice(&(i32::from_le_bytes(from.try_into().unwrap()) + 1).to_le_bytes());
        }
        sum < self.0
    }
}

/// Numbers and tensors go to steps and come from them; where one declines, the round is as if it had not begun.
#[test]
fn steps_are_called() {
    if !has_code() {
        return;
    }
    let mut body = counting(&[1, 3]);
    // Values: 0 to 2, constants 3 and 4, the condition 5, the counter 6, then 7 and 8.
    let results = [1, 3].map(|count| RoundValue { dtype: I, count }).to_vec();
    body.members.push(RoundMember::Step { args: vec![0, 2], results });
    body.next[1..].copy_from_slice(&[7, 8]);
    let code = compiled(&body);
    for (limit, expected) in [
        (100, (vec![vec![10], vec![21], vec![4, 5, 6]], 0)),
        (20, (vec![vec![9], vec![17], vec![3, 4, 5]], 2)),
    ] {
        let step = Sums(limit);
        let call = StepCall { step: &step, operands: &[4, 12], results: &[4, 12] };
        let mut all = [vec![7], vec![0], vec![1, 2, 3], vec![0; 3]];
        let mut places = [std::ptr::null_mut::<u8>(); 10];
        for (at, value) in [0, 1, 2, 8].into_iter().zip(&mut all) {
            places[at] = value.as_mut_ptr().cast();
        }
        places[9] = std::ptr::from_ref(&call).cast_mut().cast();
        // SAFETY: there is a place for each value of the body of several elements, and one for the call of its step.
        let how = unsafe { (code.entry())(places.as_mut_ptr(), 100) };
        let value = |(at, count): (usize, usize)| -> Vec<i32> {
            // SAFETY: the code exchanges places of as many elements alone.
            (0..count).map(|i| unsafe { places[at].cast::<i32>().add(i).read() }).collect()
        };
        assert_eq!(([(0, 1), (1, 1), (2, 3)].map(value).to_vec(), how), expected);
    }
}

/// Parts of a value, one of them a number, become another one.
#[test]
fn elements_are_joined() {
    if !has_code() {
        return;
    }
    let mut body = counting(&[4]);
    // Values: 0 and 1, constants 2 and 3, the condition 4, the counter 5, then 6 to 8.
    let part = |first, count| RoundMember::Slice { of: 1, first, at: Vec::new(), count };
    body.members.extend([part(1, 2), part(3, 1), RoundMember::Join { args: vec![7, 6, 0] }]);
    body.next[1] = 8;
    let code = compiled(&body);
    let (values, how) = run(&code, &[&[7], &[1, 2, 3, 4]], &[0, 0, 0, 0, 2, 0, 4], 2);
    assert_eq!((&values[1..], how), (&[vec![7, 2, 3, 8]][..], 1));
}

#[test]
fn what_code_cannot_rely_on_is_refused() {
    let refused = |change: &dyn Fn(&mut RoundsBody)| {
        let mut body = counting(&[4, 4]);
        change(&mut body);
        Layout::of(&body).err().unwrap_or_else(|| panic!("{body:?} is not refused"))
    };
    assert!(Layout::of(&counting(&[4, 4])).is_ok());
    let start = |index, most, step| vec![RoundStart { index, most, step }];
    let update = |of, elements| RoundMember::Update { of, elements, at: start(0, 0, 1) };
    // Values: 0..3, constants 3 and 4, the condition 5, the counter 6, then those of new members.
    assert_eq!(refused(&|body| body.next[1] = 2), "two carried values are the same one");
    assert_eq!(refused(&|body| body.next[1] = 0), "a carried value changes its type");
    assert_eq!(refused(&|body| body.truth = 0), "the condition is no truth value");
    assert_eq!(refused(&|body| body.truth = 6), "a member takes a value before it is there");
    assert_eq!(refused(&|body| body.next[0] = 70), "a member takes a value before it is there");
    assert_eq!(refused(&|body| body.condition = 3), "its parts do not fit");
    assert_eq!(refused(&|body| body.next.truncate(2)), "its parts do not fit");
    assert_eq!(refused(&|body| body.carried[1].count = 0), "a value has 0 elements");
    assert_eq!(refused(&|body| body.carried[1].dtype = DType::Complex64), "there is dtype complex<f32>");
    let push = |member: &RoundMember| {
        let member = member.clone();
        refused(&move |body: &mut RoundsBody| body.members.push(member.clone()))
    };
    assert_eq!(push(&one(Elementwise::AddV2, &[0, 1], I)), "a member takes other values than it says");
    assert_eq!(push(&one(Elementwise::AddV2, &[0, 9], I)), "a member takes a value before it is there");
    let two = &[true, true];
    assert_eq!(
        push(&several(Elementwise::AddV2, &[1, 0], two, 4)),
        "a member takes other values than it says"
    );
    assert_eq!(
        push(&several(Elementwise::AddV2, &[1, 2], two, 5)),
        "a member takes other values than it says"
    );
    assert_eq!(
        push(&several(Elementwise::AddV2, &[0, 0], &[false, false], 4)),
        "a result of several elements has one"
    );
    let slice = |at, count| RoundMember::Slice { of: 1, first: 0, at, count };
    assert_eq!(push(&slice(start(0, 3, 1), 2)), "a place is not within its value");
    let part = |first, count| RoundMember::Slice { of: 1, first, at: Vec::new(), count };
    assert_eq!(push(&part(3, 2)), "a place is not within its value");
    assert_eq!(push(&part(usize::MAX, 2)), "a place is not within its value");
    let join = |args: &[u16]| RoundMember::Join { args: args.to_vec() };
    assert_eq!(push(&join(&[0])), "a result of several elements has one");
    assert_eq!(push(&join(&[1, 5])), "a member takes other values than it says");
    assert_eq!(push(&join(&[])), "a member takes a value before it is there");
    assert_eq!(push(&slice(start(0, i64::MAX, 3), 2)), "a place is not within its value");
    assert_eq!(push(&slice(start(0, -1, 1), 1)), "a place is before its value");
    assert_eq!(push(&slice(start(1, 1, 1), 1)), "an index is no integer");
    assert_eq!(push(&update(3, 0)), "a place is not within its value");
    // What was updated may only be carried on, or updated once more.
    let updated = |members: &[RoundMember], next: &[u16]| {
        refused(&|body: &mut RoundsBody| {
            body.members.extend_from_slice(members);
            body.next[1..].copy_from_slice(next);
        })
    };
    let first = update(1, 0);
    assert_eq!(updated(&[first.clone(), update(1, 0)], &[8, 2]), "a value is updated in two ways");
    assert_eq!(
        updated(std::slice::from_ref(&first), &[1, 2]),
        "value 1 is carried on as it was before an update"
    );
    let slice = RoundMember::Slice { of: 7, first: 0, at: start(0, 0, 1), count: 1 };
    assert_eq!(updated(&[first.clone(), slice], &[7, 2]), "what was updated is read in the same round");
    let step = |args: &[u16]| RoundMember::Step { args: args.to_vec(), results: Vec::new() };
    assert_eq!(
        updated(&[first.clone(), step(&[0, 7])], &[7, 2]),
        "what was updated is read in the same round"
    );
    assert_eq!(push(&step(&[0, 9])), "a member takes a value before it is there");
    assert_eq!(
        updated(&[first.clone(), update(2, 1)], &[7, 8]),
        "a value that is updated is put into another one"
    );
    assert_eq!(updated(std::slice::from_ref(&first), &[7, 7]), "two carried values are the same one");
    // Twice in order is right.
    let mut body = counting(&[4, 4]);
    body.members.extend([first, update(7, 0)]);
    body.next[1] = 8;
    assert!(Layout::of(&body).is_ok());
}
