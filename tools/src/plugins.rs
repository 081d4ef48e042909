//! Plugins on command lines: the flags that choose them, and the listings of plugins.

use std::path::PathBuf;

use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::{messages, plugin_passes};
use tfrt_executor::device::DeviceRef;
use tfrt_plugin::{Library, library};

use crate::device_flags::DeviceFlags;
use crate::say::{self, say};

/// A switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
#[expect(missing_docs, reason = "the names say it")]
pub enum OnOff {
    #[default]
    On,
    Off,
}

/// Which plugins are loaded.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Plugins")]
pub struct PluginFlags {
    /// Load a plugin: a shared library with ops, kernels, devices, graph optimizers, profilers or passes. Those in the folders
    /// that TFRT_PLUGIN_PATH lists, and in lib/tfrt/plugins where the tools are installed, are loaded anyway.
    #[arg(long = "load-plugin", value_name = "FILE")]
    pub load: Vec<PathBuf>,

    /// Whether graph optimizers and passes of plugins run without being named, and what they want of the compiler's own passes
    /// is done.
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub use_plugin_optimizers: OnOff,

    /// Turn off a pass of the compiler, by TensorFlow's name for it; no plugin can turn it on again.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',',
          value_parser = clap::builder::PossibleValuesParser::new(plugin_passes::names()))]
    pub disable_optimizer: Vec<String>,

    /// List the plugins with their versions and what they registered, and do nothing else.
    #[arg(long)]
    pub list_plugins: bool,

    #[command(flatten)]
    #[expect(missing_docs, reason = "the flags say it themselves; text here would replace the help's")]
    pub devices: DeviceFlags,
}

impl PluginFlags {
    /// The driver's form of the flags.
    pub fn options(&self) -> PluginOptions {
        PluginOptions {
            load: self.load.clone(),
            use_optimizers: self.use_plugin_optimizers == OnOff::On,
            disabled_optimizers: self.disable_optimizer.clone(),
            placement: self.devices.placement(),
        }
    }

    /// Loads what is to be loaded. Messages have been printed when the result is false.
    #[must_use]
    pub fn load(&self) -> bool {
        self.options().load()
    }

    /// Prints the list, if it is asked for; whether there is nothing more to do.
    pub fn list(&self) -> bool {
        if self.list_plugins {
            say::text(format_args!("{}", library::libraries().iter().map(describe).collect::<String>()));
        }
        self.list_plugins
    }
}

/// Prints the devices of this machine, the host first: name, full name, kind, and memory. Returns whether all could be made.
pub fn list_devices() -> bool {
    say!("CPU:0 {}", DeviceRef::HOST.tensorflow_name());
    let mut all_good = true;
    for platform in tfrt_plugin::device::platforms() {
        let devices = match platform.devices() {
            Ok(devices) => devices,
            Err(message) => {
                messages::error(&message);
                all_good = false;
                continue;
            }
        };
        for device in devices {
            let mut line = format!("{} {}", device.name, device.full_name);
            for text in [&device.hardware, &device.vendor].into_iter().filter(|text| !text.is_empty()) {
                line += &format!(", {text}");
            }
            if let Some((free, total)) = device.memory_usage() {
                line += &format!(", {free} of {total} bytes free");
            }
            say!("{line}");
        }
    }
    all_good
}

/// A plugin in a few lines.
fn describe(library: &Library) -> String {
    let mut out = format!("{}\n", library.path.display());
    for (name, version) in &library.entry_points {
        let version = version.map(|[major, minor, patch]| format!(" version {major}.{minor}.{patch}"));
        out += &format!("  {name}{}\n", version.unwrap_or_default());
    }
    for registered in &library.registered {
        out += &format!("    {} {}\n", registered.kind, registered.name);
    }
    for error in &library.errors {
        out += &format!("  refused: {error}\n");
    }
    out
}
