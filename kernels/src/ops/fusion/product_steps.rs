//! Products as steps: `tf.MatMul`, `tf.Conv2D` and `tf.DepthwiseConv2dNative`, and the fused ops over them.
//!
//! Steps exist for matrices and for images of `f32` with channels last; filters, and the scale and the variance of batch norms, must be
//! constants. Factors of batch norms are computed once. A step calls the functions that the ops themselves call, so the bits are theirs.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    Banded, Banding, Declined, FinishPart, OpContext, OpRegistry, Prepared, Producer, Step, StepSpec,
};
use tfrt_executor::tensor::{DType, TensorMetadata};
use tfrt_numerics::convolution::Geometry;
use tfrt_numerics::depthwise::{Depthwise, convolve_by_channel};
use tfrt_numerics::finish::{After, Scale, Then};
use tfrt_ops::window::Window;
use tfrt_ops::{Activation, Epilogue, Product, TargetCpu};

use crate::ops::convolution::fixed::{FixedConvolution, fixed_depthwise};
use crate::ops::host::{ALONE, HostThreads};
use crate::ops::linear_algebra::epilogue::no_bias;
use crate::ops::linear_algebra::matmul::FixedProduct;
use crate::ops::neural_network::normalize::factors;

/// Gives products without followers their steps.
pub(super) fn register(ops: &mut OpRegistry) {
    for &product in Product::ALL {
        ops.prepare(product.tf_op(), Arc::new(move |spec| step(product, None, spec)));
    }
}

enum Code {
    Product(FixedProduct),
    Convolution(FixedConvolution),
    Depthwise(Depthwise),
}

/// The operations after a product, with operands numbered as those of the step.
struct Tail {
    bias: Option<usize>,
    mean: Option<usize>,
    /// The norm's offset, or what is added.
    shift: Option<usize>,
    factor: Option<usize>,
    /// The factors of a batch norm.
    norm: Option<Vec<f32>>,
    zeros: Vec<f32>,
    low: f32,
    high: f32,
}

struct ProductStep {
    code: Code,
    tail: Option<Tail>,
    /// The description of its images, if it works on bands of them.
    banding: Option<Banding>,
}

/// A product of matrices as a step.
pub(crate) fn product_step(product: FixedProduct) -> Prepared {
    Prepared::Step(Box::new(ProductStep { code: Code::Product(product), tail: None, banding: None }))
}

/// A product with what follows it as a step. The caller has checked that operands and followers go together.
pub(super) fn step(product: Product, tail: Option<&Epilogue>, spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([a, b, ..], [result]) = (spec.operands, spec.results) else { return None };
    let is_float = |metadata: &tfrt_executor::tensor::TensorMetadata| metadata.dtype == DType::F32;
    if !spec.operands.iter().all(|operand| is_float(operand.metadata)) || !is_float(result) {
        return None;
    }
    let (input, filter) = (&a.metadata.shape, &b.metadata.shape);
    let code = match product {
        Product::MatMul => Code::Product(FixedProduct::new(input, filter, b.constant, spec.attrs)),
        Product::Conv2D => {
            let convolution = FixedConvolution::new(input, b.constant?, spec.attrs)?;
            match convolution.by_channel() {
                Some(sizes) => Code::Depthwise(sizes),
                None => Code::Convolution(convolution),
            }
        }
        Product::DepthwiseConv2d => Code::Depthwise(fixed_depthwise(input, filter, spec.attrs)?),
    };
    let tail = match tail {
        Some(tail) => Some(Tail::of(tail, spec)?),
        None => None,
    };
    let banding = code.banding(spec);
    Some(Prepared::Step(Box::new(ProductStep { code, tail, banding })))
}

impl Code {
    /// The images of a convolution by channel, or of one whose pixels each give one.
    fn banding(&self, spec: &StepSpec<'_>) -> Option<Banding> {
        let (batch, rows, columns, channels) = match self {
            Code::Product(_) => return None,
            Code::Convolution(convolution) => {
                let Geometry { batch, rows, columns, channels, .. } = convolution.pointwise()?;
                (batch, rows, columns, channels)
            }
            &Code::Depthwise(Depthwise { batch, rows, columns, channels }) => {
                (batch, rows, columns, channels)
            }
        };
        let [result] = spec.results else { return None };
        let channels = [channels, result.shape.dim(3) as usize];
        let widths = [columns.input, columns.output];
        let bytes = |metadata: &TensorMetadata| metadata.shape.num_elements().checked_mul(size_of::<f32>());
        let others = spec.operands[1..]
            .iter()
            .try_fold(0usize, |sum, operand| sum.checked_add(bytes(operand.metadata)?));
        let row = |i: usize| widths[i].checked_mul(channels[i])?.checked_mul(size_of::<f32>());
        let is_empty = batch == 0 || rows.filter == 0 || rows.input == 0 || rows.output == 0;
        let banding = Banding {
            operand: 0,
            images: batch,
            rows: [rows.input, rows.output],
            row_bytes: [row(0)?, row(1)?],
            others: others?,
        };
        (!is_empty).then_some(banding)
    }

    /// The windows along the height.
    fn rows(&self) -> Option<Window> {
        match self {
            Code::Product(_) => None,
            Code::Convolution(convolution) => convolution.pointwise().map(|sizes| sizes.rows),
            Code::Depthwise(sizes) => Some(sizes.rows),
        }
    }
}

impl Tail {
    fn of(tail: &Epilogue, spec: &StepSpec<'_>) -> Option<Tail> {
        let mut next = 2;
        let mut operand = |is_there: bool| {
            next += usize::from(is_there);
            is_there.then_some(next - 1)
        };
        let bias = operand(tail.has_bias);
        let norm = [0; 4].map(|_| operand(tail.norm.is_some()));
        let factor = operand(tail.has_factor);
        let added = operand(tail.has_shift);
        let constant = |operand: usize| spec.operands.get(operand)?.constant?.values::<f32>();
        let (factors, mean, shift) = match norm {
            [Some(scale), offset, mean, Some(variance)] => {
                (Some(factors(constant(scale)?, constant(variance)?, spec.attrs)), mean, offset)
            }
            _ => (None, None, added),
        };
        let shape = &spec.results.first()?.shape;
        let channels = shape.dim(shape.rank().checked_sub(1)?) as usize;
        let (low, high) = match tail.activation {
            None => (f32::NEG_INFINITY, f32::INFINITY),
            Some(activation) => Activation::bounds(activation)?,
        };
        let zeros = no_bias(channels).into_owned();
        Some(Tail { bias, mean, shift, factor, norm: factors, zeros, low, high })
    }
}

impl Step for ProductStep {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let [out] = results else { return Err(Declined) };
        self.compute(context, operands, out, None, None)
    }

    fn pack(&self, target: TargetCpu, context: &dyn OpContext) {
        match &self.code {
            Code::Product(product) => product.pack(target, context),
            Code::Convolution(convolution) => convolution.pack(target, context),
            Code::Depthwise(_) => {}
        }
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        Some(self)
    }

    fn as_banded(&self) -> Option<&dyn Banded> {
        self.banding.is_some().then_some(self)
    }
}

impl Banded for ProductStep {
    fn banding(&self) -> Banding {
        self.banding.unwrap_or(Banding { operand: 0, images: 0, rows: [0; 2], row_bytes: [0; 2], others: 0 })
    }

    fn reads(&self, rows: Range<usize>) -> Range<usize> {
        self.code.rows().map_or(rows.clone(), |window| window.under(rows))
    }

    fn run_band(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        band: &[u8],
        rows: Range<usize>,
        result: &mut [u8],
        finish: Option<FinishPart<'_>>,
    ) -> Result<(), Declined> {
        let finish = finish.map(|finish| {
            move |first: usize, part: &mut [f32]| {
                finish(first * size_of::<f32>(), bytemuck::cast_slice_mut(part));
            }
        });
        let finish = finish.as_ref().map(|finish| finish as tfrt_numerics::finish::FinishPart<'_>);
        let operands: SmallVec<[&[u8]; 8]> =
            std::iter::once(band).chain(operands[1..].iter().copied()).collect();
        self.compute(context, &operands, result, finish, Some(rows))
    }
}

impl Producer for ProductStep {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        let finish =
            |first: usize, part: &mut [f32]| finish(first * size_of::<f32>(), bytemuck::cast_slice_mut(part));
        self.compute(context, operands, result, Some(&finish), None)
    }

    fn gives_rows(&self) -> bool {
        matches!(self.code, Code::Product(_))
    }
}

impl ProductStep {
    /// Computes the result, or these rows of an image of it, on the caller's thread.
    fn compute(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        out: &mut [u8],
        finish: Option<tfrt_numerics::finish::FinishPart<'_>>,
        rows: Option<Range<usize>>,
    ) -> Result<(), Declined> {
        let values = operands.iter().map(|bytes| bytemuck::try_cast_slice(bytes));
        let values: SmallVec<[&[f32]; 8]> = values.collect::<Result<_, _>>()?;
        let [a, b, ..] = values[..] else { return Err(Declined) };
        let out: &mut [f32] = bytemuck::try_cast_slice_mut(out)?;
        let value = |operand: Option<usize>| operand.and_then(|operand| values.get(operand).copied());
        let after = self.tail.as_ref().map(|tail| {
            let (bias, shift) = (value(tail.bias), value(tail.shift));
            let shift_or_zeros = shift.unwrap_or(&tail.zeros);
            let (scale, bias) = match (&tail.norm, value(tail.factor)) {
                (Some(factor), _) => {
                    (Some(Scale { before: bias, mean: value(tail.mean), factor }), shift_or_zeros)
                }
                (None, Some(factor)) => (Some(Scale { before: bias, mean: None, factor }), shift_or_zeros),
                (None, None) => (None, bias.unwrap_or(shift_or_zeros)),
            };
            After { scale, bias, low: tail.low, high: tail.high }
        });
        let then = Then { after, finish };
        match (&self.code, rows) {
            (Code::Product(product), _) => product.run(a, b, then, out, context),
            (Code::Convolution(convolution), None) => convolution.run(a, then, out, context),
            (Code::Convolution(convolution), Some(rows)) => {
                convolution.run_rows(rows, a, then, out, context);
            }
            (Code::Depthwise(sizes), None) => {
                convolve_by_channel(sizes, a, b, then, out, HostThreads::of(context).split());
            }
            (Code::Depthwise(sizes), Some(rows)) => {
                let sizes = Depthwise { batch: 1, rows: sizes.rows.part(rows), ..*sizes };
                convolve_by_channel(&sizes, a, b, then, out, ALONE);
            }
        }
        Ok(())
    }
}
