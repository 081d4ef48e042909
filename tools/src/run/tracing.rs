//! Tracing a run, with the command line's options.

use tfrt_executor::trace::{self, Level, Scope, Sink};

use super::{Options, TracingSink};
use tfrt_driver::files;
use tfrt_driver::messages::program_name;

/// The trace of the whole run.
pub(super) struct Tracing {
    run: Option<Scope>,
}

/// Starts tracing if that is asked for.
pub(super) fn start(options: &Options) -> Result<Option<Tracing>, String> {
    let name = &options.tracing_level;
    let level = Level::parse(name).filter(|level| *level != Level::None).ok_or_else(|| {
        format!("{}: for the --tracing_level option: Cannot find option named '{name}'!", program_name())
    })?;
    let sink = match (&options.trace_file, options.tracing) {
        (Some(path), _) => {
            // The file is written at the end; that it cannot be is better known now.
            let made = std::fs::File::create(path);
            made.map_err(|e| {
                format!("cannot open trace file '{}': {}", path.display(), files::os_message(&e))
            })?;
            Sink::File(path.clone())
        }
        (None, true) => match options.tracing_sink {
            TracingSink::Simple => Sink::Simple,
            TracingSink::Debug => Sink::Debug,
        },
        (None, false) => return Ok(None),
    };
    trace::start(level, vec![sink]);
    Ok(Some(Tracing { run: trace::scope(Level::Default, || "Bef Executor".to_owned()) }))
}

impl Tracing {
    /// Ends the trace and writes it; whether that went well.
    pub(super) fn finish(mut self) -> bool {
        self.run = None;
        match trace::finish() {
            Ok(()) => true,
            Err(error) => super::complain(&format!("cannot write the trace: {}", files::os_message(&error))),
        }
    }
}
