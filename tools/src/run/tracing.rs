//! Tracing a run, as the command line asks for it.

use std::sync::Arc;

use tfrt_executor::trace::{self, DebugSink, FileSink, Level, Scope, SimpleSink, Sink};

use super::{Options, TracingSink};
use crate::cli::program_name;

/// The trace of the whole run: stops when it is dropped.
pub(super) struct Tracing {
    /// Ends before tracing stops.
    run: Option<Scope>,
}

/// Starts tracing if that is asked for.
pub(super) fn start(options: &Options) -> Result<Option<Tracing>, String> {
    let name = &options.tracing_level;
    let level = Level::parse(name).ok_or_else(|| {
        format!("{}: for the --tracing_level option: Cannot find option named '{name}'!", program_name())
    })?;
    let sink: Arc<dyn Sink> = match (&options.trace_file, options.tracing) {
        (Some(path), _) => {
            let made = FileSink::create(path);
            Arc::new(made.map_err(|error| format!("cannot open trace file '{}': {error}", path.display()))?)
        }
        (None, true) => match options.tracing_sink {
            TracingSink::Simple => Arc::new(SimpleSink::default()),
            TracingSink::Debug => Arc::new(DebugSink),
        },
        (None, false) => return Ok(None),
    };
    trace::start(level, sink);
    Ok(Some(Tracing { run: trace::scope(Level::Default, || "Bef Executor") }))
}

impl Drop for Tracing {
    fn drop(&mut self) {
        self.run = None;
        trace::stop();
    }
}
