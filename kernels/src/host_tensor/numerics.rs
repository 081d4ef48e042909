//! Numerics on dense host tensors: the functions behind `tfrt_test.relu.f32`, its relatives, and `eigen.*`.
//!
//! Results go into the last tensor operand, in place. [`tfrt_numerics::arrays`] has the numerics themselves and the
//! messages for wrong shapes.

use tfrt_executor::tensor::{DenseHostTensor, Element, Shape, Tensor, TensorMetadata};

use super::dense::{allocate, check_rank, dense};
use super::inplace::{dims_of, update, values, write};
use tfrt_numerics::arrays::conv::{conv2d, conv2d_filter_gradient, conv2d_input_gradient};
use tfrt_numerics::arrays::elementwise::{self as ops, Arithmetic as Number};
use tfrt_numerics::arrays::matmul::{matmul_f32, matmul_i32};
use tfrt_numerics::arrays::norm::{BatchNorm, NormGradient, add_bias, batch_norm_gradient};
use tfrt_numerics::arrays::pooling::{Pooling, global_average, max_pooling};
use tfrt_numerics::arrays::{View, ViewMut, layout};
use tfrt_ops::window::Padding;

type Done = Result<(), String>;

/// An element type of the element-wise kernels.
pub trait Numeric: Element + Number {}
impl<T: Element + Number> Numeric for T {}

/// `b = f(a)`.
///
/// # Errors
/// Shapes or types that differ.
pub fn map<I: Element, O: Element>(a: &Tensor, b: &Tensor, f: impl Fn(I) -> O) -> Done {
    update::<I, O, 1>([dense(a)?], dense(b)?, |[a], b| ops::map(a, b, f))
}

/// `b = f(a, b)`.
///
/// # Errors
/// Shapes or types that differ.
pub fn zip_into<T: Numeric>(a: &Tensor, b: &Tensor, f: impl Fn(T, T) -> T) -> Done {
    update::<T, T, 1>([dense(a)?], dense(b)?, |[a], b| ops::zip_into(a, b, f))
}

/// `c = f(a, b)`.
///
/// # Errors
/// Shapes or types that differ.
pub fn zip<T: Numeric>(a: &Tensor, b: &Tensor, c: &Tensor, f: impl Fn(T, T) -> T) -> Done {
    update::<T, T, 2>([dense(a)?, dense(b)?], dense(c)?, |[a, b], c| ops::zip(a, b, c, f))
}

/// A new tensor of the target shape in which each row is the vector `a`.
///
/// # Errors
/// Shapes that do not go together, no memory.
pub fn broadcast<T: Numeric>(a: &Tensor, target: &Shape, rank: usize) -> Result<Tensor, String> {
    let a = dense(a)?;
    let (dims, target_dims) = (dims_of(a.shape()), dims_of(target));
    let input = View { dims: &dims, data: values::<T>(a)? };
    if target.rank() != rank || dims.len() != 1 || target_dims.last() != dims.first() {
        return Err(ops::broadcast_mismatch(&dims, &target_dims));
    }
    let out = allocate(TensorMetadata::new(T::DTYPE, target.clone()), "cannot allocate result tensor")?;
    update::<T, T, 0>([], &out, |[], out| ops::broadcast(input, out))?;
    Ok(Tensor::Dense(out))
}

/// The mean of a vector, as a tensor of rank 0.
///
/// # Errors
/// A tensor of another rank or type, no memory.
pub fn reduce_mean<T: Numeric>(a: &Tensor) -> Result<Tensor, String> {
    let a = dense(a)?;
    let mean = ops::mean(View { dims: &dims_of(a.shape()), data: values::<T>(a)? })?;
    new_tensor(Shape::scalar(), &[mean], "cannot allocate result tensor")
}

/// For each row the column of its largest element, as a vector of `i32`.
///
/// # Errors
/// A tensor of another rank or type, no memory.
pub fn argmax<T: Numeric>(a: &Tensor) -> Result<Tensor, String> {
    let a = dense(a)?;
    let columns = ops::argmax(View { dims: &dims_of(a.shape()), data: values::<T>(a)? })?;
    let shape = Shape::new(&[columns.len() as i64]).map_err(|error| error.to_string())?;
    new_tensor(shape, &columns, "Cannot allocate result tensor.")
}

fn new_tensor<T: Element>(shape: Shape, elements: &[T], message: &str) -> Result<Tensor, String> {
    DenseHostTensor::from_values(shape, elements).map(Tensor::Dense).map_err(|_| message.to_owned())
}

/// The block of `a` at `begin` (a vector of `i64`) that has the shape of `out`.
///
/// # Errors
/// A block that is not inside, other types.
pub fn slice<T: Numeric>(a: &Tensor, begin: &Tensor, out: &Tensor, rank: usize) -> Done {
    let (a, begin) = (dense(a)?, dense(begin)?);
    check_rank(a.shape(), rank)?;
    let begin = values::<i64>(begin)?.to_vec();
    update::<T, T, 1>([a], dense(out)?, |[a], out| layout::slice(a, &begin, out))
}

/// `out = f(a)` for a function of whole arrays of `f32`.
///
/// # Errors
/// Other types, and what the function reports.
pub fn transform(a: &Tensor, out: &Tensor, f: impl Fn(View<'_, f32>, ViewMut<'_, f32>) -> Done) -> Done {
    update::<f32, f32, 1>([dense(a)?], dense(out)?, |[a], out| f(a, out))
}

/// The mean of each image's channels.
///
/// # Errors
/// Shapes or types that differ.
pub fn global_average_pooling(a: &Tensor, out: &Tensor) -> Done {
    transform(a, out, global_average)
}

/// `exp(x) / sum(exp(x))` over all elements.
///
/// # Errors
/// Another type.
pub fn softmax_inplace(a: &Tensor) -> Done {
    write::<f32>(dense(a)?, |a| {
        ops::softmax_inplace(a);
        Ok(())
    })
}

/// `out -= gradient * rate`.
///
/// # Errors
/// A rate of more than one element, shapes or types that differ.
pub fn gradient_descent(gradient: &Tensor, rate: &Tensor, out: &Tensor) -> Done {
    update::<f32, f32, 2>([dense(gradient)?, dense(rate)?], dense(out)?, |[gradient, rate], out| {
        ops::gradient_descent(gradient, rate, out)
    })
}

/// Zeros around each image; `padding` is height and width.
///
/// # Errors
/// Another number of paddings, shapes or types that differ.
pub fn zero_padding<P: Copy + TryInto<usize>>(a: &Tensor, out: &Tensor, padding: &[P]) -> Done {
    let &[height, width] = padding else { return Err("ZeroPadding expects padding of length 2".to_owned()) };
    let size =
        |by: P| by.try_into().map_err(|_| "ZeroPadding expects padding that is not negative".to_owned());
    let padding = [size(height)?, size(width)?];
    transform(a, out, |a, out| layout::zero_padding(a, out, padding))
}

/// `tfrt_test.max_pooling_2d.f32`. Its running maximum starts from the smallest positive number, an inherited oddity.
///
/// # Errors
/// Wrong attributes, shapes or types that differ.
pub fn test_max_pooling(a: &Tensor, out: &Tensor, padding: &str, size: &[u32], strides: &[u32]) -> Done {
    let &[height, width] = size else {
        return Err("MaxPool2D expects pool_size to have 2 elements".to_owned());
    };
    let &[row_stride, column_stride] = strides else {
        return Err("MaxPool2D expects strides to have 2 elements".to_owned());
    };
    let pooling = Pooling {
        padding: image_padding(padding)
            .ok_or_else(|| format!("MaxPool2D padding '{padding}' is not recognized"))?,
        size: [height as usize, width as usize],
        strides: [i64::from(row_stride), i64::from(column_stride)],
        lowest: f32::MIN_POSITIVE,
    };
    transform(a, out, |a, out| {
        max_pooling(a, out, &pooling, |shape, expected| {
            format!("MaxPool2D output shape {shape} does not match the expected output shape {expected}")
        })
    })
}

/// `eigen.max_pooling_2d.f32`.
///
/// # Errors
/// Wrong attributes, shapes or types that differ.
pub fn max_pooling_2d(a: &Tensor, out: &Tensor, padding: &str, size: &[i64], strides: &[i64]) -> Done {
    let &strides = two(strides, "strides should have 2 elements")?;
    let &[height, width] = two(size, "ksize should have 2 elements")?;
    let extent =
        |size: i64| usize::try_from(size).map_err(|_| format!("window size must be > 0, but got {size}"));
    let pooling = Pooling {
        padding: image_padding(padding).ok_or("padding type is not supported")?,
        size: [extent(height)?, extent(width)?],
        strides,
        lowest: f32::MIN,
    };
    transform(a, out, |a, out| {
        max_pooling(a, out, &pooling, |shape, expected| {
            format!(
                "output tensor has the wrong shape: MaxPool2D output shape {shape} does not match the expected \
                 output shape {expected}"
            )
        })
    })
}

fn image_padding(name: &str) -> Option<Padding> {
    Padding::parse(name).ok().filter(|&padding| padding != Padding::Explicit)
}

fn two<'a>(values: &'a [i64], message: &str) -> Result<&'a [i64; 2], String> {
    values.try_into().map_err(|_| message.to_owned())
}

/// `c = alpha * a * b + beta * c` for `f32`.
///
/// # Errors
/// Shapes or types that differ.
pub fn matmul_of_f32(alpha: f32, a: &Tensor, b: &Tensor, beta: f32, c: &Tensor) -> Done {
    update::<f32, f32, 2>([dense(a)?, dense(b)?], dense(c)?, |[a, b], c| matmul_f32(alpha, a, b, beta, c))
}

/// `c = alpha * a * b + beta * c` for `i32`.
///
/// # Errors
/// Shapes or types that differ.
pub fn matmul_of_i32(alpha: i32, a: &Tensor, b: &Tensor, beta: i32, c: &Tensor) -> Done {
    update::<i32, i32, 2>([dense(a)?, dense(b)?], dense(c)?, |[a, b], c| matmul_i32(alpha, a, b, beta, c))
}

/// Padding and strides of a convolution kernel.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    padding: Padding,
    strides: [i64; 2],
}

impl Steps {
    /// From the kernel's attributes.
    ///
    /// # Errors
    /// An unknown padding, another number of strides.
    pub fn new(padding: &str, strides: &[i64]) -> Result<Self, String> {
        Ok(Steps {
            strides: *two(strides, "strides should have 2 elements")?,
            padding: Padding::parse(padding)?,
        })
    }
}

/// The epilogue of a convolution.
#[derive(Debug, Clone, Copy)]
pub enum Finish<'a> {
    /// Nothing.
    Nothing,
    /// A bias for each channel.
    Bias(&'a Tensor),
    /// Normalization and, maybe, rectification.
    Normalize {
        /// Scale, offset, mean and variance of each channel.
        parameters: [&'a Tensor; 4],
        /// Added to the variance.
        epsilon: f32,
        /// Whether negative results become zero.
        relu: bool,
    },
}

/// `out = finish(conv(input, filter))`.
///
/// # Errors
/// Shapes or types that differ.
pub fn convolution(input: &Tensor, filter: &Tensor, out: &Tensor, steps: Steps, finish: Finish<'_>) -> Done {
    let Steps { padding, strides } = steps;
    let inputs = [dense(input)?, dense(filter)?];
    let out = dense(out)?;
    match finish {
        Finish::Nothing => update::<f32, f32, 2>(inputs, out, |[input, filter], out| {
            conv2d(input, filter, out, strides, padding, |_| ())
        }),
        Finish::Bias(bias) => {
            let [input, filter] = inputs;
            update::<f32, f32, 3>([input, filter, dense(bias)?], out, |[input, filter, bias], out| {
                let [channels] = bias.rank::<1>("Conv2D bias")?;
                check_channels(filter.dims, channels)?;
                conv2d(input, filter, out, strides, padding, |pixels| add_bias(pixels, bias.data))
            })
        }
        Finish::Normalize { parameters, epsilon, relu } => {
            let [input, filter] = inputs;
            let [scale, offset, mean, variance] = parameters;
            let all = [input, filter, dense(scale)?, dense(offset)?, dense(mean)?, dense(variance)?];
            update::<f32, f32, 6>(all, out, |[input, filter, scale, offset, mean, variance], out| {
                let norm = BatchNorm::new(scale, offset, mean, variance, epsilon)?;
                check_channels(filter.dims, scale.data.len())?;
                conv2d(input, filter, out, strides, padding, |pixels| {
                    if relu { norm.apply(pixels, ops::relu) } else { norm.apply(pixels, |value| value) }
                })
            })
        }
    }
}

fn check_channels(filter: &[usize], channels: usize) -> Done {
    match filter.last() {
        Some(&last) if last != channels => {
            Err(format!("Dimensions does not match: L is {last} and R is {channels}"))
        }
        _ => Ok(()),
    }
}

/// Normalizes `x` in place; the parameters are scale, bias, mean and variance.
///
/// # Errors
/// Shapes or types that differ.
pub fn batch_norm(x: &Tensor, parameters: [&Tensor; 4], epsilon: f32) -> Done {
    let [scale, bias, mean, variance] = parameters;
    let parameters = [dense(scale)?, dense(bias)?, dense(mean)?, dense(variance)?];
    update::<f32, f32, 4>(parameters, dense(x)?, |[scale, bias, mean, variance], x| {
        let norm = BatchNorm::new(scale, bias, mean, variance, epsilon)?;
        norm.check(x.dims)?;
        norm.apply(x.data, |value| value);
        Ok(())
    })
}

/// The gradient of a convolution with respect to its filter.
///
/// # Errors
/// Shapes or types that differ.
pub fn filter_gradient(out_gradient: &Tensor, input: &Tensor, gradient: &Tensor, steps: Steps) -> Done {
    let inputs = [dense(out_gradient)?, dense(input)?];
    update::<f32, f32, 2>(inputs, dense(gradient)?, |[out_gradient, input], gradient| {
        conv2d_filter_gradient(out_gradient, input, gradient, steps.strides, steps.padding)
    })
}

/// The gradient of a convolution with respect to its input.
///
/// # Errors
/// Shapes or types that differ.
pub fn input_gradient(out_gradient: &Tensor, filter: &Tensor, gradient: &Tensor, steps: Steps) -> Done {
    let inputs = [dense(out_gradient)?, dense(filter)?];
    update::<f32, f32, 2>(inputs, dense(gradient)?, |[out_gradient, filter], gradient| {
        conv2d_input_gradient(out_gradient, filter, gradient, steps.strides, steps.padding)
    })
}

/// The gradients of batch normalization: `from` is gradient, input, gamma, mean and variance, `out` the gradients of
/// input, gamma and beta.
///
/// # Errors
/// Shapes or types that differ.
pub fn norm_gradient(from: [&Tensor; 5], epsilon: f32, out: [&Tensor; 3]) -> Done {
    let [out_gradient, input, gamma, mean, variance] = from;
    let from = [dense(out_gradient)?, dense(input)?, dense(gamma)?, dense(mean)?, dense(variance)?];
    let out = [dense(out[0])?, dense(out[1])?, dense(out[2])?];
    let dims = from.map(|tensor| dims_of(tensor.shape()));
    let out_dims = out.map(|tensor| dims_of(tensor.shape()));
    let mut results = out.map(|tensor| vec![0.0_f32; tensor.num_elements()]);
    {
        let view = |index: usize| -> Result<View<'_, f32>, String> {
            Ok(View { dims: &dims[index], data: values::<f32>(from[index])? })
        };
        let gradient = NormGradient {
            out_gradient: view(0)?,
            input: view(1)?,
            gamma: view(2)?,
            mean: view(3)?,
            variance: view(4)?,
            epsilon,
        };
        let [input, gamma, beta] = &mut results;
        batch_norm_gradient(
            &gradient,
            ViewMut { dims: &out_dims[0], data: input },
            ViewMut { dims: &out_dims[1], data: gamma },
            ViewMut { dims: &out_dims[2], data: beta },
        )?;
    }
    // The three outputs may share memory with the inputs and with each other; only now nothing is read any more.
    for (tensor, result) in out.into_iter().zip(&results) {
        write::<f32>(tensor, |out| {
            out.copy_from_slice(result);
            Ok(())
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(dims: &[i64], elements: &[f32]) -> Tensor {
        new_tensor(Shape::new(dims).unwrap(), elements, "no memory").unwrap()
    }

    fn elements(tensor: &Tensor) -> Vec<f32> {
        values::<f32>(dense(tensor).unwrap()).unwrap().to_vec()
    }

    #[test]
    fn convolution_is_followed_by_what_was_asked_for() {
        let image: Vec<f32> = (1..10).map(|value| value as f32).collect();
        let image = tensor(&[1, 3, 3, 1], &image);
        let filter = tensor(&[2, 2, 1, 2], &[1.0, 0.0, 0.0, 1.0, -1.0, 0.5, 2.0, 0.0]);
        let out = tensor(&[1, 2, 2, 2], &[0.0; 8]);
        let steps = Steps::new("valid", &[1, 1]).unwrap();
        let bias = tensor(&[2], &[10.0, -10.0]);
        convolution(&image, &filter, &out, steps, Finish::Bias(&bias)).unwrap();
        assert_eq!(elements(&out), [17.0, -6.0, 19.0, -4.5, 23.0, -1.5, 25.0, 0.0]);
        let (scale, offset) = (tensor(&[2], &[2.0, 1.0]), tensor(&[2], &[0.5, -5.0]));
        let (mean, variance) = (tensor(&[2], &[1.0, 3.0]), tensor(&[2], &[4.0, 1.0]));
        let parameters = [&scale, &offset, &mean, &variance];
        let finish = |relu| Finish::Normalize { parameters, epsilon: 0.0, relu };
        convolution(&image, &filter, &out, steps, finish(false)).unwrap();
        assert_eq!(elements(&out), [6.5, -4.0, 8.5, -2.5, 12.5, 0.5, 14.5, 2.0]);
        convolution(&image, &filter, &out, steps, finish(true)).unwrap();
        assert_eq!(elements(&out), [6.5, 0.0, 8.5, 0.0, 12.5, 0.5, 14.5, 2.0]);
        let three = tensor(&[3], &[0.0; 3]);
        let error = convolution(&image, &filter, &out, steps, Finish::Bias(&three)).unwrap_err();
        assert_eq!(error, "Dimensions does not match: L is 2 and R is 3");
        assert_eq!(Steps::new("odd", &[1, 1]).unwrap_err(), "Unknown padding type odd");
        assert_eq!(Steps::new("same", &[1]).unwrap_err(), "strides should have 2 elements");
    }

    #[test]
    fn attributes_of_pooling_and_padding_are_checked() {
        let image = tensor(&[1, 2, 2, 1], &[0.0; 4]);
        let pool = |padding, size: &[u32], strides: &[u32]| {
            test_max_pooling(&image, &image, padding, size, strides).unwrap_err()
        };
        assert_eq!(pool("odd", &[2, 2], &[1, 1]), "MaxPool2D padding 'odd' is not recognized");
        assert_eq!(pool("same", &[2], &[1, 1]), "MaxPool2D expects pool_size to have 2 elements");
        assert_eq!(pool("same", &[2, 2], &[1]), "MaxPool2D expects strides to have 2 elements");
        assert_eq!(
            pool("valid", &[2, 2], &[1, 1]),
            "MaxPool2D output shape [1, 2, 2, 1] does not match the expected output shape [1, 1, 1, 1]"
        );
        let pool =
            |padding, size: &[i64]| max_pooling_2d(&image, &image, padding, size, &[1, 1]).unwrap_err();
        assert_eq!(pool("explicit", &[2, 2]), "padding type is not supported");
        assert_eq!(pool("same", &[2]), "ksize should have 2 elements");
        assert_eq!(
            pool("valid", &[2, 2]),
            "output tensor has the wrong shape: MaxPool2D output shape [1, 2, 2, 1] does not match the expected \
             output shape [1, 1, 1, 1]"
        );
        let error = zero_padding(&image, &image, &[1_u32]).unwrap_err();
        assert_eq!(error, "ZeroPadding expects padding of length 2");
        assert!(zero_padding(&image, &image, &[-1_i64, 0]).is_err());
    }
}
