//! Values that may be absent, as variants: `tf.OptionalFromValue`, `tf.OptionalNone`, `tf.OptionalHasValue`, `tf.OptionalGetValue`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, I1, Shape, Tensor, TensorMetadata, TensorType,
};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().variants().strings();
    ops.add("tf.OptionalFromValue", entry().dispatch(from_value));
    ops.add("tf.OptionalNone", entry().dispatch(none));
    ops.add("tf.OptionalHasValue", entry().dispatch(has_value));
    ops.add("tf.OptionalGetValue", entry().dispatch(get_value));
}

/// A value of several tensors, or none.
#[derive(Debug)]
struct Optional {
    metadata: TensorMetadata,
    components: Option<Box<[Tensor]>>,
}

impl fmt::Display for Optional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.components {
            Some(components) => write!(f, "Optional components = {}", components.len()),
            None => f.write_str("Optional without a value"),
        }
    }
}

impl DeviceTensor for Optional {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("Optional")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn set(frame: &mut DispatchFrame<'_>, components: Option<Box<[Tensor]>>) {
    let metadata = TensorMetadata::new(DType::Variant, Shape::scalar());
    frame.set(0, Tensor::Device(Arc::new(Optional { metadata, components })));
}

fn from_value(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    // There is at least one.
    frame.tensor(0)?;
    let components: Result<Box<[Tensor]>, OpError> =
        (0..frame.num_args()).map(|i| Ok(frame.tensor(i)?.clone())).collect();
    let components = components?;
    set(frame, Some(components));
    Ok(())
}

fn none(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(0)?;
    set(frame, None);
    Ok(())
}

/// The argument.
fn optional<'f>(frame: &'f DispatchFrame<'_>) -> Result<&'f Optional, OpError> {
    frame.expect_args(1)?;
    let tensor = frame.tensor(0)?;
    let found = match tensor {
        Tensor::Device(device) => device.as_any().downcast_ref(),
        _ => None,
    };
    found.ok_or_else(|| format!("argument 0 must be an Optional, but is a {}", tensor.tensor_type()).into())
}

fn has_value(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let has_value = optional(frame)?.components.is_some();
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[I1::from(has_value)])?);
    Ok(())
}

fn get_value(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let components = optional(frame)?.components.clone();
    let components = components.ok_or("The given optional does not have a value.")?;
    let attrs = frame.attrs();
    let dtypes = attrs.get_dtypes("output_types").ok_or("missing 'output_types' attribute")?;
    let fits = dtypes.iter().eq(components.iter().map(Tensor::dtype).collect::<Vec<_>>().iter());
    if !fits || frame.num_results() > components.len() {
        let list =
            |dtypes: &mut dyn Iterator<Item = DType>| dtypes.map(DType::label).collect::<Vec<_>>().join(", ");
        return Err(format!(
            "the value has components of dtypes {}, not {} (output_types)",
            list(&mut components.iter().map(Tensor::dtype)),
            list(&mut dtypes.iter().copied())
        )
        .into());
    }
    for (i, component) in components.into_iter().enumerate() {
        frame.set(i, component);
    }
    Ok(())
}
