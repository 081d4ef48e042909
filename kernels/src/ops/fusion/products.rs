//! `tfrt_fused.matmul`, `tfrt_fused.conv2d`, `tfrt_fused.depthwise` and `tfrt_fused.batch_norm`: a product, the bias added to it,
//! a batch norm or an activation, or several of these, as one op.
//!
//! The compiler merges them if the intermediate values have no other users. The attributes are those of the product, with `fused_ops`, the
//! names of the ops that follow it as in `tf._FusedMatMul` (`BiasAdd` may be missing; a batch norm may follow, or a `Mul` and an `AddV2`
//! with a number for each channel), the norm's `epsilon` and `is_training`, and `locations`, the place of each member. The results equal
//! those of the members run one after another, bit for bit, and so do the errors. For `f32` tensors that fit, the ops after the product run
//! while its tiles are in registers; in all other cases the members themselves run, each of which fails at its own location.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    AttrValue, DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, Prepared as Code, ResultMetadata,
    StepOperand, StepSpec, TensorHandle,
};
use tfrt_executor::tensor::{DType, DenseHostTensor, TensorMetadata};
use tfrt_ops::shapes::{
    DataFormat, Operand, biased, depthwise_convolution, image_convolution, matrix_product,
};

use super::product_steps;
use crate::ops::convolution::conv::{finished_convolution_f32, finished_depthwise};
use crate::ops::data_format::dims_of;
use crate::ops::linear_algebra::epilogue::no_bias;
use crate::ops::linear_algebra::matmul::finished_product_f32;
use crate::ops::linear_algebra::prepared_factors::Prepared;
use crate::ops::neural_network::normalize::{factors, finished_norm, norm_metadata};
use tfrt_numerics::finish::{After, Scale};
use tfrt_ops::{Activation, BatchNorm, Elementwise, Epilogue, Product};

/// The first op of the group.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    Product(Product),
    /// A batch norm, which `fused_ops` names first.
    Norm,
}

impl Base {
    fn fused_op(self) -> &'static str {
        match self {
            Base::Product(product) => product.fused_op(),
            Base::Norm => BatchNorm::FUSED_OP,
        }
    }
}

/// The functions that a fused op may have as members.
const FUNCTIONS: [Elementwise; 5] =
    [Elementwise::BiasAdd, Elementwise::Mul, Elementwise::AddV2, Elementwise::Relu, Elementwise::Relu6];

/// The ops that members are, by name.
type Known = Arc<[Arc<OpEntry>]>;

/// Adds the fused ops, over the ops that are there.
pub(super) fn register(ops: &mut OpRegistry) {
    for base in Product::ALL.iter().map(|&product| Base::Product(product)).chain([Base::Norm]) {
        let product = match base {
            Base::Product(product) => Some(product.tf_op()),
            Base::Norm => None,
        };
        let functions = FUNCTIONS.iter().map(|function| function.op());
        let names =
            product.into_iter().chain(functions).chain(BatchNorm::ALL.iter().map(|norm| norm.tf_op()));
        let known: Known = names.filter_map(|name| ops.get(name).cloned()).collect();
        let unbound = known.clone();
        let (of_steps, of_shapes) = (known.clone(), known.clone());
        let entry = OpEntry::new()
            .strings()
            .inferred(move |operands, attrs| Fused::new(base, &of_shapes, attrs).ok()?.infer(operands, attrs))
            .prepared(move |spec| Fused::new(base, &of_steps, spec.attrs).ok()?.step(spec))
            .dispatch(move |frame: &mut DispatchFrame<'_>| {
                Fused::new(base, &unbound, frame.attrs())?.run(frame);
                Ok(())
            })
            .bind(move |attrs| {
                let fused = Arc::new(Fused::new(base, &known, attrs)?);
                let (of_steps, of_shapes) = (fused.clone(), fused.clone());
                Ok(OpEntry::new()
                    .strings()
                    .inferred(move |operands, attrs| of_shapes.infer(operands, attrs))
                    .prepared(move |spec| of_steps.step(spec))
                    .dispatch(move |frame: &mut DispatchFrame<'_>| {
                        fused.run(frame);
                        Ok(())
                    }))
            });
        ops.add(base.fused_op(), entry);
    }
    product_steps::register(ops);
}

/// A member, where it was written, how many results it has, and how many arguments it takes besides what the one before gives.
struct Member {
    op: Arc<OpEntry>,
    location: Box<str>,
    num_results: usize,
    more: usize,
}

/// A fused op with its attributes.
struct Fused {
    base: Base,
    members: SmallVec<[Member; 4]>,
    tail: Epilogue,
    site: Prepared,
}

impl Fused {
    fn new(base: Base, known: &[Arc<OpEntry>], attrs: OpAttrsRef<'_>) -> Result<Fused, OpError> {
        let tail = Epilogue::of(&*attrs)?;
        let fits = match base {
            Base::Norm => tail.norm.is_some() && !tail.has_bias,
            Base::Product(Product::MatMul) => tail.norm.is_none(),
            Base::Product(Product::Conv2D | Product::DepthwiseConv2d) => true,
        };
        if !fits {
            return Err("these fused_ops cannot follow this product".into());
        }
        let activation = match tail.activation {
            None => None,
            Some(Activation::Relu) => Some(Elementwise::Relu),
            Some(Activation::Relu6) => Some(Elementwise::Relu6),
            Some(other) => {
                return Err(format!("only Relu and Relu6 can end a fused product, not {other:?}").into());
            }
        };
        let product = match base {
            Base::Product(product) => Some((product.tf_op(), 1, 1)),
            Base::Norm => None,
        };
        let function = |function: Elementwise, more| (function.op(), 1, more);
        // The results of batch norms besides the first one have no users.
        let norm = |norm: BatchNorm| (norm.tf_op(), norm.num_results(), 4);
        let names = product
            .into_iter()
            .chain(tail.has_bias.then_some(function(Elementwise::BiasAdd, 1)))
            .chain(tail.norm.map(norm))
            .chain(tail.has_factor.then_some(function(Elementwise::Mul, 1)))
            .chain(tail.has_shift.then_some(function(Elementwise::AddV2, 1)))
            .chain(activation.map(|activation| function(activation, 0)));
        let locations = attrs.get_aggregate("locations").unwrap_or_default();
        let location = |i: usize| match locations.get(i) {
            Some(AttrValue::String(text)) => std::str::from_utf8(text).unwrap_or_default(),
            _ => "",
        };
        let member = |(i, (name, num_results, more)): (usize, (&str, usize, usize))| {
            let op = known.iter().find(|op| *op.name == *name);
            let op = op.ok_or_else(|| OpError::from(format!("{name} is not registered")))?.clone();
            Ok(Member { op, location: location(i).into(), num_results, more })
        };
        let members = names.enumerate().map(member).collect::<Result<_, OpError>>()?;
        Ok(Fused { base, members, tail, site: Prepared::default() })
    }

    fn run(&self, frame: &mut DispatchFrame<'_>) {
        match self.metadata(frame) {
            Some(metadata) if self.compute(frame, &metadata).is_ok() => {}
            _ => self.one_by_one(frame),
        }
    }

    /// The argument that the bias is, or the batch norm's first but one.
    fn first_of_tail(&self) -> usize {
        if self.base == Base::Norm { 1 } else { 2 }
    }

    /// The result's metadata, if all members can run as one.
    fn metadata(&self, frame: &DispatchFrame<'_>) -> Option<TensorMetadata> {
        let of = |i: usize| frame.dense(i).ok().map(|dense| dense.metadata());
        self.metadata_of(frame.num_args(), of, frame.attrs())
    }

    /// Dtype and shape of the result for these operands, as the members tell theirs one after another.
    fn infer(&self, operands: &[StepOperand<'_>], attrs: OpAttrsRef<'_>) -> Option<ResultMetadata> {
        let (first, mut others) = operands.split_first()?;
        let mut value = first.metadata.clone();
        for member in &self.members {
            let (more, rest) = others.split_at_checked(member.more)?;
            others = rest;
            let results = {
                let operand = StepOperand { metadata: &value, constant: None };
                let args: SmallVec<[StepOperand<'_>; 5]> =
                    std::iter::once(operand).chain(more.iter().copied()).collect();
                member.op.infer_results(&args, attrs, member.num_results)?
            };
            value = results.into_iter().next()?;
        }
        others.is_empty().then(|| ResultMetadata::from_elem(value, 1))
    }

    /// The step for operands with which all members can run as one.
    fn step(&self, spec: &StepSpec<'_>) -> Option<Code> {
        let Base::Product(product) = self.base else { return None };
        let of = |i: usize| spec.operands.get(i).map(|operand| operand.metadata);
        let metadata = self.metadata_of(spec.operands.len(), of, spec.attrs)?;
        let is_it = spec.results.len() == 1 && spec.results[0] == metadata;
        if is_it { product_steps::step(product, Some(&self.tail), spec) } else { None }
    }

    /// As [`Self::metadata`], from the metadata of the arguments.
    fn metadata_of<'m>(
        &self,
        num_args: usize,
        of: impl Fn(usize) -> Option<&'m TensorMetadata>,
        attrs: OpAttrsRef<'_>,
    ) -> Option<TensorMetadata> {
        if num_args != 1 + self.members.iter().map(|member| member.more).sum::<usize>() {
            return None;
        }
        let (a, b) = (of(0)?, of(1)?);
        if a.dtype != DType::F32 {
            return None;
        }
        let (a_of, b_of) = (Operand::of(a), Operand::of(b));
        let mut result = match self.base {
            Base::Product(Product::MatMul) => matrix_product(&a_of, &b_of, &*attrs).ok()?.into_metadata()?,
            Base::Product(Product::Conv2D) => {
                image_convolution(&a_of, &b_of, &*attrs).ok()?.into_metadata()?
            }
            Base::Product(Product::DepthwiseConv2d) => {
                depthwise_convolution(&a_of, &b_of, &*attrs).ok()?.into_metadata()?
            }
            Base::Norm if DataFormat::of(&*attrs).ok()? != DataFormat::ChannelsLast => return None,
            Base::Norm => a.clone(),
        };
        let mut next = self.first_of_tail();
        if self.tail.has_bias {
            result = biased(&Operand::of(&result), &Operand::of(of(next)?), &*attrs).ok()?.into_metadata()?;
            next += 1;
        }
        if self.tail.norm.is_some() {
            let [scale, offset, mean, variance] = [0, 1, 2, 3].map(|i| of(next + i));
            result = norm_metadata(&result, scale?, offset?, mean?, variance?, attrs)?;
        }
        // Factors and shifts are one number for each of the channels, which are last.
        let rank = result.shape.rank();
        let last = self.base == Base::Product(Product::MatMul)
            || DataFormat::of(&*attrs).ok()? == DataFormat::ChannelsLast;
        for _ in 0..usize::from(self.tail.has_factor) + usize::from(self.tail.has_shift) {
            let dims = of(next)?.shape.dims();
            let (&channels, ones) = dims.split_last()?;
            let fits = last && dims.len() <= rank && ones.iter().all(|&dim| dim == 1);
            if !fits || of(next)?.dtype != DType::F32 || channels != result.shape.dim(rank - 1) {
                return None;
            }
            next += 1;
        }
        Some(result)
    }

    fn compute(&self, frame: &mut DispatchFrame<'_>, metadata: &TensorMetadata) -> Result<(), OpError> {
        // Held here, as the frame is written to.
        let mut held: SmallVec<[DenseHostTensor; 5]> = SmallVec::new();
        for i in self.first_of_tail()..frame.num_args() {
            held.push(frame.dense(i)?.clone());
        }
        let values = |i: usize| held.get(i).and_then(|dense| dense.values::<f32>());
        let bounds = self.tail.activation.and_then(Activation::bounds);
        let (low, high) = bounds.unwrap_or((f32::NEG_INFINITY, f32::INFINITY));
        let bias = if self.tail.has_bias { Some(values(0).ok_or("no bias")?) } else { None };
        let none;
        let factor;
        let after = match self.tail.norm {
            Some(_) => {
                let first = usize::from(self.tail.has_bias);
                let [scale, offset, mean, variance] =
                    [0, 1, 2, 3].map(|i| values(first + i).unwrap_or_default());
                factor = factors(scale, variance, frame.attrs());
                let scale = Scale { before: bias, mean: Some(mean), factor: &factor };
                After { scale: Some(scale), bias: offset, low, high }
            }
            None => {
                let channels = match self.base {
                    Base::Product(Product::MatMul) | Base::Norm => {
                        metadata.shape.dim(metadata.shape.rank() - 1)
                    }
                    _ => dims_of(DataFormat::of(&*frame.attrs())?, metadata)?[3],
                };
                none = no_bias(channels as usize);
                let first = usize::from(self.tail.has_bias);
                let factor = if self.tail.has_factor { values(first) } else { None };
                let shift =
                    if self.tail.has_shift { values(first + usize::from(factor.is_some())) } else { None };
                let shift = shift.unwrap_or(&none);
                match factor {
                    Some(factor) => {
                        let scale = Scale { before: bias, mean: None, factor };
                        After { scale: Some(scale), bias: shift, low, high }
                    }
                    None => After { scale: None, bias: bias.unwrap_or(shift), low, high },
                }
            }
        };
        match self.base {
            Base::Product(Product::MatMul) => finished_product_f32(frame, Some(&self.site), metadata, after),
            Base::Product(Product::Conv2D) => {
                finished_convolution_f32(frame, Some(&self.site), metadata, Some(after))
            }
            Base::Product(Product::DepthwiseConv2d) => finished_depthwise(frame, metadata, Some(after)),
            Base::Norm => finished_norm(frame, metadata, &after),
        }
    }

    /// The meaning of the fused op: its members, one after another.
    fn one_by_one(&self, frame: &mut DispatchFrame<'_>) {
        let mut args = (0..frame.num_args()).map(|i| frame.take(i)).collect::<Vec<_>>().into_iter();
        let mut value = args.next();
        for member in &self.members {
            let others = args.by_ref().take(member.more);
            let mut args: SmallVec<[TensorHandle; 5]> = value.take().into_iter().chain(others).collect();
            let mut results: SmallVec<[TensorHandle; 6]> =
                (0..member.num_results).map(|_| TensorHandle::default()).collect();
            match frame.nested_results(&member.op, &mut args, frame.attrs(), &mut results) {
                Ok(()) => value = results.into_iter().next(),
                Err((code, error)) => {
                    let error = frame.context().report_at(&member.location, &member.op.name, code, error);
                    return frame.set_error(0, error);
                }
            }
        }
        frame.set_handle(0, value.unwrap_or_default());
    }
}
