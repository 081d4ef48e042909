//! Steps of optimizers: `tf.ResourceApplyAdam` and its like, which change a variable and the state that they keep beside it by a
//! gradient, and `tf.ResourceSparseApplyAdagrad` and its like, which change the rows that indices name.
//!
//! Each is a formula of one element of the variable, of its state and of the gradient ([`Optimizer::step`]). All variables of a call are
//! locked while it runs, in the order of their addresses, and stay as they were where it fails. Rows that are named twice are changed
//! twice, one after the other.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Variable, VariableHandle};
use tfrt_executor::tensor::{DenseHostTensor, Shape, Tensor};

use super::variables::{check_dtype, in_host_memory};
use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// The formulas. Names of parameters are those of the literature: Duchi, Hazan, Singer, "Adaptive Subgradient Methods for Online
/// Learning and Stochastic Optimization" (2011), with proximal steps and dual averaging; Zeiler, "ADADELTA" (2012); McMahan et al., "Ad
/// Click Prediction" (2013) for FTRL; Kingma, Ba, "Adam" (2015); Reddi, Kale, Kumar, "On the Convergence of Adam and Beyond" (2018);
/// Bello et al., "Neural Optimizer Search with Reinforcement Learning" (2017) for steps by signs.
#[derive(Clone, Copy, Debug)]
enum Optimizer {
    AdaMax,
    Adadelta,
    Adagrad,
    AdagradDualAveraging,
    AdagradV2,
    Adam,
    AdamWithLargest,
    AddSign,
    CenteredRmsProp,
    Ftrl,
    FtrlV2,
    GradientDescent,
    KerasMomentum,
    Momentum,
    PowerSign,
    ProximalAdagrad,
    ProximalGradientDescent,
    RmsProp,
}

/// The arguments of a dense op: variables, then numbers and the gradient. A sparse op has indices behind the gradient.
#[derive(Clone, Copy, Debug)]
struct Arguments {
    variables: usize,
    count: usize,
    gradient: usize,
    has_indices: bool,
}

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    use Optimizer as O;
    for (name, optimizer, variables, count, gradient) in [
        ("AdaMax", O::AdaMax, 3, 9, 8),
        ("Adadelta", O::Adadelta, 3, 7, 6),
        ("Adagrad", O::Adagrad, 2, 4, 3),
        ("AdagradDA", O::AdagradDualAveraging, 3, 8, 3),
        ("AdagradV2", O::AdagradV2, 2, 5, 4),
        ("Adam", O::Adam, 3, 10, 9),
        ("AdamWithAmsgrad", O::AdamWithLargest, 4, 11, 10),
        ("AddSign", O::AddSign, 2, 7, 6),
        ("CenteredRMSProp", O::CenteredRmsProp, 4, 9, 8),
        ("Ftrl", O::Ftrl, 3, 8, 3),
        ("FtrlV2", O::FtrlV2, 3, 9, 3),
        ("GradientDescent", O::GradientDescent, 1, 3, 2),
        ("KerasMomentum", O::KerasMomentum, 2, 5, 3),
        ("Momentum", O::Momentum, 2, 5, 3),
        ("PowerSign", O::PowerSign, 2, 7, 6),
        ("ProximalAdagrad", O::ProximalAdagrad, 2, 6, 5),
        ("ProximalGradientDescent", O::ProximalGradientDescent, 1, 5, 4),
        ("RMSProp", O::RmsProp, 3, 8, 7),
    ] {
        let mut add = |name: String, arguments: Arguments| {
            let dispatch = move |frame: &mut DispatchFrame<'_>| apply(frame, optimizer, arguments);
            ops.add(&name, OpEntry::new().resources().side_effects().dispatch(dispatch));
        };
        let dense = Arguments { variables, count, gradient, has_indices: false };
        add(format!("tf.ResourceApply{name}"), dense);
        if optimizer.has_rows() {
            let sparse = Arguments { count: count + 1, has_indices: true, ..dense };
            add(format!("tf.ResourceSparseApply{name}"), sparse);
        }
    }
}

/// The most variables of an op.
const MOST: usize = 4;

/// Numbers that a formula has beside elements.
type Numbers<W> = SmallVec<[W; 8]>;

/// Changes the variables of a call.
fn apply(frame: &mut DispatchFrame<'_>, optimizer: Optimizer, arguments: Arguments) -> Result<(), OpError> {
    frame.expect_args(arguments.count)?;
    let mut variables = Vec::new();
    for i in 0..arguments.variables {
        variables.push(variable(frame, i)?);
    }
    let mut order: Vec<&Arc<Variable>> = variables.iter().collect();
    order.sort_by_key(|variable| Arc::as_ptr(variable));
    if order.windows(2).any(|pair| Arc::ptr_eq(pair[0], pair[1])) {
        return Err("the variable and its state must be different variables".into());
    }
    let dtype = frame.dense(arguments.gradient)?.dtype();
    for variable in &variables {
        check_dtype(variable, dtype)?;
    }
    let _changing: Vec<_> = order.into_iter().map(|variable| variable.lock().write()).collect();
    for_dtype!(
        dtype,
        [floats halves],
        changed::<T>(frame, optimizer, arguments, &variables),
        else Err(unsupported(dtype))
    )
}

/// The variable that an argument names.
fn variable(frame: &DispatchFrame<'_>, i: usize) -> Result<Arc<Variable>, OpError> {
    let tensor = frame.tensor(i)?;
    let handle = VariableHandle::of(tensor).ok_or_else(|| {
        format!("argument {i} must be the handle of a variable, but is a {}", tensor.tensor_type())
    })?;
    handle.find().ok_or_else(|| handle.missing().into())
}

/// As [`apply`], with the variables locked.
fn changed<T: Float>(
    frame: &DispatchFrame<'_>,
    optimizer: Optimizer,
    arguments: Arguments,
    variables: &[Arc<Variable>],
) -> Result<(), OpError>
where
    T::Work: Formulas,
{
    let numbers = numbers::<T>(frame, arguments)?;
    let shape = frame.dense(arguments.gradient)?.shape();
    let gradient = frame.values::<T>(arguments.gradient)?;
    let flag = |name: &str, default: bool| frame.attrs().get_bool(name).unwrap_or(default);
    let flag = match optimizer {
        Optimizer::Adagrad | Optimizer::AdagradV2 => flag("update_slots", true),
        Optimizer::Ftrl | Optimizer::FtrlV2 => flag("multiply_linear_by_lr", false),
        _ => flag("use_nesterov", false),
    };
    let mut tensors: Vec<DenseHostTensor> = Vec::new();
    for (i, variable) in variables.iter().enumerate() {
        let tensor = variable.content().lock().tensor.clone();
        let missing = || VariableHandle::of(frame.tensor(i).ok()?).map(VariableHandle::missing);
        let tensor = tensor.ok_or_else(|| OpError::from(missing().unwrap_or_default()))?;
        let Tensor::Dense(dense) = in_host_memory(&tensor)? else {
            return Err(format!("argument {i} must be a variable of numbers").into());
        };
        let expected = tensors.first().map_or(shape, DenseHostTensor::shape);
        if dense.shape() != expected && !(arguments.has_indices && i == 0) {
            return Err(
                format!("argument {i} is a variable of shape {}, not {expected}", dense.shape()).into()
            );
        }
        tensors.push(dense);
    }
    let rows = match arguments.has_indices {
        false => vec![0],
        true => rows(frame, arguments, tensors[0].shape(), shape)?,
    };
    // Now the variables give up their tensors, which makes those that nothing else has writable.
    variables.iter().for_each(|variable| drop(variable.content().lock().tensor.take()));
    let run = run::<T>(&mut tensors, &rows, gradient, |gradient, elements| {
        T::Work::step(optimizer, &numbers, flag, gradient, elements);
    });
    for (variable, tensor) in variables.iter().zip(tensors) {
        variable.content().lock().tensor = Some(Tensor::Dense(tensor));
    }
    run
}

/// The numbers of a call: its arguments that are neither variables nor the gradient nor indices, in their order.
fn numbers<T: Float>(frame: &DispatchFrame<'_>, arguments: Arguments) -> Result<Numbers<T::Work>, OpError>
where
    T::Work: Formulas,
{
    let last = arguments.gradient + usize::from(arguments.has_indices);
    let others = (arguments.variables..arguments.count).filter(|i| !(arguments.gradient..=last).contains(i));
    others
        .map(|i| {
            let dense = frame.dense(i)?;
            if dense.shape().rank() != 0 {
                return Err(format!("argument {i} must be a scalar, but has shape {}", dense.shape()).into());
            }
            match dense.values::<i64>() {
                // A number of steps.
                Some(&[steps]) => Ok(T::Work::of(steps as f64)),
                _ => Ok(frame.values::<T>(i)?[0].work()),
            }
        })
        .collect()
}

/// Where the rows begin that the indices of a sparse op name, in a variable of this shape, which the rows of the gradient must fit.
fn rows(
    frame: &DispatchFrame<'_>,
    arguments: Arguments,
    variable: &Shape,
    gradient: &Shape,
) -> Result<Vec<usize>, OpError> {
    let place = arguments.gradient + 1;
    let indices = frame.dense(place)?.shape();
    let (sizes, given) = (variable.dims(), gradient.dims());
    let fits = indices.rank() == 1
        && sizes.len() == given.len()
        && sizes.first().is_some_and(|_| sizes[1..] == given[1..] && given[0] == indices.dim(0));
    if !fits {
        return Err(format!(
            "indices {indices} and a gradient {gradient} do not change rows of a variable of shape {variable}"
        )
        .into());
    }
    let length = product(&sizes[1..]);
    let row = |(at, index): (usize, i64)| match (0..sizes[0]).contains(&index) {
        true => Ok(index as usize * length),
        false => Err(format!("indices[{at}] = {index} is not in [0, {})", sizes[0]).into()),
    };
    positions(frame, place)?.into_iter().enumerate().map(row).collect()
}

/// Changes rows of all tensors by those of a gradient.
fn run<T: Float>(
    tensors: &mut [DenseHostTensor],
    rows: &[usize],
    gradient: &[T],
    step: impl Fn(T::Work, &mut [T::Work; MOST]),
) -> Result<(), OpError> {
    // All are made writable first: what fails then has changed nothing.
    for tensor in &mut *tensors {
        if tensor.values_mut::<T>().is_none() {
            *tensor = tensor.deep_copy()?;
        }
    }
    let mut variables: Variables<'_, T> =
        tensors.iter_mut().map(|tensor| tensor.values_mut::<T>().unwrap_or_default()).collect();
    let length = gradient.len() / rows.len().max(1);
    for (&row, gradient) in rows.iter().zip(gradient.chunks_exact(length.max(1))) {
        for (at, gradient) in gradient.iter().enumerate() {
            let mut elements = [T::ZERO.work(); MOST];
            for (element, variable) in elements.iter_mut().zip(&variables) {
                *element = variable[row + at].work();
            }
            step(gradient.work(), &mut elements);
            for (element, variable) in elements.into_iter().zip(&mut variables) {
                variable[row + at] = T::unwork(element);
            }
        }
    }
    Ok(())
}

/// The elements of variables.
type Variables<'a, T> = SmallVec<[&'a mut [T]; MOST]>;

impl Optimizer {
    /// Whether there is an op that changes rows.
    fn has_rows(self) -> bool {
        use Optimizer as O;
        !matches!(
            self,
            O::AdaMax | O::Adam | O::AdamWithLargest | O::AddSign | O::PowerSign | O::GradientDescent
        )
    }
}

/// The formulas in single and double precision.
trait Formulas: Copy {
    /// Changes an element of a variable and of its state, `v`, by that of the gradient, `g`. The numbers are those of the op in their
    /// order; the flag is the attribute that chooses between two formulas.
    fn step(optimizer: Optimizer, numbers: &[Self], flag: bool, g: Self, v: &mut [Self; MOST]);
}

macro_rules! formulas {
    ($($ty:ident)*) => {$(
        impl Formulas for $ty {
            fn step(optimizer: Optimizer, numbers: &[$ty], flag: bool, g: $ty, v: &mut [$ty; MOST]) {
                /// Zero for zero, unlike that of the language.
                fn sign(x: $ty) -> $ty {
                    if x == 0.0 { 0.0 } else { x.signum() }
                }
                /// The nearest element for which the absolute value of `x` is the penalty.
                fn shrunk(x: $ty, l1: $ty, l2: $ty, rate: $ty) -> $ty {
                    let x = if l1 > 0.0 { sign(x) * (x.abs() - rate * l1).max(0.0) } else { x };
                    x / (1.0 + l2 * rate)
                }
                fn power(x: $ty, exponent: $ty) -> $ty {
                    if exponent == 0.5 { x.sqrt() } else { x.powf(exponent) }
                }
                fn ftrl(
                    [rate, l1, l2, shrinkage, exponent]: [$ty; 5],
                    scaled: bool,
                    g: $ty,
                    v: &mut [$ty; MOST],
                    power: fn($ty, $ty) -> $ty,
                ) {
                    // The linear part is kept as it is or times the rate.
                    let (unit, rate) = if scaled { (rate, 1.0) } else { (1.0, rate) };
                    let (old, sum) = (power(v[1], -exponent), v[1] + g * g);
                    let new = power(sum, -exponent);
                    v[2] += (g + 2.0 * shrinkage * v[0]) * unit - (new - old) / rate * v[0];
                    let clipped = v[2].max(-l1 * unit).min(l1 * unit);
                    v[0] = (clipped - v[2]) / (new / rate + 2.0 * l2 * unit);
                    v[1] = sum;
                }
                match (optimizer, numbers) {
                    (Optimizer::GradientDescent, &[rate]) => v[0] -= g * rate,
                    (Optimizer::ProximalGradientDescent, &[rate, l1, l2]) => {
                        v[0] = shrunk(v[0] - rate * g, l1, l2, rate);
                    }
                    (Optimizer::Adadelta, &[rate, rho, epsilon]) => {
                        v[1] = v[1] * rho + g * g * (1.0 - rho);
                        let update = (v[2] + epsilon).sqrt() / (v[1] + epsilon).sqrt() * g;
                        v[0] -= update * rate;
                        v[2] = v[2] * rho + update * update * (1.0 - rho);
                    }
                    (Optimizer::Adagrad, &[rate]) => {
                        if flag {
                            v[1] += g * g;
                        }
                        v[0] -= g * rate / v[1].sqrt();
                    }
                    (Optimizer::AdagradV2, &[rate, epsilon]) => {
                        if flag {
                            v[1] += g * g;
                        }
                        v[0] -= g * rate / (v[1].sqrt() + epsilon);
                    }
                    (Optimizer::ProximalAdagrad, &[rate, l1, l2]) => {
                        v[1] += g * g;
                        let rate = rate / v[1].sqrt();
                        v[0] = shrunk(v[0] - g * rate, l1, l2, rate);
                    }
                    (Optimizer::AdagradDualAveraging, &[rate, l1, l2, steps]) => {
                        v[1] += g;
                        v[2] += g * g;
                        let sum = if l1 > 0.0 {
                            sign(v[1]) * (v[1].abs() - l1 * steps).max(0.0)
                        } else {
                            v[1]
                        };
                        v[0] = -rate * sum / (l2 * steps * rate + v[2].sqrt());
                    }
                    (Optimizer::Ftrl, &[rate, l1, l2, exponent]) => {
                        ftrl([rate, l1, l2, 0.0, exponent], flag, g, v, power);
                    }
                    (Optimizer::FtrlV2, &[rate, l1, l2, shrinkage, exponent]) => {
                        ftrl([rate, l1, l2, shrinkage, exponent], flag, g, v, power);
                    }
                    (Optimizer::Momentum, &[rate, momentum]) => {
                        v[1] = v[1] * momentum + g;
                        v[0] -= if flag { g * rate + v[1] * momentum * rate } else { v[1] * rate };
                    }
                    (Optimizer::KerasMomentum, &[rate, momentum]) => {
                        v[1] = v[1] * momentum - g * rate;
                        v[0] += if flag { v[1] * momentum - g * rate } else { v[1] };
                    }
                    (Optimizer::Adam, &[power1, power2, rate, beta1, beta2, epsilon]) => {
                        let rate = rate * (1.0 - power2).sqrt() / (1.0 - power1);
                        v[1] += (g - v[1]) * (1.0 - beta1);
                        v[2] += (g * g - v[2]) * (1.0 - beta2);
                        let mean = if flag { g * (1.0 - beta1) + beta1 * v[1] } else { v[1] };
                        v[0] -= mean * rate / (v[2].sqrt() + epsilon);
                    }
                    (Optimizer::AdamWithLargest, &[power1, power2, rate, beta1, beta2, epsilon]) => {
                        let rate = rate * (1.0 - power2).sqrt() / (1.0 - power1);
                        v[1] += (g - v[1]) * (1.0 - beta1);
                        v[2] += (g * g - v[2]) * (1.0 - beta2);
                        v[3] = v[3].max(v[2]);
                        v[0] -= v[1] * rate / (v[3].sqrt() + epsilon);
                    }
                    (Optimizer::AdaMax, &[power1, rate, beta1, beta2, epsilon]) => {
                        v[1] += (g - v[1]) * (1.0 - beta1);
                        v[2] = (beta2 * v[2]).max(g.abs());
                        v[0] -= rate / (1.0 - power1) * (v[1] / (v[2] + epsilon));
                    }
                    (Optimizer::RmsProp, &[rate, rho, momentum, epsilon]) => {
                        v[1] += (g * g - v[1]) * (1.0 - rho);
                        v[2] = v[2] * momentum + g * rate / (v[1] + epsilon).sqrt();
                        v[0] -= v[2];
                    }
                    (Optimizer::CenteredRmsProp, &[rate, rho, momentum, epsilon]) => {
                        v[2] += (g * g - v[2]) * (1.0 - rho);
                        v[1] += (g - v[1]) * (1.0 - rho);
                        let variance = v[2] - v[1] * v[1] + epsilon;
                        v[3] = v[3] * momentum + g * rate / variance.sqrt();
                        v[0] -= v[3];
                    }
                    (Optimizer::AddSign, &[rate, alpha, decay, beta]) => {
                        v[1] = v[1] * beta + g * (1.0 - beta);
                        v[0] -= rate * (alpha + decay * sign(g) * sign(v[1])) * g;
                    }
                    (Optimizer::PowerSign, &[rate, base, decay, beta]) => {
                        v[1] = v[1] * beta + g * (1.0 - beta);
                        v[0] -= rate * (base * decay * sign(g) * sign(v[1])).exp() * g;
                    }
                    // `register` says how many numbers each has.
                    _ => {}
                }
            }
        }
    )*};
}

formulas! { f32 f64 }
