//! Ops that compare tensors as a whole: `hlo.identical`, and `hlo.expect_*`, which fail if two tensors are not what the op says; and
//! `hlo.shape_assertion`, which fails with the program's message.
//!
//! Bits are compared; NaN is like NaN. Distances in units in the last place count the numbers between two floats: zero between zeros of both
//! signs, and as many as there are between a NaN and any other number. Complex numbers are compared part by part.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::hlo::{int, integers};
use crate::ops::memory::{result_metadata, room};
use crate::ops::number::Float;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.identical", OpEntry::new().dispatch(identical));
    ops.add("hlo.expect_equal", OpEntry::new().dispatch(expect_equal));
    ops.add("hlo.expect_almost_equal", OpEntry::new().dispatch(expect_almost_equal));
    ops.add("hlo.expect_close", OpEntry::new().dispatch(expect_close));
    ops.add("hlo.shape_assertion", OpEntry::new().dispatch(shape_assertion));
}

/// Two operands as numbers, parts of complex numbers one after the other.
struct Pair {
    /// The numbers, exactly but for integers of more than 53 bits.
    numbers: [Vec<f64>; 2],
    /// Keys in the order of the numbers, so that neighbours have neighbouring keys; none of NaN.
    keys: [Vec<Option<i128>>; 2],
    dims: Vec<i64>,
    /// Numbers in an element.
    parts: usize,
}

/// Numbers, and their keys, of a tensor.
type Numbers = (Vec<f64>, Vec<Option<i128>>);

/// The key of a float with this sign and these other bits.
fn key(is_negative: bool, rest: u64) -> i128 {
    if is_negative { -i128::from(rest) } else { i128::from(rest) }
}

fn numbers_of(dense: &DenseHostTensor) -> Result<Numbers, OpError> {
    let dtype = dense.dtype();
    let count = dense.num_elements().saturating_mul(if dtype.is_complex() { 2 } else { 1 });
    let (mut numbers, mut keys): Numbers = (room(count)?, room(count)?);
    let mut add_f64 = |value: f64, key: i128| {
        numbers.push(value);
        keys.push((!value.is_nan()).then_some(key));
    };
    let single = |value: f32| key(value.is_sign_negative(), u64::from(value.to_bits() & 0x7fff_ffff));
    let double = |value: f64| key(value.is_sign_negative(), value.to_bits() & (u64::MAX >> 1));
    match dtype {
        DType::Complex64 | DType::F32 => bytemuck::cast_slice::<u8, [u8; 4]>(dense.bytes())
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .for_each(|value| add_f64(value.into(), single(value))),
        DType::Complex128 | DType::F64 => bytemuck::cast_slice::<u8, [u8; 8]>(dense.bytes())
            .iter()
            .map(|&bytes| f64::from_le_bytes(bytes))
            .for_each(|value| add_f64(value, double(value))),
        DType::F16 | DType::BF16 => {
            let wide: Vec<f64> = for_dtype!(dtype, [floats halves], {
                dense.values::<T>().unwrap_or_default().iter().map(|value| f64::from(value.work())).collect()
            }, else return Err(unsupported(dtype)));
            let bits = bytemuck::cast_slice::<u8, [u8; 2]>(dense.bytes());
            for (value, &bits) in wide.into_iter().zip(bits) {
                let bits = u16::from_le_bytes(bits);
                add_f64(value, key(bits & 0x8000 != 0, u64::from(bits & 0x7fff)));
            }
        }
        DType::I1 => {
            let values = dense.values::<I1>().unwrap_or_default();
            values.iter().for_each(|value| add_f64(value.0.into(), value.0.into()));
        }
        _ => for_dtype!(dtype, [ints], {
            let values = dense.values::<T>().unwrap_or_default();
            values.iter().for_each(|&value| add_f64(value as f64, value as i128));
        }, else return Err(unsupported(dtype))),
    }
    Ok((numbers, keys))
}

impl Pair {
    fn of(frame: &DispatchFrame<'_>) -> Result<Pair, OpError> {
        frame.expect_args(2)?;
        let (x, y) = (frame.dense(0)?, frame.dense(1)?);
        let ((first, first_keys), (second, second_keys)) = (numbers_of(x)?, numbers_of(y)?);
        Ok(Pair {
            numbers: [first, second],
            keys: [first_keys, second_keys],
            dims: x.shape().dims().to_vec(),
            parts: if x.dtype().is_complex() { 2 } else { 1 },
        })
    }

    /// The units in the last place between the numbers of a place.
    fn distance(&self, i: usize) -> u128 {
        match (self.keys[0][i], self.keys[1][i]) {
            (None, None) => 0,
            (Some(a), Some(b)) => a.abs_diff(b),
            _ => u128::from(u64::MAX),
        }
    }

    /// An error that says how many elements are wrong, and which is the first.
    fn expect(&self, what: &str, is_right: impl Fn(usize) -> bool) -> Result<(), OpError> {
        let parts = self.parts;
        let is_wrong = |element: &usize| (0..parts).any(|part| !is_right(element * parts + part));
        let count = self.numbers[0].len() / parts;
        let Some(first) = (0..count).find(|element| is_wrong(element)) else { return Ok(()) };
        let wrong = (first..count).filter(|element| is_wrong(element)).count();
        let mut at = first;
        let mut index: Vec<String> = Vec::with_capacity(self.dims.len());
        for &dim in self.dims.iter().rev() {
            let dim = dim.max(1) as usize;
            index.insert(0, (at % dim).to_string());
            at /= dim;
        }
        let show = |numbers: &[f64]| match &numbers[first * parts..][..parts] {
            [re, im] => format!("({re:e}, {im:e})"),
            other => format!("{:e}", other[0]),
        };
        let [got, expected] = [show(&self.numbers[0]), show(&self.numbers[1])];
        Err(format!(
            "{wrong} of {count} elements {what}; the first is [{}]: expected {expected}, but got {got}",
            index.join(", ")
        )
        .into())
    }
}

/// Whether both operands have the same elements.
fn identical(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let pair = Pair::of(frame)?;
    let is_same = is_equal(frame)? || (0..pair.numbers[0].len()).all(|i| same(&pair, i));
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    out.values_mut::<I1>().fill(I1(is_same.into()));
    frame.finish(0, out);
    Ok(())
}

/// Whether all bytes are equal.
fn is_equal(frame: &DispatchFrame<'_>) -> Result<bool, OpError> {
    Ok(frame.dense(0)?.bytes() == frame.dense(1)?.bytes())
}

/// Whether two numbers have the same bits, or none of them is a number.
fn same(pair: &Pair, i: usize) -> bool {
    let [a, b] = [pair.numbers[0][i], pair.numbers[1][i]];
    pair.keys[0][i] == pair.keys[1][i] && (a.is_nan() || a.is_sign_negative() == b.is_sign_negative())
}

fn expect_equal(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if is_equal(frame)? {
        return Ok(());
    }
    let pair = Pair::of(frame)?;
    pair.expect("are not equal", |i| same(&pair, i))
}

fn expect_almost_equal(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let pair = Pair::of(frame)?;
    let tolerance = frame.attrs().get_float("tolerance").unwrap_or(1e-4);
    pair.expect(&format!("differ by more than {tolerance:e}"), |i| {
        let [a, b] = [pair.numbers[0][i], pair.numbers[1][i]];
        pair.keys[0][i] == pair.keys[1][i] || (a - b).abs() <= tolerance
    })
}

fn expect_close(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let pair = Pair::of(frame)?;
    let limit = |name: &str| int(frame.attrs(), name).map(|limit| limit.max(0) as u128);
    let (least, most) = (limit("min_ulp_difference")?, limit("max_ulp_difference")?);
    pair.expect(&format!("differ by more than {most} units in the last place"), |i| {
        pair.distance(i) <= most
    })?;
    let largest = (0..pair.numbers[0].len()).map(|i| pair.distance(i)).max().unwrap_or(0);
    if largest < least {
        return Err(format!(
            "the elements differ by at most {largest} units in the last place, but min_ulp_difference is {least}"
        )
        .into());
    }
    Ok(())
}

/// Fails with the message, in which `{1}` stands for the second value, unless the condition holds.
fn shape_assertion(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if frame.values::<I1>(0)?.iter().all(|value| value.get()) {
        return Ok(());
    }
    let attrs = frame.attrs();
    let message = attrs.get_str("message").unwrap_or_default();
    let (mut text, mut rest) = (String::with_capacity(message.len()), message);
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let number = after.split_once('}').and_then(|(number, after)| {
            let number: usize = number.parse().ok()?;
            (number < frame.num_args() - 1).then_some((number, after))
        });
        match number {
            Some((number, after)) => {
                let values: Vec<String> =
                    integers(frame, number + 1)?.iter().map(ToString::to_string).collect();
                text += &values.join(", ");
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text += rest;
    Err(text.into())
}
