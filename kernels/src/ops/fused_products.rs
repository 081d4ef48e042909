//! `tfrt_fused.matmul` and `tfrt_fused.conv2d`: a product, the bias that is added to it or an activation, or both, as one op.
//!
//! The compiler merges them where nobody else wants what is between them. The attributes are those of the product, with
//! `fused_ops`, the names of what follows it as in `tf._FusedMatMul`, where `BiasAdd` may be missing, and `locations`, where each
//! member was written. The result is that of the members run one after another, bit for bit, and so are the errors: for `f32`
//! tensors that fit, the bias is added while the product's tiles are in registers; everything else is done by the members
//! themselves, each of which fails at its own location.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    AttrValue, DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, TensorHandle,
};
use tfrt_executor::tensor::{DType, TensorMetadata};

use super::conv::{conv_metadata, finished_convolution_f32};
use super::fused::{Activation, Tail, tail};
use super::matmul::{finished_product_f32, matmul_metadata};
use super::nn::bias_metadata;
use super::prepared::Prepared;

/// What is first.
#[derive(Clone, Copy)]
enum Base {
    MatMul,
    Conv2D,
}

/// Names of the fused ops, of the products they start with, and what these are.
const PRODUCTS: [(&str, &str, Base); 2] =
    [("tfrt_fused.matmul", "tf.MatMul", Base::MatMul), ("tfrt_fused.conv2d", "tf.Conv2D", Base::Conv2D)];

/// Adds the fused ops, over the ops that are there.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, product, base) in PRODUCTS {
        let names = [product, "tf.BiasAdd", "tf.Relu", "tf.Relu6"];
        let known: Arc<[Arc<OpEntry>]> = names.iter().filter_map(|name| ops.get(name).cloned()).collect();
        let unbound = known.clone();
        let entry = OpEntry::new()
            .strings()
            .dispatch(move |frame: &mut DispatchFrame<'_>| {
                Fused::new(base, &unbound, frame.attrs())?.run(frame);
                Ok(())
            })
            .bind(move |attrs| {
                let fused = Fused::new(base, &known, attrs)?;
                Ok(OpEntry::new().strings().dispatch(move |frame: &mut DispatchFrame<'_>| {
                    fused.run(frame);
                    Ok(())
                }))
            });
        ops.add(name, entry);
    }
}

/// A member, and where it was written.
struct Member {
    op: Arc<OpEntry>,
    location: Box<str>,
}

/// A fused op with its attributes.
struct Fused {
    base: Base,
    members: SmallVec<[Member; 3]>,
    tail: Tail,
    site: Prepared,
}

impl Fused {
    fn new(base: Base, known: &[Arc<OpEntry>], attrs: OpAttrsRef<'_>) -> Result<Fused, OpError> {
        let tail = tail(attrs)?;
        let [product, bias, relu, relu6] = known else {
            return Err("the members of fused products are not registered".into());
        };
        let mut ops: SmallVec<[&Arc<OpEntry>; 3]> = SmallVec::from_slice(&[product]);
        if tail.has_bias {
            ops.push(bias);
        }
        match tail.activation {
            None => {}
            Some(Activation::Relu) => ops.push(relu),
            Some(Activation::Relu6) => ops.push(relu6),
            Some(other) => {
                return Err(format!("only Relu and Relu6 can end a fused product, not {other:?}").into());
            }
        }
        let locations = attrs.get_aggregate("locations").unwrap_or_default();
        let location = |i: usize| match locations.get(i) {
            Some(AttrValue::String(text)) => std::str::from_utf8(text).unwrap_or_default(),
            _ => "",
        };
        let member =
            |(i, op): (usize, &Arc<OpEntry>)| Member { op: op.clone(), location: location(i).into() };
        let members = ops.into_iter().enumerate().map(member).collect();
        Ok(Fused { base, members, tail, site: Prepared::default() })
    }

    fn run(&self, frame: &mut DispatchFrame<'_>) {
        match self.metadata(frame) {
            Some(metadata) if self.compute(frame, &metadata).is_ok() => {}
            _ => self.one_by_one(frame),
        }
    }

    /// The result's metadata, if all members can run as one.
    fn metadata(&self, frame: &DispatchFrame<'_>) -> Option<TensorMetadata> {
        if frame.num_args() != 2 + usize::from(self.tail.has_bias) {
            return None;
        }
        let of = |i: usize| frame.dense(i).ok().map(|dense| dense.metadata());
        let (a, b, attrs) = (of(0)?, of(1)?, frame.attrs());
        if a.dtype != DType::F32 {
            return None;
        }
        let product = match self.base {
            Base::MatMul => matmul_metadata(a, b, attrs),
            Base::Conv2D => conv_metadata(a, b, attrs),
        };
        if self.tail.has_bias { bias_metadata(&product.ok()?, of(2)?, attrs).ok() } else { product.ok() }
    }

    fn compute(&self, frame: &mut DispatchFrame<'_>, metadata: &TensorMetadata) -> Result<(), OpError> {
        match self.base {
            Base::MatMul => finished_product_f32(frame, Some(&self.site), metadata, self.tail),
            Base::Conv2D => finished_convolution_f32(frame, metadata, self.tail),
        }
    }

    /// What the fused op means: its members, one after another.
    fn one_by_one(&self, frame: &mut DispatchFrame<'_>) {
        let mut args = (0..frame.num_args()).map(|i| frame.take(i)).collect::<Vec<_>>().into_iter();
        let mut value = args.next();
        for (i, member) in self.members.iter().enumerate() {
            // The product takes one more, and so does the bias.
            let others = args.by_ref().take(usize::from(i == 0 || (i == 1 && self.tail.has_bias)));
            let mut args: SmallVec<[TensorHandle; 2]> = value.take().into_iter().chain(others).collect();
            match frame.nested_op(&member.op, &mut args, frame.attrs()) {
                Ok(result) => value = Some(result),
                Err((code, error)) => {
                    let error = frame.context().report_at(&member.location, &member.op.name, code, error);
                    return frame.set_error(0, error);
                }
            }
        }
        frame.set_handle(0, value.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs};
    use tfrt_executor::host::{Host, HostOptions};
    use tfrt_executor::tensor::{DenseHostTensor, Shape};

    use super::*;

    /// Numbers of all kinds, NaN and infinities among them if `wild`.
    fn numbers(dims: &[i64], seed: usize, wild: bool) -> TensorHandle {
        let shape = Shape::new(dims).expect("small");
        let number = |i: usize| match (i * 37 + seed) % 101 {
            7 if wild => f32::NAN,
            11 if wild => f32::INFINITY,
            13 => -0.0,
            n => n as f32 * 0.19 - 9.0,
        };
        let values: Vec<f32> = (0..shape.num_elements()).map(number).collect();
        TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
    }

    fn runtime() -> CoreRuntime {
        let mut ops = OpRegistry::new();
        crate::ops::register_ops(&mut ops);
        let runtime = CoreRuntime::install(&Host::new(HostOptions::default()).expect("a host"), ops);
        runtime.state().register_default_handlers();
        runtime
    }

    /// The elements as bits; all NaNs are one.
    fn bits(handle: &TensorHandle) -> Vec<u32> {
        let tensor = handle.tensor().and_then(|tensor| tensor.as_dense()).expect("a tensor");
        let values = tensor.values::<f32>().expect("of f32").iter();
        values.map(|x| if x.is_nan() { u32::MAX } else { x.to_bits() }).collect()
    }

    fn check(runtime: &CoreRuntime, product: &str, fused: &str, args: [TensorHandle; 3], attrs: &OpAttrs) {
        let cpu = runtime.handler("cpu").expect("registered");
        let run = |op: &str, args: &[TensorHandle], attrs: &OpAttrs| {
            let op = runtime.op(op, &cpu).expect("registered");
            let mut results = [TensorHandle::default()];
            let mut args = args.to_vec();
            runtime.invoke(&op, &Location::unknown(), &mut args, attrs.into(), &mut results, None);
            let [result] = results;
            result
        };
        let [a, b, bias] = args;
        let tails: [&[&str]; 5] =
            [&["BiasAdd"], &["BiasAdd", "Relu"], &["BiasAdd", "Relu6"], &["Relu"], &["Relu6"]];
        for names in tails {
            let mut args = vec![a.clone(), b.clone()];
            let mut expected = run(product, &args, attrs);
            for &name in names {
                expected = match name {
                    "BiasAdd" => {
                        args.push(bias.clone());
                        run("tf.BiasAdd", &[expected, bias.clone()], attrs)
                    }
                    _ => run(&format!("tf.{name}"), &[expected], &OpAttrs::new()),
                };
            }
            let mut fused_attrs = attrs.clone();
            let values = names.iter().map(|name| AttrValue::String(name.as_bytes().into())).collect();
            fused_attrs.set_aggregate("fused_ops", values);
            let result = run(fused, &args, &fused_attrs);
            assert_eq!(bits(&result), bits(&expected), "{fused} {names:?}");
        }
    }

    #[test]
    fn fused_products_are_their_members_one_after_another() {
        let runtime = runtime();
        for wild in [false, true] {
            for [rows, inner, columns] in [[1, 70, 45], [5, 40, 33], [64, 70, 45], [3, 0, 4], [150, 90, 300]]
            {
                let mut attrs = OpAttrs::new();
                attrs.set_bool("transpose_a", false);
                attrs.set_bool("transpose_b", false);
                let args = [
                    numbers(&[rows, inner], 1, wild && rows < 10),
                    numbers(&[inner, columns], 2, false),
                    numbers(&[columns], 3, wild),
                ];
                check(&runtime, "tf.MatMul", "tfrt_fused.matmul", args, &attrs);
            }
            for format in ["NHWC", "NCHW"] {
                let mut attrs = OpAttrs::new();
                attrs.set_array("strides", &[1, 1, 1, 1]);
                attrs.set_string("padding", "SAME");
                attrs.set_string("data_format", format);
                let dims = if format == "NHWC" { [2, 6, 7, 5] } else { [2, 5, 6, 7] };
                let args =
                    [numbers(&dims, 1, false), numbers(&[3, 3, 5, 4], 2, false), numbers(&[4], 3, wild)];
                check(&runtime, "tf.Conv2D", "tfrt_fused.conv2d", args, &attrs);
            }
        }
    }
}
