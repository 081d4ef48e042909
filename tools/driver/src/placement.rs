//! The user's choice of devices, and the compiler's view of the devices of plugins.

use std::sync::Arc;

use tfrt_compiler::pipeline::{Pipeline, PipelineStep};
use tfrt_compiler::placement::{Alias, Assignment, DeviceKernels, DeviceName, PlacementOptions, Transfers};
use tfrt_executor::core_runtime::CoreRuntime;
use tfrt_executor::output::{Severity, log_to_sink};
use tfrt_executor::value::SourceLocation;
use tfrt_ops::{DataType, tensorflow_name};
use tfrt_plugin::device::{DeviceOptions, platforms};
use tfrt_plugin::kernel::find_for;

/// The user's choice of devices for ops.
#[derive(Debug, Clone, Default)]
pub struct Placement {
    /// The devices that ops run on where they have kernels, the first of them that has one. A program's own word on a device wins.
    pub devices: Vec<DeviceName>,
    /// The meaning of generic types of devices.
    pub aliases: Vec<Alias>,
    /// Whether ops without a kernel on their device run on the host, with a remark.
    pub soft: bool,
    /// Whether devices that can take memory that they share with the host, of which there may be more than their own.
    pub unified_memory: bool,
}

impl Placement {
    /// Whether programs are placed anew even if they are compiled.
    pub fn moves_programs(&self) -> bool {
        self.devices.iter().any(|device| !device.is_host())
    }

    /// The options of devices.
    pub fn options(&self) -> DeviceOptions {
        DeviceOptions { soft_placement: self.soft, remark: Some(remark) }
    }

    /// Gives devices their part in a pipeline.
    pub fn join(&self, pipeline: &mut Pipeline) {
        if platforms().is_empty() && self.devices.is_empty() {
            return;
        }
        let kernels: Arc<dyn DeviceKernels> = Arc::new(PluginKernels);
        let options = PlacementOptions {
            devices: self.devices.clone(),
            aliases: self.aliases.clone(),
            soft: self.soft,
        };
        let assignment = Assignment::new(options, kernels.clone());
        pipeline.add_assignment(PipelineStep::new("device-assignment", assignment));
        pipeline.add_lowering(PipelineStep::new("transfers", Transfers::new(kernels)));
    }

    /// Lets compiled programs find devices under their generic names.
    pub fn install_aliases(&self, runtime: &CoreRuntime) {
        for alias in &self.aliases {
            for ordinal in 0..PluginKernels.count(&alias.kind).unwrap_or(0) {
                if let Some(handler) = runtime.handler(&format!("{}:{ordinal}", alias.kind)) {
                    runtime.state().register_handler(&format!("{}:{ordinal}", alias.generic), handler);
                }
            }
        }
    }
}

/// Prints the remark that the compiler would have given, had it known the types.
fn remark(location: &SourceLocation, message: &str) {
    let place = match location {
        SourceLocation::Unknown => String::new(),
        location => format!("{location}: "),
    };
    if log_to_sink(Severity::Info, file!(), line!(), &format!("{place}{message}")) {
        return;
    }
    match location {
        SourceLocation::Unknown => eprintln!("{}: remark: {message}", crate::messages::program_name()),
        location => eprintln!("{location}: remark: {message}"),
    }
}

/// The kernels and devices of plugins.
struct PluginKernels;

impl DeviceKernels for PluginKernels {
    fn count(&self, device_type: &str) -> Result<u32, String> {
        let platform = platforms().into_iter().find(|platform| platform.device_type == device_type);
        let devices = platform.map_or(Ok(&[][..]), |platform| platform.devices())?;
        Ok(u32::try_from(devices.len()).unwrap_or(u32::MAX))
    }

    fn kernel(
        &self,
        device_type: &str,
        op: &str,
        types: &dyn Fn(&str) -> Option<DataType>,
    ) -> Option<Vec<Box<str>>> {
        let number = |attr: &str| types(attr).map(|data_type| data_type.number() as i32);
        let host_memory = find_for(tensorflow_name(op)?, device_type, &number)?;
        Some(host_memory.into_iter().map(Into::into).collect())
    }
}
