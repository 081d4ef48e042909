//! Element-wise functions over blocks, made of functions of single elements.
//!
//! They serve ops that are fused with others: one indirect call per block, whatever the dtypes. For the most common dtypes,
//! each is compiled for every [`InstructionSet`] of vector instructions, and the best level is chosen when the function is looked up.
#![expect(
    unsafe_code,
    reason = "blocks of any dtype are untyped memory, and functions of processors are unsafe to call"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use half::f16;
use tfrt_executor::core_runtime::{Args, BlockFn, TypedBlockFn};
use tfrt_executor::tensor::{DType, Element};

use crate::ops::number::{Wide, by_singles, widened};
use tfrt_numerics::cpu::{self, InstructionSet};

/// The body of an [`ElementwiseFn`](tfrt_executor::core_runtime::ElementwiseFn) of arguments of one dtype, `T`.
macro_rules! elementwise {
    ($dtypes:expr, $arity:literal, [$($class:ident)*], $function:expr) => {{
        let dtypes: &[::tfrt_executor::tensor::DType] = &$dtypes[..];
        match dtypes.first() {
            Some(&dtype) if dtypes.len() == $arity && dtypes.iter().all(|other| *other == dtype) => {
                $crate::ops::by_dtype::for_dtype!(dtype, [$($class)*], Some($function), else None)
            }
            _ => None,
        }
    }};
}
pub(crate) use elementwise;

/// Whether loops over elements of this type are compiled for every level.
const fn is_usual(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F64 | DType::F16 | DType::I32 | DType::I64 | DType::I1)
}

/// A loop over a block.
trait Loop {
    /// Whether it is compiled for every level.
    const USUAL: bool;
    /// Runs it.
    ///
    /// # Safety
    /// As [`BlockFn`].
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize);
}

/// # Safety
/// The arguments are as [`BlockFn`] takes them.
unsafe fn baseline<L: Loop>(args: *const *const u8, out: *mut u8, count: usize) {
    // SAFETY: the caller promises: the arguments are as [`BlockFn`] takes them.
    unsafe { L::run(args, out, count) }
}

/// # Safety
/// The arguments are as [`BlockFn`] takes them, and the processor has these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn avx2<L: Loop>(args: *const *const u8, out: *mut u8, count: usize) {
    // SAFETY: the caller promises: the arguments are as [`BlockFn`] takes them, and the processor has these instructions.
    unsafe { L::run(args, out, count) }
}

/// # Safety
/// The arguments are as [`BlockFn`] takes them, and the processor has these instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")]
unsafe fn avx512<L: Loop>(args: *const *const u8, out: *mut u8, count: usize) {
    // SAFETY: the caller promises: the arguments are as [`BlockFn`] takes them, and the processor has these instructions.
    unsafe { L::run(args, out, count) }
}

fn best<L: Loop>() -> BlockFn {
    #[cfg(target_arch = "x86_64")]
    if const { L::USUAL } {
        match cpu::instruction_set() {
            // The processor has the instructions of its level.
            InstructionSet::Avx512 => return avx512::<L>,
            InstructionSet::Avx2 => return avx2::<L>,
            InstructionSet::Baseline => {}
        }
    }
    baseline::<L>
}

/// A function that has no data, from its type.
#[inline(always)]
fn conjured<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a function with data") };
    // SAFETY: the type has one value, of no bytes. Whoever has the type as a parameter here was given that value.
    unsafe { std::ptr::NonNull::<F>::dangling().read() }
}

/// Elements that are computed before the first of them is written.
const TOGETHER: usize = 64;

/// Whether loops over elements of this type become vectors. Others are not worth a second copy of their code.
const fn is_vectorized(dtype: DType) -> bool {
    !matches!(dtype, DType::Complex64 | DType::Complex128)
}

/// Writes `count` elements, of which number `i` is `value(i)`. The value may be made of what stands in its own place: elements are computed
/// some at a time, and these are written afterwards. So the compiler of this program sees no overlap and makes vectors of the loop, also
/// where an argument is the result.
///
/// # Safety
/// There is room for so many elements. The function may be called for each of them, and reads the element's own place at most.
#[inline(always)]
pub(super) unsafe fn write_all<U: Element>(out: *mut u8, count: usize, value: impl Fn(usize) -> U) {
    let out = out.cast::<U>();
    let mut at = 0;
    // SAFETY: the caller says that there is room for `count` elements and that `value` may be called for each, reading that element's place at most:
    // places are written after their own `value` is known.
    unsafe {
        if const { is_vectorized(U::DTYPE) } {
            while count - at >= TOGETHER {
                let mut together = MaybeUninit::<[U; TOGETHER]>::uninit();
                let to = together.as_mut_ptr().cast::<U>();
                let mut i = 0;
                while i < TOGETHER {
                    to.add(i).write(value(at + i));
                    i += 1;
                }
                out.add(at).cast::<[U; TOGETHER]>().write(together.assume_init());
                at += TOGETHER;
            }
        }
        while at < count {
            out.add(at).write(value(at));
            at += 1;
        }
    }
}

/// Element `at` of argument `i` of a block.
///
/// # Safety
/// As [`BlockFn`]; the argument's elements are of type `T`, and there are more than `at`.
#[inline(always)]
pub(super) unsafe fn element<T: Element>(args: *const *const u8, i: usize, at: usize) -> T {
    // SAFETY: `args` has a pointer for argument `i`, to more than `at` elements of type `T`: the caller promises it.
    unsafe { (*args.add(i)).cast::<T>().add(at).read() }
}

struct Unary<T, U, F>(PhantomData<(T, U, F)>);

impl<T: Element, U: Element, F: Fn(T) -> U + Copy> Loop for Unary<T, U, F> {
    const USUAL: bool = is_usual(T::DTYPE) && is_usual(U::DTYPE);
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        let f = conjured::<F>();
        // SAFETY: the caller promises what [`BlockFn`] asks for.
        unsafe {
            let x = (*args).cast::<T>();
            write_all(out, count, |i| f(x.add(i).read()));
        }
    }
}

struct Parametrized<T, U, F, const N: usize>(PhantomData<(T, U, F)>);

impl<T: Element, U: Element, F: Fn([T; N], f64) -> U + Copy, const N: usize> Loop
    for Parametrized<T, U, F, N>
{
    const USUAL: bool = is_usual(T::DTYPE) && is_usual(U::DTYPE);
    /// # Safety
    /// As [`BlockFn`]: `args` has `N` operands of `count` elements of type `T` and then the place of an `f64`.
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        let f = conjured::<F>();
        // SAFETY: the caller promises `N` operands and the place of the parameter in `args`, and `count` elements in each operand and in
        // the result.
        unsafe {
            let operands: [*const T; N] = std::array::from_fn(|i| (*args.add(i)).cast::<T>());
            let parameter = element::<f64>(args, N, 0);
            write_all(out, count, |i| f(operands.map(|operand| operand.add(i).read()), parameter));
        }
    }
}

struct Folded<T, F, const N: usize>(PhantomData<(T, F)>);

impl<T: Element, F: Fn(T, T) -> T + Copy, const N: usize> Loop for Folded<T, F, N> {
    const USUAL: bool = is_usual(T::DTYPE);
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        let f = conjured::<F>();
        // SAFETY: the caller promises: each of `args` points to `count` elements of the argument's type, `out` to room for `count` results;
        // an argument is the result's place, whose element `i` is read before it is written, or does not overlap it.
        unsafe {
            let args: [*const T; N] = std::array::from_fn(|i| (*args.add(i)).cast::<T>());
            write_all(out, count, |i| {
                args[1..].iter().fold(args[0].add(i).read(), |joined, arg| f(joined, arg.add(i).read()))
            });
        }
    }
}

struct Binary<T, U, F>(PhantomData<(T, U, F)>);

impl<T: Element, U: Element, F: Fn(T, T) -> U + Copy> Loop for Binary<T, U, F> {
    const USUAL: bool = is_usual(T::DTYPE) && is_usual(U::DTYPE);
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        let f = conjured::<F>();
        // SAFETY: the caller promises: each of `args` points to `count` elements of the argument's type, `out` to room for `count` results;
        // an argument is the result's place, whose element `i` is read before it is written, or does not overlap it.
        unsafe {
            let (x, y) = ((*args).cast::<T>(), (*args.add(1)).cast::<T>());
            write_all(out, count, |i| f(x.add(i).read(), y.add(i).read()));
        }
    }
}

struct Ternary<S, T, F>(PhantomData<(S, T, F)>);

impl<S: Element, T: Element, F: Fn(S, T, T) -> T + Copy> Loop for Ternary<S, T, F> {
    const USUAL: bool = is_usual(S::DTYPE) && is_usual(T::DTYPE);
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        let f = conjured::<F>();
        // SAFETY: the caller promises: each of `args` points to `count` elements of the argument's type, `out` to room for `count` results;
        // an argument is the result's place, whose element `i` is read before it is written, or does not overlap it.
        unsafe {
            let (x, y, z) = ((*args).cast::<S>(), (*args.add(1)).cast::<T>(), (*args.add(2)).cast::<T>());
            write_all(out, count, |i| f(x.add(i).read(), y.add(i).read(), z.add(i).read()));
        }
    }
}

/// The result of a block, which holds what the argument does.
///
/// # Safety
/// As [`BlockFn`], for one argument; both have elements of type `T`.
#[inline(always)]
unsafe fn copied<'a, T: Element>(args: *const *const u8, out: *mut u8, count: usize) -> &'a mut [T] {
    // SAFETY: the caller promises: the argument points to `count` elements of type `T`, `out` to room for as many; the two are one place,
    // which is then not copied, or do not overlap.
    unsafe {
        let (x, out) = ((*args).cast::<T>(), out.cast::<T>());
        if !std::ptr::eq(x, out) {
            out.copy_from_nonoverlapping(x, count);
        }
        std::slice::from_raw_parts_mut(out, count)
    }
}

struct InPlace<T, F>(PhantomData<(T, F)>);

impl<T: Element, F: Fn(&mut [T]) + Copy> Loop for InPlace<T, F> {
    const USUAL: bool = false;
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        // SAFETY: the caller promises: the argument points to `count` elements of type `T`, `out` to room for as many, at one place or apart.
        conjured::<F>()(unsafe { copied::<T>(args, out, count) });
    }
}

struct BySingles<F, D>(PhantomData<(F, D)>);

impl<F: Fn(&mut [f32]) + Copy, D: Fn(&mut [f64]) + Copy> Loop for BySingles<F, D> {
    const USUAL: bool = false;
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        // SAFETY: the caller promises: the argument points to `count` elements of `f16`, `out` to room for as many, at one place or apart.
        by_singles(unsafe { copied::<f16>(args, out, count) }, conjured::<F>(), conjured::<D>());
    }
}

struct Halves<T, W, F>(PhantomData<(T, W, F)>);

impl<T: Element, W: Wide<T>, F: Fn(&mut [W]) + Copy> Loop for Halves<T, W, F> {
    const USUAL: bool = false;
    #[inline(always)]
    unsafe fn run(args: *const *const u8, out: *mut u8, count: usize) {
        // SAFETY: the caller promises: the argument points to `count` elements of type `T`, `out` to room for as many, at one place or apart.
        widened(unsafe { copied::<T>(args, out, count) }, conjured::<F>());
    }
}

/// `f(x)` of each element. The function must have no data.
pub(crate) fn unary<T: Element, U: Element, F: Fn(T) -> U + Copy>(_: F) -> TypedBlockFn {
    // SAFETY: the loop takes an argument of type `T` and has results of type `U`.
    unsafe { TypedBlockFn::new(best::<Unary<T, U, F>>(), Args::alike(1, T::DTYPE), U::DTYPE, None) }
}

/// `f([x, …], parameter)` of the elements of `N` arguments. The function must have no data.
pub(crate) fn parametrized<T: Element, U: Element, F: Fn([T; N], f64) -> U + Copy, const N: usize>(
    parameter: f64,
    _: F,
) -> TypedBlockFn {
    let function = best::<Parametrized<T, U, F, N>>();
    // SAFETY: the loop takes so many arguments of type `T` and a parameter, and has results of type `U`.
    unsafe { TypedBlockFn::new(function, Args::alike(N, T::DTYPE), U::DTYPE, Some(parameter)) }
}

/// `f(… f(f(x, y), z) …)` of the elements of `count` arguments, eight at most. The function must have no data.
pub(crate) fn folded<T: Element, F: Fn(T, T) -> T + Copy>(count: usize, _: F) -> Option<TypedBlockFn> {
    let function = match count {
        1 => best::<Folded<T, F, 1>>(),
        2 => best::<Folded<T, F, 2>>(),
        3 => best::<Folded<T, F, 3>>(),
        4 => best::<Folded<T, F, 4>>(),
        5 => best::<Folded<T, F, 5>>(),
        6 => best::<Folded<T, F, 6>>(),
        7 => best::<Folded<T, F, 7>>(),
        8 => best::<Folded<T, F, 8>>(),
        _ => return None,
    };
    // SAFETY: the loop takes so many arguments of type `T` and has results of type `T`.
    Some(unsafe { TypedBlockFn::new(function, Args::alike(count, T::DTYPE), T::DTYPE, None) })
}

/// `f(x, y)` of each pair of elements. The function must have no data.
pub(crate) fn binary<T: Element, U: Element, F: Fn(T, T) -> U + Copy>(_: F) -> TypedBlockFn {
    // SAFETY: the loop takes two arguments of type `T` and has results of type `U`.
    unsafe { TypedBlockFn::new(best::<Binary<T, U, F>>(), Args::alike(2, T::DTYPE), U::DTYPE, None) }
}

/// `f(x, y, z)` of each three elements. The function must have no data.
pub(crate) fn ternary<S: Element, T: Element, F: Fn(S, T, T) -> T + Copy>(_: F) -> TypedBlockFn {
    let args = Args { count: 3, first: S::DTYPE, others: T::DTYPE };
    // SAFETY: the loop takes an argument of type `S` and two of type `T`, and has results of type `T`.
    unsafe { TypedBlockFn::new(best::<Ternary<S, T, F>>(), args, T::DTYPE, None) }
}

/// A function of blocks that changes them in place. It must have no data.
pub(crate) fn in_place<T: Element, F: Fn(&mut [T]) + Copy>(_: F) -> TypedBlockFn {
    // SAFETY: the loop takes an argument of type `T` and has results of type `T`.
    unsafe { TypedBlockFn::new(best::<InPlace<T, F>>(), Args::alike(1, T::DTYPE), T::DTYPE, None) }
}

/// A function of blocks that changes them in place, in single and in double precision, for `f16`: what the latter gives is rounded. They must have
/// no data.
pub(crate) fn by_single_precision<F: Fn(&mut [f32]) + Copy, D: Fn(&mut [f64]) + Copy>(
    _: F,
    _: D,
) -> TypedBlockFn {
    // SAFETY: the loop takes an argument of type `f16` and has results of type `f16`.
    unsafe { TypedBlockFn::new(best::<BySingles<F, D>>(), Args::alike(1, DType::F16), DType::F16, None) }
}

/// A function of blocks of wider numbers that changes them in place, for halves: what it gives is rounded. It must have no data.
pub(crate) fn halves<T: Element, W: Wide<T>, F: Fn(&mut [W]) + Copy>(_: F) -> TypedBlockFn {
    // SAFETY: the loop takes an argument of type `T` and has results of type `T`.
    unsafe { TypedBlockFn::new(best::<Halves<T, W, F>>(), Args::alike(1, T::DTYPE), T::DTYPE, None) }
}

#[cfg(test)]
mod tests {
    use tfrt_executor::tensor::I1;

    use super::*;
    use tfrt_numerics::wide;

    /// The function of a loop for each level that this processor has, the slowest first.
    fn levels<L: Loop>(_: PhantomData<L>) -> Vec<BlockFn> {
        let mut levels: Vec<BlockFn> = vec![baseline::<L>];
        #[cfg(target_arch = "x86_64")]
        {
            if cpu::instruction_set() >= InstructionSet::Avx2 {
                // SAFETY: the processor has the instructions; pointers and count are the caller's.
                levels.push(|args, out, count| unsafe { avx2::<L>(args, out, count) });
            }
            if cpu::instruction_set() >= InstructionSet::Avx512 {
                // SAFETY: the processor has the instructions; pointers and count are the caller's.
                levels.push(|args, out, count| unsafe { avx512::<L>(args, out, count) });
            }
        }
        levels
    }

    fn unary<T, U, F: Fn(T) -> U>(_: F) -> PhantomData<Unary<T, U, F>> {
        PhantomData
    }

    fn binary<T, U, F: Fn(T, T) -> U>(_: F) -> PhantomData<Binary<T, U, F>> {
        PhantomData
    }

    fn ternary<S, T, F: Fn(S, T, T) -> T>(_: F) -> PhantomData<Ternary<S, T, F>> {
        PhantomData
    }

    fn folded<T, F: Fn(T, T) -> T>(_: F) -> PhantomData<Folded<T, F, 3>> {
        PhantomData
    }

    #[test]
    fn every_level_gives_the_same_bits() {
        let conditions: Vec<I1> = (0..999).map(|i| I1::from(i % 3 == 0)).collect();
        let floats: Vec<f32> = (0..999).map(|i| (i as f32 - 500.0) * 0.37).collect();
        let others: Vec<f32> = floats.iter().rev().map(|x| x * 1.3 - 7.0).collect();
        let whole: Vec<i32> = (0..999).map(|i| (i - 500) * 70_001).collect();
        let (floats, others) = (floats.as_ptr().cast::<u8>(), others.as_ptr().cast::<u8>());
        let (whole, conditions) = (whole.as_ptr().cast::<u8>(), conditions.as_ptr().cast::<u8>());
        let cases: [(&str, Vec<BlockFn>, Vec<*const u8>); 8] = [
            ("x * y + x", levels(binary(|x: f32, y: f32| x * y + x)), vec![floats, others]),
            ("x / y, rounded down", levels(binary(|x: f32, y: f32| (x / y).floor())), vec![floats, others]),
            ("x^y", levels(binary(wide::pow)), vec![floats, others]),
            ("the integer of x", levels(unary(|x: f32| x as i32)), vec![floats]),
            ("the float of x", levels(unary(|x: i32| x as f32)), vec![whole]),
            ("x * x", levels(unary(|x: i32| x.wrapping_mul(x))), vec![whole]),
            (
                "c ? x : y",
                levels(ternary(|c: I1, x: f32, y: f32| if c.get() { x } else { y })),
                vec![conditions, floats, others],
            ),
            ("x + y + x", levels(folded(|x: f32, y: f32| x + y)), vec![floats, others, floats]),
        ];
        for (name, levels, args) in cases {
            let results: Vec<Vec<u32>> = levels
                .iter()
                .map(|function| {
                    let mut out = vec![0u32; 999];
                    // SAFETY: arguments and result have 999 elements of the function's types.
                    unsafe { function(args.as_ptr(), out.as_mut_ptr().cast(), 999) };
                    out
                })
                .collect();
            // An argument whose elements are as large as the result's may be the result.
            let in_place = levels.iter().flat_map(|function| {
                (0..args.len()).filter(|&i| args[i] != conditions).map(|i| {
                    let mut out = vec![0u32; 999];
                    let mut args = args.clone();
                    // SAFETY: arguments and result have 999 elements of the function's types; the result holds a copy of one argument
                    // and stands for it, so the other arguments do not overlap it.
                    unsafe {
                        out.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(args[i], 999 * 4);
                        args[i] = out.as_ptr().cast();
                        function(args.as_ptr(), out.as_mut_ptr().cast(), 999);
                    }
                    out
                })
            });
            let results: Vec<Vec<u32>> = results.iter().cloned().chain(in_place).collect();
            for (level, result) in results.iter().enumerate() {
                let is_same = |(a, b): (&u32, &u32)| {
                    a == b || (f32::from_bits(*a).is_nan() && f32::from_bits(*b).is_nan())
                };
                assert!(
                    result.iter().zip(&results[0]).all(is_same),
                    "{name}, number {level} of levels and places"
                );
            }
        }
    }
}
