//! `eigen.*`: the numerics of neural networks. The names are inherited; the linear algebra is this project's
//! own.

use tfrt_executor::kernel::{Attr, AttrArray, AttrStr, KernelRegistry};
use tfrt_executor::tensor::Tensor;
use tfrt_executor::value::{Chain, KernelError};

use super::done;
use crate::host_tensor::numerics::{
    Finish, Steps, batch_norm, convolution, filter_gradient, input_gradient, matmul_of_f32, matmul_of_i32,
    max_pooling_2d, norm_gradient, zero_padding,
};

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add("eigen.matmul.f32", |alpha: f32, a: &Tensor, b: &Tensor, beta: f32, c: &Tensor| {
        done(matmul_of_f32(alpha, a, b, beta, c))
    });
    registry.add("eigen.matmul.i32", |alpha: i32, a: &Tensor, b: &Tensor, beta: i32, c: &Tensor| {
        done(matmul_of_i32(alpha, a, b, beta, c))
    });
    registry.add("eigen.zero_padding.f32", |a: &Tensor, out: &Tensor, padding: AttrArray<'_, i64>| {
        done(zero_padding(a, out, &padding))
    });
    registry.add(
        "eigen.max_pooling_2d.f32",
        |a: &Tensor,
         out: &Tensor,
         padding: AttrStr<'_>,
         size: AttrArray<'_, i64>,
         strides: AttrArray<'_, i64>| {
            done(max_pooling_2d(a, out, &padding.to_text(), &size, &strides))
        },
    );
    registry.add(
        "eigen.conv2d.f32",
        |input: &Tensor, filter: &Tensor, out: &Tensor, padding: AttrStr<'_>, strides: AttrArray<'_, i64>| {
            done(
                Steps::new(&padding.to_text(), &strides)
                    .and_then(|steps| convolution(input, filter, out, steps, Finish::Nothing)),
            )
        },
    );
    registry.add(
        "eigen.conv2d.bias.f32",
        |input: &Tensor,
         filter: &Tensor,
         bias: &Tensor,
         out: &Tensor,
         padding: AttrStr<'_>,
         strides: AttrArray<'_, i64>| {
            done(
                Steps::new(&padding.to_text(), &strides)
                    .and_then(|steps| convolution(input, filter, out, steps, Finish::Bias(bias))),
            )
        },
    );
    for (name, relu) in [("eigen.conv2d.batch_norm.f32", false), ("eigen.conv2d.batch_norm.relu.f32", true)] {
        registry.add(
            name,
            move |input: &Tensor,
                  filter: &Tensor,
                  scale: &Tensor,
                  offset: &Tensor,
                  mean: &Tensor,
                  variance: &Tensor,
                  out: &Tensor,
                  epsilon: Attr<f32>,
                  padding: AttrStr<'_>,
                  strides: AttrArray<'_, i64>| {
                let parameters = [scale, offset, mean, variance];
                let finish = Finish::Normalize { parameters, epsilon: epsilon.0, relu };
                done(
                    Steps::new(&padding.to_text(), &strides)
                        .and_then(|steps| convolution(input, filter, out, steps, finish)),
                )
            },
        );
    }
    registry.add(
        "eigen.batch_norm.f32",
        |x: &Tensor, scale: &Tensor, bias: &Tensor, mean: &Tensor, variance: &Tensor, epsilon: Attr<f32>| {
            done(batch_norm(x, [scale, bias, mean, variance], epsilon.0))
        },
    );
    registry.add(
        "eigen.conv2d.grad.filter.f32",
        |out_gradient: &Tensor,
         input: &Tensor,
         gradient: &Tensor,
         padding: AttrStr<'_>,
         strides: AttrArray<'_, i64>| {
            done(
                Steps::new(&padding.to_text(), &strides)
                    .and_then(|steps| filter_gradient(out_gradient, input, gradient, steps)),
            )
        },
    );
    registry.add(
        "eigen.conv2d.grad.input.f32",
        |out_gradient: &Tensor,
         filter: &Tensor,
         gradient: &Tensor,
         padding: AttrStr<'_>,
         strides: AttrArray<'_, i64>| {
            done(
                Steps::new(&padding.to_text(), &strides)
                    .and_then(|steps| input_gradient(out_gradient, filter, gradient, steps)),
            )
        },
    );
    registry.add(
        "eigen.batch_norm.grad.f32",
        |out_gradient: &Tensor,
         input: &Tensor,
         gamma: &Tensor,
         mean: &Tensor,
         variance: &Tensor,
         _after: Chain,
         input_gradient: &Tensor,
         gamma_gradient: &Tensor,
         beta_gradient: &Tensor,
         epsilon: Attr<f32>|
         -> Result<(Chain, Chain, Chain), KernelError> {
            let from = [out_gradient, input, gamma, mean, variance];
            norm_gradient(from, epsilon.0, [input_gradient, gamma_gradient, beta_gradient])?;
            Ok((Chain, Chain, Chain))
        },
    );
}
