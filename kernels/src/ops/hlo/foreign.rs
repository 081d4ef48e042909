//! `hlo.foreign_call`: a function of the host, by its name.

use tfrt_executor::core_runtime::{DispatchFrame, HostCall, HostFunctions, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DenseHostTensor;
use tfrt_ops::Setting;

use crate::ops::hlo::{ints, missing};
use crate::ops::memory::result_metadata;

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.foreign_call", OpEntry::new().side_effects().dispatch(foreign_call));
}

fn foreign_call(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let target = frame.attrs().get_str("target").ok_or_else(|| missing("target"))?.to_owned();
    let request = frame.context().request();
    let functions = request.data::<HostFunctions>().ok_or_else(|| {
        OpError::new(format!(
            "no function is called '{target}' here: programs that call functions of their host run as part of it"
        ))
    })?;
    let attrs = frame.attrs();
    let settings = Setting::decode(attrs.get_string("settings").ok_or_else(|| missing("settings"))?)?;
    let tokens = ints(frame.attrs(), "tokens")?;
    let arguments: Vec<DenseHostTensor> =
        (0..frame.num_args()).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let mut results = Vec::with_capacity(frame.num_results());
    for i in 0..frame.num_results() {
        results.push(DenseHostTensor::zeroed(result_metadata(frame, i)?.clone())?);
    }
    let mut call = HostCall {
        target: &target,
        settings: &settings,
        arguments: &arguments,
        results: &mut results,
        tokens: &tokens,
    };
    functions.0.call(&mut call)?;
    for (i, result) in results.into_iter().enumerate() {
        frame.set(i, result);
    }
    Ok(())
}
