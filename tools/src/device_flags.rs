//! The flags that choose the devices on which ops run.

use tfrt_compiler::placement::{Alias, DeviceName};
use tfrt_driver::placement::Placement;

/// Where ops run.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Devices")]
pub struct DeviceFlags {
    /// Run ops on these devices where they have kernels, the first of them that has one; a program's own word on a device
    /// wins. The environment's TFRT_DEVICE when not given.
    #[arg(
        long = "device",
        value_name = "TYPE[:N],…",
        value_delimiter = ',',
        env = "TFRT_DEVICE",
        hide_env = true
    )]
    devices: Vec<DeviceName>,

    /// What a generic type of device means, such as GPU=MY_DEVICE.
    #[arg(long = "device-alias", value_name = "GENERIC=TYPE")]
    aliases: Vec<Alias>,

    /// Run ops without a kernel on their device on the host, and say so.
    #[arg(long)]
    soft_placement: bool,

    /// Let devices that can take memory which they share with the host, of which there may be more than they have.
    #[arg(long)]
    unified_memory: bool,
}

impl DeviceFlags {
    /// The driver's form of the flags.
    pub(crate) fn placement(&self) -> Placement {
        Placement {
            devices: self.devices.clone(),
            aliases: self.aliases.clone(),
            soft: self.soft_placement,
            unified_memory: self.unified_memory,
        }
    }
}
