//! The plugins to load, and their part in a pipeline.
//!
//! Plugins of the default folders are always loaded; a faulty one there is a warning. A plugin that the caller names must be
//! correct.

use std::path::PathBuf;

use tfrt_compiler::pipeline::Pipeline;
use tfrt_plugin::{Loader, default_directories};

use crate::messages;
use crate::placement::Placement;
use crate::plugin_passes;

/// The caller's choice of plugins, optimizers and devices.
#[derive(Debug, Clone)]
pub struct PluginOptions {
    /// Shared libraries to load besides those of the default folders.
    pub load: Vec<PathBuf>,
    /// Whether graph optimizers and passes of plugins run without being named.
    pub use_optimizers: bool,
    /// TensorFlow's names of optimizers whose counterparts in the compiler are off, see [`plugin_passes::names`].
    pub disabled_optimizers: Vec<String>,
    /// Where ops run.
    pub placement: Placement,
}

impl Default for PluginOptions {
    fn default() -> Self {
        Self {
            load: Vec::new(),
            use_optimizers: true,
            disabled_optimizers: Vec::new(),
            placement: Placement::default(),
        }
    }
}

impl PluginOptions {
    /// Loads the plugins. The result is false when a named plugin could not be loaded; messages have been printed then.
    #[must_use]
    pub fn load(&self) -> bool {
        tfrt_plugin::device::use_unified_memory(self.placement.unified_memory);
        let folders: Vec<PathBuf> = default_directories().into_iter().filter(|path| path.is_dir()).collect();
        if self.load.is_empty() && folders.is_empty() {
            return true;
        }
        let loader = match Loader::new() {
            Ok(loader) => loader,
            Err(error) => {
                messages::error(&error);
                return self.load.is_empty();
            }
        };
        for error in folders.iter().flat_map(|folder| loader.load_folder(folder)).filter_map(Result::err) {
            messages::warn(&error);
        }
        let mut all_good = true;
        for error in self.load.iter().filter_map(|file| loader.load(file).err()) {
            messages::error(&error);
            all_good = false;
        }
        all_good
    }

    /// Gives the plugins their part in a pipeline.
    pub fn join(&self, pipeline: &mut Pipeline) {
        self.placement.join(pipeline);
        plugin_passes::add_to(pipeline, self.use_optimizers, &self.disabled_optimizers);
    }
}
