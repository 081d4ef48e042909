//! Kernels that make, set and print attributes of ops as values of programs.

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{AttrValue, OpAttrs, attr_value};
use tfrt_executor::kernel::{AttrSpec, KernelFlags, KernelRegistry, OperandSpec, Out, Signature};
use tfrt_executor::tensor::DType;
use tfrt_executor::value::{KernelError, ScalarKind};

/// Attributes that kernels add to, one after the other.
pub(crate) type SharedAttrs = Mutex<OpAttrs>;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add("corert.create_op_attrs", || Out(SharedAttrs::default()));
    for (suffix, wanted) in [
        ("set.bool", Wanted::Scalar(DType::I1)),
        ("set.i32", Wanted::Scalar(DType::I32)),
        ("set.f32", Wanted::Scalar(DType::F32)),
        ("set.dtype", Wanted::Type),
        ("set.dense", Wanted::Dense),
        ("set.aggregate", Wanted::Aggregate),
        ("set.shape", Wanted::Shape),
        ("set.str", Wanted::String),
        ("set_array.i32", Wanted::Array(DType::I32)),
        ("set_array.i64", Wanted::Array(DType::I64)),
        ("set_array.f32", Wanted::Array(DType::F32)),
    ] {
        let name = format!("corert.op_attrs_{suffix}");
        let signature = Signature {
            operands: vec![OperandSpec::Object],
            attrs: vec![AttrSpec::String, AttrSpec::Any],
            results: vec![OperandSpec::Scalar(ScalarKind::Chain)],
            ..Signature::empty()
        };
        registry.add_raw_with(&name, signature, KernelFlags::NONE, move |frame| {
            let outcome = (|| {
                let keep_alive: Arc<dyn Any + Send + Sync> = frame.ctx().program().file_owner();
                let value = attr_value(frame.attr(1), &keep_alive)
                    .map_err(|error| KernelError::new(error.into_message()))?;
                let key =
                    frame.attr(0).as_str().ok_or_else(|| KernelError::new("the key must be a string"))?;
                let value = wanted.check(value)?;
                // The first value of a key stays, silently.
                frame.get::<SharedAttrs>(0)?.lock().set_value(key, &value);
                Ok::<_, KernelError>(())
            })();
            match outcome {
                Ok(()) => frame.set_result(0, tfrt_executor::value::Value::CHAIN),
                Err(error) => frame.fail(error),
            }
        });
    }
}

/// The value that a kernel takes.
#[derive(Clone, Copy)]
enum Wanted {
    Scalar(DType),
    Array(DType),
    Type,
    Dense,
    Aggregate,
    Shape,
    String,
}

impl Wanted {
    fn check(self, value: AttrValue) -> Result<AttrValue, KernelError> {
        let fits = match (self, &value) {
            (Wanted::Scalar(want), AttrValue::Scalar(got, _)) => want == *got,
            (Wanted::Array(want), AttrValue::Array(got, _)) => want == *got,
            (Wanted::Type, AttrValue::Type(_))
            | (Wanted::Dense, AttrValue::Dense(_))
            | (Wanted::Aggregate, AttrValue::Aggregate(_))
            | (Wanted::Shape, AttrValue::Shape(_))
            | (Wanted::String, AttrValue::String(_)) => true,
            _ => false,
        };
        match (self, value) {
            (_, value) if fits => Ok(value),
            // An array without elements has lost its type.
            (Wanted::Array(want), AttrValue::Array(_, bytes)) if bytes.is_empty() => {
                Ok(AttrValue::Array(want, bytes))
            }
            (Wanted::Aggregate, AttrValue::Array(_, bytes)) if bytes.is_empty() => {
                Ok(AttrValue::Aggregate(Arc::new([])))
            }
            _ => Err(KernelError::new("the value does not have the type that the kernel sets")),
        }
    }
}
